"""Structs in a list that are laid out as others before them are not walked, and are refused or read all the same."""

from __future__ import annotations

import random
from typing import Any, Final
from uuid import UUID

import pytest

from inlay_runtime.limits import Limits
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    FileMetaData,
    KeyValue,
    RowGroup,
    SchemaElement,
    Statistics,
    Type,
)
from tests.native.views import encoded, outcome, seen
from tests.runtime.cores import running

pytestmark = pytest.mark.needs("native core")
COUNT: Final = 18
BYTES: Final = (0, 2, 4, 0x10, 0x7F, 0x80, 0xFF)


def groups(count: int, spread: int) -> FileMetaData:
    """Chunks of types in turn, with numbers of every length."""
    rows = []
    for group in range(count):
        chunks = []
        for at in range(COUNT):
            chunk = ColumnMetaData(
                type=Type(at % 3),
                encodings=[Encoding.PLAIN, Encoding.RLE],
                path_in_schema=["group", f"name {at:03d}"],
                codec=CompressionCodec.SNAPPY,
                num_values=(1 << 62) + at + group,
                total_uncompressed_size=spread * at,
                total_compressed_size=-(1 << 63) + at,
                data_page_offset=4 + 1000 * at,
                statistics=Statistics(
                    null_count=at, min_value=b"\x00" * 8, is_max_value_exact=True
                ),
                key_value_metadata=[KeyValue(key="key", value=f"{at:05d}")],
            )
            offset_length = 1 << 30 | at
            chunks.append(
                ColumnChunk(file_offset=at, meta_data=chunk, offset_index_length=offset_length)
            )
        rows.append(RowGroup(columns=chunks, total_byte_size=7, num_rows=9, ordinal=group - 20000))
    return FileMetaData(version=1, schema=[SchemaElement(name="root")], num_rows=1, row_groups=rows)


def insides(kitchen: Any, counts: dict[str, int] | None) -> list[Any]:
    """Structs with every kind of value."""
    return [
        kitchen.Inside(
            flag=True,
            tiny=-at,
            small=32767 - at,
            medium=-(1 << 31) + at,
            large=300 + at,
            real=at / 2,
            text=f"text {at:03d}",
            data=bytes([at]),
            id=UUID(int=at),
            color=kitchen.Color(1),
            numbers=[1, 1000 + at],
            bools=[True, False],
            point=kitchen.Point(x=at, y=5000 + at),
            shape=kitchen.Point(x=1, y=2),
            texts=["a", "b"],
            points=[kitchen.Point(x=1, y=at)],
            counts=counts,
        )
        for at in range(COUNT)
    ]


def compare(cls: Any, data: bytes, **how: Any) -> bool:
    """Holds the native core against pure Python; whether the bytes were read."""
    with running("pure"):
        pure = outcome(cls, data, **how)
        expected, written = seen(pure), None if isinstance(pure, tuple) else encoded(pure)
    with running("native"):
        found = outcome(cls, data, **how)
        again = None if isinstance(found, tuple) else encoded(found)
        assert seen(found) == expected
        assert again == written, "canonical or not"
    return written is not None


@pytest.mark.parametrize("case", ["points", "chunks", "all kinds", "maps"])
def test_every_byte_of_the_last_elements(kitchen: Any, case: str) -> None:
    """Of small numbers, of the largest, of texts and of lists: whatever a byte becomes."""
    points = [kitchen.Point(x=(1 << 31) - 1 - at, y=300 + at) for at in range(COUNT)]
    value, last = {
        "points": (kitchen.Lists(points=points), 24),
        "chunks": (groups(1, 1), 130),
        "all kinds": (kitchen.Hosts(many=insides(kitchen, None)), 100),
        "maps": (kitchen.Hosts(many=insides(kitchen, {"a": 5})), 20),
    }[case]
    data = value.encode()
    assert compare(type(value), data)
    taken = [
        compare(type(value), data[:at] + bytes([byte]) + data[at + 1 :])
        for at in range(len(data) - last, len(data))
        for byte in BYTES
    ]
    assert taken.count(True) > last // 2
    assert taken.count(False) > last // 2


@pytest.mark.parametrize("seed", range(12))
def test_groups_that_differ_here_and_there(seed: int) -> None:
    rng = random.Random(seed)
    meta = groups(4, rng.choice([1, 60, 5000]))
    for _ in range(12):
        chunk = meta.row_groups[rng.randrange(4)].columns[rng.randrange(COUNT)]
        assert chunk.meta_data is not None
        change = rng.randrange(5)
        if change == 0:
            chunk.meta_data.statistics = None
        elif change == 1:
            chunk.meta_data.num_values = rng.choice([0, 1 << 20, -1])
        elif change == 2:
            chunk.meta_data.path_in_schema = ["other", "length"]
        elif change == 3:
            chunk.meta_data.codec = CompressionCodec.ZSTD
        else:
            chunk.meta_data.encodings = [Encoding.PLAIN] * rng.randrange(20)
    data = bytearray(meta.encode())
    assert compare(FileMetaData, bytes(data))
    for _ in range(6):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        compare(FileMetaData, bytes(data))


@pytest.mark.parametrize("cut", range(1, 12))
def test_the_end_of_the_bytes(kitchen: Any, cut: int) -> None:
    data = kitchen.Lists(points=[kitchen.Point(x=1, y=2)] * 40).encode()
    assert not compare(kitchen.Lists, data[:-cut])


def test_what_structs_cost() -> None:
    """Those that are not walked are charged as those that are: budgets end at the same struct."""
    data = groups(3, 1).encode()
    taken = []
    for base in range(0, 60_000, 500):
        limits = Limits(memory_base=base, memory_factor=0)
        taken.append(compare(FileMetaData, data, limits=limits))
    assert taken == sorted(taken)
    assert True in taken
    assert False in taken


def test_the_same_struct_at_two_depths() -> None:
    """A key-value pair of the footer lies less deep than one of a chunk: what is too deep stays so."""
    meta = groups(1, 1)
    meta.key_value_metadata = [KeyValue(key="a", value="b")] * 20
    chunk = meta.row_groups[0].columns[0].meta_data
    assert chunk is not None
    chunk.key_value_metadata = [KeyValue(key="a", value="b")] * 20
    data = meta.encode()
    read = [compare(FileMetaData, data, limits=Limits(depth=depth)) for depth in range(1, 12)]
    assert read == sorted(read)
    assert read[-1]
    assert not read[0]


def test_strict_text_is_looked_at() -> None:
    meta = groups(2, 1)
    chunk = meta.row_groups[1].columns[7].meta_data
    assert chunk is not None
    data = meta.encode()
    at = data.rindex(b"name 007")
    damaged = data[:at] + b"name \xff07" + data[at + 8 :]
    assert compare(FileMetaData, damaged)
    assert compare(FileMetaData, data, strict=True)
    assert not compare(FileMetaData, damaged, strict=True)
