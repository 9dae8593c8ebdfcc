"""The footer of `PAR1` or `PARE` in the frame of PARX, which the file begins with, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from inlay.footers.conversion import ConversionError
from inlay.footers.designs.parx.frame import (
    Checksum,
    ParxFlags,
    ParxFrame,
    frame_of,
    pack_parx,
)
from inlay.footers.designs.parx.read import read_parx
from inlay.footers.designs.thrift.end import ThriftEnd
from inlay.footers.footer.end_pieces import EndPiece, Role
from inlay.footers.footer.errors import COPY_AGAIN, FooterError
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.footer_end import FoundEnd
from inlay.footers.footer.form import Form
from inlay.footers.footer.found_tail import FoundTail
from inlay.footers.footer.magic import PARX
from inlay.footers.footer.thrift_pieces import lay_out_encrypted
from inlay.footers.footer.vouched import Vouched
from inlay_runtime.errors import DecodeError

if TYPE_CHECKING:
    from inlay.footers.designs.design import FooterDesign
    from inlay.ground.files.source import Seekable


class ParxEnd(ThriftEnd):
    form: ClassVar[Form] = Form.PARX
    magic: ClassVar[bytes] = PARX
    head: ClassVar[bytes] = PARX
    has_thrift: ClassVar[bool] = False
    is_converted: ClassVar[bool] = True
    is_rearranged: ClassVar[bool] = False
    then: ClassVar[str] = ""
    way_back: ClassVar[str] = "inlay footer convert --design thrift"

    @property
    def options(self) -> frozenset[str]:
        return frozenset({"checksum", "omit_paths"})

    def read(self, last: FoundTail) -> Footer:
        return read_parx(last)

    def form_of(self, footer: Footer) -> Form:
        return Form.ENCRYPTED if self.is_encrypted(footer) else self.form

    def is_encrypted(self, footer: Footer) -> bool:
        return frame_of_footer(footer).is_encrypted

    def tail(self, footer: Footer) -> bytes:
        return pack_parx(footer.data, frame_of_footer(footer))

    def excuse(self, footer: Footer) -> str:
        return frame_of_footer(footer).excuse

    def is_protected(self, footer: Footer) -> bool | None:
        return True

    def thrift(self, footer: Footer) -> bytes:
        return footer.vouched.thrift

    def is_derived(self, footer: Footer) -> bool:
        return not self.is_encrypted(footer)

    def vouch(self, footer: Footer) -> Vouched:
        """With the paths of the schema in chunks that leave theirs out. Raises FooterError where the schema has none for them."""
        frame = frame_of_footer(footer)
        if frame.is_encrypted:
            return Vouched(footer.data, footer.offset)
        if not frame.omits_paths:
            return Vouched(footer.data, footer.offset, is_derived=True)
        # Only now: what restores paths needs pyarrow, and this footer is Thrift.
        from inlay.footers.designs.thrift.paths import restore_paths

        try:
            return Vouched(restore_paths(footer.data), footer.offset, is_derived=True)
        except (DecodeError, ConversionError) as error:
            what = f"its parx footer does not lead to Thrift: {error}{frame.excuse}"
            raise FooterError(footer.path, footer.offset, what, COPY_AGAIN, "decode") from error

    def restore(self, footer: Footer) -> bytes:
        return footer.thrift

    def convert(self, footer: Footer, original: bytes, options: Mapping[str, object]) -> bytes:
        """`checksum` is "crc32" or "crc32c"; `omit_paths` leaves the paths of chunks to the schema."""
        flags = ParxFlags.ENCRYPTED_FOOTER if footer.is_encrypted else ParxFlags(0)
        data = original
        if self.rewrites_thrift(options):
            from inlay.footers.designs.thrift.paths import strip_paths

            flags |= ParxFlags.PATH_IN_SCHEMA_OMITTED
            data = strip_paths(original)
        frame, said = frame_of(Checksum(options.get("checksum", "crc32")), flags), footer.frame
        if isinstance(said, ParxFrame) and said.version is not None and frame.version is not None:
            # What is said of the format, and not of the frame, stays true.
            flags |= said.flags & ParxFlags.PREVIEW_FEATURES
            frame = frame._replace(flags=flags, version=said.version)
        return pack_parx(data, frame)

    def rewrites_thrift(self, options: Mapping[str, object]) -> bool:
        return bool(options.get("omit_paths"))

    def frame(self, content: bytes) -> bytes:
        return pack_parx(content, ParxFrame())

    def open(self, footer: Footer) -> FooterDesign:
        """A walk does without the paths that may be left out."""
        from inlay.footers.designs.thrift.open import open_thrift

        return open_thrift(footer, footer.data)

    def content(self, footer: Footer) -> list[EndPiece]:
        return (
            lay_out_encrypted(footer.data) if self.is_encrypted(footer) else super().content(footer)
        )

    def behind(self, footer: Footer, size: int) -> list[EndPiece]:
        frame = frame_of_footer(footer)
        covered = "footer, length, flags"
        pieces = [
            *super().behind(footer, size),
            EndPiece(4, f"flags of PARX: {frame.flags:d}", Role.NUMBER, "flags", frame.flags),
        ]
        if frame.version is not None:
            covered += ", version"
            meaning = f"major version of the format: {frame.version}"
            pieces.append(EndPiece(1, meaning, Role.NUMBER, "version", frame.version))
        start = footer.offset
        end = start + size + sum(piece.length for piece in pieces)
        checksum = frame.checksum.value
        meaning = f"{checksum}({covered})"
        pieces.append(
            EndPiece(4, meaning, Role.CHECKSUM, "CRC", algorithm=checksum, covers=(start, end))
        )
        return pieces

    def search(self, file: Seekable, data: bytes, base: int) -> Iterator[FoundEnd]:
        from inlay.footers.designs.parx.search import find_parx

        return find_parx(file, data, base)


def frame_of_footer(footer: Footer) -> ParxFrame:
    """What the end of a PARX file says."""
    assert isinstance(footer.frame, ParxFrame)
    return footer.frame


PARX_END: Final = ParxEnd()
