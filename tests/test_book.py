"""The built book, read in a real browser: offline, clean, in both modes, wide and narrow."""

import os
import posixpath
import re
import shutil
import threading
from functools import cache, partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parent.parent
HTML = ROOT / "_build" / "html"
FILES = sorted(path.relative_to(HTML).as_posix() for path in HTML.glob("**/*.html"))
PAGES = [page for page in FILES if not page.startswith("_static/") and page != "index.html"]
CONTENT = [page for page in PAGES if page.startswith("book/")]
BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 380, "height": 800}
LOOKS = [("light", WIDE), ("dark", NARROW)]
"""Colours depend on the mode and layout on the width: two looks show both modes and both widths."""
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
FRONT = "book/index.html"


@pytest.fixture(scope="module")
def browser():
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        complaint = "no browser to read the book with: install one of " + ", ".join(BROWSERS)
        if os.environ.get("CI"):
            pytest.fail(complaint)
        pytest.skip(complaint)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def site():
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=HTML))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def read(browser):
    """Open pages, and complain at the end of whatever the browser complained of."""
    contexts, complaints = [], []

    def open_page(url, mode="light", viewport=WIDE):
        context = browser.new_context(viewport=viewport, color_scheme=mode)
        contexts.append(context)
        page = context.new_page()
        home = url[: url.index("/", 8)] if url.startswith("http") else HTML.as_uri()

        def away(route):
            complaints.append(f"asks for {route.request.url}")
            route.abort()

        page.route(lambda asked: not asked.startswith((home, "data:", "blob:")), away)
        page.on(
            "console",
            lambda m: m.type in ("error", "warning") and complaints.append(f"console: {m.text}"),
        )
        page.on("pageerror", lambda error: complaints.append(f"script error: {error}"))
        page.on("requestfailed", lambda r: complaints.append(f"request failed: {r.url}"))
        page.on("response", lambda r: r.status >= 400 and complaints.append(f"{r.status} {r.url}"))
        page.goto(url)
        page.evaluate("() => window.MathJax?.startup?.promise")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


def violations(page, context=None):
    """What axe-core finds on an open page, or in a part of it, against WCAG 2.2 A and AA."""
    from axe_playwright_python.sync_playwright import Axe

    # What still fades in is paler than it will be.
    page.evaluate("() => Promise.allSettled(document.getAnimations().map(a => a.finished))")
    options = {"runOnly": WCAG, "resultTypes": ["violations"], "preload": False}
    return [
        f"{found['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
        for found in Axe().run(page, context=context, options=options).response["violations"]
        for node in found["nodes"]
    ]


def test_the_door_leads_to_the_front_page(site, browser):
    page = browser.new_page()
    page.goto(site)
    page.wait_for_url("**/book/index.html")
    page.close()


@pytest.mark.parametrize("page", PAGES)
def test_page_reads_offline_and_its_mathematics_is_set(page, site, read):
    opened = read(f"{site}/{page}")
    opened.wait_for_load_state("networkidle")
    maths = opened.evaluate(
        """() => ({
            unset: [...document.querySelectorAll('.math')]
                .filter(m => !m.querySelector('mjx-container')).map(m => m.textContent),
            wrong: [...document.querySelectorAll('mjx-merror, mjx-mtext[style*="red"]')]
                .map(m => m.textContent),
            cut: [...document.querySelectorAll('div.math mjx-container')]
                .filter(m => m.scrollWidth > m.clientWidth + 2).map(m => m.textContent),
        })"""
    )
    assert maths == {"unset": [], "wrong": [], "cut": []}


@pytest.mark.parametrize("page", CONTENT)
def test_page_opens_from_a_folder(page, read):
    assert read((HTML / page).as_uri()).title()


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("page", CONTENT)
def test_page_fits_a_phone_and_its_text_is_readable(page, mode, site, read):
    opened = read(f"{site}/{page}", mode, NARROW)
    assert opened.evaluate("document.documentElement.dataset.theme") == mode
    assert opened.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    cut = "all => all.filter(m => m.scrollWidth > m.clientWidth + 2).map(m => m.textContent)"
    assert opened.eval_on_selector_all("div.math mjx-container", cut) == []
    assert opened.eval_on_selector_all(".cell_output pre", cut) == []
    faint = opened.evaluate(
        """() => {
            const channel = c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
            const luminance = ([r, g, b]) =>
                0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
            const parse = s => s.match(/[\\d.]+/g).map(Number);
            const behind = e => {
                for (; e; e = e.parentElement) {
                    const c = parse(getComputedStyle(e).backgroundColor);
                    if (c.length < 4 || c[3] === 1) return c;
                }
                return [255, 255, 255];
            };
            const texts = 'article p, article li, article td, article th, article pre, article h1';
            return [...document.querySelectorAll(texts)]
                .filter(e => e.offsetParent && e.textContent.trim())
                .filter(e => {
                    const [a, b] = [parse(getComputedStyle(e).color), behind(e)].map(luminance);
                    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
                })
                .map(e => e.textContent.trim().slice(0, 60));
        }"""
    )
    assert faint == []


