"""The command is a contract: its JSON, its one-line errors, its exit status."""

import json
import os
import pty
import re
import shlex
import subprocess
import sys
import termios
import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path
from shutil import which

import numpy as np
import pytest

import pokerlab
from pokerlab import betting, check, cli, deals, equity_table
from pokerlab.amounts import format_amount
from pokerlab.cli.no_limit import _DEFAULT_TOLERANCES
from pokerlab.cli.parameters import tolerance_for_size
from pokerlab.cli.whole_game import _compare
from pokerlab.games import Game
from pokerlab.holdem import enumeration
from pokerlab.solvers import double_oracle
from pokerlab.stacks.match import Match
from pokerlab.studies import flops, streets, whole_game
from tools import stored

ROOT = Path(__file__).parent.parent
GRAMMAR = json.loads(Path(__file__).with_name("grammar.json").read_text(encoding="utf-8"))


def run(capsys, *arguments):
    """Run the command in this process; return its status, output and complaint."""
    status = cli.main(list(arguments))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def answer_of(capsys, words):
    """The object that a command prints with --json, if it goes well."""
    status, out, err = run(capsys, *words.split(), "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


def test_each_command_has_the_module_of_its_name():
    for name, command in cli.root_command.commands.items():
        module = getattr(cli, name.replace("-", "_"))
        assert getattr(module, name.replace("-", "_")) is command


def test_equity_reports_integer_counts_that_add_up(capsys):
    answer = answer_of(capsys, "equity AA KK")
    counts = [answer[key] for key in ("win", "tie", "lose")]
    assert all(isinstance(count, int) for count in counts)
    assert sum(counts) == 36 * equity_table.BOARDS_PER_PAIR
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
    "push-fold --stack 10 --against 22+,AZ": "argument --against: cannot read 'AZ'",
    "push-fold --stack 10 --against 22+ --as button": "--as: invalid choice: 'button'",
    "push-fold --stack 10 --against 22+ --exact": "--exact: not allowed, --against takes only --",
    "push-fold --stack 1 --against 22+": "stack: 1 given, more than the big blind, 1, needed",
    "push-fold --stack 10 --risk 0": "--risk: not allowed, --stack takes only --exact",
    "push-fold --stack 10 --step 1": "--step: not allowed, --stack takes only --exact",
    "push-fold --chart --exact": "--exact: not allowed, --chart takes only --",
    "push-fold --stack 10 --small-blind 2": "small_blind: 2 given, 0 to",
    "sheet": "argument --output: needed, the name of the file to write",
    "sheet --output=": "argument --output: '' given, the name of a file needed",
    "sheet --output x.gif": "argument --output: 'x.gif' given, a name that ends in .pdf or .png or",
    "sheet --output x.pdf --paper A5": "'A5' given, A4, A3, A2 or phone needed",
    "sheet --output x.pdf --paper phone": "paper: 'phone' given, A4, A3 or A2 needed",
    "sheet --output x.pdf --stack 1": "stack: 1 given, more than the big blind, 1, needed",
    "sheet --output x.pdf --stack ten": "stack: 'ten' given, a finite number needed",
    "one-round": "--raises",
    "one-round --raises=": "''",
    "one-round --raises 0,two": "two",
    "one-round --raises 0,40:2": "40:2",
    "one-round --raises 2,5": "'2,5' given is unclear: write 2.5 for a decimal, or 2, 5 for two",
    "one-round --raises 0,2:999999": "first:last[:step] needed, with at most 5,000 sizes",
    "one-round --raises 0 --small-blind 3": "small_blind",
    "no-limit --stack 10 --raises 1,5x": "'1.5x' given",
    "no-limit --stack 10 --raises 2,5": "raises: '2,5' given is unclear: write 2.5 for a decimal",
    "river --board Td9d6hQc2s --pot 2 --stack 9 --bets 60%,none": "bets: 'none' given",
    "no-limit --stack 10 --tolerance 0": "tolerance: 0 given, more than 0 needed",
    "whole-game --stack 5 --ante 1 --level 1": "level: 1 given, which needs a small blind of half",
    "whole-game --stack 5 --small-blind 1 --verify": "level: 1 given, which needs a small",
    "whole-game --stack 5 --level 0 --verify": "level: 0 given, 1 or 2 needed to verify",
    "whole-game --stack 5 --ante 1 --level 2": "level: 2 given, which needs a small blind of half",
    "whole-game --stack 7 --level 2": (
        "stack: 7 given, one of 4.222, 4.45, 4.5, 5, 6, or at most 4.475, needed for "
    ),
    "whole-game --stack 4 --level 2 --verify": (
        "stack: 4 given, one of 4.222, 4.45, 4.5, 5, 6 needed for level 2"
    ),
    "whole-game --stack 14 --small-blind 1 --big-blind 2 --level 2": (
        "14 given, one of 8.444, 8.9, 9, 10, 12, or at most 8.95, needed"
    ),
    "whole-game --stack 5 --cache a.npz": "--cache: not allowed without --level 2 --verify",
    "whole-game --stack 5 --verify --cache a.npz": "--cache: not allowed without --level 2 --ver",
    "whole-game --stack 5 --level 2 --verify --cache a": "cache: 'a' given, a name that ends in .n",
    "whole-game --stack 5 --big-blind 0 --small-blind 0": "big_blind: 0 given, more than 0 needed",
    "river --board Td9d6hQc2s --pot 2 --stack 9 --bets 60%,x": "bets: 'x' given",
    "river --board Td9d6hQc2s --stack 9": "--pot",
    "river --board Td9d6hQc2s --pot 2 --stack 1e9": "stack: 1000000000 given, at most 2000000 nee",
    "no-limit --stack 1e9": "stack: 1000000000 given, at most 1000000 needed, 1,000,000 times the ",
    "shover --stack 201 --method lp": "stack: 201 given, at most 200 allowed",
    "shover --ties lost": "lost",
    "match --stack 0": "stack: '0' given",
    "match --stack 2001": "stack: 2001 given, at most 2,000 allowed",
    "match --stack 4,5,6": "stack: '5,6' given",
    "egg-drop --eggs 0": "eggs",
    "egg-drop --floors=--": "floors: '--' given, a whole number",
    "push-fold --stack 3 --against=--": "--against: cannot read '--'",
    "egg-drop --floors 2000": "floors: 2000 given, 4,002,000 moves, at most 2,000,000 allowed",
    "preflop lim=2": "lim: '2' given, a whole number from 0 to 1 needed",
    "preflop pr=16": "pr: '16' given, a whole number from 1 to 15 needed",
    "preflop stack=10": "'stack=10' given, variable=value needed",
    "preflop nr": "'nr' given",
    "preflop nr=1 nr=2": "nr: 1 and 2 given, one needed",
    "bluff": "bluff",
    "": "argument COMMAND: needed, one of equity, equities, push-fold, ",
    # As people type.
    "push-fold --stack -5": "pokerlab push-fold: stack: -5 given, more than 0 needed",
    "push-fold --stack=10bb": "stack: '10bb' given, a finite number needed",
    "push-fold --stack": "Option '--stack' requires an argument (see pokerlab push-fold --help)",
    "push-fold --stack --json": "stack: '--json' given, a finite number needed",
    "push-fold --json=yes --stack 3": "'--json' does not take a value (see pokerlab push-fold -",
    "push-fold -stack 10": "option '-stack'. Did you mean '--stack'? (see pokerlab push-fold --h",
    "push-fold 10": "unexpected extra argument (10) (see pokerlab push-fold --help)",
    "no-limit --stack 5 --rai 3x": "'--rai'. Did you mean '--raises'? (see pokerlab no-limit --h",
    "equity AA --bord=2c3d5h": "'--bord'. Did you mean '--board'? (see pokerlab equity --help)",
    "equity -5": "pokerlab equity: No such option '-5'. (see pokerlab equity --help)",
    "equity -- -5": "cannot read '-5'",
    "--json equity AA": "pokerlab: argument --json: not allowed before the command",
    "--stack=10 push-fold": "pokerlab: argument --stack=10: not allowed before the command",
    "eqity AA": "'equity'",
    "match --stack -1": "stack: '-1' given, a whole number",
    # Known cards and antes.
    "equity AA KK --board 2c3d": "board: '2c3d' given, three to five cards needed",
    "equity AA KK --board=": "board: '' given, cards needed, such as Td9d6h",
    "no-limit --stack 10 --raises=": "raises: '' given, sizes or none needed",
    "equity AA KK --board 2c3d5x": "board: '5x' in '2c3d5x' is not a card",
    "equity AA KK --dead 2c2c": "dead: 2c appears twice",
    "equity AA KK --board 2c3d5h --dead 2c": "dead: 2c given, which is on the board",
    "push-fold --stack 3 --ante x": "ante: 'x' given, a finite number needed",
    "push-fold --stack 3 --ante -1": "ante: -1 given, at least 0 needed",
    "push-fold --stack 3 --big-blind-ante 3": "big_blind_ante: 3 given, less than 3 needed",
    "push-fold --stack 3 --ante 1 --big-blind-ante 1 --against AA": "the antes, 3, needed",
    "push-fold --chart --max 1 --big-blind-ante 1": "max: 1 given, more than the big blind's ante",
    "whole-game --stack 5 --big-blind-ante 1 --level 1": "level: 1 given, which needs a small",
    "no-limit --stack 5 --big-blind-ante 1": "No such option '--big-blind-ante'",
}


