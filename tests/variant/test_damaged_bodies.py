"""Pages that cannot be read: whoever reads, the error names the file, and says what to try."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay import variant
from inlay.footers.footer.trailer import tail_of

READERS: dict[str, Callable[[str], pa.Table]] = {
    "table": inlay.read_table,
    "row groups": lambda path: inlay.read_table(path, row_groups=[0]),
    "batches": lambda path: inlay.iter_batches(path).read_all(),
    "filtered": lambda path: inlay.read_table(path, filters=[("a", ">", 5)]),
    "filtered row groups": lambda path: inlay.read_table(
        path, filters=[("a", ">", 5)], row_groups=[0]
    ),
    "variants": variant.read_table,
}


@pytest.mark.parametrize("reader", READERS)
def test_the_error_names_the_file(reader: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.parquet"
    pq.write_table(pa.table({"a": list(range(1000))}), path, compression="snappy")
    assert READERS[reader](str(path)).num_rows in (1000, 994)
    data = bytearray(path.read_bytes())
    data[60:200] = bytes(byte ^ 0xFF for byte in data[60:200])
    path.write_bytes(data)
    with pytest.raises(OSError, match=r"bad\.parquet: .*`inlay verify --data` says where"):
        READERS[reader](str(path))


@pytest.mark.parametrize("reader", READERS)
def test_a_schema_that_pyarrow_refuses_is_of_a_named_file(reader: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.parquet"
    pq.write_table(pa.table({"a": [1]}), path)
    footer = inlay.open(path)
    metadata = footer.metadata
    metadata.schema[1].num_children = 3
    path.write_bytes(path.read_bytes()[: footer.offset] + tail_of(metadata.encode(), footer.magic))
    with pytest.raises(OSError, match=r"bad\.parquet: Malformed Parquet schema"):
        READERS[reader](str(path))


def test_an_error_that_is_none_of_pages_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "good.parquet"
    pq.write_table(pa.table({"a": [1]}), path)
    with pytest.raises(ValueError, match="no column") as caught:
        inlay.read_table(path, columns=["b"])
    assert "verify" not in str(caught.value)
