"""Stochastic games, against closed forms, recursions, and the enumeration of all policies."""

import copy
import pickle
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import floor, log2
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from pokerlab import stochastic
from pokerlab.stochastic import (
    METHODS,
    OBJECTIVES,
    StochasticGame,
    StochasticSolution,
    dual_program,
    egg_drop,
    egg_drop_game,
    flip_and_cut,
    primal_program,
)

methods = pytest.mark.parametrize("method", METHODS)


def gambler(total, chance, objective="value"):
    """One chip a bet until there are none or all."""
    moves = {k: {"bet": {k + 1: chance, k - 1: 1 - chance}} for k in range(1, total)}
    return StochasticGame.from_moves(moves, {0: 0, total: objective == "value"}, objective)


def bold_or_timid(total, chance):
    """Any whole bet that can be covered and is not more than the goal needs."""
    moves = {
        k: {bet: {k + bet: chance, k - bet: 1 - chance} for bet in range(1, min(k, total - k) + 1)}
        for k in range(1, total)
    }
    return StochasticGame.from_moves(moves, {0: 0, total: 1})


def frozen_lake():
    """The 4 x 4 lake of OpenAI Gym: steps slip sideways, and one can keep to the edge for ever."""
    rows = ["SFFF", "FHFH", "FFFH", "HFFG"]
    cells = list(product(range(4), repeat=2))
    steps = [(0, -1), (1, 0), (0, 1), (-1, 0)]

    def step(cell, direction):
        row, column = (x + dx for x, dx in zip(cell, steps[direction % 4], strict=True))
        return (row, column) if (row, column) in cells else cell

    moves = {}
    for cell in cells:
        if rows[cell[0]][cell[1]] in "SF":
            moves[cell] = {}
            for direction in range(4):
                outcomes = [step(cell, direction + slip) for slip in (-1, 0, 1)]
                moves[cell][direction] = {to: outcomes.count(to) / 3 for to in outcomes}
    terminals = {(i, j): float(rows[i][j] == "G") for i, j in cells if rows[i][j] in "HG"}
    return StochasticGame.from_moves(moves, terminals)


def random_game(seed, n=5, stopping=True, objective="value", two_players=False, paid=None):
    """A few states and moves; if not stopping, players can walk in circles but need not.

    Paid games have rewards and a discount; where that is 1, circles never pay.
    """
    rng = np.random.default_rng(seed)
    ends = {"lose": 0.0, "draw": 0.0 if objective == "turns" else 0.5, "win": 1.0}
    if objective == "turns":
        ends["win"] = 0.0
    moves = {}
    for s in range(n):
        moves[s] = {}
        for move in range(rng.integers(1, 4)):
            to = rng.choice([*range(n), *ends], size=rng.integers(1, 4), replace=False)
            to = [int(t) if t.isdigit() else str(t) for t in to]
            chances = rng.dirichlet(np.ones(len(to)))
            leak = 0.1 if stopping or move == 0 else 0.0
            outcomes = dict.fromkeys(ends, 0.0)
            for state, chance in zip(to, chances, strict=True):
                outcomes[state] = (1 - leak) * chance
            end = str(rng.choice(list(ends)))
            outcomes[end] += leak
            moves[s][move] = outcomes
    opponent = [s for s in range(n) if rng.random() < 0.5] if two_players else []
    if paid is None:
        return StochasticGame.from_moves(moves, ends, objective, opponent)
    low, high = (-2, 2) if stopping else (-2, -1) if objective == "value" else (1, 2)
    rewards = {s: {m: rng.integers(8 * low, 8 * high + 1) / 8 for m in moves[s]} for s in moves}
    return StochasticGame.from_moves(moves, ends, objective, opponent, rewards, paid)


def by_hand(game, policy):
    """Values of a policy by dense algebra, or None if it is not proper."""
    live = np.flatnonzero(np.isnan(game.terminal_values))
    rows = game.transition.toarray()[list(policy)]
    chances = game.discount * rows[:, live]
    if np.linalg.matrix_power(chances, len(live)).sum(axis=1).max() > 1 - 1e-12:
        return None
    ended = np.delete(rows, live, axis=1) @ np.delete(game.terminal_values, live)
    right = game.discount * ended + game.rewards[list(policy)]
    return np.linalg.solve(np.eye(len(live)) - chances, right)


def choices(game, state):
    return np.flatnonzero(game.owner == state)


def best_by_hand(game):
    """The best values over all proper policies, each state for itself."""
    live = np.flatnonzero(np.isnan(game.terminal_values))
    values = [by_hand(game, policy) for policy in product(*(choices(game, s) for s in live))]
    values = [value for value in values if value is not None]
    return np.max(values, axis=0) if game.objective == "value" else np.min(values, axis=0)


def duality_gap(solution):
    """Objective of (GP) at the values less that of (GD) at the flow, without terminal states."""
    game, live = solution.game, np.isnan(solution.game.terminal_values)
    ends = game.transition[:, ~live] @ game.terminal_values[~live]
    worth = game.rewards + game.discount * ends
    return solution.inflow[live] @ live_values(solution) - solution.flow @ worth


def live_values(solution):
    return solution.values[np.isnan(solution.game.terminal_values)]


@methods
def test_gamblers_ruin(method):
    ratio = 0.6 / 0.4
    expected = (ratio ** np.arange(11) - 1) / (ratio**10 - 1)
    solution = gambler(10, 0.4).solve(method)
    assert [solution.value(k) for k in range(11)] == pytest.approx(expected, abs=1e-8)


@methods
def test_how_long_ruin_takes(method):
    solution = gambler(10, 0.5, "turns").solve(method)
    expected = [k * (10 - k) for k in range(11)]
    assert [solution.value(k) for k in range(11)] == pytest.approx(expected, abs=1e-6)


@methods
def test_bold_play_is_optimal_in_an_unfavourable_game(method):
    """Dubins and Savage (1965): the value is that of betting all that helps."""

    def bold(k, total=16, chance=0.4):
        if k in (0, total):
            return k / total
        if 2 * k <= total:
            return chance * bold(2 * k)
        return chance + (1 - chance) * bold(2 * k - total)

    solution = bold_or_timid(16, 0.4).solve(method)
    expected = [bold(k) for k in range(17)]
    assert [solution.value(k) for k in range(17)] == pytest.approx(expected, abs=1e-7)


