"""Bytes that may be a struct, where nobody wants to hear why they are not."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from inlay_runtime import struct
from inlay_runtime.errors import DecodeError
from inlay_runtime.limits import DEFAULT_LIMITS

if TYPE_CHECKING:
    from inlay_runtime.struct import Buffer, Struct

S = TypeVar("S", bound="Struct")


def decode_or_none(cls: type[S], data: Buffer, offset: int = 0) -> tuple[S, int] | None:
    """What `cls.decode_from(data, offset)` gives, and None where it raises DecodeError.

    The error, with its reason and its path, is not made where the native core has refused the bytes: that is most of the time
    that a refusal takes.
    """
    buffer = struct.immutable(data)
    if (native := struct.native) is not None:
        decoded = native.decode(cls, buffer, offset, DEFAULT_LIMITS, False, None, False)
        if decoded is not None:
            return decoded
        if native.is_refused(cls, buffer, offset, DEFAULT_LIMITS, False):
            return None
    try:
        return cls.decode_from(buffer, offset)
    except DecodeError:
        return None
