"""Where chunks lie, from their bytes to a record batch, natively."""

from collections.abc import Sequence

import pyarrow as pa

from inlay_runtime.limits import Limits
from parquet_format.parquet import ColumnChunk

def place_chunks(
    cls: type[ColumnChunk],
    pieces: list[bytes],
    paths: list[bytes],
    columns: Sequence[int],
    groups: Sequence[int],
    limits: Limits,
    batch_type: type[pa.RecordBatch],
    schema: pa.Schema,
) -> pa.RecordBatch | None:
    """A row for each piece; None for what is left to Python."""
