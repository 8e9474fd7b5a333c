"""Check a certificate of two strategies in fractions: python check.py FILE [DEAL].

This file needs nothing but Python, and the table of counts ``deal.json``: for each pair
of hands in how many ways they are dealt, and how many boards the first wins less how many
it loses. A certificate is JSON, of one of two kinds.

One of push or fold has the game's amounts, how likely each hand is to push and to call, and
the value. The stack is the chips in front of each player before antes and blinds; the big
blind has his own ante, which is dead money, besides. All is in the amounts' chips.

One of any other game has its ``tree``: nodes in a list, each a fold with what player 0 nets,
a showdown with the stake and dead money, or a decision, whose actions name earlier nodes by
their places; the last node is the first to be played. Its ``deal`` is "hold'em", or the labels
of both players' hands and tables of weights, margins and run-outs. Its ``plans`` say for either
player and each of his actions, named by the whole line of actions that it ends, how likely a
hand is to play all that he does in that line; what is left out is 0. It claims a ``value``, or a
``lower`` and an ``upper`` bound on it.

The exit status is 0 if the certificate is valid, 1 if it is false, and 2 if a file cannot
be read or is no certificate.
"""

from __future__ import annotations

import json
import os
import re
import reprlib
import sys
from array import array
from base64 import b64decode
from fractions import Fraction
from hashlib import sha256
from math import lcm
from pathlib import Path
from typing import Any

DEAL = Path(__file__).parent / "data" / "deal.json"
SHA256 = "8137f266a328eb3d00f8a9c243fec9b9395620395733804e30fb5e8ce8e11a1d"  #: Its checksum.
MOST = 10_000_000  #: No certificate has more bytes,
MOST_NODES = 1_000_000  #: and no tree more nodes.
Table = dict[tuple[int, int], int]  # a number for each pair of hands
#: Both players' hands, the ways to deal them, what player 0 wins less what he loses of a stake in
#: all of these, and the unit of that.
Deal = tuple[list[list[str]], Table, Table, int]
#: What player 0 nets, what is staked besides, who decides, and where his actions lead, if it is he.
Node = tuple[Fraction, Fraction, int, dict[str, int]]
AMOUNTS = "stack", "small_blind", "big_blind", "ante", "big_blind_ante"


def check(certificate: dict, deal: dict | None = None) -> tuple[Fraction, Fraction]:
    """What the two strategies guarantee player 0, the small blind: the least, and the most.

    An impossible game or strategy is a ValueError. The deal is what `DEAL` holds, by default.
    """
    deal = read(DEAL) if deal is None else deal
    for name, given in (("certificate", certificate), ("deal", deal)):
        if not isinstance(given, dict):
            raise TypeError(f"{name}: {reprlib.repr(given)} given, a dict needed, as read makes it")
    if "tree" in certificate:
        return check_tree(certificate, counts(deal))
    (names, _), weight, margin, boards = counts(deal)
    hands = range(len(names))
    stack, small, big, ante, dead = (fraction(certificate, name) for name in AMOUNTS)
    if not (0 <= small <= big and ante >= 0 and dead >= 0 and stack > ante + big):
        raise ValueError("no game in which both players have a choice")
    push, one = chances(certificate, "push", names)
    call, sure = chances(certificate, "call", names)
    folded, stolen, stake = -ante - small, ante + big + dead, stack + dead / 2
    lower = upper = Fraction(0)
    for k in hands:  # the big blind's best answers to the pushes
        every = one * sum(weight[i, k] for i in hands)
        pushed = sum(weight[i, k] * push[i] for i in hands)
        won = Fraction(sum(margin[i, k] * push[i] for i in hands), boards)
        called = dead / 2 * pushed + stake * won
        lower += folded * (every - pushed) + min(stolen * pushed, called)
    for i in hands:  # the small blind's best answers to the calls
        every = sure * sum(weight[i, k] for k in hands)
        met = sum(weight[i, k] * call[k] for k in hands)
        won = Fraction(sum(margin[i, k] * call[k] for k in hands), boards)
        called = dead / 2 * met + stake * won
        upper += max(folded * every, stolen * (every - met) + called)
    total = sum(weight.values())
    return lower / (total * one), upper / (total * sure)


