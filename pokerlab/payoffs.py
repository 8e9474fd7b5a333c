"""What the endings of a tree pay over a deal: all that games and solvers ask of the two together.

Whoever works with a :class:`pokerlab.games.Game` asks its ``payoffs`` for

- the values of all of a player's sequences against a plan of the other's (`MatrixPayoffs.values`);
- the entries of a linear program's matrix (`MatrixPayoffs.program_entries`);
- what a compiled loop over iterations reads, if there is such a thing
  (`MatrixPayoffs.compiled_payers`).

There are two kinds, with the same names. `MatrixPayoffs`, in here, multiplies by the deal's two
matrices over pairs of hands and serves every deal. :class:`pokerlab.rivers.RiverPayoffs` adds up by
rank and card, which is faster on a river. `Game.payoffs` chooses between them, and nobody else has
to know which it is.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from pokerlab._threads import compiled, parallel_over_hands
from pokerlab.deals import Deal, Side
from pokerlab.trees import Tree

COLUMNS = 4096  #: How many of the other player's sequences are multiplied at a time.
FEWEST_HANDS = 40  #: Below so many hands an iteration is no faster for having fewer.

# For player 0 and player 1, which column, and row, of a program belongs to each entry of a plan,
# (hands, sequences) of int; -1 where none does.
Variables = tuple[np.ndarray, np.ndarray]
# Numbers in a sparse matrix: their rows, their columns, and the numbers, three (m,) arrays.
Entries = tuple[np.ndarray, np.ndarray, np.ndarray]


class _Block(NamedTuple):
    """Some endings of one kind, all folds or all showdowns, as one player is paid by them."""

    showdown: bool
    met: np.ndarray  #: (m,), the other player's sequences that these endings meet.
    amounts: np.ndarray  #: (e,), what each ending pays, or stakes.
    own: np.ndarray  #: (e,), the player's sequence of each.
    column: np.ndarray  #: (e,), where in `met` the other's sequence of each is, ascending.


class Payer(NamedTuple):
    """What the endings of a river pay a player, in his own chips."""

    ends: np.ndarray  #: (e, 3): his sequences, the other's, ascending, and 1 where hands are shown.
    amounts: np.ndarray  #: (e,), what each pays him.
    own: Side  #: His side of the deal.
    other: Side  #: The other player's.
    #: Of his hands by rank, and the other's: products over pairs that can meet add up to 1.
    weights: tuple[np.ndarray, np.ndarray]
    twins: np.ndarray  #: (hands,), where the other has his two cards, or after the other's last.


class CompiledPayers(NamedTuple):
    """What a compiled loop reads to pay both players (`pokerlab.rivers.pay`), in one precision."""

    payers: tuple[Payer, Payer]
    by_rank: tuple[np.ndarray, np.ndarray]  #: In which order of their hands that works.
    as_dealt: tuple[np.ndarray, np.ndarray]  #: From that order back to the deal's.


class MatrixPayoffs:
    """What a tree pays over any deal, by products with the deal's matrices.

    Parameters
    ----------
    deal : Deal
        Who may hold what, and who wins at showdown.
    tree : Tree
        What the endings pay.
    """

    def __init__(self, deal: Deal, tree: Tree) -> None:
        self.deal, self.tree = deal, tree

    @property
    def work_per_hand(self) -> int:
        """About how many products an iteration takes for each hand and ending."""
        return max(FEWEST_HANDS, *map(len, self.deal.hands))

    def values(self, player: int, opponent: np.ndarray) -> np.ndarray:
        """What each sequence of a player adds to player 0's winnings, by its own endings.

        Parameters
        ----------
        player : int
            Whose sequences, 0 or 1.
        opponent : (other's hands, other's sequences) array
            The other player's plan, in either precision.

        Returns
        -------
        (sequences, hands) array
            In chips, in the precision of the plan.
        """
        shape = self.tree.sequence_counts[player], len(self.deal.hands[player])
        values = np.zeros(shape, opponent.dtype)
        for block in self._blocks[player]:
            met = self.deal.multiply(player, block.showdown, opponent.T[block.met])
            amounts = block.amounts.astype(opponent.dtype, copy=False)
            parallel_over_hands(_add_payments, (values, met), amounts, block.own, block.column)
        return values

    @cached_property
    def _blocks(self) -> tuple[list[_Block], list[_Block]]:
        """What makes up each player's values: folds, and then showdowns."""
        blocks: tuple[list[_Block], list[_Block]] = [], []
        for showdown in (False, True):
            of_this_kind = self.tree.terminal_rows[:, 3] == showdown
            sequences = self.tree.terminal_rows[of_this_kind, :2].T
            amounts = self.tree.terminal_amounts[of_this_kind]
            for player in (0, 1):
                met, column = np.unique(sequences[1 - player], return_inverse=True)
                order = column.argsort(kind="stable")
                own, column, paid = sequences[player][order], column[order], amounts[order]
                for first in range(0, len(met), COLUMNS):
                    here = slice(*np.searchsorted(column, (first, first + COLUMNS)))
                    some = met[first : first + COLUMNS]
                    block = _Block(showdown, some, paid[here], own[here], column[here] - first)
                    blocks[player].append(block)
        return blocks

    def compiled_payers(self, dtype: np.dtype) -> CompiledPayers | None:
        """What a compiled loop reads to pay both players, in one precision; None: there is none."""
        return None

    def program_entries(
        self,
        variables: Variables,
        drawn: tuple[np.ndarray, np.ndarray] | None,
        shape: tuple[int, int],
        scale: float,
    ) -> tuple[list[Entries], int]:
        """What a linear program's matrix has of the payoffs: player 1's rows, player 0's columns.

        Parameters
        ----------
        variables : Variables
            Which entry of a plan is which variable.
        drawn : pair of (hands, sequences) arrays, optional
            The probabilities by which chance plays where a lock decides.
        shape : pair of int
            The rows and columns that the matrix has without these entries.
        scale : float
            By what payoffs are multiplied.

        Returns
        -------
        list of Entries, int
            What is in the matrix; and how many rows, and as many columns, it has beyond ``shape``:
            sums that are variables of their own.
        """
        matrices = scale * self.deal.prior, scale * self.deal.payoff
        return pair_entries(self.tree, self.tree.terminal_amounts, matrices, variables, drawn), 0


