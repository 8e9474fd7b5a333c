"""The explorer: what a browser shows is what pokerlab computes."""

import base64
import csv
import json
import re
import shlex
import zlib
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pytest
from scipy.optimize import linprog

import pokerlab
from pokerlab import betting, cards, charts, check, cli, deals, equities
from pokerlab.book import explorer
from pokerlab.games import Game
from pokerlab.solutions import Solution
from pokerlab.solvers import double_oracle, exact, interior_point, lp, trembling
from pokerlab.studies import limit
from tests.conftest import HTML, NARROW, Tab, faint, show, violations

PAGE = "book/explorer.html"
DEAL = deals.holdem()


@cache
def solved(stack):
    """Push or fold, by the package."""
    return lp.solve(Game(DEAL, betting.push_fold(stack)))


@pytest.mark.parametrize(
    "tree", [betting.push_fold(7), betting.limit(3), betting.one_round(range(9))]
)
def test_what_hands_do_is_rounded_and_what_they_would_do_elsewhere_is_left_out(tree):
    """In plans in which a hand is now pure, now mixed, and now never comes to a decision."""
    game, rng = Game(DEAL, tree), np.random.default_rng(1)
    behaviours = [rng.random(game.shape(p)) * (rng.random(game.shape(p)) < 0.5) for p in (0, 1)]
    plans = tuple(game.to_plan(p, game.to_behaviour(p, b)) for p, b in enumerate(behaviours))
    short = explorer.shortened(Solution(game, plans, "random")).plans
    for player, (plan, other) in enumerate(zip(plans, short, strict=True)):
        assert abs(plan - other).max() < 1e-4 * len(tree.information_sets[player])
        assert ((plan == 1) <= (other == 1)).all() and ((plan == 0) <= (other == 0)).all()


def test_a_share_that_the_rule_may_err_by_is_none():
    game = Game(DEAL, betting.limit(2))
    plans = game.plan(0, {"call": 2e-5, "raise": 1 - 2e-5}), game.uniform(1)
    short = explorer.shortened(Solution(game, plans, "none"))
    assert not short.plans[0][:, game.tree.sequence(0, "call")].any()
    assert (short.plans[0][:, game.tree.sequence(0, "raise")] == 1).all()
    assert abs(short.plans[1] - plans[1]).max() < 1e-4


@pytest.mark.parametrize("units", [10, explorer.UNITS, 10**6])
def test_the_noise_is_that_of_the_number_and_not_of_its_units(units):
    """A number that is off by half the noise might as well be the middle; by twice, it is not."""
    middle = 2.5 / units
    for off in (-0.5, 0.5):
        with pytest.raises(ArithmeticError, match=f"lies between two multiples of 1/{units}"):
            explorer.rounded(middle + off * explorer.NOISE, units)
    for off, nearest in (-2, 2), (2, 3):
        assert explorer.rounded(middle + off * explorer.NOISE, units) == nearest
    assert explorer.rounded([-1.2 / units, 3 / units], units).tolist() == [-1, 3]


def test_the_page_has_the_deal_exactly():
    data = explorer.deal_data(DEAL)
    weights, margins = np.zeros((169, 169)), np.zeros((169, 169))
    weights[np.triu_indices(169)] = np.frombuffer(base64.b64decode(data["weights"]), np.uint8)
    margins[np.triu_indices(169, 1)] = np.frombuffer(base64.b64decode(data["margins"]), "<i4")
    weights += np.triu(weights, 1).T
    assert (weights / data["total"] == DEAL.prior).all() and data["boards"] == equities.BOARDS
    payoff = (margins - margins.T) / (data["total"] * data["boards"])
    assert abs(payoff - DEAL.payoff).max() < 1e-18


def test_a_tool_stands_for_itself_where_scripts_do_not_run():
    shown = explorer.Tool("one", "No <scripts>.", a="</script>")._repr_html_()
    assert "<p>No &lt;scripts&gt;.</p>" in shown and shown.count("</script>") == 1
    assert json.loads(re.search(r"json\">(.*)</script>", shown)[1]) == {"a": "</script>"}


def test_a_first_solution_is_rounded_and_certified():
    solution = solved(10)
    tool = explorer.Tool("one", "None.", first=solution, deal=DEAL)
    assert [*tool.data] == ["deal", "palette", "plans"]
    assert tool.first.width > 100 * solution.width
    assert tool.first.lower <= solution.value <= tool.first.upper
    for plan, columns in zip(tool.first.plans, tool.data["plans"], strict=True):
        assert plan.T.tolist() == columns
    assert tool.data["deal"] == explorer.deal_data(DEAL)


def test_a_wrong_name_in_a_script_is_found(tmp_path):
    from tools import scripts

    for script in (HTML.parent.parent / "book" / "_static").glob("*.js"):
        text = script.read_text(encoding="utf-8").replace("trainer.follow", "trainer.fallow")
        (tmp_path / script.name).write_text(text, encoding="utf-8")
    lines = (tmp_path / "tool.js").read_text(encoding="utf-8").splitlines()
    at = next(n for n, line in enumerate(lines, 1) if "fallow" in line)
    (complaint,) = scripts.complaints(tmp_path, tmp_path)
    assert complaint.startswith(f"{tmp_path / 'tool.js'}:{at}: ") and "'fallow'" in complaint


def test_actions_have_the_colours_of_the_book():
    palette = explorer.palette()
    assert palette["call"] == ["#009e73", "#000"] and palette["raise"] == palette["push"]
    assert palette["ramp"][0][0] == charts.RAISES[0] and palette["ramp"][-1][0] == charts.RAISES[-1]


def number(text):
    return float(text.replace("−", "-"))


def number_in(pattern, text):
    """The number that is a pattern's group."""
    return number(re.search(pattern, text)[1])


def settled(page):
    """Wait until nothing is being solved."""
    page.wait_for_function("!document.querySelector('.explorer[aria-busy=true]')")


def value(tool):
    settled(tool.page)
    text = tool.locator(".explorer-value").inner_text()
    assert re.search(r"proven within 0\.0+1\.$", text)
    return number_in(r"worth ([+−\d.]+)", text)


def table(tool, player):
    """A view's table: action to how often, a share, and what it earns."""
    rows = tool.locator(f".explorer-view[data-player='{player}'] tr[data-action]")
    cells = rows.evaluate_all("rows => rows.map(row => [...row.children].map(c => c.innerText))")
    return {
        action: (float(share.rstrip("%")) / 100, number(earns)) for action, share, earns in cells
    }


def cell(tool, player, hand):
    return tool.locator(f".explorer-view[data-player='{player}'] [data-hand='{hand}']")


def agrees(tool, player, node, solution, hand, threats=False):
    """A view's table says of a hand what a solution says, to the last digit but rounding.

    Where there may be threats, of which a game has many, this goes for the actions that are taken,
    and loosely: a narrow bracket is one of all hands together.
    """
    slack, relative = (0.02, 0.02) if threats else (0.6e-3, 0)
    game, index = solution.game, cards.HAND_INDEX[hand]
    own, other = solution.plans[player], solution.plans[1 - player]
    earns = (1, -1)[player] * game.action_values(player, other)[index]
    cell(tool, player, hand).click()
    shown = table(tool, player)
    names = game.tree.sequences[player][node.children]
    assert list(shown) == [name.split(", ")[-1] for name in names]
    shares, earned = np.array([*shown.values()]).T
    expected = own[index, node.children] / own[index, node.parent]
    assert shares == pytest.approx(expected, abs=0.02 if threats else 2e-4)
    taken = shares > (0.01 if threats else -1)
    expected = earns[node.children][taken]
    assert earned[taken] == pytest.approx(expected, abs=slack, rel=relative)
    worth = tool.locator(f".explorer-view[data-player='{player}'] table caption").inner_text()
    worth = number_in(r"worth (.*) when dealt", worth)
    assert worth == pytest.approx(earns[0], abs=slack, rel=relative)


def enter(box, typed):
    box.fill(typed)
    box.press("Enter")
    settled(box.page)


def fill(tool, label, typed):
    """Type into a box of a tool; return what stood there."""
    boxes = tool.page.locator("input[type=text]")
    exact = tool.get_by_label(label, exact=True).and_(boxes)
    box = exact if exact.count() else tool.get_by_label(label).and_(boxes).first
    before = box.input_value()
    enter(box, typed)
    return before


def copied(tool, what):
    """What a tool copies by one of its buttons."""
    tool.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tool.get_by_role("button", name=f"Copy {what}").click()
    tool.get_by_text(f"{what} is copied").first.wait_for()
    return tool.page.evaluate("navigator.clipboard.readText()")


def certified(tool):
    """What the page proves a game of push or fold to be worth, and the certificate."""
    tool.get_by_role("button", name="Prove it exactly").click()
    proof = tool.locator(".explorer-proof")
    with tool.page.expect_download() as download:
        proof.get_by_role("link", name="certificate").click()
    certificate = json.loads(Path(download.value.path()).read_text())
    found = check.check(certificate, explorer.deal_data(DEAL))
    assert found == (Fraction(certificate["value"]),) * 2
    return re.search("earn exactly (.*) big blinds", proof.inner_text())[1], certificate


@pytest.fixture
def open_page(read):
    """Open the explorer anew; return the page and one of its tools."""

    def opened(name, fragment="", source=None, **options):
        page = read((source or (HTML / PAGE).as_uri()) + fragment, **options)
        page.locator(f"#{name} [role=grid]").first.wait_for(state="attached")
        settled(page)
        return page, page.locator(f"#{name}")

    return opened


@pytest.fixture(scope="module")
def explorers():
    """Tabs in which the explorer is open, for all tests that set it by its address."""
    return []


@pytest.fixture
def open_tool(browser, explorers):
    """The same in a tab that is open already: tools are set anew, and whatever folds is open."""
    used = []

    def opened(name, fragment="#push-fold?stack=10"):
        if not explorers:
            explorers.append(Tab(browser))
            explorers[0].open((HTML / PAGE).as_uri())
        used.append(tab := explorers.pop())
        set_to(tab.page, fragment)
        tool = tab.page.locator(f"#{name}")
        tool.locator(".explorer-value", has_text="proven within").wait_for()
        settled(tab.page)  # a river begins only when it is seen
        tool.locator("details").evaluate_all("all => all.forEach(e => { e.open = true; })")
        return tab.page, tool

    yield opened
    for tab in used:
        set_to(tab.page, "#push-fold?stack=10")
        explorers.append(tab)
    assert [complaint for tab in used for complaint in tab.complaints] == []


def set_to(page, fragment):
    """Set all tools by an address; wait until nothing is being solved."""
    page.mouse.move(0, 0)
    page.evaluate(
        """fragment => new Promise(done => {
            document.activeElement.blur();
            document.querySelectorAll('[role=switch]:checked').forEach(paint => paint.click());
            if (location.hash === fragment) done();
            addEventListener('hashchange', done, { once: true });
            location.hash = fragment;
        })""",
        fragment,
    )
    settled(page)


@pytest.mark.browser
def test_the_stack_moves_by_keyboard_and_both_ranges_follow(open_page, site):
    page, tool = open_page("push-fold", source=f"{site}/{PAGE}")
    slider = tool.get_by_label("Stack", exact=True)
    slider.focus()
    before = cell(tool, 0, "43s").get_attribute("aria-label")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    settled(page)
    solution = solved("10.3")
    assert slider.get_attribute("aria-valuetext") == "10.3 big blinds"
    assert cell(tool, 0, "43s").get_attribute("aria-label") != before
    assert value(tool) == pytest.approx(solution.value, abs=0.6e-4)
    for player, action in ((0, "push"), (1, "call")):
        cells = tool.locator(f".explorer-view[data-player='{player}'] [role=gridcell]")
        labels = cells.evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))")
        shares = [re.search(rf"{action} ([\d.]+)%", label) for label in labels]
        shown = [float(share[1]) / 100 if share else 0 for share in shares]
        assert np.abs(shown - solution.probability(player, action)).max() < 1e-4
        node = solution.game.tree.information_sets[player][0]
        for hand in ("AA", "43s", "K5s", "72o"):
            agrees(tool, player, node, solution, hand)


