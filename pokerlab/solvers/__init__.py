"""Solvers: each turns a :class:`pokerlab.games.Game` into two strategies, and bounds on its value.

Which one when?

- `solve`, in here, takes any game: linear programs find all digits, and if fewer are asked for,
  averages come first. Begin with it.
- :mod:`~pokerlab.solvers.double_oracle` is the fastest way to all digits that floats have, and
  :mod:`~pokerlab.solvers.cfr` the fastest to a few digits of a large game.
- :mod:`~pokerlab.solvers.exact` finds the value as a fraction, with a proof.
- :mod:`~pokerlab.solvers.interior_point` is fast in its kind of games, and finds the middle of the
  optimal strategies.
- :mod:`~pokerlab.solvers.lp`, :mod:`~pokerlab.solvers.fictitious_play` and
  :mod:`~pokerlab.solvers.gradient` are the short classics: read them first.

=================== ======================= ======================= ================================
Solver              Games                   Proves                  Work, for ``n`` hands
=================== ======================= ======================= ================================
``lp``              any                     a bracket               one program over all actions
``double_oracle``   any                     a bracket               programs over few of the actions
``cfr``             any                     a bracket               ``n x n`` products per iteration
                                                                    (on a river, of ``n``)
``fictitious_play`` any                     a bracket               ``n x n`` products per iteration
``gradient``        one decision each,      a bracket               two ``n x n`` products per step
                    two actions at most                             and player
``interior_point``  player 0 acts once,     a bracket               ``O(n^3)`` per action and step,
                    player 1 answers once,                          thirty steps for forty actions
                    two actions at most
``exact``           any                     the value, a fraction,  a double oracle's, and a square
                                            by its ``Certificate``  system of equations in integers
=================== ======================= ======================= ================================

Whichever solver found the two plans of a solution, best responses to them give the bracket on the
value, right up to rounding. The book's Performance page measures how long solvers take, how that
grows with the game and with the precision, and how other software compares.

NumPy's matrix products have one thread in here, whatever it is set to outside, and so have linear
programs. What is done hand by hand has all cores, or as many as ``NUMBA_NUM_THREADS`` says, where
plans have more than a million numbers.

Five modules are what solvers share: :mod:`~pokerlab.solvers.iteration` measures and stops those
that iterate, :mod:`~pokerlab.solvers.choices` makes variables of a plan,
:mod:`~pokerlab.solvers.sequence_programs` writes the linear program over some of the
actions, :mod:`~pokerlab.solvers.exact_programs` solves it in integers, and
:mod:`~pokerlab.solvers.units` says in which unit of chips they count.

A solver takes the game, and all options by their names. Those that several solvers take:

tolerance : float
    Stop as soon as the bracket, in chips, is no wider than this; with 0 not before rounding, or the
    allowed work, is in the way.
initial : pair of (hands, sequences) arrays, optional
    The plans to begin with, player 0's first, such as
    :func:`~pokerlab.solvers.iteration.random_plans` of some seed. By default every action is
    equally likely. In fictitious play they are the first of the average, as Brown's are; in other
    averages they do not count.
checkpoints : iterable of int, optional
    The iterations after which to measure, by default about twenty per decade, and always the last.
track : sequence of (player, action, hand)
    Actions whose probabilities ``convergence`` records, such as ``(0, "push", "J6o")``.
progress : bool, optional
    Whether to show a bar on standard error after a second; by default if that is a terminal.

All raise a TypeError for anything but a game, and a ValueError for a kind of game that they do not
solve, or a value that an option does not take; an option that they do not have is Python's own
TypeError. Amounts in a tree that are too far apart for floats are an
ArithmeticError, and so are, for all but ``exact``, those too near each other.
"""

from typing import TYPE_CHECKING

from pokerlab._support.loading import lazy_modules

if TYPE_CHECKING:
    from pokerlab.games import Game
    from pokerlab.solutions import Solution

__all__ = ["solve"]

