"""Stochastic games with one player, or with two who take turns: linear programs, flows, policies.

In each state one player chooses a move, and chance then picks the next state from the move's
distribution, until a terminal state is reached. The player maximises the expected value of that
terminal state, or minimises the expected number of moves. A state's value then solves Bellman's
equation, ``x[s] = max over the moves m of s of cost(m) + sum over t of P[m, t] x[t]``, which may
well be cyclic.

Notation and the two programs, (GP) and its dual (GD), follow B. Coutts, *No Limit Texas Hold'em
Versus a Shover* (2020). Policy iteration is from R. Howard, *Dynamic Programming and Markov
Processes* (1960), and for two players from A. Hoffman and R. Karp, *On nonterminating stochastic
games*, Management Science 12 (1966) 359-370; turn-based games are the simple stochastic games of
A. Condon, *The complexity of stochastic games*, Information and Computation 96 (1992) 203-224.

**What may go on for ever.** From every state some moves must be able to reach a terminal state:
a game that breaks this rule is refused. A policy is *proper* if it reaches one with certainty,
from wherever it starts. The rule gives a proper policy, but improper ones may exist too: a player
may walk in circles. When turns are minimised that costs an infinity of turns, and no harm is done
(D. Bertsekas and J. Tsitsiklis, *An analysis of stochastic shortest path problems*, Mathematics of
Operations Research 16 (1991) 580-595). When a value is maximised, Bellman's equation then has many
solutions, and we take the least, which is what (GP) asks for: the best that proper policies can
do. If no terminal value is negative, that is also the best of all policies when a play that
never ends is worth 0. Where two players meet, either might profit from never ending, so there
no pair of strategies may be able to avoid the end: these are Condon's *stopping* games.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph
from scipy.sparse.linalg import splu

from pokerlab._foundations import Immutable, frozen, optimise, solve_integers

if TYPE_CHECKING:
    import cvxpy

OBJECTIVES = ("value", "turns")
METHODS = ("policy", "value", "lp", "dual")

_TIE = {"policy": 1e-10, "value": 1e-9, "lp": 1e-7, "dual": 1e-7}
"""Moves that differ by no more than this times the largest value count as equally good."""

_ROUNDING = 2.0**-52
"""Twice what one operation on floats may lose, relative to its result."""

_GAIN = 1e-12
"""Policy iteration ignores gains below this times the largest value: they may be rounding."""


@dataclass(frozen=True, eq=False)
class StochasticGame(Immutable):
    """A stochastic game as sparse arrays; `from_moves` builds one from names.

    Parameters
    ----------
    transition : sparse array, shape (moves, states)
        ``transition[m, t]``: the probability that move ``m`` leads to state ``t``. Rows sum to 1,
        or miss it by no more than 1e-12: what is meant are the floats as they are, each divided
        by the exact sum of its row.
    owner : (moves,) array of int
        The state in which each move can be made, in ascending order.
    terminal_values : (states,) array of float
        What a play that ends there is worth; NaN for the states that are not terminal. All 0 when
        turns are minimised.
    objective : {"value", "turns"}
        Maximise the expected terminal value, or minimise the expected number of moves.
    opponent : (states,) array of bool, optional
        The states in which an adversary moves, who minimises the value.
    states, moves : sequences of hashable, optional
        Names, by default the numbers 0, 1, 2, ...

    Raises
    ------
    ValueError
        If an array does not fit, a row is not a probability distribution, a state that is not
        terminal has no move or a terminal one has some, or the game can go on for ever in the
        sense of this module's introduction. The message names the state.
    """

    transition: sparse.csr_array
    owner: np.ndarray
    terminal_values: np.ndarray
    objective: str = "value"
    opponent: np.ndarray | None = None
    states: Sequence[Hashable] | None = None
    moves: Sequence[Hashable] | None = None

    def __post_init__(self) -> None:
        values = frozen(np.array(self.terminal_values, dtype=float))
        transition = sparse.csr_array(self.transition, dtype=float, copy=True)
        transition.sum_duplicates()
        transition.eliminate_zeros()
        for part in ("data", "indices", "indptr"):
            setattr(transition, part, frozen(getattr(transition, part)))
        owner = np.array(self.owner)
        if owner.dtype.kind == "u":
            owner = owner.astype(np.int64)  # whose differences can be negative
        opponent = np.zeros(len(values), bool) if self.opponent is None else self.opponent
        states = range(len(values)) if self.states is None else tuple(self.states)
        moves = range(len(owner)) if self.moves is None else tuple(self.moves)
        for name, value in [
            ("terminal_values", values),
            ("transition", transition),
            ("owner", frozen(owner)),
            ("opponent", frozen(opponent)),
            ("states", states),
            ("moves", moves),
        ]:
            object.__setattr__(self, name, value)
        self._check_arrays()
        self._check_states()

    @classmethod
    def from_moves(
        cls,
        moves: Mapping[Hashable, Mapping[Hashable, Mapping[Hashable, float]]],
        terminals: Mapping[Hashable, float] | Collection[Hashable],
        objective: str = "value",
        opponent: Collection[Hashable] = (),
    ) -> StochasticGame:
        """Build a game state by state.

        Parameters
        ----------
        moves : mapping
            ``moves[state][move][outcome]`` is a probability. States and moves may be named by
            anything hashable.
        terminals : mapping, or collection when turns are minimised
            The terminal states and their values.
        objective : {"value", "turns"}
            As for the class.
        opponent : collection
            The states in which an adversary moves.

        Raises
        ------
        ValueError
            As for the class, and if an outcome is not a state.

        Examples
        --------
        >>> game = StochasticGame.from_moves(
        ...     {1: {"bet": {2: 0.5, 0: 0.5}}, 2: {"bet": {3: 0.5, 1: 0.5}}}, {0: 0, 3: 1}
        ... )
        >>> round(game.solve().value(2), 6)
        0.666667
        """
        if not isinstance(terminals, Mapping):
            terminals = dict.fromkeys(terminals, 0.0)
        opponent = set(opponent)
        states = [*moves, *(state for state in terminals if state not in moves)]
        index = {state: number for number, state in enumerate(states)}
        for state in opponent:
            if state not in moves:
                raise ValueError(f"opponent: {state!r} is not a state that has moves")
        owner, names, rows, columns, chances = [], [], [], [], []
        for state, choices in moves.items():
            for move, outcomes in choices.items():
                for outcome, chance in outcomes.items():
                    if outcome not in index:
                        raise ValueError(
                            f"state {state!r}, move {move!r}: {outcome!r} is not a state"
                        )
                    rows.append(len(owner))
                    columns.append(index[outcome])
                    chances.append(float(chance))
                owner.append(index[state])
                names.append(move)
        return cls(
            sparse.csr_array((chances, (rows, columns)), shape=(len(owner), len(states))),
            np.array(owner, int),
            np.array([terminals.get(state, np.nan) for state in states], float),
            objective,
            np.array([state in opponent for state in states], bool),
            states,
            names,
        )

    def _check_arrays(self) -> None:
        n_moves, n_states = len(self.owner), len(self.terminal_values)
        if self.objective not in OBJECTIVES:
            raise ValueError(f"objective: {self.objective!r} given, one of {OBJECTIVES} allowed")
        for name, given, needed in [
            ("transition", self.transition.shape, (n_moves, n_states)),
            ("owner", self.owner.shape, (n_moves,)),
            ("terminal_values", self.terminal_values.shape, (n_states,)),
            ("opponent", self.opponent.shape, (n_states,)),
            ("states", (len(self.states),), (n_states,)),
            ("moves", (len(self.moves),), (n_moves,)),
        ]:
            if given != needed:
                raise ValueError(f"{name}: shape {given} given, {needed} needed")
        if len(self._index) < n_states:
            raise ValueError("states: a name occurs twice, each state needs its own")
        if self.opponent.dtype != bool:
            raise ValueError(f"opponent: an array of {self.opponent.dtype} given, bool needed")
        if self.owner.dtype.kind not in "iu":
            raise ValueError(f"owner: an array of {self.owner.dtype} given, integers needed")
        if n_moves == 0 or self.owner[0] < 0 or self.owner[-1] >= n_states:
            raise ValueError(f"owner: each move needs a state from 0 to {n_states - 1}")
        if (np.diff(self.owner) < 0).any():
            raise ValueError("owner: not ascending, list the moves state by state")
        if np.isinf(self.terminal_values).any():
            raise ValueError("terminal_values: one is infinite, only finite ones are allowed")
        if self.objective == "turns" and np.nan_to_num(self.terminal_values).any():
            raise ValueError("terminal_values: one is not 0, though turns are minimised")
        if self.objective == "turns" and self.opponent.any():
            raise ValueError("opponent: given, though only a value can be played for by two")

    def _check_states(self) -> None:
        has_moves = np.zeros(len(self.states), bool)
        has_moves[self.owner] = True
        terminal = ~np.isnan(self.terminal_values)
        for state in np.flatnonzero(has_moves & terminal)[:1]:
            raise ValueError(
                f"state {self.states[state]!r} has moves and is terminal: it can be only one"
            )
        for state in np.flatnonzero(~has_moves & ~terminal)[:1]:
            raise ValueError(
                f"state {self.states[state]!r} has no move: give it one, or make it terminal"
            )
        sums, least = self.transition.sum(axis=1), self.transition.min(axis=1).toarray()
        for move in np.flatnonzero(~(abs(sums - 1) <= 1e-12) | (least < 0))[:1]:
            raise ValueError(
                f"state {self.states[self.owner[move]]!r}, move {self.moves[move]!r}: "
                f"probabilities from {least[move]} that sum to {sums[move]} given, "
                "none may be negative and they must sum to 1"
            )
        form = self._form
        ending, _ = _lead(form, np.ones(len(form.owner), bool))
        for state in self._live[~ending][:1]:
            raise ValueError(
                f"from state {self.states[state]!r} no terminal state can be reached: "
                "the game would go on for ever"
            )
        if self.opponent.any() and not self.stops:
            state = self._live[form.owner[_end_components(form)[1]][0]]
            raise ValueError(
                f"from state {self.states[state]!r} the two players can go on for ever: with an "
                "opponent, every pair of strategies must reach a terminal state with certainty"
            )

    @cached_property
    def stops(self) -> bool:
        """Whether every policy, or every pair of strategies, ends the game with certainty."""
        return not _end_components(self._form)[1].any()

    def index(self, state: Hashable) -> int:
        """Number of the state of that name.

        Raises
        ------
        ValueError
            If there is none.
        """
        try:
            return self._index[state]
        except KeyError:
            raise ValueError(f"state: {state!r} is not one of the {len(self.states)}") from None

    def solve(
        self,
        method: str = "policy",
        *,
        start: Hashable | None = None,
        solver: str = "CLARABEL",
        tolerance: float = 1e-10,
    ) -> StochasticSolution:
        """Find every state's value, an optimal policy and a certificate for both.

        Parameters
        ----------
        method : {"policy", "value", "lp", "dual"}
            ``policy``: policy iteration by sparse elimination; with an opponent, strategy
            iteration, each of whose rounds lets the opponent reply by policy iteration.
            ``value``: value iteration from below and from above until the two meet.
            ``lp``: (GP), `primal_program`. ``dual``: (GD), `dual_program`, on its own. Neither of
            these programs is right with an opponent.
        start : name of a state, optional
            Where one unit of flow enters the game. By default one enters every state that is not
            terminal. Programs weigh states by inflow: with a `start`, ``lp`` and ``dual`` find
            the values, and the policy, only of the states that the flow comes through.
        solver : str
            The cvxpy solver of ``lp`` and ``dual``.
        tolerance : float
            How near the bounds of ``value`` have to come to each other; for ``lp`` and ``dual``,
            Clarabel's tolerances (other solvers keep their own).

        Raises
        ------
        ValueError
            If an argument is none of the above.
        RuntimeError
            If the solver fails.
        ArithmeticError
            If the game lasts so long that floats cannot tell a policy's values.
        """
        if method not in METHODS:
            raise ValueError(f"method: {method!r} given, one of {METHODS} allowed")
        if self.opponent.any() and method in ("lp", "dual"):
            raise ValueError(
                f"method: {method!r} given, with an opponent 'policy' or 'value' needed"
            )
        if not tolerance > 0:
            raise ValueError(f"tolerance: {tolerance!r} given, a positive number needed")
        inflow, flow = self._inflow(start), None
        if method == "policy":
            x, iterations = _policy_iteration(self._form)
        elif method == "value":
            x, iterations = _value_iteration(self, tolerance)
        else:
            x, flow, iterations = _linear_program(self, method, start, solver, tolerance)
        if not np.isfinite(x).all():
            raise ArithmeticError(_TOO_LONG)
        return _certified(self, method, x, flow, inflow, iterations)

    def solve_exactly(self) -> dict[Hashable, Fraction]:
        """Every state's value as a fraction.

        Chances and terminal values are read as the simplest fractions that they can be, with
        denominators up to a million. The policy that `solve` finds gives linear equations, which
        are solved exactly, and every move is then compared with the best one exactly. Where one is
        better it is made instead, the opponent's first (A. Hoffman and R. Karp, 1966), until none
        is: Bellman's equation then holds without rounding, with the values of a proper policy.

        Returns
        -------
        dict of state to Fraction

        Raises
        ------
        ValueError
            If the chances of a move, read as fractions, do not add up to 1.

        Examples
        --------
        >>> game = StochasticGame.from_moves(
        ...     {1: {"bet": {2: 0.4, 0: 0.6}}, 2: {"bet": {3: 0.4, 1: 0.6}}}, {0: 0, 3: 1}
        ... )
        >>> game.solve_exactly()[2]
        Fraction(10, 19)
        """
        live, turns = self._live, int(self.objective == "turns")
        number = {int(state): n for n, state in enumerate(live)}
        ends = {
            state: _simplest(value)
            for state, value in enumerate(self.terminal_values.tolist())
            if state not in number
        }
        moves = []  # for each its state, its chances over the live states, and what it adds
        for move, owner in enumerate(self.owner.tolist()):
            row = self.transition[[move]]
            chances = dict(
                zip(row.indices.tolist(), map(_simplest, row.data.tolist()), strict=True)
            )
            if sum(chances.values()) != 1:
                raise ValueError(
                    f"move {self.moves[move]!r} of state {self.states[owner]!r}: its chances, read "
                    f"as fractions, add up to {sum(chances.values())}, 1 needed"
                )
            gain = turns + sum(chances.pop(state) * ends[state] for state in ends.keys() & chances)
            moves.append((number[owner], {number[t]: p for t, p in chances.items()}, gain))
        try:
            policy = self.solve().policy[live]
        except ArithmeticError:
            policy = _proper(self._form)
        while True:
            matrix, right = np.zeros((len(live), len(live)), object), np.zeros(len(live), object)
            for state, move in enumerate(policy):
                _, chances, gain = moves[move]
                scale = lcm(gain.denominator, *(p.denominator for p in chances.values()))
                matrix[state, state] = scale
                for after, chance in chances.items():
                    matrix[state, after] -= int(chance * scale)
                right[state] = int(gain * scale)
            numerators, denominator = solve_integers(matrix, right)
            better: dict[int, int] = {}
            for move, (state, chances, gain) in enumerate(moves):
                worth = gain * denominator + sum(p * numerators[t] for t, p in chances.items())
                if self._form.sign[state] * (worth - numerators[state]) > 0:
                    better[state] = move
            if not better:
                values = ends | {
                    int(state): Fraction(numerator, denominator)
                    for state, numerator in zip(live, numerators, strict=True)
                }
                return {name: values[state] for state, name in enumerate(self.states)}
            replies = {state: move for state, move in better.items() if self.opponent[live[state]]}
            for state, move in (replies or better).items():
                policy[state] = move

    def _inflow(self, start: Hashable | None) -> np.ndarray:
        inflow = np.isnan(self.terminal_values).astype(float)
        if start is not None:
            if not inflow[self.index(start)]:
                raise ValueError(f"start: {start!r} given, a state that is not terminal needed")
            inflow[:] = 0
            inflow[self.index(start)] = 1
        return inflow

    @cached_property
    def _index(self) -> dict[Hashable, int]:
        return {state: number for number, state in enumerate(self.states)}

    @cached_property
    def _live(self) -> np.ndarray:
        """The states that are not terminal."""
        return np.flatnonzero(np.isnan(self.terminal_values))

    @cached_property
    def _form(self) -> _Form:
        terminal = ~np.isnan(self.terminal_values)
        turns = self.objective == "turns"
        transition = sparse.diags_array(1 / self.transition.sum(axis=1)) @ self.transition
        into_end = transition[:, terminal]
        return _Form(
            transition[:, ~terminal],
            into_end @ self.terminal_values[terminal] + turns,
            np.searchsorted(self._live, self.owner),
            np.flatnonzero(np.diff(self.owner, prepend=-1)),
            np.where(turns | self.opponent[~terminal], -1.0, 1.0),
            into_end.sum(axis=1),
            np.arange(len(self.owner)),
        )


@dataclass(frozen=True, eq=False)
class StochasticSolution(Immutable):
    """What `StochasticGame.solve` finds.

    Attributes
    ----------
    game : StochasticGame
        The game.
    method : str
        How it was solved.
    values : (states,) array
        Each state's value, as the method computed it; terminal states included.
    policy : (states,) array of int
        The move to make in each state, -1 in terminal ones. Of equally good moves (up to 1e-10,
        for ``value`` 1e-9, for ``lp`` and ``dual`` 1e-7, times the largest value or 1) it is the
        first listed; where those would go round for ever, the first that may come a step nearer
        the end.
    flow : (moves,) array
        How often each move is made in expectation when the inflow enters: the dual solution of
        the programs, otherwise the flow of `policy`.
    inflow : (states,) array
        What enters each state: 1 in every state that is not terminal, or 1 at the start.
    lower, upper : (states,) arrays
        Proven bounds on the values, all rounding included. One
        comes from `policy`: what it is worth by itself, or with an opponent against the best
        reply. The other comes from `values`, made to satisfy all inequalities of (GP) without
        exception, after which weak duality bounds the optimum; with an opponent, it is what
        the opponent's part of the policy holds the maximiser to. Where floats can prove no more,
        they are what is known without computing: the least and the largest terminal value, or
        one turn and infinity.
    residual : float
        The largest violation of Bellman's equation, as floats find it: by how much a value falls
        short of a move
        or, in a state that the flow comes through, exceeds the best one (the reverse for one
        who minimises).
    gap : float
        Objective of (GP) at `values` less that of (GD) at `flow`, without the terminal states;
        (GD) less (GP) if turns are minimised; with an opponent, the inflow times
        ``upper - lower``.
    iterations : int
        Rounds of the method.
    """

    game: StochasticGame
    method: str
    values: np.ndarray
    policy: np.ndarray
    flow: np.ndarray
    inflow: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    residual: float
    gap: float
    iterations: int

    def value(self, state: Hashable) -> float:
        """Value of the state of that name."""
        return float(self.values[self.game.index(state)])

    def move(self, state: Hashable) -> Hashable:
        """Name of the move that the policy makes in the state of that name."""
        move = self.policy[self.game.index(state)]
        if move < 0:
            raise ValueError(f"state: {state!r} is terminal, it has no move")
        return self.game.moves[move]

    @property
    def visits(self) -> np.ndarray:
        """Expected number of times that each state is visited, entering included, (states,)."""
        return self.inflow + self.flow @ self.game.transition


def primal_program(game: StochasticGame, start: Hashable | None = None) -> cvxpy.Problem:
    """(GP): the values are the least numbers that no move improves on.

    Minimise ``sum of inflow[s] x[s]`` subject to ``x[s] >= sum over t of P[m, t] x[t]`` for every
    move ``m`` of every state ``s``, and ``x[t]`` as given in terminal states. If turns are
    minimised, maximise instead, subject to ``x[s] <= 1 + sum over t of P[m, t] x[t]``. In an
    opponent's states the inequality and the objective are flipped as well, as the document
    proposes: that program is easily written but need not solve the game, see `flip_and_cut`.

    Parameters
    ----------
    game : StochasticGame
        The game.
    start : name of a state, optional
        The only state in the objective. By default it sums all states, with terminal ones.

    Returns
    -------
    cvxpy.Problem
        Its one variable holds the values; its first constraint is the moves' inequalities, whose
        dual values are the flow; its second fixes the terminal states.

    Examples
    --------
    >>> game = egg_drop_game(floors=3, eggs=1)
    >>> program = primal_program(game)
    >>> size = program.size_metrics
    >>> size.num_scalar_variables, size.num_scalar_leq_constr
    (5, 3)
    """
    import cvxpy as cp

    terminal = np.flatnonzero(~np.isnan(game.terminal_values))
    sign = np.ones(len(game.states))
    sign[game._live] = game._form.sign
    weights = np.ones(len(sign)) if start is None else game._inflow(start)
    x = cp.Variable(len(sign), name="x")
    moves = sparse.diags_array(sign[game.owner])
    cost = float(game.objective == "turns")
    return cp.Problem(
        cp.Minimize((sign * weights) @ x),
        [
            (moves @ _advantage(game)) @ x >= cost * sign[game.owner],
            x[terminal] == game.terminal_values[terminal],
        ],
    )


def dual_program(game: StochasticGame, start: Hashable | None = None) -> cvxpy.Problem:
    """(GD): of all flows through the game, the one that takes most to where it is worth most.

    With ``y[m] >= 0`` the flow through move ``m``, maximise the worth of what arrives in terminal
    states, subject to what leaves each other state being its inflow plus what arrives there. If
    turns are minimised, minimise the sum of ``y``.

    Parameters
    ----------
    game : StochasticGame
        A game without an opponent.
    start : name of a state, optional
        Where one unit flows in. By default one flows into every state that is not terminal.

    Returns
    -------
    cvxpy.Problem
        Its one variable is the flow; the dual values of its one constraint are the values of the
        states that are not terminal, up to their sign.

    Raises
    ------
    ValueError
        If the game has an opponent.
    """
    import cvxpy as cp

    if game.opponent.any():
        raise ValueError("game: it has an opponent, (GD) is for one player")
    y = cp.Variable(len(game.owner), nonneg=True, name="y")
    worth = game._form.reward @ y
    return cp.Problem(
        cp.Minimize(worth) if game.objective == "turns" else cp.Maximize(worth),
        [_advantage(game)[:, game._live].T @ y == game._inflow(start)[game._live]],
    )


@dataclass(frozen=True, eq=False)
class CutSolution(Immutable):
    """What `flip_and_cut` comes to.

    Attributes
    ----------
    status : {"tight", "infeasible", "unfinished"}
        Whether the last program left no state loose, had no solution, or was merely the last.
    rounds : int
        Programs solved.
    values : (states,) array
        Solution of the last program that had one.
    loose : (states,) array of bool
        The states that it left loose: whose value is more than 1e-6 from that of the best move.
    history : (solutions, states) array
        The solutions of all programs that had one, in order.
    """

    status: str
    rounds: int
    values: np.ndarray
    loose: np.ndarray
    history: np.ndarray


def flip_and_cut(game: StochasticGame, rounds: int = 1, solver: str = "CLARABEL") -> CutSolution:
    """Flip the opponent's inequalities in (GP), then cut: what the document proposes for two.

    The flipped program may leave a state *loose*, its value far from that of its best move, for
    the sake of other states. A cut then holds it to the value that this move has in the current
    solution. A program that leaves no state loose solves the game, since a stopping game has
    only one solution of Bellman's equation. But the values that a cut refers to may be wrong
    too, and then it may cut the true values off, after which the programs have no solution or never
    a tight one. Or the cuts approach the true values for ever: in a cyclic game each may move
    a value only some of the way.

    Parameters
    ----------
    game : StochasticGame
        A game played for a value, with an opponent or without.
    rounds : int
        How many programs to solve at most; 1 solves the flipped program without any cut.
    solver : str
        The cvxpy solver. Where many solutions are optimal it matters which one is found: the
        default, an interior-point method, finds one in their midst.

    Raises
    ------
    ValueError
        If turns are minimised or `rounds` is not positive.
    RuntimeError
        If the solver fails.
    """
    if game.objective != "value":
        raise ValueError(f"game: its objective is {game.objective!r}, 'value' needed")
    if rounds < 1:
        raise ValueError(f"rounds: {rounds!r} given, at least 1 needed")
    import cvxpy as cp

    form, terminal_values = game._form, game.terminal_values
    program = primal_program(game)
    (x,) = program.variables()
    constraints = [
        *program.constraints,
        x >= np.nanmin(terminal_values),
        x <= np.nanmax(terminal_values),
    ]
    loose, history = np.isnan(terminal_values), []

    def after(status: str, solved: int) -> CutSolution:
        # The first program has a solution, the true values, so that there is a last one.
        return CutSolution(status, solved, history[-1], loose, np.array(history))

    for solved in range(1, rounds + 1):
        program = cp.Problem(program.objective, constraints)
        optimise(program, solver)
        # By status: without a solution, an interior-point method may leave its last iterate in x.
        if program.status in (cp.INFEASIBLE, cp.INFEASIBLE_INACCURATE):
            return after("infeasible", solved)
        if program.status not in (cp.OPTIMAL, cp.OPTIMAL_INACCURATE):
            raise RuntimeError(f"solver: {solver!r} ended with status {program.status!r}")
        values = np.where(np.isnan(terminal_values), x.value, terminal_values)
        history.append(values)
        best = _best(form, form.reward + form.chances @ values[game._live])
        excess = form.sign * (values[game._live] - best)
        cut = np.flatnonzero(excess > 1e-6)
        loose = np.isin(np.arange(len(values)), game._live[cut])
        if not loose.any():
            return after("tight", solved)
        sign = form.sign[cut]
        constraints.append(cp.multiply(sign, x[game._live[cut]]) <= sign * best[cut])
    return after("unfinished", rounds)


class EggDrop(NamedTuple):
    """The answer of `egg_drop`."""

    expected_drops: float
    first_floor: int
    solution: StochasticSolution


def egg_drop_game(floors: int, eggs: int) -> StochasticGame:
    """The egg-drop puzzle as a game of least expected turns.

    A building has `floors` floors, and an egg survives a fall from all floors up to some critical
    one, which is equally likely to be each of 0 (it never survives), 1, ..., `floors` (it always
    does). An egg that survives is as good as new. A state ``(n, e)`` has ``n`` floors that
    are in doubt and ``e`` eggs; a move drops one from the ``i``-th of them, and it breaks with
    probability ``i / (n + 1)``. With the last egg only the lowest one is safe to try: the
    answer must be found with certainty.

    Raises
    ------
    ValueError
        If an argument is not a positive integer.
    """
    _check_building(floors, eggs)
    moves = {
        (n, e): {
            i: {(i - 1, e - 1): i / (n + 1), (n - i, e): 1 - i / (n + 1)}
            for i in range(1, n + 1 if e > 1 else 2)
        }
        for e in range(1, eggs + 1)
        for n in range(1, floors + 1)
    }
    return StochasticGame.from_moves(moves, {(0, e) for e in range(eggs + 1)}, "turns")


def _check_building(floors: int, eggs: int) -> None:
    for name, value in [("floors", floors), ("eggs", eggs)]:
        if not isinstance(value, (int, np.integer)) or value < 1:
            raise ValueError(f"{name}: {value!r} given, a positive integer needed")


def egg_drop(floors: int, eggs: int) -> EggDrop:
    """Least expected number of drops that finds the critical floor, and the floor to begin with.

    Parameters
    ----------
    floors, eggs : int
        As for `egg_drop_game`.

    Returns
    -------
    EggDrop
        Of several best floors to begin with, the lowest. The game in its solution has no more eggs
        than halving the floors can break: more neither save a drop nor change where to begin.

    Raises
    ------
    ValueError
        If an argument is not a positive integer.

    Examples
    --------
    >>> egg_drop(floors=2, eggs=2)[:2]
    (1.6666666666666667, 1)
    """
    _check_building(floors, eggs)
    eggs = min(eggs, int(floors).bit_length())
    solution = egg_drop_game(floors, eggs).solve()
    return EggDrop(solution.value((floors, eggs)), solution.move((floors, eggs)), solution)


def _simplest(number: float) -> Fraction:
    """The fraction that a float was probably meant to be."""
    simple = Fraction(number).limit_denominator(10**6)
    return simple if abs(float(simple) - number) < 1e-14 * max(1, abs(number)) else Fraction(number)


class _Form(NamedTuple):
    """A game over its ``n`` live states, those that are not terminal.

    The value of making move ``m`` is ``(reward + chances @ x)[m]``, with terminal states counted
    in the reward.
    """

    chances: sparse.csr_array  # (moves, n)
    reward: np.ndarray  # (moves,)
    owner: np.ndarray  # (moves,) ascending, every live state occurs
    first: np.ndarray  # (n,) each state's first move
    sign: np.ndarray  # (n,) 1 where the mover maximises, -1 where he minimises
    ends: np.ndarray  # (moves,) chance that a move ends the game
    moves: np.ndarray  # (moves,) the moves' numbers in the game


def _best(form: _Form, worth: np.ndarray) -> np.ndarray:
    """Worth of each state's best move, (n,)."""
    return form.sign * np.maximum.reduceat(form.sign[form.owner] * worth, form.first)


