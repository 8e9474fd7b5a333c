"""The families of betting: push or fold, one round, limit, no limit, the river, and Kuhn's.

Each family has a function that makes a :class:`pokerlab.trees.Tree` from amounts of chips. An
impossible amount, such as a negative ante or a small blind above the big one, is a ValueError that
names it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from math import ceil, inf
from typing import NamedTuple

from pokerlab._support.arguments import read_pair, refusal, require_count, short_repr
from pokerlab.amounts import Amount, ForcedBets, format_amount, read_amount, read_blinds
from pokerlab.push_fold_amounts import PushFoldAmounts
from pokerlab.sizes import read_sizes, split_sizes
from pokerlab.trees import PLAYERS_BY_BLIND, Decision, Fold, Node, Showdown, Tree

__all__ = [
    "MAX_BET_IN_POTS",
    "MAX_DECISIONS",
    "MAX_DISTINCT_DECISIONS",
    "MAX_STACK_RATIO",
    "MAX_TURNS",
    "kuhn",
    "limit",
    "no_limit",
    "one_round",
    "push_fold",
    "river",
]

#: How many decisions a tree may have. At this size plans take some gigabytes with 169 hands.
MAX_DECISIONS = 1_000_000
#: How many of them may be different: those with the same bets, and raises left, share a node. This
#: bound refuses a tree that is too large before much time has passed.
MAX_DISTINCT_DECISIONS = 10_000
#: How many turns the players of one round may have together, or how many actions each of them in
#: limit: more would be a slip.
MAX_TURNS = 100
#: How many pots a bet may be without a percent sign: a larger number is taken for a forgotten one.
MAX_BET_IN_POTS = 10
#: How many big blinds a stack may be in no limit, and how many pots on the river: more would be a
#: slip, and a game that no solver here comes to the end of.
MAX_STACK_RATIO = 1_000_000
_POT = "pot"  # A raise by the pot, among multiples of a bet.

_Chips = Fraction | int
"""An exact amount of chips."""


class _Turn(NamedTuple):
    """A player's turn in a round of betting: all that its continuations depend on."""

    player: int
    own_bet: _Chips  #: His bet so far.
    bet: _Chips  #: The bet that he faces.
    last_increase: _Chips  #: By how much it exceeds the bet before it.
    turns_left: float  #: How many more turns may be raises, with this one.
    call_ends_betting: bool

    def passive_action(self, passive_name: str) -> str:
        """Return the name of the action that neither folds nor raises.

        It is the ``passive_name`` if player 0 begins and has nothing to call.
        """
        if self.own_bet < self.bet:
            return "call"
        return "check" if self.call_ends_betting else passive_name

    def after_call(self) -> "_Turn":
        """Return player 1's turn if player 0 opens with a call or a check."""
        return _Turn(1, self.bet, self.bet, self.last_increase, self.turns_left - 1, True)

    def after_raise(self, raised_to: _Chips) -> "_Turn":
        """Return the other player's turn after a raise, who has put in the bet so far."""
        last_increase = raised_to - self.bet
        return _Turn(1 - self.player, self.bet, raised_to, last_increase, self.turns_left - 1, True)


class _Subtree(NamedTuple):
    """A node and how many decisions there are from it on."""

    node: Node
    decision_count: int


