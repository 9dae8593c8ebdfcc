"""The footer of a file of any form in Thrift's terms, for what asks no more than that."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

from inlay.containers.registry import REGISTRY
from inlay.files.source import Source
from inlay.footer import Footer, UnsupportedFooterError, decode_footer
from inlay.footer.read import Form, explained
from inlay.footer.tail import FooterBytes, read_footer_bytes

if TYPE_CHECKING:
    from inlay.footer.footer import Footer

_UUID: Final = slice(-17, -1)
"""Where the UUID of a FlatBuffers footer stands: before the stop byte that ends the Thrift footer."""


class BothViews(NamedTuple):
    """`tail` is None where nothing at the end of the file hints at a FlatBuffer."""

    footer: Footer
    tail: Footer | None = None


def read_as_footer(source: Source) -> Footer:
    """The footer that a CRC vouches for; of a final file, what its FlatBuffer stands for.

    Raises FooterError for a file that is damaged or not Parquet, OSError for one that cannot be read.
    """
    return read_both_views(source).footer


def read_both_views(source: Source) -> BothViews:
    """The same, and the tail that it was made from. Raises what `read_as_footer` does."""
    try:
        footer = read_footer_bytes(source)
    except UnsupportedFooterError:
        # Only now, here and below: what reads FlatBuffers takes its time to import.
        from inlay.footer.read import read_footer

        tail = read_footer(source)
        return BothViews(_vouched(source, tail, None), tail)
    if not _ends_in_a_footer(footer.data):
        return BothViews(explained(source, footer))

    tail = tail_of_thrift(footer.path, footer)
    return BothViews(_vouched(source, tail, footer), tail)


def _ends_in_a_footer(thrift: bytes) -> bool:
    """Whether the Thrift ends as one with a FlatBuffer in it does, but for a bit or two of the UUID."""
    if len(thrift) <= 16:
        return False
    uuid = UUID(bytes=thrift[_UUID])
    known = REGISTRY.get(uuid) or REGISTRY.near(uuid)
    return known is not None and known.is_footer


def _vouched(source: Source, tail: Footer, footer: FooterBytes | None) -> Footer:

    read = tail
    if footer is not None and not read.is_derived:
        return replace(explained(source, footer), findings=read.findings)
    derived = FooterBytes(tail.path, tail.file_size, tail.offset, read.thrift)
    found = decode_footer(derived)
    return Footer(
        derived,
        Form.FINAL if footer is None else Form.THRIFT,
        metadata=found.metadata,
        signature=found.signature,
        findings=read.findings,
        is_derived=True,
    )


def read_flat_as_footer(source: Source) -> Footer:
    """What the FlatBuffer of a file stands for. FormError for a file without one."""
    from inlay.footer.read import read_footer
    from inlay.life_cycle.steps import flat_thrift

    tail = read_footer(source)
    return decode_footer(FooterBytes(tail.path, tail.file_size, tail.offset, flat_thrift(tail)))
