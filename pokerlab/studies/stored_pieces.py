"""The pieces of push or fold in the form that the package stores: ``pl.data("pieces")``.

Between 1 and 20 big blinds push or fold falls into hundreds of pieces, intervals of stacks on which
the same hands push, call and mix (:mod:`pokerlab.studies.breakpoints`). From one piece to the next
few hands change, so what is stored is how each hand is played on the first piece, and then the
changes. `encode` writes that and `decode` reads it; the page's scripts read it in
``book/_scripts/stack-pieces.js``.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pokerlab._support.frozen import frozen_copy
from pokerlab.cards import HANDS

if TYPE_CHECKING:
    from pokerlab.studies.breakpoints import Piece

__all__ = [
    "ALWAYS",
    "NEVER",
    "SOMETIMES",
    "VALUE_STEP",
    "StoredPieces",
    "complete_play",
    "decode",
    "encode",
]

#: How a hand is played on a piece, as a digit.
NEVER, SOMETIMES, ALWAYS = range(3)
VALUE_STEP = Fraction(1, 4)  #: The value of the game is stored at multiples of this, in big blinds.
# A change is written as one number: this many times the hand's index, plus how it is played now.
_WAYS_TO_PLAY = 3


class StoredPieces(NamedTuple):
    """The play of every hand at every stack, piece by piece."""

    ends: np.ndarray  #: (pieces + 1,) where the pieces begin and the last one ends, in big blinds.
    #: (pieces, 2, 169) how each hand is played when it may be pushed, and when it may call.
    plays: np.ndarray

    def play_at(self, stack: Fraction) -> np.ndarray | None:
        """Return the play of each hand at a stack, (2, 169); None beyond the stored stacks."""
        if not self.ends[0] < stack < self.ends[-1]:
            return None
        return self.plays[np.searchsorted(self.ends, float(stack), side="right") - 1]


def complete_play(play: np.ndarray, uncalled: np.ndarray, added_by_call: np.ndarray) -> np.ndarray:
    """Return the probabilities, (2, 169), of hands that are played never, sometimes or always.

    In floats, at one stack, which will do to draw. :class:`~pokerlab.studies.breakpoints.Piece` has
    the same probabilities as quotients of polynomials in the stack.

    Parameters
    ----------
    play : ndarray, shape (2, 169)
        How each hand is played, as in `StoredPieces`.
    uncalled : ndarray, shape (169,)
        The gain of a push over a fold if nobody calls, times how likely the hand is dealt.
    added_by_call : ndarray, shape (169, 169)
        What each hand that calls adds to that, and loses itself.
    """
    pushes, calls = (play == ALWAYS).astype(float)
    push_is_mixed, call_is_mixed = play == SOMETIMES
    if push_is_mixed.any():
        # The gains as long as the other player plays none of the hands that he mixes.
        push_gains = uncalled + added_by_call @ calls
        call_gains = -pushes @ added_by_call
        # By these probabilities no mixed hand gains or loses.
        among_mixed = added_by_call[np.ix_(push_is_mixed, call_is_mixed)]
        calls[call_is_mixed] = np.linalg.solve(among_mixed, -push_gains[push_is_mixed])
        pushes[push_is_mixed] = np.linalg.solve(among_mixed.T, call_gains[call_is_mixed])
    return np.clip([pushes, calls], 0, 1)  # of ends that are rounded to nine digits


def encode(pieces: "Iterable[Piece]") -> dict[str, Any]:
    """Write pieces as they are stored, in numbers and text that JSON can hold.

    Parameters
    ----------
    pieces : iterable of Piece
        From a stack of 1 on and without a gap, as `pokerlab.studies.breakpoints.pieces` yields
        them for hold'em.

    Returns
    -------
    dict
        ``ends``, where the pieces begin and the last one ends, rounded to nine digits; ``start``, a
        text with a digit for every hand of the small blind and then of the big blind, on the first
        piece; ``changes``, for each later piece a list of the digits that are new, each as three
        times the index of the hand plus the digit; and ``values``, the value of the game at every
        quarter of a chip, for drawing.
    """
    ends: list[float] = []
    values: list[float] = []
    plays: list[np.ndarray] = []
    for piece in pieces:
        if not ends:
            ends.append(round(float(piece.low), 9))
        ends.append(round(float(piece.high), 9))
        plays.append(np.array(_play_on(piece)))
        stack = 1 + len(values) * VALUE_STEP
        while stack <= piece.high.lower:
            values.append(round(float(piece.value_at(stack)), 4))
            stack += VALUE_STEP
    changes = []
    for old, new in pairwise(plays):
        changed = np.flatnonzero(old != new)
        changes.append((_WAYS_TO_PLAY * changed + new[changed]).tolist())
    start = "".join(map(str, plays[0]))
    return {"ends": ends, "start": start, "changes": changes, "values": values}


def _play_on(piece: "Piece") -> list[int]:
    """List how each hand is played on a piece: the small blind's hands, then the big blind's."""
    play = []
    for always, sometimes in zip(piece.always, piece.mixed, strict=True):
        for hand in HANDS:
            if hand in always:
                play.append(ALWAYS)
            elif hand in sometimes:
                play.append(SOMETIMES)
            else:
                play.append(NEVER)
    return play


def decode(stored: Mapping[str, Any]) -> StoredPieces:
    """Read the text of `encode`; the arrays are read-only.

    Examples
    --------
    At first, from one big blind on, every hand is pushed and every hand calls:

    >>> from pokerlab import data
    >>> pieces = decode(data("pieces"))
    >>> pieces.plays.shape, (pieces.plays[0] == ALWAYS).all(axis=1).tolist()
    ((356, 2, 169), [True, True])
    """
    play = np.array([int(digit) for digit in stored["start"]])
    plays = [play.copy()]
    for changes in stored["changes"]:
        hands, new_play = np.divmod(changes, _WAYS_TO_PLAY)
        play[hands] = new_play
        plays.append(play.copy())
    by_player = np.reshape(plays, (len(plays), 2, len(HANDS)))
    return StoredPieces(frozen_copy(stored["ends"]), frozen_copy(by_player))
