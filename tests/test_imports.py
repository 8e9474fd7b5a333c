"""What is slow to load is loaded by the modules whose own work needs it, and only when it does."""

import subprocess
import sys
from pathlib import Path

import pytest

import pokerlab

SLOW = {"cvxpy", "jax", "joblib", "matplotlib", "optax", "pandas"}

NEEDED = {"pokerlab.solvers.gradient": {"jax", "optax"}}
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


def loaded(program):
    """Run a program, then list the modules of the package, and NumPy, that are loaded."""
    program += (
        "\nimport sys; print(*sorted(n for n in sys.modules if n[:8] in ('pokerlab', 'numpy')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return [name for name in done.stdout.split() if "." not in name or name.startswith("pokerlab")]


def test_a_module_is_loaded_when_it_is_first_asked_for():
    assert loaded("import pokerlab as pl; assert pl.__version__; dir(pl)") == ["pokerlab"]
    asked = loaded("import pokerlab as pl; pl.solvers.lp.solve; pl.deals.holdem")
    assert {"pokerlab.solvers.lp", "pokerlab.deals"} <= {*asked}
    assert not {"pokerlab.solvers.gradient", "pokerlab.studies", "pokerlab.charts"} & {*asked}


@pytest.mark.parametrize("package", [pokerlab, pokerlab.solvers, pokerlab.studies])
def test_a_package_lists_its_public_modules_and_has_no_others(package):
    prefix = f"{package.__name__}."
    inside = {name.removeprefix(prefix) for name in MODULES if name.startswith(prefix)}
    assert dir(package) == sorted(
        name for name in inside if "." not in name and not name.startswith("_")
    )
    assert getattr(package, dir(package)[0]) is sys.modules[prefix + dir(package)[0]]
    for name in ("nonsense", "_nonsense"):
        with pytest.raises(AttributeError, match=f"{package.__name__}' has no attribute '{name}'"):
            getattr(package, name)
