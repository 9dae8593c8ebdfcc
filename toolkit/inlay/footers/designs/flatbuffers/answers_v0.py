"""FlatBuffers as proposed for Parquet first, with a remainder that only the conversion understands."""

from __future__ import annotations

from typing import ClassVar

from inlay.footers.conversion import v0
from inlay.footers.designs.design import FooterContents
from inlay.footers.designs.flatbuffers.answers import FlatBuffersDesign
from parquet_format import footer_v0


class FlatV0(FlatBuffersDesign):
    """`idl/footer_v0.fbs`: its slots say where chunks lie and how columns are called.

    Flags of bounds, NaN counts, long bounds, places of page indexes and converted types are in its remainder, so those
    questions are answered by the Thrift that it stands for.
    """

    name: ClassVar[str] = "flatbuffers-v0"

    @classmethod
    def build(cls, contents: FooterContents, offset: int) -> bytes:
        return v0.to_buffer(contents.thrift)

    def _convert(self, data: bytes) -> bytes:
        return v0.to_thrift(footer_v0.FileMetaData.decode(data), buffer=data)
