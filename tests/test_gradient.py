"""Gradient descent: Tipton's formulas, best responses, the linear program, a closed form."""

from functools import partial

import jax
import numpy as np
import optax
import pytest

from pokerlab import betting, cards, deals, trees
from pokerlab.games import Game
from pokerlab.solvers import gradient, lp
from tests.tables import refused

TEN = Game(deals.holdem(), betting.push_fold(10))
COMBOS = Game(deals.holdem_combos(), betting.push_fold(10))
FEW = {"checkpoints": [10, 20, 50]}
"""Steps are compiled anew for another number of checkpoints."""
MANY = {"divisors": cards.COMBOS_PER_HAND, "checkpoints": range(1, 100)}


@pytest.fixture(scope="module")
def value():
    return lp.solve(TEN).payoff


@pytest.fixture
def in_double():
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", False)


def random_range(game, player, seed=0):
    return np.random.default_rng(seed).uniform(0, 1, game.shape(player)[0])


def to_plan(game, player, plays):
    """The plan of a range of pushes or of calls; who is all-in by his blind has one action."""
    action = ("push", "call")[player]
    may_fold = any(name.endswith("fold") for name in game.tree.sequence_names[player])
    return game.plan(player, {action: plays if may_fold else 1})


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("stack", [0.4, 0.8, 1.5, (7, 9), 25])
@pytest.mark.parametrize("rules", [{}, {"small_blind": 1, "big_blind": 3, "ante": 0.25}])
def test_the_objective_is_what_a_best_response_earns(in_double, player, stack, rules):
    game = Game(deals.holdem(), betting.push_fold(stack, **rules))
    loss = gradient.make_objective(game, player)
    for seed in range(3):
        plays = random_range(game, player, seed)
        _, earned = game.best_response(1 - player, to_plan(game, player, plays))
        assert float(loss(plays)) == pytest.approx(earned if player == 1 else -earned, abs=1e-12)


def test_any_two_action_game_will_do(in_double):
    """Matching pennies, one hand each: both play either action half of the time."""
    second = trees.Decision(1, {"heads": trees.Fold(1), "tails": trees.Fold(-1)})
    other = trees.Decision(1, {"heads": trees.Fold(-1), "tails": trees.Fold(1)})
    pennies = trees.Tree(trees.Decision(0, {"h": second, "t": other}))
    with pytest.raises(ValueError, match="each player decides once"):
        gradient.make_objective(Game(deals.numbers(1), pennies))
    answer = trees.Decision(1, {"fold": trees.Fold(1), "call": trees.Showdown(3)})
    tree = trees.Tree(trees.Decision(0, {"check": trees.Showdown(1), "bet": answer}))
    game = Game(deals.numbers(40), tree)
    solution = gradient.solve(game, parametrization="mirror", learning_rate=10, iterations=5000)
    expected = lp.solve(game).payoff
    assert (solution.lower, solution.upper) == pytest.approx((expected, expected), abs=1e-4)


@pytest.mark.parametrize("name", gradient.PARAMETRIZATIONS)
def test_a_variable_stands_for_the_range_that_it_was_made_of(name):
    to_variable, to_range, _ = gradient.PARAMETRIZATIONS[name]
    some = np.linspace(0.1, 0.9, 9)
    assert np.asarray(to_range(to_variable(some))) == pytest.approx(some, abs=1e-6)


def test_clipped_tiptons_rate_solves_the_game_in_a_hundred_steps_of_numpy(value):
    prior, weighted = TEN.deal.prior, TEN.deal.net_wins
    matrix, calls, path = 10 * weighted - prior, np.full(169, 0.5), []
    for _ in range(100):
        pushes = 1.5 * prior.sum(axis=1) + matrix @ calls > 0
        calls = np.clip(calls - 1000 * (pushes @ matrix) / cards.COMBOS_PER_HAND, 0, 1)
        path.append(calls)
    run = gradient.descend(TEN, parametrization="projection", iterations=100, **MANY)
    assert run.probabilities == pytest.approx(np.array(path), abs=1e-9)
    assert 0 <= run.guarantees[-1] - value < 1e-6


