"""The contract of `pokerlab.solvers`, kept by whatever solver stands there, known here or not.

Every solver solves push or fold over any deal. It may refuse any other game, with a ValueError that
says which kind it needs (`try_to_solve`), and nothing more is asked of it there. So a test here
takes a game of push or fold, or asks `try_to_solve` first. What a solver does besides, by this name
or that, is in tests of its own.
"""

import inspect
import re
from fractions import Fraction
from functools import wraps
from types import SimpleNamespace

import numpy as np
import pytest
import tqdm

from pokerlab import betting, deals, solvers
from pokerlab.games import Game
from pokerlab.solutions import Profile
from pokerlab.solvers import iteration
from pokerlab.solvers._highs import solve_in_floats
from pokerlab.solvers._trembling_payoffs import TremblingPayoffOperator
from pokerlab.solvers.restricted_game import measure_plans
from pokerlab.solvers.sequence_programs import SequenceProgram, all_sequences
from tests.every_solver import MIXED, SOLVERS, try_to_solve
from tests.random_games import normal_form_value, pure_lines, random_deal, random_tree

KUHN = Game(deals.kuhn(), betting.kuhn())
PUSH_FOLD = Game(deals.numbers(3), betting.push_fold(10))
CLOSED = 0.03  #: Chips: how wide a bracket may be at most, of a solver that is asked for nothing.


def of_weights(seed, *levels):
    rng = np.random.default_rng(seed)
    return Game(random_deal(rng, (3, 2)), random_tree(rng, len(levels) or 3, levels or None))


GAMES = {
    "kuhn": KUHN,
    "push or fold": PUSH_FOLD,
    "weights": Game(random_deal(np.random.default_rng(7), (3, 3)), betting.push_fold(4)),
    "river": Game(deals.river("Td9d6hQc2s", "KsKc, Ah4h:0.5", "QdJd, 8d7d"), betting.river(1, 1)),
    "locked": KUHN.lock(0, {"bet": ["K"]}),
    "locked below a choice": KUHN.lock(0, {"call": 0.5}),
    "partly locked": PUSH_FOLD.lock(1, {"call": {"1": 0.25}}),
    "one acts": of_weights(1, (1, 3)),
    "one acts, then the other": of_weights(2, (0, 4), (1, 2)),
    "anybody acts": of_weights(3),
    "pot limit": Game(deals.numbers(2), betting.limit(2, pot_limit=True)),
}


@wraps(solvers.fictitious_play.solve)
def of_push_or_fold(game, **options):
    """Fictitious play that refuses all it may: the tests ask no more of a solver than they say."""
    if isinstance(game, Game) and "push" not in game.tree.root.actions:
        raise ValueError(f"game: {game} given, one needed in which player 0 may push")
    return solvers.fictitious_play.solve(game, **options)


def having(*options, but=()):
    """The solvers that take some of the options which the docstring of `solvers` describes."""
    held = SOLVERS | {"refuses all it may": SimpleNamespace(solve=of_push_or_fold)}
    found = [
        pytest.param(solver, id=name)
        for name, solver in held.items()
        if inspect.signature(solver.solve).parameters.keys() >= {*options} and name not in but
    ]
    return pytest.mark.parametrize("solver", found)


@having(but=("solve", "refuses all it may"))
def test_the_table_of_solvers_has_a_row_for_each(solver):
    name = solver.__name__.rpartition(".")[2]
    if not re.search(rf"(?m)^``{name}`` +\w", solvers.__doc__):
        pytest.fail(
            f"the table in pokerlab/solvers/__init__.py lacks {name}: write a row that begins with "
            f"``{name}``, and says which games it solves, what it proves, and its work for n hands",
            pytrace=False,
        )
    column = re.search(r"(?m)^=+", solvers.__doc__)[0]
    assert len(f"``{name}``") <= len(column), f"widen the table's first column for {name}"


def guaranteed(game, player, plan):
    """What a plan leaves each hand of the other player, who takes its best line."""
    best, values = (min, max)[player], game.terminal_values(1 - player, plan)
    hands = enumerate(values)
    return sum(best(pure_lines(game, 1 - player, hand) @ row) for hand, row in hands)


