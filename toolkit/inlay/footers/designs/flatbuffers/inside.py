"""A Thrift footer with another one inside, or what is left of one: which of both is read.

The Thrift, where the CRC that the other one has of it agrees, or there is no other; the other one, where it does not agree,
and where the Thrift cannot be decoded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from inlay.footers.designs.thrift.end import ThriftEnd
from inlay.footers.footer.footer_end import FooterEnd
from inlay.footers.footer.known_ends import end_of_form
from inlay.footers.footer.vouched import Vouched
from inlay_runtime.errors import DecodeError, InlayError
from inlay_runtime.finding import Finding
from parquet_format.parquet import FileMetaData

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer
    from inlay.footers.footer.form import Form
    from inlay.footers.footer.second import SecondFooter


class InsideEnd(ThriftEnd):
    """Before the other footer has been looked at: it need not be, where the Thrift is vouched for."""

    root_path: ClassVar[str] = "flatbuffer"

    def settle(self, footer: Footer) -> FooterEnd:
        return DAMAGED_END if footer.second.field is None else end_of_form(footer.second.form)

    def second(self, footer: Footer) -> SecondFooter:
        # Only now, here and below: what reads FlatBuffers takes its time to import.
        from inlay.footers.designs.flatbuffers.evidence import find_inside

        return find_inside(footer.data, footer.offset)

    def form_of(self, footer: Footer) -> Form:
        return footer.second.form

    def derived_from(self, footer: Footer) -> str:
        return footer.second.name

    def plain_thrift(self, footer: Footer) -> bytes:
        field = footer.second.field
        return footer.data if field is None else field.without(footer.data)

    def vouch(self, footer: Footer) -> Vouched:
        """Costs a CRC of the Thrift and nothing else, as long as that agrees.

        A footer that cannot be converted leaves the Thrift to be read, with a finding.
        """
        from inlay.footers.designs.flatbuffers.sealed import is_sealed

        if "second" not in vars(footer) and is_sealed(footer.data):
            return Vouched(footer.data, footer.offset)
        second = footer.second
        as_it_lies = Vouched(footer.data, footer.offset, findings=second.findings)
        if not footer.end.vouches_for_thrift or second.agrees:
            return as_it_lies
        unread = None if second.agrees is False else _why_unread(footer)
        if second.agrees is None and unread is None:
            return as_it_lies  # nothing vouches for it; `inlay verify` compares
        try:
            return _derive(footer, () if unread is None else (unread,))
        except InlayError as error:
            what = f"the {second.name} cannot be converted, so the Thrift footer is read: {error}"
            unusable = Finding("conversion", footer.offset, what)
            return Vouched(footer.data, footer.offset, findings=(*second.findings, unusable))

    def thrift(self, footer: Footer) -> bytes:
        return footer.vouched.thrift

    def is_derived(self, footer: Footer) -> bool:
        return footer.vouched.is_derived

    def find(self, footer: Footer) -> tuple[Finding, ...]:
        """The other footer is converted only where that may bring something to light."""
        second = footer.second
        if second.field is None or second.agrees:
            return second.findings
        return footer.vouched.findings


def _why_unread(footer: Footer) -> Finding | None:
    """For a FlatBuffer that has no CRC of the Thrift: decoding is all that can be asked of it."""
    try:
        FileMetaData.decode(footer.data)
    except DecodeError as error:
        what = f"the Thrift footer is damaged, so the FlatBuffers footer is read: {error}"
        return Finding("thrift-damaged", footer.offset, what)
    return None


def _derive(footer: Footer, unread: tuple[Finding, ...]) -> Vouched:
    second = footer.second
    derived = footer.end.derive(second)
    findings = (*second.findings, *unread, *derived.findings)
    return Vouched(derived.thrift, footer.file_size, is_derived=True, findings=findings)


class DamagedEnd(InsideEnd):
    """What is inside cannot be used, or is no footer after all: the Thrift is all there is."""

    def settle(self, footer: Footer) -> FooterEnd:
        return self


INSIDE_END: Final = InsideEnd()
DAMAGED_END: Final = DamagedEnd()
