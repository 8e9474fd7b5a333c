"""Extensive forms for other programs: files ``.efg``, which Gambit and OpenSpiel read.

The deal becomes one chance node whose branches are the pairs of hands, and the betting tree follows
each of them. A showdown pays what the two hands earn on average over the boards. There is no way
back: few extensive forms are a deal times a tree.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import count

import numpy as np

from pokerlab.games import Game, require_game
from pokerlab.trees import Decision

__all__ = ["to_text"]


def to_text(game: Game) -> str:
    """Return the text of a file ``.efg``, with all numbers exact.

    In names, quotation marks become apostrophes, backslashes slashes, and characters that cannot be
    printed blanks.

    Raises
    ------
    ValueError
        If decisions of the game are locked.

    Examples
    --------
    >>> from pokerlab import betting, deals
    >>> print(to_text(Game(deals.kuhn(), betting.push_fold(2))).splitlines()[2])
    p "" 1 1 "" { "fold" "push" } 0
    """
    require_game(game, allow_locks=False)
    deal, tree = game.deal, game.tree
    outcomes = count(1)

    def write_nodes(hands: tuple[int, int]) -> Iterator[str]:
        """Yield the lines of all nodes where the players hold these hands."""
        net_share = Fraction(int(deal.margins[hands]), int(deal.runout_counts[hands]))
        numbers = count(), count()  # of each player's decisions, in the order of the tree
        for place in tree.places:
            node = place.node
            if isinstance(node, Decision):
                player = node.player
                information_set = (
                    next(numbers[player]) * len(deal.hands[player]) + hands[player] + 1
                )
                actions = " ".join(map(_quote, node.actions))
                yield f'p "" {player + 1} {information_set} "" {{ {actions} }} 0'
            else:
                paid = node.fixed_amount + node.stake * net_share
                yield f't "" {next(outcomes)} "" {{ {paid} {-paid} }}'

    branches: list[str] = []
    lines: list[str] = []
    for hand0, hand1 in np.argwhere(deal.ways > 0).tolist():
        probability = Fraction(int(deal.ways[hand0, hand1]), deal.total_ways)
        label = _quote(f"{deal.hands[0][hand0]} {deal.hands[1][hand1]}")
        branches.append(f"{label} {probability}")
        lines += write_nodes((hand0, hand1))
    title, players = _quote(f"{tree.name} on {deal.name}"), " ".join(map(_quote, tree.players))
    head = f'EFG 2 R {title} {{ {players} }} ""'
    chance_node = f'c "" 1 "" {{ {" ".join(branches)} }} 0'
    return "\n".join([head, chance_node, *lines]) + "\n"


def _quote(text: str) -> str:
    """Return a name in quotation marks, without characters that a file cannot hold inside them."""
    printed = "".join(character if character.isprintable() else " " for character in text)
    return '"' + printed.replace('"', "'").replace("\\", "/") + '"'
