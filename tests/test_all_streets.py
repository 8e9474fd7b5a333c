from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest
from phevaluator import evaluate_cards

from pokerlab import cli
from pokerlab._support import files
from pokerlab._support.files import DATA
from pokerlab.amounts import format_amount
from pokerlab.cards import COMBOS, HAND_INDEX, HAND_OF_COMBO
from pokerlab.stored import data
from pokerlab.studies import flops, streets, whole_game
from pokerlab.studies.streets import checked_strategies
from tests.tables import refused

UNIT = 20  #: In what parts of a big blind the small blind bets here.
ONE_LOOK_END = whole_game.PROVEN_BY_FLOPS_UP_TO
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


def plan(stack, steps=(3, 2, 3, 2), seed=1, **menu):
    """A plan that mixes everywhere, for a big blind who checks few hands."""
    rng = np.random.default_rng(seed)
    ranges = np.zeros((2, 169), np.uint8)
    ranges[0, CHECKS] = 1, 200, 9
    ranges[1, [3, 50, 100, 140]] = 5, 6, 100, 255
    cuts = np.array([[[40], [900]], [[-300], [700]]])
    buckets = streets.Buckets(ranges, streets.Steps(*steps), cuts)
    menu = streets.Menu(stack, **menu)
    limped = np.full(169, 255, np.uint8)
    limped[CHECKS] = 7, 0, 100
    rates = []
    for street, size in zip(streets.build_streets(menu), buckets.counts, strict=True):
        rates.append(rng.integers(0, 65, (len(street.decisions), size, 2)).astype(np.uint8))
    small = np.zeros((2, 169), np.uint8)
    if menu.largest_raise:
        small[:, CHECKS] = (20, 0, 7), (99, 255, 100)
    return streets.StreetsStrategy(limped, limped, limped, menu, buckets, small, tuple(rates))


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
        self.weighed = [c for c in free if plan.buckets.range_weights[:, HAND_OF_COMBO[c]].any()]
        self.cards = {c: {*COMBOS[c].tolist()} for c in free}
        self.places, self.shares, self.ranks = {}, {}, {}
        left = [card for card in range(52) if card not in self.flop]
        for run in combinations(left, 2):
            self.shares[run] = self.on_river([*self.flop, *run])
            self.ranks[run] = [
                0 if self.cards[c] & {*run} else evaluate_cards(*self.cards[c], *self.flop, *run)
                for c in self.combos
            ]

    def on_river(self, board):
        """Which share of both ranges each of his combos beats, in 4096ths."""
        ranked = {
            c: -evaluate_cards(*COMBOS[c].tolist(), *board)
            for c in {*self.combos, *self.weighed}
            if not self.cards[c] & {*board}
        }
        found = {c: [] for c in ranked}
        for weights in self.plan.buckets.range_weights.tolist():
            held = {c: weights[HAND_OF_COMBO[c]] for c in ranked if c in self.weighed}
            total = sum(held.values())
            for c in ranked:
                below = sum(w for other, w in held.items() if ranked[other] < ranked[c])
                equal = sum(w for other, w in held.items() if ranked[other] == ranked[c])
                found[c].append((2 * below + equal) * 2048 // total if total else 2048)
        return found

    def bucket(self, c, board):
        """Where a combo's rates are."""
        key = c, *board[3:]
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

    def buckets_on(self, board):
        """Where all his combos' rates are; those that the board takes from him have no weight."""
        return [0 if self.cards[c] & {*board} else self.bucket(c, board) for c in self.combos]


class Small:
    """The small blind with one combo, who bets what he likes; it recurses over the cards.

    All boards of a street are looked at together: a reach has a row for each, in the order in which
    the cards come, and a column for each combo of the big blind's.
    """

    def __init__(self, other, combo, sizes):
        self.other, self.sizes = other, [int(UNIT * size) for size in sizes]
        cards = {*COMBOS[combo].tolist()}
        left = [card for card in range(52) if card not in {*other.flop, *cards}]
        self.runs = [[*permutations(left, count)] for count in range(3)]
        self.live = [
            np.array([[not other.cards[c] & {*run} for c in other.combos] for run in runs])
            & [not other.cards[c] & cards for c in other.combos]
            for runs in self.runs
        ]
        self.buckets = [
            np.array([other.buckets_on([*other.flop, *run]) for run in runs]) for runs in self.runs
        ]
        own = [evaluate_cards(*COMBOS[combo].tolist(), *other.flop, *run) for run in self.runs[2]]
        ranks = np.array([other.ranks[tuple(sorted(run))] for run in self.runs[2]])
        self.won = np.sign(ranks - np.array(own)[:, None])
        self.stack, self.bound = (
            int(UNIT * x) for x in (other.plan.menu.stack, other.plan.menu.largest_call)
        )

    def decide(self, street, done, which, reach):
        """The big blind's reaches after each of his actions."""
        place = self.other.where[street][done][which]
        rates = self.other.plan.rates[street][place, self.buckets[street]].astype(int)
        second, third = reach * rates[..., 0] // 128, reach * rates[..., 1] // 128
        if which != 1:
            third = np.zeros_like(third)
        return reach - second - third, second, third

    def shown(self, street, reach, put):
        """All cards that are left come, and hands are shown."""
        if street < 2:
            return self.come(street, reach, lambda r: self.shown(street + 1, r, put))
        return put * (reach * self.won).sum(axis=1)

    def come(self, street, reach, go):
        """The sum over all next cards."""
        boards, further = len(reach), len(self.runs[street + 1]) // len(reach)
        found = go(np.repeat(reach, further, axis=0) * self.live[street + 1])
        return found.reshape(boards, further).sum(axis=1)

    def weight(self, street, reach):
        """What is met, times how many ways there are for all that comes."""
        return reach.sum(axis=1) * [45 * 44, 44, 1][street]

    def jammed(self, street, reach, put):
        """He faces an all-in, and folds or calls."""
        shown = self.shown(street, reach, self.stack)
        return np.maximum(-put * self.weight(street, reach), shown)

    def street(self, street, done, calls, put, reach):
        """What he earns from here on, on each board."""
        menu = self.other.plan.menu
        checks, jams, _ = self.decide(street, done, 0, reach)
        answers = [self.after(street, done + "x", calls, put, checks)]
        bets = [(size, size <= self.bound) for size in self.sizes]
        bets += (self.bound, False), (self.stack - put, False)  # a little more than he may call
        for size, may_be_called in bets:
            bet = min(size, self.stack - put)
            small = calls < menu.most_calls and may_be_called and bet < self.stack - put
            parts = self.decide(street, done, 1 if small else 2, checks)
            folds, second, third = parts
            total = put * self.weight(street, folds)
            if small:
                total += self.after(street, done + "c", calls + 1, put + bet, second)
            total += self.jammed(street, third if small else second, put + bet)
            answers.append(total)
        return self.jammed(street, jams, put) + np.max(answers, axis=0)

    def after(self, street, done, calls, put, reach):
        """The next card comes, or hands are shown."""
        if street == 2:
            return self.shown(street, reach, put)
        return self.come(street, reach, lambda r: self.street(street + 1, done, calls, put, r))


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
    smalls = [Small(by_hand, combo, sizes) for combo in combos]
    for pot, (record, put) in enumerate(some.menu.pots):
        came = (
            some.over_small_raise[1].astype(int)
            if record
            else 255 - some.jams_over_limp.astype(int)
        )
        reach = 257 * came[HAND_OF_COMBO[by_hand.combos]]
        total = 0
        for small in smalls:
            (earned,) = small.street(0, record, 0, int(UNIT * put), reach * small.live[0])
            total += int(earned)
        assert UNIT * found[pot] == total * some.menu.units_per_big_blind


@pytest.fixture(scope="module", params=streets.checked_stacks(), ids=format_amount)
def stored(request):
    """What was found against a stored plan."""
    return streets.stored_checked_strategy(request.param)


def test_a_stored_plan_is_for_the_stack_that_its_name_says(stored):
    menu = stored.strategy.menu
    name = format_amount(menu.stack)
    assert menu == data(f"streets-{name}").menu
    assert (menu.most_calls, menu.largest_call) == (1, 2)
    assert data(f"checked-{name}").bracket == stored.bracket


@pytest.mark.parametrize("row", [7, 1234])
def test_a_stored_check_has_what_is_found_on_a_flop(stored, row):
    """The tool finds the same on all flops, in minutes."""
    assert (streets.earned_on_flop(stored.strategy, row).sum(axis=1) == stored.by_flop[row]).all()


def test_with_all_streets_the_whole_game_is_worth_less_than_with_one_look(stored):
    stack = stored.strategy.menu.stack
    lower, upper = stored.bracket
    assert whole_game.street_bracket(stack) == (lower, upper)
    assert lower == whole_game.bracket(stack)[0] <= upper
    assert (lower < upper) == (stack == ONE_LOOK_END or stack > whole_game.EXACT_UP_TO)
    if stack > whole_game.EXACT_UP_TO:
        (in_table,) = (upper for known, _, upper, _ in data("whole-game") if known == stack)
        assert upper <= Fraction(in_table) + Fraction(1, 10**9) < whole_game.bracket(stack)[1]


def test_stored_plans_prove_that_push_or_fold_is_optimal_beyond_one_look(limps_at_five):
    """One plan on all streets does, and for shallower stacks with a plan with one look mixed in."""
    ends = [Fraction(stack) for stack in ("4.222", "4.45", "4.5")]
    plans = [streets.stored_strategy(stack) for stack in ends]
    alike = {replace(plan, menu=plans[0].menu).digest() for plan in plans}
    assert len(alike) == 1, "the plans differ in nothing but the stack"
    earned = {stack: streets.stored_checked_strategy(stack).earnings()[0] for stack in ends}
    low, high, middle = *ends[:2], Fraction("4.29")
    earned[middle] = earned[low] + (earned[high] - earned[low]) * (middle - low) / (high - low)
    mixed = {
        stack: (2 * earned[stack] + limps_at_five.limp_earnings(stack)) / 3
        for stack in (low, middle)
    }
    assert low == ONE_LOOK_END
    assert whole_game.first_deviation(limps=mixed) is None
    assert whole_game.first_deviation(limps={low: earned[low], high: earned[high]}) is not None
    del earned[low]
    stack, hands = whole_game.first_deviation(limps=earned)
    assert (
        whole_game.EXACT_UP_TO < Fraction(float(stack)) < whole_game.EXACT_UP_TO + Fraction(1, 1000)
    )
    assert hands == ("J2o",)
    assert whole_game.first_deviation(["raise"], low=low, high=ends[-1]) is None


@pytest.mark.parametrize("row", [3, 901])
def test_between_two_stacks_a_limp_earns_no_more_than_a_line_says(row):
    """A sum over a flop of what is earned, in big blinds, is convex in the stack."""
    plan = streets.stored_strategy("4.222")
    by_stack = []
    for stack in map(Fraction, ("4.25", "4.375", "4.5")):
        menu = replace(plan.menu, stack=stack)
        (sums, _) = streets.earned_on_flop(replace(plan, menu=menu), row)
        by_stack.append(sums / menu.units_per_big_blind)
    low, middle, high = by_stack
    assert (2 * middle <= low + high).all() and (2 * middle < low + high).any()


def test_every_stored_check_has_its_plan_and_is_small():
    for stack in streets.checked_stacks():
        name = format_amount(stack)
        files = [DATA / f"{kind}-{name}.npz" for kind in ("streets", "checked")]
        assert sum(path.stat().st_size for path in files) < 150_000


def test_a_check_of_another_plan_is_refused():
    with pytest.raises(
        ValueError, match=r"checked-5\.npz is no check of this strategy: strategy: the"
    ):
        streets.load_checked_strategy(DATA / "checked-5.npz", data("streets-6"))


def forged(stack, path, change):
    """Write a stored check in which something was changed, and read it."""
    with np.load(DATA / f"checked-{stack}.npz") as file:
        arrays = dict(file)
    change(arrays)
    np.savez_compressed(path, **arrays)
    return streets.load_checked_strategy(path, data(f"streets-{stack}"))


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


def pass_on_limps(arrays):
    """All that limps earn is there, and some of it by another hand."""
    add(arrays, "by_hand", (0, 3), -1)
    add(arrays, "by_hand", (0, 4), 1)


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
        (dict.clear, "digest: no such array"),
    ],
)
def test_a_forged_check_is_refused(change, told, tmp_path):
    forged(5, tmp_path / "same.npz", lambda arrays: None)
    with pytest.raises(ValueError, match=f"forged.npz is no check of this strategy: {told}"):
        forged(5, tmp_path / "forged.npz", change)


