import numpy as np

from pokerlab.cards import COMBOS
from pokerlab.evaluator import rank_hands
from pokerlab.studies import whole_game
from tools import streets
from tools.streets import BET, CALL, CALL_AFTER_BET, JAM, JAM_OVER_BET

STACK, SIZES = 5.0, (1, 2, 2)


def test_a_street_pays_what_a_walk_through_two_hands_tree_counts():
    dealt, rng = streets.boards(7, SIZES), np.random.default_rng(7)
    game = streets.Game(STACK, dealt, True)
    for memory in game.memory:
        memory[:] = rng.random(memory.shape)
    often = [memory[:, 1] / (memory[:, 0] + memory[:, 1]) for memory in game.memory]

    def share(board, first, second):
        ranks = rank_hands([[*board, *COMBOS[combo]] for combo in (first, second)])
        return np.sign(int(ranks[0]) - int(ranks[1]))

    def after(level, node, first, second, come):
        """What the small blind wins from a node on, where it may come."""
        cards = {*dealt[level][node], *COMBOS[first], *COMBOS[second]}
        if len(cards) < 7 + level:
            return 0
        jam, over = often[level][[JAM, JAM_OVER_BET], node, second]
        call, bet, last = often[level][[CALL, BET, CALL_AFTER_BET], node, first]
        below = [2 * node, 2 * node + 1] if level < 2 else []
        weight = (49 - level) / (45 - level) / 2
        shown = come(level, node)
        on = sum(weight * after(level + 1, n, first, second, come) for n in below)
        on = on if below else shown / STACK
        answered = last * shown - (1 - last) * 2
        rest = (1 - bet) * on + bet * (over * answered + 1 - over)
        return jam * (call * shown - (1 - call)) + (1 - jam) * rest

    hands = np.flatnonzero(game.free[0][0])[rng.integers(0, 1176, (2, 6))]
    plans = np.zeros((2, 1, 1326), np.float32)
    for plan, held in zip(plans[:, 0], hands, strict=True):
        plan[held] = rng.random(6)
    worth = np.zeros((2, 1326))
    for first in hands[0]:
        for second in hands[1]:

            def allin(level, node, first=first, second=second):
                if level < 2:
                    weight = (49 - level) / (45 - level) / 2
                    return weight * (allin(level + 1, 2 * node) + allin(level + 1, 2 * node + 1))
                cards = {*dealt[2][node], *COMBOS[first], *COMBOS[second]}
                return STACK * share(dealt[2][node], first, second) if len(cards) == 9 else 0

            value = after(0, 0, first, second, allin)
            worth[0, first] += plans[1, 0, second] * value
            worth[1, second] -= plans[0, 0, first] * value
    game.steps, before = 1, [memory.copy() for memory in game.memory]
    for player, held in enumerate(hands):
        game.memory = [memory.copy() for memory in before]  # whoever plays learns
        (found,) = game.street(player, 0, slice(0, 1), *plans[[player, 1 - player]])
        np.testing.assert_allclose(found[0, held], worth[player, held], atol=1e-5)


def test_best_responses_enclose_and_later_streets_help_the_big_blind():
    push_or_fold = float(whole_game.bounds(STACK)[0])
    later, look = (streets.solve(STACK, 1, deep, (3, 3, 3), 60) for deep in (True, False))
    for found in later, look:
        assert 0 < found["upper"] - found["lower"] < 0.004 and push_or_fold < found["upper"]
    assert later["lower"] < look["upper"]
