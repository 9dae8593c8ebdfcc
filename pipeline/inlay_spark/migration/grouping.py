"""Which small files of a folder may become one file: by their names and sizes alone, before any of them is opened."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator

from inlay.changes.rewrite.names import folder_of
from inlay_spark.migration.rows import FileGroup, ListedFile


def group_listed(listed: Iterable[ListedFile], target_size: int) -> Iterator[FileGroup]:
    """Each file in one group. Those of at least `target_size` bytes are alone, and the others are packed in the order of
    their names, so that two neighbours never fit into one file."""
    folders: defaultdict[str, list[ListedFile]] = defaultdict(list)
    for row in listed:
        if row.error or row.size >= target_size:
            yield FileGroup(row.path, row.size, row.error, json.dumps([row.path]))
        else:
            folders[folder_of(row.path)].append(row)
    for folder in sorted(folders):
        yield from map(
            _group_of, _pack(sorted(folders[folder], key=lambda row: row.path), target_size)
        )


def _pack(files: list[ListedFile], target_size: int) -> Iterator[list[ListedFile]]:
    group: list[ListedFile] = []
    size = 0
    for file in files:
        if group and size + file.size > target_size:
            yield group
            group, size = [], 0
        group.append(file)
        size += file.size
    if group:
        yield group


def _group_of(files: list[ListedFile]) -> FileGroup:
    paths = json.dumps([file.path for file in files])
    return FileGroup(files[0].path, sum(file.size for file in files), "", paths)
