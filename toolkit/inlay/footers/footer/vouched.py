"""The footer of a file that is read: what a CRC vouches for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from inlay_runtime.finding import Finding


class Vouched(NamedTuple):
    """`thrift` is the footer in Thrift's terms: as it lies in the file, or, where it `is_derived`, made from the
    footer beside it or in its place. `data_end` is where data ends at the latest: a Thrift footer that is damaged may begin
    anywhere. `findings` are those of the other footer, and what turned up in making it.
    """

    thrift: bytes
    data_end: int
    is_derived: bool = False
    findings: tuple[Finding, ...] = ()
