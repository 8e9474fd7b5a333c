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

import reprlib
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from pokerlab._extras import optimise, optional
from pokerlab._foundations import (
    Immutable,
    check_count,
    check_type,
    read_floats,
    read_list,
    set_fields,
)

if TYPE_CHECKING:
    import cvxpy

OBJECTIVES = ("value", "cost")
METHODS = ("policy", "lp")

#: Moves that differ by no more than this times the largest value count as equally good.
_TIE = {"policy": 1e-10, "lp": 1e-7}
_UNIT = 2.0**-53  #: A number may have been rounded by this, relative to its size.
_ENDLESS = "game: it may last so long that floats fail"


@dataclass(frozen=True, eq=False, repr=False)
class StochasticGame(Immutable):
    """A stochastic game as sparse arrays; `from_moves` builds one from names.

    One in which a play may be endless, at no cost, is a ValueError.
    """

    #: (moves, states) the probability that a move leads to a state. Rows sum to 1, up to 1e-12, and
    #: are divided by their sum.
    transition: sparse.csr_array
    owner: np.ndarray  #: (moves,) the state in which each move can be made, in ascending order.
    #: (states,) what a play that ends there is worth; NaN for the states that are not terminal.
    terminal_values: np.ndarray
    objective: str = "value"  #: Maximise what a play is worth on average, or minimise it: "cost".
    #: (states,) bool: where an adversary moves, who wants the opposite; by default nowhere.
    opponent: np.ndarray | Any = False
    states: Sequence[Hashable] | Any = None  #: Names, by default the numbers 0, 1, 2, ...
    moves: Sequence[Hashable] | Any = None  #: Names, too.
    rewards: np.ndarray | Any = 0.0  #: (moves,) what each pays on average, by default nothing.

    def __post_init__(self) -> None:
        values, given = (
            np.atleast_1d(read_floats("terminal_values", self.terminal_values)),
            self.owner,
        )
        owner = np.atleast_1d(read_floats("owner", given))
        if owner.ndim != 1 or not (abs(owner) < 2**53).all() or (owner % 1).any():
            raise ValueError(f"owner: {reprlib.repr(given)} given, the numbers of states needed")
        owner = owner.astype(int)
        transition = self.transition
        if not sparse.issparse(transition):
            transition = np.atleast_2d(read_floats("transition", transition))
        transition = sparse.csr_array(transition, dtype=float, copy=True)
        transition.sum_duplicates()
        transition.eliminate_zeros()
        needed = len(owner), len(values)
        if transition.shape != needed:
            raise ValueError(f"transition: shape {transition.shape} given, {needed} needed")
        for name, number in zip(("moves", "states"), needed, strict=True):
            names = range(number) if getattr(self, name) is None else getattr(self, name)
            check_type(name, names, Collection, "a list of names")
            if len(names) != number:
                raise ValueError(f"{name}: {len(names)} given, {number} needed")
            set_fields(self, **{name: names})
        rewards = _spread("rewards", self.rewards, owner.shape)
        opponent = _spread("opponent", self.opponent, values.shape).astype(bool)
        set_fields(self, owner=owner, terminal_values=values, transition=transition)
        set_fields(self, rewards=rewards, opponent=opponent)
        if self.objective not in OBJECTIVES:
            raise ValueError(f"objective: {self.objective!r} given, one of {OBJECTIVES} allowed")
        last = len(values) - 1
        ascending = len(owner) and (np.diff(owner, prepend=0, append=last) >= 0).all()
        for wrong, message in [
            (not ascending, f"owner: the states of moves, from 0 to {last}, must ascend"),
            (np.isinf(values).any(), "terminal_values: one is infinite"),
            (not np.isfinite(self.rewards).all(), "rewards: one is not finite"),
        ]:
            if wrong:
                raise ValueError(message)
        moving = np.bincount(owner, minlength=len(values)) > 0
        for state in np.flatnonzero(moving ^ np.isnan(values))[:1]:
            raise ValueError(f"state {self.states[state]!r}: moves or a value needed, one of both")
        sums, least = self.transition.sum(axis=1), self.transition.min(axis=1).toarray()
        for move in np.flatnonzero(~(abs(sums - 1) <= 1e-12) | (least < 0))[:1]:
            why = f"probabilities from {least[move]} that sum to {sums[move]} given"
            raise ValueError(f"{self._name(move)}: {why}, from 0 on and a sum of 1 needed")
        form = self._form
        free = self.opponent.any() | (form.sign[form.owner] * form.paid >= 0)
        endless = _lasting(form) & free
        endless[form.first] |= _lasting(form.pick(form.first))
        for move in np.flatnonzero(endless)[:1]:
            raise ValueError(f"{self._name(move)}: after it play can go on for ever")

    @classmethod
    def from_moves(
        cls,
        moves: Mapping[Any, Mapping[Any, Mapping[Any, float]]],
        terminals: Mapping[Any, float] | Collection[Hashable] = (),
        objective: str = "value",
        opponent: Collection[Hashable] = (),
        rewards: Mapping[Any, Mapping[Any, float]] | float = 0.0,
    ) -> StochasticGame:
        """Build a game state by state; `objective` is as for the class.

        Parameters
        ----------
        moves : mapping
            ``moves[state][move][outcome]`` is a probability; names are anything hashable.
        terminals : mapping, or collection
            The terminal states and their values, which are 0 in a collection.
        opponent : collection
            The states in which an adversary moves.
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
        check_type("moves", moves, Mapping, "a mapping of states to moves")
        for state, choices in moves.items():
            check_type(f"moves of {state!r}", choices, Mapping, "a mapping of moves to outcomes")
            for move, outcomes in choices.items():
                place = f"state {state!r}, move {move!r}"
                check_type(place, outcomes, Mapping, "a mapping of outcomes to probabilities")
        terminals = (
            terminals if isinstance(terminals, Mapping) else read_list("terminals", terminals)
        )
        opponent = read_list("opponent", opponent)
        if not isinstance(terminals, Mapping):
            terminals = dict.fromkeys(terminals, 0.0)
        if not isinstance(rewards, Mapping):
            check_type("rewards", rewards, Real, "a number, or a mapping of states,")
            rewards = {state: dict.fromkeys(choices, rewards) for state, choices in moves.items()}
        opponent = set(opponent)
        for state in opponent - moves.keys():
            raise ValueError(f"opponent: {state!r} is not a state that has moves")
        for state, paid in rewards.items():
            for move in paid.keys() - moves.get(state, {}).keys():
                raise ValueError(f"rewards: {state!r} is no state with a move {move!r}")
        index = {state: number for number, state in enumerate(dict.fromkeys([*moves, *terminals]))}
        named = [(state, move) for state, choices in moves.items() for move in choices]
        options = [moves[state][move] for state, move in named]
        for (state, move), outcomes in zip(named, options, strict=True):
            for outcome in (name for name in outcomes if name not in index):
                raise ValueError(f"state {state!r}, move {move!r}: {outcome!r} is not a state")
        chances = [float(chance) for outcomes in options for chance in outcomes.values()]
        to = [index[outcome] for outcomes in options for outcome in outcomes]
        rows = np.cumsum([0, *map(len, options)])
        return cls(
            sparse.csr_array((chances, to, rows), shape=(len(named), len(index))),
            np.array([index[state] for state, _ in named], int),
            np.array([terminals.get(state, np.nan) for state in index], float),
            objective,
            np.array([state in opponent for state in index], bool),
            list(index),
            [move for _, move in named],
            np.array([rewards.get(state, {}).get(move, 0) for state, move in named], float),
        )

    def __repr__(self) -> str:
        live, opponent = len(self._live), int(self.opponent.sum())
        return (
            f"<StochasticGame: {live - opponent} states of the player, {opponent} of an opponent, "
            f"{len(self.states) - live} terminal, {len(self.moves)} moves; "
            f"objective {self.objective!r}>"
        )

    def _name(self, move: int) -> str:
        return f"state {self.states[self.owner[move]]!r}, move {self.moves[move]!r}"

    def index(self, state: Hashable) -> int:
        """The number of the state with this name."""
        if state not in self.states:
            raise ValueError(f"state: {state!r} is not one of the {len(self.states)}")
        return self.states.index(state)

    def solve(self, method: str = "policy", *, start: Hashable | None = None) -> StochasticSolution:
        """Find every state's value, an optimal policy and bounds on the values.

        The method ``policy`` is policy iteration by sparse elimination; with an opponent, each
        round lets him reply by policy iteration. ``lp`` is (GP), `primal_program`, whose dual is
        (GD), by Clarabel. It is for one player, and solves only states that flow from a `start` can
        reach. Where floats fail it is an ArithmeticError, where Clarabel does a RuntimeError.
        """
        allowed = METHODS[:1] if self.opponent.any() else METHODS
        if method not in allowed:
            raise ValueError(f"method: {method!r} given, one of {allowed} allowed")
        form, inflow, flow = self._form, self._inflow(start), None
        if method == "policy":
            x, best = _policy_iteration(form, form.first)
        else:
            program = primal_program(self, start)
            close = dict.fromkeys(["tol_gap_abs", "tol_gap_rel", "tol_feas"], 1e-10)
            optimise(program, "CLARABEL", **close)
            found, multipliers = program.variables()[0].value, program.constraints[0].dual_value
            if found is None:
                raise RuntimeError(f"Clarabel ended with status {program.status!r}")
            x, flow = found[self._live], np.maximum(multipliers, 0.0)
        worth = form.sign[form.owner] * form.worth(x)
        most = np.maximum.reduceat(worth, form.first)[form.owner]
        policy = _pick(form, worth - most >= -_TIE[method] * abs(x).max())
        lower, upper = _bounds(form, policy, x)
        if method == "policy" and (policy != best).any():
            least, most = _bounds(form, best, x)
            if (upper - lower > 4 * (most - least)).any():  # moves that seemed as good were not
                policy, lower, upper = best, least, most
        if flow is None:
            flow = np.zeros(len(form.owner))
            flow[policy] = _eliminate(form, policy)[0](inflow[self._live], "T")
        x = np.clip(x, lower, upper)  # the program may be less exact than what the policy proves
        moves = self._fill(policy, np.full(len(self.states), -1))
        x, lower, upper = map(self._fill, (x, lower, upper))
        return StochasticSolution(self, method, x, inflow, flow, moves, lower, upper)

    def _inflow(self, start: Hashable | None) -> np.ndarray:
        inflow = np.isnan(self.terminal_values).astype(float)
        if start is not None:
            inflow *= np.arange(len(inflow)) == self.index(start)
        if not inflow.any():
            raise ValueError(f"start: {start!r} given, a state that is not terminal needed")
        return inflow

    @cached_property
    def _live(self) -> np.ndarray:
        """The states that are not terminal."""
        return np.flatnonzero(np.isnan(self.terminal_values))

    def _fill(self, values: np.ndarray, elsewhere: np.ndarray | None = None) -> np.ndarray:
        """Values of all states from those of the live ones, with the terminal ones by default."""
        filled = (self.terminal_values if elsewhere is None else elsewhere).copy()
        filled[self._live] = values
        return filled

    @cached_property
    def _form(self) -> _Form:
        live, terminal = self._live, ~np.isnan(self.terminal_values)
        sums = self.transition.sum(axis=1)  # where a sum is 1 but for rounding, rounding is left be
        sums[abs(sums - 1) < 1e-15] = 1
        transition = sparse.diags_array(1 / sums) @ self.transition
        return _Form(
            transition[:, np.append(live, np.flatnonzero(terminal))],
            self.terminal_values[terminal],
            self.rewards,
            np.searchsorted(live, self.owner),
            np.flatnonzero(np.diff(self.owner, prepend=-1)),
            np.where(self.opponent[live] ^ (self.objective != "value"), -1.0, 1.0),
        )


@dataclass(frozen=True, eq=False, repr=False)
class StochasticSolution(Immutable):
    """Values of a game's states, with a policy and bounds on the true values."""

    game: StochasticGame
    method: str  #: How it was solved.
    #: (states,) each state's value, as the method computed it or, if that is outside of the bounds,
    #: the nearer of these.
    values: np.ndarray
    inflow: np.ndarray  #: (states,) the flow that enters each state.
    #: (moves,) how often each move is made on average when the inflow enters: the dual solution of
    #: the program, else the flow of `policy`.
    flow: np.ndarray
    #: (states,) the move to make in each state, -1 in terminal ones: of equally good moves (up to
    #: 1e-10, for the program 1e-7, times the largest value) the first listed. Where that costs more
    #: than rounding, as plays last long, policy iteration keeps to its own.
    policy: np.ndarray
    #: (states,) bounds on the values: what `policy` is worth against the best reply, and with the
    #: best moves of its own. They are numbers on which no move of whoever replies improves,
    #: rounding included, and hold for every game whose probabilities, rewards and terminal values
    #: differ from the given ones by a relative 2**-53 at most. What they leave open grows with the
    #: length of a play.
    lower: np.ndarray
    upper: np.ndarray  #: See `lower`.

    def __repr__(self) -> str:
        bounds = f"bounds within {self.width.max():.1e}"
        return f"<StochasticSolution by {self.method!r}, {bounds}, of {self.game!r}>"

    @property
    def width(self) -> np.ndarray:
        """The distance between each state's bounds, ``upper - lower``."""
        return self.upper - self.lower

    def value_of(self, state: Hashable) -> float:
        """The value of the state with this name."""
        return float(self.values[self.game.index(state)])

    def move(self, state: Hashable) -> Any:
        """The name of the policy's move in the state with this name."""
        move = self.policy[self.game.index(state)]
        if move < 0:
            raise ValueError(f"state: {state!r} is terminal, it has no move")
        return self.game.moves[move]


