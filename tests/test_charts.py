"""What the book's drawings promise their readers."""

import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction
from functools import partial
from io import StringIO
from itertools import combinations
from math import ceil
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from PIL import Image

from pokerlab import betting, cards, charts, deals, ranges
from pokerlab.games import Game
from pokerlab.solutions import Solution
from pokerlab.trees import Decision, Fold, Showdown, Tree
from tests.tables import refused

SVG = "{http://www.w3.org/2000/svg}"
PUSH = np.clip(np.linspace(1.6, -0.6, 169), 0, 1)
NUMBERS = np.linspace(-3, 4.2, 169)
NEVER = dict.fromkeys(cards.HANDS, 0)


def chart_of(values, **options):
    values = [*values.values()] if isinstance(values, dict) else values
    return charts.range_chart(values, **{"title": "A chart", **options})


def mixture():
    fold = np.linspace(0, 0.9, 169)
    table = np.stack([fold, 0.5 * (1 - fold), 0.2 * (1 - fold), 0.3 * (1 - fold)], axis=1)
    return chart_of(table, actions=("fold", "call", "raise 4", "raise 7"))


def plot(**options):
    figure, ax = charts.subplots()
    ax.plot([0, 1, 2], [0.1234, 0.5, 3], "o-", label="value & bound")
    ax.set_yticks([0.1234], ["0.1234"])
    ax.legend()
    return charts.show(figure, **{"alt": "The value rises.", **options})


DRAWINGS = {
    "frequencies": lambda: chart_of(PUSH, actions="push"),
    "actions": mixture,
    "numbers": lambda: chart_of(NUMBERS, scale=charts.Scale("bb", center=0)),
    "plot": plot,
}


@pytest.fixture(params=DRAWINGS)
def draw(request):
    return DRAWINGS[request.param]


def cells_of(chart):
    grid = ET.fromstring(chart.svg()).find(f"{SVG}g[@class='g']")
    return {cell.find(f"{SVG}text").text: cell for cell in grid}


def tip_of(chart, hand):
    return cells_of(chart)[hand].find(f"{SVG}title").text


def test_tooltips_have_the_exact_figures():
    values = NEVER | {"AKs": 0.63125, "72o": 0.0004}
    chart = chart_of(values, actions=("push", "fold"))
    assert tip_of(chart, "AKs") == "AKs: push 63.12%, fold 36.88%"
    assert tip_of(chart, "72o") == "72o: push 0.04%, fold 99.96%"
    assert tip_of(chart, "22") == "22: fold 100.00%"
    numbers = chart_of(NUMBERS, scale=charts.Scale("bb", tooltip_format=".4f"))
    assert tip_of(numbers, "AA") == "AA: −3.0000 bb"


def test_totals_follow_the_combos_or_the_weights_given():
    aces, weights = NEVER | {"AA": 1}, np.zeros(169)
    chart = chart_of(aces, actions="raise")
    assert chart.totals == {"raise": pytest.approx(6 / 1326, abs=1e-9)}
    assert "raise 0.45% of hands" in chart.svg()
    weights[[0, 168]] = 3, 1
    assert chart_of(aces, weights=weights).totals == {"in range": 0.75}
    averaged = chart_of(np.arange(169), weights=weights, scale=charts.Scale())
    assert averaged.totals == {"average": 168 / 4}


def test_all_ways_of_giving_values_draw_the_same_chart():
    chosen = ranges.parse_range("22+, A2s+, KTo+, T9s:0.5")
    by_hand = chosen.hand_weights
    ways = [chosen, chosen.weights, by_hand, by_hand.tolist(), by_hand[:, None]]
    assert len({chart_of(values).svg() for values in ways}) == 1


def test_combos_are_averaged_over_their_hand():
    combos = np.zeros(1326)
    combos[cards.COMBO_INDEX["AcKc"]] = 1
    assert tip_of(chart_of(combos), "AKs") == "AKs: in range 25.00%"
    two = np.stack([combos, 1 - combos], axis=1)
    assert "bet 25.00%, check 75.00%" in tip_of(chart_of(two, actions=("bet", "check")), "AKs")


@pytest.mark.parametrize("name", ["frequencies", "actions", "numbers"])
def test_a_cell_is_filled_to_its_edges_in_proportion(name):
    for cell in DRAWINGS[name]().cells:
        assert sum(share for share, _ in cell.fills) == pytest.approx(1)
    rects = cells_of(chart_of(NEVER | {"AKs": 0.25}))["AKs"].findall(f"{SVG}rect")
    assert [float(rect.get("x", 0)) / 38 for rect in rects] == [0, 0.25]


@pytest.mark.parametrize(
    "left_to_right",
    [
        ["push", "fold"],
        ["all-in", "raise 9", "raise 3", "limp", "fold"],
        ["jam", "bet 50", "check"],
        ["push", "whatever", "call", "give up"],
    ],
)
def test_an_action_fills_a_cell_from_the_same_side_in_whatever_order_it_is_listed(left_to_right):
    table = np.full((169, len(left_to_right)), 1 / len(left_to_right))
    listed = left_to_right[::-1]
    for names in (listed, sorted(listed)):
        chart = chart_of(table, actions=names)
        named = dict(zip((entry.colors[0] for entry in chart.legend), names, strict=True))
        filled = [named[color] for _, color in chart.cells[5].fills]
        assert filled == left_to_right
        corners = [float(r.get("x", 0)) for r in cells_of(chart)["AA"].findall(f"{SVG}rect")]
        assert corners == sorted(corners) and corners[0] == 0


