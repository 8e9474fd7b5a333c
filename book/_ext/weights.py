"""What a page weighs: of the theme, and of MathJax, it loads what it shows.

The theme brings styles for two thousand icons and for a site of any kind. All its
style sheets become one, ``_static/theme.css``, of the rules that some page can use.
Icons are drawn in the pages, and of their font the styles keep the few glyphs that
they name. A menu is a ``details`` element, which works without Bootstrap's script.

MathJax is copied next to the pages from ``sphinx-mathjax-offline``: the parts that
the formulas here need, in one file, and the fonts. A page loads this, and any other
script that serves one kind of content only, where it has that content.
"""

import logging
import re
from base64 import b64encode
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from shutil import copy2

from fontTools.misc.transform import Identity
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

#: The parts of MathJax, each after those that it uses.
MATHJAX_PARTS = [
    "startup",
    "core",
    "input/tex-base",
    "input/tex/extensions/ams",
    "output/chtml",
    "output/chtml/fonts/tex",
    "a11y/assistive-mml",
]
#: What stands before them in their file.
MATHJAX_SETTINGS = 'MathJax.tex = {packages: ["base", "ams"]};\n'
#: Where its fonts are.
MATHJAX_FONTS = Path("output/chtml/fonts/woff-v2")

#: Part of a file's name, and what stands in a page that needs it.
NEEDED_BY = {
    "mathjax/tex": 'class="math',
    "sphinx-design": 'class="sd-',
    "design-tabs": 'class="sd-tab',
    "copybutton": 'class="highlight',
    "clipboard": 'class="highlight',
    "togglebutton": "dropdown admonition",
    "live.": 'class="(?:live|pl-live)',
    "equity.js": 'class="pl-equity',
    "charts.js": 'class="pl-box',
    "thebe": "(?!)",  # live kernels, from elsewhere
}
#: The script that scripts within a page need at once.
UNDEFERRED_SCRIPT = "documentation_options"
#: What has a browser load a script early.
PRELOAD_LINK = '<link rel="preload" as="script" href="{}" />\n'
#: What each of the reference's thousand links to itself would say again.
DEFINITION_HINT = ' title="Link to this definition"'

#: A text that is kept as it is; or what says nothing: comments, blank lines, blanks
#: before a line.
TEXT_OR_BLANKS = re.compile(
    r"(?s)(?P<text><(pre|script|style|textarea)\b.*?</\2>)|\s*<!--.*?-->|(?<=\n)\s+"
)
#: What pages have that the book doesn't need, and what they have instead. They are
#: replaced in this order.
REPLACEMENTS = [
    # Scripts for icons, menus and live kernels, loaded early or not; places for
    # advertisements and for another search.
    (
        re.compile(
            r"<script[^>]*/scripts/(?:fontawesome|bootstrap)\.js[^>]*></script>\n?"
            r'|<link rel="preload" as="script" href="[^"]*/scripts/[^>]*>\n?'
            r'|<div id="ethical-ad-placement"[^>]*>\s*</div>'
            r'|\s*<meta name="docsearch:[^>]*>'
            r'|\s*<script type="text/x-thebe-config">[^<]*</script>'
            r"\s*<script>kernelName = [^<]*</script>"
        ),
        "",
    ),
    # A menu that Bootstrap's script would open.
    (
        re.compile(
            r'<div class="(dropdown [^"]*)">\s*<button class="([^"]*)"[^>]*'
            r'data-bs-toggle="dropdown"[^>]*?( aria-label="[^"]*")>(.*?)</button>'
            r"(.*?</ul>)\s*</div>",
            re.DOTALL,
        ),
        r'<details class="\1"><summary class="\2"\3>\4</summary>\5</details>',
    ),
    # The name of a button that is called otherwise than what it shows.
    (
        re.compile(r'(search-button-field[^>]*") title="Search" aria-label="\w+"'),
        r"\1",
    ),
    # What looks like the text around it: punctuation, blanks, a colon after a name.
    (
        re.compile(r'<span class="(?:p|w|colon|sig-paren)">([^<]*)</span>'),
        r"\1",
    ),
    # Where one emphasis ends and the next begins: they look like one.
    (re.compile("</em><em>"), ""),
    # What a page has again further down, of several themes and extensions.
    (
        re.compile(
            r'(?s)<meta name="viewport" [^>]*>(?=.*<meta name="viewport" )'
            r"|(<script>var togglebuttonSelector = [^<]*</script>)\n(?=\1)"
        ),
        "",
    ),
    # A link's title that says again where the link leads.
    (re.compile(r'(?<= href="#)([^"]*)" title="\1(?=")'), r"\1"),
    # A class of code that no style sheet knows.
    (
        re.compile('(?<=<code class=")([^"]*)docutils (?=literal notranslate")'),
        r"\1",
    ),
]
#: An element that the theme fills with an icon.
ICON_ELEMENT = re.compile(r'<(i|span) class="([^"]*\bfa-[^"]*)"([^>]*)>\s*</\1>')
#: Of its classes, those that name the font and not the icon.
ICON_FONT_CLASSES = {"fas", "fa-solid"}
#: How many units of the font an icon is high, and how many are above the line.
ICON_HEIGHT, ICON_ASCENT = 512, 448

