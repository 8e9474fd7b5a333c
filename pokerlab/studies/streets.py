"""A big blind who plays all streets: what a limp earns against him, found by going through them.

Over a limp the big blind goes all-in or checks. On the flop, the turn and the river he acts first,
and goes all-in or checks. He folds to a bet, goes all-in over it, or calls it if it is small enough
and he has not called too often. A `Menu` says what he may do, and `build` makes of it the tree in
which bets of every size are a few. A `StreetsPlan` holds how often he does what, by *buckets* of
combos that are about as strong. `check` finds what the small blind's best answer earns with each
hand: over all 1,755 flops up to suits, with all turns and rivers, in integers. That takes minutes,
so for some stacks a plan is stored together with what its check found: `checked_stacks` lists them,
and `stored_check` reads one.

What he does is a plan of *reaches*: before the flop every combo has a weight of `FULL_REACH`, which
each of his decisions shares out among his actions, in whole numbers. So nothing is rounded where it
is checked, and no number grows from street to street.

The sums stay within machine integers. A reach is below 2**16, and an opponent meets 1,225 combos
at most, so what a combo meets is below 2**27, and what it wins from them, too. Stacks are below
2**13 in the unit of a tree (`STACK_LIMIT`), and amounts less than twice as large. What a combo
earns on a flop is a sum over 1,980 turns and rivers: below 2**27 * 2**14 * 2**11 = 2**52. A flop
leaves 1,176 combos, so what all of them earn is below 2**63. Sums over flops are Python's.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache as cached
from functools import partial
from hashlib import sha256
from itertools import combinations, permutations
from math import lcm
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pokerlab import equity_table
from pokerlab._files import (
    DATA,
    Arrays,
    check_ending,
    check_file,
    check_path,
    read_arrays,
    write_arrays,
)
from pokerlab._foundations import Immutable, check_type, frozen, progress_bar, set_fields
from pokerlab._lanes import LANES, add_row, put_row
from pokerlab._threads import compiled, njit_helper, thread_count
from pokerlab.amounts import Amount, format_amount, parse_amount
from pokerlab.betting import push_fold
from pokerlab.cards import COMBOS, HAND_OF_COMBO, HANDS, N_CARDS, suit_images
from pokerlab.deals import holdem
from pokerlab.evaluator import BOARDS_PER_BLOCK, combo_standings
from pokerlab.games import Game
from pokerlab.solvers import exact
from pokerlab.studies import flops
from pokerlab.studies.flops import NO_INDEX
from pokerlab.studies.openings import upper_bound

__all__ = [
    "BOARDS_PER_FLOP",
    "BOARDS_PER_TURN",
    "BOARD_KINDS",
    "FOLD_NODE",
    "FULL_REACH",
    "HAND_DENOMINATOR",
    "MAXIMUM_NODE",
    "NEXT_STREET_NODE",
    "N_COMBOS",
    "N_FLOPS",
    "N_HANDS",
    "RATE_DENOMINATOR",
    "RIVERS_LEFT",
    "RIVER_COMBOS",
    "RUNOUTS_LEFT",
    "SAVE_EVERY",
    "SHARE_DENOMINATOR",
    "SHOWDOWN_NODE",
    "STACK_LIMIT",
    "STANDINGS",
    "SUM_NODE",
    "Buckets",
    "CheckedPlan",
    "Flop",
    "Menu",
    "Street",
    "StreetsPlan",
    "add_shares",
    "all_in_sums",
    "board_kind",
    "bucket_numbers",
    "build",
    "by_lane",
    "check",
    "checked_stacks",
    "count_shares",
    "earnings",
    "evaluate_nodes",
    "flop_kinds",
    "load",
    "load_check",
    "look_ahead",
    "on_flop",
    "share_out",
    "sort_by_standing",
    "starting_reaches",
    "stored_check",
    "stored_plan",
    "sum_met",
    "sum_met_and_won",
    "turn_counts",
    "whole_game_bound",
]


N_COMBOS, N_HANDS = len(COMBOS), len(HANDS)
N_FLOPS = 1755  #: Flops up to suits.
RIVER_COMBOS = 1081  #: Combos that five cards on the board leave.
HAND_DENOMINATOR = 255  #: The integer that stands for 1 in a plan before the flop.
RATE_DENOMINATOR = 128  #: The integer that stands for 1 in a plan on later streets.
FULL_REACH = 255 * 257  #: The weight of a combo of the big blind's before the flop.
STACK_LIMIT = 2**13  #: Stacks in the unit of a tree are below this.
RIVERS_LEFT = 44  #: Rivers that both players' cards, a flop and a turn leave.
#: Turns and rivers, in this order, that their cards and a flop leave.
RUNOUTS_LEFT = 45 * RIVERS_LEFT
SHARE_DENOMINATOR = 4096  #: The integer that stands for all of a range.
STANDINGS = 137  #: Standings on a board: `combo_standings` tells apart 136, and 0 is none.
#: The kinds of nodes: somebody has folded; hands are shown; the next card comes; the small blind
#: chooses what earns most; the big blind's actions share out what is met, and their results add up.
FOLD_NODE, SHOWDOWN_NODE, NEXT_STREET_NODE, MAXIMUM_NODE, SUM_NODE = range(5)
SAVE_EVERY = 10  #: After how many flops `check` keeps what it has found.


@dataclass(frozen=True)
class Menu:
    """What the big blind may do beside checks, folds and all-ins."""

    stack: Fraction  #: What each player has before the blinds of 1/2 and 1.
    most_calls: int = 1  #: How many bets he may call in a hand.
    largest_call: Fraction = Fraction(2)  #: The largest bet that he may call, at least 1.
    leads: bool = False  #: Whether he may bet 1 himself, where he may still call.
    #: The largest raise before the flop that he may call, at least 2; or 0, and he calls none.
    largest_raise: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        set_fields(
            self,
            stack=parse_amount("stack", self.stack, greater_than=1),
            largest_call=parse_amount("largest_call", self.largest_call),
            largest_raise=parse_amount("largest_raise", self.largest_raise),
        )
        if self.largest_call < 1:
            raise ValueError(f"largest_call: {self.largest_call} given, 1 or more needed")
        if self.largest_raise and not 2 <= self.largest_raise < self.stack:
            needed = "0, or 2 up to less than the stack needed"
            raise ValueError(f"largest_raise: {self.largest_raise} given, {needed}")
        if self.stack * self.unit >= STACK_LIMIT:
            raise ValueError(f"stack: {self.stack} given, a fraction of smaller terms needed")

    @property
    def pots(self) -> list[tuple[str, Fraction]]:
        """How a flop may begin: the big blind's record, and how much either player has put in.

        The first is a limp and a check, with the record ``""``. Others, with the record ``"r"``,
        are the least raise that he calls and the largest.
        """
        raises = sorted({Fraction(2), self.largest_raise}) if self.largest_raise else []
        return [("", Fraction(1)), *(("r", size) for size in raises)]

    @property
    def unit(self) -> int:
        """How many units there are in a big blind, if all amounts are whole numbers of them."""
        amounts = self.stack, self.largest_call, self.largest_raise
        return lcm(*(amount.denominator for amount in amounts))


class Street(NamedTuple):
    """One street of the tree, as compiled loops read it.

    The big blind's *lanes* are what he may have done, and `decisions` share out a lane's reach. The
    small blind's nodes are in an order in which those that follow come first.
    """

    #: (2,): how many lanes there are, and how many come from the street before.
    lane_counts: np.ndarray
    sources: np.ndarray  #: (lanes that come,): which lanes of the street before they are.
    decisions: np.ndarray  #: (d, 4): a lane, and those it is shared out to, or `NO_INDEX`.
    nodes: np.ndarray  #: (n, 4): kind, lane (or root of the next street), first follower, how many.
    amounts: np.ndarray  #: (n,): what an ending pays the small blind.
    followers: np.ndarray  #: The nodes that follow, one node's after the other's.
    roots: np.ndarray  #: The nodes with which the street begins.
    showdown_lanes: np.ndarray  #: The lanes that end with hands shown.
    fold_lanes: np.ndarray  #: The lanes that end with a fold.


class _StreetBuilder:
    """Builds one street."""

    def __init__(self, menu: Menu, is_river: bool) -> None:
        self.menu, self.is_river, self.lane_count = menu, is_river, 0
        self.decisions: list[list[int]] = []
        self.nodes: list[tuple[int, ...]] = []
        self.amounts: list[int] = []
        self.followers: list[int] = []
        #: By each record with which the street ends: how many bets he has called, and the lane.
        self.ends: dict[str, tuple[int, int]] = {}
        #: By record and chips that both have put in: the number of the next street's root.
        self.next_roots: dict[tuple[str, Fraction], int] = {}

    def add_lane(self) -> int:
        """Add a lane."""
        self.lane_count += 1
        return self.lane_count - 1

    def add_decision(self, lane: int, actions: int) -> list[int]:
        """Let the big blind decide between two actions or three; return a lane for each."""
        lanes = [self.add_lane() for _ in range(actions)]
        self.decisions.append([lane, *lanes, *[NO_INDEX] * (3 - actions)])
        return lanes

    def add_node(
        self, kind: int, lane: int, amount: Fraction, followers: Sequence[int] = ()
    ) -> int:
        """Add a node of the small blind's."""
        self.nodes.append((kind, lane, len(self.followers), len(followers)))
        self.amounts.append(int(amount * self.menu.unit))
        self.followers += followers
        return len(self.nodes) - 1

    def join(self, kind: int, *followers: int) -> int:
        """Add a node that others follow: their `MAXIMUM_NODE` or their `SUM_NODE`."""
        return self.add_node(kind, 0, Fraction(0), followers)

    def face_all_in(self, lane: int, put: Fraction) -> int:
        """The small blind, who has put in so much, folds to an all-in or calls it."""
        fold = self.add_node(FOLD_NODE, lane, -put)
        return self.join(MAXIMUM_NODE, fold, self.add_node(SHOWDOWN_NODE, lane, self.menu.stack))

    def end_street(self, lane: int, put: Fraction, record: str, calls: int) -> int:
        """The street ends with no bet open."""
        if self.is_river:
            return self.add_node(SHOWDOWN_NODE, lane, put)
        self.ends[record] = calls, lane
        root = self.next_roots.setdefault((record, put), len(self.next_roots))
        return self.add_node(NEXT_STREET_NODE, root, Fraction(0))

    def begin(self, lane: int, record: str, calls: int, levels: list[Fraction]) -> list[int]:
        """The street's roots for one record: one for each sum that both may have put in."""
        menu, one = self.menu, Fraction(1)
        may_call = calls < menu.most_calls and max(levels) + menu.largest_call < menu.stack
        may_lead = may_call and menu.leads
        checks, jams, *leads = self.add_decision(lane, 3 if may_lead else 2)
        over_small_bet = self.add_decision(checks, 3) if may_call else []
        over_large_bet = self.add_decision(checks, 2)
        over_raised_lead = self.add_decision(leads[0], 2) if may_lead else []
        small_bets = sorted({one, menu.largest_call}) if may_call else []
        large_bet = menu.largest_call if may_call else one
        roots = []
        for put in levels:
            after_check = [self.end_street(checks, put, record + "x", calls)]
            for bet in small_bets:
                folds, called, jammed = over_small_bet
                fold = self.add_node(FOLD_NODE, folds, put)
                jam = self.face_all_in(jammed, put + bet)
                call = self.end_street(called, put + bet, record + "c", calls + 1)
                after_check.append(self.join(SUM_NODE, fold, jam, call))
            folds, jammed = over_large_bet
            fold = self.add_node(FOLD_NODE, folds, put)
            jam = self.face_all_in(jammed, put + large_bet)
            after_check.append(self.join(SUM_NODE, fold, jam))
            actions = [self.face_all_in(jams, put), self.join(MAXIMUM_NODE, *after_check)]
            if may_lead:
                (lead,) = leads
                folds, jammed = over_raised_lead
                fold = self.add_node(FOLD_NODE, folds, put + 1)
                jam = self.face_all_in(jammed, put + 2)
                call = self.end_street(lead, put + 1, record + "l", calls + 1)
                own_fold = self.add_node(FOLD_NODE, lead, -put)
                own_raise = self.join(SUM_NODE, fold, jam)
                actions.append(self.join(MAXIMUM_NODE, own_fold, call, own_raise))
            roots.append(self.join(SUM_NODE, *actions))
        return roots


