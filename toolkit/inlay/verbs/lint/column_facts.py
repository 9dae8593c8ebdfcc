"""What a footer says of one column, over all row groups."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Final, NamedTuple

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.names import quote_column
from inlay.ground.schema.quoted_names import quote_name
from inlay.ground.schema.tree import Node
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.wording.printable import quote_empty
from inlay.ground.writers.affected import WrittenColumn
from inlay.ground.writers.created_by import Writer
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
    PageType,
    SchemaElement,
)

DICTIONARY: Final = frozenset({Encoding.PLAIN_DICTIONARY, Encoding.RLE_DICTIONARY})
_PLAIN: Final = re.compile(r"[^\W\d][\w.]*")
_DATA_PAGES: Final = (PageType.DATA_PAGE, PageType.DATA_PAGE_V2)


class ChunkFacts(NamedTuple):
    """A column chunk in its row group. `num_rows` are those of the row group."""

    row_group: int
    num_rows: int
    chunk: ColumnChunk
    meta: ColumnMetaData

    @property
    def has_values(self) -> bool:
        return self.meta.num_values > 0

    @property
    def has_new_encoding(self) -> bool:
        """Whether there is an encoding of Inlay's beside that of the chunk."""
        return read_slot(self.meta) is not None

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
        chunks: list[ChunkFacts],
        writer: Writer | None,
        written: WrittenColumn,
    ) -> None:
        self.ordinal = ordinal
        self.leaf = leaf
        self.order = order
        self.chunks = chunks
        self.writer = writer
        self.written = written
        self.element: SchemaElement = leaf.element
        self.num_values = 0
        self.compressed = 0
        self.uncompressed = 0
        for chunk in chunks:
            meta = chunk.meta
            self.num_values += meta.num_values
            self.compressed += meta.total_compressed_size
            self.uncompressed += meta.total_uncompressed_size

    @cached_property
    def path(self) -> str:
        """The names, joined by dots; in quotes if that is empty, for advice without a column is about the whole file."""
        return quote_empty(".".join(self.leaf.path))

    @property
    def text(self) -> str:
        """The name as commands take it: in quotes where a sign in it, or another column, would make it mean something else."""
        path = ".".join(self.leaf.path)
        is_plain = _PLAIN.fullmatch(path) is not None and path.count(".") == len(self.leaf.path) - 1
        node, is_alone = self.leaf, True
        while node.parent is not None:
            names = [child.element.name for child in node.parent.children]
            is_alone = is_alone and names.count(node.element.name) == 1
            node = node.parent
        if not is_alone:
            return quote_column(self.leaf)
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

    @cached_property
    def levels(self) -> Leaf:
        return Leaf.of(self.leaf)

    @property
    def max_repetition(self) -> int:
        return self.levels.max_repetition

    @property
    def max_definition(self) -> int:
        return self.levels.max_definition

    @cached_property
    def null_count(self) -> int | None:
        """Over all row groups; None if some chunk does not say."""
        nulls = 0
        for chunk in self.chunks:
            statistics = chunk.meta.statistics
            if statistics is None or statistics.null_count is None:
                return None
            nulls += statistics.null_count
        return nulls

    @cached_property
    def filled(self) -> list[ChunkFacts]:
        """The chunks that have values."""
        return [chunk for chunk in self.chunks if chunk.has_values]

    @cached_property
    def parts(self) -> list[tuple[int, int]]:
        """Of each chunk that has values, as `split_size` has it."""
        return [
            split_size(chunk, dictionary)
            for chunk, dictionary in zip(self.filled, self.dictionaries, strict=True)
        ]

    @cached_property
    def dictionaries(self) -> list[int]:
        """Of each chunk that has values, as `measure_dictionary` has it."""
        return [measure_dictionary(chunk) for chunk in self.filled]

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
        sizes: dict[CompressionCodec, int] = {}
        for chunk in self.chunks:
            meta = chunk.meta
            sizes[meta.codec] = sizes.get(meta.codec, 0) + meta.total_uncompressed_size
        return sizes

    def place(self, chunk: ChunkFacts) -> str:
        """Where it is in the footer: `row_groups[3].columns[5]`."""
        return f"row_groups[{chunk.row_group}].columns[{self.ordinal}]"

    def choose(self, chunk: ChunkFacts) -> ChosenChunk:
        """The chunk as `inlay.tables.page_tables` takes it."""
        return ChosenChunk(
            chunk.row_group, self.ordinal, self.path, self.leaf, chunk.chunk, chunk.meta
        )


def sum_sizes(chunks: Iterable[ChunkFacts]) -> int:
    """Compressed bytes."""
    return sum(chunk.meta.total_compressed_size for chunk in chunks)


def measure_dictionary(chunk: ChunkFacts) -> int:
    """Compressed bytes of the dictionary page with its header, if the footer says where it is; else 0."""
    start, end = chunk.meta.dictionary_page_offset, chunk.meta.data_page_offset
    return max(end - start, 0) if start else 0


def split_size(chunk: ChunkFacts, dictionary: int) -> tuple[int, int]:
    """Compressed bytes of the dictionary page, and of all others: together those of the chunk."""
    size = chunk.meta.total_compressed_size
    if 0 <= dictionary <= size:
        return dictionary, size - dictionary
    return max(size, 0), 0
