"""The river: against products that look at every pair, programs that know no cards, and algebra."""

import copy
import json
import pickle
import re
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.sparse.linalg import spsolve

from pokerlab import betting, cards, cli, deals, ranges, river_payoffs, sweeps
from pokerlab._compiled.lanes import N_LANES
from pokerlab.certificates import certify
from pokerlab.evaluator import rank_hands
from pokerlab.games import Game
from pokerlab.holdem.ranked_ranges import RankedRange
from pokerlab.river_payoffs import RiverPayoffOperator
from pokerlab.solutions import Solution, load
from pokerlab.solvers import (
    cfr,
    double_oracle,
    exact,
    exact_programs,
    iteration,
    restricted_game,
    sequence_programs,
    solve,
)
from pokerlab.solvers._highs import CORNER_METHODS
from pokerlab.solvers.units import tolerance_unit
from pokerlab.stored import data
from tests.tables import endings, refused
from tools import stored

BOARD = "Td9d6hQc2s"


def random_range(rng, share):
    """Some combos, with weights of a sixth, a half or one."""
    names = rng.choice(cards.COMBO_NAMES, int(share * len(cards.COMBO_NAMES)), replace=False)
    return " ".join(f"{name}:{rng.choice(['1/6', '1/2', '1'])}" for name in names)


def test_a_pair_of_combos_counts_as_its_weights_and_shows_its_ranks():
    held = "QQ, KJs:0.5, AdKd:1/3, 22", "TT+, KJo:1/4"
    deal, board = deals.river(BOARD, *held), cards.parse_cards(BOARD)
    shares = [ranges.parse_range(text).by_combo() for text in held]
    expected = {}
    for mine, theirs in product(*shares):
        if len({*cards.parse_cards(mine), *cards.parse_cards(theirs), *board}) == 9:
            expected[mine, theirs] = shares[0][mine] * shares[1][theirs]
    total = sum(expected.values())
    assert [*map(set, zip(*expected, strict=True))] == [*map(set, deal.hands)]
    for (i, mine), (k, theirs) in product(*map(enumerate, deal.hands)):
        chance = expected.get((mine, theirs), 0) / total
        assert Fraction(int(deal.ways[i, k]), deal.total_ways) == chance
        if chance:
            seven = [[*cards.parse_cards(hand), *board] for hand in (mine, theirs)]
            ranks = rank_hands(np.array(seven)).astype(int)
            assert deal.margins[i, k] == np.sign(ranks[0] - ranks[1])


@pytest.mark.parametrize("seed", range(3))
def test_sums_by_rank_and_card_are_those_over_all_pairs(seed):
    """Of what sequences are paid, in both precisions, with more of them than are added at once."""
    rng = np.random.default_rng(seed)
    board = "".join(rng.choice(cards.CARD_NAMES, 5, replace=False))
    shares = rng.uniform(0.05, 0.7, 2) if seed else ()
    deal = deals.river(board, *(random_range(rng, share) for share in shares))
    game = Game(deal, betting.river(10, 40, ["1/3", "60%"], ["2x", "3x"]))
    pairs = Game(deals.Deal(deal.hands, deal.ways, deal.margins), game.tree)
    for player in (0, 1):
        plan = rng.uniform(size=game.shape(1 - player))
        expected = pairs.terminal_values(player, plan)
        assert min(game.tree.sequence_counts) > 2 * N_LANES
        assert abs(game.terminal_values(player, plan) - expected).max() < 2e-15 * 40
        single = game.payoff_operator.terminal_values_by_sequence(
            player, plan.astype(np.float32).T
        ).T
        assert single.dtype == np.float32
        assert abs(single - expected).max() < 3e-6 * abs(expected).max()


def random_spot(rng, hands, few=False):
    """A board, so many combos for each player, and what they may bet."""
    board = "".join(rng.choice(cards.CARD_NAMES, 5, replace=False))
    apart = [name for name in cards.COMBO_NAMES if name[:2] not in board and name[2:] not in board]
    held = [" ".join(rng.choice(apart, hands, replace=False)) for _ in range(2)]
    bets = [] if few else [*rng.choice(["1/3", "60%", "150%"], rng.integers(3), replace=False)]
    raises = [] if few else [*rng.choice(["2x", "3x", "pot"], rng.integers(2))]
    tree = betting.river(int(rng.integers(2, 20)), int(rng.integers(1, 60)), bets, raises)
    return Game(deals.river(board, *held), tree)


