"""The match between equals, against value iteration, a closed form and the shover."""

from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from scipy.optimize import linprog

from pokerlab import deals
from pokerlab.stacks import match, walk
from pokerlab.stacks.match import Match
from pokerlab.stacks.shover import ShoverMatch
from tests.tables import refused

KUHN = deals.kuhn()


def random_deal(seed, hands=3):
    """Whoever wins with any pair of hands, which need not be fair."""
    rng, shape = np.random.default_rng(seed), (hands, hands)
    labels = [str(hand) for hand in range(hands)]
    return deals.Deal((labels, labels), rng.integers(1, 6, shape), rng.integers(-1, 2, shape))


def match_over(total_chips, small_blind=1, big_blind=2, deal=None):
    """A match over so many chips."""
    return Match(total_chips=total_chips, small_blind=small_blind, big_blind=big_blind, deal=deal)


def stakes(chips, k, small, big):
    """What the small blind's chips change by after each of the five endings, from `k`."""
    m = min(k, chips - k)
    return -min(small, m), min(big, m), m, 0, -m


def asked(chips, k, small, big):
    """Whether the small blind has a choice with `k` chips, and the big one against it."""
    m = min(k, chips - k)
    return m > small, m > big


def next_values(known, blinds, deal):
    """The small blind's values by chips, from his values in the big blind after the hand."""
    chips, prior, value = len(known) - 1, deal.prior, np.zeros(len(known))
    ways = [prior * (deal.net_shares == share) for share in (1, 0, -1)]
    n0, n1 = prior.shape
    value[-1] = 1
    for k in range(1, chips):
        fold, steal, *shown = (known[k + c] for c in stakes(chips, k, *blinds))
        pushes, calls = asked(chips, k, *blinds)
        called = np.tensordot(shown, ways, 1)
        push = np.hstack([-np.eye(n0), called - steal * prior])
        rows, right = [push], [-steal * prior.sum(axis=1)]
        if pushes:
            rows.append(np.hstack([-np.eye(n0), np.zeros((n0, n1))]))
            right.append(-fold * prior.sum(axis=1))
        bounds = [(None, None)] * n0 + [(0 if calls else 1, 1)] * n1
        cost = np.repeat([1, 0], [n0, n1])
        value[k] = linprog(cost, np.vstack(rows), np.concatenate(right), bounds=bounds).fun
    return value


@pytest.mark.parametrize(
    ("chips", "blinds", "deal", "apart"),
    [
        (4, (1, 1), deals.numbers(2), 1e-8),
        (4, (1, 2), deals.numbers(3), 1e-8),
        (5, (1, 3), random_deal(3, 2), 1e-8),
        (6, (1, 2), random_deal(0), 1e-6),
        (7, (2, 3), random_deal(1), 1e-6),
    ],
)
def test_value_iteration_from_below_and_above_ends_there(chips, blinds, deal, apart):
    solution = match_over(chips, *blinds, deal).solve()
    low, high = np.zeros(chips + 1), np.ones(chips + 1)
    low[-1], high[0] = 1, 0
    while (high - low).max() > apart:
        low, high = (next_values(1 - v[::-1], blinds, deal) for v in (high, low))
    assert (low <= solution.upper[:, 0] + 1e-8).all()
    assert (solution.lower[:, 0] <= high + 1e-8).all() and solution.width.max() < 1e-9
    assert solution.lower[:, 1] == pytest.approx(1 - solution.upper[::-1, 0], abs=1e-15)


@pytest.mark.parametrize(
    ("stack", "blinds"), [(1, (1, 1)), (7, (1, 2)), (12, (3, 5)), (100, (1, 2))]
)
def test_the_best_response_to_the_shover_is_the_shovers_match(stack, blinds):
    best = 1 - match_over(2 * stack, *blinds).guarantee(1)[::-1, ::-1]
    small, big = blinds
    win = ShoverMatch(stack, small_blind=small, big_blind=big).solve().win
    assert best == pytest.approx(win, abs=1e-10)


def test_two_shovers_play_for_their_share_of_the_chips():
    assert Match(total_chips=13, small_blind=2, big_blind=3).evaluate(1, 1)[:, 1] == pytest.approx(
        np.arange(14) / 13
    )


@pytest.mark.parametrize("chips", [500, 2500])
def test_where_the_small_blind_wins_every_showdown_the_match_is_played_out(chips):
    win = Match(
        total_chips=chips, small_blind=3, big_blind=3, deal=deals.Deal((["A"], ["A"]), [[1]], [[1]])
    ).evaluate(1, 1)
    for start in range(1, chips):
        k, blind = start, 0
        while 0 < k < chips:
            k += min(k, chips - k) * (1 - 2 * blind)
            blind = 1 - blind
        assert win[start, 0] == pytest.approx(float(k == chips), abs=1e-12)


