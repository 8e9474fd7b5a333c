"""No-limit trees against the rules, played out naively; and what solves them."""

import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pokerlab import amounts, betting, cli, deals, solvers
from pokerlab._compiled import parallel
from pokerlab._support.files import DATA
from pokerlab.games import Game
from pokerlab.solvers import cfr, double_oracle, exact
from pokerlab.solvers.units import tolerance_unit
from pokerlab.stored import data
from tests import random_games
from tests.tables import refused
from tools import stored


def play_out(stack, sizes, small, big, ante):
    """All endings by the rules, as (history, kind, amount), and the number of decisions."""
    endings, most, decisions = [], stack - ante, 0

    def act(history, bets, player, last_raise, acted):
        nonlocal decisions
        decisions += 1
        faced, mine = bets[1 - player], bets[player]
        if mine < faced or not history:
            endings.append((*history, "fold", (ante + mine) * (1 if player else -1)))
            matched = [faced, faced]
            if acted or player == 1:
                endings.append((*history, "call", ante + faced))
            else:
                act((*history, "call"), matched, 1, last_raise, True)
        else:
            endings.append((*history, "check", ante + faced))
        if faced < most:
            for to in raises_to(faced, last_raise):
                raised = list(bets)
                raised[player] = to
                name = "all-in" if to == most else f"raise to {amounts.format_amount(to)}"
                act((*history, name), raised, 1 - player, to - faced, True)

    def raises_to(faced, last_raise):
        if sizes == "all":
            whole = [Fraction(to) for to in range(1, 100) if faced + last_raise <= to < most]
        else:
            pot = 2 * (faced + ante)
            whole = [faced + pot if s == "pot" else faced * Fraction(s[:-1]) for s in sizes]
        return sorted({min(to, most) for to in whole} | {most})

    act((), [small, big], 0, big, False)
    return sorted(endings), decisions


settings_of_play = st.tuples(
    st.fractions(Fraction(5, 2), 11, max_denominator=2),
    st.sampled_from(["all", ["2x"], ["pot"], ["2.5x", "4x"], ["3x", "pot", "2x"]]),
    st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1)]),
    st.sampled_from([Fraction(1), Fraction(2)]),
    st.sampled_from([Fraction(0), Fraction(1, 4)]),
)


@random_games.examples(60)
@given(settings_of_play)
@example((4, "all", Fraction(1, 100), Fraction(1, 50), Fraction(0)))  # not a large tree
@example((10, ["50x"], Fraction(1, 2), Fraction(1), Fraction(0)))
def test_a_tree_holds_what_the_rules_allow(play):
    stack, sizes, small, big, ante = play
    tree = betting.no_limit(stack, sizes, small, big, ante)
    endings, decisions = play_out(stack, sizes, small, big, ante)
    paid = sorted(
        (*end.history.split(", "), end.fixed_amount + end.stake) for end in tree.terminals
    )
    assert paid == endings
    assert tree.decision_count == decisions


@pytest.mark.parametrize(("name", "most"), [("MAX_DECISIONS", 28), ("MAX_DISTINCT_DECISIONS", 24)])
def test_decisions_are_counted_while_a_tree_is_built(name, most, monkeypatch):
    monkeypatch.setattr(betting, name, most)
    betting.no_limit(8, "all", 1, 2)
    monkeypatch.setattr(betting, name, most - 1)
    with pytest.raises(ValueError, match=rf"at most .*\b{most - 1}\b.* allowed"):
        betting.no_limit(8, "all", 1, 2)


test_what_is_no_game_is_refused = refused(
    ({"stack": 1}, "stack: 1 given, more than the big blind, 1, needed"),
    ({"stack": 3, "ante": 2}, "stack: 3 given, more than the big blind and the antes, 3, needed"),
    ({"ante": True}, "ante: True given, a finite number needed"),
    ({"big_blind": 0, "small_blind": 0}, "big_blind: 0 given"),
    ({"raises": "2x,1x"}, "raises: '1x' given, 'pot' or a multiple"),
    ({"raises": 2.5}, "raises: 2.5 given, 'pot' or a multiple"),
    ({"raises": [2.5, 3]}, "raises: 2.5 given, 'pot' or a multiple"),
    ({"raises": [3]}, "raises: 3 given, 'pot' or a multiple from '2x' up needed"),
    ({"raises": ["1.9x"]}, "raises: '1.9x' given, 'pot' or a multiple"),
    ({"stack": 10**6, "raises": "all"}, "raises: too many given, at most 1,000,000 decisions"),
    of=betting.no_limit,
)


# Solutions


