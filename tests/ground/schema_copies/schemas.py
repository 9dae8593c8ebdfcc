"""Schemas as lists of elements, written shortly, and the changes of them that tests ask for."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.footers.footer.read import read_footer
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.schema_copies import SchemaChange
from parquet_format.parquet import FileMetaData, SchemaElement


def metadata_of(schema: pa.Schema) -> FileMetaData:
    """The footer that pyarrow writes of no rows."""
    file = io.BytesIO()
    pq.write_table(schema.empty_table(), file)
    return read_footer(file).metadata


def renaming(schema: Sequence[SchemaElement], names: Mapping[str, str]) -> SchemaChange:
    """By paths, `a.list.element.b`, and last names."""
    numbers = {".".join(node.path): at for at, node in enumerate(SchemaTree(schema).nodes)}
    return SchemaChange(schema, names={numbers[path]: name for path, name in names.items()})
