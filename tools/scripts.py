"""Check the types of the book's scripts: ``python -m tools.scripts``.

They are modules of JavaScript, and what each function takes and returns is said in comments.
TypeScript's checker, which Deno brings along, reads both. Status 1 if it complains.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

from deno import find_deno_bin

SCRIPTS = Path(__file__).resolve().parent.parent / "book" / "_scripts"
OPTIONS = {
    "checkJs": True,
    "strict": True,  # so that what has no type is a complaint
    "noUnusedLocals": True,
    "noImplicitOverride": False,
    "strictPropertyInitialization": False,
    "lib": ["esnext", "dom", "dom.iterable"],
}


def complaints(folder: Path, build: Path) -> list[str]:
    """Return the checker's complaints about the scripts of one folder, while it works in another.

    Each complaint names the script and the line. A checker that does not run is an OSError.
    """
    build.mkdir(parents=True, exist_ok=True)
    config = build.resolve() / "deno.json"
    config.write_text(json.dumps({"compilerOptions": OPTIONS}), encoding="utf-8")
    own = {"DENO_DIR": str(build.resolve()), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    names = sorted(path.name for path in folder.glob("*.*s"))
    command = [find_deno_bin(), "check", "--config", str(config), *names]
    run = subprocess.run(command, cwd=folder, env=os.environ | own, text=True, capture_output=True)
    found = [
        f"{folder / unquote(name)}:{line}: {body}"
        for body, name, line in re.findall(
            r"(?ms)^(TS\d+.*?)\n *at file://\S*?([^/\s]+):(\d+):\d+$", run.stderr
        )
    ]
    if run.returncode and not found:
        raise OSError(run.stderr)
    return found


if __name__ == "__main__":
    sys.exit("\n".join(complaints(SCRIPTS, Path("_build", "scripts"))) or None)
