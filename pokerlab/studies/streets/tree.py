"""The tree on flop, turn and river, for a big blind who may do what a `Menu` says.

The small blind may bet any amount, but the tree has only a few sizes: every other bet, raise and
answer of hers earns no more than one of those. `build_streets` makes it, street by street.

The big blind's *branches* are what he may have done on a street so far. A decision shares out a
branch's combos among the branches that follow it. So how often he comes somewhere is counted by
branch, and what the small blind earns is counted by node.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from pokerlab._support.arguments import refusal, require_type
from pokerlab._support.basics import NO_INDEX, set_frozen
from pokerlab.amounts import parse_amount

__all__ = [
    "FOLD_NODE",
    "MAXIMUM_NODE",
    "NEXT_STREET_NODE",
    "SHOWDOWN_NODE",
    "SUM_NODE",
    "Menu",
    "Street",
    "build_streets",
]

# A code tells what the big blind did, with a letter for each street: before the flop he may have
# called a raise, and after that a street ends with two checks, with a call, or with a lead of his
# that was called. A limp has no letter.
_RAISE_CALLED, _CHECKED, _CALLED, _LED = "rxcl"
_STACK_LIMIT = 2**13  #: Stacks in the unit of a tree are below this.
#: The kinds of nodes: somebody has folded; hands are shown; the next card comes; the small blind
#: chooses what earns most; the big blind's actions share out what is met, and their results add up.
FOLD_NODE, SHOWDOWN_NODE, NEXT_STREET_NODE, MAXIMUM_NODE, SUM_NODE = range(5)
#: A node of the small blind's. What does not belong to its kind is `NO_INDEX`, or 0.
_NODE = np.dtype(
    [
        ("kind", np.int64),
        ("branch", np.int64),  # of a fold or a showdown: which combos of the big blind's are met
        ("next_root", np.int64),  # where the next card comes: which root of the next street follows
        ("amount", np.int64),  # of a fold or a showdown: what the small blind is paid
        ("first_follower", np.int64),  # of a maximum or a sum: where its nodes begin in `followers`
        ("follower_count", np.int64),  # and how many they are
    ]
)


@dataclass(frozen=True)
class Menu:
    """The actions that the big blind may take beside checks, folds and all-ins.

    All stored strategies call one bet of up to 2, and neither lead nor call raises: that sufficed.
    Menus with more are for ``tools.learn_streets``, which tries whether more would gain.
    """

    stack: Fraction  #: What each player has before the blinds of 1/2 and 1.
    most_calls: int = 1  #: How many bets he may call in a hand.
    largest_call: Fraction = Fraction(2)  #: The largest bet that he may call, at least 1.
    leads: bool = False  #: Whether he may bet 1 himself, where he may still call.
    #: The largest raise before the flop that he may call, at least 2; or 0, and he calls none.
    largest_raise: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        set_frozen(
            self,
            stack=parse_amount("stack", self.stack, greater_than=1),
            largest_call=parse_amount("largest_call", self.largest_call),
            largest_raise=parse_amount("largest_raise", self.largest_raise),
        )
        if self.largest_call < 1:
            raise refusal("largest_call", self.largest_call, "1 or more")
        if self.largest_raise and not 2 <= self.largest_raise < self.stack:
            needed = "0, or 2 up to less than the stack"
            raise refusal("largest_raise", self.largest_raise, needed)
        if self.stack * self.units_per_big_blind >= _STACK_LIMIT:
            raise refusal("stack", self.stack, "a fraction of smaller terms")

    @property
    def pots(self) -> list[tuple[str, Fraction]]:
        """The beginnings of a flop: the big blind's code, and how much either player has put in.

        The first is a limp and a check, with the code ``""``. Others, with the code ``"r"``, are
        the least raise that he calls and the largest.
        """
        raises = sorted({Fraction(2), self.largest_raise}) if self.largest_raise else []
        return [("", Fraction(1)), *((_RAISE_CALLED, size) for size in raises)]

    @property
    def codes(self) -> list[str]:
        """The codes of `pots`, each once."""
        return list(dict(self.pots))

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


class _StreetBuilder:
    """Builds one street."""

    def __init__(self, menu: Menu, is_river: bool) -> None:
        self.menu, self.is_river, self.branch_count = menu, is_river, 0
        self.decisions: list[list[int]] = []
        self.nodes: list[tuple[int, ...]] = []  # records of type `_NODE`
        self.followers: list[int] = []
        #: By each code with which the street ends: how many bets he has called, and his branch.
        self.ends: dict[str, tuple[int, int]] = {}
        #: By code and chips that each has put in: the number of the next street's root.
        self.next_roots: dict[tuple[str, Fraction], int] = {}

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
        """Let the small blind, with so many chips in the pot, answer an all-in; return her node."""
        fold = self.add_node(FOLD_NODE, branch, -her_chips)
        return self.join(MAXIMUM_NODE, fold, self.add_node(SHOWDOWN_NODE, branch, self.menu.stack))

    def end_street(self, branch: int, chips: Fraction, code: str) -> int:
        """End the street with no bet open; return the node."""
        if self.is_river:
            return self.add_node(SHOWDOWN_NODE, branch, chips)
        root = self.next_roots.setdefault((code, chips), len(self.next_roots))
        return self.add_node(NEXT_STREET_NODE, next_root=root)

    def begin(self, branch: int, code: str, calls: int, chips_in: list[Fraction]) -> list[int]:
        """Add the street's nodes for one code; return their roots, one for each number of chips.

        So many each player may have put in. The big blind's decisions are the same at all of them.
        """
        menu, one = self.menu, Fraction(1)
        may_call = calls < menu.most_calls and max(chips_in) + menu.largest_call < menu.stack
        may_lead = may_call and menu.leads
        check, jam, *third = self.add_decision(branch, 3 if may_lead else 2)
        lead = third[0] if may_lead else NO_INDEX
        over_small_bet = self.add_decision(check, 3) if may_call else []
        over_large_bet = self.add_decision(check, 2)
        over_raised_lead = self.add_decision(lead, 2) if may_lead else []
        small_bets = sorted({one, menu.largest_call}) if may_call else []
        large_bet = menu.largest_call if may_call else one
        self.ends[code + _CHECKED] = calls, check
        if may_call:
            self.ends[code + _CALLED] = calls + 1, over_small_bet[1]
        if may_lead:
            self.ends[code + _LED] = calls + 1, lead
        roots = []
        for chips in chips_in:
            after_check = [self.end_street(check, chips, code + _CHECKED)]
            for bet in small_bets:
                fold, call, jam_over_bet = over_small_bet
                after_check.append(
                    self.join(
                        SUM_NODE,
                        self.add_node(FOLD_NODE, fold, chips),
                        self.face_all_in(jam_over_bet, chips + bet),
                        self.end_street(call, chips + bet, code + _CALLED),
                    )
                )
            fold, jam_over_bet = over_large_bet
            after_check.append(self.fold_or_all_in(fold, chips, jam_over_bet, chips + large_bet))
            after_actions = [self.face_all_in(jam, chips), self.join(MAXIMUM_NODE, *after_check)]
            if may_lead:
                fold, jam_over_raise = over_raised_lead
                raised = self.fold_or_all_in(fold, chips + 1, jam_over_raise, chips + 2)
                after_call = self.end_street(lead, chips + 1, code + _LED)
                own_fold = self.add_node(FOLD_NODE, lead, -chips)
                after_actions.append(self.join(MAXIMUM_NODE, own_fold, after_call, raised))
            roots.append(self.join(SUM_NODE, *after_actions))
        return roots

    def fold_or_all_in(self, fold: int, his_chips: Fraction, jam: int, her_chips: Fraction) -> int:
        """Let the big blind fold, and lose his chips in the pot, or go all-in over hers.

        The branch of his folds is ``fold``, that of his all-ins ``jam``. Returned is the node of
        both.
        """
        folded = self.add_node(FOLD_NODE, fold, his_chips)
        return self.join(SUM_NODE, folded, self.face_all_in(jam, her_chips))


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
    roots = {pot: number for number, pot in enumerate(menu.pots)}
    codes = {code: (0, branch) for branch, code in enumerate(menu.codes)}
    for is_river in (False, False, True):
        builder = _StreetBuilder(menu, is_river)
        root_nodes: dict[tuple[str, Fraction], int] = {}
        branches = {code: builder.add_branch() for code in codes}
        for code, (calls, _) in codes.items():
            chips_in = [chips for other, chips in roots if other == code]
            first_nodes = builder.begin(branches[code], code, calls, chips_in)
            roots_of_code = zip(chips_in, first_nodes, strict=True)
            root_nodes |= {(code, chips): root for chips, root in roots_of_code}
        nodes = np.array(builder.nodes, _NODE)
        showdown_branches, fold_branches = (
            np.unique(nodes["branch"][nodes["kind"] == kind]) for kind in (SHOWDOWN_NODE, FOLD_NODE)
        )
        streets.append(
            Street(
                branch_count=builder.branch_count,
                sources=np.array([branch for _, branch in codes.values()]),
                decisions=np.array(builder.decisions),
                nodes=nodes,
                followers=np.array(builder.followers),
                roots=np.array([root_nodes[each] for each in roots]),
                showdown_branches=showdown_branches,
                fold_branches=fold_branches,
            )
        )
        roots, codes = builder.next_roots, builder.ends
    first, second, third = streets
    return first, second, third
