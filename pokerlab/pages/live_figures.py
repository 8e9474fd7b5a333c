"""Figures that a page's scripts bring to life: push or fold, a chart to paint, an equity.

`LivePushFold` shows push or fold at a stack that its reader turns. Nothing is solved in the page.
The hands that push, call and mix are known for every stack from 1 to 20
(`pokerlab.studies.breakpoints`), which leaves at most two linear equations for each player, in
`book/_scripts/push-fold-payoffs.js`. What is known of the real game is read from a table.
`ChartToPaint` uses the same pieces, and `EquityBox` the table of all hands against all.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, cached_property
from html import escape
from typing import Any, NamedTuple

import numpy as np

from pokerlab import cards, charts, equities
from pokerlab._support.arguments import refusal
from pokerlab._support.notebooks import (
    Record,
    ShownInNotebook,
    html_to_svg,
    svg_to_image,
    svg_to_images,
)
from pokerlab._support.pairs import as_pair
from pokerlab.amounts import Amount, format_amount, read_amount
from pokerlab.betting import push_fold
from pokerlab.deals import holdem
from pokerlab.games import Game
from pokerlab.pages.script_data import deal_data
from pokerlab.push_fold_amounts import ALL_IN_ACTIONS, PushFoldAmounts
from pokerlab.solvers import lp
from pokerlab.stored import data
from pokerlab.studies import whole_game
from pokerlab.studies.stored_pieces import VALUE_STEP

__all__ = ["ChartToPaint", "EquityBox", "LivePushFold", "live_data"]


class _FigurePlayer(NamedTuple):
    """The words for a player's actions in a live figure, and the price of his fold."""

    played: str  #: The words for a hand that is played, such as "is pushed".
    folded: str  #: The words for another hand.
    action: str  #: The name of the action in the tree.
    fold_value: float  #: His net winnings by folding, in big blinds.


# The cost of a fold is the same at any stack.
_AT_TWENTY = PushFoldAmounts.usual(20.0)
_PUSH, _CALL = ALL_IN_ACTIONS
_FIGURE_PLAYERS = (
    _FigurePlayer("is pushed", "is folded", _PUSH, _AT_TWENTY.fold),
    _FigurePlayer("calls", "folds", _CALL, -_AT_TWENTY.steal),
)


# How a live figure is drawn, in a notebook, too: the curve, what is written on it, and the charts.
_CSS = (
    ".live-curve{height:6.5rem;margin:0 .5rem 1.8rem;position:relative}"
    ".live-curve>div{height:100%}.live-curve svg{display:block;height:100%;overflow:visible;"
    "width:100%}.live-curve path{fill:none;stroke:currentColor;stroke-width:2px;"
    "vector-effect:non-scaling-stroke}.live-curve path:first-of-type{fill:#0072b2;"
    "fill-opacity:.3;stroke:none}.live-curve path:nth-of-type(3){stroke:#009e73;"
    "stroke-width:5px}.live-curve path:last-of-type{opacity:.4;stroke-dasharray:3 3;"
    "stroke-width:1px}.live-curve i{background:#d55e00;border:2px solid "
    "var(--pst-color-background,Canvas);border-radius:50%;height:1.1rem;margin:-.55rem;"
    "position:absolute;width:1.1rem}.live-curve span{font-size:.8rem;line-height:1;"
    "color:var(--pst-color-text-muted,currentColor);position:absolute}"
    ".live-view{flex:1 1 300px;max-width:600px;min-width:0}"
)

# The sentence of push or fold.
_SENTENCE = (
    "With {stack} big blinds, push {push} of hands and call {call}. "
    "The small blind {wins} {value} big blinds a hand."
)
_CURVE_TITLE = "What the small blind wins or loses, by stack"
# What the curve shows: stacks and, above the line of 0 and below it, values, in big blinds.
_FIRST_STACK, _LAST_STACK = 1, 20
_HIGHEST, _LOWEST = 0.15, -0.2
#: Texts on the curve, by where they stand.
_CURVE_TEXTS = {
    "left:0;top:0": "the small blind wins",
    "left:0;bottom:0": "the small blind loses",
    "left:48.4%;top:2%": "the real game is in the band",
    "left:0;top:108%": f"{_FIRST_STACK}",
    "right:0;top:108%": f"{_LAST_STACK} big blinds",
}


