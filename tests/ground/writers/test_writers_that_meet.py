"""What is not believed of a writer is not believed after `concat` either, where nobody can tell any more who wrote it.

Each file has a lie about its last value in all that its footer says of it: whoever believes the lie prunes that row.
"""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import pytest

import inlay
from inlay.footers.footer import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.ground.writers.affected import AffectedColumns, AffectedPart
from inlay.ground.writers.defects import DEFECTS, Defect, DefectAnswer, DefectVisible
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.rows.pruning.filter_lists import filter_from_lists
from parquet_format.parquet import (
    ColumnChunk,
    ColumnIndex,
    ConvertedType,
    DecimalType,
    OffsetIndex,
    Statistics,
)
from tests.ground.writers.test_defects import IDS
from tests.pages.encodings.files import pa, pq
from tests.verbs.parts.test_writers import rename_writer

TEXTS: Final = pa.array(["a", "b", "c"])
NUMBERS: Final = pa.array([1, 2, 2**31], pa.uint32())
REALS: Final = pa.array([1.0, 2.0, 3.0])
DECIMALS: Final = pa.array([Decimal(1), Decimal(2), Decimal(3)], pa.decimal128(20, 0))
COLUMNS: Final[dict[AffectedColumns, Any]] = {
    AffectedColumns.ALL: TEXTS,
    AffectedColumns.BINARY: TEXTS,
    AffectedColumns.BYTE_ARRAY: TEXTS,
    AffectedColumns.NOT_SIGNED: NUMBERS,
    AffectedColumns.UNSIGNED: NUMBERS,
    AffectedColumns.DECIMAL: DECIMALS,
    AffectedColumns.BINARY_DECIMAL: DECIMALS,
    AffectedColumns.BYTE_ARRAY_DECIMAL: pa.array([b"\1", b"\2", b"\3"]),
    AffectedColumns.CUT: DECIMALS,
    AffectedColumns.FLOAT: REALS,
    AffectedColumns.ARROW_DICTIONARY: TEXTS.dictionary_encode(),
    AffectedColumns.LIST: TEXTS,
    AffectedColumns.FIXED_IN_STRUCT: REALS,
    AffectedColumns.INT96: pa.array([1_000, 2_000, 3_000], pa.timestamp("ns")),
}
"""One column for each kind. Those of the last three cannot lie: filters on lists are refused, and INT96 has no order."""

HARMLESS: Final = "someone else version 1.0"


def name_writer(defect: Defect) -> str | None:
    if not defect.application:
        return None
    version = ".".join(map(str, defect.since or (0, 0, 1)))
    return f"{defect.application} version {version}"


def lie_about_bounds(chunk: ColumnChunk, index: ColumnIndex, defect: Defect) -> None:
    """The last value is not within the bounds, of the chunk or of its page."""
    low, high = index.min_values[0], index.max_values[1]
    if defect.part == AffectedPart.OLD_BOUNDS:
        metadata_of(chunk).statistics = Statistics(min=low, max=low, null_count=0)
        return
    if defect.part != AffectedPart.COLUMN_INDEX:
        metadata_of(chunk).statistics = Statistics(min_value=low, max_value=high, null_count=0)
    is_empty = defect.visible == DefectVisible.IF_EMPTY
    index.min_values[2], index.max_values[2] = (b"", b"") if is_empty else (low, high)
    index.boundary_order = type(index.boundary_order)(0)


def lie_about_nulls(chunk: ColumnChunk, index: ColumnIndex) -> None:
    statistics = metadata_of(chunk).statistics
    assert statistics is not None
    statistics.null_count = 0
    index.null_counts = [0, 0, 0]
    index.null_pages = [False, False, False]
    index.min_values[2], index.max_values[2] = index.min_values[0], index.max_values[1]


def multiply_nulls(chunk: ColumnChunk) -> None:
    """One null in three pages is three nulls, and so all values."""
    statistics = metadata_of(chunk).statistics
    if statistics is not None:
        statistics.null_count = 3
    chunk.column_index_offset = chunk.column_index_length = None


