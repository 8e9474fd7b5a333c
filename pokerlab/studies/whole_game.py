"""The whole game of no-limit hold'em: bounds on its value, whatever is bet on its four streets.

Nobody can solve it, but it can be bounded. A small blind who only pushes or folds meets only calls
and folds, so the whole game is worth at least what push or fold is. And the best answer to a simple
enough big blind can be computed. This one calls a push with some hands, goes all-in over a limp
with some and over a smaller raise with some. With the others he folds, or checks where it is free,
and puts no more chips in. So after a limp or a raise the small blind wins no more than the big
blind has posted, or is jammed, and then he folds or calls. Of the raises the least, by one big
blind, is the best: a larger one wins the same and loses more. That leaves a small game, `tree`,
whose value no small blind exceeds, and which can be solved in fractions.

At small stacks the two bounds are one number. Let the big blind jam with the hands with which he
calls a push in push or fold. Then a limp or a raise beats push or fold only with a hand that would
rather fold to the jam than call it, and that meets one too seldom: less than three times in four
after a limp, less than every other time after a raise, with blinds of 1/2 and 1. `end` finds the
stack where that begins, by polynomials in the stack.

All amounts are chips, and those that are impossible are ValueErrors.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from operator import mul
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq, fmpq_poly

from pokerlab._foundations import as_pair, check_type, read_list
from pokerlab.amounts import Amount, parse_amount
from pokerlab.betting import push_fold
from pokerlab.cards import HAND_INDEX, HANDS
from pokerlab.deals import holdem
from pokerlab.games import Game
from pokerlab.solvers import exact
from pokerlab.studies import breakpoints, flops
from pokerlab.studies.breakpoints import PRECISION, Piece, Root, between, rational, real_roots
from pokerlab.trees import Decision, Fold, Tree

ANSWERS = "fold", "push", "limp", "raise"  #: What the small blind does.
#: Up to this stack a stored plan of `flops` proves with `end` that push or fold is optimal.
EXACT = Fraction("4.222")


def tree(
    stack: Amount | tuple[Amount, Amount] = 3,
    small_blind: Amount = 0.5,
    big_blind: Amount = 1,
    ante: Amount = 0,
    big_blind_ante: Amount = 0,
) -> Tree:
    """The whole game, in which the big blind jams over a limp or a raise, or gives up.

    The amounts are as in :func:`pokerlab.betting.push_fold`.

    Examples
    --------
    >>> print(tree())
    small blind
      fold: -0.5
      push: big blind
        fold: +1
        call: ±3
      limp: big blind
        give up: +1
        jam: small blind
          fold: -1
          call: ±3
      raise: big blind
        give up: +1
        jam: small blind
          fold: -2
          call: ±3
    """
    plain = push_fold(stack, small_blind, big_blind, ante, big_blind_ante)
    big, posted = parse_amount("big_blind", big_blind, greater_than=0), parse_amount("ante", ante)
    root: Any = plain.root
    openings = dict(root.actions)
    won, shown = (openings["push"].actions.get(answer) for answer in ("fold", "call"))
    for answer, lost in zip(ANSWERS[2:], (big + posted, 2 * big + posted), strict=True):
        if won and lost < shown.stake:  # else he is all-in already
            jam = Decision(0, {"fold": Fold(-lost), "call": shown})
            openings[answer] = Decision(1, {"give up": won, "jam": jam})
    return Tree(Decision(0, openings), plain.name.replace("push/fold", "whole game"), plain.players)


def bounds(*amounts: Amount, **others: Amount) -> tuple[Fraction, Fraction]:
    """Between which numbers the value of the whole game lies, given the arguments of `tree`.

    If they are equal, push or fold is optimal.

    Examples
    --------
    >>> [round(float(bound), 6) for bound in bounds(3)]
    [0.051592, 0.051592]
    >>> [round(float(bound), 6) for bound in bounds(5)]
    [0.056201, 0.076518]
    """
    trees = (make(*amounts, **others) for make in (push_fold, tree))
    return as_pair(exact.solve(Game(holdem(), each)).value for each in trees)


def flop_bounds(
    stack: Amount, answer: flops.BestResponse | None = None
) -> tuple[Fraction, Fraction]:
    """`bounds` with blinds of 1/2 and 1, where after a limp the big blind looks at the flop.

    Over a limp he follows a plan, by default the one that is stored for the least stack that is not
    smaller; another one is given with the best answer to it. With what he calls a push, and jams a
    raise, he follows the plan, too, or push or fold, whichever is better. All flops take ten
    seconds, with a bar.
    """
    stack = parse_amount("stack", stack, greater_than=1)
    check_type("answer", answer, flops.BestResponse | None, "an Answer")
    answer = answer or flops.best_response(flops.load(flops.stored(stack)))
    plan, limps = answer.plan, answer.limp(stack)
    proof = exact.solve(Game(holdem(), push_fold(stack)))
    calls = proof.probability(1, "call")
    rounded = [
        part.astype(object) * Fraction(1, flops.UNITS[0]) for part in (plan.calls, plan.raised)
    ]
    return proof.value, min(_concedes(stack, limps, *sets) for sets in ([calls, calls], rounded))


def _concedes(stack: Fraction, limps: Sequence[Fraction], *sets: np.ndarray) -> Fraction:
    """What the small blind earns at most, if one set calls a push and one jams a raise."""
    unit, (prior, payoff), _ = exact.integers(holdem())
    fractions, one = exact.over_one_denominator(np.concatenate(sets))
    met, won = (fractions.reshape(2, -1) @ matrix.T for matrix in (prior, payoff))
    dealt = one * prior.sum(axis=1)
    pushed, raised = dealt - met + (stack * won[0], np.maximum(stack * won[1], -2 * met[1]))
    best = np.maximum.reduce([-dealt * Fraction(1, 2), pushed, raised, dealt * limps])
    return Fraction(best.sum()) * unit / one


def first_deviation(
    answers: Sequence[str] = ANSWERS[2:],
    low: Amount = 1,
    high: Amount = 20,
    ante: Amount = 0,
    limps: Mapping[Fraction, Sequence[Fraction]] | None = None,
    progress: bool | None = None,
) -> tuple[Root, tuple[str, ...]] | None:
    """Up to which stack limps and raises gain nothing on push or fold, and which hands gain beyond.

    The big blind jams with the hands with which he calls a push in push or fold. From ``low`` up to
    the stack that is found, none of the ``answers`` earns more with any hand than a fold or a push,
    so the whole game is worth what push or fold is. If that holds up to ``high``, None is returned.
    The blinds are 1/2 and 1.

    He may do something better over a limp. Then ``limps`` says what each of the 169 hands earns at
    most by a limp, in chips, at some stacks, against one plan for all of them. That is a convex
    function of the stack, so between two of these stacks it lies below a straight line. The least
    and the greatest of them take the places of ``low`` and ``high``.
    """
    if not all(answer in ANSWERS[2:] for answer in read_list("answers", answers)):
        raise ValueError(f"answers: {answers!r} given, some of {ANSWERS[2:]} needed")
    check_type("limps", limps, Mapping | None, "a mapping of stacks")
    low, high = (min(limps), max(limps)) if limps else (low, high)
    known = sorted(limps or ())
    for piece in breakpoints.pieces(low, high, ante=ante, progress=progress):
        earned, pushed = _earned(piece, ante), piece.pushed + piece.mixed[0]
        inner = [root for root in map(Root.rational, known) if piece.low < root < piece.high]
        for first, last in pairwise([piece.low, *inner, piece.high]):
            if limps:
                near = known[bisect_right(known, first.low) - 1]
                far = known[bisect_left(known, last.high)]
                way = fmpq_poly([rational(-near), 1]) / rational(far - near)  # from 0 to 1
                worths = zip(limps[near], limps[far], strict=True)
                lines = (rational(a) + rational(b - a) * way for a, b in worths)
                earned["limp"] = [*map(mul, lines, earned["one"])]
            found: dict[Root, list[str]] = {}
            for answer, (place, hand) in product(answers, enumerate(HANDS)):
                best = "push" if hand in pushed else "fold"
                if root := _first(earned[best][place] - earned[answer][place], first, last):
                    found.setdefault(root, []).append(hand)
            if found:
                return min(found), tuple(found[min(found)])
    return None


def _earned(piece: Piece, ante: Amount) -> dict[str, list[fmpq_poly]]:
    """What each hand earns on a piece, times its probability, as polynomials in the stack.

    They are in a unit that is positive, in which "one" is a chip. The big blind jams with his
    calls, and the small blind folds to that: where he calls, he has what a push earns.
    """
    posted = rational(parse_amount("ante", ante))
    always, mixed = ([HAND_INDEX[k] for k in hands] for hands in (piece.called, piece.mixed[1]))
    below, chances = piece.value[1], piece.chances[1]
    _, (prior, payoff), _ = exact.integers(holdem())

    def total(matrix: np.ndarray) -> list[fmpq_poly]:
        sums, rows = matrix[:, always].sum(axis=1).tolist(), matrix[:, mixed].tolist()
        return [sum(map(mul, chances, row), below * n) for n, row in zip(sums, rows, strict=True)]

    met, won, one = total(prior), total(payoff), [below * n for n in prior.sum(axis=1).tolist()]
    steal = [(1 + posted) * (o - m) for o, m in zip(one, met, strict=True)]
    earned = {"one": one, "fold": [-(fmpq(1, 2) + posted) * o for o in one]}
    earned["push"] = [s + fmpq_poly([0, 1]) * w for s, w in zip(steal, won, strict=True)]
    for answer, chips in (("limp", 1 + posted), ("raise", 2 + posted)):
        earned[answer] = [s - chips * m for s, m in zip(steal, met, strict=True)]
    return earned


def _first(loss: fmpq_poly, low: Root, high: Root) -> Root | None:
    """From where on, between two stacks, a polynomial is first negative, if anywhere."""
    near, far, numerator = rational(low.low), rational(high.high), loss.numer()
    with ctx.workprec(PRECISION):
        if numerator(arb((near + far) / 2, (far - near) / 2)) > 0:
            return None  # proven on all of it
        spans = (span for span in real_roots(numerator) if near <= span[1] and span[0] <= far)
        roots = {Root.of(numerator, *span) for span in spans}
    inside = sorted(root for root in {low, high, *roots} if not (root < low or high < root))
    for root, beyond in pairwise(inside):
        if loss(rational(between(root.high, beyond.low))) < 0:
            return root
    return None
