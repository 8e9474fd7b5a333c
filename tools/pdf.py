"""Print the built book as one PDF, through the browser that the tests use.

    python -m tools.pdf

The articles of all pages are joined in their order into one document, in which places bear the
names of their pages, so that links from page to page stay links. What needs a screen is left out,
or shown as it stands when a page is opened: knobs stay where they are, and the explorer's tools are
copied from its page once they have solved their games. Folded code is left out, solutions of
exercises stand together behind the notes, the reference is a list of signatures, and the index
gives pages. A table of contents follows the front page.

The browser sets all of it, light, and adds an outline, tags for screen readers and page numbers.
The numbers in the text are read from a first print.
"""

import posixpath
import re
import sys
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from bs4 import BeautifulSoup, NavigableString, Tag

from pokerlab import __version__
from tools.browsers import CHROMIUM, FLAGS, find_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PRINTS = 4  #: How often the numbers of pages may be read from a print at most.
HTML, OUT = Path("_build/html"), Path("_build/pokerlab.pdf")
FRONT, EXPLORER, REFERENCE = "book/index.html", "book/explorer.html", "book/api.html"
INDEX, GLOSSARY = "genindex.html", "book/glossary.html"

ARTICLE = re.compile(r'(?s)<article class="bd-article">(.*?)</article>')
ASSERTIONS = re.compile(r'<div class="pl-assertions">(\d+) ')  #: At the foot of a page.
MATHJAX = re.compile(
    r"<script>window\.MathJax = .*?</script>\s*<script[^>]*/mathjax/[^>]*></script>"
)
STYLES = re.compile(r'<link rel="stylesheet"[^>]* href="([^"?]*)')
IN_DRAWING = re.compile(r"#?pl[0-9a-f]{10}")
"""A drawing's own names, which are the same wherever it is shown."""
NAMING = "id", "aria-labelledby", "aria-describedby"

ON_SCREEN = (
    "script, button, .headerlink, .viewcode-link, .pl-switch, .pl-take, .pl-question,"
    " details.hide, .toctree-wrapper, .explorer-tabs, .explorer-static, input[type=range]"
)
"""What is of no use on paper."""
NOTE = """<div class="note">
<p>This is the book on paper. Its rendered pages have more: figures that move, charts to paint,
boxes that check answers, the explorer at any setting, the code that only draws or prints, and files
of what the pages compute. Here figures stand as they do when a page is opened, and solutions are
behind the notes.</p>
<p>{assertions:,} assertions check these pages, out of sight, in their notebooks. This is version
{version}, under the MIT licence.</p>
</div>"""
FILES = "tables-of-the-pages"
"""The section that links to the tables of all pages, as files."""
OF_A_TOOL = ".explorer-value > span, .explorer-views, .explorer-curve, .explorer-model"
"""What paper shows of a tool of the explorer."""
NOT_OF_A_TOOL = "[hidden], .explorer-hand, details, button, input"
"""What it leaves out of that."""
RECURRENT = {"To take home", "Reproduced", "Exercises", "Further reading"}
"""Sections that many chapters have: the contents leave them out."""
IN_SHORT = {"function", "class", "exception", "method"}
"""The entries of the reference that are printed."""
SHORT = 600
"""A page with fewer characters goes on where the one before it ends."""
TITLE = re.compile("<title>(.*?)</title>")
SENTENCE = re.compile(r"(?s).*?[.](?=\s|$)")

