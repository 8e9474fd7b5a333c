"""Check a certificate of two strategies in fractions: python check.py FILE [DEAL].

This file needs nothing but Python and ``deal.json``, the table of hold'em: for each pair of hands,
the number of ways to deal them, and the number of boards that the first wins minus the number that
it loses. A certificate is JSON with a game, two plans for it, and what they are claimed to prove.

The ``tree`` of the game has the names of two ``players`` and a list of ``nodes``. A node is a fold,
with player 0's net winnings; a showdown, with each player's chips and the dead money; or a
decision, whose actions lead to earlier nodes, given by their indices. The hand starts at the last
node. The ``deal`` is "hold'em", or the labels of both players' ``hands`` with ``ways``, ``margins``
and ``runout_counts``: of each a row for every hand of player 0, with a number for every one of
player 1.

The ``plans`` have, for each player and each of his actions, the probability that a hand plays every
action of his in the history up to this one, that one included; anything left out is 0.

The claim is a ``value``, or a ``lower`` and an ``upper`` bound on it, and not both. Names are
printable text: they are shown as they are written, long ones only in part.

Push or fold with ten big blinds, most hands left out::

    {"deal": "hold'em",
     "tree": {"players": ["small blind", "big blind"],
              "nodes": [{"fold": ["-1/2"]}, {"fold": ["1"]}, {"showdown": ["10", "0"]},
                        {"player": 1, "actions": {"fold": 1, "call": 2}},
                        {"player": 0, "actions": {"fold": 0, "push": 3}}]},
     "plans": [{"fold": {"72o": "1"}, "push": {"AA": "1"}},
               {"push, fold": {"72o": "1"}, "push, call": {"AA": "1"}}],
     "value": "-193795725978624491/4271380016945441400"}

How it is checked: a best response to player 0's plan leaves him the lower bound, and a best
response to player 1's plan leaves player 0 the upper bound. If both are the same number, the two
plans are an equilibrium.

All amounts are in chips. The exit status is 0 if the certificate is valid, 1 if it is false, 2 if a
file cannot be read or is no certificate, and 130 if the check is interrupted.
"""

from __future__ import annotations

import json
import os
import re
import reprlib
import sys
from array import array
from base64 import b64decode
from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from hashlib import sha256
from itertools import combinations, combinations_with_replacement
from math import lcm
from pathlib import Path
from typing import Any, NamedTuple, TextIO

__all__ = [
    "DEAL",
    "MAX_BYTES",
    "MAX_STEPS",
    "Deal",
    "Decision",
    "Json",
    "Matrix",
    "Node",
    "Place",
    "RealizationPlan",
    "Report",
    "Responder",
    "Terminal",
    "bounds",
    "main",
    "read",
    "report",
]

DEAL = Path(__file__).parent / "_data" / "deal.json"  #: The table of hold'em.
_SHA256 = "d1d80d25f12a486c1428f9a6f67b3ddeb0602a7503e9e9efc9feebd003295329"  # Its checksum.
MAX_BYTES = 10_000_000  #: The largest certificate; any larger one is refused before it is parsed.
#: The largest product of a tree's nodes, shared ones counted each time, and the pairs of hands.
#: Where common denominators have hundreds of digits, these count, too. To check a certificate takes
#: minutes at most.
MAX_STEPS = 400_000_000
_MAX_NODES = 1_000_000  # The largest tree, counted in the same way.
_MAX_DIGITS = 4_300  # Of a plan's common denominator: as many as Python reads of one number.
_MAX_DIGITS_OF_A_GAME = 300  # Of an amount, and of the common denominators of deal and tree.
# The names of a dict, a list and a text in JSON.
_KINDS: dict[type, str] = {dict: "an object", list: "a list", str: "a text"}

Json = dict[str, Any]  #: An object of JSON, whose numbers stay texts.
Matrix = list[list[int]]  #: A number for each pair of hands: a row per hand of player 0.


# This file trusts nobody, so it has classes of its own where the package has others of these names.
class Deal(NamedTuple):
    """The hands that both players may hold, and how they compare."""

    hands: list[list[str]]  #: The labels of each player's hands.
    ways: Matrix  #: How many ways there are to deal a pair of hands.
    #: The share of a stake that player 0 wins minus the share that he loses, summed over the ways
    #: to deal a pair of hands, and multiplied by `denominator`.
    net_ways: Matrix
    denominator: int


