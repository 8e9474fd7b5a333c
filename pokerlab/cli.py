"""The ``pokerlab`` command: results for people, or one JSON object with ``--json``.

Bad input gets one line on standard error, which names the argument, the value and what is allowed,
and exit status 2. Trouble with files or arithmetic gets one line, and status 1 (2 from ``check``).
"""

from __future__ import annotations

import argparse
import json
import math
import os
import reprlib
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn

import pokerlab as pl

if TYPE_CHECKING:
    from pokerlab.charts import RangeChart
    from pokerlab.solutions import Solution
    from pokerlab.solvers.exact import Certificate
    from pokerlab.studies.any_raise import Bounds

Report = tuple[dict, str]  # the object for ``--json``, and the text for people
_Answer = tuple[dict, list["RangeChart"], list[str]]  # the object, drawings, and what is above them

_MANY = 400  # decisions beyond which no more digits are asked for than averages find
_MOST_SIZES = 5000
_POT_SHARE = 1e-8  # of the pot: how wide the bracket of a river may be
_MANY_CHIPS = 200  # beyond which matches may last so long that rounding adds up
_PLAYERS = {"push": "Small blind pushes", "call": "Big blind calls"}
# The variables of sim.c, and between which whole numbers they lie if they are no amounts.
_SETTINGS: dict[str, Any] = {"nr": (1, 100), "r": None, "an": None, "bl": None}
_SETTINGS |= {"lim": (0, 1), "liv": (0, 1), "pr": (1, 15), "d": (1, 1000)}
# Options of push-fold that have no meaning beside one another.
_CLASHES = [("exact", "chart"), ("certificate", "chart"), ("certificate", "no_card_removal")]
_CLASHES += [("step", "stack"), ("max", "stack"), ("against", "chart")]
_CLASHES += [("against", "exact"), ("against", "certificate")]


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
    return answer, "\n".join([*lines, f"{', '.join(counts)} of {result.total:,}"])


def _equities(arguments: argparse.Namespace) -> Report:
    if not arguments.rebuild:
        digest = pl.equities.verify()
        return {"sha256": digest}, f"The shipped table is intact\nsha256 {digest}"
    start = time.perf_counter()
    sha256 = pl.enumeration.rebuild()
    seconds, same = time.perf_counter() - start, sha256 == pl.equities.SHA256
    if not same:
        needed = f"sha256 {sha256} enumerated, pokerlab.equities.SHA256 {pl.equities.SHA256} needed"
        arguments.complaint = f"{needed}; nothing was written"
    answer = {"seconds": round(seconds, 3), "sha256": sha256, "matches_shipped": same}
    return answer, (
        f"All 1326 x 1326 match-ups enumerated in {seconds:.1f} s: "
        f"{'' if same else 'NOT '}the same as the shipped table\nsha256 {sha256}"
    )


def _push_fold(arguments: argparse.Namespace) -> Report:
    given = {name for name, value in vars(arguments).items() if value not in (None, False)}
    for one, other in _CLASHES:
        if {one, other} <= given:
            raise ValueError(f"argument --{one}: not allowed with --{other.replace('_', '-')}")
    for name in ("risk", "as"):
        if name in given and "against" not in given:
            raise ValueError(f"argument --{name}: not allowed without --against")
    from pokerlab._files import check_file

    blinds = _amounts(arguments, "small_blind", "big_blind")
    for name in sorted(given & {"certificate", "against"}):
        (stack,) = _amounts(arguments, "stack")
        if stack <= blinds[1]:
            needed = f"more than the big blind, {blinds[1]}, needed with --{name}"
            raise ValueError(f"stack: {arguments.stack} given, {needed}")
    if arguments.certificate is not None:
        check_file(arguments.certificate)
        if os.path.realpath(arguments.certificate) == os.path.realpath(arguments.output or "."):
            needed = "a file other than --output's needed"
            raise ValueError(f"certificate: {arguments.certificate} given, {needed}")
    if arguments.output is not None:
        pl.charts.check_path(arguments.output, "output")
    solve = _chart if arguments.chart else _one_stack
    solve = solve if arguments.against is None else _against
    answer, drawings, heading = solve(arguments, *blinds)
    if arguments.output is not None:
        pl.charts.row(*drawings).save(arguments.output)
        return answer, "\n".join([*heading, f"Charts written to {arguments.output}"])
    return answer, _drawn(heading, drawings)


