"""Chapters are built alike: a question, what to take home, exercises, further reading.

Notes belong to a chapter and begin with a link to it. No page is long.
"""

import re
import shutil
from functools import cache
from itertools import pairwise
from pathlib import Path

import jupytext
import nbformat
import pytest
import yaml

from tests.test_figures import complaints, prose
from tools import execute

BOOK = Path(__file__).parent.parent / "book"
PAGES = sorted(path.stem for path in BOOK.glob("*.ipynb"))
try:
    TOC = yaml.safe_load((BOOK.parent / "_toc.yml").read_text(encoding="utf-8"))["parts"]
except yaml.YAMLError as error:  # whoever adds a page may slip
    raise pytest.Collector.CollectError(f"_toc.yml cannot be read: {error}") from None
PARTS = {part["caption"]: [Path(page["file"]).name for page in part["chapters"]] for part in TOC}
CHAPTERS = [name for part in TOC if part.get("numbered") for name in PARTS[part["caption"]]]
WORDS = 2500
"""A page has no more."""
NEEDS = re.compile(r"(?m)^\*Needs: (.*)\*$")


@cache
def cells_of(name):
    return nbformat.read(BOOK / f"{name}.ipynb", as_version=4).cells


def text_of(cells):
    return "\n\n".join(
        cell.source if cell.cell_type == "markdown" else f"```{{code-cell}}\n{cell.source}\n```"
        for cell in cells
    )


