"""One row per footer."""

from __future__ import annotations

from typing import Final

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.footers.designs.extracted import Array
from inlay.tables.columnar import leaves
from inlay.tables.columnar.extracted_arrays import ExtractedArrays
from inlay.tables.columnar.paths import FOOTERS
from inlay.tables.columnar.recipe import Recipe, Recipes, join_needs, take_extension, take_plain
from parquet_format.parquet import ENCRYPTION_ALGORITHM


def _lengths(source: ExtractedArrays) -> Array:
    lengths = [memoryview(source.data[at]).nbytes for at in source.footers]
    return array_from(lengths, pa.int64())


def _column_counts(source: ExtractedArrays) -> Array:
    counts = [source.leaves.count(footer) for footer in source.footers]
    return array_from(counts, pa.int32())


def _algorithms(source: ExtractedArrays) -> Array:
    variants = source.array(FOOTERS, "encryption_algorithm").dictionary_encode()
    names: list[str] = []
    for variant in variants.dictionary.to_pylist():
        known = ENCRYPTION_ALGORITHM.by_id.get(variant)
        names.append(known.name if known is not None else f"UNKNOWN_{variant}")
    return array_from(names, pa.string()).take(variants.indices)


RECIPES: Final[Recipes] = {
    "footer_length": Recipe({FOOTERS: []}, _lengths),
    "trailing_length": take_plain(FOOTERS, "@trailing"),
    "version": take_plain(FOOTERS, "version"),
    "num_rows": take_plain(FOOTERS, "num_rows"),
    "num_row_groups": take_plain(FOOTERS, "row_groups"),
    "num_columns": Recipe(join_needs({FOOTERS: []}, leaves.NEEDS), _column_counts),
    "num_schema_elements": take_plain(FOOTERS, "schema"),
    "num_key_values": take_plain(FOOTERS, "key_value_metadata"),
    "created_by": take_plain(FOOTERS, "created_by"),
    "encryption_algorithm": Recipe({FOOTERS: ["encryption_algorithm"]}, _algorithms),
    "signing_key_metadata": take_plain(FOOTERS, "footer_signing_key_metadata"),
    "num_unknown_fields": take_plain(FOOTERS, "@unknown_fields"),
    "num_extensions": take_plain(FOOTERS, "@extensions"),
    **take_extension(FOOTERS),
}
