"""Exact all-in equities: who wins how many boards, for any two holdings.

Two combos without a common card leave 48 cards and so C(48, 5) = 1,712,304 boards, all equally
likely. For each such pair this module knows on how many boards the first combo wins and on how many
the two tie. These are counts and not samples, so every equity is an exact fraction.

`pokerlab.enumeration` does the counting. Renaming the suits changes no showdown, so 47,008 pairs
stand for all 1326 x 1326 (`canonical_pairs`). The package ships their counts in
``data/equities.npy``, whose checksum is `SHA256`. `matchup` and the other look-ups read that table,
and raise an OSError if it is missing or damaged. With cards on the board, or dead ones,
`pokerlab.runouts` counts the boards that are left.
"""

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path

import numpy as np

from pokerlab._foundations import check_type, frozen
from pokerlab.cards import (
    CARD_NAMES,
    COMBOS,
    FIRST_COMBOS,
    Range,
    RangeError,
    parse_cards,
    parse_range,
)

BOARDS = 1_712_304  #: How many boards two combos leave that share no card, C(48, 5).
MOST_DEAD = 43  #: Dead cards leave at least nine: a board, and two combos.
TABLE = Path(__file__).parent / "data" / "equities.npy"  #: The shipped table.
#: The table's checksum, to which the enumeration of all boards must come.
SHA256 = "61855079bb0acfe7b684dad9ca2c813cb0118fe5f4bdfffc3cf08026c99fd436"


@dataclass(frozen=True)
class Equity:
    """How often one holding wins, ties and loses all-in against another.

    These are numbers of boards, summed over all pairs of combos that share no card, one combo from
    each holding. For weighted ranges each pair counts as often as the product of its two weights
    says, in units of 1 / (first denominator * second denominator); an unweighted range has
    denominator 1. Nothing is cancelled.
    """

    win: int
    tie: int
    lose: int

    @property
    def total(self) -> int:
        """The sum of the three counts."""
        return self.win + self.tie + self.lose

    @property
    def equity(self) -> Fraction:
        """The expected share of the pot; a tie counts half."""
        return Fraction(2 * self.win + self.tie, 2 * self.total)


@cache
def canonical_pairs() -> tuple[np.ndarray, np.ndarray]:
    """List one pair of combos from each class; renaming suits and players leads to the others.

    Only pairs that share no card are listed. The second combo's hand is never before the first's.
    Both combos are arrays of int64, shape (47008,), read-only.
    """
    first = FIRST_COMBOS[:, None]
    second = np.arange(1326)
    mine, theirs = suit_images()[:, first], suit_images()[:, None, second]
    lowest = np.minimum(1326 * mine + theirs, 1326 * theirs + mine).min(axis=0)
    cards = (1 << COMBOS).sum(axis=1)
    kept = (1326 * first + second == lowest) & (cards[first] & cards[second] == 0)
    hands, second = np.nonzero(kept)
    return frozen(FIRST_COMBOS[hands]), frozen(second)


@cache
def suit_images() -> np.ndarray:
    """Return the image of each combo under each of the 24 renamings of the suits, (24, 1326)."""
    high, low = COMBOS.T
    combo = np.zeros((52, 52), np.int32)
    combo[high, low] = combo[low, high] = np.arange(1326)
    suits = np.array(list(permutations(range(4))))
    cards = COMBOS // 4 * 4 + suits[:, COMBOS % 4]
    return combo[cards[..., 0], cards[..., 1]]


