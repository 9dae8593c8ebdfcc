"""The data of files of every form, held against pyarrow on the plain file."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from tests.faults.flips import STEPS, after

NESTED = pa.table(
    {
        "id": range(1_000),
        "tags": [["a", "b"], [], None, ["c"]] * 250,
        "place": [{"x": 1.5, "y": None}, None] * 500,
        "name": ["nut", "bolt", None, "screw"] * 250,
    }
)
TABLES = {
    "nested": NESTED,
    "no rows": NESTED.slice(0, 0),
    "no columns": pa.table({}),
}
SELECTIONS: list[tuple[list[str] | None, list[int] | None]] = [
    (None, None),
    (["name", "id"], None),
    (["place.x", "tags"], None),
    (None, [1]),
    (["tags"], [2, 0]),
    ([], None),
    (None, []),
]


def written(table: pa.Table, rows: int = 400) -> bytes:
    sink = io.BytesIO()
    pq.write_table(table, sink, row_group_size=rows, write_page_index=True)
    return sink.getvalue()


def without_row_groups() -> bytes:
    sink = io.BytesIO()
    pq.ParquetWriter(sink, NESTED.schema).close()
    return sink.getvalue()


def expected(data: bytes, columns: Sequence[str] | None, groups: Sequence[int] | None) -> pa.Table:
    file = pq.ParquetFile(io.BytesIO(data))
    names = None if columns is None else list(columns)
    return file.read(names) if groups is None else file.read_row_groups(list(groups), names)


@pytest.mark.parametrize("count", range(4))
@pytest.mark.parametrize("name", [*TABLES, "no row groups"])
def test_as_pyarrow_reads_the_plain_file(name: str, count: int) -> None:
    data = written(TABLES[name]) if name in TABLES else without_row_groups()
    changed = after(data, STEPS[:count])
    for columns, groups in SELECTIONS:
        if (columns or groups) and name != "nested":
            continue
        wanted = expected(data, columns, groups)
        found = inlay.read_table(io.BytesIO(changed), columns=columns, row_groups=groups)
        assert found.equals(wanted), (columns, groups)
        batches = inlay.iter_batches(
            io.BytesIO(changed), columns=columns, row_groups=groups, batch_size=300
        )
        joined = list(batches)
        assert sum(batch.num_rows for batch in joined) == wanted.num_rows
        if joined and columns != []:
            assert pa.Table.from_batches(joined).equals(wanted.combine_chunks())


class Counted(io.BytesIO):
    """Counts what is read, and remembers the largest read."""

    taken = 0
    largest = 0

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        self.taken += len(data)
        self.largest = max(self.largest, len(data))
        return data


@pytest.mark.parametrize("count", [0, 3])
def test_only_what_is_asked_for_is_read(count: int) -> None:
    rows = 200_000
    large = pa.table({"large": pa.array(range(rows)), "small": pa.array([7] * rows)})
    data = after(written(large, rows // 20), STEPS[:count])
    source = Counted(data)
    batches = inlay.iter_batches(source, columns=["small"])
    assert next(iter(batches)).num_rows > 0
    assert source.taken < len(data) / 4, "the file is not copied"
    source = Counted(data)
    assert sum(batch.num_rows for batch in inlay.iter_batches(source)) == rows
    assert source.largest < len(data) / 4, "nor held as a whole"
