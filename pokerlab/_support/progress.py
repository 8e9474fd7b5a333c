"""A progress bar on standard error."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tqdm import tqdm

__all__ = ["progress_bar"]


def progress_bar(
    items: Iterable[Any], name: str, total: int | None, progress: bool | None
) -> "tqdm":
    """Wrap a series in a progress bar on standard error, which appears after a second.

    By default, None, it appears only if standard error is a terminal.
    """
    from tqdm import tqdm  # here, so that what shows no progress does not wait until it is loaded

    hidden = None if progress is None else not progress  # None leaves it to tqdm
    return tqdm(items, name, total, delay=1, leave=False, disable=hidden)
