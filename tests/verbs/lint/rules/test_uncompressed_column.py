"""`uncompressed-column`."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from parquet_format.parquet import CompressionCodec
from tests.verbs.lint.footers import (
    MIB,
    advise,
    advise_on_file,
    chunk,
    column,
    footer,
    make_fine,
    row_group,
)

RULE = "uncompressed-column"


def test_a_column_without_a_codec_is_advised_once(tmp_path: Path) -> None:
    plain = chunk("id", codec=CompressionCodec.UNCOMPRESSED, total_compressed_size=3 * MIB)
    (advice,) = advise(RULE, footer([column("id")], [row_group(plain)] * 2), tmp_path)
    assert advice.column == "id"
    assert advice.place == "row_groups[0].columns[0]"
    assert advice.seen == "6.0 MiB in 2 row groups without a codec"


def test_a_small_column_is_not(tmp_path: Path) -> None:
    for size, expected in ((MIB - 1, 0), (MIB, 1)):
        plain = chunk("id", codec=CompressionCodec.UNCOMPRESSED, total_compressed_size=size)
        assert len(advise(RULE, footer([column("id")], [row_group(plain)]), tmp_path)) == expected


def test_a_page_is_tried_where_pages_are_read(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    table = pa.table({"same": [7] * 300_000, "noise": [hash_of(at) for at in range(300_000)]})
    pq.write_table(table, path, use_dictionary=False, compression="none")
    noise, same = sorted(advise_on_file(RULE, path, needs_pages=True), key=lambda each: each.column)
    assert same.seen.startswith("2.3 MiB in 1 row group without a codec; ZSTD leaves ")
    assert same.num_bytes is not None
    assert same.num_bytes > 2 * MIB
    assert noise.num_bytes == 0
    assert {each.num_bytes for each in advise_on_file(RULE, path)} == {None}


def hash_of(number: int) -> int:
    """Bytes that no codec makes smaller."""
    return int.from_bytes(sha256(number.to_bytes(4, "little")).digest()[:8], "little", signed=True)


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
