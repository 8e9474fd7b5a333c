"""Check strategies of the big blind's on all streets: ``python -m tools.check_streets 5 6``.

For each stack, in big blinds, `streets.check_on_all_flops` goes through all flops, turns and rivers
against the strategy in ``pokerlab/_data/streets-STACK.npz``. Sums of what it finds go to
``checked-STACK.npz`` in the same folder, which `streets.stored_checked_strategy` and ``pokerlab
whole-game --level 2`` read.

Those for 4.222, 4.45 and 4.5 are one strategy, with three stacks in its menu. It was learnt by
``tools.learn_streets first 4.4 1500 --gains`` and ``plan 4.4 60000 --gains --ranges first``.

A check takes about ten minutes of one core a stack, and the cores share it. A run that was
interrupted goes on from ``_build/streets``, where what was found on each flop is kept, too.
"""

import argparse
from pathlib import Path

from pokerlab._support.files import DATA
from pokerlab.studies import streets

__all__ = ["CACHE", "check_and_store"]

CACHE = Path("_build/streets")  #: Where what was found on each flop is kept.


def check_and_store(stack: str) -> None:
    """Check the strategy for a stack, store the result, and print what it proves."""
    strategy = streets.load(DATA / f"streets-{stack}.npz")
    CACHE.mkdir(parents=True, exist_ok=True)
    checked = streets.check_on_all_flops(strategy, CACHE / f"checked-{stack}.npz")
    checked.save(DATA / f"checked-{stack}.npz")
    lower, upper = checked.bracket
    print(f"{stack} big blinds: at most {upper}, about {float(upper):.9f}")
    print(f"which is {1000 * float(upper - lower):.3f} mbb beyond push or fold")


def main() -> None:
    """Check the strategies for the stacks that are named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("stacks", nargs="+", metavar="STACK", help="in big blinds, such as 5")
    for stack in parser.parse_args().stacks:
        check_and_store(stack)


if __name__ == "__main__":
    main()
