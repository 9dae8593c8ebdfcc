"""Thrift, opened for questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.footers.designs.fetch import Range
from inlay.footers.designs.fetch_again import fetch_beside
from inlay.footers.designs.thrift.find_index import may_have_index
from inlay.footers.designs.thrift.jump_table import JumpTable
from inlay.footers.designs.thrift.walked import ThriftDesign

if TYPE_CHECKING:
    from inlay.footers.designs.design import FooterDesign
    from inlay.footers.footer.footer import Footer


def open_thrift(footer: Footer, thrift: bytes | None = None) -> FooterDesign:
    """The Thrift that is read, or this one, walked or through its index."""
    data = footer.thrift if thrift is None else thrift
    place = Range(footer.offset, len(data))
    cls = JumpTable if may_have_index(data) else ThriftDesign
    return cls.open(fetch_beside(footer, place, data), place)
