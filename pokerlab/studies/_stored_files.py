"""The files of strategies that the package brings along, one for each of some stacks."""

from fractions import Fraction
from pathlib import Path

from pokerlab._support.files import DATA

__all__ = ["stored_by_stack"]


def stored_by_stack(kind: str) -> dict[Fraction, Path]:
    """Find the files of a kind in `DATA` by the stacks in their names, such as limps-4.222.npz.

    The stacks increase.
    """
    paths = DATA.glob(f"{kind}-*.npz")
    by_stack = {Fraction(path.stem.removeprefix(f"{kind}-")): path for path in paths}
    return dict(sorted(by_stack.items()))
