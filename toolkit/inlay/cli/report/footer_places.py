"""Which form the footer of a file has, and where its parts lie in the file: the Thrift, the FlatBuffer, and whether the
two agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay_runtime.frozen import Frozen

if TYPE_CHECKING:
    from inlay.footer.footer import Footer


class ByteRange(Frozen):
    """Bytes of the file."""

    offset: int
    length: int


class FlatPlace(Frozen):
    """The FlatBuffer without its trailer, or a footer in another layout, whose name is its `schema`; `extent` is None where a
    damaged trailer does not tell it. `crc_agrees` says that its CRCs do, and that the verifier takes it.
    """

    schema: str
    extent: ByteRange | None
    crc_agrees: bool


class FooterPlaces(Frozen):
    """`footer` is all before the length field, before the CRCs of a final file, or to the end of one with a layout.

    `thrift` is the Thrift without the field that holds a FlatBuffer; it counts the bytes of the struct, the last of which is
    its stop byte, behind that field.

    `agree` is None where there are no two footers to compare; `is_thrift_read` says which of two is. `is_protected` says
    whether CRCs vouch for a modular, page-first or PARX footer; it is None for others. `beside` is the footer in another
    layout of a dual file.
    """

    form: str
    magic: bytes
    footer: ByteRange
    thrift: ByteRange | None = None
    flatbuffer: FlatPlace | None = None
    agree: bool | None = None
    is_thrift_read: bool = True
    is_protected: bool | None = None
    beside: FlatPlace | None = None


def places_of(footer: Footer) -> FooterPlaces:
    """Compares two footers field by field only where no CRC vouches for one of them."""
    if footer.has_sole_layout:
        from inlay.footer.sole_layout import is_protected

        extent = ByteRange(footer.offset, footer.file_size - footer.offset)
        protected = is_protected(footer)
        return FooterPlaces(
            footer.form.value,
            footer.magic,
            extent,
            is_thrift_read=False,
            is_protected=protected,
        )
    if not footer.may_have_flatbuffer:
        extent = ByteRange(footer.offset, len(footer.data))
        thrift = None if footer.is_encrypted else extent
        has_crc = True if footer.parx is not None else None
        return FooterPlaces(footer.form.value, footer.magic, extent, thrift, is_protected=has_crc)
    # Only now: what reads FlatBuffers takes its time to import.
    from inlay.cli.report.flat_places import places_with_flat

    return places_with_flat(footer)
