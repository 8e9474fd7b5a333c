"""The units of a tree's chips, in which solvers count.

Chips may be worth anything, so no number of them is small or large by itself. A solver's default
tolerance is a multiple of the tree's `tolerance_unit`, and its programs count in the
`program_unit`: so it works in any unit of chips, though not in the same steps in each.
"""

from math import log2

import numpy as np

from pokerlab.trees import Tree

__all__ = ["largest_amount", "least_amount", "program_unit", "program_unit_near", "tolerance_unit"]


def tolerance_unit(tree: Tree) -> float:
    """Return the unit of default tolerances: a chip, or the amount paid that is nearest to it.

    The amount is taken if all are below a chip, or all above; those of 0 do not count.

    Examples
    --------
    >>> from pokerlab import betting
    >>> tolerance_unit(betting.push_fold(10)), tolerance_unit(betting.push_fold(1000, 50, 100))
    (1.0, 50.0)
    """
    amounts = _amounts_or_a_chip(tree)
    return float(np.clip(1.0, amounts.min(), amounts.max()))


def least_amount(tree: Tree) -> float:
    """Return the least amount that is paid, in chips; 0 does not count, and 1 if all are 0."""
    return float(_amounts_or_a_chip(tree).min())


def largest_amount(tree: Tree) -> float:
    """Return the largest amount that is won or lost, in chips."""
    return float(abs(tree.payments.amounts).max())


def _amounts_or_a_chip(tree: Tree) -> np.ndarray:
    """Return the sizes of all amounts that are paid, but 0; or a chip, if all are 0."""
    amounts = abs(tree.payments.amounts)
    return amounts[amounts > 0] if amounts.any() else np.ones(1)


def program_unit(tree: Tree) -> float:
    """Return the unit of amounts in linear programs: that near the tree's least amount."""
    return program_unit_near(least_amount(tree))


def program_unit_near(number: float) -> float:
    """Return the unit in which a linear program counts amounts that are about this large.

    It is the nearest power of 2**20: 1 for 0, and from 0.001 to 1000. Programs divide amounts by
    it, lest one be so small that a solver drops it. Powers of two change no digit of a float, and
    those of 2**20 leave usual amounts as they are.

    Examples
    --------
    >>> program_unit_near(0.5), program_unit_near(10**6)
    (1.0, 1048576.0)
    """
    if number == 0:
        return 1.0
    exponent = round(log2(number) / 20)
    return 2.0 ** (20 * exponent)