def test_what_is_left_of_an_action_is_at_the_right_as_a_fold_that_is_named_is():
    alone = chart_of(NEVER | {"KK": 0.3}, actions="push")
    table = np.zeros((169, 2))
    table[:, 0], table[cards.HAND_INDEX["KK"]] = 1, (0.7, 0.3)
    listed = chart_of(table, actions=("fold", "push"))
    kings = cards.HAND_INDEX["KK"]
    assert alone.cells[kings].fills == listed.cells[kings].fills


def test_actions_never_taken_stay_out_of_a_long_legend():
    table = np.zeros((169, 8))
    table[:, 3] = 1
    chart = chart_of(table, actions=[f"raise {size}" for size in range(8)])
    assert [key.after for key in chart.legend] == ["raise 3 100.0%"]


def test_infinite_and_missing_numbers_are_named():
    values = NUMBERS.copy()
    values[:3] = np.inf, -np.inf, np.nan
    chart = chart_of(values, scale=charts.Scale("bb", names={"inf": "always"}))
    assert [cell.number for cell in chart.cells[:3]] == ["always", "−∞", "–"]
    assert tip_of(chart, "AA") == "AA: always"
    assert "always: 1 of the 169 (AA)" in chart.description
    assert chart.cells[0].fills[0][1] == charts.SEQUENTIAL[-1]
    assert chart.totals == {}


def test_a_chart_of_one_number_and_of_none_can_be_drawn():
    for number in (np.nan, 0):
        chart = chart_of(np.full(169, number), scale=charts.Scale(center=0))
        ET.fromstring(chart.svg())
    assert chart.cells[0].fills == ((1, "#eeeeee"),)


def test_the_description_summarises_the_chart():
    chart = chart_of(NEVER | {"AA": 1, "KK": 0.5}, actions="push")
    summary = "push: 0.68% of hands; always 1, sometimes 1 (KK), never 167 of the 169."
    assert chart.description.endswith(summary)
    numbers = chart_of(np.arange(169), scale=charts.Scale("bb", tooltip_format=".0f"))
    assert "Lowest 0 bb (AA); highest 168 bb (22); average " in numbers.description


