"""Under ``%%sentences`` an assertion that fails is told, and nothing stops."""

import pytest
from IPython.core.interactiveshell import InteractiveShell

from pokerlab.pages import sentences

CELL = """
kept = 3
assert stack == 10, "the stack is ten"
assert len(hands) == 169
for chips in range(stack):
    assert chips < 2, "he has one chip or none"
    assert 1 / chips, "a share"
worst = min(losses)
def later():
    assert stack == 10, f"with {stack}"
    return kept
"""
TOLD = """\
No longer true with these numbers: “the stack is ten”
Cannot be checked with these numbers: len(hands) == 169 (NameError: name 'hands' is not defined)
Cannot be checked with these numbers: 1 / chips (ZeroDivisionError: division by zero)
No longer true with these numbers: “he has one chip or none”
Cannot be checked with these numbers: worst = min(losses) (NameError: name 'losses' is not defined)
"""


@pytest.fixture
def shell():
    shell = InteractiveShell()
    sentences.load_ipython_extension(shell)
    return shell


def run(shell, code):
    """What running a cell prints; a RuntimeError, if it stops."""
    done = shell.run_cell(code)
    if not done.success:
        raise RuntimeError(done.error_in_exec)


def test_what_fails_is_told_once_and_the_rest_is_done(shell, capsys):
    run(shell, "stack = 5")
    run(shell, f"%%sentences{CELL}")
    assert capsys.readouterr().out == TOLD
    assert shell.user_ns["kept"] == 3
    run(shell, "assert later() == 3")
    assert capsys.readouterr().out == "No longer true with these numbers: “with 5”\n"


def test_without_it_the_same_cell_stops(shell, capsys):
    run(shell, "stack = 5")
    with pytest.raises(RuntimeError, match="the stack is ten"):
        run(shell, CELL)


def test_what_holds_is_passed_over_in_silence(shell, capsys):
    run(shell, "stack, hands, losses = 0, range(169), [1]\ndef later(): pass")
    run(shell, f"%%sentences{CELL}".replace("stack == 10", "stack == 0"))
    run(shell, "assert later() == 3 and worst == 1")
    assert capsys.readouterr().out == ""


def test_a_cell_that_is_told_again_tells_again(shell, capsys):
    for _ in range(2):
        run(shell, "%%sentences\nassert 1 > 2")
    assert capsys.readouterr().out == "No longer true with these numbers: 1 > 2\n" * 2
