"""An encrypted file as the plain one that its keys make of it: what every command and pyarrow read.

Each page, index and Bloom filter begins and ends where its modules do, so offsets and sizes of footers and indexes hold. The bytes
that encryption adds are a field in each struct that readers skip (docs/encryption.md).
"""

from __future__ import annotations

import warnings
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Final, NoReturn
from zlib import crc32

from inlay.footers.encryption.cipher import LENGTH, NONCE, TAG, open_counted, open_sealed
from inlay.footers.encryption.errors import DecryptionError
from inlay.footers.encryption.file_modules import FileModules
from inlay.footers.encryption.keys import EncryptionKeys, KeyRetriever, require_keys
from inlay.footers.encryption.modules import ModuleKind, ModulePlace
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.magic import MAGIC_SIZE, PLAIN, READABLE
from inlay.footers.footer.open_encrypted import find_modules, open_encrypted
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.ground.files.random_access import RandomAccess
from inlay.ground.files.source import Source, name_of, open_source, read_at
from inlay.pages.engine.encrypted_parts import (
    SealedPart,
    SealedStruct,
    clear_metadata,
    list_clear_columns,
    list_sealed_parts,
)
from inlay.pages.engine.errors import SealedModuleError
from inlay.pages.engine.padded_struct import pad_struct
from inlay.pages.engine.readable import FooterWarning
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import BloomFilterHeader, FileMetaData, PageHeader

_AHEAD: Final = 1 << 10
"""Bytes that have most page headers, and the length of the body behind them."""

_PAGES: Final = (ModuleKind.DATA_PAGE, ModuleKind.DICTIONARY_PAGE)


def decrypt(source: Source, keys: EncryptionKeys | KeyRetriever | None) -> Source:
    """What is read in place of an encrypted file; the source itself without keys, and where they open nothing of it.

    Raises DecryptionError where a key does not open what it was given for, and what reading a footer raises.
    """
    if keys is None:
        return source
    given = require_keys(keys)
    footer = read_footer(source)
    modules = find_modules(footer.validate(), given) if footer.magic in READABLE else None
    if modules is None:
        return source
    opened = open_encrypted(footer, given)
    return source if opened.is_encrypted else DecryptedFile(source, opened, modules)


def require_encrypted(source: Source) -> None:
    """Raises DecryptionError for a file that no key vouches for: whoever reads values with keys relies on that, and anybody can put a plain
    file in the place of an encrypted one."""
    footer = read_footer(source).validate()
    is_signed = footer.magic == PLAIN and footer.metadata.encryption_algorithm is not None
    if not footer.is_encrypted and not is_signed:
        what = "keys were given, and the file is neither encrypted nor signed"
        hint = "ask who wrote it; if it is meant to be plain, read it without keys"
        raise DecryptionError(footer.path, footer.offset, what, hint)