def test_screen_readers_find_a_named_image(draw):
    root = ET.fromstring(draw().svg())
    assert root.get("role") == "img"
    names = {element.get("id"): element.text for element in root[:2]}
    assert [element.tag for element in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
    assert root.get("aria-labelledby").split() == list(names)
    assert all(names.values())


def test_drawing_twice_gives_the_same_bytes(draw):
    assert draw()._repr_html_() == draw()._repr_html_()


def test_different_drawings_on_a_page_share_no_id():
    pages = [draw()._repr_html_() for draw in DRAWINGS.values()]
    pages += [chart_of(PUSH, actions="push", title="B")._repr_html_(), plot(title="B").svg()]
    found = [set(re.findall(r'\bid="([^"]+)"', page)) for page in pages]
    for page, ids in zip(pages, found, strict=True):
        assert len(re.findall(r'\bid="', page)) == len(ids)
        assert set(re.findall(r'(?:url\(|href=")#([^")]+)', page)) <= ids
    assert all(not one & other for one, other in combinations(found, 2))


def test_in_a_page_ink_and_paper_are_the_themes(draw):
    body = draw().to_html()
    for color in (charts.INK, charts.BACKGROUND, charts.FOLD, "#000000"):
        assert color not in body
    assert "currentColor" in body


def test_files_stay_small():
    limits = {"frequencies": 40_000, "actions": 68_000, "numbers": 40_000, "plot": 10_000}
    for name, limit in limits.items():
        assert len(DRAWINGS[name]()._repr_html_().encode()) < limit


def test_numbers_in_text_are_not_rounded_with_the_coordinates():
    svg = plot().svg()
    assert ">0.1234<" in svg and "value &amp; bound" in svg
    assert not re.search(r"\.\d{3}", re.sub(">[^<]*<", "><", svg))


def test_a_row_is_one_picture_with_every_drawing():
    first, second = chart_of(PUSH), plot()
    html = charts.row(first, second)._repr_html_()
    ET.fromstring(f"<div>{html}</div>")
    assert first.to_html() in html and second.to_html() in html


@pytest.mark.parametrize("drawing", [mixture(), plot()])
def test_a_saved_drawing_is_its_svg(drawing, tmp_path):
    drawing.save(tmp_path / "x.SVG")
    assert (tmp_path / "x.SVG").read_text(encoding="utf-8") == drawing.svg()


def painted(drawing, path):
    """The pixels of a drawing that is saved as PNG, (height, width, 3) of uint8."""
    drawing.save(path)
    with Image.open(path) as image:
        assert image.format == "PNG"
        return np.array(image.convert("RGB"))


def rgb(color):
    return [*bytes.fromhex(color[1:])]


def box(drawing):
    """The width and height of an SVG file."""
    return [float(part) for part in ET.fromstring(drawing.svg()).get("viewBox").split()[2:]]


def test_a_png_has_so_many_pixels_for_each_unit_and_paper_around(draw, tmp_path):
    drawing = draw()
    pixels = painted(drawing, tmp_path / "x.PNG")
    width, height = (ceil(charts.PNG_PIXELS_PER_UNIT * part) for part in box(drawing))
    assert abs(np.array(pixels.shape[:2]) - (height, width)).max() <= 1
    assert pixels[5, -5].tolist() == rgb(charts.BACKGROUND)
    assert (pixels == rgb(charts.INK)).all(axis=2).sum() > 500  # a title's strokes


@pytest.mark.parametrize("name", ["frequencies", "actions", "numbers"])
def test_every_cell_of_a_png_has_the_colors_of_its_svg(name, tmp_path):
    """At the foot of each of its parts, where no text is."""
    chart = DRAWINGS[name]()
    pixels = painted(chart, tmp_path / "chart.png")
    grid = ET.fromstring(chart.svg()).find(f"{SVG}g[@class='g']")
    (top,) = re.findall(r"translate\(0 (\d+)\)", grid.get("transform"))
    looked = 0
    for cell in grid:
        x, y = map(int, re.findall(r"\d+", cell.get("transform")))
        for part in cell.findall(f"{SVG}rect"):
            left, width = float(part.get("x", 0)), float(part.get("width"))
            if width > 4:
                row = round(charts.PNG_PIXELS_PER_UNIT * (int(top) + y + 36.5))
                column = round(charts.PNG_PIXELS_PER_UNIT * (x + left + width / 2))
                assert pixels[row, column].tolist() == rgb(part.get("fill")), chart.title
                looked += 1
    assert looked >= 169


def test_a_png_of_a_plot_has_its_marks_where_its_svg_has_them(tmp_path):
    drawing = plot(title="Three marks")
    pixels = painted(drawing, tmp_path / "plot.png")
    marks = re.findall(
        r'<use href="[^"]*" x="([\d.]+)" y="([\d.]+)" style="fill: (#\w+)', drawing.svg()
    )
    blue = [(float(x), float(y)) for x, y, color in marks if color == charts.CYCLE[0]]
    assert len(blue) >= 3
    for x, y in blue:
        at = round(charts.PNG_PIXELS_PER_UNIT * y), round(charts.PNG_PIXELS_PER_UNIT * x)
        assert pixels[at].tolist() == rgb(charts.CYCLE[0])
    above = (
        at[0] - 6 * charts.PNG_PIXELS_PER_UNIT,
        at[1],
    )  # of the last one, in the legend, on a level line
    assert pixels[above].tolist() == rgb(charts.BACKGROUND)


def test_a_row_is_saved_as_one_picture(tmp_path):
    """Each as wide as a chart, the chart pixel by pixel as it is alone, but for rounding."""
    chart, aside = mixture(), plot(title="Aside")
    alone, both = (painted(d, tmp_path / "x.png") for d in (chart, charts.row(chart, aside)))
    height, width, _ = alone.shape
    assert abs(both[:height, :width].astype(int) - alone).max() <= 1
    assert both.shape[0] == height
    assert 2 * width < both.shape[1] < 2.1 * width
    right = both[:, width:].reshape(-1, 3)
    for color in (charts.CYCLE[0], charts.INK, charts.BACKGROUND):
        assert (right == rgb(color)).all(axis=1).any()
    charts.row(chart, aside).save(tmp_path / "row.svg")
    assert len(ET.parse(tmp_path / "row.svg").findall(f"{SVG}svg")) == 2


def test_a_drawing_with_a_knob_is_saved_as_it_stands_at_the_start(tmp_path):
    def draw(share):
        return chart_of(PUSH * share, title=f"Of {share}")

    with pytest.raises(ValueError, match=r"^knob: 'Share \{\}' given, a name, a colon and a blank"):
        charts.live(draw, [0.2, 0.6, 1], "Share {}")
    knob = charts.live(draw, [0.2, 0.6, 1], "Share: {}", start=0.6)
    assert (painted(knob, tmp_path / "a.png") == painted(draw(0.6), tmp_path / "b.png")).all()
    knob.save(tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == draw(0.6).svg()


def test_the_same_drawing_is_the_same_file(draw, tmp_path):
    for name in ("one.png", "other.png"):
        draw().save(tmp_path / name)
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "other.png").read_bytes()


@pytest.mark.parametrize("name", ["chart", "chart.gif", "chart.png.txt", ".png", "chart.jpeg"])
def test_other_endings_are_refused_by_name(name, tmp_path):
    message = f"path: '.*{name}' given, a name that ends in .svg or .png needed$"
    drawings = mixture(), plot(), charts.row(plot()), charts.live(chart_of, [PUSH], "a: {}")
    for drawing in drawings:
        with pytest.raises(ValueError, match=message):
            drawing.save(tmp_path / name)
    assert not [*tmp_path.iterdir()]


def test_without_the_extra_a_png_says_what_it_needs(tmp_path, monkeypatch):
    monkeypatch.setattr("pokerlab._support.loading.find_spec", lambda name: None)
    needed = r'this needs resvg_py: pip install "pokerlab\[png\]"'
    with pytest.raises(ModuleNotFoundError, match=needed):
        mixture().save(tmp_path / "chart.png")
    mixture().save(tmp_path / "chart.svg")
    assert [path.name for path in tmp_path.iterdir()] == ["chart.svg"]


def many_actions():
    named = [f"raise to {n} big blinds" for n in range(1, 6)] + ["an action of many words " * 5]
    return chart_of(np.full((169, 6), 1 / 6), actions=named, title="A title of many words " * 5)


@pytest.mark.parametrize("draw", [*list(DRAWINGS.values())[:3], many_actions])
def test_a_terminal_shows_the_chart_in_80_columns(draw):
    chart, lines = draw(), str(draw()).splitlines()
    assert max(map(len, lines)) <= 80
    head = " ".join(" ".join(lines[: lines.index("")]).split())
    assert head.startswith(" ".join(chart.title.split()))
    for entry in chart.legend:
        assert " ".join(entry.after.split()) in head


def test_plain_text_says_how_often_a_hand_is_played():
    chart = chart_of(NEVER | {"AA": 1, "AKs": 0.75}, actions="push")
    assert str(chart).splitlines()[3].split()[:3] == ["AA", "AKs75", "·"]
    assert str(mixture()).splitlines()[1].startswith("fold 52.1%   call")


def luminance(color):
    return np.array(RGB_TO_XYZ[1]) @ linear(color)


def contrast(color, other):
    darker, lighter = sorted(luminance(c.ljust(7, c[-1])) for c in (color, other))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("center", [None, 0])
def test_text_on_heat_colors_is_readable(center):
    chart = chart_of(NUMBERS, scale=charts.Scale(center=center))
    inks = {"b": "#000", "w": "#fff"}
    for cell in cells_of(chart).values():
        fill = cell.find(f"{SVG}rect").get("fill")
        (face,) = {text.get("class").split()[1] for text in cell.findall(f"{SVG}text")}
        assert contrast(fill, inks[face]) >= 4.5


def test_known_contrast_ratios():
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast(charts.INK, charts.FOLD) > 7


# G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, IEEE TVCG 15(6), 2009: linear RGB, complete
# loss of one kind of cone. Of blue there is as much as leaves white what it is.
VISION = {
    "normal": [(1, 0), (0, 1), (0, 0)],
    "protanopia": [(0.152286, 1.052583), (0.114503, 0.786281), (-0.003882, -0.048116)],
    "deuteranopia": [(0.367322, 0.860646), (0.280085, 0.672501), (-0.011820, 0.042940)],
    "tritanopia": [(1.255528, -0.076749), (-0.078411, 0.930809), (0.004733, 0.691367)],
}
RGB_TO_XYZ = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]


