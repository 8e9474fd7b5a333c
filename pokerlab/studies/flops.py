"""One look at the flop: the earnings of a limp against a big blind who then jams or gives up.

Over a limp the big blind goes all-in or checks. On the flop he acts first, and goes all-in or
checks and then folds to any bet. A `FlopStrategy` holds how often he does so, by hand and then by
flop and combo. The small blind calls an all-in or folds, and where the big blind gives up she bets
and wins the pot. `sum_limps` goes through all flops in integers; `LimpSums.limp_earnings` then are
each hand's earnings by limping, exactly, at any stack.

Flops that a renaming of the suits turns into each other are one: 1,755 stand for all 22,100. So are
combos, where the renaming leaves the flop as it is. That makes 1,286,792 classes of a flop and a
combo, and a strategy has a number for each.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pokerlab import cards, equity_table
from pokerlab._compiled import compiled
from pokerlab._compiled.parallel import map_in_parallel
from pokerlab._support.arguments import refusal, require_type, short_repr
from pokerlab._support.arithmetic import NO_INDEX
from pokerlab._support.files import (
    ArrayFile,
    data_files_by_stack,
    open_arrays,
    write_arrays,
)
from pokerlab._support.frozen import FrozenArrays, frozen_copy
from pokerlab._support.progress import progress_bar
from pokerlab.amounts import Amount, read_amount
from pokerlab.cards import COMBOS, HAND_OF_COMBO, HANDS, N_CARDS
from pokerlab.deals import holdem
from pokerlab.holdem.runouts import suit_masks
from pokerlab.holdem.standings import N_STANDINGS, combo_standings, standings_on

__all__ = [
    "FLOPS_PER_DEAL",
    "FLOP_DENOMINATOR",
    "N_CLASSES",
    "PREFLOP_DENOMINATOR",
    "RUNOUTS_PER_DEAL",
    "DistinctFlops",
    "FlopStrategy",
    "LimpSums",
    "MetOnFlop",
    "PreflopStrategy",
    "board_masks",
    "distinct_flops",
    "load",
    "met_on_flop",
    "require_bytes",
    "stored_path",
    "stored_strategy_from",
    "sum_limps",
]

N_CLASSES = 1_286_792  #: Flops and combos beside them, up to suits.
FLOPS_PER_DEAL = 17_296  #: Flops that the players' four cards leave.
RUNOUTS_PER_DEAL = 990  #: Turns and rivers that the players' cards and a flop leave.
PREFLOP_DENOMINATOR = 255  #: The integer that stands for 1 before the flop: the largest byte.
FLOP_DENOMINATOR = 15  #: The integer that stands for 1 on the flop.
# Unsigned, so that compiled code need not ask whether an index counts from the end: that would take
# a tenth longer.
_COMBO_CARDS = COMBOS.astype(np.uint8)
_ALL = np.uint8(N_CARDS)


class DistinctFlops(NamedTuple):
    """The flops up to suits, and the classes of combos beside them."""

    cards: np.ndarray  #: (1755, 3) ints, one flop of each kind.
    counts: np.ndarray  #: (1755,) ints, how many of the 22,100 flops it stands for: 4, 12 or 24.
    #: (1755, 1326) int32, the class of each combo on each of them, numbered flop by flop;
    #: `NO_INDEX` for a combo that shares a card with the flop.
    classes: np.ndarray


@cache
def distinct_flops() -> DistinctFlops:
    """List the flops up to suits, in read-only arrays."""
    every = np.array(list(combinations(range(N_CARDS), 3)))
    codes = _flop_codes(every)
    renamed_codes = _flop_codes(cards.card_images()[:, every])  # (renamings of the suits, flops)
    least = renamed_codes.min(axis=0)  # the same for flops that are the same up to suits
    chosen = np.flatnonzero(codes == least)
    # How many flops the renamings make of each.
    counts = [len(np.unique(renamed_codes[:, flop])) for flop in chosen]
    classes, class_count = np.full((len(chosen), len(COMBOS)), NO_INDEX, np.int32), 0
    for number, flop in enumerate(chosen.tolist()):
        possible = ~np.isin(COMBOS, every[flop]).any(axis=1)
        symmetries = cards.combo_images()[renamed_codes[:, flop] == codes[flop]]
        least_images = symmetries.min(axis=0)  # the same for combos of one class
        _, class_numbers = np.unique(least_images[possible], return_inverse=True)
        classes[number, possible] = class_count + class_numbers
        class_count += class_numbers.max() + 1
    return DistinctFlops(frozen_copy(every[chosen]), frozen_copy(counts), frozen_copy(classes))


def _flop_codes(flops: np.ndarray) -> np.ndarray:
    """Number flops by their cards, (..., 3), whatever their order."""
    return np.sort(flops, axis=-1) @ N_CARDS ** np.arange(3)


def require_bytes(name: str, array: np.ndarray, shape: tuple[int, ...], most: int) -> None:
    """Refuse, by a ValueError, all but arrays of bytes of this shape, up to a number."""
    if not isinstance(array, np.ndarray):
        raise refusal(name, short_repr(array), f"an array of uint8 of shape {shape}")
    if array.shape != shape or array.dtype != np.uint8 or array.max() > most:
        given = f"{array.dtype} of shape {array.shape}"
        raise refusal(name, given, f"uint8 of shape {shape}, up to {most},")


_PREFLOP_FIELDS = "calls", "jams_over_raise", "jams_over_limp"  # of a PreflopStrategy


@dataclass(frozen=True, eq=False)
class PreflopStrategy(FrozenArrays):
    """The big blind's strategy before the flop, as bytes, and the form in which a file has it.

    An array of another type or shape, or with a byte above its denominator, is a ValueError.
    """

    #: (169,) in units of `PREFLOP_DENOMINATOR`, how often he calls a push.
    calls: np.ndarray
    #: (169,) in the same units, how often he jams over a raise that he may not call.
    jams_over_raise: np.ndarray
    #: (169,) in the same units, how often he jams over a limp; else he checks.
    jams_over_limp: np.ndarray

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in _PREFLOP_FIELDS:
            require_bytes(name, getattr(self, name), (len(HANDS),), PREFLOP_DENOMINATOR)

    def to_arrays(self) -> dict[str, np.ndarray]:
        """Return the arrays that make up the strategy, by name, as a file holds them."""
        return {name: getattr(self, name) for name in _PREFLOP_FIELDS}

    @staticmethod
    def read_fields(file: ArrayFile) -> dict[str, np.ndarray]:
        """Return the arrays before the flop that are in a file of `save`, by name."""
        return {name: file.read(name, len(HANDS), itemsize=1) for name in _PREFLOP_FIELDS}

    def save(self, path: str | Path) -> None:
        """Write the strategy to a file; a ValueError, if its name does not end in ``.npz``."""
        write_arrays(path, **self.to_arrays())


@dataclass(frozen=True, eq=False)
class FlopStrategy(PreflopStrategy):
    """The big blind's strategy before the flop and on it: how often he puts chips in."""

    #: (N_CLASSES,) in units of `FLOP_DENOMINATOR`, how often he jams on the flop after a limp and
    #: a check.
    jams_on_flop: np.ndarray

    def __post_init__(self) -> None:
        super().__post_init__()
        require_bytes("jams_on_flop", self.jams_on_flop, (N_CLASSES,), FLOP_DENOMINATOR)

    def to_arrays(self) -> dict[str, np.ndarray]:
        """Return the arrays that make up the strategy, by name, as a file holds them."""
        return super().to_arrays() | {"jams_on_flop": self.jams_on_flop}


