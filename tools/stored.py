"""Make what `pokerlab.stored` has: ``python -m tools.stored picture any-raise ...``.

Run by hand, for most take minutes; the game `every-chip-20` takes an hour and 4 GB. They depend on
nothing but this package and, the rivers, on one seed. Loading a strategy computes what it
guarantees.

- ``picture`` is the README's.
- ``any-raise``: two strategies for every real raise to eight digits, for *Raises of any amount*.
- ``rivers``: what *The river* measures on random spots. Everything is counted in pots, each player
  having put in half of one. A spot is a board, two ranges and a bet.
- Games of *No limit*, rounded for small files, and in `solved.json` what each took here.
"""

import argparse
import json
import resource
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from math import ceil, floor
from pathlib import Path
from typing import Any

import numpy as np

from pokerlab import betting, cards, charts, deals
from pokerlab._support.files import DATA, write_file
from pokerlab._support.progress import progress_bar
from pokerlab.amounts import format_amount
from pokerlab.certificates import Certificate
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


def every_chip(stack: int) -> Tree:
    """Return the tree with every raise by whole chips, and so many big blinds of two chips."""
    return betting.no_limit(2 * stack, "all", 1, 2)


#: What makes the trees that linear programs solve soon: some stacks with four sizes, and two with
#: every chip. A large tree takes a second, so each is made where it is asked for.
SMALL: dict[str, Callable[[], Tree]] = {
    f"four-sizes-{stack}": partial(betting.no_limit, stack)
    for stack in (12, 14, 15, 16, 18, 20, 25, 30, 40, 50, 60)
}
SMALL |= {f"every-chip-{n}": partial(every_chip, n) for n in (8, 10)}
#: The linear programs of these would take long: after how many iterations an average is good.
LARGE: dict[str, tuple[Callable[[], Tree], int]] = {
    "four-sizes-80": (partial(betting.no_limit, 80), 74_000),
    "four-sizes-100": (partial(betting.no_limit, 100), 75_000),
    "every-chip-12": (partial(every_chip, 12), 2000),
    "every-chip-20": (partial(every_chip, 20), 2000),
}
#: These are solved in fractions; there is a record of that, and no file.
EXACT = {f"exact-chip-{n}": partial(every_chip, n) for n in (4, 5, 6, 7, 8)}
MANY_DECISIONS = 10_000  #: From here on single precision is enough, and a file has fewer digits.
#: In files, plans are multiples of 2 to the power of minus this, for many decisions, for games that
#: linear programs solved, and for the others.
BITS_IF_MANY, BITS_IF_SMALL, BITS = 16, 44, 30


def solve(name: str) -> Solution | Certificate:
    """Solve the game of a file."""
    if name in EXACT:
        return exact.solve(Game(deals.holdem(), EXACT[name]()))
    if name in SMALL:
        return double_oracle.solve(Game(deals.holdem(), SMALL[name]()))
    make_tree, iterations = LARGE[name]
    tree = make_tree()
    return cfr.solve(
        Game(deals.holdem(), tree),
        iterations=iterations,
        rule=double_oracle.GUESS_RULE,
        single_precision=len(tree.information_sets[0]) > MANY_DECISIONS,
        checkpoints=[iterations],
    )


def save(solution: Solution, path: Path, bits: int) -> None:
    """Write a solution with its plans in multiples of ``2 ** -bits``, for a smaller file."""
    solution.save(path)
    with np.load(path) as file:
        arrays = dict(file)
    for player, information_sets in enumerate(solution.game.tree.information_sets):
        behaviour = solution.game.to_behaviour(player, solution.plans[player])
        plan = behaviour.copy()  # becomes one, from the first information set to the last
        for information_set in information_sets:
            whole = np.rint(plan[:, [information_set.sequence_before]] * 2.0**bits)
            sums = np.rint(whole * behaviour[:, information_set.sequences_after].cumsum(axis=1))
            sums[:, -1:] = whole
            plan[:, information_set.sequences_after] = np.diff(sums, axis=1, prepend=0) / 2.0**bits
        arrays[f"plan{player}"] = plan
    np.savez_compressed(path, **arrays)


