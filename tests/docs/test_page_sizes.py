"""The documentation stays short enough to be read, and what explains a page stands beside it (`docs/decisions/README.md`)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from docs.site.shelves import read_shelves
from tests.docs.pages import DOCS, ROOT
from tests.docs.test_links import links_of
from tests.support.in_one_test import in_one_test

OF_USERS: Final = ("Guides", "Reference", "Formats and rules")
"""The shelves of `docs/index.md` whose pages users meet."""
MOST_FOR_USERS: Final = 85_000
MOST: Final = 125_000
DECISIONS: Final = ROOT / "docs" / "decisions"


def count_words(pages: list[Path]) -> int:
    """As `cat PAGES | wc -w` counts them."""
    return sum(len(page.read_text(encoding="utf-8").split()) for page in pages)


def test_pages_that_users_meet_are_short() -> None:
    """Those of `docs`; they are most pages, so a shelf that is renamed is seen."""
    shelves = [shelf for shelf in read_shelves() if shelf.title in OF_USERS]
    assert len(shelves) == len(OF_USERS)
    paths = [ROOT / page.path for shelf in shelves for page in shelf.pages]
    pages = [path for path in paths if path.parent == ROOT / "docs"]
    assert 40 < len(pages) < len(DOCS)
    assert count_words(pages) <= MOST_FOR_USERS


def test_all_pages_together_are_short() -> None:
    assert count_words(DOCS) <= MOST


def test_words_are_counted(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text("# A page\n\n- of `some words`\n", encoding="utf-8")
    assert count_words([page, page]) == 14


@in_one_test("page", [path for path in sorted(DECISIONS.glob("*.md")) if path.name != "README.md"])
def test_decisions_stand_beside_a_page_that_names_them(page: Path) -> None:
    beside = DECISIONS.parent / page.name
    assert beside.exists()
    links = {link.partition("#")[0] for link in links_of(beside.read_text(encoding="utf-8"))}
    assert f"decisions/{page.name}" in links
