"""Exact equities of hands, combos or ranges that are all-in, with any cards known.

Before the flop, with no dead cards, `matchup` looks up :mod:`pokerlab.equity_table`. With cards on
the board, or dead ones, :mod:`pokerlab.runouts` counts the boards that are left.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pokerlab._foundations import check_type
from pokerlab.cards import CARD_NAMES, COMBOS, NotationError, parse_cards
from pokerlab.equity_table import combo_counts
from pokerlab.ranges import Range, parse_range

MOST_DEAD = 43  #: Dead cards leave at least nine: a board, and two combos.


@dataclass(frozen=True)
class Equity:
    """How often one holding wins, ties and loses all-in against another.

    These are numbers of boards, summed over all pairs of combos that share no card, one combo from
    each holding. For weighted ranges each pair counts as often as the product of its two weights
    says, in units of 1 / (first denominator * second denominator); an unweighted range has
    denominator 1. Nothing is cancelled.
    """

    win: int
    tie: int
    lose: int

    @property
    def total(self) -> int:
        """The sum of the three counts."""
        return self.win + self.tie + self.lose

    @property
    def equity(self) -> Fraction:
        """The expected share of the pot; a tie counts half."""
        return Fraction(2 * self.win + self.tie, 2 * self.total)


def matchup(
    first: Range | str,
    second: Range | str,
    board: str = "",
    dead: str = "",
    progress: bool | None = None,
) -> Equity:
    """One holding against another, all-in.

    Parameters
    ----------
    first, second : Range or str
        Hands, combos or ranges, in the notation of `pokerlab.ranges.parse_range`. All pairs of
        combos that share no card with each other, the board or the dead cards are equally likely,
        but for the ranges' weights. If there is no such pair it is a ValueError, and a range that
        cannot be read a NotationError.
    board : str, optional
        The cards on the board, three to five, in the notation of `pokerlab.cards.parse_cards`.
    dead : str, optional
        Cards that nobody holds and that cannot come, up to `MOST_DEAD`.
    progress : bool, optional
        Whether to show a bar on standard error after a second; by default if that is a terminal.
        With dead cards and no board up to 1.4 million boards are looked at: that takes seconds for
        two hands, and a minute or more for two random ones.

    Returns
    -------
    Equity
        Exact counts, from the point of view of `first`.

    Examples
    --------
    >>> matchup("AsAh", "KsKh")
    Equity(win=1410336, tie=9308, lose=292660)
    >>> round(float(matchup("AA", "KK").equity), 5)
    0.81946
    >>> matchup("AKo", "TT", "2c 3d 5h")
    Equity(win=25560, tie=2016, lose=43704)
    """
    for name, side in (("first", first), ("second", second)):
        check_type(name, side, Range | str, "a Range, or one in text,")
    sides = [side if isinstance(side, Range) else parse_range(side) for side in (first, second)]
    shown, gone = _read_known(board, dead)
    known = {*shown, *gone}
    fits = [known.isdisjoint(combo) for combo in COMBOS.tolist()]
    mine, theirs = (
        [number if fit else 0 for number, fit in zip(side.numerators, fits, strict=True)]
        for side in sides
    )
    for name, side, weights in zip(("first", "second"), sides, (mine, theirs), strict=True):
        if not any(weights):
            needed = "a combo without cards of the board and dead ones needed"
            raise ValueError(f"{name}: {side.text!r} given, {needed}")
    if shown or gone:
        equity = _count(mine, theirs, shown, gone, progress)
    else:
        equity = _look_up(mine, theirs)
    if not equity.total:
        raise ValueError(f"{sides[0].text!r} and {sides[1].text!r} always share a card")
    return equity


def _read_known(board: str, dead: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cards on the board, and the dead ones."""
    found = []
    for name, text in (("board", board), ("dead", dead)):
        try:
            found.append(parse_cards(text))
        except NotationError as error:
            raise NotationError(f"{name}: {error}") from None
    shown, gone = found
    if len(shown) not in (0, 3, 4, 5):
        raise ValueError(f"board: {board!r} given, three to five cards needed")
    for card in gone:
        if card in shown:
            raise ValueError(f"dead: {CARD_NAMES[card]} given, which is on the board {board!r}")
    if len(gone) > MOST_DEAD:
        raise ValueError(f"dead: {len(gone)} cards given, at most {MOST_DEAD} allowed")
    return shown, gone


def _look_up(mine: Sequence[int], theirs: Sequence[int]) -> Equity:
    """Weigh the table's counts for all pairs of combos."""
    # All counts add up to 2**42.
    kind: type = np.int64 if max(mine) * max(theirs) < 2**20 else object
    first: np.ndarray = np.array(mine, kind)
    second: np.ndarray = np.array(theirs, kind)
    rows, columns = np.flatnonzero(first), np.flatnonzero(second)

    def weigh(counts: np.ndarray) -> int:
        met: np.ndarray = counts[np.ix_(rows, columns)].astype(kind)
        return int(first[rows] @ met @ second[columns])

    win, tie = combo_counts()
    return Equity(weigh(win), weigh(tie), weigh(win.T))


def _count(
    mine: Sequence[int],
    theirs: Sequence[int],
    board: Sequence[int],
    dead: Sequence[int],
    progress: bool | None,
) -> Equity:
    """Count the boards that may follow; or those that may not, if they are fewer."""
    from pokerlab import runouts  # loads a compiler

    possible, ruled_out = runouts.following(board, dead), runouts.touching(dead)
    if board or runouts.how_many(possible) <= runouts.how_many(ruled_out):
        return Equity(*runouts.count(mine, theirs, possible, progress))
    every = _look_up(mine, theirs)
    win, tie, lose = runouts.count(mine, theirs, ruled_out, progress)
    return Equity(every.win - win, every.tie - tie, every.lose - lose)
