"""Payoffs: the worth of a tree's payments over a deal.

A payoff is linear in each player's plan. So all payoffs are one linear operator, from a plan of one
player to the values that it leaves for the other one's sequences. Its matrix, over all pairs of
hand and sequence, is never formed. A `PayoffOperator` can

- apply it to a plan (`PayoffOperator.apply`);
- write it as a block of a linear program's matrix (`PayoffOperator.program_block`).

Both count player 0's winnings, for the sequences of either player. In floats it also measures two
plans (`FloatPayoffOperator.measure`).

A game has the one that goes with its deal, :attr:`pokerlab.games.Game.payoff_operator`, in floats
(`FloatPayoffOperator`): `MatrixPayoffOperator`, in this module, multiplies by the deal's two
matrices over pairs of hands and serves every deal;
:class:`pokerlab.river_payoffs.RiverPayoffOperator` adds up by rank and card, which is faster on a
river. Two more are made by those who need them:
:class:`pokerlab.exact_payoffs.IntegerPayoffOperator` computes in integers, and one of
:func:`pokerlab.solvers.double_oracle.trembling` adds to a game's own what its mistakes pay.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from pokerlab._compiled import compiled_if_worthwhile
from pokerlab._compiled.blas import one_blas_thread
from pokerlab._compiled.parallel import parallel_over_hands
from pokerlab._compiled.regret_matching import RegretState, RegretStep, match_regrets
from pokerlab._compiled.rounding import rounding_in
from pokerlab._support.arithmetic import NO_INDEX
from pokerlab._support.pairs import SIGNS, as_pair
from pokerlab.brackets import Bracket
from pokerlab.deals import Deal
from pokerlab.payments import PaymentBlock
from pokerlab.sequence_form import BestResponse, SequenceForm

__all__ = [
    "Coefficients",
    "FloatPayoffOperator",
    "MatrixPayoffOperator",
    "Measurement",
    "PayoffOperator",
    "PlanEntries",
    "ProgramBlock",
]

# How many of the opponent's sequences are multiplied at a time, so that the products of a large
# tree do not fill the memory: they take 5.5 MB with 169 hands.
_BLOCK_SEQUENCES = 4096
_LEAST_HANDS = 40  # Fewer than these do not make an iteration faster.


class Coefficients(NamedTuple):
    """Numbers in a program's matrix, three (m,) arrays; those in one place are added up."""

    rows: np.ndarray  #: The row of each number.
    columns: np.ndarray  #: The column of each.
    numbers: np.ndarray  #: The numbers, of the kind that the program computes with.

    @classmethod
    def join(cls, parts: Sequence["Coefficients"]) -> "Coefficients":
        """Return all coefficients of a matrix, given in any number of parts."""
        none = np.zeros(0, int)
        return cls(
            rows=np.concatenate([none, *(part.rows for part in parts)]),
            columns=np.concatenate([none, *(part.columns for part in parts)]),
            numbers=np.concatenate([none, *(part.numbers for part in parts)]),
        )


class ProgramBlock(NamedTuple):
    """The payoffs as a block of a linear program's matrix.

    Its first rows are player 1's variables, and its first columns player 0's. A river's has more
    columns, for sums over hands, which are free variables of their own; and as many more rows, the
    equations that define them, with 0 on the right side.
    """

    coefficients: Coefficients  #: What the block has in which rows and columns of its own.
    sum_count: int = 0  #: How many sums are variables.


class PlanEntries(NamedTuple):
    """The entries of a player's plan as variables of a linear program, times a factor each."""

    variable_count: int  #: How many variables there are.
    #: (hands, sequences): the number of each entry's variable; `NO_INDEX` where it has none.
    variables: np.ndarray
    factors: np.ndarray  #: (hands, sequences): how many times its variable each entry is.


