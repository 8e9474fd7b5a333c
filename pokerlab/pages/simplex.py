"""The simplex method on sim.c's linear program, from any pure strategy.

A. Selby's sim.c (1999) lets the first player minimise the sum of what the opponent's hands win from
him, ``sum_k max_l sum_ij p(i, j) EV(i, j, k, l)``. With one ``m(k)`` for each maximum this is a
linear program, and every pure strategy ``p`` is a corner of it. So the simplex method can start
anywhere, with no first phase. The program is kept as a *dictionary* (V. Chvátal, Linear
Programming, 1983): what is not zero at the corner, as a function of what is.

This is the textbook method, dense and plain, for a look at its steps. To solve games, use
:mod:`pokerlab.solvers.lp` or :mod:`pokerlab.solvers.double_oracle`.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

TINY = 1e-9  #: What rounding may leave of a zero.


@dataclass(eq=False, repr=False)
class Dictionary:
    """A corner of the program, and how everything depends on the variables that are 0 there."""

    rows: list[str]  #: The basic variables, and last the objective.
    columns: list[str]  #: The variables that are 0 at the corner.
    #: (rows, 1 + columns): each row has its value at the corner, then the coefficients of the
    #: columns. Floats, or fractions in an array of objects, which make every step exact.
    table: np.ndarray
    pivots: int = 0  #: How many steps were taken.

    @property
    def value(self) -> Any:
        """The objective at the corner, a number like those in the table."""
        return self.table[-1, 0]

    def entering(self) -> int | None:
        """The column that lowers the objective fastest, Dantzig's rule; None at an optimum."""
        costs = self.table[-1, 1:]
        best = int(np.argmin(costs))
        return best if costs[best] < -TINY else None

    def leaving(self, column: int) -> int:
        """The row that first falls to zero as a column grows; of several, the steepest."""
        slopes = self.table[:-1, 1 + column]
        falling = np.flatnonzero(slopes < -TINY)
        limits = np.maximum(self.table[falling, 0], 0) / -slopes[falling]
        first = falling[limits <= limits.min() + TINY * 1e-3]
        return int(first[np.argmin(slopes[first])])

    def step(self) -> tuple[str, str] | None:
        """Move to a neighbouring corner; return what entered and what left, None at an optimum."""
        column = self.entering()
        if column is None:
            return None
        row = self.leaving(column)
        swapped = self.columns[column], self.rows[row]
        self.rows[row], self.columns[column] = swapped
        slope = self.table[row, 1 + column]
        solved = -self.table[row] / slope
        solved[1 + column] = 1 / slope
        slopes = self.table[:, 1 + column].copy()
        self.table[:, 1 + column] = 0
        for busy in np.flatnonzero(slopes):
            self.table[busy] += slopes[busy] * solved
        self.table[row] = solved
        self.pivots += 1
        return swapped

    def solve(self) -> "Dictionary":
        """Step until the objective cannot be lowered any more."""
        while self.step():
            pass
        return self


def dictionary(
    ev: np.ndarray, choice: np.ndarray, names: tuple[str, ...] | None = None
) -> Dictionary:
    """The program at the corner where every hand plays one line.

    Parameters
    ----------
    ev : (hands, lines, opponent's hands, opponent's lines) array
        The opponent's earnings, times the probability of the two hands.
    choice : (hands,) array of int
        The line of each hand.
    names : (hands, lines, opponent's hands, opponent's lines), each a sequence of str, optional
        Names of rows and columns; numbers if left out.
    """
    i, j, k, m = names or [list(map(str, range(size))) for size in ev.shape]
    base = ev[np.arange(len(choice)), choice]
    answers = base.sum(axis=0)
    best = answers.argmax(axis=1)
    opponents = np.arange(len(best))
    hand, line = np.nonzero(np.arange(ev.shape[1]) != choice[:, None])
    facing, answer = np.nonzero(np.arange(ev.shape[3]) != best[:, None])

    change = ev[hand, line] - base[hand]  # what a unit of each p(i, j) shifts, per (k, l)
    at_best = change[:, opponents, best]
    table = np.zeros((len(choice) + len(facing) + 1, 1 + len(hand) + len(best)), ev.dtype)
    table[: len(choice), 0] = 1
    table[hand, 1 + np.arange(len(hand))] = -1
    slack = slice(len(choice), -1)
    table[slack, 0] = (answers[opponents, best])[facing] - answers[facing, answer]
    table[slack, 1 : 1 + len(hand)] = (at_best[:, facing] - change[:, facing, answer]).T
    table[np.arange(len(facing)) + len(choice), 1 + len(hand) + facing] = 1
    table[-1, 0] = answers[opponents, best].sum()
    table[-1, 1 : 1 + len(hand)] = at_best.sum(axis=1)
    table[-1, 1 + len(hand) :] = 1

    rows = [f"p({i[a]},{j[b]})" for a, b in enumerate(choice)]
    rows += [f"s({k[c]},{m[d]})" for c, d in zip(facing, answer, strict=True)] + ["sum of m"]
    columns = [f"p({i[a]},{j[b]})" for a, b in zip(hand, line, strict=True)]
    columns += [f"s({k[c]},{m[best[c]]})" for c in opponents]
    return Dictionary(rows, columns, table + 0 * ev.flat[0])  # fractions all through, if any


def local_optimum(ev: np.ndarray, choice: np.ndarray) -> np.ndarray:
    """A pure strategy that no change of a single hand improves, found one hand at a time.

    The parameters are those of :func:`dictionary`; ``choice`` is where to begin.
    """
    choice = np.array(choice)
    answers = ev[np.arange(len(choice)), choice].sum(axis=0)
    improved = True
    while improved:
        improved = False
        for hand, options in enumerate(ev):
            rest = answers - options[choice[hand]]
            totals = (rest + options).max(axis=2).sum(axis=1)
            best = int(totals.argmin())
            if totals[best] < totals[choice[hand]] - TINY:
                choice[hand], improved = best, True
                answers = rest + options[best]
    return choice
