"""A chunk of an encrypted file on its way into another one: what the keys open is checked, and what moves are the modules as they lie."""

from __future__ import annotations

from functools import partial

from inlay.footers.encryption.cipher import add_length, seal
from inlay.footers.encryption.file_modules import place_of_chunk
from inlay.footers.encryption.modules import ModuleKind
from inlay.ground.files.source import read_at
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.moving_chunk import Misfit
from inlay.pages.engine.packed import ChunkParts
from inlay.pages.engine.piece import Place
from inlay.pages.engine.plan import Move
from inlay.verbs.parts.encrypted_source import EncryptedSource
from parquet_format.parquet import OffsetIndex


class EncryptedChunk:
    """`plain` takes the same chunk out of the plain file, and says what fits. The one part that changes is an offset index: it is
    encrypted anew, and its nonce is drawn."""

    __slots__ = ("_place", "_plain", "_source")

    def __init__(self, plain: ChunkParts, source: EncryptedSource, place: Place) -> None:
        self._plain = plain
        self._source = source
        self._place = place

    def pages(self) -> Move:
        """Raises what `plain` raises, and SealedModuleError for a module that does not open."""
        return self._store(self._plain.pages())

    def bloom_filter(self) -> Move | Misfit | None:
        return self._store_if_fit(self._plain.bloom_filter())

    def column_index(self) -> Move | Misfit | None:
        return self._store_if_fit(self._plain.column_index())

    def offset_index(self) -> Move | Misfit | None:
        step = self._plain.offset_index()
        if isinstance(step, Misfit) or step is None:
            return step
        group, column = self._place
        stored = self._source.chunk_at(self._place)
        modules = self._source.modules
        if not modules.is_encrypted(stored):
            return self._store(step)
        key = modules.find_key(stored)
        assert key is not None  # or the plan had refused it
        row_group = self._source.metadata.row_groups[group]
        place = place_of_chunk(ModuleKind.OFFSET_INDEX, row_group, group, column)
        module = read_at(self._source.stored.source, step.piece.start, step.piece.size)
        text = modules.open_module(key, module, place)
        if text is None:
            raise ChunkError("the offset index does not open", step.piece.start)
        index = OffsetIndex.decode_from(text)[0]  # without what stands behind it
        encrypt = partial(_encrypt, key, modules.aad_of(place))
        return Move(self._source.stored, step.piece, offset_index=index, seal=encrypt)

    def _store_if_fit(self, step: Move | Misfit | None) -> Move | Misfit | None:
        return self._store(step) if isinstance(step, Move) else step

    def _store(self, step: Move) -> Move:
        return Move(self._source.stored, step.piece, offset_index=step.offset_index)


def _encrypt(key: bytes, aad: bytes, text: bytes) -> bytes:
    return add_length(seal(key, text, aad))
