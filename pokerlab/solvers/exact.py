"""Exact equilibria: rational numbers, with a proof instead of a tolerance.

Every deal counts in integers and every tree keeps its amounts as fractions. So the payoffs are
rational, and the game has an equilibrium in rational numbers. This has two uses.

:func:`certify` turns floats into exact strategies, and evaluates both best responses in integers.
The bracket on the value is then a theorem about two given strategies, free of rounding.

:func:`solve` closes the bracket. A numerical solution tells which actions matter. The linear
program over those has an optimal corner, and a corner solves a square system of equations, those of
the indifferent hands. HiGHS names the corner, FLINT solves the system, and every sign is then
checked exactly. If the corner is not optimal after all, exact steps lead from there to one that is:
the first variable with a wrong sign changes places with the first that can mend it, which never
cycles (T. Terlaky, A convergent criss-cross method, 1985), or once it is feasible with the first
that lets it stay so (R. Bland, New finite pivoting rules for the simplex method, 1977). Best
responses over all actions then prove the solution for the whole game, or name the actions that were
missing.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from math import gcd, lcm
from operator import index
from pathlib import Path
from typing import Any, NamedTuple

import highspy
import numpy as np
from flint import fmpz_mat
from scipy.sparse import csc_array

from pokerlab import check, sequence_programs
from pokerlab._files import write_file
from pokerlab._foundations import as_pair, progress_bar, read_only, read_pair, set_fields
from pokerlab._threads import one_blas_thread
from pokerlab.deals import Deal, holdem, simplest
from pokerlab.games import Game, Plans, Player, check_game
from pokerlab.payoffs import Entries, pair_entries
from pokerlab.sequence_programs import InPlay, SequenceProgram, likely_sequences, widen
from pokerlab.solutions import Profile
from pokerlab.solvers import double_oracle
from pokerlab.trees import Fold, Showdown

BITS = 60  #: Floats become multiples of two to the power of minus this.
#: Actions this close to the best, in the tree's ``scale``, or this likely are candidates; and the
#: smallest gains by which floats name the ones that are missing.
CLOSE, FINE = 1e-6, 1e-9
#: HiGHS's options for a corner near the middle of the optima, which deters more than the corners at
#: which the simplex method ends.
CORNER = double_oracle.MIDDLE | {"run_crossover": "on"}
#: Fractions of integers in arrays of objects; None where the denominator is 0.
_fractions = np.frompyfunc(lambda above, below: Fraction(above, below) if below else None, 2, 1)


@dataclass(frozen=True, eq=False)
class Certificate(Profile):
    """A pair of exact strategies, and what they are worth, in fractions.

    It can be asked what a :class:`pokerlab.solutions.Solution` can. Its bounds, its plans and their
    probabilities are exact; ``strategies``, tables and frequencies are rounded to floats. A plan
    that is none, exactly, is a ValueError.
    """

    game: Game
    #: Two (hands, sequences) arrays of int, the realization plans in units of ``1 / denominators``.
    numerators: Plans
    denominators: tuple[int, int]  #: The number that stands for a probability of 1 in each.
    solver: str = "exact"  #: The solver that found them.
    lower: Fraction = field(init=False)  #: What player 0's plan guarantees, its security level.
    upper: Fraction = field(init=False)  #: What player 1's guarantees.

    def __post_init__(self) -> None:
        pairs = zip((0, 1), self.numerators, self.denominators, strict=True)
        numerators = tuple(_checked(self.game, *pair) for pair in pairs)
        set_fields(self, numerators=numerators, denominators=tuple(map(index, self.denominators)))
        for player, name in ((1, "lower"), (0, "upper")):
            worth = int(self._answers[player][1][:, 0].sum()) * _unit(self.game)
            set_fields(self, **{name: worth / self.denominators[1 - player]})

    @cached_property
    def _answers(self) -> Sequence[Plans]:
        """What each player's sequences are worth, alone and with the best continuation."""
        answers = []
        for player in (0, 1):
            values = _sequence_values(self.game, player, self.numerators[1 - player])
            best, walked = np.maximum if player == 0 else np.minimum, values.copy()
            for node in reversed(self.game.tree.information_sets[player]):
                block = walked[:, node.children]
                closed = self.game.locked_entries[player][:, node.children.start]
                earned = np.where(closed, block.sum(axis=1), best.reduce(block, axis=1))
                walked[:, node.parent] += earned
            answers.append((values, walked))
        return answers

    @cached_property
    def value(self) -> Fraction:
        """What the strategies earn against each other; the game's value if the width is 0."""
        worth = int((self.numerators[0] * self._answers[0][0]).sum())
        return worth * _unit(self.game) / (self.denominators[0] * self.denominators[1])

    @cached_property
    def plans(self) -> Plans:  # type: ignore[override]
        """Both players' realization plans as fractions, (hands, sequences) arrays of objects."""
        return tuple(map(read_only, map(_fractions, self.numerators, self.denominators)))

    def reach(self, player: int) -> np.ndarray:
        """How likely a player's own play leads to each sequence, rounded to floats."""
        plan = self.numerators[player] / self.denominators[player]
        reach: np.ndarray = plan.astype(float) * self.game.locked_reach[player]
        return reach

    def probability(self, player: Player, action: str, hand: str | None = None) -> np.ndarray | Any:
        """How likely a player is to take an action when it is his turn, exactly.

        It is asked like :meth:`pokerlab.solutions.Profile.probability`, and returns a (hands,)
        array of objects, or one for one hand: fractions, or None where the player's own play never
        leads there with that hand.
        """
        deal, tree, player = self.game.deal, self.game.tree, self.game.tree.player(player)
        sequence = tree.sequence(player, action)
        taken = self.numerators[player] * _drawn(self.game)[0][player]
        there = taken[:, tree.parents[player][sequence]]
        if hand is None:
            return _fractions(taken[:, sequence], there)
        places = deal.indices(player, hand)
        ways = deal.weights.sum(axis=1 - player).astype(object)[places]
        here = (ways * there[places]).sum()
        return Fraction((ways * taken[places, sequence]).sum(), here) if here else None

    def save(self, path: str | Path) -> None:
        """Write the game, both plans and the bounds as JSON, for :mod:`pokerlab.check` to read.

        Push or fold in hold'em is written by its amounts, an ante as a part of the blinds; any
        other game by its tree and, unless that is hold'em's, the tables of its deal. A file that
        cannot be written is an OSError. It is a ValueError if a lock decides in the game, or if the
        file would have more than :data:`pokerlab.check.MOST` bytes, or a number more digits than
        Python reads.

        Examples
        --------
        >>> from pokerlab import betting, check, deals
        >>> certificate = solve(Game(deals.kuhn(), betting.kuhn()))
        >>> certificate.save("kuhn.json")  # doctest: +SKIP
        >>> check.check(check.read("kuhn.json"))  # doctest: +SKIP
        (Fraction(-1, 18), Fraction(-1, 18))
        """
        game = self.game
        if game.locked is not None:
            raise ValueError(f"game: {game!r} given, one needed in which no decision is locked")
        written: dict[str, Any]
        if amounts := _push_or_fold(game):
            written = {**{name: str(amount) for name, amount in amounts.items()}, **self._claims()}
            for player, action in ((0, "push"), (1, "call")):
                chances = zip(
                    game.deal.hands[player], self.probability(player, action), strict=True
                )
                written |= {action: {hand: str(chance) for hand, chance in chances if chance}}
            content = json.dumps(written, indent=1) + "\n"
        else:
            deal = game.deal
            tables = {name: getattr(deal, name) for name in ("weights", "margins", "runouts")}
            listed = {name: table.tolist() for name, table in tables.items()}
            own = {"name": deal.name, "hands": deal.hands} | listed
            written = {"deal": "hold'em" if _is_holdem(deal) else own, "tree": game.tree.to_dict()}
            written |= {"plans": [self._lines(player) for player in (0, 1)]} | self._claims()
            content = json.dumps(written) + "\n"
        if len(content) > check.MOST:
            given = f"certificate: {len(content):,} bytes needed"
            raise ValueError(f"{given}, at most {check.MOST:,} allowed")
        write_file(path, content.encode())

    def _claims(self) -> dict[str, str]:
        """What the strategies are said to be worth: the value, or bounds on it."""
        if not self.width:
            return {"value": str(self.lower)}
        return {"lower": str(self.lower), "upper": str(self.upper)}

    def _lines(self, player: int) -> dict[str, dict[str, str]]:
        """A player's plan: for each of his sequences but the empty one, hands and their chances."""
        hands, names = self.game.deal.hands[player], self.game.tree.sequences[player]
        columns = zip(names, self.plans[player].T, strict=True)
        return {
            name: {hand: str(part) for hand, part in zip(hands, column, strict=True) if part}
            for name, column in columns
            if name
        }

    def improvements(self) -> InPlay:
        """What best responses play with every hand that gains by them.

        Returned is a (hands, sequences) array of bool for each player, with the empty sequence.
        """
        better = []
        for player, (values, walked) in enumerate(self._answers):
            played = (self.numerators[player] * values).sum(axis=1)
            gains = abs(walked[:, 0] * self.denominators[player] - played)
            better.append(self.best_actions(player) & (gains > 0)[:, None])
        return tuple(better)

    def best_actions(self, player: Player) -> np.ndarray:
        """What some best response of a player to the other's plan does, (hands, sequences) of bool.

        Where a best response never leads, it does nothing.
        """
        player = self.game.tree.player(player)
        walked = self._answers[player][1]
        best = np.ones(walked.shape, bool)
        for node in self.game.tree.information_sets[player]:
            block = walked[:, node.children]
            extreme = (block.max if player == 0 else block.min)(axis=1, keepdims=True)
            good = (block == extreme) | self.game.locked_entries[player][:, node.children]
            best[:, node.children] = good & best[:, [node.parent]]
        return best

    def __repr__(self) -> str:
        bounds = [
            text if len(text := str(bound)) < 45 else f"{float(bound):.9g}, in {len(text)} digits,"
            for bound in (self.lower, self.upper)
        ]
        told = " <= value <= ".join(bounds) if self.width else f"value {bounds[0]}"
        return f"<Certificate of {self.game.tree.name}: {told}>"


