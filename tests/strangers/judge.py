"""One IDL of a stranger: what its own compiler says, what ours says, and whether the classes that it becomes work."""

from __future__ import annotations

import importlib
import random
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from inlay_runtime.struct import Struct
from inlayc.base.diagnostics import CompileError
from inlayc.base.settings import settings_from
from tests.runtime.values import Random
from tests.support.quick_compile import compile_quickly

SECONDS: Final = 20
VALUES: Final = 4
"""Of each struct, drawn at random."""


class Verdict(NamedTuple):
    """`refused` and `refused_there` are what the compilers say of an IDL that they do not take, and empty where they do."""

    refused: str
    refused_there: str
    structs: int = 0
    broken: tuple[str, ...] = ()
    """What cannot be imported, and structs whose values do not come back."""


def judge(idl: Path, project: Path, output: Path, package: str) -> Verdict:
    """`output` is a folder that modules are imported from. Includes are looked for beside the file, above it, and in the project."""
    include = [idl.parent, project, *list(idl.parents)[1:3]]
    refused_there = ask_its_compiler(idl, include)
    settings = {"sources": [str(idl)], "output": str(output), "package": package}
    try:
        made = compile_quickly(
            settings_from(settings | {"include": list(map(str, include))}, idl.parent)
        )
    except CompileError as error:
        return Verdict(str(error).partition("\n")[0], refused_there)
    for path, text in made.items():
        (output / path).parent.mkdir(parents=True, exist_ok=True)
        (output / path).write_text(text, encoding="utf-8")
    structs, broken = 0, list[str]()
    for name in sorted(path.stem for path in made if path.suffix == ".py"):
        if name == "__init__":
            continue
        try:
            module = importlib.import_module(f"{package}.{name}")
        except Exception as error:  # of any kind: it is a fault of the compiler
            broken.append(f"{name}: {type(error).__name__}: {error}")
            continue
        for cls in structs_of(module):
            structs += 1
            if not comes_back(cls, module):
                broken.append(f"{name}.{cls.__name__}")
    return Verdict("", refused_there, structs, tuple(broken))


def ask_its_compiler(idl: Path, include: Sequence[Path]) -> str:
    """The last line of what Apache's compiler or flatc says where it refuses, or nothing."""
    roots = [word for root in include for word in ("-I", str(root))]
    with tempfile.TemporaryDirectory() as folder:
        program = ["thrift", "--gen", "py", "-out", folder] if idl.suffix == ".thrift" else ["flatc", "--schema", "-b", "-o", folder]  # fmt: skip
        done = subprocess.run(
            [*program, *roots, str(idl)],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    said = (done.stdout + done.stderr).strip().splitlines()
    return "" if done.returncode == 0 else (said or ["no word"])[-1]


def structs_of(module: Any) -> list[type[Struct]]:
    found = [each for each in vars(module).values() if isinstance(each, type)]
    return [
        each
        for each in found
        if issubclass(each, Struct)
        and "SCHEMA" in vars(each)
        and each.__module__ == module.__name__
    ]


def comes_back(cls: type[Struct], module: Any) -> bool:
    """Whether values are read as they were written, in both protocols, and from JSON."""
    source = WithoutExtensions(random.Random(cls.__name__), module, depth=3)
    for _ in range(VALUES):
        value = source.struct(cls)
        binary = value.encode(protocol="binary")
        again = cls.decode(binary, protocol="binary")
        if not (again == value == cls.decode(value.encode()) == cls.from_json(value.to_json())):
            return False
        if again.encode(protocol="binary") != binary:
            return False
    return True


class WithoutExtensions(Random):
    """IDLs may have a field of their own where an extension would be."""

    def chance(self, one_in: int) -> bool:
        return one_in != 6 and super().chance(one_in)
