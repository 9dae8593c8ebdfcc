"""A FlatBuffer of a footer, opened for questions where it lies in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.footers.designs.fetch import Range
from inlay.footers.designs.fetch_again import fetch_beside

if TYPE_CHECKING:
    from inlay.footers.designs.design import FooterDesign
    from inlay.footers.footer.footer import Footer


def open_flatbuffer(footer: Footer, design: type[FooterDesign]) -> FooterDesign:
    second = footer.second
    assert second.content is not None
    place = Range(footer.offset + second.content.start, len(second.data))
    return design.open(fetch_beside(footer, place, second.data), place)
