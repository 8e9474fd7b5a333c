"""The shover, against Bellman's equation in fractions, and facts that need no computer."""

from dataclasses import replace
from fractions import Fraction
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerlab.equity_table import hand_vs_random
from pokerlab.stacks import shover, walk
from pokerlab.stacks.shover import TIES, ShoverMatch
from tests.random_games import examples
from tests.tables import refused

stacks = st.integers(1, 12)
blinds = st.tuples(st.integers(1, 15), st.integers(1, 15)).map(sorted)
ties = st.sampled_from(TIES)
rules = pytest.mark.parametrize(
    ("stack", "small", "big"), [(1, 1, 2), (5, 1, 2), (6, 3, 3), (12, 2, 3), (4, 2, 5)]
)


def match_over(stack, blinds, ties):
    """The match over two such stacks, with a small and a big blind."""
    small, big = blinds
    return ShoverMatch(stack, small_blind=small, big_blind=big, ties=ties)


def test_the_command_names_the_ways_to_count_a_tie_that_there_are():
    assert import_module("pokerlab.cli.shover")._TIES == TIES


@rules
@pytest.mark.parametrize("ties", TIES)
def test_the_win_probability_satisfies_couttss_recurrence_corrected(stack, small, big, ties):
    """With a tie as what it counts for: a share of a win, or another hand."""
    share = {"returned": 0, "half": Fraction(1, 2), "won": 1}[ties]
    match = match_over(stack, (small, big), ties)
    solution, total = match.solve(), 2 * stack
    x = np.frompyfunc(Fraction, 1, 1)(solution.win).tolist()
    own = match.evaluate(solution.calls)
    assert own == pytest.approx(solution.win, abs=1e-9) and solution.error_bound < 1e-8
    counts = list(zip(*(map(int, count) for count in hand_vs_random()), strict=True))
    assert x[0] == [0, 0] and x[total] == [1, 1]
    for k in range(1, total):
        for b, blind in enumerate((small, big)):
            if k <= stack:
                won, lost, folded = 2 * k, 0, max(0, k - blind)
            else:
                won, lost, folded = total, 2 * k - total, max(2 * k - total, k - blind)
            right = Fraction(0)
            for win, tie, lose in counts:
                again = tie if ties == "returned" else 0
                win, lose = win + share * (tie - again), lose + (1 - share) * (tie - again)
                call = win * x[won][1 - b] + lose * x[lost][1 - b] + again * x[k][1 - b]
                right += max(call, (win + lose + again) * x[folded][1 - b])
            assert abs(x[k][b] - right / sum(map(sum, counts))) <= 1e-14


def test_a_solution_says_what_it_is():
    # Coutts, and the book that he quotes, say roughly 64%.
    solution = ShoverMatch(ties="won").solve()
    assert solution.by_blind == pytest.approx([0.640868, 0.639044], abs=5e-7)
    told = "over 200 chips, blinds of 1 and 2, ties 'won': 63.9956% by 'policy'"
    assert repr(solution) == f"<ShoverSolution {told}>"


@pytest.mark.parametrize("ties", TIES)
def test_the_linear_program_finds_the_same(ties):
    match = ShoverMatch(5, ties=ties)
    policy, other = match.solve(), match.solve(method="lp")
    assert other.win == pytest.approx(policy.win, abs=1e-7)
    assert (other.calls == policy.calls).all()
    assert abs(other.win - policy.win).max() <= other.error_bound + policy.error_bound


@pytest.mark.parametrize("ties", TIES)
def test_few_situations_are_solved_at_once_and_alike(ties, monkeypatch):
    calls = np.random.default_rng(1).random((61, 2, 169)) < 0.5
    match = ShoverMatch(30, ties=ties)
    at_once = match.solve(), match.evaluate(calls)
    monkeypatch.setattr(walk, "_FEW_SITUATIONS", 0)
    solution, win = match.solve(), match.evaluate(calls)
    assert solution.win == pytest.approx(at_once[0].win, rel=1e-13, abs=0)
    assert win == pytest.approx(at_once[1], rel=1e-13, abs=0)
    assert (solution.calls == at_once[0].calls).all()


@examples(25)
@given(stacks, blinds, st.sampled_from(["returned", "half"]))
def test_whoever_always_calls_wins_in_proportion_to_his_chips(stack, blinds, ties):
    """Both play alike, so that every showdown is fair, and so the chips are a martingale."""
    win = match_over(stack, blinds, ties).evaluate(np.array(True))
    fair = np.arange(2 * stack + 1) / (2 * stack)
    assert win == pytest.approx(np.column_stack([fair, fair]), abs=1e-12)


@examples(25)
@given(stacks, blinds, ties)
def test_more_chips_are_better_and_nobody_surrenders(stack, blinds, ties):
    solution = match_over(stack, blinds, ties).solve()
    assert (np.diff(solution.win, axis=0) > 0).all()
    assert solution.calls[solution.forced].all()
    assert (solution.win[0] == 0).all()
    assert (solution.win[-1] == 1).all()


