"""The FlatBuffer of a final file, which has replaced the Thrift, and what vouches for it."""

from __future__ import annotations

from inlay.footers.footer.magic import MAGIC_SIZE
from inlay.footers.footer.trailer import FINAL_TRAILER, WORTH_A_COPY
from inlay.ground.files.source import Seekable, read_at
from inlay_runtime.crc import crc32
from inlay_runtime.finding import Finding


def read_final(file: Seekable, file_size: int, tail: bytes) -> bytes | Finding:
    """The FlatBuffer of a final file, of which `tail` is read already: size CRC, bounds and data CRC, in that order."""
    trailer = file_size - FINAL_TRAILER.size
    if trailer < MAGIC_SIZE:
        return Finding("short", 0, f"{file_size} bytes are too few for a PAR3 file")
    data_crc, size, size_crc, _ = FINAL_TRAILER.unpack_from(tail, len(tail) - FINAL_TRAILER.size)
    if crc32(size.to_bytes(4, "little")) != size_crc:
        return Finding("size-crc", trailer + 4, "the footer's size does not match its CRC")
    start = trailer - size
    if start < MAGIC_SIZE:
        return Finding("bounds", trailer + 4, f"a footer of {size} bytes does not fit the file")
    end = len(tail) - FINAL_TRAILER.size
    data = tail[end - size : end] if size <= end else _longer(file, start, tail[:end], size)
    if crc32(data) != data_crc:
        return Finding("data-crc", start, "the footer does not match its CRC")
    return data


def _longer(file: Seekable, start: int, last: bytes, size: int) -> bytes:
    if size > WORTH_A_COPY:
        return read_at(file, start, size)
    return read_at(file, start, size - len(last)) + last
