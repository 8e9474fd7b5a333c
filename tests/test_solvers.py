"""Solvers: closed forms, published charts, and each other."""

from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from scipy.stats import kstest

import pokerlab as pl
from pokerlab import betting, cards, deals
from pokerlab.games import Game
from pokerlab.solvers import cfr, double_oracle, exact, fictitious_play, interior_point, lp
from pokerlab.studies import push_fold_chart, safe_response
from pokerlab.trees import Decision, Fold, Tree

KUHN = Game(deals.kuhn(), betting.kuhn())


@pytest.mark.parametrize("chip", [10**-12, 10**-6, 10**9, 10**12])
def test_no_solver_cares_how_much_a_chip_is(chip):
    """Ten numbers, 8/27.5 of a chip to the big blind, and a hundredth of one to risk."""
    chip = Fraction(chip).limit_denominator(10**12)
    game = Game(deals.numbers(10), betting.push_fold(10 * chip, chip / 2, chip))
    for solver in (pl, lp, double_oracle, interior_point):
        solution = solver.solve(game)
        assert (
            solution.lower / chip <= -16 / 55 + 1e-14 and solution.upper / chip >= -16 / 55 - 1e-14
        )
        assert solution.width < 1e-8 * chip
    worst = 0 * solution.plans[1]
    worst[:, [0, -1]] = 1
    found = safe_response.solve(game, 0, worst, chip / 100)
    assert found.guarantee / chip == pytest.approx(-16 / 55 - 0.01, abs=1e-7)
    assert found.most / chip == pytest.approx(found.earnings / chip, abs=1e-7)


def push_fold_game(stack, card_removal=True, **rules):
    return Game(deals.holdem(card_removal), betting.push_fold(stack, **rules))


@pytest.fixture(scope="module")
def ten():
    """Push or fold at ten big blinds, by linear programming."""
    return lp.solve(push_fold_game(10))


@pytest.fixture(scope="module")
def chart():
    return push_fold_chart.solve(push_fold_chart.grid(0.1, 20))


@pytest.mark.parametrize("averaging", ["uniform", "linear"])
@pytest.mark.parametrize("updates", ["simultaneous", "alternating"])
def test_fictitious_play_closes_in_on_kuhns_value(averaging, updates):
    solution = fictitious_play.solve(KUHN, 2_000, averaging, updates)
    assert solution.lower <= -1 / 18 <= solution.upper
    assert solution.exploitability < 1e-2
    assert solution.history.exploitability[-1] < solution.history.exploitability[0] / 10


@pytest.mark.parametrize(
    ("stack", "small", "big", "ante"), [(5, 0.5, 1, 0), (10, 0.5, 1, 0), (20, 1, 2, 0.25)]
)
def test_many_numbers_are_the_jam_or_fold_game_on_an_interval(stack, small, big, ante):
    """On [0, 1] the worst hands that push and that call are indifferent: that gives both ranges."""
    game = Game(deals.numbers(150), betting.push_fold(stack, small, big, ante))
    solution = lp.solve(game)
    called = (2 * ante + small + big) / (stack + ante + big)
    pushed = called * 2 * stack / (stack + ante + big)
    assert solution.width < 1e-9
    assert solution.probability(0, "push").mean() == pytest.approx(pushed, abs=0.02)
    assert solution.probability(1, "call").mean() == pytest.approx(called, abs=0.02)


def test_another_lp_solver_finds_the_same_value(ten):
    solution = lp.solve(ten.game, solver="CLARABEL")
    assert (solution.lower, solution.upper) == pytest.approx((ten.value, ten.value), abs=1e-6)
    assert solution.solver == "lp (CLARABEL)"


def test_a_program_has_a_row_for_each_action_of_the_second_player():
    game = Game(deals.numbers(3), betting.one_round([1, 2, 3], reraises=[2], turns=3))
    assert len(game.tree.sequences[0]) < len(game.tree.sequences[1])
    assert lp.solve(game).value == pytest.approx(float(exact.solve(game).value), abs=1e-9)


