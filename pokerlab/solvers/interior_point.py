"""An interior point method for games in which player 0 acts once and player 1 at most once.

After action ``j`` of player 0, player 1 takes the second of his two actions with probabilities
``y[j]``, one for each of his hands. Action ``j`` is then worth ``q[j] - H[j] @ y[j]`` to the hands
of player 0: ``q[j]`` is what player 1's first action leaves, and ``H[j]`` what his second one takes
away, a combination of ``prior`` and ``net_wins``. Player 1 keeps what player 0's hands can get,
``u``, as low as possible:

    minimise ``sum(u)`` where ``z[j] = u - q[j] + H[j] @ y[j] >= 0`` and ``0 <= y[j] <= 1``.

The multipliers of these constraints are player 0's probabilities ``x[j]``, which add up to 1 in
every hand, and ``s[j]`` and ``t[j]`` for the bounds of ``y[j]``, with ``s[j] - t[j] = H[j].T @
x[j]``. The slacks that belong to ``x``, ``s`` and ``t`` are ``z``, ``1 - y`` and ``y``. At the
optimum the products ``x * z``, ``s * (1 - y)`` and ``t * y`` vanish; before it they are kept
positive and about equal, and driven down together (S. Mehrotra, On the implementation of a
primal-dual interior point method, 1992; the correctors that keep them together are J. Gondzio's,
Multiple centrality corrections in a primal-dual method for linear programming, 1996).

Each step solves a linear system over all hands and actions. G. Irving (Near optimal holdem play
with one round of betting) notes a structure that a general solver does not see: only ``u`` couples
the actions. So there is one system of ``hands x hands`` for each action, and one more for ``u``. A
step takes O(n^3 m) time for n hands and m actions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from scipy.linalg import blas, lapack

from pokerlab._support.arguments import require_count
from pokerlab.deals import Deal
from pokerlab.games import Game, Plans, require_game
from pokerlab.solutions import Solution
from pokerlab.solvers import iteration
from pokerlab.solvers.units import program_unit, tolerance_unit
from pokerlab.trees import InformationSet

__all__ = ["Point", "SingleActionProgram", "advance", "solve"]

# How wide a bracket may be here by default, in `units.tolerance_unit`.
_TOLERANCE = 2e-10
# What is added to a diagonal of ones, one after the other until the matrix has a root: it is
# positive definite but for rounding.
_RIDGES = 2.0**-52, 2.0**-42, 2.0**-32
_CORRECTORS = 3  # How many centrality correctors a step may add.
_CORRECTORS_AIM = 0.3  # A corrector aims this much of a step beyond the step that it corrects.
_MIN_PROGRESS = 0.03  # And is kept if both steps together get longer by this part of a step.
_PRODUCT_SPREAD = 10  # It brings the products to within this factor of the goal.
_DAMPING = 0.995  # How much of the way to the boundary a step goes.
# A hand's ``dy`` is solved for last where ``dx`` adds to its equation this many times its number on
# the diagonal.
_SMALL_DIAGONAL = 100


def solve(
    game: Game,
    *,
    tolerance: float | None = None,
    iterations: int = 200,
    track: Sequence[tuple[int, str, str]] = (),
    progress: bool | None = None,
) -> Solution:
    """Solve a game in which player 0 acts once, and player 1 once, with at most two actions.

    Where an optimum is not unique, the strategies come to lie in the middle of the optimal ones:
    whatever some optimum plays, they play too.

    Parameters
    ----------
    game : Game
        Player 0 chooses one of any number of actions. After each the hand ends, or player 1 takes
        one of at most two actions, and it ends. Push or fold is such a game, and so is
        ``betting.one_round`` without reraises.
    iterations : int
        How many there are at most, each a step. Thirty suffice for forty actions, sixty for four
        hundred.
    tolerance, track, progress
        As in :mod:`pokerlab.solvers`, the tolerance by default 2e-10 times
        `units.tolerance_unit` of the tree.

    Examples
    --------
    >>> from pokerlab import betting, deals
    >>> solution = solve(Game(deals.numbers(3), betting.push_fold(10)))
    >>> round(solution.payoff, 9)
    -0.111111111
    """
    require_game(game, allow_locks=False)
    require_count("iterations", iterations)
    if tolerance is None:
        tolerance = _TOLERANCE * tolerance_unit(game.tree)
    every_step = range(1, iterations + 1)  # a step takes longer than measuring it
    options = iteration.Options(iterations, tolerance, every_step, track, progress)
    return iteration.run(game, enumerate(_iterate(game), 1), "interior point", options)


class _Direction(NamedTuple):
    """By how much a full step changes a point."""

    multipliers: np.ndarray
    slacks: np.ndarray
    u: np.ndarray


class _Lengths(NamedTuple):
    """How far a step follows a direction: shares of a full step, 0 to 1."""

    multipliers: float
    slacks: float  #: And as far for ``u``.

    def times(self, factor: float) -> _Lengths:
        """Return these lengths times a factor."""
        return _Lengths(factor * self.multipliers, factor * self.slacks)


class Point(NamedTuple):
    """A point inside all constraints."""

    multipliers: np.ndarray  #: ``x``, ``s`` and ``t`` in a row.
    slacks: np.ndarray  #: ``z``, ``1 - y`` and ``y`` in a row.
    u: np.ndarray  #: (hands,): the most that player 0's hands can get.

    @property
    def products(self) -> np.ndarray:
        """The products of multipliers and slacks, in a row."""
        return self.multipliers * self.slacks

    def boundary(self, direction: _Direction) -> _Lengths:
        """Return the lengths of the longest step in a direction that leaves no constraint."""
        return _Lengths(
            _length(self.multipliers, direction.multipliers), _length(self.slacks, direction.slacks)
        )

    def after(self, direction: _Direction, lengths: _Lengths) -> Point:
        """Return the point to which a step leads."""
        return Point(
            self.multipliers + lengths.multipliers * direction.multipliers,
            self.slacks + lengths.slacks * direction.slacks,
            self.u + lengths.slacks * direction.u,
        )


def _length(numbers: np.ndarray, change: np.ndarray) -> float:
    """Return the largest share of a change, up to all of it, that leaves no number negative."""
    falling = -change > numbers
    return float((numbers[falling] / -change[falling]).min(initial=1.0))


class _Residuals(NamedTuple):
    """By how much a point misses the equations, all but the products."""

    z: np.ndarray  #: ``u - q + H @ y - z``, (actions, hands).
    y: np.ndarray  #: ``s - t - H.T @ x``, (answered actions, player 1's hands).
    x: np.ndarray  #: ``1 - sum(x)``, (hands,).


class SingleActionProgram:
    """The linear program above, scaled so that the average hand of player 0 weighs 1.

    Parameters
    ----------
    deal : Deal
        The hands that players may hold, and who wins at showdown.
    first_factors : (actions, 2) array
        How much of ``prior`` and of ``net_wins`` is in what player 1's first action leaves.
    second_factors : (answered actions, 2) array
        How much of them is in what his second action takes away.
    answered_actions : sequence of int
        The actions of player 0 after which player 1 has two actions.
    """

    def __init__(
        self,
        deal: Deal,
        first_factors: np.ndarray,
        second_factors: np.ndarray,
        answered_actions: Sequence[int],
    ) -> None:
        scale = len(deal.prior)  # player 0's hands: their average probability becomes 1
        over_hands = scale * deal.prior, scale * deal.net_wins
        sums = [matrix.sum(axis=1) for matrix in over_hands]
        self.first_action_earnings = first_factors @ np.array(sums)
        self.answered_actions = answered_actions
        factors = np.reshape(second_factors, (-1, 2))  # of nothing, too, if no action is answered
        #: The two terms of ``H``: how much of each matrix over hands is in it, (answered actions,
        #: 1), and the matrix.
        self.terms = (factors[:, :1], over_hands[0]), (factors[:, 1:], over_hands[1])
        shape = len(answered_actions), len(deal.hands[1])
        self.shapes = self.first_action_earnings.shape, shape, shape

    def second_action_losses(self, y: np.ndarray) -> np.ndarray:
        """Return the losses of player 0's actions and hands by second actions, ``H @ y``."""
        losses = np.zeros(self.shapes[0])
        losses[self.answered_actions] = sum(
            factors * (y @ over_hands.T) for factors, over_hands in self.terms
        )
        return losses

    def second_action_gains(self, x: np.ndarray) -> np.ndarray:
        """Return the gains of player 1's hands by their second actions, ``H.T @ x``."""
        x = x[self.answered_actions]
        gains: np.ndarray = sum(factors * (x @ over_hands) for factors, over_hands in self.terms)
        return gains

    def first_point(self) -> Point:
        """Return a point strictly inside all constraints."""
        largest = abs(self.first_action_earnings).max() or 1.0
        fixed, stakes = (abs(factors) for factors, _ in self.terms)
        x = np.ones(self.shapes[0])
        x[self.answered_actions] /= 1 + (fixed + stakes) / largest
        x /= x.sum(axis=0)
        # About as often as one calls a bet so that bluffing it gains nothing. The thousandths keep
        # it between 0 and 1 where nothing is fixed, or nothing staked.
        share_called = (fixed + 1e-3 * largest) / (fixed + stakes + 2e-3 * largest)
        y = np.full(self.shapes[1], share_called)
        values = self.first_action_earnings - self.second_action_losses(y)
        u = values.max(axis=0) + largest / 20
        z = u - values
        gains = self.second_action_gains(x)
        # The root for which t * (t + gains) is the same for all, the square of twice the mean
        # product of x and z: so both factors are above 0.
        t = np.hypot(gains / 2, 2 * (x * z).mean()) - gains / 2
        return Point(_in_a_row(x, t + gains, t), _in_a_row(z, 1 - y, y), u)

    def action_probabilities(self, point: Point) -> np.ndarray:
        """Return the probabilities of player 0's actions at a point, (actions, hands)."""
        x, _, _ = self.parts(point.multipliers)
        return x / x.sum(axis=0)

    def second_action_probabilities(self, point: Point) -> np.ndarray:
        """Return those of player 1's second actions, (answered actions, player 1's hands)."""
        _, _, y = self.parts(point.slacks)
        return y

    def residuals(self, point: Point) -> _Residuals:
        """Return by how much a point misses the equations."""
        (x, s, t), (z, _, y) = self.parts(point.multipliers), self.parts(point.slacks)
        return _Residuals(
            z=point.u - self.first_action_earnings + self.second_action_losses(y) - z,
            y=s - t - self.second_action_gains(x),
            x=1 - x.sum(axis=0),
        )

    def parts(self, row: np.ndarray) -> list[np.ndarray]:
        """Return the three arrays that are in a row: ``x, s, t`` or ``z, 1 - y, y``."""
        parts = np.split(row, np.cumsum([np.prod(shape) for shape in self.shapes[:2]]))
        return [part.reshape(shape) for part, shape in zip(parts, self.shapes, strict=True)]


