"""Answers that can be shown to strangers: without the names of files, folders and columns, without keys and messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

import pyarrow as pa

from inlay.ground.wording.aliases import Aliases, hide_parameters

_FILES: Final = ("path", "example", "reference", "paths")
_TYPES: Final = ("logical_type", "found", "expected")
_WITHOUT: Final = ("key_values",)
"""Answers that are nothing but names."""


def hide_names(answers: Mapping[str, pa.Table]) -> dict[str, pa.Table]:
    """Files become `f1`, folders `d1`, columns `c1`: the same name has the same alias in all answers."""
    files, folders, columns = Aliases("f"), Aliases("d"), Aliases("c")

    def hide(row: dict[str, Any]) -> dict[str, Any]:
        hidden = {
            column: _replace(value, _alias_of(column, files, folders, columns))
            for column, value in row.items()
        }
        if row.get("difference") == "other order":
            hidden |= {name: columns.alias(row[name]) for name in ("found", "expected")}
        return hidden

    return {
        name: (
            table.schema.empty_table()
            if name in _WITHOUT
            else pa.Table.from_pylist([hide(row) for row in table.to_pylist()], table.schema)
        )
        for name, table in answers.items()
    }


def _alias_of(
    column: str, files: Aliases, folders: Aliases, columns: Aliases
) -> Callable[[str], str | None]:
    if column in _FILES:
        return files.alias
    if column == "folder":
        return folders.alias
    if column == "column_path":
        return columns.alias
    if column in _TYPES:
        return hide_parameters
    return _forget if column == "message" else str


def _forget(_text: str) -> None:
    """A message may have any name in it."""


def _replace(value: object, alias: Callable[[str], str | None]) -> object:
    if isinstance(value, list):
        return [_replace(each, alias) for each in cast("list[object]", value)]
    return alias(value) if isinstance(value, str) else value