@pytest.mark.parametrize("rule", ["DCFR", "PCFR+", "HS-DCFR"])
@pytest.mark.parametrize("alone", [False, True])
def test_averages_are_those_of_the_same_deal_as_a_table_of_pairs(rule, alone, monkeypatch):
    """Whether many iterations run at once, or each is called alone as in large games."""
    if alone:
        monkeypatch.setattr(river_payoffs, "PARALLEL_FROM", 0)
    game = random_spot(np.random.default_rng(8), 60)
    pairs = Game(deals.Deal(game.deal.hands, game.deal.ways, game.deal.margins), game.tree)
    for single, count, close in (False, 40, 1e-8), (True, 4, 1e-3):
        how = {"checkpoints": [3], "single_precision": single}
        initial = iteration.random_plans(game, 5)
        here, there = (
            cfr.solve(each, iterations=count, rule=rule, initial=initial, **how)
            for each in (game, pairs)
        )
        for plan, expected in zip(here.plans, there.plans, strict=True):
            assert np.mean(abs(plan - expected) > close) < 0.01
        assert here.convergence.width == pytest.approx(there.convergence.width, rel=10 * close)


@pytest.mark.parametrize("rule", ["CFR", "PCFR+", "HS-DCFR"])
@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize("lock", [False, True])
def test_the_compiled_loop_over_iterations_makes_the_plans_of_one_call_after_the_other(
    rule, single, lock, monkeypatch
):
    asked = []
    values_of = RiverPayoffOperator.terminal_values_by_sequence

    def counted(operator, player, plan_by_sequence):
        asked.append(player)
        return values_of(operator, player, plan_by_sequence)

    monkeypatch.setattr(RiverPayoffOperator, "terminal_values_by_sequence", counted)
    game = random_spot(np.random.default_rng(9), 40)
    if lock:
        game = game.lock(0, {game.tree.sequence_names[0][1]: 0.4})
    initial = iteration.random_plans(game, 3)
    how = {"initial": initial, "checkpoints": [7], "single_precision": single}
    batch = cfr.solve(game, iterations=20, rule=rule, **how).plans
    measurements = len(asked)
    monkeypatch.setattr(river_payoffs, "PARALLEL_FROM", 0)
    one_by_one = cfr.solve(game, iterations=20, rule=rule, **how).plans
    assert len(asked) == measurements + 2 * 20 + measurements
    for plan, expected in zip(batch, one_by_one, strict=True):
        np.testing.assert_allclose(plan, expected, rtol=0, atol=1e-5 if single else 1e-12)


def test_random_spots_have_one_value_by_averages_programs_and_fractions(monkeypatch):
    """And exact steps begin where a program in floats ends, not from nothing."""
    # However few the hands are, ranks are added up.
    monkeypatch.setattr(river_payoffs, "_FEW_PAIRS", 0)
    monkeypatch.delattr(exact_programs._SlackForm, "slack_basis")
    rng = np.random.default_rng(5)
    for hands in rng.integers(3, 10, 20):
        game = random_spot(rng, hands)
        few = double_oracle.solve(game, corner=False)
        value = exact.solve(game, initial=few.plans).value
        assert few.width < 1e-9 * tolerance_unit(game.tree)
        assert few.payoff == pytest.approx(float(value), abs=1e-9 * tolerance_unit(game.tree))
        averages = cfr.solve(game, iterations=100, rule="DCFR", checkpoints=[100], progress=False)
        assert averages.lower - 1e-9 <= value <= averages.upper + 1e-9


@pytest.mark.parametrize("seed", range(3))
def test_hands_that_are_held_once_in_a_million_are_solved_like_others(seed, monkeypatch):
    monkeypatch.delattr(exact_programs._SlackForm, "slack_basis")
    rng, held = np.random.default_rng(seed), []
    for hands in deals.river(BOARD).hands:
        names = rng.choice(hands, 40, replace=False).tolist()
        weights = zip(names, 10 ** rng.uniform(-6, 0, 40), strict=True)
        held.append(" ".join(f"{name}:{weight:.12f}" for name, weight in weights))
    game = Game(deals.river(BOARD, *held), betting.river(1, 9))
    solution = double_oracle.solve(game, tolerance=1e-9, corner=False)
    assert solution.width < 1e-9
    value = exact.solve(game, initial=solution.plans).value
    assert solution.lower - 1e-12 <= value <= solution.upper + 1e-12


