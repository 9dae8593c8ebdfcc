"""Names that Rust takes and emitted code does not: those with letters beyond ASCII."""

from __future__ import annotations

from collections.abc import Iterator

from inlayc.base.diagnostics import CompileError, Diagnostic
from inlayc.base.source import Span
from inlayc.model.schema import Enumeration, Schema, Struct


def check_ascii_names(schema: Schema) -> None:
    """Raises CompileError with each name of a definition, field or member that is not ASCII."""
    refused = [_refusal(name, span) for name, span in _list_names(schema) if not name.isascii()]
    if refused:
        raise CompileError(refused)


def _list_names(schema: Schema) -> Iterator[tuple[str, Span]]:
    for module in schema.modules:
        for definition in module:
            yield definition.name, definition.span
            if isinstance(definition, Struct):
                yield from ((field.name, field.span) for field in definition.fields)
            elif isinstance(definition, Enumeration):
                yield from ((member.name, member.span) for member in definition.members)


def _refusal(name: str, span: Span) -> Diagnostic:
    return Diagnostic(
        code="not-ascii",
        message=f"`{name}` cannot be a name in the code that is emitted",
        span=span,
        label="expected letters, digits and `_` of ASCII",
        help="give it another name in the IDL",
    )
