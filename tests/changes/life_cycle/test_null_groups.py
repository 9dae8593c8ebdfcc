"""A map whose repeated group has the logical type UNKNOWN, as parquet-java 1.10 writes it: pyarrow refuses it, and we read it."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.changes.life_cycle.edit_extension import add_index
from inlay.footers.footer.null_groups import without_null_groups
from inlay.footers.footer.trailer import tail_of
from parquet_format.parquet import ConvertedType, FileMetaData, NullType
from tests.faults.flips import STEPS, after

TABLE: Final = pa.table(
    {
        "id": range(6),
        "map": pa.array(
            [[("a", [1, 2])], [], None] * 2, pa.map_(pa.string(), pa.list_(pa.int32()))
        ),
        "nothing": pa.nulls(6),
    }
)


def plain_file() -> bytes:
    sink = io.BytesIO()
    pq.write_table(TABLE, sink, row_group_size=4)
    return sink.getvalue()


def as_parquet_java_writes_it() -> bytes:
    data = plain_file()
    footer = inlay.open(data)
    metadata = FileMetaData.decode(footer.thrift)
    (group,) = [element for element in metadata.schema if element.name == "key_value"]
    group.converted_type, group.logicalType = ConvertedType.MAP_KEY_VALUE, NullType()
    return data[: footer.offset] + tail_of(metadata.encode())


def test_pyarrow_refuses_it() -> None:
    with pytest.raises(OSError, match="Null cannot be applied to group node"):
        pq.read_table(io.BytesIO(as_parquet_java_writes_it()))


@pytest.mark.parametrize("steps", range(4))
def test_its_values_are_those_of_the_file_without_that(steps: int, tmp_path: Path) -> None:
    data = as_parquet_java_writes_it()
    path = tmp_path / "file.parquet"
    path.write_bytes(after(data, STEPS[:steps]))
    assert inlay.read_table(path).equals(TABLE)
    assert inlay.read_table(path, columns=["map"], row_groups=[1]).equals(
        TABLE.select(["map"]).slice(4)
    )
    assert inlay.read_table(path, filters=[("id", ">", 2)]).equals(TABLE.slice(3))
    assert pa.Table.from_batches(inlay.iter_batches(path)).equals(TABLE.combine_chunks())
    footer = inlay.open(path)
    assert footer.schema_arrow.equals(TABLE.schema)
    assert any(isinstance(element.logicalType, NullType) for element in footer.schema), "as it is"
    if not steps:
        add_index(str(path))
        assert inlay.read_table(path, columns=["map"]).equals(TABLE.select(["map"]))


def test_a_second_encoding_changes_nothing(
    tmp_path: Path, inlay_command: Callable[..., int]
) -> None:
    path = tmp_path / "file.parquet"
    path.write_bytes(as_parquet_java_writes_it())
    assert inlay_command("encoding", "add", path, "--columns", "id", "--encoding", "pco") == 0
    assert inlay.read_table(path).equals(TABLE)


@pytest.fixture
def inlay_command() -> Callable[..., int]:
    from inlay.__main__ import run

    return lambda *words: run([str(word) for word in words])


def test_a_column_of_nulls_keeps_its_type() -> None:
    thrift = inlay.open(plain_file()).thrift
    assert b"\xbc\x00\x00" in thrift
    assert without_null_groups(thrift) is thrift
