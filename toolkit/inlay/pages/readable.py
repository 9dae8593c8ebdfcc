"""A file of any form as one that ends in a Thrift footer, which is what pyarrow reads."""

from __future__ import annotations

import warnings

from inlay.containers import Finding
from inlay.files.whole import Whole, WithTail
from inlay.footer.source import Seekable
from inlay.forms.life_cycle import thrift_tail
from inlay.forms.tail import Tail
from inlay.forms.vouched import Vouched


class FooterWarning(UserWarning):
    """A footer that is not used because something in it does not agree with its CRC; the other one is read."""


def warn_of_footer(finding: Finding) -> None:
    """As a FooterWarning."""
    warnings.warn(str(finding), FooterWarning, stacklevel=2)


def readable(file: Seekable, tail: Tail, footer: Vouched) -> Whole:
    """The file, or its data with the Thrift footer behind it that its FlatBuffer stands for."""
    if footer.is_derived:
        return WithTail(file, footer.body, thrift_tail(footer.thrift))
    return Whole(file, tail.file_size)
