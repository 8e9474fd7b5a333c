"""Games by linear programs and by averages: pokerlab, HiGHS, Clarabel, OpenSpiel, LiteEFG.

HiGHS has several methods for linear programs. Its two interior point methods go without crossover,
which would look for a corner afterwards, and is most of their time; what PDLP and they find is
certified as it is. `lp.solve` goes through cvxpy, and proves its bracket.

OpenSpiel's games are loaded beforehand. Its linear programs, there are two of them, one for each
player, go to HiGHS as well; its CFR+ is the one in C++. LiteEFG has a graph of what an iteration
does in each information set. All make equally many iterations, and are compared by the
exploitability of their averages, which OpenSpiel weighs a little differently.

Smaller games of push or fold have hands spread evenly over the 169, larger ones over the combos.
In Newman's game, whose value is known, both players post 1 and draw one of d numbers; player 0
checks or bets one of the amounts j / (d - j), none to d - 1, and player 1 calls or folds. Between 0
and 1, with any bets, its value to player 0 is 1/7 (D. J. Newman, A model for "real" poker, 1959).
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from typing import Any

import numpy as np
from scipy.sparse import csc_array

from benchmarks import liteefg, openspiel
from benchmarks.harness import Contender, Contest, Task
from pokerlab import betting, deals
from pokerlab.deals import Deal
from pokerlab.games import Game
from pokerlab.solutions import Solution
from pokerlab.solvers import cfr, double_oracle, exact, fictitious_play, interior_point, lp
from pokerlab.solvers._highs import make_highs
from pokerlab.solvers.sequence_programs import LinearProgram
from pokerlab.studies import any_raise
from pokerlab.trees import Tree

STACK = 10
HANDS = (5, 10, 20, 40, 80, 169, 332, 663, 1326)
HORIZON = 100_000  #: The iterations that CFR is allowed; schedules are laid over them.
MILLIONTH = 1e-6  #: Of a chip: how wide their bracket may be.


def thinned(whole: Deal, hands: int) -> Deal:
    """A deal with so many of its hands, evenly spread."""
    names = whole.hands[0]
    chosen = np.linspace(0, len(names) - 1, hands).round().astype(int)
    return whole if hands == len(names) else whole.restrict([names[i] for i in chosen])


@cache
def dealt(hands: int) -> Deal:
    """Hold'em with so many of the 169 hands, or of the 1326 combos if those are too few."""
    return thinned(deals.holdem() if hands <= 169 else deals.holdem_combos(), hands)


def hold_em(tree: Callable[[int], Tree], size: int) -> Game:
    return Game(deals.holdem(), tree(size))


preflop, no_limit = (partial(hold_em, tree) for tree in (betting.limit, betting.no_limit))


def push_or_fold(hands: int) -> Game:
    return Game(dealt(hands), betting.push_fold(STACK))


def kuhn(_: int) -> Game:
    return Game(deals.kuhn(), betting.kuhn())


def raises(count: int) -> list[int]:
    """Call, and raises by 2, 3, 4 and so on, so many in all."""
    return [0, *range(2, count + 2)]


def one_round(count: int) -> Game:
    return Game(deals.holdem(), betting.one_round(raises(count)))


def bets(d: int) -> list[Fraction]:
    return [Fraction(j, d - j) for j in range(d)]


numbers = cache(deals.numbers)


def newman(d: int) -> Game:
    return Game(numbers(d), betting.one_round(bets(d), 1, 1))


@cache
def on_board(combos: int) -> Deal:
    """Two ranges of so many combos, always the same."""
    draw, left = np.random.default_rng(1), deals.river("Td9d6hQc2s").hands[0]
    ranges = (", ".join(draw.permutation(left)[:combos]) for _ in range(2))
    return deals.river("Td9d6hQc2s", *ranges)


def river(combos: int) -> Game:
    return Game(on_board(combos), betting.river(1, 4.5, "60%", "2.5x"))


def solving(solve: Callable[[Game], Solution], game: Callable[[int], Game], size: int) -> Task:
    """From the deal, which is kept, to the solution."""
    game(size)
    return Task(lambda: solve(game(size)))


def by(
    game: Callable[[int], Game],
    solvers: dict[str, Callable[[Game], Solution]],
    tolerance: float = 1e-8,
    prepare: Callable[..., Task] = solving,
) -> Iterator[Contender]:
    """Solvers of this package, by name."""
    for name, solve in solvers.items():
        yield Contender(name, partial(prepare, solve, game), tolerance=tolerance)


