"""The command is a contract: its JSON, its one-line errors, its exit status."""

import argparse
import errno
import io
import json
import os
import re
import shlex
import subprocess
import sys
import time
import tomllib
import tracemalloc
import xml.etree.ElementTree as ET
from fractions import Fraction
from functools import partial
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest

import pokerlab
from pokerlab import cli, deals, enumeration, equities, stochastic

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """However slow the machine, no word of work still going on but where a test asks for it."""
    monkeypatch.setattr(cli, "_PATIENCE", 600.0)


def run(capsys, *arguments):
    """Run the command in this process; return its status, output and complaint."""
    try:
        status = cli.main(list(arguments))
    except SystemExit as stop:
        status = stop.code
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_equity_reports_integer_counts_that_add_up(capsys):
    status, out, err = run(capsys, "equity", "AA", "KK", "--json")
    answer = json.loads(out)
    assert (status, err) == (0, "")
    counts = [answer[key] for key in ("win", "tie", "lose")]
    assert all(isinstance(count, int) for count in counts)
    assert sum(counts) == 36 * equities.BOARDS
    assert answer["equity"] == pytest.approx(0.8195, abs=5e-5)


def test_equity_of_a_hand_and_of_its_opponent_add_up_to_one(capsys):
    for hand, opponent in [("AcKd", "7h7s"), ("TT+,AQs+:0.5", "random"), ("JTs", "22")]:
        one, other = (
            json.loads(run(capsys, "equity", *pair, "--json")[1])
            for pair in [(hand, opponent), (opponent, hand)]
        )
        assert one["equity"] + other["equity"] == pytest.approx(1)
        assert (one["win"], one["tie"]) == (other["lose"], other["tie"])


def test_the_opponent_is_random_unless_named(capsys):
    assert run(capsys, "equity", "AA", "--json") == run(capsys, "equity", "AA", "random", "--json")


def test_equity_prints_both_players_shares_for_people(capsys):
    _, out, _ = run(capsys, "equity", "AA", "KK")
    assert re.search(r"^AA +81\.946", out) and re.search(r"^KK +18\.05", out, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["equity", "AcKx", "QQ"], "AcKx"),
        (["equity", "AK9", "QQ"], "AK9"),
        (["equity", "AcAc", "QQ"], "AcAc"),
        (["equity", "AcKd", "AcQd"], "AcKd"),
        (["equity", "", "QQ"], "''"),
        (["equity", "AA:0", "QQ"], "AA:0"),
        (["equity", "AA:1.5", "QQ"], "1.5"),
        (["equity", "AA:-0.5", "QQ"], "-0.5"),
        (["equity", "AA:nan", "QQ"], "nan"),
        (["equity", "AA"] + ["KK"] * 2, "KK"),
        (["equity"], "HAND"),
        (["equity", "AA", "--jason"], "--jason"),
        (["push-fold"], "--stack"),
        (["push-fold", "--stack", "ten"], "ten"),
        (["push-fold", "--stack", "-3"], "-3"),
        (["push-fold", "--stack", "1e999999999"], "1e999999999"),
        (["push-fold", "--stack", "10", "--chart"], "--chart"),
        (["push-fold", "--stack", "10", "--step", "1"], "--step"),
        (["push-fold", "--stack", "10", "--small-blind", "2"], "small_blind"),
        (["push-fold", "--stack", "10", "--output", "push.bmp"], "push.bmp"),
        (["push-fold", "--chart", "--step", "0"], "step"),
        (["push-fold", "--stack=-1.5"], "stack: -1.5 given"),
        (["push-fold", "--stack", "10", "--small-blind", "2"], "small_blind: 2 given, 0 to"),
        (["push-fold", "--chart", "--max", "nan"], "nan"),
        (["one-round"], "--raises"),
        (["one-round", "--raises", ""], "''"),
        (["one-round", "--raises", "0,two"], "two"),
        (["one-round", "--raises", "0,40:2"], "40:2"),
        (["one-round", "--raises", "2:40:0"], "2:40:0"),
        (["one-round", "--raises", "2:40:1:1"], "2:40:1:1"),
        (["one-round", "--raises", "0,2:999999"], "2:999999"),
        (["one-round", "--raises", "3,2:4"], "3 given twice"),
        (["one-round", "--raises=-1,2"], "-1"),
        (["one-round", "--raises", "0", "--small-blind", "3"], "small_blind"),
        (["one-round", "--raises", "any", "--small-blind", "3"], "small_blind: 3 given, 0 to"),
        (["one-round", "--raises", "any", "--small-blind=0", "--big-blind=0"], "big_blind: 0"),
        (["one-round", "--raises", "0,any"], "'any' given"),
        (["no-limit"], "--stack"),
        (["no-limit", "--stack", "ten"], "ten"),
        (["no-limit", "--stack", "1"], "more than 1 needed"),
        (["no-limit", "--stack", "10", "--raises", "2,5x"], "'2' given"),
        (["no-limit", "--stack", "10", "--raises", "1.5x"], "1.5x"),
        (["no-limit", "--stack", "10", "--ante=-1"], "ante"),
        (["no-limit", "--stack", "10", "--tolerance", "0"], "tolerance"),
        (["no-limit", "--stack", "60", "--raises", "all"], "decisions"),
        (["shover", "--stack", "0"], "stack"),
        (["shover", "--stack", "1.5"], "1.5"),
        (["shover", "--small-blind", "3"], "small_blind"),
        (["shover", "--ties", "lost"], "lost"),
        (["match"], "--stack"),
        (["match", "--stack", "0"], "stack"),
        (["match", "--stack", "1.5"], "1.5"),
        (["match", "--stack", "4,"], "stack: '' given"),
        (["match", "--stack", "4,5,6"], "'4,5,6' given"),
        (["match", "--stack", "40,1000"], "'1000' given"),
        (["match", "--stack", "600"], "1200 chips in all"),
        (["match", "--stack", "5", "--small-blind", "3"], "small_blind: 3 given, at most"),
        (["match", "--stack", "5", "--big-blind", "0"], "big_blind"),
        (["match", "--stack", "5", "--tolerance", "0"], "tolerance: 0 given"),
        (["match", "--stack", "5", "--tolerance", "nan"], "tolerance"),
        (["egg-drop", "--eggs", "0"], "eggs"),
        (["egg-drop", "--floors", "many"], "many"),
        (["preflop", "nr=0"], "nr"),
        (["preflop", "nr=two"], "two"),
        (["preflop", "r=-1"], "r"),
        (["preflop", "an=-0.5"], "an"),
        (["preflop", "bl=-1"], "bl"),
        (["preflop", "lim=2"], "lim"),
        (["preflop", "d=0"], "d"),
        (["preflop", "pr=0"], "pr"),
        (["preflop", "stack=10"], "stack=10"),
        (["preflop", "nr"], "'nr'"),
        (["preflop", "nr=1", "nr=2"], "twice"),
        (["bluff"], "bluff"),
        ([], "COMMAND"),
    ],
)
def test_bad_input_gets_one_line_that_names_it_and_status_2(capsys, arguments, named):
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1 and named in err
    assert "Traceback" not in err and "Fraction" not in err


