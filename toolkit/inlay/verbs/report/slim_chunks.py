"""Chunks as small as the questions allow: a lake has a row for each, and the same few texts in nearly all of them."""

from __future__ import annotations

from typing import Any, Final

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.ground.arrow_functions import compute
from inlay.ground.arrow_rows import column_in, make_batch

_FEW: Final = ("path", "physical_type", "logical_type", "codec", "encryption")
"""Columns of texts that are much alike: each is there once for a batch, which DuckDB reads as the same texts."""

_THERE: Final = ("min_value", "min_deprecated", "column_index_offset", "offset_index_offset", "bloom_filter_offset")  # fmt: skip
"""Of these, questions ask only whether they are null: a value is true here."""


_NULL: Final = array_from([None], pa.bool_())[0]


def slim(chunks: pa.RecordBatch) -> pa.RecordBatch:
    """A batch of the table `column_chunks`, with some of its columns in other types."""
    names = chunks.schema.names
    columns = [_slim(name, column_in(chunks, at)) for at, name in enumerate(names)]
    types = dict(zip(names, [column.type for column in columns], strict=True))
    return make_batch(columns, pa.schema(types))


def _slim(name: str, column: Any) -> Any:
    if name in _FEW:
        return column.dictionary_encode()
    if name in _THERE:
        is_there = column.is_valid()
        return compute.if_else(is_there, is_there, _NULL)
    return column
