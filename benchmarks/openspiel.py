"""Any game of pokerlab as a game of OpenSpiel, by way of Gambit's extensive form.

The deal becomes one chance node whose branches are the pairs of hands, and the betting tree follows
each of them. A showdown pays what the two hands earn on average over the boards, so both programs
have the same game to solve, and OpenSpiel's is as small as its format allows.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerlab.games import Game
from pokerlab.trees import Decision, Fold, Node


def extensive_form(game: Game) -> str:
    """Write a game as the text of an ``.efg`` file."""
    deal, tree = game.deal, game.tree
    numbers = [{s.history: n for n, s in enumerate(sets)} for sets in tree.information_sets]
    pairs = np.argwhere(deal.weights > 0).tolist()
    branches = " ".join(f'"{i} {k}" {float(deal.prior[i, k])!r}' for i, k in pairs)
    lines = ['EFG 2 R "game" { "0" "1" } ""', f'c "" 1 "" {{ {branches} }} 0']
    outcomes = 0

    def visit(node: Node, history: str, hands: tuple[int, int], share: float) -> None:
        nonlocal outcomes
        if isinstance(node, Decision):
            player = node.player
            number = numbers[player][history] * len(deal.hands[player]) + hands[player] + 1
            actions = " ".join(f'"{action}"' for action in node.actions)
            lines.append(f'p "" {player + 1} {number} "" {{ {actions} }} 0')
            for action, child in node.actions.items():
                visit(child, f"{history}, {action}" if history else action, hands, share)
        else:
            outcomes += 1
            paid = float(node.amount) if isinstance(node, Fold) else float(node.stake) * share
            lines.append(f't "" {outcomes} "" {{ {paid!r} {-paid!r} }}')

    for i, k in pairs:
        visit(tree.root, "", (i, k), float(deal.showdown[i, k]))
    return "\n".join(lines) + "\n"


def load(game: Game) -> Any:
    """The game as OpenSpiel's."""
    import pyspiel

    return pyspiel.load_efg_game(extensive_form(game))


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
