"""The families of betting: push or fold, one round, limit, no limit, the river, and Kuhn's.

Each function makes a :class:`pokerlab.trees.Tree` from amounts of chips. An impossible amount, such
as a negative ante or a small blind above the big one, is a ValueError that names it.
"""

import reprlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from math import ceil, inf
from typing import Any

from pokerlab._foundations import read_pair
from pokerlab.amounts import (
    Amount,
    format_amount,
    parse_amount,
    parse_blinds,
    parse_sizes,
    split_sizes,
)
from pokerlab.trees import Decision, Fold, Node, Showdown, Tree

MOST_DECISIONS = 1_000_000  #: Trees are built with at most so many decisions.
#: How many of them may differ in the bets made and the raises left; the others are copies.
MOST_DIFFERENT = 10_000
MOST_TURNS = 100  #: How many turns or actions may be counted.
MOST_POTS = 10  #: Larger bets are given in percent: without the sign they are slips.
Chips = Fraction | int
Raises = Callable[[Chips, Chips, float], Iterable[tuple[str, Chips]]]
"""What tells families of trees apart: to what a bet may be raised, and what that is called. The
largest raise comes first. Told are the bet, what it exceeds the one before by, and how many more
turns may be raises."""


def build(
    raises: Raises,
    own: Chips,
    bet: Chips,
    posted: Chips = 0,
    turns: float = inf,
    opening: str = "call",
) -> dict[str, Any]:
    """A round of betting, as the actions of player 0, who has bet ``own`` and faces a ``bet``.

    Both have ``posted`` so much besides. What he does who adds no more than he must is called
    ``opening``, and only if that is ``call`` he may fold. Anything but folding takes a turn. A tree
    that is too large is a ValueError.
    """

    @cache
    def act(
        player: int, own: Chips, bet: Chips, least: Chips, turns: float, closing: bool
    ) -> tuple[Node, int]:
        """What a player may do, whose call may end the betting; and how many decisions follow."""
        lost, end, decisions = posted + own, Showdown(posted + bet), 0
        passing = "call" if own < bet else "check" if closing else opening
        actions: dict[str, Node] = {"fold": Fold(lost if player else -lost), passing: end}
        if passing == "check":
            del actions["fold"]
        if not closing:
            actions[passing], decisions = act(1, bet, bet, least, turns - 1, True)
        raised: dict[str, Node] = {}
        for name, to in raises(bet, least, turns) if turns > 0 else ():
            raised[name], more = act(1 - player, bet, to, to - bet, turns - 1, True)
            decisions += more
            # What follows the largest raise is small, so too many are noticed at once.
            if decisions >= MOST_DECISIONS or act.cache_info().misses > MOST_DIFFERENT:
                raise RecursionError
        actions |= dict(reversed(raised.items()))
        return (Decision(player, actions), decisions + 1) if len(actions) > 1 else (end, 0)

    try:
        root: Any = act(0, own, bet, bet, turns, False)[0]
    except RecursionError:
        many = f"{MOST_DECISIONS:,} decisions, {MOST_DIFFERENT:,} of them different,"
        raise ValueError(f"raises: too many given, at most {many} allowed") from None
    return root.actions