def by_highs(given: Callable[..., Callable], tolerance: float) -> Iterator[Contender]:
    """The methods of HiGHS, by the names of its option; one of them comes in a package apart.

    What is given takes the solver and its options, and returns what makes a task ready.
    """
    more = {"simplex": {}, "pdlp": {"pdlp_optimality_tolerance": 1e-7}}
    for method in ("simplex", "ipx", "hipo", "pdlp"):
        package = "highspy-extras" if method == "hipo" else "highspy"
        options = {"solver": method, "threads": 1} | more.get(method, {"run_crossover": "off"})
        prepare = given(solver="HIGHS", highs_options=options)
        yield Contender(f"HiGHS, {method}", prepare, package, tolerance)


def programs(game: Callable[[int], Game], tolerance: float) -> Iterator[Contender]:
    """The whole program, in other people's solvers."""

    def by_program(solver: str, **options: Any) -> Callable[[int], Task]:
        return partial(solving, partial(lp.solve, cvxpy_solver=solver, **options), game)

    precise = dict.fromkeys(("tol_gap_abs", "tol_gap_rel", "tol_feas"), 1e-10)
    yield from by_highs(by_program, tolerance)
    yield Contender("Clarabel", by_program(solver="CLARABEL", **precise), "clarabel", tolerance)


def averages(game: Callable[[int], Game], *rules: str) -> Iterator[Contender]:
    solve = partial(cfr.solve, iterations=HORIZON, tolerance=MILLIONTH, progress=False)
    return by(game, {f"{rule} to a millionth": partial(solve, rule=rule) for rule in rules}, 2e-6)


def few_of_many(count: int) -> Task:
    """The one-round game by a path through few of its raises."""
    return Task(lambda: any_raise.solve_list(raises(count), progress=False))


def few_bets(d: int) -> Task:
    return Task(
        lambda: any_raise.solve_list(
            bets(d), deal=numbers(d), small_blind=1, big_blind=1, progress=False
        )
    )


def highs_alone(hands: int) -> Task:
    """The push/fold program at its smallest: P(push) per hand, and what each answer is worth.

    Maximise sum(u) - m @ (1 - p) / 2 where u <= prior' p and u <= stack * net_wins' p.
    """
    deal = dealt(hands)

    def solve() -> float:
        eye = np.eye(hands)
        matrix = np.block([[-deal.prior.T, eye], [-STACK * deal.net_wins.T, eye]])
        cost = np.concatenate([-deal.prior.sum(axis=1) / 2, -np.ones(hands)])
        worths = np.arange(2 * hands) >= hands
        none = np.zeros(2 * hands)
        solver = make_highs(
            LinearProgram(-cost, -csc_array(matrix), none, worths, none.astype(bool))
        )
        solver.changeColsBounds(hands, np.arange(hands), np.zeros(hands), np.ones(hands))
        solver.run()
        return -0.5 - solver.getInfo().objective_function_value

    return Task(solve)


def spiel_program(game: str | Callable[[int], Game], size: int) -> Task:
    made = openspiel.load(game if isinstance(game, str) else game(size))
    return Task(lambda: openspiel.linear_program(made))


def our_iterations(game: Callable[[int], Game], count: int, size: int) -> Task:
    """So many iterations of CFR+; the answer is the exploitability of what they find."""
    made = game(size)
    return Task(
        lambda: cfr.solve(made, iterations=count, rule="CFR+", checkpoints=[count], progress=False),
        lambda solution: solution.exploitability,
        count,
    )


def spiel_iterations(game: str | Callable[[int], Game], count: int, size: int) -> Task:
    """The same in OpenSpiel, in its own game if a name is given."""
    import pyspiel

    made = openspiel.load(game if isinstance(game, str) else game(size))
    return Task(
        lambda: openspiel.cfr_plus(made, count),
        lambda solver: pyspiel.exploitability(made, solver.average_policy()),
        count,
    )


def lite_iterations(game: Callable[[int], Game], count: int, size: int) -> Task:
    """The same in LiteEFG: each call goes on, and the answer is that of the first one."""
    made = liteefg.load(game(size))
    found = cache(lambda: liteefg.exploitability(*made))
    return Task(lambda: liteefg.go_on(*made, count), lambda _: found(), count)


def iterations(game: Callable[[int], Game], count: int) -> Iterator[Contender]:
    """CFR+ by pokerlab, LiteEFG and OpenSpiel."""
    yield Contender("CFR+", partial(our_iterations, game, count))
    yield Contender("LiteEFG's CFR+", partial(lite_iterations, game, count), "liteefg", 1e-6)
    yield Contender("OpenSpiel's CFR+", partial(spiel_iterations, game, count), "open_spiel", 0.02)


def to_precision(solve: Callable[[Game, float], Solution], inverse: int) -> Task:
    """Push or fold with all hands until the exploitability is one part in so many."""

    def proven(solution: Solution) -> float:
        if not solution.exploitability <= 1 / inverse:
            raise ArithmeticError(f"exploitability {solution.exploitability:.1e}")
        return 0.0

    return Task(lambda: solve(push_or_fold(169), tolerance=2 / inverse), proven)


