"""The column chunks of a row group, as a table of words: what differs is a column of the table, what
is the same for all of them is said once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from inlay.cli.report.columns import Column
from inlay.cli.report.fitted_table import cut_text
from inlay.cli.report.fitting import Facet
from inlay.cli.report.values import bounds_cell, cut_bounds
from inlay.schema.tree import Node
from inlay.wording.amounts import count, size
from inlay.wording.printable import shorten, shorten_path
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    EncryptionWithColumnKey,
    Statistics,
)

MOST_PATH = 80
MOST_ENCODINGS = 16
LEAST_BOUNDS = 30
"""Cells of a terminal: two dates."""
LEAST_TYPE = 12


GOES = (
    "uncompressed",
    "encodings",
    "metadata",
    "index",
    "distinct",
    "NaNs",
    "file",
    "key",
    "values",
    "codec",
    "compressed",
    "bytes",
    "nulls",
)
"""The titles of what a narrow terminal has no room for: what matters least goes first. Names, types and bounds stay."""


@dataclass(frozen=True, slots=True)
class ChunkTable:
    """`facets` are the columns; `shared` is what all chunks have in common, in words."""

    facets: Sequence[Facet]
    shared: Sequence[str]


def chunk_table(chunks: Sequence[ColumnChunk], columns: Sequence[Column], most: int) -> ChunkTable:
    """The first `most` rows are shown, and `columns` are those of them: only their names and bounds are read. Of the
    others a facet has what tells whether all are alike."""
    pairs = list(zip(chunks[:most], columns, strict=True))
    path = Facet("column", [_path(chunk, column.leaf) for chunk, column in pairs])
    bounds = [_bounds(chunk, column) for chunk, column in pairs]
    rows = _Rows(chunks, most)
    facets = [
        replace(
            _facet("type", rows, lambda meta: meta.type.name.lower()),
            least=LEAST_TYPE,
            cut=cut_text,
        ),
        _facet("codec", rows, lambda meta: meta.codec.name),
        _facet("encodings", rows, _encodings),
        _number("values", rows, lambda meta: meta.num_values),
        _statistic("nulls", rows, lambda statistics: statistics.null_count),
        _statistic("NaNs", rows, lambda statistics: statistics.nan_count),
        _statistic("distinct", rows, lambda statistics: statistics.distinct_count),
        *_sizes(rows),
        Facet("min .. max", bounds, together="", least=LEAST_BOUNDS, cut=cut_bounds),
        Facet("index", rows.cells(_index)),
        Facet("key", rows.cells(_key), together="encrypted with {} key"),
        Facet(
            "file",
            rows.cells(lambda chunk: shorten(chunk.file_path or "", MOST_PATH)),
            together="in {}",
        ),
        _facet("metadata", rows, _key_values, together="{} of metadata each"),
    ]
    said = [facet for facet in facets if not facet.is_empty]
    return ChunkTable(
        [path, *(facet for facet in said if not facet.is_shared)],
        [facet.sentence for facet in said if facet.is_shared],
    )


class _Rows(NamedTuple):
    """The chunks of a row group, of which the first `most` are shown."""

    chunks: Sequence[ColumnChunk]
    most: int

    def cells(self, tell: Callable[[ColumnChunk], str]) -> list[str]:
        """Those of what is shown, and then as many as it takes to see that not all are alike."""
        cells = [tell(chunk) for chunk in self.chunks[: self.most]]
        if any(cell != cells[0] for cell in cells):
            return cells
        for chunk in self.chunks[self.most :]:
            cells.append(tell(chunk))
            if cells[-1] != cells[0]:
                break
        return cells


def _facet(
    title: str,
    rows: _Rows,
    tell: Callable[[ColumnMetaData], str],
    *,
    numeric: bool = False,
    together: str = "{}",
) -> Facet:
    def cell(chunk: ColumnChunk) -> str:
        return tell(chunk.meta_data) if chunk.meta_data is not None else ""

    return Facet(title, rows.cells(cell), numeric, together)


def _number(title: str, rows: _Rows, tell: Callable[[ColumnMetaData], int | None]) -> Facet:
    def cell(meta: ColumnMetaData) -> str:
        value = tell(meta)
        return f"{value:,}" if value is not None else ""

    return _facet(title, rows, cell, numeric=True, together=f"{title} {{}}")


def _statistic(title: str, rows: _Rows, tell: Callable[[Statistics], int | None]) -> Facet:
    return _number(
        title,
        rows,
        lambda meta: tell(meta.statistics) if meta.statistics is not None else None,
    )


def _path(chunk: ColumnChunk, node: Node | None) -> str:
    if chunk.meta_data is not None:
        names = chunk.meta_data.path_in_schema
    elif isinstance(chunk.crypto_metadata, EncryptionWithColumnKey):
        names = chunk.crypto_metadata.path_in_schema
    else:
        names = list(node.path) if node is not None else []
    return shorten_path(names, MOST_PATH)


def _sizes(rows: _Rows) -> list[Facet]:
    """Compressed and uncompressed; one of them where nothing is compressed."""
    compressed = _facet(
        "compressed",
        rows,
        lambda meta: size(meta.total_compressed_size),
        numeric=True,
        together="compressed {}",
    )
    metas = [chunk.meta_data for chunk in rows.chunks if chunk.meta_data is not None]
    if metas and all(meta.codec == CompressionCodec.UNCOMPRESSED for meta in metas):
        return [Facet("bytes", compressed.cells, numeric=True, together="{} each")]
    uncompressed = _facet(
        "uncompressed",
        rows,
        lambda meta: size(meta.total_uncompressed_size),
        numeric=True,
        together="uncompressed {}",
    )
    return [compressed, uncompressed]


def _encodings(meta: ColumnMetaData) -> str:
    """Cut before they become words: a list may be as long as the footer."""
    names = [encoding.name for encoding in meta.encodings[:MOST_ENCODINGS]]
    if (left := len(meta.encodings) - len(names)) > 0:
        names.append(f"and {left:,} more")
    return " ".join(names)


def _bounds(chunk: ColumnChunk, column: Column) -> str:
    return bounds_cell(chunk.meta_data, column) if chunk.meta_data is not None else ""


def _index(chunk: ColumnChunk) -> str:
    """Which indexes the chunk has. A column index cannot be used without an offset index."""
    indexes: list[str] = []
    if chunk.column_index_offset is not None and chunk.offset_index_offset is not None:
        indexes.append("page index")
    elif chunk.offset_index_offset is not None:
        indexes.append("offset index")
    elif chunk.column_index_offset is not None:
        indexes.append("column index")
    if chunk.meta_data is not None and chunk.meta_data.bloom_filter_offset is not None:
        indexes.append("bloom filter")
    return ", ".join(indexes)


def _key(chunk: ColumnChunk) -> str:
    """What the chunk is encrypted with."""
    if chunk.crypto_metadata is None:
        return ""
    if isinstance(chunk.crypto_metadata, EncryptionWithColumnKey):
        return "own"
    return "footer"


def _key_values(meta: ColumnMetaData) -> str:
    entries = meta.key_value_metadata or []
    return count(len(entries), "entry", "entries") if entries else ""
