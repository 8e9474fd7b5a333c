"""The charts of a solution's strategies."""

from collections.abc import Sequence

import numpy as np

from pokerlab._support.arguments import refusal, require_type
from pokerlab.cards import COMBO_NAMES, HAND_INDEX, HAND_OF_COMBO, HANDS
from pokerlab.charts.drawings import Row, row
from pokerlab.charts.hand_grids import RangeChart
from pokerlab.charts.range_charts import range_chart
from pokerlab.games import Player
from pokerlab.solutions import Profile, mean_over_combos
from pokerlab.trees import InformationSet, Tree, split_history

__all__ = ["first_charts", "strategy_chart"]

# The index of the chart's cell in which each hand, and each combo, is drawn.
_CELL_OF_LABEL = HAND_INDEX | dict(zip(COMBO_NAMES, HAND_OF_COMBO.tolist(), strict=True))


def strategy_chart(
    profile: Profile, player: Player, history: str | None, title: str | None
) -> RangeChart:
    """Draw what a player does at one of his decisions: :meth:`pokerlab.solutions.Profile.chart`."""
    deal, tree = profile.game.deal, profile.game.tree
    player = tree.read_player(player)
    information_set = _read_information_set(tree, player, history)
    require_type("title", title, str | None, "text")
    if not title:
        title = f"{tree.players[player].capitalize()} after {information_set.history or 'the deal'}"
    names = tree.sequence_names[player][information_set.sequences_after]
    hands, cells = _cells(deal.hands[player])
    reach = profile.full_plan(player)[:, information_set.sequence_before]
    ways = deal.ways.sum(axis=1 - player)
    shares = np.zeros((len(hands), len(names)))  # 0 for the hands that the deal does not have
    for cell in np.unique(cells):
        combos = np.flatnonzero(cells == cell)
        for action, name in enumerate(names):
            probabilities = profile.strategies[player][name][combos]
            shares[cell, action] = mean_over_combos(probabilities, ways[combos], reach[combos])
    dealt = deal.hand_probabilities(player)
    arrivals = dealt * reach if (dealt * reach).any() else dealt
    return range_chart(
        shares,
        title=title,
        actions=[split_history(name)[-1] for name in names],
        weights=np.bincount(cells, arrivals, len(hands)),
        hands=hands,
    )


def _read_information_set(tree: Tree, player: int, history: str | None) -> InformationSet:
    """Return where a player decides after this history.

    By default that is his only decision, or one before any action.
    """
    if history is None:
        histories = [information_set.history for information_set in tree.information_sets[player]]
        if not histories:
            raise refusal("player", repr(tree.players[player]), "one who decides")
        if len(histories) > 1 and "" not in histories:
            raise ValueError(f"history: needed, one of {', '.join(map(repr, histories))}")
        history = histories[0] if len(histories) == 1 else ""
    return tree.information_set_after(player, history)


def first_charts(profile: Profile) -> Row | None:
    """Draw each player's first decision, if the hands are hold'em's."""
    deal, information_sets = profile.game.deal, profile.game.tree.information_sets
    if not {*deal.hands[0], *deal.hands[1]} <= _CELL_OF_LABEL.keys():
        return None
    return row(
        *(
            profile.chart(player, information_sets[player][0].history)
            for player in (0, 1)
            if information_sets[player]
        )
    )


def _cells(labels: Sequence[str]) -> tuple[Sequence[str], np.ndarray]:
    """Return the hands of a chart, and the index of the cell of each of the labelled hands."""
    if _CELL_OF_LABEL.keys() >= {*labels}:
        return HANDS, np.array([_CELL_OF_LABEL[label] for label in labels])
    return labels, np.arange(len(labels))
