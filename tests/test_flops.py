from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from phevaluator import evaluate_cards

import pokerlab as pl
from pokerlab import equity_table
from pokerlab.cards import COMBOS, COMBOS_PER_HAND, HAND_OF_COMBO, HANDS
from pokerlab.studies import flops, streets, whole_game
from tests.tables import refused
from tools import whole_game as tools

CARDS, COUNTS, CLASSES = flops.distinct_flops()
BYTE = np.random.default_rng(1).integers(0, 256, (3, 169)).astype(np.uint8)


def plan(seed):
    """Any plan; the combos of a class do the same."""
    jams = np.random.default_rng(seed).integers(0, 16, flops.N_CLASSES).astype(np.uint8)
    return flops.FlopStrategy(*BYTE, jams)


def test_the_flops_and_the_combos_beside_them_are_as_many_as_is_known():
    # K. Waugh, A Fast and Optimal Hand Isomorphism Algorithm (2013), counts 1,286,792.
    assert CARDS.shape == (1755, 3) and COUNTS.sum() == 22_100
    assert set(COUNTS.tolist()) == {4, 12, 24}
    free = CLASSES >= 0
    assert (free.sum(axis=1) == 49 * 48 // 2).all()
    assert (np.unique(CLASSES[free]) == np.arange(1_286_792)).all()
    names = np.broadcast_to(HAND_OF_COMBO, free.shape)
    pairs = CLASSES[free].astype(np.int64) * len(HANDS) + names[free]
    assert len(np.unique(pairs)) == flops.N_CLASSES


@pytest.mark.parametrize("row", [0, 333, 1000, 1754])
def test_what_a_combo_wins_on_a_flop_is_what_another_evaluator_counts(row):
    rng = np.random.default_rng(row)
    free = np.flatnonzero(CLASSES[row] >= 0)
    jamming = {CLASSES[row, combo]: int(rng.integers(1, 16)) for combo in rng.choice(free, 6)}
    jams = np.zeros(flops.N_CLASSES, np.uint8)
    jams[[*jamming]] = [*jamming.values()]
    found = flops.met_on_flop(flops.FlopStrategy(*BYTE, jams), row)
    combos = found.combos
    assert found.counts.sum() == COUNTS[row] * len(free)
    flop = CARDS[row].tolist()
    # One of them goes all-in, too, which does not count against itself.
    for n in [min(jamming) - CLASSES[row, free].min(), *rng.choice(len(combos), 2)]:
        mine, weight, margin = COMBOS[combos[n]].tolist(), 0, 0
        for combo in free:
            theirs = COMBOS[combo].tolist()
            if CLASSES[row, combo] not in jamming or {*mine} & {*theirs}:
                continue
            early = int(BYTE[2, HAND_OF_COMBO[combo]])
            chance = (255 - early) * jamming[CLASSES[row, combo]]
            left = [card for card in range(52) if card not in {*mine, *theirs, *flop}]
            weight += chance
            for run in combinations(left, 2):
                ours = evaluate_cards(*mine, *flop, *run)  # less is better
                other = evaluate_cards(*theirs, *flop, *run)
                margin += chance * ((ours < other) - (ours > other))
        assert (found.jam_weights[n], found.margins[n]) == (weight, margin)


@pytest.fixture(scope="module")
def always():
    """The best response to a big blind who is all-in on the flop at the latest."""
    return flops.sum_limps(
        flops.FlopStrategy(*BYTE, np.full(flops.N_CLASSES, 15, np.uint8)), progress=False
    )


def test_results_on_all_flops_add_up_to_the_shipped_table(always):
    win, tie, lose = equity_table.hand_outcomes()
    checks = 255 - BYTE[2].astype(int)
    sizes = always.counts
    # A board comes about by ten flops.
    table = 10 * 15 * (win - lose) @ checks
    assert (np.add.reduceat(sizes * always.margins, always.firsts) == table).all()
    pairs = (win + tie + lose) // equity_table.BOARDS_PER_PAIR
    dealt = flops.FLOPS_PER_DEAL * 15 * pairs @ checks
    assert (np.add.reduceat(sizes * always.jam_weights, always.firsts) == dealt).all()


@pytest.mark.parametrize(
    "stack", ["3.9", Fraction(142909281, 36760021), Fraction(10**20 + 1, 10**19)]
)
@pytest.mark.parametrize("hand", [0, 100])
def test_a_limp_earns_the_larger_sum_flop_by_flop(always, stack, hand):
    end = [*always.firsts[1:], flops.N_CLASSES][hand]
    held = slice(always.firsts[hand], end)
    sizes, bets, won = always.counts[held], always.jam_weights[held], always.margins[held]
    win, tie, lose = (part[hand].tolist() for part in equity_table.hand_outcomes())
    stack, jams, ways = Fraction(stack), BYTE[2].tolist(), int(COMBOS_PER_HAND[hand]) * 1225
    assert sum(sizes) == int(COMBOS_PER_HAND[hand]) * 19_600
    pairs = [
        (w + t + x) // equity_table.BOARDS_PER_PAIR for w, t, x in zip(win, tie, lose, strict=True)
    ]
    assert sum(pairs) == ways
    called = sum(j * (w - x) for j, w, x in zip(jams, win, lose, strict=True))
    folded = sum(j * pair for j, pair in zip(jams, pairs, strict=True))
    earned = max(stack * called / equity_table.BOARDS_PER_PAIR, Fraction(-folded)) / 255
    # Nobody ever gives up.
    for size, bet, margin in zip(sizes.tolist(), bets.tolist(), won.tolist(), strict=True):
        earned += size * max(stack * margin / 990, Fraction(-bet)) / 3825 / 17_296
    assert always.limp_earnings(stack)[hand] == earned / ways


def test_a_stored_plan_proves_that_no_limp_gains_from_4_156_to_4_222_big_blinds():
    found = flops.sum_limps(flops.stored_strategy_from("4.222"), progress=False)
    limps = {stack: found.limp_earnings(stack) for stack in map(Fraction, ("4.156", "4.222", 5))}
    beyond, hands = whole_game.first_deviation(limps=limps)
    assert (f"{float(beyond):.6f}", "AA" in hands) == ("4.222183", True)
    del limps[Fraction(5)]
    assert whole_game.first_deviation(limps=limps) is None


@pytest.mark.parametrize(("row", "stored", "stack"), [(0, "5", 5), (1, "6", 6), (2, "8", 7)])
def test_what_the_match_reads_of_a_plan_belongs_to_it(row, stored, stack):
    """How often he gives up, over all combos, and what the whole game is worth at a stack."""
    hands, some = np.array(pl.data("limp-table")[row]), pl.data(f"limps-{stored}")
    checks, late = 1 - some.jams_over_limp[HAND_OF_COMBO] / 255, some.jams_on_flop[CLASSES] / 15
    given = COUNTS @ np.where(CLASSES >= 0, checks * (1 - late), 0).sum(axis=1)
    assert COMBOS_PER_HAND @ hands[:, 0] / 1326 == pytest.approx(given / 22_100 / 1176, abs=1e-9)
    limps = [Fraction(worth) for worth in hands[:, stack - 2]]

    class Known(flops.LimpSums):
        """Sums by which it is known what limps earn."""

        def limp_earnings(self, stack):
            return limps

    found = Known(some, *np.zeros((3, flops.N_CLASSES), np.int64), np.arange(169))
    upper = {stack: upper for stack, _, upper, _ in pl.data("whole-game")}[stack]
    with_one_look = float(whole_game.flop_bracket(stack, found)[1])
    if stack in streets.checked_stacks():
        assert upper < with_one_look - 0.001, "all streets prove more than one look"
    else:
        assert with_one_look == pytest.approx(upper, abs=2e-9)
    assert np.diff(hands[:, 1:], n=2).min() > -4e-9, "convex"


def test_what_the_match_reads_of_a_plan_is_found_again(limps_at_five):
    assert tools.limps(limps_at_five) == pl.data("limp-table")[0]


def test_a_big_blind_who_gives_up_loses_what_he_put_in():
    gives_up = flops.FlopStrategy(
        *np.zeros((3, 169), np.uint8), np.zeros(flops.N_CLASSES, np.uint8)
    )
    classes = np.zeros((3, flops.N_CLASSES), np.int64)
    sums = flops.LimpSums(gives_up, *classes, np.arange(169))
    assert sums.limp_earnings(5) == sums.limp_earnings(4 + Fraction(1, 10**30)) == (1,) * 169


def test_a_plan_is_read_as_it_was_written(tmp_path):
    some = plan(3)
    some.save(tmp_path / "plan.npz")
    again = flops.load(tmp_path / "plan.npz")
    assert all((vars(again)[name] == array).all() for name, array in vars(some).items())


test_what_is_no_plan_is_refused = refused(
    ({"jams_on_flop": np.zeros(5, np.uint8)}, r"jams_on_flop: uint8 of shape \(5,\)"),
    (
        {"jams_on_flop": np.full(flops.N_CLASSES, 16, np.uint8)},
        r"uint8 of shape \(1286792,\), up to 15, needed",
    ),
    ({"calls": np.zeros(169)}, "calls: float64"),
    ({"calls": [0] * 169}, r"calls: .* given, an array of uint8 of shape \(169,\) needed"),
    of=lambda **part: flops.FlopStrategy(**vars(plan(3)) | part),
)


def test_a_file_that_was_cut_is_refused(tmp_path):
    plan(3).save(path := tmp_path / "plan.npz")
    path.write_bytes(path.read_bytes()[:-1000])
    with pytest.raises(ValueError, match="is no strategy"):
        flops.load(path)


@pytest.mark.parametrize("stack", [1, "0.5"])
def test_stacks_that_a_limp_takes_whole_are_refused(always, stack):
    with pytest.raises(ValueError, match=r"stack: .* given, more than 1 needed"):
        always.limp_earnings(stack)