def record(name: str) -> None:
    """Solve a game, write its file, and on record what it took in processor time and memory."""
    start = time.process_time()
    solution = solve(name)
    decision_count = solution.game.tree.decision_count
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    entry: dict[str, Any] = {
        "solver": solution.found_by,
        "decisions": decision_count,
        "seconds": round(time.process_time() - start),
        "megabytes": round(memory / 1000),
    }
    if isinstance(solution, Certificate):
        entry |= {"width": 0, "digits": len(str(solution.value.denominator))}
    else:
        bits = BITS_IF_SMALL if name in SMALL else BITS
        path = DATA / f"{name}.npz"
        save(solution, path, BITS_IF_MANY if decision_count > MANY_DECISIONS else bits)
        entry |= {"width": float(f"{load(path).width:.2g}"), "bytes": path.stat().st_size}
    print(name, entry, flush=True)
    table = data("solved") | {name: entry}
    table = {game: table[game] for game in [*SMALL, *LARGE, *EXACT] if game in table}
    (DATA / "solved.json").write_text(json.dumps(table, indent=1) + "\n")


# Rivers

SEED, SPOTS = 20261122, 150  #: How many spots are drawn, and from which seed.
SIZED = 10  #: On so many of them the sizes of bets are measured, too.
BETS = "0.5", "1", "2"  #: In pots; a third of the spots has each.
STACK = 4  #: In pots, where a player has one size besides the all-in.
SMALL_STACK = Fraction(2)  #: In pots, where he has many.
TENTHS = [Fraction(n, 10) for n in range(1, 20)]  #: Bets in pots, up to the all-in.
THREE = [Fraction(n, 10) for n in (3, 7, 13)]  #: The other player's bets, in pots.
#: What these bets are called in a tree.
NAMES = {size: f"bet {format_amount(size)}" for size in TENTHS} | {SMALL_STACK: "all-in"}
#: The lists of bets that are compared, in pots, by name.
LISTS: dict[str, list[Fraction]] = {"none": []}
LISTS |= {size: [Fraction(size)] for size in ("3/10", "1/2", "7/10", "1", "3/2", "2")}
LISTS |= {"three": THREE, "every": [*NAMES]}
RARE = 0.005  #: A bet with a smaller probability is not measured: it hardly occurs.
WIDTH = 1e-4  #: The width of a bracket, in pots, at which averages are good.
ITERATIONS = 8000  #: After so many they are taken as they are.
#: How likely a call with hands of one rank must be for their difference to count: mixed, roughly.
MIXED = 0.02, 0.98
LEAST_WEIGHT = 1e-9  #: A hand with a smaller weight is none of the range: that is rounding.


def rivers() -> None:
    """Measure all spots."""
    range_texts, drawn = ranges(), [*spots()]
    measured = [
        measure_spot(spot, range_texts) for spot in progress_bar(drawn, "spots", None, None)
    ]
    sized = [
        measure_sizes(spot, range_texts)
        for spot in progress_bar(drawn[:SIZED], "sizes", None, None)
    ]
    table = {"ranges": range_texts, "spots": measured, "sized": sized}
    write_file(DATA / "rivers.json", (json.dumps(table, separators=(",", ":")) + "\n").encode())


def ranges() -> dict[str, str]:
    """Return the best hands by what they win against any; half of the lists lack the very best."""
    deal = deals.holdem()
    prior = deal.hand_probabilities(0)
    order = np.argsort(-deal.net_wins.sum(axis=1) / prior, kind="stable")
    percent = (100 * (prior[order].cumsum() - prior[order] / 2)).round(6)
    by_name = {}
    for most in (20, 30, 40, 50, 60):
        for least in (0, 5):
            hands = order[(percent >= least) & (percent < most)]
            name = f"best {most}%" + (f" but {least}%" if least else "")
            by_name[name] = ", ".join(cards.HANDS[hand] for hand in hands)
    return by_name


