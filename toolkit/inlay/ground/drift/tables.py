"""Which files are one table, and the drift of each table among many files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inlay.ground.drift.find import SchemaOfFile, TableDrift, find_drift


def folder_of(path: str) -> str:
    """The folder of a table, to which partitions such as `day=1` belong."""
    parts = path.replace("\\", "/").split("/")[:-1]
    while parts and "=" in parts[-1]:
        parts.pop()
    return "/".join(parts)


def find_drift_by_table(files: Iterable[SchemaOfFile]) -> Iterator[tuple[str, TableDrift]]:
    """The folder of each table whose files are not all alike, and their drift; tables in the order of their folders."""
    tables: dict[str, list[SchemaOfFile]] = {}
    for file in files:
        tables.setdefault(folder_of(file.path), []).append(file)
    for folder in sorted(tables):
        if (drift := find_drift(tables[folder])) is not None:
            yield folder, drift