def test_what_each_hand_limps_for_is_taken_from_a_file_on_trust(tmp_path):
    """As `load_checked_strategy` says: only the check itself, or a flop of it, tells."""
    moved = forged(5, tmp_path / "forged.npz", pass_on_limps)
    assert moved.by_hand[0].sum() == data("checked-5").by_hand[0].sum()


def test_a_check_is_read_as_it_was_written(stored, tmp_path):
    stored.save(tmp_path / "check.npz")
    again = streets.load_checked_strategy(tmp_path / "check.npz", stored.strategy)
    assert (again.by_flop == stored.by_flop).all() and (again.by_hand == stored.by_hand).all()


@pytest.mark.parametrize("lost", ["checked-5.npz", "streets-5.npz"])
def test_a_stack_one_of_whose_two_files_is_missing_is_not_listed(
    lost, tmp_path, monkeypatch, capsys
):
    for path in DATA.iterdir():
        if path.name != lost:
            (tmp_path / path.name).symlink_to(path)
    monkeypatch.setattr(files, "DATA", tmp_path)
    assert cli.main(["whole-game", "--stack", "5", "--level", "2"]) == 2
    needed = "one of 4.222, 4.45, 4.5, 6, or at most 4.475, needed for level 2"
    assert capsys.readouterr().err == f"pokerlab whole-game: stack: 5 given, {needed}\n"
    with pytest.raises(ValueError, match=r"^stack: 5 given, one of 4.222, 4.45, 4.5, 6 needed"):
        streets.stored_strategy(5)


