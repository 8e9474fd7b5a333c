"""Any game of pokerlab as a game of OpenSpiel, by way of Gambit's extensive form.

The deal becomes one chance node whose branches are the pairs of hands, and the betting tree follows
each of them. A showdown pays what the two hands earn on average over the boards, so both programs
have the same game to solve, and OpenSpiel's is as small as its format allows.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from typing import Any

import numpy as np

from pokerlab.games import Game, check_game
from pokerlab.trees import Decision, Node


def to_efg(game: Game) -> str:
    """The text of a file ``.efg`` that Gambit and others read, all numbers exact.

    A quotation mark in a name becomes an apostrophe, and what is not printed a blank.
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


def load(game: Game | str) -> Any:
    """The game as OpenSpiel's, or its own of that name."""
    import pyspiel

    return pyspiel.load_game(game) if isinstance(game, str) else pyspiel.load_efg_game(to_efg(game))


def linear_program(game: Any) -> float:
    """The value of one of its games, by OpenSpiel's sequence-form program in HiGHS."""
    from open_spiel.python.algorithms import lp_solver, sequence_form_lp

    lp_solver.DEFAULT_SOLVER_KWARGS.clear()  # options of a solver that is not HiGHS
    return sequence_form_lp.solve_zero_sum_game(game, solver="HIGHS")[0]


def cfr_plus(game: Any, iterations: int) -> Any:
    """OpenSpiel's CFR+, in C++, after so many iterations."""
    import pyspiel

    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return solver
