import numpy as np
import pytest

from pokerlab.cards import COMBOS_PER_HAND, HAND_OF_COMBO
from pokerlab.studies import flops
from tools import limps

ROWS = [333, 1000, 1754]


@pytest.fixture(scope="module")
def few():
    return limps.Flops(ROWS)


def test_combos_meet_and_win_on_a_flop_what_the_proof_counts(few):
    rng = np.random.default_rng(2)
    hands = [rng.integers(0, 256, 169).astype(np.uint8) for _ in range(3)]
    jams = rng.integers(0, 16, flops.N_CLASSES).astype(np.uint8)
    strategy = flops.FlopStrategy(*hands, jams)
    bounds, classes = [0, *few.stops], flops.distinct_flops().classes
    jamming = np.zeros(len(few.hand))
    for row, begin, end in zip(ROWS, bounds[:-1], bounds[1:], strict=True):
        checks = 255.0 - hands[2][few.hand[begin:end]]
        jamming[begin:end] = checks * jams[np.unique(classes[row])[1:]]
    met, won = 1225 * few.met(jamming), 990 * 1225 * few.net_won(jamming)
    for row, begin, end in zip(ROWS, bounds[:-1], bounds[1:], strict=True):
        found = flops.met_on_flop(strategy, row)
        assert (HAND_OF_COMBO[found.combos] == few.hand[begin:end]).all()
        shares = few.share[begin:end] * flops.FLOPS_PER_DEAL * COMBOS_PER_HAND[few.hand[begin:end]]
        np.testing.assert_allclose(shares, found.counts)
        np.testing.assert_allclose(met[begin:end], found.jam_weights, rtol=1e-5)
        np.testing.assert_allclose(
            won[begin:end], found.margins, atol=1e-5 * abs(found.margins).max()
        )


def test_the_small_blind_learns_with_every_hand(few):
    players = limps.Players(np.array([6.0]), len(few.hand))
    players.step(few)
    assert players.regrets.any(axis=0).all(), "also with those that lose whatever they do"


@pytest.mark.parametrize("stacks", [(6.0,), (4.1, 4.15)])
def test_a_run_that_was_interrupted_goes_on_where_it_was(few, stacks, tmp_path, monkeypatch):
    for name, value in {"CACHE": tmp_path, "STRETCH": 2, "all_flops": lambda: few}.items():
        monkeypatch.setattr(limps, name, value)
    straight = limps.Players(np.array(stacks), len(few.hand))
    for _ in range(6):
        straight.step(few)
    taken = []
    step = limps.Players.step
    monkeypatch.setattr(limps.Players, "step", lambda *args: taken.append(1) or step(*args))
    limps.run(stacks, 4)
    gone_on = limps.run(stacks, 6)
    assert len(taken) == 6
    for name in ("jam_sum", "flop_jam_sum", "regrets"):
        assert (vars(gone_on)[name] == vars(straight)[name]).all()
