"""The built book, read in a real browser: offline, clean, in both modes, wide and narrow."""

import ast
import gzip
import posixpath
import re
from fractions import Fraction
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlencode, urlsplit

import pypdfium2
import pytest
from PIL import Image

from pokerlab import charts
from tests.conftest import CONTENT, HTML, NARROW, PAGES, WIDE, faint, show, unchanged, violations

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
    listing = "<div class='highlight'><pre><span class='k'>if</span> {}</pre></div>"
    drawings = "<svg role='img'><path d='M0 0'/></svg><svg role='img'><title>T</title><g/></svg>"
    inside = f"<main><h1>Code</h1>{''.join(map(listing.format, insides))}{drawings}</main>"
    page.write_text(f"<html lang='en'><title>Code</title>{inside}</html>")
    opened = read(page.as_uri())
    before = opened.content()
    found = [violation.partition(":")[0] for violation in violations(opened)]
    assert sorted(found) == ["aria-roles", "aria-valid-attr", "image-alt", "svg-img-alt"]
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
    entry = page.get_by_role("link", name=".ipynb", exact=True)
    assert not entry.is_visible()
    page.get_by_label("Download this page").focus()
    page.keyboard.press("Enter")
    assert entry.is_visible()
    page.keyboard.press("Tab")
    assert entry.evaluate("link => link === document.activeElement")


@pytest.mark.parametrize("page", [FRONT])
@pytest.mark.parametrize(("mode", "viewport"), [("light", WIDE), ("dark", NARROW)])
def test_the_keyboard_goes_everywhere_and_shows_where_it_is(page, mode, viewport, site, read):
    opened = read(f"{site}/{page}", mode, viewport)
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
        or (place and target.endswith(".html") and place.partition("?")[0] not in places(target))
    ]
    assert dead == []


OLD = {
    "card": "an-answer-is-a-list-of-its-own-for-every-question five-cards-and-what-they-keep"
    " exercise-whole-blinds",
    "coutts": "how-the-64-was-traced",
    "equities": "a-trillion-showdowns-counted-in-seconds a-shortcut-can-cost-a-full-point"
    " exercise-boards equation-eq-counts",
    "exact": "equation-eq-mixed exercise-fair equation-eq-fold-equity exercise-two-decks figure-2"
    " folds-and-showdowns-race-for-43s",
    "index": "what-does-your-chart-cost all-chapters",
    "luck": "deep-stacks-each-doubling-divides-the-shortfall-by-almost-seven thm-exponent"
    " exercise-85",
    "match": "stopping-a-small-match-after-a-while-gives-the-same-value equation-eq-match-limp"
    " one-look-at-the-flop-makes-a-limp-worth-less equation-eq-match-scale",
    "no-limit": "leaving-out-an-action-can-only-cost-the-player-who-leaves-it-out"
    " more-raises-for-both-can-cost-the-player-who-acts-first with-no-bets-from-the-flop-on-"
    "the-big-blind-is-ahead-at-every-stack-solved-from-eight-big-blinds-on",
    "no-limit-trees": "with-twenty-big-blinds-one-size-at-each-first-raise-is-nearly-enough",
    "one-round": "an-interior-point-method-gives-nine-digits figure-8 index-6"
    " hold-em-s-bluffs-are-not-the-worst-hands equation-eq-table exercise-dime",
    "fictitious-play": "at-equal-m-antes-change-the-game-a-little equation-eq-m",
    "gradient-descent": "tipton-s-questions-have-short-answers figure-7",
    "limit-preflop": "kings-limp-so-that-a-second-raise-is-not-safe"
    " a-good-start-saves-most-of-the-steps bob-never-folds",
    "shover": "half-a-million-matches-agree-with-the-rules equation-eq-bold",
    "any-amount": "to-take-home exercises further-reading exercise-any-threes exercise-any-numbers",
    "real-game": "without-limps-small-raises-add-nothing-up-to-6-82"
    " small-raises-alone-do-nothing-up-to-6-82",
    "river": "on-these-rivers-only-the-player-in-position-bets-nearly-all-his-best-hands"
    " blockers-decide-calls-but-forgetting-one-s-own-costs-little",
    "stochastic-games": "two-players-the-program-says-0-where-the-truth-is-1 equation-eq-flip"
    " the-flipped-program-is-right-if-a-signed-flow-is-positive equation-eq-signed thm-flip"
    " noughts-and-crosses-if-a-miss-costs-the-turn-misses-help-x equation-eq-misses"
    " exercise-weight figure-4 figure-5 figure-6 index-4 index-5 index-6"
    " snakes-and-ladders-down-a-chute-on-purpose thm-eggs equation-eq-sg-turns"
    " eggs-the-best-plan-on-average-is-also-best-in-the-worst-case",
    "ten": "a-best-response-is-the-same-sum-for-each-of-169-hands"
    " two-best-responses-judge-any-two-strategies another-deal-another-tree-the-same-proof",
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
    r"|(another-deal|without-limps|small-raises).*|all-chapters|equation-eq-counts|(a-best-response-is-the-same|two-best-responses-judge).*"
)
"""Those that have another name now."""