test_a_stack_without_a_check_is_refused = refused(
    (streets.stored_checked_strategy, 7, "stack: 7 given, one of 4.222, 4.45, 4.5, 5, 6 needed"),
    (streets.stored_strategy, "5.5", "stack: 5.5 given, one of 4.222, 4.45, 4.5, 5, 6 needed"),
    (whole_game.street_bracket, 4, "stack: 4 given, one of 4.222, 4.45, 4.5, 5, 6 needed"),
)


def test_a_plan_that_differs_in_one_number_has_another_digest():
    some = data("streets-5")
    rates = [table.copy() for table in some.rates]
    rates[2][0, 7, 0] ^= 1
    assert replace(some, rates=tuple(rates)).digest() != some.digest()
    assert replace(some, menu=streets.Menu("5.1")).digest() != some.digest()
    assert replace(some).digest() == some.digest()


def test_a_plan_is_read_as_it_was_written(tmp_path):
    some = plan("4.25", largest_raise="5/2", may_lead=True)
    some.save(tmp_path / "plan.npz")
    again = streets.load(tmp_path / "plan.npz")
    assert again.menu == some.menu
    assert all((a == b).all() for a, b in zip(again.rates, some.rates, strict=True))
    for name in ("calls", "jams_over_raise", "jams_over_limp", "over_small_raise"):
        assert (getattr(again, name) == getattr(some, name)).all()
    assert again.buckets.steps == some.buckets.steps
    for name in ("range_weights", "cuts"):
        assert (getattr(again.buckets, name) == getattr(some.buckets, name)).all()


