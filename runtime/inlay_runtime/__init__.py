"""What generated code stands on: wire protocols, limits, errors, extensions. It knows no IDL.

What users of generated classes need of it is here: `from inlay_runtime import DecodeError, Limits`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from inlay_runtime.errors import (
        DecodeError,
        DuplicateFieldError,
        EncodeError,
        ExtensionError,
        InlayError,
        InvalidValueError,
        LimitError,
        MissingFieldError,
        NotDecodedError,
        TruncatedError,
        UnionError,
        WireTypeError,
    )
    from inlay_runtime.extension import Extension, Header
    from inlay_runtime.limits import Limits
    from inlay_runtime.remainder import Remainder, UnknownField
    from inlay_runtime.struct import Struct
    from inlay_runtime.union import UnknownVariant

__all__ = [
    "DecodeError",
    "DuplicateFieldError",
    "EncodeError",
    "Extension",
    "ExtensionError",
    "Header",
    "InlayError",
    "InvalidValueError",
    "LimitError",
    "Limits",
    "MissingFieldError",
    "NotDecodedError",
    "Remainder",
    "Struct",
    "TruncatedError",
    "UnionError",
    "UnknownField",
    "UnknownVariant",
    "WireTypeError",
]

_HOMES: Final = {
    "Extension": "extension",
    "Header": "extension",
    "Limits": "limits",
    "Remainder": "remainder",
    "Struct": "struct",
    "UnknownField": "remainder",
    "UnknownVariant": "union",
}
"""Where they are, if not in `errors`."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Imported when it is first used: who imports one module of ours pays for no other."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(f"{__name__}.{_HOMES.get(name, 'errors')}"), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
