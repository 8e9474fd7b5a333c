"""Push or fold at every stack: the pieces fit together, and each is what solving there gives."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from pokerlab import betting, cards, deals
from pokerlab.games import Game
from pokerlab.solvers import exact
from pokerlab.stored import data
from pokerlab.studies import breakpoints, solved_stacks, stored_pieces

LOW, HIGH = 9, 10


@pytest.fixture(scope="module")
def pieces():
    return breakpoints.pieces(LOW, HIGH)


def test_every_piece_is_what_solving_inside_it_gives(pieces):
    rng = np.random.default_rng(0)
    for piece in pieces:
        span = piece.high.lower - piece.low.upper
        stack = piece.low.upper + span * Fraction(int(rng.integers(1, 2**20)), 2**20)
        certificate = exact.solve(Game(deals.holdem(), betting.push_fold(stack)))
        assert certificate.value == piece.value_at(stack)
        for player, (action, always) in enumerate(
            [("push", piece.pushed), ("call", piece.calling)]
        ):
            mixed = piece.probabilities_at(stack)[player]
            assert tuple(mixed) == piece.mixed[player]
            for hand in cards.HANDS:
                expected = mixed.get(hand, int(hand in always))
                assert certificate.probability(player, action, hand) == expected


def test_an_end_is_where_an_action_gains_nothing(pieces):
    for piece, after in pairwise(pieces):
        changing = set(piece.changes[1])
        played = (piece.pushed, after.pushed), (piece.calling, after.calling)
        for player, (one, other) in enumerate(played):
            for hand in set(one) ^ set(other):
                both = hand in piece.mixed[player] or hand in after.mixed[player]
                assert (player, hand) in changing or both


def test_the_intervals_are_where_the_probabilities_are_above(pieces):
    stacks = [LOW + Fraction(step, 211) for step in range(1, 211 * (HIGH - LOW))]
    chances = breakpoints.probabilities(pieces, stacks, cards.HANDS)
    names = (0, 0), ("small blind", 0), (1, 1), ("big blind", 1)
    for (name, player), least in zip(names, (0, 0.5, 0.5, 0.25), strict=True):
        spans = breakpoints.intervals(pieces, name, least)
        assert [*spans] == [*cards.HANDS]
        for hand, column in zip(cards.HANDS, chances[player].T, strict=True):
            inside = [any(a < s < b for a, b in spans[hand]) for s in stacks]
            assert (column > least).tolist() == inside
            assert all(one[1] < other[0] for one, other in pairwise(spans[hand]))


def test_a_hand_that_slides_from_always_to_never_is_cut_at_one_half(pieces):
    cut = {
        hand: spans[-1][1]
        for hand, spans in breakpoints.intervals(pieces, 1).items()
        if spans and spans[-1][1] < HIGH and not any(float(p.high) == spans[-1][1] for p in pieces)
    }
    assert len(cut) > 2
    for hand, stack in cut.items():
        certificate = exact.solve(Game(deals.holdem(), betting.push_fold(Fraction(stack))))
        assert abs(certificate.probability(1, "call", hand) - Fraction(1, 2)) < 1e-6


@pytest.mark.parametrize("wrong", ["nobody mixes", "another piece", "a singular system"])
def test_what_is_stored_is_a_guess_and_a_wrong_one_changes_nothing(pieces, monkeypatch, wrong):
    ends, plays = stored_pieces.decode(data("pieces"))
    plays = plays.copy()
    if wrong == "nobody mixes":
        plays[plays == stored_pieces.SOMETIMES] = stored_pieces.NEVER
    elif wrong == "another piece":
        plays = np.roll(plays, 1, axis=0)
    else:
        plays[:] = stored_pieces.SOMETIMES  # what aces win off the other aces is a row of zeros
        plays[:, :, 2:] = stored_pieces.NEVER
    guess = stored_pieces.StoredPieces(ends, plays)
    monkeypatch.setattr(breakpoints, "decode", lambda stored: guess)
    solved = []
    solve = exact.solve

    def solve_and_count(game, **options):
        solved.append(game)
        return solve(game, **options)

    monkeypatch.setattr(exact, "solve", solve_and_count)
    found = list(breakpoints.pieces(LOW, LOW + Fraction(1, 10)))
    assert solved and len(found) > 1
    for piece, right in zip(found[:-1], pieces, strict=False):
        assert vars(piece) == vars(right)


def test_a_right_guess_needs_nothing_solved(monkeypatch):
    monkeypatch.setattr(exact, "solve", None)
    found = list(breakpoints.pieces(LOW, LOW + Fraction(1, 10)))
    assert found[0].low == breakpoints.Root.rational(Fraction(LOW)) and len(found) > 1


@pytest.mark.parametrize("big_blind_ante", [0, "5/4"])
def test_other_deals_and_forced_bets(big_blind_ante):
    deal, bets = deals.holdem(card_removal=False), {"small_blind": "0.75", "ante": "1/3"}
    bets["big_blind_ante"] = big_blind_ante
    found = breakpoints.pieces("5.5", "5.7", **bets, deal=deal)
    assert float(found[0].low) == 5.5 and float(found[-1].high) == 5.7
    for piece in found:
        stack = (piece.low.upper + piece.high.lower) / 2
        game = Game(deal, betting.push_fold(stack, **bets))
        assert piece.value_at(stack) == exact.solve(game).value


def test_where_equilibria_are_not_unique_it_gives_up():
    with pytest.raises(ArithmeticError, match="more than one equilibrium"):
        breakpoints.pieces("1.5", 6, deal=deals.numbers(6))


def test_bad_stacks_are_named(pieces):
    for low, high in [(0.5, 3), (3, 3), (4, 3)]:
        with pytest.raises(ValueError, match=r"low: .* from 1 to below high"):
            breakpoints.pieces(low, high)
    with pytest.raises(ValueError, match="stack: 20 given"):
        pieces[0].value_at(20)
    with pytest.raises(ValueError, match="stacks: 20 given"):
        breakpoints.probabilities(pieces, [10, 20], cards.HANDS)
    pure, *_ = breakpoints.pieces("1.02", "1.05")
    with pytest.raises(ValueError, match="stack: 50 given"):
        pure.probabilities_at(50)
    with pytest.raises(ValueError, match="threshold: 1 given"):
        breakpoints.intervals(pieces, 0, 1)
    with pytest.raises(ValueError, match="player: -1 given"):
        breakpoints.intervals(pieces, -1)


def test_a_stack_is_in_the_pieces_that_begin_or_end_with_it_or_hold_it(pieces):
    first, second, *_ = pieces
    inside = (first.low.upper + first.high.lower) / 2
    assert inside in first and f"{LOW}" in first and LOW in first and HIGH in pieces[-1]
    assert second.low.upper in second and first.high.lower in first
    assert inside not in second and LOW not in second and HIGH not in first
    irrational = next(piece for piece in pieces if piece.high.degree > 1)
    assert irrational.high.lower in irrational and irrational.high.upper not in irrational


def test_pieces_and_charts_are_shown_in_a_line(pieces):
    assert repr(pieces[0]).startswith("<Piece from 9 to 9.01451903") and len(repr(pieces)) < 5000
    assert repr(pieces[0].low) == "<Root 9, of degree 1>"
    chart = solved_stacks.solve(["0.4", 1])
    assert repr(chart) == "<SolvedStacks of push or fold: 2 stacks from 0.4 to 1>"


def test_some_hands_are_columns_and_what_is_no_hand_is_named(pieces):
    stack = [pieces[0].low.upper]
    everything = breakpoints.probabilities(pieces, stack, cards.HANDS)
    some = breakpoints.probabilities(pieces, stack, ["43s", "AA", "72o"])
    assert (some == everything[:, :, [cards.HANDS.index(h) for h in ("43s", "AA", "72o")]]).all()
    with pytest.raises(ValueError, match=r"^hands: 'AKx' given, hands of the deal needed: "):
        breakpoints.probabilities(pieces, stack, ["AA", "AKx"])
    with pytest.raises(ValueError, match=r"^pieces: none given, one or more needed$"):
        breakpoints.probabilities([], stack, ["AA"])
