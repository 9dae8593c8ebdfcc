"""The system calls that rewriting makes, all of them: what the tests put a failing file system behind."""

from __future__ import annotations

import errno
import os
import struct
import sys
from typing import Final, NamedTuple, Protocol

from inlay.changes.rewrite.reserved_space import reserve_space
from inlay.ground.files.open_flags import INHERIT_NOT, READ, WAIT_NOT

__all__ = [
    "CHANGE",
    "CREATE",
    "FOLDER",
    "OWN",
    "POSIX",
    "PRIVATE",
    "READ",
    "ROOT",
    "Posix",
    "Status",
    "System",
]

CHANGE: Final[int] = os.O_RDWR | WAIT_NOT | INHERIT_NOT
"""Nobody wants to wait for the other end of a pipe, which is refused in the next step."""

CREATE: Final[int] = os.O_RDWR | os.O_CREAT | os.O_EXCL | INHERIT_NOT
OWN: Final[int] = READ | getattr(os, "O_NOFOLLOW", 0)
"""For a file that lies where others may have put a link."""

FOLDER: Final[int] = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | INHERIT_NOT

PRIVATE: Final = 0o600
"""Of a file that is not finished."""

ROOT: Final = 0
"""The user who may give files away."""

_SHARE: Final = 0x4020_940D
"""`FICLONERANGE` of Linux, which Python 3.11 does not name; where a machine numbers it otherwise, nothing is shared."""


class Status(NamedTuple):
    """The part of `stat` that is used."""

    device: int
    inode: int
    size: int
    mtime_ns: int
    mode: int
    owner: int
    group: int
    links: int


class System(Protocol):
    """Every method is one system call and raises OSError; reads and writes may come up short."""

    def open(self, path: str, flags: int, mode: int = PRIVATE) -> int: ...
    def close(self, file: int) -> None: ...
    def read(self, file: int, size: int, offset: int) -> bytes: ...
    def write(self, file: int, data: bytes, offset: int) -> int: ...
    def share(self, source: int, target: int, size: int) -> None:
        """The first `size` bytes, which are whole blocks: the target, which is empty, gets those blocks, and no byte moves."""
        ...

    def reserve(self, file: int, size: int) -> None:
        """Room for so many bytes; nothing where the file system sets none aside."""
        ...

    def copy(self, source: int, target: int, size: int, offset: int) -> int:
        """Up to `size` bytes from `offset` to the same offset; 0 where that cannot be done."""
        ...

    def truncate(self, file: int, size: int) -> None: ...
    def sync(self, file: int) -> None: ...
    def status(self, file: int) -> Status: ...
    def status_of(self, path: str) -> Status: ...
    def lock(self, file: int) -> None:
        """Exclusive, until the file is closed; BlockingIOError if somebody else has it."""
        ...

    def rename(self, old: str, new: str) -> None: ...
    def link(self, old: str, new: str) -> None: ...
    def unlink(self, path: str) -> None: ...
    def names(self, folder: str) -> list[str]: ...
    def may_write(self, path: str) -> bool: ...
    def resolve(self, path: str) -> str: ...
    def set_mode(self, file: int, mode: int) -> None: ...
    def set_owner(self, file: int, owner: int, group: int) -> None: ...
    def attributes(self, file: int) -> list[str]: ...
    def attribute(self, file: int, name: str) -> bytes: ...
    def set_attribute(self, file: int, name: str, value: bytes) -> None: ...
    def remove_attribute(self, file: int, name: str) -> None: ...
    def user(self) -> int:
        """Who we are."""
        ...


def _require_posix() -> None:
    """OSError where the protocol of a change cannot be kept: without locks, and without `fsync` of a folder."""
    if not hasattr(os, "pread"):
        reason = (
            "inlay changes files on Linux and macOS only: here it only reads; on Windows, use WSL"
        )
        raise OSError(errno.ENOTSUP, reason)


class Posix:
    """The operating system itself. Where it is none of these, whatever opens or looks at a file raises OSError."""

    def open(self, path: str, flags: int, mode: int = PRIVATE) -> int:
        _require_posix()
        return os.open(path, flags, mode)

    def close(self, file: int) -> None:
        os.close(file)

    def read(self, file: int, size: int, offset: int) -> bytes:
        return os.pread(file, size, offset)

    def write(self, file: int, data: bytes, offset: int) -> int:
        return os.pwrite(file, data, offset)

    def share(self, source: int, target: int, size: int) -> None:
        if sys.platform != "linux":
            raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))
        import fcntl  # which Windows lacks

        fcntl.ioctl(target, _SHARE, struct.pack("=qQQQ", source, 0, size, 0))

    def reserve(self, file: int, size: int) -> None:
        reserve_space(file, size)

    def copy(self, source: int, target: int, size: int, offset: int) -> int:
        if not hasattr(os, "copy_file_range"):  # macOS
            return 0
        return os.copy_file_range(source, target, size, offset, offset)

    def truncate(self, file: int, size: int) -> None:
        os.ftruncate(file, size)

    def sync(self, file: int) -> None:
        os.fsync(file)

    def status(self, file: int) -> Status:
        return _status(os.fstat(file))

    def status_of(self, path: str) -> Status:
        _require_posix()
        return _status(os.stat(path))

    def lock(self, file: int) -> None:
        import fcntl  # which Windows lacks

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def rename(self, old: str, new: str) -> None:
        os.rename(old, new)

    def link(self, old: str, new: str) -> None:
        os.link(old, new)

    def unlink(self, path: str) -> None:
        os.unlink(path)

    def names(self, folder: str) -> list[str]:
        return os.listdir(folder)

    def may_write(self, path: str) -> bool:
        return os.access(path, os.W_OK)

    def resolve(self, path: str) -> str:
        _require_posix()
        return os.path.realpath(path)

    def set_mode(self, file: int, mode: int) -> None:
        os.fchmod(file, mode)

    def set_owner(self, file: int, owner: int, group: int) -> None:
        os.fchown(file, owner, group)

    def attributes(self, file: int) -> list[str]:
        """None on macOS, where Python has no calls for them."""
        return os.listxattr(file) if hasattr(os, "listxattr") else []

    def attribute(self, file: int, name: str) -> bytes:
        return os.getxattr(file, name)

    def set_attribute(self, file: int, name: str, value: bytes) -> None:
        os.setxattr(file, name, value)

    def remove_attribute(self, file: int, name: str) -> None:
        os.removexattr(file, name)

    def user(self) -> int:
        return os.geteuid()


def _status(status: os.stat_result) -> Status:
    return Status(
        status.st_dev,
        status.st_ino,
        status.st_size,
        status.st_mtime_ns,
        status.st_mode,
        status.st_uid,
        status.st_gid,
        status.st_nlink,
    )


POSIX: Final[System] = Posix()
