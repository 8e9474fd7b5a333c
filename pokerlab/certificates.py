"""Certificates: two strategies in fractions, and their guarantees, without rounding.

A :class:`Certificate` is the exact counterpart of a :class:`pokerlab.solutions.Solution`. Its plans
are integers over a common denominator, and both best responses are evaluated in integers. So its
bracket on the value is a theorem about two given strategies. :func:`certify` makes one of any two
plans; :mod:`pokerlab.solvers.exact` finds plans with which the bracket closes. A certificate that
was saved is verified by :mod:`pokerlab.check`, which shares no code with this package.
"""

import json
import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from pokerlab import check
from pokerlab._support.arguments import (
    read_pair,
    refusal,
    require_name,
    require_type,
    short_repr,
)
from pokerlab._support.files import write_file
from pokerlab._support.frozen import frozen_copy, set_fields
from pokerlab._support.pairs import as_pair
from pokerlab.deals import Deal
from pokerlab.exact_payoffs import IntegerPayoffOperator, integer_payoff_operator
from pokerlab.games import Game, Plans, Player, require_game
from pokerlab.integers import SHARE_BITS, is_exact, over_common_denominator, to_fractions
from pokerlab.solutions import Profile
from pokerlab.trees import describe_history

__all__ = ["Certificate", "certify"]

_MAX_BOUND_CHARACTERS = 45  # A bound of more characters than this is printed as a float.


class _SequenceValues(NamedTuple):
    """The values of a player's sequences against the other's plan: (hands, sequences) arrays.

    They are integers or, behind locks, fractions.
    """

    terminal: np.ndarray  #: Counting only the terminals where the sequence ends.
    continuation: np.ndarray  #: Counting the best that follows, too.


