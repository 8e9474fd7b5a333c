"""Modules that are loaded when they are first asked for, and packages that may be missing.

An extra of ``pyproject.toml`` installs these packages.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

__all__ = ["import_optional", "lazy_modules"]


def lazy_modules(package: str) -> tuple[Callable[[str], ModuleType], Callable[[], list[str]]]:
    """Make the ``__getattr__`` and the ``__dir__`` of a package, given its name.

    The first loads a public module of the package, and the second lists all of them (PEP 562).
    Another name is an AttributeError.
    """

    def load_module(name: str) -> ModuleType:
        if not name.startswith("_") and find_spec(f"{package}.{name}") is not None:
            return import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def list_modules() -> list[str]:
        from pkgutil import iter_modules

        names = [module.name for module in iter_modules(import_module(package).__path__)]
        return [name for name in names if not name.startswith("_")]

    return load_module, list_modules


def import_optional(module: str, extra: str) -> ModuleType:
    """Import a package that an extra of ``pyproject.toml`` installs.

    If it is missing, the ModuleNotFoundError says how to get it.

    Examples
    --------
    >>> import_optional("nonsense", "convex")
    Traceback (most recent call last):
    ModuleNotFoundError: this needs nonsense: pip install "pokerlab[convex]"
    """
    package = module.partition(".")[0]
    if find_spec(package) is None:
        raise ModuleNotFoundError(f'this needs {module}: pip install "pokerlab[{extra}]"')
    return import_module(module)
