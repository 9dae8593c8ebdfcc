"""A FileMetaData as JSON: the struct as it is, and beside every statistics what its bounds mean, under `@decoded`.

No name of an IDL begins with `@`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from typing import Final, cast

from inlay.ground.documents.pieces import StreamedJson
from inlay.ground.documents.values import Json, to_json
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.values.decode import Decoder, choose_decoder, read_value
from inlay_runtime.document import document_struct
from parquet_format.parquet import ColumnChunk, FileMetaData, RowGroup, Statistics

DECODED: Final = "@decoded"


def stream_metadata(
    metadata: FileMetaData,
    schema: SchemaTree,
    chunks_of: Callable[[RowGroup], Iterable[ColumnChunk]],
) -> dict[str, StreamedJson]:
    """The struct under the names of the IDL; row groups and the chunks that `chunks_of` gives of each become documents when their turn comes."""
    decoders = [choose_decoder(leaf.element) for leaf in schema.leaves]

    def stream_columns(row_group: RowGroup) -> Iterator[dict[str, Json]]:
        for chunk, decode in zip_longest(chunks_of(row_group), decoders):
            if chunk is not None:
                yield _document_chunk(chunk, decode)

    row_groups = (
        _document_with(group, "columns", stream_columns(group)) for group in metadata.row_groups
    )
    return _document_with(metadata, "row_groups", row_groups)


def _document_with(
    struct: FileMetaData | RowGroup, name: str, items: Iterator[StreamedJson]
) -> dict[str, StreamedJson]:
    given = {name: cast(Json, items)}
    return cast("dict[str, StreamedJson]", document_struct(struct, is_whole=False, given=given))


def _document_chunk(chunk: ColumnChunk, decode: Decoder | None) -> dict[str, Json]:
    """A chunk that no element of the schema has is shown without values."""
    shown = document_struct(chunk, is_whole=False)
    meta = chunk.meta_data
    if decode is not None and meta is not None and meta.statistics is not None:
        shown_meta = cast("dict[str, dict[str, Json]]", shown["meta_data"])
        shown_meta["statistics"][DECODED] = _bounds(meta.statistics, decode)
    return shown


def _bounds(statistics: Statistics, decode: Decoder) -> Json:
    """Most writers say each bound twice, in the old fields and the new ones: it is decoded once."""
    decoded: dict[bytes, Json] = {}
    shown: dict[str, Json] = {}
    for name, value in (
        ("min", statistics.min),
        ("max", statistics.max),
        ("min_value", statistics.min_value),
        ("max_value", statistics.max_value),
    ):
        if value is not None:
            raw = bytes(value)
            if raw not in decoded:
                decoded[raw] = to_json(read_value(decode, raw))
            shown[name] = decoded[raw]
    return shown
