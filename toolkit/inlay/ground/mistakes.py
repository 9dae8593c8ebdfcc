"""What was asked for does not fit a file that is fine: errors about the request, not about the file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from inlay_runtime.errors import ExtensionError, RequestError
from inlay_runtime.public_home import public_in

__all__ = [
    "AmbiguousExtensionError",
    "NamesError",
    "NoExtensionError",
    "RequestError",
    "refuse_string",
    "require_names",
]


@public_in("inlay.errors")
class AmbiguousExtensionError(ExtensionError, RequestError):
    """There are several extensions, and nobody said which one."""


@public_in("inlay.errors")
class NoExtensionError(ExtensionError):
    """The extension that was asked for is not there."""


@public_in("inlay.errors")
class NamesError(RequestError, ValueError):
    """Something else stands where a list of names is meant: one string, whose letters would be taken for names, or no text."""


def require_names(names: Iterable[str], parameter: str = "columns") -> list[str]:
    """The names as a list. Raises NamesError, which says what to write."""
    given = cast(
        object, names
    )  # what callers without a type checker pass, and a string is a sequence of strings
    refuse_string(given, parameter)
    if not isinstance(given, Iterable):
        raise NamesError(f"{parameter}={given!r}: a list of names is meant")
    listed = list(cast("Iterable[object]", given))
    for name in listed:
        if not isinstance(name, str):
            raise NamesError(f"{parameter}: a list of names is meant, and {name!r} is not a name")
    return cast("list[str]", listed)


def refuse_string(given: object, parameter: str) -> None:
    """Raises NamesError for one string, whose letters would be taken for names, or its parts for it."""
    if isinstance(given, str | bytes):
        what = f"say {parameter}=[{given!r}]: a list of names is meant, not one string"
        if parameter == "allow":
            what = f"say allow={{{given!r}}}: a set of names is meant, not one string"
        raise NamesError(what)