#: The file of all that pages use of the theme's style sheets.
THEME_STYLES = "theme.css"
#: The style sheets that are not the theme's.
BOOK_STYLES = {"book.css", "live.css", "explorer.css"}
#: A link to a style sheet.
STYLES_LINK = re.compile(
    r' *<link [^>]*?href="([^"?]*_static/)([^"?]*\.css)[^>]*>\n?'
)
#: What is before the braces of a rule, or before a semicolon.
RULE_HEAD = re.compile(r"\s*([^{};]*)([{;])", re.DOTALL)
#: What is before the next brace that is not in a quoted text.
BEFORE_BRACE = re.compile(
    r"""(?xs) (?: "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' | [^{}"'] )*"""
)
#: A comment.
STYLES_COMMENT = re.compile(r"(?s)/\*.*?\*/")
#: A class or an id in a selector.
CLASS_OR_ID = re.compile(r"[.#]((?:\\.|[-\w])+)")
#: The parts of a selector whose classes and ids need not be in a page.
NEEDS_NO_CLASS = re.compile(r":(not|is|where)\((?:[^()]|\([^()]*\))*\)|\[[^]]*\]")
#: The rule of the icons' font.
FONT_FACE = (
    "@font-face{{font-family:Font Awesome\\ 6 Free;font-weight:900;"
    "src:url(data:font/woff;base64,{})}}\n"
)


def copy_mathjax(app, exception):
    """Put MathJax's parts, in one file, and its fonts into ``_static/mathjax``."""
    if exception or app.builder.format != "html":
        return
    package = Path(find_spec("sphinx-mathjax-offline").origin).parent
    source = package / "static" / "mathjax"
    target = Path(app.outdir, "_static", "mathjax")
    (target / MATHJAX_FONTS).mkdir(parents=True, exist_ok=True)
    for file in sorted((source / MATHJAX_FONTS).glob("*.woff")):
        copy2(file, target / MATHJAX_FONTS)
    scripts = [
        (source / f"{part}.js").read_text(encoding="utf-8")
        for part in MATHJAX_PARTS
    ]
    text = MATHJAX_SETTINGS + ";\n".join(scripts)
    (target / "tex.js").write_text(text, encoding="utf-8")


def drop_unneeded_files(app, pagename, templatename, context, doctree):
    """Drop what nothing in the page asks for, and whatever stands twice."""
    context["body"] = body = context.get("body", "").replace(DEFINITION_HINT, "")
    unneeded_names = [
        name for name, mark in NEEDED_BY.items() if not re.search(mark, body)
    ]
    for kind in ("script_files", "css_files"):
        files = {}
        for file in context[kind]:
            key = str(file.filename), file.attributes.get("body")
            if not any(name in str(key).lower() for name in unneeded_names):
                files.setdefault(key, file)
        context[kind] = list(files.values())
    for script in context["script_files"]:
        if script.filename and UNDEFERRED_SCRIPT not in str(script.filename):
            script.attributes["defer"] = "defer"
    if re.search('class="live', body):
        link = PRELOAD_LINK.format(context["pathto"]("_static/live-data.js", 1))
        context["metatags"] = context.get("metatags", "") + link


def rules_of(styles):
    """Yield each rule of a style sheet: what is before its braces, and within."""
    at = 0
    while head := RULE_HEAD.match(styles, at):
        at = head.end()
        if head[2] == ";":
            yield head[1], None
            continue
        start, depth = at, 1
        while depth:
            at = BEFORE_BRACE.match(styles, at).end()
            depth += {"{": 1, "}": -1}[styles[at]]
            at += 1
        yield head[1], styles[start : at - 1]


def rules_for(styles, names):
    """Yield the rules of a style sheet for elements with these classes and ids."""
    for head, inside in rules_of(styles):
        if inside is None or head.startswith("@font-face"):
            continue
        if head.startswith(("@media", "@supports")):
            if rules := "".join(rules_for(inside, names)):
                yield f"{head}{{{rules}}}\n"
        elif head.startswith("@"):
            yield f"{head}{{{inside}}}\n"
        else:
            selectors = [
                selector
                for selector in re.split(r",(?![^(]*\))", head)
                if names.issuperset(names_in(selector))
            ]
            if selectors:
                yield f"{','.join(selectors)}{{{inside}}}\n"


def names_in(selector):
    """Return the classes and ids that a selector asks for."""
    names = CLASS_OR_ID.findall(NEEDS_NO_CLASS.sub("", selector))
    return [name.replace("\\", "") for name in names]


def read_styles(path):
    """Return a style sheet with those that it imports, without comments."""
    return re.sub(
        r'@import "([^"]*)";',
        lambda match: read_styles(path.parent / match[1]),
        STYLES_COMMENT.sub("", path.read_text(encoding="utf-8")),
    )


