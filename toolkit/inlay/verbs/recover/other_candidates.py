"""Footers in another design, or in another frame, that have lost their end: it is made anew, and the file then read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from inlay.footers.footer.errors import FooterError
from inlay.footers.footer.form import Form
from inlay.footers.footer.read import read_footer
from inlay.ground.files.whole import WithTail
from inlay.ground.missing import is_installed
from inlay.ground.wording.amounts import count
from inlay.verbs.recover.candidate import Candidate, Confidence, check_fit, count_columns
from inlay.verbs.recover.parx_search import find_parx

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer
    from inlay.ground.files.source import Seekable

MOST_TRIES: Final = 16
"""Ends that are tried: to read a footer takes a second for some megabytes."""


def list_modular(file: Seekable, data: bytes, base: int) -> Iterator[Candidate]:
    """Modular ones. `data` is the end of the file, from `base` on."""
    if not is_installed("pyarrow"):  # without which no layout is read
        return
    from inlay.footers.footer.modular import is_protected
    from inlay.verbs.recover.modular_search import find_endings

    seen: set[int] = set()
    for end, frame in islice(find_endings(data, base), MOST_TRIES):
        footer = _read(file, base + end, frame)
        if footer is None or footer.offset in seen:
            continue
        seen.add(footer.offset)
        is_sure = is_protected(footer)
        vouches = "its CRCs agree" if is_sure else "it has no CRC"
        reasons = f"Modular footer; {vouches}", _judge_end(data[end:], frame)
        yield _candidate(footer, reasons, is_sure)


def list_parx(file: Seekable, data: bytes, base: int) -> Iterator[Candidate]:
    """Thrift in the frame of PARX, as `list_modular`."""
    for place in find_parx(data):
        footer = _read(file, base + place.end, place.frame)
        if footer is None or footer.parx is None:
            continue
        checksum = footer.parx.checksum.name.replace("CRC32", "CRC-32")
        what = f"its {checksum} agrees" if place.is_vouched else f"{checksum} is written behind it"
        reasons = f"PARX footer; {what}", _judge_end(data[place.end :], place.frame)
        yield _candidate(footer, reasons, place.is_vouched)


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
    )


ALONE: Final = (Form.MODULAR, Form.PARX)
"""The forms of these."""
