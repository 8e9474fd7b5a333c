"""Policy iteration for stochastic games, and bounds on values that hold in spite of rounding.

`pokerlab.stochastic` has the games; here they are bare arrays. A *policy* is an array (states,) of
one move for each state. Its values solve linear equations, by sparse elimination. Howard's
algorithm switches to moves that gain on these values until none does. The values of a policy
against best responses, rounded safely up or down, are then bounds on the values of the game.

Both algorithms are cited in `pokerlab.stochastic`. :mod:`pokerlab.stacks.walk` has a policy
iteration of its own, in which a decision for each of 169 hands belongs to one state: here each of
them would be a state.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

__all__ = [
    "GameArrays",
    "factorise",
    "find_optimal_policy",
    "policy_bounds",
    "policy_flow",
]

_UNIT_ROUNDOFF = 2.0**-53  # The relative error of a float that has been rounded, at most.
# A move is switched to if it gains more than this share of the bound on rounding. That bound is
# for the worst case, and roundings mostly cancel: many gains below the bound are real.
# Where they are not, policies begin to repeat, and the algorithm stops.
_GAIN_SHARE = 1 / 16
# A bonus has to outweigh the rounding of values that already include it, while it is computed
# from the values before. This factor is for the difference.
_BONUS_FACTOR = 1 + 1 / 16
# Bonuses grow by this factor until one is enough, so none is over an eighth larger than needed.
_BONUS_GROWTH = 1 + 1 / 8
# Most bonuses that are tried. The last is 11,000 times the first; if even that is not enough,
# floats cannot tell the game from an endless one.
_BONUS_STEPS = 80
_ENDLESS = "game: it may last so long that floats fail"


class _BellmanResiduals(NamedTuple):
    """The worth of each move beyond its state, and the part that may be rounding; all (moves,)."""

    gain: np.ndarray  #: The value of the move minus the value of its state.
    rounding: np.ndarray  #: A bound on the rounding of the game's numbers, and of this sum.
    value_rounding: np.ndarray  #: A bound on what rounding the states' values adds to `gain`.


class GameArrays(NamedTuple):
    """A stochastic game in arrays: ``n`` states where play goes on, then ``k`` terminal ones."""

    transition: sparse.csr_array  #: (moves, n + k) the probability that a move leads to a state.
    final_values: np.ndarray  #: (k,)
    rewards: np.ndarray  #: (moves,) the pay of each move.
    #: (moves,) the state of each move, ascending; every state that is not terminal occurs.
    state_of_move: np.ndarray
    sign: np.ndarray  #: (n,) 1 in states of the maximiser, -1 in states of the minimiser.

    @property
    def first_moves(self) -> np.ndarray:
        """Each state's first move, (n,)."""
        return np.flatnonzero(np.diff(self.state_of_move, prepend=-1))

    def restrict(self, moves: np.ndarray) -> GameArrays:
        """Return the game with only some moves, at least one for each state, in ascending order."""
        return self._replace(
            transition=self.transition[moves],
            rewards=self.rewards[moves],
            state_of_move=self.state_of_move[moves],
        )

    def fix(
        self, policy: np.ndarray, fixed: np.ndarray, sign: int
    ) -> tuple[GameArrays, np.ndarray]:
        """Fix the policy's move in some states; let one player choose in all others.

        The states are those in the mask `fixed`, and the player is the one whose sign is given.
        Returned are that game and the moves that it keeps.
        """
        is_kept = ~fixed[self.state_of_move]
        is_kept[policy] = True
        moves = np.flatnonzero(is_kept)
        return self.restrict(moves)._replace(sign=np.full(len(fixed), sign)), moves

    def first_move_in(self, mask: np.ndarray) -> np.ndarray:
        """Return each state's first move in a mask, (n,); ``len(mask)`` if it has none."""
        indices = np.where(mask, np.arange(len(mask)), len(mask))
        return np.minimum.reduceat(indices, self.first_moves)

    def endless_moves(self) -> np.ndarray:
        """Return the moves after which play can go on for ever, a mask (moves,)."""
        n = len(self.sign)
        # States where every move may lead to an end: at first only the terminal ones.
        ending = np.arange(self.transition.shape[1]) >= n
        while True:
            endless: np.ndarray = self.transition @ ending == 0
            now_ending = ~np.logical_or.reduceat(endless, self.first_moves)
            if (now_ending == ending[:n]).all():
                return endless
            ending[:n] = now_ending

    def move_values(self, values: np.ndarray) -> np.ndarray:
        """Return the value of each move, (moves,), from the values of the states, (n,)."""
        state_values = np.append(values, self.final_values)
        return self.rewards + self.transition @ state_values

    def best_first_moves(self, values: np.ndarray, tolerance: float) -> np.ndarray:
        """Return a policy: the first of each state's moves that are best up to a tolerance."""
        worth = self.sign[self.state_of_move] * self.move_values(values)
        best = np.maximum.reduceat(worth, self.first_moves)[self.state_of_move]
        return self.first_move_in(worth - best >= -tolerance)

    def residuals(self, values: np.ndarray) -> _BellmanResiduals:
        """Return the worth of each move beyond its state, with bounds on the rounding.

        Where a move leads is compared with its state before anything is added up. So a long stay in
        a state costs no digits.
        """
        state_values = np.append(values, self.final_values).astype(np.longdouble)
        outcomes = np.diff(self.transition.indptr)  # how many states each move may lead to
        probability, next_state = self.transition.data, self.transition.indices
        state = np.repeat(self.state_of_move, outcomes)
        increments = probability * (state_values[next_state] - state_values[state])
        # How large the values are whose rounding counts: of terminal states, which the game has,
        # and of all others, which are computed. A stay adds nothing, however these are rounded.
        leads_on, is_stay = next_state < len(values), next_state == state
        both_sizes = probability * (abs(state_values[next_state]) + abs(state_values[state]))
        final_sizes = np.where(leads_on, 0, probability * abs(state_values[next_state]))
        computed_sizes = np.where(is_stay, 0, both_sizes - final_sizes)

        def sum_by_move(numbers: np.ndarray) -> np.ndarray:
            return np.add.reduceat(numbers, self.transition.indptr[:-1])

        change, final_size = sum_by_move(increments), sum_by_move(final_sizes)
        computed_size = sum_by_move(computed_sizes)
        size = sum_by_move(abs(increments)) + abs(self.rewards)
        rounding_of_sum = (outcomes + 4) * np.finfo(np.longdouble).eps * size
        return _BellmanResiduals(
            gain=(self.rewards + change).astype(float),
            rounding=(_UNIT_ROUNDOFF * (size + final_size) + rounding_of_sum).astype(float),
            value_rounding=(_UNIT_ROUNDOFF * computed_size).astype(float),
        )


