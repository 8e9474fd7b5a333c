"""Chapters are built alike: a question, what to take home, exercises, further reading.

Notes belong to a chapter and begin with a link to it. No page is long.
"""

import re
from functools import cache
from pathlib import Path

import nbformat
import pytest
import yaml

from tests.test_figures import prose

BOOK = Path(__file__).parent.parent / "book"
PAGES = sorted(path.stem for path in BOOK.glob("*.ipynb"))
PARTS = {
    part["caption"]: [Path(chapter["file"]).name for chapter in part["chapters"]]
    for part in yaml.safe_load((BOOK.parent / "_toc.yml").read_text(encoding="utf-8"))["parts"]
}
CHAPTERS = [
    name for part in ("Start here", "One player", "Two players", "Beyond") for name in PARTS[part]
]
WORDS = 2800
"""A page has no more."""


@cache
def cells_of(name):
    return nbformat.read(BOOK / f"{name}.ipynb", as_version=4).cells


def text_of(name):
    return "\n\n".join(
        cell.source if cell.cell_type == "markdown" else f"```{{code-cell}}\n{cell.source}\n```"
        for cell in cells_of(name)
    )


def sections(text):
    """The second-level sections, title to content."""
    parts = re.split(r"(?m)^## (.*)$", text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def missing(name):
    """What a page lacks."""
    text = text_of(name)
    (title, opening), parts = text.split("\n", 1), sections(text)
    opening = opening.split("\n## ")[0]
    if not re.match(r"# \w", title):
        yield "a title"
    if name in PARTS["Notes"] and not re.search(r"\]\([\w-]+\.ipynb\)", opening):
        yield "a link to its chapter"
    for cell in cells_of(name):
        shown = cell.cell_type == "code" and not cell.metadata.get("tags")
        if shown and re.search(r"(?m)^assert\b", cell.source):
            yield f"a tag that keeps assertions out of sight: {cell.source[:60]}"
    if name != "index" and len(re.findall(r"(?m)^ *assert\b", text)) < 3:
        yield "assertions"
    if name not in CHAPTERS:
        return
    if "?" not in opening:
        yield "a question"
    if not re.search(r"\]\([\w-]+\.ipynb\)", parts.get("To take home", "")):
        yield "what to take home, and where to go on"
    exercises = parts.get("Exercises", "")
    labels = re.findall(r"```\{exercise\}\n:label: ([\w-]+)\n", exercises)
    solved = r"(?s)```\{solution-start\} ([\w-]+)\n:class: dropdown\n```(.*?)\{solution-end\}"
    solutions = re.findall(solved, exercises)
    if len(labels) < 2 or [label for label, _ in solutions] != labels:
        yield "two exercises with folded solutions"
    if not all("{code-cell}" in solution for _, solution in solutions):
        yield "code in each solution"
    if "charts.question(" not in exercises:
        yield "an exercise that the page checks"
    last, reading = list(parts.items())[-1]
    if last != "Further reading" or "{cite" not in reading:
        yield "further reading at its end"
    if len(re.findall(r"(?m)^```\{index\} \w", text)) < 2 or "{term}`" not in text:
        yield "entries in the index, and terms of the glossary"


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_all_its_parts(name):
    assert list(missing(name)) == []


@pytest.mark.parametrize("name", PAGES)
def test_no_page_is_long(name):
    """Besides formulas, theorems with their proofs, and exercises."""
    text = "\n\n".join(cell.source for cell in cells_of(name) if cell.cell_type == "markdown")
    plain = re.sub(r"(?s)```.*?```|\$\$.*?\$\$", " ", text)
    assert 100 < len(prose(plain).split()) <= WORDS


def test_the_glossary_explains_what_chapters_ask_of_it():
    glossary = (BOOK / "glossary.md").read_text(encoding="utf-8")
    block = re.search(r"(?s)```\{glossary\}\n:sorted:\n(.*?)\n```", glossary)[1]
    terms = re.findall(r"(?m)^(\S.*)\n    \S", block)
    assert len(terms) == len(set(terms)) and terms == sorted(terms, key=str.lower)
    asked = set()
    for name in PAGES:
        for role in re.findall(r"\{term\}`([^`]+)`", text_of(name)):
            asked.add(match[1] if (match := re.search(r"<(.*)>$", role)) else role)
    assert len(asked) > len(terms) / 2
    assert {term.lower() for term in asked} <= {term.lower() for term in terms}
