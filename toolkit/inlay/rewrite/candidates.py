"""Looks for footers in a file whose end does not lead to one: proposes, and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, unique
from itertools import islice
from typing import Final

from inlay.extensions.footer_struct import FooterStruct
from inlay.extensions.shapes import shape_of
from inlay.footer.magic import PLAIN
from inlay.footer.search import OPENING, SIGNATURE
from inlay.footer.source import Seekable, read_at, size_of
from inlay.footer.tail import TRAILER
from inlay.forms.final import FINAL
from inlay.rewrite.final_candidates import final_footers
from inlay.rewrite.offsets import FIRST, data_end, offset_findings
from inlay_runtime.errors import DecodeError, InlayError
from parquet_format.parquet import FileMetaData

WINDOW: Final = 64 << 20
"""How far back is searched for the beginning of a footer whose length is lost."""

MOST_TRIES: Final = 256
MOST_MAGICS: Final = 1_000


@unique
class Confidence(IntEnum):
    LOW = 0
    MEDIUM = 1
    HIGH = 2


@dataclass(frozen=True, slots=True)
class Candidate:
    """A FileMetaData at `offset`, with what follows its stop byte and belongs to it; with the magic of a
    final file, a FlatBuffer."""

    offset: int
    length: int
    confidence: Confidence
    rows: int
    columns: int
    row_groups: int
    reasons: tuple[str, ...]
    magic: bytes = PLAIN

    @property
    def end(self) -> int:
        return self.offset + self.length


def candidates(file: Seekable) -> list[Candidate]:
    """The most credible first, and of equally credible ones the last in the file."""
    size = size_of(file)
    start = max(size - WINDOW, 0)
    data = read_at(file, start, size - start)
    found: dict[int, Candidate] = {}
    for offset, length in _places(data):
        candidate = _candidate(data, start, offset, length)
        if candidate is not None and candidate.offset not in found:
            found[candidate.offset] = candidate
    for offset, flat, metadata in final_footers(data, start):
        found[start + offset] = _final(start + offset, len(flat), metadata)
    return sorted(found.values(), key=lambda one: (-one.confidence, -one.offset))


def _places(data: bytes) -> Iterator[tuple[int, int | None]]:
    """Offset and, where magic and length tell it, length; from the end of the data backwards."""
    yield from islice(_before_magics(data), MOST_MAGICS)
    yield from islice(_openings(data), MOST_TRIES)


def _before_magics(data: bytes) -> Iterator[tuple[int, int | None]]:
    at = len(data)
    while (at := data.rfind(PLAIN, 0, at)) >= 0:
        length = int.from_bytes(data[max(at - 4, 0) : at], "little")
        if 0 < length <= at - 4:
            yield at - 4 - length, length
        at += len(PLAIN) - 1


def _openings(data: bytes) -> Iterator[tuple[int, int | None]]:
    """What writers begin a FileMetaData with, wherever it stands."""
    window = 1 << 20
    end = len(data)
    while end > 0:
        start = max(end - window, 0)
        matches = [
            match.start() for match in OPENING.finditer(data, start, min(end + 3, len(data)))
        ]
        yield from ((at, None) for at in reversed(matches) if at < end)
        end = start


def _candidate(data: bytes, base: int, offset: int, length: int | None) -> Candidate | None:
    try:
        metadata, end = FileMetaData.decode_from(data, offset)
    except DecodeError:
        return None
    if len(metadata.schema) == 0 or (length is not None and end > offset + length):
        return None
    if length is None:
        length = end - offset + (SIGNATURE if metadata.encryption_algorithm is not None else 0)
    footer = data[offset : offset + length]
    reasons, confidence = _judged(footer, base + offset, metadata, data, offset)
    return Candidate(
        offset=base + offset,
        length=length,
        confidence=confidence,
        rows=metadata.num_rows,
        columns=_columns(metadata),
        row_groups=len(metadata.row_groups),
        reasons=tuple(reasons),
    )


def _final(place: int, length: int, metadata: FileMetaData) -> Candidate:
    misfits = offset_findings(metadata, place)
    fits = str(misfits[0]) if misfits else "all that it points to lies before it"
    return Candidate(
        offset=place,
        length=length,
        confidence=Confidence.LOW if misfits else Confidence.HIGH,
        rows=metadata.num_rows,
        columns=_columns(metadata),
        row_groups=len(metadata.row_groups),
        reasons=("a FlatBuffer (PAR3) that agrees with size and CRCs, but for a bit at most", fits),
        magic=FINAL,
    )


def _columns(metadata: FileMetaData) -> int:
    return sum(1 for element in metadata.schema if not element.num_children)


def _judged(
    footer: bytes, place: int, metadata: FileMetaData, data: bytes, offset: int
) -> tuple[list[str], Confidence]:
    expected = len(footer).to_bytes(4, "little") + PLAIN
    behind = data[offset + len(footer) : offset + len(footer) + TRAILER]
    sealed = _seal_agrees(footer, place)
    reasons = ["its seal agrees"] if sealed else []
    if behind == expected:
        reasons.append("length and magic stand behind it")
    else:
        reasons.append("no length and magic stand behind it")
    misfits = offset_findings(metadata, place)
    gap = place - data_end(metadata)
    if misfits:
        reasons.append(str(misfits[0]))
    else:
        reasons.append("all that it points to lies before it")
    if not misfits and gap and data_end(metadata) > FIRST:
        reasons.append(f"{gap:,} bytes lie between its data and it")
    if sealed or (not misfits and not gap and behind == expected):
        return reasons, Confidence.HIGH
    return reasons, Confidence.LOW if misfits else Confidence.MEDIUM


def _seal_agrees(footer: bytes, place: int) -> bool:
    struct = FooterStruct(footer, place, shape_of(FileMetaData))
    try:
        return struct.seal() is not None and struct.seal_finding() is None
    except InlayError:
        return False
