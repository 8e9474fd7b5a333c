"""Algebraic numbers are told apart exactly, and sign changes of polynomials are all found."""

from fractions import Fraction

import pytest
from flint import fmpq, fmpq_poly, fmpz_poly

from pokerlab.roots import Quotient, Root, between, first_negative, positive_throughout


def test_roots_are_compared_exactly():
    two = fmpz_poly([-2, 0, 1])
    root = Root.of(two, Fraction(14142, 10000), Fraction(14143, 10000))
    same = Root.of(two * fmpz_poly([-3, 0, 1]), Fraction(14, 10), Fraction(15, 10))
    near = Root.rational(Fraction(14142135623731, 10**13))
    assert root == same and hash(root) == hash(same) and root.degree == 2
    assert root != near and root < near and not near < root
    assert float(root) == 2**0.5
    with pytest.raises(ArithmeticError, match="no root"):
        Root.of(two, Fraction(3), Fraction(4))


X = fmpq_poly([0, 1])
ZERO, TWO = Root.rational(Fraction(0)), Root.rational(Fraction(2))


@pytest.mark.parametrize(
    ("polynomial", "expected"),
    [
        (X + 1, None),
        (X**2, None),  # it touches 0 and stays positive
        ((X - 1) ** 2, None),
        (1 - X, 1),
        ((X - 1) ** 2 * (X - 3), 0),  # negative from the start
        ((X - 2) * (X - 5), None),  # only beyond the end
        (fmpq_poly([fmpq(1, 3), -1]), Fraction(1, 3)),
    ],
)
def test_the_first_stack_where_a_polynomial_turns_negative(polynomial, expected):
    found = first_negative(polynomial, ZERO, TWO)
    assert found == (None if expected is None else Root.rational(Fraction(expected)))


def test_an_irrational_root_is_found_as_its_own_polynomial():
    found = first_negative(2 - X**2, ZERO, TWO)
    assert found.polynomial in {(-2, 0, 1), (2, 0, -1)} and float(found) == 2**0.5
    assert ZERO <= found <= TWO and not found <= ZERO


def test_a_bound_that_is_too_rough_proves_nothing():
    low, high = fmpq(-1), fmpq(1)
    assert positive_throughout(fmpz_poly([5, 0, 1]), low, high)
    assert not positive_throughout(fmpz_poly([-1, 0, 1]), low, high)


def test_a_number_between_two_others_is_short():
    assert between(Fraction(314, 100), Fraction(315, 100)) == Fraction(201, 64)
    assert between(Fraction(-1, 2), Fraction(7)) == 0


def test_a_quotient_has_its_value():
    assert Quotient(X + 1, X)(Fraction(2, 3)) == Fraction(5, 2)
