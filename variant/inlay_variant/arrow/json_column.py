"""Columns of JSON text to arrays of Variants."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast, overload

import pyarrow as pa

from inlay_variant.arrow import kernels
from inlay_variant.arrow.given import ArrowArray, ArrowStream, Given, as_only_column, is_arrow
from inlay_variant.arrow.variant_type import VariantArray, VariantType, wrap
from inlay_variant.storage.arrow_classes import Array, ChunkedArray
from inlay_variant.storage.arrow_values import binaries
from inlay_variant.value.errors import counting_from
from inlay_variant.value.limits import DEFAULT_LIMITS, VariantLimits


@overload
def from_json_array(documents: ChunkedArray, *, limits: VariantLimits = ...) -> ChunkedArray: ...
@overload
def from_json_array(documents: Array, *, limits: VariantLimits = ...) -> VariantArray: ...
@overload
def from_json_array(documents: ArrowStream | ArrowArray, *, limits: VariantLimits = ...) -> Any: ...
@overload
def from_json_array(
    documents: Iterable[str | bytes | None], *, limits: VariantLimits = ...
) -> VariantArray: ...
def from_json_array(
    documents: Given | Iterable[str | bytes | None],
    *,
    limits: VariantLimits = DEFAULT_LIMITS,
) -> Any:
    """A column of JSON documents (text, binary, or Python strings) as Variants; null stays null. Of a
    column of a table, or of a table with no other, a column.

    Raises StorageError for a table of more columns, DamagedRowError with row, path and byte offset for text that is not JSON.
    """
    if is_arrow(documents):
        documents = as_only_column(documents)
    if isinstance(documents, pa.ChunkedArray):
        chunks: list[VariantArray] = []
        first = 0
        for chunk in documents.chunks:
            with counting_from(first):
                chunks.append(from_json_array(chunk, limits=limits))
            first += len(chunk)
        return cast(Any, pa.chunked_array)(chunks, VariantType())
    if isinstance(documents, pa.Array):
        text = documents.storage if isinstance(documents, pa.ExtensionArray) else documents
    else:
        lines = cast(Iterable[str | bytes | None], documents)
        text = binaries([_bytes(document) for document in lines])
    if text.type != pa.binary():
        text = text.cast(pa.binary())
    return wrap(kernels.parse_json(text, limits.checked()))


def _bytes(document: str | bytes | None) -> bytes | None:
    return document.encode("utf-8", "surrogatepass") if isinstance(document, str) else document
