"""Commands as a shell runs them, each a process of its own, from its start to its end.

*Cold* is the first run after an installation: no machine code of numba's is on disk, so what the
command needs is compiled. *Warm* is any later one. Seconds are the processor's, in all threads, and
by the clock.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.harness import BLAS, ONE_THREAD

COMMANDS = "push-fold --stack 10", "equity AKs QQ"
COLD_TURNS = 3
WARM_TURNS = 9


def took(command: str, folder: Path) -> dict[str, float]:
    """The seconds of a command whose machine code is kept in a folder, whatever others wait for."""
    variables = {name: text for name, text in os.environ.items() if name not in ONE_THREAD | BLAS}
    words = [sys.executable, "-m", "pokerlab", *command.split()]
    start = time.perf_counter()
    process = subprocess.Popen(
        words, stdout=subprocess.DEVNULL, env=variables | {"NUMBA_CACHE_DIR": str(folder)}
    )
    _, status, usage = os.wait4(process.pid, 0)
    clock = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"pokerlab {command}: exit status {process.returncode}")
    return {"processor": usage.ru_utime + usage.ru_stime, "clock": clock}


def measure(quick: bool) -> list[dict[str, Any]]:
    """A row for each command, cold and warm, with the seconds of each turn."""
    cold_turns, warm_turns = (1, 1) if quick else (COLD_TURNS, WARM_TURNS)
    runs: dict[tuple[str, str], list[dict[str, float]]] = {}
    for _ in range(cold_turns):
        for command in COMMANDS:
            with TemporaryDirectory() as empty:
                runs.setdefault((command, "cold"), []).append(took(command, Path(empty)))
    with TemporaryDirectory() as kept:
        for turn in range(1 + warm_turns):
            for command in COMMANDS:
                run = took(command, Path(kept))
                if turn:  # the first one compiles
                    runs.setdefault((command, "warm"), []).append(run)
    return [
        {"command": command, "start": start}
        | {kind: [run[kind] for run in turns] for kind in ("processor", "clock")}
        for (command, start), turns in runs.items()
    ]
