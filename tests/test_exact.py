"""Exact equilibria: their proofs hold, and what is not one is repaired or refused."""

from fractions import Fraction
from math import inf

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerlab import betting, cards, deals
from pokerlab.certificates import Certificate, certify
from pokerlab.games import Game
from pokerlab.solutions import Solution
from pokerlab.solvers import _highs, double_oracle, exact, exact_programs, lp, restricted_game
from pokerlab.solvers.exact_programs import exact_optimum, float_basis, program_in_integers
from pokerlab.solvers.sequence_programs import SequenceProgram
from pokerlab.trees import Decision, Fold, Tree
from tests.every_solver import highs_with
from tests.random_games import examples, games, pure_lines, random_plans
from tests.tables import refused

KUHN = Game(deals.kuhn(), betting.kuhn())
PUSH_FOLD = Game(deals.holdem(), betting.push_fold(10))
FEW = deals.holdem().restrict(cards.HANDS[::3])
"""Chapters solve these games with all hands."""
GAMES = {
    "kuhn": KUHN,
    "push/fold at 10": PUSH_FOLD,
    "push/fold, no card removal": Game(deals.holdem(card_removal=False), betting.push_fold(10)),
    "numbers": Game(deals.numbers(12), betting.limit(2)),
    "limit, nr=2": Game(FEW, betting.limit(2)),
    "limit, no ante": Game(FEW, betting.limit(2, small_blind=0, big_blind=1)),
    "pot limit": Game(FEW, betting.limit(2, pot_limit=True)),
    "one round": Game(FEW, betting.one_round([0, *range(2, 7)])),
}


def value_by_hand(game, x, y):
    """The value from the deal's and the tree's definitions, one pair of hands at a time."""
    deal, total = game.deal, int(game.deal.ways.sum())
    value = Fraction(0)
    for i, k in zip(*np.nonzero(deal.ways), strict=True):
        chance = Fraction(int(deal.ways[i, k]), total)
        share = Fraction(int(deal.margins[i, k]), int(deal.runout_counts[i, k]))
        for end in game.tree.terminals:
            s, t = end.last_sequences
            paid = end.fixed_amount + end.stake * share
            value += chance * paid * Fraction(x[i, s]) * Fraction(y[k, t])
    return value


def best_by_hand(game, player, opponent):
    """What the best of all pure plans earns player 0, hand by hand."""
    total = Fraction(0)
    pick = max if player == 0 else min
    for hand in range(game.shape(player)[0]):
        earned = []
        for line in pure_lines(game, player, hand):
            plan = np.zeros(game.shape(player), object)
            plan[hand] = line
            pair = (plan, opponent) if player == 0 else (opponent, plan)
            earned.append(value_by_hand(game, *pair))
        total += pick(earned)
    return total


@pytest.mark.parametrize("name", GAMES)
def test_an_exact_solution_has_a_bracket_of_width_zero(name):
    game = GAMES[name]
    certificate = exact.solve(game)
    assert certificate.width == 0
    assert isinstance(certificate.value, Fraction)
    solution = lp.solve(game)
    assert solution.lower - 1e-9 < certificate.value < solution.upper + 1e-9


@examples(50)
@given(games(), st.integers(0, 2**32 - 1))
def test_a_certificate_is_what_all_pure_plans_can_do(game, seed):
    plans = random_plans(game, np.random.default_rng(seed))
    certificate = certify(game, plans)
    assert certificate.payoff == value_by_hand(game, *certificate.plans)
    assert certificate.lower == best_by_hand(game, 1, certificate.plans[0])
    assert certificate.upper == best_by_hand(game, 0, certificate.plans[1])
    assert all(abs(certificate.plans[p] - plans[p]).max() < 1e-15 for p in (0, 1))
    assert exact.solve(game).width == 0


def with_entry(sequence, change):
    """Optimal plans of Kuhn's poker, but for one chance of the second player's queens."""
    x, y = (plan.copy() for plan in exact.solve(KUHN).plans)
    y[1, KUHN.tree.sequence_index(1, sequence)] += change
    return x, y


EVEN = tuple(np.rint(4 * KUHN.uniform(player)).astype(int) for player in (0, 1))
NUMBERS = Game(deals.numbers(3), betting.limit(2))
MANY = Game(deals.numbers(1), Tree(Decision(0, {name: Fold(1) for name in "abcde"})))
TINY, HUGE = Fraction(1, 10**30), (np.array([[2**62] * 6]), np.array([[1]]))