def _policy_values(game: GameArrays, policy: np.ndarray) -> np.ndarray:
    """Return the value of each state, (n,), if the moves of a policy are made."""
    one_move_each = game.restrict(policy)
    factors = _factorise_policy(one_move_each)
    values: np.ndarray = factors.solve(one_move_each.move_values(np.zeros(len(policy))))
    if np.isfinite(values).all():
        for _ in range(2):  # iterative refinement: a second step gets the last digits
            values = values + factors.solve(one_move_each.residuals(values).gain)
    if not np.isfinite(values).all():
        raise ArithmeticError(_ENDLESS)
    return values


def policy_flow(game: GameArrays, policy: np.ndarray, inflow: np.ndarray) -> np.ndarray:
    """Return the mean visits to each state, (n,), if `inflow` enters and a policy is played."""
    return _factorise_policy(game.restrict(policy)).solve(inflow, "T")


def factorise(matrix: sparse.csc_array, error: str, permc_spec: str | None = None) -> Any:
    """Factorise the equations of a policy; if they are singular, an ArithmeticError of this text.

    Equations of play that goes on for ever are singular. SciPy's ``splu`` takes the columns in the
    order that ``permc_spec`` says, by default its own.
    """
    try:
        return splu(matrix, permc_spec=permc_spec)
    except RuntimeError:  # of a singular matrix
        raise ArithmeticError(error) from None


def _factorise_policy(game: GameArrays) -> Any:
    """Factorise ``I - P`` over the states, terminal ones left out, of a game with one move in each.

    The probability of leaving a state is summed directly, because 1 - P(stay) would lose its
    digits.
    """
    n = len(game.sign)
    entries = game.transition.tocoo()
    leaving = np.where(entries.row == entries.col, 0, entries.data)
    away = sparse.csc_array((leaving, (entries.row, entries.col)), entries.shape)[:, :n]
    total = sparse.diags_array(np.bincount(entries.row, leaving, n))
    return factorise(sparse.csc_array(total - away), _ENDLESS)


def find_optimal_policy(game: GameArrays, policy: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Find the values of a game and a policy that reaches them, by Howard's algorithm.

    The maximiser switches moves, and the minimiser gives the best response each time, also found by
    policy iteration. If the game has a minimiser only, he switches.

    We begin with a `policy` that ends, and switch only to moves that gain. Endless play costs, so
    all policies that follow end, too, and none comes twice, unless by rounding; then we stop.
    """
    sign = 1 if (game.sign > 0).any() else -1
    switching = game.sign == sign
    seen = set()
    while True:
        if switching.all():
            values = _policy_values(game, policy)
        else:
            response_game, moves = game.fix(policy, switching, -1)
            values, response = find_optimal_policy(response_game, np.searchsorted(moves, policy))
            policy = moves[response]
        residuals = game.residuals(values)
        gain = sign * residuals.gain
        gain[gain <= _GAIN_SHARE * residuals.rounding] = -np.inf
        best = np.maximum.reduceat(gain, game.first_moves)
        gaining = switching & (best > 0)
        if not gaining.any() or policy.tobytes() in seen:
            return values, policy
        seen.add(policy.tobytes())
        policy = np.where(gaining, game.first_move_in(gain == best[game.state_of_move]), policy)


def policy_bounds(
    game: GameArrays, policy: np.ndarray, values: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return bounds on the values of a game that a policy proves, (n,) each.

    The lower bound is the worth of its states if the maximiser keeps to the policy and the
    minimiser gives the best response; the upper bound has the roles exchanged. `values` are where
    the search begins.
    """
    return _bound(game, policy, values, -1), _bound(game, policy, values, 1)


def _bound(game: GameArrays, policy: np.ndarray, values: np.ndarray, sign: int) -> np.ndarray:
    """Return a bound on the worth of a policy if the player of a `sign` gives a best response.

    Every move pays the responder a small bonus. It grows until no move of his improves on the
    values, in the game without bonus, even if all rounding is against us.
    """
    response_game, moves = game.fix(policy, game.sign != sign, sign)
    response = np.searchsorted(moves, policy)
    for growth in _BONUS_GROWTH ** np.arange(_BONUS_STEPS):
        residuals = response_game.residuals(values)
        bonus = growth * (_BONUS_FACTOR * residuals.rounding + residuals.value_rounding)
        paid = response_game._replace(rewards=response_game.rewards + sign * bonus)
        values, response = find_optimal_policy(paid, response)
        residuals = response_game.residuals(values)
        if (sign * residuals.gain <= -residuals.rounding).all():
            return values
    raise ArithmeticError(_ENDLESS)
