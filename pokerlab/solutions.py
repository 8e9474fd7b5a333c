"""Solutions: two strategies in a game, and what they guarantee, proven by best responses.

A `Solution` is a pair of plans, whichever solver found them (:mod:`pokerlab.solvers`). Its bracket
on the value is computed anew when the solution is made, or read from a file.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from pokerlab._files import Arrays, check_ending, read_arrays, write_arrays
from pokerlab._foundations import (
    Immutable,
    as_pair,
    check_type,
    read_only,
    read_pair,
    read_player,
    set_fields,
)
from pokerlab._notebooks import Shown
from pokerlab.cards import COMBO_NAMES, HAND_INDEX, HAND_OF_COMBO, HANDS
from pokerlab.deals import Deal, Side, holdem
from pokerlab.games import NOISE, Game, Player, check_game
from pokerlab.trees import Tree

if TYPE_CHECKING:
    import pandas as pd

    from pokerlab.charts import RangeChart

_T = TypeVar("_T")
_COUNTS = "weights", "margins", "runouts"  # of a deal, in a file
_SIDE = "cards", "ranks", "ways"  # of each side of a river, in a file
MOST_TEXT = 2**24  #: A file names deal and tree in at most so many characters.


class Bracket:
    """Bounds on the value of a game, in player 0's chips: numbers, or arrays of them."""

    lower: Any  #: What player 0's plan guarantees.
    upper: Any  #: What player 1's guarantees.

    @property
    def width(self) -> Any:
        """How far the bounds are apart, ``upper - lower``; 0 at an equilibrium."""
        return self.upper - self.lower

    @property
    def exploitability(self) -> Any:
        """Half the width of the bracket; see :meth:`pokerlab.games.Game.exploitability`."""
        return self.width / 2


@dataclass(frozen=True, eq=False)
class History(Immutable, Bracket):
    """How an iterative solver converged, in arrays of shape (m,)."""

    iterations: np.ndarray  #: After how many iterations the strategies were measured.
    lower: np.ndarray  #: What player 0's strategies guaranteed, in his chips.
    upper: np.ndarray  #: What player 1's guaranteed.
    #: The probabilities of the actions (player, action, hand) to track.
    tracked: Mapping[tuple[int, str, str], np.ndarray]

    def __repr__(self) -> str:
        return f"<History of {self.iterations[-1]:,} iterations: width {self.width[-1]:.3g}>"


class ByPlayer(tuple[_T, ...]):
    """A pair, one for each player, that can be asked for either by his number or by his name.

    Anybody else is a ValueError.

    Examples
    --------
    >>> both = ByPlayer(["push", "call"], ("small blind", "big blind"))
    >>> both[1] == both["big blind"] == "call"
    True
    """

    _players: Sequence[str]

    def __new__(cls, both: Iterable[_T], players: Sequence[str]) -> "ByPlayer[_T]":
        """Make the pair of two things and the players' names."""
        made = super().__new__(cls, both)
        made._players = players
        return made

    def __getitem__(self, player: Any) -> Any:
        if isinstance(player, str):
            player = read_player(player, self._players)
        return super().__getitem__(player)

    def __getnewargs__(self) -> tuple[tuple[_T, ...], Sequence[str]]:
        return tuple(self), self._players


