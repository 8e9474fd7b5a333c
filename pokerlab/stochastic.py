"""Stochastic games with one player, or with two who take turns: linear programs, flows, policies.

In each state one player chooses a move, which may pay a reward, and chance then picks the next
state, until a terminal one is reached. The worth of a play is what its moves pay plus what its
terminal state is worth. The player wants to maximise it on average, or to minimise it. A state's
value then solves Bellman's equation, often cyclic,

``x[s] = max over the moves m of s of rewards[m] + sum over t of P[m, t] x[t]``,

with a minimum for whoever minimises. With one player this is a Markov decision process (M.
Puterman, *Markov Decision Processes*, 1994).

Notation and the two programs, (GP) and its dual (GD), follow B. Coutts, *No Limit Texas Hold'em
Versus a Shover* (2020). Policy iteration is from R. Howard, *Dynamic Programming and Markov
Processes* (1960), and for two players from A. Hoffman and R. Karp, *On nonterminating stochastic
games*, Management Science 12 (1966) 359-370; turn-based games are the simple stochastic games of
A. Condon, *The complexity of stochastic games*, Information and Computation 96 (1992) 203-224.

**Every play ends.** Whatever moves are made, a terminal state is surely reached. With two players
these are Condon's *stopping* games. So Bellman's equation has one solution, and the values are the
least numbers (or, for whoever minimises, the greatest) that no move improves on, which is (GP). A
player alone may have moves after which play can go on for ever, if each of them costs him and those
listed first in each state surely end: no endless play is then worth anything but an infinite cost
(D. Bertsekas and J. Tsitsiklis, *An analysis of stochastic shortest path problems*, Mathematics of
Operations Research 16 (1991) 580-595).

**Flow.** One unit of flow enters at `start`, or by default at every state that is not terminal.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from pokerlab._support.arguments import (
    read_floats,
    read_list,
    refusal,
    require_count,
    require_one_of,
    require_type,
    short_repr,
)
from pokerlab._support.arithmetic import NO_INDEX
from pokerlab._support.frozen import FrozenArrays, set_fields
from pokerlab._support.loading import import_optional
from pokerlab.brackets import Bounded
from pokerlab.cvxpy_programs import solve_with_cvxpy
from pokerlab.policy_iteration import GameArrays, find_optimal_policy, policy_bounds, policy_flow

if TYPE_CHECKING:
    import cvxpy

__all__ = [
    "StochasticGame",
    "StochasticSolution",
    "egg_drop",
    "egg_drop_game",
    "primal_program",
    "useful_eggs",
]

# Moves count as equally good if they differ by no more than this times the largest value.
# Those that the linear program finds are less exact.
_EQUALLY_GOOD = {"policy": 1e-10, "lp": 1e-7}
# The first of equally good moves is chosen unless that makes the bounds wider than this many times
# those of the policy that was found; such moves were not equally good. Up to this it is rounding.
_MAX_WIDENING = 4
# What the probabilities of a move may miss 1 by. A play of many moves adds such errors up, so it is
# less than `locks.PROBABILITY_TOLERANCE`.
_PROBABILITY_ERROR = 1e-12
_ROUNDED_SUM = 1e-15  # Sums that miss 1 by less are 1 but for rounding, and nothing is divided.


@dataclass(frozen=True, eq=False, repr=False)
class StochasticGame(FrozenArrays):
    """A stochastic game as sparse arrays; `from_moves` builds one from names.

    Raises
    ------
    ValueError
        If a play may be endless, at no cost, or arrays do not make a game.
    """

    #: (moves, states) the probability that a move leads to a state. Rows sum to 1, up to 1e-12, and
    #: are divided by their sum.
    transition: sparse.csr_array
    #: (moves,) the state in which each move can be made, in ascending order.
    state_of_move: np.ndarray
    #: (states,) the worth of a play that ends there; NaN for the states that are not terminal.
    final_values: np.ndarray
    #: "value": the player maximises the mean worth of a play; "cost": he minimises it.
    objective: str = "value"
    #: (states,) bool: where an opponent moves, who wants the opposite; by default nowhere.
    opponent_states: np.ndarray = field(default_factory=lambda: np.array(False))
    states: Sequence[Hashable] = ()  #: Names, by default the numbers 0, 1, 2, ...
    moves: Sequence[Hashable] = ()  #: Names, too.
    #: (moves,) the mean pay of each, by default nothing.
    rewards: np.ndarray = field(default_factory=lambda: np.array(0.0))

    def __post_init__(self) -> None:
        values = np.atleast_1d(read_floats("final_values", self.final_values))
        state_of_move = _read_state_of_move(self.state_of_move)
        transition = _read_transition(self.transition, (len(state_of_move), len(values)))
        moves = _read_names("moves", self.moves, len(state_of_move))
        states = _read_names("states", self.states, len(values))
        rewards = _read_one_or_each("rewards", self.rewards, state_of_move.shape)
        of_opponent = _read_one_or_each("opponent_states", self.opponent_states, values.shape)
        set_fields(self, state_of_move=state_of_move, final_values=values, transition=transition)
        set_fields(self, moves=moves, states=states, rewards=rewards)
        set_fields(self, opponent_states=of_opponent.astype(bool))
        self._require_numbers()
        self._require_moves()
        self._require_endings()

    def _require_numbers(self) -> None:
        """Refuse an unknown objective, states out of order, and infinite amounts."""
        require_one_of("objective", self.objective, ["value", "cost"])
        last = len(self.states) - 1
        steps = np.diff(self.state_of_move, prepend=0, append=last)
        if not (len(self.state_of_move) and (steps >= 0).all()):
            raise ValueError(f"state_of_move: the states of moves, from 0 to {last}, must ascend")
        if np.isinf(self.final_values).any():
            raise ValueError("final_values: one is infinite")
        if not np.isfinite(self.rewards).all():
            raise ValueError("rewards: one is not finite")

    def _require_moves(self) -> None:
        """Refuse states with neither or both of moves and a value, and wrong probabilities."""
        has_moves = np.bincount(self.state_of_move, minlength=len(self.states)) > 0
        wrong_states = np.flatnonzero(has_moves == self._is_terminal)
        if wrong_states.size:
            name = self.states[wrong_states[0]]
            raise ValueError(f"state {name!r}: moves or a value needed, one of both")
        sums = self.transition.sum(axis=1)
        smallest = self.transition.min(axis=1).toarray()
        right = (abs(sums - 1) <= _PROBABILITY_ERROR) & (smallest >= 0)
        wrong_moves = np.flatnonzero(~right)
        if wrong_moves.size:
            move = wrong_moves[0]
            given = f"probabilities from {smallest[move]} that sum to {sums[move]} given"
            raise ValueError(f"{self._describe(move)}: {given}, from 0 on and a sum of 1 needed")

    def _require_endings(self) -> None:
        """Refuse moves after which play can go on for ever, unless that costs a lone player."""
        game = self._arrays
        is_refused = game.endless_moves()
        if not self.opponent_states.any():
            costs = game.sign[game.state_of_move] * game.rewards < 0
            is_refused &= ~costs
        # Whoever always takes the first move must come to an end, too, even if that costs him.
        first_moves = game.first_moves
        first_is_endless = game.restrict(first_moves).endless_moves()
        is_refused[first_moves] |= first_is_endless
        if is_refused.any():
            move = np.flatnonzero(is_refused)[0]
            raise ValueError(f"{self._describe(move)}: after it play can go on for ever")

    @classmethod
    def from_moves(
        cls,
        moves: Mapping[Any, Mapping[Any, Mapping[Any, float]]],
        terminals: Mapping[Any, float] | Collection[Hashable] = (),
        objective: str = "value",
        opponent_states: Collection[Hashable] = (),
        rewards: Mapping[Any, Mapping[Any, float]] | float = 0.0,
    ) -> StochasticGame:
        """Build a game state by state; `objective` is as for the class.

        Parameters
        ----------
        moves : mapping
            ``moves[state][move][outcome]`` is a probability; names are anything hashable.
        terminals : mapping, or collection
            The terminal states and their values, which are 0 in a collection.
        opponent_states : collection
            The states in which an opponent moves.
        rewards : mapping, or float
            ``rewards[state][move]`` is what a move pays, 0 if left out; or one number for all.

        Examples
        --------
        A coin is tossed until it has shown heads twice in a row:

        >>> coin = StochasticGame.from_moves(
        ...     {0: {"toss": {1: 0.5, 0: 0.5}}, 1: {"toss": {2: 0.5, 0: 0.5}}}, [2], rewards=1
        ... )
        >>> round(coin.solve().value_of(0), 12)
        6.0
        """
        _require_mappings(moves)
        if not isinstance(terminals, Mapping):
            terminals = dict.fromkeys(_read_states("terminals", terminals), 0.0)
        of_opponent = set(_read_states("opponent_states", opponent_states))
        for state in of_opponent:
            if state not in moves:
                raise ValueError(f"opponent_states: {state!r} is not a state that has moves")
        rewards = _read_rewards(rewards, moves)
        states = list(dict.fromkeys([*moves, *terminals]))
        index = {state: number for number, state in enumerate(states)}
        from_states, names, rewards_of_moves = [], [], []
        probabilities, outcomes, first_outcome = [], [], [0]  # the rows of a sparse matrix
        for state, choices in moves.items():
            for move, by_outcome in choices.items():
                from_states.append(index[state])
                names.append(move)
                rewards_of_moves.append(rewards.get(state, {}).get(move, 0))
                for outcome, probability in by_outcome.items():
                    if outcome not in index:
                        where = f"state {state!r}, move {move!r}"
                        raise ValueError(f"{where}: {outcome!r} is not a state")
                    outcomes.append(index[outcome])
                    probabilities.append(float(probability))
                first_outcome.append(len(outcomes))
        shape = len(names), len(states)
        return cls(
            transition=sparse.csr_array((probabilities, outcomes, first_outcome), shape),
            state_of_move=np.array(from_states, int),
            final_values=np.array([terminals.get(state, np.nan) for state in states], float),
            objective=objective,
            opponent_states=np.array([state in of_opponent for state in states], bool),
            states=states,
            moves=names,
            rewards=np.array(rewards_of_moves, float),
        )

    def __repr__(self) -> str:
        ongoing, opponent = len(self._ongoing), int(self.opponent_states.sum())
        own, terminal = ongoing - opponent, len(self.states) - ongoing
        return (
            f"<StochasticGame: {own} states of the player, {opponent} of an opponent, "
            f"{terminal} terminal, {len(self.moves)} moves; objective {self.objective!r}>"
        )

    def _describe(self, move: int) -> str:
        """Return the names of a move and its state, for an error message."""
        return f"state {self.states[self.state_of_move[move]]!r}, move {self.moves[move]!r}"

    def state_index(self, state: Hashable) -> int:
        """Return the index of the state with this name."""
        return self._index("state", state)

    def _index(self, name: str, state: Hashable) -> int:
        """Return the index of a state; a ValueError that begins with the name if there is none."""
        if state not in self.states:
            raise ValueError(f"{name}: {state!r} is not one of the {len(self.states)}")
        return self.states.index(state)

    def solve(self, method: str = "policy", *, start: Hashable | None = None) -> StochasticSolution:
        """Find every state's value, an optimal policy and bounds on the values.

        The method ``policy`` is policy iteration by sparse elimination; with an opponent, each
        round finds his best response by policy iteration. ``lp`` is (GP), `primal_program`, whose
        dual is (GD), by Clarabel. It is for one player, and solves only states that flow from a
        `start` can reach.

        Raises
        ------
        ArithmeticError
            If floats fail.
        RuntimeError
            If Clarabel fails.
        """
        methods = ["policy"] if self.opponent_states.any() else ["policy", "lp"]
        require_one_of("method", method, methods)
        game = self._arrays
        inflow = self._inflow(start)
        if method == "policy":
            x, optimal = find_optimal_policy(game, game.first_moves)
            policy, lower, upper = _policy_of_first_moves(game, x, optimal)
            flow = np.zeros(len(self.moves))
            flow[policy] = policy_flow(game, policy, inflow[self._ongoing])
        else:
            x, flow = self._solve_program(start)
            policy = game.best_first_moves(x, _EQUALLY_GOOD["lp"] * abs(x).max())
            lower, upper = policy_bounds(game, policy, x)
        x = np.clip(x, lower, upper)  # the program may be less exact than what the policy proves
        return StochasticSolution(
            game=self,
            method=method,
            values=self._of_all_states(x),
            inflow=inflow,
            flow=flow,
            policy=self._of_all_states(policy, np.full(len(self.states), NO_INDEX)),
            lower=self._of_all_states(lower),
            upper=self._of_all_states(upper),
        )

    def _solve_program(self, start: Hashable | None) -> tuple[np.ndarray, np.ndarray]:
        """Solve (GP): the values of all but terminal states, and the flow through each move."""
        program = primal_program(self, start)
        tolerances = dict.fromkeys(["tol_gap_abs", "tol_gap_rel", "tol_feas"], 1e-10)
        solve_with_cvxpy(program, "CLARABEL", **tolerances)
        x = program.variables()[0].value
        if x is None:
            raise RuntimeError(f"Clarabel ended with status {program.status!r}")
        return x[self._ongoing], np.maximum(program.constraints[0].dual_value, 0.0)

    def _inflow(self, start: Hashable | None) -> np.ndarray:
        """Return the flow into each state: 1 at the start or, if None, at all but terminal ones."""
        if start is None:
            return np.where(self._is_terminal, 0.0, 1.0)
        index = self._index("start", start)
        if self._is_terminal[index]:
            raise refusal("start", repr(start), "a state that is not terminal")
        inflow = np.zeros(len(self.states))
        inflow[index] = 1
        return inflow

    @cached_property
    def _is_terminal(self) -> np.ndarray:
        """Which states are terminal, (states,) of bool: those that have a value."""
        return ~np.isnan(self.final_values)

    @cached_property
    def _ongoing(self) -> np.ndarray:
        """The indices of the states that are not terminal."""
        return np.flatnonzero(~self._is_terminal)

    def _of_all_states(
        self, ongoing_values: np.ndarray, elsewhere: np.ndarray | None = None
    ) -> np.ndarray:
        """Fill in the terminal states: with `elsewhere` or, by default, the final values."""
        values = (self.final_values if elsewhere is None else elsewhere).copy()
        values[self._ongoing] = ongoing_values
        return values

    @cached_property
    def _arrays(self) -> GameArrays:
        """The game as policy iteration takes it: terminal states last."""
        sums = self.transition.sum(axis=1)
        sums[abs(sums - 1) < _ROUNDED_SUM] = 1
        transition = sparse.diags_array(1 / sums) @ self.transition
        is_opponents = self.opponent_states[self._ongoing]
        minimises = ~is_opponents if self.objective == "cost" else is_opponents
        return GameArrays(
            transition=transition[:, np.append(self._ongoing, np.flatnonzero(self._is_terminal))],
            final_values=self.final_values[self._is_terminal],
            rewards=self.rewards,
            state_of_move=np.searchsorted(self._ongoing, self.state_of_move),
            sign=np.where(minimises, -1.0, 1.0),
        )


def _policy_of_first_moves(
    game: GameArrays, values: np.ndarray, optimal: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the policy of the first of equally good moves, and the bounds that it proves.

    If these are much wider than those of an optimal policy, it is that one.
    """
    policy = game.best_first_moves(values, _EQUALLY_GOOD["policy"] * abs(values).max())
    lower, upper = policy_bounds(game, policy, values)
    if (policy != optimal).any():
        optimal_lower, optimal_upper = policy_bounds(game, optimal, values)
        if (upper - lower > _MAX_WIDENING * (optimal_upper - optimal_lower)).any():
            return optimal, optimal_lower, optimal_upper
    return policy, lower, upper


