"""Amounts, betting trees and their sequence form, push or fold: the rules written out."""

import csv
import json
import pickle
import sys
from fractions import Fraction
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pokerlab import amounts, betting
from pokerlab.trees import Decision, Fold, Showdown, Tree
from tests import random_games
from tests.tables import endings, refused


@pytest.mark.parametrize(
    ("stakes", "paid"),
    [
        ((10,), ["-1/2", 1, 10]),
        ((10, 0, 1), [0, 1, 10]),
        ((10, 1, 1), [-1, 1, 10]),
        ((8, 1, 2, 0.25), ["-5/4", "9/4", 8]),  # antes are lost, not staked beyond the stack
        (((7, 30),), ["-1/2", 1, 7]),
        (((30, 7),), ["-1/2", 1, 7]),
        (([7, 7],), ["-1/2", 1, 7]),
        (("1.01",), ["-1/2", 1, "1.01"]),
        ((1,), ["-1/2", None, 1]),  # whoever is all-in by his forced bet cannot fold
        (("0.51",), ["-1/2", None, "0.51"]),
        ((0.5,), [None, None, "1/2"]),
        ((0.1,), [None, None, "1/10"]),
        ((2, 0.5, 1, 2), [None, None, 2]),
    ],
)
def test_push_or_fold_pays_the_blinds_or_stakes_the_shorter_stack(stakes, paid):
    named = zip(["fold", "push, fold", "push, call"], paid, strict=True)
    expected = {history: Fraction(amount) for history, amount in named if amount is not None}
    assert endings(betting.push_fold(*stakes)) == expected


def test_no_limit_without_limps_and_small_raises_is_push_or_fold():
    kept = betting.no_limit(10, "none").restrict(
        lambda _, actions: actions != ("call",), "push or fold"
    )
    assert kept.name == "push or fold"
    assert [*endings(kept).values()] == [*endings(betting.push_fold(10)).values()]


@random_games.examples(60)
@given(
    st.tuples(*[st.fractions(0, 3, max_denominator=9)] * 4), st.fractions(1, 20, max_denominator=9)
)
def test_push_or_fold_pays_antes_and_dead_money_as_they_are_posted(posted, stack):
    """The stack is at risk: the big blind has the dead money besides."""
    small, more, ante, dead_money = posted
    big = small + more
    tree = betting.push_fold((stack, stack + dead_money), small, big, ante, dead_money)
    expected = [Showdown(stack, dead_money)]
    if stack > big + ante:
        expected.insert(0, Fold(big + ante + dead_money))
    if stack > small + ante:
        expected.insert(0, Fold(-small - ante))
    ends = [place.node for place in tree.places if not isinstance(place.node, Decision)]
    assert ends == expected


def test_one_tenth_means_one_tenth():
    given = 0.1, np.float64(0.1), np.int64(3), "1/3", "+2.50E-1"
    meant = *(Fraction(1, 10),) * 2, 3, Fraction(1, 3), Fraction(1, 4)
    assert tuple(amounts.read_amount("stack", amount) for amount in given) == meant


def test_a_number_may_be_as_small_as_a_float_and_an_amount_not_quite():
    assert amounts.read_number("rate", 1e-310, more_than=0) == Fraction(1, 10**310)
    for read, number, needed in (
        (amounts.read_amount, 1e-310, "0 or a size of 1e-302 to 1e[+]305"),
        (amounts.read_number, "1e-999", "0 or a size of 5e-324 or more"),
    ):
        with pytest.raises(ValueError, match=f"^rate: {number} given, {needed} needed"):
            read("rate", number)


@pytest.mark.parametrize("antes", [(0, 0), ("0.1", 0), (0, 1), ("1/3", 2)])
def test_a_player_has_a_choice_as_long_as_his_stack_is_more_than_he_posts(antes):
    posted = amounts.ForcedBets.read(0.5, 1, *antes)
    for stack in posted.posted_by_big_blind, posted.posted_by_big_blind + Fraction(1, 1000):
        answers = betting.push_fold(stack, *posted).root.actions["push"].actions
        assert ("fold" in answers) == (stack > posted.posted_by_big_blind)