GAMES = json.loads(Path(__file__).with_name("games.json").read_text(encoding="utf-8"))["games"]


@pytest.mark.browser
@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_worth_what_the_package_finds_and_the_page_says_how(name, open_tool, capsys):
    kind, setting, tree = GAMES[name]
    _, tool = open_tool(kind, f"#{kind}?{urlencode(setting)}")
    game = Game(DEAL, eval(tree, {"betting": betting}))
    solution = (lp if kind == "push-fold" else double_oracle).solve(game)
    said = tool.locator(".explorer-model").inner_text()
    *command, code = tool.locator(".explorer-model code").all_inner_texts()
    assert eval(code, {"betting": betting}).root == game.tree.root
    sign = -1 if kind == "preflop" else 1
    assert ("big blind's: its sign is the other one." in said) == (kind == "preflop")
    for told in command:
        assert cli.main([*told.split()[1:], "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)["value"]
        assert sign * answer == pytest.approx(solution.value, abs=1e-6)
    chips = float(setting.get("bb", 1)) if kind == "push-fold" else 1
    width = number_in(r"within ([\d.]+)\.$", tool.locator(".explorer-value").inner_text())
    assert value(tool) == pytest.approx(solution.value / chips, abs=0.6e-4 + width)
    for player in (0, 1) if kind == "push-fold" and chips == 1 else ():
        node = game.tree.information_sets[player][0]
        for hand in ("AA", "43s", "72o"):
            agrees(tool, player, node, solution, hand)


def says(tool):
    """What push or fold says of the game, a hand, the ends of a piece, its proof; and its dot."""
    tool.get_by_role("button", name="Prove it exactly").click()
    parts = ".explorer-value", "[data-player='0'] .explorer-hand", ".explorer-mixing"
    told = [tool.locator(part).inner_text() for part in (*parts, ".explorer-proof")]
    dot = tool.locator(".explorer-curve circle")
    return [*told, *(round(float(dot.get_attribute(name)), 6) for name in ("cx", "cy"))]


@pytest.mark.browser
@pytest.mark.parametrize(
    "setting", ["stack=20;sb=1;bb=2", "stack=40;other=20;sb=1;bb=2", "stack=10/3;sb=1/6;bb=1/3"]
)
def test_push_or_fold_counts_in_big_blinds_whatever_they_are(setting, open_tool):
    game = Game(DEAL, betting.push_fold(10))
    exactly = exact.solve(game).value
    told = says(open_tool("push-fold")[1])
    page, tool = open_tool("push-fold", f"#push-fold?{setting}")
    assert says(tool) == told
    assert value(tool) == pytest.approx(double_oracle.solve(game).value, abs=0.6e-4)
    said, certificate = certified(tool)
    chips = Fraction(certificate["big_blind"])
    assert said == str(exactly) and Fraction(certificate["value"]) == chips * exactly
    assert Fraction(certificate["stack"]) == 10 * chips
    tree = eval(tool.locator(".explorer-model code").last.inner_text(), {"betting": betting})
    assert double_oracle.solve(Game(DEAL, tree)).value == pytest.approx(chips * exactly, abs=1e-9)
    bb = re.search("bb=(.*)", setting)[1]
    said = f"There, values are in chips: {bb} make a big blind."
    assert said in tool.locator(".explorer-model").inner_text()
    assert tool.get_by_label("Stack, chips").count() == 1
    piece = re.compile(r"Piece (\d+) of 356")
    before = int(piece.match(tool.locator(".explorer-mixing").inner_text())[1])
    tool.get_by_role("button", name="Next piece").click()
    settled(page)
    assert int(piece.match(tool.locator(".explorer-mixing").inner_text())[1]) == before + 1


@pytest.mark.browser
def test_a_kept_game_is_counted_in_its_own_big_blinds(open_tool):
    _, tool = open_tool("push-fold", "#push-fold?stack=7;kept=stack%3D20%26sb%3D1%26bb%3D2")
    kept = tool.locator("section")
    assert "with 10 big blinds the game is worth −0.0454 bb" in kept.inner_text()
    earned = kept.locator("[data-beside='0'] tr[data-action=fold] td").nth(1).inner_text()
    assert number(earned) == -0.5
    assert value(tool) > 0


@pytest.mark.browser
def test_what_was_asked_and_not_reached_is_said(browser, site):
    whole = (HTML / "_static" / "explorer.js").read_text()
    short = whole.replace("ITERATIONS = 4000", "ITERATIONS = 20")
    missed = r"proven within (0\.0*1|1); 0\.0001 was asked, and was not reached in 20 iterations\.$"
    with browser.new_page(bypass_csp=True) as page:
        page.route("**/explorer.js*", lambda route: route.fulfill(body=short))
        page.goto(f"{site}/{PAGE}#no-limit?stack=12")
        page.locator("#no-limit .explorer-value", has_text="proven within").wait_for()
        settled(page)
        assert re.search(missed, page.locator("#no-limit .explorer-value").inner_text())
        assert "asked" not in page.locator("#push-fold .explorer-value").inner_text()


ADDRESSES = [
    (
        "#no-limit?stack=1000000;raises=all",
        "These raises with this stack make more than 1000 decisions: this page solves no more "
        "(stack=1000000, raises=all). ",
        "stack=10, raises=2.5x,",
    ),
    (
        "#no-limit?stack=9;within=7;hand=ZZ;stakc=8",
        "within: 7 given, 0.01 or 0.001 or 0.0001 or 0.00001 or 0.000001 or 0.00000001 needed; "
        "hand: ZZ given, a hand such as AKs needed; stakc: 8 given, another setting needed. ",
        "stack=9,",
    ),
    ("#push-fold?sb=0;bb=0;ante=1", "Big blind: 0 given, more than 0 needed (sb=0,", "stack=10"),
    ("#push-fold?seat=3;seed=x", "seat: 3 given, 0 or 1 or 2 needed; seed: x given,", "stack=10"),
    ("#push-fold?kept=bb%3D1%26x%3D1", "x: 1 given, another setting needed.", "stack=10"),
    ("#one-round?raise=x", "Raise by: x given, a number needed (raise=x). ", "raises=0 2:40,"),
    ("#push-fold?stack=-7&hand=ZZ", "", "stack=10"),
    ("#push-fold?stack=x&%%%=%", "", "stack=10"),
    ("#push-fold?kept=locks%3DAA", "locks: AA given,", "stack=10"),
    (
        "#no-limit?stack=9;small=call,+rai",
        "small: call, rai given, a decision of this game needed. ",
        "stack=9,",
    ),
    ("#push-fold?seat=7&seed=x&toString=1&locks=0/push/AA", "", "stack=10"),
    ("#push-fold?kept=toString%3D1%26seat%3D7&seat=x", "", "stack=10"),
]


@pytest.mark.browser
@pytest.mark.parametrize(("fragment", "complaint", "shown"), ADDRESSES)
def test_an_address_that_is_not_taken_is_told_so(fragment, complaint, shown, open_tool):
    page, tool = open_tool(fragment[1 : fragment.index("?")], fragment)
    alert = tool.get_by_role("alert")
    assert alert.inner_text().startswith(f"Not taken from the address: {complaint}")
    assert f"Shown is {shown}" in alert.inner_text()
    assert value(page.locator("#push-fold")) == -0.0454
    tool.locator(".explorer-keep button").first.click()
    assert alert.count() == 0


TOOLS = ["push-fold", "preflop", "one-round", "no-limit", "river"]


@pytest.mark.browser
@pytest.mark.parametrize("name", TOOLS)
@pytest.mark.parametrize("locks", ["AA", "0//AA|1/pu"])
def test_a_lock_cut_short_is_told_in_its_own_tool(name, locks, open_page):
    page, tool = open_page(name, f"#{name}?locks={locks}")
    complaint = f"Not taken from the address: locks: {locks} given, player/decision/range, such as"
    assert (
        page.get_by_role("alert").all_inner_texts() == tool.get_by_role("alert").all_inner_texts()
    )
    assert tool.get_by_role("alert").inner_text().startswith(complaint)
    assert page.locator(".explorer [role=grid]").count() >= 2 * len(TOOLS)
    set_to(page, f"#{name}?hand=77")
    assert tool.locator(".explorer-hand").first.inner_text().startswith("77")


WHOLE = [
    "#push-fold?stack=7.5;locks=0//22%2B%2C+A2s%2B:0.5|1/push/QQ%2B;hand=72o;shows=gain;sure=60",
    "#push-fold?stack=40/3;other=7.25;sb=1/3;kept=stack%3D20%26bb%3D2%26locks%3D1%2Fpush%2FAA",
    "#preflop?blinds=0.25/0.75;nr=2;betting=pot;small=call,+raise;hand=87s",
    "#one-round?raises=0+4+15;reraises=3,9;turns=3;big=raise+4;sb=0.5;seat=1;seed=17",
    "#one-round?raises=0+2:9;raise=7;locks=0//raise+2:+AA%3B+call:+KK;hand=T9o",
    "#no-limit?stack=12;raises=3x+pot;ante=1/8;big=raise+to+3;locks=1/raise+to+3/all-in:+22%2B",
    "#river?board=AsKsQs7h2d;pot=10;stack=12.5;bets=1/3+75%25;first=AA,+QJs:0.5;second=KK-99",
    "#river?raises=none;bets=50%25;hand=QQ;push-fold?stack=3;hand=K2s;preflop?live=no;raise=2",
]


def spoiled(rng):
    """An address of which a part is cut off, or two change places, or one is doubled."""
    address = WHOLE[rng.integers(len(WHOLE))]
    a, b, c, d = sorted(map(int, rng.integers(1, len(address) + 1, 4)))
    one, other = address[a:b], address[c:d]
    return [
        address[:b],
        address[:a] + address[b:],
        address[:a] + other + address[b:c] + one + address[d:],
        address[:b] + one + address[b:],
    ][rng.integers(4)]


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


@pytest.mark.browser
def test_whatever_became_of_an_address_is_shown_or_told_where_it_belongs(browser):
    rng = np.random.default_rng(1)
    addresses = WHOLE + [spoiled(rng) for _ in range(300)]
    tab = Tab(browser)
    tab.page.add_init_script("window.Worker = class { postMessage() {} };")  # none is solved
    tab.open((HTML / PAGE).as_uri())
    tab.page.add_style_tag(content=".explorer-charts { display: none; }")  # nor seen
    shown = tab.page.evaluate(SHOWN, addresses)
    tab.page.context.close()
    assert tab.complaints == []
    assert not any(told for tools in shown[: len(WHOLE)] for _, told in tools)
    scripts = [HTML.parent.parent / "book" / "_static" / f"{n}.js" for n in ("explorer", "tool")]
    starts = {*re.findall(r'(\w+): "([^"]*)"', "".join(map(Path.read_text, scripts)))}
    before = {}
    for address, tools in zip(addresses, shown, strict=True):
        said, strange = understood(address), re.search("[?=]", address)
        strange = {*said} - {*TOOLS} if strange else {}
        if not {*said} & {*TOOLS}:
            said |= before
        assert not strange or any("or river needed" in told for _, told in tools), address
        for name, (link, told) in zip(TOOLS, tools, strict=True):
            before[name] = understood(f"#{link}")[name]
            if not told:
                wanted, has = said.get(name, {}).items(), before[name].items()
                if name == "one-round":  # a slider shows the raise that is nearest
                    wanted, has = ({(k, v) for k, v in x if k != "raise"} for x in (wanted, has))
                assert has <= wanted <= has | starts, (address, name, link)
            elif name not in said:
                assert strange and name == TOOLS[0], address


WORKERS = {
    "throws": "window.Worker = class { constructor() { throw new Error('no'); } };",
    "cannot begin": """window.Worker = class extends Worker {
        postMessage(asked) { super.postMessage(asked.deal ? { deal: {} } : asked); }
    };""",
}


@pytest.mark.browser
@pytest.mark.parametrize("way", ["forbidden", *WORKERS])
def test_where_nothing_can_be_solved_the_page_says_so(way, browser, site):
    def forbid(route):
        answer = route.fetch()
        headers = answer.headers | {"Content-Security-Policy": "worker-src 'none'"}
        route.fulfill(response=answer, headers=headers)

    said = (
        r"Nothing can be solved: the browser does not run the page's worker( \(.+\))?\. "
        r"Load the page again, or try another browser\."
    )
    with browser.new_page() as page:
        page.add_init_script(WORKERS.get(way, ""))
        if way == "forbidden":
            page.route(f"**/{PAGE}", forbid)
        page.goto(f"{site}/{PAGE}#no-limit?stack=9")
        tools = page.locator("#push-fold, #no-limit")
        page.locator("#no-limit .explorer-value", has_text="Nothing").wait_for()
        for told in tools.locator(".explorer-value").all_inner_texts():
            assert re.fullmatch(said, told)
        box = page.locator("#no-limit").get_by_label("Stack", exact=True)
        box.fill("8")
        box.press("Enter")
        assert re.fullmatch(said, page.locator("#no-limit .explorer-value").inner_text())
        preflop = page.locator("#preflop .explorer-value")
        assert "proven within" in preflop.inner_text()  # it came with the page
        assert page.locator(".explorer[aria-busy=true]").count() == 0


@pytest.mark.browser
def test_a_question_that_ends_with_an_error_says_what_to_do(browser, site):
    again = "Change a setting to try once more, or load the page again."
    refused = "small blind: undefined given, a number needed"
    script = """window.Worker = class extends Worker {
        postMessage(asked) {
            if (asked.tool === "no-limit") [window.worker, window.asked] = [this, asked];
            super.postMessage(asked.setting?.stack === "9" ? { ...asked, setting: {} } : asked);
        }
    };"""
    with browser.new_page() as page:
        page.add_init_script(script)
        page.goto(f"{site}/{PAGE}#no-limit?stack=9")
        said = page.locator("#no-limit .explorer-value span")
        said.get_by_text("Nothing").wait_for()
        assert said.inner_text() == f"Nothing can be solved: {refused}. {again}"
        assert page.locator("#no-limit").get_attribute("aria-busy") == "false"
        page.evaluate("location.hash = '#no-limit?stack=30;raises=2x+3x;within=0.00000001'")
        said.get_by_text("so far").wait_for()
        page.evaluate("() => { [window.tell, worker.onmessage] = [worker.onmessage, null]; }")
        fails = "n => tell({ data: { ...asked, number: asked.number - n, error: 'lost' } })"
        page.evaluate(fails, 1)
        assert said.inner_text().endswith("so far.")  # it was another question
        page.evaluate(fails, 0)
        assert said.inner_text().endswith(f"was not reached before an error: lost. {again}")
        assert page.locator("#no-limit").get_attribute("aria-busy") == "false"


REFUSED = {
    "push-fold": [
        ("Stack, big blinds", "0", "Stack: 0 given, more than 0 needed."),
        ("Stack, big blinds", "", "Stack: nothing given, a number needed."),
        ("Small blind", "2", "Small blind: 2 given, at most the big blind, 1, needed."),
        ("Ante", "-1", "Ante: -1 given, at least 0 needed."),
        ("Ante", "-0", "Ante: -0 given, at least 0 needed."),
        ("Big-blind ante", "10", "Big-blind ante: 10 given, less than the big blind's"),
    ],
    "preflop": [
        ("Blinds, in chips", "1", "Blinds: 1 given, two such as 0.5/1 needed."),
        ("Actions each", "1000000", "Actions each: 1000000 given, a whole number from"),
    ],
    "one-round": [
        ("Raises", "", "Raises: none given, at least one needed."),
        ("Raise by", "x", "Raise by: x given, a number needed."),
        ("Raises", "1:1000000", "Raises: 1:1000000 given, at most 1000 sizes needed."),
    ],
    "no-limit": [
        ("Raises", "1x", "Raises: 1x given, pot or a multiple from 2x up needed."),
        ("Raises", "33%", "Raises: 33% given, pot or a multiple from 2x up needed."),
        ("Stack", "1e308", "These raises with this stack make more than 1000 decisions"),
        ("Stack", "nine", "Stack: nine given, a number needed."),
    ],
    "river": [
        ("Board", "Td9d6hQc", "Board: Td9d6hQc given, five cards such as Td9d6hQc2s needed"),
        ("Board", "Td9d6hQcTd", "Board: Td given, cards that differ needed"),
        ("Board", "Td9d6hQc2x", "Board: 2x given, cards such as Td9d6hQc2s needed"),
        ("First player holds", "TdTh", "The ranges: no two hands fit the board"),
        ("Second player holds", "AKx", "The second player's range: Can't read \"AKx\""),
        ("Pot", "0", "Pot: 0 given, more than 0 needed"),
        ("Bets, of the pot", "0%", "Bets: 0% given, a part of the pot, such as 60%, needed"),
        ("Bets, of the pot", "60", "Bets: 60 given, a part of the pot, such as 60%, needed"),
        ("Bets, of the pot", "2x", "Bets: 2x given, a part of the pot, such as 60%, needed"),
        ("Bets, of the pot", " ", "Bets: nothing given, sizes or none needed"),
        ("Raises", "1", "Raises: 1x given, pot or a multiple from 2x up needed"),
        ("Raises", "33%", "Raises: 33% given, pot or a multiple from 2x up needed"),
    ],
}
RANGES = {
    "AA:0": "AA:0 given, a hand with a weight above 0, or none, needed.",
    "ZZ": 'Can\'t read "ZZ". Try 77, AKs, A9s+',
    "AKs:2": "AKs:2 given, a weight from 0 to 1 needed.",
    "77s": "77s given, a pair is neither suited nor offsuit.",
    "A9s-K8s-Q7s": 'Can\'t read "A9s-K8s-Q7s"',
    "AA; push: KK": "push given twice, one range for each action needed.",
    "AA|KK": "push given twice, one range for each action needed.",
    "raise: AA": "raise: AA given, fold or push: 22+ or the like needed.",
}
for typed, complaint in RANGES.items():
    told = f"The small blind's range: {complaint}"
    REFUSED["push-fold"].append(("Small blind's range", typed, told))


@pytest.mark.browser
@pytest.mark.parametrize("name", REFUSED)
def test_what_makes_no_game_is_answered_in_words(name, open_tool):
    _, tool = open_tool(name, f"#{name}")
    said, alert = tool.locator(".explorer-value"), tool.get_by_role("alert")
    before = said.inner_text()
    for label, typed, complaint in REFUSED[name]:
        kept = fill(tool, label, typed)
        assert alert.inner_text().startswith(complaint)
        assert said.inner_text() == before
        fill(tool, label, kept)
        assert alert.count() == 0 and said.inner_text() == before


@pytest.mark.browser
@pytest.mark.parametrize(
    ("name", "typed", "meant"),
    [
        ("push-fold", {"Stack, big blinds": "20,5"}, "stack=20.5"),
        ("push-fold", {"Small blind": "0,25", "Ante": ",125"}, "sb=0.25;ante=0.125"),
        ("preflop", {"Blinds, in chips": "0,25/0,75"}, "blinds=0.25/0.75"),
        ("one-round", {"Raises": "0,1/3,2.5", "Raise by": "1/3"}, "raises=0+1/3+2.5;raise=1/3"),
        ("no-limit", {"Raises": "2.2, 3.5X POT"}, "raises=2.2x+3.5x+pot"),
        ("no-limit", {"Raises": "2,5 4,5x", "Stack": "9,5"}, "raises=2.5x+4.5x;stack=9.5"),
        ("no-limit", {"Stack": "4", "Raises": "ALL"}, "stack=4;raises=all"),
        ("river", {"Board": "tD9D 6HqC2S", "Raises": "3"}, "raises=3x"),
        (
            "river",
            {"Bets, of the pot": "33,3% 0,5", "Raises": "NONE"},
            "bets=33.3%25+1/2;raises=none",
        ),
    ],
)
def test_what_is_typed_as_people_type_it_is_read(name, typed, meant, open_tool):
    """The tool then says what it says of the same game in the package's own notation."""

    def says(tool):
        code = tool.locator(".explorer-model code").last.inner_text()
        game = eval(code, {"Game": Game, "betting": betting, "deals": deals})
        tree, hands = (game.tree, game.deal.hands) if name == "river" else (game, None)
        return tool.locator(".explorer-value").inner_text(), tree.root, hands

    _, tool = open_tool(name, f"#{name}")
    before = says(tool)
    for label, text in typed.items():
        fill(tool, label, text)
    shown = tool.locator("[data-player='0'] .explorer-caption").inner_text()
    told = says(tool)
    assert told != before
    _, again = open_tool(name, f"#{name}?{meant}")
    assert says(again) == told
    assert again.locator("[data-player='0'] .explorer-caption").inner_text() == shown


@pytest.mark.browser
def test_a_refused_box_is_marked_and_blocks_nothing_else(open_tool):
    page, tool = open_tool("no-limit")
    for label, typed in (("Raises", "1x"), ("Stack", "7"), ("Ante", "-1")):
        fill(tool, label, typed)
    marked = tool.locator("[aria-invalid=true]")
    assert marked.evaluate_all("boxes => boxes.map(box => box.value)") == ["1x", "-1"]
    told = tool.get_by_role("alert")
    assert told.all_inner_texts() == [
        "Raises: 1x given, pot or a multiple from 2x up needed.",
        "Ante: -1 given, at least 0 needed.",
    ]
    for box, note in zip(marked.all(), told.all(), strict=True):
        box.focus()
        assert box.evaluate("e => getComputedStyle(e).borderTopColor") == "rgb(213, 94, 0)"
        assert box.get_attribute("aria-describedby") == note.get_attribute("id")
        assert 0 < note.bounding_box()["y"] - box.bounding_box()["y"] < 90
    assert page.evaluate("location.hash") == "#no-limit?stack=7"
    fill(tool, "Raises", "3x")
    fill(tool, "Ante", "0")
    assert marked.count() == tool.get_by_role("alert").count() == 0
    assert page.evaluate("location.hash") == "#no-limit?stack=7;raises=3x"
    fill(tool, "Small blind", "2")  # together with the big blind it would do
    assert marked.count() == 1
    fill(tool, "Big blind", "3")
    assert marked.count() == 0 and "sb=2;bb=3" in page.evaluate("location.hash")


@pytest.mark.browser
def test_one_change_is_one_step_back(open_page):
    page, tool = open_page("push-fold")

    def steps(change):
        before = page.evaluate("history.length")
        change()
        settled(page)
        return page.evaluate("history.length") - before

    def type_two():
        for stack in ("7", "8"):
            fill(tool, "Stack, big blinds", stack)

    def drag():
        track = tool.get_by_label("Stack", exact=True).bounding_box()
        page.mouse.move(track["x"] + 20, track["y"] + track["height"] / 2)
        page.mouse.down()
        for part in (0.3, 0.5, 0.7):
            page.mouse.move(track["x"] + part * track["width"], track["y"] + 5)
        page.mouse.up()

    def paint():
        for hands in (("72o", "42o"), ("J2o", "T2o")):
            cell(tool, 1, hands[0]).hover()
            page.mouse.down()
            cell(tool, 1, hands[1]).hover()
            page.mouse.up()

    assert steps(type_two) == 2
    assert steps(drag) == 1
    locking(tool)
    tool.get_by_role("switch", name="Paint").check()
    assert steps(paint) == 2
    painted = tool.get_by_label("Big blind's range").input_value()
    page.go_back()
    settled(page)
    before = tool.get_by_label("Big blind's range").input_value()
    assert before.endswith("72o, 42o") and painted != before


@pytest.mark.browser
def test_what_is_locked_is_listed_and_stays_as_far_as_it_applies(open_tool):
    page, tool = open_tool("no-limit", "#no-limit?big=raise+to+2.5")
    boxes = locking(tool)
    enter(boxes[0], "all-in: AA")
    enter(boxes[1], "raise 2.5x: 22+")
    assert "raise to 6.25 100%" in cell(tool, 1, "22").get_attribute("aria-label")
    listed = tool.locator(".explorer-locks li")
    assert listed.all_inner_texts() == [
        "Small blind, opening: all-in: AA Free",
        "Big blind, after raise to 2.5: raise 2.5x: 22+ Free",
        "Free all",
    ]
    assert tool.locator("summary", has_text="Lock a range (2 locked)").count() == 1
    fill(tool, "Raises", "3x")
    assert "left out: this game has no such decision" in listed.nth(1).inner_text()
    assert "all-in 100%" in cell(tool, 0, "AA").get_attribute("aria-label")
    fill(tool, "Raises", "2.5x")
    assert "left out" not in listed.nth(1).inner_text()
    tool.get_by_role("button", name="Free Small blind, opening: all-in: AA").click()
    assert listed.count() == 1
    fill(tool, "Raises", "3x")
    _, restored = open_tool("no-limit", page.evaluate("location.hash"))
    said = "what is locked after raise to 2.5 (big blind): this game has no such decision"
    assert said in restored.get_by_role("alert").inner_text()


@pytest.mark.browser
def test_an_action_leads_on_in_the_tree(open_tool):
    page, tool = open_tool("no-limit", "#no-limit?big=raise+to+2.5")
    for player, action in ((0, "call"), (1, "raise to 2.5"), (0, "all-in")):
        tool.locator(f"[data-player='{player}'] tr[data-action='{action}'] button").click()
        settled(page)
    captions = tool.locator("[data-player] .explorer-caption").all_inner_texts()
    assert captions == [
        "Small blind, after call, raise to 2.5",
        "Big blind, after call, raise to 2.5, all-in",
    ]
    ends = tool.locator("[data-player='1'] tr[data-action='call']")
    assert ends.count() == 1 and ends.locator("button").count() == 0


@pytest.mark.browser
def test_usual_stacks_are_one_click_away(open_tool):
    _, tool = open_tool("push-fold")
    tool.get_by_role("button", name="20 big blinds, big-blind ante").click()
    tree = betting.push_fold(20, big_blind_ante=1)
    assert value(tool) == pytest.approx(lp.solve(Game(DEAL, tree)).value, abs=0.6e-4)
    assert tree.name == "push/fold at 19, 1 dead"
    assert "big-blind ante comes out of the big blind's stack" in tool.inner_text()


@pytest.mark.browser
def test_links_ranges_and_tables_can_be_taken_along(open_tool):
    page, tool = open_tool("push-fold")
    fill(tool, "Stack, big blinds", "7")
    assert copied(tool, "link") == page.url
    solution = solved(7)
    for player, (name, action) in enumerate((("small blind", "push"), ("big blind", "call"))):
        weights = cards.parse_range(copied(tool, f"the {name}'s range")).hand_weights
        plays = solution.probability(player, action)
        assert abs(weights - plays).max() < 6e-4
        share = plays @ cards.COMBO_COUNTS / cards.COMBO_COUNTS.sum()
        tool.get_by_text(f": {action} {share:.1%} of all hands that are dealt.").wait_for()
    with page.expect_download() as download:
        tool.get_by_role("button", name="Download CSV").click()
    assert download.value.suggested_filename == "push-fold-stack-7.csv"
    rows = list(csv.DictReader(Path(download.value.path()).read_text().splitlines()))
    assert len(rows) == 2 * 2 * 169
    earns = solution.game.action_values(0, solution.plans[1])
    for row in rows[: 2 * 169]:
        hand, action = cards.HAND_INDEX[row["hand"]], row["action"]
        s = solution.game.tree.sequence(0, action)
        assert float(row["earns, bb"]) == pytest.approx(earns[hand, s], abs=1e-4)
        assert float(row["share"]) == pytest.approx(solution.plans[0][hand, s], abs=1e-4)
        numbers = row["share"], row["earns, bb"]
        assert all(re.fullmatch(r"-?\d+(\.\d{1,4})?", number) for number in numbers)


@pytest.mark.browser
def test_colours_can_show_what_acting_gains(open_tool):
    _, tool = open_tool("push-fold", "#push-fold?shows=gain")
    game = Game(DEAL, betting.push_fold(10))
    solution = lp.solve(game)
    for player in (0, 1):
        sign, (node,) = (1, -1)[player], game.tree.information_sets[player]
        earns = sign * game.action_values(player, solution.plans[1 - player])[:, node.children]
        for hand in ("AA", "72o", "K5s"):
            label = cell(tool, player, hand).get_attribute("aria-label")
            gain = np.diff(earns[cards.HAND_INDEX[hand]])[0]
            assert number_in(r"earns ([+−\d.]+) more", label) == pytest.approx(gain, abs=1e-3)
            color = cell(tool, player, hand).get_attribute("style")
            assert ("0, 114, 178" in color or "#0072b2" in color) == (gain < 0)
    tool.get_by_label("Colours show").select_option("play")
    assert "more" not in cell(tool, 0, "AA").get_attribute("aria-label")


@pytest.mark.browser
def test_a_hand_has_an_equity_against_the_range_it_meets_and_against_any(open_tool, capsys):
    _, tool = open_tool("push-fold", "#push-fold?against=22%2B,+A2s%2B,+AhKd")
    solution = solved(10)
    for hand in ("K5s", "AA"):
        tool.locator(f"[data-player='0'] [data-hand='{hand}']").click()
        index = cards.HAND_INDEX[hand]
        for player, (other, plural) in enumerate([("call", "calls"), ("push", "pushes")]):
            met = DEAL.prior[index] * solution.probability(1 - player, other)
            won = (1 + DEAL.payoff[index] / DEAL.prior[index]) / 2  # for either player: symmetric
            equity = (met * won).sum() / met.sum()
            said = tool.locator(f"[data-player='{player}'] .explorer-equity").inner_text()
            assert said.startswith(f"{hand} has ") and said.endswith(f" the {plural} it meets.")
            assert number_in(r"has ([\d.]+)%", said) == pytest.approx(100 * equity, abs=0.06)
        tool.locator("summary", has_text="A hand against").evaluate("e => e.parentNode.open = true")
        cli.main(["equity", hand, "22+,A2s+,AhKd", "--json"])
        expected = json.loads(capsys.readouterr().out)["equity"]
        assert f"{hand} has {expected:.2%} against 22+, A2s+, AhKd." in tool.inner_text()
    fill(tool, "Range, such as", "22+, A2x")
    assert tool.get_by_role("alert").inner_text().startswith('The range: Can\'t read "A2x"')
    assert " against 22+" not in tool.inner_text()  # nothing is told of the range before
    fill(tool, "Range, such as", "")
    assert "type the range" in tool.inner_text()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("player", "hand", "again"), [(0, "Q4s", False), (0, "63s", True), (1, "K5s", False)]
)
def test_a_chart_says_up_to_which_stack_a_hand_is_played(player, hand, again, open_tool):
    page, tool = open_tool("push-fold", f"#push-fold?hand={hand};shows=depth")
    page.locator("#push-fold [data-depth]").first.wait_for()
    shown, action = cell(tool, player, hand), ("push", "call")[player]
    deepest = shown.get_attribute("data-depth")
    assert ("differs" in shown.get_attribute("class")) == again
    assert ("not everywhere below" in shown.get_attribute("aria-label")) == again

    def plays(stack):
        return solved(stack).probability(player, action, hand) > 1e-6

    assert plays(deepest) and not plays(Fraction(deepest) + Fraction(1, 10))
    told = tool.locator(f"[data-player='{player}'] .explorer-runs").inner_text()
    runs = [tuple(map(Fraction, run)) for run in re.findall(r"from ([\d.]+) to ([\d.]+)", told)]
    assert (len(runs) > 1) == again and runs[-1][1] >= Fraction(deepest)
    assert all(plays((low + high) / 2) for low, high in runs)
    assert not any(plays((a[1] + b[0]) / 2) for a, b in pairwise(runs))
    assert cell(tool, player, "AA").get_attribute("data-depth") == "20+"
    assert "up to 20 or more big blinds" in cell(tool, player, "AA").get_attribute("aria-label")
    cell(tool, player, "AA").click()
    told = tool.locator(f"[data-player='{player}'] .explorer-runs").inner_text()
    assert told.endswith("to 20 or more big blinds.")
    set_to(page, "#push-fold?ante=0.1;shows=depth")
    assert tool.locator("[data-depth]").count() == 0
    assert "without antes" in tool.locator(".explorer-legend").first.inner_text()


@pytest.mark.browser
def test_a_link_to_no_tool_says_so_and_stays(open_tool):
    page, tool = open_tool("push-fold", "#push-flod?stack=7")
    assert "push-flod given, push-fold or preflop or" in tool.get_by_role("alert").inner_text()
    assert page.url.endswith("#push-flod?stack=7") and value(tool) == -0.0454


def locking(tool, players=("Small blind", "Big blind")):
    tool.locator("details", has_text="Lock a range").evaluate("box => { box.open = true; }")
    return [tool.get_by_label(f"{player}'s range") for player in players]


@pytest.mark.browser
@pytest.mark.parametrize("player", [0, 1])
def test_a_locked_range_meets_a_best_response_and_is_priced(player, open_tool):
    _, tool = open_tool("push-fold")
    text = "22+, A2s+:0.5, KTo-K7o, T9s-54s:1/4"
    enter(locking(tool)[player], text)
    game = Game(DEAL, betting.push_fold(10))
    action, weights = ("push", "call")[player], cards.parse_range(text).hand_weights
    plan, free = game.plan(player, {action: weights}), lp.solve(game)
    assert value(tool) == pytest.approx(game.guarantee(player, plan), abs=0.6e-4)
    node = game.tree.information_sets[player][0]
    earns = (1, -1)[player] * game.action_values(player, free.plans[1 - player])[:, node.children]
    shares = np.stack([1 - weights, weights], axis=1)
    prior = DEAL.prior if player == 0 else DEAL.prior.T
    reach = prior @ free.plans[1 - player][:, node.opponent]
    losses = (earns.max(axis=1) - (shares * earns).sum(axis=1)) * reach
    price = tool.locator(".explorer-price").inner_text()
    lost = number_in(r"gives away ([\d.]+) bb", price)
    assert lost == pytest.approx(losses.sum(), abs=0.6e-4)
    worst = re.search(r"most with (\w+) \(([\d.]+)\)", price)
    assert losses[cards.HAND_INDEX[worst[1]]] == pytest.approx(losses.max(), abs=1e-7)
    assert float(worst[2]) == pytest.approx(losses.max(), abs=0.6e-4)
    costs = number_in(r"(?:costs|earns) the small blind ([\d.]+)", price)
    assert costs == pytest.approx(abs(free.value - game.guarantee(player, plan)), abs=1.2e-4)
    label = cell(tool, player, "A5s").get_attribute("aria-label")
    assert f"{action} 50.00%" in label and "fold 50.00%" in label
    tool.locator(".explorer-voice", has_text="gives away").wait_for(state="attached")


def doubting(belief, calls):
    """What the small blind earns and guarantees at ten big blinds, by a linear program.

    The big blind calls with these probabilities if he does as he is believed to. Variables are how
    often each hand pushes, and what each hand of a free big blind leaves the small blind.
    """
    prior, called, hands = DEAL.prior, 10 * DEAL.payoff, np.eye(169)
    half = prior.sum(axis=1) / 2  # pushing saves the half blind that is posted
    earned = half + prior @ (1 - calls) + called @ calls
    most = np.concatenate([belief * earned + (1 - belief) * half, (1 - belief) * np.ones(169)])
    rows = np.block([[-prior.T, hands], [-called.T, hands]])
    bounds = [(0, 1)] * 169 + [(-10, 10)] * 169
    pushes = linprog(-most, rows, np.zeros(338), bounds=bounds).x[:169]
    left = np.minimum(pushes @ prior, pushes @ called).sum()
    return pushes @ earned - 0.5, pushes @ half + left - 0.5


def promised(tool):
    """What the page says that an answer earns, guarantees, and risks."""
    settled(tool.page)
    text = tool.locator(".explorer-promise").text_content()
    numbers = r"earns ([+−\d.]+) \w+ a deal; .* least ([+−\d.]+) \w+, ([\d.]+) less"
    return [number(found) for found in re.search(numbers, text).groups()]


@pytest.mark.browser
def test_a_belief_leads_from_the_best_answer_to_the_equilibrium(open_tool):
    page, tool = open_tool("push-fold")
    box, knob = locking(tool)[1], tool.get_by_label("How sure are you?", exact=True)
    assert knob.is_disabled()
    enter(box, "66+, A9s+")
    calls = cards.parse_range("66+, A9s+").hand_weights
    free = solved(10).value
    expected = {percent: doubting(percent / 100, calls) for percent in (100, 50, 10, 0)}
    knob.focus()
    for percent, (earned, secured) in expected.items():
        while knob.get_attribute("aria-valuetext") != f"{percent}% sure":
            page.keyboard.press("ArrowLeft")
        earns, secures, risk = promised(tool)
        belief, mixed = percent / 100, cell(tool, 1, "K9s").get_attribute("aria-label")
        most = belief * earned + (1 - belief) * secured
        told = [value(tool), belief * earns + (1 - belief) * secures]
        assert told == pytest.approx([most, most], abs=0.6e-4)
        known, slack = [earned, secured, free - secured], 2e-3 if percent == 0 else 1e-4
        assert [earns, secures, risk] == pytest.approx(known, abs=slack)
        assert (f"call {100 - percent:.2f}%" in mixed) == (0 < percent < 100)
        put = f"sure={percent}" if percent < 100 else "A9s%2B"
        page.wait_for_function("put => location.hash.endsWith(put)", arg=put)
    page.evaluate("location.hash = '#push-fold?locks=1/push/66%2B,+A9s%2B;sure=50'")
    page.wait_for_function("document.querySelector('.explorer-voice').textContent.includes('50%')")
    assert knob.get_attribute("aria-valuetext") == "50% sure"
    assert promised(tool)[:2] == pytest.approx(expected[50], abs=1e-4)
    fill(tool, "Small blind's range", "22+")
    assert knob.is_disabled() and "Both" in tool.locator(".explorer-promise").inner_text()
    assert "Reproduce in Python, without locks" in tool.locator(".explorer-model").inner_text()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("player", "settings"), [(0, "stack=10"), (1, "stack=16;sb=0.75;bb=2"), (1, "stack=9;ante=1/8")]
)
def test_the_package_finds_what_a_belief_earns(player, settings, open_tool, capsys):
    locks = f"locks={1 - player}/{('push', '')[player]}/66%2B,+A9s%2B:0.5"
    _, tool = open_tool("push-fold", f"#push-fold?{settings};{locks};sure=25")
    earns, secures, _ = promised(tool)
    *command, code = tool.locator(".explorer-model code").all_inner_texts()
    assert "without locks" not in tool.locator(".explorer-model").inner_text()
    found, chips = eval(code, {"pl": pokerlab}), float((re.findall("bb=(.*)", settings) or [1])[0])
    expected = np.array([found.earnings, found.guarantee])
    assert [earns, secures] == pytest.approx(expected / chips, abs=0.6e-4)
    assert len(command) == ("ante" not in settings)
    for told in command:
        assert cli.main([*shlex.split(told)[1:], "--json"]) == 0
        said = json.loads(capsys.readouterr().out)
        assert [said["earns"], said["guarantees"]] == pytest.approx(expected, abs=1e-9)


