"""Studies: what one asks of whole families of games, or of all the solutions of one."""

from pokerlab import _lazy

__getattr__, __dir__ = _lazy(__name__)
