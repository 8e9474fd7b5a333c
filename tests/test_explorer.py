"""The explorer: what a browser shows is what pokerlab computes."""

import csv
import itertools
import json
import re
import shlex
import subprocess
import sys
import zlib
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pytest

import pokerlab
from pokerlab import betting, cards, check, cli, deals, ranges
from pokerlab.games import Game
from pokerlab.pages import explorer
from pokerlab.solvers import double_oracle, exact, interior_point, lp
from pokerlab.stored import data
from pokerlab.studies import preflop, sheets, whole_game
from tests.conftest import HTML, NARROW, SCRIPTS, WIDE, Tab, faint, show, violations
from tests.tables import endings
from tests.test_book import places

pytestmark = pytest.mark.browser

PAGE = "book/explorer.html"
FOLDER = (HTML / PAGE).as_uri()  #: Its address where nothing is served.
DEAL = deals.holdem()
SEATS = "small blind", "big blind"
TOOLS = ["push-fold", "preflop", "one-round", "no-limit", "river"]
GAMES = json.loads(Path(__file__).with_name("games.json").read_text(encoding="utf-8"))["games"]
TEN = Game(DEAL, betting.push_fold(10))
ACTIONS = "push", "call"
NO = "won't do; it has to be"
#: Keys that follow one another at once, however busy the machine is.
TYPE_FAST = """keys => {
    for (const key of keys)
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}"""
PHONE = {"viewport": NARROW, "has_touch": True, "is_mobile": True, "bypass_csp": True}


@cache
def solved(stack):
    """Push or fold, by the package."""
    return lp.solve(Game(DEAL, betting.push_fold(stack)))


def earns(solution, player):
    """What each action earns the player, against the other's part of a solution."""
    values = solution.game.action_values(player, solution.plans[1 - player])
    return (1, -1)[player] * values


def number(text):
    return float(text.replace("−", "-").rstrip("%"))


def number_in(pattern, text):
    """The number that is a pattern's group."""
    return number(re.search(pattern, text)[1])


def near(expected, by=0.6e-4):
    """What is shown with four digits, or so many."""
    return pytest.approx(expected, abs=by)


def center(cell):
    box = cell.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def swipe(page, *places):
    """Put a finger on the first of some places, move it over the others, and take it away."""
    touch = page.context.new_cdp_session(page)
    points = [[{"x": x, "y": y}] for x, y in places]
    for step, at in zip(["Start", *["Move"] * len(places[1:]), "End"], [*points, []], strict=True):
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{step}", "touchPoints": at})
        page.wait_for_timeout(60)


SOLVES_NOTHING = "() => { Worker.prototype.postMessage = () => {}; }"
"""From now on the page's worker is asked nothing."""


class Tool:
    """The tool of an address: what a reader does with it, and what it then says."""

    def __init__(self, page, fragment):
        self.page, self.root = page, page.locator(fragment.partition("?")[0])
        self.all, self.label = self.root.locator, self.root.get_by_label
        self.alert = self.root.get_by_role("alert")
        self.evaluate, self.press = page.evaluate, page.keyboard.press

    def settle(self):
        """Wait until nothing is being solved."""
        self.page.wait_for_function("!document.querySelector('.explorer[aria-busy=true]')")
        return self

    def text(self, part):
        return self.all(f".explorer-{part}").first.inner_text()

    @property
    def value(self):
        text = self.settle().all(".explorer-value span").text_content()
        assert re.search(r"proven within 0\.0+1\.$", text)
        return number_in(r"worth ([+−\d.]+)", text)

    @property
    def address(self):
        return self.evaluate("location.hash")

    def view(self, player, what, beside="player"):
        return self.all(f".explorer-view[data-{beside}='{player}'] {what}")

    def cell(self, player, hand):
        return self.view(player, f"[data-hand='{hand}']")

    def said(self, player, hand):
        """What screen readers hear of a hand."""
        return self.cell(player, hand).get_attribute("aria-label")

    def table(self, player):
        """A view's table: action to how often, a share, and what it earns."""
        read = "rows => rows.map(row => [...row.children].map(c => c.innerText))"
        rows = self.view(player, "tr[data-action]").evaluate_all(read)
        return {name: (number(often) / 100, number(won)) for name, often, won in rows}

    def code(self, **names):
        """What the page tells to do in Python, done; and what it tells to type."""
        *command, code = self.all(".explorer-model code").all_inner_texts()
        return eval(code, {"betting": betting, "deals": deals, "Game": Game, **names}), command

    def button(self, name):
        return self.root.get_by_role("button", name=name, exact=True)

    def click(self, name):
        self.button(name).click()
        return self.settle()

    def enter(self, box, typed):
        box.fill(typed)
        box.press("Enter")
        self.settle()

    def box(self, label):
        boxes = self.page.locator("input[type=text]")
        exact = self.label(label, exact=True).and_(boxes)
        return exact if exact.count() else self.label(label).and_(boxes).first

    def fill(self, label, typed):
        """Type into a box; return what stood there."""
        box = self.box(label)
        before = box.input_value()
        self.enter(box, typed)
        return before

    def fill_all(self, typed):
        """Type into boxes one after the other: nobody waits for what comes between."""
        for label, text in typed.items():
            box = self.box(label)
            box.fill(text)
            box.press("Enter")
        return self.settle()

    def copied(self, what):
        """What is copied by a button."""
        self.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.click(f"Copy {what}")
        self.root.get_by_text(f"{what} is copied").first.wait_for()
        return self.evaluate("navigator.clipboard.readText()")

    def locking(self, players=("Small blind", "Big blind")):
        """The boxes for ranges that do not change."""
        self.all("details", has_text="Lock").evaluate_all("all => all.forEach(e => e.open = true)")
        return [self.label(f"{player}'s range") for player in players]

    def paint(self, player):
        """Turn a chart's painting on."""
        self.view(player, "[role=switch]").check()

    def begin(self, seat):
        """Play; return where the deals are told."""
        self.all("details", has_text="Play against it").evaluate("box => { box.open = true; }")
        self.label("Your seat").select_option(str(seat))
        self.button("New game").click()
        return self.all(".explorer-table")

    def agrees(self, player, node, solution, hand):
        """A table says of a hand what a solution says, to the last digit but rounding."""
        index, own = cards.HAND_INDEX[hand], solution.plans[player]
        expected, children = earns(solution, player)[index], node.sequences_after
        self.cell(player, hand).click()
        shown, names = self.table(player), solution.game.tree.sequences[player][children]
        # A small blind who only calls limps.
        limps = self.root.get_attribute("id") in ("preflop", "no-limit")
        told = ["limp" if limps and n == "call" else n.split(", ")[-1] for n in names]
        assert list(shown) == told
        shares, earned = np.array([*shown.values()]).T
        assert shares == near(own[index, children] / own[index, node.sequence_before], 2e-4)
        worth = self.view(player, "table caption").first.inner_text()
        worth = number_in(r"worth (.*) when dealt", worth)
        assert [*earned, worth] == near([*expected[children], expected[0]], 0.6e-3)

    def certified(self):
        """What the page proves a game of push or fold to be worth, and the certificate."""
        self.click("Prove it exactly")
        proof = self.all(".explorer-proof")
        with self.page.expect_download() as download:
            proof.get_by_role("link", name="certificate").click()
        certificate = json.loads(Path(download.value.path()).read_text())
        found = check.check(certificate, json.loads(check.DEAL.read_text()))
        assert found == (Fraction(certificate["value"]),) * 2
        return re.search("wins exactly (.*) big blinds", proof.inner_text())[1], certificate

    def shown(self):
        """What all tools of the page are set to and show."""
        return self.settle().evaluate(
            """() => [...document.querySelectorAll(
                '.explorer :is(input, select), .explorer :is(.explorer-value, .explorer-hand)'
            )].filter(e => !e.closest('[hidden]')).map(e => e.value ?? e.textContent)"""
        )

    def set_to(self, fragment):
        """Set all tools by an address."""
        self.page.mouse.move(0, 0)
        self.evaluate(
            """fragment => new Promise(done => {
                document.activeElement.blur();
                document.querySelectorAll('[role=switch]:checked').forEach(paint => paint.click());
                if (location.hash === fragment) done();
                addEventListener('hashchange', done, { once: true });
                location.hash = fragment;
            })""",
            fragment,
        )
        return self.settle()


@pytest.fixture
def open_page(read):
    """Open the explorer anew; return one of its tools."""

    def opened(fragment, source=FOLDER, **options):
        tool = Tool(read(source + fragment, **options), fragment)
        tool.all("[role=grid]").first.wait_for(state="attached")
        return tool.settle()

    return opened


@pytest.fixture(scope="module")
def explorers():
    """Tabs in which the explorer is open, for all tests that set it by its address."""
    return []


@pytest.fixture
def open_tool(browser, explorers):
    """The same in a tab that is open already: tools are set anew, and whatever folds is open."""
    used = []

    def opened(fragment="#push-fold?stack=10"):
        if not explorers:
            explorers.append(Tab(browser))
            explorers[0].open(FOLDER)
        used.append(tab := explorers.pop())
        tool = Tool(tab.page, fragment).set_to(fragment)
        tool.all(".explorer-value", has_text="proven within").wait_for()
        tool.settle()  # a river begins only when it is seen
        tool.all("details").evaluate_all("all => all.forEach(e => { e.open = true; })")
        return tool

    yield opened
    for tab in used:
        Tool(tab.page, "#push-fold").set_to("#push-fold?stack=10")
        explorers.append(tab)
    complaints = [complaint for tab in used for complaint in tab.complaints]
    for tab in used:
        tab.complaints = []  # what this test did is no fault of the next one
    assert complaints == []


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
    made, command = tool.code()
    assert made.root == game.tree.root
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
    for stack, near in (("8", (8,)), ("20/3", (6.5, 6.75)), ("4.48", (4.5,))):
        said = tool.set_to(f"#{name}?stack={stack}").text("real")
        shown = re.findall(r"from (\S+) to (\S+) bb at (\d+(?:\.\d+)?)", said)
        assert [float(at) for *_, at in shown] == [*near]
        printed = sheets.one_stack(stack).notes[-1]
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
    until = explorer.real_game_bounds()["optimalWithAnteUpTo"]
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
    chips = Fraction(certificate["big_blind"])
    assert said == str(exactly) and Fraction(certificate["value"]) == chips * exactly
    assert Fraction(certificate["stack"]) == 10 * chips
    assert exact.solve(Game(DEAL, tool.code()[0])).value == chips * exactly
    bb = re.search("bb=(.*)", setting)[1]
    assert f"There, values are in chips: {bb} make a big blind." in tool.text("model")
    assert tool.label("Stack, chips").count() == 1
    piece = r"Piece (\d+) of 356"
    before = number_in(piece, tool.text("mixing"))
    assert number_in(piece, tool.click("Next piece").text("mixing")) == before + 1
    kept = open_tool(f"#push-fold?stack=7;hand=AA;{urlencode({'kept': setting.replace(';', '&')})}")
    assert "with 10 big blinds the game is worth −0.0454 bb" in kept.all("section").inner_text()
    folding = kept.view(0, "tr[data-action=fold] td", "beside").nth(1)
    assert number(folding.inner_text()) == -0.5 and kept.value > 0


ADDRESSES = {
    "#no-limit?stack=1000000;raises=all": "These raises with this stack make more than 1000 "
    "decisions: this page solves no more (stack=1000000, raises=all). Shown is stack=10,",
    "#no-limit?stack=9;hand=ZZ;stakc=8": f"hand: ZZ {NO} a hand such as AKs; "
    "there is no setting called stakc. Shown is stack=9,",
    "#push-fold?kept=locks%3DAA": "locks: AA won't do;",
    "#river?locks=0//AA|1/pu": f"locks: 0//AA|1/pu {NO} player/decision/range, such as",
    "#no-limit?stack=9;first-after=call,+rai": (
        'first-after: this game has no decision after "call, rai".'
    ),
    "#push-fold?kept=toString%3D1%26seat%3D7&seat=x": "seat: x won't do;",
    "#push-fold?close=abc": f"close: abc {NO} 20 or 50 or 100 or 200 or nothing.",
}


@pytest.mark.parametrize(("fragment", "complaint"), ADDRESSES.items())
def test_an_address_that_is_not_taken_is_told_so_in_its_own_tool(fragment, complaint, open_tool):
    tool = open_tool(fragment)
    told = tool.alert.inner_text()
    assert told.startswith(f"Not taken from the address: {complaint}") and "Shown is " in told
    assert tool.page.get_by_role("alert").all_inner_texts() == [told]
    assert Tool(tool.page, "#push-fold").value == -0.0454
    tool.all(".explorer-keep button").first.click()
    assert tool.alert.count() == 0


WHOLE = [
    "#push-fold?stack=7.5;locks=0//22%2B%2C+A2s%2B:0.5|1/push/QQ%2B;hand=72o;sure=60",
    "#push-fold?stack=40/3;other=7.25;sb=1/3;kept=stack%3D20%26bb%3D2%26locks%3D1%2Fpush%2FAA",
    "#preflop?blinds=0.25/0.75;nr=2;betting=pot;first-after=call,+raise;hand=87s",
    "#one-round?raises=0+4+15;reraises=3,9;turns=3;second-after=raise+4;sb=0.5;seat=1;seed=17",
    "#one-round?raises=0+2:9;shown-raise=7;locks=0//raise+2:+AA%3B+call:+KK;hand=T9o",
    "#no-limit?stack=12;raises=3x+pot;ante=1/8;second-after=raise+to+3;locks=1/raise+to+3/all-in:+22%2B",
    "#river?board=AsKsQs7h2d;pot=10;stack=12.5;bets=1/3+75%25;first=AA,+QJs:0.5;second=KK-99",
    "#river?raises=none;bets=50%25;hand=QQ;push-fold?stack=3;hand=K2s;preflop?live=no;raise=2",
]


