"""The built book, read in a real browser: offline, clean, in both modes, wide and narrow."""

import ast
import gzip
import itertools
import posixpath
import re
import shutil
from fractions import Fraction
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlencode, urlsplit

import nbformat
import pypdfium2
import pytest
from PIL import Image

from pokerlab import charts, equities
from tests.conftest import (
    CONTENT,
    HTML,
    NARROW,
    PAGES,
    SCRIPTS,
    WIDE,
    Tab,
    faint,
    show,
    unchanged,
    violations,
)
from tools.offer import offer

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parent.parent
FRONT = "book/index.html"
CODE = "_modules/index.html", "_modules/pokerlab/charts/range_charts.html"
READ = [page for page in PAGES if not page.startswith("_modules/") or page in CODE]
"""Of the listings of code, which are built alike, two are enough."""


@pytest.mark.parametrize(("old", "new"), [("", "index"), ("book/systems.html", "what-rules-cost")])
def test_the_door_and_a_page_that_moved_lead_on_without_scripts_too(old, new, site, browser):
    with browser.new_page(java_script_enabled=False) as page:
        page.goto(f"{site}/{old}")
        page.wait_for_url(f"{site}/book/{new}.html")


@pytest.mark.parametrize("asked", ["#best-chart?stack=7", "?from=a-friend#chart=7+AA", ""])
def test_the_door_keeps_what_the_address_asks_for(asked, site, plain_page):
    assert "<title>pokerlab: heads-up" in (HTML / "index.html").read_text(encoding="utf-8")
    for door in ("", "index.html"):
        plain_page.goto(f"{site}/{door}{asked}")
        plain_page.wait_for_url(f"{site}/{FRONT}{asked}")


def test_pages_are_read_again_that_differ_or_look_different(tmp_path):
    for book, text in [("old", "one"), ("new", "another")]:
        for name in ("_static/book.css", "book/a.html", "book/b.html"):
            (tmp_path / book / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / book / name).write_text(text if "b.html" in name else "same")
    old, new = tmp_path / "old", tmp_path / "new"
    assert unchanged(old, new) == {"_static/book.css", "book/a.html"}
    (new / "_static" / "book.css").write_text("another")
    assert unchanged(old, new) == set()


def test_what_goes_wrong_in_a_page_is_noticed(open_tab, site, tmp_path):
    page = tmp_path / "page.html"
    wrong = "<script>console.warn('odd'); nothing.at</script><img src='http://elsewhere.invalid/a'>"
    page.write_text(wrong)
    tab = open_tab(page.as_uri())
    tab.page.wait_for_load_state("networkidle")
    complaints = "\n".join(tab.complaints)
    for what in ("console: odd", "script error: nothing is not", "asks for http://elsewhere"):
        assert what in complaints
    assert f"404 {site}/nowhere.html" in open_tab(f"{site}/nowhere.html").complaints


def test_faint_words_are_noticed_within_code_and_without(read, tmp_path):
    faint_or_not = {
        "color: #757575": 0,
        "color: #7b7b7b": 2,
        "color: #0007": 2,
        "opacity: 0.9": 2,
        "color: #fff": 2,
        "color: #fff; background: #000": 0,
        "color: #fff; background: linear-gradient(#000, #333)": 0,
        "color: #fff; background: linear-gradient(#000, #ccc)": 2,
        "color: #fff; text-shadow: 0 0 3px #000": 0,
        "color: #fff; visibility: hidden": 0,
    }
    words = [f"<span style='{style}'>word {n}</span>" for n, style in enumerate(faint_or_not)]
    texts = [f"<p>{word}</p><div class='highlight'><pre>{word}</pre></div>" for word in words]
    inside = f"<main><h1>Words</h1>{''.join(texts)}</main>"
    page = tmp_path / "page.html"
    page.write_text(f"<html lang='en'><title>Words</title>{inside}</html>")
    found = [violation[-6:] for violation in violations(read(page.as_uri()))]
    assert [found.count(f"word {n}") for n in range(len(words))] == [*faint_or_not.values()]


def test_only_what_has_nothing_to_complain_of_is_away_while_the_checker_looks(read, tmp_path):
    page = tmp_path / "page.html"
    insides = ["<span>x</span>", "<img src='data:,'>"]
    insides += ["<span role='king'>x</span>", "<span aria-queen='x'>x</span>"]
    insides += ["<span aria-hidden='jack'>x</span>", "<span aria-hidden='true'>x</span>"]
    listing = "<div class='highlight'><pre><span class='k'>if</span> {}</pre></div>"
    drawings = "<svg role='img'><path d='M0 0'/></svg><svg role='img'><title>T</title><g/></svg>"
    drawings += "<svg role='img'><g aria-hidden='true'><title>Of a part</title></g></svg>"
    inside = f"<main><h1>Code</h1>{''.join(map(listing.format, insides))}{drawings}</main>"
    page.write_text(f"<html lang='en'><title>Code</title>{inside}</html>")
    opened = read(page.as_uri())
    before = opened.content()
    found = [violation.partition(":")[0] for violation in violations(opened)]
    wrong = ["aria-roles", "aria-valid-attr", "aria-valid-attr-value", "image-alt"]
    assert sorted(found) == [*wrong, "svg-img-alt", "svg-img-alt"]
    assert opened.content() == before


WRONG = """() => {
    const all = (query, wrong) => [...document.querySelectorAll(query)]
        .filter(wrong).map(e => (e.textContent || e.outerHTML).slice(0, 100));
    const faults = {
        "too wide for the page": all('html',
            e => e.scrollWidth > innerWidth && location.pathname.includes('/book/')),
        "cut": all('div.math mjx-container, .cell_output pre',
            e => e.scrollWidth > e.clientWidth + 2),
        "no mathematics": all('.math', m => !m.querySelector('mjx-container')),
        "wrong mathematics": all('mjx-merror, mjx-mtext[style*="red"]', () => true),
        "no picture": all('img', i => i.complete && !i.naturalWidth),
        "no icon": all('i[class*=fa-], svg.svg-inline--fa', i => !i.querySelector('path')),
        "no description": [
            ...all('article img', i => !i.alt),
            ...all('article svg[role=img]', s => !s.querySelector('title')?.textContent),
            ...all('article .cell_output svg:not([role], .icon)', () => true),
        ],
    };
    return Object.fromEntries(Object.entries(faults).filter(([, cases]) => cases.length));
}"""
"""What is wrong with a page, each with its cases."""


#: Code, what it prints and its tables that do not fit into the page, folded ones too.
CUT = """() => {
    for (const folded of document.querySelectorAll('.cell details')) folded.open = true;
    return [...document.querySelectorAll('.cell pre, .cell .pst-scrollable-table-container')]
        .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent);
}"""


@cache
def transferred(path):
    """How many bytes are sent of a file, by a host that packs texts, without a page's drawings."""
    content = path.read_bytes()
    if path.suffix == ".html":
        content = re.sub(rb"(?s)<svg\b(?! class=.svg-inline).*?</svg>", b"", content)
    return len(content if path.suffix == ".woff" else gzip.compress(content, mtime=0))


@pytest.mark.parametrize("page", READ)
def test_a_page_reads_on_a_phone_in_the_dark_and_wide_in_the_light(page, open_tab, site):
    """Colours depend on the mode and layout on the width: two looks show both modes and widths.

    Chapters come from their folder: Firefox has them from a server. A page is a megabyte of HTML at
    most, drawings included; without them 400 KB are sent, of the front page 150.
    """
    url = (HTML / page).as_uri() if page in CONTENT else f"{site}/{page}"
    tab = open_tab(url, "dark", NARROW)
    assert (tab.page.evaluate(WRONG), faint(tab.page)) == ({}, [])
    tab.page.set_viewport_size(WIDE)
    show(tab.page, "light")
    assert (tab.page.evaluate(WRONG), violations(tab.page)) == ({}, [])
    for width in (960, 1200, 1300):
        tab.page.set_viewport_size({"width": width, "height": 900})
        assert tab.page.evaluate(CUT) == [], width
    tab.page.wait_for_load_state("networkidle")
    assert tab.complaints == []
    sent = [url for url in tab.received if not url.startswith(("data:", "blob:"))]
    paths = [unquote(urlsplit(url).path) for url in sent]
    names = {path.removeprefix(HTML.as_posix()).lstrip("/") for path in paths}
    weights = {name: transferred(HTML / name) for name in names}
    assert (HTML / page).stat().st_size < 1_000_000
    assert sum(weights.values()) < (150_000 if page == FRONT else 400_000), weights


def test_a_menu_opens_by_the_keyboard(site, read):
    page = read(f"{site}/{FRONT}")
    entry = page.get_by_role("link", name="This page as notebook (.ipynb)", exact=True)
    assert not entry.is_visible()
    page.get_by_label("Download this page").focus()
    page.keyboard.press("Enter")
    assert entry.is_visible()
    page.keyboard.press("Tab")
    assert entry.evaluate("link => link === document.activeElement")


@pytest.mark.parametrize("viewport", [WIDE, NARROW])
def test_a_link_at_the_top_leads_to_the_list_of_a_page_s_sections(viewport, site, read):
    opened = read(f"{site}/{FRONT}", "light", viewport)
    for _ in range(2):
        opened.keyboard.press("Tab")
    focus = "document.activeElement.textContent.trim()"
    assert opened.evaluate(focus) == "Sections of this page"
    opened.keyboard.press("Enter")
    assert opened.evaluate(focus) == opened.locator("#pst-page-toc-nav a").first.inner_text()
    in_sight = "document.activeElement.checkVisibility({ visibilityProperty: true })"
    assert opened.evaluate(in_sight)


