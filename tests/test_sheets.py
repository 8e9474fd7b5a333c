"""Sheets to print: what is on them is a solution, can be read, and is the same on every machine."""

import ctypes
import io
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pypdfium2
import pytest
from PIL import Image, ImageColor
from pypdfium2 import raw

from pokerlab import betting, cards, charts, cli, data, deals, sheets
from pokerlab.games import Game
from pokerlab.sheets._tagged_pdf import add_tags
from pokerlab.sheets.base import SHEET_COLORS
from pokerlab.solvers import exact
from pokerlab.studies import breakpoints, push_fold_sheets
from pokerlab.studies.whole_game import EXACT_UP_TO

BOOK = Path(__file__).parent.parent / "book"
POINTS = 72 / 25.4  #: Of a PDF, in a millimetre.


def test_the_command_names_the_papers_that_there_are():
    named = cli.sheet._PAPERS
    assert named == (*sheets.PAPER_SIZES,)


def printed_color(action):
    """An action's colour on a sheet: three tenths lighter than on a screen."""
    channels = np.array([*bytes.fromhex(charts.action_colors([action])[0][1:])])
    return f"#{bytes(np.round(channels + 0.3 * (255 - channels)).astype(int).tolist()).hex()}"


def luminance(color):
    """How light a colour is, by WCAG 2.1: 0 to 1."""
    channels = np.array([*bytes.fromhex(color[1:])]) / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return linear @ (0.2126, 0.7152, 0.0722)


class Printed:
    """A page of a PDF: its texts, and the colours of its places, in millimetres from the top."""

    def __init__(self, path):
        self.document = pypdfium2.PdfDocument(path)
        assert len(self.document) == 1
        self.page = self.document[0]
        self.width, self.height = np.array(self.page.get_size()) / POINTS
        words = self.page.get_textpage()
        self.texts = []
        for found in self.page.get_objects([raw.FPDF_PAGEOBJ_TEXT]):
            size = raw.c_float()
            raw.FPDFTextObj_GetFontSize(found, size)
            left, bottom, right, top = np.array(found.get_bounds()) / POINTS
            inside = words.get_text_bounded(*(POINTS * np.array([left, bottom, right, top])))
            box = left, self.height - top, right, self.height - bottom
            self.texts.append((" ".join(inside.split()), size.value, box))
        self.scale = 4 if self.width < 300 else 1
        rendered = self.page.render(scale=self.scale).to_numpy()
        self.pixels = rendered[..., ::-1]  # from blue, green, red

    def color(self, x, y):
        """The colour of a place, as "#" and six digits."""
        row, column = (int(self.scale * POINTS * length) for length in (y, x))
        return f"#{bytes(self.pixels[row, column].tolist()).hex()}"


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """Each sheet as a PDF, by its name."""
    folder = tmp_path_factory.mktemp("sheets")
    made = {
        "A4": push_fold_sheets.all_stacks(),
        "A2": push_fold_sheets.all_stacks("A2"),
        "ten": push_fold_sheets.one_stack(10),
        "phone": push_fold_sheets.one_stack(10, "phone"),
    }
    for name, sheet in made.items():
        sheet.save(folder / f"{name}.pdf")
    return {name: Printed(folder / f"{name}.pdf") for name in made}


def test_probabilities_to_draw_are_those_of_the_formulas():
    """Just within each interval: where two meet, each has probabilities of its own."""
    stacks, drawn = push_fold_sheets._probabilities_by_stack()
    assert (stacks[0], stacks[-1]) == (1, 20) and (stacks[1:-1:2] == stacks[2::2]).all()
    pieces = breakpoints.pieces("4.6", "5.1", progress=False)
    inside = np.flatnonzero((stacks > 4.6) & (stacks < 5.1))
    assert inside.size > 10
    for row in inside:
        begins = row % 2 == 0
        width = stacks[row + 1] - stacks[row] if begins else stacks[row] - stacks[row - 1]
        within = stacks[row] + (1 if begins else -1) * width / 1000
        exactly = breakpoints.probabilities(pieces, [float(within)], cards.HANDS)[:, 0]
        assert drawn[:, row] == pytest.approx(exactly, abs=0.003)


