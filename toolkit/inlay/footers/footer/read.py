"""Reads the end of a file: the magic, what says how long the footer is, and its bytes.

One read of 64 KiB usually brings all of it; a second one is made only for a longer footer, and for a modular one when
more of it is asked for.
"""

from __future__ import annotations

from typing import Final

from inlay.footers.footer.errors import FooterError
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.magic import FINAL, MODULAR, PARX, READABLE
from inlay.footers.footer.trailer import FINAL_TRAILER, LONGEST, SMALLEST, TRAILER, WORTH_A_COPY
from inlay.ground.files.source import Seekable, Source, name_of, open_source, read_at, size_of
from inlay_runtime.finding import Finding
from parquet_format.parquet import FileMetaData

FIRST_READ: Final = 64 * 1024


def read_footer(source: Source, name: str = "") -> Footer:
    """The footer of a local path, of a URL, of a binary file object, or of the bytes of a file; data is not touched.

    `name` is what errors call the file, where the source does not know it. Raises FooterError for a file that has no
    footer of any form, OSError for one that cannot be read. Nothing is decoded yet, but for a final file, whose
    FlatBuffer has to pass the verifier.
    """
    name = name or name_of(source)
    with open_source(source) as file:
        size = size_of(file)
        tail = read_at(file, max(size - FIRST_READ, 0), FIRST_READ)
        head = tail[:4] if len(tail) == size else b""
        if size >= len(FINAL) and tail[-4:] == FINAL:
            return _final(source, name, file, size, tail, head)
        if tail[-4:] == MODULAR:
            # Only now: what reads a modular footer takes its time to import, and few files have one.
            from inlay.footers.footer.modular import read_modular

            return read_modular(source, name, file, size, tail, head)
        if tail[-4:] == PARX:
            from inlay.footers.footer.parx import read_parx

            return read_parx(source, name, file, size, tail, head)
        length = int.from_bytes(tail[-TRAILER:-4], "little")
        if not (
            size >= SMALLEST
            and tail[-4:] in READABLE
            and 0 < length <= min(size - TRAILER, LONGEST)
        ):
            from inlay.footers.footer.diagnose import explain_tail

            raise explain_tail(name, file, size, tail)
        data = _thrift(file, size, length, tail)
    return Footer(name, size, size - TRAILER - length, data, tail[-4:], head, source)


def read_metadata(source: Source) -> FileMetaData:
    """The metadata of a file of any form in Thrift's classes: `inlay.open(source).metadata`, which raises the same.

    What else the end of the file says (its form, findings, bytes) is in the Footer.
    """
    return read_footer(source).metadata


def _thrift(file: Seekable, size: int, length: int, tail: bytes) -> bytes:
    if length + TRAILER <= len(tail):
        return tail[len(tail) - TRAILER - length : len(tail) - TRAILER]
    if length > WORTH_A_COPY:
        return read_at(file, size - TRAILER - length, length)
    before = read_at(file, size - TRAILER - length, length + TRAILER - len(tail))
    return before + tail[:-TRAILER]


def _final(
    source: Source, name: str, file: Seekable, size: int, tail: bytes, head: bytes
) -> Footer:
    from inlay.footers.footer.final import read_final

    data = read_final(file, size, tail)
    if isinstance(data, Finding):
        hint = (
            "`inlay recover FILE` looks for it; nothing else in the file says where the columns are"
        )
        raise FooterError(name, data.offset or 0, data.what, hint, data.code)
    footer = Footer(name, size, size - FINAL_TRAILER.size - len(data), data, FINAL, head, source)
    _ = footer.flat  # which the verifier has to take
    return footer
