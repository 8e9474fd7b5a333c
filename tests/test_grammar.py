"""One grammar of ranges, boards and sizes: a table that the package and the explorer both read.

`grammar.json` has texts, what they mean, exactly, and what of them is refused; "from" says where
such a text is met. Both languages read its rows and variations of them, and any text at all alike.
"""

import json
import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerlab import betting, cards, ranges
from pokerlab.pages import script_data
from tests.random_games import examples

GRAMMAR = json.loads(Path(__file__).with_name("grammar.json").read_text(encoding="utf-8"))
SUITS = "cdhs"
DECK = [rank + suit for rank in "23456789TJQKA" for suit in SUITS]


def combos_of(name):
    """The combos of a hand or of a combo, each the set of its cards; by their names alone."""
    if name == "all":
        return {frozenset(two) for two in product(DECK, DECK) if two[0] != two[1]}
    if len(name) == 4:
        return {frozenset((name[:2], name[2:]))}
    alike = {"s": True, "o": False}.get(name[2:])
    return {
        frozenset((name[0] + one, name[1] + other))
        for one, other in product(SUITS, SUITS)
        if (one != other if alike is None else (one == other) == alike)
    }


def meant(row):
    """The positive weight of each combo of a row; what comes later in it counts."""
    weights = {}
    for weight, names in row["means"].items():
        for name in names.split():
            weights |= dict.fromkeys(combos_of(name), Fraction(weight))
    return weights


def by_python(text):
    """What the package reads: the positive weights of combos, or its complaint."""
    try:
        read = ranges.parse_range(text).by_combo()
    except cards.NotationError as error:
        return str(error)
    return {frozenset((name[:2], name[2:])): weight for name, weight in read.items()}


@pytest.fixture(scope="module")
def page(modules):
    """A page that has nothing but the readers, and the deal."""
    modules.evaluate(
        """data => {
            const bestHands = handsBestFirst(unpackCounts(data));
            const told = act => {
                try {
                    return act();
                } catch (error) {
                    if (!(error instanceof Refusal)) throw error;
                    return error.message;
                }
            };
            window.readRanges = texts => texts.map(text => told(() =>
                [...new RangeParser(text, bestHands, refuse).parse()].map(
                    ([combo, { numerator, denominator }]) => {
                        const both = cardsOfCombo(combo).map(cardName);
                        return [...both, `${numerator}/${denominator}`];
                    })));
            window.readBoards = texts => texts.map(text => told(() =>
                parseCards(text, (given, needed) =>
                    refuse(refusalText(given, needed))).map(cardName)));
            window.readTrees = settings => settings.map(([kind, setting]) =>
                told(() => buildTree(
                    kind, { ...START_SETTINGS[kind], ...fromAddressKeys(setting) }).sequenceNames));
        }""",
        script_data.deal_data(),
    )
    return modules


def by_page(page, texts):
    """What the explorer reads: the same, of each text."""
    found = page.evaluate("texts => readRanges(texts)", texts)
    return [
        read
        if isinstance(read, str)
        else {frozenset(two): Fraction(weight) for *two, weight in read if weight[0] != "0"}
        for read in found
    ]


def agrees(read, row):
    """Whether a reader did what a row says: the same weights, or a complaint in the row's words."""
    if "means" in row:
        return read == meant(row)
    return isinstance(read, str) and row["refused"].lower() in read.lower()


ROWS = GRAMMAR["ranges"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: ascii(row["text"][:60]))
def test_a_range_means_what_the_table_says(row):
    assert agrees(by_python(row["text"]), row), by_python(row["text"])


@pytest.mark.browser
def test_a_range_means_the_same_in_the_page(page):
    read = by_page(page, [row["text"] for row in ROWS])
    wrong = [(row["text"][:60], r) for row, r in zip(ROWS, read, strict=True) if not agrees(r, row)]
    assert not wrong


def test_what_is_no_range_is_answered_with_forms_that_have_a_weight():
    for row in ROWS:
        if "refused" in row:
            assert re.search(
                r"AKs:0\.5|AKs@50|\[50]|such as|write|none|numbers|differ|card|neither|"
                r"missing|two given|ends of a run",
                by_python(row["text"]),
            )
    assert "AKs:0.5 or AKs@50" in by_python("ZZ")


