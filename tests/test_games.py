"""Games: what plans are worth, held against fractions; what is refused, kept in files and shown."""

import inspect
import pickle
import re
from dataclasses import dataclass
from html import escape
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import openspiel
from pokerlab import betting, cards, deals, efg, ranges
from pokerlab._support.frozen import FrozenArrays
from pokerlab.certificates import certify
from pokerlab.games import Game
from pokerlab.locks import Locks
from pokerlab.payoffs import MatrixPayoffOperator
from pokerlab.river_payoffs import RiverPayoffOperator
from pokerlab.sequence_form import SequenceForm
from pokerlab.solutions import Convergence, Solution, load
from pokerlab.solvers import cfr, double_oracle, exact, gradient, interior_point, lp, solve
from pokerlab.stacks.match import Match
from pokerlab.studies import safe_response, solved_stacks
from pokerlab.trees import Decision, Fold, Tree
from tests import random_games
from tests.tables import refused
from tools import stored

KUHN = Game(deals.kuhn(), betting.kuhn())
HOLDEM = Game(deals.holdem(), betting.push_fold(10))
LOCKED = HOLDEM.lock("small blind", {"push": {"AA": 0.5}})


@random_games.examples(60)
@given(random_games.games(), st.integers(0, 2**32 - 1))
def test_plans_are_worth_what_fractions_prove_and_values_are_linear_in_them(game, seed):
    """The sequence values are the gradient, and the best response earns the average over hands.

    `tests.test_exact` compares the fractions with all pure plans.
    """
    plans = random_games.random_plans(game, np.random.default_rng(seed))
    proof = certify(game, plans)
    low, value, high = map(float, (proof.lower, proof.payoff, proof.upper))
    assert game.payoff(*plans) == pytest.approx(value, abs=1e-12)
    assert game.bracket(*plans) == pytest.approx((low, high), abs=1e-12)
    assert game.exploitability(*plans) == pytest.approx((high - low) / 2, abs=1e-12)
    response, best = game.best_response(0, plans[1])
    assert [best, game.payoff(response, plans[1])] == pytest.approx([high, high], abs=1e-12)
    for player, plan in enumerate(plans):
        earned = (plan * game.terminal_values(player, plans[1 - player])).sum()
        assert earned == pytest.approx(value, abs=1e-9)
        behaviour = game.to_behaviour(player, plan)
        assert game.to_plan(player, behaviour) == pytest.approx(plan, abs=1e-12)
    per_hand = game.action_values(0, plans[1])[:, 0]
    dealt = game.deal.prior.sum(axis=1)
    assert np.nansum(per_hand * dealt) == pytest.approx(game.guarantee(1, plans[1]), abs=1e-9)


@random_games.examples(60)
@given(random_games.games(), st.integers(0, 2**32 - 1), st.booleans())
def test_the_compiled_induction_finds_what_the_one_for_any_number_does(game, seed, is_locked):
    """In whole numbers, which floats add up exactly: its plan is the first of the best ones."""
    rng = np.random.default_rng(seed)
    for player, sets in enumerate(game.tree.information_sets):
        if is_locked and sets:
            first = game.tree.sequence_names[player][sets[0].sequences_after.start]
            game = game.lock(player, {first: {game.deal.hands[player][0]: 1}})
        form, values = game.sequence_form, rng.integers(-2, 3, game.shape(player))
        plan, earned = form.best_plan_for(player, values.astype(float))
        continuation = form.continuation_values(player, values.astype(object))
        assert (plan * values).sum() == earned == continuation[:, 0].sum()
        best = form.best_sequences(player, continuation)
        for information_set in sets:
            comes_here = plan[:, information_set.sequence_before] == 1
            is_free = comes_here & ~game.locks.locked_hands(player, information_set)
            after = information_set.sequences_after
            taken, good = plan[:, after], best[:, after]
            locked = game.locks.probabilities[player][:, after]
            assert (taken == locked)[comes_here & ~is_free].all()
            assert (taken[is_free].argmax(axis=1) == good[is_free].argmax(axis=1)).all()
            assert (taken[~comes_here] == 0).all() and (taken[is_free].sum(axis=1) == 1).all()


def lock_first_decisions(game, probability):
    """Lock how often either player's first hand takes the last action of the first decision."""
    for player, sets in enumerate(game.tree.information_sets):
        for information_set in sets[:1]:
            *others, last = game.tree.sequence_names[player][information_set.sequences_after]
            by_hand = {game.deal.hands[player][0]: probability if others else 1}
            game = game.lock(player, {last: by_hand})
    return game


@random_games.examples(60)
@given(random_games.games(), st.integers(0, 2**32 - 1))
def test_fractions_and_floats_measure_plans_alike_where_decisions_are_locked(game, seed):
    game = lock_first_decisions(game, 0.25)
    plans = random_games.random_plans(game, np.random.default_rng(seed))
    proof = certify(game, plans)
    assert float(proof.payoff) == pytest.approx(game.payoff(*plans), abs=1e-12)
    bounds = float(proof.lower), float(proof.upper)
    assert bounds == pytest.approx(game.bracket(*plans), abs=1e-12)


