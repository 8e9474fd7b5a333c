"""The command is a contract: its JSON, its one-line errors, its exit status."""

import json
import re
import shlex
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from pokerlab import cli, equities

ROOT = Path(__file__).parent.parent


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
        (["push-fold", "--stack=-1.5"], "stack: -3/2 given"),
        (["push-fold", "--stack", "10", "--small-blind", "2"], "small_blind: 2 given, 0 to"),
        (["push-fold", "--chart", "--max", "nan"], "nan"),
        (["one-round"], "--raises"),
        (["one-round", "--raises", ""], "''"),
        (["one-round", "--raises", "0,two"], "two"),
        (["one-round", "--raises", "0,40:2"], "40:2"),
        (["one-round", "--raises", "2:40:0"], "2:40:0"),
        (["one-round", "--raises", "2:40:1:1"], "2:40:1:1"),
        (["one-round", "--raises", "0,2:999999999"], "2:999999999"),
        (["one-round", "--raises", "3,2:4"], "3 given twice"),
        (["one-round", "--raises=-1,2"], "-1"),
        (["one-round", "--raises", "0", "--small-blind", "3"], "small_blind"),
        (["shover", "--stack", "0"], "stack"),
        (["shover", "--stack", "1.5"], "1.5"),
        (["shover", "--small-blind", "3"], "small_blind"),
        (["shover", "--ties", "lost"], "lost"),
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


def test_a_damaged_table_gets_one_line_that_says_how_to_mend_it(capsys, monkeypatch, tmp_path):
    broken = tmp_path / "equities.npy"
    broken.write_bytes(b"not a table")
    monkeypatch.setattr(equities, "TABLE", broken)
    equities.combo_counts.cache_clear()
    status, out, err = run(capsys, "equity", "AA", "KK")
    assert (status, out) == (1, "")
    assert err.count("\n") == 1 and "pokerlab equities --rebuild" in err


def test_push_fold_reports_a_certified_equilibrium(capsys):
    answer = json.loads(run(capsys, "push-fold", "--stack", "10", "--json")[1])
    assert answer["lower"] <= answer["value"] <= answer["upper"] <= answer["lower"] + 1e-9
    assert answer["push"]["AA"] == answer["call"]["AA"] == 1
    assert answer["push"]["32o"] == answer["call"]["32o"] == 0
    assert len(answer["push"]) == len(answer["call"]) == 169


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


def test_the_readme_s_commands_work(capsys):
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
