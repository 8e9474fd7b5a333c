"""The tree on flop, turn and river, for a big blind whose actions a `Menu` lists.

The small blind may bet any amount, but the tree has only a few sizes: every other bet, raise and
answer of hers earns no more than one of those. `build_streets` makes it, street by street.

The big blind's *branches* are the courses of his actions on a street so far. A decision shares out
a branch's combos among the branches that follow it. So how often he comes somewhere is counted by
branch, and the small blind's earnings are counted by node.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from pokerlab._support.arguments import refusal, require_type
from pokerlab._support.arithmetic import NO_INDEX
from pokerlab._support.frozen import set_fields
from pokerlab.amounts import read_amount

__all__ = [
    "FOLD_NODE",
    "MAXIMUM_NODE",
    "NEXT_STREET_NODE",
    "SHOWDOWN_NODE",
    "SUM_NODE",
    "Menu",
    "Pot",
    "Street",
    "build_streets",
]

# A history tells what the big blind did, with a letter for each street: before the flop he may have
# called a raise, and after that a street ends with two checks, with a call, or with a lead of his
# that was called. A limp has no letter.
_LIMP_CHECKED = ""
_RAISE_CALLED = "r"
_CHECKED = "x"
_CALLED = "c"
_LED = "l"
_STACK_LIMIT = 2**13  #: Stacks in the unit of a tree are below this.
#: The kinds of nodes: somebody has folded; hands are shown; the next card comes; the small blind
#: chooses what earns most; the big blind's actions share out what is met, and their results add up.
FOLD_NODE, SHOWDOWN_NODE, NEXT_STREET_NODE, MAXIMUM_NODE, SUM_NODE = range(5)
#: A node of the small blind's. Fields that its kind does not have are `NO_INDEX`, or 0.
_NODE = np.dtype(
    [
        ("kind", np.int64),
        ("branch", np.int64),  # of a fold or a showdown: which combos of the big blind's are met
        ("next_root", np.int64),  # where the next card comes: which root of the next street follows
        ("amount", np.int64),  # of a fold or a showdown: the payment to the small blind
        ("first_follower", np.int64),  # of a maximum or a sum: where its nodes begin in `followers`
        ("follower_count", np.int64),  # and how many they are
    ]
)


class Pot(NamedTuple):
    """A pot with which a street begins."""

    history: str  #: The big blind's actions before; ``""`` on the flop, if he checked after a limp.
    put_in: Fraction  #: How much either player has put in, half of the pot.


@dataclass(frozen=True)
class Menu:
    """The actions that the big blind may take beside checks, folds and all-ins.

    All stored strategies call one bet of up to 2, and neither lead nor call raises: that suffices.
    ``tools.learn_streets`` tries whether a larger menu would gain more.
    """

    stack: Fraction  #: Each player's chips before the blinds of 1/2 and 1.
    most_calls: int = 1  #: How many bets he may call in a hand.
    largest_call: Fraction = Fraction(2)  #: The largest bet that he may call, at least 1.
    may_lead: bool = False  #: Whether he may bet 1 himself, where he may still call.
    #: The largest raise before the flop that he may call, at least 2; or 0, and he calls none.
    largest_raise: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        set_fields(
            self,
            stack=read_amount("stack", self.stack, more_than=1),
            largest_call=read_amount("largest_call", self.largest_call),
            largest_raise=read_amount("largest_raise", self.largest_raise),
        )
        if self.largest_call < 1:
            raise refusal("largest_call", self.largest_call, "1 or more")
        if self.largest_raise and not 2 <= self.largest_raise < self.stack:
            needed = "0, or 2 up to less than the stack"
            raise refusal("largest_raise", self.largest_raise, needed)
        if self.stack * self.units_per_big_blind >= _STACK_LIMIT:
            raise refusal("stack", self.stack, "a fraction of smaller terms")

    @property
    def pots(self) -> list[Pot]:
        """The pots with which the flop begins.

        The first is that of a limp and a check. The others, of one history, are those of the
        least raise that he calls and of the largest.
        """
        raises = sorted({Fraction(2), self.largest_raise}) if self.largest_raise else []
        return [Pot(_LIMP_CHECKED, Fraction(1)), *(Pot(_RAISE_CALLED, size) for size in raises)]

    @property
    def histories(self) -> list[str]:
        """The histories of `pots`, each once."""
        return [_LIMP_CHECKED, _RAISE_CALLED] if self.largest_raise else [_LIMP_CHECKED]

    @property
    def units_per_big_blind(self) -> int:
        """The units in a big blind, if all amounts are whole numbers of them."""
        amounts = self.stack, self.largest_call, self.largest_raise
        return lcm(*(amount.denominator for amount in amounts))


class Street(NamedTuple):
    """One street of the tree, as compiled loops read it.

    Its first branches are those with which it begins, one for each in `sources`. Its nodes are in
    an order in which those that follow come first.
    """

    branch_count: int
    sources: np.ndarray  #: The branches of the street before with which this one begins.
    #: (d, 4): a branch, and the two or three that it is shared out to; `NO_INDEX` for no third.
    decisions: np.ndarray
    nodes: np.ndarray  #: Records of type `_NODE`.
    followers: np.ndarray  #: The nodes that follow, one node's after the other's.
    roots: np.ndarray  #: The nodes with which the street begins.
    showdown_branches: np.ndarray  #: The branches that end with hands shown.
    fold_branches: np.ndarray  #: The branches that end with a fold.


class _End(NamedTuple):
    """The big blind where a street ends with one history, and no bet is open."""

    calls: int  #: How many bets he has called in the hand.
    branch: int


class _Answers(NamedTuple):
    """The branches of the big blind's answers to a bet."""

    fold: int
    jam: int
    call: int = NO_INDEX  #: There is a call of a small bet only.


