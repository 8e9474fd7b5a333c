"""The harness on made-up times: no test asserts one.

What the contests compare is in an extra: a peer that is not installed stays away, and the tests do
not need it.
"""

import json
import math
import os
import re
import sys

import numpy as np
import pytest

from benchmarks import bench_games, commands, harness, liteefg, run
from pokerlab import betting, deals
from pokerlab.games import Game
from pokerlab.solutions import Solution
from pokerlab.solvers import lp
from tests import contenders

KUHN = Game(deals.kuhn(), betting.kuhn())
SHORT = harness.Options(limit=0.4, turns=2, budget=0.1, quick=True)
FAILING = {
    "liar": ([], "disagrees: -1.0 where 0.0 was expected"),
    "endless": ([1, 2], "limit"),
    "never_ready": ([1, 2], "stopped while preparing"),
    "broken": ([], "failed: RuntimeError: no such luck"),
    "dying": ([], "died with exit code 3"),
    "missing": ([], "not installed"),
}
HONEST = harness.Contender("honest", contenders.honest)


@pytest.fixture(scope="module")
def entries():
    """What comes of a made-up contest, by the names of who takes part."""
    found = [harness.Contender(name, getattr(contenders, name)) for name in [*FAILING][:-1]]
    missing = harness.Contender("missing", contenders.honest, "no-such-package")
    everyone = [HONEST, *found, missing]
    contest = harness.Contest("made-up", "none", "add up", "n", (1, 2, 3, 4), everyone, limit=2)
    return {entry["name"]: entry for entry in harness.compete(contest, SHORT)["entries"]}


def test_a_ratio_is_taken_turn_by_turn():
    # The machine is ten times slower in the third turn, for both.
    found = harness.ratio([1, 2, 10, 1], [3, 4, 30, 3])
    assert found == {"median": 3, "low": 2.75, "high": 3, "turns": 4}
    assert harness.ratio([1, 2], [4])["turns"] == 1


def test_a_power_law_is_found():
    sizes = [1, 3, 9, 27, 81, 243]
    law = harness.power_law(sizes, [0.5 * n**1.7 for n in sizes])
    assert law["sizes"] == [3, 243] and law["points"] == 5
    assert [law["low"], law["exponent"], law["high"]] == pytest.approx([1.7] * 3)
    assert law["line"] == pytest.approx([0.5 * n**1.7 for n in law["sizes"]])
    assert law["miss"] == pytest.approx(1)


def test_a_line_that_misses_one_of_its_points_is_no_power_law():
    sizes = [10, 100, 1000, 10_000]
    for off, straight in [(1.2, True), (3, False), (1 / 3, False)]:
        seconds = [n * factor for n, factor in zip(sizes, (1, 1, 1, off), strict=True)]
        law = harness.power_law(sizes, seconds)
        slope, start = np.polyfit(np.log(sizes), np.log(seconds), 1)
        misses = [time / (np.exp(start) * n**slope) for n, time in zip(sizes, seconds, strict=True)]
        assert law["miss"] == pytest.approx(max(max(misses), 1 / min(misses)))
        runs = [{"size": n, "seconds": [t]} for n, t in zip(sizes, seconds, strict=True)]
        (entry,) = harness.summarise({"entries": [{"runs": runs}]})["entries"]
        assert entry["miss"] == law["miss"] and bool(entry["growth"]) == straight


def test_too_few_sizes_have_no_exponent():
    assert harness.power_law([1, 2, 3], [1, 2, 3]) is None


def test_the_intervals_hold_as_often_as_they_say():
    rng = np.random.default_rng(7)
    sizes, trials, held = np.array([10, 20, 40, 80, 160]), 2000, 0
    for _ in range(trials):
        law = harness.power_law(sizes.tolist(), sizes**1.5 * np.exp(rng.normal(0, 0.2, 5)))
        held += law["low"] <= 1.5 <= law["high"]
    assert abs(held / trials - 0.95) < 4 * math.sqrt(0.95 * 0.05 / trials)