def _chart(arguments: argparse.Namespace, small: Fraction, big: Fraction) -> _Answer:
    """The stacks at which each hand is pushed and called: the object, drawings, and no heading."""
    given = {"step": arguments.step, "maximum": arguments.max}
    stacks = pl.studies.push_fold_chart.grid(
        **{key: text for key, text in given.items() if text is not None}
    )
    deal = pl.deals.holdem(card_removal=not arguments.no_card_removal)
    chart = pl.studies.push_fold_chart.solve(stacks, small, big, deal=deal)
    end = float(stacks[-1])
    scale = pl.charts.Scale(names={"inf": f"{end:g}+"}, limits=(0, end))
    answer, drawings = {}, []
    for player, action in enumerate(_PLAYERS):
        answer[action] = chart.intervals(player)
        top, gaps = {}, {}
        for hand, parts in answer[action].items():
            last = parts[-1][1] if parts else math.nan
            top[hand] = math.inf if last == end else last
            if len(parts) > 1:
                gaps[hand] = "at stacks " + ", ".join(f"{a:g} to {b:g}" for a, b in parts)
        title = f"{_PLAYERS[action]} up to this stack"
        drawings.append(pl.charts.range_chart(top, title=title, scale=scale, notes=gaps))
    return answer, drawings, []


def _one_stack(arguments: argparse.Namespace, small: Fraction, big: Fraction) -> _Answer:
    """The equilibrium at one stack: the object, its drawings, and what is printed above them."""
    tree = pl.betting.push_fold(arguments.stack, small, big)
    deal = pl.deals.holdem(card_removal=not arguments.no_card_removal)
    solution = pl.solvers.double_oracle.solve(pl.games.Game(deal, tree))
    answer, heading = _bracket(solution, "Value to the small blind:")
    drawings = []
    for player, action in enumerate(_PLAYERS):
        played = solution.probability(player, action)
        answer[action] = dict(zip(deal.hands[player], played.tolist(), strict=True))
        title = f"{_PLAYERS[action]}, stack {arguments.stack}"
        drawings.append(pl.charts.range_chart(played, title=title, actions=action))
    if arguments.exact or arguments.certificate:
        proof = pl.solvers.exact.solve(solution.game, solution.plans)
        answer["exact"] = str(proof.value)
        heading.append(f"Exactly:                  {answer['exact']}")
        if arguments.certificate:
            _certificate(arguments, proof)
            heading.append(f"Certificate written to {arguments.certificate}")
    return answer, drawings, heading


def _against(arguments: argparse.Namespace, small: Fraction, big: Fraction) -> _Answer:
    """The best safe answer to a range: the object, one drawing, and what is printed above it."""
    tree = pl.betting.push_fold(arguments.stack, small, big)
    deal = pl.deals.holdem(card_removal=not arguments.no_card_removal)
    game, player = pl.games.Game(deal, tree), int(getattr(arguments, "as") == "big")
    action, other = [*_PLAYERS][:: 1 - 2 * player]
    try:
        held = deal.range(1 - player, arguments.against)
    except ValueError as error:
        raise ValueError(f"argument --against: {error}") from None
    risk = "0" if arguments.risk is None else arguments.risk
    model = game.plan(1 - player, {other: held})
    found = pl.studies.safe_response.solve(game, player, model, risk)
    solution = pl.solvers.double_oracle.solve(game)
    answer, heading = _bracket(solution, "Value to the small blind:")
    answer |= {"earns": found.earnings, "guarantees": found.guarantee}
    heading += [
        f"Earns against the range:  {found.earnings:+.9f}",
        f"Guarantees in any case:   {found.guarantee:+.9f}",
    ]
    played = found.plan[:, tree.sequence(player, action)]
    answer[action] = dict(zip(deal.hands[player], played.tolist(), strict=True))
    title = f"{_PLAYERS[action]}, stack {arguments.stack}"
    return answer, [pl.charts.range_chart(played, title=title, actions=action)], heading