def spoiled(rng):
    """An address of which a part is cut off, or two change places, or one is doubled."""
    address = WHOLE[rng.integers(len(WHOLE))]
    a, b, c, d = sorted(map(int, rng.integers(1, len(address) + 1, 4)))
    swapped = address[:a] + address[c:d] + address[b:c] + address[a:b] + address[d:]
    doubled = address[:b] + address[a:b] + address[b:]
    return [address[:b], address[:a] + address[b:], swapped, doubled][rng.integers(4)]


#: What is said of a part of an address that is no tool's.
NO_TOOL = re.compile("(no tool is called .*|names no tool)[.] There are push-fold, .* and river[.]")


def understood(address):
    """What an address says of each tool, or None where it names none."""
    said, name = {}, None
    for part in address[1:].split(";"):
        *names, settings = part.split("?")
        name = "?".join(names) if names else name
        said.setdefault(name, {}).update(parse_qsl(settings, keep_blank_values=True))
    return said


SHOWN = """async addresses => {
    const go = hash => new Promise(done => {
        addEventListener('hashchange', done, { once: true });
        location.hash = hash;
    });
    navigator.clipboard.writeText = async text => { window.link = text.split('#')[1]; };
    const found = [], tools = [...document.querySelectorAll('.explorer')];
    const copies = tools.map(tool => [...tool.querySelectorAll('button')]
        .find(button => button.textContent === 'Copy link'));
    for (const address of addresses) {
        await go(address);
        found.push(tools.map((tool, i) => {
            const alerts = [...tool.querySelectorAll('[role=alert]')];
            copies[i].click();
            return [link, alerts.map(e => e.textContent).join('')];
        }));
    }
    return found;
}"""
"""Each tool's settings, as its own link has them, and what it complains of, by address."""


def test_whatever_became_of_an_address_is_shown_or_told_where_it_belongs(browser):
    rng = np.random.default_rng(1)
    addresses = WHOLE + [spoiled(rng) for _ in range(300)]
    tab = Tab(browser)
    tab.page.add_init_script("window.Worker = class { postMessage() {} };")  # none is solved
    tab.open(FOLDER)
    tab.page.add_style_tag(content="body { display: none; }")  # nor seen
    shown = tab.page.evaluate(SHOWN, addresses)
    tab.page.context.close()
    assert tab.complaints == []
    assert not any(told for tools in shown[: len(WHOLE)] for _, told in tools)
    scripts = "".join(map(Path.read_text, SCRIPTS.glob("*.js")))
    starts = re.findall(r'(\w+): \[?\s*"([^"]*)"', scripts)
    keys = (SCRIPTS / "setting-keys.js").read_text()
    names = re.findall(r'(\w+): "([\w-]+)"', keys)
    starts = {*starts, *((key, text) for name, key in names for own, text in starts if own == name)}
    before, anchors = {}, places("book/explorer.html")
    for address, tools in zip(addresses, shown, strict=True):
        said, strange = understood(address), re.search("[?=]", address)
        strange = strange or address[1:] not in ("", *anchors)
        strange = {*said} - {*TOOLS} if strange else {}
        if not {*said} & {*TOOLS}:
            said |= before
        assert not strange or any(NO_TOOL.search(told) for _, told in tools), address
        for name, (link, told) in zip(TOOLS, tools, strict=True):
            before[name] = understood(f"#{link}")[name]
            if not told:
                wanted, has = said.get(name, {}).items(), before[name].items()
                if name == "one-round":  # a slider shows the raise that is nearest
                    wanted, has = (
                        {(k, v) for k, v in x if k != "shown-raise"} for x in (wanted, has)
                    )
                if name == "river":  # another pot has other bets, of which one is shown
                    wanted, has = (
                        {(k, v) for k, v in x if k != "second-after"} for x in (wanted, has)
                    )
                assert has <= wanted <= has | starts, (address, name, link)
            elif name not in said:
                assert strange and name == TOOLS[0], address


FIRST_VIEWS = {
    "push-fold?stack=7": ("hands", DEAL, betting.push_fold(7)),
    "river?bets=none;raises=none;first=AA,KK;second=QJo": (
        "combos",
        deals.river("Td9d6hQc2s", "AA, KK", "QJo"),
        betting.river(200, 900, "none", "none"),
    ),
}


def test_where_nothing_can_be_solved_the_page_says_so(browser, site):
    said = (
        "Nothing can be solved: the browser does not run the page's worker "
        "(Worker is not defined). Load the page again, or try another browser."
    )
    with browser.new_page() as page:
        page.add_init_script("delete window.Worker")
        page.goto(f"{site}/{PAGE}#no-limit?stack=9")
        fold, preflop, tool = (Tool(page, name) for name in ("#push-fold", "#preflop", "#no-limit"))
        assert tool.text("value") == said in fold.text("value")
        tool.fill("Stack", "8")
        assert tool.text("value") == said
        assert "proven within" in preflop.text("value")  # it came with the page


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
            super.postMessage(wrong ? { ...asked, settings: { stack: "much" } } : asked);
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


REFUSED = {
    "push-fold": [
        ("Stack, big blinds", "0", f"Stack: 0 {NO} more than 0."),
        ("Small blind", "2", f"Small blind: 2 {NO} at most 1 (Big blind)."),
        ("Big blind", "0.2", f"Big blind: 0.2 {NO} at least 0.5 (Small blind)."),
        ("Big blind's stack, if different", "0", f"Big blind's stack, if different: 0 {NO} more"),
        ("Ante", "-0", f"Ante: -0 {NO} at least 0."),
        ("Stack, big blinds", "1e9", f"Stack: 1e9 {NO} at most 1000 (1000 times"),
        ("Stack, big blinds", "-5", f"Stack: -5 {NO} more than 0."),
        ("Big-blind ante", "10", f"Big-blind ante: 10 {NO} less than 10 (Stack)."),
    ],
    "preflop": [
        ("Blinds, in chips", "1", f"Blinds, in chips: 1 {NO} two numbers such as 0.5/1."),
        ("Blinds, in chips", "2/1", f"Blinds, in chips: 2/1 {NO} two numbers, the smaller"),
        ("Actions each", "1000000", f"Actions each (nr): 1000000 {NO} a whole number from"),
        ("A raise, in chips or pots", "0", f"A raise, in chips or pots: 0 {NO} more than 0"),
    ],
    "one-round": [
        ("Raises", "", f"Raises: none {NO} at least one."),
        ("Raise by", "x", f"Raise by: x {NO} a number."),
        ("Raise by", "1e9", f"Raise by: 1e9 {NO} one of the 39 raises from 2 to 40."),
        ("Raise by", "100", f"Raise by: 100 {NO} one of the 39 raises from 2 to 40."),
        ("Alice posts", "3", f"Alice posts: 3 {NO} at most 2 (Bob posts)."),
        ("Bob posts", "0.5", f"Bob posts: 0.5 {NO} at least 1 (Alice posts)."),
        ("Turns to raise", "0", f"Turns to raise: 0 {NO} a whole number from 1 to 100."),
    ],
    "no-limit": [
        ("Stack", "1", f"Stack: 1 {NO} more than 1 (Big blind and Ante)."),
        ("Stack", "1e9", f"Stack: 1e9 {NO} at most 1000000 (1,000,000 times Big blind)."),
        ("Big blind's, if different", "1", f"Big blind's, if different: 1 {NO} more than 1"),
        ("Big blind", "1e9", f"Big blind: 1e9 {NO} less than 10 (Stack less Ante)."),
        ("Ante", "1e9", f"Ante: 1e9 {NO} less than 9 (Stack less Big blind)."),
        ("Raises", "1x", f"Raises: 1x {NO} pot or a multiple from 2x up."),
        ("Raises", "2.5x AllIn", "Raises: allin given, leave it out: all-in is always there."),
    ],
    "river": [
        ("Board", "Td9d6hQc2x", f"Board: 2x in Td9d6hQc2x {NO} cards such as Td9d6hQc2s"),
        ("Board", "ab", f"Board: ab {NO} cards such as Td9d6hQc2s."),
        ("Stack behind", "0", f"Stack behind: 0 {NO} more than 0."),
        (
            "Stack behind",
            "1e9",
            f"Stack behind: 1e9 {NO} at most 200000000 (1,000,000 times",
        ),
        ("Pot", "0.0001", f"Pot: 0.0001 {NO} at least 0.0009 (a millionth of Stack behind)"),
        (
            "First player holds",
            "TdTh",
            "First player holds: ThTd can't be held: the board has the Td",
        ),
        (
            "First player holds",
            "Td9d, 9d8d, 2s2d, QcQd",
            "First player holds: none of the 4 combos",
        ),
        ("First player holds", "AhAh", "First player holds: AhAh has one card twice, the Ah."),
        ("First player holds", "none", "First player holds: a player has to hold something"),
        ("Board", "Td9d6hTd2s", "Board: Td9d6hTd2s has one card twice, the Td."),
        ("Board", "Td9d6h", "Board: five cards are needed, such as Td9d6hQc2s; Td9d6h has 3."),
        ("Second player holds", "AKx", 'Second player holds: Can\'t read "AKx"'),
        (
            "Bets, of the pot",
            "60",
            f"Bets, of the pot: 60 {NO} a part of the pot: 60% or, for 60 chips, 60/200.",
        ),
        ("Bets, of the pot", "12.5", f"Bets, of the pot: 12.5 {NO} a part of the pot: 12.5%."),
    ],
}
RANGES = {
    "AA:0": f"AA:0 {NO} a hand with a weight above 0, or none.",
    "ZZ": 'Can\'t read "ZZ". Try 22+, Ax, AKs, A9s+',
    "AKs:2": f"AKs:2 {NO} a hand with a weight from 0 to 1. Try AKs:0.5, AKs:50% or AKs@50.",
    "qq@1": "qq@1 given, which is unclear. Write qq@1% or qq:1.",
    "77s": "77s given, a pair is neither suited nor offsuit.",
    "push: AA|push: KK": "push has two ranges; write them as one.",
    "raise: AA": '"raise: AA" names no action of this decision. Write fold or push',
}
for text, told in RANGES.items():
    complaint = f"The small blind's range: {told}"
    REFUSED["push-fold"].append(("Small blind's range", text, complaint))


@pytest.mark.parametrize("name", REFUSED)
def test_what_makes_no_game_is_answered_in_words(name, open_tool):
    tool = open_tool(f"#{name}")
    before = tool.text("value")
    for label, typed, complaint in REFUSED[name]:
        kept = tool.fill(label, typed)
        assert tool.alert.inner_text().startswith(complaint) and tool.text("value") == before
        assert tool.text("outdated").startswith("Old: the value and the charts below are those of")
        assert tool.all("[aria-invalid=true]").evaluate_all("all => all.map(e => e.value)") == [
            typed
        ]
        tool.fill(label, kept)
        assert tool.alert.count() == 0 and tool.text("value") == before


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
    tree, _ = tool.code()
    forced = [len(tree.sequences[player]) == 2 for player in (0, 1)]
    assert forced == ["both players" in said, bool(said)]


def test_an_address_that_names_nothing_is_complained_of(open_page):
    tool = open_page("#push-fold")
    assert tool.set_to("#how-to-use-it").alert.count() == 0
    tool.set_to("#nonsense")
    said = "Not taken from the address: no tool is called nonsense. There are push-fold, "
    assert tool.alert.inner_text().startswith(said)


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


@pytest.mark.parametrize(
    ("name", "typed", "meant"),
    [
        ("push-fold", {"Small blind": "0,25", "Ante": ",125"}, "sb=0.25;ante=0.125"),
        ("preflop", {"Blinds, in chips": "0,25/0,75"}, "blinds=0.25/0.75"),
        (
            "one-round",
            {"Raises": "0,1/3,2.5", "Raise by": "1/3"},
            "raises=0+1/3+2.5;shown-raise=1/3",
        ),
        ("no-limit", {"Raises": "2,5 3.5X POT", "Stack": "9,5"}, "raises=2.5x+3.5x+pot;stack=9.5"),
        ("river", {"Board": "tD9D 6HqC2S", "Raises": "3"}, "raises=3x"),
        ("river", {"Bets, of the pot": "33,3% 0,5"}, "bets=33.3%25+1/2"),
        ("river", {"Raises": "NONE"}, "raises=none"),
    ],
)
def test_what_is_typed_as_people_type_it_is_read(name, typed, meant, open_tool):
    """The tool then says what it says of the same game in the package's own notation."""

    def says(tool):
        made, _ = tool.code()
        game = (made.tree.root, made.deal.hands) if name == "river" else made.root
        return tool.text("value"), game, tool.view(0, ".explorer-caption").inner_text()

    tool = open_tool(f"#{name}")
    before = says(tool)
    told = says(tool.fill_all(typed))
    assert told != before
    assert says(open_tool(f"#{name}?{meant}")) == told


