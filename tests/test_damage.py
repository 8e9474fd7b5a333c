"""Saved files that are damaged: each ends in one line.

``FUZZ=10`` in the environment makes ten times as many.
"""

import io
import json
import os
import random
import re
import subprocess
import sys
import zipfile
import zlib
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from pokerlab import betting, deals, games, solutions
from pokerlab._support.files import DATA, require_writable, write_file
from pokerlab.solvers import lp
from pokerlab.stored import data
from pokerlab.studies import any_raise
from tests.damage import ODD, altered

TIMES = int(os.environ.get("FUZZ", "1"))
NUMBERS = deals.numbers(5)


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """What is in some files, each with what reads it."""
    path = tmp_path_factory.mktemp("saved") / "file.npz"
    files = []
    few = deals.numbers(6).restrict(["1", "3"], ["2", "5"])
    spot = deals.river("Td9d6hQc2s", "AA, KQs:1/3, 77", "99, A8s:0.7")
    for game in (
        games.Game(deals.kuhn(), betting.kuhn()),
        games.Game(deals.kuhn(), betting.kuhn()).lock(0, {"bet": [0.2, 0, 0.5]}),
        games.Game(deals.numbers(4), betting.limit(2, pot_limit=True)),
        games.Game(few, betting.no_limit(8, ["2x"])),
        games.Game(spot, betting.river(10, 20, "1/2", "none")),
    ):
        lp.solve(game).save(path)
        files.append((path.read_bytes(), solutions.load))
    any_raise.solve(deal=NUMBERS).save(path)
    return [*files, (path.read_bytes(), lambda file: any_raise.load(file, NUMBERS))]


ARRAYS = [
    lambda a: a[:-1],
    lambda a: a[..., None],
    lambda a: a.astype("U"),
    lambda a: a.astype(object),
    lambda a: a.astype(float) * np.nan,
    lambda a: a.astype(float) - 1,
    lambda a: a * 2,
    lambda a: a.astype(complex),
    lambda a: np.zeros(0),
]


def repacked(rng, content, path):
    """A whole file again, one of whose parts is another."""
    parts = dict(np.load(io.BytesIO(content)))
    name = rng.choice([*parts, *["text"] * 4 * ("text" in parts)])
    if name == "text":
        parts[name] = np.array(json.dumps(altered(rng, json.loads(str(parts[name])))))
    elif parts[name].dtype.kind == "U":
        texts = parts[name].ravel().tolist()
        texts[rng.randrange(len(texts))] = str(rng.choice(ODD))
        parts[name] = np.array(texts)
    elif rng.random() < 0.1:
        del parts[name]
    else:
        parts[name] = rng.choice(ARRAYS)(parts[name])
    np.savez_compressed(path, **parts)


def damage(rng, content, path):
    if rng.random() < 0.5:
        return repacked(rng, content, path)
    whole, at = bytearray(content), rng.randrange(len(content))
    if rng.random() < 0.5:
        whole[at] ^= 1 << rng.randrange(8)
    else:
        del whole[at:]
    path.write_bytes(whole)


@pytest.mark.parametrize("seed", range(30 * TIMES))
def test_a_damaged_file_ends_in_one_line_or_proves_what_is_true(seed, saved, tmp_path):
    rng, path = random.Random(seed), tmp_path / "damaged.npz"
    content, load = saved[seed % len(saved)]
    damage(rng, content, path)
    try:
        read = load(path)
    except ValueError as error:
        assert str(error).startswith(f"path: {path} is no ")
        assert "\n" not in str(error) and len(str(error)) < 500
        return
    if isinstance(read, any_raise.AnyRaiseSolution):
        truth = any_raise.solve(
            deal=NUMBERS, small_blind=read.small_blind, big_blind=read.big_blind
        )
    else:
        truth = lp.solve(read.game)
        use(read)
    assert read.lower <= truth.upper + 1e-9 and truth.lower - 1e-9 <= read.upper


def use(solution):
    """Show and prove a solution in all ways that have names of the file in them."""
    tree, deal = solution.game.tree, solution.game.deal
    assert hash(tree) == hash(tree) and hash(deal) == hash(deal)
    shown = [repr(solution), str(tree), repr(tree), tree._repr_html_(), repr(deal)]
    shown.append(solution._repr_html_())
    for player in (0, 1):
        if histories := [each.history for each in tree.information_sets[player]]:
            shown.append(solution.chart(player, histories[0])._repr_html_())
            shown.append(solution.table(player).to_html())
    for text in shown:
        assert text.encode()
    if not solution.game.locks:
        assert solution.certify().lower <= solution.certify().upper


