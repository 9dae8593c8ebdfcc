"""No variable is called by what happened to its value (`found`, `made`, `told`) or by that there is one (`one`): they say nothing
of what it is. Parameters, fields and targets of loops are variables, too."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("generator", "runtime", "generated", "variant", "toolkit", "pipeline")
SILENT = {"found", "made", "one", "told"}
_LIKELY = re.compile(
    rf"(?<!\.)\b(?:{'|'.join(SILENT)})\b\s*(?:[=:,)\]|]|if\b|in\b|$)", re.MULTILINE
)
"""What stands where such a name is given: to parse all that says `one` in a sentence takes seconds."""


def silent_names(source: str) -> Iterator[str]:
    """Each with its line."""
    if not _LIKELY.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                pass
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                pass
            case ast.ExceptHandler(name=str(name)):
                pass
            case _:
                continue
        if name in SILENT:
            yield f"{node.lineno}: {name}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_variables_say_what_they_are(folder: str) -> None:
    paths = sorted((ROOT / folder).rglob("*.py"))
    assert paths
    silent = [
        f"{path.relative_to(ROOT)}:{said}"
        for path in paths
        for said in silent_names(path.read_text(encoding="utf-8"))
    ]
    assert silent == []


def test_every_way_to_name_a_variable_is_seen() -> None:
    cases = (
        "found = 1",
        "found: int = 1",
        "for found in []: ...",
        "x = [found for found in []]",
        "with open('') as found: ...",
        "def f(found): ...",
        "x = lambda found: 1",
        "if found := 1: ...",
        "match 1:\n    case found: ...",
        "match 1:\n    case [*found]: ...",
        "try: ...\nexcept OSError as found: ...",
        "class A:\n    found: int",
    )
    for source in cases:
        assert len(list(silent_names(source))) == 1, source
    for source in ("print(x.found)", "x.found()", "f(found=1)", "'found'"):
        assert not list(silent_names(source)), source
