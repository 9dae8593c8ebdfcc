"""Fixes of one reader and file: what one command does at once is one command, and several are done one after another."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Final

_GROUPS: Final = ("encoding", "ext", "footer", "geo", "index", "variant")
"""Commands whose verb is the next word."""

_MERGED: Final = (["inlay", "rewrite"], ["inlay", "set"], ["inlay", "ext", "strip"])
"""Commands whose options say what to do, each by itself."""

_ORDER: Final = ("footer", "ext", "encoding", "variant", "rewrite")
"""A rewrite leaves out what these take off, and makes anew what all others change."""

_END: Final = " -o OUT"


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


def chain_fixes(fixes: Sequence[str]) -> list[str]:
    """Those that write a file, in the order in which they work: each but the first begins with what the one before has written."""
    chained: list[str] = []
    for number, fix in enumerate(sorted(filter(is_chained, fixes), key=_rank)):
        command, mark, remark = fix.partition("  #")
        words = shlex.split(command)
        if number:
            words[_verb_end(words)] = f"OUT{number}" if number > 1 else "OUT"
            words[-1] = f"OUT{number + 1}"
        chained.append(shlex.join(words) + mark + remark)
    return chained


def is_chained(fix: str) -> bool:
    """Whether it is a command that writes a file, and no advice."""
    return fix.startswith("inlay ") and fix.partition("  #")[0].endswith(_END)


def _rank(fix: str) -> int:
    verb = fix.split()[1]
    return _ORDER.index(verb) if verb in _ORDER else len(_ORDER)


def _verb_end(words: Sequence[str]) -> int:
    """Where the file stands."""
    return 3 if words[1] in _GROUPS else 2


def _key_of(fix: str) -> str:
    """The verb and the file; the whole of a fix that cannot be merged."""
    if "  #" in fix or not fix.endswith(_END):
        return fix
    words = shlex.split(fix)
    end = _verb_end(words)
    return shlex.join(words[: end + 1]) if words[:end] in _MERGED else fix


def _options_of(fix: str) -> list[str]:
    """Each with its value."""
    words = shlex.split(fix)
    own = words[_verb_end(words) + 1 : -2]
    return [shlex.join(pair) for pair in zip(own[::2], own[1::2], strict=True)]


def _command(key: str, options: Sequence[str]) -> str:
    return " ".join([key, *dict.fromkeys(options)]) + _END if options else key