@pytest.mark.parametrize("page", [FRONT])
@pytest.mark.parametrize(("mode", "viewport"), [("light", WIDE), ("dark", NARROW)])
def test_the_keyboard_goes_everywhere_and_shows_where_it_is(page, mode, viewport, site, read):
    opened = read(f"{site}/{page}", mode, viewport)
    # The links in what is folded are met once it is unfolded.
    opened.locator(".pl-take details").evaluate_all("all => all.map(one => (one.open = true))")
    opened.keyboard.press("Tab")
    assert opened.evaluate("document.activeElement.textContent.trim()") == "Skip to main content"
    opened.keyboard.press("Enter")
    assert opened.evaluate("location.hash + document.activeElement.id") == "main-content"
    reached, unseen = set(), []
    for _ in range(200):
        opened.keyboard.press("Tab")
        stop, shown = opened.evaluate(
            """() => {
                const e = document.activeElement, style = getComputedStyle(e);
                const box = e.getBoundingClientRect();
                const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
                const there = box.width && box.height && box.bottom > 0 && box.top < innerHeight;
                const shown = there && (ring || style.boxShadow !== 'none');
                return [e.href ?? e.outerHTML.slice(0, 100), shown];
            }"""
        )
        if stop.startswith("<body"):
            break
        reached.add(urldefrag(stop)[0])
        if not shown:
            unseen.append(stop)
    assert unseen == []
    inside = opened.eval_on_selector_all("article a[href]", "links => links.map(a => a.href)")
    assert {urldefrag(link)[0] for link in inside} - {f"{site}/{FRONT}"} <= reached


def links_of(page):
    """The links of a page, as they stand in it."""
    text = (HTML / page).read_text(encoding="utf-8")
    return [unescape(link) for link in re.findall(r'<a\b[^>]*?\bhref="([^"]*)"', text)]


def inner_links_of(page):
    """The links of a page that stay in the book, each with the file and the place that it means."""
    for link in links_of(page):
        parts = urlsplit(link)
        if not parts.scheme:
            path = posixpath.join(posixpath.dirname(page), unquote(parts.path))
            yield link, posixpath.normpath(path) if parts.path else page, unquote(parts.fragment)


@cache
def places(page):
    """What a link can point to within a page."""
    text = (HTML / page).read_text(encoding="utf-8")
    return {unescape(name) for name in re.findall(r'\b(?:id|name)="([^"]*)"', text)}


def test_links_within_the_book_lead_somewhere():
    dead = [
        f"{page}: {link}"
        for page in PAGES
        for link, target, place in inner_links_of(page)
        if not (HTML / target).is_file()
        or (
            place
            and target.endswith(".html")
            and place.partition("?")[0] not in places(target)
            and (target != FRONT or not place.startswith("chart="))  # what its figure shows
        )
    ]
    assert dead == []


OLD = {
    "card": "an-answer-is-a-list-of-its-own-for-every-question five-cards-and-what-they-keep"
    " exercise-whole-blinds",
    "cold-cases": "figure-1 the-line-up",
    "coutts": "how-the-64-was-traced",
    "equities": "a-trillion-showdowns-counted-in-seconds a-shortcut-can-cost-a-full-point"
    " exercise-boards equation-eq-counts",
    "exact": "equation-eq-mixed exercise-fair equation-eq-fold-equity exercise-two-decks"
    " folds-and-showdowns-race-for-43s",
    "index": "what-does-your-chart-cost all-chapters",
    "luck": "deep-stacks-each-doubling-divides-the-shortfall-by-almost-seven thm-exponent"
    " exercise-85 figure-3",
    "match": "stopping-a-small-match-after-a-while-gives-the-same-value equation-eq-match-limp"
    " one-look-at-the-flop-makes-a-limp-worth-less equation-eq-match-scale",
    "no-limit": "leaving-out-an-action-can-only-cost-the-player-who-leaves-it-out"
    " more-raises-for-both-can-cost-the-player-who-acts-first with-no-bets-from-the-flop-on-"
    "the-big-blind-is-ahead-at-every-stack-solved-from-eight-big-blinds-on figure-3 figure-4"
    " reproduced",
    "no-limit-trees": "with-twenty-big-blinds-one-size-at-each-first-raise-is-nearly-enough",
    "one-round": "an-interior-point-method-gives-nine-digits figure-8 index-6"
    " hold-em-s-bluffs-are-not-the-worst-hands equation-eq-table exercise-dime"
    " equation-eq-merged",
    "fictitious-play": "at-equal-m-antes-change-the-game-a-little equation-eq-m figure-3"
    " figure-4 figure-5 in-push-or-fold-short-stacks-favour-the-small-blind",
    "gradient-descent": "tipton-s-questions-have-short-answers figure-7 equation-eq-tail",
    "limit-preflop": "kings-limp-so-that-a-second-raise-is-not-safe"
    " a-good-start-saves-most-of-the-steps bob-never-folds equation-eq-sum-max"
    " equation-eq-simplex-form one-step-of-the-simplex-method-finds-a-bluff figure-5",
    "numbers": "good-hands-bet-on-a-curve-and-each-bet-brings-its-bluffs equation-eq-newman",
    "duality": "equation-eq-weigh equation-eq-collect the-flow-shows-every-best-move-of-the-match"
    " equation-eq-gap equation-eq-dual thm-duality thm-bellman",
    "shover": "half-a-million-matches-agree-with-the-rules equation-eq-bold"
    " the-recurrence-solves-every-game-that-is-sure-to-end equation-eq-bellman thm-bellman"
    " a-maximum-is-two-inequalities-and-a-minimum equation-eq-max equation-eq-gp index-4 index-5",
    "any-amount": "to-take-home exercises further-reading exercise-any-threes exercise-any-numbers",
    "real-game-proofs": "push-or-fold-has-six-limits-in-four-games",
    "real-game": "without-limps-small-raises-add-nothing-up-to-6-82"
    " small-raises-alone-do-nothing-up-to-6-82 figure-4",
    "river": "reproduced on-these-rivers-only-the-player-in-position-bets-nearly-all-his-best-hands"
    " blockers-decide-calls-but-forgetting-one-s-own-costs-little",
    "stochastic-games": "two-players-the-program-says-0-where-the-truth-is-1 equation-eq-flip"
    " the-flipped-program-is-right-if-a-signed-flow-is-positive equation-eq-signed thm-flip"
    " noughts-and-crosses-if-a-miss-costs-the-turn-misses-help-x equation-eq-misses"
    " exercise-weight figure-4 figure-5 figure-6 index-4 index-5 index-6"
    " snakes-and-ladders-down-a-chute-on-purpose thm-eggs equation-eq-sg-turns"
    " eggs-the-best-plan-on-average-is-also-best-in-the-worst-case",
    "ten": "a-best-response-is-the-same-sum-for-each-of-169-hands"
    " two-best-responses-judge-any-two-strategies another-deal-another-tree-the-same-proof",
    "what-rules-cost": "figure-2",
    "systems": "systems-and-mistakes a-system-costs-what-the-best-reply-wins equation-eq-price"
    " figure-1 off-by-one-row-sage-s-calls-cost-eight-times-as-much equation-eq-sc"
    " one-mbb-of-risk-wins-19-to-34-mbb equation-eq-safe figure-2"
    " the-slope-of-the-curve-says-how-sure-we-have-to-be figure-3"
    " after-ten-pushes-a-read-of-a-tight-caller-may-still-lose-after-a-hundred-it-hardly-ever-does"
    " to-take-home exercises exercise-sc exercise-pairs-at-eight further-reading",
}
"""The places that addresses of earlier books name, in pages that moved or lost them."""
GONE = (
    r"(figure|index)-\d|systems-and-mistakes|equation-eq-sc"
    r"|(exercise-(8|any|boards|fair|two-decks|we|whole)|how-the-64|an-answer-is|what-does-your).*"
    r"|(five-cards-and|leaving-out-an-action|more-raises-for-both|with-no-bets-from).*"
    r"|(with-twenty-big|on-these-rivers-only|blockers-decide-calls).*"
    r"|(kings-limp|bob-never|half-a-million|tipton-s-questions|equation-eq-table|exercise-dime).*"
    r"|(another-deal|without-limps|small-raises|push-or-fold-has-six).*|all-chapters|reproduced"
    r"|equation-eq-(counts|weigh|tail|gap)|the-line-up|the-flow-shows-every.*"
    r"|(a-best-response-is-the-same|two-best-responses-judge|in-push-or-fold-short).*"
)
"""Those that have another name now."""


@pytest.fixture(scope="module")
def plain_page(browser):
    """A page to which the browser brings no styles, and no scripts but those within pages."""
    with browser.new_page() as page:
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        network.send("Network.setBlockedURLs", {"urls": ["*/_static/*"]})
        yield page


@pytest.mark.parametrize("name", OLD)
def test_an_old_address_leads_to_a_page_that_has_its_place(name, site, plain_page):
    from playwright.sync_api import expect

    for place in OLD[name].split():
        plain_page.goto(f"{site}/book/{name}.html#{place}", wait_until="commit")
        elsewhere = re.compile(rf"^(?!.*/{name}\.html#{place}$)")
        # It asks again and again: a page that leads on at once may leave while one waits for it.
        expect(plain_page).to_have_url(elsewhere, timeout=30_000)
        there, found = urldefrag(plain_page.url)
        assert found in places(there.removeprefix(f"{site}/")), place
        assert found == place or re.fullmatch(GONE, place), place


def test_every_page_can_be_reached_from_the_front_page():
    found, todo = {FRONT}, [FRONT]
    while todo:
        for _, target, _ in inner_links_of(todo.pop()):
            if target in PAGES and target not in found:
                found.add(target)
                todo.append(target)
    # The search field leads to one, and a wrong address to the other.
    assert sorted(set(PAGES) - found) == ["404.html", "search.html"]


def test_programs_that_read_are_told_of_every_page():
    told = re.findall(r"\]\((.*)\)$", (HTML / "llms.txt").read_text(encoding="utf-8"), re.M)
    assert sorted(told) == sorted([*CONTENT, "genindex.html"])


def test_the_reference_says_of_each_field_what_it_is():
    entries = re.split(
        r"(?=<dt [^>]*id=)", (HTML / "book" / "api.html").read_text(encoding="utf-8")
    )
    unsaid = [
        entry.split('id="')[1].split('"')[0] for entry in entries if "Alias for field" in entry
    ]
    assert unsaid == []


