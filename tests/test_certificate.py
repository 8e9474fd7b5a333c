"""Certificates: what the command and the package write, a file of plain Python verifies."""

import base64
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerlab import betting, check, cli, deals, equity_table
from pokerlab.betting import push_fold
from pokerlab.certificates import certify
from pokerlab.games import Game
from pokerlab.pages import script_data
from pokerlab.solvers import exact, lp
from pokerlab.trees import Tree
from tests import random_games
from tests.damage import altered

CHECKER = Path(check.__file__)
CHECK = check.bounds
DEAL = json.loads(check.DEAL.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    path = tmp_path_factory.mktemp("certificate") / "twenty.json"
    rules = "push-fold --stack 20 --small-blind 1 --big-blind 2 --certificate"
    assert cli.main([*rules.split(), str(path)]) == 0
    return path


def test_the_checkers_deal_is_the_packages_and_the_pages():
    deal, (ways, margins) = deals.holdem(), np.zeros((2, 169, 169))
    ways[np.triu_indices(169)] = np.frombuffer(base64.b64decode(DEAL["ways"]), np.uint8)
    margins[np.triu_indices(169, 1)] = np.frombuffer(base64.b64decode(DEAL["margins"]), "<i4")
    assert (ways + np.triu(ways, 1).T == deal.ways).all()
    assert DEAL["total"] == deal.total_ways
    weighted = (margins - margins.T) / DEAL["boards"] / deal.total_ways
    assert abs(weighted - deal.net_wins).max() < 1e-18
    assert DEAL["boards"] == equity_table.BOARDS_PER_PAIR and DEAL["hands"] == list(deal.hands[0])
    page = script_data.deal_data()
    planes = np.frombuffer(base64.b64decode(page.pop("margins")), np.uint8).reshape(4, -1)
    found = np.zeros((13 + 169, 13 + 169), int)  # with zeros above the chart's first row
    rest = iter(np.ascontiguousarray(planes.T).view("<i4").ravel().tolist())
    for i, k in zip(*(13 + np.array(np.triu_indices(169, 1))), strict=True):
        foretold = found[i, k - 13] + found[i - 13, k] - found[i - 13, k - 13]
        found[i, k] = 4 * next(rest) + foretold
        found[k, i] = -found[i, k]
    assert (found[13:, 13:] == margins - margins.T).all()
    assert page == {name: DEAL[name] for name in ("hands", "total", "boards")}


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
    assert f"worth exactly {value} chips to 'small blind'\n" in capsys.readouterr().out


def test_the_checker_needs_nothing_but_python(certificate, tmp_path):
    """Two files, without this environment's packages, say the same by themselves."""
    for file in (CHECKER, check.DEAL):
        shutil.copy(file, tmp_path)
    false = changed(certificate, tmp_path, {"value": "42"})
    (long := tmp_path / "long").write_bytes(bytes(check.MAX_BYTES + 1))
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
    ("player", "hand", "chance"), [(0, "72o", "1/1000000"), (0, "K5s", "999/1000"), (1, "AA", "0")]
)
def test_a_change_of_one_hand_is_noticed(player, hand, chance, certificate, tmp_path, capsys):
    """Whether it adds up with what the hand does otherwise, or does not."""
    written = json.loads(certificate.read_text())
    plan = written["plans"][player]
    fold, action = (("fold", "push"), ("push, fold", "push, call"))[player]
    plan[action][hand] = chance
    found, err, status = checked(capsys, changed(certificate, tmp_path, written))
    after = ("''", "'push'")[player]
    assert (status, found) == (2, None)
    assert f"no certificate: plans: with {hand} what follows {after} does not add up" in err
    plan[fold][hand] = str(1 - Fraction(chance))
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


