"""Whatever promises to stay names a wrong argument in its own words.

Each parameter of the functions in ``tests/stable.txt`` is given odd things in turn. What a call
makes of them is its own affair; but if it fails, a line of the package's raises the error. Where
that begins with a name and a colon, the function has a parameter of this name.
"""

import os
import re
import traceback
import warnings
from collections.abc import Iterator
from functools import reduce
from inspect import signature
from pathlib import Path

import numpy as np
import optax
import pytest

import pokerlab as pl
from pokerlab._support.files import DATA
from pokerlab.solvers import double_oracle, exact, iteration, lp
from pokerlab.stacks.match import Match
from pokerlab.stacks.shover import ShoverMatch
from pokerlab.studies import any_raise, breakpoints, flops, preflop, solved_stacks
from tests.every_solver import SOLVERS

#: What takes seconds with the right arguments, or with None for the one that it builds by default.
LONG = {"studies.flops.sum_limps", "studies.whole_game.flop_bracket"}
OF_KEYS = {"check.bounds", "check.report"}  #: Their errors name the keys of a file.
ODD = [
    "7",
    "nonsense",
    None,
    [],
    {},
    object(),
    -1,
    0,
    1e-320,
    1e300,
    np.nan,
    np.inf,
    True,
    0.5,
    [[1], [1, 2]],
    [[0.5]],
]
KUHN = pl.Game(pl.deals.kuhn(), pl.betting.kuhn())
X, Y = KUHN.uniform(0), KUHN.uniform(1)
NUMBERS = pl.deals.numbers(4)
PUSH_FOLD = pl.Game(NUMBERS, pl.betting.push_fold(3))
ONE_ROUND = pl.Game(NUMBERS, pl.betting.one_round([2]))
ONE_ROUND_0 = pl.Game(NUMBERS, pl.betting.one_round([0, 2]))
FILES = DATA
SOLUTION, CERTIFICATE = lp.solve(KUHN), exact.solve(KUHN)
CHART = solved_stacks.solve([2, 3], deal=NUMBERS)
RAISES = any_raise.solve(deal=pl.deals.numbers(8), tolerance=0.5)
EGGS = pl.stochastic.egg_drop_game(3, 1)
MATCH = Match(total_chips=4, deal=pl.deals.kuhn())
SHOVER = ShoverMatch(4)
PIECES = breakpoints.pieces("1.5", "1.6")
LIMIT = double_oracle.solve(pl.Game(pl.deals.holdem(), preflop.tree(nr=1)))
MOVES = {"a": {"x": {"e": 1}}}
NONE = {"progress": False}
HALF = np.full((2, 169), 0.5)
SHEET = {"title": "x", "notes": ["x"], "paper": "A4"}
RANGE = pl.ranges.parse_range("TT+, AKs:0.5")
RIVER = pl.deals.river("Td9d6hQc2s", "99, AA", "QQ, 55")
CHARTED = pl.charts.range_chart(RANGE, title="x")
STRATEGY = flops.FlopStrategy(*np.zeros((3, 169), np.uint8), np.zeros(flops.N_CLASSES, np.uint8))
LIMPS = flops.LimpSums(STRATEGY, *np.zeros((3, flops.N_CLASSES), np.int64), np.arange(169))
CERTIFIED = Path(__file__).with_name("certificate.json")
ITERATIONS = {
    "game": KUHN, "iterations": 2, "initial": (X, Y), "tolerance": 0.1,
    "checkpoints": [1], "track": [(0, "bet", "J")], "progress": False,
}  # fmt: skip
DESCENT = {
    "game": PUSH_FOLD, "optimizer": optax.adam, "learning_rate": 0.1, "iterations": 2,
    "parametrization": "sigmoid", "dtype": "float64", "divisors": None, "checkpoints": [1],
}  # fmt: skip
BLINDS = {"small_blind": 1, "big_blind": 2}
PLANS = {"x": X, "y": Y}
#: What each function that promises to stay takes, and whose method it is.
PROMISED = {
    "betting.kuhn": {},
    "betting.limit": {
        "actions_each": 1, "raise_size": 1, "small_blind": 0, "big_blind": 1,
        "pot_limit": False, "live": True,
    },
    "betting.no_limit": {"stack": 4, "raises": "3x", "ante": 0, **BLINDS},
    "betting.one_round": {"raises": [2], "reraises": [3], "turns": 2, **BLINDS},
    "betting.push_fold": {"stack": 3, "ante": 0, "big_blind_ante": 0, **BLINDS},
    "betting.river": {"pot": 10, "stack": 30, "bets": ["1/2"], "raises": "none"},
    "ranges.Range": {"text": "x", "numerators": (1,) * 1326, "denominator": 1},
    "ranges.Range.by_combo": (RANGE, {}),
    "ranges.Range.by_hand": (RANGE, {}),
    "cards.parse_cards": {"text": "AsKd"},
    "ranges.parse_range": {"text": "AKs"},
    "certificates.Certificate.best_sequences": (CERTIFICATE, {"player": 0}),
    "certificates.Certificate.chart": (CERTIFICATE, {"player": 0, "history": "", "title": "x"}),
    "certificates.Certificate.frequency": (CERTIFICATE, {"player": 0, "action": "bet"}),
    "certificates.Certificate.probability": (
        CERTIFICATE,
        {"player": 0, "action": "bet", "hand": "J"},
    ),
    "certificates.Certificate.save": (CERTIFICATE, {"path": "certificate.json"}),
    "certificates.Certificate.table": (CERTIFICATE, {"player": 0}),
    "certificates.certify": {"game": KUHN, "plans": (X, Y)},
    "charts.Drawing.save": (CHARTED, {"path": "chart.svg"}),
    "charts.RangeChart.svg": (CHARTED, {}),
    "charts.live": {
        "draw": lambda choice: CHARTED, "choices": [1, 2], "knob": "x: {}", "start": 1,
    },
    "sheets.pair_sheet": {"pushes": HALF[0], "calls": HALF[1], **SHEET},
    "charts.question": {"answer": 0.5, "digits": 2, "share": False, "hint": "x"},
    "charts.range_chart": {
        "values": RANGE, "title": "x", "actions": "push", "scale": None, "weights": None,
        "hands": pl.cards.HANDS,
    },
    "charts.row": {"drawings": CHARTED},
    "charts.show": {"figure": pl.charts.subplots()[0], "alt": "x", "title": "x"},
    "sheets.strip_sheet": {"stacks": [1, 2], "pushes": HALF, "calls": HALF, **SHEET},
    "charts.subplots": {"rows": 1, "columns": 1, "size": (5, 3), "sharex": True},
    "charts.table": {"rows": [(1, 2)], "format": ".1f", "columns": ["a", "b"], "index": True},
    "check.bounds": {"certificate": pl.check.read(CERTIFIED), "table": None},
    "check.read": {"path": CERTIFIED},
    "check.report": {"path": CERTIFIED, "table": pl.check.DEAL},
    "deals.Deal": {
        "hands": (["J", "Q"], ["K"]), "ways": [[1], [1]], "margins": [[1], [-1]],
        "runout_counts": [[1], [1]], "name": "x",
    },
    "deals.Deal.hand_probabilities": (KUHN.deal, {"player": 0}),
    "deals.Deal.equity": (KUHN.deal, {"player": 0, "against": ["K"]}),
    "deals.Deal.hand_index": (KUHN.deal, {"player": 0, "hand": "K"}),
    "deals.Deal.hand_indices": (KUHN.deal, {"player": 0, "hand": "K"}),
    "deals.Deal.read_frequencies": (KUHN.deal, {"player": 0, "frequencies": ["K"]}),
    "deals.Deal.restrict": (KUHN.deal, {"hands0": ["K"], "hands1": ["J", "Q"]}),
    "deals.holdem": {"card_removal": True},
    "deals.holdem_combos": {},
    "deals.kuhn": {},
    "deals.numbers": {"n": 3},
    "deals.river": {"board": "Td9d6hQc2s", "first": "99", "second": "AA"},
    "efg.to_text": {"game": KUHN},
    "equities.Outcomes": {"win": 1, "tie": 1, "lose": 1},
    "equity_table.combo_outcomes": {},
    "equity_table.hand_outcomes": {},
    "equity_table.hand_vs_random": {},
    "equities.matchup": {"first": "AA", "second": "KK"},
    "equity_table.verify": {},
    "evaluator.category": {"rank": 5},
    "evaluator.rank_hands": {"hands": [[0, 1, 2, 3, 4, 5, 6]]},
    "games.Game": {"deal": KUHN.deal, "tree": KUHN.tree, "locks": KUHN.locks},
    "games.Game.action_values": (KUHN, {"player": 0, "opponent_plan": Y}),
    "games.Game.best_response": (KUHN, {"player": 0, "opponent_plan": Y}),
    "games.Game.bracket": (KUHN, PLANS),
    "games.Game.exploitability": (KUHN, PLANS),
    "games.Game.guarantee": (KUHN, {"player": 0, "plan": X}),
    "games.Game.lock": (KUHN, {"player": 0, "probabilities": {"bet": 0.5}}),
    "games.Game.payoff": (KUHN, PLANS),
    "games.Game.plan": (KUHN, {"player": 0, "probabilities": {"bet": 0.5}}),
    "games.Game.shape": (KUHN, {"player": 0}),
    "games.Game.to_behaviour": (KUHN, {"player": 0, "plan": X}),
    "games.Game.to_plan": (KUHN, {"player": 0, "behaviour": KUHN.to_behaviour(0, X)}),
    "games.Game.uniform": (KUHN, {"player": 0}),
    "solutions.Solution": {"game": KUHN, "plans": (X, Y), "found_by": "x", "convergence": None},
    "solutions.Solution.certify": (SOLUTION, {}),
    "solutions.Solution.chart": (SOLUTION, {"player": 0, "history": "", "title": "x"}),
    "solutions.Solution.frequency": (SOLUTION, {"player": 0, "action": "bet"}),
    "solutions.Solution.probability": (SOLUTION, {"player": 0, "action": "bet", "hand": "J"}),
    "solutions.Solution.save": (SOLUTION, {"path": "solution.npz"}),
    "solutions.Solution.table": (SOLUTION, {"player": 0}),
    "solutions.load": {"path": FILES / "four-sizes-12.npz"},
    "solvers.solve": {"game": KUHN, "tolerance": 0.1, **NONE},
    "solvers.cfr.solve": ITERATIONS | {"rule": "CFR+"},
    "solvers.double_oracle.solve": {"game": KUHN, "tolerance": 0.1},
    "solvers.double_oracle.trembling": {"game": KUHN, "tremble": 1e-6},
    "solvers.exact.solve": {"game": KUHN, "initial": (X, Y), **NONE},
    "solvers.fictitious_play.solve": ITERATIONS
    | {"averaging": "uniform", "updates": "simultaneous"},
    "solvers.gradient.descend": DESCENT | {"player": 0},
    "solvers.gradient.make_objective": {"game": PUSH_FOLD, "player": 0},
    "solvers.gradient.solve": DESCENT,
    "solvers.interior_point.solve": {
        "game": PUSH_FOLD, "tolerance": 0.1, "iterations": 2, "track": [], "progress": False,
    },
    "solvers.lp.solve": {"game": KUHN, "cvxpy_solver": "HIGHS"},
    "stacks.match.Match": {"total_chips": 4, "deal": pl.deals.kuhn(), **BLINDS},
    "stacks.match.Match.evaluate": (MATCH, {"strategy": 1, "against": 1}),
    "stacks.match.Match.guarantee": (MATCH, {"strategy": 1}),
    "stacks.match.Match.solve": (MATCH, {"tolerance": 0.1, **NONE}),
    "stacks.shover.ShoverMatch": {"stack": 4, "ties": "half", **BLINDS},
    "stacks.shover.ShoverMatch.stochastic_game": (SHOVER, {}),
    "stacks.shover.ShoverMatch.evaluate": (SHOVER, {"calls": 1}),
    "stacks.shover.ShoverMatch.asymptote": (SHOVER, {}),
    "stacks.shover.ShoverMatch.shortfall": (SHOVER, {}),
    "stacks.shover.ShoverMatch.solve": (SHOVER, {"method": "policy"}),
    "stochastic.StochasticGame": {
        "transition": [[0.5, 0.5]], "state_of_move": [0], "final_values": [np.nan, 1],
        "objective": "value", "opponent_states": False, "states": None, "moves": None,
        "rewards": 0.0,
    },
    "stochastic.StochasticGame.from_moves": {
        "moves": MOVES, "terminals": ["e"], "objective": "value", "opponent_states": [],
        "rewards": 1,
    },
    "stochastic.StochasticGame.state_index": (EGGS, {"state": (1, 1)}),
    "stochastic.StochasticGame.solve": (EGGS, {"method": "policy", "start": (1, 1)}),
    "stochastic.StochasticSolution.move": (EGGS.solve(), {"state": (1, 1)}),
    "stochastic.StochasticSolution.value_of": (EGGS.solve(), {"state": (1, 1)}),
    "stochastic.egg_drop": {"floors": 3, "eggs": 1},
    "stochastic.egg_drop_game": {"floors": 3, "eggs": 1},
    "stochastic.primal_program": {"game": EGGS, "start": (1, 1)},
    "stored.data": {"name": "below"},
    "studies.any_raise.AnyRaiseSolution.call_probabilities": (RAISES, {"size": 2}),
    "studies.any_raise.AnyRaiseSolution.save": (RAISES, {"path": "bounds.npz"}),
    "studies.any_raise.load": {"path": FILES / "any-raise.npz", "deal": None},
    "studies.any_raise.solve": {"deal": pl.deals.numbers(3), "tolerance": 0.5, **BLINDS, **NONE},
    "studies.any_raise.solve_list": {
        "raises": [0, 2], "deal": NUMBERS, "tolerance": 0.5, **BLINDS, **NONE,
    },
    "studies.breakpoints.Piece.probabilities_at": (PIECES[0], {"stack": "1.55"}),
    "studies.breakpoints.Piece.value_at": (PIECES[0], {"stack": "1.55"}),
    "studies.breakpoints.intervals": {"pieces": PIECES, "player": 0, "threshold": 0.5},
    "studies.breakpoints.pieces": {
        "low": "1.5", "high": "1.6", "small_blind": 0.5, "big_blind": 1, "ante": 0,
        "big_blind_ante": 0, "deal": NUMBERS, **NONE,
    },
    "studies.breakpoints.probabilities": {"pieces": PIECES, "stacks": ["1.55"], "hands": ["AA"]},
    "studies.flops.sum_limps": {"strategy": STRATEGY},
    "studies.flops.load": {"path": FILES / "limps-10.npz"},
    "studies.flops.stored_path": {"stack": 4},
    "studies.preflop.report": {"solution": LIMIT, "pr": 3},
    "studies.preflop.tree": {"nr": 1, "r": 1, "an": 0, "bl": 1, "lim": True, "liv": True},
    "studies.optimal_set.extremes": {"solution": SOLUTION, "player": 0, "quantities": [X]},
    "studies.optimal_set.frequency_weights": {
        "game": KUHN, "player": 0, "action": "bet", "held": ["J"],
    },
    "studies.solved_stacks.SolvedStacks.played_stacks": (CHART, {"player": 0}),
    "studies.solved_stacks.grid": {"step": 0.5, "maximum": 2},
    "studies.solved_stacks.solve": {
        "stacks": [2, 3], "small_blind": 0.5, "big_blind": 1, "ante": 0, "big_blind_ante": 0,
        "deal": NUMBERS, **NONE,
    },
    "studies.safe_response.curve": {"game": KUHN, "player": 0, "model": Y, "risks": [0.1]},
    "studies.safe_response.response": {"game": KUHN, "player": 0, "model": Y, "risk": 0.1},
    "studies.push_fold_sheets.all_stacks": {"paper": "A4"},
    "studies.push_fold_sheets.one_stack": {
        "stack": 3,
        "paper": "phone",
        "ante": 0,
        "big_blind_ante": 0,
    },
    "studies.simple_plans.exact_guarantee": {"game": ONE_ROUND_0, "choice": [0, 0, 1, 1]},
    "studies.simple_plans.plan_of": {"game": ONE_ROUND_0, "choice": [0, 0, 1, 1]},
    "studies.simple_plans.find_choice": {"game": ONE_ROUND_0, "steps": 10},
    "studies.whole_game.bracket": {"stack": 2, "ante": 0, "big_blind_ante": 0, **BLINDS},
    "studies.whole_game.first_deviation": {
        "actions": ["limp"], "low": "3.8", "high": "3.85", "ante": 0, "limps": None, **NONE,
    },
    "studies.whole_game.flop_bracket": {"stack": 2, "limp_sums": LIMPS},
    "studies.whole_game.street_bracket": {"stack": 5},
    "studies.whole_game.jam_tree": {"stack": 3, "ante": 0, "big_blind_ante": 0, **BLINDS},
    "sweeps.run": {
        "function": dict, "grid": {"a": [1]}, "cache": None, "version": None, "jobs": 1, **NONE,
    },
    "trees.Decision": {"player": 0, "actions": {"a": pl.trees.Fold(1)}},
    "trees.Fold": {"amount": 1},
    "trees.Showdown": {"put_in": 1, "dead_money": 0},
    "trees.Tree": {"root": pl.trees.Fold(1), "name": "x", "players": ("a", "b")},
    "trees.Tree.restrict": (KUHN.tree, {"allowed": lambda *line: True, "name": "x"}),
    "trees.Tree.read_player": (KUHN.tree, {"player": 0}),
    "trees.Tree.sequence_index": (KUHN.tree, {"player": 0, "action": "bet"}),
}  # fmt: skip


