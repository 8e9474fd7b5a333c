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
NO_ENTRIES = {"index", "performance"}


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


@pytest.mark.parametrize("name", CHAPTERS)
def test_it_opens_with_a_title_and_a_question(name):
    title, opening = text_of(name).split("\n", 1)
    assert re.match(r"# \w", title)
    assert "?" in opening.split("\n## ")[0]


@pytest.mark.parametrize("name", sorted(set(CHAPTERS) - NO_CHECKS))
def test_its_checks_are_assertions(name):
    checks = sections(text_of(name))["Checks"]
    assert len(re.findall(r"(?m)^assert ", checks)) >= 3


@pytest.mark.parametrize("name", sorted(set(CHAPTERS) - NO_CHECKS))
def test_it_says_how_many_assertions_it_makes(name):
    """So that none goes without a change of the text."""
    text = text_of(name)
    counts = re.findall(r"(\d+) assertions", sections(text)["Checks"])
    assert counts == [str(len(re.findall(r"(?m)^ *assert\b", text)))]


@pytest.mark.parametrize("name", sorted(set(CHAPTERS) - NO_EXERCISES))
def test_its_exercises_have_folded_solutions(name):
    exercises = sections(text_of(name))["Exercises"]
    labels = re.findall(r"```\{exercise\}\n:label: ([\w-]+)\n", exercises)
    solutions = re.findall(r"```\{solution-start\} ([\w-]+)\n:class: dropdown\n```", exercises)
    assert len(labels) >= 2 and solutions == labels
    worked = re.findall(r"(?s)\{solution-start\}(.*?)\{solution-end\}", exercises)
    assert len(worked) == len(labels)
    assert all("{code-cell}" in solution for solution in worked)


@pytest.mark.parametrize("name", sorted(set(CHAPTERS) - NO_READING))
def test_it_ends_with_further_reading(name):
    title, reading = list(sections(text_of(name)).items())[-1]
    assert title == "Further reading" and "{cite" in reading


@pytest.mark.parametrize("name", sorted(set(CHAPTERS) - NO_ENTRIES))
def test_it_is_in_the_index_and_leads_to_the_glossary(name):
    text = text_of(name)
    assert len(re.findall(r"(?m)^```\{index\} \w", text)) >= 2
    assert "{term}`" in text


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