def folded(amount):
    """A game that ends at once."""
    return {"tree": {"players": ["a", "b"], "nodes": [{"fold": [amount]}]}}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"value": None}, "value: None given, a fraction needed"),
        ({"value": "1/0"}, "value: '1/0' given, a fraction needed"),
        ({"value": "1e9999999"}, "value: '1e9999999' given, a fraction needed"),
        ({"deal": None}, "deal: None given, hold'em or an object needed"),
        (folded("1/0"), "fold: '1/0' given, a fraction needed"),
        (folded("-" + "9" * 2000), "fold: '-9+[.]{3}9+' given, at most 300 digits needed"),
        (folded("9" * 5000), "fold: '9+[.]{3}9+' given, a fraction needed"),
        ({"plans": [{"push": ["AA"]}, {}]}, r"push: \['AA'\] given, an object needed"),
        ({"plans": [{"push": {"AA": None}}, {}]}, "AA: None given, a fraction needed"),
        ({"plans": [{"push": {"AA": True}}, {}]}, "AA: True given, a fraction needed"),
        ({"plans": [{"push": {"1": "1"}}, {}]}, "push: '1' given, a hand such as AA needed"),
        ({"plans": [{"push": {"AA": "1.0000001"}}, {}]}, "push: AA with a probability outside 0"),
        ({"plans": [{}, {"push, call": {"AA": "2"}}]}, "push, call: AA with a probability outside"),
        ({"plans": [{}, {"push, call": {"AA": "-1/2"}}]}, "push, call: AA with a probability"),
    ],
)
def test_a_certificate_with_another_value_in_a_field_or_without_the_field_is_refused(
    change, message, certificate, tmp_path, capsys
):
    found, err, status = checked(capsys, changed(certificate, tmp_path, change))
    assert (status, found) == (2, None) and re.search(f"no certificate: {message}", err)
    written = json.loads(certificate.read_text())
    name, path = next(iter(change)), tmp_path / "less.json"
    path.write_text(json.dumps({key: part for key, part in written.items() if key != name}))
    assert f"{name}: missing" in checked(capsys, path)[1]


def test_a_file_that_cannot_be_read_is_none(tmp_path, capsys):
    for path, why in ((tmp_path, "Is a directory"), (tmp_path / "no", "No such file or directory")):
        assert checked(capsys, path) == (None, f"pokerlab check: {path}: {why}\n", 2)


def test_what_never_ends_or_never_begins_is_none(tmp_path, capsys):
    """Nobody writes to the pipe, and a folder or a device holds no certificate."""
    os.mkfifo(pipe := tmp_path / "pipe")
    (empty := tmp_path / "empty").touch()
    for path, why in (
        ("/dev/zero", f"no certificate: more than {check.MAX_BYTES:,} bytes"),
        ("/dev/full", f"no certificate: more than {check.MAX_BYTES:,} bytes"),
        (pipe, "no certificate: "),
        (empty, "no certificate: "),
    ):
        found, err, status = checked(capsys, path)
        assert (found, status) == (None, 2) and err.startswith(f"pokerlab check: {path}: {why}")


