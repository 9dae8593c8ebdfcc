"""Files that are cut, and others like them."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pyarrow as pa
from pyarrow import parquet

import inlay
from inlay.verbs.recover.rebuild.survey import Survey, survey_pages

pq = cast("Any", parquet)


GROUP = 700


ROWS = 3_000


def make_table(rows: int, first: int = 0) -> Any:
    numbers = range(first, first + rows)
    return pa.table(
        {
            "id": pa.array(numbers, pa.int64()),
            "ratio": pa.array([None if it % 7 == 0 else it / 3 for it in numbers]),
            "city": pa.array([f"city {it % 40}" for it in numbers]),
            "tags": pa.array([None if it % 5 == 0 else [it % 3] * (it % 4) for it in numbers]),
            "place": pa.array([{"x": it, "y": str(it)} for it in numbers]),
            "good": pa.array([it % 2 == 0 for it in numbers]),
        }
    )


HABITS: dict[str, dict[str, Any]] = {
    "as pyarrow writes": {},
    "pages of version 2": {"data_page_version": "2.0"},
    "no dictionaries": {"use_dictionary": False, "compression": "zstd"},
    "small pages": {"max_rows_per_page": 50, "use_dictionary": ["city"]},
    "not compressed": {"compression": "none", "write_page_index": True},
    "checksums, gzip": {"compression": "gzip", "write_page_checksum": True},
    "split streams": {"use_dictionary": False, "column_encoding": {"ratio": "BYTE_STREAM_SPLIT"}},
}


class Given:
    """A whole file, one like it, and where its row groups end."""

    def __init__(self, folder: Path, habits: Mapping[str, Any]) -> None:
        self.folder = folder
        self.table = make_table(ROWS)
        self.whole, self.like = folder / "whole.parquet", folder / "like.parquet"
        pq.write_table(self.table, self.whole, row_group_size=GROUP, **habits)
        pq.write_table(make_table(1_500, ROWS), self.like, row_group_size=GROUP, **habits)
        self.data = self.whole.read_bytes()
        self.ends = [
            max(
                (it.dictionary_page_offset or it.data_page_offset) + it.total_compressed_size
                for it in (chunk.meta_data for chunk in group.columns)
                if it is not None
            )
            for group in inlay.read_metadata(self.whole).row_groups
        ]
        self.cut, self.out = folder / "cut.parquet", folder / "out.parquet"

    def rebuild(self, data: bytes, **options: Any) -> inlay.RebuiltFile:
        self.cut.write_bytes(data)
        options.setdefault("like", self.like)
        rebuilt = inlay.rebuild(self.cut, self.out, **options)
        assert self.cut.read_bytes() == data
        return rebuilt


def metadata_of(table: Any) -> Any:
    sink = io.BytesIO()
    pq.write_table(table, sink)
    return inlay.read_metadata(sink.getvalue())


def write_whole(table: Any, **habits: Any) -> bytes:
    sink = io.BytesIO()
    pq.write_table(table, sink, **habits)
    return sink.getvalue()


def pages_of(table: Any, **habits: Any) -> bytes:
    """The file up to its footer."""
    data = write_whole(table, **habits)
    return data[: len(data) - 8 - int.from_bytes(data[-8:-4], "little")]


def walk_pages(data: bytes) -> Survey:
    return survey_pages(lambda at, size: data[at : at + size], len(data))


def make_alike(rows: int) -> Any:
    return pa.table({name: pa.array([it * 1.5 for it in range(rows)]) for name in "abcd"})


def groups_of(got: Any, table: Any, rows: int) -> list[int]:
    """Which row groups of a table with numbered rows came back, each equal and in their order."""
    starts = [got["id"][at].as_py() for at in range(0, got.num_rows, rows)]
    assert starts == sorted(set(starts))
    assert got.equals(
        pa.concat_tables([table.slice(0, 0), *(table.slice(it, rows) for it in starts)])
    )
    assert all(start % rows == 0 for start in starts)
    return [start // rows for start in starts]
