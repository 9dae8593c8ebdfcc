"""Which file it is, and in which state: what a phase leaves to the next one to compare."""

from __future__ import annotations

import os
from hashlib import sha256
from typing import Final, NamedTuple
from zlib import crc32

from inlay.forms.tail import read_tail
from inlay.rewrite.names import folder_of

_CHUNK: Final = 1 << 20
_I64: Final = (1 << 63) - 1
"""A column of the journal is signed; some file systems use all 64 bits of an inode's number."""


class State(NamedTuple):
    """The same for the same untouched file, and no other."""

    size: int
    mtime_ns: int
    inode: int


def state_of(path: str) -> State:
    found = os.stat(path)
    return State(found.st_size, found.st_mtime_ns, found.st_ino & _I64)


def tail_of(path: str) -> tuple[int, bytes]:
    """Where the footer begins, and all bytes from there on."""
    offset = read_tail(path).offset
    with open(path, "rb") as file:
        file.seek(offset)
        return offset, file.read()


def ends_with(path: str, size: int, length: int, digest: bytes) -> bool:
    """Whether the file has this size, and its last `length` bytes this SHA-256."""
    with open(path, "rb") as file:
        if file.seek(0, os.SEEK_END) != size or length > size:
            return False
        file.seek(size - length)
        return sha256(file.read(length)).digest() == digest


def whole_sha256(path: str) -> bytes:
    with open(path, "rb") as file:
        digest = sha256()
        while part := file.read(_CHUNK):
            digest.update(part)
    return digest.digest()


def restored_sha256(path: str, keep: int, old_tail: bytes) -> bytes:
    """Of the first `keep` bytes of the file, and `old_tail` behind them."""
    digest = sha256()
    with open(path, "rb") as file:
        while keep > 0 and (part := file.read(min(_CHUNK, keep))):
            digest.update(part)
            keep -= len(part)
    digest.update(old_tail)
    return digest.digest()


def whole_crc32(path: str) -> int:
    crc = 0
    with open(path, "rb") as file:
        while part := file.read(_CHUNK):
            crc = crc32(part, crc)
    return crc


def hidden_name(path: str, job: str) -> str:
    """A name that no other attempt has, and that neither Spark nor Hadoop lists."""
    name = os.path.basename(path)
    while len(os.fsencode(name)) > 120:
        name = name[:-1]
    return os.path.join(folder_of(path), f".{name}.{job}.{os.urandom(8).hex()}.tmp")


def is_hidden_name(name: str, job: str) -> bool:
    """Of this job: what it staged, or the rewriter's own temporary file for that."""
    return name.startswith(".") and f".{job}." in name and name.endswith(".tmp")
