"""The explorer's locks: ranges that do not change, and what they cost."""

import csv
import json
import re
import shlex
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from pokerlab import cards, cli, ranges
from tests.explorer import (
    ACTIONS,
    DEAL,
    FOLDER,
    NO,
    PAGE,
    SEATS,
    SOLVES_NOTHING,
    TEN,
    Tool,
    answer,
    earns,
    near,
    number,
    number_in,
    promised,
    solved,
)

pytestmark = pytest.mark.browser


def test_a_broken_lock_of_an_address_is_refused_and_not_counted(open_tool):
    tool = open_tool("#push-fold?stack=10;locks=0//ZZ")
    assert "what is locked opening (small blind):" in tool.alert.inner_text()
    assert 'Can\'t read "ZZ"' in tool.alert.inner_text() and tool.value == near(-0.0454)
    assert tool.all(".explorer-locks li").count() == 0
    assert tool.all("summary", has_text="What is locked").inner_text() == "What is locked"
    tool.set_to("#push-fold?stack=10;locks=0//ZZ|1/push/AA")
    assert tool.all(".explorer-locks li").count() == 1
    assert tool.all("summary", has_text="What is locked").inner_text() == "What is locked: 1"
    tool.fill("Ante", "0.1")
    assert "ZZ" not in tool.address and "locks=1/push/AA" in tool.address


def test_a_locked_range_is_taken_by_the_command_as_it_stands_in_its_box(open_tool):
    tool = open_tool("#push-fold?stack=10")
    typed = "[50]AA, KK[/50]; a5s\u2013A2s, 10%@50"
    tool.enter(tool.locking()[1], typed)
    assert tool.locking()[1].input_value() == typed and tool.alert.count() == 0
    words = shlex.split(tool.all(".explorer-model code").first.inner_text())
    pasted = [*words]
    pasted[words.index("--against") + 1] = typed
    found = answer(pasted[1:])
    assert found["earns"] == near(answer(words[1:])["earns"], 1e-9)
    assert promised(tool)[0] == near(found["earns"])
    calls = ranges.parse_range(typed).hand_weights
    won = TEN.best_response(0, TEN.plan(1, {"call": calls}))
    assert found["earns"] == near(TEN.payoff(won[0], TEN.plan(1, {"call": calls})), 1e-6)


def test_lines_that_are_pasted_stand_in_one(open_tool):
    tool = open_tool("#river")
    tool.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tool.evaluate("navigator.clipboard.writeText('QQ+\\r\\nAKs: 0.5\\n\\n22')")
    box = tool.label("First player holds")
    box.fill("")
    tool.press("Control+V")
    box.press("Enter")
    assert tool.settle().label("First player holds").input_value() == "QQ+ AKs: 0.5 22"
    assert tool.alert.count() == 0 and "first=QQ" in tool.address


def test_an_empty_box_says_that_enter_locks_and_it_does(open_tool):
    tool = open_tool("#push-fold?stack=7")
    box = tool.locking()[0]
    assert box.get_attribute("placeholder").endswith("Enter locks it")
    box.fill("22+")
    assert "locks=" not in tool.address
    box.press("Enter")
    assert "locks=0//22" in tool.settle().address


def test_semicolons_part_actions_and_hands(open_tool):
    tool = open_tool("#no-limit?stack=6;raises=2.5x")
    tool.enter(tool.locking()[0], "call: 22; 33\u201355; all-in: KK+; AKs")
    assert tool.alert.count() == 0
    for hand, action in {"44": "limp", "AA": "all-in", "AKs": "all-in", "72o": "fold"}.items():
        assert f"{action} 100%" in tool.said(0, hand)


