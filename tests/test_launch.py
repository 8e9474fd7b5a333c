"""The buttons that open a chapter elsewhere: there with the repository's address, else not."""

import html
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
import yaml

from tools.offer import offer

ROOT = Path(__file__).parent.parent
ADDRESS = "https://github.com/someone/pokerlab"
TOC = {"format": "jb-book", "root": "book/index", "chapters": [{"file": "book/chapter"}]}
FOUND = "How much is your chart costing you?", "The best chart, at every stack up to 20"
CHART = "".join(f"## {heading}\n\nHere a search leads, too.\n\n" for heading in FOUND)
INSTALL = (ROOT / "book" / "install.md").read_text(encoding="utf-8")
ONE_FILE = re.search(r"(?ms)^## The whole book in one file\n.*?(?=^## )", INSTALL)[0]
BUILD = """
import sys
from jupyter_book.cli.main import main
for folder in sys.argv[1:]:
    options = ["-W", "--keep-going", "-n", "--quiet"]
    main(["build", folder, *options], standalone_mode=False)
"""

WHERE = ("Running Jupyter-Book v", "Source Folder: ", "Config Path: ", "Output Path: ", "=====")
WHERE += ("Finished generating HTML for book.", "Your book's HTML pages are here:", "_build/html/")
WHERE += ("You can look at your book by opening this file in a browser:", "file:///", "../")
WHERE += ("Or paste this line directly into your browser bar:",)


def write(folder, address):
    """Write a book of one page and one chapter with this book's configuration."""
    shutil.copy(ROOT / "_config.yml", folder)
    urls = f'[project.urls]\nRepository = "{address}"\n' if address else ""
    (folder / "pyproject.toml").write_text(f"[project]\n{urls}", encoding="utf-8")
    (folder / "_toc.yml").write_text(yaml.safe_dump(TOC), encoding="utf-8")
    for part in ("_ext", "_scripts", "_static"):
        shutil.copytree(ROOT / "book" / part, folder / "book" / part)
    for file in ("references.bib", "404.html", "embed.html"):
        shutil.copy(ROOT / "book" / file, folder / "book")
    (folder / "book" / "index.md").write_text(f"# A page\n\n{ONE_FILE}{CHART}", "utf-8")
    cells = [nbformat.v4.new_markdown_cell("# A chapter"), nbformat.v4.new_code_cell("1 + 1")]
    kernel = {"name": "python3", "display_name": "Python 3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    chapter = nbformat.v4.new_notebook(cells=cells, metadata=metadata)
    nbformat.write(chapter, folder / "book" / "chapter.ipynb")


@pytest.fixture(scope="module")
def build(tmp_path_factory):
    """What building the page and the chapter prints, without an address and with one, and where."""
    folders = [tmp_path_factory.mktemp("book") for _ in range(2)]
    for folder, address in zip(folders, ("", ADDRESS), strict=True):
        write(folder, address)
    command = [sys.executable, "-c", BUILD, *folders]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done, folders


@pytest.fixture(scope="module")
def books(build):
    """The page and the chapter, as built without an address and with one."""
    built, pages = [folder / "_build/html/book" for folder in build[1]], ("index", "chapter")
    return [[(book / f"{page}.html").read_text("utf-8") for page in pages] for book in built]


def test_a_quiet_build_prints_where_the_book_is_and_nothing_else(build):
    done, _ = build
    printed = re.sub(r"\x1b\[\d+m", "", done.stdout).splitlines()
    others = [line for line in map(str.strip, printed) if line and not line.startswith(WHERE)]
    assert (others, done.stderr) == ([], "")


def elsewhere(page):
    """The addresses of a page that lead to where notebooks run."""
    return re.findall(r'href="(https://(?:mybinder|colab)[^"]*)"', page)


def test_no_button_without_an_address(books):
    for page in books[0]:
        assert elsewhere(page) == [] and "launch" not in page


def test_a_chapter_opens_on_binder_and_in_colab(books):
    page, chapter = books[1]
    assert elsewhere(page) == []
    assert elsewhere(chapter) == [
        "https://mybinder.org/v2/gh/someone/pokerlab/main?urlpath=lab/tree/book/chapter.ipynb",
        "https://colab.research.google.com/github/someone/pokerlab/blob/main/book/chapter.ipynb",
    ]
    assert f'%pip install "pokerlab[notebooks] @ git+{ADDRESS}"' in html.unescape(chapter)


def test_the_whole_book_is_a_file_of_the_latest_release_and_without_an_address_no_link(books):
    """They are the files that the release's workflow attaches."""
    workflow = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))
    *_, upload = workflow["jobs"]["book"]["steps"]
    attached = [Path(word) for word in upload["run"].split() if word.startswith("_build/")]
    assert len(attached) == 2
    (without, _), (page, _) = books
    links = re.findall(r'href="(.*/releases/.*?)">(.*?)</a>', page)
    latest = f"{ADDRESS}/releases/latest/download"
    assert links == [(f"{latest}/{file.name}", file.name) for file in attached]
    assert "/releases/" not in without and "RELEASED" not in without
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for file in attached:
        assert file.name in without and str(file) in makefile


