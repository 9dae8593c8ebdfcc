"""Which rows of a part have files that a filter leaves: what one part of the filter rules out, the next is not asked about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.ground.arrow_rows import Array, column_in
from inlay.rows.pruning.facts import Facts
from inlay.rows.pruning.filters import AllOf, ColumnTest, FilterTree, list_tests, match_tree
from inlay.rows.pruning.match_subject import match_subject
from inlay.rows.pruning.subjects import FilterSubject, list_asked_columns
from inlay.verbs.register.targets.records.entry_schema import StatisticsColumn
from inlay.verbs.store.part_schema import PartSchema
from inlay.verbs.store.read_parts import list_numbers
from inlay.verbs.store.row_facts import read_facts


class PartMatcher:
    """`columns` are the names of those that are looked at, beside the number of rows."""

    def __init__(
        self,
        tree: FilterTree,
        subjects: Mapping[ColumnTest, FilterSubject],
        schema: PartSchema,
        *,
        nan_is_largest: bool,
    ) -> None:
        statistics = schema.describe({})
        asked = list_asked_columns(subjects.values())
        self._parts: Sequence[FilterTree] = tree.parts if isinstance(tree, AllOf) else (tree,)
        self._subjects = subjects
        self._nan_is_largest = nan_is_largest
        self._known: dict[int, StatisticsColumn | None] = {at: statistics[at] for at in asked}
        own = [it for it in self._known.values() if it is not None]
        self.columns = [f"content_stats.{it.field.name}" for it in own]

    def narrow(self, batch: pa.RecordBatch, rows: Array) -> tuple[pa.RecordBatch, Array]:
        """Those that may have a match, with their numbers in `rows`."""
        for part in self._parts:
            if not batch.num_rows:
                break
            matches = self._match(part, batch)
            if not all(matches):
                mask = array_from(matches, pa.bool_())
                batch, rows = batch.filter(mask), rows.filter(mask)
        return batch, rows

    def _match(self, part: FilterTree, batch: pa.RecordBatch) -> Sequence[bool]:
        counts = list_numbers(column_in(batch, "record_count"))
        subjects = [self._subjects[test] for test in list_tests(part)]
        facts: dict[int, list[Facts]] = {
            at: read_facts(self._known[at], batch, counts) for at in list_asked_columns(subjects)
        }

        def match_test(test: ColumnTest) -> list[bool]:
            subject = self._subjects[test]
            return match_subject(
                subject,
                None if subject.column is None else facts[subject.column],
                [facts[column] for column in subject.residuals],
                batch.num_rows,
                nan_is_largest=self._nan_is_largest,
            )

        return match_tree(part, match_test)
