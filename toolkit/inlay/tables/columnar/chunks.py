"""One row per column chunk."""

from __future__ import annotations

from typing import Final

import pyarrow as pa

from inlay.footers.designs.build import DOT, array_from
from inlay.footers.designs.extracted import Array
from inlay.ground.arrow_fields import field_in
from inlay.ground.arrow_functions import compute
from inlay.ground.arrow_rows import make_struct
from inlay.tables.columnar import leaves, meanings, trees
from inlay.tables.columnar.bounds import format_bounds
from inlay.tables.columnar.extracted_arrays import ExtractedArrays
from inlay.tables.columnar.meanings import build_texts, describe_meaning
from inlay.tables.columnar.paths import CHUNKS
from inlay.tables.columnar.recipe import (
    Recipe,
    Recipes,
    join_needs,
    list_of_names,
    read_names,
    take_extension,
    take_ordinal,
    take_plain,
    take_structs,
)
from inlay.tables.columnar.schemas import BOX, COLUMN_CHUNKS
from parquet_format.parquet import (
    CompressionCodec,
    Encoding,
    PageType,
    Type,
)

_PATH: Final = "meta_data.path_in_schema[]"
_KEY_PATH: Final = "crypto_metadata.ENCRYPTION_WITH_COLUMN_KEY.path_in_schema[]"
_PATHS: Final = join_needs({CHUNKS: [_PATH, _KEY_PATH]}, leaves.NEEDS, trees.NEEDS)
_BOX: Final = [f"meta_data.geospatial_statistics.bbox.{name}" for name in BOX]
_HAS_BOX: Final = "meta_data.geospatial_statistics.bbox"
_KEYS: Final = {1: "footer key", 2: "column key"}
"""By the variant of ColumnCryptoMetaData."""


def _meta(name: str) -> Recipe:
    return take_plain(CHUNKS, f"meta_data.{name}")


def _statistic(name: str) -> Recipe:
    return take_plain(CHUNKS, f"meta_data.statistics.{name}")


def _path_lists(source: ExtractedArrays) -> Array:
    """Where an encrypted chunk has no metadata, its key may say which column it is, and else the schema."""
    own_paths = source.array(CHUNKS, _PATH)
    if not own_paths.null_count:
        return own_paths
    from_schema = array_from(source.trees.paths, own_paths.type).take(source.chunk_elements)
    return compute.coalesce(own_paths, source.array(CHUNKS, _KEY_PATH), from_schema)


def _logical_types(source: ExtractedArrays) -> Array:
    return build_texts(
        [describe_meaning(element) for element in source.meanings.elements], source.chunk_kinds
    )


def _bounds(which: str) -> Recipe:
    value, deprecated = f"meta_data.statistics.{which}_value", f"meta_data.statistics.{which}"

    def build(source: ExtractedArrays) -> Array:
        return format_bounds(source, source.array(CHUNKS, value), source.array(CHUNKS, deprecated))

    needs = join_needs({CHUNKS: [value, deprecated]}, leaves.NEEDS, meanings.NEEDS)
    return Recipe(needs, build)


def _boxes(source: ExtractedArrays) -> Array:
    """Null where there is no box, which `make_struct` takes as a mask of what is."""
    is_absent = compute.invert(source.array(CHUNKS, _HAS_BOX))
    corners = [source.array(CHUNKS, path) for path in _BOX]
    fields = [pa.field(name, pa.float64()) for name in BOX]
    return make_struct(corners, fields, is_absent)


def _encryption(source: ExtractedArrays) -> Array:
    variants = source.array(CHUNKS, "crypto_metadata").dictionary_encode()
    names = [
        _KEYS.get(variant, f"UNKNOWN_{variant}") for variant in variants.dictionary.to_pylist()
    ]
    return array_from(names, pa.string()).take(variants.indices)


RECIPES: Final[Recipes] = {
    "row_group": take_ordinal(CHUNKS, 1),
    "column": take_ordinal(CHUNKS, 2),
    "path": Recipe(_PATHS, lambda source: compute.binary_join(_path_lists(source), DOT)),
    "path_in_schema": Recipe(_PATHS, _path_lists),
    "physical_type": read_names(CHUNKS, "meta_data.type", Type),
    "logical_type": Recipe(join_needs({CHUNKS: []}, leaves.NEEDS, meanings.NEEDS), _logical_types),
    "codec": read_names(CHUNKS, "meta_data.codec", CompressionCodec),
    "encodings": list_of_names(CHUNKS, "meta_data.encodings[]", Encoding),
    "num_values": _meta("num_values"),
    "total_compressed_size": _meta("total_compressed_size"),
    "total_uncompressed_size": _meta("total_uncompressed_size"),
    "file_path": take_plain(CHUNKS, "file_path"),
    "file_offset": take_plain(CHUNKS, "file_offset"),
    "data_page_offset": _meta("data_page_offset"),
    "index_page_offset": _meta("index_page_offset"),
    "dictionary_page_offset": _meta("dictionary_page_offset"),
    "offset_index_offset": take_plain(CHUNKS, "offset_index_offset"),
    "offset_index_length": take_plain(CHUNKS, "offset_index_length"),
    "column_index_offset": take_plain(CHUNKS, "column_index_offset"),
    "column_index_length": take_plain(CHUNKS, "column_index_length"),
    "bloom_filter_offset": _meta("bloom_filter_offset"),
    "bloom_filter_length": _meta("bloom_filter_length"),
    "null_count": _statistic("null_count"),
    "distinct_count": _statistic("distinct_count"),
    "nan_count": _statistic("nan_count"),
    "min_value": _statistic("min_value"),
    "max_value": _statistic("max_value"),
    "min_deprecated": _statistic("min"),
    "max_deprecated": _statistic("max"),
    "is_min_value_exact": _statistic("is_min_value_exact"),
    "is_max_value_exact": _statistic("is_max_value_exact"),
    "min_text": _bounds("min"),
    "max_text": _bounds("max"),
    "unencoded_byte_array_data_bytes": _meta("size_statistics.unencoded_byte_array_data_bytes"),
    "repetition_level_histogram": _meta("size_statistics.repetition_level_histogram[]"),
    "definition_level_histogram": _meta("size_statistics.definition_level_histogram[]"),
    "bounding_box": Recipe({CHUNKS: [_HAS_BOX, *_BOX]}, _boxes),
    "geospatial_types": _meta("geospatial_statistics.geospatial_types[]"),
    "encoding_stats": take_structs(
        CHUNKS,
        "meta_data.encoding_stats",
        field_in(COLUMN_CHUNKS, "encoding_stats").type,
        {"page_type": PageType, "encoding": Encoding},
    ),
    "key_values": take_structs(
        CHUNKS, "meta_data.key_value_metadata", field_in(COLUMN_CHUNKS, "key_values").type
    ),
    "encryption": Recipe({CHUNKS: ["crypto_metadata"]}, _encryption),
    "encrypted_metadata_length": take_plain(CHUNKS, "encrypted_column_metadata@size"),
    **take_extension(CHUNKS),
    **take_extension(CHUNKS, "metadata_", "meta_data.extension"),
}
