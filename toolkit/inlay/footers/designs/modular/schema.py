"""The schema of a modular footer: its elements, and which column a path is."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property

import pyarrow as pa

from inlay.footers.conversion.leaves import Leaves
from inlay.footers.designs.build import array_from
from inlay.footers.designs.columns_by_path import MOST_DOTS, ColumnsByPath, list_readings
from inlay.footers.designs.modular.module_bytes import ModularBytes
from inlay.footers.designs.modular.root import Root
from inlay.footers.designs.modular.schema_index import (
    SchemaIndex,
    has_path,
    list_candidates,
    read_schema_index,
)
from inlay.footers.designs.ranges import Placed
from inlay.footers.designs.wanted import wrap_integers
from inlay.ground.schema.names import ColumnNameError, refuse_shared_path
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.wording.amounts import count
from inlay_runtime.errors import InvalidValueError
from parquet_format.modular import ModuleKind, SchemaModule


class ModularSchema:
    """Fetched and decoded when it is asked. Raises DecodeError for what breaks a rule."""

    def __init__(self, root: Root, source: ModularBytes) -> None:
        self._root = root
        self._bytes = source

    @cached_property
    def module(self) -> SchemaModule:
        """Its elements, and the orders of columns."""
        with Placed(self._root.modules[ModuleKind.SCHEMA].offset, "schema"):
            module = SchemaModule.decode(bytes(self._data))
            columns = self._root.num_columns
            if sum(element.type is not None for element in module.schema) != columns:
                raise InvalidValueError(f"its leaves are not the {count(columns, 'column')}", 0)
            return module

    def find(self, paths: Sequence[str]) -> pa.Int32Array:
        """The column of each path, as `FooterDesign.find`."""
        index = self._index
        if index is None or any(path.count(".") > MOST_DOTS for path in paths):
            return self._columns_by_path.find(paths)
        columns = [self._column(index, path) for path in paths]
        known = array("i", [column for column in columns if column is not None])
        answer: pa.Int32Array = (
            wrap_integers(known) if len(known) == len(columns) else array_from(columns, pa.int32())
        )
        return answer

    @cached_property
    def _data(self) -> bytes | memoryview:
        return self._bytes.modules(ModuleKind.SCHEMA)[0]

    @cached_property
    def _index(self) -> SchemaIndex | None:
        """With the schema in the same step, for a hash alone is no proof."""
        if ModuleKind.SCHEMA_INDEX not in self._root.modules:
            return None
        module, self._data = self._bytes.modules(ModuleKind.SCHEMA_INDEX, ModuleKind.SCHEMA)
        with Placed(self._root.modules[ModuleKind.SCHEMA_INDEX].offset, "schema index"):
            return read_schema_index(module, self._root.num_columns)

    def _column(self, index: SchemaIndex, path: str) -> int | None:
        columns = {
            column
            for names in list_readings(path)
            for column in list_candidates(index, names)
            if has_path(index, self._data, column, names)
        }
        if len(columns) > 1:
            raise self._refuse_shared_path(path)
        return columns.pop() if columns else None

    @cached_property
    def _columns_by_path(self) -> ColumnsByPath:
        leaves = Leaves(self.module.schema).list
        paths = (".".join(reversed(leaf.names_upwards())) for leaf in leaves)
        return ColumnsByPath(paths, self._refuse_shared_path)

    def _refuse_shared_path(self, path: str) -> ColumnNameError:
        return refuse_shared_path(SchemaTree(self.module.schema), path)