SOLVED = """where => {
    const tool = document.querySelector(where);
    const proven = tool.querySelector(".explorer-value")?.textContent.includes("proven");
    return tool.ariaBusy === "false" && proven;
}"""
TAKEN = """tools => Object.fromEntries(tools.map(tool => {
    for (const choice of tool.querySelectorAll("select"))
        choice.replaceWith(choice.selectedOptions[0]?.text ?? "");
    return [tool.id, tool.outerHTML];
}))"""
NUMBER = """numbers => {
    for (const span of document.querySelectorAll("[data-page-of]"))
        span.textContent = numbers[span.dataset.pageOf] ?? "";
    for (const entry of document.querySelectorAll(".index li")) {
        const links = [...entry.querySelectorAll(":scope > a")];
        const again = links.filter((a, i) => a.textContent === links[i - 1]?.textContent);
        again.forEach(a => a.remove());
    }
}"""
STYLE = """
article { margin: 0; max-width: none; padding: 0; }
body { display: block; font-size: 14px; }
h1 { font-size: 28px; }
h2 { font-size: 21px; }
h3 { font-size: 17px; }
/* What touches a page's edge, or loses the space at a line's end, is garbled in the outline. */
h1, h2, h3 { margin-top: 0 !important; padding-top: 1.2rem; white-space: break-spaces; }
pre { font-size: 11px !important; }
p, li, dd { orphans: 2; widows: 2; }
p:last-child { break-inside: avoid; }  /* or a line of it may be all that a page holds */
.page + .page:not(.short) { break-before: page; }
.pl-box.pl-box { max-width: 430px; }
.pl-row .pl-box.pl-box { flex: 1 1 0; }
.note { border-left: 3px solid; padding-left: 1rem; }
.solved { font-size: 0.85rem; margin: 0; }

/* Where a number stands, room for three digits: the first print, without numbers, is set alike. */
[data-page-of] { display: inline-block; min-width: 3ch; font-variant-numeric: tabular-nums; }
.contents ul, .index, .index ul { list-style: none; padding: 0; }
.contents ul { columns: 2; column-gap: 2rem; font-size: 10px; line-height: 1.3; }
.contents li { break-inside: avoid; display: flex; gap: 0.7rem; justify-content: space-between; }
.contents [data-page-of] { text-align: right; }
.contents li.part { break-after: avoid; font-size: 13px; font-weight: 600; margin-top: 0.9rem; }
.contents li.level1 { break-after: avoid; font-weight: 600; margin-top: 0.4rem; }
.contents li.level2 { padding-left: 1rem; }
.contents a, .index a { color: inherit; text-decoration: none; }
.index { columns: 3; column-gap: 1.5rem; font-size: 10.5px; line-height: 1.35; }
.index ul { padding-left: 1rem; }
.index li { overflow-wrap: anywhere; padding-left: 1rem; text-indent: -1rem; }
.index li.letter { break-after: avoid; font-size: 13px; font-weight: 600; margin-top: 0.6rem; }
.index a::before { content: ", "; }
.index [data-page-of] { display: inline; }

.signatures section { font-size: 11px; line-height: 1.24; }
.signatures section section :is(dl, dd, dt, p) { margin-block: 0 !important; padding: 0; }
.signatures section section dl.py { break-inside: avoid; padding-top: 0.22rem; }
.signatures section section dl.class { break-inside: auto; }
.signatures dt { background: none; border: 0; break-after: avoid; font-size: 10.5px; }
.signatures h3 { font-size: 15px; }

.live .live-sentence, .live-price .live-sentence { font-size: 1rem; line-height: 1.5; }
section:has(> .cell .explorer) > h2.tool {
    clip-path: none; height: auto; position: static; white-space: break-spaces; width: auto;
}
.explorer-views { break-inside: avoid; }
.explorer .explorer-view { display: grid; }
.explorer .marked { box-shadow: none; outline: 0; }
"""
PAPER = {
    "format": "A4",
    "margin": {"top": "18mm", "bottom": "18mm", "left": "17mm", "right": "17mm"},
    "print_background": True,
    "display_header_footer": True,
    "header_template": "<span></span>",
    "footer_template": '<div style="font: 9px sans-serif; margin: 0 17mm; width: 100%;'
    f' display: flex; justify-content: space-between"><span>pokerlab {__version__}</span>'
    '<span class="pageNumber"></span></div>',
}


def reading_order(html: Path) -> list[str]:
    """List the pages as one leads to the next."""
    pages = [FRONT]
    while following := re.search(r'<link rel="next"[^<>]* href="([^"]*)"', read(html, pages[-1])):
        pages.append(beside(pages[-1], following[1]))
    return pages


def captions(html: Path) -> dict[str, str]:
    """Name the parts of the book, by the page that each begins with."""
    found, caption = {}, ""
    line = re.compile(r'class="caption-text">(.*?)</span>|toctree-l1"><a[^>]* href="([^"]*)"')
    for name_of_part, address in line.findall(read(html, FRONT).partition("<article")[0]):
        if caption and address:
            found[beside(FRONT, address)] = caption
        caption = name_of_part
    return found


