"""The shover: policy iteration, QuantEcon, and Coutts's linear program in three solvers.

QuantEcon's `DiscreteDP` gets the game with every hand at every stack, made beforehand, as it takes
any Markov decision process. It needs a discount; ours is so small that it changes no digit that is
compared. GLPK, Coutts's solver, also gets its program loaded beforehand, and runs its simplex
method at its own settings: once with Coutts's program, and once without a variable for the worth of
chips before the deal, which he says makes the program much harder for GLPK. Clarabel and HiGHS get
theirs through cvxpy, and their times include building it.
"""

from functools import partial
from typing import Any

import numpy as np
from scipy import sparse

from benchmarks.bench_games import by_highs
from benchmarks.harness import Contender, Contest, Task
from pokerlab.stacks.shover import ShoverMatch


def policy_iteration(stack: int) -> Task:
    return Task(lambda: ShoverMatch(stack).solve(), lambda solution: solution.win_at_start)


def program(stack: int, solver: str, **options: Any) -> Task:
    """Coutts's program (GP)."""
    from pokerlab.stochastic import primal_program

    def solve() -> float:
        problem = primal_program(ShoverMatch(stack).stochastic_game())
        problem.solve(solver=solver, **options)
        return problem.variables()[0].value[0]

    return Task(solve)


DISCOUNT = 1e-12  #: Of what comes after a move; a match is over after far fewer than its inverse.


def quantecon(stack: int) -> Task:
    """The game as pairs of a state and a move; a game that is over pays once, and goes nowhere."""
    from quantecon.markov import DiscreteDP

    game = ShoverMatch(stack).stochastic_game()
    moves, states = game.transition.shape
    ends = np.flatnonzero(~np.isnan(game.final_values))
    nowhere = sparse.coo_array(np.ones((len(ends) + 1, 1)))
    none = sparse.coo_array((len(ends) + 1, states))
    transition = sparse.block_array([[game.transition, None], [none, nowhere]]).tocsr()
    reward = np.concatenate([np.zeros(moves), game.final_values[ends], [0]])
    state_of_move = np.concatenate([game.state_of_move, ends, [states]])
    number = np.arange(moves) - np.searchsorted(game.state_of_move, game.state_of_move)
    number = np.concatenate([number, np.zeros(len(ends) + 1, int)])
    order = np.argsort(state_of_move, kind="stable")
    pairs = reward[order], sparse.csr_matrix(transition[order])
    process = DiscreteDP(*pairs, 1 - DISCOUNT, state_of_move[order], number[order])
    how = {"method": "modified_policy_iteration", "max_iter": 10_000, "epsilon": 1e-9}
    return Task(lambda: process.solve(**how), lambda result: result.v[0])


def glpk(stack: int, explicit: bool = True) -> Task:
    """Coutts's program: a column per state, a row per move.

    If it is not explicit, ``x[k, *]``, the worth of chips before the deal, is no column but written
    out as a mean over the hands wherever it occurs.
    """
    import swiglpk as glpk

    game = ShoverMatch(stack).stochastic_game()
    moves, states = game.transition.shape
    own = sparse.csr_array(
        (np.ones(moves), (np.arange(moves), game.state_of_move)), (moves, states)
    )
    matrix, values, weights = own - game.transition, game.final_values, np.ones(states)
    if not explicit:
        before = np.array([len(state) == 2 for state in game.states])
        deals = before[game.state_of_move]
        means = own[deals].T @ game.transition[deals] + sparse.diags_array(1.0 * ~before)
        means = sparse.csr_array(means)[:, ~before]
        matrix, values = matrix[~deals] @ means, values[~before]
        weights = means.T @ weights
    kinds = np.where(np.isnan(values), glpk.GLP_FR, glpk.GLP_FX)
    problem = loaded(matrix, glpk.GLP_LO, np.column_stack([kinds, values, values, weights]))

    def solve() -> float:
        optimise(problem)
        return glpk.glp_get_col_prim(problem, 1)

    return Task(solve)


def loaded(matrix: sparse.sparray, bound: int, columns: np.ndarray) -> Any:
    """GLPK's program: rows that 0 bounds; each column's kind, bounds and cost. It counts from 1."""
    import swiglpk as glpk

    problem = glpk.glp_create_prob()
    glpk.glp_term_out(glpk.GLP_OFF)
    glpk.glp_add_rows(problem, matrix.shape[0])
    glpk.glp_add_cols(problem, matrix.shape[1])
    for row in range(1, matrix.shape[0] + 1):
        glpk.glp_set_row_bnds(problem, row, bound, 0, 0)
    for column, (kind, low, high, cost) in enumerate(columns.tolist(), 1):
        glpk.glp_set_col_bnds(problem, column, int(kind), low, high)
        glpk.glp_set_obj_coef(problem, column, cost)
    entries = sparse.coo_array(matrix)
    places = (array + 1 for array in entries.coords)
    given = []
    for numbers in (*places, entries.data):
        make = glpk.doubleArray if numbers is entries.data else glpk.intArray
        given.append(make(entries.nnz + 1))
        for place, number in enumerate(numbers.tolist(), 1):
            given[-1][place] = number
    glpk.glp_load_matrix(problem, entries.nnz, *given)
    return problem


def optimise(problem: Any, exactly: bool = False) -> None:
    """Run GLPK's simplex method from its standard basis, and go on in rationals if wanted."""
    import swiglpk as glpk

    glpk.glp_std_basis(problem)
    assert glpk.glp_simplex(problem, None) == 0
    assert not exactly or glpk.glp_exact(problem, None) == 0
    assert glpk.glp_get_status(problem) == glpk.GLP_OPT


CONTESTS = [
    Contest(
        *("shover", "shover", "the best response to the shover, at every stack", "chips each"),
        (2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000),
        [
            Contender("policy iteration", policy_iteration),
            Contender("QuantEcon, modified policy iteration", quantecon, "quantecon", 1e-6),
            Contender("Clarabel", partial(program, solver="CLARABEL"), "clarabel", 1e-6),
            *by_highs(lambda **options: partial(program, **options), 1e-6),
            Contender("GLPK", glpk, "swiglpk", 1e-6),
            Contender("GLPK, no x[k, *]", partial(glpk, explicit=False), "swiglpk", 1e-6),
        ],
    ),
]
