"""Shared by all commands: ``-h``, ``--json``, examples in the help, and what they report."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from pokerlab._support.arithmetic import unsigned_zero
from pokerlab.push_fold_amounts import ALL_IN_ACTIONS

if TYPE_CHECKING:
    from pokerlab.brackets import Bounded
    from pokerlab.charts import RangeChart
    from pokerlab.solutions import Solution

__all__ = [
    "AS_JSON",
    "TITLES_OF_ACTIONS",
    "Command",
    "Printout",
    "command",
    "describe_bracket",
    "frequency_bars",
    "in_columns",
    "opening_frequencies",
]

#: What the small blind and the big blind do instead of folding, and how a title says that.
TITLES_OF_ACTIONS = dict(
    zip(ALL_IN_ACTIONS, ("Small blind pushes", "Big blind calls"), strict=True)
)
AS_JSON = "pokerlab.as_json"  #: Under this name Click's context keeps whether ``--json`` was given.
_MIN_BAR = 0.0005  # Rarer actions have no bar: they would be 0.0%.


@dataclass(frozen=True)
class Printout:
    """The answer of a command."""

    answer: Mapping[str, Any]  #: The object that ``--json`` prints.
    shown: "Sequence[str | RangeChart]"  #: What people see: lines, and charts.
    complaint: str | None = None  #: What is wrong with what was asked about, if anything is.

    def as_json(self) -> str:
        """Return one JSON object; its zeros have no minus."""
        return json.dumps(_without_negative_zeros(self.answer))

    def as_text(self) -> str:
        """Return lines for people; a blank one is above each chart."""
        return "\n".join(item if isinstance(item, str) else f"\n{item}" for item in self.shown)


def _without_negative_zeros(value: Any) -> Any:
    """Copy what JSON can hold, with 0.0 for -0.0."""
    if isinstance(value, Mapping):
        return {key: _without_negative_zeros(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_negative_zeros(item) for item in value]
    return unsigned_zero(value) if isinstance(value, float) else value


class Command(click.Command):
    """A command that returns a `Printout`, takes ``--json``, and ends its help with examples."""

    def __init__(self, *arguments: Any, examples: Sequence[str], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.examples = examples
        json_option = click.Option(
            ["--json"],
            is_flag=True,
            expose_value=False,
            callback=_keep_as_json,
            help="Print one JSON object.",
        )
        self.params.append(json_option)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, each on a line of its own, however narrow the terminal is."""
        with formatter.section("Examples"):
            indent = " " * formatter.current_indent
            for example in self.examples:
                formatter.write(f"{indent}{ctx.command_path} {example}\n")


def _keep_as_json(context: click.Context, _: click.Parameter, is_given: bool) -> None:
    """Let the context know whether ``--json`` was given; commands need not."""
    context.meta[AS_JSON] = is_given


def command(
    name: str, summary: str, examples: Sequence[str]
) -> Callable[[Callable[..., Printout]], Command]:
    """Decorate the function that runs a command; its docstring is the command's help."""
    return click.command(name, cls=Command, short_help=summary, examples=examples)


def describe_bracket(
    value: Any, bounds: "Bounded", title: str
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return a value and the bracket that proves it: as keys for JSON, and for `in_columns`.

    In JSON ``value`` is the best single number for the value of the game: what two strategies earn
    when they meet, a solution's ``payoff``. It lies between ``lower`` and ``upper``, which are
    proven.
    """
    answer = {"value": float(value), "lower": float(bounds.lower), "upper": float(bounds.upper)}
    shown_value, lower, upper = (f"{number:+z.9f}" for number in answer.values())
    return answer, {title: shown_value, "Proven by best response:": f"{lower} to {upper}"}


def in_columns(results: Mapping[str, str]) -> list[str]:
    """Return lines with a title and a result each, the results below one another."""
    longest = max(map(len, results))
    return [f"{title:<{longest}} {result}" for title, result in results.items()]


def opening_frequencies(solution: "Solution") -> dict[str, float]:
    """Return the frequencies of the first player's first actions."""
    tree = solution.game.tree
    first_decision = tree.information_sets[0][0]
    actions = tree.sequence_names[0][first_decision.sequences_after]
    return {action: solution.frequency(0, action) for action in actions}


def frequency_bars(frequencies: Mapping[str, float]) -> list[str]:
    """Draw the frequencies of actions as bars, in lines below a blank one.

    An action that is taken less than once in 2,000 times has none.
    """
    longest = max(map(len, frequencies))
    bars = [""]
    for action, frequency in frequencies.items():
        if frequency >= _MIN_BAR:
            bar = "#" * round(100 * frequency)
            bars.append(f"{action:<{longest}} {frequency:6.1%}  {bar}".rstrip())
    return bars