def test_what_is_locked_is_listed_and_stays_as_far_as_it_applies(open_tool):
    tool = open_tool("#no-limit?second-after=raise+to+2.5")
    for box, typed in zip(tool.locking(), ("all-in: AA", "raise 2.5x: 22+"), strict=True):
        tool.enter(box, typed)
    assert "raise to 6.25: 100%" in tool.said(1, "22")
    listed = tool.all(".explorer-locks li")
    assert listed.all_inner_texts() == [
        "Small blind, opening: all-in: AA Free",
        "Big blind, after raise to 2.5: raise 2.5x: 22+ Free",
        "Free all",
    ]
    assert tool.all("summary", has_text="What is locked: 2").count() == 1
    tool.fill("Raises", "3x")
    assert "left out: this game has no such decision" in listed.nth(1).inner_text()
    assert "all-in 100%" in tool.said(0, "AA")
    tool.fill("Raises", "2.5x")
    assert "left out" not in listed.nth(1).inner_text()
    tool.click("Free Small blind, opening: all-in: AA")
    assert listed.count() == 1
    tool.fill("Raises", "3x")
    said = "what is locked after raise to 2.5 (big blind): this game has no such decision"
    assert said in open_tool(tool.address).alert.inner_text()


def test_what_comes_of_a_lock_is_said_where_it_is_typed(open_page):
    tool = open_page("#push-fold?stack=10", viewport={"width": 1280, "height": 800})
    assert not tool.all(".explorer-outcome:visible").count()
    tool.enter(tool.locking()[0], "22+, A2s+")
    outcome = tool.view(0, ".explorer-outcome")
    locked = TEN.guarantee(0, TEN.plan(0, {"push": "22+, A2s+"}))
    assert number_in(r"worth (\S+) bb to the small blind", outcome.inner_text()) == near(locked)
    lost = number_in(r"knows it, the small blind's range loses (\S+) mbb", outcome.inner_text())
    assert lost == near(1000 * (solved(10).payoff - locked), 0.12)
    box = outcome.bounding_box()
    assert box["y"] > 0 and box["y"] + box["height"] <= 800
    assert tool.view(1, ".explorer-outcome").inner_text() == ""
    tool.enter(tool.locking()[0], "")
    assert not outcome.is_visible()


@pytest.mark.parametrize(
    ("name", "lock"), [("push-fold", "22+, A2s+"), ("no-limit", "raise to 2.5: QQ+; all-in: JJ-22")]
)
def test_a_lock_is_compared_with_the_equilibrium_without_a_click(name, lock, open_tool):
    tool = open_tool(f"#{name}?stack=10")
    assert "equilibrium" not in tool.text("losses")
    free = tool.said(0, "K2s")
    tool.enter(tool.locking()[0], lock)
    compared = tool.text("losses").partition("Compared with the equilibrium (marked corners), ")[2]
    assert compared.startswith("the small blind ") and " less often (" in compared
    assert tool.said(0, "K2s") == tool.said(0, "K2s").split(";")[0] + (
        "; played otherwise in equilibrium"
    )
    assert tool.view(0, ".differs").count() > 10
    assert not tool.all("[data-beside]:visible").count() and tool.text("changes") == ""
    tool.click("Keep to compare")
    assert "equilibrium (marked" not in tool.text("losses")
    tool.click("End the comparison")
    tool.enter(tool.locking()[0], "")
    assert tool.said(0, "K2s") == free and not tool.view(0, ".differs").count()


