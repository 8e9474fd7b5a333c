"""Push or fold at every stack at once: where the equilibrium changes, exactly.

A grid of stacks only tells roughly where a hand changes sides. Here the stack ``s`` is a variable.
The small blind's gain from pushing and the big blind's from calling are linear in ``s`` and in the
other player's strategy. So while the same hands push, call and mix, the mixing probabilities solve
a small linear system whose entries are linear in ``s``. They are quotients of polynomials in ``s``,
and so is the value, until one of these polynomials changes its sign. The roots are the exact stacks
where a hand begins to mix, or stops, or changes sides. Between neighbouring roots the equilibrium
is proven at every real stack.

On a piece every inequality is strict and the system is regular, so the equilibrium is unique.
The pieces that the package stores are taken for a guess, which the inequalities prove; elsewhere,
or where the guess is wrong, the game is solved at a stack.

Functions and methods raise a ValueError for an argument other than those described.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, pairwise
from typing import Any, NamedTuple

import numpy as np
from flint import ctx, fmpq, fmpz_poly
from numpy.polynomial import Polynomial

from pokerlab._compiled.blas import one_blas_thread
from pokerlab._support.arguments import (
    read_list,
    read_player,
    refusal,
    require_type,
    short_repr,
)
from pokerlab._support.pairs import as_pair
from pokerlab._support.progress import progress_bar
from pokerlab.amounts import Amount, ForcedBets, format_amount, read_amount, read_number
from pokerlab.betting import push_fold
from pokerlab.deals import Deal, read_deal
from pokerlab.games import Game, Plans, Player
from pokerlab.push_fold_amounts import ALL_IN_ACTIONS
from pokerlab.roots import (
    PRECISION,
    Quotient,
    Root,
    between,
    from_flint,
    positive_throughout,
    real_roots,
    to_flint,
)
from pokerlab.solvers import exact
from pokerlab.stored import data
from pokerlab.studies._push_fold_formulas import Condition, OpenStack
from pokerlab.studies.stored_pieces import ALWAYS, StoredPieces, decode
from pokerlab.trees import PLAYERS_BY_BLIND

__all__ = [
    "Piece",
    "Pieces",
    "intervals",
    "iterate_pieces",
    "pieces",
    "probabilities",
]

# How far from a stack, in chips, to look first for the endpoints of its piece: most are near, and
# polynomials that are positive all around need no roots.
_ENDPOINT_RADII = Fraction(1, 64), Fraction(1, 16), Fraction(1, 4)
# How far beyond the end of a piece, in chips, the next one is looked for first: most are longer.
_NEXT_PIECE_STEP = Fraction(1, 10_000)
# How far, in chips, to step aside from a stack where a piece happens to end.
_STACK_NUDGE = Fraction(1, 2**40)
# The forced bets of the pieces that the package stores.
_STORED_BETS = ForcedBets.usual()
# Coefficients are rounded to floats, so a double root may leave the real line by so much.
_MAX_IMAGINARY_PART = 1e-9

_Changes = tuple[tuple[int, str], ...]  # hands that change, each with its player
_Probabilities = tuple[np.ndarray, np.ndarray]  # how likely each hand is pushed, and calls


@dataclass(frozen=True)
class Piece:
    """An interval of stacks, in between which the same hands push, call and mix.

    Its ends belong to it: the methods take any rational stack from ``low`` to ``high``, for which
    ``stack in piece`` is true. At an end other equilibria are as good.
    """

    low: Root  #: Where it begins.
    high: Root  #: Where it ends.
    pushed: tuple[str, ...]  #: The hands that are always pushed.
    calling: tuple[str, ...]  #: The hands that always call.
    #: The hands that each player mixes; both mix the same number of hands.
    mixed: tuple[tuple[str, ...], tuple[str, ...]]
    value: Quotient  #: The value of the game, in the stack.
    #: The probabilities of the hands in ``mixed``, in the stack, over the value's denominator.
    mixtures: tuple[tuple[Quotient, ...], tuple[Quotient, ...]]
    #: The hands that change at ``low`` and those that change at ``high``, each with its player;
    #: none where only the stacks that were asked for end.
    changes: tuple[_Changes, _Changes]
    hands: tuple[tuple[str, ...], ...]  #: All hands that each player may hold.

    def __repr__(self) -> str:
        mixed = " and ".join(map(str, self.mixed))
        return f"<Piece from {float(self.low):.12g} to {float(self.high):.12g}, mixed: {mixed}>"

    @property
    def always(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The hands that each player always plays: `pushed` and `calling`."""
        return self.pushed, self.calling

    def value_at(self, stack: Amount) -> Fraction:
        """Return the value of the game at a stack of the piece, in chips."""
        return self.value(self._read_stack("stack", stack))

    def probabilities_at(self, stack: Amount) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
        """Return the probabilities to push, and to call, of the hands that each player mixes.

        At ``low`` and ``high`` there are several equilibria; this is the one that the piece
        approaches.
        """
        stack = self._read_stack("stack", stack)
        return as_pair(
            {hand: mixture(stack) for hand, mixture in zip(hands, mixtures, strict=True)}
            for hands, mixtures in zip(self.mixed, self.mixtures, strict=True)
        )

    def __contains__(self, stack: Amount) -> bool:
        """Return whether a rational stack is from ``low`` to ``high``."""
        return self.low.upper <= read_amount("stack", stack) <= self.high.lower

    def _read_stack(self, name: str, stack: Amount) -> Fraction:
        """Return a stack as a fraction, if it belongs to the piece; else a ValueError."""
        stack = read_amount(name, stack)
        if stack not in self:
            needed = f"{float(self.low)}..{float(self.high)}"
            raise refusal(name, format_amount(stack), needed)
        return stack


