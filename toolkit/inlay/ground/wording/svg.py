"""How a picture in a page begins."""

from __future__ import annotations

from html import escape


def begin_svg(title: str, width: int, height: int) -> str:
    """The start tag, and the title that a reader of screens says."""
    return (
        f'<svg role="img" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'xmlns="http://www.w3.org/2000/svg"><title>{escape(title)}</title>'
    )
