"""An interior point method for games in which player 0 acts once and player 1 answers yes or no.

Player 1 gives action ``j`` his second answer with probabilities ``y[j]``, one for each of his
hands. The action is then worth ``q[j] - H[j] @ y[j]`` to the hands of player 0: ``q[j]`` is what
the first answer leaves, and ``H[j]`` what the second one takes away, a combination of ``prior`` and
``payoff``. Player 1 keeps what player 0's hands can get, ``u``, as low as possible:

    minimise ``sum(u)`` where ``z[j] = u - q[j] + H[j] @ y[j] >= 0`` and ``0 <= y[j] <= 1``.

The multipliers of these constraints are player 0's probabilities ``x[j]``, which add up to 1 in
every hand, and ``s[j]`` and ``t[j]`` for the bounds of ``y[j]``, with ``s[j] - t[j] = H[j].T @
x[j]``. At the optimum ``x * z``, ``s * (1 - y)`` and ``t * y`` vanish; before it they are kept
positive and about equal, and driven down together (S. Mehrotra, On the implementation of a
primal-dual interior point method, 1992; the correctors that keep them together are J. Gondzio's,
Multiple centrality corrections in a primal-dual method for linear programming, 1996).

Each step solves a linear system over all hands and actions. G. Irving (Near optimal holdem play
with one round of betting) notes a structure that a general solver does not see: only ``u`` couples
the actions. So there is one system of ``hands x hands`` for each action, and one more for ``u``. A
step takes O(n^3 m) time for n hands and m actions.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from scipy.linalg import blas, lapack

from pokerlab import iteration
from pokerlab._foundations import check_count
from pokerlab.deals import Deal
from pokerlab.games import Game, Plans, check_game
from pokerlab.solutions import Solution
from pokerlab.trees import InformationSet

#: What is added to a diagonal of ones: as much as rounding asks for.
RIDGES = 2.0**-52, 2.0**-42, 2.0**-32
TOLERANCE = 2e-10
CORRECTORS = 3  #: How many centrality correctors a step may add.
DAMPING = 0.995  #: How much of the way to the boundary a step goes.


def solve(
    game: Game,
    tolerance: float | None = None,
    iterations: int = 200,
    track: Sequence[tuple[int, str, str]] = (),
    progress: bool | None = None,
) -> Solution:
    """Solve a game in which player 0 acts once and player 1 has at most two answers.

    Where an optimum is not unique, the strategies come to lie in the middle of the optimal ones:
    whatever some optimum plays, they play too.

    Parameters
    ----------
    game : Game
        Player 0 chooses one of any number of actions. After each the hand ends, or player 1 takes
        one of at most two actions, and it ends. Push or fold is such a game, and so is
        ``betting.one_round`` without reraises.
    iterations : int
        How many steps to take at most. Thirty suffice for forty actions, sixty for four hundred.
    tolerance, track, progress
        As in :mod:`pokerlab.solvers`, the tolerance by default 2e-10 times the tree's ``unit``.

    Examples
    --------
    >>> from pokerlab import betting, deals
    >>> solution = solve(Game(deals.numbers(3), betting.push_fold(10)))
    >>> round(solution.value, 9)
    -0.111111111
    """
    check_game(game, locks=False)
    check_count("iterations", iterations)
    tolerance = TOLERANCE * game.tree.unit if tolerance is None else tolerance
    steps, checkpoints = enumerate(_iterates(game), 1), range(1, iterations + 1)
    return iteration.run(game, steps, "interior point", checkpoints, tolerance, track, progress)


class AnswerProgram:
    """The linear program above, scaled so that the average hand of player 0 weighs 1.

    ``earned``, of shape (actions, 2), has the coefficients of ``prior`` and of ``payoff`` in what
    player 1's first answer leaves. ``mixtures`` has those of what the second one takes away, for
    the actions that are ``answered``.
    """

    def __init__(
        self, deal: Deal, earned: np.ndarray, mixtures: np.ndarray, answered: Sequence[int]
    ) -> None:
        self.prior, self.payoff = len(deal.prior) * deal.prior, len(deal.prior) * deal.payoff
        self.values = earned @ np.array([self.prior.sum(axis=1), self.payoff.sum(axis=1)])
        self.answered, answers = answered, (len(answered), len(deal.hands[1]))
        self.folds, self.stakes = np.reshape(mixtures, (-1, 2)).T[:, :, None]
        self.shapes = self.values.shape, answers, answers

    def taken(self, y: np.ndarray) -> np.ndarray:
        """What player 1's second answers take from each action and hand, ``H @ y``."""
        taken = np.zeros(self.shapes[0])
        taken[self.answered] = self.folds * (y @ self.prior.T) + self.stakes * (y @ self.payoff.T)
        return taken

    def wanted(self, x: np.ndarray) -> np.ndarray:
        """What each of player 1's hands gains by its second answers, ``H.T @ x``."""
        x = x[self.answered]
        wanted: np.ndarray = self.folds * (x @ self.prior) + self.stakes * (x @ self.payoff)
        return wanted

    def start(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Multipliers, partners and ``u`` strictly inside all constraints, the former in a row."""
        scale = abs(self.values).max() or 1.0
        folds, stakes, x = abs(self.folds), abs(self.stakes), np.ones(self.shapes[0])
        x[self.answered] /= 1 + (folds + stakes) / scale
        x /= x.sum(axis=0)
        # About as often as one calls a bet so that bluffing it gains nothing.
        y = np.zeros(self.shapes[1]) + (folds + 1e-3 * scale) / (folds + stakes + 2e-3 * scale)
        worth = self.values - self.taken(y)
        u = worth.max(axis=0) + scale / 20
        z = u - worth
        wanted = self.wanted(x)
        t = np.hypot(wanted / 2, 2 * (x * z).mean()) - wanted / 2
        return np.concatenate([x, t + wanted, t], None), np.concatenate([z, 1 - y, y], None), u

    def split(self, joined: np.ndarray) -> list[np.ndarray]:
        """The three parts of a row of numbers: ``x, s, t`` or ``z, 1 - y, y``."""
        parts = np.split(joined, np.cumsum([np.prod(shape) for shape in self.shapes[:2]]))
        return [part.reshape(shape) for part, shape in zip(parts, self.shapes, strict=True)]


class _System:
    """The equations of one step: for every action, and ``H`` and ``D`` where it is answered,

    ``dx / theta + du + H @ dy = h``, ``D * dy - H.T @ dx = g``, and ``sum(dx)`` over actions given.
    """

    def __init__(
        self, program: AnswerProgram, multipliers: np.ndarray, partners: np.ndarray
    ) -> None:
        self.program = program
        self.multipliers, self.partners = program.split(multipliers), program.split(partners)
        (x, s, t), (z, rest, y) = self.multipliers, self.partners
        self.theta, self.weight = theta, weight = x / z, s / rest + t / y
        hands = theta.shape[1]
        self.inverses = np.empty((len(weight), hands, hands))
        self.late = []
        for k, j in enumerate(program.answered):
            matrix = program.folds[k] * program.prior + program.stakes[k] * program.payoff
            self.inverses[k], *late = _invert(matrix, theta[j], weight[k])
            self.late.append(late)
        coupling = np.diag(np.delete(theta, program.answered, axis=0).sum(axis=0))
        self.root = _inverse_root(coupling + self.inverses.sum(axis=0))

    def step(self, targets: np.ndarray, misses: Sequence[np.ndarray]) -> tuple[np.ndarray, ...]:
        """What changes the products by targets, to first order, and mends the misses."""
        (x, s, t), (_, rest, y) = self.multipliers, self.partners
        on_x, on_s, on_t = self.program.split(targets)
        miss_z, miss_y, miss_x = misses
        h, g = on_x / x - miss_z, on_t / y - on_s / rest - miss_y
        early = g / self.weight
        for row, (late, *_) in zip(early, self.late, strict=True):
            row[late] = 0
        h -= self.program.taken(early)
        dx = self._dx(h)
        for j, (late, across, _), row in zip(self.program.answered, self.late, g, strict=True):
            dx[j] -= row[late] @ across
        du = self.root.T @ (self.root @ (dx.sum(axis=0) - miss_x))
        dx -= self._dx(np.broadcast_to(du, h.shape))
        h -= du
        dy = (g + self.program.wanted(dx)) / self.weight
        for k, (late, across, inverse) in enumerate(self.late):
            dy[k, late] = across @ h[self.program.answered[k]] + inverse @ g[k, late]
        dz = du + self.program.taken(dy) + miss_z
        ds, dt = (on_s + s * dy) / rest, (on_t - t * dy) / y
        return np.concatenate([dx, ds, dt], None), np.concatenate([dz, -dy, dy], None), du

    def _dx(self, h: np.ndarray) -> np.ndarray:
        """``dx`` where ``du``, and ``g`` of the late ``dy``, are zero."""
        dx: np.ndarray = self.theta * h
        dx[self.program.answered] = (self.inverses @ h[self.program.answered, :, None])[:, :, 0]
        return dx


def _invert(matrix: np.ndarray, theta: np.ndarray, weight: np.ndarray) -> tuple[np.ndarray, ...]:
    """Solve ``dx / theta + H @ dy = h`` and ``D * dy - H.T @ dx = g`` for every right-hand side.

    Near the optimum ``1 / theta`` and ``D`` tend to 0 where ``x`` and ``y`` do not, else to
    infinity. The unknowns are eliminated in an order that divides by nothing small: first the
    ``dy`` with large ``D``, then ``dx``, then the late ``dy``, those with small ``D``. In any other
    order the last digits are lost in rounding.

    Returned are: a matrix that takes ``h``, less what the early ``dy`` take from it, to ``dx``; the
    hands whose ``dy`` are late; ``across`` and ``inverse``, with which those are ``across @ h +
    inverse @ g[late]``, and ``dx`` is smaller by ``across.T @ g[late]``.
    """
    late = np.flatnonzero(theta @ (matrix * matrix) > 100 * weight)
    early = matrix / np.sqrt(weight)
    early[:, late] = 0
    left = blas.dsyrk(1.0, early.T, trans=1, lower=1)
    left[np.diag_indices(len(left))] += 1 / theta
    root = _inverse_root(left)
    if not late.size:  # LAPACK complains of empty matrices
        return root.T @ root, late, np.empty((0, len(theta))), np.empty((0, 0))
    ahead = root @ matrix[:, late]
    late_root = _inverse_root(ahead.T @ ahead + np.diag(weight[late]))
    part = late_root @ ahead.T @ root
    return root.T @ root - part.T @ part, late, late_root.T @ part, late_root.T @ late_root


def _inverse_root(matrix: np.ndarray) -> np.ndarray:
    """A lower triangular ``R`` with ``R.T @ R`` the inverse of a matrix, of which half is read."""
    scale = 1 / np.sqrt(matrix.diagonal())
    scaled = np.asfortranarray(matrix * scale * scale[:, None])
    for ridge in RIDGES if np.isfinite(scale).all() else ():
        scaled[np.diag_indices(len(scaled))] += ridge
        root, failed = lapack.dpotrf(scaled, lower=1)
        if not failed:
            inverse: np.ndarray = lapack.dtrtri(root, lower=1, overwrite_c=1)[0] * scale
            return inverse
    raise np.linalg.LinAlgError("not positive definite")


def _read(game: Game) -> tuple[AnswerProgram, list[InformationSet]]:
    """A game's linear program, and where player 1 has two answers."""
    own, answers = game.tree.information_sets
    if [node.opponent for node in own] != [0] or any(
        node.parent or len(game.tree.sequences[1][node.children]) > 2 for node in answers
    ):
        raise ValueError(
            f"tree: {game.tree.name!r} given, one needed in which player 0 acts once and player 1 "
            "answers with at most two actions, such as one_round without reraises"
        )
    # How much of prior and of payoff there is where an action and an answer end.
    paid = np.stack([game.tree.folds, game.tree.stakes], axis=2)[1:] / game.tree.scale
    first = np.zeros(len(paid), int)
    for node in answers:
        first[node.opponent - 1] = node.children.start
    mixed = [node for node in answers if node.children.stop - node.children.start == 2]
    answered = [node.opponent - 1 for node in mixed]
    earned = paid[np.arange(len(paid)), first]
    mixtures = earned[answered] - paid[answered, first[answered] + 1]
    return AnswerProgram(game.deal, earned, mixtures, answered), mixed


def _iterates(game: Game) -> Iterator[Plans]:
    """Plans after each step. Steps start inside all constraints and stay there, up to rounding."""
    program, mixed = _read(game)
    state = program.start()
    while True:
        try:
            state = advance(program, *state)
        except np.linalg.LinAlgError:
            return
        (x, *_), (*_, y) = program.split(state[0]), program.split(state[1])
        plans = tuple(np.ones(game.shape(player)) for player in (0, 1))
        plans[0][:, 1:] = (x / x.sum(axis=0)).T
        for node, column in zip(mixed, y, strict=True):
            plans[1][:, node.children] = np.column_stack([1 - column, column])
        yield plans


def advance(
    program: AnswerProgram, multipliers: np.ndarray, partners: np.ndarray, u: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Take a step; return new multipliers, partners and ``u``, as :meth:`AnswerProgram.start` does.

    A LinAlgError says that rounding is in the way.
    """
    newton = _System(program, multipliers, partners)
    (x, s, t), (z, _, y) = newton.multipliers, newton.partners
    misses = u - program.values + program.taken(y) - z, s - t - program.wanted(x), 1 - x.sum(axis=0)
    # Straight towards zero first, to see how far that goes and what it neglects.
    products = multipliers * partners
    goal = products.mean()
    step = newton.step(-products, misses)
    reach = _reach(multipliers, step[0]), _reach(partners, step[1])
    left = (multipliers + reach[0] * step[0]) * (partners + reach[1] * step[1])
    goal *= (left.mean() / goal) ** 3
    step = newton.step(goal - products - step[0] * step[1], misses)
    reach = _reach(multipliers, step[0]), _reach(partners, step[1])
    for _ in range(CORRECTORS):
        ahead = [min(1, part + 0.3) for part in reach]
        products = (multipliers + ahead[0] * step[0]) * (partners + ahead[1] * step[1])
        targets = np.maximum(products.clip(goal / 10, 10 * goal) - products, -10 * goal)
        change = newton.step(targets, [np.zeros_like(miss) for miss in misses])
        corrected = tuple(part + more for part, more in zip(step, change, strict=True))
        further = _reach(multipliers, corrected[0]), _reach(partners, corrected[1])
        if sum(further) < sum(reach) + 0.03:
            break
        step, reach = corrected, further
    return (
        multipliers + DAMPING * reach[0] * step[0],
        partners + DAMPING * reach[1] * step[1],
        u + DAMPING * reach[1] * step[2],
    )


def _reach(numbers: np.ndarray, change: np.ndarray) -> float:
    """The largest share of a change, up to all of it, that leaves no number negative."""
    falling = -change > numbers
    return float((numbers[falling] / -change[falling]).min(initial=1.0))