@pytest.mark.browser
def test_a_lock_may_be_on_a_raise_that_the_first_solution_leaves_out(read):
    """What the page knows of the game without locks has no answer to it: a script error, once."""
    page = read(f"{(HTML / PAGE).as_uri()}#one-round?locks=0//raise+40:+TT%2B;sure=50")
    page.locator("#one-round .explorer-value", has_text="proven within").wait_for()
    told = page.locator("#one-round .explorer-promise").text_content()
    assert told.startswith("If Alice keeps to what is locked, Bob earns +")


@pytest.mark.browser
def test_what_is_shown_can_be_taken_painted_and_sent(open_page):
    page, tool = open_page("push-fold")
    box = locking(tool)[1]

    def weights(*hands):
        settled(page)
        taken = cards.parse_range(box.input_value()).hand_weights
        return [taken[cards.HAND_INDEX[hand]] for hand in hands]

    tool.get_by_role("button", name="Lock what is shown").nth(1).click()
    assert abs(weights(*cards.HANDS) - solved(10).probability(1, "call")).max() < 1e-4
    tool.get_by_role("switch", name="Paint").check()
    cell(tool, 1, "72o").click()
    assert weights("72o") == [1]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    assert weights("73o") == [1]
    page.keyboard.press("Space")
    assert weights("73o") == [0]
    cell(tool, 1, "62o").hover()
    page.mouse.down()
    cell(tool, 1, "42o").hover()
    page.mouse.up()
    assert weights("62o", "42o") == [1, 1]
    cell(tool, 1, "62o").click(button="right")
    tool.locator("summary", has_text="Lock a range").click()
    cell(tool, 1, "52o").click()  # nothing is painted once the switch is out of sight
    assert weights("62o", "52o") == [1, 0]
    again, restored = open_page("push-fold", page.evaluate("location.hash"))
    assert shown(again) == shown(page)
    assert cards.parse_range(restored.get_by_label("Big blind's range").input_value())


