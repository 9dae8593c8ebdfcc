"""The ends of many files of a network, asked for together: one request each, many under way, none waiting for a thread.

A request costs a thread of its own twice the processor time that it costs here. It is done with fsspec's own connections.
What does not come as it should is not explained: whoever asks reads that file by itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple

from inlay.ground.files.entries import FileEntry

MOST_UNDER_WAY: Final = 64
_RANGE: Final = re.compile(r"bytes (\d+)-(\d+)/(\d+)")


class FileEnd(NamedTuple):
    """The last bytes of a file; `entry` has the size that it has now."""

    entry: FileEntry
    data: bytes


def is_asynchronous(filesystem: Any) -> bool:
    """Whether the file system is one of a network that waits for many answers in one thread, its own."""
    return bool(getattr(filesystem, "async_impl", False)) and not filesystem.asynchronous


def read_ends(
    filesystem: Any, files: Sequence[tuple[FileEntry, str]], most: int, *, is_web: bool
) -> list[FileEnd | None]:
    """Of each file, given with its path in the file system, the last `most` bytes; None where that did not work."""

    import asyncio  # only now: it takes longer to import than a command does to start

    async def read_all() -> list[FileEnd | None]:
        under_way = asyncio.Semaphore(MOST_UNDER_WAY)

        async def read(entry: FileEntry, path: str) -> FileEnd | None:
            async with under_way:
                try:
                    if is_web:
                        return await _read_web(filesystem, entry, path, most)
                    return await _read_listed(filesystem, entry, path, most)
                except Exception:  # of whatever class: another way will say it better
                    return None

        return await asyncio.gather(*(read(*file) for file in files))

    loops: Any = import_module("fsspec.asyn")
    ends: list[FileEnd | None] = loops.sync(filesystem.loop, read_all)
    return ends


async def _read_listed(filesystem: Any, entry: FileEntry, path: str, most: int) -> FileEnd | None:
    """Of a file whose size was listed."""
    start = max(entry.size - most, 0)
    data: bytes = await filesystem._cat_file(path, start=start, end=entry.size)
    return FileEnd(entry, data) if len(data) == entry.size - start > 0 else None


async def _read_web(filesystem: Any, entry: FileEntry, url: str, most: int) -> FileEnd | None:
    """Of a file of which nothing is known: a server that sends the end says how long the whole is. One that sends all of it
    is not listened to."""
    options = dict(filesystem.kwargs)
    headers = {**options.pop("headers", {}), "Range": f"bytes=-{most}"}
    headers["Accept-Encoding"] = "identity"  # else the bytes are those of something else
    session = await filesystem.set_session()
    async with session.get(filesystem.encode_url(url), headers=headers, **options) as answer:
        match = _RANGE.fullmatch(answer.headers.get("Content-Range", ""))
        if answer.status != 206 or match is None or "Content-Encoding" in answer.headers:
            answer.close()
            return None
        start, last, size = map(int, match.groups())
        if last + 1 != size or start != max(size - most, 0):
            answer.close()
            return None
        data: bytes = await answer.read()
        etag = answer.headers.get("ETag", "").strip('"') or None
        return (
            FileEnd(entry._replace(size=size, etag=etag), data)
            if len(data) == size - start
            else None
        )