def linear(color):
    channels = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def lab(color, vision):
    seen = np.array([(red, green, 1 - red - green) for red, green in VISION[vision]])
    xyz = RGB_TO_XYZ @ np.clip(seen @ linear(color), 0, 1) / [0.9505, 1, 1.089]
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("fold", [charts.FOLD, "#2c2d2f"], ids=["light page", "dark page"])
def test_colors_can_be_told_apart(vision, fold):
    roles = (fold, charts.CHECK, charts.CALL, charts.RAISE, charts.PUSH)
    for palette in (roles, charts.CYCLE, (fold, charts.CALL, charts.PUSH, *charts.RAISE_RAMP)):
        for one, other in combinations(palette, 2):
            assert np.linalg.norm(lab(one, vision) - lab(other, vision)) > 15, (one, other)


@pytest.mark.parametrize("vision", VISION)
def test_the_sequential_scale_rises_in_lightness(vision):
    lightness = [lab(charts.scale_color(charts.SEQUENTIAL, t), vision)[0] for t in (0, 0.5, 1)]
    assert lightness[0] + 20 < lightness[1] < lightness[2] - 20


def test_actions_have_colors_by_role_and_none_twice():
    names = ("fold", "check", "call", "limp", "raise 2", "raise 3", "all-in", "R0F")
    colors = charts.action_colors(names)
    assert colors[:3] == (charts.FOLD, charts.CHECK, charts.CALL)
    assert colors[4:7] == (charts.RAISE_RAMP[0], charts.RAISE_RAMP[-1], charts.PUSH)
    assert len(set(colors)) == len(colors)


@pytest.mark.parametrize("one", ["fold", "check", "call", "raise 2", "bet", "push", "all-in, then"])
@pytest.mark.parametrize("other", ["give up", "check", "limp", "Raise 9", "Shove", "jam"])
def test_an_action_has_one_color_whatever_else_can_be_done(one, other):
    role = charts.action_colors([one])
    both = charts.action_colors([one, other])
    assert both[:1] == role or role == charts.action_colors([other]) == (charts.RAISE,)


PAIRS = np.zeros((169, 2))
test_what_makes_no_sense_is_refused = refused(
    (chart_of, np.ones(170), r"values: shape \(170,\) given, a row for each of 169 hands needed"),
    (partial(chart_of, weights=-PUSH), PUSH, "weights: one number from 0 up needed for each of"),
    (partial(charts.question, hint="x"), 0.5, 16, "digits: 16 given, a whole number from 0 to 15"),
    (partial(charts.subplots, size=(3, 0)), "size: .3, 0. given, width and height above 0 needed"),
    (partial(charts.table, columns=["a"]), [(1, 2)], "columns: .'a'. given, names of 2 columns"),
    (
        partial(charts.table, format="x"),
        [(0.5,)],
        "format: 'x' given, one that suits 0.5 of 0 needed",
    ),
    (chart_of, PUSH * 1.01, r"values: AA has \[1.01\]; probabilities up to 1"),
    (chart_of, PUSH * np.nan, "values: AA has .nan.;"),
    (partial(chart_of, actions="ab"), PAIRS + 1, "values: AA .* up to 1 in all"),
    (chart_of, PAIRS, "actions: 'in range' given; 2 different names"),
    (
        partial(chart_of, scale=charts.Scale()),
        PAIRS,
        r"values: shape \(169, 2\) given, one number for each of 169 hands needed, with a scale",
    ),
    (
        partial(chart_of, weights=np.ones(1326)),
        PUSH,
        "weights: one number from 0 up needed for each of 169 hands",
    ),
    (
        partial(chart_of, weights=ranges.parse_range("AA, AKo")),
        PUSH,
        "weights: Range.* given, numbers needed",
    ),
    (charts.row, "drawings: none given, at least one needed"),
    (partial(chart_of, actions=["a", "a"]), PUSH, "actions: .* given; 2 different names"),
    (partial(chart_of, weights=0 * PUSH), PUSH, "weights: a sum above 0 needed"),
    (partial(charts.live, start=3), chart_of, [1, 2], "n: {}", "start: 3 given"),
    (charts.live, chart_of, [], "n: {}", "start: None given, one of"),
    (charts.table, [{"a": 1}], {"ties": ".1%"}, "'ties' given; .* are a"),
)


def test_kuhn_s_hands_are_drawn_too():
    """J bets as often as K at a third of it, in this equilibrium."""
    game = Game(deals.kuhn(), betting.kuhn())
    bets = np.array([1 / 4, 0, 3 / 4])
    chart = Solution(game, (game.plan(0, {"bet": bets}), game.uniform(1)), "hand").chart(0)
    assert chart.totals == {"check": pytest.approx(2 / 3), "bet": pytest.approx(1 / 3)}
    assert list(cells_of(chart)) == ["J", "Q", "K"]
    assert tip_of(chart, "K") == "K: check 25.00%, bet 75.00%"
    assert str(chart).splitlines()[3].split() == ["J", "Q", "K"]
    numbers = chart_of([0.5, 1, 2], hands=["J", "Q", "K"], scale=charts.Scale())
    assert str(numbers).splitlines()[3:] == ["      J     Q     K", "    0.5   1.0   2.0"]


