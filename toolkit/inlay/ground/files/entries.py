"""What a listing says of a file: enough to read it, and to tell tomorrow whether it is still the same."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

if TYPE_CHECKING:
    from collections.abc import Callable

NULL_PARTITION = "__HIVE_DEFAULT_PARTITION__"
"""How Hive and Spark spell a partition value that is null."""

UNASKED: Final = -1
"""The size of a file that nobody has asked for."""


class FileEntry(NamedTuple):
    """A file, or something whose listing failed: then `error` says why.

    `mtime` counts microseconds since 1970 in UTC. `root` is the length of the part of `path` that was asked
    for: directories below it may be partitions. A tuple, for there may be ten million.
    """

    path: str
    size: int
    mtime: int
    etag: str | None = None
    root: int = 0
    error: OSError | None = None

    @property
    def is_named(self) -> bool:
        """Whether the file itself was asked for, and not a folder or a glob that it lies in."""
        return False

    @property
    def partition(self) -> dict[str, str | None]:
        """`{"day": "2026-11-20"}` for `.../day=2026-11-20/part.parquet`; in the order of the path."""
        return parse_partition_values(self.path[self.root :])


class NamedEntry(FileEntry):
    """The entry of a file that was itself asked for."""

    __slots__ = ()

    @property
    def is_named(self) -> bool:
        return True


_Fields: TypeAlias = "tuple[str, int, int, str | None, int, OSError | None]"

make_entry: Final = cast(
    "Callable[[_Fields], FileEntry]", partial(cast("Any", tuple).__new__, FileEntry)
)
"""The entry of all these fields, in a third of the time: a listing makes millions."""


def parse_partition_values(below_root: str) -> dict[str, str | None]:
    """What the directories of a path say, `name=value`; a null of Hive is None."""
    if "=" not in below_root:
        return {}
    from urllib.parse import unquote  # it brings all of ipaddress

    values: dict[str, str | None] = {}
    for segment in below_root.split("/")[:-1]:
        name, equals, value = segment.partition("=")
        if name and equals:
            values[unquote(name)] = None if value == NULL_PARTITION else unquote(value)
    return values


def is_hidden(name: str) -> bool:
    """What Spark does not take for data either: `_SUCCESS`, `_delta_log`, `.part.crc`, `a._COPYING_`."""
    if name.startswith("_"):
        return "=" not in name
    return name.startswith(".") or name.endswith("._COPYING_")
