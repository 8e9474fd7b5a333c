"""Studies: what one asks of whole families of games, or of all the solutions of one.

=================== ================================== =============================================
Study               Question                           Answer
=================== ================================== =============================================
``push_fold_chart`` What is pushed and called at each  intervals of stacks per hand, and what each
                    of a list of stacks?               hand gains over folding
``breakpoints``     At which stacks does that change?  exact ends, and between them the value as a
                                                       quotient of polynomials in the stack
``optimal_set``     What have all optima in common?    the least and the most of any linear quantity
``simplex``         What does the simplex method do?   the dictionary after every step
``limit``           What does a limit strategy say in  sim.c's lines, its report, and its table of
                    one go?                            payoffs
=================== ================================== =============================================
"""

from pokerlab import _lazy

__getattr__, __dir__ = _lazy(__name__)