def test_a_certificate_is_read_from_a_pipe(certificate):
    """Whose other end comes later."""
    check_it = [sys.executable, "-I", "-S", CHECKER, "/dev/stdin", check.DEAL]
    piped = ["sh", "-c", '(sleep 0.3; cat "$0") | "$@"', certificate, *check_it]
    done = subprocess.run(piped, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "An equilibrium, worth exactly" in done.stdout


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


# Certificates that are saved in Python: of push or fold, as the command's, and of other games


def saved(proof, folder):
    proof.save(path := folder / "saved.json")
    return path


def test_a_saved_certificate_is_the_command_s(certificate, tmp_path):
    proof = exact.solve(Game(deals.holdem(), push_fold(20, 1, 2)))
    assert json.loads(saved(proof, tmp_path).read_text()) == json.loads(certificate.read_text())


GAMES = {
    "kuhn": lambda: Game(deals.kuhn(), betting.kuhn()),
    "antes": lambda: Game(deals.holdem(), push_fold(9, ante="1/8", big_blind_ante=1)),
    "limit": lambda: Game(deals.holdem(), betting.limit(1)),
    "blocked": lambda: Game(deals.holdem().restrict("QQ+", "AKs, 72o:1/2"), betting.no_limit(3)),
    "river": lambda: Game(
        deals.river("Td9d6hQc2s", "AA, KQs:1/3, 77", "99, A8s:0.7"), betting.river(10, 20, "1/2")
    ),
    "no cards": lambda: Game(deals.holdem(card_removal=False), push_fold(3)),
}


@pytest.mark.parametrize("name", GAMES)
def test_any_game_s_certificate_is_checked_by_plain_python(name, tmp_path):
    """An equilibrium's value, which the linear program finds, too; and a bracket of other plans."""
    game = GAMES[name]()
    proof = exact.solve(game)
    path = saved(proof, tmp_path)
    assert check.bounds(check.read(path)) == (proof.value, proof.value)
    assert float(proof.value) == pytest.approx(lp.solve(game).payoff, abs=1e-9)
    copied = [shutil.copy(file, tmp_path) for file in (CHECKER, check.DEAL)]
    command = [sys.executable, "-I", "-S", *copied[:1], str(path), *copied[1:]]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"An equilibrium, worth exactly {proof.value} chips to " in done.stdout
    plans = [game.uniform(player) for player in (0, 1)]
    other = certify(game, plans)
    assert (proof.found_by, other.found_by) == ("exact", "given")
    lower, upper = check.bounds(check.read(saved(other, tmp_path)))
    assert (lower, upper) == (other.lower, other.upper) and lower < upper
    assert (float(lower), float(upper)) == pytest.approx(game.bracket(*plans), abs=1e-9)
    found, text, wrong = check.report(path)
    assert (found["valid"], found["value"], wrong) == (True, None, None)
    assert text.startswith("The strategies guarantee ")


@given(random_games.games(), st.integers(0, 99))
@random_games.examples(60)
def test_the_checker_and_the_package_agree_on_games_that_nobody_thought_of(game, seed):
    plans = random_games.random_plans(game, np.random.default_rng(seed))
    proof = certify(game, plans)
    with tempfile.TemporaryDirectory() as folder:
        written = check.read(saved(proof, Path(folder)))
        assert check.report(Path(folder) / "saved.json")[0]["valid"]
    lower, upper = check.bounds(written)
    assert (lower, upper) == (proof.lower, proof.upper)
    assert (float(lower), float(upper)) == pytest.approx(game.bracket(*plans), abs=1e-9)


@pytest.fixture(scope="module")
def kuhn(tmp_path_factory):
    """What is in a certificate of Kuhn's poker."""
    proof = exact.solve(GAMES["kuhn"]())
    return check.read(saved(proof, tmp_path_factory.mktemp("kuhn")))


def test_a_changed_claim_or_game_is_noticed(kuhn, tmp_path, capsys):
    for change in ({"value": "-1/17"}, {"value": "1/18"}):
        found, err, status = checked(capsys, written(kuhn | change, tmp_path))
        assert (status, found["valid"]) == (1, False) and "value: " in err and "-1/18 needed" in err
    deal = kuhn["deal"] | {"ways": [["0", "2", "1"], ["1", "0", "1"], ["1", "1", "0"]]}
    found, err, status = checked(capsys, written(kuhn | {"deal": deal}, tmp_path))
    assert (status, found["valid"]) == (1, False)
    half = {key: part for key, part in kuhn.items() if key != "value"}
    found, err, status = checked(capsys, written(half | {"lower": "-1", "upper": "1"}, tmp_path))
    assert (status, found["valid"]) == (1, False) and "upper: '1' given, -1/18 needed" in err


def test_a_deal_without_a_pair_of_hands_is_no_deal(kuhn):
    none = [["0"] * 3] * 3
    with pytest.raises(ValueError, match=r"^ways: from 0 up needed, and not all 0"):
        check.bounds(kuhn | {"deal": kuhn["deal"] | {"ways": none}})


def written(content, folder):
    (path := folder / "written.json").write_text(json.dumps(content))
    return path


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"deal": "seven cards"}, "deal: 'seven cards' given, hold'em or an object needed"),
        ({"plans": [{}]}, "plans: two needed"),
        ({"plans": [{}, {}]}, "plans: with J what follows '' does not add up"),
        ({"tree": {"nodes": []}}, "tree: 1 to 1,000,000 nodes needed"),
        ({"tree": {"nodes": [{"fold": ["1", "2"]}]}}, "tree: .* given, a fold or a showdown"),
        ({"tree": {"nodes": [{"showdown": ["-1", "0"]}]}}, "tree: .* given, a fold or a showdown"),
        (
            {"tree": {"nodes": [{"player": 0, "actions": {"a": 0}}]}},
            "tree: the indices of earlier nodes",
        ),
        ({"tree": {"nodes": [{"fold": ["1"]}]}}, "plans: .* given, an action of the player needed"),
    ],
)
def test_what_is_no_certificate_of_a_tree_is_said(change, message, kuhn, tmp_path):
    with pytest.raises(ValueError, match=f"written.json: no certificate: {message}"):
        check.report(written(kuhn | change, tmp_path))


