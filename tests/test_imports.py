"""What is slow to load is loaded by the modules whose own work needs it, and only when it does."""

import ast
import importlib
import inspect
import re
import subprocess
import sys
import tomllib
from dataclasses import fields, is_dataclass
from importlib.metadata import packages_distributions
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import pokerlab
from tests.package import FOLDER, MODULES
from tests.tables import cells

SLOW = {"cvxpy", "jax", "joblib", "matplotlib", "optax", "pandas"}

NEEDED = {"pokerlab.solvers.gradient": {"jax", "optax"}}
"""All other modules load none of them."""

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOOK = f"""
import importlib, sys

for module in {sorted(MODULES, key=NEEDED.__contains__)!r}:
    before = {SLOW!r} & sys.modules.keys()
    importlib.import_module(module)
    print(module, *({SLOW!r} & sys.modules.keys()) - before)
"""


def test_importing_a_module_loads_only_what_it_uses():
    """What the others load is seen before those that need any."""
    done = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = {name: {*rest} for name, *rest in map(str.split, done.stdout.splitlines())}
    assert found == {name: set() for name in MODULES} | NEEDED
    assert {"pokerlab", "pokerlab.games", "pokerlab.solvers.lp", *NEEDED} <= found.keys()


def loaded(program):
    """Run a program, then list the modules of the package, and NumPy, that are loaded."""
    program += "\nimport sys; print(*(n for n in sys.modules if n[:8] in ('pokerlab', 'numpy')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


def test_a_module_is_loaded_when_it_is_first_asked_for():
    few = {"pokerlab", "pokerlab._support", "pokerlab._support.loading"}
    assert {*loaded("import pokerlab as pl; assert pl.__version__; dir(pl)")} == few
    asked = loaded("import pokerlab as pl; pl.solvers.lp.solve; pl.deals.holdem")
    assert {"pokerlab.solvers.lp", "pokerlab.deals"} <= {*asked}
    assert not {"pokerlab.solvers.gradient", "pokerlab.studies", "pokerlab.charts"} & {*asked}


def test_charts_know_nothing_of_sheets_to_print():
    """Which are drawn with their colours and scales, and by what draws plots."""
    assert not [name for name in loaded("import pokerlab.charts") if "sheet" in name]
    assert "pokerlab.charts.plots" in loaded("import pokerlab.sheets")


def test_seven_names_are_at_hand():
    assert pokerlab.solve is pokerlab.solvers.solve and pokerlab.load is pokerlab.solutions.load
    assert pokerlab.Game is pokerlab.games.Game and pokerlab.Deal is pokerlab.deals.Deal
    assert pokerlab.data is pokerlab.stored.data and pokerlab.Tree is pokerlab.trees.Tree
    assert pokerlab.Solution is pokerlab.solutions.Solution


def test_no_module_or_folder_can_take_the_place_of_a_name_at_hand():
    """Importing it, which `importlib.resources` does too, would set the package's attribute."""
    assert find_spec("pokerlab.stored") and find_spec("pokerlab._data")
    assert [name for name in pokerlab.__all__ if find_spec(f"pokerlab.{name}")] == []


HANDING_ON = {"pokerlab.charts", "pokerlab.sheets", "pokerlab.studies.streets"}


def path_of(module):
    """The file of a module."""
    path = FOLDER.parent.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def defined(tree, module):
    """The public names that a module defines or hands on.

    `charts`, `sheets` and `streets` hand on what they import from their own modules, and any module
    what it imports as itself (``import x as x``). Packages that not everybody installs are no names
    of a module's.
    """
    names = set()
    for node in ast.walk(ast.Module([n for n in tree.body if not is_code(n)], [])):
        if isinstance(node, ast.alias) and node.asname == node.name:
            names.add(node.name)
    for node in tree.body:
        if is_code(node):
            names.add(node.name)
        if module in HANDING_ON and isinstance(node, ast.ImportFrom):
            names |= {alias.name for alias in node.names}
        if isinstance(node, ast.Assign) and is_optional_package(node.value):
            continue
        for target in assigned(node):
            names |= {part.id for part in ast.walk(target) if isinstance(part, ast.Name)}
    return {name for name in names if not name.startswith("_")}


def is_optional_package(value):
    """Whether this is the call by which a module gets a package that may be missing."""
    return isinstance(value, ast.Call) and getattr(value.func, "id", "") == "import_optional"


def is_code(node):
    """Whether this defines a function or a class, in which names are its own."""
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)


def assigned(node):
    """What a statement assigns to."""
    if isinstance(node, ast.Assign):
        return [target for target in node.targets if isinstance(target, ast.Name | ast.Tuple)]
    return [node.target] if isinstance(node, ast.AnnAssign | ast.AugAssign) else []


