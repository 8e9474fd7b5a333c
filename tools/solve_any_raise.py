"""Solve the one-round game for every real raise to eight digits, for the chapter *Any amount*.

    python tools/solve_any_raise.py

Run by hand, for it takes minutes. The chapter loads the two strategies, and proves what they
guarantee.
"""

from pathlib import Path

from pokerlab.studies import any_raise

FILE = Path(__file__).resolve().parent.parent / "book" / "any-raise.npz"
TOLERANCE = 8e-9  #: What the file's rounding takes is to leave less than 1e-8.

if __name__ == "__main__":
    any_raise.solve(tolerance=TOLERANCE).save(FILE)
    print(bounds := any_raise.load(FILE), f"{float(bounds.width):.2g}", len(bounds.sizes))
