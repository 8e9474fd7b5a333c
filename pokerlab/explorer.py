"""What the book's explorer shows: solutions packed for a page that has neither kernel nor network.

A page can work out by itself what every action earns, if it has what a :class:`Game` has: the two
matrices of the deal, and the tree. So all that is stored of a solution is the two strategies, and
nearly all of their probabilities are 0 or 1. `pack` writes a hand's choice in an information set
as a number of a few bits, and only where it is mixed its probabilities too, rounded; `unpack` reads
it back, as `book/_static/explorer.js` does. Rounding is refused where another processor's last
digits could turn it the other way.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from pokerlab import charts
from pokerlab.deals import Deal
from pokerlab.equities import BOARDS
from pokerlab.games import Game, Solution
from pokerlab.studies.push_fold_chart import Chart
from pokerlab.trees import Tree

UNITS = 50_000
"""Probabilities are stored as multiples of 1 / UNITS."""

LEAST = 5
"""Probabilities of fewer units are 0: so much may the rule err that chooses an optimum."""

VALUE_UNITS = 1_000_000
"""Values are stored as multiples of 1 / VALUE_UNITS chips."""

NOISE = 1e-10
"""How much a number may differ from one processor to the next, in units of 1."""


def rounded(numbers: np.ndarray, units: int) -> np.ndarray:
    """Round numbers to multiples of ``1 / units``, the same on every processor.

    Parameters
    ----------
    numbers : array_like
        Any numbers.
    units : int
        How many units make 1.

    Returns
    -------
    ndarray of int
        How many units each number is.

    Raises
    ------
    ArithmeticError
        If a number is so close to the middle between two multiples that noise could decide.

    Examples
    --------
    >>> rounded([0.25, 1 / 3], 1000)
    array([250, 333])
    """
    scaled = units * np.asarray(numbers, float)
    close = abs(abs(scaled - np.trunc(scaled)) - 0.5) <= units * NOISE
    if close.any():
        number = scaled[close].flat[0] / units
        raise ArithmeticError(f"numbers: {number!r} lies between two multiples of 1/{units}")
    return np.rint(scaled).astype(int)


def pack(tree: Tree, plans: Sequence[np.ndarray]) -> str:
    """Write both players' strategies as a short text.

    Parameters
    ----------
    tree : Tree
        The betting.
    plans : pair of (hands, sequences) arrays
        Player 0's realization plan and player 1's.

    Returns
    -------
    str
        In base 64: per player, information set by information set, first a code per hand, as wide
        as it must be, most significant bit first: the number of the action that is always taken, or
        the number of actions if the hand is mixed. Then for each mixed hand how many actions it
        takes, a byte, and for each of these its number, a byte, and its probability in `UNITS`, two
        bytes, if that is `LEAST` or more. Where the player's own play never leads, the code is 0.

    Raises
    ------
    ArithmeticError
        If a probability cannot be rounded safely.
    """
    out = bytearray()
    for sets, plan in zip(tree.information_sets, plans, strict=True):
        led = np.ones(plan.shape, bool)
        for node in sets:
            here = led[:, node.parent]
            shares = np.zeros((len(plan), node.children.stop - node.children.start))
            shares[here] = plan[here, node.children] / plan[here, node.parent, None]
            units = rounded(shares, UNITS)
            units[units < LEAST] = 0
            led[:, node.children] = units > 0
            mixed = (units > 0).sum(axis=1) > 1
            codes = np.where(mixed, units.shape[1], units.argmax(axis=1))
            width = units.shape[1].bit_length()
            bits = codes[:, None] >> np.arange(width)[::-1] & 1
            out += np.packbits(bits.astype(np.uint8)).tobytes()
            for row in units[mixed]:
                played = np.flatnonzero(row)
                out.append(len(played))
                for action in played:
                    out += bytes([action]) + int(row[action]).to_bytes(2, "big")
    return base64.b64encode(out).decode()


def unpack(tree: Tree, text: str, hands: int = 169) -> tuple[np.ndarray, np.ndarray]:
    """Read what `pack` has written.

    Parameters
    ----------
    tree : Tree
        The betting.
    text : str
        What `pack` returned.
    hands : int
        How many hands either player may hold.

    Returns
    -------
    pair of (hands, sequences) arrays
        Realization plans.
    """
    data, at, plans = base64.b64decode(text), 0, []
    for sets, names in zip(tree.information_sets, tree.sequences, strict=True):
        plan = np.ones((hands, len(names)))
        for node in sets:
            actions = node.children.stop - node.children.start
            width = actions.bit_length()
            size = -(-hands * width // 8)
            bits = np.unpackbits(np.frombuffer(data, np.uint8, size, at))[: hands * width]
            codes = bits.reshape(hands, width) @ (1 << np.arange(width)[::-1])
            shares = np.zeros((hands, actions + 1))
            shares[np.arange(hands), codes] = 1
            at += size
            for hand in np.flatnonzero(codes == actions):
                for _ in range(data[at]):
                    at += 3
                    shares[hand, data[at - 2]] = int.from_bytes(data[at - 1 : at + 1], "big")
                at += 1
                shares[hand, actions] = 0
            shares = shares[:, :actions] / shares[:, :actions].sum(axis=1, keepdims=True)
            plan[:, node.children] = plan[:, [node.parent]] * shares
        plans.append(plan)
    return tuple(plans)


def deal_data(deal: Deal) -> dict[str, Any]:
    """The two matrices of a hold'em deal, exactly, for the page.

    Parameters
    ----------
    deal : Deal
        The same hands for both players, symmetric, and with all boards for every pair of combos.

    Returns
    -------
    dict
        ``hands``; ``weights`` and ``margins``, the triangles on and above the diagonal and strictly
        above it, in base 64: bytes, and little-endian 32-bit integers; ``total``, the sum of all
        weights, and ``boards``: ``prior = weights / total``, and what a pair adds to the value per
        chip staked is ``margins / (total * boards)``.
    """
    above = np.triu_indices(len(deal.hands[0]), 1)
    up_to = np.triu_indices(len(deal.hands[0]))
    parts = {"weights": deal.weights[up_to].astype("u1"), "margins": deal.margins[above]}
    parts["margins"] = parts["margins"].astype("<i4")
    data = {name: base64.b64encode(part.tobytes()).decode() for name, part in parts.items()}
    return {"hands": deal.hands[0], "total": int(deal.weights.sum()), "boards": BOARDS, **data}


def tree_data(tree: Tree) -> dict[str, Any]:
    """A tree without its amounts, for the page.

    Parameters
    ----------
    tree : Tree
        The betting.

    Returns
    -------
    dict
        ``players``; for each of them ``sequences``, names, and ``sets``, rows of history, parent,
        opponent's sequence, first child and last child + 1; ``ends``, rows of the two last
        sequences and whether the hands are shown; ``colors``, what the book gives each action (and
        ``other`` raises than one), with black or white for what is written on it.
    """
    sets = [
        [[s.history, s.parent, s.opponent, s.children.start, s.children.stop] for s in own]
        for own in tree.information_sets
    ]
    ends = [[*end.sequences, int(end.showdown)] for end in tree.terminals]
    names = {name.rpartition(", ")[2] for own in tree.sequences for name in own[1:]}
    colors = {name: charts.action_colors([name])[0] for name in sorted(names | {"raise"})}
    colors["other"] = charts.RAISES[0]
    return {
        "players": tree.players,
        "sequences": tree.sequences,
        "sets": sets,
        "ends": ends,
        "colors": {name: [color, _ink(color)] for name, color in colors.items()},
    }


def game_data(solution: Solution) -> dict[str, Any]:
    """A solution for the page: what its tree pays, its strategies and its value.

    Parameters
    ----------
    solution : Solution
        Of a game with hold'em's 169 hands.

    Returns
    -------
    dict
        ``amounts``, one per ending; ``plans``, packed; ``value``, in `VALUE_UNITS`.

    Raises
    ------
    ArithmeticError
        If a probability or the value cannot be rounded safely.
    """
    tree = solution.game.tree
    return {
        "amounts": [float(end.amount) for end in tree.terminals],
        "plans": pack(tree, solution.plans),
        "value": int(rounded(solution.value, VALUE_UNITS)),
    }


def unpacked(game: Game, data: Mapping[str, Any]) -> Solution:
    """The solution that the page shows: rounded, and certified anew.

    Parameters
    ----------
    game : Game
        The game that was solved.
    data : mapping
        What `game_data` has made of its solution.
    """
    return Solution(game, unpack(game.tree, data["plans"], game.shape(0)[0]), "explorer")


def proven(solutions: Iterable[Solution], shown: Iterable[Mapping[str, Any]]) -> str:
    """How closely the strategies that the page shows prove the values of their games.

    Parameters
    ----------
    solutions : iterable of Solution
        What was solved.
    shown : iterable of mapping
        What `game_data` has made of each.

    Returns
    -------
    str
        A power of ten, in chips, that no bracket of the rounded strategies exceeds.
    """
    pairs = zip(solutions, shown, strict=True)
    certified = [unpacked(solution.game, data) for solution, data in pairs]
    width = max(solution.upper - solution.lower for solution in certified)
    digits = -math.ceil(math.log10(width))
    return f"{10.0**-digits:.{digits}f}"


class Tool:
    """A part of the explorer, as the page shows it; without scripts, what stands in for it.

    Parameters
    ----------
    name : str
        Which tool: ``"push-fold"``, ``"preflop"`` or ``"one-round"``.
    data : mapping
        What it shows, as the script reads it; one tool of a page also brings the ``deal``.
    instead : str
        A sentence for readers without scripts.
    picture : pokerlab.charts.Drawing, optional
        What else they see.
    """

    def __init__(
        self,
        name: str,
        data: Mapping[str, Any],
        instead: str,
        picture: charts.Drawing | None = None,
    ) -> None:
        self.name, self.data, self.instead, self.picture = name, data, instead, picture

    def _repr_html_(self) -> str:
        text = json.dumps(self.data, separators=(",", ":"), ensure_ascii=False)
        text = text.replace("<", r"\u003c")
        drawn = self.picture._repr_html_() if self.picture else ""
        return (
            '<link rel="stylesheet" href="../_static/explorer.css">'
            '<script src="../_static/explorer.js" defer></script>'
            f'<div class="explorer" id="{escape(self.name)}">'
            f'<div class="explorer-static"><p>{escape(self.instead)}</p>{drawn}</div>'
            f'<script type="application/json">{text}</script></div>'
        )

    def __repr__(self) -> str:
        return f"<the explorer's {self.name} tool>"


def push_fold_tool(chart: Chart, picture: charts.Drawing) -> Tool:
    """Push or fold over stacks. It also brings the deal, for all tools of the page.

    Parameters
    ----------
    chart : pokerlab.studies.push_fold_chart.Chart
        Solved at stacks at which both players may fold.
    picture : pokerlab.charts.Drawing
        For readers without scripts: the ranges with ten big blinds.

    Raises
    ------
    ArithmeticError
        If a number cannot be rounded safely.
    """
    first = chart.solutions[0].game
    data = {
        "deal": deal_data(first.deal),
        "trees": [tree_data(first.tree)],
        "stacks": [float(stack) for stack in chart.stacks],
        "games": [game_data(solution) for solution in chart.solutions],
    }
    data["proven"] = proven(chart.solutions, data["games"])
    instead = "The stack can be changed where scripts are allowed. With ten big blinds:"
    return Tool("push-fold", data, instead, picture)


def preflop_tool(solutions: Mapping[tuple[str, int, str, str], Solution]) -> Tool:
    """Limit and pot-limit betting before the flop, for several rules.

    Parameters
    ----------
    solutions : mapping of (str, int, str, str) to Solution
        By the blinds, the actions of each player, ``"limit"`` or ``"pot"``, and ``"yes"`` or
        ``"no"`` for whether the big blind is live; every combination.

    Raises
    ------
    ArithmeticError
        If a number cannot be rounded safely.
    """
    trees = {solution.game.tree.sequences: solution.game.tree for solution in solutions.values()}
    places = {names: place for place, names in enumerate(trees)}
    games = [
        dict(zip(("blinds", "nr", "betting", "live"), setting, strict=True))
        | {"tree": places[solution.game.tree.sequences]}
        | game_data(solution)
        for setting, solution in solutions.items()
    ]
    data = {"trees": [tree_data(tree) for tree in trees.values()], "games": games}
    data["proven"] = proven(solutions.values(), games)
    return Tool("preflop", data, "The rules can be changed where scripts are allowed.")


def one_round_tool(solution: Solution, sizes: Iterable[int]) -> Tool:
    """The one-round game.

    Parameters
    ----------
    solution : Solution
        Of the game with the raises that are used.
    sizes : iterable of int
        All raises that were allowed.

    Raises
    ------
    ArithmeticError
        If a number cannot be rounded safely.
    """
    games = [game_data(solution)]
    data = {"trees": [tree_data(solution.game.tree)], "sizes": list(sizes), "games": games}
    data["proven"] = proven([solution], games)
    return Tool("one-round", data, "The raise can be changed where scripts are allowed.")


def _ink(color: str) -> str:
    """Black or white, whichever reads better on a colour."""
    return "#000" if (charts.luminance(color) + 0.05) ** 2 > 1.05 * 0.05 else "#fff"