@pytest.mark.parametrize("name", OLD)
def test_an_old_address_leads_to_a_page_that_has_its_place(name, site, browser):
    with browser.new_page() as page:
        page.route("**/_static/**", lambda route: route.abort())
        for place in OLD[name].split():
            page.goto(f"{site}/book/{name}.html#{place}", wait_until="commit")
            elsewhere = re.compile(rf"^(?!.*/{name}\.html#{place}$)")
            page.wait_for_url(elsewhere, wait_until="commit")
            there, found = urldefrag(page.url)
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


def test_the_reference_has_every_public_function_and_class():
    modules = [path.relative_to(ROOT) for path in (ROOT / "pokerlab").rglob("*.py")]
    public = {
        f"{'.'.join(path.with_suffix('').parts).removesuffix('.__init__')}.{node.name}"
        for path in modules
        if path.stem == "__init__" or path.stem[0] != "_"
        if path.parts[1] != "cli"  # of which each command's help tells
        for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name[0] != "_"
    }
    left_out = {"charts.grids.Cell", "charts.grids.LegendEntry"}
    # The checker is one file to be read as it is: what it consists of has no underscores.
    parts = "BestResponse", "Deal", "Decision", "Plan", "Terminal"
    left_out |= {f"check.{name}" for name in parts}
    # What the check of all streets consists of is many loops, for whoever reads those files.
    loops = {
        "best_response": "by_branch earned_on_flop evaluate_nodes share_out sum_met sum_met_and_won"
        " turn_counts",
        "buckets": "FlopAhead add_shares board_kind bucket_numbers count_shares flop_kinds"
        " look_ahead",
        "checked_plans": "all_in_sums earnings",
        "plans": "starting_reaches",
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
        numbers[page] = re.findall(r'"caption-number">Figure ([\d.]+?)\. ', text)
        assert len({*numbers[page]}) == len(numbers[page]) == text.count("<figure"), page
    assert numbers["book/card.html"][0].endswith(".1")


SEEN = (1200).to_bytes(4) + (630).to_bytes(4)
"""The width and height of the picture that a link shows."""


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


def test_all_of_the_menu_is_on_a_phone_s_screen(site, browser):
    with browser.new_page(viewport={"width": 390, "height": 844}) as opened:
        opened.goto(f"{site}/book/ten.html")
        menu = opened.locator("details.dropdown").first
        menu.locator("summary").click()
        box = menu.locator(".dropdown-menu").bounding_box()
        assert 0 <= box["x"] <= 390 - box["width"]


def test_one_switch_opens_the_code_of_all_pages(site, read):
    page = read(f"{site}/book/equities.html")
    page.evaluate("localStorage.clear()")
    page.reload(wait_until="networkidle")
    code, switch = page.locator("details.hide pre").first, page.locator(".pl-switch")
    assert not code.is_visible()
    switch.click()
    assert code.is_visible() and switch.get_attribute("aria-pressed") == "true"
    page.goto(f"{site}/book/shover.html", wait_until="networkidle")
    assert page.locator("details.hide pre").first.is_visible()
    page.locator(".pl-switch").click()
    assert page.locator("details.hide:visible").count() == 0


DECIMALS = "Right so far; {} decimals are asked for."


@pytest.mark.parametrize(
    ("answer", "digits", "right", "wrong", "close"),
    [
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
        (0.35347, 3, ["0.353"], ["0.34"], {"0.35": DECIMALS.format(3)}),
        (7.797, 1, ["7,8"], ["8"], {}),
        (Fraction(1755), None, ["1,755"], ["17.55", "1,760"], {}),
        (144.2, 0, ["144 mbb"], ["140"], {}),
        (352.516, 1, [], ["3.525"], {"353": "Right so far; 1 decimal is asked for."}),
        (Fraction(1, 4), None, ["25 %"], ["0.3"], {}),
    ],
)
def test_an_answer_is_checked_in_the_page(answer, digits, right, wrong, close, open_tab, site):
    share = answer in (63.1182, 0.617731, 61.7731, 1 / 4)
    asked = charts.question(answer, digits, share=share, hint="Count again.")._repr_html_()
    built = (HTML / "book/duality.html").read_text(encoding="utf-8")
    page = open_tab("about:blank").page
    questions = re.compile('(?s)<p class="pl-question".*?</p>')
    body = questions.sub(lambda question: asked, built)
    address = f"{site}/book/duality.html"
    page.route(address, lambda route: route.fulfill(content_type="text/html", body=body))
    page.goto(address)
    page.unroute(address)
    page = page.locator(".pl-question").first
    verdicts = dict.fromkeys(right, "Right.") | dict.fromkeys(wrong, "Not yet. Count again.")
    verdicts |= close
    for typed in [text for one in verdicts for text in ("half", one, "1/0", ".")]:
        page.locator("input").fill(typed)
        page.locator("input").press("Enter")
        said = page.locator("output").inner_text()
        assert said == verdicts.get(typed, "Type a number: 0.25 or 1/4."), typed


def test_an_exercise_with_two_questions_has_a_box_for_each(site, read):
    page = read(f"{site}/book/ten.html")
    boxes = page.locator(".pl-question")
    for box, typed in zip(boxes.all()[:2], ["72", "0.353"], strict=True):
        box.locator("input").fill(typed)
        box.locator("input").press("Enter")
        assert box.locator("output").inner_text() == "Right."


NAMED = (
    ".pl-question input, .pl-question button, .solution .toggle-button, .pl-cite summary, .pl-copy"
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


def test_a_solution_that_is_closed_is_not_printed(site, browser):
    """As its reader left it: a browser that prints tells the page so first."""
    with browser.new_page() as page:
        page.goto(f"{site}/book/ten.html", wait_until="networkidle")
        first, second = page.locator(".solution").all()[:2]
        second.locator(".toggle-button").click()
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        assert not first.is_visible() and second.locator("section p").first.is_visible()
        assert not page.locator(".toggle-button:visible").count()


def test_what_checks_an_answer_looks_like_a_button(site, read):
    page = read(f"{site}/book/shover.html")
    check = page.get_by_role("button", name="Check").first
    assert re.match(r"[1-9]\S*px solid ", check.evaluate("e => getComputedStyle(e).borderTop"))


@pytest.mark.parametrize(
    ("query", "page", "shown"),
    [
        ("uniqueness", "exact", "uniqueness"),
        ("J6o", "exact-more", "J6o"),
        ("equities", "equities", "equit"),
        ("complementary slackness", "glossary", ""),
        ("best_response", "api", ""),
        ("xyzzy (", "", "Nothing in the book has"),
        ("AKs vs QQ", "equities", ""),
        ("push chart", "fictitious-play", ""),
        ("nash chart", "fictitious-play", ""),
        ("GTO", "exact", ""),
        ("shove xyzzy", "no-limit", "these sections have some"),
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
    ],
)
def test_a_search_finds_first_the_section_that_is_about_it(query, page, shown, read):
    found = read(f"{(HTML / 'search.html').as_uri()}?{urlencode({'q': query})}")
    found.locator("#search-results [role=status]").wait_for()
    items = found.locator("#search-results li")
    assert shown in found.locator("#search-results").inner_text()
    if not page:
        assert items.count() == 0
        return
    target, _, place = items.first.locator("a").get_attribute("href").partition("#")
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
    query, pages, read
):
    found = read(f"{(HTML / 'search.html').as_uri()}?{urlencode({'q': query})}")
    found.locator("#search-results [role=status]").wait_for()
    links = found.locator("#search-results a").evaluate_all("all => all.map(a => a.href)")
    first = links[0].rpartition("/")[2].partition(".html")[0]
    assert first in pages, links[:5]


@pytest.mark.parametrize("query", ["bb", "0 bb", "1000 bb", "7", "7 cards"])
def test_a_search_that_names_no_stack_leads_to_no_tool_set_to_it(query, read):
    found = read(f"{(HTML / 'search.html').as_uri()}?{urlencode({'q': query})}")
    found.locator("#search-results [role=status]").wait_for()
    links = found.locator("#search-results a").evaluate_all("all => all.map(a => a.href)")
    assert not [link for link in links if "?stack=" in link]


@pytest.mark.parametrize("query", ["push or fold", "ante", "quiz"])
def test_a_tool_is_among_the_first_that_are_found_by_its_name_and_small_words_are_not_marked(
    query, read
):
    found = read(f"{(HTML / 'search.html').as_uri()}?{urlencode({'q': query})}")
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
        ("7,5 bb with an ante", "push-fold?stack=7.5;dead=1"),
        ("12 bb limp", "no-limit?stack=12"),
        ("50 big blinds 3-bet", "no-limit?stack=50"),
        ("small blind limps big blind 12", "no-limit?stack=12"),
        ("limp", "no-limit?stack=10"),
        ("K7o 8 bb", "push-fold?stack=8;hand=K7o"),
    ],
)
def test_a_stack_leads_to_the_tool_that_solves_it(query, place, read):
    page = read(f"{(HTML / 'search.html').as_uri()}?{urlencode({'q': query})}")
    page.locator("#search-results a").first.click()
    page.wait_for_url(f"**/explorer.html#{place}")
    tool, _, stack = place.partition(";")[0].partition("?stack=")
    assert (
        ";hand" not in place or page.locator('[aria-selected="true"]').first.inner_text() == "K7o"
    )
    assert page.locator(f"#{tool} input[type=text]").first.input_value() == stack
    assert page.locator("span.highlighted, .highlight-link").count() == 0
    # Drawings that a script makes are not marked, either: Sphinx trips over their titles.
    page.goto(f"{(HTML / 'book/explorer.html').as_uri()}?highlight=worth+20")
    page.wait_for_function("document.querySelector('span.highlighted')")