AMOUNTS = {
    "stack": "push-fold --stack={}",
    "max": "push-fold --chart --step={0} --max={0}",
    "step": "push-fold --chart --max=1 --step={}",
    "small_blind": "push-fold --stack=1 --small-blind={}",
    "big_blind": "push-fold --stack=1 --big-blind={}",
    "raises": "one-round --raises={}",
    "raises, from 0": "one-round --raises=0:{}",
    "raises, in steps": "one-round --raises=0:4:{}",
    "small blind": "one-round --raises=2 --small-blind={}",
    "big blind": "one-round --raises=2 --big-blind={}",
    "r": "preflop d=2 r={}",
    "an": "preflop d=2 an={}",
    "bl": "preflop d=2 bl={}",
}
WHOLES = {
    "stack": "shover --stack={}",
    "small-blind": "shover --stack=5 --small-blind={}",
    "big-blind": "shover --stack=5 --big-blind={}",
    "stack of a match": "match --stack={}",
    "blind of a match": "match --stack=5 --big-blind={}",
    "floors": "egg-drop --floors={}",
    "eggs": "egg-drop --eggs={}",
    **{name: f"preflop d=2 {name}={{}}" for name in ("nr", "lim", "liv", "pr")},
    "d": "preflop d={}",
}
NO_NUMBERS = "|nan|inf|-inf|1/0|0/0|0x10|１０|²|٣|½|1_0| 1|1\f|10\n|1,5|1e|--|\udcff|\x1b[2J|x"
NO_NUMBERS = [*NO_NUMBERS.split("|"), "1e999999999", "1e5000000000", "1e400/1", "9" * 100_000]


def refused(capsys, call, given):
    """Make a call that must be refused, and return in how many seconds that was done."""
    start = time.perf_counter()
    status, out, err = run(capsys, *(word.format(given) for word in call.split()))
    assert (status, out) == (2, ""), given
    assert err.count("\n") == 1 and err.endswith("\n") and err[:-1].isprintable(), err
    assert len(err) < 1200
    return time.perf_counter() - start


