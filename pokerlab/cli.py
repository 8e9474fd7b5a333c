"""The ``pokerlab`` command: results for people, or one JSON object with ``--json``.

Bad input gets one line on standard error, which names the argument, the value and what is
allowed, and exit status 2, before any work is done. What goes wrong with files, with the memory or
where arithmetic gives out gets one line and exit status 1. Work that takes more than a few seconds
says in one line what it is, or shows on a terminal how far it is.
"""

import argparse
import json
import math
import os
import re
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, NoReturn, TextIO

import pokerlab

if TYPE_CHECKING:
    from pokerlab.charts import RangeChart

Report = tuple[dict, str]
"""What a call answers: the object for ``--json``, and the text for people."""


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {_one_line(message)} (see {self.prog} --help)\n")


def _one_line(message: object) -> str:
    """Say in one line what may quote an argument of any length, with any characters in it."""
    text = str(message)
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST // 2]} ... {text[-_LONGEST // 2 :]}"
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )


_LONGEST = 1000


def _work_on(arguments: argparse.Namespace, task: str, bar: bool = False) -> None:
    """Note what is being done, and whether a terminal shows how far it is."""
    arguments.task, arguments.bar = task, bar


def _announce(arguments: argparse.Namespace) -> None:
    """Say what is being done, unless a bar on the terminal does."""
    if not (arguments.bar and sys.stderr.isatty()):
        _fail(arguments.prog, f"still at work on {arguments.task}", 0)


_PATIENCE = 5.0
"""After how many seconds to say what is being done."""


def _equity(arguments: argparse.Namespace) -> Report:
    from pokerlab import equities

    hand, opponent = (" ".join(text.split()) for text in (arguments.hand, arguments.opponent))
    result = equities.matchup(hand, opponent)
    answer = {
        "win": result.win,
        "tie": result.tie,
        "lose": result.lose,
        "equity": float(result.equity),
    }
    width = max(len(hand), len(opponent))
    lines = [
        f"{name:<{width}}  {float(share):8.4%}"
        for name, share in [(hand, result.equity), (opponent, 1 - result.equity)]
    ]
    counts = [
        f"{label} {count:,} ({count / result.total:.4%})"
        for label, count in [("win", result.win), ("tie", result.tie), ("lose", result.lose)]
    ]
    return answer, "\n".join([*lines, f"{', '.join(counts)} of {result.total:,}"])


def _equities(arguments: argparse.Namespace) -> Report:
    from pokerlab import equities

    if arguments.rebuild:
        _work_on(arguments, "all boards of 1326 x 1326 match-ups", bar=True)
        built = equities.rebuild()
        answer = {
            "seconds": round(built.seconds, 3),
            "sha256": built.sha256,
            "matches_shipped": built.matches_shipped,
        }
        text = (
            f"All 1326 x 1326 match-ups enumerated in {built.seconds:.1f} s: "
            f"{'' if built.matches_shipped else 'NOT '}the same as the shipped table\n"
            f"sha256 {built.sha256}"
        )
        if not built.matches_shipped:
            arguments.complaint = (
                f"sha256 {built.sha256} enumerated, {equities.SHA256} needed; nothing was written: "
                "if the counts are meant to change, change pokerlab.equities.SHA256 first"
            )
        return answer, text
    digest = equities.verify()
    return {"sha256": digest}, f"The shipped table is intact\nsha256 {digest}"


def _push_fold(arguments: argparse.Namespace) -> Report:
    if arguments.chart and arguments.exact:
        raise ValueError("argument --exact: not allowed with --chart")
    if not arguments.chart and not arguments.step is arguments.max is None:
        raise ValueError("argument --step, --max: allowed with --chart only")
    if arguments.output is not None:
        import logging

        from pokerlab import charts

        charts.check_path(arguments.output, "output")
        logging.getLogger("matplotlib").setLevel(logging.ERROR)  # not where it keeps its cache
    blinds = [_amount(name, getattr(arguments, name)) for name in ("small_blind", "big_blind")]
    answer, drawings, heading = (_chart if arguments.chart else _one_stack)(arguments, *blinds)
    if arguments.output is not None:
        charts.row(*drawings).save(arguments.output)
        return answer, "\n".join([*heading, f"Charts written to {_one_line(arguments.output)}"])
    return answer, "\n\n".join([*heading, *(drawing.ansi(_color()) for drawing in drawings)])


