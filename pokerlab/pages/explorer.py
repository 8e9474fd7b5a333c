"""The data of the book's explorer and live figures, in pages without kernel or network.

The explorer's page has the two matrices of the deal, exactly. It solves games by itself, in
`book/_static/solver.js`, and works out what every action earns. The page also brings a rounded
solution that is better than what it could find while its reader waits. Rounding raises an
ArithmeticError if another processor's last digits could make a difference.

A `LivePushFold` figure shows push or fold at a stack that its reader turns. Nothing is solved
there. The hands that push, call and mix are known for every stack from 1 to 20
(`pokerlab.studies.breakpoints`), which leaves at most two linear equations for each player, in
`book/_static/live.js`. What is known of the real game is read from a table.
"""

import json
import math
import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from html import escape
from itertools import pairwise
from typing import Any

import numpy as np

from pokerlab import cards, charts, check
from pokerlab._foundations import as_pair
from pokerlab._notebooks import Shown, framed, image, still
from pokerlab.amounts import Amount, format_amount, parse_amount
from pokerlab.betting import push_fold
from pokerlab.deals import holdem
from pokerlab.games import Game
from pokerlab.solutions import Solution
from pokerlab.solvers import lp
from pokerlab.stored import data
from pokerlab.studies.breakpoints import Piece

UNITS = 50_000  #: Probabilities are rounded to multiples of 1 / UNITS.
LEAST = 5  #: Fewer units count as 0: the rule that chooses an optimum may err by as much.
NOISE = 1e-10  #: How much a number may differ from one processor to the next, in units of 1.


def rounded(numbers: np.ndarray, units: int) -> np.ndarray:
    """Round numbers to multiples of ``1 / units``, the same on every processor.

    Returns an array of int, the numbers in units. A number so close to the middle between two
    multiples that `NOISE` could decide is an ArithmeticError.

    Examples
    --------
    >>> rounded([0.25, 1 / 3], 1000)
    array([250, 333])
    """
    scaled = units * np.asarray(numbers, float)
    close = ~(abs(abs(scaled - np.trunc(scaled)) - 0.5) > units * NOISE)  # or nan
    if close.any():
        number = scaled[close].flat[0] / units
        raise ArithmeticError(f"numbers: {number!r} lies between two multiples of 1/{units}")
    return np.rint(scaled).astype(int)


def shortened(solution: Solution) -> Solution:
    """The solution that the page shows: probabilities rounded, bounds proven anew.

    The likeliest action takes what rounding leaves over or short. Decisions that a player's own
    play never reaches are all 0.
    """
    plans = []
    for sets, plan in zip(solution.game.tree.information_sets, solution.plans, strict=True):
        short = np.ones(plan.shape)
        for node in sets:
            led = short[:, node.parent] > 0
            units = rounded(plan[led, node.children] / plan[led, node.parent, None], UNITS)
            units[units < LEAST] = 0
            units[np.arange(len(units)), units.argmax(axis=1)] += UNITS - units.sum(axis=1)
            short[:, node.children] = 0
            short[led, node.children] = short[led, node.parent, None] * (units / UNITS)
        plans.append(short)
    return Solution(solution.game, as_pair(plans), "explorer")


@cache
def deal_data() -> dict[str, Any]:
    """Hold'em's deal for the page, exactly: the table of `pokerlab.check` but for its weights.

    Returns ``hands``, whose names say in how many ways they meet; ``margins``, as in that table;
    ``total``, the sum of all weights; and ``boards``. A pair of hands adds
    ``margins / (total * boards)`` to the value per chip staked.
    """
    deal = json.loads(check.DEAL.read_text(encoding="utf-8"))
    return {name: part for name, part in deal.items() if name != "weights"}


def palette() -> dict[str, Any]:
    """The book's colour of each action, with ink to write on it; ``ramp`` for several raises."""

    def inked(color: str) -> list[str]:
        return [color, "#000" if charts.reads_in_black(color) else "#fff"]

    names = ["fold", "call", "check", "raise", "push", "all-in"]
    ramp = [inked(charts.scale_color(charts.RAISES, step / 30)) for step in range(31)]
    return {name: inked(*charts.action_colors([name])) for name in names} | {"ramp": ramp}


