"""The explorer: what a browser shows is what pokerlab computes, whatever is set."""

import csv
import json
import re
from fractions import Fraction
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
import pytest

from pokerlab import betting, cards, cli, deals
from pokerlab.games import Game
from pokerlab.pages import script_data
from pokerlab.solvers import double_oracle, exact, interior_point, lp
from pokerlab.stored import data
from pokerlab.studies import preflop, push_fold_sheets, whole_game
from tests.conftest import HTML, faint, show
from tests.explorer import (
    ACTIONS,
    DEAL,
    FOLDER,
    NO,
    PAGE,
    SEATS,
    SOLVES_NOTHING,
    TEN,
    TOOLS,
    earns,
    near,
    number,
    number_in,
    solved,
)

pytestmark = pytest.mark.browser
GAMES = json.loads(Path(__file__).with_name("games.json").read_text(encoding="utf-8"))["games"]


def test_the_stack_moves_by_keyboard_and_both_ranges_follow(open_page, site):
    tool = open_page("#push-fold", f"{site}/{PAGE}")
    slider = tool.label("Stack", exact=True)
    slider.focus()
    before = tool.said(0, "43s")
    told = tool.view(1, ".explorer-legend").inner_text()
    share = solved(10).probability(1, "call") @ cards.COMBOS_PER_HAND / cards.COMBOS_PER_HAND.sum()
    chapter = (HTML / "book/ten.html").read_text(encoding="utf-8")
    assert f"call: {share:.1%}" in told and f"call {share:.1%}" in chapter
    for _ in range(3):
        tool.press("ArrowRight")
    solution = solved("10.3")
    assert tool.value == near(solution.payoff) and tool.said(0, "43s") != before
    assert slider.get_attribute("aria-valuetext") == "10.3 big blinds"
    assert slider.input_value() == "10.3", "what some screen readers read"
    for player, action in enumerate(ACTIONS):
        cells = tool.view(player, "[role=gridcell]")
        labels = cells.evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))")
        shares = [re.search(rf"{action} ([\d.]+)%", label) for label in labels]
        shown = [float(share[1]) / 100 if share else 0 for share in shares]
        assert np.abs(shown - solution.probability(player, action)).max() < 1e-4
        for hand in ("AA", "43s", "K5s", "72o"):
            tool.agrees(player, solution.game.tree.information_sets[player][0], solution, hand)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_worth_what_the_package_finds_and_the_page_says_how(name, open_tool, capsys):
    kind, setting, tree = GAMES[name]
    tool = open_tool(f"#{kind}?{urlencode(setting)}")
    game = Game(DEAL, eval(tree, {"betting": betting}))
    solution = (lp if kind == "push-fold" else double_oracle).solve(game)
    _, command = tool.reproduction
    assert tool.game.deal == DEAL and tool.game.tree.root == game.tree.root
    assert tool.run_code().payoff == near(solution.payoff)
    sign, note = (-1 if kind == "preflop" else 1), "big blind's, of the other sign."
    assert (note in tool.text("model")) == (sign < 0)
    # The command takes one stack, and only raises by Alice.
    other = kind in ("push-fold", "preflop") and setting.get("other")
    assert len(command) == (not other and not setting.get("reraises"))
    for told in command:
        assert cli.main([*told.split()[1:], "--json"]) == 0
        assert sign * json.loads(capsys.readouterr().out)["value"] == near(solution.payoff, 1e-6)
    chips = float(setting.get("bb", 1)) if kind == "push-fold" else 1
    width = number_in(r"within ([\d.]+)\.$", tool.text("value"))
    assert tool.value == near(solution.payoff / chips, 0.6e-4 + width)
    for player in (0, 1) if kind == "push-fold" and chips == 1 else ():
        for hand in ("AA", "43s", "72o"):
            tool.agrees(player, game.tree.information_sets[player][0], solution, hand)


@pytest.mark.parametrize("name", TOOLS)
def test_the_headline_says_that_betting_ends_before_the_flop_where_it_does(name, open_tool):
    tool = open_tool(f"#{name}")
    told = tool.all(".explorer-value > span").first.inner_text()
    assert told.startswith("No postflop betting, rake or ICM. ") == (name != "river")
    assert told.startswith("No rake or ICM. ") == (name == "river")
    assert tool.all(".explorer-real:visible").count() == (name in ("push-fold", "no-limit"))


