"""Reads what somebody gives for a game: arrays over hands and sequences, and plans.

Whatever cannot be read is a ValueError that begins with the name of the argument. Methods of
:class:`pokerlab.games.Game` and functions named ``solve`` read their arguments in here, once; what
they call then takes plans for plans (:mod:`pokerlab.sequence_form`).
"""

from typing import TYPE_CHECKING

import numpy as np

from pokerlab import sequence_form
from pokerlab._arguments import read_floats, read_pair, refusal
from pokerlab.trees import after_history

if TYPE_CHECKING:
    from pokerlab.games import Game, Plans

__all__ = [
    "AMOUNT_SPREAD",
    "PROBABILITY_TOLERANCE",
    "read_array",
    "read_plan",
    "read_plans",
    "read_repaired_plan",
    "require_float_amounts",
]

#: By how much probabilities may miss their sum, or fall below 0, before a strategy is refused.
PROBABILITY_TOLERANCE = 1e-9
#: Amounts of a game may be this many times as large as another one, or as a difference of two: with
#: the 16 digits of floats, the least then still counts to four digits.
AMOUNT_SPREAD = 10**12


def read_array(name: str, game: "Game", player: int, values: np.ndarray) -> np.ndarray:
    """Read an array as floats, one for each hand and sequence of a player.

    Another shape, or an entry that is not finite, is refused.
    """
    values, shape = read_floats(name, values), game.shape(player)
    if values.shape != shape:
        whose = f"hands by sequences of {game.tree.players[player]}"
        raise refusal(name, f"shape {values.shape}", shape, whose)
    finite = np.isfinite(values)
    if not finite.all():
        raise ValueError(f"{name}: an entry is {values[~finite][0]}, finite numbers needed")
    return values


def read_plan(name: str, game: "Game", player: int, plan: np.ndarray) -> np.ndarray:
    """Read an array as a player's plan.

    Entries must be finite and at least 0, column 0 all ones, and the children of an information set
    must add up to their parent, or each be as likely where a lock decides; all of it to within
    `PROBABILITY_TOLERANCE`.
    """
    plan, _ = _read_with_repaired(name, game, player, plan)
    return plan


def read_plans(name: str, game: "Game", plans: "Plans") -> tuple[np.ndarray, np.ndarray]:
    """Read a pair of arrays as player 0's plan and player 1's, as `read_plan` does.

    Anything but a pair is a TypeError or a ValueError that begins with the name, too.
    """
    first, second = read_pair(name, plans, "two plans")
    return read_plan(name, game, 0, first), read_plan(name, game, 1, second)


def read_repaired_plan(name: str, game: "Game", player: int, plan: np.ndarray) -> np.ndarray:
    """Read an array as a player's plan, and repair by how much it misses being one.

    It is unchanged if that is no more than floats' own rounding. So a plan that was saved is the
    same when it is loaded.
    """
    plan, repaired = _read_with_repaired(name, game, player, plan)
    only_rounding = (abs(repaired - plan) <= sequence_form.ROUNDING * plan).all()
    return plan if only_rounding else repaired


def _read_with_repaired(
    name: str, game: "Game", player: int, plan: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the array that `read_plan` reads, and the plan that it nearly is."""
    plan = read_array(name, game, player, plan)
    repaired = sequence_form.repaired_plan(game, player, plan)
    misses = np.argwhere(abs(repaired - plan) > PROBABILITY_TOLERANCE)
    if len(misses):
        hand, sequence = misses[0]
        history = game.tree.information_set_of(player, sequence).history if sequence else ""
        label, entry = game.deal.hands[player][hand], plan[hand, sequence]
        given = f"with {label}, {entry} in column {sequence} given"
        needed = f"the actions {after_history(history)} must add up, from 0, to what leads there"
        raise ValueError(f"{name}: {given}; {needed}")
    return plan, repaired


def require_float_amounts(game: "Game", gaps_too: bool = True) -> None:
    """Refuse, by an ArithmeticError, amounts that floats cannot tell apart.

    The largest may be at most `AMOUNT_SPREAD` times the least but 0 and, if ``gaps_too``, at most
    `AMOUNT_SPREAD` times the difference of the two, unless they are the same.
    """
    amounts = [abs(amount) for amount in game.tree.amounts if amount]
    least, most = min(amounts, default=1), max(amounts, default=1)
    too_far_apart = most > AMOUNT_SPREAD * least
    too_near = gaps_too and most > least and most > AMOUNT_SPREAD * (most - least)
    if too_far_apart or too_near:
        given = f"{game.tree.name}: amounts from {float(least):.3g} to {float(most):.3g} chips"
        raise ArithmeticError(f"{given}, too far apart or too near each other for floats")
