"""Games: a deal times a betting tree, their payoffs, plans and best responses.

If player 0 holds hand ``i`` and has played sequence ``s`` while player 1 holds ``k`` and has played
``t``, the hand contributes

``prior[i, k] * fixed_amounts[s, t] + net_wins[i, k] * stakes[s, t]``

to the payoff: the deal's two matrices over hands (:class:`pokerlab.deals.Deal`), times the tree's
two small matrices over sequences (:class:`pokerlab.trees.Tree`). These are the two
`Game.payoff_terms`. The payoff matrix over all pairs of hand and sequence, a sum of two Kronecker
products, is never formed.

Strategies are *realization plans* in here (D. Koller, N. Megiddo and B. von Stengel, 1994): arrays
of shape (hands, sequences). An entry is the product of the player's own probabilities along a
sequence, so payoffs are linear in each plan. A plan has ones in column 0, and in every information
set the actions add up to what leads there. Outside, a strategy is the probability of each action
per hand. All payoffs are player 0's, in the tree's chips, counted from before the blinds: player 0
maximises them and player 1 minimises them.

A player is 0 or 1, or his name in the tree. A deal has no names for the players: its methods, such
as those of ``game.deal``, take 0 and 1.

A decision may be locked with some hands or all (`Game.lock`): then chance makes it, and plans of
the game that remains keep to its probabilities (:mod:`pokerlab.locks`).

Methods of `Game` read their arguments, and refuse wrong ones. Reading a plan takes about as long as
valuing it. So loops use the two parts of a game, which take arrays as they are:
`Game.sequence_form` makes plans and finds best ones, `Game.payoff_operator` values them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any, NamedTuple

import numpy as np

from pokerlab._compiled.blas import one_blas_thread
from pokerlab._support.arguments import refusal, require_type
from pokerlab._support.frozen import set_fields
from pokerlab._support.notebooks import ShownInNotebook
from pokerlab._support.pairs import as_pair
from pokerlab.brackets import Bracket
from pokerlab.deals import Deal, RiverDeal
from pokerlab.locks import Locks, read_behaviour
from pokerlab.payoffs import FloatPayoffOperator, MatrixPayoffOperator
from pokerlab.range_weights import FrequenciesLike
from pokerlab.river_payoffs import RiverPayoffOperator
from pokerlab.sequence_form import BestResponse, SequenceForm
from pokerlab.trees import Tree

__all__ = [
    "MAX_AMOUNT_RATIO",
    "Game",
    "PayoffTerm",
    "Plans",
    "Player",
    "require_float_amounts",
    "require_game",
]

#: Amounts of a game may be this many times as large as another one, or as a difference of two: with
#: the 16 digits of floats, the least then still counts to four digits.
MAX_AMOUNT_RATIO = 10**12

Player = int | str  #: A player: 0 or 1, or his name in the tree.
Plans = Sequence[np.ndarray]  #: Player 0's plan and player 1's, (hands, sequences) each.


class PayoffTerm(NamedTuple):
    """One of the two terms of a game's payoff: a matrix over hands times one over sequences."""

    over_hands: np.ndarray  #: (n0, n1): how likely pairs meet, or win minus lose.
    amounts: np.ndarray  #: (s0, s1): the fixed amounts, or the stakes, where two sequences end.