def pair_entries(
    tree: Tree,
    amounts: Iterable[Any],
    matrices: tuple[np.ndarray, np.ndarray],
    variables: Variables,
    drawn: tuple[np.ndarray, np.ndarray] | None,
) -> list[Entries]:
    """A program's entries, one for each pair of hands and ending, in floats or in integers.

    ``amounts`` are those of the tree's endings, in any unit; ``matrices`` are a deal's prior and
    payoff, (n0, n1) arrays, in any unit; all else is as in `MatrixPayoffs.program_entries`.
    """
    entries = []
    x, y = variables
    for (s, t, _, shown), amount in zip(tree.terminal_rows.tolist(), amounts, strict=True):
        columns, rows = x[:, s], y[:, t]
        i, k = columns >= 0, rows >= 0
        paid = amount * matrices[shown][np.ix_(i, k)]
        if drawn is not None:
            paid *= np.outer(drawn[0][i, s], drawn[1][k, t])
        block = np.broadcast_arrays(rows[k], columns[i][:, None], paid)
        entries.append((block[0].ravel(), block[1].ravel(), block[2].ravel()))
    return entries


@compiled
def _add_payments(
    values: np.ndarray,
    met: np.ndarray,
    amounts: np.ndarray,
    own: np.ndarray,
    column: np.ndarray,
    start: int,
    stop: int,
) -> None:
    """Add to the values of sequences what the endings pay that they meet, for some of the hands."""
    for end in range(len(own)):
        amount, value = amounts[end], values[own[end], start:stop]
        meets = met[column[end], start:stop]
        for hand in range(len(value)):
            value[hand] += amount * meets[hand]