@pytest.mark.parametrize("name", ["path", "table"])
def test_a_number_is_taken_for_no_file_and_the_command_keeps_its_input(name, kuhn, tmp_path):
    with pytest.raises(TypeError, match=f"^{name}: 0 given, the name of a file needed$"):
        check.report(**{"path": written(kuhn, tmp_path), name: 0})
    os.fstat(0)


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_certificate_ends_in_one_line_or_is_checked(seed, kuhn, tmp_path):
    rng = random.Random(seed)
    path = written(altered(rng, json.loads(json.dumps(kuhn))), tmp_path)
    try:
        found, text, wrong = check.report(path)
    except ValueError as error:
        assert "\n" not in str(error) and f"{path}: no certificate: " in str(error)
        return
    assert "\n" not in text and (found["lower"] <= found["upper"])
    assert not wrong or "a false certificate" in wrong


def test_a_tree_that_unfolds_without_end_is_refused_at_once(kuhn, tmp_path):
    """Forty decisions whose two actions lead to the same node would be a million million nodes."""
    nodes = [{"fold": ["1"]}]
    nodes += [{"player": 0, "actions": {"a": place, "b": place}} for place in range(40)]
    with pytest.raises(ValueError, match="tree: 1 to 1,000,000 nodes needed"):
        check.report(written(kuhn | {"tree": {"nodes": nodes}}, tmp_path))


def unfolded(depth):
    """A tree whose nodes are few, and many once those that are shared are counted each time."""
    decisions = [{"player": 1, "actions": {"a": i, "b": i}} for i in range(depth)]
    return {"nodes": [{"fold": ["1"]}, *decisions], "players": ["a", "b"]}


