"""The bytes of a footer: what was fetched stays, and offsets of errors count from the start of the file."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.footers.designs.fetch import CountedFetch, Range
from inlay.ground.wording.amounts import count
from inlay_runtime.errors import DecodeError, InvalidValueError, TruncatedError


class Tail:
    """The last bytes of a footer, and the way to all others."""

    def __init__(self, fetch: CountedFetch, footer: Range, size: int) -> None:
        self._fetch = fetch
        self.footer = footer
        self.start = footer.offset + max(footer.length - size, 0)
        (self.data,) = fetch([Range(self.start, footer.offset + footer.length - self.start)])
        self._check(self.data, footer.offset + footer.length - self.start, self.start)

    def read(self, ranges: Sequence[Range]) -> list[bytes | memoryview]:
        """The bytes of every range; those that are not here come in one step. Raises InvalidValueError for a range outside
        of the footer, TruncatedError where fewer bytes come."""
        begin, end = self.footer.offset, self.footer.offset + self.footer.length
        for wanted in ranges:
            if wanted.length < 0 or wanted.offset < begin or wanted.offset + wanted.length > end:
                what = f"{count(wanted.length, 'byte')} from {wanted.offset:,}, and the footer is from {begin:,} to {end:,}"
                raise InvalidValueError(what, wanted.offset)
        missing = [wanted for wanted in ranges if wanted.length and wanted.offset < self.start]
        fetched = iter(self._fetch(missing) if missing else ())
        pieces = list[bytes | memoryview]()
        for wanted in ranges:
            if not wanted.length:
                pieces.append(b"")
            elif wanted.offset < self.start:
                piece = next(fetched)
                self._check(piece, wanted.length, wanted.offset)
                pieces.append(piece)
            else:
                at = wanted.offset - self.start
                pieces.append(self.data[at : at + wanted.length])
        return pieces

    def _check(self, piece: bytes | memoryview, length: int, offset: int) -> None:
        if len(piece) != length:
            raise TruncatedError(f"needs {count(length, 'byte')}, {len(piece):,} came", offset)


class Placed:
    """Errors of bytes that lie at this offset of the file, with the offset in the file and what they are."""

    __slots__ = ("_offset", "_path")

    def __init__(self, offset: int, path: str) -> None:
        self._offset = offset
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, DecodeError):
            path = ", ".join(filter(None, (self._path, error.path)))
            placed = type(error)(error.reason, error.offset + self._offset, path)
            placed.advice = error.advice
            raise placed from None
