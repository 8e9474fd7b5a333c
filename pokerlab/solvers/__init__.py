"""Solvers: each turns a :class:`pokerlab.games.Game` into a :class:`pokerlab.games.Solution`."""
