"""The tail of a private, migration or dual file, made again from its FlatBuffer or design: that stays as it lies, and the
Thrift around it becomes what it stands for."""

from __future__ import annotations

import io
from operator import itemgetter
from typing import Final, NamedTuple
from uuid import UUID
from zlib import crc32

from inlay.footers.containers import Content
from inlay.footers.containers.design_content import read_design_head
from inlay.footers.containers.registry import DESIGN
from inlay.footers.containers.spec import SpecTrailer
from inlay.footers.conversion.without_extension import without_extension
from inlay.footers.designs.flatbuffers.evidence import FLAT_FORMS, crc_in
from inlay.footers.designs.flatbuffers.field import start_of
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.form import Form
from inlay.footers.footer.known_ends import end_of_form
from inlay.footers.footer.magic import PLAIN
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.second import SecondFooter
from inlay.footers.footer.trailer import tail_of
from inlay.verbs.recover.flat_search import Span
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.errors import InlayError
from inlay_runtime.extension import Header
from inlay_runtime.finding import Finding
from parquet_format.parquet import FileMetaData

_AFTER_DATA: Final = 28
"""CRCs, size and UUID."""

_BLOCK: Final = 1 << 16
"""Bytes that are compared at once."""


class Rebuilt(NamedTuple):
    """`tail` takes the place of what is in the data from `start` on. `differing` counts the bytes of the Thrift there that
    are other than in `tail`; `is_exact` is false where a remainder does not fit, and the spelling of fields is lost.
    """

    start: int
    form: Form
    tail: bytes
    metadata: FileMetaData
    differing: int
    is_exact: bool
    name: str = "FlatBuffers footer"


def rebuild(data: bytes, span: Span, uuid: UUID, base: int) -> Rebuilt | None:
    """None where the FlatBuffer, or the design, stands for no Thrift footer. `data` begins at `base` of the file."""
    content = Content(
        data[span.start : span.end],
        uuid,
        SpecTrailer.kind,
        checked=True,
        start=span.start,
        end=span.end + _AFTER_DATA,
    )
    if uuid == DESIGN:
        return _from_design(data, content, base)
    form, cls = FLAT_FORMS[uuid]
    try:
        flat = cls.decode(content.data)
        derived = end_of_form(form).derive(SecondFooter(form, 0, flat, content))
        plain = without_extension(derived.thrift)
        metadata = FileMetaData.decode(derived.thrift)
        vouched = crc_in(cls, content.data)
    except InlayError:
        return None
    is_exact = not derived.findings and vouched in (None, crc32(plain))
    start, differing, tail = _join(data, content, plain)
    del plain  # a footer of many columns is large, and what is read back is another
    if not is_exact or not _reads_back(tail):
        form, tail = Form.THRIFT, tail_of(derived.thrift)
    return Rebuilt(start, form, tail, metadata, differing, is_exact)


def _join(data: bytes, content: Content, plain: bytes) -> tuple[int, int, bytes]:
    """Where the Thrift begins in the data, the bytes of it that are others there, and the tail with the field that has the FlatBuffer."""
    field = _field(data, content, content.uuid)
    thrift_end = _field_start(data, content)
    inside = _Place(thrift_end, plain[:-1], field + plain[-1:])
    behind = _Place(thrift_end, plain, field + b"\x00")
    # Of equal ones inside, where we and the document put it.
    differing, place = min(((it.differing(data), it) for it in (inside, behind)), key=itemgetter(0))
    return place.start, differing, tail_of(place.before + place.after)


def _from_design(data: bytes, content: Content, base: int) -> Rebuilt | None:
    """Where the Thrift begins, the design knows: it lies behind it, where its head says."""
    head = read_design_head(content.data, 0, len(content.data))
    if isinstance(head, Finding):
        return None
    part = SecondFooter(Form.DUAL, base, None, content, design=head)
    try:
        thrift = end_of_form(part.form).derive(part).thrift
        metadata = FileMetaData.decode(thrift)
    except InlayError:
        return None
    field = _field(data, content, DESIGN)
    field_start = _field_start(data, content)
    name = f"{head.name.capitalize()} footer"
    differing = _Place(field_start, thrift[:-1], b"").differing(data)
    before = len(thrift) - 1 + len(field) - len(content.data) - _AFTER_DATA
    start = head.offset - before - base
    footer = Footer("", head.offset, start + base, thrift[:-1] + field + thrift[-1:])
    if 0 <= start <= field_start and footer.form is part.form and not footer.second.findings:
        tail = tail_of(footer.data)
        return Rebuilt(start, part.form, tail, metadata, differing, True, name)
    start = field_start - len(thrift) + 1
    return Rebuilt(start, Form.THRIFT, tail_of(thrift), metadata, differing, True, name)


class _Place(NamedTuple):
    """Thrift that ends at `end`, before the field that has the FlatBuffer, and what comes `after`, that field included."""

    end: int
    before: bytes
    after: bytes

    @property
    def start(self) -> int:
        return self.end - len(self.before)

    def differing(self, data: bytes) -> int:
        start, before = self.start, self.before
        lost = max(-start, 0)  # in front of the data: there are zeros
        differing = lost - before.count(0, 0, lost)
        for at in range(lost, len(before), _BLOCK):
            there = data[start + at : min(start + at + _BLOCK, self.end)]
            differing += _count_differing(there, before[at : at + _BLOCK])
        return differing


def _count_differing(there: bytes, before: bytes) -> int:
    """Of as many bytes, in C: a large footer has millions."""
    if there == before:
        return 0
    differences = int.from_bytes(there, "little") ^ int.from_bytes(before, "little")
    return len(there) - differences.to_bytes(len(there), "little").count(0)


def _field_start(data: bytes, content: Content) -> int:
    """Where the header of the field begins, or would if it were not damaged."""
    start = start_of(data, content)
    if start is not None:
        return start
    return content.start - len(unsigned(content.end - content.start)) - len(Header.SPEC.data)


def _field(data: bytes, content: Content, uuid: UUID) -> bytes:
    """The field as it lies there, so far as it is not damaged."""
    start = start_of(data, content)
    if start is None:
        header = Header.SPEC.data + unsigned(content.end - content.start)
    else:
        header = data[start : content.start]
    return header + SpecTrailer().wrap(content.data, uuid)


def _reads_back(tail: bytes) -> bool:
    flat = read_footer(io.BytesIO(PLAIN + tail)).second
    return flat.root is not None and not flat.findings