def _betting_round(
    allowed_raises: Callable[[_Turn], Iterable[tuple[str, _Chips]]],
    own_bet: _Chips,
    bet_at_start: _Chips,
    put_in_before: _Chips = 0,
    turns: float = inf,
    passive_name: str = "call",
    blamed: str = "raises",
) -> Decision:
    """Return player 0's first decision in a round of betting, with all that follows.

    A tree that is too large is a ValueError. Where a family's first actions are others, it makes a
    decision of its own from the actions of this one.

    Parameters
    ----------
    allowed_raises : callable
        Given a `_Turn`, lists the raises that are allowed there, the smallest first: their names,
        and the bets that they make.
    own_bet, bet_at_start : number
        Player 0's bet so far, and the bet that he faces.
    put_in_before : number
        The chips that each player has put in before, such as an ante; no part of a bet.
    turns : float
        How many turns may be raises. Every action but folding takes a turn.
    passive_name : str
        The name of player 0's first action that is no raise: ``"call"`` or ``"check"``. If it is a
        check, he may not fold.
    blamed : str
        The argument, or arguments, of which there are too many where the tree is too large.

    Examples
    --------
    >>> print(Tree(_betting_round(lambda turn: [("raise", turn.bet + 2)], 1, 2, turns=2)))
    player 0
      fold: -1
      call: player 1
        check: ±2
        raise: player 0
          fold: -2
          call: ±4
      raise: player 1
        fold: +2
        call: ±4
        raise: player 0
          fold: -4
          call: ±6
    """
    distinct_count = 0  # How many different decisions there are so far.

    @cache
    def subtree(turn: _Turn) -> _Subtree:
        """Return the part of the tree that begins with a turn."""
        nonlocal distinct_count
        distinct_count += 1  # calls with the same turn do not come here
        if distinct_count > MAX_DISTINCT_DECISIONS:
            raise _too_many(blamed)
        passive = turn.passive_action(passive_name)
        following: dict[str, _Subtree] = {}
        if passive == "call":  # who may check does not fold
            put_in = put_in_before + turn.own_bet
            following["fold"] = _Subtree(Fold(put_in if turn.player == 1 else -put_in), 0)
        if turn.call_ends_betting:
            following[passive] = _Subtree(Showdown(put_in_before + turn.bet), 0)
        else:
            following[passive] = subtree(turn.after_call())
        if turn.turns_left > 0:
            for name, raised_to in allowed_raises(turn):
                following[name] = subtree(turn.after_raise(raised_to))
        if len(following) == 1:  # a check that ends the betting is no decision
            return following[passive]
        decision_count = 1 + sum(each.decision_count for each in following.values())
        if decision_count > MAX_DECISIONS:
            raise _too_many(blamed)
        actions = {name: each.node for name, each in following.items()}
        return _Subtree(Decision(turn.player, actions), decision_count)

    first_turn = _Turn(
        player=0,
        own_bet=own_bet,
        bet=bet_at_start,
        last_increase=bet_at_start,
        turns_left=turns,
        call_ends_betting=False,
    )
    try:
        start = subtree(first_turn).node
    except RecursionError:  # if raises follow raises by the hundred
        raise _too_many(blamed) from None
    assert isinstance(start, Decision)  # player 0 may at least fold, or let player 1 act
    return start


def _too_many(blamed: str) -> Exception:
    """Make the error for a tree that is too large, because of an argument."""
    most = f"at most {MAX_DECISIONS:,} decisions, {MAX_DISTINCT_DECISIONS:,} of them different,"
    return refusal(blamed, "too many", most, word="allowed")


def push_fold(
    stack: Amount | tuple[Amount, Amount] = 10,
    small_blind: Amount = 0.5,
    big_blind: Amount = 1,
    ante: Amount = 0,
    big_blind_ante: Amount = 0,
) -> Tree:
    """Return push or fold, in chips: big blinds, unless other blinds are given.

    The small blind moves all-in or folds, the big blind calls or folds.

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
    stack0, stack1 = (read_amount("stack", amount, more_than=0) for amount in stacks)
    forced_bets = ForcedBets.read(small_blind, big_blind, ante, big_blind_ante)
    dead_money = forced_bets.big_blind_ante
    if dead_money >= stack1:
        given, needed = format_amount(dead_money), f"less than {format_amount(stack1)}"
        raise refusal("big_blind_ante", given, needed)
    at_risk = min(stack0, stack1 - dead_money)
    amounts = PushFoldAmounts.of(
        at_risk, forced_bets.small_blind, forced_bets.big_blind, forced_bets.ante
    )
    big_blind_actions: dict[str, Node] = {}
    if at_risk > amounts.steal:
        big_blind_actions["fold"] = Fold(amounts.steal + dead_money)
    big_blind_actions["call"] = Showdown(amounts.put_in, dead_money)
    small_blind_actions: dict[str, Node] = {}
    if at_risk > -amounts.fold:
        small_blind_actions["fold"] = Fold(amounts.fold)
    small_blind_actions["push"] = Decision(1, big_blind_actions)
    if dead_money:  # which the stack of the big blind pays for
        name = f"push/fold, {format_amount(at_risk)} at risk, {format_amount(dead_money)} dead"
    else:
        name = f"push/fold at {format_amount(at_risk)}"
    return Tree(Decision(0, small_blind_actions), name, PLAYERS_BY_BLIND)


def one_round(
    raises: Amount | Iterable[Amount],
    small_blind: Amount = 1,
    big_blind: Amount = 2,
    reraises: Amount | Iterable[Amount] = (),
    turns: int = 2,
) -> Tree:
    """Return one round of betting without stacks, in chips: the big blind is 2, unless given.

    Alice folds, calls or raises, and Bob answers.

    The game of G. Irving, Near optimal holdem play with one round of betting, in which Bob only
    calls or folds; and, with ``reraises``, the step that it proposes next.

    Alice's first actions are ``fold``, ``call`` and ``raise 2``, ``raise 2.5`` and so on in
    increasing order. If no raise is left after Alice's call, the showdown follows at once.

    Parameters
    ----------
    raises : text, amount or iterable of amounts
        By how much Alice may raise over the big blind, at least one, all different; 0 means that
        she may just call. She may always fold. In text, ``"0 2:40"``, as
        `pokerlab.sizes.parse_sizes` reads it.
    small_blind, big_blind : amount
        The blinds that Alice and Bob post.
    reraises : text, amount or iterable of amounts
        By how much a raised player may raise in turn, and Bob if Alice just calls.
    turns : int
        With ``reraises``, how many turns allow a raise: 1 for Alice's first only, 2 for Bob's
        answer too, 3 for hers to that, and so on. It counts both players' turns; `limit` counts
        those of each. At most `MAX_DECISIONS` decisions are allowed.

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
    small, big = read_blinds(small_blind, big_blind)
    opening_sizes = read_sizes("raises", raises, at_least=0)
    later_sizes = read_sizes("reraises", reraises, more_than=0)
    if not opening_sizes:
        raise refusal("raises", "none", "at least one")
    require_count("turns", turns, at_most=MAX_TURNS)

    def listed_raises(turn: _Turn) -> list[tuple[str, _Chips]]:
        is_opening = turn.turns_left == turns
        sizes = opening_sizes if is_opening else later_sizes
        return [(f"raise {format_amount(size)}", turn.bet + size) for size in sizes if size]

    actions = dict(_betting_round(listed_raises, small, big, turns=turns).actions)
    if 0 not in opening_sizes:  # a raise of 0 stands for a call
        del actions["call"]
    shown = ", ".join(map(format_amount, opening_sizes))
    if len(opening_sizes) > 4:
        shown = f"{len(opening_sizes)} sizes"
    return Tree(Decision(0, actions), f"one round, raises by {shown}", ("Alice", "Bob"))