def test_a_history_is_needed_only_where_a_player_has_several_decisions():
    """The big blind of push or fold has one, and Kuhn's first player begins."""
    for game, player, history in (
        (Game(deals.holdem(), betting.push_fold(10)), 1, "push"),
        (Game(deals.kuhn(), betting.kuhn()), 0, ""),
    ):
        solution = Solution(game, (game.uniform(0), game.uniform(1)), "even")
        chart = solution.chart(player, history)
        assert solution.chart(player) == chart
    with pytest.raises(ValueError, match=r"^history: needed, one of 'check', 'bet'$"):
        solution.chart(1)
    alone = Game(deals.kuhn(), Tree(Decision(0, {"fold": Fold(-1), "show": Showdown(2)})))
    with pytest.raises(ValueError, match=r"^player: 'player 1' given, one who decides needed$"):
        Solution(alone, (alone.uniform(0), alone.uniform(1)), "even").chart(1)


@pytest.mark.parametrize(
    ("deal", "tree", "history", "dealt"),
    [
        (deals.holdem(), betting.no_limit(4, "none"), "call, all-in", cards.HANDS),
        (
            deals.river("Td9d6hQc2s", "66, AKs:0.5, QJo", "random"),
            betting.river(10, 20, "1/2", "none"),
            "check, all-in",
            ("66", "AKs", "QJo"),
        ),
    ],
)
def test_a_decision_that_own_play_never_reaches_is_drawn_as_probability_has_it(
    deal, tree, history, dealt
):
    """All actions are equally likely there, and the totals count the hands as they are dealt."""
    game = Game(deal, tree)
    solution = Solution(game, (game.plan(0, {"all-in": 1}), game.uniform(1)), "hand")
    chart = solution.chart(0, history)
    assert chart.totals == {"fold": 0.5, "call": 0.5}
    for hand in dealt:
        assert solution.probability(0, f"{history}, call", hand) == 0.5
        assert tip_of(chart, hand) == f"{hand}: fold 50.00%, call 50.00%"
    assert sum("50.00%" in cell.tip for cell in chart.cells) == len(dealt)


def test_a_hand_that_own_play_never_leads_there_is_drawn_as_probability_has_it():
    """It counts nothing in the totals, which are those of the hands that come."""
    game = Game(deals.kuhn(), betting.kuhn())
    plans = game.plan(0, {"bet": [0, 1, 1], "check, bet, call": 0.25}), game.uniform(1)
    solution = Solution(game, plans, "hand")
    chart = solution.chart(0, "check, bet")
    assert [solution.probability(0, "call", hand) for hand in "JQK"] == [0.25, 0.5, 0.5]
    assert tip_of(chart, "J") == "J: fold 75.00%, call 25.00%"
    assert tip_of(chart, "Q") == "Q: fold 50.00%, call 50.00%"
    assert chart.totals == {"fold": 0.75, "call": 0.25}


def test_drawings_are_well_formed_whatever_their_text():
    odd = "]]> <b> &amp; '\" <!-- -->"
    chart = chart_of(PUSH, title=f"x{odd}", actions=f"push {odd}")
    for drawing in (chart, plot(alt=f"alt {odd}", title=f"title {odd}")):
        page = ET.fromstring(drawing.svg().encode())
        assert odd in "".join(page.itertext())
        ET.fromstring(drawing._repr_html_().partition("</style>")[2])


def test_powers_of_ten_are_spaced_by_the_pages_font():
    figure, ax = charts.subplots()
    ax.set(xscale="log", xlim=(1, 100))
    powers = re.findall("<text><tspan.*?</text>", charts.show(figure, alt="A log axis.").svg())
    assert [re.sub("<[^>]*>", "", power) for power in powers] == ["100", "101", "102"]
    assert all(power.count(" x=") == 1 for power in powers)


EVERYTHING = """
import matplotlib as mpl
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from pokerlab import charts

other, below = charts.subplots()
figure, (left, right) = charts.subplots(1, 2)
left.plot([0, 1, 2], [-1, 0.5, 3], "o-", label="value")
left.fill_between([0, 1, 2], [0, 1, 1], [1, 2, 3], label="band", hatch="/")
left.add_patch(PathPatch(Path([(0, 0), (1, 1), (0, 1)])))
left.annotate("here", (1, 0.5), (1.5, 0), arrowprops={"arrowstyle": "->"})
left.set(title="Left", xlabel="stack", ylabel="value")
left.legend(title="Legend")
right.bar([1, 2], [3, 4], yerr=[0.1, 0.2])
right.scatter([1, 2], [1, 2])
right.errorbar([1, 2], [2, 1], yerr=0.1)
right.twinx().boxplot([[1, 2, 3, 9]])
figure.colorbar(right.imshow([[1, 2], [3, 4]]))
figure.text(0.5, 0.5, "$2^3$")
print(charts.show(figure, title="All", alt="Everything.").svg())
below.plot([1, 2], [3, 4])
below.set_yscale("log")
print(charts.show(other, alt="A line.").svg())
"""
USERS = "print(mpl.rcParams['font.size'], mpl.rcParams['lines.linewidth'])"


def unlike(setting):
    """Another value of a setting of matplotlib's, where one can be thought of."""
    if isinstance(setting, bool):
        return not setting
    if isinstance(setting, int | float):
        return type(setting)(setting * 1.5 + 1)
    colours = {"black": "red", "white": "yellow", "C0": "C3", "k": "green", "w": "cyan"}
    return colours.get(setting) if isinstance(setting, str) else None


