"""A PDF for people who hear it: its language, and what its page shows in words.

matplotlib writes a PDF without tags. They are added as the format has it (ISO 32000-1, 7.5.6), by
an update behind the file, which leaves its bytes as they are. The whole page becomes one figure
with an alternative text (14.8.4.5, 14.9.3).
"""

import re

__all__ = ["add_tags"]

# An object of some type, as matplotlib writes it: its number, and its entries.
_OBJECT = rb"(\d+) 0 obj\n<<((?:(?!endobj).)*?/Type /%s\b(?:(?!endobj).)*)>>\nendobj"


def add_tags(pdf: bytes, text: str) -> bytes:
    """Return a PDF of one page with a figure's tags, which have its content as a text.

    Parameters
    ----------
    pdf : bytes
        The bytes that matplotlib writes.
    text : str
        The English text that a screen reader says in place of the page.

    Raises
    ------
    ValueError
        A PDF of several pages, or one that matplotlib would not write.
    """
    catalogs = re.findall(_OBJECT % b"Catalog", pdf, re.DOTALL)
    pages = re.findall(_OBJECT % b"Page", pdf, re.DOTALL)
    trailer = re.search(rb"trailer\n<< /Size (\d+)(.*?)>>\nstartxref\n(\d+)\n%%EOF\s*$", pdf, re.S)
    if len(catalogs) != 1 or len(pages) != 1 or not trailer:
        raise ValueError("pdf: one page as matplotlib writes it needed")
    (catalog, catalog_entries), (page, page_entries) = catalogs[0], pages[0]
    size = int(trailer[1])
    begin, end, root, document, figure = range(size, size + 5)
    (content,) = re.findall(rb"/Contents (\d+ 0 R)", page_entries)
    (box,) = re.findall(rb"/MediaBox (\[.*?\])", page_entries)
    around = b"/Contents [ %d 0 R %s %d 0 R ]" % (begin, content, end)
    tagged_page = page_entries.replace(b"/Contents " + content, around)
    objects = {
        int(catalog): b"<<%s/Lang (en) /MarkInfo << /Marked true >> /StructTreeRoot %d 0 R\n"
        b"/ViewerPreferences << /DisplayDocTitle true >> >>" % (catalog_entries, root),
        int(page): b"<<%s/StructParents 0 >>" % tagged_page,
        # All that the page had is between these two.
        begin: _stream(b"/Figure << /MCID 0 >> BDC\n"),
        end: _stream(b"\nEMC\n"),
        # The tree of tags: a document, and in it the figure with its alternative text.
        root: b"<< /Type /StructTreeRoot /K %d 0 R /ParentTree << /Nums [ 0 [ %d 0 R ] ] >>\n"
        b"/ParentTreeNextKey 1 >>" % (document, figure),
        document: b"<< /Type /StructElem /S /Document /P %d 0 R /K %d 0 R >>" % (root, figure),
        figure: b"<< /Type /StructElem /S /Figure /P %d 0 R /Pg %s 0 R /K 0\n"
        b"/A << /O /Layout /Placement /Block /BBox %s >> /Alt <FEFF%s> >>"
        % (document, page, box, text.encode("utf-16-be").hex().upper().encode()),
    }
    return _append_update(pdf, objects, size + 5, trailer[2], int(trailer[3]))


def _append_update(
    pdf: bytes, objects: dict[int, bytes], size: int, trailer_entries: bytes, previous: int
) -> bytes:
    """Write objects behind a PDF, then where each of them begins, then a trailer.

    The size is one more than the largest number of an object; `previous` is where the table of
    places begins that this one updates.
    """
    body, places = bytearray(pdf), {}
    for number, entries in objects.items():
        places[number] = len(body)
        body += b"%d 0 obj\n%s\nendobj\n" % (number, entries)
    start = len(body)
    body += b"xref\n"
    for number, place in sorted(places.items()):
        body += b"%d 1\n%010d 00000 n \n" % (number, place)
    body += b"trailer\n<< /Size %d%s/Prev %d >>\n" % (size, trailer_entries, previous)
    return bytes(body + b"startxref\n%d\n%%%%EOF\n" % start)


def _stream(content: bytes) -> bytes:
    """Return a stream object's entries and content."""
    return b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content)
