"""What a proof in rational numbers costs, beside floats, GLPK's exact simplex and QSopt_ex.

GLPK is given push or fold in integers, which doubles hold exactly, and starts from the
basis that its own simplex method in floats ends with: `glp_exact` goes on in rationals from there.
Its answer comes back as a double. QSopt_ex is a command: it reads the whole program, in integers,
from a file that is written beforehand, and writes the value and the strategy as fractions, which
have to be those of ``exact.solve``. pokerlab's strategies are fractions too. S. van Erk's program,
in Java, follows Lemke's algorithm through one large table of fractions; it, too, reads a file.
Gambit gets a small river in its own format, and solves the sequence form in rationals.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from scipy import sparse

from benchmarks.bench_games import HANDS, STACK, by, dealt, one_round, preflop, push_or_fold, river
from benchmarks.bench_shover import loaded, optimise
from benchmarks.harness import Contender, Contest, Task, command
from book._ext.files import spot
from pokerlab import efg
from pokerlab.games import Game
from pokerlab.solutions import Solution
from pokerlab.solvers import double_oracle, exact, interior_point
from pokerlab.studies import breakpoints, push_fold_chart


def given(solve: Callable[[Game], Solution], game: Callable[[int], Game], size: int) -> Task:
    """From the game, its integers made, to the value."""
    made = game(size)
    exact.integers(made.deal)  # kept, as the game itself is
    return Task(lambda: solve(made), lambda solution: solution.value)


def glpk(hands: int) -> Task:
    """Maximise sum(u) + m @ p / 2 where u <= W' p and u <= stack * M' p: W and M count boards."""
    import swiglpk as glpk

    deal = dealt(hands)
    assert max(deal.runouts.sum(), STACK * abs(deal.margins).max()) < 2**53
    scale = 2.0 ** -np.ceil(np.log2(deal.runouts.max()))  # a power of two, so still exactly
    folded, shown = scale * deal.runouts, scale * STACK * deal.margins
    eye = np.eye(hands)
    matrix = sparse.coo_array(np.block([[-folded.T, eye], [-shown.T, eye]]))
    pushes = [(glpk.GLP_DB, 0, 1, ways / 2) for ways in folded.sum(axis=1)]
    columns = np.array(pushes + [(glpk.GLP_FR, 0, 1, 1)] * hands)
    problem = loaded(matrix, glpk.GLP_UP, columns)
    glpk.glp_set_obj_dir(problem, glpk.GLP_MAX)
    whole = float(folded.sum())

    def solve() -> float:
        optimise(problem, exactly=True)
        return glpk.glp_get_obj_val(problem) / whole - 0.5

    return Task(solve)


def same(found: Fraction, game: Game) -> Fraction:
    """What was found, if it is the value."""
    if found != (proven := exact.solve(game).value):
        raise ArithmeticError(f"{found} where {proven} was expected")
    return found


def unit_of(game: Game) -> Fraction:
    """What 1 is in a game's payoffs in integers, in chips."""
    amounts = [end.amount for end in game.tree.terminals]
    return exact.integers(game.deal).unit / exact.over_one_denominator(amounts)[1]


def whole_program(game: Game) -> tuple[str, int, Fraction]:
    """A game's program in integers, as a file of CPLEX's format; what its value lacks; the unit."""
    whole = tuple(np.ones(game.shape(player), bool) for player in (0, 1))
    program = exact.Program(game, whole)

    def line(numbers: np.ndarray) -> str:
        return " ".join(f"{numbers[j]:+d} v{j}" for j in np.flatnonzero(numbers)) or "0 v0"

    rows = zip(program.matrix, program.tight, program.bounds, strict=True)
    written = [
        *("Maximize", f" value: {line(program.cost)}", "Subject To"),
        *(
            f" r{i}: {line(row)} {'=' if tight else '>='} {bound}"
            for i, (row, tight, bound) in enumerate(rows)
        ),
        *("Bounds", *(f" v{j} free" for j in np.flatnonzero(program.free)), "End", ""),
    ]
    return "\n".join(written), program.constant, unit_of(game)


def qsopt(game: Callable[[int], Game], size: int) -> Task:
    made = game(size)
    text, constant, unit = whole_program(made)
    folder = TemporaryDirectory()
    problem, solution = (Path(folder.name) / name for name in ("game.lp", "game.sol"))
    problem.write_text(text)

    def solve(_: TemporaryDirectory = folder) -> str:  # which is there as long as the task is
        command("esolver", "-L", "-O", str(solution), str(problem))
        return solution.read_text()

    def value(text: str) -> Fraction:
        said = dict(line.split(" = ") for line in text.splitlines() if " = " in line)
        assert said["status"] == "OPTIMAL"
        return same((Fraction(said["\tValue"]) + constant) * unit, made)

    return Task(solve, value)


