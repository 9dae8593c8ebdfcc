"""Every module of the column chunks of a file: metadata, page headers and pages, indexes, Bloom filters."""

from __future__ import annotations

from inlay.footers.encryption.cipher import LENGTH, NONCE, TagCheck
from inlay.footers.encryption.file_modules import FileModules, place_of_chunk
from inlay.footers.encryption.modules import ModuleKind, ModulePlace
from inlay.ground.wording.amounts import count
from inlay.pages.engine.bloom_filter import LONGEST_HEADER, take_bloom_filter
from inlay.pages.engine.chunk_metadata import locate_pages, path_of
from inlay.verbs.crypt.met_module import MetModule
from inlay.verbs.crypt.module_reader import ModuleReader, read_module, read_nonce
from inlay.verbs.crypt.module_tally import ModuleTally
from inlay.verbs.crypt.nonces import Nonces
from inlay.verbs.crypt.open_run import open_run
from inlay.verbs.crypt.page_run import PagePlaces
from inlay_runtime.errors import DecodeError
from inlay_runtime.finding import Finding
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    EncryptionWithColumnKey,
    RowGroup,
)


class ChunkChecker:
    """`nonces` are those of files before, too, where there are several."""

    def __init__(
        self,
        modules: FileModules,
        reader: ModuleReader,
        tally: ModuleTally,
        nonces: Nonces | None = None,
    ) -> None:
        self._modules = modules
        self._reader = reader
        self._tally = tally
        self._nonces = Nonces() if nonces is None else nonces
        self._tags = TagCheck()

    def check(self, group: RowGroup, at: int, column: int, name: str) -> None:
        """One chunk, encrypted or not; `name` is what its column is called by the schema."""
        chunk = group.columns[column]
        if chunk.file_path is not None or not self._modules.is_encrypted(chunk):
            return
        key = self._modules.find_key(chunk)
        own = chunk.crypto_metadata
        if isinstance(own, EncryptionWithColumnKey):
            name = ".".join(own.path_in_schema)
        where = _ChunkModules(self, group, at, column, name, key)
        meta = where.find_metadata(chunk)
        if meta is None:
            return
        where.check_pages(meta)
        for kind, start, length in (
            (ModuleKind.COLUMN_INDEX, chunk.column_index_offset, chunk.column_index_length),
            (ModuleKind.OFFSET_INDEX, chunk.offset_index_offset, chunk.offset_index_length),
        ):
            if start is not None and length:
                where.check(kind, start, start + length)
        if meta.bloom_filter_offset is not None:
            where.check_bloom_filter(meta.bloom_filter_offset, meta.bloom_filter_length)

    def opens(self, module: MetModule) -> bool:
        """Counted; what does not open is noted."""
        tally = self._tally
        tally.add(module)
        data = read_module(self._reader, module)
        size, aad = len(data), self._modules.aad_of(module.place)
        is_whole = int.from_bytes(data[:LENGTH], "little") == size - LENGTH
        if not is_whole or not self._tags.opens(module.key, data[LENGTH:], aad):
            tally.broken.append(module)
            return False
        tally.bytes += size
        self._note_nonce(module, bytes(data[LENGTH : LENGTH + NONCE]))
        return True

    def opens_all(self, places: PagePlaces, column: str, key: bytes, start: int, end: int) -> bool:
        """Whether these bytes are pages that open, every one. Only then are they counted; else each is to be looked at."""
        run = open_run(self._modules, self._reader, places, column, key, start, end)
        if run is None:
            return False
        self._tally.add_run(run)
        for module, earlier in self._nonces.list_repeated(run):
            self._find_repeated(module, earlier)
        return True

    def open_inside(self, module: MetModule) -> bytes | None:
        """The text of a module in the footer, counted as well."""
        if not self.opens(module):
            return None
        return self._modules.open_module(module.key, module.inside, module.place)

    def _note_nonce(self, module: MetModule, nonce: bytes) -> None:
        earlier = self._nonces.find_earlier(module, nonce)
        if earlier:
            self._find_repeated(module, earlier)

    def _find_repeated(self, module: MetModule, earlier: str) -> None:
        what = f"{module.words} has the nonce of {earlier}: who has both learns of their text"
        self._tally.findings.append(Finding("nonce-twice", module.start, what))

    def skip(self, modules: int) -> None:
        self._tally.without_key += modules

    def find(self, finding: Finding) -> None:
        self._tally.findings.append(finding)

    def list_extents(self, start: int, end: int) -> list[tuple[int, int]]:
        return self._reader.list_extents(start, end)

    def find_end(self, start: int) -> int:
        return self._reader.find_end(start)

    def has_bloom_filter(self, start: int, end: int) -> bool:
        """Whether these bytes begin with one that is not encrypted."""
        try:
            bloom = take_bloom_filter(bytes(self._reader.read(start, LONGEST_HEADER)), start)
        except DecodeError:
            return False
        return bloom.is_known and bloom.start + bloom.header.numBytes <= end

    @property
    def has_tagged_bodies(self) -> bool:
        return self._modules.has_tagged_bodies

    def add_untagged(self, module: MetModule) -> None:
        self._tally.untagged += 1
        self._note_nonce(module, read_nonce(self._reader, module))

    @property
    def footer_offset(self) -> int:
        return self._reader.end


