"""A river beside postflop-solver: the example of its authors with the chapter's board, all hands.

Where the environment variable POSTFLOP names a folder with that program's source, cargo builds it,
and it takes part. It has the same tree, one thread and single precision. Both look at the
exploitability meanwhile; it is given in pots.
"""

import ctypes
import os
import subprocess
from functools import cache, partial
from pathlib import Path

import pokerlab as pl
from benchmarks.harness import Contender, Contest, Task
from book._ext.files import SPOT
from pokerlab import betting, deals
from pokerlab.games import Game
from pokerlab.solutions import Solution
from pokerlab.solvers import cfr

BOARD, POT, STACK, BETS, RAISES = "Td9d6hQc2s", 2000, 9000, "60%", "2.5x"
#: The ranges, by the number of the first player's combos.
RANGES = {167: SPOT, 1081: ("", "")}
ITERATIONS = 1000
CARGO = """
[package]
name = "river"
version = "0.1.0"
edition = "2021"
[lib]
path = "{loops}"
crate-type = ["cdylib"]
[dependencies.postflop-solver]
path = "{source}"
default-features = false
[profile.release]
lto = true
"""


@cache
def postflop() -> ctypes.CDLL:
    """The program with `postflop.rs` around it, built for this processor."""
    source, loops = Path(os.environ["POSTFLOP"]), Path(__file__).with_name("postflop.rs")
    target = source / "target"  # is kept: building takes a minute
    about = target / "pokerlab" / "Cargo.toml"
    about.parent.mkdir(parents=True, exist_ok=True)
    about.write_text(CARGO.format(loops=loops, source=source.resolve()))
    flags = {"RUSTFLAGS": "--cap-lints=warn -C target-cpu=native", "CARGO_TARGET_DIR": str(target)}
    build = "cargo", "build", "--quiet", "--release", "--manifest-path", str(about)
    subprocess.run(build, cwd=source, env=os.environ | flags, check=True)
    library = ctypes.CDLL(str(target / "release" / "libriver.so"))
    library.river.restype, library.run.restype = ctypes.c_void_p, ctypes.c_float
    library.run.argtypes = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_float
    return library


def theirs(combos: int, iterations: int, target: float = 0) -> Task:
    library = postflop()
    texts = (*RANGES[combos], BOARD, f"{BETS}, a", f"{RAISES}, a")
    made = library.river((ctypes.c_char_p * 5)(*(text.encode() for text in texts)), POT, STACK)
    return Task(lambda: library.run(made, iterations, POT * target), lambda found: found / POT)


def example(combos: int) -> Game:
    deal = deals.river(BOARD, *(text or "random" for text in RANGES[combos]))
    return Game(deal, betting.river(POT, STACK, BETS, RAISES))


def left(solution: Solution) -> float:
    return solution.exploitability / POT


def ours_so_often(combos: int) -> Task:
    game = example(combos)

    def solve() -> Solution:
        return cfr.solve(
            game,
            iterations=ITERATIONS,
            rule=cfr.OPEN_ENDED_RULE,
            checkpoints=[ITERATIONS],
            single_precision=True,
            progress=False,
        )

    return Task(solve, left, ITERATIONS)


def theirs_so_often(combos: int) -> Task:
    return theirs(combos, ITERATIONS)._replace(work=ITERATIONS)


def ours_to(combos: int, inverse: int) -> Task:
    game = example(combos)
    return Task(lambda: pl.solve(game, tolerance=2 * POT / inverse, progress=False), left)


def theirs_to(combos: int, inverse: int) -> Task:
    task = theirs(combos, 10**6, 1 / inverse)

    def reached(found: float) -> float:
        if found > POT / inverse:
            raise ArithmeticError(f"exploitability {found / POT:.1e}")
        return found / POT

    return task._replace(answer=reached)


def contest(name: str, claim: str, combos: int) -> Contest:
    return Contest(
        *(name, "river", claim, "parts of the pot"),
        (1_000, 100_000, 1_000_000),
        [
            Contender("pl.solve", partial(ours_to, combos)),
            Contender("postflop-solver", partial(theirs_to, combos), "postflop-solver", 1e-3),
        ],
        limit=0,
    )


CONTESTS = [
    Contest(
        *("river-iterations", "river", "a river by a thousand iterations"),
        "combos of the first player",
        tuple(RANGES),
        [
            Contender(cfr.OPEN_ENDED_RULE, ours_so_often),
            Contender("postflop-solver", theirs_so_often, "postflop-solver", 1e-3),
        ],
        "iteration",
        limit=0,
    ),
    contest("river-example", "the river's example to a given exploitability", 167),
    contest("river-all-hands", "the same with all hands", 1081),
]
