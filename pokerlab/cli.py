"""The ``pokerlab`` command: results for people, or one JSON object with ``--json``.

Bad input gets one line on standard error, which names the argument, the value and what is
allowed, and exit status 2. What goes wrong with files gets one line and exit status 1.
"""

import argparse
import json
import math
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from pokerlab.charts import RangeChart

Report = tuple[dict, str]
"""What a call answers: the object for ``--json``, and the text for people."""


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {_one_line(message)} (see {self.prog} --help)\n")


def _one_line(message: object) -> str:
    """Say in one line what may quote an argument with line breaks in it."""
    return "\\n".join(str(message).splitlines())


def _equity(arguments: argparse.Namespace) -> Report:
    from pokerlab import equities

    result = equities.matchup(arguments.hand, arguments.opponent)
    answer = {
        "win": result.win,
        "tie": result.tie,
        "lose": result.lose,
        "equity": float(result.equity),
    }
    width = max(len(arguments.hand), len(arguments.opponent))
    lines = [
        f"{name:<{width}}  {float(share):8.4%}"
        for name, share in [
            (arguments.hand, result.equity),
            (arguments.opponent, 1 - result.equity),
        ]
    ]
    counts = [
        f"{label} {count:,} ({count / result.total:.4%})"
        for label, count in [("win", result.win), ("tie", result.tie), ("lose", result.lose)]
    ]
    return answer, "\n".join([*lines, f"{', '.join(counts)} of {result.total:,}"])


def _equities(arguments: argparse.Namespace) -> Report:
    from pokerlab import equities

    if arguments.rebuild:
        built = equities.rebuild(progress=sys.stderr.isatty())
        answer = {
            "seconds": round(built.seconds, 3),
            "sha256": built.sha256,
            "matches_shipped": built.matches_shipped,
        }
        verdict = "the same as" if built.matches_shipped else "NOT the same as"
        text = (
            f"All 1326 x 1326 match-ups enumerated in {built.seconds:.1f} s: "
            f"{verdict} the shipped table\nsha256 {built.sha256}"
        )
        return answer, text
    digest = equities.verify()
    return {"sha256": digest}, f"The shipped table is intact\nsha256 {digest}"


def _push_fold(arguments: argparse.Namespace) -> Report:
    from pokerlab import deals, games, trees

    if arguments.chart and arguments.exact:
        raise ValueError("argument --exact: not allowed with --chart")
    blinds = [_amount(name, getattr(arguments, name)) for name in ("small_blind", "big_blind")]
    deal = deals.holdem(card_removal=not arguments.no_card_removal)
    if arguments.chart:
        from pokerlab.solvers import push_fold

        step = "0.1" if arguments.step is None else arguments.step
        stacks = push_fold.grid(step, "20" if arguments.max is None else arguments.max)
        chart = push_fold.chart(stacks, *blinds, deal=deal)
        answer = {action: chart.intervals(player) for player, action in enumerate(("push", "call"))}
        drawings = [_thresholds(action, answer[action], stacks[-1]) for action in answer]
        heading = []
    else:
        if arguments.step is not None or arguments.max is not None:
            raise ValueError("argument --step, --max: allowed with --chart only")
        from pokerlab.solvers import double_oracle

        tree = trees.push_fold(_amount("stack", arguments.stack), *blinds)
        solution = double_oracle.solve(games.Game(deal, tree))
        answer = {key: getattr(solution, key) for key in ("value", "lower", "upper")}
        drawings = []
        for player, action in enumerate(("push", "call")):
            played = solution.probability(player, action)
            answer[action] = dict(zip(deal.hands[player], played.tolist(), strict=True))
            drawings.append(_frequencies(action, played, arguments.stack))
        heading = [
            f"Value to the small blind: {solution.value:+.9f}",
            f"Proven by best response:  {solution.lower:+.9f} to {solution.upper:+.9f}",
        ]
        if arguments.exact:
            from pokerlab.solvers import exact

            answer["exact"] = str(exact.solve(solution.game, solution.plans).value)
            heading.append(f"Exactly:                  {answer['exact']}")
    if arguments.output is not None:
        from pokerlab import charts

        charts.row(*drawings).save(arguments.output)
        return answer, "\n".join([*heading, f"Charts written to {arguments.output}"])
    return answer, "\n\n".join([*heading, *(drawing.ansi(_color()) for drawing in drawings)])


