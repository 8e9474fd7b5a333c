"""Exact equities of hands, combos or ranges that are all-in, with any cards known.

Before the flop, with no dead cards, `matchup` looks up :mod:`pokerlab.equity_table`. With cards on
the board, or dead ones, :mod:`pokerlab.holdem.runouts` counts the boards that may still come.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pokerlab._support.arguments import refusal, require_type
from pokerlab.cards import CARD_NAMES, COMBOS, parse_cards
from pokerlab.equity_table import combo_outcomes
from pokerlab.ranges import Range, parse_range

__all__ = ["Outcomes", "matchup"]

_MAX_DEAD_CARDS = 43  # They leave at least nine cards: a board, and two combos.


@dataclass(frozen=True)
class Outcomes:
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
) -> Outcomes:
    """Count the wins, ties and losses of one holding against another, all-in.

    Parameters
    ----------
    first, second : Range or str
        Hands, combos or ranges, in the notation of `pokerlab.ranges.parse_range`. All pairs of
        combos that share no card with each other, the board or the dead cards are equally likely,
        but for the ranges' weights.
    board : str, optional
        The cards on the board, three to five, in the notation of `pokerlab.cards.parse_cards`.
    dead : str, optional
        Cards that nobody holds and that cannot come, up to 43: nine cards are left,
        for a board and two combos.
    progress : bool, optional
        Whether to show a bar on standard error after a second; by default if that is a terminal.
        With dead cards and no board up to 1.3 million boards are looked at: that takes seconds for
        two hands, and a minute or more for two random ones.

    Returns
    -------
    Outcomes
        Exact counts, from the point of view of `first`.

    Raises
    ------
    NotationError
        If a range or the cards cannot be read.
    ValueError
        If the cards are too many or too few, or no pair of combos can be dealt.

    Examples
    --------
    >>> matchup("AsAh", "KsKh")
    Outcomes(win=1410336, tie=9308, lose=292660)
    >>> round(float(matchup("AA", "KK").equity), 5)
    0.81946
    >>> matchup("AKo", "TT", "2c 3d 5h")
    Outcomes(win=25560, tie=2016, lose=43704)
    """
    for name, given in (("first", first), ("second", second)):
        require_type(name, given, Range | str, "a Range, or one in text,")
    first_range = first if isinstance(first, Range) else parse_range(first, "first")
    second_range = second if isinstance(second, Range) else parse_range(second, "second")
    for name, text in (("board", board), ("dead", dead)):
        require_type(name, text, str, "cards in text,")
    board_cards = parse_cards(board, "board")
    dead_cards = parse_cards(dead, "dead")
    _require_possible_cards(board, board_cards, dead_cards)
    known_cards = {*board_cards, *dead_cards}
    first_weights = _possible_weights("first", first_range, known_cards)
    second_weights = _possible_weights("second", second_range, known_cards)
    if known_cards:
        outcomes = _count(first_weights, second_weights, board_cards, dead_cards, progress)
    else:
        outcomes = _look_up(first_weights, second_weights)
    if not outcomes.total:
        needed = f"a combo that can be dealt with one of {first_range.text!r}"
        raise refusal("second", repr(second_range.text), needed)
    return outcomes


def _require_possible_cards(
    board: str, board_cards: Sequence[int], dead_cards: Sequence[int]
) -> None:
    """Refuse cards that cannot be on the board, or dead, together."""
    if len(board_cards) not in (0, 3, 4, 5):
        raise refusal("board", repr(board), "three to five cards")
    for card in dead_cards:
        if card in board_cards:
            raise ValueError(f"dead: {CARD_NAMES[card]} given, which is on the board {board!r}")
    if len(dead_cards) > _MAX_DEAD_CARDS:
        raise refusal(
            "dead", f"{len(dead_cards)} cards", f"at most {_MAX_DEAD_CARDS}", word="allowed"
        )


def _possible_weights(name: str, hands: Range, known_cards: set[int]) -> list[int]:
    """Return the numerators of a range, 0 for combos with a known card; refuse zeros only."""
    weights = [
        numerator if known_cards.isdisjoint(combo) else 0
        for numerator, combo in zip(hands.numerators, COMBOS.tolist(), strict=True)
    ]
    if not any(weights):
        needed = "a combo without cards of the board and dead ones"
        raise refusal(name, repr(hands.text), needed)
    return weights


def _look_up(first_weights: Sequence[int], second_weights: Sequence[int]) -> Outcomes:
    """Weigh the table's counts for all pairs of combos."""
    # All pairs on all boards are less than 2**42. Where their weighted sum may be too large for 64
    # bits, arrays hold Python's own integers.
    fits_int64 = max(first_weights) * max(second_weights) * 2**42 < 2**63
    dtype: type = np.int64 if fits_int64 else object
    first: np.ndarray = np.array(first_weights, dtype)
    second: np.ndarray = np.array(second_weights, dtype)
    rows, columns = np.flatnonzero(first), np.flatnonzero(second)

    def weigh(counts: np.ndarray) -> int:
        pairs: np.ndarray = counts[np.ix_(rows, columns)].astype(dtype)
        return int(first[rows] @ pairs @ second[columns])

    win, tie = combo_outcomes()
    return Outcomes(weigh(win), weigh(tie), weigh(win.T))


def _count(
    first_weights: Sequence[int],
    second_weights: Sequence[int],
    board_cards: Sequence[int],
    dead_cards: Sequence[int],
    progress: bool | None,
) -> Outcomes:
    """Count the boards that may follow; or those that may not, if they are fewer."""
    from pokerlab.holdem import runouts  # here, because it is seldom needed

    possible = runouts.families_extending(board_cards, dead_cards)
    ruled_out = runouts.families_with(dead_cards)
    if board_cards or runouts.count_boards(possible) <= runouts.count_boards(ruled_out):
        return Outcomes(*runouts.count_outcomes(first_weights, second_weights, possible, progress))
    win, tie, lose = runouts.count_outcomes(first_weights, second_weights, ruled_out, progress)
    on_all_boards = _look_up(first_weights, second_weights)
    return Outcomes(on_all_boards.win - win, on_all_boards.tie - tie, on_all_boards.lose - lose)
