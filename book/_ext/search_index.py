"""What the book's search looks into: sections, terms and functions, as plain text.

Sphinx's index says in which pages a word stands. This one, which takes its place,
has the text, too, section by section, so that ``_static/searchtools.js`` can count,
show a line of context, and lead to the section; and it knows which words an
``{index}`` directive, or `ALSO`, gives to a section, which is therefore about them.
"""

import json
import re
from html import escape
from pathlib import Path

from bs4 import BeautifulSoup
from sphinx.util import logging

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
"""What players type, and what this book calls it."""
ALSO = {
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
"""What readers look for in places that have other words for it, or none."""
EXPLAINED = {
    "book/scorecard": "How many of the documents’ figures are right",
}
"""Pages whose name could be taken for another thing, and what they are about: their
links in the menu have it as a title, and what is found of them begins with it."""
DRAWN = re.compile(r"(?s)<(svg|script|style|pre)\b.*?</\1>")
UNREAD = "div.math, summary, button, .headerlink, .section-number"
UNREAD += ", .pl-take, .explorer-static"
LOADED = re.compile(
    r'\s*<script src="[^"]*(searchtools|language_data|searchindex)\.js"></script>'
)
FORMULA = re.compile(r"\\\((.*?)\\\)", re.DOTALL)
LOWERED = dict(zip("0123456789aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"))
RAISED = dict(zip("0123456789+-in", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁱⁿ"))
"""Letters and digits below and above the line, of which there are characters."""
SCRIPT = re.compile(r"([_^])(\w|[+-])")
BLOCKS = ["dd", "dt", "li", "p", "td", "th"]


def plain(formula):
    """Write a formula as plain text; a longer one is left out."""
    scripts = {"_": LOWERED, "^": RAISED}
    text = SCRIPT.sub(lambda found: scripts[found[1]].get(found[2], "^"), formula)
    return "…" if re.search(r"[\\_^{]", text) else text


def text_of(tag):
    """Return the text of a tag in one line, formulas in it as plain text."""
    text = FORMULA.sub(lambda formula: plain(formula[1]), tag.get_text())
    return " ".join(text.split())


def is_head(tag):
    """Tell whether a tag heads a section, or a term or function to explain."""
    if tag.name == "dt":
        return tag.get("id") and tag.find_next_sibling("dd")
    return re.fullmatch("h[1-6]", tag.name) and tag.parent.get("id")


def parts_of(html):
    """Yield each part of a page, the last first: its anchors, title and text."""
    article = BeautifulSoup(DRAWN.sub("", html), "html.parser").article
    for tag in article.select(UNREAD):
        tag.decompose()
    for tag in article.find_all(BLOCKS):
        tag.append(" ")
    for head in reversed(article.find_all(is_head)):
        whole = head.find_next_sibling("dd") if head.name == "dt" else head.parent
        anchor = head.get("id") or whole["id"]
        title = anchor if "sig" in head.get("class", ()) else text_of(head)
        head.extract()
        anchors = [anchor, *(tag["id"] for tag in whole.find_all(id=True))]
        yield anchors, title, text_of(whole.extract())


def write(app, exception):
    """Put the index in the place of Sphinx's."""
    if exception or app.builder.format != "html":
        return
    named, pages = {}, []
    for page, entries in app.env.get_domain("index").entries.items():
        for _, value, target, *_ in entries:
            named.setdefault((page, target), []).append(value.lower())
    for place, words in ALSO.items():
        named.setdefault(tuple(place.split("#")), []).extend(words)
    for page in sorted(app.env.found_docs):
        html = Path(app.outdir, f"{page}.html").read_text(encoding="utf-8")
        parts = [
            [
                anchors[0],
                title,
                text,
                "; ".join(w for a in anchors for w in named.get((page, a), [])),
            ]
            for anchors, title, text in parts_of(html)
        ]
        if page in EXPLAINED:
            title, text = parts[-1][1:3]
            parts[-1][2] = f"{title}: {EXPLAINED[page]}. {text}"
        pages.append([f"{page}.html", parts[::-1]])
    places = {f"{page[:-5]}#{part[0]}" for page, parts in pages for part in parts}
    here = {place for place in ALSO if place.split("#")[0] in app.env.found_docs}
    for place in sorted(here - places):
        logging.getLogger(__name__).warning(f"a search would find {place}")
    index, synonyms = (
        json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        for data in (pages, SYNONYMS)
    )
    sent = f'new CustomEvent("pokerlab-pages", {{ detail: [{index},{synonyms}] }})'
    Path(app.outdir, "searchindex.js").write_text(
        f"dispatchEvent({sent});\n", encoding="utf-8"
    )


def explain(app, pagename, templatename, context, doctree):
    """Let links of the menu say what a page is about whose name could mislead."""
    toctree = context.get("generate_toctree_html")
    if not toctree:
        return

    def explained(*args, **kwargs):
        html = toctree(*args, **kwargs)
        for page, about in EXPLAINED.items():
            name = page.rpartition("/")[2]
            link = rf'(<a [^>]*href="[^"]*\b{name}\.html")(?=>)'
            html = re.sub(link, rf'\1 title="{escape(about)}"', str(html))
        return html

    context["generate_toctree_html"] = explained


def spare(app, exception):
    """Let the page of search alone load what it searches in."""
    if exception or app.builder.format != "html":
        return
    for page in Path(app.outdir).rglob("*.html"):
        if page.name != "search.html":
            html = page.read_text(encoding="utf-8")
            page.write_text(LOADED.sub("", html), encoding="utf-8")


def setup(app):
    """Register with Sphinx."""
    app.connect("html-page-context", explain, priority=900)
    app.connect("build-finished", write)
    app.connect("build-finished", spare)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
