"""The columns that a filter names, in the row groups of a file: what is known of them, and what that means for each test."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from inlay.pages.bloom_filter import BloomFilter, may_contain, read_bloom_filter
from inlay.pages.chosen_chunks import ChosenChunk
from inlay.pages.errors import ChunkError
from inlay.pages.range_reader import RangeReader
from inlay.pruning.facts import ColumnRules, Facts, KnownBounds, facts_of
from inlay.pruning.filters import IN, IS_NULL, ColumnTest
from inlay.pruning.judge import (
    BLOOM_FILTER,
    COLUMN_INDEX,
    NOTHING,
    STATISTICS,
    Decision,
    Judgement,
    judge,
    quote_reason,
)
from inlay.pruning.page_facts import PagesOfChunk, read_pages
from inlay.pruning.subjects import FilterSubject
from inlay.schema.tree import SchemaTree
from inlay.writers.arrow_dictionaries import list_written_columns
from inlay.writers.created_by import writer_of
from parquet_format.parquet import ColumnChunk, FileMetaData

_VARIANT_NULL: Final = b"\0"


class FilteredColumns:
    def __init__(
        self,
        metadata: FileMetaData,
        schema: SchemaTree,
        subjects: Mapping[ColumnTest, FilterSubject],
        reader: RangeReader,
        nan_is_largest: bool,
    ) -> None:
        self._metadata = metadata
        self._leaves = schema.leaves
        self._subjects = subjects
        self._reader = reader
        self._nan_is_largest = nan_is_largest
        self._writer = writer_of(metadata.created_by)
        self._written = list_written_columns(metadata, schema)
        self._names = [".".join(leaf.path) for leaf in schema.leaves]
        self._known_rules: dict[int, ColumnRules] = {}
        self._known_facts: dict[int, Facts] = {}
        """Of the row group that was asked for last."""
        self._group = -1

    def name(self, column: int) -> str:
        """The path of a leaf, as people write it."""
        return self._names[column]

    def judge_group(self, group: int, num_rows: int) -> tuple[Judgement, ...]:
        """By the statistics of the chunks, and the Bloom filters where these do not decide."""
        judgements: list[Judgement] = []
        for test, subject in self._subjects.items():
            decision = self._decide(subject, group, num_rows)
            judgements.append(Judgement(test, decision.may_match, decision.by, decision.explain()))
        return tuple(judgements)

    def may_match_in(self, test: ColumnTest, group: int, num_rows: int) -> bool:
        """As `judge_group` has it, of one test and without the words."""
        return self._decide(self._subjects[test], group, num_rows).may_match

    def read_pages(self, group: int, num_rows: int) -> dict[int, PagesOfChunk]:
        """By column that has an index, those of the filter and those of what is not shredded."""
        wanted: dict[int, None] = {}
        for subject in self._subjects.values():
            if subject.column is not None:
                wanted[subject.column] = None
            wanted.update(dict.fromkeys(subject.residuals))
        pages: dict[int, PagesOfChunk] = {}
        for column in wanted:
            chosen = self._chunk(group, column)
            if chosen is not None and chosen.chunk.file_path is None:
                read = read_pages(self._reader, chosen, self._rules(column), num_rows)
                if read is not None:
                    pages[column] = read
        return pages

    def may_match_at(
        self, test: ColumnTest, by_column: Mapping[int, PagesOfChunk], row: int
    ) -> bool:
        """By the pages that have this row; True where no index tells."""
        subject = self._subjects[test]
        for residual in subject.residuals:
            if residual not in by_column or not _is_empty(by_column[residual].find(row)):
                return True
        if subject.is_residual:
            return _matches_nothing(test)
        if subject.column is None or subject.column not in by_column:
            return True
        return self._decide_by_index(subject, by_column[subject.column].find(row)).may_match

    def judge_page(self, column: int, facts: Facts) -> tuple[Judgement, ...]:
        """Each test of this column, by what is known of a page."""
        subjects = [it for it in self._subjects.values() if it.column == column]
        decisions = [(it.test, self._decide_by_index(it, facts)) for it in subjects]
        return tuple(Judgement(test, it.may_match, it.by, it.explain()) for test, it in decisions)

    def _decide_by_index(self, subject: FilterSubject, facts: Facts) -> Decision:
        return judge(
            subject.test,
            subject.placed,
            facts,
            COLUMN_INDEX,
            nan_is_largest=self._nan_is_largest,
        )

    def _decide(self, subject: FilterSubject, group: int, num_rows: int) -> Decision:
        test = subject.test
        if subject.column is None and not subject.is_residual:
            return Decision(True, NOTHING, quote_reason(subject.why))
        for residual in subject.residuals:
            if not _is_empty(self._facts(group, residual, num_rows)):
                name = self.name(residual)
                return Decision(True, NOTHING, partial(_explain_residual, subject, name))
        if subject.column is None:
            why = quote_reason(f"{subject.why}, and no `value` holds it")
            return Decision(_matches_nothing(test), STATISTICS, why)
        facts = self._facts(group, subject.column, num_rows)
        decision = judge(
            test, subject.placed, facts, STATISTICS, nan_is_largest=self._nan_is_largest
        )
        if decision.may_match and _asks_for_values(test):
            chosen = self._chunk(group, subject.column)
            return decision if chosen is None else self._decide_by_bloom(subject, chosen, decision)
        return decision

    def _decide_by_bloom(
        self, subject: FilterSubject, chosen: ChosenChunk, decision: Decision
    ) -> Decision:
        """As the statistics have it, unless the filter has none of the values."""
        if chosen.chunk.file_path is not None or chosen.meta.bloom_filter_offset is None:
            return decision
        plain = [value.plain if value is not None else None for value in subject.placed]
        try:
            bloom = read_bloom_filter(self._reader, chosen.meta)
            if bloom is None or not bloom.is_known:
                return decision
            for values in plain:
                if values is None or any(self._contains(bloom, value) for value in values):
                    return decision
        except ChunkError:
            why = decision.explain
            return decision._replace(explain=lambda: f"{why()}; its Bloom filter is damaged")
        return Decision(False, BLOOM_FILTER, quote_reason("no such value"))

    def _contains(self, bloom: BloomFilter, value: bytes) -> bool:
        return may_contain(self._reader, bloom, value)

    def _facts(self, group: int, column: int, num_rows: int) -> Facts:
        if group != self._group:
            self._group = group
            self._known_facts = {}
        if column not in self._known_facts:
            self._known_facts[column] = self._find_facts(group, column, num_rows)
        return self._known_facts[column]

    def _find_facts(self, group: int, column: int, num_rows: int) -> Facts:
        chunk = self._find_readable(group, column)
        if chunk is None or chunk.meta_data is None:
            return Facts(KnownBounds(why="encrypted"), None, None, True)
        return facts_of(self._rules(column), chunk.meta_data.statistics, num_rows)

    def _rules(self, column: int) -> ColumnRules:
        if column not in self._known_rules:
            orders = self._metadata.column_orders
            order = orders[column] if orders is not None and column < len(orders) else None
            self._known_rules[column] = ColumnRules(self._written[column], order, self._writer)
        return self._known_rules[column]

    def _find_readable(self, group: int, column: int) -> ColumnChunk | None:
        """None for one whose metadata only a key opens, or that is not there."""
        chunks = self._metadata.row_groups[group].columns
        chunk = chunks[column] if column < len(chunks) else None
        return None if chunk is None or chunk.crypto_metadata is not None else chunk

    def _chunk(self, group: int, column: int) -> ChosenChunk | None:
        chunk = self._find_readable(group, column)
        if chunk is None or chunk.meta_data is None:
            return None
        return ChosenChunk(
            group, column, self.name(column), self._leaves[column], chunk, chunk.meta_data
        )


def _explain_residual(subject: FilterSubject, residual: str) -> str:
    if subject.is_residual:
        return f"{subject.why}, and {residual} may hold it"
    return f"{residual} may hold values of other types"


def _is_empty(residual: Facts) -> bool:
    """Whether a `value` column holds nothing but nulls, be they those of Variants: one byte 0, which no bytes of a Variant are below."""
    return residual.are_all_null or residual.bounds.high == _VARIANT_NULL


def _matches_nothing(test: ColumnTest) -> bool:
    """Whether the test is true where there is no value."""
    return test.operator == IS_NULL and not test.is_negated


def _asks_for_values(test: ColumnTest) -> bool:
    return test.operator in (IN, "=") and not test.is_negated
