"""The README and the guides hold when they are followed, command by command."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.docs.pages import GUIDES, PAGES, Step, follow, run_command, steps_of


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_holds_when_it_is_followed(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    try:
        follow(page, tmp_path)
    finally:
        for name in set(sys.modules) - before:
            if name.startswith("vendor_format"):
                del sys.modules[name]


def test_each_guide_is_in_the_readme() -> None:
    readme = PAGES[0].read_text(encoding="utf-8")
    assert len(GUIDES) == 7
    assert all(f"](docs/{guide.name})" in readme for guide in GUIDES)


def test_each_guide_begins_with_what_is_installed() -> None:
    for guide in GUIDES:
        beginning, _, _ = guide.read_text(encoding="utf-8").partition("\n## ")
        assert "([how to install it](../README.md#try-it))" in beginning, guide.name
        assert "clone" not in beginning, guide.name


def test_steps_are_seen() -> None:
    page = "`a.fbs`:\n\n```fbs\ntable\n```\n\n    $ inlay x  # exit code 1\n\n```text\n$ no\n```\n"
    assert steps_of(page) == [
        Step("fbs", "table\n", "a.fbs"),
        Step("command", "inlay x  # exit code 1"),
        Step("text", "$ no\n"),
    ]


def test_a_command_that_ends_otherwise_is_seen() -> None:
    with pytest.raises(AssertionError, match="inlay verify"):
        run_command("inlay verify nothing-there.parquet")
