"""Every figure in a chapter's prose is printed beside it, quoted from a document, or defined.

A figure is a number but 0, 1 and 2, in digits or, from thirteen to ninety-nine, in words. (Smaller
ones in words, and whole ones up to twelve in formulas, are free: too many are no figures.) It holds
if a cell at most three cells away, in the same section, prints it or states it in code; one of four
digits or more may stand anywhere in the chapter. What is printed may have more digits and is then
rounded, and 0.631 is 63.1%; but a whole number is printed as one.
"""

import ast
import json
import re
import shutil
import tomllib
import unicodedata
from dataclasses import dataclass
from decimal import ROUND_HALF_DOWN, ROUND_HALF_UP, Context, Decimal
from functools import cache
from html import unescape
from pathlib import Path

import nbformat
import pytest

BOOK = Path(__file__).parent.parent / "book"
CHAPTERS = sorted(path.stem for path in BOOK.glob("*.ipynb"))
DEFINITIONS = "52 cards, 169 hands, 1326 combos, 1225 without two cards"
GIVEN = {
    "exact": "a double has 16 digits",
    "performance": "the 95% confidence interval; a ratio of 10 means ten times",
}
"""What a chapter defines or takes from general knowledge, and no cell prints."""
NEAR = 3
"""How many cells away a figure may be printed."""
LONG = 4
"""So many digits are not met by accident: such a figure may be printed anywhere."""
EXACT = Context(prec=1000)

NUMBER = re.compile(
    r"(?<![\w.])(?<!\d,)(?P<digits>(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:e-?\d+)?)"
    r"(?P<percent> ?%)?(?:bb)?(?!\w|\.\d|\+(?!\d))"
)
HANDS = re.compile(
    r"\b(?:[2-9]{2}(?:, | and | or | against | to ))*[2-9]{2} (?:suited|offsuit)\b"
    r"|\b[2-9]{2}(?= against [2-9]{2})"
)
LABELS = re.compile(
    r"(?i)\b(?:chapter|section|question|line|point|player|volume|step) \d+\b|\b\d+ assertions"
)
UNITS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
TEENS = ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
WORDS = re.compile(
    rf"(?i)\b(?:({'|'.join(TENS)})(?:-({'|'.join(UNITS)}))?|({'|'.join(TEENS)}))"
    r"\b(?!-| (?:hundred|thousand|million))"
)


def in_digits(match):
    """The digits of a number word from thirteen to ninety-nine."""
    tens, unit, teen = (group and group.lower() for group in match.groups())
    if teen:
        return str(13 + TEENS.index(teen))
    return str(20 + 10 * TENS.index(tens) + (UNITS.index(unit) + 1 if unit else 0))


def formula(match):
    """The numbers of a formula, but for small whole ones: they are its structure."""
    text = re.sub(r"\\[tdc]?frac\s*(\d|\{\d+\})\s*(\d|\{\d+\})", r" \1 / \2 ", match[0])
    text = re.sub(
        r"(?:(\d[\d.]*)\s*\\(?:cdot|times)\s*)?\b10\^(?:\{(-?\d+)\}|(\d))",
        lambda m: f" {m[1] or 1}e{m[2] or m[3]} ",
        text,
    )
    text = re.sub(r"\\[a-zA-Z]+|[_^{}&$]", " ", text)
    text = re.sub(r"(?<=\d)(?!e-?\d)(?=[A-Za-z])|(?<=[A-Za-z])(?<!\de)(?=\d)", " ", text)
    return re.sub(r"(?<![\d.,e-])(?:\d|1[0-2])(?![\d.%e])(?!,\d)", " ", text)


def prose(text):
    """Markdown as it is read, without code, directives and targets, its numbers in digits."""
    for old, new in [("−", "-"), ("{,}", ","), (r"\,", " "), (r"\%", "%"), (r"\$", "")]:
        text = text.replace(old, new)
    text = re.sub("[¼½¾]", lambda half: str(unicodedata.numeric(half[0]))[1:], text)
    for pattern, new in [
        (r"(?ms)<!--.*?-->|^```\{(?:index|glue)\}.*?^```", " "),
        (r"(?m)^```\{(?:solution-start|solution-end|prf:\w+|exercise)\}.*$", " "),
        (r"(?ms)^```\{math\}\n(?::label:.*?\n)?(.*?)^```", r"$$\1$$"),
        (r"(?m)^(?:`{3,}|:{3,})(?:\{[\w:-]+\})?", " "),  # of other directives, the title stays
        (r"(?m)^:(?!alt)\w+:.*$|^ *\d\. ", " "),
        (r"\{term\}`([^`<]*)[^`]*`", r"\1"),
        (r"\{[\w:]+\}`[^`]*`|`+[^`]*`+|\]\([^)]*\)|https?://\S+", " "),
    ]:
        text = re.sub(pattern, new, text)
    text = re.sub(r"(?s)\$\$.*?\$\$|\$[^$]*\$", formula, text)
    return WORDS.sub(in_digits, LABELS.sub(" ", HANDS.sub(" ", text)))


