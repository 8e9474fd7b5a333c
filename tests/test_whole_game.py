"""Bounds on the whole game: what is earned against a fixed big blind, and where that is enough."""

from fractions import Fraction

import numpy as np
import pytest

from pokerlab import betting, cards, deals
from pokerlab.games import Game
from pokerlab.roots import Root
from pokerlab.solvers import double_oracle
from pokerlab.studies import flops, opening_bounds, whole_game
from pokerlab.trees import Decision, Fold, Showdown, Tree

DEAL = deals.holdem()


def streets(left, stack, chips):
    """Betting after the flop: checks, least bets, bets of the pot, all-ins, all-in raises."""
    if not left or chips == stack:
        return Showdown(chips)

    def faced(player, total):
        """A bet is answered by a fold, a call or an all-in."""
        actions = {"fold": Fold((-1, 1)[player] * chips), "call": streets(left - 1, stack, total)}
        if total < stack:
            fold = Fold((1, -1)[player] * total)
            actions["jam"] = Decision(1 - player, {"fold": fold, "call": Showdown(stack)})
        return Decision(player, actions)

    totals = sorted({min(stack, chips + bet) for bet in (1, 2 * chips, stack)})
    bets = [{f"bet to {t}": faced(player, t) for t in totals} for player in (0, 1)]
    free = Decision(0, {"check": streets(left - 1, stack, chips)} | bets[1])
    return Decision(1, {"check": free} | bets[0])


def whole(stack, small, big, ante):
    """The game with all that, on two streets, after a limp or a raise of some size."""
    least, won, shown = ante + big, Fold(ante + big), Showdown(stack)
    first_actions = {"fold": Fold(-ante - small), "push": Decision(1, {"fold": won, "call": shown})}
    for chips in (least, least + big, least + big * Fraction(9, 4), least + 7 * big):
        if chips < stack:
            jammed = Decision(0, {"fold": Fold(-chips), "call": shown})
            on = {("check" if chips == least else "call"): streets(2, stack, chips)}
            actions = on if chips == least else {"fold": won} | on
            first_actions[f"to {chips}"] = Decision(1, actions | {"jam": jammed})
    return Tree(Decision(0, first_actions))


def fixed(game, least, calls, limps, raised):
    """The big blind's plan: three sets before the flop, and not a chip more after it."""
    chances = {}
    for sequence in game.tree.sequence_names[1][1:]:
        first, *_, last = sequence.split(", ")
        jam = {"push": calls, f"to {least}": limps}.get(first, raised) * (sequence.count(",") == 1)
        passive, active = last in ("check", "fold"), last == ("call" if first == "push" else "jam")
        chances[sequence] = 1 - jam if passive else jam if active else 0
    return game.plan(1, chances)


@pytest.mark.parametrize(
    "amounts",
    [(3, "1/2", 1, 0), (9, "1/2", 1, 0), ("9/5", "1/2", 1, 0), (9, 1, 2, "1/4"), (4, 0, 1, 1)],
)
def test_no_bets_on_two_streets_earn_more_than_one_of_four_actions(amounts):
    amounts = [Fraction(amount) for amount in amounts]
    game, few = Game(DEAL, whole(*amounts)), Game(DEAL, whole_game.jam_tree(*amounts))
    least, random = amounts[2] + amounts[3], np.random.default_rng(1)
    for sets in (random.random((3, 169)), random.random((3, 169)).round()):
        plan = fixed(game, least, *sets)
        jams = dict(zip(("push, call", "limp, jam", "raise, jam"), sets, strict=True))
        known = {name: jam for name, jam in jams.items() if name in few.tree.sequence_names[1]}
        bound = few.guarantee(1, few.plan(1, known))
        assert game.guarantee(1, plan) == pytest.approx(bound, abs=1e-12)


def test_a_limp_may_be_given_a_worth():
    random, stack = np.random.default_rng(1), 20
    few = Game(DEAL, whole_game.jam_tree(stack))
    sets = random.integers(256, size=(3, 169)) * Fraction(1, 255)
    sets[2] = sets[2] / 5  # it may pay to raise, and fold to a jam
    calls, limps, raised = sets.astype(float)
    plan = few.plan(1, {"push, call": calls, "limp, jam": limps, "raise, jam": raised})
    met, won = (
        matrix @ limps / DEAL.hand_probabilities(0) for matrix in (DEAL.prior, DEAL.net_wins)
    )
    worth = [Fraction(w) for w in 1 - met + np.maximum(-met, stack * won)]
    bound = opening_bounds._bound_against(Fraction(stack), [worth], sets[0], sets[2])
    assert float(bound) == pytest.approx(few.guarantee(1, plan), abs=1e-12)


class Lost(flops.LimpSums):
    """Sums by which every limp loses the big blind."""

    def limp_earnings(self, stack):
        return (Fraction(-1),) * 169