def push_fold(
    stack: Amount | tuple[Amount, Amount] = 10,
    small_blind: Amount = 0.5,
    big_blind: Amount = 1,
    ante: Amount = 0,
    big_blind_ante: Amount = 0,
) -> Tree:
    """Heads-up push or fold: the small blind moves all-in or folds, the big blind calls or folds.

    The small blind's actions are ``fold`` and ``push``, the big blind's ``push, fold`` and ``push,
    call``. A player whose forced bets take all that can be lost is all-in and cannot fold. With
    blinds of 0.5 and 1 this is the big blind at stacks up to 1, the small blind too up to 0.5.

    Parameters
    ----------
    stack : amount or pair of amounts
        Chips in front of each player before antes and blinds, or the small blind's and the big
        blind's. Only the smaller of the two can be lost, whoever has it.
    small_blind, big_blind, ante : amount
        The forced bets, and each player's ante.
    big_blind_ante : amount
        An ante that the big blind posts for both, less than his stack. It goes to the winner of the
        hand and counts towards no call: it is dead money.
    """
    stacks = stack if isinstance(stack, tuple | list) else (stack, stack)
    stacks = read_pair("stack", stacks, "an amount or a pair of them")
    first, second = (parse_amount("stack", amount, greater_than=0) for amount in stacks)
    dead = parse_amount("big_blind_ante", big_blind_ante, 0)
    if dead >= second:
        raise ValueError(f"big_blind_ante: {dead} given, less than {second} needed")
    at_risk, ante = min(first, second - dead), parse_amount("ante", ante, 0)
    small, big = parse_blinds(small_blind, big_blind)

    answers: dict[str, Node] = {"fold": Fold(ante + big + dead), "call": Showdown(at_risk, dead)}
    if at_risk <= ante + big:
        del answers["fold"]
    openings: dict[str, Node] = {"fold": Fold(-ante - small), "push": Decision(1, answers)}
    if at_risk <= ante + small:
        del openings["fold"]
    posted = f", {format_amount(dead)} dead" if dead else ""
    name = f"push/fold at {format_amount(at_risk)}{posted}"
    return Tree(Decision(0, openings), name, ("small blind", "big blind"))


def one_round(
    raises: Amount | Iterable[Amount],
    small_blind: Amount = 1,
    big_blind: Amount = 2,
    reraises: Amount | Iterable[Amount] = (),
    turns: int = 2,
) -> Tree:
    """One round of betting without stacks: Alice folds, calls or raises, and Bob answers.

    The game of G. Irving, Near optimal holdem play with one round of betting, in which Bob only
    calls or folds; and, with ``reraises``, the step that it proposes next.

    Alice's first actions are ``fold``, ``call`` and ``raise 2``, ``raise 2.5`` and so on in
    increasing order. If no raise is left after Alice's call, the showdown follows at once.

    Parameters
    ----------
    raises : text, amount or iterable of amounts
        By how much Alice may raise over the big blind, at least one, all different; 0 means that
        she may just call. She may always fold. In text, ``"0 2:40"``, as
        `pokerlab.amounts.parse_sizes` reads it.
    small_blind, big_blind : amount
        What Alice and Bob post.
    reraises : text, amount or iterable of amounts
        By how much a raised player may raise in turn, and Bob if Alice just calls.
    turns : int
        With ``reraises``, how many turns allow a raise: 1 for Alice's first only, 2 for Bob's
        answer too, 3 for hers to that, and so on. At most `MOST_DECISIONS` decisions are allowed.

    Examples
    --------
    >>> print(one_round([0, 4]))
    Alice
      fold: -1
      call: ±2
      raise 4: Bob
        fold: +2
        call: ±6
    """
    small, big = parse_blinds(small_blind, big_blind)
    first, later = (
        parse_sizes("raises", raises, 0),
        parse_sizes("reraises", reraises, greater_than=0),
    )
    if not first:
        raise ValueError("raises: none given, at least one needed")
    _check_turns("turns", turns)

    def sizes(bet: Chips, _: Chips, left: float) -> list[tuple[str, Chips]]:
        listed = first if left == turns else later
        return [(f"raise {format_amount(x)}", bet + x) for x in reversed(listed) if x]

    actions = build(sizes, small, big, turns=turns)
    if first[0]:
        del actions["call"]
    listed = f"{len(first)} sizes" if len(first) > 4 else ", ".join(map(format_amount, first))
    return Tree(Decision(0, actions), f"one round, raises by {listed}", ("Alice", "Bob"))


