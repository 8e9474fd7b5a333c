"""The ``pokerlab`` command: results for people, or one JSON object with ``--json``.

Bad input gets one line on standard error, which names the argument, the value and what is
allowed, and exit status 2. What goes wrong with files gets one line and exit status 1.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable
from typing import NoReturn

Report = tuple[dict, str]
"""What a call answers: the object for ``--json``, and the text for people."""


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


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
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run the ``pokerlab`` command.

    Parameters
    ----------
    argv : list of str, optional
        The arguments, by default those of the process.

    Returns
    -------
    int
        The exit status: 0, 1 if a file failed us, 2 for bad input.
    """
    arguments = _parser().parse_args(argv)
    try:
        answer, text = arguments.run(arguments)
        print(json.dumps(answer) if arguments.json else text)
        sys.stdout.flush()
    except ValueError as error:
        print(f"{arguments.prog}: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        print(f"{arguments.prog}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
