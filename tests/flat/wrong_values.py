"""Values that do not belong into most slots, or into none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from inlay_runtime.extension import Extension
from inlay_runtime.union import UnknownVariant
from tests.flat.sample import kitchen


def of_a_subclass(cls: type[Any]) -> Any:
    return type("Mine", (cls,), {"__slots__": ()})()


WRONG: list[Callable[[], Any]] = [
    lambda: None, lambda: 1, lambda: -1, lambda: 1 << 63, lambda: 1 << 64, lambda: -(1 << 63) - 1, lambda: True,
    lambda: 0.5, lambda: float("nan"), lambda: float("inf"), lambda: 1e300, lambda: "", lambda: "\ud800",
    lambda: b"bytes", lambda: bytearray(b"x"), lambda: memoryview(b"x"), list, lambda: [None], lambda: [1, 2],
    lambda: [True], lambda: [0.5], lambda: ["a", 1], lambda: (1, 2), dict, object, lambda: Extension(b"x"),
    lambda: Extension(cast("bytes", bytearray(b"x"))), lambda: UnknownVariant(3, b""), lambda: kitchen().Leaf(value=3),
    lambda: kitchen().Rgb(r=1, g=2, b=3), lambda: kitchen().Rgb(r=1, g=2, b=300), lambda: [kitchen().Leaf()],
    lambda: kitchen().AnyText("text"), lambda: kitchen().AnyText(None), lambda: [kitchen().AnyLeaf(None)],
    lambda: kitchen().AnyRgb(kitchen().Leaf()), lambda: kitchen().Mood.Happy, lambda: kitchen().Mood(55),
    lambda: of_a_subclass(kitchen().Leaf),
]  # fmt: skip
