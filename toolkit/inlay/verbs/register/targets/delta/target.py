"""`inlay register --to delta --table DIR`: files become files of a Delta table, by deltalake unless another client is there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from inlay.ground.blamed_options import blame_options
from inlay.ground.missing import explain_missing
from inlay.ground.refusals import RefusedError
from inlay.verbs.register.targets.delta.known_table import KnownDeltaTable
from inlay.verbs.register.targets.delta.losses import LOSSES
from inlay.verbs.register.targets.delta.new_table import NewDeltaTable
from inlay.verbs.register.targets.delta.table_log import LogClient
from inlay.verbs.register.targets.target import TableWishes


class Delta:
    """`client` is another than deltalake, which is not asked for then."""

    name: str = "delta"
    is_table: bool = True
    losses: Mapping[str, str] = LOSSES

    def __init__(self, client: LogClient | None = None) -> None:
        self._client = client

    def open(self, wishes: TableWishes) -> KnownDeltaTable | NewDeltaTable:
        _require_sense(wishes)
        client = self._find_client()
        log = client.open(wishes.table, wishes.properties)
        if log is None:
            if not wishes.create:
                what = "no Delta table is there"
                raise RefusedError("table", what, wishes.say_create(), wishes.table)
            return NewDeltaTable(client, wishes)
        if wishes.create:
            what = "a Delta table is there already"
            raise RefusedError("table", what, "leave --create out", wishes.table)
        return KnownDeltaTable(log, wishes)

    def find_jobs(self, wishes: TableWishes, jobs: Collection[str]) -> Mapping[str, str]:
        _require_sense(wishes)
        log = self._find_client().open(wishes.table, wishes.properties)
        return {} if log is None else log.find_jobs(jobs)

    def _find_client(self) -> LogClient:
        if self._client is not None:
            return self._client
        with explain_missing("inlay register --to delta"):
            from inlay.verbs.register.targets.delta.deltalake_client import DeltalakeClient
        return DeltalakeClient()


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
