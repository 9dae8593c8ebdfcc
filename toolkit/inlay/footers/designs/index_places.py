"""Whether any chunk of a footer has a page index, from its bytes: of most files none has, and an object for each would say so."""

from __future__ import annotations

from typing import Final

from inlay_runtime.columnar import ExtractionPlan, extract
from parquet_format.parquet import FileMetaData

_CHUNKS: Final = "row_groups[].columns[]"
_PLACES: Final = ("offset_index_offset", "column_index_offset")
_PLAN: Final = ExtractionPlan(FileMetaData, {_CHUNKS: _PLACES})


def says_index_places(thrift: bytes) -> bool:
    """Of bytes that are a FileMetaData."""
    columns = extract(_PLAN, [thrift]).tables[_CHUNKS].columns
    return any(columns[name].null_count < columns[name].length for name in _PLACES)
