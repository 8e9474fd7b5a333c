"""Every figure of a page is asserted, printed beside it, quoted from a document, or defined.

A figure is a number but 0, 1 and 2 in digits, in words from two upwards, or a fraction in words, in
the prose or typed in an alternative text. (Whole ones up to twelve in formulas are free: they are
structure.) It holds if an assertion states it whose message quotes the place, as in
`assert len(sizes) == 4, "four raises ... each of four"`, and that reads a variable or at least
does a sum: `assert 3.88 == 3.88` counts for nothing. Or a cell at most three cells away, in the
same section, prints it or states it in code; one of four digits or more may stand anywhere in the
chapter. What is printed may have more digits and is then rounded, and 0.631 is 63.1%; but a whole
number is printed as one. Cells where many a wrong figure would find itself, too, count for none,
but if it has one digit only.
"""

import ast
import re
import shutil
import unicodedata
from dataclasses import dataclass
from decimal import ROUND_HALF_DOWN, ROUND_HALF_UP, Context, Decimal
from html import unescape
from math import prod
from pathlib import Path

import nbformat
import pytest

from pokerlab._support.notebooks import images_to_svg
from pokerlab.stored import data
from tests.tables import cells

BOOK = Path(__file__).parent.parent / "book"
CHAPTERS = sorted(path.stem for path in BOOK.glob("*.ipynb"))
DEFINITIONS = "52 cards, 169 hands, 1326 combos, 1225 without two cards"
GIVEN = {
    "contests": "1e-6 of a chip, 100,000 iterations",
    "exact": "a double has 16 digits",
    "explorer": "up to 1,000 decisions",
    "explorer-inside": "less than 1/10,000, at least 3 in 100",
    "performance": "the 95% confidence interval; a ratio of 10 means ten times",
}
"""What a chapter defines or takes from elsewhere, and no cell prints."""
NEAR = 3
"""How many cells away a figure may be printed."""
LONG = 4
"""So many digits are not met by accident: such a figure may be printed anywhere."""
MISSED = 1 / 12
"""Of the wrong figures, so many at most may be printed near a right one."""
EXACT = Context(prec=1000)

NUMBER = re.compile(
    r"(?<![\w.])(?<!\d,)(?P<word>~?)(?P<digits>(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:e-?\d+)?)"
    r"(?P<percent> ?%)?(?:bb)?(?!\w|\.\d|\+(?!\d))"
)
HANDS = re.compile(
    r"\b(?:[2-9]{2}(?:, | and | or | against | to ))*[2-9]{2} (?:suited|offsuit)\b"
    r"|\b[2-9]{2}(?= against [2-9]{2})|\b(?:\w+ and )?\w+ of (?:spades|hearts|diamonds|clubs)\b"
)
LABELS = re.compile(
    r"(?i)\b(?:chapter|section|question|line|point|player|volume|step) \d+\b|\b\d+ assertions"
)
FREE = re.compile(
    r"(?i)(?<![\w-])two (?:best responses|bounds|cards|charts|combos|curves|decks|equations|hands"
    r"|inequalities|lines|matrices|methods|minutes|moves|numbers|others|pair|panels|plans|players"
    r"|random|ranges|strategies|tables|things|ways)\b"
    r"|\b(?:any|first|last|no|of|other|the|these|those) two\b"
    r"|\b(?:five|seven) cards\b|\bthree of a kind\b|\bsix line\b"
)
"""What is no result."""
PLACE = re.compile(
    r"(?i)(?<![\w-])an?[ -](?:third|(?:[a-z]+-)?[a-z]+th) "
    r"(?!(?:of|as|more|less|wide|and|or|than|if|when|is|was|in|to|at|on|by|for|from|with|the)\b)"
    r"(?=[a-z]+(?<!er)(?<!s)(?![\w-]))"
)
"""The one that comes third, as in *a third card*, and no part, as in *a third of a chip*, *a third
longer* or *a third lies*: after the place comes a noun, which has no ending of a comparative or a
verb."""
UNITS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"]
TEENS = ["thir", "four", "fif", "six", "seven", "eigh", "nine"]
UNITS += ["twelve", *(f"{part}teen" for part in TEENS)]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
COUNTS = {word: n for n, word in enumerate(UNITS, 1)} | {"a": 1, "an": 1, "twice": 2}
COUNTS |= {ten: 10 * n for n, ten in enumerate(TENS, 2)}
COUNTS |= {f"{ten}-{unit}": COUNTS[ten] + COUNTS[unit] for ten in TENS for unit in UNITS[:9]}
POWERS = {"hundred": 100, "thousand": 1000, "million": 10**6}
PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "eighth": 8, "ninth": 9, "twentieth": 20}
PARTS |= {f"{word}th": n for word, n in {**COUNTS, **POWERS, "ten-thousand": 10**4}.items()}
COUNT, POWER, PART = ("|".join(sorted(w, key=len)[::-1]) for w in (COUNTS, POWERS, PARTS))
WORDS = re.compile(
    rf"(?i)(?<![\w-])(?:({COUNT})[ -]({PART})s?|(half)|({COUNT})((?: (?:{POWER}))*))(?![\w-])"
)
FRACTIONS = {f"{part / n:#.2g}" for n in range(2, 11) for part in (1, n - 1)}


