"""What the pages' scripts compute without a page: the same as the package, or as SciPy."""

import json
import os
import subprocess
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from deno import find_deno_bin
from phevaluator import evaluate_cards
from scipy.optimize import linprog

from pokerlab import betting, check, deals, equities, ranges
from pokerlab.cards import COMBOS_PER_HAND
from pokerlab.games import Game, require_float_amounts
from pokerlab.pages import script_data
from pokerlab.solvers import cfr, exact, lp
from tests.conftest import SCRIPTS

DEAL = deals.holdem()
#: A game of each kind: what its tool is set to, and how the package makes it.
GAMES = {
    "push-fold": (
        {"stack": "15", "smallBlind": "1", "bigBlind": "2", "ante": "0.2", "bigBlindAnte": "1"},
        betting.push_fold(15, 1, 2, ante="0.2", big_blind_ante=1),
    ),
    "one-round": ({"raises": "0 4 15 40"}, betting.one_round([0, 4, 15, 40], 1, 2)),
    "preflop": ({"actionsEach": "2"}, betting.limit(2)),
    "no-limit": ({"stack": "12", "raises": "2x 3x"}, betting.no_limit(12, ["2x", "3x"])),
}
#: What finds the game that `given` is about, and turns columns into rows.
SETTING_UP = """
    const { unpackCounts } = await load("counts"), { HoldemDeal } = await load("deals");
    const { Game, bracketOf } = await load("games"), { buildTree } = await load("betting");
    const { START_SETTINGS } = await load("start-settings");
    const counts = unpackCounts(given.counts), deal = new HoldemDeal(counts);
    const { kind, settings } = given;
    const tree = kind && buildTree(kind, { ...START_SETTINGS[kind], ...settings });
    const game = kind && new Game(deal, tree);
    const toLists = columns => columns.map(column => [...column]);
"""


@pytest.fixture(scope="module")
def compute(tmp_path_factory):
    """Run a program in Deno, which has no page: what it returns of what it is given."""
    own = {"DENO_DIR": str(tmp_path_factory.mktemp("deno")), "DENO_NO_UPDATE_CHECK": "1"}
    command = [find_deno_bin(), "run", "--no-config", "--quiet", "--allow-read", "-"]

    def run(program, **given):
        text = f"""
            globalThis.BETTING_LIMITS = {json.dumps(script_data.betting_limits())};
            const load = name => import(`{SCRIPTS.as_uri()}/${{name}}.js`);
            const answer = async given => {{ {program} }};
            console.log(JSON.stringify(await answer({json.dumps(given)})));
        """
        options = {"env": os.environ | own, "capture_output": True, "text": True}
        done = subprocess.run(command, input=text, **options)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def compute_game(compute, kind, program, **given):
    """The same of a game before the flop."""
    settings, _ = GAMES[kind]
    given |= {"counts": script_data.deal_data(), "kind": kind, "settings": settings}
    return compute(SETTING_UP + program, **given)


def columns(plan):
    """A plan as scripts have it: a list for each sequence."""
    return plan.T.tolist()


@pytest.mark.parametrize("kind", GAMES)
def test_plans_earn_and_guarantee_what_they_do_in_the_package(kind, compute):
    game, generator = Game(DEAL, GAMES[kind][1]), np.random.default_rng(1)
    x, y = (
        game.to_plan(p, game.to_behaviour(p, generator.random(game.uniform(p).shape)))
        for p in (0, 1)
    )
    found = compute_game(
        compute,
        kind,
        """
            const plans = given.plans.map(plan => plan.map(column => Float64Array.from(column)));
            const bracket = bracketOf(game.bothContinuationValues(plans));
            const behaviour = game.toBehaviour(0, plans[0]);
            const again = game.toPlan(0, behaviour);
            return { payoff: game.payoff(plans), bracket, again: toLists(again) };
        """,
        plans=[columns(x), columns(y)],
    )
    assert found["payoff"] == pytest.approx(game.payoff(x, y), abs=1e-12)
    bracket = game.bracket(x, y)
    assert found["bracket"] == pytest.approx([bracket.lower, bracket.upper], abs=1e-12)
    assert abs(np.array(found["again"]).T - x).max() < 1e-14


