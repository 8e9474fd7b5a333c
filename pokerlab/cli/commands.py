"""What all commands share: ``-h``, ``--json``, examples in the help, and what they report."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from pokerlab.charts import RangeChart
    from pokerlab.solutions import Bracket, Solution

#: What the small blind and the big blind do instead of folding, and how that is told.
PLAYS = {"push": "Small blind pushes", "call": "Big blind calls"}
AS_JSON = "pokerlab.as_json"  #: Under this name Click's context keeps whether ``--json`` was given.


@dataclass(frozen=True)
class Report:
    """What a command has found."""

    answer: Mapping[str, Any]  #: The object that ``--json`` prints.
    parts: "Sequence[str | RangeChart]"  #: For people: lines, and charts.
    complaint: str | None = None  #: What is wrong with what was asked about, if anything is.

    def as_json(self) -> str:
        """One JSON object, in whose numbers no zero has a minus."""
        text = json.dumps(self.answer)
        return json.dumps(json.loads(text, parse_float=lambda number: float(number) + 0.0))

    def as_text(self) -> str:
        """Lines for people; a blank one is above each chart."""
        return "\n".join(part if isinstance(part, str) else f"\n{part}" for part in self.parts)


class Command(click.Command):
    """A command that returns a `Report`, takes ``--json``, and ends its help with examples."""

    def __init__(self, *arguments: Any, examples: Sequence[str], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.examples = examples
        self.params.append(
            click.Option(
                ["--json"],
                is_flag=True,
                expose_value=False,
                callback=_keep_as_json,
                help="Print one JSON object.",
            )
        )

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, each on a line of its own, however narrow the terminal is."""
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"{'':{formatter.current_indent}}{ctx.command_path} {example}\n")


def _keep_as_json(context: click.Context, _: click.Parameter, given: bool) -> None:
    context.meta[AS_JSON] = given


def command(
    name: str, summary: str, examples: Sequence[str]
) -> Callable[[Callable[..., Report]], Command]:
    """Decorate a function that answers a command; its docstring is the command's help."""
    return click.command(name, cls=Command, short_help=summary, examples=examples)


def bracket(solution: "Bracket", title: str) -> tuple[dict[str, Any], list[str]]:
    """A solution's value and the bracket that proves it: keys for JSON, and two lines."""
    answer = {key: float(getattr(solution, key)) for key in ("value", "lower", "upper")}
    value, lower, upper = (f"{number:+z.9f}" for number in answer.values())
    proof = "Proven by best response:".ljust(len(title))
    return answer, [f"{title} {value}", f"{proof} {lower} to {upper}"]


def opening(solution: "Solution") -> dict[str, float]:
    """How often the first player takes each of his first actions."""
    tree = solution.game.tree
    names = tree.sequences[0][tree.information_sets[0][0].children]
    return {name: solution.frequency(0, name) for name in names}


def bars(frequencies: Mapping[str, float]) -> list[str]:
    """How often each action is taken, as bars below a blank line.

    An action that is taken less than once in 2,000 times has none.
    """
    width = max(map(len, frequencies))
    lines = [
        f"{action:<{width}} {often:6.1%}  {'#' * round(100 * often)}".rstrip()
        for action, often in frequencies.items()
        if often >= 5e-4
    ]
    return ["", *lines]
