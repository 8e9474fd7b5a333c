"""Every chapter is built alike: a question, checks, exercises with solutions, further reading."""

import re
from pathlib import Path

import nbformat
import pytest

BOOK = Path(__file__).parent.parent / "book"
CHAPTERS = sorted(path.stem for path in BOOK.glob("*.ipynb"))
NO_CHECKS = {"index"}
NO_EXERCISES = {"index", "scorecard", "performance"}
NO_READING = {"index", "performance"}


def text_of(name):
    cells = nbformat.read(BOOK / f"{name}.ipynb", as_version=4).cells
    return "\n\n".join(
        cell.source if cell.cell_type == "markdown" else f"```{{code-cell}}\n{cell.source}\n```"
        for cell in cells
    )


def sections(text):
    """The second-level sections, title to content."""
    parts = re.split(r"(?m)^## (.*)$", text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def missing(name):
    """What a chapter lacks."""
    text = text_of(name)
    (title, opening), parts = text.split("\n", 1), sections(text)
    if not re.match(r"# \w", title) or "?" not in opening.split("\n## ")[0]:
        yield "a title and a question"
    if name not in NO_CHECKS:
        assertions = len(re.findall(r"(?m)^ *assert\b", text))
        if len(re.findall(r"(?m)^assert ", parts["Checks"])) < 3:
            yield "assertions as checks"
        if re.findall(r"(\d+) assertions", parts["Checks"]) != [str(assertions)]:
            yield f"the number of its {assertions} assertions, so that none goes unnoticed"
    if name not in NO_EXERCISES:
        labels = re.findall(r"```\{exercise\}\n:label: ([\w-]+)\n", parts["Exercises"])
        solved = r"(?s)```\{solution-start\} ([\w-]+)\n:class: dropdown\n```(.*?)\{solution-end\}"
        solutions = re.findall(solved, parts["Exercises"])
        if len(labels) < 2 or [label for label, _ in solutions] != labels:
            yield "two exercises with folded solutions"
        if not all("{code-cell}" in solution for _, solution in solutions):
            yield "code in each solution"
    if name not in NO_READING:
        last, reading = list(parts.items())[-1]
        if last != "Further reading" or "{cite" not in reading:
            yield "further reading at its end"
        if len(re.findall(r"(?m)^```\{index\} \w", text)) < 2 or "{term}`" not in text:
            yield "entries in the index, and terms of the glossary"


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_has_all_its_parts(name):
    assert list(missing(name)) == []


def test_the_glossary_explains_what_chapters_ask_of_it():
    glossary = (BOOK / "glossary.md").read_text(encoding="utf-8")
    block = re.search(r"(?s)```\{glossary\}\n:sorted:\n(.*?)\n```", glossary)[1]
    terms = re.findall(r"(?m)^(\S.*)\n    \S", block)
    assert len(terms) == len(set(terms)) and terms == sorted(terms, key=str.lower)
    asked = set()
    for name in CHAPTERS:
        for role in re.findall(r"\{term\}`([^`]+)`", text_of(name)):
            asked.add(match[1] if (match := re.search(r"<(.*)>$", role)) else role)
    assert len(asked) > len(terms) / 2
    assert {term.lower() for term in asked} <= {term.lower() for term in terms}
