"""pokerlab: computational game theory of heads-up hold'em, the package behind the book."""
