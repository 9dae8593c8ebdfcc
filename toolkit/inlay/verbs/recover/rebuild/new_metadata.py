"""The footer that pages prove: schema and words from the file that is like it, everything else from the pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.ground.schema_copies.keys import (
    ARROW_SCHEMA,
    AVRO_SCHEMAS,
    HUGGINGFACE,
    ICEBERG_SCHEMA,
    OF_COLUMNS,
    SPARK_SCHEMA,
)
from inlay.pages.engine.packed_chunks import TOGETHER
from inlay.verbs.recover.rebuild.lost_column import LostColumn
from inlay.verbs.recover.rebuild.lost_pages import LostPages
from inlay.verbs.recover.rebuild.page_reading import LostGroup, PageSpan
from inlay.verbs.recover.rebuild.tried_codecs import BuiltChunk, put_codecs
from inlay_runtime.distribution import find_version
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    FileMetaData,
    KeyValue,
    RowGroup,
)

_OF_SCHEMA: Final = frozenset(
    (ARROW_SCHEMA, SPARK_SCHEMA, ICEBERG_SCHEMA, HUGGINGFACE, *AVRO_SCHEMAS, *OF_COLUMNS)
)
"""Keys that are true of every file with this schema. What others say, the writer may have said of the rows of one file."""

_MOST_ORDINALS: Final = 32767


def build_metadata(
    like: FileMetaData,
    pages: LostPages,
    columns: Sequence[LostColumn],
    groups: Sequence[LostGroup],
) -> FileMetaData:
    """Without statistics. `created_by` says who rebuilt the footer, and whose pages they are like."""
    order = sorted(range(len(columns)), key=lambda number: columns[number].at)
    built = [
        _build_group(
            pages, columns, order, group, number if len(groups) <= _MOST_ORDINALS else None
        )
        for number, group in enumerate(groups)
    ]
    kept = [
        KeyValue(key=it.key, value=it.value)
        for it in like.key_value_metadata or ()
        if it.key in _OF_SCHEMA
    ]
    return FileMetaData(
        version=like.version,
        schema=like.schema,
        num_rows=sum(group.rows for group in groups),
        row_groups=built,
        key_value_metadata=kept or None,
        created_by=_created_by(like),
        column_orders=like.column_orders,
    )


def _created_by(like: FileMetaData) -> str:
    own = f"inlay version {find_version() or 'unknown'}"
    return f"{own} (rebuilt like {like.created_by})" if like.created_by else f"{own} (rebuilt)"


def _build_group(
    pages: LostPages,
    columns: Sequence[LostColumn],
    order: Sequence[int],
    group: LostGroup,
    ordinal: int | None,
) -> RowGroup:
    """`order` are the columns as the schema has them. As bytes: what is done takes a tenth of that."""
    chunks: list[ColumnChunk] = []
    plain = packed = 0
    for first in range(0, len(order), TOGETHER):
        some = [
            _build_chunk(pages, columns[number], group.chunks[number])
            for number in order[first : first + TOGETHER]
        ]
        put_codecs(pages, some, group.rows)
        plain += sum(it.meta.total_uncompressed_size for it in some)
        packed += sum(it.meta.total_compressed_size for it in some)
        together = RowGroup(columns=[it.chunk for it in some], total_byte_size=0, num_rows=0)
        chunks += RowGroup.decode(together.encode()).columns
    built = RowGroup(
        columns=chunks,
        total_byte_size=plain,
        num_rows=group.rows,
        file_offset=pages.pages.offsets[group.first],
        total_compressed_size=packed,
        ordinal=ordinal,
    )
    return RowGroup.decode(built.encode())


def _build_chunk(pages: LostPages, column: LostColumn, span: PageSpan) -> BuiltChunk:
    values, plain, encodings = 0, 0, dict[Encoding, None]()
    data_at = dictionary_at = index_at = None
    table = pages.pages
    for number in range(span.first, span.end):
        facts, offset = pages.facts_of(number), table.offsets[number]
        plain += table.start_of(number) - offset + facts.size
        if facts.is_data:
            values += facts.entries
            encodings[Encoding(facts.encoding)] = None
            data_at = offset if data_at is None else data_at
        elif facts.is_dictionary:
            encodings[Encoding(facts.encoding)] = None
            dictionary_at = offset
        elif index_at is None:
            index_at = offset
    if column.leaf.max_definition or column.leaf.max_repetition:
        encodings[Encoding.RLE] = None
    assert column.element.type is not None  # as every leaf has
    assert data_at is not None  # a chunk ends behind a data page
    meta = ColumnMetaData(
        type=column.element.type,
        encodings=list(encodings),
        path_in_schema=list(column.path),
        codec=CompressionCodec.UNCOMPRESSED,
        num_values=values,
        total_uncompressed_size=plain,
        total_compressed_size=table.end_of(span.end - 1) - table.offsets[span.first],
        data_page_offset=data_at,
        index_page_offset=index_at,
        dictionary_page_offset=dictionary_at,
    )
    return BuiltChunk(column, span, ColumnChunk(file_offset=0, meta_data=meta), meta)
