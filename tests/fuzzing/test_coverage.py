"""What inputs reach is summed up over targets, by package."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzz import coverage

SOURCE = """
FIRST = 1

def choose(which):
    if which:
        return 1
    return 2

class Kind:
    second = 2

    def verb(self):
        return self
"""


def test_lines_are_those_of_functions() -> None:
    assert sorted(set(coverage.list_lines(compile(SOURCE, "a.py", "exec")))) == [5, 6, 7, 13]


def test_what_two_targets_reach_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.py"
    path.write_text(SOURCE)
    monkeypatch.setattr(coverage, "SOURCES", {"inlay": tmp_path})
    found = {
        "one": {"inputs": 3, "lines": {str(path): [5, 6]}, "native": {"inlay/core": ([0, 2], 9)}},
        "two": {"inputs": 4, "lines": {str(path): [5, 7]}, "native": {"inlay/core": ([2, 3], 9)}},
    }
    summed = coverage.sum_up(found)
    assert summed["lines"] == {"inlay": (3, 4)}
    assert summed["native"] == {"inlay/core": (3, 9)}
    assert summed["targets"]["two"] == {"inputs": 4, "lines": 2, "branches": 2}
