"""pokerlab: computational game theory of heads-up hold'em, the package behind the book.

After ``import pokerlab as pl`` its modules have names such as ``pl.games`` or ``pl.solvers.lp``.
Each is loaded on first use. Seven names are at hand: ``pl.data``, ``pl.Deal``, ``pl.Game``,
``pl.load``, ``pl.Solution``, ``pl.solve`` and ``pl.Tree``, of :mod:`pokerlab.stored`, `deals`,
`games`, `solutions`, `solvers` and `trees`.
"""

from collections.abc import Callable
from importlib import import_module
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pokerlab.deals import Deal as Deal
    from pokerlab.games import Game as Game
    from pokerlab.solutions import Solution as Solution
    from pokerlab.solutions import load as load
    from pokerlab.solvers import solve as solve
    from pokerlab.stored import data as data
    from pokerlab.trees import Tree as Tree

__version__ = "1.0.0"


def _lazy(package: str) -> tuple[Callable[[str], ModuleType], Callable[[], list[str]]]:
    """Make the ``__getattr__`` and ``__dir__`` of a package that loads its modules (PEP 562)."""

    def get(name: str) -> ModuleType:
        if not name.startswith("_"):
            try:
                return import_module(f"{package}.{name}")
            except ModuleNotFoundError as error:
                if error.name != f"{package}.{name}":
                    raise
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def names() -> list[str]:
        from pkgutil import iter_modules

        modules = [name for _, name, _ in iter_modules(import_module(package).__path__)]
        return [name for name in modules if not name.startswith("_")]

    return get, names


_get, _names = _lazy(__name__)
_AT_HAND = {"Deal": "deals", "Game": "games", "Solution": "solutions", "Tree": "trees"}
_AT_HAND |= {"data": "stored", "load": "solutions", "solve": "solvers"}


def __getattr__(name: str) -> ModuleType:
    if name in _AT_HAND:
        return getattr(import_module(f"{__name__}.{_AT_HAND[name]}"), name)
    return _get(name)


def __dir__() -> list[str]:
    return [*_names(), *_AT_HAND]
