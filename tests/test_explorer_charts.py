"""The explorer's charts: read, painted, compared, printed and taken along."""

import csv
import re
from pathlib import Path

import numpy as np
import pytest

from pokerlab import cards, ranges
from pokerlab.solvers import double_oracle
from tests.conftest import NARROW, WIDE, show
from tests.explorer import (
    ACTIONS,
    FOLDER,
    PAGE,
    SEATS,
    TEN,
    TOOLS,
    TYPE_FAST,
    Tool,
    center,
    earns,
    near,
    number,
    solved,
)
from tests.test_book import places

pytestmark = pytest.mark.browser


def test_what_is_said_of_a_copied_range_goes_with_its_game(open_tool):
    tool = open_tool("#push-fold?stack=10")
    tool.copied("the big blind's range")
    said = tool.all(".explorer-keep", has_text="is copied")
    tool.cell(1, "QQ").click()
    assert said.count() == 1
    tool.enter(tool.locking()[1], "22+")
    assert said.count() == 0


def test_the_painted_chart_takes_over_my_range_and_the_stack(open_page, open_tool, site):
    address = f"{site}/{PAGE}"
    tool = open_page("#push-fold?stack=7;locks=0//22%2B,+A2%2B,+K9s:0.5,+72o:0.4", address)
    tool.root.get_by_role("link", name="a half up").click()
    tool.page.wait_for_url("**/index.html#chart=*")
    pushed = tool.page.locator(".live-price .g g:has(> title)")
    pushed.locator("title", has_text="AA: pushed").wait_for(state="attached")
    titles = pushed.locator("title").all_text_contents()
    painted = {title.split(":")[0] for title in titles if ": pushed" in title}
    held = ranges.parse_range("22+, A2+, K9s").hand_weights
    assert painted == {cards.HANDS[hand] for hand in held.nonzero()[0]}
    assert tool.page.locator(".live-price .live-sentence input").input_value() == "7"
    name = "Paint a chart, and see what it loses beside SAGE's"
    for setting in ("stack=30;locks=0//AA", "stack=7;bb-ante=1;locks=0//AA"):
        link = open_tool(f"#push-fold?{setting}").root.get_by_role("link", name=name)
        assert link.get_attribute("href") == "index.html#what-does-your-chart-lose"
    assert "what-does-your-chart-lose" in places("book/index.html")


def test_the_chart_to_paint_has_the_stack_of_the_tool_that_leads_there(open_page):
    tool = open_page("#push-fold?stack=7")
    page = tool.page
    tool.root.get_by_role("link", name="Paint a chart, and see what it loses").click()
    boxes = page.locator(":is(.live, .live-price) .live-sentence input")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.live-sentence input')]"
        ".filter(e => e.value === '7').length === 2"
    )
    assert boxes.count() == 2
    page.wait_for_timeout(300)
    top = page.locator(".live-price").bounding_box()["y"]
    assert -5 < top < 200, "it is in sight"
    assert "Nothing is painted yet" in page.locator(".live-price svg > .k").text_content()
    assert page.locator(".live-wrong:visible").count() == 0


def test_how_to_paint_is_said_where_one_begins_to(open_page):
    tool = open_page("#push-fold?stack=10")
    tool.root.get_by_text("Lock the big blind's range").click()
    hints = tool.all(".explorer-hint")
    switch = tool.view(1, "[role=switch]")
    assert hints.evaluate_all("all => all.every(e => e.hidden)")
    switch.check()
    hint = tool.view(1, ".explorer-hint")
    assert "by mouse, finger or space bar" in hint.inner_text() and hint.is_visible()
    assert abs(hint.bounding_box()["y"] - switch.bounding_box()["y"]) < 120
    assert switch.get_attribute("aria-describedby") == hint.get_attribute("id")
    assert not tool.view(0, ".explorer-hint").is_visible()
    switch.uncheck()
    assert not hint.is_visible()


def test_what_is_shown_can_be_taken_painted_and_sent(open_page, open_tool):
    tool = open_tool("#push-fold")
    box, mouse = tool.locking()[1], tool.page.mouse

    def weights(*hands):
        tool.settle()
        taken = ranges.parse_range(box.input_value()).hand_weights
        return [taken[cards.HAND_INDEX[hand]] for hand in hands]

    tool.click("Lock what is shown: big blind")
    assert abs(weights(*cards.HANDS) - solved(10).probability(1, "call")).max() < 1e-4
    tool.paint(1)
    tool.cell(1, "72o").click()
    assert weights("72o") == [1]
    tool.press("ArrowUp")
    for weight in (1, 0):
        tool.press("Space")
        assert weights("73o") == [weight]
    tool.cell(1, "62o").hover()
    mouse.down()
    tool.cell(1, "42o").hover()
    mouse.up()
    assert weights("62o", "52o", "42o") == [1, 1, 1]
    tool.cell(1, "62o").click(button="right")
    tool.all("summary", has_text="Lock the big blind's range").click()
    tool.cell(1, "73o").click()  # nothing is painted once the switch is out of sight
    assert weights("62o", "73o") == [1, 0]
    assert open_page(tool.address).shown() == tool.shown()