def limit(
    actions_each: int = 1,
    raise_size: Amount = 1,
    small_blind: Amount = 0.5,
    big_blind: Amount | None = None,
    pot_limit: bool = False,
    live: bool = True,
) -> Tree:
    """Return one round of limit or pot-limit betting before the flop, in chips, then a showdown.

    The game of A. Selby's sim.c (1999). Its P1, who acts first, is the small blind and player 0
    here. :func:`pokerlab.studies.preflop.tree` takes its variables, of which ``an`` is the small
    blind here, and ``bl`` what the big blind posts beyond that.

    The actions are ``fold``, ``call``, ``raise``, and ``check`` when the big blind ends the betting
    after a call.

    Parameters
    ----------
    actions_each : int
        How many actions each player has, 1 to 100, not counting those that end the betting. A
        raise counts, and so does the small blind's opening call if the big blind is live.
    raise_size : amount
        By how much a raise exceeds the amount to call: in chips, or in pots if ``pot_limit``.
    small_blind : amount
        The chips that the small blind posts.
    big_blind : amount, optional
        The chips that the big blind posts, at least as many. If left out, half of ``raise_size``
        more, and in pot limit twice as much.
    pot_limit : bool
        Whether ``raise_size`` counts pots, as they are after calling, instead of chips.
    live : bool
        Whether the big blind may act after the small blind's opening call. He may then also fold,
        as in sim.c.
    """
    require_count("actions_each", actions_each, at_most=MAX_TURNS)
    size = read_amount("raise_size", raise_size, more_than=0)
    if big_blind is None:
        small = read_amount("small_blind", small_blind, at_least=0)
        big_blind = 2 * small if pot_limit else small + size / 2
    small, big = read_blinds(small_blind, big_blind)
    if pot_limit and not big:
        raise refusal("big_blind", 0, "more than 0", "for a pot to raise by")

    def allowed_raises(turn: _Turn) -> list[tuple[str, _Chips]]:
        pot_after_calling = 2 * turn.bet
        return [("raise", turn.bet + (size * pot_after_calling if pot_limit else size))]

    actions = dict(_betting_round(allowed_raises, small, big, turns=2 * actions_each).actions)
    if live:
        after_call = actions["call"]
        assert isinstance(after_call, Decision)  # the big blind may raise
        actions["call"] = Decision(1, {"fold": Fold(big), **after_call.actions})
    else:
        actions["call"] = Showdown(big)
    name = f"limit, raises of {format_amount(size)}"
    if pot_limit:
        name = "pot limit" if size == 1 else f"raises of {format_amount(size)} pots"
    return Tree(Decision(0, actions), f"{name}, actions={actions_each}", PLAYERS_BY_BLIND)


