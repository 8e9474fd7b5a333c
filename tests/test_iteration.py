"""CFR, fictitious play and the linear program: what is their own."""

from functools import partial

import numpy as np
import pytest
from scipy.stats import kstest

from pokerlab import betting, deals, river_payoffs
from pokerlab.cards import HANDS
from pokerlab.games import Game
from pokerlab.solutions import load
from pokerlab.solvers import cfr, fictitious_play, iteration, lp
from pokerlab.trees import Decision, Fold, Tree
from tests.tables import refused

KUHN = Game(deals.kuhn(), betting.kuhn())


@pytest.mark.parametrize("averaging", ["uniform", "linear"])
@pytest.mark.parametrize("updates", ["simultaneous", "alternating"])
def test_fictitious_play_closes_in_on_kuhns_value(averaging, updates):
    solution = fictitious_play.solve(KUHN, iterations=2_000, averaging=averaging, updates=updates)
    assert solution.lower <= -1 / 18 <= solution.upper
    assert solution.exploitability < 1e-2
    assert solution.convergence.exploitability[-1] < solution.convergence.exploitability[0] / 10


def test_plans_that_another_lp_solver_misses_are_repaired_to_the_same_value():
    game = Game(deals.holdem(), betting.push_fold(10))
    value, solution = lp.solve(game).payoff, lp.solve(game, cvxpy_solver="CLARABEL")
    assert (solution.lower, solution.upper) == pytest.approx((value, value), abs=1e-6)
    assert solution.found_by == "lp (CLARABEL)"


def test_the_first_step_of_fictitious_play():
    x, y = KUHN.uniform(0), KUHN.uniform(1)
    best_x, best_y = KUHN.best_response(0, y)[0], KUHN.best_response(1, x)[0]
    step = fictitious_play.solve(KUHN, iterations=1)
    assert step.plans[0] == pytest.approx((x + best_x) / 2)
    assert step.plans[1] == pytest.approx((y + best_y) / 2)
    step = fictitious_play.solve(KUHN, iterations=1, averaging="linear")
    assert step.plans[0] == pytest.approx((x + 2 * best_x) / 3)
    step = fictitious_play.solve(KUHN, iterations=1, updates="alternating")
    answer = KUHN.best_response(1, (x + best_x) / 2)[0]
    assert step.plans[1] == pytest.approx((y + answer) / 2)


def test_cfr_plus_reaches_a_millionth_of_a_chip_in_two_thousand_iterations():
    solution = cfr.solve(
        Game(deals.holdem(), betting.push_fold(15)), iterations=2_000, rule="CFR+", tolerance=2e-6
    )
    assert solution.exploitability <= 1e-6
    assert solution.convergence.iterations[-1] < 2_000


RIVER = Game(
    deals.river("Td9d6hQc2s", "8d7d, KsKc, JhJd, 3c3d, Ah4h"), betting.river(1, 4, "60%", "2.5x")
)


@pytest.mark.parametrize("game", [KUHN, RIVER])
@pytest.mark.parametrize(
    "solve", [*(partial(cfr.solve, rule=r) for r in cfr.RULES), fictitious_play.solve]
)
def test_rounding_breaks_no_ties(solve, game, monkeypatch):
    first, operator_class = solve(game, iterations=30).plans, type(game.payoff_operator)
    exactly, asked = operator_class.terminal_values_by_sequence, []

    def rounded(payoffs, player, plan):
        asked.append(player)
        values = exactly(payoffs, player, plan)
        return values + rng.uniform(-1e-16, 1e-16, values.shape) * abs(values).max()

    monkeypatch.setattr(operator_class, "terminal_values_by_sequence", rounded)
    monkeypatch.setattr(river_payoffs, "PARALLEL_FROM", 0)  # no loop that asks for no values
    for seed in range(3):
        rng = np.random.default_rng(seed)
        for plan, again in zip(first, solve(game, iterations=30).plans, strict=True):
            assert abs(plan - again).max() < 1e-9
    assert len(asked) > 3 * 30