def answer(words):
    """What the command answers, in a process of its own."""
    command = [sys.executable, "-m", "pokerlab", *words, "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


TYPED = {
    "push-fold": {"Stack, big blinds": "7,5", "Small blind": "0,25"},
    "preflop": {"Blinds, in chips": "0,25/0,75", "Actions each": "2"},
    "one-round": {"Raises": "0; 4,9 12:14"},
    "no-limit": {"Stack": "6", "Raises": "2,5 4X;pot"},
    "river?within=0.00003": {
        "Board": "10d, 9D, 6h, qC 2s",
        "First player holds": "[50]AA, kk[/50]; aks@50 2d2c: 1, 87s:1/3",
        "Second player holds": "{QQ\u2013TT, 10%:0.25}",
        "Bets, of the pot": "27% 50%",
        "Raises": "2.5x, 4x",
    },
}
BOXES = [
    ("--stack", "Stack, big blinds"),
    ("--stack", "Stack"),
    ("--small-blind", "Small blind"),
    ("--raises", "Raises"),
    ("--board", "Board"),
    ("--first", "First player holds"),
    ("--second", "Second player holds"),
    ("--bets", "Bets, of the pot"),
]
"""The options of the command that take what stands in a box."""


@pytest.mark.parametrize("name", TYPED)
def test_what_the_page_says_is_taken_by_the_command_and_back(name, open_tool):
    """What is typed, the line that reproduces it, and what then stands in the boxes: one game."""
    tool = open_tool(f"#{name}")
    before = tool.text("value")
    tool.fill_all(TYPED[name])
    told, words = (
        tool.text("value"),
        shlex.split(tool.all(".explorer-model code").first.inner_text()),
    )
    assert told != before and tool.alert.count() == 0
    found = answer(words[1:])
    sign, pot = (-1 if name == "preflop" else 1), name.startswith("river")
    width = number_in(r"within ([\d.]+\d)", told) * (2 if pot else 1)
    assert sign * number_in(r"worth ([+−\d.]+)", told) == near(found["value"], 0.6e-4 + width)

    boxes = {o: label for o, label in BOXES if o in words and label in TYPED[name]}
    if name != "one-round":  # whose runs the command reads without blanks
        pasted = [*words]
        for option, label in boxes.items():
            pasted[words.index(option) + 1] = tool.fill(label, "x")  # what stood there
        assert answer(pasted[1:]) == found

    again = open_tool(f"#{name}")
    assert again.text("value") == before
    typed = {label: words[words.index(option) + 1] for option, label in boxes.items()}
    if name == "preflop":
        given = dict(word.split("=") for word in words[2:])
        big = Fraction(given["an"]) + Fraction(given["bl"])
        typed = {"Blinds, in chips": f"{given['an']}/{float(big)}", "Actions each": given["nr"]}
    assert again.fill_all(typed).text("value") == told


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


def test_what_belongs_to_an_earlier_input_is_marked_as_old(open_tool):
    """To the eye, by a frame and a word; to screen readers, by the same words at each chart."""
    tool = open_tool("#no-limit?stack=6")
    note, grids = (
        tool.all(".explorer-outdated"),
        tool.all(".explorer-view[data-player] [role=grid]"),
    )
    look = """root => [
        ...[...root.querySelectorAll('.explorer-view[data-player] > .explorer-caption, '
            + '.explorer-value > span')].map(e => getComputedStyle(e, '::before').content),
        getComputedStyle(root.querySelector('.explorer-charts')).outlineStyle,
    ]"""
    described = "grids => grids.map(grid => grid.getAttribute('aria-describedby'))"
    assert note.get_attribute("role") == "status" and note.inner_text() == ""
    assert tool.root.evaluate(look) == ["none"] * 4
    kept, box = tool.fill("Raises", "2.5x allin"), tool.locking()[0]
    below = "Old: the value and the charts below are those of"
    assert note.inner_text() == f"{below} raises 2.5x."
    assert tool.root.evaluate(look) == ['"Old: "'] * 3 + ["dashed"]
    assert grids.evaluate_all(described) == [note.get_attribute("id")] * 2
    assert violations(tool.page, "#no-limit") == []
    tool.fill("Stack", "7")  # which is taken, and changes nothing of that
    assert note.inner_text() == f"{below} raises 2.5x."
    tool.fill("Raises", kept)
    assert note.inner_text() == "" and tool.root.evaluate(look) == ["none"] * 4
    assert grids.evaluate_all(described) == [None] * 2
    tool.enter(box, "raise: AA; ZZ")
    assert "ZZ" in tool.alert.inner_text()
    assert note.inner_text() == f"{below} the small blind's range as it was, free."
    tool.enter(box, "")
    assert note.inner_text() == "" and tool.root.evaluate(look) == ["none"] * 4


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


def test_what_may_not_be_meant_of_a_range_is_said_below_its_box(open_tool):
    tool = open_tool("#push-fold?stack=10")
    box, remark = tool.locking()[0], tool.view(0, ".explorer-remark")
    for typed, said in {
        "AKs, AKs:0.5": "AKs:0.5 sets anew what stands before it: "
        "the last weight of a hand counts.",
        "22+, 54s+": "54s+ is 54s alone: a plus raises the lower card.",
        "22+, 53s+, 77": "",
        "KK, any ace:0.5": "Any ace is read as Ax, AK down to A2; for the pair, too, add AA.",
        "KK, aces": "Aces is read as Ax, AK down to A2; for the pair, too, add AA.",
        "pairs, any ace:0.5": "",
    }.items():
        tool.enter(box, typed)
        assert remark.inner_text() == said and tool.alert.count() == 0
    tool.enter(box, "10Ts+")
    assert "a pair is neither suited nor offsuit; 10 is a ten" in tool.alert.inner_text()
    tool = open_tool(river(**{**SMALL, "first": "AA, QQ, AA:0.5"}))
    assert "AA:0.5 sets anew" in tool.all(".explorer-controls").first.inner_text()


def test_semicolons_part_actions_and_hands(open_tool):
    tool = open_tool("#no-limit?stack=6;raises=2.5x")
    tool.enter(tool.locking()[0], "call: 22; 33\u201355; all-in: KK+; AKs")
    assert tool.alert.count() == 0
    for hand, action in {"44": "limp", "AA": "all-in", "AKs": "all-in", "72o": "fold"}.items():
        assert f"{action} 100%" in tool.said(0, hand)


def test_a_refused_box_is_marked_and_blocks_nothing_else(open_tool):
    tool = open_tool("#no-limit")
    for label, typed in (("Raises", "1x"), ("Stack", "7"), ("Ante", "-1")):
        tool.fill(label, typed)
    marked = tool.all("[aria-invalid=true]")
    assert marked.evaluate_all("boxes => boxes.map(box => box.value)") == ["1x", "-1"]
    assert [told.split(":")[0] for told in tool.alert.all_inner_texts()] == ["Raises", "Ante"]
    for box, note in zip(marked.all(), tool.alert.all(), strict=True):
        box.focus()
        assert box.evaluate("e => getComputedStyle(e).borderTopColor") == "rgb(213, 94, 0)"
        assert box.get_attribute("aria-describedby") == note.get_attribute("id")
        assert 0 < note.bounding_box()["y"] - box.bounding_box()["y"] < 90
    tool.page.locator(".skip-link a").press("Enter")
    assert tool.evaluate("document.activeElement.tagName") == "MAIN"
    assert tool.address == "#no-limit?stack=7"
    for label, typed in (("Raises", "3x"), ("Ante", "0")):
        tool.fill(label, typed)
    assert marked.count() == tool.alert.count() == 0
    tool.fill("Small blind", "2")  # together with the big blind it would do
    assert marked.count() == 1
    tool.fill("Big blind", "3")
    assert marked.count() == 0 and "sb=2;bb=3" in tool.address


def test_one_change_is_one_step_back(open_page):
    tool = open_page("#push-fold")
    mouse, box = tool.page.mouse, tool.locking()[1]

    def steps(change):
        before = tool.evaluate("history.length")
        change()
        return tool.settle().evaluate("history.length") - before

    def drag():
        track = tool.label("Stack", exact=True).bounding_box()
        mouse.move(track["x"] + 20, track["y"] + track["height"] / 2)
        mouse.down()
        for part in (0.3, 0.5, 0.7):
            mouse.move(track["x"] + part * track["width"], track["y"] + 5)
        mouse.up()

    def paint():
        for first, last in (("72o", "42o"), ("J2o", "T2o")):
            tool.cell(1, first).hover()
            mouse.down()
            tool.cell(1, last).hover()
            mouse.up()

    assert steps(drag) == 1
    tool.paint(1)
    assert steps(paint) == 2
    painted = box.input_value()
    tool.page.go_back()
    before = tool.settle() and box.input_value()
    assert before.endswith("72o, 62o, 52o, 42o") and painted != before, "a stroke skips no cell"


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


def test_links_and_ranges_are_taken_along_once_what_is_typed_is_solved(open_tool):
    tool = open_tool("#push-fold?stack=7")
    assert tool.copied("link") == tool.page.url
    for stack, player in ((7, 0), (7, 1), (9, 1)):
        tool.label("Stack, big blinds", exact=True).fill(str(stack))  # and nothing is pressed
        tool.copied(f"the {SEATS[player]}'s range")  # which may have been said before
        plays = solved(stack).probability(player, ACTIONS[player])
        share = plays @ cards.COMBOS_PER_HAND / cards.COMBOS_PER_HAND.sum()
        said = f": {ACTIONS[player]} {share:.1%} of all hands dealt."
        tool.root.get_by_text(said).first.wait_for()
        copied = ranges.parse_range(tool.evaluate("navigator.clipboard.readText()"))
        assert abs(copied.hand_weights - plays).max() < 6e-4


def test_what_is_said_of_a_copied_range_goes_with_its_game(open_tool):
    tool = open_tool("#push-fold?stack=10")
    tool.copied("the big blind's range")
    said = tool.all(".explorer-keep", has_text="is copied")
    tool.cell(1, "QQ").click()
    assert said.count() == 1
    tool.enter(tool.locking()[1], "22+")
    assert said.count() == 0


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


def test_the_painted_chart_takes_over_my_range_and_the_stack(open_page, site):
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
        link = open_page(f"#push-fold?{setting}").root.get_by_role("link", name=name)
        assert link.get_attribute("href") == "index.html#what-does-your-chart-lose"
    assert "what-does-your-chart-lose" in places("book/index.html")


def test_the_chart_to_paint_has_the_stack_of_the_tool_that_leads_there(open_page):
    tool = open_page("#push-fold?stack=7")
    page = tool.page
    tool.root.get_by_role("link", name="Paint a chart, and see what it loses").click()
    boxes = page.locator(":is(.live, .live-price) .live-sentence input")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.live-sentence input')].every(e => e.value === '7')"
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


def promised(tool):
    """What the page says that an answer earns, guarantees, and risks."""
    text = tool.settle().all(".explorer-promise").text_content()
    numbers = r"earns ([+−\d.]+) \w+ a deal; .* least ([+−\d.]+) \w+, (?:less than )?([\d.]+) "
    numbers += r"(?:mbb a deal \([\d.]+ bb/100 in this seat\)|thousandths of the pot a deal) "
    numbers += "less than in equilibrium"
    return [number(found) for found in re.search(numbers, text).groups()]


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
    found, command = tool.code(pl=pokerlab)
    chips, belief = float((re.findall("bb=(.*)", settings) or [1])[0]), sure / 100
    expected = np.array([found.earnings, found.guarantee])
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


def test_what_is_shown_can_be_taken_painted_and_sent(open_page):
    tool = open_page("#push-fold")
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


def test_a_finger_paints_what_it_touches(browser):
    with browser.new_page(**PHONE) as page:
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


def test_two_settings_stand_side_by_side(open_page):
    tool = open_page("#push-fold").click("Keep to compare")
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
def test_a_kept_chart_stands_beside_the_other_in_its_colours(width, open_page):
    fragment = "#no-limit?raises=2.5x+4x;kept=raises%3D2.5x"
    tool = open_page(fragment, viewport={"width": width, "height": 900})
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


def test_a_game_against_a_locked_range_is_priced_by_the_free_game(open_tool):
    locks = "locks=1/push/22%2B,+A2s%2B;seat=0;seed=9;kept=stack%3D9"
    tool = open_tool(f"#push-fold?{locks}")
    table = tool.all(".explorer-table")
    hand = re.search(r"you hold .* \((\w+)\)", table.inner_text())[1]
    for telling in ("section", ".explorer-views", ".explorer-mixing > p"):
        assert not tool.all(telling).first.is_visible()
    tool.press("f")
    tool.click("End")
    assert tool.evaluate("document.activeElement.textContent") == "New game"
    assert tool.all("section").is_visible()
    worth = TEN.action_values(0, TEN.plan(1, {"call": "22+, A2s+"}))
    pushes = (worth[:, 2] > worth[:, 1]).astype(float)
    pushes[cards.HAND_INDEX[hand]] = 0
    lost = solved(10).payoff - TEN.guarantee(0, TEN.plan(0, {"push": pushes}))
    assert number_in(r"can win ([\d.]+) mbb", table.inner_text()) == near(1000 * lost, 0.06)
    tool.set_to("#push-fold?seat=2;seed=5")
    for deal, seat in enumerate(SEATS * 2, 1):
        assert f"Deal {deal}, {seat}: you hold" in table.inner_text()
        tool.click("fold")
    tool.click("End")
    told = table.inner_text()
    assert (*re.findall(r"Your range as the (.*), of", told),) == SEATS
    assert told.count("can win") == 2
    tool.fill("Stack, big blinds", "9")
    assert table.inner_text() == ""
    assert "seed" not in tool.address and tool.view(0, "[role=grid]").is_visible()


@pytest.mark.parametrize("player", [0, 1])
def test_a_game_pays_prices_mistakes_and_can_be_repeated(player, open_tool):
    tool, solution, action = open_tool(), solved(10), ACTIONS[player]
    table = tool.begin(player)
    assert not tool.cell(0, "AA").is_visible()
    first, asked, played = table.inner_text(), Counter(), tool.address
    lost = dict(zip(cards.HANDS, -np.diff(earns(solution, player)[:, 1:])[:, 0], strict=True))
    for key in ("2", action[0], action[0].upper(), "2", "2") * 5:
        hand = re.search(r"you hold .* \((\w+)\)", table.inner_text())[1]
        asked[hand] += 1
        tool.press(key)
        said = table.locator("div p").first.inner_text()
        found = re.search(r"a mistake of (?:less than )?([\d.]+) mbb", said)
        assert said.startswith(f"{action} with {hand}: ")
        assert float(found[1] if found else 0) == near(1000 * max(lost[hand], 0), 0.1)
        own, other, paid = re.search(r"had (\w+), .* (\w+)\. It pays (\S+) bb", said).groups()
        shown = 10 * DEAL.net_shares[DEAL.index(0, own), DEAL.index(0, other)]
        assert own == hand and number(paid) == near(1 if ": fold" in said else shown, 0.006)
    prices = {hand: many * max(lost[hand], 0) for hand, many in asked.items()}
    told, total = table.inner_text(), sum(prices.values())
    assert "After 25 decisions" in told and total > 0
    assert number_in(r"mistakes ([\d.]+) mbb", told) == near(1000 * total, 0.06)
    dearest = sorted((h for h in prices if prices[h] > 1e-6), key=prices.get, reverse=True)[:5]
    where = ("opening: push", "after push: call")[player]
    for hand, row in zip(dearest, tool.all("details li").all_inner_texts(), strict=True):
        times = f", {asked[hand]} times" if asked[hand] > 1 else ""
        said, loss = re.fullmatch(r"(.*), lost (?:less than )?([\d.]+) mbb", row).groups()
        assert said == f"{hand}, {where}{times}" and float(loss) == near(1000 * prices[hand], 0.1)
    told = tool.click("End").all(".explorer-table").inner_text()
    own = ranges.parse_range(re.search(r"asked about: (.*)\.\n", told)[1])
    assert {cards.HANDS[h] for h in own.hand_weights.nonzero()[0]} == {*asked}
    weights = solution.probability(player, action).copy()
    weights[[cards.HAND_INDEX[hand] for hand in asked]] = 1
    least = TEN.guarantee(player, TEN.plan(player, {action: weights}))
    exploited = abs(solution.payoff - least)
    assert number_in(r"can win ([\d.]+) mbb", told) == near(1000 * exploited, 0.1)
    assert open_tool(played).all(".explorer-table").inner_text() == first
    tool.click(f"See what it loses: lock the {SEATS[player]}'s range")
    assert "range loses" in tool.text("losses")


@pytest.mark.parametrize("kept", ["score", ""])
def test_close_decisions_are_asked_and_the_score_is_kept(kept, browser):
    """Or is not, where the browser keeps nothing; one of all games, as it was once, is dropped."""
    link = r'href="(explorer.html#push-fold\?[^"]*close=50[^"]*)"'
    (address,) = re.findall(link, (HTML / "book/index.html").read_text().replace("&amp;", "&"))
    lost = [abs(np.diff(earns(solved(10), player)[:, 1:])[:, 0]) for player in (0, 1)]
    hidden = "Object.defineProperty(window, 'localStorage', { get() { throw Error(); } })"
    with browser.new_page(bypass_csp=True) as page:
        if not kept:
            page.add_init_script(hidden)
        page.goto(FOLDER)
        if kept:
            page.evaluate("localStorage.setItem('score push-fold', '[12, 7, 303]')")
        rounds = []
        for begun in (0, 6 * bool(kept)):
            page.goto("about:blank")
            page.goto(f"{(HTML / 'book').as_uri()}/{address}")
            table = Tool(page, "#push-fold").settle().all(".explorer-table")
            table.get_by_text("Deal 1").wait_for()
            rounds.append([])
            if begun:
                keys = page.evaluate("Object.keys(localStorage)")
                assert [key for key in keys if key.endswith(" push-fold")] == [f"{kept} push-fold"]
            for many in range(6):
                told = table.inner_text()
                player = int("big blind: you" in told)
                hand = re.search(r"you hold .* \((\w+)\)", told)[1]
                assert lost[player][cards.HAND_INDEX[hand]] <= 0.05
                rounds[-1].append(hand)
                page.locator("#push-fold .explorer-choices button:visible").first.click()
                told = table.inner_text()
                own = re.search(r"(\d+) of (\d+) right, mistakes ", told)
                assert int(own[2]) == many + 1 >= int(own[1])
                score = re.search(
                    r"All your games with these settings: (\d+) of (\d+) right, ", told
                )
                assert bool(score) == bool(begun), "the same is not told twice"
                assert not begun or int(score[2]) == begun + many + 1 >= int(score[1])
        assert rounds[0] != rounds[1]


def test_where_my_own_range_is_locked_right_is_what_it_does(open_page):
    """However tight the opponent is who knows that range."""
    tool = open_page("#push-fold?stack=7;locks=0//22%2B,+A2%2B,+K9s:0.5;seat=0;seed=5")
    rule = tool.all("p", has_text="As the small blind you play your locked range")
    chart = ranges.parse_range("22+, A2+, K9s:0.5").hand_weights
    share = chart @ cards.HAND_PROBABILITIES
    said = f"(opening: fold {1 - share:.0%}, push {share:.0%} of hands): right is"
    assert said in rule.inner_text()
    assert rule.inner_text().endswith("and only how often you are right is counted.")
    pushing = np.diff(earns(solved(7), 0)[:, 1:])[:, 0]  # rather than folding
    table, right, priced, wrong = tool.all(".explorer-table"), 0, 0, []
    seven = Game(DEAL, betting.push_fold(7))
    response, _ = seven.best_response(1, seven.plan(0, {"push": chart}))
    against = np.diff(seven.action_values(0, response)[:, 1:])[:, 0]
    for many in range(1, 31):
        hand = re.search(r"you hold .* \((\w+)\), with 7 big blinds", table.inner_text())[1]
        key = "fp"[many % 2]
        tool.press(key)
        action, pushes = {"f": "fold", "p": "push"}[key], chart[cards.HAND_INDEX[hand]]
        is_right = pushes > 0 if key == "p" else pushes < 1
        does = "pushes" if pushes else "folds"
        told = f"by your own chart, which {f'{does} it.' if pushes in (0, 1) else 'folds 50%'}"
        said = table.locator("div p").first.inner_text()
        assert said.startswith(f"{action} with {hand}: {'right' if is_right else 'wrong'} {told}")
        price = rf"Against this big blind, who knows your chart, {action} earns "
        price += r"([\d.]+) mbb (less|more) than what your chart does\."
        assert bool(re.search(price, said)) != is_right
        if not is_right:
            amount, more = re.search(price, said).groups()
            gains = against[cards.HAND_INDEX[hand]] * (1 if key == "p" else -1)
            assert (1 if more == "more" else -1) * number(amount) == near(1000 * gains, 0.06)
        gain = pushing[cards.HAND_INDEX[hand]]
        goes_wrong = (gain > 1e-6 and pushes < 1) or (gain < -1e-6 and pushes > 0)
        best = f"Against best play, {'push' if gain > 0 else 'fold'} earns"
        assert (best in said) == goes_wrong == ("best play" in said)
        if goes_wrong:
            lost = 1000 * max(-gain * pushes, gain * (1 - pushes))
            told_of_best = said.partition(best)[2]
            assert number_in(r"^ ([\d.]+) mbb more than what your", told_of_best) == near(
                lost, 0.06
            )
            priced += 1
        right += is_right
        wrong += [] if is_right else [hand]
        assert f", {right} of {many} right by your own chart." in table.inner_text()
    assert not tool.all(".explorer-model").is_visible(), "its command has the range"
    assert 0 < right < 30 and priced and " lost" not in table.inner_text()
    listed = tool.all("details ol li").all_inner_texts()
    assert {text.split(",")[0] for text in listed} <= {*wrong} and "lost" not in "".join(listed)
    told = tool.click("End").all(".explorer-table").inner_text()
    assert told.count(f"{right} of 30 right by your own chart") == 1 and "can win" not in told
    assert tool.all(".explorer-model").is_visible()


def test_a_game_begins_at_what_is_asked_and_tab_leads_to_the_answers(open_page):
    tool = open_page("#push-fold?stack=7;seat=0;seed=5")
    question, focused = tool.all(".explorer-question"), "e => e === document.activeElement"
    question.get_by_text("Deal 1:").wait_for()
    asked, decision = question.inner_text(), tool.root.get_by_role("group", name="Your decision")
    for _ in range(2):
        assert decision.evaluate(focused) and question.inner_text() in decision.inner_text()
        tool.press("Space")
        assert "Deal 1:" in question.inner_text(), "Space scrolls, and answers nothing"
        tool.press("Tab")
        assert tool.evaluate("document.activeElement.textContent") == "fold"
        tool.click("New game")
    assert question.inner_text() != asked
    tool.press("Tab")
    tool.press("Enter")
    assert "Deal 2:" in question.inner_text()
    assert tool.evaluate("document.activeElement.textContent") == "fold"


def test_while_a_game_goes_on_only_that_charts_are_hidden_is_told_besides(open_tool):
    tool = open_tool()
    tool.begin(0)
    voice = tool.all(".explorer-voice")
    tool.page.wait_for_function("e => e.textContent", arg=voice.element_handle())
    assert voice.inner_text() == "Charts, and what saves them, are hidden while you play."


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


def test_while_fields_are_filled_in_little_is_said_and_the_rest_once(open_page):
    tool = open_page("#river?pot=100")
    tool.evaluate(
        """() => {
            window.said = [];
            const voice = document.querySelector('#river .explorer-voice');
            new MutationObserver(() => { if (voice.textContent) said.push(voice.textContent); })
                .observe(voice, { childList: true });
        }"""
    )
    for name, text in (("Pot", "60"), ("Stack behind", "300"), ("Bets, of the pot", "50%")):
        box = tool.label(name, exact=True)
        box.focus()
        box.fill(text)
        tool.press("Tab")
        tool.settle()
        tool.page.wait_for_timeout(1000)
    assert all(said == "Solving …" for said in tool.evaluate("said")), "it is still told in short"
    tool.page.wait_for_function("() => said.some(text => text.includes('game is worth'))")
    told = [said for said in tool.evaluate("said") if said != "Solving …"]
    assert len(told) == 1 and "game is worth" in told[0]
    tool.page.wait_for_timeout(3000)
    assert [said for said in tool.evaluate("said") if said != "Solving …"] == told


def test_of_a_fifth_more_calls_a_sentence_is_set_once(open_page):
    tool = open_page("#push-fold?stack=10")
    tool.evaluate(
        """() => {
            window.said = [];
            const note = document.querySelector('#push-fold .explorer-looser')
                .parentElement.querySelector(':scope > p[role=status]:not([class])');
            new MutationObserver(() => said.push(note.textContent))
                .observe(note, { childList: true });
        }"""
    )
    tool.root.get_by_role("button", name="+20%").click()
    tool.settle()
    tool.page.wait_for_timeout(1000)
    said = tool.evaluate("said")
    assert len(said) == 1 and said[0].startswith("+20%, counted from his optimal")


def test_of_a_fifth_more_calls_nothing_is_said_that_is_no_longer_so(open_page):
    """While the solver works, once it is stopped, and where the big blind has no choice."""
    tool = open_page("#push-fold?stack=10")
    note = tool.all(".explorer-looser ~ p[role=status]:not([class])").first
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


def test_of_a_fifth_more_calls_it_is_said_that_nothing_can_be_solved(browser, site):
    script = """window.Worker = class extends Worker {
        postMessage(asked) {
            const wrong = asked.settings?.stack === "9";
            super.postMessage(wrong ? { ...asked, settings: { stack: "much" } } : asked);
        }
    };"""
    with browser.new_page(bypass_csp=True) as page:
        page.add_init_script(script)
        page.goto(f"{site}/{PAGE}#push-fold?stack=10")
        tool = Tool(page, "#push-fold").settle()
        tool.root.get_by_role("button", name="+20%").click()
        tool.all("p", has_text="The small blind then pushes").wait_for()
        tool.fill("Stack, big blinds", "9")
        told = "+20%: not counted here, as nothing can be solved."
        tool.all("p", has_text=told).wait_for()
        tool.fill("Stack, big blinds", "10")
        tool.all("p", has_text="The small blind then pushes").wait_for()


def test_a_tap_on_the_board_selects_it_and_another_goes_into_it(browser):
    with browser.new_page(**PHONE) as page:
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


def test_the_printed_charts_say_their_ranges(open_page):
    tool = open_page("#push-fold?stack=10")
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


def test_the_ranges_that_are_shown_are_on_the_page_in_words(open_page):
    tool = open_page("#push-fold?stack=10")
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


def test_a_hand_is_told_first_in_the_chart_in_which_it_is(open_page):
    tool = open_page("#push-fold?stack=10")
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


def test_a_game_can_be_sent_while_it_goes_on(open_page):
    tool = open_page("#push-fold?stack=7;seat=0;seed=5")
    question = tool.all(".explorer-question")
    question.get_by_text("Deal 1:").wait_for()
    first = question.inner_text()
    for key in "fp":
        tool.press(key)
    assert question.inner_text() != first
    tool.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tool.click("Copy link")
    said = "The link is copied: it begins this game at its first deal."
    told = tool.all(".explorer-remark", has_text=said)
    told.wait_for()
    link = tool.evaluate("navigator.clipboard.readText()")
    sent = open_page(f"#{link.partition('#')[2]}").all(".explorer-question")
    assert sent.inner_text() == first
    tool.click("End")
    assert tool.button("Copy link").count() == 1 and told.count() == 0


def test_against_a_locked_opponent_the_best_answer_is_right(open_page):
    tool = open_page("#push-fold?stack=10;locks=1/push/random;seat=0;seed=5")
    said = "what is locked of the big blind (after push: random): right is the best answer"
    tool.all("p", has_text=said).wait_for()
    worth = TEN.action_values(0, TEN.plan(1, {"call": "random"}))
    table = tool.all(".explorer-table")
    for _ in range(12):
        hand = re.search(r"you hold .* \((\w+)\)", table.inner_text())[1]
        tool.press("p")
        gain = worth[cards.HAND_INDEX[hand], 2] - worth[cards.HAND_INDEX[hand], 1]
        lost = re.search(r"a mistake of ([\d.]+) mbb", table.locator("div p").first.inner_text())
        assert float(lost[1] if lost else 0) == near(1000 * max(-gain, 0), 0.06)


def test_each_game_has_a_score_of_its_own(open_page):
    tool = open_page("#push-fold")

    def play(address, keys):
        table = tool.set_to(address).all(".explorer-table")
        table.get_by_text("Deal 1").wait_for()
        assert "All your games" not in table.inner_text()
        for key in keys:
            tool.press(key)
        told = table.inner_text()
        own = int(number_in(r"After (\d+) decisions?:", told))
        every = re.search(r"All your games with these settings: \d+ of (\d+) right", told)
        return int(every[1]) if every else own

    assert play("#push-fold?stack=7;seat=0;seed=5", "ff") == 2
    assert play("#push-fold?stack=9;seat=0;seed=5", "f") == 1
    assert play("#push-fold?stack=7;seat=1;seed=6", "fff") == 5
    assert play("#push-fold?stack=7;seat=0;seed=5;close=200", "f") == 1
    assert play("#push-fold?stack=7;locks=1/push/AA;seat=0;seed=5", "f") == 1
    tool.set_to("#push-fold?stack=7;seat=0;seed=7")
    tool.press("f")
    told = tool.click("End").all(".explorer-table").inner_text()
    assert "of the 1 hand that you were asked about" in told and "of 6 right" in told


@pytest.mark.parametrize("viewport", [WIDE, NARROW])
@pytest.mark.parametrize("name", ["push-fold", "no-limit"])
def test_a_verdict_names_its_hand_and_stands_above_the_next_one(name, viewport, open_page):
    tool = open_page(f"#{name}?seat=0;seed=5", viewport=viewport)
    told, question = tool.all(".explorer-told"), tool.all(".explorer-question")
    question.get_by_text("Deal 1:").wait_for()
    assert told.inner_text() == "Here you are told how you played a hand."
    titles, places = set(), set()
    for key in "1222" * 4:
        deal, hand = re.search(r"(Deal \d+): you hold .* \((\w+)\)", question.inner_text()).groups()
        tool.press(key)
        title = told.locator("strong").inner_text()
        goes_on = question.inner_text().startswith(f"{deal}:")
        words = "This hand so far" if goes_on else "The last hand"
        assert title == f"{words}, {hand}" and f" with {hand}: " in told.inner_text()
        above, below = told.bounding_box(), question.bounding_box()
        assert above["y"] + above["height"] <= below["y"]
        assert "After " not in told.inner_text()
        totals = tool.all(".explorer-table > div", has_text=re.compile("^After")).bounding_box()
        assert totals["y"] > tool.all(".explorer-choices").bounding_box()["y"]
        titles.add(words)
        places.add(below["y"] - tool.all(".explorer-table").bounding_box()["y"])
    assert len(titles) == 1 + (name == "no-limit")
    assert name == "no-limit" or len(places) == 1, "what is asked stays in its place"
    tool.click("End")
    assert told.locator("strong").count() == 0


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


def test_a_bet_in_chips_is_typed_as_the_page_says(open_tool):
    tool = open_tool("#river")
    tool.fill("Bets, of the pot", "60/200")
    assert tool.alert.count() == 0
    assert "bet 60:" in tool.view(0, ".explorer-legend").inner_text()


def test_a_game_that_is_changed_while_it_goes_on_is_told_to_end(open_page):
    tool = open_page("#push-fold?stack=10;seat=0;seed=5")
    table = tool.all(".explorer-table")
    tool.press("f")
    tool.press("x")
    tool.all("p", has_text="x chooses nothing: type 1 for fold or 2 for push.").wait_for()
    question = tool.all(".explorer-question")
    asked = question.inner_text()
    ended = "You have changed the game, and another begins; the last one ended after 1 decision."
    tool.label("closer than").select_option("50")
    tool.settle()
    assert "Deal 2:" in asked and "Deal 1:" in question.inner_text(), "it counts at once"
    assert "close=50" in tool.address and ended in tool.all(".explorer-told").inner_text()
    tool.click("New game")
    assert "close=50" in tool.address
    assert "Deal 1:" in question.inner_text() and "You have changed" not in table.inner_text()
    tool.press("f")
    tool.press("x")
    tool.fill("Stack, big blinds", "9")
    assert ended in table.inner_text() and "Deal 1:" in table.inner_text()
    assert "x chooses" not in tool.root.inner_text()
    tool.click("End")
    assert open_page(tool.address).view(0, "[role=grid]").is_visible(), "what is sent has charts"


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


def test_close_decisions_do_not_run_out(open_tool):
    """Hardly a hand is as close as that: those that are come again."""
    tool = open_tool("#push-fold?seat=0;close=20;seed=5")
    table = tool.all(".explorer-table")
    table.get_by_text("Deal 1").wait_for()
    tool.set_to("#push-fold?stack=7;seat=1;close=20;seed=5")  # there is but one
    table.get_by_text("Deal 1").wait_for()
    for decision in range(1, 26):
        assert "you hold" in table.inner_text()
        tool.press("1")
        assert f"After {decision} decision" in table.inner_text()


@pytest.mark.parametrize("name", ["preflop", "one-round", "no-limit", "river"])
def test_every_game_is_played_by_keys_and_shows_both_hands(name, open_tool):
    tool = open_tool(f"#{name}")
    for seat in (0, 1):
        said, won, hands = tool.begin(seat), 0, 0
        said.get_by_text("Deal 1").wait_for()
        first = said.inner_text()
        tool.page.wait_for_function(f"location.hash.includes('seat=1') === {seat} > 0")
        for decision in range(1, 13):
            tool.press("2" if decision % 4 else "1")
            told = said.inner_text()
            if over := re.search(r"You had (\w+), .* (\w+)\. It pays (\S+) ", told):
                dealt = r"[AKQJT2-9]{2}[so]?|([AKQJT2-9][cdhs]){2}"
                assert all(re.fullmatch(dealt, hand) for hand in over.groups()[:2])
                won, hands = won + number(over[3]), hands + 1
            score = number_in(rf"After {decision} decisions?: (\S+) ", told)
            assert score == near(won, 0.005 * hands + 0.006)
        assert hands > 2 and f"Deal {hands + 1}:" in told
        repeated = open_tool(tool.address).all(".explorer-table")
        repeated.get_by_text("Deal 1").wait_for()
        assert repeated.inner_text() == first
        tool.click("End")
        unit = "thousandths of the pot" if name == "river" else "mbb"
        assert number_in(rf"can win ([\d.]+) {unit}", said.inner_text()) >= 0


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
    assert said == certificate["value"] == str(exact.solve(Game(DEAL, tool.code()[0])).value)
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
    tool, hand, action, open_page
):
    tool = open_page(f"#{tool}")
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


