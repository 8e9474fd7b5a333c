"""Exact equilibria: rational numbers, with a proof instead of a tolerance.

Every deal counts in integers and every tree keeps its amounts as fractions. So the payoffs are
rational, and the game has an equilibrium in rational numbers.

A numerical solution tells which actions matter; in a small game all do. The linear program over
those has an optimal corner, which :mod:`pokerlab.solvers.exact_programs` finds in integers. Best
responses over all actions then prove the solution for the whole game, or name the actions that
gain. The result is a :class:`pokerlab.certificates.Certificate`.
"""

import numpy as np

from pokerlab._compiled.blas import one_blas_thread
from pokerlab._support.progress import progress_bar
from pokerlab.certificates import Certificate
from pokerlab.games import Game, Plans, require_float_amounts, require_game
from pokerlab.solvers import double_oracle
from pokerlab.solvers._highs import CORNER_METHODS, HighsOptions, HighsResult
from pokerlab.solvers.exact_programs import exact_optimum, float_basis, program_in_integers
from pokerlab.solvers.restricted_game import (
    Beginning,
    has_few_entries,
    rounds_in_floats,
    widen,
)
from pokerlab.solvers.sequence_programs import SequenceProgram
from pokerlab.solvers.units import program_unit

__all__ = ["solve"]

_MIN_IN_PLAN = 1e-6  # An action that a plan plays more often than this is in the first program.
# Floats name the actions that gain more than this, in `units.program_unit`. Those that gain less
# are left to the exact solution, which names them, too. Where a game has many optima this decides
# which of them comes out, and chapters draw one.
_MIN_GAIN = 1e-6
# HiGHS takes an interior point method first, and then a crossover, its word for going from there to
# a corner nearby. Where a game has many optima, as on rivers, it is another corner than that at
# which the simplex method ends, and chapters draw it. Neither takes fewer rounds in general.
_METHODS: tuple[HighsOptions, ...] = (
    {**double_oracle.MIDDLE_METHOD, "run_crossover": "on"},
    *CORNER_METHODS,
)


@one_blas_thread
def solve(game: Game, *, initial: Plans | None = None, progress: bool | None = None) -> Certificate:
    """Solve a game exactly, which gives a certificate of width 0.

    Parameters
    ----------
    game : Game
        Any game, with locked decisions or without.
    initial : pair of (hands, sequences) arrays, optional
        The plans whose actions are in the first program. They may be good or bad: they decide how
        long it takes and, where a game has many equilibria, which one comes out. By default a small
        game begins with all actions. For larger ones :mod:`pokerlab.solvers.double_oracle` finds
        plans. Where its floats fail, all actions are equally likely.
    progress
        As in :mod:`pokerlab.solvers`.

    Raises
    ------
    ArithmeticError
        If amounts in the tree are too far apart for floats.

    Examples
    --------
    >>> from pokerlab import betting, deals
    >>> solve(Game(deals.kuhn(), betting.kuhn())).value
    Fraction(-1, 18)
    """
    require_game(game)
    require_float_amounts(game, gaps_too=False)
    if initial is not None:
        initial = game.sequence_form.read_plans("initial", initial)
    elif not has_few_entries(game):
        initial = _plans_in_floats(game, progress)
    _, in_play, fallback = Beginning.of(game, game.payoff_operator, initial, _MIN_IN_PLAN)
    least_gain = _MIN_GAIN * program_unit(game.tree)
    with progress_bar((), "exact", None, progress) as bar:
        while True:
            # Until in floats no other sequence gains.
            for each_round in rounds_in_floats(
                game, game.payoff_operator, in_play, fallback, least_gain, _METHODS
            ):
                last_round = each_round
                bar.update()
            in_integers = program_in_integers(game, last_round.in_play, fallback)
            certificate = _solve_exactly(in_integers, last_round.highs_result)
            if not certificate.width:
                return certificate
            wider = widen(last_round.in_play, certificate.gaining_sequences())
            assert wider is not None  # of the sequences in play, none gains on the optimum
            in_play = wider


def _plans_in_floats(game: Game, progress: bool | None) -> Plans:
    """Return plans to begin with: the double oracle's, or where its floats fail uniform ones."""
    tolerance = double_oracle.default_tolerance(game.tree)
    try:
        plans, _ = double_oracle.search(game, tolerance, double_oracle.TO_MIDDLE, progress=progress)
    except ArithmeticError:
        return game.uniform(0), game.uniform(1)
    return plans


def _solve_exactly(sequence_program: SequenceProgram, highs_result: HighsResult) -> Certificate:
    """Return the optimum of a program in integers, from the basis at which HiGHS has ended."""
    linear_program = sequence_program.linear_program
    rows, columns = linear_program.matrix.shape
    basis = highs_result.basis(rows, columns)
    # A basis has as many entries as there are rows. HiGHS's may have others where its program is
    # another one, as on a river, where sums are variables, too.
    if np.count_nonzero(basis) != rows:
        basis = float_basis(linear_program)
    return exact_optimum(sequence_program, basis)
