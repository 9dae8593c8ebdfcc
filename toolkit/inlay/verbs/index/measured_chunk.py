"""A chunk that statements are added to: what its pages, its levels and its values say, each read once and only where it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, Protocol

from inlay.ground.statements.ends import is_float
from inlay.ground.values.extremes import NO_EXTREMES, Extremes, merge_extremes
from inlay.ground.values.orders import Key, is_total, keys_of
from inlay.ground.wording.amounts import count
from inlay.pages.engine.at_once import AT_ONCE
from inlay.pages.engine.chunk_levels import ChunkLevels, count_chunk_levels
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.chunk_pages import place_pages
from inlay.pages.engine.errors import ChunkError, UndecodedError
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.level_reading import read_levels
from inlay.pages.engine.page_levels import add_levels
from inlay.pages.engine.piece import PieceKind
from inlay.pages.engine.plain_chunks import HeldChunk
from inlay.pages.engine.walk import PlacedPage, ReadAt, read_held
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
    GeographyType,
    GeometryType,
    RowGroup,
    SchemaElement,
    Statistics,
    Type,
)

if TYPE_CHECKING:
    from inlay.pages.engine.dense_chunk import DenseChunk, DensePageLevels
    from inlay.pages.engine.geometry_measures import MeasuredGeometries
    from inlay.verbs.index.measured_values import MeasuredValues


class PagePlace(NamedTuple):
    """Where a data page lies, its header included, and with which row it begins."""

    offset: int
    size: int
    first_row: int


class CountedLevels(Protocol):
    """How many levels of a data page there are, how many of them have a value, and how often each is there."""

    @property
    def entries(self) -> int: ...
    @property
    def count(self) -> int: ...
    @property
    def definitions(self) -> list[int]: ...
    @property
    def repetitions(self) -> list[int]: ...


class MeasuredChunk:
    """`read` gives bytes of the file. `parts` are new bytes outside of the footer.

    What is read raises ChunkError for what is damaged, UndecodedError for what nothing here decodes.
    """

    # Most of it stays as it is here: a wide file has so many chunks that to put down each takes longer than their pages.

    is_remote: bool = False
    """Whether each request takes as long as many bytes."""

    will_decode: bool = False
    """Whether some statement needs values: then levels come with them."""

    needs_all_values: bool = False
    """Whether some statement needs them at once: then they are not read in runs before."""

    keeps_levels: bool = False
    """Whether pages have their definition levels, as they lie in them."""

    held: HeldChunk | None = None
    """What its values are like, where it was seen natively that all holds that is said of them."""

    _keys: tuple[Key, ...] | None = None
    _dense: DenseChunk | None = None
    _measured: MeasuredValues | None = None

    def __init__(
        self,
        group: RowGroup,
        chunk: ColumnChunk,
        meta: ColumnMetaData,
        leaf: Leaf,
        element: SchemaElement,
        order: ColumnOrder | None,
        read: ReadAt,
        false_positives: float,
    ) -> None:
        self.group = group
        self.chunk = chunk
        self.meta = meta
        self.leaf = leaf
        self.element = element
        self.order = order
        self.read = read
        self.false_positives = false_positives
        self.parts: dict[PieceKind, bytes] = {}

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
    def key(self) -> Key | None:
        """By which values compare, where the column declares it."""
        if self._keys is None:
            self._keys = keys_of(self.element, self.order) if self.order is not None else ()
        return self._keys[0] if len(self._keys) == 1 else None

    def explain_no_bounds(self) -> str:
        """Why no bounds are given, of the chunk or of a page; empty where they are."""
        if self.order is None:
            return "the file declares no column order, and has bounds without one"
        if self.key is None and self.meta.type == Type.INT96:
            return "INT96 has no order but INT96_TIMESTAMP_ORDER, which the file does not declare"
        if self.key is None:
            return "values of this type have no order"
        if self.nans and not is_total(self.key):
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
    def has_held_page(self) -> bool:
        """Whether it is held, and all of it is in one data page."""
        return self.held is not None and self.held.data_pages == 1

    @property
    def page_places(self) -> list[PagePlace]:
        """Of each data page."""
        if self.has_held_page:
            start = self.meta.data_page_offset
            return [PagePlace(start, locate_pages(self.meta)[1] - start, 0)]
        return [
            PagePlace(page.offset, page.size, row)
            for page, row in zip(self.data_pages, self._first_rows, strict=True)
        ]

    @property
    def num_pages(self) -> int:
        """With that of its dictionary."""
        return len(self.pages) if self.held is None else self.held.pages

    @property
    def num_data_pages(self) -> int:
        """Where values were read, no header is read again."""
        if self.held is not None:
            return self.held.data_pages
        known = self._dense or self._measured
        return len(self.data_pages if known is None else known.pages)

    @cached_property
    def levels(self) -> list[DensePageLevels]:
        """Of each data page."""
        levels = (
            (self.dense if self._reads_at_once else self._values).pages
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
    def level_counts(self) -> Sequence[CountedLevels]:
        """Of each data page."""
        held = self.held
        if held is None or held.data_pages != 1:
            return self.levels
        entries = self.meta.num_values
        return [_HeldLevels(entries, held.values, list(held.definitions), [entries])]

    @property
    def _first_rows(self) -> list[int]:
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
        if self._counted is not None:
            return self._counted.values
        return sum(page.count for page in self.levels)

    @property
    def level_histograms(self) -> tuple[list[int], list[int]]:
        """How often each repetition level is in the chunk, and each definition level."""
        if self.held is not None and self.held.data_pages:
            return [self.meta.num_values], list(self.held.definitions)
        if self._counted is not None:
            return self._counted.repetitions, self._counted.definitions
        levels = self.levels
        return (
            add_levels([page.repetitions for page in levels]),
            add_levels([page.definitions for page in levels]),
        )

    @cached_property
    def _counted(self) -> ChunkLevels | None:
        """None where levels are read a page at a time: as they come with values, or to say what is wrong."""
        if self.will_decode or "levels" in vars(self):
            return None
        counted = count_chunk_levels(self.read, self.meta, self.leaf, is_remote=self.is_remote)
        if counted is None or counted.rows != self.group.num_rows:
            return None
        if not counted.data_pages or find_wrong_nulls(self.meta, self.leaf, counted.values):
            return None
        return counted

    # In Python 3.11, one lock of `cached_property` is for all chunks, and threads would read one at a time.
    @property
    def dense(self) -> DenseChunk:
        """All of its values, at once."""
        if self._dense is None:
            # Only now: small chunks of numbers are held without pyarrow, which takes more memory than a footer.
            from inlay.pages.engine.dense_values import read_dense_values

            start = locate_pages(self.meta)[0]
            dense = read_dense_values(
                self._read_pages(), self.meta, self.leaf, start, keeps_levels=self.keeps_levels
            )
            self._require_sound(dense.pages, dense.damage)
            self._dense = dense
        return self._dense

    def decode(self) -> None:
        """Reads what statements about values ask for. What is wrong is raised where they do."""
        with suppress(ChunkError, UndecodedError):
            _ = self._values

    def forget_values(self) -> None:
        """They are read again if somebody asks."""
        self._dense = None

    @property
    def _values(self) -> MeasuredValues:
        if self._measured is None:
            self._measured = self._measure_values()
        return self._measured

    def _measure_values(self) -> MeasuredValues:
        if self._reads_at_once or self._dense is not None:
            measured = self._measure_nothing()
            measured.add(self.dense)
            return measured
        from inlay.pages.engine.page_bytes import UnsplitPageError  # by pyarrow

        try:
            return self._measure_runs(in_pieces=True)
        except UnsplitPageError:
            return self._measure_runs(in_pieces=False)

    def _measure_nothing(self) -> MeasuredValues:
        from inlay.verbs.index.measured_values import MeasuredValues  # by pyarrow

        are_geometries = isinstance(self.element.logicalType, GeometryType | GeographyType)
        return MeasuredValues(self._key, self.is_byte_array, self.is_byte_array and are_geometries)

    def _measure_runs(self, *, in_pieces: bool) -> MeasuredValues:
        from inlay.pages.engine.dense_values import read_dense_runs  # by pyarrow

        start, end = extent = locate_pages(self.meta)
        is_small = end - start <= AT_ONCE or not self.read(end - 1, 1)
        read = read_held(self._read_pages(), start) if is_small else self.read
        measured, damage = self._measure_nothing(), None
        for run in read_dense_runs(read, extent, self.meta, self.leaf, in_pieces=in_pieces):
            measured.add(run)
            damage = run.damage
            del run  # or there would be two
        self._require_sound(measured.pages, damage)
        return measured

    @property
    def _reads_at_once(self) -> bool:
        """Of a chunk that is held, nobody may ask for more than its levels."""
        return self.needs_all_values or self.keeps_levels or self.held is not None

    def _read_pages(self) -> bytes | memoryview:
        start, end = locate_pages(self.meta)
        data = self.read(start, end - start)
        if len(data) < end - start:
            raise ChunkError("the file ends in it", start + len(data))
        if "pages" not in vars(self):
            with suppress(ChunkError):  # it is raised where somebody asks for pages
                self.pages = list(place_pages(read_held(data, start), start, end, self.meta))
        return data

    def _require_sound(self, pages: list[DensePageLevels], damage: ChunkError | None) -> None:
        if damage is not None:
            raise damage
        for number, page in enumerate(pages):
            if page.damage:
                raise ChunkError(f"page {number:,} {page.damage}", page.offset)
        entries = sum(page.entries for page in pages)
        if entries != self.meta.num_values:
            what = (
                f"its pages have {count(entries, 'value')}, and the chunk {self.meta.num_values:,}"
            )
            raise ChunkError(what, locate_pages(self.meta)[0])

    @property
    def page_extremes(self) -> list[Extremes]:
        """By `key`; without one, NaNs of floating-point numbers are counted all the same."""
        if self.has_held_page:
            return [self.extremes]
        values = self._values
        if values.unfit:
            what = f"a value is none of its type: {values.unfit}"
            raise ChunkError(what, locate_pages(self.meta)[0])
        return values.extremes

    @property
    def extremes(self) -> Extremes:
        if self.held is not None:
            return Extremes(self.held.low, self.held.high, self.held.nans)
        return merge_extremes(self.page_extremes, self._key) if self._key else NO_EXTREMES

    @property
    def nans(self) -> int:
        """How many values are NaN."""
        return self.extremes.nans if self.held is None else self.held.nans

    def require_bounds(self) -> None:
        """Raises ChunkError where a value lies beyond the bounds that the chunk has."""
        if self.held is not None:
            return
        if wrong := find_wrong_bounds(self.meta, self.key, self.extremes):
            raise ChunkError(wrong, locate_pages(self.meta)[0])

    def require_truth(self) -> None:
        """Raises ChunkError where values contradict what new parts of the chunk would be held against."""
        if self.held is not None:
            return
        self.require_bounds()
        wrong = find_loose_bounds(self.meta, self.element, self.key, self.extremes)
        if wrong := wrong or find_wrong_sizes(self.meta, *self.level_histograms):
            raise ChunkError(wrong, locate_pages(self.meta)[0])

    @property
    def _key(self) -> Key | None:
        if self.key is None and self.is_float:
            return keys_of(self.element, ColumnOrder.TYPE_ORDER)[0]
        return self.key

    @property
    def geometries(self) -> MeasuredGeometries:
        """Of a column of them."""
        return self._values.geometries

    @property
    def page_bytes(self) -> list[int]:
        """Of byte arrays, those of the values of each page."""
        return self._values.page_bytes


@dataclass(frozen=True, slots=True)
class _HeldLevels:
    entries: int
    count: int
    definitions: list[int]
    repetitions: list[int]


def _count_entries(page: PlacedPage) -> int:
    header = page.header.data_page_header or page.header.data_page_header_v2
    return header.num_values if header is not None else 0
