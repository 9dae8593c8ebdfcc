"""The column chunks of a row group, as a table of words: what differs is a column of the table, what
is the same for all of them is said once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Final, TypeVar

from inlay.cli.inspect.columns import ReportedColumn
from inlay.cli.inspect.fitted_table import cut_text
from inlay.cli.inspect.fitting import Cut, Facet
from inlay.cli.inspect.geometries import format_geometry_types
from inlay.cli.inspect.key_metadata import name_master_key
from inlay.cli.inspect.values import cut_bounds, format_bounds
from inlay.ground.schema.tree import Node
from inlay.ground.wording.amounts import count, format_size
from inlay.ground.wording.printable import shorten, shorten_path
from inlay_runtime.frozen import Frozen
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    EncryptionWithColumnKey,
    Statistics,
)

T = TypeVar("T")

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
    "geometries",
    "file",
    "key",
    "values",
    "codec",
    "compressed",
    "bytes",
    "nulls",
)
"""The titles of what a narrow terminal has no room for: what matters least goes first. Names, types and bounds stay."""


class ChunkTable(Frozen):
    """`facets` are the columns; `shared` is what all chunks have in common, in words."""

    facets: Sequence[Facet]
    shared: Sequence[str]


def build_chunk_table(
    chunks: Sequence[ColumnChunk], columns: Sequence[ReportedColumn], most: int
) -> ChunkTable:
    """The first `most` rows are shown, and `columns` are those of them: only their names and bounds are read. Of the
    others a facet has what tells whether all are alike."""
    pairs = list(zip(chunks[:most], columns, strict=True))
    path = Facet("column", [_path(chunk, column.leaf) for chunk, column in pairs])
    bounds = [_bounds(chunk, column) for chunk, column in pairs]
    rows = _Rows(chunks, most)
    facets = [
        _facet(
            "type",
            rows,
            attrgetter("type"),
            lambda type_: type_.name.lower(),
            least=LEAST_TYPE,
            cut=cut_text,
        ),
        _facet("codec", rows, attrgetter("codec"), attrgetter("name")),
        _facet("encodings", rows, attrgetter("encodings"), _encodings),
        _number("values", rows, [None if meta is None else meta.num_values for meta in rows.metas]),
        _statistic("nulls", rows, attrgetter("null_count")),
        _statistic("NaNs", rows, attrgetter("nan_count")),
        _statistic("distinct", rows, attrgetter("distinct_count")),
        *_sizes(rows),
        _facet(
            "geometries",
            rows,
            attrgetter("geospatial_statistics"),
            lambda geo: format_geometry_types(geo.geospatial_types or ()),
            together="geometries {}",
        ),
        Facet("min .. max", bounds, together="", least=LEAST_BOUNDS, cut=cut_bounds),
        Facet("index", rows.cells([_index(chunk) for chunk in chunks], str)),
        Facet(
            "key",
            rows.cells([_key(chunk) for chunk in chunks], str),
            together="encrypted with {} key",
        ),
        Facet(
            "file",
            rows.cells(
                [chunk.file_path or "" for chunk in chunks], lambda path: shorten(path, MOST_PATH)
            ),
            together="in {}",
        ),
        _facet(
            "metadata",
            rows,
            lambda meta: len(meta.key_value_metadata or ()),
            _key_values,
            together="{} of metadata each",
        ),
    ]
    said = [facet for facet in facets if not facet.is_empty]
    return ChunkTable(
        [path, *(facet for facet in said if not facet.is_shared)],
        [facet.sentence for facet in said if facet.is_shared],
    )


class _Rows:
    """The chunks of a row group, of which the first `most` are shown."""

    def __init__(self, chunks: Sequence[ColumnChunk], most: int) -> None:
        self.metas: Final = [chunk.meta_data for chunk in chunks]
        self.statistics: Final = [None if meta is None else meta.statistics for meta in self.metas]
        self._most: Final = most

    def cells(self, values: Sequence[T], word: Callable[[T], str]) -> list[str]:
        """Those of what is shown, and then one that differs if not all are alike. What is equal has one word."""
        if values and values.count(values[0]) == len(values):
            return [word(values[0])] * min(len(values), self._most + 1)
        cells = [word(value) for value in values[: self._most]]
        if any(cell != cells[0] for cell in cells):
            return cells
        others = values[self._most :]
        for other in others:
            if other != values[0] and (cell := word(other)) != cells[0]:
                return [*cells, cell]
        return [*cells, cells[0]] if others else cells


def _facet(
    title: str,
    rows: _Rows,
    tell: Callable[[ColumnMetaData], T],
    word: Callable[[T], str],
    *,
    numeric: bool = False,
    together: str = "{}",
    least: int = 0,
    cut: Cut | None = None,
) -> Facet:
    values = [None if meta is None else tell(meta) for meta in rows.metas]
    cells = rows.cells(values, lambda value: "" if value is None else word(value))
    return Facet(title, cells, numeric, together, least, cut)


def _number(title: str, rows: _Rows, values: Sequence[int | None]) -> Facet:
    cells = rows.cells(values, lambda value: "" if value is None else f"{value:,}")
    return Facet(title, cells, numeric=True, together=f"{title} {{}}")


def _statistic(title: str, rows: _Rows, tell: Callable[[Statistics], int | None]) -> Facet:
    return _number(title, rows, [None if each is None else tell(each) for each in rows.statistics])


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
        attrgetter("total_compressed_size"),
        format_size,
        numeric=True,
        together="compressed {}",
    )
    metas = [meta for meta in rows.metas if meta is not None]
    if metas and all(meta.codec == CompressionCodec.UNCOMPRESSED for meta in metas):
        return [Facet("bytes", compressed.cells, numeric=True, together="{} each")]
    uncompressed = _facet(
        "uncompressed",
        rows,
        attrgetter("total_uncompressed_size"),
        format_size,
        numeric=True,
        together="uncompressed {}",
    )
    return [compressed, uncompressed]


def _encodings(encodings: Sequence[Encoding]) -> str:
    """Cut before they become words: a list may be as long as the footer."""
    names = [encoding.name for encoding in encodings[:MOST_ENCODINGS]]
    if (left := len(encodings) - len(names)) > 0:
        names.append(f"and {left:,} more")
    return " ".join(names)


def _bounds(chunk: ColumnChunk, column: ReportedColumn) -> str:
    return format_bounds(chunk.meta_data, column) if chunk.meta_data is not None else ""


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
        named = name_master_key(chunk.crypto_metadata.key_metadata)
        return f"own {named}" if named else "own"
    return "footer"


def _key_values(entries: int) -> str:
    return count(entries, "entry", "entries") if entries else ""
