"""Solvers: each turns a :class:`pokerlab.games.Game` into a :class:`pokerlab.solutions.Solution`.

Whichever solver found a solution, best responses answer its two plans. What the plans guarantee is
the bracket on the value, proven up to rounding.

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

The book's Performance page measures how long they take, how that grows with the game and with the
precision, and how other software compares.

NumPy's matrix products have one thread in here, whatever it is set to outside, and so have linear
programs. What is done hand by hand has all cores, or as many as ``NUMBA_NUM_THREADS`` says, where
plans have more than a million numbers.

Options that several solvers take:

tolerance : float
    Stop as soon as the bracket, in chips, is no wider than this; with 0 not before rounding, or the
    allowed work, is in the way.
initial : "uniform", "random" or pair of (hands, sequences) arrays
    The strategies to begin with, which are not part of an average: every action equally likely; or
    the probabilities in each information set drawn uniformly from the simplex, independently for
    each hand; or these plans, player 0's first.
seed : int, optional
    Seed for ``initial="random"``.
checkpoints : iterable of int, optional
    The iterations after which to measure, by default about twenty per decade, and always the last.
track : sequence of (player, action, hand)
    Actions whose probabilities the history records, such as ``(0, "push", "J6o")``.
progress : bool, optional
    Whether to show a bar on standard error after a second; by default if that is a terminal.

All raise a TypeError for anything but a game, and a ValueError for a kind of game that they do not
solve or an option that they do not know. Amounts in a tree that are too far apart for floats are an
ArithmeticError, and so are, for all but ``exact``, those too near each other.
"""

from pokerlab._lazy import lazy_modules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Never

    from pokerlab.games import Game
    from pokerlab.solutions import Solution

RULE = "DCFR(1.35, 0, 3)"  #: By which of the rules of CFR `solve` averages.
LEAST = 1e-7  #: Below this tolerance, in the tree's ``unit``, it tries no averages.
#: A bracket that is ten times as narrow takes about ten to this power times as many iterations.
POWER = 0.6
#: What linear programs take, in iterations for a single hand: so many, times decisions to a power.
PROGRAMS = 1300, 1.4
#: Single precision is enough down to this part of the largest amount, if that is no larger, and no
#: chip the smaller by as much.
SINGLE, LARGEST = 2e-6, 1e30


def solve(
    game: "Game",
    tolerance: float | None = None,
    progress: bool | None = None,
    **others: "Never",
) -> "Solution":
    """Solve any game by the solver that is probably faster.

    Averages come near the value at once, and then ever more slowly. Linear programs have nothing
    to show for long, longer for larger trees, and then all digits at once. So the averages of
    ``cfr`` become the guess that ``double_oracle`` begins with when, as their bracket narrows, what
    is left to do is more work than its programs.

    Parameters
    ----------
    game : Game
        The game to solve; anything else is a TypeError.
    tolerance : float, optional
        Stop as soon as the bracket, in chips, is no wider than this; with 0 not before rounding is
        in the way. By default 1e-9 times the tree's ``unit``.
    progress : bool, optional
        Whether to show a bar on standard error after a second; by default if that is a terminal.
    others
        Nothing else is taken: a TypeError says how a solver is chosen, with options of its own.

    Examples
    --------
    >>> from pokerlab import betting, deals, games
    >>> kuhn = games.Game(deals.kuhn(), betting.kuhn())
    >>> solve(kuhn, 1e-2).solver, solve(kuhn).solver
    ('DCFR(1.35, 0, 3)', 'double oracle')
    """
    from pokerlab.amounts import parse_tolerance
    from pokerlab.games import check_game
    from pokerlab.solvers import cfr, double_oracle

    for name in others:
        needed = "it chooses a solver itself: another one is pl.solvers.cfr.solve(game), and so on"
        raise TypeError(f"{name}: no option of solve; {needed}")
    check_game(game)
    tree, guess = game.tree, None
    if tolerance is not None:
        tolerance = parse_tolerance(tolerance)
    if tolerance is not None and tolerance >= LEAST * tree.unit:
        decisions, (some, each) = sum(map(len, tree.decision_rows)), double_oracle.EFFORT
        work = PROGRAMS[0] * decisions ** PROGRAMS[1] / game.payoffs.cost_per_hand
        largest = abs(tree.terminal_amounts).max()
        options: dict[str, Any] = {"tolerance": tolerance, "progress": progress}
        options["checkpoints"] = [10 * round(1.2**k) for k in range(63)]
        fits = 1 / LARGEST < tree.unit <= largest < LARGEST
        options["single"] = fits and tolerance >= SINGLE * largest
        options["hopeless"] = lambda n, width: (
            n >= some + each * decisions and n * ((width / tolerance) ** POWER - 1) > work
        )
        guess = cfr.solve(game, 10**6, RULE, **options)
        if guess.width <= tolerance:
            return guess
    return double_oracle.solve(game, tolerance, corner=False, progress=progress, guess=guess)


__getattr__, __dir__ = lazy_modules(__name__)
