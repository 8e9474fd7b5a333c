"""Sheets to print of push or fold: all stacks from 1 to 20 big blinds, or one of any size.

The strips of the sheet for all stacks are exact: the package stores between which stacks the same
hands push, call and mix (`pokerlab.data`, ``intervals``), and there the mixing probabilities solve
a small linear system (:mod:`pokerlab.studies.breakpoints`).
"""

import numpy as np

from pokerlab.amounts import Amount, format_amount, parse_amount
from pokerlab.betting import push_fold
from pokerlab.charts import PairSheet, StripSheet, pair_sheet, strip_sheet
from pokerlab.deals import holdem
from pokerlab.games import Game
from pokerlab.solvers import double_oracle
from pokerlab.stored import data
from pokerlab.studies.push_fold_chart import CHARTED_ACTIONS
from pokerlab.studies.whole_game import EXACT_UP_TO

__all__ = ["BOOK", "all_stacks", "frequencies", "one_stack"]

BOOK = "Heads-up hold’em with few chips, solved"  #: The title of the book that has the proofs.
_RULES = (
    "Heads-up, no ante, no rake. The small blind posts ½ and pushes all-in or folds; the big blind "
    "posts 1 and calls or folds."
)


def frequencies() -> tuple[np.ndarray, np.ndarray]:
    """How often each hand is pushed, and calls, at every stack from 1 to 20 big blinds.

    Returns
    -------
    stacks : ndarray, shape (2 n,)
        Where each of n intervals begins and ends, in big blinds. Between the two a probability of
        these is drawn well as a line: only a mixed hand's is none.
    probabilities : ndarray, shape (2, 2 n, 169)
        Those to push, and those to call.
    """
    stored = data("intervals")
    digits = np.array([*map(int, stored["start"])])  # 0 for a fold, 1 for mixed, 2 for always
    rows = [digits.copy()]
    for changes in stored["changes"]:
        places, new = np.divmod(changes, 3)
        digits[places] = new
        rows.append(digits.copy())
    stacks = np.repeat(stored["ends"], 2)[1:-1]
    deal = holdem()
    chances, met, won = deal.chances(0), deal.prior, deal.balance
    played = [
        _mixtures(row.reshape(2, -1), 1.5 * chances, met - stack * won)
        for stack, row in zip(stacks, np.repeat(rows, 2, axis=0), strict=True)
    ]
    return stacks, np.array(played).swapaxes(0, 1)


def _mixtures(digits: np.ndarray, steal: np.ndarray, call_costs: np.ndarray) -> np.ndarray:
    """Return the probabilities (2, 169) of hands that fold, mix or always play.

    A push beats a fold by `steal` if nobody calls, and by `call_costs` less for each hand that
    calls. A call beats a fold by the same number: what the pusher misses the caller has.
    """
    played = (digits == 2).astype(float)
    push, call = digits == 1
    if push.any():
        costs = call_costs[np.ix_(push, call)]
        missing = steal - call_costs @ played[1]
        played[1, call] = np.linalg.solve(costs, missing[push])
        missing = -(played[0] @ call_costs)
        played[0, push] = np.linalg.solve(costs.T, missing[call])
    clipped: np.ndarray = np.clip(played, 0, 1)  # of ends that are rounded to nine digits
    return clipped


def all_stacks(paper: str = "A4") -> StripSheet:
    """Lay out push or fold at every stack from 1 to 20 big blinds on one sheet.

    `paper` is as in :func:`pokerlab.charts.sheets.strip_sheet`, and any other one is a ValueError.

    Examples
    --------
    >>> sheet = all_stacks("A2")
    >>> sheet.title
    'Push or fold with 1 to 20 big blinds'
    """
    stacks, (pushes, calls) = frequencies()
    exact = format_amount(EXACT_UP_TO)
    notes = (
        _RULES,
        "A strip runs over stacks from 1 to 20 big blinds, counted before the blinds. Full height: "
        "always; number: last stack.",
        "Playing each hand just up to its number loses less than 0.001 big blinds a hand.",
        f"Up to {exact} big blinds push or fold is optimal in real no-limit hold’em, with all its "
        "flops.",
        "Proofs: “Exact equilibria”, “What fits on a card” and “The real game” in the book "
        f"“{BOOK}”.",
    )
    title = "Push or fold with 1 to 20 big blinds"
    return strip_sheet(stacks, pushes, calls, title=title, notes=notes, paper=paper)


def one_stack(stack: Amount, paper: str = "A4") -> PairSheet:
    """Lay out push or fold at one stack: who pushes, and who calls.

    Parameters
    ----------
    stack : amount
        What each player has before the blinds, in big blinds: more than 1.
    paper : str
        As in :func:`pokerlab.charts.sheets.pair_sheet`.

    Raises
    ------
    ValueError
        Another stack or paper.

    Examples
    --------
    >>> one_stack(10, "phone").title
    'Push or fold with 10 big blinds'
    """
    amount = parse_amount("stack", stack, greater_than=1)
    solution = double_oracle.solve(Game(holdem(), push_fold(amount)))
    pushes, calls = (
        solution.probability(player, action) for player, action in enumerate(CHARTED_ACTIONS)
    )
    exact = (
        "At this stack it is optimal in real no-limit hold’em, too, without rake: “The real game”, "
        "same book."
    )
    notes = (
        _RULES,
        "The stack is counted before the blinds. A cell is filled as far as its hand is played; a "
        "percentage says how often, where it is mixed.",
        f"Proof that nobody does better against it: “Ten big blinds” in the book “{BOOK}”.",
        *([exact] if amount <= EXACT_UP_TO else []),
    )
    title = f"Push or fold with {format_amount(amount)} big blinds"
    return pair_sheet(pushes, calls, title=title, notes=notes, paper=paper)
