"""pokerlab: computational game theory of heads-up hold'em, the package behind the book.

After ``import pokerlab as pl`` its modules have names such as ``pl.games`` or ``pl.solvers.lp``.
What most programs begin with has a short name, too: ``pl.Game`` is ``pl.games.Game``. A module is
loaded on first use. ``dir(pl)`` lists the short names, and the modules with names that stay until
2.0.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pokerlab._support.loading import lazy_modules

if TYPE_CHECKING:  # what `__getattr__` returns, for type checkers and editors
    from pokerlab.deals import Deal as Deal
    from pokerlab.games import Game as Game
    from pokerlab.solutions import Solution as Solution
    from pokerlab.solutions import load as load
    from pokerlab.solvers import solve as solve
    from pokerlab.stored import data as data
    from pokerlab.trees import Tree as Tree

__all__ = ["Deal", "Game", "Solution", "Tree", "data", "load", "solve"]

__version__ = "1.0.0"

# The modules with names that promise to stay, as `tests/stable.txt` lists them.
_STABLE_MODULES = [
    "betting",
    "brackets",
    "cards",
    "certificates",
    "charts",
    "check",
    "deals",
    "efg",
    "equities",
    "equity_table",
    "evaluator",
    "games",
    "ranges",
    "sheets",
    "solutions",
    "solvers",
    "stacks",
    "stochastic",
    "stored",
    "studies",
    "sweeps",
    "trees",
]
# The module of each short name.
_MODULE_OF = {
    "Deal": "deals",
    "Game": "games",
    "Solution": "solutions",
    "Tree": "trees",
    "data": "stored",
    "load": "solutions",
    "solve": "solvers",
}
_load_module, _ = lazy_modules(__name__)


def __getattr__(name: str) -> Any:
    if name in _MODULE_OF:
        return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    return _load_module(name)


def __dir__() -> list[str]:
    return [*_STABLE_MODULES, *__all__]