@cache
def live_data() -> dict[str, Any]:
    """Return the data of each `LivePushFold`: `deal_data`, the stored pieces, and ``words``.

    The pieces are as `pokerlab.studies.stored_pieces.encode` writes them, and ``words`` has the
    words for what either player does.
    """
    pieces: dict[str, Any] = data("pieces")
    return deal_data() | pieces | {"words": _FIGURE_PLAYERS}


def _read_stack(stack: Amount) -> Fraction:
    """Read the first stack of a figure, one of those that are known; others are a ValueError."""
    amount = read_amount("stack", stack)
    if not _FIRST_STACK < amount <= _LAST_STACK:
        needed = f"more than {_FIRST_STACK} and at most {_LAST_STACK}"
        raise refusal("stack", format_amount(amount), needed)
    return amount


class LivePushFold(ShownInNotebook):
    """Push or fold with a stack that the reader turns: a sentence, a curve and two charts.

    The reader drags the stack, types one, or uses the arrow keys. Without scripts, all stays at
    the first stack; sentences about hands and the real game are left to the script.

    Parameters
    ----------
    stack : amount
        The first stack, in big blinds, above 1 and at most 20.

    Examples
    --------
    >>> LivePushFold(5)
    With 5 big blinds, push 71% of hands and call 62%. The small blind wins 0.056 big blinds a hand.
    """

    def __init__(self, stack: Amount) -> None:
        self.stack = _read_stack(stack)
        self.solution = lp.solve(Game(holdem(), push_fold(self.stack)))
        #: How often each hand pushes, and calls.
        self.probabilities = [
            self.solution.probability(player, of_figure.action)
            for player, of_figure in enumerate(_FIGURE_PLAYERS)
        ]
        #: A push's earnings with each hand, in big blinds, counted from before the blinds.
        self.push_values = self.solution.game.action_values(0, self.solution.plans[1])[:, 2]

    def _texts(self) -> dict[str, str]:
        """Write the words and numbers that the sentence has at this stack."""
        push, call = (f"{cards.HAND_PROBABILITIES @ by_hand:.0%}" for by_hand in self.probabilities)
        payoff = self.solution.payoff
        return {
            "stack": format_amount(self.stack),
            "push": push,
            "call": call,
            "wins": "loses" if payoff < -1e-9 else "wins",
            "value": f"{abs(payoff):.3f}",
        }

    def _html_sentence(self) -> str:
        """Return the sentence with its numbers in bold; a script turns what is in spans."""
        texts = self._texts()
        bold = {name: f"<b>{text}</b>" for name, text in texts.items()}
        spans = {"stack": f"<span>{bold['stack']}</span>", "wins": f"<span>{texts['wins']}</span>"}
        return _SENTENCE.format_map(bold | spans)

    def _curve(self) -> str:
        """Draw the small blind's value over all stacks, and a dot at this one."""
        stacks, heights = _LAST_STACK - _FIRST_STACK, round(_HIGHEST - _LOWEST, 9)
        left = 100 * (float(self.stack) - _FIRST_STACK) / stacks
        top = 100 * (_HIGHEST - self.solution.payoff) / heights
        return (
            '<div class="live-curve"><div aria-hidden="true">'
            f'<svg viewBox="{_FIRST_STACK} {-_HIGHEST} {stacks} {heights}" '
            'preserveAspectRatio="none" role="img">'
            f"<title>{_CURVE_TITLE}</title>"
            + "".join(f'<path d="{path}"/>' for path in _curve_paths())
            + f'</svg><i style="left:{left:.2f}%;top:{top:.1f}%"></i>'
            + "".join(
                f'<span style="{style}">{text}</span>' for style, text in _CURVE_TEXTS.items()
            )
            + "</div></div>"
        )

    def _html_before_curve(self) -> str:
        """Return the beginning of the figure."""
        stack = format_amount(self.stack)
        return (
            f'<div class="live" data-stack="{stack}"><style>{_CSS}</style>'
            f'<p class="live-sentence">{self._html_sentence()}</p>'
            '<p class="live-real"><span></span> '
            f'<a href="explorer.html#push-fold?stack={stack}">Open it in the explorer</a></p>'
        )

    @cached_property
    def _charts(self) -> tuple[charts.RangeChart, charts.RangeChart]:
        """The charts of pushes and of calls."""
        return as_pair(
            charts.range_chart(
                self.probabilities[player], title=title, actions=_FIGURE_PLAYERS[player].action
            )
            for player, title in enumerate(("Small blind: push", "Big blind: call"))
        )

    def records(self) -> list[Record]:
        """Return a record for each hand: how often it pushes, and calls."""
        return charts.row(*self._charts).records()

    def _html_after_curve(self) -> str:
        """Return the rest of the figure, its two charts."""
        pushes, calls = self._charts
        views = "".join(
            f'<div class="live-view">{chart}<p class="live-hand"></p></div>'
            for chart in (pushes._repr_html_(), calls.to_html())  # the first brings the style
        )
        return f'<div class="pl-row">{views}</div></div>'

    def _repr_html_(self) -> str:
        return self._html_before_curve() + self._curve() + self._html_after_curve()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        style = f"{_CSS}div{{font-family:system-ui,sans-serif}}.live-curve{{margin:1rem .5rem}}"
        curve = html_to_svg(self._curve(), style, _CURVE_TITLE, width=600, height=150)
        after = svg_to_images(self._html_after_curve())
        return self._with_numbers(self._html_before_curve() + svg_to_image(curve) + after)

    def __repr__(self) -> str:
        return _SENTENCE.format_map(self._texts())


