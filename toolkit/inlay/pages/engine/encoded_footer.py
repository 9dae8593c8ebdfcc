"""A footer put together from row groups that are encoded one by one: decoded, they would take ten times the memory."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Final

from inlay.footers.extensions.carrier import cursor_at
from inlay_runtime.compact.spans import find_field_spans
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.wire_types import STRUCT
from parquet_format.parquet import FileMetaData

_ROW_GROUPS: Final = 4
"""The id of the field."""


def encode_footer(metadata: FileMetaData, row_groups: Iterable[bytes], count: int) -> bytes:
    """The Thrift bytes of `metadata`, which has no row groups, with these encoded ones, of which there are `count`: known before, so that
    a large footer is in memory once."""
    empty = metadata.encode()
    if not count:
        return empty
    [span] = [
        span for span in find_field_spans(cursor_at(empty, 0)) if span.field_id == _ROW_GROUPS
    ]
    footer = BytesIO()
    footer.write(empty[: span.value])
    footer.write(_list_header(count))
    for _, row_group in zip(range(count), row_groups, strict=True):
        footer.write(row_group)
    footer.write(empty[span.end :])
    return footer.getvalue()  # which copies nothing


def _list_header(count: int) -> bytes:
    return bytes([count << 4 | STRUCT]) if count < 15 else bytes([0xF0 | STRUCT]) + unsigned(count)
