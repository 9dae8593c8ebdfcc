"""Doc comments and `#[doc = "..."]` as plain text, without their marks."""

from __future__ import annotations

import re
from collections.abc import Iterable

from inlayc.frontends.macros import literals

_DOC_ATTRIBUTE = re.compile(
    r"""\#\s*\[\s*doc\s*=\s*(?P<literal>r(?P<hashes>\#*+)"(?s:.*)"(?P=hashes)|"(?s:.*)")\s*\]\Z""",
    re.VERBOSE,
)


def join(comments: Iterable[str]) -> str:
    """The text of consecutive doc comments and attributes; other attributes say nothing."""
    lines = [line.rstrip() for comment in comments for line in _lines(comment)]
    return "\n".join(lines).strip("\n")


def _lines(comment: str) -> list[str]:
    if comment.startswith("#"):
        return _attribute(comment)
    if comment.startswith("//"):
        return [comment[3:].removeprefix(" ")]
    first, *others = comment[3:].removesuffix("*/").rstrip("* \t\r\n").splitlines() or [""]
    return [first.strip(), *_margin_removed(others)]


def _margin_removed(lines: list[str]) -> list[str]:
    """Lines of a block comment: a column of stars goes, or else the common indentation."""
    written = [line for line in lines if line.strip()]
    if all(line.lstrip().startswith("*") for line in written):
        return [line.lstrip().removeprefix("*").removeprefix(" ") for line in lines]
    margin = min(len(line) - len(line.lstrip()) for line in written)
    return [line[margin:] for line in lines]


def _attribute(text: str) -> list[str]:
    match = _DOC_ATTRIBUTE.match(text)
    if match is None:
        return []
    try:
        return [
            line.removeprefix(" ") for line in literals.parse_string(match["literal"]).splitlines()
        ]
    except ValueError:
        return []
