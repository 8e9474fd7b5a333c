"""The built book in Firefox, where that is installed: it reads and behaves as in Chromium.

Firefox is driven by WebDriver BiDi, the protocol that it speaks by itself: no driver is needed.
"""

import asyncio
import json
import subprocess
import threading
import time
from itertools import pairwise

import pytest

from tests.conftest import CONTENT, WIDE
from tests.test_book import WRONG
from tools.browsers import find_firefox

pytestmark = pytest.mark.browser

EVENTS = ["log.entryAdded", "network.beforeRequestSent", "network.responseCompleted"]
EVENTS += ["network.fetchError"]
KEYS = {"Home": "\ue011", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015"}
AWAY = 1, 1
"""Where the mouse rests, so that it previews no hand."""
LOADED = """new Promise(done => {
    const look = () => document.readyState === 'complete' ? done(true) : setTimeout(look, 20);
    look();
})"""
PREFERENCES = """
user_pref("layout.css.prefers-color-scheme.content-override", 1);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
"""


class Firefox:
    """A Firefox with one page; what goes wrong in it is in `complaints`."""

    def __init__(self, address, loop):
        from tornado.websocket import websocket_connect

        self.loop, self.asked, self.complaints = loop, 0, []
        self.home = ""  #: Where its page is.
        self.socket = self.run(websocket_connect, address, max_message_size=2**26)
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=EVENTS)
        # A tab of its own: the first one never has the focus.
        self.page = self.send("browsingContext.create", type="tab")["context"]

    def run(self, function, *args, **options):
        """Wait for what happens in the thread of `loop`: Playwright has a loop in this one."""

        async def result():
            return await asyncio.wait_for(function(*args, **options), 60)

        return asyncio.run_coroutine_threadsafe(result(), self.loop).result()

    def send(self, method, **parameters):
        """Send a command and wait for its answer; note what is reported in between."""
        self.asked += 1
        command = {"id": self.asked, "method": method, "params": parameters}
        self.run(self.socket.write_message, json.dumps(command))
        while True:
            message = json.loads(self.run(self.socket.read_message))
            if message.get("id") == self.asked:
                assert message["type"] == "success", message
                return message["result"]
            if message["type"] == "event":
                self.note(message["method"], message["params"])

    def note(self, event, said):
        if event == "log.entryAdded":
            aborted = f"status={0x804B0002}" in (said["text"] or "")  # a font, by going on
            wrong = said["level"] in ("warn", "error") and not aborted
        elif event == "network.fetchError":
            wrong = said["errorText"] != "NS_BINDING_ABORTED"  # by going to the next page
        elif event == "network.responseCompleted":
            asked = not said["request"]["url"].endswith("/favicon.ico")  # of Firefox's own accord
            wrong = said["response"]["status"] >= 400 and asked
        else:
            wrong = not said["request"]["url"].startswith((self.home, "data:", "blob:"))
        if wrong:
            self.complaints.append(f"{event}: {said.get('text') or said['request']['url']}")

    def goto(self, url, width=1280):
        self.home = url[: url.index("/", 8)]
        viewport = {"width": width, "height": 900}
        self.complaints.clear()
        self.send("browsingContext.setViewport", context=self.page, viewport=viewport)
        self.send("browsingContext.navigate", context=self.page, url=url, wait="complete")
        self.evaluate(LOADED)
        self.evaluate("window.MathJax?.startup?.promise.then(() => true)")

    def evaluate(self, expression):
        """What a script comes to, by way of JSON."""
        answer = self.send(
            "script.evaluate",
            expression=f"Promise.resolve({expression}).then(r => JSON.stringify(r ?? null))",
            target={"context": self.page},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def act(self, kind, *actions):
        source = {"type": kind, "id": kind, "actions": list(actions)}
        self.send("input.performActions", context=self.page, actions=[source])

    def press(self, key):
        self.act("key", *({"type": kind, "value": KEYS[key]} for kind in ("keyDown", "keyUp")))

    def click(self, x, y):
        there, away = ({"type": "pointerMove", "x": x, "y": y} for x, y in [(x, y), AWAY])
        buttons = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        self.act("pointer", there, *buttons, away)


class Chromium:
    """The same for a page of Playwright's."""

    def __init__(self, page):
        self.page, self.evaluate, self.press = page, page.evaluate, page.keyboard.press

    def click(self, x, y):
        self.page.mouse.click(x, y)
        self.page.mouse.move(*AWAY)


@pytest.fixture(scope="module")
def loop():
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield loop
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture(scope="module")
def firefox(loop, tmp_path_factory):
    program = find_firefox()
    if program is None:
        pytest.skip("there is no Firefox to read the book with")
    profile = tmp_path_factory.mktemp("profile")
    (profile / "user.js").write_text(PREFERENCES)
    flags = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([program, *flags, "about:blank"], **quiet) as process:
        try:
            where = profile / "WebDriverBiDiServer.json"
            for _ in range(600):
                if where.exists() and (text := where.read_text()):
                    break
                time.sleep(0.1)
            port = json.loads(text)["ws_port"]
            firefox = Firefox(f"ws://127.0.0.1:{port}/session", loop)
            yield firefox
            loop.call_soon_threadsafe(firefox.socket.close)
        finally:
            process.terminate()


@pytest.mark.parametrize("page", CONTENT)
def test_page_reads_in_firefox(page, firefox, site):
    firefox.goto(f"{site}/{page}", 380)
    assert firefox.evaluate(f"({WRONG})()") == {}
    assert firefox.complaints == []


def test_firefox_complains(firefox, site, tmp_path):
    page = tmp_path / "page.html"
    wrong = "<script>console.warn('odd'); nothing.at</script><img src='http://elsewhere.invalid/a'>"
    page.write_text(wrong)
    firefox.goto(page.as_uri())
    for what in ("odd", "nothing is not defined", "elsewhere.invalid"):
        assert what in "\n".join(firefox.complaints)
    firefox.goto(f"{site}/nowhere.html")
    assert f"network.responseCompleted: {site}/nowhere.html" in firefox.complaints


SHOWN = """(() => {
    const all = (query, what) => [...document.querySelectorAll(query)].map(what);
    return {
        stack: document.querySelector('#push-fold .explorer-slider [type=text]').value,
        values: all('.explorer-value', e => e.textContent),
        captions: all('.explorer-caption, .explorer-legend', e => e.textContent),
        words: all('.explorer-proof, .explorer-mixing', e => e.textContent),
        costs: all('.explorer-losses, .explorer-table', e => e.textContent),
        hands: all('.explorer [role=gridcell]', e => e.ariaLabel ?? e.getAttribute('aria-label')),
        tables: all('.explorer-hand tr', e => e.textContent),
        colors: all('.explorer [role=gridcell]', e => getComputedStyle(e).color),
        paper: getComputedStyle(document.body).backgroundColor,
        focus: document.activeElement.dataset.hand ?? document.activeElement.tagName,
    };
})()"""


SETTLED = """new Promise(resolve => {
    const river = document.querySelector('#river .explorer-value');
    const busy = () => document.querySelector('.explorer[aria-busy=true]')
        || location.hash.includes('river') && !river.textContent.includes('proven within');
    const look = () => busy() ? setTimeout(look, 50) : resolve(true);
    look();
})"""


def turn_the_knobs(page):
    """Move the explorer's knobs by keyboard and mouse; return what is shown after each move."""

    def turn_to(tool):
        """By its tab, as only one tool is in sight; the page scrolls once the address follows. That
        may have been about to be written by the page itself: then no event tells of it."""
        page.evaluate(
            f"""(tab => new Promise(done => {{
                const address = tab.href;
                const look = () => location.href === address
                    ? setTimeout(() => done(true), 200) : setTimeout(look, 50);
                if (location.href !== address) tab.click();
                look();
            }}))(document.querySelector(`.explorer-tabs a[href*='#{tool}']`))"""
        )

    def click(query, across):
        box = page.evaluate(
            f"""(e => {{
                e.scrollIntoView({{ block: 'center', behavior: 'instant' }});
                const {{ x, y, width, height }} = e.getBoundingClientRect();
                return [x + {across} * width, y + height / 2].map(Math.round);
            }})(document.querySelector("{query}"))"""
        )
        page.click(*box)

    def shown():
        page.evaluate(SETTLED)
        return page.evaluate(SHOWN)

    yield shown()
    page.evaluate("document.querySelector('#push-fold input[type=range]').focus()")
    for key in ["ArrowRight", "ArrowUp", "Home"]:
        page.press(key)
        yield shown()
    for query, across in [
        ("#push-fold input[type=range]", 0.995),
        ("#push-fold [data-player='1'] [data-hand='K5s']", 0.5),
        ("#one-round input[type=range]", 0.02),
        ("#one-round [data-player='0'] [data-hand='63s']", 0.5),
        ("#preflop [data-player='0'] [data-hand='KK']", 0.5),
    ]:
        turn_to(query.split()[0][1:])
        click(query, across)
        yield shown()
    page.evaluate("document.querySelector('#preflop select').focus()")
    page.press("ArrowDown")
    yield shown()
    turn_to("push-fold")
    page.evaluate("document.querySelectorAll('#push-fold details').forEach(e => { e.open = 1; })")
    for query in [
        "#push-fold .explorer-keep button",
        "#push-fold .explorer-proof button",
        "#push-fold .explorer-mixing button:last-child",
        "#push-fold input[role=switch]",
        "#push-fold [data-player='1'] [data-hand='72o']",
        "#push-fold [aria-label='Lock what is shown: small blind']",
    ]:
        click(query, 0.5)
        if "switch" not in query:
            yield shown()
    addresses = "#river?board=AsKsQs7h2d", "#no-limit?stack=7", "#push-fold?seat=1;seed=7"
    goes = "new Promise(done => {{ onhashchange = () => done(true); {}; }})"
    for way in (*(f"location.hash = '{address}'" for address in addresses), "history.back()"):
        page.evaluate(goes.format(way))
        yield shown()
    page.evaluate(goes.format("history.forward()"))
    for _ in range(3):
        yield shown()
        click("#push-fold .explorer-choices button", 0.5)
    click("#push-fold details:has(.explorer-table) .explorer-controls button:last-child", 0.5)
    yield shown()


@pytest.mark.parametrize("page", ["book/explorer.html"])
def test_the_explorer_shows_the_same_in_firefox(page, firefox, browser, site):
    url = f"{site}/{page}"
    with browser.new_page(viewport=WIDE, color_scheme="light") as there:
        there.goto(url)
        expected = list(turn_the_knobs(Chromium(there)))
    firefox.goto(url)
    for step, (shown, known) in enumerate(zip(turn_the_knobs(firefox), expected, strict=True)):
        for what in known:
            assert shown[what] == known[what], f"step {step}: {what}"
    assert firefox.complaints == []
    assert all(before != after for before, after in pairwise(expected))
