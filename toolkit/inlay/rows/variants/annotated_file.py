"""pyarrow's reader of Parquet files, which gives annotated groups as Variants whatever is registered in the process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, Final, Protocol, cast

import pyarrow as pa
from pyarrow.parquet import ParquetFile

from inlay.footers.footer.errors import FooterError
from inlay.footers.footer.footer import Footer
from inlay.ground.arrow_fields import Field, field_in, fields_in
from inlay.ground.arrow_rows import column_in, replace_column
from inlay.ground.schema.tree import SchemaTree
from inlay.rows.variants.annotated_schema import annotate_schema, may_hold_variants
from inlay_variant.arrow.nested_types import replace_variants
from inlay_variant.arrow.retyping import Rows, retype
from parquet_format.parquet import FileMetaData

_WRITE_AGAIN: Final = "write the file again; `inlay verify` says what else its footer contradicts"


class _Reader(Protocol):
    """What `ParquetFile` does, with types."""

    def read(self, *arguments: Any, **options: Any) -> pa.Table: ...

    def read_row_group(self, i: int, *arguments: Any, **options: Any) -> pa.Table: ...

    def read_row_groups(self, groups: list[int], *arguments: Any, **options: Any) -> pa.Table: ...

    def iter_batches(
        self, size: int, groups: list[int] | None, *arguments: Any, **options: Any
    ) -> Iterator[pa.RecordBatch]: ...


class AnnotatedFile(ParquetFile):
    """`thrift` gives the footer of the source, which is decoded where a type of the file could be a Variant's. Its types
    are not checked: see `inlay.rows.variants.reading.with_variants`. `footer` is that of the source; who reads no rows needs none.

    A part of the columns of a group is a plain struct. Reading rows raises FooterError for a row group with fewer than 0.
    """

    def __init__(
        self,
        source: Any,
        thrift: Callable[[], bytes],
        footer: Footer | None,
        **options: Any,
    ) -> None:
        cast(Any, super()).__init__(source, **options)  # its stubs lack the newest options
        self._thrift = thrift
        self._footer = footer
        self._annotated: pa.Schema | None = None

    @property
    def thrift(self) -> bytes:
        return self._thrift()

    @property
    def footer(self) -> Footer | None:
        return self._footer

    @property
    def is_part(self) -> bool:
        """Whether it has some of the columns of the source, as who opened it asked for."""
        return self._footer is not None and self._thrift() != self._footer.thrift

    @cached_property
    def tree(self) -> SchemaTree:
        """The schema in our own words. Raises what `schema_arrow` does."""
        return SchemaTree(FileMetaData.decode(self._thrift(), fields=["schema"]).schema)

    @property
    def schema_arrow(self) -> pa.Schema:
        """Raises DecodeError for a footer that pyarrow reads and we do not."""
        if self._annotated is None:
            schema = super().schema_arrow
            if any(may_hold_variants(field.type) for field in fields_in(schema)):
                metadata = FileMetaData.decode(self._thrift(), fields=["schema"])
                schema = annotate_schema(schema, metadata.schema)
            self._annotated = schema
        return self._annotated

    def read(self, *arguments: Any, **options: Any) -> pa.Table:
        self.refuse_negative_rows()
        return self._with_types(self._reader().read(*arguments, **options))

    def read_row_group(self, i: int, *arguments: Any, **options: Any) -> pa.Table:
        self.refuse_negative_rows([i])
        return self._with_types(self._reader().read_row_group(i, *arguments, **options))

    def read_row_groups(self, row_groups: list[int], *arguments: Any, **options: Any) -> pa.Table:
        self.refuse_negative_rows(row_groups)
        return self._with_types(self._reader().read_row_groups(row_groups, *arguments, **options))

    def iter_batches(
        self,
        batch_size: int = 65_536,
        row_groups: list[int] | None = None,
        *arguments: Any,
        **options: Any,
    ) -> Iterator[pa.RecordBatch]:
        self.refuse_negative_rows(row_groups)
        for batch in self._reader().iter_batches(batch_size, row_groups, *arguments, **options):
            yield self._with_types(batch)

    def _reader(self) -> _Reader:
        return cast("_Reader", super())

    def _with_types(self, rows: Rows) -> Rows:
        return with_types(rows, self.schema_arrow) if may_have_types(rows) else rows

    def refuse_negative_rows(self, row_groups: Iterable[int] | None = None) -> None:
        """Raises FooterError for one of these row groups, or of all, with fewer than 0 rows: pyarrow adds up the rows of all
        of them, and would leave out as many of the others."""
        if self._footer is None:
            return
        for number in range(self.num_row_groups) if row_groups is None else row_groups:
            rows = self.metadata.row_group(number).num_rows
            if rows < 0:
                what = f"row_groups[{number}].num_rows: {rows:,}, and rows are 0 or more"
                raise FooterError(
                    self._footer.path, self._footer.offset, what, _WRITE_AGAIN, "row-count"
                )


def may_have_types(rows: Rows) -> bool:
    """Whether a column could be a Variant's: most are not, and need no look at the schema of the file."""
    return any(may_hold_variants(field.type) for field in fields_in(rows.schema))


def with_types(rows: Rows, schema: pa.Schema) -> Rows:
    """What pyarrow read of a file of this schema. A column with a part of its leaves stays as it is."""
    for index, field in enumerate(fields_in(rows.schema)):
        if not may_hold_variants(field.type):
            continue
        for there in _of_name(schema, field.name):
            if replace_variants(there.type) == replace_variants(field.type):
                if there.type != field.type or there.metadata != field.metadata:
                    column = retype(column_in(rows, index), there.type)
                    rows = replace_column(rows, index, there, column)
                break
    return rows


def _of_name(schema: pa.Schema, name: str) -> list[Field]:
    return [field_in(schema, at) for at in schema.get_all_field_indices(name)]
