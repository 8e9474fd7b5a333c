"""What a game computes of its plans, without a look at whether they are plans.

Methods of :class:`pokerlab.games.Game` read what somebody gives them, and then call a function in
here. Solvers and solutions call these functions themselves: their arrays are plans because they
made them, or read them when they began.

A player is 0 or 1, and every array has the shape (hands, sequences) and finite numbers. Compiled
loops want a step for all hands at once, so inside, arrays have a row for each sequence
(:mod:`pokerlab.plan_loops`). The functions turn them where they begin and end: what has a row for
each sequence is called ``..._by_sequence``.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from pokerlab._parallel import parallel_over_hands
from pokerlab._players import SIGNS
from pokerlab.brackets import Bracket
from pokerlab.plan_loops import divide_by_parents, induce_backward, max_abs, multiply_by_parents

if TYPE_CHECKING:
    from pokerlab.games import Game

__all__ = [
    "ROUNDING",
    "best_response",
    "best_response_to_values",
    "continuation_values",
    "payoff_and_bracket",
    "repaired_plan",
    "repaired_plans",
    "to_behaviour",
    "to_behaviours",
    "to_plan",
]

#: Values that differ by less than this, relative to the largest, are tied, so that rounding decides
#: nothing. Sums over a game's hands and terminals are about this precise in floats.
ROUNDING = 1e-14


def continuation_values(
    game: "Game", player: int, values: np.ndarray, behaviour: np.ndarray | None = None
) -> np.ndarray:
    """Return what sequences are worth with all that follows, by backward induction.

    `best_response_to_values` does the same for best replies in floats, and finds the plan as well,
    by a compiled loop (:func:`pokerlab.plan_loops.induce_backward`).

    Parameters
    ----------
    game : Game
        The game.
    player : int
        Whose sequences, 0 or 1.
    values : (hands, sequences) array
        What each is worth by itself, such as :meth:`pokerlab.payoffs.Payments.terminal_values`, in
        any kind of number: floats, or Python's integers.
    behaviour : (hands, sequences) array, optional
        How the player goes on. Left out, he does his best: player 0 maximises, player 1 minimises.

    Returns
    -------
    (hands, sequences) array
        Column 0 has what the player gets with each hand, times the probability that it is dealt.

    Examples
    --------
    >>> from pokerlab import betting, deals
    >>> from pokerlab.games import Game
    >>> game = Game(deals.kuhn(), betting.kuhn())
    >>> values = game.terminal_values(0, game.uniform(1))
    >>> best = continuation_values(game, 0, values)[:, 0].sum()
    >>> behaviour = game.to_behaviour(0, game.uniform(0))
    >>> round(best, 9), round(continuation_values(game, 0, values, behaviour)[:, 0].sum(), 9)
    (np.float64(0.5), np.float64(0.125))
    """
    with_continuations = values.copy("K")  # in the same order, in which columns may be rows
    for decision in reversed(game.tree.information_sets[player]):
        options = with_continuations[:, decision.sequences_after]
        if behaviour is None:
            worth = game.locks.best(player, decision, options)
        else:
            worth = (behaviour[:, decision.sequences_after] * options).sum(axis=1)
        with_continuations[:, decision.sequence_before] += worth
    return with_continuations


def best_response_to_values(
    game: "Game", player: int, values: np.ndarray
) -> tuple[np.ndarray, float]:
    """Find the best pure plan for what each sequence is worth by itself, and what it earns.

    Player 0 maximises, player 1 minimises. Among equally good actions the first is taken. The
    values are those of :meth:`pokerlab.payoffs.Payments.terminal_values`, or any others.
    """
    worth_by_sequence = np.array(values.T, order="C")
    plan_by_sequence = np.zeros_like(worth_by_sequence)
    rounding = ROUNDING * max_abs(worth_by_sequence)
    arrays = worth_by_sequence, plan_by_sequence, game.locks.entries[player].T
    parallel_over_hands(
        induce_backward, arrays, game.tree.decision_rows[player], SIGNS[player], rounding
    )
    return plan_by_sequence.T, float(worth_by_sequence[0].sum())


def best_response(game: "Game", player: int, opponent_plan: np.ndarray) -> tuple[np.ndarray, float]:
    """Return what :meth:`pokerlab.games.Game.best_response` does, of what is known to be a plan."""
    values = game.payments.terminal_values(player, opponent_plan)
    return best_response_to_values(game, player, values)


def payoff_and_bracket(game: "Game", x: np.ndarray, y: np.ndarray) -> tuple[float, Bracket]:
    """Return what two plans earn against each other, in player 0's chips, and what each guarantees.

    :meth:`pokerlab.games.Game.payoff` and :meth:`pokerlab.games.Game.bracket` return one of them.
    """
    values0, values1 = game.payments.terminal_values(0, y), game.payments.terminal_values(1, x)
    _, upper = best_response_to_values(game, 0, values0)
    _, lower = best_response_to_values(game, 1, values1)
    return float((x * values0).sum()), Bracket(lower, upper)


def to_plan(game: "Game", player: int, behaviour: np.ndarray) -> np.ndarray:
    """Return the plan of a behaviour, which :meth:`pokerlab.games.Game.to_plan` explains."""
    plan_by_sequence = np.array(behaviour.T, order="C")
    game.locks.make_bare(player, plan_by_sequence)
    parallel_over_hands(multiply_by_parents, [plan_by_sequence], game.tree.decision_rows[player])
    return plan_by_sequence.T


def to_behaviour(game: "Game", player: int, plan: np.ndarray) -> np.ndarray:
    """Return the behaviour of a plan, which :meth:`pokerlab.games.Game.to_behaviour` explains."""
    plan_by_sequence = np.maximum(plan.T, 0, order="C")
    behaviour_by_sequence: np.ndarray = np.ones_like(plan_by_sequence)
    arrays = plan_by_sequence, behaviour_by_sequence
    parallel_over_hands(divide_by_parents, arrays, game.tree.decision_rows[player])
    game.locks.make_bare(player, behaviour_by_sequence)
    return behaviour_by_sequence.T


def to_behaviours(game: "Game", plans: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Return what `to_behaviour` makes of both players' plans."""
    return to_behaviour(game, 0, plans[0]), to_behaviour(game, 1, plans[1])


def repaired_plan(game: "Game", player: int, nearly: np.ndarray) -> np.ndarray:
    """Return the plan that an array nearly is: to a behaviour, and back."""
    return to_plan(game, player, to_behaviour(game, player, nearly))


def repaired_plans(game: "Game", nearly: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Return what `repaired_plan` makes of arrays for both players."""
    return repaired_plan(game, 0, nearly[0]), repaired_plan(game, 1, nearly[1])