def test_nothing_is_left_out():
    lines = Path(__file__).with_name("stable.txt").read_text(encoding="utf-8").splitlines()
    promised = {line.partition("(")[0] for line in lines if "(" in line and line[0] != "$"}
    assert promised == {*PROMISED}


#: A solver that promises nothing yet takes a game, and the options that it shares with others.
SHARED = {name: value for name, value in ITERATIONS.items() if name != "track"}
SHARED |= {"game": PUSH_FOLD, "initial": iteration.random_plans(PUSH_FOLD, 0)}
CALLS = PROMISED | {
    f"solvers.{name}.solve": {
        option: value
        for option, value in SHARED.items()
        if option in signature(solver.solve).parameters
    }
    for name, solver in SOLVERS.items()
    if name != "solve" and f"solvers.{name}.solve" not in PROMISED
}


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_argument_is_named(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    owner, given = CALLS[name] if isinstance(CALLS[name], tuple) else (None, CALLS[name])
    call = (
        getattr(owner, name.rpartition(".")[2]) if owner else reduce(getattr, name.split("."), pl)
    )
    odds = [odd for odd in ODD if odd is not None or name not in LONG]
    if name not in LONG:
        finish(call, given)
    for parameter in given:
        for odd in odds:
            if odd is given[parameter]:  # it is not odd there, and was given above
                continue
            try:
                finish(call, given | {parameter: odd})
            except Exception as error:
                assert raised_here(error), f"{parameter}={odd!r}: {type(error).__name__}: {error}"
                assert "\n" not in str(error)
                named = re.match(r"(\w+(?:, \w+)*): ", str(error))
                if named and name not in OF_KEYS:
                    words = named[1].split(", ")
                    assert {*words} <= signature(call).parameters.keys(), str(error)
            for stream in (0, 1, 2):
                os.fstat(stream)  # nobody has taken a number for a file, and closed it


def finish(call, given):
    """Call it, to the end if that comes piece by piece; a warning is an error."""
    series = [p for p in signature(call).parameters.values() if p.kind is p.VAR_POSITIONAL]
    several = [given[parameter.name] for parameter in series if parameter.name in given]
    named = {name: value for name, value in given.items() if name not in [p.name for p in series]}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = call(*several, **named)
        for _ in result if isinstance(result, Iterator) else ():
            pass


def raised_here(error):
    """Whether the package raises it; or the system, of a file that is not there, which it names."""
    if isinstance(error, OSError) and error.filename in ODD:
        return True
    last = traceback.extract_tb(error.__traceback__)[-1]
    return Path(pl.__file__).parent in Path(last.filename).parents and "raise " in last.line