@pytest.fixture
def no_work(monkeypatch):
    """Fail if a deal is dealt or a building is built before bad input is refused."""
    monkeypatch.setattr(deals, "holdem", lambda **_: pytest.fail("dealt"))
    monkeypatch.setattr(equities, "hand_counts", lambda: pytest.fail("dealt"))


@pytest.mark.parametrize("name", AMOUNTS)
def test_what_is_no_amount_is_refused_before_any_work(capsys, no_work, name):
    beyond = ["1e300", "-1e300", "1000001", "-1", "1e-300", "0.0009", "1e-999", "9" * 99]
    for given in [*NO_NUMBERS, *beyond]:
        if not ("raises" in name and given == "1,5"):
            refused(capsys, AMOUNTS[name], given)


@pytest.mark.parametrize("name", WHOLES)
def test_what_is_no_whole_number_is_refused_before_any_work(capsys, no_work, name):
    for given in [*NO_NUMBERS, "1e300", "-1", "1e-300", "0.5", "1/2"]:
        if not (name == "stack of a match" and given == "1,5"):
            refused(capsys, WHOLES[name], given)


@pytest.mark.parametrize(
    "call",
    [
        "push-fold --chart --exact",
        "push-fold --stack 5 --step 1",
        "push-fold --stack 5 --max 1",
        "push-fold --stack 5 --output x.bmp",
        "push-fold --chart --output x.bmp",
        "push-fold --stack 5 --small-blind 2",
        "push-fold --stack=-5",
        "push-fold --chart --step 3 --max 2",
        "push-fold --chart --step 0.001 --max 20",
        "one-round --raises 0:999:0.1",
        "one-round --raises 0,2 --small-blind 3",
        "preflop nr=101",
        "preflop d=1001",
        "shover --stack 201 --exact",
        "shover --stack 2001",
        "shover --stack 201 --method lp",
        "match --stack 501",
        "match --stack 5 --small-blind 3",
        "match --stack 5 --tolerance=-1",
        "egg-drop --floors 2000 --eggs 2",
    ],
)
def test_what_cannot_be_served_is_refused_before_any_work(capsys, no_work, call):
    refused(capsys, call, None)


def test_ranges_of_sizes_are_not_written_out_beyond_the_limit(capsys, no_work):
    given = ",".join(f"{first}:{first + 900}" for first in range(0, 10**7, 1000))
    memory = tracemalloc.start() or tracemalloc.get_traced_memory()[0]
    refused(capsys, "one-round --raises={}", given)
    peak = tracemalloc.get_traced_memory()[1] - memory
    tracemalloc.stop()
    assert peak < 20e6


@pytest.mark.parametrize("option", ["stack", "max", "step", "output", "small-blind"])
def test_two_dashes_are_no_value(capsys, option):
    """Before Python 3.13 argparse makes an empty list of them."""
    status, out, err = run(capsys, "push-fold", "--chart", f"--{option}=--")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert option in err.replace("_", "-")


def test_a_damaged_table_gets_one_line_that_says_how_to_mend_it(capsys, monkeypatch, tmp_path):
    broken = tmp_path / "equities.npy"
    broken.write_bytes(b"not a table")
    monkeypatch.setattr(equities, "TABLE", broken)
    equities.combo_counts.cache_clear()
    status, out, err = run(capsys, "equity", "AA", "KK")
    assert (status, out) == (1, "")
    assert err.count("\n") == 1 and "pokerlab equities --rebuild" in err


def test_a_rebuilt_table_that_is_another_says_so_and_fails(capsys, monkeypatch, tmp_path):
    wrong = np.load(equities.TABLE) + 1
    monkeypatch.setattr(enumeration, "enumerate_counts", lambda: wrong)
    monkeypatch.setattr(equities, "TABLE", tmp_path / "equities.npy")
    status, out, err = run(capsys, "equities", "--rebuild", "--json")
    answer = json.loads(out)
    assert answer.keys() == {"seconds", "sha256", "matches_shipped"}
    assert status == 1 and answer["matches_shipped"] is False
    assert err.count("\n") == 1 and answer["sha256"] in err and equities.SHA256 in err
    assert "nothing was written" in err and not list(tmp_path.iterdir())
    status, out, _ = run(capsys, "equities", "--rebuild")
    assert status == 1 and "NOT the same as the shipped table" in out


