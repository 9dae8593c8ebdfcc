"""fsspec's `memory://` as an object store, with conditional writes: it lives in this process alone."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

from inlay.changes.rewrite.object_parts import ObjectRange, Piece, read_piece
from inlay.changes.rewrite.store import ObjectVersion, StaleError

_LOCK: Final = threading.Lock()


class MemoryObjects:
    """Implements `ObjectStore`; the etag is a hash of the content. Other writers have to use it too."""

    def __init__(self, filesystem: Any) -> None:
        self._filesystem = filesystem

    def head(self, key: str) -> ObjectVersion:
        data = self._data(key)
        return ObjectVersion(sha256(data).hexdigest(), len(data))

    def read(self, key: str, etag: str, start: int, end: int) -> bytes:
        return self._version(key, etag)[start:end]

    def refuse_loss(self, key: str, *, is_replaced: bool) -> None:
        """An object is its bytes here."""

    def assemble(
        self, key: str, pieces: Sequence[Piece], if_match: str | None, *, like: str | None = None
    ) -> ObjectVersion:
        with _LOCK:
            data = b"".join(map(self._read_piece, pieces))
            try:
                there = self.head(key).etag
            except FileNotFoundError:
                there = None
            if there != if_match:
                raise StaleError(key)
            self._filesystem.pipe_file(key, data)
            return self.head(key)

    def _read_piece(self, piece: Piece) -> bytes:
        if not isinstance(piece, ObjectRange):
            return read_piece(piece)
        return self._version(piece.key, piece.etag)[piece.offset : piece.offset + piece.length]

    def _data(self, key: str) -> bytes:
        data: bytes = self._filesystem.cat_file(key)
        return data

    def _version(self, key: str, etag: str) -> bytes:
        try:
            data = self._data(key)
        except FileNotFoundError:
            raise StaleError(key) from None
        if sha256(data).hexdigest() != etag:
            raise StaleError(key)
        return data
