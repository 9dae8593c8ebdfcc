"""Where a store has which file: one pass over the paths of its parts."""

from __future__ import annotations

import os
from bisect import bisect_right
from typing import NamedTuple, cast

from inlay.ground.arrow_rows import column_in
from inlay.verbs.store.manifest import StoreManifest
from inlay.verbs.store.part_schema import FILE
from inlay.verbs.store.read_parts import iterate_batches, list_numbers, open_part


class RowGroupPlace(NamedTuple):
    """A row group of a part, both counted from 0."""

    part: int
    group: int


class PathIndex:
    """Of each path only a hash of 64 bits is held: a million paths would take 300 MiB. Whoever reads the row compares the path."""

    def __init__(self, folder: str, manifest: StoreManifest, removed: frozenset[int]) -> None:
        self._rows: dict[int, int] = {}
        self._same: dict[str, int] = {}
        self._starts: list[int] = []
        self._groups: list[RowGroupPlace] = []
        folders: set[str] = set()
        row = 0
        for number, part in enumerate(manifest.parts):
            with open_part(folder, part) as (file, _):
                start = row
                for at in range(file.metadata.num_row_groups):
                    self._starts.append(start)
                    self._groups.append(RowGroupPlace(number, at))
                    start += file.metadata.row_group(at).num_rows
                path = os.path.join(folder, part.name)
                for batch in iterate_batches(path, file, (FILE, "location")):
                    numbers = list_numbers(column_in(batch, FILE))
                    paths = cast("list[str]", column_in(batch, "location").to_pylist())
                    for own, name in zip(numbers, paths, strict=True):
                        if own not in removed:
                            self._add(name, row)
                            folders.add(name.rpartition("/")[0])
                        row += 1
        folders.update(it.path.rpartition("/")[0] for it in manifest.unknown)
        self._folders = _add_parents(folders)

    def _add(self, path: str, row: int) -> None:
        if self._rows.setdefault(hash(path), row) != row:
            self._same[path] = row

    def find(self, path: str) -> RowGroupPlace | None:
        """Where the file is if it is in the store at all."""
        row = self._same.get(path, self._rows.get(hash(path)))
        return None if row is None else self._groups[bisect_right(self._starts, row) - 1]

    def is_folder(self, path: str) -> bool:
        """Whether files lie below it."""
        return path.rstrip("/") in self._folders


def _add_parents(folders: set[str]) -> set[str]:
    """With all that they lie in."""
    whole: set[str] = set()
    for folder in folders:
        parent = folder
        while parent not in whole:
            whole.add(parent)
            parent = parent.rpartition("/")[0]
    return whole
