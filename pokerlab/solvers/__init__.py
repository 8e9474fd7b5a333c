"""Solvers: each turns a :class:`pokerlab.games.Game` into a :class:`pokerlab.games.Solution`."""

from pokerlab import _lazy

__getattr__, __dir__ = _lazy(__name__)