@pytest.mark.parametrize(("parametrization", "reached"), [("sigmoid", 2e-3), ("mirror", 1e-5)])
def test_both_players_ranges_bracket_the_value(value, parametrization, reached):
    solution = gradient.solve(TEN, parametrization=parametrization, iterations=1000, **MANY)
    assert solution.lower <= value + 1e-15
    assert value <= solution.upper + 1e-15
    assert solution.exploitability < reached
    assert solution.convergence.exploitability[-1] == pytest.approx(
        solution.exploitability, abs=1e-12
    )


def test_mirror_descent_multiplies_the_odds(in_double):
    run = gradient.descend(
        TEN, learning_rate=100, parametrization="mirror", iterations=2, checkpoints=[1]
    )
    calls, after = run.probabilities
    odds = calls / (1 - calls) * np.exp(-100 * jax.grad(gradient.make_objective(TEN))(calls))
    assert after == pytest.approx(odds / (1 + odds), abs=1e-12)


@pytest.mark.parametrize(
    ("optimizer", "divisors", "reached"),
    [
        (partial(optax.sgd, momentum=0.9), cards.COMBOS_PER_HAND, 1e-3),
        (
            lambda rate: optax.sgd(optax.exponential_decay(rate, 200, 0.5)),
            cards.COMBOS_PER_HAND,
            2e-2,
        ),
        (lambda rate: optax.lbfgs(), None, 1e-4),
    ],
)
def test_other_optimisers_get_there_too(value, optimizer, divisors, reached):
    run = gradient.descend(
        TEN, player="big blind", optimizer=optimizer, iterations=100, **FEW | {"divisors": divisors}
    )
    assert 0 <= run.guarantees.min() - value < reached


def test_the_history_has_the_checkpoints_and_the_last_step():
    run = gradient.descend(TEN, iterations=70, checkpoints=[7, 3, 5])
    assert run.iterations.tolist() == [3, 5, 7, 70]
    assert run.guarantees[-1] == pytest.approx(TEN.guarantee(1, run.plan_at()), abs=1e-15)
    longer = gradient.descend(TEN, iterations=100, checkpoints=[1, 7, 70])
    assert run.guarantees[2:] == pytest.approx(longer.guarantees[1:3], abs=1e-12)
    assert not jax.config.jax_enable_x64


def test_both_descents_are_measured_after_the_same_steps_though_a_list_of_them_ends():
    course = gradient.solve(TEN, iterations=9, checkpoints=iter([3, 5])).convergence
    assert course.iterations.tolist() == [3, 5, 9]
    assert course.lower.shape == course.upper.shape == (3,)


@pytest.mark.parametrize("stack", [0.4, 0.9])
def test_who_is_all_in_by_his_blind_has_no_range(stack):
    game = Game(deals.holdem(), betting.push_fold(stack))
    solution = gradient.solve(game, iterations=300, parametrization="projection", **MANY)
    assert solution.exploitability < 1e-9
    assert (solution.plans[1][:, 1] == 1).all()


test_options_that_make_no_sense_are_refused = refused(
    ({"player": 2}, "player: 2 given"),
    ({"parametrization": "tanh"}, "parametrization: 'tanh' given, one of"),
    ({"dtype": "float16"}, "dtype: 'float16' given"),
    ({"iterations": 0}, "iterations: 0 given, a positive integer"),
    ({"iterations": 10, "checkpoints": [20]}, r"checkpoints: \[20\] given, integers 1 to 10"),
    ({"learning_rate": 0}, "learning_rate: 0 given"),
    ({"divisors": np.zeros(169)}, "(?s)divisors: .* given, 169 positive numbers"),
    ({"divisors": np.ones(3)}, "divisors: .* given, 169 positive numbers"),
    of=partial(gradient.descend, TEN),
)


@pytest.mark.parametrize("parametrization", gradient.PARAMETRIZATIONS)
def test_a_step_beyond_all_floats_says_so_even_where_the_range_stays_between_0_and_1(
    parametrization,
):
    game = Game(deals.holdem(), betting.push_fold(50_000))
    with pytest.raises(FloatingPointError, match=r"learning_rate: 1e\+307 makes the run overflow"):
        gradient.descend(game, learning_rate=1e307, iterations=1, parametrization=parametrization)


def test_a_run_that_overflows_says_so():
    with pytest.raises(FloatingPointError, match="learning_rate: 1 makes the run overflow"):
        gradient.descend(
            TEN,
            player=1,
            optimizer=lambda rate: optax.scale(float("nan")),
            learning_rate=1,
            iterations=20,
        )
