"""What a page-first footer does not carry, in a region of a kind that other readers skip: docs/next_footer.md.

    rows of row groups | for each chunk: how many pages come before it in its column | its dictionary region + 1 | what Thrift
    says beyond its pages | which page indexes it has | for each region of the footer its CRC | script | seal

All numbers are packed streams behind their width, one after the other, so that what is always 0 takes a byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Final, overload
from zlib import crc32

from inlay.footers.designs.encoded_arrays import locate_stream, pack_stream
from inlay.footers.designs.supplement import Said
from inlay_runtime.compact.varint import unzigzag, zigzag
from inlay_runtime.errors import InvalidValueError, TruncatedError
from inlay_runtime.packed import PackedBits, stream_size, take, value_at

KIND: Final = 32767
MAGIC: Final = b"INLp"
_SEAL: Final = Struct("<IIIIII4s")
SEAL_SIZE: Final = _SEAL.size
_CHUNKS_A_BYTE: Final = 64

HAS_INDEX: Final = 1
"""The chunk has an OffsetIndex, and its pages say the same."""
NOT_CARRIED: Final = 2
"""The chunk has page indexes that this footer does not hold."""


_SIGNED: Final = range(3, 7)
"""Of the lists: those of differences."""


class PackedSequence(Sequence[int]):
    """Packed numbers that stay where they lie, unpacked when they are asked for; differences are zigzag."""

    def __init__(self, buffer: bytes | memoryview, stream: PackedBits, *, is_signed: bool) -> None:
        self.buffer = buffer
        self.stream = stream
        self._is_signed = is_signed

    def __len__(self) -> int:
        return self.stream.length

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            return self.at(range(*index.indices(len(self))))
        if not 0 <= index < len(self):
            raise IndexError(index)
        value = value_at(self.buffer, self.stream, index)
        return unzigzag(value) if self._is_signed else value

    def at(self, indexes: Sequence[int]) -> list[int]:
        """Several at once. Raises InvalidValueError for one that there is not, and for one that no i64 holds."""
        taken = take(self.buffer, [self.stream], [(index, 1) for index in indexes], [8])[0]
        values = memoryview(taken).cast("q").tolist()
        return [unzigzag(value) for value in values] if self._is_signed else values


@dataclass
class ChunkLists:
    """One number for each chunk, column by column."""

    first_pages: Sequence[int]
    """With one more number for each column: how many data pages it has."""
    dictionaries: Sequence[int]
    data_page_offsets: Sequence[int]
    """This and the next three: what Thrift says less what the pages say."""
    compressed: Sequence[int]
    uncompressed: Sequence[int]
    num_values: Sequence[int]
    codecs: Sequence[int]
    """The codec + 1 of a chunk without data pages, else 0."""
    indexes: Sequence[int]


@dataclass
class PageFirstSupplement:
    """All of it; `crcs` are those of the regions from the first one of the footer on."""

    row_groups: Sequence[int]
    chunks: ChunkLists
    left_out: Sequence[int]
    """1 for each column whose statistics are not all here."""
    crcs: Sequence[int]
    script: bytes
    said: Said


def take_numbers(numbers: Sequence[int], indexes: Sequence[int]) -> Sequence[int]:
    """Several at once. Raises InvalidValueError for one that there is not."""
    if isinstance(numbers, PackedSequence):
        return numbers.at(indexes)
    return [numbers[index] for index in indexes]


def pack_supplement(supplement: PageFirstSupplement) -> bytes:
    """The region but its seal."""
    chunks = supplement.chunks
    streams = [
        supplement.row_groups,
        chunks.first_pages,
        chunks.dictionaries,
        *(
            [zigzag(difference) for difference in differences]
            for differences in (
                chunks.data_page_offsets,
                chunks.compressed,
                chunks.uncompressed,
                chunks.num_values,
            )
        ),
        chunks.codecs,
        chunks.indexes,
        supplement.left_out,
        supplement.crcs,
    ]
    return b"".join(map(pack_stream, streams)) + supplement.script


def pack_seal(supplement: PageFirstSupplement, packed: bytes, columns: int, rest: bytes) -> bytes:
    """What stands between the region and the region map, and vouches for both, and for what follows."""
    counts = (len(supplement.row_groups), columns, len(supplement.crcs), int(supplement.said))
    fields = _SEAL.pack(*counts, len(supplement.script), 0, MAGIC)[:-8]
    return fields + crc32(rest, crc32(fields, crc32(packed))).to_bytes(4, "little") + MAGIC


def read_supplement(region: bytes | memoryview, rest: bytes | memoryview) -> PageFirstSupplement:
    """From the region with its seal; `rest` is all behind it. Raises DecodeError where a CRC or a length differs."""
    if len(region) < SEAL_SIZE:
        raise TruncatedError(f"{len(region)} bytes are too few for a seal", 0)
    groups, columns, regions, said, script, crc, magic = _SEAL.unpack(region[-SEAL_SIZE:])
    if magic != MAGIC or crc != crc32(rest, crc32(memoryview(region)[:-8])):
        raise InvalidValueError("the CRC of the supplement, the region map and the root differs", 0)
    chunks = groups * columns
    if max(chunks, columns, regions) > _CHUNKS_A_BYTE * (len(region) + len(rest)):
        raise InvalidValueError(f"{columns} columns in {groups} row groups", 0)
    at, lists = 0, list[PackedSequence]()
    end = len(region) - SEAL_SIZE - script
    counts = (groups, chunks + columns, *[chunks] * 7, columns, regions)
    for which, count in enumerate(counts):
        if at >= end:
            raise TruncatedError("the supplement is cut short", at)
        stop = at + 1 + stream_size(region[at], count)
        if stop > end:
            raise TruncatedError("the supplement is cut short", at)
        stream = locate_stream(region, at, stop, count)
        lists.append(PackedSequence(region, stream, is_signed=which in _SIGNED))
        at = stop
    if at != end:
        raise InvalidValueError(f"{end - at} bytes follow the numbers", at)
    rows, *of_chunks, left_out, crcs = lists
    return PageFirstSupplement(
        rows.at(range(groups)),
        ChunkLists(*of_chunks),
        left_out,
        crcs,
        bytes(region[end : end + script]),
        Said(said),
    )