def _certificate(arguments: argparse.Namespace, proof: Certificate) -> None:
    """Write exact strategies as fractions, for :mod:`pokerlab.check` to read."""
    from pokerlab._files import write_file

    names = "stack", "small_blind", "big_blind"
    amounts = dict(zip(names, map(str, _amounts(arguments, *names)), strict=True))
    written: dict[str, Any] = amounts | {"ante": "0", "big_blind_ante": "0"}
    written["value"] = str(proof.value)
    for player, action in enumerate(_PLAYERS):
        chances = zip(proof.game.deal.hands[player], proof.probability(player, action), strict=True)
        written[action] = {hand: str(chance) for hand, chance in chances if chance}
    write_file(arguments.certificate, (json.dumps(written, indent=1) + "\n").encode())


def _check(arguments: argparse.Namespace) -> Report:
    answer, text, arguments.complaint = pl.check.report(arguments.file)
    return answer, text


def _bracket(solution: Solution | Bounds, title: str) -> tuple[dict, list[str]]:
    """A solution's value and the bracket that proves it: the object's keys, and two lines."""
    answer = {key: float(getattr(solution, key)) for key in ("value", "lower", "upper")}
    # The zero has no minus.
    value, lower, upper = (f"{round(number, 9) + 0.0:+.9f}" for number in answer.values())
    proof = "Proven by best response:".ljust(len(title))
    return answer, [f"{title} {value}", f"{proof} {lower} to {upper}"]


def _amounts(arguments: argparse.Namespace, *names: str) -> list[Fraction]:
    """Read amounts of chips."""
    return [pl.amounts.parse_amount(name, getattr(arguments, name)) for name in names]


def _tolerance(arguments: argparse.Namespace, usual: float) -> float:
    """Read the tolerance, if one is given."""
    given = arguments.tolerance
    return usual if given is None else float(pl.amounts.parse_amount("tolerance", given, above=0))


def _one_round(arguments: argparse.Namespace) -> Report:
    small, big = _amounts(arguments, "small_blind", "big_blind")
    listed = arguments.raises != "any"
    sizes = _sizes(arguments.raises) if listed else [Fraction(0)]
    pl.betting.one_round(sizes, small, big)
    if listed:
        tolerance = _tolerance(arguments, 1e-10 * float(big) or 2e-10)
        solution = pl.studies.any_raise.solve_list(sizes, None, small, big, tolerance)
        often = pl.deals.holdem().chances(0) @ solution.plans[0][:, 1:]
        names = list(solution.game.tree.sequences[0][1:])
    else:
        tolerance = _tolerance(arguments, 5e-7 * float(big))
        solution = pl.studies.any_raise.solve(None, small, big, tolerance)
        often, sizes = solution.frequencies, [Fraction(0), *solution.raises]
        names = ["fold", "call", *(f"raise {pl.amounts.format_amount(r)}" for r in solution.raises)]
    answer, lines = _bracket(solution, "Value to Alice:         ")
    named = dict(zip(names, often.tolist(), strict=True))
    answer["fold"] = named["fold"]
    texts = [pl.amounts.format_amount(size) for size in sorted(sizes)]
    answer["sizes"] = {text: named["call" if text == "0" else f"raise {text}"] for text in texts}
    return answer, "\n".join([*lines, "", *_bars(named)])


def _bars(named: dict[str, float]) -> list[str]:
    """How often each action is taken, as bars; small ones are counted only."""
    shown = {action: share for action, share in named.items() if share >= 5e-4}
    width = max(map(len, named))
    lines = [
        f"{action:<{width}} {share:6.1%}  {'#' * round(100 * share)}".rstrip()
        for action, share in shown.items()
    ]
    if len(shown) < len(named):
        lines.append(f"{len(named) - len(shown)} of the {len(named)} actions less than 0.05% each")
    return lines


