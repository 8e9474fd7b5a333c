"""Modules for the book's pages only; nothing else in the package imports them.

They are in the package because a page's notebook runs alone, with nothing but the package: what its
cells import, and what the build of the page shares with them, is here.

============= ====================================================================================
``explorer``  the data of the page of that name and of the live figures
``sentences`` numbers for a page's sentences, and their check in a downloaded notebook
``simplex``   the textbook simplex method, for a look at its steps
============= ====================================================================================
"""

from pokerlab._support.loading import lazy_modules

__getattr__, __dir__ = lazy_modules(__name__)
