"""What pages load from other hosts: nothing, so that the site works without a network. A link may lead anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_LOADED: Final = re.compile(
    r"""<(?:script|img|iframe|source|link)\b[^>]*?\b(?:src|href)="?((?:https?:)?//[^"\s>]+)|url\(['"]?((?:https?:)?//[^)'"]+)"""
)


def list_loads(site: Path) -> Iterator[tuple[Path, str]]:
    """Each address with the file that asks for it."""
    for path in sorted([*site.rglob("*.html"), *site.rglob("*.css")]):
        for page, style in _LOADED.findall(path.read_text(encoding="utf-8")):
            yield path, page or style
