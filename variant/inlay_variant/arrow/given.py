"""What functions of columns are given: an array, a column of a table, or a table, of pyarrow or of whoever speaks its C interface.

`docs/variant_columns.md` has the table of functions and carriers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias, TypeVar, cast, overload

import pyarrow as pa

from inlay_variant.arrow import kernels
from inlay_variant.arrow.decoded import Guess, has_columns_of_variant, with_variants_typed
from inlay_variant.arrow.nested_columns import (
    gather_variants,
    list_variant_paths,
    make_empty,
    map_variants,
)
from inlay_variant.arrow.nested_types import holds_variants
from inlay_variant.arrow.variant_type import VariantArray, wrap
from inlay_variant.storage.arrow_classes import Array, ChunkedArray
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.value.errors import StorageError, counting_from
from inlay_variant.value.limits import DEFAULT_LIMITS


class ArrowStream(Protocol):
    """Columns and frames of pandas and Polars, relations of DuckDB, readers."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class ArrowArray(Protocol):
    """Arrays of whatever library."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> object: ...


Given: TypeAlias = "Array | ChunkedArray | pa.RecordBatch | pa.Table | ArrowStream | ArrowArray"
"""Variants, in whatever carries them."""

Carried: TypeAlias = "Array | ChunkedArray | pa.RecordBatch | pa.Table"
"""The same in a class of pyarrow."""

Rows = TypeVar("Rows", bound="Array | ChunkedArray | pa.RecordBatch | pa.Table")


@overload
def decoded(given: Rows) -> Rows: ...
@overload
def decoded(given: Given) -> Carried: ...
def decoded(given: Given) -> Carried:
    """What is given as an array, a column, a batch or a table of pyarrow, in which all Variants have their type, nested ones too:
    `as_py`, `to_pylist` and `to_pandas` give values then. Nothing is copied.

    A struct is taken for a Variant if its field is called `arrow.parquet.variant`, or if it has just the columns of one, rows, and a
    whole dictionary as the metadata of each. A reader is read to its end. Raises StorageError for what is not Arrow, or is called a Variant and is none.
    """
    return with_variants_typed(as_carried(given))


def as_carried(given: object) -> Carried:
    """What is given, in a class of pyarrow. Raises StorageError for what is not Arrow."""
    if isinstance(given, pa.Array | pa.ChunkedArray | pa.RecordBatch | pa.Table):
        return given
    if isinstance(given, pa.RecordBatchReader):
        return given.read_all()
    column: Any
    try:
        if hasattr(given, "__arrow_c_stream__"):
            column = cast(Any, pa.chunked_array)(given)
        elif hasattr(given, "__arrow_c_array__"):
            column = cast(Any, pa.array)(given)
        else:
            raise _not_variants(type(given).__name__)
    except (pa.ArrowException, TypeError, ValueError) as error:
        raise _not_variants(f"{type(given).__name__}, which is not Arrow: {error}") from None
    if pa.types.is_struct(column.type) and not has_columns_of_variant(column.type):
        # The stream of a frame is one of structs, as that of a column of structs is.
        from_struct = pa.Table if isinstance(column, pa.ChunkedArray) else pa.RecordBatch
        return cast(Carried, cast(Any, from_struct).from_struct_array(column))
    return cast(Carried, column)


def is_arrow(given: object) -> bool:
    """Whether something is an array, a column or a table of Arrow, whoever's it is."""
    return hasattr(given, "__arrow_c_stream__") or hasattr(given, "__arrow_c_array__")


def as_only_column(given: object) -> Array | ChunkedArray:
    """The array or column that is given, or the column of a table that has no other, of any type. Raises StorageError."""
    carried = as_carried(given)
    if isinstance(carried, pa.Array | pa.ChunkedArray):
        return carried
    if carried.num_columns != 1:
        raise StorageError("table", f"one column is needed, not a table of {carried.num_columns}")
    return carried.column(0)


def as_table(given: object) -> pa.Table:
    """What is given as a table, in which what is called a Variant has the type; nothing is guessed, so that no schema depends on
    rows. Raises StorageError for what is not a table, or is called a Variant and is none.
    """
    carried = with_variants_typed(as_carried(given), Guess.NOTHING)
    if isinstance(carried, pa.Array | pa.ChunkedArray):
        raise StorageError("table", f"a table is needed, not a column of {carried.type}")
    if isinstance(carried, pa.RecordBatch):
        return pa.Table.from_batches([carried])
    return carried


