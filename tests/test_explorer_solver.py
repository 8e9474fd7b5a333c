"""The explorer's solver, run by a browser: its trees, iterations and brackets are the package's.

So are the ranges that it reads and writes.
"""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from pokerlab import betting, cards, deals, ranges
from pokerlab.evaluator import rank_hands
from pokerlab.games import Game
from pokerlab.pages import explorer
from pokerlab.sequence_form import read_plan
from pokerlab.solutions import Solution
from pokerlab.solvers import GUESS_RULE, cfr, double_oracle

DEAL = deals.holdem()
WRITTEN = json.loads(Path(__file__).with_name("games.json").read_text(encoding="utf-8"))
START = WRITTEN["start"]
SETTINGS = {
    name: (kind, START[kind] | setting, eval(tree, {"betting": betting}))
    for name, (kind, setting, tree) in WRITTEN["games"].items()
}

SPOT = {"pot": 200, "stack": 900, "bets": "60%", "raises": "2.5x"}
RIVERS = {
    "river": ("river", SPOT, betting.river()),
    "river, sizes that are no decimals": (
        "river",
        SPOT | {"pot": 100, "bets": "1/3, 75%, pot 1/7", "raises": "pot 3x"},
        betting.river(100, 900, ["1/3", "75%", "pot", "1/7"], ["pot", "3x"]),
    ),
    "river, all-in or nothing": (
        "river",
        SPOT | {"pot": "0.3", "stack": "1/3", "bets": "none", "raises": "none"},
        betting.river("0.3", "1/3", "none", "none"),
    ),
}
BOARD, FIRST, SECOND = "Td9d6hQc2s", "66+, A8s+:0.5, KdJd:1/3, 87s", "QQ-22, KJ, T8s+:0.25, 3c2c"

pytestmark = pytest.mark.browser


def unit(kind, setting):
    """Push or fold is counted in big blinds."""
    return float(Fraction(setting["bb"])) if kind == "push-fold" else 1


def spot(board, *both):
    """What the page sends of two ranges on a river."""
    shown, held = cards.parse_cards(board), [ranges.parse_range(text).weights for text in both]
    fits = ~np.isin(cards.COMBOS, shown).any(axis=1) & (sum(held) > 0)
    weights = [own[fits].tolist() for own in held]
    return {"board": shown, "cards": cards.COMBOS[fits].tolist(), "weights": weights}


@pytest.fixture(scope="module")
def solver(modules):
    """A page that has nothing but the solver, and the deal."""
    modules.evaluate(
        """data => {
            const deal = new HoldemDeal(unpackCounts(data));
            window.treeOf = (kind, setting) => buildTree(kind, fromAddressKeys(setting));
            window.game = (kind, setting, locks) => new Game(deal, treeOf(kind, setting), locks);
            window.unpacked = plans => plans.map(plan => plan.map(column => [...column]));
        }""",
        explorer.deal_data(),
    )
    return modules


@pytest.mark.parametrize("name", SETTINGS | RIVERS)
def test_its_trees_are_the_packages(name, solver):
    kind, setting, tree = (SETTINGS | RIVERS)[name]
    built = solver.evaluate("([kind, setting]) => treeOf(kind, setting)", [kind, setting])
    assert tuple(built["players"]) == tree.players
    assert tuple(map(tuple, built["sequences"])) == tree.sequences
    names = ("number", "history", "sequenceBefore", "opponentSequence", "first", "stop")
    for own, sets in zip(built["informationSets"], tree.information_sets, strict=True):
        rows = [
            (
                number,
                s.history,
                s.sequence_before,
                s.opponent_sequence,
                s.sequences_after.start,
                s.sequences_after.stop,
            )
            for number, s in enumerate(sets)
        ]
        assert own == [dict(zip(names, row, strict=True)) for row in rows]
    chips = unit(kind, setting)
    paid = tree.payments
    payments = np.c_[paid.last_sequences, paid.is_stake, paid.amounts / chips].tolist()
    mine = [[*p["lastSequences"], p["isStake"], p["amount"]] for p in built["payments"]]
    assert np.allclose(sorted(mine), sorted(payments), rtol=1e-11, atol=0)


@pytest.mark.parametrize("kind", START)
def test_what_is_not_set_is_as_the_page_begins(kind, solver):
    whole, empty = solver.evaluate(
        "([kind, setting]) => [treeOf(kind, setting), treeOf(kind, {})]", [kind, START[kind]]
    )
    assert whole == empty


