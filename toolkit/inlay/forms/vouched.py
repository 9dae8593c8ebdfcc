"""Which footer of a file is read: what a CRC vouches for.

The Thrift, where the FlatBuffer's CRC of it agrees or there is none; the FlatBuffer, where it does not agree, where
there is no Thrift, and where the Thrift cannot be decoded. Every reader of ours asks here.
"""

from __future__ import annotations

from dataclasses import dataclass

from inlay.containers import Finding
from inlay.footer.footer import Footer
from inlay.footer.form import Form
from inlay_runtime.errors import DecodeError, InlayError
from parquet_format import footer as v1
from parquet_format.parquet import FileMetaData


@dataclass(frozen=True, slots=True)
class Vouched:
    """`thrift` is the footer in Thrift's terms: as it lies in the file, or, where it `is_derived`, made from the
    FlatBuffer. `body` is where data ends at the latest: a Thrift footer that is damaged may begin anywhere.

    `findings` are those of the tail, and what turned up in making it.
    """

    thrift: bytes
    body: int
    is_derived: bool = False
    findings: tuple[Finding, ...] = ()


def vouched(tail: Footer) -> Vouched:
    """The footer that is read. Costs a CRC of the Thrift, which `read_tail` took, and nothing else as long as that
    agrees. The bytes of an encrypted footer are what they are.

    Raises ConversionError where there is nothing but a FlatBuffer that Thrift cannot express.
    """
    as_it_lies = Vouched(tail.own_thrift, tail.offset, findings=tail.flat.findings)
    if tail.form is Form.FINAL:
        return _derived(tail, ())
    if tail.flatbuffer is None or tail.form is Form.PROTOTYPE or tail.flat.agrees:
        return as_it_lies
    unread = None if tail.flat.agrees is False else _why_unread(tail)
    if tail.flat.agrees is None and unread is None:
        return as_it_lies  # nothing vouches for it; `inlay verify` compares
    try:
        return _derived(tail, () if unread is None else (unread,))
    except InlayError as error:
        what = (
            f"what the FlatBuffers footer stands for cannot be told, so the Thrift is read: {error}"
        )
        unusable = Finding("conversion", tail.offset, what)
        return Vouched(tail.own_thrift, tail.offset, findings=(*tail.flat.findings, unusable))


def findings_of(tail: Footer) -> tuple[Finding, ...]:
    """All that is wrong with the footers of a file, as far as a reader can tell. A FlatBuffer is converted only
    where that may bring something to light."""
    flat = tail.flatbuffer
    is_all_slots = isinstance(flat, v1.FileMetaData) and flat.remainder_ is None
    if flat is None or tail.flat.agrees or (tail.form is Form.FINAL and is_all_slots):
        return tail.flat.findings
    return tail.findings


def _why_unread(tail: Footer) -> Finding | None:
    """For a FlatBuffer that has no CRC of the Thrift: decoding is all that can be asked of it."""
    try:
        FileMetaData.decode(tail.own_thrift, lazy=True)
    except DecodeError as error:
        what = f"the Thrift footer is damaged, so the FlatBuffers footer is read: {error}"
        return Finding("thrift-damaged", tail.offset, what)
    return None


def _derived(tail: Footer, unread: tuple[Finding, ...]) -> Vouched:
    # Only now: what converts takes its time to import.
    from inlay.footer.derived import derive

    derived = derive(tail)
    body = tail.offset if tail.form is Form.FINAL else tail.file_size
    findings = (*tail.flat.findings, *unread, *derived.findings)
    return Vouched(derived.thrift, body, is_derived=True, findings=findings)