@pytest.mark.parametrize("player", [0, 1])
def test_a_locked_range_meets_a_best_response_and_is_priced(player, open_tool):
    tool, text, free = open_tool(), "22+, A2s+:0.5, KTo-K7o, T9s-54s:1/4", solved(10)
    tool.enter(tool.locking()[player], text)
    action, weights = ACTIONS[player], ranges.parse_range(text).hand_weights
    locked = TEN.guarantee(player, TEN.plan(player, {action: text}))
    assert tool.value == near(locked)
    gains = earns(free, player)[:, 1:]
    shares = np.stack([1 - weights, weights], axis=1)
    met = DEAL.meetings(player, free.plans[1 - player][:, 2 * player])
    losses = (gains.max(axis=1) - (shares * gains).sum(axis=1)) * met
    price = tool.text("losses")
    assert number_in(r"as without locks, .* loses ([\d.]+) mbb", price) == near(
        1000 * losses.sum(), 0.06
    )
    worst = re.search(r"most with (\w+) \(([\d.]+)\)", price)
    assert losses[cards.HAND_INDEX[worst[1]]] == near(losses.max(), 1e-7)
    assert float(worst[2]) == near(1000 * losses.max(), 0.06)
    one, other = (f"the {SEATS[at]}" for at in (player, 1 - player))
    costs = number_in(rf"^If {other} knows it, {one}'s range loses ([\d.]+) mbb a deal", price)
    assert f"If {other} plays the optimum, as without locks, {one}'s range loses" in price
    worth = number_in(r"Without locks the game is worth (\S+) bb to the small blind", price)
    assert worth == near(free.payoff)
    assert costs == near(1000 * abs(free.payoff - locked), 0.12)
    said = tool.said(player, "A5s")
    assert f"{action} 50.00%" in said and "fold 50.00%" in said
    tool.all(".explorer-voice", has_text="range loses").wait_for(state="attached")


def test_a_knob_takes_the_caller_from_his_optimum_to_any_share_of_hands_in_order(open_tool):
    tool, solution, counts = open_tool("#push-fold?stack=7"), solved(7), cards.COMBOS_PER_HAND
    game = solution.game
    knob = tool.label("The big blind calls", exact=True)
    best = 100 * solution.probability(1, "call") @ counts / counts.sum()
    assert knob.get_attribute("aria-valuetext") == f"{best:.1f}% of all hands, optimal {best:.1f}%"
    order = np.argsort(-np.diff(earns(solution, 1)[:, 1:])[:, 0])
    free = knob.input_value()
    for share in (60, 20):
        knob.fill(str(share))
        tool.settle()
        _, box = tool.locking()
        calls = ranges.parse_range(box.input_value()).hand_weights
        assert calls @ counts / counts.sum() == near(share / 100, 1e-4)
        assert calls[order] == near(np.sort(calls)[::-1], 1e-3)
        told = f"{share}% of all hands, optimal {best:.1f}%"
        assert knob.get_attribute("aria-valuetext") == told
        assert tool.value == near(game.best_response(0, game.plan(1, {"push, call": calls}))[1])
    for key, end in (("End", "100"), ("Home", "0")):
        knob.press(key)
        assert knob.input_value() == end, "what some screen readers read"
        tool.settle()
        assert knob.get_attribute("aria-valuetext").startswith(f"{end}% of all hands")
    knob.fill(free)
    assert tool.value == near(solution.payoff) and box.input_value() == ""
    tool.enter(tool.locking()[0], "22+, A2s+, A2o+, K2s+")
    pushes = game.plan(0, {"push": "22+, A2s+, A2o+, K2s+"})
    reply = 100 * game.best_response(1, pushes)[0][:, -1] @ counts / counts.sum()
    told = f"optimal {best:.1f}%, best reply to what is locked {reply:.1f}%"
    assert knob.get_attribute("aria-valuetext") == f"{reply:.1f}% of all hands, {told}"


@pytest.mark.parametrize("sure", [25, 90])
@pytest.mark.parametrize(
    ("player", "settings"), [(0, "stack=10"), (1, "stack=16;sb=0.75;bb=2"), (1, "stack=9;ante=1/8")]
)
def test_the_package_finds_what_a_belief_earns(player, settings, sure, open_tool, capsys):
    locks = f"locks={1 - player}/{('push', '')[player]}/66%2B,+A9s%2B:0.5"
    tool = open_tool(f"#push-fold?{settings};{locks};sure={sure}")
    earned, secured, _ = promised(tool)
    found, (_, command) = tool.run_code(), tool.reproduction
    chips, belief = float((re.findall("bb=(.*)", settings) or [1])[0]), sure / 100
    expected = np.array([found.earnings, found.own_guarantee])
    assert [earned, secured] == near(expected / chips)
    won = belief * earned + (1 - belief) * secured
    assert (1, -1)[player] * tool.value == near(won, 1.2e-4)
    assert "without locks" not in tool.text("model") and len(command) == 1
    for told in command:
        assert cli.main([*shlex.split(told)[1:], "--json"]) == 0
        said = json.loads(capsys.readouterr().out)
        assert [said["earns"], said["guarantees"]] == near(expected, 1e-9)


