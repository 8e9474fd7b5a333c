"""A betting tree as a drawing, which notebooks show."""

import hashlib
from collections import Counter
from html import escape
from itertools import accumulate

from pokerlab.trees import Decision, Node, Tree

__all__ = ["TreeDrawing"]


class TreeDrawing:
    """A drawing of a tree from left to right, as inline SVG in the colour of the text around it.

    All lengths are in pixels at the size of the text, 13.
    """

    ROW = 30  #: The height of a terminal.
    LETTER = 7.5  #: The width of a letter, a little more than there is.
    RADIUS = 6  #: The radius of a decision's circle.
    BEND = 40  #: The width of the curve from a decision to the line of an action.

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.lines: list[str] = []
        self.texts: list[str] = []
        self.terminals = 0  #: How many are drawn so far.
        longest: Counter[int] = Counter()  # the letters of the longest action at each depth
        for place in tree.places:
            if place.path:
                depth = len(place.path) - 1
                longest[depth] = max(longest[depth], len(place.path[-1]))
        widths = (
            self.BEND + self.LETTER * longest[depth] + 2 * self.RADIUS
            for depth in range(len(longest))
        )
        self.columns = [*accumulate(widths, initial=12.0)]

    def svg(self) -> str:
        """Return the whole drawing."""
        tree = self.tree
        self.draw(tree.root, 0)
        legend = f"● {tree.players[0]}, ○ {tree.players[1]}; ± is what a showdown wins or loses"
        width = max(self.columns[-1] + 70, self.LETTER * (len(legend) + 2))
        height = self.ROW * (self.terminals + 1.1)
        key = "tree-" + hashlib.sha256(f"{tree.name}\n{tree}".encode()).hexdigest()[:10]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" style="max-width:100%;height:auto" role="img" '
            f'aria-labelledby="{key}-t {key}-d" fill="currentColor" font-size="13">'
            f'<title id="{key}-t">Betting tree: {escape(tree.name)}</title>'
            f'<desc id="{key}-d">{escape(str(tree))}</desc>'
            f'<g fill="none" stroke="currentColor" stroke-opacity="0.7">{"".join(self.lines)}</g>'
            f'{"".join(self.texts)}<text x="6" y="{height - 8:g}">{escape(legend)}</text></svg>'
        )

    def draw(self, node: Node, depth: int) -> float:
        """Draw a node and all that follows; return how far below the upper edge the node is."""
        x = self.columns[depth]
        if not isinstance(node, Decision):
            self.terminals += 1
            y = self.ROW * (self.terminals - 0.3)
            self.texts.append(f'<text x="{x:g}" y="{y + 4:g}">{node}</text>')
            return y
        heights = [self.draw(child, depth + 1) for child in node.actions.values()]
        y = (heights[0] + heights[-1]) / 2
        start, turn = x + self.RADIUS, x + self.BEND
        stop = self.columns[depth + 1] - self.RADIUS
        for action, end in zip(node.actions, heights, strict=True):
            curve = f"M{start:g} {y:g}C{turn - 8:g} {y:g} {start + 8:g} {end:g} {turn:g} {end:g}"
            self.lines.append(f'<path d="{curve}H{stop:g}"/>')
            self.texts.append(f'<text x="{turn:g}" y="{end - 5:g}">{escape(action)}</text>')
        circle = f'cx="{x:g}" cy="{y:g}" r="{self.RADIUS}"'
        if node.player == 0:
            circle += ' fill="currentColor"'
        title = f"<title>{escape(self.tree.players[node.player])}</title>"
        self.lines.append(f"<circle {circle}>{title}</circle>")
        return y
