"""`mixed-writers`."""

from __future__ import annotations

from tests.verbs.lint.footers import advise_on_table, outline

RULE = "mixed-writers"


def test_programs_are_counted_and_not_their_versions() -> None:
    names = ["parquet-mr version 1.13.1 (build a)", "parquet-mr version 1.10.0 (build b)", "", "x"]
    files = [outline(f"lake/{at}", created_by=name) for at, name in enumerate(names)]
    (sighting,) = advise_on_table(RULE, *files)
    assert sighting.seen == "3 writers: parquet-mr in 2 files, unnamed in 1 file, x in 1 file"
    assert sighting.remedy.text == "inlay report lake --query writers"
    assert advise_on_table(RULE, *files[:2]) == []
