"""What was measured, and the page that shows it."""

import json
import math
import re
from html import unescape
from inspect import signature
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from benchmarks import family, harness, run
from benchmarks.bench_one_round import HORIZON, MILLIONTH
from pokerlab.solvers import cfr, double_oracle

BOOK = Path(__file__).parent.parent / "book"
CELLS = json.loads((BOOK / "performance.ipynb").read_text(encoding="utf-8"))["cells"]


@pytest.fixture
def results():
    return json.loads((BOOK / "performance.json").read_text(encoding="utf-8"))


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


def test_the_results_follow_from_their_seconds(results):
    for contest in results["contests"]:
        again = json.loads(json.dumps(contest))
        assert harness.summarise(again)["entries"]
        assert json.loads(run.dumps({"contest": again}))["contest"] == contest


def test_the_results_say_nothing_of_whose_machine_it_was(results):
    said = {"processor", "cores", "memory", "system", "python", "versions"}
    assert {*results["machine"]} == said and "/" not in json.dumps(results["machine"])


def tables():
    """The tables of the page: lists of rows as mappings from column to text."""
    for cell in CELLS:
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
    said = "\n".join("".join(cell["source"]) for cell in CELLS)
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
