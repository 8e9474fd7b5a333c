"""Chips that go back and forth: matches that last until one of two players has all of them.

A *stack* is what one player has, in chips. The total of both never changes; it is twice the stack
if they begin with equal ones. `shover` answers an opponent who moves all-in on every hand, `match`
solves push or fold between equals, and both follow a `walk` over the stacks. Probabilities of
winning are arrays by chips and blind, ``win[k, blind]``, 0 for the small blind and 1 for the big
one. Exact ones are arrays of fractions in the same places.
"""

from __future__ import annotations

from pokerlab import _lazy

__getattr__, __dir__ = _lazy(__name__)
