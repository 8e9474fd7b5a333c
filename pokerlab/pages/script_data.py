"""What the scripts of the book's pages know: the deal, its equities, the real game, the looks.

The build writes it into the scripts (`book/_ext/live.py`). The deal is there exactly, as two
matrices of integers.
"""

import json
import math
from base64 import b64decode, b64encode
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from pokerlab import betting, charts, check, equity_table
from pokerlab._support.notebooks import CHART_WIDTH
from pokerlab.charts import drawings, hand_grids
from pokerlab.games import MAX_AMOUNT_RATIO
from pokerlab.studies import whole_game

__all__ = [
    "betting_limits",
    "deal_data",
    "drawing_sizes",
    "equity_data",
    "palette",
    "real_game_bounds",
]

_ROW = 13  # So many hands are in a row of the chart.


def deal_data() -> dict[str, Any]:
    """Return hold'em's deal for the page, exactly: `pokerlab.check`'s table without its ways.

    It has ``hands``, whose names say in how many ways they meet; ``margins``, of which a pair adds
    ``margin / (total * boards)`` to the value per chip staked; ``total``, the sum of all ways;
    and ``boards``. All margins are multiples of 4. A quarter of each is sent, less what three
    others foretell (`_foretell_margins`). With the order of `_pack`, the margins are so sent in two
    thirds of the bytes.
    """
    table = json.loads(check.DEAL.read_text(encoding="utf-8"))
    n = len(table["hands"])
    pairs = np.triu_indices(n, 1)
    quarters = np.zeros((n, n), np.int32)
    quarters[pairs] = np.frombuffer(b64decode(table["margins"]), "<i4") // 4
    quarters -= quarters.T
    rest = quarters - _foretell_margins(quarters)
    return {
        "hands": table["hands"],
        "margins": _pack(rest[pairs].astype("<i4")),
        "total": table["total"],
        "boards": table["boards"],
    }


def _foretell_margins(margins: np.ndarray) -> np.ndarray:
    """Guess each pair's margin, (hands, hands), from those of pairs higher in the chart.

    They are those with the first hand, the second, or both a row higher. Above the first row are
    zeros.
    """
    n = len(margins)
    padded = np.pad(margins, ((_ROW, 0), (_ROW, 0)))
    first_higher, second_higher, both_higher = padded[:n, _ROW:], padded[_ROW:, :n], padded[:n, :n]
    return first_higher + second_higher - both_higher


def _pack(numbers: np.ndarray) -> str:
    """Write integers of four bytes in base 64: the lowest byte of all, then the next one of all.

    In this order they are shorter where a server compresses the page.
    """
    by_place = numbers.view(np.uint8).reshape(-1, 4).T
    return b64encode(by_place.tobytes()).decode("ascii")


def equity_data() -> dict[str, Any]:
    """Return `deal_data` and ``ties``, for `EquityBox`: on how many boards hands tie.

    ``ties`` has a number for each pair of hands, and each hand with itself, packed as the margins
    are. They are summed over the combos of both, as in `pokerlab.equity_table.hand_outcomes`.
    """
    _, ties, _ = equity_table.hand_outcomes()
    return {**deal_data(), "ties": _pack(ties[np.triu_indices(len(ties))].astype("<u4"))}


def palette() -> dict[str, Any]:
    """Return the book's colour of each action, with ink to write on it.

    ``ramp`` is for several raises, from the smallest to the largest.
    """
    names = ["fold", "call", "check", "raise", "push", "all-in"]
    colors: dict[str, Any] = {name: _with_ink(charts.action_colors([name])[0]) for name in names}
    steps = np.linspace(0, 1, 31)
    colors["ramp"] = [_with_ink(charts.scale_color(charts.RAISE_RAMP, step)) for step in steps]
    return colors


def betting_limits() -> dict[str, int]:
    """Return what is refused as too much in a game, for scripts that build trees, too.

    ``maxTurns`` is `pokerlab.betting.MAX_TURNS`, ``maxStackRatio`` its `MAX_STACK_RATIO`,
    ``maxBetInPots`` its `MAX_BET_IN_POTS`, and ``maxAmountRatio`` that of `pokerlab.games`.
    """
    return {
        "maxTurns": betting.MAX_TURNS,
        "maxStackRatio": betting.MAX_STACK_RATIO,
        "maxBetInPots": betting.MAX_BET_IN_POTS,
        "maxAmountRatio": MAX_AMOUNT_RATIO,
    }


def drawing_sizes() -> dict[str, float]:
    """Return the lengths in drawings, in units of an SVG file, for scripts that draw, too.

    ``width`` is that of a drawing in a row, ``gap`` what is between two. ``cell`` is the width of a
    chart's cell, ``cellPitch`` goes from one to the next, ``overlap`` is how far a colour of a cell
    runs below the next one, and ``leastShare`` the least share of a cell that is seen.
    """
    return {
        "width": CHART_WIDTH,
        "gap": drawings.GAP,
        "cell": hand_grids.CELL_SIZE,
        "cellPitch": hand_grids.CELL_PITCH,
        "overlap": hand_grids.OVERLAP,
        "leastShare": hand_grids.MIN_SHARE,
    }


def _with_ink(color: str) -> list[str]:
    """Return a colour, and black or white, in which texts on it are read."""
    return [color, "#000" if charts.reads_in_black(color) else "#fff"]


@cache
def real_game_bounds() -> dict[str, Any]:
    """Return bounds on the real game's value to the small blind, for the page.

    ``optimalUpTo`` is the stack up to which push or fold is optimal in it, and
    ``optimalWithAnteUpTo`` that with a big-blind ante of one, which is computed here, and is
    rounded down. ``bounds`` has, for each deeper stack of the stored table, the stack and the two
    bounds, in big blinds without antes.

    Examples
    --------
    >>> known = real_game_bounds()
    >>> known["optimalUpTo"], known["optimalWithAnteUpTo"], known["bounds"][-1]
    (4.475, 5.98, [10.0, -0.045370753, 0.137397276])
    """
    optimal, beyond = whole_game.stored_brackets()
    return {
        "optimalUpTo": optimal[-1][0],
        "optimalWithAnteUpTo": _optimal_with_ante_up_to(),
        "bounds": beyond,
    }


def _optimal_with_ante_up_to() -> float:
    """Return the stack up to which push or fold is optimal with a big-blind ante of one.

    That is the game of an ante of half as much from each player, with stacks smaller by that half.
    It is rounded down to hundredths of a big blind.
    """
    each = Fraction(1, 2)
    found = whole_game.first_deviation(low=1 + each, high=6, ante=each, progress=False)
    if found is None:
        raise ArithmeticError("first_deviation: none is found up to 6 big blinds")
    hundredths = math.floor(100 * (float(found[0]) + float(each)))
    return hundredths / 100