def test_a_missing_table_is_made_anew(capsys, monkeypatch, tmp_path):
    right = np.load(equities.TABLE)
    monkeypatch.setattr(enumeration, "enumerate_counts", lambda: right)
    monkeypatch.setattr(equities, "TABLE", tmp_path / "equities.npy")
    assert run(capsys, "equities", "--json")[0] == 1
    status, out, _ = run(capsys, "equities", "--rebuild", "--json")
    assert status == 0 and json.loads(out)["matches_shipped"] is True
    assert json.loads(run(capsys, "equities", "--json")[1]) == {"sha256": equities.SHA256}


def test_push_fold_reports_a_certified_equilibrium(capsys):
    answer = json.loads(run(capsys, "push-fold", "--stack", "10", "--json")[1])
    assert answer["lower"] <= answer["value"] <= answer["upper"] <= answer["lower"] + 1e-9
    assert answer["push"]["AA"] == answer["call"]["AA"] == 1
    assert answer["push"]["32o"] == answer["call"]["32o"] == 0
    assert len(answer["push"]) == len(answer["call"]) == 169


def test_match_reports_a_bracket_for_the_small_blind(capsys):
    words = "match --stack 40,40 --small-blind 3 --big-blind 6 --json"
    status, out, err = run(capsys, *words.split())
    answer = json.loads(out)
    assert (status, err) == (0, "")
    assert answer["lower"] <= answer["small_blind"] <= answer["upper"] <= answer["lower"] + 1e-9
    assert answer["small_blind"] == pytest.approx(0.500310884, abs=1e-8)
    both = json.loads(run(capsys, *words.replace("40,40", "40").split())[1])
    assert both == answer


def test_the_stacks_of_a_match_are_the_small_blinds_and_the_big_blinds(capsys):
    words = "match --stack {} --tolerance 1e-6 --json"
    short, long = (
        json.loads(run(capsys, *words.format(stacks).split())[1])["small_blind"]
        for stacks in ("2,8", "8,2")
    )
    assert 0.15 < short < 0.25 and 0.75 < long < 0.85


def test_match_draws_what_either_player_does_with_his_stack(capsys):
    status, out, _ = run(capsys, "match", "--stack", "5,4")
    assert status == 0 and "Proven by best replies:" in out
    assert "Small blind pushes, 5 chips" in out and "Big blind calls, 4 chips" in out


def test_a_tolerance_that_rounding_forbids_gets_one_line_and_status_1(capsys):
    status, out, err = run(capsys, "match", "--stack", "4", "--tolerance", "1e-20")
    assert (status, out) == (1, "")
    assert err.startswith("pokerlab match: tolerance: 1e-20 is not reached")
    assert err.count("\n") == 1


def test_push_fold_without_card_removal_is_another_game(capsys):
    exact, independent = (
        json.loads(run(capsys, "push-fold", "--stack", "10", "--json", *option)[1])
        for option in ([], ["--no-card-removal"])
    )
    assert exact["value"] > independent["value"]


def test_the_chart_lists_the_stacks_at_which_a_hand_is_played(capsys):
    options = ["--chart", "--step", "1", "--max", "6", "--json"]
    answer = json.loads(run(capsys, "push-fold", *options)[1])
    assert answer["push"]["AA"] == answer["call"]["AA"] == [[1, 6]]
    first, last = answer["push"]["32o"][0]
    assert first == 1 and last < 6


def test_push_fold_draws_for_a_terminal_and_into_a_file(capsys, tmp_path):
    status, out, _ = run(capsys, "push-fold", "--stack", "10")
    assert status == 0 and "push 58.3% of hands" in out and "\x1b" not in out
    picture = tmp_path / "ranges.svg"
    status, out, _ = run(capsys, "push-fold", "--chart", "--max", "1", "--output", str(picture))
    assert status == 0 and str(picture) in out and picture.read_text().startswith("<svg")


def test_one_round_gives_every_size_its_frequency(capsys):
    answer = json.loads(run(capsys, "one-round", "--raises", "6,0,2:4:0.5", "--json")[1])
    assert list(answer["sizes"]) == ["0", "2", "2.5", "3", "3.5", "4", "6"]
    assert answer["fold"] + sum(answer["sizes"].values()) == pytest.approx(1)
    assert answer["lower"] <= answer["value"] <= answer["upper"] < answer["lower"] + 1e-9


def test_one_round_with_one_size_or_none_but_the_call(capsys):
    values = [
        json.loads(run(capsys, "one-round", "--raises", sizes, "--json")[1])["value"]
        for sizes in ("0", "0,8")
    ]
    assert abs(values[0]) < 1e-9 and 0.3 < values[1] < 0.4