@pytest.mark.browser
def test_a_finger_paints_what_it_touches(browser):
    phone = {"viewport": NARROW, "has_touch": True, "is_mobile": True}
    with browser.new_page(**phone, bypass_csp=True) as page:
        page.goto((HTML / PAGE).as_uri())
        tool = page.locator("#push-fold")
        settled(page)
        box = locking(tool)[0]
        enter(box, "AA")
        tool.get_by_role("switch", name="Paint").check()
        for hand in ("72o", "32o"):
            cell(tool, 0, hand).tap()
        settled(page)
        assert box.input_value() == "AA, 72o, 32o"
        touch = page.context.new_cdp_session(page)
        ends = [cell(tool, 0, hand).bounding_box() for hand in ("QJo", "JTo")]
        for step, share in (("Start", 0), ("Move", 0.5), ("Move", 1), ("End", 1)):
            x, y = ((1 - share) * ends[0][key] + share * ends[1][key] + 9 for key in "xy")
            points = [] if step == "End" else [{"x": x, "y": y}]
            touch.send("Input.dispatchTouchEvent", {"type": f"touch{step}", "touchPoints": points})
            page.wait_for_timeout(60)
        settled(page)
        assert {"QJo", "JTo", "AA"} <= {*box.input_value().split(", ")}


