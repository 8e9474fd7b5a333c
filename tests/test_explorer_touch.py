"""The explorer on phones and tablets: what is in sight, and what fingers do."""

import re
import zlib

import numpy as np
import pytest

from tests.conftest import HTML, NARROW
from tests.explorer import FOLDER, PAGE, PHONE, TABLET, TOOLS, Tool, center, swipe

pytestmark = pytest.mark.browser


def test_a_finger_paints_what_it_touches(page_on):
    with page_on(**PHONE) as page:
        page.goto(FOLDER)
        tool = Tool(page, "#push-fold").settle()
        box = tool.locking()[0]
        tool.enter(box, "AA")
        tool.paint(0)
        for hand in ("72o", "32o"):
            tool.cell(0, hand).tap()
        assert tool.settle() and box.input_value() == "AA, 72o, 32o"
        tool.cell(0, "QJo").evaluate("e => e.scrollIntoView({ block: 'center' })")
        start, end = (center(tool.cell(0, hand)) for hand in ("QJo", "JTo"))
        swipe(page, start, np.mean([start, end], axis=0), end)
        assert tool.settle() and {"QJo", "JTo", "AA"} <= {*box.input_value().split(", ")}


def test_on_a_phone_no_thumb_of_a_slider_covers_what_is_told_below_it(page_on):
    with page_on(**PHONE) as page:
        page.goto(f"{FOLDER}#push-fold?stack=7")
        tool = Tool(page, "#push-fold").settle()
        tool.all(".explorer-looser > button").click()
        tool.settle()
        slider = tool.all(".explorer-looser input[type=range]").bounding_box()
        note = tool.all(".explorer-note")
        assert "counted from his optimal" in note.inner_text()
        assert slider["y"] + slider["height"] <= note.bounding_box()["y"] + 1


@pytest.mark.parametrize("fragment", ["#river?board=KsKs7h3c2d", "#pushfold?stack=7"])
def test_on_a_phone_what_is_wrong_with_a_link_is_said_in_sight(fragment, page_on):
    with page_on(**PHONE) as page:
        page.goto(FOLDER + fragment)
        told = page.locator(".explorer-wrong", has_text="Not taken from the address")
        told.wait_for()
        page.wait_for_function("!document.querySelector('.explorer[aria-busy=true]')")
        page.wait_for_timeout(500)
        box = told.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= PHONE["viewport"]["height"]


def test_on_a_phone_a_tapped_hand_is_told_and_locked_where_one_looks(page_on):
    with page_on(**PHONE) as page:
        page.goto(FOLDER)
        for hand in ("AA", "93s", "22"):
            tool = Tool(page, "#push-fold").settle().set_to("#push-fold?stack=10")
            assert tool.all("[aria-selected=true]").count() == 0
            tool.view(0, ".explorer-caption").evaluate("e => scrollTo(0, e.offsetTop - 300)")
            tool.cell(0, hand).tap()
            page.wait_for_function("!document.querySelector('.explorer :active')")
            cell, table = (e.bounding_box() for e in (tool.cell(0, hand), tool.view(0, "table")))
            assert cell["y"] + cell["height"] <= table["y"], hand
            assert table["y"] + table["height"] < NARROW["height"], hand
            lock = tool.view(0, "summary", "player").bounding_box()
            assert lock["y"] - cell["y"] < NARROW["height"], hand


def test_on_a_phone_tools_are_in_sight_charts_as_wide_as_can_be_and_buttons_large(page_on):
    with page_on(**PHONE) as page:
        page.goto(FOLDER)
        tabs = page.locator(".explorer-tabs").bounding_box()
        assert tabs["y"] + tabs["height"] < NARROW["height"], "without scrolling"
        for name in ("preflop", "river", "push-fold"):
            tool = Tool(page, f"#{name}").settle().set_to(f"#{name}")
            cell = tool.cell(0, "AA").bounding_box()
            assert min(cell["width"], cell["height"]) >= 27, name
            assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"], name
            stop = tool.all(".explorer-stop")
            hit = """stop => {
                stop.classList.remove('away');
                stop.scrollIntoView({ block: 'center' });
                const { x, y, width, height } = stop.getBoundingClientRect();
                const middle = x + width / 2, foot = y + height - 10;
                return [[0, 0], [0, 43], [-22, 20], [22, 20]].map(([across, up]) =>
                    document.elementFromPoint(middle + across, foot - up) === stop);
            }"""
            assert stop.evaluate(hit) == [True] * 4, f"{name}: 44 px is what a thumb hits"
        more = tool.all(".explorer-looser > button").bounding_box()
        assert min(more["width"], more["height"]) >= 44


