"""A Thrift footer with a FlatBuffer of ours inside: it leads back to the Thrift that it was made from, to the byte."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar

from inlay.footers.conversion import ConversionError, EditScriptError
from inlay.footers.conversion.collector import pause_collector
from inlay.footers.conversion.without_extension import without_extension
from inlay.footers.designs.flatbuffers.inside import InsideEnd
from inlay.footers.footer.disagreement import explain_disagreement
from inlay.footers.footer.trailer import trailer_of
from inlay.ground.refusals import FormError
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.containers import spec_trailer
from inlay_runtime.extension import Header

if TYPE_CHECKING:
    from uuid import UUID

    from inlay.footers.designs.design import FooterDesign
    from inlay.footers.footer.end_pieces import EndPiece
    from inlay.footers.footer.footer import Footer
    from inlay.footers.footer.footer_end import FooterEnd


class OursEnd(InsideEnd):
    """What both versions have in common."""

    has_flatbuffer: ClassVar[bool] = True
    vouches_for_thrift: ClassVar[bool] = True
    version: ClassVar[str]
    """Of the schema of the FlatBuffer."""

    uuid: ClassVar[UUID]
    """Of the container that it lies in."""

    @abstractmethod
    def to_buffer(self, original: bytes, *, sealed: bool) -> bytes:
        """The FlatBuffer of this Thrift footer. Raises ConversionError."""

    def settle(self, footer: Footer) -> FooterEnd:
        return self

    def content(self, footer: Footer) -> list[EndPiece]:
        from inlay.footers.designs.flatbuffers.pieces import lay_out_inside

        return lay_out_inside(footer, self.version)

    def open(self, footer: Footer) -> FooterDesign:
        """The FlatBuffer, where it vouches for the Thrift or is read in its place."""
        if footer.second.agrees or footer.is_derived:
            return self.open_flatbuffer(footer)
        return super().open(footer)

    @abstractmethod
    def open_flatbuffer(self, footer: Footer) -> FooterDesign: ...

    def restore(self, footer: Footer) -> bytes:
        with explain_flatbuffer("; `inlay footer revert --trust thrift` takes it out"):
            original = self.restore_exactly(footer.second)
            agree = without_extension(original) == footer.end.plain_thrift(footer)
        if not agree:
            raise explain_disagreement(footer)
        return original

    def build(self, original: bytes, *, sealed: bool = True) -> bytes:
        """What stood in the slot, and behind the struct, is in the FlatBuffer alone: its trailer comes last. The stop byte is
        the one that was there, for half of it may be anything."""
        data = build_flatbuffer(self.to_buffer, original, sealed=sealed)
        trailer = spec_trailer(data, self.uuid)
        plain = memoryview(without_extension(original))
        header = Header.SPEC.data + unsigned(len(data) + len(trailer))
        pieces = plain[:-1], header, data, trailer, plain[-1:]
        return b"".join((*pieces, trailer_of(sum(map(len, pieces)))))  # one copy: they are long


def build_flatbuffer(to_buffer: Callable[..., bytes], original: bytes, *, sealed: bool) -> bytes:
    """Raises FormError where the schema of the FlatBuffer cannot express that footer."""
    try:
        with pause_collector():
            return to_buffer(original, sealed=sealed)
    except ConversionError as error:
        raise FormError(f"the FlatBuffer cannot express the footer: {error}") from error


@contextmanager
def explain_flatbuffer(way_out: str) -> Generator[None]:
    """What a FlatBuffer that does not lead back to Thrift means to who asked for that; `way_out` ends the sentence."""
    try:
        yield
    except EditScriptError as error:
        raise FormError(
            f"the FlatBuffers footer's remainder (slot 9) does not fit: {error.reason}; `inlay footer revert "
            "--trust flatbuffer` takes what the other slots say"
        ) from error
    except ConversionError as error:
        what = f"the FlatBuffers footer cannot be converted to Thrift: {error}{way_out}"
        raise FormError(what) from error
