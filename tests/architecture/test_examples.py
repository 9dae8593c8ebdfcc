"""A law is tried with the same examples in every run, whatever ran before it; with `INLAY_EXAMPLES`, with new ones each time."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.examples import TIMES, examples


def drawn() -> list[list[int]]:
    values: list[list[int]] = []

    @examples(10)
    @given(st.lists(st.integers(), min_size=30, max_size=30))
    def draw(numbers: list[int]) -> None:
        values.append(numbers)

    draw()
    return values


def test_what_was_imported_changes_no_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = drawn()
    numbers = [*range(10_001, 10_401)]
    (tmp_path / "odd_numbers.py").write_text(f"NUMBERS = {numbers}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    try:
        assert numbers == import_module("odd_numbers").NUMBERS
        assert (drawn() == before) == (TIMES == 1)
    finally:
        sys.modules.pop("odd_numbers", None)


def test_only_one_function_says_how_many() -> None:
    """Others would not heed `INLAY_EXAMPLES`."""
    here = Path(__file__)
    paths = [path for path in here.parents[1].rglob("test_*.py") if path != here]
    assert len(paths) > 300
    assert [path.name for path in paths if "max_examples" in path.read_text("utf-8")] == []
