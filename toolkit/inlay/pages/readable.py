"""A file of any form as one that ends in a Thrift footer, which is what pyarrow reads."""

from __future__ import annotations

import warnings

from inlay.files.source import Seekable
from inlay.files.whole import Whole, WithTail
from inlay.footer.footer import Footer
from inlay.footer.trailer import tail_of
from inlay_runtime.finding import Finding


class FooterWarning(UserWarning):
    """A footer that is not used because something in it does not agree with its CRC; the other one is read."""


def warn_of_footer(finding: Finding) -> None:
    """As a FooterWarning."""
    warnings.warn(str(finding), FooterWarning, stacklevel=2)


def make_readable(file: Seekable, footer: Footer) -> Whole:
    """The file, or its data with the Thrift footer behind it that its FlatBuffer stands for."""
    if footer.is_derived:
        return WithTail(file, footer.data_end, tail_of(footer.thrift))
    return Whole(file, footer.file_size)
