"""Structs that can never be complete, because they require themselves."""

from __future__ import annotations

from inlayc.base.diagnostics import Diagnostic
from inlayc.frontends.resolve.graph import walk
from inlayc.frontends.resolve.report import Report
from inlayc.frontends.resolve.types import Types
from inlayc.model.schema import Field, Kind, Named, Requiredness, Struct


def check_requires_itself(types: Types, report: Report) -> None:
    """Report each circle of required fields once, at the struct that comes first.

    A struct needs all its required structs, a union only one of its variants. What can be completed
    is found from the leaves up; the rest needs itself, or something that does.
    """
    needs = {name: _needs(struct, types) for name, struct in types.structs.items()}
    missing = {
        name: min(1, len(fields)) if types.structs[name].kind is Kind.UNION else len(fields)
        for name, fields in needs.items()
    }
    needed_by: dict[Named, list[Named]] = {name: [] for name in needs}
    for name, fields in needs.items():
        for _, target in fields:
            needed_by[target].append(name)
    complete = [name for name, count in missing.items() if count == 0]
    for name in complete:
        for user in needed_by[name]:
            missing[user] -= 1
            if missing[user] == 0:
                complete.append(user)
    stuck = {
        name: [target for _, target in needs[name] if missing[target] > 0]
        for name, count in missing.items()
        if count > 0
    }
    for cycle in walk(stuck)[1]:
        first, second = cycle[0], cycle[1 % len(cycle)]
        field = next(field for field, target in needs[first] if target == second)
        chain = " -> ".join(name.name for name in [*cycle, first])
        message = f"{types.structs[first].kind.value} `{first.name}` requires itself"
        label = chain if len(cycle) > 1 else "it could never be complete"
        report.add(Diagnostic("requires-itself", message, field.span, label))


def _needs(struct: Struct, types: Types) -> list[tuple[Field, Named]]:
    """The fields without whose value there is no struct, with the structs that they hold.

    A union with one variant that is not a struct can always be completed: it needs nothing.
    """
    needs: list[tuple[Field, Named]] = []
    for field in struct.fields:
        actual = types.actual(field.type)
        held = actual if isinstance(actual, Named) and actual in types.structs else None
        if struct.kind is Kind.UNION and held is None:
            return []
        if held and (struct.kind is Kind.UNION or field.requiredness is Requiredness.REQUIRED):
            needs.append((field, held))
    return needs
