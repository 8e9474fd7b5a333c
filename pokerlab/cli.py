"""The ``pokerlab`` command: results for people, or one JSON object with ``--json``.

Bad input gets one line on standard error, which names the argument, the value and what is allowed,
and exit status 2. Trouble with files or arithmetic gets one line, and status 1 (2 from ``check``).
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, NoReturn

import pokerlab as pl
from pokerlab import _files

#: The object for ``--json``; and for people lines, and charts that have a blank line above.
Report = tuple[dict, Sequence["str | pl.charts.RangeChart"]]

_MANY = 400  # decisions beyond which no more digits are asked for than averages find
_MANY_CHIPS = 200  # beyond which matches may last so long that rounding adds up
_PLAYERS = {"push": "Small blind pushes", "call": "Big blind calls"}
# The variables of sim.c, and between which whole numbers they lie if they are no amounts.
_SETTINGS: dict[str, Any] = {"nr": (1, 100), "r": None, "an": None, "bl": None}
_SETTINGS |= {"lim": (0, 1), "liv": (0, 1), "pr": (1, 15), "d": (1, 1000)}
# What push-fold can be asked for, and the options that have a meaning then.
_ASKED = {"chart": "step max no-card-removal", "against": "stack risk as no-card-removal"}
_ASKED |= {"certificate": "stack exact", "stack": "exact no-card-removal"}

# Every command, answered by the function of its name, with its arguments and an example. After an
# argument stand its kind, by which `_READERS` reads it, and "!" if it is needed, or its default.
_COMMANDS = f"""
equity: the exact equity of one hand, combo or range against another
    HAND!: hands (QQ, AKs, AKo, AK), combos (AcKd), ranges (22+,A2s+,KTo+,T9s-54s,AKs:0.5) or random
    OPPONENT=random: the opponent's hand, combo or range
    $ AKs QQ
equities: check the table of all equities, or compute it anew
    --rebuild: count over all boards and write the table
    $ --rebuild
push-fold: the equilibrium of push or fold at one stack, or a chart over stacks
    --stack CHIPS: effective stack, in the unit of the blinds; or --chart
    --chart: chart the stacks up to which each hand is played
    --step CHIPS: step between the stacks of the chart, at most 10,000 of them (default: 0.1)
    --max CHIPS: largest stack of the chart (default: 20)
    --small-blind CHIPS=0.5: the small blind
    --big-blind CHIPS=1: the big blind
    --exact: print the value as a fraction, too
    --certificate FILE: write both strategies and the value as fractions, for others to check
    --against RANGE: the best answer to a range with which the opponent calls or, with --as big,
        pushes
    --risk CHIPS: how far the answer's guarantee may fall below the value (default: 0)
    --as small|big: the blind that answers (default: small)
    --no-card-removal: deal the two hands independently
    $ --stack 10 --against "66+,A9s+" --risk 0.001
check: check a certificate of push or fold, in fractions
    FILE!: a file from push-fold --certificate or from the explorer
    $ proof.json
one-round: one round of betting without stacks: Alice raises, Bob calls or folds
    --raises SIZES!: by how much Alice may raise: numbers and ranges first:last[:step], 0 for a
        call; or any, for a call and every real raise from the big blind up
    --small-blind CHIPS=1: the small blind
    --big-blind CHIPS=2: the big blind
    --tolerance WIDTH: stop when the bracket is no wider (default: 2e-10, or 5e-7 big blinds for
        any)
    $ --raises 0,2:8
no-limit: no-limit betting before the flop: raises, re-raises and all-in
    --stack CHIPS!: effective stack, in the unit of the blinds
    --raises SIZES=2.5x,3x,3.5x,4x: raises besides the all-in: to multiples of a bet, or by the pot;
        or all, to every whole number of chips
    --small-blind CHIPS=0.5: the small blind
    --big-blind CHIPS=1: the big blind
    --ante CHIPS=0: each player's ante
    --tolerance WIDTH: stop when the bracket is no wider (default: 1e-9; 1e-6 beyond {_MANY}
        decisions, 1e-3 beyond {10 * _MANY:,})
    $ --stack 20 --raises 2x,pot