# Largest stacks up to 20 big blinds with which the small blind pushes, from holdemresources.net
# (2007), which prints 20+ where a hand is pushed at 20. Suited above the diagonal, from aces down.
PUBLISHED = """
    20+ 20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  20+
    20+ 20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  19.9 19.3
    20+ 20+  20+  20+  20+  20+  20+  20+  20+  20+  16.3 13.5 12.7
    20+ 20+  20+  20+  20+  20+  20+  20+  18.6 14.7 13.5 10.6 8.5
    20+ 20+  20+  20+  20+  20+  20+  20+  20+  11.9 10.5 7.7  6.5
    20+ 20+  20+  20+  20+  20+  20+  20+  20+  14.4 6.9  4.9  3.7
    20+ 18.0 13.0 13.3 17.5 20+  20+  20+  20+  18.8 10.1 2.7  2.5
    20+ 16.1 10.3 8.5  9.0  10.8 14.7 20+  20+  20+  13.9 2.5  2.1
    20+ 15.1 9.6  6.5  5.7  5.2  7.0  10.7 20+  20+  16.3 7.1  2.0
    20+ 14.2 8.9  6.0  4.1  3.5  3.0  2.6  2.4  20+  20+  12.9 2.0
    20+ 13.1 7.9  5.4  3.8  2.7  2.3  2.1  2.0  2.1  20+  10.0 1.8
    20+ 12.2 7.5  5.0  3.4  2.5  1.9  1.8  1.7  1.8  1.6  20+  1.7
    20+ 11.6 7.0  4.6  2.9  2.2  1.8  1.6  1.5  1.5  1.4  1.4  20+
"""


def test_the_push_chart_is_the_published_one(chart):
    published = dict(zip(cards.HANDS, PUBLISHED.replace("20+", "20").split(), strict=True))
    largest = {hand: intervals[-1][1] for hand, intervals in chart.intervals(0).items()}
    differ = {hand for hand in cards.HANDS if largest[hand] != float(published[hand])}
    assert differ == {"Q4o"}, "Q4o comes back for one step at 8.3, which the published chart omits"
    assert chart.intervals(0)["Q4o"] == [(0.1, 7.9), (8.3, 8.3)]
    assert all(0 <= solution.width + 1e-15 < 1e-9 for solution in chart.solutions)


def test_the_hands_with_wide_gaps_are_the_published_ones(chart):
    """63s is pushed up to 2.3 and from 5.1 to 7.1 big blinds, 53s and 43s are like it."""
    ends = {hand: (i[0][1], i[1][0], i[-1][1]) for hand, i in chart.intervals(0).items() if i[1:]}
    wide = {hand: gap for hand, gap in ends.items() if gap[1] - gap[0] > 1}
    assert wide == {"63s": (2.3, 5.1, 7.1), "53s": (2.4, 3.8, 12.9), "43s": (2.2, 4.9, 10.0)}
    assert all(len(intervals) == 1 for intervals in chart.intervals(1).values())


def test_olivitos_thresholds_for_jack_six_need_independent_hands():
    """He reads 6.3 and 5.5 off his charts, the stacks from which J6o is folded."""
    stacks = (5.4, 5.5, 6.2, 6.3, 6.5, 6.6)

    def largest(card_removal):
        solved = push_fold_chart.solve(stacks, deal=deals.holdem(card_removal))
        return [solved.intervals(player)["J6o"][-1][1] for player in (0, 1)]

    assert largest(card_removal=False) == [6.2, 5.4]
    assert largest(card_removal=True) == [6.5, 5.4]


def test_every_equilibrium_on_the_grid_is_unique(chart):
    """Hands with a gain are pure in every equilibrium. The others are mixed, and what keeps the
    opponent's mixed hands indifferent is a regular linear system for their probabilities."""
    open_hands = [abs(gains) < 1e-9 for gains in chart.gains]
    for undecided, chance in zip(open_hands, chart.probabilities, strict=True):
        assert (undecided == ((chance > 0) & (chance < 1))).all()
    deal = deals.holdem()
    for stack, pushes, calls in zip(chart.stacks, *open_hands, strict=True):
        assert pushes.sum() == calls.sum()
        if pushes.any():
            block = np.ix_(pushes, calls)
            system = deal.prior[block] * (float(stack) * deal.showdown[block] - 1)
            assert np.linalg.cond(system) < 100


def test_gains_point_to_what_is_played(chart):
    for player in (0, 1):
        gains, played = chart.gains[player], chart.probabilities[player]
        assert (played[gains > 1e-9] == 1).all()
        assert (played[gains < -1e-9] == 0).all()
    assert np.isinf(chart.gains[1][chart.stacks.index(1)]).all()
    assert np.isfinite(chart.gains[0][chart.stacks.index(1)]).all()


def test_stacks_are_read_exactly():
    assert push_fold_chart.solve("12", deal=deals.numbers(3)).stacks == (12,)
    assert push_fold_chart.grid(0.1, 0.35) == (Fraction(1, 10), Fraction(1, 5), Fraction(3, 10))


