"""What the package writes for the explorer and for live figures."""

import json
import re
import shutil

import numpy as np
import pytest

from pokerlab import betting, deals, sequence_form
from pokerlab.games import Game
from pokerlab.pages import explorer
from pokerlab.solutions import Solution
from pokerlab.solvers import GUESS_RULE, lp
from tests.conftest import SCRIPTS
from tests.tables import cells
from tests.test_scorecard import BOOK
from tools.scripts import complaints

DEAL = deals.holdem()
NAMES = "MAX_PAGE_DECISIONS", "MIN_SHARE_IN_PLANS", "MIN_SHARE_IN_PROGRAMS"
LIMITS = {
    "explorer": ["up to a thousand decisions"],
    "explorer-inside": [
        "less than once in ten thousand times",
        "at least three times in a hundred",
    ],
}


@pytest.mark.parametrize("stack", [2, 20])
def test_in_a_live_figure_a_fold_costs_what_the_tree_takes(stack):
    small_blind_actions = betting.push_fold(stack).root.actions
    big_blind_actions = small_blind_actions["push"].actions
    fold_values = [fold_value for *_, fold_value in explorer.live_data()["words"]]
    assert fold_values == [small_blind_actions["fold"].amount, -big_blind_actions["fold"].amount]


@pytest.mark.parametrize(
    "tree", [betting.push_fold(7), betting.limit(3), betting.one_round(range(9))]
)
def test_what_hands_do_is_rounded_and_what_they_would_do_elsewhere_is_left_out(tree):
    """In plans in which a hand is now pure, now mixed, and now never comes to a decision."""
    game, rng = Game(DEAL, tree), np.random.default_rng(1)
    behaviours = [rng.random(game.shape(p)) * (rng.random(game.shape(p)) < 0.5) for p in (0, 1)]
    plans = tuple(sequence_form.repaired_plan(game, p, b) for p, b in enumerate(behaviours))
    short = explorer.rounded_solution(Solution(game, plans, "random")).plans
    for player, (plan, other) in enumerate(zip(plans, short, strict=True)):
        assert abs(plan - other).max() < 1e-4 * len(tree.information_sets[player])
        assert ((plan == 1) <= (other == 1)).all() and ((plan == 0) <= (other == 0)).all()


def test_a_share_that_the_rule_may_err_by_is_none():
    game = Game(DEAL, betting.limit(2))
    plans = game.plan(0, {"call": 2e-5, "raise": 1 - 2e-5}), game.uniform(1)
    short = explorer.rounded_solution(Solution(game, plans, "none")).plans
    sequences = [game.tree.index(0, action) for action in ("call", "raise")]
    assert (short[0][:, sequences] == [0, 1]).all() and abs(short[1] - plans[1]).max() < 1e-4


@pytest.mark.parametrize("units", [10, explorer.UNITS, 10**6])
def test_the_noise_is_that_of_the_number_and_not_of_its_units(units):
    """A number that is off by half the noise might as well be the middle; by twice, it is not."""
    middle = 2.5 / units
    for off in (-0.5, 0.5):
        with pytest.raises(ArithmeticError, match=f"lies between two multiples of 1/{units}"):
            explorer.round_to_units(middle + off * explorer._PROCESSOR_NOISE, units)
    for off, nearest in (-2, 2), (2, 3):
        assert explorer.round_to_units(middle + off * explorer._PROCESSOR_NOISE, units) == nearest
    assert explorer.round_to_units([-1.2 / units, 3 / units], units).tolist() == [-1, 3]


def test_a_tool_stands_for_itself_where_scripts_do_not_run():
    shown = explorer.Tool("one", "No <scripts>.", a="</script>")._repr_html_()
    assert "<p>No &lt;scripts&gt;.</p>" in shown and shown.count("</script>") == 1
    assert json.loads(re.search(r"json\">(.*)</script>", shown)[1]) == {"a": "</script>"}


def test_a_first_solution_is_rounded_and_certified():
    solution = lp.solve(Game(DEAL, betting.push_fold(10)))
    tool = explorer.Tool("one", "None.", solution=solution, deal=True)
    assert tool.data["deal"] == explorer.deal_data() and [*tool.data] == [
        "deal",
        "palette",
        "plans",
    ]
    assert tool.solution.width > 100 * solution.width
    assert tool.solution.lower <= solution.payoff <= tool.solution.upper
    assert [plan.T.tolist() for plan in tool.solution.plans] == tool.data["plans"]


def test_the_pages_state_the_script_s_own_limits():
    script = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS.glob("*.js"))
    most, never, likely = (re.search(rf"\b{n} = ([^,;]*)", script)[1] for n in NAMES)
    assert (int(most), 1 / float(never), float(likely)) == (1000, 10_000, 3 / 100)
    said = "".join(cell["source"] for page in LIMITS for cell in cells(BOOK, page, "markdown"))
    assert all(words in said for page in LIMITS for words in LIMITS[page])


POWERS = "POWER_ABOVE", "POWER_BELOW", "POWER_OF_WEIGHTS"


def test_limits_and_powers_that_both_languages_have_are_the_same():
    script = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS.glob("*.js"))
    said = dict(re.findall(r"const ([A-Z_]+) = (?:new Fraction\()?([\d.]+)", script))
    assert int(said["MAX_DEPTH"]) == betting.MAX_DEPTH
    assert int(said["MAX_POTS"]) == betting.MAX_POTS
    powers = ", ".join(said[name] for name in POWERS)
    assert f"DCFR({powers})" == GUESS_RULE
    most = int(said["MAX_TURNS"])
    betting.limit(most)
    with pytest.raises(ValueError, match=f"from 1 to {most}"):
        betting.limit(most + 1)


WRONG = [
    ("tool.js", "trainer.keepUp", "trainer.fallow", "'fallow'"),
    ("words.js", "@param {string} name */", "*/", "'name' implicitly has an 'any' type"),
    ("push-fold-figure.js", "{ isMixed }", "{ isMixed, PushFoldPayoffs }", "'PushFoldPayoffs'"),
]
"""In a script: what is right, what is wrong in its place, and what is told of that."""


def test_a_wrong_name_or_one_without_a_type_is_found(tmp_path):
    shutil.copytree(SCRIPTS, tmp_path / "scripts")
    places = {}
    for script, right, wrong, _ in WRONG:
        path = tmp_path / "scripts" / script
        text = path.read_text(encoding="utf-8")
        assert text.count(right) == 1
        path.write_text(text.replace(right, wrong), encoding="utf-8")
        places[script] = f"{path}:", text[: text.index(right)].count("\n") + 1
    found = complaints(tmp_path / "scripts", tmp_path)
    assert len(found) == len(WRONG)
    for script, _, _, told in WRONG:
        start, at = places[script]
        (complaint,) = (complaint for complaint in found if complaint.startswith(start))
        line = int(complaint.removeprefix(start).partition(":")[0])
        assert told in complaint and line - at in (0, 1)


def test_no_line_of_a_script_is_longer_than_a_hundred_characters():
    for script in SCRIPTS.iterdir():
        for number, line in enumerate(script.read_text(encoding="utf-8").splitlines(), 1):
            assert len(line) <= 100, f"{script.name}:{number}"


@pytest.mark.parametrize("stack", [1, 20.5, "many"])
def test_a_stack_outside_the_intervals_is_refused(stack):
    with pytest.raises(ValueError, match="stack: "):
        explorer.LivePushFold(stack)
