"""What all other modules use: read-only results, players and counts, a progress bar."""

import reprlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

if TYPE_CHECKING:
    from tqdm import tqdm

_T = TypeVar("_T")


def pair(both: Iterable[_T]) -> tuple[_T, _T]:
    """A tuple of two things, such as one for each player."""
    first, second = both
    return first, second


def frozen(array: ArrayLike) -> np.ndarray:
    """A read-only copy of an array.

    Examples
    --------
    >>> frozen(np.zeros(2))[0] = 1
    Traceback (most recent call last):
    ValueError: assignment destination is read-only
    """
    array = np.array(array)
    array.setflags(write=False)
    return array


def assign(instance: Any, **values: Any) -> None:
    """Set fields of a frozen dataclass that is being made; arrays are `frozen`."""
    for name, value in values.items():
        value = frozen(value) if isinstance(value, np.ndarray) else value
        object.__setattr__(instance, name, value)


class Immutable:
    """The base of a frozen dataclass that keeps `frozen` copies of its arrays."""

    def __post_init__(self) -> None:
        assign(self, **vars(self))


def check_count(name: str, count: int) -> None:
    """Refuse anything but a positive integer."""
    if not is_integer(count) or count < 1:
        raise ValueError(f"{name}: {count!r} given, a positive integer needed")


def check_type(name: str, value: object, kind: Any, needed: str) -> None:
    """Refuse anything but an instance of a class, or a union, by a TypeError."""
    if not isinstance(value, kind):
        given = " ".join(reprlib.repr(value).split())  # an array's has several lines
        raise TypeError(f"{name}: {given} given, {needed} needed")


def listed(name: str, values: Iterable[_T], needed: str = "a list") -> list[_T]:
    """The items of an argument as a list; a TypeError if it has none because it is no series."""
    check_type(name, values, Iterable, needed)
    return list(values)


def two(name: str, both: Iterable[_T], needed: str = "a pair") -> tuple[_T, _T]:
    """The two items of an argument; a TypeError if it is no series, a ValueError if not of two."""
    if len(items := listed(name, both, needed)) != 2:
        raise ValueError(f"{name}: a series of {len(items)} given, {needed} needed")
    return pair(items)


def floats(name: str, values: ArrayLike) -> np.ndarray:
    """An argument as an array of floats; a ValueError if that is impossible."""
    try:
        return np.asarray(values, float)
    except (TypeError, ValueError):
        given = f"{name}: {' '.join(reprlib.repr(values).split())} given"
        raise ValueError(f"{given}, numbers needed, in rows of one length") from None


def is_integer(number: object) -> bool:
    """Whether this is an integer, of Python or NumPy, and no bool."""
    return isinstance(number, int | np.integer) and not isinstance(number, bool)


def bar(items: Iterable[Any], name: str, total: int | None, progress: bool | None) -> "tqdm":
    """A progress bar around a series, on standard error, once a second has passed."""
    from tqdm import tqdm  # a tenth of the time that looking up an equity takes

    disable = None if progress is None else not progress
    return tqdm(items, name, total, delay=1, leave=False, disable=disable)


def read_player(player: int | str, names: Sequence[str]) -> int:
    """The number of a player who is given by his number or by his name, else a ValueError."""
    if isinstance(player, str) and names.count(player) == 1:
        return names.index(player)
    if is_integer(player) and player in (0, 1):
        return int(player)
    raise ValueError(f"player: {player!r} given, 0 or 1, or {' or '.join(map(repr, names))} needed")
