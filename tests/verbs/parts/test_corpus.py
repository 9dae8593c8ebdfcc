"""Real files by other writers: every column alone, in pieces and whole again, and twice in one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import inlay
from inlay.errors import ChunkError, RefusedError
from tests.pages.encodings.files import pa, pq
from tests.support.corpora import HUGE
from tests.verbs.parts.made import Pages, leaf_names, pages_in
from tests.verbs.parts.pairs import try_pairs

DAMAGED = {
    "datapage_v1-corrupt-checksum.parquet",
    "repeated_no_annotation.parquet",  # it counts its rows in two ways
    "rle-dict-uncompressed-corrupt-checksum.parquet",
}
"""Most of them on purpose."""

COLUMNS = 4
"""Of a file, at most, that are taken alone."""


def files_in(corpus: Path) -> Iterator[tuple[Path, Any]]:
    """Those that pyarrow reads, with their rows."""
    for path in sorted((corpus / "data").glob("*.parquet")):
        if path.name == HUGE:
            continue
        try:
            yield path, pq.ParquetFile(path).read()
        except (OSError, pa.ArrowException):
            continue


def test_every_file_survives_each_verb(parquet_testing: Path, tmp_path: Path) -> None:
    refused: dict[str, str] = {}
    out, parts, back = tmp_path / "out.parquet", tmp_path / "parts", tmp_path / "back.parquet"
    count = 0
    damaged = set[str]()
    for path, rows in files_in(parquet_testing):
        damaged |= {path.name} & DAMAGED
        try:
            inlay.concat([path, path], out, overwrite=True)
        except (ChunkError, RefusedError) as error:
            refused[path.name] = str(error)
            continue
        count += 1
        pages = pages_or_none(path)
        assert pq.ParquetFile(out).read().num_rows == 2 * rows.num_rows, path
        assert pages is None or pages_in(out) == 2 * pages, path
        assert_each_column(path, out, pages)
        made = inlay.split(path, parts, row_groups=1, overwrite=True)
        inlay.concat([each.path for each in made], back, overwrite=True)
        assert pages is None or pages_in(back) == pages, path
        assert pq.ParquetFile(back).read().schema.equals(rows.schema), path
        for name in os.listdir(parts):
            os.unlink(parts / name)
    assert count > 20
    assert set(refused) == damaged != set()
    assert all(str(parquet_testing) in message for message in refused.values())


def test_every_pair_of_files_with_the_same_columns(parquet_testing: Path) -> None:
    outcomes = try_pairs(sorted(parquet_testing.rglob("*.parquet")))
    assert outcomes["whole"] > 500
    assert not outcomes["error"]


def pages_or_none(path: Path) -> Pages | None:
    """None where the pages of a chunk go on behind it, as old writers have them."""
    try:
        return pages_in(path)
    except ChunkError:
        return None


def assert_each_column(path: Path, out: Path, pages: Pages | None) -> None:
    for leaf in leaf_names(path)[:COLUMNS]:
        try:
            inlay.select(path, out, columns=[leaf], overwrite=True)
        except RefusedError:  # a part of a map, or of a Variant
            inlay.select(path, out, columns=[leaf.partition(".")[0]], overwrite=True)
        names = leaf_names(out)
        assert leaf in names
        if pages is not None:
            assert pages_in(out) == [{name: group[name] for name in names} for group in pages], path
        pq.ParquetFile(out).read()