def write_lie(path: Path, defect: Defect, *, has_statistics: bool = True) -> object:
    """A file with three values, each in a page, and a filter that only the last one matches."""
    column = COLUMNS[defect.columns]
    is_multiplied = defect.visible == DefectVisible.IF_MULTIPLIED
    is_count = defect.part == AffectedPart.NULL_COUNT and not is_multiplied
    if is_count:
        column = pa.concat_arrays([column[:2], pa.array([None], column.type)])
    if is_multiplied:
        column = pa.concat_arrays([pa.array([None], column.type), column[1:]])
    is_coded = defect.columns == AffectedColumns.ARROW_DICTIONARY
    is_old = defect.columns == AffectedColumns.INT96
    options = {
        "use_dictionary": is_coded or is_multiplied,
        "use_deprecated_int96_timestamps": is_old,
    }
    pq.write_table(pa.table({"c": column}), path, data_page_size=1, write_batch_size=1,
                   write_page_index=True, store_schema=is_coded, **options)  # fmt: skip
    footer = read_footer(path)
    metadata, data = footer.metadata, path.read_bytes()
    if defect.columns == AffectedColumns.BYTE_ARRAY_DECIMAL:
        element = metadata.schema[1]
        element.converted_type, element.precision, element.scale = ConvertedType.DECIMAL, 9, 0
        element.logicalType = DecimalType(scale=0, precision=9)
    [chunk] = metadata.row_groups[0].columns
    body = data[: footer.offset]
    if is_multiplied:
        multiply_nulls(chunk)
    elif chunk.column_index_offset is not None and chunk.column_index_length is not None:
        start = chunk.column_index_offset
        index = ColumnIndex.decode(data[start : start + chunk.column_index_length])
        if is_count:
            lie_about_nulls(chunk, index)
        else:
            lie_about_bounds(chunk, index, defect)
        encoded = index.encode()
        chunk.column_index_offset, chunk.column_index_length = len(body), len(encoded)
        body += encoded
    if not has_statistics:
        metadata_of(chunk).statistics = None
    path.write_bytes(body + tail_of(metadata.encode()))
    rename_writer(path, name_writer(defect))
    if is_count:
        return "c is null"
    wanted = column[2].as_py()
    if defect.columns == AffectedColumns.BYTE_ARRAY_DECIMAL:
        wanted = Decimal(3)
    if defect.columns == AffectedColumns.INT96:
        wanted = column.cast(pa.timestamp("us"))[2].as_py()
    return [("c", "=", wanted)]


def list_rows(path: Path, asked: object) -> set[int]:
    """The rows of the first row group that are left."""
    tree = asked if isinstance(asked, str) else filter_from_lists(asked)
    assert tree is not None
    group = inlay.prune(path, tree).groups[0]
    return {row for start, end in group.row_ranges for row in range(start, end)}


@pytest.mark.parametrize("has_statistics", [True, False])
@pytest.mark.parametrize("defect", DEFECTS, ids=IDS)
def test_what_was_kept_is_kept_after_concat(
    tmp_path: Path, defect: Defect, has_statistics: bool
) -> None:
    lying, other, joined = (tmp_path / f"{name}.parquet" for name in ("lying", "other", "joined"))
    asked = write_lie(other, defect)
    rename_writer(other, HARMLESS)
    write_lie(lying, defect, has_statistics=has_statistics)
    before = list_rows(lying, asked)
    inlay.concat([lying, other], joined)
    assert inlay.read_metadata(joined).created_by != name_writer(defect)
    assert before <= list_rows(joined, asked)
    if defect.answer == DefectAnswer.NOT_BELIEVED and defect.columns != AffectedColumns.LIST:
        assert 2 in before


LISTS: Final = [[1, None], [2, None]]


@pytest.mark.parametrize(
    ("created_by", "column", "kept"),
    [
        ("parquet-rs version 59.0.0", LISTS, (True, False)),
        ("parquet-rs version 59.0.0", [[1], [2, 3]], (True, True)),
        ("parquet-rs version 59.0.0", [[None], [None, None]], (True, True)),
        ("parquet-rs version 59.0.0", [1, None], (True, True)),
        ("ClickHouse v25.7.1.1-stable", LISTS, (False, False)),
        ("ClickHouse v25.8.1.1-lts", LISTS, (True, True)),
        ("ClickHouse v25.7.1.1-stable", [1, None], (True, True)),
    ],
)
def test_indexes_of_lists_do_not_move(
    tmp_path: Path, created_by: str, column: list[Any], kept: tuple[bool, bool]
) -> None:
    """`null_pages` by parquet-rs, and first rows by ClickHouse: whether the offset index and the column index are there afterwards."""
    lying, other, joined = (tmp_path / f"{name}.parquet" for name in ("lying", "other", "joined"))
    for path in (lying, other):
        kind = pa.list_(pa.int64()) if isinstance(column[0], list) else pa.int64()
        pq.write_table(pa.table({"c": pa.array(column, kind)}), path, write_page_index=True)
    rename_writer(lying, created_by)
    inlay.concat([lying, other], joined)
    chunk, unchanged = (group.columns[0] for group in inlay.read_metadata(joined).row_groups)
    assert (chunk.offset_index_offset is not None, chunk.column_index_offset is not None) == kept
    assert unchanged.column_index_offset is not None
    assert pq.read_table(joined)["c"].to_pylist() == 2 * column
    assert list(inlay.verify(joined, data=True).findings) == []