class Pieces(tuple[Piece, ...]):
    """Pieces that follow each other without a gap."""

    __slots__ = ()

    def __repr__(self) -> str:
        if not self:
            return "<Pieces of push or fold: none>"
        low, high = float(self[0].low), float(self[-1].high)
        return f"<Pieces of push or fold: {len(self)} from {low:.12g} to {high:.12g}>"


def pieces(
    low: Amount = 1,
    high: Amount = 20,
    *,
    small_blind: Amount = 0.5,
    big_blind: Amount = 1,
    ante: Amount = 0,
    big_blind_ante: Amount = 0,
    deal: Deal | None = None,
    progress: bool | None = None,
) -> Pieces:
    """Return the equilibrium of push or fold at every stack between two, in pieces.

    A stack is each player's chips before antes and blinds; what the big blind posts in all must not
    be more than ``low``. All else is as in
    :func:`pokerlab.studies.solved_stacks.solve`.

    The pieces lead from ``low`` to ``high`` without a gap: each begins exactly where the one before
    it ends.

    Raises
    ------
    ArithmeticError
        If an interval of stacks has more than one equilibrium.
    """
    forced_bets = ForcedBets.read(small_blind, big_blind, ante, big_blind_ante)
    return Pieces(iterate_pieces(low, high, forced_bets, deal=deal, progress=progress))


def iterate_pieces(
    low: Amount,
    high: Amount,
    forced_bets: ForcedBets,
    *,
    deal: Deal | None = None,
    progress: bool | None = None,
) -> Iterator[Piece]:
    """Return an iterator over the `pieces` of some forced bets, which finds each when asked for."""
    require_type("deal", deal, Deal | None, "a Deal")
    low, high = read_amount("low", low), read_amount("high", high)
    least = forced_bets.posted_by_big_blind
    if not least <= low < high:
        needed = f"from {format_amount(least)} to below high={format_amount(high)}"
        raise refusal("low", format_amount(low), needed)
    family = _Family(read_deal(deal), forced_bets, low, high)
    return iter(progress_bar(family.find_all(), "pieces", None, progress))


def intervals(
    pieces: Iterable[Piece], player: Player, threshold: float = 0.5
) -> dict[str, list[tuple[float, float]]]:
    """Return the stacks at which each hand is played more often than a given probability.

    The intervals end at roots of polynomials. Where only a list of stacks was solved,
    :meth:`pokerlab.studies.solved_stacks.SolvedStacks.played_stacks` names the first and the last
    of them, for a threshold of one half.

    Parameters
    ----------
    pieces : iterable of Piece
        As `pieces` returns them, without a gap.
    player : int or str
        0 or "small blind" for the pushes, 1 or "big blind" for the calls.
    threshold : float
        The probability, from 0, which means that the hand is played at all, to less than 1.

    Returns
    -------
    dict of str to list of (float, float)
        For each hand of the deal, in its order, the intervals from stack to stack, in chips; none
        for a hand that is never played.
    """
    player = read_player(player, PLAYERS_BY_BLIND)
    threshold = float(read_number("threshold", threshold))
    if not 0 <= threshold < 1:
        raise refusal("threshold", f"{threshold:g}", "from 0 to less than 1")
    pieces = _read_pieces(pieces)
    hands = pieces[0].hands[player] if pieces else ()
    by_hand: dict[str, list[tuple[float, float]]] = {hand: [] for hand in hands}
    for piece in pieces:
        low, high = float(piece.low), float(piece.high)
        for hand in piece.always[player]:
            _append_span(by_hand[hand], low, high)
        for hand, mixture in zip(piece.mixed[player], piece.mixtures[player], strict=True):
            for first, last in _spans_above(mixture, threshold, low, high):
                _append_span(by_hand[hand], first, last)
    return by_hand


