"""What pyarrow reads ahead of a filter, by the size of a file and by what it is read through: the rows are the same."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import compute

import inlay
from inlay.rows.filtering.arrow_rows import open_fragment

SMALL = pa.table({"a": range(1000)})
LARGE = pa.table({"a": range(200_000)})


@pytest.mark.parametrize(
    ("rows", "is_ahead"), [(SMALL, False), (LARGE, True)], ids=["small", "large"]
)
def test_only_a_small_local_file_is_not_read_ahead(
    tmp_path: Path, rows: pa.Table, is_ahead: bool
) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(
        rows, path, row_group_size=rows.num_rows // 4, use_dictionary=False, compression="none"
    )
    for file, expected in (
        (pa.OSFile(str(path), "r"), is_ahead),
        (pa.PythonFile(path.open("rb"), mode="r"), True),  # perhaps on a network
    ):
        with file:
            options = open_fragment(file).format.default_fragment_scan_options
            assert options.pre_buffer is expected
    for source in (path, path.read_bytes()):
        left = inlay.read_table(source, filters=compute.field("a") >= rows.num_rows - 3)
        assert left == rows.slice(rows.num_rows - 3)
