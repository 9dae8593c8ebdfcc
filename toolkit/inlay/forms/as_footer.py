"""The footer of a file of any form in Thrift's terms, for what asks no more than that."""

from __future__ import annotations

from inlay.footer import Footer, UnsupportedFooterError, decode_footer, read_footer
from inlay.footer.read import Form
from inlay.footer.source import Source
from inlay.footer.tail import FooterBytes


def read_as_footer(source: Source) -> Footer:
    """As `read_footer`; of a final file, what its FlatBuffer stands for.

    Raises FooterError for a file that is damaged or not Parquet, OSError for one that cannot be read.
    """
    try:
        return read_footer(source)
    except UnsupportedFooterError:
        # Only now: what reads FlatBuffers takes its time to import.
        from inlay.forms.life_cycle import original_thrift
        from inlay.forms.tail import read_tail

        tail = read_tail(source)
        derived = FooterBytes(tail.path, tail.file_size, tail.offset, original_thrift(tail))
        found = decode_footer(derived)
        return Footer(derived, Form.FINAL, metadata=found.metadata, signature=found.signature)


def read_flat_as_footer(source: Source) -> Footer:
    """What the FlatBuffer of a file stands for. FormError for a file without one."""
    from inlay.forms.life_cycle import flat_thrift
    from inlay.forms.tail import read_tail

    tail = read_tail(source)
    return decode_footer(FooterBytes(tail.path, tail.file_size, tail.offset, flat_thrift(tail)))