def load(path: str | Path) -> FlopStrategy:
    """Read a file of `FlopStrategy.save`; any other file, or a part of one, is a ValueError.

    A strategy that was changed, or is for another stack, is a strategy all the same: the earnings
    of limps against it are computed, and not in the file.
    """
    with open_arrays(path, "strategy") as file:
        jams_on_flop = file.read("jams_on_flop", N_CLASSES, itemsize=1)
        return FlopStrategy(**FlopStrategy.read_fields(file), jams_on_flop=jams_on_flop)


def stored_path(stack: Amount) -> Path:
    """Find a strategy's file: for the least stack that there is from this one on, or the largest.

    Examples
    --------
    >>> stored_path(4).name
    'limps-4.156.npz'
    """
    stack = read_amount("stack", stack)
    paths = data_files_by_stack("limps")
    return paths[min((each for each in paths if each >= stack), default=max(paths))]


def stored_strategy_from(stack: Amount) -> FlopStrategy:
    """Read the strategy of the least stored stack from this one on, or of the largest.

    Examples
    --------
    >>> stored_strategy_from(4).calls.shape
    (169,)
    """
    return load(stored_path(stack))


@compiled
def _margins(
    standings: np.ndarray,
    counts: np.ndarray,
    jamming: np.ndarray,
    weights: np.ndarray,
    possible: np.ndarray,
    possible_cards: np.ndarray,
) -> np.ndarray:
    """Return the margins of all combos: the weight that each beats minus what beats it.

    Margins are summed over boards, each of which counts for several. Given are the combos that jam,
    with their weights, and those that share no card with the flop, with their cards. The pass of
    `_compiled.showdowns` would do, but takes longer on a flop: here no combo is sorted, and
    sums over combos by standing and card are added a row at a time.
    """
    columns = N_CARDS + 1  # of sums over combos: those with each card, and all
    sums = np.zeros((N_STANDINGS + 1, columns), np.int32)
    below, total = np.empty(columns, np.int32), np.empty(columns, np.int32)
    margins = np.zeros(len(possible), np.int64)
    for board in range(len(counts)):
        standing_of = standings_on(standings, board)
        total[:] = 0
        last = 0
        for n in range(len(jamming)):
            standing = standing_of[jamming[n]]
            if standing:
                for card in (_ALL, _COMBO_CARDS[jamming[n], 0], _COMBO_CARDS[jamming[n], 1]):
                    sums[standing, card] += weights[n]
                    total[card] += weights[n]
                last = max(last, standing)
        # What is below a standing minus what is above it; beyond the last one all is below.
        below[:] = 0
        for standing in range(1, last + 2):
            for card in range(columns):
                there = sums[standing, card]
                above = total[card] - below[card] - there
                sums[standing, card] = below[card] - above
                below[card] += there
        for n in range(len(possible)):
            # The first row, of zeros, is that of a combo which shares a card with the board.
            row = sums[min(standing_of[possible[n]], last + 1)]
            margin = row[N_CARDS] - row[possible_cards[n, 0]] - row[possible_cards[n, 1]]
            margins[n] += counts[board] * np.int64(margin)
        sums[1 : last + 2] = 0
    return margins


