"""The rules of `inlayc breaking`, each with what it means for files and for code."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import Final

from inlayc.base.diagnostics import find_closest
from inlayc.base.settings import SettingsError


@unique
class Level(Enum):
    """What a change breaks, the worst first."""

    WIRE = "wire-breaking"
    """Data of one version is refused by readers of the other, or read as something else."""
    SOURCE = "source-breaking"
    """Data stays as it is; code that was written for one version has to change for the other."""
    COMPATIBLE = "compatible"


@dataclass(frozen=True, slots=True)
class Rule:
    """`summary` completes the sentence "it is ... that"; `why` says who is hurt, or why nobody is."""

    id: str
    level: Level
    summary: str
    why: str


_W, _S, _C = Level.WIRE, Level.SOURCE, Level.COMPATIBLE
_STAYS: Final = (
    "Data has numbers, not names: the same thing stays readable, and code that uses the name has to follow. "
    "If the number now stands for another thing, old data is read as what it is not."
)

_RULES: Final = (
    Rule(
        "definition-removed",
        _S,
        "a type, constant or service is gone",
        "Code that names it has to change. What it means for data is judged at the fields that had this type.",
    ),
    Rule("definition-added", _C, "a type, constant or service is new", "Nothing refers to it yet."),
    Rule(
        "definition-kind",
        _W,
        "a definition has become another kind of definition",
        "A union must have one member, a struct may have any number; enums and structs are other bytes.",
    ),
    Rule(
        "struct-or-exception",
        _S,
        "a struct has become an exception, or an exception a struct",
        "Their bytes are the same; code raises the one and not the other.",
    ),
    Rule(
        "required-field-removed",
        _W,
        "a required field is gone",
        "Readers of the old version refuse data without it.",
    ),
    Rule(
        "field-removed",
        _S,
        "a field is gone that was not required",
        "Old readers find it absent, new readers skip it. Its number must never be used again.",
    ),
    Rule(
        "required-field-added",
        _W,
        "a required field is new",
        "Readers of the new version refuse all data that is there already.",
    ),
    Rule(
        "field-added",
        _C,
        "a field is new that is not required",
        "Old readers skip it, and new readers do without.",
    ),
    Rule(
        "field-renumbered",
        _W,
        "a field has another number",
        "Data has the number and not the name: the field is lost, or another one is read in its place.",
    ),
    Rule("field-renamed", _S, "a field has another name", _STAYS),
    Rule(
        "number-reused",
        _W,
        "a number stands for something else: name and type are both new",
        "Old data is read as what it is not. If it is the same thing under new names, make an exception.",
    ),
    Rule(
        "field-retyped",
        _W,
        "a field has a type with other bytes",
        "Readers of the other version skip the field, refuse it, or read another value.",
    ),
    Rule(
        "field-type-name",
        _S,
        "a field has another type with the same bytes",
        "Data stays readable; code that names the type, or relies on it, has to follow.",
    ),
    Rule(
        "field-made-required",
        _W,
        "a field has become required",
        "Readers of the new version refuse old data without it.",
    ),
    Rule(
        "field-made-optional",
        _W,
        "a required field has become optional",
        "Readers of the old version refuse new data without it.",
    ),
    Rule(
        "field-always-written",
        _S,
        "a required field is now one without a word, which writers always write",
        "Readers of the old version find it. Code has to expect that it is absent.",
    ),
    Rule(
        "requiredness-word",
        _C,
        "a field that readers can do without is written in other cases",
        "Readers of both versions read data with it and data without it.",
    ),
    Rule(
        "absent-scalar",
        _W,
        "a number that is absent means null in one version, and a value in the other",
        "FlatBuffers does not write a number that is its default.",
    ),
    Rule(
        "default-changed",
        _W,
        "a field that is absent has another value",
        "The same bytes mean one thing in the old version, and another in the new one.",
    ),
    Rule(
        "required-default",
        _S,
        "a required field has another default",
        "Data always has the field. Code that leaves it out writes another value.",
    ),
    Rule(
        "enum-value-added",
        _C,
        "an enum has a new value",
        "Old readers meet a number they have no name for: they cannot use what it says, and must not fail on the rest.",
    ),
    Rule(
        "enum-value-removed",
        _W,
        "an enum has lost a value",
        "Readers of the new version meet a number that they have no name for.",
    ),
    Rule(
        "enum-alias-removed",
        _S,
        "a number of an enum has lost a second name",
        "Readers have the other name for it; code that uses the one that is gone has to follow.",
    ),
    Rule(
        "enum-value-renumbered",
        _W,
        "a value of an enum has another number",
        "Data has the number: it now means something else, or nothing.",
    ),
    Rule("enum-value-renamed", _S, "a value of an enum has another name", _STAYS),
    Rule(
        "enum-width",
        _W,
        "an enum is stored in another type of number",
        "The values lie in other bytes.",
    ),
    Rule(
        "variant-added",
        _C,
        "a union has a new variant",
        "Old readers meet a member that they do not know, and keep or skip it.",
    ),
    Rule(
        "variant-removed",
        _W,
        "a union has lost a variant",
        "Readers of the new version find no member that they know in old data.",
    ),
    Rule(
        "variant-renumbered",
        _W,
        "a variant has another number",
        "Data has the number: another variant is read, or none.",
    ),
    Rule("variant-renamed", _S, "a variant has another name", _STAYS),
    Rule(
        "variant-retyped",
        _W,
        "a variant has a type with other bytes",
        "Readers of the other version refuse the member, or read another value.",
    ),
    Rule(
        "variant-type-name",
        _S,
        "a variant has another type with the same bytes",
        "Data stays readable; code that names the type has to follow.",
    ),
    Rule(
        "constant-changed",
        _S,
        "a constant has another type or value",
        "Constants are in no data; code that uses it behaves differently.",
    ),
    Rule(
        "function-removed",
        _W,
        "a service has lost a function",
        "Clients of the old version call it.",
    ),
    Rule("function-added", _C, "a service has a new function", "Nobody calls it yet."),
    Rule(
        "function-changed",
        _W,
        "a function returns or throws something else, or in another way",
        "Client and server disagree about the answer.",
    ),
    Rule(
        "function-type-name",
        _S,
        "a function returns another type with the same bytes",
        "Client and server understand each other; code that names the type has to follow.",
    ),
    Rule(
        "service-base",
        _S,
        "a service extends another one",
        "Clients call functions by name, whichever service has them, and those are judged by themselves. "
        "Code that takes it for the other service has to follow.",
    ),
    Rule(
        "fixed-layout",
        _W,
        "a fixed struct has other fields",
        "Its fields are found by their place, and there is no room for more.",
    ),
    Rule(
        "root-changed",
        _W,
        "the buffers of a file begin with another table",
        "Readers of the other version take one table for the other.",
    ),
    Rule(
        "root-type-name",
        _S,
        "the buffers of a file begin with another table that has the same bytes",
        "Data stays readable; code that names the table has to follow.",
    ),
    Rule(
        "identifier-changed",
        _W,
        "the buffers of a file have another identifier",
        "Readers that compare it refuse the data.",
    ),
    Rule(
        "nested-changed",
        _W,
        "a vector of bytes holds a buffer of another kind, or with a root of another name",
        "Readers of the other version take one table for the other. If only the name is new, make an exception.",
    ),
    Rule(
        "alignment-changed",
        _W,
        "a fixed struct is aligned in another way",
        "Fields lie in other places, or verifiers refuse them where they lie.",
    ),
    Rule(
        "vector-alignment",
        _C,
        "the elements of a vector are aligned in another way",
        "Readers and verifiers take a vector wherever it lies.",
    ),
    Rule(
        "sort-key-changed",
        _W,
        "vectors are sorted by another field, or no longer",
        "Readers that search by halves do not find what is there.",
    ),
    Rule(
        "hash-changed",
        _S,
        "a number is made in another way from the text that JSON has for it",
        "Buffers stay as they are; the same JSON makes other ones.",
    ),
    Rule(
        "extension-changed",
        _W,
        "an extension has another UUID, another struct or another trailer",
        "Readers of the other version do not find the extension, or refuse it.",
    ),
    Rule(
        "namespace-changed",
        _S,
        "a definition is in another namespace",
        "Data has no namespaces; code that names the definition has to follow.",
    ),
    Rule(
        "field-deprecated",
        _S,
        "a field is deprecated",
        "Compilers make no accessors for it any more; data with it stays readable.",
    ),
    Rule(
        "field-no-longer-deprecated",
        _C,
        "a field is not deprecated any more",
        "It has kept its slot all the time.",
    ),
)

RULES: Final = {rule.id: rule for rule in _RULES}


def require_rule(name: str) -> Rule:
    """The rule of this id. Raises SettingsError, with the nearest, if there is none."""
    if name not in RULES:
        hint = find_closest(name, RULES) or "`inlayc breaking --rules` lists them"
        raise SettingsError(f"there is no rule `{name}`; {hint}")
    return RULES[name]
