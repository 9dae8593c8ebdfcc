"""A footer in some layout, from a file and its Thrift. The pages are read only for a layout that is made from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from inlay.footers.designs.layout import FooterContents, NotCarriedError
from inlay.pages.engine.page_facts import read_page_facts
from inlay.pages.engine.walk import ReadAt
from inlay_runtime.errors import InlayError

Build: TypeAlias = Callable[[FooterContents, int], bytes]
"""As `FooterLayout.build`."""


class BuiltLayout(NamedTuple):
    """The bytes, and what they were made from: with the pages, if these were read."""

    data: bytes
    contents: FooterContents


def build_layout(
    build: Build, contents: FooterContents, offset: int, read: ReadAt | None
) -> BuiltLayout:
    """The footer, to be written at `offset` of the file. `read` reads that file, or is None where there is none to read.

    Raises NotCarriedError for what the layout cannot hold, and where it needs pages that cannot be read.
    """
    try:
        return BuiltLayout(build(contents, offset), contents)
    except NotCarriedError:
        if contents.pages is not None or read is None:
            raise
    try:
        pages = read_page_facts(contents, read, offset)
    except InlayError as error:
        raise NotCarriedError(f"the pages of the file cannot be read: {error}") from error
    contents = replace(contents, pages=pages)
    return BuiltLayout(build(contents, offset), contents)