class Terminal(NamedTuple):
    """The end of a hand: player 0 nets a fixed amount, and his share of a stake won minus lost."""

    fixed_amount: Fraction  #: In chips.
    stake: Fraction  #: In chips.


class Decision(NamedTuple):
    """A player chooses an action, and each leads to another node."""

    player: int
    actions: dict[str, int]  #: The index of the node that each action leads to.


Node = Terminal | Decision


class RealizationPlan(NamedTuple):
    """The probability with which each hand of a player plays all of his actions in a history.

    A history is the actions of both players from the first one on, joined by commas.
    """

    player: int
    numerators: dict[str, list[int]]  #: For each history, the hands' probabilities * `denominator`.
    denominator: int


def bounds(certificate: Json, table: Json | None = None) -> tuple[Fraction, Fraction]:
    """Find the guarantees of the two strategies: bounds on the value of the game to player 0.

    The value that the certificate claims is not looked at: `report` compares.

    Parameters
    ----------
    certificate : dict
        A certificate, as `read` returns it.
    table : dict
        The table of hold'em, by default that of the file `DEAL`.

    Returns
    -------
    lower, upper : Fraction
        In chips: the least that player 0 gets with his strategy, and the most that he gets against
        player 1's.

    Raises
    ------
    ValueError
        If the game or a strategy is impossible, or the game takes more than `MAX_STEPS`.
    """
    table = read(DEAL) if table is None else table
    for name, given in (("certificate", certificate), ("table", table)):
        if not isinstance(given, dict):
            raise TypeError(f"{name}: {reprlib.repr(given)} given, a dict needed, as read makes it")
    deal = _read_deal(_read_item(certificate, "deal"), holdem=_read_holdem(table))
    tree = _read_item(certificate, "tree", dict)
    nodes, count = _read_nodes(_read_item(tree, "nodes", list), deal)
    written = _read_item(certificate, "plans", list)
    if len(written) != 2:
        raise ValueError("plans: two needed")
    plans = [_read_plan(player, written[player], deal.hands[player]) for player in (0, 1)]
    _require_few_digits(nodes, count, deal, plans)
    responders = [Responder(plan, nodes, deal) for plan in plans]
    try:
        for responder in responders:  # before any payoff, because these take longer
            responder.require_plan()
        lower, upper = (responder.payoff() for responder in responders)
    except RecursionError:
        raise ValueError("tree: too many actions in a row") from None
    return lower, upper


class Place(NamedTuple):
    """A node, and how the hand came to it."""

    node: Node
    history: str
    reach: list[int]  #: For each hand of the plan, the probability to play so far, as a numerator.