@dataclass(frozen=True, eq=False, repr=False)
class StochasticSolution(FrozenArrays, Bounded):
    """Values of a game's states, with a policy and bounds on the true values."""

    game: StochasticGame
    method: str  #: How it was solved.
    #: (states,) each state's value, as the method computed it; if that is outside the bounds, the
    #: nearer bound.
    values: np.ndarray
    inflow: np.ndarray  #: (states,) the flow that enters each state.
    #: (moves,) how often each move is made on average when the inflow enters: for ``lp`` the dual
    #: solution of the program, for ``policy`` the flow of `policy`.
    flow: np.ndarray
    #: (states,) the move to make in each state, -1 in terminal ones: the first of equally
    #: good moves (up to 1e-10, for the program 1e-7, times the largest value). If choosing the
    #: first would widen the bounds, as it may if plays last long, policy iteration keeps its own.
    policy: np.ndarray
    #: (states,) lower bounds on the values: those that states have if the maximiser keeps to
    #: `policy` and the minimiser gives a best response. No move of the responder improves on these
    #: numbers, rounding included. They hold for every game whose probabilities, rewards and final
    #: values differ from the given ones by a relative 2**-53 at most.
    lower: np.ndarray
    #: (states,) upper bounds, likewise if the minimiser keeps to it and the maximiser responds. The
    #: distance between both bounds grows with the length of a play.
    upper: np.ndarray

    def __repr__(self) -> str:
        bounds = f"bounds within {self.width.max():.1e}"
        return f"<StochasticSolution by {self.method!r}, {bounds}, of {self.game!r}>"

    def value_of(self, state: Hashable) -> float:
        """Return the value of the state with this name."""
        return float(self.values[self.game.state_index(state)])

    def move(self, state: Hashable) -> Any:
        """Return the name of the policy's move in the state with this name."""
        move = self.policy[self.game.state_index(state)]
        if move == NO_INDEX:
            raise ValueError(f"state: {state!r} is terminal, it has no move")
        return self.game.moves[move]


