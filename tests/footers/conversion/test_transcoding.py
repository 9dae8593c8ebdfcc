"""From the bytes of a FlatBuffer to those of Thrift natively: what the records say, or nothing."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from inlay.footers.conversion import encode, transcoding, v0, v1
from inlay.footers.conversion.errors import ConversionError
from inlay.footers.conversion.from_flat import base_of
from inlay.footers.conversion.transcoding import base_of_buffer
from inlay.footers.conversion.v0_slots import v0_to_v1
from inlay_runtime.errors import EncodeError
from inlay_runtime.extension import Extension
from inlay_runtime.flat.table import Table
from parquet_format import footer, footer_v0, parquet
from tests.footers.conversion.footers import corpus_footers, wide
from tests.footers.conversion.random_footers import Footers, with_logical_types
from tests.footers.conversion.test_refusals import CASES, RandomTables
from tests.footers.conversion.test_refusals import table as full_table
from tests.support.in_one_test import in_one_test

pytestmark = pytest.mark.needs("native core")
VERSIONS: list[tuple[Any, Any]] = [(v0, footer_v0.FileMetaData), (v1, footer.FileMetaData)]


def by_records(flat: Table) -> bytes | None:
    """None where they raise."""
    try:
        full = v0_to_v1(flat) if isinstance(flat, footer_v0.FileMetaData) else flat
        assert isinstance(full, footer.FileMetaData)
        return base_of(full)
    except ConversionError:
        return None


def is_schema_native(cls: Any, data: bytes) -> bool:
    assert transcoding.native is not None
    return transcoding.native.schema(cls, data) is not None


def check(cls: Any, data: bytes) -> bool:
    """Whether it was done natively; it gives the same, or leaves it."""
    natively = base_of_buffer(cls, data)
    if natively is not None:
        assert natively == by_records(cls.from_verified(data, eager=True))
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
    thrifts = [Footers(random.Random(seed), oddity=0).footer() for seed in range(40)]
    schemas = []
    for thrift in [wide(20, 3), *thrifts]:
        data = encode(conversion.to_flatbuffers(thrift.encode()))
        assert check(cls, data)
        schemas.append(is_schema_native(cls, data))
    assert schemas[0]
    assert schemas.count(True) > 20, "others have units or orders that have no table"


def test_more_vtables_than_are_remembered() -> None:
    """Each chunk has other slots."""
    meta = wide(256, 1)
    optional = [field.attribute for field in parquet.Statistics.SCHEMA.fields]
    for number, chunk in enumerate(meta.row_groups[0].columns):
        assert chunk.meta_data is not None
        full = parquet.Statistics(
            max=b"12345678", min=b"12345678", null_count=3, distinct_count=4, max_value=b"87654321",
            min_value=b"87654321", is_max_value_exact=True, is_min_value_exact=True,
        )  # fmt: skip
        for place, name in enumerate(optional):
            if not number >> place & 1:
                setattr(full, name, None)
        chunk.meta_data.statistics = full
    thrift = meta.encode()
    data = encode(v1.to_flatbuffers(thrift))
    assert (
        base_of_buffer(footer.FileMetaData, data)
        == thrift
        == v1.to_thrift(footer.FileMetaData.decode(data))
    )


@in_one_test("seed", range(60))
def test_odd_footers(seed: int) -> None:
    thrift = Footers(random.Random(seed), oddity=0.1).footer().encode()
    for conversion, cls in VERSIONS:
        try:
            data = encode(conversion.to_flatbuffers(thrift))
        except ConversionError:
            continue
        check(cls, data)


def test_slots_of_a_newer_schema_are_passed_over() -> None:
    """v1 is one, to a reader of v0: what it appends says nothing there."""
    plain = wide(6, 2)
    (_, *elements), columns = plain.schema, plain.row_groups[0].columns
    elements[0].converted_type = parquet.ConvertedType.INT_8
    assert columns[1].meta_data is not None
    columns[1].meta_data.type = parquet.Type.FLOAT
    columns[2].offset_index_offset, columns[2].offset_index_length = 4, 5
    thrifts = [plain, *(Footers(random.Random(seed), oddity=0).footer() for seed in range(10))]
    taken = [
        check(footer_v0.FileMetaData, encode(v1.to_flatbuffers(thrift.encode())))
        for thrift in thrifts
    ]
    assert taken[0]
    assert taken.count(True) > 5


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


@pytest.mark.parametrize(("conversion", "cls"), VERSIONS)
def test_every_logical_type(conversion: Any, cls: Any) -> None:
    """What v0 leaves out is made of these."""
    thrift = with_logical_types(wide(200, 1))
    thrift.column_orders = [parquet.ColumnOrder.TYPE_ORDER] * 200
    data = encode(conversion.to_flatbuffers(thrift.encode()))
    assert check(cls, data)
    assert is_schema_native(cls, data)


def test_a_schema_that_is_not_plain_leaves_the_row_groups_native() -> None:
    for change in (
        {"extension": Extension(b"x")},
        {"unknown_fields": b"\x05\xc8\x01\x02\x00"},
        {"logical_type": footer.LogicalTypeStringType(footer.Empty(extension=Extension(b"x")))},
    ):
        flat = v1.to_flatbuffers(wide(3, 2).encode())
        for name, value in change.items():
            setattr((flat.schema or [])[1], name, value)
        data = encode(flat)
        assert check(footer.FileMetaData, data)
        assert not is_schema_native(footer.FileMetaData, data)


@pytest.mark.parametrize("is_odd", [False, True])
def test_paths_that_share_a_long_name_are_left_to_the_records(is_odd: bool) -> None:
    """Stored once, it stands in every path: what these take is no matter of the buffer's size."""
    name = "n" * (1 << 14)
    schema = [footer.SchemaElement(name="root", num_children=1)]
    for _ in range(16):
        schema.append(footer.SchemaElement(name=name, num_children=2))
        schema.append(footer.SchemaElement(name="leaf", type=footer.Type.INT32))
    schema.append(footer.SchemaElement(name="leaf", type=footer.Type.INT32))
    if is_odd:
        schema[2].extension = Extension(b"x")
    data = encode(footer.FileMetaData(schema=schema, row_groups=[]))
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
    native = transcoding.native
    assert native is not None
    for _ in range(200):
        damaged = bytearray(data)
        for _ in range(rng.randrange(1, 5)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        for cut in (len(damaged), rng.randrange(len(damaged))):
            leaves = native.leaves([(1, b"\x08", 0, 1)])
            native.row_groups(footer.FileMetaData, bytes(damaged[:cut]), leaves, b"before", b"")
            for _, cls in VERSIONS:
                native.schema(cls, bytes(damaged[:cut]))


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
