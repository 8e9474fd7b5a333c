"""The linear program over a few actions, tested against all: a double oracle.

Optimal strategies in poker are almost pure: most hands have one best line, a few mix two. So a
handful of actions decides the game, and the full linear program spends its time ruling out the
rest. Here a short run of :mod:`pokerlab.solvers.cfr` guesses which actions matter; the linear
program of :mod:`pokerlab.solvers.lp` is solved over those; and both players' best responses over
*all* actions then either confirm its solution or name the actions that gain. H. B. McMahan,
G. J. Gordon and A. Blum proposed it for matrix games (Planning in the presence of cost functions
controlled by an adversary, 2003), B. Bošanský and others for trees (An exact double-oracle
algorithm for zero-sum extensive-form games with imperfect information, 2014).

A program over few actions does not say what to do at decisions that they never reach, and anything
it said would be refuted, one decision at a time. There a player follows the guess, which has tried
all actions. An action that pays nevertheless joins the program, with the decisions behind it. Each
round adds an action or is the last by its method (:mod:`pokerlab.solvers.restricted_game`). A small
game needs no guess: all its actions are in the first program.

The number of rounds depends on which of a program's many optima is taken. A corner deters only the
actions of the program: a hand that was left out may gain a whole pot where its neighbours are just
held off. So, unless a corner is asked for, an interior point method takes an optimum from the
middle. If that method ends early, the simplex method goes on. How long it takes depends on
the number of rounds; a better guess saves some.

`trembling` chooses one optimum out of many: the one that makes the most of mistakes.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from pokerlab._compiled.blas import one_blas_thread
from pokerlab._support.arguments import refusal
from pokerlab._support.progress import progress_bar
from pokerlab.amounts import read_number, read_tolerance
from pokerlab.brackets import Bracket
from pokerlab.games import Game, Plans, require_float_amounts, require_game
from pokerlab.payoffs import FloatPayoffOperator
from pokerlab.solutions import Convergence, Solution
from pokerlab.solvers import cfr
from pokerlab.solvers._highs import CORNER_METHODS, HighsOptions
from pokerlab.solvers._trembling_payoffs import TremblingPayoffOperator, plan_by_terminals
from pokerlab.solvers.plan_variables import SequenceMasks
from pokerlab.solvers.restricted_game import (
    Beginning,
    MeasuredPlans,
    has_few_entries,
    measure_plans,
    rounds_in_floats,
)
from pokerlab.solvers.sequence_programs import Behaviours
from pokerlab.solvers.units import largest_amount, tolerance_unit
from pokerlab.trees import Tree

__all__ = [
    "GUESS_RULE",
    "MIDDLE_METHOD",
    "TO_CORNER",
    "TO_MIDDLE",
    "Phases",
    "default_tolerance",
    "max_guess_iterations",
    "search",
    "solve",
    "trembling",
]

_TOLERANCE = 1e-9  # How wide the bracket may be by default, in `units.tolerance_unit`.

#: The rule of ``cfr`` for the guess, by which the stored solutions of large trees were found, too.
#: Another guess leads to other programs.
GUESS_RULE = "DCFR(1.5, 0.5, 5)"
_GUESS_TOLERANCE = 1e-6  # The tolerance of the guess, in the tree's largest amount.
_GUESS_ITERATIONS = 100  # The guess may take this many iterations,
_GUESS_ITERATIONS_PER_DECISION = 20  # and this many more for each decision of the tree.
# The guess's bracket is measured at most this often, and at multiples of ten only.
_GUESS_CHECKPOINTS = 50
# An action is in the first program if the guess plays the hand that way this often, or it is best.
_MIN_IN_GUESS = 1e-3

_MAX_ROUNDS = 1000  # A search ends after this many rounds.

#: The method of HiGHS that finds an optimum from the middle: an interior point method. Without a
#: limit it may take steps for ever.
MIDDLE_METHOD: HighsOptions = {
    "solver": "ipx",
    "run_crossover": "off",
    "ipm_iteration_limit": 200,
    "ipm_optimality_tolerance": 1e-10,
}

#: The phases of a search: for each, the methods of HiGHS that solve its programs, in the order in
#: which they are tried.
Phases = Sequence[Sequence[HighsOptions]]
#: The phases of a search for a corner of the optima.
TO_CORNER: Phases = (CORNER_METHODS,)
#: Those of a search for their middle. Once its method is stuck, or no action gains any more, the
#: simplex method solves further programs.
TO_MIDDLE: Phases = ((MIDDLE_METHOD,), CORNER_METHODS)
# HiGHS's methods with trembles, which its own tolerances of 1e-7 would swallow.
_FINE_METHODS: tuple[HighsOptions, ...] = tuple(
    {**method, "primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    for method in CORNER_METHODS
)
# How wide the bracket with trembles may be, in `units.tolerance_unit`.
_TREMBLING_TOLERANCE = 1e-14


def default_tolerance(tree: Tree) -> float:
    """Return how wide the bracket of a tree's games may be by default, in chips."""
    return _TOLERANCE * tolerance_unit(tree)