@random_games.examples(60)
@given(random_games.games(), st.integers(0, 2**32 - 1))
def test_who_goes_on_by_a_behaviour_earns_what_its_plan_earns_with_locks_too(game, seed):
    rng, unlocked = np.random.default_rng(seed), game
    game = lock_first_decisions(game, 1)
    for player in (0, 1):
        of_anybody = unlocked.to_behaviour(player, rng.random(game.shape(player)))
        form, values = game.sequence_form, rng.normal(size=game.shape(player))
        continuation = form.continuation_values(player, values, of_anybody)
        earned = (form.multiply_along(player, of_anybody) * values).sum()
        assert continuation[:, 0].sum() == pytest.approx(earned, abs=1e-12)


def pure_plans(game, player, given):
    """The plans of all pure strategies, but for probabilities that are given, and not nan."""
    sets = game.tree.information_sets[player]
    decisions = [
        (hand, information_set.sequences_after)
        for hand in range(len(given))
        for information_set in sets
    ]
    for chosen in product(*(range(sequences.start, sequences.stop) for _, sequences in decisions)):
        behaviour = np.eye(1, given.shape[1]).repeat(len(given), axis=0)
        behaviour[[hand for hand, _ in decisions], chosen] = 1
        yield game.to_plan(player, np.where(np.isnan(given), behaviour, given))


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("seed", range(10))
def test_chance_makes_a_locked_decision(player, seed, tmp_path):
    """With some hands or all: the brackets of solvers and of plans against all that is left."""
    rng = np.random.default_rng(seed)
    tree = random_games.random_tree(rng, 3, [(player, 2), (1 - player, 2), (player, 2)])
    game = Game(random_games.random_deal(rng), tree)
    information_set = (sets := tree.information_sets[player])[rng.integers(len(sets))]
    names = tree.sequence_names[player][information_set.sequences_after]
    fixed = [np.full(game.shape(p), np.nan) for p in (0, 1)]
    hands = rng.permutation(2)[: 1 + seed % 2]
    probabilities = rng.dirichlet(np.ones(len(names)), len(hands))
    fixed[player][hands, information_set.sequences_after] = probabilities
    labels = [game.deal.hands[player][hand] for hand in hands]
    columns = (dict(zip(labels, column, strict=True)) for column in probabilities.T)
    locked = game.lock(tree.players[player], dict(zip(names, columns, strict=True)))
    left = [list(pure_plans(game, p, fixed[p])) for p in (0, 1)]
    value = random_games.matrix_game_value(
        np.array([[game.payoff(x, y) for y in left[1]] for x in left[0]])
    )
    for solver, width in ((lp, 1e-9), (double_oracle, 1e-9), (exact, 1e-99), (cfr, 0.1)):
        solution = solver.solve(locked)
        assert solution.lower - 1e-9 <= value <= solution.upper + 1e-9
        assert solution.width < width
        plans = [game.plan(p, solution.strategies[p]) for p in (0, 1)]
        assert game.payoff(*plans) == pytest.approx(solution.payoff, abs=1e-9)
        unlocked = Solution(game, plans, "nobody").frequency(player, names[0])
        assert solution.frequency(player, names[0]) == pytest.approx(unlocked, abs=1e-12)
        found = np.array([solution.strategies[player][name][hands] for name in names])
        assert pytest.approx(probabilities) == found.T
    mixed = Solution(locked, random_games.random_plans(locked, rng), "nobody")
    mixed.save(path := tmp_path / "locked.npz")
    assert (load(path).lower, load(path).upper) == pytest.approx((mixed.lower, mixed.upper))
    x, y = (game.plan(p, mixed.strategies[p]) for p in (0, 1))
    most, least = (max(game.payoff(p, y) for p in left[0]), min(game.payoff(x, p) for p in left[1]))
    assert (mixed.lower, mixed.upper) == pytest.approx((least, most), abs=1e-12)


def test_programs_over_few_actions_know_of_locks():
    game = Game(deals.numbers(7), betting.limit(2))
    for player, action in ((0, "raise"), (1, "raise, raise"), (1, "call, raise")):
        locked = game.lock(player, {action: np.linspace(0.1, 0.8, 7)})
        solutions = lp.solve(locked), double_oracle.solve(locked)
        assert max(solution.width for solution in solutions) < 1e-9
        assert solutions[0].payoff == pytest.approx(solutions[1].payoff, abs=1e-9)
        assert abs(solutions[0].payoff - lp.solve(game).payoff) > 1e-3


def kuhn_family(alpha):
    """Kuhn's equilibria (1950): any bluffing frequency from 0 to 1/3, and what must go with it."""
    x = KUHN.plan(0, {"bet": [alpha, 0, 3 * alpha], "check, bet, call": [0, alpha + 1 / 3, 1]})
    y = KUHN.plan(1, {"check, bet": [1 / 3, 0, 1], "bet, call": [0, 1 / 3, 1]})
    return x, y


@pytest.mark.parametrize("alpha", [0, 0.1, 0.25, 1 / 3])
def test_kuhns_family_of_equilibria(alpha):
    assert KUHN.bracket(*kuhn_family(alpha)) == pytest.approx((-1 / 18, -1 / 18), abs=1e-12)


