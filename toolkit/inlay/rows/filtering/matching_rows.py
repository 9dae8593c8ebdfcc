"""The rows of a file that match a filter: what pruning leaves is read, no more of it than the filter needs, and tested row by row.

A test is answered by the pages of its own columns where these tell all of it (`rows/variants/leaf_reading.py`), and else by the rows
of pyarrow; both ways give the same.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, cast

import pyarrow as pa

from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Source
from inlay.pages.engine.leaf_ranges import RowRanges, take_ranges
from inlay.pages.engine.page_counts import PageCounts
from inlay.rows.filtering.row_masks import mask_column, mask_tree, mask_variants
from inlay.rows.pruning.filter_tokens import FilterError
from inlay.rows.pruning.filters import IS_NULL, ColumnTest, FilterTree
from inlay.rows.pruning.literals import NeverComparedError, UnfitValueError
from inlay.rows.pruning.prune_file import Pruning
from inlay.rows.variants.chosen_rows import ChosenRows, place_in_ranges
from inlay.rows.variants.leaf_reading import GroupLeaves, LeafFile
from inlay.rows.variants.opener import Opener
from inlay.rows.variants.path_columns import PathColumn, PathColumns
from inlay.rows.variants.path_reading import read_by_rows
from inlay.rows.variants.reading import read_rows
from inlay_variant.arrow.casting import LOSSLESS
from inlay_variant.arrow.getting import (
    PlacedPath,
    WantedPath,
    get_paths,
    get_placed,
    require_type,
)
from inlay_variant.arrow.variant_type import VariantArray
from inlay_variant.storage.arrow_classes import Array, pc
from inlay_variant.storage.shape import TYPED, VALUE
from inlay_variant.value.errors import RowError, counting_from
from inlay_variant.value.limits import DEFAULT_LIMITS

_ANY_LEAF: Final = require_type(pa.int64())
"""A type to ask for where it does not matter: the columns are read as they are."""

_WITH_OBJECTS: Final = LOSSLESS._replace(raises=True)
"""Whether there is an object or a list matters to `is null` only."""


class RowMatcher:
    """Answers the tests of a filter for the row groups of one open file that pruning has left. `leaves` is None for a file that
    is read by rows. What is read is added to the `counts`."""

    def __init__(
        self,
        source: Source,
        leaves: LeafFile | None,
        open_file: Opener,
        tree: FilterTree,
        pruning: Pruning,
        *,
        tolerant: bool,
        counts: PageCounts,
    ) -> None:
        self._leaves = leaves
        self._counts = counts
        self._source = source
        self._open_file = open_file
        self._tree = tree
        self._pruning = pruning
        self._tolerant = tolerant
        self._left = [verdict.row_group for verdict in pruning.groups if not verdict.is_skipped]
        self._plans: dict[ColumnTest, PathColumns | PathColumn | None] = {}
        self._by_rows: dict[ColumnTest, Array] = {}

    def match(self) -> Iterator[ChosenRows]:
        """Row groups with at least one row that matches. Raises FilterError for columns of types that are not compared, and what
        reading the columns of the filter raises."""
        first = before = 0
        for verdict in self._pruning.groups:
            if not verdict.is_skipped:
                rows = ChosenRows(
                    verdict.row_group, verdict.num_rows, first, verdict.row_ranges, None
                )
                chosen = rows._replace(mask=self._match_group(rows, before))
                if chosen.num_chosen:
                    yield chosen
                before += verdict.num_rows
            first += verdict.num_rows

    def _match_group(self, rows: ChosenRows, before: int) -> Array:
        """`before` is how many rows are in the row groups that are left before this one."""
        leaves = None if self._leaves is None else self._leaves.open_group(rows, self._counts)

        def mask_test(test: ColumnTest) -> Array:
            try:
                if test not in self._by_rows:
                    with _counting_rows(rows.first_row, rows.ranges):
                        mask = self._mask_by_leaves(test, leaves)
                    if mask is not None:
                        return mask
                    self._by_rows[test] = self._mask_by_rows(test)
            except NeverComparedError as error:
                raise self._refuse(test, f"{test.column} {error}") from None
            except UnfitValueError as error:
                what = f"{test.column} cannot be compared so: compare it with {error}"
                raise self._refuse(test, what) from None
            return take_ranges(self._by_rows[test].slice(before, rows.num_rows), rows.ranges)

        return cast(Array, pc.fill_null(mask_tree(self._tree, mask_test), False))

    def _refuse(self, test: ColumnTest, what: str) -> FilterError:
        error = FilterError(self._pruning.filter, test.position, what)
        error.path = self._pruning.path
        return error

    def _mask_by_leaves(self, test: ColumnTest, leaves: GroupLeaves | None) -> Array | None:
        if self._leaves is None or leaves is None or len(test.names) > 1:
            return None
        if test not in self._plans:
            self._plans[test] = self._find_plan(self._leaves, test)
        plan = self._plans[test]
        if plan is None:
            return None
        if isinstance(plan, PathColumn):
            column = leaves.read(plan)
            return None if column is None else mask_column(column, test, None)
        place = leaves.place(plan, is_whole=bool(plan.rest))
        if place is None:
            return None
        if not plan.rest:
            return mask_variants(place.value, place.typed, leaves.rows.num_chosen, test, None)
        path = WantedPath([test.steps or ()], None)
        placed = PlacedPath((), place, plan.rest, path)
        (left,) = get_placed([placed], LOSSLESS, tolerant=self._tolerant)
        return _mask_array(cast(VariantArray, left), test, None)

    def _find_plan(self, leaves: LeafFile, test: ColumnTest) -> PathColumns | PathColumn | None:
        if test.steps is None:
            name = test.names[0]
            column = leaves.find_column(name)
            if column is None and test.operator == IS_NULL:
                column = leaves.find_dictionary(name)
            return column
        casting = _WITH_OBJECTS if test.operator == IS_NULL else LOSSLESS
        paths = leaves.find_paths(test.names[0], [WantedPath([test.steps], _ANY_LEAF)], casting)
        return None if paths is None else paths[0]

    def _mask_by_rows(self, test: ColumnTest) -> Array:
        """Of all rows of the row groups that are left."""
        try:
            return self._mask_rows_left(test)
        except RowError as error:
            raise error.moved(self._row_of_file(error.row)) from None

    def _row_of_file(self, place: int) -> int:
        """Of one that is counted in the row groups that are left."""
        first = 0
        for verdict in self._pruning.groups:
            if not verdict.is_skipped:
                if place < verdict.num_rows:
                    return first + place
                place -= verdict.num_rows
            first += verdict.num_rows
        raise IndexError(place)

    def _mask_rows_left(self, test: ColumnTest) -> Array:
        """Errors count the rows of these row groups."""
        if test.steps is not None and len(test.names) == 1:
            (read,) = read_by_rows(
                self._source,
                test.names[0],
                [WantedPath([test.steps], None)],
                LOSSLESS,
                row_groups=self._left,
                tolerant=self._tolerant,
                open_file=self._open_file,
                counts=self._counts,
            )
            mask_chunk: Callable[[Any], Array] = partial(_mask_array, test=test, valid=None)
        else:
            metadata = read_footer(self._source).metadata
            self._counts.add_chunks(metadata, self._left, [test.names[0]])
            read = read_rows(self._open_file, [test.names[0]], self._left).column(0)
            mask_chunk = partial(self._mask_inside, test=test)
        masks: list[Array] = []
        first = 0
        for chunk in read.chunks:
            with counting_from(first):
                masks.append(mask_chunk(cast(Any, chunk)))
            first += len(chunk)
        return cast(Array, cast(Any, pa.concat_arrays)(masks))

    def _mask_inside(self, chunk: Any, test: ColumnTest) -> Array:
        """A test of a column in structs or in Variants, or of one that is in none."""
        valid: Array | None = None
        for name in test.names[1:]:
            there = chunk.is_valid()
            valid = there if valid is None else pc.and_(valid, there)
            chunk = (chunk.storage if isinstance(chunk, VariantArray) else chunk).field(name)
        if test.steps is None:
            return mask_column(chunk, test, valid)
        path = WantedPath([test.steps], None)
        (variants,) = get_paths(
            chunk, [path], LOSSLESS, tolerant=self._tolerant, limits=DEFAULT_LIMITS
        )
        return _mask_array(cast(VariantArray, variants), test, valid)


def _mask_array(array: VariantArray, test: ColumnTest, valid: Array | None) -> Array:
    storage = array.storage
    columns = {name: storage.field(name) for name in (VALUE, TYPED) if storage.type.get_field_index(name) >= 0}  # fmt: skip
    there = storage.is_valid()
    valid = there if valid is None else pc.and_(valid, there)
    return mask_variants(columns.get(VALUE), columns.get(TYPED), len(storage), test, valid)


@contextmanager
def _counting_rows(first: int, ranges: RowRanges) -> Generator[None]:
    """Errors of rows of some ranges of a row group become errors of rows of the file."""
    try:
        yield
    except RowError as error:
        raise error.moved(first + place_in_ranges(ranges, error.row)) from None
