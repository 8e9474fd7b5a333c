"""Push or fold at every stack at once: where the equilibrium changes, exactly.

A grid of stacks only tells roughly where a hand changes sides. Here the stack ``s`` is a variable.
The small blind's gain from pushing and the big blind's from calling are linear in ``s`` and in the
other player's strategy. So while the same hands push, call and mix, the mixing probabilities solve
a small linear system whose entries are linear in ``s``. They are quotients of polynomials in ``s``,
and so is the value, until one of these polynomials changes its sign. The roots are the exact stacks
where a hand begins to mix, or stops, or changes sides. Between neighbouring roots the equilibrium
is proven at every real stack.

On a piece every inequality is strict and the system is regular, so the equilibrium is unique.
Functions and methods raise a ValueError for an argument other than those described.
"""

import reprlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, count, islice, pairwise
from math import floor
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq, fmpq_poly, fmpz_mat, fmpz_poly
from numpy.polynomial import Polynomial

from pokerlab._foundations import as_pair, check_type, progress_bar, read_list
from pokerlab._threads import one_blas_thread
from pokerlab.amounts import Amount, parse_amount
from pokerlab.betting import push_fold
from pokerlab.deals import Deal, holdem
from pokerlab.games import Game, Plans, Player
from pokerlab.solvers import exact
from pokerlab.studies.push_fold_chart import ACTIONS

PRECISION = 256  #: Bits with which roots are enclosed.
RADII = 2**-6, 2**-4, 2**-2  #: How far from a stack to look first for the ends of its piece.
STEP = Fraction(1, 10_000)  #: How far beyond the end of a piece the next one is looked for first.
NUDGE = Fraction(1, 2**40)  #: How far to step aside from a stack where a piece happens to end.


@dataclass(frozen=True)
class Root:
    """A real algebraic number: the only root of a polynomial between two very close numbers."""

    polynomial: tuple[int, ...]  #: Irreducible; its coefficients, the constant first.
    low: Fraction
    high: Fraction

    @classmethod
    def rational(cls, number: Fraction) -> "Root":
        """A fraction as a root, of a polynomial of degree 1."""
        return cls((-number.numerator, number.denominator), number, number)

    @classmethod
    def of(cls, polynomial: fmpz_poly, low: Fraction | fmpq, high: Fraction | fmpq) -> "Root":
        """The root of a polynomial that lies between two close numbers."""
        least, most = rational(low), rational(high)
        with ctx.workprec(PRECISION):  # the same root always has the same bounds
            for factor, _ in polynomial.factor()[1]:
                for first, last in real_roots(factor):
                    if first <= most and least <= last:
                        numbers = tuple(map(int, factor.coeffs()))
                        return cls(numbers, _fraction(first), _fraction(last))
        raise ArithmeticError(f"no root between {float(low)} and {float(high)}")

    @property
    def degree(self) -> int:
        """The degree of the polynomial, 1 for a rational number."""
        return len(self.polynomial) - 1

    def __float__(self) -> float:
        return float((self.low + self.high) / 2)

    def __repr__(self) -> str:
        return f"<Root {float(self):.12g}, of degree {self.degree}>"

    def __lt__(self, other: "Root") -> bool:
        return self != other and self.low < other.low


@dataclass(frozen=True)
class Piece:
    """An open interval of stacks on which the same hands push, call and mix.

    The methods take a rational stack from ``low`` to ``high``, ends included.
    """

    low: Root  #: Where it begins.
    high: Root  #: Where it ends.
    pushed: tuple[str, ...]  #: The hands that are always pushed.
    called: tuple[str, ...]  #: The hands that are always called.
    #: The hands that each player mixes; both mix the same number of hands.
    mixed: tuple[tuple[str, ...], ...]
    value: tuple[fmpq_poly, fmpq_poly]  #: Polynomials in the stack, numerator and denominator.
    #: The probabilities of the hands in ``mixed``: polynomials over that same denominator.
    chances: tuple[tuple[fmpq_poly, ...], ...]
    #: The hands that change at either end, each with its player; none at the ends of the request.
    ends: tuple[tuple[tuple[int, str], ...], ...]
    hands: tuple[tuple[str, ...], ...]  #: All hands that each player may hold.

    def __repr__(self) -> str:
        mixed = " and ".join(map(str, self.mixed))
        return f"<Piece from {float(self.low):.12g} to {float(self.high):.12g}, mixed: {mixed}>"

    def value_at(self, stack: Amount) -> Fraction:
        """The value of the game at a stack of the piece, in chips."""
        return self._at(stack, self.value[:1])[0]

    def probabilities_at(self, stack: Amount) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
        """How often each player pushes, or calls, with the hands that he mixes.

        An end has several equilibria; this is the one that the piece approaches.
        """
        return as_pair(
            dict(zip(hands, self._at(stack, chances), strict=True))
            for hands, chances in zip(self.mixed, self.chances, strict=True)
        )

    def _at(self, stack: Amount, numerators: Sequence[fmpq_poly]) -> list[Fraction]:
        stack = parse_amount("stack", stack)
        if not self.low.high <= stack <= self.high.low:
            raise ValueError(f"stack: {stack} given, {float(self.low)}..{float(self.high)} needed")
        place = rational(stack)
        return [_fraction(numerator(place) / self.value[1](place)) for numerator in numerators]