def test_action_values_are_chips_per_hand_that_gets_there():
    """Facing pushes from jacks always and kings half the time, a queen is good two thirds."""
    game = Game(deals.kuhn(), betting.push_fold(10))
    fold, push = game.action_values(0, game.plan(1, {"call": [0, 0, 1]}))[:, 1:].T
    assert fold == pytest.approx([-0.5, -0.5, -0.5])
    assert push == pytest.approx([0.5 * 1 - 0.5 * 10, 0.5 * 1 - 0.5 * 10, 1])
    fold, call = game.action_values(1, game.plan(0, {"push": [1, 0, 0.5]}))[1, 1:]
    assert (fold, call) == pytest.approx((1, 10 * (1 / 3 - 2 / 3)))
    assert np.isnan(game.action_values(1, game.plan(0, {"push": 0}))[:, 1:]).all()


def test_actions_left_out_share_what_the_others_leave():
    plan = KUHN.plan(0, {"bet": 0.25, "check, bet, fold": [1, 0.5, 0]})
    assert plan[:, 1:] == pytest.approx(
        np.array([[0.75, 0.25, 0.75, 0], [0.75, 0.25, 0.375, 0.375], [0.75, 0.25, 0, 0.75]])
    )
    assert KUHN.uniform(1)[:, 1:] == pytest.approx(np.full((3, 4), 0.5))


def test_best_replies_to_a_tie_are_the_first_action():
    game = Game(deals.numbers(1), Tree(Decision(0, {"a": Fold(1), "b": Fold(1)})))
    assert (game.best_response(0, game.uniform(1))[0] == [1, 1, 0]).all()


@pytest.mark.parametrize(
    ("probabilities", "message"),
    [
        ({"bet": 1.5}, "probabilities of 'bet': 1.5 given, 0 to 1 needed"),
        (
            {"bet": [0, float("nan"), 1]},
            "probabilities of 'bet': .*nan.* given, numbers from 0 up needed",
        ),
        ({"bet": [0, 1]}, r"probabilities of 'bet': shape \(2,\) given, a number or 3"),
        ({"bet": {"A": 1}}, "probabilities of 'bet': 'A' given, one of J, Q, K needed"),
        ({"bet": 0.6, "check": 0.5}, "at the start they add up to 1.1"),
        ({"bet": 0.6, "check": 0.3}, "at the start they add up to 0.9"),
        ({"raise": 1}, "action: 'raise' given"),
        ({"call": 0.2, "check, bet, call": 0.9}, "'check, bet, call' given twice"),
    ],
)
def test_probabilities_that_make_no_sense_are_refused(probabilities, message):
    for use in (KUHN.plan, KUHN.lock):
        with pytest.raises(ValueError, match=message):
            use(0, probabilities)


@pytest.mark.parametrize("opening", [(5, -4), (0, 1.5), (0.5, np.nan), (0, 0)])
def test_locks_that_make_no_sense_are_refused(opening):
    locked = [np.full(KUHN.shape(player), np.nan) for player in (0, 1)]
    locked[0][:, 1:3] = opening
    with pytest.raises(
        ValueError, match=r"probabilities: .* given, probabilities that add up to 1 needed"
    ):
        Locks(KUHN.tree, locked)
    for wrong in (locked[0][:, :1], np.zeros(KUHN.shape(0)), np.zeros(5)):
        with pytest.raises(ValueError, match=r"shape \(hands, 5\) and nan in column 0 needed"):
            Locks(KUHN.tree, (wrong, locked[1]))


def test_a_way_that_a_lock_closes_has_a_value_all_the_same():
    """It is what the hand would earn there, as where the player's own plan never leads."""
    closed, free = HOLDEM.lock(0, {"push": {"AA": 0}}), HOLDEM.action_values(0, HOLDEM.uniform(1))
    values = closed.action_values(0, closed.uniform(1))
    assert (values[:, 1:] == free[:, 1:]).all() and (values[1:] == free[1:]).all()
    fold = HOLDEM.tree.sequence_index(0, "fold")
    assert values[0, 0] == pytest.approx(values[0, fold]) and free[0, 0] > values[0, 0] + 4


def test_a_locked_decision_that_is_never_reached_shows_its_lock_and_a_free_one_is_even():
    locked = KUHN.lock(0, {"bet": 1, "check, bet, call": [0.3, 0.3, 0.3]})
    call = locked.tree.sequence_index(0, "check, bet, call")
    for game, often in (locked, 0.3), (KUHN.lock(0, {"bet": 1}), 0.5):
        plan = game.plan(0, {"bet": 1})
        assert not plan[:, call].any() and (game.to_behaviour(0, plan)[:, call] == often).all()
        solution = Solution(game, [plan, game.uniform(1)], "nobody")
        assert (solution.probability(0, "check, bet, call") == often).all()


def test_locks_of_another_game_are_refused():
    locks = Locks.none(KUHN.tree, KUHN.shapes)
    assert Game(KUHN.deal, KUHN.tree, locks) == KUHN
    for deal, tree in ((HOLDEM.deal, KUHN.tree), (KUHN.deal, betting.push_fold(10))):
        with pytest.raises(ValueError, match=r"^locks: those of another game given"):
            Game(deal, tree, locks)
    with pytest.raises(TypeError, match=r"^locks: .* given, the Locks of a game"):
        Game(KUHN.deal, KUHN.tree, locks.probabilities)


