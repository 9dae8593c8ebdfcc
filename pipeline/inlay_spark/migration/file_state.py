"""Which file it is, and in which state: what a phase leaves to the next one to compare."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from typing import Final, NamedTuple
from zlib import crc32

from inlay.changes.rewrite.names import folder_of
from inlay.changes.rewrite.urls import open_object_store
from inlay.footers.footer.read import read_footer
from inlay.ground.files.paths import is_url
from inlay.ground.files.source import Seekable, open_source, read_at, size_of

_CHUNK: Final = 1 << 20
_I64: Final = (1 << 63) - 1
"""A column of the journal is signed; some file systems use all 64 bits of an inode's number, and times may lie
before 1970 and after 2262."""


class State(NamedTuple):
    """The same for the same untouched file, and no other. Objects have an ETag, files the rest.

    `ctime_ns` is what nobody can set: a file with other bytes, or another mode, under an old time of modification
    is another file.
    """

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int
    etag: str


def state_of(path: str) -> State:
    if is_url(path):
        store, key = open_object_store(path)
        version = store.head(key)
        return State(version.size, 0, 0, 0, version.etag)
    return read_state(os.lstat(path))


def read_state(status: os.stat_result) -> State:
    times = status.st_mtime_ns & _I64, status.st_ctime_ns & _I64
    return State(status.st_size, *times, status.st_ino & _I64, "")


def tail_of(path: str) -> tuple[int, bytes]:
    """Where the footer begins, and all bytes from there on."""
    with open_source(path) as file:
        footer = read_footer(file)
        return footer.offset, read_at(file, footer.offset, footer.file_size - footer.offset)


def ends_with(path: str, size: int, length: int, digest: bytes) -> bool:
    """Whether the file has this size, and its last `length` bytes this SHA-256."""
    with open_source(path) as file:
        if size_of(file) != size or length > size:
            return False
        return sha256(read_at(file, size - length, length)).digest() == digest


def are_attributes_equal(path: str, other: str) -> bool:
    """Mode, owner, and whatever else a new file takes over from the one whose place it gets."""
    return _attributes(path) == _attributes(other)


def _attributes(path: str) -> tuple[object, ...]:
    status = os.stat(path)
    named: dict[str, bytes] = {}
    if sys.platform == "linux":
        with suppress(OSError):  # a file system without them
            named = {name: os.getxattr(path, name) for name in os.listxattr(path)}
    return stat.S_IMODE(status.st_mode), status.st_uid, status.st_gid, named


def compute_sha256(path: str) -> bytes:
    with open_source(path) as file:
        return sha256_of(file, size_of(file))


def sha256_of(file: Seekable, length: int, behind: bytes = b"") -> bytes:
    """Of the first `length` bytes, and of what is to come behind them."""
    digest = sha256()
    for part in _parts(file, length):
        digest.update(part)
    digest.update(behind)
    return digest.digest()


def compute_crc32(path: str) -> int:
    crc = 0
    with open_source(path) as file:
        for part in _parts(file, size_of(file)):
            crc = crc32(part, crc)
    return crc


def choose_hidden_name(path: str, job: str) -> str:
    """A name that no other attempt has, and that neither Spark nor Hadoop lists."""
    name = os.path.basename(path)
    while len(os.fsencode(name)) > 120:
        name = name[:-1]
    return os.path.join(folder_of(path), f".{name}.{job}.{os.urandom(8).hex()}.tmp")


def is_hidden_name(name: str, job: str) -> bool:
    """Of this job: what it staged, or the rewriter's own temporary file for that."""
    return name.startswith(".") and f".{job}." in name and name.endswith(".tmp")


def _parts(file: Seekable, length: int) -> Iterator[bytes]:
    at = 0
    while at < length and (part := read_at(file, at, min(_CHUNK, length - at))):
        yield part
        at += len(part)
