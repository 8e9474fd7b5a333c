"""The sequence-form linear program over all or some of the sequences of a game.

:mod:`pokerlab.solvers.lp` explains the program; it takes all sequences and any solver. Other
solvers begin with a few sequences and add to them: in floats for HiGHS, or in integers for exact
steps (:mod:`pokerlab.solvers.exact_programs`). Which numbers these are, the payoff operator says.

A plan and the program's variables are translated into each other by a player's
:class:`~pokerlab.solvers.plan_variables.PlanVariables`; a `SequenceProgram` puts those of both
players into rows and columns.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import coo_array, csc_array

from pokerlab._support.pairs import as_pair
from pokerlab.games import Game
from pokerlab.payoffs import Coefficients, PayoffOperator
from pokerlab.solvers.plan_variables import PlanVariables, SequenceMasks
from pokerlab.solvers.units import program_unit

__all__ = [
    "Behaviours",
    "LinearProgram",
    "SequenceProgram",
    "all_sequences",
    "scale_for_unit",
]

Behaviours = Sequence[np.ndarray]  #: Player 0's behaviour and player 1's.


def scale_for_unit(game: Game, unit: float) -> float:
    """Return the factor of payoffs by which an amount of this unit is 1 for an average pair."""
    return game.deal.prior.size / unit


class LinearProgram(NamedTuple):
    """Maximise ``objective @ v`` subject to ``matrix @ v >= right_sides``, in any kind of number.

    The variables ``v`` are at least 0, except where ``is_free``, and rows are equations where
    ``is_equation``.
    """

    objective: np.ndarray  #: (columns,)
    matrix: Any  #: (rows, columns), sparse or dense.
    right_sides: np.ndarray  #: (rows,)
    is_free: np.ndarray  #: (columns,) of bool.
    is_equation: np.ndarray  #: (rows,) of bool.

    def dual(self) -> "LinearProgram":
        """Return the program over the prices of the rows: its optimum is minus this one's."""
        return LinearProgram(
            self.right_sides, -self.matrix.T, self.objective, self.is_equation, self.is_free
        )


