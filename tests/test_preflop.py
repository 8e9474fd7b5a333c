"""Sim.c's game: its rules, its strategies line by line, its report."""

from fractions import Fraction

import numpy as np
import pytest

from pokerlab import betting, deals
from pokerlab.games import Game
from pokerlab.solutions import Solution
from pokerlab.solvers import double_oracle
from pokerlab.studies import preflop
from tests.tables import endings, refused


def solve(**variables):
    solution = double_oracle.solve(Game(deals.holdem(), preflop.tree(**variables)))
    assert -1e-12 < solution.width < 1e-9
    return solution


@pytest.fixture(scope="module")
def standard():
    return solve(nr=2)


def test_a_blind_that_is_not_live_ends_the_betting_when_called():
    dead = endings(preflop.tree(nr=2, bl=0.5, r=0.1, liv=False))
    assert dead["call"] == 1 and not any(history.startswith("call,") for history in dead)
    assert dead["raise, call"] == Fraction(11, 10)


def test_nobody_has_more_than_nr_actions_that_do_not_end_the_betting():
    for nr in (1, 2, 5):
        for player in (0, 1):
            going_on = [end.split(", ")[:-1][player::2] for end in endings(preflop.tree(nr=nr))]
            assert max(map(len, going_on)) == nr


test_a_bad_variable_is_named = refused(
    *(({"nr": 101}, "^nr: "), ({"r": 0}, "^r: "), ({"an": -0.5}, "^an: ")),
    *(({"bl": "much"}, "^bl: "), ({"nr": 100, "r": 10**6, "lim": False}, "^put_in: ")),
    of=preflop.tree,
)


def test_lines_are_those_of_the_readme():
    tree = betting.limit(2)
    small, big = (preflop.line_sequences(tree, player) for player in (0, 1))
    assert list(small[""]) == ["R0F", "R1F", "R1C", "R2F", "R2C", "CR0F", "CR0C", "CR1F", "CR1C"]
    assert list(big) == ["c", "r"]
    assert list(big["c"]) == list(big["r"]) == ["R0F", "R0C", "R1F", "R1C", "R2"]
    dead = preflop.line_sequences(betting.limit(1, live=False), 0)
    assert list(dead[""]) == ["R0F", "R0C", "R1F", "R1C"]


@pytest.mark.parametrize("nr", [1, 2, 4])
def test_to_lines_and_back_is_exact(nr):
    game = Game(deals.numbers(4), betting.limit(nr))
    draws = np.random.default_rng(nr)
    for player in (0, 1):
        behaviour = game.to_behaviour(player, draws.random(game.shape(player)))
        plan = game.to_plan(player, behaviour)
        _, chances = preflop.line_probabilities(game, player, plan)
        assert np.allclose(chances.sum(axis=2), 1)
        there = preflop.to_plan(game, player, chances)
        assert np.allclose(there, plan, rtol=0, atol=1e-15)
        assert (preflop.line_probabilities(game, player, there)[1] == chances).all()


KUHN_LIMIT = Game(deals.kuhn(), preflop.tree())


test_what_is_no_chances_of_lines_is_refused = refused(
    (
        preflop.to_plan,
        KUHN_LIMIT,
        1,
        np.ones((2, 3)),
        r"probabilities: shape \(2, 3\) given, \(2, 3, 3\) needed",
    ),
    (
        preflop.to_plan,
        KUHN_LIMIT,
        "big blind",
        np.ones((2, 3, 3)),
        "probabilities: with J, 1.0 in column 1 given",
    ),
    (preflop.to_plan, KUHN_LIMIT, 0, "x", "probabilities: 'x' given, numbers needed"),
)


def test_errors_of_reached_lines_name_the_plan_that_is_wrong():
    x, y = KUHN_LIMIT.uniform(0), KUHN_LIMIT.uniform(1)
    with pytest.raises(ValueError, match=r"^opponent_plan: shape"):
        list(preflop.reached_lines(KUHN_LIMIT, 0, x, y[:2]))
    with pytest.raises(ValueError, match=r"^plan: shape"):
        list(preflop.reached_lines(KUHN_LIMIT, "small blind", x[:2], y))


