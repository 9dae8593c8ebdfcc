"""Filters over a case, and the rows that they lose."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

from inlay.pages.engine.range_reader import RangeReader
from inlay.rows.pruning.filters import AllOf, AnyOf, ColumnTest, FilterTree
from inlay.rows.pruning.prune_file import GroupVerdict, prune_groups
from parquet_format.parquet import (
    FileMetaData,
)
from tests.rows.pruning.rows import is_true
from tests.rows.pruning.statement_files import _Memory, write_case
from tests.rows.pruning.statements import Case
from tests.rows.pruning.value_kinds import KINDS


@cache
def list_filters(kind: str) -> tuple[FilterTree, ...]:
    """Each test that there is, and some that are joined."""
    asked = KINDS[kind].asked
    tests: list[FilterTree] = []
    for is_negated in (False, True):
        tests.append(ColumnTest(("c",), "is null", (), is_negated=is_negated))
        for operator in ("=", "<", "<=", ">", ">="):
            tests += [ColumnTest(("c",), operator, (it,), is_negated=is_negated) for it in asked]
        tests.append(ColumnTest(("c",), "in", (asked[0], asked[2]), is_negated=is_negated))
    rng = random.Random(0)
    for join in (AllOf, AnyOf, AnyOf, AnyOf):
        tests += [join((rng.choice(tests), rng.choice(tests))) for _ in range(15)]
    return tuple(tests)


def find_losses(case: Case, trees: Sequence[FilterTree], *, nan_is_largest: bool) -> list[str]:
    """What is left out although it matches, of each filter that leaves such a row out."""
    memory, metadata = write_case(case)
    footer = metadata.encode()
    values = sum(case.pages, ())
    losses: list[str] = []
    for tree in trees:
        matching = [
            row
            for row, value in enumerate(values)
            if is_true(tree, {"c": value}, nan_is_largest=nan_is_largest) is True
        ]
        if not matching:
            continue
        verdict = _prune(memory, footer, tree, nan_is_largest)
        left = verdict.row_ranges
        lost = [row for row in matching if not any(first <= row < end for first, end in left)]
        is_lost_early = _prune(memory, footer, tree, nan_is_largest, pages=False).is_skipped
        if lost or is_lost_early:
            losses.append(f"{tree}: rows {lost} of {case}")
    return losses


def _prune(
    memory: _Memory,
    footer: bytes,
    tree: FilterTree,
    nan_is_largest: bool,
    *,
    pages: bool = True,
) -> GroupVerdict:
    """Of a footer that nobody has touched, as a file has it: the native looks are for these."""
    reader, metadata = RangeReader(memory, len(memory.data)), FileMetaData.decode(footer)
    (verdict,) = prune_groups(reader, metadata, tree, pages=pages, nan_is_largest=nan_is_largest)
    return verdict
