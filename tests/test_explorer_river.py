"""The explorer's river: two ranges on a board, by combo and by kind of hand."""

import json
import re
import shlex
from fractions import Fraction

import numpy as np
import pytest
from scipy.spatial import KDTree

from pokerlab import betting, cards, cli, deals, ranges
from pokerlab.games import Game
from pokerlab.solvers import lp
from tests.conftest import HTML, NARROW, WIDE, faint, show, violations
from tests.explorer import FOLDER, PHONE, SMALL, Tool, near, number, number_in, promised, river
from tests.tables import endings

pytestmark = pytest.mark.browser


def test_a_tap_on_the_board_selects_it_and_another_goes_into_it(page_on):
    with page_on(**PHONE) as page:
        page.goto(f"{FOLDER}#river")
        tool = Tool(page, "#river").settle()
        chosen = "e => e.value.slice(e.selectionStart, e.selectionEnd)"
        for name in ("Pot", "Board", "Stack behind"):
            box = tool.label(name, exact=True)
            box.tap()
            assert box.evaluate(chosen) == box.input_value()
        board = tool.label("Board", exact=True)
        board.tap()
        board.evaluate("e => e.setSelectionRange(2, 2)")
        board.tap()
        assert board.evaluate(chosen) == "", "to change one card"


def test_a_bet_in_chips_is_typed_as_the_page_says(open_tool):
    tool = open_tool("#river")
    tool.fill("Bets, of the pot", "60/200")
    assert tool.alert.count() == 0
    assert "bet 60:" in tool.view(0, ".explorer-legend").inner_text()


def test_a_number_for_each_combo_is_a_range(open_tool):
    by_name = open_tool(river(**{**SMALL, "second": "random"})).text("value")
    tool = open_tool(river(**SMALL))
    assert tool.text("value") != by_name
    tool.fill("Second player holds", "set_range IP " + "1 " * 1326)
    assert tool.alert.count() == 0 and tool.text("value") == by_name


WORTH = r"worth ([+−\d.]+) chips to the first player: ([+−\d.]+)% of the pot"


