"""Hold inlayc against flatc, over every .fbs file below a directory.

    python tests/oracles/flatc.py DIRECTORY [--verbose]

Each file is compiled by `flatc --schema -b` in a child process with a time limit, and by `inlayc.load`; the
binary schema that flatc writes is read here, slot by slot. The table says for how many files the two agree. Exit code 1: a defect, which is a file that one of the two refuses for a reason that
docs/fbs_grammar.md does not list, a model that differs, or a crash.
"""

from __future__ import annotations

import argparse
import math
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

sys.path.insert(0, str(Path(__file__).parents[2] / "generator"))

from inlayc.diagnostics import CompileError
from inlayc.load import load
from inlayc.schema import (
    Annotations,
    ArrayOf,
    Base,
    Enumeration,
    EnumValue,
    Field,
    Kind,
    ListOf,
    Module,
    Named,
    Schema,
    Service,
    Struct,
    Type,
)

TIME_LIMIT = 30

STRICTER = {
    "ambiguous-name": "a name whose meaning in flatc depends on the order of definitions",
    "attribute-misplaced": "a required field with a default",
    "base-type-name": "a definition called like a base type",
    "duplicate-attribute": "an attribute given twice",
    "duplicate-module": "two included files of one name",
    "duplicate-name": "a service called like a type",
    "duplicate-value": "an enum value given twice that is not the smallest",
    "duplicate-uuid": "two extensions with one UUID",
    "extension-attribute": "an attribute that begins with `inlay_` and means nothing",
    "extension-extends": "an extension of no Thrift struct",
    "extension-misplaced": "an extension that is no table",
    "extension-not-root": "an extension that is no root type",
    "extension-trailer": "an extension with an unknown trailer",
    "extension-uuid": "an extension without a UUID",
    "include-outside-roots": "an include outside of the allowed folders",
    "include-too-deep": "includes deeper than 16",
    "json-object": "a JSON object behind the schema",
    "namespace-too-deep": "a namespace of more than 64 parts",
    "nested-type": "a struct as the root of a nested buffer",
    "not-utf8": "a text that is not UTF-8",
    "same-name-in-file": "one name in two namespaces of a file",
    "struct-too-large": "a struct of more than 65,535 bytes",
    "too-many-fields": "a table of more than 32,765 slots",
    "too-many-tokens": "more than a million tokens",
    "underlying-type": "an enum as the type of an enum",
    "union-underlying-type": "tags of another type than `ubyte`",
    "unsupported-attribute": "`offset64` and `vector64`",
    "value-out-of-range": "7 for a `bool`, `1e999`, `1e39` for a `float`",
}
"""Diagnostics for what flatc accepts: the list that docs/fbs_grammar.md explains."""

TOO_OLD = {
    "force-align": "an enum with `force_align`",
    "struct-cycle": "a struct that contains itself",
}
"""Diagnostics for what flatc 25 refuses and 2.0.8 does not."""

LOOSER = {
    "type used before it is written": (
        r"type referenced but not defined|Incomplete type in struct"
        r"|structs may contain only scalar or struct fields|unknown root type"
    ),
    "empty file": r"input file is empty",
    "documentation behind something": r"a documentation comment should be on a line on its own",
    "field called like a type": r"field name can not be the same as table/struct name",
    "metadata right behind a default": r"type of argument mismatch",
    "too old: default of a string or vector": r"Default values for strings and vectors",
    "too old: attribute of an enum value": r"expecting: } instead got: \($",
    "too old: array or struct as key": r"'key' field must be string or scalar type",
}
"""What flatc says of texts that inlayc accepts, by what docs/fbs_grammar.md calls it."""

BASE_TYPES = (
    *("none", "utype", "bool", "byte", "ubyte", "short", "ushort", "int", "uint", "long", "ulong"),
    *("float", "double", "string", "vector", "object", "union", "array"),
)
NAMES = {
    Base.BOOL: "bool",
    Base.I8: "byte",
    Base.I16: "short",
    Base.I32: "int",
    Base.I64: "long",
    Base.U8: "ubyte",
    Base.U16: "ushort",
    Base.U32: "uint",
    Base.U64: "ulong",
    Base.FLOAT: "float",
    Base.DOUBLE: "double",
    Base.STRING: "string",
    Base.BINARY: "string",  # `inlay_bytes` means nothing to flatc
}

Model = dict[str, object]


@dataclass(frozen=True)
class Verdict:
    category: str
    detail: str = ""


# What flatc says, in its binary schema (reflection.fbs)


