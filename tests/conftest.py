"""The built book and the browser that reads it, for all tests that look at pages.

A page takes long to load, so that each is loaded once for every look, and the tests of one loaded
page stand together: where the fixture `visit` has the same parameter, the page is still open.
"""

import os
import shutil
import threading
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import pytest

HTML = Path(__file__).parent.parent / "_build" / "html"
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
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
"""The last one keeps whatever a page asks for on this machine."""
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 380, "height": 800}
LOOKS = {"light-wide": ("light", WIDE), "dark-narrow": ("dark", NARROW)}
"""Colours depend on the mode and layout on the width: two looks show both modes and both widths."""
WORDS = ".highlight span, .sig span, code span"
"""The words of code, in cells, signatures and sentences."""
SETTLED = """() => Promise.race([
    Promise.allSettled(document.getAnimations().map(a => a.finished)),
    new Promise(resolve => setTimeout(resolve, 3000)),
])"""
"""Colours have stopped changing. What is not painted may never finish, and is not waited for."""
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def visits(pages, *looks):
    """Run a test on each of the pages, loaded, in each of the looks."""
    combinations = [pytest.param((p, k), id=f"{p}-{k}") for p in pages for k in looks]
    return pytest.mark.parametrize("visit", combinations, indirect=True)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Bring the tests of one visit together."""
    items.sort(key=lambda item: getattr(item, "callspec", no_call).params.get("visit", ("", "")))


no_call = SimpleNamespace(params={})


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


@contextmanager
def opened(browser, url, mode="light", viewport=WIDE):
    """An open page, with its responses, and with whatever the browser complains of."""
    context = browser.new_context(viewport=viewport, color_scheme=mode)
    page, complaints, responses = context.new_page(), [], []
    home = url[: url.index("/", 8)] if url.startswith("http") else HTML.as_uri()

    def complain_if(wrong, text):
        if wrong:
            complaints.append(text)

    page.on(
        "request",
        lambda r: complain_if(not r.url.startswith((home, "data:", "blob:")), f"asks for {r.url}"),
    )
    page.on("console", lambda m: complain_if(m.type in ("error", "warning"), f"console: {m.text}"))
    page.on("pageerror", lambda error: complaints.append(f"script error: {error}"))
    page.on("requestfailed", lambda r: complaints.append(f"request failed: {r.url}"))
    page.on("response", lambda r: complain_if(r.status >= 400, f"{r.status} {r.url}"))
    page.on("response", lambda r: responses.append(r))
    page.goto(url)
    page.evaluate("() => window.MathJax?.startup?.promise")
    try:
        yield SimpleNamespace(page=page, mode=mode, responses=responses, complaints=complaints)
    finally:
        context.close()


@pytest.fixture
def read(browser):
    """Open pages, and complain at the end of whatever the browser complained of."""
    visits = []
    with ExitStack() as stack:

        def open_page(url, mode="light", viewport=WIDE):
            visits.append(stack.enter_context(opened(browser, url, mode, viewport)))
            return visits[-1].page

        yield open_page
    assert [complaint for visit in visits for complaint in visit.complaints] == []


@pytest.fixture(scope="module")
def visit(request, browser, site):
    """A page in a look, open for all tests that look at it and change its mode at most.

    The wide one comes from the folder and the narrow one from a server, as readers have it.
    """
    page, look = request.param
    from_folder = look == "light-wide" and page in CONTENT
    address = (HTML / page).as_uri() if from_folder else f"{site}/{page}"
    with opened(browser, address, *LOOKS[look]) as visit:
        visit.page.wait_for_load_state("networkidle")
        yield visit


@pytest.fixture
def seen(visit):
    """The page of a visit in its mode, of which the browser does not complain."""
    visit.page.emulate_media(color_scheme=visit.mode)
    yield visit.page
    assert visit.complaints == []


def settle(page):
    """Wait for what fades in: until then it is paler than it will be."""
    page.evaluate(SETTLED)


def faint(page, texts):
    """The elements of `texts`, a selector, that stand out too little from what is behind them."""
    return page.evaluate(
        """texts => {
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
            return [...document.querySelectorAll(texts)]
                .filter(e => e.offsetParent && e.textContent.trim())
                .filter(e => {
                    const { color, opacity } = getComputedStyle(e);
                    const [a, b] = [parse(color), behind(e)].map(luminance);
                    const clear = parse(color).length < 4 && opacity === '1';
                    return !clear || (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
                })
                .map(e => e.textContent.trim().slice(0, 60));
        }""",
        texts,
    )


def checker():
    """The script of axe-core, the accessibility checker."""
    from axe_playwright_python.sync_playwright import Axe

    return Axe().axe_script


def violations(page, context=None):
    """What axe-core finds on an open page, or in a part of it, against WCAG 2.2 A and AA.

    Its search for what is behind a text takes longer than all the rest. The words of code, on plain
    ground, are left to `faint`, and a listing is one text to axe-core. About texts in drawings it
    never has an answer, because it takes an SVG for a picture: it is not asked.
    """
    settle(page)
    pale = faint(page, WORDS)
    page.evaluate(checker())
    options = {"runOnly": WCAG, "resultTypes": ["violations"], "preload": False}
    found = page.evaluate(
        """async ([words, context, options]) => {
            const more = pre => [...pre.querySelectorAll('*')].some(
                e => e.tagName !== 'SPAN' || e.getAttributeNames().some(name => name !== 'class'));
            const listings = [...document.querySelectorAll('.highlight pre')]
                .filter(pre => !more(pre))
                .map(pre => [pre, [...pre.childNodes]]);
            for (const [pre] of listings) pre.replaceChildren(pre.textContent);
            axe.configure({
                rules: [{ id: 'color-contrast', selector: `:not(${words}, svg *)` }],
            });
            const results = await axe.run(context ?? document, options);
            for (const [pre, words] of listings) pre.replaceChildren(...words);
            return results.violations;
        }""",
        [WORDS, context, options],
    )
    return [f"faint: {text}" for text in pale] + [
        f"{rule['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
        for rule in found
        for node in rule["nodes"]
    ]
