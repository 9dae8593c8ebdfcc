"""`--to iceberg`. Nothing of pyiceberg is imported before a table is opened."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Final

from inlay.ground.blamed_options import blame_options
from inlay.ground.missing import explain_missing
from inlay.ground.mistakes import RequestError
from inlay.verbs.register.targets.iceberg.losses import LOSSES

if TYPE_CHECKING:
    from inlay.verbs.register.targets.iceberg.open_catalog import OpenCatalog
    from inlay.verbs.register.targets.target import OpenTable, TableWishes


class IcebergTarget:
    """Tables of the catalog that `open_catalog` opens, by default one of pyiceberg."""

    name: str = "iceberg"
    is_table: bool = True
    losses: Mapping[str, str] = LOSSES

    def __init__(self, open_catalog: OpenCatalog | None = None) -> None:
        self._open_catalog = open_catalog

    def open(self, wishes: TableWishes) -> OpenTable:
        """Raises RequestError, RefusedError; ModuleNotFoundError without pyiceberg or a library that its catalog needs."""
        _require_sense(wishes)
        with explain_missing("--to iceberg"):
            from inlay.verbs.register.targets.iceberg.open_catalog import (
                open_client,
                open_table,
            )

            return open_table(wishes, self._open_catalog or open_client)

    def find_jobs(self, wishes: TableWishes, jobs: Collection[str]) -> Mapping[str, str]:
        """Raises what `open` raises of a catalog."""
        _require_sense(wishes)
        with explain_missing("--to iceberg"):
            from inlay.verbs.register.targets.iceberg.open_catalog import (
                find_jobs,
                open_client,
            )

            return find_jobs(wishes, jobs, self._open_catalog or open_client)


def _require_sense(wishes: TableWishes) -> None:
    if wishes.output or wishes.overwrite:
        option = "output" if wishes.output else "overwrite"
        what = (
            f"an Iceberg table has a name and no output: leave out {{{option}}}, and give {{table}}"
        )
        raise blame_options(what, table="ns.name", **{option: None})
    if "." not in wishes.table.strip("."):
        what = f", and not {wishes.table!r}" if wishes.table else ""
        said = f"an Iceberg table has a namespace and a name{what}: say which, {{table}}"
        raise blame_options(said, table="ns.name")
    if wishes.create and wishes.replace:
        raise RequestError("a table that is created has no files to replace")
    if wishes.partition_by and not wishes.create:
        what = "the table has its partitions: {partition_by} needs {create}"
        raise blame_options(what, partition_by=None, create=True)


TARGET: Final = IcebergTarget()
