"""The modules of the pages' scripts: what they leave in a page, and what other pages may import."""

import ast
import io
import json
import re
import tokenize
from pathlib import Path

import numpy as np
import pytest

import pokerlab
from book._ext.pages import WHOLE_PERCENT
from pokerlab import betting, cards, charts, deals, ranges
from pokerlab.games import Game
from pokerlab.pages import live_figures
from pokerlab.solvers import double_oracle, lp
from tests.conftest import FILES, HTML, SCRIPTS, WIDE, show, violations
from tests.test_scorecard import BOOK

DEAL = deals.holdem()
PACKAGE = Path(pokerlab.__file__).parent
KINDS = {
    "push-fold": ({"stack": "7.5", "ante": "0.1"}, betting.push_fold("7.5", ante="0.1")),
    "no-limit": ({"raises": "2x"}, betting.no_limit(10, ["2x"])),
    "preflop": ({}, betting.limit(3)),
}
DECLARED = r"(?m)^(?:export )?(?:const|let|class|(?:async )?function\*?) (\[[^]]*\]|\w+)"
#: A type in a comment, or what stands for one, behind what it is, in braces.
DECLARED_TYPE = r"@(?:typedef|callback|template)\s+(?:\{(?:[^{}]|\{[^{}]*\})*\}\s*)?\[?(\w+)"
RECIPE = next(
    cell["source"]
    for cell in json.loads((BOOK / "recipes.ipynb").read_text(encoding="utf-8"))["cells"]
    if "embed.html" in "".join(cell["source"])
)
FRAME, MODULE = re.findall(r"(?s)```html\n(.*?)```", "".join(RECIPE))
OUTSIDE = "<!doctype html><html lang=en><title>A page of somebody else</title>"


def declared():
    """The names that each module declares for itself."""
    return {
        path.stem: {
            name
            for found in re.findall(DECLARED, path.read_text(encoding="utf-8"))
            for name in re.findall(r"\w+", found)
        }
        for path in SCRIPTS.glob("*.js")
    }


def declared_types():
    """The names of types that each module declares in its comments."""
    return {
        path.stem: {*re.findall(DECLARED_TYPE, path.read_text(encoding="utf-8"))}
        for path in SCRIPTS.glob("*.js")
    }


def test_the_map_of_the_scripts_names_each_module_and_no_other():
    text = (SCRIPTS / "README.md").read_text(encoding="utf-8")
    assert {*re.findall(r"[\w-]+\.js\b", text)} == {path.name for path in SCRIPTS.glob("*.js")}


def test_a_script_that_the_package_names_is_there_and_has_what_is_said_to_be_in_it():
    named = 0
    for path in PACKAGE.rglob("*.py"):
        text = " ".join(path.read_text(encoding="utf-8").split())
        for name, script in re.findall(
            r"(?:``(\w+)`` in )?`(?:book/_scripts/)?([\w-]+\.js)`", text
        ):
            assert name in (SCRIPTS / script).read_text(encoding="utf-8"), (path.name, script)
            named += 1
    assert named >= 7


def test_a_name_of_a_module_is_a_name_of_no_other_one():
    types = declared_types()
    assert sum(map(len, types.values())) > 100
    names = [name for module, own in declared().items() for name in own | types[module]]
    assert len(names) > 150
    assert {name for name in names if names.count(name) > 1} == set()


#: What several modules of the package have by one name, and why.
SHARED_NAMES = {
    "kuhn": "a game's two halves: its deal, and its betting",
    "river": "a game's two halves: its deal, and its betting",
    "load": "reads what the module's own class has saved",
    "run": "does all that the module is for: a solver's iterations, a sweep, a page's assertions",
    "solve": "finds the best play of what the module is about, within bounds",
}


