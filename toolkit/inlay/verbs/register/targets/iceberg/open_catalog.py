"""The catalog that a user names, and the table in it, by pyiceberg's own ways: its files of configuration, its environment, `-p`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import closing
from typing import Final

from pyiceberg.catalog import Catalog, load_catalog
from pyiceberg.exceptions import (
    NoSuchNamespaceError,
    NoSuchTableError,
    NotInstalledError,
)
from pyiceberg.table import Table

from inlay.ground.blamed_options import blame_options
from inlay.ground.missing import name_missing
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from inlay.verbs.register.targets.iceberg import commits
from inlay.verbs.register.targets.iceberg.client_errors import explain_client
from inlay.verbs.register.targets.iceberg.known_table import KnownTable
from inlay.verbs.register.targets.iceberg.new_table import NewTable
from inlay.verbs.register.targets.iceberg.properties import (
    list_of_catalog,
    list_of_table,
)
from inlay.verbs.register.targets.target import OpenTable, TableWishes

OpenCatalog = Callable[[TableWishes], Catalog]
"""Raises RequestError, RefusedError, ModuleNotFoundError."""

_VERSION: Final = "format-version"
_WRITTEN: Final = ("1", "2")


def open_table(wishes: TableWishes, open_catalog: OpenCatalog) -> OpenTable:
    """Raises RequestError, RefusedError, ModuleNotFoundError."""
    ours = list_of_table(wishes.properties)
    if ours and not wishes.create:
        name = next(iter(ours))
        what = f"{{properties}} {name}: a property of the table, which it gets with {{create}}"
        raise blame_options(what, properties=None, create=True)
    _require_version(ours.get(_VERSION, "2"))
    catalog = open_catalog(wishes)
    try:
        with explain_client(f"table {wishes.table}"):
            table = _find_table(catalog, wishes.table)
            return _open(catalog, table, wishes, ours)
    except BaseException:
        catalog.close()
        raise


def find_jobs(
    wishes: TableWishes, jobs: Collection[str], open_catalog: OpenCatalog
) -> dict[str, str]:
    """Raises RequestError, RefusedError, ModuleNotFoundError."""
    with closing(open_catalog(wishes)) as catalog, explain_client(f"table {wishes.table}"):
        table = _find_table(catalog, wishes.table)
        return {} if table is None else commits.find_jobs(table, jobs)


def open_client(wishes: TableWishes) -> Catalog:
    """The catalog of pyiceberg that the wishes name. Raises RequestError, RefusedError, ModuleNotFoundError."""
    with explain_client(f"catalog {wishes.catalog or 'default'}"):
        return _load_catalog(wishes.catalog, list_of_catalog(wishes.properties))


def _open(
    catalog: Catalog, table: Table | None, wishes: TableWishes, properties: Mapping[str, str]
) -> OpenTable:
    if table is None:
        if not wishes.create:
            what = f"the catalog has no table {wishes.table}"
            raise RefusedError("no-table", what, wishes.say_create())
        return NewTable(catalog, wishes.table, properties, wishes.partition_by, wishes.job)
    if wishes.create:
        what = f"the catalog has a table {wishes.table} already: files are added to it"
        raise RefusedError("table", what, "leave --create out")
    if not wishes.is_check:
        _require_version(str(table.format_version))
    return KnownTable(
        catalog, table, is_replacing=wishes.replace, is_of_check=wishes.is_of_check, job=wishes.job
    )


def _load_catalog(name: str, properties: Mapping[str, str]) -> Catalog:
    """Without a name, the default one of pyiceberg's configuration; with properties alone, they are one."""
    if not name and properties:
        name = "default"
    what = f"catalog {name or 'default'}"
    try:
        return load_catalog(name or None, **properties)
    except NotInstalledError as error:
        raise ModuleNotFoundError(f"{what}: {error}", name=name_missing(error)) from error
    except ValueError as error:
        said = _hide_values(str(error), properties)
        hint = "name one of pyiceberg's configuration, or give -p uri=..."
        raise RequestError(f"{what}: {said}; {hint}") from error


def _hide_values(text: str, properties: Mapping[str, str]) -> str:
    """pyiceberg prints all properties, and some are passwords; a type is none."""
    for key, value in properties.items():
        text = text.replace(value, "...") if value and key != "type" else text
    return text


def _find_table(catalog: Catalog, name: str) -> Table | None:
    try:
        return catalog.load_table(name)
    except (NoSuchTableError, NoSuchNamespaceError):
        return None


def _require_version(version: str) -> None:
    if version not in _WRITTEN:
        what = f"Iceberg {version}: pyiceberg writes tables of versions 1 and 2"
        raise RefusedError("version", what)
