"""Games: a deal times a betting tree, their payoffs, best responses and certified solutions.

If player 0 holds hand ``i`` and has played sequence ``s`` while player 1 holds ``k`` and has played
``t``, the hand contributes

``prior[i, k] * folds[s, t] + prior[i, k] * showdown[i, k] * stakes[s, t]``

to the value: two matrices over hands, times two small matrices over sequences. The payoff matrix
over all pairs of hand and sequence, a sum of two Kronecker products, is never formed.

Strategies are *realization plans* in here (D. Koller, N. Megiddo and B. von Stengel, 1994): arrays
of shape (hands, sequences) whose entry is the product of the player's own probabilities along a
sequence, so that values are linear in each plan. A plan has ones in column 0, and in every
information set the children add up to their parent. Outside, a strategy is the probability of each
action per hand. All values are player 0's, in the tree's chips, counted from before the blinds:
player 0 maximises them and player 1 minimises them. A player is 0 or 1, or his name in the tree.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerlab._foundations import assign, by_rows, compiled, frozen, pair, read_arrays, write_file
from pokerlab.deals import Deal, holdem
from pokerlab.trees import Decision, Node, Tree

if TYPE_CHECKING:
    import pandas as pd

LARGEST_RATIO = 2.0**53
"""How many times the smallest amount in a tree the largest may be for floats to add them up."""

BLOCK = 4096
"""How many columns of products of hands are held at a time."""

TOLERANCE = 1e-9
"""How far probabilities may miss their sum, or fall below 0, before a strategy is refused."""

_COUNTS = "weights", "margins", "runouts"

Player = int | str
"""A player: 0 or 1, or his name in the tree."""


class Plan(np.ndarray):
    """A realization plan that knows whose it is, so that nobody takes it for the other player's.

    It is an array of shape (hands, sequences). Whatever arithmetic and indexing make of it is a
    plain array, of which nothing is known; `Game.check_plan` makes a plan of one. A plan fits every
    game in which its player has the same hands and the same sequences.
    """

    owner: tuple[int, tuple[str, ...], tuple[str, ...]] | None
    """The player, his hands and his sequences; None if not known any more."""

    def __array_finalize__(self, other: np.ndarray | None) -> None:
        self.owner = getattr(other, "owner", None)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        if "out" in options:
            options["out"] = tuple(map(_bare, options["out"]))
        return getattr(ufunc, method)(*map(_bare, inputs), **options)

    def __getitem__(self, key: Any) -> Any:
        return _bare(self)[key]


def _bare(array: Any) -> Any:
    return array.view(np.ndarray) if isinstance(array, Plan) else array


@dataclass(frozen=True, eq=False)
class Game:
    """A two-player zero-sum game: chance deals once, then a public betting tree is played.

    Parameters
    ----------
    deal : Deal
        Who may hold what, and who wins at showdown.
    tree : Tree
        The betting.

    Raises
    ------
    TypeError
        If they are none.
    ValueError
        By every method: if a player is unknown, an array has another shape than the player's plans
        or an entry that is no number, a plan is none, or it is a `Plan` of somebody else.

    Notes
    -----
    The methods take plans, behaviours and values of sequences, and return them, as arrays of shape
    (hands, sequences) of the player in question.

    Examples
    --------
    Kuhn's poker, both players acting at random:

    >>> from pokerlab import betting, deals
    >>> game = Game(deals.kuhn(), betting.kuhn())
    >>> round(game.value(game.uniform(0), game.uniform(1)), 9)
    0.125
    """

    deal: Deal
    tree: Tree

    def __post_init__(self) -> None:
        for name, kind in (("deal", Deal), ("tree", Tree)):
            if not isinstance(given := getattr(self, name), kind):
                raise TypeError(f"{name}: {given!r} given, a {kind.__name__} needed")

    def shape(self, player: Player) -> tuple[int, int]:
        """The shape of a player's plans, (hands, sequences)."""
        player = self.tree.player(player)
        return len(self.deal.hands[player]), self.tree.sizes[player]

    def sequence_values(self, player: Player, opponent: np.ndarray) -> np.ndarray:
        """What each hand and sequence of a player adds to the value, given the opponent's plan.

        This is the gradient of the value: ``value(x, y) == (x * sequence_values(0, y)).sum()``.
        Each sequence counts only the endings that it ends itself, weighted by the probability
        that chance and the opponent lead there, in player 0's chips. The map is linear: any array
        of the shape of the other player's plans will do.
        """
        player = self.tree.player(player)
        return self._values(player, self._shaped("opponent", opponent, 1 - player))

    def _values(self, player: int, opponent: np.ndarray) -> np.ndarray:
        """The same for a bare array, in its precision."""
        values = np.zeros(self.shape(player), opponent.dtype)
        for over_hands, meets, amounts, own, column in self._products[player]:
            over_hands, amounts = (
                array.astype(opponent.dtype, copy=False) for array in (over_hands, amounts)
            )
            for start in range(0, len(meets), BLOCK):
                met = over_hands @ opponent[:, meets[start : start + BLOCK]]
                part = slice(*np.searchsorted(column, (start, start + BLOCK)))
                ends = amounts[part], own[part], column[part] - start
                by_rows(_scatter, (values, met), *ends)
        return values

    @cached_property
    def _products(self) -> tuple[list, list]:
        """What makes up each player's values: folds, and then showdowns.

        A matrix over hands; the opponent's sequences that such endings meet; and of each ending the
        amount, the player's sequence, and which of the opponent's it is, in ascending order.
        """
        products: tuple[list, list] = [], []
        for showdown, over_hands in ((False, self.deal.prior), (True, self.deal.payoff)):
            *sequences, amounts = self.tree.ends(showdown)
            for player, matrix in ((0, over_hands), (1, over_hands.T)):
                meets, column = np.unique(sequences[1 - player], return_inverse=True)
                order = column.argsort(kind="stable")
                ends = amounts[order], sequences[player][order], column[order]
                products[player].append((np.ascontiguousarray(matrix), meets, *ends))
        return products

    def respond(self, player: Player, values: np.ndarray) -> tuple[Plan, float]:
        """The best pure plan for given sequence values, by backward induction, and what it earns.

        Player 0 maximises, player 1 minimises. Among equally good actions the first is taken.
        """
        values, plan = self._walk(player, values)
        return self._owned(player, plan), float(values[:, 0].sum())

    def _walk(self, player: Player, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Each sequence's value with what its best continuation earns; and the plan with it."""
        player = self.tree.player(player)
        values = np.array(self._shaped("values", values, player), order="C")
        plan = np.zeros_like(values)
        by_rows(_walk_back, (values, plan), self.tree.nodes[player], 1 if player == 0 else -1)
        return values, plan

    def best_response(self, player: Player, opponent: np.ndarray) -> tuple[Plan, float]:
        """A pure plan that does best against the opponent's, and the value that it leads to."""
        opponent = self.check_plan(1 - self.tree.player(player), opponent)
        return self.respond(player, self.sequence_values(player, opponent))

    def action_values(self, player: Player, opponent: np.ndarray) -> np.ndarray:
        """What each action is worth to player 0, given the hand and that the action is taken.

        The player continues with a best response. Divided by the probability of getting there,
        so that the numbers are chips per hand that comes to the decision. Column 0 is the value of
        being dealt the hand. Where the opponent's play never leads to a decision, its actions are
        nan.
        """
        player = self.tree.player(player)
        opponent = self.check_plan(1 - player, opponent)
        values, _ = self._walk(player, self.sequence_values(player, opponent))
        prior = self.deal.prior if player == 0 else self.deal.prior.T
        reach = np.empty(values.shape)
        reach[:, 0] = prior.sum(axis=1)
        for opponents, (_, first, stop) in zip(
            self.tree.opponents[player], self.tree.nodes[player], strict=True
        ):
            reach[:, first:stop] = (prior @ opponent[:, opponents])[:, None]
        return np.divide(values, reach, out=np.full(values.shape, np.nan), where=reach > 0)

    def value(self, x: np.ndarray, y: np.ndarray) -> float:
        """Player 0's expected winnings when player 0 follows plan ``x`` and player 1 plan ``y``."""
        x, y = self.check_plan(0, x), self.check_plan(1, y)
        return float((x * self.sequence_values(0, y)).sum())

    def guarantee(self, player: Player, plan: np.ndarray) -> float:
        """The value that a plan secures for its player, whatever the opponent does.

        It is a lower bound on the value of the game if the plan is player 0's, an upper bound if
        it is player 1's.
        """
        return self.best_response(1 - self.tree.player(player), plan)[1]

    def bracket(self, x: np.ndarray, y: np.ndarray) -> tuple[float, float]:
        """Bounds on the value of the game: what plans ``x`` and ``y`` guarantee."""
        return self.guarantee(0, x), self.guarantee(1, y)

    def exploitability(self, x: np.ndarray, y: np.ndarray) -> float:
        """How much a best response wins per hand, on average over the two seats.

        This is half the width of the bracket, half of what the literature calls NashConv
        (M. Lanctot et al., OpenSpiel, 2019); zero exactly at an equilibrium.
        """
        lower, upper = self.bracket(x, y)
        return (upper - lower) / 2

    def uniform(self, player: Player) -> Plan:
        """The plan that takes every action with equal probability wherever it acts."""
        return self.plan(player, {})

    def plan(self, player: Player, probabilities: Mapping[str, float | np.ndarray]) -> Plan:
        """A plan from the probability of each action.

        Parameters
        ----------
        player : int or str
            Whose plan.
        probabilities : mapping of str to float or (hands,) array
            Action to its probability where the player acts, one number for all hands or one per
            hand. Actions are named as in :meth:`pokerlab.trees.Tree.sequence`. In each
            information set the actions left out share equally what the others leave.

        Raises
        ------
        ValueError
            If an action is unknown or named twice, a probability lies outside 0..1, or an
            information set's do not add up to 1.

        Examples
        --------
        >>> from pokerlab import betting, deals
        >>> Game(deals.kuhn(), betting.kuhn()).plan(0, {"bet": [1 / 3, 0, 1], "call": 0.5})[:, 1:3]
        array([[0.66666667, 0.33333333],
               [1.        , 0.        ],
               [0.        , 1.        ]])
        """
        player = self.tree.player(player)
        hands, sequences = self.shape(player)
        behaviour = np.full((hands, sequences), np.nan)
        behaviour[:, 0] = 1
        for action, probability in probabilities.items():
            column = np.asarray(probability, float)
            if column.shape not in ((), (hands,)):
                raise ValueError(
                    f"probabilities: {action!r} has shape {column.shape}, "
                    f"a number or {hands} numbers needed"
                )
            if not (column.min() >= 0 and column.max() <= 1):
                raise ValueError(f"probabilities: {action!r} has {column}, 0 to 1 needed")
            sequence = self.tree.sequence(player, action)
            if not np.isnan(behaviour[0, sequence]):
                raise ValueError(f"probabilities: {action!r} given twice, by two names")
            behaviour[:, sequence] = column
        for node in self.tree.information_sets[player]:
            block = behaviour[:, node.children]
            left_out = np.isnan(block[0])
            total = np.nansum(block, axis=1)
            if total.max() > 1 + TOLERANCE or (total.min() < 1 - TOLERANCE and not left_out.any()):
                raise ValueError(
                    f"probabilities: after {node.history or 'the start'!r} they add up to "
                    f"{total.min():.9g}..{total.max():.9g}, not to 1"
                )
            block[:, left_out] = np.maximum(1 - total, 0)[:, None] / max(left_out.sum(), 1)
        return self.to_plan(player, behaviour)

    def to_plan(self, player: Player, behaviour: np.ndarray) -> Plan:
        """Multiply the probabilities of actions along each sequence.

        A behaviour is the probability of each sequence's last action where it is taken; ones in
        column 0.
        """
        player = self.tree.player(player)
        plan = np.array(self._numbers("behaviour", behaviour, player), order="C")
        by_rows(_multiply, [plan], self.tree.nodes[player])
        return self._owned(player, plan)

    def to_behaviour(self, player: Player, plan: np.ndarray) -> np.ndarray:
        """The probability of each sequence's last action where it is taken.

        Where the plan itself never leads, nothing is known of it: the actions there are given
        equal probabilities. It may be only nearly a plan, as a numerical solver returns it:
        negative entries count as 0, and an information set's are scaled to add up to 1.
        """
        player = self.tree.player(player)
        plan = np.maximum(self._numbers("plan", plan, player), 0)
        behaviour = np.ones_like(plan)
        by_rows(_divide, (plan, behaviour), self.tree.nodes[player])
        return behaviour

    def check_plan(self, player: Player, plan: np.ndarray) -> Plan:
        """Return an array as a plan of a player if it is one.

        It is none if an entry is negative or not finite, column 0 is not all ones, or the children
        of an information set miss their parent by more than 1e-9.
        """
        player = self.tree.player(player)
        plan = self._numbers("plan", plan, player)
        if not plan.min() >= -TOLERANCE:
            raise ValueError(f"plan: an entry is {plan.min()}, at least 0 needed")
        if abs(plan[:, 0] - 1).max() > TOLERANCE:
            raise ValueError("plan: column 0, the empty sequence, must be all ones")
        hand, number = _missing(np.ascontiguousarray(plan), self.tree.nodes[player], TOLERANCE)
        if hand >= 0:
            node = self.tree.information_sets[player][number]
            raise ValueError(
                f"plan: with {self.deal.hands[player][hand]}, the actions after "
                f"{node.history or 'the start'!r} add up to {plan[hand, node.children].sum():.9g}, "
                f"not to {plan[hand, node.parent]:.9g}"
            )
        return self._owned(player, plan)

    def _owned(self, player: Player, plan: np.ndarray) -> Plan:
        """The same array, known to be this player's plan."""
        player = self.tree.player(player)
        owned = plan.view(Plan)
        owned.owner = player, self.deal.hands[player], self.tree.sequences[player]
        return owned

    def _shaped(self, name: str, values: np.ndarray, player: int) -> np.ndarray:
        """The values as a bare array of floats, one per hand and sequence of a player."""
        if isinstance(values, Plan) and values.owner is not None:
            owner, hands, sequences = values.owner
            if owner != player:
                given, needed = (self.tree.players[p] for p in (owner, player))
                raise ValueError(f"{name}: {given}'s plan given, {needed}'s needed")
            if (hands, sequences) != (self.deal.hands[player], self.tree.sequences[player]):
                raise ValueError(f"{name}: a plan of another game given, one of {self!r} needed")
        values = np.asarray(_bare(values), float)
        shape = self.shape(player)
        if values.shape != shape:
            raise ValueError(
                f"{name}: shape {values.shape} given, {shape} needed, hands by sequences"
            )
        return values

    def _numbers(self, name: str, values: np.ndarray, player: int) -> np.ndarray:
        """The same, all of them finite."""
        values = self._shaped(name, values, player)
        if not (finite := np.isfinite(values)).all():
            raise ValueError(f"{name}: an entry is {values[~finite][0]}, finite numbers needed")
        return values

    def check_amounts(self) -> None:
        """Refuse to compute in floats with amounts of which one is lost beside another.

        Raises
        ------
        ArithmeticError
            If the tree's largest amount is 2 to the power of 53 times its smallest, or more.
        """
        amounts = [abs(end.amount) for end in self.tree.terminals if end.amount]
        if amounts and max(amounts) >= LARGEST_RATIO * min(amounts):
            raise ArithmeticError(
                f"{self.tree.name}: amounts from {float(min(amounts)):.3g} to "
                f"{float(max(amounts)):.3g} chips, so far apart that floats lose the smaller"
            )

    def to_efg(self) -> str:
        """The game as an extensive form, the text of a file ``.efg`` that Gambit and others read.

        The deal is one chance node with a branch per pair of hands, and the betting follows each.
        A showdown pays what the two hands earn on average over the boards. All numbers are exact;
        a quotation mark in a name becomes an apostrophe, and what is not printed a blank.

        Examples
        --------
        >>> from pokerlab import betting, deals
        >>> Game(deals.kuhn(), betting.kuhn()).to_efg().splitlines()[2]
        'p "" 1 1 "" { "check" "bet" } 0'
        """
        deal, tree = self.deal, self.tree
        numbers = [{s.history: n for n, s in enumerate(sets)} for sets in tree.information_sets]
        total = sum(deal.weights.ravel().tolist())
        pairs = np.argwhere(deal.weights > 0).tolist()
        chances = [Fraction(int(deal.weights[i, k]), total) for i, k in pairs]
        dealt = [_quoted(f"{deal.hands[0][i]} {deal.hands[1][k]}") for i, k in pairs]
        branches = " ".join(f"{hands} {p}" for hands, p in zip(dealt, chances, strict=True))
        players = " ".join(map(_quoted, tree.players))
        title = _quoted(f"{tree.name} on {deal.name}")
        lines = [f'EFG 2 R {title} {{ {players} }} ""', f'c "" 1 "" {{ {branches} }} 0']
        outcomes = 0

        def visit(node: Node, history: str, hands: tuple[int, int], share: Fraction) -> None:
            nonlocal outcomes
            if isinstance(node, Decision):
                player = node.player
                number = numbers[player][history] * len(deal.hands[player]) + hands[player] + 1
                actions = " ".join(map(_quoted, node.actions))
                lines.append(f'p "" {player + 1} {number} "" {{ {actions} }} 0')
                for action, child in node.actions.items():
                    visit(child, f"{history}, {action}" if history else action, hands, share)
            else:
                outcomes += 1
                fixed, stake = node.payments()
                paid = fixed + stake * share
                lines.append(f't "" {outcomes} "" {{ {paid} {-paid} }}')

        for i, k in pairs:
            share = Fraction(int(deal.margins[i, k]), int(deal.runouts[i, k]))
            visit(tree.root, "", (i, k), share)
        return "\n".join(lines) + "\n"

    def __repr__(self) -> str:
        return f"<Game {self.tree.name} on {self.deal.name}>"


@dataclass(frozen=True, eq=False)
class History:
    """How an iterative solver converged, in arrays of shape (m,)."""

    iterations: np.ndarray  #: After how many iterations the strategies were looked at.
    lower: np.ndarray  #: What player 0's then guaranteed, in his chips.
    upper: np.ndarray  #: What player 1's did.
    #: The probability of the actions (player, action, hand) that were asked for.
    tracked: Mapping[tuple[int, str, str], np.ndarray]

    def __post_init__(self) -> None:
        tracked = {action: frozen(chances) for action, chances in self.tracked.items()}
        assign(self, **vars(self) | {"tracked": tracked})

    @property
    def width(self) -> np.ndarray:
        """How far the bounds were apart, (m,)."""
        return self.upper - self.lower

    @property
    def exploitability(self) -> np.ndarray:
        """Half of that; see :meth:`Game.exploitability`."""
        return self.width / 2


class Profile:
    """A pair of strategies in a game, and bounds on its value: what solutions have in common.

    Attributes
    ----------
    game : Game
        The game.
    lower, upper : number
        What the strategies guarantee, player 0's chips.
    """

    game: Game
    plans: Sequence[np.ndarray]
    lower: float | Fraction
    upper: float | Fraction

    @property
    def width(self) -> float | Fraction:
        """How far the bounds are apart, ``upper - lower``; 0 at an equilibrium."""
        return self.upper - self.lower

    @property
    def exploitability(self) -> float | Fraction:
        """Half the width of the bracket; see :meth:`Game.exploitability`."""
        return self.width / 2

    def _plan(self, player: int) -> np.ndarray:
        """A player's plan, in floats."""
        return self.plans[player]

    @cached_property
    def strategies(self) -> tuple[Mapping[str, np.ndarray], Mapping[str, np.ndarray]]:
        """For each player, the probability per hand of every action, by its full name.

        An action has its probability where the player acts; where the player's own play never
        leads, the actions have equal probabilities.

        Examples
        --------
        ``solution.strategies[1]["push, call"]``
        """
        behaviours = (frozen(self.game.to_behaviour(p, self._plan(p))) for p in (0, 1))
        return pair(
            dict(zip(names[1:], behaviour.T[1:], strict=True))
            for names, behaviour in zip(self.game.tree.sequences, behaviours, strict=True)
        )

    def table(self, player: Player) -> pd.DataFrame:
        """One of the `strategies` as a table, a row per hand and a column per action."""
        import pandas as pd

        player = self.game.tree.player(player)
        return pd.DataFrame(dict(self.strategies[player]), index=self.game.deal.hands[player])

    def probability(self, player: Player, action: str, hand: str | None = None) -> np.ndarray | Any:
        """How likely a player is to take an action where he acts.

        Parameters
        ----------
        player : int or str
            Who acts.
        action : str
            Its full name, such as ``"push, call"``, or just ``"call"`` where that is enough.
        hand : str, optional
            With which hand; with each, if left out.

        Returns
        -------
        (hands,) array, or float for one hand
        """
        game, player = self.game, self.game.tree.player(player)
        name = game.tree.sequences[player][game.tree.sequence(player, action)]
        column = self.strategies[player][name]
        return column if hand is None else float(column[game.deal.index(player, hand)])

    def frequency(self, player: Player, action: str, reached: bool = False) -> float:
        """How often a player takes an action, over all hands.

        Parameters
        ----------
        player : int or str
            Who acts.
        action : str
            Its name, as in `probability`.
        reached : bool
            Whether only those deals count in which the betting comes to his choice, rather than
            all; nan if it never does.
        """
        game, player = self.game, self.game.tree.player(player)
        sequence = game.tree.sequence(player, action)
        sets = game.tree.information_sets[player]
        node = next(s for s in sets if s.children.start <= sequence < s.children.stop)
        prior = game.deal.prior if player == 0 else game.deal.prior.T
        meets = prior @ self._plan(1 - player)[:, node.opponent]
        own = self._plan(player)
        taken, came = (float(own[:, s] @ meets) for s in (sequence, node.parent))
        if not reached:
            return taken
        return taken / came if came > 0 else float("nan")


@dataclass(frozen=True, eq=False)
class Solution(Profile):
    """A pair of strategies and the proof of how good they are.

    Parameters
    ----------
    game : Game
        The game that was solved.
    plans : pair of (hands, sequences) arrays
        Player 0's plan and player 1's; made exact plans first where rounding has left them not
        quite such.
    solver : str
        Who found them.
    history : History, optional
        How it converged, for an iterative solver.

    Attributes
    ----------
    value : float
        What the two strategies earn against each other; it lies between ``lower`` and ``upper``.
    lower, upper : float
        What each of them guarantees against a best response: proven bounds on the game's value,
        up to rounding.

    Raises
    ------
    TypeError
        If the game is none.
    ValueError
        If the plans have the wrong shapes, are not numbers, or are known to be somebody else's.
    ArithmeticError
        If the tree's amounts are too far apart for floats; see :meth:`Game.check_amounts`.
    """

    game: Game
    plans: Sequence[np.ndarray]
    solver: str
    history: History | None = None
    value: float = field(init=False)
    lower: float = field(init=False)
    upper: float = field(init=False)

    def __post_init__(self) -> None:
        game = self.game
        check_game(game)
        game.check_amounts()
        x, y = (game.to_plan(p, game.to_behaviour(p, self.plans[p])) for p in (0, 1))
        (lower, upper), value = game.bracket(x, y), game.value(x, y)
        plans = tuple(game._owned(p, frozen(plan)) for p, plan in enumerate((x, y)))
        # Rounding may put the value a little outside the bracket, which is widened to hold it.
        lower, upper = min(lower, value), max(upper, value)
        assign(self, plans=plans, value=value, lower=lower, upper=upper)

    def save(self, path: str | Path, bits: int | None = None) -> None:
        """Write the game and the two plans to a file for `load`; the history is left out.

        Parameters
        ----------
        path : str or Path
            Where to.
        bits : int, optional
            Round the plans to multiples of ``2 ** -bits``, 1 to 52. The file is smaller, and
            what is loaded from it may guarantee a little less.

        Raises
        ------
        ValueError
            If there are fewer bits or more.
        OSError
            If the file cannot be written.
        """
        plans = self.plans
        if bits is not None:
            if bits not in range(1, 53):
                raise ValueError(f"bits: {bits!r} given, a whole number from 1 to 52 needed")
            plans = [self.game.to_behaviour(player, plans[player]) for player in (0, 1)]
            for player, plan in enumerate(plans):
                by_rows(_round, [plan], self.game.tree.nodes[player], 2.0**bits)
        deal, buffer = self.game.deal, io.BytesIO()
        text = {"solver": self.solver, "tree": self.game.tree.to_dict()}
        arrays: dict[str, Any] = {"plan0": plans[0], "plan1": plans[1]}
        if deal is not holdem():  # which needs no room
            text["deal"] = {"name": deal.name, "hands": deal.hands}
            arrays |= {name: getattr(deal, name) for name in _COUNTS}
        np.savez_compressed(buffer, text=np.array(json.dumps(text)), **arrays)
        write_file(path, buffer.getvalue())

    def __repr__(self) -> str:
        return (
            f"<Solution of {self.game.tree.name} by {self.solver}: "
            f"{self.lower:.9g} <= value <= {self.upper:.9g}>"
        )


def load(path: str | Path) -> Solution:
    """Read a solution that was saved, and certify it anew: its bounds are not in the file.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is no saved solution, or one whose plans are none.
    """

    def make(file: Mapping[str, np.ndarray]) -> Solution:
        text = json.loads(str(file["text"]))
        given, deal = text.get("deal"), holdem()
        if given is not None:
            weights, margins, runouts = (file[name] for name in _COUNTS)
            deal = Deal(given["hands"], weights, margins, runouts, given["name"])
        game = Game(deal, Tree.from_dict(text["tree"]))
        plans = (file[f"plan{player}"].astype(float, casting="safe") for player in (0, 1))
        return Solution(game, pair(map(game.check_plan, (0, 1), plans)), text["solver"])

    return read_arrays(path, make, "saved solution")


def check_game(game: Game) -> None:
    """Refuse to solve what is no game.

    Raises
    ------
    TypeError
        If it is none.
    """
    if not isinstance(game, Game):
        raise TypeError(f"game: {game!r} given, a Game needed, which is a deal and a tree")


def _quoted(text: str) -> str:
    printed = (character if character.isprintable() else " " for character in text)
    return '"' + "".join(printed).replace('"', "'").replace("\\", "/") + '"'


@compiled()
def _scatter(
    values: np.ndarray, met: np.ndarray, amounts: np.ndarray, own: np.ndarray, column: np.ndarray
) -> None:
    """Add to the values of sequences what the endings pay that they meet."""
    for hand in range(len(values)):
        for end in range(len(own)):
            values[hand, own[end]] += amounts[end] * met[hand, column[end]]


@compiled()
def _multiply(plan: np.ndarray, nodes: np.ndarray) -> None:
    """Make a plan of a behaviour, in place."""
    for hand in range(len(plan)):
        for j in range(len(nodes)):
            parent, first, stop = nodes[j]
            for s in range(first, stop):
                plan[hand, s] *= plan[hand, parent]


@compiled()
def _round(plan: np.ndarray, nodes: np.ndarray, one: float) -> None:
    """Make a plan in multiples of ``1 / one`` of a behaviour; the likeliest take what is left."""
    for hand in range(len(plan)):
        for j in range(len(nodes)):
            parent, first, stop = nodes[j]
            left, likeliest = plan[hand, parent], first
            for s in range(first, stop):
                if plan[hand, s] > plan[hand, likeliest]:
                    likeliest = s
            for s in range(first, stop):
                if s != likeliest:
                    share = round(plan[hand, parent] * plan[hand, s] * one) / one
                    plan[hand, s] = min(share, left)
                    left -= plan[hand, s]
            plan[hand, likeliest] = left


@compiled()
def _divide(plan: np.ndarray, behaviour: np.ndarray, nodes: np.ndarray) -> None:
    """Make a plan's behaviour of ones, uniform where the plan does not lead."""
    for hand in range(len(plan)):
        for j in range(len(nodes)):
            _, first, stop = nodes[j]
            total = plan[hand, first:stop].sum()
            for s in range(first, stop):
                behaviour[hand, s] = plan[hand, s] / total if total > 0 else 1 / (stop - first)


@compiled()
def _missing(plan: np.ndarray, nodes: np.ndarray, tolerance: float) -> tuple[int, int]:
    """The first information set whose children miss their parent: hand and number, or -1."""
    for hand in range(len(plan)):
        for j in range(len(nodes)):
            parent, first, stop = nodes[j]
            if abs(plan[hand, first:stop].sum() - plan[hand, parent]) > tolerance:
                return hand, j
    return -1, -1


@compiled()
def _walk_back(values: np.ndarray, plan: np.ndarray, nodes: np.ndarray, sign: int) -> None:
    """Add to each sequence's value what its best continuation earns; make zeros that plan."""
    choices = np.empty(len(nodes), np.int64)
    for hand in range(len(values)):
        for j in range(len(nodes) - 1, -1, -1):
            parent, first, stop = nodes[j]
            best = first
            for s in range(first + 1, stop):
                if sign * values[hand, s] > sign * values[hand, best]:
                    best = s
            values[hand, parent] += values[hand, best]
            choices[j] = best
        plan[hand, 0] = 1
        for j in range(len(nodes)):
            plan[hand, choices[j]] = plan[hand, nodes[j, 0]]