def test_the_reference_has_every_public_function_and_class():
    modules = [path.relative_to(ROOT) for path in (ROOT / "pokerlab").rglob("*.py")]
    public = {
        f"{'.'.join(path.with_suffix('').parts).removesuffix('.__init__')}.{node.name}"
        for path in modules
        if path.stem == "__init__" or path.stem[0] != "_"
        if path.parts[1] not in ("_compiled", "_support")  # private rooms
        if path.parts[1] != "cli"  # of which each command's help tells
        for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name[0] != "_"
    }
    left_out = {"charts.hand_grids.Cell", "charts.hand_grids.LegendEntry"}
    # The checker is one file to be read as it is: what it consists of has no underscores.
    parts = "Deal", "Decision", "Place", "RealizationPlan", "Responder", "Terminal"
    left_out |= {f"check.{name}" for name in parts}
    # What the check of all streets consists of is many loops, for whoever reads those files.
    loops = {
        "best_response": "copy_by_branch earned_on_flop evaluate_nodes share_out sum_met"
        " turn_counts",
        "buckets": "FlopAhead add_shares board_kind bucket_numbers count_shares flop_kinds"
        " look_ahead",
        "checked_strategies": "all_in_sums earnings_from_sums",
        "strategies": "starting_reaches",
        "tree": "Street",
    }
    for room, names in loops.items():
        left_out |= {f"studies.streets.{room}.{name}" for name in names.split()}
    assert public - places("book/api.html") == {f"pokerlab.{name}" for name in left_out}


@pytest.mark.parametrize("path", ["nowhere", "book/nowhere", "book/no/where.html", "_static/x/y"])
def test_a_wrong_address_leads_back_to_the_book(path, site, browser):
    missing = {"status": 404, "content_type": "text/html", "path": HTML / "404.html"}
    with browser.new_page() as page:
        page.route(f"{site}/pokerlab/{path}", lambda route: route.fulfill(**missing))
        page.goto(f"{site}/pokerlab/{path}")
        links = page.eval_on_selector_all("a", "links => links.map(link => link.href)")
        assert links == [f"{site}/pokerlab/book/index.html", f"{site}/pokerlab/genindex.html"]
        assert page.evaluate("document.forms[0].action") == f"{site}/pokerlab/search.html"


def test_links_to_elsewhere_are_well_formed():
    form = r"https?://([a-z0-9-]+\.)+[a-z]{2,}([/?#][^\s<>{}|\\^`]*)?"
    links = [(page, link) for page in PAGES for link in links_of(page) if urlsplit(link).scheme]
    assert [(page, link) for page, link in links if not re.fullmatch(form, link)] == []


def test_no_figure_is_left_over():
    used = "".join((HTML / page).read_text(encoding="utf-8") for page in PAGES)
    used += (ROOT / "README.md").read_text(encoding="utf-8")
    built = {path.name for path in (HTML / "_static").iterdir()}  # without scripts that are joined
    figures = [path for path in (ROOT / "book" / "_static").iterdir() if path.name in built]
    figures += (HTML / "_images").glob("*")
    assert [path.name for path in figures if path.name not in used] == []


def test_a_figure_is_a_drawing_and_its_caption():
    """What the cell prints besides stands before it; a glued drawing is a figure, too."""
    numbers = {}
    for page in CONTENT:
        text = (HTML / page).read_text(encoding="utf-8")
        for figure in re.findall(r"<figure.*?</figure>", text, flags=re.DOTALL):
            assert figure.count('class="output') == figure.count("<figcaption") == 1, page
            assert "<svg" in figure and "output stream" not in figure, page
        numbers[page] = re.findall(r'"caption-number"[^>]*>Figure ([\d.]+?)\. ', text)
        assert len({*numbers[page]}) == len(numbers[page]) == text.count("<figure"), page
    assert numbers["book/card.html"][0].endswith(".1")


SEEN = (1200).to_bytes(4) + (630).to_bytes(4)
"""The width and height of the picture that a link shows."""


def test_the_foot_of_a_page_counts_the_assertions_of_its_notebook():
    for notebook in sorted((ROOT / "book").glob("*.ipynb")):
        cells = nbformat.read(notebook, 4).cells
        code = [ast.parse(cell.source) for cell in cells if cell.cell_type == "code"]
        count = sum(isinstance(node, ast.Assert) for tree in code for node in ast.walk(tree))
        article, foot = (HTML / f"book/{notebook.stem}.html").read_text().split("</article>")
        told = re.findall(r'(\d+) assertions? in its <a href="([^"]*)">notebook</a> holds?', foot)
        assert told == ([(str(count), f"../_sources/book/{notebook.name}")] if count else [])
        assert "pl-assertions" not in article


def test_every_page_says_what_it_is_about():
    """To search engines, and where its address is shared; and no title stands there twice."""
    said = {}
    for page in CONTENT:
        head = (HTML / page).read_text(encoding="utf-8").partition("</head>")[0]
        (about,) = re.findall(r'<meta name="description" content="([^"]+)" />', head)
        assert 20 < len(unescape(about)) <= 200 and about[-1] in ".?!:…”"
        assert f'<meta property="og:description" content="{about}"' in head
        (picture,) = re.findall(r'<meta property="og:image" content="([^"]+)" />', head)
        assert (HTML / page).parent.joinpath(picture).read_bytes()[16:24] == SEEN
        (title,) = re.findall(r'<meta property="og:title" content="([^"]+)" />', head)
        assert title and "<" not in title
        said[about] = page
    assert len(said) == len(CONTENT)
    front = (HTML / FRONT).read_text(encoding="utf-8")
    title = re.search("<title>(.*?)</title>", front)[1]
    assert title == "Heads-up hold\u2019em with few chips, solved"
    assert "too large" not in next(about for about, page in said.items() if page == FRONT)


def test_a_page_is_printed_light_whatever_it_is_read_in(site, read):
    page = read(f"{site}/{FRONT}", "dark")
    shown = "document.documentElement.dataset.theme"
    assert page.evaluate(shown) == "dark"
    page.evaluate(
        f"""() => {{
            window.seen = [];
            addEventListener("afterprint", () => seen.push({shown}));
        }}"""
    )
    paper = pypdfium2.PdfDocument(page.pdf(print_background=True))[0].render().to_numpy()
    assert (paper[0, 0] == 255).all() and paper.mean() > 180
    assert page.evaluate("seen") == [page.evaluate(shown)] == ["dark"]


def test_code_wraps_on_paper(site, read):
    page = read(f"{site}/book/exact.html")
    page.emulate_media(media="print")
    wraps = "all => all.every(e => getComputedStyle(e).whiteSpace === 'pre-wrap')"
    assert page.eval_on_selector_all(".cell_input pre", wraps)


@pytest.mark.parametrize("page", [f"book/{name}.html" for name in ("equities", "match", "river")])
def test_what_is_read_does_not_move_when_scripts_arrive(page, site, browser):
    """But for formulas, which take the place of their text."""
    with browser.new_page(viewport={"width": 390, "height": 844}) as opened:
        opened.route("**/mathjax/**", lambda route: route.abort())
        opened.goto(f"{site}/{page}", wait_until="networkidle")
        opened.get_by_role("button", name="Show the code").wait_for()
        moved = opened.evaluate(
            """() => new Promise(resolve => {
                new PerformanceObserver(list => resolve(list.getEntries().map(e => e.value)))
                    .observe({ type: 'layout-shift', buffered: true });
                setTimeout(resolve, 100, []);
            })"""
        )
        assert sum(moved) < 0.01


def test_all_of_the_menu_is_on_a_phone_s_screen(site, page_on):
    with page_on(viewport={"width": 390, "height": 844}) as opened:
        opened.goto(f"{site}/book/ten.html")
        menu = opened.locator("details.dropdown").first
        menu.locator("summary").click()
        box = menu.locator(".dropdown-menu").bounding_box()
        assert 0 <= box["x"] <= 390 - box["width"]


def test_a_menu_with_the_whole_book_is_on_a_phone_s_screen(site, browser, tmp_path):
    """The longest entries wrap, and each keeps its icon in sight."""
    (tmp_path / "book").mkdir()
    for name in ("install.html", "ten.html"):
        shutil.copy(HTML / "book" / name, tmp_path / "book")
    (tmp_path / "made").mkdir()
    for name in ("pokerlab.pdf", "pokerlab-book.zip"):
        with (tmp_path / "made" / name).open("wb") as file:
            file.truncate(26 * 10**6)
        offer(tmp_path / "made" / name, tmp_path)
    body = (tmp_path / "book" / "ten.html").read_text(encoding="utf-8")
    with browser.new_page(viewport={"width": 390, "height": 844}) as opened:
        address = f"{site}/book/ten.html"
        opened.route(address, lambda route: route.fulfill(content_type="text/html", body=body))
        opened.goto(address)
        menu = opened.locator("details.dropdown").first
        menu.locator("summary").click()
        for told in ("as one file (PDF, 26 MB)", "as pages to unpack (ZIP, 26 MB)"):
            assert f"The whole book {told}" in menu.inner_text()
        for part in menu.locator(".dropdown-menu, li, li *").all():
            box = part.bounding_box()
            assert box is None or 0 <= box["x"] <= 390 - box["width"]


def test_a_verdict_is_told_in_sight(site, page_on):
    with page_on(viewport={"width": 1280, "height": 700}) as page:
        page.goto(f"{site}/book/ten.html", wait_until="networkidle")
        question = page.locator(".pl-question").nth(1)
        box = question.locator("input")
        box.evaluate("""e => {
            scrollTo({ top: scrollY + e.getBoundingClientRect().bottom - innerHeight,
                       behavior: "instant" });
            e.focus({ preventScroll: true });
        }""")
        page.keyboard.type("0.5")
        page.keyboard.press("Enter")
        page.wait_for_timeout(500)
        told = question.locator("output").bounding_box()
        assert told["height"] > 10 and 0 < told["y"] <= 700 - told["height"]


@pytest.mark.parametrize("name", ["duality", "match", "sheet", "explorer"])
def test_the_button_that_shows_the_code_keeps_its_distance_from_the_text(name, site, page_on):
    for width in (390, 1200):
        with page_on(viewport={"width": width, "height": 844}) as page:
            page.goto(f"{site}/book/{name}.html")
            page.locator(".pl-switch").wait_for()
            gaps = page.evaluate(
                """() => {
                    const button = document.querySelector(".pl-switch").getBoundingClientRect();
                    const range = document.createRange();
                    range.selectNodeContents(document.querySelector(".pl-switch ~ p"));
                    return [...range.getClientRects()]
                        .filter(line => line.top < button.bottom && line.bottom > button.top)
                        .map(line => button.left - line.right);
                }"""
            )
            assert gaps and min(gaps) >= 12


