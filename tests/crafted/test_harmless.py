"""Nothing that is published says what crashes or hangs another program: numbers and words, and no names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.crafted.__main__ import WORDS, summary
from tests.crafted.asking import HURT, say_whom_files_hurt
from tests.crafted.deviations import DEVIATIONS
from tests.crafted.left_out import BY_READER, LEFT_OUT, TRIED
from tests.readers.outcome import Kind, Outcome
from tests.readers.registry import READERS
from tests.support.in_one_test import in_one_test

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = [
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "docs").glob("*.json")),
    *sorted((ROOT / "findings").iterdir()),
    ROOT / "CHANGELOG.md",
    ROOT / "README.md",
]
ENDS: Final = re.compile(r"SIG(?:SEGV|ABRT|FPE|BUS|ILL)|segfault|over 10 s\b", re.IGNORECASE)
"""How a crash or a hang is written down where it is measured."""
VERDICT: Final = re.compile(r"\| *\**(?:crash|hang|crashes|hangs)\** *\||\"(?:crash|hang)\"")
"""A cell of a table, or a verdict in JSON. The column `crashed` has numbers."""


@in_one_test("page", PAGES)
def test_no_page_says_what_ends_a_process(page: Path) -> None:
    lines = page.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if ENDS.search(line) or VERDICT.search(line)] == []


def test_a_word_that_hurts_is_found() -> None:
    for line in ("| `x` | **crash** |", "| hang |", '["crash",7]', "2 files: SIGABRT"):
        assert ENDS.search(line) or VERDICT.search(line), line


def test_who_runs_this_is_told_and_nobody_else(capsys: pytest.CaptureFixture[str]) -> None:
    name = next(iter(DEVIATIONS))
    good = {"it": {name: Outcome(Kind.ERROR, "no")}}
    assert not say_whom_files_hurt(good)
    for kind in HURT:
        assert say_whom_files_hurt({"it": {name: Outcome(kind)}})
        assert capsys.readouterr().err.startswith(f"{name} makes it {kind.value}")
    assert not HURT & WORDS.keys()


def test_the_numbers_are_of_what_was_left_out() -> None:
    assert BY_READER.keys() == {name for name, reader in READERS.items() if not reader.footer_only}
    most = max(sum(hurt) for hurt in BY_READER.values())
    assert most <= LEFT_OUT <= sum(sum(hurt) for hurt in BY_READER.values())
    assert len(DEVIATIONS) >= TRIED - LEFT_OUT
    row = summary({"arro3": {name: Outcome(Kind.ERROR) for name in DEVIATIONS}}).splitlines()[-1]
    assert row.endswith(f"| {BY_READER['arro3'].crashes} | {BY_READER['arro3'].hangs} |")
