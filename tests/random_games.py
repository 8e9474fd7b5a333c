"""Games that nobody thought of, for what must hold in all of them."""

import itertools
import string
from functools import cache

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from pokerlab.deals import Deal
from pokerlab.games import Game
from pokerlab.trees import Decision, Fold, Showdown, Tree

chips = st.fractions(-9, 9, max_denominator=6)
endings = st.one_of(chips.map(Fold), chips.map(lambda amount: Showdown(abs(amount))))
letters = st.sampled_from(string.ascii_lowercase[:5])


def examples(count):
    """So many examples; large games may take long to draw."""
    return settings(
        max_examples=count,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )


@cache  # hypothesis takes as long to look through a new strategy as to draw from it
def nodes(names=letters):
    """Any betting, by both players in any order."""

    def decisions(children):
        actions = st.dictionaries(names, children, min_size=1, max_size=3)
        return st.builds(Decision, st.integers(0, 1), actions)

    return st.recursive(endings, decisions, max_leaves=8)


@st.composite
def games(draw):
    """Up to three hands each, any deal, any betting."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    shape = draw(st.tuples(st.integers(1, 3), st.integers(1, 3)))
    return Game(random_deal(rng, shape), Tree(draw(nodes())))


def random_deal(rng, shape=(2, 2)):
    """Any showdowns, in any numbers of ways: some hands exclude each other."""
    runouts = rng.integers(1, 6, shape)
    margins = rng.integers(-runouts, runouts + 1)
    ways = rng.integers(0, 4, shape)
    ways[0, 0] += 1
    labels = [[f"{player}{hand}" for hand in range(count)] for player, count in enumerate(shape)]
    return Deal(labels, ways, margins, runouts)


def random_tree(rng, depth=3, levels=None):
    """Up to `depth` decisions in a row, of anybody, or as `levels` say: who, and of how many."""

    def node(level):
        kind = rng.choice(["decision", "fold", "showdown"], p=[0.7, 0.15, 0.15])
        if levels and level == 0:
            kind = "decision"
        if level == depth or kind == "showdown":
            return Showdown(int(rng.integers(0, 9)))
        if kind == "fold":
            return Fold(int(rng.integers(-9, 10)))
        player, most = levels[level] if levels else (None, 3)
        actions = string.ascii_lowercase[: rng.integers(1, most + 1)]
        if player is None:
            player = int(rng.integers(2))
        return Decision(player, {action: node(level + 1) for action in actions})

    return Tree(node(0))


def random_plans(game, rng):
    """A plan of either player that takes every action now and then."""
    return [game.sequence_form.proportional_plan(p, rng.random(game.shape(p))) for p in (0, 1)]


def pure_lines(game, player, hand):
    """What may become of a hand: a row of sequences for each choice of actions, but for locks'."""
    lines = [np.eye(1, game.tree.sequence_counts[player])[0]]
    for information_set in game.tree.information_sets[player]:
        after = information_set.sequences_after
        block = np.eye(game.tree.sequence_counts[player])[after]
        locked = game.locks.probabilities[player][hand, after]
        is_locked = game.locks.locked_hands(player, information_set)[hand]
        options = [locked @ block] if is_locked else block
        longer = [
            line + line[information_set.sequence_before] * option
            for line in lines
            for option in options
        ]
        lines = list({tuple(line): line for line in longer}.values())
    return lines


def pure_payoffs(game):
    """Both players' pure plans, and what each pair of them pays."""
    x, y = (
        np.array([*itertools.product(*(pure_lines(game, p, h) for h in range(game.shape(p)[0])))])
        for p in (0, 1)
    )
    earned = [(x * game.terminal_values(0, plan)).sum((1, 2)) for plan in y]
    return x, y, np.stack(earned, axis=1)


def normal_form_value(game):
    """The value by linear programming over all pure strategies."""
    return matrix_game_value(pure_payoffs(game)[2])


def matrix_game_value(matrix):
    """What the player who chooses the row can secure on average."""
    m, n = matrix.shape
    found = linprog(
        [0] * m + [-1],
        A_ub=np.hstack([-matrix.T, np.ones((n, 1))]),
        b_ub=np.zeros(n),
        A_eq=[[1] * m + [0]],
        b_eq=[1],
        bounds=[(0, None)] * m + [(None, None)],
    )
    return -found.fun