def test_links_to_the_sheets_of_each_stack_have_room_for_a_finger(site, page_on):
    for is_phone, least in (False, 24), (True, 44):
        with page_on(
            viewport={"width": 390, "height": 844}, has_touch=is_phone, is_mobile=is_phone
        ) as page:
            page.goto(f"{site}/book/sheet.html")
            links = page.locator("li a[href*='/sheets/push-or-fold-']")
            boxes = [link.bounding_box() for link in links.all()]
            assert len(boxes) == 3 * 19 + len(["A2", "with an ante", "its numbers"])
            for box in boxes:
                assert box["width"] >= least and box["height"] >= least
            for one, other in itertools.pairwise(boxes):
                is_below = other["y"] >= one["y"] + one["height"] - 0.5
                assert is_below or other["x"] >= one["x"] + one["width"]
            assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_empty_grid_is_not_printed_and_a_painted_one_is(site, page_on):
    for settings, is_printed in ("", False), ("#chart=7+AA", True):
        with page_on() as page:
            page.goto(f"{site}/book/index.html{settings}")
            page.wait_for_selector(".live-price input")
            page.emulate_media(media="print")
            assert page.locator(".live-price svg").is_visible() == is_printed
            said = page.locator(".cell_output:has(.live-price)").evaluate(
                "e => getComputedStyle(e, '::before').content"
            )
            assert ("a chart to paint is here" in said) != is_printed


def test_one_switch_opens_the_code_of_all_pages(site, read):
    page = read(f"{site}/book/equities.html")
    page.evaluate("localStorage.clear()")
    page.reload(wait_until="networkidle")
    code, switch = page.locator("details.hide pre").first, page.locator(".pl-switch")
    assert not code.is_visible()
    switch.click()
    assert code.is_visible() and switch.inner_text() == "Hide the code"
    page.goto(f"{site}/book/explorer.html", wait_until="networkidle")
    assert page.locator("details.hide:visible").count() == 0, "nothing is between its tabs and it"
    page.goto(f"{site}/book/shover.html", wait_until="networkidle")
    assert page.locator("details.hide pre").first.is_visible()
    page.locator(".pl-switch").click()
    assert page.locator("details.hide:visible").count() == 0


def test_what_copies_code_keeps_the_focus(site, read):
    page = read(f"{site}/book/install.html")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button = page.locator(".copybtn").first
    button.focus()
    page.keyboard.press("Enter")
    page.locator(".copybtn.success").wait_for()
    assert button.evaluate("e => e === document.activeElement")


@pytest.mark.parametrize("page", CONTENT)
def test_tables_have_names_and_their_rows_headers(page):
    text = (HTML / page).read_text(encoding="utf-8")
    for table in re.findall(r'(?s)<table [^>]*class="[^"]*(?:dataframe|\btable)".*?</table>', text):
        assert re.match('<table [^>]*aria-label="[^"]', table) or "<caption" in table
        begins = re.findall(r"(?s)<tr[^>]*>\s*(<t[dh][^>]*>)", table.partition("</thead>")[2])
        assert {begin[:15] for begin in begins if "th" in begin} <= {'<th scope="row"'}
        assert sum("th" in begin for begin in begins) >= len(begins) / 2


def test_exercises_are_headings_and_tips_of_charts_have_no_idle_digits():
    text = (HTML / "book/ten.html").read_text(encoding="utf-8")
    titles = re.findall(
        '<p class="admonition-title"[^>]*>(?=<span class="caption-number">Ex)', text
    )
    assert titles and all('role="heading" aria-level="3"' in title for title in titles)
    assert re.search("<title>AA: [a-z]+ 100%</title>", text)
    assert not re.search(r"<title>[^<]* (100|0)\.00%", text)


@pytest.mark.parametrize("page", [FRONT, "book/ten.html"])
def test_a_page_that_opens_says_nothing_by_itself(page, site, browser):
    with browser.new_page() as opened:
        opened.add_init_script(
            """window.said = [];
            new MutationObserver(changes => {
                for (const { target } of changes) {
                    const live = (target.closest ? target : target.parentElement)
                        ?.closest('[role=status], [role=alert], [aria-live]:not([aria-live=off])');
                    if (live && live.ariaLive !== 'off' && live.textContent.trim())
                        said.push(live.textContent);
                }
            }).observe(document, { childList: true, characterData: true, subtree: true });"""
        )
        opened.goto(f"{site}/{page}", wait_until="networkidle")
        opened.wait_for_timeout(1000)
        assert opened.evaluate("said") == []


def test_arrow_keys_lead_from_what_is_searched_to_what_is_found(site, read):
    page = read(f"{site}/{FRONT}")
    page.keyboard.press("Control+K")
    page.keyboard.type("regret", delay=20)
    links = page.locator("#pst-search-dialog").get_by_role("list", name="Found").get_by_role("link")
    links.first.wait_for()
    focused = "e => e === document.activeElement"
    for key, at in [("ArrowDown", 0), ("ArrowDown", 1), ("ArrowUp", 0)]:
        page.keyboard.press(key)
        assert links.nth(at).evaluate(focused)
    page.keyboard.press("ArrowUp")
    assert page.locator("#pst-search-dialog input").evaluate(focused)


DECIMALS = "Right so far; {} decimals are asked for."


ANSWERS = [
    (
        Fraction(1, 9),
        None,
        ["1/9", " 2 / 18 ", "0.1111"],
        ["0.1112", "0.1"],
        {"0.11": "Right so far; a fraction is asked for, or three digits."},
    ),
    (
        Fraction(-5, 36),
        None,
        [],
        ["-13.87 %"],
        {"-13.89 %": "Right so far; a number is asked for, not per cent."},
    ),
    (Fraction(-1, 4), None, ["−,25"], [], {}),
    (2 / 3, 3, ["0.667"], ["0.6672", "0.66", "2"], {"0.67": DECIMALS.format(3)}),
    (63.1182, 1, ["63.1%"], [], {"63%": "Right so far; 1 decimal is asked for, in per cent."}),
    (0.617731, 4, ["61.77%"], ["61.7%"], {"62%": DECIMALS.format(4)}),
    (61.7731, 2, ["0.6177"], ["0.63"], {"61.8": f"{DECIMALS.format(2)[:-1]}, in per cent."}),
    (0.4478, 2, [], ["44.78", "0", "0.4"], {}),
    (0.0482, 2, [], ["5"], {}),
    (
        0.35347,
        3,
        ["0.353", "353 mbb", "353mbb", "353.5 mbb/hand", "0.353 bb a hand"],
        ["0.34", "353", "340 mbb", "353 bb"],
        {"0.35": DECIMALS.format(3)},
    ),
    (7.797, 1, ["7,8"], ["8"], {}),
    (Fraction(1755), None, ["1,755"], ["17.55", "1,760"], {}),
    (144.2, 0, ["144 mbb"], ["140"], {}),
    (
        352.516,
        1,
        ["0.3525 bb"],
        ["3.525", "0.3525", "0.34 BB"],
        {"353": "Right so far; 1 decimal is asked for."},
    ),
    (Fraction(1, 4), None, ["25 %"], ["0.3"], {}),
]
"""Each with how many digits are asked for, and what is typed: right, wrong, and right so far."""


@pytest.fixture(scope="module")
def questions(browser, site):
    """A chapter that asks for all these answers, in the place of its own questions."""
    shares = 63.1182, 0.617731, 61.7731, 1 / 4
    asked = "".join(
        charts.question(answer, digits, share=answer in shares, hint="Count again.")._repr_html_()
        for answer, digits, *_ in ANSWERS
    )
    built = (HTML / "book/duality.html").read_text(encoding="utf-8")
    first, *others = re.findall('(?s)<p class="pl-question".*?</p>', built)
    body = built.replace(first, asked)
    for other in others:
        body = body.replace(other, "")
    address = f"{site}/book/duality.html"
    page = browser.new_page()
    page.route(address, lambda route: route.fulfill(content_type="text/html", body=body))
    page.goto(address)
    yield page.locator(".pl-question")
    page.close()


@pytest.mark.parametrize("number", range(len(ANSWERS)))
def test_an_answer_is_checked_in_the_page(number, questions):
    answer, _, right, wrong, close = ANSWERS[number]
    assert questions.count() == len(ANSWERS)
    question = questions.nth(number)
    verdicts = dict.fromkeys(right, "Right.") | dict.fromkeys(wrong, "Not yet. Count again.")
    verdicts |= close
    for typed in [text for one in verdicts for text in ("half", one, "1/0", ".")]:
        question.locator("input").fill(typed)
        question.locator("input").press("Enter")
        told = verdicts.get(typed, "Type a number: 0.25 or 1/4.")
        # What is said again is silent for a moment.
        question.locator("output", has_text=re.compile(".")).wait_for()
        assert question.locator("output").inner_text() == told, (answer, typed)


def test_a_verdict_is_heard_and_heard_again(site, read):
    page = read(f"{site}/book/shover.html")
    question = page.locator(".pl-question").first
    output = question.locator("output")
    assert output.get_attribute("aria-live") == "polite"
    assert output.get_attribute("role") == "status"
    page.evaluate(
        """() => {
            window.heard = [];
            const output = document.querySelector('.pl-question output');
            new MutationObserver(() => { if (output.textContent) heard.push(output.textContent); })
                .observe(output, { childList: true, characterData: true, subtree: true });
        }"""
    )
    question.locator("input").fill("987654")
    for times in (1, 2):
        question.get_by_role("button").click()
        page.wait_for_function("times => heard.length >= times", arg=times)
        assert page.evaluate("heard") == [output.inner_text()] * times
        assert output.inner_text().startswith("Not yet.")


def test_a_figure_s_name_is_its_caption_without_its_links(site, read):
    for name in ("ten", "index", "sheet"):
        page = read(f"{site}/book/{name}.html")
        numbers = page.locator("figure .caption-number").all_inner_texts()
        assert numbers
        for number in numbers:
            figure = page.get_by_role("figure", name=re.compile(rf"^{re.escape(number.strip())} "))
            (named,) = re.findall(r"(?m)^- '?figure (.*)$", figure.aria_snapshot())
            assert not re.search("CSV|Cite|BibTeX|#", named), named


