"""A file that counts the bytes that are read of it, for readers that take files of Python."""

from __future__ import annotations

import io
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from fsspec import AbstractFileSystem

PROTOCOL: Final = "counted"


class CountedFile(io.FileIO):
    """`fetched` are the bytes that came back so far."""

    def __init__(self, path: str | Path) -> None:
        super().__init__(path, "rb")
        self.fetched = 0

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(-1 if size is None else size)
        assert data is not None
        self.fetched += len(data)
        return data


class CountedFiles(AbstractFileSystem):
    """`counted:///path`, for DuckDB; `files` are those that were opened."""

    protocol = PROTOCOL
    cachable = False

    def __init__(self) -> None:
        super().__init__()
        self.files: list[CountedFile] = []

    def info(self, path: str, **options: Any) -> dict[str, Any]:
        place = _place_of(path)
        return {"name": place, "size": os.path.getsize(place), "type": "file"}

    def modified(self, path: str) -> datetime:
        return datetime.fromtimestamp(os.path.getmtime(_place_of(path)), UTC)

    def open(self, path: str, mode: str = "rb", **options: Any) -> CountedFile:
        self.files.append(CountedFile(_place_of(path)))
        return self.files[-1]


def _place_of(path: str) -> str:
    return path.removeprefix(f"{PROTOCOL}://")
