"""Fixes that are commands are run on the evidence files, and the reader is judged by what they write."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import inlay
from inlay.verbs.compat.finding import CompatFinding
from inlay.verbs.compat.fixes import COUNT_NAN, fix_of
from inlay.verbs.compat.record import records
from tests.compat.evidence import evidence
from tests.support.inlay_command import Inlay, make_command

MERCATOR = '{"type":"ProjectedCRS","name":"Pseudo-Mercator","id":{"authority":"EPSG","code":3857}}'
EVIDENCE = {f"{it.half}: {it.name}": it for it in evidence()}


def list_fixes() -> Iterator[tuple[str, str, str]]:
    """One reader and one file for each command and each feature: `(command, reader, file)`."""
    seen: set[tuple[str, frozenset[str]]] = set()
    for record in records().values():
        for rule in record.rules:
            fix = fix_of(rule)
            if not fix.startswith("inlay ") or (fix, rule.features) in seen:
                continue
            seen.add((fix, rule.features))
            version = next(it for it in record.versions if it in rule.versions)
            yield fix, f"{record.name}=={version}", rule.evidence


FIXES = list(list_fixes())


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inlay:
    return make_command(capsys, monkeypatch)


def find(path: Path, reader: str) -> dict[tuple[str, ...], CompatFinding]:
    """By column, outcome and features."""
    every = inlay.compat(path, readers=[reader])
    return {(it.column, it.outcome, *it.features): it for it in every}


def fill(fix: str, finding: CompatFinding, path: Path, output: Path) -> list[str]:
    """A finding about names is one of the file: the names of the evidence files are known."""
    names = {
        "names: empty": '""',
        "names: with a dot": '"a.b"',
        "names: two that differ in case alone": "KEY",
    }
    column = finding.column or names.get(finding.features[0], "c")
    said, _, _ = fix.partition("#")
    words = {"FILE": str(path), "OUT": str(output), "CRS": MERCATOR}
    return [
        words.get(word, word.replace("COLUMN", column).replace("NAME", "named"))
        for word in said.split()[1:]
    ]


def test_there_is_a_command_for_most_kinds() -> None:
    verbs = {" ".join(fix.split()[1:3]).replace(" FILE", "") for fix, _, _ in FIXES}
    wanted = "set rewrite|index add|index strip|encoding strip|geo to-geoparquet|variant unshred|footer revert|footer convert"
    assert {*wanted.replace("set ", "set|").split("|")} <= verbs


@pytest.mark.parametrize(("fix", "reader", "name"), FIXES)
def test_a_fix_takes_the_finding_away(
    fix: str, reader: str, name: str, tmp_path: Path, command: Inlay
) -> None:
    path = tmp_path / "0.parquet"
    EVIDENCE[name].write(path)
    if uncounted := [it for it in find(path, reader).values() if it.fix == COUNT_NAN]:
        counted = tmp_path / "counted.parquet"
        assert command(*fill(COUNT_NAN, uncounted[0], path, counted)).code == 0
        path = counted
    found = {key: it for key, it in find(path, reader).items() if it.fix == fix}
    assert found or uncounted
    for number, finding in enumerate(found.values(), 1):
        output = tmp_path / f"{number}.parquet"
        done = command(*fill(fix, finding, path, output))
        assert done.code == 0, done.err
        path = output
    assert not found.keys() & find(path, reader).keys()