def test_two_settings_stand_side_by_side(open_page, open_tool):
    tool = open_tool("#push-fold").click("Keep to compare")
    tool.page.mouse.move(0, 0)
    tool.fill("Stack, big blinds", "7")
    ten, seven = solved(10), solved(7)
    said = f"Before, stack 10: with 10 big blinds the game is worth −{-ten.payoff:.4f} bb"
    assert said in tool.all("section").inner_text()
    for player, action in enumerate(ACTIONS):
        now, was = (100 * found.probability(player, action) for found in (seven, ten))
        otherwise = tool.view(player, ".differs", "beside")
        hands = otherwise.evaluate_all("cells => cells.map(cell => cell.dataset.hand)")
        assert hands == [cards.HANDS[h] for h in np.flatnonzero(abs(now - was) > 0.5)]
        assert otherwise.first.get_attribute("aria-label").endswith("; played otherwise now")
        marked = tool.view(player, ".differs")
        assert marked.evaluate_all("cells => cells.map(cell => cell.dataset.hand)") == hands
        assert marked.first.get_attribute("aria-label").endswith("; played otherwise before")
        legend = tool.view(player, ".explorer-differences", "beside").inner_text()
        hand, *told = re.search(rf"Now (\w+): {action} ([\d.]+)%, was ([\d.]+)%;", legend).groups()
        moved = [column[cards.HAND_INDEX[hand]] for column in (now, was)]
        assert [*map(float, told)] == near(moved, 0.011) and " fold " not in legend
        assert abs(moved[0] - moved[1]) > abs(now - was).max() - 0.02
        first, _, others = legend.partition(" Also ")
        named = {*re.findall(rf"(\w+): {action}", first)}
        assert len(named) == 4
        for way, share in re.findall(rf"{action} (more|less) often: ([^;]*?)[;.]", others):
            moved = ranges.parse_range(share).hand_weights.nonzero()[0]
            assert len(moved) and ((now > was) == (way == "more"))[moved].all()
            named |= {cards.HANDS[h] for h in moved}
        assert {*hands} == named
    restored = open_page(tool.address)
    restored.all(".differs").first.wait_for()
    assert restored.shown() == tool.shown()
    restored.click("End the comparison")
    assert not restored.all("section").is_visible()
    assert restored.all("[data-player] .differs").count() == 0


@pytest.mark.parametrize("width", [1440, 390])
def test_a_kept_chart_stands_beside_the_other_in_its_colours(width, open_tool):
    fragment = "#no-limit?raises=2.5x+4x;kept=raises%3D2.5x"
    tool = open_tool(fragment, viewport={"width": width, "height": 900})
    for player in (0, 1):
        grids = (tool.view(player, "[role=grid]", kind) for kind in ("player", "beside"))
        now, kept = (grid.bounding_box() for grid in grids)
        assert (now["y"] == kept["y"]) == (width == 1440)
        assert (now["x"] < kept["x"]) == (width == 1440) and now["width"] == kept["width"]
    look = "all => all.map(e => [e.textContent.split(':')[0], e.firstChild.style.background])"
    now, kept = (
        dict(tool.view(1, ".explorer-legend > span:has(i)", kind).evaluate_all(look))
        for kind in ("player", "beside")
    )
    assert len(now) == 4 and len(set(now.values())) == 4
    assert kept == {name: now[name] for name in kept} and len(kept) == 3


def test_which_hands_change_is_told_first(open_page):
    tool = open_page("#push-fold?stack=7")
    tool.root.get_by_role("button", name="+20%").click()
    voice = tool.all(".explorer-voice", has_text="the game is worth")
    voice.wait_for(state="attached")
    said = voice.text_content()
    assert said.startswith("Compared with the equilibrium (marked corners), the small blind ")
    assert "rake" not in said and said.count("Compared with") == 1
    tool.set_to("#push-fold?stack=7")
    tool.click("Keep to compare")
    tool.fill("Stack, big blinds", "9")
    tool.all(".explorer-voice", has_text=re.compile("^Compared with the kept")).wait_for(
        state="attached"
    )


def test_the_printed_charts_say_their_ranges(open_tool):
    tool = open_tool("#push-fold?stack=10")
    written = tool.all(".explorer-written")
    tool.evaluate("dispatchEvent(new Event('beforeprint'))")
    tool.page.emulate_media(media="print")
    for player, action in enumerate(ACTIONS):
        name, text = tool.view(player, ".explorer-written").inner_text().split(": ", 1)
        shares = solved(10).probability(player, action)
        assert name == action.capitalize()
        assert ranges.parse_range(text).hand_weights == near(shares, 0.006)
    assert written.first.bounding_box()["width"] > 100
    tool.page.emulate_media(media="null")
    assert written.first.bounding_box()["width"] <= 1, "for the ear only"