def _in_a_row(*parts: np.ndarray) -> np.ndarray:
    """Put all numbers of some arrays in a row, which `SingleActionProgram.parts` takes apart."""
    return np.concatenate(parts, axis=None)


class _Elimination(NamedTuple):
    """The inverse of the equations of one answered action; see `_invert`."""

    last: np.ndarray  #: The hands of player 1 whose ``dy`` are solved for last, indices.
    # Once the other ``dy`` are gone from ``right_x``, what is left are two equations for ``dx`` and
    # the last ``dy``. Their solution is
    #
    #     dx       =      x_to_dx @ right_x - x_to_last_dy.T @ right_y[last]
    #     dy[last] = x_to_last_dy @ right_x +   y_to_last_dy @ right_y[last]
    x_to_dx: np.ndarray  #: (hands, hands).
    x_to_last_dy: np.ndarray  #: (last, hands).
    y_to_last_dy: np.ndarray  #: (last, last).


class _NewtonSystem:
    """The linear equations of one step.

    To first order, each product changes by its target:

        ``x * dz + z * dx = target_x``,
        ``(1 - y) * ds - s * dy = target_s``,
        ``y * dt + t * dy = target_t``.

    After the step the equations at the top of this module hold. But for what the residuals mend,
    that is

        ``dz = du + H @ dy``, ``ds - dt = H.T @ dx`` and ``sum(dx) = 0``.

    Without ``dz``, ``ds`` and ``dt``, two equations are left for each action, the second only where
    player 1 answers it. With ``theta = x / z`` and ``diagonal = s / (1 - y) + t / y`` they are

        ``dx / theta + du + H @ dy = right_x``,
        ``diagonal * dy - H.T @ dx = right_y``.

    Without ``dy``, too (`_invert`), it is ``dx = P @ (right_x - du)`` plus a part that is known.
    ``P`` is `_Elimination.x_to_dx`, or ``theta`` on a diagonal where nobody answers. The sum of all
    ``dx`` is given, which leaves an equation for ``du`` with the matrix ``sum(P)``;
    `root_of_inverse` is a root of its inverse.
    """

    def __init__(self, program: SingleActionProgram, point: Point) -> None:
        self.program = program
        self.multipliers = program.parts(point.multipliers)
        self.slacks = program.parts(point.slacks)
        (x, s, t), (z, rest, y) = self.multipliers, self.slacks  # the rest is 1 - y
        self.theta, self.diagonal = x / z, s / rest + t / y
        self.eliminations = []
        for index, action in enumerate(program.answered_actions):
            matrix = sum(factors[index] * over_hands for factors, over_hands in program.terms)
            self.eliminations.append(_invert(matrix, self.theta[action], self.diagonal[index]))
        unanswered = np.delete(self.theta, program.answered_actions, axis=0)
        sum_of_p = np.diag(unanswered.sum(axis=0)) + sum(each.x_to_dx for each in self.eliminations)
        self.root_of_inverse = _inverse_root(sum_of_p)

    def step(self, targets: np.ndarray, residuals: _Residuals) -> _Direction:
        """Find the direction that changes products by targets, to first order, and mends residuals.

        The targets are in a row, as the products of multipliers and slacks are.
        """
        program, answered_actions = self.program, self.program.answered_actions
        (x, s, t), (_, rest, y) = self.multipliers, self.slacks
        target_x, target_s, target_t = program.parts(targets)
        right_x = target_x / x - residuals.z
        right_y = target_t / y - target_s / rest - residuals.y
        # First the dy with a large diagonal go, as if dx were 0; then dx, as if du were 0.
        first_dy = right_y / self.diagonal
        for row, elimination in zip(first_dy, self.eliminations, strict=True):
            row[elimination.last] = 0
        right_x -= program.second_action_losses(first_dy)
        dx = self._solve_for_dx(right_x)
        for index, elimination in enumerate(self.eliminations):
            right_of_last = right_y[index, elimination.last]
            dx[answered_actions[index]] -= right_of_last @ elimination.x_to_last_dy
        # du makes the dx add up to what is missing: sum(P) @ du is what they add up to beyond it.
        excess = dx.sum(axis=0) - residuals.x
        du = self.root_of_inverse.T @ (self.root_of_inverse @ excess)
        dx -= self._solve_for_dx(np.broadcast_to(du, right_x.shape))
        right_x -= du
        # Now that dx is known: the first dy by their own equations, then the last.
        dy = (right_y + program.second_action_gains(dx)) / self.diagonal
        for index, elimination in enumerate(self.eliminations):
            right_of_last = right_y[index, elimination.last]
            by_dx = elimination.x_to_last_dy @ right_x[answered_actions[index]]
            dy[index, elimination.last] = by_dx + elimination.y_to_last_dy @ right_of_last
        dz = du + program.second_action_losses(dy) + residuals.z
        ds, dt = (target_s + s * dy) / rest, (target_t - t * dy) / y
        return _Direction(_in_a_row(dx, ds, dt), _in_a_row(dz, -dy, dy), du)

    def _solve_for_dx(self, right_x: np.ndarray) -> np.ndarray:
        """Return ``dx`` where ``du``, and ``right_y`` of the last ``dy``, are zero."""
        dx: np.ndarray = self.theta * right_x
        for action, elimination in zip(
            self.program.answered_actions, self.eliminations, strict=True
        ):
            dx[action] = elimination.x_to_dx @ right_x[action]
        return dx


