"""Showdowns when some cards are known: counted over every board that may follow.

On each board two whole ranges are compared by a pass through the combos by standing, which
`_compiled.showdowns` explains. The pass has a loop of its own here, `_compare`, because weights are
whole numbers, and wins and ties are counted apart. There is one weight for each combo, and the loop
there adds sixteen numbers at once: most would be for nothing. Weights too large for this loop are
split into digits, and it goes through the boards once for each.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice
from math import comb
from typing import NamedTuple

import numpy as np

from pokerlab._compiled import compiled, njit_helper
from pokerlab._compiled.parallel import PARALLEL_FROM, map_in_parallel
from pokerlab._support.arithmetic import ceil_divide
from pokerlab._support.progress import progress_bar
from pokerlab.cards import COMBOS, N_CARDS
from pokerlab.holdem.standings import (
    BOARDS_PER_BATCH,
    N_STANDINGS,
    combo_standings,
    sort_by_standing,
)

__all__ = [
    "BoardFamily",
    "count_boards",
    "count_outcomes",
    "families_extending",
    "families_with",
    "suit_masks",
]

_BOARD_SIZE = 5  # cards
# Weights are split into digits of this many bits, because a sum over boards and combos needs up to
# 32 bits more, and a sum of digits has to fit in 63.
_DIGIT_BITS = 30


class BoardFamily(NamedTuple):
    """The boards that have certain cards, and whose other cards are some of a deck."""

    board: Sequence[int]  #: The cards that are on each board.
    deck: Sequence[int]  #: The cards of which the rest is dealt.

    @property
    def board_count(self) -> int:
        """The number of boards."""
        return comb(len(self.deck), _BOARD_SIZE - len(self.board))


def families_extending(board: Sequence[int], dead: Sequence[int]) -> list[BoardFamily]:
    """List the boards that extend a board, without the dead cards, as one family."""
    known = {*board, *dead}
    return [BoardFamily(board, [card for card in range(N_CARDS) if card not in known])]


def families_with(dead: Sequence[int]) -> list[BoardFamily]:
    """List the boards with any of these cards, as a family for each that is the first on them."""
    families = []
    for n, card in enumerate(dead):
        earlier = dead[: n + 1]  # and the card itself
        deck = [other for other in range(N_CARDS) if other not in earlier]
        families.append(BoardFamily([card], deck))
    return families


def count_boards(families: Sequence[BoardFamily]) -> int:
    """Count the boards of several families."""
    return sum(family.board_count for family in families)


def count_outcomes(
    first: Sequence[int],
    second: Sequence[int],
    families: Sequence[BoardFamily],
    progress: bool | None = None,
) -> tuple[int, int, int]:
    """Count on how many boards the first holding wins, ties and loses against the second.

    Parameters
    ----------
    first, second : sequence of int, length 1326
        The weight of each combo, as a whole number.
    families : sequence of BoardFamily
        The boards, from `families_extending` or `families_with`.
    progress : bool, optional
        Whether to show a bar on standard error after a second; by default if that is a terminal.

    Returns
    -------
    win, tie, lose : int
        Boards, summed over all pairs of combos that share no card with each other or the board,
        each pair as often as the product of its two weights. Exact, however large they are.
    """
    combos = [combo for combo in range(len(COMBOS)) if first[combo] or second[combo]]
    first_weights = [first[combo] for combo in combos]
    in_first = np.array([weight > 0 for weight in first_weights])
    second_digits = _digits([second[combo] for combo in combos])
    sums = np.zeros((len(second_digits), 3, len(combos)), np.int64)
    batch_count = ceil_divide(count_boards(families), BOARDS_PER_BATCH)
    for boards in progress_bar(_batches(families), "boards", batch_count, progress):
        standings = combo_standings(boards, np.array(combos)).reshape(-1, len(combos))
        for weights, sums_of_digit in zip(second_digits, sums, strict=True):
            sums_of_digit += _weights_met(standings, COMBOS[combos], in_first, weights)
    beaten, not_lost_to, opposed = (
        _weighted_total(first_weights, sums[:, row]) for row in range(3)
    )
    return beaten, not_lost_to - beaten, opposed - not_lost_to


def _digits(numbers: Sequence[int]) -> np.ndarray:
    """Split whole numbers into digits of `_DIGIT_BITS` bits, the lowest first, (digits, n)."""
    digit_count = max(1, ceil_divide(max(numbers, default=0).bit_length(), _DIGIT_BITS))
    highest_digit = (1 << _DIGIT_BITS) - 1
    digits = [
        [number >> (_DIGIT_BITS * d) & highest_digit for number in numbers]
        for d in range(digit_count)
    ]
    return np.array(digits, np.int64)


def _weighted_total(weights: Sequence[int], digits: np.ndarray) -> int:
    """Sum numbers that are given by their digits, (digits, n), each times a weight."""
    total = 0
    for d, of_numbers in enumerate(digits.tolist()):
        weighted = sum(weight * digit for weight, digit in zip(weights, of_numbers, strict=True))
        total += weighted << (_DIGIT_BITS * d)
    return total


def _batches(families: Sequence[BoardFamily]) -> Iterator[np.ndarray]:
    """Yield batches of the boards, as masks of the card ranks in each suit."""
    for family in families:
        missing_count = _BOARD_SIZE - len(family.board)
        missing_cards = chain.from_iterable(combinations(family.deck, missing_count))
        for start in range(0, family.board_count, BOARDS_PER_BATCH):
            size = min(BOARDS_PER_BATCH, family.board_count - start)
            cards = np.empty((size, _BOARD_SIZE), np.int64)
            cards[:, : len(family.board)] = family.board
            drawn = np.fromiter(
                islice(missing_cards, size * missing_count), np.int64, size * missing_count
            )
            cards[:, len(family.board) :] = drawn.reshape(size, missing_count)
            yield suit_masks(cards)


def suit_masks(cards: np.ndarray) -> np.ndarray:
    """Turn boards of cards, (n, 5), into masks of the card ranks in each suit, (n, 4)."""
    rank_bits, suits = 1 << (cards >> 2), cards & 3
    return np.stack([(rank_bits * (suits == suit)).sum(axis=1) for suit in range(4)], axis=1)


def _weights_met(
    standings: np.ndarray, cards: np.ndarray, in_first: np.ndarray, weights: np.ndarray
) -> np.ndarray:
    """Add up what `_compare` finds on all boards, of which each core does some at a time."""
    parts = np.array_split(standings, standings.size // PARALLEL_FROM + 1)
    sums = map_in_parallel(lambda part: _compare(part, cards, in_first, weights), parts)
    met: np.ndarray = np.sum([*sums], axis=0)
    return met


@njit_helper
def _disjoint_sum(sums: np.ndarray, combo_cards: np.ndarray) -> int:
    """Return a sum without the combos that share a card with one combo.

    This combo itself holds both of its cards, so it is subtracted twice.
    """
    return sums[N_CARDS] - sums[combo_cards[0]] - sums[combo_cards[1]]


@compiled
def _compare(
    standings: np.ndarray, cards: np.ndarray, in_first: np.ndarray, weights: np.ndarray
) -> np.ndarray:
    """Add up the weights that each combo in the first holding meets in the second.

    Parameters
    ----------
    standings : ndarray of uint8, shape (boards, combos)
        The standing of each combo on each board.
    cards : ndarray of int, shape (combos, 2)
    in_first : ndarray of bool, shape (combos,)
        Whether each combo is in the first holding.
    weights : ndarray of int64, shape (combos,)
        The weights in the second holding.

    Returns
    -------
    ndarray of int64, shape (3, combos)
        The weights of the combos that each combo in the first beats, of those that it does not lose
        to, and of all that can be dealt beside it, over all boards.
    """
    sums = np.zeros((3, len(weights)), np.int64)
    order, starts = np.empty(len(weights), np.int64), np.empty(N_STANDINGS + 1, np.int64)
    passed = np.empty(N_CARDS + 1, np.int64)  # by a card that they hold; last, all
    for board in range(len(standings)):
        sort_by_standing(standings[board], order, starts)
        passed[:] = 0
        for standing in range(1, N_STANDINGS):
            equals = order[starts[standing] : starts[standing + 1]]
            for combo in equals:
                if in_first[combo]:
                    sums[0, combo] += _disjoint_sum(passed, cards[combo])
            for combo in equals:
                passed[N_CARDS] += weights[combo]
                passed[cards[combo, 0]] += weights[combo]
                passed[cards[combo, 1]] += weights[combo]
            for combo in equals:
                if in_first[combo]:
                    sums[1, combo] += _disjoint_sum(passed, cards[combo]) + weights[combo]
        for combo in order[: starts[N_STANDINGS]]:
            if in_first[combo]:
                sums[2, combo] += _disjoint_sum(passed, cards[combo]) + weights[combo]
    return sums