@methods
@pytest.mark.parametrize("objective", ["value", "turns"])
@pytest.mark.parametrize("stopping", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_random_games_against_all_policies(method, objective, stopping, seed):
    game = random_game(seed, stopping=stopping, objective=objective)
    solution, best = game.solve(method), best_by_hand(game)
    live = np.isnan(game.terminal_values)
    assert live_values(solution) == pytest.approx(best, abs=1e-7)
    assert by_hand(game, solution.policy[live]) == pytest.approx(best, abs=1e-7)
    assert (solution.lower[live] <= best + 1e-12).all()
    assert (solution.upper[live] >= best - 1e-12).all()
    assert solution.width.max() < 1e-5


def test_random_games_include_some_that_need_not_stop():
    games = [random_game(seed, stopping=False) for seed in range(4)]
    assert not all(game.stops for game in games)
    assert all(random_game(seed).stops for seed in range(4))


@methods
def test_the_least_solution_where_the_player_can_wait(method):
    """To wait is worth any number by Bellman's equation; a fair bet makes it one half."""
    moves = {"here": {"wait": {"here": 1}, "bet": {"win": 0.5, "lose": 0.5}}}
    solution = StochasticGame.from_moves(moves, {"win": 1, "lose": 0}).solve(method)
    assert solution.value("here") == pytest.approx(0.5, abs=1e-8)
    assert solution.move("here") == "bet"
    assert solution.upper[0] - solution.lower[0] < 1e-7


@methods
def test_only_those_who_would_wait_for_ever_are_led_away(method):
    """To wait ties with the bet and comes first, but the other state has a best move of its own."""
    moves = {
        "here": {"wait": {"here": 1}, "surrender": {"lose": 1}, "bet": {"win": 0.5, "lose": 0.5}},
        "there": {"surrender": {"lose": 1}, "take": {"win": 1}},
    }
    solution = StochasticGame.from_moves(moves, {"win": 1, "lose": 0}).solve(method)
    assert (solution.move("here"), solution.move("there")) == ("bet", "take")


@methods
def test_frozen_lake(method):
    """14/17, as is well known, though from above its first row looks like a sure win."""
    game = frozen_lake()
    solution = game.solve(method)
    assert not game.stops
    assert solution.value((0, 0)) == pytest.approx(14 / 17, abs=1e-7)
    assert solution.width.max() < 1e-6


@methods
def test_negative_values_do_not_make_endless_play_attractive(method):
    moves = {"here": {"wait": {"here": 1}, "pay": {"end": 1}}}
    solution = StochasticGame.from_moves(moves, {"end": -1}).solve(method)
    assert solution.value("here") == pytest.approx(-1, abs=1e-7)


@pytest.mark.parametrize("objective", ["value", "turns"])
@pytest.mark.parametrize("seed", range(5))
def test_primal_and_dual_have_one_optimum(objective, seed):
    game = random_game(seed, objective=objective)
    primal, dual = primal_program(game), dual_program(game)
    # (GP) sums over all states, as in the document; (GD) does not see the terminal ones.
    constant = np.nansum(game.terminal_values)
    optimum = -primal.solve() if objective == "turns" else primal.solve()
    assert optimum - constant == pytest.approx(dual.solve(), abs=1e-5)


@methods
@pytest.mark.parametrize("start", [None, 7])
def test_the_flow_is_conserved_and_its_gap_is_zero(method, start):
    game = bold_or_timid(16, 0.45)
    solution = game.solve(method, start=start)
    live = np.isnan(game.terminal_values)
    leaving = np.bincount(game.owner, solution.flow, len(live))
    assert leaving[live] == pytest.approx(solution.visits[live], abs=1e-6)
    arriving = solution.visits[~live]
    assert arriving.sum() == pytest.approx(solution.inflow.sum(), abs=1e-6)
    assert abs(duality_gap(solution)) < 1e-6
    assert solution.inflow @ solution.values == pytest.approx(
        arriving @ game.terminal_values[~live], abs=1e-6
    )


@pytest.mark.parametrize("method", ["lp", "dual"])
def test_complementary_slackness(method):
    """A move is either as good as the state, or nothing flows through it."""
    game = random_game(3, n=8)
    solution = game.solve(method)
    slack = solution.values[game.owner] - game.transition @ solution.values
    assert slack.min() > -1e-7
    assert abs(slack * solution.flow).max() < 1e-6


@methods
def test_flow_from_the_start_counts_visits(method):
    """From the middle of a fair game of 4 chips: 2 visits to it, 1 to each neighbour."""
    solution = gambler(4, 0.5).solve(method, start=2)
    assert solution.visits == pytest.approx([1, 2, 1, 0.5, 0.5], abs=1e-7)
    assert solution.value(2) == pytest.approx(0.5, abs=1e-7)


def test_the_first_of_equally_good_moves_is_taken():
    moves = {"a": {"bad": {"lose": 1}, "first": {"win": 1}, "second": {"win": 1}}}
    game = StochasticGame.from_moves(moves, {"win": 1, "lose": 0})
    assert {game.solve(method).move("a") for method in METHODS} == {"first"}


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.floats(1e-9, 1e-2), st.sampled_from(["value", "turns"]))
def test_value_iteration_is_as_near_as_it_says(seed, tolerance, objective):
    game = random_game(seed, stopping=False, objective=objective)
    exact = game.solve().values
    solution = game.solve("value", tolerance=tolerance)
    assert abs(solution.values - exact).max() <= tolerance + 1e-12
    assert (solution.lower <= exact + 1e-12).all()
    assert (solution.upper >= exact - 1e-12).all()


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["value", "turns"]), st.booleans())
def test_policy_iteration_solves_bellmans_equation(seed, objective, stopping):
    solution = random_game(seed, 12, stopping, objective).solve()
    scale = max(1, abs(solution.values).max())
    assert solution.residual < 1e-12 * scale
    assert solution.width.max() < 1e-9 * scale**2


def test_arrays_and_names_build_the_same_game():
    named = gambler(3, 0.4)
    transition = [[0, 0.4, 0.6, 0], [0.6, 0, 0, 0.4]]
    values = [np.nan, np.nan, 0, 1]
    bare = StochasticGame(sparse.csr_array(transition), [0, 1], values)
    assert bare.solve().values == pytest.approx(named.solve().values)
    assert bare.solve().value(1) == named.solve().value(2)


# Rewards and discounts


