"""Contests: who is how many times faster at the same task, and how either grows with its size.

A machine is shared, warms up and slows down, so seconds alone say little. Here every contender has
a process of its own, and within a contest they take turns: run, run, run, and again in the other
order. What is compared is processor seconds, on one thread each, within the same turn; the ratio is
the median over the turns, and the quartiles are its spread. Answers are compared as well: who is
fast and wrong is out.

A run that takes longer than a limit is stopped by the system (``RLIMIT_CPU``), and whoever has been
stopped, or would be if it grew on as before, is not tried at larger sizes.
"""

import importlib.metadata
import math
import os
import platform
import re
import resource
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from scipy.special import stdtrit

import pokerlab

#: What the processes of contenders find in their environment.
ONE_THREAD = {
    "NUMBA_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
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
#: Peers built from their source: the environment variable that says where it is; the compiler.
SOURCES = {"ompeval": ("OMPEVAL", "c++"), "postflop-solver": ("POSTFLOP", "cargo")}


def worth(found: Any) -> Any:
    """What is compared, by default: a solution's bracket, a certificate's value, a number."""
    if hasattr(found, "width"):
        return [found.lower, found.upper]
    return float(getattr(found, "payoff", found))


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
    #: The distribution that it is an entry for, or one of `SOURCES`; the contender stays away where
    #: that is missing.
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
    from scipy.stats import linregress  # slow to load, and the contenders' processes need none

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


#: A contender, its entry in the results, and what to ask its process with.
Player = tuple[Contender, dict[str, Any], Callable[..., Any]]


class GivenUp(Exception):
    """A contender is out, and why."""


class Run(NamedTuple):
    """What came of calling a task a few times."""

    seconds: float  #: Processor seconds of one unit of work.
    answer: Any
    megabytes: float  #: The most memory that its process has held so far.
    spent: float  #: Processor seconds of all the calls.


@contextmanager
def worker(limit: float, package: str) -> Iterator[Callable[..., Any]]:
    """A process that does one contender's tasks, one at a time, and what to ask it with.

    It is asked to make a task ready, ``ask(prepare, size)``, or to call it so often, ``ask(3)``.
    The system stops a request that takes more processor seconds than the limit. All contenders
    but pokerlab are told to use one thread for BLAS.
    """
    spawn = get_context("spawn")
    pipe, theirs = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(theirs,), daemon=True)
    with patch.dict(os.environ, {} if package == "pokerlab" else BLAS):
        process.start()
    theirs.close()

    def ask(*request: Any) -> Any:
        try:
            pipe.send((limit, *request))
            # Someone who waits instead of working would never reach a limit on processor seconds.
            if not pipe.poll(20 * limit + 60):
                raise GivenUp("idle")
            done, result = pipe.recv()
        except (EOFError, ConnectionError):
            process.join()
            if process.exitcode == -signal.SIGXCPU:
                raise GivenUp("stopped while preparing" if request[1:] else "limit") from None
            raise GivenUp(f"died with exit code {process.exitcode}") from None
        if not done:
            raise GivenUp(result)
        return result

    try:
        yield ask
    finally:
        pipe.close()
        process.join(timeout=1)
        process.kill()
        process.join()


def _serve(pipe: Any) -> None:
    """Answer requests until the pipe closes; what libraries have to say is not heard."""
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    task: Task | None = None
    while True:
        try:
            limit, what, *size = pipe.recv()
        except EOFError:
            return
        _allow(limit)
        try:
            if size:
                task = None  # so that two sizes are never held at once
                task, reply = what(*size), None
            elif task is None:
                raise RuntimeError("no task is ready")
            else:
                reply = _measure(task, what)
        except Exception as error:
            first_line = str(error).partition("\n")[0]
            pipe.send((False, f"failed: {type(error).__name__}: {first_line}"))
        else:
            pipe.send((True, reply))