def limit(
    actions: int = 1,
    size: Amount = 1,
    ante: Amount = 0.5,
    big_blind: Amount | None = None,
    pot_limit: bool = False,
    live: bool = True,
) -> Tree:
    """One round of limit or pot-limit betting before the flop, then a showdown.

    The game of A. Selby's sim.c (1999). Its P1, who acts first, is the small blind and player 0
    here. :func:`pokerlab.studies.preflop.tree` takes its variables.

    The actions are ``fold``, ``call``, ``raise``, and ``check`` when the big blind ends the betting
    after a call.

    Parameters
    ----------
    actions : int
        How many actions each player has, 1 to 100, not counting those that end the betting. A
        raise counts, and so does the small blind's opening call if the big blind is live.
    size : amount
        By how much a raise exceeds the amount to call: in chips, or in pots if ``pot_limit``.
    ante : amount
        What both players post.
    big_blind : amount, optional
        What the big blind posts on top; half of ``size`` if left out.
    pot_limit : bool
        Whether a raise is ``size`` times the pot after calling, instead of ``size`` chips.
    live : bool
        Whether the big blind may act after the small blind's opening call. He may then even fold.
    """
    _check_turns("actions", actions)
    size, ante = parse_amount("size", size, greater_than=0), parse_amount("ante", ante, 0)
    stake = ante + (size / 2 if big_blind is None else parse_amount("big_blind", big_blind, 0))

    def raises(bet: Chips, *_: Any) -> list[tuple[str, Chips]]:
        return [("raise", bet + (size * 2 * bet if pot_limit else size))]

    offered = build(raises, ante, stake, turns=2 * actions)
    limped = {"fold": Fold(stake), **offered["call"].actions}
    offered["call"] = Decision(1, limped) if live else Showdown(stake)
    name = f"limit, raises of {format_amount(size)}"
    if pot_limit:
        name = "pot limit" if size == 1 else f"raises of {format_amount(size)} pots"
    return Tree(Decision(0, offered), f"{name}, actions={actions}", ("small blind", "big blind"))


def no_limit(
    stack: Amount = 10,
    raises: Amount | Iterable[Amount] = ("2.5x", "3x", "3.5x", "4x"),
    small_blind: Amount = 0.5,
    big_blind: Amount = 1,
    ante: Amount = 0,
) -> Tree:
    """One round of no-limit betting: any raise may be raised again, until somebody is all-in.

    The actions are ``fold``, ``call``, ``raise to 3`` and so on in increasing order, not counting
    the ante, and ``all-in``. After the small blind's opening call the big blind may ``check`` or
    raise.

    Parameters
    ----------
    stack : amount
        Chips in front of each player before antes and blinds, the smaller stack if they differ;
        more than the ante and the big blind.
    raises : "all", "none", text such as "2.5x 4x pot", or iterable of str
        ``"3x"`` raises to three times the bet to call (``"2x"`` is the least), ``"pot"`` by the
        pot after calling. A bare number in a text is such a multiple; in a list it might be one of
        chips, and is refused. ``"all"`` is every whole chip from the least raise on: by as much as
        the last raise, at first by the big blind. Moving all-in is always allowed, and takes the
        place of raises that reach the stack. A tree of more than `MOST_DECISIONS` decisions, or
        `MOST_DIFFERENT` different ones, is refused.
    small_blind, big_blind, ante : amount
        The forced bets, above 0 for the big blind, and each player's ante.

    Examples
    --------
    >>> no_limit(10).sequences[0][1:8]
    ('fold', 'call', 'raise to 2.5', 'raise to 3', 'raise to 3.5', 'raise to 4', 'all-in')
    """
    ante, stack = parse_amount("ante", ante, 0), parse_amount("stack", stack)
    small, big = parse_blinds(small_blind, parse_amount("big_blind", big_blind, greater_than=0))
    if stack <= ante + big:
        least = f"{format_amount(ante + big)} needed, the big blind and the ante"
        raise ValueError(f"stack: {format_amount(stack)} given, more than {least}")
    if (listed := split_sizes("raises", raises, "x")) == ["all"]:
        multiples, named = None, "every whole chip"
    else:
        multiples = {*map(_multiple, listed)}
        named = ", ".join(map(str, listed)) or "all-in"
    root = _until_all_in(small, big, ante, stack - ante, multiples)
    name = f"no limit at {format_amount(stack)}, {named}"
    return Tree(root, name, ("small blind", "big blind"))