def in_digits(match):
    """The digits of a number in words, marked as such."""
    count, part, half, whole, powers = (group and group.lower() for group in match.groups())
    if whole:
        value = COUNTS[whole] * prod(POWERS[power] for power in powers.split())
        return f"~{value}" if value > 1 else match[0]
    return f"~{COUNTS[count or 'a'] / PARTS[part or half]:#.2g}"


def formula(match):
    """The numbers of a formula, but for small whole ones: they are its structure."""
    text = re.sub(r"\\[tdc]?frac\s*(\d|\{\d+\})\s*(\d|\{\d+\})", r" \1 / \2 ", match[0])
    power = r"(?:(\d[\d.]*)\s*\\(?:cdot|times)\s*)?\b10\^(?:\{(-?\d+)\}|(\d))"
    text = re.sub(power, lambda m: f" {m[1] or 1}e{m[2] or m[3]} ", text)
    text = re.sub(r"\\[a-zA-Z]+|[_^{}&$]", " ", text)
    text = re.sub(r"(?<=\d)(?!e-?\d)(?=[A-Za-z])|(?<=[A-Za-z])(?<!\de)(?=\d)", " ", text)
    return re.sub(r"(?<![\d.,e-])(?:\d|1[0-2])(?![\d.%e])(?!,\d)", " ", text)


def prose(text):
    """Markdown as it is read, without code, directives and targets, its numbers in digits."""
    for old, new in [
        ("−", "-"),
        ("{,}", ","),
        (r"\,", " "),
        (r"\%", "%"),
        (r"\$", ""),
    ]:
        text = text.replace(old, new)
    text = re.sub(r"(\d*)([¼½¾])", lambda m: f"{int(m[1] or 0) + unicodedata.numeric(m[2])}", text)
    for pattern, new in [
        (r"(?ms)<!--.*?-->|^```(?:html|\{(?:index|glue)\}).*?^```", " "),
        (r"(?m)^```\{(?:solution-start|solution-end|prf:\w+|exercise)\}.*$", " "),
        (r"(?ms)^```\{math\}\n(?::label:.*?\n)?(.*?)^```", r"$$\1$$"),
        (r"(?m)^(?:`{3,}|:{3,})(?:\{[\w:-]+\})?", " "),  # of other directives, the title stays
        (r"(?m)^:(?!alt)\w+:.*$|^\([\w-]+\)=$|^ *\d\. ", " "),
        (r"\{term\}`([^`<]*)[^`]*`", r"\1"),
        (r"\{[\w:]+\}`[^`]*`|`+[^`]*`+|\]\([^)]*\)|https?://\S+", " "),
    ]:
        text = re.sub(pattern, new, text)
    text = re.sub(r"(?s)\$\$.*?\$\$|\$[^$]*\$", formula, text)
    for names in (HANDS, LABELS, FREE, PLACE):
        text = names.sub(" ", text)
    return " ".join(WORDS.sub(in_digits, text).split())


