"""Offer a file of the whole book on its built pages: ``python -m tools.offer FILE``.

The file is put beside the pages, and where the page *Install* names it, the name becomes a link.
Where the book has the address of a repository, that name is a link to the latest release already.
"""

import argparse
import shutil
from pathlib import Path

HTML = Path("_build/html")


def offer(file: Path, html: Path = HTML) -> None:
    """Put a file beside the built pages, and link to it where the page *Install* names it.

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


def main() -> None:
    """Offer the file that is named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    offer(parser.parse_args().file)


if __name__ == "__main__":
    main()