def test_that_a_link_is_copied_is_said_in_sight_while_charts_are_compared(open_page):
    tool = open_page("#push-fold?stack=7", viewport={"width": 1280, "height": 800})
    tool.click("Keep to compare")
    tool.fill("Stack", "9")
    tool.button("Copy link").evaluate("button => button.scrollIntoView({ block: 'end' })")
    tool.copied("link")
    box = tool.root.get_by_text("The link is copied").first.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 800


def test_a_message_leaves_the_fields_beside_it_where_they_are(open_page):
    tool = open_page("#push-fold?stack=7", viewport={"width": 1280, "height": 800})
    tool.all("details", has_text="Big-blind ante").first.evaluate("box => { box.open = true; }")
    fields = tool.all(".explorer-more[open] .explorer-controls input:visible")
    places = "all => all.map(e => { const b = e.getBoundingClientRect(); return [b.x, b.width]; })"
    before = fields.evaluate_all(places)
    assert len(before) == 5
    tool.enter(tool.label("Ante", exact=True), "-1")
    wrong = tool.all(".explorer-more[open] .explorer-wrong:visible")
    assert fields.evaluate_all(places) == before and wrong.count() == 1
    line = wrong.bounding_box()
    assert line["width"] > 600 and line["x"] + line["width"] < 1280
    low = max(field.bounding_box()["y"] + field.bounding_box()["height"] for field in fields.all())
    assert line["y"] >= low, "it covers no field"


