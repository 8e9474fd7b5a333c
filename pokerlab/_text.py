"""Text as people type and copy it: ranges, cards and amounts."""

__all__ = ["normalize_text"]

# Unicode has ASCII's visible characters once more, in full width, 0xFEE0 further on.
_FULL_WIDTH = {chr(code + 0xFEE0): chr(code) for code in range(ord("!"), ord("~") + 1)}
_IDEOGRAPHIC_COMMA = {"\u3001": ","}
_INVISIBLE = dict.fromkeys("\u200b\u2060\ufe0e\ufe0f")  # blanks without width, variation selectors
_PLAIN = str.maketrans(_FULL_WIDTH | _IDEOGRAPHIC_COMMA | _INVISIBLE)


def normalize_text(text: str) -> str:
    """Replace characters of full width by ASCII, and remove invisible ones.

    Chinese and Japanese keyboards write ``\uff0c`` for a comma. A suit may have a variation
    selector behind it, which tells how it is drawn, and copied text may have blanks of no width.

    Examples
    --------
    >>> normalize_text("\uff21\uff21\uff0c77\uff1a0.5"), normalize_text("\u2665\ufe0f") == "\u2665"
    ('AA,77:0.5', True)
    """
    return text.translate(_PLAIN)
