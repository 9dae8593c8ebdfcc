"""An object store in memory, with the conditions that real ones have."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.changes.rewrite.object_parts import ObjectRange, Piece, read_piece
from inlay.changes.rewrite.store import ObjectVersion, StaleError


class MemoryStore:
    """Implements `ObjectStore`."""

    def __init__(self) -> None:
        self._objects: dict[str, tuple[str, bytes]] = {}
        self._writes = 0
        self.read_bytes = 0

    def put(self, key: str, data: bytes) -> ObjectVersion:
        self._writes += 1
        etag = f"etag-{self._writes}"
        self._objects[key] = (etag, data)
        return ObjectVersion(etag, len(data))

    def get(self, key: str) -> bytes:
        return self._objects[key][1]

    def head(self, key: str) -> ObjectVersion:
        if key not in self._objects:
            raise FileNotFoundError(key)
        etag, data = self._objects[key]
        return ObjectVersion(etag, len(data))

    def read(self, key: str, etag: str, start: int, end: int) -> bytes:
        data = self._version(key, etag)[start:end]
        self.read_bytes += len(data)
        return data

    def refuse_loss(self, key: str, *, is_replaced: bool) -> None:
        """An object is its bytes here."""

    def assemble(
        self, key: str, pieces: Sequence[Piece], if_match: str | None, *, like: str | None = None
    ) -> ObjectVersion:
        data = b"".join(map(self._read_piece, pieces))
        there = self._objects.get(key)
        if (there[0] if there is not None else None) != if_match:
            raise StaleError(key)
        return self.put(key, data)

    def _read_piece(self, piece: Piece) -> bytes:
        if not isinstance(piece, ObjectRange):
            return read_piece(piece)
        return self._version(piece.key, piece.etag)[piece.offset : piece.offset + piece.length]

    def _version(self, key: str, etag: str) -> bytes:
        found = self._objects.get(key)
        if found is None or found[0] != etag:
            raise StaleError(key)
        return found[1]