whole-game: what no limit is worth at least and at most, with flop, turn, river and every bet
    --stack CHIPS!: effective stack, in the unit of the blinds
    --small-blind CHIPS=0.5: the small blind
    --big-blind CHIPS=1: the big blind
    --ante CHIPS=0: each player's ante
    --level 0|1: 0: after a limp the big blind is all-in or gives up; 1: or looks at the flop first,
        with blinds of 1/2 and 1 or in that ratio (default: 0, or 1 where that is known to be exact)
    --verify: level 1, and go through all flops also where the result is known
    $ --stack 3
river: the last round of betting: two ranges on a board of five cards
    --board CARDS!: five cards, such as Td9d6hQc2s
    --first RANGE=random: the first player's range
    --second RANGE=random: the second player's range
    --pot CHIPS!: chips in the middle, half of them from each player
    --stack CHIPS!: chips in front of each player
    --bets SIZES=60%: bets besides the all-in: parts of the pot (60%, 1/3), pot, or none
    --raises SIZES=2.5x: raises besides the all-in: to multiples of a bet, or by the pot; or none
    --exact: print the value as a fraction, too
    --tolerance WIDTH: stop when the bracket is no wider (default: 1e-8 of the pot)
    $ --board Td9d6hQc2s --first 66+,A8s+ --second 22-TT --pot 200 --stack 900
preflop: limit or pot-limit betting before the flop, with the variables of sim.c
    SETTING: variable=value. nr: actions of each player, except those that end the betting
        (default: 1); r: size of a raise (1), in pots if lim=0; an: each player's ante (0.5); bl:
        what the big blind adds (r/2); lim=0: pot limit; liv=0: the big blind may not act after a
        call; pr: digits to print (6); d: numbers 0 to d-1 instead of hold'em, with d up to 1,000
    $ nr=2 lim=0
shover: the best play against an opponent who moves all-in on every hand
    --stack N=100: each player's chips, up to 2,000, or 200 with lp
    --small-blind N=1: the small blind
    --big-blind N=2: the big blind
    --ties returned|half|won=returned: a tied showdown returns the chips, is half a win, or a win
    --method policy|lp=policy: policy iteration, or the linear program
    $ --stack 20 --ties won
match: a match between equals: push or fold until one of them has all chips
    --stack N[,N]!: each player's chips, up to 2,000, or the small blind's and the big blind's
    --small-blind N=1: the small blind
    --big-blind N=2: the big blind
    --tolerance WIDTH: stop when the bracket is no wider, in probability (default: 1e-9; 1e-6 beyond
        {_MANY_CHIPS} chips)
    $ --stack 20,10 --json
egg-drop: the fewest expected drops to find the floor from which eggs break
    --floors N=100: number of floors
    --eggs N=2: number of eggs
    $ --floors 100 --eggs 2
"""
# A row of this table: an option, a kind, a mark or a default, and what it means.
_ROW = r"(--[\w-]+)?(?: ?([^\s!=]+)(?:(!)|=(\S+))?)?: (.*)"


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one line, and whose help is an answer like others."""

    def _print_message(self, message: str, file: Any = None) -> None:
        _print(message.rstrip("\n"))

    def error(self, message: str) -> NoReturn:
        self.exit(_fail(self.prog, f"{message} (see {self.prog} --help)", 2))


def _equity(arguments: argparse.Namespace) -> Report:
    hand, opponent = (" ".join(text.split()) for text in (arguments.hand, arguments.opponent))
    result = pl.equities.matchup(hand, opponent)
    answer = {label: getattr(result, label) for label in ("win", "tie", "lose")}
    counts = [f"{label} {count:,} ({count / result.total:.4%})" for label, count in answer.items()]
    answer["equity"] = float(result.equity)
    width = max(len(hand), len(opponent))
    shares = (hand, result.equity), (opponent, 1 - result.equity)
    lines = [f"{name:<{width}}  {float(share):8.4%}" for name, share in shares]
    return answer, [*lines, f"{', '.join(counts)} of {result.total:,}"]