def test_what_is_foreseen_is_the_last_growth_continued():
    assert harness.foreseen([1, 10, 20], [5, 1, 4], 40) == pytest.approx(16)
    assert harness.foreseen([10, 20], [4, 1], 40) == 1
    assert harness.foreseen([10], [4], 40) == 0


def test_who_is_right_runs_at_all_sizes_and_what_is_known_is_kept_beside(entries):
    honest = entries["honest"]
    assert [run["size"] for run in honest["runs"]] == [1, 2, 3] and honest["ended"] is None
    assert all(len(run["seconds"]) == 2 for run in honest["runs"])
    assert all(ratio["median"] == 1 for ratio in honest["ratios"])
    assert [run["error"] for run in honest["runs"]] == [2, 1, 1]


@pytest.mark.parametrize("name", FAILING)
def test_who_is_wrong_slow_broken_or_missing_is_out(entries, name):
    done, why = FAILING[name]
    entry = entries[name]
    assert [run["size"] for run in entry["runs"]] == done
    assert entry["ended"] == {"why": why, "size": len(done) + 1}
    assert (entry["version"] is None) == (name == "missing")


@pytest.mark.parametrize(
    "contest", [c for c in bench_games.CONTESTS if c.name.endswith("cfr")], ids=lambda c: c.name
)
def test_the_uniform_start_is_no_answer_of_cfr(contest):
    """And all contenders make equally many iterations."""
    for size in contest.sizes[:4]:
        task = contest.contenders[0].prepare(size)
        solution = task.call()
        game, answer = solution.game, task.answer(solution)
        start = Solution(game, [game.uniform(0), game.uniform(1)], "start").exploitability
        for contender in contest.contenders:
            assert not harness._agree(start, answer, contender.tolerance)
    (count,) = {next(n for n in c.prepare.args if isinstance(n, int)) for c in contest.contenders}
    assert count == task.work


@pytest.mark.parametrize("contest", run.contests(), ids=lambda contest: contest.name)
def test_our_own_contenders_answer_alike_at_the_smallest_size(contest):
    """The first contender is always ours."""
    ours = [contender for contender in contest.contenders if contender.package == "pokerlab"]
    assert ours[0] is contest.contenders[0]
    answers = []
    for contender in ours:
        task = contender.prepare(contest.sizes[0])
        answers.append(np.asarray(task.answer(task.call()), float).tolist())
        assert harness._agree(answers[-1], answers[0], contender.tolerance), contender.name


@pytest.mark.parametrize("name", ["HiGHS, simplex", "HiGHS, ipx", "Clarabel"])
def test_other_peoples_solvers_answer_the_program_that_they_are_given(name):
    contestants = {c.name: c for c in bench_games.programs(bench_games.river, 1e-6)}
    task = contestants[name].prepare(10)
    assert harness._agree(task.answer(task.call()), lp.solve(bench_games.river(10)).payoff, 1e-6)


def test_a_number_stands_for_both_ends_of_a_bracket_and_for_no_third():
    assert harness._agree([1, 1.5], 1.2, 0.4) and not harness._agree([1, 2], 1.2, 0.4)
    assert not harness._agree([1, 1, 1], [1, 1], 1)


def test_the_benchmarks_tell_peers_to_use_one_thread_and_pokerlab_nothing(monkeypatch):
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    for package, threads in ("pokerlab", 5), ("numpy", 1):
        with harness.worker(10, package) as ask:
            ask(contenders.told, 5)
            assert ask(1).answer == threads
    assert "OPENBLAS_NUM_THREADS" not in os.environ | harness.ONE_THREAD


def test_liteefg_is_given_every_deal_of_kuhns_poker():
    """Six deals, nine nodes in each, and twelve information sets."""
    text = liteefg.written(KUHN)
    kinds = [line.split()[0] for line in text.splitlines() if not line.startswith("#")]
    assert (kinds.count("node"), kinds.count("infoset")) == (1 + 6 * 9, 12)
    assert sorted(set(re.findall(r"payoffs 1=(\S+)", text))) == ["-1", "-2", "1", "2"]
    sets = [line.split()[3:] for line in text.splitlines() if line.startswith("infoset")]
    assert all(len(nodes) == 2 for nodes in sets)