def flatc(path: Path, roots: Sequence[Path]) -> Model | str:
    """What flatc says: the model in its binary schema, or its complaint."""
    with tempfile.TemporaryDirectory() as out:
        includes = [argument for root in roots for argument in ("-I", str(root))]
        options = ["--schema", "-b", "--bfbs-builtins", *includes, "-o", out]
        command = ["flatc", *options, str(path.resolve())]
        try:
            done = subprocess.run(
                command, capture_output=True, check=False, timeout=TIME_LIMIT, cwd=out
            )
        except subprocess.TimeoutExpired:
            return "time limit"
        written = Path(out, f"{path.stem}.bfbs")
        if done.returncode != 0 or not written.exists():
            told = (done.stderr + done.stdout).decode(errors="replace")
            told = told.replace(str(path.resolve()), path.name)
            errors = [part.strip() for part in told.split("error:") if part.strip()]
            return errors[-1].partition("\n")[0] if errors else f"exit code {done.returncode}"
        return _their_model(Reflected.root(written.read_bytes()))


@dataclass(frozen=True)
class Reflected:
    """A table of reflection.fbs, whose fields are asked for by slot; flatc wrote it, so it is trusted."""

    data: bytes
    at: int

    @staticmethod
    def root(data: bytes) -> Reflected:
        return Reflected(data, _read(data, 0, "I"))

    def _field(self, slot: int) -> int:
        """Where the value of a slot is, or 0."""
        vtable = self.at - _read(self.data, self.at, "i")
        entry = 4 + 2 * slot
        has_entry = entry < _read(self.data, vtable, "H")
        offset = _read(self.data, vtable + entry, "H") if has_entry else 0
        return self.at + offset if offset else 0

    def integer(self, slot: int, code: str, default: int = 0) -> int:
        at = self._field(slot)
        return _read(self.data, at, code) if at else default

    def real(self, slot: int) -> float:
        at = self._field(slot)
        return float(struct.unpack_from("<d", self.data, at)[0]) if at else 0.0

    def flag(self, slot: int) -> bool:
        return self.integer(slot, "B") != 0

    def text(self, slot: int) -> str:
        at = self._field(slot)
        if not at:
            return ""
        at += _read(self.data, at, "I")
        length = _read(self.data, at, "I")
        return self.data[at + 4 : at + 4 + length].decode(errors="replace")

    def child(self, slot: int) -> Reflected | None:
        at = self._field(slot)
        return Reflected(self.data, at + _read(self.data, at, "I")) if at else None

    def children(self, slot: int) -> Iterator[Reflected]:
        vector = self.child(slot)
        for number in range(_read(self.data, vector.at, "I") if vector else 0):
            assert vector is not None
            at = vector.at + 4 + 4 * number
            yield Reflected(self.data, at + _read(self.data, at, "I"))


def _read(data: bytes, at: int, code: str) -> int:
    return int(struct.unpack_from(f"<{code}", data, at)[0])


def _their_model(schema: Reflected) -> Model:
    objects, enums = list(schema.children(0)), list(schema.children(1))
    root = schema.child(4)
    model: Model = {"root": root.text(0) if root else "", "identifier": schema.text(2)}
    model["extension"] = schema.text(3)

    def type_of(type_: Reflected) -> str:
        base = BASE_TYPES[type_.integer(0, "b")]
        element = BASE_TYPES[type_.integer(1, "b")]
        index = type_.integer(2, "i", -1)
        one = element if base in ("vector", "array") else base
        if index >= 0:
            named = (objects if one == "object" else enums)[index].text(0)
            one = f"tag of {named}" if one == "utype" else named
        if base == "vector":
            return f"[{one}]"
        length = type_.integer(3, "H")
        return f"[{one}:{length}]" if base == "array" else one

    for definition in objects:
        fields = sorted(definition.children(1), key=lambda field: field.integer(2, "H"))
        is_struct = definition.flag(2)
        attributes = _their_attributes(definition, 5)
        name = f"{'struct' if is_struct else 'table'} {definition.text(0)}"
        if is_struct:
            layout = definition.integer(4, "i"), definition.integer(3, "i")
            model[name] = *layout, attributes, [_their_member(field, type_of) for field in fields]
        else:
            model[name] = attributes, [_their_field(field, type_of) for field in fields]
    for enum in enums:
        underlying = enum.child(3)
        assert underlying is not None
        values = [_their_value(value, type_of) for value in enum.children(1)]
        is_union = enum.flag(2)
        base = BASE_TYPES[underlying.integer(0, "b")]
        kind = "union" if is_union else f"enum {base}"
        model[f"{kind} {enum.text(0)}"] = (
            _their_attributes(enum, 4),
            values if is_union else [value[:2] for value in values],
        )
    for service in schema.children(5):
        calls: list[object] = []
        for call in service.children(1):
            request, response = call.child(1), call.child(2)
            assert request is not None
            assert response is not None
            calls.append((call.text(0), request.text(0), response.text(0)))
        model[f"service {service.text(0)}"] = sorted(map(repr, calls))
    return model


