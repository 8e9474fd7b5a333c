"""What a river pays: sums over the hands that an opponent may hold, by rank and by card.

With all five cards on the board a hand is a rank and two cards. It beats all hands of lower rank
except those with one of its cards, which cannot be dealt beside it. So a showdown between two
ranges needs no table of pairs. A pass through the hands by rank keeps one sum over all of them and
one for each card, in many cases at once. Its time grows with the number of hands.

A linear program says the same with variables in place of sums: a few entries per hand and sequence,
where between two ranges of 1,081 combos there are a million pairs.
"""

from functools import cached_property
from typing import Any

import numpy as np
from llvmlite import ir

from pokerlab._foundations import as_pair
from pokerlab._threads import compiled
from pokerlab.deals import Side
from pokerlab.payoffs import CompiledPayers, Entries, MatrixPayoffs, Payer, Variables

# isort: split
from numba import types  # after _threads, which looks at its settings
from numba.core import cgutils
from numba.extending import intrinsic

CARDS = 52
LANES = 16  #: How many of the other player's sequences are added up at once.
BLOCK = 128  #: How many hands are turned round at a time, so that they stay in the cache.
#: From so many pairs of hands on, a program over sums is smaller than one over pairs.
PAIRS = 1000
CHAINS = CARDS + 1  #: A program's chains of sums for each sequence: all hands, and each card's.
SPAN = 10_000  #: More than there are ranks: where the ranks of the next chain begin.
WORK = 4  #: The work of an iteration for each hand, in products of a deal by matrices.


