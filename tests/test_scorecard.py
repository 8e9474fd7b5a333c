"""The scorecard and the chapters say the same, and every figure in the list is computed and found.

What is compared are the pages as they are stored: the tables that a reader sees. nbval proves that
the notebooks still print them. Each complaint is tried out on a copy that was tampered with.
"""

import ast
import re
import shutil
import tomllib
from decimal import ROUND_HALF_EVEN, Decimal
from html import unescape
from itertools import chain
from pathlib import Path

import pytest

from tests.tables import cells

BOOK = Path(__file__).parent.parent / "book"
LIST = "../pokerlab/_data/figures.toml"
CHAPTERS = sorted(path.stem for path in BOOK.glob("*.ipynb"))
MARKS = {
    "to the digit": "=",
    "as stated": "✓",
    "under an assumption": "≈",
    "left open": "∼",
    "corrected": "≠",
    "measured": "–",
}
NO_FIGURE = "–"
"""Stands in a chapter's column "there" if the author gives no figure."""


def load(book):
    return tomllib.loads((book / LIST).read_text(encoding="utf-8"))


def outputs(book, chapter, mime):
    for cell in cells(book, chapter, "code"):
        for output in cell["outputs"]:
            if text := "".join(output.get("data", {}).get(mime, "")):
                yield text


def plain(text):
    """A text with minus signs as they are typed."""
    return text.replace("−", "-")


def tables(book, chapter):
    """The tables of a chapter: lists of rows as mappings from column to text."""
    for html in outputs(book, chapter, "text/html"):
        lines = [
            [unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line)]
            for line in re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
        ]
        if lines:
            yield [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]


def chapter_rows(book, chapter):
    """The rows of a chapter's tables with a figure, what it is there, and what it is here."""
    for row in chain.from_iterable(tables(book, chapter)):
        if {"figure", "there", "here"} <= row.keys() and row["there"] != NO_FIGURE:
            yield tuple(plain(row[column]) for column in ("figure", "there", "here"))


def scorecard_rows(book):
    """The scorecard's rows: mark, figure, link, place, there, here, verdict."""
    for text in outputs(book, "scorecard", "text/markdown"):
        header, _, *lines = text.splitlines()
        if "verdict" in header:
            for line in map(plain, lines):
                what, *rest = line.strip("| ").split(" | ")
                yield *re.fullmatch(r"(.) \[(.*)\]\((.*?)\) \((.*)\)", what).groups(), *rest