def _is_holdem(deal: Deal) -> bool:
    """Whether the deal is hold'em's, the same object or another one like it."""
    names, whole = ("weights", "margins", "runouts"), holdem()
    same = deal.hands == whole.hands and deal.players == whole.players
    return same and all((getattr(deal, name) == getattr(whole, name)).all() for name in names)


def _push_or_fold(game: Game) -> dict[str, Fraction]:
    """The amounts of push or fold in hold'em, antes as parts of the blinds; else none."""
    if game.tree.sequences != (("", "fold", "push"), ("", "push, fold", "push, call")):
        return {}
    root: Any = game.tree.root
    folded, answers = root.actions["fold"], root.actions["push"].actions
    stolen, called = answers["fold"], answers["call"]
    kinds = isinstance(folded, Fold), isinstance(stolen, Fold), isinstance(called, Showdown)
    if not (all(kinds) and _is_holdem(game.deal)):
        return {}
    small, big, stack = -folded.amount, stolen.amount - called.dead, called.stake
    if not (0 <= small <= big < stack and called.dead >= 0):
        return {}
    amounts = {"stack": stack, "small_blind": small, "big_blind": big}
    return amounts | {"ante": Fraction(0), "big_blind_ante": called.dead}


def certify(game: Game, strategies: Plans) -> Certificate:
    """Prove what two strategies guarantee, in exact arithmetic.

    These are player 0's realization plan and player 1's, such as ``solution.plans``. Arrays of
    objects are taken for fractions and kept as they are. Floats become multiples of 2 to the power
    of -60, where the likeliest action of each information set takes what rounding leaves. The
    bounds hold for the plans that the certificate carries.

    Examples
    --------
    >>> from pokerlab import betting, deals
    >>> game = Game(deals.kuhn(), betting.kuhn())
    >>> certificate = certify(game, (game.uniform(0), game.uniform(1)))
    >>> print(certificate.lower, certificate.upper)
    -5/12 1/2
    """
    check_game(game)
    strategies = read_pair("strategies", strategies, "two plans")
    exact = (_exact_plan(game, player, strategies[player]) for player in (0, 1))
    plans, denominators = zip(*exact, strict=True)
    return Certificate(game, plans, denominators, "certified")


