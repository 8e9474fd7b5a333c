"""Solutions: two strategies in a game, and their guarantees, measured by best responses.

A `Solution` is a pair of plans, whichever solver found them (:mod:`pokerlab.solvers`). Its bracket
on the value is computed when the solution is made, also when it is read from a file.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, overload

import numpy as np

from pokerlab._support.arguments import read_player, require_name
from pokerlab._support.arithmetic import unsigned_zero
from pokerlab._support.files import open_arrays, write_arrays
from pokerlab._support.frozen import FrozenArrays, frozen_copy, set_fields
from pokerlab._support.notebooks import Record, ShownInNotebook
from pokerlab._support.pairs import as_pair
from pokerlab.brackets import Bracket, GuaranteedBounds
from pokerlab.deals import Deal, holdem
from pokerlab.games import Game, Player, require_float_amounts, require_game
from pokerlab.locks import Locks
from pokerlab.trees import Tree

if TYPE_CHECKING:
    import pandas as pd

    from pokerlab.certificates import Certificate
    from pokerlab.charts import RangeChart

__all__ = [
    "MAX_TEXT",
    "ByAction",
    "ByPlayer",
    "Convergence",
    "Profile",
    "Solution",
    "load",
    "mean_over_combos",
]

_T = TypeVar("_T")
MAX_TEXT = 2**24  #: The most characters in which a file may name deal and tree.


@dataclass(frozen=True, eq=False)
class Convergence(FrozenArrays, GuaranteedBounds):
    """The course of an iterative solver, in arrays of shape (m,)."""

    #: After how many iterations the strategies were measured; of a double oracle, how many rounds.
    iterations: np.ndarray
    lower: np.ndarray  #: The guarantees of player 0's strategies, in his chips.
    upper: np.ndarray  #: The most that player 1's strategies let him win.
    #: The probabilities of the tracked actions, by (player, action, hand).
    tracked: Mapping[tuple[int, str, str], np.ndarray]

    @classmethod
    def of(
        cls,
        iterations: Sequence[int],
        brackets: Sequence[Bracket],
        tracked: Mapping[tuple[int, str, str], np.ndarray],
    ) -> "Convergence":
        """Make the course of brackets that were measured after these iterations."""
        lower = np.array([bracket.lower for bracket in brackets])
        upper = np.array([bracket.upper for bracket in brackets])
        return cls(np.array(iterations), lower, upper, tracked)

    def __repr__(self) -> str:
        if not len(self.iterations):
            return "<Convergence, never measured>"
        return f"<Convergence over {self.iterations[-1]:,} iterations: width {self.width[-1]:.3g}>"


class ByPlayer(tuple[_T, ...]):
    """A pair, one for each player, whose items are found by his number or by his name.

    Another player is a ValueError.

    Examples
    --------
    >>> both = ByPlayer(["push", "call"], ("small blind", "big blind"))
    >>> both[1] == both["big blind"] == "call"
    True
    """

    _players: Sequence[str]

    def __new__(cls, items: Iterable[_T], players: Sequence[str]) -> "ByPlayer[_T]":
        """Make the pair of two items and the players' names."""
        by_player = super().__new__(cls, items)
        by_player._players = players
        return by_player

    def __getitem__(self, player: Any) -> Any:
        if not isinstance(player, slice):
            player = read_player(player, self._players)
        return super().__getitem__(player)

    def __getnewargs__(self) -> tuple[tuple[_T, ...], Sequence[str]]:
        return tuple(self), self._players


class ByAction(dict[str, np.ndarray]):
    """An array for each action of a player, found as `pokerlab.trees.Tree.sequence_index` does.

    That is by the action's full name, which the keys are, or by its last part if that is enough.
    Another action is a ValueError.
    """

    def __init__(self, tree: Tree, player: int, columns: Iterable[np.ndarray]) -> None:
        super().__init__(zip(tree.sequence_names[player][1:], columns, strict=True))
        self._tree, self._player = tree, player

    def __getitem__(self, action: str) -> np.ndarray:
        try:
            return super().__getitem__(action)
        except TypeError:  # no key of a dictionary, such as a list
            return self.__missing__(action)

    def __missing__(self, action: str) -> np.ndarray:
        names = self._tree.sequence_names[self._player]
        return self[names[self._tree.sequence_index(self._player, action)]]

    def __contains__(self, action: object) -> bool:
        try:
            self[action]  # type: ignore[index]  # anything but text is no action, too
        except ValueError:
            return False
        return True

    def get(self, action: str, default: Any = None) -> Any:
        """Return the array of an action, or the default where there is no such action."""
        try:
            return self[action]
        except ValueError:
            return default

    def __reduce__(self) -> tuple[Any, ...]:
        return ByAction, (self._tree, self._player, [*self.values()])


