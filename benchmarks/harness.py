"""Contests: who is how many times faster at the same task, and how either grows with its size.

A machine is shared, warms up and slows down, so seconds alone say little. Here every contender has
a process of its own, and within a contest they take turns: run, run, run, and again in the other
order. What is compared is processor seconds, on one thread each, within the same turn; the ratio is
the median over the turns, and the quartiles are its spread. Answers are compared as well: who is
fast and wrong is out.

A run that takes longer than a limit is stopped by the system (``RLIMIT_CPU``), and whoever has been
stopped, or would be if it grew on as before, is not tried at larger sizes.
"""

from __future__ import annotations

import importlib.metadata
import math
import os
import platform
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from multiprocessing import get_context
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from scipy.special import stdtrit
from scipy.stats import linregress

import pokerlab

#: What the processes of contenders find in their environment.
ONE_THREAD = {
    "NUMBA_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "TF_NUM_INTRAOP_THREADS": "1",
    "TF_NUM_INTEROP_THREADS": "1",
    # Whoever is stopped cannot tidy up, and its locks go with it.
    "PYTHONWARNINGS": "ignore::UserWarning:multiprocessing.resource_tracker",
}
#: What those of peers find besides: pokerlab holds these threads back by itself.
BLAS = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
#: Seconds that a measurement takes at least: what is over sooner is called several times.
SHORTEST = 0.02
#: The first run at a size only warms up, unless it takes more than this share of the limit.
WARM = 1 / 20
#: How many turns are made beyond the budget, if they fit into the limit: fewer have no spread.
SPREAD = 3
#: How many of the largest sizes a growth is fitted to, and from how many on: three points would
#: leave one degree of freedom for their scatter.
LAST, FEWEST = 5, 4
#: By which factor a power law may miss one of its own points, either way: else it is none.
STRAIGHT = 1.25
#: Peers that are no Python packages: the command that each brings, and asks for its version.
PROGRAMS = {"qsopt-ex": ("esolver", "-v")}
#: Peers built from their source: the environment variable that says where it is; the compiler.
SOURCES = {"ompeval": ("OMPEVAL", "c++"), "van-erk": ("VANERK", "javac")}
SOURCES["postflop-solver"] = ("POSTFLOP", "cargo")


def worth(found: Any) -> Any:
    """What is compared, by default: a solution's bracket, a certificate's value, a number."""
    if hasattr(found, "width"):
        return [found.lower, found.upper]
    return float(getattr(found, "value", found))


class Task(NamedTuple):
    """What is timed, and what is not."""

    call: Callable[[], Any]  #: Takes nothing; its time is measured.
    answer: Callable[[Any], Any] = worth  #: Makes numbers of what that returns, to be compared.
    work: float = 1  #: How many units of work a call does; seconds are for one.


class Contender(NamedTuple):
    """One way to do a contest's task."""

    name: str  #: What the page calls it.
    #: Takes the size and returns a `Task`. A process that is new has to find it by its name, so it
    #: is a function of a module or a `functools.partial` of one.
    prepare: Callable[[int], Task]
    #: The distribution that it is an entry for, one of `PROGRAMS` or one of `SOURCES`; the
    #: contender stays away where that is missing.
    package: str = "pokerlab"
    tolerance: float = 1e-8  #: By how much its answer may differ from the first contender's.


class Contest(NamedTuple):
    """A task, who competes, and at which sizes."""

    name: str
    chapter: str  #: The file of the book whose claim it is, without its suffix.
    claim: str  #: What is done, as the page says it.
    size: str  #: What the size counts.
    sizes: Sequence[int]  #: Increasing; a trial takes the first three.
    contenders: Sequence[Contender]  #: The first is who the others are compared with.
    unit: str = ""  #: What one unit of work is, where a task is not one.
    #: What the answers tend to as the size grows, where that is known: runs keep how far they are.
    limit: float | None = None


class Options(NamedTuple):
    """How a contest is run."""

    limit: float = 20  #: Processor seconds that a single run, or preparation, may take.
    turns: int = 5  #: How often everyone runs at most.
    budget: float = 1  #: Processor seconds after which a contender has run often enough at a size.
    quick: bool = False  #: Whether to take the sizes of a trial.


def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """The lower quartile, the median and the upper quartile."""
    return tuple(np.quantile(values, (0.25, 0.5, 0.75)).tolist())


