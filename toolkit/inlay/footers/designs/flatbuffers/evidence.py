"""The FlatBuffer inside of a Thrift footer, looked for from the end: size CRC, bounds, data CRC, verifier.

    thrift      thrift | length | PAR1
    private     thrift [ FlatBuffer v0 | CRCs | UUID ] | length | PAR1
    migration   thrift [ FlatBuffer v1 | CRCs | UUID ] | length | PAR1

A footer in another design (form `dual`) lies where the FlatBuffer of a private file does, and is looked for alike.

A FlatBuffer that fails any check is not used: the Thrift in front of it is, and a finding says why. One that passes
all vouches for the Thrift by a CRC; where that does not agree, a finding says so, and the FlatBuffer is read: `inside`.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

from inlay.footers.containers import Content
from inlay.footers.containers.arrow_prototype import ArrowPrototype
from inlay.footers.containers.design_content import read_design_head
from inlay.footers.containers.registry import DESIGN, PROTOTYPE, REGISTRY
from inlay.footers.containers.spec import SpecTrailer
from inlay.footers.designs.flatbuffers.field import find_field
from inlay.footers.footer.form import Form
from inlay.footers.footer.second import FlatFooter, SecondFooter
from inlay.footers.footer.trailer import UUID_PLACE
from inlay_runtime.errors import DecodeError
from inlay_runtime.finding import Finding
from parquet_format import footer as v1
from parquet_format import footer_prototype as prototype
from parquet_format import footer_v0 as v0

FLAT_FORMS: Final[dict[UUID, tuple[Form, type[v0.FileMetaData] | type[v1.FileMetaData]]]] = {
    v0.FileMetaData.UUID: (Form.PRIVATE, v0.FileMetaData),
    v1.FileMetaData.UUID: (Form.MIGRATION, v1.FileMetaData),
}

DISAGREES: Final = "thrift-crc"
"""The code of the finding that the Thrift is not what the FlatBuffer vouches for."""

SEAL_SLOTS: Final[dict[type[FlatFooter], list[str]]] = {
    v0.FileMetaData: ["remainder"],
    v1.FileMetaData: ["thrift_crc"],
}
"""The slot of the root that says what the CRC of the plain Thrift is."""


def find_inside(thrift: bytes, offset: int) -> SecondFooter:
    """What stands inside the Thrift at the end of a file, whatever it is."""
    plain = SecondFooter(Form.THRIFT, offset)
    end = len(thrift) - 1  # the stop byte comes last, inside the extension's struct and behind it
    if len(thrift) <= 16:
        return plain
    uuid = UUID(bytes=thrift[UUID_PLACE])
    cls: type[FlatFooter] | None
    content: Content | Finding
    if uuid == PROTOTYPE:
        form, cls = Form.PROTOTYPE, prototype.FileMetaData
        content = ArrowPrototype().unwrap_at(thrift, end)
    elif uuid in FLAT_FORMS:
        form, cls = FLAT_FORMS[uuid]
        content = SpecTrailer().unwrap_at(thrift, end)
    elif uuid == DESIGN:
        form, cls = Form.DUAL, None
        content = SpecTrailer().unwrap_at(thrift, end)
    else:
        near = REGISTRY.near(uuid)
        if near is None or not near.is_footer:
            return plain
        what = f"the footer ends like one with the extension {near.name}, except for a bit or two"
        return _without(plain, Finding("uuid-near", end - 16, what))
    if isinstance(content, Finding):
        return _without(plain, content)
    if cls is None:
        return _check_design(thrift, plain, content)
    return _check(thrift, plain, form, cls, content)


def _check_design(thrift: bytes, plain: SecondFooter, content: Content) -> SecondFooter:
    """By its head, and by the field that has to lead to it. Nobody need know the design."""
    end = content.start + len(content.data)
    head = read_design_head(thrift, content.start, end)
    if isinstance(head, Finding):
        return _without(plain, head)
    field = find_field(thrift, content, head.thrift_crc)
    if field is None:
        return _without(plain, _hidden(content, f"a {head.name} footer"))
    part = SecondFooter(Form.DUAL, plain.offset, None, content, field, head.thrift_crc, design=head)
    return part if field.agrees else part._replace(findings=(_disagreement(part),))


def _check(
    thrift: bytes, plain: SecondFooter, form: Form, cls: type[FlatFooter], content: Content
) -> SecondFooter:
    """By the verifier, and by the field that has to lead to it."""
    try:
        root = cls.decode(content.data)
    except DecodeError as error:
        return _without(plain, Finding("verifier", content.start + error.offset, error.unplaced))
    crc = crc_in(cls, content.data)
    field = find_field(thrift, content, crc)
    if field is None:
        return _without(plain, _hidden(content, "a FlatBuffers footer"))
    part = SecondFooter(form, plain.offset, root, content, field, crc)
    return part._replace(findings=(_disagreement(part),)) if field.agrees is False else part


def _hidden(content: Content, name: str) -> Finding:
    what = (
        f"the last bytes look like the trailer of {name}, but field 32767 does not end "
        "there: ignored"
    )
    return Finding("hidden", content.start, what)


def crc_in(cls: type[FlatFooter], data: bytes) -> int | None:
    """What a verified FlatBuffer says the CRC of the plain Thrift is; None if it does not. Nothing else of it is
    read, so that opening a file costs the same whatever the number of row groups."""
    if issubclass(cls, prototype.FileMetaData):
        return None
    root = cls.from_verified(data, fields=SEAL_SLOTS[cls])
    if isinstance(root, v1.FileMetaData):
        return root.thrift_crc
    # Only now: the remainder is read by what converts, which takes its time to import.
    from inlay.footers.conversion.v0 import thrift_crc_of

    return thrift_crc_of(root)


def _disagreement(part: SecondFooter) -> Finding:
    name = part.name
    what = f"the Thrift footer does not match the CRC that the {name} has of it: the {name} is read"
    return Finding(DISAGREES, part.offset, what)


def _without(plain: SecondFooter, finding: Finding) -> SecondFooter:
    """The Thrift footer alone, with the reason why the FlatBuffer is not used."""
    placed = finding.placed(finding.at, plain.offset)
    return SecondFooter(plain.form, plain.offset, findings=(placed,))
