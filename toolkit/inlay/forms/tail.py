"""The end of a file of any form, taken apart from the end: size CRC, bounds, data CRC, verifier.

    thrift      thrift | length | PAR1
    private     thrift [ FlatBuffer v0 | CRCs | UUID ] | length | PAR1
    migration   thrift [ FlatBuffer v1 | CRCs | UUID ] | length | PAR1
    final       FlatBuffer v1 | CRCs | PAR3

A FlatBuffer that fails any check is not used: the Thrift in front of it is, and a finding says why.
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
from inlay.footer.errors import FooterError
from inlay.footer.source import Source, name_of, opened, read_at, size_of
from inlay.footer.tail import FooterBytes, read_footer_bytes
from inlay.forms.final import FINAL, read_final
from inlay_runtime.append import strip_extension
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.errors import DecodeError
from inlay_runtime.extension import Header
from parquet_format import footer as v1
from parquet_format import footer_prototype as prototype
from parquet_format import footer_v0 as v0

FlatFooter: TypeAlias = v0.FileMetaData | v1.FileMetaData | prototype.FileMetaData

HEADER_SIZE: Final = 4
"""Bytes of the header of field 32767, however it is spelled."""


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
class Tail:
    """`thrift` is the Thrift footer as it lies in the file, extension included (empty in a final
    file); `flat` the FlatBuffer, `content` where it was found, `offset` where the footer begins.

    The offsets of `findings` count from the start of the file.
    """

    path: str
    file_size: int
    offset: int
    form: Form
    thrift: bytes
    flat: FlatFooter | None = None
    content: Content | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def data(self) -> bytes:
        """The FlatBuffer's bytes."""
        return self.content.data if self.content is not None else b""

    @property
    def plain_thrift(self) -> bytes:
        """The Thrift footer without what carries the FlatBuffer."""
        if self.flat is None or self.content is None:
            return self.thrift
        if self.form is Form.PROTOTYPE:  # which may stand behind the struct
            return strip_extension(self.thrift)
        header = HEADER_SIZE + len(unsigned(self.content.end - self.content.start))
        return self.thrift[: self.content.start - header] + self.thrift[self.content.end :]


def read_tail(source: Source) -> Tail:
    """Raises FooterError for a file that has no footer of any form, OSError for one that cannot be
    read."""
    name = name_of(source)
    with opened(source) as file:
        size = size_of(file)
        if size >= 4 and read_at(file, size - 4, 4) == FINAL:
            found = read_final(file, size)
            if isinstance(found, Finding):
                hint = "nothing in the file says where its columns are; is there a copy?"
                raise FooterError(name, found.offset, found.what, hint, found.code)
            content, flat = found
            return Tail(name, size, content.start, Form.FINAL, b"", flat, content)
        footer = read_footer_bytes(file, name)
    return tail_of_thrift(name, footer)


_FORMS: Final = {
    v0.FileMetaData.UUID: (Form.PRIVATE, v0.FileMetaData),
    v1.FileMetaData.UUID: (Form.MIGRATION, v1.FileMetaData),
}


def tail_of_thrift(name: str, footer: FooterBytes) -> Tail:
    """The tail of a file that has Thrift at its end, whatever stands inside it."""
    if footer.magic != b"PAR1":
        return Tail(name, footer.file_size, footer.offset, Form.ENCRYPTED, footer.data)
    plain = Tail(name, footer.file_size, footer.offset, Form.THRIFT, footer.data)
    data = footer.data
    end = len(data) - 1  # the stop byte comes last, inside the extension's struct and behind it
    content: Content | Finding | None = None
    form = Form.THRIFT
    cls: type[FlatFooter] = v1.FileMetaData
    if data[-17:-1] == PROTOTYPE.bytes:
        form, cls = Form.PROTOTYPE, prototype.FileMetaData
        content = ArrowPrototype().unwrap_at(data, end)
    else:
        known = next((uuid for uuid in _FORMS if data[-17:-1] == uuid.bytes), None)
        if known is not None:
            form, cls = _FORMS[known]
            content = SpecTrailer().unwrap_at(data, end)
    if content is None:
        near = REGISTRY.near(UUID(bytes=data[-17:-1])) if len(data) > 16 else None
        if near is None or not near.is_footer:
            return plain
        what = f"the footer ends like one with the extension {near.name}, but for a bit or two"
        return _without(plain, Finding("uuid-near", end - 16, what))
    if isinstance(content, Finding):
        return _without(plain, content)
    if not _leads_to(data, content):
        what = "no extension field leads to the FlatBuffer: its trailer stands there by chance"
        return _without(plain, Finding("hidden", content.start, what))
    try:
        flat = cls.decode(content.data, lazy=True)
    except DecodeError as error:
        return _without(plain, Finding("verifier", content.start + error.offset, str(error)))
    return Tail(name, footer.file_size, footer.offset, form, data, flat, content)


def _without(plain: Tail, finding: Finding) -> Tail:
    """The Thrift footer alone, with the reason why the FlatBuffer is not used."""
    placed = finding.placed(finding.at, plain.offset)
    return Tail(
        plain.path, plain.file_size, plain.offset, plain.form, plain.thrift, findings=(placed,)
    )


def _leads_to(data: bytes, content: Content) -> bool:
    """Whether the header of field 32767 and the payload's length stand right before the payload."""
    length = unsigned(content.end - content.start)
    headers = (Header.SPEC.data, Header.ZIGZAG.data)  # HEADER_SIZE bytes each
    return any(data.endswith(header + length, 0, content.start) for header in headers)