_Answer = tuple[dict, list["RangeChart"], list[str]]


def _chart(arguments: argparse.Namespace, small_blind: Fraction, big_blind: Fraction) -> _Answer:
    """The stacks at which each hand is pushed and called: the object, drawings, and no heading."""
    step = _amount("step", "0.1" if arguments.step is None else arguments.step)
    largest = _amount("max", "20" if arguments.max is None else arguments.max)
    if not 0 < step <= largest:
        raise ValueError(f"step: {arguments.step} given, more than 0 and at most --max needed")
    _work_on(arguments, f"{largest // step:,} stacks", bar=True)
    from pokerlab import deals
    from pokerlab.studies import push_fold_chart

    stacks = push_fold_chart.grid(step, largest)
    deal = deals.holdem(card_removal=not arguments.no_card_removal)
    chart = push_fold_chart.solve(stacks, small_blind, big_blind, deal=deal)
    answer = {action: chart.intervals(player) for player, action in enumerate(("push", "call"))}
    return answer, [_thresholds(action, answer[action], stacks[-1]) for action in answer], []


def _one_stack(arguments: argparse.Namespace, *blinds: Fraction) -> _Answer:
    """The equilibrium at one stack: the object, its drawings, and what is printed above them."""
    from pokerlab import deals, games, trees

    tree = trees.push_fold(_amount("stack", arguments.stack), *blinds)
    _work_on(arguments, tree.name)
    from pokerlab.solvers import double_oracle

    deal = deals.holdem(card_removal=not arguments.no_card_removal)
    solution = double_oracle.solve(games.Game(deal, tree))
    answer = {key: getattr(solution, key) for key in ("value", "lower", "upper")}
    drawings = []
    for player, action in enumerate(("push", "call")):
        played = solution.probability(player, action)
        answer[action] = dict(zip(deal.hands[player], played.tolist(), strict=True))
        drawings.append(_frequencies(action, played, arguments.stack))
    heading = [
        f"Value to the small blind: {_signed(solution.value)}",
        f"Proven by best response:  {_signed(solution.lower)} to {_signed(solution.upper)}",
    ]
    if arguments.exact:
        from pokerlab.solvers import exact

        answer["exact"] = str(exact.solve(solution.game, solution.plans).value)
        heading.append(f"Exactly:                  {answer['exact']}")
    return answer, drawings, heading


def _signed(value: float) -> str:
    """A value to nine decimals; the zero has no minus."""
    return f"{round(value, 9) + 0.0:+.9f}"


def _amount(name: str, given: str) -> Fraction:
    """Read an amount of chips, of a size at which the solvers' floats mean something."""
    from pokerlab import trees

    amount = trees.parse_amount(name, given)
    if abs(amount) > _LARGEST or 0 < abs(amount) < _SMALLEST:
        raise ValueError(
            f"{name}: {given} given, 0 or {float(_SMALLEST)} to {_LARGEST:,} chips needed"
        )
    return amount


_SMALLEST, _LARGEST = Fraction(1, 1000), 10**6

_PLAYERS = {"push": "Small blind pushes", "call": "Big blind calls"}


def _frequencies(action: str, played: Sequence[float], stack: str) -> "RangeChart":
    """Chart how often each hand is played at one stack."""
    from pokerlab import charts

    return charts.range_chart(played, title=f"{_PLAYERS[action]}, stack {stack}", actions=action)


def _thresholds(action: str, intervals: Mapping[str, list], largest: Fraction) -> "RangeChart":
    """Chart the largest stack at which each hand is played, with its gaps in the tooltips."""
    from pokerlab import charts

    end = float(largest)
    top = {hand: parts[-1][1] if parts else math.nan for hand, parts in intervals.items()}
    top = {hand: math.inf if stack == end else stack for hand, stack in top.items()}
    gaps = {
        hand: "at stacks " + ", ".join(f"{first:g} to {last:g}" for first, last in parts)
        for hand, parts in intervals.items()
        if len(parts) > 1
    }
    scale = charts.Scale(names={"inf": f"{end:g}+"}, limits=(0, end))
    title = f"{_PLAYERS[action]} up to this stack"
    return charts.range_chart(top, title=title, scale=scale, notes=gaps)