def no_limit(
    stack: Amount = 10,
    raises: Amount | Iterable[Amount] = ("2.5x", "3x", "3.5x", "4x"),
    small_blind: Amount = 0.5,
    big_blind: Amount = 1,
    ante: Amount = 0,
) -> Tree:
    """Return a round of no-limit betting, in chips: big blinds, unless other blinds are given.

    Any raise may be raised again, until somebody is all-in.

    The actions are ``fold``, ``call``, ``raise to 3`` and so on in increasing order, not counting
    the ante, and ``all-in``. After the small blind's opening call the big blind may ``check`` or
    raise.

    Parameters
    ----------
    stack : amount
        Chips in front of each player before antes and blinds, the smaller stack if they differ;
        more than the ante and the big blind, and at most `MAX_STACK_RATIO` big blinds.
    raises : "all", "none", text such as "2.5x 4x pot", or iterable of str
        ``"3x"`` raises to three times the bet to call (``"2x"`` is the least), ``"pot"`` by the
        pot after calling. A bare number in a text is such a multiple; in a list it might be one of
        chips, and is refused. ``"all"`` is every whole chip from the least raise on: by as much as
        the last raise, at first by the big blind. Moving all-in is always allowed, and takes the
        place of raises that reach the stack. A tree of more than `MAX_DECISIONS` decisions, or
        `MAX_DISTINCT_DECISIONS` different ones, is refused.
    small_blind, big_blind, ante : amount
        The forced bets, above 0 for the big blind, and each player's ante.

    Examples
    --------
    >>> no_limit(10).sequence_names[0][1:8]
    ('fold', 'call', 'raise to 2.5', 'raise to 3', 'raise to 3.5', 'raise to 4', 'all-in')
    """
    stack = read_amount("stack", stack)
    big = read_amount("big_blind", big_blind, more_than=0)
    forced_bets = ForcedBets.read(small_blind, big, ante)
    forced_bets.require_larger_stack("stack", stack)
    _require_depth(stack, big, "big blind")
    sizes = split_sizes("raises", raises, _read_multiple, "x")
    if sizes == ["all"]:
        multiples, shown = None, "every whole chip"
    else:
        multiples = {*map(_read_multiple, sizes)}
        shown = ", ".join(map(str, sizes)) or "all-in"
    root = _until_all_in(
        own_bet=forced_bets.small_blind,
        bet_at_start=big,
        put_in_before=forced_bets.ante,
        all_in=stack - forced_bets.ante,
        multiples=multiples,
    )
    name = f"no limit at {format_amount(stack)}, {shown}"
    return Tree(root, name, PLAYERS_BY_BLIND)


def river(
    pot: Amount = 200,
    stack: Amount = 900,
    bets: Amount | Iterable[Amount] = ("60%",),
    raises: Amount | Iterable[Amount] = ("2.5x",),
) -> Tree:
    """Return the last round of no-limit betting, in chips, until a call, a fold or two checks.

    The actions are ``check``, ``bet 120`` and so on in increasing order, ``all-in``, ``fold``,
    ``call`` and ``raise to 300``.

    Parameters
    ----------
    pot : amount
        Chips in the middle, half of them from each player.
    stack : amount
        Chips in front of each player, the smaller stack if they differ; at most `MAX_STACK_RATIO`
        pots.
    bets : "none", text such as "27%, 1/2, pot", amount or iterable of amounts
        The first bet, in pots: ``"60%"``, ``"1/3"``, 0.6 or ``"pot"``; more than `MAX_BET_IN_POTS`
        of them only with a percent sign.
    raises : "none", text such as "2.5x 4x", or iterable of str
        As in `no_limit`: ``"2.5x"`` raises to 2.5 times the bet to call, ``"pot"`` by the pot
        after calling. Moving all-in is always allowed, in place of what reaches the stack.

    Examples
    --------
    >>> river(10, 30, ["1/2"], "none").sequence_names[0][1:6]
    ('check', 'bet 5', 'all-in', 'check, bet 5, fold', 'check, bet 5, call')
    """
    pot = read_amount("pot", pot, more_than=0)
    stack = read_amount("stack", stack, more_than=0)
    _require_depth(stack, pot, "pot")
    bet_sizes = split_sizes("bets", bets, _read_share)
    raise_sizes = split_sizes("raises", raises, _read_multiple, "x")
    first_bets = {_read_share(size) * pot for size in bet_sizes}
    multiples = {*map(_read_multiple, raise_sizes)}
    root = _until_all_in(
        own_bet=0,
        bet_at_start=0,
        put_in_before=pot / 2,
        all_in=stack,
        multiples=multiples,
        first_bets=first_bets,
        blamed="bets, raises" if multiples else "bets",
    )
    shown = ", ".join(map(str, [*bet_sizes, *raise_sizes])) or "all-in"
    name = f"river, pot {format_amount(pot)}, stack {format_amount(stack)}, {shown}"
    return Tree(root, name, ("first player", "second player"))


