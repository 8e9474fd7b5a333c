"""A big blind who plays all streets: what a limp earns against him, found by going through them.

Over a limp the big blind goes all-in or checks. On the flop, the turn and the river he acts first,
and goes all-in or checks. He folds to a bet, goes all-in over it, or calls it if it is small enough
and he has not called too often. A `Menu` says what he may do, and `build` makes of it the tree in
which bets of every size are a few. A `Plan` holds how often he does what, by *buckets* of combos
that are about as strong. `check` finds what the small blind's best answer earns with each hand:
over all 1,755 flops up to suits, with all turns and rivers, in integers.

What he does is a plan of *reaches*: before the flop every combo has a weight of `WHOLE`, which each
of his decisions shares out among his actions, in whole numbers. So nothing is rounded where it is
checked, and no number grows from street to street.

The sums stay within machine integers. A reach is below 2**16, and an opponent meets 1,225 combos
at most, so what a combo meets is below 2**27, and what it wins from them, too. Stacks are below
2**13 in the unit of a tree (`MOST`), and amounts less than twice as large. A hand's result on a
flop is a sum over 1,980 turns and rivers and 12 combos: below 2**27 * 2**14 * 2**11 * 2**4 = 2**56.
Sums over flops are Python's.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache as kept
from functools import partial
from hashlib import sha256
from itertools import combinations, permutations
from math import lcm
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pokerlab import equity_table
from pokerlab._files import Arrays, check_ending, read_arrays, write_arrays
from pokerlab._foundations import Immutable, check_type, progress_bar, read_only, set_fields
from pokerlab._lanes import LANES, add_row, put_row
from pokerlab._threads import compiled, njit_helper, thread_count
from pokerlab.amounts import parse_amount
from pokerlab.betting import push_fold
from pokerlab.cards import COMBOS, HAND_OF_COMBO, suit_images
from pokerlab.deals import holdem
from pokerlab.evaluator import BOARDS_PER_BLOCK, combo_standings
from pokerlab.games import Game
from pokerlab.solvers import exact
from pokerlab.studies import flops

__all__ = [
    "BEST",
    "FLOPS_SEEN",
    "FOLD",
    "KINDS",
    "LEVELS",
    "MOST",
    "NEXT",
    "RATE",
    "RIVERS",
    "RUNOUTS",
    "SHOW",
    "STANDINGS",
    "STRETCH",
    "SUM",
    "TURNS_SEEN",
    "UNIT",
    "WHOLE",
    "Answer",
    "Buckets",
    "Flop",
    "Menu",
    "Plan",
    "Street",
    "add_shares",
    "bound",
    "bucket",
    "build",
    "check",
    "count_shares",
    "earned",
    "encounter",
    "evaluate",
    "everything",
    "hold",
    "kinds_of_flops",
    "load",
    "on_flop",
    "see",
    "share",
    "sort",
    "starts",
    "texture",
    "turn_round",
    "walk",
]


UNIT = 255  #: In what parts of 1 a plan is given before the flop.
RATE = 128  #: In what parts of 1 it is given on later streets.
WHOLE = 255 * 257  #: The weight of a combo of the big blind's before the flop.
MOST = 2**13  #: Stacks in the unit of a tree are below this.
RIVERS, RUNOUTS = 44, 45 * 44  #: Cards that may follow, given two combos: one, and a turn and one.
LEVELS = 4096  #: In what parts of 1 shares of a range are given.
STANDINGS = 137  #: More than there are ranks on a board.
FOLD, SHOW, NEXT, BEST, SUM = range(5)  #: The kinds of the small blind's nodes.


@dataclass(frozen=True)
class Menu:
    """What the big blind may do beside checks, folds and all-ins."""

    stack: Fraction  #: What each player has before the blinds of 1/2 and 1.
    calls: int = 1  #: How many bets he may call in a hand.
    bound: Fraction = Fraction(2)  #: Up to which bet he does, at least 1.
    lead: bool = False  #: Whether he may bet 1 himself, where he may still call.
    #: Up to what raise before the flop he may call, at least 2; 0 if none.
    raises: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        set_fields(self, stack=parse_amount("stack", self.stack, greater_than=1))
        set_fields(
            self, **{name: parse_amount(name, getattr(self, name)) for name in ("bound", "raises")}
        )
        if self.bound < 1:
            raise ValueError(f"bound: {self.bound} given, 1 or more needed")
        if self.raises and not 2 <= self.raises < self.stack:
            raise ValueError(
                f"raises: {self.raises} given, 0, or 2 up to less than the stack needed"
            )
        if self.stack * self.unit >= MOST:
            raise ValueError(f"stack: {self.stack} given, a fraction of smaller terms needed")

    @property
    def pots(self) -> list[tuple[str, Fraction]]:
        """With which records, and how much from either, a flop may begin.

        The first is a limp and a check; others are the least raise and the greatest that he calls.
        """
        raised = sorted({Fraction(2), self.raises}) if self.raises else []
        return [("", Fraction(1)), *(("r", size) for size in raised)]

    @property
    def unit(self) -> int:
        """In what parts of a big blind all amounts are whole."""
        return lcm(*(part.denominator for part in (self.stack, self.bound, self.raises)))


class Street(NamedTuple):
    """One street of the tree, as compiled loops read it.

    The big blind's *lanes* are what he may have done, and `decisions` share out a lane's reach. The
    small blind's nodes are in an order in which those that follow come first.
    """

    size: np.ndarray  #: (2,): how many lanes there are, and how many come from the street before.
    sources: np.ndarray  #: (lanes that come,): which lanes of the street before they are.
    decisions: np.ndarray  #: (d, 4): a lane, and those it is shared out to; -1 for none.
    nodes: np.ndarray  #: (n, 4): kind, lane (or root of the next street), first follower, how many.
    amounts: np.ndarray  #: (n,): what an ending pays the small blind.
    followers: np.ndarray  #: The nodes that follow, one node's after the other's.
    roots: np.ndarray  #: The nodes with which the street begins.
    shown: np.ndarray  #: The lanes whose showdown counts.
    met: np.ndarray  #: The lanes that somebody's fold ends.


class _Maker:
    """Makes one street."""

    def __init__(self, menu: Menu, last: bool) -> None:
        self.menu, self.last, self.lanes = menu, last, 0
        self.decisions: list[list[int]] = []
        self.nodes: list[tuple[int, ...]] = []
        self.amounts: list[int] = []
        self.followers: list[int] = []
        self.after: dict[str, tuple[int, int]] = {}  # what he has done: his calls, and the lane
        self.beyond: dict[tuple[str, Fraction], int] = {}  # and chips put in: a later root

    def lane(self) -> int:
        """A new lane."""
        self.lanes += 1
        return self.lanes - 1

    def decide(self, lane: int, ways: int) -> list[int]:
        """A decision of the big blind's."""
        made = [self.lane() for _ in range(ways)]
        self.decisions.append([lane, *made, *[-1] * (3 - ways)])
        return made

    def node(self, kind: int, lane: int, amount: Fraction, followers: Sequence[int] = ()) -> int:
        """A node of the small blind's."""
        self.nodes.append((kind, lane, len(self.followers), len(followers)))
        self.amounts.append(int(amount * self.menu.unit))
        self.followers += followers
        return len(self.nodes) - 1

    def choose(self, kind: int, *followers: int) -> int:
        """A node with others after it."""
        return self.node(kind, 0, Fraction(0), followers)

    def jammed(self, lane: int, put: Fraction) -> int:
        """The small blind, who has put in so much, faces an all-in."""
        folds = self.node(FOLD, lane, -put)
        return self.choose(BEST, folds, self.node(SHOW, lane, self.menu.stack))

    def on(self, lane: int, put: Fraction, done: str, calls: int) -> int:
        """The street ends with no bet open."""
        if self.last:
            return self.node(SHOW, lane, put)
        self.after[done] = calls, lane
        place = self.beyond.setdefault((done, put), len(self.beyond))
        return self.node(NEXT, place, Fraction(0))

    def begin(self, lane: int, done: str, calls: int, levels: list[Fraction]) -> list[int]:
        """The roots where he has done this, one for each sum that both may have put in."""
        menu, one = self.menu, Fraction(1)
        small = calls < menu.calls and max(levels) + menu.bound < menu.stack
        checks, jams, *leads = self.decide(lane, 2 + (small and menu.lead))
        calling = self.decide(checks, 3) if small else []
        over = self.decide(checks, 2)
        raised = self.decide(leads[0], 2) if leads else []
        sizes = sorted({one, menu.bound}) if small else []
        roots = []
        for put in levels:
            ways = [self.on(checks, put, done + "x", calls)]
            for bet in sizes:
                folds, called, jammed = calling
                ends = self.node(FOLD, folds, put), self.jammed(jammed, put + bet)
                ways.append(
                    self.choose(SUM, *ends, self.on(called, put + bet, done + "c", calls + 1))
                )
            least = menu.bound if small else one
            ends = self.node(FOLD, over[0], put), self.jammed(over[1], put + least)
            ways.append(self.choose(SUM, *ends))
            parts = [self.jammed(jams, put), self.choose(BEST, *ways)]
            if leads:
                ends = self.node(FOLD, raised[0], put + 1), self.jammed(raised[1], put + 2)
                called = self.on(leads[0], put + 1, done + "l", calls + 1)
                answers = self.node(FOLD, leads[0], -put), called, self.choose(SUM, *ends)
                parts.append(self.choose(BEST, *answers))
            roots.append(self.choose(SUM, *parts))
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
    came = {pot: place for place, pot in enumerate(menu.pots)}
    after = {record: (0, place) for place, record in enumerate(dict(menu.pots))}
    for number in range(3):
        maker, found = _Maker(menu, number == 2), {}
        lanes = {done: maker.lane() for done in after}
        for done, (calls, _) in after.items():
            levels = [put for other, put in came if other == done]
            for put, root in zip(
                levels, maker.begin(lanes[done], done, calls, levels), strict=True
            ):
                found[done, put] = root
        shown, met = (sorted({n[1] for n in maker.nodes if n[0] == kind}) for kind in (SHOW, FOLD))
        streets.append(
            Street(
                np.array([maker.lanes, len(after)]),
                np.array([lane for _, lane in after.values()]),
                np.array(maker.decisions),
                np.array(maker.nodes),
                np.array(maker.amounts),
                np.array(maker.followers),
                np.array([found[each] for each in came]),
                np.array(shown),
                np.array(met),
            )
        )
        came, after = maker.beyond, maker.after
    first, second, third = streets
    return first, second, third