def primal_program(game: StochasticGame, start: Hashable | None = None) -> cvxpy.Problem:
    """(GP): the values are the least numbers that no move improves on.

    Minimise ``sum of inflow[s] x[s]`` subject to
    ``x[s] >= rewards[m] + sum over t of P[m, t] x[t]`` for every move ``m`` of every
    state ``s``, and ``x[t]`` as given in terminal states. For a minimiser, and in an opponent's
    states, inequality and objective are flipped. With both players that need not solve the game.
    By default the objective sums all states, terminal ones included.

    The program's one variable holds the values; its first constraint is the moves' inequalities,
    whose dual values are the flow; its second fixes the terminal states.
    """
    check_type("game", game, StochasticGame, "a StochasticGame")
    cp = optional("cvxpy", "convex")
    terminal = np.flatnonzero(~np.isnan(game.terminal_values))
    sign = game._fill(game._form.sign, np.ones(len(game.states)))
    weights = np.ones(len(sign)) if start is None else game._inflow(start)
    x, side = cp.Variable(len(sign), name="x"), sign[game.owner]
    moves = np.arange(len(side))
    own = sparse.csr_array((np.ones(len(side)), (moves, game.owner)), game.transition.shape)
    gains = sparse.diags_array(side) @ (own - game.transition)  # of a state over its moves' means
    constraints = [gains @ x >= side * game.rewards, x[terminal] == game.terminal_values[terminal]]
    return cp.Problem(cp.Minimize((sign * weights) @ x), constraints)