def test_what_nobody_reaches_is_settled_so_that_fewer_rounds_suffice():
    game, rounds = Game(deals.holdem(), betting.no_limit(10)), []
    for use_fallback in (True, False):
        _, convergence = double_oracle.search(
            game, 1e-9, double_oracle.TO_CORNER, use_fallback=use_fallback
        )
        assert convergence.width[-1] < 1e-9
        rounds.append(len(convergence.lower))
    assert rounds[0] < 10 < rounds[1]


def test_four_big_blinds_in_whole_chips_are_worth_a_fraction():
    game = Game(deals.holdem(), betting.no_limit(8, "all", 1, 2))
    solution = double_oracle.solve(game)
    certificate = exact.solve(game, initial=solution.plans)
    assert certificate.width == 0
    assert solution.lower - 1e-12 <= certificate.value <= solution.upper + 1e-12


@pytest.mark.parametrize("block", [1, 3])
def test_values_do_not_depend_on_how_many_products_are_held_at_a_time(monkeypatch, block):
    game = Game(deals.numbers(5), betting.no_limit(8, "all", 1, 2))
    plans = random_games.random_plans(game, np.random.default_rng(0))
    whole = [game.terminal_values(p, plans[1 - p]) for p in (0, 1)]
    monkeypatch.setattr("pokerlab.payoffs._BLOCK_SEQUENCES", block)
    for player in (0, 1):
        split = game.terminal_values(player, plans[1 - player])
        assert np.allclose(split, whole[player], rtol=0, atol=1e-14)


# The family of CFR


def naive(game, rule, iterations):
    """CFR by its definition, hand by hand: the averages after so many iterations."""
    powers = {
        "CFR": (None, None, 0),
        "CFR+": (None, 0, 1),
        "DCFR": (1.5, 0.0, 2),
        "DCFR(1.5, 0.5, 5)": (1.5, 0.5, 5),
        "DCFR(1.35, 0, 3)": (1.35, 0.0, 3),
        "PCFR+": (None, 0, 2),
    }
    alpha, beta, gamma = powers.get(rule, (None, None, None))
    plus = rule.endswith("+")
    regrets = [np.zeros(game.shape(p)) for p in (0, 1)]
    behaviours = [game.to_behaviour(p, game.uniform(p)) for p in (0, 1)]
    sums = [np.zeros(game.shape(p)) for p in (0, 1)]
    for t in range(1, iterations + 1):
        for p in (0, 1):
            if rule.startswith("HS"):
                part = t / iterations
                gamma = 30 - 5 * part
                alpha, beta = (1 + 3 * part, -1 - 2 * part) if not plus else (None, 0)
            other = game.to_plan(1 - p, behaviours[1 - p])
            values = (1, -1)[p] * game.terminal_values(p, other)
            gains = np.zeros(values.shape)
            for node in reversed(game.tree.information_sets[p]):
                here = node.sequences_after
                earned = (behaviours[p][:, here] * values[:, here]).sum(axis=1)
                gains[:, here] = values[:, here] - earned[:, None]
                values[:, node.sequence_before] += earned
            old, s = regrets[p], t - 1
            if plus:
                regrets[p] = np.maximum(old + gains, 0)
            elif alpha is None:
                regrets[p] = old + gains
            else:
                up, down = (s**a / (s**a + 1) if s else 0 for a in (alpha, beta))
                regrets[p] = np.where(old > 0, up * old, down * old) + gains
            guess = regrets[p] + gains if rule in ("PCFR+", "HS-PCFR+") else regrets[p]
            positive = np.maximum(guess, 0)
            for node in game.tree.information_sets[p]:
                parts = positive[:, node.sequences_after]
                parts = np.where(parts.sum(axis=1, keepdims=True) > 0, parts, 1)
                behaviours[p][:, node.sequences_after] = parts / parts.sum(axis=1, keepdims=True)
            sums[p] = sums[p] * (s / t) ** gamma + game.to_plan(p, behaviours[p])
    return [sums[p] / sums[p][:, :1] for p in (0, 1)]


@pytest.mark.parametrize("rule", cfr.RULES)
def test_each_rule_does_what_its_paper_says(rule):
    game = Game(deals.numbers(4), betting.no_limit(5, "all", 1, 2))
    plans = cfr.solve(game, iterations=25, rule=rule).plans
    for found, expected in zip(plans, naive(game, rule, 25), strict=True):
        assert np.allclose(found, expected, rtol=0, atol=1e-9)


