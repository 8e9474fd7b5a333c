from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from phevaluator import evaluate_cards

from pokerlab._files import DATA
from pokerlab.cards import COMBOS, HAND_INDEX, HAND_OF_COMBO
from pokerlab.stored import data
from pokerlab.studies import flops, streets, whole_game
from pokerlab.studies.streets import checked_plans
from tests.tables import refused

UNIT = 20  #: In what parts of a big blind the small blind bets here.
RNG = np.random.default_rng(1)
CHECKS = [HAND_INDEX[hand] for hand in ("AA", "T9s", "55")]


def places(menu):
    """Where his decisions are, by what he has done: on his turn, over a bet, over a larger one."""
    records, found = ["", "r"] if menu.largest_raise else [""], []
    for _ in range(3):
        table, after, number = {}, [], 0
        for record in records:
            may_call = "c" not in record
            table[record] = number, number + 1 if may_call else None, number + 1 + may_call
            number += 2 + may_call
            after += [record + "x", record + "c"][: 1 + may_call]
        found.append(table)
        records = after
    return found


def plan(stack, steps=(3, 2, 3, 2), **menu):
    """A plan that mixes everywhere, for a big blind who checks few hands."""
    ranges = np.zeros((2, 169), np.uint8)
    ranges[0, CHECKS] = 1, 200, 9
    ranges[1, [3, 50, 100, 140]] = 5, 6, 100, 255
    cuts = np.array([[[40], [900]], [[-300], [700]]])
    buckets = streets.Buckets(ranges, streets.Steps(*steps), cuts)
    menu = streets.Menu(stack, **menu)
    limped = np.full(169, 255, np.uint8)
    limped[CHECKS] = 7, 0, 100
    rates = []
    for street, size in zip(streets.build(menu), buckets.counts, strict=True):
        rates.append(RNG.integers(0, 65, (len(street.decisions), size, 2)).astype(np.uint8))
    small = np.zeros((2, 169), np.uint8)
    if menu.largest_raise:
        small[:, CHECKS] = (20, 0, 7), (99, 255, 100)
    return streets.StreetsPlan(limped, limped, limped, menu, buckets, small, tuple(rates))