SEPARATORS = st.sampled_from([", ", "; ", " ;", " ", "\n", "\r\n", ",\t", " , ", ",\u00a0"])
DASHES = st.sampled_from("-\u2010\u2013\u2014\u2212")
EDGES = st.sampled_from(["", " ", "\n", "\t", ", ", ";"])
SHORT = [row for row in ROWS if len(row["text"]) < 200]


def may_change_places(row):
    """Whether no token of a row speaks of another's hands: each combo has one weight, not 0."""
    if "refused" in row or re.search(r"[\[{#]|:0\.?(,|$)", row["text"]) or row.get("ordered"):
        return False
    named = [name for names in row["means"].values() for name in names.split()]
    return sum(map(len, map(combos_of, named))) == len(meant(row))


@st.composite
def varied(draw):
    """A row, and its text with other letters, separators, dashes and blanks, in another order."""
    row = draw(st.sampled_from(SHORT))
    # In a comment another separator may end it.
    has_comment = re.search(r"#\s", row["text"])
    first, *others = parts = [row["text"]] if has_comment else row["text"].split(", ")
    if may_change_places(row):
        first, *others = draw(st.permutations(parts))
    text = first
    for part in others:
        # A "#" with a blank behind it would begin a comment.
        text += ("," if text.endswith("#") else "") + draw(SEPARATORS) + part
    if "means" in row:  # what is refused is refused in its own words
        text = re.sub(r"(?<=[^eE\s])-(?=\w)", lambda _: draw(DASHES), text)
        text = re.sub("[:@](?=[0-9.])", lambda mark: draw(EDGES)[:1].strip(",;") + mark[0], text)
        text = re.sub("[:@](?=[0-9.])", lambda mark: mark[0] + draw(EDGES)[:1].strip(",;"), text)
        text = draw(EDGES) + text + draw(EDGES)
    flips = draw(st.lists(st.booleans(), min_size=len(text), max_size=len(text)))
    swapped = (c.swapcase() if f and c.isascii() else c for c, f in zip(text, flips, strict=True))
    return row, "".join(swapped)


@examples(150)
@given(varied())
def test_letters_separators_order_and_blanks_change_nothing(variation):
    row, text = variation
    assert agrees(by_python(text), row), by_python(text)


@pytest.mark.browser
@examples(150)
@given(variation=varied())
def test_letters_separators_order_and_blanks_change_nothing_in_the_page_either(variation, page):
    row, text = variation
    assert agrees(by_page(page, [text])[0], row), by_page(page, [text])


PIECES = [
    "AA",
    "22",
    "AKs",
    "ako",
    "QJ",
    "T9s",
    "54S",
    "AhKh",
    "7c7d",
    "10",
    "random",
    "none",
    "x",
    "s",
]
PIECES += ["any ", "all ", "two", "pairs", "ace", "aces", "suited ", "connectors"]
PIECES += [*":@%[]/-+.,; \n{}", ", ", "0", "1", "0.5", "50", "5", "1e-3", "1/3", "[50]", "[/50]"]
PIECES += [
    "[0.5]",
    "[/0.5]",
    ":0.5",
    "@50",
    ":1",
    "20%",
    "top ",
    "100",
    "\u2013",
    "\u2660",
    "\u00a0",
    "\x1f",
    "\ufeff",
]


@pytest.mark.browser
@examples(150)
@given(
    texts=st.lists(
        st.lists(st.sampled_from(PIECES), max_size=9).map("".join), min_size=20, max_size=20
    )
)
def test_no_text_is_read_by_one_and_not_by_the_other(texts, page):
    for text, other in zip(texts, by_page(page, texts), strict=True):
        mine = by_python(text)
        assert mine == other or (isinstance(mine, str) and isinstance(other, str)), text


@pytest.mark.browser
@pytest.mark.parametrize("share", [0.1, 1, 2.5, 7, 33.333, 50, 75, 99.9])
def test_the_best_hands_are_counted_in_integers(share, page):
    """Both readers take hands by what they win against any two cards until the share is full."""
    mine, (other,) = by_python(f"{share}%"), by_page(page, [f"{share}%"])
    assert mine == other or (isinstance(mine, str) and isinstance(other, str))
    assert isinstance(mine, str) or abs(len(mine) - 13.26 * share) <= 6


BOARDS = GRAMMAR["boards"]


