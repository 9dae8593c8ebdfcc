"""The rows of the journal: what each phase writes about a file, and the phases after it read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, TypeVar

import pyarrow as pa

from inlay.footers.designs.build import batch_from

CHANGE: Final = "change"
SAME: Final = "same"
REFUSED: Final = "refused"
PROBLEM: Final = "problem"
DONE: Final = "done"
REMOVE: Final = "remove"
OTHER: Final = "other"
UNREADABLE: Final = "unreadable"
"""What is to be done about a file, or was: the values of `action` and `state`. `remove` is how a file under
a new name is rolled back, `other` what is not a Parquet file and does not claim to be, `unreadable` a problem of which
verifying says that others cannot read it either."""

_ROWS: Final = 1_000
_BYTES: Final = 32 << 20


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A file of the lake; `error` says why it cannot be one. `size` is what the listing said, in bytes."""

    path: str
    size: int = 0
    error: str = ""


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """What a file is, and what would be done: a row that is printed and counted, and not kept. `keep` bytes of the
    file would stay."""

    path: str
    action: str
    reason: str = ""
    form: str = ""
    size: int = 0
    new_size: int = 0
    keep: int = 0


@dataclass(frozen=True, slots=True)
class Staged:
    """What is to be published, and the way back. `size`, `mtime_ns`, `ctime_ns`, `inode` and `etag` are those of the
    file whose place it is to take; `old_tail` are its bytes from `keep` on, and `old_sha256` is over all of it (not
    of an object, which nobody reads as a whole).

    The new file is finished under the name `hidden`; of an object it is `new_tail` behind `keep` bytes.
    `publish_as` is `path` or, where a table format wants a new file, another name.
    """

    path: str
    state: str
    reason: str = ""
    hidden: str = ""
    publish_as: str = ""
    size: int = 0
    mtime_ns: int = 0
    ctime_ns: int = 0
    inode: int = 0
    etag: str = ""
    keep: int = 0
    old_tail: bytes = b""
    old_sha256: bytes = b""
    new_size: int = 0
    new_crc32: int = 0
    tail_length: int = 0
    tail_sha256: bytes = b""
    new_tail: bytes = b""


@dataclass(frozen=True, slots=True)
class PublishedFile:
    path: str
    state: str
    reason: str = ""
    size: int = 0


@dataclass(frozen=True, slots=True)
class VerifiedFile:
    path: str
    state: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class FileGroup:
    """Files of one folder that may become one: `files` are their paths, as JSON, in the order of names. `path` is the
    first, `size` the bytes of all; `error` is that of a file that could not be listed, and is alone.
    """

    path: str
    size: int = 0
    error: str = ""
    files: str = "[]"


@dataclass(frozen=True, slots=True)
class StagedGroup:
    """A new file that is to appear as `path`, and the old ones that it replaces: `members`, as `members.py` packs them.
    Or a file that stays, with the reason.

    The new file is finished under the name `hidden`. `size` and `old_footers` are bytes of the old files;
    `small_row_groups` are those of the new file that have few rows. `notes`, as JSON, say what did not come along.
    """

    path: str
    state: str
    reason: str = ""
    hidden: str = ""
    size: int = 0
    members: str = "[]"
    files: int = 1
    old_footers: int = 0
    new_size: int = 0
    new_crc32: int = 0
    tail_length: int = 0
    tail_sha256: bytes = b""
    rows: int = 0
    row_groups: int = 0
    small_row_groups: int = 0
    notes: str = "[]"


Row = TypeVar(
    "Row", ListedFile, PlannedFile, Staged, PublishedFile, VerifiedFile, FileGroup, StagedGroup
)

_TYPES: Final[dict[str, tuple[pa.DataType, str]]] = {
    "str": (pa.string(), "string"),
    "int": (pa.int64(), "bigint"),
    "bytes": (pa.binary(), "binary"),
    "bool": (pa.bool_(), "boolean"),
}


def build_arrow_schema(cls: type[Any]) -> pa.Schema:
    return pa.schema([(field.name, _TYPES[str(field.type)][0]) for field in fields(cls)])


def build_spark_schema(cls: type[Any]) -> str:
    """The same as Spark's DDL."""
    return ", ".join(f"{field.name} {_TYPES[str(field.type)][1]}" for field in fields(cls))


def rows_of(cls: type[Row], batches: Iterable[pa.RecordBatch]) -> Iterator[Row]:
    for batch in batches:
        for values in batch.to_pylist():
            yield cls(**values)


def batches_of(cls: type[Row], rows: Iterable[Row]) -> Iterator[pa.RecordBatch]:
    """In batches of at most 1,000 rows and about 32 MiB: Spark does not cap what Python hands it."""
    schema = build_arrow_schema(cls)
    waiting: list[dict[str, Any]] = []
    size = 0
    for row in rows:
        values = asdict(row)
        waiting.append(values)
        size += sum(len(value) for value in values.values() if isinstance(value, (bytes, str)))
        if len(waiting) >= _ROWS or size >= _BYTES:
            yield batch_from(waiting, schema)
            waiting, size = [], 0
    if waiting:
        yield batch_from(waiting, schema)