def build(menu: Menu) -> tuple[Street, Street, Street]:
    """The tree on flop, turn and river.

    Every bet, raise and answer of the small blind's is worth no more than one of its branches.

    Examples
    --------
    >>> [len(street.nodes) for street in build(Menu(5))]
    [23, 45, 67]
    """
    check_type("menu", menu, Menu, "a Menu")
    streets: list[Street] = []
    roots = {pot: number for number, pot in enumerate(menu.pots)}
    records = {record: (0, lane) for lane, record in enumerate(dict(menu.pots))}
    for is_river in (False, False, True):
        builder = _StreetBuilder(menu, is_river)
        root_nodes: dict[tuple[str, Fraction], int] = {}
        lanes = {record: builder.add_lane() for record in records}
        for record, (calls, _) in records.items():
            levels = [put for other, put in roots if other == record]
            nodes = builder.begin(lanes[record], record, calls, levels)
            root_nodes |= {(record, put): n for put, n in zip(levels, nodes, strict=True)}
        ends = {
            kind: sorted({lane for node, lane, *_ in builder.nodes if node == kind})
            for kind in (SHOWDOWN_NODE, FOLD_NODE)
        }
        streets.append(
            Street(
                lane_counts=np.array([builder.lane_count, len(records)]),
                sources=np.array([lane for _, lane in records.values()]),
                decisions=np.array(builder.decisions),
                nodes=np.array(builder.nodes),
                amounts=np.array(builder.amounts),
                followers=np.array(builder.followers),
                roots=np.array([root_nodes[each] for each in roots]),
                showdown_lanes=np.array(ends[SHOWDOWN_NODE]),
                fold_lanes=np.array(ends[FOLD_NODE]),
            )
        )
        roots, records = builder.next_roots, builder.ends
    first, second, third = streets
    return first, second, third


