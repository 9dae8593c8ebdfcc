"""Footers that do not agree with the file, or with themselves: a problem, and never a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.changes.life_cycle.edit_extension import seal_file
from inlay.footers.extensions.struct_bytes import DamagedError
from inlay.ground.files.source import read_at
from inlay.ground.refusals import RefusedError
from inlay.pages.engine.errors import ChunkError, PlacementRefusedError
from inlay.rows.variants.file_shredding import shred_columns
from inlay_runtime.errors import InlayError
from parquet_format.parquet import (
    AesGcmV1,
    ColumnChunk,
    ColumnMetaData,
    EncryptionWithFooterKey,
    FileMetaData,
    OffsetIndex,
)
from tests.pages.encodings.files import pq
from tests.support.examples import examples
from tests.variant.kept import assert_offsets_lead_to_pages, footer_of, kept_of
from tests.variant.spliced import BY, edited, table

OPTIONS: Final[dict[str, Any]] = {
    "write_page_index": True,
    "row_group_size": 100,
    "data_page_size": 500,
    "bloom_filter_options": {"id": {"ndv": 100}},
    "write_page_checksum": True,
}


def written(tmp_path: Path) -> Path:
    source = tmp_path / "in.parquet"
    pq.write_table(table(300), source, **OPTIONS)
    return source


def chunk(metadata: FileMetaData, column: int = 0) -> ColumnChunk:
    return metadata.row_groups[1].columns[column]


def meta(metadata: FileMetaData, column: int = 0) -> ColumnMetaData:
    found = chunk(metadata, column).meta_data
    assert found is not None
    return found


def _set(of: Callable[[FileMetaData], Any], **values: Any) -> Callable[[FileMetaData], None]:
    def change(metadata: FileMetaData) -> None:
        for name, value in values.items():
            setattr(of(metadata), name, value)

    return change


def _add(of: Callable[[FileMetaData], Any], **values: int) -> Callable[[FileMetaData], None]:
    def change(metadata: FileMetaData) -> None:
        for name, value in values.items():
            setattr(of(metadata), name, getattr(of(metadata), name) + value)

    return change


def _drop_chunk(metadata: FileMetaData) -> None:
    metadata.row_groups[1].columns.pop()


def _drop_order(metadata: FileMetaData) -> None:
    assert metadata.column_orders is not None
    metadata.column_orders.pop()


LAYOUT: Final[dict[str, tuple[Callable[[FileMetaData], None], str]]] = {
    "behind the footer": (_set(meta, data_page_offset=10**9, dictionary_page_offset=None), "pages at"),
    "before the body": (_set(meta, data_page_offset=2), "pages at 2 to"),
    "less than no bytes": (_set(meta, total_compressed_size=-5), "overlap others, or are not in the body"),
    "over the next": (_add(meta, total_compressed_size=1), "overlap others"),
    "in another file": (_set(chunk, file_path="other.parquet"), "lies in another file"),
    "without metadata": (_set(chunk, meta_data=None), "has no metadata"),
    "encrypted": (_set(chunk, encrypted_column_metadata=b"x"), "is encrypted"),
    "more values than rows": (_add(meta, num_values=1), "column id in row group 1 has 101 values"),
    "fewer values than rows": (_add(lambda m: meta(m, 2), num_values=-9_000), "has -"),
    "more rows": (_set(lambda m: m.row_groups[1], num_rows=10**15), "and there are 1,000,000,000,000,000 rows"),
    "other rows in the file": (_set(lambda m: m, num_rows=299), "should have 299"),
    "a chunk too few": (_drop_chunk, "row group 1 has 8 column chunks, and the schema 9 columns"),
    "an order too few": (_drop_order, "8 column orders"),
    "a column too many": (_add(lambda m: m.schema[0], num_children=1), "the schema ends early"),
    "a column too few": (_add(lambda m: m.schema[0], num_children=-1), "follows the end of the tree"),
    "data page elsewhere": (_set(meta, data_page_offset=2_000_000), "its data page at 2,000,000 is none"),
    "index page elsewhere": (_set(meta, index_page_offset=7), "its index page at 7 is none"),
    "a page twice": (_set(meta, data_page_offset=4), "overlap others"),
}  # fmt: skip

UNFIT: Final[dict[str, Callable[[FileMetaData], None]]] = {
    "column index elsewhere": _set(chunk, column_index_offset=10**9),
    "offset index elsewhere": _set(chunk, offset_index_offset=1),
    "offset index of nothing": _add(chunk, offset_index_offset=1),
    "offset index of another": lambda m: setattr(chunk(m), "offset_index_offset", chunk(m, 7).offset_index_offset),
    "bloom filter elsewhere": _set(meta, bloom_filter_offset=10**9),
    "bloom filter of nothing": _set(meta, bloom_filter_offset=10, bloom_filter_length=None),
    "bloom filter beside": _add(meta, bloom_filter_offset=1),
    "column index beside": _add(chunk, column_index_offset=1),
    "column index too short": _add(chunk, column_index_length=-1),
    "column index too long": _add(chunk, column_index_length=1),
    "less than no bloom filter": _set(meta, bloom_filter_length=-7),
}  # fmt: skip
"""Indexes and Bloom filters that do not fit: they are optional, and stay behind."""


def refused(source: Path, kind: type[BaseException], match: str) -> None:
    """Nothing is left, and neither is a file of that name replaced."""
    out = source.with_name("out.parquet")
    out.write_bytes(b"as it was")
    there = sorted(source.parent.iterdir())
    for schemas in (BY, {"new": pa.null()}):
        with pytest.raises(kind, match=match):
            shred_columns(source, out, schemas)
        assert out.read_bytes() == b"as it was"
        assert sorted(source.parent.iterdir()) == there


@pytest.mark.parametrize("name", LAYOUT)
def test_chunks_that_cannot_be_moved(name: str, tmp_path: Path) -> None:
    change, match = LAYOUT[name]
    source = written(tmp_path)
    edited(source, change)
    refused(source, PlacementRefusedError, match)


@pytest.mark.parametrize("name", UNFIT)
def test_what_does_not_fit_stays_behind(name: str, tmp_path: Path) -> None:
    source = written(tmp_path)
    edited(source, UNFIT[name])
    left_behind(source, "Bloom filter" if "bloom" in name else name[: name.index(" index")])


def left_behind(source: Path, kind: str) -> None:
    """All else comes along."""
    out = source.with_name("out.parquet")
    shred_columns(source, out, BY)
    copied = chunk(footer_of(out))
    assert copied.meta_data is not None
    there = {
        "Bloom filter": copied.meta_data.bloom_filter_offset,
        "column": copied.column_index_offset,
        "offset": copied.offset_index_offset,
    }
    assert there.pop(kind) is None
    if kind != "offset":  # without its offset index, nothing can use a column index
        assert None not in there.values()
    assert_offsets_lead_to_pages(out)
    assert pq.read_table(out, columns=["id"]).equals(pq.read_table(source, columns=["id"]))


def _without_overlap(metadata: FileMetaData) -> None:
    """The next chunk of the file begins where this one is said to end."""
    following = meta(metadata, 1)
    following.dictionary_page_offset = (following.dictionary_page_offset or 0) + 3
    following.total_compressed_size -= 3


PAGES: Final[dict[str, tuple[Callable[[FileMetaData], None], str]]] = {
    "in the middle of a page": (_without_overlap, "column nested.a in row group 1: "),
    "cut off": (_add(meta, total_compressed_size=-1), "left of its chunk"),
}  # fmt: skip


@pytest.mark.parametrize("name", PAGES)
def test_pages_that_do_not_fill_their_chunk(name: str, tmp_path: Path) -> None:
    change, match = PAGES[name]
    source = written(tmp_path)
    edited(source, change)
    refused(source, ChunkError, match)


def test_a_page_that_does_not_match_its_crc(tmp_path: Path) -> None:
    source = written(tmp_path)
    metadata = footer_of(source)
    data = bytearray(source.read_bytes())
    found = meta(metadata)
    data[(found.dictionary_page_offset or 0) + found.total_compressed_size - 1] ^= 1
    source.write_bytes(bytes(data))
    refused(source, ChunkError, "column id in row group 1: a page does not match its CRC")


def test_an_offset_index_that_is_none(tmp_path: Path) -> None:
    source = written(tmp_path)
    found = chunk(footer_of(source))
    assert found.offset_index_offset is not None
    data = bytearray(source.read_bytes())
    data[found.offset_index_offset] = 0xFF
    source.write_bytes(bytes(data))
    left_behind(source, "offset")


@pytest.mark.parametrize("delta", [-1, 10**6, -(10**6)])
def test_page_locations_outside_of_their_chunk(delta: int, tmp_path: Path) -> None:
    source = written(tmp_path)
    found = chunk(footer_of(source))
    at, length = found.offset_index_offset, found.offset_index_length
    assert at is not None
    assert length is not None
    with source.open("rb", buffering=0) as file:
        index = OffsetIndex.decode(read_at(file, at, length))
    # The first page begins behind the dictionary.
    index.page_locations[0].compressed_page_size += 10**6 if delta == -1 else 0
    index.page_locations[-1].offset += 0 if delta == -1 else delta
    made = index.encode()
    data = source.read_bytes()
    footer = footer_of(source)
    body = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    chunk(footer).offset_index_offset, chunk(footer).offset_index_length = body, len(made)
    thrift = footer.encode()
    source.write_bytes(data[:body] + made + thrift + len(thrift).to_bytes(4, "little") + b"PAR1")
    left_behind(source, "offset")


def test_a_broken_seal(tmp_path: Path) -> None:
    source = written(tmp_path)
    seal_file(str(source))
    edited(source, lambda metadata: setattr(metadata, "created_by", "somebody else"))
    refused(source, DamagedError, "seal")


def test_a_signed_footer(tmp_path: Path) -> None:
    source = written(tmp_path)
    edited(source, _set(lambda m: m, footer_signing_key_metadata=b"key"))
    refused(source, RefusedError, "the footer is signed")


def test_encrypted_columns(tmp_path: Path) -> None:
    source = written(tmp_path)
    edited(source, _set(lambda m: m, encryption_algorithm=AesGcmV1()))
    edited(source, _set(chunk, crypto_metadata=EncryptionWithFooterKey()))
    refused(source, PlacementRefusedError, "columns.0. is encrypted")


FIELDS: Final = [
    *((meta, name) for name in (
        "data_page_offset", "dictionary_page_offset", "total_compressed_size", "num_values", "bloom_filter_offset",
        "bloom_filter_length", "total_uncompressed_size",
    )),
    *((chunk, name) for name in (
        "file_offset", "offset_index_offset", "offset_index_length", "column_index_offset", "column_index_length",
    )),
]  # fmt: skip
OFFSETS: Final = st.integers(-40, 40) | st.integers(-(2**31), 2**31 - 1)


@examples(120)
@given(field=st.sampled_from(FIELDS), column=st.sampled_from([0, 1, 2, 7, 8]), delta=OFFSETS)
def test_a_wrong_number_never_gives_other_pages(
    field: tuple[Callable[..., Any], str], column: int, delta: int, tmp_path_factory: Any
) -> None:
    """Whatever number is wrong: an error, or each chunk is what it was in the source."""
    of, name = field
    folder = tmp_path_factory.mktemp("wrong")
    source, out = written(folder), folder / "out.parquet"
    good = kept_of(source, ("v",))

    def change(metadata: FileMetaData) -> None:
        value = getattr(of(metadata, column), name)
        if value is not None and 0 <= value + delta < 2**31:
            setattr(of(metadata, column), name, value + delta)

    edited(source, change)
    try:
        shred_columns(source, out, BY)
    except (InlayError, pa.ArrowException, OSError):
        assert not out.exists()
        return
    found = kept_of(out, ("v",))
    assert found.keys() == good.keys()
    for place, one in found.items():
        assert one.pages == good[place].pages
        assert one.locations in (good[place].locations, [])
    assert_offsets_lead_to_pages(out)


def test_a_damaged_page_of_a_variant_is_not_written_anew(tmp_path: Path) -> None:
    """Its CRC would be right then, and the values wrong."""
    source, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(table(300), source, **OPTIONS, compression="none", use_dictionary=False)
    metadata = footer_of(source)
    metas = [one.meta_data for one in metadata.row_groups[1].columns]
    value = next(one for one in metas if one is not None and one.path_in_schema[0] in BY)
    data = bytearray(source.read_bytes())
    data[value.data_page_offset + value.total_compressed_size - 3] ^= 4
    source.write_bytes(data)
    with pytest.raises(OSError, match="CRC"):
        shred_columns(source, out, BY)
    assert not out.exists()
