"""The compiled twin, where it is there and wanted."""

from __future__ import annotations

from typing import Final, Protocol, cast

from inlay_runtime.core import load_native


class NativePfor(Protocol):
    """The native twin of `page`; `size` is that of an integer, 4 or 8."""

    def encode_page(self, values: memoryview, size: int, /) -> bytes | None:
        """As `page.encode_page`. None for memory that is not aligned."""
        ...

    def decode_page(self, data: memoryview, count: int, size: int, /) -> bytes | None:
        """As `page.decode_page`; None for what breaks a rule."""
        ...


NATIVE: Final = cast("NativePfor | None", load_native("inlay.pages.encodings.pfor.native_pfor"))
