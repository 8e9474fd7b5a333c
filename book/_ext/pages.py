"""What the book needs of Sphinx beyond its configuration.

The rendered book stays on the reader's machine: no script, font or style comes from
elsewhere (`weights`).

The buttons that open a chapter on Binder or in Colab need the repository's address:
they are there if ``pyproject.toml`` names it under ``project.urls``.

The explorer's page asks the browser to load nothing from elsewhere, whatever its
scripts do.

The drawings of a notebook are images, which stay in it where it is not trusted. In
a page they are drawings again.

Every page says what it is about to search engines and to whoever gets its address,
who also sees a chart, and which version of the book it is. On paper it is light.

Exercises have a link to themselves, as headings and figures have, and screen
readers go from one to the next as from heading to heading. Tables have names, and
their rows headers.

A paragraph that begins with **Figure.** is the caption of the drawing before it,
and has a number.

Assertions do not appear in a chapter; the foot of its page says how many there are.
Folded code is out of sight until the reader asks for it, once for all pages but the
explorer, by a button that is there from the start, or else the page would move.

What Sphinx's markup gets wrong for readers who do not see the page, or do not use a
mouse, is put right on the way out.
"""

import json
import re
import tomllib
from html import escape, unescape
from pathlib import Path
from textwrap import shorten
from xml.etree import ElementTree

import numpy as np
from docutils import nodes
from matplotlib.colors import to_rgb, to_rgba
from PIL import Image
from pokerlab import __version__, betting, cards, charts, deals
from pokerlab._support.notebooks import images_to_svg
from pokerlab.games import Game
from pokerlab.push_fold_amounts import ALL_IN_ACTIONS
from pokerlab.solvers import double_oracle
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

#: The theme's options for the buttons that open a page elsewhere.
LAUNCHERS = ("binderhub_url", "colab_url")
#: What the theme calls a page's source in the menu, and what it is.
SOURCE_TEXTS = {
    ".ipynb": "This page as notebook (.ipynb)",
    ".md": "This page as text (.md)",
}
#: What the menu says of the whole book.
WHOLE_BOOK_TEXT = "The whole book: how to get it"
#: What is seen of a page where its address is shared.
PREVIEW_FILE = "_static/preview.png"
#: What a page's description leaves out: to what page a note belongs, and citations.
NOT_IN_DESCRIPTION = re.compile(
    r"^This note belongs to [^.]*\.\s+(?=.)|\s\[[^]]*(?:\d{4}|n\.d\.)\]"
)
#: The button that shows folded code.
CODE_BUTTON = (
    '<button type="button" class="btn btn-sm pl-switch">Show the code</button>'
)
#: A link to a notebook, which a browser would show as a text.
NOTEBOOK_LINK = re.compile(r'(<a [^>]*href="../_sources/[^">]*\.ipynb")>')
#: The title of an exercise.
EXERCISE_TITLE = re.compile(
    r'(<div class="exercise[^"]*" id="([^"]+)">\s*'
    r'(?:<span id="[^"]+"></span>\s*)*'
    r'<p class="admonition-title">(?:(?!</p>).)*)</p>'
)
#: Wrong markup of Sphinx and of notebooks, and the right one.
REPAIRS = {
    # ARIA 1.2 withdrew this role, and a list must consist of items.
    'role="doc-biblioentry"': 'role="listitem"',
    # By this class the theme knows what Tab must reach for arrow keys to scroll it.
    '<div style="overflow-x:auto">': '<div class="pst-scrollable-table-container">',
    # A plot's description says what its labels say, piece by piece.
    '</style><g stroke-linejoin="round">': "</style>"
    '<g aria-hidden="true" stroke-linejoin="round">',
    # The list of sources closes an item before the list that belongs to it.
    "</li>\n<ul>": "\n<ul>",
    "</ul><li>": "</ul></li><li>",
}
#: A heading, or a table.
HEADING_OR_TABLE = re.compile(
    r"(?s)<h[1-6]\b[^>]*>(?P<heading>.*?)</h[1-6]>"
    r'|<table (?P<kind>(?:border="1" )?class="(?:dataframe|[\w ]*\btable)")>'
    r"(?P<rows>.*?)</table>"
)
#: A drawing that is named by its title and its description both.
DRAWING_NAMED_TWICE = re.compile(
    r'(<svg [^>]*role="img"[^>]*aria-labelledby="\S+) (\S+")'
)
#: A small number in a drawing's description, as programs write it.
SMALL_NUMBER = re.compile(r"(\d)e-0*(\d+)")
#: The first cell of a table's row.
FIRST_CELL = re.compile(r"(?s)(<tr[^>]*>\s*)<td([^>]*)>((?:(?!</td>).)+)</td>")
#: What a chart's tips say of a hand that is always or never played.
WHOLE_PERCENT = re.compile(r"(?<=[> ])(100|0)\.00%(?=[^<>]*</title>)")
#: Words of code that are not to be broken: a tenth of the reference's page.
UNBROKEN_CODE = re.compile('<span class="pre">([^<]*)</span>')
#: What the explorer's page may load.
CONTENT_POLICY = (
    "default-src 'self' 'unsafe-inline' data: blob:; "
    "connect-src 'none'; object-src 'none'; base-uri 'none'"
)
#: What puts folded code out of sight, until the reader asks for it.
FOLD_CODE_SCRIPT = """
(() => {
  const { classList } = document.documentElement;
  classList.add("pl-folds");
  const remembers = !location.pathname.endsWith("/explorer.html");
  try {
    classList.toggle("pl-code", remembers && localStorage.getItem("pl-code"));
  } catch {}
})();
"""
#: What makes a page light on paper.
PRINT_LIGHT_SCRIPT = """
(() => {
  const page = document.documentElement;
  let theme;
  addEventListener("beforeprint", () => {
    theme = page.dataset.theme;
    page.dataset.theme = "light";
  });
  addEventListener("afterprint", () => { page.dataset.theme = theme; });
})();
"""