def _no_limit(arguments: argparse.Namespace) -> Report:
    raises = arguments.raises if arguments.raises == "all" else arguments.raises.split(",")
    blinds_and_ante = arguments.small_blind, arguments.big_blind, arguments.ante
    tree = pl.betting.no_limit(arguments.stack, raises, *blinds_and_ante)
    decisions = sum(map(len, tree.nodes))
    usual = 1e-9 if decisions <= _MANY else 1e-6 if decisions <= 10 * _MANY else 1e-3
    game = pl.games.Game(pl.deals.holdem(), tree)
    solution = pl.solvers.solve(game, _tolerance(arguments, usual))
    answer, lines = _bracket(solution, "Value to the small blind:")
    opening = tree.information_sets[0][0].children
    answer["opening"] = {name: solution.frequency(0, name) for name in tree.sequences[0][opening]}
    return answer, "\n".join([*lines, "", *_bars(answer["opening"])])


def _river(arguments: argparse.Namespace) -> Report:
    deal = pl.deals.river(arguments.board, arguments.first, arguments.second)
    bets, raises = (
        [size for size in text.split(",") if size != "none"]
        for text in (arguments.bets, arguments.raises)
    )
    tree = pl.betting.river(arguments.pot, arguments.stack, bets, raises)
    game, (pot,) = pl.games.Game(deal, tree), _amounts(arguments, "pot")
    solution = pl.solvers.solve(game, _tolerance(arguments, _POT_SHARE * float(pot)))
    answer, lines = _bracket(solution, "Value to the first player:")
    if arguments.exact:
        answer["exact"] = str(pl.solvers.exact.solve(game, solution.plans).value)
        lines.append(f"Exactly:                   {answer['exact']}")
    opening = tree.information_sets[0][0].children
    answer["opening"] = {name: solution.frequency(0, name) for name in tree.sequences[0][opening]}
    chart = pl.charts.decision_chart(solution, 0)
    return answer, _drawn([*lines, "", *_bars(answer["opening"])], [chart])


def _sizes(text: str) -> list[Fraction]:
    """Read raises such as ``0,2:40`` or ``0,2:10:0.5``: numbers, and ranges with both ends."""
    sizes: list[Fraction] = []
    for part in text.split(","):
        first, *more = (pl.amounts.parse_amount("raises", number) for number in part.split(":"))
        last, step = (*more, Fraction(1))[:2] if more else (first, Fraction(1))
        if len(more) > 2 or step <= 0 or last < first:
            needed = "a number or first:last[:step] needed, last at least first and step above 0"
            raise ValueError(f"raises: {part!r} given, {needed}")
        count = int((last - first) / step) + 1
        if len(sizes) + count > _MOST_SIZES:
            raise ValueError(f"raises: {part!r} given, at most {_MOST_SIZES:,} sizes allowed")
        sizes += [first + step * n for n in range(count)]
    return sizes


def _preflop(arguments: argparse.Namespace) -> Report:
    given = _settings(arguments.settings)
    digits, numbers = given.pop("pr", 6), given.pop("d", None)
    tree = pl.studies.limit.tree(**given)
    deal = pl.deals.numbers(numbers) if numbers else pl.deals.holdem()
    solution = pl.solvers.double_oracle.solve(pl.games.Game(deal, tree))
    answer = {"value": -solution.value, "lower": -solution.upper, "upper": -solution.lower}
    return answer, pl.studies.limit.report(solution, digits)


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
    with suppress(ValueError):  # of more digits than Python reads
        if given.isascii() and given.isdecimal() and least <= int(given) <= most:
            return int(given)
    raise ValueError(f"{name}: {given!r} given, a whole number from {least} to {most:,} needed")


def _shover(arguments: argparse.Namespace) -> Report:
    slow = arguments.exact or arguments.method == "lp"
    stack = _whole("stack", arguments.stack, most=200 if slow else 2000)
    small, big = (_whole(name, getattr(arguments, name)) for name in ("small_blind", "big_blind"))
    solution = pl.stacks.shover.solve(
        stack, small, big, ties=arguments.ties, method=arguments.method
    )
    as_small, as_big = solution.by_blind.tolist()
    answer = {"small_blind": as_small, "big_blind": as_big}
    answer |= {"start": solution.start, "method": solution.method}
    lines = [
        f"Probability to win the match: {solution.start:.9f}",
        f"with the small blind first:   {as_small:.9f}",
        f"with the big blind first:     {as_big:.9f}",
        f"Proven to within {solution.error:.0e}.",
    ]
    if arguments.exact:
        sys.set_int_max_str_digits(0)  # it has thousands
        start = pl.stacks.shover.solve_exactly(stack, small, big, ties=arguments.ties)[stack].mean()
        answer["exact"] = str(start)
        lines.append(f"Exactly: {'/'.join(map(reprlib.repr, start.as_integer_ratio()))}")
    drawings = []
    for played, blind in zip(solution.calls[stack], ("small blind", "big blind"), strict=True):
        title = f"Calls as {blind}, both stacks full"
        drawings.append(pl.charts.range_chart(played, title=title, actions="call"))
    return answer, _drawn(lines, drawings)