def _equities(arguments: argparse.Namespace) -> Report:
    if not arguments.rebuild:
        digest = pl.equities.verify()
        return {"sha256": digest}, ["The shipped table is intact", f"sha256 {digest}"]
    start = time.perf_counter()
    sha256 = pl.enumeration.rebuild()
    seconds, same = time.perf_counter() - start, sha256 == pl.equities.SHA256
    if not same:
        needed = f"{pl.equities.SHA256} needed; nothing was written"
        arguments.complaint = f"sha256 {sha256} given, {needed}"
    answer = {"seconds": round(seconds, 3), "sha256": sha256, "matches_shipped": same}
    told = f"{'' if same else 'NOT '}the same as the shipped table"
    counted = f"All 1326 x 1326 match-ups enumerated in {seconds:.1f} s: {told}"
    return answer, [counted, f"sha256 {sha256}"]


def _push_fold(arguments: argparse.Namespace) -> Report:
    options = {*_ASKED, *" ".join(_ASKED.values()).split()}
    values = ((name, getattr(arguments, name.replace("-", "_"))) for name in options)
    given = {name for name, value in values if value is not None and value is not False}
    asked = next((name for name in _ASKED if name in given), "stack")
    for name in sorted(given - {asked, *_ASKED[asked].split()}):
        allowed = f"--{_ASKED[asked].replace(' ', ', --')}"
        raise ValueError(f"argument --{name}: not allowed, --{asked} takes only {allowed}")
    if not given & {"stack", "chart"}:
        raise ValueError("argument --stack: needed, or --chart")
    blinds = pl.amounts.parse_blinds(arguments.small_blind, arguments.big_blind)
    if given & {"certificate", "against"} and arguments.stack <= blinds[1]:
        stack, blind = map(pl.amounts.format_amount, (arguments.stack, blinds[1]))
        raise ValueError(f"stack: {stack} given, more than the big blind, {blind}, needed")
    if arguments.certificate == "":
        raise ValueError("argument --certificate: '' given, the path of a file needed")
    if arguments.certificate is not None:
        _files.check_file(arguments.certificate)
    deal = pl.deals.holdem(card_removal=not arguments.no_card_removal)
    if arguments.chart:
        return _chart(arguments, deal, blinds)
    game = pl.games.Game(deal, pl.betting.push_fold(arguments.stack, *blinds))
    return (_one_stack if arguments.against is None else _against)(arguments, game)


def _chart(arguments: argparse.Namespace, deal: pl.Deal, blinds: Sequence[Fraction]) -> Report:
    """The stacks at which each hand is pushed and called."""
    given = {"step": arguments.step, "maximum": arguments.max}
    given = {name: amount for name, amount in given.items() if amount is not None}
    stacks = pl.studies.push_fold_chart.grid(**given)
    chart = pl.studies.push_fold_chart.solve(stacks, *blinds, deal=deal)
    end = float(stacks[-1])
    scale = pl.charts.Scale(names={"inf": f"{end:g}+"}, limits=(0, end))
    answer, drawings = {}, []
    for player, (action, does) in enumerate(_PLAYERS.items()):
        answer[action] = chart.intervals(player)
        last = [parts[-1][1] if parts else math.nan for parts in answer[action].values()]
        top = [math.inf if stack == end else stack for stack in last]
        drawings.append(pl.charts.range_chart(top, title=f"{does} up to this stack", scale=scale))
    return answer, drawings


def _one_stack(arguments: argparse.Namespace, game: pl.Game) -> Report:
    """The equilibrium at one stack."""
    solution = pl.solvers.double_oracle.solve(game)
    answer, lines = _bracket(solution, "Value to the small blind:")
    played = map(solution.probability, (0, 1), _PLAYERS)
    drawings = [_draw(arguments, answer, *each) for each in zip(_PLAYERS, played, strict=True)]
    if arguments.exact or arguments.certificate:
        proof = pl.solvers.exact.solve(game, solution.plans)
        answer["exact"] = str(proof.value)
        lines.append(f"Exactly:                  {answer['exact']}")
        if arguments.certificate:
            _certificate(arguments, proof)
            lines.append(f"Certificate written to {arguments.certificate}")
    return answer, [*lines, *drawings]


