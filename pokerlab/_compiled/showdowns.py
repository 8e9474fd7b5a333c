"""Showdowns of two whole ranges on one board: what each combo meets, and what it wins of that.

On a board a combo is a rank and two cards. It beats all combos of lower rank except those with one
of its cards, which cannot be dealt beside it. So a pass through the combos by rank, with one sum
over all that were passed and one for each card, compares two ranges without looking at pairs.

`sum_met_and_net` is that pass, for `N_LANES` numbers at once or a multiple of them: those of
many sequences in :mod:`pokerlab.river_payoffs`, and of all branches of a tree in
:mod:`pokerlab.studies.streets`. Two other modules need one number at a time, and are faster with
loops of their own. That of :mod:`pokerlab.holdem.runouts` is the same pass; in rows of sixteen
lanes it would use one. That of :mod:`pokerlab.studies.flops` adds up combos by rank and card
without sorting them.
"""

from typing import NamedTuple

import numpy as np

from pokerlab._compiled import compiled, njit_helper
from pokerlab._compiled.lanes import N_LANES, add_difference, put_difference
from pokerlab.cards import COMBOS, N_CARDS

__all__ = [
    "CombosOnBoard",
    "RankedCombos",
    "SumsOnBoard",
    "fill_ranked_combos",
    "sum_met_and_net",
]


class RankedCombos(NamedTuple):
    """The combos that a player may hold on a board, the weakest first."""

    cards: np.ndarray  #: (combos, 2), 0 to 51.
    #: (combos,), ascending: how strong their hands are, as ranks or as standings; the higher wins.
    strengths: np.ndarray


class CombosOnBoard(NamedTuple):
    """The combos that a player and his opponent may hold on a board."""

    own: RankedCombos
    opponent: RankedCombos
    #: (own combos,), which row of what the opponent plays is the same combo's, or one of zeros.
    row_of_same_combo: np.ndarray


class SumsOnBoard(NamedTuple):
    """The sums that `sum_met_and_net` fills in, in as many cases as there are lanes."""

    #: (53, lanes), room for the sums over the combos that were passed: over those with each card
    #: and, in the last row, over all.
    by_card: np.ndarray
    #: (own combos, lanes), the sum over all combos that can be dealt beside the player's.
    met: np.ndarray
    #: (own combos, lanes), the sum over those of them that he beats, minus the sum over those that
    #: beat him. This is what is below, plus what is not above, as the pass comes to each
    #: strength, minus all.
    net: np.ndarray


@njit_helper
def fill_ranked_combos(ranked: RankedCombos, order: np.ndarray, standings: np.ndarray) -> None:
    """Fill in combos, given in the order of their standings on a board, and these standings."""
    for row in range(len(order)):
        combo = order[row]
        ranked.cards[row, 0] = COMBOS[combo, 0]
        ranked.cards[row, 1] = COMBOS[combo, 1]
        ranked.strengths[row] = standings[combo]


@compiled
def sum_met_and_net(combos: CombosOnBoard, played: np.ndarray, sums: SumsOnBoard) -> None:
    """Sum what each of a player's combos meets, and what it beats of that minus what beats it.

    Parameters
    ----------
    combos : CombosOnBoard
        The combos of the player and of the opponent.
    played : (opponent's combos or more, lanes) array
        How often the opponent plays each combo, in as many cases as there are lanes, a multiple of
        `N_LANES`.
    sums : SumsOnBoard
        Filled.
    """
    blocks = played.shape[1] // N_LANES
    if blocks == 1:  # a constant, with which the compiler makes a faster loop
        _pass_by_rank(combos, played, sums, 1)
    else:
        _pass_by_rank(combos, played, sums, blocks)


@njit_helper
def _pass_by_rank(
    combos: CombosOnBoard, played: np.ndarray, sums: SumsOnBoard, blocks: int
) -> None:
    """Fill in the sums of `sum_met_and_net`, whose arrays have `blocks` blocks of lanes."""
    own, opponent, row_of_same_combo = combos
    by_card, met, net = sums
    by_card[:] = 0
    passed = first = 0  # combos of the opponent, and of the player
    while first < len(own.strengths):
        strength = own.strengths[first]
        while passed < len(opponent.strengths) and opponent.strengths[passed] < strength:
            _pass_combo(by_card, opponent.cards, passed, played, blocks)
            passed += 1
        end = first
        while end < len(own.strengths) and own.strengths[end] == strength:
            _put_disjoint_sum(net, own.cards, end, by_card, blocks)
            end += 1
        while passed < len(opponent.strengths) and opponent.strengths[passed] == strength:
            _pass_combo(by_card, opponent.cards, passed, played, blocks)
            passed += 1
        for combo in range(first, end):
            _add_disjoint_sum(net, own.cards, combo, by_card, blocks)
        first = end
    for combo in range(passed, len(opponent.strengths)):
        _pass_combo(by_card, opponent.cards, combo, played, blocks)
    for combo in range(len(own.strengths)):
        _put_disjoint_sum(met, own.cards, combo, by_card, blocks)
        for n in range(blocks):  # the same combo has both cards, and was subtracted twice
            add_difference(
                met, combo * blocks + n, played, (row_of_same_combo[combo] * blocks + n,)
            )
    by_card[:] = -by_card  # so that adding the sums over all subtracts them
    for combo in range(len(own.strengths)):
        _add_disjoint_sum(net, own.cards, combo, by_card, blocks)


@njit_helper
def _pass_combo(
    by_card: np.ndarray, cards: np.ndarray, combo: int, played: np.ndarray, blocks: int
) -> None:
    """Add what one combo plays to the sums over all combos and over those with its cards."""
    high, low = cards[combo, 0] * blocks, cards[combo, 1] * blocks
    for n in range(blocks):
        added = (combo * blocks + n,)
        add_difference(by_card, N_CARDS * blocks + n, played, added)
        add_difference(by_card, high + n, played, added)
        add_difference(by_card, low + n, played, added)


@njit_helper
def _put_disjoint_sum(
    sums: np.ndarray, cards: np.ndarray, combo: int, by_card: np.ndarray, blocks: int
) -> None:
    """Set one combo's sums to those over the passed combos with neither of its cards."""
    high, low = cards[combo, 0] * blocks, cards[combo, 1] * blocks
    for n in range(blocks):
        put_difference(sums, combo * blocks + n, by_card, (N_CARDS * blocks + n, high + n, low + n))


@njit_helper
def _add_disjoint_sum(
    sums: np.ndarray, cards: np.ndarray, combo: int, by_card: np.ndarray, blocks: int
) -> None:
    """Add to one combo's sums those over the passed combos with neither of its cards."""
    high, low = cards[combo, 0] * blocks, cards[combo, 1] * blocks
    for n in range(blocks):
        add_difference(sums, combo * blocks + n, by_card, (N_CARDS * blocks + n, high + n, low + n))
