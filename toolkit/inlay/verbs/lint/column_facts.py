"""What a footer says of one column, over all row groups."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from typing import Final, NamedTuple

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.names import NamedChildren, quote_column
from inlay.ground.schema.quoted_names import quote_name
from inlay.ground.schema.tree import Node
from inlay.ground.statements.chunk_numbers import (
    COUNTS_NULLS,
    COUNTS_PAGES,
    IS_EXTENDED,
    IS_FILLED,
    IS_UNPACKED,
    OTHER,
    ChunkNumbers,
    ColumnNumbers,
)
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.values.orders import keys_of
from inlay.ground.wording.printable import quote_empty
from inlay.ground.writers.affected import WrittenColumn
from inlay.ground.writers.created_by import Writer
from inlay.ground.writers.distrust import is_doubted
from inlay.pages.encodings.payload import read_slot
from inlay.pages.engine.chosen_chunks import ChosenChunk
from inlay.pages.engine.leaf import Leaf
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    ColumnOrder,
    CompressionCodec,
    Encoding,
    LogicalType,
    NullType,
    PageType,
    RowGroup,
    SchemaElement,
    Type,
    VariantType,
)

DICTIONARY: Final = frozenset({Encoding.PLAIN_DICTIONARY, Encoding.RLE_DICTIONARY})
_PLAIN: Final = re.compile(r"[^\W\d][\w.]*")
_PLAIN_NAME: Final = re.compile(r"[^\W\d]\w*")
_CODECS: Final = {
    1 << codec: codec for codec in CompressionCodec.__members__.values() if 1 << codec < OTHER
}
"""By their bits."""
READABLE_CODECS: Final = sum(_CODECS) & ~(1 << CompressionCodec.LZO)
"""The bits of those that pyarrow has."""
_DATA_PAGES: Final = (PageType.DATA_PAGE, PageType.DATA_PAGE_V2)


class ChunkFacts(NamedTuple):
    """A column chunk in its row group, which is number `row_group`. `said` is known of all; what is in `chunk` and `meta` is
    decoded on need."""

    row_group: int
    group: RowGroup
    ordinal: int
    said: ChunkNumbers

    @property
    def num_rows(self) -> int:
        """Those of the row group."""
        return self.group.num_rows

    @property
    def chunk(self) -> ColumnChunk:
        return self.group.columns[self.ordinal]

    @property
    def meta(self) -> ColumnMetaData:
        meta = self.chunk.meta_data
        assert meta is not None
        return meta

    @property
    def has_values(self) -> bool:
        return self.said.values > 0

    @property
    def codec(self) -> CompressionCodec:
        codec = _CODECS.get(self.said.codec)
        return self.meta.codec if codec is None else codec

    @property
    def has_new_encoding(self) -> bool:
        """Whether there is an encoding of Inlay's beside that of the chunk."""
        return bool(self.said.traits & IS_EXTENDED) and read_slot(self.meta) is not None

    @property
    def has_one_page(self) -> bool:
        """Whether the footer says so; where it counts no pages, nobody knows."""
        return bool(self.said.traits & COUNTS_PAGES) and self.said.pages == 1

    @property
    def data_encodings(self) -> frozenset[Encoding] | None:
        """Those of the data pages, by the counts of pages in the footer; None without these."""
        stats = self.meta.encoding_stats
        if not stats:
            return None
        return frozenset(it.encoding for it in stats if it.page_type in _DATA_PAGES and it.count)


