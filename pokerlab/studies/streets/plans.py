"""The big blind's plan on all streets, and the file it is kept in."""

from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import numpy as np

from pokerlab._files import Arrays, check_ending, read_arrays, write_arrays
from pokerlab._foundations import Immutable, refusal
from pokerlab.cards import HANDS
from pokerlab.studies.flops import HAND_DENOMINATOR
from pokerlab.studies.streets.buckets import Buckets, Steps
from pokerlab.studies.streets.tree import Menu, build

__all__ = ["FULL_REACH", "RATE_DENOMINATOR", "StreetsPlan", "load", "starting_reaches"]

RATE_DENOMINATOR = 128  #: The integer that stands for 1 in a plan on later streets.
FULL_REACH = 255 * 257  #: The weight of a combo of the big blind's before the flop.


@dataclass(frozen=True)
class StreetsPlan(Immutable):
    """What the big blind does; an array of another type, shape or size is a ValueError.

    Before the flop 1 is `HAND_DENOMINATOR`, on later streets `RATE_DENOMINATOR`.
    """

    menu: Menu
    buckets: Buckets
    calls: np.ndarray  #: (169,) of uint8: how often he calls a push.
    jams_over_raise: np.ndarray  #: (169,) of uint8: how often he jams over a raise he may not call.
    jams_over_limp: np.ndarray  #: (169,) of uint8: how often he jams over a limp; else he checks.
    #: (2, 169) of uint8: how often he jams over a raise that he may call, and how often he calls.
    over_small_raise: np.ndarray
    #: For each street, (decisions, buckets, 2) of uint8: how often he takes the second action of a
    #: decision of `Street`, and the third.
    rates: tuple[np.ndarray, np.ndarray, np.ndarray]

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("calls", "jams_over_raise", "jams_over_limp"):
            _check_bytes(name, getattr(self, name), (len(HANDS),), HAND_DENOMINATOR)
        _check_bytes("over_small_raise", self.over_small_raise, (2, len(HANDS)), HAND_DENOMINATOR)
        _check_sums("over_small_raise", self.over_small_raise.sum(axis=0), HAND_DENOMINATOR)
        counts = self.buckets.counts
        for street, count, table in zip(build(self.menu), counts, self.rates, strict=True):
            _check_bytes("rates", table, (len(street.decisions), count, 2), RATE_DENOMINATOR)
            _check_sums("rates", table.sum(axis=2), RATE_DENOMINATOR)

    def save(self, path: str | Path) -> None:
        """Write the plan to a file; a ValueError, if its name does not end in ``.npz``."""
        check_ending(path, ".npz")
        write_arrays(path, **self._arrays())

    def digest(self) -> bytes:
        """The SHA-256 of all that is in the plan: two plans that differ have two digests."""
        found = sha256()
        for name, array in self._arrays().items():
            found.update(f"{name}: {array.dtype.str} of shape {array.shape}\n".encode())
            found.update(np.ascontiguousarray(array).tobytes())
        return found.digest()

    def _arrays(self) -> dict[str, np.ndarray]:
        """What a file of the plan holds, by name."""
        menu, buckets = self.menu, self.buckets
        amounts = menu.stack, menu.largest_call, menu.largest_raise
        ratios = [number for amount in amounts for number in amount.as_integer_ratio()]
        arrays = {
            "menu": np.array([*ratios, menu.most_calls, menu.leads], "<i8"),
            "ranges": buckets.ranges,
            "steps": np.array(buckets.steps, "<i8"),
            "cuts": buckets.cuts.astype("<i8"),
        }
        arrays |= {name: getattr(self, field) for field, name in _NAMES_IN_FILES.items()}
        return arrays | {f"rates{number}": table for number, table in enumerate(self.rates)}


#: What a plan's arrays before the flop are called in a file, by field. The names are short, and
#: files that have them are stored with the package: they stay whatever the fields are called.
_NAMES_IN_FILES = {
    "calls": "calls",
    "jams_over_raise": "raised",
    "jams_over_limp": "limped",
    "over_small_raise": "small",
}


def _check_bytes(name: str, array: np.ndarray, shape: tuple[int, ...], most: int) -> None:
    """Refuse what is not an array of bytes up to a number."""
    if array.shape != shape or array.dtype != np.uint8 or array.max() > most:
        given = f"{array.dtype} of shape {array.shape}"
        raise refusal(name, given, f"uint8 of shape {shape}, up to {most},")


def _check_sums(name: str, sums: np.ndarray, most: int) -> None:
    """Refuse actions that are taken more often than always."""
    if sums.max() > most:
        raise refusal(name, f"{sums.max()} for all actions", f"at most {most}")


def load(path: str | Path) -> StreetsPlan:
    """Read a file of `StreetsPlan.save`; a ValueError if it is none, or was cut."""

    def make(file: Arrays) -> StreetsPlan:
        *ratios, most_calls, leads = file.read("menu", 8).tolist()
        stack, largest_call, largest_raise = (Fraction(*ratios[n : n + 2]) for n in (0, 2, 4))
        menu = Menu(stack, most_calls, largest_call, bool(leads), largest_raise)
        steps = Steps(*file.read("steps", 4).tolist())
        buckets = Buckets(file.read("ranges", 338, 1), steps, file.read("cuts", 400))
        hands = {field: file.read(name, 338, 1) for field, name in _NAMES_IN_FILES.items()}
        first, second, third = (file.read(f"rates{n}", 2**24, 1) for n in range(3))
        return StreetsPlan(menu, buckets, rates=(first, second, third), **hands)

    return read_arrays(path, make, "plan")


def starting_reaches(plan: StreetsPlan) -> np.ndarray:
    """The big blind's reach with each hand where a flop begins, a row for each of his records."""
    rows = [HAND_DENOMINATOR - plan.jams_over_limp.astype(np.int64)]
    if plan.menu.largest_raise:
        rows.append(plan.over_small_raise[1].astype(np.int64))
    return np.array(rows) * (FULL_REACH // HAND_DENOMINATOR)
