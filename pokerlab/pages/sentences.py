"""The numbers that a page's sentences quote, and a check of them where the notebook is changed.

The book is built with MyST-NB, whose `glue` hands a cell's value to a sentence. Where a notebook
runs without it, as in Colab, there is no page to hand anything to, and `glue` does nothing.

In the book's own notebooks the claims of a page are assertions: if one fails, the page is wrong,
and the run ends. Whoever downloads a notebook changes its numbers, and then a sentence may well be
true no longer. Under ``%%sentences`` the same assertions say so, each in a line, and the run goes
on.

In a notebook, ``%load_ext pokerlab.pages.sentences`` makes the magic known.
"""

import ast
import importlib.util
import sys
from functools import partial
from typing import Any

__all__ = ["glue", "load_ipython_extension", "print_failure", "run"]

# What a notebook's namespace calls `print_failure`. It stays there: a function that a cell of
# assertions defines may be called later.
_PRINT_FAILURE = "_pokerlab_print_failure"
#: The lines that the cell has printed, each only once, however often a loop comes by.
_printed: set[str] = set()


def glue(name: str, value: Any, display: bool = True) -> None:
    """Hand a value to the sentences of the page; where there is no MyST-NB, do nothing.

    Parameters
    ----------
    name : str
        By which a sentence quotes it, as ``{glue:text}`` followed by the name.
    value : object
        What it shows.
    display : bool
        Whether the cell shows it, too.
    """
    if importlib.util.find_spec("myst_nb"):
        from myst_nb.ext.glue import glue as hand_over

        hand_over(name, value, display)


class _CatchFailures(ast.NodeTransformer):
    """Wraps each assertion, so that its failure is printed and the run goes on."""

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        """Return a ``try`` around an assertion, which calls `print_failure` with its code."""
        call = f"{_PRINT_FAILURE}({ast.unparse(node.test)!r})"
        handler = ast.ExceptHandler(ast.Name("Exception", ast.Load()), None, ast.parse(call).body)
        wrapped = ast.Try(body=[node], handlers=[handler], orelse=[], finalbody=[])
        return ast.fix_missing_locations(ast.copy_location(wrapped, node))


def print_failure(code: str) -> None:
    """Print which sentence fails, while the exception is being handled.

    An assertion's message is the sentence; without one, its code is printed.
    """
    error = sys.exception()
    if isinstance(error, AssertionError):
        sentence = f"“{error.args[0]}”" if error.args else code
        line = f"No longer true with these numbers: {sentence}"
    else:
        reason = f"{type(error).__name__}: {error}"
        line = f"Cannot be checked with these numbers: {code} ({reason})"
    if line not in _printed:
        _printed.add(line)
        print(line)


def run(shell: Any, line: str, cell: str) -> None:
    """Run a cell of assertions in the notebook's namespace; print which fail.

    Parameters
    ----------
    shell : IPython.core.interactiveshell.InteractiveShell
        The notebook's.
    line : str
        The rest of the magic's line, which is not used.
    cell : str
        The code. If a statement fails in any other way, a line says so, too.
    """
    _printed.clear()
    filename = shell.compile.cache(cell)
    shell.user_ns[_PRINT_FAILURE] = print_failure
    for statement in ast.parse(cell).body:
        wrapped = ast.Module([_CatchFailures().visit(statement)], type_ignores=[])
        try:
            exec(compile(wrapped, filename, "exec"), shell.user_ns)
        except Exception:
            first_line = ast.unparse(statement).splitlines()[0]
            print_failure(first_line)


def load_ipython_extension(shell: Any) -> None:
    """Make the magic known; IPython calls this."""
    shell.register_magic_function(partial(run, shell), "cell", "sentences")
