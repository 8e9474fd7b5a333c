"""Payoffs on a river: sums over the hands that an opponent may hold, by rank and by card.

With all five cards on the board a hand is a rank and two cards. So a showdown between two ranges
needs no table of pairs: the pass of `_compiled.showdowns` goes through the hands by rank, for
many of the opponent's sequences at once. Its time grows with the number of hands.

A linear program has variables in place of these sums: a few entries per hand and sequence, where
between two ranges of 1,081 combos there are a million pairs.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from pokerlab._compiled import compiled
from pokerlab._compiled.lanes import N_LANES
from pokerlab._compiled.parallel import PARALLEL_FROM
from pokerlab._compiled.regret_matching import RegretState, RegretStep, match_regrets
from pokerlab._compiled.rounding import rounding_in
from pokerlab._compiled.showdowns import (
    CombosOnBoard,
    RankedCombos,
    SumsOnBoard,
    sum_met_and_net,
)
from pokerlab._support.arithmetic import NO_INDEX
from pokerlab._support.pairs import SIGNS, as_pair
from pokerlab.cards import N_CARDS
from pokerlab.deals import RiverDeal
from pokerlab.holdem.ranked_ranges import RankedRange
from pokerlab.payoffs import (
    Coefficients,
    FloatPayoffOperator,
    PlanEntries,
    ProgramBlock,
)

__all__ = ["RiverPayoffOperator"]

# How many hands are turned round at a time, so that they stay in the processor's cache.
_BLOCK_HANDS = 128
# For fewer pairs of hands than this, a program over pairs is smaller than one over sums.
_FEW_PAIRS = 1000
_CHAINS = N_CARDS + 1  # A program's chains of sums for each sequence: all hands, and each card's.
# An iteration takes as long as this many multiplications by a matrix would, for each hand and
# terminal, as it was measured.
_COST_PER_HAND_AND_TERMINAL = 4


class _RankedHands(NamedTuple):
    """A player's hands, the weakest first."""

    combos: RankedCombos
    indices: np.ndarray  #: (hands,): which of the deal's hands each is.
    ways: np.ndarray  #: (hands,): in how many ways each is dealt, up to a factor; floats.


class _PlayerPayments(NamedTuple):
    """The payments of a river by one player's sequences, in player 0's chips."""

    own_sequences: np.ndarray  #: (e,), the last of the player's before each payment.
    opponent_sequences: np.ndarray  #: (e,), the last of the opponent's, ascending.
    is_stake: np.ndarray  #: (e,) of bool, whether it is a stake, not a fixed amount.
    #: (e,), what player 0 gets of each for every hand that is met or, of a stake, that is beaten.
    amounts: np.ndarray
    #: The player's hands. Products of his ways and the opponent's add up to 1 over pairs that can
    #: meet.
    own: _RankedHands
    opponent: _RankedHands  #: The opponent's.
    #: (hands,), where among the opponent's hands the same combo is; how many he has, if it is not.
    row_of_same_combo: np.ndarray