def two_states(reward=10):
    """The example of Puterman's section 3.1: stay and earn 5 a while, or more at once."""
    moves = {
        1: {"stay": {1: 0.5, 2: 0.5}, "leave": {2: 1}},
        2: {"suffer": {2: 1}},
    }
    paid = {1: {"stay": 5, "leave": reward}, 2: {"suffer": -1}}
    return StochasticGame.from_moves(moves, rewards=paid, discount=0.95)


def taxicab(sign=1, **options):
    """R. Howard (1960): between three towns, cruise, drive to a stand, or wait for a call."""
    moves = {
        "A": {
            "cruise": {"A": 1 / 2, "B": 1 / 4, "C": 1 / 4},
            "stand": {"A": 1 / 16, "B": 3 / 4, "C": 3 / 16},
            "call": {"A": 1 / 4, "B": 1 / 8, "C": 5 / 8},
        },
        "B": {
            "cruise": {"A": 1 / 2, "C": 1 / 2},
            "stand": {"A": 1 / 16, "B": 7 / 8, "C": 1 / 16},
        },
        "C": {
            "cruise": {"A": 1 / 4, "B": 1 / 4, "C": 1 / 2},
            "stand": {"A": 1 / 8, "B": 3 / 4, "C": 1 / 8},
            "call": {"A": 3 / 4, "B": 1 / 16, "C": 3 / 16},
        },
    }
    earned = {
        "A": {"cruise": 8, "stand": 2.75, "call": 4.25},
        "B": {"cruise": 16, "stand": 15},
        "C": {"cruise": 7, "stand": 4, "call": 4.5},
    }
    rewards = {s: {move: sign * x for move, x in paid.items()} for s, paid in earned.items()}
    return StochasticGame.from_moves(moves, rewards=rewards, **options)


@methods
def test_a_textbooks_two_states(method):
    """For ever -1 is worth -20; to stay is worth v = 5 + 0.95 (v - 20) / 2."""
    solution = two_states().solve(method)
    assert solution.values == pytest.approx([-60 / 7, -20], abs=1e-7)
    assert solution.move(1) == "stay"
    assert two_states(11.5).solve(method).value(1) == pytest.approx(11.5 - 0.95 * 20, abs=1e-7)


def test_a_textbooks_two_states_exactly():
    assert two_states().solve_exactly() == {1: Fraction(-60, 7), 2: -20}


@methods
def test_howards_taxicab(method):
    solution = taxicab(discount=0.9).solve(method)
    assert solution.values.round(2).tolist() == [121.65, 135.31, 122.84]
    assert [solution.move(town) for town in "ABC"] == ["stand"] * 3
    impatient = taxicab(discount=0).solve(method)
    assert impatient.values == pytest.approx([8, 16, 7], abs=1e-7)


def test_the_recycling_robot_exactly():
    """R. Sutton and A. Barto's: search, wait or recharge, against all its policies by hand."""
    still_high, still_low = Fraction(4, 5), Fraction(3, 5)
    search, wait, discount = Fraction(2), Fraction(1), Fraction(9, 10)
    moves = {
        "high": {"search": {"high": 0.8, "low": 0.2}, "wait": {"high": 1}},
        "low": {
            "search": {"low": 0.6, "high": 0.4},
            "wait": {"low": 1},
            "recharge": {"high": 1},
        },
    }
    stranded = still_low * search - 3 * (1 - still_low)
    rewards = {"high": {"search": 2, "wait": 1}, "low": {"search": float(stranded), "wait": 1}}
    robot = StochasticGame.from_moves(moves, rewards=rewards, discount=0.9)
    values = []
    for reward, a in [(search, still_high), (wait, 1)]:
        for low, b in [(stranded, still_low), (wait, 1), (0, 0)]:
            # high = reward + d (a high + (1-a) low), low = ... + d (b low + (1-b) high)
            p, q = 1 - discount * a, discount * (1 - a)
            r, s = discount * (1 - b), 1 - discount * b
            det = p * s - q * r
            values.append([(reward * s + q * low) / det, (p * low + r * reward) / det])
    best = [max(column) for column in zip(*values, strict=True)]
    assert list(robot.solve_exactly().values()) == best == values[2]  # search, recharge
    for method in METHODS:
        assert robot.solve(method).values == pytest.approx(list(map(float, best)), abs=1e-7)


@methods
def test_costs_are_rewards_with_the_other_sign(method):
    cost = taxicab(-1, objective="cost", discount=0.9).solve(method)
    assert -cost.values == pytest.approx(taxicab(discount=0.9).solve().values, abs=1e-7)
    assert (cost.lower <= cost.upper).all() and abs(duality_gap(cost)) < 1e-6


@methods
def test_turns_are_a_cost_of_one(method):
    game = random_game(2, stopping=False, objective="turns")
    ones = {s: dict.fromkeys(range(np.sum(game.owner == s)), 1) for s in range(5)}
    assert (game.rewards == 1).all()
    moves = {
        s: {
            n: dict(zip(game.states, game.transition[[move]].toarray()[0].tolist(), strict=True))
            for n, move in enumerate(choices(game, s))
        }
        for s in ones
    }
    same = StochasticGame.from_moves(moves, {"lose", "draw", "win"}, "cost", (), ones)
    one, other = game.solve(method), same.solve(method)
    assert dict(zip(game.states, one.values, strict=True)) == pytest.approx(
        dict(zip(same.states, other.values, strict=True)), abs=1e-9
    )