def test_a_fifth_more_calls_are_a_button_beside_the_box_and_may_be_typed(open_page):
    tool = open_page("#push-fold?stack=7")
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


def test_what_is_heard_of_a_hand_are_its_own_numbers(open_page):
    """However fast one walks on, and leaves the chart before it is said."""
    tool = open_page("#push-fold?stack=10;hand=KK")
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


@pytest.mark.parametrize("fragment", ["#river?board=KsKs7h3c2d", "#pushfold?stack=7"])
def test_on_a_phone_what_is_wrong_with_a_link_is_said_in_sight(fragment, browser):
    with browser.new_page(**PHONE) as page:
        page.goto(FOLDER + fragment)
        told = page.locator(".explorer-wrong", has_text="Not taken from the address")
        told.wait_for()
        page.wait_for_function("!document.querySelector('.explorer[aria-busy=true]')")
        page.wait_for_timeout(500)
        box = told.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= PHONE["viewport"]["height"]


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


def test_a_link_to_a_tool_leads_the_keyboard_there(open_page):
    tool = open_page("#push-fold?stack=2;hand=63s")
    is_at = "text => document.activeElement.textContent.startsWith(text)"
    tool.page.wait_for_function(is_at, arg="Push or fold")
    ring = "getComputedStyle(document.querySelector('.explorer-tabs [aria-current=true]')).outline"
    assert "solid 3px" in tool.evaluate(ring), "the title is out of sight"
    passed = 0
    while tool.evaluate("document.activeElement.getAttribute('aria-label')") != "Stack, big blinds":
        tool.press("Tab")
        passed += 1
    assert passed < 8 and "solid" not in tool.evaluate(ring)
    tool.page.get_by_role("link", name="Take away the big blind").or_(
        tool.page.locator("a[href*='push-fold?stack=10;bb-ante=1']")
    ).first.click()
    tool.page.wait_for_function(is_at, arg="Push or fold")
    tool.page.locator(".explorer-tabs a").get_by_text("River", exact=True).click()
    tool.page.locator("#river .explorer-voice", has_text="the game is worth").wait_for(
        state="attached"
    )
    assert tool.evaluate("document.activeElement.textContent") == "River", "a tab keeps it"


def test_what_is_freed_leaves_the_focus_at_the_next(open_page):
    tool = open_page("#push-fold?stack=7;locks=0//AA|1/push/KK")
    unfolded = tool.all("details:has(> summary:has-text('What is locked'))")
    unfolded.evaluate("e => { e.open = true; }")
    said = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
    tool.button("Free Small blind, opening: AA").press("Enter")
    assert tool.settle().evaluate(said) == "Free Big blind, after push: KK"
    tool.press("Enter")
    assert tool.settle().evaluate(said) == "What is locked"


def test_no_hand_has_a_ring_before_one_is_chosen(open_page):
    tool = open_page("#push-fold")
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


def test_keeping_a_chart_to_compare_leaves_its_button_in_sight(open_page):
    for viewport in (WIDE, {"width": 1440, "height": 700}, NARROW):
        tool = open_page("#push-fold", viewport=viewport)
        button = tool.all(".explorer-keep button").first
        for _ in range(2):
            button.click()
            box = tool.settle().all(".explorer-keep button").first.bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] < viewport["height"] + 1


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


