"""What the book's explorer shows: what a page needs that has neither kernel nor network.

The page has the two matrices of the deal, exactly; it solves games by itself, in
`book/_static/solver.js`, and works out what every action earns. A solution that is better than what
it would find while its reader waits comes with it, rounded. Wherever numbers are rounded it is an
ArithmeticError if another processor's last digits could turn one the other way.
"""

import base64
import json
from html import escape
from typing import Any

import numpy as np

from pokerlab import charts
from pokerlab._foundations import pair
from pokerlab.deals import Deal
from pokerlab.equities import BOARDS
from pokerlab.solutions import Solution

UNITS = 50_000  #: What a hand does in an information set is rounded to multiples of 1 / UNITS.
LEAST = 5  #: Probabilities of fewer units are 0: so much may the rule err that chooses an optimum.
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


def shortened(solution: Solution) -> Solution:
    """The solution as the page shows it: what every hand does rounded, and certified anew.

    What is left to 1, or is lost, is the likeliest action's. Where a player's own play never leads,
    its plan is all 0.
    """
    plans = []
    for sets, plan in zip(solution.game.tree.information_sets, solution.plans, strict=True):
        short = np.ones(plan.shape)
        for node in sets:
            led = short[:, node.parent] > 0
            units = rounded(plan[led, node.children] / plan[led, node.parent, None], UNITS)
            units[units < LEAST] = 0
            units[np.arange(len(units)), units.argmax(axis=1)] += UNITS - units.sum(axis=1)
            short[:, node.children] = 0
            short[led, node.children] = short[led, node.parent, None] * (units / UNITS)
        plans.append(short)
    return Solution(solution.game, pair(plans), "explorer")


def deal_data(deal: Deal) -> dict[str, Any]:
    """The two matrices of a symmetric hold'em deal, exactly, for the page.

    Returns ``hands``; ``weights`` and ``margins``, the triangles on and above the diagonal and
    strictly above it, in base 64: bytes, and little-endian 32-bit integers; ``total``, the sum of
    all weights, and ``boards``: ``prior = weights / total``, and what a pair adds to the value per
    chip staked is ``margins / (total * boards)``.
    """
    up_to, above = (np.triu_indices(len(deal.weights), k) for k in (0, 1))
    parts = {"weights": deal.weights[up_to].astype("u1")}
    parts["margins"] = deal.margins[above].astype("<i4")
    data = {name: base64.b64encode(part.tobytes()).decode() for name, part in parts.items()}
    return {"hands": deal.hands[0], "total": int(deal.weights.sum()), "boards": BOARDS, **data}


def palette() -> dict[str, Any]:
    """The book's colour of each action, and ink to write on it; ``ramp`` for several raises."""

    def inked(color: str) -> list[str]:
        return [color, "#000" if charts.reads_in_black(color) else "#fff"]

    names = ["fold", "call", "check", "raise", "push", "all-in"]
    ramp = [inked(charts.scale_color(charts.RAISES, step / 30)) for step in range(31)]
    return {name: inked(*charts.action_colors([name])) for name in names} | {"ramp": ramp}


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
        The deal, which one tool brings for all tools of a page, as it does the `palette`.
    first : Solution, optional
        What is shown, `shortened`, before anything else is asked: its ``plans``, a list for each
        sequence of each player. The script builds its tree itself, of the settings with which the
        tool begins and of those in ``played``, if `more` has them.
    **more
        What the script is to know besides. All this is in the attribute ``data``.
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
        self.first = shortened(first) if first else None
        if self.first:
            self.data["plans"] = [
                [[int(x) if x in (0, 1) else x for x in column] for column in plan.T.tolist()]
                for plan in self.first.plans
            ]

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