def egg_drop_game(floors: int, eggs: int) -> StochasticGame:
    """The egg-drop puzzle as a game of least cost, 1 for every drop.

    An egg survives falls from all floors up to some critical one, and is then as good as new. The
    critical floor is equally likely to be 0, 1, ..., `floors`. A state ``(n, e)`` has ``n`` floors
    in doubt and ``e`` eggs. A move drops an egg from the ``i``-th of these floors, and it breaks
    with probability ``i / (n + 1)``. With the last egg only the lowest floor is safe to try.
    """
    check_count("floors", floors)
    check_count("eggs", eggs)
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
    """The answer to `egg_drop_game`: least expected drops, and the lowest best floor to begin with.

    Examples
    --------
    >>> egg_drop(floors=7, eggs=2)
    (3.125, 3)
    """
    check_count("floors", floors)
    check_count("eggs", eggs)
    # More eggs than halving the floors can break neither save a drop nor change where to begin.
    eggs = min(eggs, int(floors).bit_length())
    solution = egg_drop_game(floors, eggs).solve()
    return solution.value_of((floors, eggs)), solution.move((floors, eggs))


def _spread(name: str, values: Any, shape: tuple[int, ...]) -> np.ndarray:
    """One number for all, or one for each."""
    if (given := read_floats(name, values)).shape not in ((), shape):
        needed = f"one that broadcasts to {shape} needed"
        raise ValueError(f"{name}: shape {given.shape} given, {needed}")
    return np.broadcast_to(given, shape).copy()