def pieces(
    low: Amount = 1,
    high: Amount = 20,
    small_blind: Amount = 0.5,
    big_blind: Amount = 1,
    ante: Amount = 0,
    deal: Deal | None = None,
    progress: bool | None = None,
) -> Iterator[Piece]:
    """The equilibrium of push or fold at every stack between two, piece by piece.

    A stack is what each player has in front of him before antes and blinds, in chips; the big
    blind's must not be more than ``low``. All else is as in
    :func:`pokerlab.studies.push_fold_chart.solve`.

    The pieces lead from ``low`` to ``high`` without a gap: each begins exactly where the one before
    it ends. An interval with more than one equilibrium is an ArithmeticError.
    """
    check_type("deal", deal, Deal | None, "a Deal")
    names, given = "low high small_blind big_blind ante", (low, high, small_blind, big_blind, ante)
    low, high, *blinds = map(parse_amount, names.split(), given)
    if not (least := blinds[1] + blinds[2]) <= low < high:
        raise ValueError(f"low: {low} given, from {least} to below high={high} needed")
    limits = Root.rational(low), Root.rational(high)
    family = _Family(holdem() if deal is None else deal, tuple(blinds), limits)
    return iter(progress_bar(family.pieces(), "pieces", None, progress))


def intervals(
    pieces: Iterable[Piece], player: Player, least: float = 0.5
) -> dict[str, list[tuple[float, float]]]:
    """The stacks at which each hand is played more often than a given probability.

    The pieces are as `pieces` yields them, without a gap. The player is 0 or "small blind" for the
    pushes, 1 or "big blind" for the calls. The probability is ``least``, from 0, which means that
    the hand is played at all, to less than 1.

    Each hand that is played somewhere has a list of intervals: their ends, in chips.
    """
    player = push_fold(1).player(player)
    if not 0 <= (least := float(parse_amount("least", least))) < 1:
        raise ValueError(f"least: {least:g} given, from 0 to less than 1 needed")
    found: dict[str, list[tuple[float, float]]] = {}
    for piece in read_list("pieces", pieces, "pieces of push or fold"):
        check_type("pieces", piece, Piece, "pieces of push or fold")
        low, high = float(piece.low), float(piece.high)
        played = [(hand, low, high) for hand in (piece.pushed, piece.called)[player]]
        for hand, chance in zip(piece.mixed[player], piece.chances[player], strict=True):
            top, below = (np.array(p.coeffs(), float) for p in (chance, piece.value[1]))
            above: Any = Polynomial(top) - least * Polynomial(below)
            roots = (root.real for root in above.roots() if abs(root.imag) < 1e-9)
            ends = [low, *sorted(root for root in roots if low < root < high), high]
            played += [(hand, *span) for span in pairwise(ends) if above(sum(span) / 2) > 0]
        for hand, first, last in played:
            spans = found.setdefault(hand, [])
            if spans and spans[-1][1] == first:
                first = spans.pop()[0]
            spans.append((first, last))
    return found


