"""The program over a few actions, the set of optima, and the simplex method in the open."""

import json
from fractions import Fraction
from math import inf

import numpy as np
import pytest
from hypothesis import given

from pokerlab import betting, cli, deals
from pokerlab.games import Game
from pokerlab.pages import simplex
from pokerlab.solvers import _highs, double_oracle, exact, lp, restricted_game
from pokerlab.studies import optimal_set, preflop
from tests.every_solver import highs_with
from tests.random_games import examples, games

GAMES = {
    "kuhn": Game(deals.kuhn(), betting.kuhn()),
    "numbers": Game(deals.numbers(12), betting.limit(3)),
    "push/fold": Game(deals.holdem(), betting.push_fold(10)),
    "limit": Game(deals.holdem(), betting.limit(1)),
}


def guess_one_iteration(monkeypatch):
    """Let the double oracle begin with a bad guess, of one iteration of CFR."""
    monkeypatch.setattr(double_oracle, "_GUESS_ITERATIONS", 1)
    monkeypatch.setattr(double_oracle, "_GUESS_ITERATIONS_PER_DECISION", 0)


@pytest.mark.parametrize("name", ["push/fold", "limit"])
def test_the_double_oracle_agrees_with_the_whole_program(name):
    whole = lp.solve(GAMES[name])
    for corner in (True, False):
        few = double_oracle.solve(GAMES[name], corner=corner)
        assert few.width < 1e-9
        assert few.payoff == pytest.approx(whole.payoff, abs=1e-8)


def test_the_best_round_is_returned_even_if_it_is_not_the_last(monkeypatch):
    game = Game(deals.numbers(20), betting.limit(2, pot_limit=True))
    with monkeypatch.context() as patch:
        guess_one_iteration(patch)
        patch.setattr(double_oracle, "_MAX_ROUNDS", 3)
        solution = double_oracle.solve(game)
    assert solution.convergence.iterations.tolist() == [1, 2, 3]
    widths = solution.convergence.upper - solution.convergence.lower
    assert widths[-1] > 2 * widths.min()
    assert solution.width <= widths.min() + 1e-12
    value = double_oracle.solve(game).payoff
    assert solution.lower - 1e-12 <= value <= solution.upper + 1e-12


@pytest.mark.parametrize("tolerance", [5e-2, 5e-3, 1e-9])
def test_a_bad_guess_is_mended_and_gains_that_are_small_hand_by_hand_are_pursued_as_they_add_up(
    tolerance, monkeypatch
):
    guess_one_iteration(monkeypatch)
    game = Game(deals.numbers(60), betting.limit(2))
    solution = double_oracle.solve(game, tolerance=tolerance)
    assert solution.width <= tolerance


@pytest.mark.parametrize("corner", [True, False])
@examples(25)
@given(game=games())
def test_a_bad_guess_and_more_and_more_actions_give_the_value_that_all_at_once_do(corner, game):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(restricted_game, "_FEW_ENTRIES", 0)
        guess_one_iteration(patched)
        grown = double_oracle.solve(game, corner=corner)
        patched.setattr(restricted_game, "_FEW_ENTRIES", inf)
        patched.delattr(double_oracle, "_guess")
        at_once = double_oracle.solve(game, corner=corner)
    assert max(grown.width, at_once.width) < 1e-8
    assert grown.payoff == pytest.approx(at_once.payoff, abs=1e-8)


@pytest.mark.parametrize("corner", [True, False])
@pytest.mark.parametrize(("d", "stack"), [(34, "22/3"), (34, 7)])
def test_a_tolerance_below_what_rounding_leaves_is_missed_by_as_much_and_no_error(d, stack, corner):
    game = Game(deals.numbers(d), betting.push_fold(stack))
    solution = double_oracle.solve(game, tolerance=0, corner=corner)
    assert solution.upper - solution.lower < 1e-14


def test_the_middle_of_the_optima_mixes_more_than_a_corner():
    """The first player of Kuhn's poker may bet a king anywhere from never to always."""
    corner, middle = (double_oracle.solve(GAMES["kuhn"], corner=ends) for ends in (True, False))
    kings = [solution.probability(0, "bet", "K") for solution in (corner, middle)]
    assert min(kings[0], 1 - kings[0]) < 1e-9 and 0.1 < kings[1] < 0.9


# Where arithmetic gives out


def test_amounts_that_floats_cannot_tell_apart_are_refused_before_any_work(monkeypatch):
    """Without plans given, and with them, where no guess looks at the amounts."""
    monkeypatch.delattr(double_oracle, "search")
    game = Game(deals.numbers(3), betting.push_fold(10**17))
    for initial in None, (game.uniform(0), game.uniform(1)):
        with pytest.raises(ArithmeticError, match="too far apart or too near each other"):
            double_oracle.solve(game, initial=initial)


@pytest.mark.parametrize("variables", ["nr=40 lim=0", "nr=2 r=1000 lim=0", "an=1e20"])
def test_amounts_of_which_floats_lose_the_smaller_are_an_error_of_one_line(capsys, variables):
    assert cli.main(["preflop", *variables.split()]) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert "chips, too far apart or too near each other for floats" in err


