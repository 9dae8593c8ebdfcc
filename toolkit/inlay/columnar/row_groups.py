"""One row per row group."""

from __future__ import annotations

from typing import Final

from inlay.columnar.recipe import Recipes, extension, ordinal, plain, structs
from inlay.columnar.rows import ROW_GROUPS
from inlay.columnar.schemas import ROW_GROUPS as ARROW_SCHEMA

RECIPES: Final[Recipes] = {
    "row_group": ordinal(ROW_GROUPS, 1),
    "num_rows": plain(ROW_GROUPS, "num_rows"),
    "num_columns": plain(ROW_GROUPS, "columns"),
    "total_byte_size": plain(ROW_GROUPS, "total_byte_size"),
    "total_compressed_size": plain(ROW_GROUPS, "total_compressed_size"),
    "file_offset": plain(ROW_GROUPS, "file_offset"),
    "ordinal": plain(ROW_GROUPS, "ordinal"),
    "sorting_columns": structs(
        ROW_GROUPS, "sorting_columns", ARROW_SCHEMA.field("sorting_columns").type
    ),
    **extension(ROW_GROUPS),
}
