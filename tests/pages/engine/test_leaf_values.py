"""Values that are read from the pages of one column are those that pyarrow reads, or an error says what is wrong."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any, Final, NamedTuple
from uuid import UUID

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay import read_metadata
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.engine.chunk_metadata import locate_pages, metadata_of
from inlay.pages.engine.chunk_pages import pages_of
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.leaf_values import ValueLayout, decode_pages, layout_of, may_decode
from parquet_format.parquet import ColumnMetaData, Encoding, PageHeader, PageType
from tests.support.examples import TIMES
from tests.support.in_one_test import in_one_test

pytestmark = pytest.mark.needs("native core")

Draw = Callable[[random.Random], object]


def _text(rng: random.Random) -> str:
    return "é" * rng.randrange(3) + "x" * rng.choice([0, 3, 15, 16, 17, 40])


VALUES: Final[dict[pa.DataType, Draw]] = {
    pa.bool_(): lambda rng: rng.random() < 0.5,
    pa.int8(): lambda rng: rng.randrange(-128, 128),
    pa.int16(): lambda rng: rng.randrange(-(1 << 15), 1 << 15),
    pa.int32(): lambda rng: rng.randrange(-(1 << 31), 1 << 31),
    pa.int64(): lambda rng: rng.randrange(-50, 50),
    pa.float32(): lambda rng: rng.randrange(100) / 4,
    pa.float64(): lambda rng: rng.random(),
    pa.date32(): lambda rng: date.fromordinal(rng.randrange(1, 700_000)),
    pa.time64("us"): lambda rng: time(rng.randrange(24), 1, 2, 3),
    pa.timestamp("us", "UTC"): lambda rng: datetime(rng.randrange(1900, 2100), 1, 1, tzinfo=UTC),
    pa.timestamp("ns"): lambda rng: datetime(rng.randrange(1900, 2100), 1, 1),
    pa.string(): _text,
    pa.binary(): lambda rng: _text(rng).encode(),
    pa.binary(16): lambda rng: rng.randbytes(16),
    pa.uuid(): lambda rng: UUID(bytes=rng.randbytes(16)),
    pa.decimal128(5, 2): lambda rng: Decimal(rng.randrange(-99_999, 99_999)).scaleb(-2),
    pa.decimal128(15, 3): lambda rng: Decimal(rng.randrange(-(10**15), 10**15)).scaleb(-3),
    pa.decimal128(38, 0): lambda rng: Decimal(rng.randrange(-(10**27), 10**27)),
}
NULLS: Final = {"no nulls": 0.0, "some nulls": 0.3, "only nulls": 1.0}
WRITERS: Final[dict[str, dict[str, Any]]] = {
    "as pyarrow writes": {},
    "plain": {"use_dictionary": False, "compression": "zstd"},
    "small pages": {"data_page_size": 40, "write_batch_size": 16, "compression": "none"},
    "dictionary left for plain": {"dictionary_pagesize_limit": 200, "data_page_size": 100, "write_batch_size": 16},
    "version 2": {"data_page_version": "2.0", "data_page_size": 100, "write_batch_size": 16},
    "with CRCs": {"write_page_checksum": True, "compression": "gzip"},
    "integers as decimals": {"store_decimal_as_integer": True},
}  # fmt: skip


class Chunk(NamedTuple):
    """The last column of a file, and how it is read."""

    data: bytes
    meta: ColumnMetaData
    leaf: Leaf
    layout: ValueLayout
    at: int

    def read(self) -> pa.Array[Any] | None:
        meta, at = self.meta, self.at
        pages = pages_of(self.data, meta, at)
        return decode_pages(pages, meta, self.leaf, self.layout, meta.num_values, at)


def write(array: pa.Array[Any], depth: int, **options: Any) -> bytes:
    """A column of another name, and the array in so many structs."""
    for _ in range(depth):
        mask = array.is_null() if array.null_count else None
        array = pa.StructArray.from_arrays([array], names=["x"], mask=mask)
    written = io.BytesIO()
    pq.write_table(
        pa.table({"before": pa.nulls(len(array), pa.int8()), "x": array}), written, **options
    )
    return written.getvalue()


def chunk_of(file: bytes, arrow: pa.DataType) -> Chunk:
    metadata = read_metadata(file)
    meta = metadata_of(metadata.row_groups[0].columns[-1])
    node = SchemaTree(metadata.schema).leaves[-1]
    layout = layout_of(node.element, arrow)
    assert layout is not None
    start, end = locate_pages(meta)
    return Chunk(file[start:end], meta, Leaf.of(node), layout, start)


def draw(arrow: pa.DataType, nulls: float, rows: int, seed: str) -> pa.Array[Any]:
    rng = random.Random(seed)
    return pa.array(
        [None if rng.random() < nulls else VALUES[arrow](rng) for _ in range(rows)], arrow
    )


@in_one_test("writer", WRITERS)
@in_one_test("nulls", NULLS)
@in_one_test("arrow", VALUES)
def test_values_are_those_that_were_written(arrow: pa.DataType, nulls: str, writer: str) -> None:
    for depth in (0, 3):
        for rows in (1, 7, 300 * TIMES):
            array = draw(arrow, NULLS[nulls], rows, f"{arrow} {nulls} {writer}")
            read = chunk_of(write(array, depth, **WRITERS[writer]), arrow).read()
            assert read is not None
            read.validate(full=True)
            assert read.equals(array)


@pytest.mark.parametrize("encoding", ["DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"])
def test_other_encodings_are_left_to_pyarrow(encoding: str) -> None:
    file = write(
        draw(pa.int64(), 0.2, 50, "1"), 0, use_dictionary=False, column_encoding={"x": encoding}
    )
    assert not may_decode(chunk_of(file, pa.int64()).meta)


def test_other_types_are_left_to_pyarrow() -> None:
    element = (
        SchemaTree(read_metadata(write(draw(pa.int64(), 0, 5, "1"), 0)).schema).leaves[-1].element
    )
    for arrow in (pa.uint64(), pa.string(), pa.float64(), pa.decimal256(5, 1), pa.large_string()):
        assert (layout_of(element, arrow) is None) == (arrow != pa.uint64()), arrow


def repaged(chunk: Chunk, change: Callable[[PageHeader, bytearray], None]) -> Chunk:
    """The chunk with its data pages changed, and sizes that say so."""
    parts: list[bytes] = []
    for page in pages_of(chunk.data, chunk.meta, chunk.at):
        header, body = page.header, bytearray(page.body)
        if page.is_data:
            change(header, body)
            header.compressed_page_size = header.uncompressed_page_size = len(body)
        parts += [header.encode(), bytes(body)]
    return chunk._replace(data=b"".join(parts))


def _without_dictionary(chunk: Chunk) -> Chunk:
    pages = list(pages_of(chunk.data, chunk.meta, chunk.at))
    assert pages[0].header.type == PageType.DICTIONARY_PAGE
    return chunk._replace(data=chunk.data[pages[1].offset :])


def _with(change: Callable[[PageHeader, bytearray], None]) -> Callable[[Chunk], Chunk]:
    return lambda chunk: repaged(chunk, change)


def _cut(size: int) -> Callable[[PageHeader, bytearray], None]:
    def change(_: PageHeader, body: bytearray) -> None:
        del body[-size:]

    return change


def _put(at: int, values: bytes) -> Callable[[PageHeader, bytearray], None]:
    def change(_: PageHeader, body: bytearray) -> None:
        body[at : at + len(values)] = values

    return change


def _count(header: PageHeader, _: bytearray) -> None:
    assert header.data_page_header is not None
    header.data_page_header.num_values += 1


def _encode_runs(header: PageHeader, _: bytearray) -> None:
    assert header.data_page_header is not None
    header.data_page_header.encoding = Encoding.RLE


# A page of 100 rows: 4 bytes of length, 3 bytes of one run of levels, the width of indexes, runs of them.
PLAIN_PAGE: Final = {"use_dictionary": False}
DAMAGE: Final[dict[str, tuple[dict[str, Any], Callable[[Chunk], Chunk], str]]] = {
    "a CRC of other bytes": ({"write_page_checksum": True}, lambda chunk: chunk._replace(data=chunk.data[:-1] + bytes([chunk.data[-1] ^ 1])), "does not match its CRC"),
    "a byte behind the pages": ({}, lambda chunk: chunk._replace(data=chunk.data + b"\0"), "no page header"),
    "a byte less": ({}, lambda chunk: chunk._replace(data=chunk.data[:-1]), "bytes, and .* are left"),
    "more values than said": ({}, _with(_count), "pages of 101 values, and the chunk has 100"),
    "no dictionary": ({}, _without_dictionary, "no dictionary page before them"),
    "an index beyond": ({}, _with(_put(7, b"\x08\xc8\x01\xff")), "lead out of the dictionary"),
    "indexes cut": ({}, _with(_cut(10)), "indexes that end early"),
    "no width of indexes": ({}, _with(_put(7, b"\x40")), "indexes that end early"),
    "values cut": (PLAIN_PAGE, _with(_cut(1)), "fewer values than the levels"),
    "values in runs": (PLAIN_PAGE, _with(_encode_runs), "fewer values than the levels"),
    "levels too high": (PLAIN_PAGE, _with(_put(4, b"\xc8\x01\x02")), "definition levels"),
    "an empty run": (PLAIN_PAGE, _with(_put(4, b"\x00")), "definition levels"),
    "levels beyond the page": (PLAIN_PAGE, _with(_put(0, b"\xff\xff\xff\x00")), "bytes of levels"),
    "levels that end early": (PLAIN_PAGE, _with(_put(4, b"\x02")), "definition levels"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_an_error(name: str) -> None:
    options, damage, said = DAMAGE[name]
    array = draw(pa.int64(), 0, 100, "damage")
    chunk = chunk_of(write(array, 0, compression="none", **options), pa.int64())
    with pytest.raises(ChunkError, match=said):
        damage(chunk).read()


def test_a_wrong_number_of_nulls_is_an_error() -> None:
    def change(header: PageHeader, _: bytearray) -> None:
        assert header.data_page_header_v2 is not None
        header.data_page_header_v2.num_nulls += 1

    array = draw(pa.int64(), 0.5, 100, "nulls")
    chunk = chunk_of(write(array, 0, compression="none", data_page_version="2.0"), pa.int64())
    with pytest.raises(ChunkError, match="another number of nulls"):
        repaged(chunk, change).read()


@pytest.mark.parametrize("crc", [False, True])
@pytest.mark.parametrize(
    "arrow", [pa.int64(), pa.string(), pa.bool_(), pa.decimal128(38, 0)], ids=str
)
def test_any_bit_may_flip(arrow: pa.DataType, *, crc: bool) -> None:
    array = draw(arrow, 0.3, 40, "flips")
    outcomes = {"error": 0, "values": 0}
    for options in (PLAIN_PAGE, {}, {"data_page_version": "2.0"}):
        file = write(array, 1, compression="none", write_page_checksum=crc, **options)
        chunk = chunk_of(file, arrow)
        for bit in range(8 * len(chunk.data)):
            data = bytearray(chunk.data)
            data[bit // 8] ^= 1 << bit % 8
            try:
                read = chunk._replace(data=bytes(data)).read()
            except ChunkError:
                outcomes["error"] += 1
                continue
            outcomes["values"] += 1
            if read is not None:
                assert len(read) == len(array)
                (
                    read.slice(0).to_numpy(zero_copy_only=False)
                    if arrow != pa.string()
                    else read.cast(pa.binary()).to_pylist()
                )
    assert outcomes["error"] > 100