@methods
@pytest.mark.parametrize("objective", ["value", "cost"])
@pytest.mark.parametrize("discount", [1, 0.9, 0.25])
@pytest.mark.parametrize("stopping", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_random_paid_games_against_all_policies(method, objective, discount, stopping, seed):
    game = random_game(seed, stopping=stopping, objective=objective, paid=discount)
    solution, best = game.solve(method), best_by_hand(game)
    live = np.isnan(game.terminal_values)
    assert live_values(solution) == pytest.approx(best, abs=1e-6)
    assert by_hand(game, solution.policy[live]) == pytest.approx(best, abs=1e-6)
    assert (solution.lower[live] <= best + 1e-12).all()
    assert (solution.upper[live] >= best - 1e-12).all()
    assert solution.width.max() < 1e-5
    assert abs(duality_gap(solution)) < 1e-5 and solution.residual < 1e-5


@pytest.mark.parametrize("objective", ["value", "cost"])
def test_random_paid_games_include_some_with_circles(objective):
    games = [random_game(seed, 5, False, objective, paid=1) for seed in range(3)]
    assert not all(game.stops for game in games)
    assert all(random_game(seed, 5, False, objective, paid=0.9).stops for seed in range(3))


@methods
def test_circles_that_cost_something_at_one_place_and_nothing_at_another(method):
    """Waiting is free, a walk around costs 1, the bet 1/4 and wins 1 half of the times."""
    moves = {
        "here": {"wait": {"here": 1}, "walk": {"there": 1}, "bet": {"win": 0.5, "lose": 0.5}},
        "there": {"back": {"here": 1}},
    }
    rewards = {"here": {"walk": -1, "bet": -0.25}}
    solution = StochasticGame.from_moves(moves, ENDS, rewards=rewards).solve(method)
    assert solution.values[:2] == pytest.approx([0.25, 0.25], abs=1e-7)
    assert solution.move("here") == "bet"
    assert solution.width.max() < 1e-6


def test_a_long_circle_of_which_one_step_costs_something():
    moves = {k: {"step": {(k + 1) % 12: 1}} for k in range(12)}
    moves[0]["bet"] = {"win": 0.5, "lose": 0.5}
    solution = StochasticGame.from_moves(moves, ENDS, rewards={0: {"step": -1}}).solve()
    assert solution.values[:12] == pytest.approx(np.full(12, 0.5))
    assert solution.width.max() < 1e-9


@methods
def test_the_discounted_flow_adds_up(method):
    """A unit that enters stays for 1 + 0.9 + 0.81 + ... = 10 moves, which earn its value."""
    solution = taxicab(discount=0.9).solve(method, start="B")
    assert solution.flow.sum() == pytest.approx(10, abs=1e-6)
    assert solution.visits == pytest.approx(
        np.bincount(solution.game.owner, solution.flow), abs=1e-6
    )
    assert solution.flow @ solution.game.rewards == pytest.approx(solution.value("B"), abs=1e-6)


@methods
@pytest.mark.parametrize("discount", [0.5, 1])
def test_a_terminal_value_is_discounted_like_all_that_comes_later(method, discount):
    """An egg hatches after one day of rest and pays 8: 2 + d (4 + d 8) from the first day."""
    moves = {1: {"sit": {2: 1}}, 2: {"sit": {"egg": 1}}}
    rewards = {1: {"sit": 2}, 2: {"sit": 4}}
    game = StochasticGame.from_moves(moves, {"egg": 8}, rewards=rewards, discount=discount)
    expected = 2 + discount * (4 + discount * 8)
    assert game.solve(method).value(1) == pytest.approx(expected, abs=1e-7)
    assert game.solve_exactly()[1] == expected


def test_value_iteration_stops_when_its_bracket_is_as_narrow_as_asked():
    """From 0 <= v <= 160 the bracket is halved, with discount 1/2, in every sweep but the first."""
    game = taxicab(discount=0.5)
    sweeps = {width: game.solve("value", tolerance=width).iterations for width in (8, 4, 2, 1)}
    assert np.diff([*sweeps.values()]).tolist() == [1, 1, 1]
    assert all(
        abs(game.solve("value", tolerance=width).values - game.solve().values).max() <= width
        for width in sweeps
    )


@pytest.mark.parametrize(("sign", "objective"), [(1, "value"), (-1, "cost")])
def test_value_iteration_returns_the_bound_that_satisfies_the_program(sign, objective):
    game = taxicab(sign, objective=objective, discount=0.9)
    rough, right = game.solve("value", tolerance=1).values, game.solve().values
    assert (sign * (rough - right) > 0.01).all()
    assert (sign * (rough[game.owner] - 0.9 * (game.transition @ rough) - game.rewards) >= 0).all()


@methods
def test_what_every_bet_pays_until_the_ruin(method):
    """One who is paid 1 for every bet of a fair game earns the time that it takes."""
    moves = {k: {"bet": {k + 1: 0.5, k - 1: 0.5}} for k in range(1, 10)}
    game = StochasticGame.from_moves(moves, [0, 10], rewards={k: {"bet": 1} for k in moves})
    solution = game.solve(method)
    expected = [k * (10 - k) for k in range(11)]
    assert [solution.value(k) for k in range(11)] == pytest.approx(expected, abs=1e-6)


def test_games_and_solutions_say_what_they_are():
    assert repr(taxicab(discount=0.9)) == (
        "<StochasticGame: 3 states of the player, 0 of an opponent, 0 terminal, 8 moves; "
        "objective 'value', discount 0.9>"
    )
    solution = matching_moves(2).solve()
    assert repr(solution).startswith("<StochasticSolution by 'policy', values within ")
    assert "2 states of the player, 1 of an opponent, 2 terminal, 3 moves" in repr(solution)


@pytest.mark.parametrize("objective", ["value", "cost"])
def test_the_residual_is_the_larger_of_what_is_too_high_and_what_is_too_low(objective):
    game = StochasticGame.from_moves({1: BET}, ENDS, objective)
    inflow = np.array([1.0, 0, 0])
    for value, residual in [(0.5, 0), (0.75, 0.25), (0.375, 0.125)]:
        solution = StochasticSolution(game, "policy", [value, 1, 0], inflow, 1)
        assert solution.residual == residual
        assert solution.lower[0] <= 0.5 <= solution.upper[0]


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10**6),
    st.sampled_from(["value", "cost"]),
    st.sampled_from([1, 0.9]),
    st.booleans(),
)
def test_whatever_values_are_given_the_bounds_hold(seed, objective, discount, stopping):
    game = random_game(seed, stopping=stopping, objective=objective, paid=discount)
    right = game.solve()
    wrong = right.values + np.random.default_rng(seed).normal(size=len(right.values))
    solution = StochasticSolution(game, "policy", wrong, right.inflow, 0)
    assert (solution.lower <= right.values + 1e-12).all()
    assert (solution.upper >= right.values - 1e-12).all()
    assert (solution.upper < np.inf).all() and (solution.lower > -np.inf).all()


def test_programs_need_cvxpy_and_all_else_does_not(monkeypatch):
    monkeypatch.setattr("pokerlab._foundations.find_spec", lambda name: None)
    game = gambler(3, 0.5)
    assert game.solve().value(1) == pytest.approx(1 / 3)
    for ask in (primal_program, dual_program, flip_and_cut, lambda game: game.solve("lp")):
        with pytest.raises(ModuleNotFoundError, match=r'cvxpy: pip install "pokerlab\[convex\]"'):
            ask(game)