def set_addresses(app, config):
    """Set the addresses; without the repository's, drop the launch buttons."""
    text = Path(app.srcdir, "pyproject.toml").read_text(encoding="utf-8")
    urls = tomllib.loads(text)["project"].get("urls", {})
    config.html_baseurl = urls.get("Documentation", "")
    if address := urls.get("Repository"):
        config.html_theme_options["repository_url"] = address
    else:
        buttons = config.html_theme_options.get("launch_buttons", {})
        for launcher in LAUNCHERS:
            buttons.pop(launcher, None)


def say_what_colab_lacks(app, pagename, templatename, context, doctree):
    """Say beside Colab's button that pokerlab has to be installed there first."""
    repository = app.config.html_theme_options.get("repository_url")
    for group in context.get("header_buttons", []):
        for button in group.get("buttons", []):
            if button["text"] == "Colab":
                install = f'%pip install "pokerlab[notebooks] @ git+{repository}"'
                button["tooltip"] += f"; first run {install}"


def name_downloads(app, pagename, templatename, context, doctree):
    """Say in the menu of downloads what each file is, and where the book is."""
    for group in context.get("header_buttons", []):
        buttons = group.get("buttons", [])
        for button in buttons:
            if button["text"] in SOURCE_TEXTS:
                button["text"] = SOURCE_TEXTS[button["text"]]
            if button["text"] == ".pdf":
                button |= {
                    "text": "This page as .pdf",
                    "tooltip": "Print this page",
                }
                install = context["pathto"]("book/install").rstrip("#")
                whole_book = {
                    "type": "link",
                    "url": f"{install}#the-whole-book-in-one-file",
                    "text": WHOLE_BOOK_TEXT,
                    "tooltip": "What there is in this copy",
                }
                buttons.append(whole_book)
                break


def describe_page(app, pagename, templatename, context, doctree):
    """Let a page's first sentences describe it, and `about` the front page."""
    if pagename == app.config.root_doc:
        context["docstitle"] = ""
    if doctree is None:
        return
    paragraph = next(iter(doctree.findall(nodes.paragraph)), None)
    text = paragraph.astext() if paragraph else context["title"]
    text = NOT_IN_DESCRIPTION.sub("", text)
    if pagename == app.config.root_doc:
        text = context["about"]
    text = " ".join(text.split())
    if len(text) > 200:
        sentences = re.match(r".{,198}[.?!]”?(?=\s)", text)
        text = sentences[0] if sentences else shorten(text, 200, placeholder=" …")
    title = re.sub("<.*?>", "", context["title"])
    preview = context["pathto"](PREVIEW_FILE, 1)
    if site := app.config.html_baseurl:
        preview = f"{site.rstrip('/')}/{PREVIEW_FILE}"
    context["metatags"] += "".join(
        f'<meta {key}="{name}" content="{escape(content)}" />\n'
        for key, name, content in [
            ("name", "description", text),
            ("property", "og:type", "article"),
            ("property", "og:title", unescape(title)),
            ("property", "og:description", text),
            ("property", "og:image", preview),
            ("name", "twitter:card", "summary_large_image"),
            ("http-equiv", "Content-Security-Policy", CONTENT_POLICY),
        ][: None if pagename == "book/explorer" else -1]
    )


