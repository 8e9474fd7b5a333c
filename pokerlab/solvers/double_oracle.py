"""The linear program over a few actions, proven over all: a double oracle.

Optimal strategies in poker are almost pure: most hands have one best line, a few mix two. So a
handful of actions decides the game, and the full linear program spends its time ruling out the
rest. Here a short run of CFR+ guesses which actions matter; the linear program of
:mod:`pokerlab.solvers.lp` is solved over those; and both players' best responses over *all* actions
then either prove its solution or name the actions that were missing. H. B. McMahan, G. J. Gordon
and A. Blum proposed it for matrix games (Planning in the presence of cost functions controlled by
an adversary, 2003), B. Bošanský and others for trees (An exact double-oracle algorithm for zero-sum
extensive-form games with imperfect information, 2014). Each round adds an action or is the last.
"""

from __future__ import annotations

import highspy
import numpy as np
from scipy.sparse import coo_array

from pokerlab.games import Game, History, Solution
from pokerlab.solvers import cfr
from pokerlab.solvers._program import maximise

# Which sequences of which hands are in play, one boolean (hands, sequences) array per player.
Kept = tuple[np.ndarray, np.ndarray]

LIKELY = 0.02
"""An action is in the first program if CFR+ plays the hand that way this often, or it is best."""


def solve(
    game: Game, tolerance: float = 1e-9, iterations: int = 100, rounds: int = 1000
) -> Solution:
    """Solve a game by linear programs over a growing set of actions.

    Parameters
    ----------
    game : Game
        Any game.
    tolerance : float
        Stop when the bracket is no wider than this, in chips.
    iterations : int
        How many iterations of CFR+ make the first guess.
    rounds : int
        How many programs to solve at most.

    Returns
    -------
    Solution
        Certified like every solution. Its history has one entry per round. If there are not
        enough rounds, the bracket says by how much the tolerance is missed; so it does where only
        the rounding of the bracket itself is in the way.

    Raises
    ------
    ValueError
        If the tolerance is not positive, or there are no iterations or no rounds.
    ArithmeticError
        If arithmetic fails before the tolerance is reached, on amounts that are too far apart.

    Examples
    --------
    >>> from pokerlab import deals, trees
    >>> solution = solve(Game(deals.kuhn(), trees.kuhn()))
    >>> round(-18 * solution.value, 9)
    1.0
    """
    if not tolerance > 0:
        raise ValueError(f"tolerance: {tolerance} given, more than 0 needed")
    if not isinstance(rounds, int | np.integer) or rounds < 1:
        raise ValueError(f"rounds: {rounds} given, a positive integer needed")
    guess = cfr.solve(game, iterations, checkpoints=[iterations], progress=False)
    kept = tuple(_likely(game, player, guess.plans) for player in (0, 1))
    best, brackets, stuck = guess, [], False
    for _ in range(rounds):
        plans = _solve_kept(game, kept)
        if plans is None:
            stuck = True
            break
        solution = Solution(game, plans, "double oracle")
        brackets.append((solution.lower, solution.upper))
        if solution.upper - solution.lower <= best.upper - best.lower:
            best = solution
        if solution.upper - solution.lower <= tolerance:
            break
        # The hands' gains add up to the bracket's width, so some hand gains more than this.
        least = tolerance / 4 / max(map(len, game.deal.hands))
        missing = [_missing(game, player, solution.plans, least) for player in (0, 1)]
        if not any((more & ~known).any() for more, known in zip(missing, kept, strict=True)):
            stuck = True
            break
        kept = tuple(known | more for more, known in zip(missing, kept, strict=True))
    width = best.upper - best.lower
    if stuck and width > tolerance + _rounding(best):
        largest = max(abs(end.amount) for end in game.tree.terminals)
        raise ArithmeticError(
            f"{game.tree.name}: amounts up to {float(largest):.3g} chips, with which floats find "
            f"the value only to within {width:.3g}"
        )
    lower, upper = np.array(brackets).reshape(-1, 2).T
    history = History(np.arange(1, len(brackets) + 1), lower, upper, {})
    return Solution(game, best.plans, "double oracle", history)


def _rounding(solution: Solution) -> float:
    """What rounding may do to a bracket, in chips: a part of all that is added up in it."""
    game, plans = solution.game, solution.plans
    paid = (abs(plans[p] * game.sequence_values(p, plans[1 - p])).sum() for p in (0, 1))
    return float(sum(game.deal.prior.shape) * np.finfo(float).eps * max(paid))


