"""Solve random rivers for the chapter *The river*, and write what it measures on them.

    python -m tools.rivers

Run by hand, for it takes minutes. A spot is a board, two ranges and a bet, all drawn by one seed.
Everything is counted in pots, each player having put in half of one. The chapter solves some of the
spots again.
"""

import json
from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from typing import Any

import numpy as np

from pokerlab import betting, cards, deals
from pokerlab._files import write_file
from pokerlab._foundations import bar
from pokerlab.amounts import format_amount
from pokerlab.games import Game
from pokerlab.solutions import Solution
from pokerlab.solvers import cfr, double_oracle
from pokerlab.trees import Tree

FILE = Path(__file__).resolve().parent.parent / "book" / "rivers.json"
SEED, SPOTS, SIZED = 20261122, 150, 10
BETS = "0.5", "1", "2"  #: In pots; a third of the spots has each.
STACK = 4  #: In pots, where a player has one size besides the all-in.
MOST = 2  #: The same where he has many.
TENTHS = [Fraction(n, 10) for n in range(1, 20)]
THREE = [Fraction(n, 10) for n in (3, 7, 13)]
RARE = 0.005  #: What is not measured, for it hardly occurs.
WIDTH, ITERATIONS = 1e-4, 8000  #: A bracket is so narrow, in pots, or so old.


def ranges() -> dict[str, str]:
    """The best hands by what they win against any other, half of them without the very best."""
    deal = deals.holdem()
    chances = deal.chances(0)
    order = np.argsort(-deal.payoff.sum(axis=1) / chances, kind="stable")
    above = (100 * (chances[order].cumsum() - chances[order] / 2)).round(6)
    found = {}
    for most in (20, 30, 40, 50, 60):
        for least in (0, 5):
            hands = order[(above >= least) & (above < most)]
            name = f"best {most}%" + (f" but {least}%" if least else "")
            found[name] = ", ".join(cards.HANDS[hand] for hand in hands)
    return found


def spots() -> Iterator[dict[str, str]]:
    """Boards, two names of ranges and a bet."""
    rng, names = np.random.default_rng(SEED), [*ranges()]
    for number in range(SPOTS):
        board = "".join(rng.choice(cards.CARD_NAMES, 5, replace=False))
        first, second = map(str, rng.choice(names, 2))
        bet = BETS[number % len(BETS)]
        yield {"board": board, "first": first, "second": second, "bet": bet}


def solve(deal: deals.Deal, tree: Tree) -> Solution:
    """Solve a river by averages."""
    return cfr.solve(
        Game(deal, tree),
        ITERATIONS,
        double_oracle.RULE,
        tolerance=WIDTH,
        checkpoints=range(500, ITERATIONS + 1, 500),
        single=True,
        progress=False,
    )


def forgetting(deal: deals.River, players: tuple[int, ...]) -> deals.Deal:
    """The same river where players know their rank and not their cards.

    If both forget, no hand blocks another, either.
    """
    weights, kept, labels = deal.weights, list(ranks_of(deal)), list(deal.hands)
    if len(players) == 2:
        weights = np.outer(*(side.weights for side in deal.sides))
    for player in players:
        kept[player], first = np.unique(kept[player], return_index=True)
        starts = ranks_of(deal)[player][:, None] == kept[player]
        weights = starts.T @ weights if player == 0 else weights @ starts
        labels[player] = tuple(deal.hands[player][hand] for hand in first)
    margins = np.sign(kept[0][:, None] - kept[1])
    return deals.Deal((labels[0], labels[1]), weights, margins)


def ranks_of(deal: deals.River) -> tuple[np.ndarray, np.ndarray]:
    """Both players' ranks, in the order of their hands."""
    found = [np.empty(len(side.ranks), np.int64) for side in deal.sides]
    for ranks, side in zip(found, deal.sides, strict=True):
        ranks[side.order] = side.ranks
    return found[0], found[1]