def ratio(own: Sequence[float], other: Sequence[float]) -> dict[str, float]:
    """How many times longer the other takes, turn by turn, with its spread.

    Either is the seconds in the first turn, the second and so on; one may have made fewer turns.
    """
    pairs = [theirs / mine for mine, theirs in zip(own, other, strict=False)]
    low, median, high = quartiles(pairs)
    return {"median": median, "low": low, "high": high, "turns": len(pairs)}


def power_law(sizes: Sequence[int], seconds: Sequence[float]) -> dict[str, Any] | None:
    """Seconds as a power of the size, by least squares over the logarithms of the largest `LAST`.

    With its exponent comes the 95% confidence interval, by Student's t; with its line, what that
    says at the first and the last size; ``miss`` is the largest factor between a point and the
    line, either way. None if there are fewer sizes than `FEWEST`.
    """
    sizes, seconds = sizes[-LAST:], seconds[-LAST:]
    if len(sizes) < FEWEST:
        return None
    x, y = np.log(sizes), np.log(seconds)
    fit = linregress(x, y)
    line = fit.intercept + fit.slope * x
    slope, margin = float(fit.slope), float(stdtrit(len(x) - 2, 0.975) * fit.stderr)
    return {
        "exponent": slope,
        "low": slope - margin,
        "high": slope + margin,
        "points": len(x),
        "sizes": [sizes[0], sizes[-1]],
        "line": np.exp(line[[0, -1]]).tolist(),
        "miss": float(np.exp(abs(y - line).max())),
    }


def foreseen(sizes: Sequence[int], seconds: Sequence[float], size: int) -> float:
    """What a size will take if the growth between the last two goes on; 0 if unknown."""
    if len(sizes) < 2:
        return 0.0
    (m, n), (s, t) = sizes[-2:], seconds[-2:]
    exponent = max(math.log(t / s) / math.log(n / m), 0)
    return t * (size / n) ** exponent


class GivenUp(Exception):
    """A contender is out, and why."""


class Run(NamedTuple):
    """What came of calling a task a few times."""

    seconds: float  #: Processor seconds of one unit of work.
    answer: Any
    megabytes: float  #: The most memory that its process has held so far.
    spent: float  #: Processor seconds of all the calls.


class Worker:
    """A process that does one contender's tasks, one at a time.

    Each request may take so many processor seconds. All contenders but pokerlab are told to use one
    thread for BLAS.
    """

    def __init__(self, limit: float, package: str) -> None:
        self.limit = limit
        self._pipe, theirs = get_context("spawn").Pipe()
        self._process = get_context("spawn").Process(target=_serve, args=(theirs,), daemon=True)
        with patch.dict(os.environ, {} if package == "pokerlab" else BLAS):
            self._process.start()
        theirs.close()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self._pipe.close()
        self._process.join(timeout=1)
        self._process.kill()
        self._process.join()

    def prepare(self, prepare: Callable[[int], Task], size: int) -> None:
        """Make a task ready."""
        self._ask("prepare", prepare, size)

    def run(self, calls: int = 1) -> Run:
        """Call the task so many times."""
        return self._ask("run", calls)

    def _ask(self, *request: Any) -> Any:
        """Send a request and wait for what it returns; the system stops it at the limit."""
        try:
            self._pipe.send((self.limit, *request))
            # Someone who waits instead of working would never reach a limit on processor seconds.
            if not self._pipe.poll(20 * self.limit + 60):
                raise GivenUp("idle")
            done, result = self._pipe.recv()
        except (EOFError, ConnectionError):
            self._process.join()
            if self._process.exitcode == -signal.SIGXCPU:
                running = request[0] == "run"
                raise GivenUp("limit" if running else "stopped while preparing") from None
            raise GivenUp(f"died with exit code {self._process.exitcode}") from None
        if not done:
            raise GivenUp(result)
        return result


def _serve(pipe: Any) -> None:
    """Answer requests until the pipe closes; what libraries have to say is not heard."""
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    task = None
    while True:
        try:
            limit, what, *arguments = pipe.recv()
        except EOFError:
            return
        _allow(limit)
        try:
            if what == "prepare":
                task = None  # so that two sizes are never held at once
                prepare, size = arguments
                task, reply = prepare(size), None
            else:
                reply = _measure(task, *arguments)
        except Exception as error:
            first_line = str(error).partition("\n")[0]
            pipe.send((False, f"failed: {type(error).__name__}: {first_line}"))
        else:
            pipe.send((True, reply))