@pytest.mark.parametrize("row", BOARDS, ids=lambda row: ascii(row["text"]))
def test_a_board_is_what_the_table_says(row):
    if "means" in row:
        names = [cards.CARD_NAMES[card] for card in cards.parse_cards(row["text"])]
        assert names == row["means"].split()
    else:
        with pytest.raises(cards.NotationError, match=re.escape(row["refused"])):
            cards.parse_cards(row["text"])


@pytest.mark.browser
def test_a_board_is_the_same_in_the_page(page):
    found = page.evaluate("texts => readBoards(texts)", [row["text"] for row in BOARDS])
    for row, read in zip(BOARDS, found, strict=True):
        if "means" in row:
            assert read == row["means"].split()
        else:
            assert isinstance(read, str) and row["refused"] in read


def asked(kind, text):
    """A game whose opening is of the sizes of a text, in both languages, and where they are."""
    if kind == "chips":
        setting = {"raises": text, "reraises": "", "turns": "2", "sb": "1", "bb": "2"}
        return ["one-round", setting], lambda: betting.one_round(text), "", "raise "
    spot = {"pot": "100", "stack": "1000", "bets": "pot", "raises": "none", kind: text}
    where = ("bet 100, ", "raise to ") if kind == "raises" else ("", "bet ")
    return ["river", spot], lambda: betting.river(100, 1000, spot["bets"], spot["raises"]), *where


def amounts_of(kind, means):
    """The chips that sizes come to: a pot of 100, a bet of it; a raise by the pot is to 400."""
    sizes = [Fraction(size) for size in means]
    if kind == "chips":
        return {size for size in sizes if size}
    return {100 * (size or 4) for size in sizes}


def offered(sequences, before, name):
    """The sizes of the actions of that name that follow directly."""
    found = [
        own.removeprefix(before) for player in sequences for own in player if own.startswith(before)
    ]
    return {
        Fraction(own.removeprefix(name)) for own in found if own.startswith(name) and "," not in own
    }


SIZES = [(kind, row) for kind in ("bets", "raises", "chips") for row in GRAMMAR[kind]]


@pytest.mark.parametrize(("kind", "row"), SIZES, ids=lambda given: ascii(given)[:60])
def test_sizes_are_what_the_table_says(kind, row):
    _, make, *where = asked(kind, row["text"])
    if "means" in row:
        assert offered(make().sequence_names, *where) == amounts_of(kind, row["means"])
    else:
        with pytest.raises(ValueError, match=f"(?:bets|raises): .*{re.escape(row['refused'])}"):
            make()


@pytest.mark.browser
def test_sizes_are_the_same_in_the_page(page):
    settings = [asked(kind, row["text"])[0] for kind, row in SIZES]
    found = page.evaluate("settings => readTrees(settings)", settings)
    for (kind, row), read in zip(SIZES, found, strict=True):
        if "means" in row:
            where = asked(kind, "")[2:]
            assert offered(read, *where) == amounts_of(kind, row["means"]), row
        else:
            assert isinstance(read, str) and row["refused"].lower() in read.lower(), (row, read)
    told = [read for (_, row), read in zip(SIZES, found, strict=True) if row["text"] == "all-in"]
    assert told == ["bets: all-in given, leave it out: all-in is always there"]


@pytest.mark.parametrize("text", ["allin", "2x All-In", "all in"])
def test_an_all_in_is_answered_that_it_is_always_there(text):
    for make in (lambda: betting.river(9, 9, text), lambda: betting.no_limit(9, text)):
        with pytest.raises(ValueError, match="given, leave it out: all-in is always there"):
            make()


def test_sizes_come_in_lists_and_alone():
    half = betting.river(100, 900, "1/2")
    for bets in (0.5, Fraction(1, 2), [0.5], ["50%"], ("1/2",), "50%"):
        assert betting.river(100, 900, bets).root == half.root
    assert betting.river(100, 900, "27% 50%", "2.5x 4x").root == (
        betting.river(100, 900, [0.27, "50%"], ["2.5x", "4x"]).root
    )
    assert betting.no_limit(10, "2.5x 4x").root == betting.no_limit(10, ["2.5x", "4x"]).root
    assert betting.one_round("0 2:4").root == betting.one_round([0, 2, 3, 4]).root