def _append_span(spans: list[tuple[float, float]], first: float, last: float) -> None:
    """Append a span; where it begins at the end of the last one, the two become one."""
    if spans and spans[-1][1] == first:
        first, _ = spans.pop()
    spans.append((first, last))


def _spans_above(
    mixture: Quotient, threshold: float, low: float, high: float
) -> list[tuple[float, float]]:
    """Find between which stacks of an interval a mixing probability is above a threshold."""
    numerator, denominator = (
        np.array([from_flint(coefficient) for coefficient in part.coeffs()], float)
        for part in mixture
    )
    excess: Any = Polynomial(numerator) - threshold * Polynomial(denominator)
    roots = [root.real for root in excess.roots() if abs(root.imag) < _MAX_IMAGINARY_PART]
    stacks = [low, *sorted(root for root in roots if low < root < high), high]
    return [span for span in pairwise(stacks) if excess(sum(span) / 2) > 0]


def probabilities(
    pieces: Iterable[Piece], stacks: Sequence[Amount], hands: Sequence[str]
) -> np.ndarray:
    """Return the probabilities of each hand to push, and to call, (2, stacks, hands).

    The stacks are increasing rational ones of the `pieces`, in chips; where two pieces meet, the
    first of them counts. The hands are the order of the columns, and may be some of the deal's.

    Raises
    ------
    ValueError
        If there are no pieces, a stack is in none of them, or the deal does not have a hand.
    """
    pieces = _read_pieces(pieces)
    if not pieces:
        raise refusal("pieces", "none", "one or more")
    stacks, hands = read_list("stacks", stacks), read_list("hands", hands)
    for hand in hands:
        if hand not in chain(*pieces[0].hands):
            known = short_repr(pieces[0].hands[0])
            raise ValueError(f"hands: {hand!r} given, hands of the deal needed: {known}")
    by_player = np.zeros((2, len(stacks), len(hands)))
    piece_index = 0  # which only grows, as the stacks do
    for row, stack in enumerate(read_amount("stacks", stack) for stack in stacks):
        while stack > pieces[piece_index].high.lower and piece_index + 1 < len(pieces):
            piece_index += 1
        piece = pieces[piece_index]
        mixed = piece.probabilities_at(piece._read_stack("stacks", stack))
        for player, always in enumerate(piece.always):
            probability_of = dict.fromkeys(always, Fraction(1)) | mixed[player]
            by_player[player, row] = [probability_of.get(hand, 0) for hand in hands]
    return by_player


def _read_pieces(pieces: Iterable[Piece]) -> list[Piece]:
    """Read pieces as a list; a ValueError if anything is no piece."""
    pieces = read_list("pieces", pieces, "pieces of push or fold")
    for piece in pieces:
        require_type("pieces", piece, Piece, "pieces of push or fold")
    return pieces


class _Crossing(NamedTuple):
    """A root of a condition, between two close numbers."""

    lower: fmpq
    upper: fmpq
    numerator: fmpz_poly
    hand: tuple[int, int] | None

    def root(self) -> Root:
        """Return it as a number of its own."""
        return Root.of(self.numerator, self.lower, self.upper)


class _End(NamedTuple):
    """The beginning or the end of a piece."""

    stack: Root
    #: The hands that change there, each by its player and its index; none where the family ends.
    hands: set[tuple[int, int]]


