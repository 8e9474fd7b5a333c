"""``pokerlab one-round``."""

from fractions import Fraction

import pokerlab as pl
from pokerlab.cli import parameters
from pokerlab.cli.commands import Report, bars, bracket, command


@command(
    "one-round",
    "One round of betting without stacks: raise, then call or fold.",
    ["--raises 0,2:8", "--raises any --tolerance 0.1"],
)
@parameters.needed(
    "--raises",
    kind=parameters.SIZES,
    help="By how much Alice may raise: numbers and ranges first:last[:step], 0 for a call; or any, "
    "for a call and every real raise from the big blind up.",
)
@parameters.blinds("1", "2")
@parameters.tolerance("2e-10, or 5e-7 big blinds for any")
def one_round(
    raises: str, small_blind: Fraction, big_blind: Fraction, tolerance: float | None
) -> Report:
    """One round of betting without stacks: Alice raises, Bob calls or folds."""
    study = pl.studies.any_raise
    if raises.strip().lower() == "any":
        width = tolerance or 5e-7 * float(big_blind)
        found = study.solve(None, small_blind, big_blind, width)
        frequencies, sizes = found.frequencies.tolist(), [Fraction(0), *found.raises]
        answer, lines = bracket(found, "Value to Alice:         ")
    else:
        sizes = pl.amounts.parse_sizes("raises", raises, 0)
        pl.betting.one_round(sizes, small_blind, big_blind)  # refuses amounts before any work
        width = tolerance or 1e-10 * float(big_blind) or 2e-10
        solution = study.solve_list(sizes, None, small_blind, big_blind, width)
        frequencies = (pl.deals.holdem().chances(0) @ solution.plans[0][:, 1:]).tolist()
        answer, lines = bracket(solution, "Value to Alice:         ")
    names = [pl.amounts.format_amount(size) for size in sizes]
    answer["fold"] = frequencies[0]
    answer["sizes"] = dict(zip(names, frequencies[1:], strict=True))
    actions = ["fold", *("call" if name == "0" else f"raise {name}" for name in names)]
    return Report(answer, [*lines, *bars(dict(zip(actions, frequencies, strict=True)))])