@dataclass(frozen=True, eq=False)
class Certificate(Profile):
    """A pair of exact strategies, and their worth, in fractions.

    It has all that a :class:`pokerlab.solutions.Solution` has, but for ``certify`` and
    ``convergence``, as its bounds are proven already. Its bounds, its plans and their
    probabilities are exact; ``strategies``, tables and frequencies are rounded to floats.

    Raises
    ------
    TypeError
        If a number is not an integer.
    ValueError
        If a plan is not exactly one.
    """

    game: Game
    #: Two (hands, sequences) arrays of int, the realization plans in units of ``1 / denominators``.
    numerators: tuple[np.ndarray, np.ndarray]
    denominators: tuple[int, int]  #: The integer that stands for a probability of 1 in each.
    #: The solver that found the plans, as a solution says it; "given" if it is not known.
    found_by: str = "given"
    lower: Fraction = field(init=False)  #: The guarantee of player 0's plan, its security level.
    upper: Fraction = field(init=False)  #: The most that player 1's plan lets player 0 win.

    def __post_init__(self) -> None:
        require_game(self.game)
        require_name("found_by", self.found_by)
        given = read_pair("denominators", self.denominators, "two whole numbers")
        denominators = as_pair(map(_read_denominator, given))
        plans = read_pair("numerators", self.numerators, "two plans")
        numerators = as_pair(
            _read_numerators(self.game, player, plans[player], denominators[player])
            for player in (0, 1)
        )
        set_fields(self, numerators=numerators, denominators=denominators)
        set_fields(self, lower=self._best_response_payoff(1), upper=self._best_response_payoff(0))

    @cached_property
    def _payoff_operator(self) -> IntegerPayoffOperator:
        """The game's operator in integers."""
        return integer_payoff_operator(self.game)

    @cached_property
    def _sequence_values(self) -> Sequence[_SequenceValues]:
        """The values of each player's sequences against the other's plan."""
        both = []
        for player in (0, 1):
            terminal = self._payoff_operator.apply(player, self.numerators[1 - player])
            continuation = self.game.sequence_form.continuation_values(player, terminal)
            both.append(_SequenceValues(terminal, continuation))
        return both

    def _best_response_payoff(self, player: int) -> Fraction:
        """Return player 0's payoff if a player answers the other's plan with a best response."""
        total = Fraction(self._sequence_values[player].continuation[:, 0].sum())
        return total * self._payoff_operator.unit / self.denominators[1 - player]

    @property
    def value(self) -> Fraction:
        """The value of the game, where the bracket is closed; else it is an AttributeError.

        A file of a certificate has it under this name, and only then.
        """
        if self.width:
            between = f"between lower, {self.lower}, and upper, {self.upper}"
            raise AttributeError(f"value: {between}, not proven any closer")
        return self.lower

    @cached_property
    def payoff(self) -> Fraction:
        """The amount that player 0 wins if the strategies meet."""
        total = int((self.numerators[0] * self._sequence_values[0].terminal).sum())
        return total * self._payoff_operator.unit / (self.denominators[0] * self.denominators[1])

    @cached_property
    def plans(self) -> Plans:  # type: ignore[override]  # a property instead of a field
        """Both players' realization plans as fractions, (hands, sequences) arrays of objects."""
        return tuple(map(frozen_copy, map(to_fractions, self.numerators, self.denominators)))

    def float_plan(self, player: Player) -> np.ndarray:
        """Return a player's plan in floats, (hands, sequences)."""
        player = self.game.tree.read_player(player)
        return (self.numerators[player] / self.denominators[player]).astype(float)

    def _behaviour_column(self, player: int, sequence: int) -> np.ndarray:
        """Return the probabilities of a sequence's last action at its turn, in fractions."""
        information_set = self.game.tree.information_set_of_sequence(player, sequence)
        plan, after = self.numerators[player], information_set.sequences_after
        own_reach = plan[:, information_set.sequence_before]
        column = to_fractions(plan[:, sequence], own_reach)
        column[own_reach == 0] = Fraction(1, after.stop - after.start)
        locks = self.game.locks
        locked = locks.probabilities_at(player, information_set, is_exact=True)
        is_locked = locks.locked_hands(player, information_set)
        column[is_locked] = locked[:, sequence - after.start]
        return column

    def _own_reach(self, player: int, sequence: int) -> np.ndarray:
        """Return the probabilities that own play leads to a sequence, over one denominator."""
        return self.numerators[player][:, sequence]

    def gaining_sequences(self) -> tuple[np.ndarray, np.ndarray]:
        """Return which sequences best responses play, with the hands that gain by them.

        Returns
        -------
        pair of (hands, sequences) arrays of bool
            Player 0's and player 1's, the empty sequence, too; false for hands that gain nothing.
        """
        gaining = []
        for player, values in enumerate(self._sequence_values):
            earned = (self.numerators[player] * values.terminal).sum(axis=1)
            gains = abs(values.continuation[:, 0] * self.denominators[player] - earned)
            gaining.append(self.best_sequences(player) & (gains > 0)[:, None])
        return as_pair(gaining)

    def best_sequences(self, player: Player) -> np.ndarray:
        """Return the sequences that some best response of a player to the other's plan plays.

        They are a (hands, sequences) array of bool, false where no best response leads.
        """
        player = self.game.tree.read_player(player)
        return self.game.sequence_form.best_sequences(
            player, self._sequence_values[player].continuation
        )

    def save(self, path: str | Path) -> None:
        """Write the game, both plans and the bounds as JSON, for :mod:`pokerlab.check` to read.

        The game is written as its tree and, unless that is hold'em's, the tables of its deal.

        Raises
        ------
        OSError
            If the file cannot be written.
        ValueError
            If a lock decides in the game, if the file would have more than
            :data:`pokerlab.check.MAX_BYTES` bytes, or a number more digits than Python reads, or if
            its nodes and pairs of hands are more than :data:`pokerlab.check.MAX_STEPS` allows.

        Examples
        --------
        >>> from pokerlab import betting, check, deals
        >>> from pokerlab.solvers import exact
        >>> certificate = exact.solve(Game(deals.kuhn(), betting.kuhn()))
        >>> certificate.save("kuhn.json")  # doctest: +SKIP
        >>> check.bounds(check.read("kuhn.json"))  # doctest: +SKIP
        (Fraction(-1, 18), Fraction(-1, 18))
        """
        require_game(self.game, allow_locks=False)
        content = json.dumps(self._to_dict()) + "\n"
        nodes, pairs = self.game.tree.node_count, self.game.deal.ways.size
        if nodes * pairs > check.MAX_STEPS:
            given = f"one of {nodes:,} nodes with {pairs:,} pairs of hands"
            needed = f"a product of at most {check.MAX_STEPS:,}"
            raise refusal("certificate", given, needed, word="allowed")
        if len(content) > check.MAX_BYTES:
            needed = f"at most {check.MAX_BYTES:,}"
            raise refusal("certificate", f"one of {len(content):,} bytes", needed, word="allowed")
        write_file(path, content.encode())

    def _to_dict(self) -> dict[str, Any]:
        """Write the deal, the tree, the plans, and the claim: the value, or bounds on it."""
        deal = self.game.deal
        claim = {"lower": str(self.lower), "upper": str(self.upper)}
        if not self.width:
            claim = {"value": str(self.lower)}
        return {
            "deal": "hold'em" if deal.is_holdem else _deal_to_dict(deal),
            "tree": self.game.tree.to_dict(),
            "plans": [self._plan_to_dict(player) for player in (0, 1)],
            **claim,
        }

    def _plan_to_dict(self, player: int) -> dict[str, dict[str, str]]:
        """Write a player's plan: hands and probabilities of each sequence but the empty one."""
        hands, names = self.game.deal.hands[player], self.game.tree.sequence_names[player]
        columns = self.plans[player].T
        return {
            name: _nonzero_to_dict(hands, column)
            for name, column in zip(names, columns, strict=True)
            if name
        }

    def __repr__(self) -> str:
        texts = []
        for bound in (self.lower, self.upper):
            text = str(bound)
            if len(text) >= _MAX_BOUND_CHARACTERS:
                text = f"{float(bound):.9g} (a fraction of {len(text)} characters)"
            texts.append(text)
        claim = " <= value <= ".join(texts) if self.width else f"value {texts[0]}"
        return f"<Certificate of {self.game.tree.name}: {claim}>"


