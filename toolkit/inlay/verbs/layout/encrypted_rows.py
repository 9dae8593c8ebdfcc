"""Encrypted parts of a file: modules, each a length in the clear, a nonce, the ciphertext and a tag (Encryption.md, 5.1).

In files of AES_GCM_CTR_V1, the modules of page bodies have no tag.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.walk import PlacedPage, ReadAt, walk
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import NOTHING, LedgerWriter
from parquet_format.parquet import AesGcmCtrV1, EncryptionAlgorithm

_LENGTH: Final = 4
_NONCE: Final = 12
_TAG: Final = 16


class Whose(NamedTuple):
    """The numbers of rows."""

    row_group: int = NOTHING
    column: int = NOTHING
    page: int = NOTHING


def add_signature(writer: LedgerWriter, start: int, end: int) -> None:
    """Of a plaintext footer."""
    writer.begin(OwnerKind.SIGNATURE, start)
    writer.add(OwnerKind.NONCE, start, start + _NONCE)
    writer.add(OwnerKind.TAG, start + _NONCE, end)
    writer.end(end)


class Modules:
    """Adds modules. `algorithm` is the one that the footer names, `end` where no module may reach beyond."""

    def __init__(
        self, writer: LedgerWriter, read: ReadAt, end: int, algorithm: EncryptionAlgorithm | None
    ) -> None:
        self._writer = writer
        self._read = read
        self._end = end
        self._body_tag = 0 if isinstance(algorithm, AesGcmCtrV1) else _TAG

    def add_pages(self, start: int, end: int, whose: Whose) -> int:
        """The pages of an encrypted chunk: header and body take turns. Gives how far they lead."""
        at, number = start, 0
        while at < end:
            body = self._end_of(at, end)
            stop = self._end_of(body, end, self._body_tag) if body else 0
            if not stop:
                break
            page = whose._replace(page=number)
            self._writer.begin(OwnerKind.OTHER_PAGE, at, "encrypted page", **page._asdict())
            self._add(OwnerKind.PAGE_HEADER, at, body, page)
            self._add(OwnerKind.ENCRYPTED, body, stop, page, tag=self._body_tag)
            self._writer.end(stop)
            at = stop
            number += 1
        return at

    def add_exactly(
        self, kind: OwnerKind, start: int, end: int, whose: Whose, name: str = ""
    ) -> bool:
        """One module that takes all of these bytes, if it does."""
        fits = self._end_of(start, end) == end
        if fits:
            self._add(kind, start, end, whose, name)
        return fits

    def add_bloom_filter(self, start: int, whose: Whose) -> None:
        """The modules of its header and of its bits, as far as they are some."""
        bits = self._end_of(start, self._end)
        end = self._end_of(bits, self._end) if bits else 0
        if end:
            self._add(OwnerKind.BLOOM_HEADER, start, bits, whose)
            self._add(OwnerKind.BLOOM_BITS, bits, end, whose)

    def add_chain(self, start: int) -> None:
        """Modules one behind the other, and between them pages of columns that are not encrypted, as far as they lead. Whose they
        are is not known."""
        at = start
        while at < self._end:
            stop = self._end_of(at, self._end, self._body_tag)
            if stop:
                self._add(OwnerKind.ENCRYPTED, at, stop, Whose(), tag=self._body_tag)
            else:
                page = next(self._pages_in_the_clear(at), None)
                if page is None:
                    return
                stop = page.end
                self._writer.begin(OwnerKind.OTHER_PAGE, at, "page in the clear")
                self._writer.add(OwnerKind.PAGE_HEADER, at, page.start)
                self._writer.add(OwnerKind.LEVELS_AND_VALUES, page.start, stop)
                self._writer.end(stop)
            at = stop

    def _pages_in_the_clear(self, at: int) -> Iterator[PlacedPage]:
        with suppress(ChunkError):
            yield from walk(self._read, at, self._end)

    def _end_of(self, at: int, end: int, tag: int = _TAG) -> int:
        """Of the module that begins here; 0 where none does."""
        length = int.from_bytes(self._read(at, _LENGTH), "little") if at + _LENGTH <= end else 0
        stop = at + _LENGTH + length
        return stop if length >= _NONCE + tag and stop <= end else 0

    def _add(
        self,
        kind: OwnerKind,
        start: int,
        end: int,
        whose: Whose,
        name: str = "",
        tag: int = _TAG,
    ) -> None:
        self._writer.begin(kind, start, name, **whose._asdict())
        at = start
        for part, size in (
            (OwnerKind.LENGTH, _LENGTH),
            (OwnerKind.NONCE, _NONCE),
            (OwnerKind.CIPHERTEXT, end - start - _LENGTH - _NONCE - tag),
            (OwnerKind.TAG, tag),
        ):
            self._writer.add(part, at, at + size, **whose._asdict())
            at += size
        self._writer.end(end)
