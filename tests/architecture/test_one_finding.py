"""What is wrong with a file is one class, whichever room says it (`docs/rooms.md`)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("runtime", "toolkit", "pipeline")

SENTENCES = {"what", "message"}
PLACES = {"offset", "path", "at", "column", "field"}

ALLOWED = {
    "inlay_runtime/finding.py: Finding",
    "inlay/tables/columnar/problems.py: Problem",  # a row of a public table
    "inlay_spark/shredding/log.py: Shredded",  # a row of the log: every file has one
}


def sentences_with_places(source: str) -> Iterator[str]:
    """Classes of values that say, in a sentence, something of a place."""
    if not re.search(rf"\b(?:{'|'.join(SENTENCES)}):", source):
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.ClassDef):
            continue
        fields = {
            each.target.id
            for each in node.body
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
        }
        if fields & SENTENCES and fields & PLACES:
            yield node.name


def test_no_other_class_says_what_is_wrong_where() -> None:
    classes = {
        f"{path.relative_to(ROOT / folder)}: {name}"
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        for name in sentences_with_places(path.read_text(encoding="utf-8"))
    }
    assert classes == ALLOWED


def test_such_a_class_is_noticed() -> None:
    damage = "class Damage(NamedTuple):\n    column: str\n    what: str = ''"
    assert list(sentences_with_places(damage)) == ["Damage"]
    assert list(sentences_with_places("class Span(NamedTuple):\n    offset: int")) == []
