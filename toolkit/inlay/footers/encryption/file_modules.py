"""One encrypted file: its algorithm, its AADs, and the key of each of its modules."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from inlay.footers.encryption.cipher import LENGTH, open_sealed
from inlay.footers.encryption.errors import DecryptionError
from inlay.footers.encryption.keys import EncryptionKeys
from inlay.footers.encryption.modules import ModuleKind, ModulePlace
from inlay.ground.mistakes import RequestError
from inlay.ground.schema.names import NoSuchColumnError, hint_at_column
from inlay.ground.schema.tree import SchemaTree
from inlay_runtime.union import UnknownVariant
from parquet_format.parquet import (
    AesGcmCtrV1,
    ColumnChunk,
    EncryptionAlgorithm,
    EncryptionWithColumnKey,
    FileMetaData,
    RowGroup,
)


class FileModules:
    """`file_aad` is what every AAD of the file begins with; None where its writer uses none, as DuckDB does.

    `footer_key` is None where the caller has none. Raises DecryptionError where there is a key and the AAD prefix is not known, where another
    one was given, or the algorithm is not known.
    """

    def __init__(
        self,
        path: str,
        offset: int,
        algorithm: EncryptionAlgorithm,
        footer_key_metadata: bytes | None,
        keys: EncryptionKeys,
        *,
        is_footer_encrypted: bool,
    ) -> None:
        if isinstance(algorithm, UnknownVariant):
            what = f"the encryption algorithm {algorithm.field_id} is not known"
            raise DecryptionError(path, offset, what, "a newer version of Inlay may know it")
        self.path = path
        self._offset = offset
        self.keys = keys
        self._known: dict[tuple[str, bytes | None], bytes | None] = {}
        """Of columns, for as long as the file is read: a service is asked once for the chunks of all row groups."""
        self.has_tagged_bodies = not isinstance(algorithm, AesGcmCtrV1)
        self.is_footer_encrypted = is_footer_encrypted
        with self._name_file():
            self.footer_key = keys.find_footer_key(footer_key_metadata)
        prefix, unique = algorithm.aad_prefix or b"", algorithm.aad_file_unique
        if algorithm.supply_aad_prefix and not prefix:
            prefix = keys.aad_prefix
        elif (
            keys.aad_prefix and prefix != keys.aad_prefix
        ):  # as readers of Arrow and Java refuse it
            what = "the AAD prefix that the file stores is not the one that was given"
            if not prefix:
                what = "an AAD prefix was given, and the file was encrypted without one"
            raise DecryptionError(path, offset, what, "it is another file, or leave the prefix out")
        self.file_aad = None if unique is None and not prefix else prefix + (unique or b"")
        self._lacks_prefix = bool(algorithm.supply_aad_prefix) and not prefix
        if self.footer_key is not None:
            self._require_prefix()

    def aad_of(self, place: ModulePlace) -> bytes:
        return b"" if self.file_aad is None else self.file_aad + place.suffix

    def is_encrypted(self, chunk: ColumnChunk) -> bool:
        """Whether the pages of a chunk are: DuckDB, which uses no AADs, does not say so."""
        if chunk.crypto_metadata is not None:
            return True
        return self.is_footer_encrypted and self.file_aad is None

    def find_key(self, chunk: ColumnChunk) -> bytes | None:
        """Of an encrypted chunk; None where the caller has none. Raises RequestError where a master key does not unwrap it."""
        own = chunk.crypto_metadata
        if not isinstance(own, EncryptionWithColumnKey):
            return self.footer_key
        asked = ".".join(own.path_in_schema), own.key_metadata
        if asked not in self._known:
            with self._name_file():
                self._known[asked] = self.keys.find_column_key(*asked)
            if self._known[asked] is not None:
                self._require_prefix()
        return self._known[asked]

    def _require_prefix(self) -> None:
        if self._lacks_prefix:
            what = "the file does not store its AAD prefix, and none was given"
            raise DecryptionError(self.path, self._offset, what, "aad_prefix=, or --aad-prefix")

    def require_columns(self, metadata: FileMetaData) -> None:
        """Raises NoSuchColumnError for a key by hand for a column that the file does not have, where an encrypted column stays
        closed: the name may be misspelt. With all columns open it may be the key of a column that other files have."""
        if not self.keys.columns:
            return
        tree = SchemaTree(metadata.schema)
        unknown = self.keys.columns.difference(".".join(leaf.path) for leaf in tree.leaves)
        if unknown and any(
            isinstance(chunk.crypto_metadata, EncryptionWithColumnKey)
            and self.find_key(chunk) is None
            for group in metadata.row_groups
            for chunk in group.columns
        ):
            name = min(unknown)
            said = f"{self.path}: a key is for {name!r}, and the file has no such column"
            raise NoSuchColumnError(said + hint_at_column(tree, name))

    @contextmanager
    def _name_file(self) -> Generator[None]:
        """Of several, a key that does not unwrap is of this one."""
        try:
            yield
        except RequestError as error:
            raise RequestError(f"{self.path}: {error}") from error

    def open_module(self, key: bytes, module: bytes, place: ModulePlace) -> bytes | None:
        """The text of a module that is all of these bytes; None where it is not, or its tag does not agree."""
        if int.from_bytes(module[:LENGTH], "little") != len(module) - LENGTH:
            return None
        return open_sealed(key, memoryview(module)[LENGTH:], self.aad_of(place))


def place_of_chunk(kind: ModuleKind, row_group: RowGroup, at: int, column: int) -> ModulePlace:
    """Of a module of the row group that stands at `at`; its ordinal is what the writer says."""
    ordinal = row_group.ordinal
    return ModulePlace(kind, at if ordinal is None else ordinal, column)