def probabilities(
    pieces: Iterable[Piece], stacks: Sequence[Amount], hands: Sequence[str]
) -> np.ndarray:
    """How likely each hand is to push, and to call, an array of shape (2, stacks, hands).

    The stacks are increasing rational ones of the `pieces`, in chips; at an end of two pieces the
    first of them counts. The hands are the order of the columns, and may be some of the deal's. No
    pieces, a stack of none of them, or a hand that the deal does not have, is a ValueError.
    """
    pieces = read_list("pieces", pieces, "pieces of push or fold")
    for piece in pieces:
        check_type("pieces", piece, Piece, "pieces of push or fold")
    if not pieces:
        raise ValueError("pieces: none given, one or more needed")
    stacks, hands = read_list("stacks", stacks), read_list("hands", hands)
    found = np.zeros((2, len(stacks), len(hands)))
    column, rest = {hand: place for place, hand in enumerate(hands)}, iter(pieces)
    piece = next(rest)
    for hand in column:
        if hand not in chain(*piece.hands):
            known = reprlib.repr(piece.hands[0])
            raise ValueError(f"hands: {hand!r} given, hands of the deal needed: {known}")
    for row, stack in enumerate(parse_amount("stacks", stack) for stack in stacks):
        piece = next((p for p in chain([piece], rest) if stack <= p.high.low), piece)
        mixed = piece.probabilities_at(stack)
        for player, always in enumerate((piece.pushed, piece.called)):
            for hand, chance in (dict.fromkeys(always, 1) | mixed[player]).items():
                if hand in column:
                    found[player, row, column[hand]] = chance
    return found


