"""What a plan makes of encrypted files is encrypted like them: which of their modules may move, and the footer that leads to them.

The tag of a module vouches for its file, its row group, its column and its page (Encryption.md, 4.4): it agrees in the new file if that
has the file id of the source, and the module stands where it stood.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from inlay.footers.encryption.cipher import add_length, seal
from inlay.footers.encryption.clear_statements import drop_statements
from inlay.footers.encryption.closed_footer import encrypt_footer, sign_footer
from inlay.footers.encryption.file_modules import place_of_chunk
from inlay.footers.encryption.modules import ModuleKind, ModulePlace
from inlay.footers.footer.magic import ENCRYPTED, PLAIN
from inlay.footers.footer.trailer import tail_of
from inlay.ground.files.source import Seekable
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.pages.engine.moving_chunk import MovingChunk
from inlay.pages.engine.packed import ChunkParts
from inlay.pages.engine.packed_body import RowGroups, decode
from inlay.pages.engine.plan import Origin
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.verbs.parts.encrypted_chunk import EncryptedChunk
from inlay.verbs.parts.encrypted_source import EncryptedSource, open_encrypted_source
from inlay.verbs.parts.source import PartSource
from parquet_format.parquet import ColumnChunk, FileMetaData

_STAY = "what may go are row groups behind the last one that stays, and columns behind the last encrypted one that stays"


@dataclass(frozen=True, slots=True)
class EncryptedResult:
    """`first` is the source whose algorithm, file id and footer key the new file has; `origins` are those of each of its row groups."""

    first: EncryptedSource
    sources: dict[ThriftFile, EncryptedSource]
    origins: list[Sequence[Origin]] = field(default_factory=list[Sequence[Origin]])

    @property
    def magic(self) -> bytes:
        return PLAIN if self.first.crypto is None else ENCRYPTED

    def take_apart(self, plain: ChunkParts, moving: MovingChunk) -> ChunkParts:
        source, place = moving.origin
        return EncryptedChunk(plain, self.sources[source], place)

    def build_tail(self, thrift: bytes) -> bytes:
        """The end of the new file, of which this is the footer in the clear."""
        metadata = FileMetaData.decode(thrift)
        for at, (group, origins) in enumerate(zip(metadata.row_groups, self.origins, strict=True)):
            for column, (chunk, origin) in enumerate(zip(group.columns, origins, strict=True)):
                place = place_of_chunk(ModuleKind.COLUMN_METADATA, group, at, column)
                self._close(chunk, self.sources[origin.source], origin, place)
        modules, crypto = self.first.modules, self.first.crypto
        if crypto is not None:
            return tail_of(encrypt_footer(modules, crypto, metadata.encode()), self.magic)
        stored = self.first.metadata
        metadata.encryption_algorithm = stored.encryption_algorithm
        metadata.footer_signing_key_metadata = stored.footer_signing_key_metadata
        return tail_of(sign_footer(modules, metadata.encode()), self.magic)

    def _close(
        self, chunk: ColumnChunk, source: EncryptedSource, origin: Origin, place: ModulePlace
    ) -> None:
        """As its writer closed it: its metadata in a module of its own if it was in one, and in the clear what stood there."""
        stored = source.chunk_at(origin.place)
        chunk.crypto_metadata = stored.crypto_metadata
        if stored.encrypted_column_metadata is None:
            return
        key = source.modules.find_key(stored)
        assert key is not None  # or the plan had refused it
        meta = metadata_of(chunk)
        sealed = seal(key, meta.encode(), source.modules.aad_of(place))
        chunk.encrypted_column_metadata = add_length(sealed)
        chunk.meta_data = None if stored.meta_data is None else drop_statements(meta)

    def reopen(self, file: Seekable, name: str) -> bytes:
        """The Thrift of a new file, as the same keys open it."""
        opened = open_encrypted_source(file, name, self.first.modules.keys)
        return b"" if opened is None else opened.plain.thrift


def plan_encryption(parts: Sequence[PartSource], row_groups: RowGroups) -> EncryptedResult | None:
    """None where no source is encrypted or signed.

    Raises RefusedError where tags would not agree in the new file, RequestError where the key of a column is missing.
    """
    encrypted = [part.encrypted for part in parts if part.encrypted is not None]
    if not encrypted:
        return None
    _require_alike(parts, encrypted)
    result = EncryptedResult(encrypted[0], {source.plain: source for source in encrypted})
    for number, group in enumerate(row_groups()):
        origins = decode(group)[1]
        for column, origin in enumerate(origins):
            source = result.sources.get(origin.source)
            if source is None:
                reason = "a column that a file lacks would be nulls in the clear"
                raise RefusedError("encrypted", reason, path=encrypted[0].stored.name)
            _require_place(source, origin, (number, column))
        result.origins.append(origins)
    return result


def _require_alike(parts: Sequence[PartSource], encrypted: Sequence[EncryptedSource]) -> None:
    first = encrypted[0]
    for part in parts:
        if part.encrypted is None:
            reason = "it is not encrypted, and another file is: its rows would stand in the clear among those"
        elif _encryption_of(part.encrypted) != _encryption_of(first):
            reason = f"its key, its file id or its footer's mode are not those of {first.stored.name}, and tags agree only in their own file"
        else:
            continue
        raise RefusedError("encrypted", reason, path=part.name)


def _encryption_of(source: EncryptedSource) -> tuple[object, ...]:
    modules = source.modules
    return (
        source.crypto is None,
        modules.has_tagged_bodies,
        modules.file_aad,
        modules.footer_key,
    )


def _require_place(source: EncryptedSource, origin: Origin, new: tuple[int, int]) -> None:
    """Raises for an encrypted chunk whose tags would not agree at `new`, or that no key opens."""
    modules, (at, column) = source.modules, origin.place
    chunk, group = source.chunk_at(origin.place), source.metadata.row_groups[at]
    if not modules.is_encrypted(chunk):
        return
    if modules.find_key(chunk) is None:
        what = f"no key for column {_name_of(source, column)} was given, which says where its pages lie"
        raise RequestError(f"{source.stored.name}: {what}")
    place = place_of_chunk(ModuleKind.DATA_PAGE, group, at, column)
    if modules.file_aad is None or (place.row_group, place.column) == new:
        return
    reason = (
        f"the encrypted column {_name_of(source, column)} would move from row group {place.row_group}, column {place.column} "
        f"to row group {new[0]}, column {new[1]}, where its tags do not agree: {_STAY}"
    )
    raise RefusedError("encrypted", reason, path=source.stored.name)


def _name_of(source: EncryptedSource, column: int) -> str:
    return ".".join(SchemaTree(source.metadata.schema).leaves[column].path)