# Buckets


@dataclass(frozen=True)
class Buckets(Immutable):
    """Which combos are about as strong.

    On flop and turn it counts which share of his own range a combo beats, on average over what may
    come; how much more of the other's; and how widely the first spreads. On the river there are
    only two shares. Each kind of board (`flop_kinds`, `board_kind`) has buckets of its own.
    """

    ranges: np.ndarray  #: (2, 169) of uint8: weights of his own range, and of the other's.
    steps: np.ndarray  #: (4,) of int: how many shares are told apart on flop, turn, river; 2 there.
    cuts: np.ndarray  #: (2, 2, c) of int: on flop and turn, where differences and spreads part.

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many buckets there are on each street, over all kinds of boards."""
        flop, turn, first, second = self.steps.tolist()
        parts = (self.cuts.shape[2] + 1) ** 2
        kinds = int(flop_kinds().max() + 1)
        return kinds * flop * parts, BOARD_KINDS * turn * parts, BOARD_KINDS * first * second


BOARD_KINDS = 12  #: Kinds of boards with four cards, and with five.


@cached
def flop_kinds() -> np.ndarray:
    """Number the flops of `flops.flops` by what they have in common: pairs, suits, high cards."""
    found: dict[tuple[int, ...], int] = {}
    kinds = []
    for cards in flops.flops()[0].tolist():
        ranks, suits = sorted(card // 4 for card in cards), len({card % 4 for card in cards})
        paired = 3 - len({*ranks})
        top = sum(ranks[2] >= least for least in (8, 10, 11, 12))
        middle = sum(ranks[1] >= least for least in (5, 8)) if not paired else ranks[0] == ranks[1]
        key = (paired, suits, top, int(middle)) if paired < 2 else (2,)
        kinds.append(found.setdefault(key, len(found)))
    return frozen(np.array(kinds))


@compiled
def board_kind(board: np.ndarray) -> int:
    """The kind of a board of four or five cards: how many are of one suit, and how many paired.

    Examples
    --------
    >>> [board_kind(np.array(board)) for board in ([0, 4, 8, 12], [0, 1, 9, 22, 51])]
    [9, 1]
    """
    suits, ranks = np.zeros(4, np.int64), np.zeros(13, np.int64)
    for card in board:
        suits[card & 3] += 1
        ranks[card >> 2] += 1
    paired, alike = len(board), 0
    for rank in range(13):
        paired -= ranks[rank] > 0
    for suit in range(4):
        alike = max(alike, suits[suit])
    return 3 * max(0, alike - len(board) + 3) + min(paired, 2)


@njit_helper
def count_shares(standing: np.ndarray, weights: np.ndarray, shares: np.ndarray) -> None:
    """For each standing on a board, which share of each range it beats, ties half."""
    held = np.zeros((2, STANDINGS), np.int64)
    for combo in range(len(standing)):
        for who in range(2):
            held[who, standing[combo]] += weights[who, combo]
    for who in range(2):
        total = held[who, 1:].sum()
        below = 0
        for k in range(1, STANDINGS):
            shares[who, k] = SHARE_DENOMINATOR // 2  # if none of the range is left
            if total:
                shares[who, k] = (2 * below + held[who, k]) * (SHARE_DENOMINATOR // 2) // total
            below += held[who, k]


@compiled
def add_shares(
    standings: np.ndarray, weights: np.ndarray, runouts: np.ndarray, sums: np.ndarray
) -> None:
    """Add up shares, and squares of the first, by turn and combo: `sums` is (3, 52, 1326)."""
    shares = np.zeros((2, STANDINGS), np.int64)
    for board in range(len(runouts)):
        standing = standings[board // BOARDS_PER_BLOCK, board % BOARDS_PER_BLOCK]
        count_shares(standing, weights, shares)
        for combo in range(len(standing)):
            if standing[combo]:
                mine, theirs = shares[0, standing[combo]], shares[1, standing[combo]]
                for way in range(2):
                    turn = runouts[board, way]
                    sums[0, turn, combo] += mine
                    sums[1, turn, combo] += theirs
                    sums[2, turn, combo] += mine * mine


def bucket_numbers(sums: np.ndarray, seen: int, steps: int, cuts: np.ndarray) -> np.ndarray:
    """The bucket of combos, by sums over so many boards, within a kind of boards."""
    mine, theirs, squares = sums
    level = np.minimum(mine * steps // (seen * SHARE_DENOMINATOR), steps - 1)
    apart = (theirs - mine)[..., None] >= seen * cuts[0]
    spread = (seen * squares - mine**2)[..., None] >= (seen * cuts[1]) ** 2
    width = cuts.shape[1] + 1
    buckets: np.ndarray = (level * width + apart.sum(axis=-1)) * width + spread.sum(axis=-1)
    return buckets.astype(np.int64)


BOARDS_PER_TURN = 46  #: Rivers that a combo, a flop and a turn leave.
BOARDS_PER_FLOP = 2 * 1081  #: Turns and rivers that a combo and a flop leave, either card first.


class Flop(NamedTuple):
    """A flop, with everything that may come, and the big blind's buckets on it."""

    cards: np.ndarray  #: (3,)
    #: The standings of all combos, by block of boards and board in the block.
    standings: np.ndarray
    board_of: np.ndarray  #: (52, 52): which board a turn and a river make, or `NO_INDEX`.
    weights: np.ndarray  #: (2, 1326): the weights of `Buckets.ranges` by combo.
    #: (1326,): the bucket of each combo on the flop; `NO_INDEX` if they share a card.
    flop_buckets: np.ndarray
    turn_buckets: np.ndarray  #: (52, 1326): the bucket of each combo on each turn.


def look_ahead(buckets: Buckets, row: int) -> Flop:
    """Rank all combos on all turns and rivers of a flop, given by its place in `flops.flops`."""
    cards, _, classes = (part[row] for part in flops.flops())
    left = np.setdiff1d(np.arange(N_CARDS), cards)
    runouts = np.array(list(combinations(left.tolist(), 2)))
    standings = combo_standings(flops.board_masks(cards, runouts)).transpose(0, 2, 1)
    board_of = np.full((N_CARDS, N_CARDS), NO_INDEX)
    board_of[runouts[:, 0], runouts[:, 1]] = board_of[runouts[:, 1], runouts[:, 0]] = np.arange(
        len(runouts)
    )
    weights = buckets.ranges[:, HAND_OF_COMBO].astype(np.int64)
    sums = np.zeros((3, N_CARDS, N_COMBOS), np.int64)
    add_shares(standings, weights, runouts, sums)
    width = (buckets.cuts.shape[2] + 1) ** 2
    flop_steps, turn_steps = buckets.steps[:2].tolist()
    flop_buckets = bucket_numbers(sums.sum(axis=1), BOARDS_PER_FLOP, flop_steps, buckets.cuts[0])
    flop_buckets += int(flop_kinds()[row]) * flop_steps * width
    flop_buckets[classes == NO_INDEX] = NO_INDEX
    turn_buckets = bucket_numbers(sums, BOARDS_PER_TURN, turn_steps, buckets.cuts[1])
    for card in left.tolist():
        turn_buckets[card] += board_kind(np.array([*cards, card])) * turn_steps * width
    return Flop(cards.astype(np.int64), standings, board_of, weights, flop_buckets, turn_buckets)


