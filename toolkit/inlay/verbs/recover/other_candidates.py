"""Footers in designs that are not plain Thrift, and that have lost their end: it is made anew, and the file then read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from inlay.footers.footer.errors import FooterError
from inlay.footers.footer.read import read_footer
from inlay.ground.files.whole import WithTail
from inlay.ground.wording.amounts import count
from inlay.verbs.recover.candidate import Candidate, Confidence, check_fit, count_columns

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer
    from inlay.footers.footer.footer_end import FooterEnd
    from inlay.ground.files.source import Seekable

MOST_TRIES: Final = 16
"""Ends that are tried: to read a footer takes a second for some megabytes."""


def list_of_design(end: FooterEnd, file: Seekable, data: bytes, base: int) -> Iterator[Candidate]:
    """Those in one design. `data` is the end of the file, from `base` on."""
    seen: set[int] = set()
    for place in islice(end.search(file, data, base), MOST_TRIES):
        footer = _read(file, place.size, place.tail)
        if footer is None or footer.offset in seen:
            continue
        seen.add(footer.offset)
        is_sure, reason = place.is_vouched, place.reason
        if is_sure is None:
            is_sure = bool(footer.end.is_protected(footer))
            reason += "; its CRCs agree" if is_sure else "; it has no CRC"
        behind = data[place.size - base :]
        yield _candidate(footer, (reason, _judge_end(behind, place.tail)), is_sure)


def _read(file: Seekable, size: int, frame: bytes) -> Footer | None:
    """The footer of the file with this end; None where it has none, or one that does not lead to Thrift."""
    try:
        return read_footer(WithTail(file, size, frame)).validate()
    except FooterError:
        return None


def _judge_end(behind: bytes, frame: bytes) -> str:
    if behind[: len(frame)] == frame:
        return "its end follows it"
    if frame.startswith(behind):
        return f"the file lacks its last {count(len(frame) - len(behind), 'byte')}"
    return "its end is damaged"


def _candidate(footer: Footer, reasons: tuple[str, ...], is_sure: bool) -> Candidate:
    metadata = footer.metadata
    misfit, fits = check_fit(metadata, footer.offset)
    sure = Confidence.HIGH if is_sure else Confidence.MEDIUM
    return Candidate(
        offset=footer.offset,
        length=len(footer.data),
        confidence=Confidence.LOW if misfit else sure,
        rows=metadata.num_rows,
        columns=count_columns(metadata),
        row_groups=len(metadata.row_groups),
        reasons=(*reasons, fits),
        form=footer.form,
        new_tail=footer.tail(),
        alone_in=footer.end.name_of(footer),
    )
