"""Make what `pokerlab.stored` has: ``python -m tools.stored picture any-raise ...``.

Run by hand, for most take minutes; the game `every-chip-20` takes an hour and 4 GB. They depend on
nothing but this package and, the rivers, on one seed. What a strategy guarantees is computed by
whoever loads it.

- ``picture`` is the README's.
- ``any-raise``: two strategies for every real raise to eight digits, for *Any amount*.
- ``rivers``: what *The river* measures on random spots. Everything is counted in pots, each player
  having put in half of one. A spot is a board, two ranges and a bet.
- Games of *No limit*, rounded for small files, and in `solved.json` what each took here.
"""

import argparse
import json
import resource
import time
from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from typing import Any

import numpy as np

from pokerlab import betting, cards, charts, deals
from pokerlab._files import DATA, write_file
from pokerlab._foundations import progress_bar
from pokerlab.amounts import format_amount
from pokerlab.games import Game
from pokerlab.solutions import Solution, load
from pokerlab.solvers import cfr, double_oracle, exact
from pokerlab.stored import data
from pokerlab.studies import any_raise
from pokerlab.trees import Tree

PICTURE = Path(__file__).resolve().parent.parent / "book" / "_static" / "real-game.svg"
Pair = tuple[np.ndarray, np.ndarray]


def picture() -> charts.Drawing:
    """Draw what the whole game is worth, as far as is proven."""
    stacks, lower, upper, known = map(np.array, zip(*data("whole-game"), strict=True))
    figure, ax = charts.subplots()
    ax.fill_between(stacks, lower, upper, alpha=0.25, label="no limit, at most")
    ax.plot(stacks, lower, label="push or fold")
    solid = {"color": charts.CALL, "linewidth": 4, "dashes": (5, 0)}
    ax.plot(stacks[known], lower[known], label="both, proven", **solid)
    ax.set(xlabel="big blinds", ylabel="big blinds a hand")
    ax.legend()
    title = f"Up to {stacks[known][-1]} big blinds, push or fold is optimal"
    return charts.show(figure, title=title, alt="Beyond, the whole game's value lies in a band.")


# Games of no limit

SIZES = (12, 14, 15, 16, 18, 20, 25, 30, 40, 50, 60)
SMALL = {f"four-sizes-{stack}": betting.no_limit(stack) for stack in SIZES}
SMALL |= {f"every-chip-{n}": betting.no_limit(2 * n, "all", 1, 2) for n in (8, 10)}
#: The linear programs of these would take long: after how many iterations an average is good.
LARGE = {
    "four-sizes-80": (betting.no_limit(80), 74_000),
    "four-sizes-100": (betting.no_limit(100), 75_000),
    "every-chip-12": (betting.no_limit(24, "all", 1, 2), 2000),
    "every-chip-20": (betting.no_limit(40, "all", 1, 2), 2000),
}
#: And these are solved in fractions, for which there is no file.
EXACT = {f"exact-chip-{n}": betting.no_limit(2 * n, "all", 1, 2) for n in (4, 5, 6, 7, 8)}
#: From how many decisions on single precision is enough, and a file has fewer digits.
MANY = 10_000


def solve(name: str) -> Solution | exact.Certificate:
    """Solve the game of a file."""
    tree, iterations = LARGE.get(name) or ((SMALL | EXACT)[name], 0)
    game = Game(deals.holdem(), tree)
    if name in EXACT:
        return exact.solve(game)
    if name in SMALL:
        return double_oracle.solve(game)
    options = {"single": len(tree.decision_rows[0]) > MANY, "checkpoints": [iterations]}
    return cfr.solve(game, iterations, double_oracle.RULE, **options)


def save(solution: Solution, path: Path, bits: int) -> None:
    """Write a solution with its plans in multiples of ``2 ** -bits``, for a smaller file."""
    solution.save(path)
    with np.load(path) as file:
        parts = dict(file)
    for player, nodes in enumerate(solution.game.tree.decision_rows):
        plan = solution.game.to_behaviour(player, solution.plans[player])
        for parent, first, stop in nodes.tolist():
            whole = np.rint(plan[:, [parent]] * 2.0**bits)
            cuts = np.rint(whole * plan[:, first:stop].cumsum(axis=1))
            cuts[:, -1:] = whole
            plan[:, first:stop] = np.diff(cuts, axis=1, prepend=0) / 2.0**bits
        parts[f"plan{player}"] = plan
    np.savez_compressed(path, **parts)