def spots() -> Iterator[dict[str, str]]:
    """Yield boards, two names of ranges and a bet."""
    rng, names = np.random.default_rng(SEED), [*ranges()]
    for number in range(SPOTS):
        board = "".join(rng.choice(cards.CARD_NAMES, 5, replace=False))
        first, second = map(str, rng.choice(names, 2))
        yield {"board": board, "first": first, "second": second, "bet": BETS[number % len(BETS)]}


def river(spot: dict[str, str], range_texts: dict[str, str]) -> deals.RiverDeal:
    """Return the deal of a spot."""
    return deals.river(spot["board"], range_texts[spot["first"]], range_texts[spot["second"]])


def solve_river(deal: deals.Deal, tree: Tree) -> Solution:
    """Solve a river by averages."""
    return cfr.solve(
        Game(deal, tree),
        iterations=ITERATIONS,
        rule=double_oracle.GUESS_RULE,
        tolerance=WIDTH,
        checkpoints=range(500, ITERATIONS + 1, 500),
        single_precision=True,
        progress=False,
    )


def bounds(solution: Solution) -> list[float]:
    """Return a bracket in millionths of the pot, rounded outwards."""
    return [floor(1e6 * solution.lower) / 1e6, ceil(1e6 * solution.upper) / 1e6]


def ranks_of(deal: deals.RiverDeal) -> Pair:
    """Return both players' ranks, in the order of their hands."""
    first, second = (ranked_range.ranks for ranked_range in deal.ranked_ranges)
    return first, second


def forgetting(deal: deals.RiverDeal, players: tuple[int, ...]) -> deals.Deal:
    """Return a river's deal in which players know their rank and not their cards.

    If both forget, no hand blocks another, either.
    """
    ways, ranks, labels = deal.ways, [*ranks_of(deal)], [*deal.hands]
    if len(players) == 2:
        ways = np.outer(*(ranked_range.ways for ranked_range in deal.ranked_ranges))
    for player in players:
        different, example = np.unique(ranks[player], return_index=True)
        has_rank = ranks[player][:, None] == different
        ways = has_rank.T @ ways if player == 0 else ways @ has_rank
        ranks[player] = different
        labels[player] = tuple(deal.hands[player][hand] for hand in example)
    return deals.Deal((labels[0], labels[1]), ways, np.sign(ranks[0][:, None] - ranks[1]))


def measure_spot(spot: dict[str, str], range_texts: dict[str, str]) -> dict[str, Any]:
    """Return the measures of a spot: as it is, without blockers, and if a player forgets."""
    deal, bet = river(spot, range_texts), f"bet {spot['bet']}"
    tree, ranks = betting.river(1, STACK, [spot["bet"]], ["2.5x"]), ranks_of(deal)
    different = np.unique(ranks[0]), np.unique(ranks[1])
    solution = solve_river(deal, tree)
    without_cards = solve_river(forgetting(deal, (0, 1)), tree)
    return spot | {
        "bounds": bounds(solution),
        "players": [measure(solution, ranks, player, bet) for player in (0, 1)],
        "without cards": bounds(without_cards),
        "players without cards": [
            measure(without_cards, different, player, bet) for player in (0, 1)
        ],
        "forgetting": [bounds(solve_river(forgetting(deal, (p,)), tree)) for p in (0, 1)],
    }


def measure_sizes(spot: dict[str, str], range_texts: dict[str, str]) -> dict[str, Any]:
    """Return the worth of lists of bets to each player, and what his bets say of his hand."""
    deal, tree = river(spot, range_texts), betting.river(1, SMALL_STACK, TENTHS, "none")
    table: dict[str, Any] = {"board": spot["board"], "worth": [], "sizes": []}
    for player in (0, 1):
        solutions = {
            name: solve_river(deal, limited(tree, player, sizes)) for name, sizes in LISTS.items()
        }
        table["worth"].append({name: bounds(solution) for name, solution in solutions.items()})
        rows = {}
        for size, name in NAMES.items():
            row = measure(solutions["every"], ranks_of(deal), player, name)
            del row["tenths"]
            if "bluffs" in row:
                rows[format_amount(size)] = row
        table["sizes"].append(rows)
    return table


