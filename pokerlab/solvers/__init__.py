"""Solvers: each turns a :class:`pokerlab.games.Game` into a :class:`pokerlab.games.Solution`.

Whoever found them, a solution's two plans are answered by best responses, and what they guarantee
is its bracket on the value, proven up to rounding. ``tolerance`` is the width at which to stop.

=================== ======================= ======================= ================================
Solver              Games                   Proves                  Work, for ``n`` hands
=================== ======================= ======================= ================================
``lp``              any                     a bracket               one linear program, with columns
                                                                    for all hands and actions
``double_oracle``   any                     a bracket               a linear program per round, over
                                                                    the actions that are in play
``cfr``             any                     a bracket               products with ``n x n`` matrices
                                                                    in each iteration
``fictitious_play`` any                     a bracket               products with ``n x n`` matrices
                                                                    in each iteration
``gradient``        one decision each,      a bracket               two products with an ``n x n``
                    two actions                                     matrix per player and step
``interior_point``  player 0 acts once,     a bracket               a step is ``O(n^3)`` per action;
                    player 1 answers with                           thirty steps for forty actions
                    two actions at most
``trembling``       any                     a bracket; takes one    a double oracle's, in a game
                                            optimum by a rule       with trembles
``exact``           any                     the value, a fraction,  a double oracle's, and a square
                                            by its ``Certificate``  system of equations in integers
=================== ======================= ======================= ================================

How long they take, how that grows with the game and with the precision, and beside what other
software, is measured on the book's Performance page.
"""

from pokerlab import _lazy

__getattr__, __dir__ = _lazy(__name__)
