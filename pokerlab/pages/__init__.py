"""Modules for the book's pages only; nothing else in the package imports them.

============= ====================================================================================
``explorer``  the data of the page of that name and of the live figures
``sentences`` the magic by which a downloaded notebook checks its page's sentences
``simplex``   the textbook simplex method, for a look at its steps
============= ====================================================================================
"""

from pokerlab._lazy import lazy_modules

__getattr__, __dir__ = lazy_modules(__name__)