class _Form(NamedTuple):
    """A game over its ``n`` live states, followed by ``k`` terminal ones."""

    chances: sparse.csr_array  # (moves, n + k)
    values: np.ndarray  # (k,) of the terminal states
    paid: np.ndarray  # (moves,)
    owner: np.ndarray  # (moves,) ascending, every live state occurs
    first: np.ndarray  # (n,) each state's first move
    sign: np.ndarray  # (n,) 1 where the mover maximises, -1 where he minimises

    def pick(self, moves: np.ndarray) -> _Form:
        """The game with some of the moves, in ascending order, of which every state has one."""
        owner = self.owner[moves]
        first, chances = np.flatnonzero(np.diff(owner, prepend=-1)), self.chances[moves]
        return self._replace(chances=chances, paid=self.paid[moves], owner=owner, first=first)

    def worth(self, x: np.ndarray) -> np.ndarray:
        """What moves are worth, (moves,), if states are worth `x`."""
        return self.paid + self.chances @ np.append(x, self.values)

    def growth(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """By how much moves are worth more than their states, and how much of that is rounding.

        First the rounding of the game and of this sum, then that of `x`. What a move leads to is
        compared with its state before anything is added up, so a long stay there costs no digits.
        """
        to, outcomes, precise = self.chances.indices, np.diff(self.chances.indptr), np.longdouble
        move = np.repeat(np.arange(len(outcomes)), outcomes)
        here, states = self.owner[move], np.append(x, self.values).astype(precise)
        steps = self.chances.data * (states[to] - states[here])
        given = np.where(to < len(x), 0, self.chances.data * abs(states[to]))
        found = self.chances.data * (abs(states[to]) + abs(states[here])) - given
        parts = np.array([steps, abs(steps), given, np.where(to == here, 0, found)])
        change, size, given, found = np.add.reduceat(parts, self.chances.indptr[:-1], axis=1)
        size += abs(self.paid)
        noise = _UNIT * (size + given) + (outcomes + 4) * np.finfo(precise).eps * size
        gain = self.paid + change
        return gain.astype(float), noise.astype(float), (_UNIT * found).astype(float)


def _pick(form: _Form, moves: np.ndarray) -> np.ndarray:
    """Each state's first move out of a mask, (n,); the number of all moves where it has none."""
    numbers = np.where(moves, np.arange(len(moves)), len(moves))
    return np.minimum.reduceat(numbers, form.first)


def _lasting(form: _Form) -> np.ndarray:
    """The moves after which play can go on for ever, (moves,) bool."""
    n, before = len(form.first), -1
    ending = np.arange(n + len(form.values)) >= n  # states where every move may lead on to an end
    while ending.sum() > before:
        before, lasting = ending.sum(), form.chances @ ending == 0
        ending[:n] = ~np.logical_or.reduceat(lasting, form.first)
    return lasting


def _eliminate(form: _Form, policy: np.ndarray) -> tuple[Callable, np.ndarray]:
    """Factorise the equations of a policy, and solve them for its values.

    The first that is returned solves ``x = right + chances @ x``, or that of a flow ("T"). The
    chance to leave a state is added up: 1 less that to stay would lose its digits.
    """
    n, own = len(policy), form.pick(policy)
    away = own.chances.tocoo()
    chances = np.where(away.row == away.col, 0, away.data)
    leaving = sparse.diags_array(np.bincount(away.row, chances, n))
    onward = sparse.csc_array((chances, (away.row, away.col)), own.chances.shape)[:, :n]
    try:
        solve = splu(sparse.csc_array(leaving - onward)).solve
        x = solve(own.worth(np.zeros(n)))
        for _ in range(2 * np.isfinite(x).all()):
            x = x + solve(own.growth(x)[0])
    except RuntimeError:
        x = np.full(n, np.nan)
    if not np.isfinite(x).all():
        raise ArithmeticError(_ENDLESS)
    return solve, x


def _policy_iteration(form: _Form, policy: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Values and a policy by Howard's algorithm; whoever minimises gives his best reply each time.

    We begin with a `policy` that ends, and switch only to moves that gain. So all that follow end,
    as endless ones cost, and none comes twice, unless by rounding; then we stop.
    """
    side, seen = 1 if (form.sign > 0).any() else -1, set()
    mover = form.sign == side
    while True:
        if mover.all():
            x = _eliminate(form, policy)[1]
        else:
            rest, moves = _keep(form, policy, mover, -1)
            x, reply = _policy_iteration(rest, np.searchsorted(moves, policy))
            policy = moves[reply]
        gain, noise, _ = form.growth(x)
        gain *= side
        gain[gain <= noise / 16] = -np.inf
        best = np.maximum.reduceat(gain, form.first)
        gains = mover & (best > 0)
        if not gains.any() or policy.tobytes() in seen:
            return x, policy
        seen.add(policy.tobytes())
        policy = np.where(gains, _pick(form, gain == best[form.owner]), policy)


def _keep(
    form: _Form, policy: np.ndarray, fixed: np.ndarray, sign: int
) -> tuple[_Form, np.ndarray]:
    """The game in which `fixed` states keep to a policy and others want `sign`, and its moves."""
    kept = ~fixed[form.owner]
    kept[policy] = True
    moves = np.flatnonzero(kept)
    return form.pick(moves)._replace(sign=np.full(len(fixed), sign)), moves


def _bounds(form: _Form, policy: np.ndarray, x: np.ndarray) -> list[np.ndarray]:
    """What a policy is worth against the best replies: below, where maximisers keep to it, above.

    Each is the solution of a game in which every move pays a little more to whoever replies, such
    that in the true game no move of his improves on it, whatever is rounded. It starts from `x`.
    """
    bounds = []
    for side in (-1, 1):
        rest, moves = _keep(form, policy, form.sign != side, side)
        reply, y = np.searchsorted(moves, policy), x
        for slack in 1.125 ** np.arange(80):
            _, noise, grain = rest.growth(y)
            paid = rest.paid + side * slack * (1.0625 * noise + grain)
            y, reply = _policy_iteration(rest._replace(paid=paid), reply)
            growth, noise, _ = rest.growth(y)
            if (side * growth <= -noise).all():
                break
        else:
            raise ArithmeticError(_ENDLESS)
        bounds.append(y)
    return bounds