@pytest.mark.parametrize("verb", ["concat", "select", "split", "drop"])
@pytest.mark.parametrize(
    ("created_by", "kept", "source"),
    [
        ("parquet-rs version 59.0.0", (True, False), "apache/arrow-rs#1935"),
        ("ClickHouse v25.7.1.1-stable", (False, False), "ClickHouse/ClickHouse#83876"),
        ("ClickHouse v25.8.1.1-lts", (True, True), None),
    ],
)
def test_wrong_indexes_stay_behind_though_the_writer_is_named(
    tmp_path: Path, verb: str, created_by: str, kept: tuple[bool, bool], source: str | None
) -> None:
    """No reader asks who wrote an index before it passes over pages."""
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    columns = {"c": pa.array(LISTS, pa.list_(pa.int64())), "d": [1, 2]}
    pq.write_table(pa.table(columns), path, write_page_index=True)
    rename_writer(path, created_by)
    match verb:
        case "concat":
            made = inlay.concat([path, path], out)
        case "select":
            made = inlay.select(path, out, columns=["c"])
        case "split":
            [made] = inlay.split(path, tmp_path / "parts", rows=100)
        case _:
            made = inlay.drop(path, out, columns=["d"])
    assert inlay.read_metadata(made.path).created_by == created_by
    for group in inlay.read_metadata(made.path).row_groups:
        chunk = group.columns[0]
        assert (
            chunk.offset_index_offset is not None,
            chunk.column_index_offset is not None,
        ) == kept
        assert all(other.offset_index_offset is not None for other in group.columns[1:])
    said = [note for note in made.notes if "page indexes" in note]
    assert len(said) == (0 if source is None else 2 if verb == "concat" else 1)
    for note in said:
        assert note.startswith(
            f"{path}: page indexes of column c.list.element are dropped: those by {created_by}"
        )
        assert note.endswith(f"{source})")
    assert pq.read_table(made.path)["c"].to_pylist()[:2] == LISTS


def test_a_column_that_goes_has_no_note(tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    columns = {"c": pa.array(LISTS, pa.list_(pa.int64())), "d": [1, 2]}
    pq.write_table(pa.table(columns), path, write_page_index=True)
    rename_writer(path, "ClickHouse v25.7.1.1-stable")
    assert not any("page indexes" in note for note in inlay.drop(path, out, columns=["c"]).notes)


def test_rows_are_read_rightly_beside_first_rows_that_count_elements(tmp_path: Path) -> None:
    """A filter passes over rows by a column of numbers: pages of the list beside it are not chosen by its own first rows."""
    path = tmp_path / "in.parquet"
    lists = [[row, row] for row in range(12)]
    columns = {"c": pa.array(lists, pa.list_(pa.int64())), "d": list(range(12))}
    options: dict[str, Any] = {
        "max_rows_per_page": 3,
        "write_batch_size": 3,
        "write_page_index": True,
        "use_dictionary": False,
    }
    pq.write_table(pa.table(columns), path, **options)
    count_elements(path)
    rename_writer(path, "ClickHouse v25.7.1.1-stable")
    for row in range(12):
        table = inlay.read_table(path, filters=[("d", "=", row)])
        assert table.to_pydict() == {"c": [[row, row]], "d": [row]}
    assert list_rows(path, [("d", "=", 7)]) == {6, 7, 8}


def count_elements(path: Path) -> None:
    """Makes the first rows of pages of the first column those of its elements."""
    data = path.read_bytes()
    chunk = inlay.read_metadata(path).row_groups[0].columns[0]
    assert chunk.offset_index_offset
    assert chunk.offset_index_length
    start, end = chunk.offset_index_offset, chunk.offset_index_offset + chunk.offset_index_length
    index = OffsetIndex.decode(data[start:end])
    assert len(index.page_locations) == 4
    for location in index.page_locations:
        location.first_row_index *= 2
    new = index.encode()
    assert len(new) == end - start
    path.write_bytes(data[:start] + new + data[end:])
