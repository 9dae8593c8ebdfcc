"""Says what is wrong with a file whose end does not lead to a footer, and what to try.

Runs only once something is wrong, so it may read more than the tail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.footers.footer import magic
from inlay.footers.footer.errors import COPY_AGAIN, FooterError, UnsupportedFooterError
from inlay.footers.footer.search import find_metadata
from inlay.footers.footer.text_copy import find_text_copy
from inlay.footers.footer.trailer import LONGEST, SMALLEST, TRAILER, ends_in_design
from inlay.ground.files.source import Seekable, read_at
from inlay_runtime.errors import DecodeError
from inlay_runtime.finding import Finding

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer

HEAD = 24
_BEGINNINGS = (*magic.READABLE, magic.PARX)
LOOK = f"`inlay recover FILE` looks for a footer in what is left; or {COPY_AGAIN}"


def explain_tail(path: str, file: Seekable, size: int, tail: bytes) -> FooterError:
    """The error for a file whose last bytes are not a length and magic that can be followed."""
    head = read_at(file, 0, HEAD)
    if size == 0:
        hint = "write it again: its writer stopped before the first byte"
        return FooterError(path, 0, "the file is empty", hint, "empty")
    if size >= TRAILER and tail[-4:] in magic.READABLE and tail[-TRAILER:-4] in magic.READABLE:
        return _magic_as_length(path, size, tail)
    if size < SMALLEST:
        if any(each.startswith(head[:4]) for each in _BEGINNINGS):
            what = f"the file has {_bytes(size)}, and the smallest Parquet file has {SMALLEST}"
            return FooterError(path, size, what, COPY_AGAIN, "short")
        what = f"not a Parquet file: it has {_bytes(size)}, and the smallest one has {SMALLEST}"
        return FooterError(path, size, what, _hint_for_other(head) or COPY_AGAIN, "not-parquet")
    if draft := magic.DRAFTS.get(tail[-4:]):
        what = f"the file ends in {draft}, which this version of inlay does not read"
        return UnsupportedFooterError(
            path, size - 4, what, "read it with the program that wrote it", "draft"
        )
    if tail[-4:] not in magic.READABLE:
        return _explain_missing_magic(path, file, size, head, tail)
    return _explain_length(path, file, size, tail)


def explain_decode(footer: Footer, file: Seekable | None, error: DecodeError) -> FooterError:
    """The error for footer bytes that are not the struct that the magic promises. Without the `file` nobody looks for
    another place where the struct may begin."""
    struct = "FileMetaData" if footer.magic == magic.PLAIN else "FileCryptoMetaData"
    where = f"{error.path}: " if error.path not in ("", struct) else ""
    what = f"the footer is not a valid {struct}: {where}{error.reason}"
    hint = "take the file from a backup or write it again; a footer has no second copy"
    if _has_flatbuffer(footer):
        second = "design beside it" if ends_in_design(footer.data) else "FlatBuffers footer"
        hint = f"inlay recover FILE -o OUT: the {second} has all of it, and its CRC agrees"
        return FooterError(footer.path, footer.offset + error.offset, what, hint, "decode")
    place = None
    if footer.magic == magic.PLAIN and file is not None:
        end = footer.offset + len(footer.data)
        place = find_metadata(file, end, claimed=footer.offset)
    # A copy as text has another footer length, too: that is no reason to write a new length.
    copied = find_text_copy(file, footer.file_size) if file is not None else None
    if copied is not None:
        hint = copied
    elif place is not None:
        off = place.offset - footer.offset
        hint = (
            f"a valid FileMetaData begins {_bytes(abs(off))} {'later' if off > 0 else 'earlier'}: "
            f"the length field should be {place.length:,}, and is {len(footer.data):,}"
        )
    return FooterError(footer.path, footer.offset + error.offset, what, hint, "decode")


def _has_flatbuffer(footer: Footer) -> bool:
    """Whether one of ours, or a design, stands before the stop byte, and agrees with its CRCs."""
    from inlay.footers.containers.marks import DESIGN, MIGRATION, NEAR, PRIVATE
    from inlay.footers.containers.spec import SpecTrailer

    uuid = int.from_bytes(footer.data[-17:-1])
    if all(
        (int.from_bytes(mark) ^ uuid).bit_count() > NEAR for mark in (PRIVATE, MIGRATION, DESIGN)
    ):
        return False
    return not isinstance(SpecTrailer().unwrap_at(footer.data, len(footer.data) - 1), Finding)


def _magic_as_length(path: str, size: int, tail: bytes) -> FooterError:
    name = tail[-TRAILER:-4].decode()
    what = f"the footer length field contains the magic `{name}`"
    hint = "write the file again: it has two magics in a row and no footer between them"
    return FooterError(path, size - TRAILER, what, hint, "no-length")


def _explain_missing_magic(
    path: str, file: Seekable, size: int, head: bytes, tail: bytes
) -> FooterError:
    # What begins otherwise may hold a Parquet file, as a ZIP archive does.
    begins = head[:4] in _BEGINNINGS
    if begins and (end := _earlier_end(file, size, tail)) is not None:
        what = f"{_bytes(size - end)} behind the end of the Parquet file"
        hint = f"remove them: the first {_bytes(end)} of the file are whole"
        return FooterError(path, end, what, hint, "appended")
    if begins:
        what = (
            f"the file begins with `{head[:4].decode()}` and ends in {_format_bytes(tail[-4:])}: "
            "its tail is missing"
        )
        return FooterError(path, size - 4, what, _hint_at_unused() + LOOK, "cut-off")
    what = f"not a Parquet file: it begins with {_format_bytes(head[:4])} and ends in {_format_bytes(tail[-4:])}"
    hint = _hint_for_other(head) or "check the path; a Parquet file begins and ends with `PAR1`"
    return FooterError(path, 0, what, hint, "not-parquet")


def _hint_at_unused() -> str:
    """Of designs that may have a magic of their own."""
    from inlay.footers.footer.used_designs import list_unused

    names = list_unused()
    if not names:
        return ""
    use = ", ".join(f'"{name}"' for name in names)
    return f"if its footer is in a design that is installed here, write `use = [{use}]` below `[designs]` in the configuration; "


def _earlier_end(file: Seekable, size: int, tail: bytes) -> int | None:
    """Where a whole Parquet file ends, with something behind it that does not belong to it."""
    at = tail.rfind(magic.PLAIN, TRAILER)
    if at < 0:
        return None
    end = size - len(tail) + at + 4
    length = int.from_bytes(tail[at - 4 : at], "little")
    place = find_metadata(file, end - TRAILER, claimed=end - TRAILER - length)
    return end if place is not None and place.length == length else None


def _explain_length(path: str, file: Seekable, size: int, tail: bytes) -> FooterError:
    length = int.from_bytes(tail[-TRAILER:-4], "little")
    room = size - TRAILER
    if length > room:
        what = f"the footer length is {_bytes(length)}, but only {_bytes(room)} precede it"
    elif length > LONGEST:
        what = (
            f"the footer length is {_bytes(length)}, and more than {LONGEST >> 20} MiB is refused"
        )
    else:
        what = "the footer length is 0"
    hint = find_text_copy(file, size)
    if hint is None and tail[-4:] == magic.PLAIN:
        place = find_metadata(file, size - TRAILER)
        if place is not None:
            hint = (
                f"a valid FileMetaData begins at offset {place.offset:,}: "
                f"the length field should be {place.length:,}"
            )
    hint = hint or LOOK
    return FooterError(path, size - TRAILER, what, hint, "length")


def _hint_for_other(head: bytes) -> str | None:
    other = magic.recognize_format(head)
    return f"it looks like {other[0]}: {other[1]}" if other else None


def _format_bytes(data: bytes) -> str:
    """Ends of lines as they are written in a program."""
    return f"`{repr(data.decode())[1:-1]}`" if magic.is_text(data) else f"0x{data.hex()}"


def _bytes(count: int) -> str:
    return f"{count:,} byte{'' if count == 1 else 's'}"