@pytest.mark.parametrize("name", ["push-fold", "no-limit"])
def test_beside_the_value_stands_what_is_known_with_all_streets(name, open_tool):
    tool = open_tool(f"#{name}")
    bounds = {row[0]: row[1:3] for row in data("whole-game") if not row[3]}
    for stack, solved_near in (("8", (8,)), ("20/3", (6.5, 6.75)), ("4.48", (4.5,))):
        said = tool.set_to(f"#{name}?stack={stack}").text("real")
        shown = re.findall(r"from (\S+) to (\S+) bb at (\d+(?:\.\d+)?)", said)
        assert [float(at) for *_, at in shown] == [*solved_near]
        printed = push_fold_sheets.one_stack(stack).notes[-1]
        assert printed == said.replace(". See The real game.", " (“The real game”, same book).")
        for low, high, at in shown:
            lower, upper = bounds[float(at)]
            assert lower - 1e-5 < number(low) <= lower < upper <= number(high) < upper + 1e-5
    optimal = "With flops, too, push or fold is optimal up to 4.475 big blinds."
    for setting in ("stack=4.222", "stack=4.475", "stack=20;other=8;sb=1;bb=2"):
        assert tool.set_to(f"#{name}?{setting}").text("real").startswith(optimal)
    unknown = "With flops the value is not bounded here beyond 10 big blinds: this is no advice"
    assert tool.set_to(f"#{name}?stack=12").text("real").startswith(unknown)
    action = {"push-fold": "push", "no-limit": "all-in"}[name]
    said = tool.set_to(f"#{name}?stack=8;locks=0//{action}:AA").text("real")
    assert "With flops the value is from " in said and " That is without locks; with them" in said
    assert not tool.set_to(f"#{name}?sb=0.4").all(".explorer-real:visible").count()
    tool.set_to(f"#{name}?stack=12").all(".explorer-real a").click()
    tool.page.wait_for_url("**/real-game.html")
    tool.page.go_back()


def test_with_antes_stands_what_is_known_with_all_streets(open_tool):
    until = script_data.real_game_bounds()["optimalWithAnteUpTo"]
    each = Fraction(1, 2)
    root = whole_game.first_deviation(low=1 + each, high=6, ante=each, progress=False)[0]
    assert 0 <= float(root) + float(each) - until < 0.01
    optimal = f"With flops, too, push or fold is optimal up to {until} big blinds with a big-"
    unknown = "With an ante what flops change is proven only for a big-blind ante of one: "
    unknown += f"nothing, up to {until} big blinds. Here it isn't known."
    said = {
        f"push-fold?stack={until};bb-ante=1": optimal,
        f"push-fold?stack={until + 0.01:.2f};bb-ante=1": unknown,
        "push-fold?stack=20;other=10;sb=1;bb=2;bb-ante=2": optimal,
        "push-fold?stack=5;other=10;bb-ante=1": unknown,
        f"push-fold?stack={until - 0.5:.2f};ante=0.5": optimal,
        f"push-fold?stack={until};ante=0.5": unknown,
        "push-fold?stack=3;ante=0.1": unknown,
        "push-fold?stack=3;ante=0.5;bb-ante=1": unknown,
        f"no-limit?stack={until - 0.5:.2f};ante=0.5": optimal,
        f"no-limit?stack={until};ante=0.5": unknown,
    }
    for setting, text in said.items():
        assert open_tool(f"#{setting}").text("real").startswith(text), setting
    locked = open_tool("#push-fold?stack=5;bb-ante=1;locks=0//22%2B").text("real")
    assert locked.startswith(optimal) and "without locks; with them, it isn't known" in locked


@pytest.mark.parametrize(
    "setting", ["stack=20;sb=1;bb=2", "stack=40;other=20;sb=1;bb=2", "stack=10/3;sb=1/6;bb=1/3"]
)
def test_push_or_fold_counts_in_big_blinds_whatever_they_are(setting, open_tool):
    def says(tool):
        """What it says of the game, a hand, the ends of a piece, its proof; and the curve's dot."""
        tool.click("Prove it exactly")
        dot = tool.all(".explorer-curve circle")
        told = map(tool.text, ("value", "hand", "mixing", "proof"))
        return [*told, *(round(float(dot.get_attribute(at)), 6) for at in ("cx", "cy"))]

    told = says(open_tool())
    tool = open_tool(f"#push-fold?{setting}")
    assert says(tool) == told
    exactly, (said, certificate) = exact.solve(TEN).value, tool.certified()
    assert tool.value == near(float(exactly))
    bb = re.search("bb=(.*)", setting)[1]
    chips = Fraction(bb)
    assert said == str(exactly) and Fraction(certificate["value"]) == chips * exactly
    showdown = {"showdown": [str(10 * chips), "0"]}
    assert showdown in certificate["tree"]["nodes"]
    assert exact.solve(tool.game).value == chips * exactly
    assert f"There, values are in chips: {bb} make a big blind." in tool.text("model")
    assert tool.label("Stack, chips").count() == 1
    piece = r"Piece (\d+) of 356"
    before = number_in(piece, tool.text("mixing"))
    assert number_in(piece, tool.click("Next piece").text("mixing")) == before + 1
    kept = open_tool(f"#push-fold?stack=7;hand=AA;{urlencode({'kept': setting.replace(';', '&')})}")
    assert "with 10 big blinds the game is worth −0.0454 bb" in kept.all("section").inner_text()
    folding = kept.view(0, "tr[data-action=fold] td", "beside").nth(1)
    assert number(folding.inner_text()) == -0.5 and kept.value > 0


FIRST_VIEWS = {
    "push-fold?stack=7": ("hands", DEAL, betting.push_fold(7)),
    "river?bets=none;raises=none;first=AA,KK;second=QJo": (
        "combos",
        deals.river("Td9d6hQc2s", "AA, KK", "QJo"),
        betting.river(200, 900, "none", "none"),
    ),
}