def test_the_first_step_of_fictitious_play():
    x, y = KUHN.uniform(0), KUHN.uniform(1)
    best_x, best_y = KUHN.best_response(0, y)[0], KUHN.best_response(1, x)[0]
    step = fictitious_play.solve(KUHN, 1)
    assert step.plans[0] == pytest.approx((x + best_x) / 2)
    assert step.plans[1] == pytest.approx((y + best_y) / 2)
    step = fictitious_play.solve(KUHN, 1, averaging="linear")
    assert step.plans[0] == pytest.approx((x + 2 * best_x) / 3)
    step = fictitious_play.solve(KUHN, 1, updates="alternating")
    answer = KUHN.best_response(1, (x + best_x) / 2)[0]
    assert step.plans[1] == pytest.approx((y + answer) / 2)


def test_cfr_plus_reaches_a_millionth_of_a_chip_in_two_thousand_iterations():
    solution = cfr.solve(push_fold_game(15), 2_000, tolerance=2e-6)
    assert solution.exploitability <= 1e-6
    assert solution.history.iterations[-1] < 2_000


RIVER = Game(
    deals.river("Td9d6hQc2s", "8d7d, KsKc, JhJd, 3c3d, Ah4h"), betting.river(1, 4, "60%", "2.5x")
)


@pytest.mark.parametrize("game", [KUHN, RIVER])
@pytest.mark.parametrize(
    "solve", [*(partial(cfr.solve, rule=r) for r in cfr.RULES), fictitious_play.solve]
)
def test_rounding_breaks_no_ties(solve, game, monkeypatch):
    first, exactly = solve(game, 30).plans, Game._values

    def rounded(game, player, plan):
        values = exactly(game, player, plan)
        return values + rng.uniform(-1e-16, 1e-16, values.shape) * abs(values).max()

    monkeypatch.setattr(Game, "_values", rounded)
    for seed in range(3):
        rng = np.random.default_rng(seed)
        for plan, again in zip(first, solve(game, 30).plans, strict=True):
            assert abs(plan - again).max() < 1e-9


@pytest.mark.parametrize("solver", [cfr, fictitious_play])
class TestIterations:
    def test_a_seed_fixes_everything(self, solver):
        plans = [solver.solve(KUHN, 50, initial="random", seed=seed).plans for seed in (1, 1, 2)]
        first, again, other = plans
        assert all((a == b).all() for a, b in zip(first, again, strict=True))
        assert not all((a == b).all() for a, b in zip(first, other, strict=True))

    def test_the_last_entry_of_the_history_is_the_solution(self, solver):
        solution = solver.solve(KUHN, 123, checkpoints=[1, 10, 50])
        assert solution.history.iterations.tolist() == [1, 10, 50, 123]
        assert solution.history.lower[-1] == pytest.approx(solution.lower, abs=1e-12)
        assert solution.history.upper[-1] == pytest.approx(solution.upper, abs=1e-12)

    def test_history_is_kept_about_evenly_on_a_logarithmic_scale(self, solver):
        iterations = solver.solve(KUHN, 1_000).history.iterations
        assert (iterations[0], iterations[-1]) == (1, 1_000)
        late = iterations[iterations > 50]
        assert (late[1:] / late[:-1]).max() < 1.2

    def test_a_tolerance_stops_it(self, solver):
        width = solver.solve(KUHN, 100_000, tolerance=0.04).history.width
        assert width[-1] <= 0.04 and (width[:-1] > 0.04).all()

    def test_tracked_actions_end_where_the_solution_does(self, solver):
        track = [(0, "bet", "J"), (1, "bet, call", "Q")]
        solution = solver.solve(KUHN, 200, track=track)
        assert list(solution.history.tracked) == track
        for (player, action, hand), course in solution.history.tracked.items():
            assert len(course) == len(solution.history.iterations)
            assert course[-1] == pytest.approx(solution.probability(player, action, hand))

    def test_it_starts_where_it_is_told_to(self, solver):
        plans = KUHN.plan(0, {"bet": 1}), KUHN.plan(1, {"call": 0})
        solution = solver.solve(KUHN, 1, initial=plans)
        assert not np.allclose(solution.plans[0], solver.solve(KUHN, 1).plans[0])
        assert (plans[0] == KUHN.plan(0, {"bet": 1})).all()

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"iterations": 0}, "iterations: 0 given, a positive integer"),
            ({"iterations": 1e3}, "iterations: 1000.0 given, a positive integer"),
            ({"initial": "pure"}, "initial: 'pure' given, 'uniform', 'random'"),
            ({"initial": (np.ones((3, 5)), np.ones((3, 5)))}, "plan: with J"),
            ({"initial": (KUHN.uniform(0),)}, "initial: .* two plans needed"),
            ({"checkpoints": [0, 5]}, r"checkpoints: \[0, 5\] given, integers 1 to 10"),
            ({"track": (0, "bet", "J")}, r"track: 0 given, \(player, action, hand\) needed"),
            ({"track": [(0, "bet", "A")]}, "hand: 'A' given"),
        ],
    )
    def test_options_that_make_no_sense_are_refused(self, solver, options, message):
        with pytest.raises(ValueError, match=message):
            solver.solve(KUHN, **{"iterations": 10} | options)


