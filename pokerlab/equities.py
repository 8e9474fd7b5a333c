"""Exact all-in equities: who wins how many boards, for any two holdings.

Two combos that share no card leave 48 cards and so C(48, 5) = 1,712,304 boards, all equally likely.
For each such pair of combos this module knows on how many boards the first wins and on how many
they tie. These are counts and not samples, so every equity made of them is an exact fraction.

`enumerate_counts` finds them from nothing in seconds, and `count_piece` a piece of them at a time,
so that many machines can share the work. Renaming the suits changes no showdown, so 134,459 boards
stand for all C(52, 5) = 2,598,960 (`canonical_boards`): every combo is ranked on each of them and
compared with every other, and a sum over the 24 ways to rename the suits turns the comparisons into
counts over all boards. By the same symmetry 47,008 pairs of combos stand for all 1326 x 1326
(`canonical_pairs`). The package ships their counts in ``data/equities.npy``, a file of which
`SHA256` is the checksum; `matchup` and the other look-ups read that table, and raise an
`EquityTableError` if it is missing or damaged.
"""

import hashlib
import io
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pokerlab._foundations import frozen, write_file
from pokerlab.cards import COMBOS, FIRST_COMBOS, Range, parse_range

BOARDS = 1_712_304
"""How many boards two combos leave that share no card, C(48, 5)."""

PIECES = 32
"""In how many pieces `count_piece` divides the boards."""

TABLE = Path(__file__).parent / "data" / "equities.npy"
"""The shipped table."""

SHA256 = "61855079bb0acfe7b684dad9ca2c813cb0118fe5f4bdfffc3cf08026c99fd436"
"""The table's checksum, to which the enumeration of all boards must come."""


class EquityTableError(OSError):
    """The table of equities is missing or damaged, or cannot be written."""


