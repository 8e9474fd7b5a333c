"""Games, held against their normal form: every pure strategy written out and played against every
other by walking the tree, without sequences, plans or matrices over hands."""

import copy
import pickle
from itertools import product

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open_spiel.python.algorithms import lp_solver, sequence_form_lp
from scipy.optimize import linprog

from pokerlab import betting, deals
from pokerlab.games import Game, History, Plan, Solution, load
from pokerlab.solvers import cfr, exact, fictitious_play, lp
from pokerlab.trees import Decision, Fold, Showdown, Tree
from tests.random_games import random_deal, random_tree

KUHN = Game(deals.kuhn(), betting.kuhn())


def decisions(game, player):
    """Every (hand, history, node) at which a player acts."""

    def walk(node, history):
        if isinstance(node, Decision):
            if node.player == player:
                yield history, node
            for action, child in node.actions.items():
                yield from walk(child, (*history, action))

    found = list(walk(game.tree.root, ()))
    return [(hand, *where) for hand in range(len(game.deal.hands[player])) for where in found]


def pure_strategies(game, player):
    places = decisions(game, player)
    for actions in product(*(node.actions for _, _, node in places)):
        chosen = zip(places, actions, strict=True)
        yield {(hand, history): {action: 1.0} for (hand, history, _), action in chosen}


def random_strategy(game, player, rng):
    return {
        (hand, history): dict(
            zip(node.actions, rng.dirichlet(np.ones(len(node.actions))), strict=True)
        )
        for hand, history, node in decisions(game, player)
    }


def played(game, *strategies):
    """What player 0 wins on average, hand by hand and action by action."""

    def walk(node, history, hands, share):
        if isinstance(node, Fold):
            return float(node.amount)
        if isinstance(node, Showdown):
            return float(node.stake) * share
        chances = strategies[node.player][hands[node.player], history]
        return sum(
            chance * walk(node.actions[action], (*history, action), hands, share)
            for action, chance in chances.items()
        )

    deal = game.deal
    return (
        sum(
            ways * walk(game.tree.root, (), hands, deal.margins[hands] / deal.runouts[hands])
            for hands, ways in np.ndenumerate(deal.weights)
            if ways
        )
        / deal.weights.sum()
    )


def as_plan(game, player, strategy):
    probabilities = {}
    for hand, history, node in decisions(game, player):
        for action in node.actions:
            name = ", ".join((*history, action))
            column = probabilities.setdefault(name, np.zeros(len(game.deal.hands[player])))
            column[hand] = strategy[hand, history].get(action, 0)
    return game.plan(player, probabilities)


def small_games(count, largest=80):
    """Random games, each with few enough pure strategies to list them all."""
    rng = np.random.default_rng(20)
    while count:
        game = Game(random_deal(rng, (2, rng.integers(1, 3))), random_tree(rng))
        sizes = [
            np.prod([len(node.actions) for *_, node in decisions(game, player)])
            for player in (0, 1)
        ]
        if max(sizes) <= largest and min(sizes) > 1:
            count -= 1
            yield game


def matrix_game_value(matrix):
    rows, columns = matrix.shape
    result = linprog(
        c=[*np.zeros(rows), -1],
        A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[*np.ones(rows), 0]],
        b_eq=[1],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return -result.fun


SMALL_GAMES = [*small_games(25), Game(deals.numbers(2), betting.push_fold(3))]


