"""Rows of a file that match a filter: `read_table(filters=)` with Variant paths, and `read_path(filter=)`."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, cast

import pyarrow as pa

from inlay.files.source import Source, name_of, open_source
from inlay.filtering.matching_rows import MatchingRows, RowMatcher
from inlay.footer.read import read_footer
from inlay.pages.leaf_ranges import RowRanges
from inlay.pruning.filter_text import parse_filter
from inlay.pruning.filters import FilterTree
from inlay.pruning.prune_file import prune
from inlay.variants.leaf_reading import LeafFile
from inlay.variants.opener import Opener, choose_opener
from inlay.variants.path_columns import PathColumns
from inlay.variants.path_reading import make_nothing, read_needed
from inlay.variants.reading import read_rows, wanted_of
from inlay_variant.arrow.getting import (
    GroupColumns,
    WantedLeaf,
    get_from,
    require_type,
    variant_get,
)
from inlay_variant.arrow.variant_type import VariantArray, wrap
from inlay_variant.storage.arrow_classes import Array, ChunkedArray, pc
from inlay_variant.value.errors import RowError
from inlay_variant.value.path import parse_pattern

_GAP: Final = 512
"""Rows without a match between two that match, from which on they are two reads."""


def read_filtered_table(
    source: Source,
    columns: Sequence[str] | None,
    row_groups: Sequence[int] | None,
    filter: str | FilterTree,
    open_file: Opener,
    *,
    tolerant: bool = False,
) -> pa.Table:
    """Rows for which the filter is true. Of a row group without any, only what the filter needs is read."""
    with open_source(source) as file:
        with open_file(True) as described:
            wanted_of(described, columns, row_groups)
        matcher = _open_matcher(source, file, filter, row_groups, open_file, tolerant=tolerant)
        matching = list(matcher.match())
        rows = read_rows(open_file, columns, [it.group for it in matching])
    if not matching:
        return rows
    masks = cast(Any, pa.chunked_array)([it.spread() for it in matching])
    return rows.filter(masks)


def _open_matcher(
    source: Source,
    file: Any,
    filter: str | FilterTree,
    row_groups: Sequence[int] | None,
    open_file: Opener,
    *,
    tolerant: bool,
) -> RowMatcher:
    tree = parse_filter(filter) if isinstance(filter, str) else filter
    text = filter if isinstance(filter, str) else ""
    footer = read_footer(file, name_of(source))
    pruning = prune(footer, filter, row_groups=row_groups)
    return RowMatcher(source, file, footer, open_file, tree, pruning, text=text, tolerant=tolerant)


def read_filtered_path(
    source: Source,
    column: str,
    path: str,
    type: pa.DataType | None,
    filter: str | FilterTree,
    *,
    row_groups: Sequence[int] | None,
    strict: bool,
    tolerant: bool,
) -> ChunkedArray:
    """What `read_path` gives for the rows that match: a chunk for each row group that has some."""
    open_file = choose_opener(source)
    steps, *inside = parse_pattern(path)
    wanted = require_type(type)
    with open_source(source) as file:
        matcher = _open_matcher(source, file, filter, row_groups, open_file, tolerant=tolerant)
        leaves = matcher.leaves
        leaf = wanted.column if isinstance(wanted, WantedLeaf) else None
        plan = None
        if leaves is not None and not inside:
            plan = leaves.find_path(column, steps, leaf, strict=strict)
        matching = list(matcher.match())
        if leaves is not None and plan is not None and leaves.metadata.row_groups:
            get = partial(get_from, rest=plan.rest, wanted=wanted, strict=strict, tolerant=tolerant)
            chunks = _read_by_leaves(leaves, plan, matching, get, is_whole=leaf is None)
            if chunks is not None:
                return pa.chunked_array(chunks)
        groups = [it.group for it in matching]
        parts = read_needed(source, open_file, column, path, type, groups)
    if isinstance(parts, int):
        rows = sum(it.count for it in matching)
        return pa.chunked_array([make_nothing(rows, path, type)])
    get_part = partial(variant_get, path=path, type=type, strict=strict, tolerant=tolerant)
    return pa.chunked_array(list(_get_by_rows(parts, matching, get_part)))


def _read_by_leaves(
    leaves: LeafFile,
    plan: PathColumns,
    matching: Sequence[MatchingRows],
    get: Callable[[GroupColumns], Array],
    *,
    is_whole: bool,
) -> list[Array] | None:
    """A chunk for each row group with matches, and an empty one where there are none; None where it is left to rows."""
    nothing = MatchingRows(0, 0, 0, [], pa.array([], pa.bool_()))
    chunks: list[Array] = []
    for rows in matching or [nothing]:
        ranges, mask = narrow_matches(rows)
        place = leaves.read_place(plan, rows.group, ranges, is_whole=is_whole)
        if place is None:
            return None
        counted = [(rows.first_row + start, rows.first_row + end) for start, end in ranges]
        with _counting_matches(counted, mask):
            chunks.append(get(_filter_place(place, mask)))
    return chunks


def _get_by_rows(
    parts: Sequence[VariantArray],
    matching: Sequence[MatchingRows],
    get: Callable[[VariantArray], Array],
) -> Iterator[Array]:
    """The parts hold all rows of the row groups with matches, one after the other."""
    masks: list[Array] = [it.spread() for it in matching] or [pa.array([], pa.bool_())]
    mask = cast(Array, cast(Any, pa.concat_arrays)(masks))
    counted = [(it.first_row, it.first_row + it.num_rows) for it in matching]
    at = done = 0
    for part in parts:
        chosen = mask.slice(at, len(part))
        kept = wrap(cast(Array, part.storage).filter(chosen))
        with _counting_matches(counted, mask, done):
            yield get(kept)
        at, done = at + len(part), done + len(kept)


def narrow_matches(rows: MatchingRows) -> tuple[RowRanges, Array]:
    """Ranges around the matches, without the long stretches that have none, and the mask of what is left."""
    matches = pc.indices_nonzero(rows.mask)
    if not len(matches):
        return [], rows.mask
    steps = pc.subtract(matches.slice(1), matches.slice(0, len(matches) - 1))
    breaks = pc.indices_nonzero(pc.greater(steps, _GAP)).to_pylist()
    firsts = [0, *(place + 1 for place in breaks)]
    lasts = [*breaks, len(matches) - 1]
    runs = [
        (matches[a].as_py(), matches[b].as_py() + 1) for a, b in zip(firsts, lasts, strict=True)
    ]
    ranges: list[tuple[int, int]] = []
    masks: list[Array] = []
    run = done = 0
    for start, end in rows.ranges:
        shift = start - done  # from places among the rows that were read to rows of the row group
        while run < len(runs) and runs[run][0] < end - shift:
            first, last = max(runs[run][0], done), min(runs[run][1], end - shift)
            ranges.append((first + shift, last + shift))
            masks.append(rows.mask.slice(first, last - first))
            if runs[run][1] > end - shift:
                break
            run += 1
        done += end - start
    return ranges, cast(Array, cast(Any, pa.concat_arrays)(masks))


def _filter_place(place: GroupColumns, mask: Array) -> GroupColumns:
    columns = (place.metadata, place.value, place.typed)
    metadata, value, typed = (None if it is None else it.filter(mask) for it in columns)
    assert metadata is not None
    return GroupColumns(metadata, value, typed, place.group)


@contextmanager
def _counting_matches(ranges: RowRanges, mask: Array, before: int = 0) -> Generator[None]:
    """Errors of the rows that match become errors of the rows of the file: the mask is of these ranges, and `before` is how many
    matches come before those that are counted."""
    try:
        yield
    except RowError as error:
        place = cast(int, pc.indices_nonzero(mask)[before + error.row].as_py())
        for start, end in ranges:
            if place < end - start:
                raise type(error)(start + place, error.path, error.reason) from None
            place -= end - start
        raise