def _one_round(arguments: argparse.Namespace) -> Report:
    from pokerlab import deals, games, trees

    sizes = _sizes(arguments.raises)
    blinds = [_amount(name, getattr(arguments, name)) for name in ("small_blind", "big_blind")]
    tree = trees.one_round(sizes, *blinds)
    _work_on(arguments, f"{len(sizes):,} sizes of the raise for 169 x 169 hands", bar=True)
    from pokerlab.solvers import interior_point

    deal = deals.holdem()
    solution = interior_point.solve(games.Game(deal, tree))
    answer = {key: getattr(solution, key) for key in ("value", "lower", "upper")}
    often = deal.prior.sum(axis=1) @ solution.plans[0][:, 1:]
    named = dict(zip(tree.sequences[0][1:], often.tolist(), strict=True))
    answer["fold"] = named["fold"]
    sizes = {trees.format_amount(size): size for size in sorted(sizes)}
    answer["sizes"] = {
        text: named[f"raise {text}" if size else "call"] for text, size in sizes.items()
    }
    lines = [
        f"Value to Alice:          {_signed(solution.value)}",
        f"Proven by best response: {_signed(solution.lower)} to {_signed(solution.upper)}",
        "",
    ]
    shown = {action: share for action, share in named.items() if share >= 5e-4}
    width = max(map(len, named))
    lines += [
        f"{action:<{width}} {share:6.1%}  {'#' * round(100 * share)}".rstrip()
        for action, share in shown.items()
    ]
    if len(shown) < len(named):
        lines.append(f"{len(named) - len(shown)} of the {len(named)} actions less than 0.05% each")
    return answer, "\n".join(lines)


def _sizes(text: str) -> list[Fraction]:
    """Read raises such as ``0,2:40`` or ``0,2:10:0.5``: numbers, and ranges with both ends."""
    from pokerlab import trees

    sizes = []
    for part in text.split(","):
        numbers = part.split(":")
        first, *more = (trees.parse_amount("raises", number) for number in numbers)
        last, step = (*more, Fraction(1))[:2] if more else (first, Fraction(1))
        if len(more) > 2 or step <= 0 or last < first:
            raise ValueError(
                f"raises: {part!r} given, a number or first:last[:step] needed, with last at least "
                "first and step above 0"
            )
        if (last - first) / step >= _MOST_SIZES:
            raise ValueError(f"raises: {part!r} given, at most {_MOST_SIZES} sizes allowed")
        for number in numbers:
            _amount("raises", number)
        sizes += [first + step * n for n in range(int((last - first) / step) + 1)]
        if len(sizes) > _MOST_SIZES:
            raise ValueError(f"raises: {part!r} is too much, at most {_MOST_SIZES} sizes allowed")
    return sizes


_MOST_SIZES = 1000