@dataclass(frozen=True, eq=False, init=False)
class Game(ShownInNotebook):
    """A two-player zero-sum game: chance deals once, then a public betting tree is played.

    A deal that is no `Deal`, or a tree that is no `Tree`, is a TypeError. In every method an
    unknown player is a ValueError, and so is an array that does not have the shape (hands,
    sequences) or has an entry that is no real number, and a plan that is invalid. Two games
    are equal if deal, tree and locked decisions are.

    Parameters
    ----------
    deal : Deal
        The hands that players may hold, and who wins at showdown.
    tree : Tree
        The betting.
    locks : Locks, optional
        The decisions that are locked, by default none; `lock` makes them. Those of another tree or
        of other hands are a ValueError.

    Examples
    --------
    Kuhn's poker, both players acting at random:

    >>> from pokerlab import betting, deals
    >>> game = Game(deals.kuhn(), betting.kuhn())
    >>> round(game.payoff(game.uniform(0), game.uniform(1)), 9)
    0.125
    """

    deal: Deal
    tree: Tree
    locks: Locks

    def __init__(self, deal: Deal, tree: Tree, locks: Locks | None = None) -> None:
        if not (isinstance(deal, Deal) and isinstance(tree, Tree)):
            given = f"{deal!r}, {tree!r}"
            raise refusal("deal, tree", given, "a Deal and a Tree", error=TypeError)
        set_fields(self, deal=deal, tree=tree)
        if locks is None:
            locks = Locks.none(tree, self.shapes)
        require_type("locks", locks, Locks, "the Locks of a game")
        shapes = as_pair(each.shape for each in locks.probabilities)
        if locks.tree != tree or shapes != self.shapes:
            raise refusal("locks", "those of another game", "those of this tree and these hands")
        set_fields(self, locks=locks)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Game):
            return NotImplemented
        return (self.deal, self.locks) == (other.deal, other.locks)  # locks have the tree

    def __hash__(self) -> int:
        return hash((self.deal, self.tree, self.locks))

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the arguments that make the game again: nothing that can be computed is copied."""
        return type(self), (self.deal, self.tree, self.locks or None)

    def shape(self, player: Player) -> tuple[int, int]:
        """Return the shape of a player's plans, (hands, sequences)."""
        return self.shapes[self.tree.read_player(player)]

    @cached_property
    def shapes(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The shapes of player 0's plans and player 1's, (hands, sequences)."""
        hands, sequence_counts = self.deal.hands, self.tree.sequence_counts
        return as_pair((len(hands[player]), sequence_counts[player]) for player in (0, 1))

    @cached_property
    def sequence_form(self) -> SequenceForm:
        """What makes plans, and finds best ones. It takes arrays as they are, unread."""
        return SequenceForm(self.tree, self.deal.hands, self.locks)

    @property
    def payoff_terms(self) -> tuple[PayoffTerm, PayoffTerm]:
        """The payments: fixed amounts by who meets, and stakes by who wins."""
        deal, tree = self.deal, self.tree
        return PayoffTerm(deal.prior, tree.fixed_amounts), PayoffTerm(deal.net_wins, tree.stakes)

    def terminal_values(self, player: Player, opponent_plan: np.ndarray) -> np.ndarray:
        """Return the part that each entry of a player's plan has in the payoff, (hands, sequences).

        This is the gradient of the payoff: ``payoff(x, y) == (x * terminal_values(0, y)).sum()``.
        Each sequence counts only its own terminals, weighted by the probability that chance and the
        opponent's plan lead there, in player 0's chips. The map is linear: any array of the shape
        of the opponent's plans will do.
        """
        player = self.tree.read_player(player)
        opponent_plan = self.sequence_form.read_array("opponent_plan", 1 - player, opponent_plan)
        return self.payoff_operator.apply(player, opponent_plan)

    @cached_property
    def payoff_operator(self) -> FloatPayoffOperator:
        """The map from plans to terminal values, in floats. It takes arrays as they are, unread.

        A river's deal has a faster one than others.
        """
        is_river = isinstance(self.deal, RiverDeal)
        operator_class = RiverPayoffOperator if is_river else MatrixPayoffOperator
        return operator_class(self.deal, self.sequence_form)

    def best_response(self, player: Player, opponent_plan: np.ndarray) -> BestResponse:
        """Find a plan that does best against the opponent's, and player 0's payoff by it.

        It is pure, but for what is locked.

        Examples
        --------
        >>> from pokerlab import betting, deals
        >>> game = Game(deals.kuhn(), betting.kuhn())
        >>> response = game.best_response(0, game.uniform(1))
        >>> response.plan[:, game.tree.sequence_index(0, "bet")], round(response.payoff, 9)
        (array([1., 1., 0.]), 0.5)
        """
        player = self.tree.read_player(player)
        opponent_plan = self.sequence_form.read_plan("opponent_plan", 1 - player, opponent_plan)
        return self._respond(player, opponent_plan)

    def _respond(self, player: int, opponent_plan: np.ndarray) -> BestResponse:
        """Find a best response to a plan that has been read."""
        terminal_values = self.payoff_operator.apply(player, opponent_plan)
        return self.sequence_form.best_plan_for(player, terminal_values)

    @one_blas_thread
    def action_values(self, player: Player, opponent_plan: np.ndarray) -> np.ndarray:
        """Return the value to player 0 of each action with each hand, (hands, sequences).

        The player takes the action and continues with a best response. Values are divided by the
        probability of getting there: they are chips per hand that comes to the decision. Column 0
        has the value of being dealt the hand. Decisions to which the opponent never leads have nan.
        """
        player = self.tree.read_player(player)
        opponent_plan = self.sequence_form.read_plan("opponent_plan", 1 - player, opponent_plan)
        terminal_values = self.payoff_operator.apply(player, opponent_plan)
        continuation = self.sequence_form.continuation_values(player, terminal_values)
        reach = self._counterfactual_reach(player, opponent_plan)
        values = np.full(continuation.shape, np.nan)
        np.divide(continuation, reach, out=values, where=reach > 0)
        return values

    def _counterfactual_reach(self, player: int, opponent_plan: np.ndarray) -> np.ndarray:
        """Return the probability that chance and the opponent lead to each sequence of a player.

        It is an array of (hands, sequences), the same for all actions of an information set.
        """
        information_sets = self.tree.information_sets[player]
        sequences = [each.opponent_sequence_before for each in information_sets]
        reach = np.empty(self.shapes[player])
        reach[:, 0] = self.deal.hand_probabilities(player)
        reaches = self.deal.meetings(player, opponent_plan.T[sequences])
        for information_set, reach_there in zip(information_sets, reaches, strict=True):
            reach[:, information_set.sequences_after] = reach_there[:, None]
        return reach

    def payoff(self, x: np.ndarray, y: np.ndarray) -> float:
        """Return player 0's average winnings if he follows plan ``x`` and player 1 plan ``y``."""
        x, y = self.sequence_form.read_plan("x", 0, x), self.sequence_form.read_plan("y", 1, y)
        return float((x * self.payoff_operator.apply(0, y)).sum())

    def guarantee(self, player: Player, plan: np.ndarray) -> float:
        """Return the security level of a player's plan: player 0's payoff against a best response.

        It bounds the value of the game: from below if the plan is player 0's, else from above.
        """
        player = self.tree.read_player(player)
        plan = self.sequence_form.read_plan("plan", player, plan)
        return self._respond(1 - player, plan).payoff

    def bracket(self, x: np.ndarray, y: np.ndarray) -> Bracket:
        """Return bounds on the value of the game: the guarantees of plans ``x`` and ``y``."""
        x, y = self.sequence_form.read_plan("x", 0, x), self.sequence_form.read_plan("y", 1, y)
        return self.payoff_operator.measure(x, y).bracket

    def exploitability(self, x: np.ndarray, y: np.ndarray) -> float:
        """Return the winnings of a best response per hand, on average over the two seats.

        This is half the width of the bracket, half of NashConv (M. Lanctot et al., OpenSpiel,
        2019); zero exactly at an equilibrium.
        """
        return float(self.bracket(x, y).width / 2)

    def uniform(self, player: Player) -> np.ndarray:
        """Return the plan that takes all actions of a decision with equal probability."""
        return self.plan(player, {})

    def plan(self, player: Player, probabilities: Mapping[str, FrequenciesLike]) -> np.ndarray:
        """Return a plan from the probability of each action.

        Parameters
        ----------
        player : int or str
            Whose plan.
        probabilities : mapping of str to number, text, Range, mapping or (hands,) array
            The probability of each action when it is the player's turn: one number for all hands,
            or a range as :meth:`pokerlab.deals.Deal.read_frequencies` reads it. Actions are named
            as in :meth:`pokerlab.trees.Tree.sequence_index`. In each information set the actions
            left out share the rest equally. It is a ValueError if an action is unknown or named
            twice, a probability lies outside 0..1, or an information set's do not add up to 1.

        Examples
        --------
        >>> from pokerlab import betting, deals
        >>> Game(deals.kuhn(), betting.kuhn()).plan(0, {"bet": [1 / 3, 0, 1], "call": 0.5})[:, 1:3]
        array([[0.66666667, 0.33333333],
               [1.        , 0.        ],
               [0.        , 1.        ]])
        """
        player = self.tree.read_player(player)
        behaviour = read_behaviour(self.deal, self.tree, player, probabilities)
        return self.sequence_form.multiply_along(player, behaviour)

    def lock(self, player: Player, probabilities: Mapping[str, FrequenciesLike]) -> "Game":
        """Return the game in which some decisions of a player are locked: chance makes them.

        Player and probabilities are as in `plan`. Naming an action locks its decision, for all
        hands or, if its probabilities are a mapping, for the hands in it. Other decisions stay as
        they are, free or locked.

        Examples
        --------
        Never bluffing costs the first player 1/18, because a queen no longer calls:

        >>> from pokerlab import betting, deals
        >>> from pokerlab.solvers import lp
        >>> game = Game(deals.kuhn(), betting.kuhn()).lock(0, {"bet": ["K"]})
        >>> game
        <Game Kuhn's poker on Kuhn's three cards, partly locked>
        >>> solution = lp.solve(game)
        >>> round(solution.payoff, 6), round(solution.probability(1, "call", "Q"), 6)
        (-0.111111, 0.0)
        """
        player = self.tree.read_player(player)
        locks = self.locks.with_locked(self.deal, player, probabilities)
        return Game(self.deal, self.tree, locks)

    def to_plan(self, player: Player, behaviour: np.ndarray) -> np.ndarray:
        """Multiply the probabilities of actions along each sequence.

        A behaviour holds the probability of each sequence's last action when its turn comes, and
        ones in column 0. It is a ValueError if the result is no plan, because the probabilities of
        a decision that is reached do not add up to 1.
        """
        player = self.tree.read_player(player)
        behaviour = self.sequence_form.read_array("behaviour", player, behaviour)
        plan = self.sequence_form.multiply_along(player, behaviour)
        return self.sequence_form.read_plan("behaviour", player, plan)

    def to_behaviour(self, player: Player, plan: np.ndarray) -> np.ndarray:
        """Return the probability of each sequence's last action when its turn comes.

        Decisions that the plan itself never reaches get equal probabilities, or those to which they
        are locked. What is only nearly a plan, such as a numerical solver's result, will do:
        negative entries count as 0, and probabilities are scaled to add up to 1.
        """
        player = self.tree.read_player(player)
        plan = self.sequence_form.read_array("plan", player, plan)
        return self.sequence_form.proportional_behaviour(player, plan)

    def __repr__(self) -> str:
        locked = ", partly locked" if self.locks else ""
        return f"<Game {self.tree.name} on {self.deal.name}{locked}>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self))}</p>{self.tree._repr_html_()}"


def require_game(game: Game, allow_locks: bool = True) -> None:
    """Refuse anything but a game, by a TypeError, and locked decisions where none are allowed."""
    if not isinstance(game, Game):
        raise refusal("game", repr(game), "a Game", "which is a deal and a tree", error=TypeError)
    if not allow_locks and game.locks:
        raise ValueError(f"game: {game!r} given, one needed in which no decision is locked")


def require_float_amounts(game: Game, gaps_too: bool = True) -> None:
    """Refuse, by an ArithmeticError, amounts that floats cannot tell apart.

    The largest may be at most `MAX_AMOUNT_RATIO` times the least but 0. If ``gaps_too``, it may be
    at most as many times the difference of the two, unless they are the same.
    """
    amounts = [abs(amount) for amount in game.tree.payments.exact_amounts if amount]
    least, most = min(amounts, default=1), max(amounts, default=1)
    too_far_apart = most > MAX_AMOUNT_RATIO * least
    too_near = gaps_too and most > least and most > MAX_AMOUNT_RATIO * (most - least)
    if too_far_apart or too_near:
        given = f"{game.tree.name}: amounts from {float(least):.3g} to {float(most):.3g} chips"
        raise ArithmeticError(f"{given}, too far apart or too near each other for floats")
