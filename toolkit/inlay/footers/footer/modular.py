"""The footer of a file that has no Thrift and no FlatBuffer, but a modular one alone.

    data | modules | root | frame | MFP1

The layout answers the questions. What else is asked is answered by the Thrift that the footer was made from, or, of one
without our module, by the Thrift that says as much as it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from inlay.footers.conversion import EditScriptError
from inlay.footers.designs.fetch import Range
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.layout import NotCarriedError
from inlay.footers.designs.mfp1 import read_frame
from inlay.footers.designs.modular import ModularLayout
from inlay.footers.designs.modular_thrift import metadata_of
from inlay.footers.footer.errors import COPY_AGAIN, FooterError
from inlay.footers.footer.fetch_again import fetch_beside
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.long_footer import LongFooter
from inlay.footers.footer.magic import MODULAR, PLAIN
from inlay.footers.footer.vouched import Vouched
from inlay.ground.files.source import Seekable, Source, is_file, read_at
from inlay_runtime.errors import DecodeError, InvalidValueError

if TYPE_CHECKING:
    from inlay.footers.designs.fetch import Fetch


def read_modular(
    source: Source, name: str, file: Seekable, size: int, tail: bytes, head: bytes
) -> Footer:
    """The footer of a file of `size` bytes, of which `tail` are the last ones. All of it, where the file was opened by
    somebody else, who may close it; else no more than is asked for. Raises FooterError where the frame leads nowhere.
    """
    try:
        offset = read_frame(tail, size).start
        if offset < len(PLAIN):
            raise InvalidValueError(f"the footer is said to begin at {offset}", size - len(MODULAR))
    except DecodeError as error:
        raise _explain(name, error) from error
    length = size - offset
    if length > len(tail) and not is_file(source):
        return LongFooter.ending_in(tail, name, size, offset, head, source)
    data = tail[-length:] if length <= len(tail) else read_at(file, offset, length)
    return Footer(name, size, offset, data, MODULAR, head, source)


def open_modular(footer: Footer) -> ModularLayout:
    """For the questions: what was not read with the end of the file is fetched when it is needed. Raises DecodeError,
    whose offsets count from the start of the file."""
    at_hand = footer.at_hand
    place = Range(footer.file_size - len(at_hand), len(at_hand))
    return _open(footer, fetch_beside(footer, place, at_hand))


def is_protected(footer: Footer) -> bool:
    """Whether CRCs vouch for what is read: the published design has none, and our module has. Raises FooterError."""
    try:
        return open_modular(footer).is_protected
    except DecodeError as error:
        raise _explain(footer.path, error) from error


def vouch_for_modular(footer: Footer) -> Vouched:
    """The Thrift footer that this one was made from, to the byte; without our module, one that says what it says.

    Raises FooterError for a footer that is damaged, or that does not say what Thrift has to.
    """
    try:
        layout = _open(footer, fetch_from(footer.data, footer.offset))
        thrift = layout.thrift() if layout.is_protected else _say_in_thrift(layout)
    except DecodeError as error:
        raise _explain(footer.path, error) from error
    except (NotCarriedError, EditScriptError) as error:
        what = f"its modular footer does not lead to Thrift: {error}"
        raise FooterError(footer.path, footer.offset, what, _REWRITE, "not-carried") from error
    return Vouched(thrift, footer.offset, is_derived=True)


_REWRITE: Final = "write the file again with the program that wrote it, with a Thrift footer"


def _say_in_thrift(layout: ModularLayout) -> bytes:
    metadata = metadata_of(layout)
    for group in metadata.row_groups:
        for chunk in group.columns:
            if chunk.meta_data is not None:
                # A guess, from which the script leads to the truth; alone, it would be a claim about pages.
                chunk.meta_data.encoding_stats = None
    return metadata.encode()


def _open(footer: Footer, fetch: Fetch) -> ModularLayout:
    return ModularLayout.open(fetch, Range(footer.offset, footer.file_size - footer.offset))


def _explain(path: str, error: DecodeError) -> FooterError:
    what = f"{error.path}: {error.reason}" if error.path else error.reason
    return FooterError(path, error.offset, what, COPY_AGAIN, "decode")
