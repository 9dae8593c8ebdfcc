"""A FileCryptoMetaData, then a FileMetaData that only the key opens: `PARE`. And what is read where a key has opened it, or columns
of a footer in the clear."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from inlay.footers.designs.thrift.end import ThriftEnd
from inlay.footers.footer.form import Form
from inlay.footers.footer.magic import ENCRYPTED
from inlay.footers.footer.open_encrypted import DecryptedFooter
from inlay.footers.footer.thrift_pieces import lay_out_encrypted
from inlay.footers.footer.vouched import Vouched

if TYPE_CHECKING:
    from inlay.footers.footer.end_pieces import EndPiece
    from inlay.footers.footer.footer import Footer


class OpenedEnd(ThriftEnd):
    """Of a footer whose frame is what keys opened."""

    def vouch(self, footer: Footer) -> Vouched:
        return Vouched(self.thrift(footer), footer.offset, self.is_derived(footer))

    def thrift(self, footer: Footer) -> bytes:
        opened = footer.frame
        return opened.thrift if isinstance(opened, DecryptedFooter) else footer.data

    def is_derived(self, footer: Footer) -> bool:
        return footer.frame is not None


class EncryptedEnd(OpenedEnd):
    form: ClassVar[Form] = Form.ENCRYPTED
    magic: ClassVar[bytes] = ENCRYPTED
    head: ClassVar[bytes] = ENCRYPTED
    then: ClassVar[str] = ""
    is_rearranged: ClassVar[bool] = False

    def is_encrypted(self, footer: Footer) -> bool:
        return footer.frame is None

    def content(self, footer: Footer) -> list[EndPiece]:
        return lay_out_encrypted(footer.data)


OPENED_END: Final = OpenedEnd()
ENCRYPTED_END: Final = EncryptedEnd()
