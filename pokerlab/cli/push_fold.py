"""``pokerlab push-fold``."""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

import pokerlab as pl
from pokerlab.cli import parameters
from pokerlab.cli.commands import PLAYS, Report, bracket, command

if TYPE_CHECKING:
    import numpy as np

    from pokerlab.charts import RangeChart
    from pokerlab.games import Game

TYPED = ParameterSource.COMMANDLINE
#: What can be asked for, the first of them that is given, and which options have a meaning then.
TAKES = {
    "--chart": ("--step", "--max", "--no-card-removal"),
    "--against": ("--stack", "--risk", "--as", "--no-card-removal"),
    "--certificate": ("--stack", "--exact"),
    "--stack": ("--exact", "--no-card-removal"),
}
ALWAYS = "--small-blind", "--big-blind", "--ante", "--big-blind-ante", "--json"


@command(
    "push-fold",
    "Push or fold at one stack, or a chart over stacks.",
    [
        "--stack 10",
        "--stack 8 --big-blind-ante 1 --exact",
        "--stack 10 --certificate proof.json",
        "--chart --step 0.5 --max 15",
        '--stack 10 --against "66+,A9s+" --risk 0.001',
    ],
)
@parameters.option(
    "--stack", kind=parameters.CHIPS, help="Effective stack, in the unit of the blinds; or --chart."
)
@parameters.flag("--chart", help="Chart the stacks up to which each hand is played.")
@parameters.option(
    "--step",
    kind=parameters.CHIPS,
    help="Step between the stacks of the chart, at most 10,000 of them.  [default: 0.1]",
)
@parameters.option(
    "--max", "most", kind=parameters.CHIPS, help="Largest stack of the chart.  [default: 20]"
)
@parameters.blinds("0.5", "1")
@parameters.ante
@parameters.big_blind_ante
@parameters.exact
@parameters.option(
    "--certificate",
    kind=click.Path(),
    help="Write both strategies and the value as fractions, for others to check.",
)
@parameters.option(
    "--against",
    kind=parameters.RANGE,
    help="The best answer to a range with which the opponent calls or, with --as big, pushes.",
)
@parameters.option(
    "--risk",
    kind=parameters.CHIPS,
    help="How far the answer's guarantee may fall below the value.  [default: 0]",
)
@parameters.option(
    "--as",
    "blind",
    kind=parameters.OneOf(["small", "big"]),
    help="The blind that answers.  [default: small]",
)
@parameters.flag("--no-card-removal", help="Deal the two hands independently.")
@click.pass_context
def push_fold(
    context: click.Context,
    stack: Fraction | None,
    chart: bool,
    step: Fraction | None,
    most: Fraction | None,
    small_blind: Fraction,
    big_blind: Fraction,
    ante: Fraction,
    big_blind_ante: Fraction,
    exact: bool,
    certificate: str | None,
    against: str | None,
    risk: Fraction | None,
    blind: str | None,
    no_card_removal: bool,
) -> Report:
    """The equilibrium of push or fold at one stack, or a chart over stacks.

    The small blind moves all-in or folds, the big blind calls or folds. All amounts are chips, in
    the unit of the blinds. A stack is what each player has before antes and blinds.
    """
    refuse_idle_options(context)
    pl.amounts.parse_blinds(small_blind, big_blind)
    forced_bets = {
        "small_blind": small_blind,
        "big_blind": big_blind,
        "ante": ante,
        "big_blind_ante": big_blind_ante,
    }
    if chart:
        return report_chart(step, most, forced_bets, not no_card_removal)
    if stack is None:
        raise ValueError("argument --stack: needed, or --chart")
    if certificate is not None or against is not None:
        require_choices(stack, forced_bets)
    if certificate is not None:
        check_path(certificate)
    deal = pl.deals.holdem(card_removal=not no_card_removal)
    game = pl.games.Game(deal, pl.betting.push_fold(stack, **forced_bets))
    if against is not None:
        return report_answer(game, stack, against, risk or Fraction(0), int(blind == "big"))
    return report_equilibrium(game, stack, exact, certificate)


def refuse_idle_options(context: click.Context) -> None:
    """Refuse options that have no meaning beside the others; a ValueError names the first."""
    given = [
        parameter.opts[0]
        for parameter in context.command.params
        if parameter.name and context.get_parameter_source(parameter.name) is TYPED
    ]
    asked = next((option for option in TAKES if option in given), "--stack")
    for option in given:
        if option not in (asked, *TAKES[asked], *ALWAYS):
            taken = f"{asked} takes only {', '.join(TAKES[asked])}"
            raise ValueError(f"argument {option}: not allowed, {taken}")