def test_the_ranges_that_are_shown_are_on_the_page_in_words(open_tool):
    tool = open_tool("#push-fold?stack=10")
    assert tool.settle()
    for stack in ("10", "7.5"):
        tool.enter(tool.label("Stack", exact=True), stack)
        assert tool.settle()
        for player, action in enumerate(ACTIONS):
            written = tool.view(player, ".explorer-written")
            assert written.evaluate("e => getComputedStyle(e).display") == "block"
            assert written.bounding_box()["width"] <= 1, "for the ear only"
            name, text = written.text_content().split(": ", 1)
            assert name == action.capitalize()
            shares = solved(stack).probability(player, action)
            assert ranges.parse_range(text).hand_weights == near(shares, 0.006)


def test_a_hand_is_told_first_in_the_chart_in_which_it_is(open_tool):
    tool = open_tool("#push-fold?stack=10")
    for player, others in (("big blind", "small blind"), ("small blind", "big blind")):
        tool.cell(int(player == "big blind"), "AA").focus()
        heard = re.compile(f"^pair of aces, AA: {player} .*; {others} ")
        tool.all(".explorer-voice", has_text=heard).wait_for(state="attached")


def test_a_hand_that_is_typed_has_the_focus(open_tool):
    tool = open_tool()
    tool.cell(0, "AA").focus()
    for keys, hand in (("a5", "A5s"), ("a5o", "A5o"), ("9", "99")):
        tool.evaluate(TYPE_FAST, keys)
        assert tool.evaluate("document.activeElement.dataset.hand") == hand
        tool.page.wait_for_timeout(2100)  # the next key begins another name
    tool.press("PageDown")
    assert tool.evaluate("document.activeElement.dataset.hand") == "92o"


def test_keys_paint_on_in_the_explorer_and_take_a_stroke_back(open_page):
    tool = open_page("#push-fold?stack=7")
    tool.locking()
    tool.paint(0)
    tool.cell(0, "72o").focus()
    tool.press("Space")
    once = tool.settle().address
    assert tool.said(0, "72o").startswith("seven-deuce offsuit, 72o: push 100%")
    for key in ("Shift+ArrowLeft", "Shift+ArrowLeft"):
        tool.press(key)
        tool.settle()
    assert "fold 100%" in tool.said(0, "82o") or "push 100%" in tool.said(0, "82o")
    assert tool.evaluate("document.activeElement.dataset.hand") == "92o"
    assert "push 100%" in tool.said(0, "92o")
    for _ in range(2):
        tool.press("Control+z")
        tool.settle()
    assert tool.address.partition(";hand")[0] == once.partition(";hand")[0]
    tool.press("Control+z")
    assert "locks=" not in tool.settle().address


def test_what_a_stroke_changes_that_is_taken_back_is_heard_before_the_game(open_page):
    tool = open_page("#push-fold?stack=7;locks=0//22%2B")
    tool.locking()
    tool.paint(0)
    voice = tool.all(".explorer-voice")

    def heard(changed):
        told = re.compile(rf"^Changed: small blind, opening, {changed}\. Compared with")
        tool.all(".explorer-voice", has_text=told).wait_for(state="attached")

    for hand in ("AA", "72o"):
        tool.cell(0, hand).focus()
        tool.press("Space")
        tool.settle()
    tool.press("Control+z")
    heard("fold 72o")
    tool.press("Control+z")
    heard("push AA")
    tool.press("Control+y")
    heard("fold AA")
    tool.fill("Stack, big blinds", "8")
    told = re.compile("^Compared with .* With 8 big blinds")
    tool.all(".explorer-voice", has_text=told).wait_for(state="attached")
    assert "Changed" not in voice.text_content()


def test_the_charts_are_printed_alone_on_a_page_and_saved_as_a_picture(browser):
    with browser.new_page(bypass_csp=True) as page:
        page.goto(f"{FOLDER}#push-fold")
        tool = Tool(page, "#push-fold").settle()
        with page.expect_download() as download:
            tool.button("Save PNG").click()
        page.evaluate("print = () => { dispatchEvent(new Event('beforeprint')); }")
        tool.button("Print").click()
        page.emulate_media(media="print")
        texts = page.locator("body *:visible").evaluate_all(
            "all => all.filter(e => !e.children.length).map(e => e.textContent.trim())"
        )
        printed = page.pdf()
    assert download.value.suggested_filename == "push-fold-stack-10.png"
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    assert {"AA", "22", "pokerlab push-fold --stack 10 --small-blind 0.5 --big-blind 1"} <= {*texts}
    assert not {"Explorer", "Print", "action"} & {*texts}
    assert sum(text in cards.HAND_INDEX for text in texts) == 2 * 169


