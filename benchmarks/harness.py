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
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from scipy.special import stdtrit

import pokerlab

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
"""What the processes of contenders find in their environment."""

BLAS = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""What those of peers find besides: pokerlab holds these threads back by itself."""

SHORTEST = 0.02
"""Seconds that a measurement takes at least: what is over sooner is called several times."""

WARM = 1 / 20
"""The first run at a size only warms up, unless it takes more than this share of the limit."""

SPREAD = 3
"""How many turns are made beyond the budget, if they fit into the limit: fewer have no spread."""

LAST = 5
"""How many of the largest sizes a growth is fitted to."""

FEWEST = 4
"""And from how many on: three points would leave one degree of freedom for their scatter."""

STRAIGHT = 1.25
"""By which factor a power law may miss one of its own points, either way: else it is none."""

PROGRAMS = {"qsopt-ex": ("esolver", "-v")}
"""Peers that are no Python packages: the command that each brings, and asks for its version."""

SOURCES = {"ompeval": ("OMPEVAL", "c++"), "van-erk": ("VANERK", "javac")}
"""Peers built from their source: the environment variable that says where it is; the compiler."""


@dataclass(frozen=True)
class Task:
    """What is timed, and what is not.

    Parameters
    ----------
    call : callable
        Takes nothing; its time is measured.
    answer : callable
        Makes numbers of what ``call`` returns, to be compared; its time is not measured.
    work : float
        How many units of work a call does; seconds are for one.
    """

    call: Callable[[], Any]
    answer: Callable[[Any], Any] = float
    work: float = 1


@dataclass(frozen=True)
class Contender:
    """One way to do a contest's task.

    Parameters
    ----------
    name : str
        What the page calls it.
    prepare : callable
        Takes the size and returns a `Task`. A process that is new has to find it by its name, so it
        is a function of a module or a `functools.partial` of one.
    package : str
        The distribution that it is an entry for, or one of `PROGRAMS`; the contender stays away
        where that is missing.
    tolerance : float
        By how much its answer may differ from that of the first contender.
    """

    name: str
    prepare: Callable[[int], Task]
    package: str = "pokerlab"
    tolerance: float = 1e-8


@dataclass(frozen=True)
class Contest:
    """A task, who competes, and at which sizes.

    Parameters
    ----------
    name : str
        Unique.
    chapter : str
        The file of the book whose claim it is, without its suffix.
    claim : str
        What is done, as the page says it.
    size : str
        What the size counts.
    sizes, quick : sequences of int
        Increasing; those of a real run and those of a trial.
    contenders : sequence of Contender
        The first one is who the others are compared with.
    unit : str
        What one unit of work is, where a task is not one.
    targets : sequence of int
        Sizes that nobody tries, to be projected to.
    limit : float, optional
        What the answers tend to as the size grows, where that is known in closed form. The runs
        then keep how far from it they are.
    """

    name: str
    chapter: str
    claim: str
    size: str
    sizes: Sequence[int]
    quick: Sequence[int]
    contenders: Sequence[Contender]
    unit: str = ""
    targets: Sequence[int] = ()
    limit: float | None = None


@dataclass(frozen=True)
class Options:
    """How a contest is run.

    Parameters
    ----------
    limit : float
        Processor seconds that a single run, or preparation, may take.
    turns : int
        How often everyone runs at most.
    budget : float
        Processor seconds after which a contender has run often enough at a size.
    quick : bool
        Whether to take the sizes of a trial.
    """

    limit: float = 20
    turns: int = 5
    budget: float = 1
    quick: bool = False


def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """The lower quartile, the median and the upper quartile."""
    return tuple(np.quantile(values, (0.25, 0.5, 0.75)).tolist())


def ratio(own: Sequence[float], other: Sequence[float]) -> dict[str, float]:
    """How many times longer the other takes, turn by turn, with its spread.

    Parameters
    ----------
    own, other : sequences of float
        Seconds in the first turn, the second and so on; one of them may have made fewer turns.
    """
    pairs = [theirs / mine for mine, theirs in zip(own, other, strict=False)]
    low, median, high = quartiles(pairs)
    return {"median": median, "low": low, "high": high, "turns": len(pairs)}


@dataclass(frozen=True)
class Growth:
    """A power law, fitted by least squares to the logarithms.

    Attributes
    ----------
    exponent : float
        Seconds grow as the size to this power.
    low, high : float
        Its 95% confidence interval, by Student's t.
    first, last : int
        The smallest and the largest size that it was fitted to.
    miss : float
        The largest factor between one of its points and the line, either way.
    """

    exponent: float
    low: float
    high: float
    first: int
    last: int
    miss: float
    _line: tuple[float, float]
    _scatter: tuple[float, float, float, int]

    @classmethod
    def fit(cls, sizes: Sequence[int], seconds: Sequence[float]) -> Growth | None:
        """Fit the largest `LAST` sizes; None if there are fewer than `FEWEST`."""
        sizes, seconds = sizes[-LAST:], seconds[-LAST:]
        if len(sizes) < FEWEST:
            return None
        x, y = np.log(sizes), np.log(seconds)
        free = len(x) - 2
        spread = float(((x - x.mean()) ** 2).sum())
        slope = float((x - x.mean()) @ y / spread)
        start = float(y.mean() - slope * x.mean())
        away = y - start - slope * x
        residual = float(np.sqrt((away**2).sum() / free))
        margin = float(stdtrit(free, 0.975)) * residual / math.sqrt(spread)
        return cls(
            slope,
            slope - margin,
            slope + margin,
            sizes[0],
            sizes[-1],
            float(np.exp(abs(away).max())),
            (start, slope),
            (residual, float(x.mean()), spread, len(x)),
        )

    @property
    def points(self) -> int:
        """How many sizes those are."""
        return self._scatter[-1]

    def seconds(self, size: float) -> float:
        """What the line says a size takes."""
        return math.exp(self._line[0] + self._line[1] * math.log(size))

    def project(self, size: float) -> dict[str, float]:
        """What a size would take: the line's word, and its 95% prediction interval."""
        residual, middle, spread, n = self._scatter
        away = (math.log(size) - middle) ** 2 / spread
        margin = stdtrit(n - 2, 0.975) * residual * math.sqrt(1 + 1 / n + away)
        seconds = self.seconds(size)
        factor = math.exp(min(margin, 300))  # beyond that the scatter says nothing at all
        return {
            "size": size,
            "seconds": seconds,
            "low": seconds / factor,
            "high": seconds * factor,
        }

    def reach(self, seconds: float) -> float | None:
        """The size that takes so long, by the line; None if it rises to that at no finite size."""
        start, slope = self._line
        rise = math.log(seconds) - start
        if slope <= 0 or rise > slope * math.log(sys.float_info.max):
            return None
        return math.exp(rise / slope)


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
    """What came of calling a task a few times.

    Attributes
    ----------
    seconds : float
        Processor seconds of one unit of work.
    answer : float or list
        What it found.
    megabytes : float
        The most memory that its process has held so far.
    spent : float
        Processor seconds of all the calls.
    """

    seconds: float
    answer: Any
    megabytes: float
    spent: float