def program_to(game: Game, tolerance: float) -> Solution:
    return lp.solve(game)


def averages_to(solve: Callable, game: Game, tolerance: float, **options: Any) -> Solution:
    return solve(game, iterations=10**6, tolerance=tolerance, progress=False, **options)


PRECISE = {"lp.solve": program_to, "interior point": interior_point.solve}
for rule in ("CFR+", "DCFR(1.5, 0.5, 5)", "PCFR+"):
    PRECISE[rule] = partial(averages_to, cfr.solve, rule=rule)
for kind in ("linear", "uniform"):
    solve = partial(averages_to, fictitious_play.solve, averaging=kind)
    PRECISE[f"fictitious play, {kind} averages"] = solve


CONTESTS = [
    Contest(
        *("kuhn-program", "fictitious-play", "Kuhn's poker by linear programming", "cards"),
        (3,),
        [
            *by(kuhn, {"lp.solve": lp.solve, "double oracle": double_oracle.solve}),
            Contender("OpenSpiel's program", partial(spiel_program, "kuhn_poker"), "open_spiel"),
        ],
    ),
    Contest(
        *("kuhn-cfr", "fictitious-play", "Kuhn's poker by CFR+", "cards"),
        (3,),
        [
            Contender("CFR+", partial(our_iterations, kuhn, 1000)),
            Contender(
                "OpenSpiel's CFR+",
                partial(spiel_iterations, "kuhn_poker", 1000),
                "open_spiel",
                1e-3,
            ),
        ],
        "iteration",
    ),
    Contest(
        *("push-fold", "fictitious-play", "push or fold at one stack", "hands"),
        HANDS,
        [
            *by(push_or_fold, {"lp.solve": lp.solve, "double oracle": double_oracle.solve}),
            *by(push_or_fold, {"interior point": interior_point.solve}),
            Contender("HiGHS alone, its smallest program", highs_alone, "highspy", 1e-6),
            Contender(
                "OpenSpiel's program", partial(spiel_program, push_or_fold), "open_spiel", 1e-6
            ),
        ],
    ),
    Contest(
        *("push-fold-cfr", "fictitious-play", "push or fold by CFR+", "hands"),
        HANDS,
        [*iterations(push_or_fold, 10)],
        "iteration",
    ),
    Contest(
        *("precision", "fictitious-play", "push or fold to a given exploitability"),
        "parts of a big blind",
        (100, 1_000, 10_000, 100_000, 1_000_000),
        [Contender(name, partial(to_precision, solve)) for name, solve in PRECISE.items()],
    ),
    Contest(
        *("one-round", "one-round", "the one-round game", "raises"),
        (5, 10, 20, 40, 80, 160),
        [
            *by(one_round, {"interior point, its own": interior_point.solve}),
            *programs(one_round, 1e-5),
            *averages(one_round, "CFR+", "DCFR(1.5, 0.5, 5)"),
        ],
    ),
    Contest(
        *("many-raises", "one-round", "the one-round game with many raises", "raises"),
        (40, 80, 160, 400, 1000, 2000, 4000),
        [
            Contender("a path through few of them", few_of_many),
            *by(one_round, {"interior point, all": interior_point.solve}),
        ],
    ),
    Contest(
        *("preflop", "limit-preflop", "limit preflop", "actions each (nr)"),
        (1, 2, 3, 4, 6, 10, 16, 25, 40),
        [
            *by(preflop, {"double oracle": double_oracle.solve}),
            *programs(preflop, 1e-6),
            *averages(preflop, "CFR+", "DCFR(1.5, 0.5, 5)", "HS-DCFR"),
        ],
    ),
    Contest(
        *("no-limit", "no-limit", "no limit with four sizes", "big blinds"),
        (3, 5, 7, 10, 15, 20),
        [
            *by(no_limit, {"double oracle": double_oracle.solve}),
            *programs(no_limit, 1e-6),
            *averages(no_limit, "DCFR(1.5, 0.5, 5)", "HS-DCFR", "CFR+"),
        ],
    ),
    Contest(
        *("river-cfr", "river", "a river by CFR+", "combos of each player"),
        (5, 10, 20, 40, 80, 160, 320, 640, 1081),
        [*iterations(river, 30)],
        "iteration",
    ),
    Contest(
        *("newman", "numbers", "Newman's game on d numbers with d bets", "numbers and bets"),
        (5, 10, 20, 40, 80, 160),
        [
            Contender("a path through few bets", few_bets),
            *by(newman, {"interior point": interior_point.solve}, 1e-6),
            *by(newman, {"double oracle": double_oracle.solve, "exact.solve": exact.solve}, 1e-6),
            next(programs(newman, 1e-6)),
        ],
        limit=1 / 7,
    ),
]
