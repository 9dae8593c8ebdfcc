"""Footers by hand, for files too large to be written: `write_sparse` makes a file of any size of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from inlay.ground.drift.schema_parts import SchemaPart
from inlay.ground.drift.tables import folder_of
from inlay.verbs.lint.advice import Advice
from inlay.verbs.lint.advise import advise_on_source
from inlay.verbs.lint.known import rules_by_id
from inlay.verbs.lint.outline import FileOutline, TableOutline
from inlay.verbs.lint.rule import LintRule, Sighting, TableRule
from inlay.verbs.lint.settings import LintSettings
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    ColumnOrder,
    CompressionCodec,
    Encoding,
    FieldRepetitionType,
    FileMetaData,
    PageEncodingStats,
    PageType,
    RowGroup,
    SchemaElement,
    SizeStatistics,
    Statistics,
    StringType,
    Type,
)

MIB: Final = 1024**2
ROWS: Final = 60_000
"""Of a row group without advice."""

DICTIONARY_PAGES: Final = (
    (PageType.DICTIONARY_PAGE, Encoding.PLAIN, 1),
    (PageType.DATA_PAGE, Encoding.RLE_DICTIONARY, 8),
)

CREATED_BY: Final = "parquet-cpp-arrow version 21.0.0"


def column(name: str, type_: Type = Type.INT64, **fields: Any) -> SchemaElement:
    fields.setdefault("repetition_type", FieldRepetitionType.REQUIRED)
    return SchemaElement(type=type_, name=name, **fields)


def optional(name: str, type_: Type = Type.INT64, **fields: Any) -> SchemaElement:
    return column(name, type_, repetition_type=FieldRepetitionType.OPTIONAL, **fields)


def string(name: str, **fields: Any) -> SchemaElement:
    return column(name, Type.BYTE_ARRAY, logicalType=StringType(), **fields)


def chunk(path: str, type_: Type = Type.INT64, **fields: Any) -> ColumnChunk:
    """A chunk of which no rule has anything to say. Fields of ColumnMetaData, by their names, are in the place of its own."""
    low, high = (b"a", b"z") if type_ == Type.BYTE_ARRAY else (b"\0" * 8, b"\xff\0\0\0\0\0\0\0")
    defaults: dict[str, Any] = {
        "type": type_,
        "encodings": [Encoding.PLAIN, Encoding.RLE, Encoding.RLE_DICTIONARY],
        "path_in_schema": path.split("."),
        "codec": CompressionCodec.ZSTD,
        "num_values": ROWS,
        "total_uncompressed_size": 8 * MIB,
        "total_compressed_size": 4 * MIB,
        "data_page_offset": 1000,
        "dictionary_page_offset": 4,
        "statistics": Statistics(
            null_count=0,
            min_value=low,
            max_value=high,
            is_min_value_exact=True,
            is_max_value_exact=True,
        ),
        "encoding_stats": pages_of(*DICTIONARY_PAGES),
        "size_statistics": SizeStatistics(),
    }
    meta = ColumnMetaData(**(defaults | fields))
    return ColumnChunk(
        file_offset=0,
        meta_data=meta,
        column_index_offset=5000,
        column_index_length=100,
        offset_index_offset=6000,
        offset_index_length=100,
    )


def pages_of(*stats: tuple[PageType, Encoding, int]) -> list[PageEncodingStats]:
    return [
        PageEncodingStats(page_type=kind, encoding=encoding, count=n) for kind, encoding, n in stats
    ]


def row_group(*chunks: ColumnChunk, num_rows: int = ROWS) -> RowGroup:
    metas = [chunk.meta_data for chunk in chunks if chunk.meta_data is not None]
    return RowGroup(
        columns=list(chunks),
        total_byte_size=sum(meta.total_uncompressed_size for meta in metas),
        total_compressed_size=sum(meta.total_compressed_size for meta in metas),
        num_rows=num_rows,
    )


def footer(
    columns: Sequence[SchemaElement],
    groups: Sequence[RowGroup],
    *,
    children: int | None = None,
    **fields: Any,
) -> FileMetaData:
    """Of a flat schema, unless it is said how many children the root has."""
    root = SchemaElement(name="schema", num_children=len(columns) if children is None else children)
    defaults: dict[str, Any] = {
        "version": 2,
        "schema": [root, *columns],
        "num_rows": sum(group.num_rows for group in groups),
        "row_groups": list(groups),
        "created_by": CREATED_BY,
        "column_orders": [ColumnOrder.TYPE_ORDER] * sum(it.type is not None for it in columns),
    }
    return FileMetaData(**(defaults | fields))


def make_fine() -> FileMetaData:
    """Two columns in two row groups, of which no rule has anything to say in a file of the right size."""
    groups = [row_group(chunk("id"), chunk("name", Type.BYTE_ARRAY)) for _ in range(2)]
    return footer([column("id"), string("name")], groups)


def write_sparse(path: Path, metadata: FileMetaData, size: int | None = None) -> Path:
    """A file with this footer whose data is a hole, as long as the chunks say unless `size` is given."""
    metas = [it.meta_data for group in metadata.row_groups for it in group.columns]
    claimed = sum(meta.total_compressed_size for meta in metas if meta is not None)
    data = metadata.encode()
    tail = data + len(data).to_bytes(4, "little") + b"PAR1"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(b"PAR1")
        file.truncate(max(claimed if size is None else size - len(tail), 4))
        file.seek(0, 2)
        file.write(tail)
    return path


def advise(rule: str, metadata: FileMetaData, folder: Path, **thresholds: float) -> list[Advice]:
    """What one rule says of a file with this footer."""
    path = write_sparse(folder / "file.parquet", metadata)
    return advise_on_file(rule, path, needs_pages=False, **thresholds)


def advise_on_file(
    rule: str, path: Path, *, needs_pages: bool = False, **thresholds: float
) -> list[Advice]:
    """What one rule says of a file; rules that need pages have them, and others where it is said."""
    known = rules_by_id()[rule]
    assert isinstance(known, LintRule)
    settings = LintSettings((rule,), needs_pages or known.needs == "pages", {rule: thresholds})
    return list(advise_on_source(str(path), path.name, settings).advice)


def outline(path: str, **fields: Any) -> FileOutline:
    """Of a file of which no rule has anything to say."""
    defaults: dict[str, Any] = {
        "path": path,
        "file_size": 256 * MIB,
        "num_rows": ROWS,
        "num_row_groups": 2,
        "created_by": CREATED_BY,
        "schema": (SchemaPart("id", "int64", "required", None),),
        "codecs": ("ZSTD",),
    }
    return FileOutline(**(defaults | fields))


def advise_on_table(rule: str, *files: FileOutline, **thresholds: float) -> list[Sighting]:
    """What one rule says of a table."""
    known = rules_by_id()[rule]
    assert isinstance(known, TableRule)
    settings = LintSettings((rule,), thresholds={rule: thresholds})
    return list(
        known.advise(TableOutline(folder_of(files[0].path), files), settings.thresholds_of(known))
    )
