"""Betting trees: the players' actions, and the payment at each terminal.

All betting is public, so the tree is the same for all cards, and the player who acts at a node has
one information set there per hand. A tree is written as nested nodes,

>>> big_blind = Decision(1, {"fold": Fold(1), "call": Showdown(10)})
>>> tree = Tree(Decision(0, {"fold": Fold(-0.5), "push": big_blind}))

and works out its own sequence form (B. von Stengel, Efficient computation of behavior strategies,
1996). A *sequence* is all that one player has done so far; sequence 0 is having done nothing. One
sequence of each player leads to every *terminal*, where the hand ends. A fold is a *payment* of a
fixed amount, and a showdown is one of a stake; over dead money it is both. So all that the tree
adds to the payoffs is two small matrices over pairs of sequences: of fixed amounts, and of stakes.

A tree is read in two halves, where somebody acts and where a hand ends, and each half has a form
for people and one for compiled loops:

- `Tree.information_sets` has the decisions by player; `Tree.information_set_rows` has the player's
  own sequences there, in arrays.
- `Tree.terminals` has the ends of hands; `Tree.payments` has the payments there in arrays
  (:mod:`pokerlab.payments`), and the two small matrices are `Tree.fixed_amounts` and
  `Tree.stakes`.

`Tree.places` has all nodes in one walk, each as a `Place`.

Amounts are chips that player 0 nets, counted from before the blinds. They are kept exactly.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import Any, NamedTuple

import numpy as np

from pokerlab._support.arguments import (
    is_integer,
    read_pair,
    read_player,
    refusal,
    require_name,
    require_one_of,
    require_type,
    short_repr,
)
from pokerlab._support.frozen import frozen_copy, set_fields
from pokerlab._support.notebooks import Record, ShownInNotebook
from pokerlab._support.pairs import as_pair
from pokerlab.amounts import Amount, format_amount, read_amount
from pokerlab.payments import Payments

__all__ = [
    "PLAYERS_BY_BLIND",
    "PLAYERS_BY_NUMBER",
    "Decision",
    "Fold",
    "InformationSet",
    "Node",
    "Place",
    "Showdown",
    "Terminal",
    "Tree",
    "describe_history",
    "join_actions",
    "split_history",
]

PLAYERS_BY_BLIND = "small blind", "big blind"  #: The players' names where they post blinds.
PLAYERS_BY_NUMBER = "player 0", "player 1"  #: The players' names without others.
# How many nodes a tree that is read from a file may have: a short file can stand for more than any
# memory holds.
_MAX_NODES_READ = 10_000_000
_MAX_DRAWN = 1000  # How many terminals a tree may have to be drawn in a notebook.


@dataclass(frozen=True, init=False)
class Fold:
    """The hand ends without a showdown, and player 0 nets ``amount`` chips."""

    amount: Fraction

    def __init__(self, amount: Amount) -> None:
        set_fields(self, amount=read_amount("amount", amount))

    @property
    def fixed_amount(self) -> Fraction:
        """The amount that player 0 nets with any hand: all of it."""
        return self.amount

    @property
    def stake(self) -> Fraction:
        """The stake on the hands: 0."""
        return Fraction(0)

    def __str__(self) -> str:
        return format_amount(self.amount, "+")


@dataclass(frozen=True, init=False)
class Showdown:
    """The hands are shown, and the winner gets the chips of the other, and all dead money.

    The winner nets the loser's chips, including dead ones that the loser had posted. So half of the
    dead money is player 0's with any hand, and the other half is at stake.

    Examples
    --------
    >>> terminal = Showdown(10, dead_money=1)
    >>> print(terminal.fixed_amount, terminal.stake)
    1/2 21/2
    """

    #: The chips of each player, antes too, 0 or more; those that only one posts are dead money.
    put_in: Fraction
    #: The rest of the pot, which goes to the winner, whoever posted it: positive if player 1 has
    #: posted it, such as a big-blind ante, negative if player 0 has.
    dead_money: Fraction

    def __init__(self, put_in: Amount, dead_money: Amount = 0) -> None:
        set_fields(
            self,
            put_in=read_amount("put_in", put_in, at_least=0),
            dead_money=read_amount("dead_money", dead_money),
        )

    @property
    def fixed_amount(self) -> Fraction:
        """The amount that player 0 nets with any hand: half of the dead money."""
        return self.dead_money / 2

    @property
    def stake(self) -> Fraction:
        """The stake on the hands: each player's chips, and half of the dead money."""
        return self.put_in + abs(self.dead_money) / 2

    def __str__(self) -> str:
        dead = f", {format_amount(self.dead_money, '+')} dead" if self.dead_money else ""
        return f"±{format_amount(self.put_in)}{dead}"


