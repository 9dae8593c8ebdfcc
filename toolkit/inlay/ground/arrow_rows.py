"""Arrow's arrays and rows with types: pyarrow's stubs leave open what its arrays hold, and take no part of an array for known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol, Self, TypeAlias, TypeVar, cast, overload

import pyarrow as pa

from inlay.ground.arrow_fields import Field

Array: TypeAlias = "pa.Array[Any]"
ChunkedArray: TypeAlias = "pa.ChunkedArray[Any]"


class _Rows(Protocol):
    def column(self, at: int | str, /) -> Array | ChunkedArray: ...

    def set_column(self, at: int, field: Field, column: Any, /) -> Self: ...


class _Parent(Protocol):
    def field(self, at: int | str, /) -> Array: ...


class _Lists(Protocol):
    @property
    def values(self) -> Array: ...


class _Structs(Protocol):
    def from_arrays(
        self, arrays: Sequence[Array], /, *, fields: list[Field], mask: Array | None = None
    ) -> pa.StructArray: ...


class _ListArrays(Protocol):
    def from_arrays(self, offsets: Array, values: Array, /) -> Array: ...


class _Dictionaries(Protocol):
    def from_arrays(self, indices: Array, words: Array, /) -> Array: ...


class _Batches(Protocol):
    def from_arrays(self, arrays: list[Array], /, *, schema: pa.Schema) -> pa.RecordBatch: ...


class _Extensions(Protocol):
    def from_storage(self, type_: pa.BaseExtensionType, storage: Array, /) -> Array: ...


Rows = TypeVar("Rows", bound=_Rows)
"""A `pyarrow.Table` or a `pyarrow.RecordBatch`."""

_STRUCTS: Final = cast("_Structs", pa.StructArray)
_LISTS: Final = cast("_ListArrays", pa.ListArray)
_DICTIONARIES: Final = cast("_Dictionaries", pa.DictionaryArray)
_BATCHES: Final = cast("_Batches", pa.RecordBatch)
_EXTENSIONS: Final = cast("_Extensions", pa.ExtensionArray)


@overload
def column_in(rows: pa.RecordBatch, at: int | str) -> Array: ...
@overload
def column_in(rows: pa.Table, at: int | str) -> ChunkedArray: ...
def column_in(rows: _Rows, at: int | str) -> Array | ChunkedArray:
    """By number or name. Raises KeyError for a name that is not there once."""
    return rows.column(at)


def replace_column(rows: Rows, at: int, field: Field, column: Array | ChunkedArray) -> Rows:
    return rows.set_column(at, field, column)


def child_of(struct: _Parent, at: int | str) -> Array:
    """A column of a `pyarrow.StructArray`, by number or name."""
    return struct.field(at)


def children_of(struct: pa.StructArray) -> list[Array]:
    """All of them, in their order."""
    return [child_of(struct, at) for at in range(struct.type.num_fields)]


def bytes_in(array: Array, at: int) -> bytes:
    """A value of a `pyarrow.BinaryArray` that is not null, copied once: a scalar of it is another copy. The array is a valid one."""
    _, offsets, data = array.buffers()
    ends = memoryview(cast("Any", offsets)).cast("i")
    first = array.offset + at
    return bytes(memoryview(cast("Any", data))[ends[first] : ends[first + 1]])


def items_of(lists: _Lists) -> Array:
    """The elements of all lists, one after the other."""
    return lists.values


def make_struct(
    children: Sequence[Array], fields: Sequence[Field], mask: Array | None = None
) -> pa.StructArray:
    """A struct of these columns, which is null where the mask is true."""
    return _STRUCTS.from_arrays(children, fields=list(fields), mask=mask)


def make_lists(offsets: Array, items: Array) -> Array:
    """A list from each of the offsets to the next one, which are int32."""
    return _LISTS.from_arrays(offsets, items)


def make_dictionary(indices: Array, words: Array) -> Array:
    return _DICTIONARIES.from_arrays(indices, words)


def make_batch(columns: list[Array], schema: pa.Schema) -> pa.RecordBatch:
    return _BATCHES.from_arrays(columns, schema=schema)


def wrap_storage(type_: pa.BaseExtensionType, storage: Array) -> Array:
    """An array of an extension type."""
    return _EXTENSIONS.from_storage(type_, storage)