def _invert(matrix: np.ndarray, theta: np.ndarray, diagonal: np.ndarray) -> _Elimination:
    """Prepare to solve the equations of one answered action for ``dx`` and ``dy``.

    They are ``dx / theta + H @ dy = right_x`` and ``diagonal * dy - H.T @ dx = right_y``.

    Near the optimum ``1 / theta`` and ``diagonal`` tend to 0 where ``x`` and ``y`` do not, else to
    infinity. The unknowns are eliminated in an order that divides by nothing small: first the
    ``dy`` with a large diagonal, then ``dx``, then the last ``dy``, those with a small one. In any
    other order the last digits are lost in rounding.
    """
    added_by_dx = theta @ matrix**2  # what dx adds to the diagonal
    last = np.flatnonzero(added_by_dx > _SMALL_DIAGONAL * diagonal)
    # Without the first dy, dx has the matrix 1 / theta + H @ diag(1 / diagonal) @ H.T, which is
    # symmetric and positive definite. Roots of inverses keep it so in spite of rounding.
    first_columns = matrix / np.sqrt(diagonal)
    first_columns[:, last] = 0
    of_dx = blas.dsyrk(1.0, first_columns.T, trans=1, lower=1)
    of_dx[np.diag_indices(len(of_dx))] += 1 / theta
    root = _inverse_root(of_dx)
    if not last.size:  # LAPACK complains of empty matrices
        return _Elimination(last, root.T @ root, np.empty((0, len(theta))), np.empty((0, 0)))
    # What is left has a matrix of 2 x 2 blocks, which is inverted by its Schur complement. That is
    # the matrix of the last dy without dx: diagonal + H.T @ (inverse of that of dx) @ H.
    coupling = root @ matrix[:, last]
    last_root = _inverse_root(coupling.T @ coupling + np.diag(diagonal[last]))
    shared = last_root @ coupling.T @ root
    x_to_dx = root.T @ root - shared.T @ shared
    return _Elimination(last, x_to_dx, last_root.T @ shared, last_root.T @ last_root)