@pytest.mark.parametrize(("width", "most"), [(390, 7450), (820, 5000), (1440, 4300)])
def test_one_tool_is_in_sight_and_old_addresses_lead_to_theirs(width, most, open_page):
    tool = open_page("#river?pot=10", viewport={"width": width, "height": 900})
    assert tool.evaluate("scrollY") > 0
    tabs, seen = tool.page.locator(".explorer-tabs a"), tool.page.locator(".explorer:visible")
    sections = tool.page.locator("section:has(.explorer) > h2").evaluate_all(
        "titles => titles.map(title => '#' + title.parentElement.id)"
    )
    for at, (name, section) in enumerate(zip(TOOLS, sections[-5:], strict=True)):
        for fragment in (section, f"#{name}"):
            tool.set_to(fragment)
            assert seen.evaluate_all("all => all.map(e => e.id)") == [name]
            assert tabs.nth(at).get_attribute("aria-current") == "true"
        assert tool.evaluate("document.documentElement.scrollHeight") < most
    tool.fill("Pot", "20")
    for name in ("No limit", "River"):
        tabs.get_by_text(name, exact=True).click()
    assert seen.get_by_label("Pot", exact=True).input_value() == "20"
    assert tool.address == "#river?pot=20"
    shown = seen.locator("[data-player='1'] .explorer-caption")
    assert shown.inner_text() == "Second player, after bet 12", "the bet that is of the new pot"


@pytest.mark.parametrize("hand", ["AA", "93s", "22"])
def test_on_a_phone_a_tapped_hand_is_told_and_locked_where_one_looks(hand, browser):
    with browser.new_page(**PHONE) as page:
        page.goto(FOLDER)
        tool = Tool(page, "#push-fold").settle()
        tool.view(0, ".explorer-caption").evaluate("e => scrollTo(0, e.offsetTop - 300)")
        tool.cell(0, hand).tap()
        page.wait_for_function("!document.querySelector('.explorer :active')")
        cell, table = (e.bounding_box() for e in (tool.cell(0, hand), tool.view(0, "table")))
        assert cell["y"] + cell["height"] <= table["y"]
        assert table["y"] + table["height"] < NARROW["height"]
        lock = tool.view(0, "summary", "player").bounding_box()
        assert lock["y"] - cell["y"] < NARROW["height"]


def test_back_and_forward_walk_over_the_knobs_that_were_turned(open_page):
    tool = open_page("#push-fold")
    told, views = tool.view(0, "table caption"), [tool.shown()]
    tool.cell(0, "72o").hover()
    assert told.inner_text().startswith("72o, ")
    tool.label("Stack", exact=True).focus()
    for _ in range(3):
        tool.press("ArrowRight")
    views.append(tool.shown())
    tool.cell(0, "AA").click()
    tool.cell(0, "72o").hover()  # what was clicked stays
    assert told.inner_text().startswith("AA, ")
    tool.page.mouse.move(0, 0)
    views.append(tool.shown())
    tool.page.locator(".explorer-tabs a").get_by_text("Limit preflop", exact=True).click()
    views.append(tool.shown())
    tool.page.locator("#preflop").get_by_label("Betting").select_option("pot")
    views.append(tool.shown())
    tool.evaluate("location.hash = '#further-reading'")
    assert tool.shown() == views[-1]
    for step, expected in [(-1, 4), (-2, 2), (-1, 1), (-1, 0), (1, 1), (1, 2), (2, 4), (-2, 2)]:
        with tool.page.expect_event("framenavigated"):
            tool.evaluate(f"history.go({step})")
        tool.page.wait_for_timeout(300)
        assert tool.shown() == views[expected], (step, expected)
    tool.cell(0, "AA").click()  # nothing new: what lies ahead is still there
    tool.cell(0, "72o").hover()  # it was let go
    assert told.inner_text().startswith("72o, ")


def test_limit_preflop_shows_every_decision(open_tool):
    tool, tree = open_tool("#preflop"), preflop.tree(3)
    solution = double_oracle.trembling(Game(DEAL, tree))
    for player, seat in enumerate(SEATS):
        decisions = tool.label(f"Decision of the {seat}")
        for node in tree.information_sets[player]:
            decisions.select_option(node.history)
            other = solution.plans[1 - player][:, node.opponent_sequence]
            reach = DEAL.prior @ (other * (other > 1e-3))
            for hand in ("KK", "87o", "42s"):
                index = cards.HAND_INDEX[hand]
                if solution.plans[player][index, node.sequence_before] > 1e-3 and reach[index] > 0:
                    tool.agrees(player, node, solution, hand)
    tool = open_tool("#preflop?blinds=0%2F1&nr=1&second-after=call")
    assert "It never comes to this" in tool.view(1, ".explorer-legend").inner_text()
    assert tool.said(1, "AA").endswith("never asked")


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
            earned = worth[row, game.tree.index(0, action)]
            assert told == near((solution.probability(0, action, hand), earned), 2e-4)
    tool.label("Raise by", exact=True).focus()
    for _ in range(6):
        tool.press("ArrowRight")
    legend = tool.view(1, ".explorer-legend").inner_text()
    calls, met = solution.probability(1, "raise 20, call"), game.tree.index(0, "raise 20")
    weights = DEAL.prior.T @ solution.plans[0][:, met]
    assert number_in("call: (.*)%", legend) == near(100 * calls @ DEAL.hand_probabilities(1), 0.06)
    here = number_in("that get here: call (.*)%,", legend)
    assert here == near(100 * calls @ weights / weights.sum(), 0.06)
    tool.press("ArrowLeft")
    assert "Alice never raises by this" in tool.root.inner_text()
    assert tool.button("Lock what is shown: Bob").is_disabled()


WORTH = r"worth ([+−\d.]+) chips to the first player: ([+−\d.]+)% of the pot"


def river(**settings):
    """The address of a river in the explorer, without what stands there already."""
    typed = {name.replace("_", "-"): text.replace("+", "%2B") for name, text in settings.items()}
    return "#river?" + ";".join(f"{name}={text}" for name, text in typed.items())


SMALL = {
    "first": "AA, QQ-99, KJs, AJs, 87s, 54s, AQ:0.5",
    "second": "KK, 99-66, AQ, KJ:0.25, T9s, 3c2c",
}


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
    game, (command, *_) = tool.code()
    value, share, width = map(number, told.groups())
    pot, exactly = float(sizes.get("pot", 200)), lp.solve(game).payoff
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
        held = deal.hand_probabilities(player)[[deal.index(player, row[0]) for row in shown]]
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
                    const { classOf } = await import("/river-hands.js");
                    return classOf(board, own);
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
    game, _ = tool.code()
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


def test_while_the_program_loads_a_link_s_reader_is_told_so_and_if_it_fails(browser):
    loading = "Loading what this link shows"
    failed = "What this link shows could not be loaded: the charts are not those of the link."
    with browser.new_page(**PHONE) as page:
        held = []
        page.route("**/explorer.js*", lambda route: held.append(route))
        for fragment, said in (("#push-fold?stack=7", loading), ("#push-fold", ""), ("", "")):
            page.goto("about:blank")
            page.goto(FOLDER + fragment, wait_until="commit")
            note = page.locator(".explorer-loading")
            note.wait_for(state="attached")
            page.locator("#river").wait_for(state="attached")
            assert note.text_content().startswith(said) and bool(said) == note.is_visible()
            if said:
                assert note.bounding_box()["y"] < NARROW["height"], "where one looks"
            held.pop().abort() if said else held.pop().continue_()
            if said:
                page.locator(".explorer-loading", has_text=failed).wait_for()
            else:
                note.wait_for(state="detached")
    with browser.new_page(**PHONE) as page:
        page.goto(f"{FOLDER}#push-fold?stack=7")
        assert Tool(page, "#push-fold").settle().box("Stack").input_value() == "7"
        assert page.locator(".explorer-loading").count() == 0


@pytest.mark.parametrize("name", ["push-fold", "preflop", "river"])
def test_on_a_phone_tools_are_in_sight_charts_as_wide_as_can_be_and_buttons_large(name, browser):
    with browser.new_page(**PHONE) as page:
        page.goto(FOLDER)
        tabs = page.locator(".explorer-tabs").bounding_box()
        assert tabs["y"] + tabs["height"] < NARROW["height"], "without scrolling"
        page.goto("about:blank")
        page.goto(f"{FOLDER}#{name}")
        tool = Tool(page, f"#{name}").settle()
        cell = tool.cell(0, "AA").bounding_box()
        assert min(cell["width"], cell["height"]) >= 27
        assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
        stop = tool.all(".explorer-stop")
        hit = """stop => {
            stop.classList.remove('away');
            stop.scrollIntoView({ block: 'center' });
            const { x, y, width, height } = stop.getBoundingClientRect();
            const middle = x + width / 2, foot = y + height - 10;
            return [[0, 0], [0, 43], [-22, 20], [22, 20]].map(([across, up]) =>
                document.elementFromPoint(middle + across, foot - up) === stop);
        }"""
        assert stop.evaluate(hit) == [True] * 4, "44 px is what a thumb hits"
        if name == "push-fold":
            more = tool.all(".explorer-looser > button").bounding_box()
            assert min(more["width"], more["height"]) >= 44


def test_the_page_is_light_enough_for_a_phone():
    parts = [HTML / PAGE, *(HTML / "_static").glob("explorer.*")]
    assert len(parts) == 3
    assert sum(part.stat().st_size for part in parts) < 460_000  # plain numbers, which pack well
    sent = [len(zlib.compress(part.read_bytes())) for part in parts]  # as servers send them
    assert sum(sent) < 136_000


def test_what_was_refused_stays_marked_while_something_else_changes(open_tool):
    """Until its box has another text, or the chart shows another decision."""
    tool = open_tool("#no-limit?stack=6;raises=2.5x")
    old, box = tool.all(".explorer-outdated"), tool.locking()[1]
    tool.enter(box, "ZZ")
    tool.fill("Stack", "7")
    assert box.input_value() == "ZZ" and box.get_attribute("aria-invalid") == "true"
    assert "the big blind's range as it was, free" in old.inner_text()
    tool.view(1, "select").first.select_option(index=1)
    assert tool.settle().locking()[1].input_value() == "" and old.inner_text() == ""
    tool.fill("Raises", "1x")
    tool.view(0, "select").first.select_option(index=1)
    tool.settle()
    assert "raises 2.5x" in old.inner_text()
    assert tool.label("Raises").input_value() == "1x"
    tool.fill("Raises", "3x")
    assert old.inner_text() == ""


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
def test_what_a_hand_earns_is_told_where_one_points(name, open_page):
    tool = open_page(f"#{name}", viewport={"width": 1440, "height": 900})
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


def test_keys_show_what_a_hand_earns_beside_it(open_page):
    tool = open_page("#push-fold", viewport={"width": 1280, "height": 800})
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


def test_the_ring_of_the_focus_stands_out_from_every_colour(open_page):
    """And is more than that of the same hand in the other chart, once the hand is kept."""
    tool = open_page("#river")
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


def test_a_game_asks_no_hand_again_so_soon(open_tool):
    tool = open_tool("#push-fold?stack=10;seed=11")
    table, hands = tool.begin(0), []
    for _ in range(60):
        hands.append(re.search(r"you hold .* \((\w+)\)", table.inner_text())[1])
        tool.press("1")
    assert all(len({*hands[at : at + 40]}) == 40 for at in range(20))


def test_on_a_phone_the_first_paragraph_leads_to_the_first_game(browser):
    with browser.new_page(**PHONE) as page:
        page.goto(FOLDER)
        slider = Tool(page, "#push-fold").settle().label("Stack", exact=True)
        top = slider.bounding_box()["y"]
        assert page.locator("#an-example-step-by-step").bounding_box()["y"] > top, (
            "above the example"
        )
        page.locator("#explorer > p a", has_text="Push or fold").tap()
        page.wait_for_timeout(500)
        assert 55 < slider.bounding_box()["y"] < NARROW["height"] / 2


def test_on_a_phone_question_and_buttons_are_in_sight(browser):
    with browser.new_page(**PHONE) as page:
        page.goto(f"{FOLDER}#no-limit")
        tool = Tool(page, "#no-limit").settle()
        table = tool.begin(2)
        for _ in range(8):
            question = table.get_by_text(re.compile("^Deal ")).bounding_box()
            buttons = tool.all(".explorer-choices button").all()
            for box in (question, *(button.bounding_box() for button in buttons)):
                assert box["y"] > 55 and box["y"] + box["height"] <= NARROW["height"]
            buttons[-1].tap()


@pytest.mark.parametrize("name", ["push-fold", "no-limit", "river"])
def test_on_a_phone_a_button_beside_the_first_chart_begins_a_quiz_in_one_view(name, browser):
    with browser.new_page(**PHONE) as page:
        page.goto(f"{FOLDER}#{name}")
        tool = Tool(page, f"#{name}").settle()
        tool.all(".explorer-value", has_text="proven within").wait_for()
        opener = tool.button("Quiz: play against these charts")
        chart, knob = tool.view(0, "[role=grid]").bounding_box(), opener.bounding_box()
        assert 0 < chart["y"] - knob["y"] < 150 and min(knob["width"], knob["height"]) >= 44
        opener.tap()
        said, question = tool.all(".explorer-told"), tool.all(".explorer-question")
        question.get_by_text("Deal 1").wait_for()
        for _ in range(3):
            buttons = tool.all(".explorer-choices button").all()
            sizes = [button.bounding_box() for button in buttons]
            assert all(min(size["width"], size["height"]) >= 44 for size in sizes)
            for size in (said.bounding_box(), question.bounding_box(), *sizes):
                assert size["y"] > 55 and size["y"] + size["height"] <= NARROW["height"]
            buttons[-1].tap()
        ends = [tool.button(text).bounding_box() for text in ("New game", "End")]
        assert min(size["height"] for size in ends) >= 44