def record(name: str) -> None:
    """Solve a game, write its file, and on record what it took in processor time and memory."""
    start = time.process_time()
    solution = solve(name)
    decisions = sum(map(len, solution.game.tree.decision_rows))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = {"solver": solution.solver, "decisions": decisions}
    found |= {"seconds": round(time.process_time() - start), "megabytes": round(memory / 1000)}
    if name in EXACT:
        found |= {"width": 0, "digits": len(str(solution.value.denominator))}
    else:
        path = DATA / f"{name}.npz"
        save(solution, path, 16 if decisions > MANY else 44 if name in SMALL else 30)
        found |= {"width": float(f"{load(path).width:.2g}"), "bytes": path.stat().st_size}
    print(name, found, flush=True)
    table = data("solved") | {name: found}
    table = {name: table[name] for name in [*SMALL, *LARGE, *EXACT] if name in table}
    (DATA / "solved.json").write_text(json.dumps(table, indent=1) + "\n")


# Rivers

SEED, SPOTS, SIZED = 20261122, 150, 10
BETS = "0.5", "1", "2"  #: In pots; a third of the spots has each.
STACK, MOST = 4, Fraction(2)  #: In pots, where a player has one size besides the all-in, or many.
TENTHS = [Fraction(n, 10) for n in range(1, 20)]
THREE = [Fraction(n, 10) for n in (3, 7, 13)]
NAMES = {size: f"bet {format_amount(size)}" for size in TENTHS} | {MOST: "all-in"}
LISTS = {"none": []} | {s: [Fraction(s)] for s in ("3/10", "1/2", "7/10", "1", "3/2", "2")}
LISTS |= {"three": THREE, "every": [*NAMES]}
RARE = 0.005  #: What is not measured, for it hardly occurs.
WIDTH, ITERATIONS = 1e-4, 8000  #: A bracket is so narrow, in pots, or so old.


def rivers() -> None:
    """Measure all spots."""
    held, drawn = ranges(), [*spots()]
    table = {
        "ranges": held,
        "spots": [measure_spot(spot, held) for spot in progress_bar(drawn, "spots", None, None)],
        "sized": [
            measure_sizes(spot, held) for spot in progress_bar(drawn[:SIZED], "sizes", None, None)
        ],
    }
    write_file(DATA / "rivers.json", (json.dumps(table, separators=(",", ":")) + "\n").encode())


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
        yield {"board": board, "first": first, "second": second, "bet": BETS[number % len(BETS)]}


def river(spot: dict[str, str], held: dict[str, str]) -> deals.Deal:
    """The deal of a spot."""
    return deals.river(spot["board"], held[spot["first"]], held[spot["second"]])


def solve_river(deal: deals.Deal, tree: Tree) -> Solution:
    """Solve a river by averages."""
    options = {"tolerance": WIDTH, "checkpoints": range(500, ITERATIONS + 1, 500), "single": True}
    return cfr.solve(Game(deal, tree), ITERATIONS, double_oracle.RULE, progress=False, **options)


def bounds(solution: Solution) -> list[float]:
    """A bracket in millionths of the pot, rounded outwards."""
    return [floor(1e6 * solution.lower) / 1e6, ceil(1e6 * solution.upper) / 1e6]


def ranks_of(deal: deals.Deal) -> Pair:
    """Both players' ranks, in the order of their hands."""
    first, second = (side.ranks[np.argsort(side.order)] for side in deal.sides)
    return first, second


def forgetting(deal: deals.Deal, players: tuple[int, ...]) -> deals.Deal:
    """The same river where players know their rank and not their cards.

    If both forget, no hand blocks another, either.
    """
    weights, kept, labels = deal.weights, [*ranks_of(deal)], [*deal.hands]
    if len(players) == 2:
        weights = np.outer(*(side.weights for side in deal.sides))
    for player in players:
        ranks = kept[player]
        kept[player], first = np.unique(ranks, return_index=True)
        starts = ranks[:, None] == kept[player]
        weights = starts.T @ weights if player == 0 else weights @ starts
        labels[player] = tuple(deal.hands[player][hand] for hand in first)
    return deals.Deal((labels[0], labels[1]), weights, np.sign(kept[0][:, None] - kept[1]))