def test_no_page_says_left_or_right_of_charts_that_a_phone_has_below_one_another():
    for page in CONTENT:
        text = (HTML / page).read_text(encoding="utf-8")
        assert not re.search(
            r"\b[Cc]hart on the (left|right)|(left|right)(-hand)? chart\b", text
        ), page


def test_a_drawing_is_named_by_its_title_and_described_once():
    """And its labels, of which a sheet has about a thousand, are not told one by one."""
    found = 0
    for page in CONTENT:
        text = (HTML / page).read_text(encoding="utf-8")
        for opening, within in re.findall(r'(?s)(<svg [^>]*role="img"[^>]*>)(.*?)</svg>', text):
            if "<desc" not in within:
                continue
            (name,) = re.findall(r'aria-labelledby="(\S+?)"', opening)
            (description,) = re.findall(r'aria-describedby="(\S+?)"', opening)
            assert f'<title id="{name}">' in within, page
            assert f'<desc id="{description}">' in within, page
            assert not re.search(r"\de-\d", re.search("(?s)<desc.*?</desc>", within)[0]), page
            assert '</style><g stroke-linejoin="round">' not in within, page
            found += 1
    assert found > 100


def test_the_sheets_on_the_page_say_which_hands_they_play():
    text = (HTML / "book/sheet.html").read_text(encoding="utf-8")
    poster, pair = (told for told in re.findall("<desc[^>]*>(.*?)</desc>", text) if "AKs" in told)
    assert "AKs: pushed up to 20.0, called with up to 20.0 big blinds." in poster
    assert " Push: AA, AKs," in pair and "43s 71%" in pair and " Call: AA, AKs," in pair


def test_the_sign_of_an_exercise_is_no_part_of_its_name(site, read):
    page = read(f"{site}/book/ten.html")
    title = page.locator(".exercise .admonition-title").first
    shown = title.evaluate("e => getComputedStyle(e, '::after').content")
    assert shown.endswith('/ ""')
    assert "\uf303" not in title.aria_snapshot()


def test_an_exercise_with_two_questions_has_a_box_for_each(site, read):
    page = read(f"{site}/book/ten.html")
    boxes = page.locator(".pl-question")
    for box, typed in zip(boxes.all()[:2], ["72", "0.353"], strict=True):
        box.locator("input").fill(typed)
        box.locator("input").press("Enter")
        assert box.locator("output").inner_text() == "Right."


NAMED = (
    ".pl-question input, .pl-question button, .solution .toggle-button, .pl-take summary, .pl-copy"
)


@pytest.mark.parametrize("chapter", ["ten", "shover", "river", "explorer"])
def test_what_every_exercise_and_figure_has_says_whose_it_is(chapter, site, read):
    """So that a list of a page's buttons and boxes tells them apart."""
    page = read(f"{site}/book/{chapter}.html")
    named = page.locator(NAMED)
    names = named.evaluate_all("all => all.map(one => one.ariaLabel)")
    assert len({*names}) == len(names) > 2 and None not in names
    numbers = page.locator(".exercise .caption-number").all_inner_texts()
    assert numbers
    for number in map(str.strip, numbers):
        assert f"Solution of {number}" in names
    # What is seen begins the name, so that it can be called by its words.
    seen = page.locator(".pl-question label").all_inner_texts()
    boxes = page.locator(".pl-question input").evaluate_all("all => all.map(one => one.ariaLabel)")
    for label, box in zip(seen, boxes, strict=True):
        assert re.fullmatch(rf"{re.escape(label.strip(': '))}, Exercise [\d.]+", box)


def test_a_solution_that_is_closed_is_not_printed(site, page_on):
    """As its reader left it: a browser that prints tells the page so first."""
    with page_on() as page:
        page.goto(f"{site}/book/ten.html", wait_until="networkidle")
        first, second = page.locator(".solution").all()[:2]
        second.locator(".toggle-button").click()
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        assert not first.is_visible() and second.locator("section p").first.is_visible()
        assert not page.locator(".toggle-button:visible").count()


def test_the_ring_of_a_box_for_an_answer_is_not_cut_off(site, read):
    page = read(f"{site}/book/ten.html")
    page.locator(".pl-question input").first.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    for part in ("input", "button"):
        page.locator(f".pl-question {part}").first.focus()
        cut = page.evaluate(
            """() => {
                const focused = document.activeElement, style = getComputedStyle(focused);
                const ring = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
                const frame = focused.closest(".text_html").getBoundingClientRect();
                return [ring, focused.getBoundingClientRect().top - ring - frame.top];
            }"""
        )
        assert cut[0] > 0 and cut[1] >= 0, part


def test_what_is_offered_below_a_figure_looks_like_what_is_below_a_table(site, read):
    page = read(f"{site}/book/ten.html")
    page.locator(".pl-take details").evaluate_all("all => all.map(one => (one.open = true))")
    looks = page.locator(".pl-files > a").evaluate_all(
        """all => all.map(link => {
            const { fontSize, fontWeight, color } = getComputedStyle(link);
            return [Boolean(link.closest("figure")), fontSize, fontWeight, color].join();
        })"""
    )
    for link in page.locator(".pl-files > a").all():
        words, kind = link.inner_text(), link.get_attribute("href").rpartition(".")[2]
        assert (
            words
            == {
                "svg": "drawing as SVG",
                "png": "picture as PNG",
                "csv": "numbers as CSV",
            }[kind]
        )
        assert re.match(f"{words}: (Figure|Table) ", link.get_attribute("aria-label"))
    below_figures = {look.partition(",")[2] for look in looks if look.startswith("true")}
    below_tables = {look.partition(",")[2] for look in looks if look.startswith("false")}
    assert below_figures == below_tables and len(below_tables) == 1


def test_what_checks_an_answer_looks_like_a_button(site, read):
    page = read(f"{site}/book/shover.html")
    check = page.get_by_role("button", name="Check").first
    assert re.match(r"[1-9]\S*px solid ", check.evaluate("e => getComputedStyle(e).borderTop"))


SEARCH = """query => new Promise((resolve, reject) => {
    document.getElementById('search-results').replaceChildren();
    history.replaceState(null, '', `?${query}`);
    const sent = document.querySelector('script[src*="searchindex.js"]');
    const again = Object.assign(document.createElement('script'), { src: sent.src });
    Object.assign(again, { onload: resolve, onerror: reject });
    sent.replaceWith(again);
})"""
"""Let an open page of the search look for the query of another address."""


@pytest.fixture(scope="module")
def search_tab(browser):
    """A tab in which the page of the search is open."""
    tab = Tab(browser)
    tab.open((HTML / "search.html").as_uri())
    yield tab
    tab.page.context.close()


@pytest.fixture
def search(search_tab):
    """Search on a page that is open already: all but the address and the results stays."""
    search_tab.complaints = []  # what another test did is no fault of this one

    def found(query):
        search_tab.page.evaluate(SEARCH, urlencode({"q": query}))
        return search_tab.page

    yield found
    assert search_tab.complaints == []


@pytest.mark.parametrize(
    ("query", "page", "shown"),
    [
        ("uniqueness", "exact", "uniqueness"),
        ("J6o", "exact-more", "J6o"),
        ("equities", "equities", "equit"),
        ("complementary slackness", "glossary", ""),
        ("best_response", "api", ""),
        ("xyzzy (", "", "Nothing in the book has"),
        ('"Will Tipton"', "tipton", "best sections"),
        ("AKs vs QQ", "equities", ""),
        ("push chart", "fictitious-play", ""),
        ("nash chart", "fictitious-play", ""),
        ("GTO", "exact", ""),
        ("shove xyzzy", "ten", "these sections have some"),
        ("mdf", "glossary", ""),
        ("minimum defense", "glossary", ""),
        ("cite", "cite", ""),
        ("download", "install", ""),
        ("pdf", "install", ""),
        ("print the book", "install", ""),
        ("3 players", "explorer", "two players"),
        ("ICM", "explorer", "payouts"),
        ("rake", "explorer", "rake"),
        ("whole book", "install", "whole book"),
        ("one file", "install", "one file"),
        ("offline", "install", "offline"),
        ("epub", "install", "EPUB"),
        ("poster", "sheet", ""),
        ("print", "sheet", ""),
        ("chart", "sheet", ""),
        ("wallpaper", "sheet", ""),
        ("ante", "glossary", ""),
        ("pokerstove", "equities", ""),
        ("variance", "luck", ""),
        ("quiz", "explorer", ""),
        ("data", "data", ""),
        ("csv", "data", ""),
        ("ace in hand", "ten", "ace in hand"),
        ("holding an ace", "ten", ""),
    ],
)
def test_a_search_finds_first_the_section_that_is_about_it(query, page, shown, search):
    found = search(query)
    found.locator("#search-results [role=status]").wait_for()
    items = found.locator("#search-results li")
    assert shown in found.locator("#search-results").inner_text()
    if not page:
        assert items.count() == 0
        return
    target, _, place = items.first.locator("a").get_attribute("href").partition("#")
    place = "any-two-hands" if place.startswith("equity=") else place  # where the box takes it
    assert target == f"book/{page}.html" and place in places(target)
    if shown and shown not in found.locator("#search-results [role=status]").inner_text():
        lines = items.first.locator("p")
        assert shown in lines.inner_text() and len(lines.inner_text()) < 250
        assert items.first.locator("mark").count()


@pytest.mark.parametrize(
    ("query", "pages"),
    [
        ("No Limit Texas Hold'em Versus a Shover", ["coutts", "shover"]),
        ("No Limit Texas Hold’em Versus a Shover", ["coutts", "shover"]),
        ("Coutts", ["coutts", "shover"]),
        ("Bryan Coutts", ["coutts", "shover"]),
        ("roughly 64%", ["coutts", "shover"]),
        ("68341", ["coutts"]),
        ("Game-theoretic optimal strategy (II)", ["olivito", "fictitious-play"]),
        ("Game−theoretic optimal strategy (II)", ["olivito", "fictitious-play"]),
        ("Olivito", ["olivito", "fictitious-play"]),
        ("1.864", ["olivito", "fictitious-play"]),
        ("shove/fold TensorFlow", ["tipton", "gradient-descent"]),
        ("Will Tipton", ["tipton", "gradient-descent"]),
        ("10000 steps", ["tipton", "gradient-descent"]),
        ("Near optimal holdem play with one round of betting", ["irving", "one-round"]),
        ("Geoffrey Irving", ["irving", "one-round"]),
        ("0.39776", ["irving", "one-round"]),
        ("README of sim.c", ["selby", "limit-preflop"]),
        ("Alex Selby", ["selby", "limit-preflop"]),
        ("Tipton", ["tipton", "gradient-descent"]),
        ("Irving", ["irving", "one-round"]),
        ("Selby", ["selby", "limit-preflop"]),
        ("0.404135", ["selby", "limit-preflop"]),
        ("0.00140499", ["selby"]),
    ],
)
def test_a_document_is_found_by_title_author_and_figures_before_the_bibliography(
    query, pages, search
):
    found = search(query)
    found.locator("#search-results [role=status]").wait_for()
    links = found.locator("#search-results a").evaluate_all("all => all.map(a => a.href)")
    first = links[0].rpartition("/")[2].partition(".html")[0]
    assert first in pages, links[:5]