@pytest.mark.parametrize("call", BAD)
def test_bad_input_gets_one_line_that_names_it_and_status_2(capsys, call):
    status, out, err = run(capsys, *call.split())
    assert (status, out) == (2, "")
    assert err.count("\n") == 1 and err.startswith("pokerlab") and BAD[call] in err
    assert "Fraction" not in err


def test_a_rebuilt_table_that_is_another_says_so_and_fails(capsys, monkeypatch, tmp_path):
    """It is counted in earnest, once; what is needed is said to be something else."""
    monkeypatch.setattr(enumeration, "enumerate_counts", cache(enumeration.enumerate_counts))
    monkeypatch.setattr(equity_table, "SHA256", "0" * 64)
    monkeypatch.setattr(equity_table, "TABLE", tmp_path / "equities.npy")
    status, out, err = run(capsys, "equities", "--rebuild", "--json")
    answer = json.loads(out)
    assert answer.keys() == {"seconds", "sha256", "matches_shipped"}
    assert status == 1 and answer["matches_shipped"] is False
    assert err.count("\n") == 1 and answer["sha256"] in err and equity_table.SHA256 in err
    assert "nothing was written" in err and not list(tmp_path.iterdir())
    status, out, _ = run(capsys, "equities", "--rebuild")
    assert status == 1 and "NOT the same as the shipped table" in out


