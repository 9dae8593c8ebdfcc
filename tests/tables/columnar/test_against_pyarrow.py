"""pyarrow's own reading of footers as independent truth."""

from __future__ import annotations

import io
import struct
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from tests.generated.parquet_files import NoFooterError, footer, parquet_paths


def check(file: bytes) -> int:
    """Holds a file's tables against `read_metadata`; the number of chunks."""
    data = footer(file).data
    metadata: Any = pq.read_metadata(io.BytesIO(file))
    chunks = iter(inlay.chunk_table(data).to_pylist())
    leaves = [row for row in inlay.schema_table(data).to_pylist() if row["column"] is not None]
    (about,) = inlay.file_table(data).to_pylist()
    assert about["num_rows"] == metadata.num_rows
    assert about["num_row_groups"] == metadata.num_row_groups
    assert about["num_columns"] == metadata.num_columns == len(leaves)
    assert (about["created_by"] or "") == (metadata.created_by or "")
    assert about["footer_length"] - about["trailing_length"] == metadata.serialized_size
    entries = inlay.key_value_table(data).to_pylist()
    theirs = metadata.metadata or {}
    assert {row["key"].encode(): (row["value"] or "").encode() for row in entries} == theirs
    for leaf in leaves:
        column = metadata.schema.column(leaf["column"])
        assert leaf["path"] == column.path
        assert leaf["name"] == column.name
        assert leaf["physical_type"] == column.physical_type
        assert leaf["max_definition_level"] == column.max_definition_level
        assert leaf["max_repetition_level"] == column.max_repetition_level
    count = 0
    for at, group in enumerate(inlay.row_group_table(data).to_pylist()):
        if about["encryption_algorithm"]:
            continue  # pyarrow is not asked for a chunk that it has no key for
        row_group = metadata.row_group(at)
        assert group["num_rows"] == row_group.num_rows
        assert group["total_byte_size"] == row_group.total_byte_size
        assert group["num_columns"] == row_group.num_columns
        for column in range(row_group.num_columns):
            check_chunk(next(chunks), row_group.column(column), (at, column))
            count += 1
    assert about["encryption_algorithm"] or next(chunks, None) is None
    return count


def check_chunk(row: Any, chunk: Any, place: tuple[int, int]) -> None:
    assert (row["row_group"], row["column"]) == place
    assert row["path"] == chunk.path_in_schema
    assert row["physical_type"] == chunk.physical_type
    assert row["num_values"] == chunk.num_values
    assert row["total_compressed_size"] == chunk.total_compressed_size
    assert row["total_uncompressed_size"] == chunk.total_uncompressed_size
    assert row["data_page_offset"] == chunk.data_page_offset
    assert row["file_offset"] == chunk.file_offset
    if chunk.has_dictionary_page:
        assert row["dictionary_page_offset"] == chunk.dictionary_page_offset
    assert (row["offset_index_offset"] is not None) == chunk.has_offset_index
    assert (row["column_index_offset"] is not None) == chunk.has_column_index
    known = {"LZ4_RAW": "LZ4", "LZ4": "UNKNOWN"}  # Arrow has names of its own
    assert known.get(row["codec"], row["codec"]) == chunk.compression
    statistics = chunk.statistics
    if statistics is None:
        return
    assert row["null_count"] == (statistics.null_count if statistics.has_null_count else None)
    if statistics.has_min_max and row["min_value"] is not None:
        for side in ("min", "max"):
            check_bound(row[f"{side}_text"], getattr(statistics, f"{side}_raw"), row)


def check_bound(text: str, raw: Any, row: Any) -> None:
    """`raw` is the value of the physical type, decoded by Arrow."""
    match row["physical_type"]:
        case "INT32" | "INT64" if row["logical_type"] is None:
            assert int(text) == raw
        case "DOUBLE":
            assert struct.pack("<d", float(text)) == struct.pack("<d", raw)
        case "FLOAT":
            assert struct.pack("<f", float(text)) == struct.pack("<f", raw)
        case "BOOLEAN":
            assert text == str(raw).lower()
        case "BYTE_ARRAY" if row["logical_type"] in ("STRING", "ENUM", "JSON"):
            assert text == (raw if isinstance(raw, str) else raw.decode())
        case _:
            pass


def test_the_corpus(core: str, parquet_testing: Path) -> None:
    count = 0
    for path in parquet_paths(parquet_testing):
        file = path.read_bytes()
        try:
            footer(file)
            pq.read_metadata(io.BytesIO(file))
        except (NoFooterError, OSError, pa.ArrowException):
            continue  # what one of them does not read is for other tests
        count += check(file)
    assert count > 100


def test_many_types_and_row_groups(core: str) -> None:
    import datetime
    from decimal import Decimal

    day = datetime.date(2024, 2, 29)
    noon = datetime.datetime(2024, 2, 29, 12, 0, 0, 123456)
    table = pa.table(
        {
            "flag": [True, None, False, True],
            "small": pa.array([1, -2, None, 3], pa.int8()),
            "unsigned": pa.array([2**64 - 1, 0, 5, None], pa.uint64()),
            "narrow": pa.array([0.1, -0.0, None, 3e38], pa.float32()),
            "wide": [0.1, 1e16, 1e-7, -2.5],
            "text": ["Ada", "häß", None, ""],
            "data": [b"\x00\xff", None, b"", b"x"],
            "day": [day, None, day, day],
            "moment": pa.array([noon, None, noon, noon], pa.timestamp("us", "UTC")),
            "price": [Decimal("1.20"), Decimal("-3.45"), None, Decimal("0.00")],
            "list": [[1, 2], [], None, [3]],
            "struct": [{"a": 1, "b": "x"}, None, {"a": None, "b": "y"}, {"a": 2, "b": None}],
        }
    )
    sink: Any = io.BytesIO()
    pq.write_table(table, sink, row_group_size=2, write_page_index=True, sorting_columns=None)
    file = sink.getvalue()
    assert check(file) == 2 * 13
    found = inlay.chunk_table(footer(file).data, ["path", "logical_type", "min_text", "max_text"])
    first = {row["path"]: tuple(row.values())[1:] for row in found.to_pylist()[:13]}
    assert first["small"] == ("INTEGER(8, signed)", "-2", "1")
    assert first["unsigned"] == ("INTEGER(64, unsigned)", "0", str(2**64 - 1))
    assert first["text"] == ("STRING", "Ada", "häß")
    assert first["data"] == (None, "0x00ff", "0x00ff")
    assert first["day"] == ("DATE", "2024-02-29", "2024-02-29")
    assert first["moment"] == (
        "TIMESTAMP(MICROS, UTC)", "2024-02-29T12:00:00.123456Z", "2024-02-29T12:00:00.123456Z",
    )  # fmt: skip
    assert first["price"] == ("DECIMAL(3, 2)", "-3.45", "1.20")
    assert first["flag"] == (None, "true", "true")


@pytest.mark.parametrize("value", [0.1, 1e16, 1e-300, float("inf"), -0.0, 5e-324, 123456.789])
def test_the_text_of_a_double_reads_back(core: str, value: float) -> None:
    sink: Any = io.BytesIO()
    pq.write_table(pa.table({"d": [value, value]}), sink)
    (row,) = inlay.chunk_table(footer(sink.getvalue()).data, ["max_text"]).to_pylist()
    assert float(row["max_text"]) == value
