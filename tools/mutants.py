"""Change a module in many small ways, and see which changes its tests do not notice.

    python -m tools.mutants pokerlab/deals.py [...] [--sample [30]]

The changes, one at a time, are cosmic-ray's (https://cosmic-ray.readthedocs.io), in copies of the
checkout. Compiled code is compiled anew. Survivors are printed as they are found; some of them mean
the same as the original.
"""

import argparse
import ast
import difflib
import os
import random
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).resolve().parent.parent
LEAVE_OUT = shutil.ignore_patterns(".*", "_build", "__pycache__")
#: The tests that are meant for a module, if not only those of its name; `MORE` run after them.
OWN = {"betting": "trees no_limit one_round limit river", "blockers": "river"}
OWN |= {"deals": "deals river", "trees": "trees no_limit", "amounts": "trees one_round"}
OWN |= {"_program": "double_oracle exact", "optimal_set": "exact", "walk": "shover match"}
OWN |= {"solutions": "games", "cfr": "iterating no_limit", "cuts": "stochastic"}
OWN |= dict.fromkeys(("_iterating", "fictitious_play", "lp"), "iterating")
MORE = "games solvers properties"
KINDS = re.compile(
    r"core/(AddNot|NumberReplacer|ExceptionReplacer|ZeroIterationForLoop|Replace(True|False|And|Or)"
    r"With\w+|ReplaceBreakWithContinue|Replace\w+Operator_(Add_Sub|Sub_Add|Mul_Div|Div_Mul|"
    r"(FloorDiv|Mod|Pow)_Mul|BitAnd_BitOr|BitOr_BitAnd|[LG]t_[LG]tE|[LG]tE_[LG]t|Eq_NotEq|NotEq_Eq|"
    r"Is_IsNot|IsNot_Is|USub_UAdd|Delete_Invert))"
)


def meaning(code: str) -> str:
    """A program without its annotations, which nothing evaluates."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign):
            node.annotation = ast.Constant(None)
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
    return ast.unparse(tree)


def changed(source: str) -> list[str]:
    """What becomes of a program by each change, but for those of annotations."""
    nodes, original = list(ast_nodes(get_ast(source))), meaning(source)
    codes = []
    for name in filter(KINDS.fullmatch, operator_names()):
        operator = get_operator(name)()
        places = sum(len(list(operator.mutation_positions(node))) for node in nodes)
        codes += [mutate_code(source, operator, place) for place in range(places)]
    return [code for code in codes if meaning(code) != original]


def passes(folder: Path, tests: list[str], limit: float) -> bool:
    """Whether the tests pass in a copy of the checkout, and within `limit` seconds."""
    # When the time is up this kills what the tests have started, too.
    command = ["timeout", "--signal=KILL", str(limit), sys.executable, "-m", "pytest", "-qx"]
    command += ["-p", "no:cacheprovider", "-m", "not browser", *tests]
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    return not subprocess.run(command, cwd=folder, env=environment, capture_output=True).returncode


def examine(module: str, jobs: int, sample: int | None, seed: int) -> None:
    """Print a module's survivors and its score, over `sample` changes or all of them."""
    names = [*OWN.get(Path(module).stem, Path(module).stem).split(), *MORE.split()]
    tests = [module, *(f"tests/test_{name}.py" for name in dict.fromkeys(names))]
    source = (ROOT / module).read_text(encoding="utf-8")
    codes = changed(source)
    drawn = random.Random(seed).sample(codes, min(sample or len(codes), len(codes)))
    with TemporaryDirectory() as scratch, ThreadPoolExecutor(jobs) as pool:
        folders: SimpleQueue[Path] = SimpleQueue()
        for job in range(jobs):
            folders.put(shutil.copytree(ROOT, Path(scratch, str(job)), ignore=LEAVE_OUT))

        def survives(code: str, limit: float) -> bool:
            """Whether no test fails with the changed program."""
            folder = folders.get()
            (folder / module).write_text(code, encoding="utf-8")
            passed = passes(folder, tests, limit)
            folders.put(folder)
            return passed

        start, survivors = time.monotonic(), 0
        if not survives(source, 3600):
            raise SystemExit(f"{module} as it is fails: pytest {' '.join(tests)}")
        limits = repeat(10 + 5 * (time.monotonic() - start))
        for code, survived in zip(drawn, pool.map(survives, drawn, limits), strict=True):
            survivors += survived
            if survived:
                lines = difflib.unified_diff(source.split("\n"), code.split("\n"), n=0, lineterm="")
                print(f"\n{module}", *list(lines)[2:], sep="\n", flush=True)
    score = f"{len(drawn) - survivors} killed of {len(drawn)} tried"
    print(f"\n{module}: {score}, of {len(codes)} changes; seed {seed}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("modules", nargs="+", metavar="MODULE", help="a path below the checkout")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="so many at once")
    sample = "only so many changes of a module, drawn at random (30)"
    parser.add_argument("--sample", type=int, nargs="?", const=30, help=sample)
    parser.add_argument("--seed", type=int, default=0, help="of the draw")
    arguments = parser.parse_args()
    for module in arguments.modules:
        examine(module, arguments.jobs, arguments.sample, arguments.seed)
