"""The sequence-form linear program over all or some of the sequences of a game.

:mod:`pokerlab.solvers.lp` explains the program; it takes all sequences and any solver. Other
solvers begin with a few sequences and add to them: in floats for HiGHS (`SequenceProgram`), or in
integers for exact steps (:mod:`pokerlab.solvers.exact_programs`). Which numbers these are, and what
a game pays in them, is the program's `Arithmetic`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import highspy
import numpy as np
from scipy.sparse import coo_array, csc_array

from pokerlab import sequence_form
from pokerlab._support.basics import NO_INDEX, as_pair
from pokerlab.games import Game, Plans
from pokerlab.payoffs import Coefficients, PayoffOperator
from pokerlab.trees import InformationSet

__all__ = [
    "FLOATS",
    "SOLVED",
    "Arithmetic",
    "Bonus",
    "InPlay",
    "LinearProgram",
    "SequenceProgram",
    "add_continuations",
    "likely_sequences",
    "make_highs",
    "widen",
]

#: Which sequences of which hands are in play, one (hands, sequences) array of bool per player.
InPlay = Sequence[np.ndarray]
#: What each entry of a player's plan adds to the value besides, in player 0's chips: for each
#: player a (hands, sequences) array, or a number for all.
Bonus = Plans | tuple[float, float]
#: The statuses with which HiGHS has an optimum; an empty model is one in which nobody has a choice.
SOLVED = highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kModelEmpty


def _payoff_scale(game: Game) -> float:
    """Return by what to multiply payoffs, to bring an average pair of hands and amount near 1."""
    return game.deal.prior.size / game.tree.program_unit


class LinearProgram(NamedTuple):
    """Maximise ``objective @ v`` subject to ``matrix @ v >= right_sides``, in any kind of number.

    The variables ``v`` are at least 0, except where ``free``. Rows hold with equality where
    ``tight``.
    """

    objective: np.ndarray  #: (columns,)
    matrix: Any  #: (rows, columns), sparse or dense.
    right_sides: np.ndarray  #: (rows,)
    free: np.ndarray  #: (columns,) of bool.
    tight: np.ndarray  #: (rows,) of bool.

    def dual(self) -> "LinearProgram":
        """Return the program over the prices of the rows: its optimum is minus this one's."""
        return LinearProgram(
            self.right_sides, -self.matrix.T, self.objective, self.tight, self.free
        )


class Arithmetic(NamedTuple):
    """The numbers in which a program is written, and how they are computed with."""

    dtype: np.dtype[Any]  #: Of arrays of these numbers.
    payoff_operator: Callable[[Game], PayoffOperator]  #: A game's, in these numbers.
    payoff_scale: Callable[[Game], float]  #: By what a program multiplies what the operator pays.
    #: Makes the matrix of a shape with some coefficients; those at one position are added up.
    matrix: Callable[[Coefficients, tuple[int, int]], Any]
    #: Splits the totals of hands among actions: (hands,), and (hands, actions) of float.
    split: Callable[[np.ndarray, np.ndarray], np.ndarray]


def _sparse_matrix(coefficients: Coefficients, shape: tuple[int, int]) -> csc_array:
    """Return the matrix with these coefficients, stored by columns."""
    rows, columns, values = coefficients
    return coo_array((values, (rows, columns)), shape).tocsc()


#: Floats for HiGHS.
FLOATS = Arithmetic(
    dtype=np.dtype(float),
    payoff_operator=lambda game: game.payoff_operator,
    payoff_scale=_payoff_scale,
    matrix=_sparse_matrix,
    split=lambda totals, shares: totals[:, None] * shares,
)


class _Choices(NamedTuple):
    """A player's real choices: where more than one of his sequences in play can follow."""

    #: (hands, sequences): which variable of the program each entry of a plan is, or `NO_INDEX`.
    indices: np.ndarray
    #: (hands, sequences): 1 where a sequence is played in any case, else 0.
    certain: np.ndarray
    #: The equations that his plan keeps, one for each choice: a row for each, a column for each
    #: variable.
    equations: Coefficients
    totals: np.ndarray  #: (equations,): their right-hand sides, 0 or 1.
    variable_count: int