@pytest.mark.parametrize("name", SETTINGS | RIVERS)
def test_its_iterations_and_brackets_are_the_packages(name, solver):
    kind, setting, tree = (SETTINGS | RIVERS)[name]
    held, plans, bracket = solver.evaluate(
        """([kind, setting, spot]) => {
            const deal = kind === "river" ? new RiverDeal(spot, []) : game(kind, setting).deal;
            const own = new Game(deal, treeOf(kind, setting));
            let plans;
            for (plans of iterate(own, 60));
            return [deal.cards, unpacked(plans), own.bracket(plans)];
        }""",
        [kind, setting, spot(BOARD, FIRST, SECOND)],
    )
    deal, hands = DEAL, cards.HANDS
    if kind == "river":
        deal = deals.river(BOARD, FIRST, SECOND)
        hands = [cards.CARD_NAMES[high] + cards.CARD_NAMES[low] for high, low in held]
    solution, mine = cfr.solve(Game(deal, tree), iterations=60, rule=GUESS_RULE), []
    for player, plan in enumerate(plans):
        rows = [hands.index(hand) for hand in deal.hands[player]]
        mine.append(read_plan("plan", solution.game, player, np.array(plan).T[rows]))
        assert abs(mine[player] - solution.plans[player]).max() < 1e-5
    bracket = np.array(bracket) * unit(kind, setting)
    assert bracket == pytest.approx(solution.game.bracket(*mine), rel=1e-9, abs=1e-12)
    assert bracket == pytest.approx([solution.lower, solution.upper], rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("name", ["limit", "antes", "no limit"])
def test_a_value_is_what_the_plans_earn_as_the_package_counts_it(name, solver):
    kind, setting, tree = SETTINGS[name]
    plans, value = solver.evaluate(
        """([kind, setting]) => {
            const own = game(kind, setting);
            let plans;
            for (plans of iterate(own, 9));
            return [unpacked(plans), new Solution(own, { plans }).payoff];
        }""",
        [kind, setting],
    )
    solution = Solution(Game(DEAL, tree), tuple(np.array(plan).T for plan in plans), "page")
    assert value * unit(kind, setting) == pytest.approx(solution.payoff, abs=1e-12)
    assert abs(solution.payoff - (solution.lower + solution.upper) / 2) > 1e-6


SOLVE = """async ([asked, data]) => {
    const port = {};
    const done = new Promise((good, bad) => {
        port.postMessage = found => {
            if (found.error) bad(found.error);
            if (found.done) good(found);
        };
    });
    listen(port);
    port.onmessage({ data: { counts: unpackCounts(data) } });
    const settings = fromAddressKeys(asked.settings);
    port.onmessage({ data: { asker: "one", number: 1, tolerance: 1e-10, ...asked, settings } });
    const { bracket, iterations, plans } = await done;
    return [bracket, iterations, unpacked(plans)];
}"""
"""Ask as the page does, and wait for the last answer."""

LOCKED = ["limit", "three raises", "no limit, antes and unequal stacks"]


@pytest.mark.parametrize(("name", "locked"), [*product(SETTINGS, [0]), *product(LOCKED, [1])])
def test_small_games_are_finished_exactly(name, locked, solver):
    """They are worth what the package finds, or less if the opening has to be at random."""
    kind, setting, tree = SETTINGS[name]
    game = Game(DEAL, tree)
    counts = [
        s.sequences_after.stop - s.sequences_after.start for s in tree.information_sets[0][:locked]
    ]
    locks = [{j: [[1 / n] * 169] * n for j, n in enumerate(counts)}, {}]
    asked = {"gameKind": kind, "settings": setting, "locks": locks}
    (lower, upper), _, _ = solver.evaluate(SOLVE, [asked, explorer.deal_data()])
    assert -1e-12 < upper - lower <= 1e-10
    value = double_oracle.solve(game).payoff / unit(kind, setting)
    if locked:
        assert game.guarantee(0, game.uniform(0)) <= upper + 1e-12 and upper < value - 1e-3
    else:
        assert lower - 1e-9 <= value <= upper + 1e-9


@pytest.mark.parametrize(
    ("kind", "setting", "tree"),
    [
        ("one-round", {"raises": "0 4:24"}, betting.one_round([0, *range(4, 25)])),
        ("preflop", {"betting": "pot", "nr": "6"}, betting.limit(6, big_blind=1, pot_limit=True)),
    ],
)
def test_games_that_have_many_actions_are_soon_finished(kind, setting, tree, solver):
    asked = {"gameKind": kind, "settings": START[kind] | setting, "locks": [{}, {}]}
    bracket, iterations, plans = solver.evaluate(SOLVE, [asked, explorer.deal_data()])
    assert iterations < 1000
    game = Game(DEAL, tree)
    lower, upper = game.bracket(*(np.array(x).T for x in plans))
    assert bracket == pytest.approx([lower, upper], abs=1e-10)
    assert -1e-12 < upper - lower < 1e-9


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("name", LOCKED)
def test_a_belief_in_a_plan_is_proven_by_best_responses(name, player, solver):
    """It is part of what is won against that plan, and the rest of what is won in any case."""
    kind, setting, tree = SETTINGS[name]
    game, rng, belief = Game(DEAL, tree), np.random.default_rng(player), 0.35
    chances = game.to_behaviour(player, rng.random(game.shape(player)) ** 9)
    nodes = tree.information_sets[player]
    locks = [{}, {}]
    locks[player] = {j: chances[:, node.sequences_after].T.tolist() for j, node in enumerate(nodes)}
    plans, bracket = solver.evaluate(
        """([kind, setting, locks, belief]) => {
            const { deal, tree } = game(kind, setting);
            const own = new GameWithBelief(deal, tree, locks, belief);
            let averages;
            for (averages of iterate(own, 200));
            const values = own.bothBestResponseValues(averages);
            const bracket = own.bracket(averages, values);
            const found = inPagesTree(own, { plans: averages, values, bracket });
            return [unpacked(found.plans), bracket];
        }""",
        [kind, setting, locks, belief],
    )
    plans = [np.array(plan).T for plan in plans]
    believed = [*plans]
    believed[player] = game.to_plan(player, chances)
    read_plan("plan", game, player, (plans[player] - belief * believed[player]) / (1 - belief))
    won = belief * game.payoff(*believed)
    won += (1 - belief) * game.guarantee(1 - player, plans[1 - player])
    bounds = [won, game.guarantee(player, plans[player])][:: 2 * player - 1]
    assert bracket == pytest.approx(bounds, abs=1e-9)
    assert -1e-12 < bounds[1] - bounds[0] < 0.02


@pytest.mark.parametrize("suits", [4, 1])
def test_it_ranks_seven_cards_as_the_package_does(suits, solver):
    rng = np.random.default_rng(suits)
    deck = np.arange(52) if suits == 4 else np.flatnonzero(np.arange(52) % 4 < 2)
    hands = np.array([rng.choice(deck, 7, replace=False) for _ in range(20_000)])
    found = solver.evaluate("hands => hands.map(rankHand)", hands.tolist())
    places = [np.unique(ranks, return_inverse=True)[1] for ranks in (found, rank_hands(hands))]
    assert (places[0] == places[1]).all()


READ = """([text, hands, best]) =>
    parseHandWeights(text, hands, best ?? [], wrong => { throw new Error(wrong); })"""
PLAIN = ["22+, A2s+:0.5", "77-22 K9o-K5o QJ:1/3", "T9s-54s, 43o-T9o", "random:0.25, AK, KA, 9As"]
PLAIN += ["TT+ 22-55 J7+ 82-86", "AKs, AhKh:0.5 KdAd:0, 7c2d"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        *zip(PLAIN, PLAIN, strict=True),
        ("a2s+ KJO", "A2s+, KJo"),
        ("ahkh, AdKD", "AhKh, AdKd"),
        ("AKs@50, AQs@33.3%", "AKs:0.5, AQs:0.333"),
        ("[50]AA, KK[/50], QQ", "AA:0.5, KK:0.5, QQ"),
        ("[12,5]JJ 99[/12,5]", "JJ:0.125, 99:0.125"),
        ("AA:50%", "AA:0.5"),
        ("AA\u2013TT, A5s\u2212A2s", "AA-TT, A5s-A2s"),
        ("AKs:0,5, 77", "AKs:0.5, 77"),
        ("QQ:1/3, random:0.5", "QQ:1/3, random:0.5"),
    ],
)
def test_its_ranges_are_the_packages_and_may_be_written_as_by_other_tools(text, meant, solver):
    weights = solver.evaluate(READ, [text, cards.HANDS])
    assert weights == pytest.approx(ranges.parse_range(meant).hand_weights.tolist(), abs=1e-15)
    assert (ranges.parse_range(text).weights == ranges.parse_range(meant).weights).all()