class Responder:
    """The other player, who plays a best response to a player's plan.

    He knows the plan and his own hand. The package has best responses, too, but what they prove is
    verified here without them.
    """

    def __init__(self, plan: RealizationPlan, nodes: list[Node], deal: Deal) -> None:
        self.plan = plan
        self.nodes = nodes
        self.plan_hands = deal.hands[plan.player]
        # With a row for each hand of the responder.
        self.ways, self.net_ways = deal.ways, deal.net_ways
        if plan.player == 0:
            self.ways, self.net_ways = _transposed(deal.ways), _transposed(deal.net_ways)
        self.denominator = deal.denominator

    def require_plan(self) -> None:
        """Refuse a plan that does not add up, or that has other histories than the tree."""
        histories_of_plan: set[str] = set()
        self._require_plan_from(self._start(), histories_of_plan)
        unknown = self.plan.numerators.keys() - histories_of_plan
        if unknown:
            raise ValueError(f"plans: {min(unknown)!r} given, an action of the player needed")

    def _require_plan_from(self, place: Place, histories_of_plan: set[str]) -> None:
        """Refuse a plan in which, from a place on, the reaches of a hand do not add up.

        The histories that end with an action of the plan's player are added to those of the plan.
        """
        node = place.node
        if isinstance(node, Terminal):
            return
        following = self.places_after(node, place)
        if node.player == self.plan.player:
            histories_of_plan.update(after.history for after in following)
            for i, hand in enumerate(self.plan_hands):
                if sum(after.reach[i] for after in following) != place.reach[i]:
                    given = f"with {hand} what follows {place.history!r}"
                    raise ValueError(f"plans: {given} does not add up")
        for after in following:
            self._require_plan_from(after, histories_of_plan)

    def payoff(self) -> Fraction:
        """Return player 0's average gain in chips, if `require_plan` refuses nothing."""
        values = self.values_from(self._start())
        total_ways = sum(sum(row) for row in self.ways)
        return sum(values, Fraction(0)) / (self.plan.denominator * total_ways)

    def _start(self) -> Place:
        """Return the place where the betting begins, which every hand reaches."""
        certain = [self.plan.denominator] * len(self.plan_hands)
        return Place(self.nodes[-1], "", certain)

    def values_from(self, place: Place) -> list[Fraction]:
        """Return player 0's gains from a place on, one for each hand of the responder.

        The values are sums over the hands of the plan, each weighted by the ways to deal it and by
        its reach.
        """
        node = place.node
        if isinstance(node, Terminal):
            return self.terminal_values(node, place.reach)
        by_action = [self.values_from(after) for after in self.places_after(node, place)]
        by_hand = zip(*by_action, strict=True)
        if node.player == self.plan.player:
            return [sum(values, Fraction(0)) for values in by_hand]
        best = max if node.player == 0 else min
        return [best(values) for values in by_hand]

    def places_after(self, node: Decision, place: Place) -> list[Place]:
        """Return the places to which the actions of a decision lead."""
        prefix = f"{place.history}, " if place.history else ""
        never = [0] * len(self.plan_hands)  # the plan leaves out what no hand plays
        following = []
        for action, child in node.actions.items():
            history, reach = prefix + action, place.reach
            if node.player == self.plan.player:
                reach = self.plan.numerators.get(history, never)
            following.append(Place(self.nodes[child], history, reach))
        return following

    def terminal_values(self, terminal: Terminal, reach: list[int]) -> list[Fraction]:
        """Return player 0's gains at a terminal node, weighted as in `values_from`."""
        reaching = [i for i, numerator in enumerate(reach) if numerator]
        values = []
        for ways, net_ways in zip(self.ways, self.net_ways, strict=True):
            value = terminal.fixed_amount * sum(ways[i] * reach[i] for i in reaching)
            if terminal.stake:
                net_won = sum(net_ways[i] * reach[i] for i in reaching)
                value += terminal.stake * Fraction(net_won, self.denominator)
            values.append(value)
        return values


def _transposed(matrix: Matrix) -> Matrix:
    """Return a matrix with a row for each hand of player 1."""
    return [list(column) for column in zip(*matrix, strict=True)]


def _read_holdem(table: Json) -> Deal:
    """Read the table of hold'em, whose two lists of numbers go through all pairs of hands."""
    hands = _read_names("hands", _read_item(table, "hands", list))
    listed_ways = _read_listed("ways", table, "B")
    listed_margins = _read_listed("margins", table, "i")
    indices = range(len(hands))
    same_or_not = list(combinations_with_replacement(indices, 2))
    different = list(combinations(indices, 2))
    for name, listed, pairs in (
        ("ways", listed_ways, same_or_not),
        ("margins", listed_margins, different),
    ):
        if len(listed) != len(pairs):
            raise ValueError(f"{name}: {len(listed)} numbers given, {len(pairs)} needed")
    boards = _read_integer("boards", _read_item(table, "boards"))
    if boards < 1 or not any(listed_ways):
        raise ValueError("boards, ways: from 1 up needed, and not all ways 0")
    ways = [[0 for _ in indices] for _ in indices]
    margins = [[0 for _ in indices] for _ in indices]
    for (i, k), count in zip(same_or_not, listed_ways, strict=True):
        ways[i][k] = ways[k][i] = count
    for (i, k), margin in zip(different, listed_margins, strict=True):
        margins[i][k], margins[k][i] = margin, -margin
    return Deal([hands, hands], ways, margins, boards)


