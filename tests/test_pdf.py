"""The book as one PDF: its pages joined, its contents, and what the browser makes of it."""

import pytest

from tools import pdf

PAGES = ["book/index.html", "book/one.html", "genindex.html"]
SVG = '<svg aria-labelledby="pl0123456789t"><title id="pl0123456789t">A</title></svg>'


def page(article, following=""):
    link = f'<link rel="next" title="Next" href="{following}" />' if following else ""
    return f'<html>{link}<article class="bd-article">{article}</article><p id="x">Not me</p></html>'


@pytest.fixture
def html(tmp_path):
    (tmp_path / "book").mkdir()
    sign = '<a class="headerlink" href="#front">#</a>'
    front = f'<section id="front">\n<h1>Front{sign}</h1></section>'
    one = '<section id="one"><h1><i>1. </i>One</h1><section id="a"><h2>A &lt; b</h2>'
    index = '<h1 id="index">Index</h1><a href="book/one.html#a">a</a>'
    (tmp_path / PAGES[0]).write_text(page(front, "one.html"))
    (tmp_path / PAGES[1]).write_text(page(one, "../genindex.html"))
    (tmp_path / PAGES[2]).write_text(page(index))
    return tmp_path


def test_pages_are_read_as_one_leads_to_the_next(html):
    assert pdf.reading_order(html) == PAGES


@pytest.mark.parametrize(
    ("there", "here"),
    [
        ('<p id="a">', '<p id="one--a">'),
        ('<a href="#a">', '<a href="#one--a">'),
        ('<a class="x" href="index.html#b">', '<a class="x" href="#index--b">'),
        ('<a href="../genindex.html">', '<a href="#genindex">'),
        ('<a href="one.html#tool?stack=7;hand=K5s">', '<a href="#one--tool">'),
        ('<a href="https://a.org/b#c">', '<a href="https://a.org/b#c">'),
        ('<a href="../_modules/a.html#b">', "<a >"),
        ('<p aria-labelledby="a b">', '<p aria-labelledby="one--a one--b">'),
        (SVG, SVG),
        ('<script type="application/json">{"id": "a"}</script>', ""),
    ],
)
def test_places_bear_the_names_of_their_pages(there, here):
    assert pdf.part(PAGES[1], page(there), PAGES) == f'<div class="page" id="one">{here}</div>'


def test_the_contents_name_chapters_and_sections(html):
    body = "".join(pdf.part(p, pdf.read(html, p), PAGES) for p in PAGES)
    contents = pdf.contents(body)
    assert '<li class="level1"><a href="#index--front">Front</a>' in contents
    assert '<li class="level1"><a href="#one--one">1. One</a>' in contents
    assert '<li class="level2"><a href="#one--a">A &lt; b</a>' in contents
    assert '<li class="level1"><a href="#genindex--index">Index</a>' in contents
    assert contents.count("<li") == contents.count("data-page-of") == 4


@pytest.mark.browser
def test_the_browser_prints_page_numbers_an_outline_and_tags(html, browser):
    script = "MathJax = { startup: { document: { clear() {} } }, typesetPromise() {} }"
    front = html / PAGES[0]
    front.write_text(f"<script>{script}</script>{front.read_text()}")
    printed = pdf.print_book(browser, html)
    numbers = pdf.page_numbers(printed)
    assert (numbers["index--front"], numbers["one--one"], numbers["one--a"]) == (1, 3, 3)
    for what in (b"/Outlines", b"/StructTreeRoot", b"/Title (A < b)"):
        assert what in printed
