"""What a chunk says that its values contradict: beside it nothing is added, for readers would have to choose whom to believe."""

from __future__ import annotations

from inlay.ground.statements.ends import may_be_cut
from inlay.ground.values.extremes import Extremes
from inlay.ground.values.orders import Key, rank
from inlay.ground.wording import amounts
from inlay.pages.engine.leaf import Leaf
from parquet_format.parquet import ColumnMetaData, SchemaElement


def find_wrong_nulls(meta: ColumnMetaData, leaf: Leaf, count: int) -> str:
    """A clause; empty where as many are null as the statistics say, of `count` values. In lists, writers count in two ways."""
    said = meta.statistics.null_count if meta.statistics is not None else None
    nulls = meta.num_values - count
    if said is None or said == nulls or (leaf.max_repetition and 0 <= said <= nulls):
        return ""
    return f"null_count is {said:,}, and {amounts.count(nulls, 'value is', 'values are')} null"


def find_wrong_bounds(meta: ColumnMetaData, key: Key | None, ends: Extremes) -> str:
    """A clause; empty where no value lies beyond a bound, and as many are NaN as the statistics say."""
    said = meta.statistics
    if said is None:
        return ""
    if said.nan_count is not None and said.nan_count != ends.nans:
        return f"nan_count is {said.nan_count:,}, and {amounts.count(ends.nans, 'value is', 'values are')} NaN"
    if key is None or ends.low is None or ends.high is None:
        return ""
    low = rank(key, said.min_value) if said.min_value is not None else None
    high = rank(key, said.max_value) if said.max_value is not None else None
    if low is not None and low > key(ends.low):
        return "a value is less than min_value"
    if high is not None and high < key(ends.high):
        return "a value is more than max_value"
    return ""


def find_loose_bounds(
    meta: ColumnMetaData, element: SchemaElement, key: Key | None, ends: Extremes
) -> str:
    """A clause; empty where each bound is a value, or the file or the type says that it may have been cut."""
    said = meta.statistics
    if said is None or key is None:
        return ""
    for name, raw, is_exact, end in (
        ("min_value", said.min_value, said.is_min_value_exact, ends.low),
        ("max_value", said.max_value, said.is_max_value_exact, ends.high),
    ):
        may_be_loose = is_exact is False or (is_exact is None and may_be_cut(element))
        if raw is None or end is None or may_be_loose:
            continue
        if rank(key, raw) != rank(key, end):
            return f"{name} is said to be a value, and none is there"
    return ""


def find_wrong_sizes(meta: ColumnMetaData, repetitions: list[int], definitions: list[int]) -> str:
    """A clause; empty where each level is there as often as the size statistics say."""
    sizes = meta.size_statistics
    if sizes is None:
        return ""
    for name, said, counts in (
        ("repetition", sizes.repetition_level_histogram, repetitions),
        ("definition", sizes.definition_level_histogram, definitions),
    ):
        if said and said != counts:
            return f"{name} levels are {said}, and the pages have {counts}"
    return ""