def _their_attributes(holder: Reflected, slot: int) -> dict[str, str]:
    found = {pair.text(0): pair.text(1) for pair in holder.children(slot)}
    return {name: value for name, value in found.items() if name != "cpp_ptr_type"}


def _their_member(field: Reflected, type_of: Callable[[Reflected], str]) -> object:
    type_ = field.child(1)
    assert type_ is not None
    attributes = _their_attributes(field, 9)
    return field.text(0), type_of(type_), field.integer(3, "H"), attributes


def _their_field(field: Reflected, type_of: Callable[[Reflected], str]) -> object:
    type_ = field.child(1)
    assert type_ is not None
    shown = type_of(type_)
    attributes = _their_attributes(field, 9)
    is_tag = shown.startswith(("tag of ", "[tag of "))
    optional, required = field.flag(11), field.flag(7)
    presence = "required" if required else "optional" if optional else "default"
    default = field.integer(4, "q"), field.real(5)
    # What flatc makes of the tags' presence and attributes is its own business.
    told = ("tags", {}) if is_tag else (presence, attributes)
    flags = field.flag(6), field.flag(8)
    return field.integer(2, "H"), field.text(0), shown, *told, *default, *flags


def _their_value(value: Reflected, type_of: Callable[[Reflected], str]) -> tuple[str, int, str]:
    type_ = value.child(3)
    shown = "none" if type_ is None else type_of(type_)
    return value.text(0), value.integer(1, "q"), shown


# What inlayc says, in the same shape


def our_model(schema: Schema, module: Module) -> Model:
    root = "" if module.root_type is None else _full_name(schema, module.root_type)
    model: Model = {"root": root, "identifier": module.file_identifier}
    model["extension"] = module.file_extension
    for definition in (definition for each in schema.modules for definition in each):
        match definition:
            case Enumeration():
                name = f"enum {NAMES[definition.underlying]} {_qualified(definition)}"
                values = sorted(
                    ((member.name, _signed(member.value)) for member in definition.members),
                    key=lambda member: (
                        member[1] if definition.underlying is not Base.U64 else member[1] % 2**64
                    ),
                )
                model[name] = _our_attributes(definition.annotations), values
            case Struct(kind=Kind.UNION):
                variants = [
                    (field.name, field.id, _type(field.type, schema)) for field in definition.fields
                ]
                variants.sort(key=lambda variant: variant[1])
                attributes = _our_attributes(definition.annotations)
                model[f"union {_qualified(definition)}"] = (
                    attributes,
                    [("NONE", 0, "none"), *variants],
                )
            case Struct(kind=Kind.FIXED):
                members = [
                    (f.name, _type(f.type, schema), f.offset, _our_attributes(f.annotations))
                    for f in definition.fields
                ]
                layout = definition.size, definition.alignment
                attributes = _our_attributes(definition.annotations)
                model[f"struct {_qualified(definition)}"] = *layout, attributes, members
            case Struct():
                fields = [row for field in definition.fields for row in _rows(field, schema)]
                fields.sort(key=lambda row: row[0])
                attributes = _our_attributes(definition.annotations)
                model[f"table {_qualified(definition)}"] = attributes, fields
            case Service():
                calls = (
                    (
                        function.name,
                        _type(function.parameters[0].type, schema),
                        _type(cast("Named", function.returns), schema),
                    )
                    for function in definition.functions
                )
                model[f"service {_qualified(definition)}"] = sorted(map(repr, calls))
            case _:
                raise AssertionError("FlatBuffers has no such definition")
    return model


def _rows(field: Field, schema: Schema) -> Iterator[tuple[Any, ...]]:
    element = field.type.element if isinstance(field.type, ListOf) else field.type
    definition = schema[element] if isinstance(element, Named) else None
    deprecated = "deprecated" in field.annotations
    if isinstance(definition, Struct) and definition.kind is Kind.UNION:
        tag = f"tag of {_qualified(definition)}"
        shown = f"[{tag}]" if isinstance(field.type, ListOf) else tag
        name = f"{field.name}_type"
        yield field.id - 1, name, shown, "tags", {}, 0, 0.0, deprecated, False
    default: tuple[int, float] = (0, 0.0)
    match field.default:
        case EnumValue(value=value) | int(value):
            # Defaults have no room for what is beyond 63 bits, and flatc leaves them out.
            default = 0 if value >= 2**63 else int(value), 0.0
        case float(number):
            default = 0, number
        case _:
            pass
    yield (
        *(field.id, field.name, _type(field.type, schema), field.requiredness.value),
        *(_our_attributes(field.annotations), *default, deprecated, "key" in field.annotations),
    )


