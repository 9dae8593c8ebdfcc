"""A `value` column that a footer calls all null although it is not: values must not become null, whichever reader reads the path."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from inlay.variant import read_path, variant_array, write_table
from parquet_format.parquet import FileMetaData, Statistics
from tests.support.footers import edit_footer

VALUES = [{"a": 1}, {"a": "text"}, {"a": 3}]


def _claim_nulls(metadata: FileMetaData, *, bounds: bool, writer: str) -> None:
    metadata.created_by = writer
    for group in metadata.row_groups:
        for chunk in group.columns:
            meta = chunk.meta_data
            assert meta is not None
            if meta.path_in_schema[-2:] != ["a", "value"]:
                continue
            old = meta.statistics or Statistics()
            ends = (old.min_value or b"\x01", old.max_value or b"\x15") if bounds else (None, None)
            meta.size_statistics = None
            meta.statistics = Statistics(
                null_count=group.num_rows, min_value=ends[0], max_value=ends[1]
            )


@pytest.mark.parametrize("is_local", [True, False], ids=["by leaves", "by rows"])
@pytest.mark.parametrize(
    ("bounds", "writer", "has_index", "is_believed"),
    [
        (True, "inlay version 1.0.0", False, False),
        (False, "duckdb version v0.10.0(build 20b1486d11)", False, False),
        (False, "inlay version 1.0.0", True, False),
        (False, "inlay version 1.0.0", False, True),
    ],
    ids=["bounds", "writer", "page index", "nothing"],
)
def test_a_false_number_of_nulls_makes_no_value_null(
    tmp_path: Path, is_local: bool, bounds: bool, writer: str, has_index: bool, is_believed: bool
) -> None:
    """With nothing against it, the number is believed: so the other cases show what voids it."""
    path = tmp_path / "v.parquet"
    array: Any = variant_array(VALUES)
    shred: Any = {"v": pa.struct([("a", pa.int64())])}
    write_table(pa.table({"v": array}), path, shred=shred, write_page_index=has_index)
    data = edit_footer(path.read_bytes(), lambda it: _claim_nulls(it, bounds=bounds, writer=writer))
    path.write_bytes(data)
    source: Any = path if is_local else io.BytesIO(data)
    read: Any = read_path(source, "v", "$.a", pa.string())
    assert (read.to_pylist()[1] is None) == is_believed