@one_blas_thread
def solve(game: Game, initial: Plans | None = None, progress: bool | None = None) -> Certificate:
    """Solve a game exactly, which gives a certificate of width 0.

    The initial plans, (hands, sequences) arrays, may be good or bad: they decide how long it takes
    and, where a game has many equilibria, which one comes out. By default
    :mod:`pokerlab.solvers.double_oracle` finds them, or where its floats fail all actions are
    equally likely. For ``progress`` and an ArithmeticError see :mod:`pokerlab.solvers`.

    Examples
    --------
    >>> from pokerlab import betting, deals
    >>> solve(Game(deals.kuhn(), betting.kuhn())).value
    Fraction(-1, 18)
    """
    check_game(game)
    game.check_amounts(near=False)
    if initial is None:
        try:
            tolerance = double_oracle.TOLERANCE * game.tree.unit
            initial, _ = double_oracle.search(game, tolerance, corner=False, progress=progress)
        except ArithmeticError:
            initial = game.uniform(0), game.uniform(1)
    initial = read_pair("initial", initial, "two plans")
    initial = [game.check_plan(player, initial[player]) for player in (0, 1)]
    settled = tuple(map(game.to_behaviour, (0, 1), initial))
    in_play: InPlay = tuple(likely_sequences(game, player, initial, CLOSE) for player in (0, 1))
    rounds = progress_bar((), "exact", None, progress)
    while True:
        program = SequenceProgram(game, in_play, settled)
        highs, plans = program.solve(**CORNER)
        if highs.getModelStatus() not in sequence_programs.SOLVED:
            highs, plans = program.solve(solver="simplex")
        wider = None
        for least in (CLOSE, FINE):  # what gains little is of use only once nothing gains much
            least *= game.tree.scale
            wider = wider or widen(
                in_play, double_oracle.respond(game, plans, (0.0, 0.0), least)[1]
            )
        if not wider:
            exactly = IntegerProgram(game, in_play, settled)
            basic = _basis(highs, *exactly.matrix.shape)
            if basic.sum() != len(exactly.matrix):  # sums by rank and card are in the float's basis
                basic = exactly.guess()
            certificate = exactly.optimum(basic)
            if not certificate.width:
                return certificate
            wider = widen(in_play, certificate.improvements())
            assert wider is not None
        in_play = wider
        rounds.update()


