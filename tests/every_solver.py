"""All solvers, found by themselves, for the tests that ask something of each."""

import re
from importlib import import_module
from pkgutil import iter_modules

from pokerlab import betting, deals, solvers
from pokerlab.games import Game
from pokerlab.solvers._highs import make_highs

#: What solvers are made of.
SHARED = (
    "exact_programs",
    "iteration",
    "plan_variables",
    "restricted_game",
    "sequence_programs",
    "units",
)
SOLVERS = {"solve": solvers} | {
    name: import_module(f"pokerlab.solvers.{name}")
    for _, name, _ in iter_modules(solvers.__path__)
    if name not in SHARED and not name.startswith("_")
}
MIXED = Game(deals.numbers(10), betting.push_fold(10))  # which no average reaches to the last digit


def try_to_solve(solver, game, **options):
    """The solution, or None of a game of a kind that the solver says it does not solve."""
    try:
        return solver.solve(game, **options)
    except ValueError as error:
        assert re.match(r"game: .* given, one needed in which", str(error))
    return None


def highs_with(**options):
    """A stand-in for `make_highs` whose programs have options, such as a limit."""

    def make_with_options(linear_program):
        highs = make_highs(linear_program)
        for name, option in options.items():
            highs.setOptionValue(name, option)
        return highs

    return make_with_options
