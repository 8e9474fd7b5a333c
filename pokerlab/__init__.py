"""pokerlab: computational game theory of heads-up hold'em, the package behind the book."""

__version__ = "0.1.0"