@pytest.mark.parametrize("stack", [3.35, 6.5, 11.6, 19])
def test_strips_show_who_plays_at_a_stack(printed, stack):
    """Where exact solutions agree there and at both sides: a place is as wide as a pixel."""
    solutions = [
        exact.solve(Game(deals.holdem(), betting.push_fold(str(stack + step))))
        for step in (-0.2, 0, 0.2)
    ]
    page = printed["A4"]
    tops = {text: box[1] for text, _, box in page.texts if text in cards.HANDS}
    assert len(tops) == 169
    across = 8.7 + 13.55 * (stack - 1) / 19
    for player, (action, low) in enumerate((("push", 8.6), ("call", 14.85))):
        color = printed_color(action)
        sides = (solution.probability(player, action) for solution in solutions)
        checked = 0
        for index, (hand, *shares) in enumerate(zip(cards.HANDS, *sides, strict=True)):
            if shares in ([0, 0, 0], [1, 1, 1]):
                checked += 1
                there = page.color(across + 14.95 * (index % 13), tops[hand] + low)
                assert there == (color if shares[0] else charts.FOLD), (hand, action)
        assert checked > 100


def test_numbers_are_where_a_hand_is_last_played_more_often_than_not(printed):
    pieces = breakpoints.pieces(6, 8, progress=False)
    numbers = [text for text, _, _ in printed["A4"].texts if re.fullmatch(r"\d+\.\d", text)]
    lasts = push_fold_sheets.all_stacks().last_stacks
    # With as many as the number says the hand is still played: it is rounded down.
    assert sorted(numbers) == sorted(
        f"{np.floor(10 * last + 1e-6) / 10:.1f}" for last in lasts[lasts < 20]
    )
    found = 0
    for player, last in enumerate(lasts):
        for hand, spans in breakpoints.intervals(pieces, player).items():
            number = last[cards.HAND_INDEX[hand]]
            if 6 < number < 8:
                found += 1
                assert spans[-1][1] == pytest.approx(number, abs=0.01), hand
    assert found > 20


def test_charts_of_one_stack_are_its_solution(printed):
    solution = exact.solve(Game(deals.holdem(), betting.push_fold(10)))
    shares = [solution.probability(*pair) for pair in ((0, "push"), (1, "call"))]
    texts = [text for text, _, _ in printed["ten"].texts]
    mixed = [f"{s:.0%}" for share in shares for s in map(float, share) if 0 < s < 1]
    assert mixed and [text for text in texts if re.fullmatch(r"\d+%", text)] == mixed
    dealt = [float(solution.frequency(0, "push")), cards.COMBOS_PER_HAND @ shares[1] / 1326]
    for action, often in zip(("push", "call"), dealt, strict=True):
        assert any(f": {action} {float(often):.1%} of hands" in text for text in texts)
    for name in ("ten", "phone"):
        page, seen = printed[name], {"push": 0, "call": 0}
        for text, _, (left, top, right, _) in page.texts:
            if text in cards.HANDS:
                there = page.color((left + right) / 2, top - 0.4)
                for action in seen:
                    seen[action] += there == printed_color(action)
        always = [sum(share == 1) for share in shares]
        for action, many in zip(seen, always, strict=True):
            assert many <= seen[action] <= many + len(mixed), name


@pytest.mark.parametrize(("name", "width", "height"), [
    ("A4", 210, 297), ("A2", 420, 594), ("ten", 297, 210), ("phone", 68.58, 148.59),
])  # fmt: skip
def test_nothing_is_cut_off_or_overlaps(printed, name, width, height):
    page = printed[name]
    assert (page.width, page.height) == pytest.approx((width, height), abs=0.1)
    boxes = np.array([box for _, _, box in page.texts])
    assert len(boxes) >= 2 * 169 and (boxes[:, :2] > 0).all()
    assert (boxes[:, 2:] < (width, height)).all()
    for (text, _, one), (other, _, two) in combinations(page.texts, 2):
        apart = one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]
        assert apart, f"{text} and {other} overlap"


