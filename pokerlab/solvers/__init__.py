"""Solvers: each turns a :class:`pokerlab.games.Game` into a :class:`pokerlab.games.Solution`.

Whoever found them, a solution's two plans are answered by best responses, and what they guarantee
is its bracket on the value, proven up to rounding. ``tolerance`` is the width at which to stop.

=================== ======================= ======================= ================================
Solver              Games                   Proves                  Work, for ``n`` hands
=================== ======================= ======================= ================================
``lp``              any                     a bracket               one program over all actions
``double_oracle``   any                     a bracket               programs over few of the actions
``cfr``             any                     a bracket               ``n x n`` products per iteration
``fictitious_play`` any                     a bracket               ``n x n`` products per iteration
``gradient``        one decision each,      a bracket               two ``n x n`` products per step
                    two actions at most                             and player
``interior_point``  player 0 acts once,     a bracket               ``O(n^3)`` per action and step,
                    player 1 answers once,                          thirty steps for forty actions
                    two actions at most
``trembling``       any                     a bracket; one optimum  a double oracle's, in a game
                                            by a rule               with trembles
``exact``           any                     the value, a fraction,  a double oracle's, and a square
                                            by its ``Certificate``  system of equations in integers
=================== ======================= ======================= ================================

How long they take, how that grows with the game and with the precision, and beside what other
software, is measured on the book's Performance page.
"""

from pokerlab import _lazy

__getattr__, __dir__ = _lazy(__name__)