@pytest.mark.parametrize("json_asked", [True, False])
def test_one_round_takes_every_real_raise(capsys, monkeypatch, json_asked):
    from pokerlab.studies import any_raise

    few = any_raise.solve(deals.numbers(4), tolerance=1e-7)
    monkeypatch.setattr(any_raise, "solve", lambda deal, small, big: few)
    options = ["--json"] if json_asked else []
    status, out, err = run(capsys, "one-round", "--raises", "any", *options)
    assert (status, err) == (0, "")
    if json_asked:
        answer = json.loads(out)
        assert answer["lower"] == float(few.lower) <= answer["value"] <= answer["upper"]
        assert answer["fold"] + sum(answer["sizes"].values()) == pytest.approx(1)
        assert len(answer["sizes"]) == len(few.raises) + 1
    else:
        assert "Proven" in out and re.search(r"^call +\d+\.\d%  #+$", out, re.MULTILINE)


def test_one_round_may_have_other_blinds_and_draws_its_sizes(capsys):
    status, out, err = run(capsys, "one-round", "--raises", "0,8", "--small-blind", "0")
    assert (status, err) == (0, "")
    assert "Value to Alice:" in out and re.search(r"^raise 8 +\d+\.\d%  #+$", out, re.MULTILINE)


def test_shover_reports_the_match_by_either_method(capsys):
    by_policy, by_lp = (
        json.loads(run(capsys, "shover", "--stack", "10", "--method", method, "--json")[1])
        for method in ("policy", "lp")
    )
    assert (by_policy.pop("method"), by_lp.pop("method")) == ("policy", "lp")
    assert by_policy == pytest.approx(by_lp, abs=1e-6)
    assert by_policy["start"] == pytest.approx(
        (by_policy["small_blind"] + by_policy["big_blind"]) / 2
    )


def test_a_tie_counts_as_it_is_told(capsys):
    starts = [
        json.loads(run(capsys, "shover", "--ties", ties, "--json")[1])["start"]
        for ties in ("half", "returned", "won")
    ]
    assert starts == sorted(starts)
    assert starts == pytest.approx([0.629, 0.631, 0.640], abs=5e-4)


def test_preflop_reports_the_value_to_the_big_blind(capsys):
    answer = json.loads(run(capsys, "preflop", "nr=2", "--json")[1])
    assert answer["lower"] <= answer["value"] <= answer["upper"] <= answer["lower"] + 1e-9
    assert answer["value"] == pytest.approx(0.022447573, abs=5e-10)


def test_preflop_prints_sim_c_s_report(capsys):
    status, out, _ = run(capsys, "preflop", "nr=2", "pr=4")
    assert status == 0 and out.count("Pure bit:") == out.count("Probabilistic bit:") == 2
    assert "Actual primal value 0.0224476\nActual dual value   0.0224476\nThey are the same" in out
    assert re.search(r"^c87o +0\.001403 +0\.9986 +0$", out, re.MULTILINE)


def test_preflop_plays_numbers(capsys):
    status, out, _ = run(capsys, "preflop", "d=2", "nr=1", "an=0", "bl=1")
    assert status == 0 and "Actual primal value -0.250000000" in out


def test_egg_drop_with_one_egg_climbs_floor_by_floor(capsys):
    answer = json.loads(run(capsys, "egg-drop", "--floors", "10", "--eggs", "1", "--json")[1])
    # Critical floor 1 to 10 takes as many drops; "no floor breaks it" takes ten.
    assert answer == {"expected_drops": pytest.approx((55 + 10) / 11), "first_floor": 1}
    assert "First drop from floor 13" in run(capsys, "egg-drop")[1]


def test_help_lists_every_command(capsys):
    status, out, _ = run(capsys, "--help")
    assert status == 0
    commands = "equity", "equities", "push-fold", "one-round", "preflop", "shover", "egg-drop"
    for command in commands:
        assert command in out
        assert "example" in run(capsys, command, "--help")[1]


def test_the_readme_s_commands_work(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"^\$ pokerlab (.*?)(?: *#.*)?$", (ROOT / "README.md").read_text(), re.M)
    assert examples
    for example in examples:
        if "--rebuild" not in example:  # tests of the table rebuild it
            assert run(capsys, *shlex.split(example))[0] == 0, example


def test_the_readme_s_picture_is_what_the_package_draws():
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        import picture
    finally:
        sys.path.pop(0)
    assert picture.PICTURE.read_text(encoding="utf-8") == picture.picture().svg()


def test_a_reader_that_stops_listening_does_no_harm():
    command = f"{shlex.quote(sys.executable)} -m pokerlab.cli equity AA KK | true"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""