class RiverPayoffs(MatrixPayoffs):
    """What a tree pays on a river; see :class:`pokerlab.payoffs.MatrixPayoffs`."""

    @property
    def work_per_hand(self) -> int:
        """About how many products an iteration takes for each hand and ending."""
        return WORK

    def values(self, player: int, opponent: np.ndarray) -> np.ndarray:
        """What each sequence of a player adds to player 0's winnings, by its own endings."""
        payers, by_rank, as_dealt = self.compiled_payers(opponent.dtype)
        shape = self.tree.sequence_counts[player], len(self.deal.hands[player])
        values = np.empty(shape, opponent.dtype)
        pay(values, np.ascontiguousarray(opponent.T[:, by_rank[1 - player]]), payers[player])
        sign = 1 if player == 0 else -1
        return sign * values[:, as_dealt[player]]

    def compiled_payers(self, dtype: np.dtype) -> CompiledPayers:
        """What a compiled loop reads to pay both players, in one precision."""
        return self._single if dtype == np.float32 else self._double

    @cached_property
    def _double(self) -> CompiledPayers:
        return self._in_precision(np.dtype(np.float64))

    @cached_property
    def _single(self) -> CompiledPayers:
        return self._in_precision(np.dtype(np.float32))

    def _in_precision(self, dtype: np.dtype) -> CompiledPayers:
        """Make what `compiled_payers` returns."""
        payers, tree = [], self.tree
        for player, sign in ((0, 1), (1, -1)):
            own, other = self.deal.sides[player], self.deal.sides[1 - player]
            order = tree.terminal_rows[:, 1 - player].argsort(kind="stable")
            ends = tree.terminal_rows[order]
            paid = (tree.terminal_amounts[order] * np.where(ends[:, 3], 1, sign)).astype(dtype)
            weights = 1 / self.deal.total * own.weights[own.order], other.weights[other.order]
            holder = np.full((CARDS, CARDS), len(other.order))
            holder[*other.cards.T] = np.arange(len(other.order))
            ends = ends[:, [player, 1 - player, 3]]
            in_precision = as_pair(part.astype(dtype) for part in weights)
            payers.append(Payer(ends, paid, own, other, in_precision, holder[*own.cards.T]))
        by_rank = as_pair(side.order for side in self.deal.sides)
        return CompiledPayers(
            as_pair(payers), by_rank, as_pair(order.argsort() for order in by_rank)
        )

    def program_entries(
        self,
        variables: Variables,
        drawn: tuple[np.ndarray, np.ndarray] | None,
        shape: tuple[int, int],
        scale: float,
    ) -> tuple[list[Entries], int]:
        """What a linear program's matrix has of the payoffs: sums, or pairs if these are few.

        For each of player 0's sequences there is a chain of variables over all hands by rank, and
        one for each card over the hands that hold it: what is played up to a rank, less what is
        played above it. A hand of player 1 is paid by the first chain, less those of its two cards.
        So the matrix over hands is ``R inv(L) C`` with three sparse factors: L links a chain's
        variables, C says what adds to them, and R who is paid by them.
        """
        deal, tree = self.deal, self.tree
        if deal.weights.size < PAIRS:
            return super().program_entries(variables, drawn, shape, scale)
        (x, y), (row, column) = variables, shape
        drawn = drawn or as_pair(np.ones(numbers.shape) for numbers in variables)
        own, other = map(_keys, deal.sides)
        mean = deal.sides[0].weights.mean()
        # Around 1, lest numbers be too large for HiGHS, and others too small.
        mine, theirs = deal.sides[0].weights / mean, deal.sides[1].weights
        _, same, twin = np.intersect1d(*deal.hands, return_indices=True)
        entries: list[Entries] = []
        added = 0
        for s in range(tree.sequence_counts[0]):
            i = (x[:, s] >= 0).nonzero()[0]
            ends = [end for end in tree.terminals if end.sequences[0] == s]
            if not ends or not i.size:
                continue
            held = np.concatenate([np.arange(CHAINS) * SPAN, own[i].ravel()])
            levels, place = np.unique(held, return_inverse=True)
            starts, here = levels % SPAN == 0, added + np.arange(len(levels))
            last_of_chain = added + np.searchsorted(levels, levels + SPAN)
            before = np.where(starts, last_of_chain, here) - 1
            links = np.where(starts, 1, -1)  # what is up to no rank is minus what is up to the last
            played = mine * drawn[0][:, s]
            entries.append((row + here, column + here, np.ones(len(here))))
            entries.append((row + here, column + before, links))
            gains = np.repeat(-2 * played[i], 3)
            entries.append((row + added + place[CHAINS:], np.repeat(x[i, s], 3), gains))
            for end in ends:
                t = end.sequences[1]
                k = y[:, t] >= 0
                chances = theirs * drawn[1][:, t]
                paid = float(end.amount) * scale * mean / deal.total * chances
                if end.showdown:  # half of what is up to the rank, and half of what is below
                    looks = [(other[k], -0.5), (other[k] + 1, -0.5)]
                else:
                    looks = [((other[k] // SPAN + 1) * SPAN, 1.0)]
                    both = (x[same, s] >= 0) & (y[twin, t] >= 0)
                    twice = (played[same] * paid[twin])[both]  # taken away with either card
                    entries.append((y[twin, t][both], x[same, s][both], twice))
                for keys, part in looks:
                    found = column + added + np.searchsorted(levels, keys) - 1
                    share = np.outer(part * paid[k], (1, -1, -1))
                    entries.append((np.repeat(y[k, t], 3), found.ravel(), share.ravel()))
            added += len(levels)
        return entries, added


def _keys(side: Side) -> np.ndarray:
    """Where each hand is on its three chains, all hands' and its cards', (hands, 3), ascending."""
    keys = np.empty((len(side.order), 3), int)
    chains = np.c_[np.zeros_like(side.ranks), side.cards + 1]
    keys[side.order] = chains * SPAN + side.ranks[:, None] + 1
    return keys


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
    sums = np.empty((2, len(weights), LANES), values.dtype)
    played = np.zeros((len(chances) + 1, LANES), values.dtype)
    values[:] = 0
    for lane in range(0, len(plan), LANES):
        for start in range(0, len(chances), BLOCK):
            for s in range(lane, min(lane + LANES, len(plan))):
                source, target = plan[s, start : start + BLOCK], played[start:, s - lane]
                chance = chances[start:]
                for k in range(len(source)):
                    target[k] = source[k] * chance[k]
        add_up(played, held, payer, sums)
        first = last
        while last < len(ends) and ends[last, 1] < lane + LANES:
            last += 1
        for start in range(0, len(weights), BLOCK):
            for end in range(first, last):
                own, other, shown = ends[end]
                value, met = values[own, start : start + BLOCK], sums[shown, start:, other - lane]
                amount, weight = payer.amounts[end], weights[start:]
                for i in range(len(value)):
                    value[i] += amount * (met[i] * weight[i])


@compiled
def add_up(played: np.ndarray, held: np.ndarray, payer: Payer, sums: np.ndarray) -> None:
    """Add up what the other plays, for each own hand: over all hands that may meet it; and over
    those that it beats, less those that beat it.

    The latter is what is below, and what is not above, as the pass comes to each rank, less all.
    Of the hands passed so far ``held`` has the sums over all and over those with each card, (53,
    lanes); ``played``, (hands + 1, lanes), ends in zeros; ``sums``, (2, hands, lanes), is filled.
    """
    (_, own, own_ranks, _), (_, cards, ranks, _), (met, beaten) = payer.own, payer.other, sums
    held[:] = 0
    k = first = 0
    while first < len(own):
        rank = own_ranks[first]
        while k < len(cards) and ranks[k] < rank:
            _hold(held, played, k, cards)
            k += 1
        last = first
        while last < len(own) and own_ranks[last] == rank:
            _put(beaten, last, held, (CARDS, own[last, 0], own[last, 1]))
            last += 1
        while k < len(cards) and ranks[k] == rank:
            _hold(held, played, k, cards)
            k += 1
        for i in range(first, last):
            _add(beaten, i, held, (CARDS, own[i, 0], own[i, 1]))
        first = last
    for rest in range(k, len(cards)):
        _hold(held, played, rest, cards)
    for i in range(len(own)):
        _put(met, i, held, (CARDS, own[i, 0], own[i, 1]))
        _add(met, i, played, (payer.twins[i],))
    held[:] = -held
    for i in range(len(own)):
        _add(beaten, i, held, (CARDS, own[i, 0], own[i, 1]))


@compiled
def _hold(held: np.ndarray, played: np.ndarray, k: int, cards: np.ndarray) -> None:
    """Add a hand to the sums over all hands and over those with one of its cards."""
    _add(held, CARDS, played, (k,))
    _add(held, cards[k, 0], played, (k,))
    _add(held, cards[k, 1], played, (k,))
