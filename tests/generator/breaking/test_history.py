"""The public history of parquet.thrift, judged: the table of docs/decisions/breaking.md has every verdict that is not compatible."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import Final

from inlayc.frontends.load import load
from inlayc.judges.breaking import Level, Verdict, judge
from inlayc.judges.diff import Settings, compare
from tests.generator.breaking.history_facts import Version, versions

ROOT: Final = Path(__file__).parents[3]
ROW: Final = re.compile(r"\| (\d{4}-\d\d-\d\d) \| (\w{7}) \| `([\w-]+)` \| ([^|]+) \| ([^|]+) \|")


@cache
def kept() -> list[Version]:
    return list(versions())


@cache
def verdicts_of_versions() -> list[tuple[Version, list[Verdict]]]:
    """Of each version but the first, about the one before it."""
    return [(new, judge(old.schema, new.schema, Settings())) for old, new in pairwise(kept())]


FIRST_RELEASE: Final = "2013-07-29"
"""Of parquet-format; before it there were no files."""


def judged() -> list[tuple[str, str, str, str]]:
    rows: list[tuple[str, str, str, str]] = []
    for new, verdicts in verdicts_of_versions():
        breaking = [verdict for verdict in verdicts if verdict.level is not Level.COMPATIBLE]
        for rule, of_rule in groupby(breaking, key=lambda verdict: verdict.rule.id):
            paths = ", ".join(verdict.path for verdict in of_rule)
            rows.append((new.date, new.commit, rule, paths))
    return rows


def test_the_table_has_every_verdict_and_an_argument() -> None:
    page = (ROOT / "docs" / "decisions" / "breaking.md").read_text(encoding="utf-8")
    rows = [match.groups() for match in ROW.finditer(page)]
    released = [row for row in judged() if row[0] >= FIRST_RELEASE]
    assert [row[:4] for row in rows] == released
    assert f"Before it there are {len(judged()) - len(released)} more" in page
    assert all(len(row[4].split()) >= 5 for row in rows)


def test_the_counts_of_the_page_are_those_of_the_history() -> None:
    page = (ROOT / "docs" / "decisions" / "breaking.md").read_text(encoding="utf-8")
    levels = [verdict.level for _, verdicts in verdicts_of_versions() for verdict in verdicts]
    sentence = (
        f"Between them there are {len(levels)} changes: {levels.count(Level.COMPATIBLE)} compatible, "
        f"{levels.count(Level.SOURCE)} source-breaking, {levels.count(Level.WIRE)} wire-breaking."
    )
    assert sentence in page
    assert f"has {len(kept())} versions" in page


def test_the_history_ends_with_the_idl_of_this_project() -> None:
    assert compare(kept()[-1].schema, load([ROOT / "idl" / "parquet.thrift"]), Settings()) == []


def test_backwards_an_addition_is_a_removal() -> None:
    """Each version against the one after it, the other way round, has as many changes."""
    for (old, new), (_, verdicts) in zip(pairwise(kept()), verdicts_of_versions(), strict=True):
        assert len(judge(new.schema, old.schema, Settings())) == len(verdicts)