def test_looking_up_an_equity_loads_no_compiler():
    program = "import sys; from pokerlab import cli; cli.main(['equity', 'AA', 'KK']); "
    program += "print([name for name in ('numba', 'matplotlib', 'cvxpy') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_values_as_fractions(capsys):
    answer = json.loads(run(capsys, "push-fold", "--stack", "10", "--exact", "--json")[1])
    assert float(Fraction(answer["exact"])) == pytest.approx(answer["value"], abs=1e-12)
    assert answer["exact"] in run(capsys, "push-fold", "--stack", "10", "--exact")[1]
    answer = json.loads(run(capsys, "shover", "--stack", "30", "--exact", "--json")[1])
    assert float(Fraction(answer["exact"])) == pytest.approx(answer["start"], abs=1e-12)
    assert re.search(
        r"Exactly: \d{8}\.\.\.\d{8} \(\d+ digits\)/", run(capsys, "shover", "--exact")[1]
    )
    for wrong in ["push-fold --chart --exact", "shover --stack 201 --exact"]:
        status, out, err = run(capsys, *wrong.split())
        assert (status, out, err.count("\n")) == (2, "", 1) and "--exact" in err


# Files


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("file/x.svg", "Not a directory"),
        ("away/x.svg", "No such file or directory"),
        ("folder.svg", "Is a directory"),
        ("a" * 300 + ".svg", "File name too long"),
    ],
)
def test_a_path_that_cannot_be_written_is_named_before_any_work(
    capsys, no_work, tmp_path, name, complaint
):
    (tmp_path / "file").touch()
    (tmp_path / "folder.svg").mkdir()
    output = tmp_path / name
    status, out, err = run(capsys, "push-fold", "--stack", "5", "--output", str(output))
    assert (status, out) == (1, "")
    assert err == f"pokerlab push-fold: {output} cannot be written: {complaint}\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["file", "folder.svg"]


NAMES = ["a b.svg", "$HOME.svg", "quo'te\".svg", "é中.svg", "new\nline.svg", "\udcff.svg", "-x.svg"]


@pytest.mark.parametrize("name", [*NAMES, "a" * 250 + ".svg"], ids=ascii)
def test_a_picture_may_have_any_name(capsys, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    status, out, err = run(capsys, "push-fold", "--stack", "1", f"--output={name}")
    assert (status, err) == (0, "")
    assert "Charts written to" in out and out.count("\n") == 3 and out.encode()
    assert [file.name for file in tmp_path.iterdir()] == [name]
    ET.fromstring(Path(name).read_bytes())


def test_a_link_stays_a_link(capsys, tmp_path):
    link, picture = tmp_path / "link.svg", tmp_path / "elsewhere" / "picture.svg"
    picture.parent.mkdir()
    link.symlink_to(picture)
    assert run(capsys, "push-fold", "--stack", "1", "--output", str(link))[0] == 0
    assert link.is_symlink() and picture.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("error", "complaint"),
    [
        (OSError(errno.ENOTDIR, "Not a directory"), "1,234 x: Not a directory"),
        (OSError(errno.ENOENT, "No such file or directory", "a/b"), "a/b: No such file or dir"),
        (OSError("a/b cannot be read: too old"), "a/b cannot be read: too old"),
        (MemoryError(), "not enough memory for 1,234 x"),
        (MemoryError("Unable to allocate 8 GiB"), "not enough memory for 1,234 x"),
        (ImportError("cannot load libx.so"), "cannot load libx.so"),
        (ZeroDivisionError(), "ZeroDivisionError"),
    ],
)
def test_what_fails_is_named_with_what_was_being_done(capsys, monkeypatch, error, complaint):
    def fail(arguments):
        cli._work_on(arguments, "1,234 x")
        raise error

    monkeypatch.setattr(cli, "_egg_drop", fail)
    status, out, err = run(capsys, "egg-drop")
    assert (status, out) == (1, "")
    assert err.startswith(f"pokerlab egg-drop: {complaint}") and err.count("\n") == 1


# Terminals


class Narrow(io.TextIOWrapper):
    """Standard output of an encoding that has few characters."""

    def __init__(self, encoding):
        super().__init__(io.BytesIO(), encoding=encoding, write_through=True)

    def text(self):
        return self.buffer.getvalue().decode(self.encoding)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