def mean_over_combos(
    probabilities: np.ndarray, ways: np.ndarray, own_reach: np.ndarray
) -> float | Fraction:
    """Return the mean of the probabilities of a hand's combos, as the hand is held at a decision.

    Parameters
    ----------
    probabilities : (combos,) array
        How likely each combo takes an action there, in floats or fractions.
    ways : (combos,) array of int
        In how many ways each of them is dealt.
    own_reach : (combos,) array
        How likely the player's own play leads there with each of them, or numbers in proportion.
        Where it never does, their ways alone are the weights; where none is dealt either, all weigh
        the same.

    Examples
    --------
    >>> push, ways = np.array([1.0, 0.0]), np.array([3, 1])
    >>> mean_over_combos(push, ways, np.array([1, 1])), mean_over_combos(push, ways, np.zeros(2))
    (0.75, 0.75)
    """
    if len(probabilities) == 1:
        return probabilities[0]  # as it is, where a mean would round
    # Python's integers: a certificate's probabilities are integers, too, of any size.
    ways = ways.astype(object)
    weights = ways * own_reach
    if not weights.any():
        weights = ways if ways.any() else np.ones_like(ways)
    return (probabilities * weights).sum() / weights.sum()


class Profile(ShownInNotebook, GuaranteedBounds):
    """A pair of strategies in a game, and bounds on its value: the base of all solutions."""

    game: Game
    plans: Sequence[np.ndarray]

    @property
    def bracket(self) -> Bracket:
        """Both bounds at once, ``(lower, upper)``: the value of the game is between them."""
        return Bracket(self.lower, self.upper)

    def float_plan(self, player: Player) -> np.ndarray:
        """Return a player's plan in floats, (hands, sequences), also that of a certificate."""
        return self.plans[self.game.tree.read_player(player)]

    @cached_property
    def strategies(self) -> ByPlayer[Mapping[str, np.ndarray]]:
        """For each player, the probability per hand of every action, by its full name.

        It is the probability when it is the player's turn; decisions that his own play never
        reaches have equal ones. The two come in the order of the players, and by their names, so
        an example is ``solution.strategies["big blind"]["push, call"]``; see `ByAction`.
        """
        strategies, game = [], self.game
        for player in (0, 1):
            behaviour = game.to_behaviour(player, self.float_plan(player))
            strategies.append(ByAction(game.tree, player, frozen_copy(behaviour).T[1:]))
        return ByPlayer(strategies, game.tree.players)

    def table(self, player: Player) -> "pd.DataFrame":
        """Return one of the `strategies` to nine digits: a row per hand, a column per action."""
        import pandas as pd

        player = self.game.tree.read_player(player)
        hands, columns = self.game.deal.hands[player], dict(self.strategies[player])
        return pd.DataFrame(columns, index=hands).round(9)

    @overload
    def probability(self, player: Player, action: str, hand: None = None) -> np.ndarray: ...

    @overload
    def probability(self, player: Player, action: str, hand: str) -> float | Fraction: ...

    def probability(
        self, player: Player, action: str, hand: str | None = None
    ) -> np.ndarray | float | Fraction:
        """Return the probability of an action at the player's turn, with all hands or with one.

        It is an array, (hands,), or a number: floats, and in a
        :class:`pokerlab.certificates.Certificate` fractions, without rounding.

        The action is its full name, such as ``"push, call"``, or just ``"call"`` if that is enough.
        Where the deal has combos, a hand such as ``"66"`` stands for all of its combos there: it
        has their mean, weighted by how often each of them is dealt and the player's own play leads
        there, as `chart` draws it. As in `strategies`, all actions of a decision that his own play
        never reaches are equally likely, unless it is locked.
        """
        game, player = self.game, self.game.tree.read_player(player)
        sequence = game.tree.sequence_index(player, action)
        column = self._behaviour_column(player, sequence)
        if hand is None:
            return column
        indices = game.deal.hand_indices(player, hand)
        information_set = game.tree.information_set_of_sequence(player, sequence)
        own_reach = self._own_reach(player, information_set.sequence_before)[indices]
        ways = game.deal.ways.sum(axis=1 - player)[indices]
        probability = mean_over_combos(column[indices], ways, own_reach)
        return float(probability) if isinstance(probability, np.floating) else probability

    def _behaviour_column(self, player: int, sequence: int) -> np.ndarray:
        """Return the probability of a sequence's last action at a player's turn, (hands,)."""
        return self.strategies[player][self.game.tree.sequence_names[player][sequence]]

    def _own_reach(self, player: int, sequence: int) -> np.ndarray:
        """Return how likely a player's own play leads to a sequence, (hands,), up to a factor."""
        return self.float_plan(player)[:, sequence]

    def frequency(self, player: Player, action: str) -> float:
        """Return the frequency of a player's action, named as in `probability`, over all deals."""
        game, player = self.game, self.game.tree.read_player(player)
        sequence = game.tree.sequence_index(player, action)
        information_set = game.tree.information_set_of_sequence(player, sequence)
        opponent_before = self.float_plan(1 - player)[:, information_set.opponent_sequence_before]
        meetings = game.deal.meetings(player, opponent_before)
        return float(self.float_plan(player)[:, sequence] @ meetings)

    def chart(
        self, player: Player, history: str | None = None, title: str | None = None
    ) -> "RangeChart":
        """Draw what a player does with each hand at one of his decisions.

        Parameters
        ----------
        player : int or str
            Who decides.
        history : str, optional
            The actions before, such as ``"check, bet 120"``; ``""`` is the start of the betting. It
            may be left out if the player has only one decision, or is the first to act. A history
            that leads to no decision of his is a ValueError; so is none, where one is needed.
        title : str, optional
            The title of the chart, instead of one that names the player and the history.

        Returns
        -------
        RangeChart
            A chart of the 169 hands. Combos are folded into them, weighted as in `probability`. The
            totals are over the hands as they come to the decision, or, where his own play never
            leads there, as they are dealt. A deal that is not hold'em has its own hands.
        """
        from pokerlab.charts._strategy_charts import strategy_chart

        return strategy_chart(self, player, history, title)

    def _repr_html_(self) -> str:
        """Show its value and bracket, and each player's first decision, in charts or tables."""
        from pokerlab.charts._strategy_charts import first_charts

        html = f"<p>{escape(repr(self))}</p>"
        if drawn := first_charts(self):
            return html + drawn._repr_html_()
        deciding = [player for player in (0, 1) if self.game.tree.information_sets[player]]
        return html + "".join(self.table(player).to_html(max_rows=60) for player in deciding)

    def records(self) -> list[Record]:
        """Return the numbers of the charts that a notebook shows."""
        from pokerlab.charts._strategy_charts import first_charts

        drawn = first_charts(self)
        return drawn.records() if drawn else []


