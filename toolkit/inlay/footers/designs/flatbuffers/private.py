"""The private form: a FlatBuffer as proposed for Parquet first (v0), inside of the Thrift."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from inlay.footers.designs.flatbuffers.ours import OursEnd
from inlay.footers.footer.form import Form
from parquet_format import footer_v0

if TYPE_CHECKING:
    from uuid import UUID

    from inlay.footers.designs.design import FooterDesign
    from inlay.footers.footer.footer import Footer
    from inlay.footers.footer.second import SecondFooter


class PrivateEnd(OursEnd):
    form: ClassVar[Form] = Form.PRIVATE
    version: ClassVar[str] = "v0"
    uuid: ClassVar[UUID] = footer_v0.FileMetaData.UUID
    then: ClassVar[str] = "`inlay footer promote` is next"
    is_reverted: ClassVar[bool] = True

    def to_buffer(self, original: bytes, *, sealed: bool) -> bytes:
        # Only now, here and below: what converts and what answers take their time to import.
        from inlay.footers.conversion import v0

        return v0.to_buffer(original, sealed=sealed)

    def restore_exactly(self, second: SecondFooter) -> bytes:
        from inlay.footers.conversion import v0
        from inlay.footers.conversion.collector import pause_collector

        assert isinstance(second.root, footer_v0.FileMetaData)
        with pause_collector():
            return v0.to_thrift(second.root, buffer=second.data)

    def open_flatbuffer(self, footer: Footer) -> FooterDesign:
        from inlay.footers.designs.flatbuffers.answers_v0 import FlatV0
        from inlay.footers.designs.flatbuffers.opened import open_flatbuffer

        return open_flatbuffer(footer, FlatV0)


PRIVATE_END: Final = PrivateEnd()
