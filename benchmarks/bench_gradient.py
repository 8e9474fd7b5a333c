"""How long gradient descent takes: the document's run, its peers, and what the last digits cost.

Run ``python benchmarks/bench_gradient.py``. It prints

- the document's run, 10,000 steps over 1,326 combos, by `gradient.descend` in both precisions, and
  over 169 hands;
- the same run by peers: the document's own formulas, with their two matrices, in TensorFlow, one
  call per step as in the document (``pip install tensorflow-cpu``, left out otherwise), and in JAX;
  the objective's one matrix in a NumPy loop, whose products run on as many threads as OpenBLAS
  takes, where XLA's take one;
- the seconds that descents, fictitious play, CFR+ and the linear program take to an exploitability.

Times are medians of a few runs, without compilation, which is printed beside them. Every answer is
checked before its time is printed.
"""

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import argparse
import importlib.util
import platform
from functools import partial
from statistics import median
from time import perf_counter

import jax
import jax.numpy as jnp
import numpy as np
import optax

from pokerlab import cards, deals, trees
from pokerlab.games import Game
from pokerlab.solvers import cfr, fictitious_play, gradient, lp

TREE = trees.push_fold(10)
COMBOS = Game(deals.holdem_combos(), TREE)
HANDS = Game(deals.holdem(), TREE)
RATE = 1000.0


def documents_arrays():
    """Which combos can meet, and their equities where they can."""
    deal = COMBOS.deal
    disjoint = (deal.prior > 0).astype(np.float32)
    return disjoint, ((1 + deal.showdown) / 2 * disjoint).astype(np.float32)


def tensorflow_run(steps):
    import tensorflow as tf

    disjoint, equity = map(tf.constant, documents_arrays())
    variable = tf.Variable(tf.zeros([1326, 1]))

    @tf.function
    def step():
        with tf.GradientTape() as tape:
            calls = tf.sigmoid(variable)
            calling = tf.matmul(disjoint, calls)
            chance = calling / 1225
            when_called = tf.matmul(equity, calls) / calling
            shove = when_called * chance * 20.0 + (1.0 - chance) * 11.0
            meev = tf.reduce_sum(tf.maximum(shove, 9.5)) / 1326
        variable.assign_sub(RATE * tape.gradient(meev, variable))

    def run():
        variable.assign(tf.zeros([1326, 1]))
        for _ in range(steps):
            step()
        return tf.sigmoid(variable).numpy().ravel()

    return run


def jax_run(steps):
    def meev(variable, disjoint, equity):
        calls = jax.nn.sigmoid(variable)
        calling = disjoint @ calls
        chance = calling / 1225
        shove = equity @ calls / calling * chance * 20 + (1 - chance) * 11
        return jnp.maximum(shove, 9.5).mean()

    @jax.jit
    def descend(disjoint, equity):
        optimizer = optax.sgd(RATE)

        def step(_, carry):
            variable, state = carry
            slope = jax.grad(meev)(variable, disjoint, equity)
            moves, state = optimizer.update(slope, state)
            return optax.apply_updates(variable, moves), state

        zeros = jnp.zeros(1326)
        return jax.nn.sigmoid(jax.lax.fori_loop(0, steps, step, (zeros, optimizer.init(zeros)))[0])

    arrays = tuple(map(jnp.array, documents_arrays()))
    return lambda: np.asarray(descend(*arrays))


def numpy_run(steps, dtype):
    loss = gradient.objective(COMBOS, dtype=dtype)

    def run():
        variable = np.zeros(1326, dtype)
        for _ in range(steps):
            calls = 1 / (1 + np.exp(-variable))
            pushes = (loss.edge + loss.matrix @ calls > 0).astype(dtype)
            slope = loss.slope + pushes @ loss.matrix
            variable -= RATE * slope * calls * (1 - calls)
        return 1 / (1 + np.exp(-variable))

    return run


def package_run(game, steps, dtype, weights=None):
    def run():
        run = gradient.descend(
            game, steps=steps, dtype=dtype, weights=weights, checkpoints=[steps], learning_rate=RATE
        )
        return run.ranges[-1]

    return run


