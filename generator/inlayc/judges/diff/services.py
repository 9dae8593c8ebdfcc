"""Which functions of two services belong together: clients call them by name, whichever service has them."""

from __future__ import annotations

from collections.abc import Iterator

from inlayc.judges.diff.sides import Side
from inlayc.judges.diff.types import Types
from inlayc.model.schema import Function, Service


def pair_functions(
    a: Service, b: Service, types: Types
) -> Iterator[tuple[Function | None, Function | None]]:
    """Those of A in their order, then what only B has.

    What both have from bases that belong together is judged there.
    """
    inherited_a, inherited_b = _inherited(types.a, a), _inherited(types.b, b)
    all_a, all_b = [*a.functions, *inherited_a], [*b.functions, *inherited_b]
    by_name = {types.spell(each.name): each for each in reversed(all_b)}
    known = {types.spell(each.name) for each in all_a}
    has_one_base = types.same_if_any(a.extends, b.extends)
    for function in a.functions if has_one_base else all_a:
        yield function, by_name.get(types.spell(function.name))
    for function in b.functions if has_one_base else all_b:
        if types.spell(function.name) not in known:
            yield None, function


def _inherited(side: Side, service: Service) -> list[Function]:
    functions: dict[str, Function] = {}
    base = side.base(service)
    while base is not None:
        functions |= {each.name: each for each in base.functions if each.name not in functions}
        base = side.base(base)
    return list(functions.values())
