"""The page of readers by version says what the record of `inlay compat` says, version by version."""

from __future__ import annotations

import re

from docs.site.reader_versions import FEW_READ, LETTERS, render_reader_versions
from inlay.verbs.compat.outcome import ReaderOutcome
from inlay.verbs.compat.record import records

PAGE = render_reader_versions()


def list_rows() -> dict[str, list[str]]:
    """Cells by features."""
    _, _, tables = PAGE.partition("## Features\n")
    rows = (re.split(r"(?<!\\)\|", line)[1:-1] for line in tables.splitlines() if line[:1] == "|")
    return {
        first.replace("\\", "").strip(): [it.strip("` ") for it in cells]
        for first, *cells in rows
        if ": " in first
    }


def test_each_rule_is_a_sign_of_its_version() -> None:
    every = list(records().values())
    words = {letter: outcome for outcome, letter in LETTERS.items()}
    seen = 0
    for features, cells in list_rows().items():
        for record, cell in zip(every, cells, strict=True):
            for version, sign in zip(record.versions, cell, strict=False):
                outcomes = {
                    (rule.outcome, rule.depends_on_values)
                    for rule in record.rules
                    if ", ".join(sorted(rule.features)) == features and version in rule.versions
                }
                if sign in words:
                    assert (words[sign], False) in outcomes
                else:
                    assert bool(outcomes) == (sign == "s")
                    assert all(depends for _, depends in outcomes)
                seen += sign in words
    assert seen > 300


def test_encodings_that_few_read_are_features_with_evidence() -> None:
    known = frozenset().union(*(record.known for record in records().values()))
    assert set(FEW_READ) <= known
    loses = ReaderOutcome.REFUSES_FILE
    (duckdb,) = (
        rule
        for rule in records()["duckdb"].rules
        if rule.features == {FEW_READ[0]} and rule.outcome is loses
    )
    assert max(duckdb.versions) == records()["duckdb"].versions[-1]
    line = next(it for it in PAGE.splitlines() if it.startswith("| ALP of FLOAT "))
    assert f"to {max(duckdb.versions)}" in line.split("|")[2]
