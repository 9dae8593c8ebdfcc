"""What the guides and the pages say of Spark holds when it is followed, command by command, and leaves the files as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import ROOT, SPARK, follow_steps, follow_text, steps_of
from tests.docs.test_examples import FOLLOWED, read_page
from tests.pipeline.catalog.catalog_pages import ask_only

BEGINNINGS = {"guide_lakes": "## What is there", "guide_variants": "## Typed columns"}
"""The guides with a part on Spark, and where what it needs is there."""


@pytest.mark.usefixtures("spark")
@pytest.mark.parametrize("guide", BEGINNINGS)
def test_the_guide_holds_on_spark(
    guide: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ask_only(["overview"], monkeypatch)
    text = (ROOT / "docs" / f"{guide}.md").read_text(encoding="utf-8")
    before, _, _ = text.partition(BEGINNINGS[guide])
    part = SPARK.search(text)
    assert part is not None
    follow_text(before, guide, tmp_path)
    files = {path: path.read_bytes() for path in Path().rglob("*.parquet")}
    assert len(files) == (6 if guide == "guide_lakes" else 1)
    follow_text(part[0], guide, tmp_path)
    assert {path: path.read_bytes() for path in files} == files
    if guide == "guide_lakes":
        assert Path("catalog/report.html").read_bytes().startswith(b"<!doctype html>")


@pytest.mark.usefixtures("spark")
def test_commands_of_pages_hold_on_spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of pages whose other commands are followed without it."""
    count = 0
    for name, language in FOLLOWED:
        steps = [step for step in steps_of(read_page(name)) if step.is_on_spark]
        if language == "command" and steps:
            (tmp_path / name).mkdir()
            monkeypatch.chdir(tmp_path / name)
            FOLLOWED[name, language]()
            follow_steps(steps, name, tmp_path / name)
            count += len(steps)
    assert count > 0


def test_each_guide_with_a_part_on_spark_is_followed() -> None:
    pages = (ROOT / "docs").glob("guide_*.md")
    assert {page.stem for page in pages if SPARK.search(page.read_text("utf-8"))} == set(BEGINNINGS)