def test_a_hand_that_never_comes_to_a_decision_takes_each_action_alike_as_in_the_package(compute):
    tree = betting.limit(2)
    game, generator = Game(DEAL, tree), np.random.default_rng(4)
    plans = []
    for p in (0, 1):
        behaviour = generator.random(game.uniform(p).shape)
        # What follows the other actions of a first decision is out of reach for every third hand.
        after = tree.information_sets[p][0].sequences_after
        behaviour[::3, after.start + 1 : after.stop] = 0
        plans.append(game.to_plan(p, game.to_behaviour(p, behaviour)))
    found = compute_game(
        compute,
        "preflop",
        """
            const { Solution } = await load("solutions");
            const plans = given.plans.map(plan => plan.map(column => Float64Array.from(column)));
            const solution = new Solution(game, { plans });
            return [0, 1].map(player => tree.informationSets[player].flatMap(informationSet =>
                solution.strategyAt(player, informationSet)));
        """,
        plans=[columns(plan) for plan in plans],
    )
    for p, (strategy, plan) in enumerate(zip(found, plans, strict=True)):
        assert (plan[:, 1:] == 0).any()
        expected = game.to_behaviour(p, plan)[:, 1:]
        assert abs(np.array(strategy).T - expected).max() < 1e-12


#: Raises and blinds with amounts that floats still tell apart, or that they do not.
AMOUNTS = {
    ("0 999999999990", "1", "2"): True,
    ("0 1000000000000", "1", "2"): False,
    ("0", "1", "1.00000000001"): True,
    ("0", "1", "1.0000000000001"): False,
}


@pytest.mark.parametrize("amounts", AMOUNTS)
def test_amounts_that_floats_cannot_tell_apart_are_refused_as_in_the_package(amounts, compute):
    raises, small_blind, big_blind = amounts
    refused = compute(
        """
            const { buildTree } = await load("betting");
            const { START_SETTINGS } = await load("start-settings");
            const { refusalTextIn } = await load("refusals");
            const settings = { ...START_SETTINGS["one-round"], ...given };
            return refusalTextIn(() => { buildTree("one-round", settings); });
        """,
        raises=raises,
        smallBlind=small_blind,
        bigBlind=big_blind,
    )
    game = Game(DEAL, betting.one_round(raises.split(), small_blind, big_blind))
    if AMOUNTS[amounts]:
        assert refused == ""
        require_float_amounts(game)
    else:
        assert refused.startswith("the amounts are so ")
        with pytest.raises(ArithmeticError, match="too far apart or too near each other"):
            require_float_amounts(game)


@pytest.mark.parametrize("kind", GAMES)
def test_regrets_lead_where_they_lead_in_the_package(kind, compute):
    solution = cfr.solve(Game(DEAL, GAMES[kind][1]), rule="DCFR(1.5, 0.5, 5)", iterations=30)
    found = compute_game(
        compute,
        kind,
        """
            const { iterate } = await load("cfr");
            let averages;
            for (averages of iterate(game, 30));
            return averages.map(toLists);
        """,
    )
    for plan, expected in zip(found, solution.plans, strict=True):
        assert abs(np.array(plan).T - expected).max() < 1e-9


@pytest.mark.parametrize("kind", ["push-fold", "one-round"])
def test_the_search_ends_at_the_value_of_the_package(kind, compute):
    found = compute_game(
        compute,
        kind,
        """
            const { searchPlans } = await load("solver");
            let best;
            for (const step of searchPlans(game, 1e-8)) best = step.best;
            return best.bracket;
        """,
    )
    solution = lp.solve(Game(DEAL, GAMES[kind][1]))
    assert found[1] - found[0] < 1.1e-8
    assert found[0] - 1e-8 < solution.payoff < found[1] + 1e-8


