"""`uncompressed-column`."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.verbs.lint.estimate import Estimate
from parquet_format.parquet import CompressionCodec, Encoding, FileMetaData, Type
from tests.verbs.lint.footers import (
    MIB,
    advise,
    advise_on_file,
    chunk,
    column,
    footer,
    make_fine,
    row_group,
    string,
)

RULE = "uncompressed-column"


def test_a_column_without_a_codec_is_advised_once(tmp_path: Path) -> None:
    plain = chunk("id", codec=CompressionCodec.UNCOMPRESSED, total_compressed_size=3 * MIB)
    (advice,) = advise(RULE, footer([column("id")], [row_group(plain)] * 2), tmp_path)
    assert advice.column == "id"
    assert advice.place == "row_groups[0].columns[0]"
    assert advice.seen == "6.0 MiB in 2 row groups without a codec"


def test_a_file_with_little_to_save_is_not(tmp_path: Path) -> None:
    """A third of a text is likely left."""
    for size, expected in ((5000, 0), (8000, 1)):
        assert len(advise(RULE, plain_texts(1, size), tmp_path)) == expected
    metadata = plain_texts(1, 8000)
    metadata.schema.append(column("id"))
    metadata.schema[0].num_children = 2
    metadata.row_groups[0].columns.append(chunk("id"))
    assert advise(RULE, metadata, tmp_path) == []  # next to nothing of the data


def test_small_columns_of_a_wide_file_add_up(tmp_path: Path) -> None:
    advice = advise(RULE, plain_texts(100, 100), tmp_path)
    assert len(advice) == 100
    assert sum(each.num_bytes or 0 for each in advice) == 100 * 70
    assert all(each.saved == Estimate(70, 0, 98) for each in advice)


def plain_texts(columns: int, size: int) -> FileMetaData:
    """A row group of columns of this size without a codec or a dictionary."""
    chunks = [
        chunk(
            f"c{at}",
            Type.BYTE_ARRAY,
            codec=CompressionCodec.UNCOMPRESSED,
            encodings=[Encoding.PLAIN],
            dictionary_page_offset=None,
            total_compressed_size=size,
            total_uncompressed_size=size,
        )
        for at in range(columns)
    ]
    return footer([string(f"c{at}") for at in range(columns)], [row_group(*chunks)])


def test_pages_are_tried_where_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    table = pa.table({"same": [7] * 300_000, "noise": make_noise(300_000)})
    pq.write_table(table, path, use_dictionary=False, compression="none")
    (same,) = advise_on_file(RULE, path, needs_pages=True)
    assert same.column == "same"
    assert same.seen.startswith("2.3 MiB in 1 row group without a codec; ZSTD leaves ")
    assert same.num_bytes is not None
    assert same.num_bytes > 2 * MIB
    guessed = {each.column: each.num_bytes or 0 for each in advise_on_file(RULE, path)}
    assert guessed["same"] > 2 * MIB
    assert guessed.get("noise", 0) < MIB // 4


def test_noise_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    table = pa.table({"noise": make_noise(300_000)})
    pq.write_table(table, path, use_dictionary=False, compression="none")
    assert advise_on_file(RULE, path, needs_pages=True) == []


def make_noise(rows: int) -> pa.Array[Any]:
    """Integers that no codec makes smaller."""
    return pa.Array.from_buffers(
        pa.int64(), rows, [None, pa.py_buffer(Random(1).randbytes(8 * rows))]
    )


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