def anchors(book, chapter):
    """The sections of a chapter, as MyST names them."""
    text = "\n\n".join(cell["source"] for cell in cells(book, chapter, "markdown"))
    titles = re.findall(r"^#{1,3} (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def names_computed(book):
    """Names under which the scorecard's cells put a value, each with the expression."""
    for cell in cells(book, "scorecard", "code"):
        for node in ast.walk(ast.parse(cell["source"])):
            if isinstance(node, ast.Dict):
                pairs = zip(node.keys, node.values, strict=True)
            elif isinstance(node, ast.Assign):
                targets = getattr(node.targets[0], "elts", node.targets)
                pairs = [(getattr(target, "slice", None), node.value) for target in targets]
            else:
                continue
            yield from ((key.value, value) for key, value in pairs if isinstance(key, ast.Constant))


def list_complaints(book):
    """What in the list is not computed, not shown, or leads nowhere."""
    listed = load(book)
    computed = dict(names_computed(book))
    rows = {(figure, there) for _, figure, _, _, there, *_ in scorecard_rows(book)}
    for name, figure in listed["figures"].items():
        if name not in computed:
            yield f"{name} has no computation"
        if (figure["figure"], plain(figure["there"])) not in rows:
            yield f"{name} is not on the scorecard"
    for kind in ("figures", "misprints", "unjudged", "pictures", "questions"):
        for name, entry in listed[kind].items():
            chapter, section = entry["chapter"].split("#")
            if chapter not in CHAPTERS or section not in anchors(book, chapter):
                yield f"{name} leads to {entry['chapter']}, which is not there"
            if entry["document"] not in listed["documents"]:
                yield f"{name} is in no document"


def unquoted(book, entry, text):
    """What an entry's chapter prints of it, pattern by pattern, and a text does not say."""
    chapter = entry["chapter"].split("#")[0]
    page = "\n".join(
        "".join(output.get("text", output.get("data", {}).get("text/plain", "")))
        for cell in cells(book, chapter, "code")
        for output in cell["outputs"]
    )
    for pattern in entry["printed"]:
        (found,) = set(re.findall(pattern, page, re.MULTILINE))
        if not re.search(rf"(?<![\d.]){re.escape(found)}(?!\d)", text):
            yield found


def disagreements(book):
    """Where a chapter and the scorecard differ, or one has a figure that the other has not."""
    listed = load(book)["figures"]
    scored = {(figure, there): here for _, figure, _, _, there, here, _ in scorecard_rows(book)}
    found = {}
    for chapter in CHAPTERS:
        if chapter != "scorecard":
            for figure, there, here in chapter_rows(book, chapter):
                found.setdefault((figure, there), {})[chapter] = here
    for name, entry in listed.items():
        key = entry["figure"], plain(entry["there"])
        chapter = entry["chapter"].split("#")[0]
        if "printed" in entry:
            for other in unquoted(book, entry, scored[key]):
                yield f"{name} is {scored[key]} on the scorecard; {chapter} prints {other}"
        elif chapter not in found.get(key, {}):
            yield f"{name} is in no table of {chapter}"
    own = {entry["chapter"].split("#")[0] for entry in listed.values()}
    for key, by_chapter in found.items():
        for chapter, here in by_chapter.items():
            if key not in scored:
                if chapter in own:  # others may compare with whatever they like
                    yield f"{key} of {chapter} is not on the scorecard"
            elif here != scored[key] and not here.startswith(f"{scored[key]}, with"):
                yield f"{key} is {here} in {chapter} and {scored[key]} on the scorecard"


def rounded(value, there):
    """A printed value with the digits of another, without floats."""
    number = re.search(r"-?\d+(\.\d+)?(?=%?$)", there)
    if not number or not re.fullmatch(r"-?\d+(\.\d+)?%?", value):
        return value, there
    unit = Decimal(number[0]).as_tuple().exponent
    digits = Decimal(value.rstrip("%")).quantize(Decimal(1).scaleb(unit), ROUND_HALF_EVEN)
    return str(digits), number[0]


def false_verdicts(book):
    """Verdicts that do not follow from what stands beside them."""
    for mark, figure, _, _, there, here, remark in scorecard_rows(book):
        verdict, _, reason = remark.partition(": ")
        verdict = verdict.removesuffix(", by counting").removesuffix(", and a fit")
        if MARKS.get(verdict) != mark:
            yield f"{figure}: {mark} {remark} is no verdict"
            continue
        equal = len(set(rounded(here, there))) == 1
        if equal != (verdict == "to the digit"):
            yield f"{figure}: {there} and {here}, {verdict}"
        if verdict == "under an assumption":
            value, why, _ = reason.partition(" if ")
            if not why or len(set(rounded(value, there))) != 1:
                yield f"{figure}: {there}, but {value} as assumed"
        if verdict == "left open":
            low, high, printed = map(float, re.findall(r"([\d.]+)%", f"{reason} {there}"))
            if not low <= printed <= high:
                yield f"{figure}: {there}, but {low}% to {high}% are open"
        if verdict == "measured" and here != "see Performance":
            yield f"{figure}: measured, and yet {here}"


COMPLAINTS = [list_complaints, disagreements, false_verdicts]
NEW = """
[figures.new]
document = "coutts"
place = "5"
figure = "a new one"
there = "1"
chapter = "shover#the-mach"

[documents."""
TAMPERINGS = {
    "a chapter": (
        [("coutts.ipynb", "<td>63.12%</td>", "<td>63.13%</td>")],
        "('win probability', 'roughly 64%') is 63.13% in coutts and 63.12% on the scorecard",
    ),
    "a row of a chapter": (
        [("irving.ipynb", "<td>she folds</td>", "<td>she passes</td>")],
        "never-folds is in no table of irving",
        "('she passes', 'never') of irving is not on the scorecard",
    ),
    "what a chapter prints": (
        [("selby.ipynb", "845    about 600 ", "845    about 700 ")],
        "any-start is 600 for 845 rows on the scorecard; selby prints 700",
    ),
    "the scorecard": (
        [("scorecard.ipynb", "| 68341 | 68341 |", "| 68341 | 68342 |")],
        "('variables', '68341') is 68341 in coutts and 68342 on the scorecard",
        "variables: 68341 and 68342, to the digit",
    ),
    "an assumption": (
        [("scorecard.ipynb", "64.00% if a tie", "63.12% if a tie")],
        "win probability: roughly 64%, but 63.12% as assumed",
    ),
    "a verdict": (
        [
            ("scorecard.ipynb", "−0.432 | corrected: against", "-0.432 | to the digit: against"),
            ("scorecard.ipynb", "≠ [pushing the second]", "= [pushing the second]"),
        ],
        "pushing the second: -0.182 and -0.432, to the digit",
    ),
    "the list": (
        [(LIST, "\n[documents.", NEW)],
        "new has no computation",
        "new is not on the scorecard",
        "new leads to shover#the-mach, which is not there",
        "new is in no table of shover",
    ),
}


@pytest.mark.parametrize("complaints", COMPLAINTS, ids=lambda function: function.__name__)
def test_the_scorecard_holds(complaints):
    assert list(complaints(BOOK)) == []


def test_there_is_something_to_compare():
    listed, rows = load(BOOK), list(scorecard_rows(BOOK))
    assert len(rows) == len(listed["figures"]) > 50
    assert {entry["document"] for entry in listed["figures"].values()} == set(listed["documents"])
    pairs = [(entry["figure"], entry["there"]) for entry in listed["figures"].values()]
    assert len(set(pairs)) == len(pairs)


def test_no_figure_is_typed_where_it_should_be_computed():
    figures = load(BOOK)["figures"]
    typed = [
        name
        for name, value in names_computed(BOOK)
        if name in figures and isinstance(value, ast.Constant) and value.value is not None
    ]
    assert typed == []
    measured = {row[1] for row in scorecard_rows(BOOK) if row[-1].endswith("measured")}
    assert measured == {"time of the solver", "sizes of raise within reach"}


@pytest.mark.parametrize("what", TAMPERINGS)
def test_what_is_tampered_with_is_noticed(what, tmp_path):
    book = tmp_path / "book"
    for path in [*BOOK.glob("*.ipynb"), BOOK / LIST]:
        (place := book / path.relative_to(BOOK)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, place)
    changes, *expected = TAMPERINGS[what]
    for name, old, new in changes:
        text = (book / name).read_text(encoding="utf-8")
        assert old in text
        (book / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    found = [complaint for complaints in COMPLAINTS for complaint in complaints(book)]
    assert found == expected


def test_answers_quote_the_chapters():
    listed, texts = load(BOOK)["questions"], outputs(BOOK, "scorecard", "text/markdown")
    (table,) = (text for text in texts if "| question |" in text)
    assert len(table.splitlines()) == 2 + len(listed)
    for question in listed.values():
        assert question["printed"] and f"| {question['answer']} |" in table
        assert list(unquoted(BOOK, question, question["answer"])) == []


def test_misprints_that_can_be_shown_are():
    listed, texts = load(BOOK)["misprints"], outputs(BOOK, "scorecard", "text/markdown")
    (table,) = (text for text in texts if "| printed |" in text)
    assert len(table.splitlines()) == 2 + len(listed)
    assert table.count("✓") > len(listed) / 2
    for slip in listed.values():
        assert f"| {slip['printed']} |" in table and slip["correct"] in table


def test_what_is_not_judged_is_listed():
    listed, texts = load(BOOK)["unjudged"], outputs(BOOK, "scorecard", "text/markdown")
    (table,) = (text for text in texts if "| statement |" in text)
    assert len(table.splitlines()) == 2 + len(listed)
    assert all(f"| {entry['there']} |" in table for entry in listed.values())
    assert {"$O(n^2 + m)$ space"} <= {entry["there"] for entry in listed.values()}


def test_a_mistake_behind_two_figures_is_counted_once():
    listed = load(BOOK)["figures"]
    wrong = {figure for mark, figure, *_ in scorecard_rows(BOOK) if mark == "≠"}
    behind = {name: figure.get("slip", name) for name, figure in listed.items()}
    for name, slip in behind.items():
        assert [*listed].index(slip) <= [*listed].index(name)
        assert slip == name or {listed[slip]["figure"], listed[name]["figure"]} <= wrong
    mistakes = {behind[name] for name, figure in listed.items() if figure["figure"] in wrong}
    glued = re.compile(r"'(\d+)'")
    (said,) = {
        glued.search("".join(output["data"]["application/papermill.record/text/plain"]))[1]
        for cell in cells(BOOK, "scorecard", "code")
        for output in cell["outputs"]
        if output.get("metadata", {}).get("scrapbook", {}).get("name") == "mistakes"
    }
    assert int(said) == len(mistakes) < len(wrong)