def _allow(seconds: float) -> None:
    """Let the system stop this process after so many more processor seconds."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(_spent() + seconds), hard))


def _spent(whose: int = resource.RUSAGE_SELF) -> float:
    """The processor seconds used, to the microsecond, where a limit makes other clocks coarse."""
    usage = resource.getrusage(whose)
    return usage.ru_utime + usage.ru_stime


def command(*arguments: str) -> str:
    """Run a program as part of a task, and return what it prints.

    Its processor seconds count as the task's, and where they reach the limit, so does the task.
    """
    soft, _ = resource.getrlimit(resource.RLIMIT_CPU)
    left = max(math.ceil(soft - _spent()), 1)

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (left, left))  # it may not raise that again

    before = _spent(resource.RUSAGE_CHILDREN)
    done = subprocess.run(arguments, capture_output=True, text=True, preexec_fn=limited)
    if done.returncode < 0 and _spent(resource.RUSAGE_CHILDREN) - before >= left - 0.5:
        signal.raise_signal(signal.SIGXCPU)
    done.check_returncode()
    return done.stdout


def _measure(task: Task, calls: int) -> Run:
    whose = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    start = sum(map(_spent, whose))
    for _ in range(calls):
        result = task.call()
    spent = max(sum(map(_spent, whose)) - start, 1e-6)
    _allow(3600)  # what follows checks the answer, and is nobody's time
    answer = np.asarray(task.answer(result), float).tolist()
    peak = max(resource.getrusage(who).ru_maxrss for who in whose)
    megabytes = peak / (2**20 if sys.platform == "darwin" else 2**10)
    return Run(spent / calls / task.work, answer, megabytes, spent)


def compete(
    contest: Contest, options: Options, tell: Callable[[str], None] = lambda name: None
) -> dict[str, Any]:
    """Run a contest, as `options` say.

    ``tell`` hears the name of each contender when it is done with a size, or left out at it.

    Returns
    -------
    dict
        For the results file: the contest, and an entry for each contender with its runs and what
        `summarise` makes of them.
    """
    described = contest._asdict()
    *_, limit = (described.pop(key) for key in ("contenders", "limit"))
    sizes = described["sizes"] = list(contest.sizes[: 3 if options.quick else None])
    entries = described["entries"] = []
    with ExitStack() as stack:
        players = []
        for who in contest.contenders:
            version, worker = installed(who.package), None
            ended = None if version else {"why": "not installed", "size": sizes[0]}
            entry = {"name": who.name, "package": who.package, "version": version, "ended": ended}
            entries.append(entry | {"runs": []})
            if version:
                worker = stack.enter_context(Worker(options.limit, who.package))
            players.append((who, entries[-1], worker))
        for size in sizes:
            _meet(players, size, options, tell, limit)
    return summarise(described)


def _meet(
    players: Sequence[tuple[Contender, dict[str, Any], Worker | None]],
    size: int,
    options: Options,
    tell: Callable[[str], None],
    limit: float | None = None,
) -> None:
    """Let everyone who is still in run at one size, by turns, and note down what they took."""
    playing: dict[str, tuple[dict[str, Any], Iterator[Run]]] = {}
    for contender, entry, worker in players:
        if not entry["ended"] and foreseen(*medians(entry), size) > options.limit:
            entry["ended"] = {"why": "foreseen", "size": size}
        if entry["ended"]:
            tell(contender.name)
        elif worker:
            turns = _turns(contender, worker, size, options, not entry["runs"])
            playing[contender.name] = entry, turns
    runs: dict[str, list[Run]] = {contender.name: [] for contender, *_ in players}
    while playing:
        for name, (entry, turns) in list(playing.items()):
            try:
                runs[name].append(next(turns))
                continue
            except StopIteration:
                pass
            except GivenUp as reason:
                entry["ended"] = {"why": str(reason), "size": size}
            del playing[name]
            tell(name)
        playing = dict(reversed(playing.items()))
    first = runs[players[0][0].name]
    for contender, entry, _ in players:
        if not (made := runs[contender.name]):
            continue
        if first and not _agree(made[-1].answer, first[-1].answer, contender.tolerance):
            why = f"disagrees: {made[-1].answer} where {first[-1].answer} was expected"
            entry["ended"] = {"why": why, "size": size}
            continue
        seconds = [float(f"{run.seconds:.4g}") for run in made]
        megabytes = round(max(run.megabytes for run in made))
        entry["runs"].append({"size": size, "seconds": seconds, "megabytes": megabytes})
        if limit is not None:
            entry["runs"][-1]["error"] = float(np.max(np.abs(np.array(made[-1].answer) - limit)))


def _agree(answer: Any, expected: Any, tolerance: float) -> bool:
    """Whether answers are alike; a number stands for both ends of a bracket."""
    one, other = np.shape(answer), np.shape(expected)
    return (one == other or () in (one, other)) and np.allclose(answer, expected, 0, tolerance)


def _turns(
    contender: Contender, worker: Worker, size: int, options: Options, first: bool
) -> Iterator[Run]:
    """A contender's runs at a size, until they are enough; its very first one compiles."""
    worker.prepare(contender.prepare, size)
    run = worker.run()
    if first:
        run = worker.run()
    calls = math.ceil(SHORTEST / run.spent)
    turns, spent = 0, 0.0
    if run.spent > WARM * options.limit:
        turns, spent = 1, run.spent
        yield run
    while turns < options.turns and (
        spent < options.budget or (turns < SPREAD and spent * (turns + 1) / turns <= options.limit)
    ):
        run = worker.run(calls)
        turns, spent = turns + 1, spent + run.spent
        yield run


