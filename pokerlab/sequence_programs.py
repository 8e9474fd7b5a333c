"""The sequence-form linear program over all or some of the sequences, in floats or in integers.

What it is, :mod:`pokerlab.solvers.lp` says, which takes all sequences and any solver. The others
begin with a few sequences and add to them: in floats for HiGHS, in integers for exact arithmetic.
What the endings pay, a game's ``payoffs`` write into the matrix (:mod:`pokerlab.payoffs`).
"""

from collections.abc import Sequence
from typing import Any

import highspy
import numpy as np
from scipy.sparse import coo_array, csc_array

from pokerlab.games import Game, Plans
from pokerlab.payoffs import Entries

#: Which sequences of which hands are in play, one boolean (hands, sequences) array per player.
InPlay = Sequence[np.ndarray]
#: What each entry of a player's plan adds to the value besides, in player 0's chips: for each
#: player a (hands, sequences) array, or a number for all.
Bonus = Plans | tuple[float, float]
#: How HiGHS ends if it has an answer.
SOLVED = highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kModelEmpty


def payoff_scale(game: Game) -> float:
    """By what payoffs are multiplied, so that the average pair of hands, and an amount, weigh 1."""
    return game.deal.prior.size / game.tree.scale


class SequenceProgram:
    """The linear program of a game in which only some sequences may be played.

    Maximise ``cost @ v`` subject to ``matrix @ v >= bounds``, with equality where ``tight``. The
    variables ``v`` are player 0's plan over the hands that have a choice, at least 0, and what each
    information set of player 1 is worth, which is ``free``, as a river's sums are. The first rows
    say what each of player 1's sequences loses against his best, and their duals are his plan; the
    ``tight`` ones are what player 0's plan and the sums must keep.

    Parameters
    ----------
    in_play : InPlay
        The sequences that may be played. Where one is, some continuation must be.
    settled : pair of (hands, sequences) arrays, optional
        How each player behaves where no sequence of the other that may be played leads: nothing
        there is paid in the program, and it says nothing of it. By default it decides there too.
    bonus : pair of (hands, sequences) arrays, optional
        What each entry of a player's plan adds to the value besides, in player 0's chips.

    Attributes
    ----------
    number : pair of (hands, sequences) arrays of int
        Which variable an entry of player 0's plan is, which row one of player 1's; -1: `certain`.
    certain : pair of (hands, sequences) arrays of int
        1 where a sequence is played in any case, else 0.
    constant : number
        What is to be added to ``cost @ v``.
    """

    dtype = "float64"  #: Of all numbers in the program.

    def __init__(
        self,
        game: Game,
        in_play: InPlay,
        settled: Plans | None = None,
        bonus: Bonus = (0.0, 0.0),
    ) -> None:
        self.game, self.settled, self.bonus, made = game, settled, bonus, []
        self._closed: tuple[list[list[int]], list[list[int]]] = [], []
        for p in (0, 1):
            met = in_play[1 - p][:, game.tree.opponent_sequences[p]].any(axis=0) | (settled is None)
            self._closed[p].extend(game.tree.decision_rows[p][~met].tolist())
            made.append(
                _variables(game.tree.decision_rows[p][met], in_play[p], game.locked_entries[p])
            )
        self.number, self.certain, (sums, worths), (totals, roots) = zip(*made, strict=True)
        offered = [np.zeros(number.max() + 1, self.dtype) for number in self.number]
        self.constant = (self.certain[0] * self._values(0, self.certain[1])).sum()
        for p, number in enumerate(self.number):
            extra = self._extra(p)
            values = self._values(p, self.certain[1 - p]) + extra
            np.add.at(offered[p], number[number >= 0], values[number >= 0])
            self.constant += (self.certain[p] * extra).sum()
        n, m = map(len, offered)

        entries: list[Any] = [
            (m + sums[0], sums[1], sums[2]),
            (worths[1], n + worths[0], -worths[2]),
        ]
        shape = m + len(totals), n + len(roots)
        payoffs, added = self._payoff_entries(shape)
        entries += payoffs
        rows, columns, numbers = map(np.concatenate, zip(*entries, strict=True))
        rows, columns = rows.astype(int), columns.astype(int)
        shape = shape[0] + added, shape[1] + added
        self.matrix = self._matrix(Entries(rows, columns, numbers), shape)
        none = np.zeros(added, self.dtype)
        self.bounds = np.concatenate([-offered[1], totals, none])
        self.cost = np.concatenate([offered[0], roots, none])
        self.free = np.arange(shape[1]) >= n
        self.tight = np.arange(shape[0]) >= m

    def _payoff_entries(self, shape: tuple[int, int]) -> tuple[list[Entries], int]:
        """What the matrix has of the payoffs, and how many rows and columns it has beside them."""
        game = self.game
        drawn = None if game.locked is None else game.locked_reach
        return game.payoffs.program_entries(self.number, drawn, shape, payoff_scale(game))

    def _matrix(self, entries: Entries, shape: tuple[int, int]) -> Any:
        """The matrix with these entries, those at one place added up, stored by columns."""
        rows, columns, numbers = entries
        return coo_array((numbers, (rows, columns)), shape).tocsc()

    def _values(self, player: int, opponent: np.ndarray) -> np.ndarray:
        """`Game.sequence_values` times `payoff_scale`."""
        scaled: np.ndarray = payoff_scale(self.game) * self.game.sequence_values(player, opponent)
        return scaled

    def _extra(self, player: int) -> Any:
        """The bonus, times `payoff_scale`."""
        return payoff_scale(self.game) * self.bonus[player]

    def solve(self, **options: Any) -> tuple[highspy.Highs, Plans]:
        """HiGHS after its run, whether that succeeded or not, and the plans that it then has."""
        highs = make_highs(self.cost, self.matrix, self.bounds, self.free, self.tight, **options)
        highs.run()
        solution, game = highs.getSolution(), self.game
        variables = np.array(solution.col_value or 0 * self.cost)  # none if HiGHS refused them
        prices = np.array(solution.row_dual or 0 * self.bounds)
        plans = enumerate(self.to_plans(variables, 1.0, prices, 1.0))
        return highs, tuple(game.as_plan(p, plan) for p, plan in plans)

    def to_plans(self, variables: np.ndarray, one: Any, prices: np.ndarray, other: Any) -> Plans:
        """Player 0's plan from the variables, player 1's from the prices of his sequences."""
        return self.to_plan(0, variables, one), self.to_plan(1, prices, other)

    def to_plan(self, player: int, entries: np.ndarray, one: Any) -> np.ndarray:
        """A player's plan, in units where a probability of 1 is ``one``, from its variables."""
        plan, drawn = self.certain[player].astype(entries.dtype) * one, self.number[player] >= 0
        plan[drawn] = entries[self.number[player][drawn]]
        for parent, first, stop in self._closed[player]:
            assert self.settled is not None
            shares = self.settled[player][:, first:stop]
            plan[:, first:stop] = self._split(plan[:, [parent]], shares)
        return plan

    @staticmethod
    def _split(whole: np.ndarray, chances: np.ndarray) -> np.ndarray:
        """What each of some actions gets of a column, (hands, 1), by its chances."""
        parts: np.ndarray = whole * chances
        return parts