@pytest.mark.parametrize("query", ["1.432bb", "-0.182bb"])
def test_an_amount_is_found_with_the_unit_that_an_article_gives_it(query, search):
    found = search(query)
    found.locator("#search-results [role=status]").wait_for()
    links = found.locator("#search-results a").evaluate_all("all => all.map(a => a.href)")
    sections = [link for link in links if "explorer.html" not in link]
    assert "/olivito.html#" in sections[0], links[:5]


BEST_CHART = "index.html#the-best-chart-at-every-stack-up-to-20"
TYPED = {
    "how much is holding an ace worth preflop": "ten.html#holding-an-ace-is-worth-a-tenth",
    "how wide can I call": f"explorer.html#push-or-fold|{BEST_CHART}",
    "do I push 43s at seven": "explorer.html#push-fold?stack=7;hand=43s",
    "should I shove T7o with 4 big blinds?": "explorer.html#push-fold?stack=4;hand=T7o",
    "how many hands should I push with ten big blinds": "explorer.html#push-fold?stack=10",
    "what hands can I call a push with": f"explorer.html#push-or-fold|{BEST_CHART}",
    "my opponent calls too much, what do I change": "how-to-exploit.html#",
    "how do I play against someone who folds too much": "how-to-exploit.html#",
    "how do I print the charts": "sheet.html#charts-to-print",
    "is limping ever right with few chips": "real-game.html#limping-won-t-save-three-deuce",
    "how often should I bluff the river": "river.html#",
    "do blockers matter on the river": "river-more.html#a-blocker-can-be-worth-an-eighth",
    "what does my chart lose": "index.html#how-much-is-your-chart-costing-you",
    "how do I know that a strategy is optimal": "ten.html#two-best-responses-judge-any-pair",
    "how do I run this on my own computer": "install.html#",
    "can I download the whole book": "install.html#the-whole-book-in-one-file",
    "what's exploitability?": "glossary.html#term-exploitability",
    "what if my opponent always goes all-in": "shover.html#the-shover",
    "how many hands until luck evens out": "luck.html#",
    "who wins more often, ace king or queens": "equities.html#",
    "should I raise or limp kings": "limit-preflop.html#kings-limp-so-that-bob-can-t-raise",
    "how can I practise close hands": "explorer.html#push-or-fold",
    "how do I play 12 big blinds when the small blind limps": "explorer.html#no-limit?stack=12",
    "can I trust this at a real table": "real-game.html#",
    "how big is my chance to win the tournament": "match.html#",
    "does skill or luck decide the match": "luck.html#",
    "ante 10": "explorer.html#push-fold?stack=10;bb-ante=1",
    "10 ante": "explorer.html#push-fold?stack=10;bb-ante=1",
    "limp 12": "explorer.html#no-limit?stack=12",
}
"""What people type, and where the answer is: either of two places."""


@pytest.mark.parametrize("query", TYPED)
def test_a_question_typed_as_a_sentence_finds_its_answer_first(query, search):
    (first, *_) = links_found(query, search)
    assert first.startswith(tuple(TYPED[query].split("|"))), first


@pytest.mark.parametrize("query", ["bb", "0 bb", "1000 bb", "7", "7 cards"])
def test_a_search_that_names_no_stack_leads_to_no_tool_set_to_it(query, search):
    found = search(query)
    found.locator("#search-results [role=status]").wait_for()
    links = found.locator("#search-results a").evaluate_all("all => all.map(a => a.href)")
    assert not [link for link in links if "?stack=" in link]


@pytest.mark.parametrize("query", ["push or fold", "ante", "quiz"])
def test_a_tool_is_among_the_first_that_are_found_by_its_name_and_small_words_are_not_marked(
    query, search
):
    found = search(query)
    found.locator("#search-results [role=status]").wait_for()
    links = found.locator("#search-results a").evaluate_all("all => all.map(a => a.href)")
    places = [link.rpartition("/")[2] for link in links]
    assert places.index("explorer.html#push-or-fold") < 3
    marks = found.locator("#search-results mark").all_inner_texts()
    assert {mark.lower() for mark in marks} >= {*query.split()} - {"or"} and "or" not in marks


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("7 bb", "push-fold?stack=7"),
        ("7.5bb nash", "push-fold?stack=7.5"),
        ("7,5 bb with an ante", "push-fold?stack=7.5;bb-ante=1"),
        ("12 bb limp", "no-limit?stack=12"),
        ("50 big blinds 3-bet", "no-limit?stack=50"),
        ("small blind limps big blind 12", "no-limit?stack=12"),
        ("limp", "no-limit?stack=10"),
        ("K7o 8 bb", "push-fold?stack=8;hand=K7o"),
        ("K7o nine big blinds zugzwang", "push-fold?stack=9;hand=K7o"),
    ],
)
def test_a_stack_leads_to_the_tool_that_solves_it(query, place, read):
    page = read(f"{(HTML / 'search.html').as_uri()}?{urlencode({'q': query})}")
    assert "Nothing" not in page.locator("#search-results [role=status]").inner_text()
    page.locator("#search-results a").first.click()
    page.wait_for_url(f"**/explorer.html#{place}")
    tool, _, stack = place.partition(";")[0].partition("?stack=")
    assert (
        ";hand" not in place or page.locator('[aria-selected="true"]').first.inner_text() == "K7o"
    )
    assert page.locator(f"#{tool} input[type=text]").first.input_value() == stack
    assert page.locator("span.highlighted, .highlight-link").count() == 0


def test_drawings_that_a_script_makes_are_not_marked(read):
    """Sphinx trips over their titles."""
    page = read(f"{(HTML / 'book/explorer.html').as_uri()}?highlight=worth+20")
    page.wait_for_function("document.querySelector('span.highlighted')")


def links_found(query, search):
    """Where the results of a search lead, from the book's folder."""
    found = search(query)
    found.locator("#search-results [role=status]").wait_for()
    links = found.locator("#search-results a").evaluate_all("all => all.map(a => a.href)")
    return [link.rpartition("/book/")[2] for link in links]


@pytest.mark.parametrize("query", ["blocker", "blockers", "card removal", "ace blocker"])
def test_what_a_blocker_is_worth_before_the_flop_is_among_the_first_that_are_found(query, search):
    place = "ten.html#holding-an-ace-is-worth-a-tenth-of-a-big-blind-to-a2o"
    assert place in links_found(query, search)[:3]


@pytest.mark.parametrize(
    "query",
    ["run a chapter on your own machine", "rerun a chapter", "without a clone", "run a notebook"],
)
def test_who_wants_to_run_a_page_is_led_to_how_that_is_done_without_a_clone(query, search):
    assert links_found(query, search)[0] == "install.html#a-page-s-notebook-without-a-clone"


def test_what_is_found_of_a_quiz_speaks_of_it(search):
    found = search("quiz")
    first = found.locator("#search-results li").first
    assert "push-or-fold" in first.locator("a").get_attribute("href")
    assert "Play against it is a quiz" in first.locator("p").inner_text()


@pytest.mark.parametrize(
    ("typed", "hand"),
    [("K7o", "K7o"), ("7ko", "K7o"), ("10 4s", ""), ("T4s", "T4s"), ("104s", "T4s"), ("QQ", "QQ")],
)
def test_a_hand_leads_to_the_explorer_and_to_the_charts(typed, hand, search):
    links = links_found(typed, search)
    wanted = [f"explorer.html#push-fold?hand={hand}", "sheet.html#charts-to-print"]
    if hand:
        assert links[:2] == wanted or links[1:3] == wanted
    else:
        assert not [link for link in links if "?hand=" in link]


def test_every_hand_of_the_chart_is_found_and_no_pair_of_hands(read, search):
    page = read(f"{(HTML / 'search.html').as_uri()}?q=K7o")
    link = page.locator('#search-results a[href*="?hand=K7o"]')
    link.wait_for()
    link.click()
    page.wait_for_url("**/explorer.html#push-fold?hand=K7o")
    assert page.locator('#push-fold [aria-selected="true"]').first.inner_text() == "K7o"
    assert not [link for link in links_found("AKs vs QQ", search) if "?hand=" in link]


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("AK", "AK against random"),
        ("AK vs QQ", "AK against QQ"),
        ("AKs against 77", "AKs against 77"),
        ("AKs vs QQ", "AKs against QQ"),
        ("equity of A7o against 66", "A7o against 66"),
        ("AKs QQ equity", "AKs against QQ"),
        ("jtS v 99", "jtS against 99"),
        ("AK vs 22+", "AK against 22+"),
        ("K7o equity", "K7o against random"),
        ("equity", "AKs against QQ"),
        ("equity calculator", "AKs against QQ"),
        ("odds calculator", "AKs against QQ"),
    ],
)
def test_hands_against_each_other_lead_to_the_box_that_counts_them(query, told, search):
    page = search(query)
    first = page.locator("#search-results li").first
    first.wait_for()
    hands = urlencode(dict(zip(["equity", "against"], told.split(" against "), strict=True)))
    assert first.locator("a").get_attribute("href") == f"book/equities.html#{hands}"
    assert told in first.inner_text()
    links = page.locator("#search-results a").evaluate_all("all => all.map(a => a.href)")
    assert len({*links}) == len(links)


@pytest.mark.parametrize("query", ["at the river", "at", "score at 10", "A4", "print A4"])
def test_a_small_word_is_no_hand_nor_is_a_paper(query, search):
    page = search(query)
    page.locator("#search-results li").first.wait_for()
    assert "pokerlab equity" not in page.locator("#search-results li").first.inner_text()