def timed(run, repeats):
    """Seconds of the first run, the median of some more, and the last answer."""
    seconds = []
    for _ in range(repeats + 1):
        begin = perf_counter()
        answer = run()
        seconds.append(perf_counter() - begin)
    return seconds[0], median(seconds[1:]), answer


def documents_run(steps, repeats, value):
    runs = [
        ("pokerlab, 1326 combos, float32", COMBOS, package_run(COMBOS, steps, "float32")),
        ("pokerlab, 1326 combos, float64", COMBOS, package_run(COMBOS, steps, "float64")),
        (
            "pokerlab, 169 hands, float64",
            HANDS,
            package_run(HANDS, steps, "float64", cards.COMBO_COUNTS),
        ),
        ("the document's formulas in JAX, float32", COMBOS, jax_run(steps)),
        ("NumPy, 1326 combos, float32", COMBOS, numpy_run(steps, "float32")),
        ("NumPy, 1326 combos, float64", COMBOS, numpy_run(steps, "float64")),
    ]
    if importlib.util.find_spec("tensorflow"):
        runs.append(("the document's in TensorFlow, float32", COMBOS, tensorflow_run(steps)))
    print(f"{'the document’s run,':40}{'first':>8}{'median':>8}{'ms a':>8}")
    print(f"{f'{steps:,} steps':40}{'s':>8}{'s':>8}{'step':>8}   given away")
    for name, game, run in runs:
        first, seconds, calls = timed(run, repeats)
        plan = gradient.plan(game, 1, np.clip(calls.astype(float), 0, 1))
        gap = game.guarantee(1, plan) - value
        assert abs(gap * RATE * steps / 1326 - 1) < 0.1, (name, gap)
        print(f"{name:40}{first:8.2f}{seconds:8.2f}{1000 * seconds / steps:8.3f}   {gap:.2e} bb")


def last_digits(repeats, most=20_000):
    options = {"weights": cards.COMBO_COUNTS, "keep": "best"}

    def descent(bound, rate=RATE):
        return lambda n, **looks: gradient.solve(
            HANDS, bound=bound, learning_rate=rate, steps=n, **looks, **options
        )

    solvers = {
        "descent, projection": descent("projection"),
        "descent, mirror, rate 10,000": descent("mirror", 10 * RATE),
        "descent, sigmoid": descent("sigmoid"),
        "fictitious play": lambda n, **looks: fictitious_play.solve(HANDS, n, **looks),
        "CFR+": lambda n, **looks: cfr.solve(HANDS, n, **looks),
    }
    targets = (1e-3, 1e-4, 1e-5, 1e-6)
    title = "ms, and steps, to a bb of"
    print(f"\n{title:30}" + "".join(f"{target:>16.0e}" for target in targets))
    for name, solve in solvers.items():
        line = f"{name:30}"
        history = solve(most).history
        for target in targets:
            met = history.iterations[history.exploitability <= target]
            if not met.size:
                line += f"{'-':>16}"
                continue
            once = partial(solve, int(met[0]), checkpoints=[int(met[0])])
            _, seconds, found = timed(once, repeats)
            assert found.exploitability <= target, name
            line += f"{1000 * seconds:9.1f}{f'({met[0]:,})':>7}"
        print(line)
    _, seconds, found = timed(lambda: lp.solve(HANDS), repeats)
    print(f"{'linear program':30}{1000 * seconds:9.1f}, to {found.exploitability:.0e}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=3, help="runs of each (default: 3)")
    parser.add_argument("--steps", type=int, default=10_000, help="default: 10,000")
    arguments = parser.parse_args()
    value = lp.solve(HANDS).value
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    print(
        f"{platform.machine()}, {cores} cores, Python {platform.python_version()}, JAX on "
        f"{jax.default_backend()}\n"
    )
    documents_run(arguments.steps, arguments.repeats, value)
    last_digits(arguments.repeats)


if __name__ == "__main__":
    main()
