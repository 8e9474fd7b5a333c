"""The linear program over a few actions, proven over all: a double oracle.

Optimal strategies in poker are almost pure: most hands have one best line, a few mix two. So a
handful of actions decides the game, and the full linear program spends its time ruling out the
rest. Here a short run of :mod:`pokerlab.solvers.cfr` guesses which actions matter; the linear
program of :mod:`pokerlab.solvers.lp` is solved over those; and both players' best responses over
*all* actions then either prove its solution or name the actions that were missing. H. B. McMahan,
G. J. Gordon and A. Blum proposed it for matrix games (Planning in the presence of cost functions
controlled by an adversary, 2003), B. Bošanský and others for trees (An exact double-oracle
algorithm for zero-sum extensive-form games with imperfect information, 2014).

A program over few actions does not say what to do at decisions that they never reach, and anything
it said would be refuted, one decision at a time. There a player follows the guess, which has met
all actions. An action that pays nevertheless joins the program, with the decisions behind it. Each
round adds an action or is the last.

The number of rounds depends on which of a program's many optima is taken. A corner deters only the
actions of the program: a hand that was left out may gain a whole pot where its neighbours are just
held off. So, unless a corner is asked for, an interior point method takes an optimum from the
middle, and best responses are sought to plans on the way from the best ones known to that. P.
Wentges smoothed Dantzig and Wolfe's decomposition like that (Weighted Dantzig-Wolfe decomposition
for linear mixed-integer programming, 1997). If that method ends early, the simplex method goes on.

The time varies with the number of rounds, less so the nearer the guess is to begin with. Best
responses to plans further on the way name more of what is missing and save rounds. But while these
plans are much worse than the best ones known, most of what pays against them is of no use later and
makes all later programs larger. So they count only where they add little.

`trembling` chooses one optimum out of many, by a rule.
"""

from typing import Any

import numpy as np

from pokerlab._foundations import progress_bar
from pokerlab._threads import one_blas_thread
from pokerlab.amounts import parse_amount, parse_tolerance
from pokerlab.games import Game, Plans, check_game
from pokerlab.sequence_programs import (
    SOLVED,
    Bonus,
    InPlay,
    SequenceProgram,
    likely_sequences,
    widen,
)
from pokerlab.solutions import History, Solution
from pokerlab.solvers import cfr

TOLERANCE = 1e-9  #: How wide a bracket may be by default, in the tree's ``unit``.
#: An action is in the first program if the guess plays the hand that way this often, or it is best.
LIKELY = 1e-3
RULE = "DCFR(1.5, 0.5, 5)"  #: By which of the rules of CFR the guess is made.
#: How wide its bracket may be before programs from the middle: a part of the largest amount.
GUESS = 1e-6
CLOSE = 2e-5  #: The same in chips, before programs that end in a corner.
#: How many iterations it may take, and how many more for each decision of the tree.
EFFORT = 100, 20
ROUNDS = 1000  #: How many programs to solve at most.
LOOKS = 50  #: How often the bracket is looked at meanwhile, at most, and at multiples of ten only.
#: How far on the way from the best plans known to a program's own best responses are sought.
STEPS = 0.02, 0.1, 0.3, 0.6, 1
LITTLE = 0.05  #: What part of the program more may join it than what pays at the first step.
#: HiGHS's options for an optimum from the middle. Without a limit it may take steps for ever.
MIDDLE = {"solver": "ipx", "run_crossover": "off", "ipm_iteration_limit": 200}
MIDDLE |= {"ipm_optimality_tolerance": 1e-10}
#: HiGHS's options with trembles, which its own tolerances would swallow.
FINE: dict[str, Any] = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
FINEST = 1e-14  #: How wide the bracket with trembles may be, in the tree's ``unit``.


@one_blas_thread
def solve(
    game: Game,
    tolerance: float | None = None,
    corner: bool = True,
    progress: bool | None = None,
    guess: Solution | None = None,
) -> Solution:
    """Solve a game by linear programs over a growing set of actions.

    Parameters
    ----------
    tolerance, progress
        As in :mod:`pokerlab.solvers`, the tolerance by default 1e-9 times the tree's ``unit``.
    corner : bool
        Whether the solution is a corner of a program's optima, where few hands mix, or lies in
        their middle, which is found in a time that varies less.
    guess : Solution, optional
        To begin with instead, whose plans give every action a chance.

    Returns
    -------
    Solution
        Certified like every solution. Its history has one entry per round. If there are too few
        rounds, or rounding is in the way, the bracket shows by how much the tolerance is missed.

    Raises
    ------
    ArithmeticError
        If arithmetic fails before the tolerance is reached, on amounts that are too far apart.

    Examples
    --------
    >>> from pokerlab import betting, deals
    >>> solution = solve(Game(deals.kuhn(), betting.kuhn()))
    >>> round(-18 * solution.value, 9)
    1.0
    """
    check_game(game)
    usual = TOLERANCE * game.tree.unit
    tolerance = usual if tolerance is None else parse_tolerance(tolerance)
    plans, brackets = search(game, tolerance, corner, progress, guess)
    lower, upper = np.array(brackets).reshape(-1, 2).T
    history = History(np.arange(1, len(brackets) + 1), lower, upper, {})
    return Solution(game, plans, "double oracle", history)