#: Names in a saved solution, by their places in its text.
NAMES = [
    ("found_by",),
    ("tree", "name"),
    ("tree", "players", 0),
    ("deal", "name"),
    ("deal", "hands", 0, 0),
    ("tree", "nodes", -1, "actions"),
]


@pytest.mark.parametrize("name", [None, ["x"], {}, 1, "\ud800", "J\nvalid", "x\x1b[2K"])
@pytest.mark.parametrize("place", NAMES)
def test_a_name_that_is_no_text_to_print_is_not_loaded(place, name, saved, tmp_path):
    content, load = saved[0]
    parts = dict(np.load(io.BytesIO(content)))
    text = json.loads(str(parts["text"]))
    *path, last = place
    inner = text
    for key in path:
        inner = inner[key]
    if last == "actions":
        name = name if isinstance(name, str) else ""  # keys of JSON are texts
        inner[last] = {name: 0}
    else:
        inner[last] = name
    np.savez(tmp_path / "forged.npz", **parts | {"text": np.array(json.dumps(text))})
    argument = last if isinstance(last, str) else {"deal": "hands", "tree": "players"}[place[0]]
    message = f"is no saved solution: {argument}: .* (given|not)"
    with pytest.raises(ValueError, match=message) as caught:
        load(tmp_path / "forged.npz")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("number", range(5))
def test_a_solution_that_is_loaded_can_be_used(number, saved, tmp_path):
    content, load = saved[number]
    (path := tmp_path / "saved.npz").write_bytes(content)
    use(load(path))


def nested(levels):
    """A tree of so many decisions in a row."""
    nodes = [{"fold": ["1"]}]
    nodes += [{"player": level % 2, "actions": {"go": level}} for level in range(levels)]
    return {"name": "", "players": ["a", "b"], "nodes": nodes}


@pytest.mark.parametrize(
    "change",
    [
        lambda text: json.dumps(text | {"tree": nested(10**4)}),
        lambda text: "[" * 10**5,
        lambda text: json.dumps([text]),
        lambda text: json.dumps(text | {"tree": None}),
        lambda text: json.dumps(text | {"deal": {}}),
        lambda text: json.dumps(text).replace('"1"', '"1e9999999"'),
        lambda text: json.dumps(text).replace('"1"', "9" * 4000),
    ],
)
def test_a_file_that_asks_for_too_much_is_refused_at_once(change, saved, tmp_path):
    parts, path = dict(np.load(io.BytesIO(saved[0][0]))), tmp_path / "solution.npz"
    parts["text"] = np.array(change(json.loads(str(parts["text"]))))
    np.savez_compressed(path, **parts)
    with pytest.raises(ValueError, match=r"is no saved solution: .") as refusal:
        solutions.load(path)
    assert "\n" not in str(refusal.value)