# The big blind's plan


@dataclass(frozen=True)
class StreetsPlan(Immutable):
    """What the big blind does; an array of another type, shape or size is a ValueError.

    Before the flop 1 is `HAND_DENOMINATOR`, on later streets `RATE_DENOMINATOR`.
    """

    menu: Menu
    buckets: Buckets
    calls: np.ndarray  #: (169,) of uint8: how often he calls a push.
    jams_over_raise: np.ndarray  #: (169,) of uint8: how often he jams over a raise he may not call.
    jams_over_limp: np.ndarray  #: (169,) of uint8: how often he jams over a limp; else he checks.
    #: (2, 169) of uint8: how often he jams over a raise that he may call, and how often he calls.
    over_small_raise: np.ndarray
    #: For each street, (decisions, buckets, 2) of uint8: how often he takes the second action of a
    #: decision of `Street`, and the third.
    rates: tuple[np.ndarray, np.ndarray, np.ndarray]

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("calls", "jams_over_raise", "jams_over_limp"):
            _check_bytes(name, getattr(self, name), (N_HANDS,), HAND_DENOMINATOR)
        _check_bytes("over_small_raise", self.over_small_raise, (2, N_HANDS), HAND_DENOMINATOR)
        if self.over_small_raise.sum(axis=0, dtype=int).max() > HAND_DENOMINATOR:
            raise ValueError(f"over_small_raise: more than {HAND_DENOMINATOR} in all")
        counts = self.buckets.counts
        for street, count, table in zip(build(self.menu), counts, self.rates, strict=True):
            _check_bytes("rates", table, (len(street.decisions), count, 2), RATE_DENOMINATOR)
            if table.sum(axis=2, dtype=int).max() > RATE_DENOMINATOR:
                raise ValueError(f"rates: more than {RATE_DENOMINATOR} in all")

    def save(self, path: str | Path) -> None:
        """Write the plan to a file; a ValueError, if its name does not end in ``.npz``."""
        check_ending(path, ".npz")
        write_arrays(path, **self._arrays())

    def digest(self) -> bytes:
        """The SHA-256 of all that is in the plan: two plans that differ have two digests."""
        found = sha256()
        for name, array in self._arrays().items():
            found.update(f"{name}: {array.dtype.str} of shape {array.shape}\n".encode())
            found.update(np.ascontiguousarray(array).tobytes())
        return found.digest()

    def _arrays(self) -> dict[str, np.ndarray]:
        """What a file of the plan holds, by name."""
        menu, buckets = self.menu, self.buckets
        amounts = menu.stack, menu.largest_call, menu.largest_raise
        ratios = [number for amount in amounts for number in amount.as_integer_ratio()]
        arrays = {
            "menu": np.array([*ratios, menu.most_calls, menu.leads], "<i8"),
            "ranges": buckets.ranges,
            "steps": buckets.steps.astype("<i8"),
            "cuts": buckets.cuts.astype("<i8"),
        }
        arrays |= {name: getattr(self, field) for name, field in _MEMBERS.items()}
        return arrays | {f"rates{number}": table for number, table in enumerate(self.rates)}


#: What the arrays of a plan before the flop are called in a file, and in a plan.
_MEMBERS = {
    "calls": "calls",
    "raised": "jams_over_raise",
    "limped": "jams_over_limp",
    "small": "over_small_raise",
}


def _check_bytes(name: str, array: np.ndarray, shape: tuple[int, ...], most: int) -> None:
    """Refuse what is not an array of bytes up to a number."""
    if array.shape != shape or array.dtype != np.uint8 or array.max() > most:
        needed = f"uint8 of shape {shape}, up to {most}, needed"
        raise ValueError(f"{name}: {array.dtype} of shape {array.shape} given, {needed}")


def load(path: str | Path) -> StreetsPlan:
    """Read a file of `StreetsPlan.save`; a ValueError if it is none, or was cut."""

    def make(file: Arrays) -> StreetsPlan:
        *ratios, most_calls, leads = file.read("menu", 8).tolist()
        stack, largest_call, largest_raise = (Fraction(*ratios[n : n + 2]) for n in (0, 2, 4))
        menu = Menu(stack, most_calls, largest_call, bool(leads), largest_raise)
        buckets = Buckets(
            file.read("ranges", 338, 1), file.read("steps", 4), file.read("cuts", 400)
        )
        hands = {field: file.read(name, 338, 1) for name, field in _MEMBERS.items()}
        first, second, third = (file.read(f"rates{n}", 2**24, 1) for n in range(3))
        return StreetsPlan(menu, buckets, rates=(first, second, third), **hands)

    return read_arrays(path, make, "plan")


# The best answer


@njit_helper
def share_out(
    flow: np.ndarray, decisions: np.ndarray, rates: np.ndarray, row: int, place: int
) -> None:
    """Share out the reaches of one combo among the big blind's actions."""
    for decision in range(len(decisions)):
        reach = np.int64(flow[row, decisions[decision, 0]])
        left = reach
        for k in range(2):
            lane = decisions[decision, 2 + k]
            if lane != NO_INDEX:
                part = reach * rates[decision, place, k] // RATE_DENOMINATOR
                flow[row, lane] = part
                left -= part
        flow[row, decisions[decision, 1]] = left


@njit_helper
def sort_by_standing(standing: np.ndarray, order: np.ndarray, starts: np.ndarray) -> None:
    """Put the combos that a board leaves in order; where each standing begins."""
    starts[:] = 0
    for combo in range(len(standing)):
        starts[standing[combo] + 1] += 1
    starts[1] = 0  # those that share a card with the board
    for k in range(1, STANDINGS):
        starts[k + 1] += starts[k]
    for combo in range(len(standing)):
        k = standing[combo]
        if k:
            order[starts[k]] = combo
            starts[k] += 1
    for k in range(STANDINGS, 0, -1):
        starts[k] = starts[k - 1]
    starts[0] = starts[1] = 0


