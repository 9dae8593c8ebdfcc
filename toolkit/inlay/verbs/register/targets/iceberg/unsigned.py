"""Unsigned numbers in a format that has none: a long has room for all of 32 bits, and for those of 64 bits below 2^63."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from inlay.ground.refusals import RefusedError
from inlay.verbs.register.lake_file import LakeFile
from inlay.verbs.register.record import LeafRecord
from inlay.verbs.register.schema.table_types import IntegerType, TableColumn
from inlay.verbs.register.targets.iceberg.losses import LOSSES, UNSIGNED
from inlay.verbs.register.targets.target import Loss

_LARGEST_INT: Final = 2**31 - 1
_LARGEST_LONG: Final = 2**63 - 1


def find_unsigned(files: Iterable[LakeFile]) -> list[Loss]:
    """Columns of 32 bits that may hold numbers above 2^31 - 1. Raises RefusedError for one of 64 bits that may hold some above 2^63 - 1."""
    losses: dict[str, Loss] = {}
    leaves_of: dict[int, list[tuple[int, bool]]] = {}
    for file in files:
        leaves = leaves_of.get(id(file.columns))
        if leaves is None:
            leaves = leaves_of[id(file.columns)] = list(_list_unsigned(file.columns))
        for at, is_long in leaves:
            leaf = file.record.leaves[at]
            if is_long:
                _require_room(leaf, file.path)
            elif not _is_at_most(leaf, _LARGEST_INT):
                column = ".".join(leaf.path)
                known = losses.get(column)
                losses[column] = (
                    Loss(UNSIGNED, LOSSES[UNSIGNED], column, file.path, 1)
                    if known is None
                    else known._replace(files=known.files + 1)
                )
    return list(losses.values())


def _list_unsigned(columns: Iterable[TableColumn]) -> Iterator[tuple[int, bool]]:
    for column in columns:
        match column.type:
            case IntegerType(bits, False) if bits >= 32 and column.leaf is not None:
                yield column.leaf, bits == 64
            case _:
                yield from _list_unsigned(column.members)


def _require_room(leaf: LeafRecord, path: str) -> None:
    if not _is_at_most(leaf, _LARGEST_LONG):
        column = ".".join(leaf.path)
        known = "has no bound" if leaf.upper is None else "has numbers above 2^63 - 1"
        what = f"column {column}: uint64 that {known}, and Iceberg's long ends there; write it as decimal(20, 0)"
        raise RefusedError("schema", what, path=path)


def _is_at_most(leaf: LeafRecord, largest: int) -> bool:
    if leaf.upper is None:
        return leaf.values is not None and leaf.nulls == leaf.values
    return int.from_bytes(leaf.upper.raw, "little") <= largest