@pytest.mark.parametrize(
    "amounts",
    [
        ("15/2", "15/2", "1/2", "1", "0", "0"),
        ("10", "10", "1/2", "1", "0", "0"),
        ("10", "22/3", "1/2", "1", "1/8", "1"),
    ],
)
def test_push_or_fold_is_proven_as_in_the_package(amounts, compute, tmp_path):
    """To the same fraction, with the same certificate, in which the package names its tree."""
    own_stack, other_stack, *forced_bets = amounts
    solution = lp.solve(Game(DEAL, betting.push_fold((own_stack, other_stack), *forced_bets)))
    actions = enumerate(("push", "call"))
    probabilities = [solution.probability(player, action).tolist() for player, action in actions]
    found = compute(
        """
            const { unpackCounts } = await load("counts");
            const { prove } = await load("push-fold-exact");
            return prove(unpackCounts(given.counts), given.amounts, given.probabilities);
        """,
        counts=script_data.deal_data(),
        amounts=amounts,
        probabilities=probabilities,
    )
    proven = exact.solve(solution.game)
    assert Fraction(found["lower"]) == Fraction(found["upper"]) == proven.lower == proven.upper
    proven.save(path := tmp_path / "saved.json")
    expected = json.loads(path.read_text())
    assert expected["tree"].pop("name") == solution.game.tree.name
    assert found["certificate"] == expected
    path.write_text(json.dumps(found["certificate"]))
    _, text, complaint = check.report(path)
    assert complaint is None and f"worth exactly {proven.value} chips to 'small blind'" in text


def programs(count):
    """Linear programs that have an optimum, with sides of either sign."""
    generator = np.random.default_rng(2)
    for _ in range(count):
        rows, n = generator.integers(1, 12, 2)
        matrix = generator.integers(-5, 6, (rows, n)).astype(float)
        # Some point is feasible, and some prices are for the dual.
        right = matrix @ generator.integers(0, 4, n) + generator.integers(0, 3, rows)
        objective = generator.integers(0, 4, rows) @ matrix - generator.integers(0, 3, n)
        yield matrix, right, objective


def test_a_linear_program_has_the_optimum_that_highs_finds(compute):
    asked = [*programs(200)]
    found = compute(
        """
            const { parametricSimplex } = await load("parametric-simplex");
            return given.programs.map(([matrix, right, objective]) => {
                const slacks = [...objective, ...right].map((_, i) => i >= objective.length);
                const program = { matrix, right, objective };
                const { x, prices } = parametricSimplex(program, slacks);
                return { x: [...x], prices: [...prices] };
            });
        """,
        programs=[[part.tolist() for part in program] for program in asked],
    )
    for (matrix, right, objective), optimum in zip(asked, found, strict=True):
        x, prices = np.array(optimum["x"]), np.array(optimum["prices"])
        expected = -linprog(-objective, matrix, right).fun
        assert min(x.min(), prices.min(), (right - matrix @ x).min()) > -1e-9
        assert (prices @ matrix - objective).min() > -1e-9
        assert objective @ x == pytest.approx(expected, abs=1e-8)
        assert right @ prices == pytest.approx(expected, abs=1e-8)


def test_hands_rank_as_phevaluator_ranks_them(compute):
    generator = np.random.default_rng(3)
    hands = generator.permuted(np.tile(np.arange(52), (5000, 1)), axis=1)[:, :7].tolist()
    ours = compute(
        'const { rankHand } = await load("evaluator"); return given.hands.map(rankHand);',
        hands=hands,
    )
    theirs = [-evaluate_cards(*hand) for hand in hands]
    _, our_places = np.unique(ours, return_inverse=True)
    _, their_places = np.unique(theirs, return_inverse=True)
    assert (our_places == their_places).all()


