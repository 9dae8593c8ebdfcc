"""The table's mapping of names, by which readers know the columns of files without field ids."""

from __future__ import annotations

from collections.abc import Sequence

from pyiceberg.table.name_mapping import MappedField, NameMapping

from inlay.ground.refusals import RefusedError
from inlay.verbs.register.schema.table_types import TableColumn
from inlay.verbs.register.schema.unite_columns import Path


def extend_mapping(columns: Sequence[TableColumn], known: NameMapping | None) -> str:
    """As JSON: each column by its name, and by those that it had. Raises RefusedError where a name leads to another column."""
    fields = [] if known is None else known.root
    return NameMapping(_extend(columns, fields, ())).model_dump_json()


def _extend(
    columns: Sequence[TableColumn], known: Sequence[MappedField], above: Path
) -> list[MappedField]:
    by_name = {name: field for field in known for name in field.names}
    by_id = {field.field_id: field for field in known if field.field_id is not None}
    fields: list[MappedField] = []
    for column in columns:
        path = (*above, column.name)
        other = by_name.get(column.name)
        if other is not None and other.field_id != column.field_id:
            what = f"column {'.'.join(path)}: the table's mapping of names has this name for field {other.field_id}"
            raise RefusedError("field-ids", what)
        field = by_id.get(column.field_id or 0)
        names = [column.name] if field is None else list(field.names)
        if column.name not in names:
            names.append(column.name)
        below = [] if field is None else field.fields
        inner = _extend(column.members, below, path)
        fields.append(MappedField(**{"field-id": column.field_id}, names=names, fields=inner))
    kept = {column.field_id for column in columns}
    return [*fields, *(field for field in known if field.field_id not in kept)]
