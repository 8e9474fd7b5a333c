"""Boxes in the page that check a reader's number."""

from dataclasses import dataclass, field
from fractions import Fraction
from html import escape

from pokerlab._support.arguments import require_count, require_type
from pokerlab.amounts import read_number

__all__ = ["Question", "question"]

_DIGITS = 15  # A reader is asked for no more decimal places; floats tell no more apart.


@dataclass(frozen=True)
class Question:
    """A box in the page that checks a reader's number; `question` makes it."""

    answer: str  #: The number, in digits or as a fraction.
    within: str  #: How far off a reader's number may be, in digits or as a fraction.
    share: bool  #: Whether the number is a share of a whole, which may be typed in per cent, too.
    hint: str  #: Shown after the first miss.
    label: str = field(repr=False)  #: The text before the box.

    def _repr_html_(self) -> str:
        return (
            f'<p class="pl-question" data-answer="{escape(self.answer)}" '
            f'data-within="{escape(self.within)}" data-share="{"yes" if self.share else ""}" '
            f'data-hint="{escape(self.hint)}"><label>{escape(self.label)}: '
            '<input type="text" inputmode="decimal" autocomplete="off"></label> '
            '<button type="button" class="btn btn-sm">Check</button> <output></output></p>'
        )


def question(
    answer: float | Fraction,
    digits: int | None = None,
    *,
    share: bool = False,
    hint: str,
    label: str | None = None,
) -> Question:
    """Ask a reader for a number, which the page checks.

    Parameters
    ----------
    answer : float or Fraction
        The number itself, computed by the chapter.
    digits : int, optional
        How many decimal places are asked for; half a unit of the last one is allowed
        either way, up to 15. If left out, a fraction is asked for, or a decimal of three
        digits or more.
    share : bool
        Whether the number is a share of a whole. A reader may then type 0.5 or 50 for a half,
        whichever the chapter's number is.
    hint : str
        Shown after the first miss.
    label : str, optional
        The text before the box, by default "Your answer". Where an exercise asks two questions,
        it tells which is meant.

    Examples
    --------
    >>> question(1 / 3, 2, hint="Three of nine.")
    Question(answer='0.3333', within='1/200', share=False, hint='Three of nine.')
    """
    exact = read_number("answer", answer)
    require_type("hint", hint, str, "text")
    if label is None:
        label = "Your answer"
    require_type("label", label, str, "text")
    if digits is None:
        return Question(str(exact), "0", bool(share), hint, label)
    require_count("digits", digits, at_least=0, at_most=_DIGITS)
    half_unit = Fraction(1, 2 * 10**digits)
    answered = f"{float(answer):.{digits + 2}f}"
    return Question(answered, str(half_unit), bool(share), hint, label)