def _our_attributes(annotations: Annotations) -> dict[str, str]:
    """flatc writes "0" for an attribute without a value."""
    return {name: value or "0" for name, value in annotations.items() if name != "cpp_ptr_type"}


def _signed(value: int) -> int:
    """reflection.fbs has signed integers only."""
    return value - 2**64 if value >= 2**63 else value


def _qualified(definition: Enumeration | Struct | Service) -> str:
    return f"{definition.namespace}.{definition.name}".lstrip(".")


def _full_name(schema: Schema, name: Named) -> str:
    definition = schema[name]
    assert isinstance(definition, Enumeration | Struct)
    return _qualified(definition)


def _type(type_: Type, schema: Schema) -> str:
    match type_:
        case Base():
            return NAMES[type_]
        case Named():
            return _full_name(schema, type_)
        case ListOf():
            return f"[{_type(type_.element, schema)}]"
        case ArrayOf():
            return f"[{_type(type_.element, schema)}:{type_.length}]"
        case _:
            raise AssertionError("FlatBuffers has no such type")


def same(left: object, right: object) -> bool:
    """Equality, but for `nan`, and for `rad(180)`, of which flatc keeps twelve digits."""
    match left, right:
        case float(), float():
            is_nan = math.isnan(left) and math.isnan(right)
            return is_nan or math.isclose(left, right, rel_tol=1e-11)
        case (list() | tuple()), (list() | tuple()):
            pairs = zip(left, right, strict=False)
            return len(left) == len(right) and all(same(a, b) for a, b in pairs)
        case _:
            return left == right


# The comparison


def judge(path: Path, roots: Sequence[Path], theirs: Model | str) -> Verdict:
    """Compile a file with inlayc, and hold it against the model or complaint of flatc."""
    try:
        schema = load([path], roots)
    except CompileError as error:
        if isinstance(theirs, str):
            return Verdict("both refuse", error.diagnostics[0].code)
        codes = sorted({diagnostic.code for diagnostic in error.diagnostics})
        listed = all(code in STRICTER or code in TOO_OLD for code in codes)
        category = "stricter, as documented" if listed else "DEFECT: only we refuse"
        return Verdict(category, f"{', '.join(codes)}\n{error}")
    except Exception:  # any other exception is what this looks for
        return Verdict("DEFECT: crash", traceback.format_exc())
    if isinstance(theirs, str):
        for reason, pattern in LOOSER.items():
            if re.search(pattern, theirs):
                return Verdict("only they refuse, as documented", f"{reason}\n{theirs}")
        return Verdict("DEFECT: only they refuse", theirs)
    actual = our_model(schema, schema.module(path.stem))
    differing = [
        f"{name}\n    theirs {theirs.get(name)}\n    ours   {actual.get(name)}"
        for name in dict.fromkeys([*theirs, *actual])
        if name not in theirs or name not in actual or not same(theirs[name], actual[name])
    ]
    if differing:
        return Verdict("DEFECT: models differ", "\n".join(differing))
    return Verdict("both accept, models equal")


def include_roots(path: Path, top: Path) -> list[Path]:
    """The folders above a file, nearest first, up to the directory that was given."""
    return [folder for folder in path.parents if folder == top or top in folder.parents]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--verbose", action="store_true", help="tell every file that is not equal")
    arguments = parser.parse_args()
    if shutil.which("flatc") is None:
        sys.exit("`flatc` is not installed (Debian: flatbuffers-compiler)")
    top = arguments.directory.resolve()
    paths = sorted(path for path in top.rglob("*.fbs") if path.is_file())
    verdicts: dict[Path, Verdict] = {}
    for path in paths:
        roots = include_roots(path, top)
        verdicts[path] = judge(path, roots, flatc(path, roots))

    for path, verdict in verdicts.items():
        if verdict.category.startswith("DEFECT") or (arguments.verbose and verdict.detail):
            print(f"{path.relative_to(top)}: {verdict.category}\n  {verdict.detail}\n")
    counts = Counter(verdict.category for verdict in verdicts.values())
    for category, count in sorted(counts.items()):
        print(f"{count:6}  {category}")
    print(f"{len(paths):6}  files")
    reasons = Counter(
        f"{verdict.category}: {verdict.detail.partition(chr(10))[0]}"
        for verdict in verdicts.values()
        if verdict.category.endswith("as documented")
    )
    for reason, count in sorted(reasons.items()):
        print(f"        {count:4} {reason}")
    return int(any(category.startswith("DEFECT") for category in counts))


if __name__ == "__main__":
    sys.exit(main())
