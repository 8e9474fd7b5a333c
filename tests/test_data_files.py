"""The tables of the page *Data*: what their columns are called, and what they say."""

import re
from fractions import Fraction

import pytest

from book._ext.files import TABLES
from pokerlab import betting, deals, stored
from pokerlab._support.files import DATA
from pokerlab.games import Game
from pokerlab.solvers import lp
from tests.test_scorecard import BOOK

PAGE = (BOOK / "data.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def tables():
    return {name: [*make()] for name, make in TABLES.items()}


@pytest.mark.parametrize("name", TABLES)
def test_the_page_names_the_columns_in_their_order(tables, name):
    (line,) = (line for line in PAGE.splitlines() if f"data/{name}.csv" in line)
    told = line.rstrip("| ").rpartition(" | ")[2]
    pattern = ".*?".join(rf"\b{re.escape(column)}\b" for column in tables[name][0])
    assert re.match(pattern, told), f"{tables[name][0]} in a file, {told!r} on the page"


@pytest.mark.parametrize("name", TABLES)
def test_every_row_has_every_column(tables, name):
    head, *rows = tables[name]
    assert rows and {len(row) for row in rows} == {len(head)}


def test_where_the_real_game_s_value_is_exact_its_bounds_are_one_number(tables):
    _, *rows = tables["real-game"]
    assert {exact for *_, exact in rows} == {True, False}
    for stack, lower, upper, exact in rows:
        assert (Fraction(lower) == Fraction(upper)) == exact, stack
        assert float(lower) <= float(upper)


@pytest.mark.parametrize("stack", [1.5, 3.0, 4.222, 4.475, 5.0, 10.0])
def test_the_real_game_s_lower_bound_is_what_push_or_fold_is_worth(tables, stack):
    (lower,) = (row[1] for row in tables["real-game"][1:] if row[0] == stack)
    game = Game(deals.holdem(), betting.push_fold(str(stack)))
    assert float(lower) == pytest.approx(lp.solve(game).payoff, abs=2e-9)


@pytest.mark.parametrize("path", sorted(DATA.glob("*.*")), ids=lambda path: path.name)
def test_every_stored_file_has_one_reader_which_its_name_tells(path):
    assert sum(path.match(pattern) for pattern in stored._LOADERS) == 1


@pytest.mark.parametrize(
    "name",
    ["solved.json", "systems.toml", "equities.npy", "irving.npz", "any-raise.npz", "limps-5.npz"],
)
def test_a_damaged_file_is_named_whatever_it_holds(name, tmp_path, monkeypatch):
    monkeypatch.setattr(stored, "DATA", tmp_path)
    (tmp_path / name).write_bytes(b"[\x00")
    with pytest.raises(ValueError, match=f"path: {re.escape(str(tmp_path / name))} is no "):
        stored.data(name.rpartition(".")[0])