def unfolded(root):
    """Names, information sets and endings by plain recursion."""
    names, sets, ends = ([""], [""]), ([], []), []

    def visit(node, history, last):
        if not isinstance(node, Decision):
            ends.append((history, last, isinstance(node, Showdown), node.fixed_amount, node.stake))
            return
        p = node.player
        first = len(names[p])
        names[p].extend(f"{history}, {action}".removeprefix(", ") for action in node.actions)
        sets[p].append((history, last[p], last[1 - p], slice(first, len(names[p]))))
        for number, child in enumerate(node.actions.values(), first):
            visit(child, names[p][number], (number, last[1]) if p == 0 else (last[0], number))

    visit(root, "", (0, 0))
    return names, sets, ends


@random_games.examples(60)
@given(random_games.nodes())
@example(betting.no_limit(8, "all", 1, 2).root)  # in which nodes stand in many places
@example(betting.push_fold(10, big_blind_ante=1).root)
def test_sequences_are_numbered_in_the_order_in_which_a_tree_is_written(root):
    tree = Tree(root)
    names, sets, ends = unfolded(root)
    assert tuple(map(tuple, names)) == tree.sequence_names
    assert tree.sequence_counts == tuple(map(len, names))
    found = [
        (end.history, end.last_sequences, end.is_showdown, end.fixed_amount, end.stake)
        for end in tree.terminals
    ]
    assert found == ends
    paid = [np.zeros(tree.sequence_counts), np.zeros(tree.sequence_counts)]
    for _, last, _, fixed, stake in ends:
        paid[0][last] = fixed
        paid[1][last] = stake
    assert (tree.fixed_amounts == paid[0]).all() and (tree.stakes == paid[1]).all()
    for player, own in enumerate(sets):
        assert list(tree.information_sets[player]) == own
        for node, (_, parent, _, children) in enumerate(own):
            assert tree.information_set_rows[player][node].tolist() == [
                parent,
                children.start,
                children.stop,
            ]
            for child in range(children.start, children.stop):
                assert tree.information_set_of_sequence(player, child) == own[node]


def test_a_pickled_tree_is_its_nodes_and_names():
    tree = betting.no_limit(10)
    sent = pickle.dumps(tree)
    assert (tree.information_sets, tree.sequence_names) and pickle.dumps(tree) == sent
    again = pickle.loads(sent)
    assert again == tree and (again.root, again.payments) == (tree.root, tree.payments)
    assert [*map(np.ndarray.tolist, again.information_set_rows)] == [
        *map(np.ndarray.tolist, tree.information_set_rows)
    ]


@random_games.examples(60)
@given(random_games.nodes(), st.integers(1, 3), st.randoms(use_true_random=False))
def test_each_payment_is_once_in_the_blocks_of_either_player(root, most, random):
    tree = Tree(root)
    rows = [
        (s, t, is_stake, amount)
        for _, (s, t), is_showdown, fixed, stake in unfolded(root)[2]
        for is_stake, amount in ((False, fixed), (True, stake))
        if amount or is_stake == is_showdown
    ]
    for player in (0, 1):
        count = tree.sequence_counts[1 - player]
        is_played = np.array([random.random() < 0.5 for _ in range(count)])
        for played in (None, is_played):
            found = []
            for whole in tree.payments.blocks(player, played):
                for block in whole.in_parts(most):
                    assert 0 < len(block.opponent_sequences) <= most
                    assert sorted({*block.opponent_positions}) == list(
                        range(len(block.opponent_sequences))
                    )
                    own = block.own_sequences.tolist()
                    theirs = block.opponent_sequences[block.opponent_positions].tolist()
                    paid = [tree.payments.exact_amounts[index] for index in block.payment_indices]
                    found += zip(own, theirs, [block.is_stake] * len(own), paid, strict=True)
            expected = [(row[player], row[1 - player], *row[2:]) for row in rows]
            if played is not None:
                expected = [row for row in expected if played[row[1]]]
            assert sorted(found) == sorted(expected)