@pytest.mark.browser
def test_every_decision_can_be_locked(open_tool):
    _, tool = open_tool("one-round")
    fill(tool, "Raises", "0 4 15")
    enter(locking(tool, ("Alice", "Bob"))[1], "22+, A2s+:0.5")
    # A linear program over Bob's calls of a raise by 4, and what each of Alice's hands earns.
    prior, payoff = DEAL.prior, DEAL.payoff
    calls = cards.parse_range("22+, A2s+:0.5").hand_weights
    mass = prior.sum(axis=1)
    fixed = [-mass, 2 * payoff.sum(axis=1), 2 * prior @ (1 - calls) + 17 * payoff @ calls]
    zeros, unit = np.zeros((169, 169)), np.eye(169)
    program = linprog(
        np.r_[np.zeros(169), np.ones(169)],
        np.block([[6 * payoff - 2 * prior, -unit], *([[zeros, -unit]] * 3)]),
        np.concatenate([-2 * mass, *(-earned for earned in fixed)]),
        bounds=[(0, 1)] * 169 + [(None, None)] * 169,
    )
    assert value(tool) == pytest.approx(program.fun, abs=1.1e-3)
    assert "call 50.00%" in cell(tool, 1, "A5s").get_attribute("aria-label")
    price = tool.locator(".explorer-price").inner_text()
    free = double_oracle.solve(Game(DEAL, betting.one_round([0, 4, 15])))
    earns = number_in(r"earns Alice ([\d.]+) chips", price)
    assert earns == pytest.approx(program.fun - free.value, abs=2.1e-3)


@pytest.mark.browser
def test_where_there_are_three_actions_each_has_its_range(open_tool):
    page, tool = open_tool("preflop")
    box = locking(tool)[1]
    tool.get_by_role("button", name="Lock what is shown: big blind").click()
    settled(page)
    before = cell(tool, 1, "AA").get_attribute("aria-label")
    assert box.input_value().startswith("raise: ") and "raise 100%" in before
    enter(box, "raise: 22+; fold: 72o")
    for hand, action in {"22": "raise 100%", "72o": "fold 100%", "A2s": "check 100%"}.items():
        assert cell(tool, 1, hand).get_attribute("aria-label").endswith(f": {action}")
    tool.get_by_role("switch", name="Paint").check()
    tool.get_by_label("Big blind's paint").select_option("fold")
    cell(tool, 1, "32o").click()
    settled(page)
    assert box.input_value() == "fold: 72o, 32o; raise: 22+"
    enter(box, "Check: 22+; fold: 72o")  # of the others nothing else is left
    for hand, action in {"22": "check 100%", "72o": "fold 100%", "A2s": "raise 100%"}.items():
        assert cell(tool, 1, hand).get_attribute("aria-label").endswith(f": {action}")
    enter(box, "check: 22+")
    alert = tool.get_by_role("alert")
    assert "no action given for AKs, one for every hand needed where check" in alert.inner_text()
    enter(box, "22+")
    assert "fold or check or raise: 22+ or the like needed" in alert.inner_text()
    enter(box, "raise: 22+; fold: 22")
    assert "22 acts more than once" in alert.inner_text()
    fill(tool, "Blinds", "0/1")
    tool.get_by_label("Decision of the big blind").select_option("raise")
    enter(box, "raise: AA")
    fill(tool, "Actions each", "1")
    assert tool.get_by_role("alert").count() == 0
    enter(box, "")
    assert "locks" in page.evaluate("location.hash")  # what is locked after a limp is still locked


