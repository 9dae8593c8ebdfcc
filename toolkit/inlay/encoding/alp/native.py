"""The compiled twin, where it is there and wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, cast

from inlay_runtime.core import load_native


class NativeAlp(Protocol):
    """`native_alp.pyi`."""

    def encode_page(
        self, values: memoryview, preset: Sequence[tuple[int, int]], size: int, /
    ) -> bytes | None: ...

    def decode_page(self, data: memoryview, count: int, size: int, /) -> bytes | None: ...

    def rank_parameters(
        self, samples: Sequence[bytes], size: int, /
    ) -> tuple[tuple[int, int], list[tuple[int, int, int]], int]: ...


NATIVE: Final = cast("NativeAlp | None", load_native("inlay.encoding.alp.native_alp"))