UNUSED = {
    "org.slf4j": (
        "class Logger { public void debug(String text, Object... parts) {}"
        " public boolean isDebugEnabled() { return false; } }",
        "class LoggerFactory"
        " { public static Logger getLogger(Class<?> of) { return new Logger(); } }",
    ),
    "net.jcip.annotations": ("@interface Immutable {}", "@interface ThreadSafe {}"),
}
"""What van Erk's program imports and does not need here: a log that stays empty, two marks."""


@cache
def van_erk() -> TemporaryDirectory:
    """The folder in which van Erk's solver is built, with `VanErk.java` around it."""
    folder = TemporaryDirectory()
    for package, types in UNUSED.items():
        at = Path(folder.name, *package.split("."))
        at.mkdir(parents=True)
        for text in types:
            (at / f"{text.split()[1]}.java").write_text(f"package {package}; public {text}")
    parts = [Path(os.environ["VANERK"], part) for part in ("poker-core", "poker-calculations")]
    sources = os.pathsep.join([folder.name, *(str(part / "src/main/java") for part in parts)])
    around = str(Path(__file__).with_name("VanErk.java"))
    command("javac", "-nowarn", "-d", folder.name, "-sourcepath", sources, around)
    return folder


def lemke(hands: int) -> Task:
    """Push or fold by van Erk's program, from the start of Java on."""
    deal = dealt(hands)
    built = van_erk()
    numbers = Path(built.name, f"{hands}.txt")
    tables = (deal.runouts, STACK * deal.margins)
    rows = (" ".join(map(str, row)) for table in tables for row in table.tolist())
    numbers.write_text("\n".join([str(hands), *rows]))
    whole = int(deal.runouts.sum())
    run = ("java", "-XX:+UseSerialGC", "-cp", built.name, "VanErk", str(numbers))
    return Task(
        partial(command, *run),
        lambda text: same(Fraction(text.strip()) / whole, push_or_fold(hands)),
    )


def gambit(combos: int) -> Task:
    import pygambit

    game = river(combos)
    text = efg.write(game)
    with TemporaryDirectory() as folder:
        path = Path(folder, "river.efg")
        path.write_text(text)
        made = pygambit.read_efg(str(path))

    def value(found: Any) -> Fraction:
        return same(Fraction(str(found.equilibria[0].payoff(next(iter(made.players))))), game)

    return Task(lambda: pygambit.nash.lp_solve(made, rational=True, use_strategic=False), value)


def chapters_river(_: int) -> Game:
    return spot()


def every_stack(high: int) -> Task:
    """Push or fold at every real stack from 1 up, in fractions."""
    return Task(
        lambda: list(breakpoints.pieces(1, high, progress=False)),
        lambda pieces: pieces[-1].value_at(high),
    )


def grid(high: int) -> Task:
    """The same at multiples of a tenth, in floats."""
    stacks = [stack for stack in push_fold_chart.grid("0.1", high) if stack > 1]
    return Task(
        lambda: push_fold_chart.solve(stacks, progress=False),
        lambda chart: chart.solutions[-1].value,
    )


def proofs(game: Callable[[int], Game], **floats: Callable) -> Iterator[Contender]:
    """`exact.solve`, and solvers in floats by their names, underscores for blanks."""
    ways = {"exact.solve": exact.solve}
    ways |= {f"{name.replace('_', ' ')}, floats": solve for name, solve in floats.items()}
    return by(game, ways, prepare=given)


CONTESTS = [
    Contest(
        *("exact-push-fold", "exact", "push or fold in fractions", "hands"),
        HANDS,
        [
            *proofs(push_or_fold, double_oracle=double_oracle.solve),
            Contender("GLPK's glp_exact", glpk, "swiglpk"),
            Contender("van Erk's program", lemke, "van-erk"),
        ],
    ),
    Contest(
        *("exact-one-round", "exact", "the one-round game in fractions", "raises"),
        (3, 5, 8, 12, 18, 27),
        [
            *proofs(one_round, interior_point=interior_point.solve),
            Contender("QSopt_ex", partial(qsopt, one_round), "qsopt-ex"),
        ],
    ),
    Contest(
        *("exact-preflop", "exact", "limit preflop in fractions", "actions each (nr)"),
        (1, 2, 3, 4, 6, 10, 16),
        [*proofs(preflop, double_oracle=double_oracle.solve)],
    ),
    Contest(
        *("exact-river", "exact", "a river in fractions", "combos of each player"),
        (2, 4, 6, 10, 20, 40, 80, 160, 320, 640),
        [
            *proofs(river, double_oracle=partial(double_oracle.solve, corner=False)),
            Contender("Gambit's lp_solve", gambit, "pygambit"),
        ],
    ),
    Contest(
        *("exact-spot", "exact", "the river of the chapter in fractions"),
        "combos of the first player",
        (167,),
        [*proofs(chapters_river, double_oracle=partial(double_oracle.solve, corner=False))],
    ),
    Contest(
        *("every-stack", "exact", "push or fold at every stack from 1 up", "big blinds"),
        (2, 4, 7, 12, 20),
        [
            Contender("breakpoints.pieces", every_stack),
            Contender("a grid in steps of 0.1, floats", grid),
        ],
    ),
]