ZEROS = bytes(2**24)
MEMORY = 2**30  #: Of address space beyond what the program has when it begins to read.
READ = """
import resource, sys
from pokerlab import check, deals, solutions, studies

kind, *paths = sys.argv[1:]
read = {
    "solution": solutions.load,
    "sizes": lambda path: studies.any_raise.load(path, deals.numbers(5)),
    "plan": studies.flops.load,
    "certificate": check.report,
}[kind]
deals.holdem().prior
pages = int(open("/proc/self/statm").read().split()[0])
most = pages * resource.getpagesize() + MEMORY
resource.setrlimit(resource.RLIMIT_AS, (most, most))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for path in paths:
    try:
        read(path)
    except (OSError, ValueError) as error:
        print(type(error).__name__, error)
print("kilobytes", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def read_apart(kind, *paths):
    """What reading files ends in, and by how many bytes memory grew, in a process of its own."""
    program = READ.replace("MEMORY", str(MEMORY))
    command = [sys.executable, "-c", program, kind, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    *lines, last = done.stdout.splitlines()
    return lines, 1024 * int(last.removeprefix("kilobytes "))


def header_of(shape, kind):
    """How a file of an array begins."""
    header = io.BytesIO()
    about = {"descr": kind, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(header, about)
    return header.getvalue()


def of_zeros(path, name, shape, size, method=zipfile.ZIP_DEFLATED):
    """Add to an archive an array of so many bytes of zeros, whatever it says."""
    with zipfile.ZipFile(path, "a", method) as archive:
        archive.writestr(f"{name}.npy", header_of(shape, "<f8") + bytes(size))


@cache
def deflated_zeros(size):
    """So many zero bytes as an archive has them: one block as often as it takes, then the rest."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    block = packer.compress(ZEROS) + packer.flush(zlib.Z_FULL_FLUSH)
    return (
        block * (size // len(ZEROS)) + packer.compress(ZEROS[: size % len(ZEROS)]) + packer.flush()
    )


def of_very_many_zeros(path, name, shape, kind):
    """Add to an archive an array of gigabytes of zeros, which Python would be slow to compress."""
    start, size = (
        header_of(shape, kind),
        int(np.prod(shape, dtype=object)) * np.dtype(kind).itemsize,
    )
    entry = zipfile.ZipInfo(f"{name}.npy")
    entry.compress_type, entry.file_size = zipfile.ZIP_DEFLATED, len(start) + size
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = packer.compress(start) + packer.flush(zlib.Z_FULL_FLUSH) + deflated_zeros(size)
    entry.compress_size, entry.CRC = len(packed), zlib.crc32(start)
    for left in range(size, 0, -len(ZEROS)):
        entry.CRC = zlib.crc32(memoryview(ZEROS)[:left], entry.CRC)
    with zipfile.ZipFile(path, "a") as archive:
        entry.header_offset = archive.start_dir
        archive.fp.seek(archive.start_dir)
        archive.fp.write(entry.FileHeader() + packed)
        archive.start_dir = archive.fp.tell()
        archive.filelist.append(entry)
        archive.comment = b"with zeros"  # so that it writes its list of contents anew


def test_very_many_zeros_are_what_an_archive_says_they_are(tmp_path):
    """Its check sum is that of its bytes: a reader finds nothing wrong but the size."""
    np.savez(path := tmp_path / "some.npz", before=np.ones(3))
    of_very_many_zeros(path, "zeros", (5 * 10**6,), "<f8")
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None and len(archive.namelist()) == 2
    with np.load(path) as file:
        assert (file["before"] == 1).all()
        assert file["zeros"].shape == (5 * 10**6,) and not file["zeros"].any()


def without(saved, kind, name, path):
    """Write a whole file but for one array; which is also what reads it."""
    place = {"solution": 0, "river": -2, "sizes": -1}[kind]
    parts = dict(np.load(io.BytesIO(saved[place][0])))
    np.savez_compressed(path, **{key: part for key, part in parts.items() if key != name})
    return "solution" if kind == "river" else kind


@pytest.mark.parametrize(
    ("kind", "name", "type_"),
    [
        ("solution", "plan1", "<f8"),
        ("solution", "ways", "<f8"),
        ("solution", "text", "<U500000000"),
        ("river", "cards1", "<i8"),
        ("sizes", "opening", "<u4"),
        ("sizes", "raises", "<U26"),
    ],
)
def test_an_array_that_is_larger_than_its_game_is_refused_unread(
    kind, name, type_, saved, tmp_path
):
    """Two gigabytes of zeros, in two megabytes: memory would be full before they are looked at."""
    path = tmp_path / "zeros.npz"
    kind = without(saved, kind, name, path)
    shape = () if name == "text" else (2 * 10**9 // np.dtype(type_).itemsize,)
    of_very_many_zeros(path, name, shape, type_)
    assert path.stat().st_size < 3_000_000
    (line,), grown = read_apart(kind, path)
    wanted = f"ValueError path: {path} is no .*: {name}: (.*) bytes given, at most (.*) allowed"
    given, allowed = (int(n.replace(",", "")) for n in re.fullmatch(wanted, line).groups())
    assert given >= 2 * 10**9 and allowed < 7 * 10**7 and grown < 100e6


def test_an_array_whose_header_says_more_than_there_is_takes_no_room(saved, tmp_path):
    path = tmp_path / "header.npz"
    without(saved, "solution", "plan1", path)
    of_zeros(path, "plan1", (10**12,), size=100)
    (line,), grown = read_apart("solution", path)
    assert "plan1: 8,000,000,000,000 bytes given, at most " in line and grown < 100e6


def test_an_array_packed_as_numpy_packs_none_is_not_unpacked(saved, tmp_path):
    without(saved, "solution", "plan1", path := tmp_path / "lzma.npz")
    of_zeros(path, "plan1", (3, 5), 120, zipfile.ZIP_LZMA)
    with pytest.raises(ValueError, match="plan1: compressed in a way that NumPy does not write"):
        solutions.load(path)


def test_a_certificate_is_told_from_a_saved_solution():
    with pytest.raises(ValueError, match="no saved solution: it is JSON, as a certificate is"):
        solutions.load(Path(__file__).with_name("certificate.json"))


@pytest.mark.parametrize("kind", ["solution", "sizes", "plan", "certificate"])
def test_what_holds_nothing_to_read_ends_in_one_line(kind, tmp_path):
    """Without waiting for a pipe's other end, and without reading what never ends."""
    no_zip, no_file = "is no .*: File is not a zip file", "cannot be read: Not a regular file"
    said = {
        Path("/dev/zero"): no_file,
        Path("/dev/full"): no_file,
        tmp_path / "pipe": no_file,
        tmp_path / "folder": no_file,
        tmp_path / "missing": "cannot be read: No such file or directory",
        tmp_path / "empty": no_zip,
        tmp_path / "sparse": no_zip,
        tmp_path / "array.npy": no_zip,
    }
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty").touch()
    (tmp_path / "sparse").touch()
    os.truncate(tmp_path / "sparse", 10**11)
    np.save(tmp_path / "array.npy", np.zeros(3))
    lines, grown = read_apart(kind, *said)
    for line, (path, why) in zip(lines, said.items(), strict=True):
        if kind == "certificate":
            assert line.startswith(f"ValueError {path}: ")
        elif why is no_zip:
            assert re.fullmatch(f"ValueError path: {path} {why}", line)
        else:
            assert line == f"OSError {path} {why}"
    assert grown < 100e6


def test_stored_arrays_are_in_memory_and_no_file_stays_open():
    opened = {*os.listdir("/proc/self/fd")}
    his = data("irving")
    assert {*his} == {"bets", "bb", "alice", "equity", "sb", "bob"}
    assert all(isinstance(array, np.ndarray) for array in his.values())
    kept = [data(path.stem) for path in DATA.glob("*.*") if path.stat().st_size < 300_000]
    assert len(kept) > 20 and {*os.listdir("/proc/self/fd")} == opened


@pytest.mark.parametrize("name", ["s", "s.npy", "s.npz.gz", "npz", ".npz"])
def test_a_solution_is_saved_under_a_name_that_ends_in_npz(name, tmp_path):
    solved = lp.solve(games.Game(deals.kuhn(), betting.kuhn()))
    for made in (solved, any_raise.solve(deal=NUMBERS)):
        with pytest.raises(ValueError, match=f"path: '.*{name}' given, a name that ends in .npz"):
            made.save(tmp_path / name)
    assert not [*tmp_path.iterdir()]
    solved.save(str(tmp_path / "solved.NPZ"))
    assert solutions.load(tmp_path / "solved.NPZ").lower == solved.lower


def test_a_game_that_no_file_would_be_read_of_is_not_saved(tmp_path, monkeypatch):
    solved = lp.solve(games.Game(deals.kuhn(), betting.kuhn()))
    monkeypatch.setattr(solutions, "MAX_TEXT", 300)
    message = "solution: [0-9]{3} characters for deal and tree, at most 300 can be saved"
    with pytest.raises(ValueError, match=message):
        solved.save(tmp_path / "solved.npz")
    assert not [*tmp_path.iterdir()]


# What is no file


@pytest.mark.parametrize("write", [require_writable, lambda path: write_file(path, b"content")])
def test_what_is_no_regular_file_is_not_replaced_by_one(write, tmp_path):
    (tmp_path / "link").symlink_to(os.devnull)
    for path in (tmp_path, tmp_path / "link", Path(os.devnull)):
        with pytest.raises(OSError, match=f"{path} cannot be written: Not a regular file"):
            write(path)
        assert not path.is_file() and path.exists()


@pytest.mark.parametrize("mode", [0o600, 0o664, 0o444])
def test_a_file_that_is_written_again_keeps_its_mode(mode, tmp_path):
    (path := tmp_path / "file").touch()
    path.chmod(mode)
    write_file(path, b"content")
    assert (path.stat().st_mode & 0o777, path.read_bytes()) == (mode, b"content")
