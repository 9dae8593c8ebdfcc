"""`inlay.variant.read_path`: one path out of a column of a file, of all rows or of those that match a filter."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from inlay.files.source import Source
from inlay.filtering.read_filtered import read_filtered_path
from inlay.variants.path_reading import read_path as read_whole_path
from inlay_variant.storage.arrow_classes import ChunkedArray


def read_path(
    source: Source,
    column: str,
    path: str,
    type: pa.DataType | None = None,
    *,
    filter: str | None = None,
    row_groups: Sequence[int] | None = None,
    strict: bool = False,
    tolerant: bool = False,
) -> ChunkedArray:
    """`variant_get` on a column of a file, reading only the Parquet columns that the path needs.

    With a `filter` such as `variant_get(event, '$.age') >= 18 and day = '2026-01-02'`, the values of the rows for which it is true
    (`docs/prune.md`); row groups and pages that cannot match are not read, and `inlay.prune` says which. `strict` is about these rows.

    Raises FilterError for text that is no filter and for columns that the file does not have, and what `variant_get` raises.
    """
    if filter is None:
        return read_whole_path(
            source, column, path, type, row_groups=row_groups, strict=strict, tolerant=tolerant
        )
    return read_filtered_path(
        source, column, path, type, filter, row_groups=row_groups, strict=strict, tolerant=tolerant
    )