def draw_apart(folder, program, **variables):
    """What a program prints in a process of its own, with settings in these places alone."""
    theirs = ("MATPLOTLIBRC", "MPLCONFIGDIR", "HOME", "XDG_CONFIG_HOME")
    environment = {name: text for name, text in os.environ.items() if name not in theirs}
    environment["XDG_CACHE_HOME"] = str(Path(mpl.get_cachedir()).parent)  # what fonts there are
    command = [sys.executable, "-c", program]
    options = {"cwd": folder, "capture_output": True, "text": True}
    done = subprocess.run(command, env=environment | variables, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """Everything, as it is drawn for a user without settings."""
    folder = tmp_path_factory.mktemp("plain")
    (home := folder / "home").mkdir()
    return draw_apart(folder, EVERYTHING, HOME=str(home))


@pytest.mark.parametrize("place", ["MATPLOTLIBRC", "MPLCONFIGDIR", "HOME", "here"])
def test_drawings_take_none_of_the_users_settings(tmp_path, plain, place):
    """Wherever matplotlib finds them; his own drawings still do."""
    (home := tmp_path / "home").mkdir()
    settings = {key: unlike(setting) for key, setting in mpl.rcParamsDefault.items()}
    settings |= {"font.size": 12.0, "lines.linewidth": 3.0, "font.family": "monospace"}
    lines = [f"{key}: {new}" for key, new in settings.items() if new is not None]
    assert len(lines) > 150
    folder = {"HOME": home / ".config" / "matplotlib", "here": tmp_path}.get(place, home)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "matplotlibrc").write_text("\n".join(lines))
    variables = {"HOME": str(home)} | ({place: str(folder)} if place.startswith("M") else {})
    drawn = draw_apart(tmp_path, EVERYTHING + USERS, **variables)
    assert drawn == plain + "12.0 3.0\n"


STALE_LIST = """
import json, sys
from pathlib import Path
import matplotlib as mpl
from matplotlib.font_manager import _load_fontmanager

_load_fontmanager()
file, = Path(mpl.get_cachedir()).glob("fontlist-*.json")
fonts = json.loads(file.read_text())
fonts["ttflist"] = [font for font in fonts["ttflist"] if font["name"] == "DejaVu Sans"]
for font in fonts["ttflist"]:
    font["fname"] = str(Path(mpl.get_data_path(), "fonts", "ttf", Path(font["fname"]).name))
file.write_text(json.dumps(fonts))
"""
POWERS_OF_TEN = """
from pokerlab import charts

figure, ax = charts.subplots()
ax.loglog([1e-3, 1e3], [1e-6, 1])
print(charts.show(figure, alt="A line.").svg())
"""


def test_a_stale_list_of_fonts_in_the_users_cache_writes_nothing(tmp_path):
    """Another installation, that is gone now, has written the list, without matplotlib's own."""

    def run(program, cache):
        environment = os.environ | {"MPLCONFIGDIR": str(cache)}
        options = {"env": environment, "capture_output": True, "text": True}
        return subprocess.run([sys.executable, "-c", program], **options)

    sound = run(POWERS_OF_TEN, tmp_path / "sound")
    shutil.copytree(tmp_path / "sound", tmp_path / "stale")  # a list takes seconds to make
    assert run(STALE_LIST, tmp_path / "stale").returncode == 0
    plain_matplotlib = (
        "import matplotlib.figure as f; f.Figure().text(0, 0, '$2^3$').get_window_extent()"
    )
    assert "findfont" in run(plain_matplotlib, tmp_path / "stale").stderr
    drawn = run(POWERS_OF_TEN, tmp_path / "stale")
    assert (drawn.stdout, drawn.stderr) == (sound.stdout, "")


GIVEN_UP = """
import gc

import matplotlib as mpl
from pokerlab import charts

mpl.rcParams["font.size"] = 12
figure, ax = charts.subplots()
print(mpl.rcParams["font.size"])
del figure, ax
gc.collect()
print(mpl.rcParams["font.size"])
"""


