"""Reads the end of a file: the magic, what says how long the footer is, and its bytes.

One read of 64 KiB usually brings all of it; a second one is made only for a longer footer, and for a modular one
when more of it is asked for. Which design is read, and how, `inlay.footers.footer.known_ends` knows by the magic.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from inlay.footers.footer.footer import Footer
from inlay.footers.footer.found_tail import FoundTail
from inlay.footers.footer.known_ends import find_end
from inlay.footers.footer.magic import READABLE
from inlay.footers.footer.trailer import LONGEST, SMALLEST, TRAILER, WORTH_A_COPY
from inlay.ground.files.source import Seekable, Source, name_of, open_source, read_at, size_of
from inlay.ground.keywords import check_keywords
from inlay.ground.wording.amounts import count
from inlay_runtime.errors import RequestError
from parquet_format.parquet import FileMetaData

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys, KeyRetriever

FIRST_READ: Final = 64 * 1024


@check_keywords
def read_footer(
    source: Source,
    name: str = "",
    *,
    keys: EncryptionKeys | KeyRetriever | None = None,
    first_read: int = FIRST_READ,
) -> Footer:
    """The footer of a local path, of a URL, of a binary file object, or of the bytes of a file; data is not touched.

    `name` is what errors call the file, where the source does not know it. `keys` open what is encrypted, as far as they go, and are not
    kept (docs/encryption.md); DecryptionError where one does not open what it was given for. `first_read` bytes from the end are read at
    once, and more only where the footer is longer: more of them save a second request in a store. Raises FooterError for a file that has no
    footer of any form, OSError for one that cannot be read. Nothing is decoded yet, but for a final file, whose
    FlatBuffer has to pass the verifier.
    """
    if type(first_read) is not int or first_read < SMALLEST:
        given = f"a {type(first_read).__name__}" if type(first_read) is not int else first_read
        what = f"{count(SMALLEST, 'byte')} or more, which any file ends in"
        raise RequestError(f"first_read is a number of bytes, {what}: not {given}")
    name = name or name_of(source)
    with open_source(source) as file:
        size = size_of(file)
        # What is decrypted as it is read knows where its footer begins: damage before that is nothing to the footer.
        begin: int = getattr(file, "footer_at", 0)
        start = max(size - first_read, begin)
        tail = read_at(file, start, size - start)
        head = tail[:4] if len(tail) == size else b""
        magic = tail[-4:]
        if magic not in READABLE:
            end = find_end(magic)
            if end is not None:
                return end.read(FoundTail(source, name, file, size, tail))
        length = int.from_bytes(tail[-TRAILER:-4], "little")
        if not (
            size >= SMALLEST and magic in READABLE and 0 < length <= min(size - TRAILER, LONGEST)
        ):
            from inlay.footers.footer.diagnose import explain_tail

            raise explain_tail(name, file, size, tail)
        data = _thrift(file, size, length, tail)
    footer = Footer(name, size, size - TRAILER - length, data, magic, head, source)
    if keys is None:
        return footer
    from inlay.footers.encryption.keys import require_keys
    from inlay.footers.footer.open_encrypted import open_encrypted

    return open_encrypted(footer, require_keys(keys))


@check_keywords
def read_metadata(source: Source) -> FileMetaData:
    """The metadata of a file of any form in Thrift's classes: `inlay.open(source).metadata`, which raises the same.

    What else the end of the file says (its form, findings, bytes) is in the Footer.
    """
    return read_footer(source).metadata


def _thrift(file: Seekable, size: int, length: int, tail: bytes) -> bytes:
    if length + TRAILER <= len(tail):
        return tail[len(tail) - TRAILER - length : len(tail) - TRAILER]
    if length > WORTH_A_COPY:
        return read_at(file, size - TRAILER - length, length)
    before = read_at(file, size - TRAILER - length, length + TRAILER - len(tail))
    return before + tail[:-TRAILER]