@having()
@pytest.mark.parametrize("name", GAMES)
def test_a_solver_closes_its_bracket_around_the_value_or_refuses_the_game(solver, name):
    """The value is that of a linear program over all pure plans, and no bracket a mere word."""
    game = GAMES[name]
    solution = try_to_solve(solver, game)
    if solution is None:
        assert name != "push or fold", "which every solver solves"
        return
    assert isinstance(solution, Profile) and solution.game is game
    value = normal_form_value(game)
    assert solution.lower - 1e-9 <= value <= solution.upper + 1e-9
    assert solution.width <= CLOSED < game.exploitability(game.uniform(0), game.uniform(1))
    for player, bound in enumerate((solution.lower, solution.upper)):
        plan = game.sequence_form.read_plan("plan", player, solution.plans[player].astype(float))
        assert float(bound) == pytest.approx(guaranteed(game, player, plan), abs=1e-9)


@having()
def test_a_solver_finds_the_same_plans_again(solver):
    found = []
    for seed in (1, 2):
        np.random.seed(seed)  # noqa: NPY002, which none may hang on
        found.append(solver.solve(PUSH_FOLD).plans)
    assert all((a == b).all() for a, b in zip(*found, strict=True))


@having(but=["gradient"])  # whose learning rate is a number of chips
@pytest.mark.parametrize("chip", [Fraction(1, 10**40), 10**-6, 10**9, 10**40])
def test_no_solver_cares_how_much_a_chip_is(solver, chip):
    """Ten numbers, 8/27.5 of a chip to the big blind."""
    game = Game(deals.numbers(10), betting.push_fold(10 * chip, chip / 2, chip))
    solution = solver.solve(game)
    assert solution.lower / chip <= -16 / 55 + 1e-14 and solution.upper / chip >= -16 / 55 - 1e-14
    assert solution.width < CLOSED * chip


@having()
@pytest.mark.parametrize("other", ["kuhn", KUHN.tree])
def test_anything_but_a_game_is_refused(solver, other):
    with pytest.raises(TypeError, match=f"game: {other!r} given, a Game needed"):
        solver.solve(other)


@having()
def test_amounts_too_far_apart_for_floats_are_said(solver):
    game = Game(deals.numbers(3), betting.push_fold(10**20))
    with pytest.raises(ArithmeticError, match=r"amounts from .* to .* chips, too far"):
        solver.solve(game)


@having("progress")
def test_a_progress_bar_is_shown_to_who_wants_it_and_on_a_terminal(solver, monkeypatch, capsys):
    drawn, draw = [], tqdm.tqdm
    monkeypatch.setattr(tqdm, "tqdm", lambda *a, **k: drawn.append(k) or draw(*a, **k))
    for progress, disable in ((None, None), (False, True), (True, False)):
        assert capsys.readouterr() == ("", "")
        drawn.clear()
        solver.solve(PUSH_FOLD, progress=progress)
        assert {shown["disable"] for shown in drawn} == {disable}


@having("tolerance")
def test_a_tolerance_is_met_and_read_as_an_amount(solver):
    for tolerance in ("1/5", 0.03, 0):
        width = solver.solve(PUSH_FOLD, tolerance=tolerance).width
        assert width <= max(float(Fraction(tolerance)), 1e-3)
    for given, message in [
        ("lp", "a finite number"),
        (np.nan, "a finite number"),
        (-1, "at least 0"),
    ]:
        with pytest.raises(ValueError, match=f"tolerance: {given!r} given, {message} needed"):
            solver.solve(PUSH_FOLD, tolerance=given)


# Iterations


@having("iterations", "track")
def test_the_history_ends_with_the_solution_or_where_a_tolerance_is_met(solver):
    track = [(0, "push", "0"), (1, "call", "1")]
    solution = solver.solve(PUSH_FOLD, iterations=5, track=track)
    convergence = solution.convergence
    assert convergence.iterations[-1] == 5 and list(convergence.tracked) == track
    assert (convergence.lower < -1 / 9 + 1e-9).all() and (convergence.upper > -1 / 9 - 1e-9).all()
    for player, action, hand in track:
        course = convergence.tracked[player, action, hand]
        assert len(course) == len(convergence.lower)
        assert course[-1] == pytest.approx(solution.probability(player, action, hand))
    bounds = convergence.lower[-1], convergence.upper[-1]
    assert bounds == pytest.approx((solution.lower, solution.upper), abs=1e-12)
    enough = convergence.width[2]
    width = solver.solve(PUSH_FOLD, tolerance=enough).convergence.width
    assert width[-1] <= enough < width[:-1].min(initial=np.inf)