@pytest.mark.parametrize("page", CONTENT)
def test_every_picture_has_a_description(page, site, read):
    opened = read(f"{site}/{page}")
    assert (
        opened.evaluate(
            """() => [
                ...[...document.querySelectorAll('article img')].filter(i => !i.alt),
                ...[...document.querySelectorAll('article svg[role=img]')]
                    .filter(s => !s.querySelector('title')?.textContent),
                ...document.querySelectorAll('article .cell_output svg:not([role], .icon)'),
            ].map(e => e.outerHTML.slice(0, 100))"""
        )
        == []
    )


@pytest.mark.parametrize(("mode", "viewport"), LOOKS, ids=["light-wide", "dark-narrow"])
@pytest.mark.parametrize("page", PAGES)
def test_an_accessibility_checker_finds_nothing(page, mode, viewport, site, read):
    assert violations(read(f"{site}/{page}", mode, viewport)) == []


@pytest.mark.parametrize(("mode", "viewport"), LOOKS, ids=["light-wide", "dark-narrow"])
def test_the_keyboard_goes_everywhere_and_shows_where_it_is(mode, viewport, site, read):
    opened = read(f"{site}/{FRONT}", mode, viewport)
    opened.keyboard.press("Tab")
    assert opened.evaluate("document.activeElement.textContent.trim()") == "Skip to main content"
    opened.keyboard.press("Enter")
    assert opened.evaluate("location.hash") == "#main-content"
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
        or (place and target.endswith(".html") and place not in places(target))
    ]
    assert dead == []


def test_every_page_can_be_reached_from_the_front_page():
    found, todo = {FRONT}, [FRONT]
    while todo:
        for _, target, _ in inner_links_of(todo.pop()):
            if target in PAGES and target not in found:
                found.add(target)
                todo.append(target)
    assert sorted(set(PAGES) - found) == ["search.html"]  # the search field leads there


def test_links_to_elsewhere_are_well_formed():
    strange = []
    for page in PAGES:
        for link in links_of(page):
            parts = urlsplit(link)
            if parts.scheme and not (
                parts.scheme in ("https", "http")
                and re.fullmatch(r"([a-z0-9-]+\.)+[a-z]{2,}", parts.netloc)
                and not re.search(r"[\s<>{}|\\^`]", link)
            ):
                strange.append(f"{page}: {link}")
    assert strange == []


@pytest.mark.parametrize("page", PAGES)
def test_a_page_weighs_little(page, site, browser):
    """A megabyte of HTML at most, drawings included; with the theme and MathJax, 3.5."""
    opened = browser.new_page(viewport=NARROW)
    weights = {}
    opened.on("response", lambda r: weights.update({r.url: len(r.body())}))
    opened.goto(f"{site}/{page}")
    opened.wait_for_load_state("networkidle")
    opened.close()
    assert weights[f"{site}/{page}"] < 1_000_000
    assert sum(weights.values()) < 3_500_000, weights


@pytest.mark.parametrize("page", [FRONT, "book/explorer.html", "genindex.html"])
def test_every_icon_is_drawn(page, site, read):
    opened = read(f"{site}/{page}")
    opened.wait_for_function("document.querySelector('svg.svg-inline--fa')")
    icons = opened.eval_on_selector_all(
        "svg.svg-inline--fa, i[class*='fa-']",
        "all => all.map(i => [i.dataset.icon, i.querySelector('path')?.getAttribute('d')])",
    )
    assert len(icons) > 5 and all(shape for _, shape in icons), icons


def test_no_figure_is_left_over():
    used = "".join((HTML / page).read_text(encoding="utf-8") for page in PAGES)
    used += (ROOT / "README.md").read_text(encoding="utf-8")
    figures = [*(ROOT / "book" / "_static").iterdir(), *(HTML / "_images").glob("*")]
    assert [path.name for path in figures if path.name not in used] == []