LIMIT = Game(deals.holdem().restrict(HANDS[::10]), betting.limit())


@pytest.mark.parametrize("seed", range(5))
def test_plans_come_out_as_they_went_in_and_as_they_were_saved(seed, tmp_path):
    """What is a plan up to rounding is not repaired, which would change its last digits."""
    plans = iteration.random_plans(LIMIT, seed)
    options = iteration.Options(1, progress=False)
    solution = iteration.run(LIMIT, iter([(1, plans)]), "none", options)
    solution.save(tmp_path / "saved.npz")
    for found in (solution, load(tmp_path / "saved.npz")):
        assert all(map(np.array_equal, found.plans, plans))


def test_random_plans_are_uniform_on_the_simplex():
    tree = Tree(Decision(0, {name: Fold(n) for n, name in enumerate("abc")}))
    game = Game(deals.numbers(1000), tree)
    start = iteration.random_plans(game, seed=1)[0][:, 1:3]
    for share in (start[:, 0], start[:, 1], 1 - start.sum(axis=1)):
        assert kstest(share, lambda p: 1 - (1 - p) ** 2).pvalue > 0.01
    assert abs(np.corrcoef(start.T)[0, 1] + 1 / 2) < 0.1


def follow(*iterates):
    options = iteration.Options(9, checkpoints=[2, 5], track=[(0, "bet", "K")], progress=False)
    return iteration.run(KUHN, iter(iterates), "short", options)


@pytest.mark.parametrize(("last", "measured"), [(1, [1]), (3, [2, 3]), (5, [2, 5])])
def test_the_last_plans_are_measured_wherever_an_iteration_ends(last, measured):
    plans = [fictitious_play.solve(KUHN, iterations=n).plans for n in range(1, last + 1)]
    solution = follow(*enumerate(plans, 1))
    assert solution.convergence.iterations.tolist() == measured
    assert solution.convergence.lower[-1] == pytest.approx(solution.lower)
    assert solution.convergence.upper[-1] == pytest.approx(solution.upper)
    assert len(solution.convergence.tracked[0, "bet", "K"]) == len(measured)


def test_an_iteration_without_any_plans_is_refused():
    with pytest.raises(RuntimeError, match="short: no plans found"):
        follow()


@pytest.mark.parametrize(
    "iterate",
    [
        KUHN.uniform(0),
        (KUHN.uniform(0), KUHN.uniform(1)),  # without their number
        (0, (KUHN.uniform(0), KUHN.uniform(1))),  # numbered from 0
        (3, (KUHN.uniform(0), KUHN.uniform(1))),  # beyond the first checkpoint, 2
        (1, KUHN.uniform(0), KUHN.uniform(1)),
        (1, (KUHN.uniform(0)[1:], KUHN.uniform(1))),
    ],
)
def test_anything_but_the_number_of_iterations_and_two_plans_is_refused(iterate):
    with pytest.raises(TypeError, match=r"short, an iterate: .* given, \(iterations so far, "):
        follow(iterate)


test_wrong_options_are_refused = refused(
    (lambda: fictitious_play.solve(KUHN, averaging="mean"), "averaging: 'mean' given"),
    (lambda: fictitious_play.solve(KUHN, updates="random"), "updates: 'random' given"),
    (lambda: cfr.solve(KUHN, rule="CFR*"), r"rule: 'CFR\*' given, one of 'CFR', 'CFR\+', 'DCFR'"),
    (
        lambda: lp.solve(KUHN, cvxpy_solver="CPLEXX"),
        "cvxpy_solver: 'CPLEXX' failed, try another of",
    ),
    (
        lambda: lp.solve(
            KUHN, cvxpy_solver="SCIPY", scipy_options={"method": "highs", "maxiter": 1}
        ),
        "cvxpy_solver: 'SCIPY' failed, try another of",
    ),
    by=(ValueError, RuntimeError),
)