# Buckets


@dataclass(frozen=True)
class Buckets(Immutable):
    """Which combos are about as strong.

    On flop and turn it counts which share of his own range a combo beats, on average over what may
    come; how much more of the other's; and how widely the first spreads. On the river there are
    only two shares. Each kind of board (`kinds_of_flops`, `texture`) has buckets of its own.
    """

    ranges: np.ndarray  #: (2, 169) of uint8: weights of his own range, and of the other's.
    steps: np.ndarray  #: (4,) of int: how many shares are told apart on flop, turn, river; 2 there.
    cuts: np.ndarray  #: (2, 2, c) of int: on flop and turn, where differences and spreads part.

    @property
    def sizes(self) -> tuple[int, int, int]:
        """How many buckets there are on each street, over all kinds of boards."""
        flop, turn, first, second = self.steps.tolist()
        parts = (self.cuts.shape[2] + 1) ** 2
        kinds = int(kinds_of_flops().max() + 1)
        return kinds * flop * parts, KINDS * turn * parts, KINDS * first * second


KINDS = 12  #: Kinds of boards with four cards, and with five.


@kept
def kinds_of_flops() -> np.ndarray:
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
    return read_only(np.array(kinds))


@compiled
def texture(board: np.ndarray) -> int:
    """The kind of a board of four or five cards: how many are of one suit, and how many paired.

    Examples
    --------
    >>> [texture(np.array(board)) for board in ([0, 4, 8, 12], [0, 1, 9, 22, 51])]
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
            shares[who, k] = LEVELS // 2  # if none of the range is left
            if total:
                shares[who, k] = (2 * below + held[who, k]) * (LEVELS // 2) // total
            below += held[who, k]


@compiled
def add_shares(
    standings: np.ndarray, weights: np.ndarray, runs: np.ndarray, sums: np.ndarray
) -> None:
    """Add up shares, and squares of the first, by turn and combo: `sums` is (3, 52, 1326)."""
    shares = np.zeros((2, STANDINGS), np.int64)
    for board in range(len(runs)):
        standing = standings[board // BOARDS_PER_BLOCK, board % BOARDS_PER_BLOCK]
        count_shares(standing, weights, shares)
        for combo in range(len(standing)):
            if standing[combo]:
                mine, theirs = shares[0, standing[combo]], shares[1, standing[combo]]
                for way in range(2):
                    turn = runs[board, way]
                    sums[0, turn, combo] += mine
                    sums[1, turn, combo] += theirs
                    sums[2, turn, combo] += mine * mine


def bucket(sums: np.ndarray, seen: int, steps: int, cuts: np.ndarray) -> np.ndarray:
    """The bucket of combos, by sums over so many boards, within a kind of boards."""
    mine, theirs, squares = sums
    level = np.minimum(mine * steps // (seen * LEVELS), steps - 1)
    apart = (theirs - mine)[..., None] >= seen * cuts[0]
    spread = (seen * squares - mine**2)[..., None] >= (seen * cuts[1]) ** 2
    width = cuts.shape[1] + 1
    buckets: np.ndarray = (level * width + apart.sum(axis=-1)) * width + spread.sum(axis=-1)
    return buckets.astype(np.int64)


TURNS_SEEN, FLOPS_SEEN = 46, 2 * 1081  #: Boards over which `add_shares` adds up, for each combo.


class Flop(NamedTuple):
    """A flop, with everything that may come, and the big blind's buckets on it."""

    cards: np.ndarray  #: (3,)
    standings: (
        np.ndarray
    )  #: Of all combos on all boards, as `combo_standings` has them, turned round.
    board_of: np.ndarray  #: (52, 52): which board a turn and a river make; -1 for none.
    weights: np.ndarray  #: (2, 1326): both ranges by combo.
    first: np.ndarray  #: (1326,): the bucket of each combo on the flop, -1 if it cannot be held.
    second: np.ndarray  #: (52, 1326): and on each turn.