def links_found(query, read):
    """Where the results of a search lead, from the book's folder."""
    found = read(f"{(HTML / 'search.html').as_uri()}?{urlencode({'q': query})}")
    found.locator("#search-results [role=status]").wait_for()
    links = found.locator("#search-results a").evaluate_all("all => all.map(a => a.href)")
    return [link.rpartition("/book/")[2] for link in links]


@pytest.mark.parametrize(
    ("typed", "hand"),
    [("K7o", "K7o"), ("7ko", "K7o"), ("10 4s", ""), ("T4s", "T4s"), ("104s", "T4s"), ("QQ", "QQ")],
)
def test_a_hand_leads_to_the_explorer_and_to_the_charts(typed, hand, read):
    links = links_found(typed, read)
    wanted = [f"explorer.html#push-fold?hand={hand}", "sheet.html#charts-to-print"]
    if hand:
        assert links[:2] == wanted or links[1:3] == wanted
    else:
        assert not [link for link in links if "?hand=" in link]


def test_every_hand_of_the_chart_is_found_and_no_pair_of_hands(read):
    page = read(f"{(HTML / 'search.html').as_uri()}?q=K7o")
    link = page.locator('#search-results a[href*="?hand=K7o"]')
    link.wait_for()
    link.click()
    page.wait_for_url("**/explorer.html#push-fold?hand=K7o")
    assert page.locator('#push-fold [aria-selected="true"]').first.inner_text() == "K7o"
    assert not [link for link in links_found("AKs vs QQ", read) if "?hand=" in link]


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("AK", "pokerlab equity AK random"),
        ("AK vs QQ", "pokerlab equity AK QQ"),
        ("AKs against 77", "pokerlab equity AKs 77"),
        ("AKs vs QQ", "pokerlab equity AKs QQ"),
        ("jtS v 99", "pokerlab equity jtS 99"),
        ("K7o equity", "pokerlab equity K7o random"),
        ("equity", "beats"),
    ],
)
def test_hands_against_each_other_lead_to_who_beats_whom_and_to_the_command(query, told, read):
    page = read(f"{(HTML / 'search.html').as_uri()}?{urlencode({'q': query})}")
    first = page.locator("#search-results li").first
    first.wait_for()
    assert first.locator("a").get_attribute("href") == "book/equities.html#who-beats-whom"
    assert told in first.inner_text()
    links = page.locator("#search-results a").evaluate_all("all => all.map(a => a.href)")
    assert len({*links}) == len(links)