class Profile(Shown, Bracket):
    """A pair of strategies in a game, and bounds on its value: what all solutions share."""

    game: Game
    plans: Sequence[np.ndarray]

    def reach(self, player: int) -> np.ndarray:
        """How likely a player's own play leads to each sequence, (hands, sequences) floats.

        It is his plan, times what chance does at locked decisions.
        """
        return self.plans[player] * self.game.locked_reach[player]

    @cached_property
    def strategies(self) -> ByPlayer[Mapping[str, np.ndarray]]:
        """For each player, the probability per hand of every action, by its full name.

        It is the probability when it is the player's turn; decisions that his own play never
        reaches have equal ones. The two come in the order of the players, and by their names, so
        an example is ``solution.strategies["big blind"]["push, call"]``.
        """
        found, game = [], self.game
        for player, names in enumerate(game.tree.sequences):
            behaviour = game.to_behaviour(player, self.reach(player))
            if game.locked is not None:
                locked = game.locked[player]
                behaviour = np.where(np.isnan(locked), behaviour, locked)
            found.append(dict(zip(names[1:], read_only(behaviour).T[1:], strict=True)))
        return ByPlayer(found, game.tree.players)

    def table(self, player: Player) -> "pd.DataFrame":
        """One of the `strategies` to nine digits: a row per hand, a column per action."""
        import pandas as pd

        player = self.game.tree.player(player)
        hands, columns = self.game.deal.hands[player], dict(self.strategies[player])
        return pd.DataFrame(columns, index=hands).round(9)

    def probability(self, player: Player, action: str, hand: str | None = None) -> np.ndarray | Any:
        """How likely a player is to take an action when it is his turn, (hands,), or with one hand.

        The action is its full name, such as ``"push, call"``, or just ``"call"`` if that is enough.
        Where the deal has combos, a hand such as ``"66"`` stands for all of its combos there: it
        has their mean, weighted by how often each of them is dealt and the player's own play leads
        there, as `chart` draws it.
        """
        game, player = self.game, self.game.tree.player(player)
        sequence = game.tree.sequence(player, action)
        column = self.strategies[player][game.tree.sequences[player][sequence]]
        if hand is None:
            return column
        places = game.deal.indices(player, hand)
        if len(places) == 1:
            return float(column[places[0]])
        dealt = game.deal.chances(player)[places]
        led = dealt * self.reach(player)[places, game.tree.parents[player][sequence]]
        weights = led if led.any() else dealt if dealt.any() else None
        return float(np.average(column[places], weights=weights))

    def frequency(self, player: Player, action: str) -> float:
        """How often a player takes an action, named as in `probability`, over all deals."""
        game, player = self.game, self.game.tree.player(player)
        sequence = game.tree.sequence(player, action)
        sets = game.tree.information_sets[player]
        node = next(s for s in sets if s.children.start <= sequence < s.children.stop)
        prior = game.deal.prior if player == 0 else game.deal.prior.T
        other = self.reach(1 - player)[:, node.opponent]
        return float(self.reach(player)[:, sequence] @ (prior @ other))

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
            that leads to no decision of his is a ValueError.
        title : str, optional
            The title of the chart, instead of one that names the player and the history.

        Returns
        -------
        RangeChart
            A chart of the 169 hands. Combos are folded into them, weighted by how often they come
            to the decision. A deal that is not hold'em has its own hands.
        """
        from pokerlab import charts

        tree, player = self.game.tree, self.game.tree.player(player)
        sets = {node.history: node for node in tree.information_sets[player]}
        if history is None:
            history = next(iter(sets)) if len(sets) == 1 else ""
        if history not in [*sets]:  # which, unlike the mapping, anything can be looked up in
            needed = f"one of {', '.join(map(repr, sets))} needed"
            raise ValueError(f"history: {history!r} given, {needed}")
        check_type("title", title, str | None, "text")
        decision = sets[history]
        names = tree.sequences[player][decision.children]
        shown, rows = _chart_rows(self.game.deal.hands[player])
        reach = self.game.deal.chances(player) * self.reach(player)[:, decision.parent]
        taken = (reach * self.strategies[player][name] for name in names)
        weights, *sums = (np.bincount(rows, column, len(shown)) for column in (reach, *taken))
        empty = np.zeros((len(sums), len(shown)))
        probabilities = np.divide(sums, weights, out=empty, where=weights > 0).T
        actions = [name.split(", ")[-1] for name in names]
        title = title or f"{tree.players[player].capitalize()} after {history or 'the deal'}"
        return charts.range_chart(
            probabilities, title=title, actions=actions, weights=weights, hands=shown
        )

    def _repr_html_(self) -> str:
        """Its value and bracket, and each player's first decision in charts; or tables of both."""
        from pokerlab import charts

        deal, sets = self.game.deal, self.game.tree.information_sets
        shown = f"<p>{escape(repr(self))}</p>"
        players = [player for player in (0, 1) if sets[player]]
        if {*deal.hands[0], *deal.hands[1]} <= _CHART_ROW.keys():
            drawn = (self.chart(player, sets[player][0].history) for player in players)
            return shown + charts.row(*drawn)._repr_html_()
        return shown + "".join(self.table(player).to_html(max_rows=60) for player in players)


#: In which place of the chart each hand, and each combo, is drawn.
_CHART_ROW = HAND_INDEX | dict(zip(COMBO_NAMES, HAND_OF_COMBO.tolist(), strict=True))


def _chart_rows(labels: Sequence[str]) -> tuple[Sequence[str], list[int]]:
    """The hands of a chart, and in which place of it each of the labelled hands is drawn."""
    if _CHART_ROW.keys() >= {*labels}:
        return HANDS, [_CHART_ROW[label] for label in labels]
    return labels, [*range(len(labels))]


