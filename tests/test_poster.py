"""The poster shows the proven intervals, and is as large as it says."""

import re

import numpy as np
import pytest

from pokerlab import cards
from pokerlab.book import poster
from pokerlab.studies import breakpoints


@pytest.fixture(scope="module")
def pieces():
    return list(breakpoints.pieces(2, "2.6", progress=False))


def test_strips_of_the_poster_are_as_high_as_the_probabilities(pieces):
    ends = [piece.low.high for piece in pieces[1:]]
    stacks = sorted([*ends, "2.05", "2.2", "2.37", "2.512"], key=float)
    often = breakpoints.probabilities(pieces, stacks, cards.HANDS)
    for player in (0, 1):
        lines = poster.steps(pieces, player)
        assert [*lines] == [*cards.HANDS]
        for hand, line in lines.items():
            at = np.searchsorted(line[:, 0], stacks := np.array(stacks, float))
            before, after = line[at - 1], line[at.clip(max=len(line) - 1)]
            between = (stacks - before[:, 0]) / np.maximum(after[:, 0] - before[:, 0], 1e-12)
            drawn = before[:, 1] + between * (after[:, 1] - before[:, 1])
            assert abs(drawn - often[player, :, cards.HAND_INDEX[hand]]).max() < 0.01


def test_the_poster_is_printed_on_a2(pieces, tmp_path, monkeypatch):
    monkeypatch.setattr(breakpoints, "pieces", lambda *_: pieces)
    path = tmp_path / "poster.pdf"
    poster.main(str(path))
    (box,) = re.findall(rb"/MediaBox \[([\d. ]+)\]", path.read_bytes())
    assert [round(25.4 / 72 * float(side)) for side in box.split()] == [0, 0, 594, 420]