@pytest.mark.parametrize(
    "call",
    ["push-fold --stack 10", "push-fold --chart --max 1", "shover --stack 10", "preflop d=3"],
)
def test_a_terminal_with_few_characters_gets_readable_drawings(monkeypatch, encoding, call):
    monkeypatch.setattr(sys, "stdout", narrow := Narrow(encoding))
    assert cli.main(call.split()) == 0
    out = narrow.text()
    assert len(out.splitlines()) > 10 and "\\x" not in out and "\\u" not in out
    if "push-fold --stack" in call:
        assert re.search(r"^AA    AKs ", out, re.MULTILINE)
        assert re.search(r"[.·] {5}[.·] {5}[.·]$", out, re.MULTILINE)


def test_a_file_s_name_that_cannot_be_printed_is_escaped(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "stdout", narrow := Narrow("ascii"))
    assert cli.main(["push-fold", "--stack", "1", "--output", str(tmp_path / "é.svg")]) == 0
    assert r"\xe9.svg" in narrow.text()


def test_a_terminal_without_colours_gets_none(capsys, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    for term, colours in [("xterm", True), ("dumb", False)]:
        monkeypatch.setenv("TERM", term)
        monkeypatch.delenv("NO_COLOR", raising=False)
        assert ("\x1b" in run(capsys, "push-fold", "--stack", "1")[1]) == colours


FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")


@FULL
@pytest.mark.parametrize("call", ["--help", "--version", "egg-drop", "shover --help"])
def test_an_answer_that_cannot_be_written_is_an_error(call):
    command = [sys.executable, "-m", "pokerlab", *call.split()]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
        assert done.returncode == 1
        complaint = "standard output cannot be written: No space left on device\n"
        assert done.stderr.endswith(complaint) and done.stderr.count("\n") == 1
        assert subprocess.run(command, stdout=full, stderr=full).returncode == 1


@FULL
def test_a_complaint_that_cannot_be_written_leaves_the_status():
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "pokerlab.cli", "egg-drop", "--floors", "0"]
        assert subprocess.run(command, stderr=full).returncode == 2


