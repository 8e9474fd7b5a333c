"""pokerlab as it is installed, beside one thread for all: on a free machine, and a busy one.

Either has a process of its own, whose environment says nothing of threads, or `HELD`; they take
turns. On the busy machine other processes use every core but one. Seconds are by the clock, since
whoever waits for a thread that has no core uses none.
"""

import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any
from unittest.mock import patch

import pokerlab as pl
from benchmarks.bench_games import no_limit, push_or_fold, river
from benchmarks.harness import BLAS, ONE_THREAD
from pokerlab.solvers import exact

TURNS = 9
LEAST = 0.5  #: Seconds that a measurement takes at least: what is over sooner is repeated.
HELD = ONE_THREAD | BLAS


TASKS: dict[str, Callable[[], Any]] = {
    "push or fold": lambda: pl.solve(push_or_fold(169)),
    "no limit, 5 big blinds, in fractions": lambda: exact.solve(no_limit(5)),
    "no limit, 10 big blinds": lambda: pl.solve(no_limit(10)),
    "the same to a thousandth": lambda: pl.solve(no_limit(10), tolerance=1e-3),
    "the same in fractions": lambda: exact.solve(no_limit(10)),
    "a river of 160 combos each": lambda: pl.solve(river(160), tolerance=1e-4),
}


def clock(task: str, times: int = 1) -> float:
    """The seconds of a task, by the clock."""
    start = time.perf_counter()
    for _ in range(times):
        TASKS[task]()
    return (time.perf_counter() - start) / times


@contextmanager
def process(variables: dict[str, str]) -> Iterator[Callable[..., float]]:
    """`clock` in a process that finds these variables, and no others on threads."""
    others = {name: text for name, text in os.environ.items() if name not in HELD}
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        with patch.dict(os.environ, others | variables, clear=True):
            pool.submit(os.getpid).result()
        yield lambda *task: pool.submit(clock, *task).result()


@contextmanager
def busy(cores: int) -> Iterator[None]:
    """Others use so many cores."""
    spin = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(spin) for _ in range(cores)]
    try:
        yield
    finally:
        for other in others:
            other.kill()


def measure(quick: bool) -> list[dict[str, Any]]:
    """A row for each task, idle and busy, with the seconds of both in each turn."""
    all_but_one = len(os.sched_getaffinity(0)) - 1
    tasks, rows = list(TASKS)[: 2 if quick else None], []
    with process({}) as installed, process(HELD) as held:
        run = {"installed": installed, "one thread": held}
        for cores in (0, all_but_one):
            with busy(cores):
                for task in tasks:
                    took = [min(way(task), way(task)) for way in run.values()]  # the first compiles
                    times = 1 if quick else math.ceil(LEAST / min(took))
                    seconds: dict[str, list[float]] = {name: [] for name in run}
                    for turn in range(1 if quick else TURNS):
                        for name in list(run)[:: 1 if turn % 2 else -1]:
                            seconds[name].append(run[name](task, times))
                    rows.append({"task": task, "busy cores": cores} | seconds)
    return rows
