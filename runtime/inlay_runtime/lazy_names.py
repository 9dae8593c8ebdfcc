"""Names of a module that are imported when they are first used, so that nobody pays for more than is needed.

A module says where its names live, by module, in two lines below its `__all__`:

    if not TYPE_CHECKING:
        __getattr__, __dir__ = lazy_names(__name__, {"package.module": "name another its_name:our_name"})

Type checkers see the same names as imports under `if TYPE_CHECKING:`. This module imports nothing, not even `typing`: it is
imported whenever Python starts a command of ours.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


def lazy_names(
    module: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a module. A name that has been used is an ordinary one from then on. What is public is listed, for
    whoever completes names, and what Python itself puts into a module.

    Raises AttributeError for names that neither `homes` nor the module has, with the nearest.
    """
    places = {
        ours or name: (home, name)
        for home, names in homes.items()
        for name, _, ours in (each.partition(":") for each in names.split())
    }
    namespace = vars(sys.modules[module])

    def get_lazily(name: str) -> object:
        if name not in places:
            raise AttributeError(_describe_absent(module, name, places), name=name)
        from importlib import import_module

        home, attribute = places[name]
        value: object = getattr(import_module(home), attribute)
        if isinstance(value, _Function) and f"{value.__module__}.".startswith(f"{home}."):
            value.__module__ = (
                module  # where `help` says that it is; of two such modules, the first
            )
        namespace[name] = value
        return value

    def list_names() -> list[str]:
        public: list[str] = namespace["__all__"]
        return sorted({*public, *(name for name in namespace if name.startswith("__"))})

    return get_lazily, list_names


_Function = type(lazy_names)


def _describe_absent(module: str, name: str, known: Iterable[str]) -> str:
    said = f"module {module!r} has no attribute {name!r}"
    if name.startswith("_"):  # Python and notebooks ask for those
        return said
    from difflib import get_close_matches

    close = get_close_matches(name, known, n=1)
    return f"{said}; did you mean {close[0]!r}?" if close else said
