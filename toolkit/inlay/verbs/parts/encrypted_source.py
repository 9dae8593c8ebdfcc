"""An encrypted file that parts are taken from: plans are made from the plain file that its keys make of it, and bytes move as they lie."""

from __future__ import annotations

from dataclasses import dataclass

from inlay.footers.encryption.file_modules import FileModules
from inlay.footers.encryption.keys import EncryptionKeys
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.magic import READABLE
from inlay.footers.footer.open_encrypted import find_modules, open_encrypted, open_metadata
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Seekable
from inlay.ground.refusals import RefusedError
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.encodings.new_encodings import find_encodings
from inlay.pages.engine.decrypted_file import DecryptedFile
from inlay.pages.engine.thrift_file import ThriftFile
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    FileCryptoMetaData,
    FileMetaData,
    Type,
)


@dataclass(frozen=True, slots=True, eq=False)
class EncryptedSource:
    """`plain` is the plain file, which is read; `stored` are the bytes as they lie, which move. `metadata` says how each chunk is
    encrypted; `crypto` is None where the footer is in the clear and signed."""

    plain: ThriftFile
    stored: ThriftFile
    modules: FileModules
    crypto: FileCryptoMetaData | None
    metadata: FileMetaData

    def chunk_at(self, place: tuple[int, int]) -> ColumnChunk:
        group, column = place
        return self.metadata.row_groups[group].columns[column]


def open_encrypted_source(
    file: Seekable, name: str, keys: EncryptionKeys
) -> EncryptedSource | None:
    """None for a file that is neither encrypted nor signed.

    Raises RefusedError without the key of the footer, and for extensions; DecryptionError where a key does not open what it was given
    for, or the signature does not agree; FooterError.
    """
    footer = read_footer(file, name)
    modules = find_modules(footer.validate(), keys) if footer.magic in READABLE else None
    if modules is None or footer.second.root is not None:
        return None
    if modules.footer_key is None:
        word = "encrypted" if footer.is_encrypted else "signed"
        reason = f"the footer is {word}, and no key for it was given: --keys, or keys= in Python"
        raise RefusedError(word, reason, path=footer.path)
    opened = open_encrypted(footer, keys)
    stored = FileMetaData.decode_from(open_metadata(footer, modules))[0]
    metadata = _clear(opened)
    if find_encodings(metadata, footer.offset) or metadata.extension is not None:
        reason = (
            "the footer or a column of an encrypted file has an extension, which may tell of pages"
        )
        raise RefusedError("encrypted", reason, path=footer.path)
    thrift, view = metadata.encode(), DecryptedFile(file, opened, modules)
    return EncryptedSource(
        ThriftFile(name, view, thrift, footer.offset),
        ThriftFile(name, file, thrift, footer.offset),
        modules,
        footer.crypto,
        stored,
    )


def _clear(opened: Footer) -> FileMetaData:
    """What the plain file says. A chunk that stays closed has no pages in it: it can be left out, and not be taken."""
    metadata = FileMetaData.decode_from(opened.thrift)[0]  # behind it stands a signature
    metadata.encryption_algorithm = metadata.footer_signing_key_metadata = None
    tree = SchemaTree(metadata.schema)
    for group in metadata.row_groups:
        for column, chunk in enumerate(group.columns):
            if chunk.meta_data is None and column < len(tree.leaves):
                chunk.meta_data = _closed_metadata(tree, column, group.num_rows)
            chunk.crypto_metadata = chunk.encrypted_column_metadata = None
    return metadata


def _closed_metadata(tree: SchemaTree, column: int, rows: int) -> ColumnMetaData:
    leaf = tree.leaves[column]
    type_ = leaf.element.type
    return ColumnMetaData(
        type=Type.BOOLEAN if type_ is None else type_,
        encodings=[],
        path_in_schema=list(leaf.path),
        codec=CompressionCodec.UNCOMPRESSED,
        num_values=rows,
        total_uncompressed_size=0,
        total_compressed_size=0,
        data_page_offset=0,
    )