@pytest.mark.parametrize(
    ("depth", "message"),
    [
        (12, "plans: with AA what follows '' does not add up"),
        (18, "tree: 524,287 nodes with 28,561 pairs of hands given, a product of at most"),
    ],
)
def test_a_small_file_that_takes_hours_is_refused_at_once(depth, message, tmp_path):
    """What is refused before any value: the time is two seconds, and one tree takes much longer."""
    content = {"tree": unfolded(depth), "deal": "hold'em", "plans": [{}, {}], "value": "1"}
    command = [sys.executable, "-I", "-S", CHECKER, written(content, tmp_path)]
    spent = [os.times()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    spent.append(os.times())
    assert done.returncode == 2 and f"no certificate: {message}" in done.stderr
    assert spent[1].children_user - spent[0].children_user < 2


def of_odd_counts(pairs):
    """A showdown for 1, with so many pairs of hands, of which each has boards of its own."""
    rng = random.Random(5)
    counts = [rng.randrange(10**29, 10**30) | 1 for _ in range(pairs)]
    ones, names = [[1] * pairs], [["x"], [f"{n}" for n in range(pairs)]]
    deal = {"hands": names, "ways": ones, "margins": ones, "runout_counts": [counts]}
    tree = {"players": ["a", "b"], "nodes": [{"showdown": ["1", "0"]}]}
    return {"tree": tree, "deal": deal, "plans": [{}, {}], "value": "1"}


def with_long_probabilities(kuhn, digits):
    """Kuhn's poker, with two probabilities whose common denominator has twice so many digits."""
    changed = json.loads(json.dumps(kuhn))
    plan = changed["plans"][0]
    for history, other in zip([*plan][:2], (1, 3), strict=True):
        hand = next(iter(plan[history]))
        plan[history][hand] = f"1/{10**digits + other}"
    return changed


@pytest.mark.parametrize(
    ("pairs", "message"), [(5, None), (20_000, "runout_counts: a common denominator of at most")]
)
def test_counts_without_a_short_common_denominator_are_refused_at_once(pairs, message, tmp_path):
    """The margins are 1 in each: with few pairs it is checked, and its claim is false."""
    command = [sys.executable, "-I", "-S", CHECKER, written(of_odd_counts(pairs), tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == (2 if message else 1) and (message or "a false") in done.stderr


def test_long_probabilities_are_read_up_to_a_common_denominator(kuhn, tmp_path):
    with pytest.raises(ValueError, match=r"plans: with . what follows .* does not add up"):
        check.report(written(with_long_probabilities(kuhn, 2000), tmp_path))
    with pytest.raises(ValueError, match="plans: a common denominator of at most 4300 digits"):
        check.report(written(with_long_probabilities(kuhn, 2200), tmp_path))


def test_many_digits_count_as_steps(kuhn, tmp_path, monkeypatch):
    """With 81 steps Kuhn's poker is checked, unless its numbers have hundreds of digits."""
    monkeypatch.setattr(check, "MAX_STEPS", 100)
    assert check.report(written(kuhn, tmp_path)).complaint is None
    with pytest.raises(ValueError, match=r"plans: common denominators of 4\d\d digits"):
        check.report(written(with_long_probabilities(kuhn, 200), tmp_path))


def test_an_amount_has_at_most_three_hundred_digits(tmp_path):
    def report(amount):
        certificate = of_odd_counts(1) | folded(amount) | {"value": amount}
        return check.report(written(certificate, tmp_path))

    assert report("9" * 300).complaint is None
    with pytest.raises(ValueError, match="at most 300 digits needed"):
        report("9" * 302)


def test_a_claim_of_more_digits_than_python_writes_is_answered(kuhn, tmp_path, capsys):
    value = "0." + "1" * 4300
    _, err, status = checked(capsys, written(kuhn | {"value": value}, tmp_path))
    assert status == 1 and "a false certificate: value: '0.111" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("program", [[CHECKER], ["-m", "pokerlab", "check"]])
def test_a_status_of_1_is_a_false_certificate_and_nothing_else(program, kuhn, tmp_path):
    """Neither a full disk is one, nor a pipe that is closed, nor a name that cannot be written."""
    named = json.loads(json.dumps(kuhn))
    named["tree"]["players"][0] = "Zo\u00eb"
    path = written(named, tmp_path)
    ascii_only = os.environ | {"PYTHONIOENCODING": "ascii"}

    def status(words, env=ascii_only):
        command = ["sh", "-c", f'"$0" "$@" {words}', sys.executable, *program, path]
        return subprocess.run(command, env=env, capture_output=True).returncode

    assert status("") == 0 and status("> /dev/full") == 2 and status("nofile 2> /dev/full") == 2


def test_a_table_of_hold_em_is_read_no_further_than_a_certificate(kuhn, tmp_path):
    path = written(kuhn, tmp_path)
    with pytest.raises(ValueError, match=f"/dev/zero: more than {check.MAX_BYTES:,} bytes"):
        check.report(path, "/dev/zero")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ValueError, match="pipe: not the table of counts"):
        check.report(path, tmp_path / "pipe")


def test_a_certificate_claims_its_value_or_its_bounds(kuhn, tmp_path, capsys):
    for change, complaint in (
        ({"upper": "9"}, "value: given besides a bound, only one of the two allowed"),
        ({"lower": "-1/18"}, "value: given besides a bound, only one of the two allowed"),
    ):
        found, err, status = checked(capsys, written(kuhn | change, tmp_path))
        assert (status, found) == (2, None) and f"no certificate: {complaint}" in err
    twice = json.dumps(kuhn)[:-1] + ', "value": "-1/18"}'
    (path := tmp_path / "twice.json").write_text(twice)
    assert "no certificate: 'value' given twice, once needed" in checked(capsys, path)[1]


def test_push_or_fold_among_others_is_certified_by_their_names(tmp_path):
    tree = Tree(push_fold(2).root, players=("Alice", "Bob"))
    exact.solve(Game(deals.holdem(), tree)).save(tmp_path / "named.json")
    _, text, complaint = check.report(tmp_path / "named.json")
    assert complaint is None and "to 'Alice'" in text and "blind" not in text


ESCAPE = "x\x1b[2K\x1b[1GAn equilibrium, worth exactly 5 chips to x"


@pytest.mark.parametrize("name", [ESCAPE, "J\nvalid", "J\u202e", "\ud800", "\x7f"])
@pytest.mark.parametrize("place", ["players", "hands", "actions", "plans"])
def test_names_that_move_the_cursor_are_refused(place, name, kuhn, tmp_path, capsys):
    """Both programs say so in one line, which is text."""
    forged = json.loads(json.dumps(kuhn))
    if place == "players":
        forged["tree"]["players"][0] = name
    elif place == "hands":
        forged["deal"]["hands"][0][0] = name
    elif place == "actions":
        actions = forged["tree"]["nodes"][-1]["actions"]
        actions[name] = actions.popitem()[1]
    else:
        forged["plans"][0][name] = {}
    path = str(written(forged, tmp_path))
    for main, words in ((check.main, [path]), (cli.main, ["check", path])):
        status, (out, err) = main(words), capsys.readouterr()
        assert (status, out) == (2, "")
        assert f"no certificate: {place}: " in err and "printable text" in err
        assert err[:-1].isprintable() and err.endswith("\n")


FORGED = {
    "a text": ({"tree": "nodes"}, "tree: 'nodes' given, an object needed"),
    "nodes": ({"tree": {"nodes": {}}}, "nodes: {} given, a list needed"),
    "a node": ({"tree": {"nodes": ["actions"]}}, "nodes: 'actions' given, an object needed"),
    "nobody's": ({"tree": {"nodes": [{"actions": {}}]}}, "player: missing"),
    "a payment": ({"tree": {"nodes": [{"fold": "1"}]}}, "tree: {'fold': '1'} given, a fold or"),
    "a number": ({"tree": {"nodes": [{"fold": 1}]}}, "tree: {'fold': 1} given, a fold or"),
    "no plans": ({"plans": None}, "plans: None given, a list needed"),
    "lists": ({"plans": [[], []]}, r"plans: \[\] given, an object needed"),
    "a column": ({"plans": [{"bet": ["1"]}, {}]}, r"bet: \['1'\] given, an object needed"),
    "no deal": ({"deal": {}}, "hands: missing"),
    "no ways": ({"deal": {"hands": [["J"], ["J"]]}}, "ways: missing"),
    "a hand": ({"deal": {"hands": ["J", "J"]}}, "hands: 'J' given, a list needed"),
    "rows": (
        {"deal": {"hands": [["J"], ["J"]], "ways": ["1"]}},
        "ways: '1' given, a list needed",
    ),
    "a long way": (
        {
            "tree": {
                "nodes": [
                    {"fold": ["1"]},
                    *({"player": 0, "actions": {"a": i}} for i in range(3000)),
                ]
            },
            "plans": [
                {", ".join(["a"] * n): dict.fromkeys("JQK", "1") for n in range(1, 3001)},
                {},
            ],
        },
        "tree: too many actions in a row",
    ),
}


@pytest.mark.parametrize("name", FORGED)
def test_what_is_forged_is_a_value_error_that_names_the_place(name, kuhn):
    change, message = FORGED[name]
    with pytest.raises(ValueError, match=f"^{message}"):
        check.bounds(kuhn | change)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hands": None}, "hands: None given, a list needed"),
        ({"hands": [["AA"]]}, r"hands: \['AA'\] given, printable text needed"),
        ({"ways": 1}, "ways: 1 given, a text needed"),
        ({"ways": "A"}, "ways: "),
        ({"ways": ""}, "ways: 0 numbers given, 14365 needed"),
        ({"margins": "AAAA"}, "margins: "),
        ({"boards": "0"}, "boards, ways: from 1 up needed"),
        ({"hands": [], "ways": "", "margins": ""}, "boards, ways: from 1 up needed"),
    ],
)
def test_a_forged_table_of_hold_em_is_refused_by_the_name_of_its_field(
    change, message, certificate
):
    with pytest.raises(ValueError, match=f"^{message}"):
        check.bounds(check.read(certificate), DEAL | change)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[" * 200_000, "nested too deeply"),
        ("[]", r"JSON: \[\] given, an object needed"),
        ("1", "JSON: '1' given, an object needed"),
    ],
)
def test_what_is_no_object_is_not_read(content, message, tmp_path):
    (path := tmp_path / "forged.json").write_text(content)
    with pytest.raises(ValueError, match=f"^{message}$"):
        check.read(path)