def test_a_lock_is_replaced_by_the_next_and_others_stay():
    bets = KUHN.lock(0, {"bet": [0.1, 0, 0.6]}).lock(1, {"bet, call": [0, 0.3, 1]})
    again = bets.lock(0, {"bet": {"K": 0.3}})
    whole = again.lock(0, {"check, bet, call": [0, 0.5, 1]}).lock(1, {"check, bet": 0.5})
    free = KUHN.plan(0, {"bet": [0.1, 0, 0.3], "check, bet, call": [0, 0.5, 1]})
    other = KUHN.plan(1, {"check, bet": 0.5, "bet, call": [0, 0.3, 1]})
    nothing = [whole.uniform(player) for player in (0, 1)]
    assert whole.bracket(*nothing) == pytest.approx((KUHN.payoff(free, other),) * 2)


@pytest.mark.parametrize("spelled", ["AK", "AKs, AKo"])
def test_a_lock_of_what_names_several_hands_locks_each(spelled):
    names = spelled.split(", ")
    locked = HOLDEM.lock(0, {"push": dict.fromkeys(names, 0)}).locks.probabilities[0][:, 1:]
    named = ~np.isnan(locked).all(axis=1)
    assert {HOLDEM.deal.hands[0][i] for i in np.flatnonzero(named)} == {"AKs", "AKo"}


def test_a_lock_of_a_rank_locks_all_its_combos():
    game = Game(deals.river("AsKd7h7c2d", "66, QQ", "JJ, TT"), betting.river(20, 100))
    locked = game.lock(0, {"check": {"66": 0}}).locks.probabilities[0]
    named = ~np.isnan(locked).all(axis=1)
    hands = [game.deal.hands[0][i] for i in np.flatnonzero(named)]
    assert len(hands) == 6 and {hand[0] for hand in hands} == {"6"}


NO_GAME = "game: <Tree Kuhn.* given, a Game needed"
FINDERS = interior_point.solve, gradient.solve, efg.to_text
test_what_makes_no_sense_is_refused = refused(
    *((solve, LOCKED, "game: .* (locked|decides once)") for solve in FINDERS),
    (
        LOCKED.guarantee,
        0,
        HOLDEM.plan(0, {"push": 1}),
        "AA, 0.0 .* the start are locked at 0.5, 0.5",
    ),
    (KUHN.lock, "Alice", {"bet": 0}, "'Alice' given, 0 or 1, or 'player 0"),
    (HOLDEM.terminal_values, 0, np.zeros(3), "opponent_plan: shape"),
    (HOLDEM.to_plan, 0, np.ones((3, 3)), "behaviour: shape"),
    (
        KUHN.to_plan,
        0,
        np.full(KUHN.shape(0), 7.0),
        "behaviour: with J, 7.0 in column 0 given; column 0 must be 1",
    ),
    (KUHN.to_plan, 0, np.full(KUHN.shape(0), np.nan), "behaviour: "),
)
test_what_is_no_game_or_no_file_is_refused = refused(
    (Game, HOLDEM.tree, HOLDEM.deal, "given, a Deal and a Tree needed"),
    (safe_response.response, betting.kuhn(), 0, KUHN.uniform(1), NO_GAME),
    (load, "nothing.npz", r"nothing\.npz"),
    (lp.solve(KUHN).save, "no/folder.npz", "cannot be written"),
    by=(TypeError, OSError),
)


def of_a_player():
    """All public methods, of what has players, that have a parameter called so."""
    solution = lp.solve(KUHN)
    for thing in (KUHN, KUHN.tree, KUHN.deal, deals.river("Td9d6hQc2s", "66, AKs"), solution):
        yield from methods_of_a_player(thing)
    yield from methods_of_a_player(solution.certify())


def methods_of_a_player(thing):
    for name, method in inspect.getmembers(type(thing), inspect.isfunction):
        parameters = inspect.signature(method).parameters
        if not name.startswith("_") and "player" in parameters:
            others = [each for each in parameters if each not in ("self", "player")]
            yield pytest.param(getattr(thing, name), others, id=method.__qualname__)


@pytest.mark.parametrize(("method", "others"), list(of_a_player()))
def test_an_unknown_player_is_refused_before_anything_else_is_looked_at(method, others):
    for player in ("Alice", "player 2", "", -1, 2, 7, True, 0.0, None):
        with pytest.raises(ValueError, match=rf"^player: {player!r} given, 0 or 1"):
            method(player=player, **dict.fromkeys(others))


def test_all_methods_of_a_player_are_found():
    """By the names of a few, which the search above has to come across."""
    found = {each.id for each in of_a_player()}
    listed = (
        "Game.terminal_values Tree.information_set_of_sequence Deal.meetings Profile.float_plan"
    )
    assert found >= {*listed.split(), "Certificate.best_sequences"}


