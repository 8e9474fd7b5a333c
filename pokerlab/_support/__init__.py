"""Small things that all modules are made of."""
