"""Files to inspect, and the command to inspect them with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    ColumnOrder,
    CompressionCodec,
    Encoding,
    FieldRepetitionType,
    FileMetaData,
    KeyValue,
    RowGroup,
    SchemaElement,
    Statistics,
    StringType,
    Type,
)
from tests.support.inlay_command import Inlay, Outcome, make_command

__all__ = ["Inlay", "MakeFile", "Outcome"]

MakeFile: TypeAlias = Callable[..., Path]


@pytest.fixture
def inlay(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inlay:
    return make_command(capsys, monkeypatch)


@pytest.fixture
def make_file(tmp_path: Path) -> MakeFile:
    """A file with this footer and, before it, the bytes `data`."""

    def make(
        footer: bytes,
        *,
        data: bytes = b"PAR1" + b"\0" * 100,
        length: int | None = None,
        magic: bytes = b"PAR1",
        name: str = "small.parquet",
    ) -> Path:
        path = tmp_path / name
        size = len(footer) if length is None else length
        path.write_bytes(data + footer + size.to_bytes(4, "little") + magic)
        return path

    return make


@pytest.fixture
def metadata() -> FileMetaData:
    """A small file: two columns, one row group, nothing out of the ordinary."""
    return FileMetaData(
        version=2,
        schema=[
            SchemaElement(name="schema", num_children=2),
            SchemaElement(
                name="id", type=Type.INT64, repetition_type=FieldRepetitionType.REQUIRED, field_id=1
            ),
            SchemaElement(
                name="name",
                type=Type.BYTE_ARRAY,
                repetition_type=FieldRepetitionType.OPTIONAL,
                logicalType=StringType(),
                field_id=2,
            ),
        ],
        num_rows=3,
        row_groups=[
            RowGroup(
                columns=[
                    _chunk(
                        Type.INT64,
                        "id",
                        Statistics(
                            null_count=0,
                            min_value=(-1).to_bytes(8, "little", signed=True),
                            max_value=(7).to_bytes(8, "little"),
                        ),
                    ),
                    _chunk(
                        Type.BYTE_ARRAY,
                        "name",
                        Statistics(null_count=1, min_value=b"Ada", max_value=b"Grace"),
                    ),
                ],
                total_byte_size=120,
                num_rows=3,
            )
        ],
        key_value_metadata=[KeyValue(key="writer", value="by hand")],
        created_by="inlay tests",
        column_orders=[ColumnOrder.TYPE_ORDER, ColumnOrder.TYPE_ORDER],
    )


def _chunk(type_: Type, name: str, statistics: Statistics) -> ColumnChunk:
    return ColumnChunk(
        file_offset=0,
        meta_data=ColumnMetaData(
            type=type_,
            encodings=[Encoding.PLAIN, Encoding.RLE],
            path_in_schema=[name],
            codec=CompressionCodec.UNCOMPRESSED,
            num_values=3,
            total_uncompressed_size=60,
            total_compressed_size=60,
            data_page_offset=4,
            statistics=statistics,
        ),
    )
