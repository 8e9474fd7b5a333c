"""Exact stacks: real algebraic numbers, and polynomials whose signs change there.

A stack where the best play changes is a root of a polynomial with whole coefficients. It is kept as
that polynomial and two fractions that enclose no other root of it, so that two such stacks can be
compared without rounding. FLINT (https://flintlib.org) factors the polynomials and encloses the
roots.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering
from itertools import pairwise
from math import floor
from typing import Any, NamedTuple

from flint import arb, ctx, fmpq, fmpq_poly, fmpz_poly

__all__ = [
    "PRECISION",
    "Quotient",
    "Root",
    "between",
    "first_negative",
    "from_flint",
    "positive_throughout",
    "real_roots",
    "to_flint",
]

#: Bits with which roots are enclosed: far more than it takes to tell two stacks of a chart apart.
PRECISION = 256


@total_ordering
@dataclass(frozen=True)
class Root:
    """A real algebraic number: the only root of a polynomial between two very close numbers."""

    polynomial: tuple[int, ...]  #: Irreducible; its coefficients, the constant first.
    lower: Fraction  #: A bound from below, the number itself if that is rational.
    upper: Fraction  #: A bound from above, alike.

    @classmethod
    def rational(cls, number: Fraction) -> "Root":
        """Return a fraction as a root, of a polynomial of degree 1."""
        return cls((-number.numerator, number.denominator), number, number)

    @classmethod
    def of(cls, polynomial: fmpz_poly, lower: Fraction | fmpq, upper: Fraction | fmpq) -> "Root":
        """Return the root of a polynomial that lies between two close numbers.

        An ArithmeticError, if there is none.
        """
        lower, upper = to_flint(lower), to_flint(upper)
        with ctx.workprec(PRECISION):  # the same root always has the same bounds
            for factor, _ in polynomial.factor()[1]:
                for root_lower, root_upper in real_roots(factor):
                    if root_lower <= upper and lower <= root_upper:
                        coefficients = tuple(map(int, factor.coeffs()))
                        return cls(coefficients, from_flint(root_lower), from_flint(root_upper))
        least, most = float(from_flint(lower)), float(from_flint(upper))
        raise ArithmeticError(f"no root between {least} and {most}")

    @property
    def degree(self) -> int:
        """The degree of the polynomial, 1 for a rational number."""
        return len(self.polynomial) - 1

    def __float__(self) -> float:
        return float((self.lower + self.upper) / 2)

    def __repr__(self) -> str:
        return f"<Root {float(self):.12g}, of degree {self.degree}>"

    def __lt__(self, other: "Root") -> bool:
        return self != other and self.lower < other.lower


class Quotient(NamedTuple):
    """A quotient of two polynomials."""

    numerator: fmpq_poly  #: A polynomial with fractions for coefficients.
    denominator: fmpq_poly  #: Another, which is not 0.

    def __call__(self, number: Fraction) -> Fraction:
        """Return its value at a number where the denominator is not 0."""
        argument = to_flint(number)
        return from_flint(self.numerator(argument) / self.denominator(argument))


def real_roots(polynomial: fmpz_poly) -> Iterator[tuple[fmpq, fmpq]]:
    """Enclose each real root between two fractions, as close as FLINT's context allows."""
    if polynomial.degree() == 1:
        root = fmpq(-polynomial[0], polynomial[1])
        yield root, root
        return
    complex_roots: Any = polynomial.complex_roots()
    for root, _ in complex_roots:
        if root.imag == 0:
            middle, radius = root.real.mid().fmpq(), root.real.rad().fmpq()
            yield middle - radius, middle + radius


def positive_throughout(polynomial: fmpz_poly, low: fmpq, high: fmpq) -> bool:
    """Return whether one evaluation proves that a polynomial is positive from low to high.

    False may mean that the bounds of the evaluation are too rough.
    """
    return bool(polynomial(arb((low + high) / 2, (high - low) / 2)) > 0)


def first_negative(polynomial: fmpq_poly, low: Root, high: Root) -> Root | None:
    """Find the number, from low to high, right after which a polynomial is first negative.

    None, if it is negative nowhere between them.

    Examples
    --------
    >>> one, five = Root.rational(Fraction(1)), Root.rational(Fraction(5))
    >>> first_negative(fmpq_poly([6, -5, 1]), one, five)  # (x - 2) * (x - 3)
    <Root 2, of degree 1>
    """
    numerator = polynomial.numer()
    least, most = to_flint(low.lower), to_flint(high.upper)
    with ctx.workprec(PRECISION):
        if positive_throughout(numerator, least, most):
            return None
        roots = {
            Root.of(numerator, lower, upper)
            for lower, upper in real_roots(numerator)
            if least <= upper and lower <= most
        }
    # Between two neighbours of these the sign does not change.
    candidates = sorted(root for root in {low, high, *roots} if low <= root <= high)
    for root, following in pairwise(candidates):
        if polynomial(to_flint(between(root.upper, following.lower))) < 0:
            return root
    return None


def between(low: Fraction, high: Fraction) -> Fraction:
    """Return a number strictly between two others that is short to write.

    Examples
    --------
    >>> between(Fraction(1, 3), Fraction(2, 3))
    Fraction(1, 2)
    """
    denominator = 1
    while True:
        number = Fraction(floor(low * denominator) + 1, denominator)
        if number < high:
            return number
        denominator *= 2


def to_flint(number: Fraction | fmpq) -> fmpq:
    """Return a fraction as one of FLINT's."""
    return fmpq(number.numerator, number.denominator)


def from_flint(number: fmpq) -> Fraction:
    """Return a fraction of FLINT's as one of Python's."""
    return Fraction(int(number.p), int(number.q))
