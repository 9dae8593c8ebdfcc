"""CONTRIBUTING: what it names is there, and the first change is one that its steps make green."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PLACES: Final = ("", "generator/inlayc")
PAGE: Final = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_files_and_targets_are_there() -> None:
    paths = set(re.findall(r"\b(?:toolkit|tests|docs|generated|python)/[\w./]*\w", PAGE))
    assert len(paths) >= 6
    absent = [path for path in paths if not any((ROOT / at / path).exists() for at in PLACES)]
    assert absent == []
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = {word for line in re.findall(r"`make ([a-z -]+)`", PAGE) for word in line.split()}
    assert len(named) >= 6
    assert named <= targets


def test_the_word_to_change_stands_where_the_steps_look_for_it() -> None:
    """Nowhere else, so that with these changes the tests of exit codes pass."""
    (word,) = re.findall(r'Change a word, "(\w+)" for instance', PAGE)
    files = re.findall(r"`(toolkit/inlay/cli/\w+\.py)`", PAGE)
    holders = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "toolkit" / "inlay" / "cli").rglob("*.py")
        if re.search(rf'TERMINATED: "{word}"|143 {word}\.', path.read_text(encoding="utf-8"))
    }
    assert holders == set(files)
