"""A step of gradient descent over combos, by the package and by peers.

Tipton's own formulas, with their two matrices, run in JAX; the objective's one matrix also in a
NumPy loop. Smaller games take every second combo, every third and so on. Compilation is not
counted: what is compiled is called once beforehand.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from benchmarks.bench_games import STACK, thinned
from benchmarks.harness import Contender, Contest, Task
from pokerlab import betting, deals
from pokerlab.games import Game
from pokerlab.solvers import gradient

RATE = 1000.0
STEPS = 1000


def push_or_fold(combos: int) -> Game:
    return Game(thinned(deals.holdem_combos(), combos), betting.push_fold(STACK))


def descent(run: Callable[[], np.ndarray], game: Game) -> Task:
    """The task of calling `run` for the range that calls; the answer is what it gives away."""
    run()

    def worth(calls: np.ndarray) -> float:
        plan = game.plan(1, {"call": np.clip(calls.astype(float), 0, 1)})
        return game.guarantee(1, plan)

    return Task(run, worth, STEPS)


def package(dtype: str, combos: int) -> Task:
    game, options = push_or_fold(combos), {"dtype": dtype, "learning_rate": RATE}
    descend = partial(gradient.descend, game, iterations=STEPS, checkpoints=[STEPS], **options)
    return descent(lambda: descend().probabilities[-1], game)


def in_jax(combos: int) -> Task:
    import jax
    import jax.numpy as jnp
    import optax

    def meev(
        variable: jax.Array, disjoint: jax.Array, equity: jax.Array, opponents: jax.Array
    ) -> jax.Array:
        calls = jax.nn.sigmoid(variable)
        calling = disjoint @ calls
        chance = calling / opponents
        shove = equity @ calls / calling * chance * 20 + (1 - chance) * 11
        return (jnp.maximum(shove, 9.5) * opponents).sum() / opponents.sum()

    @jax.jit
    def descend(*arrays: jax.Array) -> jax.Array:
        optimizer = optax.sgd(RATE)

        def step(_: int, carry: tuple) -> tuple:
            variable, state = carry
            moves, state = optimizer.update(jax.grad(meev)(variable, *arrays), state)
            return optax.apply_updates(variable, moves), state

        zeros = jnp.zeros(combos)
        return jax.nn.sigmoid(jax.lax.fori_loop(0, STEPS, step, (zeros, optimizer.init(zeros)))[0])

    game = push_or_fold(combos)
    # Which combos can meet, their equities where they can, and how many a combo meets.
    disjoint = (game.deal.prior > 0).astype(np.float32)
    shares = ((1 + game.deal.net_shares) / 2 * disjoint).astype(np.float32)
    arrays = tuple(map(jnp.array, (disjoint, shares, disjoint.sum(axis=1))))
    return descent(lambda: np.asarray(descend(*arrays)), game)


def in_numpy(combos: int) -> Task:
    game = push_or_fold(combos)
    loss = gradient.make_objective(game)
    edge, matrix, slope = map(np.float32, (loss.edge, loss.matrix, loss.slope))

    def run() -> np.ndarray:
        variable = np.zeros(combos, np.float32)
        for _ in range(STEPS):
            calls = 1 / (1 + np.exp(-variable))
            pushes = (edge + matrix @ calls > 0).astype(np.float32)
            variable -= RATE * (slope + pushes @ matrix) * calls * (1 - calls)
        return 1 / (1 + np.exp(-variable))

    return descent(run, game)


CONTESTS = [
    Contest(
        *("gradient", "gradient-descent", "a step of gradient descent", "combos"),
        (83, 166, 332, 663, 1326),
        [
            Contender("gradient.descend, 32 bits", partial(package, "float32")),
            Contender("gradient.descend, 64 bits", partial(package, "float64"), tolerance=1e-3),
            Contender("Tipton's, in JAX", in_jax, "jax", 1e-3),
            Contender("NumPy, 32 bits", in_numpy, "numpy", 1e-3),
        ],
        "step",
    ),
]
