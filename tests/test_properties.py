"""Whatever the input: what must hold for every range, request, tree and game."""

import json
from xml.etree import ElementTree

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from pokerlab import cli
from pokerlab.cards import COMBO_NAMES, HANDS, RANKS, NotationError
from pokerlab.ranges import parse_range
from pokerlab.solvers import exact
from pokerlab.trees import Tree
from tests.every_solver import MIXED, SOLVERS, try_to_solve
from tests.random_games import examples, games, nodes

# Ranges

ranks = st.integers(0, 12)
suffixes = st.sampled_from(["s", "o", ""])
hand_notation = st.sampled_from(HANDS)


def hands_of(text):
    return {hand for hand, w in zip(HANDS, parse_range(text).hand_weights, strict=True) if w == 1}


def named(high, low, suffix):
    """The hands of two ranks, both kinds of them without a suffix."""
    pair = RANKS[high] + RANKS[low]
    return {pair} if high == low else {pair + kind for kind in suffix or "so"}


@examples(60)
@given(ranks, ranks, suffixes)
def test_a_plus_keeps_the_top_card_and_raises_the_kicker_or_the_pair(one, other, suffix):
    high, low = max(one, other), min(one, other)
    suffix = "" if high == low else suffix
    if high == low:
        meant = set().union(*(named(rank, rank, "") for rank in range(low, 13)))
    else:
        meant = set().union(*(named(high, kicker, suffix) for kicker in range(low, high)))
    assert hands_of(RANKS[high] + RANKS[low] + suffix + "+") == meant


@examples(80)
@given(ranks, ranks, ranks, suffixes, st.booleans())
def test_a_run_reads_the_same_from_either_end(first, low, other, suffix, of_gaps):
    """All kickers below a card, or all hands with a gap, from one to the other."""
    low, other = sorted((low, other))
    assume(first + other <= 12 if of_gaps else first > other)
    run = [(first + kicker * of_gaps, kicker) for kicker in range(low, other + 1)]
    suffix = suffix if of_gaps <= (first > 0) else ""
    ends = [RANKS[high] + RANKS[kicker] + suffix for high, kicker in (run[0], run[-1])]
    meant = set().union(*(named(*ranks, suffix) for ranks in run))
    assert hands_of("-".join(ends)) == hands_of("-".join(reversed(ends))) == meant


@examples(50)
@given(st.lists(st.sampled_from([*HANDS, *COMBO_NAMES]), min_size=1, max_size=8), st.randoms())
def test_tokens_without_weights_may_come_in_any_order_and_twice(tokens, random):
    shuffled = tokens + tokens[:1]
    random.shuffle(shuffled)
    again = parse_range(", ".join(shuffled))
    assert again.numerators == parse_range(" ".join(tokens)).numerators


@examples(80)
@given(st.text(max_size=30) | st.text("AKT92cdhsox+-:,./0135 \n", max_size=12))
@example("AA:" + "9" * 5000)
@example("AA:0." + "0" * 5000 + "1")
@example(" ".join(f"{name}:1/{7919 + n}" for n, name in enumerate(COMBO_NAMES)))
@example("AcKd\u2028QQ")
@example("Ⅻs AK\x00 ٣٣")
def test_any_text_at_all_is_a_range_or_an_error_of_one_line(text):
    try:
        weights = parse_range(text).weights
    except NotationError as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert weights.min() >= 0 and 0 < weights.max() <= 1


weighted = st.tuples(hand_notation, st.fractions(0, 1, max_denominator=12)).map(
    lambda token: f"{token[0]}:{token[1]}"
)


# The command

garbage = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
huge = st.sampled_from(
    ["1e9", "1e400", "1e-400", "1e1_000_000_000", "1e٩٩٩٩٩٩٩٩٩", "9" * 5000, "inf", "-inf", "nan"]
    + [str(10**n) for n in (9, 19, 30)]
    + ["-1", "0", "-0", "", " ", "1/3", "1/0", "0x10", "１０", "²", "1\n2", "--json", "-h1"]
)
kinds = [st.integers(-3, 30), st.decimals(0, 50, places=2), st.fractions(0, 50, max_denominator=9)]
amounts = st.one_of(*(numbers.map(str) for numbers in kinds), huge, garbage)
wholes = st.one_of(st.integers(-2, 12).map(str), huge, garbage)
sizes = st.lists(st.one_of(amounts, st.lists(amounts, max_size=4).map(":".join)), max_size=3)
odd = ["22+", "ATs-A5s", "T9s-54s", "random", "AA:1e9", "--", "-", "AA:" + "9" * 999]
tokens = hand_notation | st.sampled_from(COMBO_NAMES) | weighted | st.sampled_from(odd) | garbage
holdings = st.lists(tokens, min_size=1, max_size=3).map(" ".join)
variables_of_sim = st.sampled_from(["nr", "r", "an", "bl", "lim", "liv", "pr", "stack", ""])
settings_of_sim = st.tuples(variables_of_sim, amounts).map("=".join)


def requests(command, positional=(), **options):
    """Argument lists: some positional ones, and any of the options, each with any value."""
    given_options = st.fixed_dictionaries({}, optional=options).map(
        lambda chosen: [f"--{name.replace('_', '-')}={chosen[name]}" for name in chosen]
    )
    flags = st.lists(st.sampled_from(["--json", "--jason"]), max_size=1)
    return st.tuples(st.tuples(*positional), given_options, flags).map(
        lambda parts: [command, *parts[0], *parts[1], *parts[2]]
    )


