"""Gradient descent: find the range against which the opponent can win least.

Against a known range the opponent's best response earns some amount, his maximally exploitative
expected value. The range that makes it smallest is an equilibrium strategy. W. Tipton (Solving the
shove/fold game with TensorFlow, 2015) hands that sentence to an automatic differentiator and an
optimiser. Here they are JAX and optax, and the game is push/fold in any form, over the 169 hands or
the 1,326 combos, from either side.

Written out, the amount is ``constant + slope @ r + sum(max(0, edge + matrix @ r))``: one dense
matrix, times the range ``r`` on the way forward, and transposed on the way back. Nothing is divided
by the probability of being called, so a range that never calls needs no special care.

Four ways keep a range between 0 and 1 (`BOUNDS`). Tipton takes a sigmoid of a free variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pokerlab._extras import optional
from pokerlab._foundations import Immutable, read_floats, set_fields
from pokerlab._threads import one_blas_thread
from pokerlab.amounts import parse_amount
from pokerlab.games import Game, check_game
from pokerlab.iteration import read_checkpoints
from pokerlab.solutions import History, Solution

if TYPE_CHECKING:
    from jax import Array
    from optax import GradientTransformation

Carry = tuple[Any, Any]  # the variable of a descent, and what its optimizer remembers

jax = optional("jax", "gradient")
jnp = optional("jax.numpy", "gradient")
optax = optional("optax", "gradient")


class Objective(NamedTuple):
    """What the opponent's best response earns him, as a function of the player's range.

    It is convex and piecewise linear. Each of the opponent's hands adds one kink, where both of his
    actions are equally good. `objective` makes it.
    """

    constant: float  #: Chips that the range does not change.
    #: (hands,): what each of the player's adds while the opponent takes his first action.
    slope: np.ndarray
    edge: np.ndarray  #: (opponent's hands,): his second action's gain over it, if the range is 0.
    matrix: np.ndarray  #: (opponent's hands, hands): what the player's add to that gain.

    def __call__(self, probabilities: Array) -> Array:
        """The opponent's best value against a range, in chips; JAX can differentiate it."""
        gain = self.edge + self.matrix @ probabilities
        worth: Array = self.constant + self.slope @ probabilities + jnp.maximum(gain, 0).sum()
        return worth


def objective(game: Game, player: int = 1) -> Objective:
    """Write the opponent's best value as a function of one player's range.

    The game is push or fold, or any other in which each player decides once, between two actions at
    most. The range is the probability of the second one: of pushing, of calling. The function is in
    double precision, where JAX is told not to use single, as by ``jax.enable_x64(True)``.

    Examples
    --------
    A big blind who never calls loses a blind with every hand:

    >>> from pokerlab import betting, deals
    >>> loss = objective(Game(deals.holdem(), betting.push_fold(10)))
    >>> round(float(loss(np.zeros(169))), 6)
    1.0
    """
    check_game(game, locks=False)
    player = game.tree.player(player)
    (first, last), (other_first, other_last) = _actions(game, player), _actions(game, 1 - player)
    parts: list[Any] = [0.0, 0.0, 0.0, 0.0]
    deal, tree = game.deal, game.tree
    for matrix, amounts in ((deal.prior, tree.folds), (deal.payoff, tree.stakes)):
        # Hands and sequences, the opponent's by the player's, and the opponent's chips.
        matrix, amounts = (matrix, amounts) if player == 1 else (matrix.T, -amounts.T)
        start, more = amounts[:, 0] + amounts[:, first], amounts[:, last] - amounts[:, first]
        parts[0] += (start[0] + start[other_first]) * matrix.sum()
        parts[1] += (more[0] + more[other_first]) * matrix.sum(axis=0)
        parts[2] += (start[other_last] - start[other_first]) * matrix.sum(axis=1)
        parts[3] += (more[other_last] - more[other_first]) * matrix
    return Objective(*parts)


def _actions(game: Game, player: int) -> tuple[int, int]:
    """The sequences of a player's first and second action, or twice the same if he has only one."""
    nodes, name = game.tree.decision_rows[player], game.tree.name
    if len(nodes) != 1 or game.tree.sequence_counts[player] > 3:
        needed = "one needed in which each player decides once, between two actions at most"
        raise ValueError(f"game: {name} given, {needed}")
    return 1, game.tree.sequence_counts[player] - 1


_mirror = jax.custom_jvp(jax.nn.sigmoid)  # a sigmoid whose slope counts as 1
_mirror.defjvp(lambda at, along: (_mirror(*at), *along))

BOUNDS = {
    "sigmoid": (jax.scipy.special.logit, jax.nn.sigmoid),
    "softmax": (
        lambda probabilities: jnp.log(jnp.stack([1 - probabilities, probabilities])),
        lambda variable: jax.nn.softmax(variable, axis=0)[1],
    ),
    "projection": (jnp.asarray, jnp.asarray),
    "mirror": (jax.scipy.special.logit, _mirror),
}
"""The ways to keep a range between 0 and 1 while an optimiser moves a free variable. Each is a pair
of functions: from a range to the variable, and back. The ways are a sigmoid of one variable per
hand; a softmax of two, one for each action; the range itself, clipped after every step; and mirror
descent, a sigmoid whose variable moves by the range's gradient (A. Beck and M. Teboulle, Mirror
descent and nonlinear projected subgradient methods for convex optimization, 2003)."""