# Two players


@pytest.mark.parametrize("method", ["policy", "value"])
@pytest.mark.parametrize("kind", [("value", None), ("value", 1), ("cost", 0.75), ("turns", None)])
@pytest.mark.parametrize("seed", range(6))
def test_two_players_against_all_pairs_of_strategies(method, kind, seed):
    objective, discount = kind
    game = random_game(
        seed, n=6, stopping=discount != 0.75, objective=objective, two_players=True, paid=discount
    )
    live = np.flatnonzero(np.isnan(game.terminal_values))
    mine = [s for s in live if game.opponent[s] == (objective != "value")]
    yours = [s for s in live if s not in mine]
    order = np.argsort([*mine, *yours])
    table = [
        [
            by_hand(game, np.array([*p, *q], int)[order])
            for q in product(*(choices(game, s) for s in yours))
        ]
        for p in product(*(choices(game, s) for s in mine))
    ]
    table = np.array(table)
    max_min, min_max = table.min(axis=1).max(axis=0), table.max(axis=0).min(axis=0)
    assert max_min == pytest.approx(min_max, abs=1e-12)
    solution = game.solve(method)
    assert live_values(solution) == pytest.approx(max_min, abs=1e-9)
    assert (solution.lower[live] <= max_min + 1e-12).all()
    assert (solution.upper[live] >= max_min - 1e-12).all()
    assert solution.width.sum() < 1e-7


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_neither_player_gains_by_leaving_his_strategy(seed):
    game = random_game(seed, n=12, two_players=True)
    solution = game.solve()
    live = np.flatnonzero(np.isnan(game.terminal_values))
    rng = np.random.default_rng(seed)
    for mover, sign in [(False, 1), (True, -1)]:
        policy = solution.policy[live].copy()
        for i, state in enumerate(live):
            if game.opponent[state] == mover:
                policy[i] = rng.choice(choices(game, state))
        assert (sign * (by_hand(game, policy) - live_values(solution)) <= 1e-10).all()


def matching_moves(players):
    """The document's counterexample: our ten states lead to the opponent's, and that to a win."""
    moves = {f"ours {i}": {"go": {"theirs": 1}} for i in range(players)}
    moves["theirs"] = {"go": {"win": 1}}
    return StochasticGame.from_moves(moves, {"win": 1, "nowhere": 0}, opponent=["theirs"])


def test_flipped_inequalities_fail_in_the_documents_game_of_twelve_states():
    game = matching_moves(10)
    live = np.isnan(game.terminal_values)
    flipped = flip_and_cut(game)
    assert flipped.values[live] == pytest.approx(np.zeros(11), abs=1e-6)
    assert [game.states[s] for s in np.flatnonzero(flipped.loose)] == ["theirs"]
    assert game.solve().values[live] == pytest.approx(np.ones(11))


def test_one_cut_repairs_the_documents_game():
    cut = flip_and_cut(matching_moves(10), rounds=5)
    assert (cut.status, cut.rounds) == ("tight", 2)
    assert cut.values[:11] == pytest.approx(np.ones(11), abs=1e-6)


def test_cuts_can_cut_the_true_values_off():
    """Theirs is held down by two of ours, and ours up by two of theirs; both are cut at once."""
    moves = {
        "our 1": {"go": {"their": 1}},
        "our 2": {"go": {"their": 1}},
        "their": {"go": {"win": 1}},
        "our": {"go": {"their": 1}},
        "their 1": {"go": {"our": 1}},
        "their 2": {"go": {"our": 1}},
    }
    theirs = ["their", "their 1", "their 2"]
    game = StochasticGame.from_moves(moves, {"win": 1, "lose": 0}, opponent=theirs)
    assert game.solve().values[:6] == pytest.approx(np.ones(6))
    first = flip_and_cut(game)
    assert {game.states[s] for s in np.flatnonzero(first.loose)} == {"their", "our"}
    cut = flip_and_cut(game, rounds=9)
    assert (cut.status, cut.rounds, len(cut.history)) == ("infeasible", 2, 1)
    assert (cut.values == first.values).all()


def test_cuts_can_approach_the_true_values_without_end():
    """Our state may return to itself, so that each cut halves the error."""
    moves = {
        "our": {"go": {"our": 0.5, "lose": 0.5}},
        "their 1": {"go": {"our": 1}},
        "their 2": {"go": {"our": 1}},
    }
    game = StochasticGame.from_moves(moves, {"win": 1, "lose": 0}, opponent=["their 1", "their 2"])
    cut = flip_and_cut(game, rounds=5)
    assert cut.history[:, 0] == pytest.approx([1, 1 / 2, 1 / 4, 1 / 8, 1 / 16], abs=1e-6)
    assert (cut.status, cut.rounds) == ("unfinished", 5)
    assert (cut.history[-1] == cut.values).all()


def test_a_solver_that_fails_is_not_taken_for_a_program_without_solution(monkeypatch):
    monkeypatch.setattr("cvxpy.Problem.status", "user_limit")
    with pytest.raises(RuntimeError, match="solver: 'CLARABEL' ended with status 'user_limit'"):
        flip_and_cut(matching_moves(2))


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_a_program_that_leaves_nothing_loose_is_right(seed):
    game = random_game(seed, two_players=True)
    flipped = flip_and_cut(game, rounds=3)
    assert flipped.loose.any() == (flipped.status != "tight")
    assert flipped.loose.any() or abs(flipped.values - game.solve().values).max() < 1e-4


# The egg drop


@cache
def drops(floors, eggs):
    """Least expected drops times the number of outcomes, an integer, by plain recursion."""
    if floors == 0:
        return 0
    return (
        floors
        + 1
        + min(
            drops(i - 1, eggs - 1) + drops(floors - i, eggs)
            for i in (range(1, floors + 1) if eggs > 1 else [1])
        )
    )


@pytest.mark.parametrize(("floors", "eggs"), [(1, 1), (7, 1), (10, 2), (36, 2), (50, 3), (20, 20)])
def test_egg_drop_against_plain_recursion(floors, eggs):
    answer = egg_drop(floors, eggs)
    totals = [
        drops(i - 1, eggs - 1) + drops(floors - i, eggs)
        for i in (range(1, floors + 1) if eggs > 1 else [1])
    ]
    assert answer.expected_drops == pytest.approx(drops(floors, eggs) / (floors + 1), abs=1e-12)
    assert answer.first_floor == 1 + totals.index(min(totals))