def test_a_belief_leads_from_the_best_answer_to_the_equilibrium(open_tool):
    tool = open_tool()
    box, knob = tool.locking()[1], tool.label("How sure are you?", exact=True)
    assert knob.is_disabled()
    tool.enter(box, "66+, A9s+")
    best = TEN.guarantee(1, TEN.plan(1, {"call": "66+, A9s+"}))
    assert promised(tool)[0] == near(best)
    assert tool.text("model").endswith("The risk, in chips, is that of being 100% sure.")
    knob.focus()
    for percent in (100, 50, 0):
        while knob.get_attribute("aria-valuetext") != f"{percent}% sure":
            tool.press("ArrowLeft")
        earned, secured, _ = promised(tool)
        assert earned <= best + 1e-4 and secured <= solved(10).payoff + 1e-4
        assert (f"call {100 - percent:.2f}%" in tool.said(1, "K9s")) == (0 < percent < 100)
        put = f"sure={percent}" if percent < 100 else "A9s%2B"
        tool.page.wait_for_function("put => location.hash.endsWith(put)", arg=put)
    assert secured == near(solved(10).payoff)
    tool.fill("Small blind's range", "22+")
    assert knob.is_disabled() and "Both" in tool.text("promise")
    assert "Reproduce in Python, without locks" in tool.text("model")


def test_a_lock_may_be_on_a_raise_that_the_first_solution_leaves_out(open_page):
    """What the page knows of the game without locks has no answer to it: a script error, once."""
    told = open_page("#one-round?locks=0//raise+40:+TT%2B;sure=50").all(".explorer-promise")
    assert told.text_content().startswith("If Alice keeps to what is locked, Bob earns +")


def test_of_a_fifth_more_calls_a_sentence_is_set_once(open_tool):
    tool = open_tool("#push-fold?stack=10")
    tool.evaluate(
        """() => {
            window.said = [];
            const note = document.querySelector('#push-fold .explorer-note');
            window.listener = new MutationObserver(() => said.push(note.textContent));
            listener.observe(note, { childList: true });
        }"""
    )
    tool.root.get_by_role("button", name="+20%").click()
    tool.settle()
    tool.page.wait_for_timeout(1000)
    tool.evaluate("listener.disconnect()")
    said = tool.evaluate("said")
    assert len(said) == 1 and said[0].startswith("+20%, counted from his optimal")


def test_of_a_fifth_more_calls_nothing_is_said_that_is_no_longer_so(open_page):
    """While the solver works, once it is stopped, and where the big blind has no choice."""
    tool = open_page("#push-fold?stack=10")
    note = tool.all(".explorer-note")
    tool.root.get_by_role("button", name="+20%").click()
    tool.settle()
    counted = note.inner_text()
    assert "The small blind then pushes" in counted
    tool.fill("Stack, big blinds", "1")
    assert note.inner_text() == "+20%: here he has no choice."
    tool.fill("Stack, big blinds", "10")
    assert note.inner_text() == counted
    tool.evaluate(SOLVES_NOTHING)
    box = tool.locking()[0]
    box.fill("22+")
    box.press("Enter")
    assert note.inner_text() == re.sub(r"The small blind then .*?%, not .*?%\. ", "", counted)
    box = tool.box("Stack, big blinds")
    box.fill("6")
    box.press("Enter")
    assert note.inner_text() == ("+20%: counted again here once the game without locks is solved.")
    tool.button("Stop").click()
    assert note.inner_text() == "+20%: not counted here, as the solver is stopped."