def see(buckets: Buckets, row: int) -> Flop:
    """Go through all turns and rivers of a flop, given by its place in `flops.flops`."""
    cards, _, classes = (part[row] for part in flops.flops())
    left = np.setdiff1d(np.arange(52), cards)
    runs = np.array(list(combinations(left.tolist(), 2)))
    standings = combo_standings(flops.board_masks(cards, runs)).transpose(0, 2, 1)
    board_of = np.full((52, 52), -1)
    board_of[runs[:, 0], runs[:, 1]] = board_of[runs[:, 1], runs[:, 0]] = np.arange(len(runs))
    weights = buckets.ranges[:, HAND_OF_COMBO].astype(np.int64)
    sums = np.zeros((3, 52, len(COMBOS)), np.int64)
    add_shares(standings, weights, runs, sums)
    width = (buckets.cuts.shape[2] + 1) ** 2
    flop, turn = buckets.steps[:2].tolist()
    first = bucket(sums.sum(axis=1), FLOPS_SEEN, flop, buckets.cuts[0])
    first += int(kinds_of_flops()[row]) * flop * width
    first[classes < 0] = -1
    second = bucket(sums, TURNS_SEEN, turn, buckets.cuts[1])
    for card in left.tolist():
        second[card] += texture(np.array([*cards, card])) * turn * width
    return Flop(cards.astype(np.int64), standings, board_of, weights, first, second)


