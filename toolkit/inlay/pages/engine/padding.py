"""Pages with zeros behind them, where nobody knows how many bytes they are before they are decoded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol, cast

from inlay.pages.engine.codecs import Bytes
from inlay_runtime.core import load_native

if TYPE_CHECKING:

    class _Native(Protocol):
        def join_padded(self, parts: Sequence[Bytes], size: int, /) -> bytes: ...


_NATIVE: Final = cast("_Native | None", load_native("inlay.pages.engine.native_pages"))


def join_padded(parts: Sequence[Bytes], size: int) -> bytes:
    """The parts, and zeros up to `size` bytes. Natively, memory for zeros is not touched, so that they cost nothing."""
    if _NATIVE is not None:
        return _NATIVE.join_padded(parts, size)
    return b"".join((*parts, bytes(size - sum(map(len, parts)))))