def check_answer(arguments, capsys, names, gives_out=None):
    """Exit status 0 with an answer, or 2 with one line that names what is wrong.

    Or 1 with one line that says where arithmetic gives out, if it may.
    """
    status = cli.main(arguments)
    out, err = capsys.readouterr()
    assert status in ((0, 2) if gives_out is None else (0, 1, 2))
    if status == 1:
        assert out == "" and len(err.splitlines()) == 1 and gives_out in err
    elif status == 2:
        assert out == "" and len(err.splitlines()) == 1
        assert any(name in err for name in names), err
    elif "--json" in arguments and not any(word.startswith("-h") for word in arguments):
        json.loads(out, parse_constant=pytest.fail)
    else:
        assert out


@examples(60)
@given(requests("equity", [holdings, holdings]))
def test_any_two_holdings_get_an_equity_or_a_line(capsys, arguments):
    names = ["argument", "card", "range", "weight", "cannot read", "dealt", "--jason", "HAND"]
    check_answer(arguments, capsys, [*names, "unexpected", "No such option"])


@examples(50)
@given(requests("egg-drop", floors=wholes, eggs=wholes))
@example(["egg-drop", "--floors", "1000000000"])
@example(["egg-drop", "--eggs", "1000000000000"])
def test_any_building_gets_a_plan_or_a_line(capsys, arguments):
    check_answer(arguments, capsys, ["floors", "eggs", "--jason"])


@examples(30)
@given(
    requests(
        "shover",
        stack=st.one_of(wholes, st.sampled_from(["2001", "1000000"])),
        small_blind=wholes,
        big_blind=wholes,
        ties=st.sampled_from(["returned", "half", "won", "lost"]),
        method=st.sampled_from(["policy", "simplex"]),
    )
)
@example(["shover", "--stack", "1", "--big-blind", str(10**30)])
def test_any_match_gets_a_probability_or_a_line(capsys, arguments):
    names = ["stack", "small_blind", "small-blind", "big-blind", "big_blind", "ties", "method"]
    check_answer(arguments, capsys, [*names, "--jason"])


@examples(40)
@given(st.integers(1, 4), st.lists(settings_of_sim, max_size=3), st.sampled_from([[], ["--json"]]))
@example(3, ["nr=100", "lim=0", "r=1e6"], [])
@example(3, ["nr=" + "9" * 5000], [])
@example(3, ["an=1e9", "r=1e-9"], [])
@example(3, ["nr=40", "lim=0"], [])
@example(1001, [], [])
def test_any_variables_of_sim_c_get_a_report_or_a_line(capsys, d, variables, flags):
    names = ["nr", "r:", "an:", "bl:", "lim", "liv", "pr", "d:", "=", "argument", "stake:"]
    check_answer(["preflop", f"d={d}", *variables, *flags], capsys, names, "chips, ")


@examples(25)
@given(requests("push-fold", stack=amounts, small_blind=amounts, big_blind=amounts, max=garbage))
@example(["push-fold", "--stack", "1e6", "--small-blind", "0.001", "--json"])
@example(["push-fold", "--stack", "1e20"])
@example(["push-fold", "--chart", "--step", "1e-9"])
@example(["push-fold", "--chart", "--step", ""])
@example(["push-fold", "--stack", "10", "--certificate", ""])
@example(["push-fold", "--stack", "10", "x\ny"])
def test_any_stack_gets_an_equilibrium_or_a_line(capsys, arguments):
    names = ["stack", "blind", "step", "max", "certificate", "cannot be", "unexpected"]
    check_answer(arguments, capsys, [*names, "--jason"], "chips, ")


@examples(25)
@given(requests("one-round", raises=sizes.map(",".join), small_blind=amounts, big_blind=amounts))
@example(["one-round", "--raises", "1e300"])
@example(["one-round", "--raises", "0:1e6:0.001"])
@example(["one-round", "--raises", "1e6,0.001", "--small-blind", "0", "--json"])
def test_any_sizes_get_frequencies_or_a_line(capsys, arguments):
    check_answer(arguments, capsys, ["raises", "blind", "--jason"], "chips, ")


# Trees

action_names = st.text(
    st.characters(categories=["L", "N", "P", "S"], exclude_characters=",:"), min_size=1, max_size=4
)
betting_trees = nodes(action_names).map(Tree)


@examples(25)
@given(betting_trees)
def test_every_tree_can_be_drawn(tree):
    svg = ElementTree.fromstring(tree._repr_html_())
    circles = [e for e in svg.iter() if e.tag.endswith("circle")]
    assert len(circles) == tree.decision_count


# Games


@pytest.fixture(scope="module")
def near():
    """The solvers that come near the value of a game where all mix; others need not here."""
    return {name for name, solver in SOLVERS.items() if solver.solve(MIXED).width < 1e-4}


def test_these_solvers_come_near_the_value(near):
    assert {"cfr", "double_oracle", "exact", "interior_point", "lp"} <= near


@examples(25)
@given(game=games())
def test_all_solvers_agree(near, game):
    value = float(exact.solve(game).value)
    for name, solver in SOLVERS.items():
        for solution in filter(None, [try_to_solve(solver, game)]):
            assert solution.lower - 1e-9 <= value <= solution.upper + 1e-9
            assert solution.width < (1e-3 if name in near else 0.5)
