"""Sheets to print of push or fold: all stacks from 1 to 20 big blinds, or one of any size.

The strips of the sheet for all stacks are exact: the package stores between which stacks the same
hands push, call and mix (`pokerlab.data`, ``pieces``), and there the mixing probabilities solve
a small linear system (:mod:`pokerlab.studies.breakpoints`). With antes they are solved at every
tenth of a big blind.
"""

import math
from bisect import bisect_left, bisect_right
from fractions import Fraction
from functools import cache

import numpy as np

from pokerlab._support.arguments import refusal
from pokerlab._support.frozen import frozen_copy
from pokerlab.amounts import Amount, ForcedBets, format_amount, read_amount
from pokerlab.betting import push_fold
from pokerlab.charts import typeset
from pokerlab.deals import holdem
from pokerlab.games import Game
from pokerlab.push_fold_amounts import ALL_IN_ACTIONS, PushFoldAmounts
from pokerlab.sheets import PairSheet, StripSheet, pair_sheet, strip_sheet
from pokerlab.solvers import double_oracle
from pokerlab.stored import data
from pokerlab.studies import solved_stacks
from pokerlab.studies.stored_pieces import complete_play, decode
from pokerlab.studies.whole_game import EXACT_UP_TO, stored_brackets

__all__ = ["all_stacks", "one_stack"]

_BOOK = "Heads-up hold’em with few chips, solved"  # The title of the book that has the proofs.
_PLAY = (
    "The small blind posts ½ and pushes all-in or folds; the big blind posts 1 and calls or folds."
)
_FILLED = (
    "A cell is filled as far as its hand is played; a percentage says how often, where it is mixed."
)
_HOW_PROVEN = f"How such a solution is proven: “Ten big blinds” in the book “{_BOOK}”."
_MAX_TITLE_LETTERS = 5  # A title has room for one of this many letters.
_WITHOUT_ANTES = ForcedBets.usual()
_STEP = Fraction(1, 10)  # With antes the stacks of a poster are so far apart.
_LAST_STACK = 20
_MAX_ANTES = _LAST_STACK - 3  # Both together: some stacks are left in which a player may fold.


@cache
def _probabilities_by_stack() -> tuple[np.ndarray, np.ndarray]:
    """Return the probabilities to push and to call at every stack from 1 to 20 big blinds.

    The arrays are read-only.

    Returns
    -------
    stacks : ndarray, shape (2 n,)
        Where each of n pieces begins and ends, in big blinds. Between the two, probabilities are
        drawn as lines. A mixed hand's is really a curve, too nearly straight to be told apart.
    probabilities : ndarray, shape (2, 2 n, 169)
        Those to push, and those to call.
    """
    pieces = decode(data("pieces"))
    # Each piece has two rows, where it begins and where it ends. So every end comes twice except
    # the first and the last, which belong to one piece each.
    stacks = np.repeat(pieces.ends, 2)[1:-1]
    plays = np.repeat(pieces.plays, 2, axis=0)
    deal = holdem()
    by_stack = []
    for stack, play in zip(stacks, plays, strict=True):
        amounts = PushFoldAmounts.usual(stack)
        uncalled = amounts.push_gain_uncalled * deal.hand_probabilities(0)
        added_by_call = -amounts.call_gain(deal.prior, deal.net_wins)
        by_stack.append(complete_play(play, uncalled, added_by_call))
    return frozen_copy(stacks), frozen_copy(np.swapaxes(by_stack, 0, 1))


def all_stacks(paper: str = "A4", *, ante: Amount = 0, big_blind_ante: Amount = 0) -> StripSheet:
    """Lay out push or fold at every stack up to 20 big blinds on one sheet.

    Parameters
    ----------
    paper : str
        As in :func:`pokerlab.sheets.strip_sheets.strip_sheet`.
    ante, big_blind_ante : amount
        As in :func:`pokerlab.betting.push_fold`, in big blinds. With one, the stacks begin at
        the first whole number at which the big blind can fold, every tenth is solved, and the
        probabilities between are drawn as lines; without, all stacks from 1 on are exact.

    Raises
    ------
    ValueError
        Another paper, or antes of more than 17 big blinds together.

    Examples
    --------
    >>> sheet = all_stacks("A2")
    >>> sheet.title
    'Push or fold with 1 to 20 big blinds'
    """
    forced_bets = ForcedBets.usual(ante, big_blind_ante)
    if not forced_bets.posted_besides_big_blind:
        return _stacks_without_antes(paper)
    if forced_bets.posted_besides_big_blind > _MAX_ANTES:
        given = format_amount(forced_bets.posted_besides_big_blind)
        raise refusal("ante", given, f"at most {_MAX_ANTES}, both together,")
    return _stacks_with_antes(forced_bets, paper)


def _stacks_with_antes(forced_bets: ForcedBets, paper: str) -> StripSheet:
    """Lay out stacks with antes, solved at every tenth of a big blind."""
    first = int(forced_bets.posted_by_big_blind) + 1
    stacks = [s for s in solved_stacks.grid(_STEP, _LAST_STACK) if s >= first]
    solved = solved_stacks.solve(stacks, **forced_bets._asdict(), progress=False)
    notes = (
        _in_a_sentence(forced_bets),
        _PLAY,
        f"A strip runs over stacks from {format_amount(stacks[0])} to {_LAST_STACK} big blinds, "
        "counted before blinds and antes. Full height: always; number: last stack.",
        "Solved at every tenth of a big blind.",
        _HOW_PROVEN,
    )
    title = f"Push or fold, {_in_a_title(forced_bets)}"
    pushes, calls = solved.probabilities
    return strip_sheet([*map(float, stacks)], pushes, calls, title=title, notes=notes, paper=paper)


