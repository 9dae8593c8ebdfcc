"""Hold inlayc against the Apache Thrift compiler, over every .thrift file below a directory.

    python -m tests.oracles.thrift_compiler DIRECTORY [--verbose]

Each file is compiled by `thrift --gen json` in a child process with a time limit, and by
`inlayc.frontends.load`, and Python is generated and imported. The table says for how many files the two agree. Exit
code 1: a defect, which is a file that Apache accepts and inlayc refuses for a reason that
docs/thrift_grammar.md does not list, a model that differs, one that no Python comes of, or a crash.
"""

from __future__ import annotations

import json
import math
import shutil
import subprocess
import sys
import tempfile
import traceback
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any, assert_never

from inlayc.base.diagnostics import CompileError
from inlayc.frontends.load import load
from inlayc.model.schema import (
    ArrayOf,
    Base,
    Constant,
    Enumeration,
    EnumValue,
    External,
    Field,
    Kind,
    ListOf,
    ListValue,
    MapOf,
    MapValue,
    Module,
    Named,
    Requiredness,
    Schema,
    Service,
    SetOf,
    Struct,
    StructValue,
    Type,
    Typedef,
    Unit,
    Value,
)
from tests.oracles.generated import complaint
from tests.oracles.verdicts import Verdict, main, of_models

TIME_LIMIT = 30

STRICTER = {
    "dotted-name": "an enum member with a dot in its name",
    "duplicate-name": "a constant called like another definition",
    "duplicate-key": "a key given twice",
    "duplicate-module": "two included files of one name that define one name",
    "id-out-of-range": "a field id beyond 16 bits",
    "include-not-found": "an include that is not there and not used",
    "include-outside-roots": "an include outside of the allowed folders",
    "include-too-deep": "includes deeper than 16",
    "missing-field": "a struct constant without a required field",
    "nesting-too-deep": "nesting deeper than 64",
    "not-utf8": "a text that is not UTF-8",
    "nul-character": "a NUL in a comment",
    "oneway-result": "a oneway function with a result",
    "requires-itself": "a struct that requires itself",
    "too-many-tokens": "more words than a file of its size may have",
    "too-many-values": "constants that stand for more than a million values",
    "type-too-large": "a type beyond 64 levels or 1,000 parts, typedefs followed",
    "union-value": "a union constant of no or several variants",
    "unknown-constant": "an enum value qualified by a name that is not its enum's",
    "unknown-enum-value": "an enum value qualified by the name of another enum",
    "value-too-deep": "values deeper than 64",
    "value-out-of-range": "a value that does not fit its type",
    "wrong-type": "a value of another kind that is silently dropped, or `true` for an integer",
}
"""Diagnostics for what Apache 0.17 accepts: the list that docs/thrift_grammar.md explains."""

REQUIREDNESS = {
    Requiredness.REQUIRED: "required",
    Requiredness.OPTIONAL: "optional",
    Requiredness.DEFAULT: "req_out",
}


# What the two compilers say, in one shape


def apache(path: Path, roots: Sequence[Path]) -> dict[str, object] | str:
    """What Apache's compiler says: the model in its JSON, or its complaint."""
    with tempfile.TemporaryDirectory() as out:
        includes = [argument for root in roots for argument in ("-I", str(root))]
        # Recursively, because inlayc looks at the whole of what is included, too.
        options = ["-r", "--allow-neg-keys", *includes, "-out", out, "--gen", "json"]
        command = ["thrift", *options, str(path)]
        try:
            done = subprocess.run(
                command, capture_output=True, check=False, timeout=TIME_LIMIT, cwd=out
            )
        except subprocess.TimeoutExpired:
            return "time limit"
        written = Path(out, f"{path.stem}.json")
        if done.returncode != 0 or not written.exists():
            lines = (done.stderr + done.stdout).decode(errors="replace").splitlines()
            told = [line for line in lines if line and not line.startswith("[WARNING")]
            return " / ".join(told[:2]) or f"exit code {done.returncode}"
        text = written.read_text(encoding="utf-8", errors="replace")
        try:
            return their_model(json.loads(text, strict=False))
        except json.JSONDecodeError as error:
            return f"writes no JSON: {error}"


def their_type(holder: dict[str, Any], id_key: str = "typeId", type_key: str = "type") -> object:
    kind = holder[id_key]
    spec = holder.get(type_key, {})
    match kind:
        case "list" | "set":
            return kind, their_type(spec, "elemTypeId", "elemType")
        case "map":
            key = their_type(spec, "keyTypeId", "keyType")
            return kind, key, their_type(spec, "valueTypeId", "valueType")
        case "struct" | "union" | "exception":
            return spec["class"]
        case "enum":
            return "i32"  # what releases before 0.18 write for every enum
        case _:
            return "i8" if kind == "byte" else kind


def their_field(field: dict[str, Any]) -> object:
    type_ = their_type(field)
    default = their_value(type_, field.get("default"))
    return field["key"], field["name"], type_, field["required"], default


def their_value(type_: object, value: Any) -> object:
    """Elements that a set is given twice are there once: Apache tells them as they are written."""
    match type_, value:
        case ("set", element), list():
            items = [their_value(element, item) for item in value]
            return [item for at, item in enumerate(items) if item not in items[:at]]
        case ("list", element), list():
            return [their_value(element, item) for item in value]
        case ("map", _, inner), dict():
            return {key: their_value(inner, item) for key, item in value.items()}
        case _:
            return value