def test_a_figure_that_is_given_up_gives_the_settings_back():
    """In a process of its own, where no other figure is begun."""
    done = subprocess.run([sys.executable, "-c", GIVEN_UP], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("10.0\n12.0\n", "")


def test_a_table_prints_the_digits_asked_for_and_escapes_its_text():
    frame = pd.DataFrame({"hand": ["<AA>"], "equity": [-1 / 3], "boards": [1712304]})
    table = charts.table(frame, {"equity": ".2%", "boards": ","}, index=False)
    assert table.rows == (("<AA>", "-33.33%", "1,712,304"),)
    page = ET.fromstring(table._repr_html_())
    assert [cell.text for cell in page.iter("td")] == ["<AA>", "−33.33%", "1,712,304"]
    assert repr(table).splitlines()[1] == "<AA>  -33.33%  1,712,304"


def test_a_table_takes_rows_in_any_form():
    frame = pd.DataFrame({"hand": ["AA", "KK"], "equity": [0.85, 0.5], "boards": [3, 4]})
    rows = frame.to_dict("records")
    tuples, labelled = [tuple(row.values()) for row in rows], {"AA": (0.85, 3), "KK": (0.5, 4)}
    expected = charts.table(frame, {"equity": ".1%"}, index=False)
    assert charts.table(rows, {"equity": ".1%"}) == expected
    for given in (tuples, labelled):
        assert charts.table(given, {"equity": ".1%"}, columns=list(frame)) == expected


@pytest.mark.parametrize("answer", [0.1, np.float64(0.1), Fraction(1, 10)])
def test_an_exact_answer_is_the_number_as_it_is_written(answer):
    assert charts.question(answer, hint="Ten.").answer == "1/10"


def test_a_knob_carries_what_differs_between_drawings_and_no_more():
    def draw(n):
        figure, ax = charts.subplots()
        ax.plot([0, 1, 2], [0, n, 1])
        ax.set(ylim=(0, 9))
        plot = charts.show(figure, title=f"To {n} & back", alt="A tip.")
        return charts.row(plot, chart_of(NEVER | {"KK": n / 9}, actions="call"))

    def tree(box):
        return ET.fromstring(re.sub(r"\bpl[0-9a-f]{10}| xmlns=\S+", "", box))

    page = charts.live(draw, [0, 3, 9], "Tip: {} up", start=3)._repr_html_()
    parts = r"(?s)(.*)<script type=.*?>(.*)</script></div>"
    still, told = re.fullmatch(parts, page).groups()
    assert draw(3).to_html() in still and "<label>Tip</label> <b>3 up</b>" in still
    assert "<" not in told and len(told) < len(still) / 10
    data = json.loads(told)
    assert (data["names"], data["start"]) == (["0 up", "3 up", "9 up"], 1)
    for n, choice in enumerate([0, 3, 9]):
        turned = tree(draw(3).to_html())
        nodes = [node for svg in turned.iter("svg") for node in svg.iter()]
        for place, key, *runs in data["parts"]:
            last = max(at for at in runs[::2] if at <= n)
            text = data["texts"][runs[runs[::2].index(last) * 2 + 1]]
            if key:
                nodes[place].attrib[key] = text
            else:
                inside = tree(f"<g>{text}</g>")
                nodes[place][:], nodes[place].text = inside, inside.text
        assert ET.tostring(turned) == ET.tostring(tree(draw(choice).to_html()))


def told(drawing):
    """What a notebook stores of a drawing's numbers."""
    return drawing._repr_mimebundle_().get("text/csv", "")


def rows_of(drawing):
    """The same as a table of texts."""
    return pd.read_csv(StringIO(told(drawing)), dtype=str, keep_default_na=False)


def lines():
    """A plot of many kinds of things."""
    figure, ax = charts.subplots()
    ax.plot([2, 4, 8], [0.1, -0.25, 1 / 3], label="Alice")
    ax.plot([2, 8], [0, 0.5], color="#d55e00")
    ax.text(3, 0.4, "Bob", color="#d55e00")
    ax.axhline(0.2, color="black")
    ax.scatter([5, 99], [0.25, 0.25], color="#009e73", label="measured")
    ax.fill_between([2, 6], [0, 0.1], [0.3, 0.4], color="#cc79a7", label="known")
    ax.set(xlabel="stack", ylabel="value", xlim=(2, 8))
    return charts.show(figure, alt="Lines.", title="Lines")


def test_points_without_a_line_take_no_dash():
    """Matplotlib 3.10.0 would refuse it, which Colab has; the lock has a newer one."""
    figure, ax = charts.subplots()
    ax.plot([0, 1], [0, 1])
    (points,) = ax.plot([0, 1], [1, 0], "o", linewidth=0, label="points")
    (line,) = ax.plot([0, 1], [1, 1], linewidth=2)
    (labelled,) = ax.legend().get_lines()
    assert points.is_dashed() and labelled.is_dashed() and line.is_dashed()
    charts.show(figure, alt="points")
    assert not points.is_dashed() and not labelled.is_dashed() and line.is_dashed()


def test_the_numbers_of_a_plot_say_what_its_lines_are():
    rows = rows_of(lines())
    assert [*rows] == ["kind", "name", "stack", "value"]
    assert {tuple(row) for row in rows.to_numpy()} == {
        ("line", "Alice", "2", "0.1"),
        ("line", "Alice", "4", "-0.25"),
        ("line", "Alice", "8", "0.3333"),
        ("line", "Bob", "2", "0"),
        ("line", "Bob", "8", "0.5"),
        ("text", "Bob", "3", "0.4"),
        ("level", "", "", "0.2"),
        ("dot", "measured", "5", "0.25"),  # the other one is outside of the frame
        ("lower edge", "known", "2", "0"),
        ("lower edge", "known", "6", "0.1"),
        ("upper edge", "known", "2", "0.3"),
        ("upper edge", "known", "6", "0.4"),
    }


def test_panels_and_bars_are_named_as_in_the_drawing():
    figure, (above, below) = charts.subplots(2, 1)
    above.bar(["fold", "call", "push"], [0.5, 0.125, 0.375])
    above.set(title="Small blind", ylabel="how often")
    below.loglog([1, 10, 1000], [1e-9, 1.5e-3, 12345], marker="o")
    below.set_ylabel("loses")
    other, ax = charts.subplots()
    ax.hist([1, 1, 2, 4], [0, 2, 4])
    assert rows_of(charts.show(other, alt="Bars.")).to_numpy().tolist() == [
        ["bar", "1", "2"],
        ["bar", "3", "2"],
    ]
    rows = rows_of(charts.show(figure, alt="Two panels."))
    assert rows[rows["panel"] == "Small blind"]["x"].tolist() == ["fold", "call", "push"]
    assert rows["how often"][:3].tolist() == ["0.5", "0.125", "0.375"]
    assert set(rows["panel"]) == {"Small blind", "2"}
    found = rows["loses"][3:].astype(float)
    assert found.to_numpy() == pytest.approx([1e-9, 1.5e-3, 12345], rel=0.02)


def wave(noise=0.0, marker=None):
    """A long curve, a straight line of as many points, and stairs."""
    x = np.linspace(0, 20, 4001)
    figure, ax = charts.subplots()
    ax.plot(x, np.sin(x) * (1 + noise), label="sine")
    ax.plot(x, x / 20 + noise, label="straight", marker=marker)
    ax.step(x, np.floor(x) / 20, where="post", label="stairs")
    return charts.show(figure, alt="A wave, a straight line and stairs.")


def test_long_lines_are_thinned_as_far_as_nobody_sees():
    rows = rows_of(wave())
    by_name = {name: own[["x", "y"]].astype(float) for name, own in rows.groupby("name")}
    x = np.linspace(0, 20, 4001)
    for name, exactly in (("sine", np.sin(x)), ("straight", x / 20)):
        away = abs(np.interp(x, by_name[name]["x"], by_name[name]["y"]) - exactly)
        assert away.max() < 2 / 200, "a unit of a frame of some 200, where the curve is steep"
        assert np.median(away) < 2 / 200 / 8, "hardly ever more than a tenth"
    assert len(by_name["straight"]) == 2 and 40 < len(by_name["sine"]) < 400
    assert len(by_name["stairs"]) < 50 and by_name["stairs"]["y"].nunique() == 21
    whole = rows_of(wave(marker="o"))
    assert (whole["name"] == "straight").sum() == 4001, "each mark is seen"


def test_of_stairs_each_is_told_where_it_begins_and_the_last_where_it_ends():
    figure, ax = charts.subplots()
    ax.stairs([1, 1, 1, 3, 2], [0, 1, 2, 4, 5, 7], label="levels")
    rows = rows_of(charts.show(figure, alt="Five stairs, three of them as high."))
    points = [*zip(rows["x"].astype(float), rows["y"].astype(float), strict=True)]
    assert points == [(0, 1), (2, 1), (4, 3), (5, 2), (7, 2)] and {*rows["name"]} == {"levels"}


def test_numbers_of_a_long_axis_have_no_digits_that_nobody_could_see():
    figure, ax = charts.subplots()
    ax.plot([0, 0.5, 1], [0, 123_456.7, 1_000_000], "o")
    rows = rows_of(charts.show(figure, alt="Three dots."))
    assert rows["y"].tolist() == ["0", "123457", "1000000"]


@pytest.mark.parametrize("noise", [2e-16, -2e-16, 1e-13])
def test_last_bits_change_no_number_of_a_plot(noise):
    assert told(wave(noise)) == told(wave()) != told(wave(0.01))


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_ties_are_rounded_the_same_way_whatever_their_last_bit(scale):
    def drawn(step):
        figure, ax = charts.subplots()
        ties = np.nextafter(np.array([10.05, 10.15, 10.25, 1000.5, 5000.5]), step)
        ax.plot(range(5), ties, "o")
        ax.set(yscale=scale, ylim=(10, 10_000))
        return told(charts.show(figure, alt="Dots."))

    assert drawn(0) == drawn(np.inf)


def test_a_picture_without_numbers_tells_none():
    def off(ax):
        ax.plot([0, 1], [0, 1])
        ax.set_axis_off()

    def bare(ax):
        ax.plot([0, 1], [0, 1])
        ax.set_xticks([])

    def map_(ax):
        ax.contourf(np.eye(3))

    def nothing(ax):
        ax.set(xlabel="nothing")

    for draw in (off, bare, map_, nothing):
        figure, ax = charts.subplots()
        draw(ax)
        shown = charts.show(figure, alt="No numbers.")
        assert shown.records() == [] and "text/csv" not in shown._repr_mimebundle_()


def test_a_range_chart_tells_what_each_hand_does():
    rows = rows_of(mixture()).set_index("hand")
    assert [*rows] == ["fold", "call", "raise 4", "raise 7"] and [*rows.index] == [*cards.HANDS]
    assert [*rows.loc["22"]] == ["0.9000", "0.0500", "0.0200", "0.0300"]
    rows = rows_of(chart_of(NUMBERS, scale=charts.Scale("bb"))).set_index("hand")
    assert [*rows] == ["value, bb"] and [*rows.iloc[[0, -1], 0]] == ["-3.000", "4.200"]


def test_charts_in_a_row_tell_of_each_hand_in_one():
    pushes = chart_of(PUSH, title="Alice", actions="push")
    calls = chart_of(NEVER, title="Bob", actions="call")
    rows = rows_of(charts.row(pushes, calls))
    assert [*rows] == ["hand", "Alice: push", "Bob: call"] and len(rows) == 169
    kuhn = chart_of([1, 0, 0], title="Kuhn", actions="bet", hands="KQJ")
    assert len(rows_of(charts.row(pushes, kuhn))) == 172


def test_a_map_tells_the_numbers_that_are_given():
    figure, ax = charts.subplots()
    ax.contourf([[1, 2], [3, 4]])
    rows = [{"stack": 1, "ante": Fraction(1, 10), "value": -0.0}]
    shown = charts.show(figure, alt="A map.", numbers=rows)
    assert shown.records() == [{"stack": "1", "ante": "1/10", "value": "0.0"}]
    assert shown._repr_mimebundle_()["text/csv"] == "stack,ante,value\n1,1/10,0.0\n"


def test_a_knob_and_a_row_tell_the_numbers_of_all_their_drawings():
    def dot(at):
        figure, ax = charts.subplots()
        ax.plot([0, 10], [0, 5], label="always")
        ax.plot(at, at / 2, "o", label="here")
        return charts.show(figure, alt=f"A dot at {at}.", title=f"At {at}")

    knob = charts.live(dot, [2, 4], "Stack: {} chips", start=4)
    assert told(knob).splitlines() == [
        "Stack,kind,name,x,y",
        ",line,always,0,0",
        ",line,always,10,5",
        "2 chips,dot,here,2,1",
        "4 chips,dot,here,4,2",
    ]
    rows = rows_of(charts.row(dot(2), dot(4)))
    assert rows["drawing"].tolist() == 3 * ["At 2"] + 3 * ["At 4"]