@one_blas_thread
def solve(
    game: Game,
    *,
    tolerance: float | None = None,
    corner: bool = True,
    progress: bool | None = None,
    initial: Plans | None = None,
) -> Solution:
    """Solve a game by linear programs over a growing set of actions.

    Parameters
    ----------
    game : Game
        Any game, with locked decisions or without.
    tolerance, progress
        As in :mod:`pokerlab.solvers`, the tolerance by default 1e-9 times
        `units.tolerance_unit` of the tree.
    corner : bool
        Whether the solution is a corner of a program's optima, where few hands mix, or lies in
        their middle, which is found in a time that varies less: `pokerlab.solvers.solve` asks for
        that.
    initial : pair of (hands, sequences) arrays, optional
        The plans to begin with. They give every action a chance, such as another solution's
        ``plans`` by averages. By default a small game begins with all actions, and a larger one
        with the plans that CFR guesses.

    Returns
    -------
    Solution
        Measured like every solution. Its ``convergence`` has one entry per round. If there are too
        few rounds, or rounding is in the way, the bracket shows by how much the tolerance is
        missed.

    Raises
    ------
    ArithmeticError
        If floats cannot tell the tree's amounts apart, or arithmetic fails before the tolerance is
        reached.

    Examples
    --------
    >>> from pokerlab import betting, deals
    >>> solution = solve(Game(deals.kuhn(), betting.kuhn()))
    >>> round(-18 * solution.payoff, 9)
    1.0
    """
    require_game(game)
    require_float_amounts(game)
    if initial is not None:
        initial = game.sequence_form.read_plans("initial", initial)
    if tolerance is None:
        tolerance = default_tolerance(game.tree)
    tolerance = read_tolerance(tolerance)
    phases = TO_CORNER if corner else TO_MIDDLE
    plans, convergence = search(game, tolerance, phases, initial=initial, progress=progress)
    return Solution(game, plans, "double oracle", convergence)


@one_blas_thread
def trembling(game: Game, *, tremble: float = 1e-7) -> Solution:
    """Find the optimal strategies that make the most of rare mistakes.

    Suppose that either player, with the small probability ``tremble``, chooses blindly among the
    terminals of the tree. Then nothing is out of reach, every decision matters a little, and nobody
    throws away a hand that may be checked for free. This is R. Selten's trembling hand
    (Reexamination of the perfectness concept for equilibrium points in extensive games, 1975), with
    a tremble that is not infinitely small.

    The solution is one of the game itself, without trembles. Its bracket is about as wide as the
    tremble times the stakes. Probabilities that trembles do not influence are right to within a few
    hundred trembles. It is an ArithmeticError if the game with trembles could not be solved to the
    last digits.

    Examples
    --------
    In Kuhn's poker the first player may bluff with a jack anywhere up to one time in three. The
    opponent's mistakes decide how often is best:

    >>> from pokerlab import betting, deals
    >>> solution = trembling(Game(deals.kuhn(), betting.kuhn()))
    >>> round(solution.probability(0, "bet", "J"), 3)
    0.333
    """
    require_game(game)
    tremble = float(read_number("tremble", tremble, more_than=0))
    if tremble > 1:
        raise refusal("tremble", tremble, "a probability, up to 1")
    tolerance = _TREMBLING_TOLERANCE * tolerance_unit(game.tree)
    mistakes = [tremble * plan_by_terminals(game, player) for player in (0, 1)]
    payoff_operator = TremblingPayoffOperator(game.payoff_operator, mistakes)
    # Asked for ten times as much as is demanded, the search goes on where a round comes close.
    plans, convergence = search(
        game, tolerance / 10, [_FINE_METHODS], payoff_operator=payoff_operator, use_fallback=False
    )
    width = min(convergence.width)
    if not width <= tolerance:
        raise ArithmeticError(f"the bracket with trembles stays {width} wide")
    return Solution(game, plans, "double oracle (trembling)")


