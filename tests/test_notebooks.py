"""What nbval does not see: a chapter is executed, in order, clean, and written reproducibly."""

import importlib.util
import re
from pathlib import Path

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "book").glob("*.ipynb"))
ALLOWED_TAGS = {"hide-input", "hide-output", "hide-cell", "remove-output", "scroll-output"}
VARYING = re.compile(r"at 0x[0-9a-f]{6,}|/home/|/tmp/|/Users/|np\.float64\(|\b-0\.0+\b(?!\d)")


def execute_module():
    spec = importlib.util.spec_from_file_location("execute", ROOT / "tools" / "execute.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def chapter(request):
    return request.param


def code_cells(path):
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


def test_there_are_chapters():
    assert NOTEBOOKS


def test_every_cell_was_executed_once_and_in_order(chapter):
    counts = [cell.execution_count for cell in code_cells(chapter)]
    assert counts == list(range(1, len(counts) + 1))


def test_outputs_are_there_and_clean(chapter):
    cells = code_cells(chapter)
    assert any(cell.outputs for cell in cells)
    for cell in cells:
        for output in cell.outputs:
            assert output.output_type != "error"
            assert output.get("name") != "stderr"
            shown = output.get("text", "") + str(output.get("data", ""))
            assert not VARYING.search(shown), shown[:200]


def test_no_cell_escapes_comparison(chapter):
    for cell in code_cells(chapter):
        assert set(cell.metadata.get("tags", [])) <= ALLOWED_TAGS
        assert not re.search(r"#\s*(NBVAL|PYTEST)_", cell.source)


def test_the_file_is_what_the_tool_writes(chapter):
    text = chapter.read_text(encoding="utf-8")
    assert execute_module().dumps(nbformat.reads(text, as_version=4)) == text


def test_cells_are_short(chapter):
    for cell in code_cells(chapter):
        assert len(cell.source.splitlines()) <= 25, cell.source


def test_a_failing_or_noisy_chapter_keeps_its_file(tmp_path):
    execute = execute_module()
    for source in ["1 / 0", "import sys; print('noise', file=sys.stderr)"]:
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
        path = tmp_path / "chapter.ipynb"
        nbformat.write(notebook, path)
        before = path.read_bytes()
        with pytest.raises((CellExecutionError, ValueError)):
            execute.execute(path)
        assert path.read_bytes() == before
        assert list(tmp_path.iterdir()) == [path]
