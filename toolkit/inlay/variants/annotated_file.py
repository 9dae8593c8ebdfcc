"""pyarrow's reader of Parquet files, which gives annotated groups as Variants whatever is registered in the process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pyarrow as pa
from pyarrow.parquet import ParquetFile

from inlay.variants.annotated_schema import annotate_schema, may_hold_variants
from inlay_variant.arrow.nested_types import replace_variants
from inlay_variant.arrow.retyping import Rows, retype
from inlay_variant.storage.arrow_classes import Field
from parquet_format.parquet import FileMetaData


class AnnotatedFile(ParquetFile):
    """`thrift` gives the footer of the source, which is decoded where a type of the file could be a Variant's. Its types
    are not checked: see `inlay.variants.reading.with_variants`.

    A part of the columns of a group is a plain struct.
    """

    def __init__(self, source: Any, thrift: Callable[[], bytes], **options: Any) -> None:
        super().__init__(source, **options)
        self._thrift = thrift
        self._annotated: pa.Schema | None = None

    @property
    def schema_arrow(self) -> pa.Schema:
        """Raises DecodeError for a footer that pyarrow reads and we do not."""
        if self._annotated is None:
            schema = super().schema_arrow
            if any(may_hold_variants(field.type) for field in schema):
                metadata = FileMetaData.decode(self._thrift(), fields=["schema"])
                schema = annotate_schema(schema, metadata.schema)
            self._annotated = schema
        return self._annotated

    def read(self, *arguments: Any, **options: Any) -> pa.Table:
        return with_types(super().read(*arguments, **options), self.schema_arrow)

    def read_row_group(self, *arguments: Any, **options: Any) -> pa.Table:
        return with_types(super().read_row_group(*arguments, **options), self.schema_arrow)

    def read_row_groups(self, *arguments: Any, **options: Any) -> pa.Table:
        return with_types(super().read_row_groups(*arguments, **options), self.schema_arrow)

    def iter_batches(self, *arguments: Any, **options: Any) -> Iterator[pa.RecordBatch]:
        for batch in super().iter_batches(*arguments, **options):
            yield with_types(batch, self.schema_arrow)


def with_types(rows: Rows, schema: pa.Schema) -> Rows:
    """What pyarrow read of a file of this schema. A column with a part of its leaves stays as it is."""
    for index, field in enumerate(rows.schema):
        if not may_hold_variants(field.type):
            continue
        for there in _of_name(schema, field.name):
            if replace_variants(there.type) == replace_variants(field.type):
                if there.type != field.type or there.metadata != field.metadata:
                    column: Any = retype(rows.column(index), there.type)
                    rows = rows.set_column(index, there, column)
                break
    return rows


def _of_name(schema: pa.Schema, name: str) -> list[Field]:
    return [schema.field(at) for at in schema.get_all_field_indices(name)]