@pytest.mark.parametrize("game", SMALL_GAMES, ids=range(len(SMALL_GAMES)))
class TestAgainstTheNormalForm:
    def test_value_of_two_strategies(self, game):
        rng = np.random.default_rng(0)
        x, y = (random_strategy(game, player, rng) for player in (0, 1))
        plans = as_plan(game, 0, x), as_plan(game, 1, y)
        assert game.value(*plans) == pytest.approx(played(game, x, y), abs=1e-12)

    def test_best_responses_and_exploitability(self, game):
        rng = np.random.default_rng(1)
        x, y = (random_strategy(game, player, rng) for player in (0, 1))
        plans = as_plan(game, 0, x), as_plan(game, 1, y)
        best = max(played(game, pure, y) for pure in pure_strategies(game, 0))
        worst = min(played(game, x, pure) for pure in pure_strategies(game, 1))
        assert game.bracket(*plans) == pytest.approx((worst, best), abs=1e-12)
        assert game.exploitability(*plans) == pytest.approx((best - worst) / 2, abs=1e-12)
        reply, value = game.best_response(0, plans[1])
        assert value == pytest.approx(best, abs=1e-12)
        assert game.value(reply, plans[1]) == pytest.approx(best, abs=1e-12)

    def test_every_solver_finds_the_value(self, game):
        strategies = [list(pure_strategies(game, player)) for player in (0, 1)]
        matrix = np.array([[played(game, x, y) for y in strategies[1]] for x in strategies[0]])
        value = matrix_game_value(matrix)
        exact = lp.solve(game)
        assert (exact.lower, exact.upper) == pytest.approx((value, value), abs=1e-9)
        for solution in (cfr.solve(game, 300), fictitious_play.solve(game, 300)):
            assert solution.lower - 1e-9 <= value <= solution.upper + 1e-9
            assert solution.exploitability < 0.3


