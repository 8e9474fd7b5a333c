"""The harness on made-up times, the results file, and the page that shows it.

No test asserts a time. What the contests compare is in an extra: a peer that is not installed stays
away, and the tests do not need it.
"""

import dataclasses
import json
import math
import re
import subprocess
import sys
from html import unescape
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "book" / "performance.json"
PAGE = ROOT / "book" / "performance.ipynb"

CONTENDERS = """
from benchmarks.harness import Task

def honest(size):
    return Task(lambda: sum(range(size)))

def liar(size):
    return Task(lambda: -1)

def endless(size):
    def spin():
        while size > 2:
            pass
        return sum(range(size))
    return Task(spin)

def never_ready(size):
    endless(size).call()
    return honest(size)

def broken(size):
    raise RuntimeError("no such luck")

def dying(size):
    import os
    return Task(lambda: os._exit(3))

def by_command(size):
    import sys
    from benchmarks.harness import command
    deaf = "import signal; signal.signal(signal.SIGXCPU, signal.SIG_IGN)\\n"
    spin = deaf + f"while {size} > 2: pass\\nprint(sum(range({size})))"
    return Task(lambda: command(sys.executable, "-c", spin))
"""


@pytest.fixture(autouse=True)
def from_the_root(monkeypatch):
    monkeypatch.syspath_prepend(ROOT)


@pytest.fixture
def harness():
    return import_module("benchmarks.harness")


@pytest.fixture
def results():
    return json.loads(RESULTS.read_text(encoding="utf-8"))


