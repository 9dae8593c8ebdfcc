"""What FlatBuffers allows and Python modules cannot be: reported, never emitted."""

from __future__ import annotations

from collections.abc import Iterator

from inlayc.diagnostics import CompileError, Diagnostic
from inlayc.schema import ArrayOf, Field, Kind, ListOf, Module, Named, Schema, Struct, Type


def check_emittable(module: Module, schema: Schema) -> None:
    """Raises CompileError for a union without variants, and for modules that need each other."""
    for definition in module:
        if isinstance(definition, Struct) and definition.kind is Kind.UNION:
            _check_variants(definition)
    for field, target in _references(module):
        if target != module.name and module.name in _reachable(target, schema):
            raise CompileError([_cycle(field, module.name, target)])


def _check_variants(union: Struct) -> None:
    if not union.fields:
        message = f"union `{union.name}` has no variants"
        label = "no value could be of this type"
        raise CompileError([Diagnostic("empty-union", message, union.span, label)])


def _references(module: Module) -> Iterator[tuple[Field, str]]:
    """The fields of a module, and the modules that their types are in."""
    for definition in module:
        if isinstance(definition, Struct):
            for field in definition.fields:
                type_ = _element(field.type)
                if isinstance(type_, Named):
                    yield field, type_.module


def _element(type_: Type) -> Type:
    return type_.element if isinstance(type_, ListOf | ArrayOf) else type_


def _reachable(start: str, schema: Schema) -> set[str]:
    found: set[str] = set()
    pending = [start]
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += [target for _, target in _references(schema.module(name))]
    return found


def _cycle(field: Field, module: str, target: str) -> Diagnostic:
    return Diagnostic(
        code="module-cycle",
        message=f"`{module}` and `{target}` need each other",
        span=field.span,
        label="a Python module is complete before another can use it",
        help="put the definitions that refer to each other into one file",
    )