def test_a_best_response_is_a_plan_and_what_player_0_wins_by_it():
    for player, sign in (0, 1), (1, -1):
        opponent_plan = KUHN.uniform(1 - player)
        response = KUHN.best_response(player, opponent_plan)
        plans = (response.plan, opponent_plan) if player == 0 else (opponent_plan, response.plan)
        assert KUHN.payoff(*plans) == pytest.approx(response.payoff)
        assert sign * response.payoff > sign * KUHN.payoff(KUHN.uniform(0), KUHN.uniform(1))


def test_a_solution_that_is_asked_for_the_value_says_what_it_has_instead():
    solution = lp.solve(KUHN)
    assert not hasattr(solution, "value") and hasattr(exact.solve(KUHN), "value")
    with pytest.raises(AttributeError, match=r"^value: between lower, -0\.05\d+, and upper, -0.0"):
        solution.value  # noqa: B018


def test_an_action_is_found_by_its_last_part_in_each_way_to_look_it_up():
    strategy = Solution(KUHN, (KUHN.uniform(0), KUHN.uniform(1)), "even").strategies[0]
    assert strategy["call"] is strategy.get("call") is strategy["check, bet, call"]
    assert "call" in strategy and "check, bet, call" in strategy
    assert "raise" not in strategy and 7 not in strategy
    assert strategy.get("raise") is None and strategy.get("raise", 0) == 0
    with pytest.raises(ValueError, match="action: 'raise' given"):
        strategy["raise"]


def test_a_course_that_was_never_measured_says_so():
    assert repr(Convergence.of([], [], {})) == "<Convergence, never measured>"


def test_where_a_lock_decides_each_action_gets_the_whole_of_the_chosen_part():
    locked, before = KUHN.lock(0, {"bet": {"J": 0.5, "Q": 0, "K": 1}}), [7, 2**70, 1]
    behaviour = KUHN.plan(0, {"check": [1 / 2, 1, 0]})
    split = [[4, 3], [2**70, 0], [0, 1]]  # the first of two equal parts takes the rest
    decision = KUHN.tree.information_sets[0][0]
    for game, expected in (locked, [[total] * 2 for total in before]), (KUHN, split):
        chosen_part = np.zeros(game.shape(0), object)
        chosen_part[:, 0] = before
        game.sequence_form.continue_chosen_part(0, chosen_part, [decision], behaviour)
        assert chosen_part[:, decision.sequences_after].tolist() == expected


@dataclass(frozen=True)
class Tables(FrozenArrays):
    """Arrays in a tuple, as a strategy has its rates by street."""

    tables: tuple


def test_what_was_computed_cannot_be_changed():
    x, y = map(np.array, kuhn_family(0.2))
    solution = Solution(KUHN, (x, y), "Kuhn", Convergence(np.array([1]), x[:1, 0], y[:1, 0], {}))
    x[:] = y[:] = 0
    assert KUHN.bracket(*solution.plans) == pytest.approx((solution.lower, solution.upper))
    tracked = cfr.solve(KUHN, iterations=3, track=[(0, "bet", "J")]).convergence.tracked
    chart = solved_stacks.solve([2, 3], deal=deals.numbers(3))
    match, holding = (
        Match(total_chips=4, small_blind=1, big_blind=1, deal=KUHN.deal).solve(),
        ranges.parse_range("AA"),
    )
    for array in (
        *(*solution.plans, *solution.strategies[0].values(), solution.convergence.lower),
        *(
            *KUHN.tree.information_set_rows,
            KUHN.tree.stakes,
            exact.solve(KUHN).numerators[0],
        ),
        *(KUHN.deal.ways, KUHN.deal.margins, KUHN.deal.runout_counts),
        *(KUHN.deal.prior, KUHN.deal.net_shares, KUHN.deal.net_wins),
        *(*chart.probabilities, match.strategy, match.win, match.lower, match.upper),
        *(cards.COMBOS, cards.HAND_OF_COMBO, cards.COMBOS_PER_HAND, cards.FIRST_COMBOS),
        *(holding.weights, holding.hand_weights),
        *(*tracked.values(), safe_response.response(KUHN, 0, KUHN.uniform(1)).plan),
        *Tables((np.zeros(2), np.zeros(3))).tables,
    ):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


@pytest.mark.parametrize(
    ("sequence", "value", "message"),
    [
        (1, -0.5, "with Q, -0.5 in column 1 given"),
        (1, np.nan, "an entry is nan"),
        (0, 2, r"with Q, 2\.0 in column 0 given"),
        (1, 0.9, "with Q, 0.9 in column 1 given; the actions at the start must add up"),
        (3, 0.5, "with Q, 0.5 in column 3 given; the actions after .check, bet. must add up"),
    ],
)
def test_what_is_not_a_plan_is_refused(sequence, value, message):
    plan = KUHN.uniform(0)
    plan[KUHN.deal.hand_index(0, "Q"), sequence] = value
    for use in (lambda: KUHN.payoff(plan, KUHN.uniform(1)), lambda: KUHN.action_values(1, plan)):
        with pytest.raises(ValueError, match=message):
            use()


