"""Every link between the pages of the repository leads to a page, and to a heading of it where it names one."""

from __future__ import annotations

import re
from pathlib import Path

from tests.docs.pages import DOCS, ROOT
from tests.support.in_one_test import in_one_test

PAGES = [*ROOT.glob("*.md"), *DOCS, ROOT / "tests" / "README.md"]


def links_of(text: str) -> list[str]:
    """The targets of Markdown links that lead to files, outside of code."""
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
    targets = re.findall(r"\]\(([^)\s]+)\)", prose)
    return [target for target in targets if not re.match(r"[a-z]+:", target)]


def anchors_of(text: str) -> set[str]:
    """What the headings are called in links."""
    headings = re.findall(r"^#+ +(.+)$", text, re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings
    }


@in_one_test("page", PAGES)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in links_of(page.read_text(encoding="utf-8")):
        path, _, anchor = target.partition("#")
        other = page.parent / path if path else page
        assert other.exists(), f"{page.name} links to {target}"
        if anchor and other.suffix == ".md":
            assert anchor in anchors_of(other.read_text(encoding="utf-8")), f"{page.name}: {target}"


def test_a_link_is_seen() -> None:
    text = "[a](b.md#c) `[no](x)` [out](https://example.org)\n```\n[no](y)\n```"
    assert links_of(text) == ["b.md#c"]
    assert anchors_of("# What is *new*?\n\n## `a` and b") == {"what-is-new", "a-and-b"}