test_what_is_no_plan_gets_no_certificate = refused(
    (
        lambda: certify(KUHN, with_entry("bet, call", TINY)),
        "plans: with Q, the actions after 'bet' do not add up exactly",
    ),
    (
        lambda: certify(KUHN, with_entry("check, bet", -TINY)),
        r"plans: -1/\d+ given, 0 or more needed",
    ),
    (
        lambda: Certificate(KUHN, EVEN, (5, 4)),
        "numerators: 4/5 given, 1 needed, in column 0 of player 0",
    ),
    (lambda: Certificate(KUHN, EVEN, (0, 4)), "denominators: 0 given, 1 or more needed"),
    (lambda: Certificate(KUHN, EVEN, (4, 4, 4)), "denominators: a series of 3 given"),
    (lambda: Certificate(KUHN, EVEN[:1], (4, 4)), "numerators: a series of 1 given"),
    (lambda: Certificate(KUHN, ([[4]], EVEN[1]), (4, 4)), r"numerators: shape \(1, 1\) given"),
    (lambda: certify(KUHN, (EVEN[0][:2], EVEN[1])), "plans: shape"),
    (
        lambda: certify(KUHN, (exact.solve(KUHN).plans[0][:2], EVEN[1])),
        r"plans: shape \(2, 5\) given",
    ),
    (lambda: certify(NUMBERS, exact.solve(NUMBERS).plans[::-1]), "plan"),
    # In 64 bits, five times 2**62 is 2**62.
    (lambda: Certificate(MANY, HUGE, (2**62, 1)), "numerators: .* do not add up exactly"),
)


def test_whole_numbers_of_any_type_are_certified_as_they_are_and_floats_are_not():
    good = certify(KUHN, (KUHN.uniform(0), KUHN.uniform(1)))
    plans = tuple(plan.copy() for plan in EVEN)
    same = Certificate(KUHN, plans, (np.int64(4), np.int64(4)))
    plans[0][:] = 9
    assert same.numerators[0][0, 0] == 4
    in_lists = Certificate(KUHN, tuple(plan.tolist() for plan in EVEN), (4, 4))
    assert in_lists.bracket == same.bracket and in_lists.plans[0].shape == KUHN.shape(0)
    assert (same.payoff, same.lower, same.upper) == (Fraction(1, 8), good.lower, good.upper)
    with pytest.raises(TypeError, match=r"numerators: .* given, integers needed"):
        Certificate(KUHN, (4 * KUHN.uniform(0), EVEN[1]), (4, 4))
    with pytest.raises(TypeError, match=r"denominators: 0\.5 given, integers needed"):
        Certificate(KUHN, EVEN, (4, 0.5))
    with pytest.raises(TypeError, match=r"game: .* given, a Game needed"):
        Certificate(KUHN.tree, EVEN, (4, 4))


def test_where_play_never_leads_actions_are_equally_likely_in_floats_and_in_fractions():
    """One contract for both: with a lock its probabilities, else the same for all actions."""
    never = KUHN.plan(0, {"bet": 1})  # so that no check is answered by a bet
    free = certify(KUHN, (never, KUHN.uniform(1)))
    locked = KUHN.lock(0, {"check, bet, call": {"Q": 0.3}})
    partly = certify(locked, (locked.plan(0, {"bet": 1}), locked.uniform(1)))
    half, chance = Fraction(1, 2), Fraction(3, 10)
    for certificate, expected in (free, [half, half, half]), (partly, [half, chance, half]):
        called = certificate.probability(0, "check, bet, call")
        assert called.tolist() == expected
        assert certificate.probability(0, "check, bet, call", "Q") == expected[1]
        plans = [plan.astype(float) for plan in certificate.plans]
        floats = Solution(certificate.game, plans, "rounded")
        assert floats.probability(0, "check, bet, call").tolist() == list(map(float, expected))


def test_a_solution_is_certified_as_its_plans_are():
    solution = lp.solve(KUHN)
    certificate, same = solution.certify(), certify(KUHN, solution.plans)
    assert (certificate.lower, certificate.upper) == (same.lower, same.upper)
    assert (certificate.found_by, same.found_by) == (solution.found_by, "given")
    assert certificate.lower <= Fraction(-1, 18) <= certificate.upper
    assert float(certificate.width) == pytest.approx(solution.width, abs=1e-15)


def test_a_bracket_is_both_bounds_of_a_solution_or_certificate():
    """And those that best responses to its plans leave."""
    solution = Solution(KUHN, (KUHN.uniform(0), KUHN.uniform(1)), "even")
    lower, upper = solution.bracket
    assert (lower, upper) == (solution.lower, solution.upper)
    assert solution.bracket == KUHN.bracket(*solution.plans)
    assert solution.certify().bracket == (Fraction(-5, 12), Fraction(1, 2))