def test_single_precision_and_threads_find_the_same(monkeypatch):
    game = Game(deals.numbers(7), betting.no_limit(8, "all", 1, 2))
    assert (
        abs(
            np.diff(
                [cfr.solve(game, iterations=800, single_precision=s).payoff for s in (False, True)]
            )
        )
        < 1e-4
    )
    alone = cfr.solve(game, iterations=200)
    monkeypatch.setattr(parallel, "PARALLEL_FROM", 1)
    threaded = cfr.solve(game, iterations=200)
    assert all(map(np.array_equal, threaded.plans, alone.plans))
    assert (threaded.lower, threaded.upper) == (alone.lower, alone.upper)


# The command


NARROW = deals.river("AsKs7d4c2h", "QQ+,AK,76s,65s", "AQ+,JJ-88")


@pytest.mark.parametrize(
    ("game", "wide", "narrow"),
    [
        (Game(deals.holdem(), betting.no_limit(10, ["3x"])), 1e-3, 1e-6),
        (Game(deals.holdem(), betting.limit(2)), 1e-4, 1e-7),
        (Game(deals.holdem(), betting.push_fold(10)), 1e-4, 1e-7),
        (Game(deals.kuhn(), betting.kuhn()), 1e-3, 1e-5),
        (Game(NARROW, betting.river(100, 200, "50%", "3x")), 1e-3, 1e-6),
    ],
)
def test_averages_come_first_and_programs_finish_what_would_take_them_longer(game, wide, narrow):
    """As measured, over five kinds of games; a guess that was given up is carried on with."""
    for share, solver in (wide, "cfr (DCFR(1.35, 0, 3))"), (narrow, "double oracle"):
        solution = solvers.solve(game, tolerance=share * tolerance_unit(game.tree), progress=False)
        assert solution.found_by == solver and solution.width <= share * tolerance_unit(game.tree)


def test_a_run_without_hope_ends_at_a_checkpoint_and_is_the_guess(monkeypatch):
    game, told = Game(deals.kuhn(), betting.kuhn()), []
    looks = {"checkpoints": [3, 5, 400]}
    guess = cfr.solve(
        game, iterations=500, **looks, should_give_up=lambda *at: told.append(at) or at[0] >= 5
    )
    course = cfr.solve(game, iterations=500, **looks).convergence
    widths = np.minimum.accumulate(course.upper - course.lower)
    assert told == [*zip([3, 5], widths[:2].tolist(), strict=True)]
    assert guess.convergence.iterations.tolist() == [3, 5]
    monkeypatch.setattr(cfr, "solve", None)
    solution = double_oracle.solve(game, initial=guess.plans)
    assert solution.payoff == pytest.approx(-1 / 18, abs=1e-9)


@pytest.mark.parametrize(("tolerance", "solver"), [(0.05, "cfr (DCFR"), (1e-9, "double oracle")])
def test_the_command_solves_as_well_as_asked(tolerance, solver, capsys):
    game = Game(deals.holdem(), betting.no_limit(10, ["3x"]))
    solution = solvers.solve(game, tolerance=tolerance)
    assert solution.width <= tolerance and solution.found_by.startswith(solver)
    assert cli.main(f"no-limit --stack 10 --raises 3x --tolerance {tolerance} --json".split()) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["lower"], answer["upper"]) == (solution.lower, solution.upper)
    assert list(answer["opening"]) == ["fold", "call", "raise to 3", "all-in"]
    assert sum(answer["opening"].values()) == pytest.approx(1)


def test_single_precision_is_not_asked_for_digits_that_it_lacks(monkeypatch):
    taken = []

    def solve(*_, single_precision, **others):
        taken.append(single_precision)
        raise ArithmeticError

    monkeypatch.setattr(cfr, "solve", solve)
    for stack in (20, 1000):
        with pytest.raises(ArithmeticError):
            solvers.solve(Game(deals.holdem(), betting.no_limit(stack, ["3x"])), tolerance=1e-4)
    assert taken == [True, False]


# The solutions that the book loads


def test_the_stored_solutions_are_those_on_record():
    lists, record = stored.SMALL | stored.LARGE, data("solved")
    assert {path.stem for path in DATA.glob("*-*-*.npz")} == lists.keys()
    assert record.keys() == lists.keys() | stored.EXACT.keys()
    for name in lists:
        assert (DATA / f"{name}.npz").stat().st_size == record[name]["bytes"]


@pytest.mark.parametrize("name", ["four-sizes-12", "four-sizes-60", "every-chip-8"])
def test_a_stored_solution_is_what_its_record_says(name):
    solution, tree, record = data(name), stored.SMALL[name](), data("solved")[name]
    assert solution.game.tree.to_dict() == tree.to_dict()
    assert record["decisions"] == tree.decision_count
    assert solution.width == pytest.approx(record["width"], abs=1e-14)
