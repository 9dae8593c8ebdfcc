"""Types that the macro dialect uses and Rust defines by hand: no Python can be made of them."""

from __future__ import annotations

from collections.abc import Iterator

from inlayc.base.diagnostics import CompileError, Diagnostic
from inlayc.base.settings import Settings, TypeSettings
from inlayc.base.source import Span
from inlayc.model.schema import External, Module, Named, Schema, Struct, Type, Typedef, parts_of


def check_by_hand(schema: Schema, settings: Settings) -> None:
    """Raises CompileError with each of them that no hook replaces, where it is first used."""
    used: dict[Named, Diagnostic] = {}
    for module in schema.modules:
        for type_, span in _types(module):
            for part in parts_of(type_):
                definition = schema[part] if isinstance(part, Named) else None
                if isinstance(definition, External) and not _has_hook(part, settings):
                    assert isinstance(part, Named)
                    used.setdefault(part, _external(part, span))
    if used:
        raise CompileError(list(used.values()))


def _types(module: Module) -> Iterator[tuple[Type, Span]]:
    for definition in module:
        match definition:
            case Struct(fields=fields):
                yield from ((field.type, field.span) for field in fields)
            case Typedef(type=type_, span=span):
                yield type_, span
            case _:
                pass


def _has_hook(type_: Type, settings: Settings) -> bool:
    assert isinstance(type_, Named)
    said = settings.types.get(f"{type_.module}.{type_.name}", TypeSettings())
    return said.hook is not None


def _external(type_: Named, span: Span) -> Diagnostic:
    return Diagnostic(
        code="hand-written-type",
        message=f"`{type_.name}` is written by hand in Rust, so no Python can be made of it",
        span=span,
        label="defined by no invocation in this text",
        help=f'define it, or give it a hook in [tool.inlay.types."{type_.module}.{type_.name}"]',
    )
