"""What a commit would write into a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pyiceberg.manifest import DataFile
from pyiceberg.table import TableProperties
from pyiceberg.table.name_mapping import NameMapping

from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count
from inlay.verbs.register.check.held_file import HeldFile
from inlay.verbs.register.lake_file import LakeFile
from inlay.verbs.register.schema.distinct_names import require_distinct
from inlay.verbs.register.schema.table_leaves import list_leaves
from inlay.verbs.register.schema.table_types import TableColumn
from inlay.verbs.register.targets.iceberg.describe import describe_entry
from inlay.verbs.register.targets.iceberg.entries import EntryMaker, TableShape
from inlay.verbs.register.targets.iceberg.field_ids import have_any_id
from inlay.verbs.register.targets.iceberg.file_names import identify
from inlay.verbs.register.targets.iceberg.held import read_held
from inlay.verbs.register.targets.iceberg.name_mapping import extend_mapping
from inlay.verbs.register.targets.iceberg.unsigned import find_unsigned
from inlay.verbs.register.targets.target import Loss, Request


@dataclass(frozen=True, slots=True)
class IcebergPlan:
    """`shape` is the table as it will be; `is_evolved` says whether its columns are others now. `replaced` are entries that go."""

    shape: TableShape
    is_evolved: bool
    properties: Mapping[str, str]
    entries: Sequence[DataFile]
    lines: Sequence[str]
    losses: Sequence[Loss]
    replaced: Sequence[DataFile] = ()

    def with_replaced(self, replaced: Sequence[DataFile]) -> IcebergPlan:
        return replace(self, replaced=replaced)

    def list_held(self) -> Iterator[HeldFile]:
        leaves = list_leaves(self.shape.columns)
        return (read_held(entry, leaves) for entry in self.entries)

    def describe(self) -> Sequence[Mapping[str, Any]]:
        return [describe_entry(entry) for entry in self.entries]


def make_plan(
    request: Request,
    schemas: Mapping[tuple[TableColumn, ...], Sequence[LakeFile]],
    shape: TableShape,
    *,
    lines: Sequence[str],
    mapping: NameMapping | None,
    is_evolved: bool,
) -> IcebergPlan:
    """`mapping` is the table's own, of names. Raises RefusedError."""
    _require_distinct(request.files)
    if is_evolved:
        require_distinct(shape.columns, "Spark and in DuckDB")
    losses = find_unsigned(request.files)
    maker = EntryMaker(shape)
    entries = [maker.make(file) for file in request.files]
    properties: dict[str, str] = {}
    said = list(lines)
    if not all(map(have_any_id, schemas)):
        text = extend_mapping(shape.columns, mapping)
        before = None if mapping is None else mapping.model_dump_json()
        if text != before:
            properties[TableProperties.DEFAULT_NAME_MAPPING] = text
            said.append("the files have no field ids: the table maps names to columns")
    for (column, what), files in maker.list_uncounted().items():
        said.append(
            f"column {column}: no bounds in {count(files, 'file')}: its {what} are not counted"
        )
    return IcebergPlan(shape, is_evolved, properties, entries, said, losses)


def _require_distinct(files: Sequence[LakeFile]) -> None:
    """By links and spellings, one file may have two paths."""
    seen: dict[str, str] = {}
    for file in files:
        other = seen.setdefault(identify(file.path), file.path)
        if other != file.path:
            what = f"the same file as {other}: twice would double its rows"
            raise RefusedError("known", what, path=file.path)