class _Branches(NamedTuple):
    """The branches of the big blind's decisions on a street, for one history."""

    check: int
    jam: int
    over_large_bet: _Answers
    over_small_bet: _Answers | None  #: None if he calls no more.
    lead: int  #: `NO_INDEX` if he may not lead; then there is no raise over it, either.
    over_raised_lead: _Answers | None


class _StreetBuilder:
    """Builds one street."""

    def __init__(self, menu: Menu, is_river: bool) -> None:
        self.menu, self.is_river, self.branch_count = menu, is_river, 0
        self.decisions: list[list[int]] = []
        self.nodes: list[tuple[int, ...]] = []  # records of type `_NODE`
        self.followers: list[int] = []
        self.ends: dict[str, _End] = {}  # by the history with which the street ends
        self.next_roots: dict[Pot, int] = {}  # the numbers of the next street's roots

    def add_branch(self) -> int:
        """Add a branch."""
        self.branch_count += 1
        return self.branch_count - 1

    def add_decision(self, branch: int, action_count: int) -> list[int]:
        """Let the big blind decide between two actions or three; return a branch for each."""
        branches = [self.add_branch() for _ in range(action_count)]
        self.decisions.append([branch, *branches, *[NO_INDEX] * (3 - action_count)])
        return branches

    def add_node(
        self,
        kind: int,
        branch: int = NO_INDEX,
        amount: Fraction = Fraction(0),
        next_root: int = NO_INDEX,
        followers: Sequence[int] = (),
    ) -> int:
        """Add a node of the small blind's; return its number."""
        in_units = int(amount * self.menu.units_per_big_blind)
        first_follower, follower_count = len(self.followers), len(followers)
        self.nodes.append((kind, branch, next_root, in_units, first_follower, follower_count))
        self.followers += followers
        return len(self.nodes) - 1

    def join(self, kind: int, *followers: int) -> int:
        """Add a node that others follow: their `MAXIMUM_NODE` or their `SUM_NODE`."""
        return self.add_node(kind, followers=followers)

    def face_all_in(self, branch: int, her_chips: Fraction) -> int:
        """Let the small blind, with `her_chips` in the pot, answer an all-in; return her node."""
        fold = self.add_node(FOLD_NODE, branch, -her_chips)
        return self.join(MAXIMUM_NODE, fold, self.add_node(SHOWDOWN_NODE, branch, self.menu.stack))

    def end_street(self, branch: int, put_in: Fraction, history: str) -> int:
        """End the street with no bet open; return the node."""
        if self.is_river:
            return self.add_node(SHOWDOWN_NODE, branch, put_in)
        root = self.next_roots.setdefault(Pot(history, put_in), len(self.next_roots))
        return self.add_node(NEXT_STREET_NODE, next_root=root)

    def begin(self, branch: int, history: str, calls: int, pots: list[Pot]) -> dict[Pot, int]:
        """Add the street's nodes for all pots of one history; return the root of each.

        The big blind, who has made `calls` calls, decides alike in all of them.
        """
        menu, most_put_in = self.menu, max(pot.put_in for pot in pots)
        may_call = calls < menu.most_calls and most_put_in + menu.largest_call < menu.stack
        branches = self.decide(branch, may_call)
        self.ends[history + _CHECKED] = _End(calls, branches.check)
        if branches.over_small_bet is not None:
            self.ends[history + _CALLED] = _End(calls + 1, branches.over_small_bet.call)
        if branches.over_raised_lead is not None:
            self.ends[history + _LED] = _End(calls + 1, branches.lead)
        return {pot: self.add_root(branches, pot) for pot in pots}

    def decide(self, branch: int, may_call: bool) -> _Branches:
        """Let the big blind decide all that he has to decide on the street."""
        may_lead = may_call and self.menu.may_lead
        check, jam, *third = self.add_decision(branch, 3 if may_lead else 2)
        lead = third[0] if may_lead else NO_INDEX
        over_small_bet = over_raised_lead = None
        if may_call:
            fold, call, jam_over_bet = self.add_decision(check, 3)
            over_small_bet = _Answers(fold=fold, jam=jam_over_bet, call=call)
        over_large_bet = _Answers(*self.add_decision(check, 2))
        if may_lead:
            over_raised_lead = _Answers(*self.add_decision(lead, 2))
        return _Branches(check, jam, over_large_bet, over_small_bet, lead, over_raised_lead)

    def add_root(self, branches: _Branches, pot: Pot) -> int:
        """Add the street's nodes for one pot; return its root."""
        history, put_in = pot
        one, largest_call = Fraction(1), self.menu.largest_call
        after_check = [self.end_street(branches.check, put_in, history + _CHECKED)]
        large_bet = one
        if branches.over_small_bet is not None:
            large_bet = largest_call  # and a little more: that itself he would call
            fold, jam, call = branches.over_small_bet
            for bet in sorted({one, largest_call}):
                after_check.append(
                    self.join(
                        SUM_NODE,
                        self.add_node(FOLD_NODE, fold, put_in),
                        self.face_all_in(jam, put_in + bet),
                        self.end_street(call, put_in + bet, history + _CALLED),
                    )
                )
        after_check.append(self.fold_or_all_in(branches.over_large_bet, put_in, large_bet))
        after_actions = [
            self.face_all_in(branches.jam, put_in),
            self.join(MAXIMUM_NODE, *after_check),
        ]
        if branches.over_raised_lead is not None:
            raised = self.fold_or_all_in(branches.over_raised_lead, put_in + 1, one)
            after_call = self.end_street(branches.lead, put_in + 1, history + _LED)
            own_fold = self.add_node(FOLD_NODE, branches.lead, -put_in)
            after_actions.append(self.join(MAXIMUM_NODE, own_fold, after_call, raised))
        return self.join(SUM_NODE, *after_actions)

    def fold_or_all_in(self, answers: _Answers, his_chips: Fraction, bet: Fraction) -> int:
        """Let the big blind fold, and lose his chips in the pot, or go all-in over a bet.

        The small blind bets so much beyond his chips. Returned is the node of both answers.
        """
        folded = self.add_node(FOLD_NODE, answers.fold, his_chips)
        return self.join(SUM_NODE, folded, self.face_all_in(answers.jam, his_chips + bet))


