"""Values of a Thrift IDL through the classes that Apache's compiler makes of it, and back.

What they read must be what we wrote, and we must read the same in what they write, in both protocols.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Literal

from inlay_runtime.struct import Struct
from inlayc.frontends.load import load
from tests.interop.plain_values import KnownValues, plain
from tests.oracles.verdicts import Verdict

VALUES: Final = 3
"""Of each struct."""
SECONDS: Final = 60
ROOT: Final = Path(__file__).parents[2]
PROTOCOLS: Final[tuple[Literal["compact", "binary"], ...]] = ("compact", "binary")
CANNOT_HOLD: Final = "unhashable type"
"""Sets and maps are Python's there, and their structs, lists and maps cannot be in one."""


def through_apache(idl: Path, roots: Sequence[Path], module: Any) -> Verdict:
    """How many values are equal, or the first that is not; 0 if Apache's classes cannot be imported, with what Python says."""
    written = [
        (cls, protocol, value)
        for cls in _structs(module)
        for value in _values(cls, module)
        for protocol in PROTOCOLS
    ]
    requests = [
        {
            "cls": cls.SCHEMA.name,
            "protocol": protocol,
            "data": value.encode(protocol=protocol).hex(),
        }
        for cls, protocol, value in written
    ]
    with tempfile.TemporaryDirectory() as folder:
        includes = [word for root in roots for word in ("-I", str(root))]
        command = ["thrift", "-r", "--allow-neg-keys", "--gen", "py", *includes, "-out", folder]
        done = subprocess.run(
            [*command, str(idl)], capture_output=True, text=True, timeout=SECONDS, check=False
        )
        if done.returncode:
            return Verdict("values equal", "0")  # what Python reserves may be a name elsewhere
        arguments = [folder, python_module(idl, roots)]
        done = subprocess.run(
            [sys.executable, "-m", "tests.strangers.apache_program", *arguments],
            input="".join(f"{json.dumps(request)}\n" for request in requests),
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    if done.returncode:
        return Verdict("values equal", "0")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    equal = 0
    for (cls, protocol, value), answer in zip(written, answers, strict=True):
        if CANNOT_HOLD in answer.get("error", ""):
            continue
        problem = _problem(cls, protocol, value, answer)
        if problem:
            return Verdict("FAULT: another value", f"{cls.SCHEMA.name} in {protocol}: {problem}")
        equal += 1
    return Verdict("values equal", str(equal))


def _problem(
    cls: type[Struct], protocol: Literal["compact", "binary"], value: Struct, answer: dict[str, Any]
) -> str:
    """What is wrong, or nothing."""
    if "error" in answer:
        return f"Apache does not read {value}: {answer['error']}"
    expected = plain(value, cls)
    if answer["value"] != expected:
        return f"{expected}\nis to Apache {answer['value']}"
    read = cls.decode(bytes.fromhex(answer["data"]), protocol=protocol)
    again = plain(read, cls)
    return "" if again == expected else f"{expected}\ncame back as {again}"


def _structs(module: Any) -> list[type[Struct]]:
    found = [each for each in vars(module).values() if isinstance(each, type)]
    return [
        each
        for each in found
        if issubclass(each, Struct)
        and "SCHEMA" in vars(each)
        and each.__module__ == module.__name__
    ]


def _values(cls: type[Struct], module: Any) -> list[Any]:
    source = Everyone(random.Random(cls.__name__), module, depth=3)
    return [source.struct(cls) for _ in range(VALUES)]


class Everyone(KnownValues):
    """Without an extension, which only an IDL of Parquet has."""

    def chance(self, one_in: int) -> bool:
        return one_in != 6 and super().chance(one_in)


def python_module(idl: Path, roots: Sequence[Path]) -> str:
    """Where Apache's compiler puts the structs of an IDL."""
    (own,) = (m for m in load([idl], roots).modules if m.source.name == idl.as_posix())
    namespaces = dict(own.namespaces)
    package = namespaces.get("py") or namespaces.get("*") or idl.stem
    return f"{package}.ttypes"
