"""Whether a file is still the one whose footer was read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from inlay.footers.footer.errors import FooterError
from inlay.ground.files.source import Seekable, read_at, size_of
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer

_AGAIN: Final = "open it again"
_COMPARED: Final = 64 * 1024
"""Bytes of a footer, as many as are read at once."""


def refuse_other_file(footer: Footer, file: Seekable) -> None:
    """FooterError for a file that is not the one of the footer: by its size, and by what of the footer is at hand.

    A name may mean another file since, in another folder or on another machine.
    """
    if (size := size_of(file)) != footer.file_size:
        what = f"the file has {count(size, 'byte')} now, and had {footer.file_size:,}"
        raise FooterError(footer.path, size, what, _AGAIN, "changed")
    end = footer.end.loaded_tail(footer)[-_COMPARED:]
    if read_at(file, size - len(end), len(end)) != end:
        what = "the file has another footer now, though not another size"
        raise FooterError(footer.path, footer.offset, what, _AGAIN, "changed")