@st.composite
def games_and_plans(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    hands = draw(st.tuples(st.integers(1, 5), st.integers(1, 5)))
    game = Game(random_deal(rng, hands), random_tree(rng, depth=5))
    return game, *(as_plan(game, player, random_strategy(game, player, rng)) for player in (0, 1))


@settings(max_examples=60, deadline=None)
@given(games_and_plans())
def test_no_plan_guarantees_more_than_another_concedes(case):
    game, x, y = case
    lower, upper = game.bracket(x, y)
    assert lower - 1e-9 <= game.value(x, y) <= upper + 1e-9


@settings(max_examples=60, deadline=None)
@given(games_and_plans())
def test_the_value_is_linear_with_the_sequence_values_as_gradient(case):
    game, x, y = case
    assert (x * game.sequence_values(0, y)).sum() == pytest.approx(game.value(x, y), abs=1e-9)
    assert (y * game.sequence_values(1, x)).sum() == pytest.approx(game.value(x, y), abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(games_and_plans())
def test_plans_and_behaviours_are_the_same_strategy(case):
    game, *plans = case
    for player, plan in enumerate(plans):
        behaviour = game.to_behaviour(player, plan)
        assert game.to_plan(player, behaviour) == pytest.approx(plan, abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(games_and_plans())
def test_the_value_is_the_average_over_hands_of_the_best_response(case):
    game, _, y = case
    per_hand = game.action_values(0, y)[:, 0]
    chances = game.deal.prior.sum(axis=1)
    assert np.nansum(per_hand * chances) == pytest.approx(game.guarantee(1, y), abs=1e-9)


def test_kuhns_random_players():
    """A quarter of the time player 1 folds to a bet, an eighth player 0 does; showdowns cancel."""
    assert KUHN.value(KUHN.uniform(0), KUHN.uniform(1)) == pytest.approx(1 / 4 - 1 / 8)


def kuhn_family(alpha):
    """Kuhn's equilibria (1950): any bluffing frequency from 0 to 1/3, and what must go with it."""
    x = KUHN.plan(0, {"bet": [alpha, 0, 3 * alpha], "check, bet, call": [0, alpha + 1 / 3, 1]})
    y = KUHN.plan(1, {"check, bet": [1 / 3, 0, 1], "bet, call": [0, 1 / 3, 1]})
    return x, y


@pytest.mark.parametrize("alpha", [0, 0.1, 0.25, 1 / 3])
def test_kuhns_family_of_equilibria(alpha):
    assert KUHN.bracket(*kuhn_family(alpha)) == pytest.approx((-1 / 18, -1 / 18), abs=1e-12)


def test_bluffing_more_than_a_third_is_exploitable():
    x = KUHN.plan(0, {"bet": [0.4, 0, 1], "check, bet, call": [0, 2 / 3, 1]})
    assert KUHN.guarantee(0, x) < -1 / 18 - 1e-3


def test_action_values_are_chips_per_hand_that_gets_there():
    """Against a big blind who calls with kings only, jacks and queens lose half of their pushes."""
    game = Game(deals.kuhn(), betting.push_fold(10))
    y = game.plan(1, {"call": [0, 0, 1]})
    fold, push = game.action_values(0, y)[:, 1:].T
    assert fold == pytest.approx([-0.5, -0.5, -0.5])
    assert push == pytest.approx([0.5 * 1 - 0.5 * 10, 0.5 * 1 - 0.5 * 10, 1])


def test_action_values_after_a_push_depend_on_who_pushes():
    """A queen that faces pushes from jacks always and kings half the time is good two thirds."""
    game = Game(deals.kuhn(), betting.push_fold(10))
    x = game.plan(0, {"push": [1, 0, 0.5]})
    fold, call = game.action_values(1, x)[1, 1:]
    assert (fold, call) == pytest.approx((1, 10 * (1 / 3 - 2 / 3)))


def test_action_values_are_unknown_where_the_opponent_never_leads():
    game = Game(deals.kuhn(), betting.push_fold(10))
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
        ({"bet": 1.5}, "'bet' has 1.5, 0 to 1 needed"),
        ({"bet": [0, float("nan"), 1]}, "'bet' has .*nan"),
        ({"bet": [0, 1]}, r"'bet' has shape \(2,\), a number or 3"),
        ({"bet": 0.6, "check": 0.5}, "after 'the start' they add up to 1.1"),
        ({"bet": 0.6, "check": 0.3}, "after 'the start' they add up to 0.9"),
        ({"raise": 1}, "action: 'raise' given"),
        ({"": 0.5}, "action: '' given"),
        ({5: 0.5}, "action: 5 given"),
        ({None: 0.5}, "action: None given"),
        ({"bet": float("nan")}, "'bet' has nan"),
        ({"call": 0.2, "check, bet, call": 0.9}, "'check, bet, call' given twice"),
    ],
)
def test_probabilities_that_make_no_sense_are_refused(probabilities, message):
    with pytest.raises(ValueError, match=message):
        KUHN.plan(0, probabilities)


HOLDEM = Game(deals.holdem(), betting.push_fold(10))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: HOLDEM.respond(0, np.zeros((169, 1))), r"values: shape \(169, 1\) given"),
        (lambda: HOLDEM.respond(1, np.zeros((1, 3))), r"values: shape \(1, 3\) given"),
        (lambda: HOLDEM.respond(0, np.zeros(169)), r"values: shape \(169,\) given"),
        (lambda: HOLDEM.respond(2, np.zeros((169, 3))), "player: 2 given"),
        (lambda: HOLDEM.respond(-1, np.zeros((169, 3))), "player: -1 given"),
        (lambda: HOLDEM.sequence_values(0, np.zeros((169, 1))), "opponent: shape"),
        (lambda: HOLDEM.sequence_values(0, np.zeros(3)), "opponent: shape"),
        (lambda: HOLDEM.to_plan(0, np.ones((3, 3))), "behaviour: shape"),
        (lambda: HOLDEM.uniform(2), "player: 2 given"),
        (lambda: cfr.solve(HOLDEM, 1, initial=(np.ones((169, 1)),) * 2), "plan: shape"),
        (lambda: fictitious_play.solve(HOLDEM, 1, initial=(np.ones(3),) * 2), "plan: shape"),
    ],
)
def test_what_compiled_code_could_not_bear_is_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        wrong()