def _match(arguments: argparse.Namespace) -> Report:
    stacks = [_whole("stack", number, most=2000) for number in arguments.stack.split(",", 1)]
    stacks = [stacks[0], stacks[-1]]
    small, big = (_whole(name, getattr(arguments, name)) for name in ("small_blind", "big_blind"))
    tolerance = _tolerance(arguments, 1e-9 if sum(stacks) <= _MANY_CHIPS else 1e-6)
    solution = pl.stacks.match.Match(sum(stacks), small, big).solve(tolerance)
    found = [array[stacks[0], 0] for array in (solution.win, solution.lower, solution.upper)]
    answer = dict(zip(("small_blind", "lower", "upper"), map(float, found), strict=True))
    lines = [
        f"Probability that the small blind wins the match: {found[0]:.9f}",
        f"Proven by best replies:                          {found[1]:.9f} to {found[2]:.9f}",
    ]
    drawings = []
    for blind, action, stack in zip((0, 1), _PLAYERS, stacks, strict=True):
        title, shares = f"{_PLAYERS[action]}, {stack} chips", solution.play[stack, blind]
        drawings.append(pl.charts.range_chart(shares, title=title, actions=action))
    return answer, _drawn(lines, drawings)


def _egg_drop(arguments: argparse.Namespace) -> Report:
    floors, eggs = _whole("floors", arguments.floors), _whole("eggs", arguments.eggs)
    eggs = min(eggs, floors.bit_length())  # more are never dropped
    drops = floors * (floors + 1) // 2 * eggs
    if drops > 2_000_000:
        raise ValueError(f"floors: {floors} given, {drops:,} moves, at most 2,000,000 allowed")
    expected, first = pl.stochastic.egg_drop(floors, eggs)
    text = f"Expected drops: {expected:.6f}\nFirst drop from floor {first} of {floors}"
    return {"expected_drops": expected, "first_floor": first}, text


def _drawn(lines: Sequence[str], drawings: Sequence[RangeChart]) -> str:
    """Lines, and charts below them."""
    return "\n".join([*lines, *("\n" + drawing.ansi() for drawing in drawings)])


