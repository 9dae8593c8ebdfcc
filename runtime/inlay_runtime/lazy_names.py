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
    from collections.abc import Callable, Mapping


def lazy_names(
    module: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a module. A name that has been used is an ordinary one from then on. What is public is listed, for
    whoever completes names, and what Python itself puts into a module.

    Raises AttributeError for names that neither `homes` nor the module has.
    """
    places = {
        ours or name: (home, name)
        for home, names in homes.items()
        for name, _, ours in (each.partition(":") for each in names.split())
    }
    namespace = vars(sys.modules[module])

    def get_lazily(name: str) -> object:
        if name not in places:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        from importlib import import_module

        home, attribute = places[name]
        value: object = getattr(import_module(home), attribute)
        namespace[name] = value
        return value

    def list_names() -> list[str]:
        public: list[str] = namespace["__all__"]
        return sorted({*public, *(name for name in namespace if name.startswith("__"))})

    return get_lazily, list_names