@pytest.mark.parametrize("address", FIRST_VIEWS)
def test_the_first_view_says_what_is_being_solved(address, browser, site):
    noun, deal, tree = FIRST_VIEWS[address]
    hands, decisions = {*deal.hands[0], *deal.hands[1]}, sum(map(len, tree.information_sets))
    # What is asked waits until the first view has been read.
    script = """window.Worker = class extends Worker {
        postMessage(asked) {
            addEventListener("go", () => super.postMessage(asked));
        }
    };"""
    with browser.new_page() as page:
        page.add_init_script(script)
        page.goto(f"{site}/{PAGE}#{address}")
        said = page.locator(f"#{address.partition('?')[0]} .explorer-value span")
        assert said.inner_text() == f"Solving {decisions} decisions of {len(hands)} {noun} …"
        page.evaluate("dispatchEvent(new Event('go'))")
        said.get_by_text("proven within").wait_for()


def test_a_question_that_ends_with_an_error_says_what_to_do(browser, site):
    again = "Change a setting, or load the page again."
    refused = f"stack: much {NO} a number"
    script = """window.Worker = class extends Worker {
        postMessage(asked) {
            const wrong = asked.settings?.stack === "9";
            const settings = wrong ? { ...asked.settings, stack: "much" } : asked.settings;
            super.postMessage({ ...asked, settings });
        }
    };"""
    with browser.new_page() as page:
        page.add_init_script(script)
        page.goto(f"{site}/{PAGE}#no-limit?stack=9")
        said, tool = page.locator("#no-limit .explorer-value span"), page.locator("#no-limit")
        said.get_by_text("Nothing").wait_for()
        assert said.inner_text() == f"Nothing can be solved: {refused}. {again}"
        assert tool.get_attribute("aria-busy") == "false"
        page.evaluate("location.hash = '#no-limit?stack=8'")
        said.get_by_text("proven within").wait_for()


def test_the_raise_that_is_shown_follows_the_raises_and_is_one_of_them(open_tool):
    tool = open_tool("#one-round?raises=0 2:40;shown-raise=15")
    box, caption = tool.label("Raise by, chips"), tool.view(0, ".explorer-caption")
    tool.fill("Raises", "0, 4, 9")
    assert box.input_value() == "9" and caption.inner_text().startswith("Alice: who raises by 9")
    tool.fill("Raise by, chips", "5")
    assert tool.alert.inner_text() == f"Raise by: 5 {NO} 4 or 9."
    assert tool.text("outdated").endswith("those of raise by 9.") and box.input_value() == "5"
    tool.fill("Raise by, chips", "4.0")
    assert tool.alert.count() == 0 and box.input_value() == "4" and "shown-raise=4" in tool.address
    tool = open_tool("#one-round?shown-raise=1e9")
    refused = f"Raise by: 1e9 {NO} one of the 39 raises from 2 to 40 (shown-raise=1e9)."
    assert tool.alert.inner_text().startswith(f"Not taken from the address: {refused}")


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("stack=10;ante=1000000000", "Blinds and antes take all that can be lost: both players"),
        ("stack=10;sb=100;bb=200", "Blinds and antes take all that can be lost: both players"),
        ("stack=0.8", "The big blind's forced bets put him all-in: he cannot fold."),
        ("stack=10", ""),
    ],
)
def test_where_forced_bets_leave_no_choice_the_headline_says_so(setting, said, open_tool):
    """The package and its command take these amounts, too."""
    tool = open_tool(f"#push-fold?{setting}")
    value = tool.text("value")
    assert value.startswith(f"No postflop betting, rake or ICM. {said or 'With 10 big blinds'}")
    tree = tool.game.tree
    forced = [len(tree.sequence_names[player]) == 2 for player in (0, 1)]
    assert forced == ["both players" in said, bool(said)]


def test_a_small_blind_who_only_calls_limps_and_after_that_a_table_sees_a_flop(open_tool):
    """In words; addresses and tables for other programs name the action as the package does."""
    tool = open_tool("#no-limit?stack=12")
    assert tool.all("[data-player] .explorer-caption").all_inner_texts() == [
        "Small blind, opening",
        "Big blind, after limp",
    ]
    note = "A real big blind who checks here sees a flop"
    assert note in tool.view(1, ".explorer-legend").inner_text()
    assert note not in tool.view(0, ".explorer-legend").inner_text()
    assert "limp: " in tool.view(0, ".explorer-legend").inner_text()
    assert "call" not in tool.said(0, "AA") and "limp" in tool.said(0, "AA")
    tool.enter(tool.locking()[0], "limp: 22+")
    assert "limp 100%" in tool.said(0, "22") and tool.alert.count() == 0
    tool.view(1, "select").first.select_option("raise to 2.5")
    assert note not in tool.settle().view(1, ".explorer-legend").inner_text()
    tool.view(1, "select").first.select_option("call")
    assert "second-after=" not in tool.address
    tool.begin(0)
    assert tool.all(".explorer-question").inner_text().endswith("with stack 12.")
    assert tool.all(".explorer-choices button").all_inner_texts()[1] == "limp"


