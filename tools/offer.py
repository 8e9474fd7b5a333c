"""Offer a file of the whole book on its built pages: ``python -m tools.offer FILE``.

The file is put beside the pages. It is in the menu of downloads at the head of each page, and where
the page *Install* names it, the name becomes a link. Where the book has the address of a
repository, that name is a link to the latest release already.
"""

import argparse
import re
import shutil
from pathlib import Path

HTML = Path("_build/html")
#: What a file is called in menus, by its ending.
NAMES = {
    ".pdf": "The whole book as one file (PDF, {} MB)",
    ".zip": "The whole book as pages to unpack (ZIP, {} MB)",
}
#: What leads to the page *Install* in menus, until the book is there on paper.
POINTER = re.compile(
    r'(?s)\s*<li>\s*<a href="[^"]*#the-whole-book-in-one-file"'
    r"(?:(?!</li>).)*dropdown-item(?:(?!</li>).)*</li>"
)
MENU = re.compile(r'(?s)(<details class="dropdown dropdown-download-buttons">.*?)(\s*</ul>)')


def offer(file: Path, html: Path = HTML) -> None:
    """Put a file beside the built pages, and link to it in menus and where *Install* names it.

    A ValueError if the page does not name it.
    """
    page = html / "book" / "install.html"
    text = page.read_text(encoding="utf-8")
    name = f'<span class="pre">{file.name}</span></code>'
    begin, end = text.rfind("<code", 0, text.find(name)), text.find(name) + len(name)
    is_link = f">{file.name}</a>" in text
    if name not in text and not is_link:
        raise ValueError(f"{page} does not name {file.name}")
    shutil.copy(file, html)
    if not is_link:
        link = f'<a class="reference external" href="../{file.name}">{file.name}</a>'
        page.write_text(text[:begin] + link + text[end:], encoding="utf-8")
    _add_to_menus(file, html)


def _add_to_menus(file: Path, html: Path) -> None:
    """Put a file into the menu of downloads of each page, in the place of an earlier one."""
    megabytes = max(1, round(file.stat().st_size / 10**6))
    told = NAMES[file.suffix].format(megabytes)
    for page in sorted(html.rglob("*.html")):
        text = page.read_text(encoding="utf-8")
        if not MENU.search(text):
            continue
        up = "../" * (len(page.relative_to(html).parts) - 1)
        link = (
            f'<li><a href="{up}{file.name}" class="btn btn-sm dropdown-item" '
            f'data-whole-book="{file.suffix}">{told}</a></li>'
        )
        earlier = rf'\s*<li><a [^>]*data-whole-book="{re.escape(file.suffix)}">[^<]*</a></li>'
        text = re.sub(earlier, "", text)
        if file.suffix == ".pdf":
            text = POINTER.sub("", text, count=1)
        page.write_text(MENU.sub(rf"\1\n      {link}\2", text, count=1), encoding="utf-8")


def main() -> None:
    """Offer the file that is named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    offer(parser.parse_args().file)


if __name__ == "__main__":
    main()
