"""The rules of `inlayc lint`: each a function of a module, which yields what it sees."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from inlayc.base.source import Span
from inlayc.judges.linting.gaps import list_gaps
from inlayc.judges.linting.names import list_alike_names, list_other_styles, list_reserved_names
from inlayc.model.schema import (
    EXTENSION_ID,
    Dialect,
    Enumeration,
    EnumMember,
    Field,
    Kind,
    Module,
    Requiredness,
    Schema,
    Struct,
)

_Documented: TypeAlias = Struct | Enumeration | Field | EnumMember
Sight: TypeAlias = tuple[str, Span, str]
"""The path of a definition or a member, its place, and what is seen there."""


@dataclass(frozen=True, slots=True)
class LintRule:
    """`summary` is true of an IDL that keeps the rule; `why` says whom it helps."""

    id: str
    summary: str
    why: str
    look: Callable[[Schema, Module], Iterator[Sight]]


@dataclass(frozen=True, slots=True)
class Remark:
    """What a rule sees at one place."""

    rule: LintRule
    path: str
    span: Span
    seen: str


def lint(schema: Schema, given: Collection[str], rules: Collection[str]) -> list[Remark]:
    """What these rules say of the files that are `given`, by name, in the order of the text."""
    remarks = [
        Remark(RULES[name], *sight)
        for module in schema.modules
        if module.source.name in given
        for name in RULES
        if name in rules
        for sight in RULES[name].look(schema, module)
    ]
    return sorted(remarks, key=lambda remark: (remark.span.source.name, remark.span.start))


def _structs(module: Module) -> Iterator[Struct]:
    return (definition for definition in module if isinstance(definition, Struct))


def _find_undocumented_types(_: Schema, module: Module) -> Iterator[Sight]:
    types = [
        definition
        for definition in module
        if isinstance(definition, Enumeration)
        or (isinstance(definition, Struct) and definition.fields)
    ]
    yield from _find_undocumented(module, [(each.name, each) for each in types], "types")


def _find_undocumented_members(_: Schema, module: Module) -> Iterator[Sight]:
    members: list[tuple[str, _Documented]] = []
    for definition in module:
        if isinstance(definition, Struct):
            members += [(f"{definition.name}.{it.name}", it) for it in definition.fields]
        elif isinstance(definition, Enumeration):
            members += [(f"{definition.name}.{it.name}", it) for it in definition.members]
    yield from _find_undocumented(module, members, "fields and values")


def _find_undocumented(
    module: Module, named: Sequence[tuple[str, _Documented]], what: str
) -> Iterator[Sight]:
    """One sight for a file in which none has documentation: its author knows. Exceptions are of paths, so it has that of the file."""
    silent = [(path, each.span) for path, each in named if not each.doc]
    if len(silent) == len(named) > 2:
        yield (
            module.source.stem,
            silent[0][1],
            f"none of its {len(named):,} {what} has documentation",
        )
        return
    for path, span in silent:
        yield path, span, "no documentation"


def _find_missing_words(_: Schema, module: Module) -> Iterator[Sight]:
    if module.dialect is not Dialect.THRIFT:
        return
    for struct in _structs(module):
        for field in struct.fields if struct.kind is Kind.STRUCT else ():
            if field.requiredness is Requiredness.DEFAULT:
                yield f"{struct.name}.{field.name}", field.span, "neither required nor optional"


def _find_disorder(_: Schema, module: Module) -> Iterator[Sight]:
    if module.dialect is Dialect.FLATBUFFERS:
        return
    for struct in _structs(module):
        highest = 0
        for field in struct.fields:
            if field.id < highest:
                what = f"{field.id} stands behind {highest}"
                yield f"{struct.name}.{field.name}", field.span, what
            highest = max(highest, field.id)


def _find_extension_numbers(schema: Schema, module: Module) -> Iterator[Sight]:
    if module.dialect is Dialect.FLATBUFFERS:
        return
    for struct in _structs(module):
        for field in struct.fields:
            if field.id == EXTENSION_ID and not schema.is_extension(field):
                what = "a field with the number of extensions that is no `optional binary`"
                yield f"{struct.name}.{field.name}", field.span, what


def _find_required_deprecated(_: Schema, module: Module) -> Iterator[Sight]:
    for struct in _structs(module):
        for field in struct.fields:
            if {"required", "deprecated"} <= field.annotations.keys():
                yield f"{struct.name}.{field.name}", field.span, "required, and deprecated"


_RULES: Final = (
    LintRule(
        "undocumented-type",
        "types say what they are",
        "People who implement a format have the IDL, and often nothing else. Structs without fields are left alone: their name says all.",
        _find_undocumented_types,
    ),
    LintRule(
        "undocumented-member",
        "fields, variants and values of enums say what they are",
        "Units, counts from 0 or 1, and what absence means are nowhere else.",
        _find_undocumented_members,
    ),
    LintRule(
        "no-requiredness",
        "fields of Thrift structs are required or optional",
        "Without a word, writers write the field and readers must not rely on it, and implementations differ in what they do.",
        _find_missing_words,
    ),
    LintRule(
        "number-gap",
        "numbers follow each other, or the documentation names those between",
        "A number between two others was perhaps in use once. If nobody says so, somebody takes it again, and old files are misread.",
        list_gaps,
    ),
    LintRule(
        "number-order",
        "fields stand in the order of their numbers",
        "Writers write fields in that order, and somebody who adds one looks at the last for the next free number.",
        _find_disorder,
    ),
    LintRule(
        "extension-number",
        f"number {EXTENSION_ID} is left to extensions",
        "Parquet reserves it in every struct: extensions of others would be read as this field.",
        _find_extension_numbers,
    ),
    LintRule(
        "required-deprecated",
        "fields that are deprecated are not required",
        "Compilers make no accessors for such a field: writers leave it out, and readers that still require it refuse the data.",
        _find_required_deprecated,
    ),
    LintRule(
        "other-style",
        "names are written as most of their kind in the file",
        "Generated code has the names as they are, and users look them up.",
        list_other_styles,
    ),
    LintRule(
        "alike-names",
        "names of one definition differ in more than letter case and underscores",
        "Compilers that change the style of names make one name of both.",
        list_alike_names,
    ),
    LintRule(
        "reserved-name",
        "names are not words of Python, C++, Java, Rust or Go",
        "Each compiler renames them in a way of its own, or refuses the IDL.",
        list_reserved_names,
    ),
)

RULES: Final = {rule.id: rule for rule in _RULES}