def number(match):
    return Decimal(match["digits"].replace(",", "")), bool(match["percent"])


def numbers(text):
    return [number(match) for match in NUMBER.finditer(text.replace("−", "-"))]


def printed(cell):
    """The numbers that a cell prints, drawings left out."""
    for output in cell["outputs"]:
        for shown in map("".join, [output.get("text", ""), *output.get("data", {}).values()]):
            shown = re.sub(r"(?s)<(svg|script|style)\b.*?</\1>|<[^>]+>", " ", shown)
            yield from numbers(unescape(shown))


def stated(code):
    """The numbers that a cell's code states."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            yield Decimal(repr(node.value)), False


def described(code):
    """What a cell's code says of its figures, typed and not computed."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.keyword) and node.arg in ("alt", "title"):
            for part in ast.walk(node.value):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield prose(part.value)


class Pool:
    """Numbers that may stand behind a figure."""

    def __init__(self, numbers):
        self.numbers, self.rounded = set(numbers), {}

    def readings(self, percent):
        """The numbers, as percentages or not."""
        for value, is_percent in self.numbers:
            if percent or not is_percent:
                yield value
            if percent and not is_percent and value <= 1:
                yield 100 * value
            if is_percent and not percent:
                yield value / 100

    def has(self, value, percent):
        """Whether one of the numbers, rounded as `value` is, is `value`."""
        key = places, _ = min(0, value.as_tuple().exponent), percent
        if key not in self.rounded:
            self.rounded[key] = {
                reading.quantize(Decimal(1).scaleb(places), how, EXACT)
                for reading in self.readings(percent)
                for how in (ROUND_HALF_DOWN, ROUND_HALF_UP)
                if reading == int(reading)
                or ((places < 0 or percent) and reading.as_tuple().exponent <= places)
            }
        return value in self.rounded[key]


def chapter_cells(path):
    """A chapter's cells, cut at its sections: number of the section, texts, numbers."""
    section = 0
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            yield section, list(described(source)), [*printed(cell), *stated(source)]
            continue
        for part in re.split(r"(?m)^(?=## )", source):
            section += part.startswith("## ")
            if part.strip():
                yield section, [prose(part)], []


def elsewhere(path):
    """The numbers that a chapter need not print: defined, or of the documents that it cites."""
    text = path.read_text(encoding="utf-8")
    listed = tomllib.loads((path.parent / "figures.toml").read_text(encoding="utf-8"))
    cited = {name for name in listed["documents"] if re.search(rf"[`,]{name}", text)}
    for name in cited:
        for quoted in listed["documents"][name]["quoted"]:
            yield from numbers(prose(quoted))
    for entry in [*listed["figures"].values(), *listed["misprints"].values()]:
        if entry["document"] in cited:
            yield from numbers(prose(entry.get("there", entry.get("printed"))))
    entries = (path.parent / "references.bib").read_text(encoding="utf-8").split("\n@")
    for key, year in re.findall(r"(?s)\w+\{(\S+),.*?\byear\s*=\s*\{(\d+)\}", "\n".join(entries)):
        if key in text:
            yield Decimal(year), False
    yield from numbers(f"{DEFINITIONS}; {GIVEN.get(path.stem)}")


@dataclass(frozen=True)
class Figure:
    """A number in a text, and the numbers that may stand behind it."""

    digits: str
    percent: bool
    text: str
    pools: tuple[Pool, Pool, Pool]

    def holds(self, digits=None):
        """Whether it may stand there, or other digits in its place."""
        value = Decimal((digits or self.digits).replace(",", ""))
        near, known, whole = (pool.has(value, self.percent) for pool in self.pools)
        return near or known or (whole and significant(str(value)) >= LONG)

    def slips(self):
        """The figure with one digit wrong, in every way."""
        for place, digit in enumerate(self.digits):
            if digit.isdigit():
                for other in set("0123456789") - {digit}:
                    yield self.digits[:place] + other + self.digits[place + 1 :]