def test_a_solution_is_made_of_plans_and_of_nothing_else():
    x, y = KUHN.uniform(0), KUHN.uniform(1)
    for junk in (np.full(x.shape, -7.0), x + 1e-6, np.zeros(x.shape)):
        with pytest.raises(ValueError, match=r"plans: with J, .* in column 0 given"):
            Solution(KUHN, (junk, y), "junk")
    with pytest.raises(ValueError, match=r"plans: with J, .* must add up"):
        Solution(KUHN, (x, np.where(np.arange(5) > 0, y + 1e-6, y)), "junk")


def test_a_solution_certifies_what_a_solver_almost_got_right():
    x, y = kuhn_family(0.2)
    solution = Solution(KUHN, (x - 1e-12, y * (1 + 1e-10)), "sloppy")
    assert solution.plans[0].min() == 0
    assert (solution.lower, solution.upper) == pytest.approx((-1 / 18, -1 / 18), abs=1e-9)
    assert solution.lower <= solution.payoff <= solution.upper


def test_a_bracket_holds_the_payoff_though_rounding_puts_it_outside_at_times():
    """In some of these games it does, on one processor in others than on the next."""
    for size in range(3, 13):
        solution = lp.solve(Game(deals.numbers(size), betting.limit()))
        assert solution.lower <= solution.payoff <= solution.upper


def test_an_array_of_the_other_players_shape_is_refused_by_the_name_of_the_right_one():
    game = Game(deals.holdem(), betting.limit())
    with pytest.raises(ValueError, match=r"^x: shape \(169, 7\) given, .* of small blind"):
        game.payoff(game.uniform(1), game.uniform(0))


def test_a_table_has_the_hands_and_the_actions_to_nine_digits():
    solved = lp.solve(HOLDEM)
    table = solved.table("big blind")
    assert list(table.index) == list(HOLDEM.deal.hands[1])
    assert list(table.columns) == ["push, fold", "push, call"]
    calls = solved.probability(1, "call")
    assert (table["push, call"] == calls.round(9)).all() and abs(calls - calls.round(9)).max() > 0
    assert solved.width == solved.upper + -solved.lower == 2 * solved.exploitability


def test_a_solution_is_certified_again_when_it_is_loaded(tmp_path):
    tree = betting.push_fold((27, 29), ante="1/3", big_blind_ante="0.7")
    game = Game(deals.holdem().restrict("random", "22+, A2:0.3"), tree)
    solved, path = cfr.solve(game, iterations=20), tmp_path / "solution.npz"
    solved.save(path)
    again = load(path)
    for name in ("lower", "upper", "payoff"):
        assert getattr(again, name) == pytest.approx(getattr(solved, name), abs=1e-14)
    for plan, kept in zip(again.plans, solved.plans, strict=True):
        assert (plan == kept).all()
    assert str(again.game.tree) == str(tree) and again.game.deal.hands == game.deal.hands
    with np.load(path) as file:
        parts = dict(file)
    parts["plan0"] = parts["plan0"][::-1]
    np.savez(path, **parts)
    assert load(path).lower < solved.lower
    for name, damaged in {"plan0": -parts["plan0"], "ways": -parts["ways"]}.items():
        np.savez(path, **{**parts, name: damaged})
        with pytest.raises(ValueError, match=r"path: .* is no saved solution: (plans|ways): "):
            load(path)


def test_rounded_plans_make_a_small_file_and_are_certified_as_they_are(tmp_path):
    solved = cfr.solve(Game(deals.holdem(), betting.no_limit(8)), iterations=300)
    solved.save(whole := tmp_path / "whole.npz")
    for bits, worse in ((8, 3e-2), (24, 1e-5)):
        stored.save(solved, path := tmp_path / f"{bits}.npz", bits)
        rounded = load(path)
        assert path.stat().st_size < whole.stat().st_size * 0.7
        assert solved.lower - worse < rounded.lower <= rounded.upper < solved.upper + worse
        for plan in rounded.plans:
            units = plan * 2**bits
            assert units == pytest.approx(np.rint(units), abs=1e-6)


def test_where_a_plan_never_leads_its_behaviour_is_even():
    bets = KUHN.to_behaviour(0, KUHN.plan(0, {"bet": 1}))
    assert bets[:, 1:].tolist() == [[0, 1, 0.5, 0.5]] * 3


@pytest.mark.parametrize(
    "game",
    [
        KUHN,
        Game(deals.numbers(3), betting.limit(2)),
        Game(
            deals.holdem().restrict("QQ+, 72o:0.25", "AKs, T9o"),
            betting.push_fold((7, 9), ante="1/3", big_blind_ante="0.7"),
        ),
    ],
    ids=repr,
)
def test_openspiel_reads_the_extensive_form_and_finds_its_value(game):
    value = openspiel.linear_program(openspiel.load(game))
    assert lp.solve(game).payoff == pytest.approx(value, abs=1e-9)


def test_names_with_quotes_stay_names():
    tree = Tree(Decision(0, {'say "all-in"': Fold(1), "back\\slash": Fold(-1)}), 'a "game"')
    read = openspiel.load(Game(deals.kuhn(), tree))
    assert read.new_initial_state().child(0).legal_actions() == [0, 1]


