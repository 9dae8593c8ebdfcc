"""Which columns a table keeps statistics of: the first 32, or what its own settings say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from inlay.ground.refusals import RefusedError
from inlay.verbs.register.schema.table_leaves import list_leaves
from inlay.verbs.register.schema.table_types import NestedStruct, TableColumn
from inlay.verbs.register.schema.unite_columns import Path

_NUMBER: Final = "delta.dataSkippingNumIndexedCols"
_NAMES: Final = "delta.dataSkippingStatsColumns"
_FIRST: Final = 32
_ALL: Final = -1


def choose_indexed(
    columns: Sequence[TableColumn], configuration: Mapping[str, str]
) -> Callable[[Path], bool]:
    """`columns` are those that do not partition the table. Names count before the number, and one of a struct is all of it.

    Leaves are counted from the first column on; a list or a map is one.
    """
    names = configuration.get(_NAMES)
    if names:
        wanted = {_split(name) for name in _split_list(names)}
        shown = {it.path: it.shown for it in list_leaves(columns)}
        return lambda path: any(
            shown.get(path, path)[:length] in wanted for length in range(1, len(path) + 1)
        )
    number = _read_number(configuration)
    if number == _ALL:
        return lambda path: True
    first = set(_list_paths(columns, ())[:number])
    return lambda path: path in first


def _read_number(configuration: Mapping[str, str]) -> int:
    """Raises RefusedError for a setting that is none: other writers do not agree on what it means."""
    text = configuration.get(_NUMBER, str(_FIRST))
    try:
        return int(text)
    except ValueError:
        raise RefusedError("settings", f"{_NUMBER} of the table is {text!r}, no number") from None


def _list_paths(columns: Sequence[TableColumn], above: Path) -> list[Path]:
    paths: list[Path] = []
    for column in columns:
        path = (*above, column.name)
        if isinstance(column.type, NestedStruct):
            paths += _list_paths(column.type.fields, path)
        else:
            paths.append(path)
    return paths


def _split_list(names: str) -> list[str]:
    return [name.strip() for name in _split_at(names, ",")]


def _split(name: str) -> Path:
    return tuple(part.strip().strip("`") for part in _split_at(name, "."))


def _split_at(text: str, sign: str) -> list[str]:
    """At signs that stand in no backticks."""
    parts = [""]
    is_quoted = False
    for letter in text:
        is_quoted ^= letter == "`"
        if letter == sign and not is_quoted:
            parts.append("")
        else:
            parts[-1] += letter
    return parts