class RiverPayoffOperator(FloatPayoffOperator):
    """The operator on a river, a `pokerlab.deals.RiverDeal`, by sums over ranks and cards."""

    deal: RiverDeal

    @property
    def cost_per_hand_and_terminal(self) -> int:
        """About how many multiplications an iteration takes for each hand and terminal."""
        return _COST_PER_HAND_AND_TERMINAL

    def terminal_values_by_sequence(self, player: int, plan_by_sequence: np.ndarray) -> np.ndarray:
        """Apply the operator to a plan, by sums over ranks and cards."""
        values = np.empty(self._shape_by_sequence(player), plan_by_sequence.dtype)
        # In one order, and not read-only: for each kind of array the loop is compiled anew.
        plan = np.require(plan_by_sequence, requirements=["C", "W"])
        _fill_terminal_values(values, plan, self._payments[player])
        return values

    def run_regret_steps(
        self, steps: Sequence[RegretStep], states: tuple[RegretState, RegretState]
    ) -> None:
        """Run iterations of CFR in one compiled loop, in which the players take turns.

        Going back to Python between steps takes about as long as a step over few combos does. The
        loop uses one core, so it is for plans that are no work for several.
        """
        if max(state.plan.size for state in states) >= PARALLEL_FROM:
            super().run_regret_steps(steps, states)
            return
        dtype = states[0].plan.dtype
        records = np.array(steps, [(name, dtype) for name in RegretStep._fields])
        _run_steps(records, states, self._payments, self.tree.information_set_rows)

    @cached_property
    def _payments(self) -> tuple[_PlayerPayments, _PlayerPayments]:
        """The payments of the tree by each player's sequences."""
        return self._payments_of(0), self._payments_of(1)

    def _payments_of(self, player: int) -> _PlayerPayments:
        """Return the payments of the tree by one player's sequences."""
        payments = self.tree.payments
        indices = payments.indices_by_opponent(player)
        is_stake, amounts = payments.is_stake[indices], payments.amounts[indices]
        if player == 1:  # his hands' winnings of a stake are player 0's losses
            amounts = np.where(is_stake, -amounts, amounts)
        # A product of ways over the total is a probability, so one of the two is divided by it.
        own = _weakest_first(self.deal.ranked_ranges[player], 1 / self.deal.total_ways)
        opponent = _weakest_first(self.deal.ranked_ranges[1 - player], 1)
        return _PlayerPayments(
            own_sequences=payments.last_sequences[indices, player],
            opponent_sequences=payments.last_sequences[indices, 1 - player],
            is_stake=is_stake,
            amounts=amounts,
            own=own,
            opponent=opponent,
            row_of_same_combo=_rows_of_same_combos(own.combos.cards, opponent.combos.cards),
        )

    def program_block(
        self, entries0: PlanEntries, entries1: PlanEntries, scale: Any = 1
    ) -> ProgramBlock:
        """Return the payoffs as a block over sums, or over pairs of hands if these are few.

        For each of player 0's sequences there is a chain of variables over all hands by rank, and
        one for each card over the hands that hold it. The variable ``u[r]`` of a chain is what is
        played up to rank ``r`` minus what is played above it, so

        - ``u[r] - u[before r] = 2 * played[r]`` links a variable to the one before it;
        - ``u[start] = -u[last]`` links the start of the chain, up to no rank, to its end.

        If a hand of rank 5 plays ``p`` and two of rank 7 play ``q`` and ``r``, then ``u[start]`` is
        ``-p - q - r``, ``u[5]`` is ``p - q - r`` and ``u[7]`` is ``p + q + r``.

        A hand of player 1 is paid by the first chain, minus those of its two cards. So the matrix
        over hands is ``R inv(L) C`` with three sparse factors: L links a chain's variables, C has
        what adds to them, and R who is paid by them.
        """
        if self.deal.ways.size < _FEW_PAIRS:
            return super().program_block(entries0, entries1, scale)
        sums = _SumCoefficients(self, entries0, entries1, scale)
        for sequence in np.unique(self.tree.payments.last_sequences[:, 0]).tolist():
            hands = np.flatnonzero(entries0.variables[:, sequence] != NO_INDEX)
            if hands.size:
                sums.add_sequence(sequence, hands)
        return ProgramBlock(Coefficients.join(sums.parts), sums.sum_count)