def test_arrow_keys_walk_over_the_chart_and_tab_leaves_it(open_tool):
    tool = open_tool()
    tool.cell(0, "K5s").focus()
    walk = [("ArrowDown", "Q5s"), ("ArrowLeft", "Q6s"), ("Home", "AQo"), ("ArrowLeft", "AQo")]
    walk += [("End", "Q2s"), ("Control+Home", "AA"), ("ArrowUp", "AA"), ("Control+End", "22")]
    for key, hand in [*walk, ("ArrowRight", "22")]:
        tool.press(key)
        assert tool.evaluate("document.activeElement.dataset.hand") == hand
        assert tool.all("[role=gridcell][tabindex='0']:visible").count() == 2
    assert tool.cell(1, "22").get_attribute("aria-selected") == "false"
    tool.press("Enter")
    assert tool.cell(1, "22").get_attribute("aria-selected") == "true"
    tool.press("Tab")
    assert tool.evaluate("document.activeElement.closest('[role=grid]')") is None


@pytest.mark.parametrize(
    ("tool", "hand", "action"),
    [("no-limit?stack=12", "K7o", "limp"), ("river?stack=150", "98s", "check")],
)
def test_tab_leads_from_a_hand_through_its_actions_and_never_to_nothing(
    tool, hand, action, open_tool
):
    tool = open_tool(f"#{tool}")
    reached = "document.activeElement.textContent"
    for player in range(2):
        names = tool.view(player, ".explorer-hand button").all_text_contents()
        tool.cell(player, hand).focus()
        tool.press("ArrowRight")
        for name in [name for name in names if name]:
            tool.press("Tab")
            assert tool.evaluate(reached) == name, "the hand was not kept"
            assert tool.evaluate("document.activeElement.matches(':focus-visible')")
        tool.press("Tab")
        assert tool.evaluate("document.activeElement !== document.body")
        assert not tool.view(player, ".explorer-hand :focus").count()
    tool.cell(0, hand).focus()
    tool.press("Tab")
    while tool.evaluate(reached) != action:
        tool.press("Tab")
    told = tool.view(0, ".explorer-hand caption").inner_text()
    tool.press("Enter")
    assert tool.settle().evaluate(reached) == action, "it is where it was"
    assert tool.view(0, ".explorer-hand caption").inner_text() == told
    tool.press("Shift+Tab")
    assert tool.evaluate("document.activeElement !== document.body")


def test_the_page_says_in_sight_that_a_link_is_copied_while_charts_are_compared(open_page):
    tool = open_page("#push-fold?stack=7", viewport={"width": 1280, "height": 800})
    tool.click("Keep to compare")
    tool.fill("Stack", "9")
    tool.button("Copy link").evaluate("button => button.scrollIntoView({ block: 'end' })")
    tool.copied("link")
    box = tool.root.get_by_text("The link is copied").first.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 800


def test_what_is_heard_of_a_hand_are_its_own_numbers(open_tool):
    """However fast one walks on, and leaves the chart before it is said."""
    tool = open_tool("#push-fold?stack=10;hand=KK")
    heard = tool.all(".explorer-voice")
    tool.cell(0, "KK").focus()
    for _ in range(4):
        tool.press("ArrowDown")
    expected = tool.said(0, "K9o")
    tool.press("Tab")
    tool.page.wait_for_function(
        "() => document.querySelector('#push-fold .explorer-voice').textContent.includes('K9o')"
    )
    earned = re.search(r"small blind .*?earns (\S+);", heard.text_content())[1]
    worth = earns(double_oracle.solve(TEN), 0)[cards.HAND_INDEX["K9o"]]
    assert expected and number(earned) == near(worth[2], 1e-3)


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_hand_is_kept_by_a_key_and_not_by_going_past_it(key, open_tool):
    tool = open_tool("#push-fold?stack=9")
    table = tool.view(0, ".explorer-hand")
    tool.view(0, "[tabindex='0']").first.focus()
    assert table.inner_text().startswith("AA, small blind")
    tool.press("ArrowRight")
    assert table.inner_text().startswith("AKs, small blind")
    tool.page.locator(".explorer-voice", has_text="AKs").first.wait_for(state="attached")
    tool.press("Tab")
    assert table.inner_text().startswith("Choose a hand") and "hand=" not in tool.address
    assert tool.all("[data-player] .marked").count() == 0
    tool.cell(0, "K5s").focus()
    tool.press(key)
    tool.press("ArrowRight")
    assert table.inner_text().startswith("K4s, small blind")
    tool.press("Tab")
    assert table.inner_text().startswith("K5s, small blind") and "hand=K5s" in tool.address
    assert tool.all("[data-player] .marked").count() == 2
    tool.cell(0, "K5s").focus()
    tool.press(key)
    assert tool.all("[data-player] .marked").count() == 0, "the same key lets it go"
    tool.page.wait_for_function("!location.hash.includes('hand=')")


def test_no_hand_has_a_ring_before_one_is_chosen(open_tool):
    tool = open_tool("#push-fold")
    ringed = tool.all(".marked")
    assert ringed.count() == 0 and tool.all("[aria-selected=true]").count() == 0
    tool.cell(0, "QJo").hover()
    assert ringed.evaluate_all("all => all.map(e => e.dataset.hand)") == ["QJo"] * 4
    tool.page.mouse.move(0, 0)
    assert ringed.count() == 0
    tool.cell(0, "AA").click()
    assert tool.all("[aria-selected=true]").count() == 4
    tool.page.mouse.move(0, 0)
    assert ringed.evaluate_all("all => all.map(e => e.dataset.hand)") == ["AA"] * 4