@compiled
def sum_met_and_won(
    order: np.ndarray,
    starts: np.ndarray,
    flow: np.ndarray,
    held: np.ndarray,
    meet: np.ndarray,
    show: np.ndarray,
) -> None:
    """What each combo meets in each lane, and what it beats of it less what it loses to.

    Combos are in order of their standings. Reaches and the two results are (combos, lanes), in
    multiples of `LANES`. In `held`, (53, lanes), sums over each card and over all are kept.
    """
    blocks = flow.shape[1] // LANES
    every = N_CARDS * blocks
    held[:] = 0
    for k in range(1, STANDINGS):
        first, last = starts[k], starts[k + 1]
        for row in range(first, last):
            one, two = COMBOS[order[row], 0] * blocks, COMBOS[order[row], 1] * blocks
            for n in range(blocks):
                put_row(show, row * blocks + n, held, (every + n, one + n, two + n))
        for row in range(first, last):
            one, two = COMBOS[order[row], 0] * blocks, COMBOS[order[row], 1] * blocks
            for n in range(blocks):
                add_row(held, every + n, flow, (row * blocks + n,))
                add_row(held, one + n, flow, (row * blocks + n,))
                add_row(held, two + n, flow, (row * blocks + n,))
        for row in range(first, last):
            one, two = COMBOS[order[row], 0] * blocks, COMBOS[order[row], 1] * blocks
            for n in range(blocks):
                add_row(show, row * blocks + n, held, (every + n, one + n, two + n))
    for row in range(len(order)):
        one, two = COMBOS[order[row], 0] * blocks, COMBOS[order[row], 1] * blocks
        for n in range(blocks):
            put_row(meet, row * blocks + n, held, (every + n, one + n, two + n))
    held[:] = -held
    for row in range(len(order)):
        one, two = COMBOS[order[row], 0] * blocks, COMBOS[order[row], 1] * blocks
        for n in range(blocks):
            add_row(show, row * blocks + n, held, (every + n, one + n, two + n))
            add_row(meet, row * blocks + n, flow, (row * blocks + n,))


@compiled
def by_lane(rows: np.ndarray, lanes: np.ndarray, shift: int, columns: np.ndarray) -> None:
    """Copy some lanes from (combos, lanes), where they are shifted, to (lanes, combos)."""
    for start in range(0, len(rows), 128):
        stop = min(start + 128, len(rows))
        for lane in lanes:
            target = columns[lane]
            for row in range(start, stop):
                target[row] = rows[row, lane - shift]


@compiled
def sum_met(flow: np.ndarray, held: np.ndarray, lanes: int, meet: np.ndarray) -> None:
    """What each of the 1,326 combos meets in each lane, before the last card."""
    for lane in range(lanes):
        held[:, 0] = 0
        for combo in range(N_COMBOS):
            reach = flow[combo, lane]
            held[N_CARDS, 0] += reach
            held[COMBOS[combo, 0], 0] += reach
            held[COMBOS[combo, 1], 0] += reach
        for combo in range(N_COMBOS):
            both = held[COMBOS[combo, 0], 0] + held[COMBOS[combo, 1], 0]
            meet[lane, combo] = held[N_CARDS, 0] - both + flow[combo, lane]


@compiled
def evaluate_nodes(
    street: Street,
    scale: int,
    meet: np.ndarray,
    show: np.ndarray,
    following: np.ndarray,
    combos: int,
    value: np.ndarray,
) -> None:
    """What the small blind earns in each node with each combo, by his best answer."""
    nodes, amounts, followers = street.nodes, street.amounts, street.followers
    for node in range(len(nodes)):
        kind, lane, first, count = nodes[node]
        out = value[node]
        if kind == FOLD_NODE:
            times, source = scale * amounts[node], meet[lane]
            for k in range(combos):
                out[k] = times * source[k]
        elif kind == SHOWDOWN_NODE:
            times, source = amounts[node], show[lane]
            for k in range(combos):
                out[k] = times * source[k]
        elif kind == NEXT_STREET_NODE:
            for k in range(combos):
                out[k] = following[lane, k]
        else:
            out[:combos] = value[followers[first], :combos]
            for n in range(first + 1, first + count):
                other = value[followers[n]]
                if kind == MAXIMUM_NODE:
                    for k in range(combos):
                        out[k] = max(out[k], other[k])
                else:
                    for k in range(combos):
                        out[k] += other[k]


class _Sums(NamedTuple):
    """What is found of the flop, or of one turn: arrays of which one axis are the 1,326 combos."""

    flow: np.ndarray  #: (1326, lanes): with which reach the big blind's combos come to his lanes.
    meet: np.ndarray  #: (lanes, 1326): how much of a lane each of the small blind's combos meets.
    show: (
        np.ndarray
    )  #: (lanes, 1326): what it wins from a lane if hands are shown, over all rivers.
    following: np.ndarray  #: (roots of the next street, 1326): what it earns in them.
    value: np.ndarray  #: (nodes, 1326): what it earns in the street's nodes.


@njit_helper
def _empty_sums(street: Street, next_street: Street) -> _Sums:
    lanes = street.lane_counts[0]
    return _Sums(
        np.zeros((N_COMBOS, lanes), np.int32),
        np.zeros((lanes, N_COMBOS), np.int32),
        np.zeros((lanes, N_COMBOS), np.int64),
        np.zeros((len(next_street.roots), N_COMBOS), np.int64),
        np.zeros((len(street.nodes), N_COMBOS), np.int64),
    )


@njit_helper
def _reach_flop(
    flop: Flop, first: Street, rates: np.ndarray, start: np.ndarray, flow: np.ndarray
) -> None:
    """With which reach each of the big blind's combos comes to his lanes on the flop."""
    for combo in range(N_COMBOS):
        if flop.flop_buckets[combo] != NO_INDEX:
            for record in range(len(start)):
                flow[combo, record] = start[record, combo]
            share_out(flow, first.decisions, rates, combo, flop.flop_buckets[combo])


@njit_helper
def _reach_turn(
    buckets: np.ndarray,
    free: np.ndarray,
    second: Street,
    rates: np.ndarray,
    flop_flow: np.ndarray,
    flow: np.ndarray,
) -> None:
    """The same on a turn, given each combo's bucket, and which combos the board leaves."""
    flow[:] = 0
    for combo in range(N_COMBOS):
        if free[combo]:
            for lane in range(len(second.sources)):
                flow[combo, lane] = flop_flow[combo, second.sources[lane]]
            share_out(flow, second.decisions, rates, combo, buckets[combo])


