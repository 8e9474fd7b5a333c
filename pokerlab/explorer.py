"""What the book's explorer shows: what a page needs that has neither kernel nor network.

The page has the two matrices of the deal, exactly; it solves games by itself, in
`book/_static/solver.js`, and works out what every action earns. A solution that is better than what
it would find while its reader waits comes with it. Nearly all probabilities of a solution are 0 or
1: `pack` writes a hand's choice in an information set as a number of a few bits, and only where it
is mixed its probabilities too, rounded; `unpack` reads it back, as `book/_static/explorer.js` does.
Wherever numbers are rounded it is an ArithmeticError if another processor's last digits could turn
one the other way. Plans are realization plans, of shape (hands, sequences).
"""

import base64
import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from pokerlab import charts
from pokerlab._foundations import pair
from pokerlab.deals import Deal
from pokerlab.equities import BOARDS
from pokerlab.games import Game
from pokerlab.solutions import Solution
from pokerlab.trees import Tree

UNITS = 50_000  #: Probabilities are stored as multiples of 1 / UNITS.
LEAST = 5  #: Probabilities of fewer units are 0: so much may the rule err that chooses an optimum.
VALUE_UNITS = 1_000_000  #: Values are stored as multiples of 1 / VALUE_UNITS chips.
NOISE = 1e-10  #: How much a number may differ from one processor to the next, in units of 1.


def rounded(numbers: np.ndarray, units: int) -> np.ndarray:
    """Round numbers to multiples of ``1 / units``, the same on every processor.

    Returns an array of int: how many units each number is. One so close to the middle between two
    multiples that `NOISE` could decide is an ArithmeticError.

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
    """Write both players' plans as a short text.

    It is in base 64: per player, information set by information set, first a code per hand, as wide
    as it must be, most significant bit first: the number of the action that is always taken, or the
    number of actions if the hand is mixed. Then for each mixed hand how many actions it takes, a
    byte, and for each of these its number, a byte, and its probability in `UNITS`, two bytes, if
    that is `LEAST` or more. Where the player's own play never leads, the code is 0.
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
    """Read what `pack` has written for a tree and so many hands: both players' plans."""
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
    return pair(plans)


def deal_data(deal: Deal) -> dict[str, Any]:
    """The two matrices of a hold'em deal, exactly, for the page.

    The deal has the same hands for both players, is symmetric, and has all boards for every pair of
    combos. Returns ``hands``; ``weights`` and ``margins``, the triangles on and above the diagonal
    and strictly above it, in base 64: bytes, and little-endian 32-bit integers; ``total``, the sum
    of all weights, and ``boards``: ``prior = weights / total``, and what a pair adds to the value
    per chip staked is ``margins / (total * boards)``.
    """
    above = np.triu_indices(len(deal.hands[0]), 1)
    up_to = np.triu_indices(len(deal.hands[0]))
    parts = {"weights": deal.weights[up_to].astype("u1"), "margins": deal.margins[above]}
    parts["margins"] = parts["margins"].astype("<i4")
    data = {name: base64.b64encode(part.tobytes()).decode() for name, part in parts.items()}
    return {"hands": deal.hands[0], "total": int(deal.weights.sum()), "boards": BOARDS, **data}


def palette() -> dict[str, Any]:
    """What the book gives each action, a colour with black or white for what is written on it.

    Returns one for the first word of each action's name, and for ``ramp``, from the smallest to the
    largest of several raises.
    """

    def inked(color: str) -> list[str]:
        return [color, "#000" if charts.reads_in_black(color) else "#fff"]

    names = ["fold", "call", "check", "raise", "push", "all-in"]
    ramp = [inked(charts.scale_color(charts.RAISES, step / 30)) for step in range(31)]
    return {name: inked(*charts.action_colors([name])) for name in names} | {"ramp": ramp}


def unpacked(game: Game, data: Mapping[str, Any]) -> Solution:
    """The solution that the page shows by one of a `Tool`'s games: rounded, and certified anew."""
    return Solution(game, unpack(game.tree, data["plans"], game.shape(0)[0]), "explorer")


class Tool:
    """A tool of the page; without scripts, what stands in for it.

    Parameters
    ----------
    name : str
        By which the script knows it.
    instead : str
        A sentence for readers without scripts.
    picture : pokerlab.charts.Drawing, optional
        What else they see.
    deal : Deal, optional
        The deal, which one tool brings for all tools of a page.
    first : Solution, optional
        What is shown before anything else is asked. The script builds its tree itself, of the
        settings with which the tool begins and of those in ``played``, if `more` has them.
    **more
        What the script is to know besides.

    Attributes
    ----------
    data : dict
        What the script reads: ``deal`` and ``palette``, if this tool brings them; `more`; and of
        the first solution ``plans``, packed.
    """

    def __init__(
        self,
        name: str,
        instead: str,
        picture: charts.Drawing | None = None,
        deal: Deal | None = None,
        first: Solution | None = None,
        **more: Any,
    ) -> None:
        self.name, self.instead, self.picture = name, instead, picture
        self.data: dict[str, Any] = {"deal": deal_data(deal), "palette": palette()} if deal else {}
        self.data |= more
        if first:
            self.data["plans"] = pack(first.game.tree, first.plans)

    def _repr_html_(self) -> str:
        text = json.dumps(self.data, separators=(",", ":"), ensure_ascii=False)
        text = text.replace("<", r"\u003c")
        drawn = self.picture._repr_html_() if self.picture else ""
        return (
            f'<div class="explorer" id="{escape(self.name)}">'
            f'<div class="explorer-static"><p>{escape(self.instead)}</p>{drawn}</div>'
            f'<script type="application/json">{text}</script></div>'
        )

    def __repr__(self) -> str:
        return f"<the explorer's {self.name} tool>"