def river(
    pot: Amount = 200,
    stack: Amount = 900,
    bets: Amount | Iterable[Amount] = ("60%",),
    raises: Amount | Iterable[Amount] = ("2.5x",),
) -> Tree:
    """The last round of no-limit betting, until a call, a fold or two checks.

    The actions are ``check``, ``bet 120`` and so on in increasing order, ``all-in``, ``fold``,
    ``call`` and ``raise to 300``.

    Parameters
    ----------
    pot : amount
        Chips in the middle, half of them from each player.
    stack : amount
        Chips in front of each player, the smaller stack if they differ.
    bets : "none", text such as "27%, 1/2, pot", amount or iterable of amounts
        The first bet, in pots: ``"60%"``, ``"1/3"``, 0.6 or ``"pot"``, at most `MOST_POTS` of them.
    raises : "none", text such as "2.5x 4x", or iterable of str
        As in `no_limit`: ``"2.5x"`` raises to so many times the bet to call, ``"pot"`` by the pot
        after calling. Moving all-in is always allowed, in place of what reaches the stack.

    Examples
    --------
    >>> river(10, 30, ["1/2"], "none").sequences[0][1:6]
    ('check', 'bet 5', 'all-in', 'check, bet 5, fold', 'check, bet 5, call')
    """
    pot, stack = (
        parse_amount("pot", pot, greater_than=0),
        parse_amount("stack", stack, greater_than=0),
    )
    listed, multiples = split_sizes("bets", bets), split_sizes("raises", raises, "x")
    first = {_share(size) * pot for size in listed}
    root = _until_all_in(0, 0, pot / 2, stack, {*map(_multiple, multiples)}, first)
    named = ", ".join(map(str, [*listed, *multiples])) or "all-in"
    name = f"river, pot {format_amount(pot)}, stack {format_amount(stack)}, {named}"
    return Tree(root, name, ("first player", "second player"))


def _until_all_in(
    own: Chips, bet: Chips, posted: Chips, most: Fraction, multiples: Any, first: Iterable = ()
) -> Decision:
    """No limit: the first bets, and raises to multiples of a bet, or to whole chips if None."""

    def raises(bet: Chips, least: Chips, _: float) -> Iterator[tuple[str, Chips]]:
        if bet < most:
            yield "all-in", most
        if multiples is None:
            smaller: Sequence = range(ceil(bet + least), ceil(most))
        else:
            raised = {bet * m or 3 * bet + 2 * posted for m in multiples} if bet else first
            smaller = sorted(to for to in raised if to < most)
        for to in reversed(smaller):
            yield f"{'raise to' if bet else 'bet'} {format_amount(to)}", to

    opening = "call" if bet else "check"
    return Decision(0, build(raises, own, bet, posted, opening=opening))


def _check_turns(name: str, count: int) -> None:
    if count not in range(1, MOST_TURNS + 1):
        raise ValueError(f"{name}: {count!r} given, a whole number from 1 to {MOST_TURNS} needed")


def _share(size: Amount) -> Fraction:
    """Read a bet as a part of the pot."""
    text = "1" if size == "pot" else str(size)
    number = text.removesuffix("%")
    try:
        parse_amount("bets", number)
    except ValueError:
        needed = "'pot' or a part of the pot needed, such as '60%' or '1/3'"
        raise ValueError(f"bets: {reprlib.repr(size)} given, {needed}") from None
    share = parse_amount("bets", number, greater_than=0)
    if share > MOST_POTS and not text.endswith("%"):
        raise ValueError(f"bets: {text} given, a part of the pot needed, such as {text}%")
    return share / 100 if text.endswith("%") else share


def _multiple(size: Amount) -> Fraction:
    """Read a raise as a multiple of a bet, 0 for the pot."""
    if size == "pot":
        return Fraction(0)
    with suppress(ValueError):
        multiple = parse_amount("raises", str(size).removesuffix("x"), 2)
        if str(size).endswith("x"):
            return multiple
    raise ValueError(f"raises: {size!r} given, 'pot' or a multiple from '2x' up needed")


def kuhn() -> Tree:
    """Kuhn's poker (1950): both ante 1, and one bet of 1 may be made and called."""
    actions = build(lambda bet, *_: [] if bet else [("bet", 1)], 0, 0, posted=1, opening="check")
    return Tree(Decision(0, actions), "Kuhn's poker")