def test_of_a_fifth_more_calls_it_is_said_that_nothing_can_be_solved(open_page, site):
    tool = open_page("#push-fold?stack=10", f"{site}/{PAGE}")
    tool.evaluate(
        """() => {
            const { postMessage } = Worker.prototype;
            Worker.prototype.postMessage = function (asked) {
                const wrong = asked.settings?.stack === "9";
                const sent = wrong ? { ...asked, settings: { stack: "much" } } : asked;
                postMessage.call(this, sent);
            };
        }"""
    )
    tool.root.get_by_role("button", name="+20%").click()
    tool.paragraph("The small blind then pushes").wait_for()
    tool.fill("Stack, big blinds", "9")
    told = "+20%: not counted here, as nothing can be solved."
    tool.paragraph(told).wait_for()
    tool.fill("Stack, big blinds", "10")
    tool.paragraph("The small blind then pushes").wait_for()


@pytest.mark.parametrize("word", ["optimal", "Free", "equilibrium # as he should"])
def test_who_types_that_a_range_is_free_frees_it(word, open_tool):
    tool = open_tool("#push-fold?stack=10;locks=1/push/AA")
    box = tool.locking()[1]
    tool.enter(box, word)
    assert box.input_value() == "" and "locks" not in tool.address and tool.alert.count() == 0
    assert tool.value == near(solved(10).payoff)
    tool.enter(box, word)
    assert box.input_value() == "" and tool.alert.count() == 0


@pytest.mark.parametrize("name", ["Free Big blind, after push: AA", "Free all"])
def test_what_is_freed_leaves_no_refused_word_in_its_box(name, open_tool):
    tool = open_tool("#push-fold?stack=10;locks=0//KK|1/push/AA")
    box = tool.locking()[1]
    tool.enter(box, "his best")
    assert box.input_value() == "his best" and box.get_attribute("aria-invalid") == "true"
    tool.click(name)
    assert box.input_value() == "" and box.get_attribute("aria-invalid") == "false"
    assert tool.alert.count() == 0 and "AA" not in tool.address


def test_the_best_hands_are_locked_by_their_share(open_tool):
    tool = open_tool("#push-fold?stack=10")
    box = tool.locking()[1]
    for typed, share in (("top 30%", 1), ("call: Top 30%:0.5", 0.5), ("top 12,5 %", 1)):
        tool.enter(box, typed)
        assert tool.alert.count() == 0
        held = ranges.parse_range(typed.partition("call: ")[2] or typed)
        assert {*held.by_combo().values()} == {Fraction(share)}
        plan = TEN.plan(1, {"call": held.text})
        assert tool.value == near(TEN.best_response(0, plan)[1])


def test_a_fifth_more_calls_are_a_button_beside_the_box_and_may_be_typed(open_tool):
    tool = open_tool("#push-fold?stack=7")
    more = tool.all(".explorer-looser").get_by_role("button", name="+20%")
    box = tool.label("The big blind calls").and_(tool.all("[type=text]"))
    assert abs(more.bounding_box()["y"] - box.bounding_box()["y"]) < 60
    counted = tool.root.get_by_text("counted from his optimal").first
    more.click()
    assert "58.3" in counted.inner_text() and tool.settle().alert.count() == 0
    tool.enter(box, "0")
    tool.enter(box, "+20%")
    assert "58.3" in counted.inner_text()
    tool.enter(box, "10% fewer")
    assert "43.7" in counted.inner_text()


def test_what_is_freed_leaves_the_focus_at_the_next(open_tool):
    tool = open_tool("#push-fold?stack=7;locks=0//AA|1/push/KK")
    said = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
    tool.button("Free Small blind, opening: AA").press("Enter")
    assert tool.settle().evaluate(said) == "Free Big blind, after push: KK"
    tool.press("Enter")
    assert tool.settle().evaluate(said) == "What is locked"


