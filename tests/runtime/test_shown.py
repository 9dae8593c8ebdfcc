"""`repr` is bounded in every direction, tells what it leaves out, and leaves what is lazy as it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inlay_runtime.extension import Extension, Header
from inlay_runtime.flat.table import Table
from inlay_runtime.remainder import UnknownField
from inlay_runtime.shown import BOUNDS, whole
from inlay_runtime.union import UnknownVariant
from parquet_format import footer_v0
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    FileMetaData,
    KeyValue,
    OffsetIndex,
    RowGroup,
    SchemaElement,
    SizeStatistics,
    Type,
)


def chunk(path: list[str] | None = None) -> ColumnChunk:
    meta = ColumnMetaData(
        type=Type.INT32,
        encodings=[Encoding.PLAIN],
        path_in_schema=path or ["a"],
        codec=CompressionCodec.UNCOMPRESSED,
        num_values=1,
        total_uncompressed_size=1,
        total_compressed_size=1,
        data_page_offset=4,
    )
    return ColumnChunk(file_offset=0, meta_data=meta)


def metadata(columns: int, row_groups: int) -> FileMetaData:
    leaves = [SchemaElement(name=f"column {at}", type=Type.INT32) for at in range(columns)]
    group = RowGroup(columns=[chunk() for _ in range(columns)], total_byte_size=1, num_rows=1)
    return FileMetaData(
        version=1,
        schema=[SchemaElement(name="root", num_children=columns), *leaves],
        num_rows=row_groups,
        row_groups=[group.replace() for _ in range(row_groups)],
        created_by="a writer",
    )


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (KeyValue(key="k" * 80), f"KeyValue(key='{'k' * 80}')"),
        (KeyValue(key="k" * 81), f"KeyValue(key='{'k' * 80}'... (81 characters))"),
        (Extension(b"a" * 32), f"Extension({b'a' * 32!r})"),
        (Extension(b"a" * 33, Header.SPEC), f"Extension({b'a' * 32!r}... (33 bytes), Header.SPEC)"),
        (UnknownField(4, 8, b"a" * 40), f"UnknownField(4, 8, {b'a' * 32!r}... (40 bytes))"),
        (UnknownVariant(9, b"a" * 40), f"UnknownVariant(9, {b'a' * 32!r}... (40 bytes))"),
        (
            SizeStatistics(repetition_level_histogram=[0] * 8),
            "SizeStatistics(repetition_level_histogram=[0, 0, 0, 0, 0, 0, 0, 0])",
        ),
        (
            SizeStatistics(repetition_level_histogram=[0] * 1_000),
            "SizeStatistics(repetition_level_histogram=[0, 0, 0, 0, 0, 0, 0, 0, ... 992 more])",
        ),
        (OffsetIndex(page_locations=[]), "OffsetIndex(page_locations=[])"),
        (footer_v0.KeyValue(key="k" * 99), f"KeyValue(key='{'k' * 80}'... (99 characters))"),
    ],
    ids=lambda value: "" if isinstance(value, str) else type(value).__name__,
)
def test_what_is_left_out_is_told(value: object, shown: str) -> None:
    assert repr(value) == shown


def test_the_deeper_a_list_of_records_lies_the_less_of_it_is_shown() -> None:
    shown = repr(metadata(columns=50, row_groups=40))
    assert shown.count("SchemaElement(") == 3
    assert shown.count("RowGroup(") == 3
    assert shown.count("ColumnChunk(") == 6
    assert shown.count("meta_data=ColumnMetaData(...)") == 6
    assert "... 48 more], total_byte_size=1" in shown
    assert shown.endswith("... 37 more], created_by='a writer')")


def test_the_whole_is_bounded_too() -> None:
    """Whatever a schema has: the last value that is begun is the last one."""
    wide = metadata(1, 1)
    wide.key_value_metadata = [KeyValue(key="k" * 99, value="v" * 99) for _ in range(9)]
    wide.row_groups[0].columns[0].meta_data = chunk(["p" * 999] * 99).meta_data
    for value in (wide, wide.row_groups[0], wide.row_groups[0].columns[0]):
        assert len(repr(value)) < BOUNDS.characters + 500
    assert "... 91 more" in repr(wide.row_groups[0].columns[0])


def test_who_wants_all_of_it_gets_it() -> None:
    value = metadata(columns=50, row_groups=4)
    assert whole(value).count("ColumnMetaData(") == 200
    assert "..." not in whole(value)
    assert whole(FileMetaData.decode(value.encode())) == whole(value)


def test_a_class_of_ones_own_shows_itself() -> None:
    class Short(KeyValue):
        def __repr__(self) -> str:
            return "short"

    value = metadata(1, 1).replace(key_value_metadata=[Short(key="k")])
    assert "key_value_metadata=[short]" in repr(value)


# Nothing is decoded


@pytest.fixture
def count_decoded(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many tables have been materialised since."""
    decoded: list[Table] = []
    materialise = Table.materialise

    def count_and_materialise(table: Table) -> None:
        decoded.append(table)
        materialise(table)

    monkeypatch.setattr(Table, "materialise", count_and_materialise)
    return lambda: len(decoded)


def test_a_lazy_table_stays_lazy(count_decoded: Callable[[], int]) -> None:
    data = footer_v0.KeyValue(key="k", val="v").encode()
    lazy = footer_v0.KeyValue.decode(data)
    assert repr(lazy) == "KeyValue(key='k', val='v')"
    lazy.val = "set"
    assert repr(lazy) == "KeyValue(key='k', val='set')"
    assert count_decoded() == 0
    assert lazy.source is not None
    assert lazy.key == "k"
    assert count_decoded() == 1
    assert repr(lazy) == "KeyValue(key='k', val='set')"


def test_a_lazy_table_tells_how_long_its_lists_are(count_decoded: Callable[[], int]) -> None:
    table = footer_v0.FileMetaData(
        version=2,
        num_rows=7,
        schema=[footer_v0.SchemaElement(name=f"{at}") for at in range(9)],
        row_groups=[footer_v0.RowGroup(columns=[], total_byte_size=0, num_rows=7)],
    )
    lazy = footer_v0.FileMetaData.decode(table.encode())
    shown = repr(lazy)
    assert "schema=<list of 9>, num_rows=7, row_groups=<list of 1>" in shown
    assert count_decoded() == 0
    assert repr(lazy) == shown
    assert lazy == table


def test_damage_in_bytes_that_somebody_vouched_for_is_shown() -> None:
    table = footer_v0.FileMetaData.from_verified(b"\xff\xff\0\0abcdefg")
    assert repr(table) == "FileMetaData(<damaged>)"


def test_what_a_mask_left_out_is_told() -> None:
    data = metadata(2, 2).encode()
    masked = FileMetaData.decode(data, fields=["num_rows", "row_groups[1].num_rows"], eager=True)
    assert "schema=<not decoded>, num_rows=2" in repr(masked)
    assert "RowGroup(columns=<not decoded>, total_byte_size=<not decoded>, num_rows=1" in whole(
        masked
    )