def _preflop(arguments: argparse.Namespace) -> Report:
    from pokerlab import deals, games, trees

    given = _settings(arguments.settings)
    digits = _whole_setting(given.pop("pr", "6"), "pr", 1, 15)
    actions = _whole_setting(given.pop("nr", "1"), "nr", 1, 100)
    most = min(1000, _MOST_NUMBERS // actions)
    numbers = _whole_setting(given.pop("d"), "d", 1, most) if "d" in given else None
    for name in ("lim", "liv"):
        if name in given:
            given[name] = bool(_whole_setting(given[name], name, 0, 1))
    given |= {name: _amount(name, given[name]) for name in ("r", "an", "bl") if name in given}
    tree = trees.preflop(actions, **given)
    hands = f"{numbers} x {numbers} numbers" if numbers else "169 x 169 hands"
    _work_on(arguments, f"{hands} and {len(tree.terminals):,} endings of the betting")
    from pokerlab.solvers import double_oracle

    deal = deals.numbers(numbers) if numbers else deals.holdem()
    solution = double_oracle.solve(games.Game(deal, tree))
    answer = {"value": -solution.value, "lower": -solution.upper, "upper": -solution.lower}
    from pokerlab.studies import limit

    return answer, limit.report(solution, digits)


_MOST_NUMBERS = 3000  # times actions

_SETTINGS = ("nr", "r", "an", "bl", "lim", "liv", "pr", "d")


def _settings(words: Sequence[str]) -> dict[str, str]:
    """Read sim.c's ``variable=value`` arguments."""
    given: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name not in _SETTINGS or not equals:
            allowed = ", ".join(_SETTINGS)
            raise ValueError(f"{word!r} given, variable=value needed, with one of {allowed}")
        if name in given:
            raise ValueError(f"{name}: given twice")
        given[name] = value
    return given


def _whole_setting(text: str, name: str, least: int, most: int) -> int:
    """Read a whole number between bounds."""
    if not re.fullmatch("[0-9]{1,9}", text) or not least <= int(text) <= most:
        raise ValueError(f"{name}: {text!r} given, a whole number from {least} to {most} needed")
    return int(text)


def _shover(arguments: argparse.Namespace) -> Report:
    most = _MOST_CHIPS[arguments.method]
    if arguments.stack > most:
        raise ValueError(
            f"stack: {arguments.stack} given, at most {most} allowed by --method {arguments.method}"
        )
    if arguments.exact and arguments.stack > _MOST_CHIPS["lp"]:
        raise ValueError(f"stack: {arguments.stack} given, at most 200 allowed with --exact")
    _work_on(arguments, f"a match over {2 * arguments.stack:,} chips")
    from pokerlab import charts, shover

    solution = shover.solve(
        arguments.stack,
        arguments.small_blind,
        arguments.big_blind,
        ties=arguments.ties,
        method=arguments.method,
    )
    small, big = solution.by_blind.tolist()
    answer = {
        "small_blind": small,
        "big_blind": big,
        "start": solution.start,
        "method": solution.method,
    }
    lines = [
        f"Probability to win the match: {solution.start:.9f}",
        f"with the small blind first:   {small:.9f}",
        f"with the big blind first:     {big:.9f}",
        f"Proven to within {solution.error:.0e}.",
    ]
    if arguments.exact:
        sys.set_int_max_str_digits(0)  # it has thousands
        blinds = arguments.small_blind, arguments.big_blind
        start = shover.solve_exactly(arguments.stack, *blinds, ties=arguments.ties).start
        answer["exact"] = str(start)
        lines.append(f"Exactly: {_shortened(start)}")
    calls = [
        charts.range_chart(played, title=f"Calls as {blind}, both stacks full", actions="call")
        for played, blind in zip(
            solution.calls[solution.stack], ("small blind", "big blind"), strict=True
        )
    ]
    return answer, "\n".join([*lines, *("\n" + chart.ansi(_color()) for chart in calls)])


def _shortened(fraction: Fraction) -> str:
    """A fraction, without the middle of its numbers if they are long."""
    numbers = str(fraction).split("/")
    return "/".join(
        text if len(text) < 50 else f"{text[:8]}...{text[-8:]} ({len(text)} digits)"
        for text in numbers
    )


_MOST_CHIPS = {"policy": 2000, "lp": 200}


def _egg_drop(arguments: argparse.Namespace) -> Report:
    floors, eggs = arguments.floors, arguments.eggs
    if min(floors, eggs) > 0:
        eggs = min(eggs, floors.bit_length())  # more are never dropped
        drops = floors * (floors + 1) // 2 * eggs
        if drops > _MOST_DROPS:
            raise ValueError(
                f"floors, eggs: {floors} and {arguments.eggs} given, "
                f"floors * (floors + 1) / 2 * eggs at most {_MOST_DROPS} allowed, where more than "
                f"{floors.bit_length()} eggs count as so many"
            )
        _work_on(arguments, f"{drops:,} drops from {floors:,} floors")
    from pokerlab import stochastic

    result = stochastic.egg_drop(floors, eggs)
    answer = {"expected_drops": result.expected_drops, "first_floor": result.first_floor}
    return answer, (
        f"Expected drops: {result.expected_drops:.6f}\n"
        f"First drop from floor {result.first_floor} of {arguments.floors}"
    )


_MOST_DROPS = 2_000_000


def _color() -> bool | None:
    """Colours on a terminal, unless NO_COLOR or TERM forbids them; none in a file or a pipe."""
    return None if sys.stdout.isatty() and os.environ.get("TERM") != "dumb" else False


def _whole(text: str) -> int:
    """Read a whole number."""
    if not re.fullmatch("[+-]?[0-9]{1,100}", text):
        raise argparse.ArgumentTypeError(f"{text!r} given, a whole number needed")
    return int(text)


def _add_command(
    commands: argparse._SubParsersAction, name: str, run: Callable, summary: str, examples: str
) -> argparse.ArgumentParser:
    """Add the subcommand `name`, answered by `run`."""
    parser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run, prog=parser.prog, task="the answer", bar=False, complaint=None)
    return parser