@pytest.fixture
def made_up(harness, tmp_path, monkeypatch):
    """A contest of the functions above, by name, and short options for it."""
    (tmp_path / "contenders.py").write_text(CONTENDERS, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    module = import_module("contenders")
    yield lambda *names: harness.Contest(
        "made-up",
        "none",
        "add up",
        "numbers",
        sizes=(1, 2, 3, 4),
        quick=(1, 2, 3),
        contenders=[
            harness.Contender(name, getattr(module, name, None), *package)
            for name, *package in names
        ],
    )
    del sys.modules["contenders"]


@pytest.fixture
def short(harness):
    return harness.Options(limit=1, turns=2, budget=0.1, quick=True)


def test_a_ratio_is_taken_turn_by_turn(harness):
    # The machine is ten times slower in the third turn, for both.
    found = harness.ratio([1, 2, 10, 1], [3, 4, 30, 3])
    assert found == {"median": 3, "low": 2.75, "high": 3, "turns": 4}
    assert harness.ratio([1, 2], [4])["turns"] == 1


def test_quartiles(harness):
    assert harness.quartiles([4, 1, 3, 2, 5]) == (2, 3, 4)


def test_a_power_law_is_found(harness):
    sizes = [1, 3, 9, 27, 81, 243]
    law = harness.Growth.fit(sizes, [0.5 * n**1.7 for n in sizes])
    assert (law.first, law.last, law.points) == (3, 243, 5)
    assert [law.low, law.exponent, law.high] == pytest.approx([1.7] * 3)
    assert law.seconds(1000) == pytest.approx(0.5 * 1000**1.7)
    assert law.reach(law.seconds(1000)) == pytest.approx(1000)
    there = law.project(1000)
    assert [there["low"], there["high"]] == pytest.approx([there["seconds"]] * 2)
    assert law.miss == pytest.approx(1)


def test_a_line_that_misses_one_of_its_points_is_no_power_law(harness):
    sizes = [10, 100, 1000, 10_000]
    for off, straight in [(1.2, True), (3, False), (1 / 3, False)]:
        seconds = [n * factor for n, factor in zip(sizes, (1, 1, 1, off), strict=True)]
        law = harness.Growth.fit(sizes, seconds)
        misses = [time / law.seconds(n) for n, time in zip(sizes, seconds, strict=True)]
        assert law.miss == pytest.approx(max(max(misses), 1 / min(misses)))
        runs = [{"size": n, "seconds": [t]} for n, t in zip(sizes, seconds, strict=True)]
        contest = {"targets": [10**5], "entries": [{"runs": runs}]}
        (entry,) = harness.summarise(contest)["entries"]
        assert entry["miss"] == law.miss and bool(entry["growth"]) == straight


def test_too_few_sizes_have_no_exponent_and_what_does_not_grow_no_reach(harness):
    assert harness.Growth.fit([1, 2, 3], [1, 2, 3]) is None
    assert harness.Growth.fit([1, 2, 3, 4], [4, 3, 2, 1]).reach(3600) is None
    assert harness.Growth.fit([1, 2, 3, 4], [1, 1, 1, 1.0001]).reach(3600) is None


def test_the_intervals_hold_as_often_as_they_say(harness):
    rng = np.random.default_rng(7)
    sizes, trials = [10, 20, 40, 80, 160], 2000
    exponents = projections = 0
    for _ in range(trials):
        *seconds, later = np.array([*sizes, 1000]) ** 1.5 * np.exp(rng.normal(0, 0.2, 6))
        law = harness.Growth.fit(sizes, seconds)
        exponents += law.low <= 1.5 <= law.high
        there = law.project(1000)
        projections += there["low"] <= later <= there["high"]
    deviation = math.sqrt(0.95 * 0.05 / trials)
    assert abs(exponents / trials - 0.95) < 4 * deviation
    assert abs(projections / trials - 0.95) < 4 * deviation


def test_what_is_foreseen_is_the_last_growth_continued(harness):
    assert harness.foreseen([1, 10, 20], [5, 1, 4], 40) == pytest.approx(16)
    assert harness.foreseen([10, 20], [4, 1], 40) == 1
    assert harness.foreseen([10], [4], 40) == 0


def test_who_is_wrong_slow_broken_or_missing_is_out(harness, made_up, short):
    told = []
    contest = made_up(
        ("honest",), ("liar",), ("endless",), ("broken",), ("dying",), ("honest", "no-such-package")
    )
    honest, liar, endless, broken, dying, missing = harness.compete(contest, short, told.append)[
        "entries"
    ]
    assert [run["size"] for run in honest["runs"]] == [1, 2, 3] and honest["ended"] is None
    assert all(len(run["seconds"]) == 2 for run in honest["runs"])
    assert all(ratio["median"] == 1 for ratio in honest["ratios"])
    assert liar["runs"] == [] and liar["ended"]["why"].startswith("disagrees: -1.0 where 0.0")
    assert [run["size"] for run in endless["runs"]] == [1, 2]
    assert endless["ended"] == {"why": "limit", "size": 3}
    assert broken["ended"] == {"why": "failed: RuntimeError: no such luck", "size": 1}
    assert dying["ended"] == {"why": "died with exit code 3", "size": 1}
    assert missing["ended"] == {"why": "not installed", "size": 1} and missing["version"] is None
    assert len(told) == 6 * 3


def test_who_is_stopped_before_it_runs_is_told_from_who_runs_too_long(harness, made_up, short):
    _, unready = harness.compete(made_up(("honest",), ("never_ready",)), short)["entries"]
    assert [run["size"] for run in unready["runs"]] == [1, 2]
    assert unready["ended"] == {"why": "stopped while preparing", "size": 3}


@pytest.mark.parametrize("name", ["kuhn-cfr", "push-fold-cfr"])
def test_the_uniform_start_is_no_answer_of_cfr(harness, name):
    contests = import_module("benchmarks.bench_push_fold").CONTESTS
    (contest,) = (contest for contest in contests if contest.name == name)
    for size in {*contest.quick, *contest.sizes[:6]}:
        task = contest.contenders[0].prepare(size)
        solution = task.call()
        game, answer = solution.game, task.answer(solution)
        start = game.value(game.uniform(0), game.uniform(1))
        for contender in contest.contenders:
            assert not harness._agree(start, answer, contender.tolerance)


def test_a_command_is_timed_and_stopped_like_a_function(harness, made_up, short):
    contest = made_up(("honest",), ("by_command",))
    _, spawned = harness.compete(contest, short)["entries"]
    assert [run["size"] for run in spawned["runs"]] == [1, 2]
    assert all(seconds > 0.005 for run in spawned["runs"] for seconds in run["seconds"])
    assert spawned["ended"] == {"why": "limit", "size": 3}


def test_a_peer_that_is_a_command_has_a_version_where_it_is_there(harness, monkeypatch):
    monkeypatch.setitem(harness.PROGRAMS, "a-python", (sys.executable, "--version"))
    monkeypatch.setitem(harness.PROGRAMS, "no-program", ("no-such-command", "-v"))
    assert harness.installed("a-python") == sys.version.split()[0].rstrip("+")
    assert harness.installed("no-program") is None


def test_runs_keep_how_far_they_are_from_what_is_known(harness, made_up, short):
    contest = dataclasses.replace(made_up(("honest",)), limit=2)
    (honest,) = harness.compete(contest, short)["entries"]
    assert [run["error"] for run in honest["runs"]] == [2, 1, 1]


def test_liteefg_is_given_every_deal_of_kuhns_poker():
    """Six deals, nine nodes in each, and twelve information sets."""
    from pokerlab import betting, deals
    from pokerlab.games import Game

    text = import_module("benchmarks.liteefg").written(Game(deals.kuhn(), betting.kuhn()))
    kinds = [line.split()[0] for line in text.splitlines() if not line.startswith("#")]
    assert (kinds.count("node"), kinds.count("infoset")) == (1 + 6 * 9, 12)
    assert sorted(set(re.findall(r"payoffs 1=(\S+)", text))) == ["-1", "-2", "1", "2"]
    sets = [line.split()[3:] for line in text.splitlines() if line.startswith("infoset")]
    assert all(len(nodes) == 2 for nodes in sets)


def test_qsopts_file_is_the_program_of_the_game():
    """Its value is known to be that of Kuhn's game; HiGHS reads the same format."""
    import highspy

    from pokerlab import betting, deals
    from pokerlab.games import Game

    bench = import_module("benchmarks.bench_exact")
    text, constant, unit = bench.whole_program(Game(deals.kuhn(), betting.kuhn()))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "kuhn.lp"
        path.write_text(text)
        highs = highspy.Highs()
        highs.silent()
        highs.readModel(str(path))
        highs.run()
        found = highs.getInfo().objective_function_value
    assert (found + constant) * float(unit) == pytest.approx(-1 / 18)


def test_a_size_that_is_foreseen_to_take_too_long_is_not_tried(harness, made_up, short):
    contest = made_up(("honest",))
    contender = contest.contenders[0]
    runs = [{"size": n, "seconds": [n**2 / 8]} for n in (1, 2)]
    entry = {"ended": None, "runs": runs}
    harness._meet([(contender, entry, None)], 3, short, lambda name: None)
    assert entry == {"ended": {"why": "foreseen", "size": 3}, "runs": runs}


def test_a_trial_run_writes_its_file(tmp_path):
    output = tmp_path / "results.json"
    command = [sys.executable, "-m", "benchmarks.run", "--quick", "--only", "kuhn-cfr"]
    done = subprocess.run(
        [*command, "--output", output], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "CFR+" in done.stdout
    trial = json.loads(output.read_text(encoding="utf-8"))
    assert trial["quick"] and [contest["name"] for contest in trial["contests"]] == ["kuhn-cfr"]
    own, peer = trial["contests"][0]["entries"]
    assert own["runs"] and own["ended"] is None
    assert peer["ended"] is None or peer["ended"]["why"] == "not installed"


def test_an_unknown_contest_is_refused():
    command = [sys.executable, "-m", "benchmarks.run", "--only", "darts"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2 and "'darts' given, one of ranking, " in done.stderr


def test_the_results_are_of_a_whole_run(results):
    contests = import_module("benchmarks.run").contests()
    assert not results["quick"]
    assert [contest["name"] for contest in results["contests"]] == [c.name for c in contests]
    for stored, contest in zip(results["contests"], contests, strict=True):
        assert stored["sizes"] == list(contest.sizes)
        assert stored["claim"] == contest.claim and stored["chapter"] == contest.chapter
        assert [e["name"] for e in stored["entries"]] == [c.name for c in contest.contenders]
        assert all(("error" in run) == (contest.limit is not None) for run in first_runs(stored))
        assert (ROOT / "book" / f"{contest.chapter}.ipynb").exists()
        first = stored["entries"][0]
        assert [run["size"] for run in first["runs"]] == stored["sizes"]
        for entry in stored["entries"]:
            assert bool(entry["runs"]) or entry["ended"]


def first_runs(contest):
    return contest["entries"][0]["runs"]


def test_the_results_have_every_table(results):
    run, family = import_module("benchmarks.run"), import_module("benchmarks.family")
    assert set(results["tables"]) == set(run.TABLES)
    from pokerlab.solvers.cfr import RULES

    rows = results["tables"]["cfr-family"]
    found = {(row["game"], row["rule"], row["horizon"]) for row in rows}
    assert {(game, rule) for game, rule, _ in found} == {
        (g, r) for g in family.GAMES for r in RULES
    }
    assert {horizon for *_, horizon in found} == set(family.HORIZONS)
    assert all(row["iterations"][-1] == row["horizon"] for row in rows)
    assert results["tables"]["sweeps"][0]["way"] == "one core"


def test_the_results_follow_from_their_seconds(results):
    run = import_module("benchmarks.run")
    harness = import_module("benchmarks.harness")
    for contest in results["contests"]:
        again = json.loads(json.dumps(contest))
        assert harness.summarise(again)["entries"]
        assert json.loads(run.dumps({"contest": again}))["contest"] == contest


def test_the_results_say_nothing_of_whose_machine_it_was(results):
    import getpass
    import platform

    text = json.dumps(results["machine"])
    assert set(results["machine"]) == {
        "processor",
        "cores",
        "memory",
        "system",
        "python",
        "versions",
    }
    assert "/" not in text
    assert platform.node() not in text.split('"') and getpass.getuser() not in text.split('"')


def tables():
    """The tables of the page: lists of rows as mappings from column to text."""
    for cell in json.loads(PAGE.read_text(encoding="utf-8"))["cells"]:
        for output in cell.get("outputs", []):
            html = "".join(output.get("data", {}).get("text/html", ""))
            lines = [
                [unescape(text) for text in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line)]
                for line in re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
            ]
            if lines:
                yield [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]


def agrees(text, number):
    """Whether a text is that number, rounded to two significant digits."""
    return float(text.replace(",", "")) == pytest.approx(float(f"{number:.2g}"), rel=1e-12)


def test_the_page_shows_every_ratio_of_the_results(results):
    shown = [table for table in tables() if table and "ratio" in table[0]]
    for table, contest in zip(shown, results["contests"], strict=True):
        there = [e for e in contest["entries"] if e["version"]]
        first, claim = there[0], contest["claim"][0].upper() + contest["claim"][1:]
        assert next(iter(table[0])).removesuffix(", the first by shared work") == claim
        for row, entry in zip(table, there, strict=True):
            assert row[next(iter(row))] == entry["name"]
            assert bool(row.get("beyond")) == bool(entry["ended"])
            if not entry["ratios"]:
                assert entry["ended"]["why"] == "limit"
                assert row[contest["size"]] == f"{entry['ended']['size']:,}"
                (run,) = (r for r in first["runs"] if r["size"] == entry["ended"]["size"])
                beside = results["limit"] / np.median(run["seconds"])
                least = float(row["ratio"].removeprefix("over ").replace(",", ""))
                assert beside / 1.1 < least <= beside
                continue
            at = entry["ratios"][-1]
            assert row[contest["size"]] == f"{at['size']:,}"
            assert agrees(row["ratio"], at["median"])
            if row["quartiles"] not in ("", "one run"):
                low, high = row["quartiles"].split(" to ")
                assert agrees(low, at["low"]) and agrees(high, at["high"])
            else:
                assert at["turns"] == 1 or entry["package"] == "pokerlab"


def test_the_page_states_the_horizon_and_the_bracket_of_the_contests():
    from inspect import signature

    from benchmarks.bench_one_round import HORIZON, MILLIONTH
    from pokerlab.solvers import double_oracle

    cells = json.loads(PAGE.read_text(encoding="utf-8"))["cells"]
    said = "\n".join("".join(cell["source"]) for cell in cells)
    assert HORIZON == 100_000 and "a horizon of a hundred thousand iterations" in said
    closed = signature(double_oracle.solve).parameters["tolerance"].default
    assert math.isclose(MILLIONTH, 1000 * closed) and "is a thousand times narrower" in said


def test_the_page_shows_every_exponent_of_a_first_contender(results):
    shown = [row for table in tables() for row in table if "exponent" in row]
    fitted = [contest for contest in results["contests"] if contest["entries"][0]["miss"]]
    laws = [contest["entries"][0]["growth"] for contest in fitted]
    assert any(laws) and not all(laws)
    for row, contest, law in zip(shown, fitted, laws, strict=True):
        who = f"by {contest['entries'][0]['name']}"
        claim = contest["claim"]
        assert row["game"] == (claim if claim.endswith(who) else f"{claim}, {who}")
        if not law:
            factor = float(row["exponent"].removeprefix("none, misses by "))
            assert factor == pytest.approx(contest["entries"][0]["miss"], abs=0.005)
            assert factor > results["straight"] and row["in an hour"] == ""
            continue
        middle, *ends = (f"{round(law[key], 2) + 0.0:.2f}" for key in ("exponent", "low", "high"))
        assert row["exponent"] == f"{middle} ({' to '.join(ends)})".replace("-", "−")


def test_no_measurement_on_the_page_is_typed():
    said = [
        "".join(cell["source"])
        for cell in json.loads(PAGE.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "markdown"
    ]
    text = re.sub(
        r"```\{math\}.*?```|\b\d+ assertions\b|`[^`]*`|\$[^$]*\$|\{cite:\w\}`.*?`",
        "",
        "\n".join(said),
        flags=re.DOTALL,
    )
    # The interval's level, what a ratio of ten means, the line at one, and that products cost n².
    assert set(re.findall(r"\d+", text)) <= {"95", "10", "1", "2"}