def _amount(name: str, given: str | Fraction) -> Fraction:
    """Read an amount of chips, of a size at which the solvers' floats mean something."""
    from pokerlab import trees

    amount = trees.exact(name, given)
    if abs(amount) > _LARGEST or 0 < abs(amount) < _SMALLEST:
        shown = trees.format_amount(amount)
        raise ValueError(
            f"{name}: {shown} given, 0 or {float(_SMALLEST)} to {_LARGEST:,} chips needed"
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
    from pokerlab.solvers import interior_point

    sizes = _sizes(arguments.raises)
    blinds = [_amount(name, getattr(arguments, name)) for name in ("small_blind", "big_blind")]
    tree = trees.one_round(sizes, *blinds)
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
        f"Value to Alice:          {solution.value:+.9f}",
        f"Proven by best response: {solution.lower:+.9f} to {solution.upper:+.9f}",
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
        first, *more = (trees.exact("raises", number) for number in part.split(":"))
        last, step = (*more, Fraction(1))[:2] if more else (first, Fraction(1))
        if len(more) > 2 or step <= 0 or last < first:
            raise ValueError(
                f"raises: {part!r} given, a number or first:last[:step] needed, with last at least "
                "first and step above 0"
            )
        if (last - first) / step >= _MOST_SIZES:
            raise ValueError(f"raises: {part!r} given, at most {_MOST_SIZES} sizes allowed")
        first, last = _amount("raises", first), _amount("raises", last)
        sizes += [first + step * n for n in range(int((last - first) / step) + 1)]
    if len(sizes) > _MOST_SIZES:
        raise ValueError(f"raises: {len(sizes)} sizes given, at most {_MOST_SIZES} allowed")
    return sizes


_MOST_SIZES = 1000


def _preflop(arguments: argparse.Namespace) -> Report:
    from pokerlab import deals, games, preflop, trees
    from pokerlab.solvers import double_oracle

    given = _settings(arguments.settings)
    digits = _whole_setting(given.pop("pr", "6"), "pr", 1, 15)
    actions = _whole_setting(given.pop("nr", "1"), "nr", 1, 100)
    deal = deals.holdem()
    if "d" in given:
        most = min(1000, _MOST_NUMBERS // actions)
        deal = deals.numbers(_whole_setting(given.pop("d"), "d", 1, most))
    for name in ("lim", "liv"):
        if name in given:
            given[name] = bool(_whole_setting(given[name], name, 0, 1))
    given |= {name: _amount(name, given[name]) for name in ("r", "an", "bl") if name in given}
    tree = trees.preflop(actions, **given)
    solution = double_oracle.solve(games.Game(deal, tree))
    answer = {"value": -solution.value, "lower": -solution.upper, "upper": -solution.lower}
    return answer, preflop.report(solution, digits)


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
    if not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
        raise ValueError(f"{name}: {text!r} given, a whole number from {least} to {most} needed")
    return int(text)


def _shover(arguments: argparse.Namespace) -> Report:
    from pokerlab import charts, shover

    most = _MOST_CHIPS[arguments.method]
    if arguments.stack > most:
        raise ValueError(
            f"stack: {arguments.stack} given, at most {most} allowed by --method {arguments.method}"
        )
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
        f"Proven to within {solution.error:.0e}, up to rounding.",
    ]
    if arguments.exact:
        if arguments.stack > _MOST_CHIPS["lp"]:
            raise ValueError(f"stack: {arguments.stack} given, at most 200 allowed with --exact")
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
    from pokerlab import stochastic

    floors, eggs = arguments.floors, arguments.eggs
    if floors * (floors + 1) * eggs > 2 * _MOST_DROPS and min(floors, eggs) > 0:
        raise ValueError(
            f"floors, eggs: {floors} and {eggs} given, "
            f"floors * (floors + 1) / 2 * eggs at most {_MOST_DROPS} allowed"
        )
    result = stochastic.egg_drop(arguments.floors, arguments.eggs)
    answer = {"expected_drops": result.expected_drops, "first_floor": result.first_floor}
    return answer, (
        f"Expected drops: {result.expected_drops:.6f}\n"
        f"First drop from floor {result.first_floor} of {arguments.floors}"
    )


_MOST_DROPS = 2_000_000


def _color() -> bool | None:
    """Colours on a terminal, unless NO_COLOR forbids them; none in a file or a pipe."""
    return None if sys.stdout.isatty() else False


def _whole(text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} given, a whole number needed") from None


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
    parser.set_defaults(run=run, prog=parser.prog)
    return parser


def _parser() -> argparse.ArgumentParser:
    """Build the parser of the whole command."""
    parser = _Parser(prog="pokerlab", description="Heads-up hold'em, solved.")
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
    push_fold.add_argument("--step", help="step of the chart's stacks (default: 0.1)")
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
        help="by how much Alice may raise: numbers and ranges first:last[:step]; 0 is a call",
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
        "  pokerlab shover --stack 100\n  pokerlab shover --stack 100 --ties won --method lp",
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


def _fail(arguments: argparse.Namespace, complaint: object, status: int) -> int:
    """Complain in one line; return the exit status."""
    print(f"{arguments.prog}: {_one_line(complaint)}", file=sys.stderr)
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
        The exit status: 0, 1 if a file or the memory failed us, 2 for bad input, 130 if stopped.
    """
    if sys.stderr is None:  # closed by the caller, as by 2>&-
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    arguments = _parser().parse_args(argv)
    if sys.stdout is None:
        return _fail(arguments, "standard output is closed", 1)
    try:
        answer, text = arguments.run(arguments)
        print(json.dumps(answer) if arguments.json else text)
        sys.stdout.flush()
    except ValueError as error:
        return _fail(arguments, error, 2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (OSError, MemoryError, ArithmeticError, RuntimeError) as error:
        return _fail(arguments, str(error) or "not enough memory", 1)
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
