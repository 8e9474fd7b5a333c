"""Print the built book as one PDF, through the browser that the tests use.

    python -m tools.pdf

The articles of all pages are joined in their order into one document, in which places bear the
names of their pages, so that links from page to page stay links. It opens with a table of contents.
The browser sets it, light, and adds an outline, tags for screen readers and page numbers; those in
the contents are read from a first print. Folded code is left out.
"""

import posixpath
import re
import shutil
import sys
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from tests.conftest import BROWSERS, FLAGS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HTML, OUT = Path("_build/html"), Path("_build/pokerlab.pdf")
FRONT = "book/index.html"
DATA = re.compile(r'(?s)<script type="application/json">.*?</script>')
TAG = re.compile(r"<[a-z][^<>]*>")
PLACE = re.compile(r'(?<=\s)(id|href|aria-\w+)="([^"]*)"')
HEADING = re.compile(
    r'(?s)(?:<section[^<>]* id="([^"]*)"[^<>]*>\s*(?:<span[^<>]*></span>\s*)*<h([12])>'
    r'|<h(1) id="([^"]*)">)(.*?)</h[12]>'
)
IN_DRAWING = re.compile(r"#?pl[0-9a-f]{10}")
STYLE = """
article { margin: 0; max-width: none; padding: 0; }
body { font-size: 14px; }
h1 { font-size: 28px; }
h2 { font-size: 21px; }
h3 { font-size: 17px; }
/* What touches a page's edge, or loses the space at a line's end, is garbled in the outline. */
h1, h2, h3 { margin-top: 0 !important; padding-top: 1.2rem; white-space: break-spaces; }
pre { font-size: 11px !important; }
.page + .page { break-before: page; }
.pl-box.pl-box { max-width: 430px; }
.pl-row .pl-box.pl-box { flex: 1 1 0; }
.viewcode-link, .toctree-wrapper { display: none !important; }
.contents li { break-inside: avoid; display: flex; gap: 1rem; justify-content: space-between; }
.contents li.level1 { break-after: avoid; font-weight: 600; margin-top: 0.5rem; }
.contents li.level2 { padding-left: 1.5rem; }
"""
PAPER = {
    "format": "A4",
    "margin": {"top": "18mm", "bottom": "18mm", "left": "17mm", "right": "17mm"},
    "print_background": True,
    "display_header_footer": True,
    "header_template": "<span></span>",
    "footer_template": '<div style="font: 9px sans-serif; margin: auto" class="pageNumber"></div>',
}
SET = """whole => {
    document.documentElement.dataset.theme = "light";
    document.body.innerHTML = `<main class="bd-content"><article>${whole}</article></main>`;
    MathJax.startup.document.clear();
    return MathJax.typesetPromise();
}"""
NUMBER = """numbers => {
    for (const span of document.querySelectorAll("[data-page-of]"))
        span.textContent = numbers[span.dataset.pageOf] ?? "";
}"""


def reading_order(html: Path) -> list[str]:
    """List the pages as one leads to the next."""
    pages = [FRONT]
    while following := re.search(r'<link rel="next"[^<>]* href="([^"]*)"', read(html, pages[-1])):
        pages.append(posixpath.normpath(posixpath.join(posixpath.dirname(pages[-1]), following[1])))
    return pages


def read(html: Path, page: str) -> str:
    """Read a page."""
    return (html / page).read_text(encoding="utf-8")


def name(page: str, place: str = "") -> str:
    """Name a page, or a place in it, within the whole."""
    return "--".join(filter(None, [posixpath.basename(page).removesuffix(".html"), place]))


def part(page: str, text: str, pages: list[str]) -> str:
    """Cut the article out of a page, and let its places and links mean those of the whole.

    A link to what is not in the whole is none.
    """

    def renamed(match: re.Match) -> str:
        key, value = match[1], unescape(match[2])
        if IN_DRAWING.match(value):
            return match[0]
        if key == "href":
            link = urlsplit(value)
            if link.scheme:
                return match[0]
            folder, path = posixpath.split(page)
            target = posixpath.normpath(posixpath.join(folder, unquote(link.path) or path))
            if target not in pages:
                return ""
            value = "#" + name(target, unquote(link.fragment).partition("?")[0])
        elif key in ("id", "aria-labelledby", "aria-describedby"):
            value = " ".join(name(page, place) for place in value.split())
        return f'{key}="{escape(value)}"'

    article = re.search(r'(?s)<article class="bd-article">(.*?)</article>', text)[1]
    article = TAG.sub(lambda tag: PLACE.sub(renamed, tag[0]), DATA.sub("", article))
    return f'<div class="page" id="{name(page)}">{article}</div>'


def contents(body: str) -> str:
    """Make a table of contents of the headings of a whole, with room for page numbers."""
    lines = []
    for section, inner, outer, own, heading in HEADING.findall(body):
        place, level = section or own, inner or outer
        title = re.sub(r'(?s)<a class="headerlink".*?</a>|<[^<>]*>', "", heading).strip()
        line = f'<a href="#{place}">{title}</a><span data-page-of="{place}"></span>'
        lines.append(f'<li class="level{level}">{line}</li>')
    return f'<div class="page contents"><h1>Contents</h1><ul>{"".join(lines)}</ul></div>'


def page_numbers(pdf: bytes) -> dict[str, int]:
    """Read from a PDF of the browser's on which page each named place is."""
    text = pdf.decode("latin-1")
    kids = re.findall(r"(\d+) 0 obj\s*<<\s*/Type /Page\b", text)
    places = re.findall(r"/([^\s/\[\]()<>]+) \[(\d+) 0 R /XYZ", text)
    at = {number: place for place, number in enumerate(kids, 1)}  # names have #20 for a blank
    return {unquote(place.replace("#", "%")): at[n] for place, n in places if n in at}


def print_book(browser: "Browser", html: Path) -> bytes:
    """Print the book at `html` by a browser of Playwright's."""
    pages = reading_order(html)
    parts = [part(page, read(html, page), pages) for page in pages]
    page = browser.new_page(color_scheme="light")
    page.set_default_timeout(300_000)
    page.goto((html / FRONT).as_uri())
    page.evaluate("() => MathJax.startup.promise")
    page.add_style_tag(content=STYLE)
    page.evaluate(SET, "".join([parts[0], contents("".join(parts)), *parts[1:]]))
    page.evaluate(NUMBER, page_numbers(page.pdf(**PAPER)))
    pdf = page.pdf(**PAPER, tagged=True, outline=True)
    page.close()
    return pdf


def main() -> None:
    """Print the book."""
    from playwright.sync_api import sync_playwright

    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        sys.exit(f"pdf: no browser to print with: install one of {', '.join(BROWSERS)}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        OUT.write_bytes(print_book(browser, HTML.resolve()))
    print(f"The book is at {OUT}")


if __name__ == "__main__":
    main()