class IntegerProgram(SequenceProgram):
    """The linear program of a game in which only some sequences may be played, in integers.

    Slacks are what ``matrix @ v`` exceeds ``bounds`` by. A *basis* is an array of booleans over the
    variables and the slacks, as many of them true as there are rows: those that are not fixed at 0.
    """

    dtype = "object"

    def __init__(self, game: Game, in_play: InPlay, settled: Plans | None = None) -> None:
        super().__init__(game, in_play, settled)
        self.whole = np.hstack([self.matrix, -np.eye(len(self.matrix), dtype=object)])

    def _payoff_entries(self, shape: tuple[int, int]) -> tuple[list[Entries], int]:
        game = self.game
        paid = over_one_denominator(game.tree.amounts)[0][game.tree.terminal_rows[:, 2]]
        drawn = None if game.locked is None else as_pair(_drawn(game)[0])
        matrices = integers(game.deal).arrays
        return pair_entries(game.tree, paid, matrices, self.number, drawn), 0

    def _matrix(self, entries: Entries, shape: tuple[int, int]) -> np.ndarray:
        rows, columns, numbers = entries
        matrix = np.zeros(shape, object)
        np.add.at(matrix, (rows, columns), numbers)
        return matrix

    def _values(self, player: int, opponent: np.ndarray) -> np.ndarray:
        return _sequence_values(self.game, player, opponent)

    def _extra(self, player: int) -> Any:
        return np.zeros((), object)  # integers remain such

    @property
    def slacks(self) -> np.ndarray:
        """The basis of all slacks: all variables are 0, and bounds may be violated."""
        return np.repeat([False, True], self.matrix.shape[::-1])

    def guess(self) -> np.ndarray:
        """The basis at which HiGHS ends, where hands that are rarely held count like others."""
        whole = np.block([[self.matrix, self.bounds[:, None]], [self.cost, np.zeros(1, object)]])
        whole = (whole / abs(whole).max(axis=1, keepdims=True, initial=1)).astype(float)
        for axis in 3 * (0, 1):
            sizes = abs(whole)
            most = sizes.max(axis, keepdims=True)
            least = sizes.min(axis, keepdims=True, initial=1e300, where=sizes > 0)
            whole /= np.where(most > 0, np.sqrt(most * least), 1)
        parts = whole[-1, :-1], csc_array(whole[:-1, :-1]), whole[:-1, -1]
        highs = sequence_programs.make_highs(*parts, self.free, self.tight, solver="simplex")
        highs.run()
        return _basis(highs, *self.matrix.shape)

    def optimum(self, basic: np.ndarray) -> Certificate:
        """Both players' optimal plans, by exact steps from a basis; from the slacks if singular."""
        corner: Any = self.corner(basic)
        if self.settled is not None:  # units that what is settled can share
            corner = [part << BITS for part in corner]
        return Certificate(self.game, self.to_plans(*corner), tuple(corner[1::2]))

    def corner(self, basic: np.ndarray) -> tuple[np.ndarray, int, np.ndarray, int]:
        """The variables at an optimal corner and the prices of the rows, each over a denominator.

        Exact steps lead there from a basis, or if that is singular from the slacks.
        """
        rows, columns = self.matrix.shape
        free = np.concatenate([self.free, np.zeros(rows, bool)])
        fixed = np.concatenate([np.zeros(columns, bool), self.tight])
        signed = ~free & ~fixed
        earned = np.concatenate([self.cost, np.zeros(rows, object)])
        basic = (basic if basic.sum() == rows else self.slacks).copy()
        while True:
            try:
                point, one = self._point(basic, self.bounds)
            except ZeroDivisionError:
                basic = self.slacks
                continue
            rates, other_one = self._rates(basic, earned)
            broken = (signed & (point < 0)) | (fixed & (point != 0))
            wrong = broken | (signed & (rates > 0)) | (free & (rates != 0))
            if not wrong.any():
                return point[:columns], one, -rates[columns:], other_one
            first = wrong.argmax()
            # If only one kind of sign is wrong, the other is kept right: the simplex method.
            spare = None if broken.any() else point
            if broken[first]:
                inward = np.zeros(len(basic), object)
                inward[first] = 1 if point[first] < 0 else -1
                slopes, _ = self._rates(basic, inward)
                able = (signed & (slopes > 0)) | (free & (slopes != 0))
                spare = rates if (wrong == broken).all() else None
            else:
                entering = self.whole[:, first] * (-1 if rates[first] > 0 else 1)
                slopes, _ = self._point(basic, entering)
                able = (signed & (slopes < 0)) | (fixed & (slopes != 0))
            second = able.argmax() if spare is None else _nearest(able, spare, slopes)
            basic[[first, second]] = [not broken[first], broken[first]]

    def _point(self, basic: np.ndarray, bounds: np.ndarray) -> tuple[np.ndarray, int]:
        """Variables and slacks where those outside the basis are 0: numerators, one denominator."""
        point = np.zeros(len(basic), object)
        point[basic], scale = solve_integers(self.whole[:, basic], bounds)
        return point, scale

    def _rates(self, basic: np.ndarray, cost: np.ndarray) -> tuple[np.ndarray, int]:
        """What the objective gains per unit of each variable: numerators and one denominator."""
        prices, scale = solve_integers(self.whole[:, basic].T, cost[basic])
        return cost * scale - np.concatenate([prices @ self.matrix, -prices]), scale

    @staticmethod
    def _split(whole: np.ndarray, chances: np.ndarray) -> np.ndarray:
        """Integers that add up to those of a column, (hands, 1), and are in proportion to chances.

        The likeliest takes what rounding leaves. Where a lock decides all chances are 1.
        """
        shares = np.rint(chances * 2.0**BITS).astype(np.int64).astype(object)
        parts: np.ndarray = whole * shares >> BITS
        left = np.where((chances == 1).all(axis=1), 0, whole[:, 0] - parts.sum(axis=1))
        parts[np.arange(len(parts)), chances.argmax(axis=1)] += left
        return parts