def test_a_file_of_the_whole_book_is_offered_where_its_page_names_it(books, tmp_path):
    (without, _), (with_address, _) = books
    file = tmp_path / "pokerlab.pdf"
    file.write_bytes(b"%PDF")
    for text, added in [(without, 1), (with_address, 0)]:
        shutil.rmtree(tmp_path / "html", ignore_errors=True)
        (tmp_path / "html/book").mkdir(parents=True)
        page = tmp_path / "html/book/install.html"
        page.write_text(text, encoding="utf-8")
        for _ in range(2):  # a second time, nothing more is changed
            offer(file, tmp_path / "html")
            changed = page.read_text(encoding="utf-8")
            assert changed.count('href="../pokerlab.pdf">pokerlab.pdf</a>') == added
            assert (tmp_path / "html/pokerlab.pdf").read_bytes() == b"%PDF"
    with pytest.raises(ValueError, match=r"does not name other\.pdf"):
        offer(file.rename(tmp_path / "other.pdf"), tmp_path / "html")


def test_a_file_of_the_whole_book_is_in_the_menu_of_each_page_by_name_and_size(books, tmp_path):
    (install, _), _ = books
    pointer = (
        '<li><a href="install.html#the-whole-book-in-one-file"\n   class="btn dropdown-item">'
        "<span>The whole book</span></a>\n</li>"
    )
    menu = f'<details class="dropdown dropdown-download-buttons"><ul>{pointer}\n  </ul></details>'
    pages = {"book/ten.html": menu, "index.html": menu, "book/plain.html": "<p>none</p>"}
    for name, text in (pages | {"book/install.html": install}).items():
        (tmp_path / "html" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "html" / name).write_text(text, encoding="utf-8")
    sizes = [("pokerlab-book.zip", 2), ("pokerlab.pdf", 9), ("pokerlab.pdf", 12)]
    for file, size in [*sizes, ("pokerlab-book.zip", 3)]:
        (tmp_path / file).write_bytes(bytes(size * 10**6))
        offer(tmp_path / file, tmp_path / "html")
        text = (tmp_path / "html/index.html").read_text(encoding="utf-8")
        assert (pointer in text) == (size == 2), "until the book is there on paper"
    for name, up in [("book/ten.html", "../"), ("index.html", "")]:
        text = (tmp_path / "html" / name).read_text(encoding="utf-8")
        links = re.findall(r'<a href="([^"]*)"[^>]*>([^<]*)</a>', text)
        assert links == [
            (f"{up}pokerlab.pdf", "The whole book as one file (PDF, 12 MB)"),
            (f"{up}pokerlab-book.zip", "The whole book as pages to unpack (ZIP, 3 MB)"),
        ]
    assert (tmp_path / "html/book/plain.html").read_text(encoding="utf-8") == pages[
        "book/plain.html"
    ]


def pins(lock):
    """The packages of a lock, each with its version."""
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    return {line.partition(" ")[0] for line in lines if re.match(r"[\w.-]+==", line)}


def test_binder_installs_what_notebooks_need_and_no_more():
    python = (ROOT / "binder/runtime.txt").read_text(encoding="utf-8").strip()
    assert python in ("python-3.11", "python-3.12", "python-3.13")
    assert "-e ." in (ROOT / "binder/requirements.txt").read_text(encoding="utf-8").splitlines()
    needed, whole = map(pins, ("binder/requirements.txt", "requirements.txt"))
    assert needed < whole, "some of the book's packages, in its versions"
    assert not any(re.match("sphinx|pytest|playwright|deno", pin) for pin in needed)