def _against(arguments: argparse.Namespace, game: pl.Game) -> Report:
    """The best safe answer to a range."""
    player = int(getattr(arguments, "as") == "big")
    action, other = [*_PLAYERS][:: 1 - 2 * player]
    try:
        held = game.deal.range(1 - player, arguments.against)
    except ValueError as error:
        raise ValueError(f"argument --against: {error}") from None
    model = game.plan(1 - player, {other: held})
    found = pl.studies.safe_response.solve(game, player, model, arguments.risk or 0)
    answer, lines = _bracket(pl.solvers.double_oracle.solve(game), "Value to the small blind:")
    answer |= {"earns": found.earnings, "guarantees": found.guarantee}
    lines.append(f"Earns against the range:  {found.earnings:+.9f}")
    lines.append(f"Guarantees in any case:   {found.guarantee:+.9f}")
    played = found.plan[:, game.tree.sequence(player, action)]
    return answer, [*lines, _draw(arguments, answer, action, played)]


def _draw(
    arguments: argparse.Namespace, answer: dict, action: str, played: Any
) -> pl.charts.RangeChart:
    """The chart of one action at a stack, which the answer gets in numbers."""
    answer[action] = dict(zip(pl.cards.HANDS, played.tolist(), strict=True))
    title = f"{_PLAYERS[action]}, stack {pl.amounts.format_amount(arguments.stack)}"
    return pl.charts.range_chart(played, title=title, actions=action)


def _certificate(arguments: argparse.Namespace, proof: pl.solvers.exact.Certificate) -> None:
    """Write exact strategies as fractions, for :mod:`pokerlab.check` to read."""
    amounts = {name: getattr(arguments, name) for name in ("stack", "small_blind", "big_blind")}
    amounts |= {"ante": 0, "big_blind_ante": 0, "value": proof.value}
    written: dict[str, Any] = {name: str(amount) for name, amount in amounts.items()}
    for player, action in enumerate(_PLAYERS):
        chances = zip(proof.game.deal.hands[player], proof.probability(player, action), strict=True)
        written[action] = {hand: str(chance) for hand, chance in chances if chance}
    _files.write_file(arguments.certificate, (json.dumps(written, indent=1) + "\n").encode())


def _check(arguments: argparse.Namespace) -> Report:
    answer, text, arguments.complaint = pl.check.report(arguments.file)
    return answer, [text]


def _bracket(solution: pl.solutions.Bracket, title: str) -> tuple[dict, list[str]]:
    """A solution's value and the bracket that proves it: the object's keys, and two lines."""
    answer = {key: float(getattr(solution, key)) for key in ("value", "lower", "upper")}
    value, lower, upper = (f"{number:+z.9f}" for number in answer.values())
    proof = "Proven by best response:".ljust(len(title))
    return answer, [f"{title} {value}", f"{proof} {lower} to {upper}"]


def _one_round(arguments: argparse.Namespace) -> Report:
    small, big = arguments.small_blind, arguments.big_blind
    found: Any
    if arguments.raises == ["any"]:
        tolerance = arguments.tolerance or 5e-7 * float(big)
        found = pl.studies.any_raise.solve(None, small, big, tolerance)
        often, sizes = found.frequencies, [Fraction(0), *found.raises]
    else:
        sizes = sorted(_sizes(arguments.raises))
        pl.betting.one_round(sizes, small, big)
        tolerance = arguments.tolerance or 1e-10 * float(big) or 2e-10
        found = pl.studies.any_raise.solve_list(sizes, None, small, big, tolerance)
        often = pl.deals.holdem().chances(0) @ found.plans[0][:, 1:]
    answer, lines = _bracket(found, "Value to Alice:         ")
    answer["fold"], *shares = often.tolist()
    answer["sizes"] = dict(zip(map(pl.amounts.format_amount, sizes), shares, strict=True))
    names = ("call" if text == "0" else f"raise {text}" for text in answer["sizes"])
    return answer, [*lines, *_bars(dict(zip(["fold", *names], often.tolist(), strict=True)))]


def _bars(named: dict[str, float]) -> list[str]:
    """How often each action is taken, as bars, if at least once in 2,000 times."""
    width = max(map(len, named))
    often = ((action, share) for action, share in named.items() if share >= 5e-4)
    bars = (f"{name:<{width}} {share:6.1%}  {'#' * round(100 * share)}" for name, share in often)
    return ["", *map(str.rstrip, bars)]


