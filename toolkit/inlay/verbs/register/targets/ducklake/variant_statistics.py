"""What a catalog says of a Variant, and of those paths through it that have a column of their own and are nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from inlay.verbs.register.record import FileRecord
from inlay.verbs.register.schema.read_columns import read_leaf_type
from inlay.verbs.register.targets.ducklake.column_types import adapt_leaf, name_type
from inlay.verbs.register.targets.ducklake.statistics import (
    UNKNOWN,
    FileStatistics,
    write_statistics,
)
from inlay.verbs.register.variant_leaves import find_counted


class PathStatistics(NamedTuple):
    """`steps` are names of fields, and `type` what DuckLake calls the type of the values."""

    column_id: int
    steps: tuple[str, ...]
    type: str
    values: FileStatistics

    @property
    def row(self) -> tuple[Any, ...]:
        """What the catalog has of it, from the column on."""
        path = ".".join('"' + step.replace('"', '""') + '"' for step in self.steps)
        return (self.column_id, path, self.type, *self.values.row)

    def describe(self) -> dict[str, Any]:
        return {**self._asdict(), "values": self.values._asdict()}


def write_variant(record: FileRecord, name: str) -> FileStatistics:
    """Of a column of the file."""
    leaf = find_counted(record, (name,))
    if leaf is None or leaf.values is None or leaf.nulls is None:
        return UNKNOWN
    sizes = [it.compressed for it in record.leaves if it.path[0] == name]
    size = sum(it for it in sizes if it is not None) if None not in sizes else None
    return FileStatistics(size, leaf.values - leaf.nulls, leaf.nulls, None, None, None)


def list_paths(record: FileRecord, name: str, column_id: int) -> Iterator[PathStatistics]:
    """Those through the Variant of a column of the file. One that is a single value has none."""
    for path in record.paths:
        type_ = adapt_leaf(read_leaf_type(path.leaf.rules.element))
        known = name_type(type_)
        if path.variant == (name,) and path.steps and known is not None:
            yield PathStatistics(column_id, path.steps, known, write_statistics(path.leaf, type_))