def test_an_action_leads_on_in_the_tree(open_tool):
    tool = open_tool("#no-limit?second-after=raise+to+2.5;hand=AA")
    for player, action in ((0, "call"), (1, "raise to 2.5"), (0, "all-in")):
        tool.view(player, f"tr[data-action='{action}'] button").click()
        tool.settle()
    assert tool.all("[data-player] .explorer-caption").all_inner_texts() == [
        "Small blind, after limp, raise to 2.5",
        "Big blind, after limp, raise to 2.5, all-in",
    ]
    ends = tool.view(1, "tr[data-action='call']")
    assert ends.count() == 1 and ends.locator("button").count() == 0
    again = open_tool(
        "#one-round?raises=0+4+15;reraises=9,+30;turns=3;second-after=raise+15;hand=AA"
    )
    named = "rows => rows.map(row => row.dataset.action)"
    rows = again.view(1, "tr[data-action]").evaluate_all(named)
    assert rows == ["fold", "call", "raise 9", "raise 30"]
    assert not again.label("Raise by", exact=True).is_visible()


@pytest.mark.parametrize("name", ["no-limit", "river"])
def test_a_decision_that_keys_choose_is_heard_by_its_name(name, open_tool):
    tool = open_tool(f"#{name}")
    chosen = tool.all("select[aria-label^='Decision of']").nth(1)
    chosen.focus()
    tool.press("ArrowDown")
    title = tool.settle().view(1, ".explorer-caption").first.inner_text()
    tool.all(".explorer-voice", has_text=f"; {title}: ").wait_for(state="attached")
    assert chosen.evaluate("e => e === document.activeElement")


def test_a_hand_has_an_equity_against_the_range_it_meets(open_tool):
    tool, solution = open_tool("#push-fold"), solved(10)
    for hand in ("K5s", "AA"):
        tool.cell(0, hand).click()
        for player, plural in enumerate(("calls", "pushes")):
            met = solution.probability(1 - player, ACTIONS[1 - player])
            equity = DEAL.equity(player, met)[cards.HAND_INDEX[hand]]
            said = tool.view(player, ".explorer-equity").inner_text()
            assert said.startswith(f"{hand} has ") and said.endswith(f" the {plural} it meets.")
            assert number_in(r"has ([\d.]+)%", said) == near(100 * equity, 0.06)


def test_where_there_are_three_actions_each_has_its_range(open_tool):
    tool = open_tool("#preflop")
    box = tool.locking()[1]
    tool.click("Lock what is shown: big blind")
    assert box.input_value().startswith("raise: ") and "raise 100%" in tool.said(1, "AA")
    for typed, taken in (
        ("raise: 22+; fold: 72o", ("raise", "fold", "check")),
        ("Check: 22+; fold: 72o", ("check", "fold", "raise")),  # of the others nothing else is left
    ):
        tool.enter(box, typed)
        for hand, action in zip(("22", "72o", "A2s"), taken, strict=True):
            said = tool.said(1, hand).removesuffix("; played otherwise in equilibrium")
            assert said.endswith(f": {action} 100%")
    tool.enter(box, "raise: 22+; fold: 72o")
    tool.paint(1)
    tool.label("Big blind's paint", exact=True).select_option("fold")
    tool.cell(1, "32o").click()
    assert tool.settle() and box.input_value() == "fold: 72o, 32o; raise: 22+"
    for typed, complaint in (
        ("check: 22+", "what does AKs do? Where check has a range, each hand needs an action"),
        ("22+", '"22+" names no action of this decision. Write fold or check or raise before'),
        ("raise: 22+; fold: 22", "22 acts more than once"),
    ):
        tool.enter(box, typed)
        assert complaint in tool.alert.inner_text()


def test_what_is_copied_or_saved_again_is_said_again(open_page):
    tool = open_page("#push-fold?stack=7")
    tool.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tool.evaluate(
        """() => {
            window.said = [];
            const voice = document.querySelector('#push-fold .explorer-voice');
            new MutationObserver(() => { if (voice.textContent) said.push(voice.textContent); })
                .observe(voice, { childList: true });
        }"""
    )
    link, file = "The link is copied.", "push-fold-stack-7.csv is saved."
    for count, button in enumerate(("Copy link", "Copy link", "Save CSV"), 1):
        tool.click(button)
        tool.page.wait_for_function("count => said.length === count", arg=count)
    assert tool.evaluate("said") == [link, link, file]