@pytest.mark.parametrize(("name", "times"), [("A4", 1), ("A2", 2), ("ten", 1)])
def test_letters_are_large_enough_to_read(printed, name, times):
    sizes = [(text, size / times) for text, size, _ in printed[name].texts]
    assert min(size for _, size in sizes) >= 7
    assert min(size for text, size in sizes if text in cards.HANDS) >= 8


@pytest.mark.parametrize("name", ["ten", "phone"])
def test_black_letters_have_a_contrast_of_seven(printed, name):
    """Which WCAG 2.1 asks of small letters, at its highest level."""
    page = printed[name]
    grounds = {
        page.color((left + right) / 2, top - 0.4)
        for text, _, (left, top, right, _) in page.texts
        if text in cards.HANDS
    }
    assert grounds >= {printed_color("push"), printed_color("call"), charts.FOLD}
    assert min((luminance(ground) + 0.05) / 0.05 for ground in grounds) >= 7


@pytest.mark.parametrize("name", ["A4", "ten"])
def test_a_sheet_says_what_game_it_is_and_where_the_proof_is(printed, name):
    text = " ".join(printed[name].page.get_textpage().get_text_range().split())
    assert "The small blind posts ½ and pushes all-in or folds" in text
    titles = {
        "".join(json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"])
        .partition("\n")[0]
        .removeprefix("# ")
        for path in BOOK.glob("*.ipynb")
    }
    named = {*re.findall("“(.*?)”", text)}
    assert push_fold_sheets._BOOK in named and len(named) > 1
    front = json.loads((BOOK / "index.ipynb").read_text(encoding="utf-8"))["cells"][0]["source"]
    assert "".join(front).startswith(f"# {push_fold_sheets._BOOK.replace('’', chr(39))}\n")
    assert named - {push_fold_sheets._BOOK} <= titles
    assert "http" not in text


def alternative_text(printed):
    """What a screen reader says in the place of a page: the text of its only figure."""
    tree = raw.FPDF_StructTree_GetForPage(printed.page.raw)
    assert raw.FPDF_StructTree_CountChildren(tree) == 1
    figure = raw.FPDF_StructElement_GetChildAtIndex(raw.FPDF_StructTree_GetChildAtIndex(tree, 0), 0)
    size = raw.FPDF_StructElement_GetAltText(figure, None, 0)
    buffer = ctypes.create_string_buffer(size)
    raw.FPDF_StructElement_GetAltText(figure, buffer, size)
    return buffer.raw.decode("utf-16-le").rstrip("\0")


def test_a_screen_reader_hears_a_sheet_s_title_language_and_hands(printed):
    for name, sheet in printed.items():
        catalog = sheet.document.raw
        assert raw.FPDFCatalog_IsTagged(catalog), name
        language = (ctypes.c_ushort * 10)()
        raw.FPDFCatalog_GetLanguage(catalog, language, ctypes.sizeof(language))
        assert bytes(language).decode("utf-16-le").rstrip("\0") == "en"
        assert alternative_text(sheet).startswith(sheet.document.get_metadata_dict()["Title"])
    solution = exact.solve(Game(deals.holdem(), betting.push_fold(10)), progress=False)
    heard = alternative_text(printed["ten"])
    for player, action in enumerate(("push", "call")):
        (hands,) = re.findall(
            rf"{action.capitalize()}: (.*?)\.(?= |$)", heard.rsplit("hands. ")[-1]
        )
        said = {}
        for part in hands.split(", "):
            hand, _, share = part.partition(" ")
            said[hand] = float(share.rstrip("%") or 100) / 100
        for hand, often in zip(cards.HANDS, solution.probability(player, action), strict=True):
            assert said.get(hand, 0) == pytest.approx(float(often), abs=0.0051), hand
    assert "T7o: pushed up to " in alternative_text(printed["A4"])


def test_what_is_no_page_of_matplotlib_gets_no_tags():
    with pytest.raises(ValueError, match="pdf: one page as matplotlib writes it needed"):
        add_tags(b"%PDF-1.4\n%%EOF\n", "a text")


@pytest.mark.browser
def test_beside_each_sheet_is_a_table_of_its_numbers():
    folder = BOOK.parent / "_build" / "html"
    links = re.findall(r'href="\.\./sheets/([^"]*)"', (folder / "book/sheet.html").read_text())
    pdfs = {name for name in links if name.endswith(".pdf")}
    for name in pdfs - {"push-or-fold-a2.pdf"}:
        assert name.replace(".pdf", ".csv") in links
    rows = pd.read_csv(folder / "sheets" / "push-or-fold-10.csv", index_col="hand")
    sheet = push_fold_sheets.one_stack(10)
    assert [*rows.index] == [*cards.HANDS]
    assert rows["push"].to_numpy() == pytest.approx(sheet.pushes, abs=6e-5)
    assert rows["call"].to_numpy() == pytest.approx(sheet.calls, abs=6e-5)
    for name, ante in ("push-or-fold", 0), ("push-or-fold-ante", 1):
        rows = pd.read_csv(folder / "sheets" / f"{name}.csv", index_col="hand")
        lasts = push_fold_sheets.all_stacks(big_blind_ante=ante).last_stacks
        assert pytest.approx(lasts, abs=6e-4) == rows.to_numpy().T
    said = (folder / "book/sheet.html").read_text()
    assert 'aria-label="10 big blinds, CSV"' in said and "as a table" in said


def test_real_poker_is_named_only_where_push_or_fold_is_known_to_be_optimal():
    above = push_fold_sheets.one_stack(EXACT_UP_TO + Fraction(1, 100))
    assert "real no-limit" in " ".join(push_fold_sheets.one_stack(EXACT_UP_TO).notes)
    assert "real no-limit" not in " ".join(above.notes)


def test_a_sheet_says_between_which_bounds_the_value_is_with_flops():
    bounds = {row[0]: row[1:3] for row in data("whole-game")}
    for stack, known in ((4.48, [4.5]), (5, [5]), ("20/3", [6.5, 6.75]), (10, [10])):
        note = push_fold_sheets.one_stack(stack).notes[-1].replace("−", "-")
        shown = re.findall(r"from (\S+) to (\S+) bb at (\d+(?:\.\d+)?)", note)
        assert [float(at) for *_, at in shown] == known, note
        for low, high, at in shown:
            lower, upper = bounds[float(at)]
            assert lower - 1e-5 < float(low) <= lower < upper <= float(high) < upper + 1e-5
    assert "not bounded here beyond 10 big blinds" in push_fold_sheets.one_stack(11).notes[-1]


PROGRAM = """
import sys
from pokerlab.studies import push_fold_sheets
four = push_fold_sheets.one_stack(4)
for ending in ("pdf", "png", "svg"):
    four.save(f"{sys.argv[1]}/four.{ending}")
push_fold_sheets.all_stacks().save(f"{sys.argv[1]}/all.pdf")
"""


def test_files_are_the_same_byte_for_byte(tmp_path):
    """For other seeds of Python's hashes, in another folder, with a style of the user's own."""
    made = []
    for seed in ("1", "2"):
        (folder := tmp_path / seed).mkdir()
        (folder / "matplotlibrc").write_text("font.size: 30\npdf.compression: 0\n" * (seed == "2"))
        changed = {"PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": f"{seed}00000000"}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, folder],
            cwd=folder,
            env=os.environ | changed,
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, "")
        made.append({path.name: path.read_bytes() for path in folder.glob("*.*")})
    assert made[0] == made[1] and len(made[0]) == 4


