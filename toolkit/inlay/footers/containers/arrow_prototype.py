"""The trailer of the Arrow C++ and arrow-rs prototypes (apache/arrow#48431, apache/arrow-rs#9042).

block | compressor | crc32(block, compressor) | size(block) | size(content) | crc32(sizes) | UUID
"""

from __future__ import annotations

from struct import Struct
from typing import ClassVar, Final
from uuid import UUID
from zlib import crc32

from inlay.footers.containers.container import Content
from inlay.ground.wording.amounts import count
from inlay_runtime.finding import Finding

_TRAILER: Final = Struct("<BIIII16s")
_SIZES: Final = Struct("<II")
LARGEST: Final = (1 << 32) - 1

UNCOMPRESSED: Final = 0
LZ4_RAW: Final = 7
"""Values of CompressionCodec in parquet.thrift."""

WORTH_IT: Final = 1.2
"""The prototypes keep a compressed block only if it is this many times smaller."""

MOST_RATIO: Final = 100
MOST_BYTES: Final = 256 * 1024 * 1024


class ArrowPrototype:
    """`compressed` says whether `wrap` tries LZ4."""

    kind: ClassVar[str] = "arrow_prototype"
    overhead: ClassVar[int] = _TRAILER.size

    def __init__(self, *, compressed: bool = True) -> None:
        self.compressed = compressed

    def uuid_of(self, payload: bytes) -> UUID | None:
        return UUID(bytes=payload[-16:]) if len(payload) >= self.overhead else None

    def wrap(self, data: bytes, uuid: UUID) -> bytes:
        """ValueError for content whose size does not fit the trailer."""
        if len(data) > LARGEST:
            raise ValueError(
                f"{count(len(data), 'byte does', 'bytes do')} not fit a trailer that counts to {LARGEST}"
            )
        block, compressor = self._block(data)
        sizes = _SIZES.pack(len(block), len(data))
        data_crc = crc32(bytes([compressor]), crc32(block))
        return block + _TRAILER.pack(
            compressor, data_crc, len(block), len(data), crc32(sizes), uuid.bytes
        )

    def unwrap_at(self, buffer: bytes, end: int) -> Content | Finding:
        trailer = end - self.overhead
        if trailer < 0:
            what = f"{count(end, 'byte is', 'bytes are')} not a prototype trailer"
            return Finding("short", 0, what)
        fields: tuple[int, int, int, int, int, bytes] = _TRAILER.unpack_from(buffer, trailer)
        compressor, data_crc, size, raw_size, sizes_crc, uuid = fields
        if crc32(_SIZES.pack(size, raw_size)) != sizes_crc:
            return Finding("size-crc", trailer + 5, "the sizes do not match their CRC")
        begin = trailer - size
        if begin < 0:
            what = f"the trailer counts {count(size, 'byte')} of content, and {trailer} are there"
            return Finding("bounds", trailer + 5, what)
        block = buffer[begin:trailer]
        if crc32(bytes([compressor]), crc32(block)) != data_crc:
            return Finding("data-crc", begin, "the content does not match its CRC")
        data = _decompressed(block, compressor, raw_size)
        if isinstance(data, Finding):
            return data.placed("", begin)
        return Content(data, UUID(bytes=uuid), self.kind, checked=True, start=begin, end=end)

    def _block(self, data: bytes) -> tuple[bytes, int]:
        if self.compressed and data:
            from inlay.footers.containers.lz4 import compress

            block = compress(data)
            if WORTH_IT * len(block) <= len(data) <= MOST_RATIO * len(block):
                return block, LZ4_RAW
        return data, UNCOMPRESSED


def _decompressed(block: bytes, compressor: int, raw_size: int) -> bytes | Finding:
    if compressor == UNCOMPRESSED:
        if raw_size != len(block):
            what = f"{count(len(block), 'byte')} that are not compressed cannot be {raw_size}"
            return Finding("bounds", 0, what)
        return block
    if compressor != LZ4_RAW:
        return Finding("compressor", len(block), f"compressor {compressor} is not known")
    if raw_size < len(block) or raw_size > min(MOST_RATIO * len(block), MOST_BYTES):
        what = f"{count(len(block), 'compressed byte is', 'compressed bytes are')} said to hold {raw_size}"
        return Finding("ratio", 0, f"{what}: at most {MOST_RATIO} times as many are allowed")
    from inlay.footers.containers.lz4 import Lz4Error, decompress

    try:
        return decompress(block, raw_size)
    except Lz4Error as error:
        return Finding("decompression", 0, str(error))
