"""Whether row groups can be told apart by their bounds, and whether the footer says how rows are sorted."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from math import inf
from operator import ge, le
from typing import Any, Final, NamedTuple

from inlay.ground.wording.amounts import count
from inlay.rows.pruning.facts import facts_of
from inlay.verbs.lint.additions import may_be_added_to
from inlay.verbs.lint.column_facts import ColumnFacts
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.remedies import rewrite_file
from inlay.verbs.lint.rule import (
    NOTE,
    LintRule,
    Remedy,
    Sighting,
    Threshold,
    Thresholds,
    quote_path,
)
from parquet_format.parquet import DateType, TimestampType, Type

_FARTHEST: Final = 10**300
_PLACED: Final = (int, float, bytes)
_INTEGERS: Final = (Type.INT32, Type.INT64)


_MOST_SORTED: Final = 1 << 30
"""Bytes without compression: values take more in memory, and `inlay rewrite` sorts up to 2 GiB."""


class _Ranges(NamedTuple):
    """The bounds of the chunks of a column, in its order, as `inlay prune` believes them."""

    lows: Sequence[Any]
    highs: Sequence[Any]


def _ranges(file: FileFacts, column: ColumnFacts) -> _Ranges | None:
    """By row group; None if one is not known, and for lists."""
    plain = file.list_plain_ranges(column)
    if plain is not None:
        return _Ranges(*plain)
    if column.max_repetition or len(column.filled) != len(file.row_groups):
        return None
    rules = column.rules
    lows: list[Any] = []
    highs: list[Any] = []
    for chunk in column.filled:
        bounds = facts_of(rules, chunk.meta.statistics, chunk.meta.num_values).bounds
        if not isinstance(bounds.low, _PLACED) or not isinstance(bounds.high, _PLACED):
            return None
        lows.append(bounds.low)
        highs.append(bounds.high)
    return _Ranges(lows, highs)


def _count_candidates(ranges: _Ranges) -> float | None:
    """How many row groups may hold a value from between the least and the greatest bound, on average: the lengths of all
    ranges, by that of the whole. None for one value. Texts are numbers by the eight bytes behind what all begin with.
    """
    least, greatest = min(ranges.lows), max(ranges.highs)
    if least == greatest:
        return None
    shared = _count_shared(least, greatest) if isinstance(least, bytes) else 0
    lows, highs = ([_place(value, shared) for value in bounds] for bounds in ranges)
    whole = max(highs) - min(lows)
    if not whole > 0 or whole == inf:
        return None
    return (sum(highs) - sum(lows)) / whole


def _count_shared(first: bytes, last: bytes) -> int:
    """Bytes that both begin with, and so do all texts between them."""
    pairs = enumerate(zip(first, last, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(first), len(last)))


def _place(value: float | bytes, shared: int) -> float:
    """On a line. `shared` is the number of bytes that all texts begin with."""
    if isinstance(value, bytes):
        return float(int.from_bytes(value[shared : shared + 8].ljust(8, b"\0")))
    return float(min(max(value, -_FARTHEST), _FARTHEST))  # a decimal may have hundreds of digits


def _advise_on_overlap(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    """Of a file in which no column tells its row groups apart, the column that people would sort by."""
    groups = len(file.row_groups)
    if groups < thresholds["row_groups"]:
        return
    overlapping: list[tuple[float, ColumnFacts]] = []
    for column in file.columns:
        ranges = _ranges(file, column)
        candidates = _count_candidates(ranges) if ranges is not None else None
        if candidates is None:
            continue
        if candidates < thresholds["share"] * groups:
            return
        overlapping.append((candidates, column))
    if overlapping:
        candidates, column = min(overlapping, key=lambda it: (_rank(it[1]), it[1].ordinal))
        yield Sighting(
            f"a filter for one value reads {_of(candidates, groups)} on average, whatever the column",
            _sort(
                file,
                column,
                f"sort by what is filtered, such as {column.path}, before it is written",
            ),
            column=column.path,
            place=column.place(column.chunks[0]),
            reads=round(candidates) - 1,
        )


def _of(candidates: float, groups: int) -> str:
    """`9.7 of 10 row groups`, and all of them are all."""
    said = f"{candidates:.1f}"
    whole = f"{count(groups, 'row group')}"
    return f"all {whole}" if said == f"{groups:.1f}" else f"{said} of {whole}"


def _sort(file: FileFacts, column: ColumnFacts, words: str, suffix: str = "") -> Remedy:
    """A rewrite sorts in memory."""
    held = sum(max(it.uncompressed, 0) for it in file.columns)
    if held > _MOST_SORTED:
        return Remedy(words)
    return rewrite_file(file, words, sort_by=f"{column.text}{suffix}")


def _rank(column: ColumnFacts) -> int:
    """Times first, then integers: what people filter by."""
    if isinstance(column.meaning, TimestampType | DateType) or column.element.type == Type.INT96:
        return 0
    return 1 if column.element.type in _INTEGERS else 2


def _advise_on_undeclared(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    groups = file.row_groups
    if len(groups) < thresholds["row_groups"] or any(group.sorting_columns for group in groups):
        return
    for column in file.columns:
        ranges = _ranges(file, column)
        if ranges is None or ranges.lows[0] == ranges.highs[-1]:
            continue
        rises = all(map(le, ranges.highs, ranges.lows[1:]))
        falls = all(map(ge, ranges.lows, ranges.highs[1:]))
        if rises or falls:
            suffix = "" if rises else ":desc"
            claim = shlex.quote(f"{column.text}{suffix}")
            remedy = _sort(
                file,
                column,
                f"make sure that the rows are sorted inside the row groups, too; then inlay set ... --sorted-by {claim}",
                suffix,
            )
            if may_be_added_to(file):
                add = f"inlay index add {quote_path(file.path)} --what sorting-columns"
                remedy = Remedy(f"{add} --columns {shlex.quote(column.text)}")
            yield Sighting(
                f"the bounds of {count(len(groups), 'row group')} {'rise' if rises else 'fall'}, and no sorting_columns say so",
                remedy,
                column=column.path,
                place=column.place(column.chunks[0]),
            )
            return


RULES: Final = (
    LintRule(
        id="overlapping-row-groups",
        severity=NOTE,
        summary="At least one column separates the row groups by its bounds",
        why="Bounds skip nothing where every row group has values from everywhere.",
        source="docs/decisions/lint.md, and docs/prune.md for which bounds count",
        advise=_advise_on_overlap,
        thresholds={
            "share": Threshold(
                0.9, "Share of the row groups that a filter reads, from which it is advised"
            ),
            "row_groups": Threshold(10, "Row groups below which it does not matter", least=1),
        },
        part="row groups",
    ),
    LintRule(
        id="undeclared-sorting",
        severity=NOTE,
        summary="Files that look sorted declare their sort order",
        why="Engines that know it merge instead of sorting. "
        "Bounds do not tell whether rows are sorted inside row groups, too: the command looks at the values.",
        source="parquet.thrift, RowGroup.sorting_columns",
        advise=_advise_on_undeclared,
        thresholds={
            "row_groups": Threshold(10, "Row groups below which it does not matter", least=1)
        },
    ),
)