# The big blind's plan


@dataclass(frozen=True)
class Plan(Immutable):
    """What the big blind does: before the flop in parts of `UNIT`, on later streets of `RATE`."""

    menu: Menu
    buckets: Buckets
    calls: np.ndarray  #: How often he calls a push, with each of the 169 hands: bytes.
    raised: np.ndarray  #: How often he goes all-in over a raise.
    limped: np.ndarray  #: How often he does over a limp.
    small: np.ndarray  #: (2, 169): how often he does over a raise that he may call; and calls it.
    #: For each street (decisions, buckets, 2): how often he takes his second action and his third.
    rates: tuple[np.ndarray, np.ndarray, np.ndarray]

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("calls", "raised", "limped"):
            _check_bytes(name, getattr(self, name), (169,), UNIT)
        _check_bytes("small", self.small, (2, 169), UNIT)
        if self.small.sum(axis=0, dtype=int).max() > UNIT:
            raise ValueError(f"small: more than {UNIT} in all")
        for street, size, table in zip(
            build(self.menu), self.buckets.sizes, self.rates, strict=True
        ):
            _check_bytes("rates", table, (len(street.decisions), size, 2), RATE)
            if table.sum(axis=2).max() > RATE:
                raise ValueError(f"rates: more than {RATE} in all")

    def save(self, path: str | Path) -> None:
        """Write the plan to a file; a ValueError, if its name does not end in ``.npz``."""
        check_ending(path, ".npz")
        menu, buckets = self.menu, self.buckets
        told = [
            part
            for size in (menu.stack, menu.bound, menu.raises)
            for part in size.as_integer_ratio()
        ]
        parts = {name: getattr(self, name) for name in ("calls", "raised", "limped", "small")}
        parts |= {f"rates{number}": table for number, table in enumerate(self.rates)}
        parts |= {"menu": np.array([*told, menu.calls, menu.lead])}
        write_arrays(path, ranges=buckets.ranges, steps=buckets.steps, cuts=buckets.cuts, **parts)


