"""Checked strategies: the earnings of a best response on all flops, and the bounds that follow.

`check_on_all_flops` finds that, and a `CheckedStrategy` holds it. For some stacks a strategy is
stored together with the results: `checked_stacks` lists them, and `stored_checked_strategy` reads
one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from hashlib import sha256
from pathlib import Path

import numpy as np

from pokerlab import equity_table
from pokerlab._compiled.parallel import map_in_parallel
from pokerlab._support.arguments import refusal, require_type
from pokerlab._support.files import (
    ArrayFile,
    data_files_by_stack,
    open_arrays,
    read_ending,
    require_writable,
    write_arrays,
)
from pokerlab._support.frozen import FrozenArrays
from pokerlab._support.progress import progress_bar
from pokerlab.amounts import Amount, format_amount, read_amount
from pokerlab.brackets import Bracket
from pokerlab.cards import HANDS
from pokerlab.deals import holdem
from pokerlab.studies import flops, opening_bounds
from pokerlab.studies.flops import PREFLOP_DENOMINATOR
from pokerlab.studies.streets.best_response import ORDERED_RUNOUTS, earned_on_flop, turn_counts
from pokerlab.studies.streets.strategies import FULL_REACH, StreetsStrategy, load, starting_reaches

__all__ = [
    "CheckedStrategy",
    "all_in_sums",
    "check_on_all_flops",
    "checked_stacks",
    "earnings_from_sums",
    "load_checked_strategy",
    "stored_checked_strategy",
    "stored_strategy",
    "whole_game_bracket",
]

_FLOPS_PER_SAVE = 10  # How many flops `check_on_all_flops` goes through between saves.
_N_FLOPS = 1755  # up to suits
_MAX_DIGITS = 40  # of a sum in a file, in decimals
_MAX_ROWS = 5  # that `earned_on_flop` returns: three pots and two histories


@dataclass(frozen=True, eq=False)
class CheckedStrategy(FrozenArrays):
    """A strategy, and the earnings of a best response to it; `check_on_all_flops` finds them.

    Both arrays are sums of the results of `earned_on_flop`, and have a row, or a column, for each
    of its rows. Together they are the sums along either side of one table, with a row for each of
    the 22,100 flops and a column for each hand. A ValueError, if they contradict each other, or if
    an all-in against all that the big blind holds does not win what `pokerlab.equity_table` says:
    then not all flops, turns and rivers were gone through.
    """

    strategy: StreetsStrategy  #: The big blind's.
    by_flop: np.ndarray  #: (1755, rows) of int64: sums over all hands, on each flop up to suits.
    by_hand: np.ndarray  #: (rows, 169) of Python's integers: sums over all 22,100 flops.

    def __post_init__(self) -> None:
        super().__post_init__()
        counts = flops.distinct_flops().counts.astype(object)
        pots = len(self.strategy.menu.pots)
        rows = pots + len(self.strategy.menu.histories)
        for name, needed in (("by_flop", (len(counts), rows)), ("by_hand", (rows, len(HANDS)))):
            shape = getattr(self, name).shape
            if shape != needed:
                raise refusal(name, f"an array of shape {shape}", needed)
        if (counts @ self.by_flop.astype(object) != self.by_hand.sum(axis=1)).any():
            raise ValueError("by_hand: the sums over all hands are not those of by_flop")
        if (self.by_hand[pots:] != all_in_sums(self.strategy)).any():
            raise ValueError("by_hand: not of all flops, turns and rivers")

    def earnings(self) -> np.ndarray:
        """Return the earnings of each hand by a limp and by raises that may be called, (pots, 169).

        They are fractions, in big blinds.
        """
        return earnings_from_sums(self.strategy, self.by_hand)

    @property
    def bracket(self) -> Bracket:
        """Bounds on the value of the whole game, in big blinds."""
        return whole_game_bracket(self.strategy, self.earnings())

    def save(self, path: str | Path) -> None:
        """Write it to a file, without the strategy, but with the strategy's digest.

        A ValueError, if the name does not end in ``.npz``.
        """
        digest = np.frombuffer(self.strategy.digest(), np.uint8)
        decimals = self.by_hand.astype(str).astype(bytes)  # they may be too large for NumPy's
        write_arrays(path, digest=digest, by_flop=self.by_flop, by_hand=decimals)


def load_checked_strategy(path: str | Path, strategy: StreetsStrategy) -> CheckedStrategy:
    """Read a file of `CheckedStrategy.save`.

    A ValueError if it is another file or a part of one, contradicts itself, or belongs to another
    strategy. Whether its numbers are those of the strategy, `earned_on_flop` tells flop by flop,
    and `check_on_all_flops` in whole.
    """
    require_type("strategy", strategy, StreetsStrategy, "a StreetsStrategy")
    with open_arrays(path, "check of this strategy") as file:
        _require_digest(file, strategy)
        by_flop = file.read("by_flop", max_numbers=_N_FLOPS * _MAX_ROWS)
        decimals = file.read("by_hand", max_numbers=_MAX_ROWS * len(HANDS), itemsize=_MAX_DIGITS)
        if by_flop.dtype != np.int64 or decimals.dtype.kind != "S":
            given = f"{by_flop.dtype} and {decimals.dtype}"
            raise refusal("by_flop, by_hand", given, "int64 and bytes")
        by_hand = np.array([[int(number) for number in row] for row in decimals], object)
        return CheckedStrategy(strategy, by_flop, by_hand)


def _require_digest(file: ArrayFile, strategy: StreetsStrategy) -> None:
    """Refuse the results of another strategy."""
    digest = file.read("digest", max_numbers=sha256().digest_size, itemsize=1)
    if digest.tobytes() != strategy.digest():
        raise ValueError("strategy: the digest of another one")


def checked_stacks() -> list[Fraction]:
    """List the stacks, in big blinds, for which a strategy is stored with its check's results.

    Examples
    --------
    >>> [float(stack) for stack in checked_stacks()]
    [4.222, 4.45, 4.5, 5.0, 6.0]
    """
    strategies = data_files_by_stack("streets")
    return [stack for stack in data_files_by_stack("checked") if stack in strategies]


def _stored_file(name: str, stack: Amount) -> Path:
    """Find the file with this name for one of `checked_stacks`; a ValueError for other stacks."""
    amount, stacks = read_amount("stack", stack), checked_stacks()
    if amount not in stacks:
        needed = "one of " + ", ".join(map(format_amount, stacks))
        raise refusal("stack", format_amount(amount), needed)
    return data_files_by_stack(name)[amount]


def stored_strategy(stack: Amount) -> StreetsStrategy:
    """Read the strategy that is stored for a stack of `checked_stacks`; a ValueError for others."""
    return load(_stored_file("streets", stack))


def stored_checked_strategy(stack: Amount) -> CheckedStrategy:
    """Read the results of `check_on_all_flops` for the strategy stored; a ValueError for others.

    Examples
    --------
    >>> [round(float(bound), 6) for bound in stored_checked_strategy(5).bracket]
    [0.056201, 0.059379]
    """
    return load_checked_strategy(_stored_file("checked", stack), stored_strategy(stack))


def earnings_from_sums(strategy: StreetsStrategy, sums: np.ndarray) -> np.ndarray:
    """Return the earnings of each hand in each of the menu's pots, given sums over all flops.

    Parameters
    ----------
    strategy : StreetsStrategy
        The big blind's.
    sums : sequence of int, shape (pots or more, 169)
        The results of `earned_on_flop`, summed over all 22,100 flops.

    Returns
    -------
    ndarray of Fraction, shape (pots, 169)
        In big blinds, the earnings of a limp in the first row, and of raises in the others.
    """
    stack = strategy.menu.stack
    ways, margins = (table.astype(object) for table in (holdem().ways, holdem().margins))
    dealt = ways.sum(axis=1)
    parts_per_big_blind = (
        strategy.menu.units_per_big_blind
        * flops.FLOPS_PER_DEAL
        * ORDERED_RUNOUTS
        * (FULL_REACH // PREFLOP_DENOMINATOR)
    )
    rows = []
    jams_over_raise, calls = strategy.over_small_raise.astype(object)
    for pot, total in zip(strategy.menu.pots, sums, strict=False):
        is_raised = bool(pot.history)
        jams = jams_over_raise if is_raised else strategy.jams_over_limp.astype(object)
        by_calling = stack * (margins @ jams) / Fraction(equity_table.BOARDS_PER_PAIR)
        before_flop = np.maximum(by_calling, -pot.put_in * (ways @ jams))
        if is_raised:  # then he may fold
            before_flop = before_flop + ways @ (PREFLOP_DENOMINATOR - jams - calls)
        later = np.array([Fraction(int(part), parts_per_big_blind) for part in total])
        rows.append((before_flop + later) / (PREFLOP_DENOMINATOR * dealt))
    return np.array(rows)


def all_in_sums(strategy: StreetsStrategy) -> np.ndarray:
    """Sum `earned_on_flop`'s last rows over all flops by equities, (histories, 169).

    Each board comes about in twenty ways: by ten flops, and two turns on each. The table is that of
    `pokerlab.equity_table`.
    """
    return 20 * (starting_reaches(strategy).astype(object) @ holdem().margins.T.astype(object))


def check_on_all_flops(
    strategy: StreetsStrategy, cache: str | Path | None = None, progress: bool | None = None
) -> CheckedStrategy:
    """Go through all flops, turns and rivers for the best response, which takes minutes.

    Parameters
    ----------
    strategy : StreetsStrategy
        The big blind's.
    cache : str or Path, optional
        A file, whose name ends in ``.npz``, for the results on each flop. It is written after every
        ten flops, and a check of the same strategy goes on from there. That of another strategy is
        a ValueError.
    progress : bool, optional
        As in :mod:`pokerlab.solvers`. The bar counts turns up to suits, which take equally long.
    """
    require_type("strategy", strategy, StreetsStrategy, "a StreetsStrategy")
    counts, turns = flops.distinct_flops().counts.astype(object), turn_counts()
    sums: list[np.ndarray] = []  # of each flop so far
    if cache is not None:
        read_ending("cache", cache, ".npz")
        require_writable(cache)  # before minutes of work
        sums = _read_cache(strategy, cache)
    turns_to_do = int(turns[len(sums) :].sum())
    with progress_bar((), "turns", turns_to_do, progress) as bar:
        for sums_of_flop in _go_through(strategy, range(len(sums), len(counts))):
            bar.update(int(turns[len(sums)]))
            sums.append(sums_of_flop)
            is_last = len(sums) == len(counts)
            if cache is not None and (is_last or len(sums) % _FLOPS_PER_SAVE == 0):
                digest = np.frombuffer(strategy.digest(), np.uint8)
                write_arrays(cache, digest=digest, sums=np.array(sums))
    table = np.array(sums)
    by_hand = np.tensordot(counts, table.astype(object), 1)
    return CheckedStrategy(strategy, table.sum(axis=2), by_hand)


def _go_through(strategy: StreetsStrategy, flop_indices: range) -> Iterator[np.ndarray]:
    """Yield the results of `earned_on_flop` for some flops, begun a few at a time.

    So a check that is interrupted waits for no more than these.
    """
    for first in range(0, len(flop_indices), _FLOPS_PER_SAVE):
        few = flop_indices[first : first + _FLOPS_PER_SAVE]
        yield from map_in_parallel(partial(earned_on_flop, strategy), few)


def _read_cache(strategy: StreetsStrategy, path: str | Path) -> list[np.ndarray]:
    """Read the results of an interrupted check on the first flops."""
    if not Path(path).exists():
        return []
    with open_arrays(path, "check of this strategy") as file:
        _require_digest(file, strategy)
        sums = file.read("sums", _N_FLOPS * len(HANDS) * _MAX_ROWS)
        of_flop = len(strategy.menu.pots) + len(strategy.menu.histories), len(HANDS)
        is_table = sums.dtype == np.int64 and sums.ndim == 3 and sums.shape[1:] == of_flop
        if not is_table or len(sums) > _N_FLOPS:
            needed = f"int64 of shape (up to {_N_FLOPS}, {of_flop[0]}, {of_flop[1]})"
            raise refusal("sums", f"{sums.dtype} of shape {sums.shape}", needed)
        return [*sums]


def whole_game_bracket(strategy: StreetsStrategy, earned: np.ndarray) -> Bracket:
    """Bound the value of the whole game, in big blinds, by the small blind's largest earnings.

    To pushes, and to raises that he does not call, the big blind answers as in
    :func:`pokerlab.studies.opening_bounds.bracket_from_earnings`.

    Parameters
    ----------
    strategy : StreetsStrategy
        The big blind's.
    earned : ndarray of Fraction, shape (pots, 169)
        The largest earnings of each hand by a limp, and by raises that may be called.
    """
    # `earned` has the raises that he may call, up to the largest. Any other one is no smaller.
    lost_to_jam = strategy.menu.largest_raise or opening_bounds.LEAST_RAISE
    return opening_bounds.bracket_from_earnings(strategy.menu.stack, earned, strategy, lost_to_jam)
