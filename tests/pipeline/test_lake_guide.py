"""The Spark part of the guide to lakes holds when it is followed, command by command, and leaves the lake as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import ROOT, SPARK, follow_text

GUIDE = ROOT / "docs" / "guide_lakes.md"


@pytest.mark.usefixtures("spark")
def test_the_guide_holds_on_spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = GUIDE.read_text(encoding="utf-8")
    before, _, _ = text.partition("## What is there")
    part = SPARK.search(text)
    assert part is not None
    follow_text(before, GUIDE.name, tmp_path)
    lake = {path: path.read_bytes() for path in Path("lake").rglob("*.parquet")}
    assert len(lake) == 6
    follow_text(part[0], GUIDE.name, tmp_path)
    assert {path: path.read_bytes() for path in Path("lake").rglob("*.parquet")} == lake
    assert Path("catalog/report.html").read_bytes().startswith(b"<!doctype html>")
