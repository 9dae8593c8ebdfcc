"""The shelves of the documentation, and the pages on each: those of `docs/index.md`, in its order."""

from __future__ import annotations

import posixpath
import re
from typing import Final, NamedTuple

from docs.site.links import ROOT, list_links

INDEX: Final = "docs/index.md"
DECISIONS: Final = "docs/decisions/README.md"
"""Where the index names it, the pages beside it follow, which it need not name."""
_SHELF: Final = re.compile(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)
_ROW: Final = re.compile(r"^\| (?P<what>[^|]+) \| (?P<pages>[^|]+) \|$", re.MULTILINE)


class ShelfPage(NamedTuple):
    """`path` is that in the repository; `what` is what the index says of it, or of a row of pages."""

    path: str
    what: str


class Shelf(NamedTuple):
    """`text` is Markdown below the heading. A page is on the first shelf that has it."""

    title: str
    text: str
    pages: tuple[ShelfPage, ...]

    @property
    def name(self) -> str:
        return self.title.lower().replace(" ", "-")


def read_shelves() -> list[Shelf]:
    known = {"README.md", INDEX}
    shelves: list[Shelf] = []
    for title, text in _SHELF.findall((ROOT / INDEX).read_text(encoding="utf-8")):
        pages: list[ShelfPage] = []
        for row in _ROW.finditer(text):
            for link in list_links(row["pages"]):
                path = posixpath.normpath(posixpath.join("docs", link.partition("#")[0]))
                if path not in known:
                    known.add(path)
                    pages.append(ShelfPage(path, row["what"]))
                if path == DECISIONS:
                    pages += list_decisions()
        shelves.append(Shelf(title, text, tuple(pages)))
    return shelves


def list_decisions() -> list[ShelfPage]:
    """By name, without the page that says what they are."""
    names = sorted(path.name for path in (ROOT / DECISIONS).parent.glob("*.md"))
    return [
        ShelfPage(
            posixpath.join(posixpath.dirname(DECISIONS), name), f"why {name} says what it says"
        )
        for name in names
        if name != posixpath.basename(DECISIONS)
    ]
