"""A FileMetaData as JSON: the struct as it is, and beside every statistics what its bounds mean, under `@decoded`.

No name of an IDL begins with `@`.
"""

from __future__ import annotations

from typing import Final, cast

from inlay.ground.documents.values import Json, to_json
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.values.decode import Decoder, choose_decoder, read_value
from inlay_runtime.document import document_struct
from parquet_format.parquet import FileMetaData, Statistics

DECODED: Final = "@decoded"


def document_metadata(metadata: FileMetaData, schema: SchemaTree) -> dict[str, Json]:
    """The struct under the names of the IDL."""
    shown = document_struct(metadata, is_whole=False)
    decoders = [choose_decoder(leaf.element) for leaf in schema.leaves]
    row_groups = cast("list[dict[str, list[dict[str, Json]]]]", shown["row_groups"])
    for row_group, dumped in zip(metadata.row_groups, row_groups, strict=True):
        columns = zip(row_group.columns, dumped["columns"], decoders, strict=False)
        for chunk, dumped_chunk, decode in columns:
            meta = chunk.meta_data
            if meta is not None and meta.statistics is not None:
                dumped_meta = cast("dict[str, dict[str, Json]]", dumped_chunk["meta_data"])
                dumped_meta["statistics"][DECODED] = _bounds(meta.statistics, decode)
    return shown


def _bounds(statistics: Statistics, decode: Decoder) -> Json:
    raw = {
        "min": statistics.min,
        "max": statistics.max,
        "min_value": statistics.min_value,
        "max_value": statistics.max_value,
    }
    return {
        name: to_json(read_value(decode, value)) for name, value in raw.items() if value is not None
    }
