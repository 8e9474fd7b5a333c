"""Stochastic games, against closed forms, recursions, and the enumeration of all policies."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from pokerlab import stochastic
from pokerlab.policy_iteration import policy_bounds
from pokerlab.stochastic import StochasticGame, egg_drop
from tests.random_games import examples
from tests.tables import refused

BET = {"bet": {"win": 0.5, "lose": 0.5}}
ENDS = {"win": 1, "lose": 0}
OBJECTIVES = "value", "cost"
methods = pytest.mark.parametrize("method", ["policy", "lp"])
seeds = st.integers(0, 10**6)


def gambler(total, chance, objective="value"):
    """One chip a bet until there are none or all."""
    moves = {k: {"bet": {k + 1: chance, k - 1: 1 - chance}} for k in range(1, total)}
    if objective == "cost":
        return StochasticGame.from_moves(moves, [0, total], "cost", rewards=1)
    return StochasticGame.from_moves(moves, {0: 0, total: 1})


def random_game(seed, n=5, objective="value", two_players=False, paid=False):
    """A few states and moves, each of which ends the game one time in ten, or more often.

    Paid games have rewards; in others a cost is the number of moves.
    """
    rng = np.random.default_rng(seed)
    count = objective == "cost" and not paid
    ends = {"win": 2.0, "lose": -3.0, "draw": 0.5}
    ends = dict.fromkeys(ends, 0.0) if count else ends
    moves = {s: {} for s in range(n)}
    for s in moves:
        for move in range(rng.integers(1, 4)):
            to = rng.choice([*range(n), *ends], size=rng.integers(1, 4), replace=False)
            to = [int(t) if t.isdigit() else str(t) for t in to]
            chances = 0.9 * rng.dirichlet(np.ones(len(to)))
            outcomes = dict.fromkeys(ends, 0.0) | dict(zip(to, chances, strict=True))
            outcomes[str(rng.choice(list(ends)))] += 0.1
            moves[s][move] = outcomes
    opponent = [s for s in range(n) if rng.random() < 0.5] if two_players else []
    if not paid:
        return StochasticGame.from_moves(moves, ends, objective, opponent, float(count))
    rewards = {s: {m: rng.integers(-16, 17) / 8 for m in moves[s]} for s in moves}
    return StochasticGame.from_moves(moves, ends, objective, opponent, rewards)


def by_hand(game, policy):
    """Values of a policy by dense algebra."""
    live = np.flatnonzero(np.isnan(game.final_values))
    rows = game.transition.toarray()[list(policy)]
    ended = np.delete(rows, live, axis=1) @ np.delete(game.final_values, live)
    right = ended + game.rewards[list(policy)]
    return np.linalg.solve(np.eye(len(live)) - rows[:, live], right)


def choices(game, state):
    return np.flatnonzero(game.state_of_move == state)


def over_policies(best, game, options):
    """The best values over all policies of some moves, each state for itself."""
    return best([by_hand(game, policy) for policy in product(*options)], axis=0)


def live_values(solution):
    return solution.values[np.isnan(solution.game.final_values)]


@methods
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("paid", [False, True])
@pytest.mark.parametrize(("seed", "start"), [(0, None), (1, None), (2, None), (3, 2)])
def test_random_games_against_all_policies(method, objective, paid, seed, start):
    """Of one that is entered at its start alone, nothing is asked elsewhere."""
    game = random_game(seed, objective=objective, paid=paid)
    solution, live = game.solve(method, start=start), np.isnan(game.final_values)
    options = [choices(game, s) for s in np.flatnonzero(live)]
    best = over_policies(np.max if objective == "value" else np.min, game, options)
    played = by_hand(game, solution.policy[live])
    asked = slice(None) if start is None else start
    for values in (live_values(solution), played, solution.lower[live], solution.upper[live]):
        assert values[asked] == pytest.approx(best[asked], abs=1e-6)
    visits = solution.inflow + solution.flow @ game.transition
    assert np.bincount(game.state_of_move, solution.flow) == pytest.approx(visits[live], abs=1e-6)
    ends = game.transition[:, ~live] @ game.final_values[~live]
    earned = solution.flow @ (game.rewards + ends)
    entered = np.ones(5) if start is None else np.eye(5)[start]
    assert earned == pytest.approx(entered @ best, abs=1e-5)


def test_bounds_are_what_each_players_part_of_the_policy_is_worth_against_a_best_response():
    """By the enumeration of all responses; not all of the policies are optimal."""
    widths = []
    for seed, objective, two_players in product(range(8), OBJECTIVES, [False, True]):
        game = random_game(seed, 5, objective, two_players)
        live = np.flatnonzero(np.isnan(game.final_values))
        policy = np.array([choices(game, s)[-1] for s in live])
        bounds = policy_bounds(game._arrays, policy, game.solve().values[live])
        for bound, worst, maximises in zip(bounds, [np.min, np.max], [True, False], strict=True):
            keeps = (maximises ^ game.opponent_states ^ (objective == "cost"))[live]
            options = [
                [move] if kept else choices(game, s)
                for s, move, kept in zip(live, policy, keeps, strict=True)
            ]
            assert bound == pytest.approx(over_policies(worst, game, options), abs=1e-9)
        widths.append((bounds[1] - bounds[0]).max())
    assert min(widths) < 1e-9 and max(widths) > 0.01


@methods
def test_the_first_of_equally_good_moves_is_taken(method):
    lose, win = {"lose": 1}, {"win": 1}
    game = StochasticGame.from_moves({"here": {"bad": lose, "first": win, "second": win}}, ENDS)
    assert game.solve(method).move("here") == "first"


def test_games_and_solutions_say_what_they_are():
    said = "1 states of the player, 0 of an opponent, 2 terminal, 1 moves; objective 'value'"
    assert repr(StochasticGame.from_moves({"a": BET}, ENDS)) == f"<StochasticGame: {said}>"
    solution = TWO.solve()
    assert repr(solution).startswith("<StochasticSolution by 'policy', bounds within ")
    assert "1 states of the player, 1 of an opponent, 2 terminal, 2 moves" in repr(solution)


def test_programs_need_cvxpy_and_all_else_does_not(monkeypatch):
    monkeypatch.setattr("pokerlab._support.loading.find_spec", lambda name: None)
    game = gambler(3, 0.5)
    assert game.solve().value_of(1) == pytest.approx(1 / 3)
    for ask in (stochastic.primal_program, lambda game: game.solve("lp")):
        with pytest.raises(ModuleNotFoundError, match=r'cvxpy: pip install "pokerlab\[convex\]"'):
            ask(game)


# Two players


@pytest.mark.parametrize(("objective", "paid"), [*product(OBJECTIVES, [False, True])])
@pytest.mark.parametrize("seed", range(6))
def test_two_players_against_all_pairs_of_strategies(objective, paid, seed):
    game = random_game(seed, 6, objective, two_players=True, paid=paid)
    live = np.flatnonzero(np.isnan(game.final_values))
    mine = [s for s in live if game.opponent_states[s] == (objective != "value")]
    yours = [s for s in live if s not in mine]
    order = np.argsort([*mine, *yours])
    own, others = ([*product(*(choices(game, s) for s in part))] for part in (mine, yours))
    table = np.array([[by_hand(game, np.array([*p, *q])[order]) for q in others] for p in own])
    max_min, min_max = table.min(axis=1).max(axis=0), table.max(axis=0).min(axis=0)
    assert max_min == pytest.approx(min_max, abs=1e-12)
    solution = game.solve()
    assert live_values(solution) == pytest.approx(max_min, abs=1e-9)
    assert (solution.lower[live] <= max_min + 1e-12).all()
    assert (solution.upper[live] >= max_min - 1e-12).all()
    assert solution.width.sum() < 1e-7


@methods
@pytest.mark.parametrize(("objective", "paid"), [("value", -1), ("cost", 1)])
def test_a_player_alone_may_have_costly_moves_that_never_end(method, objective, paid):
    """A walk around costs 2, the bet 1/4 in each of two rooms."""
    rooms = {"here": BET | {"walk": {"there": 1}}, "there": BET | {"back": {"here": 1}}}
    rewards = {"here": {"bet": paid / 4, "walk": paid}, "there": {"bet": 8 * paid, "back": paid}}
    solution = StochasticGame.from_moves(rooms, ENDS, objective, rewards=rewards).solve(method)
    assert live_values(solution) == pytest.approx([0.5 + paid / 4, 0.5 + 1.25 * paid], abs=1e-7)
    assert [solution.move(room) for room in rooms] == ["bet", "back"]
    assert solution.width.max() < 1e-7


# The egg drop


@cache
def drops(floors, eggs):
    """Least expected drops times the number of outcomes, an integer, and where to begin."""
    safe = range(1, floors + 1) if eggs > 1 else [1]
    later = [drops(i - 1, eggs - 1)[0] + drops(floors - i, eggs)[0] for i in safe if floors]
    return (floors + 1 + min(later), 1 + later.index(min(later))) if floors else (0, None)


@pytest.mark.parametrize("floors", [1, 2, 7, 8, 15, 36])
@pytest.mark.parametrize("eggs", [1, 2, 3, 4, 20])
def test_egg_drop_against_plain_recursion(floors, eggs):
    """More eggs than halving the floors can break change nothing, not even where to begin."""
    total, first = drops(floors, eggs)
    assert egg_drop(floors, eggs) == (pytest.approx(total / (floors + 1), abs=1e-12), first)


# What is refused


IDLE = {"wait": {"a": 1}} | BET
ENDLESS = "state 'a', move 'wait': after it play can go on for ever"
RUIN = gambler(3, 0.5)
TWO = StochasticGame.from_moves({"a": BET, "b": BET}, ENDS, opponent_states=["b"])


def game(moves, **options):
    return lambda: StochasticGame.from_moves(moves, ENDS, **options)


def arrays(**change):
    usual = {"transition": sparse.csr_array([[0, 0.5, 0.5]]), "state_of_move": [0]}
    return lambda: StochasticGame(**usual | {"final_values": [np.nan, 0, 1]} | change)


test_bad_games_and_questions_are_refused_by_name = refused(
    (game({"a": {"go": {"b": 1}}}), "state 'a', move 'go': 'b' is not a state"),
    (game({"a": {"go": {"win": 0.5}}}), "state 'a', move 'go': .* sum to 0.5"),
    (game({"a": {"go": {"win": 1.5, "lose": -0.5}}}), "state 'a', move 'go': .* from -0.5"),
    (game({"a": {"go": {"win": np.nan}}}), "state 'a', move 'go'"),
    (game({"a": {}, "b": BET}), "state 'a': moves or a value needed"),
    (game({"a": BET, "win": BET}), "state 'win': moves or a value needed"),
    (game({"a": BET}, objective="fun"), "objective: 'fun' given"),
    (game({"a": BET}, opponent_states=["b"]), "opponent_states: 'b' is not a state"),
    (game({}), "moves: none given, those of one state or more needed"),
    (game({"a": {"wait": {"a": 1}} | BET}, rewards=-1), ENDLESS),
    (game({"a": BET | {"wait": {"a": 1}}}, rewards=1), ENDLESS),
    (game({"b": BET, "a": IDLE}), ENDLESS),
    (game({"b": BET, "a": IDLE}, opponent_states=["a"], rewards=-1), ENDLESS),
    (game({"a": {"go": {"b": 0.9, "win": 0.1}}, "b": {"go": {"b": 1}}}), "state 'b', move 'go'"),
    (game({"a": BET}, rewards={"b": {"bet": 1}}), "rewards: 'b' is no state with a move 'bet'"),
    (game({"a": BET}, rewards={"a": {"bet": np.nan}}), "rewards: one is not finite"),
    (arrays(state_of_move=[0, 0]), "transition: shape"),
    (arrays(state_of_move=[3]), "state_of_move: the states of moves, from 0 to 2, must ascend"),
    (arrays(final_values=[np.nan, 0, np.inf]), "final_values: one is infinite"),
    (arrays(states=["a", "b"]), "states: 2 given, 3 needed"),
    (arrays(rewards=[1, 2]), "broadcast"),
    (lambda: RUIN.solve("simplex"), "method: 'simplex' given"),
    (lambda: RUIN.solve(start=9), "start: 9 is not one of the 4"),
    (lambda: RUIN.solve(start=0), "start: 0 given, a state that is not terminal"),
    (lambda: RUIN.solve().move(0), "state: 0 is terminal"),
    (lambda: TWO.solve("lp"), "method: 'lp' given, one of 'policy' needed"),
    (lambda: egg_drop(0, 1), "floors: 0 given"),
    (lambda: egg_drop(5, 2.5), "eggs: 2.5 given"),
)


def test_a_game_and_its_solution_keep_what_they_were_made_of():
    values = np.array([np.nan, 0, 1])
    solution = arrays(final_values=values)().solve()
    values[:] = 7
    assert solution.game.final_values[2] == solution.values[2] == 1
    for array in (
        solution.game.state_of_move,
        solution.game.rewards,
        solution.lower,
        solution.policy,
    ):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


# Games that last long, and fractions


def test_a_game_that_floats_cannot_tell_from_an_endless_one_is_an_error():
    for moves in [
        {1: {"go": {2: 1, "end": 1e-17}}, 2: {"go": {1: 1}}},
        {1: {"go": {1: 1, "end": 1e-310}}},
    ]:
        game = StochasticGame.from_moves(moves, ["end"], "cost", rewards=1)
        with pytest.raises(ArithmeticError, match="game: it may last so long"):
            game.solve()


def proven(game):
    """The solution; no move of who replies improves on its bounds, in fractions, and their width,
    relative to the largest value, is given in roundings per move of the longest play.
    """
    solution, chances = game.solve(), []
    for row in (game.transition[[move]] for move in range(len(game.moves))):
        exact = {t: Fraction(str(p)) for t, p in zip(row.indices, row.data, strict=True)}
        exact[row.indices[row.data.argmax()]] += 1 - sum(exact.values())
        chances.append(exact)
    for bound, side in ((solution.lower, 1), (solution.upper, -1)):
        x = [*map(Fraction, np.where(solution.policy < 0, game.final_values, bound))]
        for m, (s, row) in enumerate(zip(game.state_of_move, chances, strict=True)):
            keeps = (side > 0) ^ (game.objective == "cost") ^ game.opponent_states[s]
            worth = Fraction(game.rewards[m]) + sum(p * x[t] for t, p in row.items())
            assert (keeps and m != solution.policy[s]) or side * (worth - x[s]) >= 0
    ends = np.isfinite(game.final_values)
    values = np.where(ends, game.final_values, solution.upper)
    size = max(abs(values).max(), abs(game.rewards).max())
    if not size:
        return solution, 0.0
    lasting = replace(
        game, final_values=np.where(ends, 0, np.nan), opponent_states=False, rewards=1.0
    )
    longest = replace(lasting, objective="value").solve().upper.max()
    return solution, solution.width.max() / size / 2e-16 / longest


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(("leave", "second"), [(1, 3e-15), (1e-6, 1.0000009), (1e-9, 1.0009)])
def test_a_better_move_is_found_however_little_it_gains_at_once(leave, second, objective):
    """A play may last 10**9 moves, and the other end is worth more, or is reached later."""
    cost, first = objective == "cost", min(second, 1) / (1 + (second < 1))
    ending = {"a": leave * (1 - 1e-4) if cost else leave, "b": leave}
    moves = {move: {"on": 1 - p, move: p} if p < 1 else {move: 1} for move, p in ending.items()}
    ends = {"a": 0, "b": 0} if cost else {"a": first, "b": second}
    paid = second if cost else 0
    game = StochasticGame.from_moves({"on": moves}, ends, objective, rewards=paid)
    solution, width = proven(game)
    value = Fraction(str(second)) / (Fraction(str(leave)) if cost else 1)
    assert solution.lower[0] <= value <= solution.upper[0]
    assert solution.move("on") == "b" and width < 10


def lasting_game(seed):
    """Random plays of up to 10**12 moves, for amounts from 1e-15 to 1e15, or all of one size."""
    rng = np.random.default_rng(seed)
    n, two, longest = rng.integers(1, 6), rng.random() < 0.4, rng.integers(0, 13)
    size = rng.integers(-15, 16) + (rng.random() < 0.3) * rng.integers(-30, 31, (n + 1, 3))
    amounts = rng.integers(-999, 1000, (n + 1, 3)) * 10.0 ** np.clip(size - 3, -18, 12)
    moves, paid = {}, {}
    for s, m in np.argwhere(rng.random((n, 3)) < [[1, 0.6, 0.6]]).tolist():
        leave = Fraction(1, 10 ** int(rng.integers(max(0, longest - 2), longest + 1)))
        parts = rng.multinomial(1000, rng.dirichlet(np.ones(n)))
        row = {t: part * (1 - leave) / 1000 for t, part in enumerate(parts.tolist())}
        row[f"end {rng.integers(3)}"] = leave
        moves.setdefault(s, {})[m] = {t: float(p) for t, p in row.items() if p}
        paid.setdefault(s, {})[m] = amounts[s, m] * rng.integers(2)
    ends = {f"end {k}": amounts[n, k] for k in range(3)}
    opponent = [s for s in range(n) if two and rng.random() < 0.5]
    return StochasticGame.from_moves(moves, ends, rng.choice(OBJECTIVES), opponent, paid)


@examples(60)
@given(seeds)
def test_bounds_hold_and_are_as_near_as_rounding_lets_them(seed):
    assert proven(lasting_game(seed))[1] < 10


def test_ruin():
    ratio = Fraction(3, 2)
    for k, value in zip((game := gambler(10, 0.4)).states, game.solve().values, strict=True):
        assert value == pytest.approx(float((ratio**k - 1) / (ratio**10 - 1)), abs=1e-14)
    assert gambler(10, 0.5, "cost").solve().value_of(4) == pytest.approx(4 * 6, abs=1e-12)


@methods
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_values_lie_within_their_bounds_whatever_their_sizes(method, objective):
    moves = {"large": {"go": {"end": 1}}, "small": {"go": {"end": 1}}}
    rewards = {"large": {"go": 1e6}, "small": {"go": 1e-6}}
    solution = StochasticGame.from_moves(moves, ["end"], objective, rewards=rewards).solve(method)
    for state in moves:
        number = solution.game.state_index(state)
        assert solution.lower[number] <= solution.value_of(state) <= solution.upper[number]
        assert solution.value_of(state) == pytest.approx(rewards[state]["go"], rel=1e-9)


@pytest.mark.parametrize("floors, eggs", [("7", 2), (7, "2"), (2.5, 2), (0, 2), (7, None)])
def test_what_counts_no_floors_or_eggs_is_named(floors, eggs):
    wrong = "eggs" if floors == 7 else "floors"
    given = {"floors": floors, "eggs": eggs}[wrong]
    with pytest.raises(ValueError, match=f"^{wrong}: {given!r} given, a positive integer needed$"):
        egg_drop(floors, eggs)
