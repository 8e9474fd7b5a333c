"""Showdowns when some cards are known: counted over every board that may follow.

On one board a combo is its rank and two cards. It beats all combos of lower rank except those with
one of its cards, which cannot be dealt beside it. So a walk through the combos by rank, with a sum
over all that were passed and one for each card, compares two whole ranges without looking at pairs.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice
from math import comb

import numpy as np

from pokerlab._foundations import progress_bar
from pokerlab._threads import compiled, run_in_parallel, thread_count
from pokerlab.cards import COMBOS
from pokerlab.evaluator import BOARDS_PER_BLOCK, rank_combos

CARDS = 52
BOARD = 5  #: A board has so many cards.
BATCH = (
    64 * BOARDS_PER_BLOCK
)  #: How many boards are looked at between two steps of the progress bar.
#: Weights are summed in digits of so many bits: over all boards and combos a sum has 32 bits more.
DIGIT = 30

# Cards on the board, and those of which the rest of it is dealt.
Runouts = tuple[Sequence[int], Sequence[int]]


def following(board: Sequence[int], dead: Sequence[int]) -> list[Runouts]:
    """The boards that may follow a board, without the dead cards."""
    known = {*board, *dead}
    return [(board, [card for card in range(CARDS) if card not in known])]


def touching(dead: Sequence[int]) -> list[Runouts]:
    """The boards on which there is any of these cards, each of them once."""
    later = [[card for card in range(CARDS) if card not in dead[: n + 1]] for n in range(len(dead))]
    return [([card], left) for card, left in zip(dead, later, strict=True)]


def how_many(runouts: Sequence[Runouts]) -> int:
    """The number of boards."""
    return sum(comb(len(left), BOARD - len(shown)) for shown, left in runouts)


def count(
    first: Sequence[int],
    second: Sequence[int],
    runouts: Sequence[Runouts],
    progress: bool | None = None,
) -> tuple[int, int, int]:
    """On how many boards the first holding wins, ties and loses against the second.

    Parameters
    ----------
    first, second : sequence of int, length 1326
        The weight of each combo, as a whole number.
    runouts : sequence of Runouts
        The boards, from `following` or `touching`.
    progress : bool, optional
        Whether to show a bar on standard error after a second; by default if that is a terminal.

    Returns
    -------
    win, tie, lose : int
        Boards, summed over all pairs of combos that share no card with each other or the board,
        each pair as often as the product of its two weights. Exact, however large they are.
    """
    held = [combo for combo in range(len(COMBOS)) if first[combo] or second[combo]]
    combos = np.array(held)
    own = np.array([bool(first[combo]) for combo in held])
    weights = _digits([second[combo] for combo in held])
    parts = thread_count()
    sums = np.zeros((parts, 3, *weights.shape), np.int64)
    batches = -(-how_many(runouts) // BATCH)
    for boards in progress_bar(_batches(runouts), "boards", batches, progress):
        standings = rank_combos(boards, combos)
        by_board = standings.transpose(0, 2, 1).reshape(-1, len(combos))
        run_in_parallel(
            _compare, by_board.size, parts, by_board, COMBOS[combos], own, weights, sums, parts
        )
    below, up_to, met = (
        sum(
            first[combo] * (int(total) << (DIGIT * place))
            for combo, totals in zip(held, part, strict=True)
            for place, total in enumerate(totals)
        )
        for part in sums.sum(axis=0)
    )
    return below, up_to - below, met - up_to


def _digits(numbers: Sequence[int]) -> np.ndarray:
    """Whole numbers by their digits of `DIGIT` bits, the lowest first, shape (n, digits)."""
    places = max(1, -(-max(numbers, default=0).bit_length() // DIGIT))
    lowest = (1 << DIGIT) - 1
    digits = [[number >> (DIGIT * place) & lowest for place in range(places)] for number in numbers]
    return np.array(digits, np.int64).reshape(len(numbers), places)


def _batches(runouts: Sequence[Runouts]) -> Iterator[np.ndarray]:
    """The boards, as masks of the ranks in each suit, at most `BATCH` of them at a time."""
    for shown, left in runouts:
        missing = BOARD - len(shown)
        dealt = chain.from_iterable(combinations(left, missing))
        boards = comb(len(left), missing)
        for start in range(0, boards, BATCH):
            size = min(BATCH, boards - start)
            cards = np.empty((size, BOARD), np.int64)
            cards[:, : len(shown)] = shown
            rest = np.fromiter(islice(dealt, size * missing), np.int64, size * missing)
            cards[:, len(shown) :] = rest.reshape(size, missing)
            ranks, suits = 1 << (cards >> 2), cards & 3
            yield np.stack([(ranks * (suits == suit)).sum(axis=1) for suit in range(4)], axis=1)


@compiled
def _compare(
    standings: np.ndarray,
    cards: np.ndarray,
    own: np.ndarray,
    weights: np.ndarray,
    sums: np.ndarray,
    parts: int,
    start: int,
    stop: int,
) -> None:
    """Add up for each own combo what it beats, what it does not lose to, and all that it meets.

    The boards are dealt out to as many parts, of which these are some.
    """
    combos, places = weights.shape
    order = np.empty(combos, np.int64)
    passed = np.empty((CARDS + 1, places), np.int64)  # by a card that they hold; at the end, all
    for part in range(start, stop):
        for board in range(part, len(standings), parts):
            standing = standings[board]
            first_of = np.zeros(257, np.int64)
            for combo in range(combos):
                first_of[standing[combo] + 1] += 1
            for rank in range(256):
                first_of[rank + 1] += first_of[rank]
            blocked = first_of[1]  # those of standing 0 have a card of the board
            for combo in range(combos):
                order[first_of[standing[combo]]] = combo
                first_of[standing[combo]] += 1
            passed[:] = 0
            begin = blocked
            while begin < combos:
                end = begin
                while end < combos and standing[order[end]] == standing[order[begin]]:
                    end += 1
                for n in range(begin, end):
                    combo = order[n]
                    if own[combo]:
                        high, low = cards[combo]
                        for d in range(places):
                            below = passed[CARDS, d] - passed[high, d] - passed[low, d]
                            sums[part, 0, combo, d] += below
                for n in range(begin, end):
                    combo = order[n]
                    high, low = cards[combo]
                    for d in range(places):
                        passed[CARDS, d] += weights[combo, d]
                        passed[high, d] += weights[combo, d]
                        passed[low, d] += weights[combo, d]
                for n in range(begin, end):
                    combo = order[n]
                    if own[combo]:
                        high, low = cards[combo]
                        for d in range(places):
                            # What has both cards was taken away twice.
                            twin = weights[combo, d] - passed[high, d] - passed[low, d]
                            sums[part, 1, combo, d] += passed[CARDS, d] + twin
                begin = end
            for n in range(blocked, combos):
                combo = order[n]
                if own[combo]:
                    high, low = cards[combo]
                    for d in range(places):
                        twin = weights[combo, d] - passed[high, d] - passed[low, d]
                        sums[part, 2, combo, d] += passed[CARDS, d] + twin
