"""Names of columns that differ in case only: to engines that ignore case, they are one."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.ground.refusals import RefusedError
from inlay.verbs.register.schema.table_types import TableColumn


def require_distinct(
    columns: Sequence[TableColumn], reader: str, above: tuple[str, ...] = ()
) -> None:
    """Raises RefusedError for columns that are one to `reader`."""
    known: dict[str, str] = {}
    for column in columns:
        other = known.setdefault(column.name.lower(), column.name)
        if other != column.name:
            names = " and ".join(".".join((*above, name)) for name in (other, column.name))
            raise RefusedError(
                "schema", f"columns {names} are one in {reader}, where case is ignored"
            )
        require_distinct(column.members, reader, (*above, column.name))
