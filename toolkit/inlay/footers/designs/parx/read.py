"""Reads the end of a PARX file."""

from __future__ import annotations

from inlay.footers.designs.parx.frame import (
    CRC_SIZE,
    FRAMES,
    KNOWN_FLAGS,
    LENGTH_AND_FLAGS,
    ParxFlags,
    list_readings,
)
from inlay.footers.footer.errors import COPY_AGAIN, FooterError, UnsupportedFooterError
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.found_tail import FoundTail
from inlay.footers.footer.magic import PARX
from inlay.ground.files.source import read_at
from inlay.ground.wording.amounts import count


def read_parx(last: FoundTail) -> Footer:
    """The CRC comes first: it says which frame this is.

    Raises UnsupportedFooterError for flags that are not known, FooterError for a length or a CRC that is wrong.
    """
    source, name, file, size, tail = last
    is_cut = True
    for frame, start, length, flags in list_readings(size, tail):
        # Read as an older frame, this one has the version among the flags.
        is_cut = is_cut and frame is not FRAMES[0] and bool(flags & ~KNOWN_FLAGS)
        needed = length + frame.size
        end = tail[-needed:] if needed <= len(tail) else read_at(file, size - needed, needed)
        covered, crc = end[: length + frame.covered], end[-CRC_SIZE - len(PARX) : -len(PARX)]
        if frame.checksum.of(covered).to_bytes(CRC_SIZE, "little") != crc:
            continue
        if unknown := flags & ~KNOWN_FLAGS:
            what = (
                f"the PARX footer has flags that this version of inlay does not know: 0x{unknown:x}"
            )
            hint = "read it with the program that wrote it"
            raise UnsupportedFooterError(name, start + 4, what, hint, "flags")
        version = None if frame.version is None else covered[-1]
        said = frame._replace(flags=ParxFlags(flags), version=version)
        return Footer(name, size, start - length, end[:length], PARX, last.head, source, said)
    start = size - FRAMES[0].size
    if start < len(PARX):
        what = f"{count(size, 'byte is', 'bytes are')} too few for a PARX file"
        raise FooterError(name, size, what, COPY_AGAIN, "short")
    if is_cut:
        length, _ = LENGTH_AND_FLAGS.unpack_from(tail, len(tail) - FRAMES[0].size)
        what = f"the length of the PARX footer is {length:,}, and {count(start - len(PARX), 'byte precedes', 'bytes precede')} it"
        raise FooterError(name, start, what, COPY_AGAIN, "length")
    what = "neither the CRC-32 nor the CRC-32C of the PARX footer agrees"
    raise FooterError(name, start, what, COPY_AGAIN, "data-crc")