@having("iterations", "checkpoints")
def test_it_is_looked_at_at_checkpoints_by_default_evenly_on_a_logarithmic_scale(solver):
    looks = solver.solve(MIXED, iterations=123, checkpoints=[1, 10, 50]).convergence.iterations
    assert looks.tolist() == [1, 10, 50, 123]
    looks = solver.solve(MIXED, iterations=1_000).convergence.iterations
    assert (looks[0], looks[-1]) == (1, 1_000)
    late = looks[looks > 50]
    assert (late[1:] / late[:-1]).max() < 1.2


@having("iterations", "initial")
def test_it_starts_where_it_is_told_to_and_a_seed_of_random_plans_fixes_everything(solver):
    plans = MIXED.plan(0, {"push": 1}), MIXED.plan(1, {"call": 0})
    begun = solver.solve(MIXED, iterations=1, initial=plans)
    assert not np.allclose(begun.plans[0], solver.solve(MIXED, iterations=1).plans[0])
    assert (plans[0] == MIXED.plan(0, {"push": 1})).all()
    first, again, other = (
        np.hstack(
            solver.solve(MIXED, iterations=50, initial=iteration.random_plans(MIXED, seed)).plans
        )
        for seed in (1, 1, 2)
    )
    assert (first == again).all() and (first != other).any()


REFUSED = [
    ({"iterations": 0}, "iterations: 0 given, a positive integer"),
    ({"iterations": 1e3}, "iterations: 1000.0 given, a positive integer"),
    ({"initial": "uniform"}, "initial: 'uniform' given, two plans needed"),
    ({"initial": (np.ones((3, 3)), np.ones((3, 3)))}, "initial: with 0"),
    ({"initial": (PUSH_FOLD.uniform(0),)}, "initial: .* two plans needed"),
    ({"checkpoints": [0, 5]}, r"checkpoints: \[0, 5\] given, integers 1 to 10"),
    ({"track": (0, "push", "1")}, r"track: 0 given, \(player, action, hand\) needed"),
    ({"track": [(0, "push", "A")]}, "hand: 'A' given"),
]


def takes(solver, options):
    """Whether a solver has all of these options."""
    return options.keys() <= inspect.signature(solver.solve).parameters.keys()


@having("iterations")
@pytest.mark.parametrize(("options", "message"), REFUSED)
def test_options_that_make_no_sense_are_refused(solver, options, message):
    if takes(solver, options):
        with pytest.raises(ValueError, match=message):
            solver.solve(PUSH_FOLD, **{"iterations": 10} | options)


def test_some_solver_takes_each_option_of_which_no_sense_is_made():
    for options, _ in REFUSED:
        assert any(takes(solver, options) for solver in SOLVERS.values()), options


@pytest.mark.parametrize("name", ["kuhn", "locked", "locked below a choice"])
def test_what_is_done_by_mistake_is_paid_with_what_is_planned(name):
    """And where nothing is done by mistake, another plan is best."""
    game, rng = GAMES[name], np.random.default_rng(0)
    mistakes = tuple(rng.random(game.shape(p)) for p in (0, 1))
    trembling = TremblingPayoffOperator(game.payoff_operator, mistakes)
    x, y = iteration.random_plans(game, 1)
    paid = ((x + mistakes[0]) * game.terminal_values(0, y + mistakes[1])).sum()
    assert trembling.measure(x, y).payoff == pytest.approx(paid)
    program = SequenceProgram(game, all_sequences(game), payoff_operator=trembling)
    _, plans = solve_in_floats(program)
    assert measure_plans(trembling, plans, 0).bracket.width == pytest.approx(0, abs=1e-9)
    assert measure_plans(game.payoff_operator, plans, 0).bracket.width > 0.01


def test_the_one_that_chooses_a_solver_says_how_another_is_chosen():
    for option in ("solver", "method"):
        with pytest.raises(TypeError, match=rf"solve\(\) got an unexpected .* '{option}'"):
            solvers.solve(KUHN, **{option: "cfr"})
    assert "pl.solvers.cfr.solve(game" in solvers.solve.__doc__
    assert "as above" not in solvers.solve.__doc__
    for name in inspect.signature(solvers.solve).parameters:
        assert re.search(rf"(?m)^ *{name}( :|$)", solvers.solve.__doc__)
