"""Drawings with a knob, which a reader turns.

A page has the drawing at the start, and the differences between the drawings, no more.
`book/_scripts/knobs.js` adds the knob, and puts the differences in. Without scripts, on paper and
in a notebook the drawing stands still.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, fromstring, tostring

from pokerlab._support.arguments import read_list, refusal, require_type
from pokerlab._support.notebooks import Record, json_script
from pokerlab.charts import _svg
from pokerlab.charts.drawings import Drawing

__all__ = ["LiveDrawing", "live"]


@dataclass(frozen=True)
class LiveDrawing(Drawing):
    """A drawing for each position of a knob; `live` makes it."""

    knob: str  #: The name of the knob.
    start: int  #: The index of the choice that is shown first.
    html: str = field(repr=False)  #: The drawing at the start, the knob, and the differences.
    still: Drawing = field(repr=False)  #: The drawing at the start.
    #: The numbers of all drawings, as `records` returns them.
    numbers: tuple[Record, ...] = field(default=(), repr=False, compare=False)

    def records(self) -> list[Record]:
        """Return the numbers of all drawings: first those that all share, without the choice."""
        return [*self.numbers]

    def svg(self) -> str:
        """Return the drawing at the start as the text of an SVG file."""
        return self.still.svg()

    def to_html(self) -> str:
        """Return the drawing at the start, and what a script needs to turn the knob."""
        return self.html


def live(
    draw: Callable[[Any], Drawing], choices: Iterable[Any], knob: str, start: Any = None
) -> LiveDrawing:
    """Make a live drawing: one with a knob, which the reader of a page turns.

    Parameters
    ----------
    draw : callable
        Makes the drawing for one choice. The drawings differ as little as the choices do: axes have
        the same limits, and legends the same place.
    choices : iterable
        The positions of the knob.
    knob : str
        Its name, a colon, and how a choice is printed, such as ``"Stack: {:g} big blinds"``.
    start : optional
        The choice that is shown first; by default the first one.

    Examples
    --------
    >>> from pokerlab import charts, ranges
    >>> def chart(hand):
    ...     return charts.range_chart(ranges.parse_range(hand), title=hand)
    >>> live(chart, ["AA", "KK"], "The range: {}")
    LiveDrawing(knob='The range', start=0)
    """
    if not callable(draw):
        raise refusal("draw", repr(draw), "a function of one choice", error=TypeError)
    require_type("knob", knob, str, "text such as 'Stack: {:g}'")
    choices = read_list("choices", choices)
    is_choice = start is None or start in choices
    if not choices or not is_choice:
        raise refusal("start", repr(start), f"one of the choices {choices}")
    start_index = 0 if start is None else choices.index(start)
    name, colon, choice_format = knob.partition(": ")
    if not colon or not name:
        raise refusal("knob", repr(knob), "a name, a colon and a blank, such as 'Stack: {:g}'")
    drawings = [draw(choice) for choice in choices]
    labels = [choice_format.format(choice) for choice in choices]
    boxes = [drawing.to_html() for drawing in drawings]
    page_data = {"names": labels, "start": start_index} | _encode_differences(boxes, start_index)
    html = (
        f'<div class="pl-live">{boxes[start_index]}'
        f'<p class="pl-knob"><label>{escape(name)}</label> <b>{escape(labels[start_index])}</b></p>'
        f"{json_script(page_data)}</div>"
    )
    numbers = _gather_records(name, labels, drawings)
    return LiveDrawing(name, start_index, html, drawings[start_index], numbers)


def _gather_records(
    name: str, labels: Sequence[str], drawings: Sequence[Drawing]
) -> tuple[Record, ...]:
    """List the records that all drawings have, and then those of each, with its choice.

    Records are mappings, which a set cannot hold, so they are compared by their texts.
    """
    rows_of = [drawing.records() for drawing in drawings]
    texts_of = [[*map(str, rows)] for rows in rows_of]
    shared = set(texts_of[0]).intersection(*texts_of)
    rows: list[Record] = [
        {name: ""} | dict(row)
        for text, row in zip(texts_of[0], rows_of[0], strict=True)
        if text in shared
    ]
    for choice, texts, found in zip(labels, texts_of, rows_of, strict=True):
        rows += [
            {name: choice} | dict(row)
            for text, row in zip(texts, found, strict=True)
            if text not in shared
        ]
    return tuple(rows)


def _encode_differences(boxes: Sequence[str], start: int) -> dict[str, Any]:
    """Return the differences between drawings, as `book/_scripts/knobs.js` reads them.

    Returns
    -------
    dict
        ``texts`` has each text once, and ``parts`` a list for each node and attribute that differs:
        the index of the node among all in the drawing at the start; the name of the attribute; and
        then, for each choice whose text is not that of the choice before, the indices of the choice
        and of its text.
    """
    ids = _ids(boxes[start])
    trees = [_parse(box, ids) for box in boxes]
    nodes = [node for svg in trees[start].iter("svg") for node in svg.iter()]
    text_indices: dict[str, int] = {}
    parts = []
    for difference in _differences(trees):
        part: list[int | str] = [nodes.index(difference.nodes[start]), difference.attribute]
        previous = None
        for choice, text in enumerate(difference.texts):
            if text != previous:
                part += [choice, text_indices.setdefault(text, len(text_indices))]
            previous = text
        parts.append(part)
    return {"texts": [*text_indices], "parts": parts}


def _ids(box: str) -> list[str]:
    """List the different ids in a drawing's HTML, in the order in which they appear."""
    return [*dict.fromkeys(_svg.DRAWING_ID.findall(box))]


def _parse(box: str, ids: Sequence[str]) -> Element:
    """Read a drawing's HTML, with the ids of the drawing at the start in place of its own."""
    for id_, shared_id in zip(_ids(box), ids, strict=True):
        box = box.replace(id_, shared_id)
    return fromstring(box.replace(f' xmlns="{_svg.NAMESPACE}"', ""))


class _Difference(NamedTuple):
    """An attribute or the inside of a node that is not the same in all drawings."""

    nodes: Sequence[Element]  #: The node in each drawing.
    attribute: str  #: Its name, or "" for all that is inside the node.
    texts: list[str]  #: Its text in each drawing.


def _differences(nodes: Sequence[Element]) -> Iterator[_Difference]:
    """Find the differences between one node of each drawing, and between all nodes inside.

    Where children are not alike, or there is another text, all that is inside differs.
    """
    for attribute in nodes[0].attrib:
        texts = [node.attrib[attribute] for node in nodes]
        if len({*texts}) > 1:
            yield _Difference(nodes, attribute, texts)
    if len({_shape(node) for node in nodes}) == 1:
        for children in zip(*nodes, strict=True):
            yield from _differences(children)
    else:
        yield _Difference(nodes, "", [_inside(node) for node in nodes])


def _shape(node: Element) -> tuple[object, ...]:
    """Return a node's text, and its children's tags, names of attributes, and texts between."""
    return node.text, *((child.tag, child.tail, *child.attrib) for child in node)


def _inside(node: Element) -> str:
    """Write all that is inside a node."""
    return escape(node.text or "", quote=False) + "".join(
        tostring(child, "unicode") for child in node
    )
