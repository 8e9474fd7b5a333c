"""The built book and the browser that reads it, for all tests that look at pages.

Where the variable `AS_READ` names a copy of the book that has passed, with the same styles and
scripts, tests of a page that is the same there are left out.
"""

import json
import os
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from hypothesis import settings

from pokerlab.pages import script_data
from tools.browsers import FLAGS, find_browser

# The programs that tests start write as their users' do, who have not set it.
os.environ.pop("PYTHONUNBUFFERED", None)

# The same examples at every run, however slow the machine.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")

HTML = Path(__file__).parent.parent / "_build" / "html"
SCRIPTS = Path(__file__).parent.parent / "book" / "_scripts"
#: What solves and reads, without a page.
MODULES = ["amounts", "betting", "cards", "cfr", "counts", "deals", "evaluator", "games", "ranges"]
MODULES += ["range-parser", "refusals", "river-deal", "setting-keys", "solutions", "solver"]
MODULES += ["start-settings"]
FILES = sorted(path.relative_to(HTML).as_posix() for path in HTML.glob("**/*.html"))
PAGES = [
    page
    for page in FILES
    if not page.startswith("_static/")
    and 'http-equiv="refresh"' not in (HTML / page).read_text(encoding="utf-8")[:1000].lower()
]
"""All but those that only lead on to another."""
CONTENT = [page for page in PAGES if page.startswith("book/")]
WITHOUT = '-m "not browser" runs all tests that need none.'
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 380, "height": 800}
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@pytest.fixture(scope="session")
def limps_at_five():
    """What limps earn against the stored plan for one look at 5 big blinds, on all flops."""
    from pokerlab.studies import flops

    return flops.sum_limps(flops.stored_strategy_from(5), progress=False)


def files(book, folder="."):
    """What is in a folder of a built book."""
    paths = [path for path in Path(book, folder).rglob("*") if path.is_file()]
    return {path.relative_to(book).as_posix(): path.read_bytes() for path in paths}


def unchanged(before, book=HTML):
    """What of a book is as it was before, if its styles and scripts are."""
    if files(book, "_static") != files(before, "_static"):
        return set()
    old = files(before)
    return {name for name, content in files(book).items() if content == old.get(name)}


def pytest_collection_modifyitems(config, items):
    """Leave out tests of a page, a parameter or the explorer, that need not be read again."""

    def page(item):
        params = item.callspec.params if hasattr(item, "callspec") else {}
        return params.get("page", "book/explorer.html" if "explorer" in item.path.stem else "")

    before = os.environ.get("AS_READ")
    pages = unchanged(before) if before else set()
    config.hook.pytest_deselected(items=[item for item in items if page(item) in pages])
    items[:] = [item for item in items if page(item) not in pages]