def test_the_page_is_light_enough_for_a_phone():
    parts = [HTML / PAGE, *(HTML / "_static").glob("explorer.*")]
    assert len(parts) == 3
    assert sum(part.stat().st_size for part in parts) < 460_000  # plain numbers, which pack well
    sent = [len(zlib.compress(part.read_bytes())) for part in parts]  # as servers send them
    assert sum(sent) < 138_000  # about a second of a slow phone


def test_on_a_phone_the_first_paragraph_leads_to_the_first_game(page_on):
    with page_on(**PHONE) as page:
        page.goto(FOLDER)
        slider = Tool(page, "#push-fold").settle().label("Stack", exact=True)
        top = slider.bounding_box()["y"]
        assert page.locator("#an-example-step-by-step").bounding_box()["y"] > top, (
            "above the example"
        )
        page.locator("#explorer > p a", has_text="Push or fold").tap()
        page.wait_for_timeout(500)
        assert 55 < slider.bounding_box()["y"] < NARROW["height"] / 2


def test_on_a_phone_question_and_buttons_are_in_sight(page_on):
    with page_on(**PHONE) as page:
        page.goto(f"{FOLDER}#no-limit")
        tool = Tool(page, "#no-limit").settle()
        table = tool.begin(2)
        for _ in range(8):
            question = table.get_by_text(re.compile("^Deal ")).bounding_box()
            buttons = tool.all(".explorer-choices button").all()
            for box in (question, *(button.bounding_box() for button in buttons)):
                assert box["y"] > 55 and box["y"] + box["height"] <= NARROW["height"]
            buttons[-1].tap()


def test_on_a_phone_what_can_be_set_stands_before_the_prose(page_on):
    with page_on(**PHONE) as page:
        page.goto(FOLDER)
        for name in TOOLS:
            tool = Tool(page, f"#{name}").settle().set_to(f"#{name}")
            tabs, box = page.locator(".explorer-tabs").bounding_box(), tool.all("input").first
            assert box.bounding_box()["y"] - tabs["y"] - tabs["height"] < 260, name


def test_a_phone_hands_the_link_on(browser):
    """What a phone's browser has, and Chromium on other machines has not."""
    with browser.new_page(**PHONE) as page:
        page.goto(FOLDER)
        there = page.evaluate("'share' in navigator")
        assert page.get_by_role("button", name="Share", exact=True).count() == 5 * there
        page.add_init_script("navigator.share = async what => { window.handed = what; };")
        page.goto("about:blank")
        page.goto(f"{FOLDER}#push-fold?stack=7")
        tool = Tool(page, "#push-fold").settle()
        tool.button("Share").click()
        handed = page.evaluate("handed")
    assert handed["url"] == f"{FOLDER}#push-fold?stack=7" and handed["title"].startswith("Explorer")


def test_on_a_phone_one_round_s_charts_are_not_far_apart(page_on):
    with page_on(**PHONE) as page:
        page.goto(f"{FOLDER}#one-round")
        tool = Tool(page, "#one-round").settle()
        one, two = (tool.view(player, "[role=grid]").bounding_box() for player in (0, 1))
        assert two["y"] - (one["y"] + one["height"]) < 550
        assert tool.view(0, "tr[data-action]").count() > 15