@pytest.mark.parametrize("pair", [("AsKs", "2h2d"), ("8c7c", "8d7d"), ("AhAc", "AhKh")])
def test_boards_are_counted_as_in_the_package(pair, compute):
    found = compute(
        """
            const { boardsOf } = await load("boards");
            const { comboIdOf, parseCards } = await load("cards");
            return boardsOf(...given.pair.map(combo => comboIdOf(...parseCards(combo))));
        """,
        pair=pair,
    )
    if pair == ("AhAc", "AhKh"):
        assert sum(found.values()) == 0
        return
    counted = equities.matchup(*pair)
    assert found == {"win": counted.win, "tie": counted.tie, "lose": counted.lose}
    assert sum(found.values()) == comb(48, 5)


TEXTS = ["22+, A2s+:0.5", "20%", "[50]AA, KK[/50], QQ", "AhKh, 76s-54s@25", "random"]


@pytest.mark.parametrize("text", TEXTS)
def test_a_range_is_read_as_in_the_package(text, compute):
    found = compute(
        SETTING_UP
        + """
            const { parseHandWeights } = await load("ranges"), { refuse } = await load("refusals");
            return [...parseHandWeights(given.text, deal.hands, deal.bestHands, refuse)];
        """,
        counts=script_data.deal_data(),
        text=text,
    )
    expected = ranges.parse_range(text).hand_weights
    assert found == pytest.approx(expected.tolist(), abs=1e-15)


def random_plans(game, seed):
    """Plans in which no action is certain, as scripts have them, and as the package does."""
    generator = np.random.default_rng(seed)
    plans = [
        game.to_plan(p, game.to_behaviour(p, generator.random(game.uniform(p).shape)))
        for p in (0, 1)
    ]
    return plans, [columns(plan) for plan in plans]


#: What shows two solutions' decisions, one after the other.
SHOWING = """
    const { Solution } = await load("solutions");
    const { ShownDecision } = await load("shown-decision");
    const { onePartEach } = await load("hand-cells");
    const [first, second] = given.plans.map(plans => new Solution(game,
        { plans: plans.map(plan => plan.map(column => Float64Array.from(column))) }));
    const show = (solution, player, informationSet) =>
        new ShownDecision(deal.hands, solution, player, informationSet, {});
    const informationSets = [0, 1].flatMap(player =>
        tree.informationSets[player].map(informationSet => [player, informationSet]));
"""


def test_a_chart_s_legend_adds_up_what_the_package_s_hands_do(compute):
    game = Game(DEAL, GAMES["preflop"][1])
    plans, given = random_plans(game, 5)
    found = compute_game(
        compute,
        "preflop",
        SHOWING
        + """
            return informationSets.map(([player, informationSet]) => {
                const shown = show(first, player, informationSet);
                const parts = onePartEach(shown.actionNames, {});
                return shown.totalsOf(parts).map(({ ofAll, ofArriving }) =>
                    [ofAll / shown.dealtInAll, ofArriving / shown.arrivalProbability]).reverse();
            });
        """,
        plans=[given],
    )
    dealt = COMBOS_PER_HAND / COMBOS_PER_HAND.sum()
    expected = []
    for p in (0, 1):
        plan, other, ways = plans[p], plans[1 - p], DEAL.ways if p == 0 else DEAL.ways.T
        for node in game.tree.information_sets[p]:
            taken = plan[:, node.sequences_after.start : node.sequences_after.stop]
            met = ways @ other[:, node.opponent_sequence_before]
            asked = met @ taken / (met @ plan[:, node.sequence_before])
            expected.append(np.array([dealt @ taken, asked]).T)
    assert len(found) == len(expected)
    for shown, counted in zip(found, expected, strict=True):
        assert np.array(shown) == pytest.approx(counted, abs=1e-12)


