"""The explorer's fields and addresses: what is typed is read, or refused."""

import re
import shlex
from fractions import Fraction
from pathlib import Path
from urllib.parse import parse_qsl, unquote_plus

import numpy as np
import pytest

from pokerlab import cards, ranges
from tests.conftest import NARROW, SCRIPTS, Tab, violations
from tests.explorer import (
    ACTIONS,
    FOLDER,
    NO,
    PAGE,
    PHONE,
    REFUSED,
    SEATS,
    SMALL,
    TOOLS,
    Tool,
    answer,
    near,
    number_in,
    river,
    solved,
)
from tests.test_book import places

pytestmark = pytest.mark.browser

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


@pytest.mark.parametrize("fragment", ["#preflop?nr=", "#one-round?seat=", "#no-limit?ante="])
def test_a_long_word_in_an_address_makes_the_page_no_wider(fragment, open_tool):
    tool = open_tool(fragment + "a" * 3000)
    assert "a" * 100 in tool.alert.inner_text()
    assert tool.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


WHOLE = [
    "#push-fold?stack=7.5;locks=0//22%2B%2C+A2s%2B:0.5|1/push/QQ%2B;hand=72o;sure=60",
    "#push-fold?stack=40/3;other=7.25;sb=1/3;kept=stack%3D20%26bb%3D2%26locks%3D1%2Fpush%2FAA",
    "#preflop?blinds=0.25/0.75;nr=2;betting=pot;first-after=call,+raise;hand=87s",
    "#one-round?raises=0+4+15;reraises=3+9;turns=3;second-after=raise+4;sb=0.5;seat=1;seed=17",
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


def test_an_address_that_names_nothing_is_complained_of(open_page):
    tool = open_page("#push-fold")
    assert tool.set_to("#how-to-use-it").alert.count() == 0
    tool.set_to("#nonsense")
    said = "Not taken from the address: no tool is called nonsense. There are push-fold, "
    assert tool.alert.inner_text().startswith(said)


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
        ("no-limit", {"Raises": "2.5 3.5X POT", "Stack": "9,5"}, "raises=2.5x+3.5x+pot;stack=9.5"),
        ("river", {"Board": "tD9D 6HqC2S", "Raises": "3"}, "raises=3x"),
        ("river", {"Bets, of the pot": "33,3% 0,5"}, "bets=33.3%25+1/2"),
        ("river", {"Raises": "NONE"}, "raises=none"),
    ],
)
def test_what_is_typed_as_people_type_it_is_read(name, typed, meant, open_tool):
    """The tool then says what it says of the same game in the package's own notation."""

    def says(tool):
        made = tool.game
        return (
            tool.text("value"),
            (made.tree.root, made.deal.hands),
            tool.view(0, ".explorer-caption").inner_text(),
        )

    tool = open_tool(f"#{name}")
    before = says(tool)
    told = says(tool.fill_all(typed))
    assert told != before
    assert says(open_tool(f"#{name}?{meant}")) == told


