"""Text of code as Markdown: docstrings and help pages, in which pages of `docs/` become links."""

from __future__ import annotations

import inspect
import re
from typing import Final

_CODE: Final = re.compile(r"(`[^`]*`)")
_PAGE: Final = re.compile(r"`?\bdocs/((?:decisions/)?[\w-]+)\.md(#[\w-]+)?`?")
_MARKS: Final = re.compile(r"([\\*_\[\]<>|])")


def render_docstring(docstring: str | None) -> str:
    """A docstring, whose marks are those of Markdown; but nothing in it is HTML."""
    if not docstring:
        return ""
    lines = inspect.cleandoc(docstring)
    parts = _CODE.split(_link_pages(lines))
    return "".join(part if part.startswith("`") else part.replace("<", "&lt;") for part in parts)


def escape(text: str) -> str:
    """Plain text, such as the help of an option: only code between backticks is a mark in it."""
    parts = _CODE.split(text)
    escaped = (part if part.startswith("`") else _MARKS.sub(r"\\\1", part) for part in parts)
    return _link_pages("".join(escaped))


def _link_pages(text: str) -> str:
    """`docs/wire.md` as a link, from a page of a folder in `reference/`."""
    return _PAGE.sub(r"[\1.md](../../docs/\1.md\2)", text)


def cell(text: str) -> str:
    """A sentence in a table, where a bar ends a cell even in code."""
    return _CODE.sub(lambda code: code[0].replace("|", r"\|"), escape(" ".join(text.split())))


def table(heads: list[str], rows: list[list[str]]) -> str:
    """Rows whose cells are Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def fence(text: str, language: str = "text") -> str:
    return f"```{language}\n{text.rstrip()}\n```\n"