class DecryptedFile(RandomAccess):
    """Reads like the plain file. `source` is what it is made of; the keys are in memory as long as it is, and in nothing that it shows.

    `read` raises SealedModuleError for a module that does not open, and for bytes of an encrypted chunk that are in no module: no tag
    vouches for them. Of a Bloom filter such bytes are zeros, for a writer may leave it in the clear: rows are read without it.
    """

    def __init__(self, source: Source, footer: Footer, modules: FileModules) -> None:
        super().__init__()
        self.name = name_of(source)
        self.source = source
        self._modules = modules
        self._opened = ExitStack()
        self._file = self._opened.enter_context(open_source(source))
        self._ahead = 0, b""
        self._body = footer.offset
        metadata = FileMetaData.decode(footer.thrift)
        self._parts = list_sealed_parts(metadata, modules, self._find_end, self._body)
        self._starts = [part.start for part in self._parts]
        self._in_the_clear = (
            list_clear_columns(metadata, modules) if modules.footer_key is None else set[str]()
        )
        self._known: dict[int, list[SealedStruct]] = {}
        self._struct: tuple[SealedStruct, bytes] | None = None
        self._content: tuple[SealedStruct, bytes] | None = None
        self._tail = tail_of(clear_metadata(metadata, modules).encode(), PLAIN)

    def __reduce_ex__(self, _protocol: object) -> NoReturn:
        raise TypeError("a file that keys opened is not pickled: the pickle would have its keys")

    @property
    def footer_at(self) -> int:
        """Where the footer begins."""
        return self._body

    @property
    def size(self) -> int:
        return self._body + len(self._tail)

    def close(self) -> None:
        super().close()
        if (opened := getattr(self, "_opened", None)) is not None:
            opened.close()

    def require_vouched(self) -> None:
        """For who reads values: a footer in the clear whose signature is not checked for want of its key may be anybody's, and so is what it
        calls plain. Raises DecryptionError where the keys open nothing, or one is for a column in the clear; else it is a FooterWarning.
        """
        if self._modules.footer_key is not None:
            return
        if self._parts and not self._in_the_clear:
            what = "the signature of the footer was not checked, for no key for it was given"
            warnings.warn(f"{self.name}: {what}", FooterWarning, stacklevel=5)
            return
        what = "no key was given that checks the signature of the footer, or opens a column"
        if self._in_the_clear:
            name = min(self._in_the_clear)
            what = f"a key was given for column {name!r}, which stands in the clear, and none that checks the signature of the footer"
        hint = "give the footer key, too, or read the file without keys"
        raise DecryptionError(self.name, self._body, what, hint)

    def open_structs(self) -> Iterator[tuple[SealedStruct, bytes]]:
        """Every struct that the keys open, with the text of its module, in the order of the file. Raises SealedModuleError."""
        for part in self._parts:
            for struct in part.list_structs(self._find_end):
                yield struct, self._open_module(struct, struct.place, struct.start, struct.end)

    def read_at(self, offset: int, size: int, /) -> bytes:
        end = min(offset + size, self.size)
        pieces: list[memoryview] = []
        while offset < end:
            start, data = self._piece_at(offset, end)
            piece = memoryview(data)[offset - start : end - start]
            if not piece:
                break  # the file is shorter by now
            pieces.append(piece)
            offset += len(piece)
        return b"".join(pieces)

    def _piece_at(self, at: int, end: int) -> tuple[int, bytes]:
        """Bytes that reach beyond `at`, and where they begin."""
        if at < MAGIC_SIZE:
            return 0, PLAIN
        if at >= self._body:
            return self._body, self._tail
        number = bisect_right(self._starts, at) - 1
        if number >= 0 and at < self._parts[number].stop:
            struct = self._find_struct(number, at)
            return self._hide(self._parts[number], at) if struct is None else self._open(struct, at)
        stop = self._starts[number + 1] if number + 1 < len(self._starts) else self._body
        return at, read_at(self._file, at, min(stop, end) - at)

    def _hide(self, part: SealedPart, at: int) -> tuple[int, bytes]:
        """What is read in the place of bytes that are in no module."""
        if part.type is BloomFilterHeader:
            return at, bytes(part.stop - at)
        what = (
            f"lengths do not lead from {part.place.describe(part.column)} to the end of the chunk"
        )
        raise SealedModuleError(self.name, what, at)

    def _find_struct(self, number: int, at: int) -> SealedStruct | None:
        """The one of a part that an offset lies in; None behind a length that does not lead through it."""
        part: SealedPart = self._parts[number]
        if number not in self._known:
            self._known[number] = list(part.list_structs(self._find_end))
        known = self._known[number]
        last = bisect_right(known, at, key=lambda struct: struct.start) - 1
        return known[last] if last >= 0 and at < known[last].stop else None

    def _open(self, struct: SealedStruct, at: int) -> tuple[int, bytes]:
        """What is read in the place of the modules: the struct, or the content behind it if `at` is there."""
        if self._struct is None or self._struct[0] is not struct:
            self._struct = struct, self._open_struct(struct)
        data = self._struct[1]
        begin = struct.start + len(data)
        return (struct.start, data) if at < begin else (begin, self._open_content(struct))

    def _open_struct(self, struct: SealedStruct) -> bytes:
        text = self._open_module(struct, struct.place, struct.start, struct.end)
        size = struct.end - struct.start + self._overhead(struct)
        try:
            decoded, length = struct.type.decode_from(text)
        except DecodeError:  # whoever reads it says so
            return text.ljust(size, b"\0")
        if isinstance(decoded, PageHeader):
            return pad_struct(self._clear_header(decoded, struct).encode(), size)
        return pad_struct(text[:length], size)

    def _clear_header(self, header: PageHeader, struct: SealedStruct) -> PageHeader:
        """It says how long the page is in the clear. A CRC is one of the module; it stays right or wrong."""
        stored, less = struct.stop - struct.end, self._overhead(struct)
        if header.compressed_page_size != stored - less:
            header.compressed_page_size -= less
        if header.crc is not None:
            of_module = crc32(read_at(self._file, struct.end, stored))
            crc = (header.crc & 0xFFFF_FFFF) ^ of_module ^ crc32(self._open_content(struct))
            header.crc = crc - (1 << 32) if crc >> 31 else crc
        return header

    def _open_content(self, struct: SealedStruct) -> bytes:
        if self._content is None or self._content[0] is not struct:
            assert struct.body is not None
            content = self._open_module(struct, struct.body, struct.end, struct.stop)
            self._content = struct, content
        return self._content[1]

    def _open_module(self, struct: SealedStruct, place: ModulePlace, start: int, end: int) -> bytes:
        module = memoryview(read_at(self._file, start, end - start))
        sealed, text = module[LENGTH:], None
        if int.from_bytes(module[:LENGTH], "little") == len(sealed):
            if not self._has_tag(place):
                return open_counted(struct.key, sealed)
            text = open_sealed(struct.key, sealed, self._modules.aad_of(place))
        if text is None:
            what = f"its key does not open {place.describe(struct.column)}"
            raise SealedModuleError(self.name, what, start)
        return text

    def _has_tag(self, place: ModulePlace) -> bool:
        return self._modules.has_tagged_bodies or place.kind not in _PAGES

    def _overhead(self, struct: SealedStruct) -> int:
        """What encryption adds to the content behind a struct."""
        if struct.body is None:
            return 0
        return LENGTH + NONCE + (TAG if self._has_tag(struct.body) else 0)

    def _find_end(self, start: int) -> int:
        """Of the module that begins here, by its length."""
        at, data = self._ahead
        if not at <= start <= at + len(data) - LENGTH:
            at, data = self._ahead = start, read_at(self._file, start, _AHEAD)
        inside = start - at
        return start + LENGTH + int.from_bytes(data[inside : inside + LENGTH], "little")
