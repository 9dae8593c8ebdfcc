"""The final form: a FlatBuffer (v1) has replaced the Thrift.

... | FlatBuffer (v1): K bytes | crc32(FlatBuffer): 4 bytes | K: 4 bytes | crc32(K): 4 bytes | PAR3

All numbers are little-endian.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, ClassVar, Final

from inlay.footers.containers import Content
from inlay.footers.designs.flatbuffers.evidence import crc_in
from inlay.footers.footer.end_pieces import EndPiece, Role
from inlay.footers.footer.errors import FooterError
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.footer_end import FooterEnd
from inlay.footers.footer.form import Form
from inlay.footers.footer.found_tail import FoundTail
from inlay.footers.footer.magic import FINAL, MAGIC_SIZE
from inlay.footers.footer.second import SecondFooter
from inlay.footers.footer.trailer import WORTH_A_COPY
from inlay.footers.footer.vouched import Vouched
from inlay.ground.files.source import Seekable, read_at
from inlay.ground.wording.amounts import count
from inlay_runtime.crc import crc32
from inlay_runtime.errors import DecodeError
from inlay_runtime.finding import Finding
from parquet_format import footer as v1

if TYPE_CHECKING:
    from inlay.footers.designs.design import FooterDesign
    from inlay.footers.footer.second import Derived

_TRAILER: Final = Struct("<III4s")
_SEARCH: Final = (
    "`inlay recover FILE` looks for it; nothing else in the file says where the columns are"
)


class FinalEnd(FooterEnd):
    form: ClassVar[Form] = Form.FINAL
    magic: ClassVar[bytes] = FINAL
    is_thrift: ClassVar[bool] = False
    has_thrift: ClassVar[bool] = False
    has_flatbuffer: ClassVar[bool] = True
    has_inner_slot: ClassVar[bool] = True
    then: ClassVar[str] = ""
    is_reverted: ClassVar[bool] = True
    root_path: ClassVar[str] = "flatbuffer"

    def read(self, last: FoundTail) -> Footer:
        data = _read_content(last.file, last.size, last.tail)
        if isinstance(data, Finding):
            raise FooterError(last.name, data.offset or 0, data.what, _SEARCH, data.code)
        offset = last.size - _TRAILER.size - len(data)
        footer = Footer(last.name, last.size, offset, data, FINAL, last.head, last.source)
        _ = footer.second  # which the verifier has to take
        return footer

    def tail(self, footer: Footer) -> bytes:
        return end_in_final(footer.data)

    def second(self, footer: Footer) -> SecondFooter:
        data = footer.data
        try:
            root = v1.FileMetaData.decode(data)
        except DecodeError as error:
            offset = footer.offset + error.offset
            raise FooterError(footer.path, offset, error.unplaced, _SEARCH, "verifier") from error
        content = Content(data, v1.FileMetaData.UUID, "final", checked=True, start=0, end=len(data))
        crc = crc_in(v1.FileMetaData, data)
        return SecondFooter(Form.FINAL, footer.offset, root, content, thrift_crc=crc)

    def vouch(self, footer: Footer) -> Vouched:
        derived = self.derive(footer.second)
        return Vouched(derived.thrift, footer.offset, is_derived=True, findings=derived.findings)

    def thrift(self, footer: Footer) -> bytes:
        return footer.vouched.thrift

    def is_derived(self, footer: Footer) -> bool:
        return True

    def derived_from(self, footer: Footer) -> str:
        return footer.second.name

    def find(self, footer: Footer) -> tuple[Finding, ...]:
        """It is converted only where that may bring something to light."""
        root = footer.second.root
        has_remainder = isinstance(root, v1.FileMetaData) and root.remainder_ is not None
        return footer.vouched.findings if has_remainder else ()

    def restore_exactly(self, second: SecondFooter) -> bytes:
        # Only now, here and below: what converts and what answers take their time to import.
        from inlay.footers.designs.flatbuffers.public import restore_v1

        return restore_v1(second)

    def derive(self, second: SecondFooter) -> Derived:
        from inlay.footers.designs.flatbuffers.public import derive_v1

        return derive_v1(second)

    def restore(self, footer: Footer) -> bytes:
        from inlay.footers.designs.flatbuffers.ours import explain_flatbuffer

        with explain_flatbuffer(""):
            return self.restore_exactly(footer.second)

    def build(self, original: bytes, *, sealed: bool = True) -> bytes:
        from inlay.footers.conversion import v1 as conversion
        from inlay.footers.designs.flatbuffers.ours import build_flatbuffer

        return end_in_final(build_flatbuffer(conversion.to_buffer, original, sealed=sealed))

    def frame(self, content: bytes) -> bytes:
        return end_in_final(content)

    def open(self, footer: Footer) -> FooterDesign:
        from inlay.footers.designs.flatbuffers.answers_v1 import FlatV1
        from inlay.footers.designs.flatbuffers.opened import open_flatbuffer

        return open_flatbuffer(footer, FlatV1)

    def content(self, footer: Footer) -> list[EndPiece]:
        return [EndPiece(len(footer.data), "FlatBuffers FileMetaData (v1)", Role.FLATBUFFER)]

    def behind(self, footer: Footer, size: int) -> list[EndPiece]:
        from inlay.footers.designs.flatbuffers.pieces import lay_out_checksums

        return lay_out_checksums("FlatBuffer", footer.offset, footer.data)


def end_in_final(flatbuffer: bytes) -> bytes:
    """The FlatBuffer and what stands behind it, up to the end of the file."""
    size = crc32(len(flatbuffer).to_bytes(4, "little"))
    return flatbuffer + _TRAILER.pack(crc32(flatbuffer), len(flatbuffer), size, FINAL)


def _read_content(file: Seekable, file_size: int, tail: bytes) -> bytes | Finding:
    """The FlatBuffer of a final file, of which `tail` is read already: size CRC, bounds and data CRC, in that order."""
    trailer = file_size - _TRAILER.size
    if trailer < MAGIC_SIZE:
        return Finding(
            "short", 0, f"{count(file_size, 'byte is', 'bytes are')} too few for a PAR3 file"
        )
    data_crc, size, size_crc, _ = _TRAILER.unpack_from(tail, len(tail) - _TRAILER.size)
    if crc32(size.to_bytes(4, "little")) != size_crc:
        return Finding("size-crc", trailer + 4, "the footer's size does not match its CRC")
    start = trailer - size
    if start < MAGIC_SIZE:
        return Finding(
            "bounds", trailer + 4, f"a footer of {count(size, 'byte')} does not fit the file"
        )
    end = len(tail) - _TRAILER.size
    data = tail[end - size : end] if size <= end else _longer(file, start, tail[:end], size)
    if crc32(data) != data_crc:
        return Finding("data-crc", start, "the footer does not match its CRC")
    return data


def _longer(file: Seekable, start: int, last: bytes, size: int) -> bytes:
    if size > WORTH_A_COPY:
        return read_at(file, start, size)
    return read_at(file, start, size - len(last)) + last


FINAL_END: Final = FinalEnd()
