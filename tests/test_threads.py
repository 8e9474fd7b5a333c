"""BLAS has one thread wherever pokerlab multiplies, and elsewhere as many as the user gave it.

He gives it two here, which libraries take on any machine.
"""

import copy
import inspect
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event, current_thread, main_thread

import numba
import numpy as np
import pytest
from threadpoolctl import ThreadpoolController, threadpool_limits

import pokerlab as pl
from pokerlab import betting, cli, deals, evaluator, payoffs, sweeps
from pokerlab._compiled import parallel, rounding
from pokerlab.amounts import ForcedBets
from pokerlab.games import Game
from pokerlab.holdem import standings
from pokerlab.solvers import interior_point
from pokerlab.stacks import _saddle_points, match
from pokerlab.studies import any_raise, breakpoints, flops, safe_response, solved_stacks
from tests.every_solver import SOLVERS
from tests.package import MODULES

NUMBERS = deals.numbers(5)
BLINDS = ForcedBets.read(0.5, 1)
PUSH_FOLD = Game(NUMBERS, betting.push_fold(10))
LIMIT = Game(NUMBERS, betting.limit(2))
MATCH = match.Match(total_chips=4, deal=deals.kuhn())
ENTRIES = {
    **{name: partial(solver.solve, PUSH_FOLD) for name, solver in SOLVERS.items()},
    "solve, by averages": partial(pl.solve, LIMIT, tolerance=0.1),
    "solve, by programs": partial(pl.solve, LIMIT),
    "best response": partial(LIMIT.best_response, 0, LIMIT.uniform(1)),
    "bracket": partial(LIMIT.bracket, LIMIT.uniform(0), LIMIT.uniform(1)),
    "action values": partial(LIMIT.action_values, 0, LIMIT.uniform(1)),
    "any raise": partial(any_raise.solve, deal=NUMBERS),
    "a list of raises": partial(any_raise.solve_list, range(2, 50), deal=NUMBERS),
    "pieces": lambda: next(breakpoints.iterate_pieces(1, 3, BLINDS, deal=NUMBERS)),
    "chart": lambda: solved_stacks.solve([2, 3], deal=NUMBERS).probabilities,
    "safe response": partial(safe_response.response, LIMIT, 0, LIMIT.uniform(1), "1/10"),
    "match": partial(MATCH.solve, tolerance=1e-6),
    "command": partial(cli.main, ["push-fold", "--stack", "3", "--against", "AA"]),
}
LIBRARIES = ThreadpoolController().select(user_api="blas")


def blas():
    """The most threads that a library has."""
    return max(library["num_threads"] for library in LIBRARIES.info())


@pytest.fixture(autouse=True)
def two_threads():
    with threadpool_limits(2, "blas"):
        yield
        assert blas() == 2


@pytest.fixture
def seen(monkeypatch):
    """How many threads there are at each product."""
    counts = []

    def watch(owner, name):
        multiply = getattr(owner, name)

        def watched(*arguments):
            counts.append(blas())
            return multiply(*arguments)

        monkeypatch.setattr(owner, name, watched)

    watch(payoffs.MatrixPayoffOperator, "terminal_values_by_sequence")
    watch(deals.Deal, "meetings")
    watch(deals.Deal, "net_wins_against")
    watch(interior_point.SingleActionProgram, "second_action_losses")
    watch(_saddle_points, "_next_point")
    watch(match.Match, "_walk_against")
    return counts


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_every_product_is_on_one_thread(entry, seen):
    entry()
    assert {*seen} == {1} and blas() == 2


def test_the_points_of_a_sweep_are_on_one_thread():
    table = sweeps.run(lambda point: {"threads": blas()}, {"point": [1, 2]}, jobs=1)
    assert {*table["threads"]} == {1}


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_threads_are_given_back_after_an_error(error, monkeypatch):
    def fail(*_):
        assert blas() == 1
        raise error

    monkeypatch.setattr(payoffs.MatrixPayoffOperator, "terminal_values_by_sequence", fail)
    with pytest.raises(error):
        pl.solve(LIMIT)
    assert blas() == 2


def test_of_two_solves_at_once_the_last_to_leave_gives_the_threads_back(monkeypatch):
    operator, begun, other_is_done = payoffs.MatrixPayoffOperator, Event(), Event()
    values_of = operator.terminal_values_by_sequence

    def wait(self, *arguments):
        if current_thread() is not main_thread():
            begun.set()
            assert other_is_done.wait(60) and blas() == 1
        return values_of(self, *arguments)

    monkeypatch.setattr(operator, "terminal_values_by_sequence", wait)
    with ThreadPoolExecutor(1) as thread:
        first = thread.submit(pl.solve, PUSH_FOLD)
        assert begun.wait(60)
        pl.solve(LIMIT)
        assert blas() == 1
        other_is_done.set()
        first.result()
    assert blas() == 2