def test_a_certificate_has_a_value_only_where_its_bracket_is_closed():
    closed, still_open = exact.solve(KUHN), certify(KUHN, (KUHN.uniform(0), KUHN.uniform(1)))
    assert closed.value == closed.payoff == Fraction(-1, 18)
    assert still_open.payoff == Fraction(1, 8)
    assert getattr(still_open, "value", None) is None
    with pytest.raises(AttributeError, match="value: between lower, -5/12, and upper, 1/2,"):
        _ = still_open.value


def test_a_certificate_answers_what_a_solution_answers():
    certificate = exact.solve(KUHN)
    floats = Solution(KUHN, [certificate.float_plan(player) for player in (0, 1)], "rounded")
    for name in ("payoff", "lower", "upper", "width", "exploitability"):
        assert getattr(certificate, name) == pytest.approx(getattr(floats, name), abs=1e-15)
        assert isinstance(getattr(certificate, name), Fraction)
    for player, name in enumerate(KUHN.tree.players):
        assert isinstance(certificate.plans[player][0, 0], Fraction)
        assert abs(certificate.plans[player] - floats.plans[player]).max() < 1e-15
        pd.testing.assert_frame_equal(certificate.table(name), floats.table(name))
        for action in KUHN.tree.sequence_names[player][1:]:
            chances = certificate.probability(name, action)
            assert chances[1] == certificate.probability(player, action, "Q")
            assert chances.astype(float) == pytest.approx(floats.probability(player, action))
            often = certificate.frequency(name, action)
            assert often == pytest.approx(floats.frequency(player, action))


@pytest.mark.parametrize("name", ["kuhn", "push/fold at 10", "numbers", "limit, nr=2"])
@pytest.mark.parametrize("seed", range(2))
def test_a_start_however_wrong_is_repaired(name, seed):
    game, rng = GAMES[name], np.random.default_rng(seed)
    best = [game.sequence_form.best_plan_for(p, rng.normal(size=game.shape(p)))[0] for p in (0, 1)]
    assert certify(game, best).width > 0
    certificate = exact.solve(game, initial=best)
    assert certificate.width == 0
    assert certificate.value == exact.solve(game).value


@pytest.mark.parametrize("name", ["push/fold at 10", "numbers", "limit, nr=2"])
def test_what_gains_in_floats_is_in_play_before_integers_are_solved(name, monkeypatch):
    """From plans that always take the first action, with one program in integers."""
    game, solved = GAMES[name], []

    def solve_and_note(sequence_program, basis):
        solved.append([variables.variable_count for variables in sequence_program.plan_variables])
        return exact_optimum(sequence_program, basis)

    monkeypatch.setattr(exact, "exact_optimum", solve_and_note)
    first_actions = [np.zeros(game.shape(player)) for player in (0, 1)]
    for player, behaviour in enumerate(first_actions):
        behaviour[:, 0] = 1
        for information_set in game.tree.information_sets[player]:
            behaviour[:, information_set.sequences_after.start] = 1
    plans = [game.to_plan(player, behaviour) for player, behaviour in enumerate(first_actions)]
    assert exact.solve(game, initial=plans).width == 0
    assert len(solved) == 1 and min(solved[0]) > 0


@examples(10)
@given(games())
def test_all_actions_at_once_give_the_value_that_few_and_more_and_more_do(game):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(restricted_game, "_FEW_ENTRIES", 0)
        value = exact.solve(game).value
        patched.setattr(restricted_game, "_FEW_ENTRIES", inf)
        patched.delattr(double_oracle, "search")  # which would guess what is in play
        assert exact.solve(game).value == value


@pytest.mark.parametrize("name", ["kuhn", "push/fold at 10", "numbers", "limit, nr=2"])
def test_a_wrong_support_alone_is_not_an_equilibrium(name):
    game = GAMES[name]
    right = exact.solve(game)
    kept = [plan > 0 for plan in right.plans]
    mixing = (kept[0][:, 1:].sum(axis=1) > kept[0][:, 1:].sum(axis=1).min()).argmax()
    node = game.tree.information_sets[0][0]
    kept[0][mixing, node.sequences_after] = False
    kept[0][mixing, node.sequences_after.start] = True  # always the first action, here the worst
    wrong = exact_optimum(program_in_integers(game, kept))
    assert wrong.width > 0
    assert any(better.any() for better in wrong.gaining_sequences())