def test_the_caller_s_share_is_typed_above_the_charts(open_tool):
    tool = open_tool("#push-fold?stack=10")
    box = tool.root.get_by_role("textbox", name="The big blind calls")
    assert box.bounding_box()["y"] < tool.view(1, "[role=grid]").bounding_box()["y"]
    tool.enter(box, "41.7%")
    often = ranges.parse_range(tool.locking()[1].input_value()).hand_weights
    assert often @ cards.COMBOS_PER_HAND / 1326 == near(0.417, 1e-4)
    for typed in ("abc", "101", "-1"):
        tool.enter(box, typed)
        assert f"{typed} {NO} a number from 0 to 100" in tool.alert.inner_text()
        assert "41.7" in tool.all(".explorer-slider").nth(1).get_by_role("slider").get_attribute(
            "aria-valuetext"
        )
        assert box.get_attribute("aria-invalid") == "true" and box.input_value() == typed
        assert tool.text("outdated").endswith("those of the big blind's calls as they were.")
    tool.fill("Stack, big blinds", "9")
    assert box.input_value() == "-1" and tool.alert.count() == 1
    tool.enter(box, "50")
    assert tool.alert.count() == 0 and tool.text("outdated") == ""
    assert box.get_attribute("aria-invalid") == "false"


@pytest.mark.parametrize(
    ("typed", "factor"),
    [("+20%", 1.2), ("20% more", 1.2), ("-10%", 0.9), ("\u221210 %", 0.9), ("10,5% fewer", 0.895)],
)
def test_a_change_of_the_caller_s_share_counts_from_his_optimum(typed, factor, open_tool):
    tool = open_tool("#push-fold?stack=10")
    box = tool.root.get_by_role("textbox", name="The big blind calls")
    optimal = number(box.input_value())
    tool.enter(box, typed)
    shown = number(box.input_value())
    assert shown == near(factor * optimal, 0.051)
    said = f"{typed}, counted from his optimal {optimal}%: he calls {shown}%."
    assert said in tool.root.inner_text()
    calls = ranges.parse_range(tool.locking()[1].input_value()).hand_weights
    assert calls @ cards.COMBOS_PER_HAND / 1326 == near(shown / 100, 1e-4)
    tool.enter(box, "+20")
    assert "A change such as +20% or 10% fewer" in tool.alert.inner_text()


def test_a_change_of_the_caller_s_share_goes_with_the_stack(open_tool):
    """Until somebody locks something else; one step of Back takes both away."""
    tool = open_tool("#push-fold?stack=10")
    box = tool.root.get_by_role("textbox", name="The big blind calls")
    tool.enter(box, "+20%")
    for stack in ("7", "12"):
        tool.fill("Stack, big blinds", stack)
        optimal = round(solved(stack).probability(1, "call") @ cards.COMBOS_PER_HAND / 13.26, 1)
        told = f"+20%, counted from his optimal {optimal:g}%: he calls "
        tool.paragraph(told).wait_for()
        assert number(box.input_value()) == near(1.2 * optimal, 0.051)
        calls = ranges.parse_range(tool.locking()[1].input_value()).hand_weights
        assert calls @ cards.COMBOS_PER_HAND / 13.26 == near(1.2 * optimal, 0.06)
    tool.page.wait_for_timeout(300)  # the address has what is counted once it rests
    before = tool.address
    tool.page.go_back()
    tool.page.wait_for_function("location.hash.includes('stack=7')")
    tool.page.go_forward()
    tool.page.wait_for_function(f"location.hash === {before!r}")
    tool.paragraph(told).wait_for()
    tool.click("Keep to compare")
    assert tool.paragraph(told).count() == 1, "said as long as it is locked"
    tool.fill("Stack, big blinds", "2")
    all_hands = r"\+20%, counted from his optimal [\d.]+%: he calls 100%, which are all\."
    tool.paragraph(re.compile(all_hands)).wait_for()
    assert tool.alert.count() == 0 and box.input_value() == "100"
    tool.fill("Stack, big blinds", "12")
    tool.paragraph(told).wait_for()
    tool.enter(tool.locking()[1], "22+")
    tool.fill("Stack, big blinds", "9")
    assert tool.locking()[1].input_value() == "22+"
    assert "His range is locked: he calls with the same hands at other stacks" in (
        tool.root.inner_text()
    )
    tool.set_to(before)
    assert "His range is locked" not in tool.root.inner_text()
    tool.set_to("#push-fold?stack=12")
    assert "counted" not in tool.root.inner_text()