def test_a_sequence_is_found_by_its_last_action_unless_two_share_it():
    tree = betting.kuhn()
    assert tree.sequence_names[1][tree.sequence_index(1, "call")] == "bet, call"
    twice = Tree(Decision(0, {a: Decision(1, {"call": Showdown(1)}) for a in ("bet", "check")}))
    assert twice.sequence_index(1, "bet, call") == 1
    with pytest.raises(ValueError, match=r"action: 'call' given.*bet, call; check, call"):
        twice.sequence_index(1, "call")


def test_the_drawing_names_every_action_and_speaks_to_screen_readers():
    svg = ElementTree.fromstring(betting.kuhn()._repr_html_())
    text = ["".join(element.itertext()) for element in svg.iter()]
    for label in ("check", "bet", "call", "±2", "-1", "+1"):
        assert label in text
    assert svg.get("role") == "img"
    title, description = list(svg)[:2]
    assert svg.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert description.text == str(betting.kuhn())


def test_drawings_share_no_id():
    first, other = (betting.push_fold(stack)._repr_html_() for stack in (10, 11))
    ids = [{e.get("id") for e in ElementTree.fromstring(s).iter()} - {None} for s in (first, other)]
    assert len(ids[0]) == 2 and not ids[0] & ids[1]


test_what_makes_no_sense_is_refused = refused(
    *(
        (lambda given=given: amounts.read_amount("ante", given), "^ante: .* a finite number")
        for given in ("ten", "1_000", "١", "1e9999999", "1/0", np.nan, 10**400)
    ),
    (lambda: betting.push_fold((10, -1)), "stack: -1 given, more than 0 needed"),
    (lambda: betting.push_fold(small_blind=2), "small_blind: 2 given, 0 to big_blind=1"),
    (lambda: betting.push_fold(ante=-0.5), "ante: -0.5 given"),
    (lambda: betting.push_fold((20, 10), big_blind_ante=10), "big_blind_ante: .* less than 10"),
    (lambda: betting.push_fold("9.75", big_blind_ante=20), "20 given, less than 9.75 needed"),
    (
        lambda: betting.no_limit(10**9),
        "stack: .* at most 1000000 needed, 1,000,000 times the big blind",
    ),
    (lambda: betting.no_limit("2000001", "none", 1, 2), "stack: .* given, at most 2000000 needed"),
    (
        lambda: betting.river(9, 10**9),
        "stack: 1000000000 given, at most 9000000 needed, .* the pot",
    ),
    (lambda: betting.kuhn().restrict(lambda player, actions: player == 0), "one or more needed"),
    (lambda: Decision(2, {"fold": Fold(0)}), "player: 2 given"),
    (lambda: Decision(1.0, {"fold": Fold(0)}), "player: 1.0 given"),
    (lambda: Decision(True, {"fold": Fold(0)}), "player: True given"),
    (lambda: Decision(0, {"raise, all-in": Fold(0)}), "actions: .'raise, all-in'. given"),
    (lambda: Decision(0, {"": Fold(0)}), "actions: .''. given"),
    (lambda: Decision(0, {"a\x1b": Fold(0)}), "actions: 'a.x1b' given, printable text needed"),
    (lambda: Decision(0, {"fold": Fold(0), "call": 2}), "actions: 'call' leads to 2, "),
    (lambda: Showdown(-2), "put_in: -2 given"),
    (lambda: betting.push_fold().read_player("Alice"), "player: .* 0 or 1, or 'small blind'"),
    (
        lambda: betting.push_fold().information_set_of_sequence("Alice", 1),
        "player: .* 0 or 1, or 'small blind'",
    ),
    (lambda: betting.push_fold().sequence_index(1, "raise"), "action: 'raise'.*push, call"),
)


def test_a_stack_may_be_as_deep_as_the_refusal_says():
    for tree in betting.no_limit(2_000_000, "none", 1, 2), betting.river("1e298", "1e304"):
        assert max(tree.payments.exact_amounts) in (
            2_000_000,
            Fraction("1e304") + Fraction("1e298") / 2,
        )