ALONE = f"""
import os, sys
import numpy
os.environ.pop("KMP_DUPLICATE_LIB_OK", None)  # which threadpoolctl sets, here and above
before = dict(os.environ)
from importlib import import_module
for module in {MODULES!r}:
    if module not in ("pokerlab.__main__", "pokerlab.solvers.gradient"):  # that one loads JAX
        import_module(module)
assert os.environ == before, {{*os.environ.items()}} - {{*before.items()}}
from threadpoolctl import threadpool_info
print(*(each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"))
"""
LATE = """
import sys
from pokerlab import betting, deals
from pokerlab._compiled.blas import one_blas_thread
from pokerlab._compiled import rounding
from pokerlab.games import Game
game = Game(deals.kuhn(), betting.kuhn())
assert "scipy.linalg" not in sys.modules
with one_blas_thread:
    import scipy.linalg
    game.bracket(game.uniform(0), game.uniform(1))
    from threadpoolctl import threadpool_info
    print(*(each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"))
"""


def counts(program):
    """What a program prints of its libraries, when the environment gives each two threads."""
    two = dict.fromkeys(["OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"], "2")
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=os.environ | two
    )
    assert done.returncode == 0, done.stderr
    return [*map(int, done.stdout.split())]


def test_importing_pokerlab_changes_neither_the_environment_nor_the_threads():
    assert {*counts(ALONE)} == {min(2, os.cpu_count())}


def test_no_loop_begins_threads_of_numba_s(monkeypatch):
    """Which wait for each other busily. What is shared out is the same to the last bit."""
    boards = flops.board_masks(np.arange(3), np.array([[50, 51], [10, 20], [7, 33]]))
    alone = standings.count_wins_and_ties(boards)
    monkeypatch.setattr(parallel, "PARALLEL_FROM", 1)
    assert (standings.count_wins_and_ties(boards) == alone).all() and alone.any()
    with pytest.raises(ValueError, match="not initialized"):
        numba.threading_layer()


def test_a_library_that_is_loaded_during_a_solve_is_held_as_well():
    found = counts(LATE)
    assert len(found) > 1 and {*found} == {1}


SOLVED_AT_ONCE = """
import sys
import pokerlab as pl
from pokerlab._compiled import lazy
lazy._python_budget.numbers_left *= int(sys.argv[1])
for tree in pl.betting.push_fold("6.4"), pl.betting.limit(2), pl.betting.kuhn():
    deal = pl.deals.kuhn() if "Kuhn" in tree.name else pl.deals.holdem()
    solution = pl.solvers.double_oracle.solve(pl.Game(deal, tree))
    print(*(plan.tobytes().hex() for plan in solution.plans), solution.lower.hex())
print("numba" in sys.modules, file=sys.stderr)
"""


def test_python_itself_computes_what_is_compiled_computes_to_the_last_bit():
    told = [
        subprocess.run(
            [sys.executable, "-c", SOLVED_AT_ONCE, share], capture_output=True, text=True
        )
        for share in ("0", "1")
    ]
    assert told[0].stdout == told[1].stdout != "" and "True" in told[0].stderr


def test_a_small_game_is_solved_without_loading_numba():
    program = "import sys, pokerlab as pl; from pokerlab import cli; "
    program += "cli.main(['push-fold', '--stack', '10', '--json']); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.splitlines()[1:] == ["False"], done.stderr


def test_what_is_compiled_late_is_pickled_and_copied_by_its_name():
    for function in (evaluator._rank_hands, rounding.rounding_in):
        assert pickle.loads(pickle.dumps(function)) is function
        assert copy.deepcopy(function) is function
        assert inspect.isroutine(function) and function.__doc__


NO_NUMBERS = "0", "-2", "two", ""
#: Modules that are refused are not loaded, and so can be asked for again.
ASKED_FOR = f"""
import importlib, os
for given in {NO_NUMBERS!r}:
    os.environ["NUMBA_NUM_THREADS"] = given
    for name in ("games", "evaluator", "river_payoffs"):
        try:
            importlib.import_module(f"pokerlab.{{name}}")
        except ValueError as error:
            print(repr(given), name, error)
"""


def test_a_number_of_threads_that_is_none_is_named():
    done = subprocess.run([sys.executable, "-c", ASKED_FOR], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        f"{given!r} {name} NUMBA_NUM_THREADS: {given!r} given, a positive integer needed"
        for given in NO_NUMBERS
        for name in ("games", "evaluator", "river_payoffs")
    ]


@pytest.mark.parametrize("given", NO_NUMBERS)
def test_the_command_says_in_one_line_that_a_number_of_threads_is_none(given):
    command = [sys.executable, "-m", "pokerlab", "push-fold", "--stack", "3"]
    environment = os.environ | {"NUMBA_NUM_THREADS": given}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    message = f"NUMBA_NUM_THREADS: {given!r} given, a positive integer needed"
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"pokerlab push-fold: {message}\n"
