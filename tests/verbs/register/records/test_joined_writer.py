"""A file that is written some columns at a time is the file that pyarrow writes of all of them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.ground.arrow_fields import Field, fields_in
from inlay.ground.arrow_rows import child_of, column_in, make_batch, make_struct
from inlay.verbs.register.register import register
from inlay.verbs.register.targets.records import entries
from inlay.verbs.register.targets.records.joined_writer import JoinedWriter

MEMBERS: list[Field] = [
    pa.field("a", pa.int64(), metadata={"PARQUET:field_id": "7"}),
    pa.field("b", pa.struct([("c", pa.list_(pa.string())), ("d", pa.float64())])),
    pa.field("e", pa.timestamp("us", "UTC")),
    pa.field("f", pa.decimal128(38, 3)),
]


def _make_rows(first: int, count: int) -> list[dict[str, Any]]:
    return [
        {"a": at, "b": None if at % 3 == 0 else {"c": [str(at)] * (at % 4), "d": at / 2}, "e": at, "f": at}
        for at in range(first, first + count)
    ]  # fmt: skip


def _cut(batch: pa.RecordBatch, ends: Sequence[int]) -> list[pa.RecordBatch]:
    """Its first column, the members of the second in pieces that end so, and its last column."""
    first, middle, last = (column_in(batch, at) for at in range(3))
    assert isinstance(middle, pa.StructArray)
    fields = fields_in(batch.schema)
    pieces = [make_batch([first], pa.schema(fields[:1]))]
    for start, end in zip((0, *ends), (*ends, len(MEMBERS)), strict=True):
        members = [child_of(middle, at) for at in range(start, end)]
        own = make_struct(members, MEMBERS[start:end])
        pieces.append(make_batch([own], pa.schema([fields[1].with_type(own.type)])))
    return [*pieces, make_batch([last], pa.schema(fields[2:]))]


@pytest.mark.parametrize("ends", [(), (1,), (2, 3), (1, 2, 3)])
@pytest.mark.parametrize("counts", [(5,), (3, 1, 4)])
def test_the_bytes_are_those_of_pyarrow(ends: Sequence[int], counts: Sequence[int]) -> None:
    fields: list[Field] = [
        pa.field("x", pa.string(), nullable=False),
        pa.field("s", pa.struct(MEMBERS)),
        pa.field("y", pa.int32()),
    ]
    schema = pa.schema(fields)
    batches = [
        pa.RecordBatch.from_pylist(
            [{"x": str(row["a"]), "s": row, "y": row["a"]} for row in _make_rows(10 * at, count)],
            schema,
        )
        for at, count in enumerate(counts)
    ]
    whole, joined = io.BytesIO(), io.BytesIO()
    with pq.ParquetWriter(whole, schema, compression="zstd", store_schema=False) as writer:
        for batch in batches:
            writer.write_batch(batch)
        writer.add_key_value_metadata({"key": "value"})
    ours = JoinedWriter(joined, ())
    for batch in batches:
        ours.write(_cut(batch, ends))
    ours.finish({"key": "value"})
    assert joined.getvalue() == whole.getvalue()


def test_records_do_not_depend_on_how_many_columns_are_written_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at in range(3):
        table = pa.table({f"c{n}": [at, n] for n in range(7)})
        pq.write_table(table, tmp_path / f"{at}.parquet")
    written: list[bytes] = []
    dry: list[Any] = []
    for columns, rows in ((1000, 2), (3, 2), (1, 2)):
        monkeypatch.setattr(entries, "COLUMNS", columns)
        monkeypatch.setattr(entries, "ROWS", rows)
        output = tmp_path / "out.records"
        options: dict[str, Any] = {"to": "records", "output": output, "overwrite": True}
        register(str(tmp_path / "*.parquet"), **options)
        written.append(output.read_bytes())
        dry.append(
            register(str(tmp_path / "*.parquet"), **options, dry_run=True).describe_entries()
        )
    assert written[0] == written[1] == written[2]
    assert dry[0] == dry[1] == dry[2]
    assert pq.ParquetFile(output).metadata.num_row_groups == 2
    assert inlay.verify(output, data=True).findings == ()