def _inverse_root(matrix: np.ndarray) -> np.ndarray:
    """Find a lower triangular ``R`` with ``R.T @ R`` a matrix's inverse; half of it is read."""
    scale = 1 / np.sqrt(matrix.diagonal())
    if not np.isfinite(scale).all():
        raise np.linalg.LinAlgError("not positive definite")
    scaled = np.asfortranarray(matrix * scale * scale[:, None])
    for ridge in _RIDGES:
        scaled[np.diag_indices(len(scaled))] += ridge
        root, failed = lapack.dpotrf(scaled, lower=1)
        if not failed:
            return lapack.dtrtri(root, lower=1, overwrite_c=1)[0] * scale
    raise np.linalg.LinAlgError("not positive definite")


def _make_program(game: Game) -> tuple[SingleActionProgram, list[InformationSet]]:
    """Return a game's linear program, and the decisions where player 1 has two actions."""
    tree = game.tree
    sets0, sets1 = tree.information_sets
    acts_once = len(sets0) == 1 and sets0[0].opponent_sequence_before == 0
    answers_once = all(answer.sequence_before == 0 for answer in sets1)
    few_answers = all(len(tree.sequence_names[1][answer.sequences_after]) <= 2 for answer in sets1)
    if not (acts_once and answers_once and few_answers):
        raise ValueError(
            f"game: {game!r} given, one needed in which player 0 acts once and player 1 "
            "answers with at most two actions, such as one_round without reraises"
        )
    # How much of prior and of net_wins is paid where two sequences end, one of each player:
    # (player 0's sequences, player 1's, 2).
    paid = np.stack([term.amounts for term in game.payoff_terms], axis=2) / program_unit(tree)
    answer_to = {answer.opponent_sequence_before: answer for answer in sets1}
    first_factors, second_factors, answered_actions, choices = [], [], [], []
    for action, paid_after in enumerate(paid[1:]):  # (player 1's sequences, 2)
        information_set = answer_to.get(action + 1)
        if information_set is None:  # the hand is over before player 1 acts
            first_factors.append(paid_after[0])
            continue
        answers = paid_after[information_set.sequences_after]
        first_factors.append(answers[0])
        if len(answers) == 2:
            second_factors.append(answers[0] - answers[1])
            answered_actions.append(action)
            choices.append(information_set)
    program = SingleActionProgram(
        game.deal, np.array(first_factors), np.array(second_factors), answered_actions
    )
    return program, choices