def test_what_one_sees_in_a_notebook_is_what_it_is():
    """Charts of hands, tables of cards, the tree of a game, and the fraction that is proven."""
    solved, proof, brief = lp.solve(HOLDEM), exact.solve(KUHN), cfr.solve(KUHN, iterations=10)
    things = [KUHN, KUHN.lock(0, {"bet": 0}), KUHN.deal, solved, proof, brief, brief.convergence]
    assert max(len(repr(thing)) for thing in things) < 100
    shown = solved._repr_html_()
    assert escape(repr(solved)) in shown and f"{solved.lower:.9g}" in shown
    for player, history in enumerate(("", "push")):
        assert solved.chart(player, history).to_html() in shown
    assert repr(proof) == "<Certificate of Kuhn's poker: value -1/18>"
    assert escape(repr(proof)) in (page := proof._repr_html_())
    for player in (0, 1):
        assert proof.table(player).to_html() in page
    assert KUHN.tree._repr_html_() in KUHN._repr_html_() and "Kuhn" in KUHN._repr_html_()
    rounded = certify(HOLDEM, solved.plans)
    bound = r"-0\.04537\d* \(a fraction of \d+ characters\)"
    assert re.search(f": {bound} <= value <= {bound}>", repr(rounded))
    half = lp.solve(LOCKED).chart(0)
    assert next(cell.tip for cell in half.cells if cell.hand == "AA").startswith("AA: fold 50.00%")


@pytest.mark.parametrize("size", [1e-290, 1e299])
def test_amounts_of_any_size_that_floats_can_invert_are_solved(size):
    solution = solve(Game(deals.holdem(), betting.push_fold(3 * size, size / 2, size)))
    assert solution.payoff / size == pytest.approx(0.051591559, abs=1e-9)


@pytest.mark.parametrize("size", ["1e-320", "1e-303", "-1e-310", "1.1e305", 1.5e308])
def test_amounts_beyond_are_named(size):
    with pytest.raises(ValueError, match=r"^stack: .* given, 0 or a size of 1e-302 to 1e\+305"):
        betting.push_fold(size)


def test_games_are_equal_if_deal_tree_and_locks_are(tmp_path):
    again = Game(deals.kuhn(), betting.kuhn())
    assert again is not KUHN and again == KUHN and hash(again) == hash(KUHN)
    assert again.tree == KUHN.tree and hash(again.tree) == hash(KUHN.tree)
    locked, relocked = (game.lock(0, {"bet": ["K"]}) for game in (KUHN, again))
    assert locked == relocked and hash(locked) == hash(relocked)
    others = Game(deals.numbers(3), KUHN.tree), Game(KUHN.deal, betting.limit(1))
    for other in (*others, KUHN.lock(0, {"bet": ["J"]}), "Kuhn's poker"):
        assert other != KUHN and other != locked
    assert locked != KUHN
    renamed = Game(KUHN.deal, Tree(KUHN.tree.root, "another name", KUHN.tree.players))
    assert renamed != KUHN and renamed.locks != KUHN.locks == again.locks
    path = tmp_path / "kuhn.npz"
    lp.solve(locked).save(path)
    assert load(path).game == locked


def test_trees_of_other_names_amounts_or_orders_are_not_equal():
    def tree(actions=("fold", "push"), won=1, **names):
        ends = {"fold": Fold(-0.5), "push": Fold(won)}
        return Tree(Decision(0, {action: ends[action] for action in actions}), **names)

    assert tree() == tree() != tree(("push", "fold"))
    for other in (tree(won=2), tree(["fold"]), tree(name="x"), tree(players=("a", "b")), None):
        assert other != tree()


@pytest.mark.parametrize("call", [load, lambda path: lp.solve(KUHN).save(path)])
def test_a_number_is_no_name_of_a_file(call):
    with pytest.raises(TypeError, match=r"^path: 5 given, the name of a file needed$"):
        call(5)


def test_a_player_s_strategy_is_found_by_his_name_or_his_number():
    solution = lp.solve(HOLDEM)
    first, second = solution.strategies
    assert solution.strategies["small blind"] is solution.strategies[0] is first
    assert solution.strategies["big blind"] is solution.strategies[1] is second
    assert len(solution.strategies) == 2 and solution.strategies[:1] == (first,)
    assert second["call"] is second["push, call"]
    for player in (-1, 2, True, "nobody"):
        with pytest.raises(ValueError, match=r"player: .* given, 0 or 1, or 'small"):
            solution.strategies[player]
    with pytest.raises(ValueError, match="action: 'limp' given, one of these needed: fold; push"):
        first["limp"]
    copied = pickle.loads(pickle.dumps(solution)).strategies["big blind"]
    assert (copied["push, call"] == second["push, call"]).all()
    with pytest.raises(ValueError, match="player: 'button' given, 0 or 1, or 'small blind' or"):
        solution.strategies["button"]


@pytest.mark.parametrize("unknown", ["limp", 5, None, [], {}, np.zeros(2), slice(1)])
def test_whatever_is_no_action_is_not_found_among_a_strategy_s(unknown):
    strategy = Solution(KUHN, (KUHN.uniform(0), KUHN.uniform(1)), "even").strategies[0]
    assert unknown not in strategy and strategy.get(unknown, 7) == 7
    with pytest.raises(ValueError, match=r"^action: .* given, one of these needed: check; bet;"):
        strategy[unknown]


