"""One row per row group."""

from __future__ import annotations

from typing import Final

from inlay.ground.arrow_fields import field_in
from inlay.tables.columnar.paths import ROW_GROUPS
from inlay.tables.columnar.recipe import (
    Recipes,
    take_extension,
    take_ordinal,
    take_plain,
    take_structs,
)
from inlay.tables.columnar.schemas import ROW_GROUPS as ARROW_SCHEMA

RECIPES: Final[Recipes] = {
    "row_group": take_ordinal(ROW_GROUPS, 1),
    "num_rows": take_plain(ROW_GROUPS, "num_rows"),
    "num_columns": take_plain(ROW_GROUPS, "columns"),
    "total_byte_size": take_plain(ROW_GROUPS, "total_byte_size"),
    "total_compressed_size": take_plain(ROW_GROUPS, "total_compressed_size"),
    "file_offset": take_plain(ROW_GROUPS, "file_offset"),
    "ordinal": take_plain(ROW_GROUPS, "ordinal"),
    "sorting_columns": take_structs(
        ROW_GROUPS, "sorting_columns", field_in(ARROW_SCHEMA, "sorting_columns").type
    ),
    **take_extension(ROW_GROUPS),
}
