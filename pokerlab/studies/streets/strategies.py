"""The big blind's strategy on all streets, and the file it is kept in."""

from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import numpy as np

from pokerlab._support.arguments import refusal
from pokerlab._support.files import open_arrays
from pokerlab.cards import HANDS
from pokerlab.studies.flops import PREFLOP_DENOMINATOR, PreflopStrategy, require_bytes
from pokerlab.studies.streets.buckets import Buckets, Steps
from pokerlab.studies.streets.tree import Menu, build_streets

__all__ = ["FULL_REACH", "RATE_DENOMINATOR", "StreetsStrategy", "load", "starting_reaches"]

RATE_DENOMINATOR = 128  #: The integer that stands for 1 in a strategy on later streets.
#: The weight of a combo of the big blind's before the flop: the largest number of 16 bits, and a
#: multiple of `PREFLOP_DENOMINATOR`, so that his first decision shares it out without a rest.
FULL_REACH = 257 * PREFLOP_DENOMINATOR
# How many numbers the parts of a file have, or have at most.
_MENU_NUMBERS = 8
_STEPS_NUMBERS = len(Steps._fields)
_MAX_CUTS = 400
_MAX_RATES = 2**24


@dataclass(frozen=True, eq=False)
class StreetsStrategy(PreflopStrategy):
    """The big blind's strategy; an array of another type, shape or size is a ValueError.

    Before the flop 1 is `PREFLOP_DENOMINATOR`, on later streets `RATE_DENOMINATOR`.
    """

    menu: Menu
    buckets: Buckets
    #: (2, 169) of uint8: how often he jams over a raise that he may call, and how often he calls.
    over_small_raise: np.ndarray
    #: For each street, (decisions, buckets, 2) of uint8: how often he takes the second action of a
    #: decision of `Street`, and the third.
    rates: tuple[np.ndarray, np.ndarray, np.ndarray]

    def __post_init__(self) -> None:
        super().__post_init__()
        require_bytes(
            "over_small_raise", self.over_small_raise, (2, len(HANDS)), PREFLOP_DENOMINATOR
        )
        _require_sums("over_small_raise", self.over_small_raise.sum(axis=0), PREFLOP_DENOMINATOR)
        counts = self.buckets.counts
        for street, count, table in zip(build_streets(self.menu), counts, self.rates, strict=True):
            require_bytes("rates", table, (len(street.decisions), count, 2), RATE_DENOMINATOR)
            _require_sums("rates", table.sum(axis=2), RATE_DENOMINATOR)

    def digest(self) -> bytes:
        """Return the SHA-256 of the strategy: two strategies that differ have two digests."""
        content = sha256()
        for name, array in self.to_arrays().items():
            content.update(f"{name}: {array.dtype.str} of shape {array.shape}\n".encode())
            content.update(np.ascontiguousarray(array).tobytes())
        return content.digest()

    def to_arrays(self) -> dict[str, np.ndarray]:
        """Return the arrays that make up the strategy, by name, as a file holds them."""
        menu, buckets = self.menu, self.buckets
        amounts = menu.stack, menu.largest_call, menu.largest_raise
        ratios = [number for amount in amounts for number in amount.as_integer_ratio()]
        arrays = {
            "menu": np.array([*ratios, menu.most_calls, menu.may_lead], "<i8"),
            "range_weights": buckets.range_weights,
            "steps": np.array(buckets.steps, "<i8"),
            "cuts": buckets.cuts.astype("<i8"),
        }
        arrays |= super().to_arrays() | {"over_small_raise": self.over_small_raise}
        return arrays | {f"rates{number}": table for number, table in enumerate(self.rates)}


def _require_sums(name: str, sums: np.ndarray, most: int) -> None:
    """Refuse actions that are taken more often than always."""
    if sums.max() > most:
        raise refusal(name, f"{sums.max()} for all actions", f"at most {most}")


def load(path: str | Path) -> StreetsStrategy:
    """Read a file of `StreetsStrategy.save`; any other file, or a part of one, is a ValueError."""
    with open_arrays(path, "strategy") as file:
        *ratios, most_calls, may_lead = file.read("menu", max_numbers=_MENU_NUMBERS).tolist()
        stack, largest_call, largest_raise = (Fraction(*ratios[n : n + 2]) for n in (0, 2, 4))
        menu = Menu(stack, most_calls, largest_call, bool(may_lead), largest_raise)
        steps = Steps(*file.read("steps", max_numbers=_STEPS_NUMBERS).tolist())
        range_weights = file.read("range_weights", max_numbers=2 * len(HANDS), itemsize=1)
        buckets = Buckets(range_weights, steps, file.read("cuts", max_numbers=_MAX_CUTS))
        before_flop = StreetsStrategy.read_fields(file)
        over_small_raise = file.read("over_small_raise", max_numbers=2 * len(HANDS), itemsize=1)
        first, second, third = (
            file.read(f"rates{n}", max_numbers=_MAX_RATES, itemsize=1) for n in range(3)
        )
        return StreetsStrategy(
            **before_flop,
            menu=menu,
            buckets=buckets,
            over_small_raise=over_small_raise,
            rates=(first, second, third),
        )


def starting_reaches(strategy: StreetsStrategy) -> np.ndarray:
    """Return the big blind's reach with each hand where a flop begins, (histories, 169)."""
    rows = [PREFLOP_DENOMINATOR - strategy.jams_over_limp.astype(np.int64)]
    if strategy.menu.largest_raise:
        rows.append(strategy.over_small_raise[1].astype(np.int64))
    return np.array(rows) * (FULL_REACH // PREFLOP_DENOMINATOR)
