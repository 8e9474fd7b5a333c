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

PARTS = [
    "startup",
    "core",
    "input/tex-base",
    "input/tex/extensions/ams",
    "output/chtml",
    "output/chtml/fonts/tex",
    "a11y/assistive-mml",
]
"""Of MathJax, each after those that it uses."""
SETTINGS = 'MathJax.tex = {packages: ["base", "ams"]};\n'
FONTS = Path("output/chtml/fonts/woff-v2")
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
"""Part of a file's name, and what stands in a page that needs it."""
AT_ONCE = "documentation_options"
"""The script that scripts within a page need."""
DATA = '<link rel="preload" as="script" href="{}" />\n'
STYLES, OWN = "theme.css", {"book.css", "live.css", "explorer.css"}
"""Where the theme's styles are, and which are not the theme's."""
HINT = ' title="Link to this definition"'
"""What each of the reference's thousand links to itself would say again."""
SHEET = re.compile(r' *<link [^>]*?href="([^"?]*_static/)([^"?]*\.css)[^>]*>\n?')
DROPPED = re.compile(
    r"<script[^>]*/scripts/(?:fontawesome|bootstrap)\.js[^>]*></script>\n?"
    r'|<link rel="preload" as="script" href="[^"]*/scripts/[^>]*>\n?'
    r'|<div id="ethical-ad-placement"[^>]*>\s*</div>'
    r'|\s*<meta name="docsearch:[^>]*>'
    r'|\s*<script type="text/x-thebe-config">[^<]*</script>'
    r"\s*<script>kernelName = [^<]*</script>"
)
ICON = re.compile(r'<(i|span) class="([^"]*\bfa-[^"]*)"([^>]*)>\s*</\1>')
KINDS = {"fas", "fa-solid"}
NOTHING = re.compile(
    r"(?s)<(pre|script|style|textarea)\b.*?</\1>|\s*<!--.*?-->|(?<=\n)\s+"
)
"""What says nothing: comments, blank lines, blanks before a line; and what is kept
as it is."""
PLAIN = re.compile(r'<span class="(?:p|w|colon|sig-paren)">([^<]*)</span>')
"""What looks like the text around it: punctuation, blanks, a colon after a name."""
DIVIDED = re.compile("</em><em>")
"""Where one emphasis ends and the next begins: they look like one."""
REPEATED = re.compile(r'(?<= href="#)([^"]*)" title="\1(?=")')
"""A link's title that says again where the link leads."""
UNSTYLED = re.compile('(?<=<code class=")([^"]*)docutils (?=literal notranslate")')
"""A class of code that no style sheet knows."""
MENU = re.compile(
    r'<div class="(dropdown [^"]*)">\s*<button class="([^"]*)"[^>]*'
    r'data-bs-toggle="dropdown"[^>]*?( aria-label="[^"]*")>(.*?)</button>'
    r"(.*?</ul>)\s*</div>",
    re.DOTALL,
)
OPENED = r'<details class="\1"><summary class="\2"\3>\4</summary>\5</details>'
NAMED = re.compile(r'(search-button-field[^>]*") title="Search" aria-label="\w+"')
"""A button that is called otherwise than what it shows."""
BLOCK = re.compile(
    r"""(?xs) (?: "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' | [^{}"'] )*"""
)
NAME = re.compile(r"[.#]((?:\\.|[-\w])+)")
NEEDS_NOTHING = re.compile(r":(not|is|where)\((?:[^()]|\([^()]*\))*\)|\[[^]]*\]")
FACE = (
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
    (target / FONTS).mkdir(parents=True, exist_ok=True)
    for file in sorted((source / FONTS).glob("*.woff")):
        copy2(file, target / FONTS)
    texts = [(source / f"{part}.js").read_text(encoding="utf-8") for part in PARTS]
    text = SETTINGS + ";\n".join(texts)
    (target / "tex.js").write_text(text, encoding="utf-8")


def keep_needed(app, pagename, templatename, context, doctree):
    """Drop what nothing in the page asks for, and whatever stands twice."""
    context["body"] = body = context.get("body", "").replace(HINT, "")
    unasked = [
        name for name, mark in NEEDED_BY.items() if not re.search(mark, body)
    ]
    for kind in ("script_files", "css_files"):
        wanted = {}
        for file in context[kind]:
            key = str(file.filename), file.attributes.get("body")
            if not any(name in str(key).lower() for name in unasked):
                wanted.setdefault(key, file)
        context[kind] = list(wanted.values())
    for script in context["script_files"]:
        if script.filename and AT_ONCE not in str(script.filename):
            script.attributes["defer"] = "defer"
    if re.search('class="live', body):
        data = context["pathto"]("_static/live-data.js", 1)
        context["metatags"] = context.get("metatags", "") + DATA.format(data)


def blocks(text):
    """Yield each rule of a style sheet: what is before its braces, and within."""
    at = 0
    while match := re.compile(r"\s*([^{};]*)([{;])", re.DOTALL).match(text, at):
        at = match.end()
        if match[2] == ";":
            yield match[1], None
            continue
        start, depth = at, 1
        while depth:
            at = BLOCK.match(text, at).end()
            depth += {"{": 1, "}": -1}[text[at]]
            at += 1
        yield match[1], text[start : at - 1]


def kept(text, words):
    """Return the rules of a style sheet for elements with these classes and ids."""
    for head, inside in blocks(text):
        if inside is None or head.startswith("@font-face"):
            continue
        if head.startswith(("@media", "@supports")):
            if within := "".join(kept(inside, words)):
                yield f"{head}{{{within}}}\n"
        elif head.startswith("@"):
            yield f"{head}{{{inside}}}\n"
        else:
            asked = [
                selector
                for selector in re.split(r",(?![^(]*\))", head)
                if words.issuperset(
                    name.replace("\\", "")
                    for name in NAME.findall(NEEDS_NOTHING.sub("", selector))
                )
            ]
            if asked:
                yield f"{','.join(asked)}{{{inside}}}\n"


def sheet(path):
    """Return a style sheet with those that it imports, without comments."""
    text = re.sub(r"(?s)/\*.*?\*/", "", path.read_text(encoding="utf-8"))
    return re.sub(
        r'@import "([^"]*)";', lambda found: sheet(path.parent / found[1]), text
    )


def shorten(text):
    """Leave comments, and blanks that say nothing, out of a style sheet."""
    text = re.sub(r"(?s)/\*.*?\*/", "", text)
    parts = re.split(r'("(?:\\.|[^"\\])*")', text)
    for i in range(0, len(parts), 2):  # what stands between quoted texts
        between = re.sub(r"\s+", " ", parts[i])
        parts[i] = re.sub(r" ?([{};,]) ?|(?<=:) ", r"\1", between)
    return "".join(parts).strip() + "\n"


def draw(icons, found):
    """Draw what an element shows that the theme fills with an icon."""
    _, classes, others = found.groups()
    names, height = [c for c in classes.split() if c not in KINDS], 512
    glyphs, pen = icons.getGlyphSet(), SVGPathPen(None, ntos=lambda x: f"{x:.0f}")
    (glyph,) = (glyphs[name[3:]] for name in names if name[3:] in glyphs)
    glyph.draw(TransformPen(pen, Identity.translate(0, 448).scale(1, -1)))
    others = re.sub(r' title="[^"]*"', "", others)
    return (
        f'<svg class="svg-inline--fa {" ".join(names)}"{others} '
        f'aria-hidden="true" viewBox="0 0 {glyph.width} {height}">'
        f'<path fill="currentColor" d="{pen.getCommands()}"/></svg>'
    )


def subset(icons, styles):
    """Make a font of the glyphs that style sheets name, as a rule of them."""
    codes = re.findall(r'"\\(f[0-9a-f]{3})"|(["\'])([\uf000-\uf8ff])\2', styles)
    options = Options(flavor="woff", layout_features=[], recalc_timestamp=False)
    subsetter, file = Subsetter(options), BytesIO()
    subsetter.populate(unicodes=[int(c, 16) if c else ord(g) for c, _, g in codes])
    subsetter.subset(icons)
    icons.flavor = "woff"
    icons.save(file)
    return FACE.format(b64encode(file.getvalue()).decode())


def write_styles(static, names, texts, icons):
    """Write what pages with these texts can use of these style sheets."""
    scripts = [path.read_text(encoding="utf-8") for path in static.glob("**/*.js")]
    words = set(re.findall(r"[-\w]+", " ".join(scripts)))
    for text in texts:
        for classes in re.findall(r'(?:class|id)=["\']([^"\']*)', text):
            words.update(classes.split())
    styles = "".join("".join(kept(sheet(static / name), words)) for name in names)
    (static / STYLES).write_text(subset(icons, styles) + styles, encoding="utf-8")


def lighten(app, exception):
    """Draw icons and menus in all pages, share styles, drop what says nothing."""
    if exception or app.builder.format != "html":
        return
    static, texts, names = Path(app.outdir, "_static"), {}, {}
    fonts = static / "vendor" / "fontawesome" / "webfonts"
    icons = TTFont(fonts / "fa-solid-900.ttf", recalcTimestamp=False)
    for path in sorted(Path(app.outdir).rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        text = NOTHING.sub(lambda found: found[0] if found[1] else "", text)
        text = MENU.sub(OPENED, DROPPED.sub("", text))
        text = PLAIN.sub(r"\1", NAMED.sub(r"\1", text))
        text = REPEATED.sub(r"\1", DIVIDED.sub("", text))
        text = UNSTYLED.sub(r"\1", text)
        texts[path] = ICON.sub(lambda found: draw(icons, found), text)
        names |= dict.fromkeys(name for _, name in SHEET.findall(text))
    names = [name for name in names if name != STYLES and name not in OWN]
    if names:  # or else no page is new
        write_styles(static, names, texts.values(), icons)
    for path in (static / name for name in OWN):
        styles = path.read_text(encoding="utf-8")
        path.write_text(shorten(styles), encoding="utf-8")
    version = sha256((static / STYLES).read_bytes()).hexdigest()[:8]
    for path, text in texts.items():
        theirs = [found for found in SHEET.finditer(text) if found[2] not in OWN]
        for found in theirs[:0:-1]:
            text = text[: found.start()] + text[found.end() :]
        for found in theirs[:1]:
            link = (
                f'<link rel="stylesheet" href="{found[1]}{STYLES}?v={version}" />'
            )
            text = text[: found.start()] + f"{link}\n" + text[found.end() :]
        path.write_text(text, encoding="utf-8")


def setup(app):
    """Register with Sphinx.

    What other packages tell besides warnings stays out of what the build prints,
    even where one of them (the theme's colours for code) asks for all of it.
    """
    logging.basicConfig(level=logging.WARNING, force=True)
    app.config.mathjax_path = "mathjax/tex.js"
    app.connect("html-page-context", keep_needed, priority=950)
    app.connect("build-finished", copy_mathjax)
    app.connect("build-finished", lighten, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
