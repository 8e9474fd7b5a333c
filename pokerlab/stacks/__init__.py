"""Chips that go back and forth: matches that last until one of two players has all of them.

A *stack* is one player's chips before anything is posted; the total of both stacks is constant.
`shover` finds the best response to a player who moves all-in whatever he holds. `match` solves push
or fold between equals, whose single hands have saddle points. Both follow a `walk` over the stacks.
Probabilities of winning a match are arrays by chips and blind,
``win[k, blind]``, 0 for the small blind and 1 for the big one. Strategies are arrays
``strategy[k, blind, hand]``: whether, or how likely, each hand is played. Where ``k`` is 0 or all
chips the match is over, and their entries mean nothing.
"""

from pokerlab._support.loading import lazy_modules

__getattr__, __dir__ = lazy_modules(__name__)