def significant(digits):
    """How many digits a number has, zeros in front and an exponent left out."""
    return len(re.sub(r"[.,]", "", digits.lower().split("e")[0]).lstrip("0"))


def figures(path):
    cells = list(chapter_cells(path))
    known, whole = Pool(elsewhere(path)), Pool(n for *_, found in cells for n in found)
    for place, (section, texts, _) in enumerate(cells):
        around = cells[max(0, place - NEAR) : place + NEAR + 1]
        near = Pool(n for other, _, found in around if other == section for n in found)
        for text in texts:
            for match in NUMBER.finditer(text):
                value, percent = number(match)
                if percent or value not in (0, 1, 2):
                    sentence = " ".join(text[max(0, match.start() - 60) : match.end() + 40].split())
                    yield Figure(match["digits"], percent, sentence, (near, known, whole))


def complaints(figures):
    return [f"{f.digits}: {f.text}" for f in figures if not f.holds()]


@cache
def figures_of(name):
    return [*figures(BOOK / f"{name}.ipynb")]


@pytest.mark.parametrize("name", CHAPTERS)
def test_figures_in_prose_are_printed_beside_it(name):
    assert complaints(figures_of(name)) == []


def test_a_wrong_digit_is_noticed():
    """Not always: another number may be printed nearby that it fits."""
    seen = {2: [], 3: []}
    for name in CHAPTERS:
        for figure in figures_of(name):
            if (digits := min(3, significant(figure.digits))) >= 2:
                seen[digits] += [not figure.holds(slip) for slip in figure.slips()]
    assert sum(seen[3]) > 0.95 * len(seen[3]) > 2000
    assert sum(seen[2]) > 0.75 * len(seen[2]) > 2000


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("wins 63.12% of 1,326, but −0.5", ["63.12%", "1,326", "0.5"]),
        ("or 6.3bb, 1½ and ¾", ["6.3", "1.5"]),
        ("63s, J6o, 22+ and 65 suited; 66 against 98 suited", []),
        ("the twenty-two hands, forty of them, two thousand", ["22", "40"]),
        (r"$x_{200,b'} = 2k + 5$ and $8 \cdot 10^{-5}$, $\frac1{24}$", ["200", "8e-5", "24"]),
        ("1. `f(99)`, {cite:p}`selby1999`, [](a7.ipynb), {term}`two of 33 <x 44>`", ["33"]),
        ("```{math}\n:label: eq-7\ny = 77\n```\n```{index} 55\n```\n:class: c66", ["77"]),
        ("| 8 | {eq}`eq-88` | question 9: 99.5 |", ["8", "99.5"]),
    ],
)
def test_figures_are_told_from_names(text, found):
    assert [match[0].strip("b") for match in NUMBER.finditer(prose(text))] == found


def test_what_stands_behind_a_figure():
    pool = Pool(numbers("0.63118 and 63.2% of 1,081, worth 61.6, 2e-05"))
    assert all(pool.has(Decimal(v), True) for v in ("63", "63.1", "63.12", "63.2"))
    assert all(pool.has(Decimal(v), False) for v in ("0.631", "0.632", "1081", "61.6", "2e-5"))
    for value, percent in [("63.119", True), ("64", True), ("0.64", False), ("62", False)]:
        assert not pool.has(Decimal(value), percent)


def test_figures_must_be_near(tmp_path):
    far = [nbformat.v4.new_markdown_cell("and so on") for _ in range(NEAR)]
    wins = nbformat.v4.new_markdown_cell("It wins 63% of 1,712,304.")
    printed = nbformat.v4.new_code_cell("1712304, 0.63")
    for name in ("figures.toml", "references.bib"):
        shutil.copy(BOOK / name, tmp_path)
    path = tmp_path / "chapter.ipynb"
    for cells, missing in [
        ([wins, *far[1:], printed], []),
        ([wins, *far, printed], ["63"]),
        ([wins, nbformat.v4.new_markdown_cell("## Next"), printed], ["63"]),
        ([wins], ["63", "1,712,304"]),
    ]:
        nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
        assert [complaint.split(":")[0] for complaint in complaints(figures(path))] == missing