@pytest.mark.parametrize("variables", ["nr=2 r=100 lim=0", "d=3 bl=1 an=1.0000000000000002"])
def test_amounts_that_floats_can_add_up_are_solved(capsys, variables):
    assert cli.main(["preflop", *variables.split(), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert abs(answer["upper"] - answer["lower"]) < 1e-9


def test_where_the_interior_point_method_stalls_the_simplex_method_goes_on():
    """With blinds of 100 million chips a gap stays that no step closes."""
    game = Game(deals.kuhn(), betting.limit(small_blind=10**8))
    assert double_oracle.solve(game, tolerance=1e-9, corner=False).payoff == pytest.approx(
        1 / 6, abs=1e-6
    )


@pytest.mark.parametrize("factor", ["1e-299", "1e-15", "1e15", "1e290"])
def test_fractions_know_no_scale(factor):
    chip = Fraction(factor)
    amounts = {"raise_size": chip, "small_blind": chip / 2, "big_blind": chip}
    game = Game(deals.numbers(10), betting.limit(7, **amounts))
    assert exact.solve(game).value == Fraction(27, 1000) * chip


def test_fractions_tell_amounts_apart_that_floats_do_not():
    near, apart = (
        Game(deals.numbers(3), betting.limit(1, raise_size=size, small_blind=1, big_blind=1))
        for size in ("1e-13", "1e-4")
    )
    with pytest.raises(ArithmeticError, match="too near each other"):
        lp.solve(near)
    value = lp.solve(apart).payoff
    assert float(10**9 * exact.solve(near).value) == pytest.approx(value, rel=1e-3)


def test_where_no_simplex_method_answers_an_interior_point_method_does(monkeypatch):
    never = highs_with(simplex_iteration_limit=0, presolve="off")
    monkeypatch.setattr(_highs, "make_highs", never)
    assert double_oracle.solve(GAMES["numbers"]).width < 1e-9


def test_a_program_that_fails_is_an_error_and_no_answer(monkeypatch):
    never = highs_with(time_limit=0.0)
    monkeypatch.setattr(_highs, "make_highs", never)
    guess_one_iteration(monkeypatch)
    with pytest.raises(ArithmeticError, match="the value only to within"):
        double_oracle.solve(GAMES["numbers"])


def test_a_frequency_is_a_share_of_the_hands_that_are_held():
    solution = double_oracle.solve(GAMES["push/fold"])
    (plan, _), game = solution.plans, solution.game
    often = (plan * optimal_set.frequency_weights(game, 0, "push")).sum()
    assert often == pytest.approx(solution.frequency(0, "push"))
    held = (plan * optimal_set.frequency_weights(game, 0, "push", {"AA": 1, "T2o": 0.5})).sum()
    aces, trash = (solution.probability(0, "push", hand) for hand in ("AA", "T2o"))
    assert held == pytest.approx((6 * aces + 12 / 2 * trash) / (6 + 12 / 2))


def three_numbers():
    """Check or bet, fold or call, times 9, in fractions."""
    game = Game(
        deals.numbers(3), betting.limit(1, raise_size=2, small_blind=1, big_blind=1, live=False)
    )
    ev = 9 * preflop.weighted_earnings(game)[:, :, 0][:, [1, 3]][..., [0, 1]]
    return np.vectorize(lambda x: Fraction(round(x)), otypes=[object])(ev)


@pytest.mark.parametrize("corner", list(np.ndindex(2, 2, 2)))
def test_the_simplex_method_gets_there_from_every_corner_exactly(corner):
    start = simplex.initial_dictionary(three_numbers(), np.array(corner))
    values = [start.value]
    while start.step():
        values.append(start.value)
    assert start.value == Fraction(-1, 2) and values == sorted(values, reverse=True)
    assert all(isinstance(x, int | Fraction) for x in start.table.flat)


def payoffs(game):
    """By hands, one and the other, and lines, all counted."""
    ev = preflop.weighted_earnings(game)
    return ev.reshape(*ev.shape[:2], -1, ev.shape[-1])


def test_the_simplex_method_agrees_on_numbers_and_starts_closer_from_a_local_optimum():
    game, fold = Game(deals.numbers(10), betting.limit(2)), np.zeros(10, int)
    ev = 100 * payoffs(game)
    local = simplex.local_optimum(ev, fold)
    far, near = simplex.initial_dictionary(ev, fold), simplex.initial_dictionary(ev, local)
    assert near.value <= far.value
    value = -100 * lp.solve(game).payoff
    assert far.solve().value == pytest.approx(value) == near.solve().value


def test_limit_with_one_action_each_has_a_pure_solution():
    ev = 169**2 * payoffs(GAMES["limit"])
    local = simplex.local_optimum(ev, np.zeros(169, int))
    assert simplex.initial_dictionary(ev, local).entering() is None
