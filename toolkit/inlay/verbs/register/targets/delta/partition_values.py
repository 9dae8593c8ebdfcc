"""Values of partitions, as the text that the log has for them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from inlay.ground.refusals import RefusedError
from inlay.ground.values.temporal import Date
from inlay.verbs.register.lake_file import LakeFile
from inlay.verbs.register.partitions import normalize_text
from inlay.verbs.register.record import LeafRecord
from inlay.verbs.register.schema.table_types import (
    IntegerType,
    SimpleType,
    TableColumn,
    TableType,
    format_type,
)

_EPOCH: Final = date(1970, 1, 1)
_YEARS: Final = range((date.min - _EPOCH).days, (date.max - _EPOCH).days + 1)


def read_partition(file: LakeFile, columns: Sequence[TableColumn]) -> dict[str, str | None]:
    """By the folder; where the file has the column itself, its bounds have to prove that all rows have that value. Raises RefusedError."""
    stored = {column.name: column for column in file.columns}
    values: dict[str, str | None] = {}
    for column in columns:
        name = column.name
        of_file = stored.get(name)
        if name in file.partition:
            values[name] = _read_folder(file, column)
        elif of_file is None:
            what = f"its path has no {name}=..., and the table is partitioned by it"
            raise RefusedError("partition", what, path=file.path)
        if of_file is not None:
            proven = _prove(file, of_file, column.type)
            if values.setdefault(name, proven) != proven:
                what = f"column {name} is {proven!r} in the file, and {values[name]!r} in its path"
                raise RefusedError("partition", what, path=file.path)
    return values


def _read_folder(file: LakeFile, column: TableColumn) -> str | None:
    """As it stands there. In the log an empty text is null."""
    text = file.partition[column.name]
    if text == "":
        what = f"{column.name}= has no value, which Delta takes for null"
        raise RefusedError("partition", what, path=file.path)
    if text is None:
        return None
    value = normalize_text(text, column.type)
    if value is not None:
        return value
    what = f"{column.name}={text} is not {format_type(column.type)}, as folders are read here"
    raise RefusedError("partition", what, path=file.path)


def _prove(file: LakeFile, column: TableColumn, type_: TableType) -> str | None:
    """The one value of all rows, which two equal bounds prove, flagged exact or not. Raises RefusedError where nothing proves one."""
    leaf = None if column.leaf is None else file.record.leaves[column.leaf]
    if leaf is not None and leaf.nulls == file.record.rows:
        return None
    if leaf is not None and leaf.nulls == 0 and _are_equal(leaf):
        text = _write(leaf, type_)
        if text:
            return text
    what = f"the table is partitioned by {column.name}, and bounds do not prove one value of it"
    raise RefusedError("partition", what, path=file.path)


def _are_equal(leaf: LeafRecord) -> bool:
    return leaf.lower is not None and leaf.upper is not None and leaf.lower.raw == leaf.upper.raw


def _write(leaf: LeafRecord, type_: TableType) -> str | None:
    match type_, leaf.decode(leaf.lower):
        case SimpleType.STRING, str(text):
            return text
        case IntegerType(), bool():
            return None
        case IntegerType(), int(number):
            return str(number)
        case SimpleType.BOOLEAN, bool(value):
            return "true" if value else "false"
        case SimpleType.DATE, Date(days) if days in _YEARS:
            return (_EPOCH + timedelta(days)).isoformat()
        case _:
            return None
