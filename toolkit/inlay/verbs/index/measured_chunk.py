"""A chunk that statements are added to: what its pages, its levels and its values say, each read once and only where it is asked for."""

from __future__ import annotations

import struct
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from inlay.ground.statements.ends import is_float
from inlay.ground.values.extremes import Extremes, find_extremes, merge_extremes
from inlay.ground.values.orders import Key, is_total, keys_of
from inlay.ground.wording.amounts import count
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.chunk_pages import place_pages
from inlay.pages.engine.decoded_size import UndecodedError
from inlay.pages.engine.dense_measures import measure_pages
from inlay.pages.engine.dense_values import DenseChunk, DensePageLevels, read_dense_values
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.geometry_measures import MeasuredGeometries, measure_chunk
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.level_reading import read_levels
from inlay.pages.engine.piece import PieceKind
from inlay.pages.engine.plain_chunks import HeldChunk
from inlay.pages.engine.walk import PlacedPage, ReadAt
from inlay.verbs.index.false_statements import (
    find_loose_bounds,
    find_wrong_bounds,
    find_wrong_nulls,
    find_wrong_sizes,
)
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    ColumnOrder,
    RowGroup,
    SchemaElement,
    Statistics,
    Type,
)


@dataclass
class MeasuredChunk:
    """`read` gives bytes of the file. `parts` are new bytes outside of the footer.

    What is read raises ChunkError for what is damaged, UndecodedError for what nothing here decodes.
    """

    group: RowGroup
    chunk: ColumnChunk
    meta: ColumnMetaData
    leaf: Leaf
    element: SchemaElement
    order: ColumnOrder | None
    read: ReadAt
    false_positives: float
    will_decode: bool = False
    """Whether some statement needs values: then levels come with them."""

    keeps_levels: bool = False
    """Whether pages have their definition levels, as they lie in them."""

    held: HeldChunk | None = None
    """What its values are like, where it was seen natively that all holds that is said of them."""

    parts: dict[PieceKind, bytes] = field(default_factory=dict[PieceKind, bytes])

    _dense: DenseChunk | None = field(default=None, init=False)
    _page_extremes: list[Extremes] | None = field(default=None, init=False)

    @property
    def is_float(self) -> bool:
        return is_float(self.element)

    @property
    def is_byte_array(self) -> bool:
        return self.meta.type == Type.BYTE_ARRAY

    @property
    def statistics(self) -> Statistics:
        """For who writes into it. Where there are none, they are made, and count nulls: of a column with statistics that do not,
        fastparquet believes that it has none, and fails or gives numbers for them."""
        if self.meta.statistics is None:
            self.meta.statistics = Statistics(null_count=self.null_count)
        return self.meta.statistics

    @property
    def null_count(self) -> int:
        """In lists, what is null or empty around a value counts, as in Arrow and parquet-java."""
        return self.meta.num_values - self.value_count

    @property
    def num_new_bytes(self) -> int:
        """Of its parts."""
        return sum(map(len, self.parts.values()))

    @cached_property
    def key(self) -> Key | None:
        """By which values compare, where the column declares it."""
        keys = keys_of(self.element, self.order) if self.order is not None else ()
        return keys[0] if len(keys) == 1 else None

    def explain_no_bounds(self) -> str:
        """Why no bounds are given, of the chunk or of a page; empty where they are."""
        if self.order is None:
            return "the file declares no column order, and has bounds without one"
        if self.key is None and self.meta.type == Type.INT96:
            return "INT96 has no order but INT96_TIMESTAMP_ORDER, which the file does not declare"
        if self.key is None:
            return "values of this type have no order"
        if self.extremes.nans and not is_total(self.key):
            return "a value is NaN: Spark, and DuckDB before 2.0, lose such rows where there are bounds"
        return ""

    @cached_property
    def pages(self) -> list[PlacedPage]:
        """With that of its dictionary."""
        return list(place_pages(self.read, *locate_pages(self.meta), self.meta))

    @property
    def data_pages(self) -> list[PlacedPage]:
        return [page for page in self.pages if page.is_data]

    @property
    def num_pages(self) -> int:
        """With that of its dictionary."""
        return len(self.pages) if self.held is None else self.held.pages

    @property
    def num_data_pages(self) -> int:
        """Where values were read, no header is read again."""
        if self.held is not None:
            return self.held.data_pages
        return len(self.data_pages if self._dense is None else self._dense.pages)

    @cached_property
    def levels(self) -> list[DensePageLevels]:
        """Of each data page."""
        levels = (
            self.dense.pages
            if self.will_decode
            else read_levels(self.read, self.data_pages, self.meta, self.leaf)
        )
        rows = sum(page.rows for page in levels)
        if rows != self.group.num_rows:
            what = f"its pages have {count(rows, 'row')}, and the row group {self.group.num_rows:,}"
            raise ChunkError(what, locate_pages(self.meta)[0])
        if wrong := find_wrong_nulls(self.meta, self.leaf, sum(page.count for page in levels)):
            raise ChunkError(wrong, locate_pages(self.meta)[0])
        return levels

    @property
    def first_rows(self) -> list[int]:
        """Of each data page."""
        if not self.leaf.max_repetition:  # headers say it
            return list(accumulate((_count_entries(it) for it in self.data_pages[:-1]), initial=0))
        return list(accumulate((page.rows for page in self.levels[:-1]), initial=0))

    @property
    def value_count(self) -> int:
        """Without nulls."""
        if not self.leaf.max_definition:
            return self.meta.num_values
        if self.held is not None:
            return self.held.values
        return sum(page.count for page in self.levels)

    # In Python 3.11, one lock of `cached_property` is for all chunks, and threads would read one at a time.
    @property
    def dense(self) -> DenseChunk:
        """All of its values."""
        if self._dense is None:
            self._dense = self._read_dense()
        return self._dense

    @property
    def page_extremes(self) -> list[Extremes]:
        """By `key`, which has to be there; NaNs are counted by any key of floating-point numbers."""
        if self._page_extremes is None:
            self._page_extremes = self._find_page_extremes()
        return self._page_extremes

    def decode(self) -> None:
        """Reads what statements about values ask for. What is wrong is raised where they do."""
        with suppress(ChunkError, UndecodedError):
            self._dense = self._read_dense()
            if self.key is not None:
                self._page_extremes = self._find_page_extremes()

    def forget_values(self) -> None:
        """They are read again if somebody asks."""
        self._dense = None

    def _read_dense(self) -> DenseChunk:
        start, end = locate_pages(self.meta)
        data = self.read(start, end - start)
        if len(data) < end - start:
            raise ChunkError("the file ends in it", start + len(data))
        dense = read_dense_values(data, self.meta, self.leaf, start, keeps_levels=self.keeps_levels)
        if dense.damage is not None:
            raise dense.damage
        for number, page in enumerate(dense.pages):
            if page.damage:
                raise ChunkError(f"page {number:,} {page.damage}", page.offset)
        entries = sum(page.entries for page in dense.pages)
        if entries != self.meta.num_values:
            what = (
                f"its pages have {count(entries, 'value')}, and the chunk {self.meta.num_values:,}"
            )
            raise ChunkError(what, start)
        return dense

    def _find_page_extremes(self) -> list[Extremes]:
        start = locate_pages(self.meta)[0]
        try:
            return find_extremes(self.dense.values, self._key, self.dense.spans())
        except (ValueError, struct.error) as error:
            raise ChunkError(f"a value is none of its type: {error}", start) from error

    @property
    def extremes(self) -> Extremes:
        if self.held is not None:
            return Extremes(self.held.low, self.held.high, self.held.nans)
        return merge_extremes(self.page_extremes, self._key)

    def require_bounds(self) -> None:
        """Raises ChunkError where a value lies beyond the bounds that the chunk has."""
        if self.held is not None:
            return
        if wrong := find_wrong_bounds(self.meta, self.key, self.extremes):
            raise ChunkError(wrong, locate_pages(self.meta)[0])

    def require_truth(self) -> None:
        """Raises ChunkError where values contradict what new parts of the chunk would be held against."""
        self.require_bounds()
        wrong = find_loose_bounds(self.meta, self.element, self.key, self.extremes)
        if wrong := wrong or find_wrong_sizes(self.meta, self.levels):
            raise ChunkError(wrong, locate_pages(self.meta)[0])

    @property
    def _key(self) -> Key:
        return self.key or keys_of(self.element, ColumnOrder.TYPE_ORDER)[0]

    @cached_property
    def geometries(self) -> MeasuredGeometries:
        """Of a column of them."""
        return measure_chunk(self.dense, may_be_extended=False)

    @cached_property
    def page_bytes(self) -> list[int]:
        """Of byte arrays, those of the values of each page."""
        return measure_pages(self.dense)


def _count_entries(page: PlacedPage) -> int:
    header = page.header.data_page_header or page.header.data_page_header_v2
    return header.num_values if header is not None else 0
