"""What is known of the chunks of the columns that a filter names: what their statistics say, and what their page indexes make void of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from inlay.ground.schema.tree import SchemaTree
from inlay.ground.statements.column_rules import ColumnRules
from inlay.pages.engine.chosen_chunks import ChosenChunk
from inlay.pages.engine.chunk_indexes import IndexBytes
from inlay.pages.engine.range_reader import RangeReader
from inlay.rows.pruning.agreement import compare_with_pages
from inlay.rows.pruning.facts import ENCRYPTED, Facts, facts_of, find_plain_facts
from inlay.rows.pruning.known_indexes import KnownIndexes
from inlay.rows.pruning.leaf_rules import build_rules
from inlay.rows.pruning.page_facts import PagesOfChunk, read_pages
from inlay.rows.pruning.plain_pages import has_plain_index
from inlay.rows.pruning.unlike_indexes import list_unlike
from inlay_runtime.one_element import look_at_element
from parquet_format.parquet import ColumnChunk, FileMetaData


class _NoFile:
    """Where there is a footer alone."""

    def read(self, offset: int, size: int, /) -> bytes:
        return b""


class KnownChunks:
    """`columns` are the numbers of the leaves that anything is asked of, `row_groups` those of the row groups to look at; a place among
    these is what the methods call `at`. Without a reader, there is no page index and no Bloom filter. `on_void` is told where something
    that the statistics say has become void."""

    def __init__(
        self,
        metadata: FileMetaData,
        schema: SchemaTree,
        columns: Collection[int],
        reader: RangeReader | None,
        row_groups: Sequence[int],
        on_void: Callable[[int], None],
    ) -> None:
        self._leaves = schema.leaves
        self.has_file = reader is not None
        self.reader = reader if reader is not None else RangeReader(_NoFile(), 0)
        self._numbers = row_groups
        self._groups = [metadata.row_groups[number] for number in row_groups]
        self._rows = [group.num_rows for group in self._groups]
        self.rules = build_rules(metadata, schema, columns)
        self._on_void = on_void
        self._known_names: dict[int, str] = {}
        self._known_chunks: dict[int, list[ColumnChunk | None]] = {}
        self._known_facts: dict[int, list[Facts]] = {}
        self._indexes = KnownIndexes(self.reader)
        self._known_pages: dict[tuple[int, int], PagesOfChunk | None] = {}
        self.held: dict[int, set[int]] = {}
        """By column, the row groups in which it has been held against its page index."""
        self.has_void: set[int] = set()
        """Where a page index has made something void that the statistics say."""

    def __len__(self) -> int:
        """How many row groups there are."""
        return len(self._groups)

    def name(self, column: int) -> str:
        """The path of a leaf, as people write it."""
        if column not in self._known_names:
            self._known_names[column] = ".".join(self._leaves[column].path)
        return self._known_names[column]

    def facts(self, column: int) -> list[Facts]:
        """Of each row group."""
        if column not in self._known_facts:
            rules = self.rules[column]
            self._known_facts[column] = [
                _find_facts(rules, rows, chunk)
                for rows, chunk in zip(self._rows, self._chunks(column), strict=True)
            ]
        return self._known_facts[column]

    def chunk(self, at: int, column: int) -> ChosenChunk | None:
        chunk = self.readable(at, column)
        meta = chunk.meta_data if chunk is not None else None
        if chunk is None or meta is None:
            return None
        leaf, name = self._leaves[column], self.name(column)
        return ChosenChunk(self._numbers[at], column, name, leaf, chunk, meta)

    def readable(self, at: int, column: int) -> ColumnChunk | None:
        """None for one whose metadata only a key opens, too."""
        chunk = self._chunks(column)[at]
        return None if chunk is None or chunk.crypto_metadata is not None else chunk

    def _chunks(self, column: int) -> list[ColumnChunk | None]:
        """Of each row group; None for one that is not there."""
        if column not in self._known_chunks:
            self._known_chunks[column] = [
                look_at_element(group, "columns", column) for group in self._groups
            ]
        return self._known_chunks[column]

    def hold(self, column: int, places: Sequence[int]) -> list[int]:
        """Makes void what the page indexes of a column contradict in these row groups. Gives those in which something may be void: an index
        that says what its chunk says is only looked at natively, many at once."""
        held = self.held.setdefault(column, set())
        asked = [at for at in places if at not in held]
        if not asked:
            return []
        held.update(asked)
        if not self.has_file:
            return []
        rules, chunks = self.rules[column], self._chunks(column)
        unlike = list_unlike(self.reader, rules, chunks, self._rows, asked)
        left = [at for at in unlike if self._may_ask_pages(at, column)]
        if left:
            self._read_all_indexes(left, column)
        for at in left:
            self._ask_pages(at, column)
        return unlike

    def _may_ask_pages(self, at: int, column: int) -> bool:
        """Whether a chunk has a page index that has not been read."""
        chunk = self.readable(at, column)
        return (
            chunk is not None
            and chunk.column_index_offset is not None
            and (at, column) not in self._indexes
        )

    def read_pages(self, at: int) -> dict[int, PagesOfChunk]:
        """By column that has an index, those of the filter and those of what is not shredded."""
        if not self.has_file:
            return {}
        pages = {column: self._pages_of(at, column) for column in self.rules}
        return {column: read for column, read in pages.items() if read is not None}

    def _pages_of(self, at: int, column: int) -> PagesOfChunk | None:
        """What its index says of each page of a chunk; with it, what the chunk says is void where both cannot be true."""
        place = at, column
        if place not in self._known_pages:
            self._known_pages[place] = self._compare_pages(at, column)
        return self._known_pages[place]

    def _ask_pages(self, at: int, column: int) -> None:
        """Makes void what the index of a chunk contradicts; of one that agrees with it, no more is made than that takes."""
        read, facts = self._index_of(at, column), self.facts(column)[at]
        rows = self._rows[at]
        if read is not None and not has_plain_index(self.rules[column], read, rows, facts):
            self._pages_of(at, column)

    def _index_of(self, at: int, column: int) -> IndexBytes | None:
        """None without one that can be believed."""
        place = at, column
        if place not in self._indexes:
            is_counted = self.facts(column)[at].values is not None
            chunk = self.readable(at, column) if is_counted else None
            self._indexes.read(place, chunk, self.rules[column])
        return self._indexes[place]

    def _read_all_indexes(self, places: Sequence[int], column: int) -> None:
        """At once, where nothing is odd."""
        facts, chunks = self.facts(column), self._chunks(column)
        asked = [it for at in places if (it := chunks[at]) and facts[at].values is not None]
        if len(asked) == len(places) and not self.rules[column].is_doubted:
            self._indexes.read_all([(at, column) for at in places], asked)

    def _compare_pages(self, at: int, column: int) -> PagesOfChunk | None:
        read = self._index_of(at, column)
        if read is None:
            return None
        rules, facts = self.rules[column], self.facts(column)
        pages = read_pages(read, rules, self._rows[at])
        if pages is None:
            return None
        agreed, pages = compare_with_pages(rules, read.chunk, facts[at], pages)
        if agreed is not facts[at]:
            facts[at] = agreed
            self.has_void.add(at)
            self._on_void(at)
        return pages


def _find_facts(rules: ColumnRules, rows: int, chunk: ColumnChunk | None) -> Facts:
    if chunk is None:
        return ENCRYPTED
    plain = find_plain_facts(rules, chunk, rows)
    if plain is not None:
        return plain
    meta = chunk.meta_data
    if meta is None or chunk.crypto_metadata is not None:
        return ENCRYPTED
    values = rows if meta.num_values == rows else None
    return facts_of(rules, meta.statistics, values, sizes=meta.size_statistics)
