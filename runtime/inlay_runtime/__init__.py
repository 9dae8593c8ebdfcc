"""What generated code stands on: wire protocols, limits, errors, extensions. It knows no IDL.

What users of generated classes need of it is here: `from inlay_runtime import DecodeError, Limits`.
"""

from __future__ import annotations

from inlay_runtime.lazy_names import lazy_names

TYPE_CHECKING = (
    False  # as type checkers take it; `typing` is as slow to import as Python is to start
)
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
    from inlay_runtime.message import Message, MessageKind
    from inlay_runtime.remainder import Remainder, UnknownField
    from inlay_runtime.struct import Struct
    from inlay_runtime.union import NoVariant, UnknownVariant

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
    "Message",
    "MessageKind",
    "MissingFieldError",
    "NoVariant",
    "NotDecodedError",
    "Remainder",
    "Struct",
    "TruncatedError",
    "UnionError",
    "UnknownField",
    "UnknownVariant",
    "WireTypeError",
]

_HOMES = {
    "inlay_runtime.errors": "DecodeError DuplicateFieldError EncodeError ExtensionError InlayError InvalidValueError LimitError "
    "MissingFieldError NotDecodedError TruncatedError UnionError WireTypeError",
    "inlay_runtime.extension": "Extension Header",
    "inlay_runtime.limits": "Limits",
    "inlay_runtime.message": "Message MessageKind",
    "inlay_runtime.remainder": "Remainder UnknownField",
    "inlay_runtime.struct": "Struct",
    "inlay_runtime.union": "NoVariant UnknownVariant",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