class SequenceProgram:
    """The linear program of a game in which only some sequences may be played.

    The variables of its linear program are player 0's plan over the hands that have a choice, then
    the value of each of player 1's information sets, which is free, and on a river sums over hands,
    free as well. The first rows bound these values by what each of player 1's sequences is worth,
    and their prices are that player's plan. The tight rows keep player 0's plan a plan, and the
    sums right.

    Parameters
    ----------
    game : Game
        The game.
    in_play : pair of (hands, sequences) arrays of bool
        The sequences that may be played. Where one is, some continuation must be.
    fallback : pair of (hands, sequences) arrays, optional
        How each player behaves where no sequence of the other that is in play leads. Such decisions
        do not matter in the program, which leaves them out. By default it includes them.
    bonus : pair of (hands, sequences) arrays, optional
        What each entry of a player's plan adds to the value besides, in player 0's chips. These
        are floats: with another arithmetic they are a ValueError.
    arithmetic : Arithmetic
        In which numbers the program is written: `FLOATS`, or
        :data:`pokerlab.solvers.exact_programs.INTEGERS`.

    Attributes
    ----------
    linear : LinearProgram
        The program, with the payoffs of the arithmetic.
    payoff_scale : number
        What they are multiplied by there.
    indices : pair of (hands, sequences) arrays of int
        For each entry of player 0's plan its variable, of player 1's its row; `NO_INDEX` for
        those that are no choice, whose probability `certain` has.
    certain : pair of (hands, sequences) arrays of int
        1 where a sequence is played in any case, else 0.
    """

    def __init__(
        self,
        game: Game,
        in_play: InPlay,
        fallback: Plans | None = None,
        bonus: Bonus | None = None,
        arithmetic: Arithmetic = FLOATS,
    ) -> None:
        if bonus is not None and arithmetic is not FLOATS:
            raise ValueError("bonus: given, in floats, to a program in other numbers")
        self.game, self.fallback, self.bonus, self.arithmetic = game, fallback, bonus, arithmetic
        self._operator = arithmetic.payoff_operator(game)
        self.payoff_scale = arithmetic.payoff_scale(game)
        in_reach = [self._in_reach(player, in_play[1 - player]) for player in (0, 1)]
        #: Each player's decisions that the program leaves out.
        self._left_out = as_pair(
            [each for each, is_in_reach in of_player if not is_in_reach] for of_player in in_reach
        )
        choices = as_pair(
            _number_variables(
                game,
                player,
                [each for each, is_in_reach in in_reach[player] if is_in_reach],
                in_play[player],
            )
            for player in (0, 1)
        )
        self.indices = choices[0].indices, choices[1].indices
        self.certain = choices[0].certain, choices[1].certain
        self.linear = self._make_linear(choices)

    def _in_reach(
        self, player: int, opponent_in_play: np.ndarray
    ) -> list[tuple[InformationSet, bool]]:
        """List a player's decisions, and whether the opponent's sequences in play lead to each.

        Without a fallback all of them count as reached.
        """
        return [
            (
                information_set,
                self.fallback is None
                or bool(opponent_in_play[:, information_set.opponent_sequence].any()),
            )
            for information_set in self.game.tree.information_sets[player]
        ]

    def _make_linear(self, choices: tuple[_Choices, _Choices]) -> LinearProgram:
        """Return the linear program over both players' choices."""
        # The columns are variables: player 0's sequences (what he earns by each goes into the
        # objective), then the values of player 1's information sets, then the payoffs' own sums.
        # The rows are, in the same order, player 1's sequences (what he owes by each bounds these
        # values), then the equations that keep player 0's plan a plan, then those of the sums.
        earned, owed = (self._earned(player, choices[player].variable_count) for player in (0, 1))
        value_column, equation_row = len(earned), len(owed)  # the first ones
        sum_column = value_column + len(choices[1].totals)
        sum_row = equation_row + len(choices[0].totals)
        of_payoffs, sums = self._operator.coefficients(
            self.indices, (sum_row, sum_column), self.payoff_scale
        )
        rows, columns, values = choices[0].equations
        keep_plan = Coefficients(equation_row + rows, columns, values)
        # Turned: an equation of player 1's is a column, the value of an information set.
        rows, columns, values = choices[1].equations
        bound_values = Coefficients(columns, value_column + rows, -values)
        shape = sum_row + sums, sum_column + sums
        objective = np.zeros(shape[1], self.arithmetic.dtype)
        objective[:value_column] = earned
        objective[value_column:sum_column] = choices[1].totals
        right_sides = np.zeros(shape[0], self.arithmetic.dtype)
        right_sides[:equation_row] = -owed
        right_sides[equation_row:sum_row] = choices[0].totals
        return LinearProgram(
            objective,
            self.arithmetic.matrix(_join([keep_plan, bound_values, *of_payoffs]), shape),
            right_sides,
            free=np.arange(shape[1]) >= value_column,
            tight=np.arange(shape[0]) >= equation_row,
        )

    def _earned(self, player: int, variable_count: int) -> np.ndarray:
        """Return what a player's variables earn against what the other does in any case."""
        paid = self._operator.terminal_values(player, self.certain[1 - player])
        values = self.payoff_scale * paid
        if self.bonus is not None:
            values = values + self.payoff_scale * self.bonus[player]
        return self.sum_by_variable(player, values, variable_count)

    def sum_by_variable(self, player: int, entries: np.ndarray, count: int) -> np.ndarray:
        """Add up, for each variable, what belongs to the entries of a player's plan that it is.

        Parameters
        ----------
        player : int
            Whose plan, 0 or 1.
        entries : (hands, sequences) array
            A number for each entry.
        count : int
            The length of the result: the plan's variables come first in the player's program.
        """
        indices = self.indices[player]
        is_variable = indices != NO_INDEX
        sums = np.zeros(count, self.arithmetic.dtype)
        np.add.at(sums, indices[is_variable], entries[is_variable])
        return sums

    def for_player(self, player: int) -> LinearProgram:
        """Return the program whose variables are a player's plan: for player 1 it is the dual."""
        return self.linear if player == 0 else self.linear.dual()

    def solve(self, **options: Any) -> tuple[highspy.Highs, Plans]:
        """Run HiGHS, and return it, whether that succeeded or not, and the plans that it has."""
        highs = make_highs(self.linear, **options)
        highs.run()
        solution = highs.getSolution()
        variables = np.zeros(len(self.linear.objective))
        prices = np.zeros(len(self.linear.right_sides))
        if solution.col_value:  # else HiGHS has refused the program
            variables = np.array(solution.col_value)
        if solution.row_dual:
            prices = np.array(solution.row_dual)
        plans = self.plans_from(variables, 1.0, prices, 1.0)
        return highs, sequence_form.repaired_plans(self.game, plans)

    def plans_from(
        self, variables: np.ndarray, denominator: Any, prices: np.ndarray, price_denominator: Any
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return player 0's plan from the variables, player 1's from the prices of his sequences.

        What stands for a probability of 1 are the denominators.
        """
        first = self.plan_from(0, variables, denominator)
        return first, self.plan_from(1, prices, price_denominator)

    def plan_from(self, player: int, variables: np.ndarray, denominator: Any) -> np.ndarray:
        """Return a player's plan from its variables, in which the denominator stands for 1."""
        plan: np.ndarray = self.certain[player].astype(variables.dtype) * denominator
        is_variable = self.indices[player] != NO_INDEX
        plan[is_variable] = variables[self.indices[player][is_variable]]
        if self.fallback is not None:
            behaviour, information_sets = self.fallback[player], self._left_out[player]
            split = self.arithmetic.split
            sequence_form.continue_plan(self.game, player, plan, information_sets, behaviour, split)
        return plan


def _number_variables(
    game: Game, player: int, information_sets: Iterable[InformationSet], in_play: np.ndarray
) -> _Choices:
    """Number a player's variables, one for each sequence that begins with a real choice.

    Where a single continuation is in play, or he does not choose, it is as likely as what leads
    there, and shares its variable. A sequence without a variable is certain or impossible; those
    after decisions that are not given have none.
    """
    indices, certain = np.full(in_play.shape, NO_INDEX), np.zeros(in_play.shape, int)
    certain[:, 0] = 1
    variable_count = equation_count = 0
    none = np.zeros(0, int)
    equations, totals = [Coefficients(none, none, none)], [none]
    for information_set in information_sets:
        before, after = information_set.sequence_before, information_set.sequences_after
        options = in_play[:, after] & in_play[:, [before]]
        has_choice = (options.sum(axis=1) > 1) & game.chooses(player, information_set)

        forced = options & ~has_choice[:, None]
        indices_after = np.where(forced, indices[:, [before]], NO_INDEX)
        certain[:, after] = forced * certain[:, [before]]

        chosen = options & has_choice[:, None]
        indices_after[chosen] = variable_count + np.arange(chosen.sum())
        variable_count += int(chosen.sum())
        indices[:, after] = indices_after

        # What comes after adds up to what leads there, which is a variable, too, or certain.
        equation = np.full(len(has_choice), NO_INDEX)  # of each hand
        equation[has_choice] = equation_count + np.arange(has_choice.sum())
        equation_count += int(has_choice.sum())
        hands = chosen.nonzero()[0]
        variables = indices_after[chosen]
        equations.append(Coefficients(equation[hands], variables, np.full(len(hands), 1)))
        hands = np.flatnonzero(has_choice & (indices[:, before] != NO_INDEX))
        equations.append(
            Coefficients(equation[hands], indices[hands, before], np.full(len(hands), -1))
        )
        totals.append(certain[has_choice, before])
    return _Choices(indices, certain, _join(equations), np.concatenate(totals), variable_count)


def _join(parts: Sequence[Coefficients]) -> Coefficients:
    """Return all coefficients of a matrix."""
    rows = np.concatenate([part.rows for part in parts]).astype(int)
    columns = np.concatenate([part.columns for part in parts]).astype(int)
    return Coefficients(rows, columns, np.concatenate([part.values for part in parts]))


def likely_sequences(game: Game, plans: Plans, least: float) -> InPlay:
    """Tell which sequences a player's plan plays more often than this, or a best response plays.

    Where nothing else follows, the likeliest continuation is added.
    """
    in_play = as_pair(
        (plans[player] > least)
        | (sequence_form.best_response(game, player, plans[1 - player])[0] > 0)
        for player in (0, 1)
    )
    for player in (0, 1):
        add_continuations(game, player, in_play[player], plans[player])
    return in_play


def add_continuations(game: Game, player: int, in_play: np.ndarray, plan: np.ndarray) -> None:
    """Put in play, in place, what must follow a player's sequences that are.

    That is the plan's likeliest continuation, if none is in play yet, and all that follows where he
    does not choose. Both arrays are (hands, sequences).
    """
    for information_set in game.tree.information_sets[player]:
        before, after = information_set.sequence_before, information_set.sequences_after
        forced = in_play[:, before] & ~game.chooses(player, information_set)
        in_play[forced, after] = True
        stuck = in_play[:, before] & ~in_play[:, after].any(axis=1)
        likeliest = after.start + plan[:, after].argmax(axis=1)
        in_play[stuck, likeliest[stuck]] = True


def widen(in_play: InPlay, gaining: InPlay) -> InPlay | None:
    """Return both players' sequences in play together with those that gain; None if none is new.

    This step is all that three loops over programs share. The double oracle's keeps the best of
    its rounds, and ends at a tolerance or where floats see nothing more; in ``exact`` a program in
    floats comes before one in integers; in ``optimal_set`` one player's sequences are widened.
    """
    wider = as_pair(old | new for old, new in zip(in_play, gaining, strict=True))
    is_new = any((wider[player] & ~in_play[player]).any() for player in (0, 1))
    return wider if is_new else None


def make_highs(program: LinearProgram, **options: Any) -> highspy.Highs:
    """Return HiGHS, ready to solve a linear program in floats, with options of its own.

    HiGHS minimises the negated objective.

    Examples
    --------
    >>> objective, matrix = np.array([1.0, 1.0]), csc_array([[-1.0, -2.0]])
    >>> free, tight = np.zeros(2, bool), np.zeros(1, bool)
    >>> highs = make_highs(LinearProgram(objective, matrix, np.array([-4.0]), free, tight))
    >>> _ = highs.run()
    >>> highs.getSolution().col_value, highs.getSolution().row_dual
    ([4.0, 0.0], [1.0])
    """
    objective, matrix, right_sides, free, tight = program
    matrix = csc_array(matrix)
    model = highspy.HighsLp()
    model.num_row_, model.num_col_ = matrix.shape
    model.col_cost_ = -objective
    model.col_lower_ = np.where(free, -highspy.kHighsInf, 0.0)
    model.col_upper_ = np.full(len(objective), highspy.kHighsInf)
    model.row_lower_ = right_sides
    model.row_upper_ = np.where(tight, right_sides, highspy.kHighsInf)
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = matrix.indptr
    model.a_matrix_.index_ = matrix.indices
    model.a_matrix_.value_ = matrix.data
    highs = highspy.Highs()
    highs.silent()
    for name, option in options.items():
        highs.setOptionValue(name, option)
    highs.passModel(model)
    return highs
