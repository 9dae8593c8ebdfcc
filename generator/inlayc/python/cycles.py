"""Modules that need each other: includes of FlatBuffers may form circles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from inlayc.model.schema import (
    Definition,
    Module,
    Named,
    Schema,
    Service,
    Struct,
    Type,
    parts_of,
)


def cycles_between(schema: Schema) -> Mapping[str, frozenset[str]]:
    """For each module, the other ones that it needs and that need it, directly or not."""
    needs = {module.name: frozenset(_needed(module)) for module in schema.modules}
    reached = {name: _reachable(name, needs) for name in needs}
    return {
        name: frozenset(other for other in reached[name] - {name} if name in reached[other])
        for name in needs
    }


def _needed(module: Module) -> Iterator[str]:
    """The modules that its types are in."""
    for definition in module:
        for type_ in _types(definition):
            for part in parts_of(type_):
                if isinstance(part, Named):
                    yield part.module


def _types(definition: Definition) -> Iterator[Type]:
    match definition:
        case Struct(fields=fields):
            yield from (field.type for field in fields)
        case Service(functions=functions):
            for function in functions:
                yield from (parameter.type for parameter in function.parameters)
                if function.returns is not None:
                    yield function.returns
        case _:
            pass


def _reachable(start: str, needs: Mapping[str, frozenset[str]]) -> frozenset[str]:
    reached: set[str] = set()
    pending = [start]
    while pending:
        for name in needs[pending.pop()] - reached:
            reached.add(name)
            pending.append(name)
    return frozenset(reached)
