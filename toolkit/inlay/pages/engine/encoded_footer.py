"""A footer put together from row groups that are encoded one by one: decoded, they would take ten times the memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from typing import Final, NamedTuple

from inlay.footers.extensions.carrier import cursor_at
from inlay.ground.free_memory import give_back
from inlay_runtime.compact.spans import find_field_spans
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.wire_types import STRUCT
from parquet_format.parquet import FileMetaData, RowGroup

_ROW_GROUPS: Final = 4
"""The id of the field."""

_LONG: Final = 1 << 20
"""Bytes of a footer that are not to be in memory twice."""


def encode_each(row_groups: list[RowGroup]) -> Iterator[bytes]:
    """Each is taken out of the list."""
    row_groups.reverse()
    while row_groups:
        encoded = row_groups.pop().encode()
        give_back(len(encoded))  # what a new footer grows into lies behind it
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
    return fill_lists(metadata.encode(), {_ROW_GROUPS: EncodedList(counted, count)})


def is_spelt_so(metadata: FileMetaData, thrift: bytes) -> bool:
    """Whether these bytes are what would be written of the metadata. A long footer is compared a row group at a time. Raises EncodeError for
    what cannot be written."""
    if len(thrift) < _LONG:
        return metadata.encode() == thrift
    groups = (group.encode() for group in metadata.row_groups)
    without, count = metadata.replace(row_groups=[]), len(metadata.row_groups)
    at = 0
    for piece in encode_in_pieces(without, groups, count):
        if not thrift.startswith(piece, at):
            return False
        at += len(piece)
    return at == len(thrift)


class EncodedList(NamedTuple):
    """`items` are encoded structs, in any number of pieces, `number` of them in all."""

    items: Iterable[bytes]
    number: int


def fill_lists(struct: bytes, lists: Mapping[int, EncodedList]) -> Iterator[bytes]:
    """A struct whose lists of structs are empty, with these in them, by the ids of their fields."""
    written = 0
    for span in find_field_spans(cursor_at(struct, 0)):
        own = lists.get(span.field_id)
        if own is None or not own.number:
            continue
        yield struct[written : span.value] + _list_header(own.number)
        yield from own.items
        written = span.end
    yield struct[written:]


def _list_header(count: int) -> bytes:
    return bytes([count << 4 | STRUCT]) if count < 15 else bytes([0xF0 | STRUCT]) + unsigned(count)
