"""Saved files that are old, or damaged: each of these ends in one line."""

import json
import os
from pathlib import Path

import numpy as np
import pytest

from pokerlab import betting, check, deals, games, solutions
from pokerlab._files import check_file, write_file
from pokerlab.solvers import lp
from pokerlab.studies import any_raise

NUMBERS = deals.numbers(5)
DEAL = json.loads(check.DEAL.read_text())
VALUE = 0.051591559  # that of push or fold at 3


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
        lambda text: "",
        lambda text: json.dumps(text | {"locked": 1, "tree": text["tree"] | {"nodes": []}}),
        lambda text: json.dumps([text]),
        lambda text: json.dumps(text | {"tree": None}),
        lambda text: json.dumps(text | {"deal": {}}),
        lambda text: json.dumps(text).replace('"1"', '"1e9999999"'),
        lambda text: json.dumps(text).replace('"1"', "9" * 4000),
    ],
)
def test_a_file_that_asks_for_too_much_is_refused_at_once(change, tmp_path):
    lp.solve(games.Game(deals.kuhn(), betting.kuhn())).save(path := tmp_path / "solution.npz")
    with np.load(path) as file:
        parts = dict(file)
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