@pytest.mark.parametrize("method", ["value", "lp", "dual"])
def test_egg_drop_by_every_method(method):
    solution = egg_drop_game(30, 2).solve(method)
    assert solution.value((30, 2)) == pytest.approx(drops(30, 2) / 31, abs=1e-6)
    assert solution.move((30, 2)) == egg_drop(30, 2).first_floor


def test_more_eggs_than_halvings_of_the_floors_change_nothing():
    for floors in range(1, 18):
        enough = next(e for e in range(9) if 2**e > floors)
        for eggs in range(enough, enough + 3):
            totals = [
                drops(i - 1, eggs - 1) + drops(floors - i, eggs) for i in range(1, floors + 1)
            ]
            answer = egg_drop(floors, eggs)
            assert answer.first_floor == 1 + totals.index(min(totals))
            expected = 1 + min(totals) / (floors + 1)
            assert answer.expected_drops == pytest.approx(expected, abs=1e-12)


def test_eggs_that_are_never_dropped_cost_nothing():
    answer = egg_drop(1, 1000)
    assert answer == egg_drop(1, 1) == (1, 1)


def test_one_egg_climbs_floor_by_floor():
    assert egg_drop(100, 1).expected_drops == pytest.approx((100 * 101 / 2 + 100) / 101)
    assert egg_drop(100, 1).first_floor == 1


def test_eggs_in_plenty_are_binary_search():
    """An optimal binary tree of n leaves has external path length n L + 2 (n - 2^L)."""
    n = 64 + 37
    depth = floor(log2(n))
    expected = depth + 2 * (n - 2**depth) / n
    assert egg_drop(n - 1, 10).expected_drops == pytest.approx(expected)


# What is refused


BET = {"bet": {"win": 0.5, "lose": 0.5}}
ENDS = {"win": 1, "lose": 0}


@pytest.mark.parametrize(
    ("moves", "keywords", "message"),
    [
        ({"a": {"go": {"b": 1}}}, {}, "state 'a', move 'go': 'b' is not a state"),
        ({"a": {"go": {"win": 0.5}}}, {}, "state 'a', move 'go': .* sum to 0.5"),
        ({"a": {"go": {"win": 1.5, "lose": -0.5}}}, {}, "state 'a', move 'go': .* from -0.5"),
        ({"a": {"go": {"win": np.nan}}}, {}, "state 'a', move 'go'"),
        ({"a": {}, "b": BET}, {}, "state 'a' has no move"),
        ({"a": BET, "win": BET}, {}, "state 'win' has moves and is terminal"),
        ({"b": BET, "a": {"stay": {"a": 1}}}, {}, "from state 'a' no terminal state"),
        ({"a": {"go": {"b": 1}}, "b": {"go": {"a": 1}}}, {}, "from state 'a' no terminal state"),
        ({"a": BET}, {"objective": "turns"}, "terminal_values: .* turns"),
        ({"a": BET}, {"objective": "fun"}, "objective: 'fun' given"),
        ({"a": BET}, {"opponent": ["b"]}, "opponent: 'b' is not a state"),
        ({}, {}, "owner: each move needs a state"),
        (
            {"b": BET, "a": {"wait": {"a": 1}} | BET},
            {"opponent": ["b"]},
            "from state 'a' the two players can go on for ever",
        ),
        ({"a": BET}, {"rewards": {"b": {"bet": 1}}}, "rewards: 'b' is no state with a move 'bet'"),
        ({"a": BET}, {"rewards": {"a": {"go": 1}}}, "rewards: 'a' is no state with a move 'go'"),
        ({"a": BET}, {"rewards": {"a": {"bet": np.nan}}}, "rewards: one is not finite"),
        ({"a": BET}, {"discount": 1.5}, "discount: 1.5 given"),
        ({"a": BET}, {"discount": -0.5}, "discount: -0.5 given"),
        (
            {"a": {"wait": {"a": 1}} | BET},
            {"rewards": {"a": {"wait": 1}}},
            "state 'a', move 'wait': what it pays can be had for ever",
        ),
        (
            {"a": {"wait": {"a": 1}} | BET},
            {"rewards": {"a": {"wait": -1}}, "objective": "cost"},
            "state 'a', move 'wait': what it pays can be had for ever",
        ),
    ],
)
def test_a_bad_game_is_refused_by_name(moves, keywords, message):
    with pytest.raises(ValueError, match=message):
        StochasticGame.from_moves(moves, ENDS, **keywords)


def test_bad_arrays_are_refused_by_name():
    good = {
        "transition": sparse.csr_array([[0, 0.5, 0.5]]),
        "owner": [0],
        "terminal_values": [np.nan, 0, 1],
    }
    StochasticGame(**good)
    for change, message in [
        ({"owner": [0, 0]}, "transition: shape"),
        ({"owner": [5]}, "owner: each move needs a state from 0 to 2"),
        ({"owner": [0.0]}, "owner: an array of float64"),
        ({"terminal_values": [np.nan, 0, np.inf]}, "terminal_values: one is infinite"),
        ({"states": ["a", "b"]}, "states: shape"),
        ({"states": ["a", "b", "a"]}, "states: a name occurs twice"),
        ({"opponent": [0, 0, 0]}, "opponent: an array of int64"),
        ({"objective": "turns"}, "terminal_values: one is not 0"),
        ({"rewards": [1, 2]}, "rewards: shape"),
        (
            {"objective": "turns", "terminal_values": [np.nan, 0, 0], "rewards": [2]},
            "rewards: one is not 1",
        ),
    ]:
        with pytest.raises(ValueError, match=message):
            StochasticGame(**good | change)
    unsorted = {"transition": sparse.csr_array([[0, 0, 1.0], [0, 0, 1.0]])}
    for owner in ([1, 0], np.array([1, 0], np.uint8)):
        with pytest.raises(ValueError, match="owner: not ascending"):
            StochasticGame(**unsorted, owner=owner, terminal_values=[np.nan, np.nan, 1])