def _nearest(able: np.ndarray, spare: np.ndarray, slopes: np.ndarray) -> int:
    """Of some variables the first that uses up what it has to spare, at these slopes."""
    taken = _fractions(abs(spare), abs(slopes))
    return min(np.flatnonzero(able).tolist(), key=taken.__getitem__)


def solve_integers(matrix: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, int]:
    """Solve a square system of integers of any size, by FLINT (https://flintlib.org).

    Unknowns alone in an equation are found first, and those in one equation only last, again and
    again. What is left, if large, is solved modulo a prime and the solution lifted to the prime's
    powers until the fractions can be read off (J. Dixon, Exact solution of linear equations using
    p-adic expansions, 1982). Returns the numerators and their one denominator, above 0, in lowest
    terms. A singular system is a ZeroDivisionError.

    Examples
    --------
    >>> solve_integers(np.array([[2, 1], [0, 3]]), np.array([1, 1]))
    (array([1, 1], dtype=object), 3)
    """
    matrix, right = np.asarray(matrix, object), np.asarray(right, object)
    present, size = matrix != 0, len(matrix)
    for order, entries in ((1, present), (-1, present.T)):
        alone = np.flatnonzero(entries.sum(axis=1) == 1)
        met, first = np.unique(np.nonzero(entries[alone])[1], return_index=True)
        single = (alone[first], met)[::order]
        if len(met) == size:
            return over_one_denominator(map(Fraction, right[single[0]], matrix[single]))
        if len(met):
            rest = tuple(np.delete(np.arange(size), part) for part in single)
            (rows, columns), (later, others) = (single, rest)[::order]
            known, one = solve_integers(matrix[np.ix_(rows, columns)], right[rows])
            due = right[later] * one - matrix[np.ix_(later, columns)] @ known
            found, scale = solve_integers(matrix[np.ix_(later, others)], due)
            solution = np.zeros(size, object)
            solution[columns], solution[others] = known * scale, found
            common = gcd(one * scale, *solution)
            return solution // common, one * scale // common
    core: Any = fmpz_mat(matrix.tolist()).solve(fmpz_mat(right[:, None].tolist()))
    numerators, one = core.numer_denom()
    return np.array(list(map(int, numerators.entries())), object), int(one)