@pytest.mark.parametrize("lock", [False, True])
def test_sums_are_worth_what_pairs_are_worth_in_a_program(lock, monkeypatch):
    """Whatever is played: the sums follow from it, and what is paid from both."""
    rng = np.random.default_rng(3)
    deal = deals.river(BOARD, *(random_range(rng, 0.03) for _ in range(2)))
    game = Game(deal, betting.river(10, 25, ["1/3", "100%"], ["2x", "pot"]))
    if lock:
        game = game.lock(1, {"check, bet 10/3": rng.uniform(size=len(deal.hands[1])) / 2})
    kept = [rng.uniform(size=game.shape(player)) < 0.8 for player in (0, 1)]
    # Where a sequence may be played, some continuation must be.
    uniform = [game.uniform(player) for player in (0, 1)]
    likely = restricted_game.Beginning.of(game, game.payoff_operator, uniform, 0.01).in_play
    kept = [own | other for own, other in zip(kept, likely, strict=True)]
    monkeypatch.setattr(river_payoffs, "_FEW_PAIRS", 10**9)
    pairs = sequence_programs.SequenceProgram(game, kept).linear_program.matrix
    monkeypatch.setattr(river_payoffs, "_FEW_PAIRS", 0)
    sums = sequence_programs.SequenceProgram(game, kept).linear_program.matrix
    rows, columns = pairs.shape
    played = rng.normal(size=(columns, 5))
    added = spsolve(sums[rows:, columns:], -sums[rows:, :columns] @ played)
    paid = sums[:rows, :columns] @ played + sums[:rows, columns:] @ added
    assert paid == pytest.approx(pairs @ played, abs=1e-9)
    assert sums.nnz < pairs.nnz / 2


@pytest.mark.parametrize("change", [lambda ranks: 1000 * ranks, lambda ranks: ranks - 9000])
def test_ranks_may_be_any_whole_numbers(change, monkeypatch):
    monkeypatch.setattr(river_payoffs, "_FEW_PAIRS", 0)
    game = random_spot(np.random.default_rng(7), 12)
    ranges = [replace(each, ranks=change(each.ranks)) for each in game.deal.ranked_ranges]
    same = Game(deals.RiverDeal(game.deal.hands, ranges), game.tree)
    assert double_oracle.solve(same).payoff == double_oracle.solve(game).payoff


def test_a_polarised_range_bluffs_as_often_as_the_pot_offers():
    """With one best hand against one bluff-catcher he bluffs s / (1 + s) times as often."""
    catcher, best, air = "QhQs", "AsAd", "8c6c, 8h6h, 8s6s, 7c5c, 7h5h, 7s5s"
    for stack in (5, 10, 20):
        share = Fraction(stack, 10)
        deal = deals.river("AhKd9c5d2h", f"{best}, {air}", catcher)
        certificate = exact.solve(Game(deal, betting.river(10, stack, "none", "none")))
        nuts = Fraction(1, len(deal.hands[0]))
        assert certificate.value == 10 * nuts * (1 + share / (1 + share)) - 5


PARTLY = {"JsJh": (0.8, 0), "QsQh": (0.7, 0), "AsAh": (0, 15)}


@pytest.mark.parametrize(
    ("pot", "lock", "first", "second"),
    [
        (20, (1, {"all-in, call": 0.75}), {"QsQh": (1, 0), "AsAh": (0, 27.5)}, 6.25),
        (20, (1, {"all-in, call": 0.5}), {"QsQh": (0, 5), "AsAh": (0, 25)}, 5),
        (10, (0, {"all-in": {"JsJh": 0.2}}), PARTLY, 5),
    ],
)
def test_locks_change_play_as_postflop_solver_says(pot, lock, first, second):
    """For each hand how often it checks, and its chips: `node_locking` and `node_locking_partial`.

    They are in src/game/tests.rs of b-inary/postflop-solver, commit 9d1509f.
    """
    deal = deals.river("2s3h4d6c7c", ", ".join(first), "KsKh")
    proof = exact.solve(Game(deal, betting.river(pot, 10, "none", "none")).lock(*lock))
    assert proof.width == 0
    earned = [proof.game.action_values(p, proof.plans[1 - p].astype(float))[:, 0] for p in (0, 1)]
    assert -earned[1] + pot / 2 == pytest.approx([second])
    for hand, (checks, chips) in first.items():
        assert proof.probability(0, "check", hand) == Fraction(str(checks))
        assert earned[0][deal.hand_index(0, hand)] + pot / 2 == pytest.approx(chips)