def primal_program(game: StochasticGame, start: Hashable | None = None) -> cvxpy.Problem:
    """Return (GP): the values are the least numbers that no move improves on.

    Minimise ``sum of inflow[s] x[s]`` subject to
    ``x[s] >= rewards[m] + sum over t of P[m, t] x[t]`` for every move ``m`` of every
    state ``s``, and ``x[t]`` as given in terminal states. For a minimiser, and in an opponent's
    states, inequality and objective are flipped. With both players that need not solve the game.
    By default the objective sums all states, terminal ones included.

    The program's one variable holds the values; its first constraint is the moves' inequalities,
    whose dual values are the flow; its second fixes the terminal states.
    """
    require_type("game", game, StochasticGame, "a StochasticGame")
    cp = import_optional("cvxpy", "convex")
    terminal = np.flatnonzero(game._is_terminal)
    sign = game._of_all_states(game._arrays.sign, np.ones(len(game.states)))
    inflow = np.ones(len(sign)) if start is None else game._inflow(start)
    x = cp.Variable(len(sign), name="x")
    move_sign = sign[game.state_of_move]
    moves = np.arange(len(game.state_of_move))
    own_state = sparse.csr_array(
        (np.ones(len(moves)), (moves, game.state_of_move)), game.transition.shape
    )
    excess = sparse.diags_array(move_sign) @ (own_state - game.transition)
    constraints = [
        excess @ x >= move_sign * game.rewards,
        x[terminal] == game.final_values[terminal],
    ]
    return cp.Problem(cp.Minimize((sign * inflow) @ x), constraints)


