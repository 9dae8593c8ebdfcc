"""The FlatBuffer of Arrow's prototype in the extension of the Thrift, or behind it: shown, and never read in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from inlay.footers.designs.flatbuffers.inside import InsideEnd
from inlay.footers.designs.flatbuffers.pieces import lay_out_prototype
from inlay.footers.footer.form import Form

if TYPE_CHECKING:
    from inlay.footers.footer.end_pieces import EndPiece
    from inlay.footers.footer.footer import Footer
    from inlay.footers.footer.footer_end import FooterEnd


class PrototypeEnd(InsideEnd):
    form: ClassVar[Form] = Form.PROTOTYPE
    is_rearranged: ClassVar[bool] = False
    then: ClassVar[str] = "`inlay ext strip` takes the FlatBuffer of the prototype out"
    way_back: ClassVar[str] = "inlay ext strip"

    def settle(self, footer: Footer) -> FooterEnd:
        return self

    def content(self, footer: Footer) -> list[EndPiece]:
        return lay_out_prototype(footer)


PROTOTYPE_END: Final = PrototypeEnd()