def _no_limit(arguments: argparse.Namespace) -> Report:
    raises = "all" if arguments.raises == ["all"] else arguments.raises
    blinds_and_ante = arguments.small_blind, arguments.big_blind, arguments.ante
    tree = pl.betting.no_limit(arguments.stack, raises, *blinds_and_ante)
    decisions = sum(map(len, tree.nodes))
    usual = 1e-9 if decisions <= _MANY else 1e-6 if decisions <= 10 * _MANY else 1e-3
    game = pl.games.Game(pl.deals.holdem(), tree)
    solution = pl.solvers.solve(game, arguments.tolerance or usual)
    answer, lines = _bracket(solution, "Value to the small blind:")
    answer["opening"] = _opening(solution)
    return answer, [*lines, *_bars(answer["opening"])]


def _whole_game(arguments: argparse.Namespace) -> Report:
    whole_game, stack, big = pl.studies.whole_game, arguments.stack, arguments.big_blind
    amounts = arguments.small_blind, big, arguments.ante
    if arguments.verify and arguments.level == "0":
        raise ValueError("level: 0 given, 1 needed to verify")
    usual, level = amounts == (big / 2, big, 0), "1" if arguments.verify else arguments.level
    if level == "1" and not usual:
        raise ValueError(
            "level: 1 given, which needs a small blind of half the big one and no ante"
        )
    lower, upper = whole_game.bounds(stack, *amounts)
    known = usual and stack <= whole_game.EXACT * big
    level = int(level or known) if lower < upper else 0
    if level and known and not arguments.verify:
        upper = lower
    elif level:
        upper = min(upper, whole_game.look(stack / big)[1] * big)
    answer: dict[str, Any] = {"lower": float(lower), "upper": float(upper)}
    answer |= {"exact": lower == upper, "level": level, "value": float(lower)}
    limit = "exactly that" if lower == upper else f"at most {float(upper):+.9f}"
    return answer, [f"Push or fold is worth {float(lower):+.9f}", f"and the whole game {limit}"]


def _opening(solution: pl.solutions.Solution) -> dict[str, float]:
    """How often the first player takes each action."""
    tree = solution.game.tree
    names = tree.sequences[0][tree.information_sets[0][0].children]
    return {name: solution.frequency(0, name) for name in names}


def _river(arguments: argparse.Namespace) -> Report:
    deal = pl.deals.river(arguments.board, arguments.first, arguments.second)
    bets, raises = ([s for s in each if s != "none"] for each in (arguments.bets, arguments.raises))
    tree = pl.betting.river(arguments.pot, arguments.stack, bets, raises)
    game = pl.games.Game(deal, tree)
    solution = pl.solvers.solve(game, arguments.tolerance or 1e-8 * float(arguments.pot))
    answer, lines = _bracket(solution, "Value to the first player:")
    if arguments.exact:
        answer["exact"] = str(pl.solvers.exact.solve(game, solution.plans).value)
        lines.append(f"Exactly:                   {answer['exact']}")
    answer["opening"] = _opening(solution)
    return answer, [*lines, *_bars(answer["opening"])]


def _sizes(parts: Sequence[str]) -> list[Fraction]:
    """Read the parts of ``0,2:40`` or ``0,2:10:0.5``: numbers, and ranges with both ends."""
    sizes: list[Fraction] = []
    for part in parts:
        first, *more = (pl.amounts.parse_amount("raises", number) for number in part.split(":"))
        last, step = (*more, Fraction(1))[:2] if more else (first, Fraction(1))
        if len(more) > 2 or not 0 <= last - first < 5000 * step:
            needed = "a number or first:last[:step] needed, with at most 5,000 sizes"
            raise ValueError(f"raises: {part!r} given, {needed}")
        sizes += [first + step * n for n in range(int((last - first) / step) + 1)]
    return sizes