def called_by(capsys, *arguments):
    """Run the command; return what it says, and the functions of the package that it calls."""
    names = set()

    def note(frame, event, _):
        if event == "call":
            names.add((frame.f_globals.get("__name__"), frame.f_code.co_name))

    sys.setprofile(note)
    try:
        said = run(capsys, *arguments)
    finally:
        sys.setprofile(None)
    return said, names


def test_where_no_table_can_be_written_nothing_is_counted(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(equity_table, "TABLE", table := tmp_path / "away" / "equities.npy")
    said, called = called_by(capsys, "equities", "--rebuild")
    complaint = f"pokerlab equities: {table} cannot be written: No such file or directory\n"
    assert said == (1, "", complaint)
    assert ("pokerlab.holdem.enumeration", "recount") in called
    assert ("pokerlab.holdem.enumeration", "enumerate_counts") not in called


def test_push_fold_reports_a_certified_equilibrium(capsys):
    answer = answer_of(capsys, "push-fold --stack 10")
    assert answer["lower"] <= answer["value"] <= answer["upper"] <= answer["lower"] + 1e-9
    assert answer["push"]["AA"] == answer["call"]["AA"] == 1
    assert answer["push"]["32o"] == answer["call"]["32o"] == 0
    assert len(answer["push"]) == len(answer["call"]) == 169


ANTES = ["--ante 0.125", "--big-blind-ante 1", "--ante 1/8 --big-blind-ante 0.5 --small-blind 0.25"]


@pytest.mark.parametrize("antes", ANTES)
def test_push_fold_with_antes_is_what_the_independent_checker_finds(antes, capsys, tmp_path):
    """In fractions, from the written strategies; and in the strategies of the answer."""
    path = tmp_path / "proof.json"
    words = f"push-fold --stack 8 {antes} --exact"
    answer = answer_of(capsys, f"{words} --certificate {path}")
    found = answer_of(capsys, f"check {path}")
    assert found["valid"] and found["value"] == float(Fraction(answer["exact"]))
    assert answer["lower"] - 1e-12 <= found["value"] <= answer["upper"] + 1e-12
    written = json.loads(path.read_text(encoding="utf-8"))
    names = ("push", "push", "fold"), ("call", "push, call", "push, fold")
    for plan, (action, sequence, fold) in zip(written["plans"], names, strict=True):
        plan[sequence] = {hand: f"{chance:.12f}" for hand, chance in answer[action].items()}
        plan[fold] = {hand: str(1 - Fraction(chance)) for hand, chance in plan[sequence].items()}
    deal = json.loads(check.DEAL.read_text(encoding="utf-8"))
    lower, upper = check.bounds(written, deal)
    assert found["value"] - 1e-9 <= lower <= upper <= found["value"] + 1e-9
    assert answer["value"] != answer_of(capsys, "push-fold --stack 8")["value"]


def test_a_big_blind_who_posts_the_ante_for_both_has_less_to_lose(capsys):
    """With 8.5 chips he is all-in for 7.5 behind his ante, so nine for the other are none more."""
    answer = answer_of(capsys, "push-fold --stack 8.5 --big-blind-ante 1")
    tree = betting.push_fold((20, 8.5), big_blind_ante=1)
    assert answer["value"] == pytest.approx(double_oracle.solve(Game(deals.holdem(), tree)).payoff)


@pytest.mark.parametrize("antes", ["--ante 0.25", "--big-blind-ante 1.5"])
def test_the_chart_with_antes_is_one_of_games_with_antes(antes, capsys):
    chart = answer_of(capsys, f"push-fold --chart --step 1 --max 4 {antes}")
    for stack in (2, 4):
        alone = answer_of(capsys, f"push-fold --stack {stack} {antes}")
        for action in ("push", "call"):
            for hand, chance in alone[action].items():
                inside = any(low <= stack <= high for low, high in chart[action][hand])
                assert abs(chance - 0.5) < 1e-6 or inside == (chance > 0.5)
    if "big" in antes:  # whoever has one chip cannot post it
        assert min(low for parts in chart["push"].values() for low, _ in parts) == 2


def test_an_answer_to_a_range_takes_antes(capsys):
    words = "push-fold --stack 8 --ante 0.125 --big-blind-ante 0.5"
    answer = answer_of(capsys, f"{words} --against 66+,A9s+ --risk 0.01")
    game = Game(deals.holdem(), betting.push_fold(8, ante="1/8", big_blind_ante="1/2"))
    mine, theirs = game.plan(0, {"push": answer["push"]}), game.plan(1, {"call": "66+,A9s+"})
    assert game.payoff(mine, theirs) == pytest.approx(answer["earns"], abs=1e-9)
    assert game.guarantee(0, mine) == pytest.approx(answer["guarantees"], abs=1e-9)
    assert answer["value"] == pytest.approx(answer_of(capsys, words)["value"], abs=1e-9)
    assert answer["guarantees"] == pytest.approx(answer["value"] - 0.01, abs=1e-9)


def test_the_whole_game_takes_the_big_blind_s_ante(capsys):
    answer = answer_of(capsys, "whole-game --stack 5 --big-blind-ante 0.5")
    low, high = whole_game.bracket(5, big_blind_ante="1/2")
    assert (answer["lower"], answer["upper"], answer["level"]) == (float(low), float(high), 0)
    plain = answer_of(capsys, "push-fold --stack 5 --big-blind-ante 0.5")
    assert answer["value"] == pytest.approx(plain["value"], abs=1e-9)


def test_equity_counts_what_known_cards_leave(capsys):
    """The flop's counts are PokerStove's."""
    answer = answer_of(capsys, "equity AKo TT --board 2c3d5h")
    assert (answer["win"], answer["tie"]) == (25_560, 2_016)
    assert answer["win"] + answer["tie"] + answer["lose"] == 71_280
    assert answer["equity"] == pytest.approx((25_560 + 1_008) / 71_280)
    _, out, _ = run(capsys, "equity", "AKo", "TT", "--board", "2c 3d 5h", "--dead", "Ac")
    assert out.splitlines()[-1].endswith(f" of {9 * 6 * 946:,}")  # C(44, 2) of 44 cards


def test_match_reports_a_bracket_for_the_small_blind(capsys):
    words = "match --stack 8,8 --small-blind 1 --big-blind 3"
    answer = answer_of(capsys, words)
    assert answer["lower"] <= answer["small_blind"] <= answer["upper"] <= answer["lower"] + 1e-9
    assert answer["small_blind"] == pytest.approx(
        Match(total_chips=16, small_blind=1, big_blind=3).solve().win[8, 0], abs=1e-9
    )
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
    low, high = whole_game.bracket(9, small_blind=1, big_blind=2, ante="1/4")
    assert (posted["lower"], posted["upper"], posted["level"]) == (float(low), float(high), 0)
    for stack, told in ((3, "the whole game exactly that"), (5, "at most +0.076517917")):
        assert told in " ".join(run(capsys, "whole-game", "--stack", str(stack))[1].split())


@pytest.mark.parametrize(
    "stack",
    [stack for stack in streets.checked_stacks() if stack > whole_game.EXACT_UP_TO],
    ids=format_amount,
)
def test_level_2_reads_what_a_check_of_all_streets_has_proven(stack, capsys):
    """In whatever unit the blinds are."""
    lower, upper = whole_game.street_bracket(stack)
    usual = f"whole-game --stack {format_amount(stack)}"
    doubled = f"whole-game --stack {format_amount(2 * stack)} --small-blind 1 --big-blind 2"
    for words, unit in ((usual, 1), (doubled, 2)):
        two, none = (answer_of(capsys, f"{words} --level {level}") for level in (2, 0))
        assert (two["lower"], two["upper"]) == (float(unit * lower), float(unit * upper))
        assert (two["exact"], two["level"], two["value"]) == (False, 2, two["lower"])
        assert none["lower"] == two["lower"] < two["upper"] < none["upper"]
    told = run(capsys, *usual.split(), "--level", "2")[1]
    (line,) = re.findall(r"the whole game at most \+(0\.\d{9})$", told, re.MULTILINE)
    assert 0 <= Fraction(line) - upper < Fraction(1, 10**9), "rounded upwards"


@pytest.mark.parametrize("stack", ["3", "4", "4.222"])
def test_level_2_says_the_value_where_it_is_known(stack, capsys):
    two, one = (answer_of(capsys, f"whole-game --stack {stack} --level {n}") for n in (2, 1))
    assert two == one
    assert two["exact"] and two["lower"] == two["value"] == two["upper"] and two["level"] < 2


def test_where_only_all_streets_prove_it_the_value_is_known_at_level_2(capsys):
    usual, two, one = (
        answer_of(capsys, f"whole-game --stack 4.4{level}")
        for level in ("", " --level 2", " --level 1")
    )
    assert usual == two and usual["exact"] and usual["level"] == 2
    assert not one["exact"] and one["level"] == 1 and one["lower"] == usual["upper"] < one["upper"]


def test_a_check_that_is_interrupted_keeps_what_it_has_found(tmp_path):
    """Its bar says how long it takes; what it finds is what is stored."""
    path = tmp_path / "flops.npz"
    words = ["whole-game", "--stack", "5", "--level", "2", "--verify", "--cache", str(path)]
    primary, secondary = pty.openpty()
    termios.tcsetwinsize(secondary, (24, 120))  # without a width, no bar is shown
    with subprocess.Popen(
        [sys.executable, "-m", "pokerlab", *words],
        cwd=ROOT,
        stderr=secondary,
        stdout=subprocess.PIPE,
    ) as process:
        os.close(secondary)
        shown = ""
        while not path.exists() and process.poll() is None:
            shown += os.read(primary, 1024).decode()
        process.terminate()  # tests in the background ignore what a key would send
        assert process.wait() != 0 and process.stdout.read() == b""
    os.close(primary)
    assert re.search(r"turns: +\d+%\|.*/63193 \[[\d:]+<[\d:]+, ", shown)
    with np.load(path) as file:
        found = file["sums"].sum(axis=2)
    stored = streets.stored_checked_strategy(5)
    assert len(found) == streets.checked_strategies._FLOPS_PER_SAVE
    assert (found == stored.by_flop[: len(found)]).all()


def test_a_check_that_finds_something_else_is_a_complaint():
    stored = streets.stored_checked_strategy(5)
    by_flop, by_hand = stored.by_flop.copy(), stored.by_hand.copy()
    by_flop[0, 0] += 1
    by_hand[0, 0] += int(flops.distinct_flops().counts[0])
    other = streets.CheckedStrategy(stored.strategy, by_flop, by_hand)
    lines, complaint = _compare(stored, stored)
    assert "stored result found again" in lines[0] and complaint is None
    for found, kept in ((other, stored), (stored, other)):
        lines, complaint = _compare(found, kept)
        assert lines == [] and "is another one" in complaint


@pytest.mark.parametrize("step", ["0.5", "1"])
def test_the_chart_says_how_many_of_its_numbers_hide_a_gap(step, capsys):
    words = f"push-fold --chart --max 6 --step {step}"
    answer = answer_of(capsys, words)
    gaps = sum(len(spans) > 1 for action in ("push", "call") for spans in answer[action].values())
    assert cli.main(words.split()) == 0
    told = capsys.readouterr().out
    assert f"folded at some smaller stack: {gaps} (" in told and gaps > 0


@pytest.mark.parametrize(("stack", "told"), [(6, "both players"), (130, "him"), (200, "")])
def test_nobody_has_to_wonder_why_a_player_has_no_choice(stack, told, capsys):
    words = f"push-fold --stack {stack} --small-blind 60 --big-blind 120 --ante 15"
    assert cli.main(words.split()) == 0
    out = capsys.readouterr().out
    assert ("all-in: " in out) == bool(told) and (not told or f"put {told} all-in" in out)


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
    status, out, err = run(capsys, "one-round", "--raises", "0, 8", "--small-blind", "0")
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


#: Commands of small games, and what their answers call the sizes of the first bet.
SIZED = {
    "bets": "river --board 2c2d2h3s3h --first AA --second KK --pot 100 --stack 10000 --raises none",
    "raises": "no-limit --stack 12 --tolerance 100",
    "chips": "one-round --tolerance 100",
}


@pytest.mark.parametrize("kind", SIZED)
def test_sizes_are_what_the_table_of_the_grammar_says(kind, capsys):
    """A pot raise before the flop makes it 3 big blinds."""
    option = "--bets" if kind == "bets" else "--raises"
    for row in GRAMMAR[kind]:
        status, out, err = run(capsys, *SIZED[kind].split(), f"{option}={row['text']}", "--json")
        if "refused" in row:
            assert (status, out) == (2, "") and row["refused"].lower() in err.lower(), row
            continue
        assert (status, err) == (0, ""), row
        answer = json.loads(out)
        if kind == "chips":
            assert {*map(Fraction, answer["sizes"])} == {*map(Fraction, row["means"])}, row
        else:
            name = "bet " if kind == "bets" else "raise to "
            found = {a.removeprefix(name) for a in answer["opening"] if a.startswith(name)}
            sizes = map(Fraction, row["means"])
            means = {100 * size if kind == "bets" else size or 3 for size in sizes}
            assert {*map(Fraction, found)} == means, row


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


@pytest.mark.parametrize(
    ("decisions", "usual"), [(1, 1e-9), (400, 1e-9), (401, 1e-6), (4000, 1e-6), (4001, 1e-3)]
)
def test_fewer_digits_are_asked_for_beyond_many_decisions(capsys, decisions, usual):
    assert tolerance_for_size(decisions, _DEFAULT_TOLERANCES) == usual
    help = " ".join(run(capsys, "no-limit", "--help")[1].split())
    assert "1e-09 up to 400 decisions; 1e-06 up to 4,000 decisions, else 0.001" in help


def test_a_tree_is_solved_to_its_usual_width_or_to_the_one_that_is_given(capsys):
    words = ["no-limit", "--stack", "4", "--raises", "none", "--json"]
    (status, out, _), called = called_by(capsys, *words)
    usual, given = (
        json.loads(out),
        answer_of(capsys, "no-limit --stack 4 --raises 4x --tolerance 0.1"),
    )
    assert status == 0 and ("pokerlab.cli.parameters", "tolerance_for_size") in called
    assert usual["upper"] - usual["lower"] <= 1e-9 < given["upper"] - given["lower"] <= 0.1


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
        pytest.param("egg-drop -h > /dev/full", f"pokerlab egg-drop: {NO_SPACE}\n", marks=FULL),
        *(
            pytest.param(f"{words} > /dev/full", f"pokerlab: {NO_SPACE}\n", marks=FULL)
            for words in ("--help", "--version")
        ),
        ("push-fold --stack 3 | head -1", ""),
    ],
)
def test_an_answer_that_nobody_can_read_is_an_error_of_one_line_at_most(reader, complaint):
    command = f'"$0" -m pokerlab {reader}'
    done = subprocess.run(["sh", "-c", command, sys.executable], capture_output=True, text=True)
    assert (bool(done.returncode), done.stderr) == (bool(complaint), complaint)


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("egg-drop --floors x 2>&-", 2),
        ("push-fold --stack x 2>&-", 2),
        ("egg-drop >&- 2>&-", 1),
        ("egg-drop 2>&-", 0),
        pytest.param("egg-drop --floors x 2> /dev/full", 2, marks=FULL),
    ],
)
def test_a_complaint_goes_nowhere_where_standard_error_is_closed(words, status):
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m pokerlab {words}', sys.executable], capture_output=True
    )
    assert done.returncode == status and done.stderr == b""
    assert done.stdout.startswith(b"Expected drops" if status == 0 else b"")


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


