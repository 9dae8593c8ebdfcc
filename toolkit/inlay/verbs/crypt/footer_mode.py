"""`inlay crypt footer` as a function: an encrypted footer put in the clear and signed, and back. Pages stay where they are, byte for byte."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from inlay.changes.rewrite.change import Change, Outcome, Planned, Target
from inlay.changes.rewrite.errors import RewriteError
from inlay.changes.rewrite.system import POSIX, System
from inlay.changes.rewrite.undo import edit_undoably
from inlay.footers.encryption.cipher import add_length, seal
from inlay.footers.encryption.clear_statements import drop_statements
from inlay.footers.encryption.closed_footer import encrypt_footer, sign_footer
from inlay.footers.encryption.errors import DecryptionError
from inlay.footers.encryption.file_modules import FileModules, place_of_chunk
from inlay.footers.encryption.keys import EncryptionKeys, KeyRetriever, require_keys
from inlay.footers.encryption.modules import ModuleKind, ModulePlace
from inlay.footers.extensions.budget import check_size
from inlay.footers.footer.errors import EncryptedFooterError
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.magic import ENCRYPTED, PLAIN
from inlay.footers.footer.open_encrypted import (
    fill_columns,
    find_modules,
    open_metadata,
    require_signature,
)
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.ground.files.paths import AnyPath, require_path
from inlay.ground.files.source import Seekable
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from inlay.pages.engine.errors import name_file_in_errors
from inlay.verbs.crypt.encrypted_thrift import require_modules
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    EncryptionWithColumnKey,
    FileCryptoMetaData,
    FileMetaData,
)

FooterMode: TypeAlias = Literal["plaintext", "encrypted"]

MODES: Final = ("plaintext", "encrypted")
_DEFAULT_TARGET: Final = Target()


@check_keywords
def set_footer_mode(
    path: AnyPath,
    mode: FooterMode,
    *,
    keys: EncryptionKeys | KeyRetriever,
    undo_to: AnyPath | None = None,
    target: Target = _DEFAULT_TARGET,
    system: System = POSIX,
) -> Outcome:
    """Makes the footer of an encrypted file `plaintext`, which anybody reads and the footer key signs, or `encrypted`.

    In the clear, an encrypted column says where its pages lie and how large they are, and nothing of its values; for that, its key is
    needed. `undo_to` is a file for `undo_metadata`. Raises EncryptedFooterError without the key of an encrypted footer, RefusedError for a file that is not encrypted, whose footer is not signed, or
    whose writer uses no AADs, RequestError where a key is missing, DecryptionError where one does not open what it was given for, or the
    signature does not agree, and what changing a file raises.
    """
    if mode not in MODES:
        raise RequestError(f"mode={mode!r}: choose {' or '.join(MODES)}")
    path = require_path(path, "set_footer_mode")
    undo = None if undo_to is None else require_path(undo_to, "undo_to")
    given = require_keys(keys)

    def plan(source: Seekable) -> Planned[None]:
        return _plan(read_footer(source, path), mode, given, target)

    with name_file_in_errors(path):
        return edit_undoably(path, plan, undo_to=undo, target=target, system=system).outcome


def _plan(footer: Footer, mode: FooterMode, keys: EncryptionKeys, target: Target) -> Planned[None]:
    modules = require_modules(footer, keys)
    if modules.file_aad is None:
        reason = "its modules have no AADs, as DuckDB writes them, and no reader takes them beside a footer in the clear"
        raise RefusedError("form", reason)
    if modules.footer_key is None and footer.is_encrypted:
        raise EncryptedFooterError(footer.path, footer.offset)
    if modules.footer_key is None:
        raise RequestError(f"{footer.path}: no key for the footer was given")
    metadata = _open(footer, modules, modules.footer_key)
    modules.require_columns(metadata)
    if mode == ("encrypted" if footer.is_encrypted else "plaintext"):
        return Planned(Change(footer.offset, footer.tail()), None)
    change = _clear if mode == "plaintext" else _conceal
    new = change(footer, modules, metadata)
    magic = PLAIN if mode == "plaintext" else ENCRYPTED
    warnings = check_size("the footer", len(new), target.allow, before=len(footer.data))
    expected = _list_columns(footer, modules)

    def check(file: Seekable) -> None:
        read = read_footer(file, footer.path)
        opened = find_modules(read.validate(), keys)
        if read.magic != magic or opened is None or _list_columns(read, opened) != expected:
            raise RewriteError(f"{footer.path}: the footer opens to something else")

    return Planned(Change(footer.offset, tail_of(new, magic)), None, tuple(warnings), check)


def _open(footer: Footer, modules: FileModules, key: bytes) -> FileMetaData:
    """As it lies in the file. What nobody signed is not made anew: our signature or tag would vouch for it."""
    if not footer.is_encrypted:
        require_signature(footer, modules, key)
    return FileMetaData.decode_from(open_metadata(footer, modules))[0]


def _clear(footer: Footer, modules: FileModules, metadata: FileMetaData) -> bytes:
    """Signed; the metadata of an encrypted column stands in it twice: in a module, and without what it says of values."""
    crypto, key = footer.crypto, modules.footer_key
    assert crypto is not None
    assert key is not None
    for at, group in enumerate(metadata.row_groups):
        for column, chunk in enumerate(group.columns):
            if chunk.crypto_metadata is None:
                continue
            place = place_of_chunk(ModuleKind.COLUMN_METADATA, group, at, column)
            meta = _open_column(footer, modules, chunk, place)
            if chunk.encrypted_column_metadata is None:
                sealed = seal(key, meta.encode(), modules.aad_of(place))
                chunk.encrypted_column_metadata = add_length(sealed)
            chunk.meta_data = drop_statements(meta)
    metadata.encryption_algorithm = crypto.encryption_algorithm
    metadata.footer_signing_key_metadata = crypto.key_metadata
    return sign_footer(modules, metadata.encode())


def _open_column(
    footer: Footer, modules: FileModules, chunk: ColumnChunk, place: ModulePlace
) -> ColumnMetaData:
    data, own = chunk.encrypted_column_metadata, chunk.crypto_metadata
    if data is None:
        if chunk.meta_data is None:
            raise RefusedError("form", f"{place.describe('')} is missing")
        return chunk.meta_data
    name = ".".join(own.path_in_schema) if isinstance(own, EncryptionWithColumnKey) else ""
    key = modules.find_key(chunk)
    if key is None:
        what = f"no key for column {name} was given: a footer in the clear says where its pages lie"
        raise RequestError(f"{footer.path}: {what}")
    text = modules.open_module(key, data, place)
    if text is None:
        what = f"its key does not open {place.describe(name)}"
        raise DecryptionError(footer.path, footer.offset, what, "is it the key of this column?")
    return ColumnMetaData.decode_from(text)[0]


def _conceal(footer: Footer, modules: FileModules, metadata: FileMetaData) -> bytes:
    """What has the footer key stands in it as it is; what has another, in its module alone."""
    for at, group in enumerate(metadata.row_groups):
        for column, chunk in enumerate(group.columns):
            if chunk.crypto_metadata is None:
                continue
            if isinstance(chunk.crypto_metadata, EncryptionWithColumnKey):
                if chunk.encrypted_column_metadata is not None:
                    chunk.meta_data = None
                continue
            place = place_of_chunk(ModuleKind.COLUMN_METADATA, group, at, column)
            chunk.meta_data = _open_column(footer, modules, chunk, place)
            chunk.encrypted_column_metadata = None
    algorithm = metadata.encryption_algorithm
    assert algorithm is not None
    crypto = FileCryptoMetaData(
        encryption_algorithm=algorithm, key_metadata=metadata.footer_signing_key_metadata
    )
    metadata.encryption_algorithm = metadata.footer_signing_key_metadata = None
    return encrypt_footer(modules, crypto, metadata.encode())


def _list_columns(footer: Footer, modules: FileModules) -> tuple[bytes, list[bytes | None]]:
    """All that the keys open, whichever mode the footer is in: the metadata without that of columns, and that of each."""
    assert modules.footer_key is not None
    metadata = _open(footer, modules, modules.footer_key)
    fill_columns(footer, modules, metadata)
    columns: list[bytes | None] = []
    for chunk in (chunk for group in metadata.row_groups for chunk in group.columns):
        is_open = chunk.meta_data is not None and modules.find_key(chunk) is not None
        is_closed = chunk.crypto_metadata is not None and not is_open
        columns.append(
            chunk.encrypted_column_metadata
            if is_closed or chunk.meta_data is None
            else chunk.meta_data.encode()
        )
        chunk.meta_data = chunk.encrypted_column_metadata = None
    metadata.encryption_algorithm = metadata.footer_signing_key_metadata = None
    return metadata.encode(), columns
