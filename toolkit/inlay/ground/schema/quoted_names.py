"""Names of columns as text: parts in double quotes, and where a name ends among other words. `docs/names.md` has the rule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

_PART: Final = re.compile(
    r'"(?P<quoted>(?:[^"]|"")*)"(?:\[(?P<nth>[0-9]{1,9})\])?|(?P<plain>[^."]+)'
)


class NamePart(NamedTuple):
    """`nth` counts the columns of this name in a group, from 0; None if there has to be one."""

    name: str
    nth: int | None = None


def parse_quoted(text: str) -> list[NamePart] | None:
    """The parts of `items."a.b"[1]`; None for what is no such path, or has nothing in quotes."""
    if '"' not in text:
        return None
    parts: list[NamePart] = []
    at = 0
    while (match := _PART.match(text, at)) is not None:
        parts.append(_part(match))
        at = match.end()
        if at == len(text):
            return parts
        if text[at] != ".":
            return None
        at += 1
    return None


def _part(match: re.Match[str]) -> NamePart:
    quoted, nth, plain = match["quoted"], match["nth"], match["plain"]
    if quoted is None:
        return NamePart(plain)
    return NamePart(quoted.replace('""', '"'), None if nth is None else int(nth))


def match_name(text: str, names: Sequence[str]) -> str | None:
    """The one of these names, of which none is inside of another, that a text means: its own goes before quotes."""
    if text in names:
        return text
    parts = parse_quoted(text) or []
    return next((part.name for part in parts if len(parts) == 1 and part.name in names), None)


def quote_name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def cut_name(text: str, signs: str) -> tuple[str, str]:
    """The text up to the first of the signs that stands outside of quotes, and what begins with the sign; empty without one."""
    at = _skip_quoted(text, signs)
    end = min((place for sign in signs if (place := text.find(sign, at)) >= 0), default=len(text))
    return text[:end], text[end:]


def split_names(text: str) -> list[str]:
    """The names between commas; those in quotes keep theirs."""
    name, rest = cut_name(text, ",")
    names = [name]
    while rest:
        name, rest = cut_name(rest[1:], ",")
        names.append(name)
    return names


def _skip_quoted(text: str, signs: str) -> int:
    """Where a path with quotes ends that the text begins with; 0 if it begins with none, for then quotes are letters."""
    at = 0
    while (match := _PART.match(text, at)) is not None:
        plain = match["plain"]
        if plain is not None and any(sign in plain for sign in signs):
            return at
        at = match.end()
        if at == len(text) or text[at] in signs or (plain is None and text[at] != "."):
            return at
        if text[at] != ".":
            break
        at += 1
    return 0
