"""Layouts built from a file: its pages are read for those that cannot do without."""

from __future__ import annotations

from dataclasses import replace

from inlay.layouts import FooterContents, FooterLayout, NotCarriedError
from inlay.pages.page_facts import read_page_facts
from inlay.pages.walk import ReadAt
from inlay_runtime.errors import InlayError


def build_from_pages(
    cls: type[FooterLayout], contents: FooterContents, offset: int, read: ReadAt | None
) -> tuple[FooterContents, bytes]:
    """The footer in that layout, to be written at `offset`, and what it was built from. Pages take a read for each chunk, so
    they are read when the layout cannot be built without. Raises NotCarriedError."""
    try:
        return contents, cls.build(contents, offset)
    except NotCarriedError:
        if contents.pages is not None or read is None:
            raise
    try:
        pages = read_page_facts(contents, read)
    except InlayError as error:
        raise NotCarriedError(f"the pages of the file cannot be read: {error}") from error
    contents = replace(contents, pages=pages)
    return contents, cls.build(contents, offset)