def _iterate(game: Game) -> Iterator[Plans]:
    """Yield plans after each step. Steps begin and stay inside all constraints, up to rounding."""
    program, choices = _make_program(game)
    point = program.first_point()
    while True:
        try:
            point = advance(program, point)
        except np.linalg.LinAlgError:
            return
        plan0, plan1 = np.ones(game.shape(0)), np.ones(game.shape(1))
        plan0[:, 1:] = program.action_probabilities(point).T
        second_actions = program.second_action_probabilities(point)
        for information_set, second in zip(choices, second_actions, strict=True):
            plan1[:, information_set.sequences_after] = np.column_stack([1 - second, second])
        yield plan0, plan1


def advance(program: SingleActionProgram, point: Point) -> Point:
    """Take a step from a point and return the next one.

    A LinAlgError means that rounding is in the way.
    """
    system = _NewtonSystem(program, point)
    residuals = program.residuals(point)
    # Mehrotra's predictor: straight towards zero first, to see how far that goes and what a step to
    # first order neglects. The further it goes, the lower is the goal for all products: their mean
    # times the cube of the part that is left, his rule.
    direction = system.step(-point.products, residuals)
    products_there = point.after(direction, point.boundary(direction)).products
    goal = point.products.mean()
    goal *= (products_there.mean() / goal) ** 3
    neglected = direction.multipliers * direction.slacks
    direction = system.step(goal - point.products - neglected, residuals)
    lengths = point.boundary(direction)

    # Gondzio's correctors: look a little further, and bring products that would stray back to the
    # goal, as long as that makes the step longer.
    nothing = _Residuals(*(np.zeros_like(residual) for residual in residuals))
    for _ in range(_CORRECTORS):
        further = _Lengths(*(min(1, length + _CORRECTORS_AIM) for length in lengths))
        products = point.after(direction, further).products
        clipped = products.clip(goal / _PRODUCT_SPREAD, _PRODUCT_SPREAD * goal)
        change = system.step(np.maximum(clipped - products, -_PRODUCT_SPREAD * goal), nothing)
        corrected = _Direction(*(old + added for old, added in zip(direction, change, strict=True)))
        corrected_lengths = point.boundary(corrected)
        if sum(corrected_lengths) < sum(lengths) + _MIN_PROGRESS:
            break
        direction, lengths = corrected, corrected_lengths
    return point.after(direction, lengths.times(_DAMPING))