@pytest.mark.parametrize(
    "arrange",
    [np.asfortranarray, lambda a: a.astype(np.float32), lambda a: a[::-1, ::-1][::-1, ::-1]],
    ids=["by columns", "single precision", "strided"],
)
def test_values_may_lie_in_memory_as_they_like_and_stay_as_they_are(arrange):
    values = KUHN.sequence_values(0, KUHN.uniform(1))
    given = arrange(values)
    given.setflags(write=False)
    before = given.copy()
    plan, value = KUHN.respond(0, given)
    assert (plan == KUHN.respond(0, values)[0]).all()
    assert value == pytest.approx(KUHN.respond(0, values)[1])
    assert (given == before).all()


def test_a_solution_cannot_be_changed_after_its_proof():
    x, y = kuhn_family(0.2)
    solution = Solution(KUHN, (x, y), "Kuhn", History(np.array([1]), x[:1, 0], y[:1, 0], {}))
    x[:] = y[:] = 0
    arrays = [*solution.plans, *solution.strategies[0].values(), solution.history.lower]
    arrays += [*KUHN.tree.nodes, *KUHN.tree.parents, KUHN.tree.stakes]
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    for same in (solution, pickle.loads(pickle.dumps(solution)), copy.deepcopy(solution)):
        assert (same.lower, same.value, same.upper) == (
            solution.lower,
            solution.value,
            solution.upper,
        )
        assert (same.probability(0, "bet") == solution.probability(0, "bet")).all()
        assert same.game.value(*same.plans) == pytest.approx(solution.value)


def test_a_history_keeps_what_was_tracked():
    history = cfr.solve(KUHN, 10, track=[(0, "bet", "J")]).history
    with pytest.raises(ValueError, match="read-only"):
        history.tracked[0, "bet", "J"][0] = 2


def test_a_tree_is_not_its_makers_dictionary():
    actions = {"a": Fold(1), "b": Fold(2)}
    tree = Tree(Decision(0, actions))
    actions["b"] = Fold(100)
    assert Game(KUHN.deal, tree).best_response(0, np.ones((3, 1)))[1] == 2


def test_the_empty_sequence_is_no_action():
    solution = Solution(KUHN, kuhn_family(0.2), "Kuhn")
    with pytest.raises(ValueError, match="action: '' given"):
        solution.probability(0, "")


def spoiled(sequence, value):
    plan = KUHN.uniform(0)
    plan[KUHN.deal.index(0, "Q"), sequence] = value
    return plan


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (np.ones((3, 2)), r"shape \(3, 2\) given, \(3, 5\) needed"),
        (spoiled(1, -0.5), "an entry is -0.5"),
        (spoiled(1, float("nan")), "an entry is nan"),
        (spoiled(0, 2), "column 0"),
        (spoiled(1, 0.9), "with Q, the actions after 'the start' add up to 1.4, not to 1"),
        (spoiled(3, 0.5), "with Q, the actions after 'check, bet' add up to 0.75, not to 0.5"),
    ],
)
def test_what_is_not_a_plan_is_refused(plan, message):
    for use in (
        lambda: KUHN.value(plan, KUHN.uniform(1)),
        lambda: KUHN.guarantee(0, plan),
        lambda: KUHN.best_response(1, plan),
        lambda: KUHN.action_values(1, plan),
    ):
        with pytest.raises(ValueError, match=message):
            use()


def test_a_solution_answers_by_name():
    solution = Solution(KUHN, kuhn_family(0.2), "Kuhn")
    assert solution.value == pytest.approx(-1 / 18)
    assert solution.probability(0, "bet") == pytest.approx([0.2, 0, 0.6])
    assert solution.probability(1, "bet, call", "Q") == pytest.approx(1 / 3)
    assert solution.strategies[0]["check, bet, fold"] == pytest.approx([1, 1 - 1 / 3 - 0.2, 0])
    assert solution.exploitability == pytest.approx(0, abs=1e-12)


