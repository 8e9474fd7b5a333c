"""What the book's search looks into: sections, terms and functions, as plain text.

Sphinx's index says in which pages a word stands. This one, which takes its place,
has the text, too, section by section, so that ``_static/searchtools.js`` can count,
show a line of context, and lead to the section; and it knows which words an
``{index}`` directive, or `ADDED_WORDS`, gives to a section, which is therefore
about them.
"""

import json
import re
from html import escape
from pathlib import Path

from bs4 import BeautifulSoup
from sphinx.util import logging

#: What players type, and what this book calls it.
SYNONYMS = {
    "3-bet": ["raise", "re-raise"],
    "3bet": ["raise", "re-raise"],
    "bb": ["big blind"],
    "chart": ["range", "hands"],
    "computer": ["laptop", "machine"],
    "defend": ["call"],
    "defense": ["defence"],
    "ev": ["expected value", "earns", "worth"],
    "exploit": ["locked", "mistake", "too often"],
    "exploitative": ["best response"],
    "gto": ["equilibrium", "optimal"],
    "hu": ["heads-up"],
    "icm": ["payouts"],
    "jam": ["push"],
    "mdf": ["minimum defence frequency"],
    "nash": ["equilibrium"],
    "practice": ["quiz", "quizzes", "play against"],
    "practise": ["quiz", "quizzes", "play against"],
    "push/fold": ["push or fold"],
    "range": ["chart"],
    "rejam": ["all-in"],
    "sb": ["small blind"],
    "shove": ["push"],
    "shove/fold": ["push or fold"],
    "solver": ["solve"],
    "train": ["quiz", "quizzes", "play against"],
    "vs": ["against", "equity", "equities"],
    "wide": ["how many hands", "of hands", "range"],
}
#: What readers look for in places that have other words for it, or none.
ADDED_WORDS = {
    "book/cite#cite": ["cite", "citation", "bibtex"],
    "book/data#data": ["csv"],
    "book/index#how-much-is-your-chart-costing-you": [
        "score",
        "my score",
        "what does my chart lose",
        "what does my range lose",
    ],
    "book/index#the-best-chart-at-every-stack-up-to-20": [
        "how wide to push",
        "how wide to call",
        "what hands to push",
        "what hands to call a push with",
    ],
    "book/sheet#charts-to-print": ["poster", "print", "chart", "wallpaper"],
    "book/equities#who-beats-whom": ["equity", "pokerstove", "equilab", "odds"],
    "book/explorer#push-or-fold": [
        "push or fold",
        "quiz",
        "trainer",
        "ante",
        "score",
        "my score",
        "how wide to push",
        "how wide to call",
        "what hands to call a push with",
        "what an ante changes",
        "unequal stacks",
        "save the chart as a picture",
        "share my chart",
        "practise close hands",
    ],
    "book/explorer#a-river-with-ranges-of-your-own": ["river solver"],
    "book/explorer#no-limit-with-raises-of-your-own": ["limp chart"],
    "book/explorer-inside#inside-the-explorer": ["how the solver works"],
    "book/explorer#how-to-use-it": [
        "icm",
        "rake",
        "3 players",
        "three players",
        "multiway",
    ],
    "book/real-game#limping-won-t-save-three-deuce": [
        "limp",
        "is limping ever right",
    ],
    "book/exact#exact-equilibria": ["gto"],
    "book/ten#holding-an-ace-is-worth-a-tenth-of-a-big-blind-to-a2o": [
        "ace in hand",
        "an ace in hand",
        "holding an ace",
        "ace blocker",
        "blocker",
        "blockers",
        "card removal",
        "removal",
    ],
    "book/river-more#a-blocker-can-be-worth-an-eighth-of-the-pot": [
        "river blocker",
        "blockers matter on the river",
    ],
    "book/ten#two-best-responses-judge-any-pair-of-strategies": [
        "how good is a strategy",
        "is my strategy optimal",
        "check a strategy",
    ],
    "book/shover#the-shover": ["opponent always goes all-in", "maniac"],
    "book/how-to-exploit#how-to-exploit": [
        "opponent calls too much",
        "opponent calls too often",
        "opponent folds too much",
        "opponent folds too often",
        "too loose",
        "too tight",
    ],
    "book/glossary#term-card-removal": ["holding an ace", "ace in hand"],
    "book/glossary#term-blocker": ["holding an ace", "ace in hand"],
    "book/luck#luck-and-variance": [
        "variance",
        "swings",
        "luck evens out",
        "how many hands until skill shows",
    ],
    "book/match#the-match-between-equals": [
        "tournament",
        "win the tournament",
        "chance to win the match",
    ],
    "book/install#a-page-s-notebook-without-a-clone": [
        "download",
        "pip",
        "rerun",
        "rerun a chapter",
        "run a chapter on your own machine",
        "run a notebook",
        "run on my own computer",
        "without a clone",
    ],
    "book/install#the-whole-book-in-one-file": [
        "epub",
        "offline",
        "one file",
        "pdf",
        "print the book",
        "whole book",
    ],
    "book/glossary#term-minimum-defence-frequency": ["mdf"],
    "book/coutts#reproducing-coutts": [
        "bryan coutts",
        "no limit texas hold'em versus a shover",
        "roughly 64%",
    ],
    "book/olivito#reproducing-olivito": [
        "game-theoretic optimal strategy (ii)",
        "liverium",
        "olivito",
    ],
    "book/olivito#every-figure-and-the-misprints": ["1.864"],
    "book/tipton#reproducing-tipton": [
        "solving the shove/fold game with tensorflow",
        "will tipton",
    ],
    "book/irving#reproducing-irving": [
        "geoffrey irving",
        "near optimal holdem play with one round of betting",
        "0.39776",
    ],
    "book/selby#reproducing-selby": [
        "alex selby",
        "optimal heads-up preflop holdem: the readme of sim.c",
        "sim.c",
    ],
    "book/selby#rounding-to-six-decimals-gives-the-readme-s-digits": [
        "0.404135",
        "0.00140499",
    ],
}
#: Pages whose name could be taken for another thing, and what they are about: their
#: links in the menu have it as a title, and what is found of them begins with it.
PAGE_SUBJECTS = {
    "book/scorecard": "How many of the documents’ figures are right",
}
#: What has no text to search in: left out before a page is parsed, since drawings
#: take long, and after that.
DRAWING_OR_CODE = re.compile(r"(?s)<(svg|script|style|pre)\b.*?</\1>")
UNSEARCHED_TAGS = "div.math, summary, button, .headerlink, .section-number"
UNSEARCHED_TAGS += ", .pl-take, .explorer-static"
#: Tags whose texts are words apart.
BLOCKS = ["dd", "dt", "li", "p", "td", "th"]
#: The scripts that the page of search alone needs.
SEARCH_SCRIPT = re.compile(
    r'\s*<script src="[^"]*(searchtools|language_data|searchindex)\.js"></script>'
)
#: A formula in a text.
FORMULA = re.compile(r"\\\((.*?)\\\)", re.DOTALL)
#: A letter, digit or sign below or above the line, as TeX has it.
TEX_SCRIPT = re.compile(r"([_^])(\w|[+-])")
#: Those of which there are characters.
SUBSCRIPTS = dict(zip("0123456789aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"))
SUPERSCRIPTS = dict(zip("0123456789+-in", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁱⁿ"))


def formula_text(formula):
    """Return a formula as plain text; in the place of a longer one, dots."""

    def character(match):
        scripts = SUBSCRIPTS if match[1] == "_" else SUPERSCRIPTS
        return scripts.get(match[2], "^")

    text = TEX_SCRIPT.sub(character, formula)
    return "…" if re.search(r"[\\_^{]", text) else text


def text_of(tag):
    """Return the text of a tag in one line, formulas in it as plain text."""
    text = FORMULA.sub(lambda match: formula_text(match[1]), tag.get_text())
    return " ".join(text.split())


def is_heading(tag):
    """Tell whether a tag heads a section, or a term or function to explain."""
    if tag.name == "dt":
        return tag.get("id") and tag.find_next_sibling("dd")
    return re.fullmatch("h[1-6]", tag.name) and tag.parent.get("id")


def parts_of(html):
    """Yield each part of a page, the last first: its anchors, title and text."""
    article = BeautifulSoup(DRAWING_OR_CODE.sub("", html), "html.parser").article
    for tag in article.select(UNSEARCHED_TAGS):
        tag.decompose()
    for tag in article.find_all(BLOCKS):
        tag.append(" ")
    for heading in reversed(article.find_all(is_heading)):
        is_term = heading.name == "dt"
        body = heading.find_next_sibling("dd") if is_term else heading.parent
        anchor = heading.get("id") or body["id"]
        title = anchor if "sig" in heading.get("class", ()) else text_of(heading)
        heading.extract()
        anchors = [anchor, *(tag["id"] for tag in body.find_all(id=True))]
        yield anchors, title, text_of(body.extract())


def words_by_place(app):
    """Return the words that directives or `ADDED_WORDS` give to places in pages."""
    words = {}
    for page, entries in app.env.get_domain("index").entries.items():
        for _, value, anchor, *_ in entries:
            words.setdefault((page, anchor), []).append(value.lower())
    for place, added_words in ADDED_WORDS.items():
        words.setdefault(tuple(place.split("#")), []).extend(added_words)
    return words


def write_index(app, exception):
    """Put the index in the place of Sphinx's."""
    if exception or app.builder.format != "html":
        return
    words, pages = words_by_place(app), []
    for page in sorted(app.env.found_docs):
        html = Path(app.outdir, f"{page}.html").read_text(encoding="utf-8")
        parts = [
            [
                anchors[0],
                title,
                text,
                "; ".join(
                    word
                    for anchor in anchors
                    for word in words.get((page, anchor), [])
                ),
            ]
            for anchors, title, text in parts_of(html)
        ]
        if page in PAGE_SUBJECTS:
            title, text = parts[-1][1:3]
            parts[-1][2] = f"{title}: {PAGE_SUBJECTS[page]}. {text}"
        pages.append([f"{page}.html", parts[::-1]])
    places = {f"{page[:-5]}#{part[0]}" for page, parts in pages for part in parts}
    for place in sorted(ADDED_WORDS.keys() - places):
        if place.partition("#")[0] not in app.env.found_docs:
            continue
        logging.getLogger(__name__).warning(f"a search would find {place}")
    index, synonyms = (
        json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        for content in (pages, SYNONYMS)
    )
    event = f'new CustomEvent("pokerlab-pages", {{ detail: [{index},{synonyms}] }})'
    Path(app.outdir, "searchindex.js").write_text(
        f"dispatchEvent({event});\n", encoding="utf-8"
    )


def title_menu_links(app, pagename, templatename, context, doctree):
    """Let links of the menu say what a page is about whose name could mislead."""
    toctree = context.get("generate_toctree_html")
    if not toctree:
        return

    def toctree_with_titles(*args, **kwargs):
        html = toctree(*args, **kwargs)
        for page, subject in PAGE_SUBJECTS.items():
            name = page.rpartition("/")[2]
            link = rf'(<a [^>]*href="[^"]*\b{name}\.html")(?=>)'
            html = re.sub(link, rf'\1 title="{escape(subject)}"', str(html))
        return html

    context["generate_toctree_html"] = toctree_with_titles


def drop_search_scripts(app, exception):
    """Let the page of search alone load what it searches in."""
    if exception or app.builder.format != "html":
        return
    for page in Path(app.outdir).rglob("*.html"):
        if page.name != "search.html":
            html = page.read_text(encoding="utf-8")
            page.write_text(SEARCH_SCRIPT.sub("", html), encoding="utf-8")


def setup(app):
    """Register with Sphinx."""
    app.connect("html-page-context", title_menu_links, priority=900)
    app.connect("build-finished", write_index)
    app.connect("build-finished", drop_search_scripts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