def test_antes_and_other_blinds_are_told_wherever_a_game_is(open_page):
    told = "7 big blinds, small blind 0.4, big-blind ante 1,"
    tool = open_page("#push-fold?stack=7;sb=0.4;bb-ante=1;locks=0//22%2B")
    assert f"With {told} the game is worth" in tool.text("value")
    section = tool.all("details", has_text="Blinds, antes, unequal stacks: small blind 0.4, big-b")
    assert section.get_attribute("open") is not None and tool.label("Big-blind ante").is_visible()
    whole = "stack 7, small blind 0.4, big blind 1, big-blind ante 1; "
    whole += "locked: Small blind, opening: 22+"
    for button in ("Save CSV", "Save PNG"):
        with tool.page.expect_download() as download:
            tool.click(button)
        name, end = "push-fold-stack-7-sb-0.4-bb-ante-1-locked", button[-3:].lower()
        assert download.value.suggested_filename == f"{name}.{end}"
        if end == "csv":
            text = Path(download.value.path()).read_text(encoding="utf-8")
            assert {row["game"] for row in csv.DictReader(text.splitlines())} == {whole}
    tool.evaluate("print = () => dispatchEvent(new Event('beforeprint'))")
    tool.click("Print")
    assert not tool.all(".explorer-setting").is_visible()
    tool.page.emulate_media(media="print")
    assert tool.text("setting").lower() == f"{whole}.".lower()
    tool.page.emulate_media(media="null")
    plain = open_page("#push-fold?stack=7").all("details", has_text="Blinds, antes")
    assert plain.get_attribute("open") is None and plain.inner_text().endswith("unequal stacks")


def test_the_page_walks_from_piece_to_piece(open_tool):
    tool, pieces = open_tool(), []
    piece = r"Piece (\d+) of 356, from ([\d.]+) to ([\d.]+) big blinds"
    for name in ("Next piece", "Next piece", "Previous piece"):
        said = tool.text("mixing")
        pieces.append([float(told) for told in re.match(piece, said).groups()])
        stack = float(tool.all(".explorer-slider input[type=text]").first.input_value())
        assert pieces[-1][1] <= stack <= pieces[-1][2]
        for player, action in enumerate(ACTIONS):
            shares = solved(stack).probability(player, action)
            for hand in np.flatnonzero((shares > 1e-6) & (shares < 1 - 1e-6)):
                assert f"{cards.HANDS[hand]} {shares[hand]:.2%}" in said
        tool.click(name)
    assert tool.all(".explorer-ends").get_attribute("d").count("M") == 355  # between pieces
    (n, _, stop), (m, start, _) = pieces[:2]
    assert m == n + 1 and start == stop
    assert tool.text("mixing").startswith(f"Piece {m:.0f} of 356")


@pytest.mark.parametrize("settings", ["stack=13.3", "other=22/3;bb-ante=1;ante=0.125"])
def test_the_page_proves_what_it_shows_in_integers(settings, open_tool):
    tool = open_tool(f"#push-fold?{settings}")
    said, certificate = tool.certified()
    assert said == certificate["value"] == str(exact.solve(tool.game).value)
    tool.fill("Stack, big blinds", "12")
    assert "earn exactly" not in tool.text("proof")


def test_a_bracket_narrows_until_it_is_as_narrow_as_asked_or_stopped(open_tool):
    tool = open_tool("#no-limit")
    shown, stop = tool.all(".explorer-value span"), tool.button("Stop")
    assert "proven within 0.0000001." in shown.inner_text()
    tool.evaluate("location.hash = '#no-limit?stack=60;raises=2x+2.5x+3x+pot;within=0.00000001'")
    shown.get_by_text("so far").wait_for()
    tool.button("Keep to compare").click()
    assert "solving" in tool.all("section").inner_text()
    stop.focus()
    stop.hover()
    tool.page.mouse.down()
    tool.page.wait_for_timeout(400)  # what is found meanwhile leaves the button where it is
    assert tool.evaluate("document.activeElement.textContent") == "Stop"
    tool.page.mouse.up()
    assert stop.count() == 0 and tool.root.get_attribute("aria-busy") == "false"
    tool.click("End the comparison")
    stopped = shown.inner_text()
    assert stopped.endswith("; 0.00000001 was asked, and not reached when you stopped it.")
    tool.button("Go on").click()
    shown.get_by_text("so far").wait_for()
    stop.click()
    tool.label("Solve to within").select_option("0.01")
    tool.fill("Raises", "2.5x")
    assert tool.value


def test_a_number_shows_only_what_its_bracket_proves(open_tool):
    tool = open_tool("#no-limit")
    tool.evaluate(
        """() => {
            const value = document.querySelector("#no-limit .explorer-value span");
            window.told = [];
            new MutationObserver(() => told.push(value.textContent))
                .observe(value, { childList: true });
        }"""
    )
    tool.set_to("#no-limit?stack=20;raises=2x+3x;within=0.0001")
    told = [text for text in tool.evaluate("told") if "worth" in text]
    final = number_in(r"worth ([+−\d.]+)", told[-1])
    assert any("so far" in text for text in told)
    for text in told:
        width = number_in(r"within (\d+(?:\.\d+)?)", text)
        if between := re.search(r"between (\S+) and (\S+) ", text):
            low, high = map(number, between.groups())
            assert low <= final <= high and width > 1
        else:
            said = re.search(r"worth ([+−\d.]+)", text)[1]
            assert abs(number(said) - final) <= width + 5e-5
            assert 10 ** -len(said.partition(".")[2]) >= min(width, 1e-4)