@pytest.mark.browser
def test_two_settings_stand_side_by_side(open_page):
    page, tool = open_page("push-fold")
    tool.get_by_role("button", name="Compare with ...").click()
    fill(tool, "Stack, big blinds", "7")
    ten, seven = (solved(stack) for stack in (10, 7))
    comparison = tool.locator("section")
    comparison.locator("[data-hand='J6o']").first.click()
    said = f"Before, stack 10: with 10 big blinds the game is worth −{-ten.value:.4f} bb"
    assert said in comparison.inner_text()
    for player, action in enumerate(("push", "call")):
        change = seven.probability(player, action) - ten.probability(player, action)
        view = comparison.locator(f"[data-beside='{player}']")
        otherwise = view.locator(".differs")
        assert otherwise.count() == (abs(change) > 0.005).sum()
        hands = otherwise.evaluate_all("cells => cells.map(cell => cell.dataset.hand)")
        assert otherwise.first.get_attribute("aria-label").endswith("; played otherwise now")
        legend = view.locator(".explorer-differences").inner_text()
        told = re.search(rf"Now (\w+): {action} ([\d.]+)%, was ([\d.]+)%;", legend)
        hand, now, was = told.groups()
        moved = [100 * found.probability(player, action, hand) for found in (seven, ten)]
        assert [float(now), float(was)] == pytest.approx(moved, abs=0.011)
        assert abs(moved[0] - moved[1]) > 100 * abs(change).max() - 0.02 and " fold " not in legend
        assert min(abs(change[[cards.HAND_INDEX[hand] for hand in hands]])) > 0.005
        row = view.locator(f"tr[data-action={action}] td")
        now = 100 * seven.probability(player, action, "J6o")
        assert float(row.nth(2).inner_text().rstrip("%")) == pytest.approx(now, abs=0.011)
    again, restored = open_page("push-fold", page.evaluate("location.hash"))
    again.wait_for_function("document.querySelector('#push-fold .differs')")
    assert shown(again) == shown(page)
    restored.get_by_role("button", name="End the comparison").click()
    assert not restored.locator("section").is_visible()
    # What is on the screen is kept, and not solved once more, by another rule.
    preflop = page.locator("#preflop")
    preflop.get_by_label("Decision of the big blind").select_option("call, raise, raise")
    preflop.get_by_role("button", name="Compare with ...").click()
    assert preflop.get_attribute("aria-busy") == "false"
    assert preflop.get_by_text("No hand is played otherwise by more than 0.5%.").count() == 2


@pytest.mark.browser
@pytest.mark.parametrize("width", [1440, 390])
def test_a_kept_chart_stands_beside_the_other_in_its_colours(width, open_page):
    fragment = "#no-limit?raises=2.5x+4x;kept=raises%3D2.5x"
    _, tool = open_page("no-limit", fragment, viewport={"width": width, "height": 900})
    boxes = {
        kind: [tool.locator(f"[{kind}='{p}'] [role=grid]").bounding_box() for p in (0, 1)]
        for kind in ("data-player", "data-beside")
    }
    for now, kept in zip(*boxes.values(), strict=True):
        assert (now["y"] == kept["y"]) == (width == 1440)
        assert (now["x"] < kept["x"]) == (width == 1440) and now["width"] == kept["width"]
    entries = [tool.locator(f"[{kind}='1'] .explorer-legend > span:has(i)") for kind in boxes]
    look = "all => all.map(e => [e.textContent.split(':')[0], e.firstChild.style.background])"
    colors = [dict(found.evaluate_all(look)) for found in entries]
    assert len(colors[0]) == 4 and len(set(colors[0].values())) == 4
    assert colors[1] == {name: colors[0][name] for name in colors[1]} and len(colors[1]) == 3


@pytest.mark.browser
def test_a_game_against_a_locked_range_is_priced_by_the_free_game(open_tool):
    locks = "locks=1/push/22%2B,+A2s%2B;seat=0;seed=9;kept=stack%3D9"
    page, tool = open_tool("push-fold", f"#push-fold?{locks}")
    table = tool.locator(".explorer-table")
    hand = re.search(r"you hold .* \((\w+)\)", table.inner_text())[1]
    for telling in ("section", ".explorer-views", ".explorer-mixing > p"):
        assert not tool.locator(telling).first.is_visible()
    tool.get_by_role("button", name="fold", exact=True).click()
    tool.get_by_role("button", name="End", exact=True).click()
    assert page.evaluate("document.activeElement.textContent") == "New game"
    assert tool.locator("section").is_visible()
    game = Game(DEAL, betting.push_fold(10))
    calls = cards.parse_range("22+, A2s+").hand_weights
    earns = game.action_values(0, game.plan(1, {"call": calls}))
    pushes = (earns[:, 2] > earns[:, 1]).astype(float)
    pushes[cards.HAND_INDEX[hand]] = 0
    least = game.guarantee(0, game.plan(0, {"push": pushes}))
    found = re.search(r"can win ([\d.]+) bb", table.inner_text())[1]
    assert float(found) == pytest.approx(lp.solve(game).value - least, abs=0.6e-4)
    set_to(page, "#push-fold?locks=0//none;seat=1;seed=3")
    assert "never comes to a choice" in table.inner_text() and cell(tool, 0, "AA").is_visible()
    set_to(page, "#push-fold?seat=2;seed=5")
    seats = ["small blind", "big blind"]
    for deal, seat in enumerate(seats * 2, 1):
        assert f"Deal {deal}, {seat}: you hold" in table.inner_text()
        tool.get_by_role("button", name="fold", exact=True).click()
    tool.get_by_role("button", name="End", exact=True).click()
    assert re.findall(r"Your range as the (.*), of", table.inner_text()) == seats
    assert table.inner_text().count("can win") == 2
    set_to(page, "#push-fold?stack=9")
    assert table.inner_text() == ""


@pytest.mark.browser
@pytest.mark.parametrize("player", [0, 1])
def test_a_game_prices_mistakes_and_can_be_repeated(player, open_tool):
    page, tool = open_tool("push-fold")
    table = begin(tool, player)
    assert not cell(tool, 0, "AA").is_visible()
    first = table.inner_text()
    game = Game(DEAL, betting.push_fold(10))
    solution, action = lp.solve(game), ("push", "call")[player]
    node = game.tree.information_sets[player][0]
    earns = (1, -1)[player] * game.action_values(player, solution.plans[1 - player])
    lost, asked, total = np.subtract(*earns[:, node.children].T), Counter(), 0
    for _ in range(25):
        hand = re.search(r"you hold .* \((\w+)\)", table.inner_text())[1]
        asked[hand] += 1
        tool.get_by_role("button", name=action, exact=True).click()
        mistake = max(lost[cards.HAND_INDEX[hand]], 0)
        total += mistake
        said = table.locator("p").first.inner_text()
        assert said.startswith(f"{action} with {hand}: ")
        found = re.search(r"a mistake of ([\d.]+) bb", said)
        assert float(found[1] if found else 0) == pytest.approx(mistake, abs=0.6e-4)
    assert "After 25 decisions" in table.inner_text()
    costs = float(re.search(r"mistakes ([\d.]+) bb", table.inner_text())[1])
    assert costs == pytest.approx(total, abs=0.6e-4) and total > 0
    prices = {hand: many * lost[cards.HAND_INDEX[hand]] for hand, many in asked.items()}
    mistakes = [hand for hand in prices if prices[hand] > 1e-6]
    dearest = sorted(mistakes, key=prices.get, reverse=True)[:5]
    where = ("opening: push", "after push: call")[player]
    for hand, row in zip(dearest, tool.locator("details li").all_inner_texts(), strict=True):
        times = f", {asked[hand]} times" if asked[hand] > 1 else ""
        said, cost = re.fullmatch(r"(.*), cost ([\d.]+) bb", row).groups()
        assert said == f"{hand}, {where}{times}"
        assert float(cost) == pytest.approx(prices[hand], abs=0.6e-4)
    tool.get_by_role("button", name="End", exact=True).click()
    told = table.inner_text()
    own = re.search(r"asked about: (.*)\.\n", told)[1]
    weights = cards.parse_range(own).hand_weights
    assert {hand for hand, weight in zip(cards.HANDS, weights, strict=True) if weight} == {*asked}
    weights = solution.probability(player, action).copy()
    weights[[cards.HAND_INDEX[hand] for hand in asked]] = 1
    least = game.guarantee(player, game.plan(player, {action: weights}))
    exploited = (1, -1)[player] * (solution.value - least)
    assert float(re.search(r"can win ([\d.]+) bb", told)[1]) == pytest.approx(exploited, abs=1e-4)
    _, repeated = open_tool("push-fold", page.evaluate("location.hash"))
    assert repeated.locator(".explorer-table").inner_text() == first
    tool.get_by_role("button", name="See what it loses").click()
    settled(page)
    assert "gives away" in tool.locator(".explorer-price").inner_text()


def begin(tool, seat):
    tool.locator("details", has_text="Play against it").evaluate("box => { box.open = true; }")
    tool.get_by_label("Your seat").select_option(str(seat))
    tool.get_by_role("button", name="New game").click()
    return tool.locator(".explorer-table")


@pytest.mark.browser
def test_alice_and_the_keys_meet_the_prices_and_the_hands_of_the_one_round_game(open_tool):
    page, tool = open_tool("one-round")
    said, game = begin(tool, 0), Game(DEAL, betting.one_round([0, *range(2, 41)]))
    earns = game.action_values(0, interior_point.solve(game).plans[1])
    for key, action in [("c", "call"), ("f", "fold"), ("1", "fold"), ("2", "call"), ("r", "")] * 3:
        hand = re.search(r"you hold .* \((\w+)\)", said.inner_text())[1]
        page.keyboard.press(key)
        told = said.locator("p").first.inner_text()
        match = re.fullmatch(
            r"(.+) with (\w+): (.*?)\.( Then Bob: (call|fold)\.)? You had (\w+), Bob (\w+)\. "
            r"It pays (.*) chips\.",
            told,
        )
        taken, named, judged, _, answer, own, other, paid = match.groups()
        assert named == own == hand and (taken == action or (key == "r" and taken == "raise 4"))
        row = cards.HAND_INDEX[hand]
        values = earns[row, 1:]
        lost = values.max() - earns[row, game.tree.sequence(0, taken)]
        cost = re.search(r"mistake of ([\d.]+) chips", judged)
        assert float(cost[1] if cost else 0) == pytest.approx(lost, abs=3e-4)
        pair = row, cards.HAND_INDEX[other]
        if taken == "fold" or answer == "fold":
            expected = -1 if taken == "fold" else 2
        else:
            staked = 6 if answer else 2
            expected = staked * DEAL.payoff[pair] / DEAL.prior[pair]
        assert number(paid) == pytest.approx(expected, abs=0.006)


@pytest.mark.browser
@pytest.mark.parametrize("name", ["preflop", "one-round", "no-limit", "river"])
def test_every_game_is_played_by_keys_and_shows_both_hands(name, open_tool):
    page, tool = open_tool(name, f"#{name}")
    for seat in (0, 1):
        said, won, hands = begin(tool, seat), 0, 0
        said.get_by_text("Deal 1").wait_for()
        first = said.inner_text()
        page.wait_for_function(f"location.hash.includes('seat=1') === {str(seat == 1).lower()}")
        for decision in range(1, 13):
            page.keyboard.press("2" if decision % 4 else "1")
            told = said.inner_text()
            if over := re.search(r"You had (\w+), .* (\w+)\. It pays (\S+) ", told):
                dealt = r"[AKQJT2-9]{2}[so]?|([AKQJT2-9][cdhs]){2}"
                assert all(re.fullmatch(dealt, hand) for hand in over.groups()[:2])
                won, hands = won + number(over[3]), hands + 1
            score = re.search(rf"After {decision} decisions?: (\S+) ", told)
            assert number(score[1]) == pytest.approx(won, abs=0.005 * hands + 0.006)
        assert hands > 2 and f"Deal {hands + 1}:" in told
        _, repeated = open_tool(name, page.evaluate("location.hash"))
        repeated.get_by_text("Deal 1").wait_for()
        assert repeated.locator(".explorer-table").inner_text() == first
        tool.get_by_role("button", name="End", exact=True).click()
        assert float(re.search(r"can win ([\d.]+) chips", said.inner_text())[1]) >= 0
        assert tool.get_by_role("grid").first.is_visible()


