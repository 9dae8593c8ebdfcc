"""What is held while a modular footer is built of a wide one, by counted allocations."""

from __future__ import annotations

import io
import tracemalloc

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.footers.designs.contents import contents_of
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.modular.design import ModularDesign
from inlay.footers.footer import read_footer

COLUMNS = 200


@pytest.mark.needs("native core")
def test_no_object_of_a_chunk_outlives_its_column() -> None:
    """The structs of a chunk take 1,400 bytes where all are held at once."""
    peaks = [measure_peak(groups) for groups in (2, 2, 22)]  # at first, what is made once
    assert peaks[2] - peaks[1] < 600 * 20 * COLUMNS


def measure_peak(groups: int) -> int:
    """Bytes."""
    sink = io.BytesIO()
    table = pa.table({f"c{at}": [0.5] * groups for at in range(COLUMNS)})
    pq.write_table(table, sink, row_group_size=1, use_dictionary=False)
    footer = read_footer(sink)
    thrift, data = footer.thrift, sink.getvalue()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        contents = contents_of(thrift, fetch_from(data), len(data))
        ModularDesign.build(contents, footer.offset)
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
