"""Certificates of push or fold: what the command writes, a few lines of plain Python verify."""

import base64
import json
import os
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from pokerlab import check, cli, deals, equities
from pokerlab.betting import push_fold
from pokerlab.book import explorer
from pokerlab.games import Game
from pokerlab.solvers import exact

CHECKER = Path(check.__file__)
CHECK = check.check
DEAL = json.loads(check.DEAL.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    path = tmp_path_factory.mktemp("certificate") / "twenty.json"
    rules = "push-fold --stack 20 --small-blind 1 --big-blind 2 --certificate"
    assert cli.main([*rules.split(), str(path)]) == 0
    return path


def test_the_checkers_deal_is_the_packages_and_the_pages():
    deal, (weights, margins) = deals.holdem(), np.zeros((2, 169, 169))
    weights[np.triu_indices(169)] = np.frombuffer(base64.b64decode(DEAL["weights"]), np.uint8)
    margins[np.triu_indices(169, 1)] = np.frombuffer(base64.b64decode(DEAL["margins"]), "<i4")
    assert (weights + np.triu(weights, 1).T == deal.weights).all() and DEAL["total"] == deal.total
    assert abs((margins - margins.T) / DEAL["boards"] / deal.total - deal.payoff).max() < 1e-18
    assert DEAL["boards"] == equities.BOARDS and DEAL["hands"] == list(deal.hands[0])
    assert explorer.deal_data() | {"weights": DEAL["weights"]} == DEAL


def test_what_the_command_writes_is_an_equilibrium(certificate):
    written = json.loads(certificate.read_text())
    value = exact.solve(Game(deals.holdem(), push_fold(20, 1, 2))).value
    assert CHECK(written, DEAL) == (value, value) and Fraction(written["value"]) == value


def checked(capsys, path):
    """What the command answers in JSON, its complaint and its status."""
    status = cli.main(["check", str(path), "--json"])
    out, err = capsys.readouterr()
    assert err.count("\n") == (status > 0) and "Traceback" not in err
    return json.loads(out) if out else None, err, status


def changed(certificate, folder, change):
    path = folder / "changed.json"
    path.write_text(json.dumps(json.loads(certificate.read_text()) | change))
    return path


def test_the_command_checks_what_it_has_written(certificate, capsys):
    found, _, status = checked(capsys, certificate)
    value = json.loads(certificate.read_text())["value"]
    bounds = dict.fromkeys(("value", "lower", "upper"), float(Fraction(value)))
    assert (status, found) == (0, {"valid": True, **bounds, "unit": "chips"})
    assert cli.main(["check", str(certificate)]) == 0
    assert f"worth exactly {value} chips" in capsys.readouterr().out


def test_the_checker_needs_nothing_but_python(certificate, tmp_path):
    """Two files, without this environment's packages, say the same by themselves."""
    for file in (CHECKER, check.DEAL):
        shutil.copy(file, tmp_path)
    false = changed(certificate, tmp_path, {"value": "42"})
    (long := tmp_path / "long").write_bytes(bytes(check.MOST + 1))
    files = (certificate, 0), (false, 1), (tmp_path, 2), (check.DEAL, 2), (long, 2)
    for path, status in files:
        command = [sys.executable, "-I", "-S", "check.py", str(path), "deal.json"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == status and done.stderr.count("\n") == (status > 0)
        assert ("An equilibrium, worth exactly" in done.stdout) == (status == 0)
    table = tmp_path / "deal.json"
    table.write_text(table.read_text().replace("M", "N", 1))
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 2 and "deal.json: not the table of counts" in done.stderr
    done = subprocess.run(command[:4], capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "check.py: python check.py FILE [DEAL]\n")


@pytest.mark.parametrize(
    ("action", "hand", "chance"),
    [("push", "72o", "1/1000000"), ("push", "K5s", "999/1000"), ("call", "AA", "0")],
)
def test_a_change_of_one_hand_is_noticed(action, hand, chance, certificate, tmp_path, capsys):
    written = json.loads(certificate.read_text())
    written[action][hand] = chance
    lower, upper = CHECK(written, DEAL)
    assert lower < upper
    found, err, status = checked(capsys, changed(certificate, tmp_path, written))
    assert (status, found["valid"], found["value"]) == (1, False, None)
    assert err.endswith("a false certificate: the strategies are no equilibrium\n")


def test_another_value_is_a_false_certificate(certificate, tmp_path, capsys):
    value = Fraction(json.loads(certificate.read_text())["value"])
    for other in (42, -value, value + Fraction(1, 10**30), value - Fraction(1, 10**30), 0):
        path = changed(certificate, tmp_path, {"value": str(other)})
        found, err, status = checked(capsys, path)
        assert (status, found["valid"], found["value"]) == (1, False, float(value))
        assert f"a false certificate: value: {str(other)[:9]}" in err.replace("'", "")


NO_CERTIFICATES = {
    "nothing": b"",
    "no text": b"\xff\xfe\x00",
    "a list": b"[]",
    "an empty one": b"{}",
    "nested": b"[" * 10**5,
    "a long number": b'{"value": ' + b"9" * 10**5 + b"}",
}


@pytest.mark.parametrize("content", NO_CERTIFICATES.values(), ids=NO_CERTIFICATES)
def test_a_file_that_is_no_certificate_is_said_in_one_line(content, tmp_path, capsys):
    path = tmp_path / "none.json"
    path.write_bytes(content)
    found, err, status = checked(capsys, path)
    assert (status, found) == (2, None) and str(path) in err


@pytest.mark.parametrize(
    "change",
    [
        *({"value": value} for value in (None, "1/0", "1e9999999")),
        *({"stack": stack} for stack in ("-" + "9" * 2000, "9" * 5000)),
        {"push": {"AA": "1.0000001"}},
        {"call": {"AA": True}},
    ],
)
def test_nor_is_one_that_says_something_else(change, certificate, tmp_path, capsys):
    found, err, status = checked(capsys, changed(certificate, tmp_path, change))
    assert (status, found) == (2, None) and "certificate" in err
    written = json.loads(certificate.read_text())
    name, path = next(iter(change)), tmp_path / "less.json"
    path.write_text(json.dumps({key: part for key, part in written.items() if key != name}))
    assert f"KeyError: {name!r}" in checked(capsys, path)[1]


def test_a_file_that_cannot_be_read_is_none(tmp_path, capsys):
    for path, why in ((tmp_path, "Is a directory"), (tmp_path / "no", "No such file or directory")):
        assert checked(capsys, path) == (None, f"pokerlab check: {path}: {why}\n", 2)


def test_what_never_ends_or_never_begins_is_none(tmp_path, capsys):
    """Nobody writes to the pipe, and a folder or a device holds no certificate."""
    os.mkfifo(pipe := tmp_path / "pipe")
    (empty := tmp_path / "empty").touch()
    for path, why in (
        ("/dev/zero", "no certificate: more than 1,000,000 bytes"),
        ("/dev/full", "no certificate: more than 1,000,000 bytes"),
        (pipe, "no certificate: "),
        (empty, "no certificate: "),
    ):
        found, err, status = checked(capsys, path)
        assert (found, status) == (None, 2) and err.startswith(f"pokerlab check: {path}: {why}")


def test_a_certificate_is_read_from_a_pipe(certificate):
    """Whose other end comes later."""
    check_it = f"{sys.executable} -I -S {CHECKER} /dev/stdin {check.DEAL}"
    piped = ["sh", "-c", f"(sleep 0.3; cat {certificate}) | {check_it}"]
    done = subprocess.run(piped, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "An equilibrium, worth exactly" in done.stdout


@pytest.mark.parametrize(
    "change", [{"stack": "1"}, {"ante": "-1"}, {"push": {"AA": "2"}}, {"call": {"AA": "-1/2"}}]
)
def test_the_checker_refuses_what_is_no_game_and_no_strategy(change, certificate):
    with pytest.raises(ValueError, match=r"no game|a probability"):
        CHECK(json.loads(certificate.read_text()) | change, DEAL)


def test_it_counts_antes_as_the_package_does():
    antes = {"ante": "1/8", "big_blind_ante": "1"}
    amounts = {"stack": "9", "small_blind": "1/2", "big_blind": "1"} | antes
    proof = exact.solve(Game(deals.holdem(), push_fold(10, **antes)))
    for player, action in enumerate(("push", "call")):
        chances = zip(DEAL["hands"], proof.probability(player, action), strict=True)
        amounts[action] = {hand: str(chance) for hand, chance in chances}
    assert CHECK(amounts, DEAL) == (proof.value, proof.value)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--stack", "1"], "stack: 1 given, more than the big blind, 1, needed"),
        (["--stack", "5", "--no-card-removal"], "--no-card-removal: not allowed, --"),
        (["--chart"], "--certificate: not allowed, --chart takes only"),
    ],
)
def test_what_cannot_be_certified_is_said_at_once(options, complaint, capsys, tmp_path):
    path = tmp_path / "none.json"
    assert cli.main(["push-fold", *options, "--certificate", str(path)]) == 2
    assert complaint in capsys.readouterr().err and not path.exists()
