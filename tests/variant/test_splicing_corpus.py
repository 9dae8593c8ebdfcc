"""Files of many writers and many years, with a column of Variants more: what was there stays, byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pyarrow as pa
import pytest

from inlay.pages.engine.errors import ChunkError, PlacementRefusedError
from inlay.rows.variants.file_shredding import shred_columns
from inlay_runtime.errors import InlayError
from parquet_format.parquet import ColumnChunk
from tests.pages.encodings.files import pq
from tests.variant.kept import (
    assert_offsets_lead_to_pages,
    assert_same_rows,
    footer_of,
    kept_of,
)

BY: Final = {"new column": pa.struct([("n", pa.int64())])}

REFUSED: Final[dict[str, tuple[type[Exception], str]]] = {
    "ARROW-GH-41317.parquet": (PlacementRefusedError, "column timestampWus_no_tz where the schema has timestamp_us_no_tz"),
    "ARROW-RS-GH-6229-LEVELS.parquet": (ChunkError, "pages of 21 values, and the chunk has 1"),
    "ARROW-GH-41321.parquet": (ChunkError, "large_binary in row group 0: no page header"),
    "ARROW-RS-GH-6229-DICTHEADER.parquet": (PlacementRefusedError, "pages at 129 to 451 overlap others"),
    "PARQUET-1481.parquet": (OSError, "Invalid physical column type"),
    "datapage_v1-corrupt-checksum.parquet": (ChunkError, "column a in row group 0: a page does not match"),
    "incorrect_map_schema.parquet": (pa.ArrowInvalid, "Map keys must be annotated as required"),
    "repeated_no_annotation.parquet": (PlacementRefusedError, "the row groups have 6 rows"),
    "rle-dict-uncompressed-corrupt-checksum.parquet": (ChunkError, "does not match its CRC"),
}  # fmt: skip
"""Damaged on purpose, or such that pyarrow does not read their schema."""

HARMLESS: Final = {
    "clusterfuzz-testcase-minimized-parquet-arrow-fuzz-5382863341289472",
    "crash-649c71a618ae2fd80cec177a9676eb3e280fc1fa",
}
"""Of the inputs of fuzzers: pyarrow reads them, too."""

FEATURES: Final = {
    "several columns": 80,
    "page index": 70,
    "bloom filter": 1,
    "several row groups": 4,
}
"""How many of the files have it at least, so that this proves something."""

LARGEST: Final = 100 << 20
"""Bytes of a file that is also read."""


LEFT_BEHIND: Final = (
    "ARROW-GH-47662.parquet",
    "datapage_v1-snappy-compressed-checksum.parquet",
    "datapage_v1-uncompressed-checksum.parquet",
)
"""Their column indexes have null pages, or nulls, in columns that are required: such an index stays behind."""


def chunks_of(path: Path) -> list[ColumnChunk]:
    return [chunk for group in footer_of(path).row_groups for chunk in group.columns]


def count_indexes(path: Path) -> int:
    """Of the columns that were there before."""
    old = [
        it for it in chunks_of(path) if it.meta_data and it.meta_data.path_in_schema[0] not in BY
    ]
    return sum(chunk.column_index_offset is not None for chunk in old)


def features_of(path: Path) -> list[str]:
    metadata = footer_of(path)
    chunks = chunks_of(path)
    found = {
        "several columns": sum(not one.num_children for one in metadata.schema) > 1,
        "page index": any(chunk.offset_index_offset for chunk in chunks),
        "bloom filter": any(
            chunk.meta_data and chunk.meta_data.bloom_filter_offset for chunk in chunks
        ),
        "several row groups": len(metadata.row_groups) > 1,
    }
    return [name for name, has in found.items() if has]


def test_a_column_is_added_to_every_file(parquet_testing: Path, tmp_path: Path) -> None:
    seen: dict[str, int] = {}
    for source in sorted(parquet_testing.rglob("*.parquet")):
        out = tmp_path / source.name
        if source.name in REFUSED:
            kind, match = REFUSED[source.name]
            with pytest.raises(kind, match=match):
                shred_columns(source, out, BY)
            continue
        rows, missing = shred_columns(source, out, BY)
        assert missing == ["new column"]
        found = pq.ParquetFile(out).metadata
        assert found.num_rows == rows == footer_of(source).num_rows
        if source.name in LEFT_BEHIND:
            assert count_indexes(out) < count_indexes(source), source
        elif source.name != "nation.dict-malformed.parquet":  # see the next test
            assert kept_of(out, ("new column",)) == kept_of(source), source
        assert_offsets_lead_to_pages(out)
        for name in features_of(source):
            seen[name] = seen.get(name, 0) + 1
        if is_readable(source):
            assert_same_rows(source, out, ("new column",))
    assert all(seen[name] >= least for name, least in FEATURES.items())


def is_readable(path: Path) -> bool:
    """By pyarrow; of the corpus it refuses some."""
    if sum(group.total_byte_size for group in footer_of(path).row_groups) > LARGEST:
        return False
    try:
        pq.ParquetFile(path).read()
    except (pa.ArrowException, OSError):
        return False
    return True


def test_what_old_parquet_mr_did_not_count_is_counted(
    parquet_testing: Path, tmp_path: Path
) -> None:
    source = next(parquet_testing.rglob("nation.dict-malformed.parquet"))
    out = tmp_path / "out.parquet"
    shred_columns(source, out, BY)
    old, new = (
        [chunk.meta_data for chunk in footer_of(one).row_groups[0].columns] for one in (source, out)
    )
    grown = [
        (one.total_compressed_size, other.total_compressed_size)
        for one, other in zip(old, new, strict=False)
        if one is not None and other is not None
    ]
    assert [after - before for before, after in grown] == [0, 15, 0, 15]


def test_what_fuzzers_found_is_refused(arrow_fuzzing: Path, tmp_path: Path) -> None:
    count = 0
    for source in sorted(path for path in arrow_fuzzing.rglob("*") if path.is_file()):
        if source.name in HARMLESS:
            continue
        with pytest.raises(InlayError):
            shred_columns(source, tmp_path / "out.parquet", BY)
        assert not any(tmp_path.iterdir())
        count += 1
    assert count >= 50
