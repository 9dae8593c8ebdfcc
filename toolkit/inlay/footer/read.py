"""A footer, decoded: which form it has, and what it holds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import TYPE_CHECKING

from inlay.files.source import Source, opened
from inlay.footer.magic import ENCRYPTED
from inlay.footer.search import SIGNATURE
from inlay.footer.tail import FooterBytes, read_footer_bytes
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import FileCryptoMetaData, FileMetaData

if TYPE_CHECKING:
    from inlay.containers import Finding


@unique
class Form(Enum):
    """What a footer is made of; the same names everywhere."""

    THRIFT = "thrift"
    """A FileMetaData in the compact protocol."""

    ENCRYPTED = "encrypted"
    """A FileCryptoMetaData, then a FileMetaData that only the key opens."""

    FINAL = "final"
    """A FlatBuffer: the FileMetaData is derived from it, and so are the bytes."""


@dataclass(frozen=True, slots=True)
class Footer:
    """`metadata` is None where it is encrypted; `crypto` and `sealed` are what stands there instead.

    `signature` is the nonce and tag behind the struct of a plaintext footer that is signed. `findings` are what is
    wrong with the footers of the file; `is_derived` says that `source` has bytes made from a FlatBuffer.
    """

    source: FooterBytes
    form: Form
    metadata: FileMetaData | None = None
    crypto: FileCryptoMetaData | None = None
    sealed: bytes = b""
    signature: bytes = b""
    findings: tuple[Finding, ...] = ()
    is_derived: bool = False


def read_footer(source: Source) -> Footer:
    """The footer of a local path or of a binary file object.

    Raises FooterError for a file that is damaged or not Parquet, OSError for one that cannot be read.
    """
    return explained(source, read_footer_bytes(source))


def explained(source: Source, footer: FooterBytes) -> Footer:
    """What these bytes of the source decode to. Raises FooterError, with what to try, where they do not."""
    try:
        return decode_footer(footer)
    except DecodeError as error:
        from inlay.footer.diagnose import explain_decode

        with opened(source) as file:
            raise explain_decode(footer, file, error) from error


def decode_footer(footer: FooterBytes) -> Footer:
    """Raises DecodeError, with offsets from the start of the footer."""
    if footer.magic == ENCRYPTED:
        crypto, end = FileCryptoMetaData.decode_from(footer.data)
        return Footer(footer, Form.ENCRYPTED, crypto=crypto, sealed=footer.data[end:])
    metadata = FileMetaData.decode(footer.data)
    return Footer(footer, Form.THRIFT, metadata=metadata, signature=_signature(metadata))


def _signature(metadata: FileMetaData) -> bytes:
    trailing = metadata.remainder.trailing if metadata.remainder is not None else b""
    signed = metadata.encryption_algorithm is not None and len(trailing) == SIGNATURE
    return trailing if signed else b""
