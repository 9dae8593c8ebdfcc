"""Files that say nothing wrong have no findings, in every encoding and compression, and every value is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from tests.verbs.verify.values.right_files import write_right

OPTIONS: dict[str, dict[str, Any]] = {
    "plain": {"use_dictionary": False},
    "dictionaries": {},
    "small dictionaries": {"dictionary_pagesize_limit": 200},
    "indexes": {"write_page_index": True},
    "indexes, version 2": {"write_page_index": True, "data_page_version": "2.0"},
    "no statistics": {"write_statistics": False, "write_page_index": True},
    "INT96": {"use_deprecated_int96_timestamps": True},
    "decimals as integers": {"store_decimal_as_integer": True},
    **{
        f"{codec}, version {version}": {"compression": codec, "data_page_version": version}
        for codec in ("none", "snappy", "gzip", "brotli", "zstd", "lz4")
        for version in ("1.0", "2.0")
    },
}


@pytest.mark.parametrize("name", OPTIONS)
def test_no_findings(name: str, tmp_path: Path) -> None:
    path = tmp_path / "right.parquet"
    write_right(path, **OPTIONS[name])
    found = inlay.verify(str(path), values=True)
    assert not found.findings
    assert found.audited is not None
    assert not found.audited.others
    assert found.audited.chunks == pq.read_metadata(path).num_columns * 3


FIXED = pa.binary(3)
NUMBERS = (pa.int32(), pa.int64(), pa.float32(), pa.float64())
ENCODINGS: dict[str, tuple[pa.DataType, ...]] = {
    "PLAIN": (*NUMBERS, pa.string(), pa.bool_(), FIXED),
    "RLE": (pa.bool_(),),
    "DELTA_BINARY_PACKED": (pa.int32(), pa.int64()),
    "BYTE_STREAM_SPLIT": (*NUMBERS, FIXED),
    "DELTA_LENGTH_BYTE_ARRAY": (pa.string(),),
    "DELTA_BYTE_ARRAY": (pa.string(), FIXED),
}


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_encodings(encoding: str, version: Literal["1.0", "2.0"], tmp_path: Path) -> None:
    columns: dict[str, pa.Array[Any]] = {}
    numbers = [None if n % 7 == 2 else n % 30 for n in range(300)]
    for arrow in ENCODINGS[encoding]:
        if arrow == FIXED:
            values = [None if n is None else bytes([n] * 3) for n in numbers]
            columns[str(arrow)] = pa.array(values, FIXED)
        else:
            columns[str(arrow)] = pa.array(numbers, pa.int64()).cast(arrow)
    path = tmp_path / "encoded.parquet"
    pq.write_table(
        pa.table(columns),
        path,
        use_dictionary=False,
        column_encoding=dict.fromkeys(columns, encoding),
        data_page_version=version,
        data_page_size=100,
        write_batch_size=20,
    )
    found = inlay.verify(str(path), values=True)
    assert not found.findings
    assert found.audited is not None
    assert (found.audited.chunks, found.audited.others) == (len(columns), [])