def _until_all_in(
    own_bet: _Chips,
    bet_at_start: _Chips,
    put_in_before: _Chips,
    all_in: Fraction,
    multiples: Collection[Fraction | str] | None,
    first_bets: Collection[_Chips] = (),
    blamed: str = "raises",
) -> Decision:
    """Return player 0's first decision where betting goes on until somebody is all-in.

    Parameters
    ----------
    own_bet, bet_at_start, put_in_before : number
        Player 0's bet so far, the bet that he faces, and the chips that each player has put in
        before, as in `_betting_round`.
    all_in : Fraction
        The bet of all chips.
    multiples : collection of Fraction or `_POT`, optional
        Raises are to these multiples of the bet, or by the pot; if left out, to all whole chips.
    first_bets : collection of number
        The bets that are allowed where there is none yet, besides an all-in.
    blamed : str
        As in `_betting_round`.
    """

    def allowed_raises(turn: _Turn) -> Iterator[tuple[str, _Chips]]:
        bet = turn.bet
        smaller: Iterable[_Chips]
        if multiples is None:
            smaller = range(ceil(bet + turn.last_increase), ceil(all_in))
        elif bet:
            pot_after_calling = 2 * (bet + put_in_before)
            bets = {
                bet * multiple if isinstance(multiple, Fraction) else bet + pot_after_calling
                for multiple in multiples
            }
            smaller = sorted(raised_to for raised_to in bets if raised_to < all_in)
        else:
            smaller = sorted(first_bet for first_bet in first_bets if first_bet < all_in)
        verb = "raise to" if bet else "bet"
        for raised_to in smaller:
            yield f"{verb} {format_amount(raised_to)}", raised_to
        if bet < all_in:
            yield "all-in", all_in

    passive_name = "call" if bet_at_start else "check"
    return _betting_round(
        allowed_raises,
        own_bet,
        bet_at_start,
        put_in_before,
        passive_name=passive_name,
        blamed=blamed,
    )


def _require_depth(stack: Fraction, unit: Fraction, unit_name: str) -> None:
    """Refuse a stack of more than `MAX_STACK_RATIO` big blinds, or pots."""
    if stack > MAX_STACK_RATIO * unit:
        needed = f"at most {format_amount(MAX_STACK_RATIO * unit)}"
        hint = f"{MAX_STACK_RATIO:,} times the {unit_name}"
        raise refusal("stack", format_amount(stack), needed, hint)


def _read_share(size: Amount) -> Fraction:
    """Read a bet as a part of the pot."""
    if size == _POT:
        return Fraction(1)
    text = str(size)
    is_percentage = text.endswith("%")
    try:
        number = read_amount("bets", text.removesuffix("%"))
    except ValueError:
        needed, hint = "'pot' or a part of the pot", "such as '60%' or '1/3'"
        raise refusal("bets", short_repr(size), needed, hint) from None
    if number <= 0:
        raise refusal("bets", format_amount(number), "more than 0")
    if number > MAX_BET_IN_POTS and not is_percentage:
        raise refusal("bets", text, "a part of the pot", f"such as {text}%")
    return number / 100 if is_percentage else number


def _read_multiple(size: Amount) -> Fraction | str:
    """Read a raise as a multiple of a bet, or as `_POT`."""
    if size == _POT:
        return _POT
    text = str(size)
    if text.endswith("x"):
        with suppress(ValueError):
            return read_amount("raises", text.removesuffix("x"), at_least=2)
    raise refusal("raises", repr(size), "'pot' or a multiple from '2x' up")


def kuhn() -> Tree:
    """Return Kuhn's poker (1950): both ante 1, and one bet of 1 may be made and called."""

    def one_bet(turn: _Turn) -> list[tuple[str, _Chips]]:
        return [] if turn.bet else [("bet", 1)]

    first = _betting_round(one_bet, 0, 0, put_in_before=1, passive_name="check")
    return Tree(first, "Kuhn's poker")
