"""The ``pokerlab`` command: results for people, or one JSON object with ``--json``.

Bad input gets one line on standard error, and exit status 2. Where a value is wrong, the line names
the argument, the value and what is allowed. Trouble with files or arithmetic gets one line, and
status 1 (2 from ``check``).

Each command has the module of its name. It loads what it computes with when it is called, so that
the help, the completion and the quick commands need not wait. ``parameters`` says how arguments are
read, ``commands`` what all commands share.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

import click

import pokerlab as pl
from pokerlab.cli import (
    check,
    egg_drop,
    equities,
    equity,
    match,
    no_limit,
    one_round,
    preflop,
    push_fold,
    river,
    sheet,
    shover,
    whole_game,
)
from pokerlab.cli.commands import AS_JSON

__all__ = ["main", "root_command"]

# The environment variable by which a shell asks what may be typed next.
_COMPLETE = "_POKERLAB_COMPLETE"
# All commands, in the order of the help.
_COMMANDS: list[click.Command] = [
    equity.equity,
    equities.equities,
    push_fold.push_fold,
    sheet.sheet,
    check.check,
    one_round.one_round,
    no_limit.no_limit,
    whole_game.whole_game,
    river.river,
    preflop.preflop,
    shover.shover,
    match.match,
    egg_drop.egg_drop,
]


class _Commands(click.Group):
    """A group that lists its commands in the order in which they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the names of the commands."""
        return [*self.commands]


@click.group(
    "pokerlab",
    cls=_Commands,
    commands=_COMMANDS,
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
    epilog="pokerlab COMMAND --help tells a command's options, with examples.",
)
@click.version_option(pl.__version__, message="%(prog)s %(version)s")
@click.pass_context
def root_command(context: click.Context) -> None:
    """Heads-up hold'em with few chips, solved."""
    if context.invoked_subcommand is None:
        names = ", ".join(root_command.commands)
        context.fail(f"argument COMMAND: needed, one of {names}")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the ``pokerlab`` command with these arguments, by default those of the process.

    Returns the exit status: 0; 1 if a file, a package, memory or floats failed (2 from ``check``),
    or a certificate is false; 2 for bad input.
    """
    words = sys.argv[1:] if argv is None else [*argv]
    context = None
    try:
        if sys.stdout is None:
            raise OSError("standard output is closed")
        if _COMPLETE in os.environ:
            return _complete(os.environ[_COMPLETE])
        if sys.stderr and sys.stderr.isatty():
            # Imported here, because the import refuses a wrong number of threads in the
            # environment, which is then reported in one line.
            from pokerlab._compiled.lazy import tell_before_compiling

            tell_before_compiling(_say_what_takes_long)
        with root_command.make_context("pokerlab", words.copy()) as context:
            printout = root_command.invoke(context)
        _print(printout.as_json() if context.meta[AS_JSON] else printout.as_text())
        if not printout.complaint:
            return 0
        complaint, status = printout.complaint, 1
    except click.exceptions.Exit as done:  # after --help and --version
        return done.exit_code
    except click.UsageError as error:
        complaint, status = f"{_explain(error, words)} (see {_command_name(context)} --help)", 2
    except BrokenPipeError:
        _discard_if_full(sys.stdout)
        return _status_of_trouble(context)
    except ValueError as error:
        complaint, status = str(error), 2
    except (OSError, ArithmeticError, ImportError, MemoryError, RuntimeError) as error:
        _discard_if_full(sys.stdout)
        complaint, status = str(error) or type(error).__name__, _status_of_trouble(context)
    _complain(f"{_command_name(context)}: {complaint}")
    return status


def _status_of_trouble(context: click.Context | None) -> int:
    """Return the status where files or arithmetic fail: 1 from ``check`` is a false certificate."""
    return 2 if context and context.invoked_subcommand == "check" else 1


def _command_name(context: click.Context | None) -> str:
    """Return the command that was called, as far as it is known."""
    if context is None or not context.invoked_subcommand:
        return "pokerlab"
    return f"pokerlab {context.invoked_subcommand}"


def _explain(error: click.UsageError, words: Sequence[str]) -> str:
    """Return the sentence that says what is wrong with the words that were typed."""
    if not isinstance(error, click.NoSuchOption) or not error.ctx:
        return error.format_message().removesuffix(".")
    typed = error.option_name
    for word in words:
        if word.startswith(typed):  # of -stack, Click names the -s only
            typed = word
            break
    if error.ctx.command is root_command:
        return f"argument {typed}: not allowed before the command"
    options = [name for parameter in error.ctx.command.params for name in parameter.opts]
    return click.NoSuchOption(typed.partition("=")[0], possibilities=options).format_message()


def _complete(instruction: str) -> int:
    """Print for a shell what may be typed next, or the script by which it asks."""
    from click.shell_completion import shell_complete

    return shell_complete(root_command, {}, "pokerlab", _COMPLETE, instruction)


def _say_what_takes_long() -> None:
    """Say at a terminal why the first call is slow."""
    _complain("pokerlab: compiling for this machine, once; that takes some seconds ...")


def _print(text: str) -> None:
    """Print a text, with codes for the characters that standard output does not know."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), flush=True)


def _complain(line: str) -> None:
    """Print one line on standard error, where that is open and takes it."""
    if sys.stderr:
        with suppress(OSError):
            print(" ".join(line.split()), file=sys.stderr, flush=True)
        _discard_if_full(sys.stderr)


def _discard_if_full(stream: TextIO) -> None:
    """Discard what a stream does not take: Python would try again at its end, and return 120."""
    try:
        stream.flush()
    except (OSError, AttributeError):  # there may be none
        with suppress(OSError, AttributeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