def test_keeping_a_chart_to_compare_leaves_its_button_in_sight(open_tool):
    for viewport in (WIDE, {"width": 1440, "height": 700}, NARROW):
        tool = open_tool("#push-fold", viewport=viewport)
        button = tool.all(".explorer-keep button").first
        for _ in range(2):
            button.click()
            box = tool.settle().all(".explorer-keep button").first.bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] < viewport["height"] + 1


@pytest.mark.parametrize("screen", [{"width": 1440, "height": 900}, {"width": 390, "height": 844}])
def test_a_chart_is_in_the_first_screen_and_nothing_moves_when_a_slider_does(screen, open_page):
    tool = open_page("#push-fold", viewport=screen)
    chart = tool.root.get_by_role("grid").first.bounding_box()
    assert chart["y"] + chart["height"] < screen["height"]
    slider = tool.label("Stack", exact=True)
    if screen["width"] < 400:
        assert slider.bounding_box()["width"] > 0.95 * tool.root.bounding_box()["width"]
    tool.evaluate(
        """() => {
            window.shifts = [];
            new PerformanceObserver(list => window.shifts.push(...list.getEntries()))
                .observe({ type: "layout-shift", buffered: true });
        }"""
    )
    rests = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"
    tool.evaluate(rests)
    assert tool.evaluate("shifts.reduce((sum, { value }) => sum + value, 0)") < 0.01
    tool.evaluate("shifts.length = 0")
    slider.focus()
    for key in ["PageDown", "ArrowRight"] * 4:
        tool.press(key)
        tool.settle()
    tool.evaluate(rests)
    assert tool.evaluate("shifts.length") == 0
    tool.evaluate("document.querySelector('.explorer-slider').style.marginTop = '50px'")
    tool.page.wait_for_function("shifts.length")  # would be noticed


def test_the_heading_of_a_tool_is_out_of_sight_before_the_tool_itself_has_been_read(open_page):
    """Where a page comes slowly it would move all that is below it as it goes."""
    page = open_page("#push-fold").page
    page.evaluate("document.querySelectorAll('.explorer').forEach(tool => tool.remove())")
    headings = page.locator(".explorer-tabs ~ section > h2")
    places = headings.evaluate_all("all => all.map(heading => getComputedStyle(heading).position)")
    rest = len(places) - len(TOOLS)
    assert places == ["absolute"] * len(TOOLS) + ["static"] * rest and rest > 0


@pytest.mark.parametrize("name", TOOLS)
def test_both_charts_are_saved_as_a_table_hand_by_hand(name, open_tool):
    """Each row says what the page says of the hand, and actions share all of it."""
    tool = open_tool(f"#{name}?hand=AA")
    with tool.page.expect_download() as download:
        tool.click("Save CSV")
    assert download.value.suggested_filename.startswith(name)
    text = Path(download.value.path()).read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    unit = "bb" if name == "push-fold" else "chips"
    before = ["player", "decision", "hand", "reach", "action", "probability"]
    assert [*rows[0]] == [*before, f"earns, {unit}", f"margin, {unit}", "game"]
    for player in (0, 1):
        who = tool.view(player, "table caption").first.inner_text().split(": ")[0].split(", ")[1]
        own = [row for row in rows if row["player"] == who]
        hands = {}
        for row in own:
            hands.setdefault(row["hand"], []).append(row)
        assert len(hands) == 169 or name == "river"
        for actions in hands.values():
            shares = [float(row["probability"]) for row in actions if row["probability"]]
            assert sum(shares) == near(1) or not shares
            assert 0 <= float(actions[0]["reach"]) <= 1 + 1e-9
            earned = sorted(-float(row[f"earns, {unit}"] or "nan") for row in actions)
            assert float(actions[0][f"margin, {unit}"] or "nan") == pytest.approx(
                earned[1] - earned[0], abs=1e-8, nan_ok=True
            )
        if name != "river":
            tool.cell(player, "A5s").click()
            for action, (often, won) in tool.table(player).items():
                (row,) = [row for row in hands["A5s"] if row["action"] == action]
                share = float(row["probability"] or "nan")
                assert often == pytest.approx(share, abs=1e-4, nan_ok=True)
                assert won == near(float(row[f"earns, {unit}"]), 0.6e-3)