@pytest.mark.parametrize("name", TOOLS)
def test_on_a_phone_what_can_be_set_stands_before_the_prose(name, browser):
    with browser.new_page(**PHONE) as page:
        page.goto(f"{FOLDER}#{name}")
        tool = Tool(page, f"#{name}").settle()
        tabs, box = page.locator(".explorer-tabs").bounding_box(), tool.all("input").first
        assert box.bounding_box()["y"] - tabs["y"] - tabs["height"] < 260


def test_the_chapter_on_the_river_leads_to_what_can_be_set_before_its_prose(browser):
    with browser.new_page(**PHONE) as page:
        page.goto((HTML / "book/river.html").as_uri())
        link = page.locator("#the-river > p a[href*='explorer.html#river']").first.bounding_box()
        title = page.locator("#the-river > section > h2").first.bounding_box()
        assert link["y"] < title["y"]


def test_chips_that_are_typed_for_blinds_leave_as_many_big_blinds_in_the_stack(open_tool):
    tool = open_tool("#push-fold?stack=10;other=12.5")
    worth, remarks = tool.value, ".explorer-remark"
    assert "chips" not in "".join(tool.all(remarks).all_inner_texts())
    tool.fill_all({"Small blind": "50", "Big blind": "100"})
    assert tool.address == "#push-fold?stack=1000;other=1250;sb=50;bb=100" and tool.value == worth
    told = tool.all(remarks, has_text="These are").inner_text()
    assert told == "These are chips, and come to 10 big blinds."
    assert "chips, 10 big blinds" in tool.all(".explorer-slider").first.inner_text()
    tool.fill("Stack, chips", "750")
    assert "chips, 7.5 big blinds" in tool.all(".explorer-slider").first.inner_text()
    tool.fill("Big blind", "1000")
    assert "stack=750" in tool.address, "what is in chips stays"
    tool = open_tool("#push-fold?stack=12")
    tool.fill_all({"Small blind": "1", "Big blind": "2"})
    assert tool.address == "#push-fold?stack=12;sb=1;bb=2", "twelve chips may be meant"
    told = tool.all(remarks, has_text="These are").inner_text()
    assert told == "These are chips, and come to 6 big blinds."
    tool = open_tool("#push-fold?stack=10")
    tool.fill_all({"Small blind": "50", "Stack, big blinds": "1500", "Big blind": "100"})
    assert tool.address == "#push-fold?stack=1500;sb=50;bb=100", "chips were typed there, too"
    tool = open_tool("#push-fold?stack=10;bb-ante=1")
    worth = tool.value
    tool.fill("Big blind", "1000")
    assert tool.address == "#push-fold?stack=10000;sb=500;bb=1000;bb-ante=1000"
    assert tool.value == worth, "nobody has typed another small blind or ante"


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
        tool.all("p", has_text=told).wait_for()
        assert number(box.input_value()) == near(1.2 * optimal, 0.051)
        calls = ranges.parse_range(tool.locking()[1].input_value()).hand_weights
        assert calls @ cards.COMBOS_PER_HAND / 13.26 == near(1.2 * optimal, 0.06)
    before = tool.address
    tool.page.go_back()
    tool.page.wait_for_function("location.hash.includes('stack=7')")
    tool.page.go_forward()
    tool.page.wait_for_function(f"location.hash === {before!r}")
    tool.all("p", has_text=told).wait_for()
    tool.click("Keep to compare")
    assert tool.all("p", has_text=told).count() == 1, "said as long as it is locked"
    tool.fill("Stack, big blinds", "2")
    all_hands = r"\+20%, counted from his optimal [\d.]+%: he calls 100%, which are all\."
    tool.all("p", has_text=re.compile(all_hands)).wait_for()
    assert tool.alert.count() == 0 and box.input_value() == "100"
    tool.fill("Stack, big blinds", "12")
    tool.all("p", has_text=told).wait_for()
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


def test_a_hand_s_name_leads_to_it_enter_pins_it_and_escape_lets_it_go(open_page):
    tool = open_page("#push-fold?stack=10")
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


def test_a_proof_without_mixed_hands_says_so(open_tool):
    tool = open_tool("#push-fold?stack=1.3")
    tool.click("Prove it exactly")
    told = tool.all(".explorer-proof").inner_text()
    start = "Proven for 1.3 big blinds: by playing otherwise neither player can win anything more."
    assert start in told and "No hand is mixed." in told
    tool.set_to("#push-fold?stack=10")
    tool.click("Prove it exactly")
    told = tool.all(".explorer-proof").inner_text()
    assert "Proven for 10 big blinds: " in told and "1 hand of either player is mixed." in told
    assert "big blinds a deal (−0.0454) on average: no calls make these pushes win less" in told


def test_a_proof_that_is_asked_for_again_says_that_it_stands(open_page):
    tool = open_page("#push-fold?stack=10")
    proof = tool.all(".explorer-proof")
    tool.click("Prove it exactly")
    once = proof.inner_text()
    assert "times" not in once
    for times in (2, 3):
        tool.click("Prove it exactly")
        again = f"Worked out {times} times, and it stands. Proven"
        assert proof.inner_text() == once.replace("Proven", again)
    tool.fill("Stack, big blinds", "9")
    tool.click("Prove it exactly")
    assert "Proven for 9 big blinds" in proof.inner_text() and "times" not in proof.inner_text()


def test_a_proof_goes_as_soon_as_another_game_is_set(open_page):
    tool = open_page("#push-fold?stack=10")
    proof = tool.all(".explorer-proof")
    tool.click("Prove it exactly")
    assert "Proven for 10 big blinds" in proof.inner_text()
    tool.evaluate(SOLVES_NOTHING)
    box = tool.box("Stack, big blinds")
    box.fill("7")
    box.press("Enter")
    assert "Proven" not in proof.inner_text() and tool.text("value").startswith("Solving")


def test_a_link_keeps_a_change_of_the_caller_s_share(open_page, browser):
    """Whoever opens it has the change counted again at other stacks, and its button pressed."""
    tool = open_page("#push-fold?stack=10")
    more = tool.all(".explorer-looser").get_by_role("button", name="+20%")
    assert more.get_attribute("aria-pressed") == "false"
    more.click()
    tool.settle()
    link = tool.address
    assert "calls=%2B20%25" in link and more.get_attribute("aria-pressed") == "true"
    said = tool.all("p", has_text="+20%, counted from his optimal").inner_text()
    assert "also for whoever opens a copied link" in said
    with browser.new_page(bypass_csp=True) as page:
        page.goto(FOLDER + link)
        other = Tool(page, link).settle()
        other.all("p", has_text=said).wait_for()
        pressed = other.all(".explorer-looser").get_by_role("button", name="+20%")
        assert pressed.get_attribute("aria-pressed") == "true" and other.address == link
        assert other.evaluate("history.length") < 3, "no step of Back"
        other.fill("Stack, big blinds", "7")
        other.all("p", has_text="counted from his optimal 48.6%: he calls 58.3%").wait_for()
        pressed.click()
        assert other.settle().address == "#push-fold?stack=7", "pressed again, it frees him"
        assert pressed.get_attribute("aria-pressed") == "false"
        other.set_to(link.replace("calls=%2B20%25;", ""))
        assert "His range is locked" in other.root.inner_text(), "as links without a change have it"
        other.set_to("#push-fold?stack=10;calls=20")
        assert "calls: 20 won't do; it has to be a change such as +20%" in other.alert.inner_text()


def test_a_sentence_on_a_river_is_marked_as_old_with_the_charts(open_page):
    tool = open_page("#river")
    tool.click("Keep to compare")
    before = "e => getComputedStyle(e, '::before').content"
    sentence = tool.all(".explorer-finding").first
    assert sentence.evaluate(before) == "none" and "bluffs" in sentence.inner_text()
    tool.fill("Board", "AhAhAh")
    assert sentence.evaluate(before) == '"Old: "'


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


@pytest.mark.parametrize("unit", [" bb", "bb", " big blinds", " BB"])
def test_a_stack_may_have_its_unit(unit, open_tool):
    tool = open_tool("#push-fold")
    tool.fill("Stack, big blinds", f"7{unit}")
    assert tool.alert.count() == 0 and tool.address == "#push-fold?stack=7"
    tool = open_tool("#no-limit?stack=20;bb=2;sb=1")
    tool.fill("Stack", f"8{unit}")
    assert f"8{unit} won't do; it has to be a number" in tool.alert.inner_text(), "of chips"


def test_in_a_quiz_with_my_range_it_is_said_which_decisions_are_close(open_page):
    said = "Which decisions are close is counted without locks."
    for close in ("50", ""):
        tool = open_page(f"#push-fold?stack=7;locks=0//22%2B,+A2%2B;seat=0;seed=5;close={close}")
        rule = tool.all("p", has_text="As the small blind you play your locked range")
        rule.wait_for()
        assert (said in rule.inner_text()) == bool(close)


def test_a_link_that_deals_by_chance_is_sent_on_with_the_hands_that_it_dealt(open_page):
    link, questions = "#push-fold?stack=4;seat=2;seed=0;close=50", []
    for _ in range(3):
        tool = open_page(link)
        question = tool.all(".explorer-question", has_text="Deal 1")
        question.wait_for()
        questions.append(question.inner_text())
    assert len({*questions}) > 1
    seed = number_in(r"seed=(\d+)", tool.address)
    assert seed > 0
    again = open_page(tool.address).all(".explorer-question", has_text="Deal 1")
    again.wait_for()
    assert again.inner_text() == questions[-1]


def test_on_a_phone_the_buttons_of_a_quiz_stay_where_they_are(browser):
    with browser.new_page(**PHONE) as page:
        page.goto(f"{FOLDER}#push-fold?stack=7;seat=2;seed=3")
        actions = page.locator("#push-fold .explorer-choices")
        actions.locator("button").first.wait_for()
        places = set()
        for _ in range(8):
            actions.locator("button").first.tap()
            page.wait_for_timeout(50)
            places.add(round(actions.bounding_box()["y"]))
        assert len(places) == 1


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
    game, _ = tool.code()
    solution = lp.solve(game)
    sent = game.deal.hand_probabilities(0) @ solution.plans[0]
    opening = game.tree.information_sets[0][0].sequences_after
    shares = dict(zip(game.tree.sequences[0][opening], sent[opening], strict=True))
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


def test_what_answers_a_quiz_is_out_of_sight_while_it_goes_on(open_page):
    tool = open_page("#push-fold?stack=7;locks=0//22%2B,A2%2B,72o;kept=stack%3D9")
    losses = tool.all(".explorer-losses", has_text="most with")
    changes = tool.all(".explorer-changes", has_text="Compared with the kept charts")
    command = tool.all(".explorer-model")
    listed = tool.all("details", has=tool.page.locator(".explorer-locks"))
    listed.evaluate("e => { e.open = true; }")
    for part in (losses, changes, command):
        part.wait_for()
    table = tool.begin(0)
    worst = tool.all("div", has_text="Not as your chart:").last
    for key in "fpfpfpfp":
        tool.press(key)
        for part in (losses, changes, command, worst):
            assert part.count() == 0 or not part.is_visible()
    assert listed.get_attribute("open") is None
    assert "of 8 right by your own chart" in table.inner_text()
    tool.click("End")
    for part in (losses, changes, command, worst):
        assert part.is_visible()
    tool = open_page("#river?seat=0;seed=5")
    tool.all(".explorer-question", has_text="Deal 1").wait_for()
    assert not tool.all(".explorer-parts").first.is_visible()
    tool.click("End")
    assert tool.all(".explorer-parts").first.is_visible()


def test_close_says_that_it_is_about_the_best_two_actions(open_page):
    tool = open_page("#no-limit")
    choices = tool.label("Only decisions closer than").locator("option").all_text_contents()
    expected = ["any: all decisions", *(f"{n} mbb" for n in (20, 50, 100, 200))]
    assert sorted(choices) == sorted(expected)
    help_text = tool.all("details", has_text="Play against it").first.text_content()
    assert "A decision is close if its best two actions earn nearly the same" in help_text


def test_what_is_pressed_twice_while_the_page_solves_is_done_once(open_page):
    tool = open_page("#push-fold")
    tool.settle()
    tool.evaluate(
        """() => {
            window.printed = 0;
            window.print = () => { window.printed++; };
            const box = document.querySelector('#push-fold input[type=text]');
            box.value = '13.37';
            box.dispatchEvent(new Event('change'));
            window.wasBusy = document.querySelector('#push-fold').ariaBusy;
            const buttons = [...document.querySelectorAll('#push-fold button')];
            const print = buttons.find(button => button.textContent === 'Print');
            print.click();
            print.click();
        }"""
    )
    assert tool.evaluate("wasBusy") == "true"
    tool.page.wait_for_function("printed")
    tool.settle().page.wait_for_timeout(300)
    assert tool.evaluate("printed") == 1
    tool.click("Print")
    assert tool.evaluate("printed") == 2


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


