"""Betting trees: who may do what, and what each ending pays.

All betting is public, so the tree is the same whatever cards are held, and a player who acts at a
node has one information set there per hand. A tree is written as nested nodes,

>>> answer = Decision(1, {"fold": Fold(1), "call": Showdown(10)})
>>> tree = Tree(Decision(0, {"fold": Fold(-0.5), "push": answer}))

and reads off its own sequence form (B. von Stengel, Efficient computation of behavior strategies,
1996). A *sequence* is what one player has done so far; his sequence 0 is having done nothing. Every
ending is reached by one sequence of each player, so all that the tree contributes to the payoffs is
two small matrices over pairs of sequences: what is paid where a fold ends the hand, and what is
staked where the hands are shown.

Amounts are chips that player 0 nets, counted from before the blinds, and they are kept exactly.
"""

from __future__ import annotations

import hashlib
import math
import re
import reprlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache, cached_property
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from pokerlab._foundations import assign, frozen, pair, read_player

Amount = int | float | str | Fraction
"""How an amount may be given; `parse_amount` says what is meant."""

LONGEST = 100
"""The most characters that an amount may be written in."""


def parse_amount(name: str, amount: Amount, least: int | None = None) -> Fraction:
    """The number that is meant by an amount, where 0.1 means one tenth.

    Parameters
    ----------
    name : str
        The argument to blame.
    amount : int, float, str or Fraction
        A decimal, or a fraction as in ``"1/3"``.
    least : int, optional
        What it must come to.

    Raises
    ------
    ValueError
        If it is not a finite number, less than allowed, or written in more than `LONGEST`
        characters.

    Examples
    --------
    >>> parse_amount("ante", 0.1)
    Fraction(1, 10)
    """
    if isinstance(amount, int | Fraction):
        given, number = "one beyond 1e308", Fraction(amount)
    else:
        text = str(amount)
        given = reprlib.repr(amount)
        if len(text) > LONGEST:
            raise ValueError(f"{name}: {given} given, at most {LONGEST} characters allowed")
        try:
            number = Fraction(text if _NUMBER.fullmatch(text) else "nan")
        except (ValueError, ZeroDivisionError):
            raise ValueError(f"{name}: {given} given, a finite number needed") from None
    try:
        float(number)
    except OverflowError:
        raise ValueError(f"{name}: {given} given, a finite number needed") from None
    if least is not None and number < least:
        raise ValueError(f"{name}: {format_amount(number)} given, at least {least} needed")
    return number


# Fraction reads more: blanks, underscores, the digits of any alphabet, exponents without an end.
_NUMBER = re.compile(
    r"[+-]?(([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]{1,3})?|[0-9]+/[0-9]+)", re.IGNORECASE
)


def format_amount(amount: Fraction, plus: str = "") -> str:
    """Write an amount as a decimal where that is exact, else as a fraction.

    What is given for ``plus`` comes before a positive one.

    Examples
    --------
    >>> format_amount(Fraction(5, 2), "+"), format_amount(Fraction(-1, 3))
    ('+2.5', '-1/3')
    """
    decimal = f"{float(amount):.12g}"
    text = decimal if Fraction(decimal) == amount else str(amount)
    return plus + text if amount > 0 else text


MOST_NAMED = 100
"""How many of a player's sequences are named to who asks for one that does not exist."""

MOST_NODES = 4_000_000
"""The most nodes of a tree that `Tree.from_dict` makes."""

DEEPEST = 400
"""And how many of them may come one after another."""

MOST_DRAWN = 1000
"""Up to how many endings a notebook draws a tree."""


@dataclass(frozen=True)
class Fold:
    """The hand ends without a showdown, and player 0 nets ``amount`` chips."""

    amount: Fraction | Any  # any amount may be given

    def __post_init__(self) -> None:
        assign(self, amount=parse_amount("amount", self.amount))

    def payments(self) -> tuple[Fraction, Fraction]:
        """What player 0 nets whatever is held, and what is staked on the hands: nothing."""
        return self.amount, Fraction(0)

    def __str__(self) -> str:
        return format_amount(self.amount, "+")


@dataclass(frozen=True)
class Showdown:
    """The hands are shown, and player 0 nets ``stake`` chips times his share won less share lost.

    Parameters
    ----------
    stake : amount
        What each player has bet.
    dead : amount
        What is in the pot besides, and goes to the winner: positive if player 1 has posted it, such
        as a big-blind ante, negative if player 0 has. It counts as lost from then on.

    Raises
    ------
    ValueError
        If the stake is negative.

    Examples
    --------
    >>> [str(number) for number in Showdown(10, dead=1).payments()]
    ['1/2', '21/2']
    """

    stake: Fraction | Any
    dead: Fraction | Any = Fraction(0)

    def __post_init__(self) -> None:
        stake, dead = parse_amount("stake", self.stake, 0), parse_amount("dead", self.dead)
        assign(self, stake=stake, dead=dead)

    def payments(self) -> tuple[Fraction, Fraction]:
        """What player 0 nets whatever is held, and what is staked on the hands.

        Who wins nets the loser's chips, with the dead ones if they were his.
        """
        return self.dead / 2, self.stake + abs(self.dead) / 2

    def __str__(self) -> str:
        posted = f", {format_amount(self.dead, '+')} dead" if self.dead else ""
        return f"±{format_amount(self.stake)}{posted}"