def test_changes_are_announced_when_they_rest(open_page):
    tool = open_page("#push-fold")
    voice = tool.all(".explorer-voice")
    assert voice.inner_text() == ""
    tool.label("Stack", exact=True).focus()
    for _ in range(5):
        tool.press("ArrowLeft")
    tool.all(
        ".explorer-voice", has_text=re.compile("^No postflop betting, rake or ICM. With 9.5")
    ).wait_for(state="attached")
    assert re.match(
        r"No postflop betting, rake or ICM. With 9.5 big blinds .*; "
        r"Small blind, opening: push [\d.]+%, fold",
        voice.inner_text(),
    )
    assert ".;" not in voice.inner_text()
    assert tool.said(0, "A9s").startswith("ace-nine suited, A9s")
    assert tool.said(0, "66").startswith("pair of sixes, 66")
    tool.cell(0, "AA").click()
    tool.all(".explorer-voice", has_text=re.compile("^pair of aces")).wait_for(state="attached")
    assert "big blind call 100%, earns +" in voice.inner_text()


def test_nothing_is_said_of_a_game_that_is_set_no_more(open_page):
    """Its words waited for a solution, which was gone when the next game was set at once."""
    tool = open_page("#push-fold")
    tool.label("Stack", exact=True).focus()
    told = tool.evaluate(
        """async () => {
            const waiting = new Map();
            const { setTimeout, clearTimeout } = window;
            window.setTimeout = (act, ...rest) => {
                const timer = setTimeout(() => {}, ...rest);
                waiting.set(timer, act);
                return timer;
            };
            window.clearTimeout = timer => { waiting.delete(timer); };
            const setAddress = fragment => new Promise(done => {
                addEventListener('hashchange', done, { once: true });
                location.hash = fragment;
            });
            const tool = document.querySelector('.explorer');
            const slider = tool.querySelector('input[type=range]');
            slider.value = String(Number(slider.value) - 1);
            slider.dispatchEvent(new Event('input', { bubbles: true }));
            slider.dispatchEvent(new Event('change', { bubbles: true }));
            const solved = () => new Promise(frame => requestAnimationFrame(frame));
            while (tool.getAttribute('aria-busy') === 'true') await solved();
            const before = waiting.size;
            await setAddress('#push-fold?stack=7.77');
            const isUnsolved = tool.getAttribute('aria-busy') === 'true';
            for (const act of [...waiting.values()]) act();
            Object.assign(window, { setTimeout, clearTimeout });
            return { before, isUnsolved, voice: tool.querySelector('.explorer-voice').textContent };
        }"""
    )
    assert told["before"] and told["isUnsolved"]
    assert told["voice"] == ""
    tool.settle()


def test_limit_preflop_shows_every_decision(open_tool):
    tool, tree = open_tool("#preflop"), preflop.tree(3)
    solution = double_oracle.trembling(Game(DEAL, tree))
    for player, seat in enumerate(SEATS):
        decisions = tool.label(f"Decision of the {seat}")
        for node in tree.information_sets[player]:
            decisions.select_option(node.history)
            other = solution.plans[1 - player][:, node.opponent_sequence_before]
            reach = DEAL.prior @ (other * (other > 1e-3))
            for hand in ("KK", "87o", "42s"):
                index = cards.HAND_INDEX[hand]
                if solution.plans[player][index, node.sequence_before] > 1e-3 and reach[index] > 0:
                    tool.agrees(player, node, solution, hand)
    tool = open_tool("#preflop?blinds=0%2F1&nr=1&second-after=call")
    prevented = "It never comes to this: the small blind's range does not play this way."
    assert prevented in tool.view(1, ".explorer-legend").inner_text()
    assert tool.said(1, "AA").endswith("never asked")


def test_where_a_player_s_own_range_never_comes_that_is_said(open_tool):
    after = "raise to 2.5, raise to 6.25"
    tool = open_tool(f"#no-limit?stack=20;first-after={after};locks=0//all-in: 22%2B")
    assert tool.label("Decision of the small blind").input_value() == after
    told = tool.view(0, ".explorer-legend").inner_text()
    assert "It never comes to this: the small blind's own range does not play this way." in told


def test_a_hand_divides_over_the_raises_of_the_one_round_game(open_tool):
    tool = open_tool("#one-round?shown-raise=14")
    assert tool.value == near(0.39784, 1e-4)
    game = Game(DEAL, betting.one_round([0, *range(2, 41)]))
    solution = interior_point.solve(game)
    worth = earns(solution, 0)
    for hand in ("63s", "AA", "85o"):
        tool.cell(0, hand).click()
        shown, row = tool.table(0), cards.HAND_INDEX[hand]
        assert sum(share for share, _ in shown.values()) == near(1, 5e-4)
        for action, told in shown.items():
            earned = worth[row, game.tree.sequence_index(0, action)]
            assert told == near((solution.probability(0, action, hand), earned), 2e-4)
    tool.label("Raise by", exact=True).focus()
    for _ in range(6):
        tool.press("ArrowRight")
    legend = tool.view(1, ".explorer-legend").inner_text()
    calls, met = solution.probability(1, "raise 20, call"), game.tree.sequence_index(0, "raise 20")
    weights = DEAL.prior.T @ solution.plans[0][:, met]
    assert number_in("call: (.*)%", legend) == near(100 * calls @ DEAL.hand_probabilities(1), 0.06)
    here = number_in("that get here: call (.*)%,", legend)
    assert here == near(100 * calls @ weights / weights.sum(), 0.06)
    tool.press("ArrowLeft")
    assert "Alice never raises by this" in tool.root.inner_text()
    assert tool.button("Lock what is shown: Bob").is_disabled()


