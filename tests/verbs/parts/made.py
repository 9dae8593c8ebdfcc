"""Tables for files to be put together, and what must be true of every file that was."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import inlay
from inlay.footers.footer import read_footer
from inlay.ground.files.source import open_source, read_at
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.engine.chunk_metadata import locate_pages, metadata_of
from inlay.pages.engine.thrift_file import open_thrift
from inlay.pages.engine.walk import walk
from parquet_format.parquet import OffsetIndex
from tests.pages.encodings.files import pa, pq

OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "pyarrow": {"row_group_size": 300},
    "indexed": {
        "row_group_size": 300,
        "data_page_size": 400,
        "write_batch_size": 50,
        "write_page_index": True,
        "write_page_checksum": True,
        "bloom_filter_options": {"id": {"ndv": 300}},
    },
    "version 2": {"data_page_version": "2.0", "compression": "zstd", "version": "2.6"},
    "plain": {"use_dictionary": False, "compression": "none", "store_schema": False},
}
"""How pyarrow writes the sources."""


@cache
def table(rows: int, seed: int) -> Any:
    random = Random(seed)
    return pa.table(
        {
            "id": pa.array(range(seed * 10_000, seed * 10_000 + rows), pa.int64()),
            "name": pa.array(
                [random.choice([None, "a", "bb", "çé"]) for _ in range(rows)], pa.string()
            ),
            "tags": pa.array(
                [random.choice([None, [], ["x"], ["y", None, "z"]]) for _ in range(rows)],
                pa.list_(pa.string()),
            ),
            "place": pa.array(
                [
                    random.choice([None, {"x": float(row), "y": None}, {"x": None, "y": row}])
                    for row in range(rows)
                ],
                pa.struct([("x", pa.float64()), ("y", pa.int32())]),
            ),
        }
    )


def write_tables(folder: Path, tables: Sequence[Any], **options: Any) -> list[str]:
    paths: list[str] = []
    for number, each in enumerate(tables):
        path = folder / f"in-{number}.parquet"
        pq.write_table(each, path, **options)
        paths.append(os.fspath(path))
    return paths


Pages = list[dict[str, list[bytes]]]
"""For each row group, by the path of a column: the bytes of its pages, headers included."""


def pages_in(path: str | Path) -> Pages:
    with open_source(path) as file:
        thrift = open_thrift(file, str(path))
        metadata = thrift.metadata()
        groups: Pages = []
        for row_group in metadata.row_groups:
            columns: dict[str, list[bytes]] = {}
            for chunk in row_group.columns:
                meta = metadata_of(chunk)
                start, end = locate_pages(meta)
                pages = walk(lambda offset, size: read_at(file, offset, size), start, end)
                columns[".".join(meta.path_in_schema)] = [
                    read_at(file, page.offset, page.size) for page in pages
                ]
            groups.append(columns)
        return groups


def assert_whole(path: str | Path) -> None:
    """The file agrees with itself, down to its pages; each offset index leads to the pages that there are."""
    assert inlay.verify(path, data=True).findings == ()
    with open_source(path) as file:
        for row_group in read_footer(path).metadata.row_groups:
            for chunk in row_group.columns:
                meta = metadata_of(chunk)
                if not chunk.offset_index_offset or not chunk.offset_index_length:
                    continue
                index = OffsetIndex.decode(
                    read_at(file, chunk.offset_index_offset, chunk.offset_index_length)
                )
                pages = walk(lambda offset, size: read_at(file, offset, size), *locate_pages(meta))
                there = [(page.offset, page.size) for page in pages if page.is_data]
                told = [(page.offset, page.compressed_page_size) for page in index.page_locations]
                assert told == there


def leaf_names(path: str | Path) -> list[str]:
    return [".".join(leaf.path) for leaf in SchemaTree(inlay.read_metadata(path).schema).leaves]
