"""Which files of the sink of a stream count: those that the log of its batches lists, as Spark reads it.

`_spark_metadata` has a file for each batch, `0`, `1`, ...; now and then one, `9.compact`, stands for all up to it. Each
begins with a version, and then has a line of JSON for each file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import unquote

from inlay.changes.rewrite.table_formats import SINK_LOG
from inlay.ground.files.entries import FileEntry
from inlay.ground.files.paths import normalize
from inlay.ground.files.store import Store
from inlay_spark.rows.errors import UnreadableError

_BATCH: Final = re.compile(r"(\d+)(\.compact)?")
_VERSION: Final = "v1"
_LOCAL: Final = "file:"


def files_of_sink(store: Store, folder: str) -> frozenset[str]:
    """The paths of its files. Raises UnreadableError for a log that is damaged, or lacks a batch."""
    real = store.real(folder)
    added: set[str] = set()
    deleted: set[str] = set()
    for batch in _batches(store, f"{folder}/{SINK_LOG}"):
        for line in _lines(store, batch):
            path = _path_of(line, batch)
            if path.startswith(
                f"{real}/"
            ):  # the log has no links in its paths, and what was asked for may have
                path = folder + path[len(real) :]
            (deleted if line.get("action") == "delete" else added).add(path)
    return frozenset(added - deleted)


def _batches(store: Store, log: str) -> Iterator[FileEntry]:
    """The last one that stands for all before it, and those behind it."""
    plain: dict[int, FileEntry] = {}
    compact: dict[int, FileEntry] = {}
    for entry in store.below(log):
        if entry.error is not None:
            raise UnreadableError(f"{entry.path}: {entry.error.strerror or entry.error}")
        if match := _BATCH.fullmatch(entry.path.rpartition("/")[2]):
            (compact if match[2] else plain)[int(match[1])] = entry
    start = max(compact, default=-1)
    if start >= 0:
        yield compact[start]
    for number in range(start + 1, max(plain, default=-1) + 1):
        if number not in plain:
            raise UnreadableError(f"{log}: batch {number} is not there, and later ones are")
        yield plain[number]


def _lines(store: Store, batch: FileEntry) -> Iterator[dict[str, Any]]:
    with store.open(batch) as handle:
        data = handle.read(0, handle.size)
    version, *lines = data.decode("utf-8", "replace").splitlines() or [""]
    if version != _VERSION:
        raise UnreadableError(
            f"{batch.path}: the log of a stream's sink begins with {_VERSION}, and this with {version[:20]!r}"
        )
    for number, text in enumerate(lines, 2):
        try:
            action: object = json.loads(text)
        except ValueError:
            action = None
        if not isinstance(action, dict) or not isinstance(action.get("path"), str):
            raise UnreadableError(f"{batch.path}, line {number}: it names no file")
        if not action.get("isDir"):
            yield action


def _path_of(line: dict[str, Any], batch: FileEntry) -> str:
    """Spark writes URIs, with escapes, whatever the file system."""
    uri = line["path"]
    try:
        return normalize(uri) if uri.startswith(_LOCAL) else unquote(normalize(uri))
    except OSError:
        raise UnreadableError(f"{batch.path}: {uri!r} is not a path") from None
