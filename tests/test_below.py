from itertools import combinations

import numpy as np

from pokerlab.cards import COMBOS, COMBOS_PER_HAND
from pokerlab.evaluator import rank_hands
from pokerlab.studies import flops
from tools import below

ROWS = np.array([734, 753])  # 4c 7c Tc and 4c 8c Ac
STACK = 6.0


def test_all_in_gains_on_the_flop_what_all_hands_and_run_outs_say(monkeypatch):
    monkeypatch.setattr(below, "draw_flops", lambda *_: ROWS[:1])
    game, rng = below.Sample(STACK, 1, 1), np.random.default_rng(1)
    flop, _, classes = (part[ROWS[0]] for part in flops.distinct_flops())
    met = game.by_hand(game.met(np.ones(len(game.hand))))
    assert np.isclose(np.average(met, weights=COMBOS_PER_HAND), 1), "some flop comes"
    came, often = rng.random((2, 2, len(game.hand)))
    came *= rng.permutation(len(game.hand)) < 12
    _, gains = game.gains(rng.random(169), came, came * often)
    for place in rng.integers(0, len(game.hand), 3):
        mine, earned = COMBOS[game.combos[place]], np.zeros(2)
        for other in np.flatnonzero(classes >= 0):
            theirs, kind = COMBOS[other], classes[other] - classes[classes >= 0].min()
            if not came[:, kind].any() or {*theirs} & {*mine}:
                continue
            left = np.setdiff1d(np.arange(52), [*flop, *mine, *theirs])
            ranks = [
                rank_hands([[*flop, *run, *two] for run in combinations(left, 2)]).astype(int)
                for two in (mine, theirs)
            ]
            shown = STACK * np.sign(ranks[0] - ranks[1]).mean()
            for after, blind in enumerate((2, 1)):  # what the big blind has put in by then
                call = often[after, kind]
                won = call * shown + (1 - call) * blind
                earned[after] += came[after, kind] / 1225 * (won - -1)
        np.testing.assert_allclose(gains[:, place], earned, atol=1e-4)


def test_big_blinds_learn_what_a_linear_program_says_that_limps_lose(monkeypatch):
    monkeypatch.setattr(below, "draw_flops", lambda *_: ROWS)
    found = below.solve(STACK, 1, 2, 100)["lost"]
    assert 0.11 < found < 0.12762  # the program's optimum, by HiGHS from a table of its own
