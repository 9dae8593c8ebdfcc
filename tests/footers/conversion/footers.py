"""Footers to convert: real ones, and wide ones."""

from __future__ import annotations

import random
from pathlib import Path

from parquet_format import parquet
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    ColumnOrder,
    CompressionCodec,
    ConvertedType,
    Encoding,
    FieldRepetitionType,
    FileMetaData,
    PageEncodingStats,
    PageType,
    RowGroup,
    SchemaElement,
    Statistics,
    Type,
)


def corpus_footers(folder: Path) -> dict[str, bytes]:
    """The plain footers of a folder: from the first byte of the struct to the length field."""
    found: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*.parquet*")):
        data = path.read_bytes()
        if data[-4:] == b"PAR1" and len(data) >= 12:
            size = int.from_bytes(data[-8:-4], "little")
            found[str(path.relative_to(folder))] = data[-8 - size : -8]
    return found


def wide(columns: int, groups: int) -> FileMetaData:
    """As pyarrow writes them: numbers and text, with statistics."""
    rng = random.Random(7)
    types = [Type.INT64, Type.DOUBLE, Type.BYTE_ARRAY, Type.INT32]
    root = SchemaElement(name="schema", num_children=columns)
    leaves = [
        SchemaElement(
            type=types[at % 4],
            repetition_type=FieldRepetitionType.OPTIONAL,
            name=f"column_{at}",
            logicalType=parquet.StringType() if at % 4 == 2 else None,
            converted_type=ConvertedType.UTF8 if at % 4 == 2 else None,
        )
        for at in range(columns)
    ]
    row_groups = [
        RowGroup(
            columns=[_wide_chunk(rng, leaf) for leaf in leaves],
            total_byte_size=rng.randrange(1 << 30),
            num_rows=20,
            file_offset=4,
            total_compressed_size=rng.randrange(1 << 30),
            ordinal=number,
        )
        for number in range(groups)
    ]
    return FileMetaData(
        version=2,
        schema=[root, *leaves],
        num_rows=20 * groups,
        row_groups=row_groups,
        created_by="inlay tests",
        column_orders=[ColumnOrder.TYPE_ORDER] * columns,
    )


def _wide_chunk(rng: random.Random, leaf: SchemaElement) -> ColumnChunk:
    sizes = {Type.INT64: 8, Type.DOUBLE: 8, Type.INT32: 4}
    size = sizes.get(leaf.type or Type.BOOLEAN)
    low, high = (
        (rng.randbytes(size), rng.randbytes(size))
        if size
        else (b"value-%d" % rng.randrange(1 << 20), b"value-%d" % rng.randrange(1 << 20))
    )
    offset = rng.randrange(1 << 30)
    return ColumnChunk(
        file_offset=0,
        meta_data=ColumnMetaData(
            type=leaf.type or Type.BOOLEAN,
            encodings=[Encoding.PLAIN, Encoding.RLE, Encoding.RLE_DICTIONARY],
            path_in_schema=[leaf.name],
            codec=CompressionCodec.ZSTD,
            num_values=20,
            total_uncompressed_size=rng.randrange(1 << 20),
            total_compressed_size=rng.randrange(1 << 20),
            data_page_offset=offset,
            dictionary_page_offset=offset - 100,
            statistics=Statistics(
                null_count=0,
                max_value=max(low, high),
                min_value=min(low, high),
                is_max_value_exact=True,
                is_min_value_exact=True,
            ),
            encoding_stats=[
                PageEncodingStats(
                    page_type=PageType.DICTIONARY_PAGE, encoding=Encoding.PLAIN, count=1
                ),
                PageEncodingStats(
                    page_type=PageType.DATA_PAGE, encoding=Encoding.RLE_DICTIONARY, count=1
                ),
            ],
        ),
    )