@pytest.mark.parametrize("share", [1, 20, 55.5, 100])
def test_the_best_hands_are_those_that_win_most_against_any_two_cards(share, solver):
    equity = (DEAL.prior * DEAL.net_shares).sum(axis=1) / DEAL.prior.sum(axis=1)
    best = np.argsort(-equity, kind="stable")
    names = [cards.HANDS[hand] for hand in best]
    taken = np.array(solver.evaluate(READ, [f"{share}%", cards.HANDS, names]))[best]
    assert set(taken) <= {0, 1} and (np.diff(taken) <= 0).all()
    combos = cards.COMBOS_PER_HAND[best] @ taken
    assert abs(combos - 13.26 * share) <= 6


@pytest.mark.parametrize("seed", range(4))
def test_a_range_that_it_writes_is_read_by_the_package(seed, solver):
    rng = np.random.default_rng(seed)
    weights = np.where(rng.random(169) < 0.3, rng.choice([0, 0.5, 0.1234], 169), 1).round(4)
    write = "([weights, hands]) => writeRange(weights, hands)"
    text = solver.evaluate(write, [weights.tolist(), cards.HANDS])
    assert abs(ranges.parse_range(text).hand_weights - weights).max() < 1e-12
    assert solver.evaluate(READ, [text, cards.HANDS]) == weights.tolist()
