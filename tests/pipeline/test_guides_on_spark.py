"""The Spark parts of the guides hold when they are followed, command by command, and leave the files as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import ROOT, SPARK, follow_text

BEGINNINGS = {"guide_lakes": "## What is there", "guide_variants": "## Typed columns"}
"""The guides with a part on Spark, and where what it needs is there."""


@pytest.mark.usefixtures("spark")
@pytest.mark.parametrize("guide", BEGINNINGS)
def test_the_guide_holds_on_spark(
    guide: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
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


def test_each_guide_with_a_part_on_spark_is_followed() -> None:
    pages = (ROOT / "docs").glob("guide_*.md")
    assert {page.stem for page in pages if SPARK.search(page.read_text("utf-8"))} == set(BEGINNINGS)
