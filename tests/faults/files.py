"""A Parquet file to rewrite."""

from __future__ import annotations

from inlay.changes.rewrite.change import Change
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    FieldRepetitionType,
    FileMetaData,
    RowGroup,
    SchemaElement,
    Type,
)

DATA = b"PAR1" + bytes(range(256)) * 40


def small_metadata() -> FileMetaData:
    """One column, one row group, and everything where it says it is."""
    return FileMetaData(
        version=2,
        schema=[
            SchemaElement(name="schema", num_children=1),
            SchemaElement(name="id", type=Type.INT64, repetition_type=FieldRepetitionType.REQUIRED),
        ],
        num_rows=3,
        row_groups=[
            RowGroup(
                columns=[
                    ColumnChunk(
                        file_offset=0,
                        meta_data=ColumnMetaData(
                            type=Type.INT64,
                            encodings=[Encoding.PLAIN],
                            path_in_schema=["id"],
                            codec=CompressionCodec.UNCOMPRESSED,
                            num_values=3,
                            total_uncompressed_size=len(DATA) - 4,
                            total_compressed_size=len(DATA) - 4,
                            data_page_offset=4,
                        ),
                    )
                ],
                total_byte_size=len(DATA) - 4,
                num_rows=3,
            )
        ],
        created_by="inlay tests",
    )


def small_file(footer: bytes | None = None) -> bytes:
    """The file; with another footer if one is given."""
    footer = small_metadata().encode() if footer is None else footer
    return DATA + footer + len(footer).to_bytes(4, "little") + b"PAR1"


def change_tail(data: bytes) -> Change:
    """Another tail of the same length."""
    return Change(len(data) - 8, b"new tail")
