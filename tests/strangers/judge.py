"""One IDL of a stranger: what its own compiler says, what ours says, and whether the classes that it becomes work."""

from __future__ import annotations

import importlib
import random
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from inlay_runtime.flat.table import Table
from inlay_runtime.struct import Struct
from inlayc.base.settings import Settings, settings_from
from inlayc.frontends.load import load
from inlayc.model.schema import Schema
from inlayc.python.naming import Naming
from tests.oracles import flatc, flatc_values, thrift_compiler
from tests.oracles.verdicts import AGREEMENT, include_roots
from tests.oracles.verdicts import Verdict as Answer
from tests.runtime.values import Random
from tests.strangers.apache import through_apache
from tests.strangers.json_schema import through_json_schema
from tests.support.quick_compile import compile_quickly

VALUES: Final = 3
"""Of each struct and table, drawn at random."""

Outcome: TypeAlias = Literal[
    "both take", "both refuse", "only ours takes", "only theirs takes", "fault"
]
OUTCOMES: Final[dict[str, Outcome]] = {
    AGREEMENT: "both take",
    "both refuse": "both refuse",
    "only they refuse": "only ours takes",
    "only they refuse, as documented": "only ours takes",
    "stricter, as documented": "only theirs takes",
}
"""What the verdicts of the oracles come to; any other is a fault."""


class Verdict(NamedTuple):
    """`classes` are those of the IDL itself; `values` is how many went through the other implementation and came back.

    `documents` is how many were written as JSON that the JSON Schema and the models made of it take.
    `detail` says why a compiler refuses, and `faults` what is wrong with ours. `package` is what the IDL has become, with the IDLs
    that it was made of.
    """

    outcome: Outcome
    detail: str = ""
    classes: int = 0
    values: int = 0
    documents: int = 0
    faults: tuple[str, ...] = ()
    package: str = ""
    sources: frozenset[str] = frozenset()


def judge(idl: Path, project: Path, packages: Path, package: str) -> Verdict:
    """`packages` is a folder on `sys.path`, which gets the package that the IDL becomes."""
    roots = include_roots(idl, project)
    is_thrift = idl.suffix == ".thrift"
    answer = (
        thrift_compiler.judge(idl, roots, thrift_compiler.apache(idl, roots))
        if is_thrift
        else flatc.judge(idl, roots, flatc.flatc(idl, roots))
    )
    outcome = OUTCOMES.get(answer.category, "fault")
    if outcome == "fault":
        return Verdict(outcome, faults=(f"{answer.category}: {answer.detail}",))
    if outcome in ("both refuse", "only theirs takes"):
        return Verdict(outcome, answer.detail)
    try:
        made = _published(idl, roots, packages, package)
    except Exception as error:  # of any kind: the IDL was accepted
        return Verdict("fault", faults=(f"{type(error).__name__}: {error}",))
    module = made.module
    found = [each for each in vars(module).values() if isinstance(each, type)]
    classes = [
        each for each in found if "SCHEMA" in vars(each) and each.__module__ == module.__name__
    ]
    faults = [
        f"{each.__name__}: does not come back"
        for each in classes
        if issubclass(each, Struct) and not comes_back(each, module)
    ]
    values = 0
    if outcome == "both take":
        there = through_apache(idl, roots, module) if is_thrift else _through_flatc(idl, roots)
        if there.category != "values equal":
            faults.append(f"{there.category}: {there.detail}")
        else:
            values = int(there.detail)
    roots_of_documents = [each for each in classes if issubclass(each, Struct | Table)]
    documents = through_json_schema(
        made.schema, made.settings, made.name, roots_of_documents, lambda cls: _values(cls, module)
    )
    return Verdict(
        outcome,
        answer.detail,
        len(classes),
        values,
        documents.read,
        (*faults, *documents.faults),
        package,
        frozenset(each.source.name for each in made.schema.modules),
    )


class Published(NamedTuple):
    """The module of an IDL, as users get it, imported; and what it was made of. `name` is what the schema calls it."""

    module: Any
    name: str
    schema: Schema
    settings: Settings


def _published(idl: Path, roots: list[Path], packages: Path, package: str) -> Published:
    settings = settings_from(
        {
            "sources": [str(idl)],
            "output": str(packages),
            "package": package,
            "include": list(map(str, roots)),
        },
        idl.parent,
    )
    made = compile_quickly(settings)
    for path, text in made.items():
        (packages / path).parent.mkdir(parents=True, exist_ok=True)
        (packages / path).write_text(text, encoding="utf-8")
    importlib.invalidate_caches()
    schema = load([idl], roots)
    (own,) = (each.name for each in schema.modules if each.source.name == idl.as_posix())
    names = Naming(schema, settings).module_names
    modules = {each: importlib.import_module(f"{package}.{name}") for each, name in names.items()}
    return Published(modules[own], own, schema, settings)


def _through_flatc(idl: Path, roots: list[Path]) -> Answer:
    answer = flatc_values.judge(idl, roots, values=VALUES)
    return Answer("values equal", "0") if answer.category == "no tables" else answer


def comes_back(cls: type[Struct], module: Any) -> bool:
    """Whether values are read as they were written, in both protocols, and from JSON."""
    for value in _values(cls, module):
        binary = value.encode(protocol="binary")
        again = cls.decode(binary, protocol="binary")
        if not (again == value == cls.decode(value.encode()) == cls.from_json(value.to_json())):
            return False
        if again.encode(protocol="binary") != binary:
            return False
    return True


def _values(cls: type[Struct | Table], module: Any) -> list[Any]:
    if issubclass(cls, Table):
        return list(flatc_values.draw(cls, VALUES))
    source = WithoutExtensions(random.Random(cls.__name__), module, depth=3)
    return [source.struct(cls) for _ in range(VALUES)]


class WithoutExtensions(Random):
    """IDLs may have a field of their own where an extension would be."""

    def chance(self, one_in: int) -> bool:
        return one_in != 6 and super().chance(one_in)
