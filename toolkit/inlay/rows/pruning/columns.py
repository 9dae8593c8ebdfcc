"""The columns that a filter names, in the row groups of a file: what is known of them, and what that means for each test."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from inlay.ground.schema.tree import SchemaTree
from inlay.pages.engine.range_reader import RangeReader
from inlay.rows.pruning.asked_place import AskedPlace
from inlay.rows.pruning.bloom_filters import NO_SUCH_VALUE, BloomFilters
from inlay.rows.pruning.facts import Facts, PlainBounds
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
from inlay.rows.pruning.known_chunks import KnownChunks
from inlay.rows.pruning.known_place import KnownPlace, place_of_box, place_of_covering
from inlay.rows.pruning.match_subject import is_empty, match_subject
from inlay.rows.pruning.page_facts import PagesOfChunk
from inlay.rows.pruning.subjects import FilterSubject
from parquet_format.parquet import FileMetaData


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
        self._subjects = subjects
        self._nan_is_largest = nan_is_largest
        self.chunks = KnownChunks(metadata, schema, columns, reader, row_groups, self._match_again)
        self._bloom_filters = BloomFilters(self.chunks.reader)
        self._known_matches: dict[ColumnTest, list[bool]] = {}

    def count_values(self, at: int) -> int:
        """The most values that a chunk of the filter has by its own count."""
        counts = [
            chosen.meta.num_values
            for subject in self._subjects.values()
            if subject.column is not None and (chosen := self.chunks.chunk(at, subject.column))
        ]
        return max(counts, default=0)

    def match_groups(self, test: ColumnTest) -> list[bool]:
        """Of each row group whether the test may be true in it, by the statistics of its chunks."""
        if test not in self._known_matches:
            self._known_matches[test] = self._match_chunks(test)
        return self._known_matches[test]

    def _match_chunks(self, test: ColumnTest) -> list[bool]:
        subject, count = self._subjects[test], len(self.chunks)
        known = None if subject.column is None else self.chunks.facts(subject.column)
        residuals = [self.chunks.facts(column) for column in subject.residuals]
        matches = self._match(subject, known, residuals, count)
        return [may and self._may_meet(subject, at) for at, may in enumerate(matches)]

    def _may_meet(self, subject: FilterSubject, at: int) -> bool:
        """Whether geometries of a row group may lie in the box of the test, if it asks for one."""
        asked = subject.place
        if asked is None or subject.test.is_negated:
            return True
        return self._find_place(subject, asked, at).may_meet(asked.box)

    def _find_place(self, subject: FilterSubject, asked: AskedPlace, at: int) -> KnownPlace:
        chosen = None if subject.column is None else self.chunks.chunk(at, subject.column)
        said = chosen.meta.geospatial_statistics if chosen is not None else None
        is_plane, is_on_sphere = asked.is_plane, asked.is_on_sphere
        place = place_of_box(said, is_plane=is_plane, is_on_sphere=is_on_sphere)
        if place.is_known or not asked.covering:
            return place
        edges = [self.chunks.facts(column)[at] for column in asked.covering]
        return place_of_covering(edges, is_plane=is_plane, is_on_sphere=is_on_sphere)

    def match_surely(self, test: ColumnTest) -> list[bool]:
        """The same by what has been held against page indexes; True where it has not."""
        held = [self.chunks.held.get(column, set()) for column in _columns_of(self._subjects[test])]
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
        self.chunks.hold(column, sorted(left_out))

    def hold_group(self, at: int) -> None:
        """The same of all columns, for one row group."""
        if all(self.match_groups(test)[at] for test in self._subjects):
            return
        for column in self.chunks.rules:
            self.hold_decisive(column, [at])

    def is_believed(self, at: int, column: int) -> bool:
        """Whether nothing that the statistics of a chunk say is void. It has been held against its page index."""
        if at in self.chunks.has_void:
            return False
        facts = self.chunks.facts(column)[at]
        if isinstance(facts.statistics, PlainBounds):
            return True  # of what is plain, nothing is void
        chosen = self.chunks.chunk(at, column)
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

    def _match_again(self, at: int) -> None:
        """Where something has become void."""
        for test, matches in self._known_matches.items():
            matches[at] = self._match_chunk(test, at)

    def _match_chunk(self, test: ColumnTest, at: int) -> bool:
        subject = self._subjects[test]
        known = None if subject.column is None else [self.chunks.facts(subject.column)[at]]
        residuals = [[self.chunks.facts(column)[at]] for column in subject.residuals]
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
            if not is_empty(self.chunks.facts(residual)[at]):
                return Judgement(
                    test, may_match, NOTHING, _explain_residual(subject, self.chunks.name(residual))
                )
        if subject.column is None:
            if not subject.is_residual:
                return Judgement(test, may_match, NOTHING, subject.why)
            why = f"{subject.why}, and no `value` holds it"
            return Judgement(test, may_match, STATISTICS, why)
        facts = self.chunks.facts(subject.column)[at]
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
        if not self.chunks.has_file or subject.column is None or not _asks_for_values(subject.test):
            return ""
        chunk = self.chunks.readable(at, subject.column)
        meta = chunk.meta_data if chunk is not None else None
        if chunk is None or meta is None or meta.bloom_filter_offset is None:
            return ""
        if chunk.file_path is not None:
            return ""
        if subject.residuals and not all(
            is_empty(self.chunks.facts(column)[at]) for column in subject.residuals
        ):
            return ""
        return self._bloom_filters.ask(meta, subject.placed, self.chunks.facts(subject.column)[at])


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