@pytest.mark.parametrize("name", TOOLS)
def test_what_a_hand_earns_is_told_where_one_points(name, open_tool):
    tool = open_tool(f"#{name}", viewport={"width": 1440, "height": 900})
    tool.all(".explorer-value", has_text="proven within").wait_for()
    tool.settle()
    tip, grid = tool.view(0, ".explorer-tip"), tool.view(0, "[role=grid]")
    assert not tip.is_visible()
    for hand in ("AA", "A9o", "K5s", "66"):
        cell = tool.cell(0, hand)
        cell.hover()
        if "not in the range" in tool.view(0, "table caption").first.inner_text():
            assert name == "river" and not tip.is_visible()
            continue
        told = {row.split("\t")[0]: row.split("\t")[1:] for row in tip.inner_text().split("\n")[1:]}
        shown = tool.view(0, "tr[data-action]").evaluate_all(
            "rows => rows.map(row => [...row.children].map(c => c.innerText.trim()))"
        )
        assert [row for row in shown if row[0] in told] == [[at, *row] for at, row in told.items()]
        assert len(told) == min(len(shown), 8)
        left = [row for row in shown if row[0] not in told]
        assert all(number(row[1]) <= min(number(row[0]) for row in told.values()) for row in left)
        box, own, chart = tip.bounding_box(), cell.bounding_box(), grid.bounding_box()
        assert box["x"] >= chart["x"] + chart["width"], "it covers none of the chart's hands"
        assert abs(box["y"] - own["y"]) < box["height"], "and is beside the hand"
        assert box["y"] + box["height"] <= 900
    tool.page.mouse.move(5, 5)
    assert not tip.is_visible()


def test_keys_show_what_a_hand_earns_beside_it(open_tool):
    tool = open_tool("#push-fold", viewport={"width": 1280, "height": 800})
    tip = tool.view(0, ".explorer-tip")
    tool.cell(0, "AA").focus()
    for key, hand in (("ArrowRight", "AKs"), ("End", "A2s"), ("Control+End", "22")):
        tool.press(key)
        head, *told = tip.inner_text().split("\n")
        assert head.startswith(hand)
        rows = [row.split("\t") for row in told]
        shown = tool.view(0, "tr[data-action]").evaluate_all(
            "rows => rows.map(row => [...row.children].map(c => c.innerText.trim()))"
        )
        assert rows == shown and len(rows) == 2
        box = tip.bounding_box()
        assert box["y"] > 0 and box["y"] + box["height"] <= 800
        tool.press("Escape")
        assert not tip.is_visible()
    tool.press("ArrowUp")
    assert tip.is_visible()
    tool.press("Tab")
    assert not tip.is_visible()


