"""What nbval does not see: a chapter is executed, in order, clean, and written reproducibly."""

import ast
import builtins
import re
import shutil
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

import nbformat
import pytest

from pokerlab._support.notebooks import images_to_svg
from tests.test_stored_drawings import Cleaned
from tools import execute

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "book").glob("*.ipynb"))
ALLOWED_TAGS = {"hide-input", "hide-output", "hide-cell", "scroll-output"}
ALLOWED_TAGS |= {"remove-input", "remove-output", "remove-cell"}
REMOVED = {"remove-input", "remove-cell"}
VARYING = re.compile(
    r"at 0x[0-9a-f]{6,}|/home/|/tmp/|/Users/|np\.(?:float|int)64\(|\b-0\.0+\b(?!\d)"
)


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def chapter(request):
    return request.param


@cache
def code_cells(path):
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


def execute_again(chapter, complaint):
    """Fail, and say what mends it."""
    name = chapter.relative_to(ROOT)
    told = f"{name}: {complaint}; .venv/bin/python tools/execute.py {name}"
    pytest.fail(f"{told} executes it and writes it again", pytrace=False)


def test_every_cell_was_executed_once_and_in_order(chapter):
    cells = code_cells(chapter)
    if [cell.execution_count for cell in cells] != list(range(1, len(cells) + 1)):
        execute_again(chapter, "not each of its cells was executed once, in order")
    for cell in cells:
        for output in cell.outputs:
            assert output.get("execution_count", cell.execution_count) == cell.execution_count


