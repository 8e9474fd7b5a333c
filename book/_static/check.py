"""Check a certificate of push or fold in fractions: python check.py FILE [DEAL].

The deal is the table of counts that stands beside this file: for each pair of hands
in how many ways they are dealt, and how many boards the first wins less how many it
loses. The stack is what can be lost, the big blind's ante not counted.
"""

import json
import sys
from array import array
from base64 import b64decode
from fractions import Fraction
from pathlib import Path


def check(certificate, deal):
    """What the two strategies guarantee the small blind: no less, and no more."""
    hands = range(len(deal["hands"]))
    ways, wins = (
        array("B", b64decode(deal["weights"])),
        array("i", b64decode(deal["margins"])),
    )
    if sys.byteorder == "big":
        wins.byteswap()
    weight, share, ways, wins = {}, {}, iter(ways), iter(wins)
    for i in hands:
        for k in hands[i:]:
            weight[i, k] = weight[k, i] = next(ways)
            share[i, k] = Fraction(next(wins) if i < k else 0, deal["boards"])
            share[k, i] = -share[i, k]
    names = "stack", "small_blind", "big_blind", "ante", "big_blind_ante"
    stack, small, big, ante, dead = (Fraction(certificate[name]) for name in names)
    if not (0 <= small <= big and ante >= 0 and dead >= 0 and stack > ante + big):
        raise ValueError("no game in which both players have a choice")
    push, call = (
        [Fraction(certificate[action].get(hand, 0)) for hand in deal["hands"]]
        for action in ("push", "call")
    )
    if not all(0 <= chance <= 1 for chance in push + call):
        raise ValueError("a probability lies outside 0 to 1")
    folded, stolen, stake = -ante - small, ante + big + dead, stack + dead / 2
    lower = upper = Fraction(0)
    for k in hands:  # the big blind's best answers to the pushes
        pushed = sum(weight[i, k] * push[i] for i in hands)
        called = pushed * dead / 2 + stake * sum(
            share[i, k] * push[i] for i in hands
        )
        every = sum(weight[i, k] for i in hands)
        lower += folded * (every - pushed) + min(stolen * pushed, called)
    for i in hands:  # the small blind's best answers to the calls
        called = sum(weight[i, k] * call[k] for k in hands)
        shown = called * dead / 2 + stake * sum(
            share[i, k] * call[k] for k in hands
        )
        every = sum(weight[i, k] for k in hands)
        upper += max(folded * every, stolen * (every - called) + shown)
    return lower / sum(weight.values()), upper / sum(weight.values())


if __name__ == "__main__":
    beside = Path(__file__).with_name("deal.json")
    files = [sys.argv[1], *(sys.argv[2:] or [beside])]
    lower, upper = check(*(json.loads(Path(file).read_text()) for file in files))
    print(f"{float(lower):.12g} to {float(upper):.12g} big blinds")
    print(
        f"an equilibrium, worth exactly {lower}"
        if lower == upper
        else "not an equilibrium"
    )
    sys.exit(lower != upper)