@njit_helper
def _river_buckets(
    board: np.ndarray,
    standing: np.ndarray,
    weights: np.ndarray,
    steps: np.ndarray,
    shares: np.ndarray,
    buckets: np.ndarray,
) -> None:
    """The big blind's bucket on a river, for each standing."""
    count_shares(standing, weights, shares)
    begin = board_kind(board) * steps[2]
    for k in range(1, STANDINGS):
        high = min(shares[0, k] * steps[2] // SHARE_DENOMINATOR, steps[2] - 1)
        wide = min(shares[1, k] * steps[3] // SHARE_DENOMINATOR, steps[3] - 1)
        buckets[k] = (begin + high) * steps[3] + wide


@njit_helper
def _reach_river(
    order: np.ndarray,
    starts: np.ndarray,
    buckets: np.ndarray,
    streets: tuple[Street, Street, Street],
    rates: np.ndarray,
    records: int,
    flop_flow: np.ndarray,
    turn_flow: np.ndarray,
    flow: np.ndarray,
) -> None:
    """The same on a river, with combos in order of their standings.

    Behind the river's own lanes come those that are shown down without a decision on it: lanes that
    ended on the turn, lanes that ended on the flop, and the records with which the flop began.
    """
    first, second, third = streets
    turn_begin = third.lane_counts[0]
    flop_begin = turn_begin + len(second.showdown_lanes)
    start_begin = flop_begin + len(first.showdown_lanes)
    for k in range(1, STANDINGS):
        for row in range(starts[k], starts[k + 1]):
            combo = order[row]
            for lane in range(len(third.sources)):
                flow[row, lane] = turn_flow[combo, third.sources[lane]]
            share_out(flow, third.decisions, rates, row, buckets[k])
            for lane in range(len(second.showdown_lanes)):
                flow[row, turn_begin + lane] = turn_flow[combo, second.showdown_lanes[lane]]
            for lane in range(len(first.showdown_lanes)):
                flow[row, flop_begin + lane] = flop_flow[combo, first.showdown_lanes[lane]]
            for record in range(records):
                flow[row, start_begin + record] = flop_flow[combo, record]


@njit_helper
def _add_in_order(total: np.ndarray, order: np.ndarray, rows: np.ndarray) -> None:
    """Add up by combo what stands in the order of a river's standings."""
    for row in range(len(order)):
        total[order[row]] += rows[row]


@compiled
def _find_best_response(
    flop: Flop,
    streets: tuple[Street, Street, Street],
    rates: tuple[np.ndarray, np.ndarray, np.ndarray],
    steps: np.ndarray,
    start: np.ndarray,
    images: tuple[np.ndarray, np.ndarray, np.ndarray],
    found: np.ndarray,
) -> None:
    """The values of the small blind's best answer on a flop, times `RUNOUTS_LEFT`.

    It goes through all rivers of each turn, then from the turns back to the flop. A lane that is
    shown down before the river is carried along to all rivers.

    Parameters
    ----------
    flop : Flop
        The flop and the big blind's buckets.
    streets : three of Street
        The tree.
    rates : three arrays of uint8
        Those of the big blind's plan.
    steps : ndarray of int64
        Those of his buckets.
    start : ndarray of int64, shape (records, 1326)
        His reach with each combo where the flop begins.
    images : three arrays
        As `_images` returns them.
    found : ndarray of int64, shape (pots + records, 1326)
        Here the results are put: what each combo earns in each of the menu's pots, then what an
        all-in of one unit would win against each of the reaches at the start.
    """
    first, second, third = streets
    records = len(start)
    on_flop, on_turn = _empty_sums(first, second), _empty_sums(second, third)
    # Shown down before the river, in the order of `_reach_river`.
    turn_showdowns, flop_showdowns = second.showdown_lanes, first.showdown_lanes
    turn_begin = third.lane_counts[0]
    flop_begin = turn_begin + len(turn_showdowns)
    river_lanes = flop_begin + len(flop_showdowns) + records
    carried_lanes = np.arange(turn_begin, river_lanes)
    carried = np.zeros((len(flop_showdowns) + records, N_COMBOS), np.int64)
    all_in = np.zeros((records, N_COMBOS), np.int64)

    width = (river_lanes + LANES - 1) // LANES * LANES
    held = np.zeros((N_CARDS + 1, width), np.int32)
    flow = np.zeros((RIVER_COMBOS, width), np.int32)
    meet_rows, show_rows = np.zeros_like(flow), np.zeros_like(flow)
    meet = np.zeros((turn_begin, RIVER_COMBOS), np.int32)
    show = np.zeros((river_lanes, RIVER_COMBOS), np.int32)
    value = np.zeros((len(third.nodes), RIVER_COMBOS), np.int64)
    order, starts = np.zeros(RIVER_COMBOS, np.int64), np.zeros(STANDINGS + 1, np.int64)
    shares, buckets = np.zeros((2, STANDINGS), np.int64), np.zeros(STANDINGS, np.int64)

    board = np.zeros(5, np.int64)
    board[:3] = flop.cards
    _reach_flop(flop, first, rates[0], start, on_flop.flow)
    turns, begins, renamed = images
    for place in range(len(turns)):
        turn = turns[place]
        board[3] = turn
        free = flop.flop_buckets != NO_INDEX
        free &= (COMBOS[:, 0] != turn) & (COMBOS[:, 1] != turn)
        _reach_turn(flop.turn_buckets[turn], free, second, rates[1], on_flop.flow, on_turn.flow)
        on_turn.show[:] = 0
        on_turn.following[:] = 0
        carried[:] = 0
        for river in range(N_CARDS):
            runout = flop.board_of[turn, river]
            if runout == NO_INDEX:
                continue
            board[4] = river
            standing = flop.standings[runout // BOARDS_PER_BLOCK, runout % BOARDS_PER_BLOCK]
            sort_by_standing(standing, order, starts)
            _river_buckets(board, standing, flop.weights, steps, shares, buckets)
            _reach_river(
                order, starts, buckets, streets, rates[2], records, on_flop.flow, on_turn.flow, flow
            )
            sum_met_and_won(order, starts, flow, held, meet_rows, show_rows)
            by_lane(meet_rows, third.fold_lanes, 0, meet)
            by_lane(show_rows, third.showdown_lanes, 0, show)
            by_lane(show_rows, carried_lanes, 0, show)
            evaluate_nodes(third, 1, meet, show, on_turn.following, RIVER_COMBOS, value)
            for root in range(len(third.roots)):
                _add_in_order(on_turn.following[root], order, value[third.roots[root]])
            for lane in range(len(turn_showdowns)):
                _add_in_order(on_turn.show[turn_showdowns[lane]], order, show[turn_begin + lane])
            for lane in range(len(carried)):
                _add_in_order(carried[lane], order, show[flop_begin + lane])
        sum_met(on_turn.flow, held, second.lane_counts[0], on_turn.meet)
        evaluate_nodes(
            second,
            RIVERS_LEFT,
            on_turn.meet,
            on_turn.show,
            on_turn.following,
            N_COMBOS,
            on_turn.value,
        )
        for image in range(begins[place], begins[place + 1]):
            for combo in range(N_COMBOS):
                if free[combo]:
                    other = renamed[image, combo]
                    for root in range(len(second.roots)):
                        on_flop.following[root, other] += on_turn.value[second.roots[root], combo]
                    for lane in range(len(flop_showdowns)):
                        on_flop.show[flop_showdowns[lane], other] += carried[lane, combo]
                    for record in range(records):
                        all_in[record, other] += carried[len(flop_showdowns) + record, combo]
    sum_met(on_flop.flow, held, first.lane_counts[0], on_flop.meet)
    evaluate_nodes(
        first,
        RUNOUTS_LEFT,
        on_flop.meet,
        on_flop.show,
        on_flop.following,
        N_COMBOS,
        on_flop.value,
    )
    for combo in range(N_COMBOS):
        if flop.flop_buckets[combo] != NO_INDEX:
            for root in range(len(first.roots)):
                found[root, combo] = on_flop.value[first.roots[root], combo]
            for record in range(records):
                found[len(first.roots) + record, combo] = all_in[record, combo]


def _images(row: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Which turns stand for all on a flop, and by which renamings of suits.

    Returns
    -------
    turns : ndarray of int
        One card of each class up to suits.
    begins : ndarray of int
        For each of these, where its renamings begin; and where the last one's end.
    renamed : ndarray of int, shape (renamings, 1326)
        Renamings of combos that keep the flop, one for each card of the class.
    """
    cards = flops.flops()[0][row]
    suits = np.array(list(permutations(range(4))))  # in the order of `pokerlab.cards.suit_images`
    renamed = np.sort(cards // 4 * 4 + suits[:, cards % 4], axis=1)
    kept = np.flatnonzero((renamed == cards).all(axis=1))
    turns, begins, ways, seen = [], [0], [], {*cards.tolist()}
    for card in range(N_CARDS):
        if card not in seen:
            turns.append(card)
            for way in kept.tolist():
                image = int(card // 4 * 4 + suits[way, card % 4])
                if image not in seen:
                    seen.add(image)
                    ways.append(way)
            begins.append(len(ways))
    return np.array(turns), np.array(begins), suit_images()[ways]


def starting_reaches(plan: StreetsPlan) -> np.ndarray:
    """The big blind's reach with each hand where a flop begins, a row for each of his records."""
    rows = [HAND_DENOMINATOR - plan.jams_over_limp.astype(np.int64)]
    if plan.menu.largest_raise:
        rows.append(plan.over_small_raise[1].astype(np.int64))
    return np.array(rows) * (FULL_REACH // HAND_DENOMINATOR)


def on_flop(plan: StreetsPlan, row: int) -> np.ndarray:
    """What the small blind's best answer earns on a flop, given by its place in `flops.flops`.

    Returns
    -------
    ndarray of int64, shape (pots + records, 169)
        Sums over the combos of each hand, the reaches that they meet, and `RUNOUTS_LEFT`. First a
        row for each of the menu's pots: what he earns, in the menu's unit. Then a row for each
        record with which a flop begins: what an all-in of one unit against all that the big blind
        holds would win. Nothing follows from that but that all cards were gone through.
    """
    flop, tree = look_ahead(plan.buckets, row), build(plan.menu)
    start = starting_reaches(plan)[:, HAND_OF_COMBO]
    found = np.zeros((len(tree[0].roots) + len(start), N_COMBOS), np.int64)
    steps = plan.buckets.steps.astype(np.int64)
    _find_best_response(flop, tree, plan.rates, steps, start, _images(row), found)
    sums = np.zeros((len(found), N_HANDS), np.int64)
    for total, by_combo in zip(sums, found, strict=True):
        np.add.at(total, HAND_OF_COMBO, by_combo)
    return sums


@dataclass(frozen=True)
class CheckedPlan(Immutable):
    """A plan for the big blind, and what the best answer to it earns; `check` finds it.

    Both arrays are sums of what `on_flop` returns, and have a row, or a column, for each of its
    rows. Together they are the two margins of one table, with a row for each of the 22,100 flops
    and a column for each hand. A ValueError, if they contradict each other, or if an all-in against
    all that the big blind holds does not win what the shipped table of equities says: then not all
    flops, turns and rivers were gone through.
    """

    plan: StreetsPlan  #: The big blind's.
    by_flop: np.ndarray  #: (1755, rows) of int64: sums over all hands, on each flop up to suits.
    by_hand: np.ndarray  #: (rows, 169) of Python's integers: sums over all 22,100 flops.

    def __post_init__(self) -> None:
        super().__post_init__()
        counts = flops.flops().counts.astype(object)
        pots = len(self.plan.menu.pots)
        rows = pots + len(dict(self.plan.menu.pots))
        for name, shape in (("by_flop", (len(counts), rows)), ("by_hand", (rows, N_HANDS))):
            found = getattr(self, name).shape
            if found != shape:
                raise ValueError(f"{name}: an array of shape {found} given, {shape} needed")
        if (counts @ self.by_flop.astype(object) != self.by_hand.sum(axis=1)).any():
            raise ValueError("by_hand: the sums over all hands are not those of by_flop")
        if (self.by_hand[pots:] != all_in_sums(self.plan)).any():
            raise ValueError("by_hand: not of all flops, turns and rivers")

    def earned(self) -> np.ndarray:
        """What each of the 169 hands earns by a limp, and by raises that may be called."""
        return earnings(self.plan, self.by_hand)

    def bound(self) -> Fraction:
        """What no small blind of the whole game earns more than, in big blinds."""
        return whole_game_bound(self.plan, self.earned())

    def save(self, path: str | Path) -> None:
        """Write it to a file, without the plan, but with the plan's digest.

        A ValueError, if the name does not end in ``.npz``.
        """
        check_ending(path, ".npz")
        digest = np.frombuffer(self.plan.digest(), np.uint8)
        decimals = self.by_hand.astype(str).astype(bytes)  # they may be too large for NumPy's
        write_arrays(path, plan=digest, by_flop=self.by_flop, by_hand=decimals)


def load_check(path: str | Path, plan: StreetsPlan) -> CheckedPlan:
    """Read a file of `CheckedPlan.save`.

    A ValueError if it is none, was cut, contradicts itself, or belongs to another plan. Whether its
    numbers are those of the plan, `on_flop` tells flop by flop, and `check` in whole.
    """
    check_type("plan", plan, StreetsPlan, "a StreetsPlan")

    def make(file: Arrays) -> CheckedPlan:
        _check_digest(file, plan)
        by_flop = file.read("by_flop", N_FLOPS * _MOST_ROWS)
        decimals = file.read("by_hand", _MOST_ROWS * N_HANDS, 40)
        if by_flop.dtype != np.int64 or decimals.dtype.kind != "S":
            raise ValueError(f"by_flop, by_hand: {by_flop.dtype} and {decimals.dtype} given")
        by_hand = np.array([[int(number) for number in row] for row in decimals], object)
        return CheckedPlan(plan, by_flop, by_hand)

    return read_arrays(path, make, "check of this plan")


_MOST_ROWS = 5  #: `on_flop` returns at most so many: three pots and two records.


def _check_digest(file: Arrays, plan: StreetsPlan) -> None:
    """Refuse the results of another plan."""
    if file.read("plan", 32, 1).tobytes() != plan.digest():
        raise ValueError("plan: the digest of another one")


def checked_stacks() -> list[Fraction]:
    """The stacks, in big blinds, for which a plan is stored and what its check found.

    Examples
    --------
    >>> [str(stack) for stack in checked_stacks()]
    ['5', '6']
    """
    return sorted(Fraction(path.stem.partition("-")[2]) for path in DATA.glob("checked-*.npz"))


def stored_plan(stack: Amount) -> StreetsPlan:
    """Read the plan that is stored for a stack of `checked_stacks`; a ValueError for others."""
    return load(DATA / f"streets-{_read_checked_stack(stack)}.npz")


def stored_check(stack: Amount) -> CheckedPlan:
    """Read what `check` found for the plan that is stored; a ValueError for other stacks.

    Examples
    --------
    >>> float(stored_check(5).bound())  # and push or fold is worth 0.0562
    0.05937887...
    """
    plan = stored_plan(stack)
    return load_check(DATA / f"checked-{_read_checked_stack(stack)}.npz", plan)


def _read_checked_stack(stack: Amount) -> str:
    """How the names of files write a stack for which there is a check."""
    given, stacks = parse_amount("stack", stack), checked_stacks()
    if given not in stacks:
        needed = " or ".join(format_amount(each) for each in stacks)
        raise ValueError(f"stack: {format_amount(given)} given, {needed} needed")
    return format_amount(given)


def _matchups() -> tuple[np.ndarray, np.ndarray]:
    """For two hands, in how many ways they are dealt, and boards won minus boards lost."""
    win, tie, lose = equity_table.hand_counts()
    pairs = (win + tie + lose) // equity_table.BOARDS
    return pairs.astype(object), (win - lose).astype(object)


def earnings(plan: StreetsPlan, sums: np.ndarray) -> np.ndarray:
    """What each hand earns in each of the menu's pots, in big blinds, given sums over all flops.

    Parameters
    ----------
    plan : StreetsPlan
        The big blind's.
    sums : sequence of int, shape (pots or more, 169)
        What `on_flop` returns, summed over all 22,100 flops.

    Returns
    -------
    ndarray of Fraction, shape (pots, 169)
        What is earned by a limp in the first row, and by raises in the others.
    """
    stack, (pairs, shown) = plan.menu.stack, _matchups()
    dealt = pairs.sum(axis=1)
    unit = plan.menu.unit * flops.FLOPS_PER_DEAL * RUNOUTS_LEFT * (FULL_REACH // HAND_DENOMINATOR)
    rows = []
    for (record, put), total in zip(plan.menu.pots, sums, strict=False):
        jams = plan.over_small_raise[0] if record else plan.jams_over_limp
        jams = jams.astype(object)
        called = stack * (shown @ jams) / Fraction(equity_table.BOARDS)
        row = np.maximum(called, -put * (pairs @ jams))
        if record:  # over a raise he may fold
            row = row + pairs @ (HAND_DENOMINATOR - jams - plan.over_small_raise[1].astype(object))
        after = np.array([Fraction(int(part), unit) for part in total])
        rows.append((row + after) / (HAND_DENOMINATOR * dealt))
    return np.array(rows)


def all_in_sums(plan: StreetsPlan) -> np.ndarray:
    """What all flops add up to in the last rows of `on_flop`, by the shipped table of equities.

    Each board comes about in twenty ways: by ten flops, and two turns on each.
    """
    sums: np.ndarray = 20 * (starting_reaches(plan).astype(object) @ _matchups()[1].T)
    return sums


def check(
    plan: StreetsPlan, cache: str | Path | None = None, progress: bool | None = None
) -> CheckedPlan:
    """Go through all flops, turns and rivers for the best response to a plan.

    That takes about ten minutes on one core.

    Parameters
    ----------
    plan : StreetsPlan
        The big blind's.
    cache : str or Path, optional
        A file, whose name ends in ``.npz``, for what was found on each flop. It is written after
        every `SAVE_EVERY` flops, and a check of the same plan goes on from there. That of another
        plan is a ValueError.
    progress : bool, optional
        As in :mod:`pokerlab.solvers`. The bar counts turns up to suits, which take equally long.
    """
    check_type("plan", plan, StreetsPlan, "a StreetsPlan")
    counts, turns = flops.flops().counts.astype(object), turn_counts()
    found = [] if cache is None else _read_cache(plan, cache)
    left = int(turns[len(found) :].sum())
    with progress_bar((), "turns", left, progress) as bar:
        for sums in _go_through(plan, range(len(found), len(counts))):
            bar.update(int(turns[len(found)]))
            found.append(sums)
            is_last = len(found) == len(counts)
            if cache is not None and (is_last or len(found) % SAVE_EVERY == 0):
                digest = np.frombuffer(plan.digest(), np.uint8)
                write_arrays(cache, plan=digest, sums=np.array(found))
    table = np.array(found)
    by_hand = np.tensordot(counts, table.astype(object), 1)
    return CheckedPlan(plan, table.sum(axis=2), by_hand)


@cached
def turn_counts() -> np.ndarray:
    """How many turns there are up to suits, on each of the flops."""
    return np.array([len(_images(row)[0]) for row in range(len(flops.flops().cards))])


def _go_through(plan: StreetsPlan, rows: range) -> Iterator[np.ndarray]:
    """What `on_flop` returns for some flops, which the cores share."""
    with ThreadPoolExecutor(thread_count()) as threads:
        for first in range(0, len(rows), SAVE_EVERY):
            yield from threads.map(partial(on_flop, plan), rows[first : first + SAVE_EVERY])


def _read_cache(plan: StreetsPlan, path: str | Path) -> list[np.ndarray]:
    """What a check that was interrupted has found on the first flops."""
    check_path(path, "cache")
    if Path(path).suffix.lower() != ".npz":
        raise ValueError(f"cache: {str(path)!r} given, a name that ends in .npz needed")
    check_file(path)
    if not Path(path).exists():
        return []

    def make(file: Arrays) -> list[np.ndarray]:
        _check_digest(file, plan)
        return [*file.read("sums", N_FLOPS * N_HANDS * _MOST_ROWS)]

    return read_arrays(path, make, "check of this plan")


def whole_game_bound(plan: StreetsPlan, earned: np.ndarray) -> Fraction:
    """What the small blind earns at most in the whole game, in big blinds.

    With what he calls a push, and jams over a raise that he does not call, the big blind follows
    the plan, or push or fold, whichever is better for him.

    Parameters
    ----------
    plan : StreetsPlan
        The big blind's.
    earned : ndarray of Fraction, shape (pots, 169)
        What each hand earns at most by a limp, and by raises that may be called.
    """
    stack, least_raise = plan.menu.stack, plan.menu.largest_raise or 2
    push_or_fold = exact.solve(Game(holdem(), push_fold(stack))).probability(1, "call")
    unit = Fraction(1, HAND_DENOMINATOR)
    calls, jams = (part.astype(object) * unit for part in (plan.calls, plan.jams_over_raise))
    return min(
        upper_bound(stack, earned, push_or_fold, push_or_fold, least_raise),
        upper_bound(stack, earned, calls, jams, least_raise),
    )