def _parser() -> argparse.ArgumentParser:
    """Build the parser of the whole command."""
    parser = _Parser(prog="pokerlab", description="Heads-up hold'em, solved.")
    version = f"pokerlab {pokerlab.__version__}"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    equity = _add_command(
        commands,
        "equity",
        _equity,
        "exact equity of one hand, combo or range against another",
        '  pokerlab equity AKs QQ\n  pokerlab equity AcKd 7h7s\n  pokerlab equity "TT+,AQs+:0.5"',
    )
    notation = "hands (QQ, AKs, AKo, AK), combos (AcKd), ranges (22+,A2s+,KTo+,T9s-54s,AKs:0.5)"
    equity.add_argument("hand", metavar="HAND", help=f"{notation} or random")
    equity.add_argument(
        "opponent",
        metavar="OPPONENT",
        nargs="?",
        default="random",
        help="the same (default: random)",
    )

    table = _add_command(
        commands,
        "equities",
        _equities,
        "the table of all equities: check it, or enumerate it anew",
        "  pokerlab equities\n  pokerlab equities --rebuild",
    )
    table.add_argument(
        "--rebuild", action="store_true", help="enumerate every board and write the table"
    )

    push_fold = _add_command(
        commands,
        "push-fold",
        _push_fold,
        "equilibrium of the push/fold game at one stack, or a chart over stacks",
        "  pokerlab push-fold --stack 10\n  pokerlab push-fold --stack 8.5 --output ranges.svg\n"
        "  pokerlab push-fold --chart --step 0.5 --max 15",
    )
    what = push_fold.add_mutually_exclusive_group(required=True)
    what.add_argument("--stack", help="effective stack, in the unit of the blinds")
    what.add_argument(
        "--chart", action="store_true", help="the stacks at which each hand is pushed and called"
    )
    push_fold.add_argument(
        "--step", help="step of the chart's stacks, at most 10,000 (default: 0.1)"
    )
    push_fold.add_argument("--max", help="largest stack of the chart (default: 20)")
    push_fold.add_argument("--small-blind", default="0.5", metavar="CHIPS", help="default: 0.5")
    push_fold.add_argument("--big-blind", default="1", metavar="CHIPS", help="default: 1")
    push_fold.add_argument("--exact", action="store_true", help="the value as a fraction, too")
    push_fold.add_argument(
        "--no-card-removal", action="store_true", help="deal the two hands independently"
    )
    push_fold.add_argument(
        "--output", metavar="FILE", help="draw the charts into a .svg, .png or .pdf file"
    )

    one_round = _add_command(
        commands,
        "one-round",
        _one_round,
        "one round of betting without stacks: Alice raises, Bob calls or folds",
        "  pokerlab one-round --raises 0,2:40\n  pokerlab one-round --raises 0,4:24:0.5 --json",
    )
    one_round.add_argument(
        "--raises",
        required=True,
        metavar="SIZES",
        help="by how much Alice may raise: numbers and ranges first:last[:step], at most "
        f"{_MOST_SIZES} sizes in all; 0 is a call",
    )
    one_round.add_argument("--small-blind", default="1", metavar="CHIPS", help="default: 1")
    one_round.add_argument("--big-blind", default="2", metavar="CHIPS", help="default: 2")

    preflop = _add_command(
        commands,
        "preflop",
        _preflop,
        "limit or pot-limit betting before the flop, with the variables of sim.c",
        "  pokerlab preflop nr=2\n  pokerlab preflop nr=2 lim=0\n  pokerlab preflop d=4 liv=0",
    )
    preflop.add_argument(
        "settings",
        nargs="*",
        metavar="VARIABLE=VALUE",
        help="nr: actions of each player that do not end the betting (default: 1); r: size of a "
        "raise (1), in pots if lim=0; an: ante of both (0.5); bl: what the big blind adds (r/2); "
        "lim=0: pot limit; liv=0: the big blind may not act after a call; pr: digits printed (6); "
        "d: play numbers 0 to d-1 instead of hold'em (d at most 1000, d * nr at most 3000)",
    )

    shover = _add_command(
        commands,
        "shover",
        _shover,
        "best play against an opponent who moves all-in on every hand",
        "  pokerlab shover --stack 100\n  pokerlab shover --stack 20 --ties won --method lp",
    )
    shover.add_argument(
        "--stack",
        type=_whole,
        default=100,
        help="chips of each player (default: 100; at most 2000, or 200 by lp)",
    )
    shover.add_argument("--small-blind", type=_whole, default=1, metavar="CHIPS", help="default: 1")
    shover.add_argument("--big-blind", type=_whole, default=2, metavar="CHIPS", help="default: 2")
    shover.add_argument(
        "--ties",
        choices=["returned", "half", "won"],
        default="returned",
        help="what a tied showdown does: chips go back, half a win, a win (default: returned)",
    )
    shover.add_argument(
        "--method",
        choices=["policy", "lp"],
        default="policy",
        help="policy iteration, or the linear program (default: policy)",
    )
    shover.add_argument(
        "--exact", action="store_true", help="the probability as a fraction, too; --stack up to 200"
    )

    egg_drop = _add_command(
        commands,
        "egg-drop",
        _egg_drop,
        "fewest expected drops that find the floor from which eggs break",
        "  pokerlab egg-drop --floors 100 --eggs 2",
    )
    egg_drop.add_argument("--floors", type=_whole, default=100, help="floors (default: 100)")
    egg_drop.add_argument("--eggs", type=_whole, default=2, help="eggs (default: 2)")
    return parser