def contrast(one, other):
    """How much two colours differ, by the formula of WCAG."""

    def luminance(color):
        parts = np.array(color) / 255
        linear = np.where(parts <= 0.03928, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
        return linear @ [0.2126, 0.7152, 0.0722] + 0.05

    ratio = luminance(one) / luminance(other)
    return max(ratio, 1 / ratio)


def test_the_ring_of_the_focus_stands_out_from_every_colour(open_tool):
    """And is more than that of the same hand in the other chart, once the hand is kept."""
    tool = open_tool("#river")
    tool.cell(0, "AA").focus()
    tool.press("ArrowDown")
    tool.press("Enter")
    colors = "e => getComputedStyle(e).outlineColor + getComputedStyle(e).boxShadow"
    width = "e => parseFloat(getComputedStyle(e).outlineWidth)"
    for mode in ("light", "dark"):
        show(tool.page, mode)
        fills = tool.all("[role=gridcell]").evaluate_all(
            "all => all.map(e => getComputedStyle(e).backgroundImage).join()"
        )
        found = [
            {tuple(map(int, c)) for c in re.findall(r"rgb\((\d+), (\d+), (\d+)\)", text)}
            for text in (tool.cell(0, "AKo").evaluate(colors), fills)
        ]
        ring, behind = found
        assert len(ring) == 2 and len(behind) > 2
        assert all(max(contrast(color, fill) for color in ring) > 4 for fill in behind)
        own, twin = (tool.cell(player, "AKo").evaluate(width) for player in (0, 1))
        assert own >= 2 * twin > 0


def test_a_hand_s_name_leads_to_it_enter_pins_it_and_escape_lets_it_go(open_tool):
    tool = open_tool("#push-fold?stack=10")
    told = tool.page.locator("#how-to-use-it").inner_text()
    assert "the name of a hand, typed, leads to it" in told and "as Escape does" in told
    tool.cell(0, "AA").focus()
    for key in "kqs":
        tool.press(key)
    assert tool.evaluate("document.activeElement.dataset.hand") == "KQs"
    for key in ("Enter", " "):
        tool.press(key)
        tool.page.wait_for_function("() => location.hash.includes('hand=KQs')")
        tool.press("Escape")
        tool.page.wait_for_function("() => !location.hash.includes('hand')")
    assert tool.evaluate("document.activeElement.dataset.hand") == "KQs", "the focus stays"


@pytest.mark.parametrize(
    ("address", "game"),
    [
        (
            "#no-limit?stack=12;second-after=call",
            "Big blind, after limp. No postflop betting, rake or ICM. Stack 12, ",
        ),
        ("#preflop?nr=2", "Small blind, opening. No postflop betting, rake or ICM. "),
    ],
)
def test_a_range_that_is_copied_says_of_which_game_it_is(address, game, open_tool):
    tool = open_tool(address)
    player = int("second-after=" in address)
    copied = tool.copied(f"the {SEATS[player]}'s range")
    strategy, note = copied.replace("\r", "").split("\n")
    assert note.startswith(f"# {game}")
    box = tool.locking()[player]
    tool.enter(box, f"{strategy} {note}")
    assert tool.alert.count() == 0 and box.input_value() == strategy
    assert ranges.parse_range(f"22+, A2s+\n{note}") == ranges.parse_range("22+, A2s+")


def test_a_fast_stroke_leaves_out_no_hand(open_tool):
    tool = open_tool("#push-fold?stack=10")
    tool.locking()
    tool.paint(0)
    tool.cell(0, "88").evaluate("cell => cell.scrollIntoView({ block: 'center' })")
    tool.page.mouse.move(*center(tool.cell(0, "J2s")))  # folded, as are all below
    tool.page.mouse.down()
    tool.page.mouse.move(*center(tool.cell(0, "62s")), steps=1)
    tool.page.mouse.up()
    painted = ranges.parse_range(tool.settle().locking()[0].input_value()).hand_weights
    for high in "JT9876":
        assert painted[cards.HAND_INDEX[f"{high}2s"]] == 1


def test_a_comparison_says_in_sum_and_first_what_has_changed(open_tool):
    tool = open_tool("#push-fold?stack=10;kept=stack%3D10")
    tool.fill("Stack, big blinds", "7")
    said = tool.all(".explorer-changes")
    text = said.inner_text()
    assert text.startswith("Compared with the kept charts, the small blind pushes with ")
    follows = "(p, grid) => p.compareDocumentPosition(grid) & Node.DOCUMENT_POSITION_FOLLOWING"
    first_grid = tool.all("[role=grid]").first.element_handle()
    assert said.evaluate(follows, first_grid)
    parts = re.split(r"\. The big blind", text)
    assert len(parts) == 2
    for part, player, action in zip(parts, (0, 1), ACTIONS, strict=True):
        now, was = (found.probability(player, action) for found in map(solved, (7, 10)))
        for way, sign in (("more", 1), ("less", -1)):
            told = re.search(rf"(\d+) hands? {way} often \((.*?)\)", part)
            hands = {cards.HANDS[h] for h in np.flatnonzero(sign * (now - was) > 0.005)}
            count, named = (0, "none") if told is None else (int(told[1]), told[2])
            meant = ranges.parse_range(named).hand_weights.nonzero()[0]
            assert {cards.HANDS[h] for h in meant} == hands and len(hands) == count
    tool.all(".explorer-voice", has_text="Compared with the kept charts").wait_for(state="attached")
    tool.click("End the comparison")
    assert not said.is_visible()


@pytest.mark.parametrize(
    "fragment",
    ["#push-fold", "#push-fold?stack=7;kept=stack%3D10", "#push-fold?stack=7;locks=0//22%2B"],
)
def test_the_browser_itself_prints_one_page_as_the_button_does(fragment, open_page):
    import pypdfium2

    tool = open_page(fragment)
    tool.all(".explorer-value", has_text="proven within").wait_for()
    tool.settle()
    tool.evaluate("scrollTo({ top: 900, behavior: 'instant' })")
    tool.evaluate("window.print = () => {}")
    printed = pypdfium2.PdfDocument(tool.page.pdf(format="A4"))
    assert tool.evaluate("scrollY") == 900, "where the reader was"
    text = "".join(page.get_textpage().get_text_range() for page in printed)
    text = text.replace("\r\n", " ")
    assert "Push or fold, Explorer" in text and "pokerlab" in text
    assert fragment.split("kept")[0] in text.replace(" ", ""), "the address"
    assert ("small blind's range loses" in text) == ("locks" in fragment)
    assert len(printed) == (2 if "kept" in fragment else 1)
    assert "proven within" in text and "How to use it" not in text
    assert ("Compared with the kept charts" in text) == ("kept" in fragment)
    assert not tool.evaluate("document.documentElement.classList.contains('explorer-alone')")


def test_before_a_hand_is_chosen_its_place_says_how_to_choose_one(open_page):
    page = open_page("#push-fold").page  # new: in no chart a key has led anywhere
    for name in TOOLS:
        tool = Tool(page, f"#{name}").set_to(f"#{name}")
        tool.all(".explorer-value", has_text="proven within").wait_for()
        place = tool.view(0, ".explorer-hand").first
        caption = re.match(r"Choose a hand\.\s+Example: \w+, worth", place.inner_text())
        assert caption, name
        # What an example shows leaves no gap below the chart.
        assert place.locator("tr[data-action]").count() > 1
        assert place.locator("tr[data-action]").first.is_visible()
        assert tool.view(0, "[tabindex='0']").get_attribute("data-hand") == "AA"
        tool.cell(0, "QQ").click()
        assert place.locator("tr[data-action]").count() > 1
        assert "hand=QQ" in tool.address and "Choose" not in place.inner_text()


def test_what_a_hand_is_worth_when_dealt_counts_the_folds_of_who_acts_first(open_tool):
    tool = open_tool("#push-fold?stack=10")
    included = r"AA, big blind: worth \S+ when dealt, the small blind's folds included"
    for player, folds in enumerate((False, True)):
        tool.cell(player, "AA").click()
        told = tool.view(player, "table caption").first.inner_text()
        assert bool(re.fullmatch(included, told)) == folds == ("folds" in told)
    assert "folds included" not in open_tool("#river").all(".explorer-hand").nth(1).inner_text()


def test_above_a_chart_stands_what_its_marked_corners_are(open_tool):
    corner = "marked corner: changed"
    tool = open_tool("#push-fold?stack=7")
    assert corner not in tool.view(0, ".explorer-legend").inner_text()
    for setting in ("locks=0//22%2B", "kept=stack%3D9"):
        tool.set_to(f"#push-fold?stack=7;{setting}").settle()
        assert tool.all(".differs:visible").count()
        for kind in ("player", "beside"):
            for player in (0, 1):
                legend = tool.view(player, ".explorer-legend", kind).inner_text()
                marked = tool.view(player, ".differs", kind).count()
                assert legend.count(corner) == bool(marked)


def test_beside_the_limp_chart_stands_that_it_is_no_advice_whatever_the_stack(open_tool):
    advice = "Here no flop follows: limps are no advice."
    for stack in (4, 10, 12):
        tool = open_tool(f"#no-limit?stack={stack}")
        legends = [tool.view(player, ".explorer-legend").inner_text() for player in (0, 1)]
        assert advice in legends[0] and advice not in legends[1]
        assert "its answers to limps are no advice." in legends[1]


def test_a_picture_of_limps_says_that_they_are_no_advice(open_page):
    tool = open_page("#no-limit?stack=12")
    tool.page.evaluate(
        """() => { window.drawn = [];
        const draw = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
            drawn.push(text);
            draw.call(this, text, ...place);
        }; }"""
    )
    with tool.page.expect_download():
        tool.button("Save PNG").click()
    drawn = " ".join(tool.page.evaluate("drawn"))
    assert "limps are no advice." in drawn and "answers to limps are no advice." in drawn


def test_the_address_on_paper_is_that_of_charts_and_of_no_quiz(open_tool):
    tool = open_tool("#push-fold?stack=7;seat=1;close=50")
    tool.evaluate("dispatchEvent(new Event('beforeprint'))")
    printed = tool.all(".explorer-source").text_content()
    tool.evaluate("dispatchEvent(new Event('afterprint'))")
    assert printed.endswith("#push-fold?stack=7") and "close=50" in tool.address


@pytest.mark.parametrize("name", ["push-fold", "no-limit"])
def test_pictures_and_paper_say_what_is_known_with_flops_and_at_which_stack(name, open_tool):
    """Also at the stack that the page begins with, which its address leaves out."""
    import pypdfium2

    tool = open_tool(f"#{name}")
    stack = re.search(r"[Ss]tack ([\d.]+)", tool.all(".explorer-setting").text_content())[1]
    known = tool.text("real").removesuffix(" See The real game.")
    assert known.startswith("With flops") and "stack" not in tool.address
    tool.evaluate("""() => {
        const { prototype } = CanvasRenderingContext2D, { fillText } = prototype;
        window.painted = [];
        prototype.fillText = function (text, ...place) {
            window.painted.push(text);
            fillText.call(this, text, ...place);
        };
    }""")
    with tool.page.expect_download():
        tool.click("Save PNG")
    assert known in " ".join(tool.evaluate("painted"))
    printed = pypdfium2.PdfDocument(tool.page.pdf(format="A4"))
    words = "".join(printed[0].get_textpage().get_text_bounded().split())
    assert "".join(known.split()) in words and f"#{name}?stack={stack}" in words


def test_below_a_chart_a_limp_is_called_a_limp(open_tool):
    tool = open_tool("#no-limit?stack=10")
    written = tool.view(0, ".explorer-written").text_content()
    assert written.startswith("limp: ") and "call" not in written
    assert "limp" in tool.view(0, ".explorer-legend").inner_text()


@pytest.mark.parametrize("name", TOOLS)
def test_on_paper_no_word_of_a_sentence_is_missing(name, open_tool):
    tool = open_tool(f"#{name}?locks=0//22%2B" if name == "push-fold" else f"#{name}")
    tool.settle()
    tool.evaluate("dispatchEvent(new Event('beforeprint'))")
    tool.page.emulate_media(media="print")
    lacking = tool.root.evaluate(
        """root => [...root.querySelectorAll('p')].filter(p => p.checkVisibility()).flatMap(p =>
            [...p.querySelectorAll('*:not(button)')].filter(one => !one.checkVisibility())
                .map(one => `${one.textContent} in ${p.textContent}`))"""
    )
    assert lacking == []
    verdict = tool.all(".explorer-value").inner_text()
    assert re.match(r"No (postflop betting, )?rake or ICM\. \S", verdict)
    assert not tool.all("button:visible").count()
    tool.page.emulate_media(media="null")
    tool.evaluate("dispatchEvent(new Event('afterprint'))")
