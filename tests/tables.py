"""Tests that are tables: what is wrong, and the words in which it is refused; and a tree's endings
and a page's cells."""

import json

import pytest


def endings(tree):
    """What is paid or staked at each ending of a tree without dead money, by its history."""
    assert not any(end.fixed_amount for end in tree.terminals if end.is_showdown)
    return {end.history: end.fixed_amount + end.stake for end in tree.terminals}


def cells(book, page, kind=None):
    """The cells of a page, or those of a kind, and the text of each as one string."""
    found = json.loads((book / f"{page}.ipynb").read_text(encoding="utf-8"))["cells"]
    chosen = [cell for cell in found if kind in (None, cell["cell_type"])]
    return [cell | {"source": "".join(cell["source"])} for cell in chosen]


def refused(*rows, of=None, by=ValueError):
    """A test of rows that end in a message: a call and what it is given, or options of `of`."""

    @pytest.mark.parametrize("row", rows, ids=[row[-1] for row in rows])
    def test(row):
        *call, message = row
        with pytest.raises(by, match=message):
            of(**call[0]) if of else call[0](*call[1:])

    return test
