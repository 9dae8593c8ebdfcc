"""What goes wrong with columns of Variants. Errors of single values are those of the runtime.

row 17: $.location.latitude: value and typed_value are both there
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from copy import copy
from typing import Self

from inlay_runtime.errors import DecodeError, EncodeError, InlayError


class RowError(InlayError):
    """A row of a column that breaks a rule; `path` leads to the place in its Variant."""

    def __init__(self, row: int, path: str, reason: str) -> None:
        super().__init__(row, path, reason)
        self.row = row
        self.path = path
        self.reason = reason

    def moved(self, row: int, path: str | None = None) -> Self:
        """The same error of another row, and of another path if one is given."""
        other = copy(self)
        other.row = row
        other.path = self.path if path is None else path
        other.args = (other.row, other.path, other.reason)  # which `repr` and copies are made of
        return other

    def __str__(self) -> str:
        return f"row {self.row}: {self.path}: {self.reason}"


class DamagedRowError(RowError):
    """A row whose bytes are not a Variant or not a geometry, or whose text is not JSON."""


class ShreddingError(RowError):
    """A row whose `value` and `typed_value` columns contradict each other or the specification."""


class CastError(RowError):
    """A row whose value has another type than the one asked for: `kind` says which (`a string`), `wanted` is the Arrow type."""

    def __init__(
        self, row: int, path: str, reason: str, kind: str = "", wanted: object = None
    ) -> None:
        super().__init__(row, path, reason)
        self.kind = kind
        self.wanted = wanted


class EditError(RowError):
    """A row that cannot be edited so: the field is there already, the path leads into a value of another type, or the result
    would be too deep or too large."""


class StorageError(InlayError):
    """A storage type that is none of a Variant; `path` names the field, `rule` what it breaks."""

    def __init__(self, path: str, rule: str) -> None:
        super().__init__(path, rule)
        self.path = path
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.path}: {self.rule}"


class VariantWarning(UserWarning):
    """A column of Variants that is not as the specifications want it, and is read nevertheless."""


@contextmanager
def counting_from(first: int) -> Generator[None]:
    """Errors of rows of a part of a column become errors of the rows of the whole."""
    try:
        yield
    except RowError as error:
        raise error.moved(error.row + first) from None


def damaged(row: int, error: DecodeError | EncodeError, prefix: str = "$") -> DamagedRowError:
    """The error of one value as the error of its row; `prefix` is where the value stands in it."""
    path = prefix + error.path.removeprefix("$")
    offset = f", at offset {error.offset}" if isinstance(error, DecodeError) else ""
    return DamagedRowError(row, path, error.reason + offset)