@pytest.mark.browser
def test_the_page_walks_from_piece_to_piece(open_tool):
    page, tool = open_tool("push-fold")
    said = tool.locator(".explorer-mixing")
    piece, pieces = r"Piece (\d+) of 356, from ([\d.]+) to ([\d.]+) big blinds", []
    for name in ("Next piece", "Next piece", "Previous piece"):
        settled(page)
        pieces.append([float(told) for told in re.match(piece, said.inner_text()).groups()])
        stack = float(tool.locator(".explorer-slider input[type=text]").input_value())
        assert pieces[-1][1] <= stack <= pieces[-1][2]
        solution = solved(stack)
        for player, action in enumerate(("push", "call")):
            shares = solution.probability(player, action)
            for hand in np.flatnonzero((shares > 1e-6) & (shares < 1 - 1e-6)):
                assert f"{cards.HANDS[hand]} {shares[hand]:.2%}" in said.inner_text()
        tool.get_by_role("button", name=name).click()
    assert tool.locator(".explorer-ends").get_attribute("d").count("M") == 355  # between pieces
    (n, _, stop), (m, start, _) = pieces[:2]
    assert m == n + 1 and start == stop
    settled(page)
    assert said.inner_text().startswith(f"Piece {m:.0f} of 356")


@pytest.mark.browser
def test_bob_may_raise_again(open_tool):
    _, tool = open_tool("one-round", "#one-round?raises=0+4+15;reraises=9,+30;turns=3;big=raise+15")
    rows = tool.locator(".explorer-view[data-player='1'] tr[data-action]")
    named = rows.evaluate_all("rows => rows.map(row => row.dataset.action)")
    assert named == ["fold", "call", "raise 9", "raise 30"]
    assert not tool.get_by_label("Raise by", exact=True).is_visible()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("fields", "tree"),
    [
        ({}, betting.push_fold(10)),
        ({"Stack, big blinds": "13.3"}, betting.push_fold("13.3")),
        (
            {"Big blind's stack": "22/3", "Big-blind ante": "1", "Ante": "0.125"},
            betting.push_fold((10, "22/3"), ante="0.125", big_blind_ante=1),
        ),
    ],
)
def test_the_page_proves_what_it_shows_in_integers(fields, tree, open_tool, tmp_path):
    _, tool = open_tool("push-fold")
    for label, typed in fields.items():
        fill(tool, label, typed)
    said, certificate = certified(tool)
    assert said == certificate["value"] == str(exact.solve(Game(DEAL, tree)).value)
    (tmp_path / "certificate.json").write_text(json.dumps(certificate))
    assert check.report(tmp_path / "certificate.json")[0]["valid"]
    cell(tool, 0, "AA").click()
    fill(tool, "Stack, big blinds", "12")
    assert "earn exactly" not in tool.locator(".explorer-proof").inner_text()


@pytest.mark.browser
def test_a_bracket_narrows_until_it_is_as_narrow_as_asked_or_stopped(open_tool):
    page, tool = open_tool("no-limit")
    shown = tool.locator(".explorer-value span")
    assert "proven within 0.0000001." in shown.inner_text()
    page.evaluate("location.hash = '#no-limit?stack=60;raises=2x+2.5x+3x+pot;within=0.00000001'")
    shown.get_by_text("so far").wait_for()
    tool.get_by_role("button", name="Compare with ...").click()
    assert "solving" in tool.locator("section").inner_text()
    stop = tool.get_by_role("button", name="Stop")
    stop.focus()
    stop.hover()
    page.mouse.down()
    page.wait_for_timeout(400)  # what is found meanwhile leaves the button where it is
    assert page.evaluate("document.activeElement.textContent") == "Stop"
    page.mouse.up()
    assert stop.count() == 0
    assert tool.get_attribute("aria-busy") == "false"
    assert "stopped" in tool.locator("section").inner_text()
    tool.get_by_role("button", name="End the comparison").click()
    stopped = shown.inner_text()
    assert stopped.endswith("; 0.00000001 was asked, and was not reached when you stopped it.")
    page.wait_for_timeout(300)
    assert shown.inner_text() == stopped
    tool.get_by_role("button", name="Go on").click()
    page.wait_for_function(
        "text => !document.querySelector('#no-limit .explorer-value').textContent.includes(text)",
        arg=re.search(r"worth ([+−\d.]+)", stopped)[1],
    )
    stop.click()
    tool.get_by_label("Solve to within").select_option("0.01")
    fill(tool, "Raises", "2.5x")
    assert re.search(r"proven within 0\.0+1\.$", shown.inner_text())


@pytest.mark.browser
def test_arrow_keys_walk_over_the_chart_and_tab_leaves_it(open_tool):
    page, tool = open_tool("push-fold")
    cell(tool, 0, "K5s").focus()
    here = "document.activeElement.dataset.hand"
    walk = [("ArrowDown", "Q5s"), ("ArrowLeft", "Q6s"), ("Home", "AQo"), ("ArrowLeft", "AQo")]
    walk += [("End", "Q2s"), ("Control+Home", "AA"), ("ArrowUp", "AA"), ("Control+End", "22")]
    walk += [("ArrowRight", "22")]
    for key, hand in walk:
        page.keyboard.press(key)
        assert page.evaluate(here) == hand
        assert tool.locator("[role=gridcell][tabindex='0']:visible").count() == 2
    assert cell(tool, 1, "22").get_attribute("aria-selected") == "true"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('[data-player]').dataset.player") == "1"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.closest('[role=grid]')") is None


@pytest.mark.browser
def test_changes_are_announced_when_they_rest(open_page):
    page, tool = open_page("push-fold")
    voice = tool.locator(".explorer-voice")
    assert voice.inner_text() == ""
    tool.get_by_label("Stack", exact=True).focus()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    tool.locator(".explorer-voice", has_text=re.compile("^with 9.5")).wait_for(state="attached")
    assert re.match(r"with 9.5 big blinds .*; push [\d.]+%, fold", voice.inner_text())
    cell(tool, 0, "AA").click()
    tool.locator(".explorer-voice", has_text=re.compile("^pair of aces")).wait_for(state="attached")
    assert "big blind call 100%, earns +" in voice.inner_text()


@pytest.mark.browser
@pytest.mark.parametrize("screen", [{"width": 1440, "height": 900}, {"width": 390, "height": 844}])
def test_a_chart_is_in_the_first_screen_and_nothing_moves_when_a_slider_does(screen, open_page):
    page, tool = open_page("push-fold", viewport=screen)
    for control in tool.locator(".explorer-slider:not(details *) input").all():
        assert control.bounding_box()["y"] < screen["height"] / 2
    chart = tool.get_by_role("grid").first.bounding_box()
    assert chart["y"] + chart["height"] < screen["height"]
    if screen["width"] < 400:
        track = tool.get_by_label("Stack", exact=True).bounding_box()
        assert track["width"] > 0.95 * tool.bounding_box()["width"]
    board = page.locator("#river").get_by_label("Board")
    assert board.evaluate("box => box.scrollWidth <= box.clientWidth")
    page.evaluate(
        """() => {
            window.shifts = [];
            new PerformanceObserver(list => window.shifts.push(...list.getEntries()))
                .observe({ type: "layout-shift", buffered: true });
        }"""
    )
    rests = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"
    page.evaluate(rests)
    assert page.evaluate("shifts.reduce((sum, { value }) => sum + value, 0)") < 0.01
    page.evaluate("shifts.length = 0")
    tool.get_by_label("Stack", exact=True).focus()
    for key in ["PageDown", "ArrowRight"] * 4:
        page.keyboard.press(key)
        settled(page)
    page.evaluate(rests)
    assert page.evaluate("shifts.length") == 0
    page.evaluate("document.querySelector('.explorer-slider').style.marginTop = '50px'")
    page.wait_for_function("shifts.length")  # would be noticed


def set_preflop(tool, blinds, nr, betting, live):
    for label, typed in {"Blinds": blinds, "Actions each": str(nr)}.items():
        box = tool.get_by_label(label).first
        box.fill(typed)
        box.press("Enter")
    tool.get_by_label("Betting").select_option(betting)
    tool.get_by_label("live").select_option(live)
    settled(tool.page)


def shown(page):
    """What all tools are set to and show."""
    settled(page)
    return page.evaluate(
        """() => [...document.querySelectorAll(
            '.explorer :is(input, select), .explorer :is(.explorer-value, .explorer-hand)'
        )].filter(e => !e.closest('[hidden]')).map(e => e.value ?? e.textContent)"""
    )


@pytest.mark.browser
def test_the_address_restores_all_tools(open_page):
    page, tool = open_page("preflop")
    page.locator("#push-fold .explorer-slider input[type=text]").fill("7.3")
    page.locator("#one-round .explorer-slider input[type=text]").fill("20")
    cell(page.locator("#one-round"), 0, "AA").click()
    set_preflop(tool, "0.25/0.75", 2, "pot", "yes")
    tool.get_by_label("Decision of the small blind").select_option("call, raise")
    cell(tool, 1, "87s").click()
    page.wait_for_function("location.hash.includes('87s')")
    fragment = page.evaluate("location.hash")
    assert fragment == (
        "#preflop?blinds=0.25/0.75;nr=2;betting=pot;small=call,+raise;hand=87s"
        ";push-fold?stack=7.3;one-round?raise=20;hand=AA"
    )
    settled(page)
    again, restored = open_page("preflop", fragment)
    assert shown(again) == shown(page)
    marked = restored.locator(".marked").evaluate_all("cells => cells.map(c => c.dataset.hand)")
    assert marked == ["87s", "87s"]
    assert again.evaluate("scrollY") > 0
    again.evaluate("location.hash = '#one-round?raise=18'")
    again.wait_for_function("document.querySelector('#one-round input').value === '16'")
    assert again.locator("#push-fold .explorer-slider input[type=text]").input_value() == "10"


@pytest.mark.browser
def test_back_and_forward_walk_over_the_knobs_that_were_turned(open_page):
    page, tool = open_page("push-fold")
    views = [shown(page)]
    told = tool.locator("[data-player='0'] table caption")
    cell(tool, 0, "72o").hover()
    assert told.inner_text().startswith("72o, ")
    tool.get_by_label("Stack", exact=True).focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    views.append(shown(page))
    cell(tool, 0, "AA").click()
    cell(tool, 0, "72o").hover()  # what was clicked stays
    assert told.inner_text().startswith("AA, ")
    assert cell(tool, 0, "72o").get_attribute("title").startswith("7-2 offsuit: fold")
    page.mouse.move(0, 0)
    views.append(shown(page))
    page.locator("#preflop").get_by_label("Betting").select_option("pot")
    views.append(shown(page))
    page.evaluate("location.hash = '#further-reading'")
    assert shown(page) == views[-1]
    for step, expected in [(-1, 3), (-1, 2), (-1, 1), (-1, 0), (1, 1), (1, 2), (1, 3)]:
        with page.expect_event("framenavigated"):
            page.evaluate(f"history.go({step})")
        page.wait_for_timeout(300)
        assert shown(page) == views[expected], (step, expected)
    cell(tool, 0, "AA").click()  # nothing new: what lies ahead is still there
    cell(tool, 0, "72o").hover()  # it was let go
    assert told.inner_text().startswith("72o, ")
    page.evaluate("history.go(1)")
    page.wait_for_function("location.hash === '#further-reading'")
    fill(tool, "Stack, big blinds", "5")
    page.evaluate("history.go(-1)")  # to an address that says nothing of the tools
    page.wait_for_function("location.hash === '#further-reading'")
    page.wait_for_timeout(300)
    assert shown(page) == views[3]


