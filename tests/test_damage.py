"""Saved files that are damaged: each ends in one line.

``FUZZ=10`` in the environment makes ten times as many.
"""

import io
import json
import os
import random
from pathlib import Path

import numpy as np
import pytest

from pokerlab import betting, check, deals, games, solutions
from pokerlab._files import check_file, write_file
from pokerlab.solvers import lp
from pokerlab.studies import any_raise

TIMES = int(os.environ.get("FUZZ", "1"))
NUMBERS = deals.numbers(5)
DEAL = json.loads(check.DEAL.read_text())
VALUE = 0.051591559  # that of push or fold at 3

#: What may stand in the place of any number or text.
ODD = [None, True, -1, 0, 0.5, 2**70, 1e308, "1e9999999", "1/0", "nan", "-1", "", "\n", [], {}]
ODD += [[[]], {"fold": ["1"]}, "9" * 5000]


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """What is in some files, each with what reads it."""
    path = tmp_path_factory.mktemp("saved") / "file.npz"
    files = []
    few = deals.numbers(6).restrict(["1", "3"], ["2", "5"])
    for game in (
        games.Game(deals.kuhn(), betting.kuhn()),
        games.Game(deals.kuhn(), betting.kuhn()).lock(0, {"bet": [0.2, 0, 0.5]}),
        games.Game(deals.numbers(4), betting.limit(2, pot_limit=True)),
        games.Game(few, betting.no_limit(8, ["2x"])),
    ):
        lp.solve(game).save(path)
        files.append((path.read_bytes(), solutions.load))
    any_raise.solve(NUMBERS).save(path)
    return [*files, (path.read_bytes(), lambda file: any_raise.load(file, NUMBERS))]


def leaves(written, path=()):
    """The places in what JSON holds."""
    pairs = written.items() if isinstance(written, dict) else enumerate(written)
    for key, value in list(pairs):
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from leaves(value, (*path, key))


def altered(rng, written):
    """The same with something odd in one place."""
    *path, last = rng.choice([*leaves(written)])
    inner = written
    for key in path:
        inner = inner[key]
    if rng.random() < 0.2:
        del inner[last]
    else:
        inner[last] = rng.choice(ODD)
    return written


ARRAYS = [
    lambda a: a[:-1],
    lambda a: a[..., None],
    lambda a: a.astype("U"),
    lambda a: a.astype(object),
    lambda a: a.astype(float) * np.nan,
    lambda a: a.astype(float) - 1,
    lambda a: a * 2,
    lambda a: a.astype(complex),
    lambda a: np.zeros(0),
]


def repacked(rng, content, path):
    """A whole file again, one of whose parts is another."""
    parts = dict(np.load(io.BytesIO(content)))
    name = rng.choice([*parts, *["text"] * 4 * ("text" in parts)])
    if name == "text":
        parts[name] = np.array(json.dumps(altered(rng, json.loads(str(parts[name])))))
    elif parts[name].dtype.kind == "U":
        texts = parts[name].ravel().tolist()
        texts[rng.randrange(len(texts))] = str(rng.choice(ODD))
        parts[name] = np.array(texts)
    elif rng.random() < 0.1:
        del parts[name]
    else:
        parts[name] = rng.choice(ARRAYS)(parts[name])
    np.savez_compressed(path, **parts)


def damage(rng, content, path):
    if rng.random() < 0.5:
        return repacked(rng, content, path)
    whole, at = bytearray(content), rng.randrange(len(content))
    if rng.random() < 0.5:
        whole[at] ^= 1 << rng.randrange(8)
    else:
        del whole[at:]
    path.write_bytes(whole)


@pytest.mark.parametrize("seed", range(30 * TIMES))
def test_a_damaged_file_ends_in_one_line_or_proves_what_is_true(seed, saved, tmp_path):
    rng, path = random.Random(seed), tmp_path / "damaged.npz"
    content, load = saved[seed % len(saved)]
    damage(rng, content, path)
    try:
        read = load(path)
    except ValueError as error:
        assert str(error).startswith(f"path: {path} is no ")
        assert "\n" not in str(error) and len(str(error)) < 500
        return
    if isinstance(read, any_raise.Bounds):
        truth = any_raise.solve(NUMBERS, read.small_blind, read.big_blind)
    else:
        truth = lp.solve(read.game)
    assert read.lower <= truth.upper + 1e-9 and truth.lower - 1e-9 <= read.upper


def nested(levels):
    """A tree of so many decisions in a row."""
    nodes = [{"fold": ["1"]}]
    nodes += [{"player": level % 2, "actions": {"go": level}} for level in range(levels)]
    return {"name": "", "players": ["a", "b"], "nodes": nodes}


@pytest.mark.parametrize(
    "change",
    [
        lambda text: json.dumps(text | {"tree": nested(10**4)}),
        lambda text: "[" * 10**5,
        lambda text: json.dumps([text]),
        lambda text: json.dumps(text | {"tree": None}),
        lambda text: json.dumps(text | {"deal": {}}),
        lambda text: json.dumps(text).replace('"1"', '"1e9999999"'),
        lambda text: json.dumps(text).replace('"1"', "9" * 4000),
    ],
)
def test_a_file_that_asks_for_too_much_is_refused_at_once(change, saved, tmp_path):
    parts, path = dict(np.load(io.BytesIO(saved[0][0]))), tmp_path / "solution.npz"
    parts["text"] = np.array(change(json.loads(str(parts["text"]))))
    np.savez_compressed(path, **parts)
    with pytest.raises(ValueError, match=r"is no saved solution: .") as refusal:
        solutions.load(path)
    assert "\n" not in str(refusal.value)


OLD = Path(__file__).parent / "made_by_0.2"


@pytest.mark.parametrize(
    ("read", "upper"),
    [
        (lambda: solutions.load(OLD / "solution.npz").upper, -1.23919753),
        (lambda: any_raise.load(OLD / "any-raise.npz", NUMBERS).upper, 0.260322686),
        (lambda: check.check(json.loads((OLD / "certificate.json").read_text()), DEAL)[1], VALUE),
    ],
)
def test_what_version_0_2_has_written_is_read(read, upper):
    assert read() == pytest.approx(upper, abs=1e-9)


# What is no file


@pytest.mark.parametrize("write", [check_file, lambda path: write_file(path, b"content")])
def test_what_is_no_regular_file_is_not_replaced_by_one(write, tmp_path):
    (tmp_path / "link").symlink_to(os.devnull)
    for path in (tmp_path, tmp_path / "link", Path(os.devnull)):
        with pytest.raises(OSError, match=f"{path} cannot be written: Not a regular file"):
            write(path)
        assert not path.is_file() and path.exists()


@pytest.mark.parametrize("mode", [0o600, 0o664, 0o444])
def test_a_file_that_is_written_again_keeps_its_mode(mode, tmp_path):
    (path := tmp_path / "file").touch()
    path.chmod(mode)
    write_file(path, b"content")
    assert (path.stat().st_mode & 0o777, path.read_bytes()) == (mode, b"content")
