"""Gradient descent: find the range against which the opponent can win least.

Against a known range the opponent's best response earns some amount, his maximally exploitative
expected value. The range that makes it smallest is an equilibrium strategy. W. Tipton (Solving the
shove/fold game with TensorFlow, 2016) hands that sentence to an automatic differentiator and an
optimiser. Here they are JAX and optax, and the game is push/fold in any form, over the 169 hands or
the 1,326 combos, from either side.

Written out, the amount is ``constant + slope @ r + sum(max(0, edge + matrix @ r))``: one dense
matrix, times the range ``r`` on the way forward, and transposed on the way back. Nothing is divided
by the probability of being called, so a range that never calls needs no special care.

There are four ways to keep a range between 0 and 1 (`PARAMETRIZATIONS`). Tipton takes a sigmoid of
a free variable.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pokerlab._compiled.blas import one_blas_thread
from pokerlab._support.arguments import read_floats, refusal, require_one_of
from pokerlab._support.frozen import FrozenArrays, set_fields
from pokerlab._support.loading import import_optional
from pokerlab.amounts import read_number
from pokerlab.games import Game, Player, require_game
from pokerlab.solutions import Convergence, Solution
from pokerlab.solvers.iteration import read_checkpoints

if TYPE_CHECKING:
    from jax import Array
    from optax import GradientTransformation

__all__ = ["PARAMETRIZATIONS", "Descent", "Objective", "descend", "make_objective", "solve"]

jax = import_optional("jax", "gradient")
jnp = import_optional("jax.numpy", "gradient")
optax = import_optional("optax", "gradient")


class Objective(NamedTuple):
    """The earnings of the opponent's best response, as a function of the player's range.

    It is convex and piecewise linear. Each of the opponent's hands adds one kink, where both of his
    actions are equally good. `make_objective` makes it.
    """

    constant: float  #: Chips that the range does not change.
    #: (hands,): the gain of the player's second action while the opponent takes his first one.
    slope: np.ndarray
    #: (opponent's hands,): the gain of his second action over his first one, if the range is 0.
    edge: np.ndarray
    #: (opponent's hands, hands): the change of that by the player's second action.
    matrix: np.ndarray

    def __call__(self, probabilities: Array) -> Array:
        """Return the opponent's best value against a range, in chips; JAX can differentiate it."""
        gain = self.edge + self.matrix @ probabilities
        return self.constant + self.slope @ probabilities + jnp.maximum(gain, 0).sum()


def make_objective(game: Game, player: Player = 1) -> Objective:
    """Write the opponent's earnings by a best response as a function of one player's range.

    The game is push or fold, or any other in which each player decides once, between two actions at
    most. The range is the probability of the second one: of pushing, of calling. The function is in
    double precision wherever JAX is told not to use single, as by
    ``jax.config.update("jax_enable_x64", True)``.

    Examples
    --------
    A big blind who never calls loses a blind with every hand:

    >>> from pokerlab import betting, deals
    >>> objective = make_objective(Game(deals.holdem(), betting.push_fold(10)))
    >>> round(float(objective(np.zeros(169))), 6)
    1.0
    """
    require_game(game, allow_locks=False)
    player = game.tree.read_player(player)
    first, second = _action_sequences(game, player)
    other_first, other_second = _action_sequences(game, 1 - player)
    hands, opponent_hands = len(game.deal.hands[player]), len(game.deal.hands[1 - player])
    constant, slope, edge = 0.0, np.zeros(hands), np.zeros(opponent_hands)
    matrix = np.zeros((opponent_hands, hands))
    # Where the opponent plays sequence s and the player t, the opponent is paid, of fixed amounts
    # and of stakes, over_hands[opponent's hand, hand] * amounts[s, t]. Either plays his sequence 0
    # in any case, and one of his two actions.
    for over_hands, amounts in game.payoff_terms:
        if player == 0:  # rows are the opponent's hands and sequences, amounts his chips
            over_hands, amounts = over_hands.T, -amounts.T
        by_first = amounts[:, 0] + amounts[:, first]  # of each s, if the player takes his first
        added = amounts[:, second] - amounts[:, first]  # what his second one adds
        constant += (by_first[0] + by_first[other_first]) * over_hands.sum()
        slope += (added[0] + added[other_first]) * over_hands.sum(axis=0)
        edge += (by_first[other_second] - by_first[other_first]) * over_hands.sum(axis=1)
        matrix += (added[other_second] - added[other_first]) * over_hands
    return Objective(constant, slope, edge, matrix)


def _action_sequences(game: Game, player: int) -> tuple[int, int]:
    """Return the sequences of a player's two actions, or twice the same if he has only one."""
    information_sets, name = game.tree.information_sets[player], game.tree.name
    if len(information_sets) != 1 or game.tree.sequence_counts[player] > 3:
        needed = "one needed in which each player decides once, between two actions at most"
        raise ValueError(f"game: {name} given, {needed}")
    return 1, game.tree.sequence_counts[player] - 1


