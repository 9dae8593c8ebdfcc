"""Bounds that are others than ours would be, and right nevertheless."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.footers.conversion.bounds_policy import NO_LEAF, BoundsPolicy
from parquet_format import parquet


def settle_statistics(
    thrift: parquet.FileMetaData,
    expected: parquet.FileMetaData,
    seen: parquet.FileMetaData,
    policies: Sequence[BoundsPolicy],
) -> None:
    """Makes `expected` accept what `seen` has, where that does not contradict Thrift: a writer may
    leave statistics out, and may cut bounds where ours does not."""
    for group in zip(thrift.row_groups, expected.row_groups, seen.row_groups, strict=False):
        columns = [row_group.columns for row_group in group]
        for at, chunks in enumerate(zip(*columns, strict=False)):
            said, ours, theirs = (chunk.meta_data for chunk in chunks)
            if said is None or ours is None or theirs is None:
                continue
            if theirs.statistics is None:
                ours.statistics = None
            elif said.statistics is not None and ours.statistics is not None:
                policy = policies[at] if at < len(policies) else NO_LEAF
                _settle(said.statistics, ours.statistics, theirs.statistics, policy)


def _settle(
    said: parquet.Statistics,
    ours: parquet.Statistics,
    theirs: parquet.Statistics,
    policy: BoundsPolicy,
) -> None:
    if theirs.null_count is None:
        ours.null_count = None
    if theirs.distinct_count is None:
        ours.distinct_count = None
    bound, is_exact = theirs.min_value, theirs.is_min_value_exact
    if _is_right(said.min_value, said.is_min_value_exact, bound, is_exact) or (
        bound is not None
        and said.min_value is not None
        and policy.may_truncate
        and not is_exact
        and bound < said.min_value
    ):
        ours.min_value, ours.is_min_value_exact = bound, is_exact
    bound, is_exact = theirs.max_value, theirs.is_max_value_exact
    if _is_right(said.max_value, said.is_max_value_exact, bound, is_exact) or (
        bound is not None
        and said.max_value is not None
        and policy.may_truncate
        and not is_exact
        and bound > said.max_value
    ):
        ours.max_value, ours.is_max_value_exact = bound, is_exact


def _is_right(
    said: bytes | None, said_exact: bool | None, bound: bytes | None, is_exact: bool | None
) -> bool:
    """Whether nothing is claimed, or what Thrift has. A flag that Thrift lacks denies nothing."""
    return bound is None or (bound == said and not (is_exact and said_exact is False))