def test_the_command_solves_a_river(capsys):
    spot = f"river --board {BOARD} --first KK+,J8s --second QJs,T8s:0.5,77 --pot 10 --stack 20"
    assert cli.main(f"{spot} --bets 50%,1 --raises none --exact --json".split()) == 0
    answer = json.loads(capsys.readouterr().out)
    deal = deals.river(BOARD, "KK+, J8s", "QJs, T8s:0.5, 77")
    certificate = exact.solve(Game(deal, betting.river(10, 20, ["1/2", "100%"], "none")))
    assert Fraction(answer["exact"]) == certificate.value
    assert answer["lower"] - 1e-9 <= certificate.value <= answer["upper"] + 1e-9
    assert answer["upper"] - answer["lower"] <= 1e-7
    assert [*answer["opening"]] == ["check", "bet 5", "bet 10", "all-in"]
    assert sum(answer["opening"].values()) == pytest.approx(1)
    assert cli.main(f"{spot} --bets none --tolerance 0.01".split()) == 0
    assert re.search(r"(?m)^all-in +\d+.\d%  #+$", capsys.readouterr().out)


def test_a_chart_folds_the_combos_that_come_to_a_decision_into_hands():
    deal = deals.river(BOARD, "AA, AKs:0.5, AhQh", "random")
    game = Game(deal, betting.river(10, 20, "1/2", "none"))
    bets = {"AsAh": 1, "AsAd": 0.5, "AcKc": 0.25}
    plans = [game.plan(0, {"bet 5": bets, "all-in": 0}), game.uniform(1)]
    chart = Solution(game, plans, "hand").chart(0)
    chances = dict(zip(deal.hands[0], deal.hand_probabilities(0), strict=True))
    aces = {combo: chance for combo, chance in chances.items() if combo[0] + combo[2] == "AA"}
    often = sum(bets.get(combo, 0) * chance for combo, chance in aces.items()) / sum(aces.values())
    tip = next(cell.tip for cell in chart.cells if cell.hand == "AA")
    assert f"bet 5 {often:.2%}" in tip
    assert chart.totals["bet 5"] == pytest.approx(sum(bets[c] * chances[c] for c in bets))
    assert next(cell.tip for cell in chart.cells if cell.hand == "72o") == "72o: check 0.00%"
    later = Solution(game, plans, "hand").chart("first player", "check, bet 5")
    assert [*later.totals] == ["fold", "call", "all-in"]
    with pytest.raises(ValueError, match="history: 'bet' given, one of ''"):
        Solution(game, plans, "hand").chart(0, "bet")


def test_bets_raises_and_the_all_in():
    tree = betting.river(200, 900, ["60%", "100%"], ["2.5x"])
    assert tree.sequence_names[0][1:5] == ("check", "bet 120", "bet 200", "all-in")
    raised = "bet 120, raise to 300, raise to 750, all-in, call"
    assert raised in tree.sequence_names[0] + tree.sequence_names[1]
    ends = endings(tree)
    assert ends["check, check"] == ends["bet 120, fold"] == 100
    assert ends["bet 120, raise to 300, fold"] == -220
    assert ends["check, bet 200, raise to 500, all-in, fold"] == -600
    assert ends["all-in, call"] == 1000
    assert betting.river(9, 3, ["1/3", "50%"], "none").sequence_names[0][1:3] == ("check", "all-in")
    assert betting.river(3, 9, "1/9").sequence_names[0][2] == "bet 1/3"
    assert str(betting.river(9, 50, "pot", "pot")) == str(betting.river(9, 50, "100%", "pot"))