class _SumCoefficients:
    """The coefficients over sums, as `RiverPayoffOperator.program_block` explains them."""

    def __init__(
        self,
        operator: RiverPayoffOperator,
        entries0: PlanEntries,
        entries1: PlanEntries,
        scale: float,
    ) -> None:
        self.payments = operator.tree.payments
        self.entry_columns, self.entry_rows = entries0.variables, entries1.variables
        self.first_sum_column, self.first_sum_row = entries0.variable_count, entries1.variable_count
        ranked_ranges = operator.deal.ranked_ranges
        #: The three chains of each player's hands, all hands' and their cards', (hands, 3) each.
        self.chains = as_pair(
            np.column_stack([np.zeros(len(each.cards), int), each.cards + 1])
            for each in ranked_ranges
        )
        #: Where their ranks stand among both players' ranks, from 1 up, (hands, 1) each.
        self.standings, self.standing_count = _standings(ranked_ranges[0], ranked_ranges[1])
        # Ways around 1 keep the numbers in the matrix in the range that HiGHS takes.
        mean = ranked_ranges[0].ways.mean()
        #: In how many ways each hand is dealt, times the factor of each of its entries.
        self.entry_factors = (
            _entry_factors(ranked_ranges[0], entries0) / mean,
            _entry_factors(ranked_ranges[1], entries1),
        )
        #: What one way of either counts.
        self.chips_per_way = scale * mean / operator.deal.total_ways
        same = _rows_of_same_combos(ranked_ranges[0].cards, ranked_ranges[1].cards)
        is_shared = same < len(ranked_ranges[1].cards)
        #: The combos that both may hold: their indices among player 0's, and among player 1's.
        self.shared_combos = np.flatnonzero(is_shared), same[is_shared]
        self.parts: list[Coefficients] = []
        self.sum_count = 0  #: How many sums are variables so far.

    def add_sequence(self, sequence: int, hands: np.ndarray) -> None:
        """Add the payments at the end of one of player 0's sequences, which some hands may play."""
        factors0 = self.entry_factors[0][:, sequence]
        last_sums = self._add_chains(sequence, hands, factors0)
        for payment in np.flatnonzero(self.payments.last_sequences[:, 0] == sequence).tolist():
            self._add_payment(payment, factors0, last_sums)

    def _add_chains(self, sequence: int, hands: np.ndarray, factors0: np.ndarray) -> np.ndarray:
        """Add the rows that tie the sums of a sequence's chains to what some hands play.

        A sum's row says ``u[r] - u[before r] - 2 * played[r] = 0``, and that of a chain's start
        ``u[start] + u[last] = 0``.

        Returns
        -------
        (chains, standings + 1) array of int
            Of each chain the last sum up to each standing; in column 0, up to none, its start.
        """
        chains, standings = self.chains[0][hands], self.standings[0][hands]
        is_sum = np.zeros((_CHAINS, self.standing_count + 1), bool)
        is_sum[:, 0] = True
        is_sum[chains, standings] = True
        # Sums are numbered chain by chain. So where a chain has none, the one before is its last.
        last_sums = self.sum_count - 1 + is_sum.cumsum().reshape(is_sum.shape)
        starts, ends = last_sums[:, 0], last_sums[:, -1]
        sums = np.arange(self.sum_count, ends[-1] + 1)
        is_start = np.isin(sums, starts)
        sums_before = sums - 1
        sums_before[is_start] = ends

        row, column = self.first_sum_row, self.first_sum_column
        self._add(row + sums, column + sums, np.ones(len(sums)))
        self._add(row + sums, column + sums_before, np.where(is_start, 1, -1))
        columns = np.repeat(self.entry_columns[hands, sequence], 3)
        sums_of_hands = last_sums[chains, standings].ravel()
        self._add(row + sums_of_hands, columns, np.repeat(-2 * factors0[hands], 3))
        self.sum_count += len(sums)
        return last_sums

    def _add_payment(self, payment: int, factors0: np.ndarray, last_sums: np.ndarray) -> None:
        """Add the parts of a payment that player 1's hands get, by the sums they look up."""
        sequences = self.payments.last_sequences[payment]
        factors1 = self.entry_factors[1][:, sequences[1]]
        paid = self.payments.amounts[payment] * self.chips_per_way * factors1
        hands = self.entry_rows[:, sequences[1]] != NO_INDEX
        chains, standings = self.chains[1][hands], self.standings[1][hands]
        # Of a fixed amount, player 0 gets of a hand all that he plays: a chain's last sum. Of a
        # stake he loses what he plays below the hand, minus what he plays above it. That is the
        # mean of the sums up to the rank below and up to its own.
        if self.payments.is_stake[payment]:
            below, up_to_own = last_sums[chains, standings - 1], last_sums[chains, standings]
            terms = [(below, -0.5), (up_to_own, -0.5)]
        else:
            terms = [(last_sums[chains, -1], 1.0)]
            self._add_shared_combos(sequences, factors0, paid)
        for sums, factor in terms:
            # All hands, minus those with the first card, minus those with the second.
            shares = np.outer(factor * paid[hands], (1, -1, -1))
            rows = np.repeat(self.entry_rows[hands, sequences[1]], 3)
            self._add(rows, self.first_sum_column + sums.ravel(), shares.ravel())

    def _add_shared_combos(
        self, sequences: np.ndarray, factors0: np.ndarray, paid: np.ndarray
    ) -> None:
        """Add the pairs of a combo with itself where a fixed amount is paid.

        They are taken away with either card, and so once too often.
        """
        shared0, shared1 = self.shared_combos
        columns = self.entry_columns[shared0, sequences[0]]
        rows = self.entry_rows[shared1, sequences[1]]
        both = (columns != NO_INDEX) & (rows != NO_INDEX)
        self._add(rows[both], columns[both], (factors0[shared0] * paid[shared1])[both])

    def _add(self, rows: np.ndarray, columns: np.ndarray, numbers: np.ndarray) -> None:
        """Add numbers to the matrix."""
        self.parts.append(Coefficients(rows, columns, numbers))


def _entry_factors(ranked_range: RankedRange, entries: PlanEntries) -> np.ndarray:
    """Return in how many ways each hand is dealt, times the factor of each of its entries."""
    return ranked_range.ways.astype(float)[:, None] * entries.factors


def _standings(
    range0: RankedRange, range1: RankedRange
) -> tuple[tuple[np.ndarray, np.ndarray], int]:
    """Find where each player's hands stand among all ranks, from 1 up, and how many these are.

    Ranks may be any whole numbers. Standings are a pair of (hands, 1) arrays.
    """
    ranks, standings = np.unique(np.concatenate([range0.ranks, range1.ranks]), return_inverse=True)
    both = np.split(1 + standings[:, None], [len(range0.ranks)])
    return as_pair(both), len(ranks)


