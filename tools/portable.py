"""Do the tests pass, and the notebooks give their stored outputs, where arithmetic is another one?

    python -m tools.portable [--other]

Processors differ in the last bits: OpenBLAS has kernels for each kind, NumPy, numba and XLA compile
for what the processor has. Environment variables make them believe in an older one. All package
tests and all notebooks are run under each of `ARITHMETICS` in turn, about ten minutes each, and a
table says what failed where. With ``--other`` only the notebooks are run, under one kernel that is
not the one that OpenBLAS takes here. Status 1 if anything failed.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
GENERIC = {
    "OPENBLAS_CORETYPE": "Prescott",
    "NPY_DISABLE_CPU_FEATURES": " ".join(
        np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    ),
    "NUMBA_CPU_NAME": "generic",
    "XLA_FLAGS": "--xla_cpu_max_isa=SSE4_2",
}
ARITHMETICS = {
    **{kernel: {"OPENBLAS_CORETYPE": kernel} for kernel in ("Haswell", "SkylakeX", "Nehalem")},
    "all generic": GENERIC,
}
TAKEN = "import numpy, threadpoolctl as t; print(t.threadpool_info()[0].get('architecture'))"


def taken(variables: dict[str, str]) -> str:
    """The kernel that OpenBLAS takes with these variables."""
    command = [sys.executable, "-c", TAKEN]
    environment = os.environ | variables
    return subprocess.run(command, env=environment, text=True, capture_output=True).stdout.strip()


def other() -> str:
    """Which of `ARITHMETICS` has another kernel than this environment, and has it in truth."""
    here = taken({})
    for name, variables in ARITHMETICS.items():
        if name == taken(variables) != here:
            return name
    raise SystemExit(f"portable: no other kernel than {here} to be had")


def check(variables: dict[str, str], package: bool) -> list[str]:
    """Run the notebooks, and the package tests before them; return what they say of themselves."""
    pytest = [sys.executable, "-m", "pytest", "-q", "-n", "2"]
    notebooks = sorted(map(str, ROOT.glob("book/*.ipynb")), key=os.path.getsize, reverse=True)
    nbval = ["--nbval", "--nbval-current-env", "--nbval-cell-timeout=900", "--dist", "loadfile"]
    runs = [[*pytest, "-m", "not browser"]] if package else []
    runs.append([*pytest, *nbval, "--no-loadscope-reorder", *notebooks])
    environment = {"OPENBLAS_NUM_THREADS": "1"} | os.environ | variables
    said = []
    for run in runs:
        done = subprocess.run(run, cwd=ROOT, env=environment, text=True, capture_output=True)
        if done.returncode:
            print(done.stdout[-20_000:], file=sys.stderr, flush=True)
        said.append(re.sub(r" in .*|=", "", done.stdout.strip().splitlines()[-1]).strip())
        said[-1] += "" if done.returncode == 0 else f" (status {done.returncode})"
    return said


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--other", action="store_true", help="only the notebooks, one kernel")
    only = parser.parse_args().other
    failed = False
    for name in [other()] if only else ARITHMETICS:
        said = check(ARITHMETICS[name], package=not only)
        print(f"{name} ({taken(ARITHMETICS[name])}): {'; '.join(said)}", flush=True)
        failed |= any("status" in line for line in said)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
