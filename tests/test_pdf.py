"""The book on paper: what the browser makes of the pages as they are built.

Where the variable `PRINTED` names a PDF of the whole book, as `make pdf` prints it, that is looked
at; else a few pages are printed here.
"""

import ctypes
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pypdfium2
import pytest
import yaml
from pypdfium2 import raw

from tests.conftest import HTML
from tools import pdf

ROOT = Path(__file__).parent.parent
CHAPTER, NOTE = "book/fictitious-play.html", "book/luck-proof.html"
SOME = [pdf.FRONT, CHAPTER, pdf.EXPLORER, NOTE, pdf.REFERENCE, "book/cite.html", pdf.INDEX]
WRITTEN_LATEX = r"\\(frac|sum|text|begin|end|left|right|le|ge|cdot|in|pi|mathbb|max|min)\b|\$\$"
ON_SCREEN = ["Show the code", "Your answer", "Copy link", "Save PNG", "Stop\r"]
ON_SCREEN += ["this page to its word", "scripts run", "Push or foldLimit"]
ON_SCREEN += ["Paint with the mouse", "in which each page prints them", "[source]"]


class Printed:
    """A PDF, and of which pages of the book it is."""

    def __init__(self, file, pages):
        self.document, self.pages, self.file = pypdfium2.PdfDocument(file), pages, file
        self.leaves = [leaf.get_textpage() for leaf in self.document]
        self.texts = [leaf.get_text_range() for leaf in self.leaves]
        #: Titles of the outline, with their pages and levels.
        self.outline = [
            (entry.get_title().strip(), entry.get_dest().get_index(), entry.level)
            for entry in self.document.get_toc()
        ]

    def first(self, title):
        """The page on which a chapter, or whatever else has a title, begins."""
        (found,) = [page for text, page, level in self.outline if (text, level) == (title, 0)]
        return found

    def links(self, page):
        """The links of a page: their words, and the page to which they lead, if to one."""
        place, link = ctypes.c_int(0), raw.FPDF_LINK()
        while raw.FPDFLink_Enumerate(self.document[page], place, link):
            box, action = raw.FS_RECTF(), raw.FPDFLink_GetAction(link)
            raw.FPDFLink_GetAnnotRect(link, box)
            words = self.leaves[page].get_text_bounded(box.left, box.bottom, box.right, box.top)
            if not action or raw.FPDFAction_GetType(action) == raw.PDFACTION_GOTO:
                there = raw.FPDFLink_GetDest(self.document, link)
                yield words, raw.FPDFDest_GetDestPageIndex(self.document, there)


@pytest.fixture(scope="module")
def printed(request, tmp_path_factory):
    if whole := os.environ.get("PRINTED"):
        return Printed(whole, pdf.reading_order(HTML))
    file = tmp_path_factory.mktemp("printed") / "some.pdf"
    file.write_bytes(pdf.print_book(request.getfixturevalue("browser"), HTML, SOME))
    return Printed(file, SOME)


def title(page):
    """A page's title, as its heading has it."""
    article = pdf.read(HTML, page).partition('<article class="bd-article">')[2]
    heading = re.search("(?s)<h1.*?>(.*?)(?:<a class=.headerlink|</h1>)", article)[1]
    return unescape(re.sub("<.*?>", "", heading)).strip()


def words(text):
    """What is written, whatever the lines."""
    return re.sub(r"\s+", "", text)


@pytest.mark.browser
def test_pages_are_in_the_order_of_the_table_of_contents():
    told = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    chapters = [chapter["file"] for part in told["parts"] for chapter in part["chapters"]]
    assert pdf.reading_order(HTML) == [f"{file}.html" for file in [told["root"], *chapters]]
    firsts = {f"{part['chapters'][0]['file']}.html": part["caption"] for part in told["parts"]}
    assert pdf.captions(HTML) == firsts


@pytest.mark.browser
def test_every_page_of_the_book_is_there_and_the_contents_say_where(printed):
    begins = [printed.first(title(page)) for page in printed.pages]
    assert begins == sorted(begins)
    contents = printed.first("Contents")
    after = min(page for page in begins if page > contents)
    assert after - contents <= 4
    told = words("".join(printed.texts[contents:after]))
    for page, at in zip(printed.pages, begins, strict=True):
        assert words(f"{title(page)}{at + 1}") in told
        assert words(title(page)) in words(printed.texts[at])


@pytest.mark.browser
def test_the_number_at_a_page_s_foot_is_its_own(printed):
    for number, text in enumerate(printed.texts, 1):
        assert text.split()[-1] == str(number)


