"""Lays rendered code out nearly as black does, so that black mostly has to look once: what it changes it goes through again.

Nothing depends on this being right, except the time that is saved. Black has the last word on every piece.
"""

from __future__ import annotations

import re
from typing import Final

WIDTH: Final = 100

_QUOTED: Final = re.compile(r""""[^"\n]*"|\#.*|'([^'"\\\n]*)'""")
_BRACKETS: Final = re.compile(r"^( *)(.*[(\[])\n((?:\1    .*,\n)*)\1([)\]].*)$", re.MULTILINE)
_CALLED: Final = tuple("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_])")
_SLOTS: Final = re.compile(
    r"^( *)(__slots__(?:: tuple\[str, \.\.\.\])? = )\((.*), \)$", re.MULTILINE
)
_BLOCK_OF_STUBS: Final = re.compile(r"^( *if TYPE_CHECKING:\n)(?= *def )", re.MULTILINE)
_LONG_CALL: Final = re.compile(r"^( *)([^\n#\"]* = [\w.]+\()(.*)\)$", re.MULTILINE)
_METHOD: Final = re.compile(r"^(    (?!@).*[^:\n])\n(?=    (?:def |@))", re.MULTILINE)
_BLANK_LINES: Final = re.compile(r"\n{3,}")


def lay_out_roughly(code: str) -> str:
    """The same code with double quotes, lists in a line where they fit, and single blank lines."""
    parts = code.strip("\n").split('"""')
    parts[::2] = (_tidy(part) for part in parts[::2])  # between them are docstrings
    return '"""'.join(parts) + "\n"


def _tidy(code: str) -> str:
    code = _QUOTED.sub(_with_double_quotes, code)
    code = _SLOTS.sub(_slots, code)
    code = _BRACKETS.sub(_in_brackets, code)
    code = _LONG_CALL.sub(_in_three_lines, code)
    code = _BLOCK_OF_STUBS.sub(r"\1\n", code)
    code = _METHOD.sub(r"\1\n\n", code)
    return _BLANK_LINES.sub("\n\n", code)


def _with_double_quotes(match: re.Match[str]) -> str:
    return match[0] if match[1] is None else f'"{match[1]}"'


def _slots(match: re.Match[str]) -> str:
    margin, head, names = match.groups()
    items = names.split(", ")
    return _bracketed(margin, f"{head}(", items, "," * (len(items) == 1), ")")


def _in_brackets(match: re.Match[str]) -> str:
    margin, head, lines, tail = match.groups()
    items = [line.strip().removesuffix(",") for line in lines.splitlines()]
    is_tuple = head.endswith("(") and not head[:-1].endswith(_CALLED)
    if any("#" in item for item in items) or (is_tuple and len(items) == 1):
        return match[0]
    is_call = head.endswith("(") and head[:-1].endswith(_CALLED) and "def " not in head
    return _bracketed(margin, head, items, "", tail, is_call=is_call)


def _in_three_lines(match: re.Match[str]) -> str:
    """A call that is too long for a line, where its arguments fit in one."""
    margin, head, arguments = match.groups()
    body = f"{margin}    {arguments}"
    if len(match[0]) <= WIDTH or len(body) > WIDTH:
        return match[0]
    return f"{margin}{head}\n{body}\n{margin})"


def _bracketed(
    margin: str, head: str, items: list[str], comma: str, tail: str, *, is_call: bool = False
) -> str:
    """In one line, else in three, else with a line for each item."""
    listed = ", ".join(items) + comma
    if len(whole := f"{margin}{head}{listed}{tail}") <= WIDTH:
        return whole
    inner = f"{margin}    "
    if (
        len(body := inner + listed) > WIDTH
        or not tail.startswith(")")
        or not ("def " in head or is_call)
    ):
        body = "\n".join(f"{inner}{item}," for item in items)
    return f"{margin}{head}\n{body}\n{margin}{tail}"
