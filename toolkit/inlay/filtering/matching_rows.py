"""The rows of a file that match a filter: what pruning leaves is read, no more of it than the filter needs, and tested row by row.

A test is answered by the pages of its own columns where these tell all of it (`variants/leaf_reading.py`), and else by the rows
of pyarrow; both ways give the same.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, cast

import pyarrow as pa

from inlay.files.source import Seekable, Source
from inlay.filtering.row_masks import mask_column, mask_tree, mask_variants
from inlay.footer.footer import Footer
from inlay.pages.leaf_ranges import RowRanges, take_ranges
from inlay.pruning.filter_tokens import FilterError
from inlay.pruning.filters import IS_NULL, ColumnTest, FilterTree
from inlay.pruning.literals import UnfitValueError
from inlay.pruning.prune_file import GroupVerdict, Pruning
from inlay.variants.leaf_reading import LeafFile
from inlay.variants.opener import Opener
from inlay.variants.path_columns import PathColumn, PathColumns
from inlay.variants.path_reading import read_needed
from inlay.variants.reading import read_rows
from inlay_variant.arrow.getting import get_from, variant_get
from inlay_variant.arrow.variant_type import VariantArray
from inlay_variant.storage.arrow_classes import Array, pc
from inlay_variant.storage.leaves import leaf_of
from inlay_variant.storage.shape import TYPED, VALUE
from inlay_variant.value.errors import RowError

_ANY_LEAF: Any = leaf_of(pa.int64())
"""A type to ask for where it does not matter: the columns are read as they are."""


class MatchingRows(NamedTuple):
    """Of a row group: `mask` says which rows of the ranges match, and is never null. Errors count its rows from `first_row`."""

    group: int
    num_rows: int
    first_row: int
    ranges: RowRanges
    mask: Array

    @property
    def count(self) -> int:
        """Rows that match."""
        return cast(int, cast(Any, self.mask).true_count)

    def spread(self) -> Array:
        """One boolean for each row of the row group."""
        parts: list[Array] = []
        at = done = 0
        for start, end in self.ranges:
            parts += [_no(start - at), self.mask.slice(done, end - start)]
            at, done = end, done + end - start
        return cast(Array, cast(Any, pa.concat_arrays)([*parts, _no(self.num_rows - at)]))


class RowMatcher:
    """Answers the tests of a filter for the row groups of one open file that pruning has left."""

    def __init__(
        self,
        source: Source,
        file: Seekable,
        footer: Footer,
        open_file: Opener,
        tree: FilterTree,
        pruning: Pruning,
        *,
        text: str,
        tolerant: bool,
    ) -> None:
        self.leaves = LeafFile.open(source, file, footer)
        self._source = source
        self._open_file = open_file
        self._tree = tree
        self._pruning = pruning
        self._text = text
        self._tolerant = tolerant
        self._left = [verdict for verdict in pruning.groups if not verdict.is_skipped]
        self._plans: dict[ColumnTest, PathColumns | PathColumn | None] = {}
        self._by_rows: dict[ColumnTest, Array] = {}

    def match(self) -> Iterator[MatchingRows]:
        """Row groups with at least one row that matches. Raises FilterError for columns of types that are not compared, and what
        reading the columns of the filter raises."""
        first = before = 0
        for verdict in self._pruning.groups:
            if not verdict.is_skipped:
                with place_rows(first, verdict.row_ranges):
                    mask = mask_tree(
                        self._tree, lambda test: self._mask(test, verdict, before)  # noqa: B023
                    )
                mask = pc.fill_null(mask, False)
                if mask.true_count:
                    yield MatchingRows(
                        verdict.row_group, verdict.num_rows, first, verdict.row_ranges, mask
                    )
                before += verdict.num_rows
            first += verdict.num_rows

    def _mask(self, test: ColumnTest, verdict: GroupVerdict, before: int) -> Array:
        """`before` is how many rows are in the row groups that are left before this one."""
        if test not in self._by_rows:
            try:
                mask = self._mask_by_leaves(test, verdict)
                if mask is None:
                    self._by_rows[test] = self._mask_by_rows(test)
                else:
                    return mask
            except UnfitValueError as error:
                what = f"{test.column} cannot be compared so: compare it with {error}"
                raise FilterError(self._text, test.position, what) from None
        return take_ranges(self._by_rows[test].slice(before, verdict.num_rows), verdict.row_ranges)

    def _mask_by_leaves(self, test: ColumnTest, verdict: GroupVerdict) -> Array | None:
        if self.leaves is None or len(test.names) > 1:
            return None
        if test not in self._plans:
            self._plans[test] = self._find_plan(self.leaves, test)
        plan = self._plans[test]
        if plan is None:
            return None
        if isinstance(plan, PathColumn):
            column = self.leaves.read_column(plan, verdict.row_group, verdict.row_ranges)
            return None if column is None else mask_column(column, test, None)
        place = self.leaves.read_place(
            plan, verdict.row_group, verdict.row_ranges, is_whole=bool(plan.rest)
        )
        if place is None:
            return None
        rows = len(place.metadata)
        if plan.rest:
            left: Any = get_from(place, plan.rest, None, strict=False, tolerant=self._tolerant)
            return _mask_array(left, test, None)
        return mask_variants(place.value, place.typed, rows, test, None)

    def _find_plan(self, leaves: LeafFile, test: ColumnTest) -> PathColumns | PathColumn | None:
        if test.steps is None:
            return leaves.find_column(test.names[0])
        # Whether there is an object or a list matters to `is null` only.
        is_null_test = test.operator == IS_NULL
        return leaves.find_path(test.names[0], test.steps, _ANY_LEAF, strict=is_null_test)

    def _mask_by_rows(self, test: ColumnTest) -> Array:
        """Of all rows of the row groups that are left."""
        groups = [verdict.row_group for verdict in self._left]
        if test.steps is not None and len(test.names) == 1:
            path = test.path
            parts = read_needed(self._source, self._open_file, test.names[0], path, None, groups)
            if isinstance(parts, int):
                return mask_variants(None, None, parts, test, None)
            masks = [_mask_array(self._get(part, path), test, None) for part in parts]
        else:
            rows = read_rows(self._open_file, [test.names[0]], groups).column(0)
            masks = [self._mask_inside(chunk, test) for chunk in rows.chunks]
        return cast(Array, cast(Any, pa.concat_arrays)(masks)) if masks else _no(0)

    def _mask_inside(self, chunk: Any, test: ColumnTest) -> Array:
        """A test of a column in structs, or of one that is none."""
        valid: Array | None = None
        for name in test.names[1:]:
            there = chunk.is_valid()
            valid = there if valid is None else pc.and_(valid, there)
            chunk = chunk.field(name)
        if test.steps is None:
            return mask_column(chunk, test, valid)
        return _mask_array(self._get(chunk, test.path), test, valid)

    def _get(self, part: VariantArray, path: str) -> VariantArray:
        return cast(VariantArray, variant_get(part, path, tolerant=self._tolerant))


def _mask_array(array: VariantArray, test: ColumnTest, valid: Array | None) -> Array:
    storage = array.storage
    columns = {name: storage.field(name) for name in (VALUE, TYPED) if storage.type.get_field_index(name) >= 0}  # fmt: skip
    there = storage.is_valid()
    valid = there if valid is None else pc.and_(valid, there)
    return mask_variants(columns.get(VALUE), columns.get(TYPED), len(storage), test, valid)


@contextmanager
def place_rows(first: int, ranges: RowRanges) -> Generator[None]:
    """Errors of rows of some ranges of a row group become errors of rows of the file."""
    try:
        yield
    except RowError as error:
        row = error.row
        for start, end in ranges:
            if row < end - start:
                raise type(error)(first + start + row, error.path, error.reason) from None
            row -= end - start
        raise


def _no(rows: int) -> Array:
    return pa.repeat(pa.scalar(False), rows)
