"""What cannot be converted, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from inlay_runtime.errors import InlayError
from inlay_runtime.public_home import public_in

A = TypeVar("A")
B = TypeVar("B")


@public_in("inlay.errors")
class ConversionError(InlayError):
    """A footer that one of the schemas cannot express; `path` names the value."""

    def __init__(self, reason: str, path: str = "") -> None:
        super().__init__(reason, path)
        self.reason = reason
        self.path = path

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}" if self.path else self.reason

    def under(self, step: str) -> None:
        """Puts a step in front of the path."""
        dot = "." if self.path and not self.path.startswith("[") else ""
        self.path = f"{step}{dot}{self.path}"


class TooLongError(ConversionError, ValueError):
    """A footer of more bytes than are converted: of a value, a design says that it has no place for it."""


@public_in("inlay.errors")
class EditScriptError(ConversionError):
    """A remainder that is damaged, or made for another base."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason, "remainder")


def convert_each(name: str, values: Iterable[A], convert: Callable[[A], B]) -> list[B]:
    """The values converted; an error says which of them it was."""
    converted: list[B] = []
    for value in values:
        try:
            converted.append(convert(value))
        except ConversionError as error:
            error.under(f"{name}[{len(converted)}]")
            raise
    return converted


def absent(path: str) -> ConversionError:
    """For a slot that Thrift requires."""
    return ConversionError("required in Thrift, and absent here", path)


def require_present(value: A | None, path: str) -> A:
    """The value of a slot that Thrift requires."""
    if value is None:
        raise absent(path)
    return value
