"""Any game of pokerlab as a game of LiteEFG: the file that it reads, and its CFR+.

As for OpenSpiel, the deal becomes one chance node, the betting tree follows each pair of hands, and
a showdown pays what the two hands earn on average over the boards. LiteEFG takes the tree once, and
keeps for every information set what its rule needs.
"""

from collections import defaultdict
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from pokerlab.games import Game
from pokerlab.trees import Decision, Node


def written(game: Game) -> str:
    """The game as the text of a file of LiteEFG's own format."""
    deal = game.deal
    pairs = np.argwhere(deal.ways > 0).tolist()
    chances = " ".join(f"{i}.{k}={deal.prior[i, k]:.17g}" for i, k in pairs)
    lines = ["# num_players: 2,", "# }", f"node / chance actions {chances}"]
    sets = defaultdict(list)

    def visit(node: Node, name: str, history: str, hands: list[int], share: float) -> None:
        if not isinstance(node, Decision):
            paid = float(node.fixed_amount) + float(node.stake) * share
            lines.append(f"node {name} leaf payoffs 1={paid:.17g} 2={-paid:.17g}")
            return
        player = node.player + 1
        sets[f"pl{player}_{hands[node.player]}{history}"].append(name)
        actions = " ".join(map(str, range(len(node.actions))))
        lines.append(f"node {name} player {player} actions {actions}")
        for action, child in enumerate(node.actions.values()):
            visit(child, f"{name}/P{player}:{action}", f"{history}_{action}", hands, share)

    for i, k in pairs:
        visit(game.tree.root, f"/C:{i}.{k}", "", [i, k], float(deal.net_shares[i, k]))
    lines += [f"infoset {name} nodes {' '.join(nodes)}" for name, nodes in sets.items()]
    return "\n".join(lines) + "\n"


def load(game: Game) -> tuple[Any, Any]:
    """LiteEFG's environment, and its rule CFR+ in it, at their start."""
    import LiteEFG as leg
    from LiteEFG.baselines.CFRplus import graph

    with TemporaryDirectory() as folder:
        path = Path(folder) / "game"
        path.write_text(written(game))
        environment = leg.FileEnv(str(path))
    with redirect_stdout(StringIO()):
        rule = graph()
    environment.set_graph(rule)
    return environment, rule


def go_on(environment: Any, rule: Any, iterations: int) -> None:
    """So many iterations more: an environment cannot be set back to its start."""
    for _ in range(iterations):
        rule.update_graph(environment)
        environment.update_strategy(rule.current_strategy())


def exploitability(environment: Any, rule: Any) -> float:
    """That of the averages."""
    return sum(environment.exploitability(rule.current_strategy(), "linear-avg-iterate")) / 2