def test_a_plan_has_the_shape_that_its_players_number_or_name_gives():
    assert HOLDEM.shape(0) == HOLDEM.shape("small blind") == HOLDEM.uniform(0).shape
    with pytest.raises(ValueError, match="player: 'button' given, 0 or 1, or 'small blind' or"):
        HOLDEM.shape("button")


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("x", lambda no_plan, y: KUHN.bracket(no_plan, y)),
        ("x", lambda no_plan, y: KUHN.exploitability(no_plan, y)),
        ("x", lambda no_plan, y: KUHN.payoff(no_plan, y)),
        ("plan", lambda no_plan, _: KUHN.guarantee(0, no_plan)),
        ("opponent_plan", lambda no_plan, _: KUHN.best_response(1, no_plan)),
        ("opponent_plan", lambda no_plan, _: KUHN.action_values(1, no_plan)),
    ],
    ids=[
        "bracket",
        "exploitability",
        "payoff",
        "guarantee",
        "best_response",
        "action_values",
    ],
)
def test_whatever_values_a_plan_refuses_an_array_that_is_none(name, call):
    """Seven times a plan would guarantee more than the other player's plan lets anybody win."""
    x, y = KUHN.uniform(0), KUHN.uniform(1)
    with pytest.raises(ValueError, match=rf"^{name}: with J, 7\.0 in column 0 given"):
        call(7 * x, y)
    call(x, y)


@pytest.mark.parametrize(
    ("make", "needed"),
    [
        (lambda x: x + 0.3j, "real numbers needed"),
        (lambda x: x + 0j, "real numbers needed"),
        (lambda x: x.astype(str), "numbers needed"),
        (lambda x: x.astype(bytes), "numbers needed"),
        (lambda x: [["1", *row[1:]] for row in x.tolist()], "numbers needed"),
        (lambda x: np.array([["1", *row[1:]] for row in x], object), "numbers needed"),
        (lambda x: [[10**400, *row[1:]] for row in x.tolist()], "numbers needed"),
    ],
)
def test_an_array_of_complex_numbers_or_texts_is_no_plan(make, needed):
    x, y = KUHN.uniform(0), KUHN.uniform(1)
    with pytest.raises(ValueError, match=f"^x: .* given, {needed}"):
        KUHN.payoff(make(x), y)


def test_what_two_plans_earn_lies_between_what_they_guarantee():
    x, y = KUHN.uniform(0), KUHN.uniform(1)
    bracket = KUHN.bracket(x, y)
    assert KUHN.payoff(x, y) == pytest.approx(1 / 8)
    assert bracket == (bracket.lower, bracket.upper) == pytest.approx((-5 / 12, 1 / 2))
    assert KUHN.exploitability(x, y) == bracket.width / 2


def test_a_plan_that_is_nearly_one_is_repaired_wherever_it_comes_in():
    """What a plan guarantees is a bound only if it is a plan."""
    x, y = KUHN.uniform(0), KUHN.uniform(1)
    x[0, 1] += 5e-10
    repaired = KUHN.to_plan(0, KUHN.to_behaviour(0, x))
    lower, upper = KUHN.bracket(repaired, y)
    assert KUHN.guarantee(0, x) == KUHN.bracket(x, y).lower == lower
    assert KUHN.bracket(x, y).upper == Solution(KUHN, (x, y), "by hand").upper == upper
    assert (
        KUHN.payoff(x, y)
        == KUHN.payoff(repaired, y)
        != float((x * KUHN.terminal_values(0, y)).sum())
    )


@pytest.mark.parametrize("part", [SequenceForm, MatrixPayoffOperator, RiverPayoffOperator])
def test_no_method_that_takes_arrays_unread_is_named_like_one_of_a_game(part):
    methods = {name for name, _ in inspect.getmembers(Game, inspect.isfunction)}
    assert "best_response" in methods
    assert not {name for name in methods & {*dir(part)} if not name.startswith("_")}


def test_a_plan_that_comes_in_is_checked_once(monkeypatch):
    """Checking one takes as long as valuing it: methods that call others hand on what is read."""
    checked = []
    mend = SequenceForm.proportional_plan  # which is what a check takes long for

    def counted(form, player, plan):
        checked.append(player)
        return mend(form, player, plan)

    monkeypatch.setattr(SequenceForm, "proportional_plan", counted)
    x, y = KUHN.uniform(0), KUHN.uniform(1)
    for call, players in [
        (lambda: KUHN.exploitability(x, y), [0, 1]),
        (lambda: KUHN.bracket(x, y), [0, 1]),
        (lambda: KUHN.payoff(x, y), [0, 1]),
        (lambda: KUHN.guarantee(0, x), [0]),
        (lambda: KUHN.action_values(0, y), [1]),
        (lambda: Solution(KUHN, (x, y), "by hand"), [0, 1]),
        (Solution(KUHN, (x, y), "by hand").certify, [0, 1]),
    ]:
        checked.clear()
        call()
        assert checked == players