def certify(game: Game, plans: Plans, *, found_by: str = "given") -> Certificate:
    """Prove the guarantees of two plans, in exact arithmetic.

    :meth:`pokerlab.solutions.Solution.certify` does it for a solution's plans. The bounds are
    rarely equal: to close the bracket, :func:`pokerlab.solvers.exact.solve` finds plans that are an
    exact equilibrium.

    The plans are player 0's realization plan and player 1's, such as ``solution.plans``. Arrays of
    objects are taken for fractions and kept as they are. Floats become multiples of 2 to the power
    of -60, times the probabilities that are locked, where the likeliest action of each information
    set takes the rest that rounding leaves. The bounds hold for the plans that the certificate
    carries. Its ``found_by`` is as given.

    Raises
    ------
    TypeError
        If the game is no `Game`, or a plan is no array.
    ValueError
        If an array is no plan.

    Examples
    --------
    >>> from pokerlab import betting, deals
    >>> game = Game(deals.kuhn(), betting.kuhn())
    >>> certificate = certify(game, (game.uniform(0), game.uniform(1)))
    >>> print(certificate.lower, certificate.upper)
    -5/12 1/2
    """
    require_game(game)
    plans = read_pair("plans", plans, "two plans")
    for plan in plans:
        require_type("plans", plan, np.ndarray, "two arrays, such as a solution's plans")
    numerators0, denominator0 = _to_integers(game, 0, plans[0])
    numerators1, denominator1 = _to_integers(game, 1, plans[1])
    return Certificate(game, (numerators0, numerators1), (denominator0, denominator1), found_by)


def _to_integers(game: Game, player: int, plan: np.ndarray) -> tuple[np.ndarray, int]:
    """Return a player's plan as integers, and their denominator; a ValueError if it is no plan."""
    if is_exact(plan):
        numerators, denominator = over_common_denominator(map(Fraction, plan.flat))
        numerators = numerators.reshape(plan.shape)
        _require_exact_plan("plans", game, player, numerators, denominator)
        return numerators, denominator
    game.sequence_form.read_plan("plans", player, plan)
    behaviour = game.to_behaviour(player, plan.astype(float))
    chosen_part = np.zeros(behaviour.shape, object)
    chosen_part[:, 0] = 1 << SHARE_BITS
    information_sets = game.tree.information_sets[player]
    game.sequence_form.continue_chosen_part(player, chosen_part, information_sets, behaviour)
    locked, lock_denominator = game.locks.products_in_integers(player)
    return chosen_part * locked, lock_denominator << SHARE_BITS


def _read_denominator(given: Any) -> int:
    """Read the integer that stands for a probability of 1."""
    try:
        denominator = operator.index(given)
    except TypeError:
        raise refusal("denominators", short_repr(given), "integers", error=TypeError) from None
    if denominator < 1:
        raise refusal("denominators", denominator, "1 or more")
    return denominator


def _read_numerators(game: Game, player: int, given: ArrayLike, denominator: int) -> np.ndarray:
    """Read a plan in Python's integers, which do not overflow; a ValueError if not exactly one."""
    to_integers = np.frompyfunc(operator.index, 1, 1)  # a TypeError for floats, whole ones, too
    try:
        plan: np.ndarray = to_integers(np.array(given, object, ndmin=2))
    except TypeError:
        raise refusal("numerators", short_repr(given), "integers", error=TypeError) from None
    _require_exact_plan("numerators", game, player, plan, denominator)
    return frozen_copy(plan)


def _require_exact_plan(
    name: str, game: Game, player: int, plan: np.ndarray, denominator: int
) -> None:
    """Refuse integers that are not exactly a plan, by a ValueError.

    It tells what they are over the denominator.
    """
    if plan.shape != game.shapes[player]:
        raise refusal(name, f"shape {plan.shape}", game.shapes[player])
    if (plan < 0).any():
        raise refusal(name, Fraction(plan.min(), denominator), "0 or more", f"in player {player}'s")
    is_one = plan[:, 0] == denominator
    if not is_one.all():
        other = Fraction(plan[is_one.argmin(), 0], denominator)
        raise refusal(name, other, 1, f"in column 0 of player {player}'s")
    for information_set in game.tree.information_sets[player]:
        valid = game.sequence_form.hands_adding_up(player, plan, information_set)
        if not valid.all():
            hand, history = game.deal.hands[player][valid.argmin()], information_set.history
            actions = f"with {hand}, the actions {describe_history(history)}"
            raise ValueError(f"{name}: {actions} do not add up exactly to what leads there")


def _nonzero_to_dict(hands: Sequence[str], probabilities: Iterable[Any]) -> dict[str, str]:
    """Write the probabilities of hands; those that are 0 are left out."""
    return {
        hand: str(probability)
        for hand, probability in zip(hands, probabilities, strict=True)
        if probability
    }


def _deal_to_dict(deal: Deal) -> dict[str, Any]:
    """Write a deal: its name, hands and tables, those of a river, too."""
    return {
        "name": deal.name,
        "hands": deal.hands,
        "ways": deal.ways.tolist(),
        "margins": deal.margins.tolist(),
        "runout_counts": deal.runout_counts.tolist(),
    }
