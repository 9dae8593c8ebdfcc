"""Which rows of a file match a filter, and tables of them: `read_table(filters=)` with paths into Variants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from inlay.footers.footer.footer import Footer
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Source, name_of, open_source
from inlay.ground.schema.tree import SchemaTree
from inlay.rows.filtering.filter_tally import FilterTally
from inlay.rows.filtering.matching_rows import RowMatcher
from inlay.rows.filtering.select_rows import select_rows
from inlay.rows.pruning.filter_text import parse_filter
from inlay.rows.pruning.filter_tokens import FilterError
from inlay.rows.pruning.filters import (
    INTERSECTS,
    INTERSECTS_ON_SPHERE,
    ColumnTest,
    FilterTree,
    list_tests,
    replace_tests,
)
from inlay.rows.pruning.prune_file import prune_for_reading
from inlay.rows.pruning.subjects import find_subjects
from inlay.rows.variants.chosen_rows import ChosenRows
from inlay.rows.variants.leaf_reading import LeafFile
from inlay.rows.variants.opener import Opener
from inlay.rows.variants.reading import read_rows, wanted_of


def match_rows(
    source: Source,
    filter: str | FilterTree,
    row_groups: Sequence[int] | None,
    open_file: Opener,
    *,
    tolerant: bool,
    tally: FilterTally | None = None,
) -> list[ChosenRows]:
    """The row groups with rows for which the filter is true. Raises FilterError, and what reading its columns raises."""
    with open_source(source) as file:
        footer = read_footer(file, name_of(source))
        leaves = LeafFile.open(source, file, footer)
        return match_open_rows(
            source, footer, leaves, filter, row_groups, open_file, tolerant=tolerant, tally=tally
        )


def match_open_rows(
    source: Source,
    footer: Footer,
    leaves: LeafFile | None,
    filter: str | FilterTree,
    row_groups: Sequence[int] | None,
    open_file: Opener,
    *,
    tolerant: bool,
    tally: FilterTally | None = None,
) -> list[ChosenRows]:
    """`match_rows` of a file that is open: `leaves` is what LeafFile makes of it and of its footer."""
    tree = parse_filter(filter) if isinstance(filter, str) else filter
    tree = _find_spheres(footer, tree, filter if isinstance(filter, str) else "")
    pruning = prune_for_reading(footer, filter, row_groups)
    tally = FilterTally() if tally is None else tally
    matcher = RowMatcher(
        source, leaves, open_file, tree, pruning, tolerant=tolerant, counts=tally.tested
    )
    matching = list(matcher.match())
    tally.add(pruning, matching)
    return matching


def _find_spheres(footer: Footer, tree: FilterTree, text: str) -> FilterTree:
    """With other tests for geometries whose edges are on a sphere. Raises FilterError where the ends do not tell which way edges take."""
    tests = [it for it in list_tests(tree) if it.operator == INTERSECTS]
    if not tests:
        return tree
    subjects = find_subjects(SchemaTree(footer.metadata.schema), tests, text, footer.metadata)

    def replace(test: ColumnTest) -> ColumnTest:
        subject = subjects.get(test)
        place = subject.place if subject is not None else None
        if place is None or not place.is_on_sphere:
            return test
        if place.why_no_rows:
            error = FilterError(text, test.position, f"{test.column} {place.why_no_rows}")
            error.path = footer.path
            raise error
        return test._replace(operator=INTERSECTS_ON_SPHERE)

    return replace_tests(tree, replace)


def read_filtered_table(
    source: Source,
    columns: Sequence[str] | None,
    row_groups: Sequence[int] | None,
    filter: str | FilterTree,
    open_file: Opener,
    tally: FilterTally | None = None,
    *,
    tolerant: bool = False,
) -> pa.Table:
    """Rows for which the filter is true, `tolerant` as `read_path` has it. Of a row group without any, only what the filter needs is read."""
    names: list[str] | None = None
    if columns is not None or row_groups is not None:
        with open_file(True) as described:
            names, _ = wanted_of(described, columns, row_groups)
    matching = match_rows(source, filter, row_groups, open_file, tolerant=tolerant, tally=tally)
    groups = [it.group for it in matching]
    if tally is not None:
        tally.read.add_chunks(read_footer(source).metadata, groups, names)
    rows = read_rows(open_file, columns, groups)
    if not matching:
        return rows
    masks: list[Any] = [it.spread() for it in matching]
    return select_rows(rows, pa.chunked_array(masks))