@dataclass(frozen=True)
class Decision:
    """A player, 0 or 1, chooses one of the named actions, each of which leads to another node.

    Names are printable text without a comma, because commas separate the actions in a sequence's
    name. A name of another type is a TypeError, and another one a ValueError.
    """

    player: int
    actions: Mapping[str, "Node"]

    def __post_init__(self) -> None:
        if not is_integer(self.player) or self.player not in (0, 1):
            raise refusal("player", repr(self.player), "0 or 1")
        require_type("actions", self.actions, Mapping, "a mapping of names to nodes")
        for action in self.actions:
            require_name("actions", action)
        if not self.actions or any(not name or "," in name for name in self.actions):
            raise refusal("actions", list(self.actions), "one or more", "named without a comma")
        set_fields(self, player=int(self.player), actions=dict(self.actions))
        for action, node in self.actions.items():
            if not isinstance(node, Node):
                raise ValueError(f"actions: {action!r} leads to {node!r}, another node needed")


Node = Decision | Fold | Showdown
"""A node of a tree."""


class InformationSet(NamedTuple):
    """A decision as the player who acts there sees it; each of his hands has its own.

    A `Decision` is the node, and this says where it is among the players' sequences. Compiled loops
    take `Tree.information_set_rows`.
    """

    history: str  #: The public actions that led here.
    sequence_before: int  #: The player's own sequence that led here.
    opponent_sequence_before: int  #: The opponent's sequence that led here.
    sequences_after: slice  #: The player's sequences after this decision, one per action.


class Place(NamedTuple):
    """A node in a tree, and how play leads there."""

    node: Node  #: Where play has led.
    path: tuple[str, ...]  #: All public actions that lead here.
    last_sequences: tuple[int, int]  #: Player 0's last sequence and player 1's, by index.
    sequences_after: slice  #: At a decision, the sequences that its actions make; else empty.

    @property
    def history(self) -> str:
        """The public actions that lead here, in one text."""
        return join_actions(self.path)


class Terminal(NamedTuple):
    """An end of the hand, by a fold or in a showdown, and what player 0 then gets."""

    history: str  #: The public actions that lead here.
    last_sequences: tuple[int, int]  #: Player 0's last sequence and player 1's, by index.
    is_showdown: bool  #: Whether hands are shown.
    #: Player 0's net winnings with any hand: all of them after a fold, and at a showdown half of
    #: the dead money, mostly 0.
    fixed_amount: Fraction
    stake: Fraction  #: The stake on the hands: 0 after a fold.


def join_actions(actions: Iterable[str]) -> str:
    """Write a history: public actions, in order, as one text; no actions are ``""``.

    A sequence is named by the history that ends with its last action.

    Examples
    --------
    >>> join_actions(["check", "bet 120"])
    'check, bet 120'
    """
    return ", ".join(actions)


def split_history(history: str) -> list[str]:
    """Return the actions of a history, which `join_actions` has written.

    Examples
    --------
    >>> split_history("check, bet 120"), split_history("")
    (['check', 'bet 120'], [])
    """
    return history.split(", ") if history else []


def describe_history(history: str) -> str:
    """Say after which history something is, for a message: after all that was done, or the start.

    Examples
    --------
    >>> describe_history("check"), describe_history("")
    ("after 'check'", 'at the start')
    """
    return f"after {history!r}" if history else "at the start"