OFF = f"second: 'TdTc' given, combos off the board {BOARD} needed"
TWICE = "raises: '1.5x' given, 'pot' or a multiple from '2x' up needed"
TOO_MANY = "^bets: too many given, at most 1,000,000 decisions, 10,000 of them different, allowed"
test_what_is_no_river_is_refused = refused(
    (deals.river, "Td9d6hQc", "board: 'Td9d6hQc' given, five cards needed"),
    (deals.river, "Td9d6hQcTd", "board: Td appears twice"),
    (deals.river, "zz9d6hQcTd", "board: 'zz' in 'zz9d6hQcTd' is not a card"),
    (deals.river, BOARD, "AA, xx", "^first: cannot read 'xx'"),
    (deals.river, BOARD, "AA", "QQ, xx", "^second: cannot read 'xx'"),
    (deals.river, BOARD, "AA", "TdTc", OFF),
    (deals.river, BOARD, "AsAh", "AsKs, AhAd", "first, second: all their combos share a card"),
    (betting.river, 0, "pot: 0 given, more than 0 needed"),
    (betting.river, 9, 9, "0%", "bets: 0 given, more than 0 needed"),
    (betting.river, 9, 9, "60", "bets: 60 given, a part of the pot needed, such as 60%"),
    (betting.river, 9, 9, "60%", "1.5x", TWICE),
    (betting.river, 9, 9, "1e-300%", "2x", "^bets, raises: too many given, at most 1,000,000"),
    (betting.river, 1, 10**5, [Fraction(n, 2000) for n in range(1, 11_000)], "none", TOO_MANY),
)


def test_a_river_that_is_stored_is_solved_again():
    """And where no card blocks another, by another method."""
    kept = data("rivers")
    drawn = [*stored.spots()]
    assert kept["ranges"] == stored.ranges() and len(kept["spots"]) == len(drawn)
    assert [{name: spot[name] for name in drawn[0]} for spot in kept["spots"]] == drawn
    spot = next(spot for spot in kept["spots"] if spot["bet"] == "2")
    deal = deals.river(spot["board"], *(kept["ranges"][spot[p]] for p in ("first", "second")))
    tree = betting.river(1, stored.STACK, [spot["bet"]], ["2.5x"])
    for name, again in (
        ("bounds", stored.solve_river(deal, tree)),
        (
            "without cards",
            double_oracle.solve(Game(stored.forgetting(deal, (0, 1)), tree), tolerance=1e-7),
        ),
    ):
        low, high = spot[name]
        assert low <= again.upper and again.lower <= high and high - low <= 1.1e-4


# A river stays a river, whatever is made of it


def same_deal(one, other):
    """Whether two rivers deal the same, and are paid by the same sums."""
    assert one.hands == other.hands
    for name in ("ways", "margins", "runout_counts", "prior", "net_wins"):
        assert (getattr(one, name) == getattr(other, name)).all()
    assert type(one) is type(other) is deals.RiverDeal
    for ranked_range, others in zip(one.ranked_ranges, other.ranked_ranges, strict=True):
        for name in ("cards", "ranks", "ways"):
            array, again = getattr(ranked_range, name), getattr(others, name)
            assert (array == again).all() and array.dtype == again.dtype
            assert not array.flags.writeable and not again.flags.writeable
    return True


def copies(deal, folder):
    """The deal after all that makes a deal of a deal and changes nothing."""
    game = Game(deal, betting.river(10, 20, "1/2", "none"))
    plans = [game.uniform(player) for player in (0, 1)]
    Solution(game, plans, "nobody").save(folder / "river.npz")
    yield load(folder / "river.npz").game.deal
    yield pickle.loads(pickle.dumps(deal))
    yield pickle.loads(pickle.dumps(Solution(game, plans, "nobody"))).game.deal
    yield copy.deepcopy(deal)
    yield replace(deal, name="another name")
    yield game.lock(0, {"bet 5": 0.5}).deal


def test_a_river_stays_a_river_where_it_is_copied_saved_or_sent(tmp_path):
    rng = np.random.default_rng(2)
    for deal in (
        deals.river(BOARD, random_range(rng, 0.2), random_range(rng, 0.3)),
        deals.river(BOARD, "AA, KQs:1/3", "22+, 76s:0.7").restrict("AA:1/2, KQs", "22+"),
    ):
        assert all(same_deal(deal, made) for made in copies(deal, tmp_path))