def test_a_game_and_its_solution_cannot_be_changed_nor_can_their_copies():
    values = np.array([np.nan, np.nan, 0, 1])
    game = StochasticGame(sparse.csr_array([[0, 0.4, 0.6, 0], [0.6, 0, 0, 0.4]]), [0, 1], values)
    values[:] = 7
    solution = game.solve()
    for same in (solution, pickle.loads(pickle.dumps(solution)), copy.deepcopy(solution)):
        assert (same.lower == solution.lower).all() and same.game.solve().values[3] == 1
        assert (same.policy == solution.policy).all() and (same.flow == solution.flow).all()
        parts = same.game
        arrays = [same.values, same.lower, same.upper, same.policy, same.flow, same.inflow]
        arrays += [parts.transition.data, parts.transition.indices, parts.owner, parts.opponent]
        for array in [*arrays, parts.terminal_values]:
            with pytest.raises(ValueError, match="WRITEABLE"):
                array.setflags(write=True)


def test_a_copy_of_a_solution_is_proven_again():
    solution = gambler(3, 0.5).solve()
    object.__setattr__(solution, "upper", np.zeros(4))
    object.__setattr__(solution, "residual", -1.0)
    for same in (copy.copy(solution), pickle.loads(pickle.dumps(solution))):
        assert (same.upper >= same.values).all() and same.residual >= 0
    with pytest.raises(ArithmeticError, match="may last so long"):
        replace(solution, values=np.full(4, np.nan))
    for name, needed in [("values", 4), ("inflow", 4), ("flow", 2)]:
        with pytest.raises(ValueError, match=rf"{name}: shape \(3,\) given, \({needed},\) needed"):
            replace(solution, **{name: np.zeros(3)})


def test_bad_questions_are_refused_by_name():
    game = gambler(3, 0.5)
    two = matching_moves(2)
    for ask, message in [
        (lambda: game.solve("simplex"), "method: 'simplex' given"),
        (lambda: game.solve(start=9), "state: 9 is not one of the 4"),
        (lambda: game.solve(start=0), "start: 0 given, a state that is not terminal"),
        (lambda: game.solve(tolerance=0), "tolerance: 0 given"),
        (lambda: game.solve().move(0), "state: 0 is terminal"),
        (lambda: two.solve("lp"), "method: 'lp' given, with an opponent"),
        (lambda: dual_program(two), "game: it has an opponent"),
        (lambda: flip_and_cut(two, 0), "rounds: 0 given"),
        (lambda: flip_and_cut(egg_drop_game(2, 1)), "game: it has rewards"),
        (lambda: egg_drop(0, 1), "floors: 0 given"),
        (lambda: egg_drop(5, 2.5), "eggs: 2.5 given"),
    ]:
        with pytest.raises(ValueError, match=message):
            ask()


def test_value_iteration_says_when_rounding_stops_it():
    moves = {"here": {"go": {"here": 1 - 2**-6, "win": 2**-7, "lose": 2**-7}}}
    with pytest.raises(RuntimeError, match="tolerance: 1e-300 given"):
        StochasticGame.from_moves(moves, ENDS).solve("value", tolerance=1e-300)


# What is proven


def ill_conditioned_game(seed, objective="value", two_players=False, paid=False):
    """A few states whose chances, and rewards, differ by up to twenty orders of magnitude."""
    rng = np.random.default_rng(seed)
    n = rng.integers(1, 4)
    ends = {"lose": 0.0, "win": float(objective != "turns")}
    moves = {s: {} for s in range(n)}
    for s in range(n):
        for move in range(rng.integers(1, 3)):
            to = [*range(n), *rng.choice([*ends], size=rng.integers(1, 3), replace=False)]
            chances = rng.random(len(to)) * 10.0 ** -rng.integers(0, 21, len(to))
            moves[s][move] = dict(zip(map(str, to), chances / chances.sum(), strict=True))
    opponent = [str(s) for s in range(n) if rng.random() < 0.5] if two_players else []
    named = {str(s): choices for s, choices in moves.items()}
    if not paid:
        return StochasticGame.from_moves(named, ends, objective, opponent)
    discount = rng.choice([1.0, 0.1, 0.95, 1 - 1e-9, 1 - 1e-15])
    rewards = {s: {m: rng.normal() * 10.0 ** rng.integers(-15, 6) for m in named[s]} for s in named}
    return StochasticGame.from_moves(named, ends, objective, opponent, rewards, discount)


def exactly_by_hand(game, policy):
    """Values of a policy of the game that is meant, in fractions, by elimination."""
    live = np.flatnonzero(np.isnan(game.terminal_values))
    rows = [list(map(Fraction, row)) for row in game.transition.toarray()[list(policy)].tolist()]
    ends, discount = np.nan_to_num(game.terminal_values).tolist(), Fraction(game.discount)
    table = []
    for s, move, row in zip(live, policy, rows, strict=True):
        chances = [discount * p / sum(row) for p in row]
        gain = Fraction(game.rewards[move]) + sum(
            chances[t] * Fraction(ends[t]) for t in set(range(len(row))) - {*live}
        )
        table.append([(s == t) - chances[t] for t in live] + [gain])
    for k in range(len(table)):
        pivot = next(i for i in range(k, len(table)) if table[i][k])
        table[k], table[pivot] = table[pivot], table[k]
        table[k] = [entry / table[k][k] for entry in table[k]]
        for i in range(len(table)):
            if i != k:
                table[i] = [a - table[i][k] * b for a, b in zip(table[i], table[k], strict=True)]
    return [row[-1] for row in table]


def exact_values(game):
    """The values of a game that every policy ends, over all pairs of strategies."""
    live = np.flatnonzero(np.isnan(game.terminal_values))
    minimises = game.opponent[live] ^ (game.objective != "value")
    choose = [choices(game, s) for s in live]
    worst = {}
    for policy in product(*choose):
        mine = tuple(move for move, other in zip(policy, minimises, strict=True) if not other)
        values = exactly_by_hand(game, policy)
        worst[mine] = list(map(min, worst.get(mine, values), values))
    return [max(values) for values in zip(*worst.values(), strict=True)]


@given(st.integers(0, 10**6), st.sampled_from(OBJECTIVES), st.booleans(), st.booleans())
@settings(max_examples=300, deadline=None, derandomize=True)
def test_true_values_lie_between_the_bounds_however_long_the_game_may_last(
    seed, objective, two_players, paid
):
    paid &= objective != "turns"
    game = ill_conditioned_game(seed, objective, two_players, paid)
    try:
        solution = game.solve()
    except ArithmeticError as error:
        assert "may last so long" in str(error)
        return
    live = np.flatnonzero(np.isnan(game.terminal_values))
    bounds = solution.lower[live].tolist(), exact_values(game), solution.upper[live].tolist()
    for lower, value, upper in zip(*bounds, strict=True):
        assert lower <= value <= upper


