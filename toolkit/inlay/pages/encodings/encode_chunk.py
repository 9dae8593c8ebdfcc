"""The new encoding of one column chunk: made from its pages, or taken as it is from a file that has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from inlay.ground.files.source import Seekable, read_at
from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count
from inlay.pages.encodings.errors import ColumnRefusedError, PluginFailedError
from inlay.pages.encodings.plain_sizes import measure_values
from inlay.pages.encodings.plugins import ValueEncoding
from inlay.pages.encodings.region import region_of
from inlay.pages.encodings.transcode import PlainPage, transcode_pages
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.leaf import Leaf
from inlay_runtime.crc import crc32
from parquet_format.encoding import ColumnEncoding, Nulls, Original
from parquet_format.parquet import ColumnMetaData


@dataclass(frozen=True, slots=True)
class Kept:
    """A new encoding that is there already, in a file with the same values, to be taken as it is."""

    encoding: ColumnEncoding
    source: Seekable


class OldPages(NamedTuple):
    """The pages of a chunk as they lie from offset `at` of their file, in a row group of `num_rows`."""

    data: bytes
    meta: ColumnMetaData
    leaf: Leaf
    num_rows: int
    at: int


def describe_encoding(old: OldPages, wanted: ValueEncoding | Kept) -> tuple[ColumnEncoding, bytes]:
    """The payload, which tells nothing yet of where the old pages were, and the new pages.

    Raises ColumnRefusedError for a column that cannot have it; DeclinedError where it does not pay; RefusedError for what should be kept and is damaged.
    """
    if isinstance(wanted, Kept):
        return _read_kept(wanted, old.leaf)
    try:
        return encode_chunk(old, wanted)
    except (ChunkError, PluginFailedError) as error:
        raise ColumnRefusedError(old.leaf.name, str(error)) from error


def encode_chunk(old: OldPages, encoding: ValueEncoding) -> tuple[ColumnEncoding, bytes]:
    """The payload, as if the new pages began at offset 0, and the new pages. Raises ChunkError, DeclinedError,
    and PluginFailedError."""
    if old.meta.type not in encoding.types:
        what = f"{encoding.name} takes no values of the type {old.meta.type.name}"
        raise ChunkError(what, old.at)
    return encode_plain(old, read_plain(old), encoding)


def read_plain(old: OldPages) -> list[PlainPage]:
    """The pages as plain ones. Raises ChunkError."""
    pages = transcode_pages(old.data, old.meta, old.leaf, old.at)
    rows = pages[-1].first_row + pages[-1].rows if pages else 0
    if rows != old.num_rows:
        raise ChunkError(f"{count(rows, 'row')}, and the row group has {old.num_rows:,}", old.at)
    return pages


def encode_plain(
    old: OldPages, pages: Sequence[PlainPage], encoding: ValueEncoding
) -> tuple[ColumnEncoding, bytes]:
    """The same of pages that have been made plain. Raises DeclinedError and PluginFailedError."""
    meta = old.meta
    region = region_of(pages, encoding, meta.type)
    payload = ColumnEncoding(
        name=encoding.name,
        version=encoding.version,
        length=len(region.data),
        crc=crc32(region.data),
        num_values=meta.num_values,
        num_present=sum(page.num_present for page in region.pages),
        nulls=Nulls.LEVELS if old.leaf.max_definition else Nulls.NONE,
        original=Original(offset=old.at, length=len(old.data), crc=crc32(old.data)),
        pages=region.pages,
        plain_lengths=region.plain_lengths if measure_values(meta.type, 0) is None else None,
    )
    return payload, region.data


def move_to(encoding: ColumnEncoding, offset: int) -> None:
    distance = offset - encoding.offset
    encoding.offset = offset
    for page in encoding.pages:
        page.offset += distance


def _read_kept(kept: Kept, leaf: Leaf) -> tuple[ColumnEncoding, bytes]:
    encoding = kept.encoding
    data = read_at(kept.source, encoding.offset, encoding.length)
    if crc32(data) != encoding.crc:
        reason = f"the new encoding of column {leaf.name} does not match its CRC"
        raise RefusedError("damaged", reason, "`inlay encoding repair` restores it")
    return encoding, data