def write_favicon(app, exception):
    """Draw the logo small, for browsers that ask every site for an icon."""
    if exception or app.builder.format != "html":
        return
    logo = ElementTree.parse(Path(app.srcdir, "book", "_static", "logo.svg"))
    icon = Image.new("RGBA", (64, 64))
    for square in logo.iterfind("{*}rect"):
        left, top = (round(float(square.get(key))) for key in ("x", "y"))
        color = to_rgba(square.get("fill"), float(square.get("opacity", 1)))
        fill = tuple(round(255 * part) for part in color)
        icon.paste(fill, (left, top, left + 10, top + 10))
    icon.save(Path(app.outdir, "favicon.ico"), sizes=[(32, 32), (64, 64)])


def draw_preview(app, exception):
    """Draw who pushes and who calls with ten big blinds."""
    if exception or app.builder.format != "html":
        return
    solution = double_oracle.solve(Game(deals.holdem(), betting.push_fold(10)))
    figure, axes = charts.subplots(1, 2, size=(12, 6.3))
    for player, (ax, action) in enumerate(zip(axes, ALL_IN_ACTIONS, strict=True)):
        colors = map(to_rgb, charts.action_colors(["fold", action]))
        fold_color, action_color = map(np.array, colors)
        chances = solution.probability(player, action).reshape(13, 13, 1)
        ax.imshow(fold_color + chances * (action_color - fold_color))
        for place, hand in enumerate(cards.HANDS):
            ax.text(
                place % 13, place // 13, hand, ha="center", va="center", size=10
            )
        ax.axis("off")
        ax.set_title(f"10 big blinds: {action}", size=17)
    figure.savefig(Path(app.outdir, PREVIEW_FILE), dpi=100)


class FigureCaptions(SphinxTransform):
    """Make a paragraph that begins with **Figure.** a caption, and number it."""

    default_priority = 700

    def apply(self):
        """Put the last output, or a glued one, and the paragraph into a figure."""
        first_words = [
            strong
            for strong in self.document.findall(nodes.strong)
            if strong.astext() == "Figure." and not text_before(strong).strip()
        ]
        for number, strong in enumerate(first_words, 1):
            paragraph = strong.parent
            place = paragraph.parent.index(paragraph)
            cell = paragraph.parent[max(place - 1, 0)]
            if cell.get("nb_element") == "mime_bundle":
                glued_output = cell
                cell = nodes.container("", classes=["cell_output"])
                glued_output.replace_self(cell)
                cell += glued_output
            outputs = [
                node
                for node in cell.findall(nodes.container)
                if "cell_output" in node["classes"]
            ]
            if not outputs:
                logging.getLogger(__name__).warning(
                    "a caption without an output before it", location=paragraph
                )
                continue
            *texts, drawing = outputs[-1].children
            paragraph.remove(strong)
            outputs[-1][:] = [
                *texts,
                nodes.figure(
                    "",
                    drawing,
                    nodes.caption("", "", *paragraph.children),
                    ids=[f"figure-{number}"],
                ),
            ]
            paragraph.parent.remove(paragraph)


def keep_numbers_with_names(app, doctree, docname):
    """Let no line end between the two words of a link like "Theorem 15"."""
    for link in list(doctree.findall(nodes.reference)):
        if re.fullmatch(r"[A-Z][a-z]+ [\d.]+", link.astext()):
            for text in list(link.findall(nodes.Text)):
                unbroken_text = text.replace(" ", "\N{NO-BREAK SPACE}")
                text.parent.replace(text, nodes.Text(unbroken_text))


def text_before(node):
    """Return the text of a paragraph up to one of its nodes."""
    siblings = node.parent.children
    return "".join(child.astext() for child in siblings[: siblings.index(node)])


def add_version_and_licence(app, config):
    """Put the version and the licence under every page."""
    note = f"Version {__version__}, under the MIT licence."
    config.html_theme_options["extra_footer"] = f"<div>{note}</div>"


def add_count_of_assertions(app, pagename, templatename, context, doctree):
    """Say at the foot of a page how many assertions its notebook has."""
    if doctree is None or not app.env.doc2path(pagename).endswith(".ipynb"):
        return
    source = Path(app.env.doc2path(pagename))
    cells = json.loads(source.read_text(encoding="utf-8"))["cells"]
    code = [
        "".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"
    ]
    count = len(re.findall(r"(?m)^ *assert\b", "\n".join(code)))
    if not count:
        return
    subject, verb = f"{count} assertions", "hold"
    if count == 1:
        subject, verb = "1 assertion", "holds"
    notebook = f'<a href="../_sources/book/{source.name}">notebook</a>'
    sentence = f"{subject} in its {notebook} {verb} this page to its word."
    footer = context["theme_extra_footer"]
    context["theme_extra_footer"] = (
        f'<div class="pl-assertions">{sentence}</div>{footer}'
    )


