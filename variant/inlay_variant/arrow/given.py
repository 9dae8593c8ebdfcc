"""What functions of columns are given: an array, or the chunks of a column of a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import pyarrow as pa

from inlay_variant.arrow.variant_type import VariantArray, VariantType, wrap
from inlay_variant.storage.arrow_classes import Array, ChunkedArray
from inlay_variant.value.errors import StorageError, counting_from

Given: TypeAlias = "VariantArray | ChunkedArray"
"""Variants: an array, or the column of a table."""

Result = TypeVar("Result")


def as_chunks(given: object) -> list[VariantArray]:
    """The arrays that it consists of; one without rows where there is none. Raises StorageError for what is no Variants."""
    if isinstance(given, VariantArray):
        return [given]
    if isinstance(given, pa.ChunkedArray) and isinstance(given.type, VariantType):
        chunks: list[Any] = given.chunks or [pa.nulls(0, given.type)]  # of UUIDs too
        return chunks
    what = given.type if isinstance(given, pa.Array | pa.ChunkedArray) else type(given).__name__
    raise StorageError("array", f"an array or a column of Variants is needed, not {what}")


def map_chunks(given: object, work: Callable[[VariantArray], Result]) -> list[Result]:
    """The results of the arrays; errors of rows count from the first one. Raises StorageError."""
    results: list[Result] = []
    first = 0
    for chunk in as_chunks(given):
        with counting_from(first):
            results.append(work(chunk))
        first += len(chunk)
    return results


def of_chunks(given: object, work: Callable[[VariantArray], Array]) -> Array | ChunkedArray:
    """An array of an array, and a column of a column. Raises StorageError."""
    results = map_chunks(given, work)
    if isinstance(given, pa.Array):
        return results[0]
    column: ChunkedArray = cast(Any, pa.chunked_array)(results, results[0].type)
    return column


def join_chunks(given: object) -> VariantArray:
    """All of it as one array. Raises StorageError."""
    chunks = as_chunks(given)
    return (
        chunks[0]
        if len(chunks) == 1
        else wrap(pa.concat_arrays([chunk.storage for chunk in chunks]))
    )


def to_python(given: Given) -> list[object]:
    """Each row as a Python value; a null row and a Variant null are both None. Raises what `unshred` and `decode` raise."""
    return [value for rows in map_chunks(given, VariantArray.to_python) for value in rows]