@pytest.mark.parametrize(
    "tree", [betting.push_fold(7, ante="1/3", big_blind_ante=1), betting.no_limit(6, "2x")]
)
def test_a_drawn_tree_comes_with_what_each_ending_pays(tree):
    """Followed from the first decision, action by action."""
    drawn = tree._repr_mimebundle_()
    rows = list(csv.DictReader(drawn["text/csv"].splitlines()))
    for row in rows:
        node = tree.root
        for action in row["actions"].split(", "):
            node = node.actions[action]
        paid = Fraction(row["small blind nets"]), Fraction(row["stake"])
        assert paid == (node.fixed_amount, node.stake) and (
            row["terminal"] == "fold"
        ) == isinstance(node, Fold)
    assert len({row["actions"] for row in rows}) == len(rows) == len(tree.terminals) > 2


def test_a_drawn_tree_fills_the_circles_of_the_first_player():
    """All that it writes lies between its upper edge and the key, each ending in its own row."""
    tree = betting.push_fold(7)
    drawn = ElementTree.fromstring(tree._repr_html_())
    svg = "{http://www.w3.org/2000/svg}"
    circles = [
        (circle.findtext(f"{svg}title"), "fill" in circle.attrib)
        for circle in drawn.iter(f"{svg}circle")
    ]
    assert sorted(circles) == [("big blind", False), ("small blind", True)]
    *heights, key = [float(text.get("y")) for text in drawn.findall(f"{svg}text")]
    assert 0 < min(heights) < max(heights) < key - 10 < float(drawn.get("viewBox").split()[3])
    ends = [float(text.get("y")) for text in drawn.findall(f"{svg}text") if "±" in text.text]
    assert len(ends) == len({*ends})


def test_a_tree_with_very_many_actions_in_a_row_is_not_written():
    node = Fold(1)
    for n in range(500 if sys.version_info < (3, 12) else 1000):
        node = Decision(n % 2, {"on": node, "fold": Fold(n)})
    with pytest.raises(ValueError, match="tree: too many actions in a row to be written"):
        Tree(node).to_dict()


def test_a_tree_that_is_too_large_to_draw_has_no_numbers_of_a_drawing():
    shown = betting.no_limit(30, "all", 1, 2)._repr_mimebundle_()
    assert "svg" not in shown["text/html"] and "text/csv" not in shown


def test_dead_money_goes_to_whoever_wins_the_hand():
    """A big-blind ante of 1.5 at 10 chips: followed chip by chip from both stacks."""
    for stacks, stake in [((5, 30), 5), ((30, 5), 3), ((5, 7), 5)]:
        tree = betting.push_fold(stacks, big_blind_ante=2)
        assert tree.root.actions["push"].actions["call"].put_in == stake
    tree = betting.push_fold(10, big_blind_ante=1.5)
    small, big = Fraction(17, 2), Fraction(10)  # what each has put in when the push is called
    ends = tree.terminals
    paid = [sum(end.stake for end in ends), sum(end.fixed_amount for end in ends)]
    called = tree.root.actions["push"].actions["call"]
    fixed, stake = called.fixed_amount, called.stake
    assert fixed + stake == big and fixed - stake == -small and fixed == (big - small) / 2
    assert tree.root.actions["push"].actions["fold"].amount == 1 + Fraction(3, 2)
    assert paid == [stake, Fraction(-1, 2) + Fraction(5, 2) + fixed]
    for_player_0 = Showdown(3, dead_money=-2)
    assert (for_player_0.fixed_amount, for_player_0.stake) == (-1, 4)
    assert str(called) == "±8.5, +1.5 dead" and len(ends) == 3
    assert tree.name == "push/fold, 8.5 at risk, 1.5 dead"
    assert betting.push_fold(10).name == "push/fold at 10"


def test_a_player_may_be_called_by_his_name():
    tree = betting.push_fold(10)
    names = 0, 1, np.int64(1), "small blind", "big blind"
    assert [tree.read_player(name) for name in names] == [0, 1, 1, 0, 1]
    assert tree.sequence_index("big blind", "call") == tree.sequence_index(1, "push, call")
    assert tree.information_set_of_sequence("big blind", 2).history == "push"


