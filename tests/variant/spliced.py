"""Files with Variants in the place of some columns, the rows they are made of, and what has to hold for them."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from inlay.rows.variants.file_shredding import shred_columns
from inlay.variant import read_table, to_json
from inlay.verbs.set.edit_footer import edit_footer
from inlay_variant.arrow.schema_text import parse_schema
from parquet_format.parquet import FileMetaData
from tests.pages.encodings.files import pq
from tests.variant.kept import assert_offsets_lead_to_pages, assert_same_rows, kept_of

BY: Final = {"v": parse_schema("struct<n: int64, who: string>")}
BOTH: Final = {**BY, "w": parse_schema("list<int64>")}


def documents(rows: int) -> list[str | None]:
    return [
        None if at % 10 == 9 else json.dumps({"n": at, "who": f"w{at % 3}", "more": [at]})
        for at in range(rows)
    ]


@cache
def table(rows: int = 1_000) -> Any:
    """JSON in the middle and last; sorted by `id`, and there by `name`."""
    return pa.table(
        {
            "id": pa.array([at // 10 for at in range(rows)]),
            "nested": pa.array(
                [{"a": at, "b": [{"c": str(at)}] * (at % 4)} if at % 7 else None for at in range(rows)]
            ),
            "v": documents(rows),
            "name": pa.array([f"name {at:05}" for at in range(rows)]).dictionary_encode(),
            "at": pa.array(range(rows), pa.timestamp("us", "Europe/Berlin")),
            "map": pa.array(
                [[(str(at), at)] * (at % 3) for at in range(rows)],
                pa.map_(pa.string(), pa.int64()),
            ),
            "w": ["[1, 2]"] * rows,
        }
    )  # fmt: skip


SORTING: Final = [pq.SortingColumn(0), pq.SortingColumn(4), pq.SortingColumn(3)]
"""Leaves: `id`, `name` behind the JSON, and the JSON itself."""

FILES: Final[dict[str, dict[str, Any]]] = {
    "plain": {},
    "page index, sorted, CRCs": {
        "write_page_index": True, "sorting_columns": SORTING, "write_page_checksum": True,
        "data_page_size": 2_000, "row_group_size": 300,
    },
    "bloom filters": {
        "bloom_filter_options": {"id": {"ndv": 100}, "v": {"ndv": 100}, "map.key_value.key": {"ndv": 9}},
        "row_group_size": 300, "write_page_index": True,
    },
    "v2 pages": {"data_page_version": "2.0", "compression": "zstd", "write_page_index": True, "data_page_size": 500},
    "no dictionary, gzip": {"use_dictionary": False, "compression": "gzip", "row_group_size": 999},
    "INT96": {"use_deprecated_int96_timestamps": True},
    "no arrow schema": {"store_schema": False},
    "small row groups": {"row_group_size": 33},
}  # fmt: skip


def shredded(source: Path, schemas: Any = BY) -> Path:
    out = source.with_name("out.parquet")
    shred_columns(source, out, schemas)
    return out


def assert_spliced(source: Path, out: Path, without: tuple[str, ...] = ("v",)) -> int:
    assert kept_of(out, without) == kept_of(source, without)
    assert_same_rows(source, out, without)
    return assert_offsets_lead_to_pages(out)


def documents_in(path: Path, column: str = "v") -> list[Any]:
    read: Any = read_table(path, columns=[column]).column(column)
    variants = [variant for part in read.chunks for variant in part.variants()]
    return [variant and json.loads(to_json(variant)) for variant in variants]


def edited(path: Path, change: Callable[[FileMetaData], None]) -> None:
    """The footer changed by hand."""

    def edit(footer: Any) -> bytes:
        change(footer.metadata)
        changed: bytes = footer.metadata.encode()
        return changed

    edit_footer(str(path), edit)
