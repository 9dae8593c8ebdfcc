"""The pages read as they are meant to: short lines, a sentence on each, and none of them forgotten by the index."""

from __future__ import annotations

import re
from pathlib import Path

from tests.docs.pages import DOCS, ROOT
from tests.support.in_one_test import in_one_test

LONGEST = 140
INDEX = ROOT / "docs" / "index.md"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "tests/README.md")),
    *DOCS,
]
MEASURED = re.compile(r"<!-- begin (\w+) -->.*?<!-- end \1 -->", re.DOTALL)
"""What a script has written."""
SENTENCES = re.compile(r"[a-z)`][.!?] [A-Z]")


def prose_of(page: Path) -> list[str]:
    """The lines of a page that somebody has written as sentences: no tables, no code, no output of a script."""
    text = MEASURED.sub("", page.read_text(encoding="utf-8"))
    lines = re.sub(r"^ *```.*?^ *```$", "", text, flags=re.DOTALL | re.MULTILINE).splitlines()
    return [line for line in lines if not line.startswith(("|", "    ", "#"))]


@in_one_test("page", PAGES)
def test_no_line_is_long(page: Path) -> None:
    assert [line for line in prose_of(page) if len(line) > LONGEST] == []


@in_one_test("page", PAGES)
def test_a_line_has_one_sentence(page: Path) -> None:
    """But for sentences in brackets, which belong to the one around them."""
    lines = [re.sub(r"`[^`]*`|\([^()]*\)|\"[^\"]*\"", "``", line) for line in prose_of(page)]
    assert [line for line in lines if SENTENCES.search(line) and not line.startswith("(")] == []


def test_the_index_has_every_page() -> None:
    named = set(re.findall(r"\]\((\w[\w.-]*\.md)\)", INDEX.read_text(encoding="utf-8")))
    assert named == {page.name for page in INDEX.parent.glob("*.md")} - {INDEX.name}
