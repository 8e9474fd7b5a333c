"""The simplex method on sim.c's linear program, from any pure strategy.

A. Selby's sim.c (1999) lets the first player minimise the sum of what the opponent's hands win from
him, ``sum_k max_l sum_ij p(i, j) EV(i, j, k, l)``. With one ``m(k)`` for each maximum this is a
linear program, and every pure strategy ``p`` is a corner of it. So the simplex method can start
anywhere, with no first phase. The program is kept as a *dictionary* (V. Chvátal, Linear
Programming, 1983): what is not zero at the corner, as a function of what is.

This is the textbook method, dense and plain, for a look at its steps. To solve games, use
:mod:`pokerlab.solvers.lp` or :mod:`pokerlab.solvers.double_oracle`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

__all__ = ["SimplexDictionary", "initial_dictionary", "local_optimum"]

_ROUNDED_ZERO = 1e-9  # What rounding may leave of a zero.
_LIMIT_TIE = 1e-12  # Rows whose limits differ by no more than this reach zero together.


@dataclass(eq=False, repr=False)
class SimplexDictionary:
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
        """Return the column that lowers the objective fastest, or None; this is Dantzig's rule."""
        costs = self.table[-1, 1:]
        best = int(np.argmin(costs))
        return best if costs[best] < -_ROUNDED_ZERO else None

    def leaving(self, column: int) -> int:
        """Return the row that first falls to zero as a column grows; of several, the steepest."""
        slopes = self.table[:-1, 1 + column]
        falling = np.flatnonzero(slopes < -_ROUNDED_ZERO)
        limits = np.maximum(self.table[falling, 0], 0) / -slopes[falling]
        first = falling[limits <= limits.min() + _LIMIT_TIE]
        return int(first[np.argmin(slopes[first])])

    def step(self) -> tuple[str, str] | None:
        """Move to a neighbouring corner; return what entered and what left, None at an optimum."""
        column = self.entering()
        if column is None:
            return None
        row = self.leaving(column)
        entered, left = self.columns[column], self.rows[row]
        self.rows[row], self.columns[column] = entered, left

        # The equation of the row, solved for the variable that enters.
        slope = self.table[row, 1 + column]
        solved = -self.table[row] / slope
        solved[1 + column] = 1 / slope

        # It takes the place of that variable in all other equations.
        slopes = self.table[:, 1 + column].copy()
        self.table[:, 1 + column] = 0
        for dependent in np.flatnonzero(slopes):
            self.table[dependent] += slopes[dependent] * solved
        self.table[row] = solved
        self.pivots += 1
        return entered, left

    def solve(self) -> "SimplexDictionary":
        """Step until the objective cannot be lowered any more."""
        while self.step():
            pass
        return self


def initial_dictionary(
    ev: np.ndarray, choice: np.ndarray, names: Sequence[Sequence[str]] | None = None
) -> SimplexDictionary:
    """Return the program at the corner where every hand plays one line.

    Parameters
    ----------
    ev : (hands, lines, opponent's hands, opponent's lines) array
        The opponent's earnings, times the probability of the two hands.
    choice : (hands,) array of int
        The line of each hand.
    names : (hands, lines, opponent's hands, opponent's lines), each a sequence of str, optional
        Names of rows and columns; numbers if left out.
    """
    earnings = ev[np.arange(len(choice)), choice]
    best = earnings.sum(axis=0).argmax(axis=1)  # the opponent's best line with each hand
    # The variables that are 0: p(hand, line) of lines that are not chosen, and the slack of each of
    # the opponent's best lines. The basic ones: p of the chosen lines, the slack of all others.
    unchosen = np.nonzero(np.arange(ev.shape[1]) != choice[:, None])
    worse = np.nonzero(np.arange(ev.shape[3]) != best[:, None])
    table = _initial_table(ev, earnings, best, unchosen, worse)
    if names is None:
        names = [[str(index) for index in range(size)] for size in ev.shape]
    rows = _variables("p", names[:2], enumerate(choice))
    rows += _variables("s", names[2:], zip(*worse, strict=True))
    columns = _variables("p", names[:2], zip(*unchosen, strict=True))
    columns += _variables("s", names[2:], enumerate(best))
    return SimplexDictionary([*rows, "sum of m"], columns, table)


def _initial_table(
    ev: np.ndarray,
    earnings: np.ndarray,
    best: np.ndarray,
    unchosen: tuple[np.ndarray, ...],
    worse: tuple[np.ndarray, ...],
) -> np.ndarray:
    """Return the table of the program at a corner.

    Parameters
    ----------
    ev : ndarray, shape (hands, lines, opponent's hands, opponent's lines)
        As in `initial_dictionary`.
    earnings : ndarray, shape (hands, opponent's hands, opponent's lines)
        What each of the opponent's hands earns with each line, from each hand with its line.
    best : ndarray of int, shape (opponent's hands,)
        The opponent's best line with each hand.
    unchosen, worse : pairs of ndarray of int
        The hand and the line of each variable p that is 0, and of each slack that is not.
    """
    hands, opponents = len(earnings), np.arange(len(best))
    (hand, line), (opponent_hand, opponent_line) = unchosen, worse
    totals = earnings.sum(axis=0)
    most = totals[opponents, best]
    change = ev[hand, line] - earnings[hand]  # of the totals, by a unit of each p(hand, line)
    change_of_most = change[:, opponents, best]

    moves = len(hand)
    table = np.zeros((hands + len(opponent_hand) + 1, 1 + moves + len(best)), ev.dtype)
    table[:hands, 0] = 1
    table[hand, 1 + np.arange(moves)] = -1
    slack = slice(hands, -1)
    table[slack, 0] = most[opponent_hand] - totals[opponent_hand, opponent_line]
    table[slack, 1 : 1 + moves] = (
        change_of_most[:, opponent_hand] - change[:, opponent_hand, opponent_line]
    ).T
    table[hands + np.arange(len(opponent_hand)), 1 + moves + opponent_hand] = 1
    table[-1, 0] = most.sum()
    table[-1, 1 : 1 + moves] = change_of_most.sum(axis=1)
    table[-1, 1 + moves :] = 1
    if ev.dtype == object:  # fractions; the zeros and ones above are integers
        table = np.vectorize(Fraction, otypes=[object])(table)
    return table


def _variables(
    letter: str, names: Sequence[Sequence[str]], pairs: Iterable[tuple[int, int]]
) -> list[str]:
    """Return the names of the variables that belong to some pairs of a hand and a line."""
    hand_names, line_names = names
    return [f"{letter}({hand_names[hand]},{line_names[line]})" for hand, line in pairs]


def local_optimum(ev: np.ndarray, choice: np.ndarray) -> np.ndarray:
    """Return a pure strategy that no change of a single hand improves, found one hand at a time.

    The parameters are those of :func:`initial_dictionary`; ``choice`` is where to begin.
    """
    choice = np.array(choice)
    totals = ev[np.arange(len(choice)), choice].sum(axis=0)
    improved = True
    while improved:
        improved = False
        for hand, by_line in enumerate(ev):
            from_others = totals - by_line[choice[hand]]
            losses = (from_others + by_line).max(axis=2).sum(axis=1)
            best = int(losses.argmin())
            if losses[best] < losses[choice[hand]] - _ROUNDED_ZERO:
                choice[hand], improved = best, True
                totals = from_others + by_line[best]
    return choice
