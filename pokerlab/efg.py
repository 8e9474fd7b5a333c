"""Extensive forms for other programs: files ``.efg``, which Gambit and OpenSpiel read.

The deal becomes one chance node whose branches are the pairs of hands, and the betting tree follows
each of them. A showdown pays what the two hands earn on average over the boards. There is no way
back: few extensive forms are a deal times a tree.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import count

import numpy as np

from pokerlab.games import Game, check_game
from pokerlab.trees import Decision, Node


def write(game: Game) -> str:
    """The text of a file ``.efg``, with all numbers exact.

    A quotation mark in a name becomes an apostrophe, and what is not printed a blank. A game with
    locked decisions is a ValueError.

    Examples
    --------
    >>> from pokerlab import betting, deals
    >>> print(write(Game(deals.kuhn(), betting.push_fold(2))).splitlines()[2])
    p "" 1 1 "" { "fold" "push" } 0
    """
    check_game(game, locks=False)
    deal, tree, outcomes = game.deal, game.tree, count(1)
    numbers = [{s.history: n for n, s in enumerate(sets)} for sets in tree.information_sets]

    def visit(node: Node, history: str, dealt: tuple[int, int]) -> Iterator[str]:
        if isinstance(node, Decision):
            p, actions = node.player, " ".join(map(_quoted, node.actions))
            number = numbers[p][history] * len(deal.hands[p]) + dealt[p] + 1
            yield f'p "" {p + 1} {number} "" {{ {actions} }} 0'
            for action, child in node.actions.items():
                yield from visit(child, f"{history}, {action}" if history else action, dealt)
        else:
            fixed, stake = node.payments()
            paid = fixed + stake * Fraction(int(deal.margins[dealt]), int(deal.runouts[dealt]))
            yield f't "" {next(outcomes)} "" {{ {paid} {-paid} }}'

    total, branches = int(deal.weights.sum()), []
    lines: list[str] = []
    for i, k in np.argwhere(deal.weights > 0).tolist():
        chance = Fraction(int(deal.weights[i, k]), total)
        branches.append(f"{_quoted(f'{deal.hands[0][i]} {deal.hands[1][k]}')} {chance}")
        lines += visit(tree.root, "", (i, k))
    title, players = _quoted(f"{tree.name} on {deal.name}"), map(_quoted, tree.players)
    head = f'EFG 2 R {title} {{ {" ".join(players)} }} ""'
    return "\n".join([head, f'c "" 1 "" {{ {" ".join(branches)} }} 0', *lines]) + "\n"


def _quoted(text: str) -> str:
    printed = (character if character.isprintable() else " " for character in text)
    return '"' + "".join(printed).replace('"', "'").replace("\\", "/") + '"'