def egg_drop_game(floors: int, eggs: int) -> StochasticGame:
    """Return the egg-drop puzzle as a game of least cost, 1 for every drop.

    An egg survives falls from all floors up to some critical one, and is then as good as new. The
    critical floor is equally likely to be 0, 1, ..., `floors`. A state ``(n, e)`` has ``n`` floors
    in doubt and ``e`` eggs. A move drops an egg from the ``i``-th of these floors, and it breaks
    with probability ``i / (n + 1)``. With the last egg only the lowest floor is safe to try.
    """
    require_count("floors", floors)
    require_count("eggs", eggs)
    moves = {
        (n, e): {
            i: {(i - 1, e - 1): i / (n + 1), (n - i, e): 1 - i / (n + 1)}
            for i in range(1, n + 1 if e > 1 else 2)
        }
        for e in range(1, eggs + 1)
        for n in range(1, floors + 1)
    }
    return StochasticGame.from_moves(moves, {(0, e) for e in range(eggs + 1)}, "cost", rewards=1)


def egg_drop(floors: int, eggs: int) -> tuple[float, int]:
    """Solve `egg_drop_game`: the least expected drops, and the lowest of the best first floors.

    Examples
    --------
    >>> egg_drop(floors=7, eggs=2)
    (3.125, 3)
    """
    require_count("floors", floors)
    require_count("eggs", eggs)
    eggs = useful_eggs(floors, eggs)
    solution = egg_drop_game(floors, eggs).solve()
    return solution.value_of((floors, eggs)), solution.move((floors, eggs))


