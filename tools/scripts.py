"""Check the types of the book's scripts: ``python -m tools.scripts``.

They are JavaScript, with types in comments. TypeScript's checker, which Deno brings along, reads
them as one file: in a page they share one scope. Status 1 if it complains.
"""

import json
import os
import re
import runpy
import subprocess
import sys
from itertools import accumulate
from pathlib import Path

from deno import find_deno_bin

ROOT = Path(__file__).resolve().parent.parent
EXPLORER = runpy.run_path(str(ROOT / "book" / "_ext" / "live.py"))["SCRIPTS"]
SCRIPTS = ["reading", "charts", *EXPLORER, "live", "searchtools"]
OPTIONS = {
    "checkJs": True,
    "strict": True,
    "noImplicitAny": False,  # what no comment gives a type may be anything
    "noImplicitOverride": False,
    "strictPropertyInitialization": False,
    "lib": ["esnext", "dom", "dom.iterable"],
}


def complaints(folder: Path, build: Path) -> list[str]:
    """What the checker complains of in the scripts of one folder, while it works in another.

    Each complaint names the script and the line. A checker that does not run is an OSError.
    """
    build.mkdir(parents=True, exist_ok=True)
    texts = [(folder / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS]
    (build / "scripts.js").write_text("".join(texts), encoding="utf-8")
    (build / "deno.json").write_text(json.dumps({"compilerOptions": OPTIONS}), encoding="utf-8")
    own = {"DENO_DIR": str(build.resolve()), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    command = [find_deno_bin(), "check", "--config", "deno.json", "scripts.js"]
    run = subprocess.run(command, cwd=build, env=os.environ | own, text=True, capture_output=True)
    found = []
    starts = [0, *accumulate(text.count("\n") for text in texts)]
    for told in re.findall(r"(?ms)^TS\d+.*?:\d+:\d+$", run.stderr):
        body, line = re.fullmatch(r"(?s)(.*)\n *at .*?:(\d+):\d+", told).groups()
        at = max(i for i, start in enumerate(starts) if start < int(line))
        found.append(f"{folder / SCRIPTS[at]}.js:{int(line) - starts[at]}: {body}")
    if run.returncode and "TS" not in run.stderr:
        raise OSError(run.stderr)
    return found


if __name__ == "__main__":
    sys.exit("\n".join(complaints(Path("book", "_static"), Path("_build", "scripts"))) or None)
