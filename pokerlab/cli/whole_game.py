"""``pokerlab whole-game``."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

import click

import pokerlab as pl
from pokerlab.amounts import format_amount
from pokerlab.cli import parameters
from pokerlab.cli.commands import Printout, command

if TYPE_CHECKING:
    from pokerlab.studies.streets import CheckedStrategy

__all__ = ["whole_game"]


@command(
    "whole-game",
    "What no limit is worth, with every street and bet.",
    [
        "--stack 3",
        "--stack 5 --ante 0.125",
        "--stack 8 --small-blind 1 --big-blind 2",
        "--stack 5 --level 2",
        "--stack 5 --level 2 --verify --cache flops.npz",
    ],
)
@click.option(
    "--stack",
    type=parameters.CHIPS,
    required=True,
    help="Effective stack, in the unit of the blinds.",
)
@parameters.blind_options("0.5", "1")
@parameters.ante_option
@parameters.big_blind_ante_option
@click.option(
    "--level",
    type=parameters.OneOf(["0", "1", "2"]),
    help="0: after a limp the big blind is all-in or gives up; 1: or looks at the flop first; 2: "
    "or plays all streets, at stacks for which such a strategy is stored. 1 and 2 need blinds of "
    "1/2 and 1 or in that ratio.  [default: the least that is known to be exact, or 0]",
)
@click.option(
    "--verify",
    is_flag=True,
    help="Go through all flops also where the result is known; with level 2 through all turns and "
    "rivers, too, about ten minutes on one core.  [level 1, if no other is named or known to be "
    "exact]",
)
@click.option(
    "--cache",
    metavar="FILE.npz",
    help="With --level 2 --verify: keep there what has been found, and go on from it.",
)
def whole_game(
    stack: Fraction,
    small_blind: Fraction,
    big_blind: Fraction,
    ante: Fraction,
    big_blind_ante: Fraction,
    level: str | None,
    verify: bool,
    cache: str | None,
) -> Printout:
    """What no limit is worth at least and at most, with flop, turn, river and every bet.

    Where the two are one number, push or fold is optimal.

    With --json, "lower" and "upper" are these two numbers, each as the float that is nearest, and
    "exact" says whether they are one.
    "value" is what push or fold is worth, which is "lower" again: if "exact" is true, it is the
    value of the whole game. "level" is the level by which "upper" is proven.
    """
    has_usual_rules = 2 * small_blind == big_blind and not ante and not big_blind_ante
    _require_fitting_options(level, verify, cache, has_usual_rules)
    study = pl.studies.whole_game
    lower, upper = study.bracket(
        stack,
        small_blind=small_blind,
        big_blind=big_blind,
        ante=ante,
        big_blind_ante=big_blind_ante,
    )
    known_level = _level_of_exact_proof(stack / big_blind) if has_usual_rules else 0
    default_level = max(known_level, 1 if verify else 0)
    chosen_level = default_level if level is None else int(level)
    # A known proof is enough, unless all of it is to be gone through again.
    is_known = 0 < known_level <= chosen_level and not verify
    if chosen_level == 2 and not is_known:
        proof = _prove_by_all_streets(stack, big_blind, verify, cache)
    elif chosen_level == 0 or lower == upper:
        proof = _Proof(0, upper)
    elif is_known:
        proof = _Proof(known_level, lower)
    else:
        proof = _prove_by_flops(stack, big_blind, upper)
    is_exact = lower == proof.upper
    answer = {
        "lower": float(lower),
        "upper": float(proof.upper),
        "exact": is_exact,
        "level": proof.level,
        "value": float(lower),
    }
    upper_text = "exactly that" if is_exact else f"at most {ceil(proof.upper * 10**9) / 10**9:+.9f}"
    lines = [f"Push or fold is worth {float(lower):+.9f}", f"and the whole game {upper_text}"]
    return Printout(answer, [*lines, *proof.remarks], proof.complaint)


class _Proof(NamedTuple):
    """A proof of bounds on the value of the whole game."""

    level: int
    upper: Fraction  #: An upper bound on the value, in chips.
    remarks: Sequence[str] = ()  #: Lines to add to what people see.
    complaint: str | None = None


def _level_of_exact_proof(stack_in_big_blinds: Fraction) -> int:
    """Return the level at which push or fold is known to be optimal; 0 if that is not known."""
    study = pl.studies.whole_game
    if stack_in_big_blinds <= study.PROVEN_BY_FLOPS_UP_TO:
        return 1
    return 2 if stack_in_big_blinds <= study.EXACT_UP_TO else 0


def _prove_by_flops(stack: Fraction, big_blind: Fraction, upper: Fraction) -> _Proof:
    """Go through all flops, which may lower an upper bound."""
    _, by_flops = pl.studies.whole_game.flop_bracket(stack / big_blind)
    return _Proof(1, min(upper, by_flops * big_blind))


def _prove_by_all_streets(
    stack: Fraction, big_blind: Fraction, verify: bool, cache: str | None
) -> _Proof:
    """Take the bound of the stored strategy; to verify it, go through all streets."""
    _require_stored_stack(stack, big_blind, verify)
    streets, stack_in_big_blinds = pl.studies.streets, stack / big_blind
    checked = stored = streets.stored_checked_strategy(stack_in_big_blinds)
    remarks: list[str] = []
    complaint = None
    if verify:
        checked = streets.check_on_all_flops(stored.strategy, cache)
        remarks, complaint = _compare(checked, stored)
    return _Proof(2, checked.bracket.upper * big_blind, remarks, complaint)


def _require_fitting_options(
    level: str | None, verify: bool, cache: str | None, has_usual_rules: bool
) -> None:
    """Refuse options that contradict each other or the rules; a ValueError names one."""
    if verify and level == "0":
        raise ValueError("level: 0 given, 1 or 2 needed to verify")
    if (verify or level in ("1", "2")) and not has_usual_rules:
        needed = "a small blind of half the big one and no ante"
        raise ValueError(f"level: {level or 1} given, which needs {needed}")
    if cache is not None and not (verify and level == "2"):
        raise ValueError("argument --cache: not allowed without --level 2 --verify")


def _require_stored_stack(stack: Fraction, big_blind: Fraction, verify: bool) -> None:
    """Refuse a stack for which no strategy on all streets is stored; a ValueError names those."""
    stored = [each * big_blind for each in pl.studies.streets.checked_stacks()]
    if stack not in stored:
        needed = "one of " + ", ".join(map(format_amount, stored))
        if not verify:
            most = format_amount(pl.studies.whole_game.EXACT_UP_TO * big_blind)
            needed += f", or at most {most},"
        raise ValueError(f"stack: {format_amount(stack)} given, {needed} needed for level 2")


def _compare(checked: "CheckedStrategy", stored: "CheckedStrategy") -> tuple[list[str], str | None]:
    """Return remarks on a repeated check, and a complaint if its result is another one."""
    same_by_flop = (checked.by_flop == stored.by_flop).all()
    if same_by_flop and (checked.by_hand == stored.by_hand).all():
        remark = "All flops, turns and rivers gone through, and the stored result found again."
        return [remark], None
    return [], "the stored result is another one than all flops, turns and rivers give"
