"""One look at the flop: what a limp earns against a big blind who then jams or gives up.

Over a limp the big blind goes all-in or checks. On the flop he acts first, and goes all-in or
checks and then folds to any bet. A `FlopPlan` holds how often he does so, by hand and then by flop
and combo. The small blind calls an all-in or folds, and where the big blind gives up he bets and
wins the pot. `best_response` goes through all flops in integers; `BestResponse.limp` then is what
each hand earns by limping, exactly, at any stack.

Flops that a renaming of the suits turns into each other are one: 1,755 stand for all 22,100. So are
combos, where the renaming leaves the flop as it is. That makes 1,286,792 classes of a flop and a
combo, and a plan has a number for each.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, permutations
from pathlib import Path

import numpy as np

from pokerlab import cards, equity_table
from pokerlab._files import DATA, Arrays, check_ending, read_arrays, write_arrays
from pokerlab._foundations import Immutable, check_type, progress_bar, read_only
from pokerlab._threads import compiled, thread_count
from pokerlab.amounts import Amount, parse_amount
from pokerlab.cards import COMBOS, HAND_OF_COMBO
from pokerlab.evaluator import BOARDS_PER_BLOCK, rank_combos

CLASSES = 1_286_792  #: Flops and combos beside them, up to suits.
FLOPS = 17_296  #: Flops that two combos leave.
RUNOUTS = 990  #: Turns and rivers that two combos and a flop leave.
UNITS = 255, 15  #: In what parts of 1 a plan is given, before the flop and on it.


@cache
def flops() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """List the flops up to suits.

    Returns
    -------
    cards : ndarray of int, shape (1755, 3), read-only
        One flop of each kind.
    counts : ndarray of int, shape (1755,), read-only
        How many of the 22,100 flops it stands for: 4, 12 or 24.
    classes : ndarray of int32, shape (1755, 1326), read-only
        The class of each combo on each of them, numbered flop by flop; -1 for a combo that shares a
        card with the flop.
    """
    suits = np.array(list(permutations(range(4))))  # in the order of `cards.suit_images`
    every = np.array(list(combinations(range(52), 3)))
    code = 52 ** np.arange(3)
    renamed = np.sort(every // 4 * 4 + suits[:, every % 4], axis=2) @ code
    least, codes = renamed.min(axis=0), every @ code
    first = least == codes
    classes, number = np.full((first.sum(), len(COMBOS)), -1, np.int32), 0
    for row, (flop, images) in enumerate(zip(every[first], renamed[:, first].T, strict=True)):
        free = ~np.isin(COMBOS, flop).any(axis=1)
        kept = cards.suit_images()[images == flop @ code]
        _, found = np.unique(kept.min(axis=0)[free], return_inverse=True)
        classes[row, free] = number + found
        number += found.max() + 1
    return read_only(every[first]), read_only(np.bincount(least)[codes[first]]), read_only(classes)


@dataclass(frozen=True)
class FlopPlan(Immutable):
    """What the big blind does, in parts of `UNITS`: bytes. He gives up if he is not all-in."""

    calls: np.ndarray  #: How often he calls a push, with each of the 169 hands.
    raised: np.ndarray  #: How often he goes all-in over a raise.
    limped: np.ndarray  #: How often he does over a limp.
    bets: np.ndarray  #: How often he does on the flop after a limp, in each class of `flops`.

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, array in vars(self).items():
            length, unit = (CLASSES, UNITS[1]) if name == "bets" else (169, UNITS[0])
            if array.shape != (length,) or array.dtype != np.uint8 or array.max() > unit:
                needed = f"{length} of uint8 up to {unit} needed"
                raise ValueError(f"{name}: {array.dtype} of shape {array.shape} given, {needed}")

    def save(self, path: str | Path) -> None:
        """Write the plan to a file; a ValueError, if its name does not end in ``.npz``."""
        check_ending(path, ".npz")
        write_arrays(path, **vars(self))


def load(path: str | Path) -> FlopPlan:
    """Read a file of `FlopPlan.save`; a ValueError if it is none, or was cut.

    A plan that was changed, or is for another stack, is a plan all the same: what a limp earns
    against it is found, and not read.
    """

    def make(file: Arrays) -> FlopPlan:
        names = ("calls", 169), ("raised", 169), ("limped", 169), ("bets", CLASSES)
        return FlopPlan(**{name: file.take(name, length, itemsize=1) for name, length in names})

    return read_arrays(path, make, "plan")


def stored(stack: Amount) -> Path:
    """The file of a plan: for the least stack that there is from this one on, or for the largest.

    Examples
    --------
    >>> stored(4).name
    'limps-4.156.npz'
    """
    stack = parse_amount("stack", stack)
    files = {Fraction(path.stem.partition("-")[2]): path for path in DATA.glob("limps-*.npz")}
    return files[min((each for each in files if each >= stack), default=max(files))]


@compiled
def _show(standings: np.ndarray, sizes: np.ndarray, combos: np.ndarray, won: np.ndarray) -> None:
    """Add to each class what its combos win from weighted ones, over boards that weigh as well."""
    weights, classes = combos
    sums, total = np.empty((137, 64), np.int32), np.empty(64, np.int32)
    for board in range(len(sizes)):
        standing, last = standings[board // BOARDS_PER_BLOCK, board % BOARDS_PER_BLOCK], 0
        sums[:] = 0
        for combo in range(len(COMBOS)):
            last = max(last, standing[combo])
            if weights[combo] and standing[combo]:
                row = sums[standing[combo]]
                row[52] += weights[combo]
                row[COMBOS[combo, 0]] += weights[combo]
                row[COMBOS[combo, 1]] += weights[combo]
        for k in range(1, last + 1):
            for card in range(64):
                sums[k, card] += sums[k - 1, card]
        total[:] = sums[last]
        for k in range(last, 0, -1):
            for card in range(64):
                sums[k, card] += sums[k - 1, card] - total[card]
        for combo in range(len(COMBOS)):
            if standing[combo]:
                row = sums[standing[combo]]
                more = row[52] - row[COMBOS[combo, 0]] - row[COMBOS[combo, 1]]
                won[classes[combo]] += sizes[board] * np.int64(more)


def boards(flop: np.ndarray, runs: np.ndarray) -> np.ndarray:
    """Boards as `rank_combos` takes them: a flop, with each of some turns and rivers."""
    dealt = np.hstack([runs, np.tile(flop, (len(runs), 1))])
    bits = 1 << dealt // 4
    return np.stack([(bits * (dealt % 4 == suit)).sum(axis=1) for suit in range(4)], axis=1)


def on_flop(plan: FlopPlan, row: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """What a combo of each class meets on a flop, which is given by its place in `flops`.

    Returns
    -------
    combos, sizes : ndarray of int, shape (classes of the flop,)
        One combo of each class, and how many combos and flops it stands for.
    bets : ndarray of int
        The weight of the combos that go all-in and share no card with it, in 3,825ths (`UNITS`).
    won : ndarray of int
        The weight of those that it beats, less those that it loses to, summed over `RUNOUTS`.
    """
    flop, count, classes = (part[row] for part in flops())
    found = np.unique(classes, return_index=True, return_counts=True)
    kinds, combos, sizes = (part[1:] for part in found)  # without what shares a card with it
    weights = UNITS[0] - plan.limped[HAND_OF_COMBO].astype(np.int32)
    weights *= plan.bets[classes] * (classes >= 0)
    # A turn and a river are a combo, too, and one of each class stands for the others.
    standings = rank_combos(boards(flop, COMBOS[combos])).transpose(0, 2, 1)
    won = np.zeros(len(kinds), np.int64)
    _show(standings, sizes, np.array([weights, classes - kinds[0]]), won)
    held = np.bincount(COMBOS.ravel(), weights.repeat(2)).astype(np.int64)
    bets = weights.sum() - held[COMBOS[combos]].sum(axis=1) + weights[combos]
    return combos, count * sizes, bets, won // sizes


@dataclass(frozen=True)
class BestResponse(Immutable):
    """What the small blind's best answer to a plan takes to know; `best_response` makes it."""

    plan: FlopPlan
    #: (3, CLASSES): the `sizes`, `bets` and `won` of `on_flop`, sorted by hand.
    classes: np.ndarray
    firsts: np.ndarray  #: (169,): where each hand's classes begin.

    def limp(self, stack: Amount) -> tuple[Fraction, ...]:
        """What each of the 169 hands earns at most by limping, in big blinds.

        It is convex in the stack that each player has before the blinds of 1/2 and 1, above 1.
        """
        stack = parse_amount("stack", stack, greater_than=1)
        above, below = stack.as_integer_ratio()
        win, tie, lose = equity_table.hand_counts()
        pairs = (win + tie + lose) // equity_table.BOARDS
        limped = self.plan.limped.astype(np.int64)
        shown, jams, checks = (win - lose) @ limped, pairs @ limped, pairs @ (UNITS[0] - limped)
        sizes, bets, won = self.classes
        most = above * int(abs(won).max() + 1), below * RUNOUTS * int(bets.max() + 1)
        if max(most) >= 2**63:
            won, bets = won.astype(object), bets.astype(object)
        calls = above * won > -below * RUNOUTS * bets
        called, lost = np.add.reduceat(sizes * [won * calls, bets * (2 - calls)], self.firsts, 1)
        counts = shown, jams, checks, called, lost, pairs.sum(axis=1)
        shown, jams, checks, called, lost, met = (part.astype(object) for part in counts)
        before = np.maximum(stack * shown / equity_table.BOARDS, -jams)
        after = checks + (stack * called / RUNOUTS - lost) / (FLOPS * UNITS[1])
        return tuple((before + after) / (UNITS[0] * met))


def best_response(plan: FlopPlan, progress: bool | None = None) -> BestResponse:
    """Find what the best answer to a plan takes to know, on all flops; ten seconds, and a bar."""
    check_type("plan", plan, FlopPlan, "a FlopPlan")
    rows = range(len(flops()[0]))
    with ThreadPoolExecutor(thread_count()) as threads:
        parts = progress_bar(
            threads.map(partial(on_flop, plan), rows), "flops", len(rows), progress
        )
        combos, *found = map(np.concatenate, zip(*parts, strict=True))
    hands = HAND_OF_COMBO[combos]
    order = hands.argsort(kind="stable")
    firsts = np.searchsorted(hands[order], np.arange(169))
    return BestResponse(plan, np.array(found)[:, order], firsts)