def test_a_dict_of_actions_may_change_after_the_tree_was_made():
    actions = {"fold": Fold(-1), "push": Showdown(3)}
    tree = Tree(Decision(0, actions))
    actions["fold"], actions["push, again"] = "no node", Fold(100)
    assert endings(tree) == {"fold": -1, "push": 3}


@pytest.mark.parametrize(
    "tree",
    [
        betting.kuhn(),
        betting.limit(2, pot_limit=True),
        betting.push_fold(7, ante="1/3", big_blind_ante=1),
        betting.no_limit(8, "all", 1, 2),
    ],
)
def test_a_tree_is_read_back_as_it_was_written(tree):
    again = Tree.from_dict(json.loads(json.dumps(tree.to_dict())))
    assert (again.terminals, again.sequence_names) == (tree.terminals, tree.sequence_names)
    assert (again.name, again.players, str(again)) == (tree.name, tree.players, str(tree))


def test_a_file_s_few_nodes_that_make_a_huge_tree_or_none_are_refused():
    below = [{"player": 0, "actions": {"a": n, "b": n}} for n in range(60)]
    written = {"name": "huge", "players": ["a", "b"], "nodes": [{"fold": ["1"]}, *below]}
    with pytest.raises(ValueError, match="nodes given, at most 10,000,000 allowed"):
        Tree.from_dict(written)
    written["nodes"][1] = {"player": 0, "actions": {"a": -1}}
    with pytest.raises(ValueError, match=r"actions: \{'a': -1\} given, the indices of earlier"):
        Tree.from_dict(written)


def test_a_tree_is_drawn_if_it_has_a_thousand_terminals_at_most_whatever_they_pay():
    """A showdown over dead money is two payments."""
    for count, is_drawn in ((1000, True), (1001, False)):
        showdowns = {f"bet {n}": Showdown(n, dead_money=1) for n in range(1, count + 1)}
        tree = Tree(Decision(0, showdowns))
        assert len(tree.payments.amounts) == 2 * len(tree.terminals) == 2 * count
        assert tree._repr_html_().startswith("<svg") == is_drawn


def test_a_large_tree_is_written_once_per_node_and_not_drawn():
    tree = betting.no_limit(30, "all", 1, 2)
    assert len(tree.to_dict()["nodes"]) < 1000 < len(tree.terminals)
    assert tree._repr_html_().startswith("&lt;Tree no limit at 30, every whole chip: ")
    with pytest.raises(ValueError, match=r"; and more$"):
        tree.sequence_index(0, "push")


def test_a_tree_counts_its_endings_though_one_pays_twice():
    """Over dead money a showdown pays a fixed amount and a stake."""
    tree = betting.push_fold(10, big_blind_ante=1)
    assert (len(tree.terminals), len(tree.payments.amounts)) == (3, 4)
    assert repr(tree).endswith("2 and 2 actions, 3 terminals>")


test_players_need_two_names = refused(
    *(
        ({"root": Fold(1), "players": players}, f"^players: {given} given, a pair of ")
        for players, given in (
            (("Alice",), "a series of 1"),
            (("Alice", "Bob", "Carol"), "a series of 3"),
            (("Alice", "Alice"), r"\('Alice', 'Alice'\)"),
            (("Alice", ""), r"\('Alice', ''\)"),
            ((0, 1), r"\(0, 1\)"),
            ("AB", "'AB'"),
        )
    ),
    ({"root": Fold(1), "players": ("a\n", "b")}, r"^players: 'a.n' given, printable text needed"),
    ({"root": Fold(1), "name": None}, "^name: None given, text needed"),
    ({"root": Fold(1), "name": "x\x1b"}, r"^name: 'x.x1b' given, printable text needed"),
    ({"root": Fold(1), "players": 2}, "^players: 2 given, a pair of names needed"),
    of=Tree,
    by=(TypeError, ValueError),
)


def test_players_given_as_a_list_are_a_pair():
    """Trees are equal whether their players came in a list, as from a file, or not."""
    listed, paired = (Tree(Fold(1), players=names) for names in (["a", "b"], ("a", "b")))
    assert listed == paired and hash(listed) == hash(paired)
