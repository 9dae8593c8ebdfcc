"""A footer put together from row groups that are encoded one by one: decoded, they would take ten times the memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from inlay.extensions.carrier import cursor_at
from inlay_runtime.compact.spans import field_spans
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.wire_types import STRUCT
from parquet_format.parquet import FileMetaData, RowGroup

_ROW_GROUPS: Final = 4
"""The id of the field."""


def encode_footer(metadata: FileMetaData, row_groups: Iterable[RowGroup]) -> bytes:
    """The Thrift bytes of `metadata`, which has no row groups, with these."""
    encoded = bytearray()
    count = 0
    for row_group in row_groups:
        encoded += row_group.encode()
        count += 1
    empty = metadata.encode()
    if not count:
        return empty
    [span] = [span for span in field_spans(cursor_at(empty, 0)) if span.field_id == _ROW_GROUPS]
    return b"".join((empty[: span.value], _list_header(count), encoded, empty[span.end :]))


def _list_header(count: int) -> bytes:
    return bytes([count << 4 | STRUCT]) if count < 15 else bytes([0xF0 | STRUCT]) + unsigned(count)