@pytest.mark.parametrize("query", ["score", "my score"])
def test_a_player_s_score_is_found_before_the_scorecard_which_says_what_it_marks(
    query, read, search
):
    links = links_found(query, search)
    mine = "index.html#how-much-is-your-chart-costing-you"
    assert {*links[:2]} == {mine, "explorer.html#push-or-fold"}
    page = read(f"{(HTML / 'search.html').as_uri()}?q=scorecard")
    item = page.locator("#search-results li").first
    item.wait_for()
    assert item.locator("a").get_attribute("href") == "book/scorecard.html#scorecard"
    marks = "How many of the documents’ figures are right"
    assert marks in item.locator("p").inner_text()
    page = read(f"{(HTML / FRONT).as_uri()}")
    link = page.locator("nav a", has_text=re.compile(r"^\s*Scorecard\s*$")).first
    assert link.get_attribute("title") == marks


@pytest.mark.parametrize("query", ["holding an ace", "ace in hand"])
def test_an_ace_in_hand_is_a_blocker(query, search):
    places = links_found(query, search)[:4]
    assert {"glossary.html#term-blocker", "glossary.html#term-card-removal"} < {*places}
    assert places[0] == "ten.html#holding-an-ace-is-worth-a-tenth-of-a-big-blind-to-a2o"


def test_numbers_are_found_with_commas_and_without(read, search):
    found = [links_found(query, search) for query in ("10000", "10,000")]
    assert found[0] == found[1] and found[0]
    page = read(f"{(HTML / 'search.html').as_uri()}?q=10000")
    page.locator("#search-results mark").first.wait_for()
    marks = {*page.locator("#search-results mark").all_inner_texts()}
    assert marks == {"10000", "10,000"}


def test_who_has_searched_goes_on_from_the_answer(site, read):
    page = read(f"{site}/{FRONT}")
    page.keyboard.press("Control+K")
    page.keyboard.type("regret")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=regret")
    page.locator("#search-results a").first.wait_for()
    assert "for “regret”" in page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Tab")
    assert page.evaluate("!!document.activeElement.closest('ol.search li:first-child')")


def test_escape_closes_the_search_from_a_result_and_ctrl_k_leads_back_to_what_is_typed(site, read):
    page = read(f"{site}/{FRONT}")
    dialog = page.locator("#pst-search-dialog")
    box = dialog.locator("input")

    def go_to_a_result():
        dialog.get_by_role("list", name="Found").get_by_role("link").first.wait_for()
        dialog.get_by_role("list", name="Found").get_by_role("link").first.focus()

    page.keyboard.press("Control+K")
    page.keyboard.type("regret")
    go_to_a_result()
    page.keyboard.press("Control+K")
    assert dialog.is_visible() and box.evaluate("e => e === document.activeElement")
    go_to_a_result()
    page.keyboard.press("Escape")
    assert not dialog.is_visible()
    page.keyboard.press("Control+K")
    assert dialog.is_visible() and box.evaluate("e => e === document.activeElement")


def test_the_box_says_that_nothing_is_found(site, read):
    page = read(f"{site}/{FRONT}")
    page.keyboard.press("Control+K")
    dialog = page.locator("#pst-search-dialog")
    told = dialog.get_by_text("Nothing in the book has “blokcer”.")
    page.keyboard.type("blokcer")
    told.wait_for()
    assert not dialog.get_by_role("link").count()
    dialog.locator("input").fill("blocker")
    dialog.get_by_role("link").first.wait_for()
    assert not dialog.locator(".search-nothing").is_visible()
    dialog.locator("input").fill("")
    assert not dialog.locator(".search-nothing").is_visible()


def test_how_many_places_are_found_is_said_once_when_typing_rests(site, read):
    page = read(f"{site}/{FRONT}")
    page.keyboard.press("Control+K")
    page.keyboard.type("re", delay=20)
    dialog = page.locator("#pst-search-dialog")
    dialog.get_by_role("list", name="Found").get_by_role("link").first.wait_for()
    page.evaluate(
        """() => {
            window.said = [];
            const status = document.querySelector("#pst-search-dialog [role=status]");
            new MutationObserver(changes => said.push(...changes.map(() => status.textContent)))
                .observe(status, { childList: true, characterData: true, subtree: true });
        }"""
    )
    dialog.locator("input").evaluate(
        """(box, keys) => {  // which follow one another at once, however busy the machine
            for (const key of keys) {
                box.value += key;
                box.dispatchEvent(new InputEvent("input", { data: key, bubbles: true }));
            }
        }""",
        "gret match",
    )
    page.wait_for_function("said.length && performance.now()")
    page.wait_for_timeout(1000)
    assert len(page.evaluate("said")) == 1
    page.locator("#pst-search-dialog input").fill("Koopman")
    page.wait_for_function("said.length === 2")
    assert page.evaluate("said[1]") == "1 place; Tab leads to it."


@pytest.mark.parametrize("selector", [".theme-switch-button", ".primary-toggle"])
def test_a_button_of_the_theme_keeps_the_focus_and_says_how_things_are(selector, site, read):
    page = read(f"{site}/{FRONT}")
    button = page.locator(f"{selector} >> visible=true").first
    button.focus()
    said = [button.evaluate("e => `${e.ariaLabel} ${e.ariaExpanded}`")]
    for _ in range(2):
        page.keyboard.press("Enter")
        assert button.evaluate("e => e === document.activeElement")
        page.wait_for_timeout(50)
        said.append(button.evaluate("e => `${e.ariaLabel} ${e.ariaExpanded}`"))
    assert said[0] != said[1] != said[2]
    if selector == ".theme-switch-button":
        assert said[0] == "Color mode: automatic, light now null"
        news = page.locator("body > [role=status]", has_text="mode").text_content()
        assert f"{news} null" == said[2]


def test_a_menu_closes_by_escape_and_when_the_focus_leaves_it(site, read):
    page = read(f"{site}/{FRONT}")
    menu, button = page.locator("details.dropdown").first, page.get_by_label("Download this page")
    button.focus()
    page.keyboard.press("Enter")
    icon, box = button.bounding_box(), menu.locator(".dropdown-menu").bounding_box()
    right = icon["x"] + icon["width"]
    widest = 450 if "The whole book" in menu.inner_text() else 200  # once it is packed or printed
    assert abs(box["x"] + box["width"] - right) < 2 and box["width"] < widest
    page.keyboard.press("Tab")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineWidth") == "3px"
    page.keyboard.press("Escape")
    assert menu.get_attribute("open") is None
    assert button.evaluate("e => e === document.activeElement")
    page.keyboard.press("Enter")
    for _ in range(menu.locator("li").count() + 1):
        page.keyboard.press("Tab")
    assert menu.get_attribute("open") is None
    button.click()
    assert menu.get_attribute("open") is not None
    page.locator(".live-price [role=gridcell]").first.click()
    assert menu.get_attribute("open") is None


def test_at_the_end_of_a_page_its_last_section_is_marked_in_the_contents(site, read):
    page = read(f"{site}/{FRONT}")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    links = page.locator("#pst-page-toc-nav a")
    page.wait_for_function("e => e.ariaCurrent", arg=links.last.element_handle())
    assert links.evaluate_all("all => all.filter(a => a.classList.contains('active')).length") == 1


def test_browsers_find_an_icon_and_the_way_home_has_a_name(site, read):
    with Image.open(HTML / "favicon.ico") as icon:
        colors = {color for _, color in icon.convert("RGBA").getcolors()}
    assert {(213, 94, 0, 255), (0, 114, 178, 255)} <= colors
    page = read(f"{site}/book/ten.html")
    assert page.get_by_role("link", name="pokerlab, the front page", exact=True).count() == 1


def test_a_search_marks_no_part_of_a_word(read):
    page = read((HTML / "book/stochastic-games.html").as_uri() + "?highlight=ace")
    page.wait_for_function("document.querySelector('.header-article__inner .highlight-link')")
    before = "all => all.map(e => e.previousSibling?.textContent.at(-1) ?? ' ')"
    marks = page.locator("span.highlighted")
    assert not [mark for mark in marks.evaluate_all(before) if mark.isalnum()]
    page = read((HTML / "book/regret.html").as_uri() + "?highlight=regret")
    page.locator(".header-article__inner .highlight-link").wait_for(state="attached")
    assert page.locator("article span.highlighted").count() > 0
    assert page.locator("nav span.highlighted").count() == 0
    assert "ace" in page.locator("article").inner_text()


def center_of(element):
    """The middle of an element, in pixels."""
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_what_is_taken_off_is_marked_before():
    """What marks a page's words, and what takes some marks off, each wait for so long."""
    marking = (HTML / "_static/sphinx_highlight.js").read_text(encoding="utf-8")
    (delay,) = re.findall(r"_highlightText\(body.*?\}, (\d+)\);", marking, re.DOTALL)
    taking_off = (SCRIPTS / "search-box.js").read_text(encoding="utf-8")
    assert int(delay) < int(re.search(r"AFTER_SPHINX = (\d+);", taking_off)[1])


def test_only_what_was_found_is_marked_on_the_page_that_a_result_leads_to(read):
    marked = "() => document.querySelectorAll('span.highlighted').length"
    page = read((HTML / "search.html").as_uri() + "?q=J6o")
    first = page.locator("#search-results a").first
    first.wait_for()
    page.goto((HTML / "book/ten.html").as_uri())
    page.wait_for_timeout(100)
    assert page.evaluate(marked) == 0 == page.locator(".highlight-link").count()
    page.go_back()
    first.click()
    page.wait_for_function(marked)
    assert "?" not in page.url, "an address that is copied marks nothing"
    kept = page.evaluate("Object.keys(localStorage).join()")
    assert "highlight" not in kept, "the page that is opened next would be marked"
    link, heading = page.locator(".highlight-link"), page.locator("article h1")
    assert page.locator("article .highlight-link").count() == 0
    page.mouse.move(*center_of(link))
    before = heading.bounding_box()["y"]
    page.mouse.down()
    page.mouse.up()
    page.wait_for_function(f"!({marked})()")
    assert page.evaluate(marked) == 0 == link.count() and heading.bounding_box()["y"] == before
    page.goto((HTML / "book/ten.html").as_uri() + "?highlight=xyzzy")
    page.wait_for_timeout(100)
    assert link.count() == 1 and not link.is_visible()


