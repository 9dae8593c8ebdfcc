"""Which functions of two services belong together: clients call them by name, whichever service has them."""

from __future__ import annotations

from collections.abc import Iterator

from inlayc.diff.sides import Side
from inlayc.diff.types import Types
from inlayc.schema import Function, Service


def pair_functions(
    a: Service, b: Service, types: Types
) -> Iterator[tuple[Function | None, Function | None]]:
    """Those of A in their order, then what only B has.

    What both have from bases that belong together is judged there.
    """
    inherited_a, inherited_b = _inherited(types.a, a), _inherited(types.b, b)
    ours = [*a.functions] if have_one_base(a, b, types) else [*a.functions, *inherited_a]
    theirs = [*b.functions] if have_one_base(a, b, types) else [*b.functions, *inherited_b]
    by_name = {types.spell(each.name): each for each in (*inherited_b, *b.functions)}
    known = {types.spell(each.name) for each in (*inherited_a, *a.functions)}
    for function in ours:
        yield function, by_name.get(types.spell(function.name))
    for function in theirs:
        if types.spell(function.name) not in known:
            yield None, function


def have_one_base(a: Service, b: Service, types: Types) -> bool:
    if a.extends is None or b.extends is None:
        return a.extends is b.extends
    return types.same(a.extends, b.extends)


def _inherited(side: Side, service: Service) -> list[Function]:
    functions: dict[str, Function] = {}
    base = side.base(service)
    while base is not None:
        functions |= {each.name: each for each in base.functions if each.name not in functions}
        base = side.base(base)
    return list(functions.values())
