"""All pages of a chunk opened at once, natively, where nothing is wrong with them. `check_chunks` says what is, and does the work without
a compiler, too."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from inlay.footers.encryption.cipher import LENGTH, find_decrypt_into
from inlay.footers.encryption.file_modules import FileModules
from inlay.verbs.crypt.module_reader import ModuleReader
from inlay.verbs.crypt.page_run import PagePlaces, PageRun
from inlay_runtime.core import load_native

if TYPE_CHECKING:
    from inlay.verbs.crypt.native_modules import PageModules

native_modules: ModuleType | None = load_native("inlay.verbs.crypt.native_modules")


def open_run(
    modules: FileModules,
    reader: ModuleReader,
    places: PagePlaces,
    column: str,
    key: bytes,
    start: int,
    end: int,
) -> PageRun | None:
    """The modules at bytes `start` to `end`; None where they are no pages that open, each of header and body."""
    if native_modules is None:
        return None
    decrypt = find_decrypt_into(key)
    if decrypt is None:
        return None
    first = range(4 if places.has_dictionary else 2)
    aads = [modules.aad_of(places.place_at(number)) for number in first]
    has_tags = modules.has_tagged_bodies
    page_modules: PageModules = native_modules.PageModules(*decrypt, start, aads, has_tags)
    if not _open_all(page_modules, reader, start, end) or len(page_modules) % 2:
        return None
    page_modules.finish()
    return PageRun(places, column, key, start, page_modules, has_tagged_bodies=has_tags)


def _open_all(page_modules: PageModules, reader: ModuleReader, at: int, end: int) -> bool:
    """Whether one follows the other up to the end."""
    least = LENGTH
    while at < end:
        if least > end - at:  # a wrong length can be that of very much
            return False
        data = reader.read_ahead(at, least)[: end - at]
        passed = page_modules.open_next(data)
        if passed < 0 or len(data) < least:
            return False
        # Of the next one, not all was at hand.
        least = LENGTH if passed else LENGTH + int.from_bytes(data[:LENGTH], "little")
        at += passed
        del data  # so that the next bytes take the same memory
    return len(page_modules) > 0