def kind(board):
    """The kind of a board of four or five cards."""
    suits = max(sum(card % 4 == suit for card in board) for suit in range(4))
    return 3 * max(0, suits - len(board) + 3) + min(2, len(board) - len({c // 4 for c in board}))


class ByHand:
    """A big blind who follows a plan on a flop, found without compiled loops or symmetries."""

    def __init__(self, plan, row):
        self.plan, self.row, self.where = plan, row, places(plan.menu)
        self.flop = flops.distinct_flops()[0][row].tolist()
        free = [c for c in range(1326) if not {*COMBOS[c].tolist()} & {*self.flop}]
        self.combos = [c for c in free if HAND_OF_COMBO[c] in CHECKS]
        self.weighed = [c for c in free if plan.buckets.ranges[:, HAND_OF_COMBO[c]].any()]
        self.places, self.shares, self.cards = {}, {}, {c: {*COMBOS[c].tolist()} for c in free}
        left = [card for card in range(52) if card not in self.flop]
        for run in combinations(left, 2):
            self.shares[run] = self.on_river([*self.flop, *run])

    def on_river(self, board):
        """Which share of both ranges each of his combos beats, in 4096ths."""
        ranked = {
            c: -evaluate_cards(*COMBOS[c].tolist(), *board)
            for c in {*self.combos, *self.weighed}
            if not self.cards[c] & {*board}
        }
        found = {c: [] for c in ranked}
        for weights in self.plan.buckets.ranges.tolist():
            held = {c: weights[HAND_OF_COMBO[c]] for c in ranked if c in self.weighed}
            total = sum(held.values())
            for c in ranked:
                below = sum(w for other, w in held.items() if ranked[other] < ranked[c])
                equal = sum(w for other, w in held.items() if ranked[other] == ranked[c])
                found[c].append((2 * below + equal) * 2048 // total if total else 2048)
        return found

    def bucket(self, c, board):
        """Where a combo's rates are."""
        key = c, *sorted(board[3:4]), *board[4:]
        if key not in self.places:
            self.places[key] = self.find_bucket(c, board)
        return self.places[key]

    def find_bucket(self, c, board):
        """The same, when it is first asked for."""
        first, second, high, wide = self.plan.buckets.steps
        if len(board) == 5:
            mine, theirs = self.shares[tuple(sorted(board[3:]))][c]
            part = min(mine * high // 4096, high - 1)
            return (kind(board) * high + part) * wide + min(theirs * wide // 4096, wide - 1)
        some = [run for run in self.shares if {*board[3:]} <= {*run} and not self.cards[c] & {*run}]
        mine, theirs = zip(*(self.shares[run][c] for run in some), strict=True)
        steps, kinds = (
            (first, streets.flop_kinds()[self.row]) if len(board) == 3 else (second, kind(board))
        )
        cuts, spreads = self.plan.buckets.cuts[len(board) - 3].tolist()
        n, level = len(some), min(sum(mine) * steps // (len(some) * 4096), steps - 1)
        variance = n * sum(x * x for x in mine) - sum(mine) ** 2
        apart = sum(sum(theirs) - sum(mine) >= cut * n for cut in cuts)
        wide = sum(variance >= (spread * n) ** 2 for spread in spreads)
        width = len(cuts) + 1
        return ((int(kinds) * steps + level) * width + apart) * width + wide

    def decide(self, board, done, which, reach):
        """His reaches after each of his actions."""
        place = self.where[len(board) - 3][done][which]
        table, parts = self.plan.rates[len(board) - 3], ({}, {}, {})
        for c, weight in reach.items():
            second, third = table[place, self.bucket(c, board)].tolist()
            if which != 1:
                third = 0
            parts[1][c], parts[2][c] = weight * second // 128, weight * third // 128
            parts[0][c] = weight - parts[1][c] - parts[2][c]
        return parts


class Small:
    """The small blind with one combo, who bets what he likes; it recurses over the cards."""

    def __init__(self, other, combo, sizes):
        self.other, self.sizes, self.won = other, [int(UNIT * size) for size in sizes], {}
        self.combo, self.cards = combo, {*COMBOS[combo].tolist()}
        self.stack, self.bound = (
            int(UNIT * x) for x in (other.plan.menu.stack, other.plan.menu.largest_call)
        )

    def shown(self, board, reach, put):
        """All cards that are left come, and hands are shown."""
        if len(board) < 5:
            return self.come(board, reach, lambda b, r: self.shown(b, r, put))
        key = tuple(sorted(board[3:]))
        if key not in self.won:
            own = evaluate_cards(*COMBOS[self.combo].tolist(), *board)
            ranks = {c: evaluate_cards(*COMBOS[c].tolist(), *board) for c in reach}
            self.won[key] = {c: (own < rank) - (own > rank) for c, rank in ranks.items()}
        won = self.won[key]
        return put * sum(weight * won[c] for c, weight in reach.items())

    def come(self, board, reach, go):
        """The sum over all next cards."""
        total = 0
        for card in {*range(52)} - self.cards - {*board}:
            left = {c: w for c, w in reach.items() if card not in self.other.cards[c]}
            total += go([*board, card], left)
        return total

    def weight(self, board, reach):
        """What is met, times how many ways there are for all that comes."""
        return sum(reach.values()) * {3: 45 * 44, 4: 44, 5: 1}[len(board)]

    def jammed(self, board, reach, put):
        """He faces an all-in, and folds or calls."""
        return max(-put * self.weight(board, reach), self.shown(board, reach, self.stack))

    def street(self, board, done, calls, put, reach):
        """What he earns from here on."""
        other, menu = self.other, self.other.plan.menu
        checks, jams, _ = other.decide(board, done, 0, reach)
        answers = [self.after(board, done + "x", calls, put, checks)]
        for size in [*self.sizes, self.stack - put]:
            bet = min(size, self.stack - put)
            small = calls < menu.most_calls and bet <= self.bound and bet < self.stack - put
            parts = other.decide(board, done, 1 if small else 2, checks)
            folds, second, third = parts
            total = put * self.weight(board, folds)
            if small:
                total += self.after(board, done + "c", calls + 1, put + bet, second)
            total += self.jammed(board, third if small else second, put + bet)
            answers.append(total)
        return self.jammed(board, jams, put) + max(answers)

    def after(self, board, done, calls, put, reach):
        """The next card comes, or hands are shown."""
        if len(board) == 5:
            return self.shown(board, reach, put)
        return self.come(board, reach, lambda b, r: self.street(b, done, calls, put, r))


@pytest.mark.parametrize(
    ("row", "hand", "stack", "sizes", "raised"),
    [
        (3, "22", 5, (1, 2), 0),
        (1100, "88", "4.25", (1, 1.45, 2, 2.1), 0),
        (3, "22", 8, (1, 2, 3), 2.4),
    ],
)
def test_the_best_answer_is_what_a_recursion_over_the_cards_finds(row, hand, stack, sizes, raised):
    """With bets between those of the tree, and beyond them, nothing more is won."""
    agrees(plan(stack, largest_raise=Fraction(str(raised))), row, hand, sizes)


def agrees(some, row, hand, sizes):
    """Whether a hand's best response on a flop is the same by a recursion over the cards."""
    by_hand = ByHand(some, row)
    found = streets.earned_on_flop(some, row)[:, HAND_INDEX[hand]]
    combos = [c for c in by_hand.cards if HAND_OF_COMBO[c] == HAND_INDEX[hand]]
    for pot, (record, put) in enumerate(some.menu.pots):
        came = (
            some.over_small_raise[1].astype(int)
            if record
            else 255 - some.jams_over_limp.astype(int)
        )
        reach = {c: 257 * int(came[HAND_OF_COMBO[c]]) for c in by_hand.combos}
        total = 0
        for combo in combos:
            small = Small(by_hand, combo, sizes)
            met = {c: w for c, w in reach.items() if not by_hand.cards[c] & small.cards}
            total += small.street(by_hand.flop, record, 0, int(UNIT * put), met)
        assert UNIT * found[pot] == total * some.menu.units_per_big_blind


@pytest.fixture(scope="module", params=streets.checked_stacks(), ids=str)
def stored(request):
    """What was found against a stored plan."""
    return streets.stored_checked_plan(request.param)


def test_a_stored_plan_is_for_the_stack_that_its_name_says(stored):
    menu = stored.plan.menu
    assert menu == data(f"streets-{menu.stack}").menu
    assert (menu.most_calls, menu.largest_call) == (1, 2)
    assert data(f"checked-{menu.stack}").bound() == stored.bound()


@pytest.mark.parametrize("row", [7, 1234])
def test_a_stored_check_has_what_is_found_on_a_flop(stored, row):
    """The tool finds the same on all flops, in minutes."""
    assert (streets.earned_on_flop(stored.plan, row).sum(axis=1) == stored.by_flop[row]).all()


def test_with_all_streets_the_whole_game_is_worth_less_than_with_one_look(stored):
    stack = stored.plan.menu.stack
    lower, upper = whole_game.street_bounds(stack)
    assert lower == whole_game.bounds(stack)[0] < upper == stored.bound()
    (one_look,) = (upper for known, _, upper, _ in data("whole-game") if known == stack)
    assert float(upper) < one_look


def test_every_stored_check_has_its_plan_and_is_small():
    for stack in streets.checked_stacks():
        files = [DATA / f"{kind}-{stack}.npz" for kind in ("streets", "checked")]
        assert sum(path.stat().st_size for path in files) < 150_000


def test_a_check_of_another_plan_is_refused():
    with pytest.raises(ValueError, match=r"checked-5\.npz is no check of this plan: plan: the"):
        streets.load_checked_plan(DATA / "checked-5.npz", data("streets-6"))


def forged(stack, path, change):
    """Write a stored check in which something was changed, and read it."""
    with np.load(DATA / f"checked-{stack}.npz") as file:
        arrays = dict(file)
    change(arrays)
    np.savez_compressed(path, **arrays)
    return streets.load_checked_plan(path, data(f"streets-{stack}"))


def add(arrays, name, place, number):
    """Add to a number, which may be written in decimals."""
    arrays[name][place] = arrays[name].dtype.type(int(arrays[name][place]) + number)


def lower_a_hand(arrays):
    add(arrays, "by_hand", (0, 3), -1)


def lower_a_flop(arrays):
    add(arrays, "by_flop", (1754, 0), -1)


def move_between_hands(arrays):
    """All that an all-in would win is there, and by another hand."""
    add(arrays, "by_hand", (1, 3), -1)
    add(arrays, "by_hand", (1, 4), 1)


def leave_out_a_flop(arrays):
    arrays["by_flop"] = arrays["by_flop"][:-1]


def write_no_number(arrays):
    arrays["by_hand"][0, 0] = b"12x"


def write_floats(arrays):
    arrays["by_flop"] = arrays["by_flop"].astype(float)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lower_a_hand, "by_hand: the sums over all hands are not those of by_flop"),
        (lower_a_flop, "by_hand: the sums over all hands are not those of by_flop"),
        (move_between_hands, "by_hand: not of all flops, turns and rivers"),
        (leave_out_a_flop, "by_flop: an array of shape .1754, 2. given, .1755, 2. needed"),
        (write_no_number, "invalid literal"),
        (write_floats, "by_flop, by_hand: float64 and .* given"),
        (dict.clear, "plan: no such array"),
    ],
)
def test_a_forged_check_is_refused(change, told, tmp_path):
    forged(5, tmp_path / "same.npz", lambda arrays: None)
    with pytest.raises(ValueError, match=f"forged.npz is no check of this plan: {told}"):
        forged(5, tmp_path / "forged.npz", change)


def test_a_check_is_read_as_it_was_written(stored, tmp_path):
    stored.save(tmp_path / "check.npz")
    again = streets.load_checked_plan(tmp_path / "check.npz", stored.plan)
    assert (again.by_flop == stored.by_flop).all() and (again.by_hand == stored.by_hand).all()


test_a_stack_without_a_check_is_refused = refused(
    (streets.stored_checked_plan, 7, "stack: 7 given, 5 or 6 needed"),
    (streets.stored_plan, "5.5", "stack: 5.5 given, 5 or 6 needed"),
    (whole_game.street_bounds, 1, "stack: 1 given, more than 1 needed"),
    (whole_game.street_bounds, 4, "stack: 4 given, 5 or 6 needed"),
)


def test_a_response_to_a_plan_for_another_stack_is_refused():
    with pytest.raises(ValueError, match="stack: 5 given, that of the checked plan, 6, needed"):
        whole_game.street_bounds(5, streets.stored_checked_plan(6))


def test_a_plan_that_differs_in_one_number_has_another_digest():
    some = data("streets-5")
    rates = [table.copy() for table in some.rates]
    rates[2][0, 7, 0] ^= 1
    assert replace(some, rates=tuple(rates)).digest() != some.digest()
    assert replace(some, menu=streets.Menu("5.1")).digest() != some.digest()
    assert replace(some).digest() == some.digest()


def test_a_plan_is_read_as_it_was_written(tmp_path):
    some = plan("4.25", largest_raise="5/2", leads=True)
    some.save(tmp_path / "plan.npz")
    again = streets.load(tmp_path / "plan.npz")
    assert again.menu == some.menu
    assert all((a == b).all() for a, b in zip(again.rates, some.rates, strict=True))
    for name in ("calls", "jams_over_raise", "jams_over_limp", "over_small_raise"):
        assert (getattr(again, name) == getattr(some, name)).all()
    assert again.buckets.steps == some.buckets.steps
    for name in ("ranges", "cuts"):
        assert (getattr(again.buckets, name) == getattr(some.buckets, name)).all()


def test_sums_that_leave_out_a_flop_are_refused():
    some, by_flop = plan(5), np.zeros((1755, 2), np.int64)
    by_hand = np.array([np.zeros(169, object), streets.all_in_sums(some)[0]])
    (once, *_) = np.flatnonzero(flops.distinct_flops().counts == 4)
    by_flop[once, 1] = by_hand[1].sum() // 4
    assert streets.CheckedPlan(some, by_flop, by_hand).earned().shape == (1, 169)
    by_flop[once, 1] += 1
    by_hand[1, 168] += 4
    with pytest.raises(ValueError, match="not of all flops"):
        streets.CheckedPlan(some, by_flop, by_hand)


def test_a_check_goes_on_where_it_was_interrupted(tmp_path, monkeypatch):
    """And not with what belongs to another plan."""
    kept_before = 13 * streets.SAVE_EVERY
    path, some, rows, stops = tmp_path / "check.npz", plan(5), [], [kept_before + 4]

    def earned_on_flop(given, row):
        rows.append(row)
        if row in stops:
            raise KeyboardInterrupt
        return np.full((2, 169), row, np.int64)

    monkeypatch.setattr(checked_plans, "earned_on_flop", earned_on_flop)
    with pytest.raises(KeyboardInterrupt):
        streets.checked_plan(some, path, progress=False)
    rows.clear()
    stops.clear()
    with pytest.raises(ValueError, match="not of all flops"):
        streets.checked_plan(some, path, progress=False)
    assert sorted(rows) == [*range(kept_before, 1755)]
    kept = np.load(path)["sums"]
    assert (kept[:, 1, 3] == np.arange(1755)).all()
    before = path.read_bytes()
    with pytest.raises(ValueError, match=r"check\.npz is no check of this plan: plan: the dig"):
        streets.checked_plan(plan(5), path, progress=False)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("cache", "error", "told"),
    [
        ("check.txt", ValueError, "cache: 'check.txt' given, a name that ends in .npz needed"),
        ("nowhere/check.npz", OSError, "check.npz cannot be written"),
        (3, TypeError, "cache: 3 given, the name of a file needed"),
    ],
)
def test_a_cache_that_cannot_be_kept_is_refused_at_once(cache, error, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=told):
        streets.checked_plan(plan(5), cache)


def test_the_bar_counts_turns_up_to_suits():
    """A flop of one suit leaves 10 turns of it, and 13 ranks of others less its own three."""
    turns, (cards, *_) = streets.turn_counts(), flops.distinct_flops()
    one_suit = (cards % 4 == cards[:, :1] % 4).all(axis=1)
    assert {*turns[one_suit].tolist()} == {10 + 13}
    three_suits = np.array([len({*flop}) == 3 for flop in (cards % 4).tolist()])
    no_pair = np.array([len({*flop}) == 3 for flop in (cards // 4).tolist()])
    assert {*turns[three_suits & no_pair].tolist()} == {49}


test_menus_that_make_no_sense_are_refused = refused(
    ({"stack": 1}, "stack: 1 given, more than 1 needed"),
    ({"largest_call": "1/2"}, "largest_call: 1/2 given, 1 or more needed"),
    ({"largest_raise": 1}, "largest_raise: 1 given"),
    ({"largest_raise": 5}, "largest_raise: 5 given"),
    ({"stack": Fraction(10**5 + 1, 10**4)}, "of smaller terms needed"),
    of=lambda **part: streets.Menu(**{"stack": 5} | part),
)