def their_model(program: dict[str, Any]) -> dict[str, object]:
    model: dict[str, object] = {"namespaces": program["namespaces"]}
    for enum in program["enums"]:
        members = [(member["name"], member["value"]) for member in enum["members"]]
        model[f"enum {enum['name']}"] = members
    for typedef in program["typedefs"]:
        model[f"typedef {typedef['name']}"] = their_type(typedef)
    for struct in program["structs"]:
        kind = "exception" if struct["isException"] else "union" if struct["isUnion"] else "struct"
        model[f"{kind} {struct['name']}"] = [their_field(field) for field in struct["fields"]]
    for constant in program["constants"]:
        type_ = their_type(constant)
        model[f"const {constant['name']}"] = type_, their_value(type_, constant["value"])
    for service in program["services"]:
        model[f"service {service['name']}"] = service.get("extends")
        for function in service["functions"]:
            model[f"function {service['name']}.{function['name']}"] = (
                their_type(function, "returnTypeId", "returnType"),
                function["oneway"],
                [their_field(field) for field in function["arguments"]],
                [their_field(field) for field in function["exceptions"]],
            )
    return model


def our_name(name: Named, schema: Schema, module: str) -> str:
    """As the text of the module calls it: by the file, which may have a longer name as a module."""
    called = schema.module(name.module).source.stem
    return name.name if name.module == module else f"{called}.{name.name}"


def our_type(type_: Type, schema: Schema, module: str) -> object:
    actual = schema.actual(type_)
    match actual:
        case Base():
            return actual.value
        case Named():
            is_enum = isinstance(schema[actual], Enumeration)
            return "i32" if is_enum else our_name(actual, schema, module)
        case ListOf():
            return "list", our_type(actual.element, schema, module)
        case SetOf():
            return "set", our_type(actual.element, schema, module)
        case MapOf():
            key = our_type(actual.key, schema, module)
            return "map", key, our_type(actual.value, schema, module)
        case Unit():
            return "nothing"
        case ArrayOf():
            raise AssertionError("a Thrift text has no arrays")
        case _:
            assert_never(actual)


def our_value(value: Value | None) -> object:
    match value:
        case None | int() | float() | str():
            return int(value) if isinstance(value, bool) else value
        case bytes():
            return value.decode()
        case uuid.UUID():
            return str(value)
        case EnumValue():
            return value.value
        case ListValue():
            return [our_value(item) for item in value.items]
        case MapValue():
            return {str(our_value(key)): our_value(item) for key, item in value.items}
        case StructValue():
            return {name: our_value(item) for name, item in value.fields}
        case _:
            assert_never(value)


def our_field(field: Field, schema: Schema, module: str) -> object:
    type_ = our_type(field.type, schema, module)
    return field.id, field.name, type_, REQUIREDNESS[field.requiredness], our_value(field.default)


def our_model(schema: Schema, module: Module) -> dict[str, object]:
    name = module.name
    model: dict[str, object] = {"namespaces": dict(module.namespaces)}
    for definition in module:
        match definition:
            case Enumeration():
                members = [(member.name, member.value) for member in definition.members]
                model[f"enum {definition.name}"] = members
            case Typedef():
                model[f"typedef {definition.name}"] = our_type(definition.type, schema, name)
            case Struct():
                fields = [our_field(field, schema, name) for field in definition.fields]
                assert isinstance(definition.kind, Kind)
                model[f"{definition.kind.value} {definition.name}"] = fields
            case Constant():
                type_ = our_type(definition.type, schema, name)
                model[f"const {definition.name}"] = type_, our_value(definition.value)
            case Service():
                extends = definition.extends and our_name(definition.extends, schema, name)
                model[f"service {definition.name}"] = extends
                for function in definition.functions:
                    result = function.returns
                    model[f"function {definition.name}.{function.name}"] = (
                        "void" if result is None else our_type(result, schema, name),
                        function.oneway,
                        [our_field(field, schema, name) for field in function.parameters],
                        [our_field(field, schema, name) for field in function.throws],
                    )
            case External():
                raise AssertionError("a Thrift text has no external types")
            case _:
                assert_never(definition)
    return model


def same(left: object, right: object) -> bool:
    """Equality, but for numbers, of which Apache prints 15 digits, and int for double."""
    match left, right:
        case ((int() | float()), (int() | float())):
            return math.isclose(left, right, rel_tol=1e-14)
        case ((list() | tuple()), (list() | tuple())):
            pairs = zip(left, right, strict=False)
            return len(left) == len(right) and all(same(a, b) for a, b in pairs)
        case dict(), dict():
            return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
        case ((list() | dict()), (list() | dict())):
            return not left and not right  # `{}` for an empty set is written as it came
        case _:
            return left == right


# The comparison


def judge(path: Path, roots: Sequence[Path], theirs: dict[str, object] | str) -> Verdict:
    """Compile a file with inlayc, and hold it against the model or complaint of Apache."""
    try:
        schema = load([path], roots)
    except CompileError as error:
        if isinstance(theirs, str):
            return Verdict("both refuse", error.diagnostics[0].code)
        codes = sorted({diagnostic.code for diagnostic in error.diagnostics})
        listed = all(code in STRICTER for code in codes)
        category = "stricter, as documented" if listed else "DEFECT: only we refuse"
        return Verdict(category, f"{', '.join(codes)}\n{error}")
    except Exception:  # any other exception is what this looks for
        return Verdict("DEFECT: crash", traceback.format_exc())
    if isinstance(theirs, str):
        return Verdict("only they refuse", theirs)
    module = next(m for m in schema.modules if m.source.name == path.as_posix())
    verdict = of_models(theirs, our_model(schema, module), same)
    why = complaint(schema) if verdict.is_agreement else ""
    return Verdict("DEFECT: resolved, and not generated", why) if why else verdict


if __name__ == "__main__":
    if shutil.which("thrift") is None:
        sys.exit("the Apache compiler `thrift` is not installed (Debian: thrift-compiler)")
    sys.exit(main(__doc__, ".thrift", lambda path, roots: judge(path, roots, apache(path, roots))))
