"""The statistics of row groups, as a page-first footer has them: of ranges of rows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from inlay.footers.designs.encoded_arrays import encode_sparse, encode_sparse_bytes
from inlay.footers.designs.packed_statistics import Packing, write_statistics
from inlay.footers.designs.supplement import Said
from inlay_runtime.packed import encode_deltas
from parquet_format.page_first import ColumnRangeStatistics
from parquet_format.parquet import ColumnMetaData

_PACKING = Packing(encode_sparse, encode_sparse_bytes)


def statistics_of_ranges(
    chunks: Sequence[ColumnMetaData], starts: Sequence[int], said: Said
) -> ColumnRangeStatistics | None:
    """What they say of ranges that begin at these rows, one more than there are chunks; None unless each range has rows, and
    something is said of it."""
    all_said = [chunk.statistics for chunk in chunks]
    if not chunks or any(end <= start for start, end in pairwise(starts)):
        return None
    if any(s is None or (s.null_count, s.nan_count, s.min_value) == (None,) * 3 for s in all_said):
        return None
    packed = ColumnRangeStatistics(range_start_rows=encode_deltas(list(starts[: len(chunks)])))
    is_exact = Said.ABSENT_MEANS_EXACT in said
    write_statistics(packed, all_said, _PACKING, absent_means_exact=is_exact, suffix_limit=None)
    return packed
