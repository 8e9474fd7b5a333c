"""What an opponent's mistakes bring at a limited risk, by linear programs of the tests' own."""

import json
from fractions import Fraction
from functools import cache, partial

import numpy as np
import pytest
from scipy.optimize import linprog

from pokerlab import betting, cli, deals
from pokerlab.games import Game
from pokerlab.solvers import double_oracle
from pokerlab.studies import optimal_set, safe_response
from tests.every_solver import highs_with
from tests.random_games import matrix_game_value, pure_payoffs, random_deal, random_tree
from tests.tables import refused

STACK = 10
PUSH_FOLD = Game(deals.holdem(), betting.push_fold(STACK))
MODELS = {
    "calls too tightly": (0, {"call": "66+, A9s+"}),
    "calls any two": (0, {"call": 1}),
    "pushes too tightly": (1, {"push": "22+, A2s+, A2o+, K8s+"}),
    "pushes any two": (1, {"push": 1}),
}
RISKS = 0, 0.0001, 0.001, 0.01, 0.1, 1


def push_or_fold(player, behaviour, risks):
    """What can be earned at each risk: pushes and worths, or calls and worths, as variables.

    The chips that player 0 wins are, for each of his hands, -1/2 if he folds; if he pushes, 1 for
    each hand that folds, and the stack times the showdown for each that calls.
    """
    prior, called = PUSH_FOLD.deal.prior, STACK * PUSH_FOLD.deal.net_wins
    dealt, hands = prior.sum(axis=1), np.eye(len(prior))
    if player == 0:  # a worth is at most what either answer leaves
        rows, limits = np.block([[-prior.T, hands], [-called.T, hands]]), np.zeros(2 * len(hands))
        own = np.concatenate([dealt / 2, np.ones(len(hands))])
        pushed = prior @ (1 - behaviour) + called @ behaviour
        earned = np.concatenate([pushed + dealt / 2, 0 * dealt])
    else:  # a worth is at least what either action wins, and counts against player 1
        rows = np.block([[0 * prior, -hands], [called - prior, -hands]])
        limits = np.concatenate([dealt / 2, -dealt])
        own = np.concatenate([0 * dealt, -np.ones(len(hands))])
        earned = np.concatenate([behaviour @ (prior - called), 0 * dealt])
    fixed = -0.5 if player == 0 else 0
    rest = -0.5 if player == 0 else -behaviour @ dealt + (1 - behaviour) @ dealt / 2
    bounds = [(0, 1)] * len(hands) + [(None, None)] * len(hands)
    best = -linprog(-own, rows, limits, bounds=bounds).fun
    for risk in risks:
        most = np.vstack([rows, -own]), np.append(limits, risk - best + 1e-12)
        yield best + fixed, -linprog(-earned, *most, bounds=bounds).fun + rest


@pytest.fixture(scope="module", params=MODELS)
def answers(request):
    player, probabilities = MODELS[request.param]
    model = PUSH_FOLD.plan(1 - player, probabilities)
    return player, model, safe_response.curve(PUSH_FOLD, player, model, RISKS)


def test_the_curve_of_push_or_fold_is_that_of_another_linear_program(answers):
    player, model, found = answers
    expected = push_or_fold(player, model[:, 2], RISKS)  # by how hands are pushed or called
    for risk, one, (value, earnings) in zip(RISKS, found, expected, strict=True):
        assert one.earnings == pytest.approx(earnings, abs=1e-7)
        assert one.own_guarantee == (1 - 2 * player) * PUSH_FOLD.guarantee(player, one.plan)
        assert one.own_guarantee >= value - risk - 1e-9


def test_the_curve_begins_at_an_equilibrium_and_ends_at_the_best_response(answers):
    player, model, found = answers
    solution, sign = double_oracle.solve(PUSH_FOLD), 1 - 2 * player
    assert found[0].own_guarantee == pytest.approx(sign * solution.payoff, abs=1e-9)
    plans = (solution.plans[0], model) if player == 0 else (model, solution.plans[1])
    assert found[0].earnings > sign * PUSH_FOLD.payoff(*plans) - 1e-9
    best = sign * PUSH_FOLD.best_response(player, model)[1]
    assert [found[-1].earnings, found[-1].belief] == pytest.approx([best, 1], abs=1e-12)


