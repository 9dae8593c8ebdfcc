"""What is asked of each column is looked up, and not looked for among all."""

from __future__ import annotations

from io import BytesIO

import pyarrow as pa
import pyarrow.parquet as pq

import inlay
from inlay.verbs.set.column_orders import change_orders
from inlay.verbs.set.elements import AmendedElements
from tests.support.calls import count_calls


def test_orders_of_all_columns_are_as_much_work_as_there_are() -> None:
    few, many = (_count_orders(columns) for columns in (100, 200))
    assert many <= 2.2 * few


def _count_orders(columns: int) -> int:
    file = BytesIO()
    table = pa.table({f"c{at}": [1.5] for at in range(columns)})
    pq.write_table(table, file, write_statistics=False)
    metadata = inlay.read_metadata(file.getvalue())
    elements = AmendedElements(metadata)
    wanted = {f"c{at}": "ieee754" for at in range(columns)}
    return count_calls(lambda: change_orders(metadata, elements, wanted, file))
