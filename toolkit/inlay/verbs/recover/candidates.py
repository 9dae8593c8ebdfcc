"""Looks for footers in a file whose end does not lead to one: proposes, and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from inlay.footers.conversion import ConversionError, v1
from inlay.footers.extensions.shapes import shape_of
from inlay.footers.extensions.struct_bytes import StructBytes
from inlay.footers.footer.form import Form
from inlay.footers.footer.known_ends import list_ends
from inlay.footers.footer.magic import PLAIN
from inlay.footers.footer.search import OPENING
from inlay.footers.footer.trailer import LONGEST, TRAILER, tail_of
from inlay.ground.files.source import Seekable, read_at, size_of
from inlay.ground.wording.amounts import count
from inlay.verbs.recover.candidate import (
    Candidate,
    Confidence,
    check_fit,
    count_columns,
    find_end,
)
from inlay.verbs.recover.flat_search import Span, find_flat_spans
from inlay.verbs.recover.other_candidates import list_of_design
from inlay.verbs.recover.rebuilt import Rebuilt, rebuild
from inlay.verbs.recover.thrift_search import FoundThrift, ThriftSearch, at_end
from inlay.verbs.verify.offsets import FIRST
from inlay_runtime.errors import DecodeError, EncodeError, InlayError
from parquet_format import footer
from parquet_format.parquet import FileMetaData

WINDOWS: Final = (64 << 20, LONGEST + (64 << 10))
"""How far back is searched; farther only if there is nothing nearer."""


@dataclass(frozen=True, slots=True)
class Search:
    """The most credible first: of equally credible ones those that a FlatBuffer vouches for, then the last in the file.
    `start` is how far back was searched."""

    candidates: tuple[Candidate, ...]
    start: int


def search(file: Seekable) -> Search:
    """Every footer that can be found from the end of the file backwards."""
    size = size_of(file)
    result = Search((), size)
    for window in WINDOWS:
        start = max(size - window, 0)
        result = _search(file, start, size)
        if result.candidates or start == 0:
            break
    return result


def _search(file: Seekable, start: int, size: int) -> Search:
    data = read_at(file, start, size - start)
    for offset, _ in at_end(data):
        if offset < 0 and _begins_a_footer(file, start + offset):
            data = read_at(file, start + offset, size - start - offset)
            start += offset
            break
    candidates = list(_flat(data, start))
    ends = list_ends()
    others = [
        candidate
        for end in ends
        if end.is_thrift
        for candidate in list_of_design(end, file, data, start)
    ]
    candidates += others
    known = list(candidates)
    framed = {other.offset for other in others}
    thrift = ThriftSearch(data)
    for place in thrift.search():
        offset = start + place.offset
        own = [it.new_tail for it in known if it.offset == offset]
        if offset not in framed and not (own and _tail_at(data, place) in own):
            candidates.append(_thrift(data, start, place))
    # What is found within another footer is a part of that.
    candidates += [
        alone
        for end in ends
        if not end.is_thrift
        for alone in list_of_design(end, file, data, start)
        if not any(other.offset < alone.offset < other.end for other in candidates)
    ]
    candidates.sort(
        key=lambda candidate: (-candidate.confidence, not candidate.new_tail, -candidate.offset)
    )
    return Search(tuple(candidates), start + thrift.reached)


def _tail_at(data: bytes, place: FoundThrift) -> bytes:
    return tail_of(data[place.offset : place.offset + place.length])


def _begins_a_footer(file: Seekable, offset: int) -> bool:
    return offset >= FIRST and OPENING.match(read_at(file, offset, 64)) is not None


def _flat(data: bytes, base: int) -> Iterator[Candidate]:
    seen: set[int] = set()
    for span in find_flat_spans(data):
        if span.start in seen or base + span.start < FIRST:
            continue
        seen.add(span.start)
        if span.uuid is not None:
            footer = rebuild(data, span, span.uuid, base)
            if footer is not None:
                yield _rebuilt(base, footer)
        elif (metadata := decode_final_footer(data, span)) is not None:
            yield _final(base + span.start, span.end - span.start, metadata, span.is_fixed)


def _final(place: int, length: int, metadata: FileMetaData, is_fixed: bool) -> Candidate:
    misfit, fits = check_fit(metadata, place)
    state = "one bit of its size or CRCs is wrong" if is_fixed else "size and CRC agree"
    return Candidate(
        offset=place,
        length=length,
        confidence=Confidence.LOW if misfit else Confidence.HIGH,
        rows=metadata.num_rows,
        columns=count_columns(metadata),
        row_groups=len(metadata.row_groups),
        reasons=(f"FlatBuffers footer; {state}", fits),
        form=Form.FINAL,
    )


def _rebuilt(base: int, footer: Rebuilt) -> Candidate:
    """Where data reaches past the place, the Thrift has lost bytes."""
    place = max(base + footer.start, find_end(footer.metadata))
    misfit, fits = check_fit(footer.metadata, place)
    differing = footer.differing
    thrift = (
        f"{count(differing, 'byte')} of the Thrift other than it says"
        if differing
        else "the Thrift agrees"
    )
    reasons = [f"{footer.name}; size and CRC agree", thrift, fits]
    if not footer.is_exact:
        reasons.append("its remainder does not fit, so the spelling of the Thrift is lost")
    sure = Confidence.HIGH if footer.is_exact else Confidence.MEDIUM
    return Candidate(
        offset=place,
        length=len(footer.tail) - TRAILER,
        confidence=Confidence.LOW if misfit else sure,
        rows=footer.metadata.num_rows,
        columns=count_columns(footer.metadata),
        row_groups=len(footer.metadata.row_groups),
        reasons=tuple(reasons),
        form=footer.form,
        new_tail=footer.tail,
    )


def _thrift(data: bytes, base: int, place: FoundThrift) -> Candidate:
    metadata = place.metadata
    end = place.offset + place.length
    footer = data[place.offset : end]
    reasons, confidence = _judge(footer, base + place.offset, metadata, data[end : end + TRAILER])
    return Candidate(
        offset=base + place.offset,
        length=place.length,
        confidence=confidence,
        rows=metadata.num_rows,
        columns=count_columns(metadata),
        row_groups=len(metadata.row_groups),
        reasons=tuple(reasons),
    )


def _judge(
    footer: bytes, place: int, metadata: FileMetaData, behind: bytes
) -> tuple[list[str], Confidence]:
    expected = len(footer).to_bytes(4, "little") + PLAIN
    sealed = _seal_agrees(footer, place)
    reasons = ["its seal agrees"] if sealed else []
    reasons.append(_judge_end(expected, behind))
    misfit, fits = check_fit(metadata, place, footer)
    reasons.append(fits)
    end = find_end(metadata, footer)
    gap = place - end
    if not misfit and gap and end > FIRST:
        reasons.append(f"{count(gap, 'byte is', 'bytes are')} between its data and it")
    if sealed or (not misfit and not gap and behind == expected):
        return reasons, Confidence.HIGH
    return reasons, Confidence.LOW if misfit else Confidence.MEDIUM


def _judge_end(expected: bytes, behind: bytes) -> str:
    if behind == expected:
        return "its length and the magic follow it"
    if behind[:4] == expected[:4]:
        return "its length follows it, but the magic does not"
    return "neither a length nor the magic follows it"


def _seal_agrees(footer: bytes, place: int) -> bool:
    struct = StructBytes(footer, place, shape_of(FileMetaData))
    try:
        return struct.seal() is not None and struct.seal_finding() is None
    except InlayError:
        return False


def decode_final_footer(data: bytes, span: Span) -> FileMetaData | None:
    """None for bytes that the verifier does not take, or that Thrift cannot express."""
    try:
        flat = footer.FileMetaData.decode(data[span.start : span.end], eager=True)
        return FileMetaData.decode(v1.to_thrift(flat))
    except (DecodeError, EncodeError, ConversionError):
        return None