def test_a_solution_certifies_what_a_solver_almost_got_right():
    x, y = kuhn_family(0.2)
    solution = Solution(KUHN, (x - 1e-12, y * (1 + 1e-10)), "sloppy")
    assert solution.plans[0].min() == 0
    assert (solution.lower, solution.upper) == pytest.approx((-1 / 18, -1 / 18), abs=1e-9)
    assert solution.lower <= solution.value <= solution.upper


# Whose plan


HOLDEM = Game(deals.holdem(), betting.push_fold(10))


def mixed_up():
    """All the ways to give a player's plan for the other's, in a game where both have one shape."""
    x, y = (HOLDEM.plan(p, {action: 0.3}) for p, action in ((0, "push"), (1, "call")))
    return {
        "value": lambda: HOLDEM.value(y, x),
        "value of copies": lambda: HOLDEM.value(y.copy(), x.copy()),
        "bracket": lambda: HOLDEM.bracket(y, x),
        "exploitability": lambda: HOLDEM.exploitability(y, x),
        "guarantee": lambda: HOLDEM.guarantee(1, x),
        "best response": lambda: HOLDEM.best_response(0, x),
        "sequence values": lambda: HOLDEM.sequence_values("small blind", x),
        "action values": lambda: HOLDEM.action_values(0, x),
        "behaviour": lambda: HOLDEM.to_behaviour(1, x),
        "check": lambda: HOLDEM.check_plan("small blind", y),
        "solution": lambda: Solution(HOLDEM, (y, x), "nobody"),
        "certificate": lambda: exact.certify(HOLDEM, (y, x)),
        "a start": lambda: cfr.solve(HOLDEM, initial=(y, x), iterations=1),
        "a response": lambda: HOLDEM.value(HOLDEM.best_response(1, x)[0], y),
        "a solution's": lambda: HOLDEM.guarantee(0, Solution(HOLDEM, (x, y), "nobody").plans[1]),
    }


@pytest.mark.parametrize("way", mixed_up())
def test_one_players_plan_is_not_taken_for_the_others(way):
    assert HOLDEM.shape(0) == HOLDEM.shape(1)
    with pytest.raises(ValueError, match=r"blind's plan given, (small|big) blind's needed"):
        mixed_up()[way]()


def test_a_plan_fits_every_game_with_the_same_hands_and_sequences():
    push = HOLDEM.plan(0, {"push": 0.3})
    deeper = Game(deals.holdem(card_removal=False), betting.push_fold(12))
    assert deeper.guarantee(0, push) == deeper.guarantee(0, np.array(push))
    for other in (
        Game(deals.holdem(), betting.one_round([2])),
        Game(deals.numbers(169), betting.push_fold(10)),
    ):
        assert other.shape(0) == HOLDEM.shape(0)
        with pytest.raises(ValueError, match="a plan of another game given, one of <Game"):
            other.guarantee(0, push)


def test_a_plan_is_an_array_and_what_is_made_of_it_a_plain_one():
    push = HOLDEM.plan(0, {"push": 0.3})
    assert isinstance(push, Plan) and isinstance(push.copy(), Plan)
    made = [push * 2, 0.5 * push + 0.5 * push, push[:, 1], push[3:], push @ np.ones(3)]
    made += [push.sum(axis=0), np.maximum(push, 0.5), np.add(push, 1, out=push.copy())]
    assert {type(array) for array in made} == {np.ndarray}
    half = (push + HOLDEM.plan(0, {"push": 0.5})) / 2
    assert HOLDEM.check_plan(0, half).owner == push.owner
    changed = push.copy()
    changed[5] = 1, 0, 1
    assert HOLDEM.guarantee(0, changed) != HOLDEM.guarantee(0, push)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Game(HOLDEM.tree, HOLDEM.deal),
        lambda: Game(HOLDEM.deal, HOLDEM.tree.root),
        lambda: Game("holdem", HOLDEM.tree),
    ],
)
def test_a_game_is_a_deal_and_a_tree(make):
    with pytest.raises(TypeError, match=r"(deal|tree): .* given, a (Deal|Tree) needed"):
        make()


