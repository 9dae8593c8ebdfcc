"""Small files whose every byte is known: their footers are written by hand, so that no version of a writer shows in a golden file."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    FileMetaData,
    RowGroup,
    SchemaElement,
    Statistics,
    Type,
)


def footer(
    writer: str | None, type_: Type, codec: CompressionCodec, *, rows: int, has_bounds: bool
) -> bytes:
    """Of a file with one column, `id`, in one row group of 2 MiB or less."""
    statistics = Statistics(null_count=0, min_value=b"\0" * 4, max_value=b"\1" * 4)
    chunk = ColumnMetaData(
        type=type_,
        encodings=[Encoding.PLAIN, Encoding.RLE],
        path_in_schema=["id"],
        codec=codec,
        num_values=rows,
        total_uncompressed_size=rows * 4,
        total_compressed_size=rows * 2,
        data_page_offset=4,
        statistics=statistics if has_bounds else None,
    )
    group = RowGroup(
        columns=[ColumnChunk(file_offset=0, meta_data=chunk)],
        total_byte_size=rows * 4,
        num_rows=rows,
    )
    schema = [SchemaElement(name="schema", num_children=1), SchemaElement(name="id", type=type_)]
    return FileMetaData(
        version=2, schema=schema, num_rows=rows, row_groups=[group], created_by=writer
    ).encode()


def write_plain_lake(folder: Path) -> Path:
    """Eight files of three writers; one is cut off, one is of another type, one says little."""
    folder.mkdir()
    mr = "parquet-mr version 1.1{}.0 (build f8dced18)"
    cpp = "parquet-cpp-arrow version 21.0.0"
    zstd, snappy = CompressionCodec.ZSTD, CompressionCodec.SNAPPY
    for at in range(4):
        small = footer(mr.format(at // 2), Type.INT32, zstd, rows=400_000, has_bounds=True)
        _write(folder / f"mr-{at}.parquet", small, padding=20_000)
    _write(
        folder / "cpp.parquet", footer(cpp, Type.INT64, snappy, rows=500_000, has_bounds=True), 9000
    )
    _write(folder / "old.parquet", footer(None, Type.INT32, snappy, rows=10, has_bounds=False), 100)
    (folder / "cut.parquet").write_bytes(b"PAR1" + b"\0" * 2000)
    (folder / "notes.txt").write_text("not a file of Parquet\n" * 9)
    return folder


def _write(path: Path, data: bytes, padding: int) -> None:
    path.write_bytes(b"PAR1" + b"\0" * padding + data + len(data).to_bytes(4, "little") + b"PAR1")