def measure(
    solution: Solution, ranks: tuple[np.ndarray, np.ndarray], player: int, bet: str
) -> dict[str, Any]:
    """How a player bets where he is the first who may, and how he is answered.

    Parameters
    ----------
    ranks : pair of (hands,) arrays
        Of both players' hands.
    bet : str
        Its name in the tree.

    Returns
    -------
    dict
        How ``often`` he makes this bet, and how often each of the ``tenths`` of his range bets at
        all, the worst first. What share of the bets are ``bluffs``, which lose to more of the calls
        than they beat; what of the pot they ``give up``, which a check would win; how strong bluffs
        and the others are, from 0 to 1. How often the other player ``defends``, which is not to
        fold, against all bets and against bluffs. And by how many pots the best and the worst of
        his hands of one rank differ in what they gain by a call, on average over the ranks that he
        calls with now and then: the ``blockers``.
    """
    game, other = solution.game, 1 - player
    tree, plans = game.tree, solution.plans
    before, sign = "check, " * player, 1 - 2 * player
    came = plans[0][:, tree.sequence(0, "check")] if player else np.ones(len(plans[1]))
    bets, checks = (plans[player][:, tree.sequence(player, before + a)] for a in (bet, "check"))
    answers = [tree.sequence(other, f"{before}{bet}, {a}") for a in ("fold", "call")]
    fold, call = plans[other][:, answers].T
    met, folds, _ = game.deal.multiply(player, False, np.array([came, fold, call]))
    won = sign * game.deal.multiply(player, True, call[None])[0]
    position = strength(ranks[player], met)
    found: dict[str, Any] = {"often": bets @ met / met.sum()}
    found["tenths"] = tenths(position, met, 1 - checks)
    if found["often"] < RARE:
        return found
    chance = bets * met
    bluffs = chance * (won < 0)
    values = sign * game.action_values(player, plans[other])
    checked = values[:, tree.sequence(player, f"{before}check")]
    found["bluffs"] = bluffs.sum() / chance.sum()
    found["defends"] = 1 - bets @ folds / chance.sum()
    if bluffs.any():
        found["defends bluffs"] = 1 - bets @ (folds * (won < 0)) / bluffs.sum()
    found["give up"] = average(checked + 0.5, bluffs)
    found["strength"] = [average(position, bluffs), average(position, chance - bluffs)]
    lost, gained = (-sign * game.action_values(other, plans[player])[:, answers]).T
    faced = came * game.deal.multiply(other, False, bets[None])[0]
    found["blockers"] = spread(gained - lost, call, faced, ranks[other])
    return found


def average(values: np.ndarray, weights: np.ndarray) -> float | None:
    """The mean over what has a weight."""
    kept = weights > 0
    return float(np.average(values[kept], weights=weights[kept])) if kept.any() else None


def spread(
    gain: np.ndarray, call: np.ndarray, faced: np.ndarray, ranks: np.ndarray
) -> float | None:
    """How far gains differ within a rank that is called with now and then, on average."""
    spreads, weights = [], []
    for rank in np.unique(ranks[faced > 0]):
        held = (ranks == rank) & (faced > 1e-9)
        if held.sum() > 1 and 0.02 < np.average(call[held], weights=faced[held]) < 0.98:
            spreads.append(np.ptp(gain[held]))
            weights.append(faced[held].sum())
    return average(np.array(spreads), np.array(weights))


def strength(ranks: np.ndarray, met: np.ndarray) -> np.ndarray:
    """What share of a player's range is below each hand, half of the ties counted."""
    _, inverse = np.unique(ranks, return_inverse=True)
    each = np.bincount(inverse, met) / met.sum()
    return (each.cumsum() - each / 2)[inverse]


def tenths(position: np.ndarray, met: np.ndarray, often: np.ndarray) -> list[float | None]:
    """How often each tenth of a range does something."""
    tenth = np.minimum(10 * position, 9).astype(int)
    total, done = (np.bincount(tenth, weights, 10) for weights in (met, met * often))
    return [d / t if t > 0 else None for d, t in zip(done, total, strict=True)]