def test_what_is_found_is_listed_while_one_types(site, read):
    page = read(f"{site}/book/ten.html")
    page.keyboard.press("Control+K")
    page.keyboard.type("lim")
    dialog = page.locator("#pst-search-dialog")
    links = dialog.get_by_role("list", name="Found").get_by_role("link")
    links.first.wait_for()
    assert 1 < links.count() <= 6
    assert violations(page, "#pst-search-dialog") == []
    before = links.all_inner_texts()
    page.keyboard.type("it")
    assert links.all_inner_texts() != before
    page.locator("#pst-search-dialog input").fill("J6o")
    page.keyboard.press("Tab")
    while not page.evaluate("document.activeElement.closest('ol.search') !== null"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}/book/exact-more.html#*")


def test_every_exercise_has_a_link_to_itself(site, read):
    exercise = re.compile('<div class="exercise[^"]*" id="([^"]+)">')
    pages = {page: exercise.findall((HTML / page).read_text("utf-8")) for page in CONTENT}
    page = read(f"{site}/book/ten.html")
    title = page.locator(".exercise .admonition-title").first
    title.hover()
    title.get_by_role("link", name="#").click()
    assert page.evaluate("location.hash") == f"#{pages['book/ten.html'][0]}"
    for name, ids in pages.items():
        text = (HTML / name).read_text("utf-8")
        links = re.findall('href="#([^"]+)" title="Link to this exercise"', text)
        assert links == ids, name
    assert sum(map(len, pages.values())) > 40


def test_the_index_fits_a_phone(site, read):
    page = read(f"{site}/genindex.html", viewport={"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(("paper", "most"), [("A4", 3), ("Letter", 3)])
def test_the_front_page_fills_its_sheets(paper, most, site, read):
    """Each page but the last is printed down to its lowest third, A4's first to its quarter."""
    page = read(f"{site}/book/index.html")
    page.wait_for_selector(".live-price input")
    sheets = pypdfium2.PdfDocument(page.pdf(format=paper))
    assert len(sheets) <= most
    for number, sheet in enumerate(list(sheets)[:-1]):
        height = sheet.get_height()
        boxes = [item.get_bounds() for item in sheet.get_objects(max_depth=8)]
        lowest = min(bottom for _, bottom, _, top in boxes if bottom > 0 and top < height * 0.98)
        assert lowest < height / (4 if (paper, number) == ("A4", 0) else 3)


@pytest.mark.parametrize("margin", ["0", "0.4in", "0.8in"])
@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("chart", ["chart", "painted"])
def test_a_chart_that_is_painted_is_printed_with_its_hands_as_text(
    chart, paper, margin, site, read
):
    """On one sheet, and the best chart on another, whether it is told what the chart loses."""
    page = read(f"{site}/{FRONT}#{chart}=7+22%2B+A2s%2B+KTo%2B")
    page.wait_for_selector(".live-price input")
    margins = dict.fromkeys(("top", "bottom", "left", "right"), margin)
    first, second = pypdfium2.PdfDocument(page.pdf(format=paper, margin=margins))
    told, best = (
        " ".join(sheet.get_textpage().get_text_range().split()) for sheet in (first, second)
    )
    assert "22+, A2s+, KTo+" in told and ("one number" in told) == (chart == "chart")
    assert "What this book finds" not in told and "Figure 1. Your chart" in told
    assert "Figure 2. Push or fold, solved" in best
    assert "Printed are your chart and the best one. Where nothing is painted, " in best
    heading = "The best chart, at every stack up to 20"
    assert heading not in told and heading in best and "Big blind: call" in best


def test_what_is_found_can_be_read_in_both_modes(read):
    found = read((HTML / "search.html").as_uri() + "?q=J6o")
    found.locator("#search-results mark").first.wait_for()
    assert violations(found, "#search-results") == []
    text = (HTML / "book/exact-more.html").read_text(encoding="utf-8")
    assert 0 < text.index("charts.js") < text.index("sphinx_highlight.js"), "drawings are marked"
    there = read((HTML / "book/exact-more.html").as_uri() + "?highlight=J6o")
    there.locator("a span.highlighted >> visible=true").first.wait_for()
    assert faint(there) == []
    for page in (found, there):
        show(page, "dark")
        assert faint(page) == []


@pytest.mark.parametrize("page", [FRONT])
def test_the_keyboard_walks_over_a_chart(page, site, read):
    page = read(f"{site}/{page}")
    charts = page.locator(".live .pl-box > svg:has(> .g)")
    stops = charts.locator("[tabindex='0']")
    assert stops.count() == charts.count() > 1
    stops.first.focus()
    walk = [("ArrowRight", "AKs"), ("ArrowDown", "KK"), ("End", "K2s"), ("ArrowRight", "K2s")]
    for key, hand in [*walk, ("Control+End", "22"), ("Home", "A2o")]:
        page.keyboard.press(key)
        label = page.evaluate("document.activeElement.querySelector('title').textContent")
        assert re.match(rf"{hand} is (pushed|folded)", label)
        assert page.get_by_role("gridcell", name=label, exact=True).count() == 1
        assert charts.first.locator("xpath=..").locator(".chart-tip").inner_text() == label
    assert charts.first.locator("[tabindex]").count() == 1
    grid = page.get_by_role("grid", name=re.compile("^Small blind")).first
    assert grid.get_by_role("row").count() == 13 and grid.get_by_role("gridcell").count() == 169
    page.keyboard.press("Tab")
    assert charts.nth(1).locator("[tabindex]").evaluate("e => e === document.activeElement")
    assert page.locator(".chart-tip:visible").count() == 1
    page.keyboard.press("Escape")
    assert page.locator(".chart-tip:visible").count() == 0
    charts.first.locator(".g g:has(> title)").nth(14).click()
    assert charts.first.locator("[tabindex]").evaluate("e => e === document.activeElement")
    page.keyboard.press("ArrowLeft")
    assert page.locator(".chart-tip:visible").inner_text().startswith("AKo is pushed")


EQUITIES = "book/equities.html"


def told_by_the_box(page):
    told = page.locator(".pl-equity [role=status]")
    told.filter(has_text="an equity of").wait_for()
    return [float(share) for share in re.findall(r"([\d.]+)%", told.inner_text())], told


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("A7o", "66"),
        ("AKs", "QQ"),
        ("AA", "AA"),
        ("AK", "random"),
        ("22+, A2s+, KTo:0.5", "20%"),
        ("any two", "Ax"),
        ("AhKh", "QQ"),
        ("AhKh", "QsQd"),
        ("AhKh, 7c2d", "QsQd, AhQh"),
    ],
)
def test_two_hands_or_ranges_are_typed_and_counted(first, second, read, site):
    """As the package counts them, in whole numbers; and a link to them says the same."""
    page = read(f"{site}/{EQUITIES}")
    boxes = page.locator(".pl-equity input")
    boxes.nth(1).wait_for()
    told_by_the_box(page)
    boxes.nth(0).fill(first)
    boxes.nth(1).fill(second)
    boxes.nth(1).press("Enter")
    page.locator(".pl-equity p", has_text=f"{first} against {second} wins").wait_for()
    counted = equities.matchup(first, second)
    shares, told = told_by_the_box(page)
    counts = [counted.win, counted.tie, counted.lose]
    wanted = [*(100 * count / counted.total for count in counts), 100 * float(counted.equity)]
    assert shares[-4:] == pytest.approx(wanted, abs=0.0051)
    if ":" not in first:
        wins, ties, losses = (f"{count:,}" for count in counts)
        assert f"Of {counted.total:,} showdowns, these are {wins}, {ties} and {losses}." in (
            told.inner_text()
        )
    said = told.inner_text()
    again = read(page.url)
    again.locator(".pl-equity p", has_text=f"{first} against").wait_for()
    assert told_by_the_box(again)[1].inner_text() == said


@pytest.mark.parametrize(
    ("first", "second", "wrong", "complaint"),
    [
        ("A7x", "66", 0, 'Can\'t read "A7x"'),
        ("A7o", "", 1, "Nothing is typed"),
        ("AhKh", "QsQd, JsJd, AsAc, 7h2c, 5c4c, 9h8h, 3d2d", 1, "Exact cards on both sides make 7"),
    ],
)
def test_of_what_is_no_hand_the_box_says_so_by_name(first, second, wrong, complaint, read, site):
    page = read(f"{site}/{EQUITIES}")
    boxes = page.locator(".pl-equity input")
    boxes.nth(1).wait_for()
    boxes.nth(0).fill(first)
    boxes.nth(1).fill(second)
    page.locator(".pl-equity p", has_text=complaint).wait_for()
    assert "equity of" not in page.locator(".pl-equity p").inner_text()
    marks = boxes.evaluate_all("all => all.map(box => box.ariaInvalid)")
    assert marks == [str(i == wrong).lower() for i in range(2)]


def test_the_table_of_equities_is_loaded_by_whoever_asks_for_it(read, site):
    page = read(f"{site}/{EQUITIES}")
    page.locator(".pl-equity input").first.wait_for()
    shown = page.locator(".pl-equity p").inner_text()
    assert page.locator("script[src*='equity-data']").count() == 0
    page.locator(".pl-equity input").first.press_sequentially("x")
    assert page.locator("script[src*='equity-data']").count() == 1
    with_none = (HTML / EQUITIES).read_text(encoding="utf-8")
    assert shown in with_none, "without scripts, too"


def test_a_menu_says_whose_pdf_it_has_and_where_that_of_the_book_is(site, read):
    """With whatever file of the book this copy comes."""
    for path in (FRONT, EQUITIES, "book/install.html"):
        menu = read(f"{site}/{path}").locator("details.dropdown").first
        menu.locator("summary").click()
        told = menu.inner_text()
        assert "This page as .pdf" in told
        source = "text (.md)" if "install" in path else "notebook (.ipynb)"
        assert f"This page as {source}" in told
        whole = menu.locator("a", has_text="The whole book")
        leads = whole.evaluate_all("all => all.map(a => a.href)")
        assert any(re.search(r"install\.html#the-whole-book|pokerlab\.pdf$", to) for to in leads)