def _pick(form: _Form, moves: np.ndarray) -> np.ndarray:
    """Each state's first move out of a mask, (n,); the number of all moves where it has none."""
    numbers = np.where(moves, np.arange(len(moves)), len(moves))
    return np.minimum.reduceat(numbers, form.first)


def _lead(
    form: _Form, allowed: np.ndarray, ending: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Find which states allowed moves lead to the end, or to states `ending`, and by what moves.

    The moves are those that may come a step nearer, so that following them ends the game with
    certainty.
    """
    ending = np.zeros(len(form.first), bool) if ending is None else ending.copy()
    policy = np.full(len(form.first), -1)
    while True:
        nearer = _pick(form, allowed & ((form.ends > 0) | (form.chances @ ending > 0)))
        new = ~ending & (nearer < len(allowed))
        if not new.any():
            return ending, policy
        policy[new] = nearer[new]
        ending |= new


def _greedy(form: _Form, x: np.ndarray, tie: float) -> np.ndarray:
    """The policy of moves that are best up to `tie`, by the rule that StochasticSolution states."""
    worth = form.reward + form.chances @ x
    everything = np.ones(len(worth), bool)
    best = _best(form, worth)[form.owner]
    tied = form.sign[form.owner] * (worth - best) >= -tie
    policy = _pick(form, tied)
    for allowed in (tied, everything):
        chosen = np.zeros(len(worth), bool)
        chosen[policy] = True
        ending, _ = _lead(form, chosen)
        if ending.all():
            break
        nearer = _lead(form, allowed, ending)[1]
        policy = np.where(nearer >= 0, nearer, policy)
    return policy


def _proper(form: _Form) -> np.ndarray:
    """A policy that ends the game with certainty."""
    return _lead(form, np.ones(len(form.owner), bool))[1]


def _elimination(form: _Form, policy: np.ndarray) -> splu:
    """Factor the equations of a policy's values, ``x = reward + chances @ x`` for its moves.

    The chance to leave a state is added up from where it leads to: 1 less the chance to stay would
    lose its digits where that is almost 1.
    """
    n = len(policy)
    outcome = form.chances[policy].tocoo()
    away = outcome.row != outcome.col
    rows, columns, chances = outcome.row[away], outcome.col[away], outcome.data[away]
    leaving = form.ends[policy] + np.bincount(rows, chances, n)
    own = np.arange(n)
    entries = np.concatenate([leaving, -chances])
    places = np.concatenate([own, rows]), np.concatenate([own, columns])
    try:
        return splu(sparse.csc_array((entries, places), shape=(n, n)))
    except RuntimeError:
        raise ArithmeticError(_TOO_LONG) from None


_TOO_LONG = "game: it may last so long that floats cannot tell its values, see solve_exactly"


def _policy_iteration(form: _Form) -> tuple[np.ndarray, int]:
    """Values by Howard's algorithm; if someone minimises, he gives his best reply in each round.

    We begin with a proper policy and switch only to moves that gain. Were a policy thus reached
    improper, it would never leave some set of states, in which some move has gained; but on average
    over the long run spent there values cannot grow. So all policies are proper, the values
    only ever rise, and policies being finite in number the algorithm ends. Rounding might
    make it circle among policies that are equally good: it also ends once the values stop rising.
    """
    maximiser, total = form.sign > 0, -np.inf
    if not maximiser.any():
        x, rounds = _policy_iteration(form._replace(reward=-form.reward, sign=-form.sign))
        return -x, rounds
    policy, rounds = _proper(form), 0
    while True:
        rounds += 1
        if maximiser.all():
            x = _elimination(form, policy).solve(form.reward[policy])
        else:
            x = -_policy_iteration(_against(form, policy, maximiser, -1))[0]
        worth = form.reward + form.chances @ x
        best = _best(form, worth)
        gains = maximiser & (best - worth[policy] > _GAIN * max(1.0, abs(x).max()))
        if not gains.any() or x.sum() <= total:
            return x, rounds
        total = x.sum()
        policy = np.where(gains, _pick(form, worth == best[form.owner]), policy)


def _against(form: _Form, policy: np.ndarray, fixed: np.ndarray, sign: int) -> _Form:
    """The one-player game that is left when `fixed` states keep to a policy, worth times `sign`."""
    kept = ~fixed[form.owner]
    kept[policy[fixed]] = True
    owner = form.owner[kept]
    return _Form(
        form.chances[kept],
        sign * form.reward[kept],
        owner,
        np.flatnonzero(np.diff(owner, prepend=-1)),
        np.ones(len(fixed)),
        form.ends[kept],
        form.moves[kept],
    )


def _end_components(form: _Form) -> tuple[np.ndarray, np.ndarray]:
    """Where the game can go on for ever: the maximal end components.

    Returns
    -------
    label : (n,) array
        Numbers from 0, the same for two states that some policy can walk between for ever.
    inside : (moves,) array of bool
        The moves by which they do so: those that lead to states of the same label with certainty.
    """
    outcome = form.chances.tocoo()
    inside = form.ends == 0
    while True:
        here = inside[outcome.row]
        edges = form.owner[outcome.row[here]], outcome.col[here]
        graph = sparse.csr_array((np.ones(here.sum()), edges), shape=2 * form.first.shape)
        label = csgraph.connected_components(graph, connection="strong")[1]
        leaves = outcome.row[label[form.owner[outcome.row]] != label[outcome.col]]
        stays = inside.copy()
        stays[leaves] = False
        if (stays == inside).all():
            return label, inside
        inside = stays


def _collapse(form: _Form) -> tuple[_Form, np.ndarray]:
    """Merge each end component into one state, without the moves inside, to get a stopping game.

    In a game of maximisation all states of an end component have one value, since one can walk
    from each to every other. Returned with the label of each state's component.
    """
    label, inside = _end_components(form)
    moves = np.flatnonzero(~inside)
    moves = moves[np.argsort(label[form.owner[moves]], kind="stable")]
    owner = label[form.owner[moves]]
    n, merged = len(label), label.max() + 1
    merge = sparse.csr_array((np.ones(n), (np.arange(n), label)), shape=(n, merged))
    first = np.flatnonzero(np.diff(owner, prepend=-1))
    chances = form.chances[moves] @ merge
    rest = form.reward[moves], owner, first, np.ones(merged), form.ends[moves], form.moves[moves]
    return _Form(chances, *rest), label


def _drift(
    game: StochasticGame, moves: np.ndarray, x: np.ndarray, cost: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """By how much `x`, over all states, changes on average with each of some moves, plus a cost.

    Times the sum of the move's chances, which may miss 1; and how much of it may be rounding. A
    part is lost with each of at most ``count + 2`` operations, all relative to what is added up,
    or where numbers are too small for that, of the smallest of them.
    """
    rows = game.transition[moves]
    start, count = rows.indptr[:-1], np.diff(rows.indptr)
    parts = rows.data * (x[rows.indices] - x[game.owner[moves]].repeat(count))
    paid = cost * np.add.reduceat(rows.data, start)
    size = np.add.reduceat(abs(parts), start) + paid
    rounding = (count + 4) * (_ROUNDING * size + np.finfo(float).smallest_subnormal)
    return np.add.reduceat(parts, start) + paid, rounding


def _upper_bound(game: StochasticGame, form: _Form, sign: int, x: np.ndarray) -> np.ndarray:
    """Raise `x` until it satisfies every inequality of (GP): a bound, proven, on the best values.

    In a stopping game some ``g`` satisfies ``g > chances @ g`` for all moves: the longest that a
    play can be made to last. Where `x` falls short, ``x + d g`` does not for some ``d``. Bellman's
    operator is monotone, so that what satisfies all the inequalities is nowhere below the best
    value. The inequalities are those of the game itself, whose worths are taken times `sign`, and
    rounding is counted against us; where it leaves nothing proven, the bound is infinite.
    """
    form, label = _collapse(form)
    top = np.full(len(form.first), -np.inf)
    np.maximum.at(top, label, x)
    candidate, longest = sign * game.terminal_values, np.zeros(len(game.states))
    candidate[game._live] = top[label]
    with np.errstate(all="ignore"):
        try:
            lasts, _ = _policy_iteration(form._replace(reward=np.ones(len(form.reward))))
        except ArithmeticError:
            return np.full(len(x), np.inf)
        longest[game._live] = lasts[label]
        drift, rounding = _drift(game, form.moves, longest)
        falls = -(drift + rounding)
        drift, rounding = _drift(game, form.moves, candidate, int(game.objective == "turns"))
        factor = (np.maximum(drift + rounding, 0) / falls).max()
        if not (falls > 0).all() or not np.isfinite(factor):
            return np.full(len(x), np.inf)
        if factor == 0:
            return candidate[game._live]
        return _up(candidate[game._live] + _up(_up(factor) * longest[game._live]))


def _up(x: np.ndarray) -> np.ndarray:
    """The next larger floats: at least what the last operation would give without rounding."""
    return np.nextafter(x, np.inf)


def _value_iteration(game: StochasticGame, tolerance: float) -> tuple[np.ndarray, int]:
    """Values by applying Bellman's operator to a bound from below and to one from above.

    Both stay bounds, as the operator is monotone, and they meet in a game with one solution: when
    a value is maximised we therefore merge end components first (S. Haddad and B. Monmege,
    *Interval iteration algorithm for MDPs and IMDPs*, Theoretical Computer Science 735 (2018)
    111-131). When turns are minimised the bounds are 0 and some proper policy. What is
    returned is the bound that satisfies the inequalities of (GP).
    """
    form, label = game._form, np.arange(len(game._live))
    if game.objective == "turns":
        policy = _proper(form)
        high = _elimination(form, policy).solve(form.reward[policy])
        low = np.zeros(len(high))
    else:
        if not game.stops:
            form, label = _collapse(form)
        low = np.full(len(form.first), np.nanmin(game.terminal_values))
        high = np.full(len(form.first), np.nanmax(game.terminal_values))
    sweeps = 0
    while (high - low).max() > tolerance:
        before, sweeps = (low, high), sweeps + 1
        low, high = (_best(form, form.reward + form.chances @ x) for x in before)
        if (low == before[0]).all() and (high == before[1]).all():
            raise RuntimeError(
                f"tolerance: {tolerance!r} given, but rounding keeps the bounds "
                f"{(high - low).max()!r} apart"
            )
    return (low if game.objective == "turns" else high)[label], sweeps


def _advantage(game: StochasticGame) -> sparse.csr_array:
    """``(advantage @ x)[m]`` is by how much `x` at the owner exceeds its mean after move ``m``."""
    moves = np.arange(len(game.owner))
    own = sparse.csr_array((np.ones(len(moves)), (moves, game.owner)), game.transition.shape)
    return own - game.transition


def _linear_program(
    game: StochasticGame, method: str, start: Hashable | None, solver: str, tolerance: float
) -> tuple[np.ndarray, np.ndarray, int]:
    """Values of live states, flow and iterations by (GP) or (GD)."""
    program = (primal_program if method == "lp" else dual_program)(game, start)
    options = {"tol_gap_abs": tolerance, "tol_gap_rel": tolerance, "tol_feas": tolerance}
    optimise(program, solver, **(options if solver == "CLARABEL" else {}))
    if program.variables()[0].value is None:
        raise RuntimeError(f"solver: {solver!r} ended with status {program.status!r}")
    found, multipliers = program.variables()[0].value, program.constraints[0].dual_value
    if method == "lp":
        x, flow = found[game._live], multipliers
    else:
        x, flow = -multipliers if game.objective == "turns" else multipliers, found
    return x, np.maximum(flow, 0.0), program.solver_stats.num_iters


def _certified(
    game: StochasticGame,
    method: str,
    x: np.ndarray,
    flow: np.ndarray | None,
    inflow: np.ndarray,
    iterations: int,
) -> StochasticSolution:
    """Add the policy, its flow, bounds, residual and gap to the values of the live states."""
    form, live = game._form, game._live

    def everywhere(values: np.ndarray, elsewhere: np.ndarray) -> np.ndarray:
        filled = elsewhere.copy()
        filled[live] = values
        return filled

    policy = _greedy(form, x, _TIE[method] * max(1.0, abs(x).max()))
    if flow is None:
        flow = np.zeros(len(form.owner))
        flow[policy] = _elimination(form, policy).solve(inflow[live], trans="T")

    best = _best(form, form.reward + form.chances @ x)
    excess = form.sign * (x - best)
    through = np.bincount(form.owner, flow) > 1e-6
    residual = max(0.0, (-excess).max(), excess[through].max())

    kept, free = _against(form, policy, form.sign > 0, -1), _against(form, policy, form.sign < 0, 1)
    values = everywhere(x, game.terminal_values)
    if game.objective == "turns":
        # If x <= (1 + d) + chances @ x, then x / (1 + d) is nowhere above the least of turns.
        drift, rounding = _drift(game, form.moves, values, cost=1)
        above = (rounding - drift).max()  # times a sum of chances of almost 1
        lower = x if above <= 0 else -_up(-x / _up(1 + 1.001 * above))
        least, most = 1.0, np.inf
    else:
        lower = -_upper_bound(game, kept, -1, _policy_iteration(kept)[0])
        least, most = np.nanmin(game.terminal_values), np.nanmax(game.terminal_values)
    best = _policy_iteration(free)[0] if (form.sign < 0).any() else x
    upper = _upper_bound(game, free, 1, best)
    lower, upper = np.fmax(lower, least), np.fmin(upper, most)

    one_player = not game.opponent.any()
    gap = form.sign[0] * (inflow[live] @ x - flow @ form.reward)
    return StochasticSolution(
        game,
        method,
        values,
        everywhere(policy, np.full(len(game.states), -1)),
        flow,
        inflow,
        everywhere(lower, game.terminal_values),
        everywhere(upper, game.terminal_values),
        float(residual),
        float(gap if one_player else inflow[live] @ (upper - lower)),
        iterations,
    )
