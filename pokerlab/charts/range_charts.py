"""Range charts: probabilities or numbers for the 169 hands, as a grid of coloured cells.

Here is worked out what each cell holds, and what the legend and the description say. How that is
drawn is in :mod:`pokerlab.charts.hand_grids`.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pokerlab import cards, ranges
from pokerlab._support.arguments import read_floats, read_list, refusal, require_type
from pokerlab._support.arithmetic import unsigned_zero
from pokerlab.charts.colors import (
    BACKGROUND,
    DIVERGING,
    FOLD,
    SEQUENTIAL,
    action_colors,
    fill_order,
    scale_color,
)
from pokerlab.charts.hand_grids import MIN_SHARE, Cell, LegendEntry, RangeChart
from pokerlab.charts.tables import typeset, unsigned_zero_text

__all__ = ["CHART_TOLERANCE", "Scale", "range_chart", "share_in_cell"]

#: How far rounding may carry probabilities beyond 0, and their sum beyond 1: more than a plan's in
#: `pokerlab.locks`, as other programs' results are drawn, too, and less than a chart shows.
CHART_TOLERANCE = 1e-6
_ALWAYS = 1 - MIN_SHARE  # A hand that takes an action at least this often has no other colour.
_MIN_PRINTED = 0.00005  # Rarer actions would be 0.00 %, and are not named.
_LONG_LEGEND = 6  # With more actions, the legend leaves out those that are never taken.
_NAMED_HANDS = 6  # A description names at most this many hands one by one.
_RAMP_STEPS = 30  # How many colours of a scale its legend shows.
# How the description of the grid of hold'em's hands begins.
_GRID = "The 13 by 13 grid of hands, suited ones above the diagonal. "


@dataclass(frozen=True)
class Scale:
    """The way in which a range chart of numbers prints and colours them."""

    unit: str = ""  #: Printed after a number in the legend and the tooltips, such as ``"bb"``.
    format: str = ".1f"  #: Format in the cells and the legend, where five characters fit well.
    tooltip_format: str = ".3f"  #: Format in the tooltips.
    #: The number at the middle of a diverging scale; without it the scale is sequential.
    center: float | None = None
    #: The numbers at the two ends; numbers beyond them have the same colours. By default the least
    #: and the largest finite number, or, around a centre, the farthest from it on both sides.
    limits: tuple[float, float] | None = None
    #: What to print for ``"inf"``, ``"-inf"`` and ``"nan"``. Infinities take the colours of the
    #: ends, and NaN recedes.
    names: Mapping[str, str] = field(default_factory=dict)

    def text(self, number: float, *, in_tooltip: bool = False, unit: bool = False) -> str:
        """Return a number as printed: as in a cell or, with more digits, as in a tooltip.

        Examples
        --------
        >>> Scale("bb").text(-0.00004, in_tooltip=True, unit=True)
        '0.000 bb'
        """
        if not math.isfinite(number):
            names = {"inf": "∞", "-inf": "−∞", "nan": "–"} | dict(self.names)
            return names[str(float(number))]
        number_format = self.tooltip_format if in_tooltip else self.format
        text = typeset(unsigned_zero_text(format(number, number_format)))
        if not unit:
            return text
        return text + self.unit if self.unit in ("", "%") else f"{text} {self.unit}"


def range_chart(
    values: Any,
    *,
    title: str,
    actions: str | Sequence[str] = "in range",
    scale: Scale | None = None,
    weights: Any = None,
    hands: Sequence[str] = cards.HANDS,
) -> RangeChart:
    """Draw probabilities or numbers for the 169 hands as the 13 x 13 grid.

    Parameters
    ----------
    values : array_like or ranges.Range
        One value per hand: 169 in chart order, 1326 combo values (averaged over each hand), or a
        range's weights. Without a scale they are probabilities, maybe a column for each action.
    title : str
        Printed above the grid.
    actions : str or sequence of str
        The name of each action, which also decides its colour (`action_colors`). An extra name is
        for what is left: ``("push", "fold")`` for a probability of pushing.
    scale : Scale, optional
        How to print and colour any other numbers, infinities and NaN included.
    weights : array_like, optional
        How much each hand counts in the totals, 169 values, none negative. By default its combos
        out of 1326; if cards are known, the probability of holding the hand.
    hands : sequence of str
        The hands of another deal, which are drawn in rows; by default they count alike.

    Raises
    ------
    ValueError
        Values or weights that are no numbers, or not one for each hand; values that are no
        probabilities, without a scale; and actions that do not suit them.
    TypeError
        Arguments of types other than these.

    Examples
    --------
    >>> range_chart(ranges.parse_range("22+, A2s+"), title="Raise", actions="raise")
    RangeChart(title='Raise', totals={'raise': 0.095022624})
    """
    require_type("title", title, str, "text")
    require_type("scale", scale, Scale | None, "a Scale")
    if not isinstance(actions, str):
        actions = read_list("actions", actions, "the name of each")
        for action in actions:
            require_type("actions", action, str, "names in text")
    hands = read_list("hands", hands, "the names of hands")
    for hand in hands:
        require_type("hands", hand, str, "names of hands in text")
    is_holdem = tuple(hands) == cards.HANDS
    table = _table_by_hand("values", values, hands)
    if weights is None:
        weights = cards.COMBOS_PER_HAND if is_holdem else np.ones(len(hands))
    shares = _hand_shares(weights, hands)
    if scale:
        if table.shape[1] != 1:
            needed = f"one number for each of {len(hands)} hands"
            raise refusal("values", f"shape {table.shape}", needed, "with a scale")
        contents = _number_contents(table, hands, scale, shares)
    else:
        contents = _action_contents(table, hands, actions, shares)
    return RangeChart(
        title,
        _GRID + contents.summary if is_holdem else contents.summary,
        contents.totals,
        tuple(contents.cells),
        tuple(contents.legend),
    )


@dataclass(frozen=True)
class _Contents:
    """The parts of a range chart that depend on its values."""

    cells: list[Cell]
    legend: list[LegendEntry]
    totals: dict[str, float]
    summary: str  #: The part of the description that is about the values.


def _table_by_hand(name: str, values: Any, hands: Sequence[str]) -> np.ndarray:
    """Read values in any form that `range_chart` takes, as a row for each hand."""
    if isinstance(values, ranges.Range):
        values = values.hand_weights
    array = read_floats(name, values)
    combos = len(cards.COMBO_NAMES)
    if array.ndim not in (1, 2) or not array.size or len(array) not in (len(hands), combos):
        raise refusal(name, f"shape {array.shape}", f"a row for each of {len(hands)} hands")
    if len(array) == combos:
        array = (cards.sum_by_hand(array).T / cards.COMBOS_PER_HAND).T
    return array.reshape(len(hands), -1)


def _hand_shares(weights: Any, hands: Sequence[str]) -> np.ndarray:
    """Read how much each hand counts, (hands,) floats that sum to 1."""
    numbers = read_floats("weights", weights)
    is_one_for_each = numbers.shape in ((len(hands),), (len(hands), 1))
    if not (is_one_for_each and numbers.min() >= 0 and numbers.sum() < np.inf):
        raise ValueError(f"weights: one number from 0 up needed for each of {len(hands)} hands")
    if not numbers.sum() > 0:
        raise ValueError("weights: a sum above 0 needed")
    return numbers.ravel() / numbers.sum()


def _action_contents(
    table: np.ndarray, hands: Sequence[str], actions: str | Sequence[str], shares: np.ndarray
) -> _Contents:
    """Work out a chart of probabilities, (hands, actions), of hands with these shares of all."""
    _require_probabilities(table, hands)
    names = [actions] if isinstance(actions, str) else [*actions]
    table = np.clip(table, 0, 1).round(6)
    left_over = np.clip(1 - table.sum(axis=1, keepdims=True), 0, 1).round(6)
    if len(names) == table.shape[1] + 1:
        table, left_over = np.hstack([table, left_over]), np.zeros_like(left_over)
    if len(names) != table.shape[1] or len({*names}) != len(names):
        raise ValueError(f"actions: {actions!r} given; {table.shape[1]} different names are needed")
    colors = action_colors(names)
    left_over_color = BACKGROUND if FOLD in colors else FOLD
    totals = {
        name: round(float(total), 9) for name, total in zip(names, shares @ table, strict=True)
    }
    cells = [
        _action_cell(hand, probabilities.tolist(), names, [*colors, left_over_color])
        for hand, probabilities in zip(hands, np.hstack([table, left_over]), strict=True)
    ]
    legend, sentences = [], []
    for name, color, column in zip(names, colors, table.T, strict=True):
        if len(names) > _LONG_LEGEND and totals[name] < _MIN_PRINTED:
            continue
        total = f"{totals[name]:.2%}" if totals[name] < 0.01 else f"{totals[name]:.1%}"
        legend_text = f"{name} {total} of hands" if len(names) == 1 else f"{name} {total}"
        legend.append(LegendEntry("", (color,), legend_text))
        sentences.append(f"{name}: {total} of hands; {_count_hands(column, hands)}.")
    return _Contents(cells, legend, totals, " ".join(sentences))


def _require_probabilities(table: np.ndarray, hands: Sequence[str]) -> None:
    """Refuse numbers that are no probabilities; NaN are none."""
    for hand, probabilities in zip(hands, table, strict=True):
        if not (
            probabilities.min() >= -CHART_TOLERANCE and probabilities.sum() <= 1 + CHART_TOLERANCE
        ):
            needed = "probabilities up to 1 in all needed, or a scale for other numbers"
            raise ValueError(f"values: {hand} has {probabilities.tolist()}; {needed}")


def share_in_cell(share: float) -> str:
    """Write the percentage of a hand that is played now and then: never 0% or 100%."""
    return f"{np.clip(share, 0.01, 0.99):.0%}"


def _action_cell(
    hand: str, probabilities: Sequence[float], names: Sequence[str], colors: Sequence[str]
) -> Cell:
    """Work out one hand's cell.

    Probabilities and colours are those of the named actions, and then of what is left over, which
    fills the right end of the cell.
    """
    least = min(MIN_SHARE, max(probabilities))
    order = [*fill_order(names), len(names)]
    visible = [index for index in order if probabilities[index] >= least]
    total = sum(probabilities[index] for index in visible)
    fills = tuple((probabilities[index] / total, colors[index]) for index in visible)
    played = [
        f"{name} {probability:.2%}"
        for name, probability in zip(names, probabilities[:-1], strict=True)
        if probability >= _MIN_PRINTED
    ]
    tip = ", ".join(played) if played else f"{names[0]} 0.00%"
    active = [index for index in range(len(names)) if colors[index] != FOLD]
    number = ""
    if len(active) == 1 and len(fills) > 1:  # of one action and folding, a number says all
        number = share_in_cell(probabilities[active[0]])
    record = {
        name: f"{probability:.4f}"
        for name, probability in zip(names, probabilities[:-1], strict=True)
    }
    return Cell(hand, fills, number, f"{hand}: {tip}", record)


def _count_hands(probabilities: np.ndarray, hands: Sequence[str]) -> str:
    """Say how many hands always, sometimes and never take an action."""
    always, never = probabilities >= _ALWAYS, probabilities < MIN_SHARE
    mixed = [hands[index] for index in np.flatnonzero(~always & ~never).tolist()]
    return (
        f"always {always.sum()}, sometimes {len(mixed)}{_name_hands(mixed)}, "
        f"never {never.sum()} of the {len(hands)}"
    )


def _number_contents(
    table: np.ndarray, hands: Sequence[str], scale: Scale, shares: np.ndarray
) -> _Contents:
    """Work out a chart of numbers, (hands, 1), of hands with these shares of all."""
    (numbers,) = unsigned_zero(table.T.round(9))
    finite = numbers[np.isfinite(numbers)]
    ramp = _Ramp.of(finite, scale)
    column = f"value, {scale.unit}" if scale.unit else "value"
    cells = [
        Cell(
            hand,
            ((1.0, ramp.color(number)),),
            scale.text(number),
            f"{hand}: {scale.text(number, in_tooltip=True, unit=True)}",
            {column: scale.text(number, in_tooltip=True).replace("−", "-")},
        )
        for hand, number in zip(hands, numbers, strict=True)
    ]
    totals = {}
    if finite.size == len(hands):
        totals["average"] = unsigned_zero(round(float(shares @ numbers), 9))
    legend, phrases = [], []
    if finite.size:
        legend.append(_ramp_entry(ramp, finite, scale, totals.get("average")))
        for word, number in ("Lowest", finite.min()), ("highest", finite.max()):
            first_hand = hands[np.flatnonzero(numbers == number)[0]]
            phrases.append(
                f"{word} {scale.text(number, in_tooltip=True, unit=True)} ({first_hand})"
            )
    if totals:
        phrases.append(f"average {scale.text(totals['average'], in_tooltip=True, unit=True)}")
    phrases += _describe_infinite(numbers, hands, scale)
    return _Contents(cells, legend, totals, "; ".join(phrases) + ".")


def _ramp_entry(
    ramp: "_Ramp", finite: np.ndarray, scale: Scale, average: float | None
) -> LegendEntry:
    """Make the legend's entry of the colours; with ≤ or ≥, some numbers are beyond its ends."""
    before, after = scale.text(ramp.low), scale.text(ramp.high, unit=True)
    if finite.min() < ramp.low:
        before = f"≤ {before}"
    if finite.max() > ramp.high:
        after = f"≥ {after}"
    if average is not None:
        after += f", average {scale.text(average, unit=True)}"
    steps = np.linspace(0, 1, _RAMP_STEPS)
    return LegendEntry(before, tuple(scale_color(ramp.stops, step) for step in steps), after)


