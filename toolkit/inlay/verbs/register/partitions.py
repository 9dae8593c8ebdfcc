"""Columns whose values stand in the names of folders, `day=2026-11-28`, and not in the files."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import date
from typing import Final, NamedTuple

from inlay.ground.refusals import RefusedError
from inlay.verbs.register.lake_file import LakeFile
from inlay.verbs.register.schema.table_types import (
    IntegerType,
    LeafType,
    SimpleType,
    TableColumn,
    TableType,
)

_EPOCH: Final = date(1970, 1, 1)
_DIGITS: Final = re.compile(r"-?[0-9]{1,20}")


class Partitioned(NamedTuple):
    """`keys` are those of the folders, in their order; `columns` have those that no file has, behind the others."""

    columns: tuple[TableColumn, ...]
    keys: tuple[str, ...]


def add_partition_columns(
    columns: tuple[TableColumn, ...], files: Sequence[LakeFile]
) -> Partitioned:
    """Whole numbers become int64 and days dates if all values are such, as other values are text. Raises RefusedError for a file without a
    key that others have: its rows would be in no partition."""
    keys = tuple(dict.fromkeys(key for file in files for key in file.partition))
    known = {column.name for column in columns}
    added: list[TableColumn] = []
    for key in keys:
        values = [_read_key(file, key) for file in files]
        if key not in known:
            type_ = infer_type([value for value in values if value is not None])
            added.append(TableColumn(key, type_, is_required=False))
    return Partitioned((*columns, *added), keys)


def require_folders(
    files: Sequence[LakeFile],
    keys: Sequence[str],
    columns: Sequence[TableColumn],
    partition_by: Collection[str],
) -> None:
    """A column that only folders have partitions the table: readers take it from the table's entries, or find nulls. Raises RefusedError."""
    names = {column.name for column in columns}
    for key in keys:
        if key in partition_by or key not in names:
            continue
        for file in files:
            if all(column.name != key for column in file.columns):
                what = f"only its folder says {key}, and the table is not partitioned by it"
                raise RefusedError("partition", what, path=file.path)


def infer_type(texts: Sequence[str]) -> LeafType:
    """Of values as folders have them; text where they are not all of one kind, or would be spelled otherwise."""
    if texts and all(_is_whole(text) for text in texts):
        return IntegerType(64)
    if texts and all(_is_date(text) for text in texts):
        return SimpleType.DATE
    return SimpleType.STRING


def parse_value(text: str | None, type_: LeafType) -> int | str | None:
    """A value of a folder, of a type that `infer_type` has given; days are counted from 1970-01-01."""
    if text is None:
        return None
    if type_ is SimpleType.DATE:
        return (date.fromisoformat(text) - _EPOCH).days
    return int(text) if isinstance(type_, IntegerType) else text


def normalize_text(text: str, type_: TableType) -> str | None:
    """A value of a folder as formats spell it that keep text; None for one that the type does not have, and for types of which folders have
    too many spellings."""
    match type_:
        case SimpleType.STRING:
            return text
        case IntegerType(bits, is_signed) if _DIGITS.fullmatch(text):
            least, most = (-(2 ** (bits - 1)), 2 ** (bits - 1)) if is_signed else (0, 2**bits)
            return str(int(text)) if least <= int(text) < most else None
        case SimpleType.DATE:
            return text if _is_date(text) else None
        case SimpleType.BOOLEAN:
            return text if text in ("true", "false") else None
        case _:
            return None


def _read_key(file: LakeFile, key: str) -> str | None:
    if key not in file.partition:
        what = f"its path has no {key}=..., which those of other files have"
        raise RefusedError("partition", what, path=file.path)
    return file.partition[key]


def _is_whole(text: str) -> bool:
    return normalize_text(text, IntegerType(64)) == text


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
