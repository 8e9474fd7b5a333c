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
programs. Loops over hands run on all cores, or as many as ``NUMBA_NUM_THREADS`` says, where
plans have more than a million numbers.

Solvers share six public modules: :mod:`~pokerlab.solvers.iteration` measures and stops those that
iterate, :mod:`~pokerlab.solvers.plan_variables` makes variables of a plan,
:mod:`~pokerlab.solvers.sequence_programs` writes the linear program over some of the
actions, :mod:`~pokerlab.solvers.restricted_game` adds those that gain,
:mod:`~pokerlab.solvers.exact_programs` solves the program in integers, and
:mod:`~pokerlab.solvers.units` says in which unit of chips they count. What HiGHS is asked for, and
how, is in ``_highs``.

A solver takes the game, and all options by their names. Those that several solvers take:

tolerance : float
    Stop as soon as the bracket, in chips, is no wider than this; with 0 not before rounding, or the
    allowed work, is in the way.
initial : pair of (hands, sequences) arrays, optional
    The plans to begin with, player 0's first, such as
    :func:`~pokerlab.solvers.iteration.random_plans` of some seed. By default averages begin with
    every action equally likely, and ``double_oracle`` and ``exact`` with what their docstrings say.
    In fictitious play they are the first of the average, as Brown's are; in other averages they do
    not count.
checkpoints : iterable of int, optional
    The iterations after which to measure, by default about twenty per decade, and always the last.
track : sequence of (player, action, hand)
    Actions whose probabilities ``convergence`` records, such as ``(0, "push", "J6o")``.
progress : bool, optional
    Whether to show a bar on standard error after a second; by default if that is a terminal.

All raise a TypeError for anything but a game, and a ValueError for a kind of game that they do not
solve. Amounts in a tree that are too far apart for floats are an ArithmeticError, and so are, for
all but ``exact``, those too near each other.

The options of ``lp`` go on to cvxpy, and its docstring has their errors. In the others, an option
that they do not have is Python's own TypeError. A value that an option does not take is a
ValueError, or a TypeError where a list, a pair or a function is needed and something else is given.
"""

from typing import TYPE_CHECKING

from pokerlab._support.loading import lazy_modules

if TYPE_CHECKING:
    from pokerlab.games import Game
    from pokerlab.solutions import Solution

__all__ = ["solve"]


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
    from pokerlab.solvers import _averages_then_programs

    return _averages_then_programs.solve(game, tolerance, progress)


__getattr__, __dir__ = lazy_modules(__name__)
