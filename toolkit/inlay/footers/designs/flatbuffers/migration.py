"""The migration form: the FlatBuffer of the extension document (v1), inside of the Thrift."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from inlay.footers.designs.flatbuffers.ours import OursEnd
from inlay.footers.footer.form import Form
from parquet_format import footer

if TYPE_CHECKING:
    from uuid import UUID

    from inlay.footers.designs.design import FooterDesign
    from inlay.footers.footer.footer import Footer
    from inlay.footers.footer.second import Derived, SecondFooter


class MigrationEnd(OursEnd):
    form: ClassVar[Form] = Form.MIGRATION
    version: ClassVar[str] = "v1"
    uuid: ClassVar[UUID] = footer.FileMetaData.UUID
    then: ClassVar[str] = "`inlay footer finalize` is next"
    is_reverted: ClassVar[bool] = True
    has_inner_slot: ClassVar[bool] = True

    def to_buffer(self, original: bytes, *, sealed: bool) -> bytes:
        # Only now, here and below: what converts and what answers take their time to import.
        from inlay.footers.conversion import v1

        return v1.to_buffer(original, sealed=sealed)

    def restore_exactly(self, second: SecondFooter) -> bytes:
        from inlay.footers.designs.flatbuffers.public import restore_v1

        return restore_v1(second)

    def derive(self, second: SecondFooter) -> Derived:
        from inlay.footers.designs.flatbuffers.public import derive_v1

        return derive_v1(second)

    def open_flatbuffer(self, footer: Footer) -> FooterDesign:
        from inlay.footers.designs.flatbuffers.answers_v1 import FlatV1
        from inlay.footers.designs.flatbuffers.opened import open_flatbuffer

        return open_flatbuffer(footer, FlatV1)


MIGRATION_END: Final = MigrationEnd()