@pytest.mark.parametrize("player", [-1, 2, True, "Alice"])
def test_only_the_trees_players_play(player):
    solved = Solution(KUHN, (KUHN.uniform(0), KUHN.uniform(1)), "nobody")
    plan = KUHN.uniform(0)
    for use in (
        lambda: KUHN.uniform(player),
        lambda: KUHN.guarantee(player, plan),
        lambda: KUHN.best_response(player, plan),
        lambda: KUHN.to_behaviour(player, plan),
        lambda: solved.probability(player, "bet"),
        lambda: solved.frequency(player, "bet"),
        lambda: solved.table(player),
    ):
        with pytest.raises(ValueError, match=r"player: .* given, 0 or 1, or 'player 0' or"):
            use()


@pytest.mark.parametrize("entry", [np.nan, np.inf, -np.inf])
def test_what_is_no_number_is_in_no_plan(entry):
    plan = np.full(KUHN.shape(0), entry)
    for use in (
        lambda: KUHN.to_plan(0, plan),
        lambda: KUHN.to_behaviour(0, plan),
        lambda: Solution(KUHN, (plan, KUHN.uniform(1)), "nobody"),
    ):
        with pytest.raises(ValueError, match=r"an entry is (nan|inf|-inf), finite numbers needed"):
            use()


# What a solution tells


def by_enumeration(game, solved, player, name):
    """How likely an action is, and the choice of it, deal by deal and branch by branch."""
    chances = [solved.table(p) for p in (0, 1)]
    taken = came = 0.0

    def visit(node, history, hands, chance):
        nonlocal taken, came
        if isinstance(node, Decision):
            labels = [f"{history}, {action}" if history else action for action in node.actions]
            if node.player == player and name in labels:
                came += chance
            for label, child in zip(labels, node.actions.values(), strict=True):
                now = chance * chances[node.player].loc[hands[node.player], label]
                taken += now if label == name and node.player == player else 0
                visit(child, label, hands, now)

    for i, one in enumerate(game.deal.hands[0]):
        for k, other in enumerate(game.deal.hands[1]):
            visit(game.tree.root, "", (one, other), game.deal.prior[i, k])
    return taken, came


@pytest.mark.parametrize(
    ("game", "player", "action"),
    [
        (KUHN, 0, "bet"),
        (KUHN, 0, "check, bet, call"),
        (KUHN, 1, "check, bet"),
        (Game(deals.numbers(5), betting.limit(2)), 1, "raise, raise"),
        (Game(deals.numbers(5), betting.limit(2)), 0, "call, raise, call"),
    ],
)
def test_frequencies_are_those_of_hands_dealt_one_by_one(game, player, action):
    rng = np.random.default_rng(0)
    plans = [game.to_plan(p, game.to_behaviour(p, rng.random(game.shape(p)))) for p in (0, 1)]
    solved = Solution(game, tuple(plans), "nobody")
    taken, came = by_enumeration(game, solved, player, action)
    who = game.tree.players[player]
    assert solved.frequency(who, action) == pytest.approx(taken, abs=1e-12)
    assert solved.frequency(player, action, reached=True) == pytest.approx(taken / came, abs=1e-12)


def test_a_choice_that_never_comes_has_no_frequency():
    checks = KUHN.plan(0, {"check": 1}), KUHN.uniform(1)
    solved = Solution(KUHN, checks, "nobody")
    assert solved.frequency(1, "bet, call") == 0
    assert np.isnan(solved.frequency(1, "bet, call", reached=True))


def test_a_table_has_the_hands_and_the_actions():
    solved = lp.solve(HOLDEM)
    table = solved.table("big blind")
    assert list(table.index) == list(HOLDEM.deal.hands[1])
    assert list(table.columns) == ["push, fold", "push, call"]
    assert table.loc["72o", "push, call"] == solved.probability(1, "call", "72o")
    assert solved.width == solved.upper + -solved.lower == 2 * solved.exploitability


