"""Random values of the tables of .fbs files, through flatc and back.

    python -m tests.oracles.flatc_values DIRECTORY [--verbose]

For each file below a directory that both compilers accept, Python is generated; values of each table of that file are
encoded, read by `flatc --json`, written again by `flatc -b`, and decoded: they have to be equal. Exit code 1:
a value that is not.

Left out is what flatc 2.0.8 does not read: vectors of unions, strings and structs in unions, buffers in buffers.
Vectors whose tables have a key are kept short, for flatc sorts them. Reals are multiples of a quarter, for JSON of
flatc has no digits for others.
"""

from __future__ import annotations

import math
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from inlay_runtime.flat.fixed import Fixed
from inlay_runtime.flat.schema import DOUBLE, FLOAT, ArrayOf, UnionSchema, VectorOf
from inlay_runtime.flat.table import Table
from inlay_runtime.shown import whole
from inlayc.base.diagnostics import CompileError
from inlayc.frontends.load import load
from inlayc.model.schema import Kind, Schema, Struct
from tests.flat.values import tables
from tests.oracles.generated import generated
from tests.oracles.verdicts import Verdict, main
from tests.support.programs import find_program

FLATC = find_program("flatc") or "flatc"
VALUES = 12
TIME_LIMIT = 60


def judge(path: Path, roots: Sequence[Path], values: int = VALUES) -> Verdict:
    """Every table of one file, by so many values of each."""
    try:
        schema = load([path], roots)
    except CompileError as error:
        return Verdict("refused", error.diagnostics[0].code)
    module = next(m for m in schema.modules if m.source.name == path.as_posix())
    python = generated(schema)[module.name]
    keyed, opaque = _facts(schema)
    checked = 0
    for definition in module:
        if isinstance(definition, Struct) and definition.kind is Kind.TABLE:
            cls = getattr(python, definition.name, None)
            if cls is None or "deprecated" in str(definition.annotations):
                continue
            full_name = f"{definition.namespace}.{definition.span.text}".lstrip(".")
            for value in draw(cls, values):
                _simplify(value, keyed, opaque)
                problem = _through_flatc(path, roots, full_name, value)
                if problem:
                    return Verdict("DEFECT: another value", f"{full_name}: {problem}\n{value!r}")
                checked += 1
    return Verdict("values equal" if checked else "no tables", str(checked))


def _facts(schema: Schema) -> tuple[set[str], set[tuple[str, str]]]:
    """Tables with a key, and fields that hold buffers or hashes, by the names that Python has for them."""
    structs = [d for m in schema.modules for d in m if isinstance(d, Struct)]
    keyed = {s.name for s in structs if any("key" in f.annotations for f in s.fields)}
    words = {"nested_flatbuffer", "flexbuffer", "hash", "deprecated"}
    opaque = {(s.name, f.name) for s in structs for f in s.fields if words & f.annotations.keys()}
    return keyed, opaque


def draw(cls: type[Table], count: int) -> Iterator[Any]:
    """So many random values of a table, the same each time."""
    found: list[Any] = []

    @settings(
        max_examples=count, database=None, derandomize=True, deadline=None,
        phases=[Phase.generate], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(st.data())
    def find(data: st.DataObject) -> None:
        found.append(data.draw(tables(cls)))

    find()
    yield from found


def _simplify(table: Any, keyed: set[str], opaque: set[tuple[str, str]]) -> None:
    """Takes out what flatc does not read, and what it orders by itself."""
    for field in table.SCHEMA.fields:
        value = getattr(table, field.slot)
        type_ = field.type
        element = type_.element if isinstance(type_, VectorOf) else type_
        is_hard = isinstance(element, UnionSchema) and (
            isinstance(type_, VectorOf)
            or not all(
                isinstance(t, type) and issubclass(t, Table) for t in element.variants.values()
            )
        )
        is_opaque = (table.SCHEMA.name, field.name) in opaque
        if isinstance(value, Fixed):
            _tame_fixed(value)
        elif element in (FLOAT, DOUBLE) and value is not None:
            setattr(table, field.slot, _tame(value))
        if (is_hard or is_opaque) and value is not None:
            setattr(table, field.slot, field.default)
        elif isinstance(value, list) and value and isinstance(value[0], Table):
            if value[0].SCHEMA.name in keyed:
                del value[1:]
            for one in value:
                _simplify(one, keyed, opaque)
        elif isinstance(value, list) and value and isinstance(value[0], Fixed):
            for one in value:
                _tame_fixed(one)
        elif isinstance(value, Table):
            _simplify(value, keyed, opaque)
        elif isinstance(getattr(value, "value", None), Table):
            _simplify(value.value, keyed, opaque)


def _tame_fixed(fixed: Any) -> None:
    for field in fixed.SCHEMA.fields:
        value = getattr(fixed, field.attribute)
        type_ = field.type.element if isinstance(field.type, ArrayOf) else field.type
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, Fixed):
                _tame_fixed(one)
        if type_ in (FLOAT, DOUBLE):
            setattr(fixed, field.attribute, _tame(value))


def _tame(value: Any) -> Any:
    if isinstance(value, list):
        return [_tame(one) for one in value]
    return int(value) % 4096 / 4 if math.isfinite(value) else 0.25


def _through_flatc(path: Path, roots: Sequence[Path], root: str, value: Any) -> str:
    """What is wrong, or nothing."""
    data = value.encode()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "value.bin").write_bytes(data)
        includes = [argument for each in roots for argument in ("-I", str(each))]
        common = [*includes, "--root-type", root, "-o", folder]
        read = [FLATC, "--json", "--raw-binary", "--strict-json", "--defaults-json", *common]
        said = _run([*read, str(path), "--", f"{folder}/value.bin"])
        if said:
            return f"flatc does not read it: {said}"
        said = _run([FLATC, "-b", *common, str(path), f"{folder}/value.json"])
        if said:
            return f"flatc does not read its own JSON: {said}"
        made = [
            p for p in Path(folder).glob("value.*") if p.suffix != ".json" and p.name != "value.bin"
        ]
        again = (made[0] if made else Path(folder) / "value.bin").read_bytes()
    identifier = value.SCHEMA.identifier.encode()
    if identifier and again[4:8] != identifier:
        return f"another identifier, {again[4:8]!r}"
    decoded = type(value).decode(again)
    return "" if decoded == value or whole(decoded) == whole(value) else f"came back as {decoded!r}"


def _run(command: Sequence[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT, check=False)
    return (
        "" if done.returncode == 0 else (done.stdout + done.stderr)[-300:] or str(done.returncode)
    )


if __name__ == "__main__":
    if find_program("flatc") is None:
        sys.exit("`flatc` is not installed (Debian: flatbuffers-compiler)")
    sys.exit(main(__doc__, ".fbs", judge))