def test_improvements_are_the_hands_that_gain():
    at_best = exact.solve(KUHN)
    assert not any(better.any() for better in at_best.gaining_sequences())
    tossed = certify(KUHN, (KUHN.uniform(0), KUHN.uniform(1)))
    for player in (0, 1):
        values = KUHN.terminal_values(player, KUHN.uniform(1 - player))
        best, _ = KUHN.sequence_form.best_plan_for(player, values)
        gains = abs(((best - KUHN.uniform(player)) * values).sum(axis=1))
        assert (tossed.gaining_sequences()[player][:, 0] == (gains > 1e-9)).all()


@pytest.mark.parametrize("name", ["kuhn", "push/fold at 10", "numbers", "pot limit"])
def test_from_any_basis_the_same_optimum_is_reached(name):
    game = GAMES[name]
    certificate = exact.solve(game)
    in_play = [certificate.best_sequences(player) for player in (0, 1)]
    program = program_in_integers(game, in_play)
    matrix = program.linear_program.matrix
    rng = np.random.default_rng(1)
    bases = [None]  # the slacks
    for _ in range(2):  # often singular
        bases.append(rng.permutation(sum(matrix.shape)) < len(matrix))
    for basis in bases:
        reached = exact_optimum(program, basis)
        assert max(reached.lower, certificate.value) == certificate.value
        assert reached.width == 0 or any(better.any() for better in reached.gaining_sequences())


def behaviours_of(certificate):
    plans = [plan.astype(float) for plan in certificate.plans]
    return certificate.game.sequence_form.proportional_behaviours(plans)


@pytest.fixture
def exact_steps(monkeypatch):
    """The bases from which a test takes exact steps, in order."""
    bases, next_exchange = [], exact_programs._next_exchange

    def note(program, basis, *signs):
        bases.append(basis.copy())
        return next_exchange(program, basis, *signs)

    monkeypatch.setattr(exact_programs, "_next_exchange", note)
    return bases


def test_floats_name_the_optimal_corner_although_some_hands_are_rare(exact_steps):
    """Which takes scaled numbers: in those of the program they name a corner two steps away."""
    certificate = exact.solve(PUSH_FOLD)
    in_play = [certificate.best_sequences(player) for player in (0, 1)]
    fallback = behaviours_of(certificate)
    program = program_in_integers(PUSH_FOLD, in_play, fallback)
    exact_steps.clear()
    basis = float_basis(program.linear_program)
    assert exact_optimum(program, basis).value == certificate.value and exact_steps == []
    neighbour = basis.copy()
    neighbour[basis.argmax()], neighbour[basis.argmin()] = False, True
    assert exact_optimum(program, neighbour).value == certificate.value and exact_steps


def test_from_the_corner_of_a_stack_nearby_few_exact_steps_are_taken(exact_steps):
    """The criss-cross method alone would take some two hundred."""
    nearby = Game(PUSH_FOLD.deal, betting.push_fold(11))
    certificate, certificate_nearby = exact.solve(PUSH_FOLD), exact.solve(nearby)
    in_play = [
        certificate.best_sequences(player) | certificate_nearby.best_sequences(player)
        for player in (0, 1)
    ]
    fallback = behaviours_of(certificate)
    program, program_nearby = (
        program_in_integers(game, in_play, fallback) for game in (PUSH_FOLD, nearby)
    )
    exact_steps.clear()
    basis = float_basis(program.linear_program)
    assert exact_optimum(program_nearby, basis).value == certificate_nearby.value
    assert 0 < len(exact_steps) < 60


@pytest.mark.parametrize("numbers", [4, 12])
@pytest.mark.parametrize(
    "limits", [{"simplex_iteration_limit": 0, "presolve": "off"}, {"time_limit": 0.0}]
)
def test_a_solver_that_fails_is_replaced(numbers, limits, monkeypatch):
    """In a small game, and in one that begins with some actions only; by exact steps, if all do."""
    game = Game(deals.numbers(numbers), betting.limit(2))
    value = exact.solve(game).value
    never = highs_with(**limits)
    for module in (_highs, exact_programs):
        monkeypatch.setattr(module, "make_highs", never)
    certificate = exact.solve(game)
    assert certificate.width == 0 and certificate.value == value


def test_no_option_of_a_method_stays_set_for_those_after_it():
    """Else the last method of an exact solution would be the first one again, which has failed."""
    game = Game(deals.kuhn(), betting.kuhn())
    everything = [np.ones(game.shape(player), bool) for player in (0, 1)]
    highs = _highs.make_highs(SequenceProgram(game, everything).linear_program)
    before = {name: highs.getOptionValue(name)[1] for name in exact._METHODS[0]}
    assert before != exact._METHODS[0]
    assert _highs.run_highs(highs, exact._METHODS[:1]).is_solved
    assert {name: highs.getOptionValue(name)[1] for name in exact._METHODS[0]} == before
