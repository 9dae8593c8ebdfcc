"""Which files a listing has named already: of millions, so each takes little more than the bytes of its name."""

from __future__ import annotations

from typing import Final

_BETWEEN: Final = b"/"
"""No name of a file has it."""


class SeenPaths:
    """Names of a folder come in order, as listings have them, and are only put behind each other. Where one comes out of order, as in a
    second listing of the folder, they become a set."""

    def __init__(self) -> None:
        self._folders: dict[str, _Names] = {}
        self._folder = ""
        self._names = _Names()

    def add(self, path: str) -> bool:
        """Whether it is new."""
        end = path.rfind("/") + 1
        folder = path[:end]
        if folder != self._folder:  # files of a folder come together
            self._folders.setdefault(self._folder, self._names)
            self._folder = folder
            self._names = self._folders.get(folder) or _Names()
        return self._names.add(path[end:].encode("utf-8", "surrogatepass"))


class _Names:
    __slots__ = ("_all", "_joined", "_last")

    def __init__(self) -> None:
        self._last = b""
        self._joined = bytearray()
        self._all: set[bytes] | None = None

    def add(self, name: bytes) -> bool:
        if self._all is None:
            if name > self._last or not self._joined:
                self._last = name
                self._joined += name + _BETWEEN
                return True
            self._all = {*bytes(self._joined).split(_BETWEEN)[:-1]}
            self._joined.clear()
        if name in self._all:
            return False
        self._all.add(name)
        return True
