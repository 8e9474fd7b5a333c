"""What live figures need besides their page: one file of data for all pages.

``live-data.js`` holds the deal and, for every interval of stacks, which hands push,
call and mix (`pokerlab.explorer.live_data`). It is a script and not JSON, because a
page that is opened from a folder may load scripts only.
"""

import json
from pathlib import Path

from pokerlab import explorer


def write_data(app, exception):
    """Put the data next to the script that reads them."""
    if exception or app.builder.format != "html":
        return
    text = json.dumps(explorer.live_data(), separators=(",", ":"))
    script = Path(app.outdir, "_static", "live-data.js")
    script.write_text(f"window.pokerlabLive = {text};\n", encoding="utf-8")


def setup(app):
    """Register with Sphinx."""
    app.connect("build-finished", write_data)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