def counts(deal: dict) -> Deal:
    """Read the table of counts: hands, ways, boards won less lost, and boards of each way."""
    names = entry(deal, "hands")
    ways = iter(array("B", b64decode(entry(deal, "weights"))))
    wins = array("i", b64decode(entry(deal, "margins")))
    if sys.byteorder == "big":
        wins.byteswap()
    hands, left = range(len(names)), iter(wins)
    weight, margin = {}, {}
    for i in hands:
        for k in hands[i:]:
            weight[i, k] = weight[k, i] = next(ways)
            margin[i, k] = next(left) if i < k else 0
            margin[k, i] = -margin[i, k]
    return [names, names], weight, margin, int(entry(deal, "boards"))


def check_tree(certificate: dict, holdem: Deal) -> tuple[Fraction, Fraction]:
    """The same of any tree, and any deal: what best responses to either plan leave."""
    hands, ways, won, one = own_deal(entry(certificate, "deal"), holdem)
    nodes, plans = tree_nodes(entry(certificate["tree"], "nodes")), entry(certificate, "plans")
    if len(plans) != 2:
        raise ValueError("plans: two needed")
    both = (Plan(player, plans[player], hands, ways, won, one) for player in (0, 1))
    lower, upper = (plan.worth(nodes) / sum(ways.values()) for plan in both)
    return lower, upper


class Plan:
    """A player's plan, whole numbers by lines of actions, and what it leaves to the other one."""

    def __init__(
        self, player: int, given: dict, hands: list[list[str]], ways: Table, won: Table, one: int
    ) -> None:
        self.player, self.hands = player, hands[player]
        mine, others = (range(len(hands[p])) for p in (player, 1 - player))
        pairs = [[(k, i) if player else (i, k) for i in mine] for k in others]
        self.ways = [[ways[pair] for pair in row] for row in pairs]  # (other's hands, own hands)
        self.won = [[won[pair] for pair in row] for row in pairs]
        self.one = one
        played = {line: fractions(line, part, self.hands) for line, part in given.items()}
        self.sure = lcm(
            *(chance.denominator for part in played.values() for chance in part.values())
        )
        self.played = {
            line: [int(part.get(hand, 0) * self.sure) for hand in self.hands]
            for line, part in played.items()
        }
        self.met: set[str] = set()

    def worth(self, nodes: list[Node]) -> Fraction:
        """What a best response leaves player 0, summed over all ways to deal the hands."""
        least = self.best(nodes, len(nodes) - 1, "", [self.sure] * len(self.hands))
        for line in self.played.keys() - self.met:
            raise ValueError(f"plans: {line!r} given, an action of the player needed")
        return sum(least, Fraction(0)) / self.sure

    def best(self, nodes: list[Node], place: int, line: str, reach: list[int]) -> list[Fraction]:
        """What player 0 gets from here on against each hand of the one who responds, best."""
        fixed, stake, player, actions = nodes[place]
        if not actions:
            met = [hand for hand, chance in enumerate(reach) if chance]
            paid = [fixed * sum(row[i] * reach[i] for i in met) for row in self.ways]
            if stake:
                shown = (sum(row[i] * reach[i] for i in met) for row in self.won)
                paid = [
                    part + stake * Fraction(n, self.one)
                    for part, n in zip(paid, shown, strict=True)
                ]
            return paid
        lines = {action: f"{line}, {action}".removeprefix(", ") for action in actions}
        after = dict.fromkeys(actions, reach)
        if player == self.player:
            never = [0] * len(reach)
            after = {action: self.played.get(lines[action], never) for action in actions}
            self.met.update(lines.values())
            for hand, led, *parts in zip(self.hands, reach, *after.values(), strict=True):
                if sum(parts) != led:
                    raise ValueError(f"plans: with {hand} what follows {line!r} does not add up")
        found = [self.best(nodes, actions[a], lines[a], after[a]) for a in actions]
        if player == self.player:
            return [sum(parts, Fraction(0)) for parts in zip(*found, strict=True)]
        return [max(parts) if player == 0 else min(parts) for parts in zip(*found, strict=True)]