def public_names(path):
    """What a module of the package lists as its own."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) == "__all__":
            return ast.literal_eval(node.value)
    return []


def test_a_public_name_of_the_package_is_that_of_one_module_or_listed():
    # Commands are called as what they solve, and `check` has classes of its own: it trusts nobody.
    aside = {PACKAGE / "check.py", *(PACKAGE / "cli").iterdir()}
    modules = [path for path in PACKAGE.rglob("*.py") if path not in aside]
    public = [
        path
        for path in modules
        if not any(part.startswith("_") for part in path.relative_to(PACKAGE).parts)
    ]
    names = [name for path in public for name in public_names(path)]
    assert len(names) > 300
    assert {name for name in names if names.count(name) > 1} == {*SHARED_NAMES}


#: What the package and the scripts call alike, in Python's spelling.
SHARED = [
    "behaviour",
    "belief",
    "best_hands_near",
    "boards",
    "bracket",
    "call_gain",
    "continuation_values",
    "dead_money",
    "hand_probabilities",
    "history",
    "information_sets",
    "is_stake",
    "last_sequences",
    "lower",
    "margins",
    "meetings",
    "net_wins",
    "net_wins_against",
    "opponent_sequence_before",
    "parse_range",
    "payments",
    "payoff",
    "prior",
    "push_gain_uncalled",
    "sequence_before",
    "sequences",
    "split_sizes",
    "terminal_values",
    "to_behaviour",
    "to_plan",
    "tolerance",
    "upper",
    "ways",
]
#: What the scripts called some of that, or might.
SYNONYMS = ["bestResponseValues", "faced", "met", "metBySequence", "netWon", "netWonByFirst"]
SYNONYMS += ["parent", "payout", "sequenceValues", "stealGain", "toFullPlan"]


def identifiers(path):
    """The words of a module, without its comments and texts."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        return re.findall(r"\w+", re.sub(r"(?s)/\*.*?\*/|//[^\n]*|\"[^\"\n]*\"", "", text))
    return [node.string for node in tokenize.generate_tokens(io.StringIO(text).readline)]


def in_scripts(name):
    """A name of Python's as a script spells it."""
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


def test_the_package_and_the_scripts_have_one_word_for_one_thing():
    package = {name for path in PACKAGE.rglob("*.py") for name in identifiers(path)}
    scripts = {name for path in SCRIPTS.glob("*.js") for name in identifiers(path)}
    assert [name for name in SHARED if name not in package] == []
    assert [name for name in SHARED if in_scripts(name) not in scripts] == []
    assert [name for name in SYNONYMS if name in scripts] == []


#: The package's modules that a page has, too, by the same names.
TWINS = [
    "amounts.py",
    "betting.py",
    "cards.py",
    "deals.py",
    "evaluator.py",
    "games.py",
    "holdem/range_parser.py",
    "holdem/range_tokens.py",
    "ranges.py",
    "sizes.py",
    "solutions.py",
    "solvers/cfr.py",
    "solvers/double_oracle.py",
    "trees.py",
]
#: What pages export there and the package does not have, or has in another form: fractions are
#: Python's own, arrays NumPy's; a page reads boxes, draws, and solves in slices.
ONLY_IN_PAGES = {
    "amounts": "gcd half number_in one parse_amount parse_number parse_positive parse_whole "
    "percent to_fraction with_decimal_point without_blinds zero",
    "betting": "build_tree is_pot_share is_raise_size max_page_decisions shorter_stack",
    "cards": "card_name card_of cards_of_combo combo_id_of combo_ids_of combo_name rank_of "
    "ranks_down suit_of",
    "deals": "holdem_deal one_hand",
    "double_oracle": "double_oracle",
    "evaluator": "rank_hand",
    "games": "better_for bracket_of game_with_belief is_locked_anywhere sign_of",
    "range_parser": "without_comments",
    "range_tokens": "hands_form kickers pairs range_words try try_parts",
    "ranges": "combos_named hand_weight hands_best_first one_line parse_combo_weights "
    "parse_hand_weights remarks_on",
    "sizes": "sizes_argument split_runs with_unit",
    "solutions": "action_names_at find_information_set min_shown silent_action size_of",
    "trees": "last_action make_tree with_action",
}


#: Modules of one name that compute nothing twice: what a page shows of a game that the command
#: prints, of files, of tables.
NAMESAKES = ["equity", "explorer", "files", "knobs", "no-limit", "one-round", "preflop"]
NAMESAKES += ["push-fold", "river", "tables"]


def test_a_module_that_is_called_as_one_of_the_package_s_is_its_twin_or_listed():
    package = {path.stem.replace("_", "-") for path in PACKAGE.rglob("*.py")}
    both = package & {path.stem for path in SCRIPTS.glob("*.js")}
    twins = {Path(name).stem.replace("_", "-") for name in TWINS}
    assert both == twins | {*NAMESAKES} and twins.isdisjoint(NAMESAKES)