class Worker:
    """A process that does one contender's tasks, one at a time.

    Parameters
    ----------
    limit : float
        Processor seconds that each request may take.
    package : str
        The contender's: all but pokerlab are told to use one thread for BLAS.
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
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(_processor_seconds() + seconds), hard))


def _processor_seconds() -> float:
    """What this process has used: to the microsecond, where a limit makes other clocks coarse."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def _children_seconds() -> float:
    """What the commands that it has run have used."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def command(*arguments: str) -> str:
    """Run a program as part of a task, and return what it prints.

    Its processor seconds count as the task's, and where they reach the limit, so does the task.
    """
    soft, _ = resource.getrlimit(resource.RLIMIT_CPU)
    left = max(math.ceil(soft - _processor_seconds()), 1)

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (left, left))  # it may not raise that again

    before = _children_seconds()
    done = subprocess.run(arguments, capture_output=True, text=True, preexec_fn=limited)
    if done.returncode < 0 and _children_seconds() - before >= left - 0.5:
        signal.raise_signal(signal.SIGXCPU)
    done.check_returncode()
    return done.stdout


def _measure(task: Task, calls: int) -> Run:
    start = _processor_seconds() + _children_seconds()
    for _ in range(calls):
        result = task.call()
    spent = max(_processor_seconds() + _children_seconds() - start, 1e-6)
    _allow(3600)  # what follows checks the answer, and is nobody's time
    answer = np.asarray(task.answer(result), float).tolist()
    whose = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    peak = max(resource.getrusage(who).ru_maxrss for who in whose)
    megabytes = peak / (2**20 if sys.platform == "darwin" else 2**10)
    return Run(spent / calls / task.work, answer, megabytes, spent)


def compete(
    contest: Contest, options: Options, tell: Callable[[str], None] = lambda name: None
) -> dict[str, Any]:
    """Run a contest.

    Parameters
    ----------
    contest : Contest
        Which one.
    options : Options
        How.
    tell : callable
        Is told the name of each contender when it is done with a size, or left out at it.

    Returns
    -------
    dict
        For the results file: the contest, and an entry for each contender with its runs and what
        `summarise` makes of them.
    """
    sizes = list(contest.quick if options.quick else contest.sizes)
    entries = []
    for contender in contest.contenders:
        version = installed(contender.package)
        ended = None if version else {"why": "not installed", "size": sizes[0]}
        entry = {"name": contender.name, "package": contender.package, "version": version}
        entries.append(entry | {"ended": ended, "runs": []})
    with ExitStack() as stack:
        workers = [
            stack.enter_context(Worker(options.limit, package)) if version else None
            for package, version in ((entry["package"], entry["version"]) for entry in entries)
        ]
        for size in sizes:
            players = list(zip(contest.contenders, entries, workers, strict=True))
            _meet(players, size, options, tell, contest.limit)
    described = {"name": contest.name, "chapter": contest.chapter, "claim": contest.claim}
    described |= {"size": contest.size, "unit": contest.unit, "sizes": sizes}
    described |= {"targets": list(contest.targets), "entries": entries}
    return summarise(described)


def _meet(
    players: Sequence[tuple[Contender, dict[str, Any], Worker]],
    size: int,
    options: Options,
    tell: Callable[[str], None],
    limit: float | None = None,
) -> None:
    """Let everyone who is still in run at one size, by turns, and note down what they took."""
    turns: dict[str, Iterator[Run]] = {}
    for contender, entry, worker in players:
        if not entry["ended"] and foreseen(*medians(entry), size) > options.limit:
            entry["ended"] = {"why": "foreseen", "size": size}
        if entry["ended"]:
            tell(contender.name)
        else:
            turns[contender.name] = _turns(contender, worker, size, options, not entry["runs"])
    runs: dict[str, list[Run]] = {name: [] for name in turns}
    playing = [(contender, entry) for contender, entry, _ in players if contender.name in turns]
    order = list(playing)
    while turns:
        for contender, entry in order:
            name = contender.name
            if name not in turns:
                continue
            try:
                runs[name].append(next(turns[name]))
                continue
            except StopIteration:
                pass
            except GivenUp as reason:
                entry["ended"] = {"why": str(reason), "size": size}
            del turns[name]
            tell(name)
        order.reverse()
    first = runs.get(players[0][0].name)
    for contender, entry in playing:
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
    return np.shape(answer) == np.shape(expected) and np.allclose(answer, expected, 0, tolerance)


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
    sizes, it also gets the ``miss`` of its power law and, if that is not over `STRAIGHT`, its
    ``growth``: the exponent, projections to those of the contest's targets that it has not reached,
    and how far an hour would reach.
    """
    first = {run["size"]: run["seconds"] for run in contest["entries"][0]["runs"]}
    for entry in contest["entries"]:
        entry["ratios"] = [
            {"size": run["size"], **ratio(first[run["size"]], run["seconds"])}
            for run in entry["runs"]
            if run["size"] in first
        ]
        growth = Growth.fit(*medians(entry))
        entry["miss"] = growth and growth.miss
        if growth and growth.miss > STRAIGHT:
            growth = None
        entry["growth"] = growth and {
            "exponent": growth.exponent,
            "low": growth.low,
            "high": growth.high,
            "points": growth.points,
            "sizes": [growth.first, growth.last],
            "line": [growth.seconds(growth.first), growth.seconds(growth.last)],
            "hour": growth.reach(3600),
            "projections": [
                growth.project(target) for target in contest["targets"] if target > growth.last
            ],
        }
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

    Parameters
    ----------
    packages : sequence of str
        Distributions; those that are not installed are left out.

    Returns
    -------
    dict
        Nothing that names the machine, its user or a place on it.
    """
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    versions = {package: installed(package) for package in packages}
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else os.cpu_count(),
        "memory": f"{memory:.0f} GiB",
        "system": f"{platform.system()} {platform.release().partition('-')[0]}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "versions": {package: version for package, version in versions.items() if version},
    }


def _processor() -> str:
    """The processor's name, where the system tells, and its architecture."""
    name = ""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            facts = dict(line.split(":", 1) for line in lines if ":" in line)
        name = next((facts[key].strip() for key in facts if key.strip() == "model name"), "")
    except OSError:
        name = platform.processor()
    return f"{name}, {platform.machine()}" if name else platform.machine()