class SequenceProgram:
    """The linear program of a game in which only some sequences may be played.

    The variables of its linear program are player 0's plan over the hands that have a choice, then
    the value of each of player 1's information sets, which is free, and on a river sums over hands,
    free as well. The first rows bound these values by what each of player 1's sequences is worth,
    and their prices, as the dual variables of rows are called here, are that player's plan. Then
    come equations: those that keep player 0's plan a plan, and those of the sums.

    Parameters
    ----------
    game : Game
        The game.
    in_play : pair of (hands, sequences) arrays of bool
        The sequences that may be played. Where one is, some continuation must be.
    fallback : pair of (hands, sequences) arrays, optional
        How each player behaves where no sequence of the other that is in play leads. Such decisions
        do not matter in the program, which leaves them out. By default it includes them.
    payoff_operator : PayoffOperator, optional
        What the game pays, and in which numbers: the program is written in these. By default it is
        the game's own, in floats.
    payoff_scale : number, optional
        The factor of payoffs in the program. By default it is 1 for integers, and for floats one
        that brings payoffs near 1.

    Attributes
    ----------
    game, fallback, payoff_operator, payoff_scale
        As given, or by default.
    plan_variables : pair of PlanVariables
        Each player's variables: columns of player 0, rows of player 1.
    linear_program : LinearProgram
        The program, with a sparse matrix of floats or a dense one of integers.
    """

    def __init__(
        self,
        game: Game,
        in_play: SequenceMasks,
        fallback: Behaviours | None = None,
        *,
        payoff_operator: PayoffOperator | None = None,
        payoff_scale: float | None = None,
    ) -> None:
        self.game, self.fallback = game, fallback
        self.payoff_operator = payoff_operator or game.payoff_operator
        is_exact = self.payoff_operator.is_exact
        if payoff_scale is None:
            payoff_scale = 1 if is_exact else scale_for_unit(game, program_unit(game.tree))
        self.payoff_scale = payoff_scale
        behaviours = (None, None) if fallback is None else fallback
        self.plan_variables = as_pair(
            PlanVariables(game, player, in_play, behaviours[player], is_exact) for player in (0, 1)
        )
        self.linear_program = self._make_linear_program()

    def _make_linear_program(self) -> LinearProgram:
        """Return the linear program over both players' variables."""
        # In von Stengel's letters (see `pokerlab.solvers.lp`): plans x and y keep E @ x = e and
        # F @ y = f, and x @ A @ y is what player 0 earns. Player 1's best response to x has a dual,
        # with a variable q for each of his information sets, so that the program is to
        #
        #     maximise  c @ x + f @ q  where  A.T @ x - F.T @ q >= -b,  E @ x = e,  x >= 0.
        #
        # Here x and y are the variables only: c and b are what they earn against what the other one
        # does in any case. The prices of the first rows are y. What the sums of a river pay stands
        # for A.T @ x.
        variables0, variables1 = self.plan_variables
        block = self.payoff_operator.program_block(
            variables0.entries, variables1.entries, self.payoff_scale
        )
        x_count, y_count = variables0.variable_count, variables1.variable_count
        zeros = np.zeros(block.sum_count, int)
        objective = np.concatenate([self._earned(0), variables1.right_sides, zeros])  # c, f
        right_sides = np.concatenate([-self._earned(1), variables0.right_sides, zeros])  # -b, e

        rows, columns, signs = variables0.equations
        keep_plan = Coefficients(y_count + rows, columns, signs)  # E
        rows, columns, signs = variables1.equations
        cap_values = Coefficients(columns, x_count + rows, -signs)  # -F.T
        rows, columns, numbers = block.coefficients
        # The block's sums come last: its rows of them behind those of E, its columns behind q.
        rows = np.where(rows < y_count, rows, rows + len(variables0.right_sides))
        columns = np.where(columns < x_count, columns, columns + len(variables1.right_sides))
        payoffs = Coefficients(rows, columns, numbers)  # A.T
        coefficients = Coefficients.join([keep_plan, cap_values, payoffs])
        make_matrix = _dense_matrix if self.payoff_operator.is_exact else _sparse_matrix
        return LinearProgram(
            objective,
            make_matrix(coefficients, (len(right_sides), len(objective))),
            right_sides,
            is_free=np.arange(len(objective)) >= x_count,
            is_equation=np.arange(len(right_sides)) >= y_count,
        )

    def _earned(self, player: int) -> np.ndarray:
        """Return the earnings of a player's variables against what the other does in any case."""
        own, other = self.plan_variables[player], self.plan_variables[1 - player]
        paid = self.payoff_operator.apply(player, other.certain_plan)
        return own.sum_by_variable(self.payoff_scale * paid)

    def for_player(self, player: int) -> LinearProgram:
        """Return the program whose variables are a player's plan: for player 1 it is the dual."""
        return self.linear_program if player == 0 else self.linear_program.dual()

    def plans_from(
        self,
        variables: np.ndarray,
        prices: np.ndarray,
        denominators: tuple[Any, Any] = (1.0, 1.0),
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return player 0's plan from the variables, player 1's from the prices of his rows.

        The denominators are what stands for a probability of 1 in either; in the plans it is that
        times the `PlanVariables.lock_denominator`.
        """
        x = self.plan_variables[0].plan_from(variables, denominators[0])
        return x, self.plan_variables[1].plan_from(prices, denominators[1])


def all_sequences(game: Game) -> SequenceMasks:
    """Return all sequences of both players with all hands."""
    return as_pair(np.ones(shape, bool) for shape in game.shapes)


def _sparse_matrix(coefficients: Coefficients, shape: tuple[int, int]) -> csc_array:
    """Return the matrix of floats with these coefficients, stored by columns."""
    rows, columns, numbers = coefficients
    return coo_array((numbers, (rows, columns)), shape).tocsc()


def _dense_matrix(coefficients: Coefficients, shape: tuple[int, int]) -> np.ndarray:
    """Return the matrix of Python's integers with these coefficients."""
    rows, columns, numbers = coefficients
    matrix = np.zeros(shape, object)
    np.add.at(matrix, (rows, columns), numbers)
    return matrix
