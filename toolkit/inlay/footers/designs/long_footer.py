"""A footer of which only the end is read, because the questions to it need no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.footers.designs.fetch import Range
from inlay.footers.designs.fetch_again import fetch_beside
from inlay.footers.footer.footer import Footer
from inlay.ground.files.source import Source


class LongFooter(Footer):
    """`last` is what was read of it. `data` is fetched when somebody asks for all of it, from a source that can be opened
    again; who asks gets OSError where that fails, and FooterError where the file has changed."""

    last: bytes = b""

    @classmethod
    def ending_in(
        cls, last: bytes, path: str, file_size: int, offset: int, head: bytes, source: Source
    ) -> LongFooter:
        footer = cls.__new__(cls)
        footer.__dict__.update(
            path=path,
            file_size=file_size,
            offset=offset,
            magic=last[-4:],
            head=head,
            source=source,
            last=last,
        )
        return footer

    if not TYPE_CHECKING:  # a checker knows `data` from the class below

        def __getattr__(self, name: str) -> object:
            if name != "data":
                raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
            data = self.__dict__["data"] = self._read_all()
            return data

    @property
    def loaded(self) -> bytes:
        """The end of it, without reading any more."""
        return self.data if "data" in vars(self) else self.last

    def _read_all(self) -> bytes:
        start = self.file_size - len(self.last)
        fetch = fetch_beside(self, Range(start, len(self.last)), self.last)
        (before,) = fetch([Range(self.offset, start - self.offset)])
        return bytes(before) + self.last
