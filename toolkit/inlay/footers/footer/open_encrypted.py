"""A footer with the keys of its file: what only these open, in place of what stands in the file.

Keys are used here, and kept nowhere: what a Footer holds, is pickled or is printed, has none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from inlay.footers.encryption.cipher import is_signed
from inlay.footers.encryption.errors import DecryptionError
from inlay.footers.encryption.file_modules import FileModules, place_of_chunk
from inlay.footers.encryption.modules import ModuleKind, ModulePlace
from inlay.footers.footer.magic import ENCRYPTED, PLAIN
from inlay_runtime.columnar import ExtractionPlan, extract
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import (
    ColumnMetaData,
    EncryptionWithColumnKey,
    EncryptionWithFooterKey,
    FileMetaData,
)

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys
    from inlay.footers.footer.footer import Footer

_CHUNKS: Final = "row_groups[].columns[]"
_SEALED: Final = "encrypted_column_metadata@size"
_SEALED_COLUMNS: Final = ExtractionPlan(FileMetaData, {_CHUNKS: (_SEALED,)})
_HINT = (
    "is it the key of this file, and its AAD prefix? `inlay crypt verify` says which modules open"
)


class DecryptedFooter(NamedTuple):
    """The FileMetaData of a file, with all that the keys opened."""

    thrift: bytes


def open_encrypted(footer: Footer, keys: EncryptionKeys) -> Footer:
    """The same footer with the metadata that the keys open. Where they do not open the footer itself, the one that was given.

    Raises DecryptionError where a key does not open what it was given for, NoSuchColumnError where one is for a column that is not
    there and another column stays closed, FooterError for what cannot be decoded.
    """
    modules = find_modules(footer, keys)
    if modules is None or (footer.is_encrypted and modules.footer_key is None):
        return footer
    if not footer.is_encrypted and modules.footer_key is not None:
        require_signature(footer, modules, modules.footer_key)
    text = open_metadata(footer, modules)
    try:
        metadata, size = FileMetaData.decode_from(text)
    except DecodeError as error:
        what = f"what the footer key opens is not a FileMetaData: {error.unplaced}"
        raise DecryptionError(footer.path, footer.offset, what, _HINT) from error
    modules.require_columns(metadata)
    is_filled = _has_hidden(text, modules) and fill_columns(footer, modules, metadata)
    if is_filled:
        text = metadata.encode() + footer.signature
    elif not any(text[size:]):  # parquet-java encrypts all of its buffer
        text = text[:size]
    opened = type(footer)(
        footer.path,
        footer.file_size,
        footer.offset,
        footer.data,
        footer.magic,
        footer.head,
        footer.source,
        DecryptedFooter(text),
    )
    if not is_filled:
        vars(opened).update(metadata=metadata)  # it is decoded once
    return opened


def _has_hidden(text: bytes, modules: FileModules) -> bool:
    """Whether `fill_columns` may change anything. Objects for the chunks of a wide footer take far longer than to decrypt it."""
    if modules.file_aad is None:
        return True
    column = extract(_SEALED_COLUMNS, [text]).tables[_CHUNKS].columns[_SEALED]
    return column.null_count < column.length


def find_modules(footer: Footer, keys: EncryptionKeys) -> FileModules | None:
    """How the file is encrypted; None for one that is not. Raises DecryptionError, FooterError."""
    if footer.magic == ENCRYPTED and footer.crypto is not None:
        algorithm, metadata = footer.crypto.encryption_algorithm, footer.crypto.key_metadata
    elif footer.magic == PLAIN and footer.metadata.encryption_algorithm is not None:
        algorithm = footer.metadata.encryption_algorithm
        metadata = footer.metadata.footer_signing_key_metadata
    else:
        return None
    is_encrypted = footer.magic == ENCRYPTED
    return FileModules(
        footer.path, footer.offset, algorithm, metadata, keys, is_footer_encrypted=is_encrypted
    )


def require_signature(footer: Footer, modules: FileModules, key: bytes) -> None:
    """Raises DecryptionError for a footer in the clear that is not what the footer key signed: who gives the key relies on that."""
    signature = footer.signature
    struct = footer.data[: len(footer.data) - len(signature)]
    aad = modules.aad_of(ModulePlace(ModuleKind.FOOTER))
    if not signature:
        what = "the footer is in the clear, and its signature is missing"
    elif not is_signed(key, struct, signature, aad):
        what = "the signature does not agree with the footer: one of them was changed, or the key is another"
    else:
        return
    raise DecryptionError(footer.path, footer.offset, what, _HINT)


def open_metadata(footer: Footer, modules: FileModules) -> bytes:
    """The bytes of the FileMetaData. Raises DecryptionError where the footer key does not open them."""
    if not footer.is_encrypted:
        return footer.data
    assert modules.footer_key is not None
    place = ModulePlace(ModuleKind.FOOTER)
    text = modules.open_module(modules.footer_key, footer.ciphertext, place)
    if text is None:
        start = footer.offset + len(footer.data) - len(footer.ciphertext)
        what = "the footer key does not open the footer: another key, or bytes that were changed"
        raise DecryptionError(footer.path, start, what, _HINT)
    return text


def fill_columns(footer: Footer, modules: FileModules, metadata: FileMetaData) -> bool:
    """Puts into each chunk the metadata that its key opens, and how it is encrypted; whether that changed any. Raises DecryptionError."""
    is_filled = False
    for at, group in enumerate(metadata.row_groups):
        for column, chunk in enumerate(group.columns):
            if chunk.crypto_metadata is None and modules.is_encrypted(chunk):
                chunk.crypto_metadata = EncryptionWithFooterKey()  # which DuckDB does not say
                is_filled = True
            if chunk.encrypted_column_metadata is None:
                continue
            key = modules.find_key(chunk)
            if key is None:
                continue
            place = place_of_chunk(ModuleKind.COLUMN_METADATA, group, at, column)
            text = modules.open_module(key, chunk.encrypted_column_metadata, place)
            if text is None:
                own = chunk.crypto_metadata
                names = own.path_in_schema if isinstance(own, EncryptionWithColumnKey) else []
                what = f"its key does not open {place.describe('.'.join(names))}"
                raise DecryptionError(footer.path, footer.offset, what, _HINT)
            try:
                chunk.meta_data = ColumnMetaData.decode_from(text)[0]
            except DecodeError as error:
                what = f"{place.describe('')} is not a ColumnMetaData: {error.unplaced}"
                raise DecryptionError(footer.path, footer.offset, what, _HINT) from error
            is_filled = True
    return is_filled