def test_the_page_solves_under_its_own_policy_and_reaches_nobody(browser, site):
    said, asks = [], "fetch(location.href).then(() => 'asked', () => 'refused')"
    with browser.new_page() as page:
        page.on("console", lambda message: said.append(message.text))
        for address in (f"{site}/{PAGE}", FOLDER):
            page.goto(f"{address}#river")
            page.locator("#river .explorer-value", has_text="proven within").wait_for()
            assert not [text for text in said if "Content Security Policy" in text]
        page.goto(f"{site}/{PAGE}")
        assert page.evaluate(asks) == "refused"


def test_without_scripts_there_is_a_sentence_and_a_picture(browser):
    with browser.new_page(java_script_enabled=False) as page:
        page.goto(FOLDER)
        static = page.locator("#push-fold .explorer-static")
        assert "With ten big blinds:" in static.inner_text()
        assert static.locator("svg[role=img]").count() == 2
        assert page.locator("#one-round .explorer-static").inner_text()
        page.locator(".explorer-tabs").get_by_text("River").click()
        assert page.url.endswith("#river") and page.locator("#river").is_visible()


def test_buttons_that_do_nothing_look_like_it(open_tool):
    tool = open_tool("#push-fold?stack=10")
    look = "e => [getComputedStyle(e).borderTopStyle, getComputedStyle(e).cursor]"
    button = tool.button("Next piece")
    assert button.evaluate(look) == ["solid", "pointer"]
    tool.fill("Ante", "0.1")
    assert button.evaluate(look) == ["dashed", "not-allowed"]


def test_a_tab_can_be_read_while_the_mouse_is_over_it(open_page):
    tool = open_page("#push-fold")
    for at in (0, 1):
        tool.page.locator(".explorer-tabs a").nth(at).hover()
        for mode in ("light", "dark"):
            show(tool.page, mode)
            assert [text for text in faint(tool.page) if "Push" in text or "Limit" in text] == []


def test_a_proof_without_mixed_hands_says_so(open_tool):
    tool = open_tool("#push-fold?stack=1.3")
    tool.click("Prove it exactly")
    told = tool.all(".explorer-proof").inner_text()
    start = "Proven for push or fold, without flops, with 1.3 big blinds: by playing otherwise "
    assert f"{start}neither player can win anything more." in told and "No hand is mixed." in told
    tool.set_to("#push-fold?stack=10")
    tool.click("Prove it exactly")
    told = tool.all(".explorer-proof").inner_text()
    assert "with 10 big blinds: " in told and "Each player mixes one hand." in told
    assert re.search(r"The small blind loses exactly \d+/\d+ big blinds", told)
    assert "big blinds a deal (−0.0454) on average: no calls make these pushes win less" in told


def test_a_proof_that_is_asked_for_again_says_that_it_stands(open_page):
    tool = open_page("#push-fold?stack=10")
    proof = tool.all(".explorer-proof")
    tool.click("Prove it exactly")
    once = proof.inner_text()
    assert "times" not in once
    tool.evaluate(
        "() => new MutationObserver(() => { window.proofIsSaidAgain = true; }).observe("
        "document.querySelector('.explorer-proof [role=status]'), { childList: true })"
    )
    for times in ("again", "3 times"):
        tool.click("Prove it exactly")
        assert proof.inner_text() == f"{once} Worked out {times}: it stands."
    assert not tool.evaluate("window.proofIsSaidAgain"), "the fraction is read aloud once"
    tool.fill("Stack, big blinds", "9")
    tool.click("Prove it exactly")
    assert "with 9 big blinds" in proof.inner_text() and "times" not in proof.inner_text()


def test_a_proof_goes_as_soon_as_another_game_is_set(open_page):
    tool = open_page("#push-fold?stack=10")
    proof = tool.all(".explorer-proof")
    tool.click("Prove it exactly")
    assert "with 10 big blinds" in proof.inner_text()
    tool.evaluate(SOLVES_NOTHING)
    box = tool.box("Stack, big blinds")
    box.fill("7")
    box.press("Enter")
    assert "Proven" not in proof.inner_text() and tool.text("value").startswith("Solving")


def test_another_size_keeps_the_decision_that_is_shown(open_tool):
    tool = open_tool("#river?second-after=bet+120")
    caption = tool.view(1, ".explorer-caption")
    assert caption.inner_text() == "Second player, after bet 120"
    tool.fill("Bets, of the pot", "75%")
    assert (
        caption.inner_text() == "Second player, after bet 150"
        and "second-after=bet+150" in tool.address
    )
    tool.fill("Bets, of the pot", "30% 80%")
    assert caption.inner_text() == "Second player, after bet 160"