class Measurement(NamedTuple):
    """Two plans, what they earn, and the best responses to them."""

    plans: tuple[np.ndarray, np.ndarray]  #: Player 0's plan and player 1's.
    #: What each player's sequences are worth against the other's plan, (hands, sequences) each.
    terminal_values: tuple[np.ndarray, np.ndarray]
    best_responses: tuple[BestResponse, BestResponse]  #: Each player's, to the other's plan.

    @property
    def payoff(self) -> float:
        """Player 0's average winnings if the two plans meet, in chips."""
        return float((self.plans[0] * self.terminal_values[0]).sum())

    @property
    def bracket(self) -> Bracket:
        """Bounds on the value of the game: player 0's payoffs if one of the plans is answered."""
        by_player_0, by_player_1 = self.best_responses
        return Bracket(lower=by_player_1.payoff, upper=by_player_0.payoff)


class PayoffOperator(ABC):
    """The linear map from one player's plan to the other one's sequences, in one kind of number.

    Its methods take plans as they are, as those of the sequence form do.

    Parameters
    ----------
    deal : Deal
        The hands.
    sequence_form : SequenceForm
        The plans, with the tree that pays.
    """

    #: The kind of number, as the dtype of arrays: floats, or objects for Python's integers.
    number_type: np.dtype[Any] = np.dtype(float)

    def __init__(self, deal: Deal, sequence_form: SequenceForm) -> None:
        self.deal, self.sequence_form = deal, sequence_form
        self.tree = sequence_form.tree

    @property
    def is_exact(self) -> bool:
        """Whether its numbers are exact, Python's integers."""
        return bool(self.number_type.hasobject)

    @property
    @abstractmethod
    def _amounts(self) -> np.ndarray:
        """The amounts of the tree's payments, (e,) such numbers."""

    @property
    @abstractmethod
    def _matrices(self) -> tuple[np.ndarray, np.ndarray]:
        """The deal's ``prior`` and ``net_wins``, (n0, n1) such numbers.

        Fixed amounts are multiplied by the first, and stakes by the second.
        """

    @one_blas_thread
    def apply(self, player: int, opponent_plan: ArrayLike) -> np.ndarray:
        """Return the terminal values of a player's sequences against a plan, (hands, sequences).

        The plan is an array of (opponent's hands, opponent's sequences).
        :meth:`pokerlab.games.Game.terminal_values` tells what they are.
        """
        plan_by_sequence = np.asarray(opponent_plan, self.number_type).T
        return self.terminal_values_by_sequence(player, plan_by_sequence).T

    @abstractmethod
    def terminal_values_by_sequence(self, player: int, plan_by_sequence: np.ndarray) -> np.ndarray:
        """Apply the operator to a plan, as `apply` does; both arrays have a row for each sequence.

        Parameters
        ----------
        player : int
            The player whose sequences are valued, 0 or 1.
        plan_by_sequence : (opponent's sequences, opponent's hands) array
            The opponent's plan; floats may have either precision.

        Returns
        -------
        (sequences, hands) array
            In the precision of the plan; chips, unless a subclass counts in another unit.
        """

    def _shape_by_sequence(self, player: int) -> tuple[int, int]:
        """Return how many sequences and how many hands a player has."""
        return self.tree.sequence_counts[player], len(self.deal.hands[player])

    def program_block(
        self, entries0: PlanEntries, entries1: PlanEntries, scale: Any = 1
    ) -> ProgramBlock:
        """Return the payoffs as a block of a linear program's matrix.

        It has a number for each payment and pair of hands, unless a subclass needs fewer.

        Parameters
        ----------
        entries0, entries1 : PlanEntries
            The entries of player 0's plan, which are columns of the block, and of player 1's, which
            are rows.
        scale : number, optional
            The factor of payoffs.
        """
        prior, net_wins = (scale * matrix for matrix in self._matrices)
        parts = []
        payments = self.tree.payments
        for (sequence0, sequence1), is_stake, amount in zip(
            payments.last_sequences.tolist(), payments.is_stake.tolist(), self._amounts, strict=True
        ):
            columns, rows = entries0.variables[:, sequence0], entries1.variables[:, sequence1]
            has_column, has_row = columns != NO_INDEX, rows != NO_INDEX
            over_hands = net_wins if is_stake else prior
            paid = amount * over_hands[np.ix_(has_column, has_row)]
            paid *= entries0.factors[has_column, sequence0, None]
            paid *= entries1.factors[has_row, sequence1]
            columns, rows = columns[has_column], rows[has_row]
            pair_rows, pair_columns = np.tile(rows, len(columns)), np.repeat(columns, len(rows))
            parts.append(Coefficients(pair_rows, pair_columns, paid.ravel()))
        return ProgramBlock(Coefficients.join(parts))


