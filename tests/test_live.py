"""Live figures: what a reader turns shows what pokerlab computes, and nothing jumps."""

import csv
import functools
import json
import re
from fractions import Fraction
from html import escape
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from pokerlab import betting, cards, deals, ranges
from pokerlab.games import Game
from pokerlab.pages import live_figures
from pokerlab.solvers import lp
from pokerlab.stored import data
from pokerlab.studies import breakpoints
from tests.conftest import CONTENT, HTML, NARROW, WIDE, Tab, faint, show, violations
from tests.explorer import TYPE_FAST, center, number, solved, swipe

pytestmark = pytest.mark.browser

PLAYERS = "push", "call"
FRONT = "book/index.html"
MIDDLE = {"width": 820, "height": 900}


def told(stack, solution):
    """The sentence that goes with a solution."""
    players = enumerate(PLAYERS)
    push, call = (cards.COMBOS_PER_HAND @ solution.probability(p, a) / 1326 for p, a in players)
    verb = "wins" if solution.payoff > -1e-9 else "loses"
    return (
        f"With {stack:g} big blinds, push {push:.0%} of hands and call {call:.0%}. "
        f"The small blind {verb} {abs(solution.payoff):.3f} big blinds a hand."
    )


@pytest.fixture(scope="module")
def figure(tab, site):
    """The page with a figure, visited once."""
    tab.open(f"{site}/{FRONT}")
    tab.page.wait_for_selector(".live input")
    yield tab.page
    assert tab.complaints == []


def turn(page, stack):
    box = page.locator(".live .live-sentence input")
    box.fill(str(stack))
    box.press("Enter")
    return box


def sentence(page):
    """The sentence as it is read, with the stack that its box holds."""
    read = "p => [...p.childNodes].map(e => e.querySelector?.('input')?.value ?? e.textContent)"
    return "".join(page.locator(".live .live-sentence").evaluate(read))


def titles(page, player):
    """What is said of each hand of a chart."""
    return page.locator(".live-view").nth(player).locator(".g g > title").all_text_contents()


def read(said):
    """The hand of which something is said, how often it is played, and what either choice earns."""
    pattern = r"(\w+) (is \w+|calls|folds)( [\d.]+%)?.*?(\S+), folding (\S+)\."
    said = said.replace("and folding earn the same,", "earns same, folding")
    hand, does, share, earned, folding = re.fullmatch(pattern, said).groups()
    often = number(share) / 100 if share else float(does in ("is pushed", "calls"))
    return hand, often, number(folding if earned == "same" else earned), number(folding)


@pytest.mark.parametrize("seed", range(6))
def test_at_any_stack_it_shows_what_the_linear_program_finds(seed, figure):
    stack = round(float(np.random.default_rng(seed).uniform(1.001, 20)), 3)
    solution = lp.solve(Game(deals.holdem(), betting.push_fold(stack)))
    game = solution.game
    turn(figure, stack)
    for player, action in enumerate(PLAYERS):
        hands, often, earned, folding = zip(*map(read, titles(figure, player)), strict=True)
        column, other = game.tree.sequence_index(player, action), solution.plans[1 - player]
        earns = (1, -1)[player] * game.action_values(player, other)[:, column]
        assert hands == cards.HANDS and {*folding} == {(-0.5, -1)[player]}
        assert abs(often - solution.probability(player, action)).max() < 0.000051
        assert abs(earned - earns).max() < 0.00051
    assert sentence(figure) == told(stack, solution)


@pytest.mark.parametrize("stack", [2.5, 7.5, 10, 13.37, 20])
def test_scripts_show_what_the_package_writes(stack, figure):
    written = live_figures.LivePushFold(stack)
    turn(figure, stack)
    assert sentence(figure) == str(written)
    drawn = "i => [i.style.left, i.style.top].map(parseFloat)"
    left, top = re.search(r'<i style="left:(.*?)%;top:(.*?)%"', written._repr_html_()).groups()
    place = [float(left), float(top)]
    assert figure.locator(".live-curve i").evaluate(drawn) == pytest.approx(place, abs=0.06)
    for chart, drawn in enumerate(re.findall("<svg xmlns.*?</svg>", written._repr_html_())):
        svg = figure.locator(".live-view svg").nth(chart)
        said = re.search('"k">(.*?)<', drawn)[1]
        assert [svg.locator(where).text_content() for where in ("text.k", "desc")] == [said] * 2
        fills = [cell.count("<rect") for cell in drawn.split("<title>")[1:]]
        count = "all => all.map(g => g.querySelectorAll('rect').length)"
        assert svg.locator(".g g:has(> title)").evaluate_all(count) == fills and len(fills) == 169


@pytest.mark.parametrize("stack", [1.5, 5.25, 10, 20])
def test_the_curve_goes_through_the_value_of_each_stack(stack):
    """Of its paths, all in big blinds with down up, the second one is that of push or fold."""
    written = live_figures.LivePushFold(7)._repr_html_()
    path = re.findall('<path d="M(.*?)"', written)[1]
    heights = dict(map(float, point.split()) for point in path.split("L"))
    payoff = lp.solve(Game(deals.holdem(), betting.push_fold(stack))).payoff
    assert heights[stack] == pytest.approx(-payoff, abs=0.00006) and len(heights) == 77


def test_below_a_chart_stands_a_hand_that_mixes(figure):
    turn(figure, 10)
    assert figure.locator(".live-hand").all_inner_texts() == [
        "43s is pushed 71.07% of the time: pushing and folding earn the same, −0.500.",
        "Q6s calls 40.28% of the time: calling and folding earn the same, −1.000.",
    ]
    turn(figure, 7.5)
    told = figure.locator(".live-hand").all_inner_texts()
    assert told == 2 * ["At this stack no hand is mixed."]


def test_a_number_out_of_range_is_refused_in_words_and_nothing_moves(figure):
    said, link = figure.locator(".live-real span"), figure.locator(".live-real a")
    turn(figure, 8)
    drawn = titles(figure, 0)
    for typed, linked in (("25", "25"), ("0", "8"), ("-3", "8")):
        box = turn(figure, typed)
        assert box.input_value() == typed and box.get_attribute("aria-invalid") == "true"
        refused = f"Solved here are 1 to 20 big blinds, not {typed}. All else is still for 8."
        assert said.inner_text() == refused
        assert said.get_attribute("id") == box.get_attribute("aria-describedby")
        assert titles(figure, 0) == drawn and figure.evaluate("location.hash") == "#stack=8"
        assert link.get_attribute("href").endswith(f"?stack={linked}")
    for typed, held in (("7,5", "7.5"), ("", "7.5"), ("10bb", "10")):
        box = turn(figure, typed)
        assert box.input_value() == held and box.get_attribute("aria-invalid") is None
        assert "Solved here are" not in said.inner_text()
        assert link.get_attribute("href").endswith(f"?stack={held}")
    (box := turn(figure, "20")).click()
    box.press_sequentially("7")
    assert box.input_value() == "7"


def test_the_stack_is_in_the_address(open_tab, site):
    page = open_tab(f"{site}/{FRONT}#stack=3.7").page
    page.wait_for_selector(".live input")
    box = page.locator(".live .live-sentence input")
    assert box.input_value() == "3.7"
    turn(page, 12.5)
    assert page.evaluate("location.hash") == "#stack=12.5"
    page.evaluate("location.hash = '#stack=25'")
    page.get_by_text("Solved here are 1 to 20 big blinds, not 25.").wait_for()
    assert box.input_value() == "25" and sentence(page) == told(12.5, solved(12.5)).replace(
        "12.5", "25", 1
    )


