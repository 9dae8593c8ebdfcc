"""`inlay.plan_store`: the files of a lake that a filter leaves, by the records of a store. No file of the lake is opened."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import pyarrow as pa

from inlay.ground.arrow_rows import column_in
from inlay.ground.keywords import check_keywords
from inlay.ground.wording.amounts import count
from inlay.rows.pruning.facts import Facts
from inlay.rows.pruning.filter_text import parse_filter
from inlay.rows.pruning.filter_tokens import FilterError
from inlay.rows.pruning.filters import ColumnTest, list_tests, match_tree
from inlay.rows.pruning.match_subject import match_subject
from inlay.rows.pruning.subjects import FilterSubject, find_subjects, list_asked_columns
from inlay.verbs.register.targets.records.entry_schema import StatisticsColumn
from inlay.verbs.store.manifest import StorePart, read_manifest
from inlay.verbs.store.part_schema import FILE, PartSchema
from inlay.verbs.store.plan_row_groups import GroupFilter, list_left_groups
from inlay.verbs.store.read_parts import iterate_batches, list_numbers, list_removed, open_part
from inlay.verbs.store.row_facts import read_facts

_OF_FILE: Final = (FILE, "location", "record_count", "file_size_in_bytes")


class CandidateFile(NamedTuple):
    """A file that may have matching rows. `rows` and `size` in bytes are None where nothing is known of it.

    `row_groups` are those that may have some, and `rows` are theirs; None where row groups were not asked for, or are not known.
    """

    path: str
    rows: int | None
    size: int | None
    row_groups: tuple[int, ...] | None = None


@dataclass(frozen=True, repr=False)
class StorePlan:
    """What a filter leaves of a lake. `unfit` of the files have a schema that the filter does not fit, for the reason `why`, and `unknown`
    could not be read when the store was made: all of these are among the `files`."""

    store: str
    filter: str
    files: tuple[CandidateFile, ...]
    all_files: int
    all_rows: int
    unfit: int
    unknown: int
    why: str = ""

    @property
    def paths(self) -> list[str]:
        """As all functions take them that read many files."""
        return [file.path for file in self.files]

    @property
    def rows(self) -> int:
        """Of the files and row groups that are left, as far as it is known."""
        return sum(file.rows or 0 for file in self.files)

    def __repr__(self) -> str:
        return f"<StorePlan of {self.store!r} by {self.filter!r}: {self}>"

    def __str__(self) -> str:
        files = f"{len(self.files):,} of {count(self.all_files, 'file')}"
        return f"{files} and {self.rows:,} of {count(self.all_rows, 'row')} may match"


@check_keywords
def plan_store(
    store: str | os.PathLike[str],
    filter: str,
    *,
    by_row_group: bool = False,
    nan_is_largest: bool = False,
) -> StorePlan:
    """Which files of a lake may have rows that match a filter such as `price > 10 and day = '2026-01-02'`: names of folders are columns, too.

    No file is left out that has a matching row by what its footer says. Files whose schema the filter does not fit are left, and so are those
    that could not be read. With `by_row_group`, each file says which of them are left, and one without any is left out.
    Raises FilterError for a filter that fits no file, StoreError, FileNotFoundError, OSError.
    """
    folder: str = os.path.abspath(os.fspath(store))
    manifest = read_manifest(folder)
    removed = frozenset(list_removed(folder, manifest))
    plan = _Plan(folder, filter, nan_is_largest, removed, by_row_group=by_row_group)
    files = [file for part in manifest.parts for file in plan.list_left(part)]
    if plan.error is not None and not plan.fitting:
        raise plan.error
    files += [CandidateFile(it.path, None, None) for it in manifest.unknown if not it.is_other]
    unknown = sum(1 for it in manifest.unknown if not it.is_other)
    return StorePlan(
        store=os.fspath(store),
        filter=filter,
        files=tuple(files),
        all_files=manifest.files + unknown,
        all_rows=plan.rows,
        unfit=plan.unfit,
        unknown=unknown,
        why=plan.error.what if plan.error is not None else "",
    )


class _Plan:
    """`fitting` counts the files whose schema the filter fits, `unfit` the others, of which `error` is about the first."""

    def __init__(
        self,
        folder: str,
        text: str,
        nan_is_largest: bool,
        removed: frozenset[int],
        *,
        by_row_group: bool,
    ) -> None:
        self._folder = folder
        self._text = text
        self._tree = parse_filter(text)
        self._nan_is_largest = nan_is_largest
        self._by_row_group = by_row_group
        self._removed = removed
        self.rows = self.fitting = self.unfit = 0
        self.error: FilterError | None = None

    def list_left(self, part: StorePart) -> list[CandidateFile]:
        """The files of a part that may have a match."""
        with open_part(self._folder, part) as (file, schema):
            subjects = self._find_subjects(schema)
            statistics = schema.describe({})
            asked = list_asked_columns(subjects.values()) if subjects is not None else []
            known = {at: statistics[at] for at in asked}
            names = [f"content_stats.{it.field.name}" for it in known.values() if it is not None]
            path = os.path.join(self._folder, part.name)
            left: list[tuple[int, CandidateFile]] = []
            first = 0
            for batch in iterate_batches(path, file, [*_OF_FILE, *names]):
                columns = [column_in(batch, name).to_pylist() for name in _OF_FILE]
                matches: Sequence[bool] = [True] * batch.num_rows
                if subjects is not None:
                    facts = _read_all(batch, known)
                    matches = self._match(subjects, facts, batch.num_rows)
                of_files = enumerate(zip(matches, *columns, strict=True), first)
                for row, (may, number, location, rows, size) in of_files:
                    if number in self._removed:
                        continue
                    self.rows += rows
                    self.fitting += subjects is not None
                    self.unfit += subjects is None
                    if may:
                        left.append((row, CandidateFile(location, rows, size)))
                first += batch.num_rows
            # Readers take a column that is a folder's, too, from one or the other.
            if not self._by_row_group or subjects is None or schema.doubted:
                return [candidate for _, candidate in left]
            filter = GroupFilter(self._tree, self._text, self._nan_is_largest)
            groups = list_left_groups(path, file, schema, [row for row, _ in left], filter)
            return [
                candidate._replace(rows=it.rows, row_groups=it.numbers)
                for (_, candidate), it in zip(left, groups, strict=True)
                if it.numbers
            ]

    def _find_subjects(self, schema: PartSchema) -> dict[ColumnTest, FilterSubject] | None:
        """None for a schema that the filter does not fit: no column of the name, or one of another type."""
        try:
            return find_subjects(schema.tree, list(list_tests(self._tree)), self._text)
        except FilterError as error:
            self.error = self.error or error
            return None

    def _match(
        self,
        subjects: Mapping[ColumnTest, FilterSubject],
        facts: Mapping[int, list[Facts]],
        count: int,
    ) -> Sequence[bool]:
        def match_test(test: ColumnTest) -> list[bool]:
            subject = subjects[test]
            return match_subject(
                subject,
                None if subject.column is None else facts[subject.column],
                [facts[column] for column in subject.residuals],
                count,
                nan_is_largest=self._nan_is_largest,
            )

        return match_tree(self._tree, match_test)


def _read_all(
    batch: pa.RecordBatch, known: Mapping[int, StatisticsColumn | None]
) -> dict[int, list[Facts]]:
    rows = list_numbers(column_in(batch, "record_count"))
    return {at: read_facts(column, batch, rows) for at, column in known.items()}
