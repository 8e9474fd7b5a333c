"""Where Python finds the package: in one place, whatever else the environment knows of.

An editable install puts a finder into its environment. What the first place lacks, that finder
still finds where the package was installed from: a module that is deleted in a copy of a checkout,
or that a wheel forgot, would be imported all the same.
"""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

HARMLESS = '''"""In place of a finder that knows the package of another folder."""


def install():
    """Do nothing."""
'''


def import_only_from(folder: Path) -> None:
    """Have this process, and those that it starts, find the package in a folder or not at all.

    Parameters
    ----------
    folder : Path
        Where the folder ``pokerlab`` is.
    """
    first = [str(folder)]
    if finders := finders_elsewhere(folder):
        sys.meta_path[:] = [one for one in sys.meta_path if finder_module(one) not in finders]
        # Python installs them at each start, and imports them for that by their names.
        stand_ins = tempfile.mkdtemp(prefix="pokerlab-finders-")
        atexit.register(shutil.rmtree, stand_ins, ignore_errors=True)
        for name in finders:
            Path(stand_ins, f"{name}.py").write_text(HARMLESS, encoding="utf-8")
        first.insert(0, stand_ins)
    inherited = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [*first, inherited]))


def finders_elsewhere(folder: Path) -> set[str]:
    """Name the modules of setuptools' finders that know the package of another folder."""
    names = {finder_module(finder) for finder in sys.meta_path}
    known = {name: getattr(sys.modules.get(name), "MAPPING", {}).get("pokerlab") for name in names}
    return {name for name, place in known.items() if place and Path(place) != folder / "pokerlab"}


def finder_module(finder: object) -> str:
    """Name the module that a finder comes from: some are classes, some are objects."""
    return getattr(finder, "__module__", type(finder).__module__)