def useful_eggs(floors: int, eggs: int) -> int:
    """Return the number of eggs that can be of use: no more than a search by halves may break.

    Further ones neither save a drop nor change where to begin.

    Examples
    --------
    >>> useful_eggs(floors=7, eggs=100)
    3
    """
    return min(eggs, int(floors).bit_length())


def _read_states(name: str, states: Iterable[Any]) -> list[Hashable]:
    """Read an argument as a list of states' names; a TypeError if one cannot be a name."""
    names = read_list(name, states)
    for state in names:
        require_type(name, state, Hashable, "names that can be hashed")
    return names


def _require_mappings(moves: Any) -> None:
    """Refuse anything but a mapping of states to mappings of moves to mappings of outcomes."""
    require_type("moves", moves, Mapping, "a mapping of states to moves")
    if not moves:
        raise refusal("moves", "none", "those of one state or more")
    for state, choices in moves.items():
        require_type(f"moves of {state!r}", choices, Mapping, "a mapping of moves to outcomes")
        for move, outcomes in choices.items():
            name = f"state {state!r}, move {move!r}"
            require_type(name, outcomes, Mapping, "a mapping of outcomes to probabilities")


def _read_rewards(rewards: Any, moves: Mapping[Any, Mapping[Any, Any]]) -> Mapping[Any, Any]:
    """Return the rewards by state and move, given like that or as one number for all moves."""
    if not isinstance(rewards, Mapping):
        require_type("rewards", rewards, Real, "a number, or a mapping of states,")
        return {state: dict.fromkeys(choices, rewards) for state, choices in moves.items()}
    for state, by_move in rewards.items():
        for move in by_move:
            if move not in moves.get(state, {}):
                raise ValueError(f"rewards: {state!r} is no state with a move {move!r}")
    return rewards


