"""What the explorer and live figures load: one script, and one file of data.

``explorer.js`` of the built book is all scripts of that page, joined in one
function. Called with nothing, it is the Web Worker that solves.

``live-data.js`` holds the deal and, for every interval of stacks, which hands push,
call and mix (`pokerlab.pages.explorer.live_data`). It is a script and not JSON,
because a page that is opened from a folder may load scripts only.
"""

import json
import re
from pathlib import Path

from pokerlab.pages import explorer

UNPACKER = "deal"
ENGINE = "amounts", "betting", "deals", "games", "cfr", "double_oracle", "solver"
SHARED = "ranges", "proof", "views"
TOOL = "shown", "play", "taking", "locks", "tool"
TOOLS = "push-fold", "decisions", "preflop", "one-round", "no-limit", "river"
SCRIPTS = UNPACKER, *ENGINE, *SHARED, *TOOL, *TOOLS, "explorer"
"""The explorer's, each after those that it uses."""
PAGE = """function pokerlabExplorer(page) {{
{tools}if (!page) return listen(self);
{last}}}
pokerlabExplorer(document);
"""
"""What they are joined into: the last one is for the page only."""
OTHERS = "charts", "live", "reading"
"""Scripts of all pages."""
COMMENT = re.compile(r"^ */\*.*?\*/\n|^ +", re.DOTALL | re.MULTILINE)
"""What no browser reads: comments, and how far in a line begins."""


def script(app, name):
    """One of the explorer's, without comments."""
    file = Path(app.srcdir, "book", "_static", f"{name}.js")
    return COMMENT.sub("", file.read_text(encoding="utf-8"))


def join_scripts(app, exception):
    """Put the explorer's scripts into the last one, and all without comments."""
    if exception or app.builder.format != "html":
        return
    for name in SCRIPTS:
        Path(app.outdir, "_static", f"{name}.js").unlink(missing_ok=True)
    *tools, last = (script(app, name) for name in SCRIPTS)
    texts = {name: script(app, name) for name in OTHERS}
    texts["explorer"] = PAGE.format(tools="".join(tools), last=last)
    for name, text in texts.items():
        Path(app.outdir, "_static", f"{name}.js").write_text(text, encoding="utf-8")


def write_data(app, exception):
    """Put the data next to the script that reads them, with what unpacks them."""
    if exception or app.builder.format != "html":
        return
    text = json.dumps(explorer.live_data(), separators=(",", ":"))
    data = f"{script(app, UNPACKER)}window.pokerlabLive = {text};\n"
    Path(app.outdir, "_static", "live-data.js").write_text(data, encoding="utf-8")


def setup(app):
    """Register with Sphinx."""
    app.connect("build-finished", join_scripts)
    app.connect("build-finished", write_data)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