def _describe_infinite(numbers: np.ndarray, hands: Sequence[str], scale: Scale) -> list[str]:
    """Say which hands have infinite numbers, or none."""
    phrases = []
    for number in (math.inf, -math.inf, math.nan):
        equal = np.isclose(numbers, number, equal_nan=True)
        if equal.any():
            equal_hands = [hands[index] for index in np.flatnonzero(equal).tolist()]
            count = f"{len(equal_hands)} of the {len(hands)}"
            phrases.append(f"{scale.text(number)}: {count}{_name_hands(equal_hands)}")
    return phrases


@dataclass(frozen=True)
class _Ramp:
    """The colours of numbers."""

    stops: tuple[str, ...]  #: The colours, evenly spaced.
    knots: tuple[float, ...]  #: The numbers at the two ends, and maybe at the middle.

    @classmethod
    def of(cls, finite: np.ndarray, scale: Scale) -> "_Ramp":
        """Choose colours and ends for the finite numbers of a chart."""
        if scale.limits:
            low, high = scale.limits
        elif finite.size:
            low, high = finite.min(), finite.max()
        else:
            low, high = 0.0, 0.0
        if scale.center is None:
            return cls(SEQUENTIAL, (low, high))
        if not scale.limits:
            farthest = max(high - scale.center, scale.center - low) or 1.0
            low, high = scale.center - farthest, scale.center + farthest
        return cls(DIVERGING, (low, scale.center, high))

    @property
    def low(self) -> float:
        """The number at the low end."""
        return self.knots[0]

    @property
    def high(self) -> float:
        """The number at the high end."""
        return self.knots[-1]

    def color(self, number: float) -> str:
        """Return the colour of a number; NaN recedes."""
        if math.isnan(number):
            return FOLD
        share = np.interp(number, self.knots, np.linspace(0, 1, len(self.knots)))
        return scale_color(self.stops, round(float(share), 4))


def _name_hands(hands: Sequence[str]) -> str:
    """Name the first few hands, in brackets."""
    if not hands:
        return ""
    more = f" and {len(hands) - _NAMED_HANDS} more" if len(hands) > _NAMED_HANDS else ""
    return f" ({', '.join(hands[:_NAMED_HANDS])}{more})"