def in_python(name):
    """A name of a script's as Python spells it, in small letters."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def exported(path):
    """The names that a module of the scripts exports."""
    pattern = r"(?m)^export (?:const|let|class|(?:async )?function\*?) (\w+)"
    return {in_python(name) for name in re.findall(pattern, path.read_text(encoding="utf-8"))}


def defined(path):
    """What a module of the package defines, privately or not, without underscores before it."""
    nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    functions = [node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    variables = [node.id for node in nodes if isinstance(node, ast.Name)]
    return {in_python(name.lstrip("_")) for name in functions + variables}


def test_what_twin_modules_export_is_called_alike_in_both_languages_or_listed():
    only_in_pages = {}
    for name in TWINS:
        path = PACKAGE / name
        script = SCRIPTS / f"{path.stem.replace('_', '-')}.js"
        if names := exported(script) - defined(path):
            only_in_pages[path.stem] = names
    assert only_in_pages == {name: {*listed.split()} for name, listed in ONLY_IN_PAGES.items()}


@pytest.mark.browser
@pytest.mark.parametrize(
    "page", ["book/explorer.html", "book/index.html", "search.html?q=luck", "embed.html"]
)
def test_scripts_leave_no_names_in_a_page(page, read, browser):
    # What a window has but does not own is no script's: elements by their ids, say.
    told = """names => names.filter(name => (0, eval)(`typeof ${name}`) !== "undefined"
        && (Object.hasOwn(window, name) || !(name in window)))"""
    names = sorted(set().union(*declared().values()))
    with browser.new_page() as blank:
        own = blank.evaluate(told, names)
    opened = read(f"{HTML.as_uri()}/{page}")
    opened.wait_for_load_state("load")
    assert opened.evaluate(told, names) == own
    assert not [name for name in opened.evaluate("Object.keys(window)") if "pokerlab" in name]


@pytest.mark.browser
@pytest.mark.parametrize("stack", [2.5, 10, 20])
def test_a_page_for_frames_shows_the_solution_at_a_stack(stack, read):
    page = read(f"{HTML.as_uri()}/embed.html?stack={stack}")
    assert page.locator("p").inner_text() == f"{live_figures.LivePushFold(stack)} Change it"
    solution = lp.solve(Game(DEAL, betting.push_fold(stack)))
    for player, action in enumerate(("push", "call")):
        titles = page.locator("svg").nth(player).locator(".g g > title").all_text_contents()
        shares = [
            float(found[1]) / 100
            if (found := re.search(r"([\d.]+)% of the time", title))
            else float(not re.search(r"\b(?:is folded|folds)\b", title))
            for title in titles
        ]
        assert abs(solution.probability(player, action) - shares).max() < 0.000051
    link = page.get_by_role("link").get_attribute("href")
    assert link == f"book/explorer.html#push-fold?stack={stack:g}"
    assert page.title() == f"Push or fold with {stack:g} big blinds"


@pytest.mark.browser
@pytest.mark.parametrize("stack", ["0.5", "21", "many"])
def test_a_stack_that_is_not_solved_is_refused_there(stack, read):
    page = read(f"{HTML.as_uri()}/embed.html?stack={stack}")
    assert "a stack from 1 to 20" in page.locator("p").inner_text()
    assert page.locator("svg").count() == 0


@pytest.mark.browser
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_a_page_for_frames_can_be_read_by_everybody(mode, read):
    for viewport in (WIDE, {"width": 390, "height": 800}):
        page = read(f"{HTML.as_uri()}/embed.html?stack=7", viewport=viewport)
        show(page, mode)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    said = page.locator(".chart-tip").first.inner_text()
    assert said.startswith("AKs is pushed") and page.locator(".g :focus").count() == 1


@pytest.mark.browser
def test_the_recipe_s_frame_shows_a_chart_from_a_folder(browser, tmp_path):
    path, wrong = tmp_path / "mine.html", []
    path.write_text(OUTSIDE + FRAME.replace('src="', f'src="{HTML.as_uri()}/'), encoding="utf-8")
    with browser.new_page() as page:
        page.on("pageerror", lambda error: wrong.append(error))
        page.goto(path.as_uri())
        frame = page.frame_locator("iframe")
        frame.locator("svg").nth(1).wait_for()
        assert frame.locator("p").inner_text().startswith("With 10 big blinds, push 58% of hands")
        assert frame.locator(".g g:has(> title)").count() == 338
        assert wrong == []


@pytest.fixture
def outside(read, site):
    """Open a page that is beside the book's."""

    def open_page(text):
        page = read(f"{site}/404.html")
        page.route("**/mine.html", lambda r: r.fulfill(content_type="text/html", body=text))
        page.goto(f"{site}/mine.html")
        return page

    return open_page