def test_a_sweep_sends_rivers_to_other_processes_and_back():
    rivers = [deals.river(BOARD, "AA, KQs:1/3", held) for held in ("22+, 76s:0.7", "random")]
    table = sweeps.run(lambda deal: {"back": deal}, {"deal": rivers}, jobs=2)
    assert all(same_deal(*both) for both in zip(rivers, table["back"], strict=True))


def test_a_saved_river_is_solved_and_proven_as_it_was(tmp_path):
    """By the same solver and to the same digits, all of them."""
    rng = np.random.default_rng(4)
    for bits, share in enumerate((0.02, 0.5)):
        deal = deals.river(BOARD, random_range(rng, share), random_range(rng, share))
        solved = solve(Game(deal, betting.river(10, 40)), tolerance=1e-3 if bits else 1e-8)
        solved.save(path := tmp_path / f"{bits}.npz")
        loaded = load(path)
        assert (loaded.lower, loaded.upper) == (solved.lower, solved.upper)
        again = solve(loaded.game, tolerance=1e-3 if bits else 1e-8)
        assert again.found_by == solved.found_by
        for found in (loaded, again):
            for plan, wanted in zip(found.plans, solved.plans, strict=True):
                assert (plan == wanted).all()
            assert same_deal(found.game.deal, deal)


@pytest.mark.parametrize("seed", range(3))
def test_a_restricted_river_is_the_river_of_what_is_left(seed):
    rng = np.random.default_rng(seed)
    whole = [random_range(rng, 0.3) for _ in range(2)]
    kept = [random_range(rng, 0.3) for _ in range(2)]
    left = []
    for one, other in zip(whole, kept, strict=True):
        mine, others = (ranges.parse_range(text).by_combo() for text in (one, other))
        both = {combo: mine[combo] * others[combo] for combo in mine if combo in others}
        left.append(" ".join(f"{combo}:{weight}" for combo, weight in both.items() if weight))
    same_deal(deals.river(BOARD, *whole).restrict(*kept), deals.river(BOARD, *left))


def test_a_river_restricted_to_a_list_keeps_its_order_and_drops_who_meets_none():
    whole = deals.river(BOARD, "AA, KK, 88", "AA, QJs")
    part = whole.restrict(["8s8h", "AsAh", "KsKh"], ["AsAd", "AsAc"])
    assert part.hands == (("8s8h", "KsKh"), ("AsAd", "AsAc"))
    assert isinstance(part, deals.RiverDeal)
    assert part.net_wins.tolist() == [[-0.25, -0.25]] * 2
    with pytest.raises(ValueError, match="hands0, hands1: all their combos share a card, two that"):
        whole.restrict(["AsAh"], ["AsAc"])


def test_a_river_has_no_other_weights_and_margins_than_its_holdings_have():
    """With others it would be paid wrongly, in silence."""
    deal = deals.river(BOARD, "AA, KQs", "22+")
    for changed in ({"ways": deal.ways * 2}, {"margins": -deal.margins}):
        with pytest.raises((TypeError, ValueError), match=r"init=False"):
            replace(deal, **changed)
    one, other = deal.ranked_ranges
    with pytest.raises(ValueError, match=r"ways: shape .* given, .* needed, hands by hands"):
        replace(deal, ranked_ranges=(other, one))
    for ranked_ranges in ((one,), (one, other, other)):
        with pytest.raises(
            ValueError, match=r"ranked_ranges: a series of . given, a pair of RankedRange"
        ):
            replace(deal, ranked_ranges=ranked_ranges)
    for ranked_ranges in (1, (one, None)):
        with pytest.raises(TypeError, match=r"ranked_ranges: .* given, a.* RankedRange needed"):
            replace(deal, ranked_ranges=ranked_ranges)
    more = RankedRange(one.cards, one.ranks, one.ways * 2**60)
    with pytest.raises(ValueError, match="ranked_ranges: ways whose sums multiply to"):
        replace(deal, ranked_ranges=(more, other))


