"""The compiled twin, where it is there and wanted."""

from __future__ import annotations

from typing import Final, Protocol, cast

from inlay_runtime.core import load_native


class NativeFsst(Protocol):
    """The native twin of `page`. A table is its bytes, as pages begin with them; lengths are integers of 4 bytes."""

    def list_lengths(self, values: memoryview, count: int, /) -> bytes:
        """As `page.list_lengths`. Raises ValueError for what are no `count` strings."""
        ...

    def compress(self, values: memoryview, lengths: bytes, table: bytes, /) -> bytes:
        """The codes of strings in PLAIN encoding."""
        ...

    def decompress(self, codes: memoryview, lengths: memoryview, table: bytes, /) -> bytes | None:
        """Strings in PLAIN encoding, as `page.decode_codes`; None for what breaks a rule."""
        ...


NATIVE: Final = cast("NativeFsst | None", load_native("inlay.pages.encodings.fsst.native_fsst"))
