"""The command is a contract: its JSON, its one-line errors, its exit status."""

import json
import re
import shlex
import subprocess
import sys
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
        (["bluff"], "bluff"),
        ([], "COMMAND"),
    ],
)
def test_bad_input_gets_one_line_that_names_it_and_status_2(capsys, arguments, named):
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1 and named in err and "Traceback" not in err


def test_a_damaged_table_gets_one_line_that_says_how_to_mend_it(capsys, monkeypatch, tmp_path):
    broken = tmp_path / "equities.npy"
    broken.write_bytes(b"not a table")
    monkeypatch.setattr(equities, "TABLE", broken)
    equities.combo_counts.cache_clear()
    status, out, err = run(capsys, "equity", "AA", "KK")
    assert (status, out) == (1, "")
    assert err.count("\n") == 1 and "pokerlab equities --rebuild" in err


def test_help_lists_every_command(capsys):
    status, out, _ = run(capsys, "--help")
    assert status == 0
    for command in ("equity", "equities"):
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
