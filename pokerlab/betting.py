"""The families of betting: push or fold, one round, limit, no limit, the river, and Kuhn's.

Each function makes a :class:`pokerlab.trees.Tree` from amounts of chips. An impossible amount, such
as a negative ante or a small blind above the big one, is a ValueError that names it.
"""

from __future__ import annotations

import math
import reprlib
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain

import numpy as np

from pokerlab.amounts import Amount, format_amount, parse_amount, parse_blinds, parse_sizes
from pokerlab.trees import Decision, Fold, Node, Showdown, Tree

MOST_DECISIONS = 1_000_000  #: Trees are built with at most so many decisions.
MOST_POTS = 10  #: Larger bets are given in percent: without the sign they are slips.
#: How many of them may differ in the bets made and the raises left; the others are copies.
MOST_DIFFERENT = 10_000


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
    blinds of 0.5 and 1 this is the big blind at stacks up to 1, and the small blind too at stacks
    up to 0.5.

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
    if len(stacks) != 2:
        raise ValueError(f"stack: {stack!r} given, one amount or two needed")
    first, second = (parse_amount("stack", amount, above=0) for amount in stacks)
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
    raises: Iterable[Amount],
    small_blind: Amount = 1,
    big_blind: Amount = 2,
    reraises: Iterable[Amount] = (),
    turns: int = 2,
) -> Tree:
    """One round of betting without stacks: Alice folds, calls or raises, and Bob answers.

    The game of G. Irving, Near optimal holdem play with one round of betting, in which Bob only
    calls or folds; and, with ``reraises``, the step that it proposes next.

    Alice's first actions are ``fold``, ``call`` and ``raise 2``, ``raise 2.5`` and so on in
    increasing order. If no raise is left after Alice's call, the showdown follows at once, because
    Bob sees it for free.

    Parameters
    ----------
    raises : iterable of amounts
        By how much Alice may raise over the big blind, at least one, all different; 0 means that
        she may just call. She may always fold.
    small_blind, big_blind : amount
        What Alice and Bob post.
    reraises : iterable of amounts
        By how much a raised player may raise in turn, and Bob if Alice just calls.
    turns : int
        With ``reraises``, how many turns allow a raise: 1 for Alice's first only, 2 for Bob's
        answer too, 3 for her answer to that, and so on. A tree of more than `MOST_DECISIONS`
        decisions is refused.

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
    first, later = parse_sizes("raises", raises, 0), parse_sizes("reraises", reraises, above=0)
    if not first:
        raise ValueError("raises: none given, at least one needed")
    if not isinstance(turns, int | np.integer) or not 1 <= turns <= 100:
        raise ValueError(f"turns: {turns!r} given, a whole number from 1 to 100 needed")
    if len(first) * sum(len(later) ** turn for turn in range(turns)) > MOST_DECISIONS:
        given = f"raises: {len(first)} given, and {len(later)} reraises for {turns} turns"
        raise ValueError(f"{given}: at most {MOST_DECISIONS:,} decisions allowed")

    def answer(player: int, posted: Fraction, stake: Fraction, turn: int) -> Node:
        """What a player may do who has posted one amount and must call another."""
        fold = Fold(-posted if player == 0 else posted)
        actions: dict[str, Node] = {"fold": fold, "call": Showdown(stake)}
        if posted == stake:
            actions = {"check": Showdown(stake)}
        for size in later if turn <= turns else ():
            raised = answer(1 - player, stake, stake + size, turn + 1)
            actions[f"raise {format_amount(size)}"] = raised
        return Decision(player, actions) if len(actions) > 1 else Showdown(stake)

    openings: dict[str, Node] = {"fold": Fold(-small)}
    for size in first:
        name = f"raise {format_amount(size)}" if size else "call"
        openings[name] = answer(1, big, big + size, 2)
    listed = f"{len(first)} sizes" if len(first) > 4 else ", ".join(map(format_amount, first))
    return Tree(Decision(0, openings), f"one round, raises by {listed}", ("Alice", "Bob"))


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
    here; its P0 is the big blind and player 1. :func:`pokerlab.studies.limit.tree` takes its
    variables.

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

    Examples
    --------
    >>> print(limit())
    small blind
      fold: -0.5
      call: big blind
        fold: +1
        check: ±1
        raise: small blind
          fold: -1
          call: ±2
      raise: big blind
        fold: +1
        call: ±2
        raise: small blind
          fold: -2
          call: ±3
    """
    if not isinstance(actions, int | np.integer) or not 1 <= actions <= 100:
        raise ValueError(f"actions: {actions!r} given, a whole number from 1 to 100 needed")
    size, ante = parse_amount("size", size, above=0), parse_amount("ante", ante, 0)
    extra = size / 2 if big_blind is None else parse_amount("big_blind", big_blind, 0)

    def act(player: int, posted: Fraction, stake: Fraction, left: int, other: int) -> Decision:
        """What a player may do who has posted one amount, must call another, and how often."""
        end = Showdown(stake)
        offered: dict[str, Node] = {"fold": Fold(-posted if player == 0 else posted)}
        offered["call" if posted < stake or player == 0 else "check"] = end
        if left:
            raised = stake + (size * 2 * stake if pot_limit else size)
            offered["raise"] = act(1 - player, stake, raised, other, left - 1)
        return Decision(player, offered)

    opening = act(0, ante, ante + extra, actions, actions)
    if live:
        limped = act(1, ante + extra, ante + extra, actions, actions - 1)
        opening = Decision(0, {**opening.actions, "call": limped})
    name = f"limit, raises of {format_amount(size)}"
    if pot_limit:
        name = "pot limit" if size == 1 else f"raises of {format_amount(size)} pots"
    return Tree(opening, f"{name}, actions={actions}", ("small blind", "big blind"))