@pytest.mark.browser
@pytest.mark.parametrize(
    ("blinds", "nr", "betting", "live", "amounts"),
    [
        ("0.5/1", 3, "limit", "yes", {}),
        ("0/1", 1, "limit", "yes", {"an": 0, "bl": 1}),
        ("0.25/0.75", 2, "pot", "no", {"an": 0.25, "bl": 0.5}),
    ],
)
def test_limit_preflop_shows_every_decision(blinds, nr, betting, live, amounts, open_tool):
    _, tool = open_tool("preflop")
    set_preflop(tool, blinds, nr, betting, live)
    stored = (blinds, nr, betting, live) == ("0.5/1", 3, "limit", "yes")  # the tool's first view
    tree = limit.tree(nr, lim=betting == "limit", liv=live == "yes", **amounts)
    solution = trembling.solve(Game(DEAL, tree))
    assert value(tool) == pytest.approx(solution.value, abs=0.6e-4)
    for player, seat in enumerate(("small blind", "big blind")):
        decisions = tool.get_by_label(f"Decision of the {seat}")
        for node in tree.information_sets[player]:
            decisions.select_option(node.history)
            other = solution.plans[1 - player][:, node.opponent]
            reach = DEAL.prior @ (other * (other > 1e-3)) / DEAL.prior.sum(axis=1)
            own = solution.plans[player][:, node.parent]
            for hand in ("KK", "87o", "42s"):
                index = cards.HAND_INDEX[hand]
                if own[index] > 1e-3 and reach[index] > (0 if stored else 0.01):
                    agrees(tool, player, node, solution, hand, threats=not stored)


@pytest.mark.browser
def test_where_nobody_goes_is_called_a_threat(open_tool):
    _, tool = open_tool("preflop", "#preflop?blinds=0%2F1&nr=1&big=call")
    legend = tool.locator(".explorer-view[data-player='1'] .explorer-legend").inner_text()
    assert "It never comes to this" in legend
    assert cell(tool, 1, "AA").get_attribute("aria-label").endswith("never asked")


@pytest.mark.browser
def test_a_hand_divides_over_the_raises_of_the_one_round_game(open_tool):
    page, tool = open_tool("one-round")
    assert value(tool) == pytest.approx(0.39784, abs=1e-4)
    game = Game(DEAL, betting.one_round([0, *range(2, 41)]))
    solution = interior_point.solve(game)
    earns = game.action_values(0, solution.plans[1])
    for hand in ("63s", "AA", "85o"):
        cell(tool, 0, hand).click()
        shown = table(tool, 0)
        assert sum(share for share, _ in shown.values()) == pytest.approx(1, abs=5e-4)
        for action, (share, earned) in shown.items():
            assert share == pytest.approx(solution.probability(0, action, hand), abs=2e-4)
            s, row = game.tree.sequence(0, action), cards.HAND_INDEX[hand]
            assert earned == pytest.approx(earns[row, s], abs=2e-4)
    slider = tool.get_by_label("Raise by", exact=True)
    slider.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    legend = tool.locator(".explorer-view[data-player='1'] .explorer-legend").inner_text()
    weights = DEAL.prior.T @ solution.plans[0][:, game.tree.sequence(0, "raise 20")]
    calls = weights @ solution.probability(1, "raise 20, call") / weights.sum()
    assert number_in("call: (.*)%", legend) == pytest.approx(100 * calls, abs=0.06)
    page.keyboard.press("ArrowLeft")
    assert "Alice never raises by this" in tool.inner_text()
    locking(tool, ())
    assert tool.get_by_role("button", name="Lock what is shown: Bob").is_disabled()


def river(**settings):
    """The address of a river in the explorer, without what stands there already."""
    return "#river?" + ";".join(f"{k}={v.replace('+', '%2B')}" for k, v in settings.items())


SMALL = {
    "first": "AA, QQ-99, KJs, AJs, 87s, 54s, AQ:0.5",
    "second": "KK, 99-66, AQ, KJ:0.25, T9s, 3c2c",
}


@pytest.mark.browser
@pytest.mark.parametrize(
    "sizes",
    [
        {"within": "0.00003"},
        {"board": "AsKsQs7h2d", "pot": "10", "stack": "12.5", "bets": "1/3 75%", "raises": "pot"},
        {"pot": "1", "stack": "0.4", "bets": "none", "raises": "none"},
    ],
)
def test_a_river_is_worth_what_the_package_finds(sizes, open_tool, capsys):
    _, tool = open_tool("river", river(**SMALL, **sizes))
    found = re.search(
        r"worth ([+−\d.]+) chips to the first player: ([+−\d.]+)% of the pot, "
        r"proven within ([\d.]+)% of the pot\.$",
        tool.locator(".explorer-value").inner_text(),
    )
    code = tool.locator(".explorer-model code").last.inner_text()
    game = eval(code, {"Game": Game, "betting": betting, "deals": deals})
    pot = float(sizes.get("pot", 200))
    exactly, slack = lp.solve(game).value, 1e-4 + pot * float(found[3]) / 100
    assert number(found[1]) == pytest.approx(exactly, abs=slack)
    assert number(found[2]) == pytest.approx(100 * exactly / pot, abs=0.006 + float(found[3]))
    command = shlex.split(tool.locator(".explorer-model code").first.inner_text())
    assert cli.main([*command[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == pytest.approx(exactly, abs=1e-6 * pot)
    assert float(found[3]) <= 100 * float(sizes.get("within", "0.001"))


@pytest.mark.browser
def test_a_cell_of_a_river_stands_for_the_combos_that_fit(open_tool):
    _, tool = open_tool("river", river(**SMALL, within="0.00003"))
    game = Game(deals.river("Td9d6hQc2s", *SMALL.values()), betting.river())
    prior = game.deal.prior
    for player, hand in ((0, "QQ"), (0, "AQo"), (1, "KJs"), (1, "99")):
        cell(tool, player, hand).click()
        rows = tool.locator(f"[data-player='{player}'] .explorer-combos tbody tr")
        texts = "rows => rows.map(row => [...row.children].map(c => c.innerText))"
        shown, combos = rows.evaluate_all(texts), np.array(game.deal.hands[player])
        hands = cards.HAND_OF_COMBO[[cards.COMBO_INDEX[combo] for combo in combos]]
        assert sorted(row[0] for row in shown) == sorted(combos[hands == cards.HAND_INDEX[hand]])
        shares = [[float(text.split("%")[0]) / 100 for text in row[1:]] for row in shown]
        held = prior.sum(axis=1 - player)[[game.deal.hands[player].index(row[0]) for row in shown]]
        if player == 0:  # nobody has done anything yet
            mean = held @ np.array(shares) / held.sum()
            assert [share for share, _ in table(tool, 0).values()] == pytest.approx(mean, abs=1e-3)
    assert cell(tool, 0, "KK").get_attribute("aria-label").endswith("not in the range")


@pytest.mark.browser
def test_a_river_can_be_locked_combo_by_combo_and_compared(open_tool):
    page, tool = open_tool("river", river(**SMALL, bets="none", raises="none", big="all-in"))
    for player, held in SMALL.items():
        texts = copied(tool, f"the {player} player's range"), held
        taken, held = (cards.parse_range(text).by_combo() for text in texts)
        assert all(held[combo] >= weight >= Fraction(1, 100) for combo, weight in taken.items())
    tool.get_by_role("button", name="Compare with ...").click()
    first, box = locking(tool, ("First player", "Second player"))
    enter(box, "KK, AhQh, AQo:0.5")
    for hand, said in (("KK", "call 100%"), ("AQs", "call 33.33%"), ("AQo", "call 50.00%")):
        assert said in cell(tool, 1, hand).get_attribute("aria-label")
    game = Game(deals.river("Td9d6hQc2s", *SMALL.values()), betting.river(200, 900, "none", "none"))
    free = lp.solve(game).value
    price = tool.locator(".explorer-price").inner_text()
    assert number(re.search(r"worth ([+−\d.]+) chips", price)[1]) == pytest.approx(free, abs=0.2)
    assert float(re.search(r"earns the first player ([\d.]+) chips", price)[1]) > 1
    assert "KdKh" not in price and re.search(r"most with [AKQJT2-9][cdhs]", price)
    kept = tool.locator("section")
    assert "some ranges locked" not in kept.inner_text() and kept.locator(".differs").count()
    tool.get_by_role("button", name="Lock what is shown: second player").click()
    settled(page)
    weights = cards.parse_range(box.input_value()).by_combo()
    assert weights["KdKc"] == 1 and weights["AcQh"] == Fraction(1, 2) and "AdQd" not in weights
    tool.get_by_role("switch", name="Paint").check()
    tool.get_by_label("First player's paint").select_option("in the range")
    for hand in ("AA", "72o"):
        cell(tool, 0, hand).click()
        settled(page)
    held = tool.get_by_label("First player holds").input_value()
    assert held == "QQ-99, AQs:0.5, AJs, KJs, 87s, 54s, AQo:0.5, 72o"
    _, restored = open_tool("river", page.evaluate("location.hash"))
    assert restored.get_by_label("First player holds").input_value() == held
    assert restored.get_by_label("Second player holds").input_value() == SMALL["second"]
    # A range that is copied has each hand as often as it is held, gets to the decision and acts.
    enter(first, "all-in: QQ, AQo:0.5")
    assert copied(tool, "the first player's range") == "QQ, AQo:0.25"
    tool.get_by_label("Decision of the first player").select_option("check, all-in")
    enter(first, "fold: AQo")
    assert copied(tool, "the first player's range") == "JJ-99, AQs:0.5, AJs, KJs, 87s, 54s, 72o"


@pytest.mark.browser
def test_a_river_with_all_that_unfolds_can_be_read_by_everybody(open_page):
    locked = "locks=1/bet+120/call%3A+TT|0//bet+60%25:+AA;one-round?seed=3;push-fold?against=22%2B"
    page, tool = open_page("river", f"#river?hand=QJs;{locked};shows=gain", viewport=NARROW)
    tool.locator(".explorer-price", has_text="gives away").wait_for()
    page.locator("details").evaluate_all("all => all.forEach(e => { e.open = true; })")
    assert tool.locator(".explorer-combos").count() == 2
    assert cell(tool, 0, "AA").get_attribute("aria-label").endswith(": bet 120 100%")
    choice = page.locator("#push-fold").get_by_label("Colours show")
    for shows in ("gain", "depth"):
        choice.evaluate("(e, to) => { e.value = to; e.dispatchEvent(new Event('change')); }", shows)
        show(page, "light")
        assert faint(page) == []
        show(page, "dark")
        assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]


@pytest.mark.browser
def test_the_page_solves_under_its_own_policy_and_reaches_nobody(browser, site):
    said, asks = [], "fetch(location.href).then(() => 'asked', () => 'refused')"
    with browser.new_page() as page:
        page.on("console", lambda message: said.append(message.text))
        for address in (f"{site}/{PAGE}", (HTML / PAGE).as_uri()):
            page.goto(f"{address}#river")
            page.locator("#river .explorer-value", has_text="proven within").wait_for()
            assert not [text for text in said if "Content Security Policy" in text]
        page.goto(f"{site}/{PAGE}")
        assert page.evaluate(asks) == "refused"


@pytest.mark.browser
def test_without_scripts_there_is_a_sentence_and_a_picture(browser):
    with browser.new_page(java_script_enabled=False) as page:
        page.goto((HTML / PAGE).as_uri())
        static = page.locator("#push-fold .explorer-static")
        assert "With ten big blinds:" in static.inner_text()
        assert static.locator("svg[role=img]").count() == 2
        assert page.locator("#one-round .explorer-static").inner_text()


@pytest.mark.browser
def test_the_page_is_light_enough_for_a_phone():
    parts = [HTML / PAGE, *(HTML / "_static").glob("explorer.*")]
    assert len(parts) == 3
    assert sum(part.stat().st_size for part in parts) < 460_000  # plain numbers, which pack well
    sent = [len(zlib.compress(part.read_bytes())) for part in parts]  # as servers send them
    assert sum(sent) < 142_000