def measure_spot(spot: dict[str, str], held: dict[str, str]) -> dict[str, Any]:
    """What is measured on a spot: as it is, where cards block nothing, where one player forgets."""
    deal, bet = river(spot, held), f"bet {spot['bet']}"
    tree, ranks = betting.river(1, STACK, [spot["bet"]], ["2.5x"]), ranks_of(deal)
    alone = np.unique(ranks[0]), np.unique(ranks[1])
    solved, simple = solve_river(deal, tree), solve_river(forgetting(deal, (0, 1)), tree)
    return spot | {
        "bounds": bounds(solved),
        "players": [measure(solved, ranks, player, bet) for player in (0, 1)],
        "without cards": bounds(simple),
        "players without cards": [measure(simple, alone, player, bet) for player in (0, 1)],
        "forgetting": [bounds(solve_river(forgetting(deal, (p,)), tree)) for p in (0, 1)],
    }


def measure_sizes(spot: dict[str, str], held: dict[str, str]) -> dict[str, Any]:
    """What some lists of bets are worth to each player, and what his bets say of his hand."""
    deal, tree = river(spot, held), betting.river(1, MOST, TENTHS, "none")
    found: dict[str, Any] = {"board": spot["board"], "worth": [], "sizes": []}
    for player in (0, 1):
        solved = {n: solve_river(deal, limited(tree, player, sizes)) for n, sizes in LISTS.items()}
        found["worth"].append({name: bounds(solution) for name, solution in solved.items()})
        rows = {s: measure(solved["every"], ranks_of(deal), player, NAMES[s]) for s in NAMES}
        often = {format_amount(size): row for size, row in rows.items() if "bluffs" in row}
        for row in often.values():
            del row["tenths"]
        found["sizes"].append(often)
    return found


def limited(tree: Tree, player: int, sizes: list[Fraction]) -> Tree:
    """The tree in which a player has only these first bets, and the other one has three."""

    def allowed(who: int, line: tuple[str, ...]) -> bool:
        first = line if who == 0 else line[1:]
        if len(first) != 1 or first[0] == "check" or (who == 1 and line[0] != "check"):
            return True
        return first[0] in {NAMES[s] for s in (sizes if who == player else [*THREE, MOST])}

    return tree.keep(allowed)


def measure(solution: Solution, ranks: Pair, player: int, bet: str) -> dict[str, Any]:
    """How a player bets where he is the first who may, and how he is answered.

    He makes the bet of this name so ``often``; each of the ``tenths`` of his range, the worst
    first, bets at all. What share of the bets are ``bluffs``, which lose to more of the calls than
    they beat; what of the pot they ``give up``, which a check would win; how strong bluffs and the
    others are, from 0 to 1. How often the other player ``defends``, which is not to fold, against
    all bets and against bluffs. And by how many pots the best and the worst of his hands of one
    rank differ in what they gain by a call, on average over the ranks that he calls with now and
    then: the ``blockers``.
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
    # What share of his range is below each hand, half of the ties counted.
    _, inverse = np.unique(ranks[player], return_inverse=True)
    each = np.bincount(inverse, met) / met.sum()
    position = (each.cumsum() - each / 2)[inverse]
    tenth = np.minimum(10 * position, 9).astype(int)
    total, done = (np.bincount(tenth, weights, 10) for weights in (met, met * (1 - checks)))
    tenths = [d / t if t > 0 else None for d, t in zip(done, total, strict=True)]
    found: dict[str, Any] = {"often": bets @ met / met.sum(), "tenths": tenths}
    if found["often"] < RARE:
        return rounded(found)
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
    spreads = []
    for rank in np.unique(ranks[other][faced > 0]):
        held = (ranks[other] == rank) & (faced > 1e-9)
        if held.sum() > 1 and 0.02 < np.average(call[held], weights=faced[held]) < 0.98:
            spreads.append((np.ptp((gained - lost)[held]), faced[held].sum()))
    found["blockers"] = average(*np.array(spreads).reshape(-1, 2).T)
    return rounded(found)


def average(values: np.ndarray, weights: np.ndarray) -> float | None:
    """The mean over what has a weight."""
    kept = weights > 0
    return float(np.average(values[kept], weights=weights[kept])) if kept.any() else None


def rounded(found: Any) -> Any:
    """The same with four digits after the point."""
    text = json.dumps(found, default=float)
    return json.loads(text, parse_float=lambda number: round(float(number), 4))


RECIPES = {name: lambda name=name: record(name) for name in [*SMALL, *LARGE, *EXACT]}
RECIPES |= {
    "picture": lambda: picture().save(PICTURE),
    # What the file's rounding takes is to leave less than 1e-8.
    "any-raise": lambda: any_raise.solve(tolerance=8e-9).save(DATA / "any-raise.npz"),
    "rivers": rivers,
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="+", choices=RECIPES, metavar="NAME", help="what to make")
    for name in parser.parse_args().names:
        RECIPES[name]()
