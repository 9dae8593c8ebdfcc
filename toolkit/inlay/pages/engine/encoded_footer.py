"""A footer put together from row groups that are encoded one by one: decoded, they would take ten times the memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Final

from inlay.footers.extensions.carrier import cursor_at
from inlay.ground.free_memory import give_back
from inlay_runtime.compact.spans import find_field_spans
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.wire_types import STRUCT
from parquet_format.parquet import FileMetaData, RowGroup

_ROW_GROUPS: Final = 4
"""The id of the field."""


LARGE: Final = 1 << 20
"""Bytes of a row group from which on its memory is given back to the system before the next one is encoded: what a new footer grows into
lies behind it."""


def encode_each(row_groups: list[RowGroup]) -> Iterator[bytes]:
    """Each is taken out of the list."""
    row_groups.reverse()
    while row_groups:
        encoded = row_groups.pop().encode()
        if len(encoded) > LARGE:
            give_back()
        yield encoded


def encode_footer(metadata: FileMetaData, row_groups: Iterable[bytes], count: int) -> bytes:
    """The Thrift bytes of `metadata`, which has no row groups, with these encoded ones, of which there are `count`: known before, so that
    a large footer is in memory once."""
    footer = BytesIO()
    footer.writelines(encode_in_pieces(metadata, row_groups, count))
    return footer.getvalue()  # which copies nothing


def encode_in_pieces(
    metadata: FileMetaData, row_groups: Iterable[bytes], count: int
) -> Iterator[bytes]:
    """The same, a row group at a time, for who writes it: then it is not in memory at all."""
    counted = (it for it, _ in zip(row_groups, range(count), strict=True))
    return fill_list(metadata.encode(), _ROW_GROUPS, counted, count)


def fill_list(struct: bytes, field_id: int, items: Iterable[bytes], count: int) -> Iterator[bytes]:
    """A struct whose list of structs is empty, with these encoded ones in it: in any number of pieces, with `count` structs in all."""
    if not count:
        yield struct
        return
    [span] = [span for span in find_field_spans(cursor_at(struct, 0)) if span.field_id == field_id]
    yield struct[: span.value] + _list_header(count)
    yield from items
    yield struct[span.end :]


def _list_header(count: int) -> bytes:
    return bytes([count << 4 | STRUCT]) if count < 15 else bytes([0xF0 | STRUCT]) + unsigned(count)
