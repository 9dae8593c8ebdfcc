"""Looks for the Thrift footer of a PARX file whose end does not lead to it, and for the frame that it had.

The footer says where it ends. Of the frame, the length and the flag follow from the footer; which of both CRCs it was, only the
bytes that are left of it can say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from inlay.footer.magic import PARX
from inlay.footer.parx import TAIL_SIZE, Checksum, ParxFlags, ParxFrame, pack_parx
from inlay.footer.trailer import SIGNATURE
from inlay.recover.search_budget import SearchBudget
from inlay.recover.thrift_search import find_openings
from inlay_runtime.errors import DecodeError
from parquet_format.without_paths import FileMetaData

MOST_FOUND: Final = 8

_CRC: Final = slice(8, 12)


class ParxPlace(NamedTuple):
    """A footer from `start` to `end` of the data, and the `frame` behind it. `is_vouched` says that the CRC which is left there
    agrees."""

    start: int
    end: int
    frame: bytes
    is_vouched: bool


def find_parx(data: bytes) -> Iterator[ParxPlace]:
    """First those that a length leads to, then what looks like a beginning, the last in the data first."""
    budget = SearchBudget(len(data))
    seen: set[int] = set()
    for start, claimed in _spans(data):
        if budget.is_spent or len(seen) >= MOST_FOUND:
            return
        if start in seen:
            continue
        try:
            metadata, end = FileMetaData.decode_from(data, start)
        except DecodeError as error:
            budget.charge_failure(error.offset - start)
            continue
        budget.charge(end - start)
        if not len(metadata.schema) or (claimed is not None and end > claimed):
            continue
        seen.add(start)
        signature = SIGNATURE if metadata.encryption_algorithm is not None else 0
        end = claimed or min(end + signature, len(data))
        yield _frame(data, start, end, omits_paths=_omits_paths(metadata))


def _spans(data: bytes) -> Iterator[tuple[int, int | None]]:
    """Where a footer begins, and where it is said to end."""
    for left in range(TAIL_SIZE, 3, -1):
        end = len(data) - left
        length = int.from_bytes(data[max(end, 0) : max(end, 0) + 4], "little")
        if 0 < length <= end:
            yield end - length, end
    for start in find_openings(data):
        yield start, None


def _omits_paths(metadata: FileMetaData) -> bool:
    return any(
        chunk.meta_data is not None and chunk.meta_data.path_in_schema is None
        for group in metadata.row_groups
        for chunk in group.columns
    )


def _frame(data: bytes, start: int, end: int, *, omits_paths: bool) -> ParxPlace:
    """The frame whose CRC is nearest to what is left there; of equally near ones that of the text."""
    footer, left = data[start:end], data[end : end + TAIL_SIZE][_CRC]
    flags = [ParxFlags.OMIT_PATH_IN_SCHEMA]
    if not omits_paths:  # which chunks that say theirs may have, too
        flags.insert(0, ParxFlags(0))
    kinds = list(Checksum) if left else [Checksum.CRC32]
    frames = [
        pack_parx(footer, ParxFrame(flag, kind))[len(footer) :] for kind in kinds for flag in flags
    ]
    frame = min(frames, key=lambda frame: _differing_bits(frame[_CRC], left))
    return ParxPlace(start, end, frame, frame[_CRC] == left)


def _differing_bits(expected: bytes, left: bytes) -> int:
    return sum((byte ^ other).bit_count() for byte, other in zip(expected, left, strict=False))


def is_parx_left(head: bytes, data: bytes) -> bool:
    """By what the file begins with, or what is left of its end."""
    return head == PARX or PARX in data[-TAIL_SIZE - len(PARX) :]
