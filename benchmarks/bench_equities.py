"""Ranking hands and counting showdowns, beside eval7 and OMPEval.

eval7 gets its own card objects, made beforehand, and ranks a hand per call; pokerlab ranks an array
of them, and for its table of equities compares all combos on a board at once, so that a showdown
costs next to nothing. Where the environment variable OMPEVAL names a folder with that program's
source, it is built and takes part, with arrays as well.
"""

import ctypes
import os
import subprocess
from functools import cache
from itertools import combinations, pairwise
from math import comb
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from benchmarks.harness import Contender, Contest, Task
from pokerlab import cards, equity_table, evaluator
from pokerlab.holdem import enumeration

FIRST, SECOND = "AcKd", "7h7s"
HELD = FIRST[:2], FIRST[2:], SECOND[:2], SECOND[2:]


def hands(size: int) -> np.ndarray:
    """Hands of seven cards, drawn at random, in bytes."""
    drawn = np.random.default_rng(1).random((size, 52)).argpartition(7, axis=1)
    return drawn[:, :7].astype(np.uint8)


def order(ranks: list[Any]) -> list[int]:
    """Which of each two neighbours is better: all that two scales of ranks have in common."""
    return [(a > b) - (a < b) for a, b in pairwise(ranks)]


def rank_all(size: int) -> Task:
    drawn = hands(size)
    return Task(lambda: evaluator.rank_hands(drawn), lambda ranks: order(ranks.tolist()), size)


def rank_each(size: int) -> Task:
    import eval7

    deck = [eval7.Card(name) for name in cards.CARD_NAMES]
    drawn = [[deck[c] for c in hand] for hand in hands(size).tolist()]
    evaluate = eval7.evaluate
    return Task(lambda: [evaluate(hand) for hand in drawn], order, size)


def native_ranks(size: int) -> Task:
    drawn, ranks = hands(size), np.empty(size, np.uint16)
    given = drawn.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(size)
    found = ranks.ctypes.data_as(ctypes.c_void_p)
    rank = ompeval().rank_hands
    return Task(lambda: rank(*given, found), lambda _: order(ranks.tolist()), size)


def count_all(_: int) -> Task:
    return Task(evaluator.count_ranks, lambda counts: counts[counts > 0].tolist(), comb(52, 7))


def native_all(_: int) -> Task:
    def count() -> np.ndarray:
        counts = np.zeros(1 << 16, np.uint64)
        ompeval().count_ranks(counts.ctypes.data_as(ctypes.c_void_p))
        return counts

    return count_all(_)._replace(call=count)


def whole_table(boards: int) -> Task:
    """All boards for all pairs of combos that share no card."""
    showdowns = 1326 * 1225 // 2 * boards
    first, second = cards.COMBO_INDEX[FIRST], cards.COMBO_INDEX[SECOND]
    return Task(
        enumeration.enumerate_counts,
        lambda table: [counts[first, second] for counts in equity_table.expand_to_all_pairs(table)],
        showdowns,
    )


def one_pair(boards: int) -> Task:
    """All boards for one pair of combos, the way one would write it."""
    import eval7

    first, second = ([eval7.Card(name) for name in pair] for pair in (HELD[:2], HELD[2:]))
    deck = [eval7.Card(name) for name in cards.CARD_NAMES if name not in HELD]
    evaluate = eval7.evaluate

    def count() -> tuple[int, int]:
        wins = ties = 0
        for board in map(list, combinations(deck, 5)):
            mine, theirs = evaluate(first + board), evaluate(second + board)
            wins += mine > theirs
            ties += mine == theirs
        return wins, ties

    return Task(count, list, boards)


def native_pair(boards: int) -> Task:
    held = (ctypes.c_uint8 * 4)(*map(cards.CARD_NAMES.index, HELD))
    count_showdowns = ompeval().count_showdowns

    def count() -> list[int]:
        counts = (ctypes.c_uint64 * 2)()
        count_showdowns(held, counts)
        return [*counts]

    return Task(count, list, boards)


@cache
def ompeval() -> ctypes.CDLL:
    """OMPEval with loops of our own around it, built for this processor."""
    source, loops = Path(os.environ["OMPEVAL"]), Path(__file__).with_name("ompeval.cpp")
    with TemporaryDirectory() as folder:
        built = Path(folder) / "ompeval.so"
        options = ["-std=c++11", "-O3", "-march=native", "-shared", "-fPIC", f"-I{source}"]
        parts = [loops, source / "omp" / "HandEvaluator.cpp"]
        subprocess.run(["c++", *options, *parts, "-o", built], check=True)
        return ctypes.CDLL(str(built))


CONTESTS = [
    Contest(
        *("ranking", "equities", "rank seven-card hands", "hands"),
        (20_000,),
        [
            Contender("rank_hands", rank_all),
            Contender("eval7", rank_each, "eval7", tolerance=0),
            Contender("OMPEval", native_ranks, "ompeval", tolerance=0),
        ],
        "hand",
    ),
    Contest(
        *("all-hands", "equities", "count how many hands of seven cards have each rank", "hands"),
        (comb(52, 7),),
        [
            Contender("count_ranks", count_all),
            Contender("OMPEval", native_all, "ompeval", tolerance=0),
        ],
        "hand",
    ),
    Contest(
        *("showdowns", "equities", "count the showdowns of two combos over all boards", "boards"),
        (equity_table.BOARDS_PER_PAIR,),
        [
            Contender("enumerate_counts, all pairs at once", whole_table),
            Contender("eval7", one_pair, "eval7", tolerance=0),
            Contender("OMPEval", native_pair, "ompeval", tolerance=0),
        ],
        "showdown",
    ),
]
