"""What was measured, and the two pages that show it."""

import json
import math
from itertools import product

import numpy as np
import pytest

from benchmarks import commands, family, growth, harness, run
from benchmarks.as_installed import TASKS
from benchmarks.bench_games import HORIZON, MILLIONTH
from pokerlab import betting
from pokerlab.solvers import cfr, double_oracle
from pokerlab.stored import data
from tests.tables import cells
from tests.test_scorecard import BOOK, tables

PAGES = "performance", "contests"


@pytest.fixture
def results():
    return data("performance")


def test_the_results_are_of_a_whole_run(results):
    contests = run.contests()
    assert not results["quick"]
    assert [contest["name"] for contest in results["contests"]] == [c.name for c in contests]
    for stored, contest in zip(results["contests"], contests, strict=True):
        assert stored["sizes"] == list(contest.sizes)
        assert stored["claim"] == contest.claim and stored["chapter"] == contest.chapter
        assert [e["name"] for e in stored["entries"]] == [c.name for c in contest.contenders]
        assert (BOOK / f"{contest.chapter}.ipynb").exists()
        runs = stored["entries"][0]["runs"]
        assert [run["size"] for run in runs] == stored["sizes"]
        assert all(("error" in run) == (contest.limit is not None) for run in runs)
        assert all(entry["runs"] or entry["ended"] for entry in stored["entries"])


def test_the_results_have_every_table(results):
    assert set(results["tables"]) == set(run.TABLES)
    rows = results["tables"]["cfr-family"]
    assert {(row["game"], row["rule"]) for row in rows} == {*product(family.GAMES, cfr.RULES)}
    assert {row["horizon"] for row in rows} == set(family.HORIZONS)
    assert all(row["iterations"][-1] == row["horizon"] for row in rows)
    assert results["tables"]["sweeps"][0]["way"] == "one core"
    grown = [(row["kind"], row["size"]) for row in results["tables"]["growth"]]
    assert grown == [(kind, size) for kind, sizes in growth.SIZES.items() for size in sizes]
    rows, cores = results["tables"]["threads"], (0, results["machine"]["cores"] - 1)
    assert [(row["busy cores"], row["task"]) for row in rows] == [*product(cores, TASKS)]


def test_the_page_shows_what_whole_commands_take(results):
    (shown,) = (t for t in tables(BOOK, "performance") if t and "processor time" in t[0])
    rows = results["tables"]["commands"]
    assert [(row["start"], row["command"]) for row in rows] == [
        *product(("cold", "warm"), commands.COMMANDS)
    ]
    units = {"s": 1, "ms": 1e-3}
    for row, there in zip(rows, shown, strict=True):
        assert there["command"] == f"pokerlab {row['command']}"
        for column, kind in ("processor time", "processor"), ("by the clock", "clock"):
            number, unit = there[column].split()
            assert agrees(number, np.median(row[kind]) / units[unit])
            assert (
                len(row[kind])
                == {"cold": commands.COLD_TURNS, "warm": commands.WARM_TURNS}[row["start"]]
            )


def test_the_results_follow_from_their_seconds(results):
    for contest in json.loads(json.dumps(results["contests"])):
        for ratio in (ratio for entry in contest["entries"] for ratio in entry["ratios"]):
            ratio.pop("again", None)
        anew = json.loads(json.dumps(contest))
        assert harness.summarise(anew)["entries"]
        assert json.loads(run.dumps({"contest": anew}))["contest"] == contest


def test_the_results_say_nothing_of_whose_machine_it_was(results):
    said = {"processor", "cores", "memory", "system", "python", "versions"}
    machines = [each["machine"] for each in (results, *results.get("later", {}).values())]
    assert all({*machine} == said and "/" not in json.dumps(machine) for machine in machines)


def agrees(text, number):
    """Whether a text is that number, rounded to two significant digits."""
    return float(text.replace(",", "")) == pytest.approx(float(f"{number:.2g}"), rel=1e-12)


def test_the_pages_show_every_ratio_of_the_results(results):
    shown = [t for page in PAGES for t in tables(BOOK, page) if t and "ratio" in t[0]]
    for table, contest in zip(shown, results["contests"], strict=True):
        there = [entry for entry in contest["entries"] if entry["version"]]
        for row, entry in zip(table, there, strict=True):
            assert next(iter(row.values())) == entry["name"]
            assert bool(row.get("beyond")) == bool(entry["ended"])
            if entry["ratios"]:
                at = entry["ratios"][-1]
                assert row[contest["size"]] == f"{at['size']:,}"
                assert agrees(row["ratio"], at["median"])
                if "again" in at and entry is not there[0]:
                    assert agrees(row["again"], at["again"])
                if " to " in row["quartiles"]:
                    assert all(map(agrees, row["quartiles"].split(" to "), [at["low"], at["high"]]))
            else:
                assert row["ratio"].startswith("over ") and entry["ended"]["why"] == "limit"
                (run,) = (r for r in there[0]["runs"] if r["size"] == entry["ended"]["size"])
                beside = results["limit"] / np.median(run["seconds"])
                least = float(row["ratio"].removeprefix("over ").replace(",", ""))
                assert beside / 1.1 < least <= beside


def test_the_pages_state_the_horizon_and_the_bracket_of_the_contests():
    said = "".join(cell["source"] for page in PAGES for cell in cells(BOOK, page, "markdown"))
    assert HORIZON == 100_000 and "a horizon of a hundred thousand iterations" in said
    closed = double_oracle.default_tolerance(betting.limit(2))
    assert math.isclose(MILLIONTH, 1000 * closed) and "is a thousand times finer" in said
    code = "".join(cell["source"] for cell in cells(BOOK, "contests", "code"))
    assert f'glue("grown-share", "{growth.SHARE}"' in code


def test_the_pages_show_every_exponent_of_a_first_contender(results):
    rows = (row for page in PAGES for table in tables(BOOK, page) for row in table)
    shown = [row["exponent"] for row in rows if "exponent" in row]
    firsts = [contest["entries"][0] for contest in results["contests"]]
    for exponent, first in zip(shown, filter(lambda entry: entry["miss"], firsts), strict=True):
        if law := first["growth"]:
            middle, low, high = (
                f"{round(law[key], 2) + 0.0:.2f}" for key in ("exponent", "low", "high")
            )
            assert exponent == f"{middle} ({low} to {high})".replace("-", "−")
        else:
            rounded_up = math.ceil(100 * first["miss"]) / 100
            assert exponent == f"none, misses by {rounded_up:.2f}"