def read(html: Path, page: str) -> str:
    """Read a page."""
    return (html / page).read_text(encoding="utf-8")


def beside(page: str, address: str) -> str:
    """Find the file that a page means by an address without a scheme."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(address)))


def name(page: str, place: str = "") -> str:
    """Name a page, or a place in it, within the whole."""
    return "--".join(filter(None, [posixpath.basename(page).removesuffix(".html"), place]))


def made(markup: str) -> Tag:
    """Make one element of its markup."""
    return BeautifulSoup(markup, "html.parser").find(True)


def article(page: str, text: str, pages: list[str]) -> Tag:
    """Cut the article out of a page, and let its places and links mean those of the whole.

    A link to what is not in the whole is none.
    """
    whole = made(f'<div class="page" id="{name(page)}">{ARTICLE.search(text)[1]}</div>')
    for tag in whole.find_all(True):
        for key in NAMING:
            if (named := tag.get(key)) and not IN_DRAWING.match(named):
                tag[key] = " ".join(name(page, place) for place in named.split())
        link = urlsplit(tag.get("href", ""))
        if "href" in tag.attrs and not link.scheme and not IN_DRAWING.match(tag["href"]):
            target = beside(page, link.path) if link.path else page
            if target in pages:
                tag["href"] = "#" + name(target, unquote(link.fragment).partition("?")[0])
            else:
                del tag["href"]
    return whole


def show_tools(pages: Iterable[Tag], tools: dict[str, str]) -> None:
    """Put the explorer's tools, as they stand, where their page has them."""
    for tool in (tool for page in pages for tool in page.select(".explorer")):
        shown = made(tools[tool["id"]])
        for needless in shown.select(NOT_OF_A_TOOL):
            needless.decompose()
        tool.find_parent("section").h2["class"] = (
            "tool"  # out of sight on a screen, for its tab names it
        )
        tool.clear()
        tool.extend(part.extract() for part in shown.select(OF_A_TOOL))


def leave_out(page: Tag) -> None:
    """Leave out of a page what needs a screen."""
    for needless in [*page.select(ON_SCREEN), *page.find_all(id=name(page["id"], FILES))]:
        needless.decompose()
    for chart in page.select(".live-price"):
        chart.replace_with(made("<p>On the screen, a chart to paint is here.</p>"))
    for box in page.find_all("input"):
        box.replace_with(box.get("value", ""))
    for emptied in page.select("div.cell, section"):
        if not emptied.find(lambda tag: tag.name not in ("div", "h1", "h2", "h3", "span")):
            emptied.decompose()


def gather_solutions(pages: Iterable[Tag]) -> Tag:
    """Take the solutions out of all pages and put them together, by their exercises' numbers."""
    gathered = made('<div class="page" id="solutions"><h1>Solutions</h1></div>')
    for page in pages:
        solutions = page.select("div.solution")
        if solutions:
            gathered.append(made(f"<h2>{title_of(page)}</h2>"))
        for solution in solutions:
            exercise = solution.find_previous("div", class_="exercise")
            number = exercise.find(class_="caption-number").get_text().strip()
            heading = solution.find(class_="admonition-title")
            heading.clear()
            heading.append(made(f'<a href="#{exercise["id"]}">{number}</a>'))
            solution["id"] = name("solutions", exercise["id"])
            solved = f"Solution: page {link_to(solution['id'])}"
            exercise.append(made(f'<p class="solved">{solved}</p>'))
            gathered.append(solution.extract())
    return gathered


def shorten_reference(page: Tag) -> None:
    """Leave of the reference the signatures of functions, classes and methods, and what they do."""
    page["class"] = ["page", "signatures"]
    for entry in page.select("dl.py"):
        if not IN_SHORT & set(entry["class"]):
            entry.decompose()
    for said in page.select("dl.py > dd"):
        keep_first(said)
    for section in page.select("section section"):
        keep_first(section, "h2", "h3", "section", "span")
    for link in page.select("section > p > a:not([href])"):
        if link.find_parent("p"):
            link.find_parent("p").decompose()
    note = (
        "In short: the rendered book, and help() in Python, have parameters, errors and examples."
    )
    page.h1.insert_after(made(f'<p class="note">{note}</p>'))


