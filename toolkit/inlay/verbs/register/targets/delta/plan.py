"""What a commit would add to the log."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count
from inlay.verbs.register.check.held_file import HeldFile
from inlay.verbs.register.lake_file import LakeFile, list_schemas
from inlay.verbs.register.partitions import require_folders
from inlay.verbs.register.schema.distinct_names import require_distinct
from inlay.verbs.register.schema.table_leaves import list_leaves
from inlay.verbs.register.schema.table_types import TableColumn
from inlay.verbs.register.schema.unite_columns import pair_columns
from inlay.verbs.register.targets.delta.column_types import (
    UnknownTypeError,
    write_schema,
)
from inlay.verbs.register.targets.delta.file_statistics import StatisticsWriter
from inlay.verbs.register.targets.delta.held import hold_entry
from inlay.verbs.register.targets.delta.indexed_columns import choose_indexed
from inlay.verbs.register.targets.delta.locations import DeltaFolder
from inlay.verbs.register.targets.delta.losses import LOSSES, OUTSIDE, list_losses
from inlay.verbs.register.targets.delta.partition_values import read_partition
from inlay.verbs.register.targets.target import Loss, Request

_PER_MILLISECOND: Final = 1_000


@dataclass(frozen=True, slots=True)
class DeltaEntry:
    """An add action. `name` is the path as the log has it, before the client escapes it.

    `data_change` is false for a file whose rows were in the table before: readers of changes would take them for new ones.
    """

    name: str
    path: str
    size: int
    partition: Mapping[str, str | None]
    modified: int
    data_change: bool
    stats: str

    def describe(self) -> dict[str, Any]:
        return {
            "path": self.name,
            "size": self.size,
            "partitionValues": dict(self.partition),
            "modificationTime": self.modified,
            "dataChange": self.data_change,
            "stats": self.stats,
        }


@dataclass(frozen=True, slots=True)
class DeltaPlan:
    """`columns` are those of the table, `schema` is the same as the log has it."""

    columns: tuple[TableColumn, ...]
    schema: Mapping[str, Any]
    partition_by: Sequence[str]
    entries: Sequence[DeltaEntry]
    lines: Sequence[str]
    losses: Sequence[Loss]

    def list_held(self) -> Iterator[HeldFile]:
        leaves = list_leaves(self.columns)
        return (hold_entry(entry.path, entry.size, entry.stats, leaves) for entry in self.entries)

    def describe(self) -> Sequence[Mapping[str, Any]]:
        return [entry.describe() for entry in self.entries]


def make_plan(
    request: Request,
    folder: DeltaFolder,
    configuration: Mapping[str, str],
    partition_by: Sequence[str],
    lines: Sequence[str],
    *,
    data_change: bool = True,
) -> DeltaPlan:
    """Raises RefusedError."""
    columns = request.columns
    require_distinct(columns, "Delta")
    require_folders(request.files, request.partition_keys, columns, partition_by)
    try:
        schema = write_schema(columns)
    except UnknownTypeError as error:
        what = f"column {'.'.join(error.path)} is {error.type}, and Delta has no such type"
        raise RefusedError("type", what, path=request.files[0].path) from error
    parts = [column for column in columns if column.name in partition_by]
    others = [column for column in columns if column.name not in partition_by]
    is_indexed = choose_indexed(others, configuration)
    writers: dict[int, StatisticsWriter] = {}
    entries: list[DeltaEntry] = []
    for file in request.files:
        if id(file.columns) not in writers:
            pairs = pair_columns(columns, file.columns, by_id=False)
            writers[id(file.columns)] = StatisticsWriter(others, is_indexed, pairs, file.record)
        entries.append(
            DeltaEntry(
                folder.name_file(file.path),
                file.path,
                file.record.size,
                read_partition(file, parts),
                file.mtime // _PER_MILLISECOND,
                data_change,
                writers[id(file.columns)].write(file.record),
            )
        )
    losses = [*_find_outside(request.files, folder), *_find_in_columns(request.files)]
    said = [*lines, *_say_uncounted(writers.values())]
    return DeltaPlan(columns, schema, partition_by, entries, said, losses)


def _say_uncounted(writers: Iterable[StatisticsWriter]) -> Iterator[str]:
    columns: dict[str, int] = {}
    for writer in writers:
        for column, files in writer.uncounted.items():
            columns[column] = columns.get(column, 0) + files
    for column, files in columns.items():
        yield f"column {column}: no upper bound in {count(files, 'file')}: its NaNs are not counted"


def _find_outside(files: Sequence[LakeFile], folder: DeltaFolder) -> Iterator[Loss]:
    outside = [file for file in files if folder.find_relative(file.path) is None]
    if outside:
        what = "outside of the folder of the table, and some readers look for files below it"
        yield Loss(OUTSIDE, what, "", outside[0].path, len(outside))


def _find_in_columns(files: Sequence[LakeFile]) -> Iterator[Loss]:
    for columns, alike in list_schemas(files).items():
        for leaf in list_leaves(columns):
            if leaf.column.leaf is None:
                continue
            element = alike[0].record.leaves[leaf.column.leaf].rules.element
            for name in list_losses(element, leaf.type):
                column = ".".join(leaf.path)
                yield Loss(name, LOSSES[name], column, alike[0].path, len(alike))


def format_schema(plan: DeltaPlan) -> str:
    return json.dumps(plan.schema)