def names(tree, context):
    """The variables that a piece of code sets (`ast.Store`) or reads (`ast.Load`)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, context):
            yield node.id
        elif context is ast.Store and isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif context is ast.Store and isinstance(node, ast.alias):
            yield (node.asname or node.name).split(".")[0]


def idle(cells):
    """The cells that show nothing, assert nothing, and set nothing that a later one reads."""
    needed = set()
    for cell in reversed(cells):
        tree = ast.parse(cell.source)
        asserts = any(isinstance(node, ast.Assert) for node in ast.walk(tree))
        if not (cell.outputs or asserts or needed & set(names(tree, ast.Store))):
            yield cell.source
        needed |= set(names(tree, ast.Load))


def test_no_cell_could_go_unnoticed(chapter):
    assert list(idle(code_cells(chapter))) == []


def test_a_cell_that_nothing_needs_is_noticed():
    sources = ["import a", "x = a.b", "c = 1", "def f():\n    pass", "f(x)", "assert x"]
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    assert list(idle(cells)) == ["f(x)", "c = 1"]


def never_shown(cells):
    """The names that the code on a page reads and that no code on it sets.

    Folded code is on the page; what a cell tagged `remove-cell` or `remove-input` holds isn't.
    """
    on_page = [cell for cell in cells if not REMOVED & {*cell.metadata.get("tags", [])}]
    trees = [ast.parse(cell.source) for cell in on_page]
    known = {*dir(builtins), "display"}
    for tree in trees:
        known |= {*names(tree, ast.Store)}
        known |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    return sorted({name for tree in trees for name in names(tree, ast.Load)} - known)


def test_a_reader_sees_where_every_name_in_the_code_comes_from(chapter):
    assert never_shown(code_cells(chapter)) == []


def test_a_name_that_only_a_removed_cell_sets_is_noticed():
    cells = [nbformat.v4.new_code_cell(source) for source in ("a = 1", "b = a", "print(a, b, c)")]
    assert never_shown(cells) == ["c"]
    cells[0].metadata["tags"] = ["remove-cell"]
    cells[1].metadata["tags"] = ["hide-input"]
    assert never_shown(cells) == ["a", "c"]


def test_outputs_are_there_and_clean(chapter):
    cells = code_cells(chapter)
    if not any(cell.outputs for cell in cells):
        execute_again(chapter, "no cell has an output")
    for cell in cells:
        for output in cell.outputs:
            assert output.output_type != "error"
            assert output.get("name") != "stderr"
            shown = output.get("text", "") + str(output.get("data", ""))
            assert not VARYING.search(shown), shown[:200]


def test_what_is_stored_of_a_drawing_is_an_image(chapter):
    """Where nobody has run the notebook, SVG would leave its words, in one line."""
    for cell in code_cells(chapter):
        for output in cell.outputs:
            for kind, shown in output.get("data", {}).items():
                if kind.endswith("text/html"):
                    assert not {"svg", "desc", "path"} & Cleaned(shown).taken


def captioned(path):
    """The HTML of each figure of a page and its caption: of the last output, or a glued one."""
    cells, glued, last = nbformat.read(path, as_version=4).cells, {}, None
    for output in (output for cell in cells for output in cell.get("outputs", [])):
        if name := output.get("metadata", {}).get("scrapbook", {}).get("name"):
            glued[name] = output
    for cell in cells:
        last = ([last] + [one for one in cell.get("outputs", []) if one not in glued.values()])[-1]
        if cell.cell_type == "markdown":
            shown = last
            for part in cell.source.split("\n\n"):
                if placed := re.match(r"```\{glue:?\w*\} (\S+)", part):
                    shown = glued[placed[1]]
                if part.startswith("**Figure.**"):
                    html = (text for kind, text in shown.data.items() if kind.endswith("text/html"))
                    yield "".join(html), part


def test_every_figure_that_draws_numbers_comes_with_them(monkeypatch):
    """A figure draws numbers if a text in it has one; where it has none there may be some, too."""
    monkeypatch.syspath_prepend(str(ROOT / "book" / "_ext"))
    figures = import_module("figures")
    bare = []
    count = 0
    for path in NOTEBOOKS:
        csv_texts = figures.stored_csv_texts(path)
        for html, caption in captioned(path):
            drawn = images_to_svg(html)
            documents = figures.svg_documents(drawn)
            assert documents, caption
            count += 1
            texts = re.findall(r"(?s)<text\b.*?</text>", "".join(documents))
            shown = re.sub("<[^>]*>", " ", " ".join(texts))
            if documents not in csv_texts and re.search(r"\d", shown):
                bare.append(f"{path.stem}: {caption[:60]}")
    assert bare == [] and count > 100


def test_no_cell_escapes_comparison(chapter):
    for cell in code_cells(chapter):
        assert set(cell.metadata.get("tags", [])) <= ALLOWED_TAGS
        assert not re.search(r"#\s*(NBVAL|PYTEST)_", cell.source)


def test_the_file_is_what_the_tool_writes(chapter):
    text = chapter.read_text(encoding="utf-8")
    if execute.dumps(nbformat.reads(text, as_version=4)) != text:
        execute_again(chapter, "another program has saved it")


def test_cells_are_short(chapter):
    for cell in code_cells(chapter):
        assert len(cell.source.splitlines()) <= 25, cell.source


TAMPERINGS = {
    "nothing": lambda outputs: None,
    "a second representation": lambda outputs: outputs[1].data.update({"image/png": "iVBORw0K"}),
    "the order": list.reverse,
    "the kind": lambda outputs: outputs[1].update(output_type="execute_result", execution_count=1),
    "the name of a glued value": lambda outputs: outputs[1].metadata.update(scrapbook={}),
}
"""What is done to the outputs of a cell, and nbval by itself does not notice."""


def test_outputs_are_held_to_what_execution_gives(tmp_path):
    source = "print('one')\ndisplay({'text/plain': 'two'}, raw=True)"
    cells = [nbformat.v4.new_code_cell(source) for _ in TAMPERINGS]
    path = tmp_path / "chapter.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    execute.execute(path)
    notebook = nbformat.read(path, as_version=4)
    for cell, tamper in zip(notebook.cells, TAMPERINGS.values(), strict=True):
        tamper(cell.outputs)
    nbformat.write(notebook, path)
    shutil.copy(ROOT / "conftest.py", tmp_path)
    options = ["--nbval", "--nbval-current-env", "-p", "no:cacheprovider", "-rA"]
    command = [sys.executable, "-m", "pytest", *options, path.name]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    verdicts = re.findall(r"(?m)^(PASSED|FAILED) .*::Cell \d", run.stdout)
    assert sorted(verdicts, reverse=True) == ["PASSED"] + ["FAILED"] * (len(TAMPERINGS) - 1)
