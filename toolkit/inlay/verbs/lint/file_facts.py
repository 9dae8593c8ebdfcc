"""What the rules read of a file: its footer in one pass, and its pages where they were asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final

from inlay.footers.footer.footer import Footer
from inlay.ground.schema.names import NamedChildren
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.statements.chunk_numbers import (
    HAS_NEW_BOUNDS,
    ChunkNumbers,
    ColumnNumbers,
    add_chunks,
    count_chunk,
    count_footer,
)
from inlay.ground.writers.affected import WrittenColumn
from inlay.ground.writers.arrow_dictionaries import list_written_columns
from inlay.ground.writers.created_by import Writer, writer_of
from inlay.ground.writers.distrust import needs_arrow_schema
from inlay.pages.engine.errors import ChunkError
from inlay.verbs.lint.column_facts import READABLE_CODECS, ChunkFacts, ColumnFacts
from inlay.verbs.lint.rewriting import Rewriting
from inlay.verbs.lint.twins import Twins
from inlay_runtime.text import bytes_of
from parquet_format.parquet import CompressionCodec, FileMetaData, RowGroup

if TYPE_CHECKING:
    from inlay.ground.statements.native_checks import PlainStatements
    from inlay.pages.engine.range_reader import RangeReader

_NEIGHBOURS: Final = 2
"""Columns whose chunks are listed: one that a rule looks at, and its twin."""


class FileFacts:
    """A file with its footer. `reader` reads more of it; rules that need pages run only where it is not None.

    `path` is what commands name the file by.
    """

    def __init__(self, path: str, footer: Footer, reader: RangeReader | None = None) -> None:
        self.path = path
        self.footer = footer
        self.reader = reader
        self.metadata: FileMetaData = footer.metadata
        self._pages: dict[tuple[int, int], list[dict[str, Any]]] = {}
        self._plain: dict[object, PlainStatements | None] = {}
        self._samples: dict[tuple[int, int], tuple[int, int] | None] = {}
        self._ranges: dict[int, tuple[int, int] | None] = {}

    @property
    def file_size(self) -> int:
        return self.footer.file_size

    @property
    def footer_size(self) -> int:
        """Bytes from the first of the footer to the end of the file."""
        return self.footer.file_size - self.footer.offset

    @cached_property
    def schema(self) -> SchemaTree:
        return SchemaTree(self.metadata.schema)

    @cached_property
    def schema_places(self) -> dict[int, str]:
        """Where each node of the schema is in the footer, by its `id`: `schema[3]`."""
        return {id(node): f"schema[{number}]" for number, node in enumerate(self.schema.nodes)}

    @property
    def row_groups(self) -> list[RowGroup]:
        return self.metadata.row_groups

    @cached_property
    def group_sizes(self) -> list[int]:
        """Compressed bytes of each row group, by its chunks."""
        if self._counted is not None:
            return list(self._counted.group_sizes)
        sizes = [0] * len(self.row_groups)
        for column in self.columns:
            for chunk in column.chunks:
                sizes[chunk.row_group] += chunk.said.compressed
        return sizes

    @cached_property
    def index_size(self) -> int:
        """Bytes of the column indexes and offset indexes of all chunks."""
        if self._counted is not None:
            return int(self._counted.index_size)
        chunks = (it.chunk for column in self.columns for it in column.chunks)
        return sum(
            max(it.column_index_length or 0, 0) + max(it.offset_index_length or 0, 0)
            for it in chunks
        )

    @cached_property
    def paths_size(self) -> int:
        """Bytes of the paths of all chunks in the footer."""
        if self._counted is not None:
            return int(self._counted.paths_size)
        paths = (it.meta.path_in_schema or () for column in self.columns for it in column.chunks)
        return sum(2 + sum(1 + len(bytes_of(name)) for name in path) for path in paths)

    @cached_property
    def num_chunks(self) -> int:
        if self._counted is not None:
            return len(self.schema.leaves) * len(self.row_groups)
        return sum(len(column.chunks) for column in self.columns)

    @property
    def may_be_encrypted(self) -> bool:
        """False where no chunk is."""
        return self._counted is None

    @cached_property
    def data_size(self) -> int:
        """Compressed bytes of all chunks."""
        return sum(column.compressed for column in self.columns)

    @cached_property
    def may_be_rewritten(self) -> bool:
        """Whether it has columns, and can be read without more than itself: a key, another file, a codec that pyarrow lacks."""
        if not self.columns:
            return False
        if self._counted is not None:
            return not any(column.numbers.codecs & ~READABLE_CODECS for column in self.columns)
        chunks = (chunk for group in self.row_groups for chunk in group.columns)
        return all(
            it.meta_data is not None
            and it.crypto_metadata is None
            and it.file_path is None
            and it.meta_data.codec != CompressionCodec.LZO
            and not it.meta_data.codec.is_unknown
            for it in chunks
        )

    @cached_property
    def may_declare_orders(self) -> bool:
        """Whether the order of types can be declared of all columns: nothing in the file is said in any order."""
        if self.metadata.column_orders is not None or self.index_size:
            return False
        return not any(column.traits & HAS_NEW_BOUNDS for column in self.columns)

    @cached_property
    def has_plain_chunks(self) -> bool:
        """Whether some chunks with values have no codec."""
        return any(column.twin.plain for column in self.columns)

    @cached_property
    def writer(self) -> Writer | None:
        """None without a name."""
        return writer_of(self.metadata.created_by)

    @cached_property
    def key_values(self) -> dict[str, str]:
        """The key-value pairs of the footer; the last of those with one key. A missing value is empty."""
        return {pair.key: pair.value or "" for pair in self.metadata.key_value_metadata or ()}

    @cached_property
    def columns(self) -> list[ColumnFacts]:
        """By leaf of the schema."""
        leaves = self.schema.leaves
        orders = self.metadata.column_orders or []
        add_up, list_chunks = self._open_chunks()
        names = NamedChildren()
        columns = [
            ColumnFacts(
                at,
                leaf,
                orders[at] if at < len(orders) else None,
                add_up(at),
                list_chunks,
                self.writer,
                self._list_written,
                names,
            )
            for at, leaf in enumerate(leaves)
        ]
        if self._counted is not None:
            twins = Twins()
            for column in columns:
                column.twin = twins.find(column, self._counted.bytes_of(column.ordinal))
        return columns

    @cached_property
    def traits(self) -> int:
        """What any chunk has: most of it no chunk of a file has."""
        traits = 0
        for column in self.columns:
            traits |= column.traits
        return traits

    def columns_with(self, traits: int) -> list[ColumnFacts]:
        """Those with a chunk that has one of these."""
        if not self.traits & traits:
            return []
        return [column for column in self.columns if column.traits & traits]

    @cached_property
    def _counted(self) -> Any:
        return count_footer(self.footer.thrift, (leaf.element.type for leaf in self.schema.leaves))

    @cached_property
    def _written(self) -> list[WrittenColumn]:
        return list_written_columns(self.metadata, self.schema)

    def _list_written(self) -> list[WrittenColumn]:
        return self._written

    def _open_chunks(
        self,
    ) -> tuple[Callable[[int], ColumnNumbers], Callable[[int], list[ChunkFacts]]]:
        """What adds up the chunks of a leaf, and what lists them. Natively nothing is decoded for it."""
        counted, groups = self._counted, self.row_groups
        if counted is None:
            chunks = self._decode_chunks()
            return lambda at: add_chunks(it.said for it in chunks[at]), chunks.__getitem__

        @lru_cache(_NEIGHBOURS)
        def list_chunks(at: int) -> list[ChunkFacts]:
            each = counted.of_chunks(at, ChunkNumbers)
            return [ChunkFacts(number, groups[number], at, it) for number, it in enumerate(each)]

        return lambda at: ColumnNumbers._make(counted.of_column(at)), list_chunks

    def list_plain_ranges(self, column: ColumnFacts) -> tuple[list[Any], list[Any]] | None:
        """The bounds of each row group of a column, the lower ones and the upper ones. None where they have to be looked at more closely."""
        counted = self._counted
        plain = self._find_plain(column) if counted is not None else None
        if counted is None or plain is None:
            return None
        return plain.list_ranges(counted, column.ordinal)

    def _find_plain(self, column: ColumnFacts) -> PlainStatements | None:
        """What reads the bounds of a column without lists: one for all columns of a kind, where nothing else tells which are to be believed."""
        element = column.element
        is_annotated = element.logicalType is not None or element.converted_type is not None
        if is_annotated or column.leaf.depth != 1 or needs_arrow_schema(self.writer):
            return None if column.max_repetition else column.rules.plain
        kind = element.type, element.repetition_type, column.order
        if kind not in self._plain:
            self._plain[kind] = None if column.max_repetition else column.rules.plain
        return self._plain[kind]

    def _decode_chunks(self) -> list[list[ChunkFacts]]:
        leaves = self.schema.leaves
        chunks: list[list[ChunkFacts]] = [[] for _ in leaves]
        for number, group in enumerate(self.row_groups):
            for at, (chunk, leaf) in enumerate(zip(group.columns, leaves, strict=False)):
                meta = chunk.meta_data
                if meta is None or chunk.crypto_metadata is not None or chunk.file_path is not None:
                    continue
                said = count_chunk(chunk, meta, group.num_rows, leaf.element.type)
                chunks[at].append(ChunkFacts(number, group, at, said))
        return chunks

    def pages(self, column: ColumnFacts, chunk: ChunkFacts) -> list[dict[str, Any]]:
        """Rows of the table `pages` (`inlay.page_table`), by the headers of a chunk; empty where these are damaged, which
        `inlay verify --data` says, and where no reader is open."""
        from inlay.tables.page_tables.page_rows import list_page_rows

        at = chunk.row_group, column.ordinal
        if self.reader is not None and at not in self._pages:
            try:
                self._pages[at] = list(list_page_rows(self.reader, column.choose(chunk)))
            except ChunkError:
                self._pages[at] = []
        return self._pages.get(at, [])

    def sample(self, column: ColumnFacts, chunk: ChunkFacts) -> tuple[int, int] | None:
        """Distinct values, and all that are not null, among the first of a chunk; None where no reader is open, and for
        values that cannot be read."""
        from inlay.verbs.lint.sample import count_in_sample

        at = chunk.row_group, column.ordinal
        if self.reader is not None and at not in self._samples:
            self._samples[at] = count_in_sample(self.reader, column, chunk)
        return self._samples.get(at)

    def find_integer_bounds(self, column: ColumnFacts, chunk: ChunkFacts) -> tuple[int, int] | None:
        """The least and the greatest of the integers of a chunk, by its statistics; where these have none and pages are read, by the values
        of the first chunk, for one like it. None where nothing tells."""
        statistics = chunk.meta.statistics
        if statistics is not None and statistics.min_value and statistics.max_value:
            low, high = (
                int.from_bytes(bound, "little", signed=True)
                for bound in (statistics.min_value, statistics.max_value)
            )
            return low, high
        if self.reader is None:
            return None
        if column.ordinal not in self._ranges:
            from inlay.verbs.lint.first_values import find_range

            self._ranges[column.ordinal] = find_range(self.reader, column)
        return self._ranges[column.ordinal]

    @cached_property
    def rewriting(self) -> Rewriting:
        """What other pages and row groups would save."""
        return Rewriting(self.columns, self.reader)
