"""What a module defines stands where everything that it evaluates on import is there, and rows beside their classes."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parquet_format
from inlayc.python.model import EnumClass, StructClass, Table
from inlayc.python.order import in_order

if TYPE_CHECKING:
    from tests.generator.python.conftest import CompileIdl

Part: TypeAlias = EnumClass | StructClass | Table
GENERATED = sorted(Path(parquet_format.__path__[0]).glob("*.py"))
GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("emitted*/*.py"))


@pytest.mark.parametrize("path", [*GENERATED, *GOLDEN], ids=lambda path: path.stem)
def test_no_class_stands_between_rows_and_the_last_that_they_need(path: Path) -> None:
    body = ast.parse(path.read_text(encoding="utf-8")).body
    places = {name: at for at, statement in enumerate(body) for name in names_bound_by(statement)}
    for at, statement in enumerate(body):
        if is_table(statement):
            named = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
            last = max(places[name] for name in named & places.keys())
            assert last < at
            classes = [each for each in body[last + 1 : at] if isinstance(each, ast.ClassDef)]
            assert not classes, ast.unparse(statement)


def names_bound_by(statement: ast.stmt) -> set[str]:
    match statement:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return {name}
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case ast.ImportFrom(names=aliases) | ast.Import(names=aliases):
            return {alias.asname or alias.name for alias in aliases}
        case _:
            return set()


def is_table(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)


def test_an_enum_may_come_after_a_struct_with_its_default(compile_idl: CompileIdl) -> None:
    """Its member is in the signature of `__init__`: Python would not find it."""
    module = compile_idl("struct S { 1: required E e = E.A } enum E { A = 1 }")
    assert module.S().e is module.E.A
    assert module.S.decode(module.S().encode()) == module.S()


def test_structs_without_fields_are_complete_as_they_are_made(compile_idl: CompileIdl) -> None:
    module = compile_idl("struct Nothing {} struct S { 1: Nothing nothing }")
    assert module.Nothing.SCHEMA.fields == ()
    with open(module.__file__, encoding="utf-8") as source:
        assert "Nothing.SCHEMA.define" not in source.read()
    value = module.S(nothing=module.Nothing())
    assert module.S.decode(value.encode()) == value


@st.composite
def modules(draw: st.DrawFn) -> list[Part]:
    """Structs that need enums, which may come later, each with a table that needs whatever there is."""
    kinds = draw(st.lists(st.booleans(), max_size=8))
    enums = [f"E{at}" for at, is_enum in enumerate(kinds) if is_enum]
    names = [f"{'E' if is_enum else 'S'}{at}" for at, is_enum in enumerate(kinds)]

    def some(of: list[str]) -> frozenset[str]:
        return frozenset(draw(st.lists(st.sampled_from([*of, "imported"]))))

    parts: list[Part] = []
    for name in names:
        if name in enums:
            parts.append(EnumClass(name, "OpenEnum", "", ()))
        else:
            struct = StructClass(name, "Struct", "", (), (), "", True, False, "", (), some(enums))
            parts += [struct, Table(name, (), some(names) | {name})]
    return parts


@given(modules())
def test_each_follows_what_it_needs(parts: list[Part]) -> None:
    ordered = list(in_order(parts))
    assert sorted(map(id, ordered)) == sorted(map(id, parts))
    definitions = [part for part in ordered if not isinstance(part, Table)]
    free = [part for part in parts if isinstance(part, EnumClass)]
    assert [part for part in ordered if isinstance(part, EnumClass)] == free
    places = {part.name: ordered.index(part) for part in definitions}
    for at, part in enumerate(ordered):
        needed = [places[name] for name in needs_of(part) if name in places]
        assert all(place < at for place in needed)
        if isinstance(part, Table):
            between = ordered[max(needed) + 1 : at]
            assert all(isinstance(each, Table) for each in between)


def needs_of(part: EnumClass | StructClass | Table) -> frozenset[str]:
    return frozenset() if isinstance(part, EnumClass) else part.needs
