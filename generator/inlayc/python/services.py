"""Services as protocols: what has these methods serves, or calls, over whatever carries the bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from inlayc.model.schema import Function, Named, Service, Type
from inlayc.python.flat.types import FlatTypes
from inlayc.python.model import Method, Parameter, ServiceClass
from inlayc.python.names import Scope
from inlayc.python.types import Types

AnyTypes: TypeAlias = Types | FlatTypes
_STREAMS_IN: Final = ("client", "bidi")
_STREAMS_OUT: Final = ("server", "bidi")


def lower_service(service: Service, key: Named, types: AnyTypes) -> ServiceClass:
    """The class of a service; one that it extends is its base."""
    types.use("typing", "Protocol")
    names = types.naming[key]
    bases = ["Protocol"]
    if service.extends is not None:
        base = types.naming[service.extends]
        bases.insert(0, types.local(base, base.name))
    methods = types.naming.method_names(key)
    return ServiceClass(
        name=names.name,
        bases=", ".join(bases),
        doc=service.doc or f"``service {service.name}`` of {key.module}.",
        methods=tuple(
            _method(each, methods[each.name], service, types) for each in service.functions
        ),
        needs=frozenset() if service.extends is None else types.named_by(service.extends),
    )


def _method(function: Function, name: str, service: Service, types: AnyTypes) -> Method:
    scope = Scope({"self"})
    streaming = function.annotations.get("streaming", "")
    parameters = (
        Parameter(scope.reserve(each.name), _annotation(each.type, streaming in _STREAMS_IN, types))
        for each in function.parameters
    )
    returns = function.returns
    return Method(
        name=name,
        parameters=tuple(parameters),
        returns=(
            "None" if returns is None else _annotation(returns, streaming in _STREAMS_OUT, types)
        ),
        doc="\n\n".join(_sentences(function, service, types)),
    )


def _annotation(type_: Type, is_stream: bool, types: AnyTypes) -> str:
    if not is_stream:
        return types.annotation(type_)
    types.use("collections.abc", "Iterator")
    return f"Iterator[{types.annotation(type_)}]"


def _sentences(function: Function, service: Service, types: AnyTypes) -> Iterator[str]:
    yield function.doc or f"``{function.name}`` of ``service {service.name}``."
    if function.oneway:
        yield "Oneway: nothing comes back, and nobody waits."
    if function.throws:
        thrown = dict.fromkeys(
            types.mention(types.naming[each.type])
            for each in function.throws
            if isinstance(each.type, Named)
        )
        listed = ", ".join(f"``{name}``" for name in thrown)
        yield f"Throws {listed}."
