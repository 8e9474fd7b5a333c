"""How far a quantity moves among optimal plans: closed forms, and the tests' own simplex method."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pokerlab import betting, deals
from pokerlab.games import Game
from pokerlab.solutions import Solution
from pokerlab.solvers import cfr, double_oracle, exact, lp
from pokerlab.studies import optimal_set
from tests.random_games import examples, games, pure_payoffs
from tests.tables import refused

KUHN = Game(deals.kuhn(), betting.kuhn())
PUSH_FOLD = Game(deals.holdem(), betting.push_fold(5))


def moves(solution, player, action, held):
    often = optimal_set.frequency_weights(solution.game, player, action, held)
    return next(optimal_set.extremes(solution, player, [often]))


@pytest.mark.parametrize("hand, player, action, least, most", [
    ("J", 0, "bet", 0, 1 / 3), ("Q", 0, "bet", 0, 0), ("K", 0, "bet", 0, 1),
    ("Q", 0, "check, bet, call", 1 / 3, 2 / 3), ("J", 1, "check, bet", 1 / 3, 1 / 3),
    ("Q", 1, "bet, call", 1 / 3, 1 / 3),
])  # fmt: skip
def test_kuhns_first_player_alone_has_many_optimal_plans(hand, player, action, least, most):
    assert moves(lp.solve(KUHN), player, action, [hand]) == (least, most)


def test_a_frequency_weight_counts_calls_of_a_push_that_never_comes_and_a_frequency_does_not():
    game = Game(deals.numbers(4), betting.push_fold(4))
    folds_all, calls_all = game.plan(0, {"push": 0}), game.plan(1, {"call": 1})
    weights = optimal_set.frequency_weights(game, 1, "call")
    assert (weights * calls_all).sum() == pytest.approx(1)
    assert Solution(game, (folds_all, calls_all), "given").frequency(1, "call") == 0


@pytest.mark.parametrize("bet", [1, "1/100", "1/10000", "1/1000000", 10**6])
def test_a_bluff_is_as_rare_as_the_bet_is_small(bet):
    # Half of the time the first player has nothing, against a hand that only beats that. If he
    # bluffs with b / (2 + b) of these hands, to call a bet of b earns the same as to fold.
    deal = deals.numbers(3).restrict(["0", "2"], ["1"])
    solution = lp.solve(Game(deal, betting.river(2, bet)))
    bet = Fraction(bet)
    expected = float(bet / (2 + bet))
    assert moves(solution, 0, "all-in", ["0"]) == (expected, expected)
    folds = float(bet / (2 + bet))
    assert moves(solution, 1, "all-in, fold", ["1"]) == (folds, folds)


@pytest.mark.parametrize("chip", [10**200, 10**290, Fraction(1, 10**200), Fraction(1, 10**290)])
def test_chips_may_be_huge_or_tiny(chip):  # and no warning, which would be an error here
    deal = deals.numbers(3).restrict(["0", "2"], ["1"])
    solution = lp.solve(Game(deal, betting.river(2 * chip, chip)))
    assert moves(solution, 0, "all-in", ["0"]) == (1 / 3, 1 / 3)
    assert moves(solution, 1, "all-in, fold", ["1"]) == (1 / 3, 1 / 3)


@pytest.mark.parametrize("hand", ["94s", "63s", "43s", "J3o"])
def test_a_hand_that_pushes_or_folds_does_so_in_every_optimum(hand):
    solution = double_oracle.solve(PUSH_FOLD)
    least, most = moves(solution, 0, "push", hand)
    assert least == most == round(float(solution.probability(0, "push", hand)))


@pytest.mark.parametrize("actions", [3, 4])
def test_limped_kings_are_as_frequent_as_in_the_exact_equilibrium(actions):
    game = Game(deals.holdem(), betting.limit(actions))
    certificate = exact.solve(game)
    least, most = moves(double_oracle.solve(game), 0, "call", "KK")
    assert least <= float(certificate.probability(0, "call", "KK")) <= most
    # A plan that limps them a little less, and else plays the same, guarantees less.
    if least == most:
        plan = np.array([[float(part) for part in row] for row in certificate.plans[0]])
        kings = game.deal.hand_index(0, "KK")
        other = game.to_behaviour(0, plan)
        call, raised = (game.tree.sequence_index(0, action) for action in ("call", "raise"))
        other[kings, [call, raised]] += [-0.01, 0.01]
        assert game.guarantee(0, game.to_plan(0, other)) < float(certificate.value) - 1e-9


def maximise(goal, rows, right):
    """The simplex method in fractions: the most of ``goal @ x`` if ``rows @ x == right``, x >= 0.

    In two phases, with the first column and row that will do (R. Bland, 1977), which ends.
    """
    rows = [[*map(Fraction, row), Fraction(last)] for row, last in zip(rows, right, strict=True)]
    rows = [[-part for part in row] if row[-1] < 0 else row for row in rows]
    size, count = len(goal), len(rows)
    table = [
        [*row[:-1], *(Fraction(k == n) for k in range(count)), row[-1]]
        for n, row in enumerate(rows)
    ]
    basis = list(range(size, size + count))
    for costs, open_ in (
        ([0] * size + [-1] * count, size + count),
        ([*goal, *[0] * count], size),
    ):
        while True:
            prices = [costs[b] for b in basis]
            gains = (
                costs[k] - sum(p * row[k] for p, row in zip(prices, table, strict=True) if p)
                for k in range(open_)
            )
            entering = next((k for k, gain in enumerate(gains) if gain > 0), None)
            if entering is None:
                break
            able = [n for n, row in enumerate(table) if row[entering] > 0]
            pivot = min(able, key=lambda n: (table[n][-1] / table[n][entering], basis[n]))
            exchange(table, basis, pivot, entering)
        for n, b in enumerate(basis):  # artificial variables that are 0 leave, where they can
            if b >= size:
                assert table[n][-1] == 0
                other = next((k for k in range(size) if table[n][k]), None)
                if other is not None:
                    exchange(table, basis, n, other)
    return sum(goal[b] * row[-1] for b, row in zip(basis, table, strict=True) if b < size)


def exchange(table, basis, pivot, entering):
    table[pivot] = [part / table[pivot][entering] for part in table[pivot]]
    for n, row in enumerate(table):
        if n != pivot and row[entering]:
            factor = row[entering]
            table[n] = [a - factor * b for a, b in zip(row, table[pivot], strict=True)]
    basis[pivot] = entering


def fraction(number):
    return Fraction(float(number)).limit_denominator(10**6)


def most_in_normal_form(payoffs, worth):
    """The most of a quantity, worth so much with each row, over all optimal mixtures of rows."""
    m, n = payoffs.shape
    paid = [[fraction(part) for part in column] for column in payoffs.T]
    slack = [[-int(k == column) for k in range(n)] for column in range(n)]
    # Every column pays at least `high - low`, which is to be largest.
    rows = [[*column, -1, 1, *more] for column, more in zip(paid, slack, strict=True)]
    whole = [[1] * m + [0] * (2 + n)]
    value = maximise([0] * m + [1, -1] + [0] * n, rows + whole, [0] * n + [1])
    rows = [[*column, *more] for column, more in zip(paid, slack, strict=True)]
    return maximise(worth + [0] * n, [*rows, [1] * m + [0] * n], [value] * n + [1])


@examples(150)
@given(games(), st.integers(0, 1), st.integers(0, 2**32 - 1), st.booleans())
def test_any_quantity_moves_as_far_as_in_normal_form(game, player, seed, rough):
    x, y, payoffs = pure_payoffs(game)
    assume(len(x) <= 24 and len(y) <= 24)
    rng = np.random.default_rng(seed)
    quantity = rng.integers(-3, 4, game.shape(player)) * rng.integers(0, 2, game.shape(player)[1])
    plans, signed = (x, payoffs) if player == 0 else (y, -payoffs.T)
    worth = [int((quantity * plan).sum()) for plan in plans]
    expected = (
        float(-most_in_normal_form(signed, [-part for part in worth])),
        float(most_in_normal_form(signed, worth)),
    )
    solution = cfr.solve(game, iterations=20) if rough else lp.solve(game)
    assert next(optimal_set.extremes(solution, player, [quantity])) == expected


@examples(40)
@given(games(), st.integers(0, 1), st.integers(0, 2**32 - 1))
def test_locked_decisions_stay_as_they_are(game, player, seed):
    rng = np.random.default_rng(seed)
    choices = [  # first actions of each decision that is one
        (locker, game.tree.sequence_names[locker][node.sequences_after.start])
        for locker in (0, 1)
        for node in game.tree.information_sets[locker]
        if node.sequences_after.stop - node.sequences_after.start > 1
    ]
    assume(choices)
    locker, first = choices[rng.integers(len(choices))]
    game = game.lock(locker, {first: {game.deal.hands[locker][0]: 0.25}})
    x, y, payoffs = pure_payoffs(game)
    assume(len(x) <= 24 and len(y) <= 24)
    quantity = rng.integers(-3, 4, game.shape(player))
    plans, signed = (x, payoffs) if player == 0 else (y, -payoffs.T)
    worth = [Fraction((quantity * plan).sum()) for plan in plans]
    found = next(optimal_set.extremes(lp.solve(game), player, [quantity]))
    assert found[1] == float(most_in_normal_form(signed, worth))


def test_a_certificate_will_do():
    certificate = exact.solve(KUHN)
    bluff = optimal_set.frequency_weights(KUHN, 0, "bet", ["J"])
    assert list(optimal_set.extremes(certificate, 0, [bluff, -bluff])) == [(0, 1 / 3), (-1 / 3, 0)]


def first(*asked):
    return next(optimal_set.extremes(*asked))


SOLUTION = lp.solve(KUHN)
test_what_is_no_solution_is_named = refused((first, KUHN, 0, [], "solution: <Game K"), by=TypeError)
test_what_makes_no_sense_is_named = refused(
    (first, SOLUTION, 2, [], "player: 2 given"),
    (first, SOLUTION, 0, [np.ones(3)], r"quantities: shape \(3,\) given"),
    (optimal_set.frequency_weights, KUHN, 0, "bet", {"J": 0}, "held: {'J': 0} given, a hand that"),
)