def test_what_is_saved_waits_for_a_change_of_the_caller_s_share(browser, site):
    """At another stack it is counted again, which may be later than the game with the old calls."""
    script = """window.Worker = class extends Worker {
        postMessage(asked) {
            const waits = asked.asker?.subject === "unlocked" && asked.settings?.stack === "7";
            if (waits) window.release = () => super.postMessage(asked);
            else super.postMessage(asked);
        }
    };"""
    with browser.new_page(bypass_csp=True) as page:
        page.add_init_script(script)
        page.goto(f"{site}/{PAGE}#push-fold?stack=10")
        tool, downloads = Tool(page, "#push-fold").settle(), []
        page.on("download", lambda download: downloads.append(download))
        tool.root.get_by_role("button", name="+20%").click()
        tool.paragraph("The small blind then pushes").wait_for()
        tool.settle()
        box = tool.box("Stack, big blinds")
        box.fill("7")
        box.press("Enter")
        page.wait_for_function("!!window.release")
        value = tool.all(".explorer-value span")
        value.filter(has_text=re.compile(r"proven within 0\.0+1\.$")).wait_for()
        tool.button("Save CSV").click()
        page.wait_for_timeout(500)
        assert downloads == [] and "is saved" not in tool.root.inner_text()
        with page.expect_download() as download:
            page.evaluate("release()")
        rows = csv.DictReader(Path(download.value.path()).read_text(encoding="utf-8").splitlines())
        calls = {row["hand"]: float(row["probability"]) for row in rows if row["action"] == "call"}
        called = [calls[hand] for hand in cards.HANDS] @ cards.COMBOS_PER_HAND / 13.26
        optimal = solved("7").probability(1, "call") @ cards.COMBOS_PER_HAND / 13.26
        assert called == near(1.2 * optimal, 0.06)
        assert len(downloads) == 1


def test_a_link_keeps_a_change_of_the_caller_s_share(open_tool, browser):
    """Whoever opens it has the change counted again at other stacks, and its button pressed."""
    tool = open_tool("#push-fold?stack=10")
    more = tool.all(".explorer-looser").get_by_role("button", name="+20%")
    assert more.get_attribute("aria-pressed") == "false"
    more.click()
    tool.settle()
    link = tool.address
    assert "calls=%2B20%25" in link and more.get_attribute("aria-pressed") == "true"
    said = tool.paragraph("+20%, counted from his optimal").inner_text()
    assert "also for whoever opens a copied link" in said
    with browser.new_page(bypass_csp=True) as page:
        page.goto(FOLDER + link)
        other = Tool(page, link).settle()
        other.paragraph(said).wait_for()
        pressed = other.all(".explorer-looser").get_by_role("button", name="+20%")
        assert pressed.get_attribute("aria-pressed") == "true" and other.address == link
        assert other.evaluate("history.length") < 3, "no step of Back"
        other.fill("Stack, big blinds", "7")
        other.paragraph("counted from his optimal 48.6%: he calls 58.3%").wait_for()
        pressed.click()
        assert other.settle().address == "#push-fold?stack=7", "pressed again, it frees him"
        assert pressed.get_attribute("aria-pressed") == "false"
        other.set_to(link.replace("calls=%2B20%25;", ""))
        assert "His range is locked" in other.root.inner_text(), "as links without a change have it"
        other.set_to("#push-fold?stack=10;calls=20")
        assert "calls: 20 won't do; it has to be a change such as +20%" in other.alert.inner_text()


def test_what_the_small_blind_does_about_more_calls_is_said_above_the_charts(open_tool):
    tool = open_tool("#push-fold?stack=7")
    tool.all(".explorer-looser").get_by_role("button", name="+20%").click()
    told = tool.paragraph("The small blind then pushes 56.6%, not 66.3%.")
    told.wait_for()
    chart = tool.view(0, "[role=grid]").bounding_box()
    assert told.bounding_box()["y"] < chart["y"]
