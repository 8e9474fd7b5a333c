"""Trembling hands: the value, one optimum by a rule, and mistakes in proportion to terminals."""

import pytest

from pokerlab import betting, deals
from pokerlab.games import Game
from pokerlab.solvers import _trembling_payoffs, double_oracle, exact, lp
from pokerlab.studies import optimal_set


@pytest.mark.parametrize(
    "options",
    [
        {"actions_each": 2},
        {"small_blind": 0, "big_blind": 1},
        {"actions_each": 2, "pot_limit": True},
    ],
)
def test_trembling_finds_the_value(options):
    game = Game(deals.holdem(), betting.limit(**options))
    solution = double_oracle.trembling(game)
    assert solution.width < 1e-6
    assert solution.lower - 1e-9 <= exact.solve(game).value <= solution.upper + 1e-9


def test_trembling_makes_the_most_of_mistakes_among_the_optimal():
    game = Game(deals.numbers(6), betting.limit(1, small_blind=0, big_blind=1))
    solution, closed = double_oracle.trembling(game, tremble=1e-6), double_oracle.solve(game)
    for player in (0, 1):
        gain = (1, -1)[player] * game.terminal_values(
            player, _trembling_payoffs.plan_by_terminals(game, 1 - player)
        )
        least, most = next(optimal_set.extremes(closed, player, [gain]))
        assert most - least > 1e-3
        assert (gain * solution.plans[player]).sum() == pytest.approx(most, abs=1e-4)


def test_a_pot_of_two_hundred_chips_may_be_solved_as_coarsely_as_one_of_one():
    game = Game(deals.river("Td9d6hQc2s", "QQ+, AJs", "TT+, KQs"), betting.river(200, 900))
    solution = double_oracle.trembling(game)
    assert solution.payoff == pytest.approx(float(exact.solve(game).value), abs=1e-3)
    assert solution.width < 1e-3


def test_trembling_leaves_a_unique_solution_alone():
    game = Game(deals.holdem(), betting.push_fold(10))
    one, other = double_oracle.trembling(game), lp.solve(game)
    assert all(abs(a - b).max() < 1e-5 for a, b in zip(one.plans, other.plans, strict=True))


def test_a_blind_choice_is_in_proportion_to_the_terminals():
    game = Game(deals.kuhn(), betting.kuhn())
    assert _trembling_payoffs.plan_by_terminals(game, 1)[0, 1:].tolist() == [1 / 3, 2 / 3, 0.5, 0.5]


def test_a_showdown_over_dead_money_is_one_ending():
    game = Game(deals.kuhn(), betting.push_fold(10, big_blind_ante=1))
    assert _trembling_payoffs.plan_by_terminals(game, 0)[0, 1:].tolist() == [1 / 3, 2 / 3]
    assert _trembling_payoffs.plan_by_terminals(game, 1)[0, 1:].tolist() == [1 / 2, 1 / 2]


@pytest.mark.parametrize("tremble", [0, 5])
def test_a_tremble_that_is_no_probability_above_0_is_refused(tremble):
    with pytest.raises(ValueError, match=f"tremble: {tremble}"):
        double_oracle.trembling(Game(deals.kuhn(), betting.kuhn()), tremble=tremble)
