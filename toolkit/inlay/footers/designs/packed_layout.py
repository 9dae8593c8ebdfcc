"""What footers of packed arrays have in common: a root with counts, modules, and a supplement that says what they do not."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import ClassVar, Protocol

import pyarrow as pa

from inlay.footers.conversion.edit_script import Rules
from inlay.footers.conversion.leaves import Leaves
from inlay.footers.designs.answers import BOUNDS
from inlay.footers.designs.columns_by_path import ColumnsByPath
from inlay.footers.designs.extracted import Array
from inlay.footers.designs.fetch import CountedFetch, Range
from inlay.footers.designs.layout import FooterLayout, NotCarriedError
from inlay.footers.designs.modular.as_thrift import thrift_of
from inlay.footers.designs.modular.bounds import NOTHING, arrays_of_bounds
from inlay.footers.designs.ranges import Placed, Tail
from inlay.footers.designs.supplement import Said
from inlay.footers.designs.wanted import WantedChunks
from inlay_runtime.errors import InvalidValueError
from parquet_format.modular import FileMetadataModule, SchemaModule
from parquet_format.parquet import ColumnOrder, KeyValue, SchemaElement


class CountedRoot(Protocol):
    """What both roots say."""

    @property
    def version(self) -> int: ...
    @property
    def num_columns(self) -> int: ...
    @property
    def num_rows(self) -> int: ...


class PackedLayout(FooterLayout):
    """A footer of packed arrays. What is sealed is checked before it is answered; `is_protected` says whether it is.

    The modules of the schema and of the file's metadata have the same bytes in both designs, so one reader serves them.
    """

    TAIL: ClassVar[int]
    """Bytes that are read first: the root, and what vouches for it."""

    RULES: ClassVar[Rules]
    """By which the script leads from what the modules say to the Thrift bytes."""

    def __init__(self, fetch: CountedFetch, footer: Range) -> None:
        super().__init__(fetch, footer)
        self._tail = Tail(fetch, footer, self.TAIL)

    @property
    @abstractmethod
    def _counts(self) -> CountedRoot: ...

    @property
    @abstractmethod
    def _said(self) -> Said | None:
        """What the supplement says; None where there is none."""

    @abstractmethod
    def _schema_bytes(self) -> tuple[int, bytes | memoryview]:
        """The module of the schema, and where it lies."""

    @abstractmethod
    def _file_metadata_bytes(self) -> tuple[int, bytes | memoryview] | None:
        """The same of the file's metadata; None where there is none."""

    @abstractmethod
    def _script(self) -> bytes:
        """What leads back to the Thrift bytes. Raises NotCarriedError where there is no supplement."""

    @abstractmethod
    def _bounds_by_column(
        self, wanted: WantedChunks, *, absent_means_exact: bool
    ) -> Iterator[list[Array]]:
        """The columns of `BOUNDS` but its ordinals, for each column that is wanted."""

    @property
    def is_protected(self) -> bool:
        """Whether CRCs vouch for what is answered. The published designs have none."""
        return self._said is not None

    @property
    def num_columns(self) -> int:
        return self._counts.num_columns

    @property
    def version(self) -> int:
        return self._counts.version

    @property
    def num_rows(self) -> int:
        return self._counts.num_rows

    @property
    @abstractmethod
    def row_group_num_rows(self) -> Sequence[int]:
        """The rows of each row group."""

    @property
    def schema(self) -> list[SchemaElement]:
        return self._schema_module.schema

    @property
    def column_orders(self) -> list[ColumnOrder] | None:
        return self._schema_module.column_orders

    @cached_property
    def _schema_module(self) -> SchemaModule:
        place, data = self._schema_bytes()
        with Placed(place, "schema"):
            module = SchemaModule.decode(bytes(data))
            if sum(element.type is not None for element in module.schema) != self.num_columns:
                raise InvalidValueError(f"its leaves are not the {self.num_columns} columns", 0)
            return module

    @property
    def described(self) -> tuple[str | None, list[KeyValue] | None]:
        """Who wrote the file, and the key-value pairs where they are there."""
        return self._file_metadata.created_by, self._file_metadata.key_value_metadata

    @property
    def key_values(self) -> list[KeyValue]:
        return self._file_metadata.key_value_metadata or []

    @cached_property
    def _file_metadata(self) -> FileMetadataModule:
        placed = self._file_metadata_bytes()
        if placed is None:
            return FileMetadataModule()
        with Placed(placed[0], "file metadata"):
            return FileMetadataModule.decode(bytes(placed[1]))

    def find(self, paths: Sequence[str]) -> pa.Int32Array:
        return self._columns_by_path.find(paths)

    @cached_property
    def _columns_by_path(self) -> ColumnsByPath:
        paths = (".".join(reversed(leaf.names_upwards())) for leaf in Leaves(self.schema).list)
        return ColumnsByPath(paths, self.refuse_shared_path)

    def _wanted(
        self, columns: Sequence[int] | None, row_groups: Sequence[int] | None
    ) -> WantedChunks:
        return WantedChunks(columns, row_groups, self.num_columns, self.num_row_groups)

    def bounds(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        said = self._said
        if said is not None and Said.ODD_STATISTICS in said:
            what = "some statistics have a bound without its partner, or exactness without a bound"
            raise NotCarriedError(what)
        is_exact = said is None or Said.ABSENT_MEANS_EXACT in said
        return self.recorded_bounds(columns, row_groups, absent_means_exact=is_exact)

    def recorded_bounds(
        self,
        columns: Sequence[int] | None = None,
        row_groups: Sequence[int] | None = None,
        *,
        absent_means_exact: bool,
    ) -> pa.RecordBatch:
        """The same as the arrays have it, also where Thrift said more, and where it did not say what is exact."""
        wanted = self._wanted(columns, row_groups)
        parts = list(self._bounds_by_column(wanted, absent_means_exact=absent_means_exact))
        if not parts:
            parts.append(arrays_of_bounds(NOTHING, 0))
        arrays = (
            parts[0]
            if len(parts) == 1
            else [pa.concat_arrays(column) for column in zip(*parts, strict=True)]
        )
        return pa.RecordBatch.from_arrays([*wanted.ordinals(), *arrays], schema=BOUNDS)

    def thrift(self) -> bytes:
        """The Thrift footer that this one was made from, to the byte. Raises NotCarriedError where there is no supplement,
        and EditScriptError where it does not fit."""
        return thrift_of(self, self._script(), self.RULES)