def test_a_path_that_cannot_be_written_is_named_before_any_work(capsys, tmp_path):
    output = tmp_path / "away" / "x.json"
    words = "push-fold", "--stack", "5", "--certificate", str(output)
    said, called = called_by(capsys, *words)
    complaint = f"pokerlab push-fold: {output} cannot be written: No such file or directory\n"
    assert said == (1, "", complaint)
    assert not list(tmp_path.iterdir())
    assert ("pokerlab._support.files", "require_writable") in called
    assert ("pokerlab.cli.push_fold", "_report_equilibrium") not in called


def test_a_file_that_fails_is_named_in_one_line(capsys, monkeypatch, tmp_path):
    """However its path is spelled."""
    output = tmp_path / "a\nway" / "x.json"
    status, out, err = run(capsys, "push-fold", "--stack", "5", "--certificate", str(output))
    told = f"{tmp_path}/a way/x.json cannot be written: No such file or directory"
    assert (status, out, err) == (1, "", f"pokerlab push-fold: {told}\n")
    monkeypatch.setattr(equity_table, "TABLE", tmp_path / "away.npy")
    status, out, err = run(capsys, "equities")
    told = f"pokerlab equities: {tmp_path}/away.npy cannot be read: No such file or directory"
    assert (status, out, err.count("\n")) == (1, "", 1) and err.startswith(told)