@pytest.mark.parametrize("kind", ["push or fold", "Kuhn's poker"])
@pytest.mark.parametrize("seed", range(40))
def test_nothing_that_is_changed_is_anything_but_a_value_error(kind, seed, kuhn, tmp_path):
    """The stored certificate of push or fold, and another, changed in one to three places."""
    rng = random.Random(seed)
    path = Path(__file__).with_name("certificate.json")
    content = check.read(path) if kind == "push or fold" else kuhn
    changed = json.loads(json.dumps(content))
    for _ in range(rng.randint(1, 3)):
        changed = altered(rng, changed)
    try:
        lower, upper = check.bounds(check.read(written(changed, tmp_path)))
    except ValueError as error:
        assert str(error).isprintable() and len(str(error)) < 300
        return
    assert lower <= upper


def test_what_a_certificate_cannot_carry_is_not_saved(tmp_path, monkeypatch):
    locked = GAMES["kuhn"]().lock(0, {"bet": 0.5})
    with pytest.raises(ValueError, match="partly locked> given, one needed in which no decision"):
        exact.solve(locked).save(tmp_path / "locked.json")
    monkeypatch.setattr(check, "MAX_BYTES", 500)
    message = "certificate: one of [0-9,]+ bytes given, at most 500 allowed"
    with pytest.raises(ValueError, match=message):
        exact.solve(GAMES["kuhn"]()).save(tmp_path / "long.json")
    monkeypatch.setattr(check, "MAX_STEPS", 80)
    message = "one of 9 nodes with 9 pairs of hands given, a product of at most 80 allowed"
    with pytest.raises(ValueError, match=message):
        exact.solve(GAMES["kuhn"]()).save(tmp_path / "slow.json")
    assert not [*tmp_path.iterdir()]
