"""No group is repeated possessively where Python 3.11.2, Debian 12's, would go on at a wrong place (gh-100061).

Where a turn fails, that Python goes on at the place that it noted last. It notes one before a repetition, a choice or a look, and none
before a single character. So behind its beginning a turn may fail at single characters only, or its last choice is `(?!)`: that one
begins where the turn did, and fails at once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("generator", "runtime", "variant", "toolkit", "pipeline")
POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{[0-9,]+\})\+")
CHARACTERS = {"LITERAL", "NOT_LITERAL", "ANY", "IN"}
REPEATS = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}

Nodes = Sequence[tuple[Any, Any]]
"""What `re` parses a pattern into: operations, with what they are of."""


def parse(pattern: str | bytes, flags: int = 0) -> Nodes:
    parsed: Nodes = import_module("re._parser").parse(pattern, flags)
    return parsed


FAILS_AT_ONCE = repr(parse("(?!)"))


def turns_of(nodes: Nodes) -> Iterator[Nodes]:
    """The turns of all groups that are repeated possessively; one character that is, is no group."""
    for operation, of in nodes:
        match str(operation), of:
            case "POSSESSIVE_REPEAT", (_, _, turn):
                if len(turn) > 1 or str(turn[0][0]) not in CHARACTERS:
                    yield turn
                yield from turns_of(turn)
            case ("MAX_REPEAT" | "MIN_REPEAT", (_, _, inner)) | ("SUBPATTERN", (*_, inner)):
                yield from turns_of(inner)
            case ("ASSERT" | "ASSERT_NOT", (_, inner)) | ("ATOMIC_GROUP", inner):
                yield from turns_of(inner)
            case "BRANCH", (_, choices):
                for choice in choices:
                    yield from turns_of(choice)
            case _:
                pass


def may_go_wrong(turn: Nodes, *, has_begun: bool = False, has_noted: bool = False) -> bool:
    """Whether a turn may fail when a place behind its beginning is noted; `has_begun` behind its first character."""
    for at, (operation, of) in enumerate(turn):
        rest = [*turn[at + 1 :]]
        name = str(operation)
        if name in CHARACTERS:
            if has_noted:
                return True
        elif name in REPEATS:
            least, _, repeated = of
            has_noted |= has_begun
            if least and (has_noted or may_go_wrong(repeated)):
                return True
            has_noted |= name != "POSSESSIVE_REPEAT" or not is_character(repeated)
        elif name == "SUBPATTERN":
            return may_go_wrong([*of[-1], *rest], has_begun=has_begun, has_noted=has_noted)
        elif name == "BRANCH":
            if not has_begun and repr(of[1][-1]) == FAILS_AT_ONCE:
                return False
            return any(
                may_go_wrong([*choice, *rest], has_begun=has_begun, has_noted=has_begun)
                for choice in of[1]
            )
        else:
            return True
        has_begun = True
    return False


def is_character(nodes: Nodes) -> bool:
    return len(nodes) == 1 and str(nodes[0][0]) in CHARACTERS


def patterns_of(path: Path) -> Iterator[tuple[str | bytes, int]]:
    """Those of a module, or of the tables beside a grammar, that repeat a group possessively."""
    if path.name == "grammar.json":
        pattern, flags = json.loads(path.read_text(encoding="utf-8"))["tables"]["tokens"]
        yield pattern, flags
        return
    folder = next(folder for folder in path.parents if folder.name in FOLDERS)
    module = import_module(".".join(path.relative_to(folder).with_suffix("").parts))
    for value in vars(module).values():
        if isinstance(value, re.Pattern):
            yield value.pattern, value.flags


def test_no_turn_goes_wrong() -> None:
    paths = sorted(
        path
        for folder in FOLDERS
        for pattern in ("*.py", "grammar.json")
        for path in (ROOT / folder).rglob(pattern)
        if POSSESSIVE_GROUP.search(path.read_text(encoding="utf-8"))
    )
    turns = [
        (path.name, pattern, turn)
        for path in paths
        for pattern, flags in patterns_of(path)
        for turn in turns_of(parse(pattern, flags))
    ]
    assert len(turns) > 20
    assert [(name, pattern) for name, pattern, turn in turns if may_go_wrong(turn)] == []


@pytest.mark.parametrize(
    ("pattern", "text", "end", "end_in_3_11_2"),
    [
        (r"(?:\.[a-z]++)*+", ".a.;", 2, 3),
        (r"(?:\\u[0-9]{4})++", r"\u1234\u12zzzz", 6, 8),
        (r"(?:(?=a[xy]{2})...)*+", "axyaxaxx", 3, 4),
        (r"(?:(?=(?P<all>/\*.*?\*/|//.*+))(?P=all))*+", "/* abc", 0, 6),
        (r"(?:.(?!D))*+", "ABCDE", 2, 4),
        (r"(?:a(?:b[xy]|c[xy]))*+", "abxabz", 3, 4),
        (r"(?:a[xy]*z)*+", "axyzaxaxx", 4, 5),
        (r"(?:/\*.*?\*/|//.*+|(?!))*+", "/* abc", 0, 0),
        (r"(?:a[xy]{2}|(?!))*+", "axyaxaxx", 3, 3),
        (r"(?:.(?!D)|(?!))*+", "ABCDE", 2, 2),
        (r"(?:\.[a-z][a-z]*+)*+", ".a.;", 2, 2),
        (r"(?:(?:ab|cd)\()++", "ab(cd(abcd(", 6, 6),
        (r"\)(?:[ ]*+\))++", ")) x", 2, 2),
    ],
)
def test_what_goes_wrong(pattern: str, text: str, end: int, end_in_3_11_2: int) -> None:
    match = re.compile(pattern).match(text)
    assert match is not None
    assert match.end() in {end, end_in_3_11_2}
    assert any(map(may_go_wrong, turns_of(parse(pattern)))) == (end != end_in_3_11_2)