@dataclass(frozen=True)
class Equity:
    """How often one holding wins, ties and loses all-in against another.

    Attributes
    ----------
    win, tie, lose : int
        Numbers of boards, summed over all pairs of combos that share no card, one combo from
        each holding. For weighted ranges each pair counts as often as the product of its two
        weights says, in units of 1 / (first denominator * second denominator); an unweighted
        range has denominator 1. Nothing is cancelled.
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
        """The expected share of the pot, a tie being half of it."""
        return Fraction(2 * self.win + self.tie, 2 * self.total)


@dataclass(frozen=True)
class Rebuilt:
    """What `rebuild` found."""

    seconds: float  #: How long the enumeration took, compilation included; or adding up pieces.
    sha256: str  #: The checksum of the enumerated table.
    matches_shipped: bool  #: Whether it is `SHA256`. If not, nothing has been written.


@cache
def canonical_boards() -> tuple[np.ndarray, np.ndarray]:
    """List one board of each class that renaming the suits makes of all boards.

    Returns
    -------
    boards : ndarray of int64, shape (134459, 4), read-only
        The boards, each as four masks: the ranks that it has in each suit.
    images : ndarray of int64, shape (134459,), read-only
        How many of the 2,598,960 boards each stands for: 4, 12 or 24.
    """
    boards = np.array(list(_sorted_boards()))
    equal_suits = sum(boards[:, a] == boards[:, b] for a, b in combinations(range(4), 2))
    return frozen(boards), frozen(np.array([24, 12, 6, 4])[equal_suits])


def _sorted_boards() -> Iterator[tuple[int, ...]]:
    """Yield the boards whose suits are sorted by their number of cards, then by their mask."""
    masks = [
        [sum(1 << rank for rank in ranks) for ranks in combinations(range(13), size)]
        for size in range(6)
    ]
    for sizes in [
        (5, 0, 0, 0),
        (4, 1, 0, 0),
        (3, 2, 0, 0),
        (3, 1, 1, 0),
        (2, 2, 1, 0),
        (2, 1, 1, 1),
    ]:
        suits = [
            combinations_with_replacement(masks[size], sizes.count(size))
            for size in sorted(set(sizes), reverse=True)
        ]
        for board in product(*suits):
            yield sum(board, ())


@cache
def canonical_pairs() -> tuple[np.ndarray, np.ndarray]:
    """List one pair of combos of each class that renaming the suits, and the players, makes.

    Only pairs that share no card are listed. The second combo's hand is never before the first's.

    Returns
    -------
    first, second : ndarray of int64, shape (47008,), read-only
        The combos of each pair.
    """
    first = FIRST_COMBOS[:, None]
    second = np.arange(1326)
    mine, theirs = _suit_images()[:, first], _suit_images()[:, None, second]
    lowest = np.minimum(1326 * mine + theirs, 1326 * theirs + mine).min(axis=0)
    cards = (1 << COMBOS).sum(axis=1)
    kept = (1326 * first + second == lowest) & (cards[first] & cards[second] == 0)
    hands, second = np.nonzero(kept)
    return frozen(FIRST_COMBOS[hands]), frozen(second)


@cache
def _suit_images() -> np.ndarray:
    """Return what each of the 24 ways to rename the suits makes of each combo, (24, 1326)."""
    high, low = COMBOS.T
    combo = np.zeros((52, 52), np.int32)
    combo[high, low] = combo[low, high] = np.arange(1326)
    suits = np.array(list(permutations(range(4))))
    cards = COMBOS // 4 * 4 + suits[:, COMBOS % 4]
    return combo[cards[..., 0], cards[..., 1]]


def enumerate_counts(
    progress: bool | None = None, pieces: Iterable[np.ndarray] | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Enumerate what `combo_counts` looks up, all boards for all pairs of combos.

    Parameters
    ----------
    progress : bool, optional
        Whether to show a progress bar on standard error; by default, if that is a terminal.
    pieces : iterable of ndarray, optional
        What `count_piece` has counted on all `PIECES` pieces, in any order: nothing is then left
        to do but to add it up.

    Raises
    ------
    ValueError
        If `pieces` are not so many arrays of that shape.
    """
    return _expand(_sum_over(slice(None), progress) // 24 if pieces is None else _add(pieces))


def count_piece(piece: int) -> dict[str, np.ndarray]:
    """Enumerate one of the pieces into which the boards are divided, for several machines to share.

    Written for `pokerlab.sweeps`, which spreads the pieces over the cores or over a cluster, and
    keeps those that are done::

        counted = sweeps.run(count_piece, {"piece": range(PIECES)}, cache="pieces", version="1")
        rebuild(pieces=counted["sums"])

    Parameters
    ----------
    piece : int
        0 to `PIECES` - 1. All have the same number of boards, to within one.

    Returns
    -------
    dict of str to ndarray
        ``sums``, int32, (2, 47008): what the piece adds to 24 times the number of boards on which
        the first combo of each canonical pair wins, and ties.

    Raises
    ------
    ValueError
        If there is no such piece.
    """
    if piece not in range(PIECES):
        raise ValueError(f"piece: {piece!r} given, an integer from 0 to {PIECES - 1} needed")
    return {"sums": _sum_over(slice(piece, None, PIECES), progress=False)}


def _add(pieces: Iterable[np.ndarray]) -> np.ndarray:
    """Add up all the pieces into the canonical pairs' counts, int32 (2, 47008)."""
    pieces = list(pieces)
    shape = (2, len(canonical_pairs()[0]))
    whole = sum(np.shape(piece) == shape for piece in pieces)
    if not whole == len(pieces) == PIECES:
        raise ValueError(
            f"pieces: {len(pieces)} given, {whole} of shape {shape}; all {PIECES} of them needed"
        )
    return sum(pieces) // 24


def _sum_over(part: slice, progress: bool | None) -> np.ndarray:
    """Count over some of the canonical boards, 24 times each, int32 (2, 47008)."""
    # Imported here, for they are slow to load and no look-up needs them.
    from tqdm import tqdm

    from pokerlab.evaluator import BLOCK, count_showdowns

    boards, images = (array[part] for array in canonical_boards())
    counts = np.zeros((2, 1326, 1326), np.int32)
    batch = 64 * BLOCK
    disable = None if progress is None else not progress
    with tqdm(total=len(boards), unit=" boards", leave=False, disable=disable) as bar:
        for weight in np.unique(images):
            alike = boards[images == weight]
            for start in range(0, len(alike), batch):
                counts += weight * count_showdowns(alike[start : start + batch])
                bar.update(len(alike[start : start + batch]))

    # What a pair meets on all images of a board is what all images of the pair meet on the board.
    # There are `weight` images, so 24 / weight of the 24 renamings give each of them.
    first, second = canonical_pairs()
    renamed = _suit_images()
    sums = counts[:, renamed[:, first], renamed[:, second]].sum(axis=1, dtype=np.int32)
    return np.ascontiguousarray(sums)


def _expand(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Give all images of the canonical pairs, and their exchanges, the counts in the table."""
    wins, ties = table
    loses = BOARDS - wins - ties
    win, tie = np.zeros((2, 1326, 1326), np.int32)
    for first, second in _suit_images()[:, np.array(canonical_pairs())]:
        win[first, second], win[second, first] = wins, loses
        tie[first, second] = tie[second, first] = ties
    return frozen(win), frozen(tie)


@cache
def combo_counts() -> tuple[np.ndarray, np.ndarray]:
    """Look up the counts for all pairs of combos.

    Returns
    -------
    win, tie : ndarray of int32, shape (1326, 1326), read-only
        On how many of the `BOARDS` boards the row's combo wins, and ties, against the column's;
        0 where they share a card. The row's combo loses on ``win.T``.
    """
    return _expand(np.load(io.BytesIO(_intact_table())))


@cache
def hand_counts() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Look up the counts for all pairs of hands.

    Returns
    -------
    win, tie, lose : ndarray of int64, shape (169, 169), read-only
        Numbers of boards, summed over all pairs of combos of the row's hand and the column's
        that share no card.
    """
    hands = _Groups(np.arange(1326), FIRST_COMBOS)
    win, tie = (_sum_groups(counts, hands, hands) for counts in combo_counts())
    return frozen(win), frozen(tie), frozen(win.T)


def hand_vs_random() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Look up how every hand does against a random one.

    Returns
    -------
    win, tie, lose : ndarray of int64, shape (169,)
        Numbers of boards, summed over the hand's combos and the 1225 combos that an opponent
        may hold against each.
    """
    win, tie, lose = (counts.sum(axis=1) for counts in hand_counts())
    return win, tie, lose


def matchup(first: Range | str, second: Range | str) -> Equity:
    """Look up one holding against another.

    Parameters
    ----------
    first, second : Range or str
        Hands, combos or ranges, in the notation of `pokerlab.cards.parse_range`. All pairs of
        combos that share no card are equally likely, but for the ranges' weights.

    Returns
    -------
    Equity
        Exact counts, from the point of view of `first`.

    Raises
    ------
    RangeError
        If a range cannot be read.
    ValueError
        If all pairs of combos share a card.

    Examples
    --------
    >>> matchup("AsAh", "KsKh")
    Equity(win=1410336, tie=9308, lose=292660)
    >>> round(float(matchup("AA", "KK").equity), 5)
    0.81946
    """
    first, second = (
        side if isinstance(side, Range) else parse_range(side) for side in (first, second)
    )
    weights, rows = _group_by_weight(first)
    other_weights, columns = _group_by_weight(second)

    def weigh(counts: np.ndarray) -> int:
        return weights @ _sum_groups(counts, rows, columns).astype(object) @ other_weights

    win, tie = combo_counts()
    equity = Equity(weigh(win), weigh(tie), weigh(win.T))
    if not equity.total:
        raise ValueError(
            f"{first.text!r} and {second.text!r} always share a card: no deal is possible"
        )
    return equity


class _Groups(NamedTuple):
    """Groups of combos: the combos one group after another, and where each group starts."""

    combos: np.ndarray
    starts: np.ndarray


def _group_by_weight(holding: Range) -> tuple[np.ndarray, _Groups]:
    """Return the different numerators of a range, Python's integers, and who has each."""
    numerators = np.array(holding.numerators, object)
    combos = numerators.argsort(kind="stable")[numerators.tolist().count(0) :]
    weights, starts = np.unique(numerators[combos], return_index=True)
    return weights, _Groups(combos, starts)


def _sum_groups(counts: np.ndarray, rows: _Groups, columns: _Groups) -> np.ndarray:
    """Sum `counts` over each group of rows and of columns; int64 holds the sum of all of them."""
    chosen = counts[np.ix_(rows.combos, columns.combos)]
    sums = np.add.reduceat(chosen, rows.starts, axis=0, dtype=np.int64)
    return np.add.reduceat(sums, columns.starts, axis=1)


def verify() -> str:
    """Check the shipped table against its checksum, and return that, in hexadecimal."""
    return hashlib.sha256(_intact_table()).hexdigest()


def rebuild(
    path: str | Path | None = None,
    progress: bool | None = None,
    pieces: Iterable[np.ndarray] | None = None,
) -> Rebuilt:
    """Enumerate the table again, compare it with its checksum, and repair the file.

    The table is written to `path`, by default that of the shipped one, all at once, where it is
    missing or differs. An enumeration that does not come to `SHA256` is reported and not written:
    whoever means to change what is counted changes that constant, too. The other arguments are
    those of `enumerate_counts`.

    Raises
    ------
    ValueError
        If `pieces` are not as they must be.
    EquityTableError
        If a file cannot be written.
    """
    start = time.perf_counter()
    table = _sum_over(slice(None), progress) // 24 if pieces is None else _add(pieces)
    seconds = time.perf_counter() - start

    buffer = io.BytesIO()
    np.save(buffer, table)
    sha256 = hashlib.sha256(buffer.getvalue()).hexdigest()
    if sha256 == SHA256:
        _repair(TABLE if path is None else Path(path), buffer.getvalue())
    return Rebuilt(seconds, sha256, sha256 == SHA256)


_REMEDY = "to make it anew, run: pokerlab equities --rebuild"


def _intact_table() -> bytes:
    """Read the shipped file, which is as its checksum says."""
    try:
        content = TABLE.read_bytes()
    except FileNotFoundError:
        raise EquityTableError(f"{TABLE} is missing; {_REMEDY}") from None
    except OSError as error:
        raise EquityTableError(f"{TABLE} cannot be read: {error.strerror}; {_REMEDY}") from None
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise EquityTableError(f"{TABLE} is damaged: its SHA-256 is not {SHA256}; {_REMEDY}")
    return content


def _repair(path: Path, content: bytes) -> None:
    """Write the table, and make its folder, unless it is there already."""
    try:
        if path.is_file() and path.read_bytes() == content:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EquityTableError(f"{path} cannot be written: {error.strerror}") from None
    try:
        write_file(path, content)
    except OSError as error:
        raise EquityTableError(str(error)) from None