def test_arithmetic_that_gives_out_is_told_in_one_line(capsys):
    status, out, err = run(capsys, "preflop", "an=1e20")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("pokerlab preflop: ") and "for floats" in err


WITHOUT = """
import sys
sys.modules[{package!r}] = None
from pokerlab import cli
sys.exit(cli.main({words!r}))
"""


@pytest.mark.parametrize(
    ("package", "words", "complaint"),
    [
        (
            "cvxpy",
            "shover --stack 9 --method lp",
            'this needs cvxpy: pip install "pokerlab[convex]"',
        ),
        ("flint", "push-fold --stack 5 --exact", "import of flint halted; None in sys.modules"),
    ],
)
def test_a_package_that_is_missing_is_named_in_one_line(package, words, complaint):
    program = WITHOUT.format(package=package, words=words.split())
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    told = f"pokerlab {words.split()[0]}: {complaint}\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", told)


SMALL = """
import resource, sys
from pokerlab import cli
cli.main(["preflop", "nr=1", "d=2"])  # loads what it needs
pages = int(open("/proc/self/statm").read().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + 2**22,) * 2)
sys.exit(cli.main(["preflop", "nr=1", "d=1000"]))
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="there is no /proc")
def test_memory_that_is_not_there_is_told_in_one_line():
    done = subprocess.run([sys.executable, "-c", SMALL], capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert done.stderr.startswith("pokerlab preflop: Unable to allocate ")


# Terminals

ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
if sys.version_info >= (3, 14) and not sys.prefix.isascii():
    # From such a folder Python 3.14 loads no compiled module, of whatever package, in that locale.
    ASCII = {"PYTHONIOENCODING": "ascii"}


def test_a_terminal_that_knows_ascii_alone_is_served():
    for words in (["push-fold", "--stack", "2"], ["--help"], ["push-fold", "--help"]):
        command = [sys.executable, "-m", "pokerlab", *words]
        done = subprocess.run(command, env=os.environ | ASCII, capture_output=True)
        assert (done.returncode, done.stderr) == (0, b"")
        shown = done.stdout.decode("ascii")
        assert words[-1] == "--help" or re.search(r"^AA +AKs", shown, re.MULTILINE)


def test_a_terminal_is_told_once_that_code_is_compiled_and_a_file_is_not(tmp_path):
    command = [
        sys.executable,
        "-m",
        "pokerlab",
        "equity",
        "AA",
        "KK",
        "--board",
        "2c3d5h",
        "--json",
    ]
    for said in (["pokerlab: compiling for this machine, once; that takes some seconds ..."], []):
        leader, follower = pty.openpty()
        env = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
        done = subprocess.run(command, stderr=follower, stdout=subprocess.PIPE, env=env)
        os.write(follower, b"end")  # so that there is something to read
        os.close(follower)
        shown = b""
        while not shown.endswith(b"end"):
            shown += os.read(leader, 65536)
        os.close(leader)
        lines = [line.strip() for line in shown.decode().splitlines()]
        lines = [
            line for line in lines if line and not line.startswith("boards:")
        ]  # a slow one's bar
        assert (done.returncode, lines) == (0, [*said, "end"]) and json.loads(done.stdout)
    env["NUMBA_CACHE_DIR"] = str(tmp_path / "another")
    done = subprocess.run(command, capture_output=True, env=env)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("columns", ["1", "20", "60", "200"])
def test_the_help_fits_a_terminal_of_any_width(columns):
    """In a real one, however narrow; its examples stay whole."""
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "pokerlab", "push-fold", "-h"]
    env = os.environ | {"COLUMNS": columns, "NO_COLOR": "1", "TERM": "xterm-256color"}
    with subprocess.Popen(command, stdout=follower, env=env) as process:
        os.close(follower)
        shown = b""
        try:
            while more := os.read(leader, 65536):
                shown += more
        except OSError:  # so Linux says that it is closed
            pass
        os.close(leader)
    assert process.returncode == 0 and b"\x1b" not in shown
    lines = shown.decode().splitlines()
    assert "  pokerlab push-fold --stack 10" in lines
    text = lines[: lines.index("Examples:")]
    assert max(map(len, text)) <= max(50, min(80, int(columns)))


# A real signal, at a moment that an audit hook of Python's knows.
INTERRUPTED = """
import signal, sys
moment, place = sys.argv.pop(1), sys.argv.pop(1)

