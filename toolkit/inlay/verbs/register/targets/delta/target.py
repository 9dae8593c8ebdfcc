"""`inlay register --to delta --table DIR`: files become files of a Delta table, by deltalake."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Final

from inlay.ground.blamed_options import blame_options
from inlay.ground.missing import explain_missing
from inlay.ground.refusals import RefusedError
from inlay.verbs.register.targets.delta.losses import LOSSES
from inlay.verbs.register.targets.target import TableWishes

if TYPE_CHECKING:
    from inlay.verbs.register.targets.delta.known_table import KnownDeltaTable
    from inlay.verbs.register.targets.delta.new_table import NewDeltaTable


class Delta:
    name: Final = "delta"
    is_table: Final = True
    losses: Final[Mapping[str, str]] = LOSSES

    def open(self, wishes: TableWishes) -> KnownDeltaTable | NewDeltaTable:
        _require_sense(wishes)
        with explain_missing("inlay register --to delta"):
            from inlay.verbs.register.targets.delta.client import open_table
            from inlay.verbs.register.targets.delta.known_table import KnownDeltaTable
            from inlay.verbs.register.targets.delta.new_table import NewDeltaTable
        table = open_table(wishes.table, wishes.properties)
        if table is None:
            if not wishes.create:
                what = "no Delta table is there"
                raise RefusedError("table", what, wishes.say_create(), wishes.table)
            return NewDeltaTable(wishes)
        if wishes.create:
            what = "a Delta table is there already"
            raise RefusedError("table", what, "leave --create out", wishes.table)
        return KnownDeltaTable(table, wishes)

    def find_jobs(self, wishes: TableWishes, jobs: Collection[str]) -> Mapping[str, str]:
        _require_sense(wishes)
        with explain_missing("inlay register --to delta"):
            from inlay.verbs.register.targets.delta import client
        table = client.open_table(wishes.table, wishes.properties)
        return {} if table is None else client.find_jobs(table, jobs)


def _require_sense(wishes: TableWishes) -> None:
    if not wishes.table:
        raise blame_options("a Delta table is a folder: say which, {table}", table="lake/trips")
    if wishes.create and wishes.replace:
        what = "{create} with {replace} says nothing to a Delta table: leave one of them out"
        raise blame_options(what, create=True, replace=True)
    for option, is_given in (
        ("output", wishes.output),
        ("overwrite", wishes.overwrite),
        ("catalog", wishes.catalog),
        ("partition_by", wishes.partition_by and not wishes.create),
    ):
        if is_given:
            what = f"{{{option}}} says nothing to a Delta table here: leave it out"
            raise blame_options(what, **{option: None})


TARGET: Final = Delta()