def test_a_comparison_finds_the_hands_whose_play_changes_most_first(compute):
    game = Game(DEAL, GAMES["preflop"][1])
    (before, given_before), (now, given_now) = (random_plans(game, seed) for seed in (6, 7))
    found = compute_game(
        compute,
        "preflop",
        SHOWING
        + """
            const { changesBetween } = await load("view-comparison");
            return informationSets.map(([player, informationSet]) => changesBetween(
                show(first, player, informationSet), show(second, player, informationSet),
                given.least)
                .map(({ chartHand, name, change }) => [chartHand, name, change]));
        """,
        plans=[given_before, given_now],
        least=0.25,
    )
    nodes = [(p, node) for p in (0, 1) for node in game.tree.information_sets[p]]
    for (p, node), changes in zip(nodes, found, strict=True):
        after = slice(node.sequences_after.start, node.sequences_after.stop)
        was, becomes = (game.to_behaviour(p, plans[p])[:, after] for plans in (before, now))
        moved = abs(becomes - was).max(axis=1)
        assert {hand for hand, _, _ in changes} == {*np.flatnonzero(moved > 0.25)}
        told = [change for _, _, change in changes]
        assert told == sorted(told, reverse=True)
        for hand, name, change in changes:
            action = [n.split(", ")[-1] for n in game.tree.sequence_names[p][after]].index(name)
            assert change == pytest.approx(moved[hand], abs=1e-6)
            assert abs(becomes - was)[hand, action] == pytest.approx(moved[hand], abs=1e-6)


def test_a_painted_chart_has_again_what_strokes_have_changed(compute):
    def painted(*steps):
        return compute(
            """
                const { PaintedChart } = await load("painted-chart");
                const chart = new PaintedChart(4);
                return given.steps.map(([act, ...how]) => {
                    const changes = chart[act](...how);
                    const { pushes, canUndo, canRedo, isEmpty } = chart;
                    return { pushes, canUndo, canRedo, isEmpty, changes };
                });
            """,
            steps=steps,
        )

    stroke, other = [["beginStroke"], ["paint", [0, 1], 1]], [["beginStroke"], ["paint", [1], 0]]
    told = painted(*stroke, *other, ["undo"], ["undo"], ["undo"], ["redo"], ["redo"], ["redo"])
    charts = ["".join(map(str, one["pushes"])) for one in told]
    assert " ".join(charts) == "0000 1100 1100 1000 1100 0000 0000 1100 1000 1000"
    assert [one["canUndo"] for one in told[4:]] == [True, False, False, True, True, True]
    assert [one["canRedo"] for one in told[4:]] == [True, True, True, True, False, False]
    assert told[4]["changes"] == [None, 1, None, None] and "changes" not in told[6]
    *_, cleared, again = painted(*stroke, ["clear"], ["undo"])
    assert cleared["isEmpty"] and again["pushes"] == [1, 1, 0, 0]


def test_a_painted_chart_goes_back_to_what_there_was_before_somebody_typed(compute):
    found = compute(
        """
            const { PaintedChart } = await load("painted-chart");
            const chart = new PaintedChart(3), seen = [];
            const look = () => { seen.push(chart.pushes.join("")); };
            chart.keep([1, 0, 0]);
            for (const typed of [[0, 1, 0], [0, 1, 1]]) { chart.preview(typed); look(); }
            chart.revert(); look();
            chart.preview([1, 1, 1]); chart.keep();
            chart.preview([0, 0, 0]); chart.revert(); look();
            return seen;
        """
    )
    assert found == ["010", "011", "100", "111"]


#: What is typed for the share of calls where 50% is optimal: the share, and whether it is a change.
CALLING_SHARES = {
    "40": (40, False),
    "37.5 %": (37.5, False),
    "+20%": (60, True),
    "20% more": (60, True),
    "-10%": (45, True),
    "−10%": (45, True),
    "10% fewer": (45, True),
    "+300%": (100, True),
    "+20": (None, False),
    "many": (None, False),
}


