"""Modules that need each other: includes of FlatBuffers may form circles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from inlayc.model.schema import Module, Named, Schema, Struct, parts_of


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
        if isinstance(definition, Struct):
            for field in definition.fields:
                for part in parts_of(field.type):
                    if isinstance(part, Named):
                        yield part.module


def _reachable(start: str, needs: Mapping[str, frozenset[str]]) -> frozenset[str]:
    reached: set[str] = set()
    pending = [start]
    while pending:
        for name in needs[pending.pop()] - reached:
            reached.add(name)
            pending.append(name)
    return frozenset(reached)
