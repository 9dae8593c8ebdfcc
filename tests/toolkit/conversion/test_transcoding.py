"""From the bytes of a FlatBuffer to those of Thrift natively: what the records say, or nothing."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from inlay.conversion import encode, transcoding, v0, v1
from inlay.conversion.errors import ConversionError
from inlay.conversion.from_flat import base_of
from inlay.conversion.transcoding import base_of_buffer
from inlay.conversion.v0_slots import v0_to_v1
from inlay_runtime.errors import EncodeError
from inlay_runtime.extension import Extension
from inlay_runtime.flat.table import Table
from parquet_format import footer, footer_v0, parquet
from tests.toolkit.conversion.footers import corpus_footers, wide
from tests.toolkit.conversion.random_footers import Footers
from tests.toolkit.conversion.test_refusals import CASES, RandomTables
from tests.toolkit.conversion.test_refusals import table as full_table

pytestmark = pytest.mark.skipif(
    transcoding.native_row_groups is None, reason="the native core is not in use"
)
VERSIONS: list[tuple[Any, Any]] = [(v0, footer_v0.FileMetaData), (v1, footer.FileMetaData)]


def by_records(flat: Table) -> bytes | None:
    """None where they raise."""
    try:
        full = v0_to_v1(flat) if isinstance(flat, footer_v0.FileMetaData) else flat
        assert isinstance(full, footer.FileMetaData)
        return base_of(full)
    except ConversionError:
        return None


def check(cls: Any, data: bytes) -> bool:
    """Whether it was done natively; it gives the same, or leaves it."""
    natively = base_of_buffer(cls, data)
    if natively is not None:
        assert natively == by_records(cls.from_verified(data, lazy=False))
    return natively is not None


def test_corpus(parquet_testing: Path) -> None:
    """Most of it is plain."""
    taken = []
    for thrift in corpus_footers(parquet_testing).values():
        for conversion, cls in VERSIONS:
            try:
                taken.append(check(cls, encode(conversion.to_flatbuffers(thrift))))
            except ConversionError:
                continue
    assert taken.count(True) > 0.9 * len(taken) > 100


@pytest.mark.parametrize(("conversion", "cls"), VERSIONS)
def test_plain_footers_are_taken(conversion: Any, cls: Any) -> None:
    assert check(cls, encode(conversion.to_flatbuffers(wide(20, 3).encode())))
    for seed in range(40):
        thrift = Footers(random.Random(seed), oddity=0).footer()
        assert check(cls, encode(conversion.to_flatbuffers(thrift.encode())))


@pytest.mark.parametrize("seed", range(60))
def test_odd_footers(seed: int) -> None:
    thrift = Footers(random.Random(seed), oddity=0.1).footer().encode()
    for conversion, cls in VERSIONS:
        try:
            data = encode(conversion.to_flatbuffers(thrift))
        except ConversionError:
            continue
        check(cls, data)


@pytest.mark.parametrize("seed", range(20))
def test_any_table(seed: int) -> None:
    tables = RandomTables(random.Random(seed))
    for _ in range(40):
        for _, cls in VERSIONS:
            check(cls, tables.table(cls).encode())


@pytest.mark.parametrize("name", CASES)
def test_what_the_records_refuse_is_left_to_them(name: str) -> None:
    flat = full_table()
    CASES[name][0](flat)
    try:
        data = flat.encode()
    except EncodeError:  # a member of a newer schema
        return
    assert base_of_buffer(footer.FileMetaData, data) is None


def test_extensions_are_left_to_the_records() -> None:
    """Wherever they are below a row group."""
    group: Any = v1.to_flatbuffers(wide(2, 1).encode()).row_groups
    chunk = group[0].columns[1]
    for holder in (group[0], chunk, chunk.metadata, chunk.metadata.statistics):
        flat = v1.to_flatbuffers(wide(2, 1).encode())
        assert base_of_buffer(footer.FileMetaData, encode(flat)) is not None
        holder.extension = Extension(b"x")
        flat.row_groups = group
        assert base_of_buffer(footer.FileMetaData, encode(flat)) is None
        holder.extension = None


@pytest.mark.parametrize("seed", range(30))
def test_a_buffer_that_nobody_verified_is_read_within_its_bounds(seed: int) -> None:
    """It may give nonsense; it reads nothing that is not there."""
    rng = random.Random(seed)
    data = encode(v1.to_flatbuffers(wide(4, 2).encode()))
    assert transcoding.native_row_groups is not None
    for _ in range(200):
        damaged = bytearray(data)
        for _ in range(rng.randrange(1, 5)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        for cut in (len(damaged), rng.randrange(len(damaged))):
            leaves: list[Any] = [(1, b"\x08", 0, 1)]
            transcoding.native_row_groups(bytes(damaged[:cut]), False, leaves, b"before", b"")


def test_a_long_chain_is_left_to_the_records() -> None:
    """They bound the paths as these are asked for."""
    depth = 3000
    schema = [footer.SchemaElement(name="root", num_children=1)]
    for _ in range(depth):
        schema.append(footer.SchemaElement(name="group", num_children=2))
        schema.append(footer.SchemaElement(name="leaf", type=footer.Type.INT32))
    schema.append(footer.SchemaElement(name="leaf", type=footer.Type.INT32))
    flat = footer.FileMetaData(schema=schema, row_groups=[])
    assert base_of_buffer(footer.FileMetaData, encode(flat)) is None
    assert isinstance(by_records(flat), bytes)
    assert parquet.FileMetaData.decode(v1.to_thrift(flat)).row_groups == []