def listed(tree):
    """What ``__all__`` of a module says; None if it has none."""
    for node in tree.body:
        if [getattr(target, "id", None) for target in assigned(node)] == ["__all__"]:
            return ast.literal_eval(node.value)
    return None


@pytest.mark.parametrize("module", MODULES)
def test_a_module_lists_the_public_names_that_it_defines(module):
    """So that ``from pokerlab.deals import`` and a tabulator offer these and no others."""
    tree = ast.parse(path_of(module).read_text(encoding="utf-8"))
    names, public = listed(tree), defined(tree, module)
    if names is None:
        assert not public
    else:
        assert len(names) == len({*names}) and {*names} == public


@pytest.mark.parametrize("module", MODULES)
def test_classes_with_arrays_are_not_compared_by_their_fields(module):
    """``==`` would be a ValueError of NumPy's then, and ``hash`` a TypeError."""
    if module == "pokerlab.__main__":  # runs the command
        return
    for name, value in vars(importlib.import_module(module)).items():
        if not (inspect.isclass(value) and value.__module__ == module and is_dataclass(value)):
            continue
        arrays = [field.name for field in fields(value) if "ndarray" in str(field.type)]
        has_eq = value.__dataclass_params__.eq
        assert not (arrays and has_eq), f"{name} has arrays, {arrays}: write dataclass(eq=False)"


