"""The package's modules, found by themselves, for the tests that ask something of each."""

from pathlib import Path

import pokerlab

FOLDER = Path(pokerlab.__file__).parent
MODULES = sorted(
    ".".join(path.relative_to(FOLDER.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in FOLDER.rglob("*.py")
)
