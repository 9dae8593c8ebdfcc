"""Footers as Arrow tables, one or thousands of them at a time: `docs/columnar.md`."""

from __future__ import annotations

from inlay.tables.columnar.problems import Problem, problem_of, problem_table
from inlay.tables.columnar.tables import (
    chunk_table,
    extension_table,
    file_table,
    footer_tables,
    key_value_table,
    row_group_table,
    schema_table,
)

__all__ = [
    "Problem",
    "chunk_table",
    "extension_table",
    "file_table",
    "footer_tables",
    "key_value_table",
    "problem_of",
    "problem_table",
    "row_group_table",
    "schema_table",
]
