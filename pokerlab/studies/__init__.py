"""Studies: questions about whole families of games, or about all the solutions of one.

==================== ================================== ============================================
Study                Question                           Answer
==================== ================================== ============================================
``solved_stacks``    Which hands push and call at each  a solution for each stack, and for each
                     of a list of stacks?               hand the stacks where it is played
``breakpoints``      At which stacks does that change?  exact stacks, and the value between them as
                                                        a quotient of polynomials in the stack
``push_fold_sheets`` What fits on a sheet to print?     strips over all stacks, or two charts for
                                                        one
``optimal_set``      What do all optima share?          the least and most of any linear quantity
``safe_response``    What can a limited risk win from   a plan, what it earns and guarantees, and a
                     an opponent's mistakes?            proof that no other earns more
``any_raise``        What if any real amount may be     bounds that are fractions, and two
                     raised, or any of a long list?     strategies; a solution for a list
``whole_game``       What is no limit worth, with flop, two bounds, and the stack up to which they
                     turn, river and every bet?         are one
``simple_plans``     What does not mixing cost?         a plan, found in integers, and its guarantee
``flops``            What does a limp earn against one  a fraction for each hand, at any stack
                     look at the flop?
``streets``          And what against a big blind who   the same, by all boards there are
                     plays all streets?
``opening_bounds``   What is the whole game worth,      two bounds
                     given what limps earn?
``luck``             How long does skill take to show?  what hands win, how far that scatters, and
                                                        how likely the better player is ahead
``systems``          What do rules play that fit in the hands, by SAGE's table or by equity
                     head?
``preflop``          How does sim.c write a strategy?   its lines, its report, its table of payoffs
==================== ================================== ============================================
"""

from pokerlab._support.loading import lazy_modules

__getattr__, __dir__ = lazy_modules(__name__)
