"""What a footer was not read with, fetched from its file when a question needs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from inlay.footers.designs.fetch import Fetch, Range
from inlay.footers.designs.in_memory import InMemory
from inlay.footers.footer.same_file import refuse_other_file
from inlay.ground.files.source import open_source, read_at
from inlay.ground.wording.amounts import count
from inlay_runtime.errors import RequestError, TruncatedError

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer

NO_SOURCE: Final = (
    "this footer has no file to read from, and more than the footer is asked for: open the file again "
    "(a pickle keeps the path or URL of a file, and nothing else that it was read from)"
)


def fetch_beside(footer: Footer, place: Range, data: bytes | memoryview) -> Fetch:
    """A Fetch with `data` at `place`, and the bytes of the file everywhere else.

    It raises TruncatedError for ranges that end outside, RequestError where the footer was not read from a file, and
    FooterError for a file that has another size or another footer by now.
    """
    return _BesideFooter(footer, place, data)


class _BesideFooter(InMemory):
    __slots__ = ("_footer", "_is_known", "_place")

    def __init__(self, footer: Footer, place: Range, data: bytes | memoryview) -> None:
        super().__init__(data, place.offset)
        self._footer = footer
        self._place = place
        self._is_known = False

    def __call__(self, ranges: Sequence[Range]) -> Sequence[bytes | memoryview]:
        place, footer = self._place, self._footer
        if all(_is_within(part, place) for part in ranges):
            return super().__call__(ranges)
        for part in ranges:
            if not (_is_within(part, place) or _is_within(part, Range(0, footer.file_size))):
                what = f"{count(part.length, 'byte')} at {part.offset:,}, and the file has {footer.file_size:,}"
                raise TruncatedError(what, 0)
        if footer.source is None:
            raise RequestError(NO_SOURCE)
        with open_source(footer.source) as file:
            if not self._is_known:
                refuse_other_file(footer, file)
                self._is_known = True
            return [
                (
                    self.part(part)
                    if _is_within(part, place)
                    else read_at(file, part.offset, part.length)
                )
                for part in ranges
            ]


def _is_within(part: Range, whole: Range) -> bool:
    end = part.offset + part.length
    return part.length >= 0 and whole.offset <= part.offset and end <= whole.offset + whole.length
