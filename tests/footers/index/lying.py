"""Indexes that say what is not so."""

from __future__ import annotations

import io
from collections.abc import Callable

from inlay.footers.containers import INDEX, Content, Entry, payload_of, unwrap, wrap
from inlay.footers.extensions.splice import with_payload
from inlay.footers.footer import read_footer
from inlay.footers.footer.trailer import tail_of
from parquet_format.jump_table import FileMetadataFooterIndex, NameHashTable, SchemaLayout

Lie = Callable[[FileMetadataFooterIndex], None]


def shift_first_chunk(index: FileMetadataFooterIndex) -> None:
    index.column_chunk_offsets = (
        bytes([index.column_chunk_offsets[0] ^ 1]) + index.column_chunk_offsets[1:]
    )


def layout_of(index: FileMetadataFooterIndex) -> SchemaLayout:
    assert index.schema_layout is not None
    return index.schema_layout


def table_of(index: FileMetadataFooterIndex) -> NameHashTable:
    table = layout_of(index).name_hash_table
    assert table is not None
    return table


def with_lie(file: bytes, lie: Lie = shift_first_chunk) -> bytes:
    """A file with an index alone in its extension, and that index with a lie in it; its container agrees."""
    footer = read_footer(io.BytesIO(file))
    carrier = footer.struct().carrier
    payload = carrier.payload_in(footer.data)
    assert payload is not None
    assert carrier.slot is not None
    content = unwrap(payload)
    assert isinstance(content, Content)
    index = FileMetadataFooterIndex.decode(content.data, eager=True)
    lie(index)
    new = payload_of([Entry(INDEX, wrap(index.encode(), INDEX))]) or b""
    return file[: footer.offset] + tail_of(
        with_payload(footer.data, carrier, new, carrier.slot.header)
    )