@pytest.mark.browser
def test_links_lead_to_the_page_that_they_name(printed):
    numbered = 0
    for page in range(len(printed.texts)):
        for text, there in printed.links(page):
            assert there >= 0, (page + 1, text)
            if re.fullmatch(r"[\s,]*\d{1,3}", text):
                assert int(text.strip(", \r\n")) == there + 1, (page + 1, text)
                numbered += 1
    assert numbered > 100


@pytest.mark.browser
def test_no_page_holds_a_line_only(printed):
    for number, text in enumerate(printed.texts, 1):
        *lines, _ = filter(str.strip, text.splitlines())
        assert len(lines) > 1, (number, text)


@pytest.mark.browser
def test_no_heading_is_at_a_page_s_foot(printed):
    for at, text in enumerate(printed.texts):
        *_, last, _ = filter(str.strip, text.splitlines())
        for heading in [title.split() for title, page, _ in printed.outline if page == at]:
            # Its last line is its last words; a letter of a drawing is none of them.
            ends = {"".join(heading[first:]) for first in range(len(heading))}
            assert words(last) not in ends, (at + 1, last)


@pytest.mark.browser
def test_formulas_are_set(printed):
    for number, text in enumerate(printed.texts, 1):
        assert not re.search(WRITTEN_LATEX, text), number
    fonts = {*re.findall(rb"/FontName /\w+\+(\S+)", Path(printed.file).read_bytes())}
    assert {b"MathJax_Main-Regular", b"MathJax_Math-Italic"} <= fonts


@pytest.mark.browser
@pytest.mark.parametrize("text", ON_SCREEN)
def test_what_needs_a_screen_is_not_there(text, printed):
    assert [page + 1 for page, there in enumerate(printed.texts) if text in there] == []


@pytest.mark.browser
def test_the_explorer_s_tools_show_solved_games(printed):
    begins = printed.first(title(pdf.EXPLORER))
    tools = [place for place in printed.outline if begins <= place[1] and place[2] == 1][:5]
    assert [name.split()[0] for name, _, _ in tools] == [
        "Push", "Limit", "The", "No", "A"
    ]  # fmt: skip
    text = "".join(printed.texts[begins : tools[-1][1] + 2])
    assert len(re.findall(r"proven\s+within", text)) >= 5
    assert text.count("\r\nAA") >= 2 * 5 or text.count("AKs") >= 2 * 5


@pytest.mark.browser
def test_solutions_stand_apart_and_their_exercises_say_where(printed):
    begins = printed.first("Solutions")
    texts = [text for text in printed.texts if "Solution: page" in text]
    exercises = sum(text.count("Solution: page") for text in texts)
    asked = sum(pdf.read(HTML, page).count('class="exercise ') for page in printed.pages)
    assert exercises == asked > 0
    solved = re.findall(r"Exercise [\d.]+\s", "".join(printed.texts[begins:]))
    assert len({*solved}) == asked


@pytest.mark.browser
def test_the_reference_is_short_and_names_every_function(printed):
    begins = printed.first(title(pdf.REFERENCE))
    ends = min(page for _, page, level in printed.outline if page > begins and level == 0)
    assert ends - begins < 25
    text = words("".join(printed.texts[begins : ends + 1]))
    kinds = r'(?s)<dl class="py (?:function|class)">\s*<dt [^>]*id="([^"]+)"'
    names = re.findall(kinds, pdf.read(HTML, pdf.REFERENCE))
    assert len(names) > 150
    assert [name for name in names if name not in text] == []


@pytest.mark.browser
def test_paper_is_white(printed):
    for page in (0, printed.first(title(pdf.EXPLORER))):
        drawn = printed.document[page].render(scale=0.3).to_numpy()
        assert (drawn[:4] == 255).all() and drawn.mean() > 180


@pytest.mark.browser
def test_the_file_has_the_book_s_title(printed):
    assert printed.document.get_metadata_value("Title") == "Heads-up hold’em with few chips, solved"


@pytest.mark.browser
def test_screen_readers_find_tags(printed):
    assert b"/StructTreeRoot" in Path(printed.file).read_bytes()


@pytest.mark.parametrize(
    ("built", "program", "said"),
    [
        (False, None, "pdf: no book at _build/html: build it with make book\n"),
        (True, None, "pdf: no browser to print with: install one of chromium, "),
        (True, "#!/bin/sh\nexit 3\n", "pdf: {path}/chromium does not start: "),
    ],
)
def test_what_is_missing_is_said_in_a_line(built, program, said, tmp_path):
    if built:
        (tmp_path / pdf.HTML / "book").mkdir(parents=True)
        (tmp_path / pdf.HTML / pdf.FRONT).touch()
    if program:
        (tmp_path / "chromium").write_text(program)
        (tmp_path / "chromium").chmod(0o755)
    said = said.format(path=tmp_path)
    environment = {"PATH": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tools.pdf"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.startswith(said) and done.stderr.count("\n") == 1