def test_a_size_that_is_foreseen_to_take_too_long_is_not_tried():
    runs = [{"size": n, "seconds": [n**2 / 20]} for n in (1, 2)]
    entry = {"ended": None, "runs": runs}
    harness._meet([(HONEST, entry, None)], 3, SHORT)
    assert entry == {"ended": {"why": "foreseen", "size": 3}, "runs": runs}


def test_a_trial_run_writes_its_file(tmp_path, monkeypatch, capsys):
    output = tmp_path / "results.json"
    command = ["run", "--quick", "--only", "kuhn-cfr", "--output", str(output)]
    monkeypatch.setattr(sys, "argv", command)
    for variable, value in harness.ONE_THREAD.items():
        monkeypatch.setenv(variable, value)  # it sets them
    assert run.main() == 0
    assert "CFR+" in capsys.readouterr().out
    first = output.read_text(encoding="utf-8")
    monkeypatch.setattr(sys, "argv", [*command, "--again"])
    assert run.main() == 0
    trial = json.loads(output.read_text(encoding="utf-8"))
    ratios = [r for e in trial["contests"][0]["entries"] for r in e["ratios"]]
    assert all(ratio.pop("again") > 0 for ratio in ratios)  # measured anew, beside the first
    assert ratios and trial == json.loads(first)
    assert trial["quick"] and [contest["name"] for contest in trial["contests"]] == ["kuhn-cfr"]
    own, peer = trial["contests"][0]["entries"]
    assert own["runs"] and own["ended"] is None
    assert peer["ended"] is None or peer["ended"]["why"] == "not installed"


def test_nothing_is_written_if_one_of_our_own_is_broken(tmp_path, monkeypatch, capsys):
    """And a peer that is keeps nobody from writing."""
    ours = harness.Contender("ours", contenders.broken)
    theirs = harness.Contender("theirs", contenders.broken, "numpy")
    output = tmp_path / "results.json"
    monkeypatch.setattr(
        sys, "argv", ["run", "--quick", "--only", "kuhn-cfr", "--output", str(output)]
    )
    for others, written in ([theirs, ours], False), ([theirs], True):
        contest = harness.Contest("kuhn-cfr", "river", "none", "n", (1,), [HONEST, *others])
        monkeypatch.setattr(run, "contests", lambda contest=contest: [contest])
        assert run.main() == (0 if written else 1) and output.exists() == written
        told = capsys.readouterr().err
        assert ("kuhn-cfr, ours: failed: RuntimeError: no such luck" in told) != written
        assert "theirs" not in told


def test_an_unknown_contest_is_refused(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["run", "--only", "darts"])
    with pytest.raises(SystemExit, match="2"):
        run.main()
    told = capsys.readouterr().err
    assert "--only: invalid choice: 'darts'" in told and "ranking" in told


def test_what_is_measured_later_is_put_beside_its_day_and_machine():
    stored = {"day": "1999-01-01", "machine": {"cores": 1}, "tables": {"a": [1], "b": [2]}}
    stored |= {"contests": [{"name": "one", "n": 1}, {"name": "two", "n": 2}]}
    fresh = {"day": "2000-01-01", "machine": {"cores": 9}, "tables": {"b": [3]}}
    fresh |= {"contests": [{"name": "two", "n": 4}]}
    found = run.updated(stored, fresh)
    assert found["tables"] == {"a": [1], "b": [3]} and found["day"] == "1999-01-01"
    assert [contest["n"] for contest in found["contests"]] == [1, 4]
    when = {"day": "2000-01-01", "machine": {"cores": 9}}
    assert found["later"] == {"b": when, "two": when}


def test_a_command_is_measured_from_its_start_to_its_end(tmp_path):
    seconds = commands.took("equity AA KK", tmp_path)
    assert seconds["processor"] > 0 and seconds["clock"] > 0
    with pytest.raises(RuntimeError, match="equity AA ZZ: exit status 2"):
        commands.took("equity AA ZZ", tmp_path)