def _preflop(arguments: argparse.Namespace) -> Report:
    given = _settings(arguments.setting)
    digits, numbers = given.pop("pr", 6), given.pop("d", None)
    tree = pl.studies.limit.tree(**given)
    deal = pl.deals.numbers(numbers) if numbers else pl.deals.holdem()
    solution = pl.solvers.double_oracle.solve(pl.games.Game(deal, tree))
    answer = {"value": -solution.value, "lower": -solution.upper, "upper": -solution.lower}
    return answer, [pl.studies.limit.report(solution, digits)]


def _settings(words: Sequence[str]) -> dict[str, Any]:
    """Read sim.c's ``variable=value`` arguments; amounts stay as they are written."""
    given: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name not in _SETTINGS or not equals:
            allowed = ", ".join(_SETTINGS)
            raise ValueError(f"{word!r} given, variable=value needed, with one of {allowed}")
        if name in given:
            raise ValueError(f"{name}: {given[name]} and {value} given, one needed")
        given[name] = _whole(name, value, *_SETTINGS[name]) if _SETTINGS[name] else value
    return given


def _whole(name: str, given: str, least: int = 1, most: int = 10**9) -> int:
    """Read a whole number between bounds."""
    if re.fullmatch("[0-9]{1,10}", given) and least <= int(given) <= most:
        return int(given)
    raise ValueError(f"{name}: {given!r} given, a whole number from {least} to {most:,} needed")


def _shover(arguments: argparse.Namespace) -> Report:
    stack, blinds = arguments.stack, (arguments.small_blind, arguments.big_blind)
    most = 200 if arguments.method == "lp" else 2000
    if stack > most:
        raise ValueError(f"stack: {stack} given, at most {most:,} allowed")
    ties = arguments.ties
    solution = pl.stacks.shover.solve(stack, *blinds, ties=ties, method=arguments.method)
    as_small, as_big = solution.by_blind.tolist()
    answer = {"small_blind": as_small, "big_blind": as_big}
    answer |= {"start": solution.start, "method": solution.method}
    lines: list[Any] = [
        f"Probability to win the match: {solution.start:.9f}",
        f"with the small blind first:   {as_small:.9f}",
        f"with the big blind first:     {as_big:.9f}",
        f"Proven to within {solution.error:.0e}.",
    ]
    for played, blind in zip(solution.calls[stack], ("small blind", "big blind"), strict=True):
        title = f"Calls as {blind}, both stacks full"
        lines.append(pl.charts.range_chart(played, title=title, actions="call"))
    return answer, lines


def _match(arguments: argparse.Namespace) -> Report:
    stacks, blinds = arguments.stack, (arguments.small_blind, arguments.big_blind)
    stacks = [stacks[0], stacks[-1]]
    if max(stacks) > 2000:
        raise ValueError(f"stack: {max(stacks)} given, at most 2,000 allowed")
    tolerance = arguments.tolerance or (1e-9 if sum(stacks) <= _MANY_CHIPS else 1e-6)
    solution = pl.stacks.match.Match(sum(stacks), *blinds).solve(tolerance)
    found = [array[stacks[0], 0] for array in (solution.win, solution.lower, solution.upper)]
    answer = dict(zip(("small_blind", "lower", "upper"), map(float, found), strict=True))
    lines: list[Any] = [
        f"Probability that the small blind wins the match: {found[0]:.9f}",
        f"Proven by best replies:                          {found[1]:.9f} to {found[2]:.9f}",
    ]
    for blind, action, stack in zip((0, 1), _PLAYERS, stacks, strict=True):
        title, shares = f"{_PLAYERS[action]}, {stack} chips", solution.play[stack, blind]
        lines.append(pl.charts.range_chart(shares, title=title, actions=action))
    return answer, lines


def _egg_drop(arguments: argparse.Namespace) -> Report:
    floors = arguments.floors
    eggs = min(arguments.eggs, floors.bit_length())  # more are never dropped
    drops = floors * (floors + 1) // 2 * eggs
    if drops > 2_000_000:
        raise ValueError(f"floors: {floors} given, {drops:,} moves, at most 2,000,000 allowed")
    expected, first = pl.stochastic.egg_drop(floors, eggs)
    lines = f"Expected drops: {expected:.6f}", f"First drop from floor {first} of {floors}"
    return {"expected_drops": expected, "first_floor": first}, lines


