"""Where users find a class: what they read of it is the name that they import it by, and not the room that it is written in."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as in `lazy_names`: this is imported with every error
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    C = TypeVar("C", bound=type)


def public_in(door: str) -> Callable[[C], C]:
    """A decorator: `help`, `repr`, tracebacks and pickles name the `door`, a module of lazy names that has the class.

    `inspect.getsource` looks into that module and finds nothing, as for classes of pandas and httpx, which do the same.
    """
    import_module(
        door
    )  # cloudpickle takes a class of a module that is not imported for one of the caller's own

    def place(cls: C) -> C:
        cls.__module__ = door
        return cls

    return place
