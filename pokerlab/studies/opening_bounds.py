"""Bounds on the value of the whole game, whatever the small blind opens with.

The big blind calls a push, and jams over a raise, with known probabilities. Then a fold, a push and
the best raise are worth a sum over her hands, and the most that a limp or another raise earns is
given. :mod:`pokerlab.studies.whole_game` uses this with a big blind who looks at the flop,
:mod:`pokerlab.studies.streets` with one who plays all streets.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from pokerlab.betting import push_fold
from pokerlab.brackets import Bracket
from pokerlab.deals import holdem
from pokerlab.exact_payoffs import integer_matrices
from pokerlab.games import Game
from pokerlab.integers import over_common_denominator
from pokerlab.push_fold_amounts import PushFoldAmounts
from pokerlab.solvers import exact
from pokerlab.studies.flops import PREFLOP_DENOMINATOR, PreflopStrategy

__all__ = ["LEAST_RAISE", "bracket_from_earnings"]

LEAST_RAISE = 2  #: The bet that the least raise makes, in big blinds.


def _bound_against(
    stack: Fraction,
    earned: Sequence[Sequence[Fraction]] | np.ndarray,
    calls: np.ndarray,
    jams: np.ndarray,
    lost_to_jam: Fraction | int = LEAST_RAISE,
) -> Fraction:
    """Find the small blind's largest earnings against known calls and jams, in big blinds.

    Parameters
    ----------
    stack : Fraction
        Each player's chips before the blinds, in big blinds.
    earned : (actions, 169) array of Fraction
        The largest earnings of each hand by each other action, such as a limp.
    calls, jams : (169,) arrays of Fraction
        How likely the big blind is to call a push, and to go all-in over a raise. Where he does not
        jam he is counted as if he folded.
    lost_to_jam : Fraction
        The chips that a raise loses at least if he jams and the small blind folds: by default the
        least raise, where he calls none.

    Examples
    --------
    A big blind who folds always loses his blind:

    >>> never = np.full(169, Fraction(0))
    >>> _bound_against(Fraction(10), [never], never, never)
    Fraction(1, 1)
    """
    matrices = integer_matrices(holdem())
    numerators, denominator = over_common_denominator([*calls, *jams])
    calls, jams = np.split(numerators, 2)
    dealt = denominator * matrices.prior.sum(axis=1)
    called, jammed = matrices.prior @ calls, matrices.prior @ jams
    amounts = PushFoldAmounts.usual(stack)
    fold = amounts.fold * dealt
    push = amounts.push_earnings(dealt, called, matrices.net_wins @ calls)
    over_jam = np.maximum(amounts.put_in * (matrices.net_wins @ jams), -lost_to_jam * jammed)
    raised = amounts.earnings_uncalled(dealt, jammed) + over_jam
    others = [dealt * np.asarray(hands, object) for hands in earned]
    best = np.maximum.reduce([fold, push, raised, *others])
    return Fraction(best.sum()) * matrices.probability_unit / denominator


def bracket_from_earnings(
    stack: Fraction,
    earned: Sequence[Sequence[Fraction]] | np.ndarray,
    strategy: PreflopStrategy,
    lost_to_jam: Fraction | int = LEAST_RAISE,
) -> Bracket:
    """Bound the value of the whole game, with blinds of 1/2 and 1.

    The lower bound is the value of push or fold. The upper one is the less of the small blind's
    largest earnings against two big blinds: one calls pushes and jams over raises as the strategy
    does, the other does both with the hands with which he calls in push or fold.

    Parameters
    ----------
    stack : Fraction
        Each player's chips before the blinds, in big blinds.
    earned : (actions, 169) array of Fraction
        The largest earnings of each hand, against either, by a limp and by raises that he may call.
    strategy : PreflopStrategy
        The big blind's before the flop.
    lost_to_jam : Fraction
        The least of the raises that he does not call, in chips.
    """
    in_push_fold = exact.solve(Game(holdem(), push_fold(stack)))
    usual_calls = in_push_fold.probability(1, "call")
    unit = Fraction(1, PREFLOP_DENOMINATOR)
    calls, jams = (
        unit * part.astype(object) for part in (strategy.calls, strategy.jams_over_raise)
    )
    upper = min(
        _bound_against(stack, earned, calls, jams, lost_to_jam),
        _bound_against(stack, earned, usual_calls, usual_calls, lost_to_jam),
    )
    return Bracket(in_push_fold.value, upper)