def test_a_sheet_has_its_numbers_as_they_are_drawn():
    for draw in (lambda: push_fold_sheets.all_stacks(), lambda: push_fold_sheets.one_stack(10)):
        sheet = draw()
        told = sheet._repr_mimebundle_()["text/csv"]
        assert told == draw()._repr_mimebundle_()["text/csv"] and len(told) < 50_000
        rows = pd.read_csv(io.StringIO(told))
        if "stack" not in rows:
            assert rows["hand"].tolist() == list(cards.HANDS)
            assert rows["push"].to_numpy() == pytest.approx(sheet.pushes, abs=6e-5)
            assert rows["call"].to_numpy() == pytest.approx(sheet.calls, abs=6e-5)
            continue
        fine = np.linspace(1, 20, 20_000)
        for action, played in (("push", sheet.pushes), ("call", sheet.calls)):
            for hand, often in zip(cards.HANDS, played.T, strict=True):
                own = rows[(rows["hand"] == hand) & (rows["action"] == action)]
                if not len(own):
                    assert often.max() < 0.005
                    continue
                found = np.interp(fine, *own[["stack", "how often"]].to_numpy().T)
                away = abs(found - np.interp(fine, sheet.stacks, often))
                assert away.mean() < 0.001 and np.median(away) < 0.005, (hand, action)