class _Family:
    """Push or fold with the stack left open.

    With ``M = stack * payoff - (ante + big) * prior`` the small blind's hands gain
    ``(small + big + 2 * ante) * prior.sum(axis=1) + M @ call`` by pushing, and the big blind's
    ``-M.T @ push`` by calling, both times the probability of the hand.
    """

    def __init__(self, deal: Deal, blinds: tuple[Fraction, ...], limits: tuple[Root, Root]) -> None:
        self.deal, self.blinds, self.limits = deal, blinds, limits
        small, big, ante = blinds
        unit, (self.prior, self.payoff), _ = exact.integers(deal)
        (self.lost, self.won), scale = exact.over_one_denominator((ante + small, ante + big))
        self.unit = unit / scale
        self.dealt = self.prior.sum(axis=1)
        self.parts = scale * self.payoff, self.won * self.prior  # M: stack * first - second
        self.initial: Plans | None = None  # what was last found: nearly the next one

    def pieces(self) -> Iterator[Piece]:
        """All pieces between the limits."""
        reached, end = self.limits
        while reached < end:
            piece = self.around(between(reached.high, min(reached.high + STEP, end.low)))
            while reached < piece.low:
                piece = self.around(between(reached.high, piece.low.low))
            if piece.low != reached:
                raise ArithmeticError(f"two pieces overlap at a stack of {float(reached)}")
            yield piece
            reached = piece.high

    @one_blas_thread
    def around(self, stack: Fraction) -> Piece:
        """The piece that holds a rational stack, or one just beyond it if it is an end itself."""
        for at in (stack, stack + NUDGE):
            game = Game(self.deal, push_fold(at, *self.blinds))
            certificate = exact.solve(game, self.initial)
            self.initial = certificate.plans
            if piece := self._proven(at, list(map(certificate.probability, (0, 1), ACTIONS))):
                return piece
        raise ArithmeticError(f"more than one equilibrium around a stack of {float(stack)}")

    def _proven(self, stack: Fraction, often: list[np.ndarray]) -> Piece | None:
        """The piece on which the hands are played as they are at a stack.

        None if something there is not strict.
        """
        always = [np.flatnonzero(chance == 1) for chance in often]
        mixed = [np.flatnonzero((chance > 0) & (chance < 1)) for chance in often]
        if len(mixed[0]) != len(mixed[1]):
            return None
        value, below, gains, chances = self._polynomials(always, mixed)
        place = rational(stack)
        if below(place) < 0:
            value, below = -value, -below
            gains, chances = ([[-p for p in row] for row in each] for each in (gains, chances))
        # All of these are positive on the piece. (Those of `below` itself come with no hand.)
        positive: list[tuple] = [((), below)]
        for player in (0, 1):
            played, open_ = set(always[player]), set(mixed[player])
            for hand, gain in enumerate(gains[player]):
                if hand not in open_:
                    positive.append(((player, hand), gain if hand in played else -gain))
            for hand, chance in zip(mixed[player].tolist(), chances[player], strict=True):
                positive += [((player, hand), chance), ((player, hand), below - chance)]
        if any(polynomial(place) <= 0 for _, polynomial in positive):
            return None
        (low, first), (high, last) = self._ends(positive, stack)
        hands = self.deal.hands
        pushed, called, *mixing = (
            tuple(hands[p][h] for h in each[p]) for each in (always, mixed) for p in (0, 1)
        )
        mixtures = tuple(map(tuple, chances))
        ends = tuple(tuple((p, hands[p][h]) for p, h in sorted(end)) for end in (first, last))
        return Piece(
            low, high, pushed, called, tuple(mixing), (value, below), mixtures, ends, hands
        )

    def _ends(self, positive: list[tuple], stack: Fraction) -> list[tuple[Root, set]]:
        """The roots next to a stack, or the limits, and the hands whose polynomials have them."""
        found: list[tuple[Root, set]] = []
        with ctx.workprec(PRECISION):
            for radius in (*RADII, 2 * float(self.limits[1].low)):
                sides = self._sides(positive, stack, radius)
                if all(sides):
                    break
            for side, limit, nearest in zip(sides, self.limits, (max, min), strict=True):
                if not side:
                    found.append((limit, set()))
                    continue
                low, high, _, polynomial = nearest(side, key=lambda end: end[:2])
                root = Root.of(polynomial, low, high)
                least, most = rational(root.low), rational(root.high)
                there = (end for end in side if end[0] <= most and least <= end[1])
                hands = {hand for *at, hand, p in there if hand and Root.of(p, *at) == root}
                found.append((root, hands))
        return found

    def _sides(self, positive: list[tuple], stack: Fraction, radius: float) -> tuple[list, list]:
        """The roots within a distance of a stack, and within the limits: below it, and above."""
        near, around = Fraction(radius), arb(rational(stack)) + arb(0, radius)
        start = rational(max(self.limits[0].low, stack - near))
        end = rational(min(self.limits[1].low, stack + near))
        sides: tuple[list, list] = ([], [])
        for hand, polynomial in positive:
            numerator = polynomial.numer()
            if numerator(around) > 0:  # proven on all of it: no root is there
                continue
            for low, high in real_roots(numerator):
                if start < low <= high < end:
                    sides[low > rational(stack)].append((low, high, hand, numerator))
        return sides

    def _polynomials(self, always: list[np.ndarray], mixed: list[np.ndarray]) -> tuple:
        """The value, what it is over, and in the same way the gains and the mixing probabilities.

        Of a degree of at most one more than there are mixing hands, known from one stack more.
        """
        size = len(mixed[0])
        dead = (self.lost + self.won) * self.dealt
        stacks, samples = [], []
        parts = [  # the columns and rows of mixed hands, and the sums over those always played
            (m[:, mixed[1]], m[mixed[0]], m[:, always[1]].sum(axis=1), m[always[0]].sum(axis=0))
            for m in self.parts
        ]
        for stack in count(1):
            columns, rows, called, pushed = (stack * s - w for s, w in zip(*parts, strict=True))
            core = columns[mixed[0]]
            factor = int(fmpz_mat(core.tolist()).det())
            if not factor:
                continue
            flat = dead + called
            call = _times(factor, core, -flat[mixed[0]])
            push = _times(factor, core.T, -pushed[mixed[1]])
            pushing = factor * flat + columns @ call
            calling = -factor * pushed - push @ rows
            value = pushing[always[0]].sum() - factor * self.lost * self.dealt.sum()
            stacks.append(stack)
            samples.append([factor, value, *pushing, *calling, *push, *call])
            if len(stacks) == size + 2:
                break
        powers = fmpz_mat([[stack**power for power in range(size + 2)] for stack in stacks])
        table: Any = powers.solve(fmpz_mat([list(map(int, row)) for row in samples]))
        below, value, *others = map(fmpq_poly, table.transpose().tolist())
        rest = iter(others)
        found = [list(islice(rest, number)) for number in (*self.prior.shape, size, size)]
        value *= fmpq(self.unit.numerator, self.unit.denominator)
        return value, below, found[:2], found[2:]


def _times(factor: int, matrix: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The solution of a linear system, times a number that makes it whole."""
    numerators, denominator = exact.solve_integers(matrix, right)
    return numerators * (factor // denominator)


def between(low: Fraction, high: Fraction) -> Fraction:
    """A number strictly between two others that is short to write."""
    parts = 1
    while (number := Fraction(floor(low * parts) + 1, parts)) >= high:
        parts *= 2
    return number


def real_roots(polynomial: fmpz_poly) -> Iterator[tuple[fmpq, fmpq]]:
    """Between which fractions each real root lies."""
    if polynomial.degree() == 1:
        root = fmpq(-polynomial[0], polynomial[1])
        yield root, root
        return
    roots: Any = polynomial.complex_roots()
    for number, _ in roots:
        if number.imag == 0:
            middle, radius = number.real.mid().fmpq(), number.real.rad().fmpq()
            yield middle - radius, middle + radius


def rational(number: Fraction | fmpq) -> fmpq:
    """A fraction as one of FLINT's."""
    return fmpq(number.numerator, number.denominator)


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