def build_streets(menu: Menu) -> tuple[Street, Street, Street]:
    """Build the tree on flop, turn and river.

    Whatever else the small blind may do earns no more than something that is in it.

    Examples
    --------
    >>> [len(street.nodes) for street in build_streets(Menu(5))]
    [23, 45, 67]
    """
    require_type("menu", menu, Menu, "a Menu")
    streets: list[Street] = []
    roots = {pot: number for number, pot in enumerate(menu.pots)}  # of the street to build
    ends_before = {history: _End(0, branch) for branch, history in enumerate(menu.histories)}
    for is_river in (False, False, True):
        builder = _StreetBuilder(menu, is_river)
        root_nodes: dict[Pot, int] = {}
        branches = {history: builder.add_branch() for history in ends_before}
        for history, end in ends_before.items():
            pots = [pot for pot in roots if pot.history == history]
            root_nodes |= builder.begin(branches[history], history, end.calls, pots)
        nodes = np.array(builder.nodes, _NODE)
        showdown_branches, fold_branches = (
            np.unique(nodes["branch"][nodes["kind"] == kind]) for kind in (SHOWDOWN_NODE, FOLD_NODE)
        )
        streets.append(
            Street(
                branch_count=builder.branch_count,
                sources=np.array([end.branch for end in ends_before.values()]),
                decisions=np.array(builder.decisions),
                nodes=nodes,
                followers=np.array(builder.followers),
                roots=np.array([root_nodes[pot] for pot in roots]),
                showdown_branches=showdown_branches,
                fold_branches=fold_branches,
            )
        )
        roots, ends_before = builder.next_roots, builder.ends
    flop, turn, river = streets
    return flop, turn, river