def medians(entry: dict[str, Any]) -> tuple[list[int], list[float]]:
    """The sizes at which a contender ran, and its median seconds at each."""
    runs = entry["runs"]
    return [run["size"] for run in runs], [quartiles(run["seconds"])[1] for run in runs]


def summarise(contest: dict[str, Any]) -> dict[str, Any]:
    """Work out what follows from the seconds of a contest.

    Each entry gets a ``ratio`` to the first one at every size that both ran at. If it ran at enough
    sizes, it also gets the ``miss`` of its power law and, if that is not over `STRAIGHT`, the law,
    its ``growth``.
    """
    first = {run["size"]: run["seconds"] for run in contest["entries"][0]["runs"]}
    for entry in contest["entries"]:
        entry["ratios"] = [
            {"size": run["size"], **ratio(first[run["size"]], run["seconds"])}
            for run in entry["runs"]
            if run["size"] in first
        ]
        law = power_law(*medians(entry))
        entry["miss"] = law and law.pop("miss")
        entry["growth"] = law if law and entry["miss"] <= STRAIGHT else None
    return contest


def installed(package: str) -> str | None:
    """The version of a distribution, one of `PROGRAMS` or `SOURCES`; None where it is missing."""
    if package == "pokerlab":  # what is measured is the checkout, whenever it was installed
        return pokerlab.__version__
    if package in SOURCES:
        variable, compiler = SOURCES[package]
        return "built here" if os.environ.get(variable) and shutil.which(compiler) else None
    if package in PROGRAMS:
        program, asked = PROGRAMS[package]
        if not shutil.which(program):
            return None
        done = subprocess.run([program, asked], capture_output=True, text=True)
        version = re.search(r"\d+(\.\d+)+", done.stdout + done.stderr)
        return version[0] if version else "unknown"
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def machine(packages: Sequence[str]) -> dict[str, Any]:
    """What the contests ran on: the processor, the system and the versions of packages.

    It names neither the machine nor its user nor a place on it, and leaves out packages that are
    not installed.
    """
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    versions = {package: installed(package) for package in packages}
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            facts = [line.partition(":") for line in lines]
        name = next((fact.strip() for key, _, fact in facts if key.strip() == "model name"), "")
    except OSError:
        name = platform.processor()
    affinity = getattr(os, "sched_getaffinity", None)
    return {
        "processor": f"{name}, {platform.machine()}" if name else platform.machine(),
        "cores": len(affinity(0)) if affinity else os.cpu_count(),
        "memory": f"{memory:.0f} GiB",
        "system": f"{platform.system()} {platform.release().partition('-')[0]}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "versions": {package: version for package, version in versions.items() if version},
    }
