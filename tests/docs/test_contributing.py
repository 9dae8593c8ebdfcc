"""CONTRIBUTING and the pages behind it: what they name is there, the first change is one that its steps make green, and what
has to be read before one stays short."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PLACES: Final = ("", "generator/inlayc")
PAGE: Final = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
NEXT: Final = {
    name: (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("first_changes", "habits", "where")
}
FIVE_MINUTES: Final = 1200
"""Words, at 240 a minute."""


def test_files_and_targets_are_there() -> None:
    folders = "toolkit|tests|docs|generated|generator|runtime|variant|pipeline|fuzz|python"
    pages = "\n".join((PAGE, *NEXT.values()))
    paths = set(re.findall(rf"(?<![\w/.])(?:{folders})/[\w./-]*\w", pages)) - {
        "fuzz/targets/NAME.py"
    }
    assert len(paths) >= 50
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
        if re.search(rf'TERMINATED: "{word}"|143  {word}\n', path.read_text(encoding="utf-8"))
    }
    assert holders == set(files)


def test_a_first_change_takes_five_minutes_of_reading() -> None:
    """This page, the rules, what all recipes share, and the longest of them."""
    shared, *recipes = re.split(r"^## .+$", NEXT["first_changes"], flags=re.MULTILINE)
    assert len(recipes) >= 7
    read = [PAGE, NEXT["habits"], shared, max(recipes, key=lambda text: len(text.split()))]
    assert sum(len(text.split()) for text in read) <= FIVE_MINUTES