def search(
    game: Game,
    tolerance: float,
    phases: Phases,
    *,
    payoff_operator: FloatPayoffOperator | None = None,
    use_fallback: bool = True,
    initial: Plans | None = None,
    progress: bool | None = None,
) -> tuple[Plans, Convergence]:
    """Run the rounds of :func:`solve`, each of which solves a program.

    Parameters
    ----------
    game, tolerance, initial, progress
        As there, but read.
    phases : sequence of sequences of mappings
        The methods of HiGHS, such as `TO_CORNER` or `TO_MIDDLE`.
    payoff_operator : FloatPayoffOperator, optional
        What the game pays; by default its own operator.
    use_fallback : bool
        Whether players follow the guess where a program never leads; if not, the program decides.

    Returns
    -------
    plans : pair of (hands, sequences) arrays
        The best ones of all rounds.
    convergence : Convergence
        The bracket of each round.
    """
    # The gains of both players' hands add up to the bracket's width. So as long as that is above
    # the tolerance, some hand gains more than the tolerance divided by the number of hands, which
    # is no larger than this. Half of that leaves room for rounding.
    most_hands = 2 * max(map(len, game.deal.hands))
    least_gain = tolerance / most_hands / 2
    payoff_operator = payoff_operator or game.payoff_operator
    if initial is None and not has_few_entries(game):
        initial = _guess(game, progress)
    beginning = Beginning.of(game, payoff_operator, initial, _MIN_IN_GUESS)
    best = measure_plans(payoff_operator, beginning.plans, least_gain)
    brackets: list[Bracket] = []
    fallback = beginning.fallback if use_fallback else None
    rounds = _rounds(game, payoff_operator, beginning.in_play, fallback, least_gain, phases)
    for measured in progress_bar(rounds, "double oracle", None, progress):
        brackets.append(measured.bracket)
        if measured.bracket.width <= best.bracket.width:
            best = measured
        if best.bracket.width <= tolerance or len(brackets) == _MAX_ROUNDS:
            break
    if len(brackets) < _MAX_ROUNDS:  # nothing more to gain: what is left should be rounding
        _fail_if_imprecise(game, best, tolerance)
    convergence = Convergence.of(range(1, len(brackets) + 1), brackets, {})
    return best.plans, convergence


def _rounds(
    game: Game,
    payoff_operator: FloatPayoffOperator,
    in_play: SequenceMasks,
    fallback: Behaviours | None,
    least_gain: float,
    phases: Phases,
) -> Iterator[MeasuredPlans]:
    """Yield the measured optimum of each round's program, as long as the caller asks for more.

    A phase ends where its methods fail, or no action gains any more; the next goes on from there.
    """
    for methods in phases:
        for each_round in rounds_in_floats(
            game, payoff_operator, in_play, fallback, least_gain, methods
        ):
            in_play = each_round.in_play  # where the next phase begins
            if not each_round.highs_result.is_solved:
                break
            yield each_round.measured


def _fail_if_imprecise(game: Game, measured: MeasuredPlans, tolerance: float) -> None:
    """Raise an ArithmeticError if a bracket is wider than tolerance and rounding allow."""
    width = measured.bracket.width
    if width > tolerance + measured.rounding_error:
        largest = largest_amount(game.tree)
        amounts = f"{game.tree.name}: amounts up to {largest:.3g} chips, with which floats"
        raise ArithmeticError(f"{amounts} find the value only to within {width:.3g}")


def max_guess_iterations(game: Game) -> int:
    """Return the most iterations of CFR that the guess may take."""
    return _GUESS_ITERATIONS + _GUESS_ITERATIONS_PER_DECISION * game.tree.decision_count


def _guess(game: Game, progress: bool | None) -> Plans:
    """Return plans that CFR finds within a tolerance, or after all iterations allowed."""
    iterations = max_guess_iterations(game)
    tens = np.geomspace(1, max(iterations / 10, 1), _GUESS_CHECKPOINTS)
    # A little more, because rounding could put a whole number just below itself.
    checkpoints = 10 * (tens + 1e-9).astype(int)
    checkpoints = checkpoints[checkpoints < iterations].tolist()
    solution = cfr.solve(
        game,
        iterations=iterations,
        rule=GUESS_RULE,
        tolerance=_GUESS_TOLERANCE * largest_amount(game.tree),
        checkpoints=checkpoints,
        progress=progress,
    )
    return solution.plans