@dataclass(frozen=True, eq=False)
class Solution(Profile):
    """A pair of strategies and the proof of how good they are.

    Plans of a wrong shape, not of numbers, or known to be somebody else's are a ValueError, and
    amounts in the tree that are too far apart for floats an ArithmeticError.
    """

    game: Game
    #: Player 0's plan and player 1's, (hands, sequences) arrays; made exact plans first where
    #: rounding has left them not quite such.
    plans: Sequence[np.ndarray]
    solver: str  #: Who found them.
    history: History | None = None  #: How it converged, for an iterative solver.
    value: float = field(init=False)  #: What they earn against each other, within the bounds.
    #: What player 0's guarantees, proven up to rounding, a tiny part of the largest amount.
    lower: float = field(init=False)
    upper: float = field(init=False)  #: What player 1's does.

    def __post_init__(self) -> None:
        game = self.game
        check_game(game)
        game.check_amounts()
        plans = read_pair("plans", self.plans, "two plans")
        x, y = (_settled(game, player, plans[player]) for player in (0, 1))
        values = game.sequence_values(0, y), game.sequence_values(1, x)
        upper, lower = (game.respond(p, values[p])[1] for p in (0, 1))
        value = float((x * values[0]).sum())
        # Rounding may put the value a little outside the bracket, which is widened to hold it.
        lower, upper = min(lower, value), max(upper, value)
        set_fields(self, plans=(read_only(x), read_only(y)), value=value, lower=lower, upper=upper)

    def save(self, path: str | Path) -> None:
        """Write the game and the two plans to a file for `load`; the history is left out.

        It is a ValueError if the name of the file does not end in ``.npz``, or the game takes more
        than `MOST_TEXT` characters, and an OSError if the file cannot be written.
        """
        check_ending(path, ".npz")
        game = self.game
        text = {"solver": self.solver, "tree": game.tree.to_dict()}
        arrays: dict[str, Any] = {f"plan{p}": plan for p, plan in enumerate(self.plans)}
        if game.deal is not holdem():  # which needs no room
            deal = game.deal
            text["deal"] = {"name": deal.name, "hands": deal.hands, "players": deal.players}
            if deal.sides:  # which tell all the rest
                for player, side in enumerate(deal.sides):
                    names = (f"{name}{player}" for name in _SIDE)
                    arrays |= dict(zip(names, side.by_hand(), strict=True))
            else:
                arrays |= {name: getattr(deal, name) for name in _COUNTS}
        if game.locked is not None:
            arrays |= {f"locked{player}": chances for player, chances in enumerate(game.locked)}
        written = json.dumps(text)
        if len(written) > MOST_TEXT:
            given = f"solution: {len(written):,} characters for deal and tree"
            raise ValueError(f"{given}, at most {MOST_TEXT:,} can be saved")
        write_arrays(path, text=written, **arrays)

    def __repr__(self) -> str:
        return (
            f"<Solution of {self.game.tree.name} by {self.solver}: "
            f"{self.lower:.9g} <= value <= {self.upper:.9g}>"
        )


def _settled(game: Game, player: int, plan: np.ndarray) -> np.ndarray:
    """The exact plan that an array nearly is: the array itself, if only rounding divides them.

    So a plan that was saved is the same when it is loaded.
    """
    made, given = game.as_plan(player, plan), np.asarray(plan, float)
    return given if (abs(made - given) <= NOISE * given).all() else made


def load(path: str | Path) -> Solution:
    """Read a saved solution, and prove its bounds anew: they are not in the file.

    They are those of the game in the file, whatever names it gives to deal, tree and hands. A file
    that cannot be read is an OSError; one that holds no solution, or no plans, a ValueError.
    """

    def make(file: Arrays) -> Solution:
        text, deal = json.loads(str(file.take("text", MOST_TEXT, itemsize=4))), holdem()
        if (given := text.get("deal")) is not None:
            deal = _read_deal(file, **given)
        tree = Tree.from_dict(text["tree"])

        def both(name: str) -> Iterator[np.ndarray]:
            for player in (0, 1):
                yield file.take(
                    f"{name}{player}", len(deal.hands[player]) * tree.sequence_counts[player]
                )

        game = Game(deal, tree, as_pair(both("locked")) if "locked0" in file else None)
        plans = (plan.astype(float, casting="safe") for plan in both("plan"))
        return Solution(game, as_pair(map(game.check_plan, (0, 1), plans)), text["solver"])

    return read_arrays(path, make, "saved solution")


def _read_deal(file: Arrays, name: str, hands: Sequence, players: Sequence[str]) -> Deal:
    """The deal in a file: a river by its two sides, and any other one by its counts."""
    sizes = as_pair(map(len, hands))
    if "cards0" not in file:
        weights, margins, runouts = (file.take(count, sizes[0] * sizes[1]) for count in _COUNTS)
        return Deal(as_pair(map(tuple, hands)), weights, margins, runouts, name, as_pair(players))
    sides = []
    for player, size in enumerate(sizes):
        wide = {"cards": 2 * size}
        parts = (file.take(f"{part}{player}", wide.get(part, size)) for part in _SIDE)
        sides.append(Side.of(*parts))
    return Deal.from_sides(hands, sides, name, players)
