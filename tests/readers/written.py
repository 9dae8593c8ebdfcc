"""What a file has in it, as Inlay's tables say, in the words of the matrix: a row for each thing that writers do differently."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import inlay
from tests.readers.verdict import Cell, shorten
from tests.readers.writers import ROWS


class Facts(NamedTuple):
    """Rows of the tables of one file."""

    file: Mapping[str, Any]
    groups: list[dict[str, Any]]
    chunks: list[dict[str, Any]]
    schema: list[dict[str, Any]]
    pages: list[dict[str, Any]]
    keys: list[str]


def write_given(path: Path) -> None:
    """What all writers are given: the same bytes every time."""
    pa: Any = importlib.import_module("pyarrow")
    chance = random.Random(1)
    start = datetime(2026, 1, 1, tzinfo=UTC)
    columns = {
        "id": pa.array(range(ROWS)),
        "kind": [f"kind {n % 20}" for n in range(ROWS)],
        "name": [f"name {chance.getrandbits(48):x}" for _ in range(ROWS)],
        "price": pa.array([Decimal(n % 100_000) / 4 for n in range(ROWS)], pa.decimal128(9, 2)),
        "ratio": [chance.random() for _ in range(ROWS)],
        "flag": [n % 3 == 0 for n in range(ROWS)],
        "at": pa.array(
            [start + timedelta(seconds=n) for n in range(ROWS)], pa.timestamp("us", "UTC")
        ),
        "day": pa.array([date(2026, 1, 1 + n % 28) for n in range(ROWS)]),
        "tags": [[f"tag {n % 7}"] * (n % 3) for n in range(ROWS)],
    }
    write: Any = importlib.import_module("pyarrow.parquet").write_table
    write(pa.table(columns), path, store_schema=False)


def facts_of(path: Path) -> Facts:
    name = str(path)
    (file,) = inlay.file_table(name).to_pylist()
    return Facts(
        file,
        inlay.row_group_table(name).to_pylist(),
        inlay.chunk_table(name).to_pylist(),
        inlay.schema_table(name).to_pylist(),
        inlay.page_table(name).to_pylist(),
        [str(key) for key in inlay.key_value_table(name)["key"].to_pylist()],
    )


def cells_of(path: Path) -> dict[str, Cell]:
    facts = facts_of(path)
    return {row: ask(facts) for row, ask in FEATURES.items()}


def _says(value: object) -> Cell:
    return Cell("says", shorten(str(value)))


def _of_columns(columns: Iterable[str], every: Iterable[str]) -> Cell:
    """Whether all columns have it, none, or some."""
    having, all_of_them = list(dict.fromkeys(columns)), list(dict.fromkeys(every))
    if not having:
        return Cell("no")
    return Cell("yes") if len(having) == len(all_of_them) else _says(f"only {', '.join(having)}")


def _chunks(field: str, facts: Facts) -> Cell:
    """Whether chunks have a field."""
    having = [chunk["path"] for chunk in facts.chunks if chunk[field] not in (None, [])]
    return _of_columns(having, [chunk["path"] for chunk in facts.chunks])


def _pages(field: str, facts: Facts) -> Cell:
    pages = _data_pages(facts)
    having = [page["path"] for page in pages if page[field] is not None]
    return _of_columns(having, [page["path"] for page in pages])


def _data_pages(facts: Facts, column: str = "") -> list[dict[str, Any]]:
    return [
        page
        for page in facts.pages
        if page["page_type"].startswith("DATA_PAGE") and page["path"].startswith(column)
    ]


def _encodings(column: str, facts: Facts) -> Cell:
    """Of the data pages, the most frequent first."""
    pages = [page["encoding"] for page in _data_pages(facts, column)]
    return _says(", then ".join(dict.fromkeys(pages))) if pages else Cell("not asked")


def _element(column: str, facts: Facts) -> Cell:
    """How a column is declared."""
    element = next((row for row in facts.schema if row["path"] == column), None)
    if element is None:
        return Cell("not asked")
    words = [
        element["repetition"].lower(),
        element["physical_type"],
        str(element["logical_type"] or "no logical type"),
        f"converted {element['converted_type']}" if element["converted_type"] else "none converted",
    ]
    return _says(", ".join(words))


def _path_of_list(facts: Facts) -> Cell:
    path = next((row["path"] for row in facts.chunks if row["path"].startswith("tags")), None)
    return _says(path) if path else Cell("not asked")


def _yes(is_there: bool) -> Cell:
    return Cell("yes" if is_there else "no")


FEATURES: Final[Mapping[str, Callable[[Facts], Cell]]] = {
    "`created_by`": lambda facts: _says(facts.file["created_by"]),
    "version of the format": lambda facts: _says(facts.file["version"]),
    "rows of the largest row group": lambda facts: _says(
        f"{max(group['num_rows'] for group in facts.groups):,}"
    ),
    "data pages of a chunk, at most": lambda facts: _says(
        max(
            sum(page["path"] == "id" and page["row_group"] == at for page in _data_pages(facts))
            for at in range(len(facts.groups))
        )
    ),
    "data pages": lambda facts: _says(
        ", ".join(sorted({page["page_type"] for page in _data_pages(facts)}))
    ),
    "codec": lambda facts: _says(", ".join(sorted({chunk["codec"] for chunk in facts.chunks}))),
    "encoding of numbers that count up": partial(_encodings, "id"),
    "encoding of a few different texts": partial(_encodings, "kind"),
    "encoding of different texts": partial(_encodings, "name"),
    "encoding of random doubles": partial(_encodings, "ratio"),
    "encoding of booleans": partial(_encodings, "flag"),
    "encoding of timestamps": partial(_encodings, "at"),
    "bounds": partial(_chunks, "max_value"),
    "bounds in the older fields": partial(_chunks, "max_deprecated"),
    "whether bounds are exact": partial(_chunks, "is_max_value_exact"),
    "number of nulls": partial(_chunks, "null_count"),
    "number of distinct values": partial(_chunks, "distinct_count"),
    "histograms of levels": partial(_chunks, "definition_level_histogram"),
    "size of texts": partial(_chunks, "unencoded_byte_array_data_bytes"),
    "statistics of encodings": partial(_chunks, "encoding_stats"),
    "column index": partial(_chunks, "column_index_offset"),
    "offset index": partial(_chunks, "offset_index_offset"),
    "Bloom filter": partial(_chunks, "bloom_filter_offset"),
    "bounds in headers of pages": partial(_pages, "max_value"),
    "checksums of pages": partial(_pages, "crc"),
    "order of columns": lambda facts: _yes(any(row["column_order"] for row in facts.schema)),
    "sorting columns": lambda facts: _yes(any(group["sorting_columns"] for group in facts.groups)),
    "ordinal of a row group": lambda facts: _yes(facts.groups[0]["ordinal"] is not None),
    "offset of a row group": lambda facts: _yes(facts.groups[0]["file_offset"] is not None),
    "field ids": lambda facts: _yes(any(row["field_id"] is not None for row in facts.schema)),
    "key-values": lambda facts: _says(", ".join(facts.keys)) if facts.keys else Cell("no"),
    "a text is": partial(_element, "kind"),
    "a decimal of 9 digits is": partial(_element, "price"),
    "a date is": partial(_element, "day"),
    "a timestamp is": partial(_element, "at"),
    "a list is": _path_of_list,
}
