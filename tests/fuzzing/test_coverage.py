"""What inputs reach is summed up over targets, by package."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

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


def test_seeds_and_kept_inputs_take_turns() -> None:
    seeds, kept = [b"s1", b"s2", b"s3"], [b"k1"]
    assert [*coverage.choose_inputs(seeds, kept, 3)] == [b"s1", b"k1", b"s2"]
    assert [*coverage.choose_inputs([], kept, 3)] == kept


def test_a_function_that_was_seen_whole_is_not_watched() -> None:
    made = compile(SOURCE, coverage.SOURCES["inlay"] / "made.py", "exec")
    names: dict[str, Any] = {}
    exec(made, names)
    lines: dict[str, set[int]] = {}
    trace = coverage._trace_into(lines)
    for which in (1, 0):
        _call_traced(trace, names["choose"], which)
    assert lines == {made.co_filename: {5, 6, 7}}
    frame = SimpleNamespace(f_code=names["choose"].__code__)
    assert trace(frame, "call", None) is None


def _call_traced(trace: Any, function: Any, *arguments: object) -> None:
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function(*arguments)
    finally:
        sys.settrace(before)
