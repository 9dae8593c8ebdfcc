"""`inlay register --to ducklake --catalog DB --table schema.name`: files become files of a table of DuckLake 1.0."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import closing
from typing import Final

from inlay.ground.blamed_options import blame_options
from inlay.ground.refusals import RefusedError
from inlay.verbs.register.targets.ducklake.catalog import (
    find_schema,
    find_table,
    parse_table_name,
    read_snapshot,
    require_catalog,
)
from inlay.verbs.register.targets.ducklake.commit import find_jobs
from inlay.verbs.register.targets.ducklake.databases.connect import connect
from inlay.verbs.register.targets.ducklake.open_table import OWNERSHIP, DuckLakeTable
from inlay.verbs.register.targets.target import TableWishes


class DuckLake:
    name: Final = "ducklake"
    is_table: Final = True
    losses: Final[Mapping[str, str]] = {
        OWNERSHIP: "DuckLake owns the files of a table: it deletes them once no snapshot has them"
    }

    def open(self, wishes: TableWishes) -> DuckLakeTable:
        if not wishes.catalog:
            what = "say which catalog: {catalog}, sqlite:FILE or postgres:dbname=NAME"
            raise blame_options(what, catalog="lake.ducklake")
        if wishes.create and wishes.replace:
            what = "{create} with {replace} says nothing to DuckLake: leave one of them out"
            raise blame_options(what, create=True, replace=True)
        for option, is_given in (
            ("output", wishes.output),
            ("overwrite", wishes.overwrite),
            ("properties", wishes.properties),
            ("partition_by", wishes.partition_by),
        ):
            if is_given:
                what = f"{{{option}}} says nothing to DuckLake: leave it out"
                raise blame_options(what, **{option: None})
        name = parse_table_name(wishes.table)
        connection = connect(wishes.catalog)
        try:
            require_catalog(connection)
            snapshot = read_snapshot(connection)
            schema_id = find_schema(connection, name)
            known = find_table(connection, name, schema_id)
            if known is not None and wishes.create:
                what = f"table {name.schema}.{name.table} is there already"
                raise RefusedError("table", what, "leave --create out")
            if known is None and not wishes.create:
                what = f"the catalog has no table {name.schema}.{name.table}"
                raise RefusedError("table", what, wishes.say_create())
        except BaseException:
            connection.close()
            raise
        return DuckLakeTable(
            connection, name, schema_id, snapshot, known, replace=wishes.replace, job=wishes.job
        )

    def find_jobs(self, wishes: TableWishes, jobs: Collection[str]) -> Mapping[str, str]:
        with closing(connect(wishes.catalog)) as connection:
            require_catalog(connection)
            return find_jobs(connection, jobs)


TARGET: Final = DuckLake()
