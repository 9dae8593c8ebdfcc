"""IDLs that claim Parquet's extension: in these, field 32767 is an optional binary or not there.

An IDL claims it by `inlay.extension_header` on a struct, or by a setting `extension_header` of one.
"""

from __future__ import annotations

from collections.abc import Iterator

from inlayc.base.diagnostics import CompileError, Diagnostic
from inlayc.base.settings import Settings, TypeSettings
from inlayc.model.schema import EXTENSION_ID, Field, Module, Schema, Struct


def check_extension_claims(schema: Schema, settings: Settings) -> None:
    """Raises CompileError with each field that stands where an IDL has claimed the extension."""
    claimed = [module for module in schema.modules if _claims(module, settings)]
    taken = [
        _taken(field)
        for module in claimed
        for struct in _structs(module)
        for field in struct.fields
        if field.id == EXTENSION_ID and not schema.is_extension(field)
    ]
    if taken:
        raise CompileError(taken)


def _claims(module: Module, settings: Settings) -> bool:
    return any(
        "inlay.extension_header" in struct.annotations
        or settings.types.get(f"{module.name}.{struct.name}", TypeSettings()).extension_header
        != TypeSettings().extension_header
        for struct in _structs(module)
    )


def _structs(module: Module) -> Iterator[Struct]:
    return (definition for definition in module if isinstance(definition, Struct))


def _taken(field: Field) -> Diagnostic:
    return Diagnostic(
        code="extension-field",
        message=f"field {EXTENSION_ID} is reserved for extensions",
        span=field.span,
        label="expected `optional binary`, for this IDL has an `extension_header`",
        help="give the field another id, or leave `extension_header` out",
    )