def _check_bytes(name: str, array: np.ndarray, shape: tuple[int, ...], most: int) -> None:
    """Refuse what is not an array of bytes up to a number."""
    if array.shape != shape or array.dtype != np.uint8 or array.max() > most:
        needed = f"uint8 of shape {shape}, up to {most}, needed"
        raise ValueError(f"{name}: {array.dtype} of shape {array.shape} given, {needed}")


def load(path: str | Path) -> Plan:
    """Read a file of `Plan.save`; a ValueError if it is none, or was cut."""

    def make(file: Arrays) -> Plan:
        *told, often, lead = file.take("menu", 8).tolist()
        stack, bound, raises = (Fraction(*told[n : n + 2]) for n in (0, 2, 4))
        menu = Menu(stack, often, bound, bool(lead), raises)
        parts = (file.take(*each) for each in (("ranges", 338, 1), ("steps", 4), ("cuts", 400)))
        hands = (file.take(name, 338, 1) for name in ("calls", "raised", "limped", "small"))
        calls, raised, limped, small = hands
        first, second, third = (file.take(f"rates{n}", 2**24, 1) for n in range(3))
        rates = first, second, third
        return Plan(menu, Buckets(*parts), calls, raised, limped, small, rates)

    return read_arrays(path, make, "plan")


# The best answer


@njit_helper
def share(flow: np.ndarray, decisions: np.ndarray, rates: np.ndarray, row: int, place: int) -> None:
    """Share out the reaches of one combo among the big blind's actions."""
    for decision in range(len(decisions)):
        reach = np.int64(flow[row, decisions[decision, 0]])
        left = reach
        for k in range(2):
            lane = decisions[decision, 2 + k]
            if lane >= 0:
                part = reach * rates[decision, place, k] // RATE
                flow[row, lane] = part
                left -= part
        flow[row, decisions[decision, 1]] = left


