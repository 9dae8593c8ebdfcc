"""The commands of compact.md, as it shows them."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from inlay_spark.spark_submit_entry import main
from tests.docs.pages import ROOT, steps_of
from tests.pipeline.migration.small_files import snapshot, write_small_files


@pytest.mark.usefixtures("spark")
def test_the_commands_end_well(tmp_path: Path) -> None:
    """In their order; the last is for those who do not want the one before it, so after another compaction."""
    lake = tmp_path / "lake"
    write_small_files(lake, 6)
    page = (ROOT / "docs" / "compact.md").read_text(encoding="utf-8")
    (script,) = (step.text for step in steps_of(page) if step.language == "sh")
    lines = [shlex.split(line, comments=True) for line in script.splitlines()]
    plan, write, verify, rollback, discard = lines
    before = snapshot(lake)
    for journal, followed in (("one", [plan, write, verify, rollback]), ("two", [write, discard])):
        places = {"/lake": str(lake), "/journals/two": str(tmp_path / journal)}
        for words in followed:
            assert words[:2] == ["inlay", "spark"]
            assert main([places.get(word, word) for word in words[2:]]) == 0, words
        assert (snapshot(lake) == before) == (journal == "one")
