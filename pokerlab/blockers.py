"""Sums over the hands that an opponent may hold: those that share no card with one's own.

With all five cards on the board a hand is a rank and two cards. It beats all hands of lower rank
except those with one of its cards, which cannot be dealt beside it. So a showdown between two
ranges needs no table of pairs. A walk through the hands by rank keeps one sum over all of them and
one for each card, in many cases at once. Its time grows with the number of hands.
"""

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir

from pokerlab._foundations import pair
from pokerlab._threads import compiled
from pokerlab.deals import Deal, Side
from pokerlab.trees import Tree

# isort: split
from numba import types  # after _threads, which looks at its settings
from numba.core import cgutils
from numba.extending import intrinsic

CARDS = 52
LANES = 16  #: How many of the other player's sequences a walk adds up.
BLOCK = 128  #: How many hands are turned round at a time, so that they stay at hand.


class Payer(NamedTuple):
    """What the endings of a river pay a player, in his own chips."""

    ends: np.ndarray  #: (e, 3): his sequences, the other's, ascending, and 1 where hands are shown.
    amounts: np.ndarray  #: (e,), what each pays him.
    own: Side  #: His side of the deal.
    other: Side  #: The other player's.
    #: Of his hands by rank, and the other's: products over pairs that can meet add up to 1.
    weights: tuple[np.ndarray, np.ndarray]
    twins: np.ndarray  #: (hands,), where the other has his two cards, or after the other's last.


def payers(deal: Deal, tree: Tree, kind: np.dtype) -> tuple[Payer, Payer]:
    """What `pay` reads for either player, in one precision."""
    found = []
    for player, sign in ((0, 1), (1, -1)):
        own, other = deal.sides[player], deal.sides[1 - player]
        order = tree.endings[:, 1 - player].argsort(kind="stable")
        ends = tree.endings[order]
        paid = (tree.paid[order] * np.where(ends[:, 3], 1, sign)).astype(kind)
        weights = 1 / deal.total * own.weights[own.order], other.weights[other.order]
        same = np.full((CARDS, CARDS), len(other.order))
        same[*other.cards.T] = np.arange(len(other.order))
        numbers = pair(part.astype(kind) for part in weights)
        ends = ends[:, [player, 1 - player, 3]]
        found.append(Payer(ends, paid, own, other, numbers, same[*own.cards.T]))
    return pair(found)


def _row(keep: bool) -> Any:
    """Make a row of `LANES` numbers a row of another array, less other rows given; or add that.

    A processor takes such numbers several at a time, as numba's own loops would not have it: to
    them any two rows might overlap.
    """

    @intrinsic
    def put(typing: Any, target: Any, t: Any, source: Any, rows: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            number = context.get_value_type(target.dtype)
            wide, size = ir.VectorType(number, LANES), context.get_abi_sizeof(number)

            def place(array: Any, row: Any) -> Any:
                data = context.make_array(target)(context, builder, array).data
                return builder.gep(builder.bitcast(data, wide.as_pointer()), [row])

            first, *others = (
                builder.load(place(given[2], row), align=size)
                for row in cgutils.unpack_tuple(builder, given[3])
            )
            for other in others:
                first = builder.fsub(first, other)
            there = place(given[0], given[1])
            if keep:
                first = builder.fadd(builder.load(there, align=size), first)
            builder.store(first, there, align=size)
            return context.get_dummy_value()

        return types.void(target, t, source, rows), build

    return put


_put, _add = _row(keep=False), _row(keep=True)


@compiled
def pay(values: np.ndarray, plan: np.ndarray, payer: Payer) -> None:
    """Set each sequence's values to what its own endings pay, given the other's plan.

    Both are (sequences, hands), the hands by rank.
    """
    ends, (weights, chances), last = payer.ends, payer.weights, 0
    held = np.empty((CARDS + 1, LANES), values.dtype)
    found = np.empty((2, len(weights), LANES), values.dtype)
    walked = np.zeros((len(chances) + 1, LANES), values.dtype)
    values[:] = 0
    for lane in range(0, len(plan), LANES):
        for start in range(0, len(chances), BLOCK):
            for s in range(lane, min(lane + LANES, len(plan))):
                played, into = plan[s, start : start + BLOCK], walked[start:, s - lane]
                chance = chances[start:]
                for k in range(len(played)):
                    into[k] = played[k] * chance[k]
        _walk(walked, held, payer, found)
        first = last
        while last < len(ends) and ends[last, 1] < lane + LANES:
            last += 1
        for start in range(0, len(weights), BLOCK):
            for end in range(first, last):
                own, other, shown = ends[end]
                value, met = values[own, start : start + BLOCK], found[shown, start:, other - lane]
                amount, weight = payer.amounts[end], weights[start:]
                for i in range(len(value)):
                    value[i] += amount * (met[i] * weight[i])


@compiled
def _walk(walked: np.ndarray, held: np.ndarray, payer: Payer, found: np.ndarray) -> None:
    """For each own hand, the sum over all that may meet it; and over those that it beats, less the
    sum over those that beat it.

    The latter is what is below, and what is not above, as the walk comes to each rank, less all.
    """
    (_, own, own_ranks, _), (_, cards, ranks, _), (met, beaten) = payer.own, payer.other, found
    held[:] = 0
    k = first = 0
    while first < len(own):
        rank = own_ranks[first]
        while k < len(cards) and ranks[k] < rank:
            _hold(held, walked, k, cards)
            k += 1
        last = first
        while last < len(own) and own_ranks[last] == rank:
            _put(beaten, last, held, (CARDS, own[last, 0], own[last, 1]))
            last += 1
        while k < len(cards) and ranks[k] == rank:
            _hold(held, walked, k, cards)
            k += 1
        for i in range(first, last):
            _add(beaten, i, held, (CARDS, own[i, 0], own[i, 1]))
        first = last
    for rest in range(k, len(cards)):
        _hold(held, walked, rest, cards)
    for i in range(len(own)):
        _put(met, i, held, (CARDS, own[i, 0], own[i, 1]))
        _add(met, i, walked, (payer.twins[i],))
    held[:] = -held
    for i in range(len(own)):
        _add(beaten, i, held, (CARDS, own[i, 0], own[i, 1]))


@compiled
def _hold(held: np.ndarray, walked: np.ndarray, k: int, cards: np.ndarray) -> None:
    """Add a hand to the sums over all hands and over those with one of its cards."""
    _add(held, CARDS, walked, (k,))
    _add(held, cards[k, 0], walked, (k,))
    _add(held, cards[k, 1], walked, (k,))
