"""The fields of Arrow's schemas and structs with types: pyarrow's stubs leave open what the type of a field is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import pyarrow as pa

Field: TypeAlias = "pa.Field[pa.DataType]"


class _Fields(Protocol):
    """A `pyarrow.Schema` or `pyarrow.StructType`."""

    def __iter__(self) -> Iterator[Field]: ...

    def field(self, at: int | str, /) -> Field: ...


def fields_in(fields: _Fields) -> list[Field]:
    """In their order."""
    return list(fields)


def field_in(fields: _Fields, at: int | str) -> Field:
    """By number or name. Raises KeyError for a name that is not there once."""
    return fields.field(at)
