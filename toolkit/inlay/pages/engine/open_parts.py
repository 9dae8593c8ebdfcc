"""A file that is open for what its footer names."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from inlay.footers.footer.footer import Footer
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.same_file import refuse_other_file
from inlay.ground.files.ranges import FileRanges
from inlay.ground.files.source import Source, name_of, open_source, size_of
from inlay.pages.engine.errors import place_errors
from inlay.pages.engine.range_reader import RangeReader

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys, KeyRetriever


@contextmanager
def open_parts(
    source: Source | Footer, keys: EncryptionKeys | KeyRetriever | None = None
) -> Generator[tuple[RangeReader, Footer]]:
    """The file and its footer, which is read unless it is given. Errors about its chunks name it. Of an encrypted file, both are those of
    the plain one that the keys make of it.

    Raises ValueError for a Footer that does not know its file, FooterError if that is another file by now, and what reading a footer raises.
    """
    known = source if isinstance(source, Footer) else None
    place = source.source if isinstance(source, Footer) else source
    if place is None:
        path = known.path if known is not None else ""
        raise ValueError(f"{path}: this Footer does not know its file: give the file itself")
    shown = place
    if keys is not None:
        # Only now: few files are encrypted.
        from inlay.pages.engine.decrypted_file import decrypt

        shown = decrypt(place, keys)
    with open_source(shown) as file:
        if shown is not place:
            known = None
        if known is not None:
            refuse_other_file(known, file)
        footer = known if known is not None else read_footer(file, name_of(shown))
        with place_errors(footer.path):
            yield RangeReader(FileRanges(file, size_of(file)), footer.vouched.data_end), footer