class FloatPayoffOperator(PayoffOperator):
    """An operator in floats, which also measures plans and runs iterations of CFR."""

    @property
    def _amounts(self) -> np.ndarray:
        return self.tree.payments.amounts

    @property
    def _matrices(self) -> tuple[np.ndarray, np.ndarray]:
        return self.deal.prior, self.deal.net_wins

    def measure(self, x: np.ndarray, y: np.ndarray) -> Measurement:
        """Measure player 0's plan ``x`` and player 1's ``y``, by best responses to both.

        For a plan that is only nearly one, that proves nothing:
        :meth:`pokerlab.games.Game.bracket` reads its plans first.
        """
        terminal_values = self.apply(0, y), self.apply(1, x)
        best_responses = as_pair(map(self.sequence_form.best_plan_for, (0, 1), terminal_values))
        return Measurement((x, y), terminal_values, best_responses)

    @property
    @abstractmethod
    def cost_per_hand_and_terminal(self) -> int:
        """About how many multiplications an iteration takes for each hand and terminal."""

    def run_regret_steps(
        self, steps: Sequence[RegretStep], states: tuple[RegretState, RegretState]
    ) -> None:
        """Run iterations of CFR: in each, player 0 takes his step, and then player 1.

        An operator that can run all of them in one compiled loop does.

        Parameters
        ----------
        steps : sequence of RegretStep
            The numbers of each iteration.
        states : pair of RegretState
            Both players' states, which change.
        """
        for step in steps:
            for player in (0, 1):
                values = self.terminal_values_by_sequence(player, states[1 - player].plan)
                least_gain = rounding_in(values, step.relative_rounding)
                rows = self.tree.information_set_rows[player]
                # `match_regrets` also gets where each thread's hands start and stop.
                parallel_over_hands(
                    match_regrets, values, SIGNS[player], states[player], rows, least_gain, step
                )


class MatrixPayoffOperator(FloatPayoffOperator):
    """The operator over any deal, in floats, by products with the deal's matrices."""

    @property
    def cost_per_hand_and_terminal(self) -> int:
        """About how many multiplications an iteration takes for each hand and terminal.

        A product takes one for each of the opponent's hands.
        """
        return max(_LEAST_HANDS, *self.deal.prior.shape)

    def terminal_values_by_sequence(self, player: int, plan_by_sequence: np.ndarray) -> np.ndarray:
        """Apply the operator to a plan, by products with the deal's matrices."""
        paid = np.zeros(self._shape_by_sequence(player), plan_by_sequence.dtype)
        prior, net_wins = self.deal.matrices_to(player, paid.dtype)
        amounts = self._amounts.astype(paid.dtype, copy=False)
        for block in self._blocks[player]:
            opponent_reach = plan_by_sequence[block.opponent_sequences]
            products = opponent_reach @ (net_wins if block.is_stake else prior)
            parallel_over_hands(
                _add_payments,
                paid,
                products,
                amounts,
                block.payment_indices,
                block.own_sequences,
                block.opponent_positions,
            )
        return paid

    @cached_property
    def _blocks(self) -> tuple[list[PaymentBlock], list[PaymentBlock]]:
        """The blocks of payments by each player's sequences: fixed amounts, and then stakes."""
        return as_pair(
            [
                part
                for block in self.tree.payments.blocks(player)
                for part in block.in_parts(_BLOCK_SEQUENCES)
            ]
            for player in (0, 1)
        )


@compiled_if_worthwhile
def _add_payments(
    paid: np.ndarray,
    products: np.ndarray,
    amounts: np.ndarray,
    payment_indices: np.ndarray,
    own_sequences: np.ndarray,
    opponent_positions: np.ndarray,
    start: int,
    stop: int,
) -> None:
    """Add a block's payments to those at a player's sequences, for some hands."""
    for payment in range(len(payment_indices)):
        amount = amounts[payment_indices[payment]]
        paid_here = paid[own_sequences[payment], start:stop]
        product = products[opponent_positions[payment], start:stop]
        for hand in range(len(paid_here)):
            paid_here[hand] += amount * product[hand]
