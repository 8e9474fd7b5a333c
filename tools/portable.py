"""Do the tests pass, and the notebooks give their stored outputs, where arithmetic is another one?

    python -m tools.portable [--other]

Processors differ in the last bits: OpenBLAS has kernels for each kind, NumPy, numba and XLA compile
for what the processor has. Environment variables make them believe in an older one. All package
tests and all notebooks are run under each of `ARITHMETICS` that the processor has, about ten
minutes each, and a table says what failed where. Status 1 if anything failed. With ``--other``
nothing is run, and what is printed is a variable that has OpenBLAS take another kernel than the one
of the stored outputs.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from tools.execute import BLAS

ROOT = Path(__file__).resolve().parent.parent
ARITHMETICS = {name: {"OPENBLAS_CORETYPE": name} for name in ("Haswell", "SkylakeX", "Nehalem")}
ARITHMETICS["generic"] = {
    "OPENBLAS_CORETYPE": "Prescott",
    "NPY_DISABLE_CPU_FEATURES": " ".join(
        np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    ),
    "NUMBA_CPU_NAME": "generic",
    "XLA_FLAGS": "--xla_cpu_max_isa=SSE4_2",
}
# OpenBLAS takes whatever kernel it is told to. One with instructions that the processor lacks ends
# the process at the first product.
TAKEN = """
import numpy, threadpoolctl
for dtype in "f", "d":
    square = numpy.ones((100, 100), dtype)
    numpy.linalg.solve(square @ square + 100 * numpy.eye(100, dtype=dtype), square[0] @ square)
print(threadpoolctl.threadpool_info()[0].get("architecture"))
"""


def taken(variables: dict[str, str]) -> str:
    """Return the kernel with which OpenBLAS computes under these variables, or nothing if none."""
    command = [sys.executable, "-c", TAKEN]
    environment = os.environ | variables
    return subprocess.run(command, env=environment, text=True, capture_output=True).stdout.strip()


def other() -> str:
    """Tell which of `ARITHMETICS` really has another kernel than the stored outputs have."""
    for name, variables in ARITHMETICS.items():
        if name == taken(variables) != BLAS:
            return name
    raise SystemExit(f"portable: no other kernel than {BLAS} to be had")


def check(name: str, *stages: str) -> bool:
    """Run stages of `make test` in one of `ARITHMETICS`; say what they say of themselves."""
    if not taken(ARITHMETICS[name]):
        print(f"{name}: not run, for this processor lacks its instructions", flush=True)
        return True
    stamps = ROOT / "_build" / "portable" / name
    shutil.rmtree(stamps, ignore_errors=True)
    targets = (f"{stamps}/{stage}" for stage in stages)
    run = ["make", "--keep-going", "-j2", "--output-sync", f"STAMPS={stamps}", *targets]
    environment = os.environ | ARITHMETICS[name]
    done = subprocess.run(run, cwd=ROOT, env=environment, text=True, capture_output=True)
    if done.returncode:
        print(done.stdout[-50_000:], done.stderr[-5_000:], file=sys.stderr, flush=True)
    said: Counter[str] = Counter()
    for line in re.findall(r"(?m)^\d+ (?:passed|failed).*(?= in )", done.stdout):
        said.update({what: int(number) for number, what in re.findall(r"(\d+) (\w+)", line)})
    counts = ", ".join(f"{number} {what}" for what, number in said.items())
    print(f"{name} ({taken(ARITHMETICS[name])}): {counts}", flush=True)
    return not done.returncode


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--other", action="store_true", help="name another kernel, run nothing")
    if parser.parse_args().other:
        print(f"OPENBLAS_CORETYPE={other()}")
        return 0
    stages = "package", "chapters", "notebooks"
    return int(not all([check(name, *stages) for name in ARITHMETICS]))


if __name__ == "__main__":
    sys.exit(main())