@dataclass(frozen=True, eq=False)
class Descent(Immutable):
    """The course of one player's descent."""

    game: Game
    player: int  #: Whose range it is.
    steps: np.ndarray  #: (m,) integers: after how many steps it was looked at.
    ranges: np.ndarray  #: (m, hands): the probability of the second action, pushing or calling.
    #: (m,): what the ranges guarantee, player 0's chips, by best response in double precision.
    values: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        plans = map(self.to_plan, range(len(self.steps)))
        values = [self.game.guarantee(self.player, plan) for plan in plans]
        set_fields(self, values=np.array(values))

    def to_plan(self, entry: int = -1) -> np.ndarray:
        """The realization plan of an entry of the history, by default the last."""
        first, last = _actions(self.game, self.player)
        name = self.game.tree.sequences[self.player][last]
        return self.game.plan(self.player, {name: self.ranges[entry]} if first != last else {})


@one_blas_thread
def descend(
    game: Game,
    player: int = 1,
    optimizer: Callable[[float], GradientTransformation] = optax.sgd,
    learning_rate: float = 1000,
    steps: int = 10_000,
    bound: str = "sigmoid",
    dtype: str = "float64",
    weights: np.ndarray | None = None,
    checkpoints: Iterable[int] | None = None,
) -> Descent:
    """Minimise what the opponent can win against one player's range, from 1/2 for every hand.

    The defaults are Tipton's, except for his single precision. All steps are compiled together, and
    again only for another optimiser, bound, precision or number of hands.

    Parameters
    ----------
    game, player
        As for :func:`objective`; the range is player 0's pushes, player 1's calls.
    optimizer : callable
        Makes an optax optimiser of the learning rate, such as ``optax.adam`` or
        ``partial(optax.sgd, momentum=0.9)``.
    learning_rate, steps : float, int
        The rate, and how many steps to take. A run that overflows is a FloatingPointError.
    bound : "sigmoid", "softmax", "projection" or "mirror"
        How the range is kept between 0 and 1; see :data:`BOUNDS`.
    dtype : "float64" or "float32"
        The precision of the run.
    weights : (hands,) array, optional
        The numbers to divide each hand's gradient by. With ``cards.COMBO_COUNTS`` an optimiser that
        treats hands one by one takes the same steps over the 169 hands as over the combos. For a
        line search, which needs the true gradient, leave this out.
    checkpoints : iterable of int, optional
        After which steps to look, as in :mod:`pokerlab.solvers`.
    """
    if bound not in tuple(BOUNDS):
        raise ValueError(f"bound: {bound!r} given, one of {tuple(BOUNDS)} needed")
    if dtype not in ("float64", "float32"):
        raise ValueError(f"dtype: {dtype!r} given, 'float64' or 'float32' needed")
    measured = np.array(read_checkpoints("steps", steps, checkpoints))
    parse_amount("learning_rate", learning_rate, greater_than=0)
    if not callable(optimizer):
        raise TypeError(f"optimizer: {optimizer!r} given, a function such as optax.adam needed")
    loss, player = objective(game, player), game.tree.player(player)
    hands = len(loss.slope)
    weights = np.ones(hands) if weights is None else read_floats("weights", weights)
    if weights.shape != (hands,) or not (weights > 0).all():
        raise ValueError(f"weights: {weights!r} given, {hands} positive numbers needed")
    with jax.enable_x64(dtype == "float64"):
        rate, gaps = np.asarray(learning_rate, float), np.diff(measured, prepend=0)
        ranges = _run(loss, weights, rate, gaps, optimizer, bound)
    if not np.isfinite(ranges).all():
        raise FloatingPointError(f"learning_rate: {learning_rate} makes the run overflow")
    return Descent(game, player, measured, np.asarray(ranges, float))


@partial(jax.jit, static_argnames=("optimizer", "bound"))
def _run(
    loss: Objective,
    weights: Array,
    rate: Array,
    gaps: Array,
    optimizer: Callable[[Any], GradientTransformation],
    bound: str,
) -> Array:
    """Take the steps; return the range after each gap."""
    to_variable, to_range = BOUNDS[bound]
    updater = optax.with_extra_args_support(optimizer(rate))

    def value(variable: Array) -> Array:
        return loss(to_range(variable))

    def step(_: int, carry: Carry) -> Carry:
        variable, state = carry
        now, gradient = jax.value_and_grad(value)(variable)
        moves, state = updater.update(
            gradient / weights, state, variable, value=now, grad=gradient, value_fn=value
        )
        moved = optax.apply_updates(variable, moves)
        if bound == "projection":
            moved = jnp.clip(moved, 0, 1)
        return moved, state

    def look(carry: Carry, gap: Array) -> tuple[Carry, Array]:
        variable, state = jax.lax.fori_loop(0, gap, step, carry)
        return (variable, state), to_range(variable)

    variable = to_variable(jnp.full_like(loss.slope, 0.5))
    ranges: Array = jax.lax.scan(look, (variable, updater.init(variable)), gaps)[1]
    return ranges


@one_blas_thread
def solve(game: Game, **options: Any) -> Solution:
    """Solve a game by two descents, one for each player's range.

    Neither run knows of the other: each minimises what any opponent could win. Game and options are
    those of :func:`descend`, the same for both players. The solution is the last ranges, certified,
    with their history; it tracks no actions.

    Examples
    --------
    >>> from pokerlab import betting, cards, deals
    >>> game = Game(deals.holdem(), betting.push_fold(10))
    >>> solution = solve(game, bound="projection", steps=200, weights=cards.COMBO_COUNTS)
    >>> solution.exploitability < 1e-6
    True
    """
    runs = [descend(game, player, **options) for player in (0, 1)]
    history = History(runs[0].steps, runs[0].values, runs[1].values, {})
    return Solution(game, (runs[0].to_plan(), runs[1].to_plan()), "gradient descent", history)