@dataclass(frozen=True)
class Decision:
    """A player chooses one of the named actions, each of which leads to another node.

    Raises
    ------
    ValueError
        If the player is not 0 or 1, there is no action, an action's name is empty or holds a comma
        (commas separate the actions in a sequence's name), or it does not lead to a node.
    """

    player: int
    actions: Mapping[str, Node]

    def __post_init__(self) -> None:
        if self.player not in (0, 1) or isinstance(self.player, bool):
            raise ValueError(f"player: {self.player!r} given, 0 or 1 needed")
        if not self.actions:
            raise ValueError("actions: none given, at least one needed")
        assign(self, actions=dict(self.actions))
        for action, node in self.actions.items():
            if not isinstance(action, str) or not action or "," in action:
                raise ValueError(f"actions: {action!r} given, a name without a comma needed")
            if not isinstance(node, Node):
                raise ValueError(f"actions: {action!r} leads to {node!r}, a node needed")


Node = Decision | Fold | Showdown
"""What a tree is made of."""


class InformationSet(NamedTuple):
    """A decision node as the player sees it who acts there; there is one of it per hand."""

    history: str  #: The public actions that led here.
    parent: int  #: The player's own sequence that led here.
    opponent: int  #: The other player's.
    children: slice  #: The player's sequences that go on from here, one per action.


class Terminal(NamedTuple):
    """What is paid at an ending of the hand; a showdown over dead money pays twice."""

    history: str  #: The public actions that led here.
    sequences: tuple[int, int]  #: Player 0's last sequence and player 1's.
    #: What player 0 nets whatever is held, or what is staked on the hands that are shown.
    amount: Fraction
    showdown: bool  #: Which of the two it is.


