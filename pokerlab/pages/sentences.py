"""The cell magic by which a downloaded notebook checks its page's sentences, and stops nobody.

In the book's own notebooks the claims of a page are assertions: if one fails, the page is wrong,
and the run ends. Whoever downloads a notebook changes its numbers, and then a sentence may well be
true no longer. Under ``%%sentences`` the same assertions say so, each in a line, and the run goes
on.

In a notebook, ``%load_ext pokerlab.pages.sentences`` makes the magic known.
"""

import ast
import sys
from functools import partial
from typing import Any

_printed: set[str] = set()  #: What the cell has said, once also for a loop's many turns.


class _Softening(ast.NodeTransformer):
    """Puts in the place of each assertion one whose failure is told."""

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        """Wrap it: what fails calls `tell` with the assertion's own code."""
        call = f"__import__({__name__!r}, fromlist=['tell']).tell({ast.unparse(node.test)!r})"
        told = ast.ExceptHandler(ast.Name("Exception", ast.Load()), None, ast.parse(call).body)
        wrapped = ast.Try(body=[node], handlers=[told], orelse=[], finalbody=[])
        return ast.fix_missing_locations(ast.copy_location(wrapped, node))


def tell(code: str) -> None:
    """Print which sentence an exception speaks of, the one that is being handled.

    An assertion's message is the sentence; without one, the code says what was asserted.
    """
    error = sys.exception()
    if isinstance(error, AssertionError):
        sentence = f"“{error.args[0]}”" if error.args else code
        line = f"No longer true with these numbers: {sentence}"
    else:
        what = f"{type(error).__name__}: {error}"
        line = f"Cannot be checked with these numbers: {code} ({what})"
    if line not in _printed:
        _printed.add(line)
        print(line)


def run(shell: Any, line: str, cell: str) -> None:
    """Run a cell of assertions in the notebook's namespace; say which fail.

    Parameters
    ----------
    shell : IPython.core.interactiveshell.InteractiveShell
        The notebook's.
    line : str
        The rest of the magic's line, which is not used.
    cell : str
        The code. A statement that fails in any other way is told in a line, too.
    """
    _printed.clear()
    name = shell.compile.cache(cell)
    for statement in ast.parse(cell).body:
        softened = ast.Module([_Softening().visit(statement)], type_ignores=[])
        try:
            exec(compile(softened, name, "exec"), shell.user_ns)
        except Exception:
            tell(ast.unparse(statement).splitlines()[0])


def load_ipython_extension(shell: Any) -> None:
    """Make the magic known; IPython calls this."""
    shell.register_magic_function(partial(run, shell), "cell", "sentences")