def test_where_the_blind_decides():
    """Blinds 1 and 2: with a chip left, or two and the big blind; or when he has no more."""
    forced = ShoverMatch(10).solve().forced
    assert np.argwhere(forced).tolist() == [[1, 0], [1, 1], [2, 1], [18, 1], [19, 0], [19, 1]]


def test_the_flow_of_one_match():
    """From the start, as much flow arrives in won matches as we win of them."""
    match = ShoverMatch(10)
    game, best = match.stochastic_game(), match.solve()
    solution = game.solve(start="start")
    visits = dict(zip(game.states, solution.inflow + solution.flow @ game.transition, strict=True))
    assert solution.value_of("start") == pytest.approx(best.win_at_start, abs=1e-12)
    assert visits["start"] == 1
    assert visits[20, "small"] + visits[20, "big"] == pytest.approx(best.win_at_start, abs=1e-12)
    assert visits[10, "big", "AKs"] == pytest.approx(visits[10, "big"] * 4 / 1326)
    assert solution.move((10, "big", "AA")) == "call"
    assert solution.move((10, "big", "32o")) == "fold"


test_what_makes_no_sense_is_refused = refused(
    (lambda: ShoverMatch(0), "stack: 0 given"),
    (lambda: ShoverMatch(small_blind=0), "small_blind: 0 given"),
    (lambda: ShoverMatch(big_blind="2"), "big_blind: '2' given"),
    (lambda: ShoverMatch(small_blind=3), "small_blind: 3 given, 1 to big_blind=2 needed"),
    (lambda: ShoverMatch(ties="lost"), "ties: 'lost' given, one of"),
    (lambda: ShoverMatch().solve(method="luck"), "method: 'luck' given, one of"),
    (lambda: ShoverMatch(5).evaluate(np.ones(3, bool)), "broadcast"),
    (lambda: ShoverMatch(5).evaluate(1.5), "calls: probabilities from 0 to 1 needed"),
)


@pytest.mark.parametrize("method", ["policy", "lp"])
def test_we_fold_where_both_moves_are_equally_good(monkeypatch, method):
    """A hand that cannot win loses, by a fold or a call, what a blind forces to be at stake."""
    win, tie, lose = (count.copy() for count in hand_vs_random())
    for hand in (0, 168):
        lose[hand] += win[hand] + tie[hand]
        win[hand] = tie[hand] = 0
    monkeypatch.setattr(shover, "hand_vs_random", lambda: (win, tie, lose))
    solution = ShoverMatch(4).solve(method=method)
    assert solution.forced.sum() == 6
    assert not solution.calls[:, :, [0, 168]].any()
    assert solution.calls[solution.forced][:, 1:168].all()


@pytest.mark.parametrize("wrong", [1e-3, -1e-6])
@pytest.mark.parametrize("stack", [5, 30])
def test_the_error_holds_for_wrong_probabilities_too(stack, wrong):
    """What is off in each hand adds up over a match."""
    solution = ShoverMatch(stack).solve()
    drift = np.arange(2 * stack + 1)[:, None] * np.arange(2 * stack, -1, -1)[:, None]
    win = solution.win + wrong * drift / drift.max()
    off = replace(solution, win=win)
    assert abs(win - solution.win).max() <= off.error_bound < 100 * abs(wrong)
    assert (off.lower <= solution.win).all() and (solution.win <= off.upper).all()
    assert off.width.max() <= 2 * off.error_bound * (1 + 1e-9)
    # All too large alike satisfy Bellman's equation, but not in matches that are won.
    off = replace(solution, win=solution.win + wrong)
    assert abs(wrong) <= off.error_bound * (1 + 1e-9) < 1.1 * abs(wrong)


def test_a_shortfall_that_sweeps_find_at_once_is_bracketed_all_the_same():
    match = ShoverMatch(2, small_blind=1, big_blind=1)
    low, high = match.shortfall()
    assert low < float(match.asymptote() - Fraction(1, 2)) < high < low * (1 + 1e-11)


@examples(12)
@given(stacks, blinds, ties)
def test_what_is_missing_from_the_limit_lies_between_the_bounds(stack, blinds, ties):
    match = match_over(stack, blinds, ties)
    low, high = match.shortfall()
    solution = match.solve()
    missing = float(match.asymptote()) - solution.win_at_start
    assert (
        low - solution.error_bound < missing < high + solution.error_bound and high / low - 1 < 2e-9
    )


def test_what_is_played_once_the_match_is_over_means_nothing():
    calls = np.random.default_rng(2).random((11, 2, 169))
    other = calls.copy()
    other[[0, -1]] = 1 - other[[0, -1]]
    match = ShoverMatch(5)
    assert (match.evaluate(calls) == match.evaluate(other)).all()
