"""Tests that are tables: what is wrong, and the words in which it is refused."""

import pytest


def refused(*rows, of=None, by=ValueError):
    """A test of rows that end in a message: a call and what it is given, or options of `of`."""

    @pytest.mark.parametrize("row", rows, ids=[row[-1] for row in rows])
    def test(row):
        *call, message = row
        with pytest.raises(by, match=message):
            of(**call[0]) if of else call[0](*call[1:])

    return test
