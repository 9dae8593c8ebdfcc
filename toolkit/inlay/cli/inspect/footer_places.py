"""Which form the footer of a file has, and where its parts lie in the file: the Thrift, the FlatBuffer, and whether the
two agree."""

from __future__ import annotations

from inlay_runtime.frozen import Frozen


class ByteRange(Frozen):
    """Bytes of the file."""

    offset: int
    length: int


class FlatPlace(Frozen):
    """The FlatBuffer without its trailer, or a footer in another design, whose name is its `schema`; `extent` is None where a
    damaged trailer does not tell it. `crc_agrees` says that its CRCs do, and that the verifier takes it.
    """

    schema: str
    extent: ByteRange | None
    crc_agrees: bool


class FooterPlaces(Frozen):
    """`footer` is all before the length field, before the CRCs of a final file, or to the end of one with a design.

    `thrift` is the Thrift without the field that holds a FlatBuffer; it counts the bytes of the struct, the last of which is
    its stop byte, behind that field.

    `agree` is None where there are no two footers to compare; `is_thrift_read` says which of two is. `is_protected` says
    whether CRCs vouch for a modular or PARX footer; it is None for others. `beside` is the footer in another
    design of a dual file.
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