def test_a_safe_response_is_best_for_a_player_who_believes_in_the_model_that_much(answers):
    _, _, found = answers
    for one in found:
        totals = [one.belief * f.earnings + (1 - one.belief) * f.own_guarantee for f in found]
        assert totals[found.index(one)] > max(totals) - 1e-9


@pytest.mark.parametrize("seed", range(6))
def test_a_safe_response_is_the_best_mixture_of_pure_plans_in_any_game(seed):
    rng = np.random.default_rng(seed)
    deal, first = random_deal(rng, (2, 3)), seed % 2
    game = Game(deal, random_tree(rng, levels=[(first, 2), (1 - first, 2), (first, 2)]))
    player = int(rng.integers(2))
    x, y, paid = pure_payoffs(game)
    if player == 1:
        y, paid = x, -paid.T
    chances = rng.dirichlet(np.ones(len(y)))
    model = np.tensordot(chances, y, 1)
    plays = {"A_eq": np.append(np.ones(len(paid)), 0)[None], "b_eq": [1]}
    rows = np.column_stack([-paid.T, np.ones(len(y))])
    cost, value = np.append(-paid @ chances, 0), matrix_game_value(paid)
    for risk in 0, 0.25, 100:
        bounds = [(0, None)] * len(paid) + [(value - risk - 1e-11, None)]
        most = -linprog(cost, rows, 0 * chances, **plays, bounds=bounds).fun
        found = safe_response.response(game, player, model, risk)
        assert found.earnings == pytest.approx(most, abs=1e-6)
        assert found.max_earnings == pytest.approx(most, abs=1e-6)
        assert found.own_guarantee >= value - risk - 1e-6


def test_a_locked_game_has_its_own_value():
    game = PUSH_FOLD.lock(0, {"push": 1})
    found = safe_response.response(game, 1, game.plan(0, {}), 0)
    best = PUSH_FOLD.best_response(1, PUSH_FOLD.plan(0, {"push": 1}))[1]
    assert found.earnings == pytest.approx(-best, abs=1e-12)
    assert found.own_guarantee == pytest.approx(-best, abs=1e-12)


def test_what_is_risked_may_be_a_million_times_the_blinds():
    deep = Game(PUSH_FOLD.deal, betting.push_fold(10**7))
    model = deep.plan(1, {"call": "66+,A9s+"})
    found = safe_response.response(deep, 0, model, 2 * 10**7)
    most = deep.best_response(0, model)[1]
    assert found.earnings == pytest.approx(most) == pytest.approx(found.max_earnings)


@cache
def curve_in_big_blinds(stack, small_blind, big_blind, name):
    """Return a curve's plans, beliefs and winnings; stack, risks and winnings are in big blinds."""
    tree = betting.push_fold(stack * big_blind, small_blind=small_blind, big_blind=big_blind)
    game, (player, probabilities) = Game(PUSH_FOLD.deal, tree), MODELS[name]
    risks = [risk * big_blind for risk in (0, Fraction(1, 1000), Fraction(1, 10))]
    found = safe_response.curve(game, player, game.plan(1 - player, probabilities), risks)
    winnings = np.array([[one.own_guarantee, one.earnings, one.max_earnings] for one in found])
    plans, beliefs = [one.plan for one in found], [one.belief for one in found]
    return plans, beliefs, winnings / float(big_blind)


@pytest.mark.parametrize("blinds", [
    "0.005/0.01", "0.01/0.02", "0.02/0.05", "0.05/0.1", "0.1/0.25", "0.5/1", "1/2", "5/10",
    "100/200", "5000/10000",
])  # fmt: skip
@pytest.mark.parametrize("stack, name", [
    (1, "calls any two"), (3, "calls too tightly"), (7, "pushes any two"),
    (12, "calls any two"), (15, "pushes too tightly"), (20, "calls any two"),
])  # fmt: skip
def test_the_size_of_a_chip_does_not_matter(blinds, stack, name):
    small_blind, big_blind = map(Fraction, blinds.split("/"))
    scaled = curve_in_big_blinds(stack, small_blind, big_blind, name)
    expected = curve_in_big_blinds(stack, small_blind / big_blind, Fraction(1), name)
    for found, same in zip(scaled, expected, strict=True):
        np.testing.assert_allclose(found, same, rtol=0, atol=1e-9)


