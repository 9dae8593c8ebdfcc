"""A sample of a column: the first values of a row group."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any, Final, cast

from inlay.files.source import open_source

if TYPE_CHECKING:
    from inlay.footer.footer import Footer

ROWS: Final = 16_384


def count_in_sample(footer: Footer, column: str, row_group: int) -> tuple[int, int] | None:
    """Distinct values, and all that are not null, among the first rows of a column that is not nested.

    None for values that pyarrow does not read, and for files that have no Thrift footer at their end.
    """
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    if footer.source is None or "." in column:
        return None
    try:
        with open_source(footer.source) as file:
            batches = pq.ParquetFile(cast("IO[Any]", file)).iter_batches(
                ROWS, row_groups=[row_group], columns=[column]
            )
            values = next(iter(batches)).column(0)
        return len(pc.unique(values.drop_null())), len(values) - values.null_count
    except (pa.ArrowException, OSError, StopIteration, KeyError, IndexError):
        return None
