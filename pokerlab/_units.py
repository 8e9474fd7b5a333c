"""Units in which linear programs see amounts of any size alike."""

from math import log2

__all__ = ["unit_near"]


def unit_near(number: float) -> float:
    """Return the power of 2**20 that is nearest to a number: 1 for 0, and from 0.001 to 1000.

    Linear programs divide amounts by such a unit, lest one be so small that a solver drops it.
    Powers of two change no digit of a float, and those of 2**20 leave usual amounts as they are.

    Examples
    --------
    >>> unit_near(0.5), unit_near(10**6)
    (1.0, 1048576.0)
    """
    if number == 0:
        return 1.0
    exponent = round(log2(number) / 20)
    return 2.0 ** (20 * exponent)