def _read_state_of_move(given: Any) -> np.ndarray:
    """Return the states of the moves as integers; whether they are in order is checked later."""
    state_of_move = np.atleast_1d(read_floats("state_of_move", given))
    # Larger floats than 2**53 skip integers.
    if (
        state_of_move.ndim != 1
        or not (abs(state_of_move) < 2**53).all()
        or (state_of_move % 1).any()
    ):
        raise refusal("state_of_move", short_repr(given), "the numbers of states")
    return state_of_move.astype(int)


def _read_transition(given: Any, shape: tuple[int, int]) -> sparse.csr_array:
    """Return a sparse copy of the transition matrix, without explicit zeros."""
    if not sparse.issparse(given):
        given = np.atleast_2d(read_floats("transition", given))
    transition = sparse.csr_array(given, dtype=float, copy=True)
    transition.sum_duplicates()
    transition.eliminate_zeros()
    if transition.shape != shape:
        raise refusal("transition", f"shape {transition.shape}", shape)
    return transition


def _read_names(name: str, given: Any, count: int) -> Any:
    """Return the names of moves or states, by default their indices."""
    # An empty tuple is the default, and an empty list a mistake.
    left_out = given is None or (isinstance(given, tuple) and not given)
    names = range(count) if left_out else given
    require_type(name, names, Collection, "a list of names")
    if len(names) != count:
        raise refusal(name, len(names), count)
    return names


def _read_one_or_each(name: str, given: Any, shape: tuple[int, ...]) -> np.ndarray:
    """Return an array from one number for all, or one for each."""
    values = read_floats(name, given)
    if values.shape not in ((), shape):
        raise refusal(name, f"shape {values.shape}", f"one that broadcasts to {shape}")
    return np.broadcast_to(values, shape).copy()