def interrupt(event, arguments):
    if event == moment and place in str(arguments[0]):
        signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)  # tests in the background ignore it
from pokerlab.__main__ import main
sys.addaudithook(interrupt)
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("moment", "place"),
    [("open", f"{os.sep}cli{os.sep}"), ("open", "solved_stacks"), ("os.rename", "")],
    ids=["while it loads", "while it works", "while it writes"],
)
def test_an_interrupt_ends_the_command_with_status_130_and_no_word(moment, place, tmp_path):
    words = ["push-fold", "--stack", "2", "--certificate", str(tmp_path / "x.json")]
    if place == "solved_stacks":
        words = ["push-fold", "--chart", "--max", "2"]
    command = [sys.executable, "-c", INTERRUPTED, moment, place, *words]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
    assert not list(tmp_path.iterdir())


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
    listed = run(capsys, "--help")[1].partition("Commands:\n")[2]
    commands = re.findall(r"^  ([a-z-]+)  ", listed, re.MULTILINE)
    assert {*commands} == {example.split()[0] for example in examples}
    for command in commands:
        shown = run(capsys, command, "--help")[1].partition("Examples:\n")[2]
        told = re.findall(r"^  pokerlab (.*)", shown, re.MULTILINE)
        assert told and all(example.split()[0] == command for example in told)
        examples += told
    examples.append(lp := "shover --stack 20 --ties won --method lp")
    # These take minutes; what they do is tested on a part of the boards.
    long = "--rebuild", "--verify"
    calls = [
        shlex.split(call)
        for call in dict.fromkeys(examples)
        if not any(option in call for option in long)
    ]
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


