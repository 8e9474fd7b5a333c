"""Plans that were checked: what the best response to them earns on all flops, and what follows.

`checked_plan` finds that, and a `CheckedPlan` holds it. For some stacks a plan is stored together
with what was found: `checked_stacks` lists them, and `stored_checked_plan` reads one.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np

from pokerlab import equity_table
from pokerlab._arguments import check_type, refusal
from pokerlab._files import (
    DATA,
    ArrayFile,
    check_ending,
    check_file,
    check_path,
    read_arrays,
    write_arrays,
)
from pokerlab._frozen import FrozenArrays
from pokerlab._progress import progress_bar
from pokerlab._threads import thread_count
from pokerlab.amounts import Amount, format_amount, parse_amount
from pokerlab.betting import push_fold
from pokerlab.cards import HANDS
from pokerlab.deals import holdem
from pokerlab.games import Game
from pokerlab.solvers import exact
from pokerlab.studies import flops
from pokerlab.studies.flops import HAND_DENOMINATOR
from pokerlab.studies.openings import better_upper_bound
from pokerlab.studies.streets.best_response import RUNOUTS_LEFT, earned_on_flop, turn_counts
from pokerlab.studies.streets.plans import FULL_REACH, StreetsPlan, load, starting_reaches

__all__ = [
    "SAVE_EVERY",
    "CheckedPlan",
    "all_in_sums",
    "checked_plan",
    "checked_stacks",
    "earnings",
    "load_checked_plan",
    "stored_checked_plan",
    "stored_plan",
    "whole_game_bound",
]

SAVE_EVERY = 10  #: After how many flops `checked_plan` keeps what it has found.
_N_FLOPS = 1755  # up to suits
_MOST_ROWS = 5  # that `earned_on_flop` returns: three pots and two records


@dataclass(frozen=True)
class CheckedPlan(FrozenArrays):
    """A plan for the big blind, and what the best answer to it earns; `checked_plan` finds it.

    Both arrays are sums of what `earned_on_flop` returns, and have a row, or a column, for each
    of its rows. Together they are the two margins of one table, with a row for each of the 22,100
    flops and a column for each hand. A ValueError, if they contradict each other, or if an all-in
    against all that the big blind holds does not win what `pokerlab.equity_table` says: then not
    all flops, turns and rivers were gone through.
    """

    plan: StreetsPlan  #: The big blind's.
    by_flop: np.ndarray  #: (1755, rows) of int64: sums over all hands, on each flop up to suits.
    by_hand: np.ndarray  #: (rows, 169) of Python's integers: sums over all 22,100 flops.

    def __post_init__(self) -> None:
        super().__post_init__()
        counts = flops.distinct_flops().counts.astype(object)
        pots = len(self.plan.menu.pots)
        rows = pots + len(dict(self.plan.menu.pots))
        for name, shape in (("by_flop", (len(counts), rows)), ("by_hand", (rows, len(HANDS)))):
            found = getattr(self, name).shape
            if found != shape:
                raise refusal(name, f"an array of shape {found}", shape)
        if (counts @ self.by_flop.astype(object) != self.by_hand.sum(axis=1)).any():
            raise ValueError("by_hand: the sums over all hands are not those of by_flop")
        if (self.by_hand[pots:] != all_in_sums(self.plan)).any():
            raise ValueError("by_hand: not of all flops, turns and rivers")

    def earned(self) -> np.ndarray:
        """What each of the 169 hands earns by a limp, and by raises that may be called."""
        return earnings(self.plan, self.by_hand)

    def bound(self) -> Fraction:
        """What no small blind of the whole game earns more than, in big blinds."""
        return whole_game_bound(self.plan, self.earned())

    def save(self, path: str | Path) -> None:
        """Write it to a file, without the plan, but with the plan's digest.

        A ValueError, if the name does not end in ``.npz``.
        """
        check_ending(path, ".npz")
        digest = np.frombuffer(self.plan.digest(), np.uint8)
        decimals = self.by_hand.astype(str).astype(bytes)  # they may be too large for NumPy's
        write_arrays(path, plan=digest, by_flop=self.by_flop, by_hand=decimals)


def load_checked_plan(path: str | Path, plan: StreetsPlan) -> CheckedPlan:
    """Read a file of `CheckedPlan.save`.

    A ValueError if it is none, was cut, contradicts itself, or belongs to another plan. Whether its
    numbers are those of the plan, `earned_on_flop` tells flop by flop, and `checked_plan` in whole.
    """
    check_type("plan", plan, StreetsPlan, "a StreetsPlan")

    def make(file: ArrayFile) -> CheckedPlan:
        _check_digest(file, plan)
        by_flop = file.read("by_flop", _N_FLOPS * _MOST_ROWS)
        decimals = file.read("by_hand", _MOST_ROWS * len(HANDS), 40)
        if by_flop.dtype != np.int64 or decimals.dtype.kind != "S":
            given = f"{by_flop.dtype} and {decimals.dtype}"
            raise refusal("by_flop, by_hand", given, "int64 and bytes")
        by_hand = np.array([[int(number) for number in row] for row in decimals], object)
        return CheckedPlan(plan, by_flop, by_hand)

    return read_arrays(path, make, "check of this plan")


def _check_digest(file: ArrayFile, plan: StreetsPlan) -> None:
    """Refuse the results of another plan."""
    if file.read("plan", 32, 1).tobytes() != plan.digest():
        raise ValueError("plan: the digest of another one")


def checked_stacks() -> list[Fraction]:
    """The stacks, in big blinds, for which a plan is stored and what its check found.

    Examples
    --------
    >>> [str(stack) for stack in checked_stacks()]
    ['5', '6']
    """
    return sorted(Fraction(path.stem.partition("-")[2]) for path in DATA.glob("checked-*.npz"))


def stored_plan(stack: Amount) -> StreetsPlan:
    """Read the plan that is stored for a stack of `checked_stacks`; a ValueError for others."""
    return load(DATA / f"streets-{_read_checked_stack(stack)}.npz")


def stored_checked_plan(stack: Amount) -> CheckedPlan:
    """Read what `checked_plan` found for the plan that is stored; a ValueError for other stacks.

    Examples
    --------
    >>> float(stored_checked_plan(5).bound())  # and push or fold is worth 0.0562
    0.05937887...
    """
    plan = stored_plan(stack)
    return load_checked_plan(DATA / f"checked-{_read_checked_stack(stack)}.npz", plan)


def _read_checked_stack(stack: Amount) -> str:
    """How the names of files write a stack for which there is a check."""
    given, stacks = parse_amount("stack", stack), checked_stacks()
    if given not in stacks:
        needed = " or ".join(format_amount(each) for each in stacks)
        raise refusal("stack", format_amount(given), needed)
    return format_amount(given)


def _matchups() -> tuple[np.ndarray, np.ndarray]:
    """For two hands, in how many ways they are dealt, and boards won minus boards lost."""
    win, _, lose = equity_table.hand_counts()
    return equity_table.hand_pair_counts().astype(object), (win - lose).astype(object)


def earnings(plan: StreetsPlan, sums: np.ndarray) -> np.ndarray:
    """What each hand earns in each of the menu's pots, in big blinds, given sums over all flops.

    Parameters
    ----------
    plan : StreetsPlan
        The big blind's.
    sums : sequence of int, shape (pots or more, 169)
        What `earned_on_flop` returns, summed over all 22,100 flops.

    Returns
    -------
    ndarray of Fraction, shape (pots, 169)
        What is earned by a limp in the first row, and by raises in the others.
    """
    stack, (pairs, won) = plan.menu.stack, _matchups()
    dealt = pairs.sum(axis=1)
    unit = (
        plan.menu.units_per_big_blind
        * flops.FLOPS_PER_DEAL
        * RUNOUTS_LEFT
        * (FULL_REACH // HAND_DENOMINATOR)
    )
    rows = []
    for (record, put), total in zip(plan.menu.pots, sums, strict=False):
        jams = plan.over_small_raise[0] if record else plan.jams_over_limp
        jams = jams.astype(object)
        called = stack * (won @ jams) / Fraction(equity_table.BOARDS)
        row = np.maximum(called, -put * (pairs @ jams))
        if record:  # over a raise he may fold
            row = row + pairs @ (HAND_DENOMINATOR - jams - plan.over_small_raise[1].astype(object))
        after = np.array([Fraction(int(part), unit) for part in total])
        rows.append((row + after) / (HAND_DENOMINATOR * dealt))
    return np.array(rows)


def all_in_sums(plan: StreetsPlan) -> np.ndarray:
    """What all flops add up to in the last rows of `earned_on_flop`, by the table of equities.

    Each board comes about in twenty ways: by ten flops, and two turns on each. The table is that of
    `pokerlab.equity_table`.
    """
    return 20 * (starting_reaches(plan).astype(object) @ _matchups()[1].T)


def checked_plan(
    plan: StreetsPlan, cache: str | Path | None = None, progress: bool | None = None
) -> CheckedPlan:
    """Go through all flops, turns and rivers for the best response to a plan.

    That takes about ten minutes on one core.

    Parameters
    ----------
    plan : StreetsPlan
        The big blind's.
    cache : str or Path, optional
        A file, whose name ends in ``.npz``, for what was found on each flop. It is written after
        every `SAVE_EVERY` flops, and a check of the same plan goes on from there. That of another
        plan is a ValueError.
    progress : bool, optional
        As in :mod:`pokerlab.solvers`. The bar counts turns up to suits, which take equally long.
    """
    check_type("plan", plan, StreetsPlan, "a StreetsPlan")
    counts, turns = flops.distinct_flops().counts.astype(object), turn_counts()
    found = [] if cache is None else _read_cache(plan, cache)
    left = int(turns[len(found) :].sum())
    with progress_bar((), "turns", left, progress) as bar:
        for sums in _go_through(plan, range(len(found), len(counts))):
            bar.update(int(turns[len(found)]))
            found.append(sums)
            is_last = len(found) == len(counts)
            if cache is not None and (is_last or len(found) % SAVE_EVERY == 0):
                digest = np.frombuffer(plan.digest(), np.uint8)
                write_arrays(cache, plan=digest, sums=np.array(found))
    table = np.array(found)
    by_hand = np.tensordot(counts, table.astype(object), 1)
    return CheckedPlan(plan, table.sum(axis=2), by_hand)


def _go_through(plan: StreetsPlan, rows: range) -> Iterator[np.ndarray]:
    """What `earned_on_flop` returns for some flops, which the cores share."""
    with ThreadPoolExecutor(thread_count()) as threads:
        for first in range(0, len(rows), SAVE_EVERY):
            yield from threads.map(partial(earned_on_flop, plan), rows[first : first + SAVE_EVERY])


def _read_cache(plan: StreetsPlan, path: str | Path) -> list[np.ndarray]:
    """What a check that was interrupted has found on the first flops."""
    check_path(path, "cache")
    if Path(path).suffix.lower() != ".npz":
        raise refusal("cache", repr(str(path)), "a name that ends in .npz")
    check_file(path)
    if not Path(path).exists():
        return []

    def make(file: ArrayFile) -> list[np.ndarray]:
        _check_digest(file, plan)
        return [*file.read("sums", _N_FLOPS * len(HANDS) * _MOST_ROWS)]

    return read_arrays(path, make, "check of this plan")


def whole_game_bound(plan: StreetsPlan, earned: np.ndarray) -> Fraction:
    """What the small blind earns at most in the whole game, in big blinds.

    With what he calls a push, and jams over a raise that he does not call, the big blind follows
    the plan, or push or fold, whichever is better for him.

    Parameters
    ----------
    plan : StreetsPlan
        The big blind's.
    earned : ndarray of Fraction, shape (pots, 169)
        What each hand earns at most by a limp, and by raises that may be called.
    """
    stack, least_raise = plan.menu.stack, plan.menu.largest_raise or 2
    push_or_fold = exact.solve(Game(holdem(), push_fold(stack))).probability(1, "call")
    return better_upper_bound(stack, earned, plan, push_or_fold, least_raise)
