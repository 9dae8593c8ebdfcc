"""The bytes of a footer: what was fetched stays, and offsets of errors count from the start of the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from inlay.layouts.fetch import CountedFetch, Range
from inlay_runtime.errors import DecodeError, InvalidValueError, RequestError, TruncatedError


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
                what = f"{wanted.length} bytes from {wanted.offset}, and the footer is from {begin} to {end}"
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
            raise TruncatedError(f"needs {length} bytes, {len(piece)} came", offset)


@contextmanager
def placed(offset: int, path: str) -> Iterator[None]:
    """Errors of bytes that lie at this offset of the file, with the offset in the file and what they are."""
    try:
        yield
    except DecodeError as error:
        dot = ", " if error.path else ""
        raise type(error)(error.reason, error.offset + offset, f"{path}{dot}{error.path}") from None


def ordinals(asked: Sequence[int] | None, count: int, what: str) -> Sequence[int]:
    """What was asked for, all where it is None. Raises RequestError for an ordinal that is not there."""
    if asked is None:
        return range(count)
    for ordinal in asked:
        if not 0 <= ordinal < count:
            raise RequestError(f"there is no {what} {ordinal}: the footer has {count}, from 0 on")
    return asked
