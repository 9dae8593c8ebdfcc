"""Filters and indexes that did not fit, and stayed behind: a sentence for each kind, however many they are."""

from __future__ import annotations

from collections.abc import Iterable

from inlay.pages.engine.moving_chunk import Misfit, MovingChunk
from inlay.pages.engine.piece import BLOOM_FILTER, PieceKind

_LISTED = 3
"""Columns that a sentence names."""


class LeftOut:
    def __init__(self) -> None:
        self._columns: dict[PieceKind, dict[str, None]] = {}
        self._firsts: dict[PieceKind, str] = {}

    def add(self, kind: PieceKind, moving: MovingChunk, misfit: Misfit) -> None:
        columns = self._columns.setdefault(kind, {})
        columns[moving.leaf.name] = None
        source, (group, _) = moving.origin
        where = f"{moving.leaf.name} in row group {group} of {source.name}"
        self._firsts.setdefault(kind, f"of column {where}, {misfit.what}")

    def list_notes(self) -> list[str]:
        return [
            f"{_name(kind)} of {name_columns(columns)} stay behind, for they do not fit: {self._firsts[kind]}"
            for kind, columns in self._columns.items()
        ]


def _name(kind: PieceKind) -> str:
    return "Bloom filters" if kind is BLOOM_FILTER else f"{kind.value}es"


def name_columns(names: Iterable[str]) -> str:
    """`column a`, `columns a, b, c and 7 more`"""
    every = list(names)
    more = f" and {len(every) - _LISTED:,} more" if len(every) > _LISTED else ""
    word = "column" if len(every) == 1 else "columns"
    return f"{word} {', '.join(every[:_LISTED])}{more}"
