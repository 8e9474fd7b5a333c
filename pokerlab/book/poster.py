"""The chart of push or fold at every stack, for print and for the page *What fits on a card*.

Each of the 169 hands has a cell as in any chart. Over the stack, from left to right, its upper
strip is as high as the probability of a push, its lower one as that of a call. The steps are those
of :func:`pokerlab.studies.breakpoints.pieces`.

    python -m pokerlab.book.poster poster.pdf
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from pokerlab import cards, charts
from pokerlab.studies import breakpoints

if TYPE_CHECKING:
    from matplotlib.figure import Figure

A2 = 594 / 25.4, 420 / 25.4
"""Width and height in inches."""
SEATS, HEIGHT = (("push", 0.53), ("call", 0.95)), 0.31
"""What is drawn in a cell that is 1 high, how far down its strip ends, and how high strips are."""
CELLS = list(np.ndindex(13, 13))


def steps(pieces: Sequence[breakpoints.Piece], player: int) -> dict[str, np.ndarray]:
    """How often each hand is played, as a line from stack to stack: rows of stack and probability.

    Where the equilibrium changes, the stack occurs twice, with what it is before and after.
    """
    ends = [(piece, stack) for piece in pieces for stack in (piece.low.high, piece.high.low)]
    chances = np.zeros((len(ends), len(cards.HANDS)))
    for row, (piece, stack) in zip(chances, ends, strict=True):
        always = dict.fromkeys((piece.pushed, piece.called)[player], 1)
        for hand, chance in (always | piece.probabilities_at(stack)[player]).items():
            row[cards.HAND_INDEX[hand]] = chance
    stacks, lines = np.array([float(stack) for _, stack in ends]), {}
    for hand, line in zip(cards.HANDS, chances.T, strict=True):
        moves = np.diff(line, prepend=np.nan, append=np.nan) != 0
        kept = moves[:-1] | moves[1:]
        lines[hand] = np.column_stack([stacks, line])[kept]
    return lines


def draw(
    pieces: Sequence[breakpoints.Piece], size: tuple[float, float] = A2, numbers: bool = True
) -> Figure:
    """Draw the chart, `size` inches wide and high, for all stacks of the pieces.

    `numbers` are the largest stacks at which a hand is played more often than not, rounded down.
    """
    low, high = float(pieces[0].low), float(pieces[-1].high)
    ticks = np.arange(5 * (low // 5) + 5, high, 5)
    figure, ax = charts.subplots(size=size)
    ax.set(xlim=(0, 13), ylim=(13.35, -0.05), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    point, colors = size[0] / A2[0], charts.action_colors([action for action, _ in SEATS])
    for player, ((action, place), color) in enumerate(zip(SEATS, colors, strict=True)):
        played = breakpoints.intervals(pieces, player)
        for (row, column), (hand, line) in zip(CELLS, steps(pieces, player).items(), strict=True):
            x, y = column + _across(line[:, 0], low, high), row + place
            ax.fill_between(x, y, y - HEIGHT * line[:, 1], color=color, linewidth=0)
            if numbers and (last := played.get(hand, [(low, low)])[-1][1]) < high:
                text = f"{action} to {np.floor(100 * last) / 100:.2f}"
                ax.text(column + 0.97, y - HEIGHT - 0.02, text, size=9 * point, ha="right")
    for row, column in CELLS:
        hand = cards.HANDS[13 * row + column]
        ax.text(column + 0.03, row + 0.17, hand, size=18 * point, weight="bold")
    places = (np.arange(13)[:, None] + _across(ticks, low, high)).ravel()
    ax.vlines(places, 0.2, 13, color="black", linewidth=0.4 * point, alpha=0.5)
    for place, tick in zip(places, np.tile(ticks, 13), strict=True):
        ax.text(place, 13.03, f"{tick:.0f}", size=9 * point, ha="center", va="top")
    return figure


def _across(stacks: np.ndarray, low: float, high: float) -> np.ndarray:
    """Where stacks are in a cell that is 1 wide."""
    return 0.03 + 0.94 * (stacks - low) / (high - low)


def main(path: str) -> None:
    """Write the poster, for stacks from 1 to 20 big blinds, as a PDF of size A2."""
    pieces = list(breakpoints.pieces(1, 20))
    figure = draw(pieces)
    title = f"Push or fold at every stack from 1 to 20 big blinds: {len(pieces)} proven intervals"
    figure.suptitle(title, size=26, weight="bold")
    figure.savefig(path, metadata={"CreationDate": None})


if __name__ == "__main__":
    main(*sys.argv[1:])