def test_on_a_phone_one_round_s_charts_are_not_far_apart(browser):
    with browser.new_page(**PHONE) as page:
        page.goto(f"{FOLDER}#one-round")
        tool = Tool(page, "#one-round").settle()
        one, two = (tool.view(player, "[role=grid]").bounding_box() for player in (0, 1))
        assert two["y"] - (one["y"] + one["height"]) < 550
        assert tool.view(0, "tr[data-action]").count() > 15


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


def test_before_a_hand_is_chosen_its_place_says_how_to_choose_one(open_page):
    for name in TOOLS:
        tool = open_page(f"#{name}")
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


def test_while_a_quiz_goes_on_it_is_said_where_the_charts_are_and_how_to_see_them(open_page):
    tool = open_page("#push-fold?stack=7;seat=0;seed=5", viewport=NARROW)
    notice = tool.all("p", has_text="Charts, and what prints or saves them, are hidden while")
    chart = tool.view(0, "[role=grid]")
    assert notice.is_visible() and not chart.is_visible()
    value, quiz = (tool.all(f".explorer-{part}").bounding_box() for part in ("value", "game"))
    assert value["y"] < notice.bounding_box()["y"] < quiz["y"]
    tool.click("End the quiz to see the charts")
    assert chart.is_visible() and not notice.is_visible() and "seed" not in tool.address
    assert 0 <= chart.bounding_box()["y"] < NARROW["height"], "there one looks"
    assert tool.button("Print").is_visible()


@pytest.mark.parametrize("leaves", [False, True])
def test_what_is_typed_while_a_quiz_goes_on_moves_no_page(leaves, open_page):
    tool = open_page("#push-fold?stack=7;seat=0;seed=5", viewport=NARROW)
    told = tool.all(".explorer-told")
    box = tool.box("Stack, big blinds")
    box.scroll_into_view_if_needed()
    before = tool.evaluate("scrollY")
    box.fill("9")
    if leaves:
        box.evaluate("box => box.blur()")
    else:
        box.press("Enter")
    told.get_by_text("You have changed the game, and another begins").wait_for()
    assert tool.evaluate("new Promise(done => setTimeout(() => done(scrollY), 300))") == before


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


def test_nor_are_decisions_further_down_after_a_limp(open_tool):
    for name in ("no-limit?stack=12;raises=2.5x", "preflop"):
        tool = open_tool(f"#{name}")
        for player in (0, 1):
            choices = tool.view(player, "select").first
            shown = choices.locator("option").all_inner_texts()
            for choice in shown:
                choices.select_option(choice)
                legend = tool.settle().view(player, ".explorer-legend").inner_text()
                comes_after_a_limp = choice.startswith("After limp")
                assert legend.count("no advice.") == (comes_after_a_limp or choice == "Opening")
            assert sum(choice.startswith("After limp, ") for choice in shown)


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


def test_a_quiz_of_close_hands_says_how_many_there_are(open_page):
    tool = open_page("#push-fold?stack=4;seat=0;close=20;seed=7")
    game = Game(deals.holdem(), betting.push_fold(4))
    earned = game.action_values(0, double_oracle.solve(game).plans[1])
    close = int((np.abs(earned[:, 1] - earned[:, 2]) <= 0.02).sum())
    told = f"Hands with a decision that close: {close} of 169 as the small blind."
    few = tool.all("p", has_text=f"{told} So few come again and again; for more, choose a larger")
    few.first.wait_for()
    assert 0 < close < 6
    tool.set_to("#push-fold?stack=4;seat=0;close=50;seed=7")
    tool.all("p", has_text="Hands with a decision that close: 10 of 169").first.wait_for()
    assert not few.count()


def test_a_quiz_of_few_hands_asks_of_none_twice_in_a_row(open_page):
    for setting, count in ("stack=4;seat=0", 3), ("stack=15;seat=1", 2):
        tool = open_page(f"#push-fold?{setting};close=20;seed=7")
        question, asked = tool.all(".explorer-question"), []
        for deal in range(1, 31):
            question.get_by_text(f"Deal {deal}:").wait_for()
            asked.append(re.search(r"\((\w+)\)", question.inner_text())[1])
            tool.press("1")
        assert len({*asked}) == count
        assert all(one != other for one, other in itertools.pairwise(asked))


def test_what_the_small_blind_does_about_more_calls_is_said_above_the_charts(open_page):
    tool = open_page("#push-fold?stack=7")
    tool.all(".explorer-looser").get_by_role("button", name="+20%").click()
    told = tool.all("p", has_text="The small blind then pushes 56.6%, not 66.3%.")
    told.wait_for()
    chart = tool.view(0, "[role=grid]").bounding_box()
    assert told.bounding_box()["y"] < chart["y"]


def test_fields_of_a_phone_are_as_high_and_written_as_large_as_phones_want_them(browser):
    with browser.new_page(**PHONE) as page:
        for name in TOOLS:
            page.goto("about:blank")
            page.goto(f"{FOLDER}#{name}")
            tool = Tool(page, f"#{name}").settle()
            tool.all("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
            fields = tool.all(":is(input[type=text], select):visible").all()
            assert len(fields) > 5
            assert all(field.bounding_box()["height"] >= 44 for field in fields), name
            sizes = tool.all("input[type=text], select").evaluate_all(
                "all => all.map(e => parseFloat(getComputedStyle(e).fontSize))"
            )
            assert sizes and min(sizes) >= 16, name


def test_the_headline_leads_to_what_icm_is(open_tool):
    link = open_tool("#push-fold").all(".explorer-value a", has_text="ICM")
    assert link.get_attribute("href") == "match.html"
    assert "ICM, the usual formula" in (HTML / "book/match.html").read_text(encoding="utf-8")


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


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_on_paper_the_river_has_no_empty_column_and_no_range_on_two_pages(paper, open_tool):
    import pypdfium2

    tool = open_tool("#river")
    told = tool.view(1, ".explorer-written")
    printed = pypdfium2.PdfDocument(tool.page.pdf(format=paper))
    pages = ["".join(page.get_textpage().get_text_bounded().split()) for page in printed]
    assert not any("bluffsrange" in page for page in pages), "the buttons that copy it"
    assert any("combosequityvaluebluffs" in page for page in pages)
    ranges = ["".join(text.split()) for text in told.locator("span").all_text_contents()]
    assert len(ranges) == 3 and len(pages) > 1
    for text in ranges:
        assert sum(text in page for page in pages) == 1, text


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


def test_where_a_bet_never_comes_a_river_s_table_has_no_number_that_is_none(open_tool):
    tool = open_tool(river(first="KK, QJ, 87s", bets="60%", second_after="bet 120"))
    assert "It never comes to this" in tool.view(1, ".explorer-legend").inner_text()
    told = tool.all(".explorer-parts").nth(1).inner_text()
    assert "NaN" not in told and "Infinity" not in told and "top pair" in told
    assert re.search(r"all here\t[\d.]+\t–", told)


TABLET = {**PHONE, "viewport": {"width": 820, "height": 1180}}


def test_a_link_within_the_page_leaves_what_is_set_in_the_address(open_page):
    tool = open_page("#push-fold?other=9;ante=0.1")
    page, address, known = tool.page, tool.address, tool.evaluate("history.length")
    page.locator("p a[href='#an-example-step-by-step']").first.click()
    place = "document.getElementById('an-example-step-by-step')"
    page.wait_for_function(f"Math.abs({place}.getBoundingClientRect().top) < innerHeight / 2")
    assert tool.address == address
    assert tool.evaluate(f"document.activeElement === {place}")
    assert tool.evaluate("history.length") == known + 1


def test_the_example_is_with_push_or_fold_which_a_link_to_it_shows(open_page):
    tool = open_page("#no-limit?stack=9")
    page, example = tool.page, tool.page.locator("#an-example-step-by-step")
    for name in ("River", "One round", "No limit", "Limit preflop"):
        page.locator(".explorer-tabs").get_by_text(name, exact=True).click()
        assert not example.is_visible()
    page.locator("p a[href='#an-example-step-by-step']").first.click()
    example.wait_for()
    assert page.locator("#push-fold").is_visible() and not tool.root.is_visible()
    page.wait_for_function("""() => Math.abs(document.getElementById(
        'an-example-step-by-step').getBoundingClientRect().top) < innerHeight / 2""")
    page.locator(".explorer-tabs").get_by_text("No limit", exact=True).click()
    assert tool.label("Stack").first.input_value() == "9", "what was set stays"


def test_below_a_chart_a_limp_is_called_a_limp(open_tool):
    tool = open_tool("#no-limit?stack=10")
    written = tool.view(0, ".explorer-written").text_content()
    assert written.startswith("limp: ") and "call" not in written
    assert "limp" in tool.view(0, ".explorer-legend").inner_text()


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
def test_while_a_finger_paints_the_charts_stay_and_no_other_hand_is_chosen(device, browser):
    with browser.new_page(**device) as page:
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


def test_by_touch_strokes_are_taken_back_and_cleared(browser):
    with browser.new_page(**TABLET) as page:
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
            button.tap()
            tool.settle()
            assert box.input_value() == left
        lock = tool.button("Lock what is shown: small blind")
        places = [one.bounding_box() for one in (undo, redo, clear, lock)]
        assert all(place["height"] >= 44 for place in places)
        for one in places:
            for other in places:
                if one["y"] + one["height"] <= other["y"]:
                    assert other["y"] - one["y"] - one["height"] >= 8


@pytest.mark.parametrize("game", ["push-fold?stack=7", "preflop?"])
def test_on_a_tablet_the_buttons_of_a_quiz_are_high_and_stay_where_they_are(game, browser):
    with browser.new_page(**TABLET) as page:
        page.goto(f"{FOLDER}#{game};seat=2;seed=3")
        actions = page.locator(f"#{game.partition('?')[0]} .explorer-choices")
        actions.locator("button").first.wait_for()
        places = set()
        for answer in range(14):
            buttons = actions.locator("button")
            assert buttons.first.bounding_box()["height"] >= 44
            buttons.nth(answer % buttons.count()).tap()
            page.wait_for_timeout(50)
            places.add(round(actions.bounding_box()["y"] + page.evaluate("scrollY")))
        assert len(places) == 1


@pytest.mark.parametrize("name", TOOLS)
def test_on_paper_no_word_of_a_sentence_is_missing(name, open_page):
    tool = open_page(f"#{name}?locks=0//22%2B" if name == "push-fold" else f"#{name}")
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


@pytest.mark.parametrize("name", ["push-fold", "river"])
def test_whoever_prints_while_a_quiz_goes_on_gets_the_charts(name, open_page):
    import pypdfium2

    tool = open_page(f"#{name}?seat=0;seed=5")
    question = tool.all(".explorer-question", has_text="Deal 1")
    question.wait_for()
    asked = question.inner_text()
    printed = pypdfium2.PdfDocument(tool.page.pdf(format="A4"))
    text = printed[0].get_textpage().get_text_range()
    assert "proven within" in text.replace("\r\n", " ") and "Deal 1" not in text
    assert len(re.findall(r"\bA2o\b", text)) >= 2, "in both charts"
    assert question.inner_text() == asked
    for part in ("charts", "model", "keep"):
        assert not tool.all(f".explorer-{part}").first.is_visible()
    tool.press("1")
    assert (
        tool.all(".explorer-told", has_text="last hand")
        .or_(tool.all(".explorer-told", has_text="hand so far"))
        .is_visible()
    )


def test_a_river_s_quiz_says_the_board_for_eye_and_ear(open_page):
    tool = open_page("#river?board=Kd+7c+7h+2s+As;seat=0;seed=5")
    question = tool.all(".explorer-question", has_text="Deal 1")
    question.wait_for()
    shown = (
        r"^Deal 1: you hold (\S\S){2}, the board is K♦7♣7♥2♠A♠, with pot 200, stack behind 900\.$"
    )
    assert re.search(shown, question.inner_text())
    hand, board = question.get_by_role("img").evaluate_all("all => all.map(one => one.ariaLabel)")
    words = ["king of diamonds", "seven of clubs", "seven of hearts", "deuce of spades"]
    assert board == ", ".join([*words, "ace of spades"])
    assert re.fullmatch(r"\w+ of \w+, \w+ of \w+", hand)
    assert "the board is" not in open_page("#push-fold?seat=0;seed=5").text("question")


def test_when_a_quiz_begins_the_deal_is_heard_first(open_tool):
    tool = open_tool("#push-fold?stack=7;locks=0//22%2B,+A2%2B")
    tool.evaluate("""() => {
        window.heard = [];
        const box = document.querySelector('#push-fold .explorer-game');
        new MutationObserver(all => {
            for (const { target, addedNodes } of all) {
                const region = target.closest('[role=status]');
                const text = [...addedNodes].filter(node => node.ariaHidden !== 'true')
                    .map(node => node.textContent).join('');
                if (region && text) heard.push(text);
            }
        }).observe(box, { childList: true, characterData: true, subtree: true });
    }""")
    tool.click("Quiz: play against these charts")
    tool.all("p", has_text="As the small blind you play your locked range").wait_for()
    first, second = tool.evaluate("heard")
    assert first.startswith("Deal 1: you hold") and second.startswith("As the small blind")
    assert tool.all(".explorer-told").inner_text() == "Here you are told how you played a hand."


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