def test_bounds_of_games_that_last_long_are_still_worth_having():
    widths = []
    for seed in range(200):
        game = ill_conditioned_game(seed)
        try:
            solution = game.solve()
            widths.append(solution.width.max())
        except ArithmeticError:
            widths.append(np.inf)
    assert np.mean(np.array(widths) < 1e-6) > 0.9


def test_a_game_that_may_last_for_ages_is_worth_what_it_ends_with():
    game = StochasticGame.from_moves({1: {"bet": {1: 1 - 1e-14, 0: 1e-14}}}, {0: 1})
    solution = game.solve()
    assert solution.values.tolist() == solution.lower.tolist() == solution.upper.tolist() == [1, 1]


@pytest.mark.parametrize("objective", ["value", "turns"])
def test_a_game_that_floats_cannot_tell_from_an_endless_one_is_an_error(objective):
    moves = {1: {"go": {2: 1.0, "end": 1e-17}}, 2: {"go": {1: 1.0}}}
    game = StochasticGame.from_moves(moves, {"end": float(objective == "value")}, objective)
    with pytest.raises(ArithmeticError, match="game: it may last so long"):
        game.solve()


def test_bounds_are_what_is_known_anyway_where_floats_prove_nothing():
    """To wait for the win, which is certain in the end, gains too little to be seen in one move."""
    moves = {1: {"go": {1: 0.75, "lose": 0.25}, "wait": {1: 1 - 1e-14, "win": 1e-14}}}
    game = StochasticGame.from_moves(moves, {"win": 1, "lose": 0})
    solution = game.solve()
    assert exact_values(game) == [1]
    assert (solution.lower[0], solution.upper[0]) == (0, 1)


def in_tenths(seed, **options):
    """A random game whose chances are tenths."""
    game = random_game(seed, **options)
    rows = game.transition.toarray()
    tenths = np.floor(rows * 10)
    tenths[np.arange(len(rows)), rows.argmax(axis=1)] += 10 - tenths.sum(axis=1)
    return replace(game, transition=sparse.csr_array(tenths / 10))


@given(
    st.integers(0, 10**6),
    st.sampled_from(OBJECTIVES),
    st.booleans(),
    st.sampled_from([None, 1, 0.75]),
)
@settings(max_examples=60, deadline=None)
def test_exact_values_satisfy_bellmans_equation_in_fractions(seed, objective, two_players, paid):
    paid = None if objective == "turns" else paid
    game = in_tenths(seed, objective=objective, two_players=two_players, paid=paid)
    values = game.solve_exactly()
    floats = game.solve()
    for number, state in enumerate(game.states):
        assert float(values[state]) == pytest.approx(floats.value(state), abs=1e-9)
        if not np.isnan(game.terminal_values[number]):
            continue
        worths = []
        for move in choices(game, number):
            row = game.transition[[move]]
            outcomes = zip(row.indices, row.data, strict=True)
            worth = sum(Fraction(round(p * 10), 10) * values[game.states[t]] for t, p in outcomes)
            worths.append(Fraction(game.rewards[move]) + Fraction(game.discount) * worth)
        smallest = (objective != "value") ^ game.opponent[number]
        assert values[state] == (min if smallest else max)(worths)


def test_exact_ruin():
    ratio = Fraction(3, 2)
    values = gambler(10, 0.4).solve_exactly()
    assert values == {k: (ratio**k - 1) / (ratio**10 - 1) for k in range(11)}
    assert gambler(10, 0.5, "turns").solve_exactly()[4] == 24


def test_a_wrong_policy_is_put_right_exactly(monkeypatch):
    game = in_tenths(3)
    right = game.solve_exactly()
    policy = game.solve().policy.copy()
    for state in np.flatnonzero(policy >= 0):
        policy[state] = choices(game, state)[-1]
    monkeypatch.setattr(StochasticGame, "solve", lambda self: SimpleNamespace(policy=policy))
    assert game.solve_exactly() == right


def test_the_opponent_replies_before_the_player_moves_on(monkeypatch):
    """If both made all their better moves at once, they would go round for ever in this game."""
    moves = {
        0: [(3, 4), (5, 5)],
        1: [(4, "win"), (5, 5)],
        2: [(0, "lose"), (1, "lose")],
        3: [(1, 4), (1, 2)],
        4: [(3, 5), ("win", "lose")],
        5: [(3, "win"), (0, 1)],
    }
    named = {state: {n: {} for n in (0, 1)} for state in moves}
    for state, options in moves.items():
        for n, ends in enumerate(options):
            for end in (*ends, *ends):
                named[state][n][end] = named[state][n].get(end, 0) + 0.245
            for end in ("win", "lose"):
                named[state][n][end] = named[state][n].get(end, 0) + 0.01
    named = {
        state: {n: {t: round(p, 6) for t, p in to.items()} for n, to in options.items()}
        for state, options in named.items()
    }
    game = StochasticGame.from_moves(named, ENDS, opponent=[3, 4, 5])
    right = game.solve_exactly()
    assert list(right.values()) == pytest.approx(game.solve().values.tolist(), abs=1e-12)
    rounds, solve = [], stochastic.solve_integers

    def count(matrix, vector):
        rounds.append(1)
        assert len(rounds) < 50
        return solve(matrix, vector)

    monkeypatch.setattr(stochastic, "solve_integers", count)
    for start in product((0, 1), repeat=6):
        rounds.clear()
        policy = np.array([*(2 * np.arange(6) + start), -1, -1])
        monkeypatch.setattr(
            StochasticGame, "solve", lambda self, p=policy: SimpleNamespace(policy=p)
        )
        assert game.solve_exactly() == right


def test_chances_that_are_no_fractions_are_refused():
    golden = (5**0.5 - 1) / 2
    game = StochasticGame.from_moves({1: {"go": {0: golden / 3, 2: 1 - golden / 3}}}, {0: 0, 2: 1})
    with pytest.raises(ValueError, match="read as fractions, add up to"):
        replace(game, transition=game.transition * (1 - 2**-52)).solve_exactly()