def _likely(game: Game, player: int, plans: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """What a player does often enough, or should; with a continuation wherever one is needed."""
    plan = plans[player]
    kept = (plan > LIKELY) | (game.best_response(player, plans[1 - player])[0] > 0)
    for node in game.tree.information_sets[player]:
        stuck = kept[:, node.parent] & ~kept[:, node.children].any(axis=1)
        likeliest = node.children.start + plan[:, node.children].argmax(axis=1)
        kept[stuck, likeliest[stuck]] = True
    return kept


def _missing(
    game: Game, player: int, plans: tuple[np.ndarray, np.ndarray], least: float
) -> np.ndarray:
    """The best response of the hands that gain by it."""
    values = game.sequence_values(player, plans[1 - player])
    best, _ = game.respond(player, values)
    gains = abs(((best - plans[player]) * values).sum(axis=1))
    return (best > 0) & (gains > least)[:, None]


def _solve_kept(game: Game, kept: Kept) -> tuple[np.ndarray, np.ndarray] | None:
    """Both players' optimal plans if only some sequences may be played; None if HiGHS fails.

    A hand with a single line left is no variable: it plays that line, and its part of the payoffs
    is a constant. Only the hands that have a choice remain.
    """
    tree, deal = game.tree, game.deal
    scale = deal.prior.size  # the average pair of hands weighs 1
    fixed, number = [], []
    for player in (0, 1):
        sets = tree.information_sets[player]
        free = np.zeros(len(kept[player]), bool)
        for node in sets:
            free |= kept[player][:, node.children].sum(axis=1) > 1
        plan = kept[player].astype(float)
        plan[free, 1:] = 0
        open_ = kept[player] & free[:, None]
        open_[:, 0] = False
        index = np.full(open_.shape, -1)
        index[open_] = np.arange(open_.sum())
        fixed.append(plan)
        number.append(index)
    x, row = number
    n, m = x.max() + 1, row.max() + 1

    # Maximise gain @ x + what the free hands of player 1 are worth, one variable per decision.
    gain = scale * game.sequence_values(0, fixed[1])[x >= 0]
    offers = -scale * game.sequence_values(1, fixed[0])[row >= 0]
    entries: list[tuple] = []
    for end in tree.terminals:
        columns, rows = x[:, end.sequences[0]], row[:, end.sequences[1]]
        i, k = columns >= 0, rows >= 0
        matrix = (deal.payoff if end.showdown else deal.prior)[np.ix_(i, k)].T
        entries.append((rows[k][:, None], columns[i], scale * float(end.amount) * matrix))
    worths: list[np.ndarray] = []
    for node in tree.information_sets[1]:
        deciding = (row[:, node.children] >= 0).any(axis=1)
        columns = n + sum(map(len, worths)) + np.arange(deciding.sum())
        worths.append(np.full(len(columns), float(node.parent == 0)))
        for t in range(node.children.start, node.children.stop):
            legal = row[deciding, t] >= 0
            entries.append((row[deciding, t][legal], columns[legal], -1.0))
        if node.parent:
            entries.append((row[deciding, node.parent], columns, 1.0))
    sums: list[np.ndarray] = []
    for node in tree.information_sets[0]:
        deciding = (x[:, node.children] >= 0).any(axis=1)
        rows = m + sum(map(len, sums)) + np.arange(deciding.sum())
        sums.append(np.full(len(rows), float(node.parent == 0)))
        for s in range(node.children.start, node.children.stop):
            legal = x[deciding, s] >= 0
            entries.append((rows[legal], x[deciding, s][legal], 1.0))
        if node.parent:
            entries.append((rows, x[deciding, node.parent], -1.0))

    value = np.concatenate([gain, *worths])
    totals = np.concatenate([[], *sums])
    primal, dual = _highs(value, entries, offers, totals, n) if n or m else (value, offers)
    if primal is None:
        return None
    plans = fixed[0].copy(), fixed[1].copy()
    plans[0][x >= 0] = primal[:n]
    plans[1][row >= 0] = dual[:m]
    return plans


def _highs(
    value: np.ndarray, entries: list[tuple], offers: np.ndarray, totals: np.ndarray, n: int
) -> tuple[np.ndarray, np.ndarray] | tuple[None, None]:
    """Maximise ``value`` over ``n`` variables from 0 up and the rest free; and the dual."""
    blocks = [[part.ravel() for part in np.broadcast_arrays(*entry)] for entry in entries]
    rows, columns, numbers = (np.concatenate(parts) for parts in zip(*blocks, strict=True))
    shape = len(offers) + len(totals), len(value)
    matrix = coo_array((numbers, (rows, columns)), shape).tocsc()
    free = np.arange(len(value)) >= n
    tight = np.arange(len(offers) + len(totals)) >= len(offers)
    highs = maximise(value, matrix, np.concatenate([offers, totals]), free, tight)
    if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None, None
    solution = highs.getSolution()
    return np.array(solution.col_value), np.array(solution.row_dual)