@pytest.mark.parametrize("text", CALLING_SHARES)
def test_a_share_of_calls_is_typed_as_it_is_or_as_a_change(text, compute):
    percentage, is_change = CALLING_SHARES[text]
    found = compute(
        """
            const { readCallingShare } = await load("calling-share");
            return readCallingShare(given.text, 50);
        """,
        text=text,
    )
    assert found == {"percentage": percentage, "isChange": is_change}


def test_the_best_calls_are_those_that_earn_most_against_the_pushes_of_the_package(compute):
    solution = lp.solve(Game(DEAL, betting.push_fold(10)))
    found = compute_game(
        compute,
        "push-fold",
        """
            const { Solution } = await load("solutions");
            const { bestCalls, percentageOf } = await load("calling-share");
            const plans = given.plans.map(plan => plan.map(column => Float64Array.from(column)));
            const ten = new Game(deal, buildTree("push-fold", START_SETTINGS["push-fold"]));
            const calls = bestCalls(counts.combosPerHand, 30, new Solution(ten, { plans }));
            return { calls, percentage: percentageOf(counts.combosPerHand, calls) };
        """,
        plans=[columns(plan) for plan in solution.plans],
    )
    game = solution.game
    values = -game.action_values(1, solution.plans[0])
    fold, call = (game.tree.sequence_index(1, action) for action in ("fold", "call"))
    gains = values[:, call] - values[:, fold]
    calls = np.array(found["calls"])
    assert found["percentage"] == 30
    assert gains[calls == 1].min() > gains[calls == 0].max()
    assert ((calls > 0) & (calls < 1)).sum() <= 1


CITATION = "X (2026): Figure 2. In: book. Version 1, https://y.org/a.html#figure-2."
ENTRY = "@software{a-figure-2,\n  title = {Figure 2, in pokerlab: b},\n  url = {a.html#figure-2}\n}"


@pytest.mark.parametrize("stack", [1, 7.5])
def test_a_figure_is_cited_at_the_stack_that_it_shows(stack, compute):
    found = compute(
        """
            const { citationAt } = await load("figure-citations");
            return given.texts.map(text => citationAt(text, "figure-2", given.stack));
        """,
        texts=[CITATION, ENTRY],
        stack=stack,
    )
    blinds, key = {1: ("1 big blind", "1"), 7.5: ("7.5 big blinds", "7-5")}[stack]
    assert found == [
        f"X (2026): Figure 2, at {blinds}. In: book. Version 1, https://y.org/a.html#stack={stack}.",
        f"@software{{a-figure-2-at-{key},\n  title = {{Figure 2, at {blinds}, in pokerlab: b}},\n"
        f"  url = {{a.html#stack={stack}}}\n}}",
    ]


ADDRESSES = {
    "": {"": []},
    "#push-fold?stack=7;hand=AA": {"push-fold": [["stack", "7"], ["hand", "AA"]]},
    "#river?pot=1;no-limit?stack=8;ante=1": {
        "river": [["pot", "1"]],
        "no-limit": [["stack", "8"], ["ante", "1"]],
    },
    "#push-fold?kept=stack%3D7%26ante%3D1": {"push-fold": [["kept", "stack=7&ante=1"]]},
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_says_of_each_tool_what_is_set(address, compute):
    found = compute(
        """
            const { readAddress } = await load("address");
            const pairsByTool = [...readAddress(given.address)];
            return pairsByTool.map(([name, ofTool]) => [name ?? "", ofTool]);
        """,
        address=address,
    )
    assert dict(found) == ADDRESSES[address]


def test_a_slider_over_shares_has_a_step_for_each_percent_and_the_shares_that_are_marked(compute):
    steps = compute(
        """
            const { percentagesWith } = await load("calling-share");
            return percentagesWith([33.3, 0, 50, 99.9, 33.3, 100]);
        """
    )
    assert steps == sorted({*steps}) and len(steps) == 101
    assert {*steps} - {*range(101)} == {33.3, 99.9}
    assert {*range(101)} - {*steps} == {33, 99}, "the nearest make room, but no end of the scale"