class _Parametrization(NamedTuple):
    """A way to keep a range between 0 and 1 while an optimiser moves a variable."""

    to_variable: Callable[[Any], Array]  #: From a range to the variable.
    to_range: Callable[[Any], Array]  #: And back.
    clips: bool = False  #: Whether the variable is clipped to 0..1 after every step.


def _sigmoid_and_derivative(primals: tuple[Array], tangents: tuple[Array]) -> tuple[Array, Array]:
    """Return a sigmoid and its derivative along a tangent, as if its slope were 1.

    So its variable moves by the gradient of the range itself: that is mirror descent.
    """
    return _sigmoid_of_slope_1(*primals), tangents[0]


_sigmoid_of_slope_1 = jax.custom_jvp(jax.nn.sigmoid)
_sigmoid_of_slope_1.defjvp(_sigmoid_and_derivative)

PARAMETRIZATIONS = {
    "sigmoid": _Parametrization(jax.scipy.special.logit, jax.nn.sigmoid),
    "softmax": _Parametrization(
        lambda probabilities: jnp.log(jnp.stack([1 - probabilities, probabilities])),
        lambda variable: jax.nn.softmax(variable, axis=0)[1],
    ),
    "projection": _Parametrization(jnp.asarray, jnp.asarray, clips=True),
    "mirror": _Parametrization(jax.scipy.special.logit, _sigmoid_of_slope_1),
}
"""The ways to keep a range between 0 and 1: a sigmoid of one variable per hand; a softmax of two,
one for each action; the range itself, clipped after every step; and mirror descent, a sigmoid whose
variable moves by the range's gradient (A. Beck and M. Teboulle, Mirror descent and nonlinear
projected subgradient methods for convex optimization, 2003)."""


@dataclass(frozen=True, eq=False)
class Descent(FrozenArrays):
    """The course of one player's descent."""

    game: Game
    player: int  #: The player whose range it is.
    iterations: np.ndarray  #: (m,) integers: the numbers of steps after which it was measured.
    #: (m, hands): the range each time, the probability of the second action, pushing or calling.
    probabilities: np.ndarray
    #: (m,): their guarantees, in player 0's chips, by best response in double precision.
    guarantees: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        plans = map(self.plan_at, range(len(self.iterations)))
        guarantees = [self.game.guarantee(self.player, plan) for plan in plans]
        set_fields(self, guarantees=np.array(guarantees))

    def plan_at(self, index: int = -1) -> np.ndarray:
        """Return the realization plan that was measured at this index; by default the last."""
        first, second = _action_sequences(self.game, self.player)
        if first == second:  # no choice
            return self.game.plan(self.player, {})
        name = self.game.tree.sequence_names[self.player][second]
        return self.game.plan(self.player, {name: self.probabilities[index]})


@one_blas_thread
def descend(
    game: Game,
    *,
    player: Player = 1,
    optimizer: Callable[[float], GradientTransformation] = optax.sgd,
    learning_rate: float = 1000,
    iterations: int = 10_000,
    parametrization: str = "sigmoid",
    dtype: str = "float64",
    divisors: np.ndarray | None = None,
    checkpoints: Iterable[int] | None = None,
) -> Descent:
    """Minimise the most that the opponent wins against one player's range, from 1/2 for every hand.

    The defaults are Tipton's, except for his single precision. All steps are compiled together, and
    again only for another optimiser, parametrization, precision or number of hands.

    Parameters
    ----------
    game, player
        As for :func:`make_objective`; the range is player 0's pushes, player 1's calls.
    optimizer : callable
        Makes an optax optimiser of the learning rate, such as ``optax.adam`` or
        ``partial(optax.sgd, momentum=0.9)``.
    learning_rate, iterations : float, int
        The rate, and how many steps to take. A step that carries a variable beyond all floats is a
        FloatingPointError.
    parametrization : "sigmoid", "softmax", "projection" or "mirror"
        How the range is kept between 0 and 1; see :data:`PARAMETRIZATIONS`.
    dtype : "float64" or "float32"
        The precision of the run.
    divisors : (hands,) array, optional
        The numbers to divide each hand's gradient by. With ``cards.COMBOS_PER_HAND`` an optimiser
        that treats hands one by one takes the same steps over the 169 hands as over the combos. For
        a line search, which needs the true gradient, leave this out.
    checkpoints : iterable of int, optional
        The steps after which to measure, as in :mod:`pokerlab.solvers`.
    """
    require_one_of("parametrization", parametrization, PARAMETRIZATIONS)
    require_one_of("dtype", dtype, ["float64", "float32"])
    measured_after = np.array(read_checkpoints(iterations, checkpoints))
    read_number("learning_rate", learning_rate, more_than=0)
    if not callable(optimizer):
        needed = "a function such as optax.adam"
        raise refusal("optimizer", repr(optimizer), needed, error=TypeError)
    objective, player = make_objective(game, player), game.tree.read_player(player)
    hands = len(objective.slope)
    divisors = np.ones(hands) if divisors is None else read_floats("divisors", divisors)
    if divisors.shape != (hands,) or not (divisors > 0).all():
        raise refusal("divisors", repr(divisors), f"{hands} positive numbers")
    with _double_precision(dtype == "float64"):
        rate = np.asarray(learning_rate, float)
        gaps = np.diff(measured_after, prepend=0)
        ranges, overflows = _run(objective, divisors, rate, gaps, optimizer, parametrization)
    if overflows:
        raise FloatingPointError(f"learning_rate: {learning_rate} makes the run overflow")
    return Descent(game, player, measured_after, np.asarray(ranges, float))


