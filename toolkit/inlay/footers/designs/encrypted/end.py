"""A FileCryptoMetaData, then a FileMetaData that only the key opens: `PARE`."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from inlay.footers.designs.thrift.end import ThriftEnd
from inlay.footers.footer.form import Form
from inlay.footers.footer.magic import ENCRYPTED
from inlay.footers.footer.thrift_pieces import lay_out_encrypted

if TYPE_CHECKING:
    from inlay.footers.footer.end_pieces import EndPiece
    from inlay.footers.footer.footer import Footer


class EncryptedEnd(ThriftEnd):
    form: ClassVar[Form] = Form.ENCRYPTED
    magic: ClassVar[bytes] = ENCRYPTED
    head: ClassVar[bytes] = ENCRYPTED
    then: ClassVar[str] = ""
    is_rearranged: ClassVar[bool] = False

    def is_encrypted(self, footer: Footer) -> bool:
        return True

    def content(self, footer: Footer) -> list[EndPiece]:
        return lay_out_encrypted(footer.data)


ENCRYPTED_END: Final = EncryptedEnd()