def keep_first(parent: Tag, *kinds: str) -> None:
    """Keep of an element its entries and those kinds of others, and one sentence."""
    said = parent.find("p", recursive=False)
    for child in parent.find_all(True, recursive=False):
        if child is said:
            keep_sentence(child)
        elif child.name not in kinds and "py" not in child.get("class", []):
            child.decompose()


def keep_sentence(paragraph: Tag) -> None:
    """Keep the first sentence of a paragraph."""
    ended = False
    for child in list(paragraph.children):
        if ended:
            child.extract()
        elif isinstance(child, NavigableString) and (sentence := SENTENCE.match(child)):
            child.replace_with(sentence[0])
            ended = True


def number_index(page: Tag, places: set[str]) -> None:
    """Let the index give pages, of those places that are in the whole."""
    lines = []
    for letter, table in zip(page.find_all("h2"), page.find_all("table"), strict=True):
        columns = table.select("td > ul")
        entries = [entry_of_index(item, places) for column in columns for item in items(column)]
        if any(entries):
            lines += [f'<li class="letter">{letter.get_text()}</li>', *entries]
    heading = page.h1.extract()
    page.clear()
    page.append(heading)
    page.append(made(f'<ul class="index">{"".join(lines)}</ul>'))


def entry_of_index(item: Tag, places: set[str]) -> str:
    """Write an entry of the index, with those under it; nothing if none of them is in the whole."""
    links = item.find_all("a", recursive=False)
    words = links[0].get_text() if links else item.find(string=True).strip()
    named = [link.get("href", "#")[1:] for link in links]
    there = [place for place in named if place in places]
    under = "".join(
        entry_of_index(one, places)
        for column in item.find_all("ul", recursive=False)
        for one in items(column)
    )
    if not there and not under:
        return ""
    inner = f"<ul>{under}</ul>" if under else ""
    return f"<li>{escape(words)}{''.join(map(link_to, there))}{inner}</li>"


def items(column: Tag) -> list[Tag]:
    """List the items of a list, without those of the lists within."""
    return column.find_all("li", recursive=False)


def link_to(place: str) -> str:
    """Link to a place by the number of its page."""
    return f'<a href="#{place}"><span data-page-of="{place}"></span></a>'


def title_of(page: Tag) -> str:
    """Return a page's title as text for markup."""
    return escape(page.h1.get_text().strip())


def contents(pages: list[Tag], parts: dict[str, str]) -> str:
    """Make a table of contents of titles and headings, with room for page numbers.

    `parts` has the name of the part that begins with a page, by the page's name in the whole.
    """
    lines = []
    for page in pages:
        if caption := parts.get(page["id"]):
            lines.append(f'<li class="part">{caption}</li>')
        for heading in [page.h1, *page.select("section > h2")]:
            title = heading.get_text().strip()
            section = heading.find_parent("section") or page
            place = page["id"] if heading is page.h1 else section["id"]
            if title.lstrip("0123456789. ") not in RECURRENT:
                line = f'<a href="#{place}">{escape(title)}</a>{link_to(place)}'
                lines.append(f'<li class="level{heading.name[1]}">{line}</li>')
    return f"<ul>{''.join(lines)}</ul>"


def unlink(pages: Iterable[Tag], places: set[str]) -> None:
    """Make words of links that lead nowhere."""
    for page in pages:
        for link in page.find_all("a"):
            if link.get("href", "#")[0] == "#" and link.get("href", "#")[1:] not in places:
                link.unwrap()


def head(html: Path, pages: list[str]) -> str:
    """Take the front page's title; ask for the styles of all pages, and for MathJax if needed."""
    texts = {page: read(html, page) for page in pages}
    sheets = {beside(page, sheet): 0 for page in pages for sheet in STYLES.findall(texts[page])}
    formulas = next(filter(None, map(MATHJAX.search, texts.values())), None)
    styles = "".join(f'<link rel="stylesheet" href="../{sheet}">' for sheet in sheets)
    title = TITLE.search(read(html, FRONT))
    return "".join(
        [
            f"<title>{title[1] if title else ''}</title>",
            f"{styles}<style>{STYLE}</style>{formulas[0] if formulas else ''}",
        ]
    )