def test_random_plans_are_uniform_on_the_simplex():
    """Whoever wins most by the last of three actions plays it from then on: half of what the first
    average has of the others is theirs at the start."""
    tree = Tree(Decision(0, {name: Fold(n) for n, name in enumerate("abc")}))
    game = Game(deals.numbers(1000), tree)
    start = 2 * fictitious_play.solve(game, 1, initial="random", seed=1).plans[0][:, 1:3]
    for share in (start[:, 0], start[:, 1], 1 - start.sum(axis=1)):
        assert kstest(share, lambda p: 1 - (1 - p) ** 2).pvalue > 0.01
    assert abs(np.corrcoef(start.T)[0, 1] + 1 / 2) < 0.1


def test_a_progress_bar_goes_to_standard_error_and_only_if_wanted(capsys):
    cfr.solve(KUHN, 2_000)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: fictitious_play.solve(KUHN, averaging="mean"), "averaging: 'mean' given"),
        (lambda: fictitious_play.solve(KUHN, updates="random"), "updates: 'random' given"),
        (lambda: lp.solve(KUHN, solver="CPLEXX"), "solver: 'CPLEXX' failed, try another of"),
        (
            lambda: lp.solve(KUHN, solver="SCIPY", scipy_options={"method": "highs", "maxiter": 1}),
            "solver: 'SCIPY' failed, try another of",
        ),
        (lambda: cfr.solve(KUHN, rule="CFR*"), r"rule: 'CFR\*' given, one of CFR, CFR\+, DCFR"),
        (lambda: push_fold_chart.solve([]), "stacks: .* an increasing sequence"),
        (lambda: push_fold_chart.solve([3, 2]), "stacks: .* an increasing sequence"),
        (lambda: push_fold_chart.solve([-1, 2]), "stack: .* more than 0"),
        (lambda: push_fold_chart.grid(0, 20), "step: 0 given"),
        (lambda: push_fold_chart.grid(1, -1), "maximum: -1 given, more than 0 needed"),
        (lambda: push_fold_chart.grid(0.5, 0.1), "step: 1/2 given, more than 0 and at most 1/10"),
    ],
)
def test_wrong_options_are_refused(call, message):
    with pytest.raises((ValueError, RuntimeError), match=message):
        call()


@pytest.mark.parametrize(
    "solve", [pl.solve, *(s.solve for s in (double_oracle, cfr, fictitious_play, interior_point))]
)
def test_every_solver_reads_a_tolerance_in_the_same_way(solve):
    game = Game(deals.numbers(3), betting.push_fold(10))
    for given, message in [
        ("lp", "'lp' given, a finite number needed"),
        (float("nan"), "nan given, a finite number needed"),
        (-1, "-1 given, at least 0 needed"),
    ]:
        with pytest.raises(ValueError, match=f"tolerance: {message}"):
            solve(game, tolerance=given)
    assert solve(game, tolerance="1/5").width <= 0.2
    assert solve(game, tolerance=0).width < 1e-3


def test_a_solver_that_stops_early_is_not_believed(ten):
    with pytest.warns(UserWarning, match="inaccurate"):
        solution = lp.solve(ten.game, simplex_iteration_limit=1, presolve="off")
    assert solution.lower < ten.value < solution.upper
    assert solution.exploitability > 1e-3


def test_amounts_that_single_precision_does_not_hold_are_solved_in_double():
    game = Game(deals.numbers(3), betting.push_fold("2e39", "1e39", "1e39"))
    assert pl.solve(game, 1e37).width <= 1e37


@pytest.mark.parametrize("stacks", [10, (6, 10), (10, 4)])
def test_every_solver_knows_dead_money(stacks):
    """And it is worth something to the small blind that the big blind posts more."""
    game = push_fold_game(stacks, big_blind_ante=1)
    certificate = exact.solve(game)
    assert certificate.width == 0
    programs = [solver.solve(game) for solver in (lp, double_oracle, interior_point)]
    for solved in (*programs, cfr.solve(game, iterations=1_000)):
        assert solved.lower - 1e-12 <= certificate.value <= solved.upper + 1e-12
        assert solved.width < 1e-3
    assert certificate.value > lp.solve(push_fold_game(stacks)).value
