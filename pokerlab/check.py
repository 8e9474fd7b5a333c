"""Check a certificate of push or fold in fractions: python check.py FILE [DEAL].

This file needs nothing but Python, and the table of counts ``deal.json``: for each pair
of hands in how many ways they are dealt, and how many boards the first wins less how many
it loses. A certificate is JSON: the game's amounts, how likely each hand is to push and to
call, and the value. The stack is the chips in front of each player before antes and blinds;
the big blind has his own ante, which is dead money, besides. All is in the amounts' chips.

The exit status is 0 if the certificate is valid, 1 if it is false, and 2 if a file cannot
be read or is no certificate.
"""

from __future__ import annotations

import json
import os
import re
import reprlib
import sys
from array import array
from base64 import b64decode
from fractions import Fraction
from hashlib import sha256
from math import lcm
from pathlib import Path

DEAL = Path(__file__).parent / "data" / "deal.json"
SHA256 = "8137f266a328eb3d00f8a9c243fec9b9395620395733804e30fb5e8ce8e11a1d"  #: Its checksum.
MOST = 1_000_000  #: No certificate has more bytes.
AMOUNTS = "stack", "small_blind", "big_blind", "ante", "big_blind_ante"


def check(certificate: dict, deal: dict) -> tuple[Fraction, Fraction]:
    """What the two strategies guarantee the small blind: the least, and the most.

    An impossible game or strategy is a ValueError.
    """
    names, boards = deal["hands"], int(deal["boards"])
    ways = iter(array("B", b64decode(deal["weights"])))
    wins = array("i", b64decode(deal["margins"]))
    if sys.byteorder == "big":
        wins.byteswap()
    hands, left = range(len(names)), iter(wins)
    weight, margin = {}, {}
    for i in hands:
        for k in hands[i:]:
            weight[i, k] = weight[k, i] = next(ways)
            margin[i, k] = next(left) if i < k else 0
            margin[k, i] = -margin[i, k]
    stack, small, big, ante, dead = (fraction(certificate, name) for name in AMOUNTS)
    if not (0 <= small <= big and ante >= 0 and dead >= 0 and stack > ante + big):
        raise ValueError("no game in which both players have a choice")
    push, one = chances(certificate, "push", names)
    call, sure = chances(certificate, "call", names)
    folded, stolen, stake = -ante - small, ante + big + dead, stack + dead / 2
    lower = upper = Fraction(0)
    for k in hands:  # the big blind's best answers to the pushes
        every = one * sum(weight[i, k] for i in hands)
        pushed = sum(weight[i, k] * push[i] for i in hands)
        won = Fraction(sum(margin[i, k] * push[i] for i in hands), boards)
        called = dead / 2 * pushed + stake * won
        lower += folded * (every - pushed) + min(stolen * pushed, called)
    for i in hands:  # the small blind's best answers to the calls
        every = sure * sum(weight[i, k] for k in hands)
        met = sum(weight[i, k] * call[k] for k in hands)
        won = Fraction(sum(margin[i, k] * call[k] for k in hands), boards)
        called = dead / 2 * met + stake * won
        upper += max(folded * every, stolen * (every - met) + called)
    total = sum(weight.values())
    return lower / (total * one), upper / (total * sure)


def chances(certificate: dict, action: str, hands: list[str]) -> tuple[list[int], int]:
    """How likely each hand is to take an action, in whole numbers; and what 1 is."""
    given = certificate[action]
    for hand in given.keys() - {*hands}:
        raise ValueError(f"{action}: {hand!r} given, a hand such as AKs needed")
    played = {hand: fraction(given, hand) for hand in given}
    for hand, chance in played.items():
        if not 0 <= chance <= 1:
            raise ValueError(f"{action}: {hand} with a probability outside 0 to 1")
    one = lcm(*(chance.denominator for chance in played.values()))
    return [int(played.get(hand, 0) * one) for hand in hands], one


def fraction(given: dict, name: str) -> Fraction:
    """Read a fraction or a decimal."""
    text = given[name]
    if not (isinstance(text, str) and re.fullmatch(r"-?[0-9]+([/.][0-9]+)?", text)):
        raise ValueError(f"{name}: {reprlib.repr(text)} given, a fraction needed")
    return Fraction(text)


def read(path: str | Path) -> dict:
    """Read an object of JSON of up to `MOST` bytes, its numbers as they are written."""
    with open(path, "rb", opener=_opened) as file:
        text = file.read(MOST + 1)
    if len(text) > MOST:
        raise ValueError(f"more than {MOST:,} bytes")
    return json.loads(text, parse_int=str, parse_float=str, parse_constant=str)


def _opened(path: str | Path, flags: int) -> int:
    """Open a file; a pipe, too, which is empty where nobody writes: nobody is waited for."""
    file = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(file, True)
    return file


def report(path: str | Path, table: str | Path = DEAL) -> tuple[dict, str, str | None]:
    """Check a file: the findings, the same in words, and what is false, if anything.

    A file that cannot be read, is no certificate, or is not the table of counts is a ValueError.
    """
    about = table
    try:
        if sha256(Path(table).read_bytes()).hexdigest() != SHA256:
            raise ValueError(f"not the table of counts, whose SHA-256 is {SHA256}")
        deal, about = read(table), f"{path}: no certificate"
        certificate = read(path)
        claimed = fraction(certificate, "value")
        lower, upper = check(certificate, deal)
        bounds = [float(lower), float(upper)]
    except OSError as error:
        raise ValueError(f"{error.filename or path}: {error.strerror}") from None
    except Exception as error:  # whatever a file can bring about
        why = error if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        raise ValueError(f"{about}: {why}") from None
    wrong = None
    if lower < upper:
        wrong = "the strategies are no equilibrium"
    elif claimed != lower:
        wrong = f"value: {reprlib.repr(certificate['value'])} given, {lower} needed"
    found: dict[str, object] = {"valid": not wrong, "value": bounds[0] if lower == upper else None}
    found |= {"lower": bounds[0], "upper": bounds[1], "unit": "chips"}
    text = "The strategies guarantee {:.12g} to {:.12g} chips".format(*bounds)
    if not wrong:
        text = f"An equilibrium, worth exactly {lower} chips to the small blind"
    return found, text, wrong and f"{path}: a false certificate: {wrong}"


def main(files: list[str]) -> int:
    """Print the findings; return the exit status."""
    try:
        if len(files) not in (1, 2):
            raise ValueError("python check.py FILE [DEAL]")
        _, text, wrong = report(*files)
        print(text, flush=True)
    except (OSError, ValueError) as error:
        print(f"check.py: {error}", file=sys.stderr)
        return 2
    if wrong:
        print(f"check.py: {wrong}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