@pytest.mark.browser
def test_the_recipe_s_script_draws_and_solves(outside):
    page = outside(OUTSIDE + MODULE)
    page.locator("svg").nth(1).wait_for()
    assert page.locator("svg > title").all_text_contents() == ["My range", "The best range"]
    solution = lp.solve(Game(DEAL, betting.push_fold(8)))
    assert f"wins {solution.payoff:.3f} big" in page.locator("main").inner_text()
    often = solution.probability(0, "push") @ cards.COMBOS_PER_HAND / 1326
    key = page.locator("svg").nth(1).locator("text.k")
    assert key.text_content() == f"push {often:.1%} of hands"


@pytest.fixture
def own(outside):
    """A page with what the module exports."""
    page = outside(OUTSIDE)
    page.evaluate("async () => Object.assign(window, await import('/_static/pokerlab.mjs'))")
    return page


@pytest.mark.browser
@pytest.mark.parametrize("text", ["22+, A2s+:0.5", "20%", "[50]AA, KK[/50], QQ"])
def test_other_pages_read_ranges_as_the_package_does(text, own):
    assert own.evaluate("HANDS") == list(cards.HANDS)
    read = own.evaluate("text => parseRange(text)", text)
    assert read == pytest.approx(ranges.parse_range(text).hand_weights.tolist(), abs=1e-15)
    assert "Can't read" in own.evaluate(
        "() => { try { parseRange('ZZ'); } catch (error) { return error.message; } }"
    )


@pytest.mark.browser
def test_other_pages_draw_charts_as_the_package_does(own):
    weights = ranges.parse_range("22+, A2s+:0.5, KQo:0.123, 72o:0.004").hand_weights
    drawn = charts.range_chart(weights, title="Mine", actions="raise")._repr_html_()
    found = own.evaluate(
        """weights => {
            const drawn = drawRange(weights, { title: "Mine", action: "raise" });
            for (const cell of drawn.querySelectorAll("g")) cell.removeAttribute("data-shown");
            return drawn.innerHTML;
        }""",
        weights.tolist(),
    )

    def plainly(html):
        """Without its numbers, and what is said of the whole chart."""
        html = re.sub(r'<desc.*?</desc>| (?:id|aria-labelledby|aria-describedby)=".*?"', "", html)
        html = html.replace("></rect>", "/>").replace('<rect x="0"', "<rect")
        html = re.sub(r'(?<=x|h)="([\d.]+)"', lambda x: f'="{float(x[1]):.1f}"', html)
        return html.replace("&gt;", ">").split("<title>")

    # So the book shows what the package has drawn.
    mine, other = plainly(WHOLE_PERCENT.sub(r"\1%", drawn)), plainly(found)
    assert len(mine) == len(other) == 171
    for one, another in zip(mine, other, strict=True):
        assert one == another


@pytest.mark.browser
@pytest.mark.parametrize("kind", KINDS)
def test_other_pages_solve_what_the_package_solves(kind, own):
    setting, tree = KINDS[kind]
    game = Game(DEAL, tree)
    found = own.evaluate("([kind, setting]) => solve(kind, setting, 1e-8)", [kind, setting])
    assert 0 <= found["upper"] - found["lower"] + 1e-12 < 1.1e-8
    assert found["lower"] - 1e-8 < double_oracle.solve(game).payoff < found["upper"] + 1e-8
    told = [(each["player"], each["history"]) for each in found["decisions"]]
    nodes = zip(tree.players, tree.information_sets, strict=True)
    assert told == [(player, node.history) for player, own in nodes for node in own]
    opening = np.array(list(found["decisions"][0]["actions"].values()))
    assert opening.shape[1] == 169 and np.allclose(opening.sum(axis=0), 1)


@pytest.mark.browser
def test_the_page_for_frames_is_among_the_files():
    assert "embed.html" in FILES
