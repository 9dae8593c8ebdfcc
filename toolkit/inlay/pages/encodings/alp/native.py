"""The compiled twin, where it is there and wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, cast

from inlay_runtime.core import load_native


class NativeAlp(Protocol):
    """The native twin of `page` and `parameters`; `size` is that of a number, 4 or 8."""

    def encode_page(
        self, values: memoryview, preset: Sequence[tuple[int, int]], size: int, /
    ) -> bytes | None:
        """As `page.encode_page`. None for memory that is not aligned."""
        ...

    def decode_page(self, data: memoryview, count: int, size: int, /) -> bytes | None:
        """As `page.decode_page`; None for what breaks a rule."""
        ...

    def rank_parameters(
        self, samples: Sequence[bytes], size: int, /
    ) -> tuple[tuple[int, int], list[tuple[int, int, int]], int]:
        """What is best for all samples, the votes of each as (exponent, factor, how many), and the bits of the best of
        each."""
        ...


NATIVE: Final = cast("NativeAlp | None", load_native("inlay.pages.encodings.alp.native_alp"))