def _allow(seconds: float) -> None:
    """Let the system stop this process after so many more processor seconds."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(_spent() + seconds), hard))


def _spent() -> float:
    """The processor seconds used, to the microsecond, where a limit makes other clocks coarse."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def _measure(task: Task, calls: int) -> Run:
    start = _spent()
    for _ in range(calls):
        result = task.call()
    spent = max(_spent() - start, 1e-6)
    _allow(3600)  # what follows checks the answer, and is nobody's time
    answer = np.asarray(task.answer(result), float).tolist()
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    return Run(spent / calls / task.work, answer, megabytes, spent)


def compete(contest: Contest, options: Options) -> dict[str, Any]:
    """Run a contest, as `options` say.

    Returns
    -------
    dict
        For the results file: the contest, and an entry for each contender with its runs and what
        `summarise` makes of them.
    """
    described = contest._asdict()
    contenders, limit = (described.pop(key) for key in ("contenders", "limit"))
    sizes = described["sizes"] = list(contest.sizes[: 3 if options.quick else None])
    described["entries"], players = [], []
    with ExitStack() as stack:
        for who in contenders:
            version = installed(who.package)
            ended = None if version else {"why": "not installed", "size": sizes[0]}
            entry = {"name": who.name, "package": who.package, "version": version, "ended": ended}
            described["entries"].append(entry | {"runs": []})
            if version:
                ask = stack.enter_context(worker(options.limit, who.package))
                players.append((who, described["entries"][-1], ask))
        for size in sizes:
            _meet(players, size, options, limit)
    return summarise(described)


def _meet(players: list[Player], size: int, options: Options, limit: float | None = None) -> None:
    """Let everyone who is still in run at one size, by turns, and note down what they took."""
    runs: list[list[Run]] = [[] for _ in players]
    playing = []
    for (contender, entry, ask), made in zip(players, runs, strict=True):
        if not entry["ended"] and foreseen(*medians(entry), size) > options.limit:
            entry["ended"] = {"why": "foreseen", "size": size}
        if not entry["ended"]:
            turns = _turns(contender, ask, size, options, not entry["runs"])
            playing.append((turns, made, entry))
    while playing:
        for player in list(playing):
            turns, made, entry = player
            try:
                run = next(turns, None)
            except GivenUp as reason:
                run, entry["ended"] = None, {"why": str(reason), "size": size}
            if run:
                made.append(run)
            else:
                playing.remove(player)
        playing.reverse()
    first = runs[0]
    for (contender, entry, _), made in zip(players, runs, strict=True):
        if not made:
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
    contender: Contender, ask: Callable[..., Any], size: int, options: Options, first: bool
) -> Iterator[Run]:
    """A contender's runs at a size, until they are enough; its very first one compiles."""
    ask(contender.prepare, size)
    run = ask(1)
    if first:
        run = ask(1)
    calls = math.ceil(SHORTEST / run.spent)
    turns, spent = 0, 0.0
    if run.spent > WARM * options.limit:
        turns, spent = 1, run.spent
        yield run
    while turns < options.turns and (
        spent < options.budget or (turns < SPREAD and spent * (turns + 1) / turns <= options.limit)
    ):
        run = ask(calls)
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
    """The version of a distribution, or the commit of one of `SOURCES`; None where it is not."""
    if package == "pokerlab":  # what is measured is the checkout, whenever it was installed
        return pokerlab.__version__
    if package in SOURCES:
        variable, compiler = SOURCES[package]
        source = os.environ.get(variable)
        return _commit_of(source) if source and shutil.which(compiler) else None
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _commit_of(source: str) -> str:
    """Which commit a folder with a program's source is a checkout of."""
    command = ["git", "-C", source, "rev-parse", "--short=7", "HEAD"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return f"commit {done.stdout.strip()}"


def machine(packages: Sequence[str]) -> dict[str, Any]:
    """What the contests ran on: the processor, the system and the versions of packages.

    It names neither the machine nor its user nor a place on it, and leaves out packages that are
    not installed.
    """
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    name = re.search(r"(?m)^model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    return {
        "processor": f"{name[1]}, {platform.machine()}" if name else platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "memory": f"{memory:.0f} GiB",
        "system": f"{platform.system()} {platform.release().partition('-')[0]}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "versions": {each: version for each in packages if (version := installed(each))},
    }
