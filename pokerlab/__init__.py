"""pokerlab: computational game theory of heads-up hold'em, the package behind the book.

After ``import pokerlab as pl`` its modules have names such as ``pl.games`` or ``pl.solvers.lp``.
Each is loaded on first use. Five names are at hand: ``pl.data``, ``pl.Deal``, ``pl.Game``,
``pl.load`` and ``pl.solve``, of :mod:`pokerlab.stored`, `deals`, `games`, `solutions`, `solvers`.
"""

from collections.abc import Callable
from importlib import import_module
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pokerlab.deals import Deal as Deal
    from pokerlab.games import Game as Game
    from pokerlab.solutions import load as load
    from pokerlab.solvers import solve as solve
    from pokerlab.stored import data as data

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
_AT_HAND = {"Deal": "deals", "Game": "games", "load": "solutions", "solve": "solvers"}
_AT_HAND["data"] = "stored"


def __getattr__(name: str) -> ModuleType:
    if name in _AT_HAND:
        return getattr(import_module(f"{__name__}.{_AT_HAND[name]}"), name)
    return _get(name)


def __dir__() -> list[str]:
    return [*_names(), *_AT_HAND]
