"""Groups that claim to be null, as parquet-java 1.10 and 1.11 write the repeated group of a map: pyarrow refuses such a file.

The logical type UNKNOWN is about leaves of which all values are null. Of a group it says nothing, so it is left out of the
footer that pyarrow is shown.
"""

from __future__ import annotations

from typing import Final

from parquet_format.parquet import FileMetaData, NullType, SchemaElement

_NULL_TYPE: Final = b"\xbc\x00\x00"
"""How a logical type UNKNOWN ends: member 11 of the union, which is empty, and the stop of the union."""


def without_null_groups(thrift: bytes) -> bytes:
    """The footer without them; the same bytes where there is none. Raises DecodeError for what is no footer."""
    if _NULL_TYPE not in thrift:
        return thrift
    if not any(map(_is_null_group, FileMetaData.decode(thrift, fields=["schema"]).schema)):
        return thrift
    metadata = FileMetaData.decode(thrift)
    for element in filter(_is_null_group, metadata.schema):
        element.logicalType = None
    return metadata.encode()


def _is_null_group(element: SchemaElement) -> bool:
    return element.type is None and isinstance(element.logicalType, NullType)
