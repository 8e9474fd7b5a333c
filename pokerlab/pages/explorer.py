"""The tools of the book's explorer, as a page holds them without kernel or network.

A page has what its script begins with, in JSON, and a substitute for readers without scripts. The
script solves games by itself, in `book/_scripts/solver.js`, and works out what every action earns.
The page also brings a rounded solution that is better than what it could find while its reader
waits. Rounding raises an ArithmeticError if another processor's last digits could make a
difference.
"""

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np

from pokerlab import charts
from pokerlab._support.notebooks import Record, ShownInNotebook, json_script
from pokerlab._support.pairs import as_pair
from pokerlab.integers import give_rest
from pokerlab.pages.script_data import deal_data, palette
from pokerlab.solutions import Solution
from pokerlab.trees import InformationSet

__all__ = ["MIN_UNITS", "UNITS", "Tool", "round_to_units", "rounded_solution"]

UNITS = 50_000  #: Probabilities are rounded to multiples of 1 / UNITS.
#: Fewer units count as 0: the rule that chooses among optima may err by as much.
MIN_UNITS = 5
# How much a number may differ from one processor to the next, in units of 1.
_PROCESSOR_NOISE = 1e-10


def round_to_units(numbers: np.ndarray, units: int) -> np.ndarray:
    """Round numbers to multiples of ``1 / units``, the same on every processor.

    Parameters
    ----------
    numbers : array_like of float
        In an array of any shape.
    units : int
        How many of them make 1.

    Returns
    -------
    ndarray of int
        The numbers in units, in the same shape.

    Raises
    ------
    ArithmeticError
        A number so close to the middle between two multiples that another processor's last digits
        could decide; and NaN.

    Examples
    --------
    >>> round_to_units([0.25, 1 / 3], 1000)
    array([250, 333])
    """
    scaled = units * np.asarray(numbers, float)
    distance_from_middle = abs(abs(scaled - np.trunc(scaled)) - 0.5)
    undecided = ~(distance_from_middle > units * _PROCESSOR_NOISE)  # or nan
    if undecided.any():
        number = scaled[undecided].flat[0] / units
        raise ArithmeticError(f"numbers: {number!r} lies between two multiples of 1/{units}")
    return np.rint(scaled).astype(int)


def rounded_solution(solution: Solution) -> Solution:
    """Round a solution's probabilities for the page, and prove its bounds anew.

    Probabilities of actions become multiples of ``1 / UNITS``, and the smallest of them 0. The
    likeliest action takes the rest of 1 that rounding leaves. Decisions that a player's own play
    never reaches are all 0. It is an ArithmeticError where rounding could go either way, as in
    `round_to_units`.
    """
    information_sets = solution.game.tree.information_sets
    rounded_plans = as_pair(map(_round_plan, information_sets, solution.plans))
    return Solution(solution.game, rounded_plans, "explorer")


def _round_plan(information_sets: Sequence[InformationSet], plan: np.ndarray) -> np.ndarray:
    """Round the probabilities of a player's actions, and multiply them along each sequence."""
    rounded = np.ones(plan.shape)
    for information_set in information_sets:
        before, after = information_set.sequence_before, information_set.sequences_after
        reached = rounded[:, before] > 0
        units = round_to_units(plan[reached, after] / plan[reached, before, None], UNITS)
        units[units < MIN_UNITS] = 0
        give_rest(units, UNITS, units.argmax(axis=1))
        rounded[:, after] = 0
        rounded[reached, after] = rounded[reached, before, None] * (units / UNITS)
    return rounded


class Tool(ShownInNotebook):
    """A tool of the explorer: what its script begins with, and a substitute without scripts.

    Parameters
    ----------
    name : str
        The script's name for it.
    instead : str
        A sentence for readers without scripts.
    picture : pokerlab.charts.Drawing, optional
        A picture for them.
    deal : bool
        Whether the tool brings hold'em's deal and the colours (`deal_data`, `palette`), as one
        tool does for all of a page.
    solution : Solution, optional
        The solution to show first, as `rounded_solution` makes it: its ``plans``, a list for each
        sequence of each player. The script builds the tree from the tool's first settings and from
        ``played``, if `more` has it.
    **more
        Anything else that the script needs. All this is in the attribute ``page_data``.
    """

    def __init__(
        self,
        name: str,
        instead: str,
        picture: charts.Drawing | None = None,
        deal: bool = False,
        solution: Solution | None = None,
        **more: Any,
    ) -> None:
        self.name, self.instead, self.picture = name, instead, picture
        self.page_data: dict[str, Any] = {"deal": deal_data(), "palette": palette()} if deal else {}
        self.page_data |= more
        self.solution = rounded_solution(solution) if solution else None
        if self.solution:
            self.page_data["plans"] = [
                [[_short(number) for number in sequence] for sequence in plan.T.tolist()]
                for plan in self.solution.plans
            ]

    def records(self) -> list[Record]:
        """Return the numbers of the picture, or none."""
        return self.picture.records() if self.picture else []

    def _repr_html_(self) -> str:
        picture = self.picture._repr_html_() if self.picture else ""
        return (
            f'<div class="explorer" id="{escape(self.name)}">'
            f'<div class="explorer-static"><p>{escape(self.instead)}</p>{picture}</div>'
            f"{json_script(self.page_data)}</div>"
        )

    def __repr__(self) -> str:
        return f"<the explorer's {self.name} tool>"


def _short(number: float) -> float:
    """Return a number so that JSON has 0 and 1 without a decimal point, most of a plan."""
    return int(number) if number in (0, 1) else number