def _stacks_without_antes(paper: str) -> StripSheet:
    """Lay out all stacks without antes, between which all probabilities are known."""
    stacks, (pushes, calls) = _probabilities_by_stack()
    exact = format_amount(EXACT_UP_TO)
    notes = (
        f"{_in_a_sentence(_WITHOUT_ANTES)} {_PLAY}",
        "A strip runs over stacks from 1 to 20 big blinds, counted before the blinds. Full height: "
        "always; number: last stack.",
        "Playing each hand just up to its number loses less than 0.001 big blinds a hand.",
        f"Up to {exact} big blinds push or fold is optimal in real no-limit hold’em, with all its "
        "flops.",
        "Proofs: “Exact equilibria”, “What fits on a card” and “The real game” in the book "
        f"“{_BOOK}”.",
    )
    title = "Push or fold with 1 to 20 big blinds"
    return strip_sheet(stacks, pushes, calls, title=title, notes=notes, paper=paper)


def one_stack(
    stack: Amount, paper: str = "A4", *, ante: Amount = 0, big_blind_ante: Amount = 0
) -> PairSheet:
    """Lay out push or fold at one stack: who pushes, and who calls.

    Parameters
    ----------
    stack : amount
        Each player's chips before blinds and antes, in big blinds: more than the big blind posts.
    paper : str
        As in :func:`pokerlab.sheets.pair_sheets.pair_sheet`.
    ante, big_blind_ante : amount
        As in :func:`pokerlab.betting.push_fold`, in big blinds.

    Raises
    ------
    ValueError
        Another stack or paper, or an ante below 0.

    Examples
    --------
    >>> one_stack(10, "phone", ante="0.1").title
    '10 bb, ante 0.1'
    """
    forced_bets = ForcedBets.usual(ante, big_blind_ante)
    amount = read_amount("stack", stack)
    forced_bets.require_larger_stack("stack", amount)
    game = Game(holdem(), push_fold(amount, *forced_bets))
    solution = double_oracle.solve(game)
    pushes, calls = (
        solution.probability(player, action) for player, action in enumerate(ALL_IN_ACTIONS)
    )
    if forced_bets.posted_besides_big_blind:
        title, notes = _texts_with_antes(amount, forced_bets, paper)
    else:
        title, notes = _texts_without_antes(amount)
    return pair_sheet(pushes, calls, title=title, notes=notes, paper=paper)


def _texts_with_antes(
    stack: Fraction, forced_bets: ForcedBets, paper: str
) -> tuple[str, list[str]]:
    """Write the heading and the lines for one stack, with antes."""
    antes = _in_a_title(forced_bets)
    if paper == "phone":  # whose line is short
        title = f"{format_amount(stack)} bb, {antes}"
    else:
        title = f"Push or fold with {format_amount(stack)} big blinds, {antes}"
    return title, [
        _in_a_sentence(forced_bets),
        _PLAY,
        f"The stack is counted before blinds and antes. {_FILLED}",
        _HOW_PROVEN,
    ]


def _texts_without_antes(stack: Fraction) -> tuple[str, list[str]]:
    """Write the heading and the lines for one stack, without antes."""
    return f"Push or fold with {format_amount(stack)} big blinds", [
        f"{_in_a_sentence(_WITHOUT_ANTES)} {_PLAY}",
        f"The stack is counted before the blinds. {_FILLED}",
        "Proof that nobody does better against it in this game: “Ten big blinds” in the book "
        f"“{_BOOK}”.",
        f"{_with_flops(stack)} (“The real game”, same book).",
    ]


def _with_flops(stack: Fraction) -> str:
    """Say what is known at a stack of the real game, as the explorer does beside its charts."""
    if stack <= EXACT_UP_TO:
        return "At this stack it is optimal in real no-limit hold’em, too, without rake"
    _, beyond = stored_brackets()
    stacks = [row[0] for row in beyond]
    if stack > stacks[-1]:
        return (
            f"With flops the value is not bounded here beyond {stacks[-1]:g} big blinds: this is "
            "no advice for a table"
        )
    # From the last one up to the stack, if there is one, to the first from it on.
    last_below, first_above = bisect_right(stacks, stack) - 1, bisect_left(stacks, stack)
    nearest = beyond[max(last_below, 0) : first_above + 1]
    bands = (
        f"from {_signed(math.floor(1e5 * lower) / 1e5)} to {_signed(math.ceil(1e5 * upper) / 1e5)} "
        f"bb at {known:g}"
        for known, lower, upper in nearest
    )
    return f"With flops the value is {' and '.join(bands)}"


def _signed(value: float) -> str:
    """Write a value with five digits and its sign."""
    return typeset(f"{value:+.5f}")


def _in_a_sentence(forced_bets: ForcedBets) -> str:
    """Say in a sentence what is posted besides the blinds."""
    posted = []
    if forced_bets.ante:
        posted.append(f"each player posts an ante of {format_amount(forced_bets.ante)}")
    if forced_bets.big_blind_ante:
        for_both = format_amount(forced_bets.big_blind_ante)
        posted.append(f"the big blind posts an ante of {for_both} for both")
    return f"Heads-up, {' and '.join(posted) or 'no ante'}, no rake."


def _in_a_title(forced_bets: ForcedBets) -> str:
    """Say in a few words, for a title, which antes there are."""
    ante, big_blind_ante = forced_bets.ante, forced_bets.big_blind_ante
    size = format_amount(ante or big_blind_ante)
    if (ante and big_blind_ante) or len(size) > _MAX_TITLE_LETTERS:
        return "antes"
    return f"{'ante' if ante else 'big-blind ante'} {size}"
