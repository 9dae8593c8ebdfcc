"""Row groups that are put together of encoded parts are those that are put together chunk by chunk, byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from inlay.pages.engine.columns import ColumnRun, join_groups
from inlay.pages.engine.joined_group import JoinedGroup
from inlay.pages.engine.packed_body import RowGroups
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.rows.variants import file_shredding
from tests.pages.encodings.files import pq
from tests.variant.spliced import BOTH, BY, FILES, shredded, table

ROWS = 200


def _by_chunks(_base: ThriftFile, _columns: list[ColumnRun]) -> RowGroups | None:
    return None


@pytest.mark.needs("native core")
@pytest.mark.parametrize(
    "schemas", [BY, BOTH, {"new": pa.null()}, {}], ids=["v", "both", "new", "none"]
)
@pytest.mark.parametrize("options", FILES.values(), ids=FILES)
def test_parts_are_what_chunks_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], schemas: Any
) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(table(ROWS), source, **{"row_group_size": 70} | options)
    joined: list[JoinedGroup] = []

    def watched(base: ThriftFile, columns: list[ColumnRun]) -> RowGroups | None:
        row_groups = join_groups(base, columns)
        if row_groups is not None:
            joined.extend(group for group in row_groups() if isinstance(group, JoinedGroup))
        return row_groups

    monkeypatch.setattr(file_shredding, "join_groups", watched)
    by_parts = shredded(source, schemas).read_bytes()
    assert bool(joined) != ("sorting_columns" in options)
    monkeypatch.setattr(file_shredding, "join_groups", _by_chunks)
    assert shredded(source, schemas).read_bytes() == by_parts


@pytest.mark.needs("native core")
def test_a_part_with_a_damaged_page_is_refused_as_a_chunk_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(table(ROWS), source, write_page_checksum=True, compression="none")
    data = bytearray(source.read_bytes())
    chunk = pq.read_metadata(source).row_group(0).column(0)
    data[chunk.data_page_offset + chunk.total_compressed_size // 2] ^= 1
    source.write_bytes(data)
    said: list[str] = []
    for join in (join_groups, _by_chunks):
        monkeypatch.setattr(file_shredding, "join_groups", join)
        with pytest.raises(Exception, match="does not match its CRC") as error:
            shredded(source)
        said.append(str(error.value))
    assert said[0] == said[1]
    assert not (tmp_path / "out.parquet").exists()