def assert_same_curve(found, expected):
    for one, same in zip(found, expected, strict=True):
        assert one.own_guarantee == pytest.approx(same.own_guarantee, abs=1e-9)
        assert one.earnings == pytest.approx(same.earnings, abs=1e-9)
        assert one.max_earnings == pytest.approx(same.max_earnings, abs=1e-9)


def test_where_the_dual_simplex_method_gives_up_another_one_answers(answers, monkeypatch):
    player, model, expected = answers
    monkeypatch.setattr(optimal_set, "_LARGEST_WEIGHT", 2.0**32)  # more than that method can bear
    assert_same_curve(safe_response.curve(PUSH_FOLD, player, model, RISKS), expected)


def test_where_no_simplex_method_answers_an_interior_point_method_does(answers, monkeypatch):
    player, model, expected = answers
    never = highs_with(simplex_iteration_limit=0, presolve="off")
    monkeypatch.setattr(optimal_set, "make_highs", never)
    assert_same_curve(safe_response.curve(PUSH_FOLD, player, model, RISKS), expected)


def test_where_no_method_answers_it_is_an_error(monkeypatch):
    never = highs_with(time_limit=0.0)
    monkeypatch.setattr(optimal_set, "make_highs", never)
    with pytest.raises(RuntimeError, match=r"^HiGHS found no extreme: .*TimeLimit$"):
        safe_response.response(PUSH_FOLD, 0, PUSH_FOLD.uniform(1))


AGAINST = partial(safe_response.response, PUSH_FOLD, 0)
test_what_makes_no_sense_is_refused = refused(
    (AGAINST, PUSH_FOLD.uniform(1), -1, "^risk: -1 given, at least 0 needed$"),
    (AGAINST, PUSH_FOLD.uniform(1), "x", "^risk: 'x' given, a finite number needed$"),
    (AGAINST, PUSH_FOLD.uniform(0)[1:], 0, "^model: shape .* given, .* of big blind"),
    (
        optimal_set.RiskProgram(PUSH_FOLD, 0).maximise,
        np.nan * PUSH_FOLD.uniform(0),
        "^quantity: an entry is nan",
    ),
)


@pytest.mark.parametrize("name", ["calls too tightly", "pushes any two"])
def test_the_command_says_the_same(capsys, name):
    player, probabilities = MODELS[name]
    ((action, held),) = probabilities.items()
    words = ["--against", "random" if held == 1 else held, "--risk", "0.001", "--json"]
    words += ["--as", "big"] if player else []
    assert cli.main(["push-fold", "--stack", "10", *words]) == 0
    answer = json.loads(capsys.readouterr().out)
    own, *_ = {"push", "call"} & answer.keys()
    assert own != action and len(answer[own]) == 169
    model, value = PUSH_FOLD.plan(1 - player, probabilities), (1 - 2 * player) * answer["value"]
    found = safe_response.response(PUSH_FOLD, player, model, "0.001")
    assert answer["earns"] == pytest.approx(found.earnings, abs=1e-12)
    assert answer["guarantees"] == pytest.approx(found.own_guarantee, abs=1e-12)
    assert answer["guarantees"] == pytest.approx(value - 0.001, abs=1e-9)


def test_the_command_plays_for_cents(capsys):
    words = "push-fold --stack 0.1 --small-blind 0.005 --big-blind 0.01 --against random --json"
    assert cli.main(words.split()) == 0
    answer = json.loads(capsys.readouterr().out)
    model = PUSH_FOLD.plan(1, {"call": 1})  # at blinds that are a hundred times as large
    found = safe_response.response(PUSH_FOLD, 0, model)
    assert 100 * answer["earns"] == pytest.approx(found.earnings, abs=1e-10)
    assert 100 * answer["guarantees"] == pytest.approx(found.own_guarantee, abs=1e-10)