def test_a_citation_of_the_figure_leads_to_it_at_its_stack(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    page.wait_for_selector(".live input")
    keys = set()
    for stack in ("12.5", "7"):
        turn(page, stack)
        cited = page.locator("figure:has(.live) .pl-cite")
        places = [re.search(r"index\.html#([\w=.]*\w)", cited.get_attribute("data-place"))[1]]
        assert places == [f"stack={stack}"]
        named = f"Figure 2, at {stack} big blinds"
        told = cited.locator("p").text_content()
        assert f": {named}. In: pokerlab" in told and told.count("big blinds") == 1
        entry = cited.locator("pre").text_content()
        assert f"title = {{{named}, in pokerlab" in entry
        keys.add(entry.partition(",")[0])
    begun = "@software{pokerlab-index-figure-2-at"
    assert keys == {f"{begun}-12-5", f"{begun}-7"}, "no two stacks share one"
    page = open_tab(f"{site}/{FRONT}#{places[0]}").page
    page.wait_for_selector(".live input")
    assert page.locator(".live .live-sentence input").input_value() == "7"
    page.wait_for_function("scrollY > 0")
    assert 0 <= page.locator(".live").bounding_box()["y"] < 200


def test_a_citation_is_copied_no_longer_once_another_stands_there(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    page.wait_for_selector(".live input")
    turn(page, "12.5")
    cited = page.locator("figure:has(.live) .pl-cite")
    page.locator("figure:has(.live) .pl-take summary").click()
    buttons = cited.locator(".pl-copy")
    offered = buttons.all_inner_texts()
    for button in buttons.all():
        button.click()
    page.wait_for_function(
        "all => all.every(e => e.textContent !== 'Copy')",
        arg=[button.element_handle() for button in buttons.all()],
    )
    turn(page, "7")
    assert buttons.all_inner_texts() == offered == ["Copy", "Copy"]


SELECTED = """part => {
    getSelection().selectAllChildren(part);
    const text = getSelection().toString();
    getSelection().removeAllRanges();
    return text;
}"""


def test_who_copies_the_front_page_gets_rows_of_tables_and_ranges_of_charts(figure):
    tables = figure.locator(".pst-scrollable-table-container")
    copied = tables.filter(has=figure.locator("table.documents")).evaluate(SELECTED)
    rows = [line.split("\t") for line in copied.strip().split("\n")]
    assert len(rows) == 6 and {len(row) for row in rows} == {4}
    assert rows[0] == ["document", "it says", "we find", "where"]
    turn(figure, 7)
    copied = figure.locator(".live").evaluate(SELECTED)
    assert "winsthe" not in copied and not re.search(r"(?m)^AKs$", copied)
    (push,) = re.findall(r"(?m)^Push: (.*)$", copied)
    assert ranges.parse_range(push).hand_weights == pytest.approx(
        solved(7).probability(0, "push"), abs=0.006
    )


def test_hands_of_a_row_do_not_run_together(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    page.wait_for_selector(".live input")
    tree = page.context.new_cdp_session(page)
    nodes = tree.send("Accessibility.getFullAXTree")["nodes"]
    rows = [node["name"]["value"] for node in nodes if node["role"]["value"] == "row"]
    rows = [name for name in rows if name.startswith("AA")]
    assert len(rows) >= 3 and all(re.search(r"\S A2s", name) for name in rows), rows
    assert not any(re.search(r"[a-z%.]AKs", name) for name in rows)


def test_a_hand_that_the_line_tells_of_has_no_tip(figure):
    view = figure.locator(".live-view").first
    view.locator("[role=gridcell]").first.focus()
    figure.keyboard.press("ArrowRight")
    tip = view.locator(".chart-tip")
    assert tip.is_visible() and "AKs" in tip.inner_text()
    figure.keyboard.press("Enter")
    assert "AKs" in view.locator(".live-hand").inner_text() and not tip.is_visible()
    # As it was found: with no hand chosen, and reached at its first.
    figure.keyboard.press("Enter")
    figure.keyboard.press("ArrowLeft")


@pytest.mark.parametrize("stack", [1.3, 4.2, 4.222, 4.25, 4.475])
def test_where_push_or_fold_is_optimal_in_the_real_game_it_says_so(stack, figure):
    turn(figure, stack)
    said = figure.locator(".live-real span")
    told = "In the real game, with every limp, raise and flop, you can do no better."
    assert said.inner_text().startswith(told)


@pytest.mark.parametrize("stack", [4.48, 4.5, 5, 6.6, 7.5, 9.9, 10, 10.1, 12, 20])
def test_elsewhere_it_says_what_that_loses_at_this_stack_or_at_which_others(stack, figure):
    """Of whole thousandths rounded up, from the table; and of no stack beyond it."""
    turn(figure, stack)
    said = figure.locator(".live-real span").inner_text()
    assert said.startswith("Compared with perfect play in the real game"), "you may still win"
    loses = re.findall(r"([\d.]+) (?:big blinds a hand )?at (\d+(?:\.\d+)?)", said)
    table = {row[0]: Fraction(str(row[2])) - Fraction(str(row[1])) for row in data("whole-game")}
    inside = [one for one in table if one > 4.475]
    below = [one for one in inside if one <= stack][-1:]
    near = {*below, *[one for one in inside if one >= stack][:1]} if stack <= 10 else set()
    assert {float(at) for _, at in loses} == ({stack} if stack in table else near)
    for lost, at in loses:
        assert 0 <= Fraction(lost) - table[float(at)] < Fraction(1, 1000)
    assert ("no bound is computed" in said) == (stack > 10)


def test_what_cannot_be_read_is_told_so_at_either_box(figure):
    for root, note in ((".live", ".live-real span"), (".live-price", "#live-wrong")):
        box = figure.locator(f"{root} .live-sentence input")
        for typed, held in (
            ("7.5 bb", "7.5"),
            ("abc", "abc"),
            ("1O", "1O"),
            ("25", "25"),
            ("8", "8"),
        ):
            box.fill(typed)
            box.press("Enter")
            assert box.input_value() == held
            is_refused, what = typed in ("abc", "1O", "25"), figure.locator(note).inner_text()
            assert (box.get_attribute("aria-invalid") == "true") == is_refused
            said = f"“{typed}” is no number of big blinds: type one from 1 to 20, such as 12.5."
            assert (f"{said} All else is still for 7.5." == what) == (typed in ("abc", "1O"))
            said = "Solved here are 1 to 20 big blinds, not 25. All else is still for 7.5."
            assert (what == said) == (typed == "25")
        assert figure.locator(note).evaluate("e => e.role") in ("status", "alert")


def test_the_keyboard_turns_it_and_says_what_it_shows(figure):
    turn(figure, 10)
    for role in ("spinbutton", "slider"):
        box = figure.locator(".live").get_by_role(role, name="Stack, in big blinds").first
        box.focus()
        for key, stack in [("ArrowUp", "10.1"), ("ArrowDown", "10")]:
            figure.keyboard.press(key)
            assert box.input_value() == stack
            assert box.get_attribute("aria-valuetext") == f"{stack} big blinds"
        # At rest, the whole sentence: a value's text is read at each step.
        said = told(10, lp.solve(Game(deals.holdem(), betting.push_fold(10))))
        status = figure.locator(".live > [role=status]", has_text=said)
        status.wait_for(state="attached")
        assert said in status.text_content() and "real game" in status.text_content()
    for key, stack in [("End", "20"), ("ArrowUp", "20"), ("Home", "1")]:
        figure.keyboard.press(key)
        assert box.input_value() == stack


def test_the_curve_tells_its_value_where_the_mouse_points_or_a_key_leads(figure):
    turn(figure, 10)
    tip = figure.locator(".live-tip")
    figure.locator(".live-curve").scroll_into_view_if_needed()
    curve = figure.locator(".live-curve").bounding_box()
    assert tip.is_hidden()
    figure.mouse.move(curve["x"] + curve["width"] * 0.5, curve["y"] + 30)
    assert tip.inner_text() == f"10.5: −{-solved(10.5).payoff:.3f}"
    figure.mouse.move(curve["x"] + curve["width"] * 3 / 19, curve["y"] + 30)
    assert tip.inner_text() == f"4: +{solved(4).payoff:.3f}"
    assert figure.locator(".live .live-sentence input").input_value() == "10"
    figure.mouse.move(curve["x"], curve["y"] - 300)
    assert tip.is_hidden()
    figure.locator(".live-curve input").focus()
    figure.keyboard.press("ArrowUp")
    assert tip.inner_text() == f"10.1: −{-solved(10.1).payoff:.3f}"
    figure.keyboard.press("Tab")
    assert tip.is_hidden()


def saved(page, figure, kind):
    """What is saved by a link below a figure."""
    page.locator(f"{figure} .pl-take details").evaluate("one => (one.open = true)")
    with page.expect_download() as download:
        page.locator(figure).get_by_role("link", name=f"as {kind}").click()
    stem = f"{page.url.rpartition('/')[2].partition('.')[0]}-{figure[1:]}"
    assert download.value.suggested_filename == f"{stem}.{kind.lower()}"
    return Path(download.value.path())


def test_what_is_saved_of_push_or_fold_is_what_is_seen(open_tab, site):
    page = open_tab(f"{site}/{FRONT}#stack=7.5").page
    page.wait_for_selector(".live input")
    rows = list(csv.DictReader(saved(page, "#figure-2", "CSV").read_text("utf-8").splitlines()))
    assert [row["hand"] for row in rows] == list(cards.HANDS)
    assert {row["stack"] for row in rows} == {"7.5"}
    for player, action in enumerate(PLAYERS):
        column = next(name for name in rows[0] if name.endswith(f": {action}"))
        shares = [float(row[column]) for row in rows]
        assert shares == pytest.approx(solved(7.5).probability(player, action), abs=6e-5)
    drawn = saved(page, "#figure-2", "SVG").read_text(encoding="utf-8")
    whole, svg = ElementTree.fromstring(drawn), "{http://www.w3.org/2000/svg}"
    charts = [float(chart.get("height")) for chart in whole.findall(f"{svg}svg")]
    lines = [float(line.get("y")) for line in whole.findall(f"{svg}text")]
    assert len(charts) == 2 and len(lines) == 2
    assert max(charts) < min(lines) < max(lines) < float(whole.get("viewBox").split()[3])
    for player in (0, 1):
        assert page.locator(".live-view .k").nth(player).text_content() in drawn
    assert "currentColor" not in drawn and "var(--" not in drawn
    with Image.open(saved(page, "#figure-2", "PNG")) as picture:
        assert picture.width == 2 * (2 * 518 + 24)
        assert np.asarray(picture.convert("L")).std() > 20


def test_what_is_saved_of_a_painted_chart_is_what_is_painted(open_tab, site):
    page = open_tab(f"{site}/{FRONT}#chart=8+AA+KK").page
    page.wait_for_selector(".live-price input")
    rows = list(csv.DictReader(saved(page, "#figure-1", "CSV").read_text("utf-8").splitlines()))
    assert [row["hand"] for row in rows if row["push"] == "1"] == ["AA", "KK"]
    drawn = saved(page, "#figure-1", "SVG").read_text(encoding="utf-8")
    game = solved(8).game
    plan = game.plan(0, {"push": np.isin(cards.HANDS, ["AA", "KK"]).astype(float)})
    lost = 1000 * (solved(8).payoff - game.guarantee(0, plan))
    told = f"8 big blinds each: 0.9% of hands pushed. That loses {lost:.1f} mbb a hand, "
    told += f"{lost / 10:.2f} bb/100 on the button."
    assert {row["chart loses, mbb a hand"] for row in rows} == {f"{lost:.1f}"}
    best = solved(8).probability(0, "push").tolist()
    assert [float(row["best"]) for row in rows] == pytest.approx(best, abs=1e-4)
    assert "AA: pushed" in drawn and f">{told}<" in drawn and f">{page.title()}<" in drawn
    with Image.open(saved(page, "#figure-1", "PNG")) as picture:
        assert picture.convert("RGBA").getextrema()[3] == (255, 255), "nothing shines through"
        assert picture.convert("L").getpixel((1, picture.height - 1)) == 255


def test_what_is_saved_of_a_plot_with_a_knob_is_where_the_knob_is(open_tab, site):
    page = open_tab(f"{site}/book/real-game.html").page
    knob = page.locator("#figure-1 .pl-knob input")
    knob.wait_for()
    first = saved(page, "#figure-1", "SVG").read_text(encoding="utf-8")
    knob.focus()
    page.keyboard.press("End" if knob.input_value() == "0" else "Home")
    turned = saved(page, "#figure-1", "SVG").read_text(encoding="utf-8")
    assert turned != first
    texts = page.locator("#figure-1 svg.pl text").all_text_contents()
    assert all(escape(text, quote=False) in turned for text in texts)
    numbers = list(csv.reader(saved(page, "#figure-1", "CSV").read_text("utf-8").splitlines()))
    assert len({row[0] for row in numbers[1:]} - {""}) > 1  # of all turns of the knob


def test_the_pointer_drags_the_dot(figure):
    box = turn(figure, 10)
    figure.locator(".live-curve").scroll_into_view_if_needed()
    curve = figure.locator(".live-curve").bounding_box()
    figure.mouse.move(curve["x"] + curve["width"] / 2, curve["y"] + 30)
    figure.mouse.down()
    assert box.input_value() == "10.5"
    figure.mouse.move(curve["x"] + 2 * curve["width"], curve["y"])
    assert box.input_value() == "20"
    figure.mouse.up()
    figure.mouse.move(curve["x"], curve["y"])
    assert box.input_value() == "20"


def test_a_hand_that_is_reached_says_what_it_earns(figure):
    turn(figure, 10)
    charts, tip = figure.locator(".live-view svg"), figure.locator(".chart-tip:visible")
    charts.first.locator("[tabindex]").focus()
    for key in ("ArrowRight", "ArrowDown"):
        figure.keyboard.press(key)
    said = r"KK is pushed: pushing earns 2\.\d{3}, folding −0\.500\."
    assert re.fullmatch(said, tip.inner_text())
    figure.evaluate("location.hash = '#stack=1.3'")
    figure.wait_for_function("document.querySelector('.live input').value === '1.3'")
    label = figure.evaluate("document.activeElement.querySelector('title').textContent")
    assert label.startswith("KK is pushed: pushing earns ") and "2." not in label
    assert tip.inner_text() == label
    cell = charts.first.locator("[tabindex]")
    at, below = cell.bounding_box(), tip.bounding_box()["y"]
    row_below = at["y"] + 2 * at["height"]
    assert row_below < below < row_below + 20, "the next row is free"


@pytest.mark.parametrize("viewport", [NARROW, WIDE], ids=["narrow", "wide"])
def test_nothing_jumps(viewport, figure):
    figure.set_viewport_size(viewport)
    # Lengths are whole numbers of 1/64 pixel.
    places = "all => all.map(e => Math.round(64 * (e.getBoundingClientRect().top + scrollY)))"
    tops = set()
    for stack in (1.1, 3.3, 6.6, 7.5, 10, 12.345, 20):
        turn(figure, stack)
        # A style has no place: its top is how far the page is scrolled. What is heard has none.
        shown = figure.locator(":is(.live, .live-view) > :not(style, .visually-hidden)")
        tops.add(tuple(shown.evaluate_all(places)))
    assert len(tops) == 1
    assert figure.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_anybody_can_use_it(figure):
    figure.mouse.move(0, 0)  # a heading that is pointed at has a faint sign
    assert violations(figure, ".live") == []


@pytest.mark.parametrize("opened", ["served", "from a folder"])
def test_the_front_page_shows_it_below_a_chart_to_paint(opened, read, site):
    page = read(f"{site}/{FRONT}" if opened == "served" else (HTML / FRONT).as_uri())
    page.wait_for_selector("section:has(.live-price input) ~ section .live input")
    turn(page, 7.5)
    assert sentence(page) == str(live_figures.LivePushFold(7.5))


def test_what_is_above_the_live_chart_holds_at_every_stack(figure):
    """It names no stack, nor what is pushed there: its reader may have chosen another.

    It says that the figure and the reader's chart show the same stack, whichever of them is turned.
    """
    boxes = figure.locator(":is(.live, .live-price) .live-sentence input")
    for turned, stack in ((0, "7"), (1, "9.5"), (0, "12.25")):
        boxes.nth(turned).fill(stack)
        boxes.nth(turned).press("Enter")
        shown = boxes.evaluate_all("boxes => boxes.map(box => box.value)")
        assert shown == [stack, stack]
    section = figure.locator("section:has(.live)").last
    above = section.locator("> p").first.inner_text()
    opens = [figure.locator(f".live{kind}").get_attribute("data-stack") for kind in ("", "-price")]
    assert opens == ["4", "4"] and "your chart show the same stack" in above
    assert not re.search(r"\d|four", above)
    assert (
        figure.get_by_role("link", name="The best chart", exact=True).get_attribute("href")
        == "#best-chart"
    )


def costs(stack, *ranges):
    """What each range of pushes falls short of the value by, in mbb."""
    solution = lp.solve(Game(deals.holdem(), betting.push_fold(stack)))
    plans = (solution.game.plan(0, {"push": np.array(held, float)}) for held in ranges)
    least = (solution.game.guarantee(0, plan) for plan in plans)
    return [1000 * (solution.payoff - worth) for worth in least]


def sage(stack):
    """What SAGE pushes, by its published table."""
    table = data("systems")["sage"]
    counts = dict(zip("23456789TJQKA", [*range(2, 14), 15], strict=True))
    for hand in cards.HANDS:
        high, low = (counts[rank] for rank in hand[:2])
        index = 2 * high + low + 22 * (high == low) + 2 * hand.endswith("s")
        yield index >= table["push"][int(stack - 0.5) - table["first"]]  # 2.5 is rounded up


@functools.cache
def deepest():
    """The last stack at which each hand is pushed more often than not."""
    pieces = list(breakpoints.pieces(1, 20, progress=False))
    return np.array(
        [spans[-1][1] if spans else 0.0 for spans in breakpoints.intervals(pieces, 0).values()]
    )


@pytest.mark.parametrize("stack", [2, 3.2, 4, 5, 7.61, 8, 13.3, 14, 19.8, 20])
def test_a_chart_costs_what_best_responses_find(stack, open_tab, site):
    mine = np.random.default_rng(int(100 * stack)).integers(2, size=169)
    held = (hand for hand, one in zip(cards.HANDS, mine, strict=True) if one)
    page = open_tab(f"{site}/{FRONT}#chart={'+'.join([str(stack), *held])}").page
    page.wait_for_selector(".live-price input")
    assert 0 < page.locator(".live-price").bounding_box()["y"] < 100
    told = page.locator(".live-cost b").all_inner_texts()
    known = [mine, *([[*sage(stack)]] if stack < 9 else []), deepest() >= stack]
    wanted = costs(stack, *known)
    assert [float(text) for text in told] == pytest.approx([*wanted, 0], abs=0.051)
    assert wanted[-1] < 0.85, "less than 1 mbb, as the chapters have it"
    page.locator(".live-cost a").click()
    said = page.locator(
        "#push-fold .explorer-losses", has_text="the small blind's range loses"
    ).inner_text()
    (lost,) = re.findall(
        r"^If the big blind knows it, the small blind's range loses ([\d.]+) mbb", said
    )
    assert float(lost) == pytest.approx(float(told[0]), abs=0.11)


def test_a_finger_that_scrolls_turns_no_knob_and_the_contents_open(page_on, site):
    with page_on(viewport=NARROW, has_touch=True, is_mobile=True, bypass_csp=True) as page:
        page.goto(f"{site}/{FRONT}")
        curve = page.locator(".live-curve")
        curve.locator("input").wait_for(state="attached")
        curve.evaluate("e => e.scrollIntoView({ block: 'center' })")
        (x, y), wide, touched = center(curve), curve.bounding_box()["width"], []
        for across in (0.4, -6.5 / 19):  # off the dot, and on it
            swipe(page, (x + wide * across, y), (x + wide * (across + 0.1), y))
            page.wait_for_timeout(100)
            touched.append(float(page.locator(".live .live-sentence input").input_value()))
        assert touched[0] == 4 < touched[1]
        page.goto(f"{site}/book/explorer.html")
        page.locator(".secondary-toggle:visible").tap()
        page.locator("dialog").get_by_role("link", name="How to use it").tap()
        assert not page.locator("dialog[open]").count()


def test_a_finger_paints_cells_and_takes_the_paint_away(page_on, site):
    with page_on(has_touch=True, is_mobile=True, bypass_csp=True) as page:
        page.goto(f"{site}/{FRONT}")
        page.wait_for_selector(".live-price input")
        for hand, word in ((0, "pushed"), (5, "pushed"), (0, "folded")):
            page.locator(".live-price [role=gridcell]").nth(hand).tap()
            title = page.locator(".live-price [role=gridcell] title").nth(hand)
            assert title.text_content() == f"{cards.HANDS[hand]}: {word}"
        cells = page.locator(".live-price [role=gridcell]")
        cells.nth(85).evaluate("cell => cell.scrollIntoView({ block: 'center' })")
        down = page.evaluate("scrollY")
        swipe(page, *(center(cells.nth(hand)) for hand in (*range(78, 86), 98, 111)))
        pushed = page.locator(".live-price title", has_text="pushed").all_text_contents()
        painted = [cards.HANDS[hand] for hand in (5, *range(78, 86), 98, 111)]
        assert [text.split(":")[0] for text in pushed] == painted
        assert page.evaluate("scrollY") == down
        assert "NaN" not in page.locator(".live-price").text_content()


@pytest.mark.parametrize("page", [FRONT])
@pytest.mark.parametrize("end", [30, 160])
def test_a_finger_that_goes_up_or_down_a_chart_to_paint_scrolls_and_paints_nothing(
    page, end, page_on, site
):
    address = f"{site}/{page}"
    with page_on(viewport=NARROW, has_touch=True, is_mobile=True, bypass_csp=True) as page:
        page.goto(address)
        page.wait_for_selector(".live-price input")
        cells = page.locator(".live-price [role=gridcell]")
        cells.nth(84).evaluate("cell => cell.scrollIntoView({ block: 'center' })")
        page.wait_for_timeout(300)
        before = page.evaluate("scrollY")
        start, stop = center(cells.nth(95)), center(cells.nth(end))
        swipe(page, *(np.linspace(start, (start[0], stop[1]), 8).tolist()))
        page.wait_for_timeout(300)
        moved = page.evaluate("scrollY") - before
        assert abs(moved) > 40 and (moved > 0) == (end < 95)
        assert page.locator(".live-price title", has_text="pushed").count() == 0


@pytest.mark.parametrize("page", [FRONT])
def test_keys_go_on_from_the_cell_that_the_pointer_painted_last(page, open_tab, site):
    page = open_tab(f"{site}/{page}").page
    page.wait_for_selector(".live-price input")
    cells = page.locator(".live-price [role=gridcell]")
    cells.nth(84).scroll_into_view_if_needed()
    cells.nth(30).click()
    for key, hand in (("ArrowDown", 43), ("ArrowRight", 44)):
        page.keyboard.press(key)
        focused = page.evaluate("document.activeElement.querySelector('title').textContent")
        assert focused == f"{cards.HANDS[hand]}: folded"
    page.mouse.move(*center(cells.nth(56)))
    page.mouse.down()
    page.mouse.move(*center(cells.nth(59)), steps=6)
    page.mouse.up()
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    assert page.locator(".live-price svg [tabindex]").count() == 1
    pushed = page.locator(".live-price title", has_text="pushed").all_text_contents()
    painted = [cards.HANDS[hand] for hand in (30, 56, 57, 58, 59, 60)]
    assert [text.split(":")[0] for text in pushed] == painted


@pytest.mark.parametrize("page", [FRONT])
def test_of_a_chart_without_paint_it_is_said_that_nothing_is_painted(page, open_tab, site):
    page = open_tab(f"{site}/{page}").page
    page.wait_for_selector(".live-price input")
    key, told = page.locator(".live-price svg > .k"), page.locator(".live-cost")
    assert key.text_content() == "Nothing is painted yet"
    ask = page.get_by_role("button", name="What does it lose?")
    ask.click()
    assert "Nothing is painted yet: type or paint" in told.inner_text() and "mbb" not in (
        told.inner_text()
    )
    page.locator(".live-price [role=gridcell]").first.click()
    assert key.text_content() == "push 0.45% of hands" and told.inner_text() == ask.inner_text()
    assert page.locator(".live-price .differs").count() == 0
    ask.click()
    assert "your chart" in told.inner_text() and page.locator(".live-price .differs").count()
    page.locator(".live-price [role=gridcell]").first.click()
    assert told.inner_text().split() == f"{ask.inner_text()} Nothing is painted yet.".split()
    assert page.locator(".live-price .differs").count() == 0
    page.get_by_label("Type them").fill("22+")
    assert "your chart" in told.inner_text() and key.text_content() == "push 5.9% of hands"


@pytest.mark.parametrize("root", [".live", ".live-price"])
def test_of_what_a_mouse_clicks_only_the_browser_s_own_title_is_shown(root, open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    page.wait_for_selector(f"{root} input")
    cells = page.locator(f"{root} svg").nth(int(root == ".live")).locator("g:has(> title)")
    tip = page.locator(f"{root} .chart-tip:visible")
    cells.nth(20).click()
    assert page.evaluate("!!document.activeElement.closest('.g')") and tip.count() == 0
    page.keyboard.press("ArrowRight")
    assert tip.inner_text().startswith(f"{cards.HANDS[21]}")
    cells.nth(23).click()
    assert tip.count() == 0


@pytest.mark.parametrize("touch", [True, False], ids=["tap", "click"])
def test_a_hand_that_is_chosen_has_a_ring_and_the_line_below_tells_of_it(touch, page_on, site):
    options = {"has_touch": True, "is_mobile": True} if touch else {}
    with page_on(viewport=NARROW, **options) as page:
        page.goto(f"{site}/{FRONT}")
        page.wait_for_selector(".live input")
        view = page.locator(".live-view").first
        line, cell = view.locator(".live-hand"), view.locator("[role=gridcell]").nth(14)
        before = line.inner_text()
        press = "tap" if touch else "click"
        getattr(cell, press)()
        width = """e => {
            const { outlineStyle, outlineWidth } = getComputedStyle(e);
            return [outlineStyle, parseFloat(outlineWidth)];
        }"""
        assert line.inner_text().startswith("KK is pushed: pushing earns 2.")
        assert page.locator(".live-view").last.locator(".chosen").count() == 0
        style, wide = cell.evaluate(width)
        assert style == "solid" and wide >= 3 and cell.get_attribute("aria-selected") == "true"
        # What is told below needs no bubble over the neighbours.
        assert page.locator(".live .chart-tip:visible").count() == 0
        told = line.inner_text()
        turn(page, 9)
        assert line.inner_text() != told and line.inner_text().startswith("KK is pushed")
        page.keyboard.press("Escape")
        cell.focus()
        page.keyboard.press("Enter")
        assert view.locator(".chosen").count() == 0
        turn(page, 4)
        assert line.inner_text() == before


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_what_a_tapped_hand_earns_is_read_without_scrolling(mode, page_on, site):
    """However far the chart is scrolled: the line is at the bottom of the screen, and not over the
    hand."""
    size = {"width": 390, "height": 844}
    with page_on(viewport=size, has_touch=True, is_mobile=True, color_scheme=mode) as page:
        page.goto(f"{site}/{FRONT}")
        page.wait_for_selector(".live input")
        for view in page.locator(".live-view").all():
            line, cells = view.locator(".live-hand"), view.locator("[role=gridcell]")
            for top in (700, 500, 100, -150):
                for hand in (0, 80, 168):
                    view.evaluate(
                        "(e, top) => scrollBy({ top: e.getBoundingClientRect().top - top,"
                        " behavior: 'instant' })",
                        top,
                    )
                    box = cells.nth(hand).bounding_box()
                    if not 90 < box["y"] < size["height"] - box["height"]:
                        continue
                    page.touchscreen.tap(box["x"] + 5, box["y"] + 5)
                    cells.nth(hand).and_(page.locator(".chosen")).wait_for()
                    page.wait_for_timeout(50)
                    told, cell = line.bounding_box(), cells.nth(hand).bounding_box()
                    assert line.inner_text().startswith(f"{cards.HANDS[hand]} ")
                    assert told["y"] > 90 and told["y"] + told["height"] <= size["height"]
                    assert cell["y"] >= 64 and cell["y"] + cell["height"] <= told["y"] + 1
                    assert line.evaluate("""e => {
                        const { left, top, right, bottom } = e.getBoundingClientRect();
                        return [top + 3, bottom - 3].every(y =>
                            e.contains(document.elementFromPoint((left + right) / 2, y)));
                    }""")
                    cells.nth(hand).tap()


def test_the_table_of_losses_names_its_rows_and_columns_apart(open_tab, site):
    told = open_tab(f"{site}/{FRONT}#chart=7+22%2B+A2s%2B+72o").page.locator(".live-cost")
    assert told.get_by_role("table", name="What charts lose", exact=True).count() == 1
    rows = told.get_by_role("rowheader").all_inner_texts()
    assert rows == ["your chart", "SAGE", "one number for each hand", "the best"]
    assert told.locator("tbody th[scope=row]").all_inner_texts() == rows
    heads = told.locator("thead th[scope=col]").all_inner_texts()
    assert heads == ["chart", "pushes", "loses, mbb", "bb/100 on the button"]
    lines = told.locator("tbody tr").evaluate_all(
        "all => all.map(e => parseFloat(getComputedStyle(e).borderTopWidth))"
    )
    assert all(width >= 1 for width in lines[1:]), "a line between two rows"
    assert re.search(r"your chart\s+\d", told.text_content())


def test_on_a_phone_the_chart_and_how_to_use_it_are_seen_at_once(open_tab, site):
    page = open_tab(f"{site}/{FRONT}", viewport={"width": 390, "height": 844}).page
    page.wait_for_selector(".live input")
    hint = page.locator(".live .live-how")
    hint.evaluate("e => e.scrollIntoView({ block: 'center' })")
    grid = page.locator(".live-view svg").first.bounding_box()["y"]
    told = hint.bounding_box()
    assert "Drag the dot" in hint.inner_text() and "tap a hand" in hint.inner_text()
    assert 0 < told["y"] < told["y"] + told["height"] < grid < 844
    # Paper has no knobs.
    page.emulate_media(media="print")
    assert hint.is_hidden()
    assert "turn" not in page.locator("section:has(.live)").last.locator("> p").first.inner_text()
    page.emulate_media(media="screen")


@pytest.mark.parametrize("touch", [True, False])
def test_which_way_a_finger_paints_is_said_where_there_is_one(touch, page_on, site):
    options = {"has_touch": True, "is_mobile": True} if touch else {}
    with page_on(viewport=NARROW, **options) as page:
        page.goto(f"{site}/{FRONT}")
        hint = page.locator(".live-price .live-how")
        hint.wait_for()
        told = "A finger paints sideways; up and down, it scrolls the page."
        assert (told in hint.inner_text()) == touch


def test_what_is_told_of_a_hand_leaves_the_row_below_free(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    page.wait_for_selector(".live input")
    cells = page.locator(".live-view svg").first.locator("[role=gridcell]")
    cells.first.focus()
    page.keyboard.press("ArrowRight")
    tip, below = page.locator(".live .chart-tip:visible"), cells.nth(14).bounding_box()
    assert tip.bounding_box()["y"] >= below["y"] + below["height"]


def test_the_quiz_is_about_the_stack_that_the_chart_shows(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    page.wait_for_selector(".live input")
    link = page.get_by_role("link", name="quiz you")
    assert "seed=0;" in link.get_attribute("href"), "other hands for each visitor"
    assert "?stack=4;seat=2" in link.get_attribute("href")
    turn(page, 12)
    link.click()
    page.locator("#push-fold").get_by_text("Deal 1").wait_for()
    assert page.locator("#push-fold input[type=text]").first.input_value() == "12"
    page.wait_for_function("location.hash.includes('stack=12;')")


@pytest.mark.parametrize("page", [FRONT])
def test_a_chart_is_painted_before_ours_is_seen(page, open_tab, site):
    page = open_tab(f"{site}/{page}").page
    page.wait_for_selector(".live-price input")
    cells = page.locator(".live-price [role=gridcell]")
    cells.first.scroll_into_view_if_needed()
    page.mouse.move(*center(page.locator(".live-price svg .t")))  # beside all cells
    page.mouse.down()
    page.mouse.move(*center(cells.nth(0)))
    page.mouse.move(*center(cells.nth(3)), steps=9)
    page.mouse.up()
    page.locator(".live-price svg [tabindex]").focus()
    for key in ("ArrowDown", "ArrowDown", " "):
        page.keyboard.press(key)
    pushed = page.locator(".live-price title", has_text="pushed").all_text_contents()
    assert page.locator(".live-price .differs").count() == 0
    assert [text.split(":")[0] for text in pushed][:4] == [*cards.HANDS[:4]] and len(pushed) == 5
    page.get_by_role("button", name="What does it lose?").click()
    assert page.locator(".live-price .differs").count() > 40
    page.mouse.move(0, 0)  # a heading that is pointed at has a faint sign
    address = page.evaluate("location.href")
    assert "#chart=" in address and violations(page, ".live-price") == []
    page.set_viewport_size(NARROW)
    show(page, "dark")
    assert violations(page, ".live-price") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("page", [FRONT])
@pytest.mark.parametrize(
    ("chart", "stack", "hands", "untaken"),
    [
        ("4+AA+AKx+72o", "4", "AA, 72o", "AKx"),
        ("8+AA+ZZ", "8", "AA", "ZZ"),
        ("7+22%2B,AT%2B,KQs", "7", "22+, ATs+, KQs, ATo+", ""),
        ("7+22+,AT+,KQs", "7", "22+, ATs+, KQs, ATo+", ""),
        ("7.5+AKs:0.5+KK", "7.5", "KK", "AKs:0.5"),
        ("22+,A2s+", "", "22+, A2s+", ""),
    ],
)
def test_a_chart_in_the_address_is_read_as_players_write_it_and_what_is_not_taken_is_told(
    page, chart, stack, hands, untaken, open_tab, site
):
    url = f"{site}/{page}"
    page = open_tab(f"{url}#chart={chart}").page
    box = page.locator(".live-price .live-sentence input")
    box.wait_for()
    assert box.input_value() == (stack or page.locator(".live-price").get_attribute("data-stack"))
    assert page.locator(".live-range").input_value() == hands
    wanted = [share == 1 for share in ranges.parse_range(hands).hand_weights.tolist()]
    chosen = "all => all.map(cell => cell.ariaSelected === 'true')"
    assert page.locator(".live-price [role=gridcell]").evaluate_all(chosen) == wanted
    said = page.locator("#live-wrong-hands").inner_text()
    assert said.startswith(f"Not taken from the address: {untaken}.") if untaken else not said
    assert page.url == f"{url}#chart={chart}"
    page.evaluate("location.hash = '#chart=6+QQ'")
    page.wait_for_function("document.querySelector('.live-range').value === 'QQ'")
    assert box.input_value() == "6" and page.locator("#live-wrong-hands").inner_text() == ""


@pytest.mark.parametrize("page", [FRONT])
def test_what_is_painted_is_in_the_address_before_it_is_told_what_it_loses(page, open_tab, site):
    url = f"{site}/{page}"
    page = open_tab(f"{url}#what-is-here").page
    stack = page.locator(".live-price .live-sentence input")
    stack.wait_for()
    assert page.url == f"{url}#what-is-here", "nothing is painted"
    cells = page.locator(".live-price [role=gridcell]")
    cells.first.scroll_into_view_if_needed()
    page.mouse.move(*center(cells.nth(0)))
    page.mouse.down()
    page.mouse.move(*center(cells.nth(3)), steps=9)
    page.mouse.up()
    shown = stack.input_value()
    assert page.url == f"{url}#painted={shown}+AA+AKs+AQs+AJs"
    page.locator(".live-range").fill("QQ+, T9s")
    stack.fill("7")
    stack.press("Enter")
    assert re.search(r"painted=7\+AA\+KK\+QQ\+T9s\b", page.url) and "chart=" not in page.url
    page.reload()
    stack.wait_for()
    assert (stack.input_value(), page.locator(".live-range").input_value()) == ("7", "QQ+, T9s")
    assert page.locator(".live-price .differs").count() == 0, "nobody has asked yet"
    page.get_by_role("button", name="What does it lose?").click()
    assert re.search(r"chart=7\+AA\+KK\+QQ\+T9s\b", page.url) and "painted=" not in page.url
    page.reload()
    page.locator(".live-price .differs").first.wait_for()
    page.locator(".live-range").fill("")
    assert not re.search("chart=|painted=", page.url)


def test_both_figures_of_the_front_page_have_one_stack(open_tab, site):
    page = open_tab(f"{site}/{FRONT}#stack=6.5").page
    page.wait_for_selector(".live input")
    painted = page.locator(".live-price .live-sentence input")
    picture, slider = (page.locator(f".live {kind}") for kind in (
        ".live-sentence input", ".live-curve input"))  # fmt: skip
    assert [box.input_value() for box in (painted, picture, slider)] == ["6.5"] * 3
    painted.fill("9")
    painted.press("Enter")
    assert [box.input_value() for box in (painted, picture, slider)] == ["9"] * 3
    assert sentence(page) == told(9, solved(9)) and page.url.endswith("#stack=9")
    page.locator(".live-range").fill("22+")
    page.get_by_role("button", name="What does it lose?").click()
    lost = page.locator(".live-cost td b").first.inner_text
    before = lost()
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert [box.input_value() for box in (painted, picture, slider)] == ["9.1"] * 3
    assert lost() != before
    assert re.search(r"stack=9\.1&chart=9\.1\+AA\+KK", page.url)
    # An address whose stacks differ is about the chart's.
    page.goto("about:blank")
    page.goto(f"{site}/{FRONT}#stack=5&chart=8+AA")
    page.locator(".live-price .differs").first.wait_for()
    assert [box.input_value() for box in (painted, picture, slider)] == ["8"] * 3
    page.evaluate("location.hash = '#stack=3.5'")
    page.wait_for_function("document.querySelector('.live-price input').value === '3.5'")
    prose = " ".join(page.locator("section:has(> .cell .live-price) > p").all_inner_texts())
    assert prose.count("four") == prose.count("at four big blinds, say, you lose") == 1
    assert len(re.findall(r"\d+(?:\.\d+)?", prose)) == 2, "no figures but an example's and SAGE's"


def test_the_chart_that_the_text_speaks_of_is_painted_by_its_link(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    page.wait_for_selector(".live-price input")
    page.get_by_role("link", name="pairs, aces, kings and queens").click()
    lost = page.locator(".live-cost td b").first
    lost.wait_for()
    assert page.locator(".live-range").input_value() == "22+, A2s+, K2s+, Q2s+, A2o+, K2o+, Q2o+"
    said = page.locator("p", has_text="If you push only pairs").inner_text()
    assert f"you lose {float(lost.inner_text()):.0f} mbb a hand" in said


def test_what_is_typed_on_the_way_to_a_stack_that_is_not_solved_is_forgotten(figure):
    for root, note in ((".live", "#live-note"), (".live-price", "#live-wrong")):
        box = figure.locator(f"{root} .live-sentence input")
        shown = figure.locator(f"{root} title").all_text_contents
        box.fill("7")
        box.press("Enter")
        before = shown()
        for typed in ("25", "50"):
            box.click()
            box.press_sequentially(typed)
            box.press("Tab")
            said = f"Solved here are 1 to 20 big blinds, not {typed}. All else is still for 7."
            assert figure.locator(note).inner_text() == said
            assert figure.locator(note).evaluate("e => e.role") in ("status", "alert")
            sentence = figure.locator(f"{root} .live-sentence")
            assert sentence.inner_text().replace("\xa0", " ").count("(still 7) big blinds") == 1
            assert box.input_value() == typed and shown() == before
        box.fill("7")
        box.press("Enter")


@pytest.mark.parametrize("page", [FRONT])
def test_a_chart_is_typed_as_well_as_painted(page, open_tab, site):
    page = open_tab(f"{site}/{page}").page
    box = page.get_by_label("Type them")
    box.wait_for()
    cells = page.locator(".live-price [role=gridcell]")
    chosen = "all => all.map(cell => cell.ariaSelected === 'true')"
    for typed, written in [
        ("22+ A2s+, KTo+", "22+, A2s+, KTo+"),
        ("20%", None),
        ("", ""),
        ("77-55", "77-55"),
    ]:
        box.fill(typed)
        box.press("Enter")
        wanted = [share == 1 for share in ranges.parse_range(typed or "none").hand_weights.tolist()]
        assert cells.evaluate_all(chosen) == wanted
        assert written is None or box.input_value() == written
    before = cells.evaluate_all(chosen)
    for typed, told in [
        ("77, ZZ", 'Can\'t read "ZZ"'),
        ("AKs:0.5", "AKs is there in part"),
        ("AhKh", "AKs is there in part"),
    ]:
        box.fill(typed)
        box.press("Enter")
        assert page.locator("#live-wrong-hands").inner_text().startswith(told)
        assert box.get_attribute("aria-invalid") == "true" and box.input_value() == typed
        assert cells.evaluate_all(chosen) == before
    box.fill("")
    box.press_sequentially("55+, ")
    assert cells.evaluate_all(chosen) != before, "what can be read is painted while one types"
    box.press("Enter")
    before = cells.evaluate_all(chosen)
    for typed in (", ", "Q", "20", "s+, ", "AKs@"):
        box.press_sequentially(typed)
        assert cells.evaluate_all(chosen) == before, "as long as a word can't be read"
    box.press("Enter")
    assert "The chart is as it was before" in page.locator("#live-wrong-hands").inner_text()
    assert cells.evaluate_all(chosen) == before
    box.select_text()
    box.press_sequentially("AA")
    assert cells.evaluate_all(chosen) != before
    box.press_sequentially("z")
    box.press("Enter")
    assert "The chart is as it was before" in page.locator("#live-wrong-hands").inner_text()
    assert cells.evaluate_all(chosen) == before
    box.fill("77-55")
    box.press("Enter")
    cells.first.click()
    assert box.input_value() == "AA, 77-55" and box.get_attribute("aria-invalid") is None
    assert page.locator("#live-wrong-hands").inner_text() == ""


def test_keys_paint_a_hand_or_a_run_and_what_they_paint_is_announced(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    box = page.get_by_label("Type them")
    box.wait_for()
    grid = page.get_by_role("grid", name="Your pushes")
    assert grid.get_by_role("row").count() == 13 and grid.get_by_role("gridcell").count() == 169
    status = page.locator(".live-price [role=status]")
    assert status.text_content() == ""  # what is there from the start is no news
    grid.get_by_role("gridcell", name="AA: folded").focus()
    page.keyboard.press("Space")
    assert grid.get_by_role("gridcell", name="AA: pushed", selected=True).count() == 1
    page.keyboard.press("Space")
    assert box.input_value() == ""
    page.keyboard.press("Space")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.down("Shift")
        page.keyboard.press(key)
    page.keyboard.up("Shift")
    assert box.input_value() == "AA, AQs+, KQs"
    page.keyboard.press("Space")
    page.keyboard.press("Shift+ArrowUp")
    assert box.input_value() == "AA, AKs"
    page.wait_for_function("e => e.textContent", arg=status.element_handle())
    assert status.text_content().endswith(" folded. 0.8% of hands pushed.")
    box.fill("22+")
    page.get_by_role("button", name="What does it lose?").click()
    page.wait_for_function("e => /loses/.test(e.textContent)", arg=status.element_handle())
    lost = page.locator(".live-cost b").first.inner_text()
    rate = page.locator(".live-cost td:has(b) + td").first.inner_text()
    assert float(rate) == pytest.approx(float(lost) / 10, abs=0.006)
    told = f"5.9% of hands pushed. That loses {lost} mbb a hand, {rate} bb/100 on the button."
    assert status.text_content() == told


def test_a_stroke_is_taken_back_and_a_hand_that_is_typed_has_the_focus(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    box = page.get_by_label("Type them")
    box.wait_for()
    grid = page.get_by_role("grid", name="Your pushes", exact=True)
    grid.get_by_role("gridcell").first.focus()
    page.evaluate(TYPE_FAST, "k9o")
    page.keyboard.press("Space")
    page.keyboard.press("Shift+ArrowRight")
    assert box.input_value() == "K9o, Q9o"
    for left in ("K9o", "", ""):
        page.keyboard.press("Control+z")
        assert box.input_value() == left


def test_a_stack_that_is_typed_is_told_with_its_answer(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    page.wait_for_selector(".live input")
    status = page.locator(".live > [role=status].visually-hidden")
    own, other = (page.locator(f"{root} .live-sentence input") for root in (".live", ".live-price"))
    assert status.text_content() == ""
    own.fill("7")
    own.press("Tab")
    note = page.locator("#live-note")
    # It is told once the reader's hand rests.
    answer = page.locator(".live > [role=status].visually-hidden", has_text=told(7, solved(7)))
    answer.wait_for(state="attached")
    assert status.text_content() == f"{told(7, solved(7))} {note.text_content()}"
    assert note.get_attribute("aria-live") == "off"
    other.fill("9")
    other.press("Tab")
    page.wait_for_timeout(1500)
    assert status.text_content() == "", "each figure tells of what is typed in it"
    own.fill("25")
    own.press("Tab")
    assert status.text_content() == "" and note.get_attribute("aria-live") == "polite"


def test_enter_asks_what_the_chart_loses_and_paints_nothing(open_tab, site):
    page = open_tab(f"{site}/{FRONT}#painted=7+22%2B").page
    box, told = page.get_by_label("Type them"), page.locator(".live-cost")
    box.wait_for()
    assert "Enter asks what the chart loses" in page.locator("#live-how").inner_text()
    page.locator(".live-price [tabindex='0'][role=gridcell]").focus()
    page.keyboard.press("Enter")
    assert box.input_value() == "22+" and "your chart" in told.inner_text()
    assert told.evaluate("e => e === document.activeElement")


def test_enter_asks_what_hands_lose_that_are_typed(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    box, told = page.get_by_label("Type them"), page.locator(".live-cost")
    box.fill("all jacks")
    box.press("Enter")
    assert page.locator("#live-wrong-hands").inner_text().startswith('Can\'t read "all"')
    page.get_by_role("button", name="What does it lose?").click()
    assert "What is typed can't be read." in told.inner_text()
    box.fill("22+, KTo+")
    box.press("Enter")
    assert "your chart" in told.inner_text() and box.input_value() == "22+, KTo+"


def test_what_a_painted_chart_does_otherwise_than_the_best_is_listed(open_tab, site):
    told = open_tab(f"{site}/{FRONT}#chart=7+22%2B+A2s%2B+72o").page.locator(".live-cost")
    listed = re.search(r"mixed, and mostly as you have it: (.*?)\)", told.inner_text())
    assert not listed
    found = re.search(
        r"pushed, and better folded: 72o; folded, and better pushed: (.*?)\)", told.inner_text()
    )
    missed = ranges.parse_range(found[1]).hand_weights
    best = solved(7).probability(0, "push")
    painted = ranges.parse_range("22+,A2s+").hand_weights
    assert [*missed] == [*((best > 0.5) & (painted == 0))]


def test_a_mixed_hand_that_has_a_ring_is_listed_too(open_tab, site):
    page = open_tab(f"{site}/{FRONT}#chart=8+22%2B+A2s%2B").page
    (listed,) = re.findall(
        r"mixed, and mostly as you have it: (.*?)\)", page.locator(".live-cost").inner_text()
    )
    best = solved(8).probability(0, "push")
    painted = ranges.parse_range("22+,A2s+").hand_weights
    off = abs(best - painted)
    assert [*ranges.parse_range(listed).hand_weights] == [*((off > 0.005) & (off <= 0.5))]


def test_the_best_charts_are_on_the_page_in_words(open_tab, site):
    page = open_tab(f"{site}/{FRONT}#stack=10").page
    page.wait_for_selector(".live input")
    for stack in (10, 7.5):
        turn(page, stack)
        for player, action in enumerate(PLAYERS):
            text = page.locator(".live-view .live-hands").nth(player).text_content()
            name, hands = text.split(": ", 1)
            assert name == action.capitalize()
            shares = solved(stack).probability(player, action)
            assert ranges.parse_range(hands).hand_weights == pytest.approx(shares, abs=0.006)


def test_knobs_say_of_which_figure_they_are_and_only_its_own_status_speaks(open_tab, site):
    page = open_tab(f"{site}/{FRONT}#chart=8+22%2B").page
    page.wait_for_selector(".live input")
    for root, names in ((".live-price", ["your chart"]), (".live", 2 * ["the best charts"])):
        boxes = page.locator(f"{root} input[aria-label^=Stack]")
        told = boxes.evaluate_all("all => all.map(box => box.ariaLabel)")
        assert told == [f"Stack, in big blinds, for {name}" for name in names]
    status = page.locator(".live-price [role=status].visually-hidden")
    own, other = (page.locator(f"{root} .live-sentence input") for root in (".live-price", ".live"))
    for box, speaks in ((own, True), (other, False), (own, True)):
        box.fill("9" if box.input_value() != "9" else "7")
        box.press("Enter")
        page.wait_for_timeout(1500)
        assert bool(status.text_content()) == speaks


def test_a_run_gives_all_on_its_way_what_its_first_cell_has_however_shift_is_held(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    box = page.get_by_label("Type them")
    box.wait_for()
    page.get_by_role("gridcell", name="AA: folded").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    assert box.input_value() == "ATs+"
    for _ in range(3):
        page.keyboard.press("Shift+ArrowLeft")
    assert box.input_value() == "ATs+"
    page.keyboard.press("Space")
    page.keyboard.press("Shift+End")
    assert box.input_value() == ""


def painted(box):
    """Which hands a box names, as weights."""
    return painted_as(box.input_value())


def painted_as(text):
    """Which hands a text names, as weights; nothing names none."""
    return ranges.parse_range(text or "none").hand_weights.tolist()


def test_painting_after_a_typo_leaves_out_that_word_only_and_says_so(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    box, note = page.get_by_label("Type them"), page.locator(".live-price")
    box.wait_for()
    typed = "22+, A2s+, QTo+, JTz, Q5s+"
    box.fill(typed)
    box.press("Tab")
    assert box.input_value() == typed and 'Can\'t read "JTz"' in note.inner_text()
    page.get_by_role("gridcell", name="AA: folded").focus()
    page.keyboard.press("Space")
    read = "22+, A2s+, QTo+, Q5s+"
    assert painted(box) == ranges.parse_range(read).hand_weights.tolist()
    assert "Left out, as it can't be read: JTz." in note.inner_text()
    page.keyboard.press("Space")
    assert "Left out" not in note.inner_text()
    assert painted(box) == [0, *ranges.parse_range(read).hand_weights[1:]]


def test_words_that_are_a_range_together_are_not_refused_one_by_one(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    box, told = page.get_by_label("Type them"), page.locator("#live-wrong-hands")
    box.wait_for()
    for typed in ("KTo, all ", "p", "airs, any ", "a", "ce, top ", "20", "%"):
        box.press_sequentially(typed)
        assert told.inner_text() == ""
    box.press("Tab")
    read = ranges.parse_range("KTo, 22+, Ax, 20%")
    assert painted(box) == read.hand_weights.tolist() and told.inner_text() == ""


def test_a_tap_or_a_mouse_rings_no_row_and_rings_of_differences_are_of_another_kind(page_on, site):
    rings = "all => all.filter(e => getComputedStyle(e).filter !== 'none').length"
    for is_phone in (True, False):
        with page_on(
            viewport=NARROW, has_touch=is_phone, is_mobile=is_phone, bypass_csp=True
        ) as page:
            page.goto(f"{site}/{FRONT}")
            page.wait_for_selector(".live-price input")
            cell = page.locator(".live-price [role=gridcell]").nth(44)
            cell.tap() if is_phone else cell.click()
            assert cell.evaluate("e => e.matches(':hover') && e === document.activeElement")
            assert page.locator(".live-price svg *").evaluate_all(rings) == 0
            page.get_by_role("button", name="What does it lose?").click()
            differs = page.locator(".live-price .differs rect").first
            assert differs.evaluate("e => getComputedStyle(e).strokeDasharray") == "none"
            cell.focus()
            page.keyboard.press("ArrowRight")
            # What has the focus has one on the page's own ground, and is smaller itself.
            assert page.evaluate(
                """() => {
                    const cell = document.activeElement, rect = cell.querySelector("rect");
                    const { outlineStyle, outlineOffset } = getComputedStyle(cell);
                    const { width, stroke } = getComputedStyle(rect);
                    return [outlineStyle, outlineOffset, width, stroke];
                }"""
            ) == ["solid", "2px", "28px", "none"]


def test_rings_at_the_edge_are_seen_whole(open_tab, site):
    page = open_tab(f"{site}/{FRONT}#chart=7+72o").page
    page.wait_for_selector(".live-price .differs")
    frame = page.locator(".live-price").bounding_box()
    edge = page.locator(".live-price .differs rect").first.evaluate(
        "e => e.getBoundingClientRect().left - e.getScreenCTM().a * 1.5"
    )
    assert edge >= frame["x"]
    assert page.locator(".live-price svg").evaluate("e => getComputedStyle(e).overflow") == (
        "visible"
    )
    ring = page.locator(".live-cost").evaluate(
        "e => { e.focus({ focusVisible: true }); return getComputedStyle(e).outlineOffset; }"
    )
    assert ring == "-3px"


def test_advice_fits_a_chart_that_has_a_hand_or_not(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    box, told = page.get_by_label("Type them"), page.locator("#live-wrong-hands")
    box.fill("A2x+")
    box.press("Enter")
    said = told.inner_text()
    assert said.startswith('Can\'t read "A2x+". Try 22+, Ax, AKs, A9s+, T9s-54s, 20%.')
    for example in re.findall(r"[^ ,.]+(?=[,.])", said.partition("Try ")[2].partition(" The")[0]):
        box.fill(example)
        box.press("Enter")
        assert told.inner_text() == "" and box.get_attribute("aria-invalid") is None
    box.fill("")
    box.press_sequentially("QQ, AhKh")
    pushed = page.locator(".live-price title", has_text="pushed").all_text_contents()
    assert pushed == ["QQ: pushed"]


def test_while_a_word_cannot_be_read_that_is_said_and_no_loss_is_told(open_tab, site):
    page = open_tab(f"{site}/{FRONT}#chart=7+22%2B").page
    box, told = page.get_by_label("Type them"), page.locator("#live-wrong-hands")
    cost = page.locator(".live-cost")
    cost.locator("table").wait_for()
    lost = cost.inner_text()
    box.fill("")
    box.press_sequentially("22+, A2x+")
    assert told.inner_text() == "" and not cost.locator("table").count()
    box.press_sequentially(", KTo")
    assert told.inner_text().startswith('Can\'t read "A2x+"')
    assert box.get_attribute("aria-invalid") == "true" and not cost.locator("table").count()
    assert page.locator(".live-price .differs").count() == 0
    box.press("Tab")
    assert "The chart is as it was before" in told.inner_text() and cost.inner_text() == lost
    assert box.input_value() == "22+, A2x+, KTo"
    box.fill("22+, A2s+, KTo")
    assert told.inner_text() == "" and "your chart" in cost.inner_text()
    assert cost.inner_text() != lost


def test_another_chart_in_the_address_is_in_the_box_even_while_that_has_the_focus(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    box = page.get_by_label("Type them")
    box.fill("22+, ZZ")
    page.evaluate("location.hash = '#chart=6+QQ'")
    page.wait_for_function("document.querySelector('.live-cost table')")
    assert box.input_value() == "QQ" and box.get_attribute("aria-invalid") is None


@pytest.mark.parametrize(
    ("root", "note"), [(".live", "#live-note"), (".live-price", "#live-wrong")]
)
def test_a_stack_that_is_cleared_comes_back_and_that_is_said(root, note, open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    box = page.locator(f"{root} .live-sentence input")
    for typed in ("7.5", ""):
        box.fill(typed)
        box.press("Enter")
    assert box.input_value() == "7.5"
    said = page.locator(note).inner_text()
    assert said == "A stack is needed: any from 1 to 20 big blinds. All is still for 7.5."
    box.fill("8")
    box.press("Enter")
    assert "A stack is needed" not in page.locator(note).inner_text()


def test_what_a_chart_is_said_to_lose_is_forgotten_when_the_other_has_its_stack(open_tab, site):
    page = open_tab(f"{site}/{FRONT}#chart=12+AA,KK,QQ").page
    status = page.locator(".live-price [role=status].visually-hidden")
    shown = page.locator(".live-cost tr:has(th:text-is('your chart')) b")

    own = page.locator(".live-price .live-sentence input")
    own.fill("9")
    own.press("Enter")
    page.wait_for_timeout(1500)
    seen, said = shown.inner_text(), re.search(r"loses ([\d.]+) mbb", status.text_content())[1]
    assert seen == said
    other = page.locator(".live:not(.live-price) .live-sentence input").first
    other.fill("15")
    other.press("Enter")
    page.wait_for_timeout(1500)
    assert shown.inner_text() != seen and status.text_content() == ""


def test_a_cell_that_has_the_focus_shows_a_ring_within_itself(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    page.locator(".live-price [tabindex='0'][role=gridcell]").focus()
    page.keyboard.press("ArrowRight")
    style = page.evaluate(
        "() => { const s = getComputedStyle(document.activeElement);"
        " return [s.outlineWidth, s.outlineOffset, s.outlineColor]; }"
    )
    assert style[:2] == ["3px", "2px"]
    tip, cell = page.locator(".live-price .chart-tip"), page.locator(".live-price [role=gridcell]")
    assert tip.inner_text() == "AKs: folded"
    below = tip.bounding_box()["y"] + tip.bounding_box()["height"]
    assert below <= cell.first.bounding_box()["y"], "the tip covers no cell"
    assert style[2] == page.evaluate("getComputedStyle(document.body).color")


KNOBS = [page for page in CONTENT if 'class="pl-live"' in (HTML / page).read_text()]


#: How far a knob's slider, or what it stands at, goes beyond the knob's right edge.
BEYOND_ITS_EDGE = """all => all.flatMap(knob => [...knob.querySelectorAll("input, b")].map(
    part => part.getBoundingClientRect().right - knob.getBoundingClientRect().right))"""
RANK_NAMES = ["deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
RANK_NAMES += ["jack", "queen", "king", "ace"]
#: How cards are heard.
CARDS = {
    f"{rank}{suit[0]}": f"{name} of {suit}"
    for rank, name in zip("23456789TJQKA", RANK_NAMES, strict=True)
    for suit in ("clubs", "diamonds", "hearts", "spades")
}


@pytest.mark.parametrize("page", KNOBS)
def test_a_knob_turns_its_drawing_and_fits_a_phone(page, open_tab, site):
    """What it stands at may take two lines there."""
    tab = open_tab(f"{site}/{page}")
    for figure in tab.page.locator(".pl-live").all():
        told = json.loads(figure.locator("script").text_content())
        names, start, knob = told["names"], told["start"], figure.get_by_role("slider")
        said, title = figure.locator(".pl-knob b"), figure.locator("svg > title").first
        status, seen = figure.get_by_role("status"), {}
        assert status.text_content() == "", "what it is at first is no news"
        knob.focus()
        # A knob may stand at its end.
        beside = [("ArrowRight", 1), ("ArrowLeft", -1)][start == len(names) - 1]
        for key, at in [("", start), (beside[0], start + beside[1]), ("Home", 0), ("End", -1)]:
            if key:
                tab.page.keyboard.press(key)
            assert said.inner_text() == names[at]
            heard = re.sub(r"(\d+)/(\d+)", lambda x: f"{int(x[1]) / int(x[2]):g}", names[at])
            assert knob.get_attribute("aria-valuetext") == CARDS.get(heard, heard)
            if key:
                result = title.text_content().replace(names[at], CARDS.get(heard, names[at]))
                figure.get_by_role("status").filter(has_text=result).wait_for(state="attached")
                assert status.text_content().startswith(result)
            seen[names[at]] = figure.locator("svg").first.inner_html()
        assert len({*seen.values()}) == len(seen) > 2
        knob.fill(str(start))
        assert figure.locator("svg").first.inner_html() == seen[names[start]]
    tab.page.mouse.move(0, 0)
    for mode, viewport in ("light", WIDE), ("light", MIDDLE), ("dark", NARROW):
        tab.page.set_viewport_size(viewport)
        show(tab.page, mode)
        assert faint(tab.page) == []
        assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(tab.page, ".pl-live") == []
    assert max(tab.page.locator(".pl-knob").evaluate_all(BEYOND_ITS_EDGE)) <= 0.5
    assert tab.complaints == []


def test_the_front_page_takes_less_than_a_megabyte(browser, site):
    tab = Tab(browser)  # in which nothing was loaded yet
    tab.open(f"{site}/{FRONT}")
    tab.page.wait_for_load_state("networkidle")
    names = {url.removeprefix(f"{site}/").partition("?")[0] for url in tab.received}
    assert {FRONT, "_static/live.js", "_static/live-data.js"} < names
    assert sum((HTML / name).stat().st_size for name in names) < 1_000_000


@pytest.mark.parametrize("spoilt", ["#stack=abc", "#stack=99", "#chart=4+AA,ZZ", "#chart=99+AA"])
def test_what_is_wrong_with_a_link_to_the_front_page_is_said_in_sight(spoilt, open_tab):
    for viewport in (WIDE, NARROW):
        page = open_tab((HTML / "book/index.html").as_uri() + spoilt, viewport=viewport).page
        told = page.locator("#live-note, .live-wrong").filter(
            has_text=re.compile("no number of big blinds|Solved here|Not taken from the address")
        )
        told.wait_for()
        page.wait_for_timeout(300)
        box = told.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= viewport["height"]
        assert told.get_attribute("role") in ("status", "alert")


def test_a_link_within_the_page_leaves_the_chart_in_the_address(open_tab, site):
    page = open_tab(f"{site}/{FRONT}#painted=7.5+AA,KK").page
    page.wait_for_selector(".live-price input")
    address, known = page.url, page.evaluate("history.length")
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    link = page.locator("article a[href='#best-chart']:not(.headerlink)").first
    link.click()
    top = "document.getElementById('best-chart').getBoundingClientRect().top"
    page.wait_for_function(f"Math.abs({top}) < innerHeight / 2")
    assert page.url == address and page.evaluate("history.length") == min(known + 1, 50)
    page.go_back()
    page.wait_for_function(f"{top} > innerHeight")
    assert page.url == address
    assert page.get_by_label("Type them").input_value() == "KK+"
    page.goto(f"{site}/{FRONT}")
    link.click()
    assert page.url.endswith("#best-chart"), "where there is no state, the address names the place"


def test_strokes_are_taken_back_and_cleared_by_buttons_for_fingers_too(page_on, site):
    with page_on(has_touch=True, is_mobile=True, bypass_csp=True) as page:
        page.goto(f"{site}/{FRONT}")
        box, cells = page.get_by_label("Type them"), page.locator(".live-price [role=gridcell]")
        box.wait_for()
        buttons = [
            page.locator(".live-price").get_by_role("button", name=name, exact=True)
            for name in ("Undo", "Redo", "Clear")
        ]
        undo, redo, clear = buttons
        assert all(one.bounding_box()["height"] >= 44 for one in buttons)
        for hand in (0, 14):
            cells.nth(hand).tap()
        both = "AA, KK"
        for one, left in (
            (undo, "AA"),
            (redo, both),
            (redo, both),
            (undo, "AA"),
            (clear, ""),
            (redo, ""),
            (undo, "AA"),
            (redo, ""),
            (undo, "AA"),
            (undo, ""),
            (undo, ""),
            (redo, "AA"),
        ):
            one.tap(force=True)
            assert painted(box) == painted_as(left) and ("AA" in page.url) == ("AA" in left)
        undo.tap()
        cells.nth(28).tap()
        redo.tap(force=True)
        assert box.input_value() == "QQ", "after another stroke nothing is done again"
        assert all(
            page.locator(field).first.bounding_box()["height"] >= 44
            for field in (".live-range", ".live-sentence input")
        )


def test_what_is_taken_back_is_said_and_what_would_change_nothing_is_no_step(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    box = page.get_by_label("Type them")
    box.wait_for()
    status = page.locator(".live-price [role=status]")
    undo, redo, clear = (
        page.locator(".live-price").get_by_role("button", name=name, exact=True)
        for name in ("Undo", "Redo", "Clear")
    )

    def can():
        return [one.get_attribute("aria-disabled") == "false" for one in (undo, redo)]

    def told(text):
        page.wait_for_function("text => text[0].textContent === text[1]", arg=[handle, text])

    handle = status.element_handle()
    assert can() == [False, False]
    clear.click()
    assert can() == [False, False], "an empty chart is as it was"
    page.get_by_role("gridcell", name="KTs: folded").click()
    assert can() == [True, False]
    told("KTs pushed. 0.3% of hands pushed.")
    undo.focus()
    page.keyboard.press("Control+z")
    told("KTs folded again. Nothing is painted yet.")
    assert can() == [False, True] and box.input_value() == ""
    assert undo.evaluate("e => e === document.activeElement")
    page.keyboard.press("Control+z")
    page.wait_for_timeout(1000)
    assert status.text_content() == "KTs folded again. Nothing is painted yet."
    page.keyboard.press("Control+y")
    told("KTs pushed again. 0.3% of hands pushed.")
    page.get_by_role("button", name="What does it lose?").click()
    undo.click()
    page.get_by_role("button", name="What does it lose?").wait_for()


def test_a_stroke_of_the_mouse_is_told_as_a_whole(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    page.get_by_label("Type them").wait_for()
    boxes = []
    for name in ("QQ", "QJs", "QTs"):
        cell = page.get_by_role("gridcell", name=f"{name}: folded")
        cell.scroll_into_view_if_needed()
        boxes.append(cell)
    places = [box.bounding_box() for box in boxes]
    for step, place in enumerate(places):
        page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        if step == 0:
            page.mouse.down()
    page.mouse.up()
    told = "QQ, QJs, QTs pushed. "
    page.locator(".live-price [role=status]", has_text=told).wait_for(state="attached")
    page.get_by_role("gridcell", name="AA: folded").click()
    page.locator(".live-price [role=status]", has_text="AA pushed. ").wait_for(state="attached")
    assert page.locator(".live-price [role=status]").text_content().startswith("AA pushed. ")


def test_a_run_names_only_the_hands_that_it_comes_to(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    page.get_by_label("Type them").wait_for()
    page.get_by_role("gridcell", name="AA: folded").focus()
    page.keyboard.press("Space")
    for name in ("AKs", "AQs"):
        page.keyboard.press("Shift+ArrowRight")
        page.locator(".live-price [role=status]", has_text=f"{name} pushed.").wait_for(
            state="attached"
        )
        said = page.locator(".live-price [role=status]").text_content()
        assert said.startswith(f"{name} pushed. ")


def test_what_is_told_of_hands_that_are_typed_is_what_is_shown(open_tab, site):
    page = open_tab(f"{site}/{FRONT}").page
    box, status = page.get_by_label("Type them"), page.locator(".live-price [role=status]")
    box.fill("pairs, aces")
    box.press("Enter")
    key, cost = page.locator(".live-price svg > .k"), page.locator(".live-cost b").first
    before = "20.4% of hands pushed. "
    status.get_by_text(before).wait_for(state="attached")
    whole = status.text_content()
    box.select_text()
    box.press_sequentially("TT+", delay=50)
    status.get_by_text("2.3% of hands pushed. ").wait_for(state="attached")
    box.press_sequentially(", A", delay=50)
    assert status.text_content() == ""
    box.press("Tab")
    wrong = page.locator("#live-wrong-hands").inner_text()
    assert wrong.endswith("The chart is as it was before: 22+, A2s+, A2o+.")
    status.get_by_text(before).wait_for(state="attached")
    assert status.text_content() == whole and f"loses {cost.inner_text()} mbb" in whole
    assert key.text_content() == "push 20.4% of hands"


def test_keys_do_again_what_keys_took_back(open_tab, site):
    for address, grid in (
        (FRONT, ".live-price [role=grid]"),
        ("book/explorer.html#push-fold?locks=0//QQ", "#push-fold [data-player='0'] [role=grid]"),
    ):
        page = open_tab(f"{site}/{address}").page
        if address == FRONT:
            box = page.get_by_label("Type them")
        else:
            page.locator("#push-fold summary", has_text="Lock the small blind's range").click()
            page.locator("#push-fold [data-player='0'] [role=switch]").check()
            box = page.locator("#push-fold [data-player='0'] details input[type=text]")
        box.wait_for()
        page.locator(grid).locator("[role=gridcell]").first.focus()
        page.keyboard.press("Space")
        page.wait_for_function("box => box.value.includes('AA')", arg=box.element_handle())
        painted_once = box.input_value()
        for key in ("Control+Shift+Z", "Control+y"):
            page.keyboard.press("Control+z")
            page.wait_for_function("box => !box.value.includes('AA')", arg=box.element_handle())
            page.keyboard.press(key)
            page.wait_for_function("box => box.value.includes('AA')", arg=box.element_handle())
            assert box.input_value() == painted_once


def test_beside_what_a_chart_loses_a_button_copies_its_link(open_tab, site):
    page = open_tab(f"{site}/{FRONT}#chart=7.5+AA,KK").page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button = page.locator(".live-cost").get_by_role("button", name="Copy link")
    button.click()
    page.locator(".live-cost").get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    page.get_by_label("Type them").fill("AA")
    page.get_by_label("Type them").press("Enter")
    button.click()
    page.locator(".live-cost code").wait_for()
    assert page.locator(".live-cost code").inner_text() == page.url


@pytest.mark.parametrize(("key", "hand"), [("PageDown", 156), ("Control+End", 168)])
def test_what_is_told_of_a_hand_in_the_last_row_is_whole_and_goes_with_its_stack(
    key, hand, open_tab, site
):
    page = open_tab(f"{site}/{FRONT}").page
    page.wait_for_selector(".live input")
    view = page.locator(".live-view").first
    cell = view.locator("[role=gridcell]").nth(hand)
    view.locator("svg [tabindex]").focus()
    page.keyboard.press(key)
    tip = page.locator(".live .chart-tip:visible")
    at, below = tip.bounding_box(), cell.bounding_box()["y"]
    assert at["y"] + at["height"] < below - 20, "the row above is free"
    page.evaluate("""() => {
        const slider = document.querySelector(".live-curve input");
        slider.value = 9;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
    }""")
    assert not tip.count()


def test_a_knob_s_fraction_is_heard_as_a_decimal(open_tab, site):
    page = open_tab(f"{site}/book/exact-more.html").page
    knob = page.locator(".pl-knob:has(input)", has_text=re.compile("big blinds")).first
    knob.wait_for()
    knob.locator("input").focus()
    seen = set()
    for key in ["Home", *5 * ["ArrowRight"]]:
        page.keyboard.press(key)
        told = knob.locator("input").get_attribute("aria-valuetext")
        assert "/" not in told and "big blinds" in told
        seen.add("/" in knob.locator("b").inner_text())
    assert True in seen


@pytest.mark.parametrize("page", [FRONT, "book/explorer.html"])
def test_aces_are_read_beside_pairs_and_an_ace_is_refused_with_what_to_write(page, open_tab, site):
    tab = open_tab(f"{site}/{page}").page
    if page == FRONT:
        box, told = tab.get_by_label("Type them"), tab.locator("#live-wrong-hands")
    else:
        tab.locator("#push-fold summary", has_text="Lock the small blind's range").click()
        box = tab.locator("#push-fold .explorer-view details[open] input[type=text]").first
        told = tab.locator("#push-fold .explorer-wrong", has_text="ace")
    box.wait_for()
    box.fill("22+, ace")
    box.press("Tab")
    told.get_by_text("Write AA for the pair, or A2+ for any other ace").wait_for()
    box.fill("pairs, aces")
    box.press("Tab")
    told.get_by_text("any other ace").wait_for(state="detached")
    assert painted(box) == ranges.parse_range("22+, Ax").hand_weights.tolist()