def _fail(prog: str, complaint: object, status: int) -> int:
    """Complain in one line; return the exit status."""
    try:
        print(f"{prog}: {_one_line(complaint)}", file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr)
    return status


def _discard(stream: TextIO) -> None:
    """Let go of what cannot be written, or Python tries again when it ends, and says so."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


# What the drawings are made of, for those who can print no more than ASCII.
_ASCII = str.maketrans({"·": ".", "■": "#", "−": "-", "–": "-", "∞": "inf", "≤": "<=", "≥": ">="})


def _print(prog: str, text: str) -> int:
    """Print an answer, in the characters that standard output knows; return the exit status."""
    encoding = sys.stdout.encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = text.translate(_ASCII).encode(encoding, "backslashreplace").decode(encoding)
    try:
        print(text, end="", flush=True)
    except BrokenPipeError:
        status = 1
    except OSError as error:
        status = _fail(prog, f"standard output cannot be written: {error.strerror}", 1)
    else:
        return 0
    _discard(sys.stdout)
    return status


def main(argv: list[str] | None = None) -> int:
    """Run the ``pokerlab`` command.

    Parameters
    ----------
    argv : list of str, optional
        The arguments, by default those of the process.

    Returns
    -------
    int
        The exit status: 0, 1 if a file, the memory or floats failed us, 2 for bad input, 130 if
        stopped.
    """
    if sys.stderr is None:  # closed by the caller, as by 2>&-
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    try:
        return _main(argv)
    except KeyboardInterrupt:
        return 130


def _main(argv: list[str] | None) -> int:
    arguments, prog = None, "pokerlab"
    try:
        arguments = _parser().parse_args(argv)
        prog = arguments.prog
        for name, value in vars(arguments).items():
            if value == [] and name != "settings":  # what argparse makes of --name=--
                return _fail(prog, f"argument --{name.replace('_', '-')}: '--' given", 2)
    except SystemExit as stop:
        if stop.code:
            return int(stop.code)
    if sys.stdout is None:
        return _fail(prog, "standard output is closed", 1)
    if arguments is None:  # help has been printed, as far as argparse cares
        return _print(prog, "")
    patience = threading.Timer(_PATIENCE, _announce, [arguments])
    patience.daemon = True
    patience.start()
    try:
        answer, text = arguments.run(arguments)
    except ValueError as error:
        return _fail(prog, error, 2)
    except OSError as error:
        about = error.filename or arguments.task
        return _fail(prog, f"{about}: {error.strerror}" if error.errno else error, 1)
    except MemoryError:
        return _fail(prog, f"not enough memory for {arguments.task}", 1)
    except (ArithmeticError, ImportError, RuntimeError) as error:
        return _fail(prog, str(error) or type(error).__name__, 1)
    finally:
        patience.cancel()
    status = _print(prog, (json.dumps(answer) if arguments.json else text) + "\n")
    return _fail(prog, arguments.complaint, 1) if arguments.complaint else status


if __name__ == "__main__":
    sys.exit(main())