@pytest.mark.parametrize(
    "sizes",
    [
        {"within": "0.00003"},
        {"board": "AsKsQs7h2d", "pot": "10", "stack": "12.5", "bets": "1/3 75%", "raises": "pot"},
        {"pot": "1", "stack": "0.4", "bets": "none", "raises": "none"},
    ],
)
def test_a_river_is_worth_what_the_package_finds(sizes, open_tool, capsys):
    tool = open_tool(river(**SMALL, **sizes))
    told = re.search(rf"{WORTH}, proven within ([\d.]+)% of the pot\.$", tool.text("value"))
    (_, (command,)), solution = tool.reproduction, lp.solve(tool.game)
    ran = tool.run_code()
    assert ran.payoff == near(solution.payoff, 1e-4 + ran.width)
    value, share, width = map(number, told.groups())
    pot, exactly = float(sizes.get("pot", 200)), solution.payoff
    digit = 10.0 ** -len(told[1].partition(".")[2])
    assert value == near(exactly, 0.51 * digit + pot * width / 100)
    assert share == near(100 * exactly / pot, 0.006 + width)
    assert cli.main([*shlex.split(command)[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == near(exactly, 1e-6 * pot)
    assert width <= 100 * float(sizes.get("within", "0.001"))


def test_a_cell_of_a_river_stands_for_the_combos_that_fit(open_tool):
    tool = open_tool(river(**SMALL, within="0.00003"))
    deal = deals.river("Td9d6hQc2s", *SMALL.values())
    for player, hand in ((0, "QQ"), (0, "AQo"), (1, "KJs"), (1, "99")):
        tool.cell(player, hand).click()
        rows = tool.view(player, ".explorer-combos tbody tr")
        shown = rows.evaluate_all("rows => rows.map(r => [...r.children].map(c => c.innerText))")
        combos = np.array(deal.hands[player])
        hands = cards.HAND_OF_COMBO[[cards.COMBO_INDEX[combo] for combo in combos]]
        assert sorted(row[0] for row in shown) == sorted(combos[hands == cards.HAND_INDEX[hand]])
        shares = [[float(text.split("%")[0]) / 100 for text in row[1:]] for row in shown]
        held = deal.hand_probabilities(player)[[deal.hand_index(player, row[0]) for row in shown]]
        if player == 0:  # nobody has done anything yet
            mean = held @ np.array(shares) / held.sum()
            assert [share for share, _ in tool.table(0).values()] == near(mean, 1e-3)
    assert tool.said(0, "KK").endswith("not in the range")


def test_a_river_can_be_locked_combo_by_combo_and_compared(open_tool):
    tool = open_tool(river(**SMALL, bets="none", raises="none", second_after="all-in"))
    for player, held in SMALL.items():
        action = "all-in" if player == "first" else "call"
        texts = tool.copied(f"the {player} player's {action}"), held
        taken, held = (ranges.parse_range(text).by_combo() for text in texts)
        assert all(held[combo] >= weight >= Fraction(1, 100) for combo, weight in taken.items())
    tool.button("Keep to compare").click()
    first, box = tool.locking(("First player", "Second player"))
    tool.enter(box, "KK, AhQh, AQo:0.5")
    for hand, said in (("KK", "call 100%"), ("AQs", "call 33.33%"), ("AQo", "call 50.00%")):
        assert said in tool.said(1, hand)
    game = Game(deals.river("Td9d6hQc2s", *SMALL.values()), betting.river(200, 900, "none", "none"))
    price, kept = tool.text("losses"), tool.all("section")
    locked = game.lock(1, {"all-in, call": "KK, AhQh, AQo:0.5"})
    free, worth = (lp.solve(each).payoff for each in (game, locked))
    assert number_in(r"worth ([+−\d.]+) chips", price) == near(free, 0.7)
    lost = number_in(r"range loses ([\d.]+) thousandths of the pot", price)
    assert lost == near(1000 * (worth - free) / 200, 5)
    assert "KdKh" not in price and re.search(r"most with [AKQJT2-9][cdhs]", price)
    assert "some ranges locked" not in kept.inner_text() and kept.locator(".differs").count()
    tool.click("Lock what is shown: second player")
    weights = ranges.parse_range(box.input_value()).by_combo()
    assert weights["KdKc"] == 1 and weights["AcQh"] == Fraction(1, 2) and "AdQd" not in weights
    tool.fill("First player holds", "QQ-99, AQ:0.5, AJs, KJs, 87s, 54s, 72o")
    # A range that is copied has each hand as often as it is held, gets to the decision and acts.
    tool.enter(first, "all-in: QQ, AQo:0.5, AdQd:0.48")
    assert tool.copied("the first player's all-in") == "QQ,AQo:0.25,AdQd:0.24"
    tool.label("Decision of the first player").select_option("check, all-in")
    tool.enter(first, "fold: AQo")
    left = "JJ-99,AJs,KJs,87s,54s,72o,AdQd:0.26,AhQh:0.5,AsQs:0.5"
    assert tool.copied("the first player's call") == left


def test_a_river_tells_value_from_bluffs_and_what_each_part_of_a_range_wins(open_tool):
    tool = open_tool(river(**SMALL, second_after="bet 120"))
    bets, calls = "JJ-TT, 87s, 54s:0.5, AhQs", "99-77, AQ:0.3"
    first, second = tool.locking(("First player", "Second player"))
    tool.enter(first, f"bet 120: {bets}; all-in: AJs, QQ")
    tool.enter(second, f"call: {calls}")
    deal = deals.river("Td9d6hQc2s", *SMALL.values())

    def share(text, player):
        weights = ranges.parse_range(text).by_combo()
        return np.array([float(weights.get(combo, 0)) for combo in deal.hands[player]])

    bets, calls = share(bets, 0), share(calls, 1)
    everybody = np.ones_like(bets), np.ones_like(calls)
    ahead = np.nan_to_num(deal.equity(0, calls), nan=0.5) >= 0.5
    for player, action, own, other in (
        (0, "all here", everybody[0], everybody[1]),
        (0, "bet 120", bets, everybody[1]),
        (1, "all here", everybody[1], bets),
        (1, "call", calls, bets),
    ):
        row = tool.all(".explorer-parts").nth(player).locator("tr", has_text=action)
        combos, equity, *split = row.locator("td").all_inner_texts()
        held = share(SMALL[("first", "second")[player]], player) * own
        met = deal.meetings(player, other) * own
        wins = np.nan_to_num(deal.equity(player, other)) @ met / met.sum()
        assert number(combos) == near(held.sum(), 0.06)
        assert number(equity) == near(100 * wins, 0.06)
        value = met @ ahead / met.sum() if action == "bet 120" else None
        told = [] if value is None else [f"{value:.1%}", f"{1 - value:.1%}"]
        assert [text for text in split[:2] if text] == told
    assert 0 < bets @ ahead / bets.sum() < 0.9
    tables = tool.all(".explorer-parts caption").all_inner_texts()
    assert [caption.partition(":")[0] for caption in tables] == [
        "First player, opening",
        "Second player, after bet 120",
    ]
    read = "rows => rows.map(row => [...row.children].map(cell => cell.innerText))"
    rows = tool.all(".explorer-parts").first.locator("tbody tr").evaluate_all(read)
    parts = {row[0]: [number(text or "nan") for text in row[1:5]] for row in rows if len(row) == 6}
    # How often combos are held counts: the other range makes some of them rarer.
    held = deal.meetings(0, everybody[1])
    often = {"bet 120": held @ bets, "all-in": held @ share("AJs, QQ", 0)}
    bet = sum(often.values())
    bluffs = sum(often[name] * parts[name][3] for name in often) / bet
    rate = bet / held.sum()
    found = tool.text("finding")
    assert re.search(r"^The first player bets .*: 120 with .* and all-in with .*\.$", found)
    told = re.findall(r"(\d+)%", found)
    each = [x for name, o in often.items() for x in (100 * o / held.sum(), parts[name][3])]
    assert [*map(float, told)] == near([100 * rate, bluffs, *each], 0.6)
    tool.evaluate("print = () => dispatchEvent(new Event('beforeprint'))")
    tool.click("Print")
    tool.page.emulate_media(media="print")
    assert (
        tool.all(".explorer-parts").first.is_visible()
        and tool.all(".explorer-finding").is_visible()
    )
    assert "board Td9d6hQc2s, pot 200, stack behind 900" in tool.text("setting").lower().replace(
        "td9d6hqc2s", "Td9d6hQc2s"
    )
    assert "first player holds AA, QQ-99" in tool.text("setting")
    assert not tool.all(".explorer-parts button").first.is_visible()
    tool.page.emulate_media(media="null")
    tool.evaluate("dispatchEvent(new Event('afterprint'))")
    # Where the share of bluffs is, it says which bets these are, and nowhere else.
    defined = "A bet is a bluff if it loses to more of the calls than it beats"
    others = tool.all("p:not(.explorer-finding, .explorer-voice)", has_text="is a bluff if")
    assert defined in found and not others.count()


def test_a_river_sorts_hands_by_what_they_are_called(open_tool):
    tool = open_tool(river(**SMALL, bets="none", raises="none", second_after="all-in"))
    box, _ = tool.locking(("First player", "Second player"))
    tool.enter(box, "all-in: QQ, AJs:0.5")
    classes = {
        "straight": "KJs, 87s",
        "set": "QQ, TT, 99",
        "overpair": "AA",
        "top pair": "AQ:0.5",
        "lower pair": "JJ",
        "draw missed": "AJs, 5d4d",
        "nothing": "5c4c, 5h4h, 5s4s",
    }
    shown = tool.all(".explorer-parts").first.locator("tr:has(td[colspan])")
    rows = [row.split("\t") for row in shown.all_inner_texts()]
    assert [row[0] for row in rows] == [*classes]
    board = set(cards.parse_cards("Td9d6hQc2s"))
    deal = deals.river("Td9d6hQc2s", *SMALL.values())
    met = dict(zip(deal.hands[0], deal.meetings(0, np.ones(len(deal.hands[1]))), strict=True))
    mixed = 0
    for (_, combos, actions), held in zip(rows, classes.values(), strict=True):
        weights = ranges.parse_range(held).by_combo().items()
        fits = [weight for combo, weight in weights if not board & {*cards.parse_cards(combo)}]
        assert float(combos) == sum(fits)
        here = [combo for combo, _ in weights if combo in met]
        pushed = sum(
            met[c] * float(c.count("Q") == 2 or 0.5 * ("A" in c and "J" in c)) for c in here
        )
        share = pushed / sum(met[combo] for combo in here)
        if 0 < share < 1:
            mixed += 1
            assert actions == f"check {1 - share:.0%}, all-in {share:.0%}"
        else:
            assert actions == ("all-in 100%" if share else "check 100%")
    assert mixed >= 2


@pytest.mark.parametrize(
    ("board", "classes"),
    [
        (
            "7c7dKh5s2c",
            {
                "full house": "KK, 55",
                "trips": "87s",
                "overpair": "AA",
                "top pair": "KQs, K5s",
                "lower pair": "QQ, 65s, 33",
                "nothing": "AQs",
            },
        ),
        # Own pairs of which only one is in the best five cards, or none.
        ("KcKd7h7s2c", {"overpair": "AA", "lower pair": "QQ", "nothing": "66, A2s, A3s"}),
        (
            "2c2dKh7s5c",
            {
                "full house": "55",
                "two pair": "K7s, 75s",
                "top pair": "KQs",
                "lower pair": "73s, 66",
            },
        ),
        ("AcAd9h9s9d", {"full house": "AK", "nothing": "KK"}),
    ],
)
def test_on_a_paired_board_hands_are_called_what_they_make_beyond_it(board, classes, modules):
    for name, held in classes.items():
        for combo, weight in ranges.parse_range(held).by_combo().items():
            own = cards.parse_cards(combo)
            if not weight or {*own} & {*cards.parse_cards(board)}:
                continue
            found = modules.evaluate(
                """async ([board, own]) => {
                    const { handClassOf } = await import("/river-hands.js");
                    return handClassOf(board, own);
                }""",
                [list(map(int, cards.parse_cards(board))), list(map(int, own))],
            )
            assert found == name, (board, combo)


def test_both_halves_of_a_river_s_table_have_heads(open_tool):
    table = open_tool("#river").all(".explorer-parts").first
    heads = table.locator("tr:has(th[scope=col])").all_inner_texts()
    assert [head.split("\t") for head in heads] == [
        ["action", "combos", "equity", "value", "bluffs", "range"],
        ["hands", "combos", "what they do"],
    ]


@pytest.mark.parametrize(("counts", "more"), [("net", 0), ("pot", 100)])
def test_a_river_counts_winnings_net_or_all_of_the_pot(counts, more, open_tool):
    tool = open_tool(river(**SMALL, within="0.0001", second_after="bet 120", hand="KJs"))
    tool.button("Keep to compare").click()
    tool.label("Winnings").select_option(counts)
    game = tool.game
    fold = endings(game.tree)["bet 120, fold"]
    for told in (tool.text("value"), tool.all("section").inner_text()):
        worth, share = map(number, re.search(WORTH, told).groups())
        assert worth == near(lp.solve(game).payoff + more, 0.03)
        assert share == near(worth / 2, 0.006)
    assert tool.table(1)["fold"][1] == more - fold
    combos = tool.view(1, ".explorer-combos tr:last-child td:nth-child(2) small").inner_text()
    assert number(combos) == more - fold
    tool.enter(tool.locking(("First player", "Second player"))[1], "call: KK, AQ")
    earned, _, _ = promised(tool)
    assert earned == near(number_in(r"worth (\S+) chips", tool.text("value")), 0.03)
    price = number_in(r"Without locks the game is worth (\S+) chips", tool.text("losses"))
    assert price == near(lp.solve(game).payoff + more, 0.03)


def test_a_river_with_all_that_unfolds_can_be_read_by_everybody(open_page):
    locked = "locks=1/bet+120/call%3A+TT|0//bet+60%25:+AA;one-round?seed=3"
    tool = open_page(f"#river?hand=QJs;{locked}", viewport=NARROW)
    tool.all(".explorer-losses", has_text="range loses").wait_for()
    tool.page.locator("details").evaluate_all("all => all.forEach(e => { e.open = true; })")
    assert tool.all(".explorer-combos:visible").count() == 2
    tool.page.set_viewport_size(WIDE)
    words = "c => (r => (r.selectNodeContents(c), r.getBoundingClientRect().width))(new Range)"
    for cell in tool.all(".mixed:visible").all():
        assert cell.evaluate(words) < cell.bounding_box()["width"]
    tool.page.set_viewport_size(NARROW)
    assert tool.said(0, "AA").endswith(": bet 120: 100%; played otherwise in equilibrium")
    for fragment in (tool.address, "#push-fold"):
        tool.set_to(fragment)
        show(tool.page, "light")
        assert faint(tool.page) == []
        show(tool.page, "dark")
        assert violations(tool.page) == []
        assert tool.evaluate("document.documentElement.scrollWidth") == NARROW["width"]


def test_the_chapter_on_the_river_leads_to_what_can_be_set_before_its_prose(page_on):
    with page_on(**PHONE) as page:
        page.goto((HTML / "book/river.html").as_uri())
        link = page.locator("#the-river > p a[href*='explorer.html#river']").first.bounding_box()
        title = page.locator("#the-river > section > h2").first.bounding_box()
        assert link["y"] < title["y"]


def test_a_sentence_on_a_river_is_marked_as_old_with_the_charts(open_page):
    tool = open_page("#river")
    tool.click("Keep to compare")
    before = "e => getComputedStyle(e, '::before').content"
    sentence = tool.all(".explorer-finding").first
    assert sentence.evaluate(before) == "none" and "bluffs" in sentence.inner_text()
    tool.fill("Board", "AhAhAh")
    assert sentence.evaluate(before) == '"Old: "'


#: A first player who goes all-in or checks, against one who has made pairs at most.
POLARISED = {
    "board": "AsKh7d4c2s",
    "first": "AK,A7s,77,44,QJs,QTs,JTs,T9s",
    "second": "AQ,AJ,ATs,KQ,KJ,99-88",
}


@pytest.mark.parametrize(
    ("first", "answered"),
    [(POLARISED["first"], "all-in"), ("QQ", "check")],
)
def test_a_river_opens_on_the_answer_to_the_bet_that_is_made_most(first, answered, open_tool):
    tool = open_tool(river(**{**POLARISED, "first": first}))
    game = tool.game
    solution = lp.solve(game)
    sent = game.deal.hand_probabilities(0) @ solution.plans[0]
    opening = game.tree.information_sets[0][0].sequences_after
    shares = dict(zip(game.tree.sequence_names[0][opening], sent[opening], strict=True))
    bets = {name: share for name, share in shares.items() if name != "check" and share > 0.002}
    most = max(bets, key=bets.__getitem__, default="check")
    assert most == answered
    caption, told = tool.view(1, ".explorer-caption"), tool.view(1, ".explorer-legend")
    assert caption.inner_text() == f"Second player, after {most}"
    assert "second-after=" not in tool.address and "in less than" not in told.inner_text()
    tool.enter(tool.locking(("First player", "Second player"))[1], "none")
    assert caption.inner_text() == f"Second player, after {most}", "as long as a range is locked"
    assert f"second-after={most.replace(' ', '+')}" in tool.address


def test_a_river_says_where_a_bet_is_hardly_ever_made(open_tool):
    tool = open_tool(river(**POLARISED, second_after="bet 120"))
    assert "bet 120: 0.0%" in tool.view(0, ".explorer-legend").inner_text()
    told = tool.view(1, ".explorer-legend").inner_text()
    assert "It comes to this in less than 0.05% of all deals" in told
    parts = tool.all(".explorer-parts")
    hardly = parts.nth(0).locator("tr", has_text="bet 120").all()
    for row in hardly + parts.nth(1).locator("tr:has(td button)").all():
        assert {*row.locator("td").all_inner_texts()[1:4]} <= {"–", ""}, "nobody wins so much"
    assert re.search(r"all-in\t29.6\t56.5%", parts.nth(0).inner_text())
    tool.set_to(river(**POLARISED, second_after="all-in"))
    assert "less than 0.05%" not in tool.view(1, ".explorer-legend").inner_text()


def test_a_river_s_sentence_names_sizes_and_leaves_out_what_is_never_played(open_tool):
    tool = open_tool(river(**POLARISED))
    raised = tool.view(1, ".explorer-legend").inner_text()
    assert "raise" not in re.sub(r"raise[^:]*: 0\.[0-4]%", "", raised), "hardly ever"
    found = tool.text("finding")
    assert re.fullmatch(
        r"The first player goes all-in with \d\d% of his range, \d\d% of that as bluffs\. "
        r"A bet is a bluff if it .*, and for value if not\.",
        found,
    )
    only = {"first": "QQ, 54s, 87s", "second": "JJ-TT, QJo"}
    for bets, told in (("60%", "bets 120 with"), ("50% 100%", r"bets \d+% of his range, .*: ")):
        tool.set_to(river(**only, bets=bets, raises="none", stack="400"))
        found = tool.text("finding")
        assert re.match(f"The first player ({told}|goes all-in with)", found), found
        assert not re.search(r"\b0%( of| \()", found.replace("0% of that", "").replace("(0%", ""))


def test_a_range_says_which_of_its_combos_the_board_takes_away(open_tool):
    tool = open_tool(river(first="AhTd, KK, 2s2c", second="AA"))
    remark = tool.all(".explorer-remark", has_text="can't be held").inner_text()
    assert remark == "AhTd and 2s2c can't be held: the board has the Td and 2s."
    label = tool.all("label", has_text="First player holds").inner_text()
    assert label.startswith("First player holds: 6 combos (8 without the board)")
    assert len(deals.river("Td9d6hQc2s", "AhTd, KK, 2s2c", "AA").hands[0]) == 6
    tool.fill("First player holds", "KK")
    assert tool.all(".explorer-remark", has_text="can't be held").count() == 0


def test_a_river_s_sentence_and_its_legend_count_in_one_way(open_tool):
    tool = open_tool(river(first="QQ, 9h9s, KJs, 5h4h, 7h5h, A3s", second="QJo, JJ, T9s"))
    bets = [
        number(share)
        for name, share in re.findall(
            r"([\w -]+): ([\d.]+)%", tool.view(0, ".explorer-legend").inner_text()
        )
        if name.strip() != "check"
    ]
    found = re.search(
        r"The first player (?:bets|goes all-in with|bets 120 with) (\d+)% of his range",
        tool.text("finding"),
    )
    assert bets and number(found[1]) == near(sum(bets), 0.56)
    assert "counts each combo as often as it is held" in tool.root.inner_text()


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_on_paper_the_river_has_no_empty_column_and_its_lists_are_whole(paper, open_tool):
    import pypdfium2

    tool = open_tool("#river")
    told = tool.view(1, ".explorer-written")
    printed = pypdfium2.PdfDocument(tool.page.pdf(format=paper))
    pages = ["".join(page.get_textpage().get_text_bounded().split()) for page in printed]
    assert not any("bluffsrange" in page for page in pages), "the buttons that copy it"
    assert any("combosequityvaluebluffs" in page for page in pages)
    ranges = ["".join(text.split()) for text in told.locator("span").all_text_contents()]
    assert len(ranges) == 3 and len(pages) > 1
    for text in ("Secondplayer,afterbet120" + ranges[0][:40], *[text[:40] for text in ranges]):
        assert text in "".join(pages)
    combos = {*re.findall("(?:[2-9TJQKA][cdhs]){2}", "".join(ranges))}
    for combo in combos:
        held = sum(page.count(combo) for page in pages)
        assert held == "".join(pages).count(combo), "none is on two pages"
    assert len(combos) > 50


#: So wide that the list of one action is longer than a sheet.
WIDE_RANGES = {
    "first": "22+, A2s+, K2s+, Q2s+, J5s+, T6s+, 96s+, 86s+, 75s+, 64s+, 54s, A2o+, K7o+, Q8o+",
    "second": "22+, A2s+, K2s+, Q4s+, J7s+, T7s+, 97s+, 86s+, A2o+, K9o+, Q9o+:0.5",
}


def overprinted(leaf):
    """The pairs of letters of a printed page of which one is over the other."""
    text = leaf.get_textpage()
    letters = [text.get_text_range(i, 1) for i in range(text.count_chars())]
    seen = [i for i, letter in enumerate(letters) if letter.strip()]
    boxes = np.array([text.get_charbox(i) for i in seen])
    pairs = KDTree((boxes[:, :2] + boxes[:, 2:]) / 2).query_pairs(1)  # points
    told = ([letters[seen[i]] for i in pair] for pair in pairs)
    # Letters with a rim are drawn twice.
    return [pair for pair in told if len({*pair}) == 2]


@pytest.mark.parametrize("held", [{}, WIDE_RANGES], ids=["few", "many"])
def test_on_paper_no_text_of_a_river_is_over_another_and_no_list_begins_late(held, open_tool):
    import pypdfium2

    board = {"board": "Ks7d4c2h2s", "pot": "60", "stack": "120", "within": "2"} if held else {}
    tool = open_tool(river(**held, **board))
    for paper in ("A4", "Letter"):
        for margin in (None, "10mm", "15mm"):
            sides = dict.fromkeys(("top", "right", "bottom", "left"), margin) if margin else {}
            printed = pypdfium2.PdfDocument(tool.page.pdf(format=paper, margin=sides))
            for leaf in printed:
                assert len(overprinted(leaf)) == 0, (paper, margin)
            assert len(printed) <= 3
            first = printed[0].get_textpage()
            lowest = min(first.get_rect(i)[1] for i in range(first.count_rects()))
            assert lowest < 0.15 * printed[0].get_height(), "the first sheet is filled"
            last = printed[len(printed) - 1].get_textpage().get_text_range()
            assert "what is there" in last, "not only a line of Python"


def test_where_a_bet_never_comes_a_river_s_table_has_no_number_that_is_none(open_tool):
    tool = open_tool(river(first="KK, QJ, 87s", bets="60%", second_after="bet 120"))
    assert "It never comes to this" in tool.view(1, ".explorer-legend").inner_text()
    told = tool.all(".explorer-parts").nth(1).inner_text()
    assert "NaN" not in told and "Infinity" not in told and "top pair" in told
    assert re.search(r"all here\t[\d.]+\t–", told)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_river_is_printed_on_two_sheets_and_its_charts_are_on_the_first(paper, open_page):
    import pypdfium2

    tool = open_page("#river").settle()
    tool.all(".explorer-parts").first.wait_for()
    printed = pypdfium2.PdfDocument(tool.page.pdf(format=paper))
    first, second = (page.get_textpage().get_text_range() for page in printed)
    assert "No rake or ICM. The game" in first.replace("\r\n", " ")
    for hand in ("AA", "22", "A2o"):
        assert len(re.findall(rf"\b{hand}\b", first)) >= 2, "in both charts"
    assert "what is there" not in first and second.count("what is there") == 2
    assert "pokerlab river --board" in second
