"""Modules for the book's pages only; nothing else in the package imports them.

They are in the package because a page's notebook runs alone, with nothing but the package: what its
cells import, and what the build of the page shares with them, is here.

================ =================================================================================
``explorer``     the tools of the page of that name, and solutions rounded for them
``live_figures`` figures that a page's scripts bring to life: push or fold, a chart to paint, an
                 equity
``script_data``  what the scripts know: the deal, its equities, the real game, colours and sizes
``sentences``    numbers for a page's sentences, and their check in a downloaded notebook
``simplex``      the textbook simplex method, for a look at its steps
================ =================================================================================
"""

from pokerlab._support.loading import lazy_modules

__getattr__, __dir__ = lazy_modules(__name__)