# Files


def test_a_solution_is_certified_again_when_it_is_loaded(tmp_path):
    tree = betting.push_fold((27, 29), ante="1/3", big_blind_ante="0.7")
    game = Game(deals.holdem().restrict("random", "22+, A2:0.3"), tree)
    solved, path = cfr.solve(game, iterations=20), tmp_path / "solution.npz"
    solved.save(path)
    again = load(path)
    for name in ("lower", "upper", "value"):
        assert getattr(again, name) == pytest.approx(getattr(solved, name), abs=1e-14)
    for plan, kept in zip(again.plans, solved.plans, strict=True):
        assert np.array(plan) == pytest.approx(np.array(kept), abs=1e-15)
    assert str(again.game.tree) == str(tree) and again.game.deal.hands == game.deal.hands
    first = path.read_bytes()
    solved.save(path)
    assert path.read_bytes() == first

    with np.load(path) as file:
        parts = dict(file)
    parts["plan0"] = parts["plan0"][::-1]
    np.savez(path, **parts)
    assert load(path).lower < solved.lower
    for name, damaged in {"plan0": -parts["plan0"], "weights": -parts["weights"]}.items():
        np.savez(path, **{**parts, name: damaged})
        with pytest.raises(ValueError, match=r"path: .* is no saved solution: (plan|weights): "):
            load(path)


def test_rounded_plans_make_a_small_file_and_are_certified_as_they_are(tmp_path):
    game = Game(deals.holdem(), betting.no_limit(8))
    solved = cfr.solve(game, iterations=300)
    solved.save(tmp_path / "whole.npz")
    for bits, worse in ((8, 3e-2), (24, 1e-5)):
        solved.save(path := tmp_path / f"{bits}.npz", bits)
        rounded = load(path)
        assert path.stat().st_size < (tmp_path / "whole.npz").stat().st_size * 0.7
        assert solved.lower - worse < rounded.lower <= rounded.upper < solved.upper + worse
        for plan in rounded.plans:
            units = np.array(plan) * 2**bits
            assert units == pytest.approx(np.rint(units), abs=1e-6)
    assert load(path).game.tree.terminals == game.tree.terminals
    for bits in (0, 53, 8.5):
        with pytest.raises(ValueError, match=f"bits: {bits} given"):
            solved.save(path, bits)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 and no more", b"\x93NUMPY", b"not a zip"])
def test_a_file_that_is_no_solution_is_refused(tmp_path, content):
    path = tmp_path / "solution.npz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"path: .* is no saved solution"):
        load(path)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nothing.npz")
    with pytest.raises(OSError, match="cannot be written"):
        lp.solve(KUHN).save(tmp_path / "no" / "folder.npz")


def test_where_a_plan_never_leads_its_behaviour_is_even():
    bets = KUHN.to_behaviour(0, KUHN.plan(0, {"bet": 1}))
    assert bets[:, 1:].tolist() == [[0, 1, 0.5, 0.5]] * 3


# The extensive form


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
    lp_solver.DEFAULT_SOLVER_KWARGS.clear()  # options of a solver that is not HiGHS
    read = pyspiel.load_efg_game(game.to_efg())
    value = sequence_form_lp.solve_zero_sum_game(read, solver="HIGHS")[0]
    assert lp.solve(game).value == pytest.approx(value, abs=1e-9)


def test_outcomes_of_an_extensive_form_are_numbered_from_one():
    endings = [line.split()[2] for line in KUHN.to_efg().splitlines() if line.startswith("t")]
    assert endings == [str(number) for number in range(1, 6 * 5 + 1)]


def test_names_with_quotes_stay_names():
    tree = Tree(Decision(0, {'say "all-in"': Fold(1), "back\\slash": Fold(-1)}), 'a "game"')
    read = pyspiel.load_efg_game(Game(deals.kuhn(), tree).to_efg())
    assert read.new_initial_state().child(0).legal_actions() == [0, 1]
