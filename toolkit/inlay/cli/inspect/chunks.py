"""The column chunks of a row group, as a table of words: what differs is a column of the table, what
is the same for all of them is said once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Final, Generic, TypeVar

from inlay.cli.inspect.columns import ReportedColumn
from inlay.cli.inspect.fitted_table import cut_text
from inlay.cli.inspect.fitting import Cut, Facet
from inlay.cli.inspect.geometries import format_geometry_types
from inlay.cli.inspect.key_metadata import name_master_key
from inlay.cli.inspect.values import cut_bounds, format_bounds
from inlay.ground.schema.tree import Node
from inlay.ground.wording.amounts import count, format_size
from inlay.ground.wording.printable import shorten, shorten_path
from inlay.pages.engine.passing_chunks import pass_chunks
from inlay_runtime.frozen import Frozen
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    EncryptionWithColumnKey,
    RowGroup,
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


def build_chunk_table(group: RowGroup, columns: Sequence[ReportedColumn], most: int) -> ChunkTable:
    """The first `most` chunks of a row group are shown, and `columns` are those of them: only their names and bounds are read. Of the
    others a facet has what tells whether all are alike. No chunk is kept."""
    path: list[str] = []
    bounds: list[str] = []
    before, sizes, behind = _say_what(most), _say_sizes(most), _say_what_else(most)
    said = [*before, *sizes, *behind]
    codecs: set[CompressionCodec] = set()
    for chunk in pass_chunks(group):
        if len(path) < most:
            column = columns[len(path)]
            path.append(_path(chunk, column.leaf))
            bounds.append(_bounds(chunk, column))
        if chunk.meta_data is not None:
            codecs.add(chunk.meta_data.codec)
        for each in said:
            each.add(chunk)
    facets = [
        *(each.facet for each in before),
        *_sizes([each.facet for each in sizes], codecs),
        behind[0].facet,
        Facet("min .. max", bounds, together="", least=LEAST_BOUNDS, cut=cut_bounds),
        *(each.facet for each in behind[1:]),
    ]
    filled = [facet for facet in facets if not facet.is_empty]
    return ChunkTable(
        [Facet("column", path), *(facet for facet in filled if not facet.is_shared)],
        [facet.sentence for facet in filled if facet.is_shared],
    )


class _Said(Generic[T]):
    """What is said of each chunk of a row group: a cell for each of the first `most`, and then one that differs if not all are alike."""

    def __init__(
        self,
        title: str,
        tell: Callable[[ColumnChunk], T | None],
        word: Callable[[T], str],
        most: int,
        *,
        numeric: bool = False,
        together: str = "{}",
        least: int = 0,
        cut: Cut | None = None,
    ) -> None:
        self._tell: Final = tell
        self._word: Final = word
        self._most: Final = most
        self._style: Final = title, numeric, together, least, cut
        self._cells: list[str] = []
        self._first: T | None = None
        self._other: str | None = None

    def add(self, chunk: ColumnChunk) -> None:
        """What is equal to the first has its word."""
        value = self._tell(chunk)
        if not self._cells:
            self._first = value
            self._cells.append(self._word_of(value))
        elif len(self._cells) < self._most:
            self._cells.append(self._cells[0] if value == self._first else self._word_of(value))
        elif self._other is None or self._other == self._cells[0]:
            self._other = self._cells[0] if value == self._first else self._word_of(value)

    def _word_of(self, value: T | None) -> str:
        return "" if value is None else self._word(value)

    @property
    def facet(self) -> Facet:
        title, numeric, together, least, cut = self._style
        cells = self._cells
        if self._other is not None and all(cell == cells[0] for cell in cells):
            cells = [*cells, self._other]
        return Facet(title, cells, numeric, together, least, cut)


def _in_metadata(tell: Callable[[ColumnMetaData], T | None]) -> Callable[[ColumnChunk], T | None]:
    return lambda chunk: None if (meta := chunk.meta_data) is None else tell(meta)


def _in_statistics(tell: Callable[[Statistics], int | None]) -> Callable[[ColumnChunk], int | None]:
    return _in_metadata(
        lambda meta: None if (statistics := meta.statistics) is None else tell(statistics)
    )


def _say_what(most: int) -> list[_Said[Any]]:
    return [
        _Said(
            "type",
            _in_metadata(attrgetter("type")),
            lambda type_: type_.name.lower(),
            most,
            least=LEAST_TYPE,
            cut=cut_text,
        ),
        _Said("codec", _in_metadata(attrgetter("codec")), attrgetter("name"), most),
        _Said("encodings", _in_metadata(attrgetter("encodings")), _encodings, most),
        _number("values", _in_metadata(attrgetter("num_values")), most),
        _number("nulls", _in_statistics(attrgetter("null_count")), most),
        _number("NaNs", _in_statistics(attrgetter("nan_count")), most),
        _number("distinct", _in_statistics(attrgetter("distinct_count")), most),
    ]


def _number(title: str, tell: Callable[[ColumnChunk], int | None], most: int) -> _Said[int]:
    return _Said(title, tell, "{:,}".format, most, numeric=True, together=f"{title} {{}}")


def _say_sizes(most: int) -> list[_Said[Any]]:
    return [
        _Said(
            title,
            _in_metadata(attrgetter(f"total_{title}_size")),
            format_size,
            most,
            numeric=True,
            together=f"{title} {{}}",
        )
        for title in ("compressed", "uncompressed")
    ]


def _sizes(facets: list[Facet], codecs: set[CompressionCodec]) -> list[Facet]:
    """Compressed and uncompressed; one of them where nothing is compressed."""
    if codecs != {CompressionCodec.UNCOMPRESSED}:
        return facets
    return [Facet("bytes", facets[0].cells, numeric=True, together="{} each")]


def _say_what_else(most: int) -> list[_Said[Any]]:
    return [
        _Said(
            "geometries",
            _in_metadata(attrgetter("geospatial_statistics")),
            lambda geo: format_geometry_types(geo.geospatial_types or ()),
            most,
            together="geometries {}",
        ),
        _Said("index", _index, str, most),
        _Said("key", _key, str, most, together="encrypted with {} key"),
        _Said(
            "file",
            attrgetter("file_path"),
            lambda path: shorten(path, MOST_PATH),
            most,
            together="in {}",
        ),
        _Said(
            "metadata",
            _in_metadata(lambda meta: len(meta.key_value_metadata or ())),
            _key_values,
            most,
            together="{} of metadata each",
        ),
    ]


def _path(chunk: ColumnChunk, node: Node | None) -> str:
    if chunk.meta_data is not None:
        names = chunk.meta_data.path_in_schema
    elif isinstance(chunk.crypto_metadata, EncryptionWithColumnKey):
        names = chunk.crypto_metadata.path_in_schema
    else:
        names = list(node.path) if node is not None else []
    return shorten_path(names, MOST_PATH)


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