def put_drawings_for_images(app, docname, source):
    """Put drawings in the place of a notebook's images of them."""
    if not app.env.doc2path(docname).endswith(".ipynb"):
        return
    notebook = json.loads(source[0])
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            for kind, content in output.get("data", {}).items():
                if kind.endswith("text/html"):
                    output["data"][kind] = images_to_svg("".join(content))
    source[0] = json.dumps(notebook)


def add_code_button(app, pagename, templatename, context, doctree):
    """Give a page with folded code the button that shows it."""
    if "hide above-input" in (body := context.get("body", "")):
        context["body"] = body.replace("</h1>", f"</h1>{CODE_BUTTON}", 1)


def link_exercises(app, pagename, templatename, context, doctree):
    """Make the title of each exercise a heading, with a link to itself."""
    title = '<p class="admonition-title"'

    def heading_with_link(match):
        heading = match[1].replace(title, f'{title} role="heading" aria-level="3"')
        return (
            f'{heading}<a class="headerlink" href="#{match[2]}" '
            'title="Link to this exercise">#</a></p>'
        )

    context["body"] = EXERCISE_TITLE.sub(heading_with_link, context.get("body", ""))


def repair_markup(app, pagename, templatename, context, doctree):
    """Make a page's own markup what an accessibility checker asks for."""
    for wrong, right in REPAIRS.items():
        context["body"] = context.get("body", "").replace(wrong, right)
    context["body"] = WHOLE_PERCENT.sub(r"\1%", context["body"])
    context["body"] = NOTEBOOK_LINK.sub(r"\1 download>", context["body"])
    if pagename == "book/api":
        context["body"] = UNBROKEN_CODE.sub(r"\1", context["body"])


def describe_drawings(app, pagename, templatename, context, doctree):
    """Let screen readers say of each drawing its name, and once what it shows."""

    def description_in_words(match):
        return SMALL_NUMBER.sub(r"\1 times 10 to the power of −\2", match[0])

    body = DRAWING_NAMED_TWICE.sub(
        r'\1" aria-describedby="\2', context.get("body", "")
    )
    context["body"] = re.sub("<desc.*?</desc>", description_in_words, body)


def name_tables(app, pagename, templatename, context, doctree):
    """Give each table the name of its section, and each row a header."""
    section, count = "", 0

    def heading_or_named_table(match):
        nonlocal section, count
        if match["heading"] is not None:
            text = re.sub(
                '<a class="headerlink".*?</a>|<.*?>', "", match["heading"]
            )
            section, count = text.strip().replace('"', "&quot;"), 0
            return match[0]
        count += 1
        rows = FIRST_CELL.sub(r'\1<th scope="row"\2>\3</th>', match["rows"])
        head, end, body = rows.partition("</thead>")
        if end:
            head = re.sub(r"<th(?=[ >])", '<th scope="col"', head)
        body = re.sub("<th(?=[ >])(?! scope)", '<th scope="row"', body)
        name = section + (f", table {count}" if count > 1 else "")
        label = "" if "<caption" in rows else f' aria-label="{name}"'
        return f"<table {match['kind']}{label}>{head}{end}{body}</table>"

    context["body"] = HEADING_OR_TABLE.sub(
        heading_or_named_table, context.get("body", "")
    )


def keep_colons(app, what, name, obj, options, lines):
    """Keep napoleon from taking what precedes a constant's colon for its type."""
    if what in ("data", "attribute", "property"):
        lines.insert(0, "")


def setup(app):
    """Register with Sphinx."""
    app.add_js_file(None, body=FOLD_CODE_SCRIPT)
    app.add_js_file(None, body=PRINT_LIGHT_SCRIPT)
    app.add_transform(FigureCaptions)
    app.connect("config-inited", set_addresses)
    app.connect("config-inited", add_version_and_licence)
    app.connect("source-read", put_drawings_for_images)
    app.connect("autodoc-process-docstring", keep_colons, priority=100)
    app.connect("doctree-resolved", keep_numbers_with_names)
    app.connect("html-page-context", add_count_of_assertions, priority=900)
    app.connect("html-page-context", add_code_button, priority=900)
    app.connect("html-page-context", say_what_colab_lacks, priority=900)
    app.connect("html-page-context", name_downloads, priority=900)
    app.connect("html-page-context", describe_page, priority=900)
    app.connect("html-page-context", link_exercises, priority=900)
    app.connect("html-page-context", repair_markup, priority=900)
    app.connect("html-page-context", describe_drawings, priority=900)
    app.connect("html-page-context", name_tables, priority=900)
    app.connect("build-finished", draw_preview)
    app.connect("build-finished", write_favicon)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
