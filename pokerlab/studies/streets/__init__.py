"""A big blind who plays all streets: the earnings of a limp against him, street by street.

Over a limp the big blind goes all-in or checks. On the flop, the turn and the river he acts first,
and goes all-in or checks. He folds to a bet, goes all-in over it, or calls it if it is small enough
and he has not called too often. A `Menu` says what he may do, and `build_streets` makes of it the
tree in which bets of every size are a few. A `StreetsStrategy` holds how often he does what, by
*buckets* of combos that are about as strong. `check_on_all_flops` finds what a best response of
the small blind earns with each hand: over all 1,755 flops up to suits, with all turns and rivers,
in integers. That takes minutes, so for some stacks a strategy is stored together with what was
found: `checked_stacks` lists them, and `stored_checked_strategy` reads one.

====================== =============================================================================
``tree``               the big blind's `Menu`, and the tree that `build_streets` makes of it
``buckets``            which combos are about as strong, on a flop with all that may come
``strategies``         the big blind's `StreetsStrategy`, and its file
``best_response``      the small blind's earnings against it on one flop: the compiled loops
``_sums``              what these loops fill in, street by street
``checked_strategies`` her earnings on all flops, and the bounds on the whole game that follow
====================== =============================================================================

What he does is kept as *reaches*: before the flop every combo has a weight of `FULL_REACH`, which
each of his decisions shares out among his actions, in whole numbers. So nothing is rounded where it
is checked, and no number grows from street to street.

The sums stay within machine integers. A reach is below 2**16, and an opponent meets 1,225 combos
at most, so what a combo meets is below 2**27, and what it wins from them, too. Stacks are below
2**13 in the unit of a tree, and amounts less than twice as large. What a combo
earns on a flop is a sum over 1,980 turns and rivers: below 2**27 * 2**14 * 2**11 = 2**52. A flop
leaves 1,176 combos, so what all of them earn is below 2**63. Sums over flops are Python's.

Most names are at hand here, too, such as ``streets.Menu``.
"""

from pokerlab.studies.streets.best_response import (
    ORDERED_RUNOUTS,
    earned_on_flop,
    turn_counts,
)
from pokerlab.studies.streets.buckets import (
    SHARE_DENOMINATOR,
    Buckets,
    FlopAhead,
    Steps,
    board_kind,
    count_shares,
    flop_kinds,
    look_ahead,
)
from pokerlab.studies.streets.checked_strategies import (
    CheckedStrategy,
    all_in_sums,
    check_on_all_flops,
    checked_stacks,
    earnings_from_sums,
    load_checked_strategy,
    stored_checked_strategy,
    stored_strategy,
    whole_game_bracket,
)
from pokerlab.studies.streets.strategies import (
    FULL_REACH,
    RATE_DENOMINATOR,
    StreetsStrategy,
    load,
    starting_reaches,
)
from pokerlab.studies.streets.tree import (
    Menu,
    Street,
    build_streets,
)

__all__ = [
    "FULL_REACH",
    "ORDERED_RUNOUTS",
    "RATE_DENOMINATOR",
    "SHARE_DENOMINATOR",
    "Buckets",
    "CheckedStrategy",
    "FlopAhead",
    "Menu",
    "Steps",
    "Street",
    "StreetsStrategy",
    "all_in_sums",
    "board_kind",
    "build_streets",
    "check_on_all_flops",
    "checked_stacks",
    "count_shares",
    "earned_on_flop",
    "earnings_from_sums",
    "flop_kinds",
    "load",
    "load_checked_strategy",
    "look_ahead",
    "starting_reaches",
    "stored_checked_strategy",
    "stored_strategy",
    "turn_counts",
    "whole_game_bracket",
]
