"""What is slow to load is loaded by the modules whose own work needs it, and only when it does."""

import subprocess
import sys
from pathlib import Path

import pytest

import pokerlab

SLOW = {"cvxpy", "jax", "joblib", "matplotlib", "optax", "pandas"}

NEEDED = {"pokerlab.solvers.gradient": {"jax", "optax"}, "pokerlab.sweeps": {"joblib"}}
"""All other modules load none of them."""

FOLDER = Path(pokerlab.__file__).parent
MODULES = sorted(
    ".".join(path.relative_to(FOLDER.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in FOLDER.rglob("*.py")
)


@pytest.mark.parametrize("module", MODULES)
def test_importing_a_module_loads_only_what_it_uses(module):
    program = f"import sys, {module}; print(*{SLOW!r} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) == NEEDED.get(module, set())


def test_there_are_modules_to_look_at():
    assert {"pokerlab", "pokerlab.games", "pokerlab.solvers.lp", *NEEDED} <= {*MODULES}