def _parser() -> argparse.ArgumentParser:
    """Build the parser of the whole command."""
    parser = _Parser(prog="pokerlab", description="Heads-up hold'em, solved.")
    parser.add_argument("--version", action="version", version=f"pokerlab {pl.__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def command(name: str, run: Callable, summary: str, *examples: str) -> Any:
        """Add the subcommand `name`, answered by `run`; return what adds arguments to it."""
        lines = [f"  pokerlab {name} {example}".rstrip() for example in examples]
        added = commands.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            epilog="\n".join(["examples:", *lines]),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        added.add_argument("--json", action="store_true", help="print one JSON object")
        added.set_defaults(run=run, prog=added.prog, complaint=None)
        return added.add_argument

    def add_blinds(add: Callable, small: str, big: str) -> None:
        for name, default in ("small", small), ("big", big):
            text = f"the {name} blind (default: {default})"
            add(f"--{name}-blind", default=default, metavar="CHIPS", help=text)

    effective = "effective stack, in the unit of the blinds"
    summary = "the exact equity of one hand, combo or range against another"
    add = command("equity", _equity, summary, "AKs QQ", "AcKd 7h7s", '"TT+,AQs+:0.5"')
    notation = "hands (QQ, AKs, AKo, AK), combos (AcKd), ranges (22+,A2s+,KTo+,T9s-54s,AKs:0.5)"
    add("hand", metavar="HAND", help=f"{notation} or random")
    text = "the opponent's hand, combo or range (default: random)"
    add("opponent", metavar="OPPONENT", nargs="?", default="random", help=text)

    summary = "check the table of all equities, or compute it anew"
    add = command("equities", _equities, summary, "", "--rebuild")
    add("--rebuild", action="store_true", help="count over all boards and write the table")

    summary = "the equilibrium of push or fold at one stack, or a chart over stacks"
    examples = ["--stack 10", "--stack 8.5 --output ranges.svg", "--chart --step 0.5 --max 15"]
    written = "--stack 10 --certificate certificate.json"
    against = '--stack 10 --against "66+,A9s+" --risk 0.001'
    add = command("push-fold", _push_fold, summary, *examples, written, against)
    what = add.__self__.add_mutually_exclusive_group(required=True)
    what.add_argument("--stack", metavar="CHIPS", help=effective)
    text = "chart the stacks up to which each hand is played"
    what.add_argument("--chart", action="store_true", help=text)
    text = "step between the stacks of the chart, at most 10,000 of them (default: 0.1)"
    add("--step", metavar="CHIPS", help=text)
    add("--max", metavar="CHIPS", help="largest stack of the chart (default: 20)")
    add_blinds(add, "0.5", "1")
    add("--exact", action="store_true", help="print the value as a fraction, too")
    text = "write both strategies and the value as fractions, for others to check"
    add("--certificate", metavar="FILE", help=text)
    text = "the best answer to a range with which the opponent calls or, with --as big, pushes"
    add("--against", metavar="RANGE", help=text)
    text = "how far the answer's guarantee may fall below the value (default: 0)"
    add("--risk", metavar="CHIPS", help=text)
    add("--as", choices=["small", "big"], help="the blind that answers (default: small)")
    add("--no-card-removal", action="store_true", help="deal the two hands independently")
    add("--output", metavar="FILE", help="save the charts to an .svg file")

    summary = "check a certificate of push or fold, in fractions"
    add = command("check", _check, summary, "certificate.json")
    add("file", metavar="FILE", help="a file from push-fold --certificate or from the explorer")

    summary = "one round of betting without stacks: Alice raises, Bob calls or folds"
    examples = ["--raises 0,2:40", "--raises 0,4:12:0.5 --json", "--raises any --tolerance 0.001"]
    add = command("one-round", _one_round, summary, *examples)
    text = "by how much Alice may raise: numbers and ranges first:last[:step], 0 for a call; "
    text += "or any, for a call and every real raise from the big blind up"
    add("--raises", type=str.lower, required=True, metavar="SIZES", help=text)
    add_blinds(add, "1", "2")
    text = "stop when the bracket is no wider (default: 2e-10, or 5e-7 big blinds for any)"
    add("--tolerance", metavar="CHIPS", help=text)

    summary = "no-limit betting before the flop: raises, re-raises and all-in"
    examples = [
        "--stack 10",
        "--stack 20 --raises 2x,pot --tolerance 1e-4",
        "--stack 5 --raises all --json",
    ]
    add = command("no-limit", _no_limit, summary, *examples)
    add("--stack", required=True, metavar="CHIPS", help=effective)
    text = "raises besides the all-in: to multiples of a bet, or by the pot; or all, to every "
    text += "whole number of chips (default: 2.5x,3x,3.5x,4x)"
    add("--raises", type=str.lower, default="2.5x,3x,3.5x,4x", metavar="SIZES", help=text)
    add_blinds(add, "0.5", "1")
    add("--ante", default="0", metavar="CHIPS", help="each player's ante (default: 0)")
    text = f"stop when the bracket is no wider (default: 1e-9; 1e-6 beyond {_MANY} decisions, "
    text += f"1e-3 beyond {10 * _MANY:,})"
    add("--tolerance", metavar="CHIPS", help=text)

    summary = "the last round of betting: two ranges on a board of five cards"
    spot = "--board Td9d6hQc2s --first 66+,A8s+ --second 22-TT,T9s+ --pot 200 --stack 900"
    add = command("river", _river, summary, f"{spot} --bets 60%,100% --raises 2.5x")
    add("--board", required=True, metavar="CARDS", help="five cards, such as Td9d6hQc2s")
    text = "the {} player's range (default: any two cards)"
    add("--first", metavar="RANGE", help=text.format("first"))
    add("--second", metavar="RANGE", help=text.format("second"))
    text = "chips in the middle, half of them from each player"
    add("--pot", required=True, metavar="CHIPS", help=text)
    add("--stack", required=True, metavar="CHIPS", help="chips in front of each player")
    text = "bets besides the all-in: parts of the pot (60%%, 1/3), pot, or none (default: 60%%)"
    add("--bets", type=str.lower, default="60%", metavar="SIZES", help=text)
    text = "raises besides the all-in: to multiples of a bet, or by the pot; or none"
    add("--raises", type=str.lower, default="2.5x", metavar="SIZES", help=f"{text} (default: 2.5x)")
    add("--exact", action="store_true", help="print the value as a fraction, too")
    text = "stop when the bracket is no wider (default: 1e-8 of the pot)"
    add("--tolerance", metavar="CHIPS", help=text)

    summary = "limit or pot-limit betting before the flop, with the variables of sim.c"
    add = command("preflop", _preflop, summary, "nr=2", "nr=2 lim=0", "d=4 liv=0")
    text = (
        "nr: actions of each player, except those that end the betting (default: 1); r: size of a "
        "raise (1), in pots if lim=0; an: each player's ante (0.5); bl: what the big blind adds "
        "(r/2); lim=0: pot limit; liv=0: the big blind may not act after a call; pr: digits to "
        "print (6); d: numbers 0 to d-1 instead of hold'em, with d up to 1,000"
    )
    add("settings", nargs="*", metavar="VARIABLE=VALUE", help=text)

    summary = "the best play against an opponent who moves all-in on every hand"
    examples = ["--stack 100", "--stack 20 --ties won --method lp"]
    add = command("shover", _shover, summary, *examples)
    text = "each player's chips, up to 2,000, or 200 with lp or --exact (default: 100)"
    add("--stack", default="100", metavar="CHIPS", help=text)
    add_blinds(add, "1", "2")
    text = "a tied showdown returns the chips, is half a win, or a win (default: returned)"
    add("--ties", choices=["returned", "half", "won"], default="returned", help=text)
    text = "policy iteration, or the linear program (default: policy)"
    add("--method", choices=["policy", "lp"], default="policy", help=text)
    add("--exact", action="store_true", help="print the probability as a fraction, too")

    summary = "a match between equals: push or fold until one of them has all chips"
    examples = ["--stack 40 --small-blind 3 --big-blind 6", "--stack 20,10 --json"]
    add = command("match", _match, summary, *examples)
    text = "each player's chips, up to 2,000, or the small blind's and the big blind's"
    add("--stack", required=True, metavar="CHIPS[,CHIPS]", help=text)
    add_blinds(add, "1", "2")
    text = "stop when the bracket is no wider, in probability (default: 1e-9; 1e-6 beyond "
    add("--tolerance", metavar="WIDTH", help=f"{text}{_MANY_CHIPS} chips)")

    summary = "the fewest expected drops to find the floor from which eggs break"
    add = command("egg-drop", _egg_drop, summary, "--floors 100 --eggs 2")
    add("--floors", default="100", metavar="N", help="number of floors (default: 100)")
    add("--eggs", default="2", metavar="N", help="number of eggs (default: 2)")
    return parser


def _fail(prog: str, complaint: object, status: int) -> int:
    """Complain in one line; return the exit status."""
    print(f"{prog}: {' '.join(str(complaint).split())}", file=sys.stderr)
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
    is false; 2 for bad input; 130 if interrupted.
    """
    prog, complaint = "pokerlab", None
    try:
        if sys.stdout is None:
            raise OSError("standard output is closed")
        arguments = _parser().parse_args(argv)
        prog = arguments.prog
        answer, text = arguments.run(arguments)
        if arguments.json:  # its zeros have no minus
            plus = json.loads(json.dumps(answer), parse_float=lambda number: float(number) + 0.0)
            text = json.dumps(plus)
        _print(text)
        complaint = arguments.complaint
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 1
    except ValueError as error:
        return _fail(prog, error, 2)
    except (OSError, ArithmeticError, ImportError, MemoryError, RuntimeError) as error:
        return _fail(prog, str(error) or type(error).__name__, 1)
    return _fail(prog, complaint, 1) if complaint else 0