@dataclass(frozen=True, eq=False)
class Tree(ShownInNotebook):
    """A betting tree and its sequence form.

    A sequence is named by all public actions up to its last one, such as ``"push, call"``. A
    player's sequences and information sets have an order: what leads to another one comes before
    it, and the sequences after one information set are neighbours. Two trees are equal if they have
    the same names, sequences and terminals.

    Examples
    --------
    >>> from pokerlab.betting import push_fold
    >>> print(push_fold(10))
    small blind
      fold: -0.5
      push: big blind
        fold: +1
        call: ±10
    """

    root: Node  #: The first node.
    name: str = "betting tree"  #: The name of the betting, printable text.
    #: The players' names, two different ones in printable text; anything else is a ValueError.
    players: tuple[str, str] = PLAYERS_BY_NUMBER

    def __post_init__(self) -> None:
        require_type("root", self.root, Node, "a Decision, a Fold or a Showdown")
        require_name("name", self.name)
        players = read_pair("players", self.players, "a pair of names")
        are_texts = all(isinstance(name, str) and name for name in players)
        if isinstance(self.players, str) or not are_texts or players[0] == players[1]:
            raise refusal("players", short_repr(self.players), "a pair of two different names")
        for name in players:
            require_name("players", name)
        set_fields(self, players=players)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Tree):
            return NotImplemented
        return (
            self.name == other.name
            and self.players == other.players
            and self.payments == other.payments
            and self.sequence_names == other.sequence_names
        )

    def __hash__(self) -> int:
        """Return a cheap hash: trees of one name and size are told apart when they are compared."""
        return hash((self.name, self.players, self.sequence_counts))

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the arguments that make the tree again: nothing that its nodes tell is copied."""
        return type(self), (self.root, self.name, self.players)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """All nodes and how play leads there, in the order in which the tree is written.

        This order numbers the sequences. A node that is reached in several ways comes once for each
        of them.

        Examples
        --------
        >>> from pokerlab.betting import push_fold
        >>> [place.history for place in push_fold(10).places]
        ['', 'fold', 'push', 'push, fold', 'push, call']
        """
        places: list[Place] = []
        counts = [1, 1]  # of each player's sequences so far; the empty one is there from the start
        to_visit: list[tuple[Node, tuple[str, ...], tuple[int, int]]] = [(self.root, (), (0, 0))]
        while to_visit:
            node, path, last_sequences = to_visit.pop()
            if not isinstance(node, Decision):
                places.append(Place(node, path, last_sequences, slice(0, 0)))
                continue
            first = counts[node.player]
            counts[node.player] += len(node.actions)
            places.append(Place(node, path, last_sequences, slice(first, counts[node.player])))
            children = []
            for sequence, (action, child) in enumerate(node.actions.items(), first):
                last0, last1 = last_sequences
                last_of_child = (sequence, last1) if node.player == 0 else (last0, sequence)
                children.append((child, (*path, action), last_of_child))
            to_visit += reversed(children)  # the first child is visited next
        return tuple(places)

    @cached_property
    def sequence_names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of each player's sequences, by index; sequence 0 is the empty one, ``""``."""
        names = [""], [""]
        for place in self.places:
            if isinstance(place.node, Decision):
                names[place.node.player].extend(
                    join_actions((*place.path, action)) for action in place.node.actions
                )
        return as_pair(map(tuple, names))

    @cached_property
    def information_sets(self) -> tuple[tuple[InformationSet, ...], tuple[InformationSet, ...]]:
        """Each player's information sets, in the order in which the tree is written."""
        by_player: tuple[list[InformationSet], list[InformationSet]] = [], []
        for place in self.places:
            if isinstance(place.node, Decision):
                player = place.node.player
                own, opponent = place.last_sequences[player], place.last_sequences[1 - player]
                information_set = InformationSet(
                    place.history, own, opponent, place.sequences_after
                )
                by_player[player].append(information_set)
        return as_pair(map(tuple, by_player))

    @cached_property
    def information_set_rows(self) -> tuple[np.ndarray, np.ndarray]:
        """Each player's `information_sets` for compiled loops, (m, 3) integers.

        A row has the sequence before, the first and the end of those after it.
        """
        both = []
        for information_sets in self.information_sets:
            rows = np.zeros((len(information_sets), 3), np.int64)
            for row, information_set in zip(rows, information_sets, strict=True):
                after = information_set.sequences_after
                row[:] = information_set.sequence_before, after.start, after.stop
            both.append(frozen_copy(rows))
        return as_pair(both)

    @cached_property
    def sequence_counts(self) -> tuple[int, int]:
        """How many sequences each player has, with the empty one."""
        return as_pair(
            of_player[-1].sequences_after.stop if of_player else 1
            for of_player in self.information_sets
        )

    @property
    def node_count(self) -> int:
        """The number of nodes, in the order of `places`: once for each way that leads there."""
        return len(self.places)

    @property
    def decision_count(self) -> int:
        """The number of decisions, both players' together."""
        return sum(map(len, self.information_sets))

    @cached_property
    def terminals(self) -> tuple[Terminal, ...]:
        """All terminals, in the order of the written tree."""
        return tuple(
            Terminal(
                place.history,
                place.last_sequences,
                isinstance(place.node, Showdown),
                place.node.fixed_amount,
                place.node.stake,
            )
            for place in self.places
            if not isinstance(place.node, Decision)
        )

    @cached_property
    def payments(self) -> Payments:
        """The payments where a hand ends, in the order of the terminals."""
        last_sequences, is_stake, amounts = [], [], []
        for terminal in self.terminals:
            # A showdown over dead money makes two payments, the fixed amount first.
            if terminal.fixed_amount or not terminal.is_showdown:
                last_sequences.append(terminal.last_sequences)
                is_stake.append(False)
                amounts.append(terminal.fixed_amount)
            if terminal.is_showdown:
                last_sequences.append(terminal.last_sequences)
                is_stake.append(True)
                amounts.append(terminal.stake)
        return Payments(
            np.array(last_sequences, np.int64), np.array(is_stake, bool), tuple(amounts)
        )

    @cached_property
    def fixed_amounts(self) -> np.ndarray:
        """The fixed amount that is paid where two sequences end, else 0; chips, (s0, s1)."""
        return self._matrix_of(is_stake=False)

    @cached_property
    def stakes(self) -> np.ndarray:
        """The stake if two sequences end in a showdown, else 0; chips, (s0, s1)."""
        return self._matrix_of(is_stake=True)

    def _matrix_of(self, is_stake: bool) -> np.ndarray:
        """Return the amounts of all stakes, or of all other payments, by their two sequences."""
        payments, matrix = self.payments, np.zeros(self.sequence_counts)
        chosen = payments.is_stake == is_stake
        sequences0, sequences1 = payments.last_sequences[chosen].T
        matrix[sequences0, sequences1] = payments.amounts[chosen]
        return frozen_copy(matrix)

    def restrict(
        self, allowed: Callable[[int, tuple[str, ...]], bool], name: str | None = None
    ) -> "Tree":
        """Return the tree with only the allowed actions, under a new name or the old one.

        For each action, ``allowed(player, actions)`` is called with its player and the tuple of
        all actions up to this one. A decision without any action left is a ValueError.

        Examples
        --------
        >>> from pokerlab.betting import no_limit
        >>> tree = no_limit(10, "3x").restrict(lambda player, actions: actions != ("call",))
        >>> list(tree.root.actions)
        ['fold', 'raise to 3', 'all-in']
        """
        if not callable(allowed):
            raise refusal(
                "allowed", repr(allowed), "a function of (player, actions)", error=TypeError
            )

        def thin(node: Node, before: tuple[str, ...]) -> Node:
            if not isinstance(node, Decision):
                return node
            children = {}
            for action, child in node.actions.items():
                actions = *before, action
                if allowed(node.player, actions):
                    children[action] = thin(child, actions)
            return Decision(node.player, children)

        name = self.name if name is None else name
        return Tree(thin(self.root, ()), name, self.players)

    def read_player(self, player: int | str) -> int:
        """Read a player, given as 0 or 1 or by his name; anybody else is a ValueError."""
        return read_player(player, self.players)

    def sequence_index(self, player: int | str, action: str) -> int:
        """Find the index of one of a player's sequences; a ValueError if there is none or several.

        The action is the sequence's name, or just its last action where no other sequence of the
        player's ends in it.

        Examples
        --------
        >>> from pokerlab.betting import push_fold
        >>> tree = push_fold(10)
        >>> tree.sequence_index(1, "push, call") == tree.sequence_index(1, "call")
        True
        """
        player = self.read_player(player)
        names = self.sequence_names[player]
        given = repr(action) if isinstance(action, str) else short_repr(action)
        if isinstance(action, str):
            if action in names[1:]:
                return names.index(action)
            ending_in_it = [
                sequence
                for sequence, name in enumerate(names)
                if sequence > 0 and split_history(name)[-1] == action
            ]
            if len(ending_in_it) == 1:
                return ending_in_it[0]
        known = "; ".join(names[1:101]) + ("; and more" if len(names) > 101 else "")
        raise ValueError(f"action: {given} given, one of these needed: {known}")

    def information_set_after(self, player: int | str, history: str) -> InformationSet:
        """Find a player's information set by the actions before it; none there is a ValueError.

        Examples
        --------
        >>> from pokerlab.betting import push_fold
        >>> push_fold(10).information_set_after("big blind", "push").opponent_sequence_before
        2
        """
        by_history = {
            information_set.history: information_set
            for information_set in self.information_sets[self.read_player(player)]
        }
        require_one_of("history", history, by_history)
        return by_history[history]

    def information_set_of_sequence(self, player: int | str, sequence: int) -> InformationSet:
        """Return the information set in which a player's sequence ends; none is a ValueError."""
        player = self.read_player(player)
        count = self.sequence_counts[player]
        if not 0 < sequence < count:
            raise refusal("sequence", sequence, f"1 to {count - 1}")
        first_sequences = self.information_set_rows[player][:, 1]  # ascending
        index = int(np.searchsorted(first_sequences, sequence, side="right")) - 1
        return self.information_sets[player][index]

    def to_dict(self) -> dict[str, Any]:
        """Return the tree as dicts and lists of text, ready for JSON; `from_dict` reads it.

        Nodes form a list; a decision names its children by their indices, which are smaller than
        its own. A node that occurs several times in the tree is written once. A tree in which
        1,000 actions follow one another, or 500 with Python 3.11, is a ValueError.
        """
        indices: dict[int | Fold | Showdown, int] = {}
        nodes: list[dict[str, Any]] = []

        def write(node: Node) -> int:
            # Equal folds and showdowns are one. Decisions are one only if they are the same
            # object: comparing what follows them would take too long.
            key = id(node) if isinstance(node, Decision) else node
            if key not in indices:
                if isinstance(node, Decision):
                    children = {action: write(child) for action, child in node.actions.items()}
                    written = {"player": node.player, "actions": children}
                elif isinstance(node, Fold):
                    written = {"fold": [str(node.amount)]}
                else:
                    written = {"showdown": [str(node.put_in), str(node.dead_money)]}
                indices[key] = len(nodes)
                nodes.append(written)
            return indices[key]

        try:
            write(self.root)
        except RecursionError:
            raise ValueError("tree: too many actions in a row to be written") from None
        return {"name": self.name, "players": list(self.players), "nodes": nodes}

    @classmethod
    def from_dict(cls, written: Mapping[str, Any]) -> "Tree":
        """Make the tree that `to_dict` has written, a ValueError beyond ten million nodes."""
        nodes: list[Node] = []
        counts: list[int] = []  # how many nodes are at and below each
        for node in written["nodes"]:
            children = node.get("actions", {})
            # A negative index would count from the end of Python's list.
            if min(children.values(), default=0) < 0:
                raise refusal("actions", children, "the indices of earlier nodes")
            counts.append(1 + sum(counts[index] for index in children.values()))
            if children:
                actions = {action: nodes[index] for action, index in children.items()}
                nodes.append(Decision(node["player"], actions))
            elif "fold" in node:
                nodes.append(Fold(*node["fold"]))
            else:
                nodes.append(Showdown(*node["showdown"]))
        if counts[-1] > _MAX_NODES_READ:
            needed = f"at most {_MAX_NODES_READ:,}"
            raise refusal("tree", f"{counts[-1]:,} nodes", needed, word="allowed")
        return cls(nodes[-1], written["name"], written["players"])

    def __str__(self) -> str:
        lines = []
        for place in self.places:
            node, path = place.node, place.path
            text = self.players[node.player] if isinstance(node, Decision) else str(node)
            named = f"{path[-1]}: " if path else ""
            lines.append("  " * len(path) + named + text)
        return "\n".join(lines)

    def records(self) -> list[Record]:
        """Return the numbers of the drawing, a row for each terminal; none where there is none.

        Player 0's net winnings there are the number in the column of his name, and at a showdown
        also the stake times his share won minus share lost.

        Examples
        --------
        >>> from pokerlab.betting import push_fold
        >>> list(push_fold(10).records()[2].values())
        ['push, call', 'showdown', '0', '10']
        """
        if not self._is_drawn():
            return []
        return [
            {
                "actions": terminal.history,
                "terminal": "showdown" if terminal.is_showdown else "fold",
                f"{self.players[0]} nets": format_amount(terminal.fixed_amount),
                "stake": format_amount(terminal.stake),
            }
            for terminal in self.terminals
        ]

    def _is_drawn(self) -> bool:
        """Return whether a notebook shows a drawing."""
        return len(self.terminals) <= _MAX_DRAWN

    def _repr_html_(self) -> str:
        if not self._is_drawn():
            return escape(repr(self))
        from pokerlab.charts._tree_drawing import TreeDrawing

        return TreeDrawing(self).svg()

    def __repr__(self) -> str:
        actions = " and ".join(str(count - 1) for count in self.sequence_counts)
        return f"<Tree {self.name}: {actions} actions, {len(self.terminals)} terminals>"