def as_column(given: object) -> Array | ChunkedArray:
    """The array or column that is given, or the only column of a table that has Variants, with their type.

    An array or column without any value needs just the columns of a Variant: there is nothing that could be something else.
    Raises StorageError for what has no Variants, and for a table with several columns of them.
    """
    carried = as_carried(given)
    if isinstance(carried, pa.Array | pa.ChunkedArray):
        carried = with_variants_typed(carried, Guess.WITHOUT_ROWS)
        if not holds_variants(carried.type):
            raise _not_variants(str(carried.type))
        return carried
    table = with_variants_typed(carried)
    return table.column(find_column(table))


def find_column(table: pa.Table | pa.RecordBatch) -> int:
    """The place of the only column that holds Variants. Raises StorageError unless there is one."""
    places = list_columns(table.schema)
    if len(places) != 1:
        names = ", ".join(repr(table.schema.field(place).name) for place in places)
        raise StorageError(
            "table",
            (
                f"a table with one column of Variants is needed, and it has {names}: take one of them"
                if places
                else "a table with a column of Variants is needed, and it has none"
            ),
        )
    return places[0]


def list_columns(schema: pa.Schema) -> list[int]:
    """The places of the columns that hold Variants."""
    return [index for index, field in enumerate(schema) if holds_variants(field.type)]


def as_chunks(given: object) -> list[Array]:
    """The arrays that a column consists of; one without rows where there is none. Raises StorageError as `as_column` does."""
    column = as_column(given)
    if isinstance(column, pa.Array):
        return [column]
    chunks: list[Any] = column.chunks or [make_empty(column.type)]
    return chunks


def map_chunks(given: object, work: Callable[[VariantArray], Array]) -> list[Array]:
    """What becomes of the Variants of each array; errors of rows count from the first one. Raises StorageError."""
    results: list[Array] = []
    first = 0
    for chunk in as_chunks(given):
        with counting_from(first):
            results.append(map_variants(chunk, "$", lambda variants, _: work(variants)))
        first += len(chunk)
    return results


def of_chunks(given: object, work: Callable[[VariantArray], Array]) -> Array | ChunkedArray:
    """An array of an array or a batch, and a column of a column or a table, with what becomes of the Variants in their place.

    Raises StorageError.
    """
    column = as_column(given)
    results = map_chunks(column, work)
    if isinstance(column, pa.Array):
        return results[0]
    return cast(ChunkedArray, cast(Any, pa.chunked_array)(results, results[0].type))


def of_rows(given: object, work: Callable[[VariantArray], Array], *, only: bool) -> Carried:
    """As `of_chunks`, but a batch of a batch and a table of a table: of the `only` column with Variants, or of all."""
    carried = decoded(cast(Given, given))
    if isinstance(carried, pa.Array | pa.ChunkedArray):
        return of_chunks(carried, work)
    rows: Any = carried
    for index in [find_column(carried)] if only else list_columns(carried.schema):
        column = of_chunks(rows.column(index), work)
        rows = rows.set_column(index, rows.schema.field(index).with_type(column.type), column)
    return cast(Carried, rows)


def walk_variants(given: object, work: Callable[[VariantArray], object]) -> None:
    """Shows `work` all Variants, of all columns of a table. Errors of rows count from its first one. Raises StorageError."""

    def look(variants: VariantArray) -> Array:
        work(variants)
        return variants

    of_rows(given, look, only=False)


def join_chunks(given: object) -> VariantArray:
    """All Variants of a column as one array. Raises StorageError."""
    column = as_column(given)
    places = list_variant_paths(column.type, "$")
    if len(places) > 1:
        paths = ", ".join(path for path, _ in places)
        raise StorageError("array", f"Variants in one place are needed, and they are in {paths}")
    chunks = [variants for chunk in as_chunks(column) for variants in gather_variants(chunk)]
    if len(chunks) == 1:
        return chunks[0]
    return wrap(pa.concat_arrays([chunk.storage for chunk in chunks]))


def to_python(given: Given, *, tolerant: bool = False) -> list[object]:
    """Each row as a Python value, and the rows of a table as dicts; a null row and a Variant null are both None. `tolerant` as
    `unshred` has it.

    Raises StorageError, and what `unshred` and `decode` raise.
    """
    carried: Any = decoded(given)
    if tolerant:
        carried = of_rows(carried, _put_in_order, only=False)
    if isinstance(carried, pa.Array | pa.ChunkedArray):
        as_column(carried)
    rows: list[object] = []
    if isinstance(carried, pa.ChunkedArray):
        for chunk in carried.chunks:
            with counting_from(len(rows)):
                rows += chunk.to_pylist()
        return rows
    return cast("list[object]", carried.to_pylist())


def _put_in_order(variants: VariantArray) -> VariantArray:
    group = variants.shape
    storage = normalize_storage(variants.storage, group)
    return wrap(kernels.unshred(storage, group, DEFAULT_LIMITS, tolerant=True))


def _not_variants(what: str) -> StorageError:
    return StorageError("array", f"an array or a column of Variants is needed, not {what}")
