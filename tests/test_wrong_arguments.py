"""Whatever promises to stay names a wrong argument in its own words.

Each parameter of the functions in ``tests/stable.txt`` is given odd things in turn. What a call
makes of them is its own affair; but if it fails, a line of the package's raises the error.
"""

import traceback
import warnings
from collections.abc import Iterator
from functools import reduce
from pathlib import Path

import numpy as np
import optax
import pytest

import pokerlab as pl
from pokerlab.solvers import double_oracle, exact, lp
from pokerlab.stacks.match import Match
from pokerlab.studies import any_raise, breakpoints, limit, push_fold_chart

#: What reads ranges, betting, files and certificates, or draws, has tests of its own.
OTHERS = "betting", "cards", "charts", "check", "deals", "solutions"
#: So have these, which read files, or take long with the right arguments.
ELSEWHERE = {
    *("studies.any_raise.Bounds.save", "studies.any_raise.load", "studies.flops.load"),
    *(f"studies.simple_plans.{name}" for name in ("guarantee", "plan", "search")),
    *(f"studies.whole_game.{name}" for name in ("bounds", "end", "look", "tree")),
    "studies.flops.answer",
}
ODD = ["7", "nonsense", None, [], {}, object(), -1, 0, 1e-320, 1e300, np.nan, np.inf, True, 0.5]
KUHN = pl.Game(pl.deals.kuhn(), pl.betting.kuhn())
X, Y = KUHN.uniform(0), KUHN.uniform(1)
NUMBERS = pl.deals.numbers(4)
PUSH_FOLD = pl.Game(NUMBERS, pl.betting.push_fold(3))
ONE_ROUND = pl.Game(NUMBERS, pl.betting.one_round([2]))
SOLUTION, CERTIFICATE = lp.solve(KUHN), exact.solve(KUHN)
CHART = push_fold_chart.solve([2, 3], deal=NUMBERS)
RAISES = any_raise.solve(pl.deals.numbers(8), 1, 2, 0.5)
EGGS = pl.stochastic.egg_drop_game(3, 1)
MATCH = Match(4, deal=pl.deals.kuhn())
PIECES = [*breakpoints.pieces("1.5", "1.6")]
LIMIT = double_oracle.solve(pl.Game(pl.deals.holdem(), limit.tree(nr=1)))
MOVES = {"a": {"x": {"e": 1}}}
NONE = {"progress": False}
ITERATIONS = {
    "game": KUHN, "iterations": 2, "initial": "uniform", "seed": 0, "tolerance": 0.1,
    "checkpoints": [1], "track": [(0, "bet", "J")], "progress": False,
}  # fmt: skip
BLINDS = {"small_blind": 1, "big_blind": 2}
SHOVER = {"stack": 4, "ties": "half", **BLINDS}
PLANS = {"x": X, "y": Y}
#: What each function takes, and whose method it is.
CALLS = {
    "efg.write": {"game": KUHN},
    "equities.Equity": {"win": 1, "tie": 1, "lose": 1},
    "equities.combo_counts": {},
    "equities.hand_counts": {},
    "equities.hand_vs_random": {},
    "equities.matchup": {"first": "AA", "second": "KK"},
    "equities.verify": {},
    "evaluator.category": {"rank": 5},
    "evaluator.rank_hands": {"hands": [[0, 1, 2, 3, 4, 5, 6]]},
    "games.Game": {"deal": KUHN.deal, "tree": KUHN.tree, "locked": None},
    "games.Game.action_values": (KUHN, {"player": 0, "opponent": Y}),
    "games.Game.best_response": (KUHN, {"player": 0, "opponent": Y}),
    "games.Game.bracket": (KUHN, PLANS),
    "games.Game.exploitability": (KUHN, PLANS),
    "games.Game.guarantee": (KUHN, {"player": 0, "plan": X}),
    "games.Game.lock": (KUHN, {"player": 0, "probabilities": {"bet": 0.5}}),
    "games.Game.payoff": (KUHN, PLANS),
    "games.Game.plan": (KUHN, {"player": 0, "probabilities": {"bet": 0.5}}),
    "games.Game.shape": (KUHN, {"player": 0}),
    "games.Game.to_behaviour": (KUHN, {"player": 0, "plan": X}),
    "games.Game.to_plan": (KUHN, {"player": 0, "behaviour": X}),
    "games.Game.uniform": (KUHN, {"player": 0}),
    "solvers.solve": {"game": KUHN, "tolerance": 0.1, **NONE},
    "solvers.cfr.solve": ITERATIONS | {"rule": "CFR+"},
    "solvers.double_oracle.solve": {"game": KUHN, "tolerance": 0.1},
    "solvers.double_oracle.trembling": {"game": KUHN, "tremble": 1e-6},
    "solvers.exact.Certificate.best_actions": (CERTIFICATE, {"player": 0}),
    "solvers.exact.Certificate.frequency": (CERTIFICATE, {"player": 0, "action": "bet"}),
    "solvers.exact.Certificate.probability": (
        CERTIFICATE,
        {"player": 0, "action": "bet", "hand": "J"},
    ),
    "solvers.exact.Certificate.table": (CERTIFICATE, {"player": 0}),
    "solvers.exact.certify": {"game": KUHN, "strategies": (X, Y)},
    "solvers.exact.solve": {"game": KUHN, "initial": (X, Y), **NONE},
    "solvers.fictitious_play.solve": ITERATIONS
    | {"averaging": "uniform", "updates": "simultaneous"},
    "solvers.gradient.descend": {
        "game": PUSH_FOLD, "player": 0, "optimizer": optax.adam, "learning_rate": 0.1, "steps": 2,
        "bound": "sigmoid", "dtype": "float64", "weights": None, "checkpoints": [1],
    },
    "solvers.gradient.objective": {"game": PUSH_FOLD, "player": 0},
    "solvers.gradient.solve": {"game": PUSH_FOLD},
    "solvers.interior_point.solve": {
        "game": PUSH_FOLD, "tolerance": 0.1, "iterations": 2, "track": [], "progress": False,
    },
    "solvers.lp.solve": {"game": KUHN, "solver": "HIGHS"},
    "stacks.match.Match": {"chips": 4, "deal": pl.deals.kuhn(), **BLINDS},
    "stacks.match.Match.evaluate": (MATCH, {"play": 1, "against": 1}),
    "stacks.match.Match.guarantee": (MATCH, {"play": 1}),
    "stacks.match.Match.solve": (MATCH, {"tolerance": 0.1, **NONE}),
    "stacks.shover.build": SHOVER,
    "stacks.shover.evaluate": SHOVER | {"calls": 1},
    "stacks.shover.limit": {},
    "stacks.shover.shortfall": {"stack": 4, **BLINDS},
    "stacks.shover.solve": SHOVER | {"method": "policy"},
    "stochastic.StochasticGame": {
        "transition": [[0.5, 0.5]], "owner": [0], "terminal_values": [np.nan, 1],
        "objective": "value", "opponent": False, "states": None, "moves": None, "rewards": 0.0,
    },
    "stochastic.StochasticGame.from_moves": {
        "moves": MOVES, "terminals": ["e"], "objective": "value", "opponent": [], "rewards": 1,
    },
    "stochastic.StochasticGame.index": (EGGS, {"state": (1, 1)}),
    "stochastic.StochasticGame.solve": (EGGS, {"method": "policy", "start": (1, 1)}),
    "stochastic.StochasticSolution.move": (EGGS.solve(), {"state": (1, 1)}),
    "stochastic.StochasticSolution.value_of": (EGGS.solve(), {"state": (1, 1)}),
    "stochastic.egg_drop": {"floors": 3, "eggs": 1},
    "stochastic.egg_drop_game": {"floors": 3, "eggs": 1},
    "stochastic.primal_program": {"game": EGGS, "start": (1, 1)},
    "stored.data": {"name": "below"},
    "studies.any_raise.Bounds.answer": (RAISES, {"raised": 2}),
    "studies.any_raise.solve": {"deal": pl.deals.numbers(8), "tolerance": 0.5, **BLINDS, **NONE},
    "studies.any_raise.solve_list": {
        "raises": [0, 2], "deal": NUMBERS, "tolerance": 0.5, **BLINDS, **NONE,
    },
    "studies.breakpoints.Piece.probabilities_at": (PIECES[0], {"stack": "1.55"}),
    "studies.breakpoints.Piece.value_at": (PIECES[0], {"stack": "1.55"}),
    "studies.breakpoints.intervals": {"pieces": PIECES, "player": 0, "least": 0.5},
    "studies.breakpoints.pieces": {
        "low": "1.5", "high": "1.6", "small_blind": 0.5, "big_blind": 1, "ante": 0,
        "deal": NUMBERS, **NONE,
    },
    "studies.breakpoints.probabilities": {"pieces": PIECES, "stacks": ["1.55"], "hands": ["AA"]},
    "studies.flops.stored": {"stack": 4},
    "studies.limit.report": {"solution": LIMIT, "pr": 3},
    "studies.limit.tree": {"nr": 1, "r": 1, "an": 0, "bl": 1, "lim": True, "liv": True},
    "studies.optimal_set.extremes": {"solution": SOLUTION, "player": 0, "quantities": [X]},
    "studies.optimal_set.frequency": {"game": KUHN, "player": 0, "action": "bet"},
    "studies.push_fold_chart.Chart.intervals": (CHART, {"player": 0}),
    "studies.push_fold_chart.grid": {"step": 0.5, "maximum": 2},
    "studies.push_fold_chart.solve": {
        "stacks": [2, 3], "small_blind": 0.5, "big_blind": 1, "ante": 0, "deal": NUMBERS, **NONE,
    },
    "studies.safe_response.curve": {"game": KUHN, "player": 0, "model": Y, "risks": [0.1]},
    "studies.safe_response.solve": {"game": KUHN, "player": 0, "model": Y, "risk": 0.1},
    "sweeps.run": {
        "function": dict, "grid": {"a": [1]}, "cache": None, "version": None, "jobs": 1, **NONE,
    },
    "trees.Decision": {"player": 0, "actions": {"a": pl.trees.Fold(1)}},
    "trees.Fold": {"amount": 1},
    "trees.Showdown": {"stake": 1, "dead": 0},
    "trees.Tree": {"root": pl.trees.Fold(1), "name": "x", "players": ("a", "b")},
    "trees.Tree.keep": (KUHN.tree, {"allowed": lambda *line: True, "name": "x"}),
    "trees.Tree.player": (KUHN.tree, {"player": 0}),
    "trees.Tree.sequence": (KUHN.tree, {"player": 0, "action": "bet"}),
}  # fmt: skip


def test_nothing_is_left_out():
    lines = Path(__file__).with_name("stable.txt").read_text(encoding="utf-8").splitlines()
    promised = {line.partition("(")[0] for line in lines if "(" in line and line[0] != "$"}
    assert {name for name in promised if name.split(".")[0] not in OTHERS} == {*CALLS} | ELSEWHERE


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_argument_is_named(name):
    owner, given = CALLS[name] if isinstance(CALLS[name], tuple) else (None, CALLS[name])
    call = (
        getattr(owner, name.rpartition(".")[2]) if owner else reduce(getattr, name.split("."), pl)
    )
    finish(call, given)
    for parameter in given:
        for odd in ODD:
            try:
                finish(call, given | {parameter: odd})
            except Exception as error:
                assert raised_here(error), f"{parameter}={odd!r}: {type(error).__name__}: {error}"
                assert "\n" not in str(error)


def finish(call, given):
    """Call it, to the end if that comes piece by piece; a warning is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = call(**given)
        for _ in result if isinstance(result, Iterator) else ():
            pass


def raised_here(error):
    last = traceback.extract_tb(error.__traceback__)[-1]
    return Path(pl.__file__).parent in Path(last.filename).parents and "raise " in last.line