def _read_listed(name: str, table: Json, typecode: str) -> array[int]:
    """Read numbers that are written in base 64, the lowest byte of each first."""
    written = _read_item(table, name, str)
    try:
        numbers = array(typecode, b64decode(written))
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _read_deal(written: object, holdem: Deal) -> Deal:
    """Read the deal of a certificate: hold'em by its name, or an object with all its numbers."""
    if written == "hold'em":
        return holdem
    if not isinstance(written, dict):
        raise ValueError(f"deal: {reprlib.repr(written)} given, hold'em or an object needed")
    lists = _read_item(written, "hands", list)
    hands = [_read_names("hands", _of_kind("hands", labels, list)) for labels in lists]
    if len(hands) != 2 or any(len(set(labels)) < len(labels) for labels in hands):
        raise ValueError("deal: two lists of different hands needed")
    ways = _read_matrix("ways", written, hands)
    margins = _read_matrix("margins", written, hands)
    runout_counts = _read_matrix("runout_counts", written, hands)
    pairs = [(i, k) for i in range(len(hands[0])) for k in range(len(hands[1]))]
    possible_pairs = [(i, k) for i, k in pairs if ways[i][k]]
    if not possible_pairs or any(ways[i][k] < 0 for i, k in possible_pairs):
        raise ValueError("ways: from 0 up needed, and not all 0")
    if any(runout_counts[i][k] < max(1, abs(margins[i][k])) for i, k in possible_pairs):
        raise ValueError("margins: -runout_counts to runout_counts needed, and these from 1 up")
    counts = (runout_counts[i][k] for i, k in possible_pairs)
    denominator = _common_denominator("runout_counts", counts, _MAX_DIGITS_OF_A_GAME)
    net_ways = [[0 for _ in hands[1]] for _ in hands[0]]
    for i, k in possible_pairs:
        net_ways[i][k] = ways[i][k] * margins[i][k] * (denominator // runout_counts[i][k])
    return Deal(hands, ways, net_ways, denominator)


def _read_matrix(name: str, written: Json, hands: list[list[str]]) -> Matrix:
    """Read integers, one for each pair of hands."""
    rows = [_of_kind(name, row, list) for row in _read_item(written, name, list)]
    matrix = [[_read_integer(name, number) for number in row] for row in rows]
    if [len(row) for row in matrix] != [len(hands[1])] * len(hands[0]):
        raise ValueError(f"{name}: a number for each pair of hands needed")
    return matrix


def _read_nodes(written: list[Json], deal: Deal) -> tuple[list[Node], int]:
    """Read the nodes of a tree, the last of which is the first to be played, and count them.

    Nodes that are shared are counted each time.
    """
    nodes: list[Node] = []
    counts: list[int] = []  # of each node, how many there are from it on
    for node in written:
        if "actions" in _of_kind("nodes", node, dict):
            decision = _read_decision(node, len(nodes))
            nodes.append(decision)
            counts.append(1 + sum(counts[child] for child in decision.actions.values()))
        else:
            nodes.append(_read_terminal(node))
            counts.append(1)
    if not 0 < max(counts, default=0) <= _MAX_NODES:
        raise ValueError(f"tree: 1 to {_MAX_NODES:,} nodes needed")
    pairs = len(deal.hands[0]) * len(deal.hands[1])
    if counts[-1] * pairs > MAX_STEPS:
        given = f"{counts[-1]:,} nodes with {pairs:,} pairs of hands given"
        raise ValueError(f"tree: {given}, a product of at most {MAX_STEPS:,} allowed")
    return nodes, counts[-1]


def _require_few_digits(
    nodes: list[Node], count: int, deal: Deal, plans: list[RealizationPlan]
) -> None:
    """Refuse a certificate whose numbers are so long that to check it would take hours."""
    terminals = [node for node in nodes if isinstance(node, Terminal)]
    below = (amount.denominator for terminal in terminals for amount in terminal)
    of_amounts = _common_denominator("tree", below, _MAX_DIGITS_OF_A_GAME)
    of_plans = max(plan.denominator for plan in plans)
    digits = sum(_digits(number) for number in (deal.denominator, of_amounts, of_plans))
    pairs = len(deal.hands[0]) * len(deal.hands[1])
    if count * pairs * (1 + digits // 100) > MAX_STEPS:
        given = f"common denominators of {digits:,} digits given"
        raise ValueError(f"plans: {given}, fewer needed for {count:,} nodes and {pairs:,} pairs")


def _digits(number: int) -> int:
    """Return how many digits a number has, or one more: to write it could take long."""
    return 1 + number.bit_length() * 30103 // 100_000  # log10(2) is 0.30103


def _common_denominator(name: str, denominators: Iterable[int], most_digits: int) -> int:
    """Find the least common multiple of some denominators; `name` is for the error message."""
    common = 1
    for denominator in denominators:
        common = lcm(common, denominator)
        if _digits(common) > most_digits + 1:
            raise ValueError(f"{name}: a common denominator of at most {most_digits} digits needed")
    return common


def _read_decision(written: Json, index: int) -> Decision:
    """Read a decision, the node with this index."""
    player = _read_integer("player", _read_item(written, "player"))
    children = _read_item(written, "actions", dict).items()
    actions = {
        _read_name("actions", action): _read_integer("actions", child) for action, child in children
    }
    if player not in (0, 1) or not actions or any(not name or "," in name for name in actions):
        raise ValueError("tree: a decision of player 0 or 1 between named actions needed")
    if not all(0 <= child < index for child in actions.values()):
        raise ValueError("tree: the indices of earlier nodes needed")
    return Decision(player, actions)


def _read_terminal(written: Json) -> Terminal:
    """Read a fold, ``{"fold": [payment]}``, or a showdown, ``{"showdown": [put in, dead]}``."""
    if len(written) == 1:
        ((name, texts),) = written.items()
        known = name in ("fold", "showdown") and isinstance(texts, list)
        amounts = [_read_amount(name, text) for text in texts] if known else []
        if name == "fold" and len(amounts) == 1:
            return Terminal(fixed_amount=amounts[0], stake=Fraction(0))
        if name == "showdown" and len(amounts) == 2 and amounts[0] >= 0:
            return _showdown(put_in=amounts[0], dead_money=amounts[1])
    raise ValueError(f"tree: {reprlib.repr(written)} given, a fold or a showdown needed")


def _showdown(put_in: Fraction, dead_money: Fraction) -> Terminal:
    """Return the terminal node at which the winner gets what the other put in, and all dead money.

    Dead money is positive if player 1 posted it, and negative if player 0 did. Whoever posted it
    gets it back if he wins. So with positive dead money player 0 wins ``put_in + dead_money`` or
    loses ``put_in``: half of ``dead_money`` is his in any case, and the other half is at stake.
    """
    return Terminal(fixed_amount=dead_money / 2, stake=put_in + abs(dead_money) / 2)


def _read_plan(player: int, written: Json, hands: list[str]) -> RealizationPlan:
    """Read a player's plan: for each history, the hands that play it and their probabilities."""
    probabilities = {
        history: _read_probabilities(_read_name("plans", history), by_hand, hands)
        for history, by_hand in _of_kind("plans", written, dict).items()
    }
    every = (share.denominator for by_hand in probabilities.values() for share in by_hand)
    denominator = _common_denominator("plans", every, _MAX_DIGITS)
    numerators = {
        history: [share.numerator * (denominator // share.denominator) for share in by_hand]
        for history, by_hand in probabilities.items()
    }
    return RealizationPlan(player, numerators, denominator)


def _read_probabilities(action: str, written: Json, hands: list[str]) -> list[Fraction]:
    """Read the probability with which each hand takes an action; hands left out never do."""
    for hand in _of_kind(action, written, dict).keys() - set(hands):
        raise ValueError(f"{action}: {hand!r} given, a hand such as {hands[0]} needed")
    probabilities = {hand: _read_fraction(hand, text) for hand, text in written.items()}
    for hand, probability in probabilities.items():
        if not 0 <= probability <= 1:
            raise ValueError(f"{action}: {hand} with a probability outside 0 to 1")
    return [probabilities.get(hand, Fraction(0)) for hand in hands]


def _read_item(mapping: Json, key: str, kind: type = object) -> Any:
    """Return the item of a mapping under a key; a ValueError if it has none of this kind."""
    if key not in mapping:
        raise ValueError(f"{key}: missing")
    return _of_kind(key, mapping[key], kind)


def _of_kind(name: str, written: Any, kind: type) -> Any:
    """Return a written item, if it is of this kind; `name` is for the error message."""
    if not isinstance(written, kind):
        raise ValueError(f"{name}: {reprlib.repr(written)} given, {_KINDS[kind]} needed")
    return written


def _read_names(name: str, written: list[object]) -> list[str]:
    """Read a list of names; `name` is for the error message."""
    return [_read_name(name, each) for each in written]


def _read_name(name: str, written: object) -> str:
    """Read a name, which must not move the cursor or begin a line where it is shown."""
    if not (isinstance(written, str) and written.isprintable()):
        raise ValueError(f"{name}: {reprlib.repr(written)} given, printable text needed")
    return written


def _read_integer(name: str, number: object) -> int:
    """Read an integer, written as a number or as a text; `name` is for the error message."""
    if isinstance(number, bool) or not re.fullmatch(r"-?[0-9]{1,30}", str(number)):
        raise ValueError(f"{name}: {reprlib.repr(number)} given, a whole number needed")
    return int(str(number))


def _read_fraction(name: str, text: object) -> Fraction:
    """Read a fraction or a decimal from a text; `name` is for the error message."""
    if not (isinstance(text, str) and re.fullmatch(r"-?[0-9]+([/.][0-9]+)?", text)):
        raise ValueError(f"{name}: {reprlib.repr(text)} given, a fraction needed")
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):  # more digits than Python reads, or 0 below
        raise ValueError(f"{name}: {reprlib.repr(text)} given, a fraction needed") from None


def _read_amount(name: str, text: object) -> Fraction:
    """Read an amount of chips from a text; `name` is for the error message."""
    amount = _read_fraction(name, text)
    if _digits(max(abs(amount.numerator), amount.denominator)) > _MAX_DIGITS_OF_A_GAME + 1:
        given = reprlib.repr(text)
        raise ValueError(f"{name}: {given} given, at most {_MAX_DIGITS_OF_A_GAME} digits needed")
    return amount


def read(path: str | Path) -> Json:
    """Read an object from a JSON file of at most `MAX_BYTES` bytes; its numbers stay texts.

    Raises
    ------
    TypeError
        If the path is neither text nor a Path.
    OSError
        If the file cannot be read.
    ValueError
        If it is not JSON, is nested too deeply, or has no object or a key twice.
    """
    _require_file_name("path", path)
    return _parse(_read_bytes(path))


def _require_file_name(name: str, path: object) -> None:
    """Refuse a number: `open` would take it for a file that is open already, and close that."""
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"{name}: {reprlib.repr(path)} given, the name of a file needed")


def _read_bytes(path: str | Path) -> bytes:
    """Read a file of at most `MAX_BYTES` bytes."""
    with open(path, "rb", opener=_open_without_waiting) as file:
        text = file.read(MAX_BYTES + 1)
    if len(text) > MAX_BYTES:
        raise ValueError(f"more than {MAX_BYTES:,} bytes")
    return text


def _parse(text: bytes) -> Json:
    """Read an object from JSON; its numbers stay texts."""
    try:
        content = json.loads(
            text,
            parse_int=str,
            parse_float=str,
            parse_constant=str,
            object_pairs_hook=_without_doubles,
        )
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return _of_kind("JSON", content, dict)


def _without_doubles(pairs: list[tuple[str, Any]]) -> Json:
    """Make an object of its pairs of key and value; a key that stands twice is a ValueError."""
    mapping: Json = {}
    for key, written in pairs:
        if key in mapping:
            raise ValueError(f"{reprlib.repr(key)} given twice, once needed")
        mapping[key] = written
    return mapping


def _open_without_waiting(path: str | Path, flags: int) -> int:
    """Open a file without waiting, so that a pipe to which nobody writes reads as empty."""
    nonblocking = getattr(os, "O_NONBLOCK", 0)  # Windows has none
    file = os.open(path, flags | nonblocking)
    if nonblocking:
        os.set_blocking(file, True)
    return file


class Report(NamedTuple):
    """The findings of `report`."""

    findings: dict[str, object]  #: "valid", "value" (None if unknown), "lower", "upper", "unit".
    text: str  #: The same in words.
    complaint: str | None  #: The fault in the certificate, if there is one.


def report(path: str | Path, table: str | Path = DEAL) -> Report:
    """Check the certificate in a file, with the table of hold'em from another file.

    Raises
    ------
    TypeError
        If a path is neither text nor a Path.
    ValueError
        If either file cannot be read, or is malformed.
    """
    _require_file_name("path", path)
    _require_file_name("table", table)
    try:
        text_of_table = _read_bytes(table)
        if sha256(text_of_table).hexdigest() != _SHA256:
            raise ValueError(f"not the table of counts, whose SHA-256 is {_SHA256}")
        holdem_table = _parse(text_of_table)
    except Exception as error:  # whatever a file can bring about
        raise ValueError(_in_one_line(error, table, f"{table}")) from None
    try:
        certificate = read(path)
        claims = _read_claims(certificate)
        lower, upper = bounds(certificate, holdem_table)
        player, _ = _read_players(certificate["tree"])
        false_claim = _false_claim(certificate, claims, lower, upper)
        findings: dict[str, object] = {
            "valid": false_claim is None,
            "value": float(lower) if lower == upper else None,
            "lower": float(lower),
            "upper": float(upper),
            "unit": "chips",
        }
    except Exception as error:
        raise ValueError(_in_one_line(error, path, f"{path}: no certificate")) from None
    complaint = None
    if false_claim is not None:
        complaint = f"{path}: a false certificate: {false_claim}"
    if false_claim is None and lower == upper:
        name = reprlib.repr(player)
        text = f"An equilibrium, worth exactly {_format_fraction(lower)} chips to {name}"
    else:
        text = f"The strategies guarantee {float(lower):.12g} to {float(upper):.12g} chips"
    return Report(findings, text, complaint)


def _read_players(tree: Json) -> list[str]:
    """Read the names of a tree's two players."""
    players = _read_names("players", _read_item(tree, "players", list))
    if len(players) != 2 or players[0] == players[1]:
        raise ValueError(f"players: {reprlib.repr(players)} given, two different names needed")
    return players


def _read_claims(certificate: Json) -> dict[str, Fraction]:
    """Read a certificate's claim: its value or, if it has none, both bounds."""
    bounded = "lower" in certificate or "upper" in certificate
    if bounded and "value" in certificate:
        raise ValueError("value: given besides a bound, only one of the two allowed")
    names = ("lower", "upper") if bounded else ("value",)
    return {name: _read_fraction(name, _read_item(certificate, name)) for name in names}


def _false_claim(
    certificate: Json, claims: dict[str, Fraction], lower: Fraction, upper: Fraction
) -> str | None:
    """Name a certificate's wrong claim, given the true bounds; None if all is true."""
    if "value" in claims and lower < upper:
        return "the strategies are no equilibrium"
    for name, bound in (("value", upper), ("upper", upper), ("lower", lower)):
        if name in claims and claims[name] != bound:
            given = reprlib.repr(certificate[name])
            return f"{name}: {given} given, {_format_fraction(bound)} needed"
    return None


def _format_fraction(number: Fraction) -> str:
    """Write a fraction, or twelve digits of it where it has more than Python writes."""
    try:
        return str(number)
    except ValueError:
        return f"about {float(number):.12g}"


def _in_one_line(error: Exception, path: str | Path, about: str) -> str:
    """Say in one line what is wrong with a file."""
    if isinstance(error, OSError):
        return f"{error.filename or path}: {error.strerror}"
    if isinstance(error, ValueError):
        return f"{about}: {error}"
    return f"{about}: {type(error).__name__}: {error}"


def main(files: list[str]) -> int:
    """Print the findings of `report`, and return the exit status."""
    try:
        if len(files) not in (1, 2):
            raise ValueError("python check.py FILE [DEAL]")
        _, text, complaint = report(*files)
        encoding = sys.stdout.encoding or "utf-8"
        print(text.encode(encoding, "backslashreplace").decode(encoding), flush=True)
    except (OSError, ValueError) as error:
        _discard_if_full(sys.stdout)
        _complain(error)
        return 2
    except KeyboardInterrupt:
        return 130
    if complaint is not None:
        _complain(complaint)
        return 1
    return 0


def _complain(about: object) -> None:
    """Print one line on standard error, if it can be written there."""
    with suppress(OSError):
        print(f"check.py: {about}", file=sys.stderr, flush=True)
    _discard_if_full(sys.stderr)


def _discard_if_full(stream: TextIO) -> None:
    """Discard what a stream does not take: Python would try again at its end, and return 120."""
    try:
        stream.flush()
    except OSError:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