def number(match):
    return Decimal(match["digits"].replace(",", "")), bool(match["percent"])


def figures_in(text):
    for match in NUMBER.finditer(text):
        if match["percent"] or match["word"] or number(match)[0] not in (0, 1, 2):
            yield match


def numbers(text):
    return [number(match) for match in NUMBER.finditer(text.replace("−", "-"))]


def printed(cell):
    """The numbers that a cell prints, drawings and what they show left out."""
    for output in cell["outputs"]:
        data = output.get("data", {}).items()
        told = [shown for kind, shown in data if not kind.endswith("text/csv")]
        for shown in map("".join, [output.get("text", ""), *told]):
            shown = images_to_svg(shown)
            shown = re.sub(r"(?s)<(svg|script|style)\b.*?</\1>|<[^>]+>", " ", shown)
            yield from numbers(unescape(shown))


def is_fraction(node):
    """Whether a piece of code is a number such as 2 / 3."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Div)
        and isinstance(node.left, ast.Constant)
        and isinstance(node.right, ast.Constant)
    )


def computes(test):
    """Whether an assertion reads a variable, calls something, or works a number out of others.

    One that ends in `or True` does so for nothing.
    """
    ways_out = [
        way
        for node in ast.walk(test)
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or)
        for way in node.values
    ]
    return all(computes(way) for way in ways_out) and any(
        isinstance(node, ast.Name | ast.Call)
        or (isinstance(node, ast.BinOp) and not is_fraction(node))
        for node in ast.walk(test)
    )


def counting(tree):
    """The parts of code, without assertions such as `assert 3.88 == 3.88`, which only repeat."""
    asserted = [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    idle = {part for node in asserted if not computes(node.test) for part in ast.walk(node)}
    return [node for node in ast.walk(tree) if node not in idle]


def stated(tree):
    """The numbers that code states; 2 / 3 is one."""
    for node in counting(tree):
        match node:
            case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
                yield Decimal(repr(value)), False
            case ast.BinOp(ast.Constant(value=int(one)), ast.Div(), ast.Constant(value=int(other))):
                yield Decimal(one) / other, False


def claims(tree):
    """What assertions and questions quote of the page, the numbers that they state, and by what."""
    for node in counting(tree):
        if isinstance(node, ast.Assert) and node.msg:
            for quote in node.msg.value.split(" ... "):
                yield prose(quote), Pool(stated(node.test)), "an assertion quotes"
        asked = isinstance(node, ast.Call) and ast.unparse(node.func).endswith("question")
        if asked and node.args[1:] and (digits := ast.literal_eval(node.args[1])) > 1:
            asks = f"charts.question(..., {digits}) asks for"
            yield f"~{digits} decimal places", Pool([(Decimal(digits), False)]), asks


def typed(tree):
    """Strings in code, each as a pattern and in prose; of an f-string some parts are computed."""
    for node in ast.walk(tree):
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        texts = [part.value if isinstance(part, ast.Constant) else "" for part in parts]
        texts = [re.sub(r"\s+", " ", text) for text in texts if isinstance(text, str)]
        if any(texts):
            pattern = "".join(re.escape(text) or ".*" for text in texts)
            yield re.compile(pattern), prose("".join(texts))


def described(cell, strings):
    """What is typed of the titles and alternative texts that a cell shows, in whatever way."""
    outputs = cell["outputs"]
    shown = images_to_svg("".join("".join(t) for o in outputs for t in o.get("data", {}).values()))
    for text in re.findall(r"(?s)<(?:title|desc) id=[^>]*>(.*?)</", shown):
        text = " ".join(unescape(text).split())
        yield from (words for pattern, words in strings if pattern.fullmatch(text))


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
                if places < 0 or percent or reading == int(reading)
            }
        return value in self.rounded[key]


def chapter_cells(path):
    """A chapter's cells, cut at its sections: number of the section, texts, numbers, claims."""
    section, page = 0, cells(path.parent, path.stem)
    code = "\n".join(cell["source"] for cell in page if cell["cell_type"] == "code")
    strings = [(pattern, text) for pattern, text in typed(ast.parse(code)) if [*figures_in(text)]]
    for cell in page:
        source = cell["source"]
        if cell["cell_type"] == "code":
            tree = ast.parse(source)
            found = [*printed(cell), *stated(tree)]
            yield section, [*described(cell, strings)], found, [*claims(tree)]
            continue
        for part in re.split(r"(?m)^(?=## )", source):
            section += part.startswith("## ")
            if part.strip():
                yield section, [prose(part)], [], []