def test_what_no_player_can_hold_on_a_river_is_refused():
    ranked_range = deals.river(BOARD, "AA, KQs", "22+").ranked_ranges[0]
    held, ranks, ways = ranked_range.cards, ranked_range.ranks, ranked_range.ways
    for arrays, message in (
        ((held[:, ::-1], ranks, ways), "different combos needed"),
        ((held + 52, ranks, ways), "different combos needed"),
        ((held[[0] * len(held)], ranks, ways), "different combos needed"),
        ((held, ranks[1:], ways), r"shapes .* given, \(n, 2\), \(n,\) and \(n,\) needed"),
        ((held, ranks / 2, ways), "whole numbers"),
        ((held, ranks, -ways), "a number of ways below 0 given"),
    ):
        with pytest.raises(ValueError, match=f"ranked_range: .*{message}"):
            RankedRange(*arrays)


def test_a_river_is_a_river_again_and_an_unknown_class_is_refused(tmp_path):
    deal = deals.river(BOARD, "AA, KQs:1/3", "22+, 76s:0.7")
    double_oracle.solve(Game(deal, betting.river(10, 20, "1/2", "none"))).save(tmp_path / "1.npz")
    with np.load(tmp_path / "1.npz") as file:
        arrays = dict(file)
    told = json.loads(str(arrays["text"]))
    assert told["deal"]["class_name"] == "RiverDeal"
    assert load(tmp_path / "1.npz").game.deal == deal
    told["deal"]["class_name"] = "Turn"
    np.savez_compressed(tmp_path / "2.npz", **arrays | {"text": json.dumps(told)})
    with pytest.raises(ValueError, match="class_name: 'Turn' given, one of 'Deal', 'RiverDeal'"):
        load(tmp_path / "2.npz")


def test_a_hand_on_a_river_has_the_mean_of_its_combos_that_come_to_the_decision():
    """Each combo counts as its weight, times what it meets, times its own way there."""
    deal = deals.river(BOARD, "66, 99:0.5, 6s6d:0.25, AKs", "QQ, 55, AA, 6c5c")
    game = Game(deal, betting.river(10, 20, "1/2", "none"))
    solution = cfr.solve(game, iterations=30)
    proof = certify(game, solution.plans)
    for action, before in (("bet 5", None), ("check, bet 5, call", "check")):
        column = solution.probability(0, action)
        led = 1 if before is None else solution.probability(0, before)
        counts = deal.ways.sum(axis=1) * led
        combos = [label in ("6s6d", "6s6c", "6d6c") for label in deal.hands[0]]
        assert sum(combos) == 3 and len({*deal.ways.sum(axis=1)[combos]}) > 1
        mean = (column * counts)[combos].sum() / counts[combos].sum()
        assert solution.probability(0, action, "66") == pytest.approx(mean, abs=1e-12)
        chart = solution.chart(0, "" if before is None else "check, bet 5")
        tip = next(cell.tip for cell in chart.cells if cell.hand == "66")
        assert f"{action.rpartition(', ')[2]} {mean:.2%}" in tip
        assert float(proof.probability(0, action, "66")) == pytest.approx(mean, abs=1e-9)
    assert solution.probability(0, "bet 5", "6s6d") == column_of(solution, "bet 5")["6s6d"]
    with pytest.raises(ValueError, match="hand: '77' given, one of"):
        solution.probability(0, "bet 5", "77")


def column_of(solution, action):
    return dict(zip(solution.game.deal.hands[0], solution.probability(0, action), strict=True))


def test_a_corner_by_crossover_leaves_fewer_rounds_to_the_exact_solver(monkeypatch):
    """Where many hands mix, fewer actions gain that are not in play yet."""
    solved, solve_one = [], restricted_game.solve_in_floats

    def solve_and_count(program, methods):
        solved.append(methods[0]["solver"])
        return solve_one(program, methods)

    monkeypatch.setattr(restricted_game, "solve_in_floats", solve_and_count)
    rng = np.random.default_rng(7)
    for game in [random_spot(rng, 20) for _ in range(6)]:
        guess = cfr.solve(game, iterations=100, checkpoints=[100]).plans
        mixed = exact.solve(game, initial=guess)
        with monkeypatch.context() as patch:
            patch.setattr(exact, "_METHODS", CORNER_METHODS)
            assert exact.solve(game, initial=guess).value == mixed.value
    assert {*solved} == {"ipx", "simplex"}
    assert solved.count("ipx") < 0.8 * solved.count("simplex")