@pytest.mark.parametrize("liv", [True, False])
def test_the_table_ev_pays_what_the_game_pays(liv):
    game = Game(deals.numbers(5), betting.limit(2, live=liv))
    x, y = game.uniform(0), game.uniform(1)
    p, q = (preflop.line_probabilities(game, n, plan)[1] for n, plan in ((0, x), (1, y)))
    value = np.einsum("ij,ijckl,ckl->", p[0], preflop.weighted_earnings(game), q)
    assert value == pytest.approx(-game.payoff(x, y), abs=1e-12)


def test_the_report_has_both_values_and_every_hand_once(standard):
    text = preflop.report(standard)
    assert "Actual primal value 0.022447573\nActual dual value   0.022447573" in text
    first, second = text.split("Strategy for player 1")
    # Mixed hands start their line, which goes on with numbers.
    words = [w for w in first.split() if len(w) == 4 and w[0] in "cr" and w[1] in "23456789TJQKA"]
    assert len(words) == len(set(words)) == 338
    words = [w for w in second.split() if len(w) == 3 and w[-1] in "os" and w[0] != "R"]
    assert len(words) == len(set(words)) == 169
    assert "KQo AQo KTs KJs KQs AQs" in second.split("--- CR1C ---")[1]


def test_what_is_never_reached_is_not_called_a_choice():
    text = preflop.report(solve(nr=1, an=0, bl=1))
    unreached = text.split("--- unreached ---")[1].split("Strategy")[0]
    assert "c42s" in unreached and unreached.count(" c") > 100
    assert "R0F" not in text.split("Strategy for player 1")[0]


def test_an_unreached_continuation_is_cut_off():
    game = Game(deals.numbers(2), betting.limit(1, small_blind=0, big_blind=1))
    x = game.plan(0, {"call": [0, 1], "fold": [1, 0]})
    y = game.plan(1, {"check": 1})
    lines = dict(preflop.reached_lines(game, 0, x, y))
    assert lines == {"0": {"R0F": 1}, "1": {"CR0*": 1}}
    lines = dict(preflop.reached_lines(game, 1, y, x))
    assert lines["r0"] == lines["r1"] == {"*": 1} and lines["c0"] == {"R0C": 1}


def test_a_hand_that_the_opponents_hand_excludes_is_not_reached_by_it():
    """The big blind raises with d only, which nobody holds who meets a."""
    weights = np.array([[1, 0], [1, 1]])
    deal = deals.Deal((("a", "b"), ("c", "d")), weights, np.eye(2, dtype=int), np.ones((2, 2), int))
    game = Game(deal, betting.limit(1))
    x = game.plan(0, {"call": 1})
    y = game.plan(1, {"check": [1, 0], "call, raise": [0, 1]})
    lines = dict(preflop.reached_lines(game, 0, x, y))
    assert lines == {"a": {"CR0*": 1}, "b": {"CR0F": 0.5, "CR0C": 0.5}}


def test_a_report_is_of_limit_betting():
    game = Game(deals.numbers(3), betting.push_fold(3))
    with pytest.raises(ValueError, match="tree: 'push' given, the actions of limit betting"):
        preflop.report(Solution(game, (game.uniform(0), game.uniform(1)), "nobody"))


def test_a_report_says_when_the_values_differ():
    game = Game(deals.numbers(3), betting.limit())
    text = preflop.report(Solution(game, (game.uniform(0), game.uniform(1)), "nobody"))
    assert "They differ by" in text


def test_in_pot_limit_the_size_of_a_raise_leaves_the_big_blind_as_it_is():
    """The size counts pots there, and a blind counts chips."""
    for size in (1, 2):
        tree = betting.limit(1, size, small_blind=3, pot_limit=True)
        amounts = {end.history: end.fixed_amount for end in tree.terminals if not end.is_showdown}
        assert amounts["fold"] == -3 and amounts["raise, fold"] == 6
    with pytest.raises(ValueError, match="big_blind: 0 given, more than 0 needed"):
        betting.limit(small_blind=0, pot_limit=True)
