"""The explorer as tests use it: a tool of its page, and what the package says of the same."""

import ast
import json
import re
from contextlib import redirect_stdout
from fractions import Fraction
from functools import cache
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

import pokerlab
from pokerlab import betting, cards, check, cli, deals
from pokerlab.games import Game
from pokerlab.solvers import lp
from tests.conftest import HTML, NARROW

PAGE = "book/explorer.html"
FOLDER = (HTML / PAGE).as_uri()  #: Its address where nothing is served.
DEAL = deals.holdem()
SEATS = "small blind", "big blind"
TOOLS = ["push-fold", "preflop", "one-round", "no-limit", "river"]
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

    def paragraph(self, text):
        """Paragraphs in sight with a text, of which screen readers may just hear as well."""
        return self.all("p:not(.explorer-voice)", has_text=text)

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

    @property
    def reproduction(self):
        """What the page tells to run in Python, and the command that it tells to type, if any."""
        *command, code = self.all(".explorer-model code").all_inner_texts()
        return code, command

    @property
    def game(self):
        """The game that the page's code hands to a solver."""
        solving = ast.parse(self.reproduction[0]).body[-1].value
        return eval(ast.unparse(solving.args[0]), {"pl": pokerlab})

    def run_code(self):
        """What the page tells to run in Python, run as it is: the value of its last expression."""
        program, names = ast.parse(self.reproduction[0]), {}
        expression = program.body.pop()
        exec(ast.unparse(program), names)
        return eval(ast.unparse(expression), names)

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
        shown, names = self.table(player), solution.game.tree.sequence_names[player][children]
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
        found = check.bounds(certificate, json.loads(check.DEAL.read_text()))
        assert found == (Fraction(certificate["value"]),) * 2
        verb, amount = re.search(
            "(wins|loses) exactly (.*) big blinds", proof.inner_text()
        ).groups()
        return ("-" if verb == "loses" else "") + amount, certificate

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
        ("Pot", "0.0001", f"Pot: 0.0001 {NO} at least 0.0009 (Stack behind / 1,000,000)"),
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


def answer(words):
    """What the command answers."""
    with redirect_stdout(StringIO()) as printed:
        assert cli.main([*words, "--json"]) == 0
    return json.loads(printed.getvalue())


def promised(tool):
    """What the page says that an answer earns, guarantees, and risks."""
    text = tool.settle().all(".explorer-promise").text_content()
    numbers = r"earns ([+−\d.]+) \w+ a deal; .* least ([+−\d.]+) \w+, (?:less than )?([\d.]+) "
    numbers += r"(?:mbb a deal \([\d.]+ bb/100 in this seat\)|thousandths of the pot a deal) "
    numbers += "less than in equilibrium"
    return [number(found) for found in re.search(numbers, text).groups()]


def river(**settings):
    """The address of a river in the explorer, without what stands there already."""
    typed = {name.replace("_", "-"): text.replace("+", "%2B") for name, text in settings.items()}
    return "#river?" + ";".join(f"{name}={text}" for name, text in typed.items())


SMALL = {
    "first": "AA, QQ-99, KJs, AJs, 87s, 54s, AQ:0.5",
    "second": "KK, 99-66, AQ, KJ:0.25, T9s, 3c2c",
}

TABLET = {**PHONE, "viewport": {"width": 820, "height": 1180}}
