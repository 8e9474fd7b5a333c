"""The sequence-form linear program over all or some of the sequences, in floats or in integers.

What it is, :mod:`pokerlab.solvers.lp` says, which takes all sequences and any solver. The others
begin with a few sequences and add to them: in floats for HiGHS, in integers for exact arithmetic.

Between all pairs of two ranges of 1,081 combos a matrix has a million entries and more. On a river,
where a hand is a rank and two cards, sums by rank and card take their place (`_chains`), as they do
in :mod:`pokerlab.blockers`: a few entries per hand and sequence.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import highspy
import numpy as np
from scipy.sparse import coo_array, csc_array

from pokerlab.deals import Side
from pokerlab.games import Game
from pokerlab.solvers._iterating import Plans

#: Which sequences of which hands are in play, one boolean (hands, sequences) array per player.
Kept = Sequence[np.ndarray]
PAIRS = 1000  #: From so many pairs of hands on, sums by rank and card are the smaller program.
#: How many chains there may be, and more than there are ranks.
CHAINS, SPAN = 53, 10_000
#: How HiGHS ends if it has an answer.
SOLVED = highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kModelEmpty


def weight(game: Game) -> float:
    """By what payoffs are multiplied, so that the average pair of hands, and an amount, weigh 1."""
    return game.deal.prior.size / game.tree.scale


class Program:
    """The linear program of a game in which only some sequences may be played.

    Maximise ``cost @ v`` subject to ``matrix @ v >= bounds``, with equality where ``tight``. The
    variables ``v`` are player 0's plan over the hands that have a choice, at least 0, and what each
    information set of player 1 is worth, which is ``free``, as a river's sums are. The first rows
    say what each of player 1's sequences loses against his best, and their duals are his plan; the
    ``tight`` ones are what player 0's plan and the sums must keep.

    Parameters
    ----------
    kept : Kept
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

    def __init__(
        self, game: Game, kept: Kept, settled: Plans | None = None, bonus: tuple = (0.0, 0.0)
    ) -> None:
        self.game, self.settled, self.bonus, made = game, settled, bonus, []
        matrices, amounts, chances = self._payoffs()
        self._closed: tuple[list, list] = [], []
        for p in (0, 1):
            met = kept[1 - p][:, game.tree.opponents[p]].any(axis=0) | (settled is None)
            self._closed[p].extend(game.tree.nodes[p][~met].tolist())
            made.append(_variables(game.tree.nodes[p][met], kept[p], game.closed[p]))
        self.number, self.certain, (sums, worths), (totals, roots) = zip(*made, strict=True)
        kind, (x, y) = matrices[0].dtype, self.number
        offered = [np.zeros(number.max() + 1, kind) for number in self.number]
        self.constant = (self.certain[0] * self._values(0, self.certain[1])).sum()
        for p, number in enumerate(self.number):
            extra = self._extra(p)
            values = self._values(p, self.certain[1 - p]) + extra
            np.add.at(offered[p], number[number >= 0], values[number >= 0])
            self.constant += (self.certain[p] * extra).sum()
        n, m = map(len, offered)

        entries: list = [(m + sums[0], sums[1], sums[2]), (worths[1], n + worths[0], -worths[2])]
        shape = m + len(totals), n + len(roots)
        chains = 0
        if game.deal.sides and game.deal.weights.size >= PAIRS and not kind.hasobject:
            blocks, chains = _chains(game, self.number, shape, weight(game))
            entries += blocks
        else:
            for (s, t, _, shown), amount in zip(game.tree.endings.tolist(), amounts, strict=True):
                columns, rows = x[:, s], y[:, t]
                i, k = columns >= 0, rows >= 0
                pairs = amount * matrices[shown][np.ix_(i, k)]
                if game.locked is not None:
                    pairs *= np.outer(chances[0][i, s], chances[1][k, t])
                block = np.broadcast_arrays(rows[k], columns[i][:, None], pairs)
                entries.append(tuple(part.ravel() for part in block))
        rows, columns, numbers = map(np.concatenate, zip(*entries, strict=True))
        rows, columns = rows.astype(int), columns.astype(int)
        shape = shape[0] + chains, shape[1] + chains
        if kind.hasobject:
            self.matrix = np.zeros(shape, object)
            np.add.at(self.matrix, (rows, columns), numbers)
        else:
            self.matrix = coo_array((numbers, (rows, columns)), shape).tocsc()
        none = np.zeros(chains, kind)
        self.bounds = np.concatenate([-offered[1], totals, none])
        self.cost = np.concatenate([offered[0], roots, none])
        self.free = np.arange(shape[1]) >= n
        self.tight = np.arange(shape[0]) >= m

    def _payoffs(self) -> tuple[Plans, Iterable, Plans]:
        """The deal's prior and payoff, the endings' amounts and :attr:`Game.drawn`, in any unit.

        Of floats the program's matrix is sparse; integers are kept in arrays of objects.
        """
        deal, scale = self.game.deal, weight(self.game)
        return (scale * deal.prior, scale * deal.payoff), self.game.tree.paid, self.game.drawn

    def _values(self, player: int, opponent: np.ndarray) -> np.ndarray:
        """The product of these, as :meth:`Game.sequence_values`."""
        return weight(self.game) * self.game.sequence_values(player, opponent)

    def _extra(self, player: int) -> Any:
        """The bonus in the same unit."""
        return weight(self.game) * self.bonus[player]

    def solve(self, **options: Any) -> tuple[highspy.Highs, Plans]:
        """HiGHS after its run, whether that succeeded or not, and the plans that it then has."""
        highs = load(self.cost, self.matrix, self.bounds, self.free, self.tight, **options)
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
        return whole * chances