def test_an_interrupt_ends_the_command_with_status_130_and_no_word(tmp_path):
    program = (
        "import os, signal, sys; from pokerlab import charts, cli; "
        "signal.signal(signal.SIGINT, signal.default_int_handler); "
        "replace = os.replace; "
        "os.replace = lambda *names: (signal.raise_signal(signal.SIGINT), replace(*names)); "
        "sys.exit(cli.main(['push-fold', '--stack', '1', '--output', 'x.svg']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (130, "")
    assert all("still at work" in line for line in done.stderr.splitlines())
    assert not list(tmp_path.iterdir())


# Long work


@pytest.fixture
def slow(monkeypatch):
    """A command that takes longer than its user's patience."""
    monkeypatch.setattr(cli, "_PATIENCE", 0.01)
    quick = stochastic.egg_drop

    def slowly(*arguments):
        time.sleep(0.5)
        return quick(*arguments)

    monkeypatch.setattr(stochastic, "egg_drop", slowly)


def test_long_work_says_what_it_is_in_one_line_and_its_answer_is_one_object(capsys, slow):
    status, out, err = run(capsys, "egg-drop", "--json")
    assert status == 0 and json.loads(out)["first_floor"] == 13
    assert err == "pokerlab egg-drop: still at work on 10,100 drops from 100 floors\n"


def test_a_bar_on_the_terminal_is_word_enough(capsys, monkeypatch):
    arguments = argparse.Namespace(prog="pokerlab", task="much", bar=True)
    for terminal, bar, line in [(True, True, 0), (True, False, 1), (False, True, 1)]:
        monkeypatch.setattr(sys.stderr, "isatty", lambda terminal=terminal: terminal)
        arguments.bar = bar
        cli._announce(arguments)
        assert capsys.readouterr().err == "pokerlab: still at work on much\n" * line


@pytest.mark.parametrize(
    ("call", "task", "bar"),
    [
        ("equities --rebuild", "all boards of 1326 x 1326 match-ups", True),
        ("push-fold --chart --step 0.01", "2,000 stacks", True),
        ("push-fold --stack 10 --exact", "push/fold at 10", False),
        ("one-round --raises 0:999", "1,000 sizes of the raise for 169 x 169 hands", True),
        ("one-round --raises any", "every real size of the raise for 169 x 169 hands", True),
        ("preflop d=1000", "1000 x 1000 numbers and 9 endings of the betting", False),
        ("preflop nr=2", "169 x 169 hands and 17 endings of the betting", False),
        ("shover --stack 2000", "a match over 4,000 chips", False),
        ("egg-drop --floors 1000", "1,001,000 drops from 1,000 floors", False),
    ],
)
def test_every_long_work_has_a_name(capsys, monkeypatch, call, task, bar):
    class Begun(Exception):
        pass

    def begin(arguments, task, bar=False):
        noted.append((task, bar))
        raise Begun

    noted = []
    monkeypatch.setattr(cli, "_work_on", begin)
    with pytest.raises(Begun):
        cli.main(call.split())
    assert noted == [(task, bar)]


def test_eggs_in_plenty_take_no_longer(capsys):
    few, plenty = (
        json.loads(run(capsys, "egg-drop", "--floors", "1", "--eggs", eggs, "--json")[1])
        for eggs in ("1", "9" * 9)
    )
    assert few == plenty == {"expected_drops": 1.0, "first_floor": 1}


def test_numbers_are_played_without_the_table_of_hands(capsys, no_work):
    assert run(capsys, "preflop", "d=2")[0] == 0


# Help


def test_the_version_is_the_package_s(capsys):
    assert run(capsys, "--version") == (0, f"pokerlab {pokerlab.__version__}\n", "")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"] and "version" not in project["project"]
    assert metadata.version("pokerlab") == pokerlab.__version__
    assert f"version = {{{pokerlab.__version__}}}" in (ROOT / "README.md").read_text("utf-8")
    assert f"\nversion: {pokerlab.__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_the_examples_in_the_help_work(capsys, tmp_path, monkeypatch):
    """With every real raise to two digits: the others take long, and a chapter has them."""
    from pokerlab.studies import any_raise

    monkeypatch.setattr(any_raise, "solve", partial(any_raise.solve, tolerance=1e-2))
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^    ([a-z-]+)\s", run(capsys, "--help")[1], re.MULTILINE)
    assert len(commands) == 10
    for command in commands:
        examples = run(capsys, command, "--help")[1].partition("examples:\n")[2].splitlines()
        assert examples
        for example in examples:
            name, *arguments = shlex.split(example)
            assert (name, arguments[0]) == ("pokerlab", command)
            if "--rebuild" not in arguments:  # tests of the table rebuild it
                assert run(capsys, *arguments)[0] == 0, example


@pytest.mark.parametrize("columns", ["0", "1", "20", "500"])
def test_help_fits_any_terminal(capsys, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    for command in ([], ["push-fold"], ["preflop"]):
        status, out, _ = run(capsys, *command, "--help")
        assert status == 0 and "--help" in out


def test_zero_has_no_minus(capsys):
    assert cli.main(["push-fold", "--stack", "1"]) == 0
    assert "Value to the small blind: +0.000000000" in capsys.readouterr().out


# Without what only parts of the package need


BLOCKED = "cvxpy", "jax", "optax", "joblib", "dask", "distributed"
CORE_CALLS = [
    "equity AA KK",
    "equities",
    "push-fold --stack 10 --exact",
    "push-fold --chart --step 1 --max 6",
    "preflop nr=2 lim=0",
    "one-round --raises 0,2:8",
    "shover --stack 10 --exact",
    "egg-drop",
]


@pytest.fixture(scope="module")
def core_only(tmp_path_factory):
    """A folder on Python's path whose ``sitecustomize`` hides all packages that are optional."""
    folder = tmp_path_factory.mktemp("core")
    program = f"import sys\nsys.modules.update(dict.fromkeys({BLOCKED}))\n"
    (folder / "sitecustomize.py").write_text(program)
    return folder


def run_core(folder, call):
    """Run the command in a process of its own that finds no optional package."""
    paths = os.pathsep.join(map(str, (folder, ROOT)))
    command = [sys.executable, "-m", "pokerlab.cli", *shlex.split(call), "--json"]
    return subprocess.run(
        command, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True
    )


@pytest.mark.parametrize("call", CORE_CALLS)
def test_the_command_needs_only_the_core_s_packages(capsys, core_only, call):
    done = run_core(core_only, call)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(run(capsys, *call.split(), "--json")[1])


def test_what_needs_an_optional_package_says_how_to_install_it(core_only):
    done = run_core(core_only, "shover --stack 10 --method lp")
    assert (done.returncode, done.stdout) == (1, "")
    complaint = 'pokerlab shover: this needs cvxpy: pip install "pokerlab[convex]"\n'
    assert done.stderr == complaint


@pytest.mark.parametrize("module", ["argparse", "fractions"])
def test_an_interrupt_while_the_command_is_loaded_gets_no_traceback(module):
    program = (
        "import signal, sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}:\n"
        "            signal.raise_signal(signal.SIGINT)\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"sys.modules.pop({module!r}, None)\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        f"sys.path.insert(0, {str(ROOT)!r})\n"
        "from pokerlab.cli import main\n"
        "main(['egg-drop'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