def no_limit(
    stack: Amount = 10,
    raises: str | Iterable[str] = ("2.5x", "3x", "3.5x", "4x"),
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
    raises : "all" or iterable of str
        ``"3x"`` raises to three times the bet to call (``"2x"`` is the least), ``"pot"`` by the
        pot after calling. ``"all"`` is every whole chip from the least raise on: by as much as the
        last raise, at first by the big blind. Moving all-in is always allowed, and takes the place
        of raises that reach the stack. A tree of more than `MOST_DECISIONS` decisions, or
        `MOST_DIFFERENT` different ones, is refused.
    small_blind, big_blind, ante : amount
        The forced bets, above 0 for the big blind, and each player's ante.

    Examples
    --------
    >>> no_limit(10).sequences[0][1:8]
    ('fold', 'call', 'raise to 2.5', 'raise to 3', 'raise to 3.5', 'raise to 4', 'all-in')
    """
    ante, stack = parse_amount("ante", ante, 0), parse_amount("stack", stack)
    small, big = parse_blinds(small_blind, parse_amount("big_blind", big_blind, above=0))
    if stack <= ante + big:
        least = f"{format_amount(ante + big)} needed, the big blind and the ante"
        raise ValueError(f"stack: {format_amount(stack)} given, more than {least}")
    listed = [raises] if isinstance(raises, str) else [*raises]
    if not listed:
        raise ValueError("raises: none given, at least one needed")
    multiples = None if listed == ["all"] else {_multiple(size) for size in listed}
    given = f"raises: {reprlib.repr(raises)} given, too many with a stack of {format_amount(stack)}"
    folds: dict[str, Node] = {"fold": Fold(-ante - small)}
    opening = _raising(folds, big, ante, stack - ante, multiples, [], given)
    named = "every whole chip" if multiples is None else ", ".join(listed)
    name = f"no limit at {format_amount(stack)}, {named}"
    return Tree(opening, name, ("small blind", "big blind"))


def river(
    pot: Amount = 200,
    stack: Amount = 900,
    bets: str | Iterable[Amount] = ("60%",),
    raises: str | Iterable[str] = ("2.5x",),
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
    bets : "none" or iterable of str
        The first bet, in parts of the pot: ``"60%"``, ``"1/3"`` or ``"pot"``, or up to
        `MOST_POTS` pots.
    raises : "none" or iterable of str
        As in `no_limit`: ``"2.5x"`` raises to so many times the bet to call, ``"pot"`` by the pot
        after calling. Moving all-in is always allowed, and takes the place of bets and raises that
        reach the stack.

    Examples
    --------
    >>> print(river(10, 30, ["1/2"], "none"))
    first player
      check: second player
        check: ±5
        bet 5: first player
          fold: -5
          call: ±10
          all-in: second player
            fold: +10
            call: ±35
        all-in: first player
          fold: -5
          call: ±35
      bet 5: second player
        fold: +5
        call: ±10
        all-in: first player
          fold: -10
          call: ±35
      all-in: second player
        fold: +5
        call: ±35
    """
    pot, stack = parse_amount("pot", pot, above=0), parse_amount("stack", stack, above=0)
    listed, multiples = _listed(bets), {_multiple(size) for size in _listed(raises)}
    first = sorted({_share(size) * pot for size in listed})
    given = f"bets, raises: {reprlib.repr(bets)}, {reprlib.repr(raises)} given, "
    given += f"too many with a stack of {format_amount(stack)}"
    opening = _raising({}, Fraction(0), pot / 2, stack, multiples, first, given)
    named = ", ".join(map(str, [*listed, *_listed(raises)])) or "all-in"
    name = f"river, pot {format_amount(pot)}, stack {format_amount(stack)}, {named}"
    return Tree(opening, name, ("first player", "second player"))


def _raising(
    opening: dict[str, Node],
    bet: Fraction,
    posted: Fraction,
    most: Fraction,
    multiples: set[Fraction] | None,
    first: list[Fraction],
    given: str,
) -> Decision:
    """Player 0 may call a bet, or check if it is 0, and raise it, besides what is in the opening.

    The bet is also the least raise. Each player has ``posted`` so much besides his bets, and
    ``most`` is the bet that is all-in. Raises are to ``multiples`` of a bet, 0 for the pot, or if
    that is None to all whole chips; the ``first`` bets are listed. ``given`` begins an error.
    """

    def sizes(bet: Fraction, least: Fraction) -> Sequence:
        if not bet:
            return first
        if multiples is None:
            return range(math.ceil(bet + least), math.ceil(most))
        return sorted(bet * m or 3 * bet + 2 * posted for m in multiples)

    @cache
    def act(player: int, own: Fraction, bet: Fraction, least: Fraction) -> tuple[Decision, int]:
        """What a player may do who has bet one amount and faces another; how many decisions."""
        lost = posted + own
        actions: dict[str, Node] = {"fold": Fold(lost if player else -lost)}
        raised, decisions = raise_by(player, bet, least)
        return Decision(player, actions | {"call": Showdown(posted + bet)} | raised), decisions + 1

    def raise_by(player: int, bet: Fraction, least: Fraction) -> tuple[dict[str, Node], int]:
        """Where a player's raises lead; how many decisions there."""
        if bet == most:
            return {}, 0
        nodes, decisions = {}, 0
        # The largest raise first: what follows it is small, and too many are noticed at once.
        smaller = (to for to in reversed(sizes(bet, least)) if to < most)
        for to in map(Fraction, chain([most], smaller)):
            name = f"raise to {format_amount(to)}" if bet else f"bet {format_amount(to)}"
            nodes["all-in" if to == most else name], more = act(1 - player, bet, to, to - bet)
            decisions += more
            # The other player may raise after a call or a check: all decisions count twice.
            if 2 * (decisions + 1) > MOST_DECISIONS or act.cache_info().misses > MOST_DIFFERENT:
                raise RecursionError
        return dict(reversed(nodes.items())), decisions

    try:
        (after, _), (raised, _) = (raise_by(player, bet, bet) for player in (1, 0))
    except RecursionError:
        raise ValueError(
            f"{given}: at most {MOST_DECISIONS:,} decisions, {MOST_DIFFERENT:,} of them different, "
            "allowed"
        ) from None
    passed = Decision(1, {"check": Showdown(posted + bet)} | after)
    return Decision(0, opening | {"call" if bet else "check": passed} | raised)


def _listed(sizes: str | Iterable) -> list:
    """The sizes as a list, from one of them, several, or ``"none"``."""
    return [] if sizes == "none" else [sizes] if isinstance(sizes, str) else [*sizes]


def _share(size: Amount) -> Fraction:
    """Read a bet as a part of the pot."""
    text = "1" if size == "pot" else str(size)
    share = parse_amount("bets", text.removesuffix("%"), above=0)
    if share > MOST_POTS and not text.endswith("%"):
        raise ValueError(f"bets: {text} given, a part of the pot needed, such as {text}%")
    return share / 100 if text.endswith("%") else share


def _multiple(size: str) -> Fraction:
    """Read a raise as a multiple of a bet, 0 for the pot."""
    if size == "pot":
        return Fraction(0)
    text = str(size)
    multiple = parse_amount("raises", text[:-1]) if text.endswith("x") else Fraction(0)
    if multiple < 2:
        raise ValueError(f"raises: {size!r} given, 'pot' or a multiple from '2x' up needed")
    return multiple


def kuhn() -> Tree:
    """Kuhn's poker (1950): both ante 1, and one bet of 1 may be made and called.

    Examples
    --------
    >>> print(kuhn())
    player 0
      check: player 1
        check: ±1
        bet: player 0
          fold: -1
          call: ±2
      bet: player 1
        fold: +1
        call: ±2
    """
    after_check = Decision(0, {"fold": Fold(-1), "call": Showdown(2)})
    checked = Decision(1, {"check": Showdown(1), "bet": after_check})
    bet = Decision(1, {"fold": Fold(1), "call": Showdown(2)})
    return Tree(Decision(0, {"check": checked, "bet": bet}), "Kuhn's poker")