def _double_precision(enabled: bool) -> AbstractContextManager[None]:
    """Set JAX to double precision, or to single, as long as the context lasts."""
    if hasattr(jax, "enable_x64"):
        enable: Any = jax.enable_x64
    else:  # before JAX 0.8
        enable = importlib.import_module("jax.experimental").enable_x64
    return enable(enabled)


class _DescentState(NamedTuple):
    """The variables that a descent changes from step to step."""

    variable: Any
    optimizer_state: Any
    overflows: Any  #: Whether a variable has been infinite, or no number, after some step.


@partial(jax.jit, static_argnames=("optimizer", "parametrization"))
def _run(
    objective: Objective,
    divisors: Array,
    rate: Array,
    gaps: Array,
    optimizer: Callable[[Any], GradientTransformation],
    parametrization: str,
) -> tuple[Array, Array]:
    """Take the steps; return the range after each gap, a number of steps, and whether any fails.

    The ranges are (gaps, hands). They do not show what overflows: a sigmoid of infinity is 1.
    """
    to_variable, to_range, clips = PARAMETRIZATIONS[parametrization]
    updater = optax.with_extra_args_support(optimizer(rate))

    def loss_of(variable: Array) -> Array:
        return objective(to_range(variable))

    def take_step(_: int, state: _DescentState) -> _DescentState:
        variable, optimizer_state, overflows = state
        loss_now, gradient = jax.value_and_grad(loss_of)(variable)
        updates, optimizer_state = updater.update(
            gradient / divisors,
            optimizer_state,
            variable,
            value=loss_now,
            grad=gradient,
            value_fn=loss_of,
        )
        variable = optax.apply_updates(variable, updates)
        overflows |= ~jnp.isfinite(variable).all()
        if clips:
            variable = jnp.clip(variable, 0, 1)
        return _DescentState(variable, optimizer_state, overflows)

    def take_steps(state: _DescentState, gap: Array) -> tuple[_DescentState, Array]:
        state = jax.lax.fori_loop(0, gap, take_step, state)
        return state, to_range(state.variable)

    variable = to_variable(jnp.full_like(objective.slope, 0.5))
    start = _DescentState(variable, updater.init(variable), jnp.array(False))
    end, ranges = jax.lax.scan(take_steps, start, gaps)
    return ranges, end.overflows


@one_blas_thread
def solve(
    game: Game,
    *,
    optimizer: Callable[[float], GradientTransformation] = optax.sgd,
    learning_rate: float = 1000,
    iterations: int = 10_000,
    parametrization: str = "sigmoid",
    dtype: str = "float64",
    divisors: np.ndarray | None = None,
    checkpoints: Iterable[int] | None = None,
) -> Solution:
    """Solve a game by two descents, one for each player's range.

    Neither run knows of the other: each minimises the most that any opponent could win. Game and
    options are those of :func:`descend`, the same for both players. The solution is the last
    ranges, measured, and how they converged; no actions are tracked.

    Examples
    --------
    >>> from pokerlab import betting, cards, deals
    >>> game = Game(deals.holdem(), betting.push_fold(10))
    >>> options = {"parametrization": "projection", "divisors": cards.COMBOS_PER_HAND}
    >>> solution = solve(game, iterations=200, **options)
    >>> solution.exploitability < 1e-6
    True
    """
    measured_after = read_checkpoints(iterations, checkpoints)  # once, as they may be an iterator
    descent0, descent1 = (
        descend(
            game,
            player=player,
            optimizer=optimizer,
            learning_rate=learning_rate,
            iterations=iterations,
            parametrization=parametrization,
            dtype=dtype,
            divisors=divisors,
            checkpoints=measured_after,
        )
        for player in (0, 1)
    )
    convergence = Convergence(descent0.iterations, descent0.guarantees, descent1.guarantees, {})
    return Solution(game, (descent0.plan_at(), descent1.plan_at()), "gradient", convergence)