class Tool(Shown):
    """A tool of the page; without scripts, its substitute.

    Parameters
    ----------
    name : str
        The script's name for it.
    instead : str
        A sentence for readers without scripts.
    picture : pokerlab.charts.Drawing, optional
        A picture for them.
    deal : bool
        Whether it brings hold'em's deal, as one tool does for all of a page, with the `palette`.
    first : Solution, optional
        The solution to show first, `shortened`: its ``plans``, a list for each sequence of each
        player. The script builds the tree from the tool's first settings and from ``played``, if
        `more` has it.
    **more
        Anything else that the script needs. All this is in the attribute ``data``.
    """

    def __init__(
        self,
        name: str,
        instead: str,
        picture: charts.Drawing | None = None,
        deal: bool = False,
        first: Solution | None = None,
        **more: Any,
    ) -> None:
        self.name, self.instead, self.picture = name, instead, picture
        self.data: dict[str, Any] = {"deal": deal_data(), "palette": palette()} if deal else {}
        self.data |= more
        self.first = shortened(first) if first else None
        if self.first:
            self.data["plans"] = [
                [[int(x) if x in (0, 1) else x for x in column] for column in plan.T.tolist()]
                for plan in self.first.plans
            ]

    def _repr_html_(self) -> str:
        text = json.dumps(self.data, separators=(",", ":"), ensure_ascii=False)
        text = text.replace("<", r"\u003c")
        drawn = self.picture._repr_html_() if self.picture else ""
        return (
            f'<div class="explorer" id="{escape(self.name)}">'
            f'<div class="explorer-static"><p>{escape(self.instead)}</p>{drawn}</div>'
            f'<script type="application/json">{text}</script></div>'
        )

    def __repr__(self) -> str:
        return f"<the explorer's {self.name} tool>"


#: Of either player, what he does with a hand, what else he does, as what, and what folding earns.
PLAYED = ("is pushed", "is folded", "push", -0.5), ("calls", "folds", "call", -1.0)
#: What is said of the real game: where push or fold is optimal, beyond, and where it is not solved.
REAL = (
    "That is optimal in the real game, too, with every limp, raise and flop.",
    "In the real game, with limps, raises and flops, "
    "he gives up at most {} big blinds a hand at {}.",
    "Solved here are 1 to 20 big blinds, not {}.",
)


def coded(pieces: Iterable[Piece]) -> dict[str, Any]:
    """How every hand is played on each interval of stacks, written as changes.

    Returns ``ends``, where the intervals begin and the last one ends; ``start``, a digit for every
    hand of the small blind and then of the big blind, 0, 1 and 2 for never, sometimes and always;
    ``changes``, for each later interval the digits that are new, each as three times its place plus
    itself; and ``values``, the value of the game at every quarter of a chip, for drawing.
    """
    ends: list[float] = []
    values: list[float] = []
    played: list[np.ndarray] = []
    for piece in pieces:
        both = zip((piece.pushed, piece.called), piece.mixed, strict=True)
        digits = [2 * (h in sure) + (h in mixed) for sure, mixed in both for h in cards.HANDS]
        played.append(np.array(digits))
        ends += [round(float(end), 9) for end in (piece.low, piece.high)][bool(ends) :]
        while (stack := Fraction(len(values), 4) + 1) <= piece.high.low:
            values.append(round(float(piece.value_at(stack)), 4))
    changes = [(3 * np.flatnonzero(a != b) + b[a != b]).tolist() for a, b in pairwise(played)]
    start = "".join(map(str, played[0]))
    return {"ends": ends, "start": start, "changes": changes, "values": values}


#: How a live figure is drawn, in a notebook, too: the curve, what is written on it, and the charts.
STYLE = (
    "<style>.live-curve{height:6.5rem;margin:0 .5rem 1.8rem;position:relative}"
    ".live-curve>div{height:100%}.live-curve svg{display:block;height:100%;overflow:visible;"
    "width:100%}.live-curve path{fill:none;stroke:currentColor;stroke-width:2px;"
    "vector-effect:non-scaling-stroke}.live-curve path:first-of-type{fill:#0072b2;"
    "fill-opacity:.3;stroke:none}.live-curve path:nth-of-type(3){stroke:#009e73;"
    "stroke-width:5px}.live-curve path:last-of-type{opacity:.4;stroke-dasharray:3 3;"
    "stroke-width:1px}.live-curve i{background:#d55e00;border:2px solid "
    "var(--pst-color-background,Canvas);border-radius:50%;height:1.1rem;margin:-.55rem;"
    "position:absolute;width:1.1rem}.live-curve span{font-size:.8rem;line-height:1;"
    "color:var(--pst-color-text-muted,currentColor);position:absolute}"
    ".live-view{flex:1 1 300px;max-width:600px;min-width:0}</style>"
)


@cache
def live_data() -> dict[str, Any]:
    """The data of `book/_static/live.js`: `deal_data` of hold'em, and what `coded` stored.

    Also ``real``: up to which stack push or fold is optimal in the real game, at most how many big
    blinds it gives up at others, rounded up, and `REAL`; and ``told``, `PLAYED`.
    """
    band = data("whole-game")
    gaps = [[at, math.ceil(1000 * (high - low)) / 1000] for at, low, high, same in band if not same]
    until = max(at for at, *_, same in band if same)
    return deal_data() | data("intervals") | {"real": [until, gaps, *REAL], "told": PLAYED}