def pytest_collection_finish(session):
    """Refuse to begin what cannot be done: pages are read by a browser, once they are built."""
    in_browser = [item for item in session.items if item.get_closest_marker("browser")]
    if in_browser:
        wanted = f"for {in_browser[0].path.name}"
        if not CONTENT:
            raise pytest.UsageError(f"the book is not built, {wanted}: make book. {WITHOUT}")
        if not find_browser():
            raise pytest.UsageError(
                f"no Chromium or Chrome, {wanted}: make test gets one. {WITHOUT}"
            )


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    program = find_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def served(folder):
    """The address of a server of the files in a folder."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def site():
    with served(HTML) as address:
        yield address


@pytest.fixture(scope="module")
def modules(browser):
    """A page with nothing but the modules that solve and read, whose exports are its names."""
    with served(SCRIPTS) as address, browser.new_page() as page:
        page.goto(f"{address}/")
        page.evaluate(
            """async ({ names, limits }) => {
                window.BETTING_LIMITS = limits;
                for (const name of names) Object.assign(window, await import(`/${name}.js`));
            }""",
            {"names": MODULES, "limits": script_data.betting_limits()},
        )
        yield page


def forget(page):
    """Clear what the site of an open page keeps in the browser."""
    page.evaluate("() => [localStorage, sessionStorage].forEach(kept => kept.clear())")


class Tab:
    """A tab of the browser, with what its page received and with what the browser complains of.

    One page after another is read in it: the browser compiles the scripts of the book but once.
    """

    def __init__(self, browser):
        # What a page may load does not bind the tests that look into it.
        self.page = browser.new_context(bypass_csp=True).new_page()
        self.page.set_default_timeout(90_000)  # a river takes its time where all cores are busy
        self.page.on("request", lambda r: self.complain_if(self.leaves(r.url), f"asks for {r.url}"))
        self.page.on("requestfailed", self.failed)
        self.page.on("pageerror", lambda e: self.complain_if(True, f"script error: {e}, {e.stack}"))
        self.page.on("console", self.listen)
        self.page.on("response", self.receive)

    def failed(self, request):
        """Only what is given up because another page is opened has not failed."""
        why = request.failure
        self.complain_if(why != "net::ERR_ABORTED", f"request failed, {why}: {request.url}")

    def open(self, url, mode="light", viewport=WIDE):
        self.page.set_viewport_size(viewport)
        self.page.emulate_media(color_scheme=mode, media="null")
        book = url[: url.index("/", 8)] if url.startswith("http") else HTML.as_uri()
        self.home = book if url.startswith(book) else url
        self.complaints, self.received = [], []
        self.page.goto(url)
        self.page.evaluate("() => window.MathJax?.startup?.promise")

    def leave(self):
        forget(self.page)
        self.complaints, self.received = [], []
        self.page.goto("about:blank")

    def leaves(self, url):
        return not url.startswith((self.home, "data:", "blob:", "about:blank"))

    def complain_if(self, wrong, text):
        if wrong:
            self.complaints.append(text)

    def listen(self, message):
        self.complain_if(message.type in ("error", "warning"), f"console: {message.text}")

    def receive(self, response):
        self.received.append(response.url)
        self.complain_if(response.status >= 400, f"{response.status} {response.url}")


@pytest.fixture(scope="module")
def tabs(browser):
    """Tabs in which nothing is open."""
    tabs = []
    yield tabs
    for tab in tabs:
        tab.page.context.close()


@pytest.fixture(scope="module")
def page_on(browser):
    """Pages on devices such as `PHONE`: each is lent to one test after the other, and then empty.

    A browser takes as long to make one as to open a page in it, and compiles the book's scripts
    anew. What is asked of a page for good, such as to watch its requests, wants one of its own.
    """
    idle = {}

    @contextmanager
    def lend(**device):
        name = json.dumps(device, sort_keys=True)
        page = idle.pop(name, None) or browser.new_page(**device)
        size = page.viewport_size
        yield page
        forget(page)
        page.goto("about:blank")
        page.emulate_media(media="null", color_scheme=device.get("color_scheme", "light"))
        page.set_viewport_size(size)
        idle[name] = page

    return lend


@pytest.fixture
def open_tab(browser, tabs):
    """Open pages in tabs."""
    used = []

    def open_one(url, mode="light", viewport=WIDE):
        used.append(tabs.pop() if tabs else Tab(browser))
        used[-1].open(url, mode, viewport)
        return used[-1]

    yield open_one
    for tab in used:
        tab.leave()
        tabs.append(tab)


@pytest.fixture
def read(open_tab):
    """Open pages, and complain at the end of whatever the browser complained of."""
    used = []

    def open_page(url, mode="light", viewport=WIDE):
        used.append(open_tab(url, mode, viewport))
        return used[-1].page

    yield open_page
    assert [complaint for tab in used for complaint in tab.complaints] == []


@pytest.fixture(scope="module")
def tab(browser):
    tab = Tab(browser)
    yield tab
    tab.page.context.close()


@pytest.fixture
def open_page(read):
    """Open the explorer anew; return one of its tools."""
    from tests.explorer import FOLDER, Tool

    def opened(fragment, source=FOLDER, **options):
        tool = Tool(read(source + fragment, **options), fragment)
        tool.all("[role=grid]").first.wait_for(state="attached")
        return tool.settle()

    return opened


@pytest.fixture(scope="module")
def explorer_tab(browser):
    """A tab in which the explorer is open, for all tests that set it by its address."""
    tab = Tab(browser)
    yield tab
    tab.page.context.close()


@pytest.fixture
def open_tool(explorer_tab):
    """The same in a tab that is open already: tools are set anew, and whatever folds is open.

    A test has one at a time: one that it opened before can be asked nothing any more. What it
    leaves behind in the browser is forgotten, and the page light and on a screen again.
    """
    from tests.explorer import FOLDER, Tool

    page, before = explorer_tab.page, []

    def put_away():
        for tool in before:
            tool.set_to("#push-fold?stack=10")
            vars(tool).clear()
        before.clear()

    def opened(fragment="#push-fold?stack=10", viewport=WIDE):
        put_away()
        if not page.url.startswith(FOLDER):
            explorer_tab.open(FOLDER)
        page.set_viewport_size(viewport)
        before.append(tool := Tool(page, fragment).set_to(fragment))
        tool.all(".explorer-value", has_text="proven within").wait_for()
        tool.settle()  # a river begins only when it is seen
        tool.all("details").evaluate_all("all => all.forEach(e => { e.open = true; })")
        return tool

    yield opened
    if page.url.startswith(FOLDER):
        put_away()
        forget(page)
        page.emulate_media(color_scheme="light", media="null")
    complaints, explorer_tab.complaints = explorer_tab.complaints, []
    assert complaints == []  # of this test, and none of the next one's


def show(page, mode):
    """Show an open page light or dark."""
    page.emulate_media(color_scheme=mode)
    shown = "mode => (document.documentElement.dataset.theme ?? mode) === mode"
    page.wait_for_function(shown, arg=mode)
    settle(page)


def settle(page):
    """Bring what fades in to its end: until then it is paler than it will be.

    As parents come to theirs, children may begin; what goes round and round has none.
    """
    page.evaluate(
        """() => {
            const fading = () => document.getAnimations()
                .filter(a => a.effect.getComputedTiming().endTime < Infinity);
            for (let all = fading(); all.length; all = fading()) all.forEach(a => a.finish());
        }"""
    )


def faint(page):
    """The texts of an open page that stand out too little from what is behind them, as elements.

    Behind a text is the ground, or all colours of a picture there, or the text's own halo. Drawings
    are left out: what is behind a text in them is drawn, too.
    """
    settle(page)
    return page.evaluate(
        """() => {
            const channel = c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
            const luminance = ([r, g, b]) =>
                0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
            const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            const colors = s =>
                s.match(/rgba?\\(.*?\\)/g)?.map(color => color.match(/[\\d.]+/g).map(Number)) ?? [];
            const covers = color => color.length < 4 || color[3] === 1;
            const grounds = new Map([[null, { behind: [[255, 255, 255]], opaque: true }]]);
            const ground = e => {
                if (!grounds.has(e)) {
                    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(e);
                    const { behind, opaque } = ground(e.parentElement);
                    const own = [colors(backgroundImage), colors(backgroundColor).filter(covers)];
                    grounds.set(e, {
                        behind: own.find(c => c.length) ?? behind,
                        opaque: opaque && opacity === '1',
                    });
                }
                return grounds.get(e);
            };
            const pale = e => {
                const { color, textShadow } = getComputedStyle(e), { behind, opaque } = ground(e);
                const [text] = colors(color), halo = colors(textShadow).slice(0, 1);
                return !opaque || !covers(text) || (halo.length ? halo : behind).some(
                    color => contrast(luminance(text), luminance(color)) < 4.5);
            };
            const boxes = 'input:not([type=range], [type=checkbox]), select, textarea';
            const seen = { opacityProperty: true, visibilityProperty: true };
            return [...document.querySelectorAll(':not(svg *)')]
                .filter(e => e.matches(boxes) || [...e.childNodes].some(
                    child => child.nodeType === Node.TEXT_NODE && child.data.trim()))
                .filter(e => !e.closest(':disabled') && e.checkVisibility(seen) && pale(e))
                .map(e => `${e.tagName} ${e.className}: ${e.textContent.trim().slice(0, 60)}`);
        }"""
    )


def violations(page, context=None):
    """What axe-core finds on an open page, or in a part of it, against WCAG 2.2 A and AA.

    Contrasts are left to `faint`, which looks at every text, in no time. Of words of code, strokes
    of a drawing and signs of a formula, which are most elements of a page, axe-core would only find
    out where they are: if that is all there is to them, they are away while it looks. It looks from
    the top of the page: where one has scrolled, the page's head may hide half of a link.
    """
    from axe_playwright_python.sync_playwright import Axe

    pale = faint(page)
    page.evaluate(Axe().axe_script)
    rules = {"color-contrast": {"enabled": False}, "label-content-name-mismatch": {"enabled": True}}
    options = {"runOnly": WCAG, "rules": rules}
    options |= {"resultTypes": ["violations"], "preload": False}
    found = page.evaluate(
        """async ([context, options]) => {
            const tells = '[role], [tabindex], a, [src], [alt], [lang], script';
            const silent = (e, name) => name === 'aria-hidden' && e.ariaHidden === 'true';
            const plain = e => !e.querySelector(tells) && [...e.querySelectorAll('*')].every(
                child => child.getAttributeNames().every(
                    name => !name.startsWith('aria-') || silent(child, name)));
            const kinds = '.highlight pre, svg[role=img], mjx-math[aria-hidden=true]';
            const emptied = [...document.querySelectorAll(kinds)].filter(plain)
                .map(e => [e, [...e.childNodes]]);
            for (const [e] of emptied) {
                const names = [...e.querySelectorAll(':scope > :is(title, desc)')];
                const left = names.length ? names.map(one => one.cloneNode(true)) : [e.textContent];
                e.replaceChildren(...left);
            }
            window.scrollTo({ top: 0, behavior: 'instant' });
            const results = await axe.run(context ?? document, options);
            for (const [e, children] of emptied) e.replaceChildren(...children);
            return results.violations;
        }""",
        [context, options],
    )
    return [f"faint: {text}" for text in pale] + [
        f"{rule['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
        for rule in found
        for node in rule["nodes"]
    ]
