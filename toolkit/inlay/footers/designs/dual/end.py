"""The dual form: a Thrift footer, with one in another design in its extension."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from inlay.footers.designs.flatbuffers.inside import InsideEnd
from inlay.footers.footer.disagreement import explain_disagreement
from inlay.footers.footer.end_pieces import EndPiece, Role
from inlay.footers.footer.form import Form

if TYPE_CHECKING:
    from inlay.footers.designs.design import FooterDesign
    from inlay.footers.footer.footer import Footer
    from inlay.footers.footer.footer_end import FooterEnd
    from inlay.footers.footer.second import SecondFooter
    from inlay_runtime.finding import Finding


class DualEnd(InsideEnd):
    form: ClassVar[Form] = Form.DUAL
    vouches_for_thrift: ClassVar[bool] = True
    then: ClassVar[str] = "`inlay footer revert` is next"
    is_reverted: ClassVar[bool] = True

    def settle(self, footer: Footer) -> FooterEnd:
        return self

    def restore(self, footer: Footer) -> bytes:
        if not footer.second.agrees:
            raise explain_disagreement(footer)
        return footer.end.plain_thrift(footer)

    def restore_exactly(self, second: SecondFooter) -> bytes:
        # Only now, here and below: such footers answer by pyarrow.
        from inlay.footers.designs.dual.answers import derive_from_design

        return derive_from_design(second)

    def open(self, footer: Footer) -> FooterDesign:
        """The other design, where it is vouched for; a walk over the Thrift answers what it does not hold."""
        from inlay.footers.designs.dual.answers import open_beside

        beside = open_beside(footer)
        return super().open(footer) if beside is None else beside

    def check(self, footer: Footer) -> list[Finding]:
        from inlay.footers.designs.dual.checks import check_design

        return check_design(footer)

    def content(self, footer: Footer) -> list[EndPiece]:
        from inlay.footers.designs.flatbuffers.pieces import lay_out_checksums, lay_out_field

        second = footer.second
        head, content = second.design, second.content
        assert head is not None
        assert content is not None
        rest = len(second.data) - head.length - head.script
        parts = [
            EndPiece(head.length, f"footer in the design {head.name}", Role.DESIGN),
            EndPiece(head.script, "script from its answers to the Thrift"),
            EndPiece(rest, "name of the design, offset, crc32(Thrift)"),
        ]
        start = footer.offset + content.start
        return lay_out_field(footer, parts, lay_out_checksums("design", start, second.data))


DUAL_END: Final = DualEnd()
