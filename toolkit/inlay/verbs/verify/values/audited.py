"""What is checked at the level `values`: a chunk and each of its data pages, with what the file says of them and what is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Any, Final

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.tree import Node
from inlay.ground.schema_copies.geo_key import Described, describe_geometries
from inlay.ground.values.extremes import Extremes, merge_extremes
from inlay.ground.values.orders import Key, keys_of
from inlay.pages.engine.bloom_filter import BloomFilter, choose_first_read, take_bloom_filter
from inlay.pages.engine.chunk_values import ChunkValues
from inlay.pages.engine.dense_chunk import DensePageLevels
from inlay.pages.engine.distinct_values import count_distinct
from inlay.pages.engine.geometry_measures import MeasuredGeometries
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.map_keys import RepeatedKeys
from inlay.verbs.verify.subjects import PlacedChunk, PlacedLeaf
from inlay.verbs.verify.values.looks import (
    MOST_OF_A_CHUNK,
    ContentRule,
    FaultyPages,
    LookAtGeometries,
    PageBytes,
    PageExtremes,
)
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import (
    ColumnIndex,
    ColumnMetaData,
    ColumnOrder,
    FieldRepetitionType,
    GeographyType,
    GeometryType,
    MapType,
    OffsetIndex,
    SchemaElement,
    Statistics,
    Type,
)

_FIRST: Final = 4


@dataclass
class AuditedChunk:
    """A chunk that was read and decoded. Indexes that do not fit its pages are None: the level `data` has said so."""

    placed: PlacedChunk
    meta: ColumnMetaData
    leaf: PlacedLeaf
    values: ChunkValues
    column_index: ColumnIndex | None = None
    offset_index: OffsetIndex | None = None
    geo: str = ""
    """The key of GeoParquet."""

    read: Callable[[int, int], bytes] = lambda _offset, _size: b""
    """Bytes of the file, of which a chunk names more than its pages."""

    left_out: list[str] = field(default_factory=list[str])
    """What of it is not audited, as clauses."""

    second: ChunkValues | None = None
    """The same values in a second encoding, where there is one."""

    _extremes: dict[Key, list[Extremes]] = field(default_factory=dict)
    _whole: dict[Key, Extremes] = field(default_factory=dict)

    @property
    def place(self) -> str:
        return self.placed.place

    @property
    def element(self) -> SchemaElement:
        return self.leaf.element

    @property
    def statistics(self) -> Statistics | None:
        return self.meta.statistics

    @cached_property
    def is_whole(self) -> bool:
        """Whether every value is known: counts say nothing where one is not."""
        return self.values.is_whole

    @property
    def pages(self) -> list[AuditedPage]:
        """Made each time: pages that were kept would hold their chunk in a circle, and its values until a collection."""
        return [AuditedPage(self, at, levels) for at, levels in enumerate(self.values.pages)]

    def leave_out(self, reason: str) -> None:
        self.left_out.append(reason)

    def find_faults(self, rule: ContentRule) -> dict[int, str]:
        """What is wrong with a value, by the number of its page."""
        return self.values.find(FaultyPages(rule)).faults

    def find_page_extremes(self, key: Key) -> list[Extremes]:
        """Of each data page; nothing of values that are none of their type."""
        if key not in self._extremes:
            self._extremes[key] = self.values.find(PageExtremes(key)).of_pages
        return self._extremes[key]

    def find_extremes(self, key: Key) -> Extremes:
        """Of all values that are known."""
        if key not in self._whole:
            self._whole[key] = merge_extremes(self.find_page_extremes(key), key)
        return self._whole[key]

    @cached_property
    def bloom(self) -> BloomFilter | None:
        """None where the level `data` finds that there is none."""
        offset, body = self.meta.bloom_filter_offset, self.placed.body
        if offset is None or not _FIRST <= offset < body:
            return None
        head = self.read(offset, min(choose_first_read(self.meta), body - offset))
        try:
            bloom = take_bloom_filter(head, offset)
        except DecodeError:
            return None
        size = bloom.header.numBytes
        return bloom if size >= 0 and bloom.start + size <= body else None

    @cached_property
    def described_geometries(self) -> Described | None:
        """What the key `geo` says of the column."""
        path = self.leaf.node.path
        return describe_geometries(self.geo).get(path[0]) if self.geo and len(path) == 1 else None

    @cached_property
    def geometries(self) -> MeasuredGeometries | None:
        """None where the values are none, by all that the file says."""
        look = self.look_for_geometries()
        return self.values.find(look).measured if look is not None else None

    def look_for_geometries(self) -> LookAtGeometries | None:
        described = self.described_geometries
        is_one = isinstance(self.element.logicalType, GeometryType | GeographyType)
        if self.meta.type != Type.BYTE_ARRAY or not (is_one or described is not None):
            return None
        return LookAtGeometries(not is_one and described is not None and described.may_be_extended)

    def look_for_repeated_keys(self) -> RepeatedKeys | None:
        """None where it has not the keys of a map, with their levels."""
        leaf = self.leaf
        if not is_map_key(leaf.node):
            return None
        shown = Leaf(leaf.name, leaf.max_definition, leaf.max_repetition)
        return RepeatedKeys(shown, MOST_OF_A_CHUNK + 1)

    @cached_property
    def repeated_keys(self) -> dict[int, tuple[int, bytes]]:
        """By the number of a page, the first row in it with a map that has a key twice, and the key."""
        look = self.look_for_repeated_keys()
        return self.values.find(look).found if look is not None else {}

    @cached_property
    def definitions(self) -> list[int]:
        return add_levels([page.definitions for page in self.values.pages])

    @cached_property
    def repetitions(self) -> list[int]:
        return add_levels([page.repetitions for page in self.values.pages])

    @cached_property
    def first_rows(self) -> list[int]:
        """Of each page, the number of the first row that begins in it."""
        return list(accumulate((page.rows for page in self.values.pages), initial=0))

    @cached_property
    def page_bytes(self) -> list[int]:
        """Of byte arrays, those of the values of each page."""
        return self.values.find(PageBytes()).of_pages

    @property
    def may_be_read_by_rows(self) -> bool:
        """Whether a statement may be about its values and those of other columns; not so of text at the top of the schema."""
        is_alone = len(self.leaf.node.path) == 1 and self.described_geometries is None
        return not (is_alone and self.meta.type == Type.BYTE_ARRAY)

    @property
    def value_bytes(self) -> int:
        """Of all values, each as often as it is there."""
        if self.meta.type == Type.BYTE_ARRAY:
            return sum(self.page_bytes)
        return self.values.count * ((self.values.bits + 7) // 8)

    def count_distinct(self) -> range:
        """How many values there are, however both zeros and NaNs are counted."""
        return count_distinct(self.values)

    @property
    def float_key(self) -> Key:
        """Of a column of floating-point numbers: by it NaNs are told."""
        bare = SchemaElement(name="", type=self.element.type)  # an annotation may not be allowed
        orders = keys_of(self.element, ColumnOrder.TYPE_ORDER) or keys_of(bare, None)
        return (self.leaf.keys or orders)[0]

    @cached_property
    def list_level(self) -> int:
        """The definition level from which on the innermost list has an element; 0 in no list."""
        return _find_list_level(self.leaf.node)


@dataclass(slots=True)
class AuditedPage:
    """A data page by its number among those of its chunk."""

    chunk: AuditedChunk
    number: int
    levels: DensePageLevels

    @property
    def place(self) -> str:
        return f"{self.chunk.place}.pages[{self.number}]"

    @property
    def offset(self) -> int:
        return self.levels.offset

    def find_extremes(self, key: Key) -> Extremes:
        return self.chunk.find_page_extremes(key)[self.number]

    def read_index(self, name: str) -> Any:
        """What the column index says of this page in one of its lists; None where it does not."""
        index = self.chunk.column_index
        values: Sequence[Any] | None = getattr(index, name) if index is not None else None
        return values[self.number] if values is not None and self.number < len(values) else None


def is_map_key(node: Node) -> bool:
    """Whether a leaf has the keys of maps."""
    pairs = node.parent
    if pairs is None or pairs.parent is None or node.element.repetition_type == _REPEATED:
        return False
    is_map = isinstance(find_meaning(pairs.parent.element), MapType)
    is_repeated = pairs.element.repetition_type == _REPEATED
    return is_map and is_repeated and pairs.children[0] is node


_REPEATED: Final = FieldRepetitionType.REPEATED


def add_levels(histograms: Sequence[list[int]]) -> list[int]:
    return [sum(counts) for counts in zip(*filter(None, histograms), strict=True)]


def _find_list_level(node: Node) -> int:
    level, passed = 0, False
    at = node
    while at.parent is not None:
        is_repeated = at.element.repetition_type == FieldRepetitionType.REPEATED
        passed = passed or is_repeated
        if passed and at.element.repetition_type != FieldRepetitionType.REQUIRED:
            level += 1
        at = at.parent
    return level
