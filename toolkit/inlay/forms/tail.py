"""The end of a file of any form, taken apart from the end: size CRC, bounds, data CRC, verifier.

    thrift      thrift | length | PAR1
    private     thrift [ FlatBuffer v0 | CRCs | UUID ] | length | PAR1
    migration   thrift [ FlatBuffer v1 | CRCs | UUID ] | length | PAR1
    final       FlatBuffer v1 | CRCs | PAR3

A FlatBuffer that fails any check is not used: the Thrift in front of it is, and a finding says why. One that passes
all vouches for the Thrift by a CRC; where that does not agree, a finding says so, and `inlay.footer.vouched` reads the
FlatBuffer.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import Final, TypeAlias
from uuid import UUID

from inlay.containers import Content, Finding
from inlay.containers.arrow_prototype import ArrowPrototype
from inlay.containers.registry import PROTOTYPE, REGISTRY
from inlay.containers.spec import SpecTrailer
from inlay.files.source import Source, name_of, opened, read_at, size_of
from inlay.footer.errors import FooterError
from inlay.footer.flat_field import FlatField, find_field
from inlay.footer.tail import FooterBytes, read_footer_bytes
from inlay.forms.final import FINAL, read_final
from inlay_runtime.errors import DecodeError
from parquet_format import footer as v1
from parquet_format import footer_prototype as prototype
from parquet_format import footer_v0 as v0

FlatFooter: TypeAlias = v0.FileMetaData | v1.FileMetaData | prototype.FileMetaData

DISAGREES: Final = "thrift-crc"
"""The code of the finding that the Thrift is not what the FlatBuffer vouches for."""


@unique
class Form(Enum):
    """What the footer of a file is made of; the same names everywhere."""

    THRIFT = "thrift"
    PRIVATE = "private"
    MIGRATION = "migration"
    FINAL = "final"
    ENCRYPTED = "encrypted"
    PROTOTYPE = "arrow-prototype"


@dataclass(frozen=True, slots=True)
class Footer:
    """`thrift` is the Thrift footer as it lies in the file, extension included (empty in a final
    file); `flat` the FlatBuffer, `content` where it was found, `field` what carries it in the Thrift,
    `thrift_crc` what it says the CRC of the plain Thrift is, `offset` where the footer begins.

    The offsets of `findings` count from the start of the file.
    """

    path: str
    file_size: int
    offset: int
    form: Form
    thrift: bytes
    flat: FlatFooter | None = None
    content: Content | None = None
    field: FlatField | None = None
    thrift_crc: int | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def data(self) -> bytes:
        """The FlatBuffer's bytes."""
        return self.content.data if self.content is not None else b""

    @property
    def plain_thrift(self) -> bytes:
        """The Thrift footer without what carries the FlatBuffer."""
        return self.thrift if self.field is None else self.field.without(self.thrift)

    @property
    def agrees(self) -> bool | None:
        """Whether the Thrift is what the FlatBuffer vouches for; None if it does not vouch for any."""
        if self.field is None or self.thrift_crc is None:
            return None
        return not any(one.code == DISAGREES for one in self.findings)


def read_footer(source: Source) -> Footer:
    """Raises FooterError for a file that has no footer of any form, OSError for one that cannot be
    read."""
    name = name_of(source)
    with opened(source) as file:
        size = size_of(file)
        if size >= 4 and read_at(file, size - 4, 4) == FINAL:
            found = read_final(file, size)
            if isinstance(found, Finding):
                hint = "`inlay recover FILE` looks for it; nothing else in the file says where its columns are"
                raise FooterError(name, found.offset, found.what, hint, found.code)
            content, flat = found
            crc = crc_in(v1.FileMetaData, content.data)
            return Footer(name, size, content.start, Form.FINAL, b"", flat, content, thrift_crc=crc)
        footer = read_footer_bytes(file, name)
    return tail_of_thrift(name, footer)


FLAT_FORMS: Final[dict[UUID, tuple[Form, type[v0.FileMetaData] | type[v1.FileMetaData]]]] = {
    v0.FileMetaData.UUID: (Form.PRIVATE, v0.FileMetaData),
    v1.FileMetaData.UUID: (Form.MIGRATION, v1.FileMetaData),
}


def tail_of_thrift(name: str, footer: FooterBytes) -> Footer:
    """The tail of a file that has Thrift at its end, whatever stands inside it."""
    if footer.magic != b"PAR1":
        return Footer(name, footer.file_size, footer.offset, Form.ENCRYPTED, footer.data)
    plain = Footer(name, footer.file_size, footer.offset, Form.THRIFT, footer.data)
    data = footer.data
    end = len(data) - 1  # the stop byte comes last, inside the extension's struct and behind it
    content: Content | Finding | None = None
    form = Form.THRIFT
    cls: type[FlatFooter] = v1.FileMetaData
    if data[-17:-1] == PROTOTYPE.bytes:
        form, cls = Form.PROTOTYPE, prototype.FileMetaData
        content = ArrowPrototype().unwrap_at(data, end)
    else:
        known = next((uuid for uuid in FLAT_FORMS if data[-17:-1] == uuid.bytes), None)
        if known is not None:
            form, cls = FLAT_FORMS[known]
            content = SpecTrailer().unwrap_at(data, end)
    if content is None:
        near = REGISTRY.near(UUID(bytes=data[-17:-1])) if len(data) > 16 else None
        if near is None or not near.is_footer:
            return plain
        what = f"the footer ends like one with the extension {near.name}, but for a bit or two"
        return _without(plain, Finding("uuid-near", end - 16, what))
    if isinstance(content, Finding):
        return _without(plain, content)
    try:
        flat = cls.decode(content.data, lazy=True)
    except DecodeError as error:
        return _without(plain, Finding("verifier", content.start + error.offset, str(error)))
    crc = crc_in(cls, content.data)
    field = find_field(data, content, crc)
    if field is None:
        what = (
            "the last bytes look like the trailer of a FlatBuffers footer, but field 32767 does not end "
            "there: ignored"
        )
        return _without(plain, Finding("hidden", content.start, what))
    findings = _disagreement(data, field, crc, footer.offset)
    return Footer(
        name, footer.file_size, footer.offset, form, data, flat, content, field, crc, findings
    )


def crc_in(cls: type[FlatFooter], data: bytes) -> int | None:
    """What a verified FlatBuffer says the CRC of the plain Thrift is; None if it does not. Nothing else of it is
    read, so that opening a file costs the same whatever the number of row groups."""
    if issubclass(cls, v1.FileMetaData):
        return cls.from_verified(data, fields=["thrift_crc"]).thrift_crc
    if issubclass(cls, prototype.FileMetaData):
        return None
    # Only now: the remainder is read by what converts, which takes its time to import.
    from inlay.conversion.v0 import thrift_crc

    return thrift_crc(cls.from_verified(data, fields=["remainder"]))


def _disagreement(
    thrift: bytes, field: FlatField, crc: int | None, offset: int
) -> tuple[Finding, ...]:
    if crc is None or field.crc_without(thrift) == crc:
        return ()
    what = (
        "the Thrift footer does not match the CRC that the FlatBuffers footer has of it: the FlatBuffers "
        "footer is read"
    )
    return (Finding(DISAGREES, offset, what),)


def _without(plain: Footer, finding: Finding) -> Footer:
    """The Thrift footer alone, with the reason why the FlatBuffer is not used."""
    placed = finding.placed(finding.at, plain.offset)
    return Footer(
        plain.path, plain.file_size, plain.offset, plain.form, plain.thrift, findings=(placed,)
    )