@njit_helper
def sort(standing: np.ndarray, order: np.ndarray, starts: np.ndarray) -> None:
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
def walk(
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
    every = 52 * blocks
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
def turn_round(rows: np.ndarray, lanes: np.ndarray, shift: int, columns: np.ndarray) -> None:
    """Copy some lanes from (combos, lanes), where they are shifted, to (lanes, combos)."""
    for start in range(0, len(rows), 128):
        stop = min(start + 128, len(rows))
        for lane in lanes:
            target = columns[lane]
            for row in range(start, stop):
                target[row] = rows[row, lane - shift]


@compiled
def encounter(flow: np.ndarray, held: np.ndarray, lanes: int, meet: np.ndarray) -> None:
    """What each of the 1,326 combos meets in each lane, before the last card."""
    for lane in range(lanes):
        held[:, 0] = 0
        for combo in range(len(COMBOS)):
            reach = flow[combo, lane]
            held[52, 0] += reach
            held[COMBOS[combo, 0], 0] += reach
            held[COMBOS[combo, 1], 0] += reach
        for combo in range(len(COMBOS)):
            both = held[COMBOS[combo, 0], 0] + held[COMBOS[combo, 1], 0]
            meet[lane, combo] = held[52, 0] - both + flow[combo, lane]


@compiled
def evaluate(
    street: Street,
    scale: int,
    meet: np.ndarray,
    show: np.ndarray,
    following: np.ndarray,
    number: int,
    value: np.ndarray,
) -> None:
    """What the small blind earns in each node with each combo, by his best answer."""
    nodes, amounts, followers = street.nodes, street.amounts, street.followers
    for node in range(len(nodes)):
        kind, lane, first, count = nodes[node]
        out = value[node]
        if kind == FOLD:
            times, source = scale * amounts[node], meet[lane]
            for k in range(number):
                out[k] = times * source[k]
        elif kind == SHOW:
            times, source = amounts[node], show[lane]
            for k in range(number):
                out[k] = times * source[k]
        elif kind == NEXT:
            for k in range(number):
                out[k] = following[lane, k]
        else:
            out[:number] = value[followers[first], :number]
            for n in range(first + 1, first + count):
                other = value[followers[n]]
                if kind == BEST:
                    for k in range(number):
                        out[k] = max(out[k], other[k])
                else:
                    for k in range(number):
                        out[k] += other[k]


@compiled
def _answer(
    flop: Flop,
    streets: tuple[Street, Street, Street],
    rates: tuple[np.ndarray, np.ndarray, np.ndarray],
    steps: np.ndarray,
    start: np.ndarray,
    images: tuple[np.ndarray, np.ndarray, np.ndarray],
    found: np.ndarray,
) -> None:
    """The values of the small blind's best answer on a flop, times `RUNOUTS`.

    There is a row of `found`, (rows, 1326), for each of the menu's pots; then one for each of the
    big blind's reaches at the `start`, of what an all-in against all of it would win. Images are
    cards, one of each class up to suits; where the renamings begin that lead to the others of its
    class; and those renamings of combos.
    """
    first, second, third = streets
    shown, early = second.shown, first.shown
    own = third.size[0]
    entries = len(start)
    lanes = own + len(shown) + len(early) + entries
    blocks = (lanes + LANES - 1) // LANES
    flow1 = np.zeros((1326, first.size[0]), np.int32)
    flow2 = np.zeros((1326, second.size[0]), np.int32)
    flow3 = np.zeros((1081, blocks * LANES), np.int32)
    meets, shows = np.zeros_like(flow3), np.zeros_like(flow3)
    meet3, show3 = np.zeros((own, 1081), np.int32), np.zeros((lanes, 1081), np.int32)
    carried = np.arange(own, lanes)
    held = np.zeros((53, blocks * LANES), np.int32)
    meet1 = np.zeros((first.size[0], 1326), np.int32)
    meet2 = np.zeros((second.size[0], 1326), np.int32)
    show1 = np.zeros((first.size[0], 1326), np.int64)
    show2 = np.zeros((second.size[0], 1326), np.int64)
    turn_shown = np.zeros((len(early) + entries, 1326), np.int64)
    whole = np.zeros((entries, 1326), np.int64)
    next1 = np.zeros((len(second.roots), 1326), np.int64)
    next2 = np.zeros((len(third.roots), 1326), np.int64)
    value1 = np.zeros((len(first.nodes), 1326), np.int64)
    value2 = np.zeros((len(second.nodes), 1326), np.int64)
    value3 = np.zeros((len(third.nodes), 1081), np.int64)
    order, starts = np.zeros(1081, np.int64), np.zeros(STANDINGS + 1, np.int64)
    shares, board = np.zeros((2, STANDINGS), np.int64), np.zeros(5, np.int64)
    board[:3] = flop.cards
    for combo in range(1326):
        if flop.first[combo] >= 0:
            for lane in range(entries):
                flow1[combo, lane] = start[lane, combo]
            share(flow1, first.decisions, rates[0], combo, flop.first[combo])
    turns, begins, renamed = images
    for place in range(len(turns)):
        turn = turns[place]
        board[3] = turn
        free = (flop.first >= 0) & (COMBOS[:, 0] != turn) & (COMBOS[:, 1] != turn)
        flow2[:] = 0
        for combo in range(1326):
            if free[combo]:
                for lane in range(len(second.sources)):
                    flow2[combo, lane] = flow1[combo, second.sources[lane]]
                share(flow2, second.decisions, rates[1], combo, flop.second[turn, combo])
        show2[:] = 0
        next2[:] = 0
        turn_shown[:] = 0
        for river in range(52):
            number = flop.board_of[turn, river]
            if number < 0:
                continue
            board[4] = river
            standing = flop.standings[number // BOARDS_PER_BLOCK, number % BOARDS_PER_BLOCK]
            sort(standing, order, starts)
            count_shares(standing, flop.weights, shares)
            begin = texture(board) * steps[2]
            for k in range(1, STANDINGS):
                high = min(shares[0, k] * steps[2] // LEVELS, steps[2] - 1)
                wide = min(shares[1, k] * steps[3] // LEVELS, steps[3] - 1)
                bucket = (begin + high) * steps[3] + wide
                for row in range(starts[k], starts[k + 1]):
                    combo = order[row]
                    for lane in range(len(third.sources)):
                        flow3[row, lane] = flow2[combo, third.sources[lane]]
                    share(flow3, third.decisions, rates[2], row, bucket)
                    for lane in range(len(shown)):
                        flow3[row, own + lane] = flow2[combo, shown[lane]]
                    for lane in range(len(early)):
                        flow3[row, own + len(shown) + lane] = flow1[combo, early[lane]]
                    for lane in range(entries):
                        flow3[row, lanes - entries + lane] = flow1[combo, lane]
            walk(order, starts, flow3, held, meets, shows)
            turn_round(meets, third.met, 0, meet3)
            turn_round(shows, third.shown, 0, show3)
            turn_round(shows, carried, 0, show3)
            evaluate(third, 1, meet3, show3, next2, 1081, value3)
            for root in range(len(third.roots)):
                gained = value3[third.roots[root]]
                for row in range(1081):
                    next2[root, order[row]] += gained[row]
            for lane in range(len(shown)):
                for row in range(1081):
                    show2[shown[lane], order[row]] += show3[own + lane, row]
            for lane in range(len(early) + entries):
                for row in range(1081):
                    turn_shown[lane, order[row]] += show3[own + len(shown) + lane, row]
        encounter(flow2, held, second.size[0], meet2)
        evaluate(second, RIVERS, meet2, show2, next2, 1326, value2)
        for image in range(begins[place], begins[place + 1]):
            for combo in range(1326):
                if free[combo]:
                    other = renamed[image, combo]
                    for root in range(len(second.roots)):
                        next1[root, other] += value2[second.roots[root], combo]
                    for lane in range(len(early)):
                        show1[early[lane], other] += turn_shown[lane, combo]
                    for lane in range(entries):
                        whole[lane, other] += turn_shown[len(early) + lane, combo]
    encounter(flow1, held, first.size[0], meet1)
    evaluate(first, RUNOUTS, meet1, show1, next1, 1326, value1)
    for combo in range(1326):
        if flop.first[combo] >= 0:
            for root in range(len(first.roots)):
                found[root, combo] = value1[first.roots[root], combo]
            for lane in range(entries):
                found[len(first.roots) + lane, combo] = whole[lane, combo]


def _images(row: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Which turns stand for all on a flop, and by which renamings of combos."""
    cards = flops.flops()[0][row]
    suits = np.array(list(permutations(range(4))))  # in the order of `pokerlab.cards.suit_images`
    renamed = np.sort(cards // 4 * 4 + suits[:, cards % 4], axis=1)
    kept = np.flatnonzero((renamed == cards).all(axis=1))
    turns, begins, ways, seen = [], [0], [], {*cards.tolist()}
    for card in range(52):
        if card not in seen:
            turns.append(card)
            for way in kept.tolist():
                image = int(card // 4 * 4 + suits[way, card % 4])
                if image not in seen:
                    seen.add(image)
                    ways.append(way)
            begins.append(len(ways))
    return np.array(turns), np.array(begins), suit_images()[ways]


def starts(plan: Plan) -> np.ndarray:
    """The big blind's reach with each hand where a flop begins, a row for each of his records."""
    rows = [UNIT - plan.limped.astype(np.int64)]
    if plan.menu.raises:
        rows.append(plan.small[1].astype(np.int64))
    return np.array(rows) * (WHOLE // UNIT)


def on_flop(plan: Plan, row: int) -> np.ndarray:
    """What the small blind's best answer earns on a flop, given by its place in `flops.flops`.

    Returns
    -------
    ndarray of int64, shape (pots + records, 169)
        Summed over the combos of each hand, the reaches that they meet and `RUNOUTS`: for each of
        the menu's pots, what he earns, in its unit. Then for each record with which a flop begins,
        what an all-in of one unit against all that the big blind holds would win: nothing follows
        from it but that all cards were gone through.
    """
    flop, tree = see(plan.buckets, row), build(plan.menu)
    start = starts(plan)[:, HAND_OF_COMBO]
    found = np.zeros((len(tree[0].roots) + len(start), len(COMBOS)), np.int64)
    steps = plan.buckets.steps.astype(np.int64)
    _answer(flop, tree, plan.rates, steps, start, _images(row), found)
    sums = np.zeros((len(found), 169), np.int64)
    for total, by_combo in zip(sums, found, strict=True):
        np.add.at(total, HAND_OF_COMBO, by_combo)
    return sums


@dataclass(frozen=True)
class Answer(Immutable):
    """What the small blind's best answer to a plan earns; `check` makes it."""

    plan: Plan
    sums: np.ndarray  #: Python's integers: those of `on_flop`, over all 22,100 flops.

    def __post_init__(self) -> None:
        super().__post_init__()
        pots = len(self.plan.menu.pots)
        if (self.sums[pots:] != everything(self.plan)).any():
            raise ValueError("sums: not of all flops, turns and rivers")

    def earned(self) -> np.ndarray:
        """What each of the 169 hands earns by a limp, and by raises that may be called."""
        return earned(self.plan, self.sums)


def _matchups() -> tuple[np.ndarray, np.ndarray]:
    """For two hands, in how many ways they are dealt, and boards won minus boards lost."""
    win, tie, lose = equity_table.hand_counts()
    pairs = (win + tie + lose) // equity_table.BOARDS
    return pairs.astype(object), (win - lose).astype(object)


def earned(plan: Plan, sums: np.ndarray) -> np.ndarray:
    """What each hand earns in each of the menu's pots, in big blinds, given sums over all flops.

    The first row is what a limp earns, and others are raises: fractions.
    """
    stack, (pairs, shown) = plan.menu.stack, _matchups()
    jams = [plan.limped, *[plan.small[0]] * (len(plan.menu.pots) - 1)]
    unit, dealt = (
        flops.FLOPS_PER_DEAL * RUNOUTS * (WHOLE // UNIT) * plan.menu.unit,
        pairs.sum(axis=1),
    )
    rows = []
    for (record, put), jam, total in zip(plan.menu.pots, jams, sums, strict=False):
        jam = jam.astype(object)
        row = np.maximum(
            stack * (shown @ jam) / Fraction(equity_table.BOARDS), -put * (pairs @ jam)
        )
        if record:
            row = row + pairs @ (UNIT - jam - plan.small[1].astype(object))
        after = np.array([Fraction(int(part), unit) for part in total])
        rows.append((row + after) / (UNIT * dealt))
    return np.array(rows)


def everything(plan: Plan) -> np.ndarray:
    """What all flops add up to in the last rows of `on_flop`, by the shipped table.

    Each board comes about in twenty ways: by ten flops, and two turns on each.
    """
    counts: np.ndarray = 20 * (starts(plan).astype(object) @ _matchups()[1].T)
    return counts


def check(plan: Plan, cache: str | Path | None = None, progress: bool | None = None) -> Answer:
    """Find what the small blind's best answer earns, on all flops; some minutes, and a bar.

    Results are kept in a file, if one is named, after every `STRETCH` flops, and a check of the
    same plan goes on from there.
    """
    check_type("plan", plan, Plan, "a Plan")
    done = _kept(plan, cache)
    counts = flops.flops()[1].astype(object)
    left = len(counts) - len(done)
    for sums in progress_bar(_rest(plan, len(done), len(counts)), "flops", left, progress):
        done.append(sums)
        if cache and (len(done) % STRETCH == 0 or len(done) == len(counts)):
            write_arrays(cache, plan=_mark(plan), sums=np.array(done))
    return Answer(plan, np.tensordot(counts, np.array(done).astype(object), 1))


STRETCH = 50  #: After how many flops `check` keeps what it has found.


def _rest(plan: Plan, start: int, stop: int) -> Iterator[np.ndarray]:
    """The results of flops, which the cores share."""
    with ThreadPoolExecutor(thread_count()) as threads:
        for first in range(start, stop, STRETCH):
            yield from threads.map(partial(on_flop, plan), range(first, min(first + STRETCH, stop)))


def _mark(plan: Plan) -> np.ndarray:
    """What tells a plan from others: a hash of all that is in it."""
    buckets, found = plan.buckets, sha256(repr(plan.menu).encode())
    parts = plan.calls, plan.raised, plan.limped, plan.small, *plan.rates
    for part in (buckets.ranges, buckets.steps, buckets.cuts, *parts):
        found.update(np.ascontiguousarray(part).tobytes())
    return np.frombuffer(found.digest(), np.uint8)


def _kept(plan: Plan, cache: str | Path | None) -> list[np.ndarray]:
    """The results of a check that was interrupted."""
    if cache is None or not Path(cache).exists():
        return []

    def make(file: Arrays) -> list[np.ndarray]:
        same = (file.take("plan", 32, 1) == _mark(plan)).all()
        return [*file.take("sums", 1755 * 169 * 5)] if same else []

    return read_arrays(cache, make, "check")


def bound(answer: Answer) -> Fraction:
    """What no small blind of the whole game earns more than, in big blinds."""
    return hold(answer.plan, answer.earned())


def hold(plan: Plan, others: np.ndarray) -> Fraction:
    """What the small blind earns at most, if that is what each hand earns in each pot.

    With what he calls a push, and jams a raise that he does not call, the big blind follows the
    plan, or push or fold, whichever is better for him.
    """
    stack, (pairs, shown) = plan.menu.stack, _matchups()
    dealt, least = pairs.sum(axis=1), plan.menu.raises or 2
    calls = exact.solve(Game(holdem(), push_fold(stack))).probability(1, "call")
    own = [part.astype(object) * Fraction(1, UNIT) for part in (plan.calls, plan.raised)]
    found = []
    for called, jammed in ([calls, calls], own):
        push = dealt - pairs @ called + stack * (shown @ called) / equity_table.BOARDS
        faced, won = pairs @ jammed, stack * (shown @ jammed) / equity_table.BOARDS
        raised = dealt - faced + np.maximum(won, -least * faced)
        arms = [-dealt * Fraction(1, 2), push, raised, *(dealt * others)]
        found.append(Fraction(np.maximum.reduce(arms).sum()) / Fraction(dealt.sum()))
    return min(found)