def limited(tree: Tree, player: int, sizes: list[Fraction]) -> Tree:
    """Return the tree in which a player has only these first bets, and the other one has three."""

    def allowed(actor: int, history: tuple[str, ...]) -> bool:
        own = history if actor == 0 else history[1:]
        first_bet = len(own) == 1 and own[0] != "check" and (actor == 0 or history[0] == "check")
        listed = sizes if actor == player else [*THREE, SMALL_STACK]
        return not first_bet or own[0] in {NAMES[size] for size in listed}

    return tree.restrict(allowed)


def measure(solution: Solution, ranks: Pair, player: int, bet: str) -> dict[str, Any]:
    """Tell how a player bets where he is the first who may, and how he is answered.

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
    check = tree.sequence_index(player, f"{before}check")
    came = plans[0][:, tree.sequence_index(0, "check")] if player else np.ones(len(plans[1]))
    bets, checks = (
        plans[player][:, tree.sequence_index(player, before + bet)],
        plans[player][:, check],
    )
    replies = [tree.sequence_index(other, f"{before}{bet}, {reply}") for reply in ("fold", "call")]
    fold, call = plans[other][:, replies].T
    met, folds, _ = game.deal.meetings(player, np.array([came, fold, call]))
    net_won = game.deal.net_wins_against(player, call)
    strength = share_below(ranks[player], met)
    tenth = np.minimum(10 * strength, 9).astype(int)
    totals, that_bet = np.bincount(tenth, met, 10), np.bincount(tenth, met * (1 - checks), 10)
    tenths = [
        bet_sum / total if total > 0 else None
        for bet_sum, total in zip(that_bet, totals, strict=True)
    ]
    row: dict[str, Any] = {"often": bets @ met / met.sum(), "tenths": tenths}
    if row["often"] < RARE:
        return rounded(row)
    weights = bets * met
    bluffs = weights * (net_won < 0)
    checked = sign * game.action_values(player, plans[other])[:, check]
    row["bluffs"] = bluffs.sum() / weights.sum()
    row["defends"] = 1 - bets @ folds / weights.sum()
    if bluffs.any():
        row["defends bluffs"] = 1 - bets @ (folds * (net_won < 0)) / bluffs.sum()
    row["give up"] = average(checked + 0.5, bluffs)
    row["strength"] = [average(strength, bluffs), average(strength, weights - bluffs)]
    folded, called = (-sign * game.action_values(other, plans[player])[:, replies]).T
    faced = came * game.deal.meetings(other, bets)
    row["blockers"] = spread_by_rank(ranks[other], called - folded, faced, call)
    return rounded(row)


def share_below(ranks: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the share of a range below each of its hands, half of the ties counted."""
    _, index = np.unique(ranks, return_inverse=True)
    shares = np.bincount(index, weights) / weights.sum()
    below: np.ndarray = (shares.cumsum() - shares / 2)[index]
    return below


def spread_by_rank(
    ranks: np.ndarray, gains: np.ndarray, weights: np.ndarray, call: np.ndarray
) -> float | None:
    """Tell how far the gains of a call differ within a rank, on average over the ranks that mix."""
    spreads = []
    for rank in np.unique(ranks[weights > 0]):
        is_held = (ranks == rank) & (weights > LEAST_WEIGHT)
        least, most = MIXED
        if is_held.sum() > 1 and least < np.average(call[is_held], weights=weights[is_held]) < most:
            spreads.append((np.ptp(gains[is_held]), weights[is_held].sum()))
    differences, totals = np.array(spreads).reshape(-1, 2).T
    return average(differences, totals)


def average(values: np.ndarray, weights: np.ndarray) -> float | None:
    """Return the mean over what has a weight."""
    kept = weights > 0
    return float(np.average(values[kept], weights=weights[kept])) if kept.any() else None


def rounded(table: Any) -> Any:
    """Round all floats in nested lists and dicts to four digits after the point."""
    text = json.dumps(table, default=float)
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