def test_a_sheet_and_a_chart_round_how_often_a_hand_is_played_alike():
    often = np.zeros(169)
    often[:5] = 0.0056, 0.0149, 0.4962, 0.9949, 1
    sheet = sheets.pair_sheet(often, often, title="title")
    chart = charts.range_chart(often, title="title", actions="push")
    printed = re.findall(r">(\d+%)<", chart.to_html())
    assert printed == ["1%", "1%", "50%", "99%"]
    told = " ".join(f"{hand} {share}," for hand, share in zip(cards.HANDS, printed, strict=False))
    assert f"Push: {told} {cards.HANDS[4]}." in sheet._tell_hands()


def test_a_wallpaper_has_a_phone_s_pixels_and_leaves_room_for_the_time(tmp_path):
    push_fold_sheets.one_stack("7.5", "phone").save(path := tmp_path / "phone.png")
    with Image.open(path) as picture:
        assert picture.size == sheets.PHONE_PIXELS == (1080, 2340)
        pixels = np.array(picture.convert("RGB"))
    assert (pixels[: 2340 // 4] == 255).all() and (pixels < 255).any()
    coloured = [(pixels == ImageColor.getrgb(color)).all(axis=2) for color in SHEET_COLORS]
    of_pushes, of_calls = (np.flatnonzero(where.any(axis=1)) for where in coloured)
    assert of_pushes.max() < of_calls.min() and of_calls.max() < 2300
    assert min(np.ptp(of_pushes), np.ptp(of_calls)) > 600  # none is hidden by the other


HALF = np.full((2, 169), 0.5)
REFUSED = {
    "paper: 'letter' given, A4, A3 or A2 needed": lambda: push_fold_sheets.all_stacks("letter"),
    "paper: 'phone' given, A4, A3 or A2 needed": lambda: push_fold_sheets.all_stacks("phone"),
    "paper: 'A5' given, A4, A3, A2 or phone needed": lambda: push_fold_sheets.one_stack(3, "A5"),
    "stack: 1 given, more than the big blind, 1, needed": lambda: push_fold_sheets.one_stack(1),
    "stack: 1.5 given, more than the big blind and the antes, 1.75": lambda: (
        push_fold_sheets.one_stack(1.5, ante=0.25, big_blind_ante=0.5)
    ),
    "ante: 19 given, at most 17, both": lambda: push_fold_sheets.all_stacks(
        ante=12, big_blind_ante=7
    ),
    "ante: -1 given, at least 0 needed": lambda: push_fold_sheets.all_stacks(ante=-1),
    "notes: 6 lines given, at most 5 fit": lambda: sheets.pair_sheet(
        *HALF, title="x", notes=["x"] * 6
    ),
    "a line that fits on the paper needed": lambda: sheets.pair_sheet(*HALF, title="x" * 90),
    "pushes: shape (168,) given, (169,) needed": lambda: sheets.pair_sheet(
        HALF[0, 1:], HALF[0], title="x"
    ),
    "calls: probabilities from 0 to 1 needed": lambda: sheets.pair_sheet(
        HALF[0], 3 * HALF[0], title="x"
    ),
    "stacks: array([2., 1.]) given, two or more numbers that never fall": lambda: (
        sheets.strip_sheet([2, 1], HALF, HALF, title="x")
    ),
    "that never fall needed, the last one above the first": lambda: sheets.strip_sheet(
        [1, 1], HALF, HALF, title="x"
    ),
    "stacks: array([ 1., inf]) given": lambda: sheets.strip_sheet(
        [1, np.inf], HALF, HALF, title="x"
    ),
    "path: 'x.gif' given, a name that ends in .pdf or .png or .svg": lambda: (
        push_fold_sheets.one_stack(3).save("x.gif")
    ),
}


@pytest.mark.parametrize("complaint", REFUSED)
def test_what_does_not_fit_on_a_sheet_is_refused(complaint):
    with pytest.raises(ValueError, match=re.escape(complaint)):
        REFUSED[complaint]()


def test_a_line_may_be_empty(tmp_path):
    """Such as one that keeps two notes apart."""
    sheet = sheets.pair_sheet(*HALF, title="", notes=["above", "", " ", "below"])
    sheet.save(tmp_path / "sheet.pdf")
    texts = [text for text, *_ in Printed(tmp_path / "sheet.pdf").texts]
    assert {"above", "below"} < {*texts}


def test_the_command_writes_what_the_functions_do(capsys, tmp_path):
    push_fold_sheets.one_stack(10).save(tmp_path / "here.pdf")
    words = ["sheet", "--stack", "10", "--output", str(tmp_path / "there.pdf")]
    assert cli.main([*words, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer == {
        "title": "Push or fold with 10 big blinds",
        "paper": "A4",
        "output": str(tmp_path / "there.pdf"),
    }
    assert (tmp_path / "here.pdf").read_bytes() == (tmp_path / "there.pdf").read_bytes()
    assert cli.main(["sheet", "--paper", "A3", "--output", str(tmp_path / "all.svg")]) == 0
    assert capsys.readouterr().out.startswith("Push or fold with 1 to 20 big blinds, written to")
    assert (tmp_path / "all.svg").read_text().count("<text") > 400


@pytest.mark.parametrize(("option", "name"), [
    ("--ante", "each player posts an ante of 0.25,"),
    ("--big-blind-ante", "the big blind posts an ante of 0.25 for both,"),
])  # fmt: skip
def test_the_command_takes_antes_as_push_fold_does(option, name, capsys, tmp_path):
    words = [option, "0.25", "--output", str(tmp_path / "made.svg")]
    assert cli.main(["push-fold", "--stack", "7", option, "0.25", "--json"]) == 0
    solved = json.loads(capsys.readouterr().out)
    bets = {option.lstrip("-").replace("-", "_"): "0.25"}
    sheet = push_fold_sheets.one_stack(7, **bets)
    assert sheet.pushes.tolist() == pytest.approx([*solved["push"].values()])
    assert sheet.calls.tolist() == pytest.approx([*solved["call"].values()])
    assert abs(sheet.pushes - push_fold_sheets.one_stack(7).pushes).max() == 1
    assert cli.main(["sheet", "--stack", "7", *words]) == 0
    drawn = (tmp_path / "made.svg").read_text()
    assert drawn == sheet.svg() and name in drawn and "no ante" not in drawn


def test_the_command_draws_strips_with_both_antes_at_once(tmp_path):
    """Of two sizes: were one left out, or were they exchanged, other hands would be played."""
    bets = {"ante": "0.25", "big_blind_ante": "0.5"}
    sheet, poster = push_fold_sheets.one_stack(7, **bets), push_fold_sheets.all_stacks(**bets)
    assert poster.stacks[[0, -1]].tolist() == [2, 20]
    (row,) = np.flatnonzero(poster.stacks == 7)
    assert poster.pushes[row] == pytest.approx(sheet.pushes, abs=1e-6)
    assert poster.calls[row] == pytest.approx(sheet.calls, abs=1e-6)
    words = ["--ante", "0.25", "--big-blind-ante", "0.5", "--output", str(tmp_path / "made.svg")]
    assert cli.main(["sheet", *words]) == 0
    drawn = (tmp_path / "made.svg").read_text()
    assert drawn == poster.svg() and "loses less" not in drawn
    for name in ("each player posts an ante of 0.25", "big blind posts an ante of 0.5 for both"):
        assert name in drawn