TYPED = {
    "push-fold": {"Stack, big blinds": "7,5", "Small blind": "0,25"},
    "preflop": {"Blinds, in chips": "0,25/0,75", "Actions each": "2"},
    "one-round": {"Raises": "0; 4, 9 12:14"},
    "no-limit": {"Stack": "6", "Raises": "2.5 4X;pot"},
    # All but the stack is typed anew: until then it is solved in no time.
    "river?within=0.00003;stack=300;first=KK;second=AA,+JJ;raises=none": {
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
    outcome, before = (
        tool.view(0, ".explorer-outcome"),
        "e => getComputedStyle(e, '::before').content",
    )
    for typed, mark in (("raise: AA", "none"), ("raise: AA; ZZ", '"Old: "')):
        tool.enter(box, typed)
        assert "is worth" in outcome.inner_text() and outcome.evaluate(before) == mark


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


def test_while_fields_are_filled_in_little_is_said_and_the_rest_once(open_page):
    tool = open_page(river(**SMALL, pot="100"))
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


@pytest.mark.parametrize(("width", "most"), [(390, 7450), (820, 5000), (1440, 4300)])
def test_one_tool_is_in_sight_and_no_page_gets_long(width, most, open_page):
    tool = open_page(river(**SMALL), viewport={"width": width, "height": 900})
    assert tool.evaluate("scrollY") > 0
    seen = tool.page.locator(".explorer:visible")
    for name in TOOLS:
        tool.set_to(f"#{name}")
        assert seen.evaluate_all("all => all.map(e => e.id)") == [name]
        assert tool.evaluate("document.documentElement.scrollHeight") < most


def test_old_addresses_lead_to_their_tools_and_what_is_set_in_one_stays(open_page):
    """Whatever the width: that depends on scripts alone."""
    tool = open_page("#push-fold?stack=7")
    tabs, seen = tool.page.locator(".explorer-tabs a"), tool.page.locator(".explorer:visible")
    sections = tool.page.locator("section:has(.explorer) > h2").evaluate_all(
        "titles => titles.map(title => '#' + title.parentElement.id)"
    )
    for at, (name, section) in enumerate(zip(TOOLS, sections[-5:], strict=True)):
        for fragment in (section, f"#{name}"):
            tool.set_to(fragment)
            assert seen.evaluate_all("all => all.map(e => e.id)") == [name]
            assert tabs.nth(at).get_attribute("aria-current") == "true"
    tool = Tool(tool.page, "#river")
    address = tool.set_to(river(**SMALL)).address
    tool.fill("Pot", "20")
    for name in ("No limit", "River"):
        tabs.get_by_text(name, exact=True).click()
    assert seen.get_by_label("Pot", exact=True).input_value() == "20"
    assert unquote_plus(tool.address) == unquote_plus(address).replace("?", "?pot=20;")
    shown = seen.locator("[data-player='1'] .explorer-caption")
    assert shown.inner_text() == "Second player, after bet 12", "the bet that is of the new pot"


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


@pytest.mark.parametrize("unit", [" bb", "bb", " big blinds", " BB"])
def test_a_stack_may_have_its_unit(unit, open_tool):
    tool = open_tool("#push-fold")
    tool.fill("Stack, big blinds", f"7{unit}")
    assert tool.alert.count() == 0 and tool.address == "#push-fold?stack=7"
    tool = open_tool("#no-limit?stack=20;bb=2;sb=1")
    tool.fill("Stack", f"8{unit}")
    assert f"8{unit} won't do; it has to be a number" in tool.alert.inner_text(), "of chips"


def test_a_link_that_deals_by_chance_is_sent_on_with_the_hands_that_it_dealt(open_page):
    link, questions = "#push-fold?stack=4;seat=2;seed=0;close=50", []
    for _ in range(12):  # a few hands are as close as that, so two deals may be the same by chance
        tool = open_page(link)
        question = tool.all(".explorer-question", has_text="Deal 1")
        question.wait_for()
        questions.append(question.inner_text())
        if len({*questions}) > 1:
            break
    assert len({*questions}) > 1
    seed = number_in(r"seed=(\d+)", tool.address)
    assert seed > 0
    again = open_page(tool.address).all(".explorer-question", has_text="Deal 1")
    again.wait_for()
    assert again.inner_text() == questions[-1]


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


#: Another listener of a page, before its own: a browser may let other work go first.
HEARS_LATE = """addEventListener("hashchange", event => {
    event.stopImmediatePropagation();
    setTimeout(() => dispatchEvent(new HashChangeEvent("hashchange")), 600);
}, { once: true });"""
DRAGS_AND_FOLLOWS = """() => {
    const slider = document.querySelector("#push-fold .explorer-slider [type=range]");
    slider.dispatchEvent(new PointerEvent("pointerdown"));
    for (const stack of [12, 13]) {
        slider.value = stack;
        slider.dispatchEvent(new Event("input"));
    }
    location.hash = "#push-fold?stack=5";
    return new Promise(done => setTimeout(done, 1200));
}"""


@pytest.mark.parametrize("hears", ["", HEARS_LATE], ids=["at once", "late"])
def test_an_address_that_is_followed_stays_though_another_waits_for_a_rest(hears, browser):
    with browser.new_page(bypass_csp=True) as page:
        page.add_init_script(hears)
        page.goto(f"{FOLDER}#push-fold?stack=9")
        tool = Tool(page, "#push-fold")
        tool.settle().evaluate(DRAGS_AND_FOLLOWS)
        assert tool.settle().address == "#push-fold?stack=5"
        assert tool.box("Stack, big blinds").input_value() == "5"