class ColumnFacts:
    """A leaf of the schema and its chunks. Chunks whose metadata is encrypted, or missing, or in another file are left out.

    `num_values` count nulls and empty lists, too; sizes are in bytes. What a damaged footer says may be negative.
    """

    def __init__(
        self,
        ordinal: int,
        leaf: Node,
        order: ColumnOrder | None,
        numbers: ColumnNumbers,
        list_chunks: Callable[[int], list[ChunkFacts]],
        writer: Writer | None,
        list_written: Callable[[], list[WrittenColumn]],
        names: NamedChildren,
    ) -> None:
        self.ordinal = ordinal
        self.leaf = leaf
        self.order = order
        self.numbers = numbers
        self.traits = numbers.traits
        self.twin = self
        """The first of which the footer counts the same: `twins.py`."""
        self._list_chunks = list_chunks
        self.writer = writer
        self._list_written = list_written
        self._names = names
        self.element: SchemaElement = leaf.element
        self.path = quote_empty(".".join(leaf.path))
        """The names, joined by dots; in quotes if that is empty, for advice without a column is about the whole file."""
        self.num_values = numbers.values
        self.compressed = numbers.compressed
        self.uncompressed = numbers.uncompressed

    @property
    def written(self) -> WrittenColumn:
        """What tables of defects ask of it."""
        return self._list_written()[self.ordinal]

    @property
    def chunks(self) -> list[ChunkFacts]:
        """Listed anew: those of all columns of a wide file would take more than its footer."""
        return self._list_chunks(self.ordinal)

    @property
    def text(self) -> str:
        """The name as commands take it: in quotes where a sign in it, or another column, would make it mean something else."""
        if (
            self.leaf.depth == 1
            and _PLAIN_NAME.fullmatch(self.path)
            and self._names.is_alone(self.leaf)
        ):
            return self.path  # most are
        path = ".".join(self.leaf.path)
        is_plain = _PLAIN.fullmatch(path) is not None and path.count(".") == len(self.leaf.path) - 1
        node: Node | None = self.leaf
        while node is not None:
            if not self._names.is_alone(node):
                return quote_column(self.leaf, self._names)
            node = node.parent
        return path if is_plain else ".".join(map(quote_name, self.leaf.path))

    @cached_property
    def meaning(self) -> LogicalType | None:
        """The logical type, or the one that the converted type stands for."""
        return find_meaning(self.element)

    @cached_property
    def rules(self) -> ColumnRules:
        """How its statistics are meant."""
        levels = self.levels
        return ColumnRules(
            self.written, self.order, self.writer, levels.max_definition, levels.max_repetition
        )

    @property
    def is_doubted(self) -> bool:
        """Whether something in its statistics is not to be believed of this writer."""
        return is_doubted(self.writer, self.written)

    @cached_property
    def levels(self) -> Leaf:
        return Leaf.of(self.leaf)

    @cached_property
    def has_order(self) -> bool:
        """Whether bounds of the column mean anything: not those of INT96, intervals, geometries, the parts of a Variant, and
        columns that have nothing but nulls."""
        parent = self.leaf.parent
        if parent is not None and isinstance(parent.element.logicalType, VariantType):
            return False
        if isinstance(self.meaning, NullType):
            return False
        is_plain = self.element.logicalType is None and self.element.converted_type is None
        if is_plain and self.element.type is not None:
            return _has_plain_order(self.element.type)
        return bool(keys_of(self.element, ColumnOrder.TYPE_ORDER))

    @property
    def max_repetition(self) -> int:
        return self.levels.max_repetition

    @property
    def null_count(self) -> int | None:
        """Over all row groups; None if some chunk does not say."""
        return self.numbers.nulls if self.numbers.common & COUNTS_NULLS else None

    @property
    def filled(self) -> list[ChunkFacts]:
        """The chunks that have values."""
        if self.numbers.common & IS_FILLED:
            return self.chunks
        return [chunk for chunk in self.chunks if chunk.has_values]

    @property
    def plain(self) -> list[ChunkFacts]:
        """The chunks without a codec that have values."""
        return [it for it in self.filled if it.said.traits & IS_UNPACKED]

    @property
    def parts(self) -> list[tuple[int, int]]:
        """Of each chunk that has values, as `split_size` has it."""
        return [split_size(chunk) for chunk in self.filled]

    @cached_property
    def ratio(self) -> float | None:
        """Compressed by uncompressed bytes; None where one of them is not above 0."""
        if self.compressed > 0 and self.uncompressed > 0:
            return self.compressed / self.uncompressed
        return None

    @cached_property
    def codecs(self) -> frozenset[CompressionCodec]:
        return frozenset(self.codec_sizes)

    @cached_property
    def codec_sizes(self) -> dict[CompressionCodec, int]:
        """Bytes without compression of the chunks of each codec."""
        only = _CODECS.get(self.numbers.codecs)
        if only is not None:
            return {only: self.uncompressed}
        sizes: dict[CompressionCodec, int] = {}
        for chunk in self.chunks:
            sizes[chunk.codec] = sizes.get(chunk.codec, 0) + chunk.said.uncompressed
        return sizes

    def place(self, chunk: ChunkFacts) -> str:
        """Where it is in the footer: `row_groups[3].columns[5]`."""
        return f"row_groups[{chunk.row_group}].columns[{self.ordinal}]"

    def choose(self, chunk: ChunkFacts) -> ChosenChunk:
        """The chunk as `inlay.tables.page_tables` takes it."""
        return ChosenChunk(
            chunk.row_group, self.ordinal, self.path, self.leaf, chunk.chunk, chunk.meta
        )


@cache
def _has_plain_order(type_: Type) -> bool:
    """Of a column without an annotation; many columns of a file are alike."""
    return bool(keys_of(SchemaElement(name="", type=type_), ColumnOrder.TYPE_ORDER))


def sum_sizes(chunks: Iterable[ChunkFacts]) -> int:
    """Compressed bytes."""
    return sum(chunk.said.compressed for chunk in chunks)


def split_size(chunk: ChunkFacts) -> tuple[int, int]:
    """Compressed bytes of the dictionary page, and of all others: together those of the chunk."""
    size, dictionary = chunk.said.compressed, chunk.said.dictionary
    if 0 <= dictionary <= size:
        return dictionary, size - dictionary
    return max(size, 0), 0