@dataclass(frozen=True, eq=False)
class Tree:
    """A betting tree and its sequence form.

    Parameters
    ----------
    root : Decision, Fold or Showdown
        The first node.
    name : str
        What the betting is called where it is printed.
    players : pair of str
        What the players are called there.

    Notes
    -----
    A sequence is named by all public actions up to its last one, such as ``"push, call"``. The
    sequences and information sets of a player are numbered in such a way that a parent comes before
    its children, and the children of one information set are neighbours.

    Examples
    --------
    >>> print(push_fold(10))
    small blind
      fold: -0.5
      push: big blind
        fold: +1
        call: ±10
    """

    root: Node
    name: str = "betting tree"
    players: tuple[str, str] = ("player 0", "player 1")

    def __post_init__(self) -> None:
        if not isinstance(self.root, Node):
            raise ValueError(f"root: {self.root!r} given, a Decision, Fold or Showdown needed")
        players = tuple(self.players)
        if (
            len({*players}) != 2
            or len(players) != 2
            or not all(isinstance(p, str) for p in players)
        ):
            raise ValueError(f"players: {self.players!r} given, two different names needed")
        assign(self, players=players)
        if not isinstance(self.name, str):
            raise ValueError(f"name: {self.name!r} given, text needed")

    @cached_property
    def _form(self) -> _Form:
        return _unfold(self.root)

    @property
    def sizes(self) -> tuple[int, int]:
        """How many sequences each player has, the empty one included."""
        return self._form.sizes

    @property
    def nodes(self) -> tuple[np.ndarray, np.ndarray]:
        """Each player's information sets as rows (parent, first child, last child + 1)."""
        return self._form.nodes

    @property
    def opponents(self) -> tuple[np.ndarray, np.ndarray]:
        """For each player's information sets the other player's sequence that led there."""
        return self._form.opponents

    @cached_property
    def sequences(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of each player's sequences; number 0 is the empty one, ``""``."""
        names = [[""] * size for size in self.sizes]
        for player, first, mover, last, actions in self._form.decisions:
            before = names[mover][last]
            names[player][first : first + len(actions)] = [
                f"{before}, {action}" if before else action for action in actions
            ]
        return pair(map(tuple, names))

    @cached_property
    def information_sets(self) -> tuple[tuple[InformationSet, ...], tuple[InformationSet, ...]]:
        """Each player's information sets, a parent always before what follows it."""
        return pair(
            tuple(
                InformationSet(names[first].rpartition(", ")[0], parent, other, slice(first, stop))
                for (parent, first, stop), other in zip(
                    nodes.tolist(), opponents.tolist(), strict=True
                )
            )
            for names, nodes, opponents in zip(
                self.sequences, self.nodes, self.opponents, strict=True
            )
        )

    @cached_property
    def terminals(self) -> tuple[Terminal, ...]:
        """All endings, in the order in which the tree is written."""
        names, form = self.sequences, self._form
        return tuple(
            Terminal(max(names[0][s], names[1][t], key=len), (s, t), form.amounts[amount], showdown)
            for s, t, amount, showdown in zip(
                *(column.tolist() for column in form.ends), strict=True
            )
        )

    def ends(self, showdown: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The endings of one kind: player 0's last sequences, player 1's, and the amounts; (e,)."""
        form = self._form
        s, t, amount, shown = form.ends
        amounts = np.array([float(number) for number in form.amounts])
        return s[shown == showdown], t[shown == showdown], amounts[amount[shown == showdown]]

    @cached_property
    def parents(self) -> tuple[np.ndarray, np.ndarray]:
        """For each player, the sequence before each of his sequences; 0 for the empty one too."""
        before = tuple(np.zeros(size, np.int64) for size in self.sizes)
        for parents, nodes in zip(before, self.nodes, strict=True):
            parent, first, stop = nodes[nodes[:, 1].argsort()].T
            parents[1:] = np.repeat(parent, stop - first)
        return pair(map(frozen, before))

    @cached_property
    def folds(self) -> np.ndarray:
        """What player 0 nets where two sequences end by a fold, else 0; chips, (s0, s1)."""
        return self._amounts(showdown=False)

    @cached_property
    def stakes(self) -> np.ndarray:
        """What is staked where two sequences end in a showdown, else 0; chips, (s0, s1)."""
        return self._amounts(showdown=True)

    def _amounts(self, showdown: bool) -> np.ndarray:
        matrix, (s, t, amounts) = np.zeros(self.sizes), self.ends(showdown)
        matrix[s, t] = amounts
        return frozen(matrix)

    def player(self, player: int | str) -> int:
        """The number of a player who is given by his number or by his name.

        Raises
        ------
        ValueError
            If there is no such player.

        Examples
        --------
        >>> push_fold(10).player("big blind")
        1
        """
        return read_player(player, self.players)

    def sequence(self, player: int | str, action: str) -> int:
        """The number of one of a player's sequences.

        Parameters
        ----------
        player : int or str
            Whose sequence.
        action : str
            Its name, or just its last action where no other of his sequences has the same.

        Raises
        ------
        ValueError
            If there is no such player or sequence, or more than one.

        Examples
        --------
        >>> tree = push_fold(10)
        >>> tree.sequence(1, "push, call") == tree.sequence(1, "call")
        True
        """
        player = self.player(player)
        names = self.sequences[player]
        if action in names[1:]:
            return names.index(action)
        found = [s for s, name in enumerate(names) if s and name.rpartition(", ")[2] == action]
        if len(found) == 1:
            return found[0]
        known = "; ".join(names[1 : 1 + MOST_NAMED])
        if len(names) > 1 + MOST_NAMED:
            known += f"; and {len(names) - 1 - MOST_NAMED:,} more"
        raise ValueError(
            f"action: {action!r} given, one of {self.players[player]}'s needed: {known}"
        )

    def to_dict(self) -> dict[str, Any]:
        """The tree as text in dicts and lists, as JSON has them; `from_dict` reads it.

        The nodes are a list in which a decision names its children by their places before it. One
        that stands in several places of the tree is written once.
        """
        places: dict[int | Fold | Showdown, int] = {}
        nodes: list[dict[str, Any]] = []

        def write(node: Node) -> int:
            key = id(node) if isinstance(node, Decision) else node
            if key not in places:
                if isinstance(node, Decision):
                    branches = {action: write(child) for action, child in node.actions.items()}
                    written = {"player": node.player, "actions": branches}
                else:
                    amounts = [str(getattr(node, f.name)) for f in fields(node)]
                    written = {type(node).__name__.lower(): amounts}
                places[key] = len(nodes)
                nodes.append(written)
            return places[key]

        write(self.root)
        return {"name": self.name, "players": list(self.players), "nodes": nodes}

    @classmethod
    def from_dict(cls, written: Mapping[str, Any]) -> Tree:
        """Make the tree that `to_dict` has written.

        Raises
        ------
        ValueError
            If that is none, or one of more than `MOST_NODES` nodes, each counted wherever it
            stands, or `DEEPEST` of them one after another.
        """
        nodes: list[Node] = []
        sizes: list[int] = []
        depths: list[int] = []
        try:
            for node in written["nodes"]:
                places = list(node.get("actions", {}).values())
                if not all(0 <= place < len(nodes) for place in places):
                    raise ValueError("nodes: one comes before its children")
                sizes.append(1 + sum(sizes[place] for place in places))
                depths.append(1 + max((depths[place] for place in places), default=0))
                if sizes[-1] > MOST_NODES or depths[-1] > DEEPEST:
                    raise ValueError(
                        f"nodes: {sizes[-1]:,} in all and {depths[-1]} one after another given, at "
                        f"most {MOST_NODES:,} and {DEEPEST} allowed"
                    )
                if places:
                    branches = zip(node["actions"], map(nodes.__getitem__, places), strict=True)
                    nodes.append(Decision(node["player"], dict(branches)))
                else:
                    end = Fold if "fold" in node else Showdown
                    nodes.append(end(*node[end.__name__.lower()]))
            return cls(nodes[-1], written["name"], tuple(written["players"]))
        except (AttributeError, LookupError, TypeError) as error:
            raise ValueError(f"written: no tree given ({type(error).__name__})") from error

    def __str__(self) -> str:
        def written(node: Node, indent: str) -> str:
            if not isinstance(node, Decision):
                return str(node)
            branches = [
                f"\n{indent}{action}: {written(child, indent + '  ')}"
                for action, child in node.actions.items()
            ]
            return self.players[node.player] + "".join(branches)

        return written(self.root, "  ")

    def _repr_html_(self) -> str:
        return _draw(self) if len(self._form.ends[0]) <= MOST_DRAWN else escape(repr(self))

    def __repr__(self) -> str:
        sizes = " and ".join(str(len(names) - 1) for names in self.sequences)
        return f"<Tree {self.name}: {sizes} actions, {len(self.terminals)} endings>"


class _Form(NamedTuple):
    """A tree's sequence form, in arrays."""

    sizes: tuple[int, int]
    nodes: tuple[np.ndarray, np.ndarray]
    opponents: tuple[np.ndarray, np.ndarray]
    #: Player 0's sequence, player 1's, the place of the amount in the list, whether it is shown.
    ends: tuple[np.ndarray, ...]
    amounts: list[Fraction]
    #: Player, his first sequence, who moved before, to which sequence, the actions; parents first.
    decisions: list[tuple[int, int, int, int, tuple[str, ...]]]


class _Kind(NamedTuple):
    """What all places in a tree share at which the same node stands."""

    player: int  #: -1 at an ending.
    actions: tuple[str, ...]
    children: list[int]  #: Their kinds.
    befores: list[np.ndarray]  #: What the node and the children before each hold, (5,).
    holds: np.ndarray  #: Both players' sequences, their information sets, and endings: (5,).
    pays: list[tuple[int, bool]]


def _unfold(root: Node) -> _Form:
    """Number a tree's sequences, information sets and endings in the order in which it is written.

    A node that stands in several places is looked at once, and all places of one depth are numbered
    together: in each of the five numberings, what precedes a node is what precedes its parent, and
    what the parent and the siblings before it hold.
    """
    known: dict[int, int] = {}
    kinds: list[_Kind] = []
    amounts: dict[Fraction, int] = {}

    def learn(node: Node) -> int:
        if id(node) in known:
            return known[id(node)]
        actions: tuple[str, ...] = ()
        player, children, befores, pays = -1, [], [], []
        holds = np.zeros(5, np.int64)
        if isinstance(node, Decision):
            player, actions = node.player, tuple(node.actions)
            children = [learn(child) for child in node.actions.values()]
            holds[[player, 2 + player]] = len(actions), 1
            for child in children:
                befores.append(holds)
                holds = holds + kinds[child].holds
        else:
            fixed, stake = node.payments()
            if isinstance(node, Showdown):
                pays.append((amounts.setdefault(stake, len(amounts)), True))
            if fixed or isinstance(node, Fold):
                pays.append((amounts.setdefault(fixed, len(amounts)), False))
            holds[4] = len(pays)
        kinds.append(_Kind(player, actions, children, befores, holds, pays))
        known[id(node)] = len(kinds) - 1
        return len(kinds) - 1

    here = np.array([learn(root)])  # the kinds of all nodes of one depth
    players = np.array([kind.player for kind in kinds])
    children, befores, pays = (
        np.array([n for kind in kinds for n in getattr(kind, field)], np.int64).reshape(shape)
        for field, shape in (("children", -1), ("befores", (-1, 5)), ("pays", (-1, 2)))
    )
    total = kinds[-1].holds.tolist()
    rows = [np.zeros((total[2 + p], 4), np.int64) for p in (0, 1)]
    ends = np.zeros((total[4], 4), np.int64)
    decisions: list[Any] = []
    place = np.array([[1, 1, 0, 0, 0]])  # the next number in each numbering
    last, mover = np.zeros((1, 2), np.int64), np.zeros(1, np.int64)
    while len(here):
        for p in (0, 1):
            acts = players[here] == p
            first, number, before = place[acts, p], place[acts, 2 + p], last[acts]
            offered = [kinds[kind].actions for kind in here[acts].tolist()]
            stop = first + np.array([len(actions) for actions in offered], np.int64)
            rows[p][number] = np.stack([before[:, p], first, stop, before[:, 1 - p]], axis=1)
            who = mover[acts]
            led = before[np.arange(len(who)), who]
            mine = [p] * len(who), first.tolist(), who.tolist(), led.tolist(), offered
            decisions += zip(*mine, strict=True)
        parent, nth, entry = _entries(here, [len(kind.pays) for kind in kinds])
        ends[place[parent, 4] + nth] = np.hstack([last[parent], pays[entry]])

        parent, nth, entry = _entries(here, [len(kind.children) for kind in kinds])
        mover, last = players[here[parent]], last[parent]
        last[np.arange(len(mover)), mover] = place[parent, mover] + nth
        here, place = children[entry], place[parent] + befores[entry]
    return _Form(
        (total[0] + 1, total[1] + 1),
        pair(frozen(numbers[:, :3]) for numbers in rows),
        pair(frozen(numbers[:, 3]) for numbers in rows),
        (*map(frozen, ends[:, :3].T), frozen(ends[:, 3].astype(bool))),
        list(amounts),
        decisions,
    )


def _entries(here: np.ndarray, lengths: list[int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What these kinds have in a list of all: which of them has it, as its how-manieth, and where.

    ``lengths`` says how many of the list's entries are of each kind.
    """
    sizes = np.array(lengths)
    counts, starts = sizes[here], (np.cumsum(sizes) - sizes)[here]
    parent = np.repeat(np.arange(len(here)), counts)
    nth = np.arange(len(parent)) - np.repeat(np.cumsum(counts) - counts, counts)
    return parent, nth, starts[parent] + nth


def push_fold(
    stack: Amount | tuple[Amount, Amount] = 10,
    small_blind: Amount = 0.5,
    big_blind: Amount = 1,
    ante: Amount = 0,
    big_blind_ante: Amount = 0,
) -> Tree:
    """Heads-up push or fold: the small blind moves all-in or folds, the big blind calls or folds.

    Parameters
    ----------
    stack : amount or pair of amounts
        Chips in front of each player before antes and blinds, or the small blind's and the big
        blind's. Only the smaller of the two can be lost, whoever has it.
    small_blind, big_blind : amount
        The forced bets.
    ante : amount
        What each player posts besides.
    big_blind_ante : amount
        What the big blind posts besides for both. It goes to the winner of the hand and counts
        towards no call: it is dead money.

    Returns
    -------
    Tree
        The small blind's actions are ``fold`` and ``push``, the big blind's ``push, fold`` and
        ``push, call``. A player whose forced bets already hold all that can be lost is all-in and
        cannot fold: with blinds of 0.5 and 1, that is the big blind at stacks up to 1, and the
        small blind too at stacks up to 0.5.

    Raises
    ------
    ValueError
        If a stack is not positive, an ante or a blind is negative, the small blind exceeds the big
        blind, or the big-blind ante leaves the big blind nothing.
    """
    stacks = stack if isinstance(stack, tuple | list) else (stack, stack)
    if len(stacks) != 2:
        raise ValueError(f"stack: {stack!r} given, one amount or two needed")
    first, second = (parse_amount("stack", amount) for amount in stacks)
    if min(first, second) <= 0:
        raise ValueError(f"stack: {stack} given, more than 0 needed")
    dead = parse_amount("big_blind_ante", big_blind_ante, 0)
    if dead >= second:
        raise ValueError(f"big_blind_ante: {dead} given, less than {second} needed")
    at_risk, ante = min(first, second - dead), parse_amount("ante", ante, 0)
    small, big = _blinds(small_blind, big_blind)

    answers: dict[str, Node] = {"fold": Fold(ante + big + dead), "call": Showdown(at_risk, dead)}
    if at_risk <= ante + big:
        del answers["fold"]
    openings: dict[str, Node] = {"fold": Fold(-ante - small), "push": Decision(1, answers)}
    if at_risk <= ante + small:
        del openings["fold"]
    name = f"push/fold at {format_amount(at_risk)}" + (
        f", {format_amount(dead)} dead" if dead else ""
    )
    return Tree(Decision(0, openings), name, ("small blind", "big blind"))


def _blinds(small_blind: Amount, big_blind: Amount) -> tuple[Fraction, Fraction]:
    small, big = parse_amount("small_blind", small_blind), parse_amount("big_blind", big_blind)
    if not 0 <= small <= big:
        raise ValueError(f"small_blind: {small} given, 0 to big_blind={big} needed")
    return small, big


def one_round(
    raises: Iterable[Amount],
    small_blind: Amount = 1,
    big_blind: Amount = 2,
    reraises: Iterable[Amount] = (),
    turns: int = 2,
) -> Tree:
    """One round of betting without stacks: Alice folds, calls or raises, and Bob answers.

    The game of G. Irving, Near optimal holdem play with one round of betting, in which Bob only
    calls or folds; and, with ``reraises``, the step that it proposes next.

    Parameters
    ----------
    raises : iterable of amounts
        By how much Alice may raise over the big blind; 0 means that she may just call. She may
        always fold.
    small_blind, big_blind : amount
        What Alice and Bob post.
    reraises : iterable of amounts
        By how much a player who has been raised may raise in turn, and Bob if Alice just calls.
    turns : int
        At how many turns a player may raise, if there are ``reraises``: 1 for Alice's first only, 2
        for Bob's answer too, 3 for her answer to that, and so on.

    Returns
    -------
    Tree
        Alice's first actions are ``fold``, ``call`` and ``raise 2``, ``raise 2.5`` and so on in
        increasing order. Where no raise is left after Alice's call, the hand is shown down at once:
        Bob could only fold what costs him nothing to see.

    Raises
    ------
    ValueError
        If there are no raises, one is negative, is not a finite number or is given twice; a reraise
        is not positive; a blind is negative or the small blind exceeds the big blind; or ``turns``
        is not a positive integer.

    Examples
    --------
    >>> print(one_round([0, 4]))
    Alice
      fold: -1
      call: ±2
      raise 4: Bob
        fold: +2
        call: ±6
    """
    small, big = _blinds(small_blind, big_blind)
    first, later = _sizes("raises", raises), _sizes("reraises", reraises)
    if not first:
        raise ValueError("raises: none given, at least one needed")
    if later and later[0] == 0:
        raise ValueError("reraises: 0 given, more than 0 needed")
    if not isinstance(turns, int | np.integer) or turns < 1:
        raise ValueError(f"turns: {turns!r} given, a positive integer needed")

    def answer(player: int, posted: Fraction, stake: Fraction, turn: int) -> Node:
        """What a player may do who has posted one amount and must call another."""
        fold = Fold(-posted if player == 0 else posted)
        actions: dict[str, Node] = {"fold": fold, "call": Showdown(stake)}
        if posted == stake:
            actions = {"check": Showdown(stake)}
        for size in later if turn <= turns else ():
            raised = answer(1 - player, stake, stake + size, turn + 1)
            actions[f"raise {format_amount(size)}"] = raised
        return Decision(player, actions) if len(actions) > 1 else Showdown(stake)

    openings: dict[str, Node] = {"fold": Fold(-small)}
    for size in first:
        name = f"raise {format_amount(size)}" if size else "call"
        openings[name] = answer(1, big, big + size, 2)
    listed = f"{len(first)} sizes" if len(first) > 4 else ", ".join(map(format_amount, first))
    name = f"one round, raises by {listed}"
    return Tree(Decision(0, openings), name, ("Alice", "Bob"))


def _sizes(name: str, amounts: Iterable[Amount]) -> list[Fraction]:
    """Raises in increasing order, exactly."""
    sizes = sorted(parse_amount(name, amount, 0) for amount in amounts)
    for one, other in pairwise(sizes):
        if one == other:
            raise ValueError(f"{name}: {format_amount(one)} given twice")
    return sizes


def preflop(
    nr: int = 1,
    r: Amount = 1,
    an: Amount = 0.5,
    bl: Amount | None = None,
    lim: bool = True,
    liv: bool = True,
) -> Tree:
    """One round of limit or pot-limit betting before the flop, then a showdown: sim.c's game.

    The game of A. Selby's sim.c (1999), with its variables. Its P1, who acts first, is the small
    blind and player 0 here; its P0 is the big blind and player 1.

    Parameters
    ----------
    nr : int
        How many actions that do not end the betting each player has, 1 to 100. A raise is one, and
        so is the small blind's opening call when the big blind is live.
    r : amount
        By how much a raise goes over the amount to call, in chips, or in pots if ``lim`` is false.
    an : amount
        What both players post.
    bl : amount, optional
        What the big blind posts besides; half of ``r`` if left out.
    lim : bool
        Whether raises are ``r`` chips. If not, they are ``r`` times the pot as it is after calling.
    liv : bool
        Whether the big blind may act after the small blind's opening call. He may then even fold.

    Returns
    -------
    Tree
        The actions are ``fold``, ``call``, ``raise``, and ``check`` where the big blind ends the
        betting after a call.

    Raises
    ------
    ValueError
        If ``nr`` is not an integer from 1 to 100, ``r`` is not positive, another amount is
        negative, or ``nr`` raises of ``r`` pots come to more chips than a float can count.

    Examples
    --------
    >>> print(preflop())
    small blind
      fold: -0.5
      call: big blind
        fold: +1
        check: ±1
        raise: small blind
          fold: -1
          call: ±2
      raise: big blind
        fold: +1
        call: ±2
        raise: small blind
          fold: -2
          call: ±3
    """
    if not isinstance(nr, int | np.integer) or not 1 <= nr <= 100:
        raise ValueError(f"nr: {nr!r} given, a whole number from 1 to 100 needed")
    size, ante = parse_amount("r", r), parse_amount("an", an, 0)
    if size <= 0:
        raise ValueError(f"r: {format_amount(size)} given, more than 0 needed")
    extra = size / 2 if bl is None else parse_amount("bl", bl, 0)
    try:
        float((ante + extra) * (1 if lim else 1 + 2 * size) ** (2 * nr))
    except OverflowError:
        shown = format_amount(size)
        raise ValueError(
            f"r: {shown} given, less needed: {2 * nr} raises of {shown} pots come to too many chips"
        ) from None

    def act(player: int, posted: Fraction, stake: Fraction, left: int, other: int) -> Decision:
        """What a player may do who has posted one amount, must call another, and how often."""
        end = Showdown(stake)
        actions: dict[str, Node] = {"fold": Fold(-posted if player == 0 else posted)}
        actions["call" if posted < stake or player == 0 else "check"] = end
        if left:
            raised = stake + (size if lim else size * 2 * stake)
            actions["raise"] = act(1 - player, stake, raised, other, left - 1)
        return Decision(player, actions)

    opening = act(0, ante, ante + extra, nr, nr)
    if liv:
        limped = act(1, ante + extra, ante + extra, nr, nr - 1)
        opening = Decision(0, {**opening.actions, "call": limped})
    name = f"limit, raises of {format_amount(size)}"
    if not lim:
        name = "pot limit" if size == 1 else f"raises of {format_amount(size)} pots"
    return Tree(opening, f"{name}, nr={nr}", ("small blind", "big blind"))


def no_limit(
    stack: Amount = 10,
    raises: str | Iterable[str] = ("2.5x", "3x", "3.5x", "4x"),
    small_blind: Amount = 0.5,
    big_blind: Amount = 1,
    ante: Amount = 0,
) -> Tree:
    """One round of no-limit betting: any raise may be raised again, until somebody is all-in.

    Parameters
    ----------
    stack : amount
        Chips in front of each player before antes and blinds, the smaller one where they differ.
    raises : "all" or iterable of str
        ``"3x"`` raises to three times the bet that is faced, ``"pot"`` by the pot as it is after
        calling; what is not below the stack is the all-in. ``"all"`` is every whole chip from the
        least raise on, which is the last raise, and at first the big blind. To move all-in is
        always allowed.
    small_blind, big_blind : amount
        The forced bets.
    ante : amount
        What each player posts besides.

    Returns
    -------
    Tree
        The actions are ``fold``, ``call``, ``raise to 3`` and so on in increasing order, where the
        bets of a player are counted without the ante, and ``all-in``. After the small blind's
        opening call the big blind may ``check`` or raise.

    Raises
    ------
    ValueError
        If the stack is not more than the ante and the big blind, a blind or the ante is negative,
        the small blind exceeds the big blind, the big blind is 0, a raise is none or less than
        ``2x``, or is given twice, or the tree would have more than `MOST_DECISIONS` decisions or
        `MOST_BETS` bets.

    Examples
    --------
    >>> print(no_limit(3, ["2x"]))
    small blind
      fold: -0.5
      call: big blind
        check: ±1
        raise to 2: small blind
          fold: -1
          call: ±2
          all-in: big blind
            fold: +2
            call: ±3
        all-in: small blind
          fold: -1
          call: ±3
      raise to 2: big blind
        fold: +1
        call: ±2
        all-in: small blind
          fold: -2
          call: ±3
      all-in: big blind
        fold: +1
        call: ±3
    """
    ante, most = parse_amount("ante", ante, 0), parse_amount("stack", stack)
    small, big = _blinds(small_blind, big_blind)
    if big == 0:
        raise ValueError("big_blind: 0 given, more than 0 needed")
    most -= ante
    if most <= big:
        raise ValueError(
            f"stack: {format_amount(most + ante)} given, more than {format_amount(big + ante)} "
            "needed, the big blind and the ante"
        )
    raises = raises if isinstance(raises, str) else list(raises)
    multiples = None if raises == "all" else _multiples(raises)

    @cache
    def larger(bet: Fraction, least: Fraction) -> list[Fraction]:
        """The bets to which a bet may be raised, when the least raise is given."""
        if bet == most:
            return []
        if multiples is None:
            bets: Iterable[Fraction] = map(Fraction, range(math.ceil(bet + least), math.ceil(most)))
        else:
            bets = {bet * m if m else 3 * bet + 2 * ante for m in multiples}
        return [*sorted(raised for raised in bets if raised < most), most]

    @cache
    def count(bet: Fraction, least: Fraction) -> int:
        """How many decisions follow once it is this bet that is faced, that one included."""
        if count.cache_info().misses > MOST_BETS:
            return 1
        return 1 + sum(count(raised, raised - bet) for raised in larger(bet, least))

    # Raises that never shrink, of a whole chip and a big blind at least, are partitions of the
    # stack: of a hundred there are millions.
    endless = multiples is None and most > 100 * max(big, Fraction(1))
    decisions = 0 if endless else 2 * count(big, big)
    if endless or decisions > MOST_DECISIONS or count.cache_info().misses > MOST_BETS:
        number = f"{decisions:,} decisions"
        if endless:
            number = f"more than {MOST_DECISIONS:,} decisions"
        elif count.cache_info().misses > MOST_BETS:
            number = f"more than {MOST_BETS:,} different bets"
        raise ValueError(
            f"raises: {reprlib.repr(raises)} given, which make {number} with a stack of "
            f"{format_amount(most + ante)}; at most {MOST_DECISIONS:,} decisions and "
            f"{MOST_BETS:,} bets allowed"
        )

    @cache
    def act(player: int, posted: Fraction, bet: Fraction, least: Fraction) -> Decision:
        """What a player may do who has bet one amount and faces another."""
        lost, end = ante + posted, Showdown(ante + bet)
        actions: dict[str, Node] = {"fold": Fold(lost if player else -lost), "call": end}
        if bet == big:  # nobody has raised
            actions["call"] = Decision(1, {"check": end} | raised_by(1, bet, least))
        return Decision(player, actions | raised_by(player, bet, least))

    def raised_by(player: int, bet: Fraction, least: Fraction) -> dict[str, Node]:
        """Where a player's raises lead."""
        return {
            "all-in" if to == most else f"raise to {format_amount(to)}": act(
                1 - player, bet, to, to - bet
            )
            for to in larger(bet, least)
        }

    listed = "every whole chip" if multiples is None else ", ".join(raises)
    return Tree(
        act(0, small, big, big),
        f"no limit at {format_amount(most + ante)}, {listed}",
        ("small blind", "big blind"),
    )


MOST_DECISIONS = 1_000_000
"""The most decisions of a tree that `no_limit` builds."""

MOST_BETS = 2000
"""The most different bets that may be faced in it, told apart by the last raise, too."""


def _multiples(raises: str | Iterable[str]) -> list[Fraction]:
    """The multiples of a bet that are meant by raises, 0 for the pot."""
    if isinstance(raises, str):
        raise ValueError(
            f"raises: {raises!r} given, 'all' or a list such as ['2.5x', 'pot'] needed"
        )
    multiples = []
    for size in raises:
        number = Fraction(0)
        if size != "pot":
            if not isinstance(size, str) or not re.fullmatch("[0-9./]+x", size):
                raise ValueError(f"raises: {size!r} given, one such as '2.5x' or 'pot' needed")
            if (number := parse_amount("raises", size[:-1])) < 2:
                raise ValueError(
                    f"raises: {size!r} given, at least '2x' needed: no raise is less than the last"
                )
        if number in multiples:
            raise ValueError(f"raises: {size!r} given twice")
        multiples.append(number)
    if not multiples:
        raise ValueError("raises: none given, at least one needed")
    return multiples


def kuhn() -> Tree:
    """Kuhn's poker (1950): both ante 1, and one bet of 1 may be made and called.

    Examples
    --------
    >>> print(kuhn())
    player 0
      check: player 1
        check: ±1
        bet: player 0
          fold: -1
          call: ±2
      bet: player 1
        fold: +1
        call: ±2
    """
    after_check = Decision(0, {"fold": Fold(-1), "call": Showdown(2)})
    checked = Decision(1, {"check": Showdown(1), "bet": after_check})
    bet = Decision(1, {"fold": Fold(1), "call": Showdown(2)})
    return Tree(Decision(0, {"check": checked, "bet": bet}), "Kuhn's poker")


def _draw(tree: Tree) -> str:
    """Draw a tree from left to right as inline SVG, in the colour of the text around it."""
    row, letter, radius, bend = 30, 7.5, 6, 40
    longest: dict[int, int] = {}

    def measure(node: Node, depth: int) -> None:
        if isinstance(node, Decision):
            for action, child in node.actions.items():
                longest[depth] = max(longest.get(depth, 0), len(action))
                measure(child, depth + 1)

    measure(tree.root, 0)
    columns = [12.0]
    for depth in range(len(longest)):
        columns.append(columns[-1] + bend + letter * longest[depth] + 2 * radius)
    lines, marks, ends = [], [], 0

    def place(node: Node, depth: int) -> float:
        nonlocal ends
        x = columns[depth]
        if not isinstance(node, Decision):
            ends += 1
            y = row * (ends - 0.3)
            marks.append(f'<text x="{x:g}" y="{y + 4:g}">{node}</text>')
            return y
        heights = [place(child, depth + 1) for child in node.actions.values()]
        y = (heights[0] + heights[-1]) / 2
        start, turn, stop = x + radius, x + bend, columns[depth + 1] - radius
        for action, end in zip(node.actions, heights, strict=True):
            curve = f"M{start:g} {y:g}C{turn - 8:g} {y:g} {start + 8:g} {end:g} {turn:g} {end:g}"
            lines.append(f'<path d="{curve}H{stop:g}"/>')
            marks.append(f'<text x="{turn:g}" y="{end - 5:g}">{escape(action)}</text>')
        dot = f'cx="{x:g}" cy="{y:g}" r="{radius}"' + ' fill="currentColor"' * (node.player == 0)
        title = f"<title>{escape(tree.players[node.player])}</title>"
        lines.append(f"<circle {dot}>{title}</circle>")
        return y

    place(tree.root, 0)
    legend = f"● {tree.players[0]}, ○ {tree.players[1]}; ± times share won less share lost"
    width = max(columns[-1] + 70, letter * (len(legend) + 2))
    height = row * (ends + 1.1)
    key = "tree-" + hashlib.sha256(f"{tree.name}\n{tree}".encode()).hexdigest()[:10]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" style="max-width:100%;height:auto" role="img" '
        f'aria-labelledby="{key}-t {key}-d" fill="currentColor" font-size="13">'
        f'<title id="{key}-t">Betting tree: {escape(tree.name)}</title>'
        f'<desc id="{key}-d">{escape(str(tree))}</desc>'
        f'<g fill="none" stroke="currentColor" stroke-opacity="0.7">{"".join(lines)}</g>'
        f'{"".join(marks)}<text x="6" y="{height - 8:g}">{escape(legend)}</text></svg>'
    )
