"""What stands behind `cards`, `ranges` and `equities`: hands as text, and boards by the million.

`range_tokens` and `range_parser` read ranges, `best_hands` orders the hands that a range may ask
for, and `ranked_ranges` makes deals of ranges on a board. `enumeration`, `runouts` and `standings`
rank combos on boards, each for a task of its own.
"""

from pokerlab._support.loading import lazy_modules

__getattr__, __dir__ = lazy_modules(__name__)
