"""Change a module in many small ways, and see which changes its tests do not notice.

    python -m tools.mutants pokerlab/deals.py [...] [--sample [30]]

The changes, one at a time, are cosmic-ray's (https://cosmic-ray.readthedocs.io), in copies of the
checkout. Compiled code is compiled anew. What the module's own tests pass, the tests of `MORE` must
find. Survivors are printed as they are found; some of them mean the same as the original.
"""

import argparse
import ast
import difflib
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator

ROOT = Path(__file__).resolve().parent.parent
COPIED = ["pokerlab", "tests", "benchmarks", "tools", "book", "conftest.py", "pyproject.toml"]
OWN = {"betting": ["trees", "no_limit", "one_round", "limit", "river"], "blockers": ["river"]}
OWN |= {"deals": ["deals", "river"], "trees": ["trees", "no_limit"]}
OWN |= {"amounts": ["trees", "one_round"], "_program": ["double_oracle", "exact"]}
OWN |= {"optimal_set": ["exact"], "walk": ["shover", "match"], "solutions": ["games"]}
OWN |= {name: ["solvers"] for name in ["_iterating", "fictitious_play", "lp"]}
OWN |= {"cfr": ["solvers", "no_limit"]}
MORE = ["tests/test_games.py", "tests/test_solvers.py", "tests/test_properties.py"]
BINARY = ["Add_Sub", "Sub_Add", "Mul_Div", "Div_Mul", "FloorDiv_Mul", "Mod_Mul", "Pow_Mul"]
BINARY += ["BitAnd_BitOr", "BitOr_BitAnd"]
COMPARISON = ["Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt", "Lt_GtE", "LtE_Gt", "Gt_LtE", "GtE_Lt"]
COMPARISON += ["Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is"]
OPERATORS = [
    *(f"ReplaceBinaryOperator_{name}" for name in BINARY),
    *(f"ReplaceComparisonOperator_{name}" for name in COMPARISON),
    *("ReplaceUnaryOperator_USub_UAdd", "ReplaceUnaryOperator_Delete_Invert"),
    *("AddNot", "NumberReplacer", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue"),
    *("ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceBreakWithContinue", "ExceptionReplacer"),
    "ZeroIterationForLoop",
]


def meaning(code: str) -> str:
    """A program without its annotations, which nothing evaluates."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign):
            node.annotation = ast.Constant(None)
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
    return ast.unparse(tree)


def changes(source: str) -> list[tuple[Operator, int]]:
    """What can be changed: operators, each with a number among the places that it applies to."""
    nodes = list(ast_nodes(get_ast(source)))
    operators = [get_operator(f"core/{name}")() for name in OPERATORS]
    return [
        (operator, place)
        for operator in operators
        for place in range(sum(len(list(operator.mutation_positions(node))) for node in nodes))
    ]


def passes(folder: Path, tests: list[str], limit: float | None = None) -> bool:
    """Whether the tests pass in a copy of the checkout, and within `limit` seconds."""
    command = [sys.executable, "-m", "pytest", "-qx", "-p", "no:cacheprovider", "-m", "not browser"]
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        [*command, *tests],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            return process.wait(limit) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)  # and what the tests have started


def examine(module: str, jobs: int, sample: int | None, seed: int) -> None:
    """Print a module's survivors and its score, over `sample` changes or all of them."""
    stem = Path(module).stem
    own = [f"tests/test_{name}.py" for name in OWN.get(stem, [stem])]
    suites = [[*own, module], [path for path in MORE if path not in own]]
    source = (ROOT / module).read_text(encoding="utf-8")
    original, planned = meaning(source), changes(source)
    random.Random(seed).shuffle(planned)
    codes = (mutate_code(source, *change) for change in planned)
    drawn = list(islice((code for code in codes if meaning(code) != original), sample))
    with TemporaryDirectory() as scratch, ThreadPoolExecutor(jobs) as pool:
        folders: SimpleQueue[Path] = SimpleQueue()
        for job in range(jobs):
            folder = Path(scratch, str(job))
            folder.mkdir()
            for name in COPIED:
                copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
                copy(ROOT / name, folder / name)
            folders.put(folder)
        limits = []
        for suite in suites:
            start = time.monotonic()
            if not passes(folder, suite):
                raise SystemExit(f"{module} as it is fails: pytest {' '.join(suite)}")
            limits.append(10 + 5 * (time.monotonic() - start))

        def survives(code: str) -> bool:
            """Whether no test fails with the changed program."""
            folder = folders.get()
            (folder / module).write_text(code, encoding="utf-8")
            passed = all(map(passes, [folder, folder], suites, limits))
            folders.put(folder)
            return passed

        killed, results = 0, pool.map(survives, drawn)
        for done, (code, survived) in enumerate(zip(drawn, results, strict=True), 1):
            print(f"\r{done} of {len(drawn)} ", end="", file=sys.stderr, flush=True)
            killed += not survived
            if survived:
                lines = difflib.unified_diff(source.split("\n"), code.split("\n"), n=0, lineterm="")
                print(f"\n{module}", *list(lines)[2:], sep="\n", flush=True)
    score = f"{killed} killed of {len(drawn)} tried ({killed / len(drawn):.1%})"
    print(f"\n{module}: {score}, of {len(planned)} changes; seed {seed}", flush=True)


def main() -> None:
    """Examine the modules that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("modules", nargs="+", metavar="MODULE", help="a path below the checkout")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="so many at once")
    sample = "only so many changes of a module, drawn at random (30)"
    parser.add_argument("--sample", type=int, nargs="?", const=30, help=sample)
    parser.add_argument("--seed", type=int, default=0, help="of the draw")
    arguments = parser.parse_args()
    for module in arguments.modules:
        examine(module, arguments.jobs, arguments.sample, arguments.seed)


if __name__ == "__main__":
    main()
