"""A file of any form as one that ends in a Thrift footer, which is what pyarrow reads."""

from __future__ import annotations

import warnings

from inlay.footers.footer.footer import Footer
from inlay.footers.footer.null_groups import without_null_groups
from inlay.footers.footer.trailer import tail_of
from inlay.ground.files.source import Seekable
from inlay.ground.files.whole import Whole, WithTail
from inlay_runtime.errors import DecodeError
from inlay_runtime.finding import Finding
from inlay_runtime.public_home import public_in


@public_in("inlay")
class FooterWarning(UserWarning):
    """A footer that is not used because something in it does not agree with its CRC, so that the other one is read; or one that
    `edit_footer` wrote, and that contradicts itself or its file."""


def warn_of_footer(finding: Finding) -> None:
    """As a FooterWarning."""
    warnings.warn(str(finding), FooterWarning, stacklevel=2)


def make_readable(file: Seekable, footer: Footer) -> Whole:
    """The file, or its data with the Thrift footer behind it that its FlatBuffer stands for, or that pyarrow takes."""
    thrift = footer.thrift
    taken = thrift if footer.is_encrypted else _taken(thrift)
    if footer.is_derived or taken is not thrift:
        return WithTail(file, footer.vouched.data_end, tail_of(taken))
    return Whole(file, footer.file_size)


def _taken(thrift: bytes) -> bytes:
    try:
        return without_null_groups(thrift)
    except DecodeError:  # who reads it says what is wrong
        return thrift
