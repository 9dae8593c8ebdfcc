"""`inlay.variant.read_path`: paths out of a column of a file, of all rows or of those that match a filter."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Source, name_of, open_source
from inlay.rows.filtering.filter_tally import FilterTally
from inlay.rows.filtering.read_filtered import match_open_rows
from inlay.rows.variants.leaf_reading import LeafFile
from inlay.rows.variants.opener import choose_opener
from inlay.rows.variants.path_reading import read_paths
from inlay_runtime.errors import RequestError
from inlay_variant.arrow.casting import Cast, Casting, choose_casting
from inlay_variant.arrow.variant_get import Paths
from inlay_variant.storage.arrow_classes import ChunkedArray


def read_path(
    source: Source,
    column: str,
    path: Paths,
    type: pa.DataType | None = None,
    *,
    filter: str | None = None,
    row_groups: Sequence[int] | None = None,
    cast: Cast | None = None,
    timezone: str = "UTC",
    tolerant: bool = False,
    tally: FilterTally | None = None,
) -> ChunkedArray:
    """`variant_get` on a column of a file, reading only the Parquet columns that the path needs; those of many paths once.

    `column` may lead inside of one (`items.element`): then the result has lists and maps where the column has them.

    With a `filter` such as `variant_get(event, '$.age') >= 18 and day = '2026-01-02'`, the values of the rows for which it is true
    (`docs/prune.md`): row groups and pages that cannot match are not read, and `inlay.prune` says which. Casts are of these rows only.
    A `tally` counts what was tested and read.

    Raises FilterError for text that is not a filter and for columns that the file does not have, and what `variant_get` raises.
    """
    casting = choose_casting(cast, timezone)
    return _read(source, column, path, type, casting, filter, row_groups, tolerant, tally)


def try_read_path(
    source: Source,
    column: str,
    path: Paths,
    type: pa.DataType | None = None,
    *,
    filter: str | None = None,
    row_groups: Sequence[int] | None = None,
    cast: Cast = "spark",
    timezone: str = "UTC",
    tolerant: bool = False,
    tally: FilterTally | None = None,
) -> ChunkedArray:
    """`try_variant_get` on a column of a file: `read_path`, with null in the place of a CastError."""
    casting = choose_casting(cast, timezone, raises=False)
    return _read(source, column, path, type, casting, filter, row_groups, tolerant, tally)


def _read(
    source: Source,
    column: str,
    path: Paths,
    type_: pa.DataType | None,
    casting: Casting,
    filter_: str | None,
    row_groups: Sequence[int] | None,
    tolerant: bool,
    tally: FilterTally | None,
) -> ChunkedArray:
    if filter_ is None:
        if tally is not None:
            raise RequestError("a tally counts what a filter leaves: give a filter with it")
        return read_paths(source, column, path, type_, casting, row_groups, tolerant=tolerant)
    opener = choose_opener(source)
    with open_source(source) as file:
        footer = read_footer(file, name_of(source))
        leaves = LeafFile.open(source, file, footer)
        chosen = match_open_rows(
            source, footer, leaves, filter_, row_groups, opener, tolerant=tolerant, tally=tally
        )
        return read_paths(
            source,
            column,
            path,
            type_,
            casting,
            row_groups,
            tolerant=tolerant,
            chosen=chosen,
            leaves=leaves,
            counts=None if tally is None else tally.read,
        )