@pytest.mark.parametrize("query", ["at the river", "at", "score at 10", "A4", "print A4"])
def test_a_small_word_is_no_hand_nor_is_a_paper(query, read):
    page = read(f"{(HTML / 'search.html').as_uri()}?{urlencode({'q': query})}")
    page.locator("#search-results li").first.wait_for()
    assert "pokerlab equity" not in page.locator("#search-results li").first.inner_text()


@pytest.mark.parametrize("query", ["score", "my score"])
def test_a_player_s_score_is_found_before_the_scorecard_which_says_what_it_marks(query, read):
    links = links_found(query, read)
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
def test_an_ace_in_hand_is_a_blocker(query, read):
    places = [link for link in links_found(query, read)[:3]]
    assert {"glossary.html#term-blocker", "glossary.html#term-card-removal"} < {*places}


def test_numbers_are_found_with_commas_and_without(read):
    found = [links_found(query, read) for query in ("10000", "10,000")]
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
            new MutationObserver(() => said.push(status.textContent))
                .observe(status, { childList: true, characterData: true, subtree: true });
        }"""
    )
    page.keyboard.type("gret match", delay=20)
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
        news = page.locator("body > [role=status]").text_content()
        assert f"{news} null" == said[2]


def test_a_menu_closes_by_escape_and_when_the_focus_leaves_it(site, read):
    page = read(f"{site}/{FRONT}")
    menu, button = page.locator("details.dropdown").first, page.get_by_label("Download this page")
    button.focus()
    page.keyboard.press("Enter")
    icon, box = button.bounding_box(), menu.locator(".dropdown-menu").bounding_box()
    right = icon["x"] + icon["width"]
    assert abs(box["x"] + box["width"] - right) < 2 and box["width"] < 200
    page.keyboard.press("Tab")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineWidth") == "3px"
    page.keyboard.press("Escape")
    assert menu.get_attribute("open") is None
    assert button.evaluate("e => e === document.activeElement")
    page.keyboard.press("Enter")
    for _ in range(3):
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
    assert "ace" in page.locator("article").inner_text()


def center_of(element):
    """The middle of an element, in pixels."""
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


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


@pytest.mark.parametrize(("paper", "most"), [("A4", 5), ("Letter", 5)])
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
        label = page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert re.match(rf"{hand} is (pushed|folded)", label)
        assert page.get_by_role("img", name=label, exact=True).count() == 1
        assert charts.first.locator("xpath=..").locator(".chart-tip").inner_text() == label
    assert charts.first.locator("[tabindex]").count() == 1
    assert charts.first.locator(".g > g:not([aria-hidden])").count() == 1
    page.keyboard.press("Tab")
    assert charts.nth(1).locator("[tabindex]").evaluate("e => e === document.activeElement")
    assert page.locator(".chart-tip:visible").count() == 1
    page.keyboard.press("Escape")
    assert page.locator(".chart-tip:visible").count() == 0
    charts.first.locator(".g > g").nth(14).click()
    assert charts.first.locator("[tabindex]").evaluate("e => e === document.activeElement")
    page.keyboard.press("ArrowLeft")
    assert page.locator(".chart-tip:visible").inner_text().startswith("AKo is pushed")
