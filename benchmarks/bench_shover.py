"""How long the shover takes: the document's program, policy iteration, and GLPK beside them.

Run ``python benchmarks/bench_shover.py``. It prints the median of a few runs of

- policy iteration, all of `shover.solve`: values, calls, residual and proven error;
- the document's program (GP), built and handed to Clarabel through cvxpy;
- the same program in GLPK, which the document used: its simplex method, at its own settings, on
  a matrix loaded beforehand. Only on small stacks: on 100 chips the document waited 30 minutes.
  It needs ``pip install swiglpk``, and is left out otherwise.

Every answer is checked against policy iteration's before its time is printed.
"""

import argparse
import importlib.util
import platform
import time
from statistics import median

import numpy as np
from scipy import sparse

from pokerlab import shover
from pokerlab.stochastic import primal_program


def policy_iteration(stack):
    return shover.solve(stack).start


def clarabel(stack):
    program = primal_program(shover.build(stack))
    program.solve(solver="CLARABEL")
    return program.variables()[0].value[0]


def load_glpk(stack):
    """The program as the document has it: a column per state, a row per move."""
    import swiglpk as glpk

    game = shover.build(stack)
    moves, states = game.transition.shape
    own = sparse.csr_array((np.ones(moves), (np.arange(moves), game.owner)), (moves, states))
    entries = (own - game.transition).tocoo()
    problem = glpk.glp_create_prob()
    glpk.glp_add_rows(problem, moves)
    glpk.glp_add_cols(problem, states)
    for row in range(1, moves + 1):
        glpk.glp_set_row_bnds(problem, row, glpk.GLP_LO, 0, 0)
    for column, value in enumerate(game.terminal_values.tolist(), 1):
        kind = glpk.GLP_FR if np.isnan(value) else glpk.GLP_FX
        glpk.glp_set_col_bnds(problem, column, kind, value, value)
        glpk.glp_set_obj_coef(problem, column, 1)
    count = entries.nnz
    rows, columns, values = (
        glpk.intArray(count + 1),
        glpk.intArray(count + 1),
        glpk.doubleArray(count + 1),
    )
    for i, (row, column, value) in enumerate(
        zip(*(array.tolist() for array in (entries.row, entries.col, entries.data)), strict=True), 1
    ):
        rows[i], columns[i], values[i] = row + 1, column + 1, value
    glpk.glp_load_matrix(problem, count, rows, columns, values)
    glpk.glp_term_out(glpk.GLP_OFF)
    return problem


def run_glpk(problem):
    import swiglpk as glpk

    glpk.glp_std_basis(problem)
    assert glpk.glp_simplex(problem, None) == 0
    assert glpk.glp_get_status(problem) == glpk.GLP_OPT
    return glpk.glp_get_col_prim(problem, 1)


def timed(run, argument, repeats, expected, tolerance):
    """Median seconds of some runs, each of which must find `expected`."""
    seconds = []
    for _ in range(repeats):
        begin = time.perf_counter()
        found = run(argument)
        seconds.append(time.perf_counter() - begin)
        assert abs(found - expected) < tolerance, (run.__name__, found, expected)
    return median(seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=3, help="runs of each program (default: 3)")
    parser.add_argument("--stacks", default="5,10,20,100", help="default: 5,10,20,100")
    parser.add_argument("--glpk", type=int, default=20, help="GLPK's largest stack (default: 20)")
    arguments = parser.parse_args()
    has_glpk = importlib.util.find_spec("swiglpk") is not None

    clarabel(1)  # importing cvxpy is not what we time
    print(f"{platform.machine()}, Python {platform.python_version()}; medians in seconds, and")
    print("how many times policy iteration's\n")
    print(f"{'stack':>5} {'variables':>9} {'rows':>8} {'policy':>8} {'Clarabel':>16} {'GLPK':>18}")
    for stack in map(int, arguments.stacks.split(",")):
        game, expected = shover.build(stack), policy_iteration(stack)
        policy = timed(policy_iteration, stack, 5 * arguments.repeats, expected, 1e-12)
        cells = [timed(clarabel, stack, arguments.repeats, expected, 1e-6)]
        if has_glpk and stack <= arguments.glpk:
            cells.append(timed(run_glpk, load_glpk(stack), arguments.repeats, expected, 1e-6))
        columns = [f"{seconds:9.2f} {seconds / policy:6.0f}x" for seconds in cells]
        print(
            f"{stack:5} {len(game.states):9,} {len(game.moves):8,} {policy:8.4f} "
            + " ".join(columns)
        )


if __name__ == "__main__":
    main()