def shorten_styles(styles):
    """Leave comments, and blanks that say nothing, out of a style sheet."""
    styles = STYLES_COMMENT.sub("", styles)
    parts = re.split(r'("(?:\\.|[^"\\])*")', styles)
    for i in range(0, len(parts), 2):  # what stands between quoted texts
        between = re.sub(r"\s+", " ", parts[i])
        parts[i] = re.sub(r" ?([{};,]) ?|(?<=:) ", r"\1", between)
    return "".join(parts).strip() + "\n"


def draw_icon(font, element):
    """Draw what an element shows that the theme fills with an icon."""
    _, classes, attributes = element.groups()
    names = [name for name in classes.split() if name not in ICON_FONT_CLASSES]
    glyphs, pen = font.getGlyphSet(), SVGPathPen(None, ntos=lambda x: f"{x:.0f}")
    (glyph,) = (glyphs[name[3:]] for name in names if name[3:] in glyphs)
    upside_down = Identity.translate(0, ICON_ASCENT).scale(1, -1)
    glyph.draw(TransformPen(pen, upside_down))
    attributes = re.sub(r' title="[^"]*"', "", attributes)
    return (
        f'<svg class="svg-inline--fa {" ".join(names)}"{attributes} '
        f'aria-hidden="true" viewBox="0 0 {glyph.width} {ICON_HEIGHT}">'
        f'<path fill="currentColor" d="{pen.getCommands()}"/></svg>'
    )


def font_rule(font, styles):
    """Make a rule with a font of the glyphs alone that style sheets name."""
    codes = re.findall(r'"\\(f[0-9a-f]{3})"|(["\'])([\uf000-\uf8ff])\2', styles)
    options = Options(flavor="woff", layout_features=[], recalc_timestamp=False)
    subsetter, file = Subsetter(options), BytesIO()
    subsetter.populate(
        unicodes=[int(code, 16) if code else ord(glyph) for code, _, glyph in codes]
    )
    subsetter.subset(font)
    font.flavor = "woff"
    font.save(file)
    return FONT_FACE.format(b64encode(file.getvalue()).decode())


def write_theme_styles(folder, sheets, pages, font):
    """Write the rules of these style sheets that some page or script can use."""
    scripts = [path.read_text(encoding="utf-8") for path in folder.glob("**/*.js")]
    names = set(re.findall(r"[-\w]+", " ".join(scripts)))
    for html in pages:
        for classes in re.findall(r'(?:class|id)=["\']([^"\']*)', html):
            names.update(classes.split())
    styles = "".join(
        "".join(rules_for(read_styles(folder / sheet), names)) for sheet in sheets
    )
    (folder / THEME_STYLES).write_text(
        font_rule(font, styles) + styles, encoding="utf-8"
    )


def shorten_page(html, font):
    """Draw a page's icons and menus, and drop what says nothing or isn't needed."""
    html = TEXT_OR_BLANKS.sub(lambda match: match["text"] or "", html)
    for pattern, replacement in REPLACEMENTS:
        html = pattern.sub(replacement, html)
    return ICON_ELEMENT.sub(lambda element: draw_icon(font, element), html)


def link_theme_styles(html, version):
    """Put one link to the styles in the place of a page's links to the theme's."""
    is_first = True

    def link_once(match):
        nonlocal is_first
        if match[2] in BOOK_STYLES:
            return match[0]
        link = (
            f'<link rel="stylesheet" href="{match[1]}{THEME_STYLES}?v={version}" />'
        )
        replacement = f"{link}\n" if is_first else ""
        is_first = False
        return replacement

    return STYLES_LINK.sub(link_once, html)


def shorten_pages(app, exception):
    """Make all pages short, and let them share one style sheet of the theme."""
    if exception or app.builder.format != "html":
        return
    folder = Path(app.outdir, "_static")
    font_file = folder / "vendor" / "fontawesome" / "webfonts" / "fa-solid-900.ttf"
    font = TTFont(font_file, recalcTimestamp=False)
    pages = {
        path: shorten_page(path.read_text(encoding="utf-8"), font)
        for path in sorted(Path(app.outdir).rglob("*.html"))
    }
    links = (link for html in pages.values() for link in STYLES_LINK.finditer(html))
    sheets = dict.fromkeys(link[2] for link in links)  # in order, each once
    sheets = [name for name in sheets if name not in {THEME_STYLES, *BOOK_STYLES}]
    if sheets:  # or else no page is new
        write_theme_styles(folder, sheets, pages.values(), font)
    for path in (folder / name for name in BOOK_STYLES):
        styles = path.read_text(encoding="utf-8")
        path.write_text(shorten_styles(styles), encoding="utf-8")
    version = sha256((folder / THEME_STYLES).read_bytes()).hexdigest()[:8]
    for path, html in pages.items():
        path.write_text(link_theme_styles(html, version), encoding="utf-8")


def setup(app):
    """Register with Sphinx.

    What other packages tell besides warnings stays out of what the build prints,
    even where one of them (the theme's colours for code) asks for all of it.
    """
    logging.basicConfig(level=logging.WARNING, force=True)
    app.config.mathjax_path = "mathjax/tex.js"
    app.connect("html-page-context", drop_unneeded_files, priority=950)
    app.connect("build-finished", copy_mathjax)
    app.connect("build-finished", shorten_pages, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