def board_masks(flop: np.ndarray, runouts: np.ndarray) -> np.ndarray:
    """Add some turns and rivers, (n, 2), to a flop: boards as `combo_standings` takes them."""
    return suit_masks(np.hstack([runouts, np.tile(flop, (len(runouts), 1))]))


class MetOnFlop(NamedTuple):
    """The weights that a combo of each class meets on a flop: ints, (classes of the flop,)."""

    combos: np.ndarray  #: One combo of each class.
    counts: np.ndarray  #: How many combos and flops it stands for.
    #: The weight of the combos that jam and share no card with it, where 1 is `PREFLOP_DENOMINATOR`
    #: times `FLOP_DENOMINATOR`.
    jam_weights: np.ndarray
    #: The weight of those that it beats, minus the weight of those that it loses to, summed over
    #: `RUNOUTS_PER_DEAL`.
    margins: np.ndarray


def met_on_flop(strategy: FlopStrategy, flop_index: int) -> MetOnFlop:
    """Compute the weights that each class meets on a flop, given its index in `distinct_flops`."""
    flops = distinct_flops()
    flop, count = flops.cards[flop_index], flops.counts[flop_index]
    classes = flops.classes[flop_index]
    possible = np.flatnonzero(classes != NO_INDEX)  # combos that share no card with the flop
    numbers, firsts, counts = np.unique(classes[possible], return_index=True, return_counts=True)
    combos = possible[firsts]
    weights = PREFLOP_DENOMINATOR - strategy.jams_over_limp[HAND_OF_COMBO].astype(np.int32)
    weights *= strategy.jams_on_flop[classes] * (classes != NO_INDEX)
    # A turn and a river are a combo, too, and one of each class stands for the others.
    standings = combo_standings(board_masks(flop, COMBOS[combos]))
    jamming, possible = np.flatnonzero(weights).astype(np.uint16), possible.astype(np.uint16)
    by_combo = _margins(
        standings, counts, jamming, weights[jamming], possible, _COMBO_CARDS[possible]
    )
    margins = np.zeros(len(numbers), np.int64)
    np.add.at(margins, classes[possible] - numbers[0], by_combo)
    by_card = np.bincount(COMBOS.ravel(), weights.repeat(2)).astype(np.int64)
    # The same combo has both cards, and is subtracted twice.
    jam_weights = weights.sum() - by_card[COMBOS[combos]].sum(axis=1) + weights[combos]
    return MetOnFlop(combos, count * counts, jam_weights, margins // counts)


@dataclass(frozen=True, eq=False)
class LimpSums(FrozenArrays):
    """The numbers that `limp_earnings` adds up, of limps on all flops; `sum_limps` makes them.

    Classes are in the order of the hands that they belong to.
    """

    strategy: FlopStrategy  #: The big blind's.
    counts: np.ndarray  #: (N_CLASSES,), as in `MetOnFlop`.
    jam_weights: np.ndarray  #: (N_CLASSES,), as in `MetOnFlop`.
    margins: np.ndarray  #: (N_CLASSES,), as in `MetOnFlop`.
    firsts: np.ndarray  #: (169,): the index where each hand's classes begin.

    def limp_earnings(self, stack: Amount) -> tuple[Fraction, ...]:
        """Return the most that each of the 169 hands earns by limping, in big blinds.

        Each number is convex in the stack, which each player has before the blinds of 1/2 and 1,
        and which is above 1.
        """
        stack = read_amount("stack", stack, more_than=1)
        ways = holdem().ways
        jams = self.strategy.jams_over_limp.astype(np.int64)
        margins, jammed = (holdem().margins @ jams).astype(object), (ways @ jams).astype(object)
        checked = (ways @ (PREFLOP_DENOMINATOR - jams)).astype(object)
        before_flop = np.maximum(stack * margins / equity_table.BOARDS_PER_PAIR, -jammed)
        net_won, lost = self._against_jams(stack)
        # A check is counted as if he gave up.
        flops_and_jams = FLOPS_PER_DEAL * FLOP_DENOMINATOR
        later = (stack * net_won / RUNOUTS_PER_DEAL - lost) / flops_and_jams
        dealt = PREFLOP_DENOMINATOR * ways.sum(axis=1).astype(object)
        return tuple((before_flop + checked + later) / dealt)

    def _against_jams(self, stack: Fraction) -> tuple[np.ndarray, np.ndarray]:
        """Add up the margins of the jams on the flop that each hand calls, and the chips lost.

        The chips lost, beside a big blind who gives up on the flop, are his if she calls a jam, and
        hers, too, if she folds to it. Both sums are exact integers, (169,) arrays of objects.
        """
        numerator, denominator = stack.as_integer_ratio()
        margins, weights = self.margins, self.jam_weights
        largest = (
            numerator * int(abs(margins).max() + 1),
            denominator * RUNOUTS_PER_DEAL * int(weights.max() + 1),
        )
        if max(largest) >= 2**63:
            margins, weights = margins.astype(object), weights.astype(object)
        she_calls = numerator * margins > -denominator * RUNOUTS_PER_DEAL * weights
        net_won = np.add.reduceat(self.counts * (margins * she_calls), self.firsts)
        lost = np.add.reduceat(self.counts * (weights * (2 - she_calls)), self.firsts)
        return net_won.astype(object), lost.astype(object)


def sum_limps(strategy: FlopStrategy, progress: bool | None = None) -> LimpSums:
    """Go through all flops for the weights that limps meet of a strategy.

    That takes a while, and shows a bar: `progress` is as in :mod:`pokerlab.solvers`.
    """
    require_type("strategy", strategy, FlopStrategy, "a FlopStrategy")
    flop_indices = range(len(distinct_flops().cards))
    met = map_in_parallel(partial(met_on_flop, strategy), flop_indices)
    results = progress_bar(met, "flops", len(flop_indices), progress)
    on_all_flops = MetOnFlop(*map(np.concatenate, zip(*results, strict=True)))
    hands = HAND_OF_COMBO[on_all_flops.combos]
    order = hands.argsort(kind="stable")
    return LimpSums(
        strategy,
        counts=on_all_flops.counts[order],
        jam_weights=on_all_flops.jam_weights[order],
        margins=on_all_flops.margins[order],
        firsts=np.searchsorted(hands[order], np.arange(len(HANDS))),
    )