@dataclass(frozen=True, eq=False)
class Solution(Profile):
    """A pair of strategies, and how good they are, measured in floats.

    Raises
    ------
    ValueError
        If an array is no plan, and misses it by more than rounding
        (:data:`pokerlab.locks.PROBABILITY_TOLERANCE`).
    ArithmeticError
        If amounts in the tree are too far apart for floats.
    """

    game: Game
    #: Player 0's plan and player 1's, (hands, sequences) arrays; repaired if they miss being plans
    #: by rounding.
    plans: Sequence[np.ndarray]
    #: The solver that found them, with its options in parentheses, as in ``"cfr (DCFR)"``.
    found_by: str
    convergence: Convergence | None = None  #: How an iterative solver came there.
    #: Player 0's winnings if they meet, within the bounds. The command's JSON calls it ``value``,
    #: as its best single number for the value of the game, which is between the bounds.
    payoff: float = field(init=False)
    #: The guarantee of player 0's plan, but for rounding, a tiny part of the largest amount.
    lower: float = field(init=False)
    upper: float = field(init=False)  #: The most that player 1's plan lets him win.

    def __post_init__(self) -> None:
        game = self.game
        require_game(game)
        require_name("found_by", self.found_by)
        require_float_amounts(game)
        plans = game.sequence_form.read_plans("plans", self.plans)
        measurement = game.payoff_operator.measure(*plans)
        payoff, bracket = measurement.payoff, measurement.bracket
        # Rounding may put the payoff a little outside the bracket, which is widened to hold it.
        lower, upper = min(bracket.lower, payoff), max(bracket.upper, payoff)
        set_fields(self, plans=plans, payoff=payoff, lower=lower, upper=upper)

    @property
    def value(self) -> NoReturn:
        """An AttributeError that says what there is instead: floats find no more than bounds."""
        raise AttributeError(
            f"value: between lower, {self.lower:.9g}, and upper, {self.upper:.9g}: floats find no "
            "more, and an exact Certificate may; payoff is what the strategies earn"
        )

    def certify(self) -> "Certificate":
        """Prove the guarantees of the two plans, in exact arithmetic instead of floats.

        The bounds of the certificate are fractions, about as far apart as those of the solution. To
        close the bracket, let :func:`pokerlab.solvers.exact.solve` find an exact equilibrium.

        Examples
        --------
        >>> from pokerlab import betting, deals
        >>> from pokerlab.solvers import lp
        >>> certificate = lp.solve(Game(deals.kuhn(), betting.kuhn())).certify()
        >>> -18 * certificate.lower >= 1 >= -18 * certificate.upper
        True
        """
        from pokerlab.certificates import certify

        return certify(self.game, self.plans, found_by=self.found_by)

    def save(self, path: str | Path) -> None:
        """Write the game and the two plans to a file for `load`; `convergence` is left out.

        Raises
        ------
        ValueError
            If the name of the file does not end in ``.npz``, or the game takes more than `MAX_TEXT`
            characters.
        TypeError
            If the path is no name of a file.
        OSError
            If the file cannot be written.
        """
        game = self.game
        text = {"found_by": self.found_by, "tree": game.tree.to_dict()}
        arrays: dict[str, Any] = {f"plan{p}": plan for p, plan in enumerate(self.plans)}
        if not game.deal.is_holdem:  # which needs no room
            text["deal"] = game.deal.to_dict()
            arrays |= game.deal.to_arrays()
        if game.locks:
            arrays |= {f"locked{p}": locked for p, locked in enumerate(game.locks.probabilities)}
        written = json.dumps(text)
        if len(written) > MAX_TEXT:
            given = f"solution: {len(written):,} characters for deal and tree"
            raise ValueError(f"{given}, at most {MAX_TEXT:,} can be saved")
        write_arrays(path, text=written, **arrays)

    def __repr__(self) -> str:
        # In parts of the largest amount, lest rounding be printed where the value is 0.
        largest = abs(self.game.tree.payments.amounts).max() or 1.0
        lower, upper = (
            unsigned_zero(round(bound / largest, 14) * largest)
            for bound in (self.lower, self.upper)
        )
        tree_name = self.game.tree.name
        return f"<Solution of {tree_name} by {self.found_by}: {lower:.9g} <= value <= {upper:.9g}>"


def load(path: str | Path) -> Solution:
    """Read a saved solution, and measure its bounds anew: they are not in the file.

    They are those of the game in the file, whatever names it gives to deal, tree and hands.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it holds no solution, or no plans. A saved certificate is no solution:
        :func:`pokerlab.check.report` verifies it.
    TypeError
        If the path is no name of a file, but for example a number.
    """
    with open_arrays(path, "saved solution") as file:
        text = json.loads(str(file.read("text", MAX_TEXT, itemsize=4)))
        written_deal = text.get("deal")
        deal = holdem() if written_deal is None else Deal.from_dict(written_deal, file)
        tree = Tree.from_dict(text["tree"])

        def read_both(name: str) -> tuple[np.ndarray, np.ndarray]:
            return as_pair(
                file.read(f"{name}{player}", len(deal.hands[player]) * tree.sequence_counts[player])
                for player in (0, 1)
            )

        game = Game(deal, tree)
        if "locked0" in file:
            game = Game(deal, tree, Locks(tree, read_both("locked")))
        plans = [plan.astype(float, casting="safe") for plan in read_both("plan")]
        return Solution(game, plans, text["found_by"])
