"""Which encodings the chunks of a footer list, without an object for any of them."""

from __future__ import annotations

from typing import Final

from inlay_runtime.columnar import ExtractionPlan, extract
from parquet_format.parquet import FileMetaData

_CHUNKS: Final = "row_groups[].columns[]"
_ENCODINGS: Final = "meta_data.encodings[]"
_PLAN: Final = ExtractionPlan(FileMetaData, {_CHUNKS: (_ENCODINGS,)})


def list_encodings_of(thrift: bytes) -> set[int]:
    """The numbers of the Encoding enum in all column chunks together; none for bytes that are no footer."""
    lists = extract(_PLAN, [thrift]).tables[_CHUNKS].columns[_ENCODINGS]
    assert lists.items is not None
    return set(memoryview(lists.items.values).cast("B").cast("i"))
