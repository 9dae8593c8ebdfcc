"""Encrypted parts of a file: modules, each a length in the clear, a nonce, the ciphertext and a tag (Encryption.md, 5.1).

In files of AES_GCM_CTR_V1, the modules of page bodies have no tag.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.walk import PlacedPage, ReadAt, find_data_header, walk
from inlay.verbs.layout.chunk_rows import KINDS_OF_PAGES
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import NOTHING, LedgerWriter
from parquet_format.parquet import AesGcmCtrV1, EncryptionAlgorithm, PageHeader

_LENGTH: Final = 4
_NONCE: Final = 12
_TAG: Final = 16


_WITHOUT_NUMBER: Final = (OwnerKind.DICTIONARY_PAGE, OwnerKind.INDEX_PAGE)


class Encryption(NamedTuple):
    """The algorithm that a file names, and with its keys a file in which every struct lies in the clear where its module is."""

    algorithm: EncryptionAlgorithm | None = None
    read: ReadAt | None = None


class Whose(NamedTuple):
    """The numbers of rows."""

    row_group: int = NOTHING
    column: int = NOTHING
    page: int = NOTHING


def _encoding_of(header: PageHeader) -> int:
    """Of the values of a page."""
    own = find_data_header(header) or header.dictionary_page_header
    return NOTHING if own is None else int(own.encoding)


def add_signature(writer: LedgerWriter, start: int, end: int) -> None:
    """Of a plaintext footer."""
    writer.begin(OwnerKind.SIGNATURE, start)
    writer.add(OwnerKind.NONCE, start, start + _NONCE)
    writer.add(OwnerKind.TAG, start + _NONCE, end)
    writer.end(end)


class Modules:
    """Adds modules. `end` is where no module may reach beyond."""

    def __init__(
        self, writer: LedgerWriter, read: ReadAt, end: int, encryption: Encryption
    ) -> None:
        self._writer = writer
        self._read = read
        self._end = end
        self._body_tag = 0 if isinstance(encryption.algorithm, AesGcmCtrV1) else _TAG
        self._decrypted = encryption.read

    def add_pages(self, start: int, end: int, whose: Whose) -> int:
        """The pages of an encrypted chunk: header and body take turns. Gives how far they lead."""
        at, number = start, 0
        while at < end:
            body = self._end_of(at, end)
            stop = self._end_of(body, end, self._body_tag) if body else 0
            if not stop:
                break
            header = self._header_at(at, stop)
            kind = OwnerKind.OTHER_PAGE
            if header is not None:
                kind = KINDS_OF_PAGES.get(header.type, kind)
            page = whose._replace(page=NOTHING if kind in _WITHOUT_NUMBER else number)
            name = "encrypted page" if header is None else ""
            self._writer.begin(kind, at, name, **page._asdict())
            self._add(OwnerKind.PAGE_HEADER, at, body, page)
            encoding = NOTHING if header is None else _encoding_of(header)
            self._add(OwnerKind.ENCRYPTED, body, stop, page, tag=self._body_tag, encoding=encoding)
            self._writer.end(stop)
            at = stop
            number += kind not in _WITHOUT_NUMBER
        return at

    def _header_at(self, start: int, end: int) -> PageHeader | None:
        """None without a key for it."""
        if self._decrypted is None:
            return None
        try:
            return next(walk(self._decrypted, start, end)).header
        except ChunkError:
            return None

    def add_exactly(
        self, kind: OwnerKind, start: int, end: int, whose: Whose, name: str = ""
    ) -> bool:
        """One module that takes all of these bytes, if it does."""
        fits = self._end_of(start, end) == end
        if fits:
            self._add(kind, start, end, whose, name)
        return fits

    def add_bloom_filter(self, start: int, whose: Whose) -> bool:
        """The modules of its header and of its bits, if they are some."""
        bits = self._end_of(start, self._end)
        end = self._end_of(bits, self._end) if bits else 0
        if end:
            self._add(OwnerKind.BLOOM_HEADER, start, bits, whose)
            self._add(OwnerKind.BLOOM_BITS, bits, end, whose)
        return bool(end)

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
        encoding: int = NOTHING,
    ) -> None:
        self._writer.begin(kind, start, name, **whose._asdict())
        at = start
        for part, size in (
            (OwnerKind.LENGTH, _LENGTH),
            (OwnerKind.NONCE, _NONCE),
            (OwnerKind.CIPHERTEXT, end - start - _LENGTH - _NONCE - tag),
            (OwnerKind.TAG, tag),
        ):
            known = encoding if part is OwnerKind.CIPHERTEXT else NOTHING
            self._writer.add(part, at, at + size, **whose._asdict(), encoding=known)
            at += size
        self._writer.end(end)