def _basis(highs: highspy.Highs, rows: int, columns: int) -> np.ndarray:
    """The basis at which HiGHS ended, of the first rows and columns."""
    basis = highs.getBasis()
    statuses = [*basis.col_status[:columns], *basis.row_status[:rows]]
    return np.array([status == highspy.HighsBasisStatus.kBasic for status in statuses], bool)


class Integers(NamedTuple):
    """A deal's prior and payoff as integers, for NumPy and for FLINT."""

    unit: Fraction  #: What they must be multiplied by.
    arrays: tuple[np.ndarray, np.ndarray]
    matrices: tuple[fmpz_mat, fmpz_mat]


@lru_cache(maxsize=8)
def integers(deal: Deal) -> Integers:
    """A deal's two matrices in integers without a common factor.

    Examples
    --------
    >>> from pokerlab import deals
    >>> integers(deals.kuhn()).unit
    Fraction(1, 6)
    """
    weights, margins = deal.weights.astype(object), deal.margins.astype(object)
    runouts = np.maximum(deal.runouts, 1).astype(object)  # where nothing is dealt, it may be any
    scale = lcm(*set((runouts // np.gcd(weights * margins, runouts)).flat))
    arrays = weights * scale, weights * margins * scale // runouts
    unit = Fraction(1, scale * int(weights.sum()))
    return Integers(unit, arrays, as_pair(fmpz_mat(array.tolist()) for array in arrays))


def _unit(game: Game) -> Fraction:
    """What 1 is in the game's integer payoffs, in chips."""
    one = over_one_denominator(game.tree.amounts)[1] * _drawn(game)[1]
    return integers(game.deal).unit / one


@lru_cache(maxsize=8)
def _drawn(game: Game) -> tuple[Plans, int]:
    """:attr:`Game.drawn` in integers, and what 1 is in the product of both players'.

    A locked probability is the fraction that its float stands for, as in :meth:`Deal.restrict`,
    over the sum of those of its decision.
    """
    if game.locked is None:
        return as_pair(np.broadcast_to(1, game.shape(player)) for player in (0, 1)), 1
    both, one = [], 1
    simple = np.vectorize(lambda chance: simplest(Fraction(chance)), [object])
    for player, (chances, nodes) in enumerate(
        zip(game.locked, game.tree.decision_rows, strict=True)
    ):
        drawn = np.full(chances.shape, Fraction(1))
        for parent, first, stop in nodes.tolist():
            hands = game.locked_entries[player][:, first]
            given = simple(chances[hands, first:stop])
            drawn[hands, first:stop] = given / given.sum(axis=1, keepdims=True)
            drawn[:, first:stop] *= drawn[:, [parent]]
        numerators, scale = over_one_denominator(drawn.flat)
        both.append(numerators.reshape(drawn.shape))
        one *= scale
    return both, one


def over_one_denominator(fractions: Iterable[Fraction]) -> tuple[np.ndarray, int]:
    """Fractions as integers in an array of objects, over their least common denominator."""
    fractions = list(fractions)
    one = lcm(*(fraction.denominator for fraction in fractions))
    return np.array([int(fraction * one) for fraction in fractions], object), one


def _sequence_values(game: Game, player: int, opponent: np.ndarray) -> np.ndarray:
    """:meth:`Game.sequence_values` in integers."""
    values, opponent = np.zeros(game.shape(player), object), opponent * _drawn(game)[0][1 - player]
    ends, (amounts, _) = game.tree.terminal_rows, over_one_denominator(game.tree.amounts)
    ends = ends[(opponent != 0).any(axis=0)[ends[:, 1 - player]]]
    for showdown, matrix in enumerate(integers(game.deal).matrices):
        own, other, places = ends[ends[:, 3] == showdown][:, [player, 1 - player, 2]].T
        columns, met = np.unique(other, return_inverse=True)
        found = product(matrix if player == 0 else matrix.transpose(), opponent[:, columns])
        for sequence, amount, column in zip(own, amounts[places], met, strict=True):
            values[:, sequence] += amount * found[:, column]
    return values * _drawn(game)[0][player]


def product(matrix: fmpz_mat, columns: np.ndarray) -> np.ndarray:
    """An exact product, as an array of objects."""
    found = (matrix * fmpz_mat(columns.tolist())).entries()
    return np.array(list(map(int, found)), object).reshape(matrix.nrows(), columns.shape[1])


def _checked(game: Game, player: int, plan: np.ndarray, one: int) -> np.ndarray:
    """A plan in Python's integers, which do not overflow, if it is exactly a plan."""
    if plan.shape != game.shape(player):
        raise ValueError(f"plan: shape {plan.shape} given, {game.shape(player)} needed")
    plan = np.frompyfunc(index, 1, 1)(plan)
    if (plan < 0).any() or (plan[:, 0] != one).any():
        raise ValueError(f"plan: player {player}'s has a negative entry, or not ones in column 0")
    for node in game.tree.information_sets[player]:
        block, led = plan[:, node.children], plan[:, [node.parent]]
        closed = game.locked_entries[player][:, node.children.start]
        miss = np.where(closed, (block != led).any(axis=1), block.sum(axis=1) != led[:, 0])
        if miss.any():
            hand, before = game.deal.hands[player][miss.argmax()], node.history or "the start"
            given = f"plan: with {hand}, the actions after {before!r}"
            raise ValueError(f"{given} do not add up exactly to what leads there")
    return read_only(plan)


def _exact_plan(game: Game, player: int, strategy: np.ndarray) -> tuple[np.ndarray, int]:
    """A plan as integers, and what 1 is."""
    if np.asarray(strategy).dtype == object:
        plan, one = over_one_denominator(map(Fraction, strategy.flat))
        return plan.reshape(strategy.shape), one
    behaviour = game.to_behaviour(player, game.check_plan(player, strategy))
    plan = np.zeros(behaviour.shape, object)
    plan[:, 0] = 1 << BITS
    for node in game.tree.information_sets[player]:
        shares = behaviour[:, node.children]
        plan[:, node.children] = IntegerProgram._split(plan[:, [node.parent]], shares)
    return plan, 1 << BITS
