"""What is to be said of names: their style, names that are alike, words of programming languages."""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from inlayc.base.source import Span
from inlayc.model.schema import Enumeration, EnumMember, Field, Module, Schema, Struct

_Named: TypeAlias = Enumeration | EnumMember | Field | Struct

_STYLES: Final = {
    "snake_case": re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)*"),
    "UPPER_CASE": re.compile(r"[A-Z0-9]+(?:_[A-Z0-9]+)*"),
    "PascalCase": re.compile(r"(?:[A-Z][a-z0-9]*)+"),
    "camelCase": re.compile(r"[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)*"),
}
"""A name may have several: `a` is of two styles, and speaks for none."""

_RESERVED: Final = {
    *keyword.kwlist,
    *"alignas asm auto bool case catch char class const delete double enum explicit export extern".split(),
    *"float friend goto inline int long mutable namespace new operator private protected public".split(),
    *"register short signed sizeof static struct switch template this throw typedef typename union".split(),
    *"unsigned using virtual void volatile".split(),
    *"abstract boolean byte extends final implements instanceof interface native package super".split(),
    *"synchronized throws transient".split(),
    *"as crate dyn fn impl let loop match mod move mut ref self Self trait type unsafe use where".split(),
    *"chan defer fallthrough func go map range select var".split(),
}


def list_other_styles(_: Schema, module: Module) -> Iterator[tuple[str, Span, str]]:
    """Names in another style than most of their kind, where there is such a style."""
    for kind, named in _by_kind(module).items():
        usual = _find_usual_style([thing for _, thing in named])
        if usual is not None:
            for path, thing in named:
                if not _STYLES[usual].fullmatch(thing.name):
                    yield path, thing.span, f"most {kind} here are written in {usual}"


def _find_usual_style(things: Sequence[_Named]) -> str | None:
    """That of four of five names at least, of those that speak for one."""
    styles = [_list_styles(thing.name) for thing in things]
    telling = [names[0] for names in styles if len(names) == 1]
    if not telling:
        return None
    style, count = Counter(telling).most_common(1)[0]
    return style if count * 5 >= len(telling) * 4 and len(telling) > 2 else None


def _list_styles(name: str) -> list[str]:
    return [style for style, pattern in _STYLES.items() if pattern.fullmatch(name)]


def list_alike_names(_: Schema, module: Module) -> Iterator[tuple[str, Span, str]]:
    """Members of one definition that become one name if the style is changed."""
    for definition in module:
        seen: dict[str, str] = {}
        for member in _members(definition):
            first = seen.setdefault(member.name.replace("_", "").casefold(), member.name)
            if first != member.name:
                yield f"{_name(definition)}.{member.name}", member.span, f"there is {first}, too"


def list_reserved_names(_: Schema, module: Module) -> Iterator[tuple[str, Span, str]]:
    """Names that some language has for itself."""
    for named in _by_kind(module).values():
        for path, thing in named:
            if thing.name in _RESERVED:
                yield path, thing.span, f"`{thing.name}` is a word of a programming language"


def _by_kind(module: Module) -> dict[str, list[tuple[str, _Named]]]:
    kinds: dict[str, list[tuple[str, _Named]]] = {}
    for definition in module:
        if isinstance(definition, Struct | Enumeration):
            kinds.setdefault("types", []).append((definition.name, definition))
            for member in _members(definition):
                kind = "values of enums" if isinstance(member, EnumMember) else _kind(definition)
                kinds.setdefault(kind, []).append((f"{definition.name}.{member.name}", member))
    return kinds


def _kind(definition: object) -> str:
    return (
        "variants"
        if isinstance(definition, Struct) and definition.kind.value == "union"
        else "fields"
    )


def _members(definition: object) -> Sequence[Field | EnumMember]:
    if isinstance(definition, Struct):
        return definition.fields
    return definition.members if isinstance(definition, Enumeration) else ()


def _name(definition: object) -> str:
    return definition.name if isinstance(definition, Struct | Enumeration) else ""
