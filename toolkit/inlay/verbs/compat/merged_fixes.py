"""Fixes of one reader and file: what one command does at once is one command, since each begins at the same file."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Final

_MERGED: Final = (["inlay", "rewrite"], ["inlay", "set"])
"""Commands whose options say what to do, each by itself."""


def merge_fixes(fixes: Sequence[str]) -> list[str]:
    """As many: at the last of several that are one command, that command, and nothing at the others."""
    options: dict[str, list[str]] = {}
    last: dict[str, int] = {}
    keys = [_key_of(fix) for fix in fixes]
    for number, (fix, key) in enumerate(zip(fixes, keys, strict=True)):
        last[key] = number
        options.setdefault(key, []).extend(_options_of(fix) if key != fix else ())
    return [
        _command(key, options[key]) if last[key] == number else ""
        for number, key in enumerate(keys)
    ]


def _key_of(fix: str) -> str:
    """The verb and the file; the whole of a fix that cannot be merged."""
    if "  #" in fix or not fix.endswith(" -o OUT"):
        return fix
    words = shlex.split(fix)
    return shlex.join(words[:3]) if words[:2] in _MERGED else fix


def _options_of(fix: str) -> list[str]:
    """Each with its value."""
    words = shlex.split(fix)[3:-2]
    return [shlex.join(pair) for pair in zip(words[::2], words[1::2], strict=True)]


def _command(key: str, options: Sequence[str]) -> str:
    return " ".join([key, *dict.fromkeys(options), "-o OUT"]) if options else key