#: How each kind of argument is read, after its name; all others stay text.
_READERS: dict[str, Callable[[str, str], Any]] = {
    "CHIPS": lambda name, given: pl.amounts.parse_amount(name, given),
    "WIDTH": lambda name, given: float(pl.amounts.parse_amount(name, given, above=0)),
    "SIZES": lambda name, given: given.lower().split(","),
    "N": _whole,
    "N[,N]": lambda name, given: [_whole(name, stack) for stack in given.split(",", 1)],
}


def _parser() -> argparse.ArgumentParser:
    """Build the parser of the whole command from its table."""
    parser = _Parser(prog="pokerlab", description="Heads-up hold'em with few chips, solved.")
    parser.add_argument("--version", action="version", version=f"pokerlab {pl.__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for block in re.split(r"\n(?=\S)", _COMMANDS.strip()):
        head, *rows, shown = (" ".join(row.split()) for row in re.split(r"\n {4}(?=\S)", block))
        name, _, summary = head.partition(": ")
        told, example = summary[0].upper() + summary[1:], f"example: pokerlab {name} {shown[2:]}"
        added = commands.add_parser(name, help=summary, description=f"{told}.", epilog=example)
        added.add_argument("--json", action="store_true", help="print one JSON object")
        kinds = {}
        for row in rows:
            flag, kind, needed, default, text = re.fullmatch(_ROW, row).groups()  # type: ignore
            options: dict[str, Any] = {"help": text.replace("%", "%%"), "default": default}
            options["help"] += " (default: %(default)s)" if default else ""
            if kind is None:
                options |= {"action": "store_true", "default": False}
            else:
                options |= {"choices": kind.split("|")} if "|" in kind else {"metavar": kind}
            if flag:
                options |= {"required": True} if needed else {}
            elif not needed:
                options["nargs"] = "?" if default else "*"
            kinds[added.add_argument(flag or kind.lower(), **options).dest] = kind
        run = globals()[f"_{name.replace('-', '_')}"]
        added.set_defaults(run=run, prog=added.prog, complaint=None, kinds=kinds)
    return parser


def _fail(prog: str, complaint: object, status: int) -> int:
    """Complain in one line, where standard error is open; return the exit status."""
    if sys.stderr:
        with suppress(OSError):
            print(f"{prog}: {' '.join(str(complaint).split())}", file=sys.stderr, flush=True)
    return status


def _print(text: str) -> None:
    """Print an answer, with codes for the characters that standard output does not know."""
    encoding = sys.stdout.encoding or "utf-8"
    try:
        print(text.encode(encoding, "backslashreplace").decode(encoding), flush=True)
    except OSError:  # of which Python would say more when it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def main(argv: list[str] | None = None) -> int:
    """Run the ``pokerlab`` command with these arguments, by default those of the process.

    Returns the exit status: 0; 1 if a file, a package, memory or floats failed, or a certificate
    is false; 2 for bad input.
    """
    prog, complaint = "pokerlab", None
    try:
        if sys.stdout is None:
            raise OSError("standard output is closed")
        arguments = _parser().parse_args(argv)
        prog = arguments.prog
        for name, kind in arguments.kinds.items():
            given = getattr(arguments, name)
            if given == [] and name != "setting":  # of `--name=--`
                raise ValueError(f"argument --{name.replace('_', '-')}: '--' given, a value needed")
            if kind in _READERS and given is not None:
                setattr(arguments, name, _READERS[kind](name, given))
        answer, parts = arguments.run(arguments)
        if arguments.json:  # its zeros have no minus
            plus = json.loads(json.dumps(answer), parse_float=lambda number: float(number) + 0.0)
            parts = [json.dumps(plus)]
        _print("\n".join(part if isinstance(part, str) else f"\n{part}" for part in parts))
        complaint = arguments.complaint
    except BrokenPipeError:
        return 1
    except ValueError as error:
        return _fail(prog, error, 2)
    except (OSError, ArithmeticError, ImportError, MemoryError, RuntimeError) as error:
        return _fail(prog, str(error) or type(error).__name__, 1)
    return _fail(prog, complaint, 1) if complaint else 0