def _rows_of_same_combos(own: np.ndarray, opponent: np.ndarray) -> np.ndarray:
    """Find where among the opponent's combos each of a player's own is, (own combos,).

    It is their number where the combo is not among them. Both are given by their cards, (combos,
    2).
    """
    row_of_combo = np.full((N_CARDS, N_CARDS), len(opponent))
    row_of_combo[opponent[:, 0], opponent[:, 1]] = np.arange(len(opponent))
    return row_of_combo[own[:, 0], own[:, 1]]


def _weakest_first(ranked_range: RankedRange, factor: float) -> _RankedHands:
    """Return the hands of a ranked range, the weakest first, and their ways times a factor."""
    order = ranked_range.ranks.argsort(kind="stable")
    combos = RankedCombos(ranked_range.cards[order], ranked_range.ranks[order])
    indices = order.astype(np.uintp)  # compiled loops need not ask whether such one is negative
    return _RankedHands(combos, indices, factor * ranked_range.ways[order].astype(float))


@compiled
def _fill_terminal_values(values: np.ndarray, plan: np.ndarray, payments: _PlayerPayments) -> None:
    """Fill in the values of a player's sequences at their terminals, in player 0's chips.

    Parameters
    ----------
    values : (sequences, hands) array
        Filled.
    plan : (opponent's sequences, opponent's hands) array
        The opponent's plan, in the same precision.
    payments : _PlayerPayments
        The payments by the player's sequences.
    """
    own_sequences, opponent_sequences = payments.own_sequences, payments.opponent_sequences
    dtype, stop_payment = values.dtype, 0
    amounts = payments.amounts.astype(dtype)
    own_ways, opponent_ways = payments.own.ways.astype(dtype), payments.opponent.ways.astype(dtype)
    by_card = np.empty((N_CARDS + 1, N_LANES), dtype)
    met = np.empty((len(own_ways), N_LANES), dtype)
    net = np.empty_like(met)
    combos = CombosOnBoard(
        payments.own.combos, payments.opponent.combos, payments.row_of_same_combo
    )
    played = np.zeros((len(opponent_ways) + 1, N_LANES), dtype)
    values[:] = 0
    for first_sequence in range(0, len(plan), N_LANES):
        stop_sequence = min(first_sequence + N_LANES, len(plan))
        for start in range(0, len(opponent_ways), _BLOCK_HANDS):
            indices = payments.opponent.indices[start : start + _BLOCK_HANDS]
            ways = opponent_ways[start:]
            for sequence in range(first_sequence, stop_sequence):
                source = plan[sequence]
                target = played[start:, sequence - first_sequence]
                for row in range(len(indices)):
                    target[row] = source[indices[row]] * ways[row]
        sum_met_and_net(combos, played, SumsOnBoard(by_card, met, net))
        first_payment = stop_payment
        while stop_payment < len(amounts) and opponent_sequences[stop_payment] < stop_sequence:
            stop_payment += 1
        for start in range(0, len(own_ways), _BLOCK_HANDS):
            indices = payments.own.indices[start : start + _BLOCK_HANDS]
            ways = own_ways[start:]
            for payment in range(first_payment, stop_payment):
                values_here = values[own_sequences[payment]]
                lane = opponent_sequences[payment] - first_sequence
                sums = net[start:, lane] if payments.is_stake[payment] else met[start:, lane]
                amount = amounts[payment]
                for row in range(len(indices)):
                    values_here[indices[row]] += amount * (sums[row] * ways[row])


# It names `_fill_terminal_values`. Numba keeps no machine code on disk of a loop that gets a
# function as an argument: it would take seconds to compile in each process.
@compiled
def _run_steps(
    records: np.ndarray,
    states: tuple[RegretState, RegretState],
    payments: tuple[_PlayerPayments, _PlayerPayments],
    information_set_rows: tuple[np.ndarray, np.ndarray],
) -> None:
    """Run iterations of CFR, given a record for each, with the fields of a `RegretStep`."""
    both_values = np.empty_like(states[0].plan), np.empty_like(states[1].plan)
    for step in records:
        for player, values in enumerate(both_values):
            _fill_terminal_values(values, states[1 - player].plan, payments[player])
            least_gain = rounding_in(values, step.relative_rounding)
            state, rows, hands = states[player], information_set_rows[player], values.shape[1]
            match_regrets(values, SIGNS[player], state, rows, least_gain, step, 0, hands)