def _variables(
    nodes: np.ndarray, in_play: np.ndarray, closed: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Number a player's variables, one for each sequence that begins with a real choice.

    Where one continuation is in play, or a lock decides, it is as likely as its parent and shares
    its number. Where none of these is a variable, a sequence is certain or impossible, and its
    number is -1; so it is at information sets that are not among those given.

    Returned are both numberings, of variables and (as 1, else 0) of what is certain, (hands,
    sequences); and the equations that a plan keeps, one for each real choice: entries (row,
    variable, coefficient), (3, entries), and right-hand sides. All are integers.
    """
    number, certain = np.full(in_play.shape, -1), np.zeros(in_play.shape, int)
    certain[:, 0] = 1
    rows = count = 0
    sums, totals = [np.zeros((3, 0), int)], [np.zeros(0, int)]
    for parent, first, stop in nodes.tolist():
        children = slice(first, stop)
        options = in_play[:, children] & in_play[:, [parent]]
        real = (options.sum(axis=1) > 1) & ~closed[:, first]
        forced, fresh = options & ~real[:, None], options & real[:, None]
        before, after = number[:, parent], number[:, children]
        after[:] = np.where(forced, before[:, None], -1)
        certain[:, children] = forced * certain[:, [parent]]
        after[fresh] = count + np.arange(fresh.sum())
        count += fresh.sum()
        row = rows - 1 + np.cumsum(real)
        rows += real.sum()
        open_ = real & (before >= 0)
        for hands, variables, factor in (
            (fresh.nonzero()[0], after[fresh], 1),
            (open_.nonzero()[0], before[open_], -1),
        ):
            sums.append(np.array([row[hands], variables, np.full(len(hands), factor)]))
        totals.append(certain[real, parent])
    return number, certain, np.hstack(sums), np.concatenate(totals)


def likely_sequences(game: Game, player: int, plans: Plans, least: float) -> np.ndarray:
    """What a player does more often than this, or should, and continuations where none is left."""
    plan = plans[player]
    in_play = (plan > least) | (game.best_response(player, plans[1 - player])[0] > 0)
    for node in game.tree.information_sets[player]:
        in_play[:, node.children] |= (
            game.locked_entries[player][:, node.children] & in_play[:, [node.parent]]
        )
        stuck = in_play[:, node.parent] & ~in_play[:, node.children].any(axis=1)
        likeliest = node.children.start + plan[:, node.children].argmax(axis=1)
        in_play[stuck, likeliest[stuck]] = True
    return in_play


def widen(in_play: InPlay, missing: InPlay) -> InPlay | None:
    """Both players' sequences together with those that were missing; None if none was."""
    wider = tuple(known | more for known, more in zip(in_play, missing, strict=True))
    return wider if any((wider[p] & ~in_play[p]).any() for p in (0, 1)) else None


def make_highs(
    cost: np.ndarray,
    matrix: csc_array,
    bounds: np.ndarray,
    free: np.ndarray,
    tight: np.ndarray,
    **options: Any,
) -> highspy.Highs:
    """HiGHS, ready to maximise ``cost @ v`` subject to ``matrix @ v >= bounds``.

    All is as in `SequenceProgram`, the matrix sparse and stored by columns; HiGHS has the cost
    negated. The options are its own.

    Examples
    --------
    >>> cost, matrix = np.array([1.0, 1.0]), csc_array([[-1.0, -2.0]])
    >>> highs = make_highs(cost, matrix, np.array([-4.0]), np.zeros(2, bool), np.zeros(1, bool))
    >>> _ = highs.run()
    >>> highs.getSolution().col_value, highs.getSolution().row_dual
    ([4.0, 0.0], [1.0])
    """
    model = highspy.HighsLp()
    model.num_row_, model.num_col_ = matrix.shape
    model.col_cost_ = -cost
    model.col_lower_ = np.where(free, -highspy.kHighsInf, 0.0)
    model.col_upper_ = np.full(len(cost), highspy.kHighsInf)
    model.row_lower_ = bounds
    model.row_upper_ = np.where(tight, bounds, highspy.kHighsInf)
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