class _ChunkModules:
    """The modules of one chunk."""

    def __init__(
        self,
        checker: ChunkChecker,
        group: RowGroup,
        at: int,
        column: int,
        name: str,
        key: bytes | None,
    ) -> None:
        self._checker = checker
        self._group = group
        self._at = at
        self._column = column
        self._name = name
        self._key = key

    def find_metadata(self, chunk: ColumnChunk) -> ColumnMetaData | None:
        """Opened, or in the clear; None where neither can be had."""
        data = chunk.encrypted_column_metadata
        if data is None:
            return chunk.meta_data
        if self._key is None:
            self._checker.skip(1)
            return chunk.meta_data
        place = self._place(ModuleKind.COLUMN_METADATA)
        offset = self._checker.footer_offset
        module = MetModule(place, self._name, self._key, offset, offset, data)
        text = self._checker.open_inside(module)
        if text is None:
            return chunk.meta_data
        try:
            return ColumnMetaData.decode_from(text)[0]
        except DecodeError as error:
            what = f"{module.words} opens, and is not a ColumnMetaData: {error.unplaced}"
            self._find("module-content", None, what)
            return chunk.meta_data

    def check(self, kind: ModuleKind, start: int, end: int) -> None:
        if self._key is None:
            self._checker.skip(1)
            return
        if not self._begins_in_file(kind, start):
            return
        module = MetModule(self._place(kind), self._name, self._key, start, end)
        self._checker.opens(module)

    def check_pages(self, meta: ColumnMetaData) -> None:
        start, end = locate_pages(meta)
        if not self._begins_in_file(ModuleKind.DATA_PAGE_HEADER, start):
            return
        _, row_group, column, _ = self._place(ModuleKind.DATA_PAGE)
        places = PagePlaces(row_group, column, bool(meta.dictionary_page_offset))
        if self._key is not None and self._checker.opens_all(
            places, self._name, self._key, start, end
        ):
            return
        extents = self._checker.list_extents(start, end)
        is_whole = bool(extents) and extents[-1][1] == end and len(extents) % 2 == 0
        if self._key is None:
            self._checker.skip(len(extents))
            return
        if not is_whole and start < end:
            extents.append((extents[-1][1] if extents else start, end))  # whose length is wrong
        for number in range(0, len(extents), 2):
            pair = [
                MetModule(places.place_at(at), self._name, self._key, *extent)
                for at, extent in enumerate(extents[number : number + 2], number)
            ]
            if not self._check_page(pair, is_whole=is_whole) and not is_whole:
                rest = end - extents[number][0]
                what = f"a length is wrong: {count(rest, 'byte')} from here to the end of the chunk cannot be told apart"
                self._find("module-length", extents[number][0], what)
                return

    def _check_page(self, pair: list[MetModule], *, is_whole: bool) -> bool:
        """Whether header and body are there, and open. Where lengths are wrong, nothing is sought behind what does not."""
        is_open = self._checker.opens(pair[0])
        if len(pair) < 2 or not (is_open or is_whole):
            return False
        if not self._checker.has_tagged_bodies:
            self._checker.add_untagged(pair[1])
            return is_open
        return self._checker.opens(pair[1]) and is_open

    def check_bloom_filter(self, start: int, length: int | None) -> None:
        """Old writers do not say how long it is."""
        if not self._begins_in_file(ModuleKind.BLOOM_FILTER_HEADER, start):
            return
        end = start + length if length else self._checker.footer_offset
        if self._checker.has_bloom_filter(start, end):
            what = f"the Bloom filter of column {self._name} is in the clear: anybody can ask it for values, and change it"
            self._find("module-in-the-clear", start, what)
            return
        bits = self._checker.find_end(start)
        stop = self._checker.find_end(bits) if bits < end else 0
        if start + LENGTH + NONCE <= bits <= stop - LENGTH - NONCE <= stop <= end:
            self.check(ModuleKind.BLOOM_FILTER_HEADER, start, bits)
            self.check(ModuleKind.BLOOM_FILTER_BITSET, bits, stop)
            return
        what = f"a length is wrong: the modules of the Bloom filter of column {self._name} cannot be told apart"
        self._find("module-length", start, what)
        self.check(ModuleKind.BLOOM_FILTER_HEADER, start, min(start + LONGEST_HEADER, end))

    def _begins_in_file(self, kind: ModuleKind, start: int) -> bool:
        if start >= 0:
            return True
        what = f"{self._place(kind).describe(self._name)} would begin before the file"
        self._find("module-length", None, what)
        return False

    def _place(self, kind: ModuleKind) -> ModulePlace:
        return place_of_chunk(kind, self._group, self._at, self._column)

    def _find(self, code: str, offset: int | None, what: str) -> None:
        self._checker.find(Finding(code, offset, what, path_of((self._at, self._column))))