def elsewhere(path):
    """The numbers that a chapter need not print: defined, or of the documents that it cites."""
    text = path.read_text(encoding="utf-8")
    listed = data("figures")
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
    word: bool
    text: str
    quoted: bool
    pools: list[Pool]
    whole: Pool

    def holds(self, digits=None):
        """Whether it may stand there, or other digits in its place."""
        if self.quoted:
            return digits is None
        value = Decimal((digits or self.digits).replace(",", ""))
        if significant(str(value)) >= LONG and self.whole.has(value, self.percent):
            return True
        return any(pool.has(value, self.percent) and self.tells(pool) for pool in self.pools)

    def tells(self, pool):
        """Whether numbers tell it from most of the wrong ones."""
        slips = [Decimal(slip.replace(",", "")) for slip in self.slips()]
        missed = sum(pool.has(slip, self.percent) for slip in slips)
        return missed <= MISSED * len(slips) or (significant(self.digits) < 2 and not self.word)

    def slips(self):
        """The figure with one digit wrong, in every way, or other small numbers in words."""
        small = {str(n) for n in range(2, 13)}
        for family in (small, FRACTIONS):
            if self.word and self.digits in family:
                yield from family - {self.digits}
                return
        for place, digit in enumerate(self.digits):
            if digit.isdigit():
                for other in set("0123456789") - {digit}:
                    yield self.digits[:place] + other + self.digits[place + 1 :]


def significant(digits):
    """How many digits a number has, zeros in front and an exponent left out."""
    return len(re.sub(r"[.,]", "", digits.lower().split("e")[0]).lstrip("0"))


def figures(path):
    parts = list(chapter_cells(path))
    known, whole = Pool(elsewhere(path)), Pool(n for _, _, found, _ in parts for n in found)
    quotes = {quote for *_, made in parts for quote, *_ in made}
    quotes = [re.compile(rf"(?<!\w){re.escape(quote)}(?!\w)") for quote in quotes]
    for place, (section, texts, _, _) in enumerate(parts):
        pools = [known]
        for near in range(1, NEAR + 1):
            around = parts[max(0, place - near) : place + near + 1]
            pools.append(Pool(n for own, _, found, _ in around if own == section for n in found))
        for text in texts:
            spans = [found.span() for quote in quotes for found in quote.finditer(text)]
            for match in figures_in(text):
                sentence = text[max(0, match.start() - 60) : match.end() + 40]
                quoted = any(start <= match.start() < end for start, end in spans)
                percent, word = number(match)[1], bool(match["word"])
                yield Figure(match["digits"], percent, word, sentence, quoted, pools, whole)


def complaints(path):
    """What does not hold, and claims that are not on the page or not stated beside it."""
    texts = " | ".join(text for _, texts, *_ in chapter_cells(path) for text in texts)
    for figure in figures(path):
        if not figure.holds():
            kind = "number in words" if figure.word else "number"
            yield (
                f"{figure.digits}: this {kind} is in no output nearby: {figure.text!r}. Let a cell "
                "print it, glue it, quote its place in an assertion, such as "
                'assert len(dice) == 2, "two dice", or reword'
            )
    for quote, pool, who in (claim for *_, made in chapter_cells(path) for claim in made):
        if quote not in texts:
            yield f"not on the page: {quote!r}, which {who}: let it say what is there"
        for match in figures_in(quote):
            if not pool.has(*number(match)):
                yield f"{match[0]}: not in the assertion that quotes {quote!r}: let it state this"