@one_blas_thread
def trembling(game: Game, tremble: float = 1e-7) -> Solution:
    """Find the optimal strategies that make the most of rare mistakes.

    Suppose that either player, with the small probability ``tremble``, chooses blindly among the
    endings of the betting. Then nothing is out of reach, every answer matters a little, and nobody
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
    check_game(game)
    tremble = float(parse_amount("tremble", tremble, greater_than=0))
    noise = [tremble * by_endings(game, player) for player in (0, 1)]
    bonus = game.sequence_values(0, noise[1]), game.sequence_values(1, noise[0])
    tolerance = FINEST * game.tree.unit
    plans, brackets = search(game, tolerance / 10, bonus=bonus, settle=False, **FINE)
    width = min(upper - lower for lower, upper in brackets)
    if not width <= tolerance:
        raise ArithmeticError(f"the bracket with trembles stays {width} wide")
    return Solution(game, plans, "trembling")


def by_endings(game: Game, player: int) -> np.ndarray:
    """A player's plan that takes each action in proportion to the endings behind it."""
    behind = np.bincount(
        game.tree.terminal_rows[:, player], minlength=game.tree.sequence_counts[player]
    )
    for node in reversed(game.tree.information_sets[player]):
        behind[node.parent] += behind[node.children].sum()
    shares = np.broadcast_to(behind, game.shape(player))
    return game.as_plan(player, shares)


def search(
    game: Game,
    tolerance: float,
    corner: bool = True,
    progress: bool | None = None,
    guess: Solution | None = None,
    bonus: Bonus = (0.0, 0.0),
    settle: bool = True,
    **options: float,
) -> tuple[Plans, list[tuple[float, float]]]:
    """The rounds of :func:`solve`, with a ``bonus`` as in `SequenceProgram`.

    If ``settle`` is false, the programs also decide what to do where they never lead. If
    ``corner`` is true, each ends in a corner of its optima, by HiGHS with these options.

    Returns
    -------
    plans : pair of (hands, sequences) arrays
        The best of all rounds.
    brackets : list of (lower, upper)
        One per round, the bonus included.
    """
    largest = abs(game.tree.terminal_amounts).max()
    near = CLOSE if corner else GUESS * largest
    best = guess.plans if guess else _guess(game, near, progress)
    settled = tuple(map(game.to_behaviour, (0, 1), best)) if settle else None
    in_play: InPlay = tuple(likely_sequences(game, player, best, LIKELY) for player in (0, 1))
    # The hands' gains add up to the bracket's width, so some hand gains more than this.
    least = tolerance / 4 / max(map(len, game.deal.hands))
    (lower, upper), _, rounding = respond(game, best, bonus, least)
    width, brackets = upper - lower, []
    for _ in progress_bar(iter(range(ROUNDS)), "double oracle", None, progress):
        program = SequenceProgram(game, in_play, settled, bonus)
        highs, plans = program.solve(**(options if corner else MIDDLE))
        wider, start = None, best
        if highs.getModelStatus() in SOLVED:
            for step in STEPS[-1:] if corner else STEPS:
                trial = tuple((1 - step) * a + step * b for a, b in zip(start, plans, strict=True))
                (lower, upper), missing, error = respond(game, trial, bonus, least)
                if step == 1:
                    brackets.append((lower, upper))
                if upper - lower <= width:
                    best, width, rounding = trial, upper - lower, error
                if width <= tolerance:
                    return best, brackets
                more = widen(wider or in_play, missing)
                if wider is None or (
                    more and _size(more) <= _size(wider) + LITTLE * _size(in_play)
                ):
                    wider = more
        if wider is not None:
            in_play = wider
        elif not corner:
            corner = True
        elif width > tolerance + rounding:
            given = f"{game.tree.name}: amounts up to {largest:.3g} chips, with which floats"
            raise ArithmeticError(f"{given} find the value only to within {width:.3g}")
        else:
            break
    return best, brackets


def _guess(game: Game, near: float, progress: bool | None) -> Plans:
    """Plans that CFR finds, whose bracket is as wide as this, or after the `EFFORT` allowed."""
    iterations = EFFORT[0] + EFFORT[1] * sum(map(len, game.tree.decision_rows))
    # A hair more, lest rounding decide where a power is a whole number.
    tens = (np.geomspace(1, max(iterations / 10, 1), LOOKS) + 1e-9).astype(int)
    checkpoints = [10 * n for n in tens.tolist() if 10 * n < iterations]
    solution = cfr.solve(
        game, iterations, RULE, tolerance=near, checkpoints=checkpoints, progress=progress
    )
    return solution.plans


def _size(in_play: InPlay) -> int:
    """How many sequences of all hands are in play."""
    return sum(int(own.sum()) for own in in_play)


def respond(
    game: Game, plans: Plans, bonus: Bonus, least: float
) -> tuple[tuple[float, float], InPlay, float]:
    """The bracket, best responses of the hands that gain by one, and what rounding may amount to.

    The last is a part of all that is added up in the bracket.
    """
    bounds, missing, paid = [], [], []
    for player, plan in enumerate(plans):
        other = 1 - player
        values = game.sequence_values(player, plans[other]) + bonus[player]
        best, worth = game.respond(player, values)
        gains = abs(((best - plan) * values).sum(axis=1))
        bounds.append(worth + float((plans[other] * bonus[other]).sum()))
        missing.append((best > 0) & (gains > least)[:, None])
        paid.append(abs(plan * values).sum())
    upper, lower = bounds
    rounding = sum(game.deal.prior.shape) * np.finfo(float).eps * max(paid)
    return (lower, upper), missing, float(rounding)