# Below this tolerance, in `units.tolerance_unit`, `solve` tries no averages.
_LEAST_AVERAGED_TOLERANCE = 1e-7
# A bracket that is ten times as narrow takes about ten to this power times as many iterations.
_ITERATION_POWER = 0.6
# A double oracle's work, in products for each hand and terminal: this many, times the number of
# decisions to `_PROGRAM_POWER`.
_PROGRAM_WORK = 1300
_PROGRAM_POWER = 1.4  # The power of the number of decisions in that work.
# Single precision is enough for tolerances from this part of the largest amount on. It makes large
# games faster, those over combos most, and hardly slows down any.
_LEAST_SINGLE_PRECISION_TOLERANCE = 2e-6
# In single precision, which overflows at 3e38, amounts are below this, and the
# tree's `units.tolerance_unit` is above its inverse.
_MAX_SINGLE_PRECISION_AMOUNT = 1e30
_MAX_ITERATIONS = 10**6  # `solve` averages over at most this many.


def solve(
    game: "Game",
    *,
    tolerance: float | None = None,
    progress: bool | None = None,
) -> "Solution":
    """Solve any game, by averages as far as they seem faster, else by linear programs.

    Other solvers, each with options of its own, are called by their modules, as in
    ``pl.solvers.cfr.solve(game, rule="CFR+")``.

    Averages come near the value at once, and then ever more slowly. Linear programs have nothing
    to show for long, longer for larger trees, and then all digits at once. So the averages of
    ``cfr`` narrow the bracket until what is left to do seems more work than the programs of
    ``double_oracle``, which then begins with them. Without a tolerance, or with a tiny one, the
    programs begin at once.

    Parameters
    ----------
    game : Game
        The game to solve; anything else is a TypeError.
    tolerance : float, optional
        Stop as soon as the bracket, in chips, is no wider than this; with 0 not before rounding is
        in the way. By default 1e-9 times `units.tolerance_unit` of the tree.
    progress : bool, optional
        Whether to show a bar on standard error after a second; by default if that is a terminal.

    Examples
    --------
    >>> from pokerlab import betting, deals, games
    >>> kuhn = games.Game(deals.kuhn(), betting.kuhn())
    >>> solve(kuhn, tolerance=1e-2).found_by, solve(kuhn).found_by
    ('cfr (DCFR(1.35, 0, 3))', 'double oracle')
    """
    from pokerlab.amounts import read_tolerance
    from pokerlab.games import require_game
    from pokerlab.solvers import double_oracle
    from pokerlab.solvers.units import tolerance_unit

    require_game(game)
    initial = None
    if tolerance is not None:
        tolerance = read_tolerance(tolerance)
        if tolerance >= _LEAST_AVERAGED_TOLERANCE * tolerance_unit(game.tree):
            averaged = _average(game, tolerance, progress)
            if averaged.width <= tolerance:
                return averaged
            initial = averaged.plans
    # The middle of the optima is found in a time that varies less than a corner is.
    return double_oracle.solve(
        game, tolerance=tolerance, corner=False, progress=progress, initial=initial
    )


def _average(game: "Game", tolerance: float, progress: bool | None) -> "Solution":
    """Average by CFR down to a tolerance, or until linear programs seem faster."""
    from pokerlab.solvers import cfr, double_oracle
    from pokerlab.solvers.units import tolerance_unit

    tree = game.tree
    work_of_programs = _PROGRAM_WORK * tree.decision_count**_PROGRAM_POWER
    iterations_meanwhile = work_of_programs / game.payoff_operator.cost_per_hand_and_terminal
    least_iterations = double_oracle.most_guess_iterations(game)

    def programs_are_faster(iterations: int, width: float) -> bool:
        iterations_left = iterations * ((width / tolerance) ** _ITERATION_POWER - 1)
        return iterations >= least_iterations and iterations_left > iterations_meanwhile

    largest = abs(tree.payments.amounts).max()
    fits_single = (
        1 / _MAX_SINGLE_PRECISION_AMOUNT
        < tolerance_unit(tree)
        <= largest
        < _MAX_SINGLE_PRECISION_AMOUNT
    )
    return cfr.solve(
        game,
        iterations=_MAX_ITERATIONS,
        rule=cfr.SOLVE_RULE,
        tolerance=tolerance,
        checkpoints=[10 * round(1.2**k) for k in range(63)],  # each a fifth later, up to 811,400
        progress=progress,
        single_precision=bool(
            fits_single and tolerance >= _LEAST_SINGLE_PRECISION_TOLERANCE * largest
        ),
        should_give_up=programs_are_faster,
    )


__getattr__, __dir__ = lazy_modules(__name__)