class LivePushFold(Shown):
    """Push or fold with a stack that the reader turns: a sentence, a curve and two charts.

    The reader drags the stack, types one, or uses the arrow keys. Without scripts, all stays at
    the first stack; what is said of hands and of the real game is left to the script.

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
        self.stack = parse_amount("stack", stack)
        if not 1 < self.stack <= 20:
            raise ValueError(f"stack: {stack} given, more than 1 and at most 20 needed")
        self.solution = lp.solve(Game(holdem(), push_fold(self.stack)))
        #: How often each hand pushes, and calls.
        self.often = [self.solution.probability(p, PLAYED[p][2]) for p in (0, 1)]
        #: What a push earns with each hand, in big blinds, counted from before the blinds.
        self.earns = self.solution.game.action_values(0, self.solution.plans[1])[:, 2]

    def _sentence(self) -> str:
        push, call = (f"{cards.COMBO_COUNTS @ often / 1326:.0%}" for often in self.often)
        won = self.solution.value
        return (
            f"With <span><b>{format_amount(self.stack)}</b></span> big blinds, push <b>{push}</b> "
            f"of hands and call <b>{call}</b>. The small blind "
            f"<span>{'loses' if won < -1e-9 else 'wins'}</span> <b>{abs(won):.3f}</b> "
            "big blinds a hand."
        )

    def _curve(self) -> str:
        """What the small blind wins or loses over all stacks, and where this one is."""

        def line(points: Iterable[tuple[float, float]]) -> str:
            return "M" + "L".join(f"{at:g} {round(-value, 4) + 0.0:g}" for at, value in points)

        known = data("whole-game")
        band = [(at, high) for at, _, high, _ in known] + [(at, low) for at, low, *_ in known[::-1]]
        values = ((1 + n / 4, value) for n, value in enumerate(data("intervals")["values"]))
        optimal = ((at, low) for at, low, _, same in known if same)
        paths = f"{line(band)}Z", line(values), line(optimal), "M1 0H20"
        left, top = (float(self.stack) - 1) / 0.19, (0.15 - self.solution.value) / 0.0035
        labels = {
            "left:0;top:0": "the small blind wins",
            "left:0;bottom:0": "he loses",
            "left:48.4%;top:2%": "the real game is in the band",
            "left:0;top:108%": "1",
            "right:0;top:108%": "20 big blinds",
        }
        return (
            '<div class="live-curve"><div aria-hidden="true">'
            '<svg viewBox="1 -0.15 19 0.35" preserveAspectRatio="none" role="img">'
            "<title>What the small blind wins or loses, by stack</title>"
            + "".join(f'<path d="{path}"/>' for path in paths)
            + f'</svg><i style="left:{left:.2f}%;top:{top:.1f}%"></i>'
            + "".join(f'<span style="{style}">{text}</span>' for style, text in labels.items())
            + "</div></div>"
        )

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        curve = self._curve()
        before, after = map(still, self._repr_html_().split(curve))
        style = STYLE.removeprefix("<style>").removesuffix("</style>")
        style += "div{font-family:system-ui,sans-serif}.live-curve{margin:1rem .5rem}"
        picture = framed(curve, style, "What the small blind wins or loses, by stack", 600, 150)
        return {"text/html": before + image(picture) + after}

    def _repr_html_(self) -> str:
        views = []
        for player, title in enumerate(("Small blind: push", "Big blind: call")):
            chart = charts.range_chart(self.often[player], title=title, actions=PLAYED[player][2])
            drawn = chart._box() if player else chart._repr_html_()
            views.append(f'<div class="live-view">{drawn}<p class="live-hand"></p></div>')
        stack = format_amount(self.stack)
        return (
            f'<div class="live" data-stack="{stack}">{STYLE}'
            f'<p class="live-sentence">{self._sentence()}</p><p class="live-real"><span></span> '
            f'<a href="explorer.html#push-fold?stack={stack}">Open it in the explorer</a></p>'
            f'{self._curve()}<div class="pl-row">{"".join(views)}</div></div>'
        )

    def __repr__(self) -> str:
        return re.sub("<.*?>", "", self._sentence())


class Price(Shown):
    """A chart of pushes to paint, which then says what it costs; without scripts, an empty one.

    Parameters
    ----------
    stack : amount
        The first stack, in big blinds, above 1 and at most 20.
    """

    def __init__(self, stack: Amount) -> None:
        self.stack = format_amount(parse_amount("stack", stack))

    def _repr_html_(self) -> str:
        chart = charts.range_chart(np.zeros(169), title="Your pushes", actions="push")
        return (
            f'<div class="live-price" data-stack="{self.stack}"><p class="live-sentence">With '
            f"<span><b>{self.stack}</b></span> big blinds, push these hands:</p>"
            f'{chart._box()}<div class="live-cost" role="status" tabindex="-1">Paint with the '
            "mouse, a finger, or the arrow keys and the space bar.</div></div>"
        )

    def __repr__(self) -> str:
        return f"<a chart to paint, with {self.stack} big blinds>"