def test_sums_that_leave_out_a_flop_are_refused():
    some, by_flop = plan(5), np.zeros((1755, 2), np.int64)
    by_hand = np.array([np.zeros(169, object), streets.all_in_sums(some)[0]])
    (once, *_) = np.flatnonzero(flops.distinct_flops().counts == 4)
    by_flop[once, 1] = by_hand[1].sum() // 4
    assert streets.CheckedStrategy(some, by_flop, by_hand).earnings().shape == (1, 169)
    by_flop[once, 1] += 1
    by_hand[1, 168] += 4
    with pytest.raises(ValueError, match="not of all flops"):
        streets.CheckedStrategy(some, by_flop, by_hand)


def test_a_check_goes_on_where_it_was_interrupted(tmp_path, monkeypatch):
    """And not with what belongs to another plan."""
    kept_before = 13 * streets.checked_strategies._FLOPS_PER_SAVE
    path, some, rows, stops = tmp_path / "check.npz", plan(5), [], [kept_before + 4]

    def earned_on_flop(given, row):
        rows.append(row)
        if row in stops:
            raise KeyboardInterrupt
        return np.full((2, 169), row, np.int64)

    monkeypatch.setattr(checked_strategies, "earned_on_flop", earned_on_flop)
    with pytest.raises(KeyboardInterrupt):
        streets.check_on_all_flops(some, path, progress=False)
    rows.clear()
    stops.clear()
    with pytest.raises(ValueError, match="not of all flops"):
        streets.check_on_all_flops(some, path, progress=False)
    assert sorted(rows) == [*range(kept_before, 1755)]
    kept = np.load(path)["sums"]
    assert (kept[:, 1, 3] == np.arange(1755)).all()
    before = path.read_bytes()
    with pytest.raises(
        ValueError, match=r"check\.npz is no check of this strategy: strategy: the dig"
    ):
        streets.check_on_all_flops(plan(5, seed=2), path, progress=False)
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
        streets.check_on_all_flops(plan(5), cache)


@pytest.mark.parametrize(
    "sums",
    [np.full((2, 2, 169), np.nan), np.zeros((2, 3, 169), int), np.zeros(338, int)],
    ids=["no integers", "a row too many", "flat"],
)
def test_a_cache_of_what_no_check_finds_is_refused_by_its_name(sums, tmp_path):
    some, path = plan(5), tmp_path / "check.npz"
    digest = np.frombuffer(some.digest(), np.uint8)
    np.savez_compressed(path, digest=digest, sums=sums)
    message = (
        r"check\.npz is no check of this strategy: sums: .* given, int64 of shape \(up to 1755"
    )
    with pytest.raises(ValueError, match=message):
        streets.check_on_all_flops(some, path, progress=False)


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