def test_a_look_at_the_flop_takes_the_better_of_two_ways_to_answer_pushes():
    """Limps that earn nothing leave push or fold, but for raises, whatever the plan's sets are."""
    byte = np.full(169, 255, np.uint8)
    plan = flops.FlopStrategy(byte, byte, byte, np.zeros(flops.N_CLASSES, np.uint8))
    sums = Lost(plan, *np.zeros((3, flops.N_CLASSES), np.int64), np.arange(169))
    lower, upper = whole_game.flop_bracket(6, sums)
    assert lower == upper == whole_game.bracket(6)[0]
    all_in, one = np.full(169, Fraction(1)), (Fraction(-1),) * 169
    most = opening_bounds._bound_against(Fraction(20), [one], all_in, all_in)
    assert whole_game.flop_bracket(20, sums)[1] <= most


def conditions(stack, *others):
    """Push or fold in floats: how often each hand is called, and what it then wins, per chip."""
    calls = double_oracle.solve(Game(DEAL, betting.push_fold(stack, *others))).probability(
        1, "call"
    )
    return (matrix @ calls / DEAL.hand_probabilities(0) for matrix in (DEAL.prior, DEAL.net_wins))


@pytest.mark.parametrize(
    ("action", "low", "needed", "ante", "end"),
    [
        ("limp", 3.8, 0.75, "0", 142909281 / 36760021),
        ("raise", 6.75, 0.5, "0", 6.82648110),
        ("limp", 4.15, 1.7 / 2.2, "1/10", 4.17160911),
        ("limp", 4.25, 1.75 / 2.25, "1/8", 4.28487342),
        ("limp", 4.7, 2 / 2.5, "1/4", 4.74329743),
    ],
)
def test_the_rule_ends_where_a_hand_that_would_fold_meets_too_few_callers(
    action, low, needed, ante, end
):
    """By the rule of thumb, at stacks about the end: it holds before it and fails beyond."""
    root, hands = whole_game.first_deviation([action], low, low + 0.3, ante=ante, progress=False)
    assert float(root) == pytest.approx(end, abs=1e-8)
    posted = Fraction(ante) + (1 if action == "limp" else 2)
    for stack, holds in ((end - 0.03, True), (end - 1e-5, True), (end + 1e-5, False)):
        met, won = conditions(stack, 0.5, 1, ante)
        fails = (met < needed) & (stack * won < -float(posted) * met)
        assert [cards.HANDS[hand] for hand in fails.nonzero()[0]] == ([] if holds else [*hands])


def test_an_action_that_there_is_none_of_is_refused():
    with pytest.raises(ValueError, match=r"actions: \['limp', 'call'\] given, some of"):
        whole_game.first_deviation(["limp", "call"])


def test_stacks_with_limps_are_those_of_the_limps():
    limps = {Fraction(stack): [Fraction(-2)] * 169 for stack in (3, 4)}
    for end in ("low", "high"):
        with pytest.raises(ValueError, match="low, high: given with limps"):
            whole_game.first_deviation(limps=limps, **{end: 3})


def test_push_or_fold_is_optimal_wherever_the_rule_holds():
    for stack in (1, "1.01", "1.7", 3, "3.88", Fraction(142909281, 36760021)):
        lower, upper = whole_game.bracket(stack)
        assert lower == upper
    lower, upper = whole_game.bracket(4)
    assert 0 < upper - lower < Fraction(1, 10_000)
    assert whole_game.bracket((9, 3)) == whole_game.bracket(3)
    assert whole_game.bracket(7, small_blind=1, big_blind=2, big_blind_ante=2)[1] > 0


@pytest.mark.parametrize(
    ("worths", "end"),
    [
        ({"3.3": "-1/2", "3.5": "-1/2"}, None),
        ({"3.3": "-3/5", "3.4": "-2/5"}, "3.35"),
        ({"3.3": "-3/5", "3.4": "-1/2", "3.5": "-2/5"}, "3.4"),
        ({"3.3": "-2/5", "3.4": "-2/5"}, "3.3"),
    ],
)
def test_a_limp_earns_at_most_what_a_straight_line_says_between_two_stacks(worths, end):
    """Of a hand that should fold; all others lose two chips by a limp."""
    limps = {Fraction(stack): [Fraction(-2)] * 169 for stack in worths}
    for stack, worth in worths.items():
        limps[Fraction(stack)][cards.HAND_INDEX["32o"]] = Fraction(worth)
    found = whole_game.first_deviation(limps=limps, progress=False)
    assert found == (end and (Root.rational(Fraction(end)), ("32o",)))


def test_a_limp_may_earn_less_than_a_push():
    """As aces do, which would rather limp than fold."""
    stack = Fraction("3.4")
    met, won = (numbers[0] for numbers in conditions(stack))
    pushing = Fraction(1 - met + float(stack) * won)
    for more, beaten in ((Fraction(-1, 10**9), False), (Fraction(1, 10**9), True)):
        limps = {stack + step: [Fraction(-1)] * 169 for step in (0, Fraction(1, 10**9))}
        for worth in limps.values():
            worth[0] = pushing + 10 * more
        assert bool(whole_game.first_deviation(limps=limps, progress=False)) == beaten