def test_what_is_won_is_in_big_blinds_and_what_is_lost_in_mbb(open_tool):
    tool = open_tool("#push-fold?stack=10;locks=1/push/22%2B,A2s%2B")
    assert re.search(r"worth [+−]\d\.\d{4} bb ", tool.text("value"))
    losses = tool.text("losses")
    told = re.findall(r"range loses ([\d.]+) (\w+) a deal", losses)
    game = TEN.lock(1, {"call": "22+, A2s+"})
    lost = 1000 * (lp.solve(game).payoff - solved(10).payoff)
    assert [unit for _, unit in told] == ["mbb", "mbb"] and number(told[0][0]) == near(lost, 0.06)
    promise = tool.text("promise")
    assert re.search(r"[\d.]+ mbb a deal \(.*\) less than in equilibrium", promise)
    # Heard alone, the worst case says whose it is.
    assert "against anybody, the small blind earns at least " in promise
    for said in (losses, promise):
        rates = re.findall(r"([\d.]+) mbb a deal \(([\d.]+) bb/100 in this seat\)", said)
        assert len(rates) == said.count("mbb")
        for lost, rate in rates:
            assert float(rate) == near(float(lost) / 10, 0.006)
    tool.set_to("#push-fold?stack=10")
    board = tool.begin(0)
    for _ in range(12):
        tool.press("1")
    assert re.search(r"mistakes [\d.]+ mbb\.", board.inner_text())
    mistakes = re.findall(r"a mistake of [\d.]+ (\w+)", board.inner_text())
    assert {*mistakes} <= {"mbb"}
    tool.click("End")


def test_decisions_after_a_limp_are_called_no_advice_but_answers_to_an_all_in_are_not(open_tool):
    for name in ("no-limit?stack=12;raises=2.5x", "preflop"):
        tool = open_tool(f"#{name}")
        for player in (0, 1):
            choices = tool.view(player, "select").first
            shown = choices.locator("option").all_inner_texts()
            for choice in shown:
                choices.select_option(choice)
                legend = tool.settle().view(player, ".explorer-legend").inner_text()
                # Only what answers an all-in is followed by no flop in the real game, either.
                is_answer_to_all_in = choice.endswith("all-in") and "limp" not in choice
                assert legend.count("no advice.") == (not is_answer_to_all_in)
            assert sum(choice.startswith("After limp, ") for choice in shown)


def test_a_stack_is_kept_from_push_or_fold_to_no_limit_and_named(open_tool):
    tool = open_tool("#push-fold?stack=12")
    tab = tool.page.locator(".explorer-tabs a[href^='#no-limit']")
    assert tab.get_attribute("href") == "#no-limit?stack=12;push-fold?stack=12"
    tool = open_tool("#push-fold?stack=12;no-limit?stack=9;raises=3x")
    tab = tool.page.locator(".explorer-tabs a[href^='#no-limit']")
    assert tab.get_attribute("href") == "#no-limit?stack=9;raises=3x;push-fold?stack=12"
    tool = open_tool("#no-limit?stack=12")
    assert "With 12 big blinds the game is worth" in tool.settle().text("value")


def test_the_headline_leads_to_what_icm_is(open_tool):
    link = open_tool("#push-fold").all(".explorer-value a", has_text="ICM")
    assert link.get_attribute("href") == "match.html"
    assert "ICM, the usual formula" in (HTML / "book/match.html").read_text(encoding="utf-8")


def test_with_deeper_stacks_than_the_page_takes_only_aces_are_played(open_tool):
    for stack in (1000, 10**6):
        found = exact.solve(Game(DEAL, betting.push_fold(stack)), progress=False)
        played = [found.probability(player, action) for player, action in enumerate(ACTIONS)]
        assert all(chances[cards.HAND_INDEX["AA"]] == 1 for chances in played)
        assert all(sum(chances) == 1 for chances in played)
    tool = open_tool("#push-fold?stack=1000")
    assert tool.alert.count() == 0 and tool.value == near(-0.4932)
    tool.fill("Stack, big blinds", "1000.5")
    assert "only aces are worth a push or a call" in tool.alert.inner_text()
    tool.fill("Stack, big blinds", "10")


def test_a_click_beside_the_words_that_unfold_something_folds_nothing(open_tool):
    tool = open_tool("#push-fold?stack=7;seat=0;seed=5")
    details = tool.all("details.explorer-game")
    assert details.get_attribute("open") is not None
    details.evaluate("e => e.scrollIntoView({ block: 'center' })")
    box = details.locator("summary").bounding_box()
    y = box["y"] + box["height"] / 2
    tool.page.mouse.click(box["x"] + box["width"] + 60, y)
    assert details.get_attribute("open") is not None
    tool.page.mouse.click(box["x"] + box["width"] / 2, y)
    assert details.get_attribute("open") is None