def _curve_paths() -> list[str]:
    """Return what is drawn behind the dot, as the data of SVG paths, in the order of `_CSS`.

    These are the band in which the real game's value is, the value of push or fold, its part where
    push or fold is optimal in the real game, too, and the line of 0.
    """
    exact, beyond = whole_game.stored_brackets()
    optimal = [(stack, value) for stack, value, _ in exact]
    lower = optimal + [(stack, lower) for stack, lower, _ in beyond]
    upper = [(stack, upper) for stack, _, upper in exact + beyond]
    values = [
        (float(_FIRST_STACK + VALUE_STEP * n), value)
        for n, value in enumerate(data("pieces")["values"])
    ]
    zero = f"M{_FIRST_STACK} 0H{_LAST_STACK}"
    return [f"{_path(upper + lower[::-1])}Z", _path(values), _path(optimal), zero]


def _path(points: Iterable[tuple[float, float]]) -> str:
    """Return a line through stacks and values as the data of an SVG path, in which down is up."""
    return "M" + "L".join(f"{stack:g} {round(-value, 4):zg}" for stack, value in points)


class ChartToPaint(ShownInNotebook):
    """A chart of pushes to paint, and then what it loses; without scripts, an empty one.

    Parameters
    ----------
    stack : amount
        The first stack, in big blinds, above 1 and at most 20.
    """

    def __init__(self, stack: Amount) -> None:
        self.stack = format_amount(_read_stack(stack))

    @cached_property
    def _chart(self) -> charts.RangeChart:
        """The chart before anything is painted."""
        return charts.range_chart(np.zeros(169), title="Your pushes", actions="push")

    def records(self) -> list[Record]:
        """Return a record for each hand: that it is not pushed yet."""
        return self._chart.records()

    def _repr_html_(self) -> str:
        return (
            f'<div class="live-price" data-stack="{self.stack}"><p class="live-sentence">With '
            f"<span><b>{self.stack}</b></span> big blinds, push these hands:</p>"
            f'{self._chart.to_html()}<div class="live-cost" tabindex="-1">Paint with the '
            "mouse, a finger, or the arrow keys and the space bar.</div></div>"
        )

    def __repr__(self) -> str:
        return f"<a chart to paint, with {self.stack} big blinds>"


class EquityBox:
    """Two boxes for hands or ranges, and how often the first wins; without scripts, of two hands.

    Parameters
    ----------
    first, second : str
        The hands or ranges that are in the boxes at first, as
        `pokerlab.equities.matchup` takes them.
    """

    def __init__(self, first: str, second: str) -> None:
        self.first, self.second = first, second

    def __repr__(self) -> str:
        outcomes = equities.matchup(self.first, self.second)
        counts = outcomes.win, outcomes.tie, outcomes.lose
        won, tied, lost = (f"{count / outcomes.total:.2%}" for count in counts)
        wins, ties, losses = (f"{count:,}" for count in counts)
        return (
            f"{self.first} against {self.second} wins {won}, ties {tied} and loses {lost}: an "
            f"equity of {float(outcomes.equity):.2%}. Of {outcomes.total:,} showdowns, these are "
            f"{wins}, {ties} and {losses}."
        )

    def _repr_html_(self) -> str:
        return (
            f'<div class="pl-equity" data-first="{escape(self.first)}" '
            f'data-second="{escape(self.second)}"><p>{escape(repr(self))}</p></div>'
        )
