"""The columns that a filter names, in the row groups of a file: what is known of them, and what that means for each test."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from inlay.ground.schema.tree import SchemaTree
from inlay.ground.statements.column_rules import ColumnRules
from inlay.pages.engine.chosen_chunks import ChosenChunk
from inlay.pages.engine.chunk_indexes import IndexBytes
from inlay.pages.engine.range_reader import RangeReader
from inlay.rows.pruning.agreement import compare_with_pages
from inlay.rows.pruning.asked_place import AskedPlace
from inlay.rows.pruning.bloom_filters import NO_SUCH_VALUE, BloomFilters
from inlay.rows.pruning.facts import ENCRYPTED, Facts, PlainBounds, facts_of, find_plain_facts
from inlay.rows.pruning.filters import IN, ColumnTest
from inlay.rows.pruning.judge import (
    BLOOM_FILTER,
    COLUMN_INDEX,
    NOTHING,
    STATISTICS,
    Judgement,
    judge,
    match_each,
)
from inlay.rows.pruning.known_indexes import KnownIndexes
from inlay.rows.pruning.known_place import KnownPlace, place_of_box, place_of_covering
from inlay.rows.pruning.leaf_rules import build_rules
from inlay.rows.pruning.match_subject import is_empty, match_subject
from inlay.rows.pruning.page_facts import PagesOfChunk, read_pages
from inlay.rows.pruning.plain_pages import has_plain_index
from inlay.rows.pruning.subjects import FilterSubject
from inlay.rows.pruning.unlike_indexes import list_unlike
from inlay_runtime.one_element import look_at_element
from parquet_format.parquet import ColumnChunk, FileMetaData


class _NoFile:
    """Where there is a footer alone."""

    def read(self, offset: int, size: int, /) -> bytes:
        return b""


class FilteredColumns:
    """`columns` are the numbers of the leaves that anything is asked of, `row_groups` those of the row groups to look at; a place among
    these is what the methods call `at`. Without a reader, there is no page index and no Bloom filter."""

    def __init__(
        self,
        metadata: FileMetaData,
        schema: SchemaTree,
        subjects: Mapping[ColumnTest, FilterSubject],
        columns: Collection[int],
        reader: RangeReader | None,
        row_groups: Sequence[int],
        nan_is_largest: bool,
    ) -> None:
        self._metadata = metadata
        self._leaves = schema.leaves
        self._subjects = subjects
        self._has_file = reader is not None
        self._reader = reader if reader is not None else RangeReader(_NoFile(), 0)
        self._numbers = row_groups
        self._groups = [metadata.row_groups[number] for number in row_groups]
        self._rows = [group.num_rows for group in self._groups]
        self._nan_is_largest = nan_is_largest
        self._bloom_filters = BloomFilters(self._reader)
        self._rules = build_rules(metadata, schema, columns)
        self._known_names: dict[int, str] = {}
        self._known_chunks: dict[int, list[ColumnChunk | None]] = {}
        self._known_facts: dict[int, list[Facts]] = {}
        self._known_matches: dict[ColumnTest, list[bool]] = {}
        self._indexes = KnownIndexes(self._reader)
        self._known_pages: dict[tuple[int, int], PagesOfChunk | None] = {}
        self._held: dict[int, set[int]] = {}
        self.has_void: set[int] = set()
        """Where a page index has made something void that the statistics say."""

    def name(self, column: int) -> str:
        """The path of a leaf, as people write it."""
        if column not in self._known_names:
            self._known_names[column] = ".".join(self._leaves[column].path)
        return self._known_names[column]

    def count_values(self, at: int) -> int:
        """The most values that a chunk of the filter has by its own count."""
        counts = [
            chosen.meta.num_values
            for subject in self._subjects.values()
            if subject.column is not None and (chosen := self._chunk(at, subject.column))
        ]
        return max(counts, default=0)

    def match_groups(self, test: ColumnTest) -> list[bool]:
        """Of each row group whether the test may be true in it, by the statistics of its chunks."""
        if test not in self._known_matches:
            self._known_matches[test] = self._match_chunks(test)
        return self._known_matches[test]

    def _match_chunks(self, test: ColumnTest) -> list[bool]:
        subject, count = self._subjects[test], len(self._groups)
        known = None if subject.column is None else self._facts(subject.column)
        residuals = [self._facts(column) for column in subject.residuals]
        matches = self._match(subject, known, residuals, count)
        return [may and self._may_meet(subject, at) for at, may in enumerate(matches)]

    def _may_meet(self, subject: FilterSubject, at: int) -> bool:
        """Whether geometries of a row group may lie in the box of the test, if it asks for one."""
        asked = subject.place
        if asked is None or subject.test.is_negated:
            return True
        return self._find_place(subject, asked, at).may_meet(asked.box)

    def _find_place(self, subject: FilterSubject, asked: AskedPlace, at: int) -> KnownPlace:
        chosen = None if subject.column is None else self._chunk(at, subject.column)
        said = chosen.meta.geospatial_statistics if chosen is not None else None
        is_plane, is_on_sphere = asked.is_plane, asked.is_on_sphere
        place = place_of_box(said, is_plane=is_plane, is_on_sphere=is_on_sphere)
        if place.is_known or not asked.covering:
            return place
        edges = [self._facts(column)[at] for column in asked.covering]
        return place_of_covering(edges, is_plane=is_plane, is_on_sphere=is_on_sphere)

    def match_surely(self, test: ColumnTest) -> list[bool]:
        """The same by what has been held against page indexes; True where it has not."""
        held = [self._held.get(column, set()) for column in _columns_of(self._subjects[test])]
        matches = self.match_groups(test)
        if not all(held):
            return [True] * len(matches)
        return [may or any(at not in it for it in held) for at, may in enumerate(matches)]

    def hold_decisive(self, column: int, places: Sequence[int]) -> None:
        """Holds a column against its page indexes in those of these row groups that one of its tests would leave out."""
        left_out = {
            at
            for test, subject in self._subjects.items()
            if column in _columns_of(subject)
            for matches in (self.match_groups(test),)
            for at in places
            if not matches[at]
        }
        self.hold(column, sorted(left_out))

    def hold_group(self, at: int) -> None:
        """The same of all columns, for one row group."""
        if all(self.match_groups(test)[at] for test in self._subjects):
            return
        for column in self._rules:
            self.hold_decisive(column, [at])

    def hold(self, column: int, places: Sequence[int]) -> list[int]:
        """Makes void what the page indexes of a column contradict in these row groups. Gives those in which something may be void: an index
        that says what its chunk says is only looked at natively, many at once."""
        held = self._held.setdefault(column, set())
        asked = [at for at in places if at not in held]
        if not asked:
            return []
        held.update(asked)
        if not self._has_file:
            return []
        rules, chunks = self._rules[column], self._chunks(column)
        unlike = list_unlike(self._reader, rules, chunks, self._rows, asked)
        left = [at for at in unlike if self._may_ask_pages(at, column)]
        if left:
            self._read_all_indexes(left, column)
        for at in left:
            self._ask_pages(at, column)
        return unlike

    def _may_ask_pages(self, at: int, column: int) -> bool:
        """Whether a chunk has a page index that has not been read."""
        chunk = self._readable(at, column)
        return (
            chunk is not None
            and chunk.column_index_offset is not None
            and (at, column) not in self._indexes
        )

    def is_believed(self, at: int, column: int) -> bool:
        """Whether nothing that the statistics of a chunk say is void. It has been held against its page index."""
        if at in self.has_void:
            return False
        facts = self._facts(column)[at]
        if isinstance(facts.statistics, PlainBounds):
            return True  # of what is plain, nothing is void
        chosen = self._chunk(at, column)
        if chosen is None or chosen.meta.statistics is None:
            return True
        said = chosen.meta.statistics
        if facts.values is None or said.null_count not in (None, facts.nulls):
            return False
        bounds = (said.min_value, said.max_value, said.min, said.max)
        return not facts.bounds.why or all(raw is None for raw in bounds)

    def may_match_in(self, test: ColumnTest, at: int) -> bool:
        """By the Bloom filter, too, where the statistics do not decide."""
        may_match = self.match_groups(test)[at]
        return may_match and self._ask_bloom(self._subjects[test], at) != NO_SUCH_VALUE

    def judge_group(self, at: int) -> tuple[Judgement, ...]:
        """The same of each test, and why."""
        return tuple(self._judge(subject, at) for subject in self._subjects.values())

    def read_pages(self, at: int) -> dict[int, PagesOfChunk]:
        """By column that has an index, those of the filter and those of what is not shredded."""
        if not self._has_file:
            return {}
        pages = {column: self._pages_of(at, column) for column in self._rules}
        return {column: read for column, read in pages.items() if read is not None}

    def _pages_of(self, at: int, column: int) -> PagesOfChunk | None:
        """What its index says of each page of a chunk; with it, what the chunk says is void where both cannot be true."""
        place = at, column
        if place not in self._known_pages:
            self._known_pages[place] = self._compare_pages(at, column)
        return self._known_pages[place]

    def _ask_pages(self, at: int, column: int) -> None:
        """Makes void what the index of a chunk contradicts; of one that agrees with it, no more is made than that takes."""
        read, facts = self._index_of(at, column), self._facts(column)[at]
        rows = self._rows[at]
        if read is not None and not has_plain_index(self._rules[column], read, rows, facts):
            self._pages_of(at, column)

    def _index_of(self, at: int, column: int) -> IndexBytes | None:
        """None without one that can be believed."""
        place = at, column
        if place not in self._indexes:
            is_counted = self._facts(column)[at].values is not None
            chunk = self._readable(at, column) if is_counted else None
            self._indexes.read(place, chunk, self._rules[column])
        return self._indexes[place]

    def _read_all_indexes(self, places: Sequence[int], column: int) -> None:
        """At once, where nothing is odd."""
        facts, chunks = self._facts(column), self._chunks(column)
        asked = [it for at in places if (it := chunks[at]) and facts[at].values is not None]
        if len(asked) == len(places) and not self._rules[column].is_doubted:
            self._indexes.read_all([(at, column) for at in places], asked)

    def _compare_pages(self, at: int, column: int) -> PagesOfChunk | None:
        read = self._index_of(at, column)
        if read is None:
            return None
        rules, facts = self._rules[column], self._facts(column)
        pages = read_pages(read, rules, self._rows[at])
        if pages is None:
            return None
        agreed, pages = compare_with_pages(rules, read.chunk, facts[at], pages)
        if agreed is not facts[at]:
            facts[at] = agreed
            self.has_void.add(at)
            for test, matches in self._known_matches.items():
                matches[at] = self._match_chunk(test, at)
        return pages

    def _match_chunk(self, test: ColumnTest, at: int) -> bool:
        subject = self._subjects[test]
        known = None if subject.column is None else [self._facts(subject.column)[at]]
        residuals = [[self._facts(column)[at]] for column in subject.residuals]
        return self._match(subject, known, residuals, 1)[0] and self._may_meet(subject, at)

    def match_rows(
        self, test: ColumnTest, by_column: Mapping[int, PagesOfChunk], rows: Sequence[int]
    ) -> list[bool]:
        """Of each of these rows of a row group whether the test may be true of it, by the pages that have it; True where no index
        tells."""
        subject = self._subjects[test]
        if any(column not in by_column for column in subject.residuals):
            return [True] * len(rows)

        def find_facts(column: int) -> list[Facts]:
            return by_column[column].spread(by_column[column].facts, rows)

        column = subject.column
        known = find_facts(column) if column is not None and column in by_column else None
        residuals = [find_facts(column) for column in subject.residuals]
        matches = self._match(subject, known, residuals, len(rows))
        asked = subject.place
        if asked is None or not asked.covering or not by_column.keys() >= set(asked.covering):
            return matches
        edges = zip(*map(find_facts, asked.covering), strict=True)
        is_plane, is_on_sphere = asked.is_plane, asked.is_on_sphere
        places = [
            place_of_covering(it, is_plane=is_plane, is_on_sphere=is_on_sphere) for it in edges
        ]
        return [may and it.may_meet(asked.box) for may, it in zip(matches, places, strict=True)]

    def judge_pages(self, column: int, facts: Sequence[Facts]) -> list[tuple[Judgement, ...]]:
        """Each test of this column, by what is known of each page."""
        by_test = [
            [
                self._judge_facts(subject, known, COLUMN_INDEX, may_match)
                for known, may_match in zip(facts, self._match_facts(subject, facts), strict=True)
            ]
            for subject in self._subjects.values()
            if subject.column == column
        ]
        return list(zip(*by_test, strict=True)) if by_test else [()] * len(facts)

    def _match(
        self,
        subject: FilterSubject,
        known: Sequence[Facts] | None,
        residuals: Sequence[Sequence[Facts]],
        count: int,
    ) -> list[bool]:
        """Of so many row groups or pages, of which the facts are known of the column and of what may have other values of it."""
        nan_is_largest = self._nan_is_largest
        return match_subject(subject, known, residuals, count, nan_is_largest=nan_is_largest)

    def _judge(self, subject: FilterSubject, at: int) -> Judgement:
        test, may_match = subject.test, self.match_groups(subject.test)[at]
        for residual in subject.residuals:
            if not is_empty(self._facts(residual)[at]):
                return Judgement(
                    test, may_match, NOTHING, _explain_residual(subject, self.name(residual))
                )
        if subject.column is None:
            if not subject.is_residual:
                return Judgement(test, may_match, NOTHING, subject.why)
            why = f"{subject.why}, and no `value` holds it"
            return Judgement(test, may_match, STATISTICS, why)
        facts = self._facts(subject.column)[at]
        if subject.place is not None and not test.is_negated and not facts.are_all_null:
            place = self._find_place(subject, subject.place, at)
            by = STATISTICS if place.is_known else NOTHING
            return Judgement(test, may_match, by, place.shown)
        judgement = self._judge_facts(subject, facts, STATISTICS, may_match)
        said = self._ask_bloom(subject, at) if may_match else ""
        if said == NO_SUCH_VALUE:
            return Judgement(test, False, BLOOM_FILTER, said)
        return judgement._replace(why=f"{judgement.why}; {said}") if said else judgement

    def _match_facts(self, subject: FilterSubject, facts: Sequence[Facts]) -> list[bool]:
        nan_is_largest = self._nan_is_largest
        return match_each(subject.test, subject.placed, facts, nan_is_largest=nan_is_largest)

    def _judge_facts(
        self, subject: FilterSubject, facts: Facts, by: str, may_match: bool
    ) -> Judgement:
        nan_is_largest = self._nan_is_largest
        return judge(
            subject.test, subject.placed, facts, by, may_match, nan_is_largest=nan_is_largest
        )

    def _ask_bloom(self, subject: FilterSubject, at: int) -> str:
        """What a Bloom filter says of a row group in which the test may be true; empty where it says nothing."""
        if not self._has_file or subject.column is None or not _asks_for_values(subject.test):
            return ""
        chunk = self._readable(at, subject.column)
        meta = chunk.meta_data if chunk is not None else None
        if chunk is None or meta is None or meta.bloom_filter_offset is None:
            return ""
        if chunk.file_path is not None:
            return ""
        if subject.residuals and not all(
            is_empty(self._facts(column)[at]) for column in subject.residuals
        ):
            return ""
        return self._bloom_filters.ask(meta, subject.placed, self._facts(subject.column)[at])

    def _facts(self, column: int) -> list[Facts]:
        """Of each row group."""
        if column not in self._known_facts:
            rules = self._rules[column]
            self._known_facts[column] = [
                _find_facts(rules, rows, chunk)
                for rows, chunk in zip(self._rows, self._chunks(column), strict=True)
            ]
        return self._known_facts[column]

    def _chunks(self, column: int) -> list[ColumnChunk | None]:
        """Of each row group; None for one that is not there."""
        if column not in self._known_chunks:
            self._known_chunks[column] = [
                look_at_element(group, "columns", column) for group in self._groups
            ]
        return self._known_chunks[column]

    def _readable(self, at: int, column: int) -> ColumnChunk | None:
        """None for one whose metadata only a key opens, too."""
        chunk = self._chunks(column)[at]
        return None if chunk is None or chunk.crypto_metadata is not None else chunk

    def _chunk(self, at: int, column: int) -> ChosenChunk | None:
        chunk = self._readable(at, column)
        meta = chunk.meta_data if chunk is not None else None
        if chunk is None or meta is None:
            return None
        leaf, name = self._leaves[column], self.name(column)
        return ChosenChunk(self._numbers[at], column, name, leaf, chunk, meta)


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


def _columns_of(subject: FilterSubject) -> tuple[int, ...]:
    """All that its test rests on."""
    others = (*subject.residuals, *subject.covering)
    return others if subject.column is None else (subject.column, *others)


def _explain_residual(subject: FilterSubject, residual: str) -> str:
    if subject.is_residual:
        return f"{subject.why}, and {residual} may hold it"
    return f"{residual} may hold values of other types"


def _asks_for_values(test: ColumnTest) -> bool:
    return test.operator in (IN, "=") and not test.is_negated