def whole(html: Path, pages: list[str], tools: dict[str, str]) -> str:
    """Join pages of the book into one document, with the explorer's tools as they stand."""
    texts = {page: read(html, page) for page in pages}
    assertions = sum(int(count) for text in texts.values() for count in ASSERTIONS.findall(text))
    articles = {page: article(page, text, pages) for page, text in texts.items()}
    show_tools(articles.values(), tools)
    for part in articles.values():
        leave_out(part)
    solutions = gather_solutions(articles.values())
    if REFERENCE in articles:
        shorten_reference(articles[REFERENCE])
    parts = {name(page): caption for page, caption in captions(html).items()}
    order = []
    for page, part in articles.items():
        if page == GLOSSARY:
            order.append(solutions)
            parts[solutions["id"]] = parts.pop(part["id"])
        order.append(part)
    if solutions not in order:
        order.append(solutions)
    places = {place["id"] for part in order for place in [part, *part.find_all(id=True)]}
    if INDEX in articles:
        number_index(articles[INDEX], places)
    unlink(order, places)
    for part in order:
        if len(part.get_text()) < SHORT:
            part["class"].append("short")
    front, *rest = map(str, order)
    note = NOTE.format(version=__version__, assertions=assertions)
    listed = f"<h1>Contents</h1>{note}{contents(order, parts)}"
    return "".join([front, f'<div class="page contents">{listed}</div>', *rest])


def print_book(browser: "Browser", html: Path, pages: list[str] | None = None) -> bytes:
    """Print the book at `html`, or some of its pages, by a browser of Playwright's."""
    pages = pages or reading_order(html)
    page = browser.new_page(color_scheme="light")
    page.set_default_timeout(300_000)
    tools = {}
    if EXPLORER in pages:
        page.goto((html / EXPLORER).as_uri())
        for tab in page.locator(".explorer-tabs a").all():
            tab.click()
            place = urlsplit(tab.get_attribute("href")).fragment.partition("?")[0]
            page.wait_for_function(SOLVED, arg=f"#{place}")
        taken = page.eval_on_selector_all(".explorer", TAKEN)
        tools = {name(EXPLORER, place): markup for place, markup in taken.items()}
    page.goto((html / FRONT).as_uri())
    joined = f"<article>{whole(html, pages, tools)}</article>"
    page.set_content(
        f'<!DOCTYPE html><html lang="en" data-theme="light"><head>{head(html, pages)}</head>'
        f'<body><main class="bd-content">{joined}</main></body></html>'
    )
    page.evaluate("() => window.MathJax?.startup.promise")
    numbers = page_numbers(page.pdf(**PAPER))
    for _ in range(PRINTS):
        page.evaluate(NUMBER, numbers)
        pdf = page.pdf(**PAPER, tagged=True, outline=True)
        printed, numbers = numbers, page_numbers(pdf)
        if printed == numbers:  # else the numbers themselves have moved a line to another page
            break
    page.close()
    return pdf


def page_numbers(pdf: bytes) -> dict[str, int]:
    """Read from a PDF of the browser's on which page each named place is."""
    text = pdf.decode("latin-1")
    kids = re.findall(r"(\d+) 0 obj\s*<<\s*/Type /Page\b", text)
    places = re.findall(r"/([^\s/\[\]()<>]+) \[(\d+) 0 R /XYZ", text)
    at = {number: place for place, number in enumerate(kids, 1)}  # names have #20 for a blank
    return {unquote(place.replace("#", "%")): at[n] for place, n in places if n in at}


def main() -> None:
    """Print the book."""
    from playwright.sync_api import Error, sync_playwright

    if not (HTML / FRONT).exists():
        sys.exit(f"pdf: no book at {HTML}: build it with make book")
    program = find_browser()
    if program is None:
        sys.exit(f"pdf: no browser to print with: install one of {', '.join(CHROMIUM)}")
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        except Error as error:
            sys.exit(f"pdf: {program} does not start: {str(error).splitlines()[0]}")
        OUT.write_bytes(print_book(browser, HTML.resolve()))
    print(f"The book is at {OUT}")


if __name__ == "__main__":
    main()
