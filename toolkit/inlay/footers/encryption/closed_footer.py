"""A footer as the footer key closes it: encrypted with a new nonce, or in the clear and signed."""

from __future__ import annotations

from typing import Final

from inlay.footers.encryption.cipher import add_length, seal, sign
from inlay.footers.encryption.file_modules import FileModules
from inlay.footers.encryption.modules import ModuleKind, ModulePlace
from parquet_format.parquet import FileCryptoMetaData

_FOOTER: Final = ModulePlace(ModuleKind.FOOTER)


def encrypt_footer(modules: FileModules, crypto: FileCryptoMetaData, struct: bytes) -> bytes:
    """From its first byte in the file to its length field. `modules` has the footer key."""
    sealed = seal(_key_of(modules), struct, modules.aad_of(_FOOTER))
    return crypto.encode() + add_length(sealed)


def sign_footer(modules: FileModules, struct: bytes) -> bytes:
    """The same of one in the clear."""
    return struct + sign(_key_of(modules), struct, modules.aad_of(_FOOTER))


def _key_of(modules: FileModules) -> bytes:
    assert modules.footer_key is not None
    return modules.footer_key
