"""The folder that `split` makes is gone again where nothing was put into it; parts that are whole stay, and so does what was there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import inlay
from inlay.errors import InlayError, RefusedError
from inlay.pages.engine.chunk_metadata import metadata_of
from tests.pages.encodings.files import pa, pq


def write_damaged(path: Path, row_group: int) -> None:
    """A byte of a page of this row group is another one than its CRC says."""
    table = pa.table({"a": range(4)})
    pq.write_table(table, path, row_group_size=2, write_page_checksum=True, use_dictionary=False)
    chunk = metadata_of(inlay.read_metadata(path).row_groups[row_group].columns[0])
    data = bytearray(path.read_bytes())
    data[chunk.data_page_offset + chunk.total_compressed_size - 1] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize(("row_group", "parts"), [(0, None), (1, ["in-00000.parquet"])])
def test_after_damage(row_group: int, parts: list[str] | None, tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "new" / "out"
    write_damaged(path, row_group)
    with pytest.raises(InlayError, match="does not match its CRC"):
        inlay.split(path, out, row_groups=1)
    assert sorted(os.listdir(tmp_path)) == (["in.parquet"] if parts is None else ["in.parquet", "new"])  # fmt: skip
    assert parts is None or os.listdir(out) == parts


def test_a_folder_that_was_there_stays(tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out"
    out.mkdir()
    write_damaged(path, 0)
    with pytest.raises(InlayError, match="does not match its CRC"):
        inlay.split(path, out, row_groups=1)
    assert os.listdir(out) == []


@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize("dry_run", [False, True])
def test_a_part_of_a_longer_split_would_double_its_rows(
    tmp_path: Path, overwrite: bool, dry_run: bool
) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out"
    pq.write_table(pa.table({"a": range(6)}), path, row_group_size=2)
    inlay.split(path, out, row_groups=1)
    for name in ("other-00007.parquet", "in-2.parquet", "in-00000.parquet.txt"):
        (out / name).write_bytes(b"of somebody else")
    if not overwrite:
        for name in ("in-00000.parquet", "in-00001.parquet"):
            (out / name).unlink()
    before = {each.name: each.read_bytes() for each in out.iterdir()}
    with pytest.raises(RefusedError, match=r"in-00002\.parquet: refused: it is part of an earlier"):
        inlay.split(path, out, row_groups=2, overwrite=overwrite, dry_run=dry_run)
    assert {each.name: each.read_bytes() for each in out.iterdir()} == before
    (out / "in-00002.parquet").unlink()
    assert len(inlay.split(path, out, row_groups=2, overwrite=overwrite)) == 2