def sections(text):
    """The second-level sections, title to content."""
    parts = re.split(r"(?m)^## (.*)$", text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@cache
def terms_explained():
    """Those of the glossary."""
    glossary = (BOOK / "glossary.md").read_text(encoding="utf-8")
    block = re.search(r"(?s)```\{glossary\}\n:sorted:\n(.*?)\n```", glossary)[1]
    return re.findall(r"(?m)^(\S.*)\n    \S", block)


def terms_asked_for(cells):
    """The terms to which a page leads."""
    for role in re.findall(r"\{term\}`([^`]+)`", text_of(cells)):
        yield match[1] if (match := re.search(r"<(.*)>$", role)) else role


def check_terms(cells):
    """Each of a page's terms is in the glossary."""
    explained = {term.lower() for term in terms_explained()}
    for term in terms_asked_for(cells):
        assert term.lower() in explained, f"{term} is not in the glossary"


def template(kind):
    """The chapter, or the note, of which a new one begins as a copy."""
    return jupytext.read(BOOK.parent / "tools" / f"{kind}.md")


def sentences(cells):
    """All of six words or more."""
    text = "\n".join(c.source for c in cells if c.cell_type == "markdown")
    told = re.split(r"(?<=[.?!])\s|\n", text)
    return {sentence for sentence in told if len(sentence.split()) > 5}


def copied(cells):
    """What the chapter or the note to copy says, too."""
    return sentences(cells) & (
        sentences(template("chapter").cells) | sentences(template("note").cells)
    )


def missing(name, cells):
    """What a page lacks, in the words of CONTRIBUTING.md."""
    text, written = text_of(cells), [c.source for c in cells if c.cell_type == "markdown"]
    (title, _, opening), parts = text.partition("\n"), sections(text)
    opening, exercises = opening.split("\n## ")[0], parts.get("Exercises", "")
    if all(name not in part for part in PARTS.values()) and name != "index":
        yield "a place in `_toc.yml`"
    if not re.match(r"# \w", title):
        yield "a title"
    plain = re.sub(r"(?s)```.*?```|\$\$.*?\$\$", " ", "\n\n".join(written))
    if not 100 < len(prose(plain).split()) <= WORDS:
        yield f"100 to {WORDS:,} words, besides formulas, theorems and exercises"
    shown = (c.source for c in cells if c.cell_type == "code" and not c.metadata.get("tags"))
    if any(re.search(r"(?m)^assert\b", source) for source in shown):
        yield "a tag that keeps assertions out of sight"
    if name != "index" and len(re.findall(r"(?m)^ *assert\b", text)) < 3:
        yield "three assertions"
    if name in PARTS["Notes"] and not re.search(r"\]\([\w-]+\.ipynb\)", opening):
        yield "a link to its chapter in the opening"
    if name not in CHAPTERS:
        return
    if not NEEDS.search(text):
        yield "a line *Needs: …*, with links to earlier chapters, or *Needs: no other chapter.*"
    if "?" not in opening:
        yield "a question in the opening"
    if not re.search(r"\]\([\w-]+\.ipynb\)", parts.get("To take home", "")):
        yield "a section *To take home*, with a link to where to go on, which is the next chapter"
    labels = re.findall(r"```\{exercise\}\n:label: ([\w-]+)\n", exercises)
    solved = r"(?s)```\{solution-start\} ([\w-]+)\n:class: dropdown\n```(.*?)\{solution-end\}"
    solutions = re.findall(solved, exercises)
    if len(labels) < 2 or [label for label, _ in solutions] != labels:
        yield "two exercises with folded solutions"
    if not solutions or not all("{code-cell}" in solution for _, solution in solutions):
        yield "code in each solution"
    if "charts.question(" not in exercises:
        yield "an exercise that the page checks, by `charts.question`"
    if [*parts][-1:] != ["Further reading"] or "{cite" not in parts["Further reading"]:
        yield "a last section *Further reading*, with a citation"
    if len(re.findall(r"(?m)^```\{index\} \w", text)) < 2:
        yield "two entries in the index"
    if "{term}`" not in text:
        yield "a term of the glossary"


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_needs_only_what_comes_before_it(name):
    for needs in NEEDS.findall(text_of(cells_of(name))):  # that there is one is asked below
        named = re.findall(r"\]\(([\w-]+)\.ipynb\)", needs)
        assert {*named} <= {*CHAPTERS[: CHAPTERS.index(name)]}
        assert named or needs == "no other chapter."


@pytest.mark.parametrize(("name", "following"), list(pairwise(CHAPTERS)))
def test_what_to_take_home_ends_by_leading_to_the_next_chapter(name, following):
    home = sections(text_of(cells_of(name))).get("To take home", "")
    links = re.findall(r"\]\(([\w-]+)\.ipynb\)", home)
    if links[-1:] != [following]:
        needed = f"the last link of *To take home* has to be []({following}.ipynb)"
        pytest.fail(f"{name}: {needed}, the chapter after it in _toc.yml", pytrace=False)


@pytest.mark.parametrize("name", PARTS["Notes"])
def test_a_note_is_linked_from_the_page_to_which_it_belongs(name):
    """Which is the first that its opening links to."""
    opening = text_of(cells_of(name)).split("\n## ")[0]
    links = re.findall(r"\]\(([\w-]+)\.ipynb\)", opening)
    if not links:
        pytest.fail(f"{name} lacks a link to its chapter in the opening", pytrace=False)
    if f"]({name}.ipynb" not in text_of(cells_of(links[0])):
        needed = f"write []({name}.ipynb) where its reader may want the note"
        pytest.fail(f"{links[0]} lacks a link to its note {name}: {needed}", pytrace=False)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_lacks_nothing(name):
    if told := list(missing(name, cells_of(name))):
        pytest.fail("\n- ".join([f"{name} lacks", *told]), pytrace=False)


@pytest.mark.parametrize(("kind", "name"), [("chapter", CHAPTERS[1]), ("note", PARTS["Notes"][1])])
def test_the_page_to_copy_lacks_nothing_and_runs(kind, name, tmp_path):
    """As a second chapter, say, or a second note."""
    path = tmp_path / f"{kind}.ipynb"
    nbformat.write(template(kind), path)
    shutil.copy(BOOK / "references.bib", tmp_path)
    execute.execute(path)
    assert list(missing(name, nbformat.read(path, as_version=4).cells)) == []
    assert list(complaints(path)) == []
    check_terms(nbformat.read(path, as_version=4).cells)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_nothing_in_the_words_of_the_page_to_copy(name):
    if told := sorted(copied(cells_of(name))):
        needed = f"{name} says what the page to copy says, in place of words of its own"
        pytest.fail("\n- ".join([needed, *told]), pytrace=False)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("chapter", "With the highest number she pushes."),
        ("note", "Where the note has a proof, this is its place."),
    ],
)
def test_a_copy_is_known_by_whatever_sentence_is_left_of_it(kind, sentence):
    assert len(copied(template(kind).cells)) > 8
    assert len(copied([nbformat.v4.new_markdown_cell(sentence)])) == 1


def test_contributing_lists_all_that_a_page_may_lack():
    bare = [nbformat.v4.new_code_cell("assert True")]
    told = {
        what for name in ("new", CHAPTERS[0], PARTS["Notes"][0]) for what in missing(name, bare)
    }
    rules = " ".join((BOOK.parent / "CONTRIBUTING.md").read_text(encoding="utf-8").split())
    assert len(told) == 15 and all(f"- {what};" in rules for what in told)


@pytest.mark.parametrize("name", PAGES)
def test_the_glossary_explains_the_terms_of_a_page(name):
    check_terms(cells_of(name))


def test_the_glossary_is_in_order_and_most_of_it_is_asked_for():
    terms = terms_explained()
    assert len(terms) == len(set(terms)) and terms == sorted(terms, key=str.lower)
    asked = {term.lower() for name in PAGES for term in terms_asked_for(cells_of(name))}
    assert len(asked) > len(terms) / 2
