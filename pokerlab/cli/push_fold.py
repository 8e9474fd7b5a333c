"""``pokerlab push-fold``."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

import pokerlab as pl
from pokerlab._support.arguments import refusal
from pokerlab.cli import parameters
from pokerlab.cli.commands import (
    TITLES_OF_ACTIONS,
    Printout,
    command,
    describe_bracket,
    in_columns,
)

if TYPE_CHECKING:
    import numpy as np

    from pokerlab.amounts import ForcedBets
    from pokerlab.charts import RangeChart
    from pokerlab.games import Game

__all__ = ["push_fold"]

# For each mode, the options that it takes. The first of the modes that is typed is asked for.
_OPTIONS_OF_MODE = {
    "--chart": ("--step", "--max", "--no-card-removal"),
    "--against": ("--stack", "--risk", "--as", "--no-card-removal"),
    "--certificate": ("--stack", "--exact"),
    "--stack": ("--exact", "--no-card-removal"),
}
_BLINDS = "small", "big"  # Of the players, in their order.
# The options that every mode takes.
_ALWAYS = "--small-blind", "--big-blind", "--ante", "--big-blind-ante", "--json"


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
@click.option(
    "--stack", type=parameters.CHIPS, help="Effective stack, in the unit of the blinds; or --chart."
)
@click.option("--chart", is_flag=True, help="Chart the stacks up to which each hand is played.")
@click.option(
    "--step",
    type=parameters.CHIPS,
    default="0.1",
    help="Step between the stacks of the chart, at most 10,000 of them.",
)
@click.option(
    "--max",
    "maximum",
    type=parameters.CHIPS,
    default="20",
    help="Largest stack of the chart.",
)
@parameters.blind_options("0.5", "1")
@parameters.ante_option
@parameters.big_blind_ante_option
@parameters.exact_option
@click.option(
    "--certificate",
    type=click.Path(),
    help="Write both strategies and the value as fractions, for others to check.",
)
@click.option(
    "--against",
    metavar="RANGE",
    help="What earns the most from a range with which the opponent calls or, with --as big, "
    "pushes, among the answers that --risk allows.",
)
@click.option(
    "--risk",
    type=parameters.CHIPS,
    default="0",
    help="How far the answer's guarantee may fall below the value: by 0 it gives nothing away; by "
    "a whole stack it's the best response.",
)
@click.option(
    "--as",
    "blind",
    type=parameters.OneOf(_BLINDS),
    default="small",
    help="The blind that answers.",
)
@click.option("--no-card-removal", is_flag=True, help="Deal the two hands independently.")
@click.pass_context
def push_fold(
    context: click.Context,
    stack: Fraction | None,
    chart: bool,
    step: Fraction,
    maximum: Fraction,
    small_blind: Fraction,
    big_blind: Fraction,
    ante: Fraction,
    big_blind_ante: Fraction,
    exact: bool,
    certificate: str | None,
    against: str | None,
    risk: Fraction,
    blind: str,
    no_card_removal: bool,
) -> Printout:
    """The equilibrium of push or fold at one stack, or a chart over stacks.

    The small blind moves all-in or folds, the big blind calls or folds. All amounts are chips, in
    the unit of the blinds. A stack is what each player has before antes and blinds.

    With --json, "value" is what the small blind earns when both strategies meet, which lies between
    "lower" and "upper".
    """
    _refuse_idle_options(context)
    forced_bets = pl.amounts.ForcedBets.read(small_blind, big_blind, ante, big_blind_ante)
    if chart:
        return _report_chart(step, maximum, forced_bets, not no_card_removal)
    if stack is None:
        raise ValueError("argument --stack: needed, or --chart")
    if certificate is not None or against is not None:
        forced_bets.require_larger_stack("stack", stack)
    if certificate is not None:
        _require_certificate_path(certificate)
    deal = pl.deals.holdem(card_removal=not no_card_removal)
    game = pl.Game(deal, pl.betting.push_fold(stack, *forced_bets))
    if against is not None:
        return _report_response(game, stack, against, risk, player=_BLINDS.index(blind))
    return _report_equilibrium(game, stack, exact, certificate)


def _refuse_idle_options(context: click.Context) -> None:
    """Refuse options that have no meaning beside the others; a ValueError names the first."""
    typed = []
    for parameter in context.command.params:
        source = context.get_parameter_source(str(parameter.name))
        if source is ParameterSource.COMMANDLINE:
            typed.append(parameter.opts[0])
    typed_modes = [mode for mode in _OPTIONS_OF_MODE if mode in typed]
    mode = typed_modes[0] if typed_modes else "--stack"
    allowed = _OPTIONS_OF_MODE[mode]
    for option in typed:
        if option not in (mode, *allowed, *_ALWAYS):
            needed = f"{mode} takes only {', '.join(allowed)}"
            raise ValueError(f"argument {option}: not allowed, {needed}")


def _require_certificate_path(path: str) -> None:
    """Refuse a path to which nothing can be written, before any work."""
    from pokerlab._support import files

    if not path:
        raise refusal("argument --certificate", "''", "the path of a file")
    files.require_writable(path)


def _report_chart(
    step: Fraction,
    maximum: Fraction,
    forced_bets: "ForcedBets",
    card_removal: bool,
) -> Printout:
    """Return the stacks at which each hand is pushed and called."""
    study = pl.studies.solved_stacks
    stacks = study.grid(step, maximum)
    big_blind_ante = forced_bets.big_blind_ante
    playable = [stack for stack in stacks if stack > big_blind_ante]  # others cannot post it
    if not playable:
        least = pl.amounts.format_amount(big_blind_ante)
        largest = pl.amounts.format_amount(stacks[-1])
        raise refusal("max", largest, f"more than the big blind's ante, {least},")
    solved = study.solve(playable, deal=pl.deals.holdem(card_removal), **forced_bets._asdict())
    largest_stack = float(playable[-1])
    scale = pl.charts.Scale(names={"inf": f"{largest_stack:g}+"}, limits=(0, largest_stack))
    answer: dict[str, object] = {}
    drawings, with_gaps = [], 0
    for player, action in enumerate(TITLES_OF_ACTIONS):
        answer[action] = played_stacks = solved.played_stacks(player)
        with_gaps += sum(len(spans) > 1 for spans in played_stacks.values())
        highest = [_last_stack(spans, largest_stack) for spans in played_stacks.values()]
        title = f"{TITLES_OF_ACTIONS[action]} up to this stack"
        drawings.append(pl.charts.range_chart(highest, title=title, scale=scale))
    remarks = []
    if with_gaps:
        remarks.append(f"Hands that are folded at some smaller stack: {with_gaps} (see --json)")
    return Printout(answer, [*drawings, *remarks])


def _last_stack(spans: Sequence[tuple[float, float]], largest_stack: float) -> float:
    """Return the number that the chart shows for a hand: the last stack at which it is played.

    Given are its spans of stacks in `SolvedStacks.played_stacks`. The number is infinite where the
    last one ends at the largest of all stacks, beyond which nothing was solved, and NaN for a hand
    that is never played.
    """
    if not spans:
        return math.nan
    _, last = spans[-1]
    return math.inf if last == largest_stack else last


def _report_equilibrium(
    game: "Game",
    stack: Fraction,
    exact: bool,
    certificate: str | None,
) -> Printout:
    """Return the equilibrium at one stack; as a fraction, too, if that is asked for."""
    solution = pl.solvers.double_oracle.solve(game)
    answer, results = describe_bracket(solution.payoff, solution, "Value to the small blind:")
    remarks: list[str] = []
    of_small_blind, of_big_blind = game.tree.sequence_names
    if "fold" not in of_small_blind:
        remarks.append("Blinds and antes put both players all-in: they have no choice")
    elif "push, fold" not in of_big_blind:
        remarks.append("The big blind's forced bets put him all-in: he cannot fold")
    drawings = []
    for player, action in enumerate(TITLES_OF_ACTIONS):
        probabilities = solution.probability(player, action)
        answer[action] = dict(zip(pl.cards.HANDS, probabilities.tolist(), strict=True))
        drawings.append(_draw(action, probabilities, stack))
    if exact or certificate is not None:
        proof = pl.solvers.exact.solve(game, initial=solution.plans)
        answer["exact"] = str(proof.value)
        results["Exactly:"] = answer["exact"]
        if certificate is not None:
            proof.save(certificate)
            remarks.append(f"Certificate written to {certificate}")
    return Printout(answer, [*in_columns(results), *remarks, *drawings])


def _report_response(
    game: "Game", stack: Fraction, against: str, risk: Fraction, player: int
) -> Printout:
    """Return a player's best safe response to the other one's range."""
    actions = [*TITLES_OF_ACTIONS]
    action, opponent_action = actions[player], actions[1 - player]
    name = "argument --against"
    opponent_range = game.deal.read_frequencies(1 - player, against, name=name)
    model = game.plan(1 - player, {opponent_action: opponent_range})
    response = pl.studies.safe_response.response(game, player, model, risk)
    equilibrium = pl.solvers.double_oracle.solve(game)
    answer, results = describe_bracket(equilibrium.payoff, equilibrium, "Value to the small blind:")
    answer |= {"earns": response.earnings, "guarantees": response.own_guarantee}
    results["Earns against the range:"] = f"{response.earnings:+.9f}"
    results["Guarantees in any case:"] = f"{response.own_guarantee:+.9f}"
    probabilities = response.plan[:, game.tree.sequence_index(player, action)]
    answer[action] = dict(zip(pl.cards.HANDS, probabilities.tolist(), strict=True))
    return Printout(answer, [*in_columns(results), _draw(action, probabilities, stack)])


def _draw(action: str, played: "np.ndarray", stack: Fraction) -> "RangeChart":
    """Draw how often each hand takes an action."""
    title = f"{TITLES_OF_ACTIONS[action]}, stack {pl.amounts.format_amount(stack)}"
    return pl.charts.range_chart(played, title=title, actions=action)
