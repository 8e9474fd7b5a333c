"""The sequence-form linear program over all or some of the sequences of a game.

:mod:`pokerlab.solvers.lp` explains the program; it takes all sequences and any solver. Other
solvers begin with a few sequences and add to them: in floats for HiGHS, or in integers for exact
steps (:mod:`pokerlab.solvers.exact_programs`). Which numbers these are, and what a game pays in
them, is the program's `Arithmetic`.

A plan and the program's variables are translated into each other by a player's
:class:`~pokerlab.solvers.plan_variables.PlanVariables`; a `SequenceProgram` puts those of both
players into rows and columns.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import coo_array, csc_array

from pokerlab._support.pairs import as_pair
from pokerlab.games import Game
from pokerlab.payoffs import Coefficients, PayoffOperator
from pokerlab.solvers.plan_variables import PlanVariables, SequenceMasks
from pokerlab.solvers.units import program_unit

__all__ = [
    "FLOATS",
    "Arithmetic",
    "Behaviours",
    "LinearProgram",
    "ProgramLayout",
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


class Arithmetic(NamedTuple):
    """The numbers in which a program is written, what a game pays in them, and their matrices."""

    payoff_operator_of: Callable[[Game], PayoffOperator]  #: What a game pays, in these numbers.
    #: The scale of a game's payoffs in its program: the factor of what the operator pays.
    payoff_scale_of: Callable[[Game], float]
    #: Makes the matrix of a shape with some coefficients; those at one position are added up.
    make_matrix: Callable[[Coefficients, tuple[int, int]], Any]


def _sparse_matrix(coefficients: Coefficients, shape: tuple[int, int]) -> csc_array:
    """Return the matrix with these coefficients, stored by columns."""
    rows, columns, numbers = coefficients
    return coo_array((numbers, (rows, columns)), shape).tocsc()


#: Floats for HiGHS.
FLOATS = Arithmetic(
    payoff_operator_of=lambda game: game.payoff_operator,
    payoff_scale_of=lambda game: scale_for_unit(game, program_unit(game.tree)),
    make_matrix=_sparse_matrix,
)


class ProgramLayout(NamedTuple):
    """Which columns and rows of a `SequenceProgram` are what.

    On a river there are more of both, for sums over hands. They come last.
    """

    plan_columns: slice  #: Player 0's plan.
    value_columns: slice  #: The values of player 1's information sets.
    bound_rows: slice  #: The bounds of these values: their prices are player 1's plan.
    equation_rows: slice  #: The equations that player 0's plan keeps.

    @classmethod
    def of(cls, variables0: PlanVariables, variables1: PlanVariables) -> "ProgramLayout":
        """Lay out the program over both players' variables."""
        value_start, equation_start = variables0.variable_count, variables1.variable_count
        return cls(
            plan_columns=slice(0, value_start),
            value_columns=slice(value_start, value_start + len(variables1.right_sides)),
            bound_rows=slice(0, equation_start),
            equation_rows=slice(equation_start, equation_start + len(variables0.right_sides)),
        )

    @property
    def first_unused_cell(self) -> tuple[int, int]:
        """The first row and column that are not in use yet: where sums begin."""
        return self.equation_rows.stop, self.value_columns.stop

    def shape(self, sum_count: int) -> tuple[int, int]:
        """Return the shape of a matrix with `sum_count` sums."""
        row, column = self.first_unused_cell
        return row + sum_count, column + sum_count


class SequenceProgram:
    """The linear program of a game in which only some sequences may be played.

    The variables of its linear program are player 0's plan over the hands that have a choice, then
    the value of each of player 1's information sets, which is free, and on a river sums over hands,
    free as well. The first rows bound these values by what each of player 1's sequences is worth,
    and their prices are that player's plan. The equations keep player 0's plan a plan, and the sums
    right. `ProgramLayout` says where each begins.

    Parameters
    ----------
    game : Game
        The game.
    in_play : pair of (hands, sequences) arrays of bool
        The sequences that may be played. Where one is, some continuation must be.
    fallback : pair of (hands, sequences) arrays, optional
        How each player behaves where no sequence of the other that is in play leads. Such decisions
        do not matter in the program, which leaves them out. By default it includes them.
    arithmetic : Arithmetic
        In which numbers the program is written, and what the game pays in them: `FLOATS`,
        :data:`pokerlab.solvers.exact_programs.INTEGERS`, or one of these with another operator.

    Attributes
    ----------
    game, fallback
        As given.
    linear_program : LinearProgram
        The program, with the payoffs of the arithmetic.
    payoff_operator : PayoffOperator
        What the game pays, in these numbers.
    payoff_scale : number
        The factor of payoffs in the program.
    plan_variables : pair of PlanVariables
        The places of each player's entries in it: variables of player 0, rows of player 1.
    """

    def __init__(
        self,
        game: Game,
        in_play: SequenceMasks,
        fallback: Behaviours | None = None,
        arithmetic: Arithmetic = FLOATS,
    ) -> None:
        self.game, self.fallback = game, fallback
        self._arithmetic = arithmetic
        self.payoff_operator = arithmetic.payoff_operator_of(game)
        self.payoff_scale = arithmetic.payoff_scale_of(game)
        behaviours = (None, None) if fallback is None else fallback
        is_exact = self.payoff_operator.is_exact
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
        layout = ProgramLayout.of(variables0, variables1)
        payoff_parts, sum_count = self.payoff_operator.coefficients(
            variables0.entries,
            variables1.entries,
            layout.first_unused_cell,
            self.payoff_scale,
        )
        shape = layout.shape(sum_count)
        row_count, column_count = shape

        number_type = self.payoff_operator.number_type
        objective = np.zeros(column_count, number_type)
        objective[layout.plan_columns] = self._earned(0)  # c
        objective[layout.value_columns] = variables1.right_sides  # f
        right_sides = np.zeros(row_count, number_type)
        right_sides[layout.bound_rows] = -self._earned(1)  # -b
        right_sides[layout.equation_rows] = variables0.right_sides  # e
        is_free = np.ones(column_count, bool)
        is_free[layout.plan_columns] = False
        is_equation = np.ones(row_count, bool)
        is_equation[layout.bound_rows] = False

        rows, columns, signs = variables0.equations
        keep_plan = Coefficients(layout.equation_rows.start + rows, columns, signs)  # E
        rows, columns, signs = variables1.equations
        cap_values = Coefficients(columns, layout.value_columns.start + rows, -signs)  # -F.T
        coefficients = Coefficients.join([keep_plan, cap_values, *payoff_parts])
        matrix = self._arithmetic.make_matrix(coefficients, shape)
        return LinearProgram(objective, matrix, right_sides, is_free, is_equation)

    def _earned(self, player: int) -> np.ndarray:
        """Return the earnings of a player's variables against what the other does in any case."""
        own, other = self.plan_variables[player], self.plan_variables[1 - player]
        paid = self.payoff_operator.terminal_values(player, other.certain_plan)
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