@pytest.mark.parametrize("name", CHAPTERS)
def test_figures_in_prose_are_printed_beside_it(name):
    if told := list(complaints(BOOK / f"{name}.ipynb")):
        pytest.fail("\n- ".join([f"{name}: ~ marks a number in words", *told]), pytrace=False)


def test_a_wrong_digit_is_noticed():
    """Not always: another number may be printed nearby that it fits."""
    seen = {2: [], 3: []}
    for name in CHAPTERS:
        for figure in figures(BOOK / f"{name}.ipynb"):
            if (digits := min(3, significant(figure.digits))) >= 2:
                seen[digits] += [not figure.holds(slip) for slip in figure.slips()]
    assert sum(seen[3]) > 0.95 * len(seen[3]) > 2000
    assert sum(seen[2]) > 0.75 * len(seen[2]) > 2000


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("wins 63.12% of 1,326, but −0.5", ["63.12%", "1,326", "0.5"]),
        ("or 6.3bb, 1½ and ¾", ["6.3", "1.5", "0.75"]),
        ("63s, J6o, 22+ and 65 suited; 66 against 98 suited", []),
        ("the twenty-two hands, forty of them, two thousand", ["~22", "~40", "~2000"]),
        ("two players win a third, half as much or three fifths", ["~0.33", "~0.50", "~0.60"]),
        ("a third card, a tenth hand and an eighth board, but a half pot", ["~0.50"]),
        (
            "a third of a chip, a tenth longer; a fifth as much, a third.",
            ["~0.33", "~0.10", "~0.20", "~0.33"],
        ),
        ("a third lies beyond, a ninth. She calls", ["~0.33", "~0.11"]),
        (r"$x_{200,b'} = 2k + 5$ and $8 \cdot 10^{-5}$, $\frac1{24}$", ["200", "8e-5", "24"]),
        ("1. `f(99)`, {cite:p}`selby1999`, [](a7.ipynb), {term}`two of 33 <x 44>`", ["~2", "33"]),
        ("```{math}\n:label: eq-7\ny = 77\n```\n```{index} 55\n```\n:class: c66", ["77"]),
        ("| 8 | {eq}`eq-88` | question 9: 99.5 |", ["8", "99.5"]),
    ],
)
def test_figures_are_told_from_names(text, found):
    assert [match[0].strip("b") for match in NUMBER.finditer(prose(text))] == found


def test_figures_must_be_near(tmp_path):
    far = [nbformat.v4.new_markdown_cell("and so on") for _ in range(NEAR)]
    wins = nbformat.v4.new_markdown_cell("It wins 63% of 1,712,304.")
    printed = nbformat.v4.new_code_cell("1712304, 0.63")
    shutil.copy(BOOK / "references.bib", tmp_path)
    path = tmp_path / "chapter.ipynb"
    for parts, missing in [
        ([wins, *far[1:], printed], []),
        ([wins, *far, printed], ["63"]),
        ([wins, nbformat.v4.new_markdown_cell("## Next"), printed], ["63"]),
        ([wins], ["63", "1,712,304"]),
    ]:
        nbformat.write(nbformat.v4.new_notebook(cells=parts), path)
        assert [complaint.split(":")[0] for complaint in complaints(path)] == missing


@pytest.mark.parametrize(
    ("assertion", "counts"),
    [
        ("assert 3.88 == 3.88", False),
        ("assert 388 / 100 == 3.88", False),
        ("assert 3.88 > 3 and 3.88 in [3.88]", False),
        ("stake = 1\nassert stake == 3.88 or True", False),
        ("assert 4 - 0.12 == 3.88", True),
        ("stake = 1.94\nassert 2 * stake == 3.88", True),
    ],
)
def test_an_assertion_that_repeats_a_number_proves_nothing(assertion, counts, tmp_path):
    text = nbformat.v4.new_markdown_cell("It wins 3.88 chips.")
    code = nbformat.v4.new_code_cell(f'{assertion}, "It wins 3.88 chips"')
    path = tmp_path / "chapter.ipynb"
    shutil.copy(BOOK / "references.bib", tmp_path)
    nbformat.write(nbformat.v4.new_notebook(cells=[text, code]), path)
    assert (list(complaints(path)) == []) == counts