# Completion


COMPLETED = """
{load}
complete -p pokerlab
COMP_WORDS=({words})
COMP_CWORD={place}
_pokerlab_completion pokerlab
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.mark.skipif(not which("bash"), reason="there is no bash")
@pytest.mark.parametrize(
    ("words", "completed"),
    [
        (["pokerlab", "eq"], {"equity", "equities"}),
        (["pokerlab", "push-fold", "--big"], {"--big-blind", "--big-blind-ante"}),
        (["pokerlab", "shover", "--ties", ""], {"returned", "half", "won"}),
    ],
)
def test_bash_completes_what_is_typed_by_the_line_of_the_book(words, completed, tmp_path):
    page = (ROOT / "book" / "install.md").read_text(encoding="utf-8")
    load = re.search(r"^eval .*?(?=  +#|$)", page, re.MULTILINE)[0]
    command = tmp_path / "pokerlab"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pokerlab "$@"\n')
    command.chmod(0o755)
    typed = " ".join(word or "''" for word in words)
    script = COMPLETED.format(load=load, words=typed, place=len(words) - 1)
    env = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", script], env=env, capture_output=True, text=True)
    first, *found = done.stdout.split("\n")
    assert first.startswith("complete -o") and {*filter(None, found)} == completed


def test_every_shell_gets_a_script():
    for shell in ("bash", "zsh", "fish"):
        command = [sys.executable, "-m", "pokerlab"]
        env = os.environ | {"_POKERLAB_COMPLETE": f"{shell}_source"}
        done = subprocess.run(command, env=env, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "") and f"{shell}_complete" in done.stdout
