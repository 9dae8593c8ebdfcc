"""`inlay.plan_store`: the files of a lake that a filter leaves, by the records of a store. No file of the lake is opened."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.ground.arrow_functions import compute
from inlay.ground.arrow_rows import Array, column_in
from inlay.ground.keywords import check_keywords
from inlay.ground.wording.amounts import count
from inlay.rows.pruning.filter_text import parse_filter
from inlay.rows.pruning.filter_tokens import FilterError
from inlay.rows.pruning.filters import list_tests
from inlay.rows.pruning.subjects import find_subjects
from inlay.verbs.store.footer_store import FooterStore
from inlay.verbs.store.manifest import StorePart, read_manifest
from inlay.verbs.store.match_rows import PartMatcher
from inlay.verbs.store.part_schema import FILE, PartSchema
from inlay.verbs.store.plan_row_groups import GroupFilter, list_left_groups
from inlay.verbs.store.read_parts import iterate_batches, list_numbers, list_removed, open_part
from inlay_runtime.public_home import public_in

_OF_FILE: Final = (FILE, "location", "record_count", "file_size_in_bytes")


class CandidateFile(NamedTuple):
    """A file that may have matching rows. `rows` and `size` in bytes are None where nothing is known of it.

    `row_groups` are those that may have some, and `rows` are theirs; None where row groups were not asked for, or are not known.
    """

    path: str
    rows: int | None
    size: int | None
    row_groups: tuple[int, ...] | None = None


@public_in("inlay")
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
    store: str | os.PathLike[str] | FooterStore,
    filter: str,
    *,
    by_row_group: bool = False,
    nan_is_largest: bool = False,
) -> StorePlan:
    """Which files of a lake may have rows that match a filter such as `price > 10 and day = '2026-01-02'`: names of folders are columns, too.

    `store` is a folder, or what `inlay.open_store` gives of it.
    No file is left out that has a matching row by what its footer says. Files whose schema the filter does not fit are left, and so are those
    that could not be read. With `by_row_group`, each file says which of them are left, and one without any is left out.
    Raises FilterError for a filter that fits no file, StoreError, FileNotFoundError, OSError.
    """
    named = store.folder if isinstance(store, FooterStore) else os.fspath(store)
    folder: str = os.path.abspath(named)
    manifest = read_manifest(folder)
    removed: Array = array_from(list_removed(folder, manifest), pa.int64())
    plan = _Plan(folder, filter, nan_is_largest, removed, by_row_group=by_row_group)
    files = [file for part in manifest.parts for file in plan.list_left(part)]
    if plan.error is not None and not plan.fitting:
        raise plan.error
    files += [CandidateFile(it.path, None, None) for it in manifest.unknown if not it.is_other]
    unknown = sum(1 for it in manifest.unknown if not it.is_other)
    return StorePlan(
        store=named,
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
        removed: Array,
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
            matcher = self._match(schema)
            path = os.path.join(self._folder, part.name)
            names = [*_OF_FILE, *(matcher.columns if matcher is not None else ())]
            left: list[tuple[int, CandidateFile]] = []
            first = 0
            for batch in iterate_batches(path, file, names):
                rows: Array = array_from(range(first, first + batch.num_rows), pa.int64())
                first += batch.num_rows
                left += self._list_candidates(batch, rows, matcher)
            # Readers take a column that is a folder's, too, from one or the other.
            are_asked = self._by_row_group or schema.is_wide
            if not are_asked or matcher is None or schema.doubted:
                return [candidate for _, candidate in left]
            filter = GroupFilter(self._tree, self._text, self._nan_is_largest)
            groups = list_left_groups(path, file, schema, [row for row, _ in left], filter)
            return [
                candidate._replace(rows=it.rows, row_groups=it.numbers)
                if self._by_row_group
                else candidate
                for (_, candidate), it in zip(left, groups, strict=True)
                if it.numbers
            ]

    def _list_candidates(
        self, batch: pa.RecordBatch, rows: Array, matcher: PartMatcher | None
    ) -> Iterator[tuple[int, CandidateFile]]:
        """With their rows. Those that are removed do not count."""
        if len(self._removed):
            kept = compute.invert(compute.is_in(column_in(batch, FILE), value_set=self._removed))
            batch, rows = batch.filter(kept), rows.filter(kept)
        self.rows += sum(list_numbers(column_in(batch, "record_count")))
        if matcher is None:
            self.unfit += batch.num_rows
        else:
            self.fitting += batch.num_rows
            batch, rows = matcher.narrow(batch, rows)
        columns = [column_in(batch, name).to_pylist() for name in _OF_FILE[1:]]
        return zip(list_numbers(rows), map(CandidateFile, *columns), strict=True)

    def _match(self, schema: PartSchema) -> PartMatcher | None:
        """None for a schema that the filter does not fit: no column of the name, or one of another type."""
        try:
            subjects = find_subjects(schema.tree, list(list_tests(self._tree)), self._text)
        except FilterError as error:
            self.error = self.error or error
            return None
        return PartMatcher(self._tree, subjects, schema, nan_is_largest=self._nan_is_largest)