def bounds(solution: Solution) -> list[float]:
    """A bracket in millionths of the pot, rounded outwards."""
    return [floor(1e6 * solution.lower) / 1e6, ceil(1e6 * solution.upper) / 1e6]


def record(spot: dict[str, str], held: dict[str, str]) -> dict[str, Any]:
    """What is measured on a spot: as it is, where cards block nothing, where one player forgets."""
    deal = deals.river(spot["board"], held[spot["first"]], held[spot["second"]])
    tree, bet = betting.river(1, STACK, [spot["bet"]], ["2.5x"]), f"bet {spot['bet']}"
    ranks, bare = ranks_of(deal), forgetting(deal, (0, 1))
    alone = np.unique(ranks[0]), np.unique(ranks[1])
    solved, simple = solve(deal, tree), solve(bare, tree)
    return spot | {
        "bounds": bounds(solved),
        "players": [measure(solved, ranks, player, bet) for player in (0, 1)],
        "without cards": bounds(simple),
        "players without cards": [measure(simple, alone, player, bet) for player in (0, 1)],
        "forgetting": [bounds(solve(forgetting(deal, (player,)), tree)) for player in (0, 1)],
    }


def limited(tree: Tree, player: int, sizes: list[Fraction]) -> Tree:
    """The tree in which a player has only these first bets, and the other one has three."""
    names = {size: f"bet {format_amount(size)}" for size in TENTHS}
    names[Fraction(MOST)] = "all-in"

    def allowed(who: int, line: tuple[str, ...]) -> bool:
        first = line if who == 0 else line[1:]
        if len(first) != 1 or first[0] == "check" or (who == 1 and line[0] != "check"):
            return True
        return first[0] in {
            names[size] for size in (sizes if who == player else [*THREE, Fraction(MOST)])
        }

    return tree.keep(allowed)


LISTS = {
    "none": [],
    **{name: [Fraction(name)] for name in ("3/10", "1/2", "7/10", "1", "3/2", "2")},
    "three": [*THREE],
    "every": [*TENTHS, Fraction(MOST)],
}


def sized(spot: dict[str, str], held: dict[str, str]) -> dict[str, Any]:
    """What some lists of bets are worth to each player, and what his bets say of his hand."""
    deal = deals.river(spot["board"], held[spot["first"]], held[spot["second"]])
    tree = betting.river(1, MOST, TENTHS, "none")
    found: dict[str, Any] = {"board": spot["board"], "worth": [], "sizes": []}
    for player in (0, 1):
        solved = {n: solve(deal, limited(tree, player, sizes)) for n, sizes in LISTS.items()}
        found["worth"].append({name: bounds(solution) for name, solution in solved.items()})
        found["sizes"].append(by_size(solved["every"], ranks_of(deal), player))
    return found


def by_size(
    solution: Solution, ranks: tuple[np.ndarray, np.ndarray], player: int
) -> dict[str, dict[str, Any]]:
    """What `measure` finds of each size that a player bets."""
    found = {}
    for size in [*TENTHS, Fraction(MOST)]:
        name = "all-in" if size == MOST else f"bet {format_amount(size)}"
        row = measure(solution, ranks, player, name)
        if row["often"] >= RARE:
            found[format_amount(size)] = {k: v for k, v in row.items() if k != "tenths"}
    return found


def rounded(found: Any) -> Any:
    """The same with four digits after the point; brackets keep theirs."""
    if isinstance(found, dict):
        return {
            k: v if k in ("bounds", "forgetting", "worth", "without cards") else rounded(v)
            for k, v in found.items()
        }
    if isinstance(found, list):
        return [*map(rounded, found)]
    return round(float(found), 4) if isinstance(found, float) else found


if __name__ == "__main__":
    held, drawn = ranges(), [*spots()]
    table = {
        "ranges": held,
        "spots": [record(spot, held) for spot in bar(drawn, "spots", None, None)],
        "sized": [sized(spot, held) for spot in bar(drawn[:SIZED], "sizes", None, None)],
    }
    write_file(FILE, (json.dumps(table, separators=(",", ":")) + "\n").encode())