def own_deal(deal: object, holdem: Deal) -> Deal:
    """A certificate's deal: both players' hands, ways, what is won in units, and what 1 is."""
    if deal == "hold'em":
        return holdem
    if not isinstance(deal, dict):
        raise ValueError(f"deal: {reprlib.repr(deal)} given, hold'em or a table needed")
    hands = [list(map(str, labels)) for labels in deal["hands"]]
    if len(hands) != 2 or any(len({*labels}) < len(labels) for labels in hands):
        raise ValueError("deal: two lists of different hands needed")
    tables = []
    for name in ("weights", "margins", "runouts"):
        rows = [[whole(name, number) for number in row] for row in deal[name]]
        if [*map(len, rows)] != [len(hands[1])] * len(hands[0]):
            raise ValueError(f"{name}: a number for each pair of hands needed")
        tables.append({(i, k): n for i, row in enumerate(rows) for k, n in enumerate(row)})
    weight, wins, runouts = tables
    dealt = [pair for pair, ways in weight.items() if ways]
    if min(weight.values(), default=0) < 0 or not dealt:
        raise ValueError("weights: from 0 up needed, and not all 0")
    if any(runouts[pair] < abs(wins[pair]) or runouts[pair] < 1 for pair in dealt):
        raise ValueError("margins: -runouts to runouts needed, and runouts from 1 up")
    one = lcm(*(runouts[pair] for pair in dealt))
    margin = dict.fromkeys(weight, 0)
    margin |= {pair: weight[pair] * wins[pair] * (one // runouts[pair]) for pair in dealt}
    return hands, weight, margin, one


def tree_nodes(written: list[dict]) -> list[Node]:
    """Read the nodes of a tree."""
    nodes: list[Node] = []
    sizes: list[int] = []
    for node in written:
        if "actions" in node:
            player = whole("player", node["player"])
            actions = {name: whole("actions", place) for name, place in node["actions"].items()}
            if player not in (0, 1) or not actions or any("," in name for name in actions):
                raise ValueError("tree: a decision of player 0 or 1 between named actions needed")
            if not all(0 <= place < len(nodes) for place in actions.values()):
                raise ValueError("tree: the places of earlier nodes needed")
            nodes.append((Fraction(0), Fraction(0), player, actions))
            sizes.append(1 + sum(sizes[place] for place in actions.values()))
        else:
            ((kind, amounts),) = node.items()
            parts = [fraction({kind: amount}, kind) for amount in amounts]
            if kind == "fold" and len(parts) == 1:
                nodes.append((parts[0], Fraction(0), 0, {}))
            elif kind == "showdown" and len(parts) == 2 and parts[0] >= 0:
                stake, dead = parts
                nodes.append((dead / 2, stake + abs(dead) / 2, 0, {}))
            else:
                raise ValueError(f"tree: {reprlib.repr(node)} given, a fold or a showdown needed")
            sizes.append(1)
    if not 0 < max(sizes, default=0) <= MOST_NODES:
        raise ValueError(f"tree: 1 to {MOST_NODES:,} nodes needed")
    return nodes


def entry(given: dict, name: str) -> Any:
    """What an object has under a name; a ValueError if there is nothing."""
    if name not in given:
        raise ValueError(f"{name}: missing")
    return given[name]


def chances(certificate: dict, action: str, hands: list[str]) -> tuple[list[int], int]:
    """How likely each hand is to take an action, in whole numbers; and what 1 is."""
    played = fractions(action, entry(certificate, action), hands)
    one = lcm(*(chance.denominator for chance in played.values()))
    return [int(played.get(hand, 0) * one) for hand in hands], one


def fractions(action: str, given: dict, hands: list[str]) -> dict[str, Fraction]:
    """How likely hands are to take an action: those that are named."""
    for hand in given.keys() - {*hands}:
        raise ValueError(f"{action}: {hand!r} given, a hand such as {hands[0]} needed")
    played = {hand: fraction(given, hand) for hand in given}
    for hand, chance in played.items():
        if not 0 <= chance <= 1:
            raise ValueError(f"{action}: {hand} with a probability outside 0 to 1")
    return played


def whole(name: str, number: object) -> int:
    """Read a whole number."""
    if isinstance(number, bool) or not re.fullmatch(r"-?[0-9]{1,30}", str(number)):
        raise ValueError(f"{name}: {reprlib.repr(number)} given, a whole number needed")
    return int(str(number))


def fraction(given: dict, name: str) -> Fraction:
    """Read a fraction or a decimal."""
    text = entry(given, name)
    if not (isinstance(text, str) and re.fullmatch(r"-?[0-9]+([/.][0-9]+)?", text)):
        raise ValueError(f"{name}: {reprlib.repr(text)} given, a fraction needed")
    return Fraction(text)


def read(path: str | Path) -> dict:
    """Read an object of JSON of up to `MOST` bytes, its numbers as they are written.

    What names no file is a TypeError: a number would be one that is open already. A file that
    cannot be read is an OSError, and one that is no JSON a ValueError.
    """
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"path: {reprlib.repr(path)} given, the name of a file needed")
    with open(path, "rb", opener=_opened) as file:
        text = file.read(MOST + 1)
    if len(text) > MOST:
        raise ValueError(f"more than {MOST:,} bytes")
    return json.loads(text, parse_int=str, parse_float=str, parse_constant=str)


def _opened(path: str | Path, flags: int) -> int:
    """Open a file; a pipe, too, which is empty where nobody writes: nobody is waited for."""
    file = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(file, True)
    return file


def report(path: str | Path, table: str | Path = DEAL) -> tuple[dict, str, str | None]:
    """Check a file: the findings, the same in words, and what is false, if anything.

    A file that cannot be read, is no certificate, or is not the table of counts is a ValueError.
    """
    about = table
    try:
        if sha256(Path(table).read_bytes()).hexdigest() != SHA256:
            raise ValueError(f"not the table of counts, whose SHA-256 is {SHA256}")
        deal, about = read(table), f"{path}: no certificate"
        certificate = read(path)
        bounded = "lower" in certificate and "value" not in certificate
        names = ("lower", "upper") if bounded else ("value", "value")
        claimed = tuple(fraction(certificate, name) for name in names)
        lower, upper = check(certificate, deal)
        bounds, player = [float(lower), float(upper)], "the small blind"
        if "tree" in certificate:
            player = " ".join(str(certificate["tree"]["players"][0]).split())[:100]
    except OSError as error:
        raise ValueError(f"{error.filename or path}: {error.strerror}") from None
    except Exception as error:  # whatever a file can bring about
        why = error if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        raise ValueError(f"{about}: {why}") from None
    wrong = None
    if lower < upper and not bounded:
        wrong = "the strategies are no equilibrium"
    else:
        for name, claim, needed in zip(names, claimed, (lower, upper), strict=True):
            if claim != needed:
                wrong = f"{name}: {reprlib.repr(certificate[name])} given, {needed} needed"
    found: dict[str, object] = {"valid": not wrong, "value": bounds[0] if lower == upper else None}
    found |= {"lower": bounds[0], "upper": bounds[1], "unit": "chips"}
    text = "The strategies guarantee {:.12g} to {:.12g} chips".format(*bounds)
    if not wrong and lower == upper:
        text = f"An equilibrium, worth exactly {lower} chips to {player}"
    return found, text, wrong and f"{path}: a false certificate: {wrong}"


def main(files: list[str]) -> int:
    """Print the findings; return the exit status."""
    try:
        if len(files) not in (1, 2):
            raise ValueError("python check.py FILE [DEAL]")
        _, text, wrong = report(*files)
        print(text, flush=True)
    except (OSError, ValueError) as error:
        print(f"check.py: {error}", file=sys.stderr)
        return 2
    if wrong:
        print(f"check.py: {wrong}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