def test_fields_of_a_phone_are_as_high_and_written_as_large_as_phones_want_them(page_on):
    with page_on(**PHONE) as page:
        page.goto(FOLDER)
        for name in TOOLS:
            tool = Tool(page, f"#{name}").settle().set_to(f"#{name}")
            tool.all("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
            fields = tool.all(":is(input[type=text], select):visible").all()
            assert len(fields) > 5
            assert all(field.bounding_box()["height"] >= 44 for field in fields), name
            sizes = tool.all("input[type=text], select").evaluate_all(
                "all => all.map(e => parseFloat(getComputedStyle(e).fontSize))"
            )
            assert sizes and min(sizes) >= 16, name


def test_on_a_tablet_no_list_of_a_setting_cuts_its_choice_off(open_page):
    tool = open_page("#no-limit", viewport=TABLET["viewport"])
    wide = """list => {
        const canvas = document.createElement("canvas").getContext("2d");
        canvas.font = getComputedStyle(list).font;
        return Math.max(...[...list.options].map(({ text }) => canvas.measureText(text).width));
    }"""
    for name in ("no-limit", "preflop", "one-round"):
        tool.set_to(f"#{name}")
        box = tool.page.locator(f"#{name}").get_by_label("Solve to within")
        # Beside the longest choice is room for the arrow.
        assert box.evaluate(wide) + 35 < box.bounding_box()["width"]


@pytest.mark.parametrize("device", [PHONE, TABLET], ids=["phone", "tablet"])
def test_while_a_finger_paints_the_charts_stay_and_no_other_hand_is_chosen(device, page_on):
    with page_on(**device) as page:
        page.goto(FOLDER)
        tool = Tool(page, "#push-fold").settle()
        tool.locking()
        tool.paint(1)
        tool.cell(1, "J8o").evaluate("e => e.scrollIntoView({ block: 'center' })")
        page.evaluate("""() => {
            const grid = document.querySelector('#push-fold [data-player="1"] .explorer-grid');
            window.tops = [];
            const look = () => {
                tops.push(grid.getBoundingClientRect().top);
                requestAnimationFrame(look);
            };
            look();
        }""")
        where = "tops.at(-1) + scrollY"
        place = tool.evaluate(where)
        touch = page.context.new_cdp_session(page)
        for hand in ("83o", "J4o", "T3o"):
            x, y = center(tool.cell(1, hand))
            down = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
            touch.send("Input.dispatchTouchEvent", down)
            page.wait_for_timeout(300)
            tool.settle()
            touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            page.wait_for_function(f"document.activeElement.dataset.hand === '{hand}'")
            tool.settle()
            page.wait_for_timeout(100)
        assert abs(tool.evaluate(where) - place) > 10, "what is above has grown"
        tops = tool.evaluate("tops")
        # A page scrolls by whole pixels, here three times, and by tens of them in all.
        assert max(tops) - min(tops) < 2


def test_by_touch_strokes_are_taken_back_and_cleared(page_on):
    with page_on(**TABLET) as page:
        page.goto(FOLDER)
        tool = Tool(page, "#push-fold").settle()
        box = tool.locking()[0]
        tool.enter(box, "AA")
        tool.paint(0)
        tool.cell(0, "72o").tap()
        tool.settle()
        undo, redo, clear = (
            tool.button(f"{name}: small blind's paint") for name in ("Undo", "Redo", "Clear")
        )
        painted = box.input_value()
        for button, left in (
            (undo, "AA"),
            (redo, painted),
            (redo, painted),
            (undo, "AA"),
            (clear, ""),
            (redo, ""),
            (undo, "AA"),
            (redo, ""),
            (undo, "AA"),
        ):
            button.tap(force=True)
            tool.settle()
            assert box.input_value() == left
            can = [one.get_attribute("aria-disabled") == "false" for one in (undo, redo)]
            assert can == [left != "AA", left == "AA"]
        lock = tool.button("Lock what is shown: small blind")
        places = [one.bounding_box() for one in (undo, redo, clear, lock)]
        assert all(place["height"] >= 44 for place in places)
        for one in places:
            for other in places:
                if one["y"] + one["height"] <= other["y"]:
                    assert other["y"] - one["y"] - one["height"] >= 8
