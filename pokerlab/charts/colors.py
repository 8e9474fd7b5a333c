"""The book's colours, and which of them an action or a number gets.

The colours of actions and lines are those of M. Okabe and K. Ito, Color Universal Design (2008),
which people with the common kinds of colour vision can tell apart. The sequential scale is viridis
(S. van der Walt and N. Smith, 2015). Contrast is that of WCAG 2.1. A colour is text such as
``"#d55e00"``.
"""

import re
from collections.abc import Sequence
from itertools import cycle

import numpy as np

__all__ = [
    "BACKGROUND",
    "CALL",
    "CHECK",
    "CYCLE",
    "DIVERGING",
    "FOLD",
    "INK",
    "PUSH",
    "RAISE",
    "RAISE_RAMP",
    "SEQUENTIAL",
    "action_colors",
    "fill_order",
    "reads_in_black",
    "scale_color",
]

INK = "#222832"  #: Text and lines; in a page, the page's own text colour.
BACKGROUND = "#ffffff"  #: The background; in a page, the page's own.
#: Folding, and whatever else recedes; in a page, its background with a little of its text colour.
FOLD = "#dfe1e4"
CHECK = "#56b4e9"  #: Checking.
CALL = "#009e73"  #: Calling, and limping.
RAISE = "#e69f00"  #: Betting, and raising.
PUSH = "#d55e00"  #: Being all-in.
#: Stops of the ramp from the smallest to the largest of several raises, all-in not among them.
RAISE_RAMP = ("#f6e28c", RAISE, "#6b4200")
#: Lines of a plot, and actions without a colour of their own, in this order.
CYCLE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
#: Stops of the scale for numbers from low to high.
SEQUENTIAL = ("#440154", "#443983", "#31688e", "#21918c", "#35b779", "#90d743", "#fde725")
#: Stops of the scale for numbers below and above a centre.
DIVERGING = ("#0072b2", "#7fb6d6", "#eeeeee", "#f0a878", "#d55e00")

# The colour of an action, by the first word of its name.
_COLOR_OF_WORD = {
    "fold": FOLD,
    "muck": FOLD,
    "give": FOLD,
    "check": CHECK,
    "call": CALL,
    "limp": CALL,
    "raise": RAISE,
    "bet": RAISE,
    "push": PUSH,
    "shove": PUSH,
    "jam": PUSH,
    "all-in": PUSH,
}


def scale_color(stops: Sequence[str], share: float) -> str:
    """Return the colour at a share of the way along evenly spaced stops.

    Examples
    --------
    >>> scale_color(["#000000", "#ff0000"], 0.2)
    '#330000'
    """
    positions = np.linspace(0, 1, len(stops))
    channels = np.array([_channels(stop) for stop in stops]).T
    mixed = [round(np.interp(share, positions, channel)) for channel in channels]
    return f"#{bytes(mixed).hex()}"


def action_colors(actions: Sequence[str]) -> tuple[str, ...]:
    """Give each action its colour in the book.

    The first word of a name decides: fold or give up, check, call or limp, raise or bet, push,
    shove or jam. Several raises share the `RAISE_RAMP`. An action with no such word, or with the
    colour of an earlier one, takes what `CYCLE` has left.

    Examples
    --------
    >>> action_colors(["fold", "call", "raise to 3", "all-in"])
    ('#dfe1e4', '#009e73', '#e69f00', '#d55e00')
    """
    usual = [_usual_color(action) for action in actions]
    raises = usual.count(RAISE)
    ramp = [scale_color(RAISE_RAMP, share) for share in np.linspace(0, 1, raises)]
    spare = cycle([color for color in CYCLE if color not in usual])
    colors: list[str] = []
    for color in usual:
        if color == RAISE and raises > 1:
            colors.append(ramp.pop(0))
        elif color is None or color in colors:
            colors.append(next(spare))
        else:
            colors.append(color)
    return tuple(colors)


def fill_order(actions: Sequence[str]) -> list[int]:
    """Return the order of the actions in a cell, from the left, however they are listed.

    First comes being all-in, then raises, of which the last listed is first, then actions with
    other names, calls, checks, and at last folding.

    Examples
    --------
    >>> fill_order(["fold", "call", "raise to 3", "raise to 9", "all-in"])
    [4, 3, 2, 1, 0]
    >>> fill_order(["push", "fold"])
    [0, 1]
    """
    usual = [_usual_color(action) for action in actions]
    order: list[int] = []
    for color in (PUSH, RAISE, None, CALL, CHECK, FOLD):
        of_color = [index for index, its_color in enumerate(usual) if its_color == color]
        order += reversed(of_color) if color == RAISE else of_color
    return order


def _usual_color(action: str) -> str | None:
    """Return the colour that the first word of an action's name decides, if it does."""
    return _COLOR_OF_WORD.get(re.split("[ ,]", action)[0].lower())


def reads_in_black(color: str) -> bool:
    """Tell whether black text has more contrast on a colour than white; the better has over 4.58.

    In WCAG 2.1 contrast is the ratio of relative luminances, each with 0.05 added.
    """
    channels = np.array(_channels(color)) / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    luminance = linear @ (0.2126, 0.7152, 0.0722)  # white has 1, and black 0
    contrast_with_black = (luminance + 0.05) / (0 + 0.05)
    contrast_with_white = (1 + 0.05) / (luminance + 0.05)
    return bool(contrast_with_black > contrast_with_white)


def _channels(color: str) -> list[int]:
    """Return the red, green and blue of a colour, each from 0 to 255."""
    return [*bytes.fromhex(color[1:])]
