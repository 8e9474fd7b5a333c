import numpy as np
import pytest

from pokerlab.cards import COMBOS_PER_HAND, HAND_OF_COMBO
from pokerlab.studies import flops, streets
from tools import learn_streets

RANGES = np.random.default_rng(1).integers(2, 256, (2, 169)).astype(np.uint8)
SURE = 1e12  #: Regrets so large that a step changes nothing.


@pytest.fixture(autouse=True)
def few(monkeypatch):
    """One flop, for which alone there are buckets."""
    monkeypatch.setattr(learn_streets, "buckets_on_flops", lambda _: {900: FLOP_BUCKETS})
    monkeypatch.setattr(
        learn_streets.Learner, "draw_board", lambda learner: (900, 30 + learner.steps)
    )


BUCKETS = streets.Buckets(RANGES, streets.Steps(6, 6, 6, 6), np.full((2, 2, 1), 200))
FLOP_BUCKETS = streets.look_ahead(BUCKETS, 900).flop_buckets


def learner(stack, gains=False, **menu):
    """Players who know nothing yet."""
    return learn_streets.Learner(streets.Menu(stack, **menu), BUCKETS, 1, gains)


@pytest.mark.parametrize(
    ("stack", "menu"),
    [
        (5, {}),
        (9, {"most_calls": 2, "may_lead": True}),
        ("17/2", {"largest_raise": 3, "largest_call": "3/2"}),
    ],
)
def test_what_one_player_wins_the_other_loses(stack, menu, monkeypatch):
    """Found in two ways: by sums over the one's hands, and by sums over the other's."""
    players, rng, seen = learner(stack, **menu), np.random.default_rng(2), {}
    for table in (*players.learnt.his_regrets, players.learnt.her_regrets):
        table[:] = SURE * rng.random(table.shape, np.float32)
    before_flop = players.before_flop
    before_flop.his_regrets[:] = SURE * rng.random((4, 3, 169))
    before_flop.her_regrets[:] = SURE * rng.random((1, 169))
    plain = learn_streets.iterate

    def iterate(*given):
        plain(*given)
        *_, his_start, her_start, results = given
        seen.update(
            hers=her_start * results.her_earned.astype(float),
            his=his_start * results.his_earned.astype(float),
        )

    monkeypatch.setattr(learn_streets, "iterate", iterate)
    players.step()
    hers, his, size = seen["hers"].sum(), seen["his"].sum(), np.abs(seen["his"]).sum()
    assert hers == pytest.approx(-his, abs=1e-5 * size)
    assert abs(hers) > 1e-3 * size


def test_all_ins_on_all_turns_are_those_of_the_proof(monkeypatch):
    players, total = learner(5), np.zeros(169)
    behaviour = players.before_flop.his_behaviour()
    monkeypatch.setattr(
        players.before_flop, "learn", lambda his, her, found: total.__iadd__(found.all_in_net[0])
    )
    left = [card for card in range(52) if card not in flops.distinct_flops().cards[900]]
    for turn in left:
        monkeypatch.setattr(learn_streets.Learner, "draw_board", lambda _, turn=turn: (900, turn))
        players.step()
    never = np.zeros(169, np.uint8)
    rates = tuple(np.zeros((*table.shape[:2], 2), np.uint8) for table in players.learnt.his_regrets)
    checks = behaviour[learn_streets.OVER_LIMP, learn_streets.CHECK_OR_FOLD]
    jams_over_limp = np.uint8(np.rint(255 * (1 - checks)))
    strategy = streets.StreetsStrategy(
        never, never, jams_over_limp, players.menu, BUCKETS, np.zeros((2, 169), np.uint8), rates
    )
    shown = streets.earned_on_flop(strategy, 900)[1] / (255 * 257) / streets.ORDERED_RUNOUTS
    found = total / len(left) * learn_streets.MET_PER_FLOP * COMBOS_PER_HAND
    came = (1 - jams_over_limp / 255)[HAND_OF_COMBO]
    assert came.min() == came.max()
    np.testing.assert_allclose(found / checks[0], shown / came[0], rtol=1e-4, atol=0.1)


@pytest.mark.parametrize("gains", [False, True])
def test_a_run_that_was_interrupted_goes_on_where_it_was(gains):
    straight, first, second = (learner(5, gains) for _ in range(3))
    for _ in range(4):
        straight.step()
    for _ in range(2):
        first.step()
    second.restore(first.state())
    for _ in range(2):
        second.step()
    for name, array in straight.state().items():
        assert (second.state()[name] == array).all()


def test_a_plan_has_what_was_done_on_average():
    players = learner("17/2", largest_raise=3)
    players.step()
    players.learnt.his_sums[0][1, 7] = 1, 2, 5
    strategy = players.strategy()
    assert strategy.rates[0][1, 7].tolist() == [32, 80]
    assert strategy.menu == players.menu
    assert (strategy.over_small_raise.sum(axis=0) > 0).any()