def expand(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Copy the counts in the table to all images of the canonical pairs, in either order."""
    wins, ties = table
    loses = BOARDS - wins - ties
    win, tie = np.zeros((2, 1326, 1326), np.int32)
    for first, second in suit_images()[:, np.array(canonical_pairs())]:
        win[first, second], win[second, first] = wins, loses
        tie[first, second] = tie[second, first] = ties
    return frozen(win), frozen(tie)


@cache
def combo_counts() -> tuple[np.ndarray, np.ndarray]:
    """Look up the counts for all pairs of combos.

    Returns
    -------
    win, tie : ndarray of int32, shape (1326, 1326), read-only
        On how many of the `BOARDS` boards the row's combo beats and ties the column's; 0 if they
        share a card. The row's combo loses on ``win.T``.
    """
    return expand(np.load(io.BytesIO(_intact_table())))


@cache
def hand_counts() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Look up the counts for all pairs of hands.

    Returns
    -------
    win, tie, lose : ndarray of int64, shape (169, 169), read-only
        Numbers of boards, summed over all pairs of combos without a common card.
    """
    win, tie = (
        np.add.reduceat(np.add.reduceat(counts, FIRST_COMBOS, 0, np.int64), FIRST_COMBOS, 1)
        for counts in combo_counts()
    )
    return frozen(win), frozen(tie), frozen(win.T)


def hand_vs_random() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Look up how every hand does against a random one: three arrays of int64, shape (169,).

    They are numbers of boards on which it wins, ties and loses, summed over the hand's combos and
    the 1225 combos that an opponent may hold against each.
    """
    win, tie, lose = (counts.sum(axis=1) for counts in hand_counts())
    return win, tie, lose


def matchup(
    first: Range | str,
    second: Range | str,
    board: str = "",
    dead: str = "",
    progress: bool | None = None,
) -> Equity:
    """One holding against another, all-in.

    Parameters
    ----------
    first, second : Range or str
        Hands, combos or ranges, in the notation of `pokerlab.cards.parse_range`. All pairs of
        combos that share no card with each other, the board or the dead cards are equally likely,
        but for the ranges' weights. If there is no such pair it is a ValueError, and a range that
        cannot be read a RangeError.
    board : str, optional
        The cards on the board, three to five, in the notation of `pokerlab.cards.parse_cards`.
    dead : str, optional
        Cards that nobody holds and that cannot come, up to `MOST_DEAD`.
    progress : bool, optional
        Whether to show a bar on standard error after a second; by default if that is a terminal.
        With dead cards and no board up to 1.4 million boards are looked at: that takes seconds for
        two hands, and a minute or more for two random ones.

    Returns
    -------
    Equity
        Exact counts, from the point of view of `first`.

    Examples
    --------
    >>> matchup("AsAh", "KsKh")
    Equity(win=1410336, tie=9308, lose=292660)
    >>> round(float(matchup("AA", "KK").equity), 5)
    0.81946
    >>> matchup("AKo", "TT", "2c 3d 5h")
    Equity(win=25560, tie=2016, lose=43704)
    """
    for name, side in (("first", first), ("second", second)):
        check_type(name, side, Range | str, "a Range, or one in text,")
    sides = [side if isinstance(side, Range) else parse_range(side) for side in (first, second)]
    shown, gone = _read_known(board, dead)
    known = {*shown, *gone}
    fits = [known.isdisjoint(combo) for combo in COMBOS.tolist()]
    mine, theirs = (
        [number if fit else 0 for number, fit in zip(side.numerators, fits, strict=True)]
        for side in sides
    )
    for name, side, weights in zip(("first", "second"), sides, (mine, theirs), strict=True):
        if not any(weights):
            needed = "a combo without cards of the board and dead ones needed"
            raise ValueError(f"{name}: {side.text!r} given, {needed}")
    if shown or gone:
        equity = _count(mine, theirs, shown, gone, progress)
    else:
        equity = _look_up(mine, theirs)
    if not equity.total:
        raise ValueError(f"{sides[0].text!r} and {sides[1].text!r} always share a card")
    return equity


def _read_known(board: str, dead: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cards on the board, and the dead ones."""
    found = []
    for name, text in (("board", board), ("dead", dead)):
        try:
            found.append(parse_cards(text))
        except RangeError as error:
            raise RangeError(f"{name}: {error}") from None
    shown, gone = found
    if len(shown) not in (0, 3, 4, 5):
        raise ValueError(f"board: {board!r} given, three to five cards needed")
    for card in gone:
        if card in shown:
            raise ValueError(f"dead: {CARD_NAMES[card]} given, which is on the board {board!r}")
    if len(gone) > MOST_DEAD:
        raise ValueError(f"dead: {len(gone)} cards given, at most {MOST_DEAD} allowed")
    return shown, gone


def _look_up(mine: Sequence[int], theirs: Sequence[int]) -> Equity:
    """Weigh the table's counts for all pairs of combos."""
    # All counts add up to 2**42.
    kind: type = np.int64 if max(mine) * max(theirs) < 2**20 else object
    first: np.ndarray = np.array(mine, kind)
    second: np.ndarray = np.array(theirs, kind)
    rows, columns = np.flatnonzero(first), np.flatnonzero(second)

    def weigh(counts: np.ndarray) -> int:
        met: np.ndarray = counts[np.ix_(rows, columns)].astype(kind)
        return int(first[rows] @ met @ second[columns])

    win, tie = combo_counts()
    return Equity(weigh(win), weigh(tie), weigh(win.T))


def _count(
    mine: Sequence[int],
    theirs: Sequence[int],
    board: Sequence[int],
    dead: Sequence[int],
    progress: bool | None,
) -> Equity:
    """Count the boards that may follow; or those that may not, if they are fewer."""
    from pokerlab import runouts  # loads a compiler

    possible, ruled_out = runouts.following(board, dead), runouts.touching(dead)
    if board or runouts.how_many(possible) <= runouts.how_many(ruled_out):
        return Equity(*runouts.count(mine, theirs, possible, progress))
    every = _look_up(mine, theirs)
    win, tie, lose = runouts.count(mine, theirs, ruled_out, progress)
    return Equity(every.win - win, every.tie - tie, every.lose - lose)


def verify() -> str:
    """Check the shipped table against its checksum, and return it in hexadecimal."""
    return hashlib.sha256(_intact_table()).hexdigest()


_REMEDY = "to make it anew, run: pokerlab equities --rebuild"


def _intact_table() -> bytes:
    """Read the shipped file, which is as its checksum says."""
    try:
        content = TABLE.read_bytes()
    except OSError as error:
        raise OSError(f"{TABLE} cannot be read: {error.strerror}; {_REMEDY}") from None
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise OSError(f"{TABLE} is damaged: its SHA-256 is not {SHA256}; {_REMEDY}")
    return content
