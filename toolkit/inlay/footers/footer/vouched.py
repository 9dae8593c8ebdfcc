"""Which footer of a file is read: what a CRC vouches for.

The Thrift, where the FlatBuffer's CRC of it agrees or there is none; the FlatBuffer, where it does not agree, where
there is no Thrift, and where the Thrift cannot be decoded. `Footer` asks here, and everybody asks `Footer`.
The layout of a dual footer stands where the FlatBuffer does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from inlay.footers.footer.form import Form
from inlay_runtime.errors import DecodeError, InlayError
from inlay_runtime.finding import Finding
from parquet_format import footer as v1
from parquet_format.parquet import FileMetaData

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer


@dataclass(frozen=True, slots=True)
class Vouched:
    """`thrift` is the footer in Thrift's terms: as it lies in the file, or, where it `is_derived`, made from the
    FlatBuffer. `data_end` is where data ends at the latest: a Thrift footer that is damaged may begin anywhere.
    `findings` are those of the FlatBuffer, and what turned up in making it.
    """

    thrift: bytes
    data_end: int
    is_derived: bool = False
    findings: tuple[Finding, ...] = ()


def vouch(footer: Footer) -> Vouched:
    """The footer that is read. Costs a CRC of the Thrift and nothing else, as long as that agrees. The bytes of an
    encrypted footer are what they are.

    Raises ConversionError where there is nothing but a FlatBuffer that Thrift cannot express.
    """
    flat = footer.flat
    if flat.form is Form.FINAL:
        return _derive(footer, ())
    as_it_lies = Vouched(footer.data, footer.offset, findings=flat.findings)
    is_alone = flat.root is None and flat.layout is None
    if is_alone or flat.form is Form.PROTOTYPE or flat.agrees:
        return as_it_lies
    unread = None if flat.agrees is False else _why_unread(footer)
    if flat.agrees is None and unread is None:
        return as_it_lies  # nothing vouches for it; `inlay verify` compares
    try:
        return _derive(footer, () if unread is None else (unread,))
    except InlayError as error:
        what = f"the {flat.name} cannot be converted, so the Thrift footer is read: {error}"
        unusable = Finding("conversion", footer.offset, what)
        return Vouched(footer.data, footer.offset, findings=(*flat.findings, unusable))


def findings_of(footer: Footer) -> tuple[Finding, ...]:
    """All that is wrong with the footers of a file, as far as a reader can tell. A FlatBuffer is converted only
    where that may bring something to light."""
    flat = footer.flat
    is_all_slots = isinstance(flat.root, v1.FileMetaData) and flat.root.remainder_ is None
    is_alone = flat.root is None and flat.layout is None
    if is_alone or flat.agrees or (flat.form is Form.FINAL and is_all_slots):
        return flat.findings
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
    # Only now: what converts takes its time to import.
    from inlay.footers.footer.derived import derive

    flat = footer.flat
    derived = derive(flat)
    data_end = footer.offset if flat.form is Form.FINAL else footer.file_size
    findings = (*flat.findings, *unread, *derived.findings)
    return Vouched(derived.thrift, data_end, is_derived=True, findings=findings)