def test_a_match_is_as_long_as_its_hands_played_one_by_one_say():
    """In each hand of a blind of one chip the small blind folds half his hands, or pushes."""
    chips, half = 6, np.full((7, 2, 3), 0.5)
    small, (win, tie, lose) = (
        Match(total_chips=chips, small_blind=1, big_blind=1, deal=KUHN),
        Match(total_chips=chips, small_blind=1, big_blind=1, deal=KUHN).showdown_probabilities,
    )
    shown = np.array([win.sum(), tie.sum(), lose.sum()])
    going_on, hands = {(3, 0): 1.0}, 0.0
    while (left := sum(going_on.values())) > 1e-14:
        hands += left
        after = {}
        for (k, blind), chance in going_on.items():
            m = min(k, chips - k)
            push, call = (0.5, 0.5) if m > 1 else (1, 1)
            ends = [1 - push, push * (1 - call), *(push * call * shown)]
            for change, p in zip(
                stakes(chips, k if not blind else chips - k, 1, 1), ends, strict=True
            ):
                there = k + change * (1 - 2 * blind)
                if 0 < there < chips:
                    after[there, 1 - blind] = after.get((there, 1 - blind), 0) + chance * p
        going_on = after
    assert small.expected_hands(half, half)[3, 0] == pytest.approx(hands, abs=1e-9)


@pytest.mark.parametrize("chips", [60, 603])
def test_a_match_that_hardly_ever_ends_is_worked_out(chips):
    """Where the big blind wins one showdown in a million, both are as good."""
    deal = deals.Deal((["a", "b"], ["a", "b"]), [[10**6, 0], [0, 1]], [[1, 0], [0, -1]])
    win = Match(total_chips=chips, small_blind=1, big_blind=2, deal=deal).evaluate(1, 1)
    assert win[chips // 3, 0] == pytest.approx(0.5, abs=1e-6)


def test_blinds_that_cover_all_stacks_leave_nothing_to_decide():
    for big in (5, 10**30):
        solution = Match(total_chips=10, small_blind=5, big_blind=big).solve()
        for k, (least, most) in enumerate(zip(solution.lower, solution.upper, strict=True)):
            assert all(10 * Fraction(p) <= k for p in least) and solution.width.max() < 1e-12
            assert all(10 * Fraction(p) >= k for p in most)


def test_what_a_strategy_guarantees_it_wins_against_any_other():
    small, generator = (
        Match(total_chips=11, small_blind=1, big_blind=3, deal=random_deal(7, 4)),
        np.random.default_rng(0),
    )
    best = small.solve().upper
    for strategy in generator.uniform(0.1, 1, (5, 12, 2, 4)):
        secure = small.guarantee(strategy)
        assert (secure <= best).all()
        for other in generator.uniform(0, 1, (20, 12, 2, 4)).round(1):
            won = small.evaluate(strategy, other)
            assert (secure <= won + 1e-12).all()
            beaten = small.evaluate(other, strategy)[::-1, ::-1]
            assert won + beaten == pytest.approx(np.ones_like(won), abs=1e-12)


@pytest.mark.parametrize("share", [0.25, 1])
def test_the_proof_does_not_rest_on_the_best_response(monkeypatch, share):
    """Whoever finds a poor response to a poor strategy proves less, but nothing that is wrong."""
    small = Match(total_chips=12, small_blind=1, big_blind=2, deal=KUHN)
    strategy = np.full((13, 2, 3), share)
    lower = small.guarantee(strategy)

    def poor_response_values(chips, _):
        return walk.win_probability(chips, strategy)

    monkeypatch.setattr(match, "best_response_values", poor_response_values)
    proven = small.guarantee(strategy)
    assert (proven <= lower + 1e-12).all() and (proven < lower - 0.01).any()


def test_a_tolerance_may_be_typed_as_for_any_solver():
    strategies = [SMALL.solve(tolerance=tolerance).strategy for tolerance in (1e-9, "1e-9")]
    assert (strategies[0] == strategies[1]).all()


def test_a_looser_tolerance_is_met():
    loose, tight = (Match(total_chips=20).solve(tolerance=tolerance) for tolerance in (1e-3, 1e-9))
    assert tight.width.max() <= 1e-9 < loose.width.max() <= 1e-3
    assert repr(tight) == "<MatchSolution over 20 chips, blinds of 1 and 2, 10 digits proven>"


SMALL = Match(total_chips=4, small_blind=1, big_blind=2, deal=KUHN)
POSTED, DEALT = partial(match_over, 4), partial(match_over, 4, 1, 2)


def solve_within(tolerance):
    return SMALL.solve(tolerance=tolerance)


test_what_makes_no_sense_is_refused = refused(
    (match_over, 1, "total_chips: 1 given, at least 2"),
    (match_over, 4.0, "total_chips: 4.0 given"),
    (POSTED, 0, "small_blind: 0 given"),
    (POSTED, 3, "small_blind: 3 given, 1 to big_blind=2 needed"),
    (DEALT, deals.holdem(), "deal: hold'em given"),
    (SMALL.guarantee, np.ones((4, 3)), "broadcast"),
    *((solve_within, width, "tolerance: .* more than 0") for width in (0, -1)),
    (solve_within, np.nan, "tolerance: nan given, a finite number needed"),
    *((partial(SMALL.evaluate, 1), p, "against: probabilities") for p in (1.5, -1, np.nan)),
)


def test_what_floats_cannot_do_is_an_error():
    with pytest.raises(RuntimeError, match="tolerance: 1e-20 not reached"):
        Match(total_chips=4, small_blind=1, big_blind=1, deal=KUHN).solve(tolerance=1e-20)
    for endless in (
        partial(Match(total_chips=20).guarantee, 0),
        Match(total_chips=4, deal=deals.numbers(1)).solve,
    ):
        with pytest.raises(ArithmeticError, match="for ever"):
            endless()
