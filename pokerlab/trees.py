"""Betting trees: who may do what, and what each ending pays.

All betting is public, so the tree is the same for all cards, and whoever acts at a node has one
information set there per hand. A tree is written as nested nodes,

>>> answer = Decision(1, {"fold": Fold(1), "call": Showdown(10)})
>>> tree = Tree(Decision(0, {"fold": Fold(-0.5), "push": answer}))

and works out its own sequence form (B. von Stengel, Efficient computation of behavior strategies,
1996). A *sequence* is what one player has done so far; sequence 0 is having done nothing. One
sequence of each player leads to every ending, so the tree's whole contribution to the payoffs is
two small matrices over pairs of sequences: what a fold pays, and what is staked at a showdown.

Amounts are chips that player 0 nets, counted from before the blinds. They are kept exactly.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property
from html import escape
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from pokerlab._foundations import as_pair, check_type, read_only, read_player, set_fields
from pokerlab._notebooks import Shown
from pokerlab.amounts import format_amount, parse_amount, power_of_two_scale

MOST_NODES = 10_000_000  #: A tree that is read from a file has at most so many.
MOST_DRAWN = 1000  #: A notebook draws trees with up to so many endings.


@dataclass(frozen=True)
class Fold:
    """The hand ends without a showdown, and player 0 nets ``amount`` chips."""

    amount: Fraction | Any  # any amount may be given

    def __post_init__(self) -> None:
        set_fields(self, amount=parse_amount("amount", self.amount))

    def payments(self) -> tuple[Fraction, Fraction]:
        """What player 0 nets with any hand, and what is staked on the hands: nothing."""
        return self.amount, Fraction(0)

    def __str__(self) -> str:
        return format_amount(self.amount, "+")


@dataclass(frozen=True)
class Showdown:
    """The hands are shown, and player 0 nets ``stake`` chips times his share won less share lost.

    Examples
    --------
    >>> [str(number) for number in Showdown(10, dead=1).payments()]
    ['1/2', '21/2']
    """

    stake: Fraction | Any  #: What each player has bet, 0 or more.
    #: What is in the pot besides, and goes to the winner: positive if player 1 has posted it, such
    #: as a big-blind ante, negative if player 0 has. It counts as lost from then on.
    dead: Fraction | Any = Fraction(0)

    def __post_init__(self) -> None:
        stake, dead = parse_amount("stake", self.stake, 0), parse_amount("dead", self.dead)
        set_fields(self, stake=stake, dead=dead)

    def payments(self) -> tuple[Fraction, Fraction]:
        """What player 0 nets with any hand, and what is staked on the hands.

        The winner nets the loser's chips, including dead ones that the loser had posted.
        """
        return self.dead / 2, self.stake + abs(self.dead) / 2

    def __str__(self) -> str:
        posted = f", {format_amount(self.dead, '+')} dead" if self.dead else ""
        return f"±{format_amount(self.stake)}{posted}"


@dataclass(frozen=True)
class Decision:
    """A player, 0 or 1, chooses one of the named actions, each of which leads to another node.

    Names have no comma, because commas separate the actions in a sequence's name.
    """

    player: int
    actions: Mapping[str, "Node"]

    def __post_init__(self) -> None:
        if self.player not in (0, 1):
            raise ValueError(f"player: {self.player!r} given, 0 or 1 needed")
        check_type("actions", self.actions, Mapping, "a mapping of names to nodes")
        if not self.actions or not all(a and "," not in a for a in self.actions):
            needed = "one or more needed, named without a comma"
            raise ValueError(f"actions: {[*self.actions]} given, {needed}")
        set_fields(self, player=int(self.player), actions=dict(self.actions))
        for action, node in self.actions.items():
            if not isinstance(node, Node):
                raise ValueError(f"actions: {action!r} leads to {node!r}, another node needed")


Node = Decision | Fold | Showdown
"""A node of a tree."""


class InformationSet(NamedTuple):
    """A decision node as seen by the player who acts there; each of his hands has its own."""

    history: str  #: The public actions that led here.
    parent: int  #: The player's own sequence that led here.
    opponent: int  #: The other player's.
    children: slice  #: The player's sequences after this decision, one per action.


class Terminal(NamedTuple):
    """A payment at an ending of the hand; a showdown over dead money has two of them."""

    history: str  #: The public actions that led here.
    sequences: tuple[int, int]  #: Player 0's last sequence and player 1's.
    #: What player 0 nets with any hand or, at a showdown, what is staked.
    amount: Fraction
    showdown: bool  #: Whether this is a stake.


@dataclass(frozen=True, eq=False)
class Tree(Shown):
    """A betting tree and its sequence form.

    A sequence is named by all public actions up to its last one, such as ``"push, call"``. The
    sequences and information sets of a player are numbered in such a way that a parent comes before
    its children, and the children of one information set are neighbours. Two trees are equal if
    they have the same names, sequences and endings.

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
    name: str = "betting tree"  #: What the betting is called where it is printed.
    players: tuple[str, str] = ("player 0", "player 1")  #: What the players are called there.

    sequence_counts: tuple[int, int] = field(
        init=False
    )  #: How many sequences each has, with the empty one.
    #: Each player's information sets as rows (parent, first child, last child + 1).
    decision_rows: tuple[np.ndarray, np.ndarray] = field(init=False)
    #: For each information set of a player, the other player's sequence that led there.
    opponent_sequences: tuple[np.ndarray, np.ndarray] = field(init=False)
    #: The sequence before each of a player's sequences, 0 for the empty one, too.
    parents: tuple[np.ndarray, np.ndarray] = field(init=False)
    #: (e, 4) integers: player 0's sequence, player 1's, the place of the amount, whether shown.
    terminal_rows: np.ndarray = field(init=False)
    amounts: tuple[Fraction, ...] = field(init=False)  #: All different ones.

    def __post_init__(self) -> None:
        check_type("root", self.root, Node, "a Decision, a Fold or a Showdown")
        sets: tuple[list[tuple[int, ...]], list[tuple[int, ...]]] = [], []
        parents, ends, amounts = ([0], [0]), list[tuple[int, ...]](), dict[Fraction, int]()

        def visit(node: Node, *last: int) -> None:
            if isinstance(node, Decision):
                p, first = node.player, len(parents[node.player])
                parents[p].extend([last[p]] * len(node.actions))
                sets[p].append((last[p], first, len(parents[p]), last[1 - p]))
                for s, child in enumerate(node.actions.values(), first):
                    visit(child, *((last[0], s) if p else (s, last[1])))
                return
            fixed, stake = node.payments()
            if shown := isinstance(node, Showdown):
                ends.append((*last, amounts.setdefault(stake, len(amounts)), 1))
            if fixed or not shown:
                ends.append((*last, amounts.setdefault(fixed, len(amounts)), 0))

        visit(self.root, 0, 0)
        rows = [np.array(each, np.int64).reshape(-1, 4) for each in sets]
        nodes, opponents = (
            as_pair(read_only(each[:, part]) for each in rows) for part in (slice(3), 3)
        )
        set_fields(
            self, decision_rows=nodes, opponent_sequences=opponents, terminal_rows=np.array(ends)
        )
        set_fields(
            self,
            sequence_counts=as_pair(map(len, parents)),
            parents=as_pair(map(read_only, parents)),
        )
        set_fields(self, amounts=tuple(amounts))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Tree):
            return NotImplemented
        if (self.name, self.players, self.sequence_counts) != (
            other.name,
            other.players,
            other.sequence_counts,
        ):
            return False
        same = self.amounts == other.amounts and np.array_equal(
            self.terminal_rows, other.terminal_rows
        )
        return same and self.sequences == other.sequences

    def __hash__(self) -> int:
        """A cheap hash: trees of one name and size are told apart when they are compared."""
        return hash((self.name, self.players, self.sequence_counts))

    @cached_property
    def sequences(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of each player's sequences; number 0 is the empty one, ``""``."""
        names = [""], [""]

        def visit(node: Node, before: str) -> None:
            if isinstance(node, Decision):
                here = [before + action for action in node.actions]
                names[node.player].extend(here)
                for name, child in zip(here, node.actions.values(), strict=True):
                    visit(child, f"{name}, ")

        visit(self.root, "")
        return as_pair(map(tuple, names))

    @cached_property
    def information_sets(self) -> tuple[tuple[InformationSet, ...], tuple[InformationSet, ...]]:
        """Each player's information sets, parents before their children."""
        both = zip(self.sequences, self.decision_rows, self.opponent_sequences, strict=True)
        return as_pair(
            tuple(
                InformationSet(names[first].rpartition(", ")[0], parent, other, slice(first, stop))
                for parent, first, stop, other in np.c_[nodes, opponents].tolist()
            )
            for names, nodes, opponents in both
        )

    @cached_property
    def terminals(self) -> tuple[Terminal, ...]:
        """All endings, in the order of the written tree."""
        names, amounts = self.sequences, self.amounts
        return tuple(
            Terminal(max(names[0][s], names[1][t], key=len), (s, t), amounts[place], bool(shown))
            for s, t, place, shown in self.terminal_rows.tolist()
        )

    @cached_property
    def terminal_amounts(self) -> np.ndarray:
        """The amounts of all endings, in floats, (e,)."""
        amounts = np.array([float(amount) for amount in self.amounts])
        return read_only(amounts[self.terminal_rows[:, 2]])

    @cached_property
    def unit(self) -> float:
        """What tolerances are parts of: a chip or, if all amounts are less or more, the nearest."""
        amounts = [float(abs(amount)) for amount in self.amounts if amount] or [1.0]
        return max(min(amounts), min(1.0, max(amounts)))

    @cached_property
    def scale(self) -> float:
        """What programs divide amounts by, near the least but 0: a power of 2**20."""
        least = min((abs(part) for part in self.amounts if part), default=1)
        return power_of_two_scale(float(least))

    @cached_property
    def folds(self) -> np.ndarray:
        """What player 0 nets if two sequences end by a fold, else 0; chips, (s0, s1)."""
        return self._amounts(showdown=False)

    @cached_property
    def stakes(self) -> np.ndarray:
        """What is staked if two sequences end in a showdown, else 0; chips, (s0, s1)."""
        return self._amounts(showdown=True)

    def _amounts(self, showdown: bool) -> np.ndarray:
        matrix, kind = np.zeros(self.sequence_counts), self.terminal_rows[:, 3] == showdown
        matrix[*self.terminal_rows[kind, :2].T] = self.terminal_amounts[kind]
        return read_only(matrix)

    def keep(
        self, allowed: Callable[[int, tuple[str, ...]], bool], name: str | None = None
    ) -> "Tree":
        """The tree with only the allowed actions, under a new name or the old one.

        For each action, ``allowed(player, line)`` is called with its player and the line of
        actions that it ends. A decision without any action left is a ValueError.
        """
        if not callable(allowed):
            raise TypeError(f"allowed: {allowed!r} given, a function of (player, line) needed")

        def thin(node: Node, line: tuple[str, ...]) -> Node:
            if not isinstance(node, Decision):
                return node
            lines = {action: (*line, action) for action in node.actions}
            kept = (action for action in lines if allowed(node.player, lines[action]))
            return Decision(node.player, {a: thin(node.actions[a], lines[a]) for a in kept})

        return Tree(thin(self.root, ()), name or self.name, self.players)

    def player(self, player: int | str) -> int:
        """The number of a player who is given by his number or by his name, else a ValueError."""
        return read_player(player, self.players)

    def sequence(self, player: int | str, action: str) -> int:
        """The number of one of a player's sequences; a ValueError if there is none or several.

        The action is its name, or just its last action where only one of his sequences has it.

        Examples
        --------
        >>> from pokerlab.betting import push_fold
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
        known = "; ".join(names[1:101]) + "; and more" * (len(names) > 101)
        raise ValueError(f"action: {action!r} given, one of these needed: {known}")

    def to_dict(self) -> dict[str, Any]:
        """The tree as dicts and lists of text, ready for JSON; `from_dict` reads it.

        Nodes form a list; a decision names its children by their earlier places in it. A node
        that occurs several times in the tree is written once.
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
    def from_dict(cls, written: Mapping[str, Any]) -> "Tree":
        """Make the tree that `to_dict` has written, a ValueError beyond `MOST_NODES`."""
        nodes, sizes = list[Node](), list[int]()
        for node in written["nodes"]:
            below = node.get("actions", {})
            if min(below.values(), default=0) < 0:
                raise ValueError(f"actions: {below} given, the places of earlier nodes needed")
            sizes.append(1 + sum(sizes[place] for place in below.values()))
            if below:
                branches = {action: nodes[place] for action, place in below.items()}
                nodes.append(Decision(node["player"], branches))
            else:
                ((kind, amounts),) = node.items()
                nodes.append({"fold": Fold, "showdown": Showdown}[kind](*amounts))
        if sizes[-1] > MOST_NODES:
            raise ValueError(f"{sizes[-1]} nodes given, at most {MOST_NODES:,} allowed")
        return cls(nodes[-1], written["name"], as_pair(written["players"]))

    def __str__(self) -> str:
        def written(node: Node, indent: str) -> str:
            if not isinstance(node, Decision):
                return str(node)
            children = ((action, written(c, indent + "  ")) for action, c in node.actions.items())
            lines = (f"\n{indent}{action}: {child}" for action, child in children)
            return self.players[node.player] + "".join(lines)

        return written(self.root, "  ")

    def _repr_html_(self) -> str:
        return _draw(self) if len(self.terminal_rows) <= MOST_DRAWN else escape(repr(self))

    def __repr__(self) -> str:
        sizes = " and ".join(str(len(names) - 1) for names in self.sequences)
        return f"<Tree {self.name}: {sizes} actions, {len(self.terminals)} endings>"


def _draw(tree: Tree) -> str:
    """Draw a tree from left to right as inline SVG, in the colour of the text around it."""
    row, letter, radius, bend = 30, 7.5, 6, 40
    longest: Counter[int] = Counter()
    for name in {*tree.sequences[0], *tree.sequences[1]} - {""}:
        *before, action = name.split(", ")
        longest[len(before)] = max(longest[len(before)], len(action))
    widths = (bend + letter * longest[depth] + 2 * radius for depth in range(len(longest)))
    columns = [*accumulate(widths, initial=12.0)]
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