PUBLIC = [
    module
    for module in MODULES
    if module != "pokerlab" and "._" not in module and not module.startswith("pokerlab.cli.")
]
IN_REFERENCE = re.findall(
    r"^\.\. automodule:: (\S+)",
    (ROOT / "book" / "api.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)


@pytest.mark.parametrize("module", PUBLIC)
def test_the_api_reference_lists_every_public_module(module):
    """A solver's too, for which CONTRIBUTING asks."""
    if module not in IN_REFERENCE:
        lines = f"```{{eval-rst}}\n.. automodule:: {module}\n   :members:\n```"
        pytest.fail(f"book/api.md lacks {module}: add, with a heading,\n\n{lines}", pytrace=False)


def test_the_api_reference_lists_each_module_once_and_no_others():
    assert len(IN_REFERENCE) == len({*IN_REFERENCE}) and {*IN_REFERENCE} <= {*MODULES}


NAMED = re.compile(r"`~?(pokerlab(?:\.\w+)+)(?:\(\))?`")
"""What text in back quotes, a role or not, names in the package."""


def is_there(name):
    """Whether a dotted name leads from the package to a module, or to something in one."""
    module, _, attribute = name.rpartition(".")
    if name in MODULES:
        return True
    if module in MODULES:
        return hasattr(importlib.import_module(module), attribute)
    owner, _, attribute_of = module.rpartition(".")
    if owner not in MODULES or not hasattr(importlib.import_module(owner), attribute_of):
        return False
    kind = getattr(importlib.import_module(owner), attribute_of)
    return hasattr(kind, attribute) or attribute in inspect.get_annotations(kind)


@pytest.mark.parametrize("module", MODULES)
def test_text_names_only_what_is_in_the_package(module):
    named = NAMED.findall(path_of(module).read_text(encoding="utf-8"))
    assert [name for name in named if not is_there(name)] == []


def test_a_name_that_leads_nowhere_is_noticed():
    there = "pokerlab.deals", "pokerlab.deals.kuhn", "pokerlab.deals.Deal.prior"
    nowhere = "pokerlab.deal", "pokerlab.deals.kuhns", "pokerlab.deals.Deal.priors"
    assert all(map(is_there, there)) and not any(map(is_there, nowhere))
    assert NAMED.findall(f"`{there[0]}` and :func:`~{there[1]}`, :mod:`~{there[0]}`") == [
        there[0],
        there[1],
        there[0],
    ]


def test_nothing_imports_the_book_s_own_room():
    rooms = "book|explorer|live_figures|script_data|simplex"
    imports = re.compile(rf"^ *(?:from|import) .*\b(?:{rooms})\b", re.MULTILINE)
    outside = {*FOLDER.rglob("*.py")} - {*FOLDER.glob("pages/*.py")}
    assert not [path for path in outside if imports.search(path.read_text())]
    assert imports.search("    from pokerlab.pages import explorer")


def test_the_package_lists_the_modules_with_promised_names_and_loads_the_others_too():
    lines = (FOLDER.parent / "tests" / "stable.txt").read_text(encoding="utf-8").splitlines()
    promised = {line.partition(".")[0] for line in lines if not line.startswith("$")}
    at_hand = {"Deal", "Game", "Solution", "Tree", "data", "load", "solve"}
    assert {*dir(pokerlab)} == promised | at_hand
    assert pokerlab.amounts is sys.modules["pokerlab.amounts"] and "amounts" not in promised


PACKAGES = [pokerlab.holdem, pokerlab.pages, pokerlab.solvers, pokerlab.stacks, pokerlab.studies]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_lists_its_public_modules(package):
    prefix = f"{package.__name__}."
    inside = {name.removeprefix(prefix) for name in MODULES if name.startswith(prefix)}
    modules = {name for name in inside if "." not in name and not name.startswith("_")}
    assert {*dir(package)} == modules
    assert getattr(package, min(modules)) is sys.modules[prefix + min(modules)]


@pytest.mark.parametrize("package", [pokerlab, *PACKAGES])
def test_a_package_has_no_other_modules(package):
    for name in ("nonsense", "_nonsense"):
        with pytest.raises(AttributeError, match=f"{package.__name__}' has no attribute '{name}'"):
            getattr(package, name)


# What is installed with it


def asked(*extras):
    """The requirements of the package with these extras, those of an extra in its place."""
    found = [Requirement(text) for text in PROJECT["dependencies"]]
    for extra in extras:
        for text in PROJECT["optional-dependencies"][extra]:
            needed = Requirement(text)
            found += asked(*needed.extras) if needed.name == "pokerlab" else [needed]
    return found


MACHINES = [
    ("linux", "x86_64"),
    ("linux", "aarch64"),
    ("darwin", "arm64"),
    ("darwin", "x86_64"),
    ("win32", "AMD64"),
]


@pytest.mark.parametrize(("system", "processor"), MACHINES)
def test_what_is_locked_is_what_the_book_and_the_tests_ask_for(system, processor):
    machine = {"sys_platform": system, "platform_machine": processor}

    def is_wanted(requirement):
        return requirement.marker is None or requirement.marker.evaluate(machine)

    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    locked = filter(is_wanted, (Requirement(line) for line in lines if line[0] not in "#-"))
    versions = {
        canonicalize_name(package.name): str(package.specifier).removeprefix("==")
        for package in locked
    }
    for needed in filter(is_wanted, asked("book", "test")):
        assert versions[canonicalize_name(needed.name)] in needed.specifier, needed


def test_the_extra_notebooks_has_what_every_chapter_imports():
    imported = {"pokerlab"}
    for path in (ROOT / "book").glob("*.ipynb"):
        for cell in cells(path.parent, path.stem, "code"):
            imported |= {*re.findall(r"(?m)^ *(?:import|from) (\w+)", cell["source"])}
    places, ours = packages_distributions(), {needed.name for needed in asked("notebooks")}
    missing = imported - sys.stdlib_module_names - {"pokerlab", "IPython"}  # which ipykernel has
    assert {"jax", "numpy"} <= missing and "myst_nb" not in imported
    assert not [name for name in missing if not {*places[name]} & ours]


def test_each_module_that_asks_for_a_package_names_the_extra_that_has_it():
    calls = re.compile(r'optional\("([\w.]+)", "(\w+)"\)')
    found = {call for path in FOLDER.rglob("*.py") for call in calls.findall(path.read_text())}
    found -= {("nonsense", "convex")}  # an example
    for module, extra in found:
        assert module.split(".")[0] in {needed.name for needed in asked(extra)}
    assert {("cvxpy", "convex"), ("joblib", "sweeps"), ("optax", "gradient")} <= found


ENTERED = """
import sys

import pokerlab as pl
from pokerlab import betting, deals
from pokerlab.solvers import double_oracle  # loading it is no part of solving

entered = set()
sys.setprofile(lambda frame, *_: entered.add(frame.f_globals.get("__name__", "")))
pl.solve(pl.Game(deals.kuhn(), betting.kuhn())).certify()
sys.setprofile(None)
print(*(name for name in entered if name.startswith("pokerlab.")))
"""


def test_a_game_goes_through_the_nine_modules_and_some_twenty_five_more():
    """Which CONTRIBUTING.md names."""
    printed = subprocess.check_output([sys.executable, "-c", ENTERED], text=True)
    entered = {name.rpartition(".")[2] for name in printed.split()}
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    first = text.partition("## The nine modules")[2].partition("### ")[0]
    core = {name.rpartition(".")[2] for name in re.findall(r"(?m)^\| `([\w.]+)` \|", first)}
    assert len(core) == 9 and core <= entered
    assert 22 <= len(entered - core) <= 28
    named = {name.rpartition(".")[2] for name in re.findall(r"`([\w.]+)`", text)}
    assert entered <= named
