"""A plain Thrift footer: a FileMetaData, its length, and `PAR1`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from inlay.footers.footer.footer_end import FooterEnd

if TYPE_CHECKING:
    from inlay.footers.designs.design import FooterDesign
    from inlay.footers.footer.end_pieces import EndPiece
    from inlay.footers.footer.footer import Footer


class ThriftEnd(FooterEnd):
    def open(self, footer: Footer) -> FooterDesign:
        # Only now, here and below: few who open a file ask for this.
        from inlay.footers.designs.thrift.open import open_thrift

        return open_thrift(footer)

    def content(self, footer: Footer) -> list[EndPiece]:
        from inlay.footers.footer.thrift_pieces import lay_out_plain

        return lay_out_plain(footer.data)


THRIFT_END: Final = ThriftEnd()