def _chains(game: Game, number: Kept, shape: tuple[int, int], scale: float) -> tuple[list, int]:
    """What a river pays, by sums over player 0's hands in place of pairs of hands.

    For each of his sequences there is a chain of variables over all hands by rank, and one for each
    card over the hands that hold it: what is played up to a rank, less what is played above it. A
    hand of player 1 is paid by the first chain, less those of its two cards. So the matrix over
    hands is ``R inv(L) C`` with three sparse factors: L links a chain's variables, C says what adds
    to them, and R who is paid by them.

    Returned are entries of the matrix, (rows, columns, numbers), which begins with the given shape,
    and how many rows and columns of chains come after.
    """
    deal, entries, size, (row, column) = game.deal, [], 0, shape
    (own, mine), (other, theirs) = ((_keys(side), side.weights) for side in deal.sides)
    mine = mine / (mean := mine.mean())  # lest numbers be too large for HiGHS, and others too small
    _, same, twin = np.intersect1d(*deal.hands, return_indices=True)
    for s, x in enumerate(number[0].T):
        i = (x >= 0).nonzero()[0]
        ends = [end for end in game.tree.terminals if end.sequences[0] == s and i.size]
        if not ends:
            continue
        held = np.concatenate([np.arange(CHAINS) * SPAN, own[i].ravel()])
        levels, place = np.unique(held, return_inverse=True)
        starts, here = levels % SPAN == 0, size + np.arange(len(levels))
        before = np.where(starts, size + np.searchsorted(levels, levels + SPAN), here) - 1
        links = np.where(starts, 1, -1)  # what is up to no rank is minus what is up to the last
        played = mine * game.drawn[0][:, s]
        gains = row + size + place[CHAINS:], np.repeat(x[i], 3), np.repeat(-2 * played[i], 3)
        entries.append((row + here, column + here, np.ones(len(here))))
        entries += [(row + here, column + before, links), gains]
        for end in ends:
            t = end.sequences[1]
            y, paid = number[1][:, t], theirs * game.drawn[1][:, t]
            k, paid = y >= 0, float(end.amount) * scale * mean / deal.total * paid
            looks = [(other[k], -0.5), (other[k] + 1, -0.5)]  # below its rank, and up to it
            if not end.showdown:
                looks = [((other[k] // SPAN + 1) * SPAN, 1.0)]
                both = (x[same] >= 0) & (y[twin] >= 0)  # of both cards, and taken away twice
                entries.append((y[twin][both], x[same][both], (played[same] * paid[twin])[both]))
            for keys, part in looks:
                found = column + size + np.searchsorted(levels, keys) - 1
                share = np.outer(part * paid[k], (1, -1, -1))
                entries.append((np.repeat(y[k], 3), found.ravel(), share.ravel()))
        size += len(levels)
    return entries, size


def _keys(side: Side) -> np.ndarray:
    """Where each hand is on its three chains, all hands' and its cards', (hands, 3), ascending."""
    keys = np.empty((len(side.order), 3), int)
    chains = np.c_[np.zeros_like(side.ranks), side.cards + 1]
    keys[side.order] = chains * SPAN + side.ranks[:, None] + 1
    return keys


def _variables(
    nodes: np.ndarray, kept: np.ndarray, closed: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Number a player's variables, one for each sequence that begins with a real choice.

    Where one continuation is kept, or a lock decides, it is as likely as its parent and shares its
    number. Where none of these is a variable, a sequence is certain or impossible, and its number
    is -1; so it is at information sets that are not among those given.

    Returned are both numberings, of variables and (as 1, else 0) of what is certain, (hands,
    sequences); and the equations that a plan keeps, one for each real choice: entries (row,
    variable, coefficient), (3, entries), and right-hand sides. All are integers.
    """
    number, certain = np.full(kept.shape, -1), np.zeros(kept.shape, int)
    certain[:, 0] = 1
    rows = count = 0
    sums, totals = [np.zeros((3, 0), int)], [np.zeros(0, int)]
    for parent, first, stop in nodes.tolist():
        children = slice(first, stop)
        options = kept[:, children] & kept[:, [parent]]
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


def likely(game: Game, player: int, plans: Plans, least: float) -> np.ndarray:
    """What a player does more often than this, or should, and continuations where none is left."""
    plan = plans[player]
    kept = (plan > least) | (game.best_response(player, plans[1 - player])[0] > 0)
    for node in game.tree.information_sets[player]:
        kept[:, node.children] |= game.closed[player][:, node.children] & kept[:, [node.parent]]
        stuck = kept[:, node.parent] & ~kept[:, node.children].any(axis=1)
        likeliest = node.children.start + plan[:, node.children].argmax(axis=1)
        kept[stuck, likeliest[stuck]] = True
    return kept


def widen(kept: Kept, missing: Kept) -> Kept | None:
    """Both players' sequences together with those that were missing; None if none was."""
    wider = tuple(known | more for known, more in zip(kept, missing, strict=True))
    return wider if any((wider[p] & ~kept[p]).any() for p in (0, 1)) else None


def load(
    cost: np.ndarray,
    matrix: csc_array,
    bounds: np.ndarray,
    free: np.ndarray,
    tight: np.ndarray,
    **options: Any,
) -> highspy.Highs:
    """HiGHS, ready to maximise ``cost @ v`` subject to ``matrix @ v >= bounds``.

    All is as in `Program`, the matrix sparse and stored by columns; HiGHS has the cost negated.
    The options are its own.

    Examples
    --------
    >>> cost, matrix = np.array([1.0, 1.0]), csc_array([[-1.0, -2.0]])
    >>> highs = load(cost, matrix, np.array([-4.0]), np.zeros(2, bool), np.zeros(1, bool))
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