def require_choices(stack: Fraction, forced_bets: Mapping[str, Fraction]) -> None:
    """Refuse a game in which a blind is all-in by his forced bets; a ValueError says so."""
    big, ante, dead = (forced_bets[name] for name in ("big_blind", "ante", "big_blind_ante"))
    if stack <= big + ante + dead:
        named = "the big blind" if not ante + dead else "the big blind and the antes"
        least = pl.amounts.format_amount(big + ante + dead)
        given = pl.amounts.format_amount(stack)
        raise ValueError(f"stack: {given} given, more than {named}, {least}, needed")


def check_path(path: str) -> None:
    """Refuse a path to which nothing can be written, before any work."""
    from pokerlab import _files

    if not path:
        raise ValueError("argument --certificate: '' given, the path of a file needed")
    _files.check_file(path)


def report_chart(
    step: Fraction | None,
    most: Fraction | None,
    forced_bets: Mapping[str, Fraction],
    card_removal: bool,
) -> Report:
    """The stacks at which each hand is pushed and called."""
    study, given = pl.studies.push_fold_chart, {"step": step, "maximum": most}
    stacks = study.grid(**{name: amount for name, amount in given.items() if amount is not None})
    # Whoever has no more than the big blind's ante cannot post it.
    playable = [stack for stack in stacks if stack > forced_bets["big_blind_ante"]]
    if not playable:
        dead = pl.amounts.format_amount(forced_bets["big_blind_ante"])
        largest = pl.amounts.format_amount(stacks[-1])
        raise ValueError(f"max: {largest} given, more than the big blind's ante, {dead}, needed")
    chart = study.solve(playable, deal=pl.deals.holdem(card_removal), **forced_bets)
    end = float(playable[-1])
    scale = pl.charts.Scale(names={"inf": f"{end:g}+"}, limits=(0, end))
    answer, drawings = {}, []
    for player, (action, does) in enumerate(PLAYS.items()):
        intervals = chart.intervals(player)
        last = [parts[-1][1] if parts else math.nan for parts in intervals.values()]
        up_to = [math.inf if stack == end else stack for stack in last]
        drawings.append(pl.charts.range_chart(up_to, title=f"{does} up to this stack", scale=scale))
        answer[action] = intervals
    return Report(answer, drawings)


def report_equilibrium(
    game: "Game",
    stack: Fraction,
    exact: bool,
    certificate: str | None,
) -> Report:
    """The equilibrium at one stack, as a fraction too if that is asked for."""
    solution = pl.solvers.double_oracle.solve(game)
    answer, lines = bracket(solution, "Value to the small blind:")
    drawings = []
    for player, action in enumerate(PLAYS):
        played = solution.probability(player, action)
        answer[action] = dict(zip(pl.cards.HANDS, played.tolist(), strict=True))
        drawings.append(draw(action, played, stack))
    if exact or certificate is not None:
        proof = pl.solvers.exact.solve(game, solution.plans)
        answer["exact"] = str(proof.value)
        lines.append(f"Exactly:                  {answer['exact']}")
        if certificate is not None:
            proof.save(certificate)
            lines.append(f"Certificate written to {certificate}")
    return Report(answer, [*lines, *drawings])


def report_answer(
    game: "Game", stack: Fraction, against: str, risk: Fraction, player: int
) -> Report:
    """The best safe answer of a player to the other one's range."""
    actions = [*PLAYS]
    action, answered = actions[player], actions[1 - player]
    try:
        held = game.deal.range(1 - player, against)
    except ValueError as error:
        raise ValueError(f"argument --against: {error}") from None
    model = game.plan(1 - player, {answered: held})
    found = pl.studies.safe_response.solve(game, player, model, risk)
    answer, lines = bracket(pl.solvers.double_oracle.solve(game), "Value to the small blind:")
    answer |= {"earns": found.earnings, "guarantees": found.guarantee}
    lines.append(f"Earns against the range:  {found.earnings:+.9f}")
    lines.append(f"Guarantees in any case:   {found.guarantee:+.9f}")
    played = found.plan[:, game.tree.sequence(player, action)]
    answer[action] = dict(zip(pl.cards.HANDS, played.tolist(), strict=True))
    return Report(answer, [*lines, draw(action, played, stack)])


def draw(action: str, played: "np.ndarray", stack: Fraction) -> "RangeChart":
    """The chart of how often each hand takes an action."""
    title = f"{PLAYS[action]}, stack {pl.amounts.format_amount(stack)}"
    return pl.charts.range_chart(played, title=title, actions=action)
