"""Certificates of push or fold: what the command writes, a few lines of plain Python verify."""

import json
import runpy
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from pokerlab import cli, deals, explorer
from pokerlab.games import Game
from pokerlab.solvers import exact
from pokerlab.trees import push_fold

STATIC = Path(__file__).parent.parent / "book" / "_static"
CHECKER = STATIC / "check.py"
CHECK = runpy.run_path(str(CHECKER))["check"]
DEAL = json.loads((STATIC / "deal.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    path = tmp_path_factory.mktemp("certificate") / "ten.json"
    assert cli.main(["push-fold", "--stack", "10", "--certificate", str(path)]) == 0
    return path


def test_the_deal_beside_the_checker_is_the_books():
    assert json.loads(json.dumps(explorer.deal_data(deals.holdem()))) == DEAL


def test_what_the_command_writes_is_an_equilibrium(certificate):
    written = json.loads(certificate.read_text())
    value = exact.solve(Game(deals.holdem(), push_fold(10))).value
    assert CHECK(written, DEAL) == (value, value) and Fraction(written["value"]) == value


def test_the_checker_needs_nothing_but_python(certificate):
    """Without this environment's packages, it says what it found, and so does its exit status."""
    command = [sys.executable, "-I", "-S", str(CHECKER), str(certificate)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0 and "an equilibrium, worth exactly" in done.stdout


@pytest.mark.parametrize(
    ("action", "hand", "chance"),
    [("push", "72o", "1/1000000"), ("push", "K5s", "999/1000"), ("call", "AA", "0")],
)
def test_a_change_of_one_hand_is_noticed(action, hand, chance, certificate, tmp_path):
    written = json.loads(certificate.read_text())
    written[action][hand] = chance
    lower, upper = CHECK(written, DEAL)
    assert lower < upper
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(written))
    done = subprocess.run([sys.executable, str(CHECKER), str(path)], capture_output=True, text=True)
    assert done.returncode == 1 and "not an equilibrium" in done.stdout


@pytest.mark.parametrize(
    "change", [{"stack": "1"}, {"ante": "-1"}, {"push": {"AA": "2"}}, {"call": {"AA": "-1/2"}}]
)
def test_the_checker_refuses_what_is_no_game_and_no_strategy(change, certificate):
    with pytest.raises(ValueError, match=r"no game|a probability"):
        CHECK(json.loads(certificate.read_text()) | change, DEAL)


def test_it_counts_antes_as_the_package_does():
    antes = {"ante": "1/8", "big_blind_ante": "1"}
    amounts = {"stack": "9", "small_blind": "1/2", "big_blind": "1"} | antes
    game = Game(deals.holdem(), push_fold(10, ante="1/8", big_blind_ante=1))
    proof = exact.solve(game)
    for player, action in enumerate(("push", "call")):
        chances = zip(DEAL["hands"], proof.probability(player, action), strict=True)
        amounts[action] = {hand: str(chance) for hand, chance in chances}
    assert CHECK(amounts, DEAL) == (proof.value, proof.value)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--stack", "1"], "--stack: 1 given, more than the big blind, 1, needed"),
        (["--stack", "5", "--no-card-removal"], "--certificate: not allowed with"),
        (["--chart"], "--certificate: not allowed with --chart"),
    ],
)
def test_what_cannot_be_certified_is_said_at_once(options, complaint, capsys, tmp_path):
    path = tmp_path / "none.json"
    assert cli.main(["push-fold", *options, "--certificate", str(path)]) == 2
    assert complaint in capsys.readouterr().err and not path.exists()