class _Family:
    """Push or fold at all stacks of an interval."""

    def __init__(
        self,
        deal: Deal,
        forced_bets: ForcedBets,
        low: Fraction,
        high: Fraction,
    ) -> None:
        self.deal, self.forced_bets = deal, forced_bets
        self.low, self.high = Root.rational(low), Root.rational(high)
        self.open_stack = OpenStack(deal, forced_bets)
        self.initial: Plans | None = None  # the last equilibrium, which is nearly the next one
        self.stored_pieces: StoredPieces | None = None
        if deal.is_holdem and forced_bets == _STORED_BETS:
            self.stored_pieces = decode(data("pieces"))

    def find_all(self) -> Iterator[Piece]:
        """Yield all pieces from the lowest stack to the highest."""
        reached = self.low
        while reached < self.high:
            piece = self.around(
                between(reached.upper, min(reached.upper + _NEXT_PIECE_STEP, self.high.lower))
            )
            while reached < piece.low:
                piece = self.around(between(reached.upper, piece.low.lower))
            if piece.low != reached:
                raise ArithmeticError(f"two pieces overlap at a stack of {float(reached)}")
            yield piece
            reached = piece.high

    @one_blas_thread
    def around(self, stack: Fraction) -> Piece:
        """Find the piece that holds a rational stack, or just beyond it if one ends there."""
        for inner in (stack, stack + _STACK_NUDGE):
            for find in (self._guess, self._solve):
                play = find(inner)
                piece = None if play is None else self._prove(inner, play)
                if piece is not None:
                    return piece
        raise ArithmeticError(f"more than one equilibrium around a stack of {float(stack)}")

    def _guess(self, stack: Fraction) -> _Probabilities | None:
        """Return what is stored at a stack, a half for a mixed hand; None where nothing is."""
        digits = None if self.stored_pieces is None else self.stored_pieces.play_at(stack)
        return None if digits is None else as_pair(digits / ALWAYS)

    def _solve(self, stack: Fraction) -> _Probabilities:
        """Return the probabilities of an equilibrium at a stack."""
        game = Game(self.deal, push_fold(stack, *self.forced_bets))
        certificate = exact.solve(game, initial=self.initial)
        self.initial = certificate.plans
        return as_pair(map(certificate.probability, (0, 1), ALL_IN_ACTIONS))

    def _prove(self, stack: Fraction, play: _Probabilities) -> Piece | None:
        """Return the piece on which both players play as in an equilibrium at a stack.

        None if an inequality is not strict there, or if this is no equilibrium.
        """
        always = as_pair(np.flatnonzero(by_hand == 1) for by_hand in play)
        mixed = as_pair(np.flatnonzero((by_hand > 0) & (by_hand < 1)) for by_hand in play)
        if len(mixed[0]) != len(mixed[1]):
            return None
        formulas = self.open_stack.formulas(always, mixed, stack)
        if formulas is None:
            return None
        conditions = formulas.conditions(always, mixed)
        if any(condition.polynomial(to_flint(stack)) <= 0 for condition in conditions):
            return None
        low, high = self._ends(conditions, stack)
        return Piece(
            low=low.stack,
            high=high.stack,
            pushed=self._labels(0, always[0]),
            calling=self._labels(1, always[1]),
            mixed=as_pair(self._labels(player, mixed[player]) for player in (0, 1)),
            value=Quotient(formulas.value, formulas.denominator),
            mixtures=as_pair(map(formulas.quotients, formulas.mixtures)),
            changes=as_pair(map(self._changes, (low, high))),
            hands=self.deal.hands,
        )

    def _changes(self, end: _End) -> _Changes:
        """Return the hands that change at an end, each with its player."""
        return tuple((player, self.deal.hands[player][hand]) for player, hand in sorted(end.hands))

    def _labels(self, player: int, hands: np.ndarray) -> tuple[str, ...]:
        """Return the names of some of a player's hands."""
        return tuple(self.deal.hands[player][hand] for hand in hands)

    def _ends(self, conditions: list[Condition], stack: Fraction) -> tuple[_End, _End]:
        """Return both ends of the piece around a stack: the nearest roots.

        Where there is no root, it is at the lowest or highest stack of the family.
        """
        with ctx.workprec(PRECISION):
            for radius in (*_ENDPOINT_RADII, 2 * self.high.lower):
                below, above = self._crossings(conditions, stack, radius)
                if below and above:
                    break
            return _nearest_end(below, max, self.low), _nearest_end(above, min, self.high)

    def _crossings(
        self, conditions: list[Condition], stack: Fraction, radius: Fraction
    ) -> tuple[list[_Crossing], list[_Crossing]]:
        """Find the roots within a distance of a stack, and within the family: below, and above."""
        middle = to_flint(stack)
        near, far = to_flint(stack - radius), to_flint(stack + radius)
        least, most = max(near, to_flint(self.low.lower)), min(far, to_flint(self.high.lower))
        below: list[_Crossing] = []
        above: list[_Crossing] = []
        for polynomial, hand in conditions:
            numerator = polynomial.numer()
            if positive_throughout(numerator, near, far):
                continue
            for lower, upper in real_roots(numerator):
                if least < lower <= upper < most:
                    side = above if lower > middle else below
                    side.append(_Crossing(lower, upper, numerator, hand))
        return below, above


def _nearest_end(
    crossings: list[_Crossing], nearest: Callable[..., _Crossing], limit: Root
) -> _End:
    """Find the nearest of some roots, and the hands that change there; else the limit, and none."""
    if not crossings:
        return _End(limit, set())
    first = nearest(crossings, key=lambda crossing: (crossing.lower, crossing.upper))
    root = first.root()
    lower, upper = to_flint(root.lower), to_flint(root.upper)
    changing = set()
    for crossing in crossings:
        overlaps = crossing.lower <= upper and lower <= crossing.upper
        if overlaps and crossing.hand is not None and crossing.root() == root:
            changing.add(crossing.hand)
    return _End(root, changing)
