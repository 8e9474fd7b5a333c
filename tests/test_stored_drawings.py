"""A notebook that nobody has run yet shows its drawings, and the book draws what they were.

JupyterLab, VS Code and GitHub clean what a notebook has stored: SVG, styles and scripts go, and the
words in SVG stay. Images stay, too.
"""

import re
from html.parser import HTMLParser
from io import BytesIO
from urllib.parse import unquote
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from IPython.core.interactiveshell import InteractiveShell
from PIL import Image

from pokerlab import betting, charts, deals, ranges
from pokerlab._support.notebooks import images_to_svg
from pokerlab.games import Game
from pokerlab.pages import explorer, live_figures
from pokerlab.solvers import lp
from tests.tables import refused

SVG = "{http://www.w3.org/2000/svg}"


class Cleaned(HTMLParser):
    """What is left of HTML: its words, those of images, their addresses; and which tags went."""

    def __init__(self, html):
        super().__init__()
        self.words, self.images, self.taken, self.within = "", {}, set(), []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        if tag in ("script", "style"):
            self.within.append(tag)
        elif tag == "img":
            image = dict(attributes)
            self.images[image["src"]] = image["alt"]
        elif tag not in ("b", "button", "div", "input", "label", "output", "p", "span", "i", "a"):
            self.taken.add(tag)

    def handle_endtag(self, tag):
        if [tag] == self.within[-1:]:
            self.within.pop()

    def handle_data(self, data):
        self.words += "" if self.within else data


def chart(title="Pushed at ten", stack=10):
    pushed = (ranges.parse_range("22+, A2s+").hand_weights * stack / 10).round(3)
    return charts.range_chart(pushed, title=title, actions="push")


def plot():
    figure, ax = charts.subplots()
    ax.plot([1, 2, 3], [0.1, 0.5, -0.25], label="it's 5 & 6")
    ax.legend()
    return charts.show(figure, title="A curve", alt='One curve, "up" and down.')


def knob():
    return charts.live(lambda stack: chart(f"At {stack}", stack), [3, 7], "Stack: {} chips")


SHOWN = {
    "chart": (chart, ["Pushed at ten"]),
    "plot": (plot, ["A curve"]),
    "row": (lambda: charts.row(chart(), plot()), ["Pushed at ten", "A curve"]),
    "knob": (knob, ["At 3"]),
    "tree": (betting.kuhn, ["Betting tree: Kuhn's poker"]),
    "game": (lambda: Game(deals.kuhn(), betting.kuhn()), ["Betting tree: Kuhn's poker"]),
    "solution": (
        lambda: lp.solve(Game(deals.holdem(), betting.push_fold(5))),
        ["Small blind after the deal", "Big blind after push"],
    ),
    "live figure": (
        lambda: live_figures.LivePushFold(10),
        ["What the small blind wins or loses, by stack", "Small blind: push", "Big blind: call"],
    ),
    "price": (lambda: live_figures.ChartToPaint(7), ["Your pushes"]),
    "tool": (lambda: explorer.Tool("one", "Scripts are needed.", chart()), ["Pushed at ten"]),
}
"""What shows drawings, and the drawings' titles."""


@pytest.fixture(params=SHOWN)
def shown(request):
    draw, titles = SHOWN[request.param]
    thing = draw()
    formats, _ = InteractiveShell.instance().display_formatter.format(thing)
    return thing, formats, titles


def test_what_is_left_of_a_drawing_is_an_image_that_is_described(shown):
    thing, formats, titles = shown
    left, page = Cleaned(formats["text/html"]), Cleaned(thing._repr_html_())
    assert left.taken == set() and {"svg", "title"} <= page.taken
    assert [alt.partition(". ")[0] for alt in left.images.values()] == titles
    assert formats["text/plain"] == repr(thing)
    assert not re.search("AKs|0.00%|svg", left.words)


def test_an_image_is_a_whole_svg_file(shown):
    _, formats, titles = shown
    for address, title in zip(Cleaned(formats["text/html"]).images, titles, strict=True):
        kind, _, content = address.partition(",")
        assert kind == "data:image/svg+xml;charset=utf-8" and "#" not in content
        root = ElementTree.fromstring(unquote(content))
        assert root.tag == f"{SVG}svg" and root.find(f"{SVG}title").text == title


def test_the_book_draws_what_was_stored_as_an_image(shown):
    thing, formats, _ = shown
    assert images_to_svg(formats["text/html"]) == thing._repr_html_() != formats["text/html"]


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1))
def test_no_title_gets_lost_on_its_way(title):
    drawn = chart(title)
    html = drawn._repr_mimebundle_()["text/html"]
    assert images_to_svg(html) == drawn._repr_html_()
    ((address, alt),) = Cleaned(html).images.items()
    assert alt == f"{title}. {drawn.description}"
    assert ElementTree.fromstring(unquote(address.partition(",")[2]))[0].text == title


def test_a_notebook_takes_no_more_room_for_an_image():
    """Quotes take two bytes in a notebook; single ones make up for what an address encodes."""
    for draw, _ in SHOWN.values():
        page = draw()._repr_html_()
        stored, *_ = draw()._repr_mimebundle_().values()
        added = len(stored + '"' * stored.count('"')) - len(page + '"' * page.count('"'))
        assert added < 1_000 * stored.count("<img")


def seen(tab, html, what):
    """What of a piece of HTML the browser paints, 518 pixels wide."""
    body = f"<body style='margin:0;width:518px;font-family:system-ui,sans-serif'>{html}"
    tab.set_content(body)
    return np.asarray(Image.open(BytesIO(tab.locator(what).first.screenshot())).convert("RGB"))


@pytest.mark.browser
@pytest.mark.parametrize("draw", [chart, plot])
def test_the_image_shows_the_drawing(draw, browser):
    drawn, tab = draw(), browser.new_context(java_script_enabled=False).new_page()
    stored, *_ = drawn._repr_mimebundle_().values()
    image, page = seen(tab, stored, "img"), seen(tab, drawn._repr_html_(), "svg")
    assert image.shape == page.shape and page.std() > 20
    assert abs(image.astype(int) - page).mean() < 3, "of 255; a page's fold is a shade apart"


@pytest.mark.browser
def test_where_scripts_run_the_image_becomes_the_drawing(browser):
    tab = browser.new_context().new_page()
    outermost, html = "svg:not(svg svg)", "all => all.map(svg => svg.outerHTML)"
    for draw, titles in SHOWN.values():
        thing = draw()
        stored, *_ = thing._repr_mimebundle_().values()
        tab.set_content(stored)
        tab.wait_for_function("() => !document.querySelector('.pl-still')")
        assert tab.locator(f"{outermost} > title").all_text_contents() == titles
        drawn = tab.locator(outermost).evaluate_all(html)
        tab.set_content(thing._repr_html_())
        page = tab.locator(outermost).evaluate_all(html)
        assert drawn[-1:] == page[-1:] and len(drawn) == len(page)


test_a_figure_begins_at_a_stack_that_pages_know = refused(
    *(
        (figure, stack, "stack: .* given, more than 1 and at most 20 needed")
        for figure in (live_figures.LivePushFold, live_figures.ChartToPaint)
        for stack in (1, "20.01")
    )
)
