"""What the book needs of Sphinx beyond its configuration.

The rendered book stays on the reader's machine: no script, font or style comes from
elsewhere. MathJax is copied next to the pages from ``sphinx-mathjax-offline`` (the
bundle and the fonts that it uses, not all 31 MB), and the scripts that Jupyter Book
adds for live kernels, which load from a CDN and are not used here, are dropped.
"""

from importlib.util import find_spec
from pathlib import Path
from shutil import copy2

BUNDLE = "tex-chtml-full.js"
FONTS = Path("output/chtml/fonts/woff-v2")


def copy_mathjax(app, exception):
    """Put MathJax's bundle and fonts into ``_static/mathjax``."""
    if exception or app.builder.format != "html":
        return
    package = Path(find_spec("sphinx-mathjax-offline").origin).parent
    source = package / "static" / "mathjax"
    target = Path(app.outdir, "_static", "mathjax")
    (target / FONTS).mkdir(parents=True, exist_ok=True)
    for file in [source / BUNDLE, *sorted((source / FONTS).glob("*.woff"))]:
        copy2(file, target / file.relative_to(source))


def drop_live_code(app, pagename, templatename, context, doctree):
    """Drop thebe's scripts, and any script that stands twice."""
    wanted = {}
    for script in context["script_files"]:
        key = script.filename, script.attributes.get("body")
        if "thebe" not in str(key).lower():
            wanted.setdefault(key, script)
    context["script_files"] = list(wanted.values())


def keep_colons(app, what, name, obj, options, lines):
    """Keep napoleon from taking what precedes a constant's colon for its type."""
    if what in ("data", "attribute", "property"):
        lines.insert(0, "")


def setup(app):
    """Register with Sphinx."""
    app.config.mathjax_path = f"mathjax/{BUNDLE}"
    app.connect("autodoc-process-docstring", keep_colons, priority=100)
    app.connect("html-page-context", drop_live_code, priority=900)
    app.connect("build-finished", copy_mathjax)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
