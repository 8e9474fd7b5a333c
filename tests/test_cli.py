"""The command is a contract: its JSON, its one-line errors, its exit status."""

import io
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import pokerlab as pl
import pokerlab.__main__
from pokerlab import cli, enumeration, equities
from pokerlab.stacks.match import Match
from pokerlab.studies import whole_game
from tools import stored

ROOT = Path(__file__).parent.parent
LATE = sys.version_info >= (3, 14)  # whose argparse takes the `--` of `--name=--` for a value


def run(capsys, *arguments):
    """Run the command in this process; return its status, output and complaint."""
    try:
        status = cli.main(list(arguments))
    except SystemExit as stop:
        status = stop.code
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def answer_of(capsys, words):
    """The object that a command prints with --json, if it goes well."""
    status, out, err = run(capsys, *words.split(), "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


def test_equity_reports_integer_counts_that_add_up(capsys):
    answer = answer_of(capsys, "equity AA KK")
    counts = [answer[key] for key in ("win", "tie", "lose")]
    assert all(isinstance(count, int) for count in counts)
    assert sum(counts) == 36 * equities.BOARDS
    assert answer["equity"] == pytest.approx(0.8195, abs=5e-5)


def test_the_opponent_is_random_unless_named(capsys):
    assert run(capsys, "equity", "AA", "--json") == run(capsys, "equity", "AA", "random", "--json")


def test_equity_prints_both_players_shares_for_people(capsys):
    _, out, _ = run(capsys, "equity", "AA", "KK")
    assert re.search(r"^AA +81\.946", out) and re.search(r"^KK +18\.05", out, re.MULTILINE)


BAD = {
    "equity": "HAND",
    "equity AcKx QQ": "AcKx",
    "equity AA --jason": "--jason",
    "push-fold": "--stack",
    "push-fold --stack ten": "stack: 'ten' given, a finite number needed",
    "push-fold --stack 10 --chart": "--chart",
    "push-fold --stack 10 --against 22+,AX": "argument --against: cannot read 'AX'",
    "push-fold --stack 10 --against 22+ --as button": "--as: invalid choice: 'button'",
    "push-fold --stack 10 --against 22+ --exact": "--exact: not allowed, --against takes only --",
    "push-fold --stack 1 --against 22+": "stack: 1 given, more than the big blind, 1, needed",
    "push-fold --stack 10 --risk 0": "--risk: not allowed, --stack takes only --exact",
    "push-fold --stack 10 --step 1": "--step: not allowed, --stack takes only --exact",
    "push-fold --chart --exact": "--exact: not allowed, --chart takes only --",
    "push-fold --stack 10 --small-blind 2": "small_blind: 2 given, 0 to",
    "one-round": "--raises",
    "one-round --raises=": "''",
    "one-round --raises 0,two": "two",
    "one-round --raises 0,40:2": "40:2",
    "one-round --raises 0,2:999999": "first:last[:step] needed, with at most 5,000 sizes",
    "one-round --raises 0 --small-blind 3": "small_blind",
    "no-limit --stack 10 --raises 2,5x": "'2' given",
    "no-limit --stack 10 --tolerance 0": "tolerance: 0 given, more than 0 needed",
    "whole-game --stack 5 --ante 1 --level 1": "level: 1 given, which needs a small blind of half",
    "whole-game --stack 5 --small-blind 1 --verify": "level: 1 given, which needs a small",
    "whole-game --stack 5 --level 0 --verify": "level: 0 given, 1 needed to verify",
    "whole-game --stack 5 --big-blind 0 --small-blind 0": "big_blind: 0 given, more than 0 needed",
    "river --board Td9d6hQc2s --pot 2 --stack 9 --bets 60%,x": "bets: 'x' given",
    "river --board Td9d6hQc2s --stack 9": "--pot",
    "shover --stack 201 --method lp": "stack: 201 given, at most 200 allowed",
    "shover --ties lost": "lost",
    "match --stack 0": "stack: '0' given",
    "match --stack 2001": "stack: 2001 given, at most 2,000 allowed",
    "match --stack 4,5,6": "stack: '5,6' given",
    "egg-drop --eggs 0": "eggs",
    "egg-drop --floors=--": f"floors: '--' given, a {'whole number' if LATE else 'value needed'}",
    "push-fold --stack 3 --against=--": f"--against: {'cannot read ' * LATE}'--'",
    "egg-drop --floors 2000": "floors: 2000 given, 4,002,000 moves, at most 2,000,000 allowed",
    "preflop lim=2": "lim: '2' given, a whole number from 0 to 1 needed",
    "preflop pr=16": "pr: '16' given, a whole number from 1 to 15 needed",
    "preflop stack=10": "'stack=10' given, variable=value needed",
    "preflop nr": "'nr' given",
    "preflop nr=1 nr=2": "nr: 1 and 2 given, one needed",
    "bluff": "bluff",
    "": "COMMAND",
}


@pytest.mark.parametrize("call", BAD)
def test_bad_input_gets_one_line_that_names_it_and_status_2(capsys, call):
    status, out, err = run(capsys, *call.split())
    assert (status, out) == (2, "")
    assert err.count("\n") == 1 and err.startswith("pokerlab") and BAD[call] in err
    assert "Fraction" not in err


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


def test_where_no_table_can_be_written_nothing_is_counted(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(enumeration, "enumerate_counts", lambda: pytest.fail("begun"))
    monkeypatch.setattr(equities, "TABLE", table := tmp_path / "away" / "equities.npy")
    complaint = f"pokerlab equities: {table} cannot be written: No such file or directory\n"
    assert run(capsys, "equities", "--rebuild") == (1, "", complaint)


def test_push_fold_reports_a_certified_equilibrium(capsys):
    answer = answer_of(capsys, "push-fold --stack 10")
    assert answer["lower"] <= answer["value"] <= answer["upper"] <= answer["lower"] + 1e-9
    assert answer["push"]["AA"] == answer["call"]["AA"] == 1
    assert answer["push"]["32o"] == answer["call"]["32o"] == 0
    assert len(answer["push"]) == len(answer["call"]) == 169


def test_match_reports_a_bracket_for_the_small_blind(capsys):
    words = "match --stack 8,8 --small-blind 1 --big-blind 3"
    answer = answer_of(capsys, words)
    assert answer["lower"] <= answer["small_blind"] <= answer["upper"] <= answer["lower"] + 1e-9
    assert answer["small_blind"] == pytest.approx(Match(16, 1, 3).solve().win[8, 0], abs=1e-9)
    assert answer_of(capsys, words.replace("8,8", "8")) == answer


def test_the_stacks_of_a_match_are_the_small_blinds_and_the_big_blinds(capsys):
    for stacks, low, high in [("2,8", 0.15, 0.25), ("8,2", 0.75, 0.85)]:
        answer = answer_of(capsys, f"match --stack {stacks} --tolerance 1e-6")
        assert low < answer["small_blind"] < high


def test_a_tolerance_that_rounding_forbids_gets_one_line_and_status_1(capsys):
    status, out, err = run(capsys, "match", "--stack", "4", "--tolerance", "1e-20")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("pokerlab match: tolerance: 1e-20 not reached")


def test_push_fold_without_card_removal_is_another_game(capsys):
    independent = answer_of(capsys, "push-fold --stack 10 --no-card-removal")
    assert answer_of(capsys, "push-fold --stack 10")["value"] > independent["value"]


def test_the_whole_game_is_worth_what_push_or_fold_is_at_small_stacks(capsys):
    answer, deeper = (answer_of(capsys, f"whole-game --stack {stack}") for stack in (3, 5))
    assert answer["lower"] == answer["value"] == answer["upper"] and answer["exact"] is True
    assert deeper["lower"] == deeper["value"] < deeper["upper"] and deeper["exact"] is False
    value = answer_of(capsys, "push-fold --stack 5")["value"]
    assert deeper["value"] == pytest.approx(value, abs=1e-9)
    four, once = (answer_of(capsys, f"whole-game --stack 4{level}") for level in ("", " --level 0"))
    assert (four["exact"], four["level"]) == (True, 1)
    assert (once["exact"], once["level"]) == (False, 0) and once["lower"] == four["upper"]
    twice = answer_of(capsys, "whole-game --stack 8 --small-blind 1 --big-blind 2")
    assert twice["level"] == 1 and twice["lower"] == 2 * four["lower"] == twice["upper"]
    posted = answer_of(capsys, "whole-game --stack 9 --small-blind 1 --big-blind 2 --ante 0.25")
    low, high = whole_game.bounds(9, 1, 2, "1/4")
    assert (posted["lower"], posted["upper"], posted["level"]) == (float(low), float(high), 0)
    for stack, told in ((3, "the whole game exactly that"), (5, "at most +0.076517917")):
        assert told in " ".join(run(capsys, "whole-game", "--stack", str(stack))[1].split())


def test_the_chart_lists_the_stacks_at_which_a_hand_is_played(capsys):
    answer = answer_of(capsys, "push-fold --chart --step 1 --max 6")
    assert answer["push"]["AA"] == answer["call"]["AA"] == [[1, 6]]
    first, last = answer["push"]["32o"][0]
    assert first == 1 and last < 6


def test_push_fold_draws_for_a_terminal(capsys):
    status, out, _ = run(capsys, "push-fold", "--stack", "10")
    assert status == 0 and "push 58.3% of hands" in out


def test_one_round_gives_every_size_its_frequency(capsys):
    answer = answer_of(capsys, "one-round --raises 6,0,2:4:0.5")
    assert list(answer["sizes"]) == ["0", "2", "2.5", "3", "3.5", "4", "6"]
    assert answer["fold"] + sum(answer["sizes"].values()) == pytest.approx(1)
    assert answer["lower"] <= answer["value"] <= answer["upper"] < answer["lower"] + 1e-9


def test_one_round_takes_every_real_raise(capsys):
    answer = answer_of(capsys, "one-round --raises any --tolerance 0.1")
    assert answer["lower"] < 0.3981 < answer["upper"]
    assert 0.001 < answer["upper"] - answer["lower"] <= 0.1
    assert answer["fold"] + sum(answer["sizes"].values()) == pytest.approx(1)


def test_one_round_may_have_other_blinds_and_draws_its_sizes(capsys):
    status, out, err = run(capsys, "one-round", "--raises", "0,8", "--small-blind", "0")
    assert (status, err) == (0, "")
    assert "Value to Alice:" in out and re.search(r"^raise 8 +\d+\.\d%  #+$", out, re.MULTILINE)


@pytest.mark.parametrize(
    ("command", "sizes"),
    [
        ("no-limit --stack 3", "--raises 2X,POT"),
        ("no-limit --stack 3", "--raises ALL"),
        ("river --board Td9d6hQc2s --first AA --pot 2 --stack 9", "--bets NONE --raises 3X"),
    ],
)
def test_sizes_are_read_in_either_case(command, sizes, capsys):
    typed = answer_of(capsys, f"{command} {sizes}")
    assert typed == answer_of(capsys, f"{command} {sizes.lower()}")


def test_shover_reports_the_match_by_either_method(capsys):
    by_policy, by_lp = (
        answer_of(capsys, f"shover --stack 10 --method {method}") for method in ("policy", "lp")
    )
    assert (by_policy.pop("method"), by_lp.pop("method")) == ("policy", "lp")
    assert by_policy == pytest.approx(by_lp, abs=1e-6)
    average = (by_policy["small_blind"] + by_policy["big_blind"]) / 2
    assert by_policy["start"] == pytest.approx(average)


def test_a_tie_counts_as_it_is_told(capsys):
    for ties, start in [("half", 0.629), ("returned", 0.631), ("won", 0.640)]:
        answer = answer_of(capsys, f"shover --ties {ties}")
        assert answer["start"] == pytest.approx(start, abs=5e-4)


@pytest.mark.parametrize(("many", "usual"), [(4, 1e-9), (0.4, 1e-6), (0.3, 1e-3)])
def test_fewer_digits_are_asked_for_beyond_many_decisions(capsys, monkeypatch, many, usual):
    seen, solve = [], pl.solvers.solve
    monkeypatch.setattr(cli, "_MANY", many)
    monkeypatch.setattr(pl.solvers, "solve", lambda *of: seen.append(of[1]) or solve(*of))
    answer_of(capsys, "no-limit --stack 4 --raises 4x")
    answer_of(capsys, "no-limit --stack 4 --raises 4x --tolerance 0.1")
    assert seen == [usual, 0.1]


def test_preflop_reports_the_value_to_the_big_blind(capsys):
    answer = answer_of(capsys, "preflop nr=2")
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
    answer = answer_of(capsys, "egg-drop --floors 10 --eggs 1")
    # Critical floor 1 to 10 takes as many drops; "no floor breaks it" takes ten.
    assert answer == {"expected_drops": pytest.approx((55 + 10) / 11), "first_floor": 1}
    assert "First drop from floor 13" in run(capsys, "egg-drop")[1]


def test_the_readme_s_picture_is_what_the_package_draws():
    assert stored.PICTURE.read_text(encoding="utf-8") == stored.picture().svg()


FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
NO_SPACE = "[Errno 28] No space left on device"


@pytest.mark.parametrize(
    ("reader", "complaint"),
    [
        ("egg-drop | true", ""),
        ("--help | true", ""),
        *(
            (f"{words} >&-", "pokerlab: standard output is closed\n")
            for words in ("egg-drop", "push-fold --stack 10", "push-fold --stack 10 --json")
        ),
        pytest.param("egg-drop > /dev/full", f"pokerlab egg-drop: {NO_SPACE}\n", marks=FULL),
        *(
            pytest.param(f"{words} > /dev/full", f"pokerlab: {NO_SPACE}\n", marks=FULL)
            for words in ("--help", "egg-drop --help", "--version")
        ),
    ],
)
def test_an_answer_that_nobody_can_read_is_an_error_of_one_line_at_most(reader, complaint):
    command = f'"$0" -m pokerlab {reader}'
    done = subprocess.run(["sh", "-c", command, sys.executable], capture_output=True, text=True)
    assert (bool(done.returncode), done.stderr) == (bool(complaint), complaint)


def test_looking_up_an_equity_loads_no_compiler():
    program = "import sys; from pokerlab import cli; cli.main(['equity', 'AA', 'KK']); "
    program += "print([name for name in ('numba', 'matplotlib', 'cvxpy') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_values_as_fractions(capsys):
    answer = answer_of(capsys, "push-fold --stack 10 --exact")
    assert float(Fraction(answer["exact"])) == pytest.approx(answer["value"], abs=1e-12)
    assert answer["exact"] in run(capsys, "push-fold", "--stack", "10", "--exact")[1]


# Files


def test_a_path_that_cannot_be_written_is_named_before_any_work(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(cli, "_one_stack", lambda *_: pytest.fail("begun"))
    output = tmp_path / "away" / "x.json"
    status, out, err = run(capsys, "push-fold", "--stack", "5", "--certificate", str(output))
    complaint = f"pokerlab push-fold: {output} cannot be written: No such file or directory\n"
    assert (status, out, err) == (1, "", complaint)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("error", "complaint"),
    [
        (OSError("a/b cannot be read: too\nold"), "a/b cannot be read: too old"),
        (MemoryError(), "MemoryError"),
        (ImportError("cannot load libx.so"), "cannot load libx.so"),
        (ZeroDivisionError("floats fail"), "floats fail"),
    ],
)
def test_what_fails_is_named_in_one_line(capsys, monkeypatch, error, complaint):
    def fail(arguments):
        raise error

    monkeypatch.setattr(cli, "_egg_drop", fail)
    assert run(capsys, "egg-drop") == (1, "", f"pokerlab egg-drop: {complaint}\n")


# Terminals


def test_a_terminal_that_knows_ascii_alone_is_served(monkeypatch):
    terminal = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", terminal)
    assert cli.main(["push-fold", "--stack", "2"]) == 0
    shown = terminal.buffer.getvalue().decode("ascii")
    assert re.search(r"^AA +AKs", shown, re.MULTILINE)


def test_an_interrupt_ends_the_command_with_status_130_and_no_word(capsys, monkeypatch, tmp_path):
    def interrupted(*names):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    words = ["push-fold", "--stack", "2", "--certificate", str(tmp_path / "x.json")]
    monkeypatch.setattr(sys, "argv", ["pokerlab", *words])
    assert pokerlab.__main__.main() == 130
    assert not list(tmp_path.iterdir())
    monkeypatch.delitem(sys.modules, "pokerlab.cli")
    monkeypatch.delattr(pokerlab, "cli")
    monkeypatch.setattr(sys, "meta_path", [SimpleNamespace(find_spec=interrupted)])
    assert pokerlab.__main__.main() == 130
    assert capsys.readouterr() == ("", "")


def test_a_complaint_goes_nowhere_where_standard_error_is_closed(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    assert cli.main(["push-fold", "--stack", "x"]) == 2
    assert capsys.readouterr().out == ""


# Help


def test_the_version_is_the_package_s(capsys):
    assert run(capsys, "--version") == (0, f"pokerlab {pokerlab.__version__}\n", "")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"] and "version" not in project["project"]
    assert f"version = {{{pokerlab.__version__}}}" in (ROOT / "README.md").read_text("utf-8")
    assert f"\nversion: {pokerlab.__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


PROGRAM = """
import json, sys
sys.modules.update(dict.fromkeys(["cvxpy", "jax", "optax", "joblib", "dask", "distributed"]))
from pokerlab import cli
for words in json.load(sys.stdin):
    print(cli.main(words), *words, file=sys.stderr)
"""


def test_examples_of_readme_and_help_work_with_the_core_s_packages_alone(capsys, tmp_path):
    """But for the linear program, which says how to get what it needs."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"^\$ pokerlab (.*?)(?: *#.*)?$", readme, re.MULTILINE)
    commands = re.findall(r"^    ([a-z-]+)\s", run(capsys, "--help")[1], re.MULTILINE)
    assert {*commands} == {example.split()[0] for example in examples}
    helps = (" ".join(run(capsys, command, "--help")[1].split()) for command in commands)
    examples += [text.partition("example: pokerlab ")[2] for text in helps]
    examples.append(lp := "shover --stack 20 --ties won --method lp")
    # Tests of the table rebuild it.
    calls = [shlex.split(call) for call in dict.fromkeys(examples) if "--rebuild" not in call]
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(
        command, cwd=tmp_path, input=json.dumps(calls), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    wrong = [line for line in done.stderr.splitlines() if not line.startswith("0 ")]
    complaint = 'pokerlab shover: this needs cvxpy: pip install "pokerlab[convex]"'
    assert wrong == [complaint, f"1 {lp}"]
    assert done.stderr.count("\n") >= len(calls) > 20


def test_zeros_have_no_minus(capsys):
    assert "Value to the small blind: +0.000000000" in run(capsys, "push-fold", "--stack", "1")[1]
    out = run(capsys, "preflop", "an=0", "bl=0", "d=1", "--json")[1]
    assert "-0.0" not in out and json.loads(out)["value"] == 0
