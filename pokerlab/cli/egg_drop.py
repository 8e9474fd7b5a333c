"""``pokerlab egg-drop``."""

import click

import pokerlab as pl
from pokerlab.cli import parameters
from pokerlab.cli.commands import Printout, command

__all__ = ["egg_drop"]

_MAX_MOVES = 2_000_000  # In a game; more take long.


@command(
    "egg-drop",
    "The fewest drops to find the floor from which eggs break.",
    ["--floors 100 --eggs 2"],
)
@click.option("--floors", type=parameters.WHOLE_NUMBER, default="100", help="Number of floors.")
@click.option("--eggs", type=parameters.WHOLE_NUMBER, default="2", help="Number of eggs.")
def egg_drop(floors: int, eggs: int) -> Printout:
    """The fewest expected drops to find the floor from which eggs break."""
    moves = floors * (floors + 1) // 2 * pl.stochastic.useful_eggs(floors, eggs)
    if moves > _MAX_MOVES:
        allowed = f"{moves:,} moves, at most {_MAX_MOVES:,} allowed"
        raise ValueError(f"floors: {floors} given, {allowed}")
    expected, first = pl.stochastic.egg_drop(floors, eggs)
    lines = [f"Expected drops: {expected:.6f}", f"First drop from floor {first} of {floors}"]
    return Printout({"expected_drops": expected, "first_floor": first}, lines)
